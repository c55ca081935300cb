//! The sets of dependent constraints in a block of known rank, and where their numbers lie.

use core::ops::Range;
use linkwork_numerics::RedundantSet;

/// The places of a set among the numbers of all.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// Its rows of T.
    pub(super) rows: Range<usize>,
    /// Its columns of T.
    pub(super) columns: Range<usize>,
    /// Its rows of S.
    pub(super) above: Range<usize>,
    /// Its columns of S.
    pub(super) beside: Range<usize>,
    /// Its multipliers.
    pub(super) multipliers: Range<usize>,
    /// Its redundant constraints.
    pub(super) redundant: Range<usize>,
    /// Its part of Q.
    pub(super) q: Range<usize>,
    /// Its part of V.
    pub(super) v: Range<usize>,
    /// Its part of N.
    pub(super) null: Range<usize>,
}

/// The places of sets; vectors of N begin with `accelerated` numbers beside the multipliers.
pub(super) fn places(
    sets: impl Iterator<Item = RedundantSet>,
    accelerated: usize,
) -> impl Iterator<Item = Place> {
    let none = || 0..0;
    let mut at = Place {
        rows: none(),
        columns: none(),
        above: none(),
        beside: none(),
        multipliers: none(),
        redundant: none(),
        q: none(),
        v: none(),
        null: none(),
    };
    sets.map(move |set| {
        let after = |range: &Range<usize>, count: usize| range.end..range.end + count;
        at = Place {
            rows: after(&at.rows, set.rows),
            columns: after(&at.columns, set.columns),
            above: after(&at.above, set.rank_of_rows()),
            beside: after(&at.beside, set.rank_of_columns()),
            multipliers: after(&at.multipliers, set.multipliers),
            redundant: after(&at.redundant, set.deficiency),
            q: after(&at.q, set.rank_of_rows() * set.rows),
            v: after(&at.v, set.rank_of_columns() * set.columns),
            null: after(&at.null, set.deficiency * (accelerated + set.multipliers)),
        };
        at.clone()
    })
}
