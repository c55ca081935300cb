//! A planned factorisation: its pivots, its routines and, where constraints are redundant, what remains of it.

use super::pivots::Order;
use super::routine::{Operations, Register, Routine};
use super::table::Table;
use linkwork_numerics::RedundantSet;

/// A pivot that is checked at run time: weak if below `limits[step]`, or below a share of `reference`.
/// Pivots that are literals need no check.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// The step of the elimination.
    pub step: usize,
    /// The pivot's register in the factor routine.
    pub pivot: Register,
    /// The entry that it is compared with (symmetric positive definite matrices).
    pub reference: Option<Register>,
}

/// A planned factorisation.
#[derive(Clone, Debug, Default)]
pub struct Factorisation {
    /// Pivots (row, column) in order.
    pub order: Order,
    /// Blocks → factors.
    pub factor: Routine,
    /// The pivots to check, in order.
    pub checks: Vec<Check>,
    /// Factors and right-hand side → solution. Where there is a block, the second half of it: the right-hand side with
    /// all pivots eliminated, and the unknowns of the block → solution.
    pub solve: Routine,
    /// Factors → the matrix itself, dense, row by row (for refinement and the pivoted fallback).
    pub matrix: Routine,
    /// Whether `matrix` returns the product with the right-hand side instead: one column for each unit vector.
    pub by_columns: bool,
    /// The remainder of the pivots, where constraints are redundant.
    pub block: Option<Block>,
    /// Stored numbers.
    pub slots: usize,
    /// The elimination as tables: `factor` then returns the nonzeros of the matrix, and `checks`, `solve` and `matrix` are empty.
    pub table: Option<Table>,
}

impl Factorisation {
    /// Stored numbers, with those of the block.
    pub fn stored(&self) -> usize {
        self.slots + self.block.as_ref().map_or(0, Block::room)
    }

    /// Operations of a factorisation and of a solve, those of the block of known rank among them.
    pub fn operations(&self) -> (Operations, Operations) {
        let (mut factor, mut solve) = (self.factor.operations(), self.solve.operations());
        if let Some(table) = &self.table {
            factor.arithmetic += 2 * table.products() + table.lower.total();
            factor.divisions += table.order();
            solve.arithmetic += 2 * (table.lower.total() + table.upper.total()) + table.order();
        }
        if let Some(block) = &self.block {
            let back = solve;
            let (k, r, redundant) = (block.rows.len(), block.rank, block.rows.len() - block.rank);
            // One half of a solve for one null vector of each set.
            let solves = block.sets.iter().map(|set| set.deficiency).max().unwrap_or(0);
            let forward = block.forward.operations();
            let whole = block.one_set_has_the_rank();
            solve.arithmetic += forward.arithmetic + if whole { r * r } else { 3 * r * r };
            solve.divisions += forward.divisions + r;
            for set in &block.sets {
                let free = set.deficiency;
                let width = block.accelerated + set.multipliers;
                for (side, count) in [set.rows, set.columns].into_iter().enumerate() {
                    let rank = count - free;
                    // Rows by length, orthogonalised twice; their images, likewise; then between the bases.
                    factor.arithmetic += match (side, whole) {
                        (1, true) => rank * count * (2 * count + 4 * rank),
                        _ => rank * (8 * count * k + 4 * rank * (k + count) + 2 * k * count),
                    };
                    solve.arithmetic += 2 * rank * count;
                }
                factor.arithmetic += free * (4 * set.columns * set.columns + 4 * free * width);
                solve.arithmetic += 5 * free * width;
            }
            let between = if whole { 0 } else { 4 * r * r * r };
            factor.arithmetic += 2 * k * k * usize::from(r > 0) + between + solves * back.arithmetic;
            factor.divisions += 5 * r + 2 * redundant + solves * back.divisions;
        }
        (factor, solve)
    }
}

/// A block of known rank that remains after the pivots of a factorisation.
#[derive(Clone, Debug)]
pub struct Block {
    /// Rows without a pivot, by sets.
    pub rows: Vec<usize>,
    /// Columns without a pivot, by sets.
    pub columns: Vec<usize>,
    /// Constraints that depend on each other.
    pub sets: Vec<RedundantSet>,
    /// The multipliers of all sets.
    pub members: Vec<usize>,
    /// The rank of their entries.
    pub rank: usize,
    /// The number of all multipliers.
    pub multipliers: usize,
    /// The number of velocities if reactions without effect on the constraints have one on accelerations, because forces depend on
    /// reactions; otherwise 0.
    pub accelerated: usize,
    /// Factors → entries, row by row; none if the rank is 0.
    pub entries: Routine,
    /// Factors and right-hand side → the right-hand side with all pivots eliminated.
    pub forward: Routine,
}

impl Block {
    /// Numbers that its inversion stores: bases of rows and columns by sets, one or two factors between them, and a basis of the multipliers that
    /// do nothing, with their accelerations if they have any.
    pub fn room(&self) -> usize {
        let of_set = |set: &RedundantSet| {
            set.rank_of_rows() * set.rows
                + set.rank_of_columns() * set.columns
                + set.deficiency * (self.accelerated + set.multipliers)
        };
        let factors = if self.one_set_has_the_rank() { 1 } else { 2 };
        let square = self.rank * self.rank;
        let by_sets = factors * square + self.sets.iter().map(of_set).sum::<usize>();
        by_sets.max(square + of_set(&self.whole()))
    }

    /// All constraints as one set, where parameters have changed what depends on what.
    pub fn whole(&self) -> RedundantSet {
        let k = self.rows.len();
        RedundantSet { rows: k, columns: k, multipliers: self.multipliers, deficiency: k - self.rank }
    }

    /// Whether no other set has rows or columns that are independent.
    pub fn one_set_has_the_rank(&self) -> bool {
        let has_it =
            |set: &RedundantSet| set.rank_of_rows() == self.rank && set.rank_of_columns() == self.rank;
        self.sets.iter().any(has_it)
    }
}
