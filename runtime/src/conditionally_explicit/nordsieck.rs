//! Arithmetic of Nordsieck vectors: the prediction at t_{n+1} from the prediction at t_n and its correction.
//!
//! ```text
//! y_k = p_k + l_k Δ                     k = 1 … D,  y_k = hᵏ x⁽ᵏ⁾/k! at t_n                 (1)
//! p_k = Σ_{j≥k} C(j,k) y_j              the prediction at t_{n+1}                          (2)
//! p_k ← rᵏ p_k + π_k (r^(D+1) − rᵏ) Δ,   Δ ← r^(D+1) Δ     a new step r h, Δ of the previous step   (3)
//! ```
//!
//! In steady motion p_k has the error π_k Δ, which grows with r^(D+1) and not with rᵏ. Without the second term
//! of (3) every change of the step size would cause an error of order h^D in the velocity, and a run with error
//! control would be of order D − 1.
//!
//! Invariant: slot 0 holds Σ_{k≥1} p_k, the predicted increment of x. Sums start
//! with the smallest term, and accumulated ones (x' here, x in the mechanism) are compensated.

use crate::{Real, Vector};

/// (1) and (2) for the motion; `velocity_correction` is a correction of the velocity alone, times h.
///
/// x' changes by l₁ Δ + Σ_{j≥2} j y_j, which is small, in one compensated addition.
#[inline]
pub(super) fn advance<T: Real, V: Vector<T>, const DEGREE: usize>(
    p: &mut [V; DEGREE],
    l: &[f64; DEGREE],
    delta: &V,
    velocity_correction: Option<&V>,
    carry: &mut V,
) {
    // Slices of one length, found once: stores into one vector could change where the others are, for all that a compiler knows.
    let n = delta.len();
    let delta = delta.as_slice();
    let velocity_correction = velocity_correction.map(|correction| &correction.as_slice()[..n]);
    let carry = &mut carry.as_mut_slice()[..n];
    let p = p.each_mut().map(|p| &mut p.as_mut_slice()[..n]);
    for i in 0..n {
        let d = delta[i];
        let mut y = [T::zero(); DEGREE];
        for k in 1..DEGREE {
            y[k] = p[k][i];
        }
        let mut gain = T::zero();
        for k in (2..DEGREE).rev() {
            y[k] = y[k] + T::exact(l[k]) * d; // (1)
            gain = gain + T::exact(k as f64) * y[k];
        }
        gain = gain + T::exact(l[1]) * d;
        if let Some(velocity_correction) = velocity_correction {
            gain = gain + velocity_correction[i];
        }
        let (velocity, lost) = y[1].two_sum(gain + carry[i]); // (2), k = 1
        y[1] = velocity;
        carry[i] = lost;
        predict(&mut y, 2);
        for k in 0..DEGREE {
            p[k][i] = y[k];
        }
    }
}

/// (1) and (2) for first-order states: y_k = p_k + r_k Δ_y, without compensation.
#[inline]
pub(super) fn advance_states<T: Real, V: Vector<T>, const DEGREE: usize>(
    p: &mut [V; DEGREE],
    r: &[f64; DEGREE],
    gap: &V,
) {
    for i in 0..gap.len() {
        let d = gap.as_slice()[i];
        let mut y = [T::zero(); DEGREE];
        for k in 1..DEGREE {
            y[k] = p[k].as_slice()[i] + T::exact(r[k]) * d;
        }
        predict(&mut y, 1);
        for k in 0..DEGREE {
            p[k].as_mut_slice()[i] = y[k];
        }
    }
}

/// (2) for k ≥ `from` by the passes of Pascal's triangle, and slot 0.
#[inline]
fn predict<T: Real, const DEGREE: usize>(y: &mut [T; DEGREE], from: usize) {
    for pass in 0..DEGREE - 1 {
        for j in (pass.max(from)..DEGREE - 1).rev() {
            y[j] = y[j] + y[j + 1];
        }
    }
    y[0] = T::zero();
    for k in (1..DEGREE).rev() {
        y[0] = y[0] + y[k];
    }
}

/// (3) for a Nordsieck vector with π_k = `steady`.
pub(super) fn rescale<T: Real, V: Vector<T>, const DEGREE: usize>(
    p: &mut [V; DEGREE],
    r: T,
    steady: &[f64; DEGREE],
    delta: &mut V,
) {
    let last = (0..DEGREE).fold(T::one(), |power, _| power * r);
    let mut power = T::one();
    for (column, steady) in p.iter_mut().zip(steady).skip(1) {
        power = power * r;
        column.scale(power);
        column.axpy(T::exact(*steady) * (last - power), delta);
    }
    delta.scale(last);
    total(p);
}

/// Slot 0 ← Σ_{k≥1} p_k.
pub(super) fn total<T: Real, V: Vector<T>, const DEGREE: usize>(p: &mut [V; DEGREE]) {
    if let [sum, columns @ ..] = p.as_mut_slice() {
        sum.fill(T::zero());
        for column in columns.iter().rev() {
            sum.add(column);
        }
    }
}
