//! A dense LU with partial pivoting, as small as it gets.

use linkwork::{Real, Rescue, Singular};

/// Factors P A = L U of an S × S matrix; pivots are kept as reciprocals.
#[derive(Clone, Debug)]
pub struct Lu<T, const S: usize> {
    rows: [[T; S]; S],
    order: [usize; S],
    singular: Option<usize>,
}

impl<T: Real, const S: usize> Lu<T, S> {
    pub fn empty() -> Self {
        Self {
            rows: [[T::zero(); S]; S],
            order: [0; S],
            singular: None,
        }
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
            if !(a[c][c].smallest() > 0.0) {
                self.singular = self.singular.or(Some(self.order[c]));
            }
            a[c][c] = a[c][c].recip();
            for r in c + 1..S {
                let m = a[r][c] * a[c][c];
                a[r][c] = m;
                for k in c + 1..S {
                    a[r][k] = a[r][k] - m * a[c][k];
                }
            }
        }
    }

    pub fn solve(&self, b: [T; S]) -> Result<([T; S], Rescue), Singular> {
        if let Some(row) = self.singular {
            return Err(Singular { row });
        }
        let mut x = [T::zero(); S];
        for r in 0..S {
            let mut sum = b[self.order[r]];
            for k in 0..r {
                sum = sum - self.rows[r][k] * x[k];
            }
            x[r] = sum;
        }
        for r in (0..S).rev() {
            let mut sum = x[r];
            for k in r + 1..S {
                sum = sum - self.rows[r][k] * x[k];
            }
            x[r] = sum * self.rows[r][r];
        }
        Ok((x, Rescue::None))
    }
}
