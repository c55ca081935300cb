//! Constraints and conditions between positions as a level: rows that are sines are paired with their cosines, and the size of a
//! coordinate does not grow with its turns.

use super::newton::Level;
use super::{CANCELLED, Layout, Positions, Rows};
#[cfg(not(feature = "std"))]
use crate::elementary::Float;
use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

/// Lower bound of 1 + h: a guarded row stays finite where a joint is turned by half a turn.
const TURNED: f64 = 1e-3;

/// Constraints and conditions as a level, rows that are sines guarded:
///
/// ```text
/// g̃ = g √(2/(1 + h))        g = sin θ, h = cos θ:   g̃ = 2 sin(θ/2),  1 away from zero at half a turn      (1)
/// ```
pub(super) struct Guarded<'a> {
    pub of: &'a mut dyn Positions,
    pub layout: &'a Layout,
    /// Positions at the start, which bound what counts as the size of a coordinate.
    pub first: Vec<f64>,
    /// Subtracted from the equations in a continuation from another closure.
    pub offsets: Vec<f64>,
    /// Only constraints, no conditions.
    pub constraints_only: bool,
}

impl Guarded<'_> {
    pub fn new<'a>(of: &'a mut dyn Positions, layout: &'a Layout, first: &[f64]) -> Guarded<'a> {
        Guarded { of, layout, first: first.to_vec(), offsets: Vec::new(), constraints_only: false }
    }
}

impl Level for Guarded<'_> {
    fn evaluate(&mut self, q: &[f64]) -> Rows {
        let mut rows = self.of.equations(q);
        if !self.layout.guards.is_empty() {
            let cosines = self.of.cosines(q);
            let mut slopes = vec![0.0; self.layout.columns];
            for guard in &self.layout.guards {
                let (row, h) = (guard.row, cosines.values[guard.cosine]);
                let above = (1.0 + h).max(TURNED);
                let factor = (2.0 / above).sqrt();
                let value = rows.values[row];
                // Columns of the sine or of its cosine.
                let cosine = if 1.0 + h > TURNED { cosines.jacobian[guard.cosine].as_slice() } else { &[] };
                cosine.iter().for_each(|&(j, slope)| slopes[j] = slope);
                let entries = core::mem::take(&mut rows.jacobian[row]);
                let mut both = BTreeMap::from_iter(cosine.iter().map(|&(j, _)| (j, 0.0)));
                both.extend(entries);
                let entry =
                    |(j, entry): (usize, f64)| (j, factor * (entry - value * slopes[j] / (2.0 * above)));
                rows.jacobian[row] = both.into_iter().map(entry).collect();
                cosine.iter().for_each(|&(j, _)| slopes[j] = 0.0);
                rows.values[row] = factor * value;
            }
        }
        if self.constraints_only {
            rows.values.truncate(self.layout.constraints);
            rows.jacobian.truncate(self.layout.constraints);
        }
        let least = CANCELLED * self.layout.rounding * self.layout.length.max(1.0);
        rows = rows.cancelled(least, |j| self.layout.unit(j));
        for (value, offset) in rows.values.iter_mut().zip(&self.offsets) {
            *value -= offset;
        }
        rows
    }

    fn deviations(&mut self, q: &[f64]) -> Rows {
        self.of.deviations(q)
    }

    fn displace(&mut self, q: &mut [f64], by: &[f64]) {
        self.of.displace(q, by);
    }

    fn sizes(&self, q: &[f64]) -> Vec<f64> {
        // The size of an angle excludes whole turns, and the size of a length is bounded.
        let plain = self.layout.plain();
        let size = |j: usize| {
            let unit = self.layout.unit(j);
            let Some(at) = plain[j].filter(|&at| at < q.len()) else { return unit };
            let first = unit.max(self.first.get(at).map_or(0.0, |x| x.abs()));
            if self.layout.is_turn(j) { first } else { unit.max(q[at].abs()).min(1e6 * first) }
        };
        (0..self.layout.columns).map(size).collect()
    }

    fn is_angle(&self, column: usize) -> bool {
        self.layout.is_turn(column)
    }

    fn rounding(&self) -> f64 {
        self.layout.rounding
    }
}

/// Joints that are turned over, by their cosines.
pub(super) fn turned_over(of: &mut dyn Positions, layout: &Layout, q: &[f64]) -> Vec<usize> {
    if layout.guards.is_empty() {
        return Vec::new();
    }
    let cosines = of.cosines(q).values;
    // NaN is turned over too.
    (0..cosines.len()).filter(|&i| cosines[i].is_nan() || cosines[i] <= 0.0).collect()
}
