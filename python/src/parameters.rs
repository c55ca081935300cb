//! The parameters of a model as a mapping.

use crate::by_name;
use crate::failures::unknown;
use crate::model::Model;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// Parameters by name, in SI units: `model.parameters["length"] = 0.5`.
#[pyclass(frozen, mapping, module = "linkwork")]
pub struct Parameters {
    model: Py<Model>,
}

impl Parameters {
    pub fn of(model: Py<Model>) -> Self {
        Self { model }
    }

    fn all(&self) -> Vec<(String, f64, String)> {
        let built = self.model.get().built();
        let parameters = &built.parameters;
        let named = parameters.names().parameters.iter();
        let row = |named: &linkwork::Named| {
            let value = parameters.get(&named.name)?;
            Some((named.name.to_string(), value, named.unit.to_string()))
        };
        named.filter_map(row).collect()
    }

    fn dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, value, _) in self.all() {
            dict.set_item(name, value)?;
        }
        Ok(dict)
    }
}

#[pymethods]
impl Parameters {
    fn __getitem__(&self, py: Python<'_>, name: &str) -> PyResult<f64> {
        let found = self.model.get().built().parameters.get(name);
        found.ok_or_else(|| {
            let all = self.all();
            unknown(py, "parameter", name, all.iter().map(|it| it.0.as_str()))
        })
    }

    fn __setitem__(&self, py: Python<'_>, name: &str, value: f64) -> PyResult<()> {
        self.model.get().set(py, name, value)
    }

    fn __len__(&self) -> usize {
        self.all().len()
    }

    fn __contains__(&self, name: &Bound<'_, PyAny>) -> bool {
        // Before the lock: this may call Python.
        let name = name.extract::<String>();
        name.is_ok_and(|name| self.model.get().built().parameters.get(&name).is_some())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.dict(py)?.try_iter()?.into_any())
    }

    /// The names of the parameters.
    fn keys<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        Ok(self.dict(py)?.keys())
    }

    /// The values of the parameters.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        Ok(self.dict(py)?.values())
    }

    /// Pairs of name and value.
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        Ok(self.dict(py)?.items())
    }

    /// Sets several parameters.
    #[pyo3(signature = (**values))]
    fn update(&self, py: Python<'_>, values: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
        for (name, value) in values.into_iter().flatten() {
            let name = name.extract::<String>()?;
            self.__setitem__(py, &name, by_name::number_of("the parameter", &name, &value)?)?;
        }
        Ok(())
    }

    fn __repr__(&self) -> String {
        let unit = |unit: &str| if unit.is_empty() { String::new() } else { format!(" {unit}") };
        let rows = self.all();
        let rows = rows.iter().map(|(name, value, of)| format!("{name} = {value}{}", unit(of)));
        format!("<linkwork.Parameters {}>", rows.collect::<Vec<_>>().join(", "))
    }
}
