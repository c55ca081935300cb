//! The error of a step: Δ_n = h^(D+1) x^(D+1)/D! + … measures the first derivative that the method neglects.
//!
//! ```text
//! e_x = D! (|c_x| + |c_v|) |Δ_n|      e_v = D! |c_v| |Δ_n − Δ_{n−1}| / h      e_y = γ_D |Δ_y|        (1)
//! h_new = 0.9 h e^(−1/(D+1))                                                         (2)
//! ```
//!
//! After an exact start Δ and Δ_y of the first step are zero: its error is estimated from the derivatives x^(D+1) and
//! y^(D+1) of the start (none with [`Starting::ZeroHigher`](super::Starting)). A change of the step size
//! disturbs Δ − Δ_old by its own size, so that e_v counts only after 2D steps of one size. A repeated attempt
//! has the same history at t_n: it is judged by Δ of the first attempt, rescaled to r^(D+1) Δ.
//! Increasing the step size excites parasitic modes: it requires 2D steps of one size and a ratio below r_max
//! ([`StepRules::growth`]).

use super::{ConditionallyExplicit, Degree, StableFor, Workspace};
use crate::stability::growth;
use crate::stepper::{ErrorEstimate, StepRules, Tolerance};
use crate::{Mechanism, Real, Vector};

/// Equation (2).
const SAFETY: f64 = 0.9;

/// The larger one, or NaN if either is.
fn larger(a: f64, b: f64) -> f64 {
    if a > b || a.is_nan() { a } else { b }
}

impl<M: Mechanism, const DEGREE: usize> ErrorEstimate<M> for ConditionallyExplicit<DEGREE>
where
    Degree<DEGREE>: StableFor<M>,
{
    fn error(&self, m: &M, w: &Workspace<M, DEGREE>, tolerance: &Tolerance) -> f64 {
        let (x, v) = self.error;
        let q = &w.instants[w.sampled].q;
        let whole = q.magnitude();
        let frequency = 1.0 / w.h.smallest();
        let (delta, gap) = if w.refused { (&w.judged_delta, &w.judged_gap) } else { (&w.delta, &w.gap) };
        let settled = w.steady >= self.hold() && w.h == w.steady_h;
        let mut worst = 0.0;
        let mut raise = |error: f64| {
            if error > worst || error.is_nan() {
                worst = error;
            }
        };
        for (i, delta) in delta.as_slice().iter().enumerate() {
            // On a manifold the entries of q do not match those of δq.
            let size = if m.flags().vector_space { q.as_slice()[i].magnitude() } else { whole };
            let known = if w.first { w.old_delta.as_slice()[i].magnitude() } else { 0.0 };
            raise((x + v) * larger(delta.magnitude(), known) / tolerance.scale(size)); // (1)
            if settled {
                let change = (*delta - w.old_delta.as_slice()[i]).magnitude();
                raise(v * change * frequency / tolerance.scale(w.v.as_slice()[i].magnitude()));
            }
        }
        let states = w.instants[w.sampled].y.as_slice();
        for (i, gap) in gap.as_slice().iter().enumerate() {
            let known = if w.first { w.old_gap.as_slice()[i].magnitude() } else { 0.0 };
            let size = states[i].magnitude();
            raise(self.state_error * larger(gap.magnitude(), known) / tolerance.scale(size));
        }
        worst
    }

    fn rules(&self) -> StepRules {
        // r_max needs eigenvalues of many cycles: it is not computed for runs with fixed steps.
        let growth = growth(&self.l, DEGREE < 8);
        StepRules { exponent: DEGREE as f64, growth, hold: self.hold(), safety: SAFETY }
    }
}

impl<const DEGREE: usize> ConditionallyExplicit<DEGREE> {
    /// 2D: parasitic modes have decayed after this many steps of one size.
    fn hold(&self) -> u32 {
        2 * (DEGREE as u32 - 1)
    }
}
