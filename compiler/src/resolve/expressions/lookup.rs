//! Names and their brackets → their meaning.
//!
//! Invariant: brackets after a name that contain only integers, `const`s and loop variables are an
//! index, all others a unit.

use super::messages;
use super::value::{Scalar, Value};
use crate::diagnostics::{Place, did_you_mean};
use crate::resolve::expressions::unit;
use crate::resolve::resolver::{Progress, Resolver};
use crate::resolve::scopes::{Meaning, Scope};
use crate::symbolic::Function;
use crate::syntax::{Expression, Kind, Segment};
use crate::units::{self, Dimension};
use std::fmt::Write;

impl<'d> Resolver<'d> {
    /// A name with its index, `x[2]`, and the brackets that are not an index.
    pub fn indexed(&mut self, segment: &'d Segment, scope: Scope) -> Option<(String, &'d [Expression])> {
        let mut name = segment.name.text.clone();
        for (i, bracket) in segment.brackets.iter().enumerate() {
            if !self.is_index(bracket, scope) {
                return Some((name, &segment.brackets[i..]));
            }
            let index = self.integer(bracket, scope)?;
            let _ = write!(name, "[{index}]");
        }
        Some((name, &[]))
    }

    fn is_index(&self, bracket: &Expression, scope: Scope) -> bool {
        let is_constant = |segment: &Segment| {
            let found = self.scopes.find(scope, &segment.name.text);
            let constant = matches!(found, Some(entry) if matches!(entry.meaning, Meaning::Constant(_)));
            constant && segment.brackets.is_empty()
        };
        match &bracket.kind {
            Kind::Number(_) => return true,
            Kind::Name(segment) => return is_constant(segment),
            _ => {}
        }
        let mut pending = vec![bracket];
        while let Some(at) = pending.pop() {
            match &at.kind {
                Kind::Number(_) => {}
                Kind::Name(segment) => {
                    if !is_constant(segment) {
                        return false;
                    }
                }
                Kind::Parenthesis(_) | Kind::Negate(_) | Kind::Binary(..) => {
                    at.for_each_part(|part| pending.push(part));
                }
                _ => return false,
            }
        }
        true
    }

    /// The integer that an index or the end of a range is.
    pub fn integer(&mut self, expression: &'d Expression, scope: Scope) -> Option<i64> {
        self.whole_number(expression, scope, messages::INDICES)
    }

    /// An integer that is known when the description is compiled; `help` says what it is made of.
    pub fn whole_number(
        &mut self,
        expression: &'d Expression,
        scope: Scope,
        help: &'static str,
    ) -> Option<i64> {
        let value = self.scalar(expression, scope)?;
        let constant = self.graph.as_constant(value.node);
        if let Some(integer) = constant.and_then(|value| value.is_integer()) {
            return Some(integer);
        }
        self.report(messages::not_a_whole_number(expression, help))
    }

    /// The value of a name.
    pub fn name(&mut self, segment: &'d Segment, scope: Scope) -> Option<Value> {
        if segment.brackets.is_empty()
            && let Some(entry) = self.scopes.find(scope, &segment.name.text)
        {
            return self.meaning(entry.meaning, &segment.name.text, segment.place);
        }
        let (name, rest) = self.indexed(segment, scope)?;
        if let Some(bracket) = rest.first() {
            return self.no_index(&name, bracket, scope);
        }
        if let Some(entry) = self.scopes.find(scope, &name) {
            return self.meaning(entry.meaning, &name, segment.place);
        }
        match name.as_str() {
            "pi" => {
                let node = self.graph.constant(crate::symbolic::Constant::PI);
                let dimension = self.dimension(Dimension::NONE);
                return Some(Value::Scalar(Scalar { bare: true, ..Scalar::new(node, dimension) }));
            }
            "time" => {
                let node = self.graph.node(self.time);
                let dimension = self.dimension(Dimension::TIME);
                return Some(Value::Scalar(Scalar::new(node, dimension)));
            }
            _ => {}
        }
        if let Some((whole, component)) = self.component_of(&name, scope) {
            let value = self.meaning(whole, &segment.name.text, segment.place)?;
            if let Value::Vector(values) = value {
                if let Some(value) = usize::try_from(component).ok().and_then(|at| values.get(at)) {
                    return Some(value.clone());
                }
                let (name, count) = (&segment.name.text, values.len());
                return self.report(messages::index_out_of_range(segment.place, name, count));
            }
        }
        self.unknown(&name, segment.place, scope)
    }

    /// `r[1]` where `r` is a `let`: the thing and the component.
    pub fn component_of(&self, name: &str, scope: Scope) -> Option<(Meaning, i64)> {
        let (whole, index) = name.strip_suffix(']')?.rsplit_once('[')?;
        let entry = self.scopes.find(scope, whole)?;
        let may_have =
            matches!(entry.meaning, Meaning::Definition(_) | Meaning::Constraint(_) | Meaning::Lost);
        may_have.then_some((entry.meaning, index.parse().ok()?))
    }

    /// The value of something declared.
    fn meaning(&mut self, meaning: Meaning, name: &str, place: Place) -> Option<Value> {
        match meaning {
            Meaning::Constant(number) => Some(Value::Scalar(self.constants[number].clone())),
            Meaning::Parameter(number) => match &self.parameters[number].1 {
                Progress::Done(scalar) => scalar.clone().map(Value::Scalar),
                _ if !self.declares => self.report(messages::parameter_has_no_value(place, name)),
                _ => self.report(messages::parameter_used_before(place, name)),
            },
            Meaning::Input(number) => Some(Value::Scalar(self.inputs[number].1.clone())),
            Meaning::State(number) => Some(Value::Scalar(self.states[number].scalar.clone())),
            Meaning::Coordinate(number) => Some(Value::Scalar(self.coordinates[number].1.clone())),
            Meaning::Definition(number) => self.definition(number, name, place),
            Meaning::Constraint(_) => self.report(messages::constraint_is_no_value(place, name)),
            Meaning::Force(number) => {
                let words = self.force_words(number)?;
                self.report(messages::force_is_no_value(place, name, &words))
            }
            Meaning::Body(_) => {
                self.report(messages::part_is_no_value(place, name, "body", &["position", "velocity"]))
            }
            Meaning::Frame(_) => {
                self.report(messages::part_is_no_value(place, name, "frame", &["position", "velocity"]))
            }
            Meaning::Joint(number) => {
                let coordinates = self.coordinate_names(number)?;
                let words: Vec<&str> = match coordinates.as_slice() {
                    [] => vec!["force"],
                    some => some.iter().map(String::as_str).collect(),
                };
                self.report(messages::part_is_no_value(place, name, "joint", &words))
            }
            Meaning::Function(_) => self.report(messages::function_is_no_value(place, name)),
            Meaning::Lost => None,
        }
    }

    /// A `let` or an output, evaluated when it is used first.
    pub fn definition(&mut self, number: usize, name: &str, place: Place) -> Option<Value> {
        match self.definitions[number].progress.clone() {
            Progress::Done(value) => value,
            Progress::Running => self.report(messages::circular(&format!("`{name}`"), place)),
            Progress::Waiting => {
                self.wait_for(Meaning::Definition(number));
                self.definitions[number].progress = Progress::Running;
                let (expression, scope) =
                    (self.definitions[number].expression, self.definitions[number].scope);
                let value = self.value(expression, scope);
                self.waiting -= 1;
                self.definitions[number].progress = Progress::Done(value.clone());
                value
            }
        }
    }

    /// Brackets after a name that are not an index, in an expression.
    fn no_index(&mut self, name: &str, bracket: &'d Expression, scope: Scope) -> Option<Value> {
        if unit::read(bracket).is_ok() {
            // Such as a loop variable.
            let bare = match self.scopes.find(scope, name).map(|entry| entry.meaning) {
                Some(Meaning::Constant(number)) => {
                    self.constants[number].dimension == self.dimension(Dimension::NONE)
                }
                _ => name == "pi",
            };
            return self.report(messages::unit_after_name(name, bare, bracket));
        }
        let mut names = Vec::new();
        collect_names(bracket, &mut names);
        let unknown = names.into_iter().find(|segment| {
            self.scopes.find(scope, &segment.name.text).is_none()
                && units::lookup(&segment.name.text).is_none()
        });
        if let Some(segment) = unknown {
            let meant = self.suggest(&segment.name.text, scope);
            return self.report(messages::neither_index_nor_unit(segment, meant));
        }
        self.report(messages::not_an_index(bracket, messages::INDEX))
    }

    /// Reports an undeclared name.
    pub fn unknown<T>(&mut self, name: &str, place: Place, scope: Scope) -> Option<T> {
        let base = name.split('[').next().unwrap_or(name);
        if self.scopes.find(scope, base).is_some_and(|entry| entry.meaning == Meaning::Lost) {
            return None;
        }
        let mistake = messages::unknown_name(place, name);
        if self.is_reported(&mistake) {
            return None;
        }
        let declare = || messages::declare_it(base, self.parts.planar.is_some());
        let help = self.suggest(name, scope).unwrap_or_else(declare);
        self.report(mistake.help(help))
    }

    /// The probable intention of an unknown name.
    fn suggest(&self, name: &str, scope: Scope) -> Option<String> {
        if Function::from_name(name).is_some() || super::functions::OTHERS.contains(&name) {
            return Some(messages::call_it(name));
        }
        let siblings: Vec<&str> = self.scopes.visible(scope);
        if let Some((base, _)) = name.split_once('[') {
            let same = |other: &&&str| other.split_once('[').is_some_and(|(theirs, _)| theirs == base);
            let known: Vec<&&str> = siblings.iter().filter(same).collect();
            match known.as_slice() {
                [] if siblings.contains(&base) => return Some(messages::takes_no_index(base)),
                [] => {}
                [first, ..] => {
                    return Some(messages::declared_elements(first, known[known.len() - 1]));
                }
            }
        } else if let Some(indexed) =
            siblings.iter().find(|other| other.split_once('[').is_some_and(|(base, _)| base == name))
        {
            return Some(messages::needs_index(name, indexed));
        }
        if name == "t" {
            return Some(messages::name_of_time());
        }
        let ground = self.parts.planar.map(|_| "ground");
        did_you_mean(name, siblings.into_iter().chain(["pi", "time"]).chain(ground))
            .or_else(|| units::lookup(name).map(|_| messages::unit_follows_number(name)))
    }
}

/// All names in an expression; of a chain of operators those of the last operand first.
pub(super) fn collect_names<'d>(expression: &'d Expression, names: &mut Vec<&'d Segment>) {
    let mut pending = vec![expression];
    while let Some(at) = pending.pop() {
        if let Kind::Name(segment) = &at.kind {
            names.push(segment);
        }
        let from = pending.len();
        at.for_each_part(|part| pending.push(part));
        if !matches!(at.kind, Kind::Binary(..)) {
            pending[from..].reverse();
        }
    }
}
