//! A rank-revealing factorisation: rank, null space and minimum-norm solutions of a matrix of any rank.
//!
//! Invariant: rows that depend on others to within [`RANK`] are ignored, so that redundant constraints
//! are allowed.

use alloc::vec;
use alloc::vec::Vec;
use nalgebra::{DMatrix, DVector};

/// A column depends on others if less than this part of the largest is left when these are projected out.
const RANK: f64 = 1e-9;
/// The same for columns beyond the known rank of constraints: violations of the constraints, by rounding
/// or by the written digits of a state, must not count as rank.
const BLURRED: f64 = 1e-5;
/// A row this much smaller than the largest is rounding.
const NEGLIGIBLE: f64 = 1e-12;

/// Rows are not scaled by more than the inverse of this part of the largest: where a loop is folded, redundant rows vanish, and the rest of
/// them is the error of the position.
const SHORT: f64 = 1e-3;

/// The factor of a row of this size.
fn scale(size: f64, largest: f64) -> f64 {
    if size > NEGLIGIBLE * largest { 1.0 / size.max(SHORT * largest) } else { 0.0 }
}

/// S J P = Q [R₁₁ R₁₂] with rows scaled to unit length, columns pivoted by length.
///
/// ```text
/// null space     δ = Z δᵢ,  Z = P [ −R₁₁⁻¹R₁₂ ; 1 ]                            (1)
/// particular     J δ = r with zero independent entries: R₁₁ δ_d = QᵀS r         (2)
/// shortest       J δ = r: δ = P Rᵀ (R Rᵀ)⁻¹ QᵀS r                              (3)
/// ```
///
/// If J δ = r has no solution, (2) and (3) minimise the residual of the scaled rows.
pub(crate) struct RowSpace {
    columns: usize,
    scales: Vec<f64>,
    /// The dependent columns, in the order in which they were chosen.
    dependent: Vec<usize>,
    /// The independent columns, ascending.
    independent: Vec<usize>,
    /// Orthonormal, rows × rank.
    q: DMatrix<f64>,
    /// R₁₁, upper triangular.
    r11: DMatrix<f64>,
    /// R₁₂, in the order of `independent`.
    r12: DMatrix<f64>,
}

impl RowSpace {
    /// Factors J, its rows scaled.
    pub(crate) fn new(j: &DMatrix<f64>) -> Self {
        Self::scaled_by_rows(j, (usize::MAX, RANK), &[])
    }

    /// Factors J of constraints on their manifold, where the rank is known unless parameters have changed it.
    pub(crate) fn on_manifold(j: &DMatrix<f64>, rank: usize) -> Self {
        Self::scaled_by_rows(j, (rank, BLURRED), &[])
    }

    /// The same with some columns as the first dependent ones, as far as they are independent of each other.
    pub(crate) fn on_manifold_eliminating(j: &DMatrix<f64>, rank: usize, first: &[usize]) -> Self {
        Self::scaled_by_rows(j, (rank, BLURRED), first)
    }

    /// Factors J with a given rank, which it has on a nearby manifold: the rest is ignored.
    pub(crate) fn of_rank(j: &DMatrix<f64>, rank: usize) -> Self {
        Self::scaled_by_rows(j, (rank, f64::INFINITY), &[])
    }

    fn scaled_by_rows(j: &DMatrix<f64>, limits: (usize, f64), first: &[usize]) -> Self {
        let sizes: Vec<f64> = j.row_iter().map(|row| row.norm()).collect();
        let largest = sizes.iter().copied().fold(0.0, f64::max);
        let scale = |size: &f64| scale(*size, largest);
        Self::factored(j, sizes.iter().map(scale).collect(), limits, first)
    }

    /// Factors J with these columns as the dependent ones.
    pub(crate) fn with_dependent(j: &DMatrix<f64>, dependent: &[usize]) -> Self {
        let sizes: Vec<f64> = j.row_iter().map(|row| row.norm()).collect();
        let largest = sizes.iter().copied().fold(0.0, f64::max);
        let scale = |size: &f64| scale(*size, largest);
        Self::chosen(j, sizes.iter().map(scale).collect(), |step, _, _| dependent.get(step).copied())
    }

    /// Factors J with S = 1: solutions minimise the residual of the unscaled rows.
    pub(crate) fn unscaled(j: &DMatrix<f64>) -> Self {
        Self::factored(j, vec![1.0; j.nrows()], (usize::MAX, RANK), &[])
    }

    /// Pivots on the column with the largest remainder, first among `preferred`; beyond the known rank with another limit.
    fn factored(
        j: &DMatrix<f64>,
        scales: Vec<f64>,
        (known, beyond): (usize, f64),
        preferred: &[usize],
    ) -> Self {
        let mut first = 0.0;
        Self::chosen(j, scales, |step, left, dependent| {
            let limit = if step < known { RANK } else { beyond };
            let least = if first > 0.0 { limit * first } else { 0.0 };
            // The first of equal columns, for determinism.
            let largest = |columns: &mut dyn Iterator<Item = usize>| {
                let mut best = (least, None);
                for k in columns.filter(|k| !dependent.contains(k)) {
                    let size = left.column(k).norm();
                    if size > best.0 {
                        best = (size, Some(k));
                    }
                }
                best
            };
            let mut best = largest(&mut preferred.iter().copied());
            if best.1.is_none() {
                best = largest(&mut (0..left.ncols()));
            }
            if best.1.is_some() {
                first = f64::max(first, best.0);
            }
            best.1
        })
    }

    /// Gram–Schmidt, each column orthogonalised twice; `choose` gets the index of the step, the remainders of the columns,
    /// and the columns chosen so far.
    fn chosen(
        j: &DMatrix<f64>,
        scales: Vec<f64>,
        mut choose: impl FnMut(usize, &DMatrix<f64>, &[usize]) -> Option<usize>,
    ) -> Self {
        let (rows, columns) = j.shape();
        let scaled = DMatrix::from_fn(rows, columns, |i, k| scales[i] * j[(i, k)]);
        let mut left = scaled.clone();
        let (mut directions, mut dependent): (Vec<DVector<f64>>, Vec<usize>) = (Vec::new(), Vec::new());
        while dependent.len() < rows.min(columns) {
            let Some(pivot) = choose(dependent.len(), &left, &dependent) else { break };
            let mut direction = left.column(pivot).clone_owned();
            for other in &directions {
                let along = other.dot(&direction);
                direction.axpy(-along, other, 1.0);
            }
            direction /= direction.norm();
            for k in 0..columns {
                let along = direction.dot(&left.column(k));
                left.column_mut(k).axpy(-along, &direction, 1.0);
            }
            directions.push(direction);
            dependent.push(pivot);
        }
        let rank = dependent.len();
        let independent: Vec<usize> = (0..columns).filter(|k| !dependent.contains(k)).collect();
        let q = DMatrix::from_fn(rows, rank, |i, k| directions[k][i]);
        let r = q.transpose() * scaled;
        let r11 = DMatrix::from_fn(rank, rank, |i, k| if i <= k { r[(i, dependent[k])] } else { 0.0 });
        let r12 = DMatrix::from_fn(rank, independent.len(), |i, k| r[(i, independent[k])]);
        Self { columns, scales, dependent, independent, q, r11, r12 }
    }

    /// The rank of J.
    pub(crate) fn rank(&self) -> usize {
        self.dependent.len()
    }

    /// The smallest pivot relative to the largest; 1 if there is none.
    pub(crate) fn smallest_pivot(&self) -> f64 {
        let pivots = || (0..self.rank()).map(|i| self.r11[(i, i)].abs());
        pivots().fold(f64::INFINITY, f64::min).min(1.0) / pivots().fold(1.0, f64::max)
    }

    /// The dependent columns, in the order in which they were chosen.
    pub(crate) fn dependent(&self) -> &[usize] {
        &self.dependent
    }

    /// The independent columns, ascending.
    pub(crate) fn independent(&self) -> &[usize] {
        &self.independent
    }

    /// Z of (1).
    pub(crate) fn null_space(&self) -> DMatrix<f64> {
        let mut basis = DMatrix::zeros(self.columns, self.independent.len());
        let follow = self.upper(&self.r12);
        for (k, &column) in self.independent.iter().enumerate() {
            basis[(column, k)] = 1.0;
            for (i, &row) in self.dependent.iter().enumerate() {
                basis[(row, k)] = -follow[(i, k)];
            }
        }
        basis
    }

    /// Equation (2), for every column of r.
    pub(crate) fn particular(&self, r: &DMatrix<f64>) -> DMatrix<f64> {
        let follow = self.upper(&(self.q.transpose() * self.scaled(r)));
        let mut solution = DMatrix::zeros(self.columns, r.ncols());
        for (i, &row) in self.dependent.iter().enumerate() {
            solution.row_mut(row).copy_from(&follow.row(i));
        }
        solution
    }

    /// Equation (3), for every column of r.
    pub(crate) fn shortest(&self, r: &DMatrix<f64>) -> DMatrix<f64> {
        let rank = self.rank();
        if rank == 0 {
            return DMatrix::zeros(self.columns, r.ncols());
        }
        // [R₁₁ R₁₂]ᵀ = Q₂ R₂, so that (3) is P Q₂ R₂⁻ᵀ QᵀS r.
        let wide = DMatrix::from_fn(self.columns, rank, |k, i| {
            if k < rank { self.r11[(i, k)] } else { self.r12[(i, k - rank)] }
        });
        let qr = wide.qr();
        let mut c = self.q.transpose() * self.scaled(r);
        qr.r().tr_solve_upper_triangular_mut(&mut c);
        let sorted = qr.q() * c;
        let mut solution = DMatrix::zeros(self.columns, r.ncols());
        for (i, &row) in self.dependent.iter().chain(&self.independent).enumerate() {
            solution.row_mut(row).copy_from(&sorted.row(i));
        }
        solution
    }

    fn scaled(&self, r: &DMatrix<f64>) -> DMatrix<f64> {
        DMatrix::from_fn(r.nrows(), r.ncols(), |i, k| self.scales[i] * r[(i, k)])
    }

    /// R₁₁⁻¹ r.
    fn upper(&self, r: &DMatrix<f64>) -> DMatrix<f64> {
        let mut x = r.clone();
        // The diagonal of R₁₁ is above the limit of rank.
        self.r11.solve_upper_triangular_mut(&mut x);
        x
    }
}

/// A vector as a matrix of one column.
pub(crate) fn column(x: &DVector<f64>) -> DMatrix<f64> {
    DMatrix::from_column_slice(x.len(), 1, x.as_slice())
}

/// The only column of a matrix.
pub(crate) fn only(x: &DMatrix<f64>) -> DVector<f64> {
    DVector::from_column_slice(x.as_slice())
}

#[cfg(test)]
mod tests {
    use super::RowSpace;
    use nalgebra::DMatrix;

    fn matrix<const R: usize, const C: usize>(rows: [[f64; C]; R]) -> DMatrix<f64> {
        DMatrix::from_row_slice(R, C, rows.as_flattened())
    }

    /// The third row is the sum of the others, in another unit.
    fn redundant() -> DMatrix<f64> {
        matrix([[1.0, 0.0, 1.0, 2.0], [0.0, 1.0, -1.0, 3.0], [1e-4, 1e-4, 0.0, 5e-4]])
    }

    #[test]
    fn rank_and_null_space_of_repeated_rows() {
        let space = RowSpace::new(&redundant());
        assert_eq!((space.rank(), space.independent().len()), (2, 2));
        assert!((redundant() * space.null_space()).amax() < 1e-15);
        for (k, &i) in space.independent().iter().enumerate() {
            assert_eq!(space.null_space()[(i, k)], 1.0);
        }
    }

    #[test]
    fn solutions_solve_and_the_shortest_is_orthogonal_to_the_null_space() {
        let (j, r) = (redundant(), matrix([[-3.0], [1.0], [-2e-4]]));
        let space = RowSpace::new(&j);
        let (particular, shortest) = (space.particular(&r), space.shortest(&r));
        assert!((&j * &particular - &r).amax() < 1e-14);
        assert!((&j * &shortest - &r).amax() < 1e-14);
        assert!((space.null_space().transpose() * &shortest).amax() < 1e-14);
        assert!(space.independent().iter().all(|&i| particular[(i, 0)] == 0.0));
    }

    /// Small violations of dependence do not count as rank if the rank is known.
    #[test]
    fn known_ranks_are_used() {
        let mut j = redundant();
        j[(2, 3)] *= 1.0 + 1e-7;
        assert_eq!(RowSpace::new(&j).rank(), 3);
        assert_eq!(RowSpace::on_manifold(&j, 2).rank(), 2);
        j[(2, 3)] *= 1.5;
        assert_eq!([RowSpace::on_manifold(&j, 2).rank(), RowSpace::of_rank(&j, 2).rank()], [3, 2]);
    }

    #[test]
    fn an_empty_matrix_has_a_null_space() {
        let space = RowSpace::new(&DMatrix::zeros(0, 3));
        assert_eq!(space.null_space(), DMatrix::identity(3, 3));
        assert_eq!(space.shortest(&DMatrix::zeros(0, 1)), DMatrix::zeros(3, 1));
        assert_eq!(RowSpace::new(&DMatrix::zeros(2, 2)).rank(), 0);
    }
}
