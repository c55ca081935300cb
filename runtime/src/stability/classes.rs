//! The stability class of a method, by sampling the left half-plane.
//!
//! λh and its conjugate are the pair of x'' = −ω² x − 2ζω x' with Ω = |λh| and ζ = −cos arg λh.
//!
//! ```text
//! A    stable in the whole left half-plane                                     (1)
//! F    A, and unstable in the whole right half-plane: neutral between          (2)
//! L    A, and the radius vanishes for |λh| → ∞, with no root left out          (3)
//! ```
//!
//! Invariant: a class is the result of samples up to |λh| = 10⁴, with a tolerance of 10⁻⁷ for the radius (rounding
//! of a step of that size); it is not a proof.

use super::{FixedStep, spectral_radius};
use crate::stepper::StepFailure;
#[cfg(not(feature = "std"))]
use linkwork_numerics::elementary::Float;
use nalgebra::Complex;

/// Largest radius that counts as 1.
const MARGIN: f64 = 1e-7;
/// |λh| of the samples: 10^(i/4), from 10⁻² to 10⁴.
const DECADES: core::ops::RangeInclusive<i32> = -8..=16;
/// Directions from 90° to 180°, in steps of 5°.
const DIRECTIONS: u32 = 18;
/// |λh| in place of infinity, and the radius that counts as zero there.
const INFINITY: f64 = 1e6;
const ZERO: f64 = 1e-3;

/// The stability class of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Nowhere near λh = 0 on the imaginary axis and in the left half-plane.
    Unstable,
    /// For small enough steps.
    Conditional,
    /// (1).
    A,
    /// (2).
    F,
    /// (3).
    L,
}

impl core::fmt::Display for Class {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Unstable => "unstable for every step size on undamped motion",
            Self::Conditional => "conditionally stable",
            Self::A => "A-stable",
            Self::F => "F-stable (A-stable, and unstable exactly where the exact motion is)",
            Self::L => "L-stable (A-stable, and fast motion is damped completely)",
        })
    }
}

/// Whether the radius at λh is at most 1 + 10⁻⁷.
///
/// # Errors
///
/// The failure of a step on the test equation.
pub fn is_stable_at<S: FixedStep + ?Sized>(method: &S, lambda_h: Complex<f64>) -> Result<bool, StepFailure> {
    let omega_h = lambda_h.norm();
    Ok(omega_h == 0.0 || spectral_radius(method, omega_h, -lambda_h.re / omega_h)? <= 1.0 + MARGIN)
}

/// The class by samples; `limit` is the [`stability_limit`](super::stability_limit) without damping.
///
/// A step that fails at a sample (with a singular solve) counts as unstable.
///
/// ```
/// use linkwork::FifthDegree;
/// use linkwork::stability::{Class, classify, stability_limit};
///
/// let method = FifthDegree::default();
/// assert_eq!(classify(&method, stability_limit(&method, 0.0).unwrap()), Class::Conditional);
/// let paper = FifthDegree::paper();
/// assert_eq!(classify(&paper, stability_limit(&paper, 0.0).unwrap()), Class::Unstable);
/// ```
pub fn classify<S: FixedStep + ?Sized>(method: &S, limit: f64) -> Class {
    let sizes = || DECADES.map(|i| 10.0_f64.powf(f64::from(i) / 4.0));
    let stable = |size: f64, degrees: f64| {
        let (sine, cosine) = degrees.to_radians().sin_cos();
        // cos 90° is not zero in floating point.
        let cosine = if degrees == 90.0 { 0.0 } else { cosine };
        is_stable_at(method, Complex::new(size * cosine, size * sine)).unwrap_or(false)
    };
    let direction = |i: u32| 90.0 + 5.0 * f64::from(i);
    if !sizes().all(|size| (0..=DIRECTIONS).all(|i| stable(size, direction(i)))) {
        return if limit > 0.0 { Class::Conditional } else { Class::Unstable };
    }
    let radius = |zeta| spectral_radius(method, INFINITY, zeta).unwrap_or(f64::INFINITY);
    if !method.has_lasting_root() && [0.0, 0.5, 1.0].into_iter().all(|zeta| radius(zeta) < ZERO) {
        return Class::L;
    }
    let right_unstable = sizes().all(|size| (1..=DIRECTIONS).all(|i| !stable(size, 180.0 - direction(i))));
    if right_unstable { Class::F } else { Class::A }
}
