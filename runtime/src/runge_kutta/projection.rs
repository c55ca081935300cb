//! Projection onto the constraints at the end of a step.
//!
//! Invariant: on return the mechanism is placed at the projected position, and the current factors
//! are those of that position if the treatment requires it.

use super::index1::{Index1, largest, settled, singular};
use super::point::Point;
use crate::convergence::Convergence;
use crate::stepper::{StepFailure, StepReport};
use crate::unknowns::Unknowns;
use crate::{Blocks, Fallback, Mechanism, Real, Vector, Weights};

/// The largest number of Newton iterations; the predicted position has a truncation error, so that two are common.
const ITERATIONS: u32 = 20;

/// The smallest size of positions and velocities for tolerances, in their units.
const LEAST: f64 = 1e-3;

/// Space for a projection in the Euclidean metric.
#[derive(Clone, Debug)]
pub(crate) struct Projector<M: Mechanism> {
    now: M::TimeCache,
    factors: M::Factors,
    correction: Unknowns<M>,
}

impl<M: Mechanism> Projector<M> {
    pub(crate) fn new(m: &M, t: M::Scalar, velocities: usize) -> Self {
        Self { now: m.now(t), factors: m.factors(), correction: Unknowns::first_guess(m, velocities) }
    }

    /// Moves q, with the carry `carry` of its sums, onto g(t, q) = 0 by corrections from `solve`, and places the mechanism there.
    pub(crate) fn position(
        &mut self,
        m: &M,
        t: M::Scalar,
        (q, carry): (&mut M::Configuration, &mut M::Velocity),
        at: &mut M::PositionCache,
        mut solve: impl FnMut(
            &M::PositionCache,
            &mut M::Factors,
            &mut Unknowns<M>,
        ) -> Result<Fallback, StepFailure>,
    ) -> Result<StepReport, StepFailure> {
        m.now_into(t, &mut self.now);
        let mut report = StepReport::default();
        m.place(&self.now, q, at);
        if !m.flags().holonomic {
            return Ok(report);
        }
        let mut convergence = Convergence::of::<M::Scalar>(0.0);
        // That of the prediction: where the mechanism locks, corrections are of any size.
        let whole = q.magnitude().max(LEAST);
        loop {
            let d = &mut self.correction;
            m.holonomic(at, &mut d.lambda);
            let open = d.lambda.as_slice().iter().map(|g| g.magnitude()).enumerate().fold((0.0, 0), largest);
            d.a.fill(M::Scalar::zero());
            d.lambda.scale(-M::Scalar::one());
            d.psi.fill(M::Scalar::zero());
            report.fallback = report.fallback.max(solve(at, &mut self.factors, d)?);
            report.iterations += 1;
            m.advance(q, &d.a, carry);
            m.place(&self.now, q, at);
            let size = d.a.magnitude();
            convergence.note(size / whole);
            if size <= settled::<M::Scalar>() * whole || convergence.rounding() {
                return Ok(report);
            }
            if report.iterations == ITERATIONS || !size.is_finite() {
                let row = d.a.len() + open.1;
                return Err(StepFailure::Diverged { iterations: report.iterations, residual: size, row });
            }
        }
    }

    /// Position and velocity in the metric of the mass matrix, with the saddle matrix of `index1`.
    pub(super) fn mass_weighted(
        &mut self,
        m: &M,
        end: &mut Point<M>,
        at: &mut M::PositionCache,
        index1: &mut Index1<M>,
        near: &Unknowns<M>,
    ) -> Result<StepReport, StepFailure> {
        let Point { t, q, q_carry, v, y, .. } = &mut *end;
        let correct = |at: &M::PositionCache, _: &mut M::Factors, d: &mut Unknowns<M>| {
            index1.correct(m, at, (&*v, &*y), near, d)
        };
        let mut report = self.position(m, *t, (q, q_carry), at, correct)?;
        // Rates of holonomic constraints are linear in v; so is k if D does not depend on v.
        let linear = !m.flags().nonholonomic || !m.flags().borders_move;
        let mut convergence = Convergence::of::<M::Scalar>(0.0);
        loop {
            let d = &mut self.correction;
            index1.factor(m, at, &end.v, &end.y, near);
            d.a.fill(M::Scalar::zero());
            m.holonomic_rate(at, &end.v, &mut d.lambda);
            m.nonholonomic(at, &end.v, &mut d.psi);
            d.lambda.scale(-M::Scalar::one());
            d.psi.scale(-M::Scalar::one());
            let fallback = d.solve_saddle(m, &index1.factors).map_err(singular)?;
            report.fallback = report.fallback.max(fallback);
            report.iterations += 1;
            end.push(&d.a);
            let (size, whole) = (d.a.magnitude(), end.v.magnitude());
            convergence.note(size / whole.max(LEAST));
            if linear || size <= settled::<M::Scalar>() * whole.max(LEAST) || convergence.rounding() {
                break;
            }
            if report.iterations >= 2 * ITERATIONS || !size.is_finite() {
                let row = d.a.as_slice().iter().map(|x| x.magnitude()).enumerate().fold((0.0, 0), largest).1;
                return Err(StepFailure::Diverged { iterations: report.iterations, residual: size, row });
            }
        }
        index1.keep_factors(m);
        Ok(report)
    }

    /// The position alone, in the Euclidean metric of the coordinates: `[I B; G 0; D 0]`.
    pub(super) fn euclidean_position(
        &mut self,
        m: &M,
        end: &mut Point<M>,
        at: &mut M::PositionCache,
        index1: &mut Index1<M>,
        near: &Unknowns<M>,
    ) -> Result<StepReport, StepFailure> {
        let (zero, one) = (M::Scalar::zero(), M::Scalar::one());
        let weights = Weights {
            mass: zero,
            damping: zero,
            stiffness: zero,
            identity: one,
            constraint_position: zero,
            constraint_velocity: one,
        };
        let Point { t, q, q_carry, v, y, .. } = end;
        self.position(m, *t, (q, q_carry), at, |at, factors, d| {
            if m.flags().borders_move {
                m.moving(at, v, y, (&near.lambda, &near.psi), &mut index1.moving);
            }
            let blocks = Blocks { mass: at, columns: at, rows: at, moving: &index1.moving, stiffness: None };
            m.factor(weights, blocks, factors);
            d.solve(m, factors).map_err(singular)
        })
    }
}
