//! Rotations in f64 and in series of f64, against the same in double-double, where the factors are summed another way.

use linkwork::Real;
use linkwork::rotation::{advance, dexp, dexp_inverse, exp};
use linkwork::scalar::{DoubleDouble, Taylor};

/// |δ| on both sides of every change of series.
const SIZES: [f64; 13] = [0.0, 1e-9, 1e-5, 1e-3, 0.03, 0.0316, 0.063, 0.064, 0.5, 1.0, 1.99, 2.01, 3.1];
/// A few rounding units of numbers of size 1.
const ROUNDING: f64 = 4e-15;
/// The same for coefficients of τ⁷, which are sums of many products.
const SERIES: f64 = 1e-12;

/// All functions of an increment, one after the other.
fn all<T: Real>(by: &[T; 3]) -> Vec<T> {
    let of = |x: [f64; 3]| x.map(|x| T::decimal(x, 0.0));
    let w = of([0.3, -0.8, 0.5]);
    let mut q = [0.5, 0.5, -0.5, 0.5].map(|x| T::decimal(x, 0.0));
    let mut carry = of([1e-20, -2e-20, 3e-20]);
    advance(&mut q, by, &mut carry);
    [exp(by).to_vec(), dexp(by, &w).to_vec(), dexp_inverse(by, &w).to_vec(), q.to_vec()].concat()
}

const AXIS: [f64; 3] = [2.0 / 3.0, -1.0 / 3.0, 2.0 / 3.0];

#[test]
fn factors_are_right_to_rounding() {
    for size in SIZES {
        let by = AXIS.map(|n| size * n);
        let exact = all(&by.map(|x| DoubleDouble::decimal(x, 0.0)));
        for (k, (found, exact)) in all(&by).iter().zip(exact).enumerate() {
            let error = (DoubleDouble::decimal(*found, 0.0) - exact).magnitude();
            assert!(error <= ROUNDING, "|δ| = {size}, number {k}: {found} is off by {error:e}");
        }
    }
}

#[test]
fn series_have_all_their_derivatives() {
    /// δ = size·n + τ m + τ² k.
    fn path<T: Real>(size: f64) -> [Taylor<T, 8>; 3] {
        core::array::from_fn(|i| {
            let mut x = Taylor::constant(T::decimal(size * AXIS[i], 0.0));
            x.coefficients_mut()[1] = T::decimal([0.4, 0.2, -0.7][i], 0.0);
            x.coefficients_mut()[2] = T::decimal([-0.1, 0.6, 0.3][i], 0.0);
            x
        })
    }
    for size in SIZES {
        let exact = all(&path::<DoubleDouble>(size));
        for (k, (found, exact)) in all(&path::<f64>(size)).iter().zip(exact).enumerate() {
            for i in 0..8 {
                let off = DoubleDouble::decimal(found.coefficient(i), 0.0) - exact.coefficient(i);
                let error = off.magnitude();
                assert!(error <= SERIES, "|δ| = {size}, number {k}, τ^{i}: off by {error:e}");
            }
        }
    }
}
