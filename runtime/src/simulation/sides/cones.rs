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

use super::elimination::Open;
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
    /// ε' of slips that friction does not affect.
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
            grasps.push(if slides || moves {
                let along = if slides { -own } else { real.into_owned() };
                let mut ahead = [0.0; 3];
                ahead.iter_mut().zip(along.normalize().iter()).for_each(|(to, x)| *to = *x);
                Grasp::Slides(ahead)
            } else {
                Grasp::Rests([false; 3])
            });
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

#[cfg(test)]
mod tests {
    use super::{Cones, Grasp};
    use nalgebra::{DMatrix, DVector};
    use std::prelude::v1::*;

    /// √(2 [`SURELY`](super::SURELY)/τ): with less, a rate or what is left of a limit is zero.
    const NEAR: f64 = 2e-5;

    /// (1), of any solution, and held slips that are independent and as many as there are motions.
    fn check(cones: &Cones) -> Vec<Grasp> {
        let (efforts, grasps) = cones.solve().expect("a solution");
        let rates = &cones.rates + &cones.answers * &efforts;
        let size = rates.amax().max(cones.rates.amax()).max(cones.answers.amax());
        let (mut held, mut resting) = (Vec::new(), Vec::new());
        for ((range, &limit), grasp) in cones.ranges().zip(&cones.limits).zip(&grasps) {
            let (e, w) = (efforts.rows_range(range.clone()), rates.rows_range(range.clone()));
            assert!(e.norm() <= limit * (1.0 + 1e-14), "{e} beyond {limit}");
            match grasp {
                Grasp::Rests(holds) => {
                    assert!(w.norm() * limit <= NEAR * size * cones.limits.len() as f64, "{w} rests");
                    held.extend(range.clone().filter(|k| holds[k - range.start]));
                    resting.extend(range);
                }
                Grasp::Slides(ahead) => {
                    let along = e.iter().zip(ahead).map(|(e, d)| e * d).sum::<f64>();
                    assert!((along + limit).abs() <= NEAR * limit, "{along} of {limit}");
                    assert!((e.dot(&w) + limit * w.norm()).abs() <= NEAR * limit * size, "{e}, {w}");
                }
            }
        }
        let rank = |slips: &[usize]| {
            let block =
                DMatrix::from_fn(slips.len(), slips.len(), |i, j| cones.answers[(slips[i], slips[j])]);
            if slips.is_empty() { 0 } else { block.rank(1e-8) }
        };
        assert_eq!((held.len(), rank(&held)), (rank(&resting), rank(&resting)));
        grasps
    }

    fn cones(answers: DMatrix<f64>, rates: DVector<f64>, counts: &[usize], limits: &[f64]) -> Cones {
        let alone = answers.diagonal().as_slice().to_vec();
        let (counts, limits) = (counts.to_vec(), limits.to_vec());
        Cones { answers, rates, alone, counts, limits, dependent: 1e-10, resting: 1e-10 }
    }

    /// Where the response is not the same in all directions, a slide does not begin against the effort that would hold it: with A = diag (1, 4) and
    /// β = (−3, −8.4), e = (0.6, 0.8) leaves w' = (−2.4, −5.2), and e = −w'/|w'| is another one.
    #[test]
    fn a_slide_begins_along_its_acceleration() {
        let answers = DMatrix::from_diagonal(&DVector::from_column_slice(&[1.0, 4.0]));
        let rates = DVector::from_column_slice(&[-3.0, -8.4]);
        let grasps = check(&cones(answers.clone(), rates.clone(), &[2], &[1.0]));
        let Grasp::Slides(ahead) = grasps[0] else { unreachable!("it slides") };
        let left = rates - answers * DVector::from_column_slice(&ahead[..2]);
        assert!((left[0] * ahead[1] - left[1] * ahead[0]).abs() < 1e-5, "{left} along {ahead:?}");
    }

    /// Two feet of a slider hold what one of them cannot, each in one direction.
    #[test]
    fn frictions_share_one_motion() {
        let answers = DMatrix::from_fn(4, 4, |i, j| if i % 2 == j % 2 { 1.0 } else { 0.0 });
        let at = |push: f64| {
            let rates = DVector::from_column_slice(&[-push, 0.0, -push, 0.0]);
            check(&cones(answers.clone(), rates, &[2, 2], &[1.0, 0.5]))
        };
        assert_eq!(at(1.4), [Grasp::Rests([false; 3]), Grasp::Rests([true, true, false])]);
        assert!(
            at(1.6)
                .iter()
                .all(|grasp| matches!(grasp, Grasp::Slides([along, ..]) if (along + 1.0).abs() < 1e-9))
        );
    }

    /// Random positive semidefinite matrices of every rank.
    #[test]
    fn every_balance_is_found() {
        let mut seed = 1_u64;
        let mut random = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
        };
        for round in 0..500 {
            let counts: Vec<usize> = (0..1 + round % 4).map(|k| 1 + (round / 4 + k) % 3).collect();
            let n = counts.iter().sum();
            let rank = 1 + (round / 12) % n;
            let motions = DMatrix::from_fn(n, rank, |_, _| random());
            let force = DVector::from_fn(rank, |_, _| 2.0 * random());
            let limits: Vec<f64> = counts.iter().map(|_| 0.1 + random().abs()).collect();
            let answers = &motions * motions.transpose();
            check(&cones(answers, motions * force, &counts, &limits));
        }
    }
}
