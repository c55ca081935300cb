//! The runs of a mechanism whose parameters are varied.
//!
//! Invariant: a run is that of `linkwork simulate` with the same method, step and parameters, wherever it is made.

use crate::chunks::Outcome;
use crate::design::Design;
use crate::keep::{Keep, Statistic};
use linkwork::Error;
use linkwork::simulation::Sampling;
use linkwork::stepper::Tolerance;
use linkwork_jit::Tape;
use linkwork_methods::{Method, Variant};
use linkwork_models::{RunOptions, Trajectory};
use std::sync::atomic::AtomicBool;

/// Size of a step where the user says nothing, in s.
const STEP: f64 = 1e-3;
/// The time of a sample is a quantity, too.
const TIME: &str = "time";

/// How the runs are made.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The method.
    pub method: &'static Method,
    /// Size of the steps, in s.
    pub step: Option<f64>,
    /// Variable steps, of this error.
    pub tolerance: Option<Tolerance>,
    /// End of each run, in s.
    pub until: f64,
    /// Is the energy balanced?
    pub balance: bool,
}

/// A mechanism with what is varied in it and what is kept.
pub struct Runs {
    tape: Tape,
    options: Options,
    /// All parameters.
    parameters: Vec<f64>,
    /// Which of them are varied.
    places: Vec<usize>,
    keep: Vec<Keep>,
}

impl Runs {
    /// Runs of this mechanism, whose parameters are these before they are varied; `columns` are the quantities that a run has.
    /// Where nothing is asked for, all outputs are kept, else all coordinates.
    ///
    /// # Errors
    /// [`Error::Unknown`] for what there is not.
    pub fn new(
        (tape, parameters): (Tape, Vec<f64>),
        design: &Design,
        (asked, columns): (&[Keep], &[String]),
        options: Options,
    ) -> Result<Self, Error> {
        let names = &tape.program().parameters;
        let unknown = |what: &'static str, name: &str, known: Vec<String>| {
            Err(Error::Unknown { what, name: name.to_owned(), known })
        };
        let mut places = Vec::new();
        for name in design.names() {
            match names.iter().position(|known| known.name == *name) {
                Some(place) => places.push(place),
                None => {
                    let known = names.iter().map(|known| known.name.clone()).collect();
                    return unknown("parameter", name, known);
                }
            }
        }
        let program = tape.program();
        let keep = if asked.is_empty() {
            let names =
                if program.output_names.is_empty() { &program.coordinates } else { &program.output_names };
            let last = |name: &String| Keep {
                quantity: name.clone(),
                statistic: Statistic::Final,
                name: name.clone(),
            };
            names.iter().map(|named| last(&named.name)).collect()
        } else {
            asked.to_vec()
        };
        match keep.iter().find(|keep| !columns.contains(&keep.quantity)) {
            Some(keep) => unknown("quantity", &keep.quantity, columns.to_vec()),
            None => Ok(Self { tape, options, parameters, places, keep }),
        }
    }

    /// The names of what is kept.
    pub fn kept(&self) -> Vec<String> {
        self.keep.iter().map(|keep| keep.name.clone()).collect()
    }

    /// Everything that rows depend on beside the design: `formulas` are constants and inputs as they were written, `text` is the
    /// description.
    pub fn facts(&self, formulas: &str, text: &str) -> String {
        let Options { method, step, tolerance, until, balance } = self.options;
        format!(
            "linkwork {}\nmechanism: {}\nparameters before they are varied: {:?}\nconstants and inputs: {formulas}\nmethod: {}, step {step:?}, tolerance {:?}, until {until:?}, balance {balance}\n\n{text}",
            env!("CARGO_PKG_VERSION"),
            self.tape.program().name,
            self.parameters,
            method.name,
            tolerance.map(|tolerance| (tolerance.absolute, tolerance.relative)),
        )
    }

    /// The run with these values of what is varied; it fails when `over` is true.
    pub fn outcome(&self, varied: &[f64], over: Option<&AtomicBool>) -> Outcome {
        let failed = |why: String| Outcome { result: Err(why), warning: String::new() };
        let mut parameters = self.parameters.clone();
        self.places.iter().zip(varied).for_each(|(&place, &value)| parameters[place] = value);
        let trajectory = self.tape.with_parameters(&parameters).and_then(|tape| self.motion(&tape, over));
        let trajectory = match trajectory {
            Ok(trajectory) => trajectory,
            Err(error) => return failed(error.to_string()),
        };
        let mut numbers = Vec::with_capacity(self.keep.len());
        for keep in &self.keep {
            let column = trajectory.columns.iter().find(|column| column.name == keep.quantity);
            let values = match column {
                Some(column) => &column.values,
                None if keep.quantity == TIME => &trajectory.times,
                None => return failed(format!("there is no quantity `{}`", keep.quantity)),
            };
            let number = keep.statistic.of(&trajectory.times, values);
            if !number.is_finite() {
                return failed(format!("`{}` is {number}", keep.name));
            }
            numbers.push(number);
        }
        let growth = trajectory.balance.and_then(|balance| balance.growth);
        let growth = growth.map(|growth| format!("energy comes from nowhere at t = {} s", growth.time));
        let unresolved = trajectory.report.unresolved.as_ref().map(ToString::to_string);
        let warning = growth.into_iter().chain(unresolved).collect::<Vec<_>>().join("; ");
        Outcome { result: Ok(numbers), warning }
    }

    /// One simulation, with every step where something is kept of all of them, else with the first and the last one.
    fn motion(&self, tape: &Tape, over: Option<&AtomicBool>) -> Result<Trajectory, Error> {
        let Options { method, step, tolerance, until, balance } = self.options;
        let at_ends = |keep: &Keep| matches!(keep.statistic, Statistic::Final | Statistic::Initial);
        let ends = self.keep.iter().all(at_ends) && !balance;
        let sampling = if ends { Sampling::Every(u64::MAX) } else { Sampling::EveryStep };
        let step = if tolerance.is_some() { step } else { Some(step.unwrap_or(STEP)) };
        let mut silent = |_| ();
        let interrupt = over;
        let run = RunOptions {
            step,
            tolerance,
            sampling,
            balance,
            interrupt,
            ..RunOptions::new(until, &mut silent)
        };
        (method.run)(tape, &Variant::default(), run)
    }
}
