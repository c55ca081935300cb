//! All expressions of the level of bodies, for what looks at them as a whole.
//!
//! Invariant: complete; a parameter that occurs in none of them is not used by bodies, joints and forces.

use super::{Force, ForceKind, Joint, JointKind, Mount, Multibody};
use crate::symbolic::Node;

impl Multibody {
    /// Every expression, in a fixed order.
    pub fn nodes(&self) -> Vec<Node> {
        let mut nodes: Vec<Node> = self.gravity.to_vec();
        for body in &self.bodies {
            nodes.push(body.mass);
            nodes.extend(body.com);
            nodes.extend(body.inertia.iter().flatten());
            for shape in &body.shapes {
                nodes.extend(&shape.measures);
                nodes.extend(shape.along);
                nodes.extend(shape.center);
            }
        }
        self.joints.iter().for_each(|joint| joint.nodes(&mut nodes));
        self.forces.iter().for_each(|force| force.nodes(&mut nodes));
        nodes.extend(self.checks.iter().map(|check| check.value));
        nodes.extend(self.turned.iter().flat_map(|turned| turned.rotation.iter().flatten()));
        nodes
    }
}

impl Mount {
    fn nodes(&self, nodes: &mut Vec<Node>) {
        nodes.extend(self.position);
        nodes.extend(self.rotation.iter().flatten());
    }
}

impl Joint {
    fn nodes(&self, nodes: &mut Vec<Node>) {
        self.first.nodes(nodes);
        self.second.nodes(nodes);
        nodes.extend(self.along.limits.iter().flatten().chain(&self.along.rotor));
        match &self.kind {
            JointKind::Revolute { axis }
            | JointKind::Prismatic { axis }
            | JointKind::Cylindrical { axis }
            | JointKind::PointOnLine { axis }
            | JointKind::PointOnPlane { normal: axis } => nodes.extend(axis),
            JointKind::Universal { axes } => nodes.extend(axes.iter().flatten()),
            JointKind::Planar { axes } => nodes.extend(axes.iter().flatten()),
            JointKind::Screw { axis, pitch } => nodes.extend(axis.iter().chain([pitch])),
            JointKind::Rod { length } => nodes.push(*length),
            JointKind::Gear { ratio, offset, .. } => nodes.extend([ratio, offset]),
            JointKind::RackPinion { radius, .. } => nodes.push(*radius),
            JointKind::Rolling { normal, axis, radius } => {
                nodes.extend(normal.iter().chain(axis.iter().flatten()).chain([radius]));
            }
            JointKind::Spherical { .. } | JointKind::Fixed | JointKind::Free { .. } | JointKind::Point => {}
        }
    }
}

impl Force {
    fn nodes(&self, nodes: &mut Vec<Node>) {
        match &self.kind {
            ForceKind::Spring { ends, stiffness, damping, length, tension } => {
                ends.iter().for_each(|end| end.nodes(nodes));
                nodes.extend([stiffness, damping, length, tension]);
            }
            ForceKind::TorsionSpring { stiffness, damping, rest, extra, .. } => {
                nodes.extend([stiffness, damping, rest, extra]);
            }
            ForceKind::AtPoint { at, force, .. } => {
                at.nodes(nodes);
                nodes.extend(force);
            }
            ForceKind::OnBody { body, reaction, torque, .. } => {
                body.nodes(nodes);
                reaction.iter().for_each(|mount| mount.nodes(nodes));
                nodes.extend(torque);
            }
            ForceKind::OnJoint { effort, .. } => nodes.push(*effort),
            ForceKind::Friction { coefficient, radius, velocity, sticking, .. } => {
                nodes.extend([coefficient, radius, velocity].into_iter().chain(sticking));
            }
            ForceKind::DryFriction { limit, velocity, sticking, .. } => {
                nodes.extend([limit, velocity].into_iter().chain(sticking));
            }
            ForceKind::Stop { limits, stiffness, dissipation, .. } => {
                nodes.extend(limits.iter().chain([stiffness, dissipation]));
            }
            ForceKind::Bushing { ends, stiffness, damping, torsional_stiffness, torsional_damping } => {
                ends.iter().for_each(|end| end.nodes(nodes));
                let all = [stiffness, damping, torsional_stiffness, torsional_damping];
                nodes.extend(all.into_iter().flatten());
            }
            ForceKind::Contact {
                point,
                plane,
                normal,
                radius,
                stiffness,
                exponent,
                dissipation,
                friction,
                velocity,
                sticking,
            } => {
                nodes.extend(sticking);
                point.nodes(nodes);
                plane.nodes(nodes);
                nodes.extend(normal);
                nodes.extend([radius, stiffness, exponent, dissipation, friction, velocity]);
            }
            ForceKind::Generalized { value, .. } => nodes.push(*value),
        }
    }
}
