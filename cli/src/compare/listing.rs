//! All runs as text for people, and as a table that can be read again.
//!
//! Invariant: what [`csv`] writes, [`read`] gives back.

use super::reference::Reference;
use super::{Outcome, Runs};
use crate::failure::Failure;
use crate::methods;
use linkwork_descriptions::report::Engine;
use std::fmt::Write;
use std::path::Path;

const HEADER: &str = "method,step [s],error,wall time [s],force evaluations,linear solves,steps";

/// Every run with the order that it shows.
pub fn text(title: &str, engine: Engine, until: f64, reference: &Reference, all: &[Runs]) -> String {
    let engine = engine.word();
    let mut text = format!("{title} until {until} s ({engine})\n\n  reference   {}\n", reference.words);
    // Writing to a string cannot fail.
    let _ = writeln!(text, "  error       {}\n", reference.measure);
    let wide = all.iter().map(|runs| runs.method.name.len()).max().unwrap_or(0);
    let _ = writeln!(
        text,
        "  {:wide$}    step [s]       error   order    wall time   evaluations        solves",
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

/// The same as a table.
pub fn csv(all: &[Runs]) -> String {
    let mut text = format!("{HEADER}\n");
    for runs in all {
        for outcome in &runs.outcomes {
            let name = runs.method.name;
            // A failed run has only its step.
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

/// The runs of a table.
pub fn read(path: &Path) -> Result<Vec<Runs>, Failure> {
    let shown = path.display();
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::input(format_args!("cannot read `{shown}`: {error}")))?;
    let mut lines = text.lines();
    if lines.next() != Some(HEADER) {
        return Err(Failure::input(format_args!(
            "`{shown}` is not a table of runs\nhelp: `linkwork compare … --csv {shown}` writes one"
        )));
    }
    let mut all: Vec<Runs> = Vec::new();
    for (i, line) in lines.enumerate() {
        let bad = || Failure::input(format_args!("`{shown}`: line {} is not a run: {line}", i + 2));
        let (name, numbers) = line.split_once(',').ok_or_else(bad)?;
        let method = methods::find(name)?;
        let outcome = outcome(numbers).ok_or_else(bad)?;
        match all.last_mut() {
            Some(runs) if runs.method.name == name => runs.outcomes.push(outcome),
            _ => all.push(Runs { method, outcomes: vec![outcome] }),
        }
    }
    Ok(all)
}

/// The cells after the name of the method; a failed run has only its step.
fn outcome(cells: &str) -> Option<Result<Outcome, (f64, String)>> {
    let cells: Vec<&str> = cells.split(',').collect();
    let [step, error, seconds, evaluations, solves, steps] = cells[..] else { return None };
    let step = step.parse().ok()?;
    if [error, seconds, evaluations, solves, steps].iter().all(|cell| cell.is_empty()) {
        return Some(Err((step, "it failed".into())));
    }
    Some(Ok(Outcome {
        step,
        error: error.parse().ok()?,
        seconds: seconds.parse().ok()?,
        evaluations: evaluations.parse().ok()?,
        solves: solves.parse().ok()?,
        steps: steps.parse().ok()?,
    }))
}
