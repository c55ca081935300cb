//! Singular values of small matrices.
//!
//! Invariant: nothing here is generic, so that nalgebra's decomposition is compiled once, with the runtime, and not in
//! every program with a mechanism (where it was half of all code).

use alloc::vec;
use alloc::vec::Vec;
use nalgebra::DMatrix;

/// The singular values of a matrix given row by row, the largest first; NaN if it is not finite.
#[inline(never)]
pub(crate) fn singular_values((rows, columns): (usize, usize), entries: &[f64]) -> Vec<f64> {
    if entries.iter().any(|x| !x.is_finite()) {
        return vec![f64::NAN; rows.min(columns)];
    }
    if entries.is_empty() {
        return Vec::new();
    }
    let mut values: Vec<f64> = DMatrix::from_row_slice(rows, columns, entries).singular_values().data.into();
    values.sort_by(|a, b| b.total_cmp(a));
    values
}

#[cfg(test)]
mod tests {
    use super::singular_values;

    #[test]
    fn the_largest_comes_first() {
        // [3 0; 0 -5; 0 0] by rows, and matrices without values or with unknown ones.
        assert_eq!(singular_values((3, 2), &[3.0, 0.0, 0.0, -5.0, 0.0, 0.0]), [5.0, 3.0]);
        assert!(singular_values((0, 4), &[]).is_empty());
        assert!(singular_values((2, 1), &[1.0, f64::NAN]).iter().all(|x| x.is_nan()));
    }
}
