//! The shortest solution of J δ = −r for a Jacobian of any rank.
//!
//! Invariant: rows that depend on others (by [`RANK`]) take no part, so that constraints which repeat
//! others do no harm; entries of δ that are not free are zero.

use crate::Real;

/// A row that keeps less than this part of its length when the others are projected out depends on them.
const RANK: f64 = 1e-9;

/// Factors Jᵀ P = Q R of the free columns, by Gram–Schmidt with pivoting on the rows of J.
pub(super) struct LeastNorm<T> {
    columns: usize,
    /// Orthonormal rows, each as long as δ.
    directions: Vec<Vec<T>>,
    /// The row of J behind each direction.
    rows: Vec<usize>,
    /// Row k of J, written in the directions 0..=k.
    lower: Vec<Vec<T>>,
}

fn dot<T: Real>(a: &[T], b: &[T]) -> T {
    a.iter().zip(b).fold(T::zero(), |sum, (a, b)| sum + *a * *b)
}

fn length<T: Real>(a: &[T]) -> f64 {
    a.iter().map(|x| x.leading() * x.leading()).sum::<f64>().sqrt()
}

impl<T: Real> LeastNorm<T> {
    /// Factors `jacobian` (row by row, `columns` wide).
    pub(super) fn new(jacobian: &[T], columns: usize, free: &[bool]) -> Self {
        let masked = |row: &[T]| row.iter().zip(free).map(|(x, f)| if *f { *x } else { T::zero() }).collect();
        let whole: Vec<f64> = jacobian.chunks(columns.max(1)).map(length).collect();
        let mut left: Vec<Vec<T>> = jacobian.chunks(columns.max(1)).map(masked).collect();
        let mut parts: Vec<Vec<T>> = vec![Vec::new(); left.len()];
        let mut used = vec![false; left.len()];
        let mut factors = Self { columns, directions: Vec::new(), rows: Vec::new(), lower: Vec::new() };
        loop {
            // The row that keeps most of its length; the first of equals, for determinism.
            let mut best = (RANK, None);
            for (i, row) in left.iter().enumerate().filter(|(i, _)| !used[*i] && whole[*i] > 0.0) {
                let kept = length(row) / whole[i];
                if kept > best.0 {
                    best = (kept, Some(i));
                }
            }
            let Some(pivot) = best.1 else { return factors };
            used[pivot] = true;
            // Once more against all directions: Gram–Schmidt twice is orthogonal to rounding.
            let mut row = left[pivot].clone();
            let mut part = parts[pivot].clone();
            for (direction, part) in factors.directions.iter().zip(&mut part) {
                let along = dot(direction, &row);
                *part = *part + along;
                subtract(&mut row, along, direction);
            }
            let size = dot(&row, &row).sqrt();
            part.push(size);
            let direction: Vec<T> = row.iter().map(|x| *x / size).collect();
            for i in (0..left.len()).filter(|i| !used[*i]) {
                let along = dot(&direction, &left[i]);
                parts[i].push(along);
                subtract(&mut left[i], along, &direction);
            }
            factors.directions.push(direction);
            factors.rows.push(pivot);
            factors.lower.push(part);
        }
    }

    /// δ = −Q R⁻ᵀ r: forward substitution along the directions.
    pub(super) fn solve(&self, residual: &[T]) -> Vec<T> {
        let mut step = vec![T::zero(); self.columns];
        let mut coefficients: Vec<T> = Vec::new();
        for ((direction, row), lower) in self.directions.iter().zip(&self.rows).zip(&self.lower) {
            let known = dot(&lower[..coefficients.len()], &coefficients);
            let c = (-residual[*row] - known) / lower[coefficients.len()];
            subtract(&mut step, -c, direction);
            coefficients.push(c);
        }
        step
    }
}

/// a ← a − s·b.
fn subtract<T: Real>(a: &mut [T], s: T, b: &[T]) {
    for (a, b) in a.iter_mut().zip(b) {
        *a = *a - s * *b;
    }
}

#[cfg(test)]
mod tests {
    use super::LeastNorm;

    #[test]
    fn shortest_solution_of_an_underdetermined_system() {
        // x + 2y + 2z = 9: the nearest point to the origin is 1·(1, 2, 2).
        let step = LeastNorm::new(&[1.0_f64, 2.0, 2.0], 3, &[true; 3]).solve(&[-9.0]);
        for (found, exact) in step.iter().zip([1.0, 2.0, 2.0]) {
            assert!((found - exact).abs() < 1e-15);
        }
    }

    #[test]
    fn given_entries_do_not_move() {
        let step = LeastNorm::new(&[1.0, 2.0, 2.0], 3, &[false, true, false]).solve(&[-9.0]);
        assert_eq!(step, [0.0, 4.5, 0.0]);
    }

    #[test]
    fn repeated_rows_do_no_harm() {
        // The third row is the sum of the others.
        let jacobian = [1.0_f64, 0.0, 1.0, 0.0, 1.0, -1.0, 1.0, 1.0, 0.0];
        let (r, j) = ([-3.0, -1.0, -4.0], &jacobian);
        let step = LeastNorm::new(j, 3, &[true; 3]).solve(&r);
        for (row, r) in j.chunks(3).zip(r) {
            let sum: f64 = row.iter().zip(&step).map(|(a, b)| a * b).sum();
            assert!((sum + r).abs() < 1e-14);
        }
        // Shortest: orthogonal to the null space (−1, 1, 1).
        assert!((-step[0] + step[1] + step[2]).abs() < 1e-14);
    }

    #[test]
    fn nothing_free_is_no_step() {
        let step = LeastNorm::new(&[1.0, 2.0], 2, &[false; 2]).solve(&[1.0]);
        assert_eq!(step, [0.0, 0.0]);
    }
}
