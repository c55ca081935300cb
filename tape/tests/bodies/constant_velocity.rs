//! Constant-velocity joints: shafts of equal speed at every bend, reactions against Newton–Euler, and the
//! same motion whether the joint has coordinates or is a constraint.

use crate::newton_euler::{along, on_a_flying_body, turned};
use crate::tapes::tapes;
use crate::texts::{in_both, named_outputs, probed, probes, with_items};
use linkwork::prelude::*;
use linkwork_tape::{Tape, TapeParameters};
use nalgebra::Vector3;

type V = Vector3<f64>;

/// Speeds are compared at states whose constraints hold to 1e-12 or, along a run, to what its Newton iterations leave.
const SAME_SPEED: f64 = 1e-9;
/// Coordinates of a joint that is bent by 150° change fast twice a turn, some tens of times a second.
const FOLDED: f64 = 1e-6;
/// Two runs of order eight with a thousand steps a second of motions of some rad/s.
const SAME_MOTION: f64 = 1e-8;

fn build(parameters: TapeParameters) -> Tape {
    parameters.build().unwrap_or_else(|error| panic!("{error}"))
}

/// Two shafts at an angle of `bend` degrees, joined at the origin.
fn shafts(bend: f64, bearing: &str, joint: &str) -> String {
    format!(
        "mechanism Shafts in space {{
            body driving {{ mass: 1 [kg], inertia: diagonal(2e-3, 1e-3, 1e-3) [kg*m^2] }}
            body driven {{ mass: 1 [kg], inertia: diagonal(3e-3, 2e-3, 2e-3) [kg*m^2] }}
            frame seat = fixed(ground, rotation: rpy(0, 0, {bend:?} [deg]));
            joint input = revolute(ground, driving, axis: [1, 0, 0]);
            joint output = {bearing};
            joint between = {joint};
            force motor = torque(input, 0.3 [N*m]);
            output turned = input.angle;
            output speed = der(input.angle);
            output other = der(output.angle);
            output gained = der(der(input.angle));
            initial {{ der(input.angle): 10 [rad/s] }}
        }}"
    )
}

fn value(all: &[(String, f64)], name: &str) -> f64 {
    all.iter().find(|(known, _)| known == name).unwrap_or_else(|| panic!("no `{name}`: {all:?}")).1
}

/// Over some turns the speeds are equal, and the torque accelerates both shafts like one straight shaft.
#[test]
fn shafts_turn_at_one_speed_at_any_bend() {
    let bearings = [
        (
            "revolute(seat, driven, axis: [1, 0, 0])",
            "constant_velocity(driving, driven, axis: [1, 0, 0], cut: true)",
        ),
        (
            "cylindrical(seat, driven, axis: [1, 0, 0], cut: true)",
            "constant_velocity(driving, driven, axis: [1, 0, 0])",
        ),
        (
            "cylindrical(seat, driven, axis: [1, 0, 0])",
            "constant_velocity(driven, driving, axis: [1, 0, 0], cut: true)",
        ),
    ];
    for bend in [0.0, 12.0, 45.0, 100.0, 150.0] {
        for (bearing, joint) in bearings {
            for parameters in tapes(&in_both(&shafts(bend, bearing, joint))) {
                let tape = build(parameters);
                let run = tape
                    .simulate()
                    .method(DormandPrince8::projected())
                    .step(1e-3)
                    .until(1.0)
                    .run()
                    .unwrap_or_else(|error| panic!("{joint} at {bend}°: {error}"));
                let mut turned = 0.0;
                for state in run.samples() {
                    let all = named_outputs(&tape, state);
                    let (speed, other) = (value(&all, "speed"), value(&all, "other"));
                    assert!(
                        (speed - other).abs() < SAME_SPEED * speed.abs(),
                        "{joint} at {bend}°: {speed} and {other}"
                    );
                    // 0.3 N·m on 5e-3 kg·m².
                    let gained = value(&all, "gained");
                    assert!((gained - 60.0).abs() < SAME_SPEED * 60.0, "{joint} at {bend}°: {gained}");
                    turned = value(&all, "turned");
                }
                // 10 t + 30 t² after a second: more than six turns.
                assert!((turned - 40.0).abs() < FOLDED, "{joint} at {bend}°: {turned}");
            }
        }
    }
}

/// A cross in its place does not: Ω₂ = Ω₁ cos β/(1 − sin²β cos²φ) with its first axis in the plane of the shafts at φ = 0.
#[test]
fn a_cross_turns_unevenly() {
    let bend = 45.0_f64;
    let text = shafts(
        bend,
        "cylindrical(seat, driven, axis: [1, 0, 0])",
        "universal(driving, driven, axes: [[0, 1, 0], [0, 0, 1]], cut: true)",
    );
    for parameters in tapes(&in_both(&text)) {
        let tape = build(parameters);
        let run =
            tape.simulate().method(DormandPrince8::projected()).step(2e-3).until(0.5).run().expect("a run");
        for state in run.samples() {
            let all = named_outputs(&tape, state);
            let (sine, cosine) = bend.to_radians().sin_cos();
            let ratio = cosine / (1.0 - (sine * value(&all, "turned").cos()).powi(2));
            let (speed, other) = (value(&all, "speed"), value(&all, "other"));
            assert!((other - ratio * speed).abs() < 1e-7 * speed, "{other} is not {ratio} of {speed}");
        }
    }
}

/// In the tree and as a constraint, both ways, with motors along both angles: bodies that fly.
#[test]
fn reactions_balance_newton_and_euler() {
    on_a_flying_body(
        false,
        "constant_velocity(, axis: [0.48, 0.6, 0.64])",
        "k.first_angle: 0.5, der(k.first_angle): 1.2 [rad/s], k.second_angle: -0.7, der(k.second_angle): 0.9 [rad/s]
        | force m = torque(k.first_angle, 3 [N*m]); force l = torque(k.second_angle, -2 [N*m]);
        output alpha = k.first_angle; output beta = k.second_angle;",
        |value| {
            let shaft = V::new(0.48, 0.6, 0.64);
            let u = (V::x() - shaft * shaft.x).normalize();
            let v = shaft.cross(&u);
            let (half, bend) = (turned(u, value("alpha") / 2.0), turned(v, value("beta")));
            // ω = θ₁' ½ (u + R(u, θ₁/2) R(v, θ₂) u) + θ₂' R(u, θ₁/2) v.
            let first = (u + half * bend * u) / 2.0;
            let second = half * v;
            let bisector = shaft + half * bend * half * shaft;
            (V::zeros(), along([first, second, bisector], [3.0, -2.0, 0.0]))
        },
    );
}

/// A heavy shaft on a rotating one: the same motion in the tree, as a closure and in absolute coordinates.
#[test]
fn the_motion_does_not_depend_on_coordinates() {
    let text = |cut: &str| {
        format!(
            "mechanism Hanging in space {{
                gravity = [0, 0, -9.81] [m/s^2];
                body shaft {{ mass: 1 [kg], inertia: diagonal(2e-3, 3e-3, 4e-3) [kg*m^2] }}
                body bob {{ mass: 2 [kg], com: [0, 0.02, -0.3] [m], inertia: diagonal(0.02, 0.03, 0.01) [kg*m^2] }}
                joint bearing = revolute(ground, shaft, axis: [0, 0, 1]);
                joint knuckle = constant_velocity(shaft at [0.1, 0, 0] [m], bob, axis: [0, 0, 1]{cut});
                force soft = torsion_spring(knuckle.first_angle, stiffness: 2 [N*m/rad], rest: 0.2);
                force oil = torsion_spring(knuckle.second_angle, damping: 0.1 [N*m*s/rad]);
                initial {{ der(bearing.angle): 4 [rad/s], knuckle.first_angle: 0.6, knuckle.second_angle: -0.4,
                    der(knuckle.second_angle): 1.5 [rad/s] }}
            }}"
        )
    };
    let (frames, expressions) = probes("bob", true, false);
    let items = format!("{frames}{}", crate::texts::outputs(&expressions));
    let mut ends: Vec<(String, Vec<f64>)> = Vec::new();
    for cut in ["", ", cut: true"] {
        for (number, parameters) in tapes(&in_both(&with_items(&text(cut), &items))).into_iter().enumerate() {
            let tape = build(parameters);
            let run = tape
                .simulate()
                .method(DormandPrince8::projected())
                .step(1e-3)
                .until(1.0)
                .run()
                .unwrap_or_else(|error| panic!("{error}"));
            ends.push((format!("cut{cut} {number}"), probed(&tape, run.last())));
        }
    }
    let (first, others) = ends.split_first().expect("runs");
    for (what, end) in others {
        for (a, b) in first.1.iter().zip(end) {
            assert!((a - b).abs() < SAME_MOTION, "{what}: {a} and {b}");
        }
    }
}

/// Friction along both angles, from the reaction of the joint, which is then a constraint: it dissipates the same energy
/// in both formulations.
#[test]
fn friction_acts_along_both_angles() {
    let text = "mechanism Rubbing in space {
        gravity = [0, 0, -9.81] [m/s^2];
        body bob { mass: 2 [kg], com: [0, 0, -0.3] [m], inertia: diagonal(0.02, 0.03, 0.01) [kg*m^2] }
        joint knuckle = constant_velocity(ground, bob, axis: [0, 0, 1]);
        force drag = friction(knuckle, coefficient: 0.2, radius: 0.05 [m], velocity: 0.05 [rad/s]);
        output height = bob.position.z;
        initial { knuckle.first_angle: 0.6, knuckle.second_angle: -0.4, der(knuckle.second_angle): 1.5 [rad/s] }
    }";
    let (frames, expressions) = probes("bob", true, false);
    let items = format!("{frames}{}", crate::texts::outputs(&expressions));
    let runs: Vec<(f64, Vec<f64>)> = tapes(&in_both(&with_items(text, &items)))
        .into_iter()
        .map(|parameters| {
            let tape = build(parameters);
            let run = tape.simulate().method(DormandPrince8::projected()).step(1e-3).until(1.0).run();
            let run = run.unwrap_or_else(|error| panic!("{error}"));
            let energy = run.energy();
            (energy[0] - energy[energy.len() - 1], probed(&tape, run.last()))
        })
        .collect();
    let [(lost, first), (other, second)] = &runs[..] else { panic!("two formulations") };
    assert!(*lost > 0.1 && (lost - other).abs() < SAME_MOTION, "{lost} and {other}");
    for (a, b) in first.iter().zip(second) {
        assert!((a - b).abs() < SAME_MOTION, "{a} and {b}");
    }
}
