//! Implicit Euler at index 3, equation (3) of the [module above](super).
//!
//! Invariant: a run carries (q, v, y) only; accelerations and multipliers are those that hold at t_n.

use super::FrozenImplicitEuler;
use crate::implicit::{Level, Matrix, Newton, Point, Scheme, first};
use crate::stepper::{Sample, Start, StepFailure, StepReport, Stepper, check_step};
use crate::{Mechanism, Real, Vector};

/// The implicit Euler method for mechanisms of every kind: first order, stable at every step size, strongly damping.
///
/// The multipliers of the first step after a start are off by what the velocity lacks of its difference quotient.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ImplicitEuler;

impl ImplicitEuler {
    /// The same method with the iteration as published.
    pub fn frozen(self) -> FrozenImplicitEuler {
        FrozenImplicitEuler::default()
    }
}

/// The state of a run of [`ImplicitEuler`].
#[derive(Clone, Debug)]
pub struct ImplicitEulerWorkspace<M: Mechanism> {
    here: Point<M>,
    there: Point<M>,
    newton: Newton<M>,
    committed: bool,
}

impl<M: Mechanism> Stepper<M> for ImplicitEuler {
    type Workspace = ImplicitEulerWorkspace<M>;

    fn name(&self) -> String {
        "implicit Euler".into()
    }

    fn order(&self) -> u32 {
        1
    }

    fn takes_stiff_forces(&self) -> bool {
        true
    }

    fn start(&self, m: &M, from: &Start<M>, h: M::Scalar) -> Result<Self::Workspace, StepFailure> {
        ImplicitEulerWorkspace::start(m, from, h)
    }

    fn attempt(&self, m: &M, h: M::Scalar, w: &mut Self::Workspace) -> Result<StepReport, StepFailure> {
        w.attempt(m, h)
    }

    fn commit(&self, _m: &M, w: &mut Self::Workspace) {
        w.commit();
    }

    fn sample<'a>(&self, w: &'a Self::Workspace) -> Sample<'a, M> {
        w.sample()
    }
}

impl<M: Mechanism> ImplicitEulerWorkspace<M> {
    pub(super) fn start(m: &M, from: &Start<M>, h: M::Scalar) -> Result<Self, StepFailure> {
        check_step(h)?;
        let (here, _) = first(m, from, m.initial_reactions())?;
        let newton = Newton::new(m, from.v.len(), m.now(from.t));
        Ok(Self { there: here.clone(), here, newton, committed: false })
    }

    /// The same with the matrix of t_n, which ends at `tolerance`.
    pub(super) fn frozen(mut self, tolerance: Option<f64>) -> Self {
        self.newton.matrix = Matrix::Frozen;
        self.newton.tolerance = tolerance;
        self
    }

    /// (3).
    pub(super) fn attempt(&mut self, m: &M, h: M::Scalar) -> Result<StepReport, StepFailure> {
        check_step(h)?;
        self.committed = false;
        let one = M::Scalar::one();
        let scheme = Scheme { path: h * h, rate: h, inertia: one, state_path: h, state_inertia: one };
        let Self { here, there, newton, .. } = self;
        newton.path_base.fill(M::Scalar::zero());
        newton.path_base.axpy(h, &here.v);
        newton.velocity_base.copy_from(&here.v);
        newton.state_base.copy_from(&here.y);
        there.tick(here, h);
        newton.now = m.now(there.t);
        there.a.copy_from(&here.a);
        there.rate.copy_from(&here.rate);
        there.l.copy_from(&here.l);
        there.p.copy_from(&here.p);
        newton.solve(m, &scheme, Level::Position, here, there)
    }

    pub(super) fn commit(&mut self) {
        core::mem::swap(&mut self.here, &mut self.there);
        self.committed = true;
    }

    pub(super) fn sample(&self) -> Sample<'_, M> {
        let Point { t, q, v, y, a, l, p, at, .. } = if self.committed { &self.there } else { &self.here };
        Sample { t: *t, q, v, a, l, p, y, at }
    }
}
