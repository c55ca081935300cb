//! Sparse matrix → order of elimination, then straight-line factors and solves.
//!
//! ```text
//! LU with pivots (r_k, c_k):   l_ik = a_ik / p_k,   a_ij ← a_ij − l_ik a_kj              (1)
//! forward    b_i ← b_i − l_ik b_k           backward   x_k = (b_k − Σ u_kj x_j) / p_k    (2)
//! LDLᵀ of a symmetric M:       l_ik = a_ik / d_k,   a_ij ← a_ij − l_ik l_jk d_k  (j ≤ i) (3)
//! ```
//! Pivots may lie anywhere, so a coordinate without mass is eliminated through the constraint that
//! carries it (the 2 × 2 pivot of a saddle matrix is two such pivots). A pivot must be large at
//! every sample (threshold pivoting on the equilibrated matrices). Among those, what only parameters
//! decide comes first (but not what couples two masses), then the diagonal, which mass keeps positive, and last what
//! moves with the state and may vanish between the samples; within such a class the one with the least fill
//! (Markowitz 1957), and among those ±1, which asks for no multiplication.
//!
//! So a coordinate q_c that a constraint fixes (`q_c = …`, a row of G with one constant entry) is eliminated with its
//! multiplier before all others. Nothing is updated: what is left of M is M_ff, its row and column removed, and the
//! multiplier is the reaction:
//!
//! ```text
//! a_c = γ,   M_ff a_f = f_f − M_fc γ,   λ = f_c − M_cf a_f − M_cc γ                            (4)
//! ```

use super::arena::{Arena, Source, Stage, Value};
use super::dense;

/// A pivot must reach this part of the largest entry of its column at every sample.
const THRESHOLD: f64 = 0.01;
/// Below this part at some sample an entry is no pivot unless nothing else is left.
const HOPELESS: f64 = 1e-6;

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

/// Pivots in the order of elimination: (row, column).
pub type Order = Vec<(usize, usize)>;

/// Plans the elimination; `samples` are numeric matrices, row by row, `tiny` the places on the diagonal that
/// only keep the matrix regular and say nothing of its scales. Fails with the row that is left
/// without a pivot if the matrix is singular by structure.
pub fn order(arena: &Arena, matrix: &Matrix, samples: &[Vec<f64>], tiny: &[usize]) -> Result<Order, usize> {
    let n = matrix.size;
    let mut pattern: Vec<bool> = matrix.entries.iter().map(Option::is_some).collect();
    // Entries that no update has touched and that are no function of the state: if they are large at
    // the samples, they are large everywhere. Not what couples two masses: their own entries are the pivots that keep
    // M symmetric.
    let has_mass = |i: usize| matrix.entries[i * n + i].is_some() && !tiny.contains(&i);
    let of_parameters = |at: usize| {
        let couples_masses = at / n != at % n && has_mass(at / n) && has_mass(at % n);
        let known = |value: Value| arena.stage(value) <= Stage::Parameters;
        !couples_masses && matrix.entries[at].is_some_and(known)
    };
    let mut fixed: Vec<bool> = (0..n * n).map(of_parameters).collect();
    let is_unit = |value: &Value| arena.as_literal(*value).is_some_and(|c| c.is_one() || c.neg().is_one());
    let unit: Vec<bool> = matrix.entries.iter().map(|e| e.as_ref().is_some_and(is_unit)).collect();
    let mut numeric: Vec<Vec<f64>> = samples
        .iter()
        .filter(|sample| is_regular(n, sample, tiny))
        .map(|sample| {
            let (rows, columns) = scales(n, sample, tiny);
            let scaled = (0..n * n).map(|at| sample[at] * rows[at / n] * columns[at % n]);
            scaled.collect()
        })
        .collect();
    let (mut rows, mut columns): (Vec<usize>, Vec<usize>) = ((0..n).collect(), (0..n).collect());
    let mut order = Vec::with_capacity(n);
    while !rows.is_empty() {
        let chosen = choose(n, &rows, &columns, &pattern, (&fixed, &unit), &numeric);
        let Some((r, c)) = chosen else { return Err(rows[0]) };
        order.push((r, c));
        rows.retain(|&row| row != r);
        columns.retain(|&column| column != c);
        for &i in &rows {
            for &j in &columns {
                if pattern[i * n + c] && pattern[r * n + j] {
                    pattern[i * n + j] = true;
                    fixed[i * n + j] = false;
                }
            }
        }
        for sample in &mut numeric {
            for &i in &rows {
                let factor = sample[i * n + c] / sample[r * n + c];
                if factor != 0.0 && factor.is_finite() {
                    for &j in &columns {
                        sample[i * n + j] -= factor * sample[r * n + j];
                    }
                }
            }
        }
        // A sample whose remainder has vanished is singular there and says no more.
        numeric.retain(|sample| {
            let left = rows.iter().flat_map(|&i| columns.iter().map(move |&j| (i, j)));
            rows.is_empty() || left.fold(0.0_f64, |m, (i, j)| m.max(sample[i * n + j].abs())) > 1e-9
        });
    }
    Ok(order)
}

fn scales(n: usize, sample: &[f64], tiny: &[usize]) -> (Vec<f64>, Vec<f64>) {
    let mut large = sample.to_vec();
    tiny.iter().for_each(|&i| large[i * n + i] = 0.0);
    dense::equilibrate(n, &large)
}

/// A sample at which the matrix is singular says nothing about pivots.
pub(super) fn is_regular(n: usize, sample: &[f64], tiny: &[usize]) -> bool {
    let (rows, columns) = scales(n, sample, tiny);
    let scaled: Vec<f64> = (0..n * n).map(|at| sample[at] * rows[at / n] * columns[at % n]).collect();
    scaled.iter().all(|x| x.is_finite()) && dense::solve(n, &scaled, &vec![0.0; n]).is_some()
}

fn choose(
    n: usize,
    rows: &[usize],
    columns: &[usize],
    pattern: &[bool],
    (fixed, unit): (&[bool], &[bool]),
    numeric: &[Vec<f64>],
) -> Option<(usize, usize)> {
    let row_counts: Vec<usize> =
        rows.iter().map(|&i| columns.iter().filter(|&&j| pattern[i * n + j]).count()).collect();
    let column_counts: Vec<usize> =
        columns.iter().map(|&j| rows.iter().filter(|&&i| pattern[i * n + j]).count()).collect();
    // The largest entry of each remaining row and column, sample by sample.
    let largest: Vec<(Vec<f64>, Vec<f64>)> = numeric
        .iter()
        .map(|sample| {
            let of_row = |&i: &usize| columns.iter().fold(0.0_f64, |m, &j| m.max(sample[i * n + j].abs()));
            let of_column = |&j: &usize| rows.iter().fold(0.0_f64, |m, &i| m.max(sample[i * n + j].abs()));
            (rows.iter().map(of_row).collect(), columns.iter().map(of_column).collect())
        })
        .collect();
    // Candidates are compared by (class, moves, fill, no unit, off the diagonal).
    type Candidate = ((u8, usize, usize, bool, bool), (usize, usize));
    let mut best: Option<Candidate> = None;
    for (at_row, &i) in rows.iter().enumerate() {
        for (at_column, &j) in columns.iter().enumerate() {
            if !pattern[i * n + j] {
                continue;
            }
            let (mut share, mut hopeless) = (1.0_f64, 0_u8);
            for (sample, (of_rows, of_columns)) in numeric.iter().zip(&largest) {
                let size = sample[i * n + j].abs();
                let bound = of_rows[at_row].min(of_columns[at_column]);
                let here = if bound > 0.0 { size / bound } else { 0.0 };
                share = share.min(here);
                hopeless = hopeless.saturating_add(u8::from(here < HOPELESS));
            }
            let class = if share >= THRESHOLD {
                0
            } else if share >= HOPELESS {
                // The larger the better: worse classes for smaller shares.
                1 + (-(share / THRESHOLD).log10()).clamp(0.0, 60.0) as u8
            } else {
                // Nothing else is left: the fewer rescues at run time, the better.
                hopeless.saturating_add(100)
            };
            let fill = (row_counts[at_row] - 1) * (column_counts[at_column] - 1);
            let moving = match (fixed[i * n + j], i == j) {
                (true, _) => 0,
                (false, true) => 1,
                (false, false) => 2,
            };
            // What no update has touched is still ±1. Coordinates before multipliers among equals.
            let is_unit = unit[i * n + j] && fixed[i * n + j];
            let key = (class, moving, fill, !is_unit, i != j);
            if best.is_none_or(|(known, _)| key < known) {
                best = Some((key, (i, j)));
            }
        }
    }
    best.map(|(_, place)| place)
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
}

/// Does the pivot (k, k) change entries (i, j) and (j, i), which are equal, by the same?
fn is_symmetric(a: &[Option<Value>], n: usize, k: usize, (i, j): (usize, usize)) -> bool {
    let of = |row: usize, column: usize| a[row * n + column];
    of(i, j) == of(j, i) && of(i, k) == of(k, i) && of(j, k) == of(k, j)
}

impl Lu {
    /// (1), where what is symmetric stays so and is computed once.
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
        Self { order, pivots, reciprocals, lower, upper }
    }

    /// (2): x for the right-hand side of [`Source::RightHandSide`].
    pub fn solve(&self, arena: &mut Arena) -> Vec<Value> {
        let n = self.order.len();
        let mut b: Vec<Value> = (0..n).map(|i| arena.load(Source::RightHandSide(i))).collect();
        for (k, &(r, _)) in self.order.iter().enumerate() {
            for &(i, l) in &self.lower[k] {
                let update = arena.mul(l, b[r]);
                b[i] = arena.sub(b[i], update);
            }
        }
        let mut x = b.clone();
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
