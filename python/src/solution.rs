//! The result of a run: columns by name, as arrays that borrow from the solution.
//!
//! Invariant: columns never change; arrays and Arrow tables share their memory.

use crate::borrowed::{Columns, view};
use crate::failures::{of_failure, unknown};
use crate::messages;
use crate::state::{State, TIME};
use crate::{arrow, failures};
use arrow_buffer::ScalarBuffer;
use linkwork_descriptions::report::steps;
use linkwork_figures::picture;
use linkwork_methods::Instant;
use linkwork_models::{Column, Quantity, Trajectory};
use numpy::PyArray1;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyTuple};

struct Named {
    name: String,
    unit: String,
    /// None for time.
    quantity: Option<Quantity>,
    values: ScalarBuffer<f64>,
}

/// A motion: one column for time and for each coordinate, velocity, acceleration, state, multiplier and output.
///
/// `solution["theta"]` is a read-only NumPy array over the solution's own memory, in SI units (`solution.units`).
#[pyclass(frozen, module = "linkwork", weakref)]
pub struct Solution {
    columns: Vec<Named>,
    energy: Option<Vec<f64>>,
    /// The trajectory without columns and times.
    rest: Trajectory,
    energy_drift: Option<f64>,
    constraint_drift: Option<f64>,
    report: String,
}

impl Columns for Solution {
    fn column(&self, index: usize) -> Option<&ScalarBuffer<f64>> {
        self.columns.get(index).map(|column| &column.values)
    }
}

impl Solution {
    /// Takes the columns of a trajectory.
    pub fn new(mut trajectory: Trajectory, report: String) -> Self {
        let energy_drift = trajectory.balance.and_then(|_| trajectory.energy_drift());
        let constraint_drift = trajectory.constraint_drift();
        let times = std::mem::take(&mut trajectory.times);
        let time = Named { name: "time".into(), unit: "s".into(), quantity: None, values: times.into() };
        let rest = std::mem::take(&mut trajectory.columns);
        let column = |Column { name, unit, quantity, values }: Column| Named {
            name,
            unit,
            quantity: Some(quantity),
            values: values.into(),
        };
        let columns = std::iter::once(time).chain(rest.into_iter().map(column)).collect();
        let energy = trajectory.energy.clone();
        Self { columns, energy, rest: trajectory, energy_drift, constraint_drift, report }
    }

    fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.columns.iter().map(|column| column.name.as_str())
    }

    fn place(&self, py: Python<'_>, name: &str) -> PyResult<usize> {
        let place = self.columns.iter().position(|column| column.name == name);
        place.ok_or_else(|| unknown(py, "column", name, self.names()))
    }

    fn drawn(&self, py: Python<'_>) -> PyResult<String> {
        let column = |column: &Named| {
            let Named { name, unit, values, quantity } = column;
            let (name, unit, values) = (name.clone(), unit.clone(), values.to_vec());
            quantity.map(|quantity| Column { name, unit, quantity, values })
        };
        let trajectory = Trajectory {
            times: self.columns[0].values.to_vec(),
            columns: self.columns.iter().filter_map(column).collect(),
            ..self.rest.clone()
        };
        let end = trajectory.times.last().copied().unwrap_or(0.0);
        let subtitle = format!("{}, step {}, until {end} s", trajectory.report.method, steps(&trajectory));
        py.detach(|| picture::draw(&trajectory, &subtitle)).map_err(|failure| of_failure(py, &failure))
    }
}

#[pymethods]
impl Solution {
    fn __getitem__<'py>(this: &Bound<'py, Self>, name: &str) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let place = this.get().place(this.py(), name)?;
        view(this, place).ok_or_else(|| failures::value(messages::NO_VIEW))
    }

    fn __contains__(&self, name: &Bound<'_, PyAny>) -> bool {
        name.extract::<String>().is_ok_and(|name| self.names().any(|known| known == name))
    }

    /// The number of samples.
    fn __len__(&self) -> usize {
        self.columns[0].values.len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(PyTuple::new(py, self.columns())?.try_iter()?.into_any())
    }

    /// The names of the columns.
    fn keys(&self) -> Vec<String> {
        self.columns()
    }

    /// The names of the columns, time first.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.names().map(str::to_owned).collect()
    }

    /// The times of the samples, in s.
    #[getter]
    fn time<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        Self::__getitem__(this, "time")
    }

    /// The SI units of the columns, empty for dimensionless columns.
    #[getter]
    fn units<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let units = PyDict::new(py);
        for column in &self.columns {
            units.set_item(&column.name, &column.unit)?;
        }
        Ok(units)
    }

    /// The total energy at each sample, in J; None for descriptions without energies.
    #[getter]
    fn energy<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray1<f64>>> {
        self.energy.as_ref().map(|energy| PyArray1::from_slice(py, energy))
    }

    /// The largest change of the energy that is not explained by work, in J; None for descriptions without energies, and without a balance.
    #[getter]
    fn energy_drift(&self) -> Option<f64> {
        self.energy_drift
    }

    /// The largest residual of a constraint, each in its own unit; None without constraints.
    #[getter]
    fn constraint_drift(&self) -> Option<f64> {
        self.constraint_drift
    }

    /// The crossings of `stop` and `record`: (time in s, quantity, value, whether from below).
    #[getter]
    fn events(&self) -> Vec<(f64, String, f64, bool)> {
        let events = self.rest.events.iter();
        events.map(|event| (event.time, event.quantity.clone(), event.level, event.rising)).collect()
    }

    /// The report of the run, as on the command line: method, steps, drifts, warnings, events, the last state.
    #[getter]
    fn report(&self) -> &str {
        &self.report
    }

    /// The state at a sample, by default the last one; negative numbers count from the end. `simulate(start=solution.state())` continues from it.
    #[pyo3(signature = (sample = -1))]
    fn state(&self, sample: isize) -> PyResult<State> {
        let count = self.__len__();
        let place = if sample < 0 { count.checked_add_signed(sample) } else { usize::try_from(sample).ok() };
        let place = place.filter(|place| *place < count);
        let place = place.ok_or_else(|| PyIndexError::new_err(messages::sample(sample, count)))?;
        let of =
            |quantity: Quantity| self.columns.iter().filter(move |column| column.quantity == Some(quantity));
        let values = |quantity: Quantity| of(quantity).map(|column| column.values[place]).collect();
        let instant = Instant {
            time: self.columns[0].values[place],
            q: values(Quantity::Coordinate),
            v: values(Quantity::Velocity),
            a: values(Quantity::Acceleration),
            multipliers: values(Quantity::Multiplier),
            y: values(Quantity::State),
            outputs: values(Quantity::Output),
        };
        let named = [
            Quantity::Coordinate,
            Quantity::Velocity,
            Quantity::State,
            Quantity::Output,
            Quantity::Acceleration,
            Quantity::Multiplier,
        ];
        let names = named.into_iter().flat_map(of).map(|column| column.name.clone());
        let names = names.chain([TIME.to_owned()]).collect();
        Ok(State::at(instant, names))
    }

    /// The number of steps.
    #[getter]
    fn steps(&self) -> u64 {
        self.rest.report.steps
    }

    /// The wall time of the steps, in s.
    #[getter]
    fn wall_time(&self) -> f64 {
        self.rest.report.wall_time.as_secs_f64()
    }

    /// The columns for Arrow, pandas and polars, without a copy; units are in the metadata of the fields.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The protocol allows a producer to ignore requests that it does not support.
        let _ = requested_schema;
        let columns = self.columns.iter();
        arrow::stream(
            py,
            columns.map(|column| (column.name.clone(), column.unit.clone(), column.values.clone())),
        )
    }

    /// The columns as a pandas DataFrame with time as the index.
    fn to_pandas<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = this.py();
        let columns = PyDict::new(py);
        for name in this.get().names() {
            columns.set_item(name, Self::__getitem__(this, name)?)?;
        }
        let frame = py.import("pandas")?.call_method1("DataFrame", (columns,))?;
        frame.call_method1("set_index", ("time",))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.drawn(py)
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("{}<pre>{}</pre>", self.drawn(py)?, escaped(&self.report)))
    }

    fn __repr__(&self) -> String {
        let end = self.columns[0].values.last().copied().unwrap_or(0.0);
        format!(
            "<linkwork.Solution of {}: {} samples until {end} s, {} columns>",
            self.rest.mechanism,
            self.__len__(),
            self.columns.len()
        )
    }
}

/// A text in HTML.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
