//! Defaults of parameters, reference values of coordinates and states, and entries of `initial`.
//!
//! Invariant: all of them are expressions of constants and parameters, in SI units.

use crate::diagnostics::messages;
use crate::diagnostics::{Diagnostic, Place};
use crate::model::{Initial, Target};
use crate::resolve::expressions::arithmetic::{in_words, missing_factor};
use crate::resolve::expressions::value::{Scalar, Value};
use crate::resolve::resolver::{Instance, Progress, Resolver};
use crate::resolve::scopes::Meaning;
use crate::symbolic::{Map, Node, View};
use crate::syntax::{Declaration, Expression, InitialValue, ItemKind, Kind};
use crate::units::Dimension;
use std::fmt::Display;

impl<'d> Resolver<'d> {
    /// Evaluates defaults and reference values.
    pub fn declare(&mut self, instances: &[Instance<'d>]) {
        self.match_rates();
        self.declares = true;
        for instance in instances {
            if let ItemKind::Parameter(declaration) = &instance.item.kind {
                let default = self.default(instance, declaration);
                let symbol = self.parameters[instance.number].0.symbol;
                self.note_default(symbol, default.as_ref().map(|default| default.node));
                let scalar = default.map(|default| {
                    let parameter = &mut self.parameters[instance.number].0;
                    parameter.default = default.node;
                    parameter.unit = default.unit();
                    let node = self.graph.node(parameter.symbol);
                    Scalar { bare: false, ..default.with_node(node) }
                });
                self.parameters[instance.number].1 = Progress::Done(scalar);
            }
        }
        for instance in instances {
            match &instance.item.kind {
                ItemKind::Coordinate(Declaration { value: Some(value), .. }) => {
                    let dimension = self.coordinates[instance.number].1.dimension;
                    if let Some(node) = self.constant_of(value, instance, dimension) {
                        self.coordinates[instance.number].0.reference = node;
                    }
                }
                ItemKind::State(Declaration { value: Some(value), .. }) => {
                    let dimension = self.states[instance.number].scalar.dimension;
                    if let Some(node) = self.constant_of(value, instance, dimension) {
                        self.states[instance.number].state.reference = node;
                    }
                }
                _ => {}
            }
        }
    }

    /// The default of a parameter.
    fn default(&mut self, instance: &Instance<'d>, declaration: &'d Declaration) -> Option<Scalar> {
        let expression = declaration.value.as_ref()?;
        let value = self.scalar(expression, instance.scope)?;
        let value = match &instance.unit {
            Some(unit) => {
                let dimension = self.dimension(unit.dimension);
                let what = format!("the default of `{}`", instance.name);
                let value = self.expect(value, dimension, expression, what)?;
                Scalar { spelling: Some(unit.spelling.clone()), ..value }
            }
            None => Scalar { dimension: value.dimension.or(self.dimension(Dimension::NONE)), ..value },
        };
        self.made_of_parameters(&value, expression, "a default")?;
        Some(value)
    }

    /// The node of an expression that must contain only constants and parameters.
    fn constant_of(
        &mut self,
        expression: &'d Expression,
        instance: &Instance<'d>,
        dimension: Option<Dimension>,
    ) -> Option<Node> {
        let value = self.scalar(expression, instance.scope)?;
        let value = self.expect(value, dimension, expression, format_args!("`{}`", instance.name))?;
        self.made_of_parameters(&value, expression, "a reference value")?;
        Some(value.node)
    }

    pub fn made_of_parameters(&mut self, value: &Scalar, expression: &Expression, what: &str) -> Option<()> {
        let symbols = self.graph.symbol_set(value.node);
        let other = symbols.iter().find(|symbol| !self.of_parameters.contains(*symbol));
        let Some(other) = other else {
            self.refuse_functions(what, value.node, expression.place)?;
            return self.refuse_infinite(what, value.node, expression.place);
        };
        let message = format!("{what} is not constant: it contains `{}`", self.graph.symbol_name(other));
        self.report(
            Diagnostic::error(expression.place, message)
                .help(format!("{what} is made of literals, `const`s and parameters")),
        )
    }

    /// Values must be finite with the default parameters, except defaults and initial values, which `build()` reports.
    fn refuse_infinite(&mut self, what: &str, node: Node, place: Place) -> Option<()> {
        let reported = ["a default", "a reference value", "an initial value"].contains(&what);
        match self.at_defaults(node) {
            Some(value) if !value.is_finite() && !reported => {
                let is = if value.is_nan() { "is not defined" } else { "is infinite" };
                self.report(
                    Diagnostic::error(place, format!("{what} {is} with the default parameters"))
                        .label(format!("this is {value}"))
                        .help("choose defaults for which it is finite"),
                )
            }
            _ => Some(()),
        }
    }

    /// Checks a number against the dimension that is expected of it; a bare number is SI.
    pub fn expect(
        &mut self,
        value: Scalar,
        expected: Option<Dimension>,
        expression: &Expression,
        what: impl Display,
    ) -> Option<Scalar> {
        let Some(dimension) = expected else {
            return Some(value);
        };
        match value.dimension {
            Some(found) if found != dimension && !value.bare => {
                let missing = missing_factor(found, dimension);
                let (found, wanted) = (in_words(found), in_words(dimension));
                let message = format!("expected {wanted} for {what}, found {found}");
                let label = format!("{found} instead of {wanted}");
                self.report(Diagnostic::error(expression.place, message).label(label).help(missing))
            }
            _ => Some(Scalar { dimension: Some(dimension), bare: false, ..value }),
        }
    }

    /// The entries of `initial`.
    pub fn initial(&mut self, instances: &[Instance<'d>]) -> Vec<Initial> {
        let mut given: Vec<Initial> = Vec::new();
        let mut places: Map<Target, Place> = Map::default();
        for instance in instances {
            let ItemKind::Initial(entries) = &instance.item.kind else {
                continue;
            };
            for entry in entries {
                let target = &entry.target;
                let found = if self.is_attribute_target(target, instance) {
                    self.initial_attribute(entry, instance)
                } else {
                    self.initial_value(entry, instance).map(|found| vec![found])
                };
                for (initial, place) in found.into_iter().flatten() {
                    match places.get(&initial.target).copied() {
                        Some(earlier) => {
                            let what = format!("the initial value of `{target}`");
                            self.report::<()>(messages::given_twice(&what, place, earlier));
                        }
                        None => {
                            places.insert(initial.target, place);
                            given.push(initial);
                        }
                    }
                }
            }
        }
        self.complete_quaternions(&mut given, &|target| places.get(target).copied());
        given.shrink_to_fit();
        given
    }

    fn initial_value(
        &mut self,
        entry: &'d InitialValue,
        instance: &Instance<'d>,
    ) -> Option<(Initial, Place)> {
        let InitialValue { target, value, .. } = entry;
        let found = self.initial_target(target, instance);
        let worth = self.scalar(value, instance.scope);
        let (what, dimension) = found?;
        let worth = self.expect(worth?, dimension, value, format_args!("`{target}`"))?;
        self.made_of_parameters(&worth, value, "an initial value")?;
        let span = target.place.ends().0;
        let certainty = self.certainty(entry, worth.node);
        Some((Initial { target: what, value: worth.node, certainty, span }, target.place))
    }

    /// `x`, `der(x)` or a state.
    fn initial_target(
        &mut self,
        target: &'d Expression,
        instance: &Instance<'d>,
    ) -> Option<(Target, Option<Dimension>)> {
        let (name, rate) = match &target.kind {
            Kind::Name(segment) => (segment, false),
            Kind::Call(function, arguments) if function.text == "der" => match arguments.as_slice() {
                [Expression { kind: Kind::Name(segment), .. }] => (segment, true),
                // As without `der`: the name before the point is unknown here.
                [Expression { kind: Kind::Member(root, _), .. }] => {
                    self.value(root, instance.scope)?;
                    return self.no_target(target, "write rates as `der(x): 0 [m/s]`");
                }
                _ => return self.no_target(target, "write rates as `der(x): 0 [m/s]`"),
            },
            Kind::Call(function, arguments) if function.text == "multiplier" => {
                let [constraint] = arguments.as_slice() else {
                    return self.no_target(target, "write guesses as `multiplier(rod): 1 [N]`");
                };
                let Value::Scalar(multiplier) = self.multiplier(constraint, instance.scope)? else {
                    return self.no_target(target, "name the component: `multiplier(rod[0]): 1 [N]`");
                };
                let View::Symbol(symbol) = self.graph.view(multiplier.node) else {
                    return self.no_target(target, "write guesses as `multiplier(rod): 1 [N]`");
                };
                return Some((Target::Multiplier(symbol), multiplier.dimension));
            }
            Kind::Member(root, _) => {
                // Attributes of joints belong to another level; the name before the point is unknown here.
                self.value(root, instance.scope)?;
                return self.no_target(target, "initial values apply to coordinates, their rates and states");
            }
            _ => {
                return self.no_target(target, "write initial values as `x: 0.1 [m]` and `der(x): 0 [m/s]`");
            }
        };
        let (name, rest) = self.indexed(name, instance.scope)?;
        if let Some(bracket) = rest.first() {
            let mistake =
                Diagnostic::error(bracket.place, format!("the unit of `{name}` must follow its value"));
            return self.report(mistake.help(format!("write `{name}: 1 [{bracket}]`")));
        }
        match self.scopes.find(instance.scope, &name).map(|entry| entry.meaning) {
            Some(Meaning::Coordinate(number)) => {
                let dimension = self.coordinates[number].1.dimension;
                let target = if rate { Target::Velocity(number) } else { Target::Position(number) };
                Some((target, dimension.map(|d| if rate { d.over(Dimension::TIME) } else { d })))
            }
            Some(Meaning::State(number)) if !rate => {
                Some((Target::State(number), self.states[number].scalar.dimension))
            }
            Some(Meaning::State(_)) => {
                self.no_target(target, "the rate of a state follows from its equation")
            }
            Some(Meaning::Parameter(_)) => {
                self.no_target(target, "a parameter has its default; change it in the struct")
            }
            Some(Meaning::Lost) => None,
            Some(_) => self.no_target(target, "initial values apply to coordinates, their rates and states"),
            None => self.unknown(&name, target.place, instance.scope),
        }
    }

    fn no_target<T>(&mut self, target: &Expression, help: &str) -> Option<T> {
        self.report(
            Diagnostic::error(target.place, format!("`{target}` cannot have an initial value")).help(help),
        )
    }
}
