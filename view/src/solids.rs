//! Shapes of bodies and symbols of joints as boxes, cylinders and spheres.
//!
//! A body without a shape is drawn from the places of its joints: bars that meet in a ball at their mean, or a bar to the centre of
//! mass if there is one place. Rods without a radius and disks without a thickness get a default.
//!
//! Invariant: every measure is positive; axes are right-handed and of length 1.

use crate::rotation::{IDENTITY, Matrix, Quaternion, Vector, add, along, apply, norm, quaternion, sub};
use crate::scene::{BadGeometry, COINCIDENT, Joint, Numbers, Place, Scene};
use linkwork_compiler::plan::{Picture, PicturedShape};

/// Radius of bars, relative to the size of the scene.
const BAR: f64 = 0.008;
/// Radius of balls at centres of mass.
const BALL: f64 = 0.018;
/// Radius of pins of joints.
const PIN: f64 = 0.016;
/// Half the length of pins, relative to their radius.
const PIN_LENGTH: f64 = 1.5;
/// Width and length of sliding blocks, relative to the radius of pins.
const SLIDER: [f64; 2] = [2.6, 6.0];
/// The scale of symbols of joints on bodies with shapes.
const BESIDE_SHAPES: f64 = 0.6;
/// The default radius of a rod, relative to its length.
const THIN: f64 = 0.02;
/// The default thickness, relative to the smallest measure.
const FLAT: f64 = 0.1;

/// A box, cylinder or sphere on a body.
#[derive(Clone, Debug)]
pub struct Solid {
    /// The body; `None` is the ground.
    pub body: Option<usize>,
    /// Its role.
    pub role: Role,
    /// Its form.
    pub form: Form,
    /// Its centre, in the body's axes.
    pub position: [f64; 3],
    /// The rotation of its axes in the body's, x, y, z, w: along the sides of a box, z along a cylinder.
    pub rotation: [f64; 4],
}

/// The role of a solid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A shape of the description.
    Shape,
    /// A body that has no shape.
    Stick,
    /// The symbol of a joint, by its index.
    Joint(usize),
}

/// A form with its measures, in m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    /// Sides.
    Box([f64; 3]),
    /// Radius and length along z.
    Cylinder(f64, f64),
    /// Radius.
    Sphere(f64),
    /// Half axes.
    Ellipsoid([f64; 3]),
    /// A mesh of the scene, by its index.
    Mesh(usize),
}

impl Form {
    /// The radius of a bounding sphere; meshes have their own bounds.
    pub fn radius(&self) -> f64 {
        match *self {
            Self::Box(sides) => norm(&sides) / 2.0,
            Self::Cylinder(radius, length) => radius.hypot(length / 2.0),
            Self::Sphere(radius) => radius,
            Self::Ellipsoid(axes) => axes.into_iter().fold(0.0, f64::max),
            Self::Mesh(_) => 0.0,
        }
    }
}

/// The quaternion of the axes (columns) of a shape.
fn turned(columns: &[Vector; 3]) -> Quaternion {
    let rows: Matrix = [0, 1, 2].map(|i| [0, 1, 2].map(|j| columns[j][i]));
    quaternion(&rows)
}

/// Reads the shapes of the description from the front of the geometry.
pub(crate) fn given(numbers: &mut Numbers<'_>, picture: &Picture) -> Result<Vec<Solid>, BadGeometry> {
    picture.shapes.iter().map(|shape| one(numbers, shape, picture.planar)).collect()
}

fn one(numbers: &mut Numbers<'_>, shape: &PicturedShape, planar: bool) -> Result<Solid, BadGeometry> {
    let position = numbers.vector()?;
    let rotation = if shape.kind == "box" {
        turned(&[numbers.vector()?, numbers.vector()?, numbers.vector()?])
    } else {
        quaternion(&along(&numbers.vector()?))
    };
    let measures = numbers.some(shape.measures)?;
    let form = match (shape.kind, &measures[..]) {
        ("box", &[a, b]) if planar => Form::Box([a, b, FLAT * a.min(b)]),
        ("box", &[a, b, c]) => Form::Box([a, b, c]),
        ("rod", &[length]) => Form::Cylinder(THIN * length, length),
        ("rod", &[length, radius]) => Form::Cylinder(radius, length),
        ("cylinder", &[radius, length]) => Form::Cylinder(radius, length),
        ("disk", &[radius]) => Form::Cylinder(radius, FLAT * radius),
        ("disk", &[radius, thickness]) => Form::Cylinder(radius, thickness),
        ("sphere", &[radius]) => Form::Sphere(radius),
        _ => return Err(BadGeometry),
    };
    Ok(Solid { body: Some(shape.body), role: Role::Shape, form, position, rotation })
}

/// All solids: shapes, bodies without shapes, joints.
pub(crate) fn all(scene: &Scene, shapes: Vec<Solid>) -> Vec<Solid> {
    let mut solids = shapes;
    for body in 0..scene.bodies.len() {
        if !solids.iter().any(|solid| solid.body == Some(body)) {
            sticks(scene, body, &mut solids);
        }
    }
    for (number, joint) in scene.joints.iter().enumerate() {
        let shaped =
            |place: &Place| solids.iter().any(|solid| solid.role == Role::Shape && solid.body == place.body);
        let scale = if shaped(&joint.ends[1]) { BESIDE_SHAPES } else { 1.0 };
        solids.extend(sign(joint, number, scale * scene.size));
    }
    solids
}

/// Adds the bars of a body without a shape.
fn sticks(scene: &Scene, body: usize, solids: &mut Vec<Solid>) {
    let size = scene.size;
    let com = scene.bodies[body].com;
    let anchors = scene.anchors(body);
    let mut bar = |from: &Vector, to: &Vector| {
        let span = sub(to, from);
        let length = norm(&span);
        if length > COINCIDENT * size {
            let middle = add(from, &span.map(|component| component / 2.0));
            let rotation = quaternion(&along(&span));
            let form = Form::Cylinder(BAR * size, length);
            solids.push(Solid { body: Some(body), role: Role::Stick, form, position: middle, rotation });
        }
    };
    let middle = match &anchors[..] {
        [] | [_] => com,
        all => all.iter().fold([0.0; 3], |sum, anchor| add(&sum, &anchor.map(|x| x / all.len() as f64))),
    };
    match &anchors[..] {
        [a, b] => bar(a, b),
        all => all.iter().for_each(|anchor| bar(&middle, anchor)),
    }
    let rotation = quaternion(&IDENTITY);
    let form = Form::Sphere(BALL * size);
    solids.push(Solid { body: Some(body), role: Role::Stick, form, position: middle, rotation });
}

/// The symbol of a joint: on the body of its first end, a pin along its axis of rotation, or a ball if it rotates about every axis;
/// on that of its second end, a block along its axis of translation.
fn sign(joint: &Joint, number: usize, size: f64) -> Option<Solid> {
    let [first, second] = &joint.ends;
    let radius = PIN * size;
    // Free joints have no symbol.
    if joint.fixed || joint.is_free() {
        return None;
    }
    let turns = joint.motions.iter().find(|(turns, _)| *turns);
    let sliding = joint.motions.iter().find(|(turns, _)| !turns);
    let (place, form, axis) = match (turns, sliding) {
        // The axis is the same at both ends.
        (_, Some((_, axis))) => {
            (second, Form::Box([SLIDER[0] * radius, SLIDER[0] * radius, SLIDER[1] * radius]), *axis)
        }
        (Some((_, axis)), None) if !joint.turns_freely => {
            (first, Form::Cylinder(radius, 2.0 * PIN_LENGTH * radius), *axis)
        }
        _ => (first, Form::Sphere(1.2 * radius), [0.0, 0.0, 1.0]),
    };
    let rotation = quaternion(&along(&apply(&place.rotation, &axis)));
    Some(Solid { body: place.body, role: Role::Joint(number), form, position: place.position, rotation })
}
