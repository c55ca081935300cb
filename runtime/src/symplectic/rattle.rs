//! RATTLE: velocity Verlet with constraints held at both levels.
//!
//! ```text
//! M (v_½ − v_n) = h/2 (f_n − G_nᵀλ),        q_{n+1} = q_n ⊞ h v_½,      g(t_{n+1}, q_{n+1}) = 0           (1)
//! M (v_{n+1} − v_½) = h/2 (f_{n+1} − G_{n+1}ᵀμ),      g_t + G_{n+1} v_{n+1} = 0                          (2)
//! ```
//!
//! (Andersen, J. Comput. Phys. 52 (1983) 24.) Any acceleration that satisfies M a + Gᵀλ = f may stand for f − Gᵀλ, because
//! what differs is of the form M⁻¹Gᵀ: that of index 1 is taken. The positions are those of SHAKE. Symplectic for constant
//! M and forces that do not depend on velocities; where they do, the order is 1.

use crate::runge_kutta::{Euler, Projection, Workspace as Carrier, merge};
use crate::stepper::{Sample, Start, StepFailure, StepReport, Stepper};
use crate::{Mechanism, Real, Vector};

/// Newton's iterations at most.
const ITERATIONS: u32 = 30;

/// RATTLE, order 2. Takes mechanisms without constraints too, as velocity Verlet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rattle;

/// Everything that changes during a run.
#[derive(Clone, Debug)]
pub struct Workspace<M: Mechanism> {
    carrier: Carrier<M>,
    /// v_½ − v_n.
    kick: M::Velocity,
    correction: M::Velocity,
    l: M::Holonomic,
    p: M::Nonholonomic,
}

impl<M: Mechanism> Stepper<M> for Rattle {
    type Workspace = Workspace<M>;

    fn name(&self) -> String {
        "Rattle".to_owned()
    }

    fn order(&self) -> u32 {
        if M::VELOCITY_DEPENDENT || M::STATES { 1 } else { 2 }
    }

    fn start(&self, m: &M, from: &Start<M>, _h: M::Scalar) -> Result<Workspace<M>, StepFailure> {
        let carrier = Carrier::starting::<Euler>(m, from, None)?;
        let (l, p) = m.initial_reactions();
        let kick = from.v.clone();
        Ok(Workspace { carrier, correction: kick.clone(), kick, l, p })
    }

    fn attempt(&self, m: &M, h: M::Scalar, w: &mut Workspace<M>) -> Result<StepReport, StepFailure> {
        let mut report = w.carrier.begin(m, h)?;
        let half = M::Scalar::exact(0.5) * h;
        w.kick.copy_from(&w.carrier.found.a);
        w.kick.scale(half);
        merge(&mut report, w.positions(m, h)?); // (1)
        merge(&mut report, w.carrier.solve_end(m)?);
        let carrier = &mut w.carrier;
        carrier.increment.v.copy_from(&carrier.scratch.a);
        carrier.increment.v.scale(half);
        carrier.end.push(&carrier.increment.v); // (2), but for its last line
        carrier.solved = !M::VELOCITY_DEPENDENT && !M::STATES && !M::CONSTRAINED;
        let projection = if M::CONSTRAINED { Projection::MassWeighted } else { Projection::None };
        merge(&mut report, carrier.finish(m, projection)?);
        Ok(report)
    }

    fn commit(&self, _m: &M, w: &mut Workspace<M>) {
        w.carrier.commit();
    }

    fn sample<'a>(&self, w: &'a Workspace<M>) -> Sample<'a, M> {
        w.carrier.sample()
    }
}

impl<M: Mechanism> Workspace<M> {
    /// Equation (1) by Newton's iteration on v_½: [ M B_n ; G(q_{n+1}) 0 ; D 0 ] (δ; ·; ·) = (0; −g/h; 0).
    fn positions(&mut self, m: &M, h: M::Scalar) -> Result<StepReport, StepFailure> {
        let mut report = StepReport::default();
        let settled = M::Scalar::epsilon().sqrt() / 16.0;
        loop {
            let carrier = &mut self.carrier;
            let by = &mut carrier.increment;
            by.q.copy_from(&carrier.here.v);
            by.q.add(&self.kick);
            by.q.scale(h);
            if M::STATES {
                m.state_rates(&carrier.at, &carrier.here.v, &carrier.here.y, &mut by.y);
                by.y.scale(h);
            }
            carrier.end.set_displaced(m, &carrier.here, h, (&by.q, &self.kick, &by.y));
            m.place(&m.now(carrier.end.t), &carrier.end.q, &mut carrier.at_end);
            carrier.placed = true;
            if !M::HOLONOMIC {
                return Ok(report);
            }
            let size =
                if report.iterations == 0 { f64::MAX } else { self.correction.magnitude() * h.magnitude() };
            if size <= settled * carrier.end.q.magnitude().max(1e-3) {
                return Ok(report);
            }
            if report.iterations == ITERATIONS || !size.is_finite() {
                return Err(StepFailure::Diverged { iterations: report.iterations, residual: size, row: 0 });
            }
            m.holonomic(&carrier.at_end, &mut self.l);
            self.l.scale(-h.recip());
            self.p.fill(M::Scalar::zero());
            self.correction.fill(M::Scalar::zero());
            let rescue = carrier.index1.solve_across(
                m,
                (&carrier.at, &carrier.at_end),
                (&carrier.here.v, &carrier.here.y),
                &carrier.found,
                (&mut self.correction, &mut self.l, &mut self.p),
            )?;
            report.iterations += 1;
            report.rescue = report.rescue.max(rescue);
            self.kick.add(&self.correction);
        }
    }
}
