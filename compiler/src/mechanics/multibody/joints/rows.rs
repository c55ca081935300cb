//! The equations of joints, each with its derivative along the motion of `second`.
//!
//! With d = p₂ − p₁, columns of R₁, R₂ as axes, n₁ = R₁n and b₂ = R₂b:
//! ```text
//! point        d = 0                                       δr = e·δp
//! slide        b₁·d = 0                                    δr = b₁·δp
//! axis         n₁·b₂ = 0                                   δr = (b₂ × n₁)·δθ
//! orientation  axial(R₁ᵀR₂)/2 = 0   (false branch: 180°)   from δR = [δθ]× R
//! rod          (d·d − L²)/(2L) = 0                         δr = d·δp/L
//! ```

use super::super::vectors::{apply, cross, dot, neg, norm, scale, sub, transposed, unit, zero};
use super::super::{Equation, Pose, Twist};
use super::{angle_of, half, perpendiculars, plus};
use crate::model::{JointKind, Matrix3, Vector3};
use crate::symbolic::{Constant, Graph, Node};

/// An equation and its derivative along the velocity of the origin of `second` and its angular velocity.
pub(super) struct Row {
    pub equation: Equation,
    pub force: Vector3,
    pub torque: Vector3,
}

const DIRECTIONS: [&str; 3] = ["x", "y", "z"];

struct Between<'a> {
    first: &'a Pose,
    second: &'a Pose,
    /// p₂ − p₁.
    d: Vector3,
    planar: bool,
}

pub(super) fn rows(
    kind: &JointKind,
    planar: bool,
    graph: &mut Graph,
    first: &Pose,
    second: &Pose,
    twists: Option<(&Twist, &Twist)>,
) -> Vec<Row> {
    let d = sub(graph, &second.position, &first.position);
    let of = Between { first, second, d, planar };
    match kind {
        JointKind::Revolute { axis } if planar => {
            let _ = axis;
            of.point(graph)
        }
        JointKind::Revolute { axis } => {
            let mut rows = of.point(graph);
            rows.extend(of.axis(graph, axis));
            rows
        }
        JointKind::Prismatic { axis } => {
            let mut rows = of.slide(graph, axis);
            rows.extend(of.orientation(graph));
            rows
        }
        JointKind::Cylindrical { axis } => {
            let mut rows = of.slide(graph, axis);
            rows.extend(of.axis(graph, axis));
            rows
        }
        JointKind::Spherical { .. } => of.point(graph),
        JointKind::Universal { axes } => {
            let mut rows = of.point(graph);
            rows.push(of.perpendicular(graph, "cross", &axes[0], &axes[1]));
            rows
        }
        JointKind::Planar { axes } => {
            let mut rows = vec![of.along(graph, "plane", &axes[2])];
            rows.extend(of.axis(graph, &axes[2]));
            rows
        }
        JointKind::Screw { axis, pitch } => {
            let mut rows = of.slide(graph, axis);
            rows.extend(of.axis(graph, axis));
            let mut lead = of.along(graph, "lead", axis);
            let angle = of.angle(graph, axis);
            let length = graph.mul(*pitch, angle);
            lead.equation.residual = graph.sub(lead.equation.residual, length);
            let turned = scale(graph, *pitch, &lead.force);
            lead.torque = neg(graph, &turned);
            rows.push(lead);
            rows
        }
        JointKind::Fixed => {
            let mut rows = of.point(graph);
            rows.extend(of.orientation(graph));
            rows
        }
        JointKind::Free { .. } | JointKind::Point | JointKind::Gear { .. } | JointKind::RackPinion { .. } => {
            Vec::new()
        }
        JointKind::Rod { length } => vec![of.rod(graph, *length)],
        JointKind::PointOnLine { axis } => of.slide(graph, axis),
        JointKind::PointOnPlane { normal } => vec![of.along(graph, "plane", normal)],
        JointKind::Rolling { normal, axis, radius } => {
            of.rolling(graph, normal, axis.as_ref(), *radius, twists)
        }
    }
}

fn holonomic(label: &'static str, residual: Node, unit: &'static str) -> Equation {
    Equation { label, residual, holonomic: true, unit }
}

impl Between<'_> {
    fn point(&self, graph: &mut Graph) -> Vec<Row> {
        let count = if self.planar { 2 } else { 3 };
        (0..count)
            .map(|k| Row {
                equation: holonomic(DIRECTIONS[k], self.d[k], "m"),
                force: unit(graph, k),
                torque: zero(graph),
            })
            .collect()
    }

    /// The component of d along a direction of `first`.
    fn along(&self, graph: &mut Graph, label: &'static str, n: &Vector3) -> Row {
        let n1 = apply(graph, &self.first.rotation, n);
        let residual = dot(graph, &n1, &self.d);
        Row { equation: holonomic(label, residual, "m"), force: n1, torque: zero(graph) }
    }

    fn slide(&self, graph: &mut Graph, axis: &Vector3) -> Vec<Row> {
        if self.planar {
            let z = unit(graph, 2);
            let b = cross(graph, &z, axis);
            return vec![self.along(graph, "across", &b)];
        }
        let (b, c) = perpendiculars(graph, axis);
        vec![self.along(graph, "across_1", &b), self.along(graph, "across_2", &c)]
    }

    fn perpendicular(&self, graph: &mut Graph, label: &'static str, n: &Vector3, b: &Vector3) -> Row {
        let n1 = apply(graph, &self.first.rotation, n);
        let b2 = apply(graph, &self.second.rotation, b);
        let residual = dot(graph, &n1, &b2);
        Row { equation: holonomic(label, residual, ""), force: zero(graph), torque: cross(graph, &b2, &n1) }
    }

    fn axis(&self, graph: &mut Graph, axis: &Vector3) -> Vec<Row> {
        let (b, c) = perpendiculars(graph, axis);
        vec![self.perpendicular(graph, "tilt_1", axis, &b), self.perpendicular(graph, "tilt_2", axis, &c)]
    }

    /// R₁ᵀR₂.
    fn relative(&self, graph: &mut Graph) -> Matrix3 {
        super::super::vectors::multiply(graph, &transposed(&self.first.rotation), &self.second.rotation)
    }

    fn orientation(&self, graph: &mut Graph) -> Vec<Row> {
        let r = self.relative(graph);
        let components: &[usize] = if self.planar { &[2] } else { &[0, 1, 2] };
        const LABELS: [&str; 3] = ["turn_x", "turn_y", "turn_z"];
        components
            .iter()
            .map(|&k| {
                let (i, j) = ((k + 1) % 3, (k + 2) % 3);
                // In the plane R_21 = −R_12: half of the difference is the entry itself.
                let residual = if self.planar {
                    r[1][0]
                } else {
                    let difference = graph.sub(r[j][i], r[i][j]);
                    half(graph, difference)
                };
                // δR = [δθ]× R in the axes of `first`: ∂R_ab/∂θ_l = ε_alm R_mb… written out:
                let torque: Vector3 = core::array::from_fn(|l| {
                    if self.planar {
                        return if l == 2 { r[0][0] } else { graph.zero() };
                    }
                    let e = unit(graph, l);
                    let column = |graph: &mut Graph, b: usize| {
                        let of = [r[0][b], r[1][b], r[2][b]];
                        cross(graph, &e, &of)
                    };
                    let (at_i, at_j) = (column(graph, i), column(graph, j));
                    let difference = graph.sub(at_i[j], at_j[i]);
                    half(graph, difference)
                });
                let torque = apply(graph, &self.first.rotation, &torque);
                Row { equation: holonomic(LABELS[k], residual, ""), force: zero(graph), torque }
            })
            .collect()
    }

    fn angle(&self, graph: &mut Graph, axis: &Vector3) -> Node {
        let (b, c) = perpendiculars(graph, axis);
        let b1 = apply(graph, &self.first.rotation, &b);
        let c1 = apply(graph, &self.first.rotation, &c);
        let b2 = apply(graph, &self.second.rotation, &b);
        let (x, y) = (dot(graph, &b1, &b2), dot(graph, &c1, &b2));
        angle_of(graph, y, x)
    }

    fn rod(&self, graph: &mut Graph, length: Node) -> Row {
        let (square, given) = (dot(graph, &self.d, &self.d), graph.mul(length, length));
        let reciprocal = graph.powi(length, -1);
        let scaled = graph.scale(Constant::ratio(1, 2), reciprocal);
        let excess = graph.sub(square, given);
        let residual = graph.mul(scaled, excess);
        let force = scale(graph, reciprocal, &self.d);
        Row { equation: holonomic("length", residual, "m"), force, torque: zero(graph) }
    }

    /// Contact at c = p₂ + radius·u, u the direction to the plane (in the plane of the disk):
    /// n·d = radius·|n − (n·a)a|, and no slip of the material points there along two directions.
    fn rolling(
        &self,
        graph: &mut Graph,
        normal: &Vector3,
        axis: Option<&Vector3>,
        radius: Node,
        twists: Option<(&Twist, &Twist)>,
    ) -> Vec<Row> {
        let n = apply(graph, &self.first.rotation, normal);
        let mut height = self.along(graph, "contact", normal);
        let (reach, down) = match axis.filter(|_| !self.planar) {
            None => (radius, neg(graph, &n)),
            Some(axis) => {
                let a = apply(graph, &self.second.rotation, axis);
                let tilt = dot(graph, &n, &a);
                let along = scale(graph, tilt, &a);
                let inside = sub(graph, &n, &along);
                let size = norm(graph, &inside);
                let reciprocal = graph.powi(size, -1);
                let up = scale(graph, reciprocal, &inside);
                (graph.mul(radius, size), neg(graph, &up))
            }
        };
        height.equation.residual = graph.sub(height.equation.residual, reach);
        let arm = scale(graph, radius, &down);
        height.torque = cross(graph, &arm, &n);
        let mut rows = vec![height];
        let directions: Vec<(&'static str, Vector3)> = if self.planar {
            let z = unit(graph, 2);
            vec![("slip", cross(graph, normal, &z))]
        } else {
            let (b, c) = perpendiculars(graph, normal);
            vec![("slip_1", b), ("slip_2", c)]
        };
        let contact = plus(graph, &self.second.position, &arm);
        for (label, direction) in directions {
            let t = apply(graph, &self.first.rotation, &direction);
            let residual = match twists {
                None => graph.zero(),
                Some((of_first, of_second)) => {
                    let own =
                        super::super::motion_state::velocity_of(graph, self.second, of_second, &contact);
                    let ground =
                        super::super::motion_state::velocity_of(graph, self.first, of_first, &contact);
                    let slip = sub(graph, &own, &ground);
                    dot(graph, &t, &slip)
                }
            };
            let torque = cross(graph, &arm, &t);
            let equation = Equation { label, residual, holonomic: false, unit: "m/s" };
            rows.push(Row { equation, force: t, torque });
        }
        rows
    }
}
