//! Rules on what may depend on what, and on what must be there.
//!
//! Invariant: a rule is one method; it reports at the expression or the name that breaks it.

use crate::diagnostics::{Diagnostic, Place};
use crate::model::{Dynamics, Level, Model, Range};
use crate::resolve::bodies::attributes::Kinematic;
use crate::resolve::expressions::value::Value;
use crate::resolve::resolver::{Instance, Progress, Resolver};
use crate::symbolic::{Node, Symbol, SymbolSet};
use crate::syntax::{Energy, ItemKind};

/// The name of the effort of a force in messages.
pub(in crate::resolve) const EXERTED: &str = "what a force exerts";

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
                let mistake = Diagnostic::error(matrix, "bodies and matrices cannot be combined")
                    .label("belongs to the level of matrices")
                    .help(
                        "beside bodies, write `kinetic`, `potential`, `generalized` forces and constraints",
                    );
                return self.report(match body {
                    Some(body) => mistake.related(body, "belongs to the level of bodies"),
                    None => mistake,
                });
            }
            (Some(energy), Some(matrix)) => {
                return self.report(
                    Diagnostic::error(matrix, "energies and matrices cannot be combined")
                        .label("belongs to the level of matrices")
                        .related(energy, "belongs to the level of energies")
                        .help("write `kinetic`, `potential` and `generalized` forces, or `mass_matrix` and `force`, not both"),
                );
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
        if level == Level::Bodies {
            if self.parts.bodies.is_empty() {
                self.missing("the mechanism has no body", "declare one: `body link { mass: 1 [kg] }`");
            }
        } else if self.coordinates.is_empty() {
            self.missing("the mechanism has no coordinate", "declare one: `coordinate x [m];`");
        } else if level == Level::Energies && kinetic.is_none() {
            let help = "write `kinetic = …;`, or `mass_matrix = [[…]];` and `force = […];`";
            self.missing("the mechanism has no kinetic energy", help);
        }
        if level == Level::Matrices && mass.is_none() {
            self.missing("the mechanism has a `force` but no `mass_matrix`", "write `mass_matrix = [[…]];`");
        }
        if level == Level::Matrices && force.is_none() {
            self.missing("the mechanism has a `mass_matrix` but no `force`", "write `force = […];`");
        }
        self.check_dependencies(instances);
        Some(level)
    }

    fn missing(&mut self, message: &str, help: &str) {
        let place = self.mechanism;
        self.report::<()>(Diagnostic::error(place, message).help(help));
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
        let name = self.graph.symbol_name(symbol).to_owned();
        let help = match kind {
            "an acceleration" => {
                Some("accelerations follow from the equations of motion; they can be used in outputs")
            }
            EXERTED => {
                Some("what forces exert can be used in outputs; to share an expression, name it with `let`")
            }
            "a multiplier" => Some("multipliers can be used in forces and outputs"),
            "a state" if what.starts_with("constraint") => {
                Some("a constraint is between coordinates, velocities and the time")
            }
            "an input" if what.starts_with("constraint") => Some(
                "constraints need time derivatives, which an input does not have: write a function of `time`",
            ),
            "an input" | "a state" => Some("write `force name = generalized(coordinate, …);` with it"),
            "a velocity" if what == "the mass matrix" => Some("move what depends on velocities to `force`"),
            "a velocity" if what == "the potential energy" => {
                Some("write a term of the kinetic energy, or `force name = generalized(…);`")
            }
            _ => None,
        };
        let message = format!("{what} contains {kind}: `{name}`");
        let mistake = Diagnostic::error(place, message).label(format!("contains `{name}`"));
        self.report::<()>(mistake.maybe_help(help.map(str::to_owned)));
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
        Dynamics::Energies { kinetic, potential, dissipation, generalized } => {
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
            let message = format!("parameter `{}` is never used", parameter.name);
            let help = "use it, or remove it";
            warnings.push(Diagnostic::warning(parameter.span, message).label("unused").help(help));
        }
    }
    warnings.reverse();
    for input in model.inputs.iter().filter(|input| !symbols.contains(input.symbol)) {
        let message = format!("input `{}` is never used", input.name);
        let help = "use it in a force, a rate or an output, or remove it";
        warnings.push(Diagnostic::warning(input.span, message).label("unused").help(help));
    }
    warnings
}
