//! Which bodies are connected.
//!
//! Invariant: every body is joined to the ground, directly or through others; forces and couplings of
//! coordinates join nothing.

use crate::diagnostics::Diagnostic;
use crate::model::{BodyId, Carrier};
use crate::resolve::resolver::Resolver;

impl<'d> Resolver<'d> {
    /// Reports bodies that no joint connects to the ground.
    pub fn connections(&mut self) {
        if self.incomplete || self.failed() {
            return;
        }
        // A forest: each node refers to one with a smaller or equal index in its component; 0 is the ground.
        let mut component: Vec<usize> = (0..=self.parts.bodies.len()).collect();
        let node = |carrier: Carrier| match carrier {
            Carrier::Ground => 0,
            Carrier::Body(BodyId(number)) => number + 1,
        };
        for number in 0..self.parts.joints.len() {
            let Some(joint) = self.parts.joint(crate::model::JointId(number)) else { return };
            if joint.kind.coupling().is_some() {
                continue;
            }
            let a = smallest(&mut component, node(joint.first.carrier));
            let b = smallest(&mut component, node(joint.second.carrier));
            component[a.max(b)] = a.min(b);
        }
        // Nodes with smaller indices refer to their roots already.
        for member in 0..component.len() {
            component[member] = component[component[member]];
        }
        for first in 1..component.len() {
            if component[first] != first {
                continue;
            }
            let members: Vec<&str> = (1..component.len())
                .filter(|&member| component[member] == first)
                .map(|member| self.parts.bodies[member - 1].name.as_str())
                .collect();
            let name = members[0].to_owned();
            let message = match members.len() {
                1 => format!("body `{name}` is not connected"),
                _ => format!("bodies `{}` are not connected to the ground", members.join("`, `")),
            };
            let help = format!("if it moves freely, write `joint … = free(ground, {name});`");
            let place = self.parts.bodies[first - 1].place;
            self.report::<()>(
                Diagnostic::error(place, message).label("no joints connect it to the ground").help(help),
            );
        }
    }
}

/// The smallest member of a component, the root of its tree; halves the path to it.
fn smallest(component: &mut [usize], mut member: usize) -> usize {
    while component[member] != member {
        component[member] = component[component[member]];
        member = component[member];
    }
    member
}
