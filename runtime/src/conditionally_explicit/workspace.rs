//! The workspace of a run: the predicted Nordsieck vector, two instants, and space for the solves.
//!
//! Invariant: between steps the workspace holds x_n and the *predicted* p_k(t_n), k = 1 … D. Only these
//! are rescaled when the step size changes; rescaling y_k instead would give another position and reduce the
//! order to one. An attempt changes neither x_n nor, apart from that rescaling, p.

use super::manifold::ManifoldCorrection;
use super::nordsieck::{advance, advance_states, rescale, total};
use crate::stepper::{Sample, Start, StepFailure};
use crate::swings::Swings;
use crate::vector::first_not_finite;
use crate::{Mechanism, Real, Vector};
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

/// t, q and y at one instant, with the compensation of their sums.
#[derive(Clone, Debug)]
pub(super) struct Instant<M: Mechanism> {
    pub(super) t: M::Scalar,
    pub(super) t_carry: M::Scalar,
    pub(super) q: M::Configuration,
    pub(super) q_carry: M::Velocity,
    pub(super) y: M::States,
    pub(super) y_carry: M::States,
    pub(super) at: M::PositionCache,
}

impl<M: Mechanism> Instant<M> {
    /// Advances the time by h, compensated.
    #[inline]
    fn tick(&mut self, h: M::Scalar) {
        (self.t, self.t_carry) = self.t.two_sum(h + self.t_carry);
    }

    /// Moves to q ⊞ δ, compensated, and evaluates there.
    #[inline]
    fn move_by(&mut self, m: &M, by: &M::Velocity, now: &M::TimeCache) {
        m.advance(&mut self.q, by, &mut self.q_carry);
        m.place(now, &self.q, &mut self.at);
    }

    /// Copies the configuration of another instant, to continue from there.
    #[inline]
    fn leave(&mut self, other: &Self) {
        self.q.copy_from(&other.q);
        self.q_carry.copy_from(&other.q_carry);
    }
}

/// The state of a run; see [`ConditionallyExplicit`](super::ConditionallyExplicit).
#[derive(Clone, Debug)]
pub struct Workspace<M: Mechanism, const DEGREE: usize> {
    pub(super) h: M::Scalar,
    pub(super) scales: Scales<M::Scalar>,
    /// p_1 … p_D; slot 0 is the predicted increment of x.
    pub(super) p: [M::Velocity; DEGREE],
    pub(super) p1_carry: M::Velocity,
    /// The same for first-order states.
    pub(super) z: [M::States; DEGREE],
    /// Δ_y = h y' − z_1.
    pub(super) gap: M::States,
    /// Δ_y of the previous step; before the first step h^(D+1) y^(D+1).
    pub(super) old_gap: M::States,
    /// t_n and t_{n+1}.
    pub(super) instants: [Instant<M>; 2],
    /// The index of the instant at which the last attempt was solved.
    pub(super) sampled: usize,
    pub(super) delta: M::Velocity,
    /// Δ of the previous step, for the error of the velocity; before the first step h^(D+1) x^(D+1)/D!.
    pub(super) old_delta: M::Velocity,
    /// Whether an attempt at t_n has succeeded.
    pub(super) solved: bool,
    /// Whether it was rejected: then the next ones are judged by its Δ and Δ_y, rescaled, since a repeated
    /// attempt has the same history at t_n, and its own Δ does not decrease with h^(D+1).
    pub(super) refused: bool,
    pub(super) judged_delta: M::Velocity,
    pub(super) judged_gap: M::States,
    /// Whether this is the first step.
    pub(super) first: bool,
    /// Whether the last attempt was one of the first step: then a sample shows the start.
    pub(super) beginning: bool,
    /// v, a, λ and ψ at the start.
    pub(super) began: Option<Box<Beginning<M>>>,
    /// The number of the last steps of one size, and their size: modes excited by the start or by a change of the step size
    /// decay during them.
    pub(super) steady: u32,
    pub(super) steady_h: M::Scalar,
    /// δ, the projection of the velocity times h.
    pub(super) velocity_correction: M::Velocity,
    pub(super) v: M::Velocity,
    pub(super) a: M::Velocity,
    pub(super) lambda: M::Holonomic,
    pub(super) psi: M::Nonholonomic,
    pub(super) saddle: M::SaddleFactors,
    pub(super) factors: M::Factors,
    /// Factors at t_n alone, if constraints are redundant.
    pub(super) reaction_factors: Option<Box<M::SaddleFactors>>,
    pub(super) moving: M::VelocityCache,
    /// The quantities of the time stage at t_{n+1}.
    pub(super) next: M::TimeCache,
    pub(super) right: Right<M>,
    pub(super) swings: Swings<M::Scalar, M::Velocity>,
    manifold: ManifoldCorrection<M>,
}

/// The data of the start of a run, before its first step.
#[derive(Clone, Debug)]
pub(super) struct Beginning<M: Mechanism> {
    pub(super) v: M::Velocity,
    pub(super) a: M::Velocity,
    pub(super) lambda: M::Holonomic,
    pub(super) psi: M::Nonholonomic,
}

/// The constants of the step size and the weights, computed when the step size changes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scales<T> {
    /// s.
    pub(super) s: T,
    /// |s|, 1/s.
    pub(super) size_s: f64,
    pub(super) inverse_s: T,
    /// 1/h.
    pub(super) frequency: T,
    /// h²/2.
    pub(super) half_square: T,
    /// 2/h².
    pub(super) inverse_half_square: T,
    /// l_2, 1/l_2.
    l2: T,
    pub(super) inverse_l2: T,
    /// 2 l_2/h².
    pub(super) multipliers: T,
}

impl<T: Real> Scales<T> {
    fn new(h: T, s: f64, l2: f64) -> Self {
        let half_square = T::exact(0.5) * h * h;
        Self {
            s: T::exact(s),
            size_s: s.abs(),
            inverse_s: T::exact(s).recip(),
            frequency: h.recip(),
            half_square,
            inverse_half_square: half_square.recip(),
            l2: T::exact(l2),
            inverse_l2: T::exact(l2).recip(),
            multipliers: half_square.recip() * T::exact(l2),
        }
    }

    /// The same for another step size.
    pub(super) fn with_step(&self, h: T) -> Self {
        let half_square = T::exact(0.5) * h * h;
        let inverse_half_square = half_square.recip();
        let multipliers = inverse_half_square * self.l2;
        Self { frequency: h.recip(), half_square, inverse_half_square, multipliers, ..*self }
    }
}

/// Right-hand sides and space for products.
#[derive(Clone, Debug)]
pub(super) struct Right<M: Mechanism> {
    pub(super) a: M::Velocity,
    pub(super) lambda: M::Holonomic,
    pub(super) psi: M::Nonholonomic,
    pub(super) velocity: M::Velocity,
    pub(super) product: M::Velocity,
    pub(super) bias: M::Holonomic,
    pub(super) rate: M::Nonholonomic,
    /// D, dense, for mechanisms in which it varies.
    pub(super) jacobian: Vec<M::Scalar>,
}

impl<M: Mechanism, const DEGREE: usize> Workspace<M, DEGREE> {
    /// A workspace at the initial values, all derivatives zero.
    pub(super) fn new(m: &M, from: &Start<M>, h: M::Scalar, s: f64, l2: f64) -> Self {
        let (sizes, n) = (m.sizes(), from.v.len());
        let velocity = || M::Velocity::zeros(n);
        let holonomic = || M::Holonomic::zeros(sizes.holonomic);
        let nonholonomic = || M::Nonholonomic::zeros(sizes.nonholonomic);
        let states = || M::States::zeros(sizes.states);
        let mut at = m.position_cache();
        let next = m.now(from.t);
        m.place(&next, &from.q, &mut at);
        let instant = Instant {
            t: from.t,
            t_carry: M::Scalar::zero(),
            q: from.q.clone(),
            q_carry: velocity(),
            y: from.y.clone(),
            y_carry: states(),
            at,
        };
        Self {
            h,
            scales: Scales::new(h, s, l2),
            p: core::array::from_fn(|_| velocity()),
            p1_carry: velocity(),
            z: core::array::from_fn(|_| states()),
            gap: states(),
            old_gap: states(),
            instants: [instant.clone(), instant],
            sampled: 0,
            delta: velocity(),
            old_delta: velocity(),
            solved: false,
            refused: false,
            judged_delta: velocity(),
            judged_gap: states(),
            first: true,
            beginning: true,
            began: None,
            steady: 0,
            steady_h: h,
            velocity_correction: velocity(),
            v: from.v.clone(),
            a: velocity(),
            lambda: holonomic(),
            psi: nonholonomic(),
            saddle: m.saddle_factors(),
            factors: m.factors(),
            reaction_factors: if m.flags().redundant && sizes.redundancy > 0 {
                Some(Box::new(m.saddle_factors()))
            } else {
                None
            },
            moving: m.velocity_cache(),
            next,
            right: Right {
                a: velocity(),
                lambda: holonomic(),
                psi: nonholonomic(),
                velocity: velocity(),
                product: velocity(),
                bias: holonomic(),
                rate: nonholonomic(),
                jacobian: vec![
                    M::Scalar::zero();
                    if m.flags().borders_move { n * sizes.nonholonomic } else { 0 }
                ],
            },
            swings: Swings::new(n),
            manifold: ManifoldCorrection::new(m, n, DEGREE - 1),
        }
    }

    /// Slot 0 of the predictions, after their other slots have been filled.
    pub(super) fn complete(&mut self) {
        total(&mut self.p);
        total(&mut self.z);
    }

    /// Prepares an attempt with step h; `steady` has π_k.
    #[inline]
    pub(super) fn set_step(&mut self, m: &M, h: M::Scalar, steady: &[f64; DEGREE]) {
        if h != self.h {
            self.rescale(h, steady);
        }
        if !m.flags().vector_space {
            total(&mut self.p);
            self.manifold.add(m, &mut self.p);
        }
    }

    #[cold]
    fn rescale(&mut self, h: M::Scalar, steady: &[f64; DEGREE]) {
        let r = h / self.h;
        let nothing = [0.0; DEGREE];
        // Before 2D steps of one size, Δ is dominated by the last change of the step size.
        let motion = if self.steady < 2 * (DEGREE as u32 - 1) { &nothing } else { steady };
        rescale(&mut self.p, r, motion, &mut self.old_delta);
        // The value and the rate of a state are those of its motion and need no correction.
        rescale(&mut self.z, r, &nothing, &mut self.old_gap);
        self.p1_carry.scale(r);
        if self.solved {
            if !self.refused {
                self.refused = true;
                self.judged_delta.copy_from(&self.delta);
                self.judged_gap.copy_from(&self.gap);
            }
            let power = (0..DEGREE).fold(M::Scalar::one(), |power, _| power * r);
            self.judged_delta.scale(power);
            self.judged_gap.scale(power);
        }
        self.h = h;
        self.scales = self.scales.with_step(h);
    }

    /// t_{n+1}.
    #[inline]
    pub(super) fn tick(&mut self, m: &M) {
        let [here, there] = &mut self.instants;
        (there.t, there.t_carry) = (here.t, here.t_carry);
        there.tick(self.h);
        m.now_into(there.t, &mut self.next);
    }

    /// Evaluates x_{n+1} = x_n ⊞ p_0 and the position stage there.
    #[inline]
    pub(super) fn look_ahead(&mut self, m: &M) {
        let [here, there] = &mut self.instants;
        there.leave(here);
        there.move_by(m, &self.p[0], &self.next);
    }

    /// Evaluates x_{n+1} = x_n ⊞ (p_0 + s Δ + δ) and the position stage there.
    #[inline]
    pub(super) fn look_ahead_corrected(&mut self, m: &M) {
        self.correct_increment(m);
        let [here, there] = &mut self.instants;
        there.leave(here);
        there.move_by(m, &self.right.velocity, &self.next);
    }

    /// p_0 + s Δ + δ, into `right.velocity`.
    #[inline]
    fn correct_increment(&mut self, m: &M) {
        let s = self.scales.s;
        let parts = self.delta.as_slice().iter().zip(self.p[0].as_slice());
        let by = self.right.velocity.as_mut_slice().iter_mut();
        if m.flags().nonholonomic {
            let corrections = self.velocity_correction.as_slice();
            for ((by, correction), (delta, p)) in by.zip(corrections).zip(parts) {
                *by = s * *delta + *p + *correction;
            }
        } else {
            for (by, (delta, p)) in by.zip(parts) {
                *by = s * *delta + *p;
            }
        }
    }

    /// Δ_y at the corrected velocity.
    #[inline]
    pub(super) fn state_rates(&mut self, m: &M) -> Result<(), StepFailure> {
        let here = &self.instants[0];
        m.state_rates(&here.at, &self.v, &here.y, &mut self.gap);
        for (gap, z) in self.gap.as_mut_slice().iter_mut().zip(self.z[1].as_slice()) {
            *gap = self.h * *gap - *z;
        }
        match first_not_finite(self.gap.as_slice()) {
            Some(row) => Err(StepFailure::StateNotFinite { row }),
            None => Ok(()),
        }
    }

    /// Corrects at t_n, moves to t_{n+1} and predicts there.
    ///
    /// Always inlined: the results of an attempt stay in registers if a step follows directly.
    #[inline(always)]
    pub(super) fn commit(&mut self, m: &M, l: &[f64; DEGREE], r: &[f64; DEGREE]) {
        if !m.flags().holonomic {
            // If nothing has been evaluated at t_{n+1} yet, it is computed in the memory of t_n, which is kept in the other: a load that
            // is wider than the preceding stores would stall on them.
            self.correct_increment(m);
            let [here, there] = &mut self.instants;
            there.t = here.t;
            there.q.copy_from(&here.q);
            there.y.copy_from(&here.y);
            core::mem::swap(&mut here.at, &mut there.at);
            here.tick(self.h);
            m.now_into(here.t, &mut self.next);
            here.move_by(m, &self.right.velocity, &self.next);
        }
        let velocity_correction = if m.flags().nonholonomic { Some(&self.velocity_correction) } else { None };
        advance(&mut self.p, l, &self.delta, velocity_correction, &mut self.p1_carry);
        if m.flags().states {
            // y_{n+1} = y_n + Σ_{k≥1} (p_k + r_k Δ_y), before the prediction is advanced.
            let [here, there] = &mut self.instants;
            let next = if m.flags().holonomic {
                there.y.copy_from(&here.y);
                there.y_carry.copy_from(&here.y_carry);
                there
            } else {
                here
            };
            let weight = M::Scalar::exact(r.iter().sum());
            for i in 0..self.gap.len() {
                let by =
                    self.z[0].as_slice()[i] + weight * self.gap.as_slice()[i] + next.y_carry.as_slice()[i];
                let (y, lost) = next.y.as_slice()[i].two_sum(by);
                next.y.as_mut_slice()[i] = y;
                next.y_carry.as_mut_slice()[i] = lost;
            }
            advance_states(&mut self.z, r, &self.gap);
            self.old_gap.copy_from(&self.gap);
        }
        self.old_delta.copy_from(&self.delta);
        (self.first, self.solved, self.refused) = (false, false, false);
        self.steady = if self.h == self.steady_h { self.steady.saturating_add(1) } else { 1 };
        self.steady_h = self.h;
        if m.flags().holonomic {
            // Swapped instead of alternating an index: with fixed addresses a small mechanism stays in registers.
            let [here, there] = &mut self.instants;
            core::mem::swap(here, there);
        }
        self.sampled = 1;
    }

    /// Stores the start, whose velocity the first step replaces by p_1 + l_1 Δ if there are constraints.
    pub(super) fn begins(&mut self, m: &M, from: &Start<M>) {
        if m.flags().constrained() {
            let (v, a) = (from.v.clone(), self.a.clone());
            self.began =
                Some(Box::new(Beginning { v, a, lambda: self.lambda.clone(), psi: self.psi.clone() }));
        }
    }

    #[inline]
    pub(super) fn sample(&self) -> Sample<'_, M> {
        let Instant { t, q, y, at, .. } = &self.instants[self.sampled];
        if let Some(began) = self.began.as_deref().filter(|_| M::FLAGS.constrained() && self.beginning) {
            let Beginning { v, a, lambda, psi } = began;
            return Sample { t: *t, q, v, a, lambda, psi, y, at };
        }
        Sample { t: *t, q, v: &self.v, a: &self.a, lambda: &self.lambda, psi: &self.psi, y, at }
    }
}
