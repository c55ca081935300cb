//! Sparse matrix and order of elimination → straight-line factors and solves.
//!
//! ```text
//! LU with pivots (r_k, c_k):   l_ik = a_ik / p_k,   a_ij ← a_ij − l_ik a_kj              (1)
//! forward    b_i ← b_i − l_ik b_k           backward   x_k = (b_k − Σ u_kj x_j) / p_k    (2)
//! LDLᵀ of a symmetric M:       l_ik = a_ik / d_k,   a_ij ← a_ij − l_ik l_jk d_k  (j ≤ i) (3)
//! ```

use super::arena::{Arena, Source, Value};
use super::pivots::Order;

/// A square sparse matrix of values.
#[derive(Clone, Debug)]
pub struct Matrix {
    /// Rows and columns.
    pub size: usize,
    /// Entries, row by row; `None` is a structural zero.
    pub entries: Vec<Option<Value>>,
}

impl Matrix {
    /// The zero matrix.
    pub fn zeros(size: usize) -> Self {
        Self { size, entries: vec![None; size * size] }
    }

    /// Adds to an entry.
    pub fn add(&mut self, arena: &mut Arena, row: usize, column: usize, value: Value) {
        let place = row * self.size + column;
        let sum = match self.entries[place] {
            Some(there) => arena.add(there, value),
            None => value,
        };
        self.entries[place] = (!arena.is_zero(sum)).then_some(sum);
    }

    /// The structural nonzeros, row by row.
    pub fn nonzeros(&self) -> Vec<(usize, usize, Value)> {
        let of = |place: usize| self.entries[place].map(|v| (place / self.size, place % self.size, v));
        (0..self.entries.len()).filter_map(of).collect()
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
    left: Vec<Option<Value>>,
}

/// Whether the pivot (k, k) changes the equal entries (i, j) and (j, i) by the same value.
fn is_symmetric(a: &[Option<Value>], n: usize, k: usize, (i, j): (usize, usize)) -> bool {
    let of = |row: usize, column: usize| a[row * n + column];
    of(i, j) == of(j, i) && of(i, k) == of(k, i) && of(j, k) == of(k, j)
}

impl Lu {
    /// (1); symmetric entries stay symmetric and are computed once.
    pub fn factor(arena: &mut Arena, matrix: &Matrix, order: Order) -> Self {
        let n = matrix.size;
        let mut a = matrix.entries.clone();
        let mut active_rows: Vec<bool> = vec![true; n];
        let mut active_columns: Vec<bool> = vec![true; n];
        let (mut pivots, mut reciprocals) = (Vec::new(), Vec::new());
        let (mut lower, mut upper) = (Vec::new(), Vec::new());
        let mut mirrored: Vec<(usize, usize)> = Vec::new();
        for &(r, c) in &order {
            active_rows[r] = false;
            active_columns[c] = false;
            let pivot = match a[r * n + c] {
                Some(pivot) => pivot,
                // Exact cancellation; the check at run time reports the singular matrix.
                None => arena.zero(),
            };
            let reciprocal = if arena.is_zero(pivot) { arena.zero() } else { arena.recip(pivot) };
            let row: Vec<(usize, Value)> = (0..n)
                .filter(|&j| active_columns[j])
                .filter_map(|j| a[r * n + j].map(|value| (j, value)))
                .collect();
            let mut column = Vec::new();
            for i in (0..n).filter(|&i| active_rows[i]) {
                let Some(entry) = a[i * n + c] else { continue };
                let l = arena.mul(entry, reciprocal);
                column.push((i, l));
                for &(j, u) in &row {
                    if j > i && r == c && is_symmetric(&a, n, r, (i, j)) {
                        mirrored.push((i, j));
                        continue;
                    }
                    let update = arena.mul(l, u);
                    let updated = match a[i * n + j] {
                        Some(old) => arena.sub(old, update),
                        None => arena.neg(update),
                    };
                    a[i * n + j] = (!arena.is_zero(updated)).then_some(updated);
                }
            }
            for (i, j) in mirrored.drain(..) {
                a[i * n + j] = a[j * n + i];
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
        let n = self.size();
        rows.iter().flat_map(|&i| columns.iter().map(move |&j| self.left[i * n + j])).collect()
    }

    fn size(&self) -> usize {
        self.left.len().isqrt()
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
        let n = matrix.size;
        let mut a = matrix.entries.clone();
        let mut left: Vec<usize> = (0..n).collect();
        let (mut order, mut pivots) = (Vec::new(), Vec::new());
        let (mut reciprocals, mut lower) = (Vec::new(), Vec::new());
        while !left.is_empty() {
            let fill = |&k: &usize| left.iter().filter(|&&i| a[i * n + k].is_some()).count();
            let Some(&k) = left.iter().min_by_key(|&k| (fill(k), *k)) else { break };
            left.retain(|&i| i != k);
            let pivot = match a[k * n + k] {
                Some(pivot) => pivot,
                None => arena.zero(),
            };
            let reciprocal = if arena.is_zero(pivot) { arena.zero() } else { arena.recip(pivot) };
            let entries: Vec<(usize, Value)> =
                left.iter().filter_map(|&i| a[i * n + k].map(|value| (i, value))).collect();
            let column: Vec<(usize, Value)> =
                entries.iter().map(|&(i, entry)| (i, arena.mul(entry, reciprocal))).collect();
            for (at, &(i, l)) in column.iter().enumerate() {
                for &(j, entry) in &entries[..=at] {
                    let update = arena.mul(l, entry);
                    let updated = match a[i * n + j] {
                        Some(old) => arena.sub(old, update),
                        None => arena.neg(update),
                    };
                    a[i * n + j] = Some(updated);
                    a[j * n + i] = Some(updated);
                }
            }
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
