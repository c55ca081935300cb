//! `linkwork equilibrium`, `modes`, `linearize`, `kinematics` and `inverse-dynamics`: analyses of a mechanism without simulation.
//!
//! Invariant: mechanisms run on the tape, so that files and models of the library are treated alike.

mod equilibrium;
mod inverse_dynamics;
mod kinematics;
mod linearize;
mod matrices;
mod modes;
mod samples;
pub mod table;

pub use equilibrium::equilibrium;
pub use inverse_dynamics::Arguments as Prescribed;
pub use inverse_dynamics::inverse_dynamics;
pub use kinematics::Arguments as Driven;
pub use kinematics::kinematics;
pub use linearize::{Linearized, linearize};
pub use modes::modes;

use crate::failure::Failure;
use crate::subject::Subject;
use clap::ValueEnum;
use linkwork::analysis::SteadyMotion;
use linkwork::prelude::*;
use linkwork::solution::{State, multiplier_units};
use linkwork_descriptions::omissions;
use linkwork_descriptions::report::{self, Redundancy};
use linkwork_jit::Tape;
use linkwork_methods::analyses;
use std::fmt::Write;

/// The state about which the equations are linearised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum About {
    /// The equilibrium near the initial state
    Equilibrium,
    /// The initial state itself, in motion or at rest
    Start,
}

/// The state of a linearisation.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    subject: Subject,
    /// The state about which the equations are linearised
    #[arg(long, value_enum, default_value = "equilibrium")]
    about: About,
}

impl Arguments {
    /// The mechanism and the state, and how the state is called.
    fn state(&self) -> Result<(Tape, State<Tape>, &'static str), Failure> {
        let tape = self.subject.tape()?;
        Ok(match self.about {
            About::Equilibrium => {
                let state = analyses::equilibrium(&tape)?.state;
                (tape, state, "the equilibrium near the initial state")
            }
            About::Start => {
                let state = tape.initial_state()?;
                (tape, state, "the initial state")
            }
        })
    }
}

/// The note on a state about which the linearisation changes with the motion, or rotates with it.
fn caution(motion: &SteadyMotion) -> &'static str {
    if !motion.is_steady() {
        "\nnote: the linearisation changes along the motion, which is neither an equilibrium nor a steady motion\n\
         help: the eigenvalues belong to a frozen instant and depend on the coordinates\n"
    } else if motion.turns() {
        "\nnote: the motion is steady: perturbations are in axes that rotate with it\n"
    } else {
        ""
    }
}

/// Coordinates and first-order states, one per line, and what the equations leave out: the time where they or inputs depend on it, and friction
/// that sticks there.
fn position(tape: &Tape, state: &State<Tape>) -> String {
    let names = tape.names();
    let named = names.coordinates.iter().chain(names.states.iter());
    let values = state.q.iter().chain(state.y.iter());
    let mut text =
        lines(named.zip(values).map(|(named, value)| (named.name.as_ref(), *value, named.unit.as_ref())));
    for omission in omissions(tape, state) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "\nnote: {omission}");
    }
    text
}

/// The units of all multipliers, with * after those that are not unique, and the meaning of that mark.
fn marked_multipliers(tape: &Tape) -> (Vec<String>, Option<String>) {
    let (redundancy, names) = (Redundancy::of(tape), tape.names());
    let named = names.holonomic.iter().chain(names.nonholonomic.iter());
    let marked = named.zip(multiplier_units(tape)).map(|(named, unit)| {
        if redundancy.is_open_multiplier(&named.name) { format!("{unit} *") } else { unit }
    });
    (marked.collect(), redundancy.note())
}

/// Names, numbers and units below each other.
fn lines<'a>(rows: impl Iterator<Item = (&'a str, f64, &'a str)>) -> String {
    let rows: Vec<_> = rows.collect();
    let width = rows.iter().map(|(name, _, _)| name.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for (name, value, unit) in rows {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {name:width$}  {} {unit}", report::number(value));
    }
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}
