//! Sets of redundant constraints in a factorisation, which the compiler plans and the runtime inverts.

/// Constraints that depend on each other and on no others, in a block T of rows and columns without a planned pivot.
#[derive(Clone, Copy, Debug)]
pub struct RedundantSet {
    /// Rows of T that belong to it.
    pub rows: usize,
    /// Columns of T that belong to it.
    pub columns: usize,
    /// All of its multipliers.
    pub multipliers: usize,
    /// Its rows, or columns, less their rank: the number of its redundant constraints.
    pub deficiency: usize,
}

impl RedundantSet {
    /// The rank of its rows.
    pub fn rank_of_rows(&self) -> usize {
        self.rows - self.deficiency
    }

    /// The rank of its columns.
    pub fn rank_of_columns(&self) -> usize {
        self.columns - self.deficiency
    }
}
