//! `force name = kind(…);` → [`Force`].
//!
//! Invariant: values may contain attributes, inputs, states, multipliers and the time, and no accelerations;
//! geometry contains only parameters.

use super::attributes::Kinematic;
use super::messages;
use crate::kinds::forces::{Generalized, words};
use crate::kinds::quantities::Quantity;
use crate::kinds::{Arguments, Signature};
use crate::model::{Carrier, Check, Force, ForceKind, Mount, Vector3};
use crate::resolve::expressions::value::Value;
use crate::resolve::resolver::{Instance, Progress, Resolver};
use crate::resolve::scopes::Scope;
use crate::symbolic::Node;
use crate::syntax::{Expression, GeneralizedForce, ItemKind, Kind};
use crate::units::Expected;

/// Words with their arguments.
pub(in crate::resolve) fn signatures() -> impl Iterator<Item = (&'static str, Signature)> {
    words().map(|word| (word.name, word.signature))
}

impl<'d> Resolver<'d> {
    /// All forces between bodies and on joints.
    pub fn body_forces(&mut self, instances: &[Instance<'d>]) {
        if self.lacks_setting() {
            return;
        }
        for instance in instances {
            if let ItemKind::BodyForce(declaration) = &instance.item.kind
                && let Some(expression) = &declaration.value
                && self.body_force(instance.number).is_none()
                && !self.failed()
                && !self.incomplete
            {
                let what = format!("force `{}`", instance.name);
                self.report::<()>(messages::unresolved(expression.place, &what));
            }
        }
    }

    /// The force of an entry, from its expression.
    pub(in crate::resolve) fn resolved_force(&mut self, number: usize) -> Option<Force> {
        let entry = &self.parts.forces[number];
        let (name, span, scope) = (entry.name.clone(), entry.span, entry.scope);
        let docs = entry.docs.clone();
        let kind = self.force_kind(entry.expression?, &name, scope)?;
        Some(Force { name, span, kind, weight: None, docs })
    }

    fn force_kind(&mut self, expression: &'d Expression, name: &str, scope: Scope) -> Option<ForceKind> {
        let Kind::Call(kind, list) = &expression.kind else {
            return self.report(messages::not_a_force(expression));
        };
        let Some(word) = words().find(|word| word.name == kind.text) else {
            let known = words().map(|word| word.name).chain(["generalized"]);
            return self.report(messages::unknown_kind(kind.span, &kind.text, "force", known));
        };
        let arguments =
            self.arguments(kind, list, expression.place, scope, (format!("force `{name}`"), word.signature));
        // What stands in the wrong number of places means nothing.
        if arguments.places.len() != word.signature.places.len() {
            return None;
        }
        let kind = (word.make)(self, &arguments, name);
        arguments.complete.then_some(kind?)
    }

    /// A force without any of these arguments is a mistake.
    pub fn at_least_one_of(&mut self, arguments: &Arguments<'d>, names: &[&str]) -> Option<()> {
        if !arguments.complete || names.iter().any(|name| arguments.get(name).is_some()) {
            return Some(());
        }
        self.report(messages::exerts_nothing(arguments, names))
    }

    /// An end on a body.
    pub fn end_on_body(&mut self, expression: &'d Expression, scope: Scope) -> Option<Mount> {
        let mount = self.end(expression, scope)?;
        if mount.carrier == Carrier::Ground {
            return self.report(messages::force_on_ground(expression));
        }
        Some(mount)
    }

    /// An end on something that can turn.
    pub fn turning_end(&mut self, expression: &'d Expression, scope: Scope) -> Option<Mount> {
        let mount = self.end_on_body(expression, scope)?;
        self.expect_turning(&mount, expression)?;
        Some(mount)
    }

    /// A mistake where an end, as written, is a particle.
    pub fn expect_turning(&mut self, end: &Mount, written: &Expression) -> Option<()> {
        if self.is_particle(end) {
            return self.report(messages::has_no_rotation(written));
        }
        Some(())
    }

    /// One number for all axes, or one for each; about z only in the plane.
    pub fn each_axis(
        &mut self,
        arguments: &Arguments<'d>,
        name: &str,
        expected: Option<Expected>,
        torsional: bool,
    ) -> Option<Vector3> {
        let zero = self.graph.zero();
        let Some(expression) = arguments.get(name) else {
            return Some([zero; 3]);
        };
        let planar = self.parts.is_planar();
        let what = format!("`{name}`");
        match (self.value(expression, arguments.scope)?, planar && torsional) {
            (Value::Scalar(_), about_z) => {
                let value = self.moving_scalar(expression, arguments.scope, expected, &what)?;
                Some(match (about_z, planar) {
                    (true, _) => [zero, zero, value],
                    (false, true) => [value, value, zero],
                    (false, false) => [value; 3],
                })
            }
            (other, true) => self.expected_number(expression, &other),
            _ => self.moving_vector(expression, arguments.scope, expected, &what),
        }
    }

    /// Whether an expression names an attribute, not a declared coordinate.
    pub fn is_attribute(&mut self, expression: &'d Expression, instance: &Instance<'d>) -> bool {
        let mut root = expression;
        while let Kind::Member(whole, _) = &root.kind {
            root = whole;
        }
        self.part(root, instance.scope).is_some()
    }

    /// `generalized(pivot.angle, value)`
    pub fn generalized_on_attribute(
        &mut self,
        force: &'d GeneralizedForce,
        instance: &Instance<'d>,
    ) -> Option<()> {
        if self.lacks_setting() {
            return None;
        }
        let value = self.value(&force.coordinate, instance.scope)?;
        let symbol = match &value {
            Value::Scalar(scalar) => self.symbol_of(scalar.node),
            _ => None,
        };
        let entry = symbol.and_then(|symbol| self.attribute_of(symbol));
        let found = entry
            .filter(|entry| entry.kinematic == Kinematic::Position)
            .map(|entry| (entry.attribute.symbol, entry.dimension));
        let Some((attribute, dimension)) = found else {
            return self.report(messages::not_a_coordinate(&force.coordinate, "pivot.angle"));
        };
        let expected = Quantity::EFFORT.expected(&[dimension]);
        let what = format!("the generalised force on `{}`", force.coordinate);
        let value = self.moving_scalar(&force.value, instance.scope, expected, &what)?;
        let (name, span) = (instance.name.clone(), force.target.name.span);
        let kind = Generalized { attribute, value }.into();
        let force = Force { name, span, kind, weight: None, docs: instance.item.docs.clone() };
        self.parts.forces[instance.number].progress = Progress::Done(Some(force));
        Some(())
    }
}

impl<'d> Resolver<'d> {
    /// Warns of negative stiffness, which is possible but unusual; where it depends on parameters, later of other values of them.
    pub fn warn_of_negative(&mut self, arguments: &Arguments<'d>, name: &str, value: Option<Node>) {
        let Some((node, given)) = value.zip(arguments.get(name)) else { return };
        let Some(value) = self.at_defaults(node) else { return };
        let message = messages::destabilising(name, &arguments.owner);
        if value < 0.0 {
            self.report::<()>(messages::unusual_sign(given.place, message, value));
        } else if !self.graph.symbol_set(node).is_empty() {
            let span = given.place.ends().0;
            self.parts.cautions.push(Check { value: node, strict: false, message, span });
        }
    }
}
