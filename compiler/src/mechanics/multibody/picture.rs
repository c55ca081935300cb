//! Bodies, joints and forces → their [`Picture`] for a viewer.

use super::attributes::{Scene, origin};
use super::picture_outputs::Requested;
use crate::kinds::Motion;
use crate::kinds::forces::Drawn;
use crate::mechanics::picture::number;
use crate::mechanics::{
    Acting, Picture, PicturedForce, PicturedFrame, PicturedJoint, PicturedLine, PicturedShape,
};
use crate::model::{BodyId, Carrier, Force, Joint, JointId, Mount, Multibody};
use crate::symbolic::{Graph, Node, vectors};

/// Everything that is drawn.
pub(super) fn picture(graph: &mut Graph, scene: &Scene<'_>, requested: &Requested) -> Picture {
    let mut picture = Picture { own_outputs: requested.own, ..Picture::default() };
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
        pictured.reaction = requested.joints.get(number).copied().flatten();
        picture.geometry.extend(axes);
        picture.joints.push(pictured);
    }
    for force in &multibody.forces {
        let Some(ends) = force.kind.line() else { continue };
        picture.geometry.extend(ends.iter().flat_map(|end| end.position));
        let ends = [0, 1].map(|end| number(ends[end].carrier));
        picture.lines.push(PicturedLine { name: force.name.clone(), ends });
    }
    for frame in &multibody.frames {
        mount(&frame.mount, &mut picture.geometry);
        let body = number(frame.mount.carrier);
        picture.frames.push(PicturedFrame { name: frame.name.clone(), body });
    }
    for (number, force) in multibody.forces.iter().enumerate() {
        match acting(graph, multibody, force, &mut picture.geometry) {
            None => picture.undrawn.push(force.name.clone()),
            Some(acting) => {
                let outputs = requested.forces.get(number).copied().flatten();
                picture.forces.push(PicturedForce { name: force.name.clone(), acting, outputs });
            }
        }
    }
    picture
}

/// The object that a force acts on, where an arrow shows it.
fn acting(
    graph: &mut Graph,
    multibody: &Multibody,
    force: &Force,
    geometry: &mut Vec<Node>,
) -> Option<Acting> {
    match force.kind.drawn() {
        Drawn::Nothing => None,
        Drawn::At { at, force, torque } => {
            geometry.extend(at.position);
            Some(Acting::Place { body: number(at.carrier), force, torque })
        }
        Drawn::Touch { point, plane, normal, radius } => {
            geometry.extend(point.position);
            geometry.push(radius);
            geometry.extend(plane.position);
            geometry.extend(vectors::apply(graph, &plane.rotation, normal));
            Some(Acting::Touch { ends: [point, plane].map(|end| number(end.carrier)) })
        }
        Drawn::Along(joint, coordinate) => {
            let motion = motion_along(graph, multibody, joint, coordinate)?;
            let before = &multibody.joints[..joint.0];
            let number = before.iter().filter(|joint| joint.kind.coupling().is_none()).count();
            Some(Acting::Joint { joint: number, motion })
        }
    }
}

/// The motion of a joint by its coordinate, where an effort along the coordinate acts along the axis of the motion: of three
/// angles it does not, whose axes are not perpendicular to each other.
pub(super) fn motion_along(
    graph: &mut Graph,
    multibody: &Multibody,
    joint: JointId,
    coordinate: usize,
) -> Option<usize> {
    let kind = &multibody.joints[joint.0].kind;
    let motions = kind.motions(graph, multibody.planar)?;
    let turning = motions.iter().filter(|motion| !matches!(motion, Motion::Translation { .. })).count();
    match motions.get(coordinate)? {
        Motion::Translation { .. } => Some(coordinate),
        Motion::Quaternion => None,
        _ => (turning < 3 && kind.moved_by().is_none()).then_some(coordinate),
    }
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
