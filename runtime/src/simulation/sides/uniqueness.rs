//! Whether friction is determined: where it loads its own reaction (Painlevé), and where several hold one motion.
//!
//! Where the reaction that friction follows from depends on friction itself, e = −μ N(e) is linear in e on each side of N = 0, and a
//! push δ along the slip changes its acceleration by α δ:
//!
//! ```text
//! [M B; G 0; D 0] (a, Λ) = (δ along w, 0, 0),   α = a along w,      B with ∂e/∂(λ, ψ) on the side of N        (1)
//! ```
//!
//! α > 0 is one answer. With α < 0 a push forwards pulls backwards: there is no answer or there are two (P. Painlevé, *Sur les lois du
//! frottement de glissement*, C. R. Acad. Sci. 121 (1895) 112). Each friction is looked at by itself.

use super::Sides;
use crate::error::Error;
use crate::stepper::{Sample, Start};
use crate::{Mechanism, Real, Vector};

/// Space for (1).
#[derive(Clone)]
pub(super) struct Push<M: Mechanism> {
    moving: M::VelocityCache,
    factors: M::SaddleFactors,
    a: M::Velocity,
    lambda: M::Holonomic,
    psi: M::Nonholonomic,
}

impl<M: Mechanism> Push<M> {
    fn new(m: &M) -> Self {
        let sizes = m.sizes();
        Self {
            moving: m.velocity_cache(),
            factors: m.saddle_factors(),
            a: M::Velocity::zeros(sizes.velocities),
            lambda: M::Holonomic::zeros(sizes.holonomic),
            psi: M::Nonholonomic::zeros(sizes.nonholonomic),
        }
    }

    /// The multipliers of a state as if friction did not load them.
    fn unloaded(&mut self, m: &M, at: &M::PositionCache, v: &M::Velocity, y: &M::States) {
        self.lambda.as_mut_slice().fill(M::Scalar::zero());
        self.psi.as_mut_slice().fill(M::Scalar::zero());
        m.moving(at, v, y, (&self.lambda, &self.psi), &mut self.moving);
        m.factor_saddle(at, at, at, &self.moving, &mut self.factors);
        m.applied_force(at, v, y, &mut self.a);
        m.acceleration_bias(at, v, (&mut self.lambda, &mut self.psi));
        let _ = m.solve_saddle(&self.factors, &mut self.a, &mut self.lambda, &mut self.psi);
    }
}

impl<M: Mechanism> Sides<M> {
    /// (1) for every friction that slides in a sample.
    ///
    /// # Errors
    /// [`Error::Paradox`].
    pub(in super::super) fn unique(&mut self, m: &M, sample: &Sample<'_, M>) -> Result<(), Error> {
        if M::FLAGS.linear_reactions || self.grips.is_empty() {
            return Ok(());
        }
        self.answers(m, sample.t, (sample.at, sample.v, sample.y), (sample.lambda, sample.psi))
    }

    /// (1) on both sides of N, at a state from which no step could be taken.
    ///
    /// # Errors
    /// [`Error::Paradox`].
    pub(in super::super) fn unique_beyond(&mut self, m: &M, from: &Start<M>) -> Result<(), Error> {
        if M::FLAGS.linear_reactions || self.grips.is_empty() {
            return Ok(());
        }
        let mut at = m.position_cache();
        m.place(&m.now(from.t), &from.q, &mut at);
        let mut push = Push::new(m);
        push.unloaded(m, &at, &from.v, &from.y);
        for _ in 0..2 {
            push.lambda.as_mut_slice().iter_mut().chain(push.psi.as_mut_slice()).for_each(|x| *x = -*x);
            self.answers(m, from.t, (&at, &from.v, &from.y), (&push.lambda, &push.psi))?;
        }
        Ok(())
    }

    /// Of a system that is singular with what is stuck: several frictions may hold one motion.
    ///
    /// # Errors
    /// [`Error::HeldTwice`].
    pub(in super::super) fn held_once(&self, m: &M, time: f64) -> Result<(), Error> {
        let stuck = (0..self.grips.len()).filter(|&grip| self.held[self.grips[grip].held] > 0.0);
        let frictions: Vec<String> = stuck.map(|grip| self.name(m, super::Switch::Limit(grip))).collect();
        if frictions.len() > 1 { Err(Error::HeldTwice { frictions, time }) } else { Ok(()) }
    }

    fn answers(
        &mut self,
        m: &M,
        t: M::Scalar,
        (at, v, y): (&M::PositionCache, &M::Velocity, &M::States),
        reactions: (&M::Holonomic, &M::Nonholonomic),
    ) -> Result<(), Error> {
        let mut push = self.push.take().unwrap_or_else(|| Box::new(Push::new(m)));
        m.moving(at, v, y, reactions, &mut push.moving);
        m.factor_saddle(at, at, at, &push.moving, &mut push.factors);
        let mut paradox = None;
        for (grip, of) in self.grips.iter().enumerate() {
            if self.held[of.held] > 0.0 {
                continue;
            }
            let along = if of.count == 1 { [1.0, 0.0, 0.0] } else { self.way(grip, v) };
            push.a.as_mut_slice().fill(M::Scalar::zero());
            push.lambda.as_mut_slice().fill(M::Scalar::zero());
            push.psi.as_mut_slice().fill(M::Scalar::zero());
            let range = of.velocity..of.velocity + of.count;
            let rows = push.a.as_mut_slice()[range.clone()].iter_mut();
            rows.zip(along).for_each(|(row, along)| *row = M::Scalar::exact(along));
            let Push { factors, a, lambda, psi, .. } = &mut *push;
            if m.solve_saddle(factors, a, lambda, psi).is_err() {
                continue;
            }
            let answer: f64 = push.a.as_slice()[range].iter().zip(along).map(|(a, d)| a.value() * d).sum();
            if answer < 0.0 {
                paradox = Some(grip);
                break;
            }
        }
        self.push = Some(push);
        match paradox {
            Some(grip) => {
                let friction = self.name(m, super::Switch::Limit(grip));
                Err(Error::Paradox { friction, time: t.value() })
            }
            None => Ok(()),
        }
    }
}
