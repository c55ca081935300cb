//! The initial state at compile time, for the default parameters: closes the loops, position first, then
//! velocity, as `build()` does at run time for the user's parameters.
//!
//! ```text
//! g(t₀, q) = 0,  c(q) = 0                            position    (1)
//! G v + g_t = 0,  k(t₀, q, v) = 0,  d(t₀, q, v) = 0     velocity    (2)
//! ```
//!
//! c and d are conditions of `initial`. Invariant: given values are not moved, unless they violate a constraint
//! by no more than rounded decimals do; gaps never grow from one iteration to the next.

use super::arena::{Arena, Source, Value};
use super::numeric::Evaluator;
use super::rank::RowSpace;
use super::sample::{Space, State};

/// What remains of a closed constraint, relative to the size of its terms.
const CLOSED: f64 = 1e-12;
/// How far given values may be off, relative to the size of the terms: rounded decimals.
const GIVEN: f64 = 1e-5;
/// Where the iteration starts again if it got stuck.
const NUDGES: [f64; 2] = [1e-3, 1e-1];
/// Iterations at most.
const ITERATIONS: usize = 200;
/// A full step that leaves more than this part of Σ gap² is not trusted.
const GOOD: f64 = 0.9;
/// λ of damped steps.
const DAMPING: [f64; 5] = [1e-4, 1e-2, 1.0, 1e2, 1e4];
/// Where Σ gap² shrinks by less than this part, there is nothing to be gained.
const STALLED: f64 = 1e-9;
/// A gap is named if it is at least this part of the largest.
const WORTH_NAMING: f64 = 1e-2;
/// How far from the best attempt it is looked whether constraints contradict each other everywhere.
const ELSEWHERE: f64 = 0.1;

/// What the equations of one level move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// q, along the directions of the configuration space.
    Position,
    /// v.
    Velocity,
}

/// The equations of one level, ready to be evaluated.
pub struct Level<'a> {
    arena: &'a Arena,
    space: Space<'a>,
    unknown: Unknown,
    evaluator: Evaluator,
    rows: usize,
    columns: usize,
    places: Vec<(usize, usize)>,
}

/// An equation that stays open.
#[derive(Clone, Copy, Debug)]
pub struct Gap {
    /// Its number among the equations of its level.
    pub row: usize,
    /// What remains of it.
    pub value: f64,
}

/// Why a level cannot be closed.
#[derive(Clone, Debug)]
pub enum Open {
    /// Between given values alone.
    Given(Vec<Gap>),
    /// These equations exclude each other everywhere.
    Contradiction(Vec<Gap>),
    /// The best attempt leaves these open.
    Apart(Vec<Gap>),
}

struct Remaining {
    row: usize,
    gap: f64,
    scale: f64,
    relative: f64,
    free: bool,
}

fn worst(remaining: &[Remaining]) -> f64 {
    // `f64::max` would swallow a NaN.
    remaining.iter().map(|r| if r.relative.is_nan() { f64::INFINITY } else { r.relative }).fold(0.0, f64::max)
}

type Evaluated = (Vec<f64>, Vec<f64>);

impl<'a> Level<'a> {
    /// Residuals and the entries of their Jacobian.
    pub fn new(
        arena: &'a Arena,
        space: Space<'a>,
        unknown: Unknown,
        columns: usize,
        residuals: Vec<Value>,
        jacobian: &[(usize, usize, Value)],
    ) -> Self {
        let rows = residuals.len();
        let mut roots = residuals;
        roots.extend(jacobian.iter().map(|&(_, _, value)| value));
        let places = jacobian.iter().map(|&(i, j, _)| (i, j)).collect();
        Self { arena, space, unknown, evaluator: Evaluator::new(arena, roots), rows, columns, places }
    }

    /// Residuals, and the Jacobian row by row.
    pub fn evaluate(&self, state: &State) -> Evaluated {
        let load = |source: Source| state.load(source);
        let values = self.evaluator.evaluate(self.arena, &mut Vec::new(), &load);
        let mut jacobian = vec![0.0; self.rows * self.columns];
        for (&(i, j), value) in self.places.iter().zip(&values[self.rows..]) {
            jacobian[i * self.columns + j] += *value;
        }
        (values[..self.rows].to_vec(), jacobian)
    }

    /// Moves the unknowns.
    pub fn displace(&self, state: &mut State, by: &[f64]) {
        match self.unknown {
            Unknown::Position => self.space.displace(state, by),
            Unknown::Velocity => state.velocity.iter_mut().zip(by).for_each(|(v, by)| *v += by),
        }
    }

    fn sizes(&self, state: &State) -> Vec<f64> {
        match self.unknown {
            Unknown::Position if self.space.is_flat() => {
                state.position.iter().take(self.columns).map(|q| q.abs()).collect()
            }
            Unknown::Position => {
                vec![state.position.iter().fold(1.0_f64, |m, q| m.max(q.abs())); self.columns]
            }
            Unknown::Velocity => state.velocity.iter().map(|v| v.abs()).collect(),
        }
    }

    /// Closes all equations by moving what is not given.
    pub fn close(&self, state: &mut State, given: &[bool]) -> Result<(), Open> {
        if self.rows == 0 {
            return Ok(());
        }
        let free: Vec<bool> = given.iter().map(|given| !given).collect();
        let guess = state.clone();
        let mut remaining = self.newton(state, &free);
        for nudge in NUDGES {
            if worst(&remaining) <= CLOSED {
                return Ok(());
            }
            // The guess may be a singular position (a stretched chain, a gradient that vanishes).
            let mut nudged = guess.clone();
            let by = |i: usize| if free[i] { nudge * (1.0 + i as f64).sin() } else { 0.0 };
            self.displace(&mut nudged, &(0..self.columns).map(by).collect::<Vec<_>>());
            let found = self.newton(&mut nudged, &free);
            if worst(&found) < worst(&remaining) {
                (*state, remaining) = (nudged, found);
            }
        }
        if worst(&remaining) <= CLOSED {
            return Ok(());
        }
        let nearly = remaining.iter().all(|r| r.relative <= GIVEN);
        if nearly && worst(&self.newton(state, &vec![true; self.columns])) <= CLOSED {
            return Ok(());
        }
        let gap = |r: &Remaining| Gap { row: r.row, value: r.gap };
        let fixed: Vec<Gap> = remaining.iter().filter(|r| r.relative > GIVEN && !r.free).map(gap).collect();
        if !fixed.is_empty() && given.iter().any(|&given| given) {
            return Err(Open::Given(fixed));
        }
        let least = (WORTH_NAMING * worst(&remaining)).max(CLOSED);
        let named = |r: &&Remaining| r.relative > least || r.relative.is_nan();
        let open: Vec<Gap> = remaining.iter().filter(named).map(gap).collect();
        let excluded = open.len() > 1 && self.depend_everywhere(state, &open, &free);
        Err(if excluded { Open::Contradiction(open) } else { Open::Apart(open) })
    }

    /// Whether these rows depend on each other not only where the search ended.
    fn depend_everywhere(&self, state: &State, open: &[Gap], free: &[bool]) -> bool {
        (1..=3).all(|number| {
            let mut there = state.clone();
            let by = |i: usize| if free[i] { ELSEWHERE * (number as f64 + i as f64).sin() } else { 0.0 };
            self.displace(&mut there, &(0..self.columns).map(by).collect::<Vec<_>>());
            let (_, jacobian) = self.evaluate(&there);
            let row = |gap: &Gap| jacobian[gap.row * self.columns..][..self.columns].to_vec();
            let rows: Vec<f64> = open.iter().flat_map(row).collect();
            super::rank::ColumnSpace::new(open.len(), self.columns, &rows).rank() < open.len()
        })
    }

    fn newton(&self, state: &mut State, free: &[bool]) -> Vec<Remaining> {
        let mut found = self.evaluate(state);
        let mut polished = 0;
        for _ in 0..ITERATIONS {
            let remaining = self.measure(state, free, &found);
            if worst(&remaining) <= CLOSED {
                polished += 1;
                if polished > 2 {
                    break;
                }
            }
            if !self.improve(state, free, &mut found, &remaining) {
                break;
            }
        }
        self.measure(state, free, &found)
    }

    fn improve(&self, state: &mut State, free: &[bool], found: &mut Evaluated, now: &[Remaining]) -> bool {
        let merit = |residual: &[f64]| -> f64 {
            residual.iter().zip(now).map(|(r, now)| (r / now.scale) * (r / now.scale)).sum()
        };
        let before = merit(&found.0);
        for lambda in std::iter::once(None).chain(DAMPING.map(Some)) {
            let (enough, step) = match lambda {
                None => (GOOD, RowSpace::new(&found.1, free).solve(&found.0)),
                Some(lambda) => (1.0 - STALLED, self.damped(found, free, now, lambda)),
            };
            let mut there = state.clone();
            self.displace(&mut there, &step);
            let next = self.evaluate(&there);
            if merit(&next.0) < enough * before {
                (*state, *found) = (there, next);
                return true;
            }
            if worst(now) <= CLOSED {
                return false;
            }
        }
        false
    }

    /// min |δ|² + |s|² with J δ + √λ·scale·s = −r (Levenberg and Marquardt).
    fn damped(
        &self,
        (residual, jacobian): &Evaluated,
        free: &[bool],
        now: &[Remaining],
        lambda: f64,
    ) -> Vec<f64> {
        let mut wider = Vec::with_capacity(self.rows * (self.columns + self.rows));
        for (row, now) in now.iter().enumerate() {
            wider.extend_from_slice(&jacobian[row * self.columns..(row + 1) * self.columns]);
            let slack = |i| if i == row { lambda.sqrt() * now.scale } else { 0.0 };
            wider.extend((0..self.rows).map(slack));
        }
        let mut all_free = free.to_vec();
        all_free.resize(self.columns + self.rows, true);
        let mut step = RowSpace::new(&wider, &all_free).solve(residual);
        step.truncate(self.columns);
        step
    }

    /// |residual| over the size of the terms, Σ |J_ij| (1 + |x_j|).
    fn measure(&self, state: &State, free: &[bool], (residual, jacobian): &Evaluated) -> Vec<Remaining> {
        let sizes = self.sizes(state);
        let measured = residual.iter().enumerate().map(|(row, &gap)| {
            let entries = &jacobian[row * self.columns..(row + 1) * self.columns];
            let terms = |only_free: bool| -> f64 {
                let used = entries.iter().zip(&sizes).zip(free).filter(|(_, free)| !only_free || **free);
                used.map(|((j, x), _)| j.abs() * (1.0 + x)).sum()
            };
            let (all, movable) = (terms(false), terms(true));
            let scale = if all > 0.0 { all } else { 1.0 };
            Remaining { row, gap, scale, relative: gap.abs() / scale, free: movable > 1e-9 * scale }
        });
        measured.collect()
    }
}
