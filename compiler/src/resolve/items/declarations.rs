//! Defaults of parameters, reference values of coordinates and states, and entries of `initial`.
//!
//! Invariant: all of them are expressions of constants and parameters, in SI units.

use super::messages::{self, initially};
use crate::diagnostics::Place;
use crate::model::{Initial, Target};
use crate::resolve::expressions::value::{Scalar, Value};
use crate::resolve::resolver::{Instance, Progress, Resolver};
use crate::resolve::scopes::Meaning;
use crate::symbolic::{Map, Node, View};
use crate::syntax::{Declaration, Expression, InitialValue, ItemKind, Kind};
use crate::units::{Dimension, Expected};
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
                ItemKind::Coordinate(declaration @ Declaration { value: Some(value), .. }) => {
                    let dimension = self.coordinates[instance.number].1.dimension;
                    if let Some(node) = self.constant_of((declaration, value), instance, dimension) {
                        self.coordinates[instance.number].0.reference = node;
                    }
                }
                ItemKind::State(declaration @ Declaration { value: Some(value), .. }) => {
                    let dimension = self.states[instance.number].scalar.dimension;
                    if let Some(node) = self.constant_of((declaration, value), instance, dimension) {
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
                self.note_si(&value, instance, declaration, expression);
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
        (declaration, expression): (&'d Declaration, &'d Expression),
        instance: &Instance<'d>,
        dimension: Option<Dimension>,
    ) -> Option<Node> {
        let value = self.scalar(expression, instance.scope)?;
        self.note_si(&value, instance, declaration, expression);
        let value = self.expect(value, dimension, expression, format_args!("`{}`", instance.name))?;
        self.made_of_parameters(&value, expression, "a reference value")?;
        Some(value.node)
    }

    /// Warns of a number without a unit beside a declared unit that is not the SI unit of its dimension: it is not in that unit.
    fn note_si(
        &mut self,
        value: &Scalar,
        instance: &Instance<'d>,
        declaration: &'d Declaration,
        expression: &Expression,
    ) {
        let Some(unit) = instance.unit.as_ref().filter(|unit| !unit.factor.is_one()) else { return };
        if let (true, Some(written)) =
            (value.bare && !self.graph.is_zero(value.node), declaration.target.brackets.last())
        {
            let si = unit.spelling.to_string();
            self.report::<()>(messages::number_in_si(expression, &written.to_string(), &si));
        }
    }

    pub fn made_of_parameters(&mut self, value: &Scalar, expression: &Expression, what: &str) -> Option<()> {
        let symbols = self.graph.symbol_set(value.node);
        let other = symbols.iter().find(|symbol| !self.of_parameters.contains(*symbol));
        let Some(other) = other else {
            self.refuse_functions(what, value.node, expression.place)?;
            return self.refuse_infinite(what, value.node, expression.place);
        };
        let mistake = messages::not_constant(expression, what, self.graph.symbol_name(other));
        self.report(mistake)
    }

    /// Values must be finite with the default parameters, except defaults and initial values, which `build()` reports.
    fn refuse_infinite(&mut self, what: &str, node: Node, place: Place) -> Option<()> {
        let reported = ["a default", "a reference value", "an initial value"].contains(&what);
        match self.at_defaults(node) {
            Some(value) if !value.is_finite() && !reported => {
                self.report(messages::not_finite_by_default(place, what, value))
            }
            _ => Some(()),
        }
    }

    /// Checks a number against the dimension that is expected of it; a bare number is SI.
    pub fn expect(
        &mut self,
        value: Scalar,
        expected: Option<impl Into<Expected>>,
        expression: &Expression,
        what: impl Display,
    ) -> Option<Scalar> {
        let Some(expected) = expected.map(Into::into) else {
            return Some(value);
        };
        let dimension = expected.dimension;
        match value.dimension {
            Some(found) if found != dimension && !value.bare => {
                self.report(messages::wrong_dimension(expression, what, (&value, found), &expected))
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
        let (what, expected) = found?;
        let worth = self.expect(worth?, expected, value, format_args!("`{target}`"))?;
        self.made_of_parameters(&worth, value, "an initial value")?;
        let span = target.place.ends().0;
        let certainty = self.certainty(entry, worth.node);
        Some((Initial { target: what, value: worth.node, certainty, span }, target.place))
    }

    /// Attributes of a joint, a body or a frame that may have an initial value.
    fn attributes_of_start(&mut self, of: Meaning) -> Option<Vec<String>> {
        let words: &[&str] = match of {
            Meaning::Joint(number) => return self.coordinate_names(number),
            _ if self.is_planar() => &["position", "angle", "velocity"],
            _ => &["position", "rotation", "velocity", "angular_velocity"],
        };
        Some(words.iter().map(|&word| word.to_owned()).collect())
    }

    /// `x`, `der(x)` or a state.
    fn initial_target(
        &mut self,
        target: &'d Expression,
        instance: &Instance<'d>,
    ) -> Option<(Target, Option<Expected>)> {
        let (name, rate) = match &target.kind {
            Kind::Name(segment) => (segment, false),
            Kind::Call(function, arguments) if function.text == "der" => match arguments.as_slice() {
                [Expression { kind: Kind::Name(segment), .. }] => (segment, true),
                // As without `der`: the name before the point is unknown here.
                [Expression { kind: Kind::Member(root, _), .. }] => {
                    self.value(root, instance.scope)?;
                    return self.report(messages::no_initial_value(target, initially::RATES));
                }
                _ => return self.report(messages::no_initial_value(target, initially::RATES)),
            },
            Kind::Call(function, arguments) if function.text == "multiplier" => {
                let [constraint] = arguments.as_slice() else {
                    return self.report(messages::no_initial_value(target, initially::MULTIPLIERS));
                };
                let Value::Scalar(multiplier) = self.multiplier(constraint, instance.scope)? else {
                    return self.report(messages::no_initial_value(target, initially::COMPONENT));
                };
                let View::Symbol(symbol) = self.graph.view(multiplier.node) else {
                    return self.report(messages::no_initial_value(target, initially::MULTIPLIERS));
                };
                return Some((Target::Multiplier(symbol), multiplier.expected()));
            }
            Kind::Member(root, _) => {
                // Attributes of joints belong to another level; the name before the point is unknown here.
                self.value(root, instance.scope)?;
                return self.report(messages::no_initial_value(target, initially::OTHER));
            }
            _ => {
                return self.report(messages::no_initial_value(target, initially::EXPRESSION));
            }
        };
        let (name, rest) = self.indexed(name, instance.scope)?;
        if let Some(bracket) = rest.first() {
            return self.report(messages::unit_before_initial_value(&name, bracket));
        }
        match self.scopes.find(instance.scope, &name).map(|entry| entry.meaning) {
            Some(Meaning::Coordinate(number)) => {
                let coordinate = &self.coordinates[number].1;
                Some(match rate {
                    true => (Target::Velocity(number), coordinate.expected_rate()),
                    false => (Target::Position(number), coordinate.expected()),
                })
            }
            Some(Meaning::State(number)) if !rate => {
                Some((Target::State(number), self.states[number].scalar.expected()))
            }
            Some(Meaning::State(_)) => {
                self.report(messages::no_initial_value(target, initially::RATE_OF_STATE))
            }
            Some(Meaning::Parameter(_)) => {
                self.report(messages::no_initial_value(target, initially::PARAMETER))
            }
            Some(Meaning::Lost) => None,
            Some(meaning @ (Meaning::Joint(_) | Meaning::Body(_) | Meaning::Frame(_))) => {
                let words = self.attributes_of_start(meaning)?;
                self.report(messages::no_initial_value(target, &initially::one_of(&name, &words)))
            }
            Some(_) => self.report(messages::no_initial_value(target, initially::OTHER)),
            None => self.unknown(&name, target.place, instance.scope),
        }
    }
}
