//! The given coordinates of a tree with its constraints: a small dense system in the place of the factors of the border.
//!
//! With c for the coordinates that constraints have, which the elimination of links leaves out, and S of (4) in `shared`:
//!
//! ```text
//! [S + γ H   G_colᵀ] [ x_c ]   [r_c − e]
//! [G_row       0   ] [  λ  ] = [   g   ]            H = ∂(Gᵀ λ)/∂q of given λ                          (1)
//! ```
//! G may belong to two configurations. The matrix is scaled by powers of two and factored with complete pivoting, once: x_c is what the
//! constraints leave, with nothing cancelled, whatever the masses beside them are. Redundant constraints are beside it (`dependent`).

use super::dependent::{Dependent, DependentRoom, refill};
use crate::Real;
use crate::trees::scaled::{self, Pivoted, Pivots};
use alloc::vec::Vec;

/// The constraints of a tree where a matrix has them: rows of G at two configurations, H row by row, for the given velocities in
/// ascending order.
#[derive(Clone, Copy, Debug)]
pub struct Closing<'a, T> {
    /// G of the columns of the multipliers.
    pub columns: &'a [T],
    /// G of the rows.
    pub rows: &'a [T],
    /// γ H; empty without.
    pub stiffness: &'a [T],
    /// Which of them are redundant.
    pub redundant: Redundancy<'a>,
}

/// Redundant constraints.
#[derive(Clone, Copy, Debug, Default)]
pub struct Redundancy<'a> {
    /// Their planned number.
    pub planned: usize,
    /// The result of [`redundant_weights`](crate::emitted::redundant_weights) with one set; empty if there are none.
    pub weights: &'a [f64],
    /// The constraints that depend on others, ascending.
    pub rows: &'a [usize],
}

impl<T> Closing<'_, T> {
    /// No constraints.
    pub const NONE: Self = Self {
        columns: &[],
        rows: &[],
        stiffness: &[],
        redundant: Redundancy { planned: 0, weights: &[], rows: &[] },
    };
}

/// Factors of (1).
#[derive(Clone, Debug)]
pub(super) struct Saddle<T> {
    order: usize,
    /// L and U row by row.
    lu: Vec<T>,
    /// The equation of each row, and the unknown of each column.
    pivots: [Vec<usize>; 2],
    /// The scales of equations and unknowns.
    scales: [Vec<f64>; 2],
    /// Work space of a factorisation.
    steps: Vec<T>,
}

/// Of nothing.
impl<T> Default for Saddle<T> {
    fn default() -> Self {
        let (pivots, scales) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
        Self { order: 0, lu: Vec::new(), pivots, scales, steps: Vec::new() }
    }
}

/// Space for solves.
#[derive(Debug)]
pub(super) struct SaddleRoom<T> {
    steps: Vec<T>,
    dependent: DependentRoom<T>,
}

impl<T> Default for SaddleRoom<T> {
    fn default() -> Self {
        Self { steps: Vec::new(), dependent: DependentRoom::default() }
    }
}

impl<T: Real> Saddle<T> {
    /// Factors (1) with S of order m, row by row; the row of a pivot that is zero.
    pub(super) fn factor(
        &mut self,
        m: usize,
        s: &[T],
        closing: Closing<'_, T>,
        dependent: &mut Dependent<T>,
    ) -> Option<usize> {
        let count = closing.rows.len() / m.max(1);
        dependent.hold(m, 0..m, count, closing.redundant);
        let others = dependent.others();
        let n = m + others.len();
        self.order = n;
        self.lu.clear();
        self.lu.resize(n * n, T::zero());
        let a = &mut self.lu[..];
        for i in 0..m {
            a[n * i..n * i + m].copy_from_slice(&s[m * i..m * (i + 1)]);
            let more = closing.stiffness.get(m * i..m * (i + 1)).unwrap_or_default();
            for (entry, &more) in a[n * i..].iter_mut().zip(more) {
                *entry = *entry + more;
            }
        }
        for (k, &row) in others.iter().enumerate() {
            a[n * (m + k)..n * (m + k) + m].copy_from_slice(&closing.rows[m * row..m * (row + 1)]);
            for i in 0..m {
                a[n * i + m + k] = closing.columns[m * row + i];
            }
        }
        self.pivots.iter_mut().for_each(|all| refill(all, core::iter::repeat_n(0, n)));
        self.scales.iter_mut().for_each(|all| refill(all, core::iter::repeat_n(0.0, n)));
        let pivots = Pivots {
            order: self.pivots.each_mut().map(|all| &mut all[..]),
            scales: self.scales.each_mut().map(|all| &mut all[..]),
        };
        match scaled::factor(n, &mut self.lu, pivots) {
            Some(zero) => Some(zero.checked_sub(m).map_or(zero, |k| m + others[k])),
            None if dependent.is_empty() => None,
            None => {
                let mut steps = core::mem::take(&mut self.steps);
                let sound = dependent.factor(&closing, |_, x| self.solve_whole(x, &mut steps));
                self.steps = steps;
                (!sound).then_some(m)
            }
        }
    }

    /// The solution of (1), in place.
    pub(super) fn solve(&self, dependent: &Dependent<T>, x: &mut [T], room: &mut SaddleRoom<T>) {
        let SaddleRoom { steps, dependent: room } = room;
        if dependent.is_empty() {
            return self.solve_whole(x, steps);
        }
        dependent.solve(x, room, |_, x| self.solve_whole(x, steps));
    }

    fn solve_whole(&self, x: &mut [T], room: &mut Vec<T>) {
        let n = self.order;
        refill(room, core::iter::repeat_n(T::zero(), n));
        let pivoted = Pivoted {
            order: self.pivots.each_ref().map(|all| &all[..]),
            scales: self.scales.each_ref().map(|all| &all[..]),
        };
        scaled::solve(n, |row, column| self.lu[n * row + column], &pivoted, x, room);
    }
}
