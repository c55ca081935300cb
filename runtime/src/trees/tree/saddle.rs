//! The given coordinates of a tree with its constraints: a small dense system in the place of the factors of the border.
//!
//! With c for the coordinates that constraints have, which the elimination of links leaves out, and S of (4) in `shared`:
//!
//! ```text
//! [S + γ H   G_colᵀ] [ x_c ]   [r_c − e]
//! [G_row       0   ] [  λ  ] = [   g   ]            H = ∂(Gᵀ λ)/∂q of given λ                          (1)
//! ```
//! G may belong to two configurations. The matrix is scaled by powers of two and factored with complete pivoting, once: x_c is what the
//! constraints leave, with nothing cancelled, whatever the masses beside them are.

use crate::Real;
use crate::emitted::scale_of;
use alloc::vec::Vec;

/// A pivot of the scaled matrix below this share of the first is zero to working accuracy.
const ZERO_PIVOT: f64 = 1e-14;

/// The constraints of a tree where a matrix has them: rows of G at two configurations, H row by row, for the given velocities in
/// ascending order.
#[derive(Clone, Copy, Debug)]
pub struct Closing<'a, T> {
    /// G of the columns of the multipliers.
    pub columns: &'a [T],
    /// G of the rows.
    pub rows: &'a [T],
    /// γ H; empty without.
    pub stiffness: &'a [T],
}

impl<T> Closing<'_, T> {
    /// No constraints.
    pub const NONE: Self = Self { columns: &[], rows: &[], stiffness: &[] };
}

/// Factors of (1).
#[derive(Clone, Debug)]
pub(super) struct Saddle<T> {
    order: usize,
    /// L and U row by row.
    lu: Vec<T>,
    /// The equation of each row, and the unknown of each column.
    rows: Vec<usize>,
    columns: Vec<usize>,
    /// The scales of equations and unknowns.
    scales: [Vec<f64>; 2],
}

/// Of nothing.
impl<T> Default for Saddle<T> {
    fn default() -> Self {
        Self {
            order: 0,
            lu: Vec::new(),
            rows: Vec::new(),
            columns: Vec::new(),
            scales: [Vec::new(), Vec::new()],
        }
    }
}

impl<T: Real> Saddle<T> {
    /// Factors (1) with S of order m, row by row; the row of a pivot that is zero.
    pub(super) fn factor(&mut self, m: usize, s: &[T], closing: Closing<'_, T>) -> Option<usize> {
        let count = closing.rows.len() / m.max(1);
        let n = m + count;
        self.order = n;
        self.lu.clear();
        self.lu.resize(n * n, T::zero());
        let a = &mut self.lu[..];
        for i in 0..m {
            a[n * i..n * i + m].copy_from_slice(&s[m * i..m * (i + 1)]);
            let more = closing.stiffness.get(m * i..m * (i + 1)).unwrap_or_default();
            for (entry, &more) in a[n * i..].iter_mut().zip(more) {
                *entry = *entry + more;
            }
        }
        for row in 0..count {
            a[n * (m + row)..n * (m + row) + m].copy_from_slice(&closing.rows[m * row..m * (row + 1)]);
            for i in 0..m {
                a[n * i + m + row] = closing.columns[m * row + i];
            }
        }
        self.scale();
        self.eliminate()
    }

    /// Rows, then columns, to size one, so that units cancel; by powers of two, so that nothing is rounded.
    fn scale(&mut self) {
        let (n, a) = (self.order, &mut self.lu[..]);
        let [of_rows, of_columns] = &mut self.scales;
        of_rows.clear();
        of_columns.clear();
        for row in a.chunks_exact_mut(n.max(1)) {
            let largest = row.iter().fold(0.0_f64, |m, x| m.max(x.leading()));
            let scale = scale_of(largest).unwrap_or(1.0);
            row.iter_mut().for_each(|x| *x = *x * T::exact(scale));
            of_rows.push(scale);
        }
        for j in 0..n {
            let largest = (0..n).fold(0.0_f64, |m, i| m.max(a[i * n + j].leading()));
            let scale = scale_of(largest).unwrap_or(1.0);
            (0..n).for_each(|i| a[i * n + j] = a[i * n + j] * T::exact(scale));
            of_columns.push(scale);
        }
    }

    fn eliminate(&mut self) -> Option<usize> {
        let Self { order: n, lu: a, rows, columns, .. } = self;
        let n = *n;
        for all in [&mut *rows, &mut *columns] {
            all.clear();
            all.extend(0..n);
        }
        let mut first = 0.0;
        for k in 0..n {
            let (mut best, mut size) = ((k, k), -1.0);
            for i in k..n {
                for j in k..n {
                    let candidate = a[i * n + j].smallest();
                    if candidate > size {
                        (best, size) = ((i, j), candidate);
                    }
                }
            }
            if k == 0 {
                first = size;
            }
            // NaN is no pivot.
            if !(size > ZERO_PIVOT * first) {
                return Some(rows[best.0]);
            }
            for j in 0..n {
                a.swap(k * n + j, best.0 * n + j);
            }
            rows.swap(k, best.0);
            for i in 0..n {
                a.swap(i * n + k, i * n + best.1);
            }
            columns.swap(k, best.1);
            let reciprocal = a[k * n + k].recip();
            for i in k + 1..n {
                let factor = a[i * n + k] * reciprocal;
                a[i * n + k] = factor;
                for j in k + 1..n {
                    a[i * n + j] = a[i * n + j] - factor * a[k * n + j];
                }
            }
        }
        None
    }

    /// The solution of (1), in place.
    pub(super) fn solve(&self, x: &mut [T], room: &mut Vec<T>) {
        let (n, a, [of_rows, of_columns]) = (self.order, &self.lu, &self.scales);
        room.clear();
        room.extend(self.rows.iter().map(|&row| x[row] * T::exact(of_rows[row])));
        for i in 0..n {
            for j in 0..i {
                room[i] = room[i] - a[i * n + j] * room[j];
            }
        }
        for i in (0..n).rev() {
            for j in i + 1..n {
                room[i] = room[i] - a[i * n + j] * room[j];
            }
            room[i] = room[i] * a[i * n + i].recip();
        }
        for (&column, &solved) in self.columns.iter().zip(&*room) {
            x[column] = solved * T::exact(of_columns[column]);
        }
    }
}
