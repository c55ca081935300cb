//! `linkwork import`: a robot described in URDF or MJCF → the text of a `.mech` file.

use crate::description::reporter;
use crate::failure::Failure;
use linkwork_compiler::robots::{Base, Import};
use linkwork_descriptions::Description;
use std::path::{Path, PathBuf};

/// The arguments of the command, with data that the file does not contain.
#[derive(clap::Args)]
pub struct Arguments {
    /// A .urdf file (convert .xacro files with `xacro` first), or an .xml file of MuJoCo
    robot: String,
    /// The base link moves freely (URDF)
    #[arg(long)]
    floating: bool,
    /// The base link is fixed to the ground (the default)
    #[arg(long, conflicts_with = "floating")]
    fixed: bool,
    /// Add an input, a torque or a force, for every joint that does not follow another one
    #[arg(long)]
    motors: bool,
    /// Round angles within 1e-3 rad of a multiple of 90 deg to that multiple
    #[arg(long)]
    right_angles: bool,
    /// Name of the mechanism
    #[arg(long)]
    name: Option<String>,
}

/// The description.
pub fn import(arguments: &Arguments) -> Result<String, Failure> {
    let import = Import {
        base: if arguments.floating { Base::Floating } else { Base::Fixed },
        motors: arguments.motors,
        name: arguments.name.clone(),
        right_angles: arguments.right_angles,
        folder: None,
    };
    Ok(Description::of_robot(&arguments.robot, &import, reporter())?.text().to_owned())
}

/// The folders of included files.
pub fn folder_of(file: &str) -> Option<PathBuf> {
    Path::new(file).parent().map(Path::to_owned)
}
