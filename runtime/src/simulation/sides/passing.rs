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
//! With α = 0 = β something else holds the slip at rest. If that is friction that sticks, both hold one motion (`sharing`). Otherwise
//! (a dwelling drive, a constraint, a dead centre without motion) friction is not unique, and is set to zero while w = 0.

use super::response::{Response, axis, has_no_say};
use super::{Carried, MOVES, NOTHING, Sides, fastest, rounding, sign};
use crate::simulation::slides::{dot, length};
use crate::stepper::Start;
use crate::{Mechanism, Real, Vector};
use alloc::vec::Vec;

impl<M: Mechanism> Sides<M> {
    /// Handles the frictions at rest that do not affect their slips: they slide on, or rest without effort; returns the others.
    pub(in super::super) fn pass(&mut self, m: &mut M, start: &Start<M>, resting: &[usize]) -> Vec<usize> {
        let arriving: Vec<usize> =
            resting.iter().copied().filter(|&grip| !self.is_held_at_rest(grip)).collect();
        let found = if arriving.is_empty() { None } else { self.without(m, start, &arriving) };
        let Some(response) = found else { return resting.to_vec() };
        let (lambda, psi) = (&response.lambda, &response.psi);
        m.outputs(&response.at, &start.v, &start.y, &response.a, (lambda, psi), &mut self.outputs);
        let mut a = M::Velocity::zeros(m.sizes().velocities);
        let mut may_stick = resting.to_vec();
        let mut idle = Vec::new();
        for grip in arriving {
            let of = self.grips[grip];
            let rate = self.part(grip, &response.a);
            let size = length(&rate);
            let ahead = if size > 0.0 { rate.map(|w| w / size) } else { axis(0) };
            let pushed = response.push(m, &of, ahead, &mut a).map(|()| self.part(grip, &a));
            let alpha = pushed.map_or(f64::INFINITY, |answer| dot(&answer, &ahead));
            let alone = response.alone(m, &of, ahead);
            let limit = self.whole_limit(grip);
            // β alone decides if friction hardly changes it, unless it is rounding relative to α₀ L.
            let rounding = rounding::<M::Scalar>();
            if alpha.abs() * limit <= Real::sqrt(rounding) * size && size > rounding * alone * limit {
                self.slide(grip, ahead);
            } else if self.is_idle(m, &response, grip) {
                idle.push(grip);
            } else {
                continue;
            }
            may_stick.retain(|&other| other != grip);
        }
        self.carry(m, start, &idle);
        for grip in idle {
            if self.carried[grip] == Carried::No {
                self.give_share(grip, [NOTHING, 0.0, 0.0]);
                self.carried[grip] = Carried::ByConstraints;
            }
        }
        m.hold(&self.held);
        may_stick
    }

    /// Frictions whose slips have stopped because others stick: their velocities are rounding, but not exactly zero.
    pub(in super::super) fn join(&mut self, m: &mut M, start: &Start<M>) {
        let largest = fastest::<M>(&start.v);
        let stops = MOVES.max(rounding::<M::Scalar>()) * largest;
        let has_stopped = |&grip: &usize| {
            let slides = !self.is_held_at_rest(grip) && !self.unloaded[grip] && self.is_first(grip);
            slides && length(&self.part(grip, &start.v)) <= stops
        };
        let stopped: Vec<usize> = (0..self.grips.len()).filter(has_stopped).collect();
        if stopped.is_empty() || self.at_rest().is_empty() {
            return;
        }
        let Some(response) = self.without(m, start, &stopped) else { return };
        let (lambda, psi) = (&response.lambda, &response.psi);
        m.outputs(&response.at, &start.v, &start.y, &response.a, (lambda, psi), &mut self.outputs);
        let rests =
            |&grip: &usize| !self.begins_to_move(m, &response, grip) && self.is_idle(m, &response, grip);
        let idle: Vec<usize> = stopped.into_iter().filter(rests).collect();
        self.carry(m, start, &idle);
        m.hold(&self.held);
    }

    /// Whether β is not rounding, in a response of the last evaluated outputs: the slip moves, whatever else rests.
    fn begins_to_move(&self, m: &M, response: &Response<M>, grip: usize) -> bool {
        let rate = self.part(grip, &response.a);
        let size = length(&rate);
        let along = if size > 0.0 { rate.map(|w| w / size) } else { axis(0) };
        size > rounding::<M::Scalar>() * response.alone(m, &self.grips[grip], along) * self.whole_limit(grip)
    }

    /// Those of idle frictions whose slips move if nothing sticks are held by what sticks, and share its effort.
    fn carry(&mut self, m: &mut M, start: &Start<M>, idle: &[usize]) {
        let sticking = self.at_rest();
        if idle.is_empty() || sticking.is_empty() {
            return;
        }
        let Some(response) = self.without(m, start, &[idle, &sticking].concat()) else { return };
        for &grip in idle {
            if !self.is_idle(m, &response, grip) {
                self.give_share(grip, [NOTHING, 0.0, 0.0]);
                self.carried[grip] = Carried::ByOthers;
                self.uneven = true;
                self.widen(grip);
            }
        }
    }

    /// (1) without these frictions.
    pub(super) fn without(&mut self, m: &mut M, start: &Start<M>, grips: &[usize]) -> Option<Response<M>> {
        let before = self.held.clone();
        grips.iter().for_each(|&grip| self.give_share(grip, [NOTHING, 0.0, 0.0]));
        m.hold(&self.held);
        let response = Response::of(m, start);
        self.held.copy_from_slice(&before);
        m.hold(&self.held);
        response
    }

    /// Whether α is rounding along each slip of a friction.
    fn is_idle(&self, m: &M, response: &Response<M>, grip: usize) -> bool {
        let of = self.grips[grip];
        let mut a = response.a.clone();
        (0..of.count).map(axis).all(|along| {
            let pushed = response.push(m, &of, along, &mut a).map(|()| self.part(grip, &a));
            let alpha = pushed.map_or(f64::INFINITY, |answer| dot(&answer, &along));
            has_no_say::<M::Scalar>(alpha, response.alone(m, &of, along))
        })
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
