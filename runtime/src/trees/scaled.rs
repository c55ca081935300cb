//! Small dense matrices: scaled by powers of two, factored with complete pivoting.
//!
//! ```text
//! A = R⁻¹ P L U Q C⁻¹            R, C: scales of rows and columns, P, Q: their order
//! ```
//! Units cancel in R A C, so that pivots are chosen by size; powers of two round nothing.

use crate::Real;
use crate::emitted::{eliminate, scale_of};

/// Where the rows and columns of a factored matrix come from, and their scales.
pub(super) struct Pivots<'a> {
    /// The equation of each row, and the unknown of each column.
    pub(super) order: [&'a mut [usize]; 2],
    /// R and C; before, R has the sizes of the terms whose sums the diagonal entries are, so that what is left of a cancellation is zero.
    pub(super) scales: [&'a mut [f64]; 2],
}

/// The same of a matrix that has been factored.
pub(super) struct Pivoted<'a> {
    /// The equation of each row, and the unknown of each column.
    pub(super) order: [&'a [usize]; 2],
    /// R and C.
    pub(super) scales: [&'a [f64]; 2],
}

/// Factors a matrix of n rows, row by row, in place; the row of a pivot that is zero.
pub(super) fn factor<T: Real>(n: usize, a: &mut [T], pivots: Pivots<'_>) -> Option<usize> {
    let Pivots { order: [rows, columns], scales: [of_rows, of_columns] } = pivots;
    for ((row, scale), of_column) in a.chunks_exact_mut(n.max(1)).zip(&mut *of_rows).zip(&mut *of_columns) {
        let terms = *scale;
        let largest = row.iter().fold(terms, |m, x| m.max(x.leading()));
        *scale = scale_of(largest).unwrap_or(1.0);
        row.iter_mut().for_each(|x| *x = *x * T::exact(*scale));
        // Otherwise what is left of a cancellation is the largest entry of its column.
        *of_column = terms * *scale;
    }
    for (j, scale) in of_columns.iter_mut().enumerate() {
        let largest = (0..n).fold(*scale, |m, i| m.max(a[i * n + j].leading()));
        *scale = scale_of(largest).unwrap_or(1.0);
        (0..n).for_each(|i| a[i * n + j] = a[i * n + j] * T::exact(*scale));
    }
    eliminate((n, n), a, (rows, columns), |_, _, _| {}).err().map(|singular| singular.row)
}

/// A⁻¹ x, in place, with the entries of the factors and n numbers of work space.
#[inline]
pub(super) fn solve<T: Real>(
    n: usize,
    a: impl Fn(usize, usize) -> T,
    pivoted: &Pivoted<'_>,
    x: &mut [T],
    work: &mut [T],
) {
    let Pivoted { order: [rows, columns], scales: [of_rows, of_columns] } = pivoted;
    for (work, &row) in work.iter_mut().zip(*rows) {
        *work = x[row] * T::exact(of_rows[row]);
    }
    for i in 0..n {
        for j in 0..i {
            work[i] = work[i] - a(i, j) * work[j];
        }
    }
    for i in (0..n).rev() {
        for j in i + 1..n {
            work[i] = work[i] - a(i, j) * work[j];
        }
        work[i] = work[i] * a(i, i).recip();
    }
    for (&column, &solved) in columns.iter().zip(&*work) {
        x[column] = solved * T::exact(of_columns[column]);
    }
}

/// U⁻¹ L⁻¹ of rows of `width` numbers, in place.
pub(super) fn substitute<T: Real>(n: usize, a: &[T], x: &mut [T], width: usize) {
    if width == 0 {
        return;
    }
    for i in 0..n {
        let (before, rest) = x.split_at_mut(i * width);
        for (row, &factor) in before.chunks_exact(width).zip(&a[n * i..]) {
            subtract(&mut rest[..width], factor, row);
        }
    }
    for i in (0..n).rev() {
        let (rest, after) = x.split_at_mut((i + 1) * width);
        let own = &mut rest[i * width..];
        for (row, &factor) in after.chunks_exact(width).zip(&a[n * i + i + 1..]) {
            subtract(own, factor, row);
        }
        let pivot = a[n * i + i].recip();
        own.iter_mut().for_each(|x| *x = *x * pivot);
    }
}

#[inline]
fn subtract<T: Real>(from: &mut [T], factor: T, row: &[T]) {
    from.iter_mut().zip(row).for_each(|(x, &y)| *x = *x - factor * y);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An entry that is left of a cancellation, alone in its row and its column, is no pivot; without terms it is as small as it is.
    #[test]
    fn what_is_left_of_a_cancellation_is_no_pivot() {
        for (terms, zero) in [(1.0, Some(1)), (0.0, None)] {
            let mut a = [2.0, 0.0, 0.0, 1e-17];
            let (mut rows, mut columns, mut of_rows, mut of_columns) =
                ([0; 2], [0; 2], [0.0, terms], [0.0; 2]);
            let pivots = Pivots { order: [&mut rows, &mut columns], scales: [&mut of_rows, &mut of_columns] };
            assert_eq!(factor(2, &mut a, pivots), zero, "terms of size {terms}");
        }
    }
}
