//! One sample that owns its values.

use crate::stepper::{Sample, Start};
use crate::{Mechanism, Vector};

/// The complete state of a mechanism at one instant.
#[derive(Clone, Debug)]
pub struct State<M: Mechanism> {
    /// Time, in s.
    pub t: M::Scalar,
    /// Configuration q.
    pub q: M::Configuration,
    /// Velocity v.
    pub v: M::Velocity,
    /// Acceleration a.
    pub a: M::Velocity,
    /// Multipliers λ of the holonomic constraints.
    pub lambda: M::Holonomic,
    /// Multipliers ψ of the nonholonomic constraints.
    pub psi: M::Nonholonomic,
    /// First-order states y.
    pub y: M::States,
}

impl<M: Mechanism> From<&Sample<'_, M>> for State<M> {
    fn from(s: &Sample<'_, M>) -> Self {
        Self {
            t: s.t,
            q: s.q.clone(),
            v: s.v.clone(),
            a: s.a.clone(),
            lambda: s.lambda.clone(),
            psi: s.psi.clone(),
            y: s.y.clone(),
        }
    }
}

impl<M: Mechanism> State<M> {
    /// Initial values, with unknown accelerations and multipliers.
    pub(crate) fn of_start(m: &M, start: &Start<M>) -> Self {
        let sizes = m.sizes();
        Self {
            t: start.t,
            q: start.q.clone(),
            v: start.v.clone(),
            a: Vector::zeros(sizes.velocities),
            lambda: Vector::zeros(sizes.holonomic),
            psi: Vector::zeros(sizes.nonholonomic),
            y: start.y.clone(),
        }
    }

    /// As a sample, with the mechanism placed there.
    pub(crate) fn as_sample<'a>(&'a self, at: &'a M::PositionCache) -> Sample<'a, M> {
        let Self { t, q, v, a, lambda, psi, y } = self;
        Sample { t: *t, q, v, a, lambda, psi, y, at }
    }

    /// Copies the values of a sample, without allocation.
    pub(crate) fn copy_from(&mut self, s: &Sample<'_, M>) {
        self.t = s.t;
        self.q.copy_from(s.q);
        self.v.copy_from(s.v);
        self.a.copy_from(s.a);
        self.lambda.copy_from(s.lambda);
        self.psi.copy_from(s.psi);
        self.y.copy_from(s.y);
    }
}
