//! Rolling without slip: a disk or a sphere of radius r, its centre at the origin of `second`, on the plane
//! through the origin of `first` with normal n.
//!
//! From the centre the point of contact is, for a sphere and for a disk with axis w = Q a seen from `first`,
//!
//! ```text
//! sphere  c = −r n      disk  c = −r (n − s w)/√(1 − s²),  s = n · w                               (1)
//! ```
//!
//! (the point of the rim that is lowest: n − s w is n made normal to the axis). It lies in the plane, and
//! the points of both bodies there have the same velocity:
//!
//! ```text
//! n · d + n · c = 0            n · c = −r (sphere), −r √(1 − s²) (disk)                            (2)
//! u · k = v · k = 0            k = R₁ᵀ (v₂ − v₁ − ω₁ × (p₂ − p₁)) + R₁ᵀ(ω₂ − ω₁) × c               (3)
//! ```
//!
//! with u, v, n right-handed and orthonormal. (2) is holonomic: along n, k is its rate, because the lowest
//! point of a rim moves along the plane as seen from the disk. (3) is nonholonomic. Three equations, which
//! leave three velocities. In the plane (2) and one slip, along n × e_z, leave one; that slip is the rate of
//! displacement + r·angle and could be integrated, which is left undone so that the wheel needs no angle
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
use super::row::{Row, velocity_at};
use super::word::{CUT, InPlane, Word, of_arguments};
use crate::symbolic::vectors::{apply_transposed, cross, dot, neg, scale, sub, unit};
use crate::kinds::{Equation, Twist};
use crate::kinds::multibody::Vector3;
use crate::kinds::argument::{may, positive};
use crate::kinds::quantities::Quantity;
use crate::kinds::{Arguments, Declared, Given, Reader, fields};
use crate::symbolic::{Graph, Node};
use crate::units::Dimension;

fields! {
    /// A disk (its axis fixed in the mount `second`, which is at its centre) or a sphere (`axis: None`) of that radius rolls
    /// without slip on the plane through the origin of `first` with that normal.
    pub struct Rolling {}
    arguments {
        /// Normal of the plane, in the axes of `first`.
        pub normal: Vector3 = may(normal),
        /// Axis of the disk, in the axes of `second`.
        pub axis: Option<Vector3> = may(axis),
        /// Radius.
        pub radius: Node = positive(Quantity::LENGTH),
    }
}

/// `rolling(plane, body, radius: …)`
pub(super) const WORDS: &[Word] = &[Word::between("rolling", &[Rolling::ARGUMENTS, CUT], of_arguments::<Rolling>)
    .in_plane(InPlane::Without("axis"))
    .row("| `rolling(plane, body)` | `radius:`, `normal:` (z, in the plane y), `axis:` of a disk, none for a sphere | no slip |")];

/// z, in the plane y.
fn normal<'d>(
    reader: &mut dyn Reader<'d>,
    arguments: &Arguments<'d>,
    declared: &Declared,
    _: &[Dimension],
) -> Option<Vector3> {
    if arguments.get(declared.name).is_some() {
        return reader.direction(arguments, declared.name);
    }
    let up = if reader.is_planar() { 1 } else { 2 };
    Some(unit(reader.graph(), up))
}

/// None of a sphere; z in the plane.
fn axis<'d>(
    reader: &mut dyn Reader<'d>,
    arguments: &Arguments<'d>,
    declared: &Declared,
    _: &[Dimension],
) -> Option<Option<Vector3>> {
    if arguments.get(declared.name).is_some() {
        return Some(Some(reader.direction(arguments, declared.name)?));
    }
    Some(reader.is_planar().then(|| unit(reader.graph(), 2)))
}

impl JointLaw for Rolling {
    fn nodes(&self, nodes: &mut Vec<Node>) {
        nodes.extend(self.normal.iter().chain(self.axis.iter().flatten()).chain([&self.radius]));
    }

    fn freedoms(&self, planar: bool) -> usize {
        if planar { 1 } else { 3 }
    }

    /// Equation (2).
    fn rows(&self, graph: &mut Graph, between: &Between<'_>, planar: bool) -> Vec<Row> {
        self.rows(graph, between, planar, None)
    }

    fn needs_twists(&self) -> bool {
        true
    }

    /// Equations (2) and (3).
    fn moving_rows(
        &self,
        graph: &mut Graph,
        between: &Between<'_>,
        planar: bool,
        twists: (&Twist, &Twist),
    ) -> Vec<Row> {
        self.rows(graph, between, planar, Some(twists))
    }

    /// A wheel rather rises than falls over to reach the ground.
    fn length(&self) -> Option<Node> {
        Some(self.radius)
    }
}

impl Rolling {
    /// Equations (2) and (3); without twists (2) alone.
    fn rows(
        &self,
        graph: &mut Graph,
        between: &Between<'_>,
        planar: bool,
        twists: Option<(&Twist, &Twist)>,
    ) -> Vec<Row> {
        let (arm, height) = self.contact(graph, between, planar);
        let distance = between.along(graph, &self.normal);
        let residual = graph.sub(distance, height);
        let equation = Equation::position("contact", residual);
        let mut rows = vec![self.row(graph, equation, &arm, &self.normal)];
        if let Some((first, second)) = twists {
            let slip = slip_velocity(graph, between, first, second, &arm);
            for (label, direction) in self.directions(graph, planar) {
                let residual = dot(graph, &direction, &slip);
                let equation = Equation { label, residual, holonomic: false, unit: "m/s", cosine: None };
                rows.push(self.row(graph, equation, &arm, &direction));
            }
        }
        rows
    }

    /// A force along a direction at the point of contact.
    fn row(&self, graph: &mut Graph, equation: Equation, arm: &Vector3, direction: &Vector3) -> Row {
        Row { equation, force: *direction, torque: cross(graph, arm, direction) }
    }

    /// c and −n · c: equation (1).
    fn contact(&self, graph: &mut Graph, between: &Between<'_>, planar: bool) -> (Vector3, Node) {
        let down = neg(graph, &self.normal);
        let Some(axis) = self.axis.as_ref().filter(|_| !planar) else {
            return (scale(graph, self.radius, &down), self.radius);
        };
        let w = between.seen(graph, axis);
        let s = dot(graph, &self.normal, &w);
        let (one, square) = (graph.one(), graph.mul(s, s));
        let rest = graph.sub(one, square);
        let root = graph.sqrt(rest);
        let lean = scale(graph, s, &w);
        let towards = sub(graph, &lean, &self.normal);
        let ratio = graph.div(self.radius, root);
        (scale(graph, ratio, &towards), graph.mul(self.radius, root))
    }

    /// The directions of slip.
    fn directions(&self, graph: &mut Graph, planar: bool) -> Vec<(&'static str, Vector3)> {
        if planar {
            let z = unit(graph, 2);
            return vec![("slip", cross(graph, &self.normal, &z))];
        }
        let [u, v] = perpendiculars(graph, &self.normal);
        vec![("slip_1", u), ("slip_2", v)]
    }
}

/// k of equation (3).
fn slip_velocity(
    graph: &mut Graph,
    between: &Between<'_>,
    first: &Twist,
    second: &Twist,
    arm: &Vector3,
) -> Vector3 {
    let offset = between.offset(graph);
    let carried = velocity_at(graph, &first.velocity, &first.angular_velocity, &offset);
    let velocity = sub(graph, &second.velocity, &carried);
    let spin = sub(graph, &second.angular_velocity, &first.angular_velocity);
    let velocity = apply_transposed(graph, &between.first.rotation, &velocity);
    let spin = apply_transposed(graph, &between.first.rotation, &spin);
    velocity_at(graph, &velocity, &spin, arm)
}
