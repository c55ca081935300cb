//! Initial values of attributes: `pivot.angle: 30 [deg]`, `der(tip.spin): …`, `tip.rotation: rpy(…)`.
//!
//! Invariant: one entry a number; rotations are four numbers of a unit quaternion.

use super::attributes::Kinematic;
use super::resolver::{Instance, Resolver};
use super::scopes::Meaning;
use super::value::{Scalar, Value};
use super::{BodyId, Carrier, Initial, JointId, Target, Turned};
use crate::diagnostics::{Diagnostic, Place};
use crate::symbolic::Symbol;
use crate::syntax::{Expression, Kind};
use crate::units::Dimension;

impl<'d> Resolver<'d> {
    /// Whether a target is an attribute, or the rate of one.
    pub fn is_attribute_target(&mut self, target: &'d Expression, instance: &Instance<'d>) -> bool {
        let inner = match &target.kind {
            Kind::Call(function, arguments) if function.text == "der" => match arguments.as_slice() {
                [one] => one,
                _ => return false,
            },
            _ => target,
        };
        let mut root = inner;
        while let Kind::Member(whole, _) = &root.kind {
            root = whole;
        }
        matches!(inner.kind, Kind::Member(..)) && self.part(root, instance.scope).is_some()
    }

    /// What an entry of `initial` says of an attribute.
    pub fn initial_attribute(
        &mut self,
        target: &'d Expression,
        value: &'d Expression,
        instance: &Instance<'d>,
    ) -> Option<Vec<(Initial, Place)>> {
        if let Some((meaning, name)) = self.rotation_of(target, instance) {
            if let Meaning::Joint(number) = meaning {
                return self.initial_rotation(JointId(number), &name, target, value, instance);
            }
            if let Kind::Call(..) = value.kind {
                return self.initially_turned(meaning, target, value, instance);
            }
        }
        let found = self.value(target, instance.scope);
        let worth = self.value(value, instance.scope);
        match (found?, worth?) {
            (Value::Scalar(of), Value::Scalar(worth)) => {
                Some(vec![self.initial_number(&of, worth, target, value)?])
            }
            (Value::Vector(of), Value::Vector(worth)) if of.len() == worth.len() => {
                let pairs = of.into_iter().zip(worth).map(|pair| match pair {
                    (Value::Scalar(of), Value::Scalar(worth)) => {
                        self.initial_number(&of, worth, target, value)
                    }
                    _ => self.no_start(target),
                });
                pairs.collect()
            }
            (of, worth) => {
                let message = format!("`{target}` is {}, its initial value is {}", of.kind(), worth.kind());
                self.report(Diagnostic::error(value.place, message).related(target.place, of.kind()))
            }
        }
    }

    fn initial_number(
        &mut self,
        of: &Scalar,
        worth: Scalar,
        target: &'d Expression,
        value: &'d Expression,
    ) -> Option<(Initial, Place)> {
        let symbol = self.symbol_of(of.node);
        let entry = symbol.and_then(|symbol| self.attribute_of(symbol));
        let known = entry
            .filter(|entry| matches!(entry.kinematic, Kinematic::Position | Kinematic::Velocity))
            .map(|entry| (entry.attribute.symbol, entry.dimension));
        let Some((symbol, dimension)) = known else {
            return self.no_start(target);
        };
        let worth = self.expect(worth, dimension, value, &format!("`{target}`"))?;
        self.made_of_parameters(&worth, value, "an initial value")?;
        Some(self.given(symbol, worth.node, target))
    }

    fn given(&self, symbol: Symbol, value: crate::symbolic::Node, target: &Expression) -> (Initial, Place) {
        let span = target.place.ends().0;
        (Initial { target: Target::Attribute(symbol), value, span }, target.place)
    }

    fn no_start<T>(&mut self, target: &Expression) -> Option<T> {
        self.report(
            Diagnostic::error(target.place, format!("`{target}` has no initial value"))
                .help("initial values are given of positions, angles and velocities"),
        )
    }

    /// `tip.rotation` of a joint, a body or a frame.
    fn rotation_of(&mut self, target: &'d Expression, instance: &Instance<'d>) -> Option<(Meaning, String)> {
        let Kind::Member(root, member) = &target.kind else {
            return None;
        };
        if member.name.text != "rotation" || !member.brackets.is_empty() {
            return None;
        }
        self.part(root, instance.scope)
    }

    /// `rod.rotation: rpy(…)` of a body or a frame.
    fn initially_turned(
        &mut self,
        meaning: Meaning,
        target: &'d Expression,
        value: &'d Expression,
        instance: &Instance<'d>,
    ) -> Option<Vec<(Initial, Place)>> {
        if self.parts.is_planar() {
            let message = format!("`{target}` is a rotation in the plane");
            return self.report(
                Diagnostic::error(target.place, message).help("give the `angle` of the body instead"),
            );
        }
        // The attribute exists, or its mistake is reported.
        self.value(target, instance.scope)?;
        let mount = match meaning {
            Meaning::Body(number) => self.own_frame(Carrier::Body(BodyId(number))),
            Meaning::Frame(number) => self.frame(number, target.place)?,
            _ => return self.no_start(target),
        };
        let rotation = self.rotation_matrix(value, instance.scope)?;
        let span = target.place.ends().0;
        self.parts.turned.push(Turned { mount, rotation, name: target.to_string(), span });
        Some(Vec::new())
    }

    fn initial_rotation(
        &mut self,
        id: JointId,
        name: &str,
        target: &'d Expression,
        value: &'d Expression,
        instance: &Instance<'d>,
    ) -> Option<Vec<(Initial, Place)>> {
        let names = self.coordinate_names(id.0)?;
        if !self.has_quaternion(id) {
            let help = format!("joint `{name}` has `{}`", names.join("`, `"));
            let message = format!("`{target}` is described by other coordinates");
            return self.report(Diagnostic::error(target.place, message).help(help));
        }
        let quaternion = self.rotation_quaternion(value, instance.scope)?;
        let first = names.iter().position(|name| name == "rotation.w")?;
        let mut entries = Vec::new();
        for (k, worth) in quaternion.into_iter().enumerate() {
            let component = self.joint_coordinate(id, first + k);
            let scalar = Scalar::new(worth, self.dimension(Dimension::NONE));
            entries.push(self.initial_number(&component, scalar, target, value)?);
        }
        Some(entries)
    }
}
