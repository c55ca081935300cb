//! Geoms that MuJoCo shows → visuals.
//!
//! A capsule is a cylinder with a sphere at each end.

use super::geometry::Geometry;
use super::model::{Model, VisualForm};
use super::orientation;
use crate::robots::looks::{Look, LookForm};
use crate::robots::pose::{IDENTITY, Pose, Vector};

/// All of them, body by body; `names` are those of the bodies in the text.
pub(super) fn of(model: &Model, names: &[String]) -> Vec<Look> {
    let mut looks = Vec::new();
    for number in 0..model.bodies.len() {
        let (body, pose) = carried(model, number);
        let body = (body != 0).then(|| names[body].clone());
        for visual in &model.bodies[number].visuals {
            let own = Pose { position: visual.position, rotation: orientation::matrix(visual.turned) };
            let seen = pose.then(&own);
            for (form, at) in parts(&visual.form) {
                let there = seen.then(&Pose { position: at, rotation: IDENTITY });
                looks.push(Look::new(body.clone(), form, &there));
            }
        }
    }
    looks
}

/// The moving body to which a body is fixed, and the pose in its frame: bodies without joints are fixed on others.
fn carried(model: &Model, body: usize) -> (usize, Pose) {
    let (mut at, mut pose) = (body, Pose::HERE);
    while at != 0 && model.bodies[at].joints.is_empty() {
        pose = model.bodies[at].pose().then(&pose);
        at = model.bodies[at].parent;
    }
    (at, pose)
}

/// Forms with their centres in the frame of the geom.
fn parts(form: &VisualForm) -> Vec<(LookForm, Vector)> {
    const HERE: Vector = [0.0; 3];
    match form {
        VisualForm::Mesh { file, scale, origin, turned } => {
            let turned = orientation::matrix(*turned);
            let form = LookForm::Mesh { file: file.clone(), scale: *scale, origin: *origin, turned };
            vec![(form, HERE)]
        }
        VisualForm::Solid(geometry) => match *geometry {
            Geometry::Sphere(radius) => vec![(LookForm::Ellipsoid([radius; 3]), HERE)],
            Geometry::Ellipsoid(axes) => vec![(LookForm::Ellipsoid(axes), HERE)],
            Geometry::Box(halves) => vec![(LookForm::Box(halves.map(|half| 2.0 * half)), HERE)],
            Geometry::Cylinder(radius, half) => {
                vec![(LookForm::Cylinder { radius, length: 2.0 * half }, HERE)]
            }
            Geometry::Capsule(radius, half) => vec![
                (LookForm::Cylinder { radius, length: 2.0 * half }, HERE),
                (LookForm::Ellipsoid([radius; 3]), [0.0, 0.0, half]),
                (LookForm::Ellipsoid([radius; 3]), [0.0, 0.0, -half]),
            ],
        },
    }
}
