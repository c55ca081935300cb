//! The error of a step of an embedded method.
//!
//! ```text
//! e = h Σ (b_i − b̂_i) k_i      s_j = absolute + relative·max(|x_n|, |x_{n+1}|)_j                (1)
//! error = √(mean_j (e_j/s_j)²)   over all entries of q, v and y                                (2)
//! h_new = h·min(2, 0.9 error^(−1/p))   with e = O(h^p)                                       (3)
//! ```
//!
//! On a manifold e of q is the difference of the increments Ω, and s is computed from the size of the whole q.
//! With the root mean square, an entry may exceed its bound by √n if the others are exact.

use super::embedded::{Embedded, Estimate};
use super::stepper::{Slopes, Workspace};
use super::{RungeKutta, Tableau, Treats};
use crate::stepper::{ErrorEstimate, Start, StepRules, Tolerance};
use crate::{Mechanism, Real, Vector};

/// Equation (3).
const SAFETY: f64 = 0.9;
const GROWTH: f64 = 2.0;
/// The largest number of stages of a tableau with an estimate.
const STAGES: usize = 16;

/// h(b_i − b̂_i) from b̂.
fn differences<T: Real, B: Embedded>(h: T, lower: &[super::Coefficient]) -> [T; STAGES] {
    let mut weights = [T::zero(); STAGES];
    for (w, (b, lower)) in weights.iter_mut().zip(B::B.iter().zip(lower)) {
        *w = h * (b.to::<T>() - lower.to());
    }
    weights
}

/// Equation (2).
fn scaled<M: Mechanism>(
    m: &M,
    w: &Workspace<M>,
    weights: &[M::Scalar; STAGES],
    tolerance: &Tolerance,
) -> f64 {
    let (mut sum, mut entries) = (0.0, 0);
    let mut part =
        |slope: &dyn Fn(&Slopes<M>, usize) -> M::Scalar, len: usize, size: &dyn Fn(usize) -> f64| {
            for i in 0..len {
                let terms = w.stages.iter().zip(weights);
                let e = terms.fold(M::Scalar::zero(), |e, (k, w)| e + *w * slope(k, i));
                let ratio = e.magnitude() / tolerance.scale(size(i));
                sum += ratio * ratio;
            }
            entries += len;
        };
    let larger = |a: &[M::Scalar], b: &[M::Scalar], i: usize| a[i].magnitude().max(b[i].magnitude());
    let (here, end) = (&w.here, &w.end);
    let whole = here.q.magnitude().max(end.q.magnitude());
    let of_q = |i: usize| {
        if m.flags().vector_space { larger(here.q.as_slice(), end.q.as_slice(), i) } else { whole }
    };
    part(&|k, i| k.q.as_slice()[i], here.v.len(), &of_q);
    part(&|k, i| k.v.as_slice()[i], here.v.len(), &|i| larger(here.v.as_slice(), end.v.as_slice(), i));
    part(&|k, i| k.y.as_slice()[i], here.y.len(), &|i| larger(here.y.as_slice(), end.y.as_slice(), i));
    if entries == 0 { 0.0 } else { (sum / entries as f64).sqrt() }
}

impl<M: Mechanism, B: Embedded, C: Treats<M>> ErrorEstimate<M> for RungeKutta<B, C> {
    fn error(&self, m: &M, w: &Workspace<M>, tolerance: &Tolerance) -> f64 {
        match B::ESTIMATE {
            Estimate::Weights(lower) => scaled(m, w, &differences::<_, B>(w.h, lower), tolerance),
            Estimate::FifthAndThird { difference, third } => {
                let mut fifth = [M::Scalar::zero(); STAGES];
                for (w_i, e) in fifth.iter_mut().zip(difference) {
                    *w_i = w.h * e.to();
                }
                let fifth = scaled(m, w, &fifth, tolerance);
                let third = scaled(m, w, &differences::<_, B>(w.h, third), tolerance);
                if fifth == 0.0 { 0.0 } else { fifth * fifth / (fifth * fifth + 0.01 * third * third).sqrt() }
            }
        }
    }

    fn rules(&self) -> StepRules {
        let exponent = f64::from(<B as Tableau>::ORDER.min(B::LOWER_ORDER) + 1);
        StepRules { exponent, growth: GROWTH, hold: 0, safety: SAFETY }
    }
}

impl<B: Embedded, C> RungeKutta<B, C> {
    /// (q, v, y) of the second method at the end of the last attempt, from which the error is estimated (of order 3
    /// for Dormand–Prince 8(5,3)). Before projection.
    pub fn second_end<M: Mechanism>(&self, m: &M, w: &Workspace<M>) -> Start<M>
    where
        C: Treats<M>,
    {
        let (Estimate::Weights(lower) | Estimate::FifthAndThird { third: lower, .. }) = B::ESTIMATE;
        let here = &w.here;
        let mut end: Start<M> =
            Start { t: here.t + w.h, q: here.q.clone(), v: here.v.clone(), y: here.y.clone() };
        let mut by = here.v.clone();
        by.fill(M::Scalar::zero());
        let mut carry = by.clone();
        for (k, b) in w.stages.iter().zip(lower) {
            let weight: M::Scalar = w.h * b.to();
            by.axpy(weight, &k.q);
            end.v.axpy(weight, &k.v);
            end.y.axpy(weight, &k.y);
        }
        m.advance(&mut end.q, &by, &mut carry);
        end
    }
}
