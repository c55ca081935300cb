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
//!
//! Velocities of a method satisfy constraints up to its error, and those of its steps from the root of w on do so again: where w slides on
//! with α = 0, constraints may still move it backwards for a while. With the impulse of `impulse` it has the velocity w' there, and a side is left only beyond
//!
//! ```text
//! σ = max (16 |w' − w(root)|, that of (3) of `sides`)        until w s > σ                                                (2)
//! ```
//!
//! as in (2) of `sides`. If that error is more than rounding, w(root) = 0 is beside the dead centre: with w = g'(θ) θ̇, where g' = 0 was to
//! be, and the inertia J of θ,
//!
//! ```text
//! α/α₀ = m g'²/(J + m g'²) ≪ 1,   β = g'' θ̇²:      slides on in the direction of β if |β| > α L                          (3)
//! ```
//!
//! because an impulse that makes w = 0 there would make θ̇ = 0, and (1) hold. A constraint that is piecewise stops slips, too: those that have
//! w' = 0 on its next piece, whatever w is.

use super::response::{Response, axis, has_no_say};
use super::{Carried, NOTHING, SLACK, Sides, fastest, rounding, rounding_of_slips, sign};
use crate::simulation::impulse;
use crate::simulation::locate::start_of;
use crate::simulation::slides::{dot, length};
use crate::solution::State;
use crate::stepper::Start;
use crate::{Mechanism, Real, Vector};
use alloc::vec::Vec;

/// α below this part of α₀ is that of a mechanism near a dead centre.
const BESIDE: f64 = 1e-3;

/// A start with velocities that satisfy the constraints.
fn stopped<M: Mechanism>(m: &M, start: &Start<M>) -> Start<M> {
    let mut consistent = start.clone();
    impulse::stop(m, &mut consistent);
    consistent
}

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
        let mut consistent = None;
        let alone_arrives = arriving.len() == 1 && self.at_rest().is_empty();
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
            let along = consistent.get_or_insert_with(|| stopped(m, start));
            let error = (self.part(grip, &along.v)[0] - self.part(grip, &start.v)[0]).abs();
            let noise = self.noise(m, (&start.q, &start.v), self.step);
            // (3)
            let is_inconsistent = alone_arrives && of.side.is_some() && error > noise;
            let is_beside = is_inconsistent && alpha.abs() <= BESIDE * alone && alpha.abs() * limit < size;
            let hardly = alpha.abs() * limit <= Real::sqrt(rounding) * size;
            if (hardly || is_beside) && size > rounding * alone * limit {
                self.slide(grip, ahead);
                // (2)
                if let Some(side) = of.side {
                    self.slack[side] = f64::max(SLACK * error, noise).max(self.slack[side]);
                }
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

    /// Frictions that slide until a switch of constraints, after which these hold their slips at rest: velocities then satisfy them.
    pub(in super::super) fn stopped_by_constraints(&mut self, m: &mut M, start: &mut Start<M>) -> Vec<usize> {
        let sliding =
            |grip: &usize| !self.is_held_at_rest(*grip) && !self.unloaded[*grip] && self.is_first(*grip);
        let mut found: Vec<usize> = (0..self.grips.len()).filter(sliding).collect();
        if found.is_empty() {
            return found;
        }
        let consistent = stopped(m, start);
        let at_rest = rounding::<M::Scalar>() * fastest::<M>(&consistent.v);
        found.retain(|&grip| length(&self.part(grip, &consistent.v)) <= at_rest);
        let response = if found.is_empty() { None } else { self.without(m, start, &found) };
        found.retain(|&grip| response.as_ref().is_some_and(|response| self.is_idle(m, response, grip)));
        if !found.is_empty() {
            *start = consistent;
        }
        found
    }

    /// Whether a function is a slip that constraints alone move, and so far beyond its root at the end of a step of this size that this is rounding.
    pub(super) fn is_moved_within_rounding(
        &self,
        m: &M,
        index: usize,
        (beyond, step): (f64, f64),
        state: &State<M>,
    ) -> bool {
        let Some(grip) = self.grip_at(index) else { return false };
        m.flags().constrained()
            && beyond <= self.noise(m, (&state.q, &state.v), step)
            && Response::of(m, &start_of(state)).is_some_and(|response| self.is_idle(m, &response, grip))
    }

    /// Frictions whose slips have stopped because others stick: their velocities are rounding, but not exactly zero.
    pub(in super::super) fn join(&mut self, m: &mut M, start: &Start<M>) {
        self.join_creeping(m, start);
        let stops = rounding_of_slips::<M>(&start.v);
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
        let (before, slack) = (self.held.clone(), self.slack.clone());
        grips.iter().for_each(|&grip| self.give_share(grip, [NOTHING, 0.0, 0.0]));
        m.hold(&self.held);
        let response = Response::of(m, start);
        self.held.copy_from_slice(&before);
        self.slack.copy_from_slice(&slack);
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
            Some(side) => {
                (self.held[side], self.slack[side]) = (sign(ahead[0]), self.slack_of_slide(grip, side))
            }
            None => self.hold_direction(grip, ahead),
        }
    }

    /// Sets the part of a friction that acts, in a direction.
    pub(super) fn give_share(&mut self, grip: usize, share: [f64; 3]) {
        self.held[self.grips[grip].held] = 0.0;
        match self.grips[grip].side {
            Some(side) => (self.held[side], self.slack[side]) = (share[0], 0.0),
            None => self.hold_direction(grip, share),
        }
    }

    /// Whether a friction sticks, or its slip is held at rest by something else.
    pub(super) fn is_held_at_rest(&self, grip: usize) -> bool {
        self.carried[grip] != Carried::No || self.held[self.grips[grip].held] > 0.0
    }
}
