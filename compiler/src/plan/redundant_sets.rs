//! The block that redundant constraints leave, by sets of constraints that depend on each other.
//!
//! Where K x = 0 for the multipliers of one set alone, the columns of this set in the block T have the same null vectors, as many as
//! the set has redundant constraints; its rows likewise. So T is inverted set by set (see the runtime's `known_rank`). Where planned
//! pivots or parameters do not allow it, all constraints are one set. So they are where there is a single one: nothing is gained by leaving out the
//! multipliers of others, which depend on it for other parameters.

use super::pivots::Redundant;
use linkwork_numerics::RedundantSet;

/// Rows and columns of a block by sets.
pub(super) struct BySets {
    pub(super) rows: Vec<usize>,
    pub(super) columns: Vec<usize>,
    pub(super) sets: Vec<RedundantSet>,
    /// The multipliers of all sets.
    pub(super) multipliers: Vec<usize>,
}

impl BySets {
    /// Of the rows and columns that are left of `velocities` and `multipliers` unknowns.
    pub(super) fn new(
        (rows, columns): (Vec<usize>, Vec<usize>),
        redundant: &Redundant,
        (velocities, multipliers): (usize, usize),
    ) -> Self {
        let mut ordered =
            Self { rows: Vec::new(), columns: Vec::new(), sets: Vec::new(), multipliers: Vec::new() };
        for set in &redundant.sets {
            let own = |all: &[usize]| -> Vec<usize> {
                all.iter().copied().filter(|at| set.places.binary_search(at).is_ok()).collect()
            };
            let (rows, columns) = (own(&rows), own(&columns));
            ordered.sets.push(RedundantSet {
                rows: rows.len(),
                columns: columns.len(),
                multipliers: set.places.len(),
                deficiency: set.deficiency,
            });
            ordered.rows.extend(rows);
            ordered.columns.extend(columns);
            ordered.multipliers.extend(set.places.iter().map(|place| place - velocities));
        }
        if ordered.sets.len() > 1 && ordered.is_complete(rows.len(), redundant.deficiency) {
            return ordered;
        }
        let set = RedundantSet {
            rows: rows.len(),
            columns: columns.len(),
            multipliers,
            deficiency: redundant.deficiency,
        };
        Self { rows, columns, sets: vec![set], multipliers: (0..multipliers).collect() }
    }

    /// Whether the sets are all of a block with `order` rows, and none has fewer of them than redundant constraints.
    fn is_complete(&self, order: usize, deficiency: usize) -> bool {
        let enough = |set: &RedundantSet| set.rows.min(set.columns) >= set.deficiency;
        self.rows.len() == order
            && self.columns.len() == order
            && self.sets.iter().map(|set| set.deficiency).sum::<usize>() == deficiency
            && self.sets.iter().all(enough)
    }
}
