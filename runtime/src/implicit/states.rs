//! Newton's iteration for the rates of first-order states: a dense matrix from differences.
//!
//! ```text
//! (σ − s J) dY = f_y − σ Y − y'_b,     J_ij ≈ (f_y,i(y + ε_j e_j) − f_y,i(y))/ε_j
//! ```
//!
//! Invariant: the differences affect the rate of convergence, not the solution.

use super::{Point, Scheme};
use crate::stepper::StepFailure;
use crate::vector::first_not_finite;
use crate::{Mechanism, Real, Vector};
use alloc::vec;
use alloc::vec::Vec;

/// Space for the solve, allocated at the start of a run.
#[derive(Clone, Debug)]
pub(crate) struct StateSolver<M: Mechanism> {
    right: M::States,
    trial: M::States,
    moved: M::States,
    base: M::States,
    /// Row by row; factors P (σ − s J) = L U.
    matrix: Vec<M::Scalar>,
    order: Vec<usize>,
    singular: bool,
}

/// Whether it is zero or NaN.
fn no_pivot<T: Real>(x: T) -> bool {
    x.smallest() == 0.0 || x.smallest().is_nan()
}

impl<M: Mechanism> StateSolver<M> {
    pub(crate) fn new(count: usize) -> Self {
        let states = || M::States::zeros(count);
        Self {
            right: states(),
            trial: states(),
            moved: states(),
            base: states(),
            matrix: vec![M::Scalar::zero(); count * count],
            order: vec![0; count],
            singular: false,
        }
    }

    /// f_y − σ Y − y'_b.
    pub(crate) fn residual(
        &mut self,
        m: &M,
        scheme: &Scheme<M::Scalar>,
        there: &Point<M>,
        rate_base: &M::States,
    ) {
        m.state_rates(&there.at, &there.v, &there.y, &mut self.right);
        self.right.axpy(-scheme.state_inertia, &there.rate);
        self.right.axpy(-M::Scalar::one(), rate_base);
    }

    /// Factors σ − s J.
    pub(crate) fn factor(&mut self, m: &M, scheme: &Scheme<M::Scalar>, there: &Point<M>) {
        let n = self.right.len();
        m.state_rates(&there.at, &there.v, &there.y, &mut self.base);
        let (unit, zero) = (M::Scalar::epsilon().sqrt(), M::Scalar::zero());
        self.moved.copy_from(&there.y);
        for j in 0..n {
            let y = there.y.as_slice()[j];
            // An operation like all others, not a constant: steps that record their operations can be repeated from other states.
            let size = y.abs() + (scheme.state_path * there.rate.as_slice()[j]).abs();
            let fits = M::Scalar::and(zero.lt(size), size.lt(M::Scalar::exact(f64::INFINITY)));
            let size = M::Scalar::select(fits, size, M::Scalar::one());
            self.moved.as_mut_slice()[j] = y + M::Scalar::exact(unit) * size;
            let step = self.moved.as_slice()[j] - y;
            m.state_rates(&there.at, &there.v, &self.moved, &mut self.trial);
            self.moved.as_mut_slice()[j] = y;
            for i in 0..n {
                let slope = (self.trial.as_slice()[i] - self.base.as_slice()[i]) / step;
                let diagonal = if i == j { scheme.state_inertia } else { M::Scalar::zero() };
                self.matrix[i * n + j] = diagonal - scheme.state_path * slope;
            }
        }
        self.eliminate();
    }

    /// LU with partial pivoting, in place.
    fn eliminate(&mut self) {
        let (n, a) = (self.order.len(), &mut self.matrix);
        self.singular = false;
        for c in 0..n {
            let mut best = c;
            for r in c + 1..n {
                if a[r * n + c].smallest() > a[best * n + c].smallest() {
                    best = r;
                }
            }
            self.order[c] = best;
            for j in 0..n {
                a.swap(c * n + j, best * n + j);
            }
            let pivot = a[c * n + c];
            self.singular |= no_pivot(pivot);
            for r in c + 1..n {
                let factor = a[r * n + c] / pivot;
                a[r * n + c] = factor;
                for j in c + 1..n {
                    a[r * n + j] = a[r * n + j] - factor * a[c * n + j];
                }
            }
        }
    }

    /// Y ← Y + dY.
    pub(crate) fn correct(&mut self, rate: &mut M::States) -> Result<(), StepFailure> {
        let (n, a, x) = (self.order.len(), &self.matrix, self.right.as_mut_slice());
        if self.singular {
            // σ − s J is singular, or f_y is NaN: the row with the worst pivot.
            let row = (0..n).find(|i| no_pivot(a[i * n + i])).unwrap_or(0);
            return Err(StepFailure::StateNotFinite { row });
        }
        for c in 0..n {
            x.swap(c, self.order[c]);
        }
        for r in 0..n {
            for j in 0..r {
                x[r] = x[r] - a[r * n + j] * x[j];
            }
        }
        for r in (0..n).rev() {
            for j in r + 1..n {
                x[r] = x[r] - a[r * n + j] * x[j];
            }
            x[r] = x[r] / a[r * n + r];
        }
        if let Some(row) = first_not_finite(x) {
            return Err(StepFailure::StateNotFinite { row });
        }
        rate.add(&self.right);
        Ok(())
    }

    /// |dY| of the last correction.
    pub(crate) fn change(&self) -> f64 {
        self.right.norm_l1()
    }
}
