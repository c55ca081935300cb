//! Friction along the resultant w of several slips while it slides.
//!
//! Its direction w/|w| is smooth except at w = 0, which is approached along a straight line or not:
//!
//! ```text
//! straight     ẇ along w:   the direction d = w/|w| is held, and w·d passes a root like any side              (1)
//! else         steps h ≤ |w|/(|ẇ| m) as w vanishes, down to T = 1e-4 of a step, then (1)                      (2)
//! from rest    d along ẇ is held for a first step of size T, up to 1e-6 m/s, and along a straight line for some
//!              full steps more, then (2) as w grows, with the time |w|/|ẇ across w| in which d turns for the
//!              scale of m                                                                                     (3)
//! ```
//!
//! d is that of `cones`, or −e/|e| where reactions depend on friction.
//!
//! Steps of (2) have sizes of 2^−k of a step, and a run restarts with each size: multistep methods need not support the change.
//!
//! Near the end of a slide w/|w| changes as a power of the remaining time τ; for steps proportional to τ the motion
//! is self-similar, with an error of τ² m^−(p+1) each for a method of order p, and with m proportional to 1/h
//! the order is kept. T causes an error of T² in positions.
//!
//! At its beginning w = a τ + j τ²/2 has a uniformly rotating direction, with |w|/|ẇ across w| = 2 |a|/|j across a|. Steps of τ/m cause an error of j τ² m^−p
//! in w, up to τ = m h, after which steps are full: j h² m^(2 − p), of order p with m proportional to 1/h.

#[cfg(not(feature = "std"))]
use linkwork_numerics::elementary::Float;

/// The smallest and largest m of (2).
const PARTS: (f64, f64) = (8.0, 64.0);
/// m steps for this part of the largest |w|/|ẇ| of the run.
const NEAR: f64 = 0.25;
/// T, in steps.
pub(super) const SHORTEST: f64 = 1e-4;
/// A motion with less than this part of ẇ across w is straight.
const STRAIGHT: f64 = 1e-9;
/// (1) applies if the root is closer than this many steps.
const AHEAD: f64 = 1.5;
/// (3) applies along a straight line for this many steps: methods that start from accelerations before a state see no root there.
const BEHIND: f64 = 6.0;

/// w and ẇ of one friction; missing components are zero.
pub(super) struct Slip {
    w: [f64; 3],
    speed: f64,
    /// |ẇ|, and its parts along and across w.
    rate: f64,
    along: f64,
    across: f64,
}

/// The product of two vectors.
pub(super) fn dot(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// |a|.
pub(super) fn length(a: &[f64; 3]) -> f64 {
    dot(a, a).sqrt()
}

impl Slip {
    pub(super) fn new(w: [f64; 3], rate: [f64; 3]) -> Self {
        let speed = length(&w);
        let along = if speed > 0.0 { dot(&w, &rate) / speed } else { 0.0 };
        let across = [0, 1, 2].map(|k| if speed > 0.0 { rate[k] - along * w[k] / speed } else { rate[k] });
        Self { w, speed, rate: length(&rate), along, across: length(&across) }
    }

    /// w/|w|, zero of w = 0.
    pub(super) fn direction(&self) -> [f64; 3] {
        self.w.map(|w| if self.speed > 0.0 { w / self.speed } else { 0.0 })
    }

    fn is_straight(&self) -> bool {
        self.across <= STRAIGHT * self.rate
    }

    /// Whether the root of (1) is so close that d is held.
    pub(super) fn ends(&self, step: f64) -> bool {
        let reach = if self.is_straight() { AHEAD * step } else { SHORTEST * step };
        self.along < 0.0 && self.speed <= reach * self.rate
    }

    /// Whether the root of (3) is so close that d is still held.
    pub(super) fn begins(&self, step: f64) -> bool {
        self.is_straight() && self.along > 0.0 && self.speed <= BEHIND * step * self.rate
    }

    /// The largest next step if d is held.
    pub(super) fn limit_held(&self, step: f64) -> f64 {
        match self.speed {
            0.0 => SHORTEST * step,
            _ if self.is_straight() => step,
            // The root is closer than this.
            _ => 4.0 * SHORTEST * step,
        }
    }

    /// The largest next step of (2), with the largest |w|/|ẇ| so far.
    pub(super) fn limit(&self, step: f64, longest: &mut f64) -> f64 {
        if self.is_straight() {
            return step;
        }
        let time = self.speed / self.rate;
        *longest = longest.max(time);
        // If w grows.
        let turning = if self.along > 0.0 { self.speed / self.across } else { 0.0 };
        let parts = (NEAR * longest.max(turning) / step).clamp(PARTS.0, PARTS.1);
        (time / parts).max(SHORTEST * step)
    }
}

/// The size of steps after one of this size: 2^−k of a step within the limit, increased only if it can be doubled.
pub(super) fn graded(step: f64, size: f64, limit: f64) -> f64 {
    let mut graded = size.min(step);
    while graded > limit {
        graded *= 0.5;
    }
    while graded < step && 2.0 * graded <= limit {
        graded *= 2.0;
    }
    graded
}
