//! Whether friction is determined where it loads its own reaction (Painlevé).
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
use super::response::{Response, alone, has_no_say};
use crate::error::Error;
use crate::stepper::{Sample, Start};
use crate::{Mechanism, Real, Vector};

/// The multipliers of a state as if friction did not load them.
fn unloaded<M: Mechanism>(response: &mut Response<M>, m: &M, from: &Start<M>) {
    let Response { at, moving, factors, a, lambda, psi } = response;
    m.place(&m.now(from.t), &from.q, at);
    lambda.fill(M::Scalar::zero());
    psi.fill(M::Scalar::zero());
    m.moving(at, &from.v, &from.y, (&*lambda, &*psi), moving);
    m.factor_saddle(at, at, at, moving, factors);
    m.applied_force(at, &from.v, &from.y, a);
    m.acceleration_bias(at, &from.v, (lambda, psi));
    let _ = m.solve_saddle(factors, a, lambda, psi);
}

impl<M: Mechanism> Sides<M> {
    /// (1) for every friction that slides in a sample.
    ///
    /// # Errors
    /// [`Error::Paradox`].
    pub(in super::super) fn unique(&mut self, m: &M, sample: &Sample<'_, M>) -> Result<(), Error> {
        if m.flags().linear_reactions || self.grips.is_empty() {
            return Ok(());
        }
        self.answers(m, sample.t, (sample.at, sample.v, sample.y), (sample.lambda, sample.psi))
    }

    /// (1) on both sides of N, at a state from which no step could be taken.
    ///
    /// # Errors
    /// [`Error::Paradox`].
    pub(in super::super) fn unique_beyond(&mut self, m: &M, from: &Start<M>) -> Result<(), Error> {
        if m.flags().linear_reactions || self.grips.is_empty() {
            return Ok(());
        }
        let mut probe = Response::new(m);
        unloaded(&mut probe, m, from);
        for _ in 0..2 {
            probe.lambda.as_mut_slice().iter_mut().chain(probe.psi.as_mut_slice()).for_each(|x| *x = -*x);
            self.answers(m, from.t, (&probe.at, &from.v, &from.y), (&probe.lambda, &probe.psi))?;
        }
        Ok(())
    }

    fn answers(
        &mut self,
        m: &M,
        t: M::Scalar,
        (at, v, y): (&M::PositionCache, &M::Velocity, &M::States),
        reactions: (&M::Holonomic, &M::Nonholonomic),
    ) -> Result<(), Error> {
        let mut response = self.response.take().unwrap_or_else(|| Box::new(Response::new(m)));
        m.moving(at, v, y, reactions, &mut response.moving);
        m.factor_saddle(at, at, at, &response.moving, &mut response.factors);
        let mut paradox = None;
        for (grip, of) in self.grips.iter().enumerate() {
            if self.is_held_at_rest(grip) {
                continue;
            }
            let along = if of.count == 1 { [1.0, 0.0, 0.0] } else { self.way(grip, v) };
            let Response { moving, factors, a, lambda, psi, .. } = &mut *response;
            a.fill(M::Scalar::zero());
            lambda.fill(M::Scalar::zero());
            psi.fill(M::Scalar::zero());
            let range = of.velocity..of.velocity + of.count;
            let rows = a.as_mut_slice()[range.clone()].iter_mut();
            rows.zip(along).for_each(|(row, along)| *row = M::Scalar::exact(along));
            if m.solve_saddle(factors, a, lambda, psi).is_err() {
                continue;
            }
            let answer: f64 = a.as_slice()[range].iter().zip(along).map(|(a, d)| a.value() * d).sum();
            // Where constraints alone move the slip the answer is rounding.
            if answer < 0.0 && !has_no_say(answer, alone(m, (at, moving), of, along)) {
                paradox = Some(grip);
                break;
            }
        }
        self.response = Some(response);
        match paradox {
            Some(grip) => {
                let friction = self.name(m, super::Switch::Limit(grip));
                Err(Error::Paradox { friction, time: t.value() })
            }
            None => Ok(()),
        }
    }
}
