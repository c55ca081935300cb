//! SHAKE: Störmer's method with constraints at the level of positions.
//!
//! ```text
//! M_n (v_{n+½} − v_{n−½}) = h f(t_n, q_n, v_n, y_n, λ, ψ),   q_{n+1} = q_n ⊞ h v_{n+½},   g(t_{n+1}, q_{n+1}) = 0      (1)
//! v_n = (v_{n−½} + v_{n+½})/2,   y_n = (y_{n−½} + y_{n+½})/2                                        (2)
//! k(t_n, q_n, v_{n+½}) + k(t_{n+1}, q_{n+1}, v_{n+½}) = 0                                           (3)
//! v_½ − v_0 = h/2 a_0                                                                            (4)
//! ```
//!
//! (Ryckaert, Ciccotti, Berendsen, J. Comput. Phys. 23 (1977) 327.) On a vector space v_n = (q_{n+1} − q_{n−1})/(2h).
//! When the step size changes from h₋ to h, (h₋ + h)/2 replaces h in (1), and v_n = v_{n−½} + h₋/2 a_n; (4) is that with
//! h₋ = 0. Invariant: an attempt changes neither `here`, whose a, Y, λ and ψ are the guess, nor v_{n−½}; its results at t_n
//! are in `drift`.

use super::drift::{Drift, Reach};
use crate::error::SnapshotError;
use crate::implicit::{Point, first};
use crate::stepper::{Sample, Start, StepFailure, StepReport, Stepper, check_attempt, check_step};
use crate::transfer::Transfer;
use crate::{Mechanism, Real, Vector};
use alloc::borrow::ToOwned;
use alloc::string::String;

/// SHAKE, order 2: see the file's equations. One force evaluation, one factorisation and no projection per step.
///
/// Velocities are computed from positions: they, accelerations and multipliers have errors of O(h²), and velocities satisfy
/// g_t + G v = 0 to O(h²) only. Forces that depend on velocities make the step implicit, also of order 2; it is
/// symplectic for constant M on a vector space and forces that do not. Use [`Rattle`](super::Rattle) if
/// velocities matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shake;

/// The workspace of a run of [`Shake`].
#[derive(Clone, Debug)]
pub struct Workspace<M: Mechanism> {
    /// t_n and q_n; a, Y, λ and ψ of the previous step.
    here: Point<M>,
    /// t_{n+1}, q_{n+1}, v_{n+½}, y_{n+½}.
    there: Point<M>,
    /// v_{n−½}.
    before: M::Velocity,
    /// y_{n−½}.
    states_before: M::States,
    /// h₋.
    last: M::Scalar,
    size: M::Scalar,
    drift: Drift<M>,
}

impl<M: Mechanism> Stepper<M> for Shake {
    type Workspace = Workspace<M>;

    fn name(&self) -> String {
        "Shake".to_owned()
    }

    fn order(&self) -> u32 {
        2
    }

    fn start(&self, m: &M, from: &Start<M>, h: M::Scalar) -> Result<Workspace<M>, StepFailure> {
        check_step(h)?;
        let (here, _) = first(m, from, m.initial_reactions())?;
        Ok(Workspace {
            drift: Drift::new(m, &here),
            there: here.clone(),
            before: here.v.clone(),
            states_before: here.y.clone(),
            here,
            last: M::Scalar::zero(),
            size: h,
        })
    }

    fn attempt(&self, m: &M, h: M::Scalar, w: &mut Workspace<M>) -> Result<StepReport, StepFailure> {
        check_attempt(m, h, (&w.here.q, &w.here.v))?;
        w.size = h;
        let half = M::Scalar::exact(0.5);
        let reach = Reach { h, whole: half * (w.last + h), known: half * w.last, turns: false };
        w.drift.solve(m, &reach, (&w.before, &w.states_before), &w.here, &mut w.there)
    }

    fn commit(&self, _m: &M, w: &mut Workspace<M>) {
        w.before.copy_from(&w.there.v);
        w.states_before.copy_from(&w.there.y);
        let found = &w.drift.at;
        w.there.a.copy_from(&found.a);
        w.there.rate.copy_from(&found.rate);
        w.there.lambda.copy_from(&found.lambda);
        w.there.psi.copy_from(&found.psi);
        w.last = w.size;
        core::mem::swap(&mut w.here, &mut w.there);
    }

    fn transfer(&self, m: &M, w: &mut Workspace<M>, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        w.here.transfer(m, over)?;
        w.there.transfer(m, over)?;
        w.drift.at.transfer(m, over)?;
        over.vector(&mut w.before)?;
        over.vector(&mut w.states_before)?;
        over.real(&mut w.last)?;
        over.real(&mut w.size)
    }

    fn sample<'a>(&self, w: &'a Workspace<M>) -> Sample<'a, M> {
        let Point { t, q, v, y, a, lambda, psi, at, .. } = &w.drift.at;
        Sample { t: *t, q, v, a, lambda, psi, y, at }
    }
}
