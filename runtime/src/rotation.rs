//! Rotations as unit quaternions q = (w, x, y, z) with increments δ and velocities ω in the rotating axes.
//!
//! ```text
//! q ⊞ δ = q ⊗ exp(δ/2),   exp(δ/2) = (cos x/2, sin(x/2)/x · δ),   x = |δ|                       (1)
//! q ⊟ p = 2 log(p⁻¹ ⊗ q)                                        in the ball |δ| ≤ π             (2)
//! dexp_δ(w)   = w − (1 − cos x)/x² δ × w + (x − sin x)/x³ δ × (δ × w)                           (3)
//! dexp⁻¹_δ(w) = w + ½ δ × w + (1 − x/2 · cot x/2)/x² δ × (δ × w)                                (4)
//! [u, w] = u × w                                                                                (5)
//! ```
//! (3) is the velocity at q ⊞ δ when δ changes at the rate w. The factors are even in x, and so are power
//! series in x² for small x: smooth in every scalar, without 0/0. Sources: Iserles et al. 2000, *Lie-group
//! methods*, appendix B; Müller 2021, *Review of the exponential and Cayley map on SE(3)*, section 2.
//!
//! Invariant: nothing here allocates, and in f64 all factors are correct to a few rounding units.

use crate::Real;

/// Below this x² the power series below are exact to rounding in every scalar (including double-double).
const SERIES: f64 = 1.0;

/// 1/(2k + `from`)! with alternating signs.
const fn alternating(from: u32) -> [f64; 15] {
    let mut coefficients = [0.0; 15];
    let mut k = 0;
    while k < 15 {
        let mut factorial = 1.0;
        let mut i = 2;
        while i <= 2 * k as u32 + from {
            factorial *= i as f64;
            i += 1;
        }
        coefficients[k] = if k % 2 == 0 { 1.0 / factorial } else { -1.0 / factorial };
        k += 1;
    }
    coefficients
}

/// The coefficients for `from` = 0 to 3, each rounded once.
const COEFFICIENTS: [[f64; 15]; 4] = [alternating(0), alternating(1), alternating(2), alternating(3)];

/// Below this x² six terms are exact to rounding in f64: |x|¹²/12! is 2e-27.
const FEW: f64 = 1e-3;

/// Σ ±xᵏ/(2k + from)!, as many terms as the scalar needs at this size of x.
#[inline]
fn series<T: Real>(from: u32, x: T) -> T {
    let size = x.leading();
    // Parts other than the leading one are derivatives, which may need terms that x itself does not need.
    let plain = x.magnitude() <= 4.0 * size + 1e-300;
    let Some(coefficients) = COEFFICIENTS.get(from as usize).filter(|_| T::epsilon() >= f64::EPSILON) else {
        return long_series(from, x);
    };
    let few = |terms: &[f64]| terms.iter().rev().fold(T::zero(), |sum, c| sum * x + T::decimal(*c, 0.0));
    match (plain, size < FEW) {
        (true, true) => {
            // Unrolled because every step of a free body evaluates it.
            let [c0, c1, c2, c3, c4, c5] =
                [0, 1, 2, 3, 4, 5].map(|k: usize| T::decimal(coefficients[k], 0.0));
            c0 + x * (c1 + x * (c2 + x * (c3 + x * (c4 + x * c5))))
        }
        // Below SERIES: 1/22! is 9e-22.
        (true, false) => few(&coefficients[..11]),
        (false, _) => few(coefficients),
    }
}

/// The same for scalars finer than f64: coefficients are divided in the scalar itself.
fn long_series<T: Real>(from: u32, x: T) -> T {
    let size = x.leading();
    let signs = alternating(from);
    // Terms until the next is below rounding; all of them if the scalar has parts other than its leading one.
    let mut terms = 1;
    let mut bound = 1.0;
    let least = T::epsilon() * signs[0].abs() * 1e-3;
    while terms < 15 && (bound * signs[terms].abs() * size > least || x.magnitude() > 4.0 * size + 1e-300) {
        bound *= size;
        terms += 1;
    }
    // Horner with factors 1/((2k + from)(2k + from − 1)): exact small integers.
    let mut sum = T::one();
    for k in (1..terms).rev() {
        let n = f64::from(2 * k as u32 + from);
        let divisor = T::exact(n * (n - 1.0));
        sum = T::one() - x * sum / divisor;
    }
    let first: f64 = (1..=from).map(f64::from).product();
    sum / T::exact(first)
}

/// A function that is even in x = √(x²): its series for small x², otherwise its closed form.
#[inline]
fn even<T: Real>(x2: T, from: u32, closed: impl Fn(T) -> T) -> T {
    if x2.leading() < SERIES {
        return series(from, x2);
    }
    let small = Real::lt(x2, T::exact(SERIES));
    // Lanes with small x² get a harmless argument in the closed form, and vice versa.
    let one = T::one();
    let far = T::select(small, one, x2);
    let near = T::select(small, x2, one);
    T::select(small, series(from, near), closed(far))
}

/// a × b.
#[inline]
pub fn cross<T: Real>(a: &[T; 3], b: &[T; 3]) -> [T; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// p ⊗ q.
#[inline]
pub fn product<T: Real>(p: &[T; 4], q: &[T; 4]) -> [T; 4] {
    let ([a, b, c, d], [w, x, y, z]) = (*p, *q);
    [
        a * w - b * x - c * y - d * z,
        a * x + b * w + c * z - d * y,
        a * y - b * z + c * w + d * x,
        a * z + b * y - c * x + d * w,
    ]
}

fn square<T: Real>(a: &[T; 3]) -> T {
    a[0] * a[0] + a[1] * a[1] + a[2] * a[2]
}

/// exp(δ/2) of (1).
pub fn exp<T: Real>(by: &[T; 3]) -> [T; 4] {
    let quarter = T::exact(0.25) * square(by);
    let cosine = even(quarter, 0, |x2| x2.sqrt().cos());
    let sine = even(quarter, 1, |x2| {
        let x = x2.sqrt();
        x.sin() / x
    });
    let half = T::exact(0.5) * sine;
    [cosine, half * by[0], half * by[1], half * by[2]]
}

/// q ← q ⊞ δ, kept at unit length; `carry` is the rounding error of earlier increments, in the axes of δ.
///
/// The increment exp(δ/2) − 1 is added to q with its rounding error kept: the part of the error that is a
/// rotation goes to the carry, the part along q is removed by the normalisation.
#[inline]
pub fn advance<T: Real>(q: &mut [T; 4], by: &[T; 3], carry: &mut [T; 3]) {
    let by: [T; 3] = core::array::from_fn(|i| by[i] + carry[i]);
    let quarter = T::exact(0.25) * square(&by);
    // cos − 1 = −x²/2·(series of (1 − cos)/(x²/2)): no cancellation for small steps.
    let cosine_less_one = -(quarter * even(quarter, 2, |x2| (T::one() - x2.sqrt().cos()) / x2));
    let sine = even(quarter, 1, |x2| {
        let x = x2.sqrt();
        x.sin() / x
    });
    let half = T::exact(0.5) * sine;
    let step = [cosine_less_one, half * by[0], half * by[1], half * by[2]];
    let change = product(q, &step);
    let mut error = [T::zero(); 4];
    for i in 0..4 {
        (q[i], error[i]) = q[i].two_sum(change[i]);
    }
    // Near unit length 1/|q| = (3 − |q|²)/2 to rounding; far from it (a first guess) by the root.
    let length2 = q.iter().fold(T::zero(), |sum, &x| sum + x * x);
    let excess = length2 - T::one();
    let factor = if excess.leading() < 1e-5 && excess.magnitude() < 1e-5 {
        T::one() - T::exact(0.5) * excess + T::exact(0.375) * excess * excess
    } else {
        length2.sqrt().recip()
    };
    // q*⊗error: its vector part is half a rotation.
    let two = T::exact(2.0);
    let conjugate = [q[0], -q[1], -q[2], -q[3]];
    let lost = product(&conjugate, &error);
    *carry = [two * lost[1], two * lost[2], two * lost[3]];
    for x in q.iter_mut() {
        *x = *x * factor;
    }
}

/// δ of (2) with p ⊞ δ = q.
pub fn difference<T: Real>(from: &[T; 4], to: &[T; 4]) -> [T; 3] {
    let inverse = [from[0], -from[1], -from[2], -from[3]];
    let [w, x, y, z] = product(&inverse, to);
    // q and −q are the same rotation: the shorter one.
    let backwards = Real::lt(w, T::zero());
    let sign = T::select(backwards, -T::one(), T::one());
    let (w, v) = (sign * w, [sign * x, sign * y, sign * z]);
    let sine2 = square(&v);
    // 2 atan(s/w)/s, s = |v|: a series in (s/w)² for small values, so that it is smooth at zero.
    let ratio = sine2 / (w * w);
    let scale = if ratio.leading() < 1e-2 {
        let mut sum = T::zero();
        for k in (1..=15_u32).rev() {
            let term = T::one() / T::exact(f64::from(2 * k + 1));
            sum = ratio * (if k % 2 == 0 { term + sum } else { -term + sum });
        }
        T::exact(2.0) * (T::one() + sum) / w
    } else {
        let tiny = Real::eq(sine2, T::zero());
        let safe = T::select(tiny, T::one(), sine2);
        let sine = safe.sqrt();
        T::select(tiny, T::exact(2.0), T::exact(2.0) * sine.atan2(w) / sine)
    };
    v.map(|x| scale * x)
}

/// w + a δ × w + b δ × (δ × w).
fn combined<T: Real>(by: &[T; 3], w: &[T; 3], a: T, b: T) -> [T; 3] {
    let once = cross(by, w);
    let twice = cross(by, &once);
    core::array::from_fn(|i| w[i] + (a * once[i] + b * twice[i]))
}

/// (3)
pub fn dexp<T: Real>(by: &[T; 3], w: &[T; 3]) -> [T; 3] {
    let x2 = square(by);
    let first = even(x2, 2, |x2| (T::one() - x2.sqrt().cos()) / x2);
    let second = even(x2, 3, |x2| {
        let x = x2.sqrt();
        (x - x.sin()) / (x2 * x)
    });
    combined(by, w, -first, second)
}

/// (4)
pub fn dexp_inverse<T: Real>(by: &[T; 3], w: &[T; 3]) -> [T; 3] {
    let x2 = square(by);
    // (1 − x/2 cot x/2)/x² = (sin(x/2)·2/x − cos(x/2)) / (x²·sin(x/2)·2/x), and with y = x²/4:
    // numerator/x² = ((1/1! − 1/0!)… )/x² = ¼ Σ (−1)ᵏ (2k+2)/(2k+3)! yᵏ
    let y = T::exact(0.25) * x2;
    let sine = even(y, 1, |x2| {
        let x = x2.sqrt();
        x.sin() / x
    });
    // (sin z/z − cos z)/z² = (1 − cos z)/z² − (z − sin z)/z³
    let difference = even(y, 2, |x2| (T::one() - x2.sqrt().cos()) / x2)
        - even(y, 3, |x2| {
            let x = x2.sqrt();
            (x - x.sin()) / (x2 * x)
        });
    combined(by, w, T::exact(0.5), T::exact(0.25) * difference / sine)
}
