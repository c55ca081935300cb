//! Switches: the functions whose roots they are, the steps that cross them, and how the run continues after them.

use super::slack::slack;
use super::{Carried, STEADY, Sides, sign};
use crate::simulation::slides::{Slip, dot, length};
use crate::solution::State;
use crate::stepper::Sample;
use crate::{Mechanism, Real, Vector};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// A function that crosses this often without progress of the run slides.
const RETURNS: u32 = 2;
/// The largest number of switches without progress of the run.
const MOST: u32 = 50;

/// Relative to its value at the beginning of a step, less is the rounding of a function that another one meets at its root.
const RETURNED: f64 = 1e-9;
/// The same of friction at a switch, relative to its limit: less is the rounding of the time.
const EXCEEDED: f64 = 1e-6;

/// A function that is rounding has crossed its root so many times, each within so many steps of the last time: no motion that steps resolve does.
const NOISY: u32 = 3;
const OFTEN: f64 = 5.0;

/// Relative to the larger value at the ends of a step, more is not rounding of the time of another root.
const LATER: f64 = 1e-6;

/// Functions below this, in their units, are evaluated again.
const NEAR: f64 = 1e-6;

/// The kinds of switches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::simulation) enum Switch {
    /// The root of a switching function.
    Side(usize),
    /// The limit of sticking friction.
    Limit(usize),
    /// The end of a slide along a held direction.
    Stop(usize),
    /// A change of a slide from the direction of its velocities to a held one, or back.
    Turn(usize),
    /// A change of the step size.
    Grade,
    /// A contact that lifts off, or touches again.
    Load(usize),
    /// The beginning of a slip that something else has held at rest, and whether it is along the first of its velocities.
    Leave(usize, bool),
}

/// A switch crossed by a step.
#[derive(Clone)]
pub(in crate::simulation) struct Crossing<M: Mechanism> {
    /// The switch.
    pub(in crate::simulation) switch: Switch,
    /// The last sample before it.
    pub(in crate::simulation) before: State<M>,
    /// The size of the step that crossed it.
    pub(in crate::simulation) step: M::Scalar,
    /// The state at the switch, if it need not be located.
    pub(in crate::simulation) at: Option<State<M>>,
}

impl<M: Mechanism> Sides<M> {
    /// The index of the function that is zero at a switch, and whether it rises there.
    pub(in crate::simulation) fn rises(&self, switch: Switch) -> bool {
        match switch {
            Switch::Side(index) => self.held[index] < 0.0,
            Switch::Limit(_) => true,
            Switch::Stop(_) | Switch::Turn(_) | Switch::Grade | Switch::Load(_) | Switch::Leave(..) => false,
        }
    }

    /// The function whose root a switch is.
    pub(in crate::simulation) fn value(&mut self, m: &M, state: &State<M>, switch: Switch) -> M::Scalar {
        match switch {
            Switch::Side(index) => {
                self.evaluate(m, state);
                self.values.as_slice()[index]
            }
            Switch::Limit(grip) => {
                self.take_efforts(m, state);
                self.exact_excess(grip)
            }
            // The held direction is a number.
            Switch::Stop(grip) | Switch::Turn(grip) => {
                M::Scalar::exact(dot(&self.part(grip, &state.v), &self.direction(grip)))
            }
            Switch::Grade | Switch::Load(_) | Switch::Leave(..) => M::Scalar::zero(),
        }
    }

    /// Whether a crossing comes after another switch of its step, at this state: its function is then on its side by more than rounding of
    /// the time. It need not be located: the run continues from the other one.
    pub(in crate::simulation) fn is_later(&mut self, m: &M, at: &State<M>, crossing: &Crossing<M>) -> bool {
        let Switch::Side(index) = crossing.switch else { return false };
        let end = (crossing.before.t + crossing.step).value();
        crossing.at.is_none()
            && at.t.value() < end
            && self.held[index] * self.value(m, at, crossing.switch).value() > LATER * self.reached[index]
    }

    /// The function whose held side alone changes at these switches, without friction.
    pub(in crate::simulation) fn only_side(&self, switches: &[Switch]) -> Option<usize> {
        let side = |&switch: &Switch| match switch {
            Switch::Side(index) if self.grip_at(index).is_none() => Some(index),
            _ => None,
        };
        let mut sides = switches.iter().filter_map(side);
        let only = sides.next().filter(|&index| self.held[index] != 0.0);
        if sides.next().is_none() { only } else { None }
    }

    /// Whether forces may jump at these switches.
    pub(in crate::simulation) fn any_jump(&self, switches: &[Switch]) -> bool {
        switches.iter().any(|&switch| match switch {
            Switch::Side(index) => self.grip_at(index).is_none(),
            Switch::Load(_) => true,
            Switch::Limit(_) | Switch::Stop(_) | Switch::Turn(_) | Switch::Grade | Switch::Leave(..) => false,
        })
    }

    /// Continues after switches that were crossed together, at this state; `advanced` tells whether the run has made progress
    /// since the last ones. Friction whose velocity is zero there may stick. `None` if the run cannot continue.
    pub(in crate::simulation) fn cross(
        &mut self,
        m: &M,
        switches: &[Switch],
        state: &State<M>,
        advanced: bool,
    ) -> Option<Vec<usize>> {
        let time = state.t.value();
        // A switch at the beginning of a step is progress, too, if there were steps since the last one.
        if advanced || time != self.last {
            self.returns.fill(0);
            self.bounced.fill(0);
        }
        self.stalled = if time == self.last { self.stalled + 1 } else { 0 };
        self.last = time;
        self.shared = 0;
        let jumps = self.any_jump(switches);
        let mut resting = Vec::new();
        for &switch in switches {
            match switch {
                // Others may balance the excess.
                Switch::Limit(grip) if self.any_carried() || self.begins_along_resultant(m, grip) => {
                    self.exhaust(grip);
                    resting.extend(self.at_rest());
                }
                // Where forces jump, those after it decide, and on the direction too.
                Switch::Limit(_) if jumps => {}
                Switch::Limit(grip) => {
                    self.take_efforts(m, state);
                    self.slip(grip);
                }
                Switch::Leave(grip, forwards) => {
                    self.carried[grip] = Carried::No;
                    let side = if forwards { 1.0 } else { -1.0 };
                    self.give_share(
                        grip,
                        if self.grips[grip].count > 1 { [0.0; 3] } else { [side, 0.0, 0.0] },
                    );
                }
                Switch::Stop(grip) => {
                    self.bounced[grip] += 1;
                    resting.push(grip);
                }
                Switch::Grade => {}
                Switch::Load(grip) => {
                    self.unloaded[grip] = !self.unloaded[grip];
                    self.carried[grip] = Carried::No;
                    self.evaluate(m, state);
                    if let Some(side) = self.grips[grip].side {
                        self.held[side] = self.side_in_motion(grip, &state.v);
                    } else {
                        self.hold_direction(grip, [0.0; 3]);
                    }
                    if !self.unloaded[grip] && self.is_at_rest(grip, &state.v) {
                        resting.push(grip);
                    }
                }
                Switch::Turn(grip) => {
                    let held = length(&self.direction(grip)) > 0.0;
                    let own = Slip::new(self.part(grip, &state.v), [0.0; 3]).direction();
                    self.hold_direction(grip, if held { [0.0; 3] } else { own });
                }
                Switch::Side(index) => match self.grip_at(index) {
                    // In flight nothing stops it.
                    Some(grip) if self.flies(m, state, grip) => self.held[index] = -self.held[index],
                    Some(grip) => {
                        self.bounced[grip] += 1;
                        resting.push(grip);
                    }
                    None => {
                        self.returns[index] += 1;
                        self.sliding[index] = self.returns[index] > RETURNS;
                        self.held[index] = if self.sliding[index] { 0.0 } else { -self.held[index] };
                        self.evaluate(m, state);
                        self.slack[index] = slack(self.values.as_slice()[index].value(), self.reached[index]);
                    }
                },
            }
        }
        resting.sort_unstable();
        resting.dedup();
        self.restart();
        self.grade(&state.v, &state.a);
        (self.stalled <= MOST).then_some(resting)
    }

    /// The name of a switch.
    pub(in crate::simulation) fn name(&self, m: &M, switch: Switch) -> String {
        let index = match switch {
            Switch::Side(index) => index,
            Switch::Limit(grip)
            | Switch::Stop(grip)
            | Switch::Turn(grip)
            | Switch::Load(grip)
            | Switch::Leave(grip, _) => {
                let named = &m.names().outputs[self.grips[grip].limit].name;
                return named.trim_end_matches(".limit").to_string();
            }
            Switch::Grade => return String::new(),
        };
        m.names().switches.get(index).map_or_else(String::new, |named| named.name.to_string())
    }

    /// Whether the last evaluated switching function with a held side is exactly zero.
    pub(super) fn is_on(&self, side: usize) -> bool {
        self.held[side] != 0.0 && self.values.as_slice()[side].value() == 0.0 && self.grip_at(side).is_none()
    }

    /// Whether a function with a held side is so small in the last evaluated state that rounding of the time may decide on its side.
    fn any_near(&self) -> bool {
        let values = self.held[..self.count].iter().zip(self.values.as_slice()).enumerate();
        values.into_iter().any(|(side, (held, value))| {
            *held != 0.0 && value.value().abs() < NEAR && self.grip_at(side).is_none()
        })
    }

    /// Whether the last sample, which [`look`](Self::look) has compared, is on a function whose side is held, or beyond it by rounding.
    pub(in crate::simulation) fn is_beside(&self) -> bool {
        let values = self.held[..self.count].iter().zip(self.values.as_slice());
        values.enumerate().any(|(side, (&held, value))| {
            held != 0.0 && held * value.value() <= 0.0 && self.grip_at(side).is_none()
        })
    }

    /// Adds the crossings of functions, and of limits of friction, that a step to the root of these switches ends beyond.
    pub(in crate::simulation) fn look_back(
        &mut self,
        m: &M,
        (before, state): (&State<M>, &State<M>),
        switches: &[Switch],
    ) {
        let step = state.t - before.t;
        if step.value() <= 0.0 {
            return;
        }
        self.evaluate(m, before);
        let started = self.values.clone();
        self.evaluate(m, state);
        for index in 0..self.count {
            let switch = Switch::Side(index);
            let beyond = -self.held[index] * self.values.as_slice()[index].value();
            let left = started.as_slice()[index].value().abs();
            let rounding = RETURNED * left;
            let slack = self.slack_after(m, index, (&state.q, &state.v), step.value());
            if beyond > f64::max(slack, rounding)
                && !switches.contains(&switch)
                && !self.is_stuck(index)
                && self.grip_at(index).is_none_or(|grip| !self.unloaded[grip])
                && !self.is_moved_within_rounding(m, index, (beyond, step.value()), state)
            {
                self.reached[index] = beyond.max(left);
                self.crossed.push(Crossing { switch, before: before.clone(), step, at: None });
            }
        }
        self.look_back_at_limits(m, (before, state), switches);
    }

    /// The same for sticking friction that is beyond its limit there.
    fn look_back_at_limits(&mut self, m: &M, (before, state): (&State<M>, &State<M>), switches: &[Switch]) {
        let sticking = self.sticking();
        if sticking.is_empty() {
            return;
        }
        self.take_efforts(m, state);
        let step = state.t - before.t;
        for grip in sticking {
            let switch = Switch::Limit(grip);
            if self.last_excess(grip) > EXCEEDED * self.whole_limit(grip) && !switches.contains(&switch) {
                self.crossed.push(Crossing { switch, before: before.clone(), step, at: None });
            }
        }
    }

    /// A function in the state before a step; the last evaluated functions are kept.
    fn value_before(&mut self, m: &M, index: usize, before: &State<M>) -> f64 {
        let values = self.values.clone();
        self.evaluate(m, before);
        core::mem::replace(&mut self.values, values).as_slice()[index].value()
    }

    /// Whether a function without friction, of this size before a step and the last evaluated one after it, is rounding (3), as often as that; its side is then
    /// held beyond that.
    fn stays(
        &mut self,
        m: &M,
        index: usize,
        left: f64,
        (before, sample): (&State<M>, &Sample<'_, M>),
    ) -> bool {
        let noise = self.noise(m, (sample.q, sample.v), (sample.t - before.t).value());
        let largest = self.values.as_slice()[index].value().abs().max(left);
        if largest > noise || self.grip_at(index).is_some() {
            self.noisy[index] = (f64::NEG_INFINITY, 0);
            return false;
        }
        let (last, count) = &mut self.noisy[index];
        let time = sample.t.value();
        *count = if time - *last <= OFTEN * self.step { *count + 1 } else { 1 };
        *last = time;
        let stays = *count > NOISY;
        if stays {
            self.slack[index] = noise;
        }
        stays
    }

    /// Compares a sample with the held sides; `true` interrupts the run before this sample.
    pub(in crate::simulation) fn look(
        &mut self,
        m: &M,
        before: Option<&State<M>>,
        sample: &Sample<'_, M>,
    ) -> bool {
        if self.held.is_empty() {
            return false;
        }
        let resuming = core::mem::replace(&mut self.resuming, false);
        let Some(before) = before.filter(|_| !resuming) else { return false };
        m.switches(sample.at, sample.v, sample.y, &mut self.values);
        if self.any_near() {
            // The cached positions of a step may be those of a time that differs by rounding.
            self.evaluate(m, &State::from(sample));
        }
        let step = sample.t - before.t;
        let mut settled = false;
        self.slid += u64::from(self.sliding.contains(&true));
        for index in 0..self.count {
            if self.is_stuck(index) {
                continue;
            }
            let value = self.values.as_slice()[index].value();
            if let Some(grip) = self.grip_at(index).filter(|&grip| self.unloaded[grip]) {
                // Where a contact touches without slip, the side of rounding before it says nothing.
                let w = before.v.as_slice()[self.grips[grip].velocity].value();
                if self.is_rounding(value, sample.v) || self.is_rounding(w, &before.v) {
                    continue;
                }
            }
            let (held, side) = (self.held[index], sign(value));
            if held * side < 0.0
                && value.abs() > self.slack_after(m, index, (sample.q, sample.v), step.value())
            {
                let left = self.value_before(m, index, before).abs();
                if self.stays(m, index, left, (before, sample)) {
                    continue;
                }
                self.reached[index] = value.abs().max(left);
                self.crossed.push(Crossing {
                    switch: Switch::Side(index),
                    before: before.clone(),
                    step,
                    at: None,
                });
            }
            if held == 0.0 {
                let (last, count) = &mut self.steady[index];
                *count = if side != 0.0 && side == *last { *count + 1 } else { 0 };
                *last = side;
                settled |= *count >= STEADY;
            }
        }
        self.look_between(m, before, sample);
        for grip in self.exceeded(m, sample) {
            // Exactly on another switch, the effort is that of the forces after it, at the acceleration before it.
            let root = (0..self.count).find(|&side| self.is_on(side));
            let switch = root.map_or(Switch::Limit(grip), Switch::Side);
            if self.crossed.iter().all(|crossing| crossing.switch != switch) {
                self.crossed.push(Crossing { switch, before: before.clone(), step, at: None });
            }
        }
        self.check_carried(before, sample);
        self.check_contacts(m, before, sample);
        self.check_slides(before, sample);
        self.check_waves(m, before, sample);
        if self.crossed.is_empty() {
            self.forget_margins();
            if settled {
                self.settled = Some(before.clone());
            }
        }
        let interrupts = settled || !self.crossed.is_empty();
        if !interrupts {
            self.forget_slack();
        }
        interrupts
    }
}
