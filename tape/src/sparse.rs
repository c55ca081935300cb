//! The elimination of a large sparse matrix by tables: equation (1) of `plan::table` of the compiler, and
//!
//! ```text
//! forward   y_i = b_i − Σ l_ik y_k        backward   x_i = (y_i − Σ u_ij x_j) / p_i              (2)
//! ```
//!
//! Values lie in the order of the tables: nonzeros of the matrix, L, 1/p, U.

use linkwork::__private::is_sound;
use linkwork::Real;
use linkwork_compiler::plan::Table;
use std::iter::Zip;
use std::slice::Iter;

/// The parts of the stored numbers.
struct Parts<'a, T> {
    lower: &'a [T],
    reciprocals: &'a [T],
    upper: &'a [T],
}

fn parts<'a, T>(table: &Table, values: &'a [T]) -> Parts<'a, T> {
    let factors = &values[table.nonzeros.len()..table.stored()];
    let (lower, rest) = factors.split_at(table.lower.total());
    let (reciprocals, upper) = rest.split_at(table.order());
    Parts { lower, reciprocals, upper }
}

/// Factors the nonzeros at the start of `values`; whether all pivots are above their limits. `row` is space for a row, all zeros, before
/// and afterwards.
pub(crate) fn factor<T: Real>(table: &Table, values: &mut [T], limits: &[f64], row: &mut [T]) -> bool {
    let (given, factors) = values.split_at_mut(table.nonzeros.len());
    let (lower, rest) = factors.split_at_mut(table.lower.total());
    let (reciprocals, upper) = rest.split_at_mut(table.order());
    let mut sound = true;
    for (i, limit) in limits.iter().enumerate().take(table.order()) {
        for (&number, &step) in table.given.list(i).iter().zip(table.given_steps.list(i)) {
            row[step as usize] = given[number as usize];
        }
        for (&k, stored) in table.lower.list(i).iter().zip(&mut lower[table.lower.places(i)]) {
            let k = k as usize;
            let l = core::mem::replace(&mut row[k], T::zero()) * reciprocals[k];
            *stored = l;
            for (&j, &u) in table.upper.list(k).iter().zip(&upper[table.upper.places(k)]) {
                let entry = &mut row[j as usize];
                *entry = *entry - l * u;
            }
        }
        let pivot = core::mem::replace(&mut row[i], T::zero());
        sound &= is_sound(pivot, *limit);
        reciprocals[i] = pivot.recip();
        for (&j, stored) in table.upper.list(i).iter().zip(&mut upper[table.upper.places(i)]) {
            *stored = core::mem::replace(&mut row[j as usize], T::zero());
        }
    }
    sound
}

/// (2): the solution for a right-hand side, whose rows and columns are those of the matrix.
pub(crate) fn solve<T: Real>(
    (table, order): (&Table, &[(usize, usize)]),
    values: &[T],
    right: &[T],
    steps: &mut [T],
    x: &mut [T],
) {
    let Parts { lower, reciprocals, upper } = parts(table, values);
    for (i, &(r, _)) in order.iter().enumerate() {
        let entries = table.lower.list(i).iter().zip(&lower[table.lower.places(i)]);
        steps[i] = entries.fold(right[r], |sum, (&k, &l)| sum - l * steps[k as usize]);
    }
    for (i, &(_, c)) in order.iter().enumerate().rev() {
        let entries = table.upper.list(i).iter().zip(&upper[table.upper.places(i)]);
        let sum = entries.fold(steps[i], |sum, (&j, &u)| sum - u * steps[j as usize]);
        steps[i] = sum * reciprocals[i];
        x[c] = steps[i];
    }
}

/// The entries of a row: (column, value).
pub(crate) struct Row<'a, T> {
    entries: Zip<Iter<'a, (usize, usize)>, Iter<'a, T>>,
}

impl<T: Real> Iterator for Row<'_, T> {
    type Item = (usize, T);
    fn next(&mut self) -> Option<(usize, T)> {
        self.entries.next().map(|(&(_, j), &entry)| (j, entry))
    }
}

/// The entries of each row of the matrix: (column, value).
pub(crate) fn rows<'a, T: Real>(table: &'a Table, values: &'a [T]) -> impl Fn(usize) -> Row<'a, T> {
    move |i| {
        let places = table.row(i);
        Row { entries: table.nonzeros[places.clone()].iter().zip(&values[places]) }
    }
}

/// The matrix, dense, row by row.
pub(crate) fn dense<T: Real>(table: &Table, values: &[T]) -> Vec<T> {
    let n = table.order();
    let mut matrix = vec![T::zero(); n * n];
    for (&(i, j), &entry) in table.nonzeros.iter().zip(values) {
        matrix[i * n + j] = entry;
    }
    matrix
}
