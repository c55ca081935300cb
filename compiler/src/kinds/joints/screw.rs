//! Screw: rotation about an axis with a translation along it, with the length p per angle.
//!
//! ```text
//! Q = R(a, θ)      d = p θ a                                                                       (1)
//! ```
//!
//! One freedom, five equations: the four of the cylindrical joint, and one that couples the two motions. The
//! displacement contains the turns, which the rotation does not, so the coupling compares sines: with
//! φ = a · d / p and (cos θ, sin θ) = (u · Q u, v · Q u),
//!
//! ```text
//! u · d = 0   v · d = 0   −v · (Q a) = 0   u · (Q a) = 0   p (sin φ cos θ − cos φ sin θ) = 0       (2)
//! ```
//!
//! the last being p sin(φ − θ), a length, smooth through any number of turns, with the derivative
//! a · δd − p a · δφ on (1): its multiplier is, with the opposite sign, the axial force, and −p times that
//! is the torque. The angle includes its turns,
//!
//! ```text
//! θ = φ + atan2(sin θ cos φ − cos θ sin φ, cos θ cos φ + sin θ sin φ)                              (3)
//! ```
//!
//! Singular cases: *no pitch*, p = 0: (2) and (3) divide by zero; that is a revolute joint. *Another
//! thread*: (2) also holds half a turn away (φ − θ = π), which cos(φ − θ) > 0 excludes, and on every other thread
//! (φ − θ = 2πk, which is the same screw with another number of turns). *Turned over*: as for the cylindrical joint.

use super::between::Between;
use super::directions::perpendiculars;
use super::law::{JointLaw, Slips, named};
use super::measure::Measure;
use super::point_on_line::PointOnLine;
use super::row::Row;
use super::along::ALONG;
use super::word::{AlongCoordinate, InPlane, Word, of_arguments};
use super::{cylindrical, revolute};
use crate::diagnostics::Diagnostic;
use crate::kinds::{Equation, Motion};
use crate::kinds::multibody::{Check, JointKind, Vector3};
use crate::kinds::argument::{direction, may};
use crate::kinds::quantities::Quantity;
use crate::kinds::{Arguments, Coordinates, Declared, Given, Reader, fields, named};
use crate::symbolic::algebra::{Expr, Vector};
use crate::symbolic::{Constant, Graph, Node};
use crate::units::Dimension;

fields! {
    /// Rotation with a displacement of pitch·angle along the axis: `angle`.
    pub struct Screw {}
    arguments {
        /// A unit vector in the axes of `first`.
        pub axis: Vector3 = direction(),
        /// The pitch p, in m/rad.
        pub pitch: Node = may(pitch),
    }
}

/// `screw(first, second, axis: …, pitch: …)`
pub(super) const WORDS: &[Word] = &[Word::between("screw", &[Screw::ARGUMENTS, named![; "lead"], ALONG], of_arguments::<Screw>)
    .in_plane(InPlane::Instead("in the plane, write `rack_pinion`"))
    .along(AlongCoordinate::Of(Dimension::NONE))
    .row("| `screw` | `axis:`, `pitch:` in m/rad or `lead:` in m per turn | `angle` (and `displacement` in expressions) |")];

/// `pitch:` in length per angle, or `lead:` in length per turn; not zero.
fn pitch<'d>(
    reader: &mut dyn Reader<'d>,
    arguments: &Arguments<'d>,
    _: &Declared,
    _: Coordinates<'_>,
) -> Option<Node> {
    let (name, expression) = match (arguments.get("pitch"), arguments.get("lead")) {
        (Some(pitch), None) => ("pitch", pitch),
        (None, Some(lead)) => ("lead", lead),
        _ if !arguments.complete => return None,
        _ => {
            return reader.report(
                Diagnostic::error(arguments.place, "`screw` needs either `pitch` or `lead`")
                    .help("`pitch: 1e-3 [m/rad]`, or `lead: 5 [mm]` for each turn"),
            );
        }
    };
    let given = reader.fixed_number(arguments, name, Quantity::LENGTH.expected(&[]), None)?;
    // Threads are right-handed or left-handed: the square is positive.
    let value = reader.graph().mul(given, given);
    let message = format!("the {name} of {} is zero: that is a `revolute` joint", arguments.owner);
    let place = expression.place;
    reader.check(Check { value, strict: true, message, span: place.ends().0 }, place)?;
    if name == "pitch" {
        return Some(given);
    }
    let turn = Constant::PI.mul(Constant::integer(2))?;
    let turn = reader.graph().constant(turn);
    Some(reader.graph().div(given, turn))
}

impl JointLaw for Screw {
    fn coordinates(&self, _: bool) -> Vec<(String, bool)> {
        named(&[("angle", true)])
    }

    fn freedoms(&self, _: bool) -> usize {
        1
    }

    fn motions(&self, _: &mut Graph, _: bool) -> Option<Vec<Motion>> {
        Some(vec![Motion::Screw { axis: self.axis, pitch: self.pitch }])
    }

    /// Equations (2).
    fn rows<'g>(&self, between: &Between<'g>, _: bool) -> Vec<Row<'g>> {
        let (axis, pitch) = (between.axis(&self.axis), between.algebra().expr(self.pitch));
        let mut rows = cylindrical::rows(between, axis);
        let [_, sine, cosine] = thread(between, axis, pitch);
        let [u, v] = perpendiculars(axis);
        let (c, s) = (between.product(u, u), between.product(v, u));
        let residual = pitch * (sine * c + cosine * -s);
        let cosine = sine * s + cosine * c;
        rows.push(Row {
            equation: Equation { cosine: Some(cosine.node()), ..Equation::position("lead", residual) },
            force: axis,
            torque: -pitch * axis,
        });
        rows
    }

    /// Equation (3).
    fn measure<'g>(&self, between: &Between<'g>, _: bool, _: usize) -> Measure<'g> {
        let (axis, pitch) = (between.axis(&self.axis), between.algebra().expr(self.pitch));
        let [phi, ..] = thread(between, axis, pitch);
        Measure::Number(phi + revolute::angle(between, axis).deviation(phi))
    }

    /// Unique by the displacement.
    fn angle_is_unique(&self, _: bool, _: usize) -> bool {
        true
    }

    fn slips(&self) -> Slips {
        Slips::Along(&[&[0]])
    }

    fn spins_about(&self) -> Option<Vector3> {
        Some(self.axis)
    }

    fn pitch(&self) -> Option<Node> {
        Some(self.pitch)
    }

    fn on_a_particle(&self) -> Option<JointKind> {
        Some(PointOnLine { axis: self.axis }.into())
    }

    fn uses_axes_of_first(&self) -> bool {
        true
    }
}

/// φ, sin φ, cos φ.
fn thread<'g>(between: &Between<'g>, axis: Vector<'g>, pitch: Expr<'g>) -> [Expr<'g>; 3] {
    let phi = between.along(axis) / pitch;
    [phi, phi.sin(), phi.cos()]
}
