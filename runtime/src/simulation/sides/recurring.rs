//! Roots of functions of the time, and of positions in constraints, that return within a step.
//!
//! The values at two samples do not tell whether φ(t), of a pulse say, has an even number of roots between them, or is on a root at both. A
//! function of the time alone can be evaluated in between: at two irregular times p, for the distance of φ from its chord,
//!
//! ```text
//! d = max |φ(p) − (φ(n) + (p − t_n)/h (φ(n + 1) − φ(n)))|                                              (1)
//! ```
//!
//! and, where φ is not larger than 8 d everywhere, at 31 regular ones. The step is repeated to the first root that these find; so
//! pulses and gaps are not lost if they last for a 32nd of a step. Positions are those of the polynomial through the samples,
//!
//! ```text
//! q(p) = q(n) ⊕ (s² (3 − 2 s) Δ + s (1 − s)² h v(n) − s² (1 − s) h v(n + 1)),   q(n + 1) = q(n) ⊕ Δ,   s = (p − t_n)/h     (2)
//! ```

use super::{Crossing, Sides, Switch};
use crate::solution::State;
use crate::stepper::Sample;
use crate::{Mechanism, Real, Vector};

/// Parts of a step that no period divides: the golden section of the interval, and twice that.
const IRREGULAR: [f64; 2] = [0.381_966_011_250_105_2, 0.763_932_022_500_210_3];
/// The number of intervals at most.
const INTERVALS: u32 = 32;
/// The factor of d.
const AHEAD: f64 = 8.0;
/// Values below this part of the largest are rounding.
const ROUNDED: f64 = 1e-12;
/// Values of functions of positions below this part of the largest may be the error of (2).
const INTERPOLATED: f64 = 1e-3;

/// What evaluations between samples write to.
pub(super) struct Between<M: Mechanism> {
    at: M::PositionCache,
    values: M::Switches,
    q: M::Configuration,
    /// Δ of (2).
    whole: M::Velocity,
    path: M::Velocity,
    carry: M::Velocity,
}

impl<M: Mechanism> Between<M> {
    pub(super) fn new(m: &M, values: &M::Switches) -> Self {
        let sizes = m.sizes();
        let zeros = || M::Velocity::zeros(sizes.velocities);
        Self {
            at: m.position_cache(),
            values: values.clone(),
            q: M::Configuration::zeros(sizes.coordinates),
            whole: zeros(),
            path: zeros(),
            carry: zeros(),
        }
    }

    /// The switching functions after a part of a step. Those of the time do not depend on the state.
    fn at(&mut self, m: &M, (before, sample): (&State<M>, &Sample<'_, M>), part: f64) -> &[M::Scalar] {
        let size = (sample.t - before.t).value();
        self.q.copy_from(&before.q);
        if m.flags().constrained() {
            // (2)
            let of = |x: f64| M::Scalar::exact(x);
            let squared = part * part;
            self.path.copy_from(&self.whole);
            self.path.scale(of(squared * (3.0 - 2.0 * part)));
            self.path.axpy(of(size * part * (1.0 - part) * (1.0 - part)), &before.v);
            self.path.axpy(of(size * squared * (part - 1.0)), sample.v);
            self.carry.fill(M::Scalar::zero());
            m.advance(&mut self.q, &self.path, &mut self.carry);
        }
        m.place(&m.now(before.t + M::Scalar::exact(part * size)), &self.q, &mut self.at);
        m.switches(&self.at, &before.v, &before.y, &mut self.values);
        self.values.as_slice()
    }

    /// Whether a function has another value at this part of a step if positions are those before it.
    fn is_of_positions(
        &mut self,
        m: &M,
        (before, sample): (&State<M>, &Sample<'_, M>),
        part: f64,
        index: usize,
    ) -> bool {
        if !m.flags().constrained() {
            return false;
        }
        let there = self.at(m, (before, sample), part)[index].value();
        m.place(
            &m.now(before.t + M::Scalar::exact(part * (sample.t - before.t).value())),
            &before.q,
            &mut self.at,
        );
        m.switches(&self.at, &before.v, &before.y, &mut self.values);
        self.values.as_slice()[index].value() != there
    }
}

impl<M: Mechanism> Sides<M> {
    /// Adds crossings between the last sample and this one, whose functions have been evaluated; in place of those at this one.
    pub(super) fn look_between(&mut self, m: &M, before: &State<M>, sample: &Sample<'_, M>) {
        let Some(mut between) = self.between.take() else { return };
        let size = (sample.t - before.t).value();
        if m.flags().constrained() {
            m.difference(&before.q, sample.q, &mut between.whole);
        }
        for &index in m.recurring() {
            let held = self.held[index];
            if held == 0.0 {
                continue;
            }
            let mut value = |part: f64| held * between.at(m, (before, sample), part)[index].value();
            let ends = [value(0.0), held * self.values.as_slice()[index].value()];
            let probes = IRREGULAR.map(&mut value);
            let all = [ends[0], ends[1], probes[0], probes[1]];
            let largest = all.iter().fold(0.0, |most: f64, x| f64::max(most, x.abs()));
            let reached = ends[1] > self.slack[index];
            let slack = f64::max(if reached { 0.0 } else { self.slack[index] }, ROUNDED * largest);
            let chord = |part: f64| ends[0] + part * (ends[1] - ends[0]);
            let bend = IRREGULAR.iter().zip(probes).map(|(&part, x)| (x - chord(part)).abs());
            let bend = bend.fold(0.0, f64::max);
            let least = all.iter().copied().fold(f64::INFINITY, f64::min);
            if bend <= ROUNDED * largest || least > AHEAD * bend {
                continue;
            }
            let regular = (1..INTERVALS).map(|k| f64::from(k) / f64::from(INTERVALS));
            let mut found = regular.clone().map(|part| (part, value(part))).find(|(_, x)| *x < -slack);
            // The irregular times lie between the regular ones.
            if found.is_none() {
                found = IRREGULAR.into_iter().zip(probes).find(|(_, x)| *x < -slack);
            }
            let Some((part, beyond)) = found else { continue };
            // The roots of functions of positions are those of the step, and (2) has errors; a single one is known.
            let returns =
                ends[1] > -slack || regular.clone().any(|later| later > part && value(later) > slack);
            if (-beyond < INTERPOLATED * largest || !returns)
                && between.is_of_positions(m, (before, sample), part, index)
            {
                continue;
            }
            self.reached[index] = beyond.abs();
            let switch = Switch::Side(index);
            self.crossed.retain(|crossing| crossing.switch != switch);
            let step = M::Scalar::exact(part * size);
            self.crossed.push(Crossing { switch, before: before.clone(), step, at: None });
        }
        self.between = Some(between);
    }
}
