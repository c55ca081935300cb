//! The runs of a mechanism whose parameters are varied.
//!
//! If the mechanism and the method support it, four runs are computed at once as the lanes of a pack: a lane has the bits of a single
//! run, or the pack is discarded and its runs are computed one by one.
//!
//! Invariant: a run is that of `linkwork simulate` with the same method, step and parameters, on any thread and with any other runs.

use crate::chunks::Outcome;
use crate::design::Design;
use crate::keep::Keep;
use crate::messages;
use crate::packed::{self, Routines, RunPacked};
use crate::statistics::{Statistic, Statistics, Watched};
use crate::table;
use linkwork::Error;
use linkwork::scalar::Pack;
use linkwork::simulation::Sampling;
use linkwork::stepper::Tolerance;
use linkwork_jit::{Mode, Tape};
use linkwork_methods::{Method, Variant};
use linkwork_models::{Destination, LaneRows, RunOptions, Table, Trajectory};
use linkwork_tape::runs_in_packs;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The default step size, in s.
const STEP: f64 = 1e-3;
/// The name of the time as a quantity.
const TIME: &str = "time";

/// The settings of the runs.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The method.
    pub method: &'static Method,
    /// Size of the steps, in s.
    pub step: Option<f64>,
    /// The tolerance of variable steps.
    pub tolerance: Option<Tolerance>,
    /// End of each run, in s.
    pub until: f64,
    /// Whether the energy is balanced.
    pub balance: bool,
    /// Whether four runs are computed at once if possible. This affects only the time of a run.
    pub packs: bool,
}

/// A mechanism with its varied parameters and kept quantities.
pub struct Runs {
    tape: Tape,
    options: Options,
    /// All parameters.
    parameters: Vec<f64>,
    /// The indices of the varied parameters.
    places: Vec<usize>,
    keep: Vec<Keep>,
    /// The columns from which statistics are computed: the time and the quantity of each.
    columns: Vec<String>,
    packs: Result<Packs, Together>,
}

/// The method for four runs at once.
struct Packs {
    routines: Routines,
    run: RunPacked,
    /// The numbers of packs whose runs were computed at once, and of failed packs.
    computed: AtomicU64,
    given_up: AtomicU64,
}

/// Whether runs are computed four at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Together {
    /// The number of packs of four that were computed at once; the runs of the others were computed one by one.
    Packs {
        /// The number of packs that were computed at once.
        computed: u64,
        /// All packs.
        of: u64,
    },
    /// All runs are computed one by one, for this reason.
    Alone(&'static str),
    /// All runs are computed one by one, because [`Options::packs`] is false.
    Off,
}

/// Why there are no runs.
#[derive(Debug)]
pub enum BadRuns {
    /// The mechanism has no parameter or no quantity of a name: [`Error::Unknown`].
    Unknown(Error),
    /// A kept quantity has the name of a column that every table has.
    Reserved(String),
    /// Two columns of the table would have this name.
    Twice(String),
}

impl std::error::Error for BadRuns {
    /// That of an [`Error`], whose message this is.
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Unknown(error) => error.source(),
            Self::Reserved(_) | Self::Twice(_) => None,
        }
    }
}

/// After this many failed packs, no more are tried unless most succeed: a failed pack costs its runs the time of one more.
const TRIED: u64 = 8;

impl Packs {
    fn new(tape: &Tape, options: &Options) -> Result<Self, Together> {
        if !options.packs {
            return Err(Together::Off);
        }
        let run = Self::supported(tape, options).map_err(Together::Alone)?;
        let routines = Routines::new(tape, Mode::WherePaid);
        Ok(Self { routines, run, computed: AtomicU64::new(0), given_up: AtomicU64::new(0) })
    }

    /// The method for packs, or the reason why there are none.
    fn supported(tape: &Tape, options: &Options) -> Result<RunPacked, &'static str> {
        let run = packed::of(options.method).ok_or("this method")?;
        if options.tolerance.is_some() {
            return Err("a tolerance");
        }
        if linkwork_jit::interpreted(tape).is_some() || linkwork_jit::host().is_err() {
            return Err("interpreted code");
        }
        runs_in_packs(tape.program())?;
        Ok(run)
    }

    /// Whether packs are worthwhile. This affects only the time of a run.
    fn worthwhile(&self) -> bool {
        let given_up = self.given_up.load(Ordering::Relaxed);
        given_up < TRIED || 2 * given_up < self.computed.load(Ordering::Relaxed)
    }
}

impl Runs {
    /// Runs of this mechanism with these default parameters; `columns` are the quantities of a run. If no quantity is requested, all outputs
    /// are kept, or all coordinates of mechanisms without outputs.
    ///
    /// # Errors
    /// [`BadRuns`]: unknown names, and names that two columns of the table would have.
    pub fn new(
        (tape, parameters): (Tape, Vec<f64>),
        design: &Design,
        (requested, columns): (&[Keep], &[String]),
        options: Options,
    ) -> Result<Self, BadRuns> {
        let names = &tape.program().parameters;
        let unknown = |what: &'static str, name: &str, known: Vec<String>| {
            Err(BadRuns::Unknown(Error::Unknown { what, name: name.to_owned(), known }))
        };
        let mut places = Vec::new();
        for name in design.names() {
            match names.iter().position(|known| known.name == *name) {
                Some(place) => places.push(place),
                None => {
                    let known = names.iter().map(|known| known.name.to_string()).collect();
                    return unknown("parameter", name, known);
                }
            }
        }
        let program = tape.program();
        let keep = if requested.is_empty() {
            let names =
                if program.output_names.is_empty() { &program.coordinates } else { &program.output_names };
            let last = |name: &str| Keep {
                quantity: name.to_owned(),
                statistic: Statistic::Final,
                name: name.to_owned(),
            };
            names.iter().map(|named| last(&named.name)).collect()
        } else {
            requested.to_vec()
        };
        if let Some(keep) = keep.iter().find(|keep| !columns.contains(&keep.quantity)) {
            return unknown("quantity", &keep.quantity, columns.to_vec());
        }
        check_columns(design.names(), &keep)?;
        let packs = Packs::new(&tape, &options);
        let quantities = keep.iter().map(|keep| keep.quantity.clone());
        let columns = std::iter::once(TIME.to_owned()).chain(quantities).collect();
        Ok(Self { tape, options, parameters, places, keep, columns, packs })
    }

    /// The names of the kept quantities.
    pub fn kept(&self) -> Vec<String> {
        self.keep.iter().map(|keep| keep.name.clone()).collect()
    }

    /// Everything that rows depend on in addition to the design (packs are not part of it): `formulas` are constants and inputs as written, `text` is the
    /// description.
    pub fn facts(&self, formulas: &str, text: &str) -> String {
        let Options { method, step, tolerance, until, balance, .. } = self.options;
        format!(
            "linkwork {}\nmechanism: {}\nparameters before they are varied: {:?}\nconstants and inputs: {formulas}\nmethod: {}, step {step:?}, tolerance {:?}, until {until:?}, balance {balance}\n\n{text}",
            env!("CARGO_PKG_VERSION"),
            self.tape.program().name,
            self.parameters,
            method.name,
            tolerance.map(|tolerance| (tolerance.absolute, tolerance.relative)),
        )
    }

    /// The run with these values of the varied parameters; it fails when `stop` is true.
    pub fn outcome(&self, varied: &[f64], stop: Option<&AtomicBool>) -> Outcome {
        self.alone(self.built(varied), stop)
    }

    /// The number of runs that [`outcomes`](Self::outcomes) computes at once.
    pub fn at_once(&self) -> u64 {
        if self.packs.is_ok() { Pack::LANES as u64 } else { 1 }
    }

    /// Runs with several values; the results do not depend on whether they are computed at once.
    pub fn outcomes(&self, varied: &[Vec<f64>], stop: Option<&AtomicBool>) -> Vec<Outcome> {
        let mut tapes: Vec<Result<Tape, Error>> = varied.iter().map(|varied| self.built(varied)).collect();
        if let Ok(packs) = self.packs.as_ref()
            && (2..=Pack::LANES).contains(&tapes.len())
            && packs.worthwhile()
            && let Ok(mut lanes) =
                tapes.iter().map(Result::as_ref).map(|tape| tape.cloned()).collect::<Result<Vec<_>, _>>()
        {
            // Unused lanes repeat the last run.
            lanes.resize(Pack::LANES, lanes[lanes.len() - 1].clone());
            let mut statistics = vec![self.statistics(); Pack::LANES];
            let mut take = |lane: usize, row: &[f64]| statistics[lane].add_row(row);
            let rows = LaneRows { sampling: self.sampling(), columns: &self.columns, take: &mut take };
            let mut silent = |_| ();
            let options = self.run_options(stop, &mut silent);
            if let Some(trajectories) = (packs.run)(&packs.routines, &lanes, options, rows) {
                packs.computed.fetch_add(1, Ordering::Relaxed);
                return trajectories
                    .iter()
                    .zip(&statistics)
                    .take(varied.len())
                    .map(|(trajectory, statistics)| self.kept_of(trajectory, statistics))
                    .collect();
            }
            packs.given_up.fetch_add(1, Ordering::Relaxed);
        }
        tapes.drain(..).map(|tape| self.alone(tape, stop)).collect()
    }

    /// Whether runs have been computed at once so far.
    pub fn together(&self) -> Together {
        match &self.packs {
            Ok(packs) => {
                let computed = packs.computed.load(Ordering::Relaxed);
                Together::Packs { computed, of: computed + packs.given_up.load(Ordering::Relaxed) }
            }
            Err(alone) => *alone,
        }
    }

    /// The mechanism with these values of the varied parameters.
    fn built(&self, varied: &[f64]) -> Result<Tape, Error> {
        let mut parameters = self.parameters.clone();
        self.places.iter().zip(varied).for_each(|(&place, &value)| parameters[place] = value);
        self.tape.with_parameters(&parameters)
    }

    fn alone(&self, tape: Result<Tape, Error>, stop: Option<&AtomicBool>) -> Outcome {
        match tape.and_then(|tape| self.motion(&tape, stop)) {
            Ok((trajectory, statistics)) => self.kept_of(&trajectory, &statistics),
            Err(error) => failed(error.to_string()),
        }
    }

    /// The kept quantities of a run.
    fn kept_of(&self, trajectory: &Trajectory, statistics: &Statistics) -> Outcome {
        let numbers = statistics.values();
        if let Some((keep, number)) = self.keep.iter().zip(&numbers).find(|(_, number)| !number.is_finite()) {
            return failed(messages::not_finite(&keep.name, *number));
        }
        let growth = trajectory.balance.as_ref().and_then(|balance| balance.growth.as_ref());
        let growth = growth.map(|growth| messages::growth(growth.time));
        let unresolved = trajectory.report.unresolved.as_ref().map(ToString::to_string);
        let unexplained = trajectory.unexplained().map(|what| what.to_string());
        let all = growth.into_iter().chain(unresolved).chain(unexplained);
        let warning = all.collect::<Vec<_>>().join("; ");
        Outcome { result: Ok(numbers), warning }
    }

    /// One simulation, with the statistics of its samples.
    fn motion(&self, tape: &Tape, stop: Option<&AtomicBool>) -> Result<(Trajectory, Statistics), Error> {
        let statistics = Rc::new(RefCell::new(self.statistics()));
        let rows = Watched(Rc::clone(&statistics));
        let to = Destination::Numbers(Box::new(|_| Ok(Box::new(rows))));
        let table = Some(Table { to, sampling: self.sampling(), columns: Some(&self.columns) });
        let mut silent = |_| ();
        let options = RunOptions { table, ..self.run_options(stop, &mut silent) };
        let trajectory = (self.options.method.run)(tape, &Variant::default(), options)?;
        Ok((trajectory, statistics.take()))
    }

    /// Options that keep every step for the balance of the energy, otherwise the first and the last one.
    fn run_options<'a>(
        &self,
        interrupt: Option<&'a AtomicBool>,
        progress: &'a mut dyn FnMut(f64),
    ) -> RunOptions<'a> {
        let Options { step, tolerance, until, balance, .. } = self.options;
        let sampling = if balance { Sampling::EveryStep } else { Sampling::Ends };
        let step = if tolerance.is_some() { step } else { Some(step.unwrap_or(STEP)) };
        RunOptions { step, tolerance, sampling, balance, interrupt, ..RunOptions::new(until, progress) }
    }

    /// The samples that the statistics need: all, or the first and the last one.
    fn sampling(&self) -> Sampling {
        let at_ends = |keep: &Keep| matches!(keep.statistic, Statistic::Final | Statistic::Initial);
        if self.keep.iter().all(at_ends) { Sampling::Ends } else { Sampling::EveryStep }
    }

    /// Statistics without samples.
    fn statistics(&self) -> Statistics {
        Statistics::of(self.keep.iter().map(|keep| keep.statistic))
    }
}

/// Checks that every column of the tables has a name of its own; those of a design do.
fn check_columns(varied: &[String], keep: &[Keep]) -> Result<(), BadRuns> {
    for (k, Keep { name, .. }) in keep.iter().enumerate() {
        if table::is_own(name) {
            return Err(BadRuns::Reserved(name.clone()));
        }
        if varied.contains(name) || keep[..k].iter().any(|earlier| earlier.name == *name) {
            return Err(BadRuns::Twice(name.clone()));
        }
    }
    Ok(())
}

fn failed(why: String) -> Outcome {
    Outcome { result: Err(why), warning: String::new() }
}
