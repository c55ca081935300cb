//! A minimal dense LU with partial pivoting, and products.

use linkwork::{Fallback, Real, Singular};

/// Factors P A = L U of an S × S matrix; pivots are kept as reciprocals.
#[derive(Clone, Debug)]
pub struct Lu<T, const S: usize> {
    rows: [[T; S]; S],
    order: [usize; S],
    singular: Option<usize>,
}

impl<T: Real, const S: usize> Lu<T, S> {
    pub fn empty() -> Self {
        Self { rows: [[T::zero(); S]; S], order: [0; S], singular: None }
    }

    pub fn factor(&mut self, matrix: &[[T; S]; S]) {
        let a = &mut self.rows;
        *a = *matrix;
        self.singular = None;
        for i in 0..S {
            self.order[i] = i;
        }
        for c in 0..S {
            let mut best = c;
            for r in c + 1..S {
                if a[r][c].smallest() > a[best][c].smallest() {
                    best = r;
                }
            }
            a.swap(c, best);
            self.order.swap(c, best);
            if a[c][c].smallest() == 0.0 || a[c][c].smallest().is_nan() {
                self.singular = self.singular.or(Some(self.order[c]));
            }
            a[c][c] = a[c][c].recip();
            let pivot = a[c];
            for row in &mut a[c + 1..] {
                let m = row[c] * pivot[c];
                row[c] = m;
                for (x, p) in row.iter_mut().zip(&pivot).skip(c + 1) {
                    *x = *x - m * *p;
                }
            }
        }
    }

    pub fn solve(&self, b: [T; S]) -> Result<([T; S], Fallback), Singular> {
        if let Some(row) = self.singular {
            return Err(Singular { row });
        }
        let mut x = [T::zero(); S];
        for r in 0..S {
            let known = self.rows[r].iter().zip(&x).take(r);
            x[r] = known.fold(b[self.order[r]], |sum, (l, x)| sum - *l * *x);
        }
        for r in (0..S).rev() {
            let known = self.rows[r].iter().zip(&x).skip(r + 1);
            x[r] = known.fold(x[r], |sum, (u, x)| sum - *u * *x) * self.rows[r][r];
        }
        Ok((x, Fallback::None))
    }
}

/// The product of a dense matrix and a vector.
pub fn times<T: Real, const R: usize, const C: usize>(a: &[[T; C]; R], x: &[T; C]) -> [T; R] {
    core::array::from_fn(|r| {
        let mut sum = T::zero();
        for c in 0..C {
            sum = sum + a[r][c] * x[c];
        }
        sum
    })
}

/// The product of the transpose of a dense matrix and a vector.
pub fn transposed_times<T: Real, const R: usize, const C: usize>(a: &[[T; C]; R], x: &[T; R]) -> [T; C] {
    core::array::from_fn(|c| {
        let mut sum = T::zero();
        for r in 0..R {
            sum = sum + a[r][c] * x[r];
        }
        sum
    })
}

/// The entries column by column.
pub fn columns<T: Copy, const C: usize, const R: usize>(matrix: &[[T; C]; R], out: &mut [T]) {
    for (to, (j, i)) in out.iter_mut().zip((0..C).flat_map(|j| (0..R).map(move |i| (j, i)))) {
        *to = matrix[i][j];
    }
}
