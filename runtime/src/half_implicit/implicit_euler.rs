//! Implicit Euler at index 3, equation (3) of the [module above](super).
//!
//! Invariant: a run carries (q, v, y) only; accelerations and multipliers are those that hold at t_n.

use crate::implicit::{Level, Newton, Point, Scheme, first};
use crate::stepper::{Sample, Start, StepFailure, StepReport, Stepper, check_step};
use crate::{Mechanism, Real, Vector};

/// The implicit Euler method for mechanisms of every kind: first order, stable at every step size, strongly damping.
///
/// The multipliers of the first step after a start are off by what the velocity lacks of its difference quotient.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ImplicitEuler;

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
        check_step(h)?;
        let (here, _) = first(m, from, m.initial_reactions())?;
        let newton = Newton::new(m, from.v.len(), m.now(from.t));
        Ok(ImplicitEulerWorkspace { there: here.clone(), here, newton, committed: false })
    }

    fn attempt(&self, m: &M, h: M::Scalar, w: &mut Self::Workspace) -> Result<StepReport, StepFailure> {
        check_step(h)?;
        w.committed = false;
        let one = M::Scalar::one();
        let scheme = Scheme { path: h * h, rate: h, inertia: one, state_path: h, state_inertia: one };
        let ImplicitEulerWorkspace { here, there, newton, .. } = w;
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

    fn commit(&self, _m: &M, w: &mut Self::Workspace) {
        core::mem::swap(&mut w.here, &mut w.there);
        w.committed = true;
    }

    fn sample<'a>(&self, w: &'a Self::Workspace) -> Sample<'a, M> {
        let Point { t, q, v, y, a, l, p, at, .. } = if w.committed { &w.there } else { &w.here };
        Sample { t: *t, q, v, a, l, p, y, at }
    }
}
