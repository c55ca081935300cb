//! Names and their brackets → their meaning.
//!
//! Invariant: brackets after a name that contain only integers, `const`s and loop variables are an
//! index, all others a unit.

use super::value::{Scalar, Value, components};
use crate::diagnostics::messages;
use crate::diagnostics::{Diagnostic, Place, nearest};
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
        let help = "indices and ranges are made of literals, `const`s and loop variables";
        self.whole_number(expression, scope, help)
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
        let message = format!("`{expression}` is not a whole number known when the description is compiled");
        self.report(Diagnostic::error(expression.place, message).help(help))
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
                let message = format!("`{}` has {}", segment.name.text, components(values.len()));
                let help = format!(
                    "valid indices are `{0}[0]` to `{0}[{1}]`",
                    segment.name.text,
                    values.len().max(1) - 1
                );
                return self.report(Diagnostic::error(segment.place, message).help(help));
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
                _ if !self.declares => self.report(
                    Diagnostic::error(
                        place,
                        format!("the parameter `{name}` has no value when the description is compiled"),
                    )
                    .label("a parameter")
                    .help(format!(
                        "ranges, indices and `const`s are made of literals and `const`s: `const {name} = …;`"
                    )),
                ),
                _ => self.report(
                    Diagnostic::error(
                        place,
                        format!("the parameter `{name}` is used before its declaration"),
                    )
                    .label("not declared yet")
                    .help("defaults are made of literals, `const`s and earlier parameters"),
                ),
            },
            Meaning::Input(number) => Some(Value::Scalar(self.inputs[number].1.clone())),
            Meaning::State(number) => Some(Value::Scalar(self.states[number].scalar.clone())),
            Meaning::Coordinate(number) => Some(Value::Scalar(self.coordinates[number].1.clone())),
            Meaning::Definition(number) => self.definition(number, name, place),
            Meaning::Constraint(_) => self.report(
                Diagnostic::error(place, format!("`{name}` is a constraint, not a value"))
                    .help(format!("its multiplier is `multiplier({name})`")),
            ),
            Meaning::Force(number) => {
                let words = self.force_words(number)?.join("`, `");
                let help = format!(
                    "use one of its attributes, `{words}`, as `{name}.…`, or name its expression with `let`"
                );
                let mistake = Diagnostic::error(place, format!("`{name}` is a force, not a value"));
                self.report(mistake.help(help))
            }
            Meaning::Body(_) => self.no_value(name, "body", "position`, `velocity", place),
            Meaning::Frame(_) => self.no_value(name, "frame", "position`, `velocity", place),
            Meaning::Joint(number) => {
                let coordinates = self.coordinate_names(number)?;
                let first =
                    if coordinates.is_empty() { "force".to_owned() } else { coordinates.join("`, `") };
                self.no_value(name, "joint", &first, place)
            }
            Meaning::Function(_) => self.report(
                Diagnostic::error(place, format!("`{name}` is a function"))
                    .help(format!("write `{name}(…)`")),
            ),
            Meaning::Lost => None,
        }
    }

    fn no_value<T>(&mut self, name: &str, what: &str, attributes: &str, place: Place) -> Option<T> {
        let mistake = Diagnostic::error(place, format!("`{name}` is a {what}, not a value"));
        self.report(mistake.help(format!("use one of its attributes, `{attributes}`, as `{name}.…`")))
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
            let message = format!("a unit must follow a number; `{name}` is a name");
            // Such as a loop variable.
            let bare = match self.scopes.find(scope, name).map(|entry| entry.meaning) {
                Some(Meaning::Constant(number)) => {
                    self.constants[number].dimension == self.dimension(Dimension::NONE)
                }
                _ => name == "pi",
            };
            let help = match bare {
                true => format!("`{name}` has no unit: write `{name} * 1 [{bracket}]`"),
                false => format!("`{name}` already has a unit: remove `[{bracket}]`"),
            };
            return self
                .report(Diagnostic::error(bracket.place, message).label("no unit allowed here").help(help));
        }
        let mut names = Vec::new();
        collect_names(bracket, &mut names);
        let unknown = names.into_iter().find(|segment| {
            self.scopes.find(scope, &segment.name.text).is_none()
                && units::lookup(&segment.name.text).is_none()
        });
        if let Some(segment) = unknown {
            let message = format!("`{}` is neither an index nor a unit", segment.name.text);
            let known = self.suggest(&segment.name.text, scope);
            let known = known
                .unwrap_or_else(|| "an index is made of literals, `const`s and loop variables".to_owned());
            return self.report(Diagnostic::error(segment.place, message).help(known));
        }
        let message = format!("`{bracket}` is not an index");
        self.report(
            Diagnostic::error(bracket.place, message)
                .help("an index is made of literals, `const`s and loop variables"),
        )
    }

    /// Reports an undeclared name.
    pub fn unknown<T>(&mut self, name: &str, place: Place, scope: Scope) -> Option<T> {
        let base = name.split('[').next().unwrap_or(name);
        if self.scopes.find(scope, base).is_some_and(|entry| entry.meaning == Meaning::Lost) {
            return None;
        }
        let message = format!("cannot find `{name}`");
        if self.is_reported(place, &message) {
            return None;
        }
        let help = self.suggest(name, scope).unwrap_or_else(|| self.how_to_declare(base));
        self.report(Diagnostic::error(place, message).label("not declared").help(help))
    }

    /// Without a similar name: the possible kinds of the missing declaration.
    fn how_to_declare(&self, name: &str) -> String {
        let more = if self.parts.planar.is_some() { "a body, a joint" } else { "a `coordinate`" };
        format!("declare it: `param {name} = …;`, `let {name} = …;`, or {more} of that name")
    }

    /// The probable intention of an unknown name.
    fn suggest(&self, name: &str, scope: Scope) -> Option<String> {
        if Function::from_name(name).is_some() || super::functions::OTHERS.contains(&name) {
            return Some(format!("`{name}` is a function: write `{name}(…)`"));
        }
        let siblings: Vec<&str> = self.scopes.visible(scope);
        if let Some((base, _)) = name.split_once('[') {
            let same = |other: &&&str| other.split_once('[').is_some_and(|(theirs, _)| theirs == base);
            let known: Vec<&&str> = siblings.iter().filter(same).collect();
            match known.as_slice() {
                [] if siblings.contains(&base) => return Some(format!("`{base}` takes no index")),
                [] => {}
                [one] => return Some(format!("the only element is `{one}`")),
                [first, .., last] => return Some(format!("the elements are `{first}` to `{last}`")),
            }
        } else if let Some(indexed) =
            siblings.iter().find(|other| other.split_once('[').is_some_and(|(base, _)| base == name))
        {
            return Some(format!("`{name}` needs an index: write `{indexed}`"));
        }
        if name == "t" {
            return Some("time is written `time`".to_owned());
        }
        let ground = self.parts.planar.map(|_| "ground");
        if let Some(meant) = nearest(name, siblings.into_iter().chain(["pi", "time"]).chain(ground)) {
            return Some(format!("did you mean `{meant}`?"));
        }
        units::lookup(name)?;
        Some(format!("`{name}` is a unit: units are written in brackets after a number, `2 [{name}]`"))
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
