//! Messages of expressions: numbers and their units, brackets, operators, depth.
//!
//! Invariant: what is in backticks is text of the user, or of the language.

use super::{expected, unexpected};
use crate::diagnostics::{Diagnostic, Place};
use proc_macro2::Span;
use syn::parse::ParseStream;

/// The help for a unit with something else than an operator in it.
const PRODUCT: &str = "units are multiplied with `*`: `N*m`";

/// A literal that is not a number.
pub(in crate::syntax) fn not_a_number(place: Place, found: &str) -> Diagnostic {
    unexpected(place, "a number", &format!("`{found}`"))
}

/// A literal with very many characters.
pub(in crate::syntax) fn long_number(span: Span, length: usize) -> Diagnostic {
    Diagnostic::error(span, format!("a number of {length} characters is too long"))
        .help("38 digits can be converted exactly; write fewer, with a power of ten: `1.5e-3`")
}

/// `10m`, `2x`
pub(in crate::syntax) fn number_with_suffix(
    place: Place,
    digits: &str,
    suffix: &str,
    is_unit: bool,
) -> Diagnostic {
    Diagnostic::error(place, format!("`{digits}{suffix}` is not a number")).help(if is_unit {
        unit_in_brackets(digits, suffix)
    } else {
        format!("a product is written `{digits}*{suffix}`")
    })
}

/// `10 m`
pub(in crate::syntax) fn unit_without_brackets(span: Span, digits: &str, unit: &str) -> Diagnostic {
    unexpected(span, &format!("an operator after `{digits}`"), &format!("`{unit}`"))
        .help(unit_in_brackets(digits, unit))
}

fn unit_in_brackets(digits: &str, unit: &str) -> String {
    format!("units are written in brackets: `{digits} [{unit}]`")
}

/// `.5`
pub(in crate::syntax) fn begins_with_point(place: Place, digits: &str) -> Diagnostic {
    Diagnostic::error(place, "a number cannot begin with a decimal point").help(format!("write `0.{digits}`"))
}

/// `name.0`
pub(in crate::syntax) fn component_by_number(span: Span) -> Diagnostic {
    Diagnostic::error(span, "a component cannot be selected by a number after a point")
        .help("components are `.x`, `.y`, `.z`, or `name[0]`, `name[1]`, `name[2]`")
}

/// `[]`
pub(in crate::syntax) fn empty_brackets(place: Place) -> Diagnostic {
    Diagnostic::error(place, "expected a unit or an index between the brackets")
        .help("remove the brackets if there is no unit")
}

/// `name[i, j]`; `first` is before the comma and `rest` after it.
pub(in crate::syntax) fn indices_with_comma(
    comma: Span,
    name: &str,
    first: &str,
    rest: &str,
    is_unit: bool,
) -> Diagnostic {
    let indices: String = rest.split(',').map(|index| format!("[{}]", index.trim())).collect();
    unexpected(comma, "`]` after an index", "`,`")
        .help(format!("write several indices as `{name}[{first}]{indices}`"))
        .maybe_help(is_unit.then(|| PRODUCT.to_owned()))
}

/// Something after a unit in its brackets. `found` has backticks.
pub(in crate::syntax) fn after_unit(span: Span, found: &str) -> Diagnostic {
    unexpected(span, "`*`, `/`, `^` or `]` after a unit", found).help(PRODUCT)
}

/// A unit or an index with more operators than a limit.
pub(in crate::syntax) fn long_unit(place: Place, limit: usize) -> Diagnostic {
    Diagnostic::error(place, format!("a unit or an index has more than {limit} operators"))
        .help("simplify it")
}

/// `x^`
pub(in crate::syntax) fn no_exponent(input: ParseStream) -> Diagnostic {
    expected(input, "an exponent").help("a power is written `x^2`, in units `[m/s^2]`")
}

/// `a ** b`
pub(in crate::syntax) fn double_star(span: Span) -> Diagnostic {
    Diagnostic::error(span, "there is no operator `**`").help("a power is written `x^2`")
}

/// `+a`
pub(in crate::syntax) fn leading_plus(span: Span) -> Diagnostic {
    Diagnostic::error(span, "leading `+` is not supported").help("remove it")
}

/// `a < b < c`
pub(in crate::syntax) fn chained_comparisons(span: Span) -> Diagnostic {
    Diagnostic::error(span, "comparisons cannot be chained").help("write `a < b && b < c`")
}

/// Expressions in one another beyond a limit.
pub(in crate::syntax) fn too_deep(span: Span, limit: usize) -> Diagnostic {
    Diagnostic::error(span, format!("expressions are nested more than {limit} levels deep"))
        .help("name parts of it with `let`")
}
