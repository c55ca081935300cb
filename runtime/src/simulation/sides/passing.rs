//! Slips that reach zero while friction does not affect their acceleration.
//!
//! At w = 0 friction holds if it can: with β and α of [`response`](super::response),
//!
//! ```text
//! β + α e = 0 with |e| ≤ L:      stuck if |β| ≤ α L,  else slides on in the direction of β                                 (1)
//! ```
//!
//! When a loop passes a dead centre, α = 0 and β ≠ 0: the slip crosses zero and reverses its direction, and friction with it.
//! (1) needs no effort, which would be β/α; otherwise that effort is computed and compared with its limit.
//! With α = 0 = β something else holds the slip at rest (a dwelling drive, a constraint, a dead centre without
//! motion): friction is not unique, and is set to zero while w = 0.

use super::response::{Response, has_no_say};
use super::{Carried, NOTHING, Sides, rounding, sign};
use crate::simulation::slides::{dot, length};
use crate::stepper::Start;
use crate::{Mechanism, Vector};
use alloc::vec::Vec;
#[cfg(not(feature = "std"))]
use linkwork_numerics::elementary::Float;

impl<M: Mechanism> Sides<M> {
    /// Handles the frictions at rest that do not affect their slips: they slide on, or rest without effort; returns the others.
    pub(in super::super) fn pass(&mut self, m: &mut M, start: &Start<M>, resting: &[usize]) -> Vec<usize> {
        let arriving: Vec<usize> =
            resting.iter().copied().filter(|&grip| !self.is_held_at_rest(grip)).collect();
        let before = self.held.clone();
        for &grip in &arriving {
            self.give_share(grip, [NOTHING, 0.0, 0.0]);
        }
        m.hold(&self.held);
        let found = if arriving.is_empty() { None } else { Response::of(m, start) };
        self.held.copy_from_slice(&before);
        let Some(response) = found else { return resting.to_vec() };
        let (lambda, psi) = (&response.lambda, &response.psi);
        m.outputs(&response.at, &start.v, &start.y, &response.a, (lambda, psi), &mut self.outputs);
        let mut a = M::Velocity::zeros(m.sizes().velocities);
        let mut may_stick = resting.to_vec();
        for grip in arriving {
            let of = self.grips[grip];
            let rate = self.part(grip, &response.a);
            let size = length(&rate);
            let own = |k: usize| [0, 1, 2].map(|i| if i == k { 1.0 } else { 0.0 });
            let ahead = if size > 0.0 { rate.map(|w| w / size) } else { own(0) };
            let mut answer = |along: [f64; 3]| {
                let pushed = response.push(m, &of, along, &mut a).map(|()| self.part(grip, &a));
                pushed.map_or(f64::INFINITY, |answer| dot(&answer, &along))
            };
            let (alpha, alone) = (answer(ahead), response.alone(m, &of, ahead));
            let limit = self.whole_limit(grip);
            let idle = |along| has_no_say::<M::Scalar>(answer(along), response.alone(m, &of, along));
            // β alone decides if friction hardly changes it, unless it is rounding relative to α₀ L.
            let rounding = rounding::<M::Scalar>();
            if alpha.abs() * limit <= rounding.sqrt() * size && size > rounding * alone * limit {
                self.slide(grip, ahead);
            } else if (0..of.count).map(own).all(idle) {
                self.give_share(grip, [NOTHING, 0.0, 0.0]);
                self.carried[grip] = Carried::ByConstraints;
            } else {
                continue;
            }
            may_stick.retain(|&other| other != grip);
        }
        m.hold(&self.held);
        may_stick
    }

    /// Makes a friction slide in a direction.
    pub(super) fn slide(&mut self, grip: usize, ahead: [f64; 3]) {
        self.held[self.grips[grip].held] = 0.0;
        self.carried[grip] = Carried::No;
        match self.grips[grip].side {
            Some(side) => self.held[side] = sign(ahead[0]),
            None => self.hold_direction(grip, ahead),
        }
    }

    /// Sets the part of a friction that acts, in a direction.
    pub(super) fn give_share(&mut self, grip: usize, share: [f64; 3]) {
        self.held[self.grips[grip].held] = 0.0;
        match self.grips[grip].side {
            Some(side) => self.held[side] = share[0],
            None => self.hold_direction(grip, share),
        }
    }

    /// Whether a friction sticks, or its slip is held at rest by something else.
    pub(super) fn is_held_at_rest(&self, grip: usize) -> bool {
        self.carried[grip] != Carried::No || self.held[self.grips[grip].held] > 0.0
    }
}
