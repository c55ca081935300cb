//! The initial state at compile time, for the default parameters: the equations of both levels in numbers, for the
//! search that `build()` makes for other parameters.

use super::arena::{Arena, Value};
use super::lowered::{Entries, Lowered};
use super::numeric::Evaluator;
use super::sample::{Space, State};
use linkwork_numerics::closure::{Positions, Rows, Velocities};

/// Values and the entries of their Jacobian, prepared for evaluation.
pub(super) struct Equations<'a> {
    arena: &'a Arena,
    evaluator: Evaluator,
    rows: usize,
    columns: usize,
    places: Vec<(usize, usize)>,
}

impl<'a> Equations<'a> {
    pub fn new(arena: &'a Arena, columns: usize, values: Vec<Value>, jacobian: &Entries) -> Self {
        let rows = values.len();
        let mut roots = values;
        roots.extend(jacobian.iter().map(|&(_, _, value)| value));
        let places = jacobian.iter().map(|&(i, j, _)| (i, j)).collect();
        Self { arena, evaluator: Evaluator::new(arena, roots), rows, columns, places }
    }

    /// Values, and the Jacobian row by row.
    pub fn evaluate(&self, state: &State) -> Rows {
        let mut values = self.evaluator.evaluate(self.arena, &mut Vec::new(), &|source| state.load(source));
        let mut jacobian = vec![0.0; self.rows * self.columns];
        for (&(i, j), value) in self.places.iter().zip(&values[self.rows..]) {
            jacobian[i * self.columns + j] += *value;
        }
        values.truncate(self.rows);
        Rows { values, jacobian }
    }
}

/// Rows of a Jacobian further down.
pub(super) fn below(entries: &Entries, rows: usize) -> Entries {
    entries.iter().map(|&(i, j, value)| (i + rows, j, value)).collect()
}

/// Conditions of one level: residuals and their Jacobian.
fn conditions(lowered: &Lowered, positions: usize) -> [(Vec<Value>, Entries); 2] {
    let (c, d) = lowered.conditions.split_at(positions);
    let (of_c, mut of_d): (Entries, Entries) =
        lowered.condition_jacobian.iter().partition(|entry| entry.0 < c.len());
    of_d.iter_mut().for_each(|entry| entry.0 -= c.len());
    [(c.to_vec(), of_c), (d.to_vec(), of_d)]
}

/// Constraints and conditions between positions.
pub(super) fn position_equations<'a>(
    arena: &'a Arena,
    lowered: &Lowered,
    positions: usize,
    columns: usize,
) -> Equations<'a> {
    let [(c, of_c), _] = conditions(lowered, positions);
    let values = [lowered.holonomic.as_slice(), &c].concat();
    let entries = [lowered.jacobian.clone(), below(&of_c, lowered.holonomic.len())].concat();
    Equations::new(arena, columns, values, &entries)
}

/// Rates of constraints, nonholonomic constraints and conditions between velocities.
pub(super) fn velocity_equations<'a>(
    arena: &'a Arena,
    lowered: &Lowered,
    positions: usize,
    columns: usize,
) -> Equations<'a> {
    let [_, (d, of_d)] = conditions(lowered, positions);
    let Lowered { rate, nonholonomic, jacobian, velocity_jacobian, .. } = lowered;
    let values = [rate.as_slice(), nonholonomic, &d].concat();
    let entries = [
        jacobian.clone(),
        below(velocity_jacobian, rate.len()),
        below(&of_d, rate.len() + nonholonomic.len()),
    ];
    Equations::new(arena, columns, values, &entries.concat())
}

/// A mechanism with its default parameters, for the search for positions.
pub(super) struct AtPosition<'a> {
    pub state: State,
    pub space: Space<'a>,
    pub equations: Equations<'a>,
    pub deviations: Equations<'a>,
    pub cosines: Equations<'a>,
}

impl AtPosition<'_> {
    fn at(&mut self, q: &[f64]) {
        self.state.position.copy_from_slice(q);
    }
}

impl Positions for AtPosition<'_> {
    fn equations(&mut self, q: &[f64]) -> Rows {
        self.at(q);
        self.equations.evaluate(&self.state)
    }

    fn deviations(&mut self, q: &[f64]) -> Rows {
        self.at(q);
        self.deviations.evaluate(&self.state)
    }

    fn cosines(&mut self, q: &[f64]) -> Rows {
        self.at(q);
        self.cosines.evaluate(&self.state)
    }

    fn displace(&mut self, q: &mut [f64], by: &[f64]) {
        self.at(q);
        self.space.displace(&mut self.state, by);
        q.copy_from_slice(&self.state.position);
    }

    fn wind(&mut self, q: &mut [f64]) {
        self.at(q);
        self.space.wind(&mut self.state);
        q.copy_from_slice(&self.state.position);
    }
}

/// The same for velocities, at the position of the state.
pub(super) struct AtVelocity<'a> {
    pub state: State,
    pub equations: Equations<'a>,
    /// D, row by row.
    pub slopes: Vec<f64>,
    /// w.
    pub rates: Vec<f64>,
}

impl Velocities for AtVelocity<'_> {
    fn equations(&mut self, v: &[f64]) -> Rows {
        self.state.velocity.copy_from_slice(v);
        self.equations.evaluate(&self.state)
    }

    fn deviations(&mut self, v: &[f64]) -> Rows {
        Rows::rates(&self.slopes, v, &self.rates)
    }
}
