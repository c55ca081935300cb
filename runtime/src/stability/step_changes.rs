//! The largest increase of the step size: parasitic modes under repeated increase and decrease of h.
//!
//! With P the Pascal matrix, p the predicted Nordsieck vector (k = 1 … D) and Δ the last correction, one step
//! p ← P (p + l Δ) of
//!
//! ```text
//! a constrained direction   x_{n+1} = 0:  Δ = −Σ p_k/s                                         (1)
//! a free one, h → 0         x'' = 0:      Δ = −p_2/l_2,  k ≥ 2                               (2)
//! ```
//!
//! is a matrix A on (p, Δ), and a change of step is the matrix S(r): p_k ← rᵏ p_k + π_k (r^(D+1) − rᵏ) Δ,
//! Δ ← r^(D+1) Δ, where the term with π_k is omitted unless 2D steps of one size preceded.
//!
//! The worst case of a step-size control is to increase h, reduce it after one step, hold it for
//! 2D steps and repeat, or to reduce it after every hold:
//!
//! ```text
//! A^2D S(1/r) A S(r)      and      A S(1/r) A^2D S(r)                              (3)
//! ```
//!
//! Invariant: r_max is the largest r ≤ 2 for which each cycle (3) at least halves every mode. A set
//! that does not with r = 1 is for fixed steps.

use super::eigenvalues;
use super::polynomials::{binomial, steady_predictions};
use alloc::vec;
use nalgebra::DMatrix;

/// The largest remaining part of a mode after a cycle (3).
const DECAY: f64 = 0.5;
/// The largest increase of any method of this family.
const CAP: f64 = 2.0;
/// The number of ratios between 1 and [`CAP`] that are checked before bisection.
const GRID: u32 = 20;

/// A step on (p_1 … p_D, Δ) with Δ = −weights·p.
fn step(l: &[f64], weights: impl Fn(usize) -> f64) -> DMatrix<f64> {
    let d = l.len() - 1;
    let correct = DMatrix::from_fn(d, d, |k, j| f64::from(u8::from(k == j)) - l[k + 1] * weights(j + 1));
    let mut a = DMatrix::zeros(d + 1, d + 1);
    a.view_mut((0, 0), (d, d)).copy_from(&(pascal(d) * correct));
    for j in 0..d {
        a[(d, j)] = -weights(j + 1);
    }
    a
}

/// (1).
fn constrained(l: &[f64]) -> DMatrix<f64> {
    let s: f64 = l.iter().sum();
    step(l, |_| 1.0 / s)
}

/// (2).
fn free(l: &[f64]) -> DMatrix<f64> {
    step(l, |k| if k == 2 { 1.0 / l[2] } else { 0.0 })
}

/// C(j, k) for k, j = 1 … d.
fn pascal(d: usize) -> DMatrix<f64> {
    DMatrix::from_fn(d, d, |k, j| if j >= k { binomial(j + 1, k + 1) } else { 0.0 })
}

/// S(r) after `steps` steps of one size.
fn change(l: &[f64], r: f64, steps: usize) -> DMatrix<f64> {
    let d = l.len() - 1;
    let steady = if steps >= 2 * d { steady_predictions(l, false) } else { vec![0.0; d + 1] };
    let power = |k: usize| (0..k).fold(1.0, |p, _| p * r);
    let mut s = DMatrix::zeros(d + 1, d + 1);
    for k in 1..=d {
        s[(k - 1, k - 1)] = power(k);
        s[(k - 1, d)] = steady[k] * (power(d + 1) - power(k));
    }
    s[(d, d)] = power(d + 1);
    s
}

/// The largest modulus after an increase by r, `high` steps, a decrease, and `low` steps, of the modes from
/// derivative `first` on.
fn cycle(a: &DMatrix<f64>, l: &[f64], first: usize, r: f64, high: usize, low: usize) -> f64 {
    let n = a.nrows();
    let steps = |count: usize| (0..count).fold(DMatrix::identity(n, n), |product, _| a * product);
    let product = steps(low) * change(l, 1.0 / r, high) * steps(high) * change(l, r, low);
    let (from, count) = (first - 1, n + 1 - first);
    let part = product.view((from, from), (count, count)).into_owned();
    eigenvalues(part).iter().fold(0.0, |m, e| m.max(e.norm()))
}

/// The spectral radius of changing the step by r and 1/r at every step, in constrained directions.
pub(crate) fn alternating(l: &[f64], r: f64) -> f64 {
    cycle(&constrained(l), l, 1, r, 1, 1)
}

/// r_max of a set; `with_constraints` says whether constrained directions count.
pub(crate) fn growth(l: &[f64], with_constraints: bool) -> f64 {
    let hold = 2 * (l.len() - 1);
    let (free, constrained) = (free(l), constrained(l));
    let calm = |r: f64| {
        [(1, hold), (hold, 1)].iter().all(|&(high, low)| {
            cycle(&free, l, 2, r, high, low) <= DECAY
                && (!with_constraints || cycle(&constrained, l, 1, r, high, low) <= DECAY)
        })
    };
    let ratio = |i: u32| 1.0 + (CAP - 1.0) * f64::from(i) / f64::from(GRID);
    let Some(first_bad) = (0..=GRID).find(|&i| !calm(ratio(i))) else { return CAP };
    if first_bad == 0 {
        return 1.0;
    }
    let (mut low, mut high) = (ratio(first_bad - 1), ratio(first_bad));
    for _ in 0..10 {
        let middle = 0.5 * (low + high);
        if calm(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}
