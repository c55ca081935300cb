//! Arguments of joints with one coordinate besides their axis: limits, friction, damping, a rotor.
//!
//! | argument | meaning |
//! |---|---|
//! | `limits: least .. most` | a range of the coordinate, which runs look at |
//! | `stops: stop(stiffness:, dissipation:)` | the force `joint.stop` beyond the limits |
//! | `friction:` | the force `joint.friction`, dry friction of that size |
//! | `damping:` | the force `joint.damping`, a damper |
//! | `rotor_inertia:`, `reduction:` | n² J in the joint's own entry of M |
//!
//! Invariant: all of it contains only parameters; forces of a joint are named after it, with a point in the
//! name that no declared force has.

use super::messages;
use crate::diagnostics::Place;
use crate::kinds::forces::{DryFriction, Stop, TorsionSpring};
use crate::kinds::joints::along::{DAMPING, FRICTION, REDUCTION, ROTOR_INERTIA, STOP};
use crate::kinds::quantities::Quantity;
use crate::kinds::{Arguments, Given};
use crate::model::{Along, Check, Force, ForceKind, JointId};
use crate::resolve::resolver::Resolver;
use crate::resolve::scopes::Scope;
use crate::symbolic::Node;
use crate::syntax::{Expression, Kind};
use crate::units::{Dimension, Expected};

impl<'d> Resolver<'d> {
    /// Limits and rotor of a joint with one coordinate of that dimension; its forces are noted.
    pub(in crate::resolve) fn along(
        &mut self,
        arguments: &Arguments<'d>,
        joint: (JointId, &str),
        of: Dimension,
    ) -> Option<Along> {
        let limits = match arguments.get("limits") {
            Some(range) => self.limits(arguments, range, joint.1, of).map(Some),
            None => Some(None),
        };
        let stop = self.stop(arguments, joint, of, limits.flatten());
        let friction = FRICTION.read(self, arguments, &[Some(of)]);
        let damping = DAMPING.read(self, arguments, &[Some(of)]);
        let rotor = self.rotor(arguments, joint.1, of);
        let (id, coordinate) = (joint.0, 0);
        let zero = self.graph.zero();
        if let Some(damping) = damping.flatten() {
            let (stiffness, rest, extra) = (zero, zero, zero);
            let kind = TorsionSpring { joint: id, coordinate, stiffness, damping, rest, extra }.into();
            self.own_force(arguments, joint.1, "damping", kind);
        }
        if let Some(limit) = friction.flatten() {
            let kind = DryFriction::regularised(self, (id, coordinate), limit)?.into();
            self.own_force(arguments, joint.1, "friction", kind);
        }
        stop?;
        friction?;
        damping?;
        Some(Along { limits: limits?, rotor: rotor? })
    }

    /// A force that a joint brings along.
    fn own_force(&mut self, arguments: &Arguments<'d>, joint: &str, what: &str, kind: ForceKind) {
        let place = arguments.get(what).map_or(arguments.place, |given| given.place);
        let name = format!("{joint}.{what}");
        self.parts.of_joints.push(Force { name, span: place.ends().0, kind, weight: None, docs: Vec::new() });
    }

    /// A number that is not negative.
    pub fn size(
        &mut self,
        arguments: &Arguments<'d>,
        name: &str,
        expected: Option<Expected>,
    ) -> Option<Node> {
        let value = self.fixed_number(arguments, name, expected, None)?;
        let place = arguments.get(name)?.place;
        let message = messages::negative(name, &arguments.owner);
        let check = Check { value, strict: false, message, span: place.ends().0 };
        self.not_negative(check, place, messages::WITHOUT_SIGN)?;
        Some(value)
    }

    /// A condition on parameters, with a help text where it fails for the defaults.
    fn not_negative(&mut self, check: Check, place: Place, help: &str) -> Option<()> {
        match self.at_defaults(check.value) {
            Some(value) if value < 0.0 => {
                self.report(messages::must_not_be_negative(place, check.message, help))
            }
            _ => self.check(check, place),
        }
    }

    /// `least .. most`, in this order.
    fn limits(
        &mut self,
        arguments: &Arguments<'d>,
        range: &'d Expression,
        joint: &str,
        of: Dimension,
    ) -> Option<[Node; 2]> {
        let Kind::Range(least, most) = &range.kind else {
            return self.report(messages::limits_not_a_range(range, of));
        };
        self.in_order(
            [least, most],
            arguments.scope,
            Quantity::COORDINATE.expected(&[self.dimension(of)]),
            &format!("the limits of joint `{joint}` are"),
            &messages::ordered_limits(of),
        )
    }

    /// Two limits of that dimension, of parameters only, the smaller one first.
    pub(in crate::resolve) fn in_order(
        &mut self,
        [least, most]: [&'d Expression; 2],
        scope: Scope,
        expected: Option<Expected>,
        subject: &str,
        help: &str,
    ) -> Option<[Node; 2]> {
        let place = least.place.to(most.place);
        let mut end = |expression: &'d Expression| {
            let value = self.scalar(expression, scope)?;
            let value = self.expect(value, expected.clone(), expression, "a limit")?;
            self.made_of_parameters(&value, expression, "a limit")?;
            Some(value.node)
        };
        let (least, most) = (end(least), end(most));
        let (least, most) = (least?, most?);
        let value = self.graph.sub(most, least);
        let message = messages::wrong_order(subject);
        let check = Check { value, strict: false, message, span: place.ends().0 };
        self.not_negative(check, place, help)?;
        Some([least, most])
    }

    /// `stops: stop(stiffness: …, dissipation: …)`
    fn stop(
        &mut self,
        arguments: &Arguments<'d>,
        (id, joint): (JointId, &str),
        of: Dimension,
        limits: Option<[Node; 2]>,
    ) -> Option<()> {
        let Some(stops) = arguments.get("stops") else { return Some(()) };
        let Kind::Call(kind, list) = &stops.kind else {
            return self.report(messages::not_a_stop(stops, of));
        };
        if kind.text != "stop" {
            return self.report(messages::not_a_stop(stops, of));
        }
        let own = self.arguments(kind, list, stops.place, arguments.scope, (arguments.owner.clone(), STOP));
        if arguments.get("limits").is_none() {
            return self.report(messages::stops_without_limits(stops, joint, of));
        }
        if !own.complete {
            return None;
        }
        let kind = Stop::read(self, &own, &[Some(of)], |_| Some((id, 0, limits?)))?.into();
        let name = format!("{joint}.stop");
        self.parts.of_joints.push(Force {
            name,
            span: stops.place.ends().0,
            kind,
            weight: None,
            docs: Vec::new(),
        });
        Some(())
    }

    /// Of a spherical joint: a rotor about each axis of `second`, together a spherical inertia J.
    pub(in crate::resolve) fn ball_rotor(&mut self, arguments: &Arguments<'d>, joint: &str) -> Option<Along> {
        if let (Some(given), Some(_)) = (arguments.get("rotor_inertia"), arguments.get("rotation")) {
            return self.report(messages::rotor_beside_angles(given, joint));
        }
        Some(Along { limits: None, rotor: self.rotor(arguments, joint, Dimension::NONE)? })
    }

    /// n² J; the outer `None` is a reported mistake.
    fn rotor(&mut self, arguments: &Arguments<'d>, joint: &str, of: Dimension) -> Option<Option<Node>> {
        if let (None, Some(reduction)) = (arguments.get("rotor_inertia"), arguments.get("reduction")) {
            return self.report(messages::reduction_without_rotor(reduction, joint));
        }
        if arguments.get("rotor_inertia").is_none() {
            return Some(None);
        }
        // Without a reduction it moves as the joint does: along a displacement it is a mass.
        let turned = if arguments.get("reduction").is_some() { Dimension::NONE } else { of };
        let inertia = ROTOR_INERTIA.read(self, arguments, &[Some(turned)]);
        let n = REDUCTION.read(self, arguments, &[Some(of)]);
        let (inertia, n) = (inertia?, n?);
        Some(inertia.map(|inertia| self.graph.product(&[n, n, inertia])))
    }
}
