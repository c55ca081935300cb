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
//! of the constraints, in which the largest mass is 1, every constraint is.
//!
//! Both are taken from the remaining matrix when the pivot is eliminated, not from the whole matrix: when a light coordinate has been
//! eliminated with one of its constraints, the others are those of heavy ones, and their pivots may be small relative to 1/m of
//! the light one.
//!
//! Digits may also be lost outside the pivots: if the [`magnification`](super::magnification) κ of the initial state exceeds 10⁶ and the
//! condition of the matrix itself, no pivot is sound.

use super::magnification::{Factors, Line, magnification};
use super::{WEAK_MASS, WEAK_PIVOT};
use crate::Real;
use crate::mechanism::{Mechanism, Sizes};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec;
use alloc::vec::Vec;
use linkwork_numerics::equilibration::{Entry, Scales, by_constraints, equilibrate};

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

/// The largest magnification of rounding: six digits.
const MAGNIFIED: f64 = 1e6;
/// The largest loss beyond that of the matrix itself: two digits.
const AVOIDABLE: f64 = 100.0;

/// The lower limit of each planned pivot, independent of units and proportions: (3), or, if
/// larger, a part of the size of its row and column with the scales of the constraints, those that make it smaller.
pub fn pivot_limits<M: Mechanism>(m: &M, order: &[(usize, usize)], limits: &mut [f64]) {
    let (size, entries) = initial_saddle(m);
    let by_mass = equilibrate(size, &entries);
    let [bare, robust] = by_constraints(size, m.sizes().velocities, &entries, &by_mass.0);
    let elimination = Elimination::new(size, &entries, order, &[&by_mass, &bare]);
    let magnifies = |(planned, own): (f64, f64)| planned > MAGNIFIED && planned > AVOIDABLE * own;
    // Not where a block is left.
    let complete = elimination.factors.as_ref().filter(|_| order.len() >= size);
    let sound = !complete.map(|factors| magnification(factors, &entries)).is_some_and(magnifies);
    for ((limit, promise), &(row, column)) in limits.iter_mut().zip(&elimination.promises).zip(order) {
        // Off-diagonal pivots occur in pairs, and their loss is a product.
        let share = if row == column { WEAK_MASS } else { WEAK_PIVOT };
        let [all, without] = [&bare, &robust].map(|(rows, columns)| share / (rows[row] * columns[column]));
        let smallest = f64::max(WEAK_PIVOT * promise, f64::min(all, without));
        *limit = if sound { smallest } else { f64::INFINITY };
    }
}

/// The planned elimination of a matrix.
struct Elimination<'a> {
    /// The larger of t and e for each pivot; from a pivot that fails (3) on, the limit from the first scales.
    promises: Vec<f64>,
    /// `None` if a pivot has failed (3).
    factors: Option<Factors<'a>>,
}

impl<'a> Elimination<'a> {
    fn new(n: usize, matrix: &[Entry], order: &'a [(usize, usize)], scales: &[&Scales]) -> Self {
        let of_scales = |&(r, c): &(usize, usize)| scales.first().map_or(0.0, |s| 1.0 / (s.0[r] * s.1[c]));
        let mut promises: Vec<f64> = order.iter().map(of_scales).collect();
        // Entries with their largest terms, and the rows that each column has.
        let mut rows: Vec<BTreeMap<usize, (f64, f64)>> = vec![BTreeMap::new(); n];
        let mut columns: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); n];
        for &(i, j, entry) in matrix {
            rows[i].insert(j, (entry, entry.abs()));
            columns[j].insert(i);
        }
        let mut factors = Some(Factors::new(n, order));
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
        Self { promises, factors }
    }
}

/// The number of rows, and the nonzeros of the saddle matrix at the initial state with the borders Gᵀ and Dᵀ, row by row.
pub(crate) fn initial_saddle<M: Mechanism>(m: &M) -> (usize, Vec<Entry>) {
    let Sizes { velocities: n, holonomic, nonholonomic, .. } = m.sizes();
    let size = n + holonomic + nonholonomic;
    let (q, v, y) = m.initial();
    let mut at = m.position_cache();
    m.place(&m.now(M::Scalar::zero()), &q, &mut at);
    let mut moving = m.velocity_cache();
    let (l, p) = m.initial_reactions();
    m.moving(&at, &v, &y, (&l, &p), &mut moving);

    let entries_of = |rows: usize, fill: &dyn Fn(&mut [M::Scalar])| {
        let mut dense = vec![M::Scalar::zero(); rows * n];
        fill(&mut dense);
        let entries = dense.into_iter().enumerate().map(|(place, x)| (place / n, place % n, x));
        entries.collect::<Vec<_>>()
    };
    let mass = m.mass_nonzeros(&at).unwrap_or_else(|| entries_of(n, &|out| m.mass_matrix(&at, out)));
    let of_positions = m.jacobian_nonzeros(&at);
    let of_positions =
        of_positions.unwrap_or_else(|| entries_of(holonomic, &|out| m.constraint_jacobian(&at, out)));
    let of_velocities = entries_of(nonholonomic, &|out| m.velocity_jacobian(&at, &moving, out));
    let of_velocities = of_velocities.into_iter().map(|(i, j, x)| (holonomic + i, j, x));
    let borders = of_positions.into_iter().chain(of_velocities);
    let borders = borders.flat_map(|(i, j, x)| [(n + i, j, x), (j, n + i, x)]);
    let all = mass.into_iter().chain(borders);
    let mut entries: Vec<Entry> =
        all.map(|(i, j, x)| (i, j, x.value())).filter(|(_, _, x)| *x != 0.0).collect();
    entries.sort_unstable_by_key(|&(i, j, _)| (i, j));
    (size, entries)
}

#[cfg(test)]
mod tests {
    use super::super::magnification::{magnification as of_factors, typical};
    use super::*;
    use linkwork_numerics::equilibration::nonzeros;

    fn magnification(n: usize, matrix: &[f64], order: &[(usize, usize)]) -> (f64, f64) {
        let entries = nonzeros(n, matrix);
        let scales = [equilibrate(n, &entries), (vec![1.0; n], vec![1.0; n])];
        let elimination = Elimination::new(n, &entries, order, &[&scales[0], &scales[1]]);
        of_factors(&elimination.factors.expect("the pivots are sound"), &entries)
    }

    /// A chain of masses of very different size on bars, [M Gᵀ; G 0], with the light ones eliminated by their masses.
    #[test]
    fn the_typical_case_is_below_the_worst_one() {
        for (bars, light) in [(40, 1.0), (40, 1e-3), (90, 3e-4)] {
            let (n, size) = (bars + 1, 2 * bars + 1);
            let mass = |i: usize| if i % 5 == 3 { light } else { 1.0 + (i % 3) as f64 };
            let mut entries: Vec<Entry> = (0..n).map(|i| (i, i, mass(i))).collect();
            for bar in 0..bars {
                let slope = 1.0 + 0.5 * (bar as f64).sin();
                for (i, x) in [(bar, slope), (bar + 1, -1.0)] {
                    entries.extend([(n + bar, i, x), (i, n + bar, x)]);
                }
            }
            entries.sort_unstable_by_key(|&(i, j, _)| (i, j));
            let scales = [equilibrate(size, &entries), (vec![1.0; size], vec![1.0; size])];
            let order: Vec<(usize, usize)> = (0..size).map(|k| (k, k)).collect();
            let elimination = Elimination::new(size, &entries, &order, &[&scales[0], &scales[1]]);
            let factors = elimination.factors.expect("the pivots are sound");
            let worst = of_factors(&factors, &entries);
            let typical = typical(&factors, &entries);
            for (typical, worst) in [(typical.0, worst.0), (typical.1, worst.1)] {
                let least = 0.3 * worst / (size as f64).sqrt();
                assert!(typical > least && typical < 1.5 * worst, "{typical:e} of {worst:e}");
            }
        }
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
