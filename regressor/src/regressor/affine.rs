//! Checks that the equations of motion are affine in the coefficients: (2) of [`super`].
//!
//! Rounding of (2) is relative to the terms before they cancel. In a column they have already cancelled: about a vertical axis at rest, all of
//! a row is rounding, and the sum S_i of its columns is no measure of it. The other rows are:
//!
//! ```text
//! S_i = Σ_j |Y_ij π'_j| + |y₀_i|
//! |r(π') − Y π' − y₀|_i < 1e-9 S_i + 1e-11 (max_k S_k + max(1, |v|², |a|) max_k S°_k)         k: rows of the same unit          (1)
//! ```
//!
//! with S° in motions of 1 rad/s and 1 rad/s² (1 m/s, 1 m/s²) at positions without symmetry, whose terms are those of the mechanism: its weights
//! and inertias times its lengths. π' are numbers of the order of one, whatever the masses are. Rounding is a hundred thousand times
//! smaller than the second part of (1), and an effect of that size is of no use to anyone.

use super::Regressor;
use crate::instant::Instant;
use crate::messages;
use linkwork::{Error, Manifold, Real};
use nalgebra::{DMatrix, DVector};

/// The first part of (1).
const AFFINE: f64 = 1e-9;
/// The second part.
const CANCELLED: f64 = 1e-11;
/// Motions without symmetry.
const MOTIONS: usize = 3;

impl Regressor {
    /// Checks (2) of [`super`] by (1).
    pub(super) fn check_affine(
        &self,
        instant: &Instant,
        matrix: &DMatrix<f64>,
        offset: &DVector<f64>,
    ) -> Result<(), Error> {
        let other = self.residual(&self.other, instant);
        let sizes = self.sizes(matrix, offset);
        let largest = |values: &[f64]| values.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        for i in 0..other.len() {
            let sum = offset[i] + matrix.row(i).iter().zip(&self.others).map(|(y, x)| y * x).sum::<f64>();
            let apart = (other[i] - sum).abs();
            if apart <= AFFINE * sizes[i] {
                continue;
            }
            let speed = largest(&instant.v);
            let growth = 1.0_f64.max(speed * speed).max(largest(&instant.a));
            let cancelled = self.alike(&sizes, i) + growth * self.alike(self.typical(), i);
            if apart.is_nan() || apart > AFFINE * sizes[i] + CANCELLED * cancelled {
                return Err(messages::not_affine(&self.effort(i).name, instant.time));
            }
        }
        Ok(())
    }

    /// S.
    fn sizes(&self, matrix: &DMatrix<f64>, offset: &DVector<f64>) -> Vec<f64> {
        let terms =
            |i: usize| matrix.row(i).iter().zip(&self.others).map(|(y, x)| (y * x).abs()).sum::<f64>();
        (0..offset.len()).map(|i| offset[i].abs() + terms(i)).collect()
    }

    /// The largest of these sizes among rows of the unit of row i; those that are not finite do not count.
    fn alike(&self, sizes: &[f64], i: usize) -> f64 {
        let alike = (0..sizes.len()).filter(|&k| self.unit(k) == self.unit(i) && sizes[k].is_finite());
        alike.map(|k| sizes[k]).fold(0.0, f64::max)
    }

    /// S°, computed when it is needed for the first time.
    fn typical(&self) -> &[f64] {
        self.typical.get_or_init(|| {
            let first = Instant::initial(&self.plain);
            let count = first.v.len();
            let mut largest = vec![0.0; count];
            for motion in 0..MOTIONS {
                let (matrix, offset) = self.equations(&self.without_symmetry(&first, motion));
                for (most, size) in largest.iter_mut().zip(self.sizes(&matrix, &offset)) {
                    // A root or a table may be undefined there.
                    if size.is_finite() {
                        *most = f64::max(*most, size);
                    }
                }
            }
            largest
        })
    }

    /// An instant without symmetry, the first one at the initial position. The equations need no constraints.
    fn without_symmetry(&self, first: &Instant, motion: usize) -> Instant {
        // From 0.5 to 1.5 in size, of either sign.
        let number = |i: usize, kind: usize| {
            let turn = 2.3 * (3 * i + kind) as f64 + 1.7 * motion as f64;
            let sign = if (i + kind + motion).is_multiple_of(2) { 1.0 } else { -1.0 };
            sign * (1.0 + 0.5 * Real::sin(turn))
        };
        let all = |kind: usize| (0..first.v.len()).map(|i| number(i, kind)).collect::<Vec<f64>>();
        let mut q = DVector::from_column_slice(&first.q);
        let away = if motion == 0 { 0.0 } else { 0.5 };
        let step = DVector::from_vec(all(0)) * away;
        self.plain.advance(&mut q, &step, &mut DVector::zeros(step.len()));
        Instant { q: q.as_slice().to_vec(), v: all(1), a: all(2), ..first.clone() }
    }
}
