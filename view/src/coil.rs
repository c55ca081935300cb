//! Elements between two moving places: springs as coils, and joints that hold a distance or slide as bars.
//!
//! ```text
//! translation  (a + b)/2        scale  [r, r, |b − a|]        rotation  from z to b − a          (1)
//! ```
//! From frame to frame the rotation follows the direction without turning about it, so that a coil does not spin.
//!
//! Invariant: scales are positive, quaternions of length 1 and continuous.

use crate::mesh::Mesh;
use crate::rotation::{
    Quaternion, Vector, add, along, apply, cross, dot, matrix, multiply, norm, quaternion, sub, unit,
};
use crate::{Film, Place};

/// Radii of coils, of their wire, of bars of joints, and of sliding rods, relative to the size of the scene.
const COIL: f64 = 0.014;
const WIRE: f64 = 0.0038;
const BAR: f64 = 0.006;
const GUIDE: f64 = 0.004;
/// Turns of a coil, points on each, sides of the wire.
const TURNS: u16 = 9;
const POINTS: u16 = 14;
const SIDES: u16 = 6;
/// The part of a coil at each end in which it becomes narrow.
const NARROW: f32 = 0.125;
/// The smallest length, relative to the size of the scene.
const SHORTEST: f64 = 1e-9;

/// An element between two places.
pub(crate) struct Span {
    pub name: String,
    pub ends: [Place; 2],
    /// The index of the joint of a bar; `None` for a coil.
    pub joint: Option<usize>,
    /// Radius, in m.
    pub radius: f64,
}

/// Its values at a frame, as in (1).
pub(crate) struct Stretch {
    pub translation: Vector,
    pub rotation: Quaternion,
    pub scale: Vector,
}

impl Film {
    /// All elements between two places.
    pub(crate) fn spans(&self) -> Vec<Span> {
        let scene = &self.scene;
        let springs = scene.lines.iter().map(|line| Span {
            name: line.name.clone(),
            ends: line.ends.clone(),
            joint: None,
            radius: COIL * scene.size,
        });
        let joints = scene.joints.iter().enumerate().filter_map(|(number, joint)| {
            let slides = joint.motions.iter().any(|(turns, _)| !turns);
            let holds = joint.motions.is_empty() && !joint.turns_freely;
            let drawn = !joint.fixed && !joint.is_free() && (slides || holds);
            drawn.then(|| Span {
                name: joint.name.clone(),
                ends: joint.ends.clone(),
                joint: Some(number),
                radius: if slides { GUIDE } else { BAR } * scene.size,
            })
        });
        springs.chain(joints).collect()
    }

    /// (1) at every frame.
    pub(crate) fn stretches(&self, span: &Span) -> Vec<Stretch> {
        let mut known: Option<(Vector, Quaternion)> = None;
        let at = |frame: usize, place: &Place| match place.body {
            None => place.position,
            Some(body) => {
                let (position, turned) = self.keyframes.pose(frame, body);
                add(&position, &apply(&matrix(turned), &place.position))
            }
        };
        (0..self.keyframes.times().len())
            .map(|frame| {
                let [a, b] = span.ends.each_ref().map(|place| at(frame, place));
                let difference = sub(&b, &a);
                let length = norm(&difference);
                let shortest = SHORTEST * self.scene.size;
                if length > shortest {
                    let direction = difference.map(|x| x / length);
                    let fresh = || quaternion(&along(&direction));
                    let turned = known.map_or_else(fresh, |(before, q)| {
                        let turn = between(&before, &direction);
                        turn.map_or_else(fresh, |turn| unit(multiply(turn, q)))
                    });
                    known = Some((direction, turned));
                }
                Stretch {
                    translation: add(&a, &difference.map(|x| x / 2.0)),
                    rotation: known.map_or([0.0, 0.0, 0.0, 1.0], |(_, turned)| turned),
                    scale: [span.radius, span.radius, length.max(shortest)],
                }
            })
            .collect()
    }
}

/// The smallest rotation from one direction to another; `None` if they are opposite.
fn between(from: &Vector, to: &Vector) -> Option<Quaternion> {
    let cosine = dot(from, to);
    let [x, y, z] = cross(from, to);
    (cosine > -0.99).then(|| unit([x, y, z, 1.0 + cosine]))
}

/// A coil of radius 1 and length 1 along z, whose wire is round when it is stretched to `length` radii.
pub(crate) fn coil(length: f64) -> Mesh {
    let (wire, flat) = ((WIRE / COIL) as f32, (WIRE / COIL / length.max(1.0)) as f32);
    let mut mesh = Mesh::default();
    let points = TURNS * POINTS + 1;
    let around = |k: u16, of: u16| (std::f32::consts::TAU * f32::from(k) / f32::from(of)).sin_cos();
    for point in 0..points {
        let share = f32::from(point) / f32::from(points - 1);
        let wide = (share / NARROW).min((1.0 - share) / NARROW).min(1.0);
        let (s, c) = around(point, POINTS);
        for side in 0..SIDES {
            let (up, out) = around(side, SIDES);
            let radius = wide + wire * out;
            mesh.vertex([radius * c, radius * s, share - 0.5 + flat * up], [out * c, out * s, up]);
        }
    }
    for point in 0..points - 1 {
        for side in 0..SIDES {
            let [a, b] = [side, (side + 1) % SIDES].map(|side| point * SIDES + side);
            mesh.quad([a, a + SIDES, b + SIDES, b]);
        }
    }
    mesh
}
