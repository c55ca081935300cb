//! Forces → loads and potentials.

use super::vectors::{apply, dot, norm, scale, sub, zero};
use super::{Kinematics, Load};
use crate::model::{Force, ForceKind, Multibody, Vector3};
use crate::symbolic::{Constant, Node};

/// What a force does.
pub struct Effect {
    /// Its loads.
    pub loads: Vec<Load>,
    /// Its potential energies.
    pub potential: Vec<Node>,
}

/// The effect of a force.
pub fn effect(force: &Force, _multibody: &Multibody, kinematics: &mut dyn Kinematics) -> Effect {
    let mut loads = Vec::new();
    let mut potential = Vec::new();
    match &force.kind {
        ForceKind::Spring { ends, stiffness, damping, length, tension } => {
            let (a, b) = (kinematics.pose(&ends[0]), kinematics.pose(&ends[1]));
            let (va, vb) = (kinematics.twist(&ends[0]), kinematics.twist(&ends[1]));
            let graph = kinematics.graph();
            let d = sub(graph, &b.position, &a.position);
            let v = sub(graph, &vb.velocity, &va.velocity);
            let distance = norm(graph, &d);
            let reciprocal = graph.powi(distance, -1);
            let product = dot(graph, &d, &v);
            let rate = graph.mul(product, reciprocal);
            let stretch = graph.sub(distance, *length);
            let elastic = graph.mul(*stiffness, stretch);
            let viscous = graph.mul(*damping, rate);
            let pull = graph.sum(&[elastic, viscous, *tension]);
            let by_distance = graph.mul(pull, reciprocal);
            let on_a = scale(graph, by_distance, &d);
            let on_b = super::vectors::neg(graph, &on_a);
            let square = graph.mul(stretch, stretch);
            let energy = graph.mul(*stiffness, square);
            potential.push(graph.scale(Constant::ratio(1, 2), energy));
            let nothing = zero(graph);
            loads.push(Load::OnMount { at: ends[0].clone(), force: on_a, torque: nothing });
            loads.push(Load::OnMount { at: ends[1].clone(), force: on_b, torque: nothing });
        }
        ForceKind::TorsionSpring { joint, coordinate, stiffness, damping, rest, extra } => {
            let (q, rate) = kinematics.joint_coordinate(*joint, *coordinate);
            let graph = kinematics.graph();
            let turned = graph.sub(q, *rest);
            let elastic = graph.mul(*stiffness, turned);
            let viscous = graph.mul(*damping, rate);
            let opposing = graph.add(elastic, viscous);
            let effort = graph.sub(*extra, opposing);
            let square = graph.mul(turned, turned);
            let energy = graph.mul(*stiffness, square);
            potential.push(graph.scale(Constant::ratio(1, 2), energy));
            loads.push(Load::OnJoint { joint: *joint, coordinate: *coordinate, effort });
        }
        ForceKind::AtPoint { at, force, follow } => {
            let force = turned(kinematics, at, force, *follow);
            let torque = zero(kinematics.graph());
            loads.push(Load::OnMount { at: at.clone(), force, torque });
        }
        ForceKind::OnBody { body, reaction, torque, follow } => {
            let torque = turned(kinematics, body, torque, *follow);
            let graph = kinematics.graph();
            let force = zero(graph);
            let back = super::vectors::neg(graph, &torque);
            loads.push(Load::OnMount { at: body.clone(), force, torque });
            if let Some(reaction) = reaction {
                loads.push(Load::OnMount { at: reaction.clone(), force, torque: back });
            }
        }
        ForceKind::OnJoint { joint, coordinate, effort } => {
            loads.push(Load::OnJoint { joint: *joint, coordinate: *coordinate, effort: *effort });
        }
        ForceKind::Generalized { attribute, value } => {
            let quantity = kinematics.graph().node(*attribute);
            loads.push(Load::OnQuantity { quantity, effort: *value });
        }
        ForceKind::Friction { .. } | ForceKind::Bushing { .. } | ForceKind::Contact { .. } => {}
    }
    Effect { loads, potential }
}

fn turned(
    kinematics: &mut dyn Kinematics,
    at: &crate::model::Mount,
    vector: &Vector3,
    follow: bool,
) -> Vector3 {
    if !follow {
        return *vector;
    }
    let pose = kinematics.pose(at);
    apply(kinematics.graph(), &pose.rotation, vector)
}
