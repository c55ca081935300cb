//! A call of a joint, a force, a shape or a frame → its [`Arguments`]: ends by their place, everything else by name.
//!
//! Invariant: after [`Resolver::arguments`] every name is a known one and occurs once; a missing one has
//! been reported.

use super::messages;
use crate::diagnostics::{Place, nearest};
use crate::kinds::{Arguments, Signature};
use crate::resolve::bodies::attributes::Kinematic;
use crate::resolve::expressions::value::Value;
use crate::resolve::items::messages::EXERTED;
use crate::resolve::resolver::Resolver;
use crate::resolve::scopes::Scope;
use crate::symbolic::{Node, Symbol};
use crate::syntax::{Expression, Kind, Name};
use crate::units::Expected;

impl<'d> Resolver<'d> {
    /// Sorts the arguments of a call.
    pub fn arguments(
        &mut self,
        kind: &'d Name,
        list: &'d [Expression],
        place: Place,
        scope: Scope,
        (owner, signature): (String, Signature),
    ) -> Arguments<'d> {
        let (places, named) = (Vec::new(), Vec::new());
        let mut found = Arguments { kind, owner, place, scope, places, complete: true, named };
        let mut unknown: Vec<&str> = Vec::new();
        for argument in list {
            if let Kind::Named(name, _) = &argument.kind
                && !signature.names().any(|known| known == name.text)
            {
                unknown.push(&name.text);
            }
            let fine = match &argument.kind {
                Kind::Named(name, value) => self.named_argument(name, value, &mut found, signature),
                _ if !found.named.is_empty() && !found.complete => None,
                _ if !found.named.is_empty() => {
                    self.report(messages::positional_after_named(argument, &kind.text, signature))
                }
                _ => {
                    found.places.push(argument);
                    Some(())
                }
            };
            found.complete &= fine.is_some();
        }
        if found.complete && found.places.len() != signature.places.len() {
            let extra = found.places.get(signature.places.len()).map_or(place, |extra| extra.place);
            let given = found.places.len();
            self.report::<()>(messages::number_of_places(extra, &kind.text, signature, given));
            found.complete = false;
        }
        // A misspelt argument is not missing, too.
        let misspelt =
            |name: &str| unknown.iter().any(|&word| nearest(word, signature.names()) == Some(name));
        let absent = signature.required().filter(|name| found.get(name).is_none());
        let missing: Vec<&str> = absent.filter(|name| !misspelt(name)).collect();
        if !missing.is_empty() {
            self.report::<()>(messages::missing_arguments(place, &kind.text, signature, &missing));
            found.complete = false;
        }
        found
    }

    fn named_argument(
        &mut self,
        name: &'d Name,
        value: &'d Expression,
        found: &mut Arguments<'d>,
        signature: Signature,
    ) -> Option<()> {
        if !signature.names().any(|known| known == name.text) {
            return self.report(messages::unknown_argument(name, &found.kind.text, signature));
        }
        if let Some((earlier, _)) = found.named.iter().find(|(known, _)| known.text == name.text) {
            return self.report(messages::given_twice(&format!("`{}`", name.text), name.span, earlier.span));
        }
        found.named.push((name, value));
        Some(())
    }

    /// A number that depends only on parameters, or the default.
    pub fn fixed_number(
        &mut self,
        arguments: &Arguments<'d>,
        name: &str,
        expected: Option<Expected>,
        default: Option<Node>,
    ) -> Option<Node> {
        let Some(expression) = arguments.get(name) else {
            return default;
        };
        let value = self.scalar(expression, arguments.scope)?;
        let what = format!("`{name}`");
        let expected = expected.and_then(|expected| self.when_checked(expected));
        let value = self.expect(value, expected, expression, &what)?;
        self.made_of_parameters(&value, expression, &what)?;
        Some(value.node)
    }

    /// An expression of everything except accelerations.
    pub fn moving_scalar(
        &mut self,
        expression: &'d Expression,
        scope: Scope,
        expected: Option<Expected>,
        what: &str,
    ) -> Option<Node> {
        let value = self.scalar(expression, scope)?;
        let expected = expected.and_then(|expected| self.when_checked(expected));
        let value = self.expect(value, expected, expression, what)?;
        self.refuse_accelerations(&[value.node], expression.place, what)?;
        Some(value.node)
    }

    /// Forces depend neither on accelerations nor on other forces.
    pub fn refuse_accelerations(&mut self, nodes: &[Node], place: Place, what: &str) -> Option<()> {
        let kind_of = |symbol| self.attribute_of(symbol).map(|entry| entry.kinematic);
        let first = |refused: &dyn Fn(Symbol) -> bool| {
            nodes.iter().find_map(|&node| self.graph.symbol_set(node).iter().find(|&symbol| refused(symbol)))
        };
        let own = &self.of_accelerations;
        let accelerates = |symbol| own.contains(symbol) || kind_of(symbol) == Some(Kinematic::Acceleration);
        if let Some(symbol) = first(&accelerates) {
            self.refuse(what, "an acceleration", symbol, place);
            return None;
        }
        if let Some(symbol) = first(&|symbol| kind_of(symbol) == Some(Kinematic::Exerted)) {
            self.refuse(what, EXERTED, symbol, place);
            return None;
        }
        Some(())
    }

    /// `true` or `false`; false where it is not given.
    pub fn flag(&mut self, arguments: &Arguments<'d>, name: &str) -> Option<bool> {
        let word = self.word(arguments, name, &["false", "true"])?;
        Some(word == "true")
    }

    /// One of several words; the first where it is not given.
    pub fn word(
        &mut self,
        arguments: &Arguments<'d>,
        name: &str,
        known: &[&'static str],
    ) -> Option<&'static str> {
        let Some(expression) = arguments.get(name) else {
            return known.first().copied();
        };
        let text = expression.to_string();
        if let Some(word) = known.iter().find(|word| **word == text) {
            return Some(word);
        }
        self.report(messages::not_among(expression.place, name, &text, known))
    }

    /// A 3×3 matrix with its entries on the diagonal: `diagonal(a, b, c)`.
    pub fn diagonal(&mut self, values: &[crate::resolve::expressions::value::Scalar]) -> Value {
        let zero = crate::resolve::expressions::value::Scalar {
            bare: true,
            ..crate::resolve::expressions::value::Scalar::new(self.graph.zero(), None)
        };
        let row = |i: usize| {
            let entry = |j: usize| Value::Scalar(if i == j { values[i].clone() } else { zero.clone() });
            Value::Vector((0..values.len()).map(entry).collect())
        };
        Value::Vector((0..values.len()).map(row).collect())
    }
}
