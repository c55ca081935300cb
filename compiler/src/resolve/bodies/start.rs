//! Initial values of attributes: `pivot.angle: 30 [deg]`, `der(tip.spin): …`, `tip.rotation: rpy(…)`.
//!
//! Invariant: one entry a number; rotations are four numbers of a unit quaternion.

use super::attributes::Kinematic;
use super::messages::{self, initially};
use crate::diagnostics::Place;
use crate::model::{BodyId, Carrier, Certainty, Initial, JointId, Quantity, Target, Turned};
use crate::resolve::expressions::value::{Scalar, Value};
use crate::resolve::resolver::{Instance, Resolver};
use crate::resolve::scopes::Meaning;
use crate::symbolic::Node;
use crate::syntax::{Expression, InitialValue, Kind};
use crate::units::{Dimension, Expected};

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

    /// An entry of `initial` for an attribute.
    pub fn initial_attribute(
        &mut self,
        entry: &'d InitialValue,
        instance: &Instance<'d>,
    ) -> Option<Vec<(Initial, Place)>> {
        let InitialValue { target, value, .. } = entry;
        if let Some((meaning, name)) = self.rotation_of(target, instance) {
            if let Meaning::Joint(number) = meaning {
                return self.initial_rotation(JointId(number), &name, entry, instance);
            }
            if let Kind::Call(..) = value.kind {
                return self.initially_turned(meaning, entry, instance);
            }
        }
        let found = self.value(target, instance.scope);
        let worth = self.value(value, instance.scope);
        match (found?, worth?) {
            (Value::Scalar(of), Value::Scalar(worth)) => Some(vec![self.initial_number(&of, worth, entry)?]),
            (Value::Vector(of), Value::Vector(worth)) if of.len() == worth.len() => {
                let pairs = of.into_iter().zip(worth).map(|pair| match pair {
                    (Value::Scalar(of), Value::Scalar(worth)) => self.initial_number(&of, worth, entry),
                    _ => self.no_start(target),
                });
                pairs.collect()
            }
            (of, worth) => self.report(messages::unlike_initial_value((target, &of), (value, &worth))),
        }
    }

    fn initial_number(
        &mut self,
        of: &Scalar,
        worth: Scalar,
        entry: &'d InitialValue,
    ) -> Option<(Initial, Place)> {
        let InitialValue { target, value, guess } = entry;
        let symbol = self.symbol_of(of.node);
        let attribute = symbol.and_then(|symbol| self.attribute_of(symbol));
        let of_joint = attribute.is_some_and(|found| matches!(found.attribute.quantity, Quantity::Joint(..)));
        let is_rate = attribute.is_some_and(|found| found.kinematic == Kinematic::Velocity);
        if *guess && is_rate && !of_joint {
            return self.report(messages::guess_of_velocity(target));
        }
        let known = attribute
            .filter(|entry| matches!(entry.kinematic, Kinematic::Position | Kinematic::Velocity))
            .map(|entry| (entry.attribute.symbol, entry.dimension));
        let Some((symbol, dimension)) = known else {
            return self.no_start(target);
        };
        let expected = dimension.map(|dimension| Expected::as_declared(dimension, of.spelling.as_ref()));
        let worth = self.expect(worth, expected, value, format_args!("`{target}`"))?;
        self.made_of_parameters(&worth, value, "an initial value")?;
        let certainty = self.certainty(entry, worth.node);
        let span = target.place.ends().0;
        Some((
            Initial { target: Target::Attribute(symbol), value: worth.node, certainty, span },
            target.place,
        ))
    }

    /// A guess, or a value with half a unit of its last decimal: 0.05° of `93.1 [deg]`, nothing of `93 [deg]` or of
    /// a formula.
    pub(in crate::resolve) fn certainty(&mut self, entry: &InitialValue, worth: Node) -> Certainty {
        if entry.guess {
            return Certainty::Guess;
        }
        let worth = self.at_defaults(worth);
        let tolerance = typed(&entry.value).and_then(|digits| {
            let (_, decimals) = digits.split_once('.')?;
            let decimals = decimals.bytes().take_while(u8::is_ascii_digit).count();
            let exponent = digits.split_once(['e', 'E']).map_or(Some(0), |(_, e)| e.parse::<i32>().ok())?;
            let number = digits.parse::<f64>().ok().filter(|number| *number != 0.0)?;
            let unit = (worth? / number).abs();
            (decimals > 0).then(|| 0.5 * 10_f64.powi(exponent - decimals as i32) * unit)
        });
        Certainty::Given { tolerance: tolerance.unwrap_or(0.0) }
    }

    fn no_start<T>(&mut self, target: &Expression) -> Option<T> {
        let written = target.to_string();
        let help = if written.contains(".own_angular_velocity") {
            initially::OWN_ANGULAR_VELOCITY
        } else if !written.ends_with(".rotation") {
            initially::OTHER_ATTRIBUTE
        } else if self.parts.is_planar() {
            initially::ROTATION_IN_PLANE
        } else {
            initially::ROTATION_IN_SPACE
        };
        self.report(messages::no_initial_value(target, help))
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
        entry: &'d InitialValue,
        instance: &Instance<'d>,
    ) -> Option<Vec<(Initial, Place)>> {
        let InitialValue { target, guess, value } = entry;
        if self.parts.is_planar() {
            return self.report(messages::initial_rotation_in_plane(target));
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
        self.parts.turned.push(Turned { mount, rotation, name: target.to_string(), guess: *guess, span });
        Some(Vec::new())
    }

    fn initial_rotation(
        &mut self,
        id: JointId,
        name: &str,
        entry: &'d InitialValue,
        instance: &Instance<'d>,
    ) -> Option<Vec<(Initial, Place)>> {
        let InitialValue { target, value, .. } = entry;
        let names = self.coordinate_names(id.0)?;
        if !self.has_quaternion(id) {
            return self.report(messages::no_initial_rotation(target, name, &names));
        }
        let quaternion = self.rotation_quaternion(value, instance.scope)?;
        let first = names.iter().position(|name| name == "rotation.w")?;
        let mut entries = Vec::new();
        for (k, worth) in quaternion.into_iter().enumerate() {
            let component = self.joint_coordinate(id, first + k);
            let scalar = Scalar::new(worth, self.dimension(Dimension::NONE));
            entries.push(self.initial_number(&component, scalar, entry)?);
        }
        Some(entries)
    }
}

/// The digits of a value that is one number, with its sign and unit.
fn typed(value: &Expression) -> Option<&str> {
    match &value.kind {
        Kind::Number(digits) => Some(digits),
        Kind::Negate(inner) | Kind::Parenthesis(inner) | Kind::Quantity(inner, _) => typed(inner),
        _ => None,
    }
}
