//! Steps beside the periods of `mod` and `floor`.
//!
//! The switching function of floor x is a triangle wave of slope ±1 in x, and the expression on its side is that of x for half a unit beyond
//! either end of its piece ((2) of the compiler's `switches`). A step that advances x by a unit or more may miss two of its roots. The step
//! that crosses one is made with the side before it, by methods that satisfy constraints ahead of a step also for another one beyond its end:
//!
//! ```text
//! 2 |ẋ| h < ½,   |ẋ| = |φ(t + δ, q + v δ, v + a δ) − φ|/|δ|, the larger for δ = ±10⁻⁶ of a step, as φ has corners at x = n + ½      (1)
//! ```
//!
//! with the larger ẋ at the ends of a step. A step that exceeds it is repeated; one that is much shorter is the last of its size. As steps that return to
//! their grid may be a quarter longer than others, these have |ẋ| h ≤ 0.19.
//!
//! A coordinate that diverges shortens the steps without end. Steps of fixed size, in which there are then hundreds of periods, are refused:
//!
//! ```text
//! |ẋ| h > 256,   |ẋ| > 10 |ẋ₀|        h: the step of the run, ẋ₀: at its start or at a reset                                        (2)
//! ```
//!
//! Invariant: no recorded step advances x by a quarter of a unit or more, if ẋ does not have a maximum within it.

use super::{Crossing, Sides, Switch};
use crate::error::SnapshotError;
use crate::solution::State;
use crate::stepper::Sample;
use crate::transfer::Transfer;
use crate::{Mechanism, Real, Vector};

/// (1)
const MOST: f64 = 0.245;
/// The same of steps without a return to their grid.
const USUAL: f64 = 0.19;
/// Steps are longer from here on if they may be so many times as long, and are at least this part of the longest.
const LONGER: f64 = 2.0;
const BOUND: f64 = 0.45;
/// δ, as a part of a step.
const SHORT: f64 = 1e-6;
/// (2)
const PERIODS: f64 = 256.0;
const GROWN: f64 = 10.0;

/// The rates of triangle waves, and what they are evaluated with.
pub(super) struct Waves<M: Mechanism> {
    at: M::PositionCache,
    values: M::Switches,
    q: M::Configuration,
    v: M::Velocity,
    path: M::Velocity,
    carry: M::Velocity,
    /// The largest |ẋ| at the last sample, and over the last step.
    rate: f64,
    largest: f64,
    /// The longest step of this piece of the run.
    longest: f64,
    /// |ẋ₀| of (2), and the fastest function.
    first: f64,
    fastest: usize,
}

impl<M: Mechanism> Waves<M> {
    pub(super) fn new(m: &M, values: &M::Switches) -> Self {
        let sizes = m.sizes();
        Self {
            at: m.position_cache(),
            values: values.clone(),
            q: M::Configuration::zeros(sizes.coordinates),
            v: M::Velocity::zeros(sizes.velocities),
            path: M::Velocity::zeros(sizes.velocities),
            carry: M::Velocity::zeros(sizes.velocities),
            rate: 0.0,
            largest: 0.0,
            longest: f64::INFINITY,
            first: 0.0,
            fastest: 0,
        }
    }

    /// The largest |ẋ| of (1), beside a step of this size; `values` are the functions in that state.
    fn rate(&mut self, m: &M, values: &M::Switches, sample: &Sample<'_, M>, step: f64) -> f64 {
        let mut largest = 0.0;
        for delta in [SHORT * step, -SHORT * step] {
            let by = M::Scalar::exact(delta);
            self.q.copy_from(sample.q);
            self.path.copy_from(sample.v);
            self.path.scale(by);
            self.carry.fill(M::Scalar::zero());
            m.advance(&mut self.q, &self.path, &mut self.carry);
            self.v.copy_from(sample.v);
            self.v.axpy(by, sample.a);
            m.place(&m.now(sample.t + by), &self.q, &mut self.at);
            m.switches(&self.at, &self.v, sample.y, &mut self.values);
            for &wave in m.waves() {
                let change = (self.values.as_slice()[wave] - values.as_slice()[wave]).value();
                let rate = (change / delta).abs();
                if rate > largest {
                    (largest, self.fastest) = (rate, wave);
                }
            }
        }
        largest
    }

    /// The longest step after the last one.
    fn limit(&self) -> f64 {
        if self.largest > 0.0 { USUAL / self.largest } else { f64::INFINITY }
    }

    /// Chooses the longest step from here on.
    pub(super) fn restart(&mut self) {
        self.longest = self.limit();
        self.largest = self.rate;
    }

    /// The longest step.
    pub(super) fn longest(&self) -> f64 {
        self.longest
    }

    /// Writes to a snapshot or reads from it.
    pub(super) fn transfer(&mut self, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        over.number(&mut self.rate)?;
        over.number(&mut self.largest)?;
        over.number(&mut self.first)?;
        over.number(&mut self.longest)
    }
}

impl<M: Mechanism> Sides<M> {
    /// (1) for the state at the start of a run, or after a reset, whose functions have been evaluated.
    pub(super) fn take_waves(&mut self, m: &M, state: &State<M>) {
        let Some(mut waves) = self.waves.take() else { return };
        let mut at = m.position_cache();
        m.place(&m.now(state.t), &state.q, &mut at);
        waves.rate = waves.rate(m, &self.values, &state.as_sample(&at), self.step);
        (waves.largest, waves.first) = (waves.rate, waves.rate);
        waves.restart();
        self.waves = Some(waves);
    }

    /// The function that passes too many periods in a step of the run (2), and their number.
    pub(in super::super) fn too_many_periods(&self, step: f64) -> Option<(usize, f64)> {
        let waves = self.waves.as_ref()?;
        let periods = waves.largest * step;
        (periods > PERIODS && waves.largest > GROWN * waves.first).then_some((waves.fastest, periods))
    }

    /// (1) for a step to a sample, whose functions have been evaluated.
    pub(super) fn check_waves(&mut self, m: &M, before: &State<M>, sample: &Sample<'_, M>) {
        let Some(mut waves) = self.waves.take() else { return };
        let rate = waves.rate(m, &self.values, sample, self.step);
        let (step, last) = (sample.t - before.t, waves.rate);
        waves.largest = f64::max(rate, last);
        let exceeds = waves.largest * step.value() > MOST;
        let is_bound = step.value() >= BOUND * waves.longest;
        let changes = is_bound && waves.limit() > LONGER * waves.longest;
        if exceeds {
            // Nothing else within the step is certain.
            self.crossed.clear();
        } else if self.crossed.is_empty() {
            waves.rate = rate;
        }
        if exceeds || self.crossed.is_empty() && changes {
            let at = Some(if exceeds { before.clone() } else { State::from(sample) });
            let switch = Switch::Grade;
            self.crossed.push(Crossing { switch, before: before.clone(), step, at });
        }
        self.waves = Some(waves);
    }
}
