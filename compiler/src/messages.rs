//! Messages of the pipeline, side by side: formulations, loops over links, large code, budgets.
//!
//! Invariant: what is in backticks is text of the user, or of the language.

use crate::diagnostics::{Diagnostic, Place};
use crate::plan::Item;

/// The help for a part of the description that cannot be in a loop.
const REMOVE: &str = "remove it if you can; `unroll = always;` accepts the unrolled code";

/// A formulation that cannot be assembled, although another one can.
pub(crate) fn skipped(place: impl Into<Place>, formulation: &str, reason: &str) -> Diagnostic {
    let message = format!("`{formulation}` is skipped, but another formulation is compiled: {reason}");
    Diagnostic::warning(place, message)
}

/// A mechanism whose coordinates exclude each other.
pub(crate) fn no_formulation(place: impl Into<Place>, mechanism: &str) -> Diagnostic {
    Diagnostic::error(place, format!("`{mechanism}` has no formulation"))
        .help("choose `coordinates = minimal;` or `coordinates = absolute;`")
}

/// Large equations that the caller does not want.
pub(crate) fn not_unrolled(place: impl Into<Place>, mechanism: &str) -> Diagnostic {
    Diagnostic::error(place, format!("the equations of `{mechanism}` were not unrolled"))
}

/// What a caller is told before large equations are unrolled. `obstacle` is the reason, if it is the description.
pub(crate) fn about_to_unroll(mechanism: &str, velocities: usize, obstacle: Option<&str>) -> String {
    let why = obstacle.map_or_else(String::new, |what| format!("{what} is not made of loops over links: "));
    format!(
        "{why}the equations of `{mechanism}` with {velocities} velocities of joints are unrolled, \
         which takes time and memory that grow with the third power of that number"
    )
}

/// Long loops in joint coordinates.
pub(crate) fn about_to_unroll_loops(mechanism: &str, velocities: usize) -> String {
    format!(
        "the equations of `{mechanism}`, which has loops and {velocities} velocities of joints, are unrolled in joint coordinates, \
         which takes time and memory that grow steeply with the number of joints one after another; \
         `coordinates = absolute;` avoids that"
    )
}

/// `unroll = never;` of a mechanism that is not made of loops because of `obstacle`.
pub(crate) fn not_in_loops(place: impl Into<Place>, obstacle: &str) -> Diagnostic {
    Diagnostic::warning(place, format!("{obstacle} is not made of loops: the mechanism is unrolled"))
        .help("remove `unroll = never;`, or the part that cannot be in a loop")
}

/// A large tree that is unrolled because of `obstacle`, and run.
pub(crate) fn unrolled(place: impl Into<Place>, obstacle: &str) -> Diagnostic {
    let message = format!("{obstacle} is not made of loops: the mechanism is unrolled, which takes long");
    Diagnostic::warning(place, message).help(REMOVE)
}

/// Large code because of `obstacle`.
pub(crate) fn large_unrolled(
    place: impl Into<Place>,
    obstacle: &str,
    name: &str,
    size: (usize, usize),
) -> Diagnostic {
    let message =
        format!("{obstacle} is not made of loops: the unrolled code of `{name}` has {}", size_of(size));
    Diagnostic::warning(place, message).help(REMOVE)
}

/// Large code that could be loops, or could not.
pub(crate) fn large(
    place: impl Into<Place>,
    name: &str,
    size: (usize, usize),
    could_be_loops: bool,
) -> Diagnostic {
    let help = match could_be_loops {
        true => {
            "`unroll = never;` makes it loops over its links; `unroll = always;` accepts the unrolled code"
        }
        false => "`linkwork explain --cost` lists its parts; `unroll = always;` accepts it",
    };
    Diagnostic::warning(place, format!("the code of `{name}` has {}", size_of(size))).help(help)
}

fn size_of((operations, velocities): (usize, usize)) -> String {
    format!("{operations} operations for {velocities} velocities, which rustc takes long to compile")
}

/// The most expensive parts of code, with what each costs.
pub(crate) struct Expensive {
    /// Routines.
    pub routines: Vec<(Item, usize)>,
    /// Joints, bodies and forces.
    pub owners: Vec<(Item, usize)>,
    /// What several of them or solves cost.
    pub common: usize,
}

/// More operations than the budget; a warning if the caller is lenient.
pub(crate) fn too_many_operations(
    at: (Place, bool),
    name: &str,
    (operations, limit): (usize, usize),
    parts: &Expensive,
) -> Diagnostic {
    exceeded(at, format!("`{name}` takes {operations} operations, {limit} are allowed"), parts)
}

/// More lines than the budget; a warning if the caller is lenient.
#[cfg(feature = "lines")]
pub(crate) fn too_many_lines(
    at: (Place, bool),
    name: &str,
    (lines, limit): (usize, usize),
    parts: &Expensive,
) -> Diagnostic {
    exceeded(at, format!("the code of `{name}` has {lines} lines, {limit} are allowed"), parts)
}

/// A budget of lines where code has no layout.
#[cfg(not(feature = "lines"))]
pub(crate) fn lines_are_not_counted(place: Place) -> Diagnostic {
    Diagnostic::error(place, "lines are not counted here: this build of the macro lays out no text").help(
        "ask for the feature `lines` of the crate `linkwork`, or compile a `.mech` file in a build script",
    )
}

fn exceeded((place, lenient): (Place, bool), message: String, parts: &Expensive) -> Diagnostic {
    let routine = |(item, amount): &(Item, usize)| format!("`{}` ({}) {amount}", item.name, item.meaning);
    let owner = |(item, amount): &(Item, usize)| {
        let alike = match item.meaning.as_str() {
            "" => String::new(),
            others => format!(" ({others})"),
        };
        format!("{} `{}`{alike} {amount}", item.kind, item.name)
    };
    let told = if lenient { Diagnostic::warning(place, message) } else { Diagnostic::error(place, message) };
    let routines: Vec<String> = parts.routines.iter().map(routine).collect();
    let mut told =
        told.label("the budget").help(format!("the most expensive routines are {}", routines.join(", ")));
    let owners: Vec<String> = parts.owners.iter().map(owner).collect();
    if !owners.is_empty() {
        let common = parts.common;
        told = told.help(format!("for {}; {common} are for several or for solves", owners.join(", ")));
    }
    // Whoever is lenient shows them.
    if lenient { told } else { told.help("`linkwork explain --cost` shows all of them") }
}
