//! Least squares in the null space of a Jacobian.
//!
//! ```text
//! min |D x − b|,   x = P x,   P the projector on the null space of J in its free columns                              (1)
//! ```
//!
//! Of few columns D P is made orthogonal, column by column. Of many, conjugate gradients of the normal equations of (1) are used (Hestenes and
//! Stiefel 1952): they only multiply by D, Dᵀ and P, need at most as many steps as there are freedoms, and find the shortest x.

use super::{
    FLAT, NormalEquations, ROUNDINGS, RowSpace, Scalar, SparseRow, along, dot, length, subtract, unit,
};
use crate::elementary;
use alloc::vec;
use alloc::vec::Vec;

/// The iteration ends where the slope of |D x − b|² is this part of what it is without P.
const LEVEL: f64 = 1e-14;
/// Steps at most: this many for each freedom, and some more.
const STEPS: usize = 3;
const MORE: usize = 30;

impl<T: Scalar> RowSpace<T> {
    /// (1) for few columns: b is `right`.
    pub(super) fn among_few(&self, slopes: &[SparseRow<T>], mut right: Vec<T>, free: &[bool]) -> Vec<T> {
        // D P, with P the projector on the null space of J.
        let masked = |row: &SparseRow<T>| {
            let mut dense = vec![T::zero(); self.columns];
            row.iter().filter(|(j, _)| free[*j]).for_each(|&(j, entry)| dense[j] = entry);
            dense
        };
        let free_rows: Vec<Vec<T>> = slopes.iter().map(masked).collect();
        // The scale of a column of D P: all of them may be rounding.
        let column = |j: usize| length(&free_rows.iter().map(|row| row[j]).collect::<Vec<T>>());
        let whole = (0..self.columns).map(column).fold(0.0, f64::max);
        let seen: Vec<Vec<T>> = free_rows.into_iter().map(|row| self.free_part(row)).collect();
        let mut left: Vec<Vec<T>> =
            (0..self.columns).map(|j| seen.iter().map(|row| row[j]).collect()).collect();
        // Gram–Schmidt on the columns, the longest first: left[j] becomes what is new in column j.
        let (mut pivots, mut basis, mut upper): (Vec<usize>, Vec<Vec<T>>, Vec<Vec<T>>) =
            (Vec::new(), Vec::new(), vec![Vec::new(); self.columns]);
        let flat = whole * FLAT.max(ROUNDINGS * self.rounding);
        while pivots.len() < self.columns {
            let candidates = (0..self.columns).filter(|j| !pivots.contains(j));
            let best = candidates.fold((flat, None), |best, j| {
                let size = length(&left[j]);
                if size > best.0 { (size, Some(j)) } else { best }
            });
            let Some(pivot) = best.1 else { break };
            let mut column = left[pivot].clone();
            for known in &basis {
                let along = dot(known, &column);
                subtract(&mut column, along, known);
            }
            let (direction, size) = unit(&column);
            upper[pivot].push(size);
            pivots.push(pivot);
            for j in (0..self.columns).filter(|j| !pivots.contains(j)) {
                let along = dot(&direction, &left[j]);
                upper[j].push(along);
                subtract(&mut left[j], along, &direction);
            }
            basis.push(direction);
        }
        let mut coefficients = Vec::new();
        for direction in &basis {
            let along = dot(direction, &right);
            subtract(&mut right, along, direction);
            coefficients.push(along);
        }
        let mut within = vec![T::zero(); self.columns];
        for k in (0..pivots.len()).rev() {
            let later = k + 1..pivots.len();
            let known = later.fold(T::zero(), |sum, m| sum + upper[pivots[m]][k] * within[pivots[m]]);
            within[pivots[k]] = (coefficients[k] - known) / upper[pivots[k]][k];
        }
        self.free_part(within)
    }

    /// (1) without J, where D has all columns, by sparse normal equations, refined once.
    fn unbound(slopes: &[SparseRow<T>], right: &[T], free: &[bool]) -> Option<Vec<T>> {
        let columns: Vec<usize> = (0..free.len()).filter(|&j| free[j]).collect();
        let mut number = vec![0; free.len()];
        columns.iter().enumerate().for_each(|(k, &j)| number[j] = k);
        let mut transposed = vec![SparseRow::new(); columns.len()];
        for (i, row) in slopes.iter().enumerate() {
            row.iter()
                .filter(|(j, _)| free[*j])
                .for_each(|&(j, entry)| transposed[number[j]].push((i, entry)));
        }
        let factors = NormalEquations::new(transposed.clone(), slopes.len(), T::zero())?;
        if factors.least_part() <= FLAT * FLAT {
            return None;
        }
        let mut found = vec![T::zero(); free.len()];
        for _ in 0..2 {
            let left: Vec<T> = slopes.iter().zip(right).map(|(row, b)| *b - along(row, &found)).collect();
            let pull: Vec<T> = transposed.iter().map(|column| along(column, &left)).collect();
            for (&j, by) in columns.iter().zip(factors.multipliers(&pull)) {
                found[j] = found[j] + by;
            }
        }
        Some(found)
    }

    /// (1) for many columns: b is `right`.
    pub(super) fn among_many(&self, slopes: &[SparseRow<T>], mut right: Vec<T>, free: &[bool]) -> Vec<T> {
        let mut found = vec![T::zero(); self.columns];
        let freedoms = free.iter().filter(|free| **free).count().saturating_sub(self.rank());
        let squares = slopes.iter().flatten().map(|(_, entry)| entry.leading() * entry.leading());
        let whole = elementary::f64::sqrt(squares.sum());
        if freedoms == 0 || whole == 0.0 {
            return found;
        }
        if self.rank() == 0
            && let Some(found) = Self::unbound(slopes, &right, free)
        {
            return found;
        }
        let pull = |right: &[T]| {
            let mut pull = vec![T::zero(); self.columns];
            for (row, x) in slopes.iter().zip(right) {
                row.iter().filter(|(j, _)| free[*j]).for_each(|&(j, entry)| pull[j] = pull[j] + entry * *x);
            }
            pull
        };
        let mut slope = pull(&right);
        let level = LEVEL * length(&slope);
        slope = self.free_part(slope);
        let mut direction = slope.clone();
        let mut square = dot(&slope, &slope);
        for _ in 0..STEPS * freedoms + MORE {
            if length(&slope) <= level {
                break;
            }
            let seen: Vec<T> = slopes.iter().map(|row| along(row, &direction)).collect();
            // What D does not see is not moved.
            if length(&seen) <= FLAT * whole * length(&direction) {
                break;
            }
            let part = square / dot(&seen, &seen);
            subtract(&mut right, part, &seen);
            subtract(&mut found, -part, &direction);
            slope = self.free_part(pull(&right));
            let next = dot(&slope, &slope);
            let kept = next / square;
            square = next;
            direction = slope.iter().zip(&direction).map(|(slope, old)| *slope + kept * *old).collect();
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use crate::{RowSpace, SparseRow};
    use alloc::vec::Vec;

    /// Deviations of 120 coordinates, neighbours of which are linked, against the dense way.
    #[test]
    fn both_ways_find_the_same() {
        let columns = 120;
        let entry = |i: usize, k: usize| ((5 * i + 2 * k) as f64).sin();
        let rows: Vec<SparseRow<f64>> =
            (0..90).map(|i| (0..3).map(|k| (i + k, entry(i, k) + 1.5)).collect()).collect();
        let slopes: Vec<SparseRow<f64>> =
            (0..columns).map(|j| [j, (j + 1) % columns].map(|k| (k, entry(k, j) + 2.0)).to_vec()).collect();
        let free: Vec<bool> = (0..columns).map(|j| j % 13 != 4).collect();
        let right: Vec<f64> = (0..columns).map(|j| (j as f64).cos()).collect();
        let space = RowSpace::new(&rows, &free);
        let (few, many) =
            (space.among_few(&slopes, right.clone(), &free), space.among_many(&slopes, right, &free));
        for (few, many) in few.iter().zip(&many) {
            assert!((few - many).abs() < 1e-11, "{few} {many}");
        }
        assert!(few.iter().any(|x| x.abs() > 0.1));
    }
}
