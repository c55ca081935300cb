//! Declared names: with their index and unit, once each, and usable in Rust.
//!
//! Invariant: a name has a meaning only after [`Resolver::register`] has created it; a declaration with a mistake
//! leaves an invalid name, so that its uses are not further mistakes.

use super::messages;
use crate::identifier::{IMPOSSIBLE, plain_name};
use crate::model::{Input, Parameter, State};
use crate::resolve::expressions::unit;
use crate::resolve::expressions::value::Scalar;
use crate::resolve::resolver::{Definition, Progress, Resolver, StateEntry, Taken, Variable};
use crate::resolve::scopes::{self, Meaning, Scope};
use crate::syntax::{Declaration, Item, ItemKind, Name, Segment};
use crate::units::{self, Dimension, Unit};
use std::collections::hash_map::Entry;

/// The kind of a declaration, for messages about its name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum DeclaredAs {
    /// A body, a frame or a joint.
    Part,
    /// A `const` or a loop variable, which have no index.
    Number,
    /// Anything else.
    Item,
}

impl<'d> Resolver<'d> {
    /// Makes room for the declaration of an item; returns the meaning of its name.
    pub fn register(
        &mut self,
        item: &'d Item,
        name: &str,
        target: &Segment,
        unit: Option<&Unit>,
        scope: Scope,
    ) -> Meaning {
        let (name, span, docs) = (name.to_owned(), target.name.span, item.docs.clone());
        let spelling = unit.map(|unit| unit.spelling.clone());
        let dimension = self.dimension(unit.map_or(Dimension::NONE, |unit| unit.dimension));
        let zero = self.graph.zero();
        match &item.kind {
            ItemKind::Parameter(_) => {
                let symbol = self.graph.symbol(&name);
                let parameter = Parameter { name, span, symbol, default: zero, unit: String::new(), docs };
                self.of_parameters.insert(symbol);
                self.parameters.push((parameter, Progress::Waiting));
                Meaning::Parameter(self.parameters.len() - 1)
            }
            ItemKind::Input(_) => {
                let symbol = self.graph.symbol(&name);
                let scalar = Scalar { spelling, ..Scalar::new(self.graph.node(symbol), dimension) };
                self.inputs.push((Input { name, span, symbol, unit: scalar.unit(), docs }, scalar));
                Meaning::Input(self.inputs.len() - 1)
            }
            ItemKind::State(_) => {
                let symbol = self.graph.symbol(&name);
                let scalar = Scalar { spelling, ..Scalar::new(self.graph.node(symbol), dimension) };
                let unit = scalar.unit();
                let state = State { name, span, symbol, unit, docs, reference: zero, rate: zero };
                self.states.push(StateEntry { state, scalar, equation: None, rate: Progress::Waiting });
                Meaning::State(self.states.len() - 1)
            }
            ItemKind::Coordinate(_) => {
                let position = self.graph.symbol(&name);
                let velocity = self.graph.symbol(&format!("der({name})"));
                let acceleration = self.graph.symbol(&format!("der(der({name}))"));
                let scalar = Scalar { spelling, ..Scalar::new(self.graph.node(position), dimension) };
                let velocity_unit = if self.checked {
                    scalar.spelling.clone().unwrap_or_default().per_second().to_string()
                } else {
                    String::new()
                };
                let coordinate = Variable {
                    name,
                    span,
                    position,
                    velocity,
                    acceleration,
                    unit: scalar.unit(),
                    velocity_unit,
                    docs,
                    reference: zero,
                };
                self.of_accelerations.insert(acceleration);
                self.coordinates.push((coordinate, scalar));
                Meaning::Coordinate(self.coordinates.len() - 1)
            }
            ItemKind::Let(Declaration { value: Some(expression), .. })
            | ItemKind::Output(Declaration { value: Some(expression), .. }) => {
                self.definitions.push(Definition { expression, scope, progress: Progress::Waiting });
                Meaning::Definition(self.definitions.len() - 1)
            }
            ItemKind::Constraint(_) => {
                self.multipliers.push(Progress::Waiting);
                Meaning::Constraint(self.multipliers.len() - 1)
            }
            ItemKind::Function(function) => Meaning::Function(self.add_function(&name, function)),
            ItemKind::Body(body) => Meaning::Body(self.parts.add_body(name, target, body.particle)),
            ItemKind::Frame(Declaration { value: Some(place), .. }) => {
                Meaning::Frame(self.parts.add_frame(name, place, scope))
            }
            ItemKind::Joint(Declaration { value: Some(kind), .. }) => {
                Meaning::Joint(self.parts.add_joint(name, target, kind, scope, docs))
            }
            ItemKind::BodyForce(declaration) => Meaning::Force(self.parts.add_force(
                name,
                target,
                declaration.value.as_ref(),
                None,
                scope,
                docs,
            )),
            ItemKind::Generalized(force) => {
                Meaning::Force(self.parts.add_force(name, target, None, Some(&force.value), scope, docs))
            }
            _ => Meaning::Lost,
        }
    }

    /// A declared name with its index, and the unit that follows it.
    pub fn target(&mut self, target: &'d Segment, scope: Scope) -> Option<(String, Option<Unit>)> {
        let (name, rest) = self.indexed(target, scope)?;
        match rest {
            [] => Some((name, None)),
            [unit] => match unit::read(unit) {
                Ok(unit) => Some((name, Some(unit))),
                Err(mistake) => self.report(*mistake),
            },
            [_, extra, ..] => self.report(messages::second_unit_of_name(&name, extra)),
        }
    }

    /// Declares a name, unless it is taken or cannot be one.
    pub fn declare_name(
        &mut self,
        scope: Scope,
        name: &str,
        target: &Segment,
        meaning: Meaning,
    ) -> Option<()> {
        let declared = if let Meaning::Constant(_) = meaning { DeclaredAs::Number } else { DeclaredAs::Item };
        self.refuse_name(scope, name, target, declared)?;
        self.scopes.declare_new(scope, name, scopes::Entry { place: target.place, meaning });
        Some(())
    }

    /// Declares a name whose declaration has a mistake.
    pub fn lose(&mut self, scope: Scope, name: &str, target: &Segment) {
        self.scopes.declare(scope, name, scopes::Entry { place: target.place, meaning: Meaning::Lost });
    }

    /// Reports a name that is taken or invalid, and marks it as invalid.
    pub fn refuse_name(
        &mut self,
        scope: Scope,
        name: &str,
        target: &Segment,
        declared: DeclaredAs,
    ) -> Option<()> {
        let word = &target.name.text;
        if IMPOSSIBLE.contains(&word.as_str()) {
            self.lose(scope, name, target);
            return self.report(messages::reserved_word(&target.name));
        }
        if word == "time" || word == "pi" {
            self.lose(scope, name, target);
            let what = if word == "time" { "the time" } else { "the number π" };
            return self.report(messages::predefined_name(&target.name, what));
        }
        if word == "ground" && declared == DeclaredAs::Part {
            self.lose(scope, name, target);
            return self.report(messages::name_of_ground(&target.name));
        }
        if let Some(earlier) = self.scopes.find(scope, name) {
            if earlier.meaning == Meaning::Lost {
                return None;
            }
            let repeats = self.repeated > 0 && target.brackets.is_empty() && declared != DeclaredAs::Number;
            return self.report(messages::declared_twice(target.place, earlier.place, name, repeats));
        }
        // `x[1]` and `x_1` would be one field.
        let place = target.place;
        match self.identifiers.entry(plain_name(name)) {
            Entry::Vacant(free) => drop(free.insert((Taken::Declared(name.to_owned()), place))),
            Entry::Occupied(mut known) => match known.get_mut() {
                (Taken::Declared(other), earlier) if other == name => *earlier = place,
                (other, place) => {
                    let (other, place) = (other.clone(), *place);
                    let other = self.name_of(&other);
                    let mistake = messages::same_name_in_rust(target.place, name, &other)
                        .related(place, format!("`{other}` is declared here"));
                    self.lose(scope, name, target);
                    return self.report(mistake);
                }
            },
        }
        Some(())
    }

    /// Otherwise brackets would be ambiguous.
    pub fn refuse_unit_name(&mut self, name: &Name, what: &str) {
        if units::lookup(&name.text).is_some() {
            self.report::<()>(messages::name_of_unit(name, what));
        }
    }
}
