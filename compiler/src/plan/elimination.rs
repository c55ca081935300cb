//! Sparse matrix and order of elimination → straight-line factors and solves.
//!
//! ```text
//! LU with pivots (r_k, c_k):   l_ik = a_ik / p_k,   a_ij ← a_ij − l_ik a_kj              (1)
//! forward    b_i ← b_i − l_ik b_k           backward   x_k = (b_k − Σ u_kj x_j) / p_k    (2)
//! LDLᵀ of a symmetric M:       l_ik = a_ik / d_k,   a_ij ← a_ij − l_ik l_jk d_k  (j ≤ i) (3)
//! ```

use super::arena::{Arena, Source, Value};
use super::pivots::Order;
use std::collections::{BTreeMap, BTreeSet};

/// A square sparse matrix of values.
#[derive(Clone, Debug)]
pub struct Matrix {
    /// Rows and columns.
    pub size: usize,
    /// The entries of each row by column; what is missing is a structural zero.
    rows: Vec<BTreeMap<usize, Value>>,
}

impl Matrix {
    /// The zero matrix.
    pub fn zeros(size: usize) -> Self {
        Self { size, rows: vec![BTreeMap::new(); size] }
    }

    /// An entry, if it is not a structural zero.
    pub fn get(&self, row: usize, column: usize) -> Option<Value> {
        self.rows[row].get(&column).copied()
    }

    /// Adds to an entry.
    pub fn add(&mut self, arena: &mut Arena, row: usize, column: usize, value: Value) {
        let sum = match self.get(row, column) {
            Some(there) => arena.add(there, value),
            None => value,
        };
        self.set(arena, row, column, sum);
    }

    /// Replaces an entry.
    fn set(&mut self, arena: &Arena, row: usize, column: usize, value: Value) {
        if arena.is_zero(value) {
            self.rows[row].remove(&column);
        } else {
            self.rows[row].insert(column, value);
        }
    }

    /// The structural nonzeros, row by row.
    pub fn nonzeros(&self) -> Vec<(usize, usize, Value)> {
        let of_row = |(i, row): (usize, &BTreeMap<usize, Value>)| {
            row.iter().map(|(&j, &value)| (i, j, value)).collect::<Vec<_>>()
        };
        self.rows.iter().enumerate().flat_map(of_row).collect()
    }

    /// All entries, row by row.
    pub fn entries(&self) -> Vec<Option<Value>> {
        let mut all = vec![None; self.size * self.size];
        self.nonzeros().into_iter().for_each(|(i, j, value)| all[i * self.size + j] = Some(value));
        all
    }

    /// The rows of the nonzeros of each column.
    fn columns(&self) -> Vec<BTreeSet<usize>> {
        let mut columns = vec![BTreeSet::new(); self.size];
        for (i, row) in self.rows.iter().enumerate() {
            row.keys().for_each(|&j| _ = columns[j].insert(i));
        }
        columns
    }
}

/// Straight-line LU.
#[derive(Clone, Debug)]
pub struct Lu {
    /// Pivots in order.
    pub order: Order,
    /// Their values.
    pub pivots: Vec<Value>,
    /// 1 / pivot.
    reciprocals: Vec<Value>,
    /// (row, step, l).
    lower: Vec<Vec<(usize, Value)>>,
    /// For each step the rest of the pivot row: (column, u).
    upper: Vec<Vec<(usize, Value)>>,
    /// The result of (1), in the places of the matrix.
    left: Matrix,
}

/// Whether the pivot (k, k) changes the equal entries (i, j) and (j, i) by the same value.
fn is_symmetric(a: &Matrix, k: usize, (i, j): (usize, usize)) -> bool {
    a.get(i, j) == a.get(j, i) && a.get(i, k) == a.get(k, i) && a.get(j, k) == a.get(k, j)
}

impl Lu {
    /// (1); symmetric entries stay symmetric and are computed once.
    pub fn factor(arena: &mut Arena, matrix: &Matrix, order: Order) -> Self {
        let n = matrix.size;
        let mut a = matrix.clone();
        let mut columns = a.columns();
        let mut active_columns: Vec<bool> = vec![true; n];
        let (mut pivots, mut reciprocals) = (Vec::new(), Vec::new());
        let (mut lower, mut upper) = (Vec::new(), Vec::new());
        let mut mirrored: Vec<(usize, usize)> = Vec::new();
        for &(r, c) in &order {
            active_columns[c] = false;
            // Exact cancellation leaves none; the check at run time reports the singular matrix.
            let pivot = a.get(r, c).unwrap_or_else(|| arena.zero());
            let reciprocal = if arena.is_zero(pivot) { arena.zero() } else { arena.recip(pivot) };
            let row: Vec<(usize, Value)> = a.rows[r]
                .iter()
                .filter(|(j, _)| active_columns[**j])
                .map(|(&j, &value)| (j, value))
                .collect();
            row.iter().for_each(|(j, _)| _ = columns[*j].remove(&r));
            columns[c].remove(&r);
            let mut column = Vec::new();
            // Rows without a pivot, in active columns: only these entries change. After a pivot beside the diagonal there are rows whose column
            // is not active, and the other way round: what is across the diagonal is then what an earlier step left.
            let below = std::mem::take(&mut columns[c]);
            for &i in &below {
                let Some(entry) = a.get(i, c) else { continue };
                let l = arena.mul(entry, reciprocal);
                column.push((i, l));
                for &(j, u) in &row {
                    columns[j].insert(i);
                    let changes = active_columns[i] && below.contains(&j);
                    if j > i && r == c && changes && is_symmetric(&a, r, (i, j)) {
                        mirrored.push((i, j));
                        continue;
                    }
                    let update = arena.mul(l, u);
                    let updated = match a.get(i, j) {
                        Some(old) => arena.sub(old, update),
                        None => arena.neg(update),
                    };
                    a.set(arena, i, j, updated);
                }
            }
            for (i, j) in mirrored.drain(..) {
                match a.get(j, i) {
                    Some(value) => a.set(arena, i, j, value),
                    None => _ = a.rows[i].remove(&j),
                }
            }
            pivots.push(pivot);
            reciprocals.push(reciprocal);
            lower.push(column);
            upper.push(row);
        }
        Self { order, pivots, reciprocals, lower, upper, left: a }
    }

    /// (2): x for the right-hand side of [`Source::RightHandSide`].
    pub fn solve(&self, arena: &mut Arena) -> Vec<Value> {
        let b = self.forward(arena);
        self.backward(arena, &b, &b)
    }

    /// The first half of (2): b, row by row, with all pivots eliminated.
    pub fn forward(&self, arena: &mut Arena) -> Vec<Value> {
        let n = self.size();
        let mut b: Vec<Value> = (0..n).map(|i| arena.load(Source::RightHandSide(i))).collect();
        for (k, &(r, _)) in self.order.iter().enumerate() {
            for &(i, l) in &self.lower[k] {
                let update = arena.mul(l, b[r]);
                b[i] = arena.sub(b[i], update);
            }
        }
        b
    }

    /// The second half of (2) on the result of `forward` in [`Source::RightHandSide`], with the unknowns that have
    /// no pivot in [`Source::Solution`].
    pub fn backward_from_loads(&self, arena: &mut Arena) -> Vec<Value> {
        let n = self.size();
        let b: Vec<Value> = (0..n).map(|i| arena.load(Source::RightHandSide(i))).collect();
        let known: Vec<Value> = (0..n).map(|j| arena.load(Source::Solution(j))).collect();
        self.backward(arena, &b, &known)
    }

    /// The entries of a block that has no pivots, row by row.
    pub fn block(&self, rows: &[usize], columns: &[usize]) -> Vec<Option<Value>> {
        rows.iter().flat_map(|&i| columns.iter().map(move |&j| self.left.get(i, j))).collect()
    }

    fn size(&self) -> usize {
        self.left.size
    }

    fn backward(&self, arena: &mut Arena, b: &[Value], known: &[Value]) -> Vec<Value> {
        let mut x = known.to_vec();
        for (k, &(r, c)) in self.order.iter().enumerate().rev() {
            let mut sum = b[r];
            for &(j, u) in &self.upper[k] {
                let term = arena.mul(u, x[j]);
                sum = arena.sub(sum, term);
            }
            x[c] = arena.mul(sum, self.reciprocals[k]);
        }
        x
    }
}

/// Straight-line LDLᵀ of a symmetric positive definite matrix.
#[derive(Clone, Debug)]
pub struct Ldl {
    /// Coordinates in order.
    pub order: Vec<usize>,
    /// d.
    pub pivots: Vec<Value>,
    reciprocals: Vec<Value>,
    /// For each step (row, l).
    lower: Vec<Vec<(usize, Value)>>,
}

impl Ldl {
    /// (3), in the order of least fill.
    pub fn factor(arena: &mut Arena, matrix: &Matrix) -> Self {
        let mut a = matrix.clone();
        let mut queue: BTreeSet<(usize, usize)> =
            a.columns().iter().enumerate().map(|(k, column)| (column.len(), k)).collect();
        let (mut order, mut pivots) = (Vec::new(), Vec::new());
        let (mut reciprocals, mut lower) = (Vec::new(), Vec::new());
        while let Some((_, k)) = queue.pop_first() {
            let row = std::mem::take(&mut a.rows[k]);
            let pivot = row.get(&k).copied().unwrap_or_else(|| arena.zero());
            let reciprocal = if arena.is_zero(pivot) { arena.zero() } else { arena.recip(pivot) };
            let entries: Vec<(usize, Value)> = row.into_iter().filter(|(i, _)| *i != k).collect();
            let column: Vec<(usize, Value)> =
                entries.iter().map(|&(i, entry)| (i, arena.mul(entry, reciprocal))).collect();
            for &(i, _) in &entries {
                queue.remove(&(a.rows[i].len(), i));
                a.rows[i].remove(&k);
            }
            for (at, &(i, l)) in column.iter().enumerate() {
                for &(j, entry) in &entries[..=at] {
                    let update = arena.mul(l, entry);
                    let updated = match a.get(i, j) {
                        Some(old) => arena.sub(old, update),
                        None => arena.neg(update),
                    };
                    a.rows[i].insert(j, updated);
                    a.rows[j].insert(i, updated);
                }
            }
            entries.iter().for_each(|&(i, _)| _ = queue.insert((a.rows[i].len(), i)));
            order.push(k);
            pivots.push(pivot);
            reciprocals.push(reciprocal);
            lower.push(column);
        }
        Self { order, pivots, reciprocals, lower }
    }

    /// x for the right-hand side of [`Source::RightHandSide`].
    pub fn solve(&self, arena: &mut Arena) -> Vec<Value> {
        let n = self.order.len();
        let mut b: Vec<Value> = (0..n).map(|i| arena.load(Source::RightHandSide(i))).collect();
        for (k, &row) in self.order.iter().enumerate() {
            for &(i, l) in &self.lower[k] {
                let update = arena.mul(l, b[row]);
                b[i] = arena.sub(b[i], update);
            }
        }
        for (k, &row) in self.order.iter().enumerate().rev() {
            let mut x = arena.mul(b[row], self.reciprocals[k]);
            for &(i, l) in &self.lower[k] {
                let term = arena.mul(l, b[i]);
                x = arena.sub(x, term);
            }
            b[row] = x;
        }
        b
    }
}
