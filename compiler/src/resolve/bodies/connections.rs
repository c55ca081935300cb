//! Which bodies are connected.
//!
//! Invariant: every body is joined to the ground, directly or through others; forces and couplings of
//! coordinates join nothing.

use super::messages;
use crate::model::{BodyId, Carrier};
use crate::resolve::resolver::Resolver;
use linkwork_numerics::Components;

impl<'d> Resolver<'d> {
    /// Reports bodies that no joint connects to the ground.
    pub fn connections(&mut self) {
        if self.incomplete || self.failed() {
            return;
        }
        // 0 is the ground.
        let mut components = Components::new(1 + self.parts.bodies.len());
        let node = |carrier: Carrier| match carrier {
            Carrier::Ground => 0,
            Carrier::Body(BodyId(number)) => number + 1,
        };
        for number in 0..self.parts.joints.len() {
            let Some(joint) = self.parts.joint(crate::model::JointId(number)) else { return };
            if joint.kind.coupling().is_some() {
                continue;
            }
            components.join(node(joint.first.carrier), node(joint.second.carrier));
        }
        let component: Vec<usize> =
            (0..=self.parts.bodies.len()).map(|member| components.smallest(member)).collect();
        for first in 1..component.len() {
            if component[first] != first {
                continue;
            }
            let members: Vec<&str> = (1..component.len())
                .filter(|&member| component[member] == first)
                .map(|member| self.parts.bodies[member - 1].name.as_str())
                .collect();
            let mistake = messages::not_connected(self.parts.bodies[first - 1].place, &members);
            self.report::<()>(mistake);
        }
    }
}
