//! The comparisons and their errors.

use crate::Mechanism;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;

/// One quantity, at all states: the worst comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// The compared quantities.
    pub quantity: String,
    /// The largest error, in the units of `limit`: relative to the terms of the quantity, unless stated otherwise. NaN if any
    /// comparison was NaN.
    pub error: f64,
    /// The limit above which the check fails.
    pub limit: f64,
    /// The entry with the largest error: names of its row and column, and the index of the state (0 is the initial one).
    pub place: String,
    /// The number of compared values.
    pub comparisons: usize,
}

impl Check {
    /// Whether the error is within the limit (NaN is not).
    pub fn passed(&self) -> bool {
        self.error <= self.limit
    }
}

/// All checks of a mechanism.
#[derive(Clone, Debug, PartialEq)]
pub struct Verification {
    /// Name of the mechanism.
    pub mechanism: String,
    /// The checks, in the order in which they were made.
    pub checks: Vec<Check>,
    /// The checks that were not possible, with reasons.
    pub left_out: Vec<String>,
}

impl Verification {
    pub(super) fn new<M: Mechanism>(m: &M) -> Self {
        Self::of(m.names().mechanism.to_string())
    }

    /// An empty verification.
    pub fn of(mechanism: String) -> Self {
        Self { mechanism, checks: Vec::new(), left_out: Vec::new() }
    }

    /// Whether all checks passed.
    pub fn passed(&self) -> bool {
        self.checks.iter().all(Check::passed)
    }

    /// The checks that did not pass.
    pub fn failed(&self) -> impl Iterator<Item = &Check> {
        self.checks.iter().filter(|check| !check.passed())
    }

    /// This verification with the checks of another one.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.checks.extend(other.checks);
        self.left_out.extend(other.left_out);
        self
    }

    /// Adds a comparison; the worst one of its quantity is kept.
    pub fn note(&mut self, quantity: &str, error: f64, limit: f64, place: impl FnOnce() -> String) {
        match self.checks.iter_mut().find(|check| check.quantity == quantity) {
            Some(check) => {
                check.comparisons += 1;
                // NaN must be kept: a comparison with it is false.
                if error > check.error || (error.is_nan() && !check.error.is_nan()) {
                    check.error = error;
                    check.place = place();
                }
            }
            None => {
                let quantity = quantity.to_owned();
                self.checks.push(Check { quantity, error, limit, place: place(), comparisons: 1 });
            }
        }
    }

    pub(super) fn leave_out(&mut self, what: &str) {
        if !self.left_out.iter().any(|known| known == what) {
            self.left_out.push(what.to_owned());
        }
    }
}

impl fmt::Display for Verification {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let failed = self.failed().count();
        match failed {
            0 => writeln!(f, "{}: all {} checks passed", self.mechanism, self.checks.len())?,
            _ => writeln!(f, "{}: {failed} of {} checks failed", self.mechanism, self.checks.len())?,
        }
        let width = self.checks.iter().map(|check| check.quantity.chars().count()).max().unwrap_or(0);
        for check in &self.checks {
            let verdict = if check.passed() { "ok    " } else { "FAILED" };
            writeln!(
                f,
                "  {verdict}  {:width$}  {:8.1e} of {:.0e}  {} number{}, worst {}",
                check.quantity,
                check.error,
                check.limit,
                check.comparisons,
                if check.comparisons == 1 { "" } else { "s" },
                check.place
            )?;
        }
        for what in &self.left_out {
            writeln!(f, "  left out: {what}")?;
        }
        Ok(())
    }
}
