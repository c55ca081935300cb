//! [`Solve`](super::Solve) for a mechanism written by hand, by its dense matrices.
//!
//! ```text
//! [ μ M + r C + p K + ι I   Gᵀ ] [a]   [f]
//! [          G₂              0 ] [λ] = [γ]                                                            (1)
//! ```
//!
//! Invariant: only holonomic constraints with the reactions Gᵀλ; anything else does not compile.

use super::{Blocks, Dense, Singular, Weights};
use crate::{Real, Vector};
use alloc::vec;
use alloc::vec::Vec;

/// A pivot below this part of the largest entry of its row is zero to working accuracy.
const ZERO_PIVOT: f64 = 1e-14;

/// LU factors of the matrix of (1), with partial pivoting of rows scaled to size one.
#[derive(Clone, Debug)]
pub struct DenseFactors<T> {
    velocities: usize,
    order: usize,
    /// Row by row: L below the diagonal, U from it on.
    matrix: Vec<T>,
    /// The row of the matrix for each row of the factors.
    rows: Vec<usize>,
    /// The largest entry of each row of the matrix.
    scales: Vec<f64>,
    /// The row without a pivot.
    singular: Option<usize>,
    /// Space for a right-hand side, and for a block of the matrix.
    room: Vec<T>,
}

impl<T: Real> DenseFactors<T> {
    /// Space for these numbers of velocities and holonomic constraints.
    pub fn new(velocities: usize, holonomic: usize) -> Self {
        let order = velocities + holonomic;
        Self {
            velocities,
            order,
            matrix: vec![T::zero(); order * order],
            rows: (0..order).collect(),
            scales: vec![0.0; order],
            singular: Some(0),
            room: vec![T::zero(); velocities * order.max(velocities)],
        }
    }

    /// Factors of (1) with unit weight of M alone.
    pub fn factor_saddle<M: Dense<Scalar = T>>(
        &mut self,
        m: &M,
        mass: &M::PositionCache,
        columns: &M::PositionCache,
        rows: &M::PositionCache,
        moving: &M::VelocityCache,
    ) {
        let weights = Weights {
            mass: T::one(),
            damping: T::zero(),
            stiffness: T::zero(),
            identity: T::zero(),
            constraint_position: T::zero(),
            constraint_velocity: T::one(),
        };
        self.factor(m, weights, Blocks { mass, columns, rows, moving, stiffness: None });
    }

    /// Factors of (1).
    pub fn factor<M: Dense<Scalar = T>>(&mut self, m: &M, weights: Weights<T>, blocks: Blocks<'_, M>) {
        const {
            let flags = M::FLAGS;
            assert!(!flags.nonholonomic, "`dense_solve!` does not support nonholonomic constraints");
            assert!(
                flags.linear_reactions && !flags.borders_move,
                "`dense_solve!` supports only reactions of the form Gᵀλ"
            );
        };
        let (n, order) = (self.velocities, self.order);
        self.matrix.fill(T::zero());
        let square = n * n;
        m.mass_matrix(blocks.mass, &mut self.room[..square]);
        self.add(weights.mass, |i, j| i * n + j);
        if M::FLAGS.velocity_dependent {
            m.damping_matrix(blocks.mass, blocks.moving, &mut self.room[..square]);
            self.add(weights.damping, |i, j| j * n + i);
        }
        if let Some(stiffness) = blocks.stiffness {
            m.stiffness_matrix(blocks.mass, stiffness, &mut self.room[..square]);
            self.add(weights.stiffness, |i, j| j * n + i);
        }
        for i in 0..n {
            self.matrix[i * order + i] = self.matrix[i * order + i] + weights.identity;
        }
        if order > n {
            let jacobian = n * (order - n);
            m.constraint_jacobian(blocks.columns, &mut self.room[..jacobian]);
            for row in 0..order - n {
                for i in 0..n {
                    self.matrix[i * order + n + row] = self.room[row * n + i];
                }
            }
            m.constraint_jacobian(blocks.rows, &mut self.room[..jacobian]);
            for row in 0..order - n {
                for i in 0..n {
                    self.matrix[(n + row) * order + i] = self.room[row * n + i];
                }
            }
        }
        self.eliminate();
    }

    /// Adds a weighted block of the velocities, whose entry (i, j) is at `place(i, j)` of the work space.
    fn add(&mut self, weight: T, place: impl Fn(usize, usize) -> usize) {
        for i in 0..self.velocities {
            for j in 0..self.velocities {
                let at = i * self.order + j;
                self.matrix[at] = self.matrix[at] + weight * self.room[place(i, j)];
            }
        }
    }

    fn eliminate(&mut self) {
        let n = self.order;
        self.singular = None;
        for (i, row) in self.matrix.chunks_exact(n.max(1)).enumerate() {
            self.scales[i] = row.iter().map(|x| x.magnitude()).fold(0.0, f64::max);
            self.rows[i] = i;
        }
        for k in 0..n {
            let size = |this: &Self, row: usize| {
                this.matrix[row * n + k].magnitude() / this.scales[this.rows[row]].max(f64::MIN_POSITIVE)
            };
            let (mut best, mut largest) = (k, size(self, k));
            for row in k + 1..n {
                let candidate = size(self, row);
                if candidate > largest {
                    (best, largest) = (row, candidate);
                }
            }
            if largest.is_nan() || largest <= ZERO_PIVOT {
                self.singular = Some(self.rows[best]);
                return;
            }
            if best != k {
                self.rows.swap(best, k);
                for j in 0..n {
                    self.matrix.swap(best * n + j, k * n + j);
                }
            }
            let reciprocal = T::one() / self.matrix[k * n + k];
            for row in k + 1..n {
                let factor = self.matrix[row * n + k] * reciprocal;
                self.matrix[row * n + k] = factor;
                for j in k + 1..n {
                    self.matrix[row * n + j] = self.matrix[row * n + j] - factor * self.matrix[k * n + j];
                }
            }
        }
    }

    /// Solves (1) in place: right-hand sides in, (a, λ) out.
    ///
    /// # Errors
    /// [`Singular`] with the row that has no pivot.
    pub fn solve<V: Vector<T>, G: Vector<T>>(&self, a: &mut V, lambda: &mut G) -> Result<(), Singular> {
        if let Some(row) = self.singular {
            return Err(Singular { row });
        }
        let (n, order) = (self.velocities, self.order);
        let right = |row: usize| if row < n { a.as_slice()[row] } else { lambda.as_slice()[row - n] };
        let mut x: Vec<T> = self.rows.iter().map(|&row| right(row)).collect();
        for i in 0..order {
            for j in 0..i {
                x[i] = x[i] - self.matrix[i * order + j] * x[j];
            }
        }
        for i in (0..order).rev() {
            for j in i + 1..order {
                x[i] = x[i] - self.matrix[i * order + j] * x[j];
            }
            x[i] = x[i] / self.matrix[i * order + i];
        }
        a.as_mut_slice().copy_from_slice(&x[..n]);
        lambda.as_mut_slice().copy_from_slice(&x[n..]);
        Ok(())
    }
}

/// [`Solve`](crate::Solve) for a mechanism written by hand, by its dense matrices: `linkwork::dense_solve!();` in its `impl`.
/// Constraints are holonomic and independent, and their reactions are Gᵀλ. A solve allocates; generated code does not.
#[macro_export]
macro_rules! dense_solve {
    () => {
        type SaddleFactors = $crate::DenseFactors<Self::Scalar>;
        type Factors = $crate::DenseFactors<Self::Scalar>;
        fn saddle_factors(&self) -> Self::SaddleFactors {
            let sizes = $crate::Described::sizes(self);
            $crate::DenseFactors::new(sizes.velocities, sizes.holonomic)
        }
        fn factors(&self) -> Self::Factors {
            $crate::Solve::saddle_factors(self)
        }
        fn factor_saddle(
            &self,
            mass: &Self::PositionCache,
            columns: &Self::PositionCache,
            rows: &Self::PositionCache,
            moving: &Self::VelocityCache,
            into: &mut Self::SaddleFactors,
        ) {
            into.factor_saddle(self, mass, columns, rows, moving);
        }
        fn solve_saddle(
            &self,
            factors: &Self::SaddleFactors,
            a: &mut Self::Velocity,
            lambda: &mut Self::Holonomic,
            _: &mut Self::Nonholonomic,
        ) -> ::core::result::Result<$crate::Fallback, $crate::Singular> {
            factors.solve(a, lambda).map(|()| $crate::Fallback::None)
        }
        fn factor(
            &self,
            weights: $crate::Weights<Self::Scalar>,
            blocks: $crate::Blocks<'_, Self>,
            into: &mut Self::Factors,
        ) {
            into.factor(self, weights, blocks);
        }
        fn solve(
            &self,
            factors: &Self::Factors,
            a: &mut Self::Velocity,
            lambda: &mut Self::Holonomic,
            psi: &mut Self::Nonholonomic,
        ) -> ::core::result::Result<$crate::Fallback, $crate::Singular> {
            $crate::Solve::solve_saddle(self, factors, a, lambda, psi)
        }
    };
}
