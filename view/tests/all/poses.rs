//! Poses are those of the language's own attributes, of closed forms, and of `solution.at`.

use crate::films::{
    BRICARD, GOVERNOR, HEXAPOD, QUADRUPED, SLIDER_CRANK, built, compiled, film, frames, positions,
};
use linkwork::prelude::*;
use linkwork_compiler::Drawing;
use linkwork_tape::{Tape, TapeParameters};
use linkwork_view::{BadGeometry, BadPoses, Dress, Form, Keyframes, Role, Scene};

/// Rounding of sums of a few dozen products of numbers of order one.
const ROUNDING: f64 = 1e-13;
/// A frame next to the crest of an oscillation with 99 frames a period is lower by up to (2π/99)²/8 = 5e-4.
const NEAR_CREST: f64 = 1e-3;
/// Loops are closed to 1e-12 of the size of their terms at the start, and a step keeps them so.
const CLOSED: f64 = 1e-11;

fn matrix([x, y, z, w]: [f64; 4]) -> [f64; 9] {
    [
        1.0 - 2.0 * (y * y + z * z),
        2.0 * (x * y - z * w),
        2.0 * (x * z + y * w),
        2.0 * (x * y + z * w),
        1.0 - 2.0 * (x * x + z * z),
        2.0 * (y * z - x * w),
        2.0 * (x * z - y * w),
        2.0 * (y * z + x * w),
        1.0 - 2.0 * (x * x + y * y),
    ]
}

/// `body.position` and `body.rotation` are outputs, from another routine than the picture's.
#[test]
fn poses_are_the_attributes_of_bodies() {
    // Particles have no rotation: those of the governor are its balls.
    let all = [(SLIDER_CRANK, 1e-3), (QUADRUPED, 1e-3), (BRICARD, 1e-3), (HEXAPOD, 1e-3), (GOVERNOR, 1e-4)];
    for (text, step) in all {
        let program = compiled(text, Drawing::Places, "");
        let (bodies, own) = (program.bodies, program.output_names.len());
        let numbered = bodies.iter().enumerate().filter(|(_, body)| !body.starts_with("ball"));
        let outputs: String = numbered
            .clone()
            .map(|(k, body)| {
                format!("output place_{k} = {body}.position; output axes_{k} = {body}.rotation;")
            })
            .collect();
        let tape = built(compiled(text, Drawing::Places, &outputs));
        let planar = tape.program().picture.as_ref().is_some_and(|picture| picture.planar);
        let compared: &[usize] =
            if planar { &[0, 1, 3, 4, 6, 7] } else { &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] };
        let run = tape.simulate().method(FifthDegree::default()).step(step).until(20.0 * step).run();
        let run = run.expect("it runs");
        let names: Vec<String> =
            tape.names().outputs[own..].iter().map(|named| named.name.to_string()).collect();
        let solid: Vec<usize> = numbered.map(|(k, _)| k).collect();
        assert_eq!(names.len(), solid.len() * compared.len());
        let columns: Vec<Vec<f64>> = names.iter().map(|name| run.output(name).expect("an output")).collect();
        let poses = tape.poses().expect("a picture");
        for (sample, state) in run.samples().iter().enumerate() {
            let poses = poses.at(state.q.as_slice());
            for (place, &body) in solid.iter().enumerate() {
                let pose = &poses[12 * body..12 * body + 12];
                for (column, &k) in compared.iter().enumerate() {
                    let value = columns[place * compared.len() + column][sample];
                    assert!((pose[k] - value).abs() < ROUNDING, "{} {k}: {} {value}", bodies[body], pose[k]);
                }
            }
        }
    }
}

/// The crank is a bar that turns about its end; the rod ends in the slider, which stays on its line.
#[test]
fn a_slider_crank_has_the_pose_of_its_angle() {
    let tape = built(compiled(SLIDER_CRANK, Drawing::Places, ""));
    let times = frames(40, 40.0);
    let all = positions(&tape, 1e-3, &times);
    let film = film(&tape, 1e-3, &times);
    for (frame, q) in all.iter().enumerate() {
        let angle = q[0];
        let (crank, turned) = film.keyframes.pose(frame, 0);
        let wanted = [0.075 * angle.cos(), 0.075 * angle.sin(), 0.0];
        assert!(crank.iter().zip(&wanted).all(|(a, b)| (a - b).abs() < ROUNDING), "{crank:?} {wanted:?}");
        let half = (angle / 2.0).sin_cos();
        let product = (turned[2] * half.0 + turned[3] * half.1).abs();
        assert!((product - 1.0).abs() < ROUNDING, "{turned:?} {angle}");
        let ((rod, turned), (slider, _)) = (film.keyframes.pose(frame, 1), film.keyframes.pose(frame, 2));
        let axes = matrix(turned);
        let end = [rod[0] + 0.175 * axes[0], rod[1] + 0.175 * axes[3]];
        assert!((end[0] - slider[0]).abs() < CLOSED && (end[1] - slider[1]).abs() < CLOSED);
        assert!(slider[1].abs() < CLOSED);
    }
}

/// The unit quaternion of a free base is the rotation of its body.
#[test]
fn rotations_are_those_of_the_coordinates() {
    let tape = built(compiled(QUADRUPED, Drawing::Places, ""));
    let mut q = tape.initial().0.as_slice().to_vec();
    let first = tape.program().rotations[0].0;
    let [w, x, y, z] = [0.5_f64, -0.1, 0.7, 0.5].map(|component| component);
    q[first..first + 4].copy_from_slice(&[w, x, y, z]);
    let pose = tape.poses().expect("a picture").at(&q);
    for (found, wanted) in pose[3..12].iter().zip(matrix([x, y, z, w])) {
        assert!((found - wanted).abs() < ROUNDING, "{found} {wanted}");
    }
}

#[test]
fn quaternions_are_continuous_over_whole_turns() {
    let times = frames(200, 10.0);
    let turning = |frame: usize| {
        let (sine, cosine) = (0.3 * frame as f64).sin_cos();
        vec![0.0, 0.0, 0.0, cosine, -sine, 0.0, sine, cosine, 0.0, 0.0, 0.0, 1.0]
    };
    let keyframes = Keyframes::new(times, 1, turning).expect("poses");
    for frame in 1..200 {
        let (before, now) = (keyframes.pose(frame - 1, 0).1, keyframes.pose(frame, 0).1);
        let product: f64 = before.iter().zip(&now).map(|(a, b)| a * b).sum();
        // Half of 0.3 rad a frame.
        assert!((product - 0.15_f64.cos()).abs() < ROUNDING, "{frame}");
    }
}

#[test]
fn redundant_joints_are_marked() {
    let tape = built(compiled(BRICARD, Drawing::Places, ""));
    let film = film(&tape, 1e-3, &frames(2, 100.0));
    assert!(film.scene.joints.iter().any(|joint| joint.redundant));
    let tape = built(compiled(QUADRUPED, Drawing::Places, ""));
    let scene = Scene::new(tape.program(), &tape.geometry(), &start(&tape)).expect("its geometry");
    assert!(scene.joints.iter().all(|joint| !joint.redundant));
}

fn start(tape: &Tape<f64>) -> Vec<f64> {
    tape.poses().expect("a picture").at(tape.initial().0.as_slice())
}

/// A body with a shape is its shape; one without is drawn by the places of its joints.
#[test]
fn bodies_are_drawn_by_shapes_or_by_joints() {
    let tape = built(compiled(SLIDER_CRANK, Drawing::Places, ""));
    let scene = Scene::new(tape.program(), &tape.geometry(), &start(&tape)).expect("its geometry");
    let of = |body: usize| -> Vec<(Role, Form)> {
        let own = scene.solids.iter().filter(|solid| solid.body == Some(body));
        own.map(|solid| (solid.role, solid.form)).collect()
    };
    assert!(of(1).iter().any(|(role, form)| *role == Role::Shape
        && matches!(form, Form::Cylinder(_, length) if (length - 0.35).abs() < ROUNDING)));
    // A bar from pin to pin, of the length of the crank.
    assert!(of(0).iter().any(|(role, form)| *role == Role::Stick
        && matches!(form, Form::Cylinder(_, length) if (length - 0.15).abs() < ROUNDING)));
    assert_eq!(scene.lines.len(), 1);
    assert_eq!(scene.lines[0].ends[0].position, [1.0, 0.0, 0.0]);
}

/// Shapes follow parameters that are set.
#[test]
fn shapes_are_made_of_parameters() {
    let mut parameters = TapeParameters::new(compiled(SLIDER_CRANK, Drawing::Places, ""));
    assert!(parameters.set("rod_length", 0.5));
    let tape = parameters.build().expect("it can be assembled");
    let scene = Scene::new(tape.program(), &tape.geometry(), &start(&tape)).expect("its geometry");
    let long = |solid: &&linkwork_view::Solid| solid.role == Role::Shape;
    let rod = scene.solids.iter().find(long).expect("a shape");
    assert!(matches!(rod.form, Form::Cylinder(_, length) if (length - 0.5).abs() < ROUNDING));
}

/// A mechanism that starts as a point has the size of its motion, however small; one that stays there has the size 1.
#[test]
fn the_size_of_a_point_is_that_of_its_motion() {
    // It swings by v/ω = 1e-5/√40 m, and 101 frames cover its period.
    let stage = |speed: &str| {
        format!(
            "mechanism Stage in plane {{
                body stage {{ mass: 1e-9 [kg] }}
                joint guide = prismatic(ground at [0.3, 0.1] [m], stage, axis: [1, 0]);
                force flexure = generalized(guide.displacement, -4e-8 [N/m] * guide.displacement);
                initial {{ guide.displacement: 0, der(guide.displacement): {speed} [m/s] }}
            }}"
        )
    };
    let size = |speed: &str| {
        let tape = built(compiled(&stage(speed), Drawing::Places, ""));
        let film = film(&tape, 1e-2, &frames(101, 100.0));
        assert_eq!(film.scene.size, 1.0, "the start is a point");
        let scene = Scene::dressed(tape.program(), &tape.geometry(), &film.keyframes, Dress::default());
        scene.expect("its geometry").size
    };
    let swing = 2.0 * 1e-5 / 40_f64.sqrt();
    assert!((size("1e-5") / swing - 1.0).abs() < NEAR_CREST, "{} {swing}", size("1e-5"));
    assert_eq!(size("0"), 1.0);
}

#[test]
fn invalid_geometry_and_poses_are_refused() {
    let tape = built(compiled(SLIDER_CRANK, Drawing::Places, ""));
    let geometry = tape.geometry();
    let short = Scene::new(tape.program(), &geometry[1..], &start(&tape));
    assert_eq!(short.map(|_| ()), Err(BadGeometry));
    let mut long = geometry.clone();
    long.push(0.0);
    assert_eq!(Scene::new(tape.program(), &long, &start(&tape)).map(|_| ()), Err(BadGeometry));
    assert_eq!(Scene::new(tape.program(), &geometry, &[0.0]).map(|_| ()), Err(BadGeometry));
    let wrong = |times: Vec<f64>, poses: Vec<f64>| Keyframes::new(times, 1, |_| poses.clone()).err();
    assert_eq!(wrong(vec![0.0], vec![0.0; 5]), Some(BadPoses::Count { frame: 0, wanted: 12, found: 5 }));
    assert_eq!(wrong(vec![0.0], vec![f64::NAN; 12]), Some(BadPoses::NotFinite { body: 0, time: 0.0 }));
    let identity = vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
    assert_eq!(wrong(vec![0.0, -1.0], identity), Some(BadPoses::Time { before: 0.0, time: -1.0 }));
    assert_eq!(wrong(Vec::new(), Vec::new()), Some(BadPoses::Count { frame: 0, wanted: 12, found: 0 }));
}
