//! Closing the loops of a mechanism: positions first, then velocities.
//!
//! ```text
//! g(q) = 0,  c(q) = 0                  constraints, conditions of the start                    (1)
//! h(q) > 0                             no joint is turned over                                 (2)
//! min |d(q)|²                          of all closures the one nearest the reference           (3)
//! G v + g_t = 0,  k(q, v) = 0,  min |D v − w|²,  D = ∂d/∂q      velocities                     (4)
//! ```
//!
//! d are the deviations of joint coordinates from their reference values: chords 2 sin(Δ/2) of angles and rotations,
//! lengths over a characteristic length. They do not depend on the coordinates that are chosen, and neither does (3).
//!
//! | file | contents |
//! |---|---|
//! | `layout` | the meaning of the entries of a position |
//! | `guarded` | constraints and conditions between positions, joints not turned over |
//! | `newton` | one level closed from one start: damped and scaled, with a limit on steps |
//! | `nearest` | (3) along a manifold of closures |
//! | `starts` | where searches start |
//! | `search` | (1) to (3): several starts, the nearest closure first |
//! | `blame` | which given values exclude each other where nothing closes |
//! | `rounded` | given values that were typed with few decimals |
//! | `velocity` | (4) |
//! | `corner` | (4) where a switching function of a constraint is zero |
//!
//! Invariant: a closure is checked at the position that is returned.

mod blame;
mod corner;
mod guarded;
mod layout;
mod nearest;
mod newton;
mod rounded;
mod search;
mod starts;
mod velocity;

#[cfg(test)]
mod tests;

use crate::{SparseRow, sparse_rows};
use alloc::vec::Vec;
pub use blame::{Blamed, GivenValue, Kept, Part, blamed};
pub use corner::{Corner, after_corner, close_on_corner};
pub use layout::{Guard, Layout};
pub use search::{Closure, Closures, Effort, check, search, settle};
pub use velocity::{ClosedVelocities, GivenVelocities, Velocities, close_velocities};

/// The residual of a closed equation, relative to the size of its terms: a few hundred rounding units.
pub const CLOSED: f64 = 1e-12;
/// Units of rounding: slopes of redundant rows in space, and of rows where a loop is folded, are sums of terms that cancel.
const CANCELLED: f64 = 4.0;
/// The largest slope, such as the arm of a joint in m, whose rounding counts.
const LONG: f64 = 1e3;

/// The size below which slopes of these rows are what rounding leaves of terms that cancel.
#[must_use]
pub fn cancelled_below(jacobian: &[SparseRow<f64>], rounding: f64) -> f64 {
    let slopes = jacobian.iter().flatten().map(|(_, slope)| slope.abs());
    CANCELLED * rounding * slopes.fold(1.0, f64::max).min(LONG)
}

/// Tolerance of a given value whose number of typed digits is unknown: 1e-5 rad, or of the
/// characteristic length.
pub const GIVEN: f64 = 1e-5;

/// Values with their Jacobian.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    /// Values.
    pub values: Vec<f64>,
    /// The row of each value: derivatives along the directions of the configuration space.
    pub jacobian: Vec<SparseRow<f64>>,
}

impl Rows {
    /// Values with a dense Jacobian, row by row, of that many columns.
    #[must_use]
    pub fn dense(values: Vec<f64>, jacobian: &[f64], columns: usize) -> Self {
        let mut rows = sparse_rows(jacobian, columns);
        rows.resize(values.len(), SparseRow::new());
        Self { values, jacobian: rows }
    }

    /// Without slopes up to this size, each in the unit of its column: what rounding leaves of terms that cancel says nothing of the row.
    #[must_use]
    pub(crate) fn cancelled(mut self, least: f64, unit: impl Fn(usize) -> f64) -> Self {
        for row in &mut self.jacobian {
            row.retain(|&(j, slope)| slope.is_nan() || slope.abs() * unit(j) > least);
        }
        self
    }

    /// D v − w.
    #[must_use]
    pub fn rates(slopes: &[SparseRow<f64>], v: &[f64], rates: &[f64]) -> Self {
        let rows = slopes.iter().zip(rates);
        let values = rows.map(|(row, w)| row.iter().map(|&(j, d)| d * v[j]).sum::<f64>() - w).collect();
        Self { values, jacobian: slopes.to_vec() }
    }

    /// The Jacobian with each column in its own unit.
    pub(crate) fn scaled(&self, sizes: &[f64]) -> Vec<SparseRow<f64>> {
        let row = |row: &SparseRow<f64>| row.iter().map(|&(j, entry)| (j, entry * sizes[j])).collect();
        self.jacobian.iter().map(row).collect()
    }

    /// Each row divided by its own number.
    #[must_use]
    pub(crate) fn weighted(mut self, over: &[f64]) -> Self {
        for (row, over) in self.jacobian.iter_mut().zip(over) {
            row.iter_mut().for_each(|entry| entry.1 /= over);
        }
        self.values.iter_mut().zip(over).for_each(|(value, over)| *value /= over);
        self
    }

    /// All rows, each multiplied by one number.
    #[must_use]
    pub(crate) fn times(mut self, weight: f64) -> Self {
        self.jacobian.iter_mut().flatten().for_each(|entry| entry.1 *= weight);
        self.values.iter_mut().for_each(|value| *value *= weight);
        self
    }

    /// These, then others.
    #[must_use]
    pub fn then(mut self, other: &Self) -> Self {
        self.values.extend_from_slice(&other.values);
        self.jacobian.extend_from_slice(&other.jacobian);
        self
    }
}

/// The equations of a mechanism between its positions.
pub trait Positions {
    /// Constraints g, then conditions c.
    fn equations(&mut self, q: &[f64]) -> Rows;
    /// Deviations d.
    fn deviations(&mut self, q: &[f64]) -> Rows;
    /// h: cosines of the angles whose sines are among the constraints; none by default.
    fn cosines(&mut self, q: &[f64]) -> Rows {
        let _ = q;
        Rows::default()
    }
    /// q ← q ⊞ δ.
    fn displace(&mut self, q: &mut [f64], by: &[f64]);
    /// Updates the entries of q that have no directions: the remembered turns of angles.
    fn wind(&mut self, q: &mut [f64]) {
        let _ = q;
    }
}

/// An equation that stays open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// Its number: constraints first, then conditions.
    pub row: usize,
    /// Its residual.
    pub value: f64,
}

/// Why a level cannot be closed.
#[derive(Clone, Debug, PartialEq)]
pub enum Open {
    /// Between given values alone.
    Given(Vec<Gap>),
    /// These equations contradict each other everywhere.
    Contradiction(Vec<Gap>),
    /// The best attempt leaves these open.
    Apart(Vec<Gap>),
    /// Everything closes, but only with these joints turned over: numbers of cosines.
    TurnedOver(Vec<usize>),
}
