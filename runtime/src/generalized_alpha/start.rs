//! The first instant: accelerations and multipliers at t₀, and A at t₀ + α h.
//!
//! ```text
//! A₀ = a(t₀) + α (a(t₁) − a(t₀)),   P₀ = M(t₀ + αh, q₀ ⊞ αh v₀) A₀,   Y₀ = f_y(t₀) + (α/2)(f_y(t₁) − f_y(t₀))
//! ```
//!
//! Invariant: the values of a fictitious previous step are extrapolated one step back on the same line, so that (7) holds from the first
//! step on, for any size.

use super::workspace::Instant;
use super::{FirstAcceleration, Form, GeneralizedAlpha, Workspace};
use crate::error::{VectorName, WrongLength};
use crate::implicit::{Point, first};
use crate::stepper::{Start, StepFailure, Stepper, check_step};
use crate::{Mechanism, Real, Sizes, Vector};

impl GeneralizedAlpha {
    pub(super) fn begin<M: Mechanism>(
        &self,
        m: &M,
        from: &Start<M>,
        h: M::Scalar,
    ) -> Result<Workspace<M>, StepFailure> {
        let mut w = self.at_start(m, from, h, m.initial_reactions())?;
        if self.first == FirstAcceleration::AtStart || self.shift() == 0.0 {
            return Ok(w);
        }
        // A trial step, and the accelerations at its end.
        self.attempt(m, h, &mut w)?;
        let Point { t, q, v, y, lambda, psi, .. } = &w.there.point;
        let end = Start { t: *t, q: q.clone(), v: v.clone(), y: y.clone() };
        let (end, slope) = first(m, &end, (lambda.clone(), psi.clone()))?;
        let shift = M::Scalar::exact(self.shift());
        let here = &mut w.here;
        // The value of a fictitious previous step is lower by a(t₁) − a(t₀).
        let minus = -M::Scalar::one();
        w.last.a.copy_from(&here.acceleration);
        w.last.a.axpy(minus, &end.a);
        here.point.a.axpy(-shift, &w.last.a);
        w.last.a.add(&here.point.a);
        w.last.rate.copy_from(&here.slope);
        w.last.rate.axpy(minus, &slope);
        here.point.rate.axpy(M::Scalar::exact(-0.5) * shift, &w.last.rate);
        w.last.rate.add(&here.point.rate);
        // P changes with f = M a.
        m.mass_times(&end.at, &end.a, &mut w.last.inertia);
        w.last.inertia.scale(minus);
        w.last.inertia.add(&here.force);
        self.weigh(m, h, &mut w);
        w.last.inertia.add(&w.here.inertia);
        Ok(w)
    }

    /// A run that starts from a given A₀, the acceleration at t₀ + α h, followed by steps of any size.
    /// `reactions` is a guess, which matters only if forces are not linear in them.
    ///
    /// # Errors
    /// As [`start`](Stepper::start).
    pub fn start_with<M: Mechanism>(
        &self,
        m: &M,
        from: &Start<M>,
        h: M::Scalar,
        shifted_acceleration: &M::Velocity,
        reactions: (&M::Holonomic, &M::Nonholonomic),
    ) -> Result<Workspace<M>, StepFailure> {
        check_step(h)?;
        let Sizes { velocities, holonomic, nonholonomic, .. } = m.sizes();
        WrongLength::unless(VectorName::Acceleration, shifted_acceleration.len(), velocities)?;
        WrongLength::unless(VectorName::Holonomic, reactions.0.len(), holonomic)?;
        WrongLength::unless(VectorName::Nonholonomic, reactions.1.len(), nonholonomic)?;
        let guess = (reactions.0.clone(), reactions.1.clone());
        let mut w = self.at_start(m, from, h, guess)?;
        w.here.point.a.copy_from(shifted_acceleration);
        w.last.a.copy_from(shifted_acceleration);
        self.weigh(m, h, &mut w);
        w.last.inertia.copy_from(&w.here.inertia);
        Ok(w)
    }

    /// A₀ = a(t₀).
    fn at_start<M: Mechanism>(
        &self,
        m: &M,
        from: &Start<M>,
        h: M::Scalar,
        guess: (M::Holonomic, M::Nonholonomic),
    ) -> Result<Workspace<M>, StepFailure> {
        let (point, slope) = first(m, from, guess)?;
        let mut force = point.a.clone();
        m.mass_times(&point.at, &point.a, &mut force);
        let instant = Instant { acceleration: point.a.clone(), slope, inertia: force.clone(), force, point };
        let mut w = Workspace::new(m, self.form_for(m), instant, h);
        self.weigh(m, h, &mut w);
        w.last.inertia.copy_from(&w.here.inertia);
        Ok(w)
    }

    /// P₀ = M₀A₀.
    fn weigh<M: Mechanism>(&self, m: &M, h: M::Scalar, w: &mut Workspace<M>) {
        if self.form_for(m) != Form::StabilizedIndex2 || m.flags().constant_mass {
            m.mass_times(&w.here.point.at, &w.here.point.a, &mut w.here.inertia);
            return;
        }
        w.place_mass(m, M::Scalar::exact(self.shift()) * h);
        m.mass_times(&w.newton.mass_at, &w.here.point.a, &mut w.here.inertia);
    }
}
