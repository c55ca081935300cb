//! Lower limits of planned pivots from the terms of the elimination at the initial state.
//!
//! ```text
//! a_ij ← a_ij − a_ic a_rj / p_k,   t_ij ← max(t_ij, |a_ic a_rj / p_k|)           pivot k = (r, c)         (1)
//! e_k = min(max_j |a_rj| s_j / s_c, max_i |a_ic| s_i / s_r)                                               (2)
//! |p_k| > ε max(t_rc, e_k),   ε = 10⁻⁵                                                                    (3)
//! ```
//!
//! t is the size of the terms of a pivot: below a part of it, they have cancelled, and the pivot consists of their
//! rounding, for any scales s. e is the size of the entries that it has to eliminate, as in
//! threshold pivoting, by the better one of two scales: with those by mass every mass is a sound pivot, and with those
//! of the entries alone every constraint is.
//!
//! Both are taken from the remaining matrix when the pivot is eliminated, not from the whole matrix: when a light coordinate has been
//! eliminated with one of its constraints, the others are those of heavy ones, and their pivots may be small relative to 1/m of
//! the light one.
//!
//! Digits may also be lost outside the pivots. The magnification of rounding by an elimination is, for any scales
//! (Bauer 1963; Higham 2002, theorem 9.4),
//!
//! ```text
//! κ = ρ(|A⁻¹| |L| |U|)        against what no order of A avoids        ρ(|A⁻¹| |A|)                       (4)
//! ```
//!
//! with the spectral radius ρ. If κ of the initial state exceeds 10⁶ and the condition of A itself, no pivot is sound.

use super::{WEAK_MASS, WEAK_PIVOT};
use crate::Real;
use crate::mechanism::{Mechanism, Sizes};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec;
use alloc::vec::Vec;
use linkwork_numerics::equilibration::{Entry, Scales, equilibrate, nonzeros, sweep};

/// Lower limits of the planned pivots of the saddle-point matrix and of the weighted matrix.
#[derive(Clone, Copy, Debug)]
pub struct Limits<const N: usize> {
    /// Of `[M B; G 0; D 0]`.
    pub saddle: [f64; N],
    /// Of the weighted bordered matrix.
    pub bordered: [f64; N],
}

impl<const N: usize> Limits<N> {
    /// Before they are computed.
    pub const NONE: Self = Self { saddle: [0.0; N], bordered: [0.0; N] };

    /// The limits of the pivots (i, i), in this order, at the initial state.
    pub fn of_diagonals<M: Mechanism>(m: &M) -> Self {
        let order: [(usize, usize); N] = core::array::from_fn(|i| (i, i));
        Self::of(m, &order, &order)
    }

    /// The limits of the planned pivots (row, column) at the initial state.
    pub fn of<M: Mechanism>(m: &M, saddle: &[(usize, usize)], bordered: &[(usize, usize)]) -> Self {
        let mut limits = Self::NONE;
        pivot_limits(m, saddle, &mut limits.saddle);
        pivot_limits(m, bordered, &mut limits.bordered);
        limits
    }
}

/// The largest magnification of rounding (4): six digits.
const MAGNIFIED: f64 = 1e6;
/// The largest loss of (4) beyond that of the matrix itself: two digits.
const AVOIDABLE: f64 = 100.0;
/// Of the power iteration.
const ITERATIONS: usize = 30;

/// The lower limit of each planned pivot, independent of units and proportions: (3), or, if
/// larger, a part of the size of its row and column with the scales without mass.
pub fn pivot_limits<M: Mechanism>(m: &M, order: &[(usize, usize)], limits: &mut [f64]) {
    let (size, dense) = initial_saddle(m);
    let entries = nonzeros(size, &dense);
    let by_mass = equilibrate(size, &entries);
    let bare = sweep(size, &entries, vec![1.0; size]);
    let elimination = Elimination::new(size, entries, order, &[&by_mass, &bare]);
    let magnifies = |(planned, own): (f64, f64)| planned > MAGNIFIED && planned > AVOIDABLE * own;
    let sound = !elimination.magnification().is_some_and(magnifies);
    for ((limit, promise), &(row, column)) in limits.iter_mut().zip(&elimination.promises).zip(order) {
        // Off-diagonal pivots occur in pairs, and their loss is a product.
        let share = if row == column { WEAK_MASS } else { WEAK_PIVOT };
        let smallest = f64::max(WEAK_PIVOT * promise, share / (bare.0[row] * bare.1[column]));
        *limit = if sound { smallest } else { f64::INFINITY };
    }
}

/// The planned elimination of a matrix.
struct Elimination<'a> {
    n: usize,
    order: &'a [(usize, usize)],
    matrix: Vec<Entry>,
    /// The larger of t and e for each pivot; from a pivot that fails (3) on, the limit from the first scales.
    promises: Vec<f64>,
    /// `None` if a pivot has failed (3).
    factors: Option<Factors>,
}

/// Entries of a column of L (row, l) or of a row of U (column, u).
type Line = Vec<(usize, f64)>;

/// Columns of L, pivots, and rows of U, without the ones of L and the pivots in U.
#[derive(Default)]
struct Factors {
    lower: Vec<Line>,
    pivots: Vec<f64>,
    upper: Vec<Line>,
}

impl<'a> Elimination<'a> {
    fn new(n: usize, matrix: Vec<Entry>, order: &'a [(usize, usize)], scales: &[&Scales]) -> Self {
        let of_scales = |&(r, c): &(usize, usize)| scales.first().map_or(0.0, |s| 1.0 / (s.0[r] * s.1[c]));
        let mut promises: Vec<f64> = order.iter().map(of_scales).collect();
        // Entries with their largest terms, and the rows that each column has.
        let mut rows: Vec<BTreeMap<usize, (f64, f64)>> = vec![BTreeMap::new(); n];
        let mut columns: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); n];
        for &(i, j, entry) in &matrix {
            rows[i].insert(j, (entry, entry.abs()));
            columns[j].insert(i);
        }
        let mut factors = Some(Factors::default());
        for (promise, &(r, c)) in promises.iter_mut().zip(order) {
            let row = core::mem::take(&mut rows[r]);
            let column = core::mem::take(&mut columns[c]);
            row.keys().for_each(|&j| _ = columns[j].remove(&r));
            let (pivot, largest_term) = row.get(&c).copied().unwrap_or_default();
            let below: Line =
                column.iter().filter_map(|&i| rows[i].remove(&c).map(|(x, _)| (i, x))).collect();
            let eliminated = scales.iter().map(|(of_rows, of_columns)| {
                let of_row = row.iter().map(|(&j, (x, _))| x.abs() * of_columns[j] / of_columns[c]);
                let of_column = below.iter().map(|&(i, x)| x.abs() * of_rows[i] / of_rows[r]);
                f64::min(
                    of_row.fold(0.0, f64::max),
                    of_column.fold(pivot.abs() * of_rows[r] / of_rows[r], f64::max),
                )
            });
            let bound = largest_term.max(eliminated.fold(f64::INFINITY, f64::min));
            // NaN is not sound.
            let is_sound = pivot.abs() > WEAK_PIVOT * bound;
            if !is_sound {
                factors = None;
                break;
            }
            *promise = bound;
            let upper: Line = row.iter().filter(|(j, _)| **j != c).map(|(&j, &(x, _))| (j, x)).collect();
            let lower: Line = below.iter().map(|&(i, x)| (i, x / pivot)).collect();
            for &(i, factor) in lower.iter().filter(|(_, factor)| *factor != 0.0) {
                for &(j, x) in &upper {
                    let term = factor * x;
                    let (entry, largest) = rows[i].entry(j).or_default();
                    *entry -= term;
                    *largest = largest.max(term.abs());
                    columns[j].insert(i);
                }
            }
            if let Some(factors) = &mut factors {
                factors.lower.push(lower);
                factors.pivots.push(pivot);
                factors.upper.push(upper);
            }
        }
        Self { n, order, matrix, promises, factors }
    }

    /// Both of (4); `None` where a pivot has failed, or a block is left.
    fn magnification(&self) -> Option<(f64, f64)> {
        let factors = self.factors.as_ref()?;
        let n = self.n;
        if self.order.len() < n {
            return None;
        }
        let mut inverse = vec![0.0; n * n];
        for (j, column) in inverse.chunks_mut(n.max(1)).enumerate() {
            column[j] = 1.0;
            self.solve(factors, column);
        }
        // Columns of the inverse: |A⁻¹| x.
        let times_inverse = |x: &[f64]| -> Vec<f64> {
            let mut sum = vec![0.0; n];
            for (x, column) in x.iter().zip(inverse.chunks(n.max(1))) {
                sum.iter_mut().zip(column).for_each(|(sum, entry)| *sum += entry.abs() * x);
            }
            sum
        };
        let planned = spectral_radius(n, |x| times_inverse(&self.times_factors(factors, x)));
        let times = |x: &[f64]| -> Vec<f64> {
            let mut product = vec![0.0; n];
            self.matrix.iter().for_each(|&(i, j, entry)| product[i] += entry.abs() * x[j]);
            product
        };
        let own = spectral_radius(n, |x| times_inverse(&times(x)));
        Some((planned, own))
    }

    /// A x = b with the factors.
    fn solve(&self, factors: &Factors, b: &mut [f64]) {
        for (&(r, _), lower) in self.order.iter().zip(&factors.lower) {
            let known = b[r];
            lower.iter().for_each(|&(i, l)| b[i] -= l * known);
        }
        let mut x = vec![0.0; self.n];
        let steps = self.order.iter().zip(&factors.upper).zip(&factors.pivots);
        for ((&(r, c), upper), pivot) in steps.rev() {
            let sum: f64 = upper.iter().map(|&(j, u)| u * x[j]).sum();
            x[c] = (b[r] - sum) / pivot;
        }
        b.copy_from_slice(&x);
    }

    /// |L| |U| x.
    fn times_factors(&self, factors: &Factors, x: &[f64]) -> Vec<f64> {
        let mut upper = vec![0.0; self.n];
        for ((&(r, c), row), pivot) in self.order.iter().zip(&factors.upper).zip(&factors.pivots) {
            let others: f64 = row.iter().map(|&(j, u)| u.abs() * x[j]).sum();
            upper[r] = others + pivot.abs() * x[c];
        }
        let mut product = upper.clone();
        for (&(r, _), lower) in self.order.iter().zip(&factors.lower) {
            lower.iter().for_each(|&(i, l)| product[i] += l.abs() * upper[r]);
        }
        product
    }
}

/// ρ of a nonnegative matrix, to one digit, by power iteration.
fn spectral_radius(n: usize, times: impl Fn(&[f64]) -> Vec<f64>) -> f64 {
    let mut x = vec![1.0; n];
    let mut radius = 0.0;
    for _ in 0..ITERATIONS {
        x = times(&x);
        radius = x.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        if radius == 0.0 || !radius.is_finite() {
            return radius;
        }
        x.iter_mut().for_each(|x| *x /= radius);
    }
    radius
}

/// Scales of rows and columns that equilibrate a saddle matrix with `size` rows.
pub(crate) fn scales_of_saddle(size: usize, saddle: &[f64]) -> Scales {
    equilibrate(size, &nonzeros(size, saddle))
}

/// The number of rows, and the dense saddle matrix at the initial state with the borders Gᵀ and Dᵀ.
pub(crate) fn initial_saddle<M: Mechanism>(m: &M) -> (usize, Vec<f64>) {
    let Sizes { velocities: n, holonomic, nonholonomic, .. } = m.sizes();
    let size = n + holonomic + nonholonomic;
    let (q, v, y) = m.initial();
    let mut at = m.position_cache();
    m.place(&m.now(M::Scalar::zero()), &q, &mut at);
    let mut moving = m.velocity_cache();
    let (l, p) = m.initial_reactions();
    m.moving(&at, &v, &y, (&l, &p), &mut moving);

    let zero = M::Scalar::zero();
    let mut mass = vec![zero; n * n];
    m.mass_matrix(&at, &mut mass);
    let mut rows = vec![zero; holonomic * n];
    m.constraint_jacobian(&at, &mut rows);
    let mut velocity_rows = vec![zero; nonholonomic * n];
    m.velocity_jacobian(&at, &moving, &mut velocity_rows);
    rows.extend_from_slice(&velocity_rows);
    (size, dense_saddle(n, size, &mass, &rows))
}

/// [M Cᵀ; C 0] from M and C.
fn dense_saddle<T: Real>(n: usize, size: usize, mass: &[T], rows: &[T]) -> Vec<f64> {
    let mut dense = vec![0.0; size * size];
    for i in 0..n {
        for j in 0..n {
            dense[i * size + j] = mass[i * n + j].value();
        }
    }
    for (i, row) in rows.chunks(n.max(1)).enumerate() {
        for (j, entry) in row.iter().enumerate() {
            dense[(n + i) * size + j] = entry.value();
            dense[j * size + n + i] = entry.value();
        }
    }
    dense
}

#[cfg(test)]
mod tests {
    use super::*;

    fn magnification(n: usize, matrix: &[f64], order: &[(usize, usize)]) -> (f64, f64) {
        let scales = [scales_of_saddle(n, matrix), (vec![1.0; n], vec![1.0; n])];
        let elimination = Elimination::new(n, nonzeros(n, matrix), order, &[&scales[0], &scales[1]]);
        elimination.magnification().expect("the pivots are sound")
    }

    /// [ε 1; 1 1] in its own order: |A⁻¹| |L| |U| has the trace 4 and the determinant −(1 − ε)², over 1 − ε and its square.
    #[test]
    fn two_rows_magnify_as_on_paper() {
        let small = 1e-3;
        let exact = (2.0 + (4.0 + (1.0_f64 - small).powi(2)).sqrt()) / (1.0 - small);
        let (planned, _) = magnification(2, &[small, 1.0, 1.0, 1.0], &[(0, 0), (1, 1)]);
        assert!((planned - exact).abs() < 1e-9, "{planned} instead of {exact}");
        // Whatever the units.
        let (scaled, _) = magnification(2, &[small * 3e4, 2e-2, 3e4, 2e-2], &[(0, 0), (1, 1)]);
        assert!((scaled - exact).abs() < 1e-9, "{scaled} instead of {exact}");
    }

    /// [M Gᵀ; G 0], M = diag(ε, 1, 1), G = [1 −1 0; 1 0 −1]: a pivot on its mass magnifies by 1/ε, a pivot on its constraint eliminates the
    /// light coordinate without loss, and the condition of the matrix does not depend on it.
    #[test]
    fn light_coordinates_magnify_by_their_mass() {
        let light = 1e-8;
        #[rustfmt::skip]
        let matrix = [
            light, 0.0, 0.0, 1.0, 1.0,
            0.0, 1.0, 0.0, -1.0, 0.0,
            0.0, 0.0, 1.0, 0.0, -1.0,
            1.0, -1.0, 0.0, 0.0, 0.0,
            1.0, 0.0, -1.0, 0.0, 0.0,
        ];
        let (by_mass, own) = magnification(5, &matrix, &[(0, 0), (3, 3), (1, 4), (4, 1), (2, 2)]);
        assert!(by_mass > 0.1 / light && own < 100.0, "{by_mass:e}, {own}");
        let (by_constraint, _) = magnification(5, &matrix, &[(0, 3), (3, 0), (1, 1), (4, 4), (2, 2)]);
        assert!(by_constraint < 100.0, "{by_constraint}");
    }
}
