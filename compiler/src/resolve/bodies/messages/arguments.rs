//! Arguments of joints, forces, shapes and frames.

use crate::diagnostics::messages::number_of_arguments;
use crate::diagnostics::{Diagnostic, Place, did_you_mean};
use crate::kinds::{Arguments, Signature};
use crate::syntax::{Expression, Name};

/// `write `revolute(end, end, axis: …)``
fn usage(kind: &str, signature: Signature) -> String {
    let places = signature.places.iter().map(|place| {
        let word = place.rsplit(' ').next().unwrap_or(place);
        word.to_owned()
    });
    let required = signature.required().map(|name| format!("{name}: …"));
    let all: Vec<String> = places.chain(required).collect();
    let mut text = format!("write `{kind}({})`", all.join(", "));
    let optional: Vec<&str> = signature.optional().collect();
    if !optional.is_empty() {
        text.push_str(&format!("; optional: `{}`", optional.join(":`, `") + ":"));
    }
    text
}

/// `revolute(axis: …, ground, crank)`
pub(in crate::resolve) fn positional_after_named(
    argument: &Expression,
    kind: &str,
    signature: Signature,
) -> Diagnostic {
    let message = format!("positional argument `{argument}` follows named arguments");
    Diagnostic::error(argument.place, message).help(usage(kind, signature))
}

/// `revolute(ground)`
pub(in crate::resolve) fn number_of_places(
    place: Place,
    kind: &str,
    signature: Signature,
    given: usize,
) -> Diagnostic {
    number_of_arguments(place, kind, (signature.places.len(), "positional argument"), given)
        .help(usage(kind, signature))
}

/// Required arguments that are not given.
pub(in crate::resolve) fn missing_arguments(
    place: Place,
    kind: &str,
    signature: Signature,
    missing: &[&str],
) -> Diagnostic {
    Diagnostic::error(place, format!("`{kind}` needs `{}`", missing.join("`, `")))
        .help(usage(kind, signature))
}

/// None of several arguments without which a force exerts nothing.
pub(in crate::resolve) fn exerts_nothing(arguments: &Arguments<'_>, names: &[&str]) -> Diagnostic {
    let message = format!("`{}` without `{}` exerts nothing", arguments.kind.text, names.join("`, `"));
    Diagnostic::error(arguments.place, message).help("give at least one of them")
}

/// An argument that the kind does not take.
pub(in crate::resolve) fn unknown_argument(name: &Name, kind: &str, signature: Signature) -> Diagnostic {
    let help = did_you_mean(&name.text, signature.names()).unwrap_or_else(|| usage(kind, signature));
    Diagnostic::error(name.span, format!("`{kind}` has no argument `{}`", name.text))
        .label("unknown argument")
        .help(help)
}

/// Another word than those that an argument or a property may be.
pub(in crate::resolve) fn not_among(
    place: Place,
    name: &str,
    written: &str,
    known: &[&'static str],
) -> Diagnostic {
    let listed = known.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(" or ");
    Diagnostic::error(place, format!("`{name}` must be {listed}, not `{written}`"))
        .maybe_help(did_you_mean(written, known.iter().copied()))
}
