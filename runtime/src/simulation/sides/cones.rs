//! Efforts of several frictions at rest, of which some act along a resultant, each within its limit:
//!
//! ```text
//! w' = β + A e,   |e_g| ≤ L_g:      w'_g = 0,  or  e_g = −L_g w'_g/|w'_g|                                             (1)
//! ```
//!
//! with the vectors w_g, e_g of the slips of one friction, and A of `response`. For A symmetric and positive semidefinite these are the conditions of the
//! minimum of ½ eᵀA e + βᵀe within the limits, so that w' is unique. The minimum is found by an interior-point method
//! (S. Boyd, L. Vandenberghe, *Convex Optimization*, 2004, ch. 11), with e = L z:
//!
//! ```text
//! min  τ (½ zᵀP z + bᵀz) − Σ log (1 − |z_g|²)      for τ → ∞,      w'_g ~ −2 z_g/(τ (1 − |z_g|²))                         (2)
//! ```
//!
//! Where many efforts hold one motion, this ends at those that leave most of the limits: the largest Π (1 − |e_g|²/L_g²). A friction slides if its rate
//! in (2) is larger than what it leaves of its limit by far; the product of both is 2/τ.
//!
//! Slips of one motion, or almost one, as those of the feet of a body that leans, are not held apart: what eigenvectors of A with eigenvalues below ε of
//! α₀ say of β is left out of (2): it is micro-slip. A slip that friction does not affect at all moves if w' is more than a small part ε' of its terms.

use crate::Real;
use alloc::vec::Vec;
use nalgebra::{DMatrix, DVector, SymmetricEigen};

/// The last τ of (2), and the factor from one to the next.
const LAST: f64 = 1e11;
const FACTOR: f64 = 16.0;
/// A friction slides if its rate is so much larger than what it leaves of its limit; others with it if theirs is not so much smaller.
const SURELY: f64 = 10.0;
/// The largest number of Newton's steps for each τ, and the decrement at which they end.
const STEPS: usize = 60;
const DECREMENT: f64 = 1e-10;
/// The part of the way to the nearest limit that a step takes at most.
const WITHIN: f64 = 0.95;

/// The terms of (1), slip by slip; those of one friction are adjacent.
pub(super) struct Cones {
    /// A.
    pub(super) answers: DMatrix<f64>,
    /// β.
    pub(super) rates: DVector<f64>,
    /// α₀ of each slip.
    pub(super) alone: Vec<f64>,
    /// The number of slips of each friction.
    pub(super) counts: Vec<usize>,
    /// L of each friction.
    pub(super) limits: Vec<f64>,
    /// ε of slips of one motion.
    pub(super) dependent: f64,
    /// ε'.
    pub(super) resting: f64,
}

/// What a friction does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Grasp {
    /// Some of its slips are held, those that are true; the others are at rest with them.
    Rests([bool; 3]),
    /// It slides in this direction.
    Slides([f64; 3]),
}

impl Cones {
    /// The range of the slips of each friction.
    fn ranges(&self) -> impl Iterator<Item = core::ops::Range<usize>> + '_ {
        self.counts.iter().scan(0, |first, count| {
            let from = *first;
            *first += count;
            Some(from..*first)
        })
    }

    /// The efforts of (1) and what each friction does; `None` if no minimum was found, as may be where A is not positive semidefinite.
    pub(super) fn solve(&self) -> Option<(DVector<f64>, Vec<Grasp>)> {
        let (rates, matrix) = self.of_held_motions();
        let limits: Vec<f64> =
            self.counts.iter().zip(&self.limits).flat_map(|(&n, &l)| [l].repeat(n)).collect();
        let n = limits.len();
        let mut p = DMatrix::from_fn(n, n, |i, j| limits[i] * limits[j] * matrix[(i, j)]);
        let mut b = DVector::from_fn(n, |i, _| limits[i] * rates[i]);
        let scale = b.amax().max(p.diagonal().amax());
        if scale > 0.0 {
            p /= scale;
            b /= scale;
        }
        let (z, tau) = self.least(&p, &b)?;
        let efforts = z.component_mul(&DVector::from_column_slice(&limits));
        let whole = &self.rates + &self.answers * &efforts;
        let mut grasps = Vec::with_capacity(self.counts.len());
        // A rate over what is left of the limit.
        let quotients: Vec<f64> = self
            .ranges()
            .zip(&self.limits)
            .map(|(range, &limit)| {
                let own = z.rows_range(range);
                let left = 1.0 - own.norm_squared();
                if limit > 0.0 { 2.0 * own.norm() / (tau * left * left) } else { 0.0 }
            })
            .collect();
        // Of several that begin to slide together, each is as close to it.
        let least = if quotients.iter().any(|&of| of > SURELY) { 1.0 / SURELY } else { SURELY };
        for (range, quotient) in self.ranges().zip(quotients) {
            let own = z.rows_range(range.clone());
            let slides = quotient > least;
            let real = whole.rows_range(range.clone());
            let moves = range.clone().any(|i| {
                let is_idle = self.answers[(i, i)] <= self.dependent * self.alone[i];
                is_idle && real[i - range.start].abs() > self.resting * self.terms(i, &efforts, &limits)
            });
            let along = if slides { -own } else { real.into_owned() };
            let mut ahead = [0.0; 3];
            ahead.iter_mut().zip(along.normalize().iter()).for_each(|(to, x)| *to = *x);
            grasps.push(if slides || moves { Grasp::Slides(ahead) } else { Grasp::Rests([false; 3]) });
        }
        self.choose(&z, &mut grasps);
        Some((efforts, grasps))
    }

    /// The sum of the sizes of the terms of w'_i.
    fn terms(&self, i: usize, efforts: &DVector<f64>, limits: &[f64]) -> f64 {
        let pushes: f64 = efforts.iter().enumerate().map(|(j, e)| (self.answers[(i, j)] * e).abs()).sum();
        self.rates[i].abs() + pushes + self.alone[i] * limits[i]
    }

    /// β and A without what moves slips of one motion apart, and with A symmetric.
    fn of_held_motions(&self) -> (DVector<f64>, DMatrix<f64>) {
        let n = self.alone.len();
        let roots: Vec<f64> =
            self.alone.iter().map(|&alone| if alone > 0.0 { Real::sqrt(alone) } else { 1.0 }).collect();
        let scaled = DMatrix::from_fn(n, n, |i, j| {
            0.5 * (self.answers[(i, j)] + self.answers[(j, i)]) / (roots[i] * roots[j])
        });
        let eigen = SymmetricEigen::new(scaled);
        let b = DVector::from_fn(n, |i, _| self.rates[i] / roots[i]);
        let (mut rates, mut matrix) = (DVector::zeros(n), DMatrix::zeros(n, n));
        for (k, &value) in eigen.eigenvalues.iter().enumerate().filter(|(_, value)| **value > self.dependent)
        {
            let vector = eigen.eigenvectors.column(k);
            rates += vector * vector.dot(&b);
            matrix += value * vector * vector.transpose();
        }
        let rates = DVector::from_fn(n, |i, _| rates[i] * roots[i]);
        (rates, DMatrix::from_fn(n, n, |i, j| matrix[(i, j)] * roots[i] * roots[j]))
    }

    /// The minimum of (2), and the last τ.
    fn least(&self, p: &DMatrix<f64>, b: &DVector<f64>) -> Option<(DVector<f64>, f64)> {
        let n = b.len();
        let mut z = DVector::<f64>::zeros(n);
        let mut tau = 1.0;
        loop {
            for _ in 0..STEPS {
                let mut slope = (p * &z + b) * tau;
                let mut matrix = p * tau;
                for range in self.ranges() {
                    let left = 1.0 - z.rows_range(range.clone()).norm_squared();
                    for i in range.clone() {
                        slope[i] += 2.0 * z[i] / left;
                        matrix[(i, i)] += 2.0 / left;
                        for j in range.clone() {
                            matrix[(i, j)] += 4.0 * z[i] * z[j] / (left * left);
                        }
                    }
                }
                let step = -matrix.cholesky()?.solve(&slope);
                let decrement = -slope.dot(&step);
                if !decrement.is_finite() {
                    return None;
                }
                // Far from the minimum Newton's step is damped, which keeps a self-concordant function decreasing.
                let damping = if decrement > 0.25 { 1.0 / (1.0 + Real::sqrt(decrement)) } else { 1.0 };
                z.axpy(damping.min(self.reach(&z, &step)), &step, 1.0);
                if decrement <= DECREMENT {
                    break;
                }
            }
            if tau >= LAST {
                return Some((z, tau));
            }
            tau *= FACTOR;
        }
    }

    /// A part of this step that stays within all limits.
    fn reach(&self, z: &DVector<f64>, step: &DVector<f64>) -> f64 {
        let root = |range: core::ops::Range<usize>| {
            let (from, by) = (z.rows_range(range.clone()), step.rows_range(range));
            let (a, half, left) = (by.norm_squared(), from.dot(&by), 1.0 - from.norm_squared());
            let ahead = half + Real::sqrt(half * half + a * left);
            if a > 0.0 && ahead > 0.0 { left / ahead } else { f64::INFINITY }
        };
        WITHIN * self.ranges().map(root).fold(f64::INFINITY, f64::min)
    }

    /// Chooses slips that are held among those of the frictions that rest, those with the smallest part of their limits first: independent ones, which hold
    /// all of the motions that these frictions can hold.
    fn choose(&self, z: &DVector<f64>, grasps: &mut [Grasp]) {
        let ranges: Vec<core::ops::Range<usize>> = self.ranges().collect();
        let used = |of: &usize| z.rows_range(ranges[*of].clone()).norm_squared();
        let rests = |of: &usize| matches!(grasps[*of], Grasp::Rests(_)) && self.limits[*of] > 0.0;
        let mut order: Vec<usize> = (0..grasps.len()).filter(rests).collect();
        order.sort_by(|a, b| used(a).total_cmp(&used(b)));
        let mut open = Open { answers: self.answers.clone(), scales: self.alone.clone() };
        for of in order {
            let mut held = [false; 3];
            let range = ranges[of].clone();
            while let Some(k) = open.hold(range.clone(), self.dependent) {
                held[k - range.start] = true;
            }
            grasps[of] = Grasp::Rests(held);
        }
    }
}

/// The effects of friction on the slips while some of them are held, with the scales of their rounding errors.
pub(super) struct Open {
    /// A.
    pub(super) answers: DMatrix<f64>,
    /// α₀.
    pub(super) scales: Vec<f64>,
}

impl Open {
    /// Holds the one of these slips that moves most freely; `None` if none of them moves by more than ε of its scale.
    pub(super) fn hold(&mut self, among: core::ops::Range<usize>, dependent: f64) -> Option<usize> {
        let Self { answers, scales } = self;
        let part = |i: usize| answers[(i, i)] / scales[i];
        let free = among.filter(|&i| answers[(i, i)] > dependent * scales[i]);
        let k = free.max_by(|&i, &j| part(i).total_cmp(&part(j)))?;
        let pivot = answers[(k, k)];
        for i in (0..scales.len()).filter(|&i| i != k) {
            let factor = answers[(i, k)] / pivot;
            scales[i] += factor * factor * scales[k];
            for j in (0..scales.len()).filter(|&j| j != k) {
                answers[(i, j)] -= factor * answers[(k, j)];
            }
        }
        (0..scales.len()).for_each(|i| (answers[(i, k)], answers[(k, i)]) = (0.0, 0.0));
        Some(k)
    }
}
