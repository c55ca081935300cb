//! Equation (9) of the [module above](super): projects positions onto g = 0, in the metric of the mass matrix.
//!
//! Invariant: the velocity is unchanged; it is solved for at the projected position.

use crate::implicit::Point;
use crate::runge_kutta::{Index1, Projector};
use crate::stepper::{StepFailure, StepReport};
use crate::unknowns::Unknowns;
use crate::{Mechanism, Vector};

/// Space for (9).
#[derive(Clone, Debug)]
pub(super) struct Manifold<M: Mechanism> {
    projector: Projector<M>,
    index1: Index1<M>,
    near: Unknowns<M>,
}

impl<M: Mechanism> Manifold<M> {
    pub(super) fn new(m: &M, t: M::Scalar, velocities: usize) -> Self {
        Self {
            projector: Projector::new(m, t, velocities),
            index1: Index1::new(m, velocities),
            near: Unknowns::first_guess(m, velocities),
        }
    }

    /// Moves the position of `point`, and places the mechanism there.
    pub(super) fn reach(&mut self, m: &M, point: &mut Point<M>) -> Result<StepReport, StepFailure> {
        let (index1, near) = (&mut self.index1, &mut self.near);
        near.lambda.copy_from(&point.lambda);
        near.psi.copy_from(&point.psi);
        let Point { t, q, q_carry, v, y, at, .. } = point;
        self.projector.position(m, *t, (q, q_carry), at, |at, _, d| index1.correct(m, at, (v, y), near, d))
    }
}
