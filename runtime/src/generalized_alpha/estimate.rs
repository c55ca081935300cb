//! The error of a step, from the accelerations at its ends and at the end of the previous step.
//!
//! ```text
//! ΔA = A₁ − A₀,   ΔA₋ = A₀ − A₋₁,   Δ₂A = 2h(ΔA/h − ΔA₋/h₋)/(h + h₋)                                        (1)
//! e_q = |β + α/2 − 1/6| h² |ΔA|                                                                              (2)
//! e_v = |γ + α − 1/2| h |ΔA| + |γ(α + 1/2) + α²/2 − 1/6| h |Δ₂A|                                              (3)
//! e_y = the like of (3) with α', γ' and Y                                                                       (4)
//! h_new = 0.9 h e^(−1/(p+1))                                                                                     (5)
//! ```
//!
//! A belongs to t + α h, so that ΔA ≈ h a' and Δ₂A ≈ h² a'': A₀ is corrected for h where h changes ((7) of the [method](super)) in ΔA, and not in
//! ΔA₋, both of whose ends belong to h₋. Otherwise Δ₂A would have an error of α (h − h₋) a' there, more than itself if h is small.
//!
//! (2) and (3) are the terms of the series of q and v that Newmark's formulas neglect; the error of A itself is of higher order. In
//! the first step ΔA₋ = 0, which overestimates its error. Multipliers are not checked.

use super::{GeneralizedAlpha, Workspace};
use crate::stepper::{ErrorEstimate, StepRules, Tolerance};
use crate::{Mechanism, Real, Vector};

/// Equation (5).
const SAFETY: f64 = 0.9;
const GROWTH: f64 = 2.0;

/// The coefficients of (3).
fn of_rates(gamma: f64, shift: f64) -> (f64, f64) {
    ((gamma + shift - 0.5).abs(), (gamma * (shift + 0.5) + 0.5 * shift * shift - 1.0 / 6.0).abs())
}

impl<M: Mechanism> ErrorEstimate<M> for GeneralizedAlpha {
    fn error(&self, m: &M, w: &Workspace<M>, tolerance: &Tolerance) -> f64 {
        let (h, before) = (w.used.h, w.last.h);
        let both = M::Scalar::exact(2.0) / (h + before);
        // (1), of any quantity.
        // `then` is `now` before its correction.
        let second = |new: M::Scalar, now: M::Scalar, then: M::Scalar, old: M::Scalar| {
            both * ((new - now) - h / before * (then - old))
        };
        let size = h.smallest().abs();
        let path = (self.beta + 0.5 * self.shift() - 1.0 / 6.0).abs() * size * size;
        let (first_rate, second_rate) = of_rates(self.gamma, self.shift());
        let (here, there) = (&w.here.point, &w.there.point);
        let whole = f64::max(here.q.magnitude(), there.q.magnitude());
        let larger =
            |a: &[M::Scalar], b: &[M::Scalar], i: usize| f64::max(a[i].magnitude(), b[i].magnitude());
        let mut worst = 0.0;
        let mut raise = |error: f64| {
            if error > worst || error.is_nan() {
                worst = error;
            }
        };
        for i in 0..here.v.len() {
            let (new, now, old) = (there.a.as_slice()[i], w.used.a.as_slice()[i], w.last.a.as_slice()[i]);
            let then = here.a.as_slice()[i];
            let (change, curvature) =
                ((new - now).magnitude(), (h * second(new, now, then, old)).magnitude());
            // On a manifold the entries of q do not match those of δq.
            let of_q =
                if m.flags().vector_space { larger(here.q.as_slice(), there.q.as_slice(), i) } else { whole };
            raise(path * change / tolerance.scale(of_q)); // (2)
            let of_v = larger(here.v.as_slice(), there.v.as_slice(), i);
            raise(size * (first_rate * change + second_rate * curvature) / tolerance.scale(of_v)); // (3)
        }
        let (_, gamma) = self.companion();
        let (first_rate, second_rate) = of_rates(gamma, 0.5 * self.shift());
        for i in 0..here.y.len() {
            let new = there.rate.as_slice()[i];
            let (now, old) = (w.used.rate.as_slice()[i], w.last.rate.as_slice()[i]);
            let then = here.rate.as_slice()[i];
            let (change, curvature) =
                ((new - now).magnitude(), (h * second(new, now, then, old)).magnitude());
            let of_y = larger(here.y.as_slice(), there.y.as_slice(), i);
            raise(size * (first_rate * change + second_rate * curvature) / tolerance.scale(of_y)); // (4)
        }
        worst
    }

    fn rules(&self) -> StepRules {
        let order = if self.second_order() { 2.0 } else { 1.0 };
        StepRules { exponent: order + 1.0, growth: GROWTH, hold: 0, safety: SAFETY }
    }
}
