//! Normal equations of many Jacobians of one pattern: the order of elimination and the fill are found once.
//!
//! ```text
//! J Jᵀ + ε = Uᵀ D⁻¹ U,   d_t = u_tt,   u_tj = g_tj − Σ_{s<t} (u_st / d_s) u_sj   (j ≥ t)                    (1)
//! ```
//!
//! with rows numbered by the steps of their elimination, g the entries of J Jᵀ + ε. It is the elimination of
//! [`NormalEquations::new`], in its order and with its rounding, but for the half of the matrix that it does not use.

use super::normal::{DENSE, NormalEquations, SparseRow};
use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;

/// The pattern of (1) for Jacobians whose entries are at these places.
pub struct NormalPattern {
    columns: usize,
    /// The columns of the entries of each row.
    rows: Vec<Vec<usize>>,
    /// Row and number there of the entries of each column.
    in_column: Vec<Vec<(usize, usize)>>,
    /// The row of each step, and the step of each row.
    order: Vec<usize>,
    steps: Vec<usize>,
    /// Where the entries of each row of U begin, and the end of the last.
    starts: Vec<usize>,
    /// The steps of the columns of U beside the diagonal, row by row, in order.
    upper: Vec<usize>,
    /// For each step the earlier ones with an entry in its column, and the place of that entry in `upper`.
    above: Vec<Vec<(usize, usize)>>,
}

/// a ∪ b without one element, of sorted lists.
fn union(a: &[usize], b: &[usize], without: usize, into: &mut Vec<usize>) {
    into.clear();
    let (mut a, mut b) = (a.iter().copied().peekable(), b.iter().copied().peekable());
    loop {
        let next = match (a.peek(), b.peek()) {
            (Some(x), Some(y)) => *x.min(y),
            (Some(x), None) | (None, Some(x)) => *x,
            (None, None) => return,
        };
        a.next_if_eq(&next);
        b.next_if_eq(&next);
        if next != without {
            into.push(next);
        }
    }
}

impl NormalPattern {
    /// Finds the order of least degree. `rows` are the columns of the entries of each row.
    pub fn new(rows: Vec<Vec<usize>>, columns: usize) -> Self {
        let count = rows.len();
        let mut in_column: Vec<Vec<(usize, usize)>> = vec![Vec::new(); columns];
        for (i, row) in rows.iter().enumerate() {
            row.iter().enumerate().for_each(|(number, &j)| in_column[j].push((i, number)));
        }
        // The rows of J Jᵀ.
        let linked = |row: &Vec<usize>| {
            let mut all: Vec<usize> =
                row.iter().flat_map(|&j| in_column[j].iter().map(|&(k, _)| k)).collect();
            all.sort_unstable();
            all.dedup();
            all
        };
        let mut left: Vec<Vec<usize>> = rows.iter().map(linked).collect();
        for (i, row) in left.iter_mut().enumerate() {
            // Of a row without entries the diagonal is left.
            if row.binary_search(&i).is_err() {
                row.push(i);
            }
        }
        let mut queue: BTreeSet<(usize, usize)> =
            left.iter().enumerate().map(|(i, row)| (row.len(), i)).collect();
        let (mut order, mut beside): (Vec<usize>, Vec<Vec<usize>>) = (Vec::new(), Vec::new());
        let mut room = Vec::new();
        while let Some((entries, k)) = queue.pop_first() {
            if entries > DENSE && entries == queue.len() + 1 {
                let mut numbers: Vec<usize> =
                    core::iter::once(k).chain(queue.iter().map(|&(_, i)| i)).collect();
                numbers.sort_unstable();
                for (at, &k) in numbers.iter().enumerate() {
                    order.push(k);
                    beside.push(numbers[at + 1..].to_vec());
                }
                break;
            }
            let mut row = core::mem::take(&mut left[k]);
            row.retain(|&i| i != k);
            for &i in &row {
                queue.remove(&(left[i].len(), i));
                union(&left[i], &row, k, &mut room);
                core::mem::swap(&mut left[i], &mut room);
                queue.insert((left[i].len(), i));
            }
            order.push(k);
            beside.push(row);
        }
        let mut steps = vec![0; count];
        order.iter().enumerate().for_each(|(step, &row)| steps[row] = step);
        let (mut starts, mut upper) = (vec![0], Vec::new());
        let mut above = vec![Vec::new(); count];
        for (step, row) in beside.iter().enumerate() {
            let first = upper.len();
            upper.extend(row.iter().map(|&i| steps[i]));
            upper[first..].sort_unstable();
            (first..upper.len()).for_each(|place| above[upper[place]].push((step, place)));
            starts.push(upper.len());
        }
        Self { columns, rows, in_column, order, steps, starts, upper, above }
    }

    /// (1) of the Jacobian with these entries, row by row; `None` where a pivot vanishes or is not a number.
    pub fn factors(&self, entries: &[Vec<f64>], epsilon: f64) -> Option<NormalEquations<f64>> {
        let count = self.order.len();
        let mut values = vec![0.0; self.upper.len()];
        let mut lower = vec![0.0; self.upper.len()];
        let mut pivots = Vec::with_capacity(count);
        let mut least = f64::INFINITY;
        // The row of a step, by the step of the column.
        let mut row = vec![0.0; count];
        for (step, &i) in self.order.iter().enumerate() {
            row[step] = epsilon;
            for (&j, entry) in self.rows[i].iter().zip(&entries[i]) {
                for &(k, number) in self.in_column[j].iter().filter(|(k, _)| self.steps[*k] >= step) {
                    row[self.steps[k]] += entry * entries[k][number];
                }
            }
            let whole = row[step].abs();
            for &(before, place) in &self.above[step] {
                let l = lower[place];
                let rest = place..self.starts[before + 1];
                for (&column, value) in self.upper[rest.clone()].iter().zip(&values[rest]) {
                    row[column] -= l * value;
                }
            }
            let pivot = core::mem::take(&mut row[step]);
            let part = pivot.abs() / whole;
            if part.is_nan() || part == 0.0 {
                return None;
            }
            least = least.min(part);
            pivots.push(pivot);
            for place in self.starts[step]..self.starts[step + 1] {
                values[place] = core::mem::take(&mut row[self.upper[place]]);
                lower[place] = values[place] / pivot;
            }
        }
        let rows = self.rows.iter().zip(entries);
        let rows =
            rows.map(|(columns, entries)| columns.iter().copied().zip(entries.iter().copied()).collect());
        let column = |step: usize| {
            let places = self.starts[step]..self.starts[step + 1];
            let mut column: SparseRow<f64> =
                places.map(|at| (self.order[self.upper[at]], lower[at])).collect();
            column.sort_unstable_by_key(|&(i, _)| i);
            column
        };
        let lower = (0..count).map(column).collect();
        Some(NormalEquations::of_parts(
            rows.collect(),
            self.columns,
            (self.order.clone(), pivots, lower),
            least,
        ))
    }

    /// The shortest δ with J δ = −r: [`NormalEquations::solve`] with [`factors`](Self::factors).
    pub fn shortest(&self, entries: &[Vec<f64>], epsilon: f64, residual: &[f64]) -> Option<Vec<f64>> {
        self.factors(entries, epsilon).map(|factors| factors.solve(residual))
    }
}

#[cfg(test)]
mod tests {
    use super::NormalPattern;
    use crate::{NormalEquations, SparseRow};
    use alloc::vec::Vec;

    /// A grid of rows, each of them linked with four others, so that the elimination ends dense; one has an entry twice in a column.
    #[test]
    fn steps_are_those_of_the_elimination_of_numbers_to_the_last_bit() {
        let (side, columns) = (12, 12 * 13 * 2);
        let entry = |i: usize, k: usize| ((5 * i + 3 * k) as f64).sin() + 0.2;
        let mut rows: Vec<SparseRow<f64>> = (0..side * side)
            .map(|i| {
                let (x, y) = (i % side, i / side);
                let at = [y * (side + 1) + x, y * (side + 1) + x + 1, 156 + i, 156 + i + side];
                at.iter().enumerate().map(|(k, &j)| (j, entry(i, k))).collect()
            })
            .collect();
        rows[40].insert(0, (7, 0.25));
        rows[40].insert(0, (7, 0.5));
        let residual: Vec<f64> = (0..rows.len()).map(|i| (i as f64).cos()).collect();
        let places = rows.iter().map(|row| row.iter().map(|entry| entry.0).collect()).collect();
        let entries: Vec<Vec<f64>> =
            rows.iter().map(|row| row.iter().map(|entry| entry.1).collect()).collect();
        let pattern = NormalPattern::new(places, columns);
        let own = NormalEquations::new(rows, columns, 1e-9).expect("independent rows");
        let found = pattern.factors(&entries, 1e-9).expect("independent rows");
        assert_eq!(found.least_part(), own.least_part());
        assert_eq!(found.solve(&residual), own.solve(&residual));
        assert_eq!(pattern.shortest(&entries, 1e-9, &residual), Some(own.solve(&residual)));
    }

    #[test]
    fn rows_without_entries_have_no_factors() {
        let pattern = NormalPattern::new(Vec::from([Vec::from([0]), Vec::new()]), 1);
        assert!(pattern.factors(&[Vec::from([1.0]), Vec::new()], 0.0).is_none());
        assert!(pattern.factors(&[Vec::from([1.0]), Vec::new()], 1e-3).is_some());
    }
}
