//! Limits of joints, as ranges that the report of a run checks.

use super::attributes::Scene;
use crate::model::{Joint, JointId, Quantity, Range};
use crate::symbolic::{Graph, Node};

/// The coordinates of joints that have limits.
pub fn ranges(graph: &mut Graph, scene: &Scene<'_>) -> Vec<Range> {
    let joints = scene.multibody.joints.iter().enumerate();
    let with_limits = joints.filter(|(_, joint)| joint.along.limits.is_some());
    let ranges = with_limits.filter_map(|(number, joint)| {
        let value = scene.quantity(graph, &Quantity::Joint(JointId(number), 0), 0);
        limited(joint, scene.multibody.planar, value)
    });
    ranges.collect()
}

/// The coordinate of a joint with its limits, if it has any.
pub fn limited(joint: &Joint, planar: bool, value: Node) -> Option<Range> {
    let limits = joint.along.limits?;
    let (word, angle) = joint.kind.coordinates(planar)[0].clone();
    let unit = if angle { "rad" } else { "m" }.to_owned();
    Some(Range { name: format!("{}.{word}", joint.name), span: joint.span, unit, value, limits })
}
