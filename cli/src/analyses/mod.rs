//! `linkwork equilibrium`, `modes`, `linearize` and `kinematics`: what can be said of a mechanism without simulating it.
//!
//! Invariant: mechanisms run on the tape, so that files and models of the library are treated alike.

mod equilibrium;
mod kinematics;
mod linearize;
mod modes;
mod table;

pub use equilibrium::equilibrium;
pub use kinematics::Arguments as Driven;
pub use kinematics::kinematics;
pub use linearize::linearize;
pub use modes::modes;

use crate::description::Description;
use crate::failure::Failure;
use crate::formula::Setting;
use crate::simulate::built;
use clap::ValueEnum;
use linkwork::prelude::*;
use linkwork::solution::State;
use linkwork_tape::{Tape, TapeParameters};
use std::fmt::Write;

/// Which mechanism, and with what.
#[derive(clap::Args)]
pub struct Subject {
    /// A model of the library (see `linkwork list`), or a .mech file
    mechanism: String,
    /// The mechanism to take from a file with several
    #[arg(long = "mechanism", value_name = "NAME")]
    wanted: Option<String>,
    /// Set a parameter, or a `const` of the description, to the value of a formula; earlier names,
    /// `pi` and `e` may be used
    #[arg(long = "set", value_name = "NAME=FORMULA")]
    settings: Vec<Setting>,
    /// Give an input as a formula of the parameters; inputs that are not given are zero, `time` is 0
    #[arg(long = "input", value_name = "NAME=FORMULA")]
    inputs: Vec<Setting>,
}

impl Subject {
    fn tape(&self) -> Result<Tape, Failure> {
        let description = Description::find(&self.mechanism)?;
        let constants = description.constants(&self.settings)?;
        let program = description.compile_one(&constants.texts, self.wanted.as_deref())?;
        Ok(built(TapeParameters::new(program), &constants.left, constants.values, &self.inputs)?.0)
    }
}

/// The state that small disturbances are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum About {
    /// The equilibrium near the initial state
    Equilibrium,
    /// The initial state itself, in motion or at rest
    Start,
}

/// What to linearise.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    subject: Subject,
    /// The state that small disturbances are about
    #[arg(long, value_enum, default_value = "equilibrium")]
    about: About,
}

impl Arguments {
    /// The mechanism and the state, and how the state is called.
    fn state(&self) -> Result<(Tape, State<Tape>, &'static str), Failure> {
        let tape = self.subject.tape()?;
        Ok(match self.about {
            About::Equilibrium => {
                let state = tape.equilibrium()?.state;
                (tape, state, "the equilibrium near the initial state")
            }
            About::Start => {
                let state = tape.initial_state()?;
                (tape, state, "the initial state")
            }
        })
    }
}

/// Coordinates and first-order states, one a line.
fn position(tape: &Tape, state: &State<Tape>) -> String {
    let names = tape.names();
    let named = names.coordinates.iter().chain(names.states.iter());
    let values = state.q.iter().chain(state.y.iter());
    lines(named.zip(values).map(|(named, value)| (named.name.as_ref(), *value, named.unit.as_ref())))
}

/// Names, numbers and units below each other.
fn lines<'a>(rows: impl Iterator<Item = (&'a str, f64, &'a str)>) -> String {
    let rows: Vec<_> = rows.collect();
    let width = rows.iter().map(|(name, _, _)| name.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for (name, value, unit) in rows {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {name:width$}  {} {unit}", table::number(value));
    }
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}
