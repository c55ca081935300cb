//! `linkwork equilibrium`: the equilibrium of a mechanism, with its reactions, and its stability.

use super::table::number;
use super::{lines, marked_multipliers, position};
use crate::failure::Failure;
use crate::subject::Subject;
use linkwork::prelude::*;
use linkwork_methods::analyses;
use std::f64::consts::TAU;
use std::fmt::Write;

/// The report.
pub fn equilibrium(subject: &Subject) -> Result<String, Failure> {
    let tape = subject.tape()?;
    let found = analyses::equilibrium(&tape)?;
    let names = tape.names();
    let mut text = format!("{}: equilibrium near the initial state\n\n", names.mechanism);
    text.push_str(&position(&tape, &found.state));
    if !found.state.lambda.is_empty() || !found.state.psi.is_empty() {
        text.push_str("\nmultipliers of the constraints\n");
        let named = names.holonomic.iter().chain(names.nonholonomic.iter());
        let values = found.state.lambda.iter().chain(found.state.psi.iter());
        let (units, _) = marked_multipliers(&tape);
        let rows = named.zip(values).zip(&units);
        text.push_str(&lines(
            rows.map(|((named, value), unit)| (named.name.as_ref(), *value, unit.as_str())),
        ));
    }
    let verdict = match found.stability {
        Stability::Stable => "stable",
        Stability::Neutral => "neutral: some displacement causes no force",
        Stability::Unstable => "unstable",
        Stability::Undecided => {
            if found.bends.is_empty() {
                "undecided: forces jump at this position"
            } else {
                "undecided: stiffness or damping jump at this position"
            }
        }
    };
    let free: Vec<String> = found.independent_names().iter().map(|n| format!("`{}`", n.name)).collect();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "\n  stability           {verdict}");
    let _ = writeln!(text, "  unbalanced force    {:.2e}", found.residual);
    let _ = writeln!(text, "  iterations          {}", found.iterations);
    if !free.is_empty() {
        let _ = writeln!(text, "  independent         {}", free.join(", "));
    }
    let redundant = found.linearization.redundant();
    if redundant > 0 {
        // Nothing is marked where constraints are redundant with these parameters, and not with the default ones.
        let note = marked_multipliers(&tape).1.unwrap_or_else(|| {
            let plural = if redundant == 1 { "" } else { "s" };
            format!("{redundant} constraint{plural}; multipliers are the smallest possible")
        });
        let _ = writeln!(text, "  redundant           {note}");
    }
    if !found.kinks.is_empty() {
        let switches: Vec<String> = found.kinks.iter().map(|name| format!("`{name}`")).collect();
        let _ = writeln!(
            text,
            "  kink                forces jump where {} switches: the stiffness does not hold across it",
            switches.join(", ")
        );
    }
    if !found.bends.is_empty() {
        let switches: Vec<String> = found.bends.iter().map(|name| format!("`{name}`")).collect();
        let _ = writeln!(
            text,
            "  one side            stiffness or damping jump where {} switches: the linearisation holds on one side",
            switches.join(", ")
        );
    }
    if !found.stiffness.is_empty() {
        text.push_str("\nstiffness over mass, ω² in 1/s²\n");
        for square in &found.stiffness {
            let frequency =
                if *square > 0.0 { format!("   {:.9} Hz", square.sqrt() / TAU) } else { String::new() };
            let _ = writeln!(text, "  {}{frequency}", number(*square));
        }
    } else if !free.is_empty() {
        text.push_str(
            "\nω² is not defined: forces have no potential, constraints are nonholonomic, or states integrate; see `linkwork modes`\n",
        );
    }
    Ok(text)
}
