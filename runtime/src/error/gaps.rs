//! Violated constraints of an initial state, in the words of the compiler for the default parameters.
//!
//! Invariant: a joint is named once, with the largest of its gaps.

use super::listed as sequence;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// A constraint that is not satisfied.
#[derive(Clone, Debug, PartialEq)]
pub struct Gap {
    /// The name of the constraint.
    pub name: String,
    /// Its residual in `unit`: left-hand side minus right-hand side, or its rate.
    pub value: f64,
    /// The unit of `value` (empty if dimensionless).
    pub unit: String,
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.value.is_finite() {
            return write!(f, "`{}`, which is not defined there", self.name);
        }
        write!(f, "`{}` by {:.3e}", self.name, self.value)?;
        if self.unit.is_empty() { Ok(()) } else { write!(f, " {}", self.unit) }
    }
}

/// `a` by 1.000e-1 m and `b` by …
pub(super) fn listed(f: &mut fmt::Formatter<'_>, gaps: &[Gap]) -> fmt::Result {
    let mut named: Vec<&Gap> = Vec::new();
    for gap in gaps {
        let same = |known: &&mut &Gap| {
            joint_of(&known.name) == joint_of(&gap.name) && known.unit == gap.unit && gap.name.contains('.')
        };
        match named.iter_mut().find(same) {
            Some(known) if known.value.abs() >= gap.value.abs() => {}
            Some(known) => *known = gap,
            None => named.push(gap),
        }
    }
    sequence(f, &named)
}

/// Values that contradict each other.
pub(super) fn contradiction(f: &mut fmt::Formatter<'_>, values: &[String], gaps: &[Gap]) -> fmt::Result {
    let quoted: Vec<String> = values.iter().map(|value| format!("`{value}`")).collect();
    let alone = values.len() == 1;
    f.write_str(if alone { "the initial value of " } else { "the initial values of " })?;
    sequence(f, &quoted)?;
    f.write_str(if alone { " cannot be satisfied" } else { " contradict each other" })?;
    if !gaps.is_empty() {
        f.write_str(": the best attempt violates ")?;
        listed(f, gaps)?;
    }
    let it = if alone { "it" } else { "one of them" };
    let last = values.last().map_or("", String::as_str);
    write!(f, "\nhelp: remove {it}, or make it a guess: `{last}: ~…`")
}

/// The joint of a constraint: `pivot` of `pivot.x`.
pub(crate) fn joint_of(constraint: &str) -> &str {
    constraint.rsplit_once('.').map_or(constraint, |(joint, _)| joint)
}
