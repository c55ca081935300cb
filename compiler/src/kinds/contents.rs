//! All expressions of the level of bodies.
//!
//! Invariant: complete; a parameter that occurs in none of them is not used by bodies, joints and forces.

use super::multibody::{Force, Joint, Mount, Multibody};
use crate::symbolic::Node;

impl Multibody {
    /// Every expression, in a fixed order.
    pub fn nodes(&self) -> Vec<Node> {
        let mut nodes: Vec<Node> = self.gravity.to_vec();
        for body in &self.bodies {
            nodes.push(body.mass);
            nodes.extend(body.com);
            nodes.extend(body.inertia.iter().flatten());
            if let Some((first, inertia)) = &body.moments {
                nodes.extend(first);
                nodes.extend(inertia.iter().flatten());
            }
            for shape in &body.shapes {
                nodes.extend(&shape.measures);
                nodes.extend(shape.along);
                nodes.extend(shape.center);
            }
        }
        self.joints.iter().for_each(|joint| joint.nodes(&mut nodes));
        self.forces.iter().for_each(|force| force.nodes(&mut nodes));
        // Those in outputs and in `initial` are known by attributes of their origins and axes; a viewer draws all of them.
        self.frames.iter().for_each(|frame| frame.mount.nodes(&mut nodes));
        nodes.extend(self.checks.iter().chain(&self.cautions).map(|check| check.value));
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
        self.kind.clone().each(&mut |node| nodes.push(*node));
    }
}

impl Force {
    /// Adds all its expressions.
    pub fn nodes(&self, nodes: &mut Vec<Node>) {
        nodes.extend(self.weight);
        self.kind.clone().each(&mut |node| nodes.push(*node));
    }
}
