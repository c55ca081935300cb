//! Bodies, joints and forces → what a viewer draws of them ([`Picture`]).

use super::attributes::{Scene, origin};
use crate::kinds::Motion;
use crate::mechanics::Formulated;
use crate::mechanics::picture::number;
use crate::mechanics::{Drawing, Picture, PicturedJoint, PicturedLine, PicturedShape};
use crate::model::{Attribute, BodyId, Carrier, Joint, JointId, Mount, Multibody, Output, Quantity};
use crate::symbolic::{Graph, Node};

/// Adds the forces that joints exert to the outputs, where they are drawn: of each joint the output that is the first
/// component of its force.
pub(super) fn ask(
    formulated: &mut Formulated<'_>,
    multibody: &mut Multibody,
    drawing: Drawing,
) -> Vec<Option<usize>> {
    let mut reactions = Vec::new();
    if drawing != Drawing::Reactions {
        return reactions;
    }
    let (count, most) = if multibody.planar { (2, 3) } else { (3, 6) };
    for (number, joint) in multibody.joints.iter().enumerate() {
        let reacts = joint.kind.coupling().is_none() && joint.kind.freedoms(multibody.planar) < most;
        reactions.push(reacts.then_some(formulated.outputs.len()));
        for (k, letter) in ["x", "y", "z"].iter().enumerate().take(if reacts { count } else { 0 }) {
            let name = format!("{}.force.{letter}", joint.name);
            // Names with blanks are none of the user's.
            let symbol = formulated.graph.symbol(&format!("drawn {name}"));
            let quantity = Quantity::ReactionForce(JointId(number), k);
            multibody.attributes.push(Attribute { symbol, name: name.clone(), quantity, order: 0 });
            let value = formulated.graph.node(symbol);
            formulated.outputs.push(Output {
                name,
                span: joint.span,
                unit: "N".to_owned(),
                docs: Vec::new(),
                value,
            });
        }
    }
    reactions
}

/// Everything that is drawn.
pub(super) fn picture(graph: &mut Graph, scene: &Scene<'_>, reactions: &[Option<usize>]) -> Picture {
    let mut picture = Picture::default();
    let multibody = scene.multibody;
    for body in 0..multibody.bodies.len() {
        let at = origin(graph, Carrier::Body(BodyId(body)));
        let pose = scene.motion.pose(graph, &scene.tree, &at);
        picture.poses.extend(pose.position);
        picture.poses.extend(pose.rotation.iter().flatten());
    }
    for body in &multibody.bodies {
        picture.geometry.extend(body.com);
    }
    for (body, of) in multibody.bodies.iter().enumerate() {
        for shape in &of.shapes {
            picture.geometry.extend(shape.center);
            match &shape.sides {
                Some(sides) => picture.geometry.extend(sides.iter().flatten()),
                None => picture.geometry.extend(shape.along),
            }
            picture.geometry.extend(&shape.measures);
            picture.shapes.push(PicturedShape { body, kind: shape.kind, measures: shape.measures.len() });
        }
    }
    for (number, joint) in multibody.joints.iter().enumerate() {
        if joint.kind.coupling().is_some() {
            continue;
        }
        [&joint.first, &joint.second].into_iter().for_each(|end| mount(end, &mut picture.geometry));
        let (mut pictured, axes) = drawn(graph, joint, multibody.planar);
        pictured.reaction = reactions.get(number).copied().flatten();
        picture.geometry.extend(axes);
        picture.joints.push(pictured);
    }
    for force in &multibody.forces {
        let Some(ends) = force.kind.line() else { continue };
        picture.geometry.extend(ends.iter().flat_map(|end| end.position));
        let ends = [0, 1].map(|end| number(ends[end].carrier));
        picture.lines.push(PicturedLine { name: force.name.clone(), ends });
    }
    picture
}

/// Position and axes.
fn mount(mount: &Mount, into: &mut Vec<Node>) {
    into.extend(mount.position);
    into.extend(mount.rotation.iter().flatten());
}

/// A joint, and the axes of its motions.
fn drawn(graph: &mut Graph, joint: &Joint, planar: bool) -> (PicturedJoint, Vec<Node>) {
    let all = joint.kind.motions(graph, planar).unwrap_or_default();
    let (mut motions, mut axes) = (Vec::new(), Vec::new());
    for motion in &all {
        let (turns, axis) = match motion {
            Motion::Rotation { axis } | Motion::Screw { axis, .. } => (true, axis),
            Motion::Translation { axis } => (false, axis),
            Motion::Quaternion => continue,
        };
        motions.push(turns);
        axes.extend(*axis);
    }
    let pictured = PicturedJoint {
        name: joint.name.clone(),
        ends: [number(joint.first.carrier), number(joint.second.carrier)],
        motions,
        turns_freely: all.iter().any(|motion| matches!(motion, Motion::Quaternion)),
        fixed: joint.kind.freedoms(planar) == 0,
        reaction: None,
    };
    (pictured, axes)
}
