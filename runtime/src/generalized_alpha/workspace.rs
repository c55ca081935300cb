//! The workspace of a run: two instants, the values used by the last steps, and space for the solves.
//!
//! Equation numbers are those of the [module above](super). Invariant: an attempt changes neither the instant at t_n
//! nor the values of the previous step, so that it can be repeated with any h.

use super::manifold::Manifold;
use super::{Correction, Form, GeneralizedAlpha};
use crate::error::SnapshotError;
use crate::implicit::{Newton, Point, Scheme};
use crate::stepper::Sample;
use crate::transfer::Transfer;
use crate::{Mechanism, Real, Vector};
use alloc::boxed::Box;

/// A point of a run with the quantities for the next step: `point.a` is A, `point.rate` is Y.
#[derive(Clone, Debug)]
pub(super) struct Instant<M: Mechanism> {
    pub(super) point: Point<M>,
    /// The acceleration at t_n itself.
    pub(super) acceleration: M::Velocity,
    /// f_y at t_n.
    pub(super) slope: M::States,
    /// f at t_n, reactions included.
    pub(super) force: M::Velocity,
    /// P = M₁A.
    pub(super) inertia: M::Velocity,
}

/// A, P and Y as used by a step, and its size.
#[derive(Clone, Debug)]
pub(super) struct Used<M: Mechanism> {
    pub(super) h: M::Scalar,
    pub(super) a: M::Velocity,
    pub(super) inertia: M::Velocity,
    pub(super) rate: M::States,
}

/// The state of a run of [`GeneralizedAlpha`].
#[derive(Clone, Debug)]
pub struct Workspace<M: Mechanism> {
    /// At t_n.
    pub(super) here: Instant<M>,
    /// At t_{n+1}.
    pub(super) there: Instant<M>,
    /// Whether the last attempt has been committed: then its t_n is in `there`.
    pub(super) committed: bool,
    /// The values of this step.
    pub(super) used: Used<M>,
    /// The values of the previous step.
    pub(super) last: Used<M>,
    /// λ̃, ψ̃.
    pub(super) position_l: M::Holonomic,
    pub(super) position_p: M::Nonholonomic,
    pub(super) newton: Newton<M>,
    /// For [`Form::ProjectedIndex2`].
    pub(super) manifold: Option<Box<Manifold<M>>>,
    /// Where the mass matrix is evaluated, if that is not at q₁.
    mass: Option<Box<MassPoint<M>>>,
}

/// The configuration at which the mass matrix is evaluated.
#[derive(Clone, Debug)]
struct MassPoint<M: Mechanism> {
    q: M::Configuration,
    path: M::Velocity,
    carry: M::Velocity,
}

impl<M: Mechanism> Workspace<M> {
    /// The workspace from a first instant, for the form of this mechanism's steps.
    pub(super) fn new(m: &M, form: Form, here: Instant<M>, h: M::Scalar) -> Self {
        let n = here.point.v.len();
        let mut newton = Newton::new(m, n, m.now(here.point.t));
        if matches!(form, Form::Index2 | Form::ProjectedIndex2) {
            newton = newton.with_rates(m, &here.point);
        }
        let projected = m.flags().holonomic && form == Form::ProjectedIndex2;
        let used =
            Used { h, a: here.point.a.clone(), inertia: here.inertia.clone(), rate: here.point.rate.clone() };
        Self {
            there: here.clone(),
            committed: false,
            last: used.clone(),
            used,
            position_l: here.point.lambda.clone(),
            position_p: here.point.psi.clone(),
            newton,
            manifold: projected.then(|| Box::new(Manifold::new(m, here.point.t, n))),
            mass: (form == Form::StabilizedIndex2 && !m.flags().constant_mass).then(|| {
                let (path, carry) = (M::Velocity::zeros(n), M::Velocity::zeros(n));
                Box::new(MassPoint { q: here.point.q.clone(), path, carry })
            }),
            here,
        }
    }

    /// A: the acceleration at t_n + α h, where t_n is the end of the last committed step, and h its size.
    pub fn shifted_acceleration(&self) -> &M::Velocity {
        &self.here.point.a
    }

    /// λ̃ and ψ̃ of the last attempt: the multipliers of the position constraint (2).
    pub fn position_multipliers(&self) -> (&M::Holonomic, &M::Nonholonomic) {
        (&self.position_l, &self.position_p)
    }

    /// Evaluates M at (t₀ + by, q₀ ⊞ by·v₀) for Newton's iteration.
    pub(super) fn place_mass(&mut self, m: &M, by: M::Scalar) {
        let (point, Some(mass)) = (&self.here.point, &mut self.mass) else { return };
        mass.q.copy_from(&point.q);
        mass.carry.copy_from(&point.q_carry);
        mass.path.fill(M::Scalar::zero());
        mass.path.axpy(by, &point.v);
        m.advance(&mut mass.q, &mass.path, &mut mass.carry);
        m.now_into(point.t + by, &mut self.newton.now);
        m.place(&self.newton.now, &mass.q, &mut self.newton.mass_at);
    }

    /// (7): the values for a step of size h.
    fn use_step(&mut self, method: &GeneralizedAlpha, h: M::Scalar) {
        let (point, used, last) = (&self.here.point, &mut self.used, &self.last);
        used.h = h;
        used.a.copy_from(&point.a);
        used.inertia.copy_from(&self.here.inertia);
        used.rate.copy_from(&point.rate);
        if h == last.h || method.correction == Correction::Nothing {
            return;
        }
        let weight = M::Scalar::exact(method.shift()) * (h / last.h - M::Scalar::one());
        used.a.axpy(weight, &point.a);
        used.a.axpy(-weight, &last.a);
        if method.correction == Correction::Both {
            used.inertia.axpy(weight, &self.here.inertia);
            used.inertia.axpy(-weight, &last.inertia);
        }
        if M::FLAGS.states {
            let half = M::Scalar::exact(0.5) * weight; // α' = α/2
            used.rate.axpy(half, &point.rate);
            used.rate.axpy(-half, &last.rate);
        }
    }

    /// The known terms of (1), (2), (6), (8), and a guess at t₁.
    pub(super) fn prepare(&mut self, method: &GeneralizedAlpha, m: &M, h: M::Scalar) {
        let exact = M::Scalar::exact;
        self.use_step(method, h);
        let (new, old) = (1.0 - method.alpha_f, -method.alpha_f);
        self.newton.mass_elsewhere =
            method.form_for(m) == Form::StabilizedIndex2 && !m.flags().constant_mass && method.shift() != 0.0;
        if self.newton.mass_elsewhere {
            self.place_mass(m, exact(1.0 + method.shift()) * h);
        }
        let (here, there, newton, used) = (&self.here, &mut self.there.point, &mut self.newton, &self.used);
        newton.path_base.fill(M::Scalar::zero());
        newton.path_base.axpy(h, &here.point.v);
        newton.path_base.axpy(exact(0.5 - method.beta) * h * h, &used.a);
        newton.velocity_base.copy_from(&here.point.v);
        newton.velocity_base.axpy(exact(1.0 - method.gamma) * h, &used.a);
        newton.acceleration_base.fill(M::Scalar::zero());
        newton.force_base.fill(M::Scalar::zero());
        match method.form_for(m) {
            Form::StabilizedIndex2 => {
                newton.force_base.axpy(exact(method.alpha_m / new), &used.inertia);
                newton.force_base.axpy(exact(old / new), &here.force);
            }
            Form::Index3 | Form::Index2 | Form::ProjectedIndex2 => {
                newton.acceleration_base.axpy(exact(method.alpha_m / new), &used.a);
                newton.acceleration_base.axpy(exact(old / new), &here.acceleration);
            }
        }
        if m.flags().states {
            let (state_m, state_gamma) = method.companion();
            newton.state_base.copy_from(&here.point.y);
            newton.state_base.axpy(exact(1.0 - state_gamma) * h, &used.rate);
            newton.rate_base.fill(M::Scalar::zero());
            newton.rate_base.axpy(exact(state_m / new), &used.rate);
            newton.rate_base.axpy(exact(old / new), &here.slope);
        }
        there.tick(&here.point, h);
        m.now_into(there.t, &mut newton.now);
        there.a.copy_from(&used.a);
        there.rate.copy_from(&used.rate);
        there.lambda.copy_from(&here.point.lambda);
        there.psi.copy_from(&here.point.psi);
    }

    /// The quantities at t₁ for the next step, from the equations that hold there.
    pub(super) fn conclude(&mut self, method: &GeneralizedAlpha, m: &M, scheme: &Scheme<M::Scalar>) {
        let (there, newton) = (&mut self.there, &mut self.newton);
        match method.form_for(m) {
            Form::StabilizedIndex2 => {
                newton.inertia(m, scheme, &there.point);
                // f₁ = M₁(μ A₁ + a_b) + f_b.
                there.force.copy_from(&newton.product);
                there.force.add(&newton.force_base);
                there.inertia.copy_from(&newton.product);
                there.inertia.scale(scheme.inertia.recip());
                // a(t₁): A belongs to t₁ + α h, and the value used by the step to t₀ + α h.
                let shift = M::Scalar::exact(method.shift());
                there.acceleration.copy_from(&there.point.a);
                there.acceleration.axpy(-shift, &there.point.a);
                there.acceleration.axpy(shift, &self.used.a);
            }
            Form::Index3 | Form::Index2 | Form::ProjectedIndex2 => {
                newton.weigh(scheme, &there.point);
                there.acceleration.copy_from(&newton.inertial);
            }
        }
        if m.flags().states {
            there.slope.copy_from(&newton.rate_base);
            there.slope.axpy(scheme.state_inertia, &there.point.rate);
        }
    }

    /// Writes to a snapshot or reads from it.
    pub(super) fn transfer(&mut self, m: &M, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        for instant in [&mut self.here, &mut self.there] {
            instant.point.transfer(m, over)?;
            over.vector(&mut instant.acceleration)?;
            over.vector(&mut instant.slope)?;
            over.vector(&mut instant.force)?;
            over.vector(&mut instant.inertia)?;
        }
        over.flag(&mut self.committed)?;
        for used in [&mut self.used, &mut self.last] {
            over.real(&mut used.h)?;
            over.vector(&mut used.a)?;
            over.vector(&mut used.inertia)?;
            over.vector(&mut used.rate)?;
        }
        over.vector(&mut self.position_l)?;
        over.vector(&mut self.position_p)
    }

    /// t_n ← t_{n+1}.
    pub(super) fn commit(&mut self) {
        core::mem::swap(&mut self.here, &mut self.there);
        core::mem::swap(&mut self.last, &mut self.used);
        self.committed = true;
    }

    pub(super) fn sample(&self) -> Sample<'_, M> {
        let instant = if self.committed { &self.there } else { &self.here };
        let Point { t, q, v, y, lambda, psi, at, .. } = &instant.point;
        Sample { t: *t, q, v, a: &instant.acceleration, lambda, psi, y, at }
    }
}
