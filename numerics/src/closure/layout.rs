//! The meaning of the entries of a position.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// A cosine, and the rows of constraints that are sines of the same angle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard {
    /// Number of the constraint.
    pub row: usize,
    /// Number of the cosine.
    pub cosine: usize,
}

/// The meaning of the entries of a position, and what is known of them.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// Number of directions of the configuration space.
    pub columns: usize,
    /// (first coordinate, first direction) of every unit quaternion; other coordinates have a direction each.
    pub rotations: Vec<(usize, usize)>,
    /// Whether a direction is an angle in rad; otherwise it is a length or another quantity.
    pub turns: Vec<bool>,
    /// The characteristic length.
    pub length: f64,
    /// Which directions are given.
    pub given: Vec<bool>,
    /// Half a unit of the last decimal of a given value, 0 where it has none.
    pub tolerances: Vec<f64>,
    /// Number of constraints; rows beyond are conditions.
    pub constraints: usize,
    /// The same for the values of conditions.
    pub condition_tolerances: Vec<f64>,
    /// Which constraints are sines of which angles.
    pub guards: Vec<Guard>,
    /// The rounding unit of the arithmetic: tolerances are not smaller than a few of it.
    pub rounding: f64,
}

impl Layout {
    /// Whether a direction is free.
    pub(super) fn free(&self) -> Vec<bool> {
        (0..self.columns).map(|j| !self.given.get(j).copied().unwrap_or(false)).collect()
    }

    pub(super) fn is_turn(&self, column: usize) -> bool {
        self.turns.get(column).copied().unwrap_or(false)
    }

    /// The scale of a direction: 1 rad or the characteristic length.
    pub(super) fn unit(&self, column: usize) -> f64 {
        if self.is_turn(column) || self.length <= 0.0 { 1.0 } else { self.length }
    }

    /// The number of the coordinate of every direction that has one of its own.
    pub(super) fn plain(&self) -> Vec<Option<usize>> {
        let firsts: BTreeSet<usize> = self.rotations.iter().map(|rotation| rotation.0).collect();
        let mut coordinate = 0;
        let mut all = Vec::with_capacity(self.columns);
        while all.len() < self.columns {
            if firsts.contains(&coordinate) {
                all.extend([None; 3]);
                coordinate += 4;
            } else {
                all.push(Some(coordinate));
                coordinate += 1;
            }
        }
        all
    }
}
