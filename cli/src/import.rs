//! `linkwork import`: a robot described in URDF → the text of a `.mech` file.

use crate::failure::Failure;
use linkwork_compiler::urdf::{Base, Import, mech};
use std::io::IsTerminal;

/// What to import, and what the file does not say.
#[derive(clap::Args)]
pub struct Arguments {
    /// A .urdf file (convert .xacro files by `xacro` first)
    robot: String,
    /// The base link moves freely
    #[arg(long)]
    floating: bool,
    /// The base link is the ground; this is what happens without `--floating`, too
    #[arg(long, conflicts_with = "floating")]
    fixed: bool,
    /// An input for every joint that no other one drives: a torque or a force
    #[arg(long)]
    motors: bool,
    /// Name of the mechanism
    #[arg(long)]
    name: Option<String>,
}

/// The description.
pub fn import(arguments: &Arguments) -> Result<String, Failure> {
    let file = &arguments.robot;
    let text = std::fs::read_to_string(file)
        .map_err(|error| Failure::input(format_args!("cannot read `{file}`: {error}")))?;
    let import = Import {
        base: if arguments.floating { Base::Floating } else { Base::Fixed },
        motors: arguments.motors,
        name: arguments.name.clone(),
    };
    let colour = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    mech(file, &text, &import, colour).map_err(|snippets| Failure::mistakes(&snippets))
}
