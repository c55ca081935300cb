//! The response to friction on some slips while others are held: elimination of A of `balance` with symmetric pivots
//!
//! ```text
//! A ← A − a aᵀ/A_kk,   α₀_i ← α₀_i + (a_i/A_kk)² α₀_k,        a = column k                                     (1)
//! ```
//!
//! Invariant: a slip of a pivot within ε of its scale α₀ depends on those that are held.

use alloc::vec::Vec;
use core::ops::Range;
use nalgebra::DMatrix;

/// The effects of friction on the slips while some of them are held, with the scales of their rounding errors.
pub(super) struct Open {
    /// A.
    pub(super) answers: DMatrix<f64>,
    /// α₀.
    pub(super) scales: Vec<f64>,
}

impl Open {
    /// Whether a slip moves by more than ε of its scale.
    pub(super) fn is_free(&self, slip: usize, dependent: f64) -> bool {
        self.answers[(slip, slip)] > dependent * self.scales[slip]
    }

    /// Holds the one of these slips that moves most freely (1); `None` if none of them is free.
    pub(super) fn hold(&mut self, among: Range<usize>, dependent: f64) -> Option<usize> {
        let part = |i: usize| self.answers[(i, i)] / self.scales[i];
        let free = among.filter(|&i| self.is_free(i, dependent));
        let k = free.max_by(|&i, &j| part(i).total_cmp(&part(j)))?;
        let Self { answers, scales } = self;
        let pivot = answers[(k, k)];
        let others: Vec<usize> = (0..scales.len()).filter(|&i| i != k).collect();
        for &i in &others {
            let factor = answers[(i, k)] / pivot;
            scales[i] += factor * factor * scales[k];
            for &j in &others {
                answers[(i, j)] -= factor * answers[(k, j)];
            }
        }
        answers.row_mut(k).fill(0.0);
        answers.column_mut(k).fill(0.0);
        Some(k)
    }
}

/// Whether A has an inverse: elimination in order leaves more than ε of its scale on the diagonal.
pub(super) fn is_regular(answers: DMatrix<f64>, scales: Vec<f64>, dependent: f64) -> bool {
    let mut open = Open { answers, scales };
    (0..open.scales.len()).all(|k| open.hold(k..k + 1, dependent).is_some())
}
