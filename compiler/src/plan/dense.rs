//! Small dense linear algebra in f64 for planning: Gaussian elimination with complete pivoting.

/// Solves A x = b for a square A (row by row), `None` if it is singular to working accuracy.
pub fn solve(n: usize, matrix: &[f64], right: &[f64]) -> Option<Vec<f64>> {
    let mut a = matrix.to_vec();
    let mut b = right.to_vec();
    let mut columns: Vec<usize> = (0..n).collect();
    let scale = a.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    for k in 0..n {
        let mut best = (k, k);
        for i in k..n {
            for j in k..n {
                if a[i * n + j].abs() > a[best.0 * n + best.1].abs() {
                    best = (i, j);
                }
            }
        }
        let pivot = a[best.0 * n + best.1];
        if pivot.is_nan() || pivot.abs() <= 1e-12 * scale {
            return None;
        }
        for j in 0..n {
            a.swap(k * n + j, best.0 * n + j);
        }
        b.swap(k, best.0);
        for i in 0..n {
            a.swap(i * n + k, i * n + best.1);
        }
        columns.swap(k, best.1);
        for i in k + 1..n {
            let factor = a[i * n + k] / a[k * n + k];
            if factor != 0.0 {
                for j in k..n {
                    a[i * n + j] -= factor * a[k * n + j];
                }
                b[i] -= factor * b[k];
            }
        }
    }
    let mut x = vec![0.0; n];
    for k in (0..n).rev() {
        let mut sum = b[k];
        for j in k + 1..n {
            sum -= a[k * n + j] * x[columns[j]];
        }
        x[columns[k]] = sum / a[k * n + k];
    }
    Some(x)
}

/// The number of pivots of a square matrix above this part of the first, by Gaussian elimination with complete pivoting.
pub fn rank(n: usize, matrix: &[f64], zero: f64) -> usize {
    let mut a = matrix.to_vec();
    let mut first = 0.0;
    for k in 0..n {
        let places = (k..n).flat_map(|i| (k..n).map(move |j| (i, j)));
        let largest = |best: (usize, usize), place: (usize, usize)| {
            if a[place.0 * n + place.1].abs() > a[best.0 * n + best.1].abs() { place } else { best }
        };
        let best = places.fold((k, k), largest);
        let pivot = a[best.0 * n + best.1];
        if k == 0 {
            first = pivot.abs();
        }
        if pivot.is_nan() || pivot.abs() <= zero * first {
            return k;
        }
        for j in 0..n {
            a.swap(k * n + j, best.0 * n + j);
        }
        for i in 0..n {
            a.swap(i * n + k, i * n + best.1);
        }
        for i in k + 1..n {
            let factor = a[i * n + k] / pivot;
            for j in k..n {
                a[i * n + j] -= factor * a[k * n + j];
            }
        }
    }
    n
}

/// The smallest δ with J δ = r (J is m × n, row by row): δ = Jᵀ (J Jᵀ + ε)⁻¹ r.
pub fn least_norm(m: usize, n: usize, jacobian: &[f64], right: &[f64]) -> Option<Vec<f64>> {
    let mut gram = vec![0.0; m * m];
    for i in 0..m {
        for j in 0..m {
            gram[i * m + j] = (0..n).map(|k| jacobian[i * n + k] * jacobian[j * n + k]).sum();
        }
    }
    let trace: f64 = (0..m).map(|i| gram[i * m + i]).sum();
    // A trace of regularisation, so that redundant rows do not stop the iteration.
    for i in 0..m {
        gram[i * m + i] += 1e-11 * trace / m.max(1) as f64;
    }
    let multipliers = solve(m, &gram, right)?;
    let step = (0..n).map(|k| (0..m).map(|i| jacobian[i * n + k] * multipliers[i]).sum());
    Some(step.collect())
}

/// Scales D_r, D_c with max |D_r A D_c| ≈ 1 in every row and column of a square matrix: coordinates by the
/// root of their mass, which leaves 1 on the diagonal of M, constraints by the scale of their entries for the scaled
/// coordinates; where the result is uneven, sweeps of Ruiz (2001). Only the sweeps where M is not a mass
/// matrix (m_ij ≠ m_ji or m_ij² > m_ii m_jj): a diagonal entry that vanishes among others is a weak pivot and no
/// small unit.
///
/// The runtime scales the same way when it sets the limits of these pivots. It holds a copy of this function,
/// because it must not depend on the compiler, nor the compiler on it: change both.
pub fn equilibrate(n: usize, matrix: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let size = |i: usize, j: usize| matrix[i * n + j].abs();
    let is_mass = |i: usize, j: usize| {
        let diagonal = size(i, i) * size(j, j);
        let (above, below) = (size(i, j), size(j, i));
        diagonal == 0.0 || (above == below && above * below <= (1.0 + 1e-9) * diagonal)
    };
    let semidefinite = (0..n).all(|i| (0..i).all(|j| is_mass(i, j)));
    let of_mass = |i: usize| if semidefinite && size(i, i) > 0.0 { 1.0 / size(i, i).sqrt() } else { 0.0 };
    let mut scales: Vec<f64> = (0..n).map(of_mass).collect();
    // Twice: constraints follow from coordinates, massless coordinates from constraints.
    for _ in 0..2 {
        let known = scales.clone();
        for (j, scale) in scales.iter_mut().enumerate().filter(|(_, scale)| **scale == 0.0) {
            let largest = (0..n).fold(0.0_f64, |m, i| m.max(size(i, j).max(size(j, i)) * known[i]));
            if largest > 0.0 {
                *scale = 1.0 / largest;
            }
        }
    }
    let start = scales.iter().map(|&scale| if scale > 0.0 { scale } else { 1.0 });
    let mut rows: Vec<f64> = start.collect();
    let mut columns = rows.clone();
    for _ in 0..6 {
        let mut row_max = vec![0.0_f64; n];
        let mut column_max = vec![0.0_f64; n];
        for i in 0..n {
            for j in 0..n {
                let x = (matrix[i * n + j] * rows[i] * columns[j]).abs();
                row_max[i] = row_max[i].max(x);
                column_max[j] = column_max[j].max(x);
            }
        }
        for i in 0..n {
            if row_max[i] > 0.0 {
                rows[i] /= row_max[i].sqrt();
            }
            if column_max[i] > 0.0 {
                columns[i] /= column_max[i].sqrt();
            }
        }
    }
    (rows, columns)
}
