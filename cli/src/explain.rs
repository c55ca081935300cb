//! `linkwork explain`: the analysis of a mechanism by the compiler, as text or as LaTeX, and the cost of its code.
//!
//! Invariant: everything shown is read from the compiled program, nothing is derived again.

use crate::failure::Failure;
use linkwork_compiler::{Loops, Writing};
use linkwork_descriptions::explanation;
use linkwork_descriptions::formula::Setting;

/// The arguments of the command.
#[derive(clap::Args)]
pub struct Arguments {
    /// A model of the library, a .mech file, or a robot in URDF or MJCF
    mechanism: String,
    /// The mechanism to take from a file with several
    #[arg(long = "mechanism", value_name = "NAME")]
    wanted: Option<String>,
    /// Print only the equations, as LaTeX
    #[arg(long)]
    latex: bool,
    /// Write out long entries of the equations, too
    #[arg(long)]
    full: bool,
    /// Print only the cost of the code: operations, lines and bytes by routine, and by joint, body and force
    #[arg(long, conflicts_with_all = ["latex", "full"])]
    cost: bool,
    /// Set a `const` of the description, as `name=formula`, in SI units whatever the declared unit
    #[arg(long = "set", value_name = "NAME=FORMULA")]
    settings: Vec<Setting>,
}

/// The explanation.
pub fn explain(arguments: &Arguments) -> Result<String, Failure> {
    let equations = match (arguments.cost, arguments.full) {
        (true, _) => Writing::Nothing,
        (false, true) => Writing::Full,
        (false, false) => Writing::Short,
    };
    let mut description = crate::description::find(&arguments.mechanism)?.with_equations(equations);
    if arguments.cost {
        description = description.for_costs();
    } else if !arguments.latex {
        description = description.with_loops(Loops::Chosen);
    }
    let constants = description.constants(&arguments.settings, arguments.wanted.as_deref())?;
    let program = description.compile_one(&constants.texts, arguments.wanted.as_deref())?;
    description.all_constant(&constants, arguments.wanted.as_deref())?;
    if arguments.cost {
        return explanation::cost(&program).map_err(Failure::run);
    }
    if arguments.latex {
        return Ok(explanation::latex(&program));
    }
    Ok(explanation::text(&program))
}
