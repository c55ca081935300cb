//! Messages of plans, side by side: the initial state, what is not finite there, claims, mass, redundant constraints, coincident ends.
//!
//! Invariant: what is in backticks is text of the user, or a name of a coordinate. `build()` has the same messages about the initial
//! state for other parameters (`error/messages` of the runtime).

use super::blame::Given;
use crate::diagnostics::{Diagnostic, Place, Severity};
use proc_macro2::Span;

/// An equation that the best attempt leaves open: its name, by how much, and the unit.
pub(super) type Violated<'e> = (String, f64, &'e str);

/// The place of an equation, and its name.
pub(super) type Equation<'e> = (Span, &'e str);

/// The help for a mechanism that cannot be assembled.
const ASSEMBLE: &str = "check the dimensions, or give guesses: `initial { … : ~value }`";

/// Initial values that open constraints. `others` are equations besides the one where the message is.
pub(super) fn given_values_violate(
    at: Equation<'_>,
    mechanism: &str,
    violated: &[Violated<'_>],
    others: &[Equation<'_>],
) -> Diagnostic {
    let message = format!("the initial values given for `{mechanism}` violate {}", listed(violated));
    marked(at, others, message)
        .help("remove initial values that follow from others, or make them guesses: `~value`")
}

/// Constraints that exclude each other.
pub(super) fn constraints_contradict(
    at: Equation<'_>,
    violated: &[Violated<'_>],
    others: &[Equation<'_>],
) -> Diagnostic {
    let message =
        format!("the constraints contradict each other: the best attempt violates {}", listed(violated));
    marked(at, others, message)
        .help("remove one of them, or choose parameters for which they can all be satisfied")
}

/// Constraints that stay open.
pub(super) fn not_assembled(
    at: Equation<'_>,
    mechanism: &str,
    violated: &[Violated<'_>],
    others: &[Equation<'_>],
) -> Diagnostic {
    let message =
        format!("`{mechanism}` cannot be assembled: the best attempt violates {}", listed(violated));
    marked(at, others, message).help(ASSEMBLE)
}

/// Constraints that stay open without a single one that is the cause.
pub(super) fn unassembled(place: Span, mechanism: &str) -> Diagnostic {
    Diagnostic::error(place, format!("`{mechanism}` cannot be assembled")).help(ASSEMBLE)
}

/// Joints that are on the wrong side of their axes.
pub(super) fn turned_over(place: Span, mechanism: &str, joints: &[&str]) -> Diagnostic {
    let message =
        format!("`{mechanism}` can only be assembled with `{}` turned over", joints.join("` and `"));
    Diagnostic::error(place, message).help("reverse the axes of one of its ends, or check the initial values")
}

/// Values of `initial` that exclude each other, or one that constraints exclude. The message is at the `last` one.
pub(super) fn values_contradict(
    (last, place): &Given,
    others: &[Given],
    violated: &[Violated<'_>],
) -> Diagnostic {
    let names: Vec<String> = others.iter().map(|(name, _)| format!("`{name}`")).collect();
    let (mut message, which) = match others {
        [] => (format!("the initial value of `{last}` cannot be satisfied"), "it"),
        _ => {
            let message =
                format!("the initial values of {} and `{last}` contradict each other", names.join(", "));
            (message, "one of them")
        }
    };
    if !violated.is_empty() {
        message.push_str(&format!(": the best attempt violates {}", listed(violated)));
    }
    let mut mistake =
        Diagnostic::error(*place, message).help(format!("remove {which}, or make it a guess: `{last}: ~…`"));
    for (name, place) in others {
        mistake = mistake.related(*place, format!("`{name}` is given"));
    }
    mistake
}

/// A message at an equation, with marks on the others.
fn marked((place, name): Equation<'_>, others: &[Equation<'_>], message: String) -> Diagnostic {
    let first = Diagnostic::error(place, message).label(format!("`{name}`"));
    others.iter().fold(first, |mistake, (place, name)| mistake.related(*place, format!("`{name}`")))
}

/// `a` by 1.0e-1 m and `b` by …
fn listed(violated: &[Violated<'_>]) -> String {
    let of = |(name, value, unit): &Violated<'_>| {
        if !value.is_finite() {
            return format!("`{name}`, which is not defined there");
        }
        let space = if unit.is_empty() { "" } else { " " };
        format!("`{name}` by {value:.3e}{space}{unit}")
    };
    let all: Vec<String> = violated.iter().map(of).collect();
    match all.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}

/// The innermost expression without a finite value in the initial state.
pub(super) struct Undefined {
    /// Its text, if it is not too long.
    pub text: Option<String>,
    /// Whether it is not a number; otherwise it is infinite.
    pub is_nan: bool,
    /// The first of its values: `x = 0`.
    pub values: Vec<String>,
    /// What it depends on.
    pub depends: Depends,
}

/// On what it depends whether an expression has a value.
pub(super) enum Depends {
    /// The configuration.
    Coordinates,
    /// The time.
    Time,
    /// Parameters alone.
    Parameters,
}

/// A constraint without a value. `what` is "value", "rate", "acceleration".
pub(super) fn infinite_constraint(place: Span, name: &str, what: &str, found: &Undefined) -> Diagnostic {
    infinite(place, &format!("constraint `{name}` has no finite {what}"), found)
}

/// A mass without a value.
pub(super) fn infinite_mass(place: Span, velocity: &str, found: &Undefined) -> Diagnostic {
    infinite(place, &format!("the mass that `{velocity}` moves is not finite"), found)
}

/// A force without a value.
pub(super) fn infinite_force(place: Span, velocity: &str, found: &Undefined) -> Diagnostic {
    let mistake = infinite(place, &format!("the force along `{velocity}` is not finite"), found);
    Diagnostic { severity: Severity::Warning, ..mistake }
}

fn infinite(place: Span, subject: &str, found: &Undefined) -> Diagnostic {
    let text = found.text.as_ref().map_or_else(|| "part of it".to_owned(), |text| format!("`{text}`"));
    let is = if found.is_nan { "is not defined" } else { "is infinite" };
    let at = if found.values.is_empty() { String::new() } else { format!(" at {}", found.values.join(", ")) };
    Diagnostic::error(place, format!("{subject} in the initial state: {text} {is}{at}"))
        .label("not finite at the start")
        .help(match found.depends {
            Depends::Coordinates => "give a guess in `initial`, such as `x: ~1 [m]`",
            Depends::Time => {
                "simulations start at t = 0: shift the time, `time + t0`, or use a function that is defined there"
            }
            Depends::Parameters => "choose parameters for which it is defined",
        })
}

/// A configuration at the start that is special.
pub(super) fn singular_start(place: Span) -> Diagnostic {
    Diagnostic::warning(
        place,
        "the initial configuration is singular: fewer constraints are independent there than around it",
    )
}

/// More degrees of freedom than stated. `velocities` are the first ones, of `number`.
pub(super) fn more_freedoms(
    place: Place,
    mechanism: &str,
    (found, stated): (usize, usize),
    rank: usize,
    (number, velocities): (usize, &[&str]),
) -> Diagnostic {
    let more = if number > velocities.len() { ", …" } else { "" };
    let velocities = velocities.join("`, `");
    other_freedoms(place, mechanism, found, stated)
        .help(format!("{rank} independent constraints act on {number} velocities (`{velocities}`{more})"))
}

/// Fewer degrees of freedom than stated.
pub(super) fn fewer_freedoms(
    place: Place,
    mechanism: &str,
    (found, stated): (usize, usize),
    rank: usize,
    number: usize,
) -> Diagnostic {
    other_freedoms(place, mechanism, found, stated).help(format!(
        "{number} {} subject to {rank} independent {}",
        if number == 1 { "velocity is" } else { "velocities are" },
        if rank == 1 { "constraint" } else { "constraints" }
    ))
}

fn other_freedoms(place: Place, mechanism: &str, found: usize, stated: usize) -> Diagnostic {
    let many = |count: usize| match count {
        1 => "1 degree of freedom".to_owned(),
        count => format!("{count} degrees of freedom"),
    };
    Diagnostic::error(place, format!("`{mechanism}` has {}, not {stated}", many(found)))
        .label(format!("{} stated here", many(stated)))
}

/// A drive in a mechanism that is said to conserve its energy.
pub(super) fn drive_works(place: Span, mechanism: &str, constraint: &str) -> Diagnostic {
    let why = format!("constraint `{constraint}` depends on time and does work");
    not_conserved(place, mechanism, &why)
}

/// Forces with a power in such a mechanism.
pub(super) fn forces_work(place: Span, mechanism: &str, power: f64) -> Diagnostic {
    let why =
        format!("forces without a potential have the power {power:.3} W in a state near the initial one");
    not_conserved(place, mechanism, &why)
}

/// Matrices in such a mechanism.
pub(super) fn energy_is_unknown(place: Span, mechanism: &str) -> Diagnostic {
    not_conserved(place, mechanism, "the energy of a mechanism that is given by matrices is not known")
}

fn not_conserved(place: Span, mechanism: &str, why: &str) -> Diagnostic {
    Diagnostic::error(place, format!("the energy of `{mechanism}` is not conserved: {why}"))
        .help("remove `conserves energy;`, or the force or drive that does work")
}

/// Why a velocity has no inertia.
pub(super) enum NoInertia {
    /// Bodies without mass.
    NoMass,
    /// Particles, which do not turn.
    Particles,
    /// Bodies without `inertia`.
    Bodies,
    /// Something else.
    Unknown,
}

/// A velocity that moves no mass.
pub(super) fn no_inertia(place: Span, velocity: &str, why: &NoInertia) -> Diagnostic {
    let help = match why {
        NoInertia::NoMass => {
            "the bodies that it moves have no mass: give one a `mass`, attach it with `fixed`, or determine it by a constraint"
        }
        NoInertia::Particles => {
            "a particle has no rotational inertia: attach it with `fixed`, or declare a `body` with an `inertia`"
        }
        NoInertia::Bodies => {
            "a body without `inertia` has no rotational inertia: give it an `inertia`, or attach it with `fixed`"
        }
        NoInertia::Unknown => {
            "give it a mass that is nonzero for the default parameters, or a constraint that determines it"
        }
    };
    Diagnostic::error(place, format!("singular mass matrix: `{velocity}` has no inertia")).help(help)
}

/// Equations of motion without a solution, whatever the reason.
pub(super) fn singular(place: Span) -> Diagnostic {
    Diagnostic::error(place, "the equations of motion are singular")
}

/// A matrix whose rank rounding hides.
pub(super) fn badly_scaled(place: Span) -> Diagnostic {
    Diagnostic::error(
        place,
        "the equations of motion are too badly scaled to tell redundant constraints from independent ones",
    )
    .help("look for a mass, an inertia or a length that is very small or very large compared with the others")
}

/// A constraint that leads to no pivot.
pub(super) fn redundant_constraint(place: Span, name: &str) -> Diagnostic {
    Diagnostic::error(place, format!("constraint `{name}` is redundant or constrains nothing"))
        .help("remove it, or make it depend on a coordinate")
}

/// A joint without a constraint of its own.
pub(super) fn redundant_joint(place: Span, name: &str) -> Diagnostic {
    let message =
        format!("joint `{name}` is redundant: other joints already prevent the motions that it prevents");
    Diagnostic::warning(place, message)
        .label("redundant")
        .help("remove it; with it, only sums of its reactions and theirs are determined")
}

/// A range of a reaction that redundant constraints share.
pub(super) fn range_of_not_unique(place: Span, reaction: &str) -> Diagnostic {
    let message = format!(
        "the reaction `{reaction}` is not unique: the smallest of the equivalent reactions is checked against the range"
    );
    Diagnostic::warning(place, message)
        .help("choose a reaction that the motion determines, or remove a redundant constraint")
}

/// A force that needs a direction between ends that always coincide.
pub(super) fn always_coincide(place: Span, force: &str) -> Diagnostic {
    Diagnostic::error(place, format!("the ends of `{force}` coincide in every configuration"))
        .label("a force without a direction")
        .help("attach it to points that move relative to each other")
}

/// A spring without a direction between ends that always coincide.
pub(super) fn exerts_nothing(place: Span, force: &str) -> Diagnostic {
    let message = format!("the ends of `{force}` coincide in every configuration: it exerts no force");
    Diagnostic::warning(place, message)
        .label("a spring that is never stretched")
        .help("attach it to points that move relative to each other, or remove it")
}

/// A force that needs a direction between ends that coincide at the start.
pub(super) fn coincide_at_start(place: Span, force: &str) -> Diagnostic {
    let message = format!(
        "the ends of `{force}` coincide in the initial configuration: the force has no direction there"
    );
    Diagnostic::warning(place, message).help(
        "choose another initial configuration, or connect its bodies by joints that keep its ends on a line",
    )
}
