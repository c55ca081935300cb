//! The result of a simulation: samples, derived quantities, and a report.
//!
//! Invariant: a solution has at least one sample, and the times of its samples increase, except for the two at an event
//! that changed the state: before and after.

mod columns;
#[cfg(feature = "std")]
mod csv;
mod dense;
mod jump;
mod occurrence;
mod report;
mod state;
#[cfg(feature = "std")]
mod table_columns;
#[cfg(feature = "std")]
mod whole_file;

use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;
pub use columns::{Quantities, multiplier_units};
#[cfg(feature = "std")]
pub use csv::TableWriter;
pub(crate) use dense::Interpolator;
pub(crate) use jump::{Jump, Jumps, power_of_forces};
pub use occurrence::Occurrence;
pub use report::{Excursion, Report, Unresolved};
pub use state::State;
#[cfg(feature = "std")]
pub use table_columns::TableColumns;
#[cfg(feature = "std")]
pub use whole_file::{GrowingFile, WholeFile, partial_file, write_whole};

use crate::error::Error;
use crate::stepper::Start;
use crate::{Energetic, Mechanism, Real, Sizes, Vector};
use core::fmt;

/// The samples of a run, with its mechanism.
#[derive(Clone)]
pub struct Solution<M: Mechanism> {
    mechanism: M,
    samples: Vec<State<M>>,
    events: Vec<Occurrence<M>>,
    switches: Vec<f64>,
    jumps: Jumps,
    report: Report,
}

impl<M: Mechanism> Solution<M> {
    /// `None` if there is no sample.
    pub(crate) fn new(mechanism: M, samples: Vec<State<M>>, report: Report) -> Option<Self> {
        if samples.is_empty() {
            None
        } else {
            let (events, switches, jumps) = (Vec::new(), Vec::new(), Jumps::default());
            Some(Self { mechanism, samples, events, switches, jumps, report })
        }
    }

    /// The solution of one lane of a pack, counted from 0, as a run of that lane's mechanism. The report, which is that of all lanes,
    /// and events are not copied. `None` if there is no such lane, or if the mechanism has other numbers of coordinates, velocities,
    /// constraints or states.
    pub fn lane<N: Mechanism<Scalar = f64>>(&self, lane: usize, mechanism: &N) -> Option<Solution<N>> {
        let lengths = |sizes: Sizes| {
            let Sizes { coordinates, velocities, holonomic, nonholonomic, states, .. } = sizes;
            [coordinates, velocities, holonomic, nonholonomic, states]
        };
        if lane >= M::Scalar::LANES || lengths(self.mechanism.sizes()) != lengths(mechanism.sizes()) {
            return None;
        }
        let state = |s: &State<M>| State::<N> {
            t: s.t.lane(lane),
            q: lane_of(&s.q, lane),
            v: lane_of(&s.v, lane),
            a: lane_of(&s.a, lane),
            lambda: lane_of(&s.lambda, lane),
            psi: lane_of(&s.psi, lane),
            y: lane_of(&s.y, lane),
        };
        Solution::new(mechanism.clone(), self.samples.iter().map(state).collect(), self.report.clone())
    }

    pub(crate) fn with_events(
        self,
        events: Vec<Occurrence<M>>,
        (switches, jumps): (Vec<f64>, Jumps),
    ) -> Self {
        Self { events, switches, jumps, ..self }
    }

    /// The power of the forces on both sides of the switches, and at the starts of smooth pieces.
    pub(crate) fn jumps(&self) -> &[Jump] {
        self.jumps.all()
    }

    /// The times at which events have changed the state.
    pub(crate) fn resets(&self) -> &[f64] {
        self.jumps.resets()
    }

    /// The mechanism.
    pub fn mechanism(&self) -> &M {
        &self.mechanism
    }

    /// The times, in s, at which the forces changed from one smooth piece to another (friction that begins to stick or to slide, an end stop
    /// that is reached), if the run located them: derivatives of the motion jump there.
    pub fn switches(&self) -> &[f64] {
        &self.switches
    }

    /// The samples, in the order of time.
    pub fn samples(&self) -> &[State<M>] {
        &self.samples
    }

    /// The events of the run, in the order of time ([`Simulation::record_at`](crate::simulation::Simulation::record_at)).
    pub fn events(&self) -> &[Occurrence<M>] {
        &self.events
    }

    /// The sample at the start.
    pub fn first(&self) -> &State<M> {
        &self.samples[0]
    }

    /// The last sample.
    pub fn last(&self) -> &State<M> {
        &self.samples[self.samples.len() - 1]
    }

    /// The last (t, q, v, y), from which another simulation can continue.
    pub fn final_state(&self) -> Start<M> {
        let State { t, q, v, y, .. } = self.last().clone();
        Start { t, q, v, y }
    }

    /// Method, steps, evaluations, wall time.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// The state at any time between the first and the last sample.
    ///
    /// Between two samples the configuration is the quintic Hermite polynomial through q, v and a at both,
    /// with an error of O(h⁶) for samples h apart; the velocity is its derivative, O(h⁵); first-order states
    /// are cubic, O(h⁴). On a manifold the position is cubic in the coordinates of ⊞, O(h⁴), and the velocity
    /// O(h³). Accelerations and multipliers are computed at that state. After a switch, where the acceleration jumps, the polynomial is of degree 4.
    /// Constraints hold at the samples, and between them within these errors. They are not errors of the method, and no tolerance
    /// bounds them, because the samples of a method of high order are far apart. For states at given times that are as accurate as
    /// the steps, use [`Sampling::Interval`](crate::simulation::Sampling::Interval).
    ///
    /// # Errors
    /// [`Error::Setting`] outside the samples, and next to a [reset](crate::simulation::Simulation::reset_at) for which the sampling has not
    /// kept the samples before and after it; [`Error::Step`] if the equations of motion are singular.
    pub fn at(&self, t: f64) -> Result<State<M>, Error> {
        let (t0, t1) = (self.first().t.value(), self.last().t.value());
        if !(t0 <= t && t <= t1) {
            return Err(Error::setting("t", t, format!("the solution covers {t0:?} to {t1:?} s")));
        }
        let after = self.samples.partition_point(|s| s.t.value() <= t);
        let before = &self.samples[after - 1];
        match self.samples.get(after) {
            Some(next) if before.t.value() < t => {
                if let Some(reset) = self.hidden_reset(before.t.value(), next.t.value()) {
                    let reason = format!(
                        "an event changes the state, or a drive its velocity, at {reset:?} s, and the samples before and after it are not both kept: sample every step"
                    );
                    return Err(Error::setting("t", t, reason));
                }
                let (m, t) = (&self.mechanism, M::Scalar::exact(t));
                let mut dense = Interpolator::new(m, before);
                let time = before.t.value();
                let jump = self.jumps().binary_search_by(|jump| jump.time.total_cmp(&time));
                if jump.is_ok_and(|number| !self.jumps()[number].smooth) {
                    let departing = dense.departing(m, before, next);
                    return dense.between(m, &departing, next, t);
                }
                dense.between(m, before, next, t)
            }
            _ => Ok(before.clone()),
        }
    }

    /// A reset between two neighbouring samples or at one of them, of which there are fewer than two samples.
    fn hidden_reset(&self, from: f64, to: f64) -> Option<f64> {
        let resets = self.jumps.resets();
        let first = resets.partition_point(|reset| *reset < from);
        let hides = |reset: &f64| {
            let begin = self.samples.partition_point(|s| s.t.value() < *reset);
            let end = self.samples.partition_point(|s| s.t.value() <= *reset);
            end - begin < 2
        };
        resets[first..].iter().copied().take_while(|reset| *reset <= to).find(hides)
    }

    /// Residuals (g, k) of the constraints at every sample.
    pub fn constraint_residuals(&self) -> Vec<(M::Holonomic, M::Nonholonomic)> {
        let sizes = self.mechanism.sizes();
        let mut g = M::Holonomic::zeros(sizes.holonomic);
        let mut k = M::Nonholonomic::zeros(sizes.nonholonomic);
        self.placed(|m, s, at| {
            m.holonomic(at, &mut g);
            m.nonholonomic(at, &s.v, &mut k);
            (g.clone(), k.clone())
        })
    }

    /// The largest residual of any constraint at any sample (0 without constraints, NaN if any is NaN); each in its own unit.
    pub fn constraint_drift(&self) -> f64 {
        if !M::FLAGS.constrained() {
            return 0.0;
        }
        let mut largest = 0.0;
        for (g, k) in self.constraint_residuals() {
            // NaN is propagated.
            largest = Real::max(largest, Real::max(g.magnitude(), k.magnitude()));
        }
        largest
    }

    /// Calls `f` with every sample, the position stage there, and the mechanism [of](Self::mechanism_of) it.
    fn placed<R>(&self, mut f: impl FnMut(&M, &State<M>, &M::PositionCache) -> R) -> Vec<R> {
        let mut at = self.mechanism.position_cache();
        let mut results = Vec::with_capacity(self.samples.len());
        for (index, s) in self.samples.iter().enumerate() {
            let m = self.mechanism_of(index);
            m.place(&m.now(s.t), &s.q, &mut at);
            results.push(f(&m, s, &at));
        }
        results
    }

    /// The mechanism of a sample: at a switch or an event with the sides of its step, so that its forces are those of its accelerations
    /// and multipliers.
    fn mechanism_of(&self, sample: usize) -> Cow<'_, M> {
        let time = self.samples[sample].t.value();
        // A reset has another sample at the same time.
        let is_first = sample == 0 || self.samples[sample - 1].t.value() < time;
        match self.jumps.sides_at(time, is_first).filter(|_| M::HOLDS) {
            Some(sides) => {
                let mut held = self.mechanism.clone();
                held.hold(sides);
                Cow::Owned(held)
            }
            None => Cow::Borrowed(&self.mechanism),
        }
    }
}

impl<M: Energetic> Solution<M> {
    /// Total energy at every sample, in J.
    pub fn energy(&self) -> Vec<M::Scalar> {
        self.placed(|m, s, at| {
            let (kinetic, potential) = m.energy(at, &s.v, &s.y);
            kinetic + potential
        })
    }

    /// max |E − E₀| over the samples, in J (NaN if any is NaN). If forces do work, this includes work, which is not an error:
    /// [`balance`](Self::balance) distinguishes them.
    pub fn energy_drift(&self) -> f64 {
        largest_change(&self.energy())
    }
}

/// One lane of a vector.
fn lane_of<T: Real, V: Vector<T>, W: Vector<f64>>(x: &V, lane: usize) -> W {
    let mut one = W::zeros(x.len());
    one.as_mut_slice().iter_mut().zip(x.as_slice()).for_each(|(one, x)| *one = x.lane(lane));
    one
}

/// From the first one on (NaN if any is NaN).
fn largest_change<T: Real>(all: &[T]) -> f64 {
    all.iter().map(|x| (*x - all[0]).leading()).fold(0.0, Real::max)
}

/// A summary; samples are not listed.
impl<M: Mechanism> fmt::Debug for Solution<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solution")
            .field("mechanism", &self.mechanism.names().mechanism)
            .field("samples", &self.samples.len())
            .field("from", &self.first().t)
            .field("until", &self.last().t)
            .field("report", &self.report)
            .finish()
    }
}
