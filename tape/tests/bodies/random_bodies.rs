//! Random trees and loops of bodies, in the plane and in space → texts.
//!
//! Every body gets a random place; joints connect frames that coincide there, so that loops are closed where all
//! coordinates are zero. A joint closes a loop only if the loop keeps a freedom.
//!
//! Invariant: a mechanism depends on its seed alone; moving it, renaming or reordering its parts changes the
//! text and not its numbers.

use nalgebra::{Matrix3, Rotation3, Vector3};

type V = Vector3<f64>;

/// Fixed pseudo-random numbers (Knuth's generator).
pub struct Numbers(u64);

impl Numbers {
    pub fn new(seed: u64) -> Self {
        let mut numbers = Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        for _ in 0..8 {
            numbers.next();
        }
        numbers
    }

    /// In [−1, 1].
    pub fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // Few digits keep texts short.
        ((self.0 >> 11) as f64 / (1_u64 << 52) as f64 * 1e4).round() / 1e4 - 1.0
    }

    fn below(&mut self, count: usize) -> usize {
        ((self.next() + 1.0) / 2.0 * count as f64).min(count as f64 - 1.0) as usize
    }

    fn vector(&mut self, planar: bool) -> V {
        let (x, y, z) = (self.next(), self.next(), self.next());
        V::new(x, y, if planar { 0.0 } else { z })
    }

    fn rotation(&mut self, planar: bool) -> Rotation3<f64> {
        let axis = if planar { V::z() * self.next() * 3.0 } else { self.vector(false) * 2.0 };
        Rotation3::new(axis)
    }
}

/// A body: its mass properties, and the pose of its frame in the closed position.
#[derive(Clone, Debug)]
pub struct Body {
    pub mass: f64,
    pub com: V,
    /// About the centre of mass, in body axes.
    pub inertia: Matrix3<f64>,
    rotation: Rotation3<f64>,
    position: V,
}

/// Number of a body, or the ground.
type End = Option<usize>;

#[derive(Clone, Debug)]
struct Joint {
    word: &'static str,
    arguments: String,
    first: End,
    second: End,
    /// Where the ends are in the closed position (of a rod apart).
    points: [V; 2],
    axes: Rotation3<f64>,
    /// Coordinates and rates at the start: (attribute, values).
    start: Vec<(&'static str, Vec<f64>)>,
}

/// A spring between two points of bodies.
#[derive(Clone, Debug)]
pub struct Spring {
    pub ends: [End; 2],
    /// In the axes of the bodies (of the ground).
    pub points: [V; 2],
    pub stiffness: f64,
    pub damping: f64,
    pub length: f64,
}

/// The kind of mechanism to generate.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    pub planar: bool,
    pub bodies: usize,
    /// Whether a joint closes a loop; the mechanism starts from rest then.
    pub closed: bool,
    /// Whether nothing acts from outside.
    pub free: bool,
    pub damped: bool,
    pub seed: u64,
}

#[derive(Clone, Debug)]
pub struct Random {
    pub wish: Wish,
    pub gravity: V,
    pub bodies: Vec<Body>,
    joints: Vec<Joint>,
    pub springs: Vec<Spring>,
}

/// Where the mechanism is put, and how its parts are named and ordered.
#[derive(Clone, Debug)]
pub struct Place {
    pub rotation: Rotation3<f64>,
    pub shift: V,
    pub prefix: &'static str,
    pub reversed: bool,
}

impl Place {
    /// Unchanged.
    pub fn home() -> Self {
        Self { rotation: Rotation3::identity(), shift: V::zeros(), prefix: "a", reversed: false }
    }
}

/// Joints of the tree: word, freedoms in the plane or in space.
const PLANAR: &[(&str, usize)] = &[("revolute", 1), ("prismatic", 1), ("fixed", 0)];
const SPATIAL: &[(&str, usize)] = &[
    ("revolute", 1),
    ("prismatic", 1),
    ("cylindrical", 2),
    ("spherical", 3),
    ("universal", 2),
    ("constant_velocity", 2),
    ("planar", 3),
    ("screw", 1),
    ("fixed", 0),
];
/// Joints that close loops, with their equations.
const PLANAR_CLOSING: &[(&str, usize)] =
    &[("revolute", 2), ("prismatic", 2), ("rod", 1), ("point_on_line", 1)];
const SPATIAL_CLOSING: &[(&str, usize)] = &[
    ("revolute", 5),
    ("universal", 4),
    ("constant_velocity", 4),
    ("cylindrical", 4),
    ("spherical", 3),
    ("planar", 3),
    ("point_on_line", 2),
    ("rod", 1),
    ("point_on_plane", 1),
];

impl Random {
    pub fn new(wish: Wish) -> Self {
        let mut numbers = Numbers::new(wish.seed);
        let planar = wish.planar;
        let mut random = Self {
            wish,
            gravity: if wish.free { V::zeros() } else { 6.0 * numbers.vector(planar) },
            bodies: Vec::new(),
            joints: Vec::new(),
            springs: Vec::new(),
        };
        let mut freedoms = Vec::new();
        for i in 0..wish.bodies {
            random.bodies.push(body(&mut numbers, planar));
            let parent = if i == 0 { None } else { Some(numbers.below(i)) };
            // A chain has the longest loop.
            let parent = if wish.closed && i > 0 { Some(i - 1) } else { parent };
            let kinds = if planar { PLANAR } else { SPATIAL };
            let mut kind = kinds[numbers.below(kinds.len())];
            if wish.free && i == 0 {
                kind = ("free", if planar { 3 } else { 6 });
            } else if kind.0 == "fixed" && (i == 0 || wish.closed) {
                kind = kinds[0];
            }
            let joint = random.joint(&mut numbers, kind.0, parent, i);
            freedoms.push(kind.1);
            random.joints.push(joint);
        }
        if wish.closed {
            random.close(&mut numbers, freedoms.iter().sum());
            random.joints.iter_mut().for_each(|joint| joint.start.clear());
        }
        for _ in 0..=numbers.below(2) {
            let second = numbers.below(wish.bodies);
            let first = if wish.free { Some(numbers.below(wish.bodies)) } else { None };
            let points = [numbers.vector(planar), numbers.vector(planar) * 0.5];
            if first == Some(second) {
                continue;
            }
            random.springs.push(Spring {
                ends: [first, Some(second)],
                points,
                stiffness: 20.0 + 10.0 * numbers.next(),
                damping: if wish.damped { 1.5 + numbers.next() } else { 0.0 },
                length: 0.5 + 0.2 * numbers.next(),
            });
        }
        random
    }

    fn joint(&self, numbers: &mut Numbers, word: &'static str, first: End, second: usize) -> Joint {
        let planar = self.wish.planar;
        let near = self.bodies[second].position;
        let point = near + 0.5 * numbers.vector(planar);
        let axis = loop {
            let axis = numbers.vector(planar);
            if axis.norm() > 0.3 {
                break axis;
            }
        };
        let (angle, rate) = (numbers.vector(planar) * 0.7, numbers.vector(planar) * 1.5);
        let other = numbers.vector(false);
        let spin = numbers.vector(false);
        let (mut arguments, mut points) = (String::new(), [point; 2]);
        let mut start = Vec::new();
        let mut one = |names: [&'static str; 2], i: usize| {
            start.push((names[0], vec![angle[i]]));
            start.push((names[1], vec![rate[i]]));
        };
        const ANGLE: [&str; 2] = [".angle", "der(.angle)"];
        const DISPLACEMENT: [&str; 2] = [".displacement", "der(.displacement)"];
        const X: [&str; 2] = [".x", "der(.x)"];
        const Y: [&str; 2] = [".y", "der(.y)"];
        const Z: [&str; 2] = [".z", "der(.z)"];
        if !matches!(word, "spherical" | "universal" | "planar" | "point_on_plane" | "fixed" | "free" | "rod")
        {
            arguments = format!(", axis: {}", list(&axis, planar));
        }
        match word {
            "revolute" if planar => {
                arguments.clear();
                one(ANGLE, 0);
            }
            "revolute" => one(ANGLE, 0),
            "prismatic" => one(DISPLACEMENT, 0),
            "cylindrical" => {
                one(ANGLE, 0);
                one(DISPLACEMENT, 1);
            }
            "screw" => {
                arguments += &format!(", pitch: {:?}", 0.1 + 0.3 * numbers.next().abs());
                one(ANGLE, 0);
            }
            "universal" => {
                let across = axis.cross(&(axis.yzx() + V::new(0.3, -0.2, 0.9)));
                arguments = format!(", axes: [{}, {}]", list(&axis, false), list(&across, false));
                one([".first_angle", "der(.first_angle)"], 0);
                one([".second_angle", "der(.second_angle)"], 1);
            }
            "constant_velocity" => {
                one([".first_angle", "der(.first_angle)"], 0);
                one([".second_angle", "der(.second_angle)"], 1);
            }
            "planar" => {
                arguments = format!(", normal: {}", list(&axis, false));
                [X, Y, ANGLE].into_iter().enumerate().for_each(|(i, names)| one(names, i));
            }
            "free" if planar => {
                [X, Y].into_iter().enumerate().for_each(|(i, names)| one(names, i));
                start.push((".angle", vec![other[0]]));
                start.push(("der(.angle)", vec![spin[0]]));
            }
            "spherical" | "free" => {
                if word == "free" {
                    [X, Y, Z].into_iter().enumerate().for_each(|(i, names)| one(names, i));
                }
                start.push((".rotation", (other * 0.8).as_slice().to_vec()));
                start.push((".angular_velocity", (spin * 2.0).as_slice().to_vec()));
            }
            "rod" => {
                let apart = axis.normalize() * (0.8 + 0.3 * numbers.next());
                points[1] = point + apart;
                arguments = format!(", length: {:?}", apart.norm());
            }
            "point_on_plane" => arguments = format!(", normal: {}", list(&axis, false)),
            _ => {}
        }
        let axes = numbers.rotation(planar);
        Joint { word, arguments, first, second: Some(second), points, axes, start }
    }

    /// A joint between the last body of the chain and the ground, with fewer equations than the chain has freedoms.
    fn close(&mut self, numbers: &mut Numbers, freedom: usize) {
        let kinds = if self.wish.planar { PLANAR_CLOSING } else { SPATIAL_CLOSING };
        let fitting: Vec<_> = kinds.iter().filter(|(_, equations)| *equations < freedom).collect();
        if fitting.is_empty() {
            return;
        }
        let (word, _) = *fitting[numbers.below(fitting.len())];
        let closing = self.joint(numbers, word, None, self.bodies.len() - 1);
        self.joints.push(closing);
    }

    /// The place of a point of the closed position on a carrier, in its axes.
    fn local(&self, end: End, point: &V) -> V {
        end.map_or(*point, |i| self.bodies[i].rotation.inverse() * (point - self.bodies[i].position))
    }

    /// The mechanism as text, without its last brace.
    pub fn text(&self, place: &Place, formulations: &str) -> String {
        let planar = self.wish.planar;
        let prefix = place.prefix;
        let name = |end: End| end.map_or("ground".to_owned(), |i| format!("{prefix}_body_{i}"));
        let moved =
            |end: End, point: V| if end.is_some() { point } else { place.rotation * point + place.shift };
        let gravity = place.rotation * self.gravity;
        let mut text = format!(
            "mechanism Random in {} {{ coordinates = {formulations}; gravity = {};\n",
            if planar { "plane" } else { "space" },
            list(&gravity, planar)
        );
        let mut items = Vec::new();
        for (i, body) in self.bodies.iter().enumerate() {
            let j = &body.inertia;
            let inertia = if planar {
                format!("{:?}", j[(2, 2)])
            } else {
                let rows: Vec<String> = (0..3).map(|i| list(&j.row(i).transpose(), false)).collect();
                format!("[{}]", rows.join(", "))
            };
            items.push(format!(
                "body {prefix}_body_{i} {{ mass: {:?}, com: {}, inertia: {inertia} }}\n",
                body.mass,
                list(&body.com, planar)
            ));
        }
        for (i, joint) in self.joints.iter().enumerate() {
            let mut ends = Vec::new();
            for (k, end) in [joint.first, joint.second].into_iter().enumerate() {
                let point = moved(end, self.local(end, &joint.points[k]));
                let turned = match end {
                    Some(i) => self.bodies[i].rotation.inverse() * joint.axes,
                    None => place.rotation * joint.axes,
                };
                let rotation = if planar {
                    format!("{:?}", turned[(1, 0)].atan2(turned[(0, 0)]))
                } else {
                    let (roll, pitch, yaw) = turned.euler_angles();
                    format!("rpy({roll:?}, {pitch:?}, {yaw:?})")
                };
                let frame = format!("{prefix}_frame_{i}_{k}");
                let at = list(&point, planar);
                items.push(format!("frame {frame} = fixed({} at {at}, rotation: {rotation});\n", name(end)));
                ends.push(frame);
            }
            let (word, arguments) = (joint.word, &joint.arguments);
            items.push(format!("joint {prefix}_joint_{i} = {word}({}{arguments});\n", ends.join(", ")));
            for (attribute, values) in &joint.start {
                let target = match attribute.strip_prefix("der(") {
                    Some(rest) => format!("der({prefix}_joint_{i}{rest}"),
                    None => format!("{prefix}_joint_{i}{attribute}"),
                };
                let value = match (*attribute, values.as_slice()) {
                    (".rotation", [a, b, c]) => format!("rpy({a:?}, {b:?}, {c:?})"),
                    (_, [one]) => format!("{one:?}"),
                    (_, all) => format!("{all:?}"),
                };
                items.push(format!("initial {{ {target}: {value} }}\n"));
            }
        }
        for (i, spring) in self.springs.iter().enumerate() {
            let ends = [0, 1].map(|k| {
                let at = moved(spring.ends[k], spring.points[k]);
                format!("{} at {}", name(spring.ends[k]), list(&at, planar))
            });
            let Spring { stiffness, damping, length, .. } = spring;
            items.push(format!(
                "force {prefix}_spring_{i} = spring({}, stiffness: {stiffness:?}, damping: {damping:?}, length: {length:?});\n",
                ends.join(", ")
            ));
        }
        if place.reversed {
            items.reverse();
        }
        text.extend(items);
        text
    }
}

fn body(numbers: &mut Numbers, planar: bool) -> Body {
    // Four points of mass have an inertia that a body can have.
    let mass = 1.5 + numbers.next();
    let points: Vec<V> = (0..4).map(|_| numbers.vector(false) * 0.4).collect();
    let center = points.iter().sum::<V>() / 4.0;
    let about = |p: &V| Matrix3::identity() * p.norm_squared() - p * p.transpose();
    let inertia = points.iter().map(|p| about(&(p - center))).sum::<Matrix3<f64>>() * (mass / 4.0)
        + Matrix3::identity() * 0.02;
    // A body that rotates only about z has no other moments.
    let inertia = if planar { Matrix3::from_diagonal(&(V::z() * inertia[(2, 2)])) } else { inertia };
    Body {
        mass,
        com: numbers.vector(planar) * 0.3,
        inertia,
        rotation: numbers.rotation(planar),
        position: numbers.vector(planar) * 1.5,
    }
}

/// `[x, y, z]`, in the plane `[x, y]`.
fn list(v: &V, planar: bool) -> String {
    if planar { format!("[{:?}, {:?}]", v.x, v.y) } else { format!("[{:?}, {:?}, {:?}]", v.x, v.y, v.z) }
}
