//! `model.sweep(…)`: many runs, on all cores.
//!
//! Invariant: a row has the bits of `linkwork sweep` with the same design; every run has a row.

use crate::analyses::inputs_of;
use crate::arrow::{Values, table};
use crate::design::design;
use crate::failures::{of_error, unknown, value};
use crate::inputs::Drive;
use crate::interrupt::listening;
use crate::messages;
use crate::model::Model;
use crate::numbers::{optional_whole, whole};
use crate::phrases::in_python;
use crate::run::{STEP, driven, find, positive, read_tolerance};
use crate::sensitivity::{refuse_formulas, texts};
use linkwork::Error;
use linkwork::simulation::Grid;
use linkwork_descriptions::description::columns;
use linkwork_jit::{Mode, Tape};
use linkwork_methods::Variant;
use linkwork_sweep::{
    BadRuns, Design, Format, Keep, Options, Outcome, Plan, Row, Runs, Shard, SweepError, rows_at_once,
};
use linkwork_tape::TapeParameters;
use numpy::PyArray1;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyTuple};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The results of a sweep: one row for each run, with the varied and the kept values, or the reason of a failure.
///
/// `sweep["length"]` is a NumPy array in SI units, NaN for failed runs; `sweep.failures` has the reasons.
#[pyclass(frozen, module = "linkwork", weakref)]
pub struct Sweep {
    varied: Vec<String>,
    kept: Vec<String>,
    units: Vec<String>,
    rows: Vec<Row>,
    fingerprint: Option<String>,
}

#[pymethods]
impl Model {
    /// Simulates the mechanism for many values of its parameters, on all cores.
    ///
    /// - `vary`: for each name an array of values, or "0.1..0.5:50" for 50 values from 0.1 to 0.5. All combinations are run; the last name
    ///   varies fastest. Values are in SI units, as those of `random` and `list`.
    /// - `random`: for each name "normal(mean,deviation)", "uniform(min,max)", "lognormal(mean,deviation)" of the logarithm, or
    ///   "triangular(min,max,mode)". `samples` is the number of samples. They are independent, or with `latin` a Latin hypercube, and depend only
    ///   on `seed`, name and run number.
    /// - `list`: for each name an array; run k takes the k-th value of each.
    /// - `keep`: quantities at the end ("piston"), or "min(…)", "max(…)", "mean(…)", "rms(…)", "initial(…)", "final(…)" of one. The default is all outputs,
    ///   or all coordinates of mechanisms without outputs.
    /// - `method`, `step` (in s, default 1e-3), `until` (in s), `tolerance` and `inputs`: as for `simulate`, without Python functions.
    /// - `balance`: True warns of energy that grows without work or that work does not explain, and takes ten times as long.
    /// - `into`: a folder of tables with `chunk` runs each, as of `linkwork sweep`. Existing tables are not computed again, and `shard="3/64"`
    ///   computes the third of 64 parts.
    /// - `threads`: the number of threads, 0 for all cores.
    ///
    /// Other keywords are parameters, as for `simulate`.
    ///
    /// A failed run is a row with its reason. Ctrl-C interrupts the sweep; finished tables are kept.
    #[pyo3(signature = (*, vary = None, random = None, samples = None, latin = false, seed = 0, list = None, keep = None,
                        into = None, shard = None, chunk = 1000, threads = 0, method = "fifth-degree", step = None,
                        until = 10.0, tolerance = None, balance = false, inputs = None, **parameters))]
    #[allow(clippy::too_many_arguments)]
    fn sweep(
        &self,
        py: Python<'_>,
        vary: Option<&Bound<'_, PyAny>>,
        random: Option<&Bound<'_, PyAny>>,
        samples: Option<i128>,
        latin: bool,
        seed: i128,
        list: Option<&Bound<'_, PyAny>>,
        keep: Option<&Bound<'_, PyAny>>,
        into: Option<PathBuf>,
        shard: Option<&str>,
        chunk: i128,
        threads: i128,
        method: &str,
        step: Option<f64>,
        until: f64,
        tolerance: Option<&Bound<'_, PyAny>>,
        balance: bool,
        inputs: Option<&Bound<'_, PyAny>>,
        parameters: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Sweep> {
        let method = find(py, method)?;
        let tolerance = tolerance.map(read_tolerance).transpose()?;
        if tolerance.is_some() {
            method.check_tolerance("`tolerance`").map_err(value)?;
        }
        positive("until", until)?;
        step.map_or(Ok(()), |step| positive("step", step))?;
        let chunk = whole("chunk", chunk, 1)?;
        if chunk > MOST {
            return Err(value(messages::chunk(MOST, chunk)));
        }
        let threads = usize::try_from(whole("threads", threads, 0)?).unwrap_or(usize::MAX);
        let (samples, seed) = (optional_whole("samples", samples, 1)?, whole("seed", seed, 0)?);
        let shard = shard.map(|text| text.parse::<Shard>().map_err(value)).transpose()?;
        if shard.is_some() && into.is_none() {
            return Err(value(messages::SHARD));
        }
        let design = design(vary, random, samples, latin, seed, list)?;
        let changed = match parameters {
            Some(others) => self.parameters_with(py, others)?,
            None => self.built().parameters.clone(),
        };
        for name in design.names() {
            if parameters.is_some_and(|others| others.contains(name).unwrap_or(false)) {
                return Err(value(messages::varied_and_set(name)));
            }
            if self.is_constant(name) {
                return Err(value(messages::constant(name)));
            }
        }
        let keep = keep.map(texts).transpose()?.unwrap_or_default();
        let keep: Vec<Keep> = keep.iter().map(|text| text.parse().map_err(value)).collect::<PyResult<_>>()?;
        let quantities: Vec<&str> = keep.iter().map(|keep| keep.quantity.as_str()).collect();
        let values = Self::values(&changed);
        let watched = self.watched(py, &quantities, &changed)?;
        // With the native code of earlier runs, unless something differs.
        let kept = watched.is_none() && parameters.is_none();
        let (source, text) = watched.unwrap_or_else(|| (changed.clone(), self.written().to_owned()));
        let tape = match kept.then(|| self.tape(py).ok()).flatten() {
            Some(tape) => tape,
            None => py.detach(|| built(&source, &design)).map_err(|error| of_error(py, &error))?,
        };
        method.check(&tape, &Variant::default()).map_err(value)?;
        let grid = tolerance.is_none().then(|| Grid::new(step.unwrap_or(STEP), 0.0, until));
        let drive = Drive::read(py, &inputs_of(&tape), inputs, values, grid)?;
        refuse_formulas(&drive, design.names(), "varied")?;
        if drive.asks_python() {
            return Err(value(messages::function("sweep")));
        }
        let set = self.set_constants().iter().chain(drive.texts());
        let formulas = set.map(|(name, text)| format!("{name}={text}")).collect::<Vec<_>>().join(", ");
        let tape = driven(tape, &Arc::new(drive));
        let all = columns(tape.program());
        let start = names_of(&tape).iter().map(|name| changed.get(name).unwrap_or_default()).collect();
        let options = Options { method, step, tolerance, until, balance, packs: true };
        let units = units(&tape);
        let runs = Runs::new((tape, start), &design, (&keep, &all), options);
        let runs = runs.map_err(|bad| match bad {
            BadRuns::Unknown(error) => of_error(py, &error),
            bad => value(in_python(bad.to_string())),
        })?;
        let (varied, kept) = (design.names().to_vec(), runs.kept());
        let facts = runs.facts(&formulas, &text);
        let labels = varied.clone().into_iter().chain(kept.clone());
        let units = labels.map(|name| units(&name, &keep)).collect();
        let names = kept.clone();
        let made = listening(py, move |over| -> Result<(Vec<Row>, Option<String>), SweepError> {
            let over: &AtomicBool = over;
            let run = |_: u64, values: &[Vec<f64>]| -> Vec<Outcome> { runs.outcomes(values, Some(over)) };
            let Some(folder) = into else {
                return Ok((rows_at_once(&design, threads, over, runs.at_once(), run)?, None));
            };
            let shard = shard.unwrap_or(Shard::WHOLE);
            let plan = Plan {
                design: &design,
                facts: &facts,
                kept: &names,
                chunk,
                shard,
                threads,
                folder: &folder,
                format: Format::Csv,
            };
            let totals = plan.run_at_once(over, runs.at_once(), run, |_| ())?;
            Ok((plan.rows()?, Some(totals.fingerprint)))
        })?;
        let (rows, fingerprint) = made.map_err(|error| match &error {
            SweepError::Io(..) | SweepError::NotFolder(..) | SweepError::Read(..) => {
                PyOSError::new_err(in_python(error.to_string()))
            }
            _ => value(in_python(error.to_string())),
        })?;
        Ok(Sweep { varied, kept, units, rows, fingerprint })
    }
}

/// The largest number of runs in a table.
const MOST: u64 = 1_000_000;
/// The number of runs whose values are tried where those of the model cannot be assembled.
const TRIED: u64 = 64;

/// What all runs have in common, built with the values of the model, which every run replaces: where these cannot be assembled, with those of
/// the first run that can.
fn built(source: &TapeParameters, design: &Design) -> Result<Tape, Error> {
    let build = |parameters: TapeParameters| linkwork_jit::build(parameters, Mode::WherePaid);
    let of_run = |run: u64| {
        let mut parameters = source.clone();
        for (name, value) in design.names().iter().zip(design.values(run)) {
            parameters.set(name, value);
        }
        build(parameters).ok()
    };
    build(source.clone()).or_else(|error| (0..design.runs().min(TRIED)).find_map(of_run).ok_or(error))
}

fn names_of(tape: &Tape) -> Vec<String> {
    tape.program().parameters.iter().map(|named| named.name.to_string()).collect()
}

/// The unit of a varied or kept value.
fn units(tape: &Tape) -> impl Fn(&str, &[Keep]) -> String + use<> {
    let program = tape.program();
    let all = [&program.parameters, &program.coordinates, &program.velocities, &program.states];
    let mut units: Vec<(String, String)> = all
        .into_iter()
        .chain([&program.output_names])
        .flatten()
        .map(|named| (named.name.to_string(), named.unit.to_string()))
        .collect();
    units.push(("time".to_owned(), "s".to_owned()));
    move |name, keep| {
        let quantity = keep.iter().find(|keep| keep.name == name).map_or(name, |keep| keep.quantity.as_str());
        units.iter().find(|(known, _)| known == quantity).map_or_else(String::new, |(_, unit)| unit.clone())
    }
}

impl Sweep {
    fn number(&self, place: usize, row: &Row) -> Option<f64> {
        match row.values.get(place) {
            Some(value) => Some(*value),
            None => row.outcome.result.as_ref().ok().map(|kept| kept[place - row.values.len()]),
        }
    }
}

#[pymethods]
impl Sweep {
    /// A column: a varied or kept value (NaN for failed runs), or "run".
    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        if name == "run" {
            return Ok(PyArray1::from_iter(py, self.rows.iter().map(|row| row.run)).into_any());
        }
        let place = self.varied.iter().chain(&self.kept).position(|known| known == name);
        let place = place.ok_or_else(|| {
            let known = ["run"].into_iter().chain(self.varied.iter().chain(&self.kept).map(String::as_str));
            unknown(py, "column", name, known.collect::<Vec<_>>().into_iter())
        })?;
        let numbers = self.rows.iter().map(|row| self.number(place, row).unwrap_or(f64::NAN));
        Ok(PyArray1::from_iter(py, numbers).into_any())
    }

    fn __contains__(&self, name: &Bound<'_, PyAny>) -> bool {
        name.extract::<String>().is_ok_and(|name| self.columns().contains(&name))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(PyTuple::new(py, self.columns())?.try_iter()?.into_any())
    }

    /// The number of runs.
    fn __len__(&self) -> usize {
        self.rows.len()
    }

    /// The names of the numeric columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        ["run".to_owned()].into_iter().chain(self.varied.clone()).chain(self.kept.clone()).collect()
    }

    /// The names of the numeric columns.
    fn keys(&self) -> Vec<String> {
        self.columns()
    }

    /// The units of the columns, empty for dimensionless columns.
    #[getter]
    fn units<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let units = PyDict::new(py);
        for (name, unit) in self.varied.iter().chain(&self.kept).zip(&self.units) {
            units.set_item(name, unit)?;
        }
        Ok(units)
    }

    /// The reasons of failed runs, by run number.
    #[getter]
    fn failures<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let reasons = PyDict::new(py);
        for row in &self.rows {
            if let Err(why) = &row.outcome.result {
                reasons.set_item(row.run, why)?;
            }
        }
        Ok(reasons)
    }

    /// Warnings of runs (unresolved contacts, energy that grows without work), by run number.
    #[getter]
    fn warnings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let warnings = PyDict::new(py);
        for row in self.rows.iter().filter(|row| !row.outcome.warning.is_empty()) {
            warnings.set_item(row.run, &row.outcome.warning)?;
        }
        Ok(warnings)
    }

    /// With `into`: the prefix of the file names of the tables.
    #[getter]
    fn fingerprint(&self) -> Option<String> {
        self.fingerprint.clone()
    }

    /// The rows for Arrow, pandas and polars, with the columns `failure` and `warning`; units are in the metadata of the fields.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The protocol allows a producer to ignore requests that it does not support.
        let _ = requested_schema;
        let mut all = vec![(
            "run".to_owned(),
            String::new(),
            Values::Whole(self.rows.iter().map(|row| row.run).collect()),
        )];
        for (place, (name, unit)) in self.varied.iter().chain(&self.kept).zip(&self.units).enumerate() {
            let numbers = self.rows.iter().map(|row| self.number(place, row)).collect();
            all.push((name.clone(), unit.clone(), Values::Numbers(numbers)));
        }
        let texts = |of: fn(&Row) -> Option<&str>| {
            Values::Texts(self.rows.iter().map(|row| of(row).map(str::to_owned)).collect())
        };
        let why = texts(|row| row.outcome.result.as_ref().err().map(String::as_str));
        let warnings = texts(|row| Some(row.outcome.warning.as_str()).filter(|text| !text.is_empty()));
        all.extend([
            ("failure".to_owned(), String::new(), why),
            ("warning".to_owned(), String::new(), warnings),
        ]);
        table(py, all)
    }

    /// The rows as a pandas DataFrame with the run number as the index.
    fn to_pandas<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let columns = PyDict::new(py);
        for name in self.columns() {
            columns.set_item(&name, self.__getitem__(py, &name)?)?;
        }
        let why: Vec<Option<&String>> =
            self.rows.iter().map(|row| row.outcome.result.as_ref().err()).collect();
        columns.set_item("failure", why)?;
        let warnings = |row: &Row| Some(row.outcome.warning.clone()).filter(|text| !text.is_empty());
        columns.set_item("warning", self.rows.iter().map(warnings).collect::<Vec<_>>())?;
        let frame = py.import("pandas")?.call_method1("DataFrame", (columns,))?;
        frame.call_method1("set_index", ("run",))
    }

    fn __repr__(&self) -> String {
        let failed = self.rows.iter().filter(|row| row.outcome.result.is_err()).count();
        format!(
            "<linkwork.Sweep: {} runs, {failed} failed, of {}; {}>",
            self.rows.len(),
            self.varied.join(", "),
            self.kept.join(", ")
        )
    }
}
