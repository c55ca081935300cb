//! Linkwork in Python: bindings of the compiler, the methods and the analyses.
//!
//! ```text
//! text → Description → Program → TapeParameters → Tape (native code) → method → Trajectory → NumPy and Arrow
//! ```
//!
//! Invariant: nothing is derived or integrated here. Errors are exceptions of `linkwork.errors`, and warnings are Python warnings. The
//! global interpreter lock is released during compilation and runs, and acquired again for functions of the user.

mod analyses;
mod arrays;
mod arrow;
mod borrowed;
mod by_name;
mod design;
mod dynamics;
mod failures;
mod inputs;
mod interrupt;
mod linear;
mod loading;
mod messages;
mod model;
mod numbers;
mod parameters;
mod phrases;
mod regressor;
mod run;
mod sensitivity;
mod solution;
mod start;
mod state;
mod stepper;
mod sweep;

use pyo3::prelude::*;
use pyo3::types::PyMapping;

/// The compiled part of the package.
#[pymodule]
fn _linkwork(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add("__version__", env!("CARGO_PKG_VERSION"))?;
    m.add_function(wrap_pyfunction!(loading::load, m)?)?;
    m.add_function(wrap_pyfunction!(loading::compile, m)?)?;
    m.add_function(wrap_pyfunction!(loading::urdf, m)?)?;
    m.add_function(wrap_pyfunction!(loading::mjcf, m)?)?;
    m.add_function(wrap_pyfunction!(loading::models, m)?)?;
    m.add_function(wrap_pyfunction!(loading::methods, m)?)?;
    m.add_class::<model::Model>()?;
    m.add_class::<parameters::Parameters>()?;
    // So that they can be given where values by name are expected.
    PyMapping::register::<parameters::Parameters>(m.py())?;
    m.add_class::<solution::Solution>()?;
    m.add_class::<state::State>()?;
    m.add_class::<sweep::Sweep>()?;
    m.add_class::<sensitivity::Sensitivity>()?;
    m.add_class::<regressor::Regressor>()?;
    m.add_class::<regressor::BaseParameters>()?;
    m.add_class::<regressor::Estimate>()?;
    m.add_class::<stepper::Stepper>()?;
    m.add_class::<analyses::Equilibrium>()?;
    m.add_class::<linear::Linearization>()?;
    m.add_class::<linear::Modes>()?;
    Ok(())
}
