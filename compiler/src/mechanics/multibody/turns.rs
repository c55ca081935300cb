//! Angles that are read off poses count their turns.
//!
//! A joint that carries no coordinates has its angle θ_m from the sine and the cosine between two poses, which
//! determine it up to whole turns. Where the value is used (by a spring, a gear, a constraint, an output …),
//! an additional coordinate c stores it,
//!
//! ```text
//! θ = c + dev(θ_m, c),   dev ∈ (−π, π]                                                             (1)
//! c ← θ   wherever the configuration moves                                                         (2)
//! ```
//!
//! so that θ is right for any number of turns as long as the angle moves by less than half a turn at once. c has
//! no velocity: the derivatives of θ are those of θ_m. It begins with what `initial` gives, else in (−π, π] or where
//! assembly has turned it.
//!
//! Invariant: coordinates that count turns follow all others.

use super::attributes::Scene;
use super::effects::expressions;
use super::joints;
use crate::mechanics::Formulated;
use crate::model::{Coordinate, Coupling, Dynamics, JointId, Quantity};
use crate::symbolic::{Graph, Node, SymbolSet};
use std::collections::BTreeSet;

impl Scene<'_> {
    /// Whether a joint's coordinate is an angle that poses determine up to whole turns.
    pub fn is_ambiguous_by_turns(&self, joint: JointId, k: usize) -> bool {
        let kind = &self.multibody.joints[joint.0].kind;
        let planar = self.multibody.planar;
        !kind.angle_is_unique(planar, k)
            && !self.carries(joint, k)
            && kind.coordinates(planar).get(k).is_some_and(|(_, angle)| *angle)
    }

    /// A coordinate of a joint minus a value; for an angle that is read off poses, the difference in (−π, π].
    pub fn deviation(&self, graph: &mut Graph, joint: JointId, k: usize, value: Node) -> Node {
        if !self.is_ambiguous_by_turns(joint, k) {
            let coordinate = self.quantity(graph, &Quantity::Joint(joint, k), 0);
            return graph.sub(coordinate, value);
        }
        let description = &self.multibody.joints[joint.0];
        let (first, second) = self.ends(graph, &description.first, &description.second);
        let ends = (&first, &second);
        joints::drive(&description.kind, self.multibody.planar, graph, ends, k, value).residual
    }
}

/// Declares (1) for every angle whose value is used.
pub fn count(formulated: &mut Formulated<'_>, scene: &mut Scene<'_>) {
    for (joint, k) in requested(formulated, scene) {
        if !scene.is_ambiguous_by_turns(joint, k) {
            continue;
        }
        let description = &scene.multibody.joints[joint.0];
        let names = description.kind.coordinates(scene.multibody.planar);
        let name = format!("{}.{}", description.name, names[k].0);
        // The name itself is the symbol of the attribute.
        let position = formulated.graph.symbol(&format!("turns({name})"));
        let remembered = formulated.graph.node(position);
        let deviation = scene.deviation(&mut formulated.graph, joint, k, remembered);
        let angle = formulated.graph.add(remembered, deviation);
        scene.turns.insert((joint, k), (formulated.coordinates.len(), angle));
        formulated.turns.push(angle);
        let reference = formulated.graph.zero();
        let (span, unit) = (description.span, "rad".to_owned());
        formulated.coordinates.push(Coordinate { name, span, position, unit, docs: Vec::new(), reference });
    }
}

/// The coordinates of joints in the description, except in `initial`.
fn requested(formulated: &Formulated<'_>, scene: &Scene<'_>) -> BTreeSet<(JointId, usize)> {
    let multibody = scene.multibody;
    let mut nodes: Vec<Node> = expressions(multibody).collect();
    nodes.extend(formulated.constraints.iter().map(|constraint| constraint.residual));
    nodes.extend(formulated.states.iter().map(|state| state.rate));
    nodes.extend(formulated.outputs.iter().map(|output| output.value));
    nodes.extend(formulated.ranges.iter().map(|range| range.value));
    if let Dynamics::Energies { kinetic, potential, dissipation, generalized, .. } = &formulated.dynamics {
        nodes.extend([kinetic, potential, dissipation]);
        nodes.extend(generalized.iter().map(|(_, force)| force));
    }
    let symbols: SymbolSet = nodes.into_iter().flat_map(|node| formulated.graph.symbols(node)).collect();
    let mut requested = BTreeSet::new();
    for attribute in multibody.attributes.iter().filter(|attribute| attribute.order == 0) {
        if let Quantity::Joint(joint, k) = attribute.quantity
            && symbols.contains(attribute.symbol)
        {
            requested.insert((joint, k));
        }
    }
    for force in &multibody.forces {
        requested.extend(force.kind.needs_coordinate());
    }
    requested.extend(scene.slips.iter().filter_map(|slip| slip.follows));
    let limited = multibody.joints.iter().enumerate().filter(|(_, joint)| joint.along.limits.is_some());
    requested.extend(limited.map(|(number, _)| (JointId(number), 0)));
    for Coupling { driver, driven, .. } in multibody.joints.iter().filter_map(|joint| joint.kind.coupling()) {
        requested.extend([driver, driven]);
    }
    requested
}
