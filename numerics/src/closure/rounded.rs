//! Given values that were typed with few decimals: a given value may move by half a unit of its last decimal, and no
//! more than the constraints ask for.
//!
//! ```text
//! min Σ ((x − x₀)/ε)² + Σ (c/ε)² + |d|²     with g(q) = 0                                          (1)
//! ```

use super::guarded::Guarded;
use super::newton::{Level, newton};
use super::{GIVEN, Layout, Positions, Rows, nearest};
use alloc::vec;
use alloc::vec::Vec;

/// Allowance for rounding at the limits of a decimal.
pub(super) const SLACK: f64 = 1.0 + 1e-6;

/// The constraints, with what is given as deviations.
struct Softened<'a> {
    constraints: Guarded<'a>,
    /// (direction, coordinate, value, ε) of given coordinates.
    given: Vec<(usize, usize, f64, f64)>,
    /// ε of conditions.
    conditions: Vec<f64>,
}

impl Softened<'_> {
    /// The conditions, which follow the constraints.
    fn conditions(&mut self, q: &[f64]) -> Rows {
        let constraints = self.constraints.layout.constraints;
        let all = self.constraints.of.equations(q);
        Rows { values: all.values[constraints..].to_vec(), jacobian: all.jacobian[constraints..].to_vec() }
    }

    /// Whether everything given is within its last decimal.
    fn holds(&mut self, q: &[f64]) -> bool {
        let conditions = self.conditions(q).values;
        self.given.iter().all(|&(_, at, value, allowed)| (q[at] - value).abs() <= SLACK * allowed)
            && conditions.iter().zip(&self.conditions).all(|(c, allowed)| c.abs() <= SLACK * allowed)
    }
}

impl Level for Softened<'_> {
    fn evaluate(&mut self, q: &[f64]) -> Rows {
        self.constraints.evaluate(q)
    }

    fn deviations(&mut self, q: &[f64]) -> Rows {
        let mut rows = Rows::default();
        for &(column, at, value, allowed) in &self.given {
            rows.values.push((q[at] - value) / allowed);
            rows.jacobian.push(vec![(column, 1.0 / allowed)]);
        }
        let conditions = self.conditions(q).weighted(&self.conditions);
        rows.then(&conditions).then(&self.constraints.of.deviations(q))
    }

    fn displace(&mut self, q: &mut [f64], by: &[f64]) {
        self.constraints.displace(q, by);
    }

    fn sizes(&self, q: &[f64]) -> Vec<f64> {
        self.constraints.sizes(q)
    }

    fn is_angle(&self, column: usize) -> bool {
        self.constraints.is_angle(column)
    }

    fn rounding(&self) -> f64 {
        self.constraints.rounding()
    }
}

/// The position that (1) leads to from `start`; `None` where something given would move farther than its last decimal.
pub(super) fn settle(
    of: &mut dyn Positions,
    layout: &Layout,
    guess: &[f64],
    start: Vec<f64>,
) -> Option<Vec<f64>> {
    let typed = |list: &[f64], i: usize| list.get(i).copied().unwrap_or(0.0);
    let (plain, mut free) = (layout.plain(), layout.free());
    let mut given = Vec::new();
    for (column, at) in plain.iter().enumerate() {
        // Given rotations have no decimals of their own: they stay.
        if let Some(at) = at.filter(|_| !free[column]) {
            let allowed = typed(&layout.tolerances, column).max(GIVEN * layout.unit(column));
            given.push((column, at, guess[at], allowed));
            free[column] = true;
        }
    }
    let count = of.equations(&start).values.len() - layout.constraints;
    if given.is_empty() && count == 0 {
        return None;
    }
    let conditions = (0..count).map(|i| typed(&layout.condition_tolerances, i).max(GIVEN)).collect();
    let constraints = Guarded { constraints_only: true, ..Guarded::new(of, layout, guess) };
    let mut level = Softened { constraints, given, conditions };
    let mut x = start;
    if !newton(&mut level, &mut x, &free).closed() {
        return None;
    }
    nearest::nearest(&mut level, &mut x, &free);
    level.holds(&x).then_some(x)
}
