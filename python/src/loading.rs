//! Where models come from: the library, files, texts, robots.

use crate::failures::REPORTER;
use crate::model::Model;
use linkwork_compiler::robots::{Base, Import};
use linkwork_descriptions::Description;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;

/// Loads a model of the library by its name, or the mechanism in a file: `.mech`, `.urdf` or MJCF (`.xml`).
///
/// `mechanism` chooses one of several in the file; `constants` sets values of `const`.
#[pyfunction]
#[pyo3(signature = (name, *, mechanism = None, constants = None))]
pub fn load(
    py: Python<'_>,
    name: PathBuf,
    mechanism: Option<String>,
    constants: Option<&Bound<'_, PyAny>>,
) -> PyResult<Model> {
    let name = name.to_string_lossy().into_owned();
    Model::compiled(py, || Description::find(&name, REPORTER), mechanism, constants)
}

/// Compiles the mechanism of a text. Messages refer to the text as `name`.
#[pyfunction]
#[pyo3(signature = (text, *, name = "text", mechanism = None, constants = None))]
pub fn compile(
    py: Python<'_>,
    text: &str,
    name: &str,
    mechanism: Option<String>,
    constants: Option<&Bound<'_, PyAny>>,
) -> PyResult<Model> {
    Model::compiled(py, || Ok(Description::of_text(name, text, REPORTER)), mechanism, constants)
}

/// Loads a robot from a URDF file. `floating`: the base moves freely; `motors`: an input on each joint that is not driven otherwise;
/// `right_angles`: angles within 1e-3 rad of a multiple of 90 deg are replaced by that multiple.
#[pyfunction]
#[pyo3(signature = (path, *, floating = false, motors = false, right_angles = false, name = None))]
pub fn urdf(
    py: Python<'_>,
    path: PathBuf,
    floating: bool,
    motors: bool,
    right_angles: bool,
    name: Option<String>,
) -> PyResult<Model> {
    let base = if floating { Base::Floating } else { Base::Fixed };
    robot(py, path, Import { base, motors, name, right_angles, folder: None })
}

/// Loads a robot from an MJCF file, which defines the motion of its base; other arguments as for `urdf`.
#[pyfunction]
#[pyo3(signature = (path, *, motors = false, right_angles = false, name = None))]
pub fn mjcf(
    py: Python<'_>,
    path: PathBuf,
    motors: bool,
    right_angles: bool,
    name: Option<String>,
) -> PyResult<Model> {
    robot(py, path, Import { base: Base::Fixed, motors, name, right_angles, folder: None })
}

fn robot(py: Python<'_>, path: PathBuf, import: Import) -> PyResult<Model> {
    let path = path.to_string_lossy().into_owned();
    Model::compiled(py, || Description::of_robot(&path, &import, REPORTER), None, None)
}

/// The models of the library: names with summaries.
#[pyfunction]
pub fn models(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let models = PyDict::new(py);
    for entry in linkwork_models::registry() {
        models.set_item(entry.name, entry.summary)?;
    }
    Ok(models)
}

/// The methods: names with summaries.
#[pyfunction]
pub fn methods(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let methods = PyDict::new(py);
    for method in linkwork_methods::METHODS {
        methods.set_item(method.name, method.summary)?;
    }
    Ok(methods)
}
