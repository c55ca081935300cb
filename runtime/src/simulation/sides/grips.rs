//! Friction among the sides of a run: holding, sliding, and the stop of several slips together (`slides`).

use super::super::locate::start_of;
use super::super::slides::{SHORTEST, Slip, dot, graded, length};
use super::response::Response;
use super::{AT_REST, Carried, Crossing, NOTHING, Sides, Switch, WITHIN, fastest, rounding_of_slips, sign};
use crate::solution::State;
use crate::stepper::{Sample, Start};
use crate::{Grip, Mechanism, Real, Vector};
use alloc::vec::Vec;

/// The held number of a slip that is free while others of its friction stick.
const FREE: f64 = 2.0;
/// Slides below this, in m/s, keep the direction in which they began.
const BEGUN: f64 = 1e-6;
/// The part of a step that is tried next where it fails because the direction of a slide changes within it.
const REFINED: f64 = 1.0 / 16.0;

impl<M: Mechanism> Sides<M> {
    /// Whether the velocities of a friction are zero, in the last evaluated state.
    pub(super) fn is_at_rest(&self, grip: usize, v: &M::Velocity) -> bool {
        if let Some(side) = self.grips[grip].side {
            return self.held[side] == 0.0;
        }
        let largest = fastest::<M>(v);
        length(&self.part(grip, v)) <= AT_REST * largest
    }

    /// The part of a vector of velocities along which a friction acts.
    pub(super) fn part(&self, grip: usize, of: &M::Velocity) -> [f64; 3] {
        let Grip { velocity, count, .. } = self.grips[grip];
        let mut part = [0.0; 3];
        part.iter_mut()
            .zip(&of.as_slice()[velocity..velocity + count])
            .for_each(|(to, from)| *to = from.value());
        part
    }

    /// The held direction.
    pub(super) fn direction(&self, grip: usize) -> [f64; 3] {
        let Grip { held, count, .. } = self.grips[grip];
        let mut direction = [0.0; 3];
        if count > 1 {
            direction[..count].copy_from_slice(&self.held[held + 1..=held + count]);
        }
        direction
    }

    pub(super) fn hold_direction(&mut self, grip: usize, direction: [f64; 3]) {
        let Grip { held, count, .. } = self.grips[grip];
        self.held[held + 1..=held + count].copy_from_slice(&direction[..count]);
    }

    /// Makes those slips of a friction stick that are not free.
    pub(super) fn hold_slips(&mut self, grip: usize, free: [bool; 3]) {
        let Grip { held, count, .. } = self.grips[grip];
        self.held[held] = 1.0;
        if count > 1 {
            let flags = &mut self.held[held + 1 + count..=held + 2 * count];
            flags.iter_mut().zip(free).for_each(|(flag, free)| *flag = if free { FREE } else { 0.0 });
        }
    }

    /// The direction of a slide: the held one, otherwise that of the velocities.
    pub(super) fn way(&self, grip: usize, v: &M::Velocity) -> [f64; 3] {
        let held = self.direction(grip);
        if length(&held) > 0.0 { held } else { Slip::new(self.part(grip, v), [0.0; 3]).direction() }
    }

    /// Frictions of several slips that do not stick.
    pub(super) fn sliding_grips(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.grips.len())
            .filter(|&grip| self.grips[grip].count > 1 && !self.is_held_at_rest(grip) && !self.unloaded[grip])
    }

    /// |e| − L in the last evaluated outputs, without rounding.
    pub(super) fn last_excess(&self, grip: usize) -> f64 {
        let limit = self.outputs.as_slice()[self.grips[grip].limit].value();
        // Without load there is no friction.
        let nothing = if self.is_unloaded(grip) { 1.0 } else { 0.0 };
        length(&self.effort(grip)) - limit * (1.0 + WITHIN) + nothing
    }

    /// The sticking frictions that exceed their limits in a sample: by the multipliers of the method, and by the equations of motion.
    pub(super) fn exceeded(&mut self, m: &M, sample: &Sample<'_, M>) -> Vec<usize> {
        if !self.grips.iter().any(|grip| self.held[grip.held] > 0.0) {
            return Vec::new();
        }
        m.outputs(sample.at, sample.v, sample.y, sample.a, (sample.lambda, sample.psi), &mut self.outputs);
        let mut beyond: Vec<usize> = (0..self.grips.len()).filter(|&grip| self.is_beyond(grip)).collect();
        if !beyond.is_empty() {
            self.take_efforts(m, &State::from(sample));
            beyond.retain(|&grip| self.is_beyond(grip));
        }
        beyond
    }

    /// Evaluates the outputs by the equations of motion: the multipliers of a method carry rounding of positions over h², and an error
    /// of its order. Where the equations have no solution, by the multipliers of the state.
    pub(super) fn take_efforts(&mut self, m: &M, state: &State<M>) {
        if let Some(Response { at, a, lambda, psi, .. }) = Response::of(m, &start_of(state)) {
            m.outputs(&at, &state.v, &state.y, &a, (&lambda, &psi), &mut self.outputs);
        } else {
            self.evaluate_outputs(m, state);
        }
    }

    fn evaluate_outputs(&mut self, m: &M, state: &State<M>) {
        let mut at = m.position_cache();
        m.place(&m.now(state.t), &state.q, &mut at);
        m.outputs(&at, &state.v, &state.y, &state.a, (&state.lambda, &state.psi), &mut self.outputs);
    }

    /// Whether sticking friction is beyond its limit, in the last evaluated outputs.
    pub(super) fn is_beyond(&self, grip: usize) -> bool {
        self.held[self.grips[grip].held] > 0.0 && self.last_excess(grip) > 0.0
    }

    /// |e| − L in the last evaluated outputs, with all parts of the numbers.
    pub(super) fn exact_excess(&self, grip: usize) -> M::Scalar {
        let value = M::Scalar::exact(self.last_excess(grip));
        let Grip { effort, count, limit, .. } = self.grips[grip];
        let outputs = self.outputs.as_slice();
        let zero = M::Scalar::zero();
        let square = outputs[effort..effort + count].iter().fold(zero, |sum, e| sum + *e * *e);
        if square.value() == 0.0 {
            return value;
        }
        let exact = square.sqrt() - outputs[limit];
        value + (exact - M::Scalar::exact(exact.value()))
    }

    /// Whether a friction is unloaded, in the last evaluated outputs.
    pub(super) fn is_unloaded(&self, grip: usize) -> bool {
        let Grip { lifts, limit, .. } = self.grips[grip];
        lifts && self.outputs.as_slice()[limit].value() <= 0.0
    }

    /// Updates which contacts have lifted off. The normal force of a contact depends on the motion alone.
    pub(super) fn take_loads(&mut self, m: &M, state: &State<M>) {
        if self.grips.iter().all(|grip| !grip.lifts) {
            return;
        }
        self.evaluate_outputs(m, state);
        for grip in 0..self.grips.len() {
            self.unloaded[grip] = self.is_unloaded(grip);
            if let (true, Some(side)) = (self.unloaded[grip], self.grips[grip].side) {
                self.held[side] = self.side_in_motion(grip, &state.v);
            }
        }
    }

    /// Whether a contact is lifted off in a state. One that touches again within the step before it no longer is.
    pub(super) fn flies(&mut self, m: &M, state: &State<M>, grip: usize) -> bool {
        if self.unloaded[grip] {
            self.evaluate_outputs(m, state);
            self.unloaded[grip] = self.is_unloaded(grip);
        }
        self.unloaded[grip]
    }

    /// The side of a contact that has lifted off, for the step within which it touches again, or of one that has touched; 0 if its slip is rounding.
    pub(super) fn side_in_motion(&self, grip: usize, v: &M::Velocity) -> f64 {
        let w = v.as_slice()[self.grips[grip].velocity].value();
        if self.is_rounding(w, v) { 0.0 } else { sign(w) }
    }

    /// Contacts that have lifted off and may touch within the next step: friction along their slips, and none where these are rounding, of either
    /// sign from one iterate of a step to the next.
    pub(in super::super) fn take_flying(&mut self, v: &M::Velocity) {
        for grip in 0..self.grips.len() {
            if let (true, Some(side)) = (self.unloaded[grip], self.grips[grip].side)
                && self.held[side].abs() < 1.0
            {
                let moving = self.side_in_motion(grip, v);
                self.held[side] = if moving == 0.0 { NOTHING } else { moving };
            }
        }
    }

    /// Whether a slip is rounding beside these velocities.
    pub(super) fn is_rounding(&self, w: f64, v: &M::Velocity) -> bool {
        w.abs() <= rounding_of_slips::<M>(v)
    }

    /// Among several frictions along one velocity the first one represents all of them: each has a part in proportion to its limit.
    pub(super) fn is_first(&self, grip: usize) -> bool {
        self.grips[grip].side.is_none_or(|side| self.grip_at(side) == Some(grip))
    }

    /// The limit of sticking, including that of others along the same velocity, in the last evaluated outputs.
    pub(super) fn whole_limit(&self, grip: usize) -> f64 {
        let same =
            self.grips.iter().enumerate().filter(|(other, of)| {
                *other == grip || (of.side.is_some() && of.side == self.grips[grip].side)
            });
        same.map(|(_, of)| self.outputs.as_slice()[of.limit].value().max(0.0)).sum()
    }

    /// Checks contacts that slide or have lifted off after a step.
    pub(super) fn check_contacts(&mut self, m: &M, before: &State<M>, sample: &Sample<'_, M>) {
        if self.grips.iter().all(|grip| !grip.lifts) {
            return;
        }
        m.outputs(sample.at, sample.v, sample.y, sample.a, (sample.lambda, sample.psi), &mut self.outputs);
        for grip in 0..self.grips.len() {
            let slides = self.held[self.grips[grip].held] == 0.0;
            if self.grips[grip].lifts && slides && self.is_unloaded(grip) != self.unloaded[grip] {
                let (step, at) = (sample.t - before.t, Some(State::from(sample)));
                let switch = Switch::Load(grip);
                self.crossed.push(Crossing { switch, before: before.clone(), step, at });
            }
        }
    }

    /// The last evaluated e of a friction.
    pub(super) fn effort(&self, grip: usize) -> [f64; 3] {
        let Grip { effort, count, .. } = self.grips[grip];
        let mut found = [0.0; 3];
        found
            .iter_mut()
            .zip(&self.outputs.as_slice()[effort..effort + count])
            .for_each(|(to, e)| *to = e.value());
        found
    }

    /// Resets the data of friction at rest.
    pub(super) fn reset_rest_data(&mut self) {
        self.carried.fill(Carried::No);
        self.margins.fill(0.0);
        self.uneven = false;
        self.shared = 0;
    }

    pub(super) fn rest_along(&self, grip: usize, start: &mut Start<M>) {
        let Grip { velocity, count, .. } = self.grips[grip];
        start.v.as_mut_slice()[velocity..velocity + count].fill(M::Scalar::zero());
    }

    /// The largest step, for these velocities and accelerations, with which slides in several directions keep the order of the method.
    pub(super) fn limit(&mut self, v: &M::Velocity, a: &M::Velocity) -> f64 {
        let mut limit = self.step;
        for grip in 0..self.grips.len() {
            let nothing = self.is_held_at_rest(grip) || self.unloaded[grip];
            if self.grips[grip].count == 1 || nothing {
                continue;
            }
            let slip = Slip::new(self.part(grip, v), self.part(grip, a));
            let own = if length(&self.direction(grip)) > 0.0 {
                slip.limit_held(self.step)
            } else {
                slip.limit(self.step, &mut self.longest[grip])
            };
            limit = limit.min(own);
        }
        limit
    }

    /// Chooses the step size from here on.
    pub(in super::super) fn grade(&mut self, v: &M::Velocity, a: &M::Velocity) {
        let limit = self.limit(v, a);
        self.size = graded(self.step, self.size, limit);
    }

    /// The largest allowed step.
    pub(in super::super) fn largest(&self) -> f64 {
        let of_slides = if self.size < self.step { self.size } else { f64::INFINITY };
        self.waves.as_ref().map_or(of_slides, |waves| of_slides.min(waves.longest()))
    }

    /// Whether some slide has the direction of its velocities.
    pub(in super::super) fn any_free(&self) -> bool {
        self.sliding_grips().any(|grip| length(&self.direction(grip)) == 0.0)
    }

    /// Holds the directions of all slides.
    pub(in super::super) fn hold_directions(&mut self, state: &State<M>) {
        let free: Vec<usize> =
            self.sliding_grips().filter(|&grip| length(&self.direction(grip)) == 0.0).collect();
        for grip in free {
            let own = Slip::new(self.part(grip, &state.v), [0.0; 3]).direction();
            self.hold_direction(grip, own);
        }
        self.restart();
    }

    /// The size of a step from which accelerations at a switch are found.
    pub(in super::super) fn start_size(&self, step: f64) -> f64 {
        if self.sliding_grips().next().is_some() { SHORTEST * step } else { step }
    }

    /// Smaller steps, with the directions of velocities, for slides along resultants, or contacts that may touch within a step, from where no step succeeds;
    /// `false` if there are none, or steps are as small as possible.
    pub(in super::super) fn refine(&mut self) -> bool {
        let sliding: Vec<usize> = (0..self.grips.len())
            .filter(|&grip| self.grips[grip].count > 1 && !self.is_held_at_rest(grip))
            .collect();
        let finer = graded(self.step, self.size, REFINED * self.size);
        if sliding.is_empty() || finer < SHORTEST * self.step {
            return false;
        }
        sliding.into_iter().for_each(|grip| self.hold_direction(grip, [0.0; 3]));
        self.size = finer;
        self.restart();
        true
    }

    /// Checks slides in several directions after a step.
    pub(super) fn check_slides(&mut self, before: &State<M>, sample: &Sample<'_, M>) {
        let step = sample.t - before.t;
        let sliding: Vec<usize> = self.sliding_grips().collect();
        for grip in sliding {
            let w = self.part(grip, sample.v);
            let direction = self.direction(grip);
            let slip = Slip::new(w, self.part(grip, sample.a));
            let (switch, at) = if length(&direction) > 0.0 {
                let along = dot(&w, &direction);
                if along < -self.slack_along(grip, sample.v) {
                    self.went_back[grip] = -along;
                    (Switch::Stop(grip), None)
                } else if along > BEGUN.max(rounding_of_slips::<M>(sample.v))
                    && !slip.ends(self.step)
                    && !slip.begins(self.step)
                {
                    (Switch::Turn(grip), Some(State::from(sample)))
                } else {
                    continue;
                }
            } else if dot(&w, &self.part(grip, &before.v)) < 0.0 {
                // The end was within the step.
                (Switch::Turn(grip), Some(before.clone()))
            } else if slip.ends(self.step) {
                (Switch::Turn(grip), Some(State::from(sample)))
            } else {
                continue;
            };
            self.crossed.push(Crossing { switch, before: before.clone(), step, at });
        }
        if self.crossed.is_empty() {
            let limit = self.limit(sample.v, sample.a);
            if graded(self.step, self.size, limit) != self.size {
                let at = Some(State::from(sample));
                self.crossed.push(Crossing { switch: Switch::Grade, before: before.clone(), step, at });
            }
        }
    }
}
