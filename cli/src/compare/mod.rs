//! `linkwork compare`: a work–precision diagram of methods on one mechanism.
//!
//! Invariant: every run is the same program on the tape over the same time, so that times differ by what
//! the methods do; wall times are the best of several runs where one is short.

mod diagram;
mod reference;

use crate::failure::Failure;
use crate::methods::{self, METHODS, Method};
use crate::progress::Progress;
use crate::simulate::positive;
use crate::subject::Subject;
use crate::whole_file;
use linkwork::Error;
use linkwork::simulation::Sampling;
use linkwork_models::{RunOptions, Trajectory};
use linkwork_tape::Tape;
use reference::Reference;
use std::fmt::Write;
use std::path::PathBuf;

/// A run that takes less than this, in s, is repeated for a better time, so often.
const SHORT: f64 = 0.1;
const REPEATS: usize = 5;

/// What to compare.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    subject: Subject,
    /// The methods (see `linkwork list`), or `all` that take the mechanism
    #[arg(long, value_name = "NAME,NAME…", value_delimiter = ',', required = true)]
    methods: Vec<String>,
    /// What is taken for right: a method with much smaller steps, or a table as `linkwork simulate --csv` writes it
    #[arg(long, value_name = "METHOD|FILE.csv", default_value = "seventh-degree")]
    reference: String,
    /// Size of the steps of the reference, in s [default: an eighth of the smallest step]
    #[arg(long, value_name = "H", value_parser = positive, allow_negative_numbers = true)]
    reference_step: Option<f64>,
    /// Sizes of steps, in s
    #[arg(long, value_name = "H,H…", value_parser = positive, value_delimiter = ',', allow_negative_numbers = true,
          default_value = "0.016,0.008,0.004,0.002,0.001")]
    steps: Vec<f64>,
    /// End of the runs, in s
    #[arg(long, value_name = "T", default_value = "10", value_parser = positive, allow_negative_numbers = true)]
    until: f64,
    /// Write all runs to a table
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
    /// The runs that went well.
    pub fn good(&self) -> impl Iterator<Item = &Outcome> {
        self.outcomes.iter().flatten()
    }
}

/// Compares, writes the files, and gives the table.
pub fn compare(arguments: &Arguments) -> Result<String, Failure> {
    let description = arguments.subject.description()?;
    let mut methods = chosen(&arguments.methods)?;
    let source = reference::Source::find(&arguments.reference)?;
    for path in arguments.csv.iter().chain(&arguments.plot) {
        whole_file::check(path)?;
    }
    let constants = arguments.subject.constants(&description)?;
    let (tape, _) = arguments.subject.on_tape(&description, constants)?;
    if all(&arguments.methods) {
        methods.retain(|method| method.check(&tape).is_ok());
    }
    methods.iter().try_for_each(|method| method.check(&tape))?;
    let mut steps = arguments.steps.clone();
    steps.sort_by(|a, b| b.total_cmp(a));
    steps.dedup();
    let smallest = steps.last().copied().unwrap_or(arguments.until);
    let fine = arguments.reference_step.unwrap_or(smallest / 8.0);
    let reference = source.values(&tape, arguments.until, fine)?;
    let mut progress = Progress::new();
    let count = (methods.len() * steps.len()) as f64;
    let mut all = Vec::new();
    for (i, method) in methods.iter().enumerate() {
        let mut outcomes = Vec::new();
        for (j, &step) in steps.iter().enumerate() {
            progress.show((i * steps.len() + j) as f64 / count);
            outcomes.push(outcome(&tape, method, step, arguments.until, &reference)?);
        }
        all.push(Runs { method, outcomes });
    }
    if all.iter().all(|runs| runs.good().next().is_none()) {
        let first = all.iter().flat_map(|runs| &runs.outcomes).find_map(|outcome| outcome.as_ref().err());
        let message = first.map_or("", |(_, message)| message.as_str());
        return Err(Failure::run(format_args!("no method came to the end: {message}")));
    }
    let title = tape_name(&tape);
    if let Some(path) = &arguments.csv {
        whole_file::write(path, &csv(&all))?;
    }
    if let Some(path) = &arguments.plot {
        let subtitle = format!("until {} s; reference: {}", arguments.until, reference.words);
        whole_file::write(path, &diagram::draw(&title, &subtitle, &all, &reference)?)?;
    }
    Ok(text(&title, arguments.until, &reference, &all))
}

fn tape_name(tape: &Tape) -> String {
    use linkwork::Mechanism;
    tape.names().mechanism.to_string()
}

/// Is every method meant that takes the mechanism?
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
fn run(tape: &Tape, method: &Method, step: f64, until: f64, sampling: Sampling) -> Result<Trajectory, Error> {
    let options = RunOptions {
        parameters: &[],
        step: Some(step),
        until,
        tolerance: None,
        sampling,
        csv: None,
        progress: &mut |_| (),
    };
    (method.run)(tape, options)
}

/// Error and cost. A run that fails is a result; a setting that makes no sense is the user's mistake.
fn outcome(
    tape: &Tape,
    method: &'static Method,
    step: f64,
    until: f64,
    reference: &Reference,
) -> Result<Result<Outcome, (f64, String)>, Failure> {
    let mut best = f64::INFINITY;
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
        if seconds > SHORT {
            break;
        }
    }
    let Some(trajectory) = last else { return Ok(Err((step, "it was not run".into()))) };
    let error = reference.error(&trajectory);
    if !error.is_finite() {
        return Ok(Err((step, "its end is not finite".into())));
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

fn text(title: &str, until: f64, reference: &Reference, all: &[Runs]) -> String {
    let mut text = format!("{title} until {until} s (interpreted)\n\n  reference   {}\n", reference.words);
    // Writing to a string cannot fail.
    let _ = writeln!(text, "  error       {}\n", reference.measure);
    let wide = all.iter().map(|runs| runs.method.name.len()).max().unwrap_or(0);
    let _ = writeln!(
        text,
        "  {:wide$}      step s       error   order    wall time   evaluations        solves",
        "method"
    );
    for runs in all {
        let mut before: Option<&Outcome> = None;
        for outcome in &runs.outcomes {
            let name = runs.method.name;
            match outcome {
                Ok(outcome) => {
                    let order = before.map_or(f64::NAN, |before| {
                        (before.error / outcome.error).ln() / (before.step / outcome.step).ln()
                    });
                    let order = if order.is_finite() { format!("{order:.2}") } else { String::new() };
                    let _ = writeln!(
                        text,
                        "  {name:wide$}  {:>10.3e}  {:>10.2e}  {order:>6}  {:>8.3} ms  {:>12}  {:>12}",
                        outcome.step,
                        outcome.error,
                        outcome.seconds * 1e3,
                        outcome.evaluations,
                        outcome.solves
                    );
                    before = Some(outcome);
                }
                Err((step, message)) => {
                    let message = message.lines().next().unwrap_or_default();
                    let _ = writeln!(text, "  {name:wide$}  {step:>10.3e}  failed: {message}");
                    before = None;
                }
            }
        }
    }
    text
}

fn csv(all: &[Runs]) -> String {
    let mut text =
        String::from("method,step [s],error,wall time [s],force evaluations,linear solves,steps\n");
    for runs in all {
        for outcome in &runs.outcomes {
            let name = runs.method.name;
            // What failed has a step and nothing else.
            let _ = match outcome {
                Ok(o) => writeln!(
                    text,
                    "{name},{:e},{:e},{:e},{},{},{}",
                    o.step, o.error, o.seconds, o.evaluations, o.solves, o.steps
                ),
                Err((step, _)) => writeln!(text, "{name},{step:e},,,,,"),
            };
        }
    }
    text
}
