//! `range`, `freedoms` and `budget`.

use crate::diagnostics::{Diagnostic, did_you_mean};
use crate::syntax::{Expression, Name};
use proc_macro2::Span;

/// The help for what is no number of degrees of freedom.
pub(in crate::resolve) const COUNTED: &str =
    "give a whole number that is not negative, made of literals and `const`s";

/// The help for what is no number of a budget.
pub(in crate::resolve) const BUDGETED: &str =
    "a budget is a positive whole number without a unit, made of literals and `const`s";

/// The help for limits of a range in the wrong order.
pub(in crate::resolve) const ORDERED_RANGE: &str =
    "write the smaller one first: `range tip.position.x: 0 [m] .. 1 [m];`";

/// A range of a constant.
pub(in crate::resolve) fn range_of_constant(value: &Expression) -> Diagnostic {
    Diagnostic::error(value.place, format!("`{value}` is constant: its range has no effect"))
        .help("choose a quantity that changes, such as `range tip.position.x: 0 [m] .. 1 [m];`")
}

/// `freedoms = -1;`
pub(in crate::resolve) fn negative_freedoms(value: &Expression, freedoms: i64) -> Diagnostic {
    Diagnostic::error(value.place, format!("a mechanism cannot have {freedoms} degrees of freedom"))
        .help(COUNTED)
}

/// `budget {}`
pub(in crate::resolve) fn empty_budget(keyword: Span) -> Diagnostic {
    Diagnostic::error(keyword, "this budget limits nothing")
        .help("write `budget { operations: 5000, lines: 20000 }`, or one of them")
}

/// A quantity that no budget limits.
pub(in crate::resolve) fn unlimited(what: &Name, known: &[&str]) -> Diagnostic {
    let help = did_you_mean(&what.text, known.iter().copied())
        .unwrap_or_else(|| format!("a budget limits `{}`", known.join("` and `")));
    Diagnostic::error(what.span, format!("a budget does not limit `{}`", what.text)).help(help)
}

/// `budget { lines: 5 [m] }`
pub(in crate::resolve) fn budget_with_unit(value: &Expression, what: &str) -> Diagnostic {
    Diagnostic::error(value.place, format!("a budget of {what} has no unit: `{value}`")).help(BUDGETED)
}

/// `budget { lines: 0 }`
pub(in crate::resolve) fn budget_of_nothing(value: &Expression, number: i64, what: &str) -> Diagnostic {
    Diagnostic::error(value.place, format!("a budget of {number} {what} allows no code at all"))
        .help(BUDGETED)
}
