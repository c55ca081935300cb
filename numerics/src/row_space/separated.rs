//! Many rows: those that are surely independent, and the others.
//!
//! ```text
//! J = [S; U],   S P of full rank by sparse normal equations,   U' = U P (1 − S⁺ S) by Gram–Schmidt                  (1)
//! δ = −S⁺ r_S − U'⁺ (r_U − U S⁺ r_S)                       the shortest δ with J δ = −r                              (2)
//! ```
//!
//! S contains every row that keeps 1e-4 of its length when those eliminated before are projected out; dependence, and rows that are nearly
//! dependent, are decided among the few of U' as they are for small matrices.

use super::normal::{NormalEquations, SparseRow, free_rows};
use super::orthogonal::Orthogonal;
use super::{Scalar, along};
use crate::elementary;
use alloc::vec;
use alloc::vec::Vec;

/// (1), factored.
pub(super) struct Separated<T> {
    sure: NormalEquations<T>,
    /// U P, and the numbers of its rows.
    others: Vec<SparseRow<T>>,
    numbers: Vec<usize>,
    /// U'.
    rest: Orthogonal<T>,
}

impl<T: Scalar> Separated<T> {
    /// Factors a Jacobian in its free columns.
    pub fn new(jacobian: &[SparseRow<T>], free: &[bool]) -> Self {
        let (rows, squares) = free_rows(jacobian, free);
        let columns = free.len();
        let (sure, numbers) = NormalEquations::separated(rows.clone(), columns, &squares);
        let others: Vec<SparseRow<T>> = numbers.iter().map(|&row| rows[row].clone()).collect();
        let projected = |row: &SparseRow<T>| {
            let mut dense = vec![T::zero(); columns];
            row.iter().for_each(|&(j, entry)| dense[j] = entry);
            sure.free_part(dense)
        };
        let parts = others.iter().map(projected).collect();
        let whole = numbers.iter().map(|&row| elementary::f64::sqrt(squares[row])).collect();
        let rest = Orthogonal::of(columns, parts, whole, T::epsilon());
        Self { sure, others, numbers, rest }
    }

    /// Whether U is empty.
    pub fn all_sure(&self) -> bool {
        self.numbers.is_empty()
    }

    /// (2), over the rows that are independent.
    pub fn solve(&self, residual: &[T]) -> Vec<T> {
        let mut step = self.sure.solve(residual);
        if !self.all_sure() {
            let rows = self.others.iter().zip(&self.numbers);
            let left: Vec<T> = rows.map(|(row, &number)| residual[number] + along(row, &step)).collect();
            step.iter_mut().zip(self.rest.solve(&left)).for_each(|(x, by)| *x = *x + by);
        }
        step
    }

    /// The part of a direction that is orthogonal to all rows.
    pub fn free_part(&self, direction: Vec<T>) -> Vec<T> {
        let direction = self.sure.free_part(direction);
        if self.all_sure() { direction } else { self.rest.free_part(direction) }
    }

    /// The rank.
    pub fn rank(&self) -> usize {
        self.sure.rank() + self.rest.rank()
    }
}

#[cfg(test)]
mod tests {
    use super::Separated;
    use crate::row_space::orthogonal::Orthogonal;
    use crate::{SparseRow, sparse_rows};
    use alloc::vec::Vec;

    /// Rows of three columns each; every seventh is the sum of two before it, every eleventh that and 1e-6 more.
    fn dependent(count: usize) -> Vec<SparseRow<f64>> {
        let columns = 2 * count + 1;
        let mut dense: Vec<Vec<f64>> = Vec::new();
        for i in 0..count {
            let mut row = alloc::vec![0.0; columns];
            if i % 7 == 6 {
                (0..columns).for_each(|j| row[j] = dense[i - 1][j] + 0.5 * dense[i - 3][j]);
                if i % 11 == 10 {
                    row[2 * i] += 1e-6;
                }
            } else {
                (0..3).for_each(|k| row[2 * i + k] = ((7 * i + 3 * k) as f64).sin() + 0.1);
            }
            dense.push(row);
        }
        sparse_rows(&dense.concat(), columns)
    }

    /// Against Gram–Schmidt with pivoting on all rows, with a column that is given.
    #[test]
    fn ranks_steps_and_free_parts_are_those_of_orthogonal_factors() {
        let count = 80;
        let (rows, columns) = (dependent(count), 2 * count + 1);
        let free: Vec<bool> = (0..columns).map(|j| j != 5).collect();
        let (separated, orthogonal) =
            (Separated::new(&rows, &free), Orthogonal::new(&rows, &free, f64::EPSILON));
        assert_eq!(separated.rank(), orthogonal.rank());
        assert!(separated.rank() < count && separated.rank() > count - 12 && !separated.all_sure());
        // Residuals that all rows can satisfy.
        let away: Vec<f64> = (0..columns).map(|j| if free[j] { (j as f64).cos() } else { 0.0 }).collect();
        let residual: Vec<f64> = rows.iter().map(|row| super::along(row, &away)).collect();
        let direction: Vec<f64> = (0..columns).map(|j| (j as f64).sin()).collect();
        let pairs = [
            (separated.solve(&residual), orthogonal.solve(&residual), 1e-8),
            (separated.free_part(direction.clone()), orthogonal.free_part(direction), 1e-8),
        ];
        for (found, expected, near) in pairs {
            for (found, expected) in found.iter().zip(&expected) {
                assert!((found - expected).abs() < near, "{found} {expected}");
            }
        }
        let step = separated.solve(&residual);
        for (row, gap) in rows.iter().zip(&residual) {
            assert!((super::along(row, &step) + gap).abs() < 1e-11);
        }
    }
}
