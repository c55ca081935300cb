//! Scales for the comparison of constraints: characteristic length, forces, and the weights of redundant constraints.
//!
//! ```text
//! w_i = Lᵖ⁻¹           a constraint in mᵖ                                                  (1)
//! d_i = (Σ_j G_ij²/M_jj)^(−1/2)                                                            (2)
//! ```
//!
//! (1) turns a multiplier into a force, so that a constraint in metres counts by its force and one in radians by its
//! moment over L. L, the characteristic length, is the largest |∂g_i/∂q_j| between constraints and coordinates whose units
//! differ by one metre, at the assembled initial state: the longest lever arm of a constraint. It is 1 m if there is none.
//! (2) makes rows and columns of G M⁻¹ Gᵀ comparable for any factor of a constraint.

use crate::assemble::{Assembled, assemble_near};
use crate::emitted::KnownRank;
use crate::mechanism::{Mechanism, Named, Names, Sizes};
use crate::singular_values::singular_values;
use crate::{Real, Vector};
use alloc::vec;
use alloc::vec::Vec;
use linkwork_numerics::{NormalEquations, sparse_rows};

/// A singular value of the scaled rows below this part of the largest is zero: the assembled state is exact to 1e-12.
const DEPENDENT: f64 = 1e-8;
/// From this number of rows on, a test of independence that exploits their sparsity is tried first.
const MANY: usize = 64;
/// States beside the start at which sets are looked at, their distance from it (in rad, or in lever arms), and their times, in s.
const BESIDE: u32 = 2;
const ASIDE: f64 = 0.2;
const LATER: f64 = 1e-3;
/// A row this much smaller than the largest is rounding.
const NEGLIGIBLE: f64 = 1e-12;

/// (2), then (1) of all rows of [G; D], then whether their sets are the planned ones (1 or 0), then their rank deficiency at the initial state, at most the
/// planned one, because a start may be singular. If it is smaller, the parameters have made constraints independent
/// that are redundant by default.
pub fn redundant_weights<M: Mechanism>(m: &M, block: &KnownRank<'_>, out: &mut [f64]) {
    let scales = Scales::new(m);
    let found = weights_of(&scales, block.redundant(), out);
    if let Some(holds) = out.iter_mut().nth_back(1) {
        // A single set is the whole.
        let as_planned = block.sets.len() < 2 || found == block.redundant() && sets_hold(m, &scales, block);
        *holds = f64::from(u8::from(as_planned));
    }
}

/// Whether in each planned set as many constraints depend on each other as planned, at the start and at states beside it: the start alone may be
/// special.
fn sets_hold<M: Mechanism>(m: &M, scales: &Scales, block: &KnownRank<'_>) -> bool {
    let n = scales.masses.len();
    let hold = |jacobian: &[f64]| {
        let mut multipliers = block.multipliers;
        block.sets.iter().all(|set| {
            let (own, rest) = multipliers.split_at(set.multipliers);
            multipliers = rest;
            let rows: Vec<f64> = own.iter().flat_map(|&i| unit_row(&jacobian[i * n..(i + 1) * n])).collect();
            own.len() - rank_of(own.len(), n, &rows) == set.deficiency
        })
    };
    hold(&scales.jacobian)
        && (1..=BESIDE).all(|number| {
            beside(m, scales, number).is_some_and(|(t, state)| hold(&jacobian_at(m, t, &state).0))
        })
}

/// The constraints that depend on others at the initial state; all of them if not as many are redundant there as planned, because a start may be
/// singular.
pub(crate) fn dependent_rows<M: Mechanism>(m: &M, planned: usize) -> Vec<usize> {
    let Scales { jacobian, masses, forces, .. } = Scales::new(m);
    let (n, count) = (masses.len(), forces.len());
    let rows: Vec<Vec<f64>> = jacobian.chunks_exact(n.max(1)).map(unit_row).collect();
    let rank_without = |left_out: Option<usize>| {
        let kept = rows.iter().enumerate().filter(|(i, _)| Some(*i) != left_out);
        let kept: Vec<f64> = kept.flat_map(|(_, row)| row.iter().copied()).collect();
        rank_of(kept.len() / n.max(1), n, &kept)
    };
    let rank = rank_without(None);
    let depends = |i: &usize| count - rank != planned || rank_without(Some(*i)) == rank;
    (0..count).filter(depends).collect()
}

/// A row of length 1, or of zeros.
fn unit_row(row: &[f64]) -> Vec<f64> {
    let size = Real::sqrt(row.iter().map(|x| x * x).sum::<f64>());
    row.iter().map(|x| if size > 0.0 { x / size } else { 0.0 }).collect()
}

/// An assembled state beside the start, where one is found.
fn beside<M: Mechanism>(m: &M, scales: &Scales, number: u32) -> Option<(M::Scalar, Assembled<M>)> {
    let (mut q, v, y) = m.initial();
    let mut path = v.clone();
    for (k, (x, unit)) in path.as_mut_slice().iter_mut().zip(&scales.displacements).enumerate() {
        // Irregular, and the same in every run.
        let any: f64 = Real::sin(f64::from(number) + 2.0 * k as f64);
        *x = M::Scalar::exact(ASIDE * scales.length / unit * any);
    }
    let mut carry = path.clone();
    carry.fill(M::Scalar::zero());
    m.advance(&mut q, &path, &mut carry);
    let t = M::Scalar::exact(LATER * f64::from(number));
    assemble_near(m, t, (q, v, y), false).ok().map(|state| (t, state))
}

/// Weights and rank deficiency, which is also returned as it is at the start.
fn weights_of(scales: &Scales, planned: usize, out: &mut [f64]) -> usize {
    let rows = scales.forces.len();
    let n = scales.masses.len();
    let lightness = |j: usize| match scales.masses.get(j) {
        Some(mass) if *mass > 0.0 => 1.0 / mass.sqrt(),
        _ => 0.0,
    };
    let heavy = (0..n).any(|j| lightness(j) > 0.0);
    let by_mass: Vec<f64> = scales
        .jacobian
        .iter()
        .enumerate()
        .map(|(at, entry)| if heavy { entry * lightness(at % n.max(1)) } else { *entry })
        .collect();
    let size = |row: &[f64]| row.iter().map(|x| x * x).sum::<f64>().sqrt();
    let sizes: Vec<f64> = (0..rows).map(|i| size(&by_mass[i * n..(i + 1) * n])).collect();
    let forces = sizes.iter().zip(&scales.forces);
    let largest = forces.map(|(size, w)| size / w).fold(0.0, f64::max);
    let largest = if largest > 0.0 && largest.is_finite() { largest } else { 1.0 };
    let unit = |i: usize| {
        let (size, w) = (sizes[i], scales.forces[i]);
        1.0 / if size > NEGLIGIBLE * largest * w { size } else { largest * w }
    };
    let scaled: Vec<f64> = by_mass.iter().enumerate().map(|(at, x)| x * unit(at / n.max(1))).collect();
    let rank = if planned == 0 { rows } else { rank_of(rows, n, &scaled) };
    let found = (0..rows).map(unit).chain(scales.forces.iter().copied());
    for (out, found) in out.iter_mut().zip(found.chain([1.0, planned.min(rows - rank) as f64])) {
        *out = found;
    }
    rows - rank
}

/// The rank of scaled rows.
fn rank_of(rows: usize, n: usize, scaled: &[f64]) -> usize {
    if rows >= MANY && NormalEquations::independent(&sparse_rows(scaled, n), &vec![true; n]).is_some() {
        return rows;
    }
    let values = singular_values((rows, n), scaled);
    let first = values.first().copied().unwrap_or(0.0);
    values.iter().filter(|value| **value > DEPENDENT * first).count()
}

/// Scales of lengths and forces for the comparison of constraints, at the initial state.
pub(crate) struct Scales {
    /// [G; D], row by row.
    pub(crate) jacobian: Vec<f64>,
    /// L.
    pub(crate) length: f64,
    /// w.
    pub(crate) forces: Vec<f64>,
    /// The factor from a displacement to a length: 1 for metres, L for radians.
    pub(crate) displacements: Vec<f64>,
    /// M_ii.
    pub(crate) masses: Vec<f64>,
}

impl Scales {
    pub(crate) fn new<M: Mechanism>(m: &M) -> Self {
        let (jacobian, at) = jacobian_at(m, M::Scalar::zero(), &m.initial());
        let n = m.sizes().velocities;
        let mut mass = vec![M::Scalar::zero(); n * n];
        m.mass_matrix(&at, &mut mass);
        let masses = values(mass.iter().step_by(n + 1));
        Self::of(m.names(), jacobian, masses)
    }

    fn of(names: &Names, jacobian: Vec<f64>, masses: Vec<f64>) -> Self {
        let n = masses.len();
        let metres_of = |named: Option<&Named>| named.map_or(0.0, |named| metres(&named.unit));
        let constraints: Vec<f64> =
            names.holonomic.iter().chain(names.nonholonomic.iter()).map(|c| metres(&c.unit)).collect();
        let coordinates: Vec<f64> = (0..n).map(|j| metres_of(names.velocities.get(j))).collect();
        let mut length = 0.0_f64;
        for (row, p) in jacobian.chunks(n.max(1)).zip(&constraints) {
            for (entry, c) in row.iter().zip(&coordinates) {
                if p - c == 1.0 && entry.is_finite() {
                    length = length.max(entry.abs());
                }
            }
        }
        let length = if length > 0.0 { length } else { 1.0 };
        Self {
            jacobian,
            length,
            forces: constraints.iter().map(|p| Real::pow(length, p - 1.0)).collect(),
            displacements: coordinates.iter().map(|c| Real::pow(length, 1.0 - c)).collect(),
            masses,
        }
    }
}

/// [G; D] in a state, row by row, and its position.
fn jacobian_at<M: Mechanism>(m: &M, t: M::Scalar, (q, v, y): &Assembled<M>) -> (Vec<f64>, M::PositionCache) {
    let Sizes { velocities: n, holonomic, nonholonomic, .. } = m.sizes();
    let mut at = m.position_cache();
    m.place(&m.now(t), q, &mut at);
    let mut moving = m.velocity_cache();
    let (l, p) = m.initial_reactions();
    m.moving(&at, v, y, (&l, &p), &mut moving);
    let mut rows = vec![M::Scalar::zero(); (holonomic + nonholonomic) * n];
    let (g, d) = rows.split_at_mut(holonomic * n);
    m.constraint_jacobian(&at, g);
    m.velocity_jacobian(&at, &moving, d);
    (values(&rows), at)
}

fn values<'a, T: Real>(all: impl IntoIterator<Item = &'a T>) -> Vec<f64> {
    all.into_iter().map(|x| x.value()).collect()
}

/// The exponent of the metre in a unit: 2 of `m^2`, −1 of `1/m`, 0 of `rad`.
fn metres(unit: &str) -> f64 {
    let (mut sum, mut sign) = (0.0, 1.0);
    let mut rest = unit;
    while !rest.is_empty() {
        let mut depth = 0;
        let end = rest.char_indices().find(|&(_, c)| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth == 0 && (c == '*' || c == '/')
        });
        let (factor, tail) = match end {
            Some((at, _)) => rest.split_at(at),
            None => (rest, ""),
        };
        let (symbol, exponent) = factor.split_once('^').unwrap_or((factor, "1"));
        if symbol == "m" {
            let exponent = exponent.trim_matches(['(', ')']);
            let value = match exponent.split_once('/') {
                Some((above, below)) => above.parse::<f64>().unwrap_or(0.0) / below.parse().unwrap_or(1.0),
                None => exponent.parse().unwrap_or(0.0),
            };
            sum += sign * value;
        }
        // `a/b*c` is never written: everything after a slash is in the denominator.
        sign = if tail.starts_with('/') { -1.0 } else { 1.0 };
        rest = tail.get(1..).unwrap_or("");
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::metres;

    #[test]
    fn metres_in_units() {
        let all = [("m", 1.0), ("m^2", 2.0), ("rad", 0.0), ("m/s", 1.0), ("1/m", -1.0), ("", 0.0)];
        for (unit, exponent) in all {
            assert_eq!(metres(unit), exponent, "{unit}");
        }
        assert_eq!(metres("kg*m^2/s^2"), 2.0);
        assert_eq!(metres("m^(3/2)/s"), 1.5);
        assert_eq!(metres("mol/rad"), 0.0);
    }
}
