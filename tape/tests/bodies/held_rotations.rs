//! Constraints on rotations of single joints, bodies and frames: joints in the tree have the reactions of the
//! formulation in which every joint is a constraint, at the same pose and velocity of every body.

use crate::tapes::tapes;
use crate::texts::{in_both, named_outputs};
use linkwork::prelude::*;
use linkwork::solution::State;
use linkwork::stepper::Start;
use linkwork_tape::Tape;
use nalgebra::{DVector, Matrix3, Rotation3, UnitQuaternion};
use std::collections::BTreeMap;

/// Accelerations of some 100 m/s² go through two solves with some hundred rows; relative to the largest reaction.
const SAME: f64 = 1e-9;
/// The least effect of a constraint, relative to the same.
const FELT: f64 = 1e-6;

/// A loop that a ball joint closes, a branch, and a nut that only its thread connects with the ground; origins are centres of mass.
const HELD: &str = "mechanism Held in space {
    gravity = [1, -2, -9.81] [m/s^2];
    body a { mass: 2 [kg], inertia: diagonal(0.02, 0.03, 0.04) [kg*m^2] }
    body b { mass: 1 [kg], inertia: diagonal(0.03, 0.02, 0.01) [kg*m^2] }
    body c { mass: 1.5 [kg], inertia: diagonal(0.02, 0.025, 0.03) [kg*m^2] }
    body d { mass: 0.8 [kg], inertia: diagonal(0.02, 0.01, 0.015) [kg*m^2] }
    body nut { mass: 0.5 [kg], inertia: diagonal(0.01, 0.02, 0.015) [kg*m^2] }
    joint pivot = revolute(ground, a at [-0.1, 0, 0] [m], axis: [0, 0.6, 0.8]);
    joint elbow = spherical(a at [0.3, 0, 0.1] [m], b at [-0.2, -0.1, 0] [m]);
    joint wrist = spherical(b at [0.3, -0.1, 0] [m], c at [-0.1, 0.1, 0] [m]);
    joint hook = universal(a at [0.1, 0, 0] [m], d at [-0.1, 0.05, 0] [m], axes: [[1, 0, 0], [0, 1, 0]]);
    joint pin = spherical(c at [0.3, 0, 0] [m], ground at [0.9, 0.3, 0.4] [m], cut: true);
    joint loose = free(a at [0, 0.2, 0] [m], nut at [0.01, 0.02, 0] [m]);
    joint thread = screw(ground at [0.1, 0.5, 0] [m], nut, axis: [0.6, 0, 0.8], pitch: 0.05 [m/rad], cut: true);
    frame tool = d at [0.2, 0, 0] [m];
    frame tilted = fixed(c at [0, 0, 0.1] [m], rotation: rpy(0.3 [rad], -0.2 [rad], 0.5 [rad]));
    output pivot_force = pivot.force;
    output pivot_torque = pivot.torque;
    output elbow_force = elbow.force;
    output wrist_force = wrist.force;
    output hook_force = hook.force;
    output hook_torque = hook.torque;
    output pin_force = pin.force;
    initial {
        pivot.angle: 0.2 [rad], der(pivot.angle): 1 [rad/s],
        hook.first_angle: 0.3 [rad], der(hook.second_angle): 2 [rad/s],
    }
";

const BODIES: [&str; 5] = ["a", "b", "c", "d", "nut"];

/// Outputs of the pose and the speed of every body, under names of their own.
fn poses() -> String {
    let of = |body: &str| {
        format!(
            "output place_{body} = {body}.position; output turn_{body} = {body}.rotation;
             output speed_{body} = {body}.velocity; output spin_{body} = {body}.angular_velocity;\n"
        )
    };
    BODIES.iter().map(|body| of(body)).collect()
}

/// The coordinates and velocities of the absolute formulation at the state of the other one.
fn same_place(minimal: &Tape, state: &State<Tape>, absolute: &Tape) -> Start<Tape> {
    let outputs: BTreeMap<String, f64> = named_outputs(minimal, state).into_iter().collect();
    let vector = |name: &str| [0, 1, 2].map(|k| outputs[&format!("{name}[{k}]")]);
    let mut known = BTreeMap::new();
    for body in BODIES {
        let entry = |i: usize, j: usize| outputs[&format!("turn_{body}[{i}][{j}]")];
        let rotation = Rotation3::from_matrix_unchecked(Matrix3::from_fn(entry));
        let q = UnitQuaternion::from_rotation_matrix(&rotation);
        let spin = rotation.inverse() * nalgebra::Vector3::from(vector(&format!("spin_{body}")));
        let (place, speed) = (vector(&format!("place_{body}")), vector(&format!("speed_{body}")));
        for (k, axis) in ["x", "y", "z"].into_iter().enumerate() {
            known.insert(format!("{body}.{axis}"), place[k]);
            known.insert(format!("der({body}.{axis})"), speed[k]);
            known.insert(format!("{body}.rotation.{axis}"), q.imag()[k]);
            known.insert(format!("{body}.own_angular_velocity.{axis}"), spin[k]);
        }
        known.insert(format!("{body}.rotation.w"), q.w);
    }
    let names = absolute.names();
    let all = |named: &[linkwork::mechanism::Named]| {
        DVector::from_vec(named.iter().map(|one| known[one.name.as_ref()]).collect())
    };
    Start { t: state.t, q: all(&names.coordinates), v: all(&names.velocities), y: DVector::zeros(0) }
}

/// The multipliers of `hold` and its components.
fn held_by(tape: &Tape, state: &State<Tape>) -> Vec<f64> {
    let names = tape.names();
    let holonomic = names.holonomic.iter().zip(state.lambda.as_slice());
    let all = holonomic.chain(names.nonholonomic.iter().zip(state.psi.as_slice()));
    all.filter(|(named, _)| named.name.starts_with("hold")).map(|(_, x)| *x).collect()
}

/// Outputs that are forces and torques.
fn reactions_of(tape: &Tape, state: &State<Tape>) -> Vec<(String, f64)> {
    let all = named_outputs(tape, state).into_iter();
    all.filter(|(name, _)| name.contains("_force") || name.contains("_torque")).collect()
}

/// Checks that reactions in the tree and as constraints agree, and that the constraint affects them.
fn assert_reactions_agree(hold: &str) {
    let text = format!("{HELD} {} {hold} }}", poses());
    let built = tapes(&in_both(&text)).into_iter().map(|one| one.build());
    let built: Result<Vec<Tape>, _> = built.collect();
    let built = built.unwrap_or_else(|error| panic!("{hold}: {error}"));
    let [minimal, absolute] = &built[..] else { panic!("two formulations") };
    let at = minimal.initial_state().unwrap_or_else(|error| panic!("{hold}: {error}"));
    let there = absolute.motion(&same_place(minimal, &at, absolute));
    let there = there.unwrap_or_else(|error| panic!("{hold}: {error}"));
    let (one, other) = (reactions_of(minimal, &at), reactions_of(absolute, &there));
    let scale = one.iter().fold(1.0_f64, |most, (_, x)| most.max(x.abs()));
    assert_eq!(one.len(), 21);
    for ((name, one), (_, other)) in one.iter().zip(&other) {
        let error = (one - other).abs();
        assert!(error < SAME * scale, "{hold} {name}: {one} in the tree, {other} as a constraint");
    }
    let (one, other) = (held_by(minimal, &at), held_by(absolute, &there));
    let largest = one.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    for (one, other) in one.iter().zip(&other) {
        assert!((one - other).abs() < SAME * scale.max(largest), "{hold}: multipliers {one} and {other}");
    }
    assert!(hold.is_empty() || largest > FELT * scale, "{hold}: it has no effect");
}

#[test]
fn without_constraints_reactions_agree() {
    assert_reactions_agree("");
}

/// Of the joint that closes the loop, of one in the tree, and of both.
#[test]
fn reactions_see_quaternions_of_joints() {
    for component in ["w", "x", "y", "z"] {
        assert_reactions_agree(&format!("constraint hold: pin.rotation.{component} = 0.3;"));
    }
    assert_reactions_agree("constraint hold: elbow.rotation.y = 0.1;");
    // Even in the quaternion of the joint in the tree: computed from poses, it may have the other sign.
    assert_reactions_agree(
        "constraint hold: elbow.rotation.x * elbow.rotation.w + 2 * pin.rotation.z = 0.1 + pin.rotation.w^2;",
    );
}

#[test]
fn reactions_see_angular_velocities_of_joints() {
    for component in ["x", "y", "z"] {
        assert_reactions_agree(&format!("constraint hold: pin.angular_velocity.{component} = 0.3 [rad/s];"));
    }
    assert_reactions_agree(
        "constraint hold: elbow.angular_velocity.x = 0.5 [rad/s] + pin.angular_velocity.z;",
    );
    assert_reactions_agree(
        "constraint hold: loose.angular_velocity.x = 0.5 [rad/s] + pin.angular_velocity.z;",
    );
}

#[test]
fn reactions_see_rotations_of_bodies_and_frames() {
    // Rows of the matrix are `.x`, `.y` and `.z`.
    assert_reactions_agree("constraint hold: b.rotation.row.y.x = 0.2;");
    assert_reactions_agree("constraint hold: dot(tilted.rotation.row.z, [1, 2, 0]) + tool.axis.z.x^2 = 0.2;");
    assert_reactions_agree(
        "constraint hold: tilted.angular_velocity.x = 0.2 [rad/s] + d.angular_velocity.y;",
    );
}

#[test]
fn reactions_see_displacements_of_screws() {
    assert_reactions_agree(
        "constraint hold: thread.displacement = 0.02 [m/s] * time + 0.3 [m/s^2] * time^2;",
    );
    assert_reactions_agree("constraint hold: thread.displacement = 0.1 [m] * pin.rotation.x;");
    assert_reactions_agree("constraint hold: thread.angle = 0.2 [rad] + 3 [rad/s^2] * time^2;");
}
