//! Rolling without slip: a disk or a sphere of radius r, its centre at the origin of `second`, on the plane
//! through the origin of `first` with normal n.
//!
//! Relative to the centre, the point of contact is, for a sphere and for a disk with axis w = Q a in the axes of `first`,
//!
//! ```text
//! sphere  c = −r n      disk  c = −r (n − s w)/√(1 − s²),  s = n · w                               (1)
//! ```
//!
//! (the lowest point of the rim: n − s w is the part of n normal to the axis). It is in the plane, and
//! the points of both bodies there have the same velocity:
//!
//! ```text
//! n · d + n · c = 0            n · c = −r (sphere), −r √(1 − s²) (disk)                            (2)
//! u · k = v · k = 0            k = R₁ᵀ (v₂ − v₁ − ω₁ × (p₂ − p₁)) + R₁ᵀ(ω₂ − ω₁) × c               (3)
//! ```
//!
//! with u, v, n right-handed and orthonormal. (2) is holonomic: along n, k is its rate, because the lowest
//! point of a rim moves along the plane relative to the disk. (3) is nonholonomic. Three equations, with
//! three free velocities; in the plane (2) and one slip, along n × e_z, with one. That slip is the rate of
//! displacement + r·angle and could be integrated, which is not done so that the wheel needs no angle
//! that counts turns.
//!
//! The multipliers are, with the opposite sign, the components along n, u, v of the force on `second` at the
//! point of contact: about the origin it has the torque c × F.
//!
//! Singular case: *flat on the plane*, |s| = 1, where every point of a disk's rim touches and (1) divides by
//! zero. The plane is two-sided for the equations: a negative normal force (λ > 0) means that a real wheel
//! would lift off.

use super::between::Between;
use super::directions::perpendiculars;
use super::law::JointLaw;
use super::row::Row;
use super::word::{CUT, InPlane, Word, of_arguments};
use crate::symbolic::vectors::unit;
use crate::kinds::{Equation, Rates};
use crate::kinds::multibody::{JointKind, Mount, Vector3};
use crate::kinds::argument::{may, positive, upwards};
use crate::kinds::quantities::Quantity;
use crate::kinds::{Arguments, Coordinates, Declared, Given, Reader, fields};
use crate::symbolic::Node;
use crate::symbolic::algebra::{Expr, Vector};

fields! {
    /// A disk (its axis fixed in the mount `second`, which is at its centre) or a sphere (`axis: None`) of that radius rolls
    /// without slip on the plane through the origin of `first` with that normal.
    pub struct Rolling {}
    arguments {
        /// Normal of the plane, in the axes of `first`.
        pub normal: Vector3 = upwards(),
        /// Axis of the disk, in the axes of `second`.
        pub axis: Option<Vector3> = may(axis),
        /// Radius.
        pub radius: Node = positive(Quantity::LENGTH),
    }
}

/// `rolling(plane, body, radius: …)`
pub(super) const WORDS: &[Word] = &[Word::between("rolling", &[Rolling::ARGUMENTS, CUT], make)
    .in_plane(InPlane::Without("axis"))
    .row("| `rolling(plane, body)` | `radius:`, `normal:` (z, in the plane y), `axis:` of a disk, omitted for a sphere | rolling without slip |")];

fn make<'d>(
    reader: &mut dyn Reader<'d>,
    arguments: &Arguments<'d>,
    ends: [&Mount; 2],
) -> Option<JointKind> {
    if let ([_, body], [_, written, ..]) = (ends, &arguments.places[..]) {
        reader.expect_turning(body, written)?;
    }
    of_arguments::<Rolling>(reader, arguments, ends)
}

/// None for a sphere; z in the plane.
fn axis<'d>(
    reader: &mut dyn Reader<'d>,
    arguments: &Arguments<'d>,
    declared: &Declared,
    _: Coordinates<'_>,
) -> Option<Option<Vector3>> {
    if arguments.get(declared.name).is_some() {
        return Some(Some(reader.direction(arguments, declared.name)?));
    }
    Some(reader.is_planar().then(|| unit(reader.graph(), 2)))
}

impl JointLaw for Rolling {
    fn freedoms(&self, planar: bool) -> usize {
        if planar { 1 } else { 3 }
    }

    /// Equation (2).
    fn rows<'g>(&self, between: &Between<'g>, planar: bool) -> Vec<Row<'g>> {
        self.rows(between, planar, None)
    }

    fn needs_twists(&self) -> bool {
        true
    }

    /// Equations (2) and (3).
    fn moving_rows<'g>(
        &self,
        between: &Between<'g>,
        planar: bool,
        rates: [Rates<'g>; 2],
    ) -> Vec<Row<'g>> {
        self.rows(between, planar, Some(rates))
    }

    /// With its radius as a length, assembly moves a wheel to the ground rather than tilting it.
    fn length(&self) -> Option<Node> {
        Some(self.radius)
    }

    fn uses_axes_of_first(&self) -> bool {
        true
    }
}

impl Rolling {
    /// Equations (2) and (3); without rates (2) alone.
    fn rows<'g>(
        &self,
        between: &Between<'g>,
        planar: bool,
        rates: Option<[Rates<'g>; 2]>,
    ) -> Vec<Row<'g>> {
        let normal = between.axis(&self.normal);
        let (arm, height) = self.contact(between, normal, planar);
        // A force along a direction at the point of contact.
        let row = |equation, direction| Row { equation, force: direction, torque: arm.cross(direction) };
        let residual = between.along(normal) - height;
        let mut rows = vec![row(Equation::position("contact", residual), normal)];
        if let Some(rates) = rates {
            let slip = slip_velocity(between, rates, arm);
            for (label, direction) in directions(normal, planar) {
                let residual = direction.dot(slip).node();
                let equation = Equation { label, residual, holonomic: false, unit: "m/s", cosine: None };
                rows.push(row(equation, direction));
            }
        }
        rows
    }

    /// c and −n · c: equation (1).
    fn contact<'g>(&self, between: &Between<'g>, n: Vector<'g>, planar: bool) -> (Vector<'g>, Expr<'g>) {
        let algebra = between.algebra();
        let radius = algebra.expr(self.radius);
        let Some(axis) = self.axis.as_ref().filter(|_| !planar) else {
            return (radius * -n, radius);
        };
        let w = between.seen(algebra.vector(axis));
        let s = n.dot(w);
        let root = (1 - s * s).sqrt();
        let towards = s * w - n;
        (radius / root * towards, radius * root)
    }
}

/// The directions of slip.
fn directions<'g>(normal: Vector<'g>, planar: bool) -> Vec<(&'static str, Vector<'g>)> {
    if planar {
        return vec![("slip", normal.cross(normal.algebra().unit_vector(2)))];
    }
    let [u, v] = perpendiculars(normal);
    vec![("slip_1", u), ("slip_2", v)]
}

/// k of equation (3).
fn slip_velocity<'g>(between: &Between<'g>, [first, second]: [Rates<'g>; 2], arm: Vector<'g>) -> Vector<'g> {
    let back = between.first.rotation.transposed();
    let velocity = second.v - first.at(between.offset());
    let spin = second.w - first.w;
    Rates { v: back * velocity, w: back * spin }.at(arm)
}
