//! Reactions of joints against the equations of Newton and Euler of every free body.
//!
//! ```text
//! m (c̈ − g) = Σ F        I α + ω × I ω = Σ [T + (r − c) × F]                                       (1)
//! ```
//!
//! The sums are over the loads, and over the joints: the reported load of a joint on its `second`, at that end's
//! origin and in the axes of its `first`, and the opposite on `first`, with the efforts of motors along its coordinates.
//! Every kind of joint is tried in the tree and as a constraint, in minimal and in absolute coordinates, from the
//! carrier to the load and back.
//!
//! Invariant: only poses, velocities and accelerations of bodies are taken from the mechanism.

use crate::tapes::tapes;
use crate::texts::{in_both, named_outputs};
use linkwork::prelude::*;
use linkwork_tape::Tape;
use nalgebra::{Matrix3, Rotation3, Vector3};

type V = Vector3<f64>;

/// Of the largest force or moment of a case: sums of some ten terms, and multipliers that solve some thirty equations.
const TOLERANCE: f64 = 1e-12;

/// The weight of a unit of mass.
const GRAVITY: [f64; 3] = [1.0, -2.0, -9.81];

/// A body of a text: m, centre of mass, inertia about it (xx, yy, zz, xy, xz, yz).
struct Body(&'static str, f64, [f64; 3], [f64; 6]);

/// A frame on a body (or the ground): where, and roll, pitch and yaw.
#[derive(Clone, Copy)]
struct Frame(&'static str, [f64; 3], [f64; 3]);

/// A joint between two frames, and the load of its motors: force and torque on `second`, in the axes of `first`.
struct Joint {
    name: &'static str,
    kind: String,
    ends: [Frame; 2],
    motor: Motor,
}

pub type Motor = fn(&dyn Fn(&str) -> f64) -> (V, V);

fn no_motor(_: &dyn Fn(&str) -> f64) -> (V, V) {
    (V::zeros(), V::zeros())
}

/// A gear or a rack: by driver, driven, their axes and the ratio.
struct Coupling {
    name: &'static str,
    driver: usize,
    driven: usize,
    axes: [V; 2],
    /// Whether the coordinates are displacements.
    slides: [bool; 2],
    ratio: f64,
}

struct Case {
    planar: bool,
    bodies: Vec<Body>,
    joints: Vec<Joint>,
    couplings: Vec<Coupling>,
    items: String,
}

/// A force at a point and a torque on every body, in the axes of the ground.
fn loads(number: usize, planar: bool) -> ([f64; 3], V, V) {
    let k = number as f64 + 1.0;
    let (point, force, torque) = ([0.1 * k, -0.2, 0.15], [3.0, -k, 2.0], [0.4, 0.3 * k, -0.6]);
    if planar {
        return ([point[0], point[1], 0.0], V::new(force[0], force[1], 0.0), V::z() * torque[2]);
    }
    (point, V::from(force), V::from(torque))
}

fn list(values: &[f64]) -> String {
    format!("[{}]", values.iter().map(|x| format!("{x:?}")).collect::<Vec<_>>().join(", "))
}

impl Case {
    fn dimensions(&self) -> usize {
        if self.planar { 2 } else { 3 }
    }

    /// The text, with the joints from number `closing` on as constraints if `cut` is true.
    fn text(&self, cut: bool, closing: usize) -> String {
        let n = self.dimensions();
        let space = if self.planar { "plane" } else { "space" };
        let mut text = format!("mechanism Case in {space} {{ gravity = {} [m/s^2];\n", list(&GRAVITY[..n]));
        for (number, Body(name, mass, com, i)) in self.bodies.iter().enumerate() {
            let inertia = if self.planar {
                format!("{:?}", i[2])
            } else {
                format!(
                    "[{}, {}, {}]",
                    list(&[i[0], i[3], i[4]]),
                    list(&[i[3], i[1], i[5]]),
                    list(&[i[4], i[5], i[2]])
                )
            };
            let center = list(&com[..n]);
            text += &format!(
                "body {name} {{ mass: {mass:?} [kg], com: {center} [m], inertia: {inertia} [kg*m^2] }}\n"
            );
            text += &format!("frame com_{name} = {name} at {center} [m];\n");
            let (point, force, torque) = loads(number, self.planar);
            let turn = if self.planar { format!("{:?}", torque.z) } else { list(torque.as_slice()) };
            let (point, force) = (list(&point[..n]), list(&force.as_slice()[..n]));
            text += &format!("force wind_{name} = force({name} at {point} [m], {force} [N]);\n");
            text += &format!("force turn_{name} = torque({name}, {turn} [N*m]);\n");
            for k in ["x", "y", "z"].iter().take(n) {
                text += &format!("output {name}_p_{k} = {name}.position.{k};\n");
                text += &format!("output {name}_c_{k} = com_{name}.position.{k};\n");
                text += &format!("output {name}_a_{k} = der(com_{name}.velocity.{k});\n");
                if !self.planar {
                    text += &format!("output {name}_w_{k} = {name}.angular_velocity.{k};\n");
                    text += &format!("output {name}_e_{k} = der({name}.angular_velocity.{k});\n");
                    for j in ["x", "y", "z"] {
                        text += &format!("output {name}_r_{k}_{j} = {name}.rotation.row.{k}.{j};\n");
                    }
                }
            }
            if self.planar {
                text += &format!("output {name}_angle = {name}.angle;\n");
                text += &format!("output {name}_e_z = der({name}.angular_velocity);\n");
            }
        }
        for (number, Joint { name, kind, ends, .. }) in self.joints.iter().enumerate() {
            for (end, Frame(body, point, turned)) in ["first", "second"].iter().zip(ends) {
                let turned = if self.planar {
                    format!("{:?}", turned[2])
                } else {
                    let [r, p, y] = turned;
                    format!("rpy({r:?}, {p:?}, {y:?})")
                };
                let point = list(&point[..n]);
                text += &format!("frame {end}_{name} = fixed({body} at {point} [m], rotation: {turned});\n");
            }
            let mut call = kind.replacen('(', &format!("(first_{name}, second_{name}"), 1);
            if cut && number >= closing {
                call = format!("{}, cut: true)", call.strip_suffix(')').expect("a call"));
            }
            text += &format!("joint {name} = {call};\n");
            text += &format!("output {name}_force = {name}.force;\noutput {name}_torque = {name}.torque;\n");
        }
        for coupling in &self.couplings {
            let name = coupling.name;
            text += &format!("output {name}_force = {name}.force;\noutput {name}_torque = {name}.torque;\n");
        }
        text + &self.items + "}\n"
    }

    /// (1) for every body, at the initial state.
    fn check(&self, tape: &Tape, what: &str) {
        let state = tape.initial_state().unwrap_or_else(|error| panic!("{what}: {error}"));
        let all = named_outputs(tape, &state);
        let find = |name: &str| all.iter().find(|(n, _)| n == name).map(|(_, x)| *x);
        let value = |name: &str| find(name).unwrap_or_else(|| panic!("{what}: no output {name}: {all:?}"));
        let n = self.dimensions();
        let vector = |name: &str| {
            let words = ["x", "y", "z"];
            let of = |k: usize| if k < n { value(&format!("{name}_{}", words[k])) } else { 0.0 };
            V::new(of(0), of(1), of(2))
        };
        let indexed = |name: &str| {
            let of = |k: usize| if k < n { value(&format!("{name}[{k}]")) } else { 0.0 };
            V::new(of(0), of(1), of(2))
        };
        let moment = |name: &str| {
            if self.planar {
                V::z() * value(&format!("{name}_torque"))
            } else {
                indexed(&format!("{name}_torque"))
            }
        };
        let rotation = |body: &str| {
            if body == "ground" {
                return Matrix3::identity();
            }
            if self.planar {
                return *Rotation3::new(V::z() * value(&format!("{body}_angle"))).matrix();
            }
            let words = ["x", "y", "z"];
            Matrix3::from_fn(|i, j| value(&format!("{body}_r_{}_{}", words[i], words[j])))
        };
        let origin = |body: &str| if body == "ground" { V::zeros() } else { vector(&format!("{body}_p")) };
        let pose = |Frame(body, point, turned): &Frame| {
            let own = if self.planar { [0.0, 0.0, turned[2]] } else { *turned };
            let point = if self.planar { V::new(point[0], point[1], 0.0) } else { V::from(*point) };
            let r = rotation(body);
            (origin(body) + r * point, r * Rotation3::from_euler_angles(own[0], own[1], own[2]).matrix())
        };

        // Wrenches (on, point, force, torque) in the axes of the ground.
        let mut wrenches: Vec<(&str, V, V, V)> = Vec::new();
        let both = |joint: &Joint, force: V, torque: V, wrenches: &mut Vec<(&str, V, V, V)>| {
            let axes = pose(&joint.ends[0]).1;
            let point = pose(&joint.ends[1]).0;
            let (force, torque) = (axes * force, axes * torque);
            wrenches.push((joint.ends[1].0, point, force, torque));
            wrenches.push((joint.ends[0].0, point, -force, -torque));
        };
        for joint in &self.joints {
            let (own, turn) = (joint.motor)(&value);
            let (force, torque) = (indexed(&format!("{}_force", joint.name)), moment(joint.name));
            both(joint, force + own, torque + turn, &mut wrenches);
        }
        for coupling in &self.couplings {
            let (force, torque) = (indexed(&format!("{}_force", coupling.name)), moment(coupling.name));
            let [driver, driven] = &coupling.axes;
            both(&self.joints[coupling.driven], force, torque, &mut wrenches);
            let effort = if coupling.slides[1] { force } else { torque }.dot(driven);
            assert!(effort.abs() > 1e-3, "{what}: the coupling carries nothing");
            let back = driver * (-coupling.ratio * effort);
            let (force, torque) = if coupling.slides[0] { (back, V::zeros()) } else { (V::zeros(), back) };
            both(&self.joints[coupling.driver], force, torque, &mut wrenches);
        }
        for (number, Body(name, mass, _, i)) in self.bodies.iter().enumerate() {
            let (point, force, torque) = loads(number, self.planar);
            let (r, c) = (rotation(name), vector(&format!("{name}_c")));
            let gravity = V::new(GRAVITY[0], GRAVITY[1], if self.planar { 0.0 } else { GRAVITY[2] });
            let needed = *mass * (vector(&format!("{name}_a")) - gravity);
            let inertia = Matrix3::new(i[0], i[3], i[4], i[3], i[1], i[5], i[4], i[5], i[2]);
            let inertia = r * inertia * r.transpose();
            let turning = if self.planar {
                V::z() * (i[2] * value(&format!("{name}_e_z")))
            } else {
                let spin = vector(&format!("{name}_w"));
                inertia * vector(&format!("{name}_e")) + spin.cross(&(inertia * spin))
            };
            let (mut pushes, mut turns) = (force, torque);
            turns += (origin(name) + r * V::from(point) - c).cross(&force);
            let mut scale = needed.norm().max(turning.norm()).max(1.0);
            for (_, point, force, torque) in wrenches.iter().filter(|(on, ..)| on == name) {
                let lever = (point - c).cross(force);
                (pushes, turns) = (pushes + force, turns + torque + lever);
                scale = scale.max(force.norm()).max(torque.norm()).max(lever.norm());
            }
            if self.planar {
                turns = V::z() * turns.z;
            }
            let (force, torque) = ((pushes - needed).norm() / scale, (turns - turning).norm() / scale);
            assert!(force <= TOLERANCE, "{what}: forces on {name} leave {force:e}");
            assert!(torque <= TOLERANCE, "{what}: torques on {name} leave {torque:e}");
        }
    }

    /// In the tree and as constraints, in minimal and in absolute coordinates.
    fn check_all(&self, closing: usize) {
        for cut in [false, true] {
            let text = self.text(cut, closing);
            let both = tapes(&in_both(&text));
            assert_eq!(both.len(), 2);
            for (one, formulation) in both.into_iter().zip(["minimal", "absolute"]) {
                let joint = &self.joints[closing.min(self.joints.len() - 1)];
                let what = format!("{} cut {cut} {formulation} from {}", joint.kind, joint.ends[0].0);
                let tape = one.build().unwrap_or_else(|error| panic!("{what}: {error}\n{text}"));
                self.check(&tape, &what);
            }
        }
    }
}

const A: Body = Body("a", 2.0, [0.1, -0.05, 0.02], [0.05, 0.06, 0.07, 0.004, -0.003, 0.002]);
const B: Body = Body("b", 1.3, [-0.04, 0.08, 0.1], [0.03, 0.05, 0.04, -0.002, 0.003, 0.004]);
const SEAT: Frame = Frame("a", [0.3, -0.1, 0.2], [0.4, -0.7, 1.1]);
const FOOT: Frame = Frame("b", [-0.2, 0.15, -0.1], [-0.9, 0.3, 0.6]);

/// A body that flies, and another one on a joint that is on it, both ways.
pub fn on_a_flying_body(planar: bool, kind: &str, items: &str, motor: Motor) {
    for ends in [[SEAT, FOOT], [FOOT, SEAT]] {
        let start = if planar {
            "joint base = free(ground, a);
            initial { base.x: 0.2 [m], base.y: -0.3 [m], base.angle: 0.7, der(base.angle): 1.3 [rad/s],
                der(base.x): 0.5 [m/s], der(base.y): -0.2 [m/s] }"
        } else {
            "joint base = free(ground, a);
            initial { base.x: 0.2 [m], base.y: -0.3 [m], base.z: 0.1 [m], base.rotation: rpy(0.5, -0.3, 0.8),
                base.angular_velocity: [1.1, -0.7, 0.4] [rad/s],
                der(base.x): 0.5 [m/s], der(base.y): -0.2 [m/s], der(base.z): 0.3 [m/s] }"
        };
        let start = start.replace(" }", &format!(", {} }}", items.split('|').next().unwrap_or("")));
        let case = Case {
            planar,
            bodies: vec![A, B],
            joints: vec![Joint { name: "k", kind: kind.to_owned(), ends, motor }],
            couplings: Vec::new(),
            items: format!("{start}\n{}\n", items.split('|').nth(1).unwrap_or("")),
        };
        case.check_all(0);
    }
}

const N: [f64; 3] = [0.48, 0.6, 0.64];

fn about(torque: f64) -> V {
    V::from(N) * torque
}

#[test]
fn joints_that_carry_in_space() {
    let space = |kind: &str, items: &str, motor: Motor| on_a_flying_body(false, kind, items, motor);
    space("fixed(, rotation: rpy(0.3, -0.4, 0.5))", "", no_motor);
    space(
        "revolute(, axis: [0.48, 0.6, 0.64])",
        "k.angle: 0.5, der(k.angle): 1.2 [rad/s] | force m = torque(k, 3 [N*m]);",
        |_| (V::zeros(), about(3.0)),
    );
    space(
        "prismatic(, axis: [0.48, 0.6, 0.64])",
        "k.displacement: 0.2 [m], der(k.displacement): -0.5 [m/s] | force m = torque(k, 4 [N]);",
        |_| (about(4.0), V::zeros()),
    );
    space(
        "cylindrical(, axis: [0.48, 0.6, 0.64])",
        "k.angle: 0.5, der(k.angle): 1.2 [rad/s], k.displacement: 0.2 [m], der(k.displacement): -0.5 [m/s]
        | force m = torque(k.angle, 3 [N*m]); force l = torque(k.displacement, 4 [N]);",
        |_| (about(4.0), about(3.0)),
    );
    space(
        "spherical()",
        "k.rotation: rpy(0.2, 0.5, -0.4), k.angular_velocity: [0.8, -1.1, 0.6] [rad/s]",
        no_motor,
    );
    space(
        "screw(, axis: [0.48, 0.6, 0.64], pitch: 0.05 [m/rad])",
        "k.angle: 0.5, der(k.angle): 1.2 [rad/s] | force m = torque(k, 3 [N*m]);",
        |_| (V::zeros(), about(3.0)),
    );
    space(
        "free()",
        "k.x: 0.1 [m], k.y: 0.2 [m], k.z: -0.1 [m], k.rotation: rpy(0.2, 0.5, -0.4), der(k.x): 0.7 [m/s],
        k.angular_velocity: [0.8, -1.1, 0.6] [rad/s] | force m = torque(k.y, 3 [N]);",
        |_| (V::y() * 3.0, V::zeros()),
    );
    // The normal [0.48, 0.6, 0.64] is at more than 26° from x: x is the projection of e_x.
    space(
        "planar(, normal: [0.48, 0.6, 0.64])",
        "k.x: 0.1 [m], der(k.x): 0.4 [m/s], k.y: -0.2 [m], k.angle: 0.5, der(k.angle): 1.2 [rad/s]
        | force m = torque(k.angle, 3 [N*m]); force l = torque(k.x, 4 [N]); force r = torque(k.y, -2 [N]);",
        |_| {
            let normal = V::from(N);
            let x = (V::x() - normal * normal.x).normalize();
            (x * 4.0 - normal.cross(&x) * 2.0, about(3.0))
        },
    );
}

/// In addition to a motor: a rotor opposes the acceleration of its joint by n² J, a damper and friction its velocity, a stop its
/// further motion.
#[test]
fn forces_along_the_coordinates_of_joints() {
    on_a_flying_body(
        false,
        "revolute(, axis: [0.48, 0.6, 0.64], rotor_inertia: 0.02 [kg*m^2], reduction: 5)",
        "k.angle: 0.5, der(k.angle): 1.2 [rad/s] | force m = torque(k, 3 [N*m]); output k_a = der(der(k.angle));",
        |value| (V::zeros(), about(3.0 - 0.5 * value("k_a"))),
    );
    on_a_flying_body(
        false,
        "prismatic(, axis: [0.48, 0.6, 0.64], rotor_inertia: 0.01 [kg*m^2], reduction: 20 [rad/m])",
        "k.displacement: 0.2 [m], der(k.displacement): -0.5 [m/s] | output k_a = der(der(k.displacement));",
        |value| (about(-4.0 * value("k_a")), V::zeros()),
    );
    on_a_flying_body(
        false,
        "screw(, axis: [0.48, 0.6, 0.64], pitch: 0.05 [m/rad], rotor_inertia: 0.3 [kg*m^2])",
        "k.angle: 0.5, der(k.angle): 1.2 [rad/s] | output k_a = der(der(k.angle));",
        |value| (V::zeros(), about(-0.3 * value("k_a"))),
    );
    on_a_flying_body(
        true,
        "revolute(, rotor_inertia: 0.02 [kg*m^2], reduction: -5)",
        "k.angle: 0.5, der(k.angle): 1.2 [rad/s] | output k_a = der(der(k.angle));",
        |value| (V::zeros(), V::z() * (-0.5 * value("k_a"))),
    );
    on_a_flying_body(
        false,
        "spherical(, rotor_inertia: 0.3 [kg*m^2])",
        "k.rotation: rpy(0.2, 0.5, -0.4), k.angular_velocity: [0.8, -1.1, 0.6] [rad/s]
        | output k_w = der(k.angular_velocity); output k_q = k.rotation.w; output k_x = k.rotation.x;
        output k_y = k.rotation.y; output k_z = k.rotation.z;",
        |value| {
            let [w, x, y, z] = ["k_q", "k_x", "k_y", "k_z"].map(value);
            let turned = nalgebra::UnitQuaternion::from_quaternion(nalgebra::Quaternion::new(w, x, y, z));
            let rate = V::new(value("k_w[0]"), value("k_w[1]"), value("k_w[2]"));
            (V::zeros(), turned * (rate * -0.3))
        },
    );
    // 0.2 beyond the limit at 1.2 rad/s.
    on_a_flying_body(
        false,
        "revolute(, axis: [0.48, 0.6, 0.64], limits: -0.2 .. 0.3, damping: 0.7 [N*m*s], friction: 0.4 [N*m],
            stops: stop(stiffness: 50 [N*m], dissipation: 0.2 [s]))",
        "k.angle: 0.5, der(k.angle): 1.2 [rad/s]",
        |_| {
            let friction = 0.4 * 1.2 / 1.2_f64.hypot(1e-3);
            (V::zeros(), about(-0.7 * 1.2 - friction - 50.0 * 0.2 * (1.0 + 0.2 * 1.2)))
        },
    );
    // Beyond the other limit and on the way back faster than the stop follows.
    on_a_flying_body(
        true,
        "prismatic(, axis: [0.6, 0.8], limits: 0.5 [m] .. 1 [m], stops: stop(stiffness: 50 [N/m], dissipation: 2 [s/m]))",
        "k.displacement: 0.2 [m], der(k.displacement): 0.6 [m/s]",
        |_| (V::zeros(), V::zeros()),
    );
}

/// The torque that works as `efforts` say along three angles about these axes: T · nᵢ = eᵢ.
pub fn along(axes: [V; 3], efforts: [f64; 3]) -> V {
    let rows = Matrix3::from_rows(&axes.map(|axis| axis.transpose()));
    rows.try_inverse().expect("three independent axes") * V::from(efforts)
}

pub fn turned(axis: V, angle: f64) -> Rotation3<f64> {
    Rotation3::new(axis * angle)
}

#[test]
fn joints_with_several_angles() {
    on_a_flying_body(
        false,
        "universal(, axes: [[0.6, 0, 0.8], [0, 1, 0]])",
        "k.first_angle: 0.5, der(k.first_angle): 1.2 [rad/s], k.second_angle: -0.7, der(k.second_angle): 0.9 [rad/s]
        | force m = torque(k.first_angle, 3 [N*m]); force l = torque(k.second_angle, -2 [N*m]); output alpha = k.first_angle;",
        |value| {
            let first = V::new(0.6, 0.0, 0.8);
            let second = turned(first, value("alpha")) * V::y();
            // The torque about the normal of both is the joint's.
            (V::zeros(), along([first, second, first.cross(&second)], [3.0, -2.0, 0.0]))
        },
    );
    on_a_flying_body(
        false,
        "spherical(, rotation: euler_zyx(yaw, pitch, roll))",
        "k.yaw: 0.5, der(k.yaw): 1.2 [rad/s], k.pitch: -0.7, der(k.pitch): 0.9 [rad/s], k.roll: 0.3
        | force m = torque(k.yaw, 3 [N*m]); force l = torque(k.pitch, -2 [N*m]); force r = torque(k.roll, 1.5 [N*m]);
        output yaw = k.yaw; output pitch = k.pitch;",
        |value| {
            let yaw = turned(V::z(), value("yaw"));
            let axes = [V::z(), yaw * V::y(), yaw * turned(V::y(), value("pitch")) * V::x()];
            (V::zeros(), along(axes, [3.0, -2.0, 1.5]))
        },
    );
}

/// Joints without coordinates: the free part of the pose of the other body is determined by assembly.
#[test]
fn joints_that_are_constraints_only_in_space() {
    let spin = "b.angular_velocity: [0.8, -1.1, 0.6] [rad/s]";
    let place = |kind: &str, known: &str| {
        on_a_flying_body(false, kind, &format!("{known}, {spin}"), no_motor);
    };
    place("rod(, length: 0.9 [m])", "b.position.x: 0.6 [m], b.position.y: 0.1 [m], b.velocity.x: 0.4 [m/s]");
    place("point_on_line(, axis: [0.48, 0.6, 0.64])", "b.position.x: 0.6 [m], b.velocity.x: 0.4 [m/s]");
    place(
        "point_on_plane(, normal: [0.48, 0.6, 0.64])",
        "b.position.x: 0.6 [m], b.position.y: 0.1 [m], b.velocity.x: 0.4 [m/s]",
    );
    for axis in ["", ", axis: [0.6, 0.8, 0]"] {
        let kind = format!("rolling(, radius: 0.3 [m], normal: [0.48, 0.6, 0.64]{axis})");
        place(&kind, "b.position.x: 0.6 [m], b.position.y: 0.1 [m]");
    }
}

#[test]
fn joints_in_the_plane() {
    let plane = |kind: &str, items: &str, motor: Motor| on_a_flying_body(true, kind, items, motor);
    plane("fixed(, rotation: 0.4)", "", no_motor);
    plane("revolute()", "k.angle: 0.5, der(k.angle): 1.2 [rad/s] | force m = torque(k, 3 [N*m]);", |_| {
        (V::zeros(), V::z() * 3.0)
    });
    plane(
        "prismatic(, axis: [0.6, 0.8])",
        "k.displacement: 0.2 [m], der(k.displacement): -0.5 [m/s] | force m = torque(k, 4 [N]);",
        |_| (V::new(2.4, 3.2, 0.0), V::zeros()),
    );
    plane(
        "free()",
        "k.x: 0.1 [m], k.y: 0.2 [m], k.angle: 0.4, der(k.x): 0.7 [m/s] | force m = torque(k.y, 3 [N]);",
        |_| (V::y() * 3.0, V::zeros()),
    );
    let known =
        "b.position.x: 0.6 [m], b.velocity.x: 0.4 [m/s], b.angle: 0.3, b.angular_velocity: 0.9 [rad/s]";
    plane("rod(, length: 0.9 [m])", known, no_motor);
    plane("point_on_line(, axis: [0.6, 0.8])", known, no_motor);
    plane("rolling(, radius: 0.3 [m], normal: [0.6, 0.8])", "b.position.x: 0.6 [m]", no_motor);
}

/// Two wheels and a slide on a body that flies, coupled by a gear and a rack: the effort of a coupling on the second end
/// of the driven joint is balanced at the driver by the ratio.
#[test]
fn gears_and_racks() {
    const C: Body = Body("c", 0.8, [0.02, 0.03, -0.05], [0.02, 0.03, 0.025, 0.001, 0.002, -0.001]);
    const D: Body = Body("d", 0.6, [0.01, -0.03, 0.04], [0.01, 0.02, 0.015, 0.0, 0.001, 0.002]);
    let on_a = [
        SEAT,
        Frame("a", [-0.2, 0.3, 0.1], [0.1, 0.9, -0.4]),
        Frame("a", [0.1, 0.2, -0.3], [-0.6, 0.2, 0.5]),
    ];
    let on_load =
        [FOOT, Frame("c", [0.1, 0.0, 0.05], [0.2, 0.3, 0.4]), Frame("d", [0.0, 0.1, 0.02], [0.5, 0.1, -0.3])];
    let flying = |planar: bool, backwards: bool| {
        let (round, straight) = if planar {
            ("", ", axis: [0.6, 0.8]")
        } else {
            (", axis: [0.48, 0.6, 0.64]", ", axis: [0.6, 0, 0.8]")
        };
        let (n, s) =
            if planar { (V::z(), V::new(0.6, 0.8, 0.0)) } else { (V::from(N), V::new(0.6, 0.0, 0.8)) };
        let kinds =
            [format!("revolute({round})"), format!("revolute({round})"), format!("prismatic({straight})")];
        let joint = |k: usize, name: &'static str| {
            let ends = if backwards { [on_load[k], on_a[k]] } else { [on_a[k], on_load[k]] };
            Joint { name, kind: kinds[k].clone(), ends, motor: no_motor }
        };
        let coupling = |name, driver, driven, ratio| {
            let slide = |k| k == 2;
            let axis = |k| if slide(k) { s } else { n };
            Coupling {
                name,
                driver,
                driven,
                axes: [axis(driver), axis(driven)],
                slides: [slide(driver), slide(driven)],
                ratio,
            }
        };
        let start = if planar {
            "base.angle: 0.7, der(base.angle): 1.3 [rad/s]"
        } else {
            "base.rotation: rpy(0.5, -0.3, 0.8), base.angular_velocity: [1.1, -0.7, 0.4] [rad/s]"
        };
        Case {
            planar,
            bodies: vec![A, B, C, D],
            joints: vec![joint(0, "pinion"), joint(1, "wheel"), joint(2, "slide")],
            couplings: vec![coupling("mesh", 0, 1, -1.5), coupling("teeth", 0, 2, 0.2)],
            items: format!(
                "joint base = free(ground, a);
                joint mesh = gear(pinion.angle, wheel.angle, ratio: -1.5);
                joint teeth = rack_pinion(pinion.angle, slide.displacement, radius: 0.2 [m]);
                initial {{ {start}, pinion.angle: 0.6, der(pinion.angle): 2 [rad/s] }}"
            ),
        }
    };
    for planar in [false, true] {
        for backwards in [false, true] {
            flying(planar, backwards).check_all(0);
        }
    }
}

/// Loops without redundancy: every joint once in the tree and once as the one that closes.
#[test]
fn closed_loops() {
    let joint =
        |name, kind: &str, ends: [Frame; 2]| Joint { name, kind: kind.to_owned(), ends, motor: no_motor };
    const CRANK: Body = Body("crank", 1.2, [0.01, 0.02, 0.0], [0.02, 0.03, 0.0225, 0.0, 0.001, 0.0]);
    const ROD: Body = Body("rod", 0.6, [0.02, 0.0, 0.01], [0.01, 0.061, 0.06, 0.002, 0.0, 0.0]);
    const SLIDER: Body = Body("slider", 2.0, [0.0, 0.01, 0.02], [0.02, 0.03, 0.04, 0.0, 0.0, 0.0]);
    // Where all coordinates are zero, the axes of all bodies are those of the ground and every joint is closed.
    const PIN: [f64; 3] = [0.17, 0.1, 0.06];
    const END: [f64; 3] = [0.7, -0.05, -0.1];
    const MIDDLE: [f64; 3] = [0.435, 0.025, -0.02];
    let frame = |body, turned: [f64; 3], point: [f64; 3], origin: [f64; 3]| {
        Frame(body, core::array::from_fn(|k| point[k] - origin[k]), turned)
    };
    let between = |first, second, turned: [f64; 3], point: [f64; 3]| {
        let origin = |body| match body {
            "crank" => PIN.map(|x| x / 2.0),
            "rod" => MIDDLE,
            "slider" => END,
            _ => [0.0; 3],
        };
        [first, second].map(|body| frame(body, turned, point, origin(body)))
    };
    for number in 0..4 {
        for planar in [true, false] {
            let kinds = if planar {
                ["revolute()", "revolute()", "revolute()", "prismatic(, axis: [0.8, 0.6])"]
            } else {
                [
                    "revolute(, axis: [0, 0, 1])",
                    "spherical()",
                    "universal(, axes: [[0, 0.6, 0.8], [0, 0.8, -0.6]])",
                    "prismatic(, axis: [0.8, 0.6, 0])",
                ]
            };
            // The guide is along x.
            let guide = [0.0, 0.0, -0.6_f64.atan2(0.8)];
            let mut joints = [
                joint("pivot", kinds[0], between("ground", "crank", [0.0, 0.0, 0.3], [0.0; 3])),
                joint("pin", kinds[1], between("crank", "rod", [0.2, 0.1, 0.5], PIN)),
                joint("wrist", kinds[2], between("slider", "rod", [0.1, 0.0, 0.0], END)),
                joint("guide", kinds[3], between("ground", "slider", guide, END)),
            ];
            joints.rotate_left(number);
            let case = Case {
                planar,
                bodies: vec![CRANK, ROD, SLIDER],
                joints: joints.into(),
                couplings: Vec::new(),
                items: "initial { pivot.angle: 0.1, der(pivot.angle): 6 [rad/s] }".to_owned(),
            };
            case.check_all(3);
        }
    }
}
