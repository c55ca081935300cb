//! Gaussian elimination with complete pivoting of a dense matrix whose rows and columns are scaled to size one.

use crate::{Real, Singular};

/// A pivot below this part of the first is zero to working accuracy.
const ZERO_PIVOT: f64 = 1e-14;

/// P A Q = L U with complete pivoting, as far as a known rank, in place: U on and above the diagonal, L below it. `rows` and `columns` get
/// the indices of the rows and columns in their places. After each pivot `also` gets the matrix, the place k of the pivot, and the row and
/// the column that were exchanged with those of k.
///
/// # Errors
/// [`Singular`] with the row of a pivot that is zero to working accuracy.
pub(crate) fn eliminate<T: Real>(
    (n, rank): (usize, usize),
    a: &mut [T],
    (rows, columns): (&mut [usize], &mut [usize]),
    mut also: impl FnMut(&[T], usize, (usize, usize)),
) -> Result<(), Singular> {
    for (k, (row, column)) in rows.iter_mut().zip(columns.iter_mut()).enumerate() {
        (*row, *column) = (k, k);
    }
    let mut first = 0.0_f64;
    for k in 0..rank {
        let (mut best, mut size) = ((k, k), -1.0);
        for i in k..n {
            for j in k..n {
                let candidate = a[i * n + j].smallest();
                if candidate > size {
                    (best, size) = ((i, j), candidate);
                }
            }
        }
        if k == 0 {
            first = size;
        }
        if size <= ZERO_PIVOT * first || size.is_nan() {
            return Err(Singular { row: rows[best.0] });
        }
        for j in 0..n {
            a.swap(k * n + j, best.0 * n + j);
        }
        rows.swap(k, best.0);
        for i in 0..n {
            a.swap(i * n + k, i * n + best.1);
        }
        columns.swap(k, best.1);
        let reciprocal = a[k * n + k].recip();
        for i in k + 1..n {
            let factor = a[i * n + k] * reciprocal;
            a[i * n + k] = factor;
            for j in k + 1..n {
                a[i * n + j] = a[i * n + j] - factor * a[k * n + j];
            }
        }
        also(a, k, best);
    }
    Ok(())
}
