//! The library's mechanisms in minimal and in absolute coordinates, and by energies written by hand: every body
//! has the same pose.

use crate::invariants::{assert_positive_definite, assert_power, assert_skew};
use crate::tapes::tapes;
use crate::texts::{in_both, named_outputs, outputs, probed, probes, with_items, within};
use linkwork::prelude::*;
use linkwork::solution::State;
use linkwork_tape::{Tape, TapeParameters};

/// Positions (of some metres) and velocities agree to this, relative to the largest of its run where that is
/// more than 1.
const SAME: f64 = 1e-9;

/// Mechanisms with dampers, whose forces depend on velocities in other ways than by inertia.
const DAMPED: [&str; 4] = ["door", "governor", "hexapod", "parallel axes"];
/// Mechanisms whose motors or moving constraints do work.
const DRIVEN: [&str; 3] = ["Andrews", "four-link", "slider–crank"];

macro_rules! file {
    ($name:literal) => {
        include_str!(concat!("../../../models/mechanisms/", $name, ".mech")).to_owned()
    };
}

/// A mechanism and its states at ten instants of a run.
fn motion(parameters: TapeParameters, step: f64, until: f64) -> (Tape, Vec<State<Tape>>) {
    let m: Tape = parameters.build().unwrap_or_else(|error| panic!("{error}"));
    let every = (until / step / 10.0).round() as u64;
    let name = m.names().mechanism.clone();
    let run = m.simulate().method(DormandPrince8::projected());
    let run = run.step(step).until(until).output(Sampling::Every(every));
    let solution = run.run().unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(solution.constraint_drift() < 1e-11, "{name}: {:e}", solution.constraint_drift());
    let states = solution.samples().to_vec();
    (m, states)
}

/// Probes at every instant.
fn probed_all((m, states): &(Tape, Vec<State<Tape>>)) -> Vec<Vec<f64>> {
    states.iter().map(|state| probed(m, state)).collect()
}

/// Properties of the mechanism that do not depend on its coordinates.
fn assert_laws(name: &str, (m, states): &(Tape, Vec<State<Tape>>)) {
    let last = states.last().expect("a run has an end");
    assert_positive_definite(name, m, last);
    if !DAMPED.contains(&name) {
        assert_skew(name, m, last);
        if !DRIVEN.contains(&name) {
            assert_power(name, m, last, 0.0);
        }
    }
}

fn assert_same(name: &str, expressions: &[String], one: &[Vec<f64>], other: &[Vec<f64>]) {
    assert_eq!(one.len(), other.len(), "{name}");
    for (i, (one, other)) in one.iter().zip(other).enumerate() {
        assert_eq!((one.len(), other.len()), (expressions.len(), expressions.len()), "{name}");
        let size = one.iter().fold(1.0, |m: f64, x| m.max(x.abs()));
        assert!(size.is_finite(), "{name}, instant {i}: {one:?}");
        for ((x, y), what) in one.iter().zip(other).zip(expressions) {
            let error = (x - y).abs();
            assert!(error <= SAME * size, "{name}: {what} is {x} and {y} at instant {i}, {error:e} apart");
        }
    }
}

/// Both formulations of a text, observed on these bodies (`*` marks particles).
fn agree(name: &str, text: &str, bodies: &[&str], step: f64, until: f64) {
    agree_in(name, text, bodies, &[], step, until);
}

/// The same with further expressions that agree.
fn agree_in(name: &str, text: &str, bodies: &[&str], further: &[&str], step: f64, until: f64) {
    let space = text.contains(" in space");
    let (mut items, mut expressions) = (String::new(), Vec::new());
    for body in bodies {
        let (more, of) = probes(body.trim_start_matches('*'), space, body.starts_with('*'));
        items += &more;
        expressions.extend(of);
    }
    expressions.extend(further.iter().map(|&one| one.to_owned()));
    let text = with_items(&in_both(text), &(items + &outputs(&expressions)));
    let mut both = tapes(&text).into_iter();
    let (Some(minimal), Some(absolute), None) = (both.next(), both.next(), both.next()) else {
        panic!("{name}: two formulations")
    };
    let [minimal, absolute] = [minimal, absolute].map(|one| {
        let run = motion(one, step, until);
        assert_laws(name, &run);
        probed_all(&run)
    });
    assert_same(name, &expressions, &minimal, &absolute);
    assert_ne!(minimal.first(), minimal.last(), "{name} moves");
}

#[test]
fn pendulum() {
    agree("pendulum", &file!("pendulums/hinged_pendulum"), &["bob"], 1e-2, 1.0);
}

#[test]
fn double_bars() {
    agree("double bars", &file!("pendulums/double_bars"), &["upper", "lower"], 1e-2, 1.0);
}

#[test]
fn tops() {
    agree("top, Euler angles", &file!("tops/top"), &["rotor"], 5e-3, 1.0);
    agree("top, quaternions", &file!("tops/quaternion_top"), &["rotor"], 5e-3, 1.0);
}

#[test]
fn free_rigid_body() {
    agree("free body", &file!("tops/free_rigid_body"), &["nut"], 1e-2, 1.0);
}

#[test]
fn andrews() {
    let bodies = ["k1", "k2", "k3", "k4", "k5", "k6", "k7"];
    // Not to 1 s: torques that differ by 1e-9 set the ends there 4e-6 apart, but those that differ by 1e-13 not 4e-10
    // but 3e-8, with a step of 5e-5 s and half of it. That is rounding, of which 0.5 s have 1e-10.
    agree("Andrews", &file!("linkages/andrews_bodies"), &bodies, 2.5e-5, 0.5);
}

#[test]
fn bricard() {
    agree("Bricard", &file!("linkages/bricard"), &["rod1", "rod2", "rod3", "rod4", "rod5"], 2.5e-2, 1.0);
}

#[test]
fn governor() {
    let bodies = ["shaft", "slider", "rod[0]", "rod[1]", "*ball[0]", "*ball[1]"];
    agree("governor", &file!("tops/governor"), &bodies, 3.125e-4, 1.0);
}

#[test]
fn door() {
    agree("door", &file!("linkages/door"), &["door"], 5e-3, 1.0);
}

#[test]
fn four_bars() {
    // Through the positions in which all bars lie on one line.
    let bodies = ["crank[0]", "crank[1]", "crank[2]", "coupler[0]", "coupler[1]"];
    agree("four-bars", &file!("linkages/four_bars"), &bodies, 5e-3, 1.0);
    agree(
        "four-bar in space",
        &file!("linkages/spatial_four_bar"),
        &["crank", "coupler", "rocker"],
        2.5e-3,
        1.0,
    );
}

#[test]
fn chain() {
    agree("chain", &file!("pendulums/chain"), &["bar[1]", "bar[2]", "bar[3]", "bar[4]"], 5e-3, 1.0);
}

#[test]
fn driven_mechanisms() {
    // The rotor passes half a turn, where an angle computed from poses jumps.
    agree("four-link", &file!("linkages/four_link"), &["rotor", "coupler", "rocker"], 5e-3, 1.5);
    let text = within(include_str!("../../../models/src/by_macro.rs"), "SpatialSliderCrank");
    agree("slider–crank", &text, &["crank", "rod", "slider"], 2e-3, 1.0);
}

#[test]
fn gears_turn_on() {
    // Both angles make several turns; in absolute coordinates they are computed from poses.
    for ratio in ["2", "-3", "(1 / 2)"] {
        let text = format!(
            "mechanism Gears in plane {{ gravity = [0, -9.81] [m/s^2];
                 body a {{ mass: 1 [kg], com: [0.1, 0] [m], inertia: 0.02 [kg*m^2] }}
                 body b {{ mass: 2 [kg], com: [0, 0.05] [m], inertia: 0.05 [kg*m^2] }}
                 joint left = revolute(ground, a);
                 joint right = revolute(ground at [1, 0] [m], b);
                 joint mesh = gear(left.angle, right.angle, ratio: {ratio});
                 initial {{ der(left.angle): 15 [rad/s] }} }}"
        );
        agree("gears", &text, &["a", "b"], 5e-3, 1.0);
    }
}

#[test]
fn hexapod() {
    agree("hexapod", &file!("robots/hexapod"), &["platform", "tube[0]", "piston[5]"], 2e-3, 1.0);
}

#[test]
fn rolling() {
    agree("disk", &file!("rolling/rolling_disk"), &["wheel"], 5e-3, 1.0);
    agree("knife edge", &file!("rolling/knife_edge"), &["skate"], 1e-2, 1.0);
}

#[test]
fn arm() {
    agree("arm", &file!("robots/panda"), &["link[1]", "link[4]", "link[7]"], 2e-3, 1.0);
}

#[test]
fn quadruped() {
    // Without initial rates it would fall without moving its legs.
    let moving = "initial {
        base.angular_velocity: [1, -2, 0.5] [rad/s],
        der(hip[0][0].angle): 3 [rad/s], der(thigh[0][1].angle): -2 [rad/s],
        der(knee[1][0].angle): 4 [rad/s], der(hip[1][1].angle): -1 [rad/s],
    }";
    let bodies = ["trunk", "foot[0][0]", "foot[0][1]", "foot[1][0]", "foot[1][1]"];
    agree("quadruped", &with_items(&file!("robots/quadruped"), moving), &bodies, 5e-3, 1.0);
}

/// A description by bodies and one by energies, each with its own expressions for the same quantities.
fn agree_with_energies(
    name: &str,
    bodies: (&str, &[&str]),
    energies: (&str, &[&str]),
    step: f64,
    until: f64,
) {
    let run = |(text, expressions): (&str, &[&str])| -> Vec<Vec<Vec<f64>>> {
        let expressions: Vec<String> = expressions.iter().map(|&one| one.to_owned()).collect();
        let all = tapes(&with_items(text, &outputs(&expressions)));
        all.into_iter().map(|one| probed_all(&motion(one, step, until))).collect()
    };
    let expressions: Vec<String> = energies.1.iter().map(|&one| one.to_owned()).collect();
    let by_energies = run(energies);
    for by_bodies in run((&in_both(bodies.0), bodies.1)) {
        assert_same(name, &expressions, &by_energies[0], &by_bodies);
    }
}

#[test]
fn hand_written_energies() {
    let (bodies, energies) = (
        file!("pendulums/hinged_pendulum"),
        within(include_str!("../../../models/src/by_macro.rs"), "Pendulum"),
    );
    // The one starts at (−1, 0), the other at (1, 0).
    agree_with_energies(
        "pendulum",
        (&bodies, &["0 [m/s]", "-end.position.x", "end.position.y", "-end.velocity.x"]),
        (
            &energies,
            &["0 [m/s]", "cos(theta) * length", "sin(theta) * length", "-sin(theta) * der(theta) * length"],
        ),
        2e-3,
        1.0,
    );
    agree_with_energies(
        "top",
        (&file!("tops/top"), &["com_x", "com_y", "com_z", "tip.nutation"]),
        (&file!("tops/spinning_top"), &["com_x", "com_y", "com_z", "theta"]),
        1e-3,
        1.0,
    );
    agree_with_energies(
        "top on SO(3)",
        (&file!("tops/quaternion_top"), &["com_x", "com_y", "com_z"]),
        (&file!("tops/spinning_top"), &["com_x", "com_y", "com_z"]),
        1e-3,
        1.0,
    );
    agree_with_energies(
        "skate",
        (&file!("rolling/knife_edge"), &["skate.position.x", "skate.position.y", "skate.angle"]),
        (&file!("rolling/skate"), &["x", "y", "heading"]),
        2e-3,
        1.0,
    );
    let angles = ["beta", "theta", "gamma", "phi", "delta", "omega", "epsilon"];
    let of_bodies: Vec<String> = angles.iter().map(|name| format!("sin({name}.angle)")).collect();
    let of_energies: Vec<String> = angles.iter().map(|name| format!("sin({name})")).collect();
    let [of_bodies, of_energies] =
        [&of_bodies, &of_energies].map(|all| all.iter().map(String::as_str).collect::<Vec<_>>());
    agree_with_energies(
        "Andrews",
        (&file!("linkages/andrews_bodies"), &of_bodies),
        (&file!("linkages/andrews"), &of_energies),
        2e-5,
        0.03,
    );
}

#[test]
fn double_pendulum_by_energies() {
    // A thick bar is a point mass on a rod and an inertia.
    let bodies = "mechanism Bodies in plane { gravity = [0, -9.81] [m/s^2];
        body one { mass: 1 [kg], com: [1, 0] [m] }
        body two { mass: 2 [kg], com: [0.7, 0] [m], inertia: 0.1 [kg*m^2] }
        joint a = revolute(ground, one);
        joint b = revolute(one at [1, 0] [m], two);
        frame c = two at [0.7, 0] [m];
        force twist = torsion_spring(b, stiffness: 3 [N*m], damping: 0.2 [N*m*s]);
        initial { a.angle: 0.3 [rad], b.angle: 0.5 [rad], der(a.angle): 1 [rad/s], der(b.angle): -2 [rad/s] } }";
    let energies = "mechanism Energies { coordinate a [rad]; coordinate b [rad];
        let x = cos(a) * 1 [m] + cos(a + b) * 0.7 [m];
        let y = sin(a) * 1 [m] + sin(a + b) * 0.7 [m];
        kinetic = 1 [kg*m^2] * der(a)^2 / 2 + 2 [kg] * (der(x)^2 + der(y)^2) / 2 + 0.1 [kg*m^2] * (der(a) + der(b))^2 / 2;
        potential = 9.81 [N] * sin(a) * 1 [m] + 2 [kg] * 9.81 [m/s^2] * y + 3 [N*m] * b^2 / 2;
        dissipation = 0.2 [N*m*s] * der(b)^2 / 2;
        initial { a: 0.3 [rad], b: 0.5 [rad], der(a): 1 [rad/s], der(b): -2 [rad/s] } }";
    let probes = ["sin(a)", "cos(b)", "x", "y"];
    agree_with_energies(
        "double pendulum",
        (bodies, &["sin(a.angle)", "cos(b.angle)", "c.position.x", "c.position.y"]),
        (energies, &probes),
        1e-3,
        1.0,
    );
}

/// An arm whose second to fourth axes are parallel, so that their rotations merge (`axes` of the compiler): the third is opposite to the
/// others, the fourth joint is traversed backwards, and frames are rotated about the axis. In absolute coordinates nothing merges.
const PARALLEL: &str = "mechanism Parallel in space {
    gravity = [0, 0.5, -9.81] [m/s^2];
    body b0 { mass: 2 [kg], com: [0.01, 0.02, 0.1] [m], inertia: [[0.05, 0.002, 0.001], [0.002, 0.08, 0.003], [0.001, 0.003, 0.1]] [kg*m^2] }
    body b1 { mass: 1.5 [kg], com: [0.01, -0.05, 0.2] [m], inertia: [[0.06, 0.001, 0.002], [0.001, 0.05, 0.004], [0.002, 0.004, 0.08]] [kg*m^2] }
    body b2 { mass: 1.2 [kg], com: [0.02, 0.03, 0.15] [m], inertia: [[0.03, 0.002, 0.003], [0.002, 0.04, 0.001], [0.003, 0.001, 0.05]] [kg*m^2] }
    body b3 { mass: 0.8 [kg], com: [0.03, 0.05, 0.01] [m], inertia: [[0.02, 0.001, 0.002], [0.001, 0.02, 0.002], [0.002, 0.002, 0.03]] [kg*m^2] }
    body b4 { mass: 0.6 [kg], com: [0.01, 0.02, 0.06] [m], inertia: [[0.02, 0.001, 0.001], [0.001, 0.02, 0.001], [0.001, 0.001, 0.03]] [kg*m^2] }
    frame elbow = fixed(b1 at [0, 0.02, 0.4] [m], rotation: rpy(0, 30 [deg], 0));
    joint j0 = revolute(ground at [0, 0, 0.1] [m], b0, axis: [0, 0, 1]);
    joint j1 = revolute(b0 at [0.02, 0.13, 0.1] [m], b1, axis: [0, 1, 0], damping: 0.1 [N*m*s/rad]);
    joint j2 = revolute(elbow, b2, axis: [0, -1, 0], rotor_inertia: 1e-3 [kg*m^2], reduction: 5);
    joint j3 = revolute(b3, b2 at [0.01, 0, 0.35] [m], axis: [0, 1, 0]);
    joint j4 = revolute(b3 at [0, 0.1, 0.05] [m], b4, axis: [1, 0, 0]);
    force rope = spring(ground at [0.6, 0.3, 0.2] [m], b3 at [0.05, 0.02, 0.03] [m], stiffness: 30 [N/m], damping: 0.5 [N*s/m], length: 0.2 [m]);
    force push = force(b2 at [0, 0, 0.3] [m], [1, 2, -1] [N], axes: body);
    force wound = torsion_spring(j2, stiffness: 3 [N*m/rad]);
    initial { j0.angle: 0.3 [rad], j1.angle: 0.5 [rad], j2.angle: -0.4 [rad], j3.angle: 0.7 [rad], j4.angle: 0.2 [rad],
        der(j0.angle): 0.5 [rad/s], der(j1.angle): -0.6 [rad/s], der(j2.angle): 0.8 [rad/s], der(j3.angle): 0.4 [rad/s], der(j4.angle): 1 [rad/s] }
}";

#[test]
fn chains_of_parallel_axes() {
    let reactions = [
        "j0.force.x",
        "j0.torque.x",
        "j1.force.x",
        "j1.force.y",
        "j1.torque.z",
        "j2.force.z",
        "j2.force.x",
        "j2.torque.x",
        "j2.torque.z",
        "j3.force.x",
        "j3.force.z",
        "j3.torque.x",
        "j3.torque.z",
        "j4.force.y",
        "j4.torque.y",
    ];
    agree_in("parallel axes", PARALLEL, &["b0", "b1", "b2", "b3", "b4"], &reactions, 1e-3, 0.5);
}

/// Components of a quaternion in `initial` stay, and the others follow from the unit norm: w first, not negative.
#[test]
fn given_components_of_quaternions_decide_the_others() {
    let third = (1.0_f64 - 0.36 - 0.36 - 0.04).sqrt();
    let (half, long) = (0.5_f64.sqrt(), 0.601_f64.hypot(0.8));
    let cases = [
        ("ball.rotation.z: 0.1", [0.99_f64.sqrt(), 0.0, 0.0, 0.1]),
        ("ball.rotation.x: 0.6", [0.8, 0.6, 0.0, 0.0]),
        ("ball.rotation.x: part, ball.rotation.y: 0.1", [0.9_f64.sqrt(), 0.3, 0.1, 0.0]),
        ("ball.rotation.w: 0.6, ball.rotation.x: 0.6, ball.rotation.z: -0.2", [0.6, 0.6, third, -0.2]),
        ("ball.rotation.w: 1", [1.0, 0.0, 0.0, 0.0]),
        ("ball.rotation.y: 1", [0.0, 0.0, 1.0, 0.0]),
        ("ball.rotation.x: ~0.6", [0.8, 0.6, 0.0, 0.0]),
        // Of unit norm within their digits.
        ("ball.rotation.w: 0.707, ball.rotation.x: 0.707", [half, half, 0.0, 0.0]),
        ("ball.rotation.w: 0.7, ball.rotation.x: 0.7, ball.rotation.y: 0", [half, half, 0.0, 0.0]),
        ("ball.rotation.x: 0.601, ball.rotation.y: 0.8", [0.0, 0.601 / long, 0.8 / long, 0.0]),
    ];
    for (initial, exact) in cases {
        let text = format!(
            "mechanism Ball in space {{
                coordinates = [minimal, absolute];
                param part = 0.3;
                body b {{ mass: part * 1 [kg], inertia: diagonal(1, 1.2, 1.5) [kg*m^2] }}
                joint ball = spherical(ground, b);
                output turned = [ball.rotation.w, ball.rotation.x, ball.rotation.y, ball.rotation.z];
                initial {{ {initial} }}
            }}"
        );
        for parameters in tapes(&text) {
            let m: Tape = parameters.build().unwrap_or_else(|error| panic!("{initial}: {error}"));
            let state = m.initial_state().expect("the accelerations are determined");
            for ((name, found), exact) in named_outputs(&m, &state).iter().zip(exact) {
                assert!((found - exact).abs() < 1e-12, "{initial}: {name} is {found}, not {exact}");
            }
        }
    }
}
