//! A compiled mechanism: its names, its parameters, and its native code.
//!
//! Invariant: the built mechanism has the current parameters; setting a parameter discards it.

use crate::by_name;
use crate::failures::{self, of_error, of_failure, unknown};
use crate::parameters::Parameters;
use linkwork::scalar::Pack;
use linkwork::{Dynamics, Named};
use linkwork_compiler::{Loops, Program, Writing};
use linkwork_descriptions::formula::{Setting, Values};
use linkwork_descriptions::report::Redundancy;
use linkwork_descriptions::{Description, explanation};
use linkwork_figures::failure::Failure;
use linkwork_jit::{Mode, Native, Tape};
use linkwork_sensitivity::adjoint::Kept;
use linkwork_tape::TapeParameters;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The parameters of a mechanism, and what was built with them.
pub struct Built {
    pub parameters: TapeParameters,
    tape: Option<Tape>,
}

/// A compiled mechanism.
#[pyclass(frozen, module = "linkwork", weakref)]
pub struct Model {
    description: Description,
    constants: Vec<(String, String)>,
    wanted: Option<String>,
    built: Mutex<Built>,
    /// The program with coefficients as parameters, once compiled.
    coefficients: Mutex<Option<TapeParameters>>,
    /// The program with the last quantities that are not columns as outputs, and its text.
    watched: Mutex<Option<Watched>>,
    /// Code of gradients by adjoints.
    adjoint: Mutex<Kept>,
    /// Workspace of evaluations, for any values of the parameters.
    room: Mutex<Option<Dynamics<Tape>>>,
    /// Routines for packs of states, compiled on first use.
    routines: Mutex<Option<Arc<Routines>>>,
}

/// Quantities, the parameters of a program that has them as outputs, and its text.
type Watched = (Vec<String>, TapeParameters, String);

/// Routines for packs of states.
pub type Routines = linkwork_tape::Routines<Native<Pack>>;

/// Names without units.
fn names(all: &[Named]) -> Vec<String> {
    all.iter().map(|named| named.name.to_string()).collect()
}

impl Model {
    /// The mechanism of a description; `wanted` chooses one of several, `constants` sets values of `const`.
    pub fn compiled(
        py: Python<'_>,
        found: impl FnOnce() -> Result<Description, Failure> + Send,
        wanted: Option<String>,
        constants: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let mut settings = Vec::new();
        for (name, value) in by_name::all("constants", constants)? {
            let value = by_name::finite_of("the constant", &name, &value)?;
            settings.push(Setting { name, formula: format!("{value:?}") });
        }
        let compiled = failures::compiling(py, || {
            // As on the command line: a large tree is loops over its links.
            let description = found()?.with_loops(Loops::Chosen);
            let sorted = description.constants(&settings, wanted.as_deref())?;
            description.all_constant(&sorted, wanted.as_deref())?;
            let constants = sorted.texts.clone();
            let program = description.compile_one(&constants, wanted.as_deref())?;
            let parameters = TapeParameters::new(program);
            let built = Mutex::new(Built { parameters, tape: None });
            Ok(Self {
                description,
                constants,
                wanted: wanted.clone(),
                built,
                coefficients: Mutex::default(),
                watched: Mutex::default(),
                adjoint: Mutex::default(),
                room: Mutex::default(),
                routines: Mutex::default(),
            })
        });
        failures::warn_of_description(py)?;
        compiled?.map_err(|failure: Failure| of_failure(py, &failure))
    }

    /// The current parameters.
    pub fn built(&self) -> MutexGuard<'_, Built> {
        // A thread that failed has changed one number, or none.
        self.built.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Workspace of evaluations, for one thread at a time.
    pub fn take_room(&self, tape: &Tape) -> Dynamics<Tape> {
        let lent = self.room.lock().unwrap_or_else(PoisonError::into_inner).take();
        lent.unwrap_or_else(|| Dynamics::new(tape))
    }

    /// Routines for packs of states of this mechanism.
    pub fn routines(&self, tape: &Tape) -> Arc<Routines> {
        let mut routines = self.routines.lock().unwrap_or_else(PoisonError::into_inner);
        routines.get_or_insert_with(|| Arc::new(Routines::new(tape, Mode::WherePaid))).clone()
    }

    /// Returns the workspace.
    pub fn give_room(&self, room: Dynamics<Tape>) {
        *self.room.lock().unwrap_or_else(PoisonError::into_inner) = Some(room);
    }

    /// Sets a parameter.
    pub fn set(&self, py: Python<'_>, name: &str, value: f64) -> PyResult<()> {
        let mut built = self.built();
        if !built.parameters.set(name, value) {
            let known = names(&built.parameters.names().parameters);
            // Python may run other threads from here on.
            drop(built);
            return Err(unknown(py, "parameter", name, known.iter().map(String::as_str)));
        }
        built.tape = None;
        Ok(())
    }

    /// The mechanism with the current parameters.
    pub fn tape(&self, py: Python<'_>) -> PyResult<Tape> {
        let parameters = {
            let built = self.built();
            if let Some(tape) = &built.tape {
                return Ok(tape.clone());
            }
            built.parameters.clone()
        };
        let version = parameters.clone();
        let tape = py.detach(|| linkwork_jit::build(parameters, Mode::WherePaid));
        let tape = tape.map_err(|error| of_error(py, &error))?;
        let mut built = self.built();
        // Another thread may have set a parameter meanwhile.
        let names = version.names().parameters.clone();
        if names.iter().all(|named| version.get(&named.name) == built.parameters.get(&named.name)) {
            built.tape = Some(tape.clone());
        }
        Ok(tape)
    }

    /// The same with other values of some parameters, for one run.
    pub fn tape_with(&self, py: Python<'_>, others: Option<&Bound<'_, PyDict>>) -> PyResult<Tape> {
        let Some(others) = others.filter(|others| !others.is_empty()) else { return self.tape(py) };
        let parameters = self.parameters_with(py, others)?;
        let tape = py.detach(|| linkwork_jit::build(parameters, Mode::WherePaid));
        tape.map_err(|error| of_error(py, &error))
    }

    /// The parameters with some values replaced.
    pub fn parameters_with(&self, py: Python<'_>, others: &Bound<'_, PyDict>) -> PyResult<TapeParameters> {
        let mut parameters = self.built().parameters.clone();
        for (name, value) in others {
            let name: String = name.extract()?;
            let value = by_name::number_of("the parameter", &name, &value)?;
            if !parameters.set(&name, value) {
                let known = names(&parameters.names().parameters);
                return Err(unknown(py, "parameter", &name, known.iter().map(String::as_str)));
            }
        }
        Ok(parameters)
    }

    /// The same mechanism with additional outputs, if some of these quantities are not columns.
    pub fn watching(
        &self,
        py: Python<'_>,
        quantities: &[&str],
        parameters: &TapeParameters,
    ) -> PyResult<Option<TapeParameters>> {
        Ok(self.watched(py, quantities, parameters)?.map(|it| it.0))
    }

    /// The same with the text of its description.
    pub fn watched(
        &self,
        py: Python<'_>,
        quantities: &[&str],
        parameters: &TapeParameters,
    ) -> PyResult<Option<(TapeParameters, String)>> {
        let Some((mut watched, text)) = self.compiled_with(py, quantities)? else { return Ok(None) };
        for named in parameters.names().parameters.iter() {
            if let Some(value) = parameters.get(&named.name) {
                watched.set(&named.name, value);
            }
        }
        Ok(Some((watched, text)))
    }

    /// The program with these quantities as outputs, as it was compiled last or now: runs for the same quantities share its code.
    fn compiled_with(
        &self,
        py: Python<'_>,
        quantities: &[&str],
    ) -> PyResult<Option<(TapeParameters, String)>> {
        let last = self.watched.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some((_, watched, text)) = last.filter(|(names, ..)| *names == *quantities) {
            return Ok(Some((watched, text)));
        }
        let found = failures::compiling(py, || -> Result<Option<(Program, String)>, Failure> {
            let wanted = self.wanted.as_deref();
            let watching = self.description.watching(&self.constants, wanted, quantities)?;
            let compiled = |description: Description| {
                let program = description.compile_one(&self.constants, wanted)?;
                Ok((program, description.text().to_owned()))
            };
            watching.map(compiled).transpose()
        });
        // Reported when the model was made.
        drop(failures::take());
        let Some((program, text)) = found?.map_err(|failure| of_failure(py, &failure))? else {
            return Ok(None);
        };
        let watched = TapeParameters::new(program);
        let names = quantities.iter().map(|name| (*name).to_owned()).collect();
        *self.watched.lock().unwrap_or_else(PoisonError::into_inner) =
            Some((names, watched.clone(), text.clone()));
        Ok(Some((watched, text)))
    }

    /// Code of gradients by adjoints, for one thread at a time; what two threads made at once, the later one keeps.
    pub fn take_adjoint(&self) -> Kept {
        std::mem::take(&mut self.adjoint.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns it.
    pub fn give_adjoint(&self, kept: Kept) {
        *self.adjoint.lock().unwrap_or_else(PoisonError::into_inner) = kept;
    }

    /// What redundant constraints mean with the current parameters.
    fn redundancy(&self) -> Redundancy {
        let mut parameters = self.built().parameters.clone();
        self.description.determine_redundancy(&self.constants, &mut parameters);
        Redundancy::of_parameters(&parameters)
    }

    /// Whether the equations are loops over links.
    fn is_loops(&self) -> bool {
        self.built().parameters.program().cells.is_some()
    }

    /// The same mechanism with mass properties of bodies and coefficients of forces as parameters, after those of the description.
    pub fn with_coefficients(&self, py: Python<'_>, parameters: &TapeParameters) -> PyResult<TapeParameters> {
        let kept = self.coefficients.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let mut all = match kept {
            Some(all) => all,
            None => {
                let program = failures::compiling(py, || {
                    let description = self.description.clone().with_loops(Loops::Never).with_coefficients();
                    description.compile_one(&self.constants, self.wanted.as_deref())
                });
                // Reported when the model was made.
                drop(failures::take());
                let all = TapeParameters::new(program?.map_err(|failure| of_failure(py, &failure))?);
                *self.coefficients.lock().unwrap_or_else(PoisonError::into_inner) = Some(all.clone());
                all
            }
        };
        for named in parameters.names().parameters.iter() {
            if let Some(value) = parameters.get(&named.name) {
                all.set(&named.name, value);
            }
        }
        Ok(all)
    }

    /// Whether this is a `const` of the description, whose value is compiled in.
    pub fn is_constant(&self, name: &str) -> bool {
        self.description.constant_names(self.wanted.as_deref()).iter().any(|known| known == name)
    }

    /// The description, as it was written.
    pub fn written(&self) -> &str {
        self.description.text()
    }

    /// The constants that were set, with their values.
    pub fn set_constants(&self) -> &[(String, String)] {
        &self.constants
    }

    /// The names in formulas: constants and parameters.
    pub fn values(parameters: &TapeParameters) -> Values {
        let mut values = Values::default();
        for named in parameters.names().parameters.iter() {
            if let Some(value) = parameters.get(&named.name) {
                values.set(&named.name, value);
            }
        }
        values
    }

    fn list(&self, of: impl Fn(&linkwork::Names) -> &[Named]) -> Vec<String> {
        names(of(self.built().parameters.names()))
    }
}

#[pymethods]
impl Model {
    /// The name of the mechanism.
    #[getter]
    fn name(&self) -> String {
        self.built().parameters.names().mechanism.to_string()
    }

    /// The text of the description; for a robot, the translation of its file.
    #[getter]
    fn text(&self) -> &str {
        self.description.text()
    }

    /// Parameters by name, to read and to set, in SI units.
    #[getter]
    fn parameters(this: &Bound<'_, Self>) -> Parameters {
        Parameters::of(this.clone().unbind())
    }

    /// The names of the coordinates.
    #[getter]
    fn coordinates(&self) -> Vec<String> {
        self.list(|names| &names.coordinates)
    }

    /// The names of the velocities: `der(theta)`, or the components of an angular velocity.
    #[getter]
    fn velocities(&self) -> Vec<String> {
        self.list(|names| &names.velocities)
    }

    /// The names of the constraints, holonomic ones first.
    #[getter]
    fn constraints(&self) -> Vec<String> {
        [self.list(|names| &names.holonomic), self.list(|names| &names.nonholonomic)].concat()
    }

    /// The names of the first-order states.
    #[getter]
    fn states(&self) -> Vec<String> {
        self.list(|names| &names.states)
    }

    /// The names of the inputs.
    #[getter]
    fn inputs(&self) -> Vec<String> {
        self.list(|names| &names.inputs)
    }

    /// The names of the outputs.
    #[getter]
    fn outputs(&self) -> Vec<String> {
        self.list(|names| &names.outputs)
    }

    /// The number of degrees of freedom: independent velocities at the initial state.
    #[getter]
    fn freedoms(&self) -> usize {
        self.built().parameters.program().freedom.degrees_of_freedom
    }

    /// Which constraints are redundant, and what that means for reactions and the motion; None if none are.
    #[getter]
    fn redundant(&self) -> Option<String> {
        self.redundancy().text()
    }

    /// The constraints whose multipliers are not unique because constraints are redundant, and the outputs that depend on them: of all
    /// equivalent reactions, the smallest are given.
    #[getter]
    fn not_unique(&self) -> Vec<String> {
        let Redundancy { multipliers, outputs, .. } = self.redundancy();
        multipliers.into_iter().chain(outputs).collect()
    }

    /// Whether the equations of motion are loops over the links of a large tree; those of all other mechanisms are unrolled.
    #[getter]
    fn loops(&self) -> bool {
        self.is_loops()
    }

    /// The SI units of all names, empty for dimensionless quantities.
    #[getter]
    fn units<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let units = PyDict::new(py);
        units.set_item("time", "s")?;
        let names = self.built().parameters.names().clone();
        let all = [
            &names.parameters,
            &names.coordinates,
            &names.velocities,
            &names.states,
            &names.inputs,
            &names.outputs,
        ];
        for named in all.into_iter().flat_map(|list| list.iter()) {
            units.set_item(&*named.name, &*named.unit)?;
        }
        Ok(units)
    }

    /// The explanation of the compiler: names, equations of motion, properties, matrices, costs.
    ///
    /// With `latex`, the equations only, for a document with amsmath; with `full`, long entries are not abbreviated.
    ///
    /// Of a model in loops (`loops`) it shows the recursion over the links and their kinds. With `latex` or `full` it unrolls the equations, which takes long, and warns before.
    #[pyo3(signature = (*, latex = false, full = false))]
    fn explain(&self, py: Python<'_>, latex: bool, full: bool) -> PyResult<String> {
        let writing = if full { Writing::Full } else { Writing::Short };
        let text = failures::compiling(py, || {
            // Equations as LaTeX are written out.
            let description = self.description.clone().with_equations(writing);
            let description = if latex { description.with_loops(Loops::Never) } else { description };
            let program = description.compile_one(&self.constants, self.wanted.as_deref())?;
            Ok(if latex { explanation::latex(&program) } else { explanation::text(&program) })
        });
        drop(failures::take());
        text?.map_err(|failure: Failure| of_failure(py, &failure))
    }

    fn __repr__(&self) -> String {
        let built = self.built();
        let names = built.parameters.names();
        let freedoms = built.parameters.program().freedom.degrees_of_freedom;
        let freedoms = format!("{freedoms} degree{} of freedom", if freedoms == 1 { "" } else { "s" });
        let loops = if built.parameters.program().cells.is_some() { ", loops over its links" } else { "" };
        format!(
            "<linkwork.Model {}: {freedoms}, {} parameters{loops}>",
            names.mechanism,
            names.parameters.len()
        )
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        // A notebook must not compile for minutes to show a name.
        let text = if self.is_loops() { self.__repr__() } else { self.explain(py, false, false)? };
        Ok(format!("<pre>{}</pre>", crate::solution::escaped(&text)))
    }
}
