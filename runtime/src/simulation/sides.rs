//! The sides of switching functions in a run: each is held until the function leaves it.
//!
//! A step from sample n to n + 1 under held sides s crosses a switch if φ(n + 1) s < 0. It is repeated from sample n
//! to the root of φ, with the same sides, so that it sees one smooth piece of f; behind the root the run goes on
//! with the other side. Where φ comes back at once (the motion slides along φ = 0), its side is let go: f is
//! then evaluated wherever a step looks, until φ has kept one side for some steps. Such steps are counted.
//!
//! Invariant: no step of a held side ends on the other.

use crate::solution::State;
use crate::stepper::Sample;
use crate::{Mechanism, Real, Vector};

/// A side that was let go is held again after so many samples on it.
const STEADY: u32 = 4;
/// A function that crosses so often without the run getting on slides.
const RETURNS: u32 = 2;

/// A switch that a step crossed.
#[derive(Clone)]
pub(super) struct Crossing<M: Mechanism> {
    /// Number of the switching function.
    pub(super) index: usize,
    /// The last sample before it.
    pub(super) before: State<M>,
    /// The size of the step that crossed it.
    pub(super) step: M::Scalar,
}

/// All switching functions of a run.
pub(super) struct Sides<M: Mechanism> {
    /// 1, −1, or 0 where it was let go.
    pub(super) held: Vec<f64>,
    values: M::Switches,
    /// Of those that were let go: the side at the last sample, and how many there were on it.
    steady: Vec<(f64, u32)>,
    /// How often each crossed since the run got on.
    returns: Vec<u32>,
    /// The next sample is where the run goes on: it lies on a switch.
    resuming: bool,
    /// What the last step crossed.
    pub(super) crossed: Vec<Crossing<M>>,
    /// The last sample, where some side can be held again.
    pub(super) settled: Option<State<M>>,
    /// Those that were let go because the run could not go on with them.
    sliding: Vec<bool>,
    /// Steps with a side that was let go.
    pub(super) slid: u64,
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
    pub(super) fn new(m: &M) -> Self {
        let sizes = m.sizes();
        let length = sizes.switches + 3 * m.names().coincidences.len();
        Self {
            held: vec![0.0; sizes.sides],
            values: M::Switches::zeros(length),
            steady: vec![(0.0, 0); sizes.sides],
            returns: vec![0; sizes.sides],
            resuming: false,
            crossed: Vec::new(),
            settled: None,
            sliding: vec![false; sizes.sides],
            slid: 0,
        }
    }

    /// Are there none?
    pub(super) fn is_empty(&self) -> bool {
        self.held.is_empty()
    }

    /// φ of one function.
    pub(super) fn value(&mut self, m: &M, state: &State<M>, index: usize) -> f64 {
        self.evaluate(m, state);
        self.values.as_slice()[index].value()
    }

    fn evaluate(&mut self, m: &M, state: &State<M>) {
        let mut at = m.unplaced();
        m.place(&m.now(state.t), &state.q, &mut at);
        m.switches(&at, &state.v, &state.y, &mut self.values);
    }

    /// Takes the sides of a state; `false` where a function is zero there.
    pub(super) fn take(&mut self, m: &M, state: &State<M>) -> bool {
        self.evaluate(m, state);
        for (held, value) in self.held.iter_mut().zip(self.values.as_slice()) {
            *held = sign(value.value());
        }
        self.restart();
        self.held.iter().all(|&side| side != 0.0)
    }

    /// Takes the sides of a state shortly behind the one that [`take`](Self::take) was given, for functions that
    /// were zero there.
    pub(super) fn take_behind(&mut self, m: &M, state: &State<M>) {
        self.evaluate(m, state);
        for (held, value) in self.held.iter_mut().zip(self.values.as_slice()) {
            if *held == 0.0 {
                *held = sign(value.value());
            }
        }
    }

    fn restart(&mut self) {
        self.steady.fill((0.0, 0));
        self.resuming = true;
        self.crossed.clear();
        self.settled = None;
    }

    /// Lets all sides go.
    pub(super) fn let_go(&mut self) {
        for (sliding, held) in self.sliding.iter_mut().zip(&mut self.held) {
            *sliding |= *held != 0.0;
            *held = 0.0;
        }
        self.restart();
    }

    /// Are some held?
    pub(super) fn any_held(&self) -> bool {
        self.held.iter().any(|&side| side != 0.0)
    }

    /// Goes on behind switches that were crossed together; `advanced` says whether the run got on since the last ones.
    pub(super) fn cross(&mut self, indices: &[usize], advanced: bool) {
        if advanced {
            self.returns.fill(0);
        }
        for &index in indices {
            self.returns[index] += 1;
            self.sliding[index] = self.returns[index] > RETURNS;
            self.held[index] = if self.sliding[index] { 0.0 } else { -self.held[index] };
        }
        self.restart();
    }

    /// Holds the sides that have settled.
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

    /// Compares a sample with the sides; `true` interrupts the run before this sample.
    pub(super) fn look(&mut self, m: &M, before: Option<&State<M>>, sample: &Sample<'_, M>) -> bool {
        if self.held.is_empty() {
            return false;
        }
        let resuming = core::mem::replace(&mut self.resuming, false);
        m.switches(sample.at, sample.v, sample.y, &mut self.values);
        let Some(before) = before.filter(|_| !resuming) else { return false };
        let mut settled = false;
        self.slid += u64::from(self.sliding.contains(&true));
        for (index, (&held, value)) in self.held.iter().zip(self.values.as_slice()).enumerate() {
            let side = sign(value.value());
            if held * side < 0.0 {
                let step = sample.t - before.t;
                self.crossed.push(Crossing { index, before: before.clone(), step });
            }
            if held == 0.0 {
                let (last, count) = &mut self.steady[index];
                *count = if side != 0.0 && side == *last { *count + 1 } else { 0 };
                *last = side;
                settled |= *count >= STEADY;
            }
        }
        if settled && self.crossed.is_empty() {
            self.settled = Some(before.clone());
        }
        settled || !self.crossed.is_empty()
    }
}
