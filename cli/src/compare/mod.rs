//! `linkwork compare`: a work–precision diagram of methods on one mechanism.
//!
//! Invariant: every run is the same program on the tape over the same time, so that wall times differ only by
//! the methods; they are the best of many runs if one is short.

mod diagram;
mod listing;
mod reference;
mod steps;
mod work;

pub use work::{Arguments as WorkArguments, work};

use crate::failure::Failure;
use crate::methods::{self, METHODS, Method, Variant};
use crate::progress::Progress;
use crate::subject::Subject;
use crate::variations::Variations;
use crate::whole_file;
use linkwork::simulation::Sampling;
use linkwork::{Described, Error};
use linkwork_descriptions::report::Engine;
use linkwork_figures::argument::{name, positive};
use linkwork_jit::Tape;
use linkwork_models::{RunOptions, Trajectory};
use reference::Reference;
use std::path::PathBuf;
use steps::Steps;

/// The number of repetitions of a run for a better time, as long as all of them take less than this, in s.
const REPEATS: usize = 25;
const PATIENCE: f64 = 0.2;
/// The default errors of the table in Markdown.
const ERRORS: [f64; 3] = [1e-3, 1e-6, 1e-9];

/// The arguments of the command.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    subject: Subject,
    /// The methods (see `linkwork list`), or `all` those that support the mechanism
    #[arg(long, value_name = "NAME,NAME…", value_parser = name, value_delimiter = ',', required = true)]
    methods: Vec<String>,
    #[command(flatten)]
    variations: Variations,
    /// The reference: a method with much smaller steps, or a table from `linkwork simulate --csv`
    #[arg(long, value_name = "METHOD|FILE.csv", default_value = "seventh-degree")]
    reference: String,
    /// Size of the steps of the reference, in s [default: an eighth of the smallest step]
    #[arg(long, value_name = "H", value_parser = positive, allow_hyphen_values = true)]
    reference_step: Option<f64>,
    /// Step sizes, in s; `0.1..1e-4` is 0.1 and its halves, quarters, … down to 1e-4
    #[arg(
        long,
        value_name = "H,H…|H..H",
        value_delimiter = ',',
        allow_hyphen_values = true,
        default_value = "0.016..0.001"
    )]
    steps: Vec<Steps>,
    /// End of the runs, in s
    #[arg(long, value_name = "T", default_value = "10", value_parser = positive, allow_hyphen_values = true)]
    until: f64,
    /// Show the work for these errors, interpolated between runs; a method stops refining when two consecutive runs
    /// are below all of them [with --markdown: 1e-3,1e-6,1e-9]
    #[arg(long, value_name = "E,E…", value_parser = positive, value_delimiter = ',', allow_hyphen_values = true)]
    errors: Vec<f64>,
    /// Stop refining a method after a run that took longer than this, in s
    #[arg(long, value_name = "SECONDS", value_parser = positive, allow_hyphen_values = true)]
    longest: Option<f64>,
    /// Print only the work for the errors, as a table in Markdown
    #[arg(long)]
    markdown: bool,
    /// Write all runs to a table; `-` is standard output, and the report then goes to standard error
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Draw error against wall time and against evaluations of the forces
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
}

/// One run of one method.
pub struct Outcome {
    /// Its step, in s.
    pub step: f64,
    /// The largest error of a coordinate at the end, relative to the size of that coordinate.
    pub error: f64,
    /// Wall time, in s.
    pub seconds: f64,
    /// Evaluations of the forces.
    pub evaluations: u64,
    /// Linear solves.
    pub solves: u64,
    /// Steps.
    pub steps: u64,
}

/// The runs of a method, from the largest step to the smallest; or why one failed.
pub struct Runs {
    /// The method.
    pub method: &'static Method,
    /// (step in s, outcome or message).
    pub outcomes: Vec<Result<Outcome, (f64, String)>>,
}

impl Runs {
    /// The runs that succeeded.
    pub fn good(&self) -> impl Iterator<Item = &Outcome> {
        self.outcomes.iter().flatten()
    }
}

/// Compares, writes the files, and gives the table.
pub fn compare(arguments: &Arguments) -> Result<String, Failure> {
    let description = arguments.subject.description()?;
    let mut methods = chosen(&arguments.methods)?;
    let source = reference::Source::find(&arguments.reference)?;
    let read = arguments.subject.files();
    let read = read.iter().map(String::as_str).chain([arguments.reference.as_str()]);
    whole_file::check_all(&arguments.csv, &arguments.plot, read)?;
    let constants = arguments.subject.constants(&description)?;
    let (tape, _) = arguments.subject.on_tape(&description, constants)?;
    let variant = |method: &Method| arguments.variations.among(method);
    let fits = |method: &Method| method.check(&tape, &variant(method)?).map_err(Failure::input);
    if all(&arguments.methods) {
        methods.retain(|method| fits(method).is_ok());
    }
    methods.iter().try_for_each(|method| fits(method))?;
    let notes = arguments.variations.notes(&methods, &tape)?;
    let mut steps: Vec<f64> = arguments.steps.iter().flat_map(|steps| steps.0.iter().copied()).collect();
    steps.sort_by(|a, b| b.total_cmp(a));
    steps.dedup();
    let left_out = too_long(&mut steps, arguments.until)?;
    if let Some(step) = arguments.reference_step.filter(|step| 2.0 * step > arguments.until) {
        return Err(Failure::input(format_args!(
            "the reference also runs with twice its step of {step} s, which is longer than the run\nhelp: use a smaller --reference-step"
        )));
    }
    let errors = match arguments.errors.as_slice() {
        [] if arguments.markdown => &ERRORS[..],
        errors => errors,
    };
    let smallest = steps.last().copied().unwrap_or(arguments.until);
    let fine = arguments.reference_step.unwrap_or(smallest / 8.0);
    let reference = source.values(&tape, arguments.until, fine)?;
    let mut progress = Progress::new();
    let count = (methods.len() * steps.len()) as f64;
    let mut all = Vec::new();
    for (i, method) in methods.iter().enumerate() {
        let mut outcomes = Vec::new();
        let variant = variant(method)?;
        for (j, &step) in steps.iter().enumerate() {
            progress.show((i * steps.len() + j) as f64 / count);
            outcomes.push(outcome(&tape, (method, &variant), step, arguments.until, &reference)?);
            let last: Option<&Outcome> = outcomes.last().and_then(|outcome| outcome.as_ref().ok());
            let long = last.is_some_and(|last| arguments.longest.is_some_and(|most| last.seconds > most));
            if long || work::reached(&outcomes, errors) {
                break;
            }
        }
        all.push(Runs { method, outcomes });
    }
    if all.iter().all(|runs| runs.good().next().is_none()) {
        let first = all.iter().flat_map(|runs| &runs.outcomes).find_map(|outcome| outcome.as_ref().err());
        let message = first.map_or("", |(_, message)| message.as_str());
        return Err(Failure::run(format_args!("no method reached the end: {message}")));
    }
    let title = tape_name(&tape);
    if let Some(path) = &arguments.csv {
        whole_file::write(path, &listing::csv(&all))?;
    }
    if let Some(path) = &arguments.plot {
        let subtitle =
            format!("until {} s; reference: {}{}", arguments.until, reference.words, notes.subtitle());
        whole_file::write(path, &diagram::draw(&title, &subtitle, &all, &reference)?)?;
    }
    let table = work::Table::new(errors, vec![(title.clone(), all)]);
    if arguments.markdown {
        return Ok(whole_file::report(&arguments.csv, table.markdown() + &left_out + &notes.text()));
    }
    let shown = if errors.is_empty() { String::new() } else { format!("\n{}", table.text()) };
    let text = listing::text(&title, Engine::of(&tape), arguments.until, &reference, &table.columns[0].1);
    Ok(whole_file::report(&arguments.csv, text + &shown + &left_out + &notes.text()))
}

/// Removes steps that are longer than the run: they would all be the same one, which says nothing about these step sizes.
fn too_long(steps: &mut Vec<f64>, until: f64) -> Result<String, Failure> {
    let long: Vec<String> =
        steps.iter().filter(|step| **step > until).map(|step| format!("{step} s")).collect();
    steps.retain(|step| *step <= until);
    match (steps.is_empty(), long.is_empty()) {
        (true, _) => Err(Failure::input(format_args!("all steps are longer than the run of {until} s"))),
        (_, true) => Ok(String::new()),
        _ => Ok(format!("\nsteps that are longer than the run are left out: {}\n", long.join(", "))),
    }
}

fn tape_name(tape: &Tape) -> String {
    tape.names().mechanism.to_string()
}

/// Whether every method that supports the mechanism is requested.
fn all(names: &[String]) -> bool {
    names.len() == 1 && names[0] == "all"
}

/// The methods of these names, each once.
fn chosen(names: &[String]) -> Result<Vec<&'static Method>, Failure> {
    if all(names) {
        return Ok(METHODS.iter().collect());
    }
    let mut all: Vec<&'static Method> = Vec::new();
    for name in names {
        let method = methods::find(name.trim())?;
        if all.iter().all(|known| known.name != method.name) {
            all.push(method);
        }
    }
    Ok(all)
}

/// A run of a method with steps of one size.
fn run(
    tape: &Tape,
    (method, variant): (&Method, &Variant),
    step: f64,
    until: f64,
    sampling: Sampling,
) -> Result<Trajectory, Error> {
    let mut silent = |_| ();
    let options = RunOptions { step: Some(step), sampling, ..RunOptions::new(until, &mut silent) };
    (method.run)(tape, variant, options)
}

/// Error and cost. A failed run is a result; an invalid setting is an error.
fn outcome(
    tape: &Tape,
    method: (&'static Method, &Variant),
    step: f64,
    until: f64,
    reference: &Reference,
) -> Result<Result<Outcome, (f64, String)>, Failure> {
    let (mut best, mut spent) = (f64::INFINITY, 0.0);
    let mut last = None;
    for _ in 0..REPEATS {
        let trajectory = match run(tape, method, step, until, Sampling::Ends) {
            Ok(trajectory) => trajectory,
            Err(error @ (Error::Step(_) | Error::Control(_))) => return Ok(Err((step, error.to_string()))),
            Err(error) => return Err(error.into()),
        };
        let seconds = trajectory.report.wall_time.as_secs_f64();
        best = best.min(seconds);
        last = Some(trajectory);
        spent += seconds;
        if spent > PATIENCE {
            break;
        }
    }
    let Some(trajectory) = last else { return Ok(Err((step, "it was not run".into()))) };
    let error = reference.error(&trajectory);
    if !error.is_finite() {
        return Ok(Err((step, "its final state is not finite".into())));
    }
    let report = &trajectory.report;
    Ok(Ok(Outcome {
        step,
        error,
        seconds: best,
        evaluations: report.evaluations,
        solves: report.iterations,
        steps: report.steps,
    }))
}
