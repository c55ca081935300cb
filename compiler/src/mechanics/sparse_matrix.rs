//! Sparse matrices of expressions, and derivatives along directions of the configuration space.
//!
//! Invariant: structural nonzeros only, sorted by row, then column.

use crate::symbolic::{Graph, Node, Symbol};
use std::collections::BTreeMap;

/// A sparse matrix of expressions: structural nonzeros only, row by row.
#[derive(Clone, Debug, Default)]
pub struct SparseMatrix {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
    /// (row, column, entry), sorted by row, then column.
    pub entries: Vec<(usize, usize, Node)>,
}

impl SparseMatrix {
    /// The Jacobian ∂values/∂symbols.
    pub fn jacobian(graph: &mut Graph, values: &[Node], symbols: &[Symbol]) -> Self {
        let jacobian = graph.jacobian(values, symbols);
        Self { rows: values.len(), cols: symbols.len(), entries: jacobian.entries }
    }

    /// The derivatives of `values` along directions of the configuration space, one column each.
    pub fn along(graph: &mut Graph, values: &[Node], tangent: &[Vec<(Symbol, Node)>]) -> Self {
        // The rows that depend on each symbol.
        let mut dependent: BTreeMap<Symbol, Vec<usize>> = BTreeMap::new();
        for (row, &value) in values.iter().enumerate() {
            graph.symbol_set(value).iter().for_each(|symbol| dependent.entry(symbol).or_default().push(row));
        }
        let mut entries = Vec::new();
        for (column, direction) in tangent.iter().enumerate() {
            let of = |(symbol, _): &(Symbol, Node)| dependent.get(symbol).into_iter().flatten().copied();
            let mut rows: Vec<usize> = direction.iter().flat_map(of).collect();
            rows.sort_unstable();
            rows.dedup();
            let moving: Vec<Node> = rows.iter().map(|&row| values[row]).collect();
            let slopes = rows.into_iter().zip(slopes(graph, &moving, direction));
            let nonzero = slopes.filter(|&(_, slope)| !graph.is_zero(slope));
            entries.extend(nonzero.map(|(row, slope)| (row, column, slope)));
        }
        entries.sort_unstable();
        Self { rows: values.len(), cols: tangent.len(), entries }
    }

    /// Keeps the structural nonzeros of a dense matrix.
    pub fn from_dense(graph: &Graph, rows: &[Vec<Node>], cols: usize) -> Self {
        let mut entries = Vec::new();
        for (i, row) in rows.iter().enumerate() {
            for (j, &entry) in row.iter().enumerate() {
                if !graph.is_zero(entry) {
                    entries.push((i, j, entry));
                }
            }
        }
        Self { rows: rows.len(), cols, entries }
    }

    /// A + B.
    pub fn plus(&self, graph: &mut Graph, other: &Self) -> Self {
        let mut entries = self.entries.clone();
        for &(i, j, entry) in &other.entries {
            match self.entries.binary_search_by_key(&(i, j), |&(row, column, _)| (row, column)) {
                Ok(at) => entries[at].2 = graph.add(entries[at].2, entry),
                Err(_) => entries.push((i, j, entry)),
            }
        }
        entries.retain(|&(_, _, entry)| !graph.is_zero(entry));
        entries.sort_unstable_by_key(|&(i, j, _)| (i, j));
        Self { rows: self.rows, cols: self.cols, entries }
    }

    /// Whether each entry (i, j) is the same expression as (j, i).
    pub fn is_symmetric(&self) -> bool {
        self.entries.iter().all(|&(i, j, entry)| self.get(j, i) == Some(entry))
    }

    /// The entry in row i and column j, if it is structurally nonzero.
    pub fn get(&self, i: usize, j: usize) -> Option<Node> {
        let found = self.entries.binary_search_by_key(&(i, j), |&(r, c, _)| (r, c));
        found.ok().map(|at| self.entries[at].2)
    }

    /// All entries, without their places.
    pub fn nodes(&self) -> impl Iterator<Item = Node> + '_ {
        self.entries.iter().map(|&(_, _, node)| node)
    }
}

/// The derivatives of `values` along one direction.
pub(super) fn slopes(graph: &mut Graph, values: &[Node], direction: &[(Symbol, Node)]) -> Vec<Node> {
    if let [(symbol, coefficient)] = *direction
        && coefficient == graph.one()
    {
        return values.iter().map(|&value| graph.derivative(value, symbol)).collect();
    }
    let rate = |symbol: Symbol| direction.iter().find(|(s, _)| *s == symbol).map(|&(_, c)| c);
    graph.directional_derivatives(values, &rate)
}
