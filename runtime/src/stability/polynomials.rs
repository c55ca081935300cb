//! The polynomials of a weight set of the conditionally explicit family.
//!
//! For x'' = −ω² x and Ω = ωh the characteristic polynomial is ρ(E) + Ω² σ(E) with, A_j Eulerian
//! (A_0 = A_1 = 1, A_2 = E + 1, A_3 = E² + 4E + 1 …),
//!
//! ```text
//! R = Σ_{k=2}^{D} k(k−1) l_k A_{k−2}(E) (E−1)^{D−k}        ρ = E (E−1)² R                 (1)
//! σ = l_0 (E−1)^D + Σ_{k=1}^{D} l_k E A_k(E) (E−1)^{D−k}                               (2)
//! N = Σ_{k=1}^{D} k l_k A_{k−1}(E) (E−1)^{D−k}                                        (3)
//! ```
//!
//! The roots of R are the parasitic roots at h → 0. Constrained directions obey σ(E) a = 0: an
//! index-3 DAE run is stable only if the roots of σ are inside the unit circle. The response of the
//! method to a force eˢᵗ is x = (h²σ/ρ) eˢᵗ and v = (hN/((E−1)R)) eˢᵗ.
//!
//! Invariant: polynomials are coefficient lists, lowest power first; l has D + 1 entries.

use super::eigenvalues;
use alloc::vec;
use alloc::vec::Vec;
#[cfg(not(feature = "std"))]
use linkwork_numerics::elementary::Float;
use nalgebra::{Complex, DMatrix};

/// Bernoulli numbers B_0 … B_7.
const BERNOULLI: [f64; 8] = [1.0, -1.0 / 2.0, 1.0 / 6.0, 0.0, -1.0 / 30.0, 0.0, 1.0 / 42.0, 0.0];

/// C(n, k).
pub(crate) fn binomial(n: usize, k: usize) -> f64 {
    (0..k).fold(1.0, |product, i| product * (n - i) as f64 / (i + 1) as f64)
}

/// n!
pub(crate) fn factorial(n: usize) -> f64 {
    (2..=n).fold(1.0, |product, i| product * i as f64)
}

/// l_0 = w_0 − 1, l_k = C(D,k) w_k, l_D = 1 from weights with w_D = 1.
pub(crate) fn l_of_weights<const DEGREE: usize>(weights: [f64; DEGREE]) -> [f64; DEGREE] {
    let mut l = weights;
    for (k, l) in l.iter_mut().enumerate() {
        *l = if k == 0 { *l - 1.0 } else { *l * binomial(DEGREE - 1, k) };
    }
    l
}

/// The inverse of [`l_of_weights`].
pub(crate) fn weights_of_l<const DEGREE: usize>(l: [f64; DEGREE]) -> [f64; DEGREE] {
    let mut weights = l;
    for (k, w) in weights.iter_mut().enumerate() {
        *w = if k == 0 { *w + 1.0 } else { *w / binomial(DEGREE - 1, k) };
    }
    weights
}

/// Σ_{k=1}^{D} k B_{k−1} l_k, which is zero for sets of order D (O1).
pub(crate) fn order_condition(l: &[f64]) -> f64 {
    (1..l.len()).map(|k| k as f64 * BERNOULLI[k - 1] * l[k]).sum()
}

/// π_1 … π_D (slot 0 unused): in a smooth motion with steps of one size the predictions are
/// p_k = hᵏ x⁽ᵏ⁾/k! + π_k δ + …, δ = h^(D+1) x^(D+1)/D!.
///
/// With the error ε_k δ, k ≥ 1, after the correction y = p + l Δ, the prediction gives
///
/// ```text
/// C(D+1, k)/(D+1) = l_k + Σ_{j>k} C(j, k) ε_j,    k = D … 0,      π_k = ε_k − l_k
/// ```
///
/// Line D is Δ = δ, line 1 is ε_2 = 0 if O1 holds, line 0 is that of the position. For a first-order
/// state (`first_order`, l_D = 1), y' itself is exact instead: ε_1 = 0.
pub(crate) fn steady_predictions(l: &[f64], first_order: bool) -> Vec<f64> {
    let d = l.len() - 1;
    let mut epsilon = vec![0.0; d + 1];
    for k in (usize::from(first_order)..d).rev() {
        let known: f64 = (k + 2..=d).map(|j| binomial(j, k) * epsilon[j]).sum();
        let missing = binomial(d + 1, k) / (d + 1) as f64 - l[k] - known;
        epsilon[k + 1] = missing / (k + 1) as f64;
    }
    (0..=d).map(|k| if k == 0 { 0.0 } else { epsilon[k] - l[k] }).collect()
}

/// The set with all roots of R at `root` that satisfies O1 and l_0 = Σ_{k=2}^{D} (k−1) B_k l_k (O2).
pub(crate) fn l_with_parasitic_root<const DEGREE: usize>(root: f64) -> [f64; DEGREE] {
    let d = DEGREE - 1;
    let mut l = [0.0; DEGREE];
    l[d] = 1.0;
    // Coefficient of u^i, u = E − 1: term k starts at u^(D−k) with k(k−1)(k−2)! = k!.
    for i in 1..d.max(2) - 1 {
        let target = factorial(d) * binomial(d - 2, i) * (0..i).fold(1.0, |p, _| p / (1.0 - root));
        let known: f64 = (d - i + 1..=d)
            .map(|k| {
                (k * (k - 1)) as f64 * l[k] * shifted(&eulerian(k - 2)).get(i + k - d).copied().unwrap_or(0.0)
            })
            .sum();
        l[d - i] = (target - known) / factorial(d - i);
    }
    l[1] = 0.0;
    l[1] = -order_condition(&l);
    l[0] = (2..=d).map(|k| (k - 1) as f64 * BERNOULLI[k] * l[k]).sum();
    l
}

/// A_j.
fn eulerian(j: usize) -> Vec<f64> {
    let mut a = vec![1.0];
    for n in 2..=j {
        // ⟨n,m⟩ = (m + 1) ⟨n−1,m⟩ + (n − m) ⟨n−1,m−1⟩
        a = (0..n)
            .map(|m| {
                let same = a.get(m).map_or(0.0, |a| (m + 1) as f64 * a);
                let lower = if m > 0 { (n - m) as f64 * a[m - 1] } else { 0.0 };
                same + lower
            })
            .collect();
    }
    a
}

/// The polynomial in u = E − 1.
fn shifted(a: &[f64]) -> Vec<f64> {
    (0..a.len()).map(|i| (i..a.len()).map(|m| binomial(m, i) * a[m]).sum()).collect()
}

/// A sum of terms c E^e A_j(E) (E−1)^m.
struct Term {
    factor: f64,
    power: usize,
    eulerian: usize,
    difference: usize,
}

/// R, (1).
fn r_terms(l: &[f64]) -> Vec<Term> {
    let d = l.len() - 1;
    (2..=d)
        .map(|k| Term { factor: (k * (k - 1)) as f64 * l[k], power: 0, eulerian: k - 2, difference: d - k })
        .collect()
}

/// σ, (2).
fn sigma_terms(l: &[f64]) -> Vec<Term> {
    let d = l.len() - 1;
    let first = Term { factor: l[0], power: 0, eulerian: 0, difference: d };
    let others = (1..=d).map(|k| Term { factor: l[k], power: 1, eulerian: k, difference: d - k });
    core::iter::once(first).chain(others).collect()
}

/// N, (3).
fn n_terms(l: &[f64]) -> Vec<Term> {
    let d = l.len() - 1;
    (1..=d).map(|k| Term { factor: k as f64 * l[k], power: 0, eulerian: k - 1, difference: d - k }).collect()
}

/// The coefficients of a sum of terms.
fn coefficients(terms: &[Term]) -> Vec<f64> {
    let mut sum = vec![0.0; 16];
    for term in terms {
        let mut product = vec![0.0; term.power];
        product.extend(eulerian(term.eulerian).iter().map(|a| term.factor * a));
        let degree = product.len() + term.difference;
        product.resize(degree, 0.0);
        for _ in 0..term.difference {
            for i in (0..product.len()).rev() {
                product[i] = if i > 0 { product[i - 1] } else { 0.0 } - product[i];
            }
        }
        for (sum, c) in sum.iter_mut().zip(product) {
            *sum += c;
        }
    }
    sum
}

/// The value of a sum of terms at E, given E and E − 1 (which must not be formed by cancellation).
fn value(terms: &[Term], e: Complex<f64>, difference: Complex<f64>) -> Complex<f64> {
    let zero = Complex::new(0.0, 0.0);
    let one = Complex::new(1.0, 0.0);
    terms.iter().fold(zero, |sum, term| {
        let a = eulerian(term.eulerian).iter().rev().fold(zero, |sum, a| sum * e + a);
        let outer = (0..term.power).fold(one, |p, _| p * e);
        let inner = (0..term.difference).fold(one, |p, _| p * difference);
        sum + a * outer * inner * term.factor
    })
}

/// The roots of a polynomial: zero roots from its coefficients, the others from its companion matrix (whose Schur form
/// may fail if it is nilpotent).
fn roots(mut a: Vec<f64>) -> Vec<Complex<f64>> {
    let largest = a.iter().fold(0.0_f64, |m, c| m.max(c.abs()));
    let negligible = |c: &f64| c.abs() <= f64::EPSILON * largest;
    while a.last().is_some_and(negligible) {
        a.pop();
    }
    let zeros = a.iter().take_while(|c| negligible(c)).count();
    a.drain(..zeros);
    let n = a.len().saturating_sub(1);
    let companion = DMatrix::from_fn(n, n, |i, j| {
        if i == 0 {
            -a[n - 1 - j] / a[n]
        } else if i == j + 1 {
            1.0
        } else {
            0.0
        }
    });
    let mut all = eigenvalues(companion);
    all.resize(all.len() + zeros, Complex::new(0.0, 0.0));
    all
}

/// Roots of R: the parasitic roots at h → 0.
pub(crate) fn roots_of_r(l: &[f64]) -> Vec<Complex<f64>> {
    roots(coefficients(&r_terms(l)))
}

/// Roots of σ, for constrained directions.
pub(crate) fn roots_of_sigma(l: &[f64]) -> Vec<Complex<f64>> {
    roots(coefficients(&sigma_terms(l)))
}

/// Steady relative errors (|X s² − 1|, |V s − 1|) at s = iΩ: of position and velocity under a force of frequency ω.
pub(crate) fn steady_errors(l: &[f64], omega_h: f64) -> (f64, f64) {
    let one = Complex::new(1.0, 0.0);
    let s = Complex::new(0.0, omega_h);
    let (sine, half) = (omega_h.sin(), (0.5 * omega_h).sin());
    let difference = Complex::new(-2.0 * half * half, sine);
    let e = one + difference;
    let r = value(&r_terms(l), e, difference);
    let ratio = s / difference;
    let x = ratio * ratio * value(&sigma_terms(l), e, difference) / (e * r);
    let v = ratio * value(&n_terms(l), e, difference) / r;
    ((x - one).norm(), (v - one).norm())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eulerian_polynomials() {
        assert_eq!(eulerian(0), [1.0]);
        assert_eq!(eulerian(1), [1.0]);
        assert_eq!(eulerian(2), [1.0, 1.0]);
        assert_eq!(eulerian(3), [1.0, 4.0, 1.0]);
        assert_eq!(eulerian(4), [1.0, 11.0, 11.0, 1.0]);
    }

    /// x = τ^(D+1)/(D+1) has δ = h^(D+1) at every step of size 1: predictions with the errors π_k keep them.
    #[test]
    fn steady_predictions_stay() {
        // (2, 9/4, 2, 3/2), degree 5: D = 4.
        let l = l_of_weights([2.0, 9.0 / 4.0, 2.0, 3.0 / 2.0, 1.0]);
        let pi = steady_predictions(&l, false);
        assert!((pi[2] + l[2]).abs() < 1e-14, "x'' is right after the correction");
        // yₖ of x = τ⁵/5 is C(5, k) τ^(5−k)/5.
        let exact = |k: usize, t: f64| binomial(5, k) / 5.0 * (k..5).fold(1.0, |p, _| p * t);
        let (mut t, mut x) = (3.0, exact(0, 3.0));
        let mut p: Vec<f64> = (0..5).map(|k| exact(k, t) + pi[k]).collect();
        for _ in 0..3 {
            let delta = (exact(2, t) - p[2]) / l[2];
            assert!((delta - 1.0).abs() < 1e-10, "{delta}");
            let y: Vec<f64> = (0..5).map(|k| p[k] + l[k] * delta).collect();
            x += y[1..].iter().sum::<f64>() + l[0] * delta;
            t += 1.0;
            p = (0..5).map(|k| (k.max(1)..5).map(|j| binomial(j, k) * y[j]).sum()).collect();
            assert!((x - exact(0, t)).abs() < 1e-10, "{x} at {t}");
            for k in 1..5 {
                assert!((p[k] - exact(k, t) - pi[k]).abs() < 1e-10, "{k} at {t}");
            }
        }
    }

    /// R of degree 4 with l = (½, 5/2, 3, 1): 6 (3 − … ): Gear's set has R = 6 E.
    #[test]
    fn gear_has_a_parasitic_root_at_zero() {
        let gear4 = l_of_weights([3.0 / 2.0, 5.0 / 6.0, 1.0, 1.0]);
        let r = coefficients(&r_terms(&gear4));
        assert_eq!(&r[..2], [0.0, 6.0]);
        let designed: [f64; 4] = l_with_parasitic_root(0.0);
        for (a, b) in designed.iter().zip(gear4) {
            assert!((a - b).abs() < 1e-14, "{designed:?}");
        }
    }
}
