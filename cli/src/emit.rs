//! `linkwork emit`: the Rust code of a mechanism.

use crate::failure::Failure;
use linkwork_descriptions::formula::Setting;

/// What to emit.
#[derive(clap::Args)]
pub struct Arguments {
    /// A model of the library, or a .mech file
    mechanism: String,
    /// Set a `const` of the description, as `name=formula`
    #[arg(long = "set", value_name = "NAME=FORMULA")]
    settings: Vec<Setting>,
}

/// The generated code of every mechanism of the description, formatted.
pub fn emit(arguments: &Arguments) -> Result<String, Failure> {
    let description = crate::description::find(&arguments.mechanism)?;
    let constants = description.constants(&arguments.settings)?;
    let programs = description.compile(&constants.texts)?;
    description.all_constant(&constants)?;
    linkwork_compiler::build::rust(&programs).map_err(Failure::run)
}
