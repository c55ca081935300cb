//! The stability of a method on the test equation, with cached results.
//!
//! Invariant: where a step fails, the radius is NaN; a failure at Ω → 0 is an error.

use linkwork::stability::{
    Class, FixedStep, accuracy, classify, parasitic, principal_root, roots, spectral_radius, stability_limit,
};
use linkwork::stepper::StepFailure;
use nalgebra::Complex;
use std::fmt;

/// The displayed range if no limit is known.
const WITHOUT_LIMIT: f64 = 10.0;
/// The displayed range for methods that are unstable everywhere.
const UNSTABLE: f64 = 2.0;
/// The range of Ω for orders: below, rounding of a principal root of order 4; above, the next power.
const COARSE: f64 = 0.02;
/// Damping ratio there. Without damping a root of odd order may err by one power less.
const DAMPED: f64 = 0.1;

/// The stability analysis of a method.
pub struct StabilityAnalysis<'a> {
    method: &'a dyn FixedStep,
    /// (ζ, the limit of Ω).
    pub limits: Vec<(f64, f64)>,
    /// Its class.
    pub class: Class,
    /// Parasitic roots, at h → 0.
    pub parasitic: Parasitic,
    /// The largest root in constrained directions, if the method has one.
    pub constrained: Option<f64>,
    /// Whether it stores only (x, x').
    pub one_step: bool,
}

/// One Ω.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Spectral radius.
    pub radius: f64,
    /// Damping ratio of the method less that of the equation.
    pub damping: f64,
    /// Relative error of the period.
    pub period_error: f64,
}

/// The largest parasitic root, if there is one.
pub struct Parasitic(Option<f64>);

impl fmt::Display for Parasitic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => f.write_str("none: the method stores only position and velocity"),
            Some(largest) => write!(f, "{largest:.4} at h → 0, the largest modulus"),
        }
    }
}

impl<'a> StabilityAnalysis<'a> {
    /// Finds limits, roots and class.
    pub fn new(method: &'a dyn FixedStep, ratios: &[f64]) -> Result<Self, StepFailure> {
        let limits: Vec<(f64, f64)> = ratios
            .iter()
            .map(|&zeta| Ok((zeta, stability_limit(method, zeta)?)))
            .collect::<Result<_, StepFailure>>()?;
        let largest = |roots: &[Complex<f64>]| {
            // NaN must be kept: a comparison with it is false.
            roots.iter().map(|root| root.norm()).reduce(|a, b| if b <= a { a } else { b })
        };
        let undamped = limits.iter().find(|(zeta, _)| *zeta == 0.0).map_or(0.0, |(_, limit)| *limit);
        Ok(Self {
            method,
            class: classify(method, undamped),
            parasitic: Parasitic(largest(&parasitic(method)?)),
            constrained: method.constrained_roots().and_then(|roots| largest(&roots)),
            one_step: roots(method, 0.1, 0.0)?.len() == 2,
            limits,
        })
    }

    /// The default range: a quarter more than the largest limit.
    pub fn default_range(&self) -> f64 {
        let largest = self.limits.iter().fold(0.0_f64, |m, (_, limit)| m.max(*limit));
        match largest {
            0.0 => UNSTABLE,
            limit if limit.is_finite() => 1.25 * limit,
            _ => WITHOUT_LIMIT,
        }
    }

    /// The numbers at one Ω; NaN if the step fails.
    pub fn at(&self, omega_h: f64, zeta: f64) -> Row {
        let radius = self.radius(omega_h, zeta);
        let found = accuracy(self.method, omega_h, zeta);
        Row {
            radius,
            damping: found.map_or(f64::NAN, |found| found.damping),
            period_error: found.map_or(f64::NAN, |found| found.period_error),
        }
    }

    /// The limit of |λh| along arg λh, in degrees.
    pub fn along(&self, degrees: f64) -> f64 {
        let zeta = if degrees == 90.0 { 0.0 } else { -degrees.to_radians().cos() };
        stability_limit(self.method, zeta).unwrap_or(f64::NAN)
    }

    fn radius(&self, omega_h: f64, zeta: f64) -> f64 {
        spectral_radius(self.method, omega_h, zeta).unwrap_or(f64::NAN)
    }

    /// ρ − 1 at λh: negative if the method is stable.
    pub fn growth(&self, x: f64, y: f64) -> f64 {
        let omega_h = x.hypot(y);
        if omega_h == 0.0 { 0.0 } else { self.radius(omega_h, -x / omega_h) - 1.0 }
    }

    /// The moduli of all roots without damping, the largest first; empty if the step fails.
    pub fn moduli(&self, omega_h: f64) -> Vec<f64> {
        let mut all: Vec<f64> = match roots(self.method, omega_h, 0.0) {
            Ok(found) => found.iter().map(|root| root.norm()).collect(),
            Err(_) => Vec::new(),
        };
        all.sort_by(|a, b| b.total_cmp(a));
        all
    }

    /// The order of the principal root for slightly damped motion: its error in a step is O(Ω^(p+1)).
    pub fn order(&self) -> f64 {
        let error = |omega_h: f64| {
            let exact = Complex::new(0.0, omega_h * (1.0 - DAMPED * DAMPED).sqrt()) - DAMPED * omega_h;
            principal_root(self.method, omega_h, DAMPED).map_or(f64::NAN, |root| (root - exact.exp()).norm())
        };
        (error(COARSE) / error(0.5 * COARSE)).log2() - 1.0
    }

    /// ln |λ| − Re λh of the principal root: negative if the method decays faster than the solution.
    pub fn star(&self, x: f64, y: f64) -> f64 {
        let omega_h = x.hypot(y);
        if omega_h == 0.0 {
            return 0.0;
        }
        principal_root(self.method, omega_h, -x / omega_h).map_or(f64::NAN, |root| root.norm().ln() - x)
    }
}
