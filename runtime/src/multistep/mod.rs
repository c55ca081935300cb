//! Multistep methods: Adams–Bashforth, Adams–Bashforth–Moulton, Godunov's with Adams for the velocity, and
//! Godunov's implicit ones with backward differences ([`ImplicitMultistep`]).
//!
//! ```text
//! Adams:    q_{n+1} = q_n ⊞ h Σ_{j≥0} β_j κ_{n−j}      v_{n+1} = v_n + h Σ_{j≥0} β_j a_{n−j}            (1)
//! Godunov:  q_{n+1} = q_n ⊞ (h² a_n − Σ_{j≥2} w_j d_{j−1})/w_0      q_{n−j} = q_n ⊞ d_j               (2)
//! Moulton:  v_{n+1} = v_n + h (β*_0 a*_{n+1} + Σ_{j≥1} β*_j a_{n+1−j}), a* at the predicted point      (3)
//! ```
//!
//! with κ_{n−j} = dexp⁻¹_{d_j}(v_{n−j}). In the coordinates d around q_n the motion obeys d' = dexp⁻¹_d(v), and
//! d'' = a at d = 0, so that (1) and (2) keep their orders on manifolds. First-order states follow (1) and (3).
//!
//! Invariant: the history has equal steps. At the start, after an event and after a change of the step size it is computed by
//! Butcher's method of order 6.
//!
//! Coefficients: Hairer, Nørsett, Wanner I, section III.1; Cellier, Kofman, *Continuous System Simulation*, section 5.

mod amplification;
mod formulas;
mod implicit;
mod past;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
pub use formulas::{
    Adams2, Adams3, Adams4, Adams5, AdamsMoulton4, Formula, Godunov3Adams2, Godunov4Adams3, Godunov5Adams4,
    Godunov5AdamsMoulton4,
};

pub use implicit::{
    Godunov2Backward1, Godunov3Backward2, Godunov4Backward3, Godunov5Backward4, ImplicitFormula,
    ImplicitGodunov2, ImplicitGodunov3, ImplicitGodunov4, ImplicitGodunov5, ImplicitMultistep,
    Workspace as ImplicitWorkspace,
};

use crate::error::SnapshotError;
use crate::runge_kutta::{
    ButcherSixth, Coefficient, Constraints, Plain, Projected, Treats, Unprojected, Workspace as Carrier,
    merge,
};
use crate::stepper::{Sample, Start, StepFailure, StepReport, Stepper, check_step};
use crate::transfer::Transfer;
use crate::{Mechanism, Real};
use core::marker::PhantomData;
use past::Past;

/// An explicit multistep method with formula `F` and treatment `C` of constraints, which is chosen as for
/// [`RungeKutta`](crate::runge_kutta::RungeKutta).
///
/// One force evaluation per step (two with a corrector). Godunov's methods are stable farther up the imaginary axis than
/// Adams' methods of their order, and less stable near the negative real axis; those of label 5 are unstable everywhere, and
/// for comparison only. A velocity error causes a constant offset of the position in Godunov's methods: x' = v is never enforced.
///
/// ```
/// use linkwork::prelude::*;
/// use linkwork::multistep::AdamsBashforth4;
/// fn swing<M: Unconstrained + Mechanism<Scalar = f64>>(m: &M) -> Result<Solution<M>, linkwork::Error> {
///     Ok(m.simulate().method(AdamsBashforth4::default()).step(1e-3).until(1.0).run()?)
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Multistep<F, C = Plain> {
    treatment: C,
    formula: PhantomData<F>,
}

/// Adams–Bashforth of order 2.
pub type AdamsBashforth2<C = Plain> = Multistep<Adams2, C>;
/// Adams–Bashforth of order 3.
pub type AdamsBashforth3<C = Plain> = Multistep<Adams3, C>;
/// Adams–Bashforth of order 4.
pub type AdamsBashforth4<C = Plain> = Multistep<Adams4, C>;
/// Adams–Bashforth of order 5.
pub type AdamsBashforth5<C = Plain> = Multistep<Adams5, C>;
/// Adams–Bashforth–Moulton of order 4 (predict, evaluate, correct, evaluate).
pub type AdamsBashforthMoulton4<C = Plain> = Multistep<AdamsMoulton4, C>;
/// GE3/AB2, order 2.
pub type Godunov3<C = Plain> = Multistep<Godunov3Adams2, C>;
/// GE4/AB3, order 3.
pub type Godunov4<C = Plain> = Multistep<Godunov4Adams3, C>;
/// GE5/AB4, unstable at every step.
pub type Godunov5<C = Plain> = Multistep<Godunov5Adams4, C>;
/// GE5/ABM4, unstable at every step.
pub type Godunov5Moulton<C = Plain> = Multistep<Godunov5AdamsMoulton4, C>;

impl<F: Formula> Default for Multistep<F, Plain> {
    fn default() -> Self {
        Self { treatment: Plain, formula: PhantomData }
    }
}

impl<F: Formula> Multistep<F, Plain> {
    /// Constraints at acceleration level (index 1), which drift.
    pub fn index1() -> Multistep<F, Unprojected> {
        Multistep { treatment: Unprojected, formula: PhantomData }
    }

    /// Index 1, with positions and velocities projected onto the constraints after every step, as in
    /// [`RungeKutta::projected`](crate::runge_kutta::RungeKutta::projected).
    pub fn projected() -> Multistep<F, Projected> {
        Multistep { treatment: Projected, formula: PhantomData }
    }

    /// With a treatment of constraints that is selected at run time.
    pub fn treating(constraints: Constraints) -> Multistep<F, Constraints> {
        Multistep { treatment: constraints, formula: PhantomData }
    }
}

/// The workspace of a run.
#[derive(Clone, Debug)]
pub struct Workspace<M: Mechanism> {
    carrier: Carrier<M>,
    past: Past<M>,
}

impl<M: Mechanism, F: Formula, C: Treats<M>> Stepper<M> for Multistep<F, C> {
    type Workspace = Workspace<M>;

    fn name(&self) -> String {
        format!("{}{}", F::NAME, self.treatment.name())
    }

    fn order(&self) -> u32 {
        F::ORDER
    }

    fn start(&self, m: &M, from: &Start<M>, h: M::Scalar) -> Result<Workspace<M>, StepFailure> {
        check_step(h)?;
        let carrier = Carrier::starting::<ButcherSixth>(m, from, self.treatment.stabilisation())?
            .solving(m, self.treatment.solves());
        Ok(Workspace { carrier, past: Past::new::<F>(from) })
    }

    fn attempt(&self, m: &M, h: M::Scalar, w: &mut Workspace<M>) -> Result<StepReport, StepFailure> {
        let new = w.carrier.is_committed();
        let mut report = w.carrier.begin(m, h)?;
        if new {
            w.past.push(&w.carrier);
        }
        let projection = w.carrier.projection(&self.treatment);
        if w.past.known(h) < F::PAST {
            merge(&mut report, w.carrier.run_stages::<ButcherSixth>(m, projection)?);
        } else {
            w.past.predict(m, h, &mut w.carrier);
            if F::CORRECTOR.is_some() {
                merge(&mut report, w.carrier.solve_end(m)?);
                w.past.correct(m, h, &mut w.carrier);
            }
        }
        merge(&mut report, w.carrier.finish(m, projection)?);
        Ok(report)
    }

    fn commit(&self, _m: &M, w: &mut Workspace<M>) {
        w.carrier.commit();
        w.past.accept(w.carrier.h());
    }

    fn complete(&self, m: &M, w: &mut Workspace<M>) -> Result<Option<StepReport>, StepFailure> {
        w.carrier.complete(m).map(Some)
    }

    fn transfer(&self, m: &M, w: &mut Workspace<M>, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        w.carrier.transfer(m, over)?;
        w.past.transfer(over)
    }

    fn sample<'a>(&self, w: &'a Workspace<M>) -> Sample<'a, M> {
        w.carrier.sample()
    }
}

/// Coefficients in the arithmetic of a run.
fn numbers<T: Real>(row: &[Coefficient]) -> Vec<T> {
    row.iter().map(|c| c.to()).collect()
}
