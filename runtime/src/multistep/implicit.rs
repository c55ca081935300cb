//! Godunov's implicit methods with backward differences for the velocity: GI2/BDF1 to GI5/BDF4.
//!
//! ```text
//! Σ_j w_j q_{n+1−j} = h² a_{n+1},      Σ_j α_j v_{n+1−j} = h a_{n+1}                                   (1)
//! M(q_{n+1}) a_{n+1} = f(t_{n+1}, q_{n+1}, v_{n+1})                                           (2)
//! (M + h/α_0 C + h²/w_0 K) Δa = f − M a                                                       (3)
//! ```
//!
//! by Newton's iteration (3) on a, from a_n. Invariant: as for the explicit methods; coordinates are a vector space.

use super::formulas::{BDF1, BDF2, BDF3, BDF4, GI2, GI3, GI4, GI5};
use super::past::Past;
use super::{Carrier, Workspace as Base, numbers};
use crate::convergence::Convergence;
use crate::error::SnapshotError;
use crate::runge_kutta::{ButcherSixth, Coefficient, Projection, merge};
use crate::stepper::{Sample, Start, StepFailure, StepReport, Stepper, check_step};
use crate::transfer::Transfer;
use crate::{Blocks, Mechanism, Real, Stateless, Unconstrained, Vector, VectorSpace, Weights};
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Debug;
use core::marker::PhantomData;

/// The largest number of Newton iterations.
const ITERATIONS: u32 = 30;

/// Coefficients of (1).
pub trait ImplicitFormula: Copy + Debug + Default + Send + Sync + 'static {
    /// Name for reports.
    const NAME: &'static str;
    /// Order of convergence.
    const ORDER: u32;
    /// w_0, w_1 …
    const POSITION: &'static [Coefficient];
    /// α_0, α_1 …
    const VELOCITY: &'static [Coefficient];
}

macro_rules! implicit {
    ($(#[$doc:meta])* $name:ident, $report:literal, $order:literal, $position:expr, $velocity:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $name;
        impl ImplicitFormula for $name {
            const NAME: &'static str = $report;
            const ORDER: u32 = $order;
            const POSITION: &'static [Coefficient] = $position;
            const VELOCITY: &'static [Coefficient] = $velocity;
        }
    };
}

implicit! {
    /// GI2 and BDF1, A-stable.
    Godunov2Backward1, "ImplicitGodunov2", 1, GI2, BDF1
}
implicit! {
    /// GI3 and BDF2, A-stable.
    Godunov3Backward2, "ImplicitGodunov3", 2, GI3, BDF2
}
implicit! {
    /// GI4 and BDF3, A(87.4°)-stable; undamped motion grows for ωh < √(5/3).
    Godunov4Backward3, "ImplicitGodunov4", 3, GI4, BDF3
}
implicit! {
    /// GI5 and BDF4, A(80.2°)-stable; undamped motion grows for ωh < √(95/12).
    Godunov5Backward4, "ImplicitGodunov5", 4, GI5, BDF4
}

/// An implicit method of Godunov's for mechanisms without constraints, without first-order states and with coordinates
/// that form a vector space (another mechanism is an error at compile time). For stiff, damped motion; a velocity error
/// leaves a constant offset of the position, because x' = v is never enforced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ImplicitMultistep<F>(PhantomData<F>);

/// GI2/BDF1, order 1.
pub type ImplicitGodunov2 = ImplicitMultistep<Godunov2Backward1>;
/// GI3/BDF2, order 2.
pub type ImplicitGodunov3 = ImplicitMultistep<Godunov3Backward2>;
/// GI4/BDF3, order 3.
pub type ImplicitGodunov4 = ImplicitMultistep<Godunov4Backward3>;
/// GI5/BDF4, order 4.
pub type ImplicitGodunov5 = ImplicitMultistep<Godunov5Backward4>;

/// The workspace of a run.
#[derive(Clone, Debug)]
pub struct Workspace<M: Mechanism> {
    pub(super) base: Base<M>,
    position: Vec<M::Scalar>,
    velocity: Vec<M::Scalar>,
    moving: M::VelocityCache,
    stiffness: M::StiffnessCache,
    factors: M::Factors,
    /// a_{n+1}, and its correction.
    a: M::Velocity,
    correction: M::Velocity,
    inertia: M::Velocity,
    /// The past in (1).
    known: (M::Velocity, M::Velocity),
    none: (M::Holonomic, M::Nonholonomic),
}

impl<F: ImplicitFormula> ImplicitMultistep<F> {
    /// The number of known instants required, including t_n.
    pub(super) const PAST: usize = F::POSITION.len() - 1;
}

impl<M: Unconstrained + VectorSpace + Stateless, F: ImplicitFormula> Stepper<M> for ImplicitMultistep<F> {
    type Workspace = Workspace<M>;

    fn name(&self) -> String {
        F::NAME.to_owned()
    }

    fn order(&self) -> u32 {
        F::ORDER
    }

    fn supports_stiff_forces(&self) -> bool {
        true
    }

    fn start(&self, m: &M, from: &Start<M>, h: M::Scalar) -> Result<Workspace<M>, StepFailure> {
        check_step(h)?;
        let carrier = Carrier::starting::<ButcherSixth>(m, from, None)?;
        let mut zero = from.v.clone();
        zero.fill(M::Scalar::zero());
        Ok(Workspace {
            base: Base { carrier, past: Past::of_length(from, Self::PAST) },
            position: numbers(F::POSITION),
            velocity: numbers(F::VELOCITY),
            moving: m.velocity_cache(),
            stiffness: m.stiffness_cache(),
            factors: m.factors(),
            a: zero.clone(),
            correction: zero.clone(),
            inertia: zero.clone(),
            known: (zero.clone(), zero),
            none: m.initial_reactions(),
        })
    }

    fn attempt(&self, m: &M, h: M::Scalar, w: &mut Workspace<M>) -> Result<StepReport, StepFailure> {
        let Base { carrier, past } = &mut w.base;
        let new = carrier.is_committed();
        let mut report = carrier.begin(m, h)?;
        if new {
            past.push(carrier);
        }
        if past.known(h) < Self::PAST {
            merge(&mut report, carrier.run_stages::<ButcherSixth>(m, Projection::None)?);
        } else {
            past.sum(m, (w.position.as_slice(), w.velocity.as_slice()), (&mut w.known.0, &mut w.known.1));
            merge(&mut report, w.iterate(m, h)?);
        }
        merge(&mut report, w.base.carrier.finish(m, Projection::None)?);
        Ok(report)
    }

    fn commit(&self, _m: &M, w: &mut Workspace<M>) {
        w.base.carrier.commit();
        w.base.past.accept(w.base.carrier.h());
    }

    fn complete(&self, m: &M, w: &mut Workspace<M>) -> Result<Option<StepReport>, StepFailure> {
        w.base.carrier.complete(m).map(Some)
    }

    fn transfer(&self, m: &M, w: &mut Workspace<M>, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        w.base.carrier.transfer(m, over)?;
        w.base.past.transfer(over)?;
        over.vector(&mut w.a)?;
        over.vector(&mut w.none.0)?;
        over.vector(&mut w.none.1)
    }

    fn sample<'a>(&self, w: &'a Workspace<M>) -> Sample<'a, M> {
        w.base.carrier.sample()
    }
}

impl<M: Mechanism> Workspace<M> {
    /// Newton's iteration (3).
    fn iterate(&mut self, m: &M, h: M::Scalar) -> Result<StepReport, StepFailure> {
        let carrier = &mut self.base.carrier;
        let mut report = StepReport::default();
        let (of_q, of_v) = (h * h / self.position[0], h / self.velocity[0]);
        let weights = Weights {
            mass: M::Scalar::one(),
            damping: of_v,
            stiffness: of_q,
            identity: M::Scalar::zero(),
            constraint_position: M::Scalar::zero(),
            constraint_velocity: M::Scalar::one(),
        };
        let settled = M::Scalar::epsilon().sqrt() / 16.0;
        // For a mechanism at rest, accelerations are rounding: then the criterion is the motion.
        let mut convergence = Convergence::of::<M::Scalar>(0.0);
        self.a.copy_from(&carrier.found.a);
        loop {
            // (1)
            let by = &mut carrier.increment;
            by.q.copy_from(&self.known.0);
            by.q.axpy(of_q, &self.a);
            by.v.copy_from(&self.known.1);
            by.v.axpy(of_v, &self.a);
            carrier.end.set_displaced(m, &carrier.here, h, (&by.q, &by.v, &by.y));
            let size = self.correction.magnitude();
            let whole = self.a.magnitude().max(carrier.found.a.magnitude());
            if report.iterations > 0 {
                let step = self.correction.norm_l1();
                let position = of_q.magnitude() * step / (1.0 + carrier.end.q.norm_l1());
                convergence.note(position.max(of_v.magnitude() * step / (1.0 + carrier.end.v.norm_l1())));
                if size <= settled * whole || convergence.rounding() {
                    return Ok(report);
                }
            }
            if report.iterations == ITERATIONS || (report.iterations > 0 && !size.is_finite()) {
                return Err(StepFailure::Diverged { iterations: report.iterations, residual: size, row: 0 });
            }
            let (end, at) = (&carrier.end, &mut carrier.at_end);
            m.now_into(end.t, &mut carrier.now);
            m.place(&carrier.now, &end.q, at);
            let none = (&self.none.0, &self.none.1);
            m.moving(at, &end.v, &end.y, none, &mut self.moving);
            m.stiffness(at, &end.v, &end.y, &self.a, none, &mut self.stiffness);
            let blocks = Blocks {
                mass: at,
                columns: at,
                rows: at,
                moving: &self.moving,
                stiffness: Some(&self.stiffness),
            };
            m.factor(weights, blocks, &mut self.factors);
            m.applied_force(at, &end.v, &end.y, &mut self.correction);
            m.mass_times(at, &self.a, &mut self.inertia);
            self.correction.axpy(-M::Scalar::one(), &self.inertia);
            let solved = m.solve(&self.factors, &mut self.correction, &mut self.none.0, &mut self.none.1);
            let fallback = solved.map_err(|s| StepFailure::Singular { row: s.row })?;
            report.fallback = report.fallback.max(fallback);
            report.iterations += 1;
            report.evaluations += 1;
            self.a.add(&self.correction);
        }
    }
}
