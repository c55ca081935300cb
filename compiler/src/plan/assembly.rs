//! The initial state at compile time, for the default parameters: the equations of both levels in numbers, for the
//! search that `build()` makes for other parameters.

use super::arena::{Arena, Value};
use super::lowered::{Entries, Lowered};
use super::numeric::Evaluator;
use super::sample::{Space, State};
use linkwork_numerics::SparseRow;
use linkwork_numerics::closure::{Positions, Rows, Velocities, cancelled_below};
use std::collections::BTreeSet;

/// Where the entries of a matrix are, several of which may be at one place.
pub(super) struct Pattern {
    /// The matrix with zeros at its places.
    zero: Vec<SparseRow<f64>>,
    /// The row of each entry, and its place there.
    places: Vec<(usize, usize)>,
}

impl Pattern {
    /// Of entries at these rows and columns.
    pub fn new(rows: usize, entries: &[(usize, usize)]) -> Self {
        let mut columns = vec![BTreeSet::new(); rows];
        entries.iter().for_each(|&(i, j)| _ = columns[i].insert(j));
        let zero: Vec<SparseRow<f64>> =
            columns.iter().map(|row| row.iter().map(|&j| (j, 0.0)).collect()).collect();
        let place = |&(i, j): &(usize, usize)| (i, zero[i].partition_point(|entry| entry.0 < j));
        let places = entries.iter().map(place).collect();
        Self { zero, places }
    }

    /// The matrix with the sums of these entries.
    pub fn filled(&self, entries: &[f64]) -> Vec<SparseRow<f64>> {
        let mut matrix = self.zero.clone();
        for (&(row, place), entry) in self.places.iter().zip(entries) {
            matrix[row][place].1 += entry;
        }
        // Where a loop is folded, terms cancel: what rounding leaves of them is no rank.
        let least = cancelled_below(&matrix, f64::EPSILON);
        matrix.iter_mut().flatten().filter(|(_, entry)| entry.abs() <= least).for_each(|entry| entry.1 = 0.0);
        matrix
    }
}

/// Values and the entries of their Jacobian, prepared for evaluation.
pub(super) struct Equations {
    evaluator: Evaluator,
    rows: usize,
    pattern: Pattern,
}

impl Equations {
    pub fn new(arena: &Arena, values: Vec<Value>, jacobian: &Entries) -> Self {
        let rows = values.len();
        let mut roots = values;
        roots.extend(jacobian.iter().map(|&(_, _, value)| value));
        let places: Vec<(usize, usize)> = jacobian.iter().map(|&(i, j, _)| (i, j)).collect();
        Self { evaluator: Evaluator::new(arena, roots), rows, pattern: Pattern::new(rows, &places) }
    }

    /// Values, and the Jacobian.
    pub fn evaluate(&self, state: &State) -> Rows {
        let mut values = self.evaluator.evaluate(&mut Vec::new(), &|source| state.load(source));
        let jacobian = self.pattern.filled(&values[self.rows..]);
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
pub(super) fn position_equations(arena: &Arena, lowered: &Lowered, positions: usize) -> Equations {
    let [(c, of_c), _] = conditions(lowered, positions);
    let values = [lowered.holonomic.as_slice(), &c].concat();
    let entries = [lowered.jacobian.clone(), below(&of_c, lowered.holonomic.len())].concat();
    Equations::new(arena, values, &entries)
}

/// Rates of constraints, nonholonomic constraints and conditions between velocities.
pub(super) fn velocity_equations(arena: &Arena, lowered: &Lowered, positions: usize) -> Equations {
    let [_, (d, of_d)] = conditions(lowered, positions);
    let Lowered { rate, nonholonomic, jacobian, velocity_jacobian, .. } = lowered;
    let values = [rate.as_slice(), nonholonomic, &d].concat();
    let entries = [
        jacobian.clone(),
        below(velocity_jacobian, rate.len()),
        below(&of_d, rate.len() + nonholonomic.len()),
    ];
    Equations::new(arena, values, &entries.concat())
}

/// A mechanism with its default parameters, for the search for positions.
pub(super) struct AtPosition<'a> {
    pub state: State,
    pub space: Space<'a>,
    pub equations: Equations,
    pub deviations: Equations,
    pub cosines: Equations,
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
pub(super) struct AtVelocity {
    pub state: State,
    pub equations: Equations,
    /// D.
    pub slopes: Vec<SparseRow<f64>>,
    /// w.
    pub rates: Vec<f64>,
}

impl Velocities for AtVelocity {
    fn equations(&mut self, v: &[f64]) -> Rows {
        self.state.velocity.copy_from_slice(v);
        self.equations.evaluate(&self.state)
    }

    fn deviations(&mut self, v: &[f64]) -> Rows {
        Rows::rates(&self.slopes, v, &self.rates)
    }
}
