//! The unknowns of the equations of motion at one instant: accelerations and multipliers.
//!
//! Invariant: every iteration of a method works on these three vectors in this order, which is that of the rows of the
//! bordered matrix.

use crate::error::{Singular, SnapshotError};
use crate::transfer::Transfer;
use crate::{Fallback, Mechanism, Real, Vector};

/// a, λ and ψ, or right-hand sides and corrections of them.
#[derive(Clone, Debug)]
pub(crate) struct Unknowns<M: Mechanism> {
    /// Accelerations.
    pub(crate) a: M::Velocity,
    /// Multipliers of holonomic constraints.
    pub(crate) lambda: M::Holonomic,
    /// Multipliers of nonholonomic constraints.
    pub(crate) psi: M::Nonholonomic,
}

impl<M: Mechanism> Unknowns<M> {
    /// Zeros, for this number of velocities.
    pub(crate) fn zeros(m: &M, velocities: usize) -> Self {
        let sizes = m.sizes();
        Self {
            a: M::Velocity::zeros(velocities),
            lambda: M::Holonomic::zeros(sizes.holonomic),
            psi: M::Nonholonomic::zeros(sizes.nonholonomic),
        }
    }

    /// Zero accelerations, and the initial guess of the multipliers.
    pub(crate) fn first_guess(m: &M, velocities: usize) -> Self {
        let (lambda, psi) = m.initial_reactions();
        Self { a: M::Velocity::zeros(velocities), lambda, psi }
    }

    /// Solves `[M B; G 0; D 0]` in place.
    ///
    /// # Errors
    /// [`Singular`] if there is no pivot.
    #[inline]
    pub(crate) fn solve_saddle(&mut self, m: &M, factors: &M::SaddleFactors) -> Result<Fallback, Singular> {
        m.solve_saddle(factors, &mut self.a, &mut self.lambda, &mut self.psi)
    }

    /// Solves the weighted bordered matrix in place.
    ///
    /// # Errors
    /// [`Singular`] if there is no pivot.
    #[inline]
    pub(crate) fn solve(&mut self, m: &M, factors: &M::Factors) -> Result<Fallback, Singular> {
        m.solve(factors, &mut self.a, &mut self.lambda, &mut self.psi)
    }

    /// self ← other.
    #[inline]
    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.a.copy_from(&other.a);
        self.lambda.copy_from(&other.lambda);
        self.psi.copy_from(&other.psi);
    }

    /// self ← self + other.
    #[inline]
    pub(crate) fn add(&mut self, other: &Self) {
        self.a.add(&other.a);
        self.lambda.add(&other.lambda);
        self.psi.add(&other.psi);
    }

    /// self ← self + by · other.
    #[inline]
    pub(crate) fn axpy(&mut self, by: M::Scalar, other: &Self) {
        self.a.axpy(by, &other.a);
        self.lambda.axpy(by, &other.lambda);
        self.psi.axpy(by, &other.psi);
    }

    /// self ← by · self.
    #[inline]
    pub(crate) fn scale(&mut self, by: M::Scalar) {
        self.a.scale(by);
        self.lambda.scale(by);
        self.psi.scale(by);
    }

    /// All of them, in the order of the rows.
    pub(crate) fn entries(&self) -> impl Iterator<Item = M::Scalar> + '_ {
        self.a.as_slice().iter().chain(self.lambda.as_slice()).chain(self.psi.as_slice()).copied()
    }

    /// Their Euclidean norm.
    pub(crate) fn length(&self) -> f64 {
        self.entries().map(|x| x.magnitude() * x.magnitude()).sum::<f64>().sqrt()
    }

    /// Writes to a snapshot or reads from it.
    pub(crate) fn transfer(&mut self, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        over.vector(&mut self.a)?;
        over.vector(&mut self.lambda)?;
        over.vector(&mut self.psi)
    }
}
