//! Expressions that have no finite value in the initial state: `ln(time)` at t = 0.
//!
//! Invariant: the reported expression is the innermost one, with finite operands.

use super::freedom::Constrained;
use super::messages::{self, Depends, Undefined};
use super::sample::State;
use crate::diagnostics::Diagnostic;
use crate::model::Dynamics;
use crate::symbolic::{Node, Symbol};
use proc_macro2::Span;
use std::collections::BTreeMap;

/// The name of a level of constraint equations in messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    /// g, k.
    Value,
    /// dg/dt.
    Rate,
    /// d²g/dt², dk/dt.
    Acceleration,
}

/// Expressions beyond this length are not written out.
const LONGEST: usize = 200;
/// Nor are deeper ones.
const DEEPEST: u32 = 50;
/// Maximum number of values that a message lists with an expression.
const NAMED: usize = 3;

impl Constrained<'_> {
    /// The mistake of the first constraint that has no finite value at a level.
    pub(super) fn undefined(&self, level: Level, holonomic: bool, state: &State) -> Option<Diagnostic> {
        let all = &self.equations.constraints;
        let nodes = match (level, holonomic) {
            (Level::Value, true) => &all.holonomic,
            (Level::Value, false) => &all.nonholonomic,
            (Level::Rate, true) => &all.rate,
            (Level::Rate, false) => return None,
            (Level::Acceleration, true) => &all.holonomic_bias,
            (Level::Acceleration, false) => &all.nonholonomic_bias,
        };
        let values = self.numbers(state);
        let value = |symbol: Symbol| values.get(&symbol).copied().unwrap_or(0.0);
        if self.formulated.graph.all_finite(nodes, &value) {
            return None;
        }
        let of_kind =
            self.formulated.constraints.iter().filter(|constraint| constraint.holonomic == holonomic);
        of_kind.zip(nodes).find_map(|(constraint, &node)| {
            let (culprit, found) = self.formulated.graph.not_finite(node, &value)?;
            let what = match level {
                Level::Value => "value",
                Level::Rate => "rate",
                Level::Acceleration => "acceleration",
            };
            let found = self.part(culprit, found, &values);
            Some(messages::infinite_constraint(constraint.span, &constraint.name, what, &found))
        })
    }

    /// The values of the symbols of constraints in a state.
    fn numbers(&self, state: &State) -> BTreeMap<Symbol, f64> {
        let symbols = &self.equations.symbols;
        let pairs = |symbols: &[Symbol], values: &[f64]| -> Vec<(Symbol, f64)> {
            symbols.iter().copied().zip(values.iter().copied()).collect()
        };
        let mut numbers: BTreeMap<Symbol, f64> = BTreeMap::from([(symbols.time, state.time)]);
        numbers.extend(pairs(&symbols.parameters, &state.parameters));
        numbers.extend(pairs(&symbols.positions, &state.position));
        numbers.extend(pairs(&symbols.velocities, &state.velocity));
        numbers
    }

    /// The mistake of a mass matrix, and the warning of a force, without a finite value.
    pub(super) fn undefined_motion(&self, state: &State) -> (Option<Diagnostic>, Option<Diagnostic>) {
        let values = self.numbers(state);
        let find = |node: Node| {
            let value = |symbol: Symbol| values.get(&symbol).copied().unwrap_or(0.0);
            let (culprit, found) = self.formulated.graph.not_finite(node, &value)?;
            Some(self.part(culprit, found, &values))
        };
        let value = |symbol: Symbol| values.get(&symbol).copied().unwrap_or(0.0);
        let all: Vec<Node> =
            self.equations.mass.nodes().chain(self.equations.applied.iter().copied()).collect();
        if self.formulated.graph.all_finite(&all, &value) {
            return (None, None);
        }
        let velocity = |i: usize| &self.formulated.velocities[i];
        // The item with the energy is the cause, if it has no value itself.
        let cause = |place: Option<Span>, energy: Node| place.filter(|_| find(energy).is_some());
        let (kinetic, potential) = match self.formulated.dynamics {
            Dynamics::Energies { kinetic, potential, places: [of_kinetic, of_potential], .. } => {
                (cause(of_kinetic, kinetic), cause(of_potential, potential))
            }
            Dynamics::Matrices { .. } => (None, None),
        };
        let mass = self.equations.mass.entries.iter().find_map(|&(i, _, entry)| {
            let at = kinetic.unwrap_or(velocity(i).span);
            Some(messages::infinite_mass(at, &velocity(i).name, &find(entry)?))
        });
        let force = self.equations.applied.iter().enumerate().find_map(|(i, &force)| {
            let at = potential.unwrap_or(velocity(i).span);
            Some(messages::infinite_force(at, &velocity(i).name, &find(force)?))
        });
        (mass, force)
    }

    /// An expression without a finite value, for messages.
    fn part(&self, culprit: Node, found: f64, values: &BTreeMap<Symbol, f64>) -> Undefined {
        let graph = &self.formulated.graph;
        let sizes = graph.written_sizes();
        let is_long = sizes[culprit.index()] > LONGEST || graph.depths()[culprit.index()] > DEEPEST;
        let of = graph.symbols(culprit);
        let numbers = of
            .iter()
            .take(NAMED)
            .filter_map(|symbol| Some(format!("{} = {}", graph.symbol_name(*symbol), values.get(symbol)?)))
            .collect();
        let moves = |symbol: &Symbol| self.equations.symbols.positions.contains(symbol);
        let depends = if of.iter().any(moves) {
            Depends::Coordinates
        } else if of.contains(&self.formulated.model.time) {
            Depends::Time
        } else {
            Depends::Parameters
        };
        let text = (!is_long).then(|| graph.infix(culprit));
        Undefined { text, is_nan: found.is_nan(), values: numbers, depends }
    }
}
