//! Whether friction is determined if it loads its own reaction (Painlevé).
//!
//! If the reaction of a friction depends on friction itself, e = −μ N(e) is linear in e on each side of N = 0, and a
//! force δ along the slip changes its acceleration by α δ:
//!
//! ```text
//! [M B; G 0; D 0] (a, Λ) = (δ along w, 0, 0),   α = a along w,      B with ∂e/∂(λ, ψ) on the side of N        (1)
//! ```
//!
//! With α > 0 for all of them there is one solution. With α < 0 a force accelerates backwards. If e loads its own reaction that much, there is no
//! solution or there are two (P. Painlevé, *Sur les lois du frottement de glissement*, C. R. Acad. Sci. 121 (1895) 112). But where w
//! hardly moves with the mechanism (near a dead centre), the friction of others suffices for α < 0. The cases are distinguished by the resulting
//! force along slip i for a force on j, including the change of e_i:
//!
//! ```text
//! A_ij = δ_ij + ∂e_i/∂δ_j,   (A⁻¹)_ij = δ_ij − K_ij,   K_ij the change of e_i by a unit of e_j                              (2)
//! one answer of each by itself: 1 − K_ii > 0;   of all together: det(1 − K) > 0                                          (3)
//! ```

use super::Sides;
use super::response::{Response, alone, has_no_say};
use crate::error::Error;
use crate::stepper::{Sample, Start};
use crate::{Grip, Mechanism, Real, Vector};
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use nalgebra::DMatrix;

/// The multipliers of a state without the effect of friction on them.
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

    /// (1) on both sides of N, at a state from which no step succeeds.
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
        let mut suspected = false;
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
            // If constraints alone move the slip, α is rounding.
            if answer < 0.0 && !has_no_say::<M::Scalar>(answer, alone(m, (at, moving), of, along)) {
                suspected = true;
                break;
            }
        }
        let paradox = if suspected { self.without_answer(m, (at, v), &mut response) } else { None };
        self.response = Some(response);
        match paradox {
            Some(grip) => {
                let friction = self.name(m, super::Switch::Limit(grip));
                Err(Error::Paradox { friction, time: t.value() })
            }
            None => Ok(()),
        }
    }

    /// By (2) and (3), a friction with no solution or several.
    fn without_answer(
        &self,
        m: &M,
        (at, v): (&M::PositionCache, &M::Velocity),
        response: &mut Response<M>,
    ) -> Option<usize> {
        let sizes = m.sizes();
        let n = sizes.velocities;
        let sliding: Vec<(usize, [f64; 3])> = (0..self.grips.len())
            .filter(|&grip| !self.is_held_at_rest(grip) && !self.unloaded[grip] && self.is_first(grip))
            .map(|grip| (grip, if self.grips[grip].count == 1 { [1.0, 0.0, 0.0] } else { self.way(grip, v) }))
            .collect();
        let Response { moving, factors, a, lambda, psi, .. } = response;
        let (mut g, mut d) =
            (vec![M::Scalar::zero(); sizes.holonomic * n], vec![M::Scalar::zero(); sizes.nonholonomic * n]);
        m.constraint_jacobian(at, &mut g);
        m.velocity_jacobian(at, moving, &mut d);
        let mut reaction = M::Velocity::zeros(n);
        let mut acting = DMatrix::<f64>::identity(sliding.len(), sliding.len());
        for (j, &(grip, along)) in sliding.iter().enumerate() {
            a.fill(M::Scalar::zero());
            lambda.fill(M::Scalar::zero());
            psi.fill(M::Scalar::zero());
            let Grip { velocity, count, .. } = self.grips[grip];
            let rows = a.as_mut_slice()[velocity..velocity + count].iter_mut();
            rows.zip(along).for_each(|(row, along)| *row = M::Scalar::exact(along));
            m.solve_saddle(factors, a, lambda, psi).ok()?;
            m.reaction_force(at, moving, (&*lambda, &*psi), &mut reaction);
            for (i, &(other, ahead)) in sliding.iter().enumerate() {
                let Grip { velocity, count, .. } = self.grips[other];
                for (k, ahead) in (velocity..velocity + count).zip(ahead) {
                    let of = |rows: &[M::Scalar], by: &[M::Scalar]| -> f64 {
                        rows.chunks_exact(n).zip(by).map(|(row, by)| row[k].value() * by.value()).sum()
                    };
                    let plain = of(&g, lambda.as_slice()) + of(&d, psi.as_slice());
                    acting[(i, j)] += ahead * (plain - reaction.as_slice()[k].value());
                }
            }
        }
        let some = acting.determinant() > 0.0;
        let own = acting.try_inverse();
        let found = (0..sliding.len()).find(|&i| own.as_ref().is_none_or(|own| own[(i, i)] <= 0.0));
        match found {
            Some(i) => Some(sliding[i].0),
            None if some => None,
            None => sliding.first().map(|&(grip, _)| grip),
        }
    }
}
