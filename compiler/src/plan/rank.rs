//! Column spaces of Jacobians at compile time: which rows depend on which.
//!
//! Invariant: ranks are decided on scaled matrices, so that units do not matter.

use linkwork_numerics::{SparseRow, sparse_rows, surely_independent};

/// From this number of rows on, whether they are surely independent is tried first, in a time that follows their sparsity.
const MANY: usize = 64;
/// A column that keeps less than this part of its length when the others are projected out depends
/// on them. Assembled states satisfy their constraints to 1e-12, and dependence shows as sharply.
const DEPENDENT: f64 = 1e-8;
/// A column whose entries are all below this part of the largest of their rows is rounding: where terms of a relative motion cancel, a
/// coordinate of the whole is left with it.
const NEGLIGIBLE: f64 = 1e-12;
/// Entries of the projector on the left null space below this are rounding.
const TAKES_PART: f64 = 1e-6;

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn length(a: &[f64]) -> f64 {
    dot(a, a).sqrt()
}

/// a ← a − s·b.
fn subtract(a: &mut [f64], s: f64, b: &[f64]) {
    for (a, b) in a.iter_mut().zip(b) {
        *a -= s * b;
    }
}

/// The range of a matrix.
pub struct ColumnSpace {
    rows: usize,
    /// An orthonormal basis; `None` for the whole space, where all rows are surely independent.
    basis: Option<Vec<Vec<f64>>>,
    /// The factor of each row.
    scales: Vec<f64>,
}

impl ColumnSpace {
    /// Of a matrix, row by row. Columns that are more than rounding are scaled to one length, then rows.
    pub fn new(rows: usize, columns: usize, matrix: &[f64]) -> Self {
        if rows >= MANY {
            return Self::of_rows(columns, &sparse_rows(matrix, columns));
        }
        Self::orthogonal(rows, columns, matrix)
    }

    /// The same of a sparse matrix.
    pub fn of_rows(columns: usize, matrix: &[SparseRow<f64>]) -> Self {
        let rows = matrix.len();
        if rows >= MANY && surely_independent(matrix, columns) {
            return Self { rows, basis: None, scales: vec![1.0; rows] };
        }
        let mut dense = vec![0.0; rows * columns];
        for (i, row) in matrix.iter().enumerate() {
            row.iter().for_each(|&(j, entry)| dense[i * columns + j] = entry);
        }
        Self::orthogonal(rows, columns, &dense)
    }

    /// By Gram–Schmidt with pivoting.
    fn orthogonal(rows: usize, columns: usize, matrix: &[f64]) -> Self {
        let column = |j: usize| (0..rows).map(|i| matrix[i * columns + j]).collect::<Vec<f64>>();
        let largest: Vec<f64> = matrix
            .chunks(columns.max(1))
            .map(|row| row.iter().fold(0.0, |largest: f64, entry| largest.max(entry.abs())))
            .collect();
        let is_rounding = |column: &Vec<f64>| {
            column.iter().zip(&largest).all(|(entry, largest)| entry.abs() <= NEGLIGIBLE * largest)
        };
        let mut left: Vec<Vec<f64>> =
            (0..columns).map(column).filter(|column| !is_rounding(column)).collect();
        for column in &mut left {
            let size = length(column);
            if size > 0.0 {
                column.iter_mut().for_each(|x| *x /= size);
            }
        }
        let mut scales = vec![1.0; rows];
        for i in 0..rows {
            let size = left.iter().map(|column| column[i] * column[i]).sum::<f64>().sqrt();
            if size > 0.0 {
                left.iter_mut().for_each(|column| column[i] /= size);
                scales[i] = 1.0 / size;
            }
        }
        let mut sizes: Vec<f64> = left.iter().map(|column| length(column)).collect();
        let whole = sizes.iter().copied().fold(0.0, f64::max);
        let mut basis: Vec<Vec<f64>> = Vec::new();
        while basis.len() < rows {
            let best = sizes.iter().enumerate().fold((DEPENDENT * whole, None), |best, (j, &size)| {
                if size > best.0 { (size, Some(j)) } else { best }
            });
            let Some(pivot) = best.1 else { break };
            let mut direction = std::mem::take(&mut left[pivot]);
            sizes[pivot] = 0.0;
            for known in &basis {
                let along = dot(known, &direction);
                subtract(&mut direction, along, known);
            }
            let size = length(&direction);
            direction.iter_mut().for_each(|x| *x /= size);
            for (column, size) in left.iter_mut().zip(&mut sizes).filter(|(column, _)| !column.is_empty()) {
                let along = dot(&direction, column);
                // Columns of other parts of a mechanism do not change.
                if along != 0.0 {
                    subtract(column, along, &direction);
                    *size = length(column);
                }
            }
            basis.push(direction);
        }
        Self { rows, basis: Some(basis), scales }
    }

    /// Its dimension.
    pub fn rank(&self) -> usize {
        self.basis.as_ref().map_or(self.rows, Vec::len)
    }

    /// The entry of I − Q Qᵀ, the projector on the left null space: rows i and j depend on each other if
    /// it is not zero; the trace is the number of redundant rows.
    fn defect(&self, i: usize, j: usize) -> f64 {
        let Some(basis) = &self.basis else { return 0.0 };
        let reached: f64 = basis.iter().map(|q| q[i] * q[j]).sum();
        f64::from(u8::from(i == j)) - reached
    }

    /// Marks in `linked` (row by row) which rows depend on each other.
    pub fn link(&self, linked: &mut [bool]) {
        let null = self.left_null_space();
        for i in 0..self.rows {
            for j in 0..self.rows {
                let defect: f64 = null.iter().map(|n| n[i] * n[j]).sum();
                linked[i * self.rows + j] |= defect.abs() > TAKES_PART;
            }
        }
    }

    /// An orthonormal basis of the left null space, which is small beside the range: the unit vectors with the largest remainders.
    fn left_null_space(&self) -> Vec<Vec<f64>> {
        let Some(basis) = &self.basis else { return Vec::new() };
        let mut left: Vec<f64> = (0..self.rows).map(|i| self.defect(i, i)).collect();
        let mut null: Vec<Vec<f64>> = Vec::new();
        for _ in basis.len()..self.rows {
            let most = (0..self.rows).max_by(|&i, &j| left[i].total_cmp(&left[j])).unwrap_or(0);
            let mut vector = vec![0.0; self.rows];
            vector[most] = 1.0;
            // Twice, which is sufficient.
            for known in basis.iter().chain(&null).chain(basis).chain(&null) {
                let along = dot(known, &vector);
                subtract(&mut vector, along, known);
            }
            let size = length(&vector);
            vector.iter_mut().for_each(|x| *x /= size);
            left.iter_mut().zip(&vector).for_each(|(left, x)| *left -= x * x);
            null.push(vector);
        }
        null
    }

    /// The combination of rows around row i that vanishes, for the matrix as it was given; its largest coefficient is 1. `None`
    /// if row i takes part in none.
    pub fn vanishing(&self, i: usize) -> Option<Vec<f64>> {
        let mut row: Vec<f64> =
            (0..self.rows)
                .map(|j| {
                    if self.defect(i, j).abs() > TAKES_PART {
                        self.scales[j] * self.defect(i, j)
                    } else {
                        0.0
                    }
                })
                .collect();
        let largest = row.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        if self.defect(i, i).abs() <= TAKES_PART || largest == 0.0 {
            return None;
        }
        row.iter_mut().for_each(|x| *x /= largest);
        Some(row)
    }

    /// The number of redundant rows.
    pub fn redundancy(&self, rows: &[usize]) -> usize {
        rows.iter().map(|&i| self.defect(i, i)).sum::<f64>().round() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::ColumnSpace;

    #[test]
    fn dependent_rows_are_found_whatever_their_units() {
        // Row 2 is the sum of rows 0 and 1 in other units, row 3 is independent.
        let matrix =
            [1.0, 2.0, 0.0, 0.0, 1e4, 0.0, 1e4, 0.0, 1.0001e-3, 2e-7, 1e-3, 0.0, 0.0, 0.0, 0.0, 1e-6];
        let space = ColumnSpace::new(4, 4, &matrix);
        assert_eq!(space.rank(), 3);
        let mut linked = vec![false; 16];
        space.link(&mut linked);
        assert!(linked[1] && linked[2] && linked[6] && !linked[3] && !linked[15]);
        assert_eq!(space.redundancy(&[0, 1, 2]), 1);
    }

    #[test]
    fn columns_of_rounding_have_no_rank() {
        // Row 1 is twice row 0, but for a column that is rounding; a column of small numbers that has a row of its own is not.
        let matrix = [1.0, 2.0, 1e-17, 0.0, 2.0, 4.0, -3e-16, 0.0, 0.0, 0.0, 0.0, 1e-14];
        assert_eq!(ColumnSpace::new(3, 4, &matrix).rank(), 2);
    }
}
