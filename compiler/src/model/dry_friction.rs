//! `friction(joint, limit: …)`: dry friction of a size that is given, on one coordinate of a joint.
//!
//! Invariant: `coefficient` and `limit` exclude each other.

use super::ForceKind;
use super::arguments::Arguments;
use super::resolver::Resolver;
use crate::diagnostics::Diagnostic;
use crate::units::Dimension;

impl<'d> Resolver<'d> {
    /// Dry friction of the size `limit`.
    pub(super) fn dry_friction(&mut self, arguments: &Arguments<'d>) -> Option<ForceKind> {
        for name in ["coefficient", "radius"] {
            if let Some(given) = arguments.get(name) {
                let message = format!("`{name}` and `limit` exclude each other");
                let help = "`limit` is the friction itself, `coefficient` what it is of the joint's reaction";
                return self.report(Diagnostic::error(given.place, message).help(help));
            }
        }
        let (joint, coordinate) = self.coordinate_of(arguments.places.first()?, arguments.scope)?;
        let of = self.joint_coordinate(joint, coordinate).dimension.unwrap_or(Dimension::NONE);
        let effort = Dimension::ENERGY.over(of);
        let limit = self.moving_number(arguments, "limit", Some(effort), None);
        self.warn_of_negative(arguments, "limit", limit);
        let small = self.small_velocity();
        let velocity = self.moving_number(arguments, "velocity", Some(of.over(Dimension::TIME)), Some(small));
        let fixed = self.moving_number(arguments, "static", Some(effort), limit);
        let (limit, velocity, fixed) = (limit?, velocity?, fixed?);
        let sticks = self.graph.is_zero(velocity);
        if let (false, Some(given)) = (sticks, arguments.get("static")) {
            return self.report(
                Diagnostic::error(given.place, "friction that is regularised does not stick")
                    .help("write `velocity: 0` beside `static`"),
            );
        }
        let sticking = sticks.then_some(fixed);
        Some(ForceKind::DryFriction { joint, coordinate, limit, velocity, sticking })
    }
}
