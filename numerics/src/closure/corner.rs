//! Velocities of a start on a corner of a constraint.
//!
//! On a corner of a drive or a cam, φ = 0, the expressions of a constraint have the rates of either piece, or others (|x| has the rate 0 at x = 0).
//! Initial velocities are those of the motion that begins there, on the sides s to which the functions depart: at a corner of the time
//!
//! ```text
//! G v + g_t = 0 with s = sign φ(t₀ + δ, q₀),   δ = (1 + |t₀|/s) 10⁻⁸ s                                 (1)
//! ```
//!
//! and at one of the state, if the velocities v of (1) depart from it along a piece, and those of that piece, v⁺, along the same,
//!
//! ```text
//! G v⁺ + g_t = 0 with s = sign φ(t₀ + δ, q₀ ⊕ v δ) = sign φ(t₀ + δ, q₀ ⊕ v⁺ δ)                         (2)
//! ```
//!
//! so that given velocities decide on the piece, and it on the others. Given velocities may fit several pieces (a lift of a follower, on both sides of its lowest point), or contradict (1) and
//! fit some: of the pieces along which their own velocities lead, v⁺ is then that with the least deviations from rest and guesses, as with other velocities that are not determined, however the
//! expressions are written. Where there is none, velocities remain those of (1), and a run says that the start is on a corner.
//!
//! Invariant: velocities beside all corners, and on roots of functions without influence on them, are not changed by a bit.

use crate::elementary::f64 as elementary;
use alloc::vec;
use alloc::vec::Vec;

/// δ of (1).
const AFTER: f64 = 1e-8;
/// Velocities and rates that differ by less than this part of them, or of 1 SI unit, are the same.
const SAME: f64 = 1e-9;

/// δ of (1) at this time.
#[must_use]
pub fn after_corner(time: f64) -> f64 {
    AFTER * (1.0 + time.abs())
}

/// Deviations of two pieces that differ by less than this part of them are the same: neither is preferred.
const LESS: f64 = 1e-6;
/// More corners of the state at one start decide one by one, by (2) alone.
const MANY: usize = 4;

/// A start on the roots of switching functions. Sides are 1, −1, or 0 for whichever side a function is on.
pub trait Corner {
    /// Velocities.
    type Closed;
    /// Why there are none.
    type Failure;

    /// The rates of constraints at these velocities, on these sides.
    fn rates(&mut self, v: &[f64], sides: &[f64]) -> Vec<f64>;
    /// The functions after δ of (1) along these velocities.
    fn after(&mut self, v: &[f64]) -> Vec<f64>;
    /// The velocities that satisfy the constraints on these sides. After a failure, the last sides are its own.
    ///
    /// # Errors
    /// Those of their search.
    fn close(&mut self, sides: &[f64]) -> Result<Self::Closed, Self::Failure>;
    /// The sum of squares of the deviations of velocities from rest and guesses.
    fn distance(&mut self, closed: &Self::Closed) -> f64;
    /// Numbers of velocities.
    fn values(closed: &Self::Closed) -> Vec<f64>;
}

/// The velocities after the corners among so many functions, in so many directions, by (1) and (2).
///
/// # Errors
/// Those of (1).
pub fn close_on_corner<C: Corner>(
    at: &mut C,
    (functions, directions): (usize, usize),
) -> Result<C::Closed, C::Failure> {
    let mut sides = vec![0.0; functions];
    // A velocity that no piece has shows whether they differ.
    let any: Vec<f64> = (0..directions).map(|k| elementary::sqrt(1.0 + k as f64)).collect();
    let corners: Vec<usize> = (0..functions).filter(|&k| is_corner(at, &any, functions, k)).collect();
    if corners.is_empty() {
        return at.close(&sides);
    }
    // (1): the position has no influence on a function of the time.
    let (later, elsewhere) = (at.after(&vec![0.0; directions]), at.after(&any));
    for &k in corners.iter().filter(|&&k| later[k] == elsewhere[k]) {
        sides[k] = sign(later[k]);
    }
    let along = |at: &mut C, v: &C::Closed| -> Vec<f64> {
        let after = at.after(&C::values(v));
        corners.iter().map(|&k| sign(after[k])).collect()
    };
    let on = |to: &[f64]| {
        let mut all = sides.clone();
        let open = corners.iter().zip(to).filter(|(k, _)| sides[**k] == 0.0);
        open.for_each(|(&k, &to)| all[k] = to);
        all
    };
    let open = corners.iter().filter(|&&k| sides[k] == 0.0).count();
    // All pieces but this one along which their own velocities lead, the nearest first.
    let others = |at: &mut C, but: &[f64]| {
        let mut found: Vec<(f64, C::Closed)> = Vec::new();
        for number in 0..if open <= MANY { 1_usize << open } else { 0 } {
            let mut bits = (0..open).map(|bit| if (number >> bit) & 1 == 0 { 1.0 } else { -1.0 });
            let to: Vec<f64> = corners
                .iter()
                .map(|&k| if sides[k] == 0.0 { bits.next().unwrap_or(0.0) } else { sides[k] })
                .collect();
            if to == but {
                continue;
            }
            if let Ok(v) = at.close(&on(&to))
                && along(at, &v) == to
            {
                found.push((at.distance(&v), v));
            }
        }
        found.sort_by(|a, b| a.0.total_cmp(&b.0));
        found
    };
    let v = match at.close(&sides) {
        Ok(v) => v,
        Err(_) => {
            let mut fitting = others(at, &[]).into_iter();
            return match (fitting.next(), fitting.next()) {
                (Some((_, v)), None) => Ok(v),
                (Some((least, v)), Some((next, _))) if is_less(least, next) => Ok(v),
                // With these sides, for which values to blame.
                _ => at.close(&sides),
            };
        }
    };
    // (2)
    let wanted = along(at, &v);
    let pieces = on(&wanted);
    if pieces == sides {
        return Ok(v);
    }
    let next = at.close(&pieces).ok().filter(|next| along(at, next) == wanted);
    let distance = next.as_ref().map_or(f64::INFINITY, |next| at.distance(next));
    if let Some((least, nearer)) = others(at, &wanted).into_iter().next()
        && is_less(least, distance)
    {
        return Ok(nearer);
    }
    Ok(next.filter(|next| differ(&C::values(&v), &C::values(next))).unwrap_or(v))
}

fn is_less(least: f64, other: f64) -> bool {
    least < (1.0 - LESS) * other
}

fn is_corner<C: Corner>(at: &mut C, v: &[f64], functions: usize, k: usize) -> bool {
    let [back, front] = [-1.0, 1.0].map(|to| {
        let mut sides = vec![0.0; functions];
        sides[k] = to;
        at.rates(v, &sides)
    });
    let tolerance = SAME * (1.0 + size(v));
    back.iter().zip(&front).any(|(back, front)| (front - back).abs() > tolerance)
}

fn differ(v: &[f64], next: &[f64]) -> bool {
    v.iter().zip(next).map(|(v, next)| (next - v).abs()).sum::<f64>() > SAME * (1.0 + size(v))
}

fn size(v: &[f64]) -> f64 {
    v.iter().map(|v| v.abs()).sum()
}

fn sign(x: f64) -> f64 {
    f64::from(i8::from(x > 0.0) - i8::from(x < 0.0))
}
