//! The state between t_n and t_{n+1}, by the interpolant of a Runge–Kutta method.
//!
//! ```text
//! Ω(θ) = θ(r₁ + (1−θ)(r₂ + θ(r₃ + (1−θ)(r₄ + …)))),   q(t_n + θh) = q_n ⊞ Ω(θ)          (1)
//! ```
//!
//! and the same for v and y, see [`Interpolant`]. Invariant: both ends are exact, even if the end was projected.

use super::embedded::{Embedded, Interpolant};
use super::stepper::{Slopes, Workspace};
use super::tableau::{Row, nonzero};
use super::{RungeKutta, Treats};
use crate::stepper::{Start, StepFailure, Stepper};
use crate::unknowns::Unknowns;
use crate::{Mechanism, Real, Vector};
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

/// Space for an interpolant.
#[derive(Clone, Debug)]
pub(super) struct Dense<M: Mechanism> {
    /// Whether the polynomials are those of the last attempt.
    pub(super) ready: bool,
    extra: Vec<Row<M::Scalar>>,
    nodes: Vec<M::Scalar>,
    rows: Vec<Row<M::Scalar>>,
    /// k of the stages, of the end and of the extra stages.
    slopes: Vec<Slopes<M>>,
    /// r₁, r₂ …
    r: Vec<Slopes<M>>,
    sum: Slopes<M>,
    found: Unknowns<M>,
}

impl<M: Mechanism> Dense<M> {
    fn new(interpolant: &Interpolant, like: &Slopes<M>, found: &Unknowns<M>, stages: usize) -> Self {
        let rows = |rows: &[&[super::Coefficient]]| rows.iter().map(|row| nonzero(row)).collect::<Vec<_>>();
        Self {
            ready: false,
            extra: rows(interpolant.extra),
            nodes: interpolant.nodes.iter().map(|c| c.to()).collect(),
            rows: rows(interpolant.rows),
            slopes: vec![like.clone(); stages + 1 + interpolant.extra.len()],
            r: vec![like.clone(); 3 + interpolant.rows.len()],
            sum: like.clone(),
            found: found.clone(),
        }
    }
}

impl<M: Mechanism> Slopes<M> {
    fn copy_from(&mut self, other: &Self) {
        self.q.copy_from(&other.q);
        self.v.copy_from(&other.v);
        self.y.copy_from(&other.y);
    }
    fn axpy(&mut self, a: M::Scalar, x: &Self) {
        self.q.axpy(a, &x.q);
        self.v.axpy(a, &x.v);
        self.y.axpy(a, &x.y);
    }
    fn scale(&mut self, a: M::Scalar) {
        self.q.scale(a);
        self.v.scale(a);
        self.y.scale(a);
    }
}

/// A method with dense output.
pub trait DenseOutput<M: Mechanism>: Stepper<M> {
    /// Order of the interpolated state in h.
    fn dense_order(&self) -> u32;
    /// Writes (t, q, v, y) at t_n + θh of the last attempt to `out`, for 0 ≤ θ ≤ 1. Constraints hold there to the
    /// order of the interpolant. Valid until the next attempt, whether it was committed or not; the first call
    /// of a run allocates.
    ///
    /// # Errors
    /// The accelerations at the end, or at an extra stage, cannot be solved for.
    fn between(
        &self,
        m: &M,
        theta: M::Scalar,
        w: &mut Self::Workspace,
        out: &mut Start<M>,
    ) -> Result<(), StepFailure>;
}

impl<M: Mechanism, B: Embedded, C: Treats<M>> DenseOutput<M> for RungeKutta<B, C> {
    fn dense_order(&self) -> u32 {
        B::INTERPOLANT.order
    }

    fn between(
        &self,
        m: &M,
        theta: M::Scalar,
        w: &mut Workspace<M>,
        out: &mut Start<M>,
    ) -> Result<(), StepFailure> {
        let mut dense = w.dense.take().unwrap_or_else(|| {
            Box::new(Dense::new(&B::INTERPOLANT, &w.increment, &w.scratch, w.stages.len()))
        });
        let made = if dense.ready { Ok(()) } else { dense.prepare(m, w) };
        if made.is_ok() {
            dense.evaluate(theta);
            out.t = w.here.t + theta * w.h;
            out.q.copy_from(&w.here.q);
            out.v.copy_from(&w.here.v);
            out.y.copy_from(&w.here.y);
            out.v.add(&dense.sum.v);
            out.y.add(&dense.sum.y);
            // Accelerations of extra stages are no longer needed: their space is used for the carry of ⊞.
            let carry = &mut dense.found.a;
            carry.fill(M::Scalar::zero());
            m.advance(&mut out.q, &dense.sum.q, carry);
        }
        w.dense = Some(dense);
        made
    }
}

impl<M: Mechanism> Dense<M> {
    /// r₁, r₂ … of the last attempt.
    fn prepare(&mut self, m: &M, w: &mut Workspace<M>) -> Result<(), StepFailure> {
        let (h, s) = (w.h, w.stages.len());
        w.solve_end(m)?;
        for (to, from) in self.slopes.iter_mut().zip(&w.stages) {
            to.copy_from(from);
        }
        // r₁: including the projection.
        self.r[0].copy_from(&w.increment);
        if w.projected {
            m.difference(&w.here.q, &w.end.q, &mut self.r[0].q);
            self.r[0].v.copy_from(&w.end.v);
            self.r[0].v.axpy(-M::Scalar::one(), &w.here.v);
        }
        let end = &mut self.slopes[s];
        end.v.copy_from(&w.scratch.a);
        m.dexp_inverse(&self.r[0].q, &w.end.v, &mut end.q);
        if m.flags().states {
            m.state_rates(&w.at_end, &w.end.v, &w.end.y, &mut end.y);
        }
        for i in 0..self.extra.len() {
            self.sum.set_sum(h, &self.extra[i], &self.slopes);
            let by = &self.sum;
            w.stage.set_displaced(m, &w.here, self.nodes[i] * h, (&by.q, &by.v, &by.y));
            m.now_into(w.stage.t, &mut w.now);
            m.place(&w.now, &w.stage.q, &mut w.at_stage);
            w.index1.forget_factors(m);
            w.index1.solve(m, &w.at_stage, &w.stage.v, &w.stage.y, &mut self.found)?;
            let slopes = &mut self.slopes[s + 1 + i];
            slopes.v.copy_from(&self.found.a);
            m.dexp_inverse(&by.q, &w.stage.v, &mut slopes.q);
            if m.flags().states {
                m.state_rates(&w.at_stage, &w.stage.v, &w.stage.y, &mut slopes.y);
            }
        }
        let minus = -M::Scalar::one();
        let [r1, r2, r3, higher @ ..] = self.r.as_mut_slice() else { return Ok(()) };
        r2.copy_from(&self.slopes[0]);
        r2.scale(h);
        r2.axpy(minus, r1);
        r3.copy_from(r1);
        r3.axpy(-h, &self.slopes[s]);
        r3.axpy(minus, r2);
        for (r, row) in higher.iter_mut().zip(&self.rows) {
            r.set_sum(h, row, &self.slopes);
        }
        self.ready = true;
        Ok(())
    }

    /// Equation (1).
    fn evaluate(&mut self, theta: M::Scalar) {
        let last = self.r.len() - 1;
        self.sum.copy_from(&self.r[last]);
        for k in (0..last).rev() {
            let factor = if k % 2 == 0 { M::Scalar::one() - theta } else { theta };
            self.sum.scale(factor);
            self.sum.axpy(M::Scalar::one(), &self.r[k]);
        }
        self.sum.scale(theta);
    }
}
