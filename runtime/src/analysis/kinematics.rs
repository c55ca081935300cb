//! Driven mechanisms: position, velocity and acceleration from the constraints alone, then the multipliers,
//! which are the efforts of the drives and the reactions.
//!
//! ```text
//! g(t, q) = 0,   J v = −(g_t, k at v = 0),   J a = γ,   B (λ, ψ) = f₀ − M a                  (1)
//! ```
//!
//! Invariant: from one instant to the next the position moves continuously: Newton's iteration starts at
//! q ⊞ (h v + h² a/2) and must end closer to that than the length of the step, and the motion at both ends must explain the step,
//!
//! ```text
//! |q₁ ⊟ q₀ − h (v₀ + v₁)/2 − h² (a₀ − a₁)/12| ≤ ε max(|q₁ ⊟ q₀|, h |v₀|, h |v₁|)                 (2)
//! ```
//! which is an error of order five on one branch; else h is halved. A step to another branch of the mechanism has other velocities.
//! Positions that nonholonomic constraints move, such as those of a wheel, are integrated ([`rolled`]).

mod rolled;

use super::AnalysisError;
use super::given::not_finite;
use super::motion::{complete, name, velocity};
use super::point::{Point, dense, moved, norms, vector};
use super::row_space::{RowSpace, column, only};
use crate::assemble::assemble_near;
use crate::clock::WallClock;
use crate::error::{Error, Row};
use crate::solution::{Report, Solution, State};
use crate::stepper::Start;
use crate::{Mechanism, Real, Vector};
use alloc::format;
use alloc::vec;
#[cfg(not(feature = "std"))]
use linkwork_numerics::elementary::Float;
use nalgebra::{DMatrix, DVector};

/// Newton's iterations for a position; with a good prediction it takes two.
const ITERATIONS: u32 = 8;
/// After a correction of this relative size, the error is its square.
const CLOSE: f64 = 1e-9;
/// The tolerance of consistent constraints, relative to their terms.
const CLOSED: f64 = 1e-9;
/// The largest correction, relative to the length of the step.
const NEAR: f64 = 0.5;
/// ε of (2).
const EXPLAINED: f64 = 0.02;
/// Steps shorter than this, relative to 1 and the sizes of the coordinates, are not compared: drives may jump within them.
const SHORT: f64 = 1e-6;
/// The largest predicted displacement, relative to 1 and the size of the coordinate.
const FAR: f64 = 10.0;
/// The largest error of positions that are integrated in a step, relative to 1 and their sizes; and of first-order states, relative to
/// their sizes and to their change between two samples at that rate: in a small step all of a state may have come from a jump of its rate.
const STATES: f64 = 1e-9;
/// The number of halvings after which the mechanism counts as locked.
const HALVINGS: i32 = 30;

/// A kinematic analysis; [`run`](Self::run) carries it out.
#[must_use = "an analysis does nothing until `run` is called"]
pub struct Kinematics<'m, M: Mechanism> {
    model: &'m M,
    start: Option<Start<M>>,
    step: Option<f64>,
    until: Option<f64>,
}

impl<'m, M: Mechanism<Scalar = f64>> Kinematics<'m, M> {
    pub(super) fn new(model: &'m M) -> Self {
        Self { model, start: None, step: None, until: None }
    }

    /// Starts from a position other than the one assembled by `build()`, or at another time; it is assembled
    /// there, near the given position.
    pub fn from(mut self, start: Start<M>) -> Self {
        self.start = Some(start);
        self
    }

    /// The time between two samples, in s.
    pub fn step(mut self, size: f64) -> Self {
        self.step = Some(size);
        self
    }

    /// The time of the last sample, in s.
    pub fn until(mut self, time: f64) -> Self {
        self.until = Some(time);
        self
    }

    /// The motion, with one sample per step and one at the end. Samples are exact to rounding for any step, except for
    /// first-order states and for positions that only nonholonomic constraints prescribe: these are integrated along the motion (classical
    /// Runge–Kutta, order 4), in as many steps as an error of 10⁻⁹ of their sizes a step requires.
    ///
    /// # Errors
    /// [`AnalysisError::Freedom`] if the constraints do not prescribe every velocity, [`AnalysisError::Locked`] at
    /// singular positions, [`AnalysisError::NotFinite`] where an input is not finite, [`Error::Setting`] for invalid settings,
    /// [`Error::Assembly`] if the start cannot be assembled.
    pub fn run(self) -> Result<Solution<M>, Error> {
        let began = WallClock::now();
        let m = self.model;
        let start = self.start.unwrap_or_else(|| {
            let (q, v, y) = m.initial();
            Start { t: 0.0, q, v, y }
        });
        let (t0, until, step) = (start.t, setting("until", self.until)?, setting("step", self.step)?);
        let length = until - t0;
        if !(length > 0.0 && length.is_finite()) {
            let reason = format!("it must be finite and after the start at {t0:?} s");
            return Err(Error::setting("until", until, reason));
        }
        if !(step > 0.0 && length / step < 1e9) {
            return Err(Error::setting(
                "step",
                step,
                format!(
                    "a run from {t0:?} to {until:?} s needs a positive step that is not negligible relative to it"
                ),
            ));
        }
        let (q, v, y) = assemble_near(m, t0, (start.q, start.v, start.y), false)?;
        let first = Start { t: t0, q, v, y };
        let mut solver = Solver { m, rolling: false, iterations: 0, steps: 0, rejected: 0 };
        solver.check_driven(&first)?;
        let mut samples = vec![complete(m, &first)?];
        // A quotient this close to an integer counts as the integer.
        let count = ((until - t0) / step - 1e-9).ceil().max(1.0) as u64;
        for k in 1..=count {
            let target = if k == count { until } else { t0 + k as f64 * step };
            let last = &samples[samples.len() - 1];
            samples.push(solver.advance(last, target)?);
        }
        let report = Report {
            method: "kinematics".into(),
            steps: solver.steps,
            rejected: solver.rejected,
            iterations: solver.iterations,
            smallest_step: step.min(until - t0),
            largest_step: step.min(until - t0),
            wall_time: began.elapsed(),
            ..Report::default()
        };
        Solution::new(m.clone(), samples, report)
            .ok_or_else(|| Error::setting("until", until, "the run is empty"))
    }
}

fn setting(what: &'static str, value: Option<f64>) -> Result<f64, Error> {
    match value {
        Some(value) if value.is_finite() => Ok(value),
        other => Err(Error::setting(what, other, format!("a kinematic analysis needs it: `.{what}(…)`"))),
    }
}

/// The row left over when as many independent ones as possible are chosen.
fn left_over(rows: &DMatrix<f64>) -> Option<usize> {
    RowSpace::new(&rows.transpose()).independent().last().copied()
}

/// The index of the largest magnitude.
fn largest(x: &DVector<f64>) -> usize {
    (0..x.len()).fold(0, |most, i| if x[i].abs() > x[most].abs() { i } else { most })
}

/// One run.
struct Solver<'m, M> {
    m: &'m M,
    /// Whether nonholonomic constraints move what holonomic ones leave free.
    rolling: bool,
    iterations: u64,
    steps: u64,
    rejected: u64,
}

impl<M: Mechanism<Scalar = f64>> Solver<'_, M> {
    /// Checks that every velocity is prescribed, and notes by which constraints. The Jacobian of a singular position may lack rank that it has
    /// nearby: there holonomic constraints that are redundant seem independent, so that their number counts, too.
    fn check_driven(&mut self, start: &Start<M>) -> Result<(), Error> {
        let Start { t, q, v, y } = start;
        let point = Point::new(self.m, *t, q);
        let rows = point.position_rows();
        let n = rows.ncols();
        let space = RowSpace::new(&rows);
        if space.rank() == n {
            return Ok(());
        }
        if point.holonomic_rank() >= n {
            let sizes = norms::<M>(q, n);
            let perturbation =
                DVector::from_fn(n, |i, _| 1e-3 * (1.0 + sizes[i]) * Real::sin(1.0 + i as f64));
            let neighbour = Point::new(self.m, *t, &moved(self.m, q, &perturbation)).position_rows();
            if RowSpace::new(&neighbour).rank() == n {
                return Err(self.locked(*t, q).into());
            }
        }
        let space = RowSpace::on_manifold(&point.unloaded_rows(v, y), point.rank());
        self.rolling = space.rank() == n;
        if self.rolling {
            return Ok(());
        }
        let free = space.independent().iter().map(|&i| Row::of_matrix(self.m, i)).collect();
        Err(AnalysisError::Freedom { mechanism: name(self.m), time: *t, free }.into())
    }

    /// Names the constraint left over when as many independent ones as possible are chosen.
    fn locked(&self, t: f64, q: &M::Configuration) -> AnalysisError {
        let point = Point::new(self.m, t, q);
        let row = left_over(&point.position_rows()).unwrap_or_else(|| largest(&point.gaps()));
        self.stopped(t, row)
    }

    /// The error of a constraint, holonomic first, at which the motion ends.
    fn stopped(&self, t: f64, constraint: usize) -> AnalysisError {
        let row = Row::of_matrix(self.m, self.m.sizes().velocities + constraint);
        AnalysisError::Locked { mechanism: name(self.m), time: t, row }
    }

    /// Advances from one sample to the time of the next, in as many steps as needed.
    fn advance(&mut self, from: &State<M>, target: f64) -> Result<State<M>, Error> {
        let whole = target - from.t;
        let smallest = whole * 0.5_f64.powf(f64::from(HALVINGS));
        let (mut state, mut size) = (from.clone(), whole);
        loop {
            let last = size >= (target - state.t) * (1.0 - 1e-9);
            let t = if last { target } else { state.t + size };
            match self.step(&state, t, whole) {
                Some(next) => {
                    state = next;
                    self.steps += 1;
                    if last {
                        return Ok(state);
                    }
                    size *= 2.0;
                }
                None => {
                    self.rejected += 1;
                    size = 0.5 * (t - state.t);
                    if size < smallest {
                        let undefined = not_finite(self.m, (t, t), (&state.q, &state.v, &state.y));
                        let stuck = || {
                            if self.rolling { self.held(&state, t) } else { self.locked(state.t, &state.q) }
                        };
                        return Err(undefined.unwrap_or_else(stuck).into());
                    }
                }
            }
        }
    }

    /// One step between samples that are `whole` apart, with first-order states; `None` if it is too large.
    fn step(&mut self, from: &State<M>, t: f64, whole: f64) -> Option<State<M>> {
        let (q, v) = self.position(from, t)?;
        let y = if from.y.is_empty() { from.y.clone() } else { self.states(from, (t, whole), (&q, &v))? };
        complete(self.m, &Start { t, q, v, y }).ok().filter(|to| self.is_explained(from, to))
    }

    /// (2)
    fn is_explained(&self, from: &State<M>, to: &State<M>) -> bool {
        let h = to.t - from.t;
        let mut way = to.v.clone();
        self.m.difference(&from.q, &to.q, &mut way);
        let sizes = norms::<M>(&to.q, way.len());
        let (mut off, mut longest) = (0.0_f64, 0.0_f64);
        for i in 0..way.len() {
            let [way, v0, v1] = [way.as_slice()[i], h * from.v.as_slice()[i], h * to.v.as_slice()[i]];
            let bend = h * h * (from.a.as_slice()[i] - to.a.as_slice()[i]) / 12.0;
            let scale = 1.0 / (1.0 + sizes[i]);
            off = Real::max(off, scale * (way - 0.5 * (v0 + v1) - bend).abs());
            longest = [way, v0, v1].iter().fold(longest, |most, x| Real::max(most, scale * x.abs()));
        }
        off <= EXPLAINED * longest + SHORT
    }

    /// Position and velocity at t; `None` if the step from `from` is too large.
    fn position(&mut self, from: &State<M>, t: f64) -> Option<(M::Configuration, M::Velocity)> {
        if self.rolling { self.rolled(from, t) } else { self.assembled(from, t) }
    }

    /// Position and velocity of (1) at t, near the prediction from `from`.
    fn assembled(&mut self, from: &State<M>, t: f64) -> Option<(M::Configuration, M::Velocity)> {
        let h = t - from.t;
        let way = dense(&from.v) * h + dense(&from.a) * (0.5 * h * h);
        let sizes = norms::<M>(&from.q, way.len());
        // Rates have no bound at a dead centre: nothing is near such a prediction.
        if !(0..way.len()).all(|i| way[i].abs() <= FAR * (1.0 + sizes[i])) {
            return None;
        }
        let mut q = moved(self.m, &from.q, &way);
        let sizes = norms::<M>(&q, way.len());
        let relative = |step: &DVector<f64>| {
            step.iter()
                .zip(sizes.iter())
                .fold(0.0_f64, |most, (x, s)| crate::Real::max(most, x.abs() / (1.0 + s)))
        };
        let now = self.m.now(t);
        let mut total = DVector::zeros(way.len());
        let mut converged = false;
        for _ in 0..ITERATIONS {
            self.iterations += 1;
            let point = Point::under(self.m, &now, &q);
            let (rows, gaps) = (point.position_rows(), point.gaps());
            let space = RowSpace::new(&rows);
            if space.rank() < way.len() {
                return None;
            }
            let step = only(&space.shortest(&column(&-gaps)));
            if !step.iter().all(|x| x.is_finite()) {
                return None;
            }
            q = moved(self.m, &q, &step);
            total += &step;
            if relative(&step) <= CLOSE {
                converged = true;
                break;
            }
        }
        // If the prediction was far off, this may be another branch.
        if !converged || relative(&total) > NEAR * relative(&way) + SHORT {
            return None;
        }
        let point = Point::under(self.m, &now, &q);
        let (rows, gaps) = (point.position_rows(), point.gaps());
        let terms =
            |i: usize| -> f64 { (0..rows.ncols()).map(|k| rows[(i, k)].abs() * (1.0 + sizes[k])).sum() };
        if (0..gaps.len()).any(|i| gaps[i].abs() > CLOSED * terms(i)) {
            return None;
        }
        let (v, remaining) = velocity(&point, &from.v, &from.y);
        (remaining.amax() <= CLOSED).then_some((q, v))
    }

    /// y at t along the motion: two steps of the classical Runge–Kutta method; `None` if one step of twice the size differs by more than
    /// [`STATES`].
    fn states(
        &mut self,
        from: &State<M>,
        (t, between): (f64, f64),
        end: (&M::Configuration, &M::Velocity),
    ) -> Option<M::States> {
        let h = t - from.t;
        let times = [0.25, 0.5, 0.75].map(|part| from.t + part * h);
        let [first, middle, third] = times.map(|time| self.position(from, time));
        let [first, middle, third] = [first?, middle?, third?];
        let [first, middle, third] = [&first, &middle, &third].map(|(q, v)| (q, v));
        let start = (&from.q, &from.v);
        let y = dense(&from.y);
        let whole = self.runge_kutta(&y, (from.t, h), [start, middle, end]);
        let half = self.runge_kutta(&y, (from.t, 0.5 * h), [start, first, middle]);
        let fine = self.runge_kutta(&half, (times[1], 0.5 * h), [middle, third, end]);
        let close = |i: usize| {
            let change = (fine[i] - y[i]).abs() + (half[i] - y[i]).abs();
            let size = y[i].abs() + change * (between / h);
            (fine[i] - whole[i]).abs() <= 15.0 * STATES * size
        };
        (0..y.len()).all(|i| fine[i].is_finite() && close(i)).then(|| vector(fine.as_slice()))
    }

    /// A step of the classical Runge–Kutta method with the motion at its beginning, middle and end.
    fn runge_kutta(
        &self,
        y: &DVector<f64>,
        (t, h): (f64, f64),
        [start, middle, end]: [(&M::Configuration, &M::Velocity); 3],
    ) -> DVector<f64> {
        let rate = |time: f64, (q, v): (&M::Configuration, &M::Velocity), y: &DVector<f64>| {
            Point::new(self.m, time, q).state_rates(v, &vector(y.as_slice()))
        };
        let k1 = rate(t, start, y);
        let k2 = rate(t + 0.5 * h, middle, &(y + &k1 * (0.5 * h)));
        let k3 = rate(t + 0.5 * h, middle, &(y + &k2 * (0.5 * h)));
        let k4 = rate(t + h, end, &(y + &k3 * h));
        y + (k1 + (k2 + k3) * 2.0 + k4) * (h / 6.0)
    }
}
