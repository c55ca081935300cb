//! Natural frequencies, damping and mode shapes of a linearisation.
//!
//! Invariant: modes are sorted by |λ|; a complex pair is one mode; shapes are in all coordinates, the largest entry is 1.

use super::AnalysisError;
use super::eigen::{eigen, symmetric};
use super::linearize::Linearization;
use crate::Named;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::f64::consts::TAU;
#[cfg(not(feature = "std"))]
use linkwork_numerics::elementary::Float;
use nalgebra::{Complex, DVector};

/// Imaginary parts below this part of the largest eigenvalue are rounding.
const REAL: f64 = 1e-10;
/// Real eigenvalues below this part of the largest are rounding: they count as zero.
const NOTHING: f64 = 64.0 * f64::EPSILON;
/// A stiffness below this part of its terms is rounding.
const ZERO: f64 = 256.0 * f64::EPSILON;
/// Reduced matrices count as symmetric if they differ from their transpose by less than this.
const SYMMETRIC: f64 = 1e-9;

/// A motion x(t) = Re(x e^{λt}).
#[derive(Clone, Debug)]
pub struct Mode {
    /// λ in 1/s; of a pair, the one with positive imaginary part.
    pub eigenvalue: Complex<f64>,
    /// Displacements of all coordinates (velocities of the manifold), the largest entry is 1.
    /// Zero in a mode of the first-order states alone.
    pub shape: DVector<Complex<f64>>,
    /// First-order states, in the same scale (empty for undamped modes).
    pub states: DVector<Complex<f64>>,
}

impl Mode {
    /// |λ| / 2π in Hz: the natural frequency; 0 if the mode does not oscillate.
    pub fn frequency(&self) -> f64 {
        if self.oscillates() { self.eigenvalue.norm() / TAU } else { 0.0 }
    }

    /// Im λ / 2π in Hz: the damped frequency.
    pub fn damped_frequency(&self) -> f64 {
        self.eigenvalue.im / TAU
    }

    /// −Re λ / |λ|: 0 without damping and for λ = 0, 1 if it does not oscillate, negative if it grows.
    pub fn damping_ratio(&self) -> f64 {
        let size = self.eigenvalue.norm();
        if size > 0.0 { -self.eigenvalue.re / size } else { 0.0 }
    }

    /// Whether the eigenvalue is complex.
    pub fn oscillates(&self) -> bool {
        self.eigenvalue.im > 0.0
    }
}

/// The modes of a linearised mechanism.
#[derive(Clone, Debug)]
pub struct Modes {
    /// Sorted by |λ|.
    pub modes: Vec<Mode>,
    /// The coordinates of the entries of the shapes.
    pub displacements: Vec<Named>,
    /// The first-order states.
    pub states: Vec<Named>,
}

impl Linearization {
    /// The eigenvalues of the first-order form with their shapes: damping, gyroscopic terms and first-order states included.
    ///
    /// A motion without stiffness is a double eigenvalue 0, with one shape. Other multiple eigenvalues with one shape (critical damping) are
    /// accurate to the root of the rounding unit, about 1e-8 of the largest.
    ///
    /// # Errors
    /// [`AnalysisError::Eigenvalues`].
    pub fn modes(&self) -> Result<Modes, AnalysisError> {
        let failed = || AnalysisError::Eigenvalues { mechanism: self.names.mechanism.to_string() };
        let pairs = eigen(&self.system).ok_or_else(failed)?;
        let largest = pairs.iter().map(|(lambda, _)| lambda.norm()).fold(0.0, f64::max);
        // Rounding separates the members of a pair slightly: the limit must not fall between them.
        let mut limit = REAL * largest;
        let count = |limit: f64| {
            let up = pairs.iter().filter(|(l, _)| l.im > limit).count();
            let down = pairs.iter().filter(|(l, _)| l.im < -limit).count();
            (up, down)
        };
        while limit < largest && count(limit).0 != count(limit).1 {
            limit *= 2.0;
        }
        let (n_q, n_v) = (self.independent.len(), self.independent_velocities.len());
        let basis = self.displacements.map(|x| Complex::new(x, 0.0));
        let modes = pairs.iter().filter(|(lambda, _)| lambda.im >= -limit).map(|(lambda, x)| {
            let im = if lambda.im > limit { lambda.im } else { 0.0 };
            let re = if im == 0.0 && lambda.re.abs() <= NOTHING * largest { 0.0 } else { lambda.re };
            let states = x.rows(n_q + n_v, x.len() - n_q - n_v).clone_owned();
            let shape = &basis * x.rows(0, n_q);
            normalised(Mode { eigenvalue: Complex::new(re, im), shape, states })
        });
        Ok(self.sorted(modes.collect()))
    }

    /// The modes of (K_r − ω² M_r) φ = 0, without damping and first-order states: λ = iω, or λ = √−ω² > 0 if
    /// the equilibrium is unstable. The eigenvalues are exact to rounding, including those of free bodies.
    ///
    /// # Errors
    /// [`AnalysisError::NotConservative`] if the reduced matrices are not symmetric or not square.
    pub fn undamped_modes(&self) -> Result<Modes, AnalysisError> {
        let mechanism = self.names.mechanism.to_string();
        let wrong = |reason| AnalysisError::NotConservative { mechanism: mechanism.clone(), reason };
        let (m, k) = (&self.reduced_mass, &self.reduced_stiffness);
        if k.nrows() != k.ncols() {
            return Err(wrong("nonholonomic constraints leave more displacements than velocities"));
        }
        if (m - m.transpose()).amax() > SYMMETRIC * m.amax() {
            return Err(wrong("the reduced mass matrix is not symmetric"));
        }
        if (k - k.transpose()).amax() > SYMMETRIC * k.amax() {
            return Err(wrong("the reduced stiffness matrix is not symmetric"));
        }
        let pairs =
            symmetric(m, k).ok_or_else(|| wrong("the reduced mass matrix is not positive definite"))?;
        let modes = pairs.iter().map(|(square, x)| {
            // A motion without stiffness: φᵀ K φ is rounding beside its terms.
            let terms = x.abs().dot(&(k.abs() * x.abs()));
            let square = if square.abs() <= ZERO * terms { 0.0 } else { *square };
            let rate = square.abs().sqrt();
            let eigenvalue = if square < 0.0 { Complex::new(rate, 0.0) } else { Complex::new(0.0, rate) };
            let shape = (&self.displacements * x).map(|x| Complex::new(x, 0.0));
            normalised(Mode { eigenvalue, shape, states: DVector::zeros(0) })
        });
        Ok(self.sorted(modes.collect()))
    }

    fn sorted(&self, mut modes: Vec<Mode>) -> Modes {
        let key = |mode: &Mode| (mode.eigenvalue.norm(), mode.eigenvalue.re);
        modes.sort_by(|a, b| key(a).0.total_cmp(&key(b).0).then(key(a).1.total_cmp(&key(b).1)));
        Modes { modes, displacements: self.displacement_names(), states: self.names.states.to_vec() }
    }
}

/// Scaled so that the largest entry of the shape (of the states, if the shape is zero) is 1.
fn normalised(mode: Mode) -> Mode {
    let largest =
        |x: &DVector<Complex<f64>>| {
            // The first of equal entries, so that the choice does not depend on rounding.
            x.iter().fold(Complex::new(0.0, 0.0), |most: Complex<f64>, z| {
                if z.norm() > most.norm() * (1.0 + 1e-9) { *z } else { most }
            })
        };
    let by_shape = largest(&mode.shape);
    let moves = by_shape.norm() > 1e-12 * largest(&mode.states).norm();
    let scale = if moves { by_shape } else { largest(&mode.states) };
    if scale.norm() == 0.0 {
        return mode;
    }
    Mode { eigenvalue: mode.eigenvalue, shape: mode.shape / scale, states: mode.states / scale }
}
