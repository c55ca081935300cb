//! Forces and torques of joints and forces, as outputs for a viewer.
//!
//! Invariant: the outputs of the description come first; the added ones could be declared in the description.

use super::picture::motion_along;
use crate::kinds::forces::Drawn;
use crate::mechanics::{Drawing, Formulated};
use crate::model::{Attribute, Exertion, JointId, Multibody, Output, Quantity};
use proc_macro2::Span;

/// Numbers of outputs.
pub(super) struct Requested {
    /// The number of outputs of the description.
    pub own: usize,
    /// For each joint the output with the first component of its force.
    pub joints: Vec<Option<usize>>,
    /// For each force the first output with its effect.
    pub forces: Vec<Option<usize>>,
}

/// Adds the forces and torques of joints and forces to the outputs, where they are drawn.
pub(super) fn add_requested(
    formulated: &mut Formulated<'_>,
    multibody: &mut Multibody,
    drawing: Drawing,
) -> Requested {
    let mut requested = Requested { own: formulated.outputs.len(), joints: Vec::new(), forces: Vec::new() };
    if drawing != Drawing::Reactions {
        return requested;
    }
    let (planar, mut added) = (multibody.planar, Vec::new());
    let (count, most) = if planar { (2, 3) } else { (3, 6) };
    let letters = &["x", "y", "z"][..count];
    for (number, joint) in multibody.joints.iter().enumerate() {
        let reacts = joint.kind.coupling().is_none() && joint.kind.freedoms(planar) < most;
        requested.joints.push(reacts.then_some(requested.own + added.len()));
        for (k, letter) in letters.iter().enumerate().filter(|_| reacts) {
            let quantity = Quantity::ReactionForce(JointId(number), k);
            added.push((format!("{}.force.{letter}", joint.name), "N", joint.span, quantity));
        }
    }
    for force in &multibody.forces {
        let first = requested.own + added.len();
        let mut request = |name: String, unit, exertion| {
            added.push((name, unit, force.span, Quantity::Exerted(force.name.clone(), exertion)));
        };
        match force.kind.drawn() {
            Drawn::Nothing => {}
            Drawn::Along(joint, coordinate) => {
                let names = multibody.joints[joint.0].kind.coordinates(planar);
                let turns = names.get(coordinate).is_some_and(|(_, angle)| *angle);
                let (word, unit) = if turns { ("torque", "N*m") } else { ("force", "N") };
                if motion_along(&mut formulated.graph, multibody, joint, coordinate).is_some() {
                    request(format!("{}.{word}", force.name), unit, Exertion::Effort(coordinate));
                }
            }
            drawn @ (Drawn::At { .. } | Drawn::Touch { .. }) => {
                let (pushes, turns) = match drawn {
                    Drawn::At { force, torque, .. } => (force, torque),
                    _ => (true, false),
                };
                for (k, letter) in letters.iter().enumerate().filter(|_| pushes) {
                    request(format!("{}.force.{letter}", force.name), "N", Exertion::Force(k));
                }
                match (turns, planar) {
                    (false, _) => {}
                    (true, true) => request(format!("{}.torque", force.name), "N*m", Exertion::Torque(2)),
                    (true, false) => {
                        for (k, letter) in letters.iter().enumerate() {
                            request(format!("{}.torque.{letter}", force.name), "N*m", Exertion::Torque(k));
                        }
                    }
                }
            }
        }
        requested.forces.push((requested.own + added.len() > first).then_some(first));
    }
    for (name, unit, span, quantity) in added {
        add(formulated, multibody, (name, unit, span), quantity);
    }
    requested
}

/// An attribute, and an output of it.
fn add(
    formulated: &mut Formulated<'_>,
    multibody: &mut Multibody,
    (name, unit, span): (String, &str, Span),
    quantity: Quantity,
) {
    // A name with a blank cannot occur in a description.
    let symbol = formulated.graph.symbol(&format!("drawn {name}"));
    multibody.attributes.push(Attribute { symbol, name: name.as_str().into(), quantity, order: 0 });
    let value = formulated.graph.node(symbol);
    formulated.outputs.push(Output { name, span, unit: unit.to_owned(), docs: Vec::new(), value });
}
