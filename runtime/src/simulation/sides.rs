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
//! At the root φ is rounding, of either sign, and may remain that: a valve that closes at a level leaves it there. So a side is left only
//! beyond a slack, until the motion has reached the side:
//!
//! ```text
//! φ s < −σ,   σ = 16 max (|φ(root)|, 10⁻¹³ |φ(n)|, 10⁻¹³ |φ(n + 1)|)        until φ s > σ           (2)
//! ```
//!
//! The same holds where φ has no root but that of rounding, as a velocity across a plane motion:
//!
//! ```text
//! σ = 64 ε (max (1, |q|, |v|) + |q|/h)        if |φ(n)|, |φ(n + 1)| ≤ σ again and again                (3)
//! ```
//!
//! where |q|/h is that of velocities from positions that satisfy constraints, and is left out where there are none.
//!
//! A friction may begin to slide, beyond its limit, and return at once: because the limit grows, because slips of a body that rocks are
//! not zero together, or because the accelerations of a method differ from those of the equations of motion. If that happens again and again, it slides on with its side,
//!
//! ```text
//! σ = |w(n + 1)|        of the step that returned, until w s > σ                                              (4)
//! ```
//!
//! so that friction is within its limit, and the next step decides. Along a resultant the same holds for w·d with the held direction d.
//!
//! Functions of the time are evaluated between samples too (`recurring`).
//!
//! Invariant: no step with a held side ends on the other one, and none with sticking friction beyond its limit.

mod balance;
mod cones;
mod crossings;
mod departing;
mod elimination;
mod grips;
mod kept;
mod passing;
mod recurring;
mod response;
mod resultants;
mod sharing;
mod slack;
mod uniqueness;
mod waves;

use super::arrival::switches;
use super::locate::{DEPARTED, SingleSteps, start_of};
use super::slides::length;
use crate::solution::State;
use crate::stepper::Start;
use crate::{Grip, Mechanism, Real, Vector};
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
pub(super) use crossings::{Crossing, Switch};
use recurring::Between;
use response::Response;
use waves::Waves;

/// A released side is held again after this many samples on it.
const STEADY: u32 = 4;
/// The factor of (2): rounding of several times that at the root.
const SLACK: f64 = 16.0;
/// The relative tolerance of the limit of friction, for rounding.
const WITHIN: f64 = 1e-12;

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

/// The largest of these velocities, or 1 SI unit if that is larger: what is small beside it is rounding.
fn fastest<M: Mechanism>(v: &M::Velocity) -> f64 {
    v.as_slice().iter().fold(1.0_f64, |most, v| most.max(v.value().abs()))
}

/// Slips below this beside these velocities are rounding.
fn rounding_of_slips<M: Mechanism>(v: &M::Velocity) -> f64 {
    MOVES.max(rounding::<M::Scalar>()) * fastest::<M>(v)
}

/// All switching functions of a run, and all sticking friction.
pub(super) struct Sides<M: Mechanism> {
    /// 1, −1, or 0 for a released side; then 1 for sticking friction, with the numbers of [`Grip::held`].
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
    /// The part of its limit that each friction leaves unused which has reached it since it came to rest.
    margins: Vec<f64>,
    /// Whether one has reached it since the last distribution of efforts.
    uneven: bool,
    /// The number of distributions of efforts at one switch.
    shared: u32,
    /// The largest |w|/|ẇ| of each friction while it slid.
    longest: Vec<f64>,
    values: M::Switches,
    outputs: M::Outputs,
    /// For released sides: the side at the last sample, and the number of samples on it.
    steady: Vec<(f64, u32)>,
    /// σ of (2) for each side.
    slack: Vec<f64>,
    /// The time of the last crossing of each that may be rounding, and the number of such crossings.
    noisy: Vec<(f64, u32)>,
    /// The larger |φ| at the ends of the last step that left each side.
    reached: Vec<f64>,
    /// The number of crossings of each since the last progress of the run.
    returns: Vec<u32>,
    /// The number of times that each friction has begun to slide and returned at once, at the time of the last switch.
    bounced: Vec<u32>,
    /// How far the last step that stopped each slide along a held direction went back.
    went_back: Vec<f64>,
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
    /// For functions that recur.
    between: Option<Between<M>>,
    /// For triangle waves.
    waves: Option<Waves<M>>,
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
        let values = M::Switches::zeros(sizes.switches + 3 * m.names().coincidences.len());
        debug_assert!(M::HOLDS || m.held_numbers() == 0, "a mechanism without switching functions has sides");
        Self {
            held: vec![0.0; m.held_numbers()],
            count: sizes.sides,
            step,
            size: step,
            unloaded: vec![false; grips.len()],
            carried: vec![Carried::No; grips.len()],
            margins: vec![0.0; grips.len()],
            uneven: false,
            shared: 0,
            longest: vec![0.0; grips.len()],
            bounced: vec![0; grips.len()],
            went_back: vec![0.0; grips.len()],
            grips,
            between: (!m.recurring().is_empty()).then(|| Between::new(m, &values)),
            waves: (!m.waves().is_empty()).then(|| Waves::new(m, &values)),
            values,
            outputs: M::Outputs::zeros(sizes.outputs),
            steady: vec![(0.0, 0); sizes.sides],
            slack: vec![0.0; sizes.sides],
            noisy: vec![(f64::NEG_INFINITY, 0); sizes.sides],
            reached: vec![0.0; sizes.sides],
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

    fn evaluate(&mut self, m: &M, state: &State<M>) {
        let mut at = m.position_cache();
        m.place(&m.now(state.t), &state.q, &mut at);
        m.switches(&at, &state.v, &state.y, &mut self.values);
    }

    /// Sets the sides of a state, with nothing sticking; returns the friction that may stick there.
    pub(super) fn take(&mut self, m: &M, state: &State<M>) -> Vec<usize> {
        self.evaluate(m, state);
        self.take_waves(m, state);
        for (held, value) in self.held[..self.count].iter_mut().zip(self.values.as_slice()) {
            *held = sign(value.value());
        }
        self.slack.fill(0.0);
        // The velocity of an assembled start may be rounding.
        self.take_slips_above(m, state, AT_REST)
    }

    /// Sets the known sides of functions that switch at the state of [`take`](Self::take), which are those of rounding there.
    pub(super) fn take_arrived(&mut self, known: &[f64]) {
        for (side, &to) in known.iter().take(self.count).enumerate() {
            if to != 0.0 && self.grip_at(side).is_none() {
                self.held[side] = to;
                self.slack[side] = SLACK * self.values.as_slice()[side].value().abs();
            }
        }
    }

    /// Nothing sticks any more.
    pub(super) fn release_slips(&mut self) {
        self.held[self.count..].fill(0.0);
        self.reset_rest_data();
    }

    /// Sets the sides of slips after an impulse, with nothing sticking; returns the friction that may stick there.
    pub(super) fn take_slips(&mut self, m: &M, state: &State<M>) -> Vec<usize> {
        self.take_slips_above(m, state, rounding::<M::Scalar>())
    }

    /// The same, with slips at rest that are below this part of the largest velocity.
    fn take_slips_above(&mut self, m: &M, state: &State<M>, at_rest: f64) -> Vec<usize> {
        let largest = fastest::<M>(&state.v);
        for grip in &self.grips {
            if let Some(side) = grip.side {
                let w = state.v.as_slice()[grip.velocity].value();
                self.held[side] = if w.abs() <= at_rest * largest { 0.0 } else { sign(w) };
            }
        }
        self.release_slips();
        self.take_loads(m, state);
        self.restart();
        let may_stick =
            |&grip: &usize| !self.unloaded[grip] && self.is_first(grip) && self.is_at_rest(grip, &state.v);
        (0..self.grips.len()).filter(may_stick).collect()
    }

    /// The sides of functions that are zero in a state and depart from there with the time, whether the state moves or not: those to which they
    /// depart along its velocities.
    pub(super) fn take_in_time(&mut self, m: &M, state: &State<M>, after: f64) {
        let mut open = self.open_sides();
        open.retain(|&side| self.grip_at(side).is_none());
        if open.is_empty() {
            return;
        }
        let mut at = m.position_cache();
        m.place(&m.now(state.t + M::Scalar::exact(after)), &state.q, &mut at);
        m.switches(&at, &state.v, &state.y, &mut self.values);
        open.retain(|&side| self.values.as_slice()[side].value() != 0.0);
        if open.is_empty() {
            return;
        }
        let along = switches(m, &start_of(state), after);
        for side in open {
            self.held[side] = sign(along.as_slice()[side].value());
        }
    }

    /// The functions whose sides are not known.
    pub(super) fn open_sides(&self) -> Vec<usize> {
        (0..self.count).filter(|&side| self.held[side] == 0.0 && !self.is_stuck(side)).collect()
    }

    /// These sides, with what is held of friction now.
    pub(super) fn without_friction(&self, before: &[f64]) -> Vec<f64> {
        [&before[..self.count], &self.held[self.count..]].concat()
    }

    /// The functions without friction whose sides are not those before.
    pub(super) fn taken(&self, before: &[f64]) -> Vec<usize> {
        let differs = |&side: &usize| self.held[side] != before[side] && self.grip_at(side).is_none();
        (0..self.count).filter(differs).collect()
    }

    /// The sides that have changed at the last switch, or at others of the same time.
    fn recent(&self, switches: &[Switch]) -> Vec<usize> {
        let is_recent = |&side: &usize| self.returns[side] > 0 || switches.contains(&Switch::Side(side));
        (0..self.count).filter(|side| is_recent(side) && self.grip_at(*side).is_none()).collect()
    }

    /// Follows functions that jump at these switches, because others that have changed their sides are nested in them.
    pub(super) fn follow(&mut self, held: &mut M, state: &State<M>, switches: &[Switch]) {
        let recent = self.recent(switches);
        for _ in 0..self.count {
            held.hold(&self.held);
            self.evaluate(held, state);
            let has_jumped = |&side: &usize| {
                let beyond = -self.held[side] * self.values.as_slice()[side].value();
                beyond > self.slack[side] && !recent.contains(&side) && self.grip_at(side).is_none()
            };
            let jumped: Vec<usize> = (0..self.count).filter(has_jumped).collect();
            if jumped.is_empty() {
                return;
            }
            jumped.into_iter().for_each(|side| self.held[side] = -self.held[side]);
        }
    }

    /// Functions whose sides are not known where a run continues after these switches, with their sides released: those that are exactly zero
    /// there and have not changed their sides, which may remain zero with the others; and those that have changed them together with
    /// others that are nested in them (`min(2 t, 1) < 1` ends where `2 t < 1` does). `before` are the sides before these switches.
    pub(super) fn open(
        &mut self,
        held: &mut M,
        (method, step): (&dyn SingleSteps<M>, f64),
        state: &State<M>,
        (switches, before): (&[Switch], &[f64]),
    ) -> Vec<usize> {
        self.evaluate(held, state);
        let recent = self.recent(switches);
        let is_open = |side: &usize| self.is_on(*side) && !recent.contains(side);
        let mut open: Vec<usize> = (0..self.count).filter(is_open).collect();
        let size = M::Scalar::exact(DEPARTED * step);
        if recent.len() > 1
            && let Ok(behind) = method.reach(held, &start_of(state), size)
        {
            self.evaluate(held, &behind);
            let after = self.values.clone();
            held.hold(before);
            self.evaluate(held, &behind);
            let differs =
                |side: &usize| after.as_slice()[*side].value() != self.values.as_slice()[*side].value();
            open.extend(recent.into_iter().filter(differs));
        }
        open.iter().for_each(|&side| self.held[side] = 0.0);
        held.hold(&self.held);
        open
    }

    /// Sets the sides of a state shortly after that of [`take`](Self::take) or [`open`](Self::open), for functions that were zero there;
    /// keeps those in the list that are still zero.
    pub(super) fn take_shortly_after(&mut self, m: &M, state: &State<M>, open: &mut Vec<usize>) {
        self.evaluate(m, state);
        for &side in &*open {
            let flies = self.grip_at(side).filter(|&grip| self.unloaded[grip]);
            self.held[side] = match flies {
                Some(grip) => self.side_in_motion(grip, &state.v),
                None => sign(self.values.as_slice()[side].value()),
            };
        }
        open.retain(|&side| self.held[side] == 0.0);
    }

    /// The frictions that stick.
    pub(super) fn sticking(&self) -> Vec<usize> {
        (0..self.grips.len()).filter(|&grip| self.held[self.grips[grip].held] > 0.0).collect()
    }

    /// Makes friction stick if its velocity is zero.
    pub(super) fn try_to_stick(&mut self, grips: &[usize], start: &mut Start<M>) {
        for &grip in grips {
            self.rest_along(grip, start);
            if !self.is_held_at_rest(grip) {
                self.margins[grip] = 0.0;
            }
            self.hold_slips(grip, [false; 3]);
            self.carried[grip] = Carried::No;
            if self.grips[grip].count > 1 {
                self.hold_direction(grip, [0.0; 3]);
            }
        }
    }

    /// Those of these frictions that stick beyond their limits (1), or at the limit that they have reached.
    pub(super) fn beyond_limits(&mut self, m: &M, state: &State<M>, grips: &[usize]) -> Vec<usize> {
        self.take_efforts(m, state);
        grips.iter().copied().filter(|&grip| self.is_exhausted(grip)).collect()
    }

    /// (1), with the last evaluated effort.
    pub(super) fn slip(&mut self, grip: usize) {
        let mut effort = self.effort(grip);
        self.held[self.grips[grip].held] = 0.0;
        self.carried[grip] = Carried::No;
        self.unloaded[grip] = self.is_unloaded(grip);
        if self.unloaded[grip] {
            effort = [0.0; 3];
        }
        match self.grips[grip].side {
            Some(side) => {
                (self.held[side], self.slack[side]) = (-sign(effort[0]), self.slack_of_slide(grip, side))
            }
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
        if let Some(waves) = &mut self.waves {
            waves.restart();
        }
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

    /// The sides that are held, with those of functions without friction beyond these switches.
    pub(super) fn beyond(&self, switches: &[Switch]) -> Vec<f64> {
        let mut next = self.held.clone();
        for &switch in switches {
            if let Switch::Side(side) = switch
                && self.grip_at(side).is_none()
            {
                next[side] = -next[side];
            }
        }
        next
    }

    /// Holds a released side.
    pub(super) fn hold_again(&mut self, side: usize, to: f64) {
        self.held[side] = to;
        self.sliding[side] = false;
    }

    /// A function of this size at its root is left only beyond the rounding of positions, (3), as where a motion rests in a corner.
    pub(super) fn rest_on(&mut self, m: &M, side: usize, start: &Start<M>) {
        let noise = self.noise(m, (&start.q, &start.v), self.step);
        self.slack[side] = self.slack[side].max(noise);
    }

    /// Whether any side is held.
    pub(super) fn any_held(&self) -> bool {
        (0..self.count).any(|side| self.held[side] != 0.0 && !self.is_stuck(side))
    }

    /// Sets the velocities of friction that begins to slide to zero.
    pub(super) fn rest(&self, switches: &[Switch], start: &mut Start<M>) {
        for &switch in switches {
            if let Switch::Limit(grip) = switch {
                self.rest_along(grip, start);
            }
        }
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
}
