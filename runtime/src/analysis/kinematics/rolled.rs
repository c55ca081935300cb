//! Positions along the velocity, where nonholonomic constraints move what holonomic ones leave free.
//!
//! The velocity v(t, q) that all constraints prescribe is integrated by the classical method of Runge and Kutta for δ with q = q₀ ⊞ δ,
//!
//! ```text
//! δ' = dexp⁻¹_δ v(t, q₀ ⊞ δ),   δ(t₀) = 0                                                    (1)
//! ```
//!
//! (Munthe-Kaas 1998), in two steps, with the error of one step of twice the size. The result is put back on g(t, q) = 0 by the shortest
//! displacements.

use super::{CLOSE, CLOSED, FAR, ITERATIONS, STATES, Solver, largest, left_over};
use crate::analysis::AnalysisError;
use crate::analysis::motion::velocity;
use crate::analysis::point::{Point, dense, moved, norms, vector};
use crate::analysis::row_space::{RowSpace, column, only};
use crate::solution::State;
use crate::{Mechanism, Real, Vector};
use nalgebra::DVector;

/// Residuals of velocities below this part of their terms are rounding.
const ROUNDING: f64 = 1e-13;

impl<M: Mechanism<Scalar = f64>> Solver<'_, M> {
    /// Position and velocity at t; `None` if the step from `from` is too large.
    pub(super) fn rolled(&mut self, from: &State<M>, t: f64) -> Option<(M::Configuration, M::Velocity)> {
        let (h, middle) = (t - from.t, 0.5 * (from.t + t));
        let whole = self.along(from, (from.t, &from.q), h)?;
        let half = self.along(from, (from.t, &from.q), 0.5 * h)?;
        let fine = self.along(from, (middle, &half), 0.5 * h)?;
        let mut error = from.v.clone();
        self.m.difference(&whole, &fine, &mut error);
        let sizes = norms::<M>(&fine, error.len());
        let close = |(i, error): (usize, &f64)| error.abs() <= 15.0 * STATES * (1.0 + sizes[i]);
        if !error.as_slice().iter().enumerate().all(close) {
            return None;
        }
        let q = self.closed(t, fine)?;
        let v = self.prescribed(from, t, &q)?;
        Some((q, v))
    }

    /// Names the constraint that the velocities after a state contradict most at t, or the one left over when as many independent ones as
    /// possible are chosen.
    pub(super) fn held(&self, state: &State<M>, t: f64) -> AnalysisError {
        let point = Point::new(self.m, t, &state.q);
        let (v, remaining) = velocity(&point, &state.v, &state.y);
        let worst = largest(&remaining);
        let contradicted = remaining.get(worst).is_some_and(|residual| residual.abs() > ROUNDING);
        let left = if contradicted { None } else { left_over(&point.unloaded_rows(&v, &state.y)) };
        self.stopped(state.t, left.unwrap_or(worst))
    }

    /// A step of (1) of size h from (t, q).
    fn along(
        &mut self,
        from: &State<M>,
        (t, q): (f64, &M::Configuration),
        h: f64,
    ) -> Option<M::Configuration> {
        let rate = |part: f64, delta: &DVector<f64>| -> Option<DVector<f64>> {
            let sizes = norms::<M>(q, delta.len());
            // Where rates have no bound, nothing is near such a point.
            if !(0..delta.len()).all(|i| delta[i].abs() <= FAR * (1.0 + sizes[i])) {
                return None;
            }
            let v = self.prescribed(from, t + part * h, &moved(self.m, q, delta))?;
            let mut rate = v.clone();
            self.m.dexp_inverse(&vector(delta.as_slice()), &v, &mut rate);
            Some(dense(&rate))
        };
        let k1 = rate(0.0, &DVector::zeros(from.v.len()))?;
        let k2 = rate(0.5, &(&k1 * (0.5 * h)))?;
        let k3 = rate(0.5, &(&k2 * (0.5 * h)))?;
        let k4 = rate(1.0, &(&k3 * h))?;
        self.iterations += 4;
        Some(moved(self.m, q, &((k1 + (k2 + k3) * 2.0 + k4) * (h / 6.0))))
    }

    /// v(t, q), if all constraints prescribe it.
    fn prescribed(&self, from: &State<M>, t: f64, q: &M::Configuration) -> Option<M::Velocity> {
        let point = Point::new(self.m, t, q);
        let (v, remaining) = velocity(&point, &from.v, &from.y);
        let prescribed = remaining.amax() <= CLOSED
            && RowSpace::on_manifold(&point.unloaded_rows(&v, &from.y), point.rank()).rank() == v.len();
        prescribed.then_some(v)
    }

    /// The nearest position with g(t, q) = 0.
    fn closed(&self, t: f64, mut q: M::Configuration) -> Option<M::Configuration> {
        let now = self.m.now(t);
        for _ in 0..ITERATIONS {
            let point = Point::under(self.m, &now, &q);
            let space = RowSpace::on_manifold(&point.position_rows(), point.holonomic_rank());
            let step = only(&space.shortest(&column(&-point.gaps())));
            let sizes = norms::<M>(&q, step.len());
            let size =
                (0..step.len()).fold(0.0_f64, |most, i| Real::max(most, step[i].abs() / (1.0 + sizes[i])));
            q = moved(self.m, &q, &step);
            if size <= CLOSE {
                return Some(q);
            }
        }
        None
    }
}
