//! The distance of a configuration from a singular one, and a report on the assembled state.
//!
//! ```text
//! Ĝ_ij = G_ij / (w_i d_j |row i|)        distance = σ_r(Ĝ)/σ_1(Ĝ)                      (1)
//! ```
//!
//! w_i and d_j turn residuals and displacements into lengths by the characteristic length of
//! [`smallest_reactions`](crate::smallest_reactions); rows have length one at the initial state. r is the rank of G
//! apart from isolated singular configurations.

use crate::scales::Scales;
use crate::singular_values::singular_values;
use crate::{Mechanism, Real, Vector};
use alloc::vec::Vec;
use core::fmt;

/// Singular values below this part of the largest are zero.
const ZERO: f64 = 1e-9;

/// Measures (1).
#[derive(Clone, Debug)]
struct Distance {
    /// w_i |row i|.
    rows: Vec<f64>,
    /// d_j.
    columns: Vec<f64>,
    rank: usize,
}

impl Distance {
    /// The measure of the first `count` rows of [G; D], of which `redundant` ones are redundant.
    fn with(scales: &Scales, count: usize, redundancy: usize) -> Self {
        let columns = scales.displacements.clone();
        let all = scales.jacobian.chunks(columns.len().max(1)).zip(&scales.forces).take(count);
        let rows = all.map(|(row, w)| {
            let size = row.iter().zip(&columns).map(|(g, d)| (g / d) * (g / d)).sum::<f64>().sqrt();
            if size > 0.0 { size } else { *w }
        });
        let rows: Vec<f64> = rows.collect();
        let rank = rows.len().saturating_sub(redundancy).min(columns.len());
        Self { rows, columns, rank }
    }

    /// Singular values of Ĝ, the largest first.
    fn singular_values(&self, jacobian: &[f64]) -> Vec<f64> {
        let (m, n) = (self.rows.len(), self.columns.len());
        let scaled = |at: usize| jacobian[at] / (self.rows[at / n] * self.columns[at % n]);
        let scaled: Vec<f64> = (0..m * n).map(scaled).collect();
        singular_values((m, n), &scaled)
    }

    fn of(&self, values: &[f64]) -> f64 {
        match (values.first(), values.get(self.rank.wrapping_sub(1))) {
            (Some(&largest), Some(&smallest)) if largest > 0.0 => smallest / largest,
            (Some(_), _) => 0.0,
            _ => 1.0,
        }
    }
}

/// A report on the state assembled by `build()`; see [`assembly_report`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AssemblyReport {
    /// The number of independent constraints at the initial state: the rank of [G; D].
    pub rank: usize,
    /// The number of velocities minus the rank.
    pub degrees_of_freedom: usize,
    /// The number of constraints minus the rank. Larger than [`Sizes::redundancy`](crate::Sizes::redundancy) in a singular configuration.
    pub redundancy: usize,
    /// σ_min/σ_max of [G; D] with rows of length one, without the constraints that are redundant at all
    /// configurations: 0 in a singular configuration, 1 far from all of them, and without constraints.
    pub distance: f64,
    /// The characteristic length by which moments and angles are compared with forces and lengths, in m.
    pub length: f64,
    /// The largest residual of a constraint, each in its own unit.
    pub gap: f64,
}

/// Rank of the constraints and distance to singularity in the initial state that `build()` assembled.
///
/// ```
/// use linkwork::prelude::*;
/// linkwork::mechanism! {
///     mechanism Bob {
///         coordinate x [m];
///         coordinate y [m];
///         kinetic = 1 [kg] * (der(x)^2 + der(y)^2) / 2;
///         constraint rod: x^2 + y^2 = 1 [m^2];
///         initial { x: 1 [m] }
///     }
/// }
/// let report = linkwork::assembly_report(&Bob::default().build()?);
/// assert_eq!((report.rank, report.degrees_of_freedom, report.redundancy), (1, 1, 0));
/// assert!(report.distance == 1.0 && report.gap < 1e-15);
/// # Ok::<(), linkwork::Error>(())
/// ```
pub fn assembly_report<M: Mechanism>(m: &M) -> AssemblyReport {
    let sizes = m.sizes();
    let scales = Scales::new(m);
    let count = sizes.holonomic + sizes.nonholonomic;
    let distance = Distance::with(&scales, count, sizes.redundancy);
    let values = distance.singular_values(&scales.jacobian);
    let largest = values.first().copied().unwrap_or(0.0);
    let rank = values.iter().filter(|value| **value > ZERO * largest).count();
    let (q, v, _) = m.initial();
    let mut at = m.position_cache();
    m.place(&m.now(M::Scalar::zero()), &q, &mut at);
    let mut g = M::Holonomic::zeros(sizes.holonomic);
    let mut k = M::Nonholonomic::zeros(sizes.nonholonomic);
    m.holonomic(&at, &mut g);
    m.nonholonomic(&at, &v, &mut k);
    AssemblyReport {
        rank,
        degrees_of_freedom: sizes.velocities.saturating_sub(rank),
        redundancy: count - rank.min(count),
        distance: distance.of(&values),
        length: scales.length,
        gap: f64::max(g.magnitude(), k.magnitude()),
    }
}

impl fmt::Display for AssemblyReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rank, degrees_of_freedom, redundancy, distance, gap, .. } = self;
        write!(f, "{degrees_of_freedom} degrees of freedom, {rank} independent constraints")?;
        if *redundancy > 0 {
            write!(f, ", {redundancy} redundant")?;
        }
        write!(f, "; distance to singularity {distance:.2e}, largest gap {gap:.1e}")
    }
}
