//! Visuals that the text of the mechanism does not have: meshes, shapes on the ground, boxes whose axes are not those of their body.

use super::file::{Kind, Shape};
use super::robot::{Robot, Role};
use crate::robots::looks::{Look, LookForm};
use crate::robots::pose::{IDENTITY, Pose};

/// All of them, link by link in the order of the file.
pub(super) fn of(robot: &Robot<'_>) -> Vec<Look> {
    let mut looks = Vec::new();
    for (number, link) in robot.urdf.links.iter().enumerate() {
        let (body, pose) = carried(robot, number);
        for visual in &link.visuals {
            let seen = pose.then(&visual.origin.pose());
            let form = match &visual.shape {
                Shape::Mesh { file, scale } => {
                    LookForm::Mesh { file: file.clone(), scale: *scale, origin: [0.0; 3], turned: IDENTITY }
                }
                // It is a shape of the body in the text.
                Shape::Box(_) if body.is_some() && seen.rotation == IDENTITY => continue,
                Shape::Cylinder { .. } | Shape::Sphere { .. } if body.is_some() => continue,
                Shape::Box(sides) => LookForm::Box(*sides),
                Shape::Cylinder { radius, length } => LookForm::Cylinder { radius: *radius, length: *length },
                Shape::Sphere { radius } => LookForm::Ellipsoid([*radius; 3]),
            };
            looks.push(Look::new(body.clone(), form, &seen));
        }
    }
    looks
}

/// The body of a link or the one on which it is fixed, and the pose of the link in it; `None` is the ground.
fn carried(robot: &Robot<'_>, link: usize) -> (Option<String>, Pose) {
    let (mut at, mut pose) = (link, Pose::HERE);
    loop {
        let step = robot.steps.iter().find(|step| step.link == at);
        match step.map(|step| &step.role) {
            Some(Role::Frame { joint }) => {
                let joint = &robot.urdf.joints[*joint];
                debug_assert_eq!(joint.kind, Kind::Fixed, "only fixed links are frames");
                pose = joint.origin.pose().then(&pose);
                let parent = robot.urdf.links.iter().position(|link| link.name == joint.parent.0);
                let Some(parent) = parent else { return (None, pose) };
                at = parent;
            }
            Some(Role::Moving { .. } | Role::Floating(_)) => return (Some(robot.links[at].clone()), pose),
            Some(Role::Ground) | None => return (None, pose),
        }
    }
}
