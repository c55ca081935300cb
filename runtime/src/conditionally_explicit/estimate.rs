//! How wrong a step is: Δ_n = h^(D+1) x^(D+1)/D! + … measures the first derivative that the method leaves out.
//!
//! ```text
//! e_x = D! (|c_x| + |c_v|) |Δ_n|        e_v = D! |c_v| |Δ_n − Δ_{n−1}| / h                     (1)
//! h_new = 0.9 h e^(−1/(D+1))                                                         (2)
//! ```
//!
//! The first step has no Δ_{n−1}, and after an exact start its own Δ is zero: it is judged by e_x alone, with
//! the derivative x^(D+1) that the start has found (none with [`Starting::ZeroHigher`](super::Starting)). Raising the step excites parasitic
//! modes, so it needs 2D accepted steps between raises and a ratio below r_max ([`StepRules::growth`]).

use super::{ConditionallyExplicit, Degree, StableFor, Workspace};
use crate::stepper::{ErrorEstimate, StepRules, Tolerance};
use crate::{Mechanism, Real, Vector};

/// Equation (2).
const SAFETY: f64 = 0.9;

impl<M: Mechanism, const DEGREE: usize> ErrorEstimate<M> for ConditionallyExplicit<DEGREE>
where
    Degree<DEGREE>: StableFor<M>,
{
    fn error(&self, _m: &M, w: &Workspace<M, DEGREE>, tolerance: &Tolerance) -> f64 {
        let (x, v) = self.error;
        let q = &w.instants[w.sampled].q;
        let whole = q.magnitude();
        let frequency = 1.0 / w.h.smallest();
        let mut worst = 0.0;
        for (i, delta) in w.delta.as_slice().iter().enumerate() {
            // On a manifold the numbers of q are not those of δq.
            let size = if M::VECTOR_SPACE { q.as_slice()[i].magnitude() } else { whole };
            let known = if w.first { w.old_delta.as_slice()[i].magnitude() } else { 0.0 };
            let of_x = (x + v) * f64::max(delta.magnitude(), known) / tolerance.scale(size); // (1)
            let of_v = if w.steady < self.hold() {
                0.0
            } else {
                let change = (*delta - w.old_delta.as_slice()[i]).magnitude();
                v * change * frequency / tolerance.scale(w.v.as_slice()[i].magnitude())
            };
            for error in [of_x, of_v] {
                if error > worst || error.is_nan() {
                    worst = error;
                }
            }
        }
        worst
    }

    fn rules(&self) -> StepRules {
        StepRules { exponent: DEGREE as f64, growth: self.growth, hold: self.hold(), safety: SAFETY }
    }
}

impl<const DEGREE: usize> ConditionallyExplicit<DEGREE> {
    /// 2D: parasitic modes have decayed after so many steps of one size.
    fn hold(&self) -> u32 {
        2 * (DEGREE as u32 - 1)
    }
}
