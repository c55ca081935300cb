//! Gram–Schmidt with pivoting on the rows of a Jacobian.

use super::{DEPENDENT, ROUNDINGS, SHORT, Scalar, SparseRow, dot, length, subtract, unit};
use alloc::vec;
use alloc::vec::Vec;

/// Jᵀ P = Q R of the free columns, by Gram–Schmidt with pivoting on the rows of J.
pub(super) struct Orthogonal<T> {
    columns: usize,
    directions: Vec<Vec<T>>,
    /// The row of J for each direction.
    rows: Vec<usize>,
    /// Row k of J, written in the directions 0..=k.
    lower: Vec<Vec<T>>,
}

impl<T: Scalar> Orthogonal<T> {
    /// Factors `jacobian`, which was computed with this rounding unit, in its free columns.
    pub fn new(jacobian: &[SparseRow<T>], free: &[bool], rounding: f64) -> Self {
        let size = |row: &SparseRow<T>| length(&row.iter().map(|entry| entry.1).collect::<Vec<T>>());
        let masked = |row: &SparseRow<T>| {
            let mut dense = vec![T::zero(); free.len()];
            row.iter().filter(|(j, _)| free[*j]).for_each(|&(j, entry)| dense[j] = entry);
            dense
        };
        let sizes: Vec<f64> = jacobian.iter().map(size).collect();
        let shortest = SHORT * sizes.iter().copied().fold(0.0, f64::max);
        let whole = sizes.into_iter().map(|size| size.max(shortest)).collect();
        Self::of(free.len(), jacobian.iter().map(masked).collect(), whole, rounding)
    }

    /// Factors rows, given the lengths against which their parts count.
    pub fn of(columns: usize, rows: Vec<Vec<T>>, whole: Vec<f64>, rounding: f64) -> Self {
        let dependent = DEPENDENT.max(ROUNDINGS * rounding);
        let mut left = rows;
        let mut parts: Vec<Vec<T>> = vec![Vec::new(); left.len()];
        let mut used = vec![false; left.len()];
        let mut space = Self { columns, directions: Vec::new(), rows: Vec::new(), lower: Vec::new() };
        let share = |row: &[T], whole: f64| if whole == 0.0 { 0.0 } else { length(row) / whole };
        let mut kept: Vec<f64> = left.iter().zip(&whole).map(|(row, &whole)| share(row, whole)).collect();
        loop {
            // The row that keeps most of its length; the first of equals.
            let best = kept.iter().enumerate().fold((dependent, None), |best, (i, &kept)| {
                if kept > best.0 { (kept, Some(i)) } else { best }
            });
            let Some(pivot) = best.1 else { return space };
            used[pivot] = true;
            kept[pivot] = 0.0;
            let mut row = left[pivot].clone();
            let mut part = parts[pivot].clone();
            // Once more against all directions: Gram–Schmidt twice is orthogonal to rounding.
            for (direction, part) in space.directions.iter().zip(&mut part) {
                let along = dot(direction, &row);
                *part = *part + along;
                subtract(&mut row, along, direction);
            }
            let (direction, size) = unit(&row);
            part.push(size);
            for i in (0..left.len()).filter(|&i| !used[i]) {
                let along = dot(&direction, &left[i]);
                parts[i].push(along);
                // Rows of other parts of a mechanism do not change.
                if !along.is_zero() {
                    subtract(&mut left[i], along, &direction);
                    kept[i] = share(&left[i], whole[i]);
                }
            }
            space.directions.push(direction);
            space.rows.push(pivot);
            space.lower.push(part);
        }
    }

    /// The shortest δ with J δ = −r, over the rows that are independent.
    pub fn solve(&self, residual: &[T]) -> Vec<T> {
        let mut step = vec![T::zero(); self.columns];
        let mut coefficients: Vec<T> = Vec::new();
        for ((direction, &row), lower) in self.directions.iter().zip(&self.rows).zip(&self.lower) {
            let known = dot(&lower[..coefficients.len()], &coefficients);
            let c = (-residual[row] - known) / lower[coefficients.len()];
            subtract(&mut step, -c, direction);
            coefficients.push(c);
        }
        step
    }

    /// The part of a direction that is orthogonal to all rows.
    pub fn free_part(&self, mut direction: Vec<T>) -> Vec<T> {
        for _ in 0..2 {
            for seen in &self.directions {
                let along = dot(seen, &direction);
                subtract(&mut direction, along, seen);
            }
        }
        direction
    }

    /// The rank of the free columns.
    pub fn rank(&self) -> usize {
        self.directions.len()
    }
}
