//! Rules on what may depend on what, and on what must be there.
//!
//! Invariant: a rule is one method; it reports at the expression or the name that breaks it.

use super::messages::{self, EXERTED};
use crate::diagnostics::{Diagnostic, Place};
use crate::model::{Dynamics, Level, Model, Range};
use crate::resolve::bodies::attributes::Kinematic;
use crate::resolve::expressions::value::Value;
use crate::resolve::resolver::{Instance, Progress, Resolver};
use crate::symbolic::{Node, Symbol, SymbolSet};
use crate::syntax::{Energy, ItemKind};

impl<'d> Resolver<'d> {
    /// One level, and a complete one.
    pub fn check_levels(&mut self, instances: &[Instance<'d>]) -> Option<Level> {
        let first = |wanted: &dyn Fn(&ItemKind) -> bool| {
            instances
                .iter()
                .find(|instance| wanted(&instance.item.kind))
                .map(|instance| instance.item.keyword)
        };
        let kinetic = first(&|kind| matches!(kind, ItemKind::Energy(Energy::Kinetic, _)));
        let energy = first(&|kind| matches!(kind, ItemKind::Energy(..) | ItemKind::Generalized(_)));
        let mass = first(&|kind| matches!(kind, ItemKind::MassMatrix(_)));
        let force = first(&|kind| matches!(kind, ItemKind::Force(_)));
        let body = first(&|kind| {
            matches!(
                kind,
                ItemKind::Body(_) | ItemKind::Joint(_) | ItemKind::BodyForce(_) | ItemKind::Frame(_)
            )
        });
        let level = match (energy, mass.or(force)) {
            (_, Some(matrix)) if body.is_some() => {
                return self.report(messages::bodies_and_matrices(matrix, body));
            }
            (Some(energy), Some(matrix)) => {
                return self.report(messages::energies_and_matrices(matrix, energy));
            }
            (_, None) if self.parts.planar.is_some() && (body.is_some() || energy.is_none()) => Level::Bodies,
            (_, None) => Level::Energies,
            (None, Some(_)) => Level::Matrices,
        };
        if self.lacks_setting() {
            return Some(Level::Bodies);
        }
        if self.incomplete {
            return Some(level);
        }
        let place = self.mechanism;
        if level == Level::Bodies {
            if self.parts.bodies.is_empty() {
                self.report::<()>(messages::no_body(place));
            }
        } else if self.coordinates.is_empty() {
            self.report::<()>(messages::no_coordinate(place));
        } else if level == Level::Energies && kinetic.is_none() {
            self.report::<()>(messages::no_kinetic_energy(place));
        }
        if level == Level::Matrices && mass.is_none() {
            self.report::<()>(messages::no_mass_matrix(place));
        }
        if level == Level::Matrices && force.is_none() {
            self.report::<()>(messages::no_force(place));
        }
        self.check_dependencies(instances);
        Some(level)
    }

    /// Quantities on which each kind of item must not depend.
    fn check_dependencies(&mut self, instances: &[Instance<'d>]) {
        let accelerations = (self.accelerations(), "an acceleration");
        let velocities = (self.velocities(), "a velocity");
        let multipliers = (self.multiplier_symbols(), "a multiplier");
        let inputs = (self.inputs.iter().map(|(input, _)| input.symbol).collect(), "an input");
        let states = (self.states.iter().map(|entry| entry.state.symbol).collect(), "a state");
        let exerted = (self.exerted_symbols(), EXERTED);
        for instance in instances {
            let (what, expression, refused) = match &instance.item.kind {
                ItemKind::Energy(Energy::Kinetic, value) => {
                    ("the kinetic energy", value, vec![&accelerations, &multipliers, &inputs, &states])
                }
                ItemKind::Energy(Energy::Potential, value) => {
                    ("the potential energy", value, vec![&accelerations, &velocities, &multipliers])
                }
                ItemKind::Energy(Energy::Dissipation, value) => {
                    ("the dissipation", value, vec![&accelerations, &multipliers])
                }
                ItemKind::MassMatrix(value) => (
                    "the mass matrix",
                    value,
                    vec![&accelerations, &velocities, &multipliers, &inputs, &states],
                ),
                ItemKind::Force(value) => ("the force", value, vec![&accelerations]),
                ItemKind::Generalized(force) => ("a force", &force.value, vec![&accelerations]),
                _ => continue,
            };
            // Already evaluated: this returns the same nodes.
            let Some(value) = self.value(expression, instance.scope) else {
                continue;
            };
            if matches!(instance.item.kind, ItemKind::Energy(Energy::Kinetic, _) | ItemKind::MassMatrix(_)) {
                for node in value.nodes() {
                    let _ = self.refuse_functions(what, node, expression.place);
                }
            }
            for (symbols, kind) in refused.into_iter().chain([&exerted]) {
                if let Some(symbol) = self.first_of(&value, symbols) {
                    self.refuse(what, kind, symbol, expression.place);
                }
            }
        }
        for number in 0..self.states.len() {
            let place = self.states[number].equation.as_ref().map(|equation| equation.expression.place);
            let rate = self.evaluated_rate(number);
            if let (Some(rate), Some(place)) = (rate, place) {
                for (symbols, kind) in [&accelerations, &multipliers, &exerted] {
                    if let Some(symbol) = self.symbol_among(rate.node, symbols) {
                        self.refuse("the rate of a state", kind, symbol, place);
                    }
                }
            }
        }
    }

    /// Reports dependences that an item must not have.
    pub fn refuse(&mut self, what: &str, kind: &str, symbol: Symbol, place: Place) {
        let mistake = messages::must_not_contain(place, what, kind, self.graph.symbol_name(symbol));
        self.report::<()>(mistake);
    }

    /// Quantities on which a constraint must not depend.
    pub fn refuse_in_constraint(&mut self, name: &str, residual: Node, place: Place) -> Option<()> {
        let inputs: SymbolSet = self.inputs.iter().map(|(input, _)| input.symbol).collect();
        let states: SymbolSet = self.states.iter().map(|entry| entry.state.symbol).collect();
        let refused = [
            (self.accelerations(), "an acceleration"),
            (self.multiplier_symbols(), "a multiplier"),
            (inputs, "an input"),
            (states, "a state"),
            (self.exerted_symbols(), EXERTED),
        ];
        for (symbols, kind) in &refused {
            if let Some(symbol) = self.symbol_among(residual, symbols) {
                self.refuse(&format!("constraint `{name}`"), kind, symbol, place);
                return None;
            }
        }
        Some(())
    }

    fn first_of(&self, value: &Value, symbols: &SymbolSet) -> Option<Symbol> {
        match value {
            Value::Scalar(scalar) => self.symbol_among(scalar.node, symbols),
            Value::Vector(values) => values.iter().find_map(|value| self.first_of(value, symbols)),
            Value::Condition(condition) => self.symbol_among(*condition, symbols),
        }
    }

    pub fn symbol_among(&self, node: Node, symbols: &SymbolSet) -> Option<Symbol> {
        self.graph.symbol_set(node).iter().find(|symbol| symbols.contains(*symbol))
    }

    pub fn accelerations(&self) -> SymbolSet {
        let own = self.coordinates.iter().map(|(coordinate, _)| coordinate.acceleration);
        own.chain(self.parts.attributes_of(Kinematic::Acceleration)).collect()
    }

    fn velocities(&self) -> SymbolSet {
        let own = self.coordinates.iter().map(|(coordinate, _)| coordinate.velocity);
        own.chain(self.parts.attributes_of(Kinematic::Velocity)).collect()
    }

    /// The efforts of forces.
    pub fn exerted_symbols(&self) -> SymbolSet {
        self.parts.attributes_of(Kinematic::Exerted).collect()
    }

    fn multiplier_symbols(&self) -> SymbolSet {
        let known = self.multipliers.iter().filter_map(|progress| match progress {
            Progress::Done(Some(multipliers)) => Some(multipliers),
            _ => None,
        });
        let own = known.flatten().map(|(symbol, ..)| *symbol);
        own.chain(self.parts.attributes_of(Kinematic::Reaction)).collect()
    }
}

/// Warns of unused parameters.
pub(in crate::resolve) fn warnings(model: &Model) -> Vec<Diagnostic> {
    let mut used: Vec<Node> = Vec::new();
    match &model.dynamics {
        Dynamics::Energies { kinetic, potential, dissipation, generalized, .. } => {
            used.extend([kinetic, potential, dissipation]);
            used.extend(generalized.iter().map(|(_, force)| force));
        }
        Dynamics::Matrices { mass, force } => used.extend(mass.iter().flatten().chain(force)),
    }
    used.extend(model.constraints.iter().map(|constraint| constraint.residual));
    used.extend(model.states.iter().flat_map(|state| [state.rate, state.reference]));
    used.extend(model.coordinates.iter().map(|coordinate| coordinate.reference));
    used.extend(model.outputs.iter().map(|output| output.value));
    used.extend(model.ranges.iter().flat_map(Range::nodes));
    used.extend(model.initial.iter().map(|initial| initial.value));
    used.extend(model.multibody.iter().flat_map(crate::model::Multibody::nodes));
    let mut symbols = SymbolSet::new();
    for node in used {
        symbols.extend_by(model.graph.symbol_set(node));
    }
    let mut warnings = Vec::new();
    // Backwards, because a default contains earlier parameters.
    for parameter in model.parameters.iter().rev() {
        if symbols.contains(parameter.symbol) {
            symbols.extend_by(model.graph.symbol_set(parameter.default));
        } else {
            warnings.push(messages::unused_parameter(parameter.span, &parameter.name));
        }
    }
    warnings.reverse();
    for input in model.inputs.iter().filter(|input| !symbols.contains(input.symbol)) {
        warnings.push(messages::unused_input(input.span, &input.name));
    }
    warnings
}
