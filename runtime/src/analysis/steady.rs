//! Steady motions: rotating axes in which their linearisation is constant.
//!
//! A motion is steady if it is the orbit of a symmetry: a rolling wheel, a precessing top, an orbit. Then small
//! disturbances δx = (δq, δv, δy) are transported by e^{tS},
//!
//! ```text
//! S = Σ c_k S_k     S_k: a rotation of the axes of the angular velocity or of the translation of a joint         (1)
//! ```
//!
//! on δq and δv alike. With δx = E xᵢ of the linearisation xᵢ' = A xᵢ, P that picks xᵢ = P δx, and σ = P S E,
//!
//! ```text
//! E(t) = e^{tS} E(0) R,   A(t) = R⁻¹ (A(0) − σ) R + (R⁻¹)' R,   R⁻¹ = P e^{tS} E(0)                               (2)
//! E' = S E − E σ,         A' = σ A − A σ + P S E'                       at t = 0                                (3)
//! Ã = A(0) − σ                                                                                                 (4)
//! ```
//!
//! (3) is linear in the c_k; (2) at a later time shows whether the motion is steady; (4) is the linearisation in axes that rotate
//! with it, whose eigenvalues do not depend on the choice of coordinates. Among the solutions of (3), the
//! smallest c_k are chosen. Invariant: states are as exact as their accelerations; derivatives with respect to time are differences.

use super::linearize::{Chart, Reduced, reduced};
use super::motion::complete;
use crate::error::Error;
use crate::solution::State;
use crate::stepper::Start;
use crate::{Mechanism, Vector};
use alloc::borrow::ToOwned;
use alloc::vec::Vec;
use nalgebra::{DMatrix, DVector};

/// The step of differences, relative to the time constant of the linearised motion.
const MOMENT: f64 = 1e-3;
/// f' = Σ wᵢ f(iτ)/τ, of order 4.
const DIFFERENCE: [f64; 5] = [-25.0 / 12.0, 4.0, -3.0, 4.0 / 3.0, -0.25];
/// The time after which (2) is checked, and the number of steps to it.
const LATER: (f64, usize) = (0.3, 16);
/// Rotations that change A and E by less than this part are not determined.
const OPEN: f64 = 1e-6;
/// Terms of the series of an exponential.
const TERMS: usize = 60;
/// Residual accelerations of an equilibrium, in the units of the coordinates over s².
const REST: f64 = 1e-6;
/// The largest change of the linearisation of a steady motion.
const STEADY: f64 = 1e-3;

/// The axes that rotate with a motion; see [`Analyse::steady_motion`](super::Analyse::steady_motion).
#[derive(Clone, Debug)]
pub struct SteadyMotion {
    /// σ.
    pub(super) turning: DMatrix<f64>,
    change: f64,
}

impl SteadyMotion {
    /// The rate of change of the linearisation in the axes that follow the motion best, relative to the motion that it describes:
    /// rounding if that is steady. Infinite if it cannot be followed, or if a mechanism at rest begins to move.
    pub fn change(&self) -> f64 {
        self.change
    }

    /// Whether the linearisation is constant along the motion.
    pub fn is_steady(&self) -> bool {
        self.change < STEADY
    }

    /// Whether the axes in which it is constant rotate.
    pub fn turns(&self) -> bool {
        self.is_steady() && self.turning.amax() > 0.0
    }
}

/// Finds the axes that rotate with the motion through a state.
pub(super) fn steady_motion<M: Mechanism<Scalar = f64>>(
    m: &M,
    state: &State<M>,
) -> Result<SteadyMotion, Error> {
    let here = reduced(m, state, None)?;
    let (size, k) = (here.linearization.system.amax(), here.linearization.system.nrows());
    let still = SteadyMotion { turning: DMatrix::zeros(k, k), change: 0.0 };
    if size == 0.0 {
        return Ok(still);
    }
    let unsteady = || SteadyMotion { turning: DMatrix::zeros(k, k), change: f64::INFINITY };
    if is_released(state) {
        return Ok(unsteady());
    }
    // What remains at rest does not change. (Friction that would stick has no derivative there, and another one beside it.)
    if is_at_rest(state) && !m.flags().time_explicit && states_rest(m, state) {
        return Ok(still);
    }
    // What is at rest does not turn: its linearisation changes by forces that depend on the time, if at all.
    let turning = if is_at_rest(state) {
        Turning::nothing(&here)
    } else {
        // A motion that cannot be followed is not steady.
        let Some(rates) = rates(m, state, &here, MOMENT / size) else { return Ok(unsteady()) };
        Turns::of(m, state, &here, size).follow(&here, &rates, size)
    };
    let later = LATER.0 / size;
    let Some(there) = ahead(m, state, &here.chart, later, LATER.1) else { return Ok(unsteady()) };
    let Some((e, a)) = turning.carried(&here, later) else { return Ok(unsteady()) };
    let moved = (&there.linearization.system - a).amax() / size;
    let tilted = (&there.embedding - e).amax() / here.embedding.amax();
    // NaN is not steady.
    let change = if moved.is_nan() || tilted.is_nan() { f64::INFINITY } else { f64::max(moved, tilted) };
    Ok(SteadyMotion { turning: turning.sigma(&here), change: change / LATER.0 })
}

/// Whether it begins to move from rest: the linearisation does not change along a zero velocity, but the state
/// is not an equilibrium.
fn is_released<M: Mechanism<Scalar = f64>>(state: &State<M>) -> bool {
    is_at_rest(state) && state.a.as_slice().iter().any(|a| a.abs() > REST)
}

fn is_at_rest<M: Mechanism<Scalar = f64>>(state: &State<M>) -> bool {
    state.v.as_slice().iter().all(|v| *v == 0.0)
}

/// Whether first-order states are constant.
fn states_rest<M: Mechanism<Scalar = f64>>(m: &M, state: &State<M>) -> bool {
    let mut at = m.position_cache();
    m.place(&m.now(state.t), &state.q, &mut at);
    let mut rates = M::States::zeros(state.y.len());
    m.state_rates(&at, &state.v, &state.y, &mut rates);
    rates.as_slice().iter().all(|rate| rate.abs() <= REST)
}

/// (E', A').
fn rates<M: Mechanism<Scalar = f64>>(
    m: &M,
    state: &State<M>,
    here: &Reduced,
    moment: f64,
) -> Option<(DMatrix<f64>, DMatrix<f64>)> {
    let weight = DIFFERENCE[0] / moment;
    let (mut e, mut a) = (&here.embedding * weight, &here.linearization.system * weight);
    for (i, weight) in DIFFERENCE.iter().enumerate().skip(1) {
        let there = ahead(m, state, &here.chart, moment * i as f64, i)?;
        e += there.embedding * (*weight / moment);
        a += there.linearization.system * (*weight / moment);
    }
    Some((e, a))
}

/// The linearisation in the same independent coordinates after a time.
fn ahead<M: Mechanism<Scalar = f64>>(
    m: &M,
    state: &State<M>,
    chart: &Chart,
    time: f64,
    steps: usize,
) -> Option<Reduced> {
    let mut at = Start { t: state.t, q: state.q.clone(), v: state.v.clone(), y: state.y.clone() };
    for _ in 0..steps {
        at = runge_kutta(m, &at, time / steps as f64)?;
    }
    reduced(m, &complete(m, &at).ok()?, Some(chart)).ok()
}

/// One step of the classical Runge–Kutta method, q = q₀ ⊞ δ with δ' = dexp⁻¹_δ(v).
fn runge_kutta<M: Mechanism<Scalar = f64>>(m: &M, from: &Start<M>, h: f64) -> Option<Start<M>> {
    /// (c_i, b_i); stage i starts from stage i − 1 alone.
    const STAGES: [(f64, f64); 4] = [(0.0, 1.0 / 6.0), (0.5, 1.0 / 3.0), (0.5, 1.0 / 3.0), (1.0, 1.0 / 6.0)];
    let nothing = M::Velocity::zeros(from.v.len());
    let moved = |t: f64, path: &M::Velocity, v: &M::Velocity, y: &M::States| {
        let mut q = from.q.clone();
        m.advance(&mut q, path, &mut nothing.clone());
        Start { t, q, v: v.clone(), y: y.clone() }
    };
    let (mut slope, mut a, mut rate) = (nothing.clone(), nothing.clone(), M::States::zeros(from.y.len()));
    let (mut path, mut v, mut y) = (nothing.clone(), from.v.clone(), from.y.clone());
    for (c, b) in STAGES {
        let mut by = nothing.clone();
        by.axpy(c * h, &slope);
        let (mut v_here, mut y_here) = (from.v.clone(), from.y.clone());
        v_here.axpy(c * h, &a);
        y_here.axpy(c * h, &rate);
        let here = complete(m, &moved(from.t + c * h, &by, &v_here, &y_here)).ok()?;
        a = here.a;
        let mut at = m.position_cache();
        m.place(&m.now(here.t), &here.q, &mut at);
        m.state_rates(&at, &here.v, &here.y, &mut rate);
        m.dexp_inverse(&by, &v_here, &mut slope);
        path.axpy(b * h, &slope);
        v.axpy(b * h, &a);
        y.axpy(b * h, &rate);
    }
    Some(moved(from.t + h, &path, &v, &y))
}

/// The S_k of (1).
struct Turns {
    all: Vec<DMatrix<f64>>,
}

/// S of (1).
struct Turning(DMatrix<f64>);

impl Turns {
    fn of<M: Mechanism<Scalar = f64>>(m: &M, state: &State<M>, here: &Reduced, size: f64) -> Self {
        let n = state.v.len();
        let mut turns = rotations(m, state);
        turns.extend(translations(m, n));
        // Relative to the time constant of the linearised motion.
        let all = turns.into_iter().map(|turn| {
            let mut both = DMatrix::zeros(here.embedding.nrows(), here.embedding.nrows());
            both.view_mut((0, 0), (n, n)).copy_from(&(&turn * size));
            both.view_mut((n, n), (n, n)).copy_from(&(&turn * size));
            both
        });
        Self { all: all.collect() }
    }

    /// The smallest rotation that minimises the residual of (3).
    fn follow(&self, here: &Reduced, (e, a): &(DMatrix<f64>, DMatrix<f64>), size: f64) -> Turning {
        let nothing = Turning::nothing(here);
        if self.all.is_empty() {
            return nothing;
        }
        let (of_e, of_a) = (1.0 / (size * here.embedding.amax()), 1.0 / (size * size));
        let joined = |e: DMatrix<f64>, a: DMatrix<f64>| -> Vec<f64> {
            e.iter().map(|x| x * of_e).chain(a.iter().map(|x| x * of_a)).collect()
        };
        let columns: Vec<Vec<f64>> = self
            .all
            .iter()
            .map(|turn| {
                let sigma = here.picked(&(turn * &here.embedding));
                let system = &here.linearization.system;
                let change = &sigma * system - system * &sigma + here.picked(&(turn * e));
                joined(turn * &here.embedding - &here.embedding * sigma, change)
            })
            .collect();
        let right = DVector::from_vec(joined(e.clone(), a.clone()));
        let matrix = DMatrix::from_fn(right.len(), columns.len(), |i, k| columns[k][i]);
        let largest = matrix.amax();
        if largest.is_nan() || largest <= OPEN {
            return nothing;
        }
        let svd = matrix.svd(true, true);
        let Ok(found) = svd.solve(&right, OPEN * svd.singular_values.max()) else { return nothing };
        let mut sum = nothing;
        for (turn, c) in self.all.iter().zip(found.iter()) {
            sum.0 += turn * *c;
        }
        // Rounding of differences does not count as a rotation.
        if sum.0.amax() <= OPEN * size { Turning::nothing(here) } else { sum }
    }
}

impl Turning {
    /// S = 0.
    fn nothing(here: &Reduced) -> Self {
        let rows = here.embedding.nrows();
        Self(DMatrix::zeros(rows, rows))
    }

    /// σ.
    fn sigma(&self, here: &Reduced) -> DMatrix<f64> {
        here.picked(&(&self.0 * &here.embedding))
    }

    /// E and A of (2) after a time.
    fn carried(&self, here: &Reduced, time: f64) -> Option<(DMatrix<f64>, DMatrix<f64>)> {
        let (mut moved, mut term) = (here.embedding.clone(), here.embedding.clone());
        for k in 1..TERMS {
            term = &self.0 * term * (time / k as f64);
            moved += &term;
        }
        let inverse = here.picked(&moved);
        let rate = here.picked(&(&self.0 * &moved));
        let r = inverse.clone().try_inverse()?;
        let system = &here.linearization.system - self.sigma(here);
        Some((moved * &r, (inverse * system + rate) * r))
    }
}

/// Rotations of the axes of angular velocities: [·, e_k].
fn rotations<M: Mechanism<Scalar = f64>>(m: &M, state: &State<M>) -> Vec<DMatrix<f64>> {
    let n = state.v.len();
    if m.flags().vector_space && state.q.len() == n {
        return Vec::new();
    }
    let unit = |k: usize| {
        let mut unit = M::Velocity::zeros(n);
        unit.as_mut_slice()[k] = 1.0;
        unit
    };
    let mut out = M::Velocity::zeros(n);
    let turns = (0..n).map(|k| {
        let mut turn = DMatrix::zeros(n, n);
        for j in 0..n {
            out.fill(0.0);
            m.bracket(&unit(j), &unit(k), &mut out);
            turn.column_mut(j).copy_from_slice(out.as_slice());
        }
        turn
    });
    turns.filter(|turn| turn.amax() > 0.0).collect()
}

/// Rotations of the axes of translations, `der(body.x)` with `der(body.y)` and so on.
fn translations<M: Mechanism<Scalar = f64>>(m: &M, n: usize) -> Vec<DMatrix<f64>> {
    let of = |i: usize| {
        let name = m.names().velocities.get(i)?.name.as_ref();
        let inner = name.strip_prefix("der(")?.strip_suffix(')')?;
        let at = inner.len().checked_sub(1)?;
        let (owner, axis) = (inner.get(..at)?, inner.get(at..)?);
        let own = owner.is_empty() || owner.ends_with('.');
        Some((owner.to_owned(), ["x", "y", "z"].iter().position(|word| *word == axis)?)).filter(|_| own)
    };
    let named: Vec<_> = (0..n).filter_map(|i| of(i).map(|named| (i, named))).collect();
    let mut turns = Vec::new();
    for (i, (owner, first)) in &named {
        for (j, (_, second)) in named.iter().filter(|(_, (other, _))| other == owner) {
            if first < second {
                let mut turn = DMatrix::zeros(n, n);
                turn[(*j, *i)] = 1.0;
                turn[(*i, *j)] = -1.0;
                turns.push(turn);
            }
        }
    }
    turns
}
