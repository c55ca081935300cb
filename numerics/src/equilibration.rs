//! Scales of rows and columns of sparse square matrices.

#[cfg(not(feature = "std"))]
use crate::elementary::Float;
use alloc::vec;
use alloc::vec::Vec;

/// Scales of rows and of columns.
pub type Scales = (Vec<f64>, Vec<f64>);

/// An entry of a sparse matrix: (row, column, value). No place occurs twice.
pub type Entry = (usize, usize, f64);

/// Number of sweeps of Ruiz.
const SWEEPS: usize = 6;
/// m_ij² may exceed m_ii m_jj by this part, which is rounding.
const INDEFINITE: f64 = 1e-9;

/// Scales D_r, D_c with max |D_r A D_c| ≈ 1 in every row and column of a square matrix with `size` rows: coordinates by the
/// root of their mass, so that the diagonal of M is 1, constraints by their entries in the scaled
/// coordinates; if rows remain uneven, sweeps of Ruiz (2001). Only sweeps if M is not a mass
/// matrix (m_ij ≠ m_ji or m_ij² > m_ii m_jj): a vanishing diagonal entry among others is a weak pivot and not a
/// small unit.
///
/// The compiler plans pivots on matrices scaled like this; `build()` sets the limits of these pivots in the same scales.
pub fn equilibrate(size: usize, entries: &[Entry]) -> Scales {
    let mut sizes: Vec<Entry> = entries.iter().map(|&(i, j, x)| (i, j, x.abs())).collect();
    sizes.sort_unstable_by_key(|&(i, j, _)| (i, j));
    let at = |i: usize, j: usize| sizes.binary_search_by_key(&(i, j), |&(i, j, _)| (i, j));
    let of = |i: usize, j: usize| at(i, j).map_or(0.0, |place| sizes[place].2);
    let diagonal: Vec<f64> = (0..size).map(|i| of(i, i)).collect();
    let is_mass = |&(i, j, above): &Entry| {
        let (diagonal, below) = (diagonal[i] * diagonal[j], of(j, i));
        i == j || diagonal == 0.0 || (above == below && above * below <= (1.0 + INDEFINITE) * diagonal)
    };
    let semidefinite = sizes.iter().all(is_mass);
    let of_mass = |&m: &f64| if semidefinite && m > 0.0 { 1.0 / m.sqrt() } else { 0.0 };
    let mut scales: Vec<f64> = diagonal.iter().map(of_mass).collect();
    // Twice: constraints follow from coordinates, massless coordinates from constraints.
    for _ in 0..2 {
        let mut largest = vec![0.0_f64; size];
        for &(i, j, x) in &sizes {
            largest[j] = largest[j].max(x * scales[i]);
            largest[i] = largest[i].max(x * scales[j]);
        }
        let unknown =
            scales.iter_mut().zip(largest).filter(|(scale, largest)| **scale == 0.0 && *largest > 0.0);
        unknown.for_each(|(scale, largest)| *scale = 1.0 / largest);
    }
    scales.iter_mut().filter(|scale| **scale == 0.0).for_each(|scale| *scale = 1.0);
    sweep(size, entries, scales)
}

/// Sweeps of Ruiz, from common scales of rows and columns.
pub fn sweep(size: usize, entries: &[Entry], start: Vec<f64>) -> Scales {
    let mut rows = start;
    let mut columns = rows.clone();
    for _ in 0..SWEEPS {
        let (mut of_rows, mut of_columns) = (vec![0.0_f64; size], vec![0.0_f64; size]);
        for &(i, j, entry) in entries {
            let x = (entry * rows[i] * columns[j]).abs();
            of_rows[i] = of_rows[i].max(x);
            of_columns[j] = of_columns[j].max(x);
        }
        let scaled = |scales: &mut [f64], largest: Vec<f64>| {
            let uneven = scales.iter_mut().zip(largest).filter(|(_, largest)| *largest > 0.0);
            uneven.for_each(|(scale, largest)| *scale /= largest.sqrt());
        };
        scaled(&mut rows, of_rows);
        scaled(&mut columns, of_columns);
    }
    (rows, columns)
}

/// The nonzeros of a dense square matrix, row by row.
pub fn nonzeros(size: usize, matrix: &[f64]) -> Vec<Entry> {
    let nonzero = matrix.iter().enumerate().filter(|(_, x)| **x != 0.0);
    nonzero.map(|(place, &x)| (place / size, place % size, x)).collect()
}

#[cfg(test)]
mod tests {
    use super::equilibrate;

    /// [M Gᵀ; G 0] in kilograms and grams, metres and millimetres: masses and constraints become 1.
    #[test]
    fn units_do_not_matter() {
        for (mass, length) in [(1.0, 1.0), (1e3, 1e-3), (1e-6, 1e6)] {
            let entries = [
                (0, 0, 2.0 * mass),
                (1, 1, 8.0 * mass),
                (0, 2, 3.0 * length),
                (1, 2, -6.0 * length),
                (2, 0, 3.0 * length),
                (2, 1, -6.0 * length),
            ];
            let (rows, columns) = equilibrate(3, &entries);
            for (i, j, x) in entries {
                assert!(((rows[i] * x * columns[j]).abs() - 1.0).abs() < 1e-12);
            }
        }
    }
}
