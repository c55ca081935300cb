//! Matrices of the equations of motion, dense.

use super::Evaluate;
use crate::{Real, Vector};
use alloc::vec::Vec;

/// An entry of a matrix: row, column, value.
pub type Nonzero<T> = (usize, usize, T);

/// Dense matrices, for analyses and inspection; steps use [`Solve`](super::Solve).
pub trait Dense: Evaluate {
    /// M, row by row, dense (n × n).
    #[inline]
    fn mass_matrix(&self, at: &Self::PositionCache, out: &mut [Self::Scalar]) {
        let n = self.sizes().velocities;
        let (mut unit, mut column) = (Self::Velocity::zeros(n), Self::Velocity::zeros(n));
        for j in 0..n {
            unit.fill(Self::Scalar::zero());
            unit.as_mut_slice()[j] = Self::Scalar::one();
            self.mass_times(at, &unit, &mut column);
            for (row, entry) in out.chunks_exact_mut(n).zip(column.as_slice()) {
                row[j] = *entry;
            }
        }
    }
    /// [`mass_matrix`](Self::mass_matrix) straight from time and configuration, as [`residual_at`](Evaluate::residual_at).
    #[inline]
    fn mass_matrix_at(
        &self,
        now: &Self::TimeCache,
        q: &Self::Configuration,
        at: &mut Self::PositionCache,
        out: &mut [Self::Scalar],
    ) {
        self.place(now, q, at);
        self.mass_matrix(at, out);
    }
    /// The entries of M that may differ from zero, row by row; `None` if only the dense matrix is known.
    fn mass_nonzeros(&self, at: &Self::PositionCache) -> Option<Vec<Nonzero<Self::Scalar>>> {
        let _ = at;
        None
    }
    /// C, column by column, dense (n × n), from the results of [`moving`](Evaluate::moving).
    #[inline]
    fn damping_matrix(
        &self,
        at: &Self::PositionCache,
        moving: &Self::VelocityCache,
        out: &mut [Self::Scalar],
    ) {
        const { assert!(!Self::FLAGS.velocity_dependent, "`damping_matrix` must be implemented") };
        let _ = (at, moving);
        out.fill(Self::Scalar::zero());
    }
    /// K, column by column, dense (n × n), from the results of [`stiffness`](Evaluate::stiffness).
    fn stiffness_matrix(
        &self,
        at: &Self::PositionCache,
        stiffness: &Self::StiffnessCache,
        out: &mut [Self::Scalar],
    );
    /// C x without the matrix; `false` if the mechanism does not support it, and nothing is written.
    #[inline]
    fn damping_times(
        &self,
        at: &Self::PositionCache,
        moving: &Self::VelocityCache,
        x: &Self::Velocity,
        out: &mut Self::Velocity,
    ) -> bool {
        let _ = (at, moving, x, out);
        false
    }
    /// K x, likewise.
    #[inline]
    fn stiffness_times(
        &self,
        at: &Self::PositionCache,
        stiffness: &Self::StiffnessCache,
        x: &Self::Velocity,
        out: &mut Self::Velocity,
    ) -> bool {
        let _ = (at, stiffness, x, out);
        false
    }
    /// G, row by row, dense (n_g × n).
    #[inline]
    fn constraint_jacobian(&self, at: &Self::PositionCache, out: &mut [Self::Scalar]) {
        const { assert!(!Self::FLAGS.holonomic, "`constraint_jacobian` must be implemented") };
        let _ = at;
        out.fill(Self::Scalar::zero());
    }
    /// The same of G.
    fn jacobian_nonzeros(&self, at: &Self::PositionCache) -> Option<Vec<Nonzero<Self::Scalar>>> {
        let _ = at;
        None
    }
    /// D, row by row, dense (n_k × n).
    #[inline]
    fn velocity_jacobian(
        &self,
        at: &Self::PositionCache,
        moving: &Self::VelocityCache,
        out: &mut [Self::Scalar],
    ) {
        const { assert!(!Self::FLAGS.nonholonomic, "`velocity_jacobian` must be implemented") };
        let _ = (at, moving);
        out.fill(Self::Scalar::zero());
    }
}
