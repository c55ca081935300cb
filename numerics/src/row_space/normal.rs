//! Sparse normal equations of a wide Jacobian whose rows are independent.
//!
//! ```text
//! J Jᵀ + ε = L D Lᵀ,   J δ = −r,   δ = −Jᵀ (J Jᵀ + ε)⁻¹ r                     (1)
//! d_k = |the part of row k that is orthogonal to the rows eliminated before|²   (ε = 0)     (2)
//! ```
//!
//! Rows are eliminated in the order of least degree (Tinney and Walker 1967), so that the fill follows the topology of the mechanism:
//! loops that share few coordinates take time in proportion to their number.

use super::{Scalar, along as dot};
use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;

/// A row that keeps this part of its length when the others are projected out is surely independent, even if its length is the
/// root of a difference of squares.
const SURE: f64 = 1e-4;

/// Where more rows than this are left and all are linked with each other, they are eliminated dense.
pub(super) const DENSE: usize = 16;

/// Entries of a row: (column, value), by column.
pub type SparseRow<T> = Vec<(usize, T)>;

/// (1), factored.
pub struct NormalEquations<T = f64> {
    rows: Vec<SparseRow<T>>,
    columns: usize,
    order: Vec<usize>,
    pivots: Vec<T>,
    /// For each pivot the column of L: (row, l).
    lower: Vec<Vec<(usize, T)>>,
    /// min d_k / |row k|².
    least: f64,
}

fn square<T: Scalar>(x: T) -> f64 {
    x.leading() * x.leading()
}

/// The entries of rows in free columns, and the squares of the lengths of the whole rows.
pub(super) fn free_rows<T: Scalar>(rows: &[SparseRow<T>], free: &[bool]) -> (Vec<SparseRow<T>>, Vec<f64>) {
    let nonzero = |row: &SparseRow<T>| {
        let entries = row.iter().filter(|(j, entry)| free[*j] && !entry.is_zero());
        entries.copied().collect::<SparseRow<T>>()
    };
    let whole = |row: &SparseRow<T>| row.iter().map(|(_, entry)| square(*entry)).sum();
    (rows.iter().map(nonzero).collect(), rows.iter().map(whole).collect())
}

/// J Jᵀ + ε, all entries of each row.
fn gram<T: Scalar>(rows: &[SparseRow<T>], columns: usize, epsilon: T) -> Vec<SparseRow<T>> {
    let mut in_column: Vec<Vec<(usize, T)>> = vec![Vec::new(); columns];
    for (i, row) in rows.iter().enumerate() {
        row.iter().for_each(|&(j, entry)| in_column[j].push((i, entry)));
    }
    let mut sums = vec![T::zero(); rows.len()];
    let mut met = vec![usize::MAX; rows.len()];
    let product = |(i, row): (usize, &SparseRow<T>)| {
        let mut places = vec![i];
        (sums[i], met[i]) = (epsilon, i);
        for &(j, entry) in row {
            for &(k, other) in &in_column[j] {
                if core::mem::replace(&mut met[k], i) != i {
                    places.push(k);
                    sums[k] = T::zero();
                }
                sums[k] = sums[k] + entry * other;
            }
        }
        places.sort_unstable();
        places.into_iter().map(|k| (k, sums[k])).collect()
    };
    rows.iter().enumerate().map(product).collect()
}

fn place<T>(row: &SparseRow<T>, column: usize) -> Option<usize> {
    row.binary_search_by_key(&column, |entry| entry.0).ok()
}

/// a − l·b.
fn difference<T: Scalar>(a: &SparseRow<T>, l: T, b: &SparseRow<T>, into: &mut SparseRow<T>) {
    into.clear();
    let mut rest = a.iter().copied().peekable();
    for &(j, entry) in b {
        while let Some(before) = rest.next_if(|before| before.0 < j) {
            into.push(before);
        }
        let known = rest.next_if(|known| known.0 == j).map_or(T::zero(), |known| known.1);
        into.push((j, known - l * entry));
    }
    into.extend(rest);
}

impl<T: Scalar> NormalEquations<T> {
    /// Factors (1) with ε = 0 of the free columns of a Jacobian, if its rows are surely independent there.
    pub fn independent(jacobian: &[SparseRow<T>], free: &[bool]) -> Option<Self> {
        let (rows, whole) = free_rows(jacobian, free);
        let part = |row: &SparseRow<T>| row.iter().map(|(_, entry)| square(*entry)).sum::<f64>();
        let kept = rows.iter().zip(&whole).map(|(row, whole)| part(row) / whole).fold(1.0, f64::min);
        Self::new(rows, free.len(), T::zero()).filter(|factors| factors.least * kept > SURE * SURE)
    }

    /// Factors that were found elsewhere: rows in the order of elimination, their pivots, and columns of L by row.
    pub(super) fn of_parts(
        rows: Vec<SparseRow<T>>,
        columns: usize,
        (order, pivots, lower): (Vec<usize>, Vec<T>, Vec<SparseRow<T>>),
        least: f64,
    ) -> Self {
        Self { rows, columns, order, pivots, lower, least }
    }

    /// Factors (1). `None` where a pivot vanishes or is not a number.
    /// Rounding makes a pivot of dependent rows small instead of zero: see [`least_part`](Self::least_part).
    pub fn new(rows: Vec<SparseRow<T>>, columns: usize, epsilon: T) -> Option<Self> {
        let count = rows.len();
        let mut refused = |_: usize, part: f64, _: f64| part.is_nan() || part == 0.0;
        let factors = Self::eliminated(rows, columns, epsilon, &mut refused);
        (factors.order.len() == count).then_some(factors)
    }

    /// Factors (1) with ε = 0 of the rows that are surely independent of those eliminated before, by the squares of their whole lengths,
    /// and the numbers of the rows that may not be. These take no part in it: their residuals are not looked at.
    pub(super) fn separated(rows: Vec<SparseRow<T>>, columns: usize, whole: &[f64]) -> (Self, Vec<usize>) {
        let mut doubtful = Vec::new();
        let mut refused = |row: usize, _: f64, pivot: f64| {
            let sure = pivot > SURE * SURE * whole[row];
            if !sure {
                doubtful.push(row);
            }
            !sure
        };
        let mut factors = Self::eliminated(rows, columns, T::zero(), &mut refused);
        if !doubtful.is_empty() {
            doubtful.sort_unstable();
            doubtful.iter().for_each(|&row| factors.rows[row].clear());
            factors
                .lower
                .iter_mut()
                .for_each(|column| column.retain(|(i, _)| doubtful.binary_search(i).is_err()));
        }
        (factors, doubtful)
    }

    /// Factors (1) but for the rows that are `refused`, by their number, d_k / |row k|² and d_k.
    fn eliminated(
        rows: Vec<SparseRow<T>>,
        columns: usize,
        epsilon: T,
        refused: &mut dyn FnMut(usize, f64, f64) -> bool,
    ) -> Self {
        let mut left = gram(&rows, columns, epsilon);
        let diagonal = |(i, row): (usize, &SparseRow<T>)| place(row, i).map_or(0.0, |at| row[at].1.leading());
        let whole: Vec<f64> = left.iter().enumerate().map(diagonal).collect();
        let mut queue: BTreeSet<(usize, usize)> =
            left.iter().enumerate().map(|(i, row)| (row.len(), i)).collect();
        let count = rows.len();
        let mut factors = Self {
            rows,
            columns,
            order: Vec::with_capacity(count),
            pivots: Vec::with_capacity(count),
            lower: Vec::with_capacity(count),
            least: f64::INFINITY,
        };
        let mut room = SparseRow::new();
        while let Some((entries, k)) = queue.pop_first() {
            if entries > DENSE && entries == queue.len() + 1 {
                let numbers = core::iter::once(k).chain(queue.iter().map(|&(_, i)| i)).collect();
                factors.dense(numbers, &left, &whole, refused);
                break;
            }
            let mut row = core::mem::take(&mut left[k]);
            let pivot = place(&row, k).map_or(T::zero(), |at| row.remove(at).1);
            let part = pivot.leading() / whole[k];
            let refused = refused(k, part, pivot.leading());
            if !refused {
                factors.least = factors.least.min(part);
            }
            let mut column = SparseRow::with_capacity(if refused { 0 } else { row.len() });
            for &(i, entry) in &row {
                queue.remove(&(left[i].len(), i));
                if let Some(at) = place(&left[i], k) {
                    left[i].remove(at);
                }
                if !refused {
                    let l = entry / pivot;
                    column.push((i, l));
                    difference(&left[i], l, &row, &mut room);
                    core::mem::swap(&mut left[i], &mut room);
                }
                queue.insert((left[i].len(), i));
            }
            if !refused {
                factors.order.push(k);
                factors.pivots.push(pivot);
                factors.lower.push(column);
            }
        }
        factors
    }

    /// Eliminates the rows that are left once all of them are linked with all others, in their order.
    fn dense(
        &mut self,
        mut numbers: Vec<usize>,
        left: &[SparseRow<T>],
        whole: &[f64],
        refused: &mut dyn FnMut(usize, f64, f64) -> bool,
    ) {
        numbers.sort_unstable();
        let count = numbers.len();
        let mut matrix: Vec<T> =
            numbers.iter().flat_map(|&i| left[i].iter().map(|(_, entry)| *entry)).collect();
        for (at, &k) in numbers.iter().enumerate() {
            let (above, below) = matrix.split_at_mut((at + 1) * count);
            let row = &above[at * count..];
            let pivot = row[at];
            let part = pivot.leading() / whole[k];
            if refused(k, part, pivot.leading()) {
                continue;
            }
            self.least = self.least.min(part);
            let column: SparseRow<T> = (at + 1..count).map(|i| (numbers[i], row[i] / pivot)).collect();
            for (rest, (_, l)) in below.chunks_mut(count).zip(&column) {
                for (entry, of_row) in rest[at + 1..].iter_mut().zip(&row[at + 1..]) {
                    *entry = *entry - *l * *of_row;
                }
            }
            self.order.push(k);
            self.pivots.push(pivot);
            self.lower.push(column);
        }
    }

    /// The smallest part d_k / |row k|² of (2).
    pub fn least_part(&self) -> f64 {
        self.least
    }

    /// The number of rows that were eliminated.
    pub fn rank(&self) -> usize {
        self.order.len()
    }

    /// (J Jᵀ + ε)⁻¹ r.
    pub(super) fn multipliers(&self, residual: &[T]) -> Vec<T> {
        let mut x = residual.to_vec();
        for (&k, column) in self.order.iter().zip(&self.lower) {
            let known = x[k];
            column.iter().for_each(|&(i, l)| x[i] = x[i] - l * known);
        }
        for ((&k, column), &pivot) in self.order.iter().zip(&self.lower).zip(&self.pivots).rev() {
            x[k] = column.iter().fold(x[k] / pivot, |sum, &(i, l)| sum - l * x[i]);
        }
        x
    }

    /// x ← x − Jᵀ (J Jᵀ + ε)⁻¹ r.
    fn correct(&self, x: &mut [T], residual: &[T]) {
        for (row, multiplier) in self.rows.iter().zip(self.multipliers(residual)) {
            row.iter().for_each(|&(j, entry)| x[j] = x[j] - entry * multiplier);
        }
    }

    /// The shortest δ with J δ = −r; refined once, because (1) has the square of the condition number of J.
    pub fn solve(&self, residual: &[T]) -> Vec<T> {
        let mut step = vec![T::zero(); self.columns];
        for _ in 0..2 {
            let left: Vec<T> =
                self.rows.iter().zip(residual).map(|(row, &gap)| gap + dot(row, &step)).collect();
            self.correct(&mut step, &left);
        }
        step
    }

    /// The part of a direction that is orthogonal to all rows; twice, as in [`solve`](Self::solve).
    pub fn free_part(&self, mut direction: Vec<T>) -> Vec<T> {
        for _ in 0..2 {
            let along: Vec<T> = self.rows.iter().map(|row| dot(row, &direction)).collect();
            self.correct(&mut direction, &along);
        }
        direction
    }
}

#[cfg(test)]
mod tests {
    use super::NormalEquations;
    use crate::{RowSpace, sparse_rows};
    use alloc::vec;
    use alloc::vec::Vec;

    /// A ladder: every row has three columns of its own neighbourhood.
    fn ladder(count: usize) -> Vec<Vec<(usize, f64)>> {
        let value = |i: usize, k: usize| ((7 * i + 3 * k) as f64).sin() + if k == 1 { 2.0 } else { 0.0 };
        (0..count).map(|i| (0..3).map(|k| (2 * i + k, value(i, k))).collect()).collect()
    }

    /// Against Gram–Schmidt with pivoting.
    #[test]
    fn steps_and_free_parts_are_those_of_orthogonal_factors() {
        let (count, columns) = (40, 82);
        let rows = ladder(count);
        let mut dense = vec![0.0; count * columns];
        for (i, row) in rows.iter().enumerate() {
            row.iter().for_each(|&(j, entry)| dense[i * columns + j] = entry);
        }
        let orthogonal = RowSpace::new(&sparse_rows(&dense, columns), &vec![true; columns]);
        let normal = NormalEquations::new(rows, columns, 0.0).expect("independent rows");
        assert_eq!(normal.rank(), orthogonal.rank());
        let residual: Vec<f64> = (0..count).map(|i| (i as f64).cos()).collect();
        let direction: Vec<f64> = (0..columns).map(|j| (j as f64).sin()).collect();
        let pairs = [
            (normal.solve(&residual), orthogonal.solve(&residual)),
            (normal.free_part(direction.clone()), orthogonal.free_part(direction)),
        ];
        for (found, expected) in pairs {
            for (found, expected) in found.iter().zip(&expected) {
                assert!((found - expected).abs() < 1e-13, "{found} {expected}");
            }
        }
    }

    #[test]
    fn dependent_rows_have_no_factors() {
        let rows = vec![vec![(0, 1.0), (1, 2.0)], vec![(1, 1.0)], vec![(0, 1.0), (1, 3.0)]];
        let factors = NormalEquations::new(rows, 2, 0.0);
        assert!(factors.is_none_or(|factors| factors.least_part() < 1e-12));
    }

    /// Least degree: the fill of a ladder is that of a band, in whatever order its rows are.
    #[test]
    fn fill_follows_the_topology() {
        let count = 300;
        let mut rows = ladder(count);
        rows.sort_by_key(|row| (row[0].0 * 7919) % 1000);
        let factors = NormalEquations::new(rows, 2 * count + 1, 0.0).expect("independent rows");
        let entries: usize = factors.lower.iter().map(Vec::len).sum();
        assert!(entries <= 2 * count, "{entries}");
    }
}
