//! The lag of velocities at the start of steps of one size.
//!
//! Both Euler methods of the [module above](super) have velocities that are difference quotients of positions: at a sample after steps of size τ
//! constraints on positions leave v half a step behind the motion,
//!
//! ```text
//! 0 = g(t₁, q₀ ⊞ h v₁) = g + h (g_t + G v₁) + h² γ/2 + O(h³)        ⇒        g_t + G v = τ γ/2 + O(τ²) at a sample            (8)
//! ```
//!
//! with the acceleration G a + γ = 0 along them. If the next step has another size h, its first acceleration along G is (h + τ)/(2 h) times that of
//! the motion: half of it after a start with g_t + G v = 0. Where friction sticks, that decides whether a slip begins, and in which direction. Such
//! mechanisms start from the velocities that steps of size h have there,
//!
//! ```text
//! v ← v − (h − τ)/2 a,        τ = 2 γ·(g_t + G v)/(γ·γ)                                                                   (9)
//! ```
//!
//! which is the change of size of the leapfrog method. Other mechanisms start as published.

use crate::implicit::Point;
use crate::{Mechanism, Real, Vector};

/// γ below this part of the accelerations is rounding.
const ROUNDING: f64 = 1e-9;

/// The change (9) of the velocities of a start, for steps of this size; `None` if no friction sticks, or without accelerations along G.
pub(super) fn lag<M: Mechanism>(m: &M, here: &Point<M>, h: M::Scalar) -> Option<M::Velocity> {
    if !m.flags().holonomic || m.grips().is_empty() {
        return None;
    }
    let (mut minus_gamma, mut rate) = (here.lambda.clone(), here.lambda.clone());
    m.acceleration_bias(&here.at, &here.v, (&mut minus_gamma, &mut here.psi.clone()));
    m.holonomic_rate(&here.at, &here.v, &mut rate);
    if minus_gamma.norm_l1() <= ROUNDING * (1.0 + here.a.norm_l1()) {
        return None;
    }
    let zero = M::Scalar::zero();
    let pairs = minus_gamma.as_slice().iter().zip(rate.as_slice());
    let (products, square) =
        pairs.fold((zero, zero), |(products, square), (g, r)| (products - *g * *r, square + *g * *g));
    let behind = M::Scalar::exact(2.0) * products / square;
    let mut change = here.a.clone();
    change.scale(M::Scalar::exact(-0.5) * (h - behind));
    Some(change)
}
