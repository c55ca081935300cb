//! The sides of switching functions in a run, and sticking friction: each is held until the motion leaves it.
//!
//! A step from sample n to n + 1 under held sides s crosses a switch if φ(n + 1) s < 0. It is repeated from sample n
//! to the root of φ, with the same sides, so that f is smooth within it; after the root the run continues
//! with the other side. If φ returns immediately (the motion slides along φ = 0), its side is released: f is
//! then evaluated on the current side, until φ has kept one side for some steps. Such steps are counted.
//!
//! Friction with the effort e and the limit L sticks from a root of its velocity on if that requires |e| ≤ L, and
//! slides from the root of |e| − L on, in the direction of −e:
//!
//! ```text
//! v = 0:  stuck if |e| ≤ L,  else  s = −sign e                                                       (1)
//! ```
//!
//! Along the resultant of several slips the direction d replaces s if it is held (`slides`).
//!
//! Invariant: no step with a held side ends on the other one, and none with sticking friction beyond its limit.

mod balance;
mod grips;
mod kept;
mod passing;
mod response;
mod sharing;
mod uniqueness;

use super::slides::{Slip, dot, length};
use crate::solution::State;
use crate::stepper::{Sample, Start};
use crate::{Grip, Mechanism, Real, Vector};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;
use response::Response;

/// A released side is held again after this many samples on it.
const STEADY: u32 = 4;
/// A function that crosses this often without progress of the run slides.
const RETURNS: u32 = 2;
/// The largest number of switches without progress of the run.
const MOST: u32 = 50;
/// The relative tolerance of the limit of friction, for rounding.
const WITHIN: f64 = 1e-12;

/// The kinds of switches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Switch {
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
    /// The beginning of a slip that something else has held at rest.
    Leave(usize),
}

/// What holds a slip at rest in addition to its own friction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Carried {
    /// Nothing.
    No,
    /// Sticking frictions.
    ByOthers,
    /// Constraints: its friction has no effect.
    ByConstraints,
}

/// A switch crossed by a step.
#[derive(Clone)]
pub(super) struct Crossing<M: Mechanism> {
    /// The switch.
    pub(super) switch: Switch,
    /// The last sample before it.
    pub(super) before: State<M>,
    /// The size of the step that crossed it.
    pub(super) step: M::Scalar,
    /// The state at the switch, if it need not be located.
    pub(super) at: Option<State<M>>,
}

/// Velocities below this part of the largest, or of 1 SI unit, count as rest.
const AT_REST: f64 = 1e-14;
/// The same for a slip that something else holds at rest: to the tolerance of a method's constraints, and rounding.
const MOVES: f64 = 1e-9;
/// A held side or part of friction without effect: its square is not zero, even in single precision.
const NOTHING: f64 = 1e-18;

/// The rounding error of solves of the equations of motion, relative to the terms.
fn rounding<T: Real>() -> f64 {
    4096.0 * T::epsilon().max(f64::EPSILON)
}

/// All switching functions of a run, and all sticking friction.
pub(super) struct Sides<M: Mechanism> {
    /// 1, −1, or 0 for a released side; then 1 for sticking friction.
    pub(super) held: Vec<f64>,
    /// The number of these that are sides.
    count: usize,
    grips: Vec<Grip>,
    /// The requested step size.
    step: f64,
    /// The step size, smaller if slides require it.
    size: f64,
    /// Whether each friction is unloaded: it then holds nothing, and has no side.
    unloaded: Vec<bool>,
    /// What holds each slip at rest in addition to sticking friction; its side, or its direction, is then the part of friction that acts.
    carried: Vec<Carried>,
    /// Whether each sticking friction has reached its limit.
    exhausted: Vec<bool>,
    /// The number of distributions of efforts at one switch.
    shared: u32,
    /// The largest |w|/|ẇ| of each friction while it slid.
    longest: Vec<f64>,
    values: M::Switches,
    outputs: M::Outputs,
    /// For released sides: the side at the last sample, and the number of samples on it.
    steady: Vec<(f64, u32)>,
    /// The number of crossings of each since the last progress of the run.
    returns: Vec<u32>,
    /// The number of switches at the time of the last one, and that time.
    stalled: u32,
    last: f64,
    /// Whether the next sample is on a switch, from which the run continues.
    resuming: bool,
    /// The switches crossed by the last step.
    pub(super) crossed: Vec<Crossing<M>>,
    /// The last sample, if some side can be held again.
    pub(super) settled: Option<State<M>>,
    /// The sides that were released because the run could not continue with them.
    sliding: Vec<bool>,
    /// The number of steps with a released side.
    pub(super) slid: u64,
    /// For [`unique`](Self::unique), if reactions depend on friction.
    response: Option<Box<Response<M>>>,
}

fn sign(value: f64) -> f64 {
    if value > 0.0 {
        1.0
    } else if value < 0.0 {
        -1.0
    } else {
        0.0
    }
}

impl<M: Mechanism> Sides<M> {
    pub(super) fn new(m: &M, step: f64) -> Self {
        let sizes = m.sizes();
        let grips = m.grips().to_vec();
        debug_assert!(M::HOLDS || m.held_numbers() == 0, "a mechanism without switching functions has sides");
        Self {
            held: vec![0.0; m.held_numbers()],
            count: sizes.sides,
            step,
            size: step,
            unloaded: vec![false; grips.len()],
            carried: vec![Carried::No; grips.len()],
            exhausted: vec![false; grips.len()],
            shared: 0,
            longest: vec![0.0; grips.len()],
            grips,
            values: M::Switches::zeros(sizes.switches + 3 * m.names().coincidences.len()),
            outputs: M::Outputs::zeros(sizes.outputs),
            steady: vec![(0.0, 0); sizes.sides],
            returns: vec![0; sizes.sides],
            stalled: 0,
            last: f64::NEG_INFINITY,
            resuming: false,
            crossed: Vec::new(),
            settled: None,
            sliding: vec![false; sizes.sides],
            slid: 0,
            response: None,
        }
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.held.is_empty()
    }

    /// The friction along that switching function.
    fn grip_at(&self, side: usize) -> Option<usize> {
        self.grips.iter().position(|grip| grip.side == Some(side))
    }

    /// Whether friction along that switching function sticks, or is held at rest by others.
    fn is_stuck(&self, side: usize) -> bool {
        self.grip_at(side).is_some_and(|grip| self.is_held_at_rest(grip))
    }

    /// The index of the function that is zero at a switch, and whether it rises there.
    pub(super) fn rises(&self, switch: Switch) -> bool {
        match switch {
            Switch::Side(index) => self.held[index] < 0.0,
            Switch::Limit(_) => true,
            Switch::Stop(_) | Switch::Turn(_) | Switch::Grade | Switch::Load(_) | Switch::Leave(_) => false,
        }
    }

    /// The function whose root a switch is.
    pub(super) fn value(&mut self, m: &M, state: &State<M>, switch: Switch) -> f64 {
        let mut at = m.position_cache();
        m.place(&m.now(state.t), &state.q, &mut at);
        let sample = state.as_sample(&at);
        match switch {
            Switch::Side(index) => {
                m.switches(sample.at, sample.v, sample.y, &mut self.values);
                self.values.as_slice()[index].value()
            }
            Switch::Limit(grip) => self.excess(m, &sample, grip),
            Switch::Stop(grip) | Switch::Turn(grip) => dot(&self.part(grip, sample.v), &self.direction(grip)),
            Switch::Grade | Switch::Load(_) | Switch::Leave(_) => 0.0,
        }
    }

    fn evaluate(&mut self, m: &M, state: &State<M>) {
        let mut at = m.position_cache();
        m.place(&m.now(state.t), &state.q, &mut at);
        m.switches(&at, &state.v, &state.y, &mut self.values);
    }

    /// Sets the sides of a state, with nothing sticking; returns the friction that may stick there.
    pub(super) fn take(&mut self, m: &M, state: &State<M>) -> Vec<usize> {
        self.evaluate(m, state);
        for (held, value) in self.held[..self.count].iter_mut().zip(self.values.as_slice()) {
            *held = sign(value.value());
        }
        self.held[self.count..].fill(0.0);
        self.reset_rest_data();
        self.take_loads(m, state);
        self.restart();
        let may_stick =
            |&grip: &usize| !self.unloaded[grip] && self.is_first(grip) && self.is_at_rest(grip, &state.v);
        (0..self.grips.len()).filter(may_stick).collect()
    }

    /// Whether a function is zero whose side is not known.
    pub(super) fn has_open_side(&self) -> bool {
        (0..self.count).any(|side| self.held[side] == 0.0 && !self.is_stuck(side))
    }

    /// Sets the sides of a state shortly after that of [`take`](Self::take), for functions that
    /// were zero there.
    pub(super) fn take_shortly_after(&mut self, m: &M, state: &State<M>) {
        self.evaluate(m, state);
        for side in 0..self.count {
            if self.held[side] == 0.0 && !self.is_stuck(side) {
                self.held[side] = sign(self.values.as_slice()[side].value());
            }
        }
    }

    /// Makes friction stick if its velocity is zero.
    pub(super) fn try_to_stick(&mut self, grips: &[usize], start: &mut Start<M>) {
        for &grip in grips {
            self.rest_along(grip, start);
            self.held[self.grips[grip].held] = 1.0;
            self.carried[grip] = Carried::No;
            if self.grips[grip].count > 1 {
                self.hold_direction(grip, [0.0; 3]);
            }
        }
    }

    /// Whether some sticking friction is beyond its limit (1), which it has then reached.
    pub(super) fn find_beyond_limits(&mut self, m: &M, state: &State<M>, grips: &[usize]) -> bool {
        let mut at = m.position_cache();
        m.place(&m.now(state.t), &state.q, &mut at);
        let sample = state.as_sample(&at);
        let mut found = false;
        for &grip in grips {
            if self.held[self.grips[grip].held] > 0.0 && self.excess(m, &sample, grip) > 0.0 {
                self.exhausted[grip] = true;
                found = true;
            }
        }
        found
    }

    /// Makes sticking friction beyond its limit (1) slide; `false` if there is none.
    pub(super) fn slip_beyond_limits(&mut self, m: &M, state: &State<M>, grips: &[usize]) -> bool {
        let mut at = m.position_cache();
        m.place(&m.now(state.t), &state.q, &mut at);
        let sample = state.as_sample(&at);
        let mut slipped = false;
        for &grip in grips {
            if self.held[self.grips[grip].held] > 0.0 && self.excess(m, &sample, grip) > 0.0 {
                self.slip(grip);
                slipped = true;
            }
        }
        slipped
    }

    /// (1), with the last evaluated effort.
    fn slip(&mut self, grip: usize) {
        let mut effort = self.effort(grip);
        self.held[self.grips[grip].held] = 0.0;
        self.carried[grip] = Carried::No;
        self.unloaded[grip] = self.is_unloaded(grip);
        if self.unloaded[grip] {
            effort = [0.0; 3];
        }
        match self.grips[grip].side {
            Some(side) => self.held[side] = -sign(effort[0]),
            None => {
                let size = length(&effort);
                self.hold_direction(grip, effort.map(|e| if size > 0.0 { -e / size } else { 0.0 }));
            }
        }
    }

    fn restart(&mut self) {
        self.steady.fill((0.0, 0));
        self.resuming = true;
        self.crossed.clear();
        self.settled = None;
    }

    /// Releases all sides; sticking friction still sticks.
    pub(super) fn release_all(&mut self) {
        for side in 0..self.count {
            if !self.is_stuck(side) {
                self.sliding[side] |= self.held[side] != 0.0;
                self.held[side] = 0.0;
            }
        }
        self.restart();
    }

    /// Whether any side is held.
    pub(super) fn any_held(&self) -> bool {
        (0..self.count).any(|side| self.held[side] != 0.0 && !self.is_stuck(side))
    }

    /// Continues after switches that were crossed together, at this state; `advanced` tells whether the run has made progress
    /// since the last ones. Friction whose velocity is zero there may stick. `None` if the run cannot continue.
    pub(super) fn cross(
        &mut self,
        m: &M,
        switches: &[Switch],
        state: &State<M>,
        advanced: bool,
    ) -> Option<Vec<usize>> {
        if advanced {
            self.returns.fill(0);
        }
        let time = state.t.value();
        self.stalled = if time == self.last { self.stalled + 1 } else { 0 };
        self.last = time;
        self.shared = 0;
        let mut resting = Vec::new();
        for &switch in switches {
            match switch {
                // Others may balance the excess.
                Switch::Limit(grip) if self.any_carried() => {
                    self.exhausted[grip] = true;
                    resting.extend(self.at_rest());
                }
                Switch::Limit(grip) => {
                    let _ = self.value(m, state, switch);
                    self.slip(grip);
                }
                Switch::Leave(grip) => {
                    self.carried[grip] = Carried::No;
                    self.give_share(grip, [0.0; 3]);
                }
                Switch::Stop(grip) => resting.push(grip),
                Switch::Grade => {}
                Switch::Load(grip) => {
                    self.unloaded[grip] = !self.unloaded[grip];
                    self.carried[grip] = Carried::No;
                    self.evaluate(m, state);
                    if let Some(side) = self.grips[grip].side {
                        let free = self.unloaded[grip];
                        self.held[side] = if free { 0.0 } else { sign(self.values.as_slice()[side].value()) };
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
                    Some(grip) => resting.push(grip),
                    None => {
                        self.returns[index] += 1;
                        self.sliding[index] = self.returns[index] > RETURNS;
                        self.held[index] = if self.sliding[index] { 0.0 } else { -self.held[index] };
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

    /// Sets the velocities of friction that begins to slide to zero.
    pub(super) fn rest(&self, switches: &[Switch], start: &mut Start<M>) {
        for &switch in switches {
            if let Switch::Limit(grip) = switch {
                self.rest_along(grip, start);
            }
        }
    }

    /// The name of a switch.
    pub(super) fn name(&self, m: &M, switch: Switch) -> String {
        let index = match switch {
            Switch::Side(index) => index,
            Switch::Limit(grip)
            | Switch::Stop(grip)
            | Switch::Turn(grip)
            | Switch::Load(grip)
            | Switch::Leave(grip) => {
                let named = &m.names().outputs[self.grips[grip].limit].name;
                return named.trim_end_matches(".limit").to_string();
            }
            Switch::Grade => return String::new(),
        };
        m.names().switches.get(index).map_or_else(String::new, |named| named.name.to_string())
    }

    /// Holds the sides that have been constant for some samples.
    pub(super) fn settle(&mut self) {
        for (index, &(side, count)) in self.steady.iter().enumerate() {
            if self.held[index] == 0.0 && count >= STEADY {
                self.held[index] = side;
                self.sliding[index] = false;
            }
        }
        self.returns.fill(0);
        self.restart();
    }

    /// Compares a sample with the held sides; `true` interrupts the run before this sample.
    pub(super) fn look(&mut self, m: &M, before: Option<&State<M>>, sample: &Sample<'_, M>) -> bool {
        if self.held.is_empty() {
            return false;
        }
        let resuming = core::mem::replace(&mut self.resuming, false);
        let Some(before) = before.filter(|_| !resuming) else { return false };
        m.switches(sample.at, sample.v, sample.y, &mut self.values);
        let step = sample.t - before.t;
        let mut settled = false;
        self.slid += u64::from(self.sliding.contains(&true));
        for index in 0..self.count {
            if self.is_stuck(index) || self.grip_at(index).is_some_and(|grip| self.unloaded[grip]) {
                continue;
            }
            let (held, side) = (self.held[index], sign(self.values.as_slice()[index].value()));
            if held * side < 0.0 {
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
        for grip in 0..self.grips.len() {
            if self.held[self.grips[grip].held] > 0.0 && self.excess(m, sample, grip) > 0.0 {
                let switch = Switch::Limit(grip);
                self.crossed.push(Crossing { switch, before: before.clone(), step, at: None });
            }
        }
        self.check_carried(before, sample);
        self.check_contacts(m, before, sample);
        self.check_slides(before, sample);
        if settled && self.crossed.is_empty() {
            self.settled = Some(before.clone());
        }
        settled || !self.crossed.is_empty()
    }
}
