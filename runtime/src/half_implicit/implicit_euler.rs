//! Implicit Euler at index 3, equation (3) of the [module above](super).
//!
//! The iteration of its paper ([`ImplicitEuler::frozen`]) has one matrix per step, that of t_n:
//!
//! ```text
//! [ M + h C  B ] [ da ]   [ f(t₁, q₁, v₁, λ, ψ) − M₁ a ]
//! [ G        0 ] [ dλ ] = [ −g(t₁, q₁)/h²              ]    |(da, dλ, dψ)| < τ      (7)
//! [ D        0 ] [ dψ ]   [ −k(t₁, q₁, v₁)/h           ]
//! ```
//!
//! The dependence of forces, inertial terms and reactions on the position is neglected in it. If that does not converge (forces
//! with K h² larger than M), the iteration continues with Newton's matrix.
//!
//! Invariant: the state of a run is (q, v, y) only; accelerations and multipliers are those at t_n, of steps of unequal sizes by (11) of [`unequal`](super::unequal). Both iterations have
//! the same solution, up to τ.

use super::lag::lag;
use super::unequal::{End, Unequal};
use crate::error::SnapshotError;
use crate::implicit::{Level, Matrix, Newton, Point, Scheme, first};
use crate::stepper::{Sample, Start, StepFailure, StepReport, Stepper, check_attempt, check_step};
use crate::transfer::Transfer;
use crate::unknowns::Unknowns;
use crate::{Mechanism, Real, Vector};
use alloc::string::String;

/// The implicit Euler method for mechanisms of every kind: first order, stable at every step size, strongly damping.
///
/// Accelerations and multipliers of a sample are those of the step to it, or, where that step is not as long as the one before, those of the equations of motion.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ImplicitEuler {
    frozen: bool,
    tolerance: Option<f64>,
}

impl ImplicitEuler {
    /// The same method with the matrix (7) of the start of each step: the iteration of its paper, for comparable counts and times.
    /// Newton's matrix, the default, needs fewer iterations and supports stiff forces.
    pub fn frozen(self) -> Self {
        Self { frozen: true, ..self }
    }

    /// The same method with an iteration that ends when |(da, dλ, dψ)| (Euclidean) is below `tolerance` instead of at rounding.
    /// Zero, negative values and NaN mean rounding.
    pub fn tolerance(self, tolerance: f64) -> Self {
        Self { tolerance: (tolerance > 0.0).then_some(tolerance), ..self }
    }
}

/// The state of a run of [`ImplicitEuler`].
#[derive(Clone, Debug)]
pub struct ImplicitEulerWorkspace<M: Mechanism> {
    here: Point<M>,
    there: Point<M>,
    newton: Newton<M>,
    /// (9) of [`lag`](super::lag), until the first step is committed.
    lag: Option<M::Velocity>,
    unequal: Unequal<M>,
    committed: bool,
}

impl<M: Mechanism> Stepper<M> for ImplicitEuler {
    type Workspace = ImplicitEulerWorkspace<M>;

    fn name(&self) -> String {
        if self.frozen { "implicit Euler (frozen matrix)" } else { "implicit Euler" }.into()
    }

    fn order(&self) -> u32 {
        1
    }

    fn supports_stiff_forces(&self) -> bool {
        true
    }

    fn start(&self, m: &M, from: &Start<M>, h: M::Scalar) -> Result<Self::Workspace, StepFailure> {
        check_step(h)?;
        let (here, _) = first(m, from, m.initial_reactions())?;
        let mut newton = Newton::new(m, from.v.len(), m.now(from.t));
        newton.tolerance = self.tolerance;
        if self.frozen {
            newton.matrix = Matrix::Frozen;
        }
        let lag = lag(m, &here, h);
        let mut unequal = Unequal::new(m, from.v.len());
        if lag.is_some() {
            unequal.start_lagging(h);
        }
        Ok(ImplicitEulerWorkspace { there: here.clone(), here, newton, lag, unequal, committed: false })
    }

    /// (3).
    fn attempt(&self, m: &M, h: M::Scalar, w: &mut Self::Workspace) -> Result<StepReport, StepFailure> {
        check_attempt(m, h, (&w.here.q, &w.here.v))?;
        w.committed = false;
        let one = M::Scalar::one();
        let scheme = Scheme { path: h * h, rate: h, inertia: one, state_path: h, state_inertia: one };
        let ImplicitEulerWorkspace { here, there, newton, lag, unequal, .. } = w;
        newton.velocity_base.copy_from(&here.v);
        if let Some(lag) = lag {
            newton.velocity_base.add(lag);
        }
        newton.path_base.fill(M::Scalar::zero());
        newton.path_base.axpy(h, &newton.velocity_base);
        newton.state_base.copy_from(&here.y);
        there.tick(here, h);
        m.now_into(there.t, &mut newton.now);
        there.a.copy_from(&here.a);
        there.rate.copy_from(&here.rate);
        there.lambda.copy_from(&here.lambda);
        there.psi.copy_from(&here.psi);
        let report = newton.solve(m, &scheme, Level::Position, here, there)?;
        let reactions = (&there.a, &there.lambda, &there.psi);
        unequal.look(m, h, (End::After, there), reactions);
        Ok(report)
    }

    fn commit(&self, _m: &M, w: &mut Self::Workspace) {
        core::mem::swap(&mut w.here, &mut w.there);
        w.unequal.commit();
        w.lag = None;
        w.committed = true;
    }

    fn complete(&self, _m: &M, w: &mut Self::Workspace) -> Result<Option<StepReport>, StepFailure> {
        w.committed = false;
        Ok(Some(StepReport::default()))
    }

    fn transfer(&self, m: &M, w: &mut Self::Workspace, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        over.agree("the tolerance of the iteration", self.tolerance.unwrap_or(0.0))?;
        w.here.transfer(m, over)?;
        w.there.transfer(m, over)?;
        w.unequal.transfer(over)?;
        over.flag(&mut w.committed)?;
        if w.committed {
            w.lag = None;
        }
        Ok(())
    }

    fn sample<'a>(&self, w: &'a Self::Workspace) -> Sample<'a, M> {
        let (end, point) = if w.committed { (End::After, &w.there) } else { (End::Before, &w.here) };
        let Point { t, q, v, y, a, lambda, psi, at, .. } = point;
        let (a, lambda, psi) = match w.unequal.at(end) {
            Some(Unknowns { a, lambda, psi }) => (a, lambda, psi),
            None => (a, lambda, psi),
        };
        Sample { t: *t, q, v, a, lambda, psi, y, at }
    }
}
