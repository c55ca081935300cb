//! `linkwork simulate`: a mechanism in, a report, a table and a picture out.
//!
//! Invariant: errors that can be detected before the run are reported before the run.

use crate::checkpoint::{CheckpointArguments, Keeping};
use crate::failure::Failure;
use crate::methods::{self, Variant};
use crate::picture;
use crate::progress::Progress;
use crate::stiffest::stiffest;
use crate::subject::Subject;
use crate::switching::{better, too_stiff, unstarted};
use crate::table::TableArguments;
use crate::variations::Variations;
use crate::whole_file;
use linkwork::analysis::Stiffness;
use linkwork::prelude::*;
use linkwork::simulation::Sampling;
use linkwork::stepper::Tolerance;
use linkwork_descriptions::Description;
use linkwork_descriptions::condition::Condition;
use linkwork_descriptions::formula::Values;
use linkwork_descriptions::report::{Engine, Redundancy, choice, report, steps, time};
use linkwork_figures::argument::positive;
use linkwork_jit::Tape;
use linkwork_models::{RunOptions, Trajectory};
use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::str::FromStr;

/// The default step size, in s.
pub const STEP: f64 = 1e-3;
/// No more samples than this are kept for the report: enough for any picture.
const SAMPLES: f64 = 50_000.0;

/// The number of steps of a run with a tolerance after which stiffness is checked.
const MOST_STEPS: u64 = 1_000_000;

/// A run, or why it failed.
pub type Outcome = Result<Trajectory, linkwork::Error>;

/// The arguments of the command.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    subject: Subject,
    /// The method (see `linkwork list`) [default: auto: the fifth degree, or generalized-alpha if the mechanism is too stiff for it]
    #[arg(long, value_name = "NAME")]
    method: Option<String>,
    /// Step size (of the first step, with --tolerance), in s [default: 0.001]
    #[arg(long, value_name = "H", value_parser = positive, allow_hyphen_values = true)]
    step: Option<f64>,
    /// End of the run, in s
    #[arg(long, value_name = "T", default_value = "10", value_parser = positive, allow_hyphen_values = true)]
    until: f64,
    /// Control the step size by the estimated error: an absolute tolerance, or absolute and relative
    #[arg(long, value_name = "ATOL[,RTOL]", value_parser = tolerance, allow_hyphen_values = true)]
    tolerance: Option<Tolerance>,
    /// The smallest and the largest step of a run with --tolerance, in s [default: 1e-12 times the length of the run, and its length]
    #[arg(long, value_name = "MIN,MAX", value_parser = limits, requires = "tolerance", allow_hyphen_values = true)]
    step_limits: Option<(f64, f64)>,
    /// Continue with the smallest step of --step-limits if the tolerance requires less, whatever the error; the report counts these steps
    #[arg(long, requires = "step_limits")]
    clamp: bool,
    #[command(flatten)]
    variations: Variations,
    /// Stop when a quantity (a coordinate, velocity, state, multiplier, output, or an attribute of a joint, body or frame) crosses a value,
    /// in the unit of the quantity (parameters are in SI units): `=` in either direction, `<` from above, `>` from below
    #[arg(long, value_name = "NAME=FORMULA")]
    stop: Vec<Condition>,
    /// List the times at which a quantity crosses a value
    #[arg(long, value_name = "NAME=FORMULA")]
    record: Vec<Condition>,
    #[command(flatten)]
    table: TableArguments,
    #[command(flatten)]
    checkpoint: CheckpointArguments,
    /// Draw the motion, the drift of the energy and the residual of the constraints
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
}

fn limits(text: &str) -> Result<(f64, f64), String> {
    let (smallest, largest) = text.split_once(',').ok_or("expected two step sizes: MIN,MAX in s")?;
    let (smallest, largest) = (positive(smallest)?, positive(largest)?);
    if smallest <= largest { Ok((smallest, largest)) } else { Err("give the smallest step first".into()) }
}

pub fn tolerance(text: &str) -> Result<Tolerance, String> {
    let (absolute, relative) = text.split_once(',').unwrap_or((text, "0"));
    let relative = match f64::from_str(relative.trim()) {
        Ok(value) if (0.0..1.0).contains(&value) => value,
        _ => return Err("the relative tolerance must be a number in [0, 1)".into()),
    };
    Ok(Tolerance { absolute: positive(absolute)?, relative })
}

/// Runs the simulation, writes the files, and gives the report.
pub fn simulate(arguments: &Arguments) -> Result<String, Failure> {
    let subject = &arguments.subject;
    let description = subject.description()?;
    let method =
        arguments.method.as_deref().filter(|name| *name != methods::AUTO).map(methods::find).transpose()?;
    // With weights or a treatment of constraints, the user has chosen a method.
    let method = match method {
        None if !arguments.variations.is_empty() => Some(arguments.variations.method()?),
        method => method,
    };
    let chosen = method.unwrap_or(methods::default());
    let variant = arguments.variations.of(chosen)?;
    if arguments.tolerance.is_some() {
        chosen.check_tolerance("--tolerance").map_err(Failure::input)?;
    }
    arguments.table.check(arguments.checkpoint.is_final())?;
    let written =
        arguments.table.file().into_iter().chain(&arguments.plot).chain(arguments.checkpoint.file());
    let resumed = arguments.checkpoint.resumed().map(|path| path.to_string_lossy());
    let read = subject.files();
    whole_file::check(written, read.iter().map(String::as_str).chain(resumed.as_deref()))?;
    let constants = subject.constants(&description)?;
    let watched: Vec<&str> = arguments.stop.iter().chain(&arguments.record).map(Condition::name).collect();
    let watching = description.watching(&constants.texts, subject.wanted.as_deref(), &watched)?;
    let description = watching.as_ref().unwrap_or(&description);
    // A long run is checked for stiffness.
    let may_repeat = method.is_none() && !arguments.table.is_final() && !arguments.checkpoint.is_final();
    let keeping = arguments.checkpoint.keeping(subject, description, &arguments.table)?;
    let limit = arguments.tolerance.filter(|_| may_repeat).map(|_| MOST_STEPS);
    let (tape, values) = subject.on_tape(description, constants)?;
    chosen.check(&tape, &variant).map_err(Failure::input)?;
    let redundancy = Redundancy::of(&tape);
    let closure = choice(&tape);
    let engine = Engine::of(&tape);
    let unstable = variant.weights.and_then(|weights| weights.instability(&tape));
    let attempt =
        |limit| run((arguments, &keeping), &values, limit, |options| (chosen.run)(&tape, &variant, options));
    let (mut outcome, mut limit) = (attempt(limit)?, limit);
    if exhausted(&outcome) && stiff_at_start(&tape, arguments).is_none() {
        limit = None;
        outcome = attempt(limit)?;
    }
    if matches!(&outcome, Err(linkwork::Error::Stream(error)) if error.kind() == ErrorKind::BrokenPipe) {
        // The reader has closed its end (`… --csv - | head`).
        let _ = writeln!(std::io::stderr(), "note: the reader closed the table, which ended the run");
        return Ok(String::new());
    }
    let mut stiff = None;
    let why = match too_stiff(&outcome, arguments.tolerance, arguments.step) {
        None if arguments.tolerance.is_some() && outcome.is_err() => {
            let stiffness = stiff_at_start(&tape, arguments);
            let what = if exhausted(&outcome) { "does not finish" } else { "fails" };
            let why = stiffness.map(|stiff| format!("with this tolerance the fifth degree {what}: {stiff}"));
            why.or_else(|| unstarted(&outcome))
        }
        why => why,
    };
    let mut kept = None;
    if let Some(why) = why.as_ref().filter(|_| method.is_none() && !may_repeat) {
        kept = Some(format!(
            "{why}\nhelp: {}, so the run is not repeated: name the method, `--method {}`",
            if arguments.table.is_final() {
                "rows already written to the table cannot be taken back"
            } else {
                "checkpoints belong to one method"
            },
            methods::for_stiff()?.name
        ));
    }
    let trajectory = match why.filter(|_| may_repeat) {
        Some(why) => {
            let implicit = methods::for_stiff()?;
            match run((arguments, &keeping), &values, None, |options| {
                (implicit.run)(&tape, &Variant::default(), options)
            })? {
                Ok(trajectory) if better(&trajectory, &outcome) => {
                    // The stiffest force at the start is not the one that becomes too fast later.
                    let at_start = |tried: &Trajectory| {
                        let step = arguments.step.unwrap_or(STEP);
                        tried.stiffness.as_ref().is_some_and(|stiff| stiff.exceeds(step))
                    };
                    let later = outcome.as_ref().is_ok_and(|tried| !at_start(tried));
                    let force = (!later).then(|| stiffest(subject, description, &tape)).flatten();
                    let force = force.map_or_else(String::new, |force| format!(", by the force `{force}`"));
                    stiff = Some(why + &force);
                    trajectory
                }
                // It is no better: the run of the first method is reported, and its rows are those of the table again.
                _ if arguments.table.file().is_some() => attempt(limit)??,
                _ => outcome?,
            }
        }
        None => outcome.map_err(|error| match &kept {
            Some(kept) => Failure::run(format_args!("{error}\nnote: {kept}")),
            None => named(error, subject, description, &tape, arguments.checkpoint.resume()),
        })?,
    };
    if let Some(path) = &arguments.plot {
        let end = trajectory.times.last().copied().unwrap_or(0.0);
        let subtitle =
            format!("{}, step {}, until {} s", trajectory.report.method, steps(&trajectory), time(end));
        whole_file::write(path, &picture::draw(&trajectory, &subtitle)?)?;
    }
    let mut text = report(&trajectory, engine, &redundancy, closure.as_deref(), stiff.as_deref());
    if let Some(warning) = beyond_steps(&trajectory, (subject, description, &tape), arguments) {
        text += &format!("\nwarning: {warning}\n");
    }
    for warning in unstable.into_iter().chain(kept) {
        text += &format!("\nwarning: {warning}\n");
    }
    if arguments.table.takes_standard_output() {
        // A reader that has closed its end is not a failure of the run.
        let _ = std::io::stderr().write_all(text.as_bytes());
        text.clear();
    }
    Ok(text)
}

/// Unresolved motion with steps of fixed size: a contact of the run; for a method that does not support stiff forces, forces that are
/// too fast at the start, unless the energy has grown without work, which is reported with them; energy that work does not explain.
fn beyond_steps(
    trajectory: &Trajectory,
    (subject, description, tape): (&Subject, &Description, &Tape),
    arguments: &Arguments,
) -> Option<String> {
    let report = &trajectory.report;
    let steps = |longest: f64| format!("help: use steps below {longest:.1e} s");
    let by = |force: Option<String>| force.map_or_else(String::new, |force| format!("force `{force}`: "));
    if let Some(found) = &report.unresolved {
        return Some(format!("{found}\n{}", steps(found.longest_step())));
    }
    let grows = trajectory.balance.is_some_and(|balance| balance.growth.is_some());
    let step = report.largest_step;
    let at_start = trajectory.stiffness.as_ref();
    let at_start = at_start.filter(|rate| rate.exceeds(step) && !grows && !report.supports_stiff_forces);
    let Some(rate) = at_start.filter(|_| arguments.tolerance.is_none()) else {
        let what = trajectory.unexplained()?;
        return Some(format!("{what}\nhelp: use generalized-alpha, or smaller steps"));
    };
    let force = stiffest(subject, description, tape);
    let help = steps(rate.longest_step()).replace("help: use", "help: use generalized-alpha, or");
    Some(format!("{}{rate} at the start: steps of {step:.1e} s do not resolve it\n{help}", by(force)))
}

/// The failure of a run, with the checkpoint that does not belong to it, or the force that makes the mechanism stiff, if any.
fn named(
    error: linkwork::Error,
    subject: &Subject,
    description: &Description,
    tape: &Tape,
    resume: Option<&PathBuf>,
) -> Failure {
    if let (linkwork::Error::Snapshot(_), Some(path)) = (&error, resume) {
        return Failure::input(format_args!("`{}`: {error}", path.display()));
    }
    let stiff = matches!(&error, linkwork::Error::Step(failed) if failed.stiff.is_some());
    match stiff.then(|| stiffest(subject, description, tape)).flatten() {
        Some(force) => Failure::run(format_args!("{error}\nnote: the force `{force}` makes it stiff")),
        None => error.into(),
    }
}

/// Whether a run used up its steps.
fn exhausted(outcome: &Outcome) -> bool {
    matches!(outcome, Err(linkwork::Error::Control(linkwork::ControlError::TooManySteps { .. })))
}

/// The stiffness of the mechanism at its start, if the run would need too many explicit steps.
fn stiff_at_start(tape: &Tape, arguments: &Arguments) -> Option<Stiffness> {
    let stiffness = tape.initial_state().ok().and_then(|state| tape.fastest_answer(&state));
    stiffness.filter(|stiff| stiff.exceeds(arguments.until / MOST_STEPS as f64))
}

/// Runs with progress; formulas of events have these values.
fn run(
    (arguments, keeping): (&Arguments, &Keeping),
    values: &Values,
    limit: Option<u64>,
    run: impl FnOnce(RunOptions<'_>) -> Result<Trajectory, linkwork::Error>,
) -> Result<Outcome, Failure> {
    let step = match arguments.tolerance {
        Some(_) => arguments.step,
        None => Some(arguments.step.unwrap_or(STEP)),
    };
    let sampling = match step {
        Some(step) if arguments.tolerance.is_none() => {
            Sampling::Every((arguments.until / step / SAMPLES).ceil().max(1.0) as u64)
        }
        _ => Sampling::AtMost(SAMPLES as usize),
    };
    let events = |all: &[Condition]| all.iter().map(|one| one.event(values)).collect::<Result<Vec<_>, _>>();
    let (stop_at, record_at) = (events(&arguments.stop)?, events(&arguments.record)?);
    let mut progress = Progress::new();
    let from = keeping.from.as_ref();
    let (table, end) = arguments.table.begin(from.map(|(_, bytes)| *bytes))?.unzip();
    let end = end.unwrap_or_default();
    let mut take = |snapshot| keeping.write(snapshot, &end);
    let options = RunOptions {
        start: None,
        step,
        until: arguments.until,
        tolerance: arguments.tolerance,
        limits: arguments.step_limits,
        clamp: arguments.clamp,
        max_steps: limit,
        stop_at: &stop_at,
        record_at: &record_at,
        sampling,
        balance: true,
        table,
        checkpoints: keeping.every().map(|every| (every, &mut take as linkwork_models::TakeSnapshot<'_>)),
        resume: from.map(|(snapshot, _)| snapshot.clone()),
        interrupt: None,
        progress: &mut |done| progress.show(done),
    };
    Ok(run(options))
}
