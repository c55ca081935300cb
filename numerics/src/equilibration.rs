//! Scales of rows and columns of sparse square matrices.

use crate::Components;
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
/// Entries of G below this part of the largest of their row, with scales by mass, are rounding.
const NEGLIGIBLE: f64 = 1e-12;
/// Entries of G below this part of the largest ones of their row and of their column, in scales that were fitted to all of them, are small by
/// accident of the state: they do not count in means of logarithms, in which each would count as much as the others.
const ACCIDENTAL: f64 = 0.1;
/// Fits without them, of which each makes others visible.
const FITS: usize = 4;
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
    let sizes = sorted_sizes(entries);
    let diagonal = diagonal(size, &sizes);
    let semidefinite = is_semidefinite(&sizes, &diagonal);
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

/// |a_ij|, row by row.
fn sorted_sizes(entries: &[Entry]) -> Vec<Entry> {
    let mut sizes: Vec<Entry> = entries.iter().map(|&(i, j, x)| (i, j, x.abs())).collect();
    sizes.sort_unstable_by_key(|&(i, j, _)| (i, j));
    sizes
}

/// |a_ii|.
fn diagonal(size: usize, sizes: &[Entry]) -> Vec<f64> {
    let mut diagonal = vec![0.0; size];
    sizes.iter().filter(|(i, j, _)| i == j).for_each(|&(i, _, x)| diagonal[i] = x);
    diagonal
}

/// Whether M is a mass matrix: m_ij = m_ji, and m_ij² ≤ m_ii m_jj.
fn is_semidefinite(sizes: &[Entry], diagonal: &[f64]) -> bool {
    let at = |i: usize, j: usize| sizes.binary_search_by_key(&(i, j), |&(i, j, _)| (i, j));
    sizes.iter().all(|&(i, j, above)| {
        let (diagonal, below) = (diagonal[i] * diagonal[j], at(j, i).map_or(0.0, |place| sizes[place].2));
        i == j || diagonal == 0.0 || (above == below && above * below <= (1.0 + INDEFINITE) * diagonal)
    })
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

/// Common scales of rows and columns of `[M Gᵀ; G 0]` that look at masses together, with `coordinates` rows of M, from those by mass: the logarithms
/// of |d_i g_ij d_j| come near zero in the mean of every row and column of G (Curtis and Reid 1972), then, by one factor c for each set of
/// coordinates that G or M connects,
///
/// ```text
/// d_q ← c d_q,   c² max_i m_ii d_i² = 1,   d_λ = 1 / max_j |g_λj d_j|                               (1)
/// ```
///
/// The largest mass of a set is 1, whatever the units, and a coordinate with almost no mass stays small beside it. A coordinate that no
/// constraint contains counts as the largest. The second scales are fitted without entries that are small by accident. Sweeps of Ruiz if M is
/// not a mass matrix, as in [`equilibrate`].
pub fn by_constraints(size: usize, coordinates: usize, entries: &[Entry], by_mass: &[f64]) -> [Scales; 2] {
    let sizes = sorted_sizes(entries);
    let diagonal = diagonal(size, &sizes);
    // Nothing couples a coordinate without mass.
    let massless = |&(i, j, x): &Entry| {
        i < coordinates && j < coordinates && x != 0.0 && diagonal[i] * diagonal[j] == 0.0
    };
    if !is_semidefinite(&sizes, &diagonal) || sizes.iter().any(massless) {
        let swept = sweep(size, entries, vec![1.0; size]);
        return [swept.clone(), swept];
    }
    let of_constraint = |&&(i, j, x): &&Entry| i >= coordinates && j < coordinates && x != 0.0;
    let mut largest = vec![0.0_f64; size];
    for &(i, j, x) in entries.iter().filter(of_constraint) {
        largest[i] = largest[i].max((x * by_mass[i] * by_mass[j]).abs());
    }
    let counts = |&&(i, j, x): &&Entry| (x * by_mass[i] * by_mass[j]).abs() > NEGLIGIBLE * largest[i];
    let borders: Vec<Entry> = entries.iter().filter(of_constraint).filter(counts).copied().collect();
    let mut scales = by_mass.to_vec();
    fit(&borders, &mut scales);
    let mut robust = scales.clone();
    let mut fitted = borders.clone();
    for _ in 0..FITS {
        drop_accidental(&mut fitted, &robust);
        fit(&fitted, &mut robust);
    }
    [scales, robust].map(|mut scales| {
        weigh(size, coordinates, entries, &borders, &mut scales);
        (scales.clone(), scales)
    })
}

/// (1), from scales that are fitted to the borders.
fn weigh(size: usize, coordinates: usize, entries: &[Entry], borders: &[Entry], scales: &mut [f64]) {
    let mut components = Components::new(size);
    entries.iter().for_each(|&(i, j, _)| components.join(i, j));
    let mut constrained = vec![false; size];
    borders.iter().for_each(|&(_, j, _)| constrained[j] = true);
    let mut heaviest = vec![0.0_f64; size];
    let masses = || entries.iter().filter(|(i, j, x)| i == j && *i < coordinates && *x != 0.0);
    for &(i, _, x) in masses().filter(|(i, ..)| constrained[*i]) {
        let set = components.smallest(i);
        heaviest[set] = heaviest[set].max(x.abs() * scales[i] * scales[i]);
    }
    for (i, scale) in scales.iter_mut().enumerate().take(coordinates) {
        let heaviest = heaviest[components.smallest(i)];
        *scale /= if heaviest > 0.0 { heaviest.sqrt() } else { 1.0 };
    }
    for &(i, _, x) in masses().filter(|(i, ..)| !constrained[*i]) {
        scales[i] = 1.0 / x.abs().sqrt();
    }
    let mut largest = vec![0.0_f64; size];
    for &(i, j, x) in borders {
        largest[i] = largest[i].max((x * scales[j]).abs());
    }
    for (scale, largest) in scales.iter_mut().zip(largest).skip(coordinates) {
        *scale = if largest > 0.0 { 1.0 / largest } else { 1.0 };
    }
}

/// Sweeps of Curtis and Reid: the logarithms of |d_i a_ij d_j| come near zero in the mean of every row and column.
fn fit(entries: &[Entry], scales: &mut [f64]) {
    for _ in 0..SWEEPS {
        for rows in [true, false] {
            let mut logarithms = vec![(0.0, 0_usize); scales.len()];
            for &(i, j, x) in entries {
                let (own, other) = if rows { (i, j) } else { (j, i) };
                logarithms[own].0 += (x.abs() * scales[other]).ln();
                logarithms[own].1 += 1;
            }
            for (scale, (sum, count)) in
                scales.iter_mut().zip(logarithms).filter(|(_, (_, count))| *count > 0)
            {
                *scale = (-sum / count as f64).exp();
            }
        }
    }
}

/// Drops entries that are small in their rows and in their columns.
fn drop_accidental(entries: &mut Vec<Entry>, scales: &[f64]) {
    let size = |&(i, j, x): &Entry| (x * scales[i] * scales[j]).abs();
    let mut largest = vec![0.0_f64; scales.len()];
    for entry in entries.iter() {
        for at in [entry.0, entry.1] {
            largest[at] = largest[at].max(size(entry));
        }
    }
    entries.retain(|entry| size(entry) >= ACCIDENTAL * largest[entry.0].min(largest[entry.1]));
}

/// The nonzeros of a dense square matrix, row by row.
pub fn nonzeros(size: usize, matrix: &[f64]) -> Vec<Entry> {
    let nonzero = matrix.iter().enumerate().filter(|(_, x)| **x != 0.0);
    nonzero.map(|(place, &x)| (place / size, place % size, x)).collect()
}

#[cfg(test)]
mod tests {
    use super::{by_constraints, equilibrate};
    use alloc::vec;

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

    /// A body with two masses, of which one is 10⁻¹² of the other, and a second mechanism beside it: the same in all units.
    #[test]
    fn masses_are_compared_with_the_largest_in_all_units() {
        for (mass, length) in [(1.0, 1.0), (1e3, 1e-3), (1e-15, 1e-6), (1e9, 1e3)] {
            let second = 1e6 * mass;
            let mut entries =
                vec![(0, 0, 2.0 * mass), (1, 1, 2e-12 * mass * length * length), (2, 2, second)];
            for (row, column, x) in [(3, 0, 1.0), (3, 1, 3.0 * length), (4, 2, length)] {
                entries.extend([(row, column, x), (column, row, x)]);
            }
            let [(scales, _), _] = by_constraints(5, 3, &entries, &equilibrate(5, &entries).0);
            let scaled = |at: usize| entries[at].2 * scales[entries[at].0] * scales[entries[at].1];
            assert!((scaled(0) - 1.0).abs() < 1e-12 && (scaled(2) - 1.0).abs() < 1e-12);
            assert!((scaled(1) / (1e-12 / 9.0) - 1.0).abs() < 0.1, "{}", scaled(1));
            assert!((3..9).all(|at| (scaled(at) - 1.0).abs() < 0.1));
        }
    }

    /// A light coordinate that one constraint couples with a heavy one, among others: entries of the constraint that the state makes small do not
    /// change its mass in these scales.
    #[test]
    fn accidental_entries_do_not_matter() {
        let light = |accidental: f64| {
            let mut entries = vec![(0, 0, 300.0), (1, 1, 4e-4), (2, 2, 2.0), (3, 3, 5.0)];
            let coupled = [(4, 0, 1.0), (4, 1, -1.0), (4, 2, accidental), (4, 3, -0.3 * accidental)];
            let others = [(5, 0, 0.4), (5, 2, -1.0), (6, 2, 1.0), (6, 3, -0.7), (7, 0, 0.5), (7, 3, 1.0)];
            let more = [(8, 0, -1.0), (8, 2, 0.6), (9, 3, 0.8), (9, 0, 1.0)];
            let borders = coupled.into_iter().chain(others).chain(more);
            for (i, j, x) in borders.filter(|(_, _, x)| *x != 0.0) {
                entries.extend([(i, j, x), (j, i, x)]);
            }
            let [_, (scales, _)] = by_constraints(10, 4, &entries, &equilibrate(10, &entries).0);
            4e-4 * scales[1] * scales[1]
        };
        let wanted = light(0.0);
        assert!((wanted / (4e-4 / 300.0) - 1.0).abs() < 0.5, "{wanted:e}");
        for accidental in [1e-2, 1e-3, 1e-4, 1e-5] {
            let found = light(accidental);
            assert!((found / wanted - 1.0).abs() < 0.2, "{accidental:e}: {found:e} instead of {wanted:e}");
        }
    }
}
