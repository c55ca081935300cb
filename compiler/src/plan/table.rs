//! The elimination of a large sparse matrix as tables, for one loop over its rows instead of straight-line code.
//!
//! Rows and columns are numbered by the step k of their pivot (r_k, c_k). Row by row:
//!
//! ```text
//! l_ik = a_ik / p_k   for k < i,   a_ij ← a_ij − l_ik u_kj   for j > k,   p_i = a_ii,   u_ij = a_ij for j > i    (1)
//! ```
//!
//! The tables have one index for each entry of L and U, whereas straight-line code has one instruction for each product.

use super::pivots::Order;

/// Products from which tables are chosen: straight-line code of that length takes longer to compile than to run a thousand times.
const MANY: usize = 40_000;
/// The order from which tables are chosen: a step of refinement reads the whole matrix, which straight-line code makes dense.
const LARGE: usize = 400;

/// Which systems are tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tables {
    /// None: all code is straight-line.
    #[default]
    Never,
    /// Those with many operations.
    Chosen,
    /// All without redundant constraints.
    Always,
}

/// Lists of indices, one list for each step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lists {
    /// Where each list starts, and the end of the last.
    starts: Vec<u32>,
    indices: Vec<u32>,
}

impl Lists {
    fn new() -> Self {
        Self { starts: vec![0], indices: Vec::new() }
    }

    fn push(&mut self, list: impl Iterator<Item = usize>) {
        self.indices.extend(list.map(|index| index as u32));
        self.starts.push(self.indices.len() as u32);
    }

    /// The places of list k in all lists.
    #[inline]
    pub fn places(&self, k: usize) -> std::ops::Range<usize> {
        self.starts[k] as usize..self.starts[k + 1] as usize
    }

    /// List k.
    #[inline]
    pub fn list(&self, k: usize) -> &[u32] {
        &self.indices[self.places(k)]
    }

    /// The length of all lists.
    pub fn total(&self) -> usize {
        self.indices.len()
    }
}

/// The pattern of (1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Rows and columns of the nonzeros of the matrix, which are given in this order, row by row.
    pub nonzeros: Vec<(usize, usize)>,
    /// The nonzeros of each step's row: their numbers …
    pub given: Lists,
    /// … and the steps of their columns.
    pub given_steps: Lists,
    /// The steps k of l_ik, in order.
    pub lower: Lists,
    /// The steps j of u_ij, in order.
    pub upper: Lists,
}

impl Table {
    /// The pattern of a matrix with this order of elimination, which has a pivot in every row.
    pub(super) fn new(nonzeros: Vec<(usize, usize)>, order: &Order) -> Self {
        let n = order.len();
        let mut step_of_column = vec![0; n];
        order.iter().enumerate().for_each(|(k, &(_, c))| step_of_column[c] = k);
        let mut in_row: Vec<Vec<usize>> = vec![Vec::new(); n];
        nonzeros.iter().enumerate().for_each(|(number, &(i, _))| in_row[i].push(number));
        let (mut given, mut given_steps) = (Lists::new(), Lists::new());
        let (mut lower, mut upper) = (Lists::new(), Lists::new());
        // The last row that has an entry at a step.
        let mut last = vec![usize::MAX; n];
        for (i, &(r, _)) in order.iter().enumerate() {
            let steps = |number: &usize| step_of_column[nonzeros[*number].1];
            given.push(in_row[r].iter().copied());
            given_steps.push(in_row[r].iter().map(steps));
            let mut pending = std::collections::BTreeSet::new();
            let (mut before, mut after) = (Vec::new(), Vec::new());
            let mut meet = |j: usize, pending: &mut std::collections::BTreeSet<usize>| {
                if std::mem::replace(&mut last[j], i) == i {
                    return;
                }
                if j < i {
                    pending.insert(j);
                } else if j > i {
                    after.push(j);
                }
            };
            in_row[r].iter().for_each(|number| meet(steps(number), &mut pending));
            while let Some(k) = pending.pop_first() {
                before.push(k);
                upper.list(k).iter().for_each(|&j| meet(j as usize, &mut pending));
            }
            after.sort_unstable();
            lower.push(before.into_iter());
            upper.push(after.into_iter());
        }
        Self { nonzeros, given, given_steps, lower, upper }
    }

    /// The number of rows.
    pub fn order(&self) -> usize {
        self.given.starts.len() - 1
    }

    /// The places of the nonzeros of row i of the matrix.
    pub fn row(&self, i: usize) -> std::ops::Range<usize> {
        let before = |row: usize| self.nonzeros.partition_point(|place| place.0 < row);
        before(i)..before(i + 1)
    }

    /// The numbers that are stored: nonzeros, L, pivots, U.
    pub fn stored(&self) -> usize {
        self.nonzeros.len() + self.lower.total() + self.order() + self.upper.total()
    }

    /// The products of (1).
    pub fn products(&self) -> usize {
        let of_step = |k: usize| self.upper.list(k).len();
        self.lower.indices.iter().map(|&k| of_step(k as usize)).sum()
    }

    /// Whether the elimination is made by tables.
    pub(super) fn is_chosen(&self, tables: Tables) -> bool {
        match tables {
            Tables::Never => false,
            Tables::Chosen => self.products() > MANY || self.order() > LARGE,
            Tables::Always => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Table;

    /// An arrow: eliminated from its tip everything fills, eliminated last nothing does.
    #[test]
    fn fill_follows_the_order() {
        let mut places: Vec<(usize, usize)> = (0..4).map(|i| (i, i)).collect();
        places.extend((1..4).flat_map(|i| [(0, i), (i, 0)]));
        places.sort_unstable();
        let of = |order: [usize; 4]| Table::new(places.clone(), &order.map(|k| (k, k)).to_vec());
        let (first, last) = (of([0, 1, 2, 3]), of([1, 2, 3, 0]));
        assert_eq!((first.lower.total(), first.upper.total(), first.products()), (6, 6, 14));
        assert_eq!((last.lower.total(), last.upper.total(), last.products()), (3, 3, 3));
        assert_eq!(last.stored(), 10 + 3 + 4 + 3);
    }
}
