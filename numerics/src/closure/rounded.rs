//! Given values that were typed with few decimals: what is given may move by half a unit of its last decimal, and no
//! more than the constraints ask for.
//!
//! ```text
//! min Σ ((x − x₀)/ε)² + Σ (c/ε)² + |d|²     with g(q) = 0                                          (1)
//! ```

use super::newton::newton;
use super::search::Guarded;
use super::{GIVEN, Layout, Positions, Rows, nearest};
use core::cell::RefCell;

/// Rounding at the end of what a decimal allows.
const SLACK: f64 = 1.0 + 1e-6;

/// The position that (1) leads to from `start`; `None` where something given would move farther than its last decimal.
pub(super) fn settle(
    of: &mut dyn Positions,
    layout: &Layout,
    guess: &[f64],
    start: Vec<f64>,
) -> Option<Vec<f64>> {
    let allowed = |j: usize| {
        let typed = layout.tolerances.get(j).copied().unwrap_or(0.0);
        typed.max(GIVEN * layout.unit(j))
    };
    let plain = layout.plain();
    // Given rotations have no decimals of their own: they stay.
    let free: Vec<bool> =
        layout.free().iter().enumerate().map(|(j, free)| *free || plain[j].is_some()).collect();
    let given: Vec<(usize, usize)> = layout
        .free()
        .iter()
        .enumerate()
        .filter_map(|(j, free)| plain[j].filter(|_| !free).map(|at| (j, at)))
        .collect();
    let conditions = of.equations(&start).values.len() - layout.constraints;
    let tolerance = |i: usize| layout.condition_tolerances.get(i).copied().unwrap_or(0.0).max(GIVEN);
    if given.is_empty() && conditions == 0 {
        return None;
    }
    let columns = layout.columns;
    let mut x = start;
    let mut level = constraints_of(of, layout, guess);
    if !newton(&mut level, &mut x, &free).closed() {
        return None;
    }
    let cell = RefCell::new(of);
    let mut deviations = |x: &[f64]| -> Rows {
        let mut of = cell.borrow_mut();
        let mut rows = Rows::default();
        for &(j, at) in &given {
            let weight = 1.0 / allowed(j);
            rows.values.push((x[at] - guess[at]) * weight);
            rows.jacobian.extend((0..columns).map(|k| if k == j { weight } else { 0.0 }));
        }
        let equations = of.equations(x);
        for i in 0..conditions {
            let (row, weight) = (layout.constraints + i, 1.0 / tolerance(i));
            rows.values.push(equations.values[row] * weight);
            let entries = &equations.jacobian[row * columns..(row + 1) * columns];
            rows.jacobian.extend(entries.iter().map(|entry| entry * weight));
        }
        rows.then(&of.deviations(x))
    };
    let mut level = Constraints { of: &cell, layout, guess };
    nearest::nearest(&mut level, &mut deviations, &mut x, &free);
    let given_hold = given.iter().all(|&(j, at)| (x[at] - guess[at]).abs() <= SLACK * allowed(j));
    let equations = cell.borrow_mut().equations(&x);
    let conditions_hold =
        (0..conditions).all(|i| equations.values[layout.constraints + i].abs() <= SLACK * tolerance(i));
    (given_hold && conditions_hold).then_some(x)
}

fn constraints_of<'a>(of: &'a mut dyn Positions, layout: &'a Layout, first: &[f64]) -> Guarded<'a> {
    Guarded { of, layout, first: first.to_vec(), offsets: Vec::new(), constraints_only: true }
}

/// The constraints alone, over a mechanism that others look at too.
struct Constraints<'a, 'b> {
    of: &'a RefCell<&'b mut dyn Positions>,
    layout: &'a Layout,
    guess: &'a [f64],
}

impl super::newton::Level for Constraints<'_, '_> {
    fn evaluate(&mut self, q: &[f64]) -> Rows {
        let mut of = self.of.borrow_mut();
        constraints_of(&mut **of, self.layout, self.guess).evaluate(q)
    }

    fn displace(&mut self, q: &mut [f64], by: &[f64]) {
        self.of.borrow_mut().displace(q, by);
    }

    fn sizes(&self, q: &[f64]) -> Vec<f64> {
        let mut of = self.of.borrow_mut();
        constraints_of(&mut **of, self.layout, self.guess).sizes(q)
    }

    fn is_angle(&self, column: usize) -> bool {
        self.layout.is_turn(column)
    }

    fn rounding(&self) -> f64 {
        self.layout.rounding
    }
}
