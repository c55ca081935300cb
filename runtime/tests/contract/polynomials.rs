//! A particle under a force that is a polynomial in t: every method integrates the motion exactly up to a degree, and not beyond.

use super::erased::{Method, start};
use super::every::{Row, flat};
use crate::support::{Plain, hand_written::hand_written};
use linkwork::Real;

hand_written! {
    /// x = Σ_{k ≤ degree} tᵏ/(k + 1).
    Thrown { degree = 2.0 }
    sizes 1 1 0 0 0, total 1;
    coordinates ["x" "m"];
    holonomic [];
    nonholonomic [];
    states [];
    marks [Clamped, Unconstrained, VectorSpace, Separable, Stateless];
}

impl<T: Real> Thrown<T> {
    /// (x, x', x'').
    fn motion(&self, t: T) -> [T; 3] {
        let mut found = [T::zero(); 3];
        // Horner's scheme for a polynomial and its derivatives.
        for k in (0..=self.degree.value() as u32).rev() {
            found[2] = found[2] * t + T::exact(2.0) * found[1];
            found[1] = found[1] * t + found[0];
            found[0] = found[0] * t + T::exact(f64::from(k + 1)).recip();
        }
        found
    }
}

impl<T: Real> Plain<T, 1, 1, 0, 0, 0> for Thrown<T> {
    type At = T;
    const TIME_EXPLICIT: bool = true;
    fn at(&self, t: T, _q: &[T; 1]) -> T {
        t
    }
    fn mass(&self, _at: &T) -> [[T; 1]; 1] {
        [[T::one()]]
    }
    fn applied(&self, at: &T, _v: &[T; 1], _y: &[T; 0]) -> [T; 1] {
        [self.motion(*at)[2]]
    }
    fn stiffness(&self, _: &T, _: &[T; 1], _: &[T; 0], _: &[T; 1], _: &[T; 0], _: &[T; 0]) -> [[T; 1]; 1] {
        [[T::zero()]]
    }
    fn begin(&self) -> ([T; 1], [T; 1], [T; 0]) {
        let [x, v, _] = self.motion(T::zero());
        ([x], [v], [])
    }
}

/// Rounding errors of x and v after ten steps, relative to their size.
const ROUNDING: f64 = 1e-14;
/// The largest degree that is tried.
const LARGEST: u32 = 12;

/// Error of x and v after two seconds, by steps that are long enough for truncation to show, and more than a
/// multistep method needs for its past.
fn error(method: &dyn Method<Thrown>, degree: u32) -> f64 {
    let (m, h, n) = (Thrown { degree: f64::from(degree) }, 0.2, 10);
    let mut run = method.start(&m, &start(&m), h).unwrap();
    for _ in 0..=n {
        run.step(&m, h).unwrap();
    }
    let s = run.sample();
    let [x, v, _] = m.motion(2.0);
    (s.q[0] - x).abs().max((s.v[0] - v).abs()) / (x + v)
}

#[test]
fn up_to_their_degree() {
    let mut wrong = Vec::new();
    for Row { method, degree, .. } in flat() {
        let off: Vec<f64> = (0..=LARGEST).map(|degree| error(&*method, degree)).collect();
        let exact = off.iter().position(|off| *off > ROUNDING).unwrap_or(off.len());
        if exact != degree as usize + 1 {
            wrong.push(format!("{}: not {degree} ({off:?})", method.name()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
