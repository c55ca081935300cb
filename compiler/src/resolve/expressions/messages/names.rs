//! Names, their indices, and what has no value.

use crate::diagnostics::{Diagnostic, Place};
use crate::resolve::expressions::value::components;
use crate::syntax::{Expression, Segment};

/// The help for what is no index or no end of a range.
pub(in crate::resolve) const INDICES: &str =
    "indices and ranges are made of literals, `const`s and loop variables";

/// The help for what is no index.
pub(in crate::resolve) const INDEX: &str = "an index is made of literals, `const`s and loop variables";

/// An undeclared name; the help is one of those below.
pub(in crate::resolve) fn unknown_name(place: Place, name: &str) -> Diagnostic {
    Diagnostic::error(place, format!("cannot find `{name}`")).label("not declared")
}

/// The help without a similar name: the possible kinds of the missing declaration.
pub(in crate::resolve) fn declare_it(name: &str, with_bodies: bool) -> String {
    let more = if with_bodies { "a body, a joint" } else { "a `coordinate`" };
    format!("declare it: `param {name} = …;`, `let {name} = …;`, or {more} of that name")
}

/// The help for the name of a function.
pub(in crate::resolve) fn call_it(name: &str) -> String {
    format!("`{name}` is a function: write `{name}(…)`")
}

/// The help for an index of a name without one.
pub(in crate::resolve) fn takes_no_index(name: &str) -> String {
    format!("`{name}` takes no index")
}

/// The help for another index than that of the declared names.
pub(in crate::resolve) fn declared_elements(first: &str, last: &str) -> String {
    if first == last {
        format!("the only element is `{first}`")
    } else {
        format!("the elements are `{first}` to `{last}`")
    }
}

/// The help for a name without its index.
pub(in crate::resolve) fn needs_index(name: &str, indexed: &str) -> String {
    format!("`{name}` needs an index: write `{indexed}`")
}

/// The help for `t`.
pub(in crate::resolve) fn name_of_time() -> String {
    "time is written `time`".to_owned()
}

/// The help for the name of a unit.
pub(in crate::resolve) fn unit_follows_number(name: &str) -> String {
    format!("`{name}` is a unit: units are written in brackets after a number, `2 [{name}]`")
}

/// An index, a range or a claim that is not a constant integer; the help says what it is made of.
pub(in crate::resolve) fn not_a_whole_number(expression: &Expression, help: &str) -> Diagnostic {
    let message = format!("`{expression}` is not a whole number known when the description is compiled");
    Diagnostic::error(expression.place, message).help(help)
}

/// Brackets after a name that contain something else than an index.
pub(in crate::resolve) fn not_an_index(bracket: &Expression, help: impl Into<String>) -> Diagnostic {
    Diagnostic::error(bracket.place, format!("`{bracket}` is not an index")).help(help)
}

/// Brackets after a name with an undeclared name in them.
pub(in crate::resolve) fn neither_index_nor_unit(segment: &Segment, meant: Option<String>) -> Diagnostic {
    let message = format!("`{}` is neither an index nor a unit", segment.name.text);
    Diagnostic::error(segment.place, message).help(meant.unwrap_or_else(|| INDEX.to_owned()))
}

/// An index beyond the components of an array or of a constraint.
pub(in crate::resolve) fn index_out_of_range(place: Place, name: &str, count: usize) -> Diagnostic {
    let help = format!("valid indices are `{name}[0]` to `{name}[{}]`", count.max(1) - 1);
    Diagnostic::error(place, format!("`{name}` has {}", components(count))).help(help)
}

/// A parameter in what is evaluated before parameters.
pub(in crate::resolve) fn parameter_has_no_value(place: Place, name: &str) -> Diagnostic {
    let message = format!("the parameter `{name}` has no value when the description is compiled");
    let help = format!("ranges, indices and `const`s are made of literals and `const`s: `const {name} = …;`");
    Diagnostic::error(place, message).label("a parameter").help(help)
}

/// A parameter in the default of an earlier one.
pub(in crate::resolve) fn parameter_used_before(place: Place, name: &str) -> Diagnostic {
    Diagnostic::error(place, format!("the parameter `{name}` is used before its declaration"))
        .label("not declared yet")
        .help("defaults are made of literals, `const`s and earlier parameters")
}

/// A constraint as a value.
pub(in crate::resolve) fn constraint_is_no_value(place: Place, name: &str) -> Diagnostic {
    Diagnostic::error(place, format!("`{name}` is a constraint, not a value"))
        .help(format!("its multiplier is `multiplier({name})`"))
}

/// A force as a value.
pub(in crate::resolve) fn force_is_no_value(place: Place, name: &str, attributes: &[&str]) -> Diagnostic {
    let words = attributes.join("`, `");
    Diagnostic::error(place, format!("`{name}` is a force, not a value")).help(format!(
        "use one of its attributes, `{words}`, as `{name}.…`, or name its expression with `let`"
    ))
}

/// A body, a frame or a joint as a value: `what` is its kind.
pub(in crate::resolve) fn part_is_no_value(
    place: Place,
    name: &str,
    what: &str,
    attributes: &[&str],
) -> Diagnostic {
    let words = attributes.join("`, `");
    Diagnostic::error(place, format!("`{name}` is a {what}, not a value"))
        .help(format!("use one of its attributes, `{words}`, as `{name}.…`"))
}

/// A function in Rust as a value.
pub(in crate::resolve) fn function_is_no_value(place: Place, name: &str) -> Diagnostic {
    Diagnostic::error(place, format!("`{name}` is a function, not a value"))
        .help(format!("write `{name}(…)`"))
}

/// `crank at [1, 0] [m]` as a value.
pub(in crate::resolve) fn point_is_no_value(expression: &Expression) -> Diagnostic {
    Diagnostic::error(expression.place, format!("`{expression}` is a point on a body, not a value"))
        .help("name it, `frame tip = …;`, and use its attributes: `tip.position`")
}

/// `0 .. 1` as a value.
pub(in crate::resolve) fn range_is_no_value(expression: &Expression) -> Diagnostic {
    Diagnostic::error(expression.place, format!("`{expression}` is a range, not a value")).help(
        "ranges are allowed in `limits: -90 [deg] .. 90 [deg]` of joints and in `range x: 0 [m] .. 1 [m];`",
    )
}
