//! The stability of an equilibrium, from its stiffness and from the linearised motion.
//!
//! An eigenvalue μ of the stiffness that vanishes at the equilibrium is an error of the position where Newton's iteration ends: forces
//! of order n there leave corrections of (1 − 1/n)ᵏ, and μ changes by the same order as itself:
//!
//! ```text
//! μ counts as zero if |μ(q + Δq) − μ(q)| > max |μ| / 4    with the next correction Δq                   (6)
//! ```
//!
//! At other equilibria the correction is rounding.

use super::Equilibrium;
use super::kinks::Kinks;
use super::sides::Sides;
use super::trial::Trial;
use crate::analysis::linearize::linearize;
use crate::analysis::row_space::RowSpace;
use crate::error::Error;
use crate::{Mechanism, Real, Vector};
use alloc::string::String;
use alloc::vec::Vec;

/// Eigenvalues smaller than this, relative to the largest, count as zero.
pub(super) const ZERO: f64 = 1e-6;
/// The part of (6).
const VANISHING: f64 = 0.25;
/// An antisymmetric part of C of this relative size counts as gyroscopic.
pub(super) const GYROSCOPIC: f64 = 1e-9;

/// The stability of an equilibrium.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stability {
    /// No eigenvalue of the linearised motion grows, and the reduced stiffness is positive definite; with gyroscopic forces, or if it is not
    /// symmetric, regular. With first-order states no eigenvalue is zero.
    Stable,
    /// Some displacement causes no force (to first order; with first-order states, an eigenvalue is zero), and none grows. Nonholonomic constraints always leave such displacements.
    Neutral,
    /// Some disturbance grows.
    Unstable,
    /// Forces, stiffness or damping jump at the position ([`Equilibrium::kinks`], [`Equilibrium::bends`]), and what is known of both sides does not decide.
    Undecided,
}

/// The stability of the result of a search; `corrected` is the position after one more correction, if the constraints hold there. `kinks` and `sides` decide
/// themselves.
pub(super) fn judge<M: Mechanism<Scalar = f64>>(
    m: &M,
    found: Trial<M>,
    (corrected, kinks, sides): (Option<&Trial<M>>, Option<Kinks>, Option<Sides>),
    iterations: usize,
) -> Result<Equilibrium<M>, Error> {
    let residual = found.force.amax();
    let linearization = linearize(m, &found.state)?;
    let condensed = found.condensed();
    let symmetric = found.is_symmetric(&condensed);
    let spectrum = |trial: &Trial<M>| -> Vec<f64> {
        trial.spectrum(&linearization.reduced_mass).into_iter().map(|(square, _)| square).collect()
    };
    let mut stiffness = if symmetric && found.states_follow() { spectrum(&found) } else { Vec::new() };
    let vanished = corrected.map_or(0.0, |corrected| drop_vanishing(&mut stiffness, &spectrum(corrected)));
    let largest = stiffness.iter().fold(0.0_f64, |most, mu| Real::max(most, mu.abs()));
    // Cyclic coordinates (a rolling wheel) have no stiffness.
    let least = stiffness.first().copied().unwrap_or(0.0);
    let modes = linearization.modes()?;
    let fastest = modes.modes.iter().fold(0.0_f64, |most, mode| Real::max(most, mode.eigenvalue.norm()));
    // A stiffness −μ makes a motion grow with √μ at most.
    let rounding = f64::max(ZERO * fastest, 2.0 * Real::sqrt(vanished));
    let grows = modes.modes.iter().any(|mode| mode.eigenvalue.re > rounding);
    // States do not follow quasi-statically where they integrate, and gyroscopic forces may hold what K does not: then the motion alone
    // decides. Without both, a negative stiffness is a growth, however slow damping makes it.
    let damping = &linearization.reduced_damping;
    let gyroscopic =
        !damping.is_square() || (damping - damping.transpose()).amax() > GYROSCOPIC * damping.amax();
    let by_motion = !found.state.y.is_empty() || gyroscopic;
    let floats = if !found.state.y.is_empty() {
        modes.modes.iter().any(|mode| mode.eigenvalue.norm() <= ZERO * fastest)
    } else if symmetric {
        vanished > 0.0 || stiffness.iter().any(|mu| (-ZERO * largest..=ZERO * ZERO * largest).contains(mu))
    } else {
        RowSpace::new(&condensed).rank() < condensed.ncols()
    };
    let stability = if grows || (!by_motion && least < -ZERO * largest) {
        Stability::Unstable
    } else if floats {
        Stability::Neutral
    } else {
        Stability::Stable
    };
    let (mut kinks, bends, stability) = together(stability, kinks, sides);
    kinks.dedup();
    Ok(Equilibrium {
        state: found.state,
        residual,
        iterations,
        stiffness,
        stability,
        kinks,
        bends,
        linearization,
    })
}

/// The names of kinks and of bends, and what all of them say; `smooth` is the stability where nothing jumps.
fn together(
    smooth: Stability,
    kinks: Option<Kinks>,
    sides: Option<Sides>,
) -> (Vec<String>, Vec<String>, Stability) {
    let forces = kinks.map_or((Vec::new(), None), |kinks| (kinks.names, Some(kinks.stability)));
    let Some(sides) = sides else { return (forces.0, Vec::new(), forces.1.unwrap_or(smooth)) };
    let stability = match (forces.1, sides.stability) {
        (Some(Stability::Unstable), _) | (_, Stability::Unstable) => Stability::Unstable,
        (None, sides) => sides,
        // Along a kink, the stiffness decides, which is not one.
        (Some(_), _) => Stability::Undecided,
    };
    (forces.0.into_iter().chain(sides.drives).collect(), sides.bends, stability)
}

/// Sets the eigenvalues to zero that vanish (6), and returns the largest of them.
fn drop_vanishing(stiffness: &mut [f64], corrected: &[f64]) -> f64 {
    let mut largest = 0.0;
    for (mu, next) in stiffness.iter_mut().zip(corrected) {
        let size = f64::max(mu.abs(), next.abs());
        if (*mu - next).abs() > VANISHING * size {
            largest = f64::max(largest, mu.abs());
            *mu = 0.0;
        }
    }
    stiffness.sort_by(f64::total_cmp);
    largest
}
