//! One mechanism in minimal and in absolute coordinates: the same motion, the same reactions; drives and gears
//! that turn for many turns. Texts alone, no emitted code.

use crate::tapes::tapes;
use crate::texts::{in_both, named_outputs};
use linkwork::analysis::Motion;
use linkwork::prelude::*;
use linkwork::solution::State;
use linkwork_tape::Tape;

/// The text in minimal and in absolute coordinates.
fn both(text: &str) -> [Tape; 2] {
    let built =
        tapes(&in_both(text)).into_iter().map(|one| one.build().unwrap_or_else(|error| panic!("{error}")));
    built.collect::<Vec<_>>().try_into().expect("two formulations")
}

fn multiplier(tape: &Tape, state: &State<Tape>, name: &str) -> f64 {
    let place = tape.names().holonomic.iter().position(|n| n.name == name);
    state.lambda.as_slice()[place.unwrap_or_else(|| panic!("there is no constraint {name}"))]
}

/// A crank that a motor drives with angular acceleration, and a wheel on a gear.
const TRAIN: &str = "mechanism Train in plane {
    gravity = [0, -9.81] [m/s^2];
    param rate = 4 [rad/s];
    param faster = 1 [rad/s^2];
    body crank { mass: 2 [kg], inertia: 0.03 [kg*m^2] }
    body wheel { mass: 1 [kg], inertia: 0.01 [kg*m^2] }
    joint pivot = revolute(ground, crank at [-0.3, 0] [m]);
    joint axle = revolute(ground at [1, 0] [m], wheel);
    joint mesh = gear(pivot.angle, axle.angle, ratio: -3);
    constraint motor: pivot.angle = rate * time + faster * time^2 / 2;
    output turn = sin(axle.angle);
}";

/// 24 rad, more than three turns, of the crank, and three times that of the wheel: torque = (J + m r² + 9 J₂) φ'' + m g r cos φ = −λ.
#[test]
fn drives_and_gears_turn_for_many_turns() {
    for tape in both(TRAIN) {
        let name = &tape.names().velocities[0].name;
        let motion = tape.kinematics().step(0.05).until(4.0).run();
        let motion = motion.unwrap_or_else(|error| panic!("{name}: {error}"));
        for state in motion.samples() {
            let t = state.t;
            let phi = 4.0 * t + 0.5 * t * t;
            let torque = 0.03 + 2.0 * 0.09 + 9.0 * 0.01 + 2.0 * 9.81 * 0.3 * phi.cos();
            let found = -multiplier(&tape, state, "motor");
            assert!((found - torque).abs() < 1e-9, "{name}, t = {t}: {found} for {torque}");
            let turn = named_outputs(&tape, state)[0].1;
            assert!((turn + (3.0 * phi).sin()).abs() < 1e-9, "{name}, t = {t}: {turn}");
        }
        // The same by integration.
        let run =
            tape.simulate().step(1e-3).until(4.0).run().unwrap_or_else(|error| panic!("{name}: {error}"));
        let turn = named_outputs(&tape, run.last())[0].1;
        assert!((turn + 72.0_f64.sin()).abs() < 1e-6, "{name}: {turn}");
    }
}

/// A gear by less than one turn a turn of its driver, and a rack: in absolute coordinates both jump in their angle.
#[test]
fn slow_gears_and_racks_turn_for_many_turns() {
    let text = "mechanism Jack in plane {
        body crank { mass: 2 [kg], inertia: 0.03 [kg*m^2] }
        body wheel { mass: 1 [kg], inertia: 0.01 [kg*m^2] }
        body lift { mass: 5 [kg] }
        body twin { mass: 5 [kg] }
        joint pivot = revolute(ground, crank);
        joint axle = revolute(ground at [1, 0] [m], wheel);
        joint guide = prismatic(ground, lift, axis: [0, 1]);
        joint rail = prismatic(ground at [2, 0] [m], twin, axis: [0, 1]);
        joint mesh = gear(pivot.angle, axle.angle, ratio: 1 / 4);
        joint teeth = rack_pinion(pivot.angle, guide.displacement, radius: 0.01 [m]);
        joint couple = gear(guide.displacement, rail.displacement, ratio: 2);
        joint thread = gear(rail.displacement, axle.angle, ratio: 12.5 [rad/m]);
        constraint motor: pivot.angle = 5 [rad/s] * time;
        output lifted = rail.displacement;
        output turn = sin(axle.angle);
    }";
    // The last gear is implied by the others: 12.5 · 2 · 0.01 = 1/4.
    for tape in both(text) {
        let name = &tape.names().velocities[0].name;
        let motion = tape.kinematics().step(0.05).until(4.0).run();
        let motion = motion.unwrap_or_else(|error| panic!("{name}: {error}"));
        let found = named_outputs(&tape, motion.last());
        assert!((found[0].1 - 0.4).abs() < 1e-10 && (found[1].1 - 5.0_f64.sin()).abs() < 1e-10, "{found:?}");
        let unit = |name: &str| {
            let names = tape.names();
            let found = names.holonomic.iter().find(|n| n.name.starts_with(name));
            found.map(|n| n.unit.to_string()).unwrap_or_default()
        };
        assert_eq!(["mesh.", "teeth.", "couple.", "thread."].map(unit), ["rad", "m", "m", "rad"]);
    }
}

/// Every kind of joint that carries a body, some from the outer body to the inner one, with motors,
/// a gear, a constraint and a generalised force.
const ARM: &str = "mechanism Arm in space {
    gravity = [1, -2, -9.81] [m/s^2];
    body a { mass: 2 [kg], com: [0.1, 0, 0.02] [m], inertia: diagonal(0.02, 0.03, 0.04) [kg*m^2] }
    body b { mass: 1 [kg], com: [0, 0.1, 0] [m], inertia: diagonal(0.03, 0.03, 0.01) [kg*m^2] }
    body c { mass: 1.5 [kg], inertia: diagonal(0.02, 0.025, 0.03) [kg*m^2] }
    body d { mass: 0.7 [kg], inertia: diagonal(0.01, 0.015, 0.02) [kg*m^2] }
    body e { mass: 0.5 [kg], inertia: diagonal(0.01, 0.01, 0.01) [kg*m^2] }
    body f { mass: 0.3 [kg], inertia: diagonal(0.01, 0.015, 0.01) [kg*m^2] }
    body g { mass: 0.2 [kg], com: [0, 0, 0.1] [m], inertia: diagonal(0.004, 0.004, 0.001) [kg*m^2] }
    body h { mass: 0.4 [kg], inertia: diagonal(0.004, 0.003, 0.005) [kg*m^2] }
    body post { mass: 3 [kg], com: [0, 0, 0.5] [m], inertia: diagonal(0.3, 0.3, 0.1) [kg*m^2] }
    joint base = fixed(post, ground at [0.1, 0, 0] [m]);
    joint pivot = revolute(post at [0, 0, 1] [m], a, axis: [0, 0.6, 0.8]);
    joint weld = fixed(a at [0.4, 0, 0.1] [m], b at [-0.1, 0, 0] [m], rotation: axis_angle([1, 0, 0], 40 [deg]));
    joint knuckle = universal(b at [0.3, 0, 0] [m], c at [0, 0.1, 0] [m], axes: [[1, 0, 0], [0, 1, 0]]);
    joint slide = prismatic(c at [0, 0, 0.2] [m], d, axis: [0.6, 0, 0.8]);
    joint thread = screw(d at [0.1, 0, 0] [m], e at [0, 0, -0.1] [m], axis: [0, 1, 0], pitch: 0.05 [m/rad]);
    joint tail = spherical(f at [0, 0.2, 0] [m], e at [0.1, 0, 0] [m], rotation: euler_zyx(yaw, pitch, roll));
    joint sleeve = cylindrical(f at [0, -0.1, 0] [m], g at [0, 0, -0.1] [m], axis: [0, 0, 1]);
    joint plate = planar(g, h at [0, 0, 0.1] [m], normal: [1, 0, 0]);
    joint mesh = gear(pivot.angle, thread.angle, ratio: 2);
    constraint hold: slide.displacement = 0.1 [m];
    constraint level: 2 * plate.x + plate.y = 0.05 [m];
    force motor = torque(pivot, 3 [N*m]);
    force twist = generalized(knuckle.second_angle, 0.7 [N*m]);
    force turn = generalized(knuckle.first_angle, 0.4 [N*m]);
    force push = generalized(sleeve.displacement, 2 [N]);
    force wind = force(f at [0, 0, 0.3] [m], [1, 2, 0.5] [N]);
    output base_force = base.force;
    output base_torque = base.torque;
    output pivot_force = pivot.force;
    output pivot_torque = pivot.torque;
    output weld_force = weld.force;
    output weld_torque = weld.torque;
    output knuckle_force = knuckle.force;
    output knuckle_torque = knuckle.torque;
    output slide_force = slide.force;
    output slide_torque = slide.torque;
    output thread_force = thread.force;
    output thread_torque = thread.torque;
    output tail_force = tail.force;
    output tail_torque = tail.torque;
    output sleeve_force = sleeve.force;
    output sleeve_torque = sleeve.torque;
    output plate_force = plate.force;
    output plate_torque = plate.torque;
    initial {
        pivot.angle: 0.5 [rad], der(pivot.angle): 1 [rad/s],
        knuckle.first_angle: 0.3 [rad], der(knuckle.first_angle): -2 [rad/s],
        knuckle.second_angle: -0.4 [rad], der(knuckle.second_angle): 1.5 [rad/s],
        slide.displacement: 0.1 [m],
        thread.angle: 1 [rad],
        tail.yaw: 0.3 [rad], der(tail.yaw): 1 [rad/s],
        tail.pitch: -0.2 [rad], der(tail.pitch): 0.5 [rad/s],
        tail.roll: 0.4 [rad], der(tail.roll): -0.7 [rad/s],
        sleeve.angle: 0.2 [rad], der(sleeve.angle): 3 [rad/s],
        sleeve.displacement: 0.02 [m], der(sleeve.displacement): 0.3 [m/s],
        plate.x: 0.01 [m], der(plate.x): 0.2 [m/s],
        plate.y: 0.03 [m],
        plate.angle: 0.6 [rad], der(plate.angle): -1 [rad/s],
    }
}";

/// A four-bar linkage on a beam that swings: its closure is written in the axes of the beam, and in absolute coordinates in those of the ground.
const ON_A_BEAM: &str = "mechanism OnABeam in plane {
    gravity = [1, -9.81] [m/s^2];
    body beam { mass: 3 [kg], com: [0.4, 0.05] [m], inertia: 0.2 [kg*m^2] }
    body a { mass: 1 [kg], com: [0.02, 0.2] [m], inertia: 0.02 [kg*m^2] }
    body b { mass: 1.2 [kg], com: [0.02, 0.2] [m], inertia: 0.02 [kg*m^2] }
    body c { mass: 0.8 [kg], com: [0.25, 0.03] [m], inertia: 0.02 [kg*m^2] }
    joint swing = revolute(ground, beam);
    joint p = revolute(beam, a);
    joint q = revolute(beam at [0.5, 0] [m], b);
    joint r = revolute(a at [0, 0.4] [m], c);
    joint s = revolute(b at [0, 0.4] [m], c at [0.5, 0] [m], cut: true);
    output closing = s.force;
    output carried = q.force;
    initial { swing.angle: 0.7 [rad], der(swing.angle): 1 [rad/s], p.angle: 0.2 [rad], der(p.angle): 2 [rad/s], q.angle: ~0.2 [rad], r.angle: ~-0.2 [rad] }
}";

/// The outputs at the start, which are the same in minimal and in absolute coordinates, and their largest size.
fn same_outputs(text: &str) -> (Vec<(String, f64)>, f64) {
    let [a, b] = both(text).map(|tape| {
        let state = tape.initial_state().expect("the accelerations are determined");
        named_outputs(&tape, &state)
    });
    // Accelerations of some 100 m/s² go through two solves with some hundred rows.
    let scale = a.iter().fold(1.0_f64, |most, (_, x)| most.max(x.abs()));
    for ((name, a), (_, b)) in a.iter().zip(&b) {
        assert!((a - b).abs() < 1e-9 * scale, "{name}: {a} in the tree, {b} as a constraint");
    }
    (a, scale)
}

#[test]
fn reactions_of_loops_on_moving_bodies_do_not_depend_on_the_formulation() {
    let (found, _) = same_outputs(ON_A_BEAM);
    assert!(found.len() == 4 && found.iter().all(|(_, force)| force.abs() > 0.01), "{found:?}");
}

#[test]
fn reactions_do_not_depend_on_the_formulation() {
    let (a, scale) = same_outputs(ARM);
    let of = |name: &str| a.iter().find(|(n, _)| n == name).map(|(_, x)| *x).expect("the output is there");
    // Nothing along the freedoms, for any effort of the motor.
    let along = 0.6 * of("pivot_torque[1]") + 0.8 * of("pivot_torque[2]");
    assert!(along.abs() < 1e-9 * scale, "{along}");
    assert!(of("tail_torque[0]") == 0.0 && of("plate_force[2]").abs() < 1e-9 * scale);
    // The fixed joints carry weight.
    assert!(of("weld_force[2]").abs() > 1.0 && of("base_force[2]").abs() > 10.0);
    let held = of("thread_torque[1]") + 0.05 * of("thread_force[1]");
    assert!(held.abs() < 1e-9 * scale, "{held}");
}

/// A beam that is welded to the wall: F = m g, T = m g l in its root, for any load on it in the plane.
#[test]
fn a_cantilever_is_held_by_force_and_torque() {
    let text = "mechanism Cantilever in plane {
        gravity = [0, -10] [m/s^2];
        body beam { mass: 3 [kg], com: [0.5, 0] [m], inertia: 1 [kg*m^2] }
        body bob { mass: 2 [kg] }
        joint root = fixed(ground, beam);
        joint hook = revolute(beam at [1, 0] [m], bob at [0, 0.4] [m]);
        output force = root.force;
        output torque = root.torque;
    }";
    for tape in both(text) {
        let state = tape.initial_state().expect("the accelerations are determined");
        let found = named_outputs(&tape, &state);
        // 3 · 10 + 2 · 10, and 3 · 10 · 0.5 + 2 · 10 · 1.
        let exact = [0.0, 50.0, 35.0];
        assert_eq!(found.len(), 3, "{found:?}");
        for ((name, found), exact) in found.iter().zip(exact) {
            assert!((found - exact).abs() < 1e-10, "{name}: {found} for {exact}");
        }
        // The motion needs nothing more.
        assert!(tape.efforts(&Motion::from(&state), &[]).is_ok());
    }
}

/// Energies and dissipation in every kind of attribute, T with angular velocities about the axes of the ground and of a body among them.
const ENERGIES: &str = "mechanism Energies in space {
    gravity = [0, 0, -9.81] [m/s^2];
    body a { mass: 2 [kg], inertia: diagonal(0.1, 0.2, 0.3) [kg*m^2] }
    body b { mass: 1 [kg], inertia: diagonal(0.02, 0.03, 0.04) [kg*m^2] }
    body c { mass: 0.5 [kg], inertia: diagonal(0.01, 0.02, 0.01) [kg*m^2] }
    joint ball = spherical(ground, a at [-0.5, 0, 0] [m]);
    joint hinge = revolute(a at [0.5, 0, 0] [m], b at [-0.3, 0.1, 0] [m], axis: [0, 1, 0.3]);
    joint weld = fixed(b at [0.3, 0.1, 0] [m], c at [0, 0.05, 0] [m]);
    potential = 3 [N/m] * b.position.x^2 + 2 [N] * a.position.y + 0.7 [J] * c.axis.x.z + 0.3 [J] * a.rotation.row.x.y;
    potential = 5 [N*m/rad^2] * hinge.angle^2 / 2;
    dissipation = 0.4 [N*s/m] * dot(c.velocity, c.velocity) / 2 + 0.2 [N*m*s] * b.angular_velocity.z^2 / 2;
    kinetic = 0.3 [kg] * dot(c.velocity, c.velocity) / 2 + 0.05 [kg*m^2] * b.angular_velocity.x^2 / 2;
    kinetic = 0.02 [kg*m^2] * dot(b.own_angular_velocity, b.own_angular_velocity) / 2 + 0.03 [kg*m^2] * c.own_angular_velocity.x^2;
    output ball_force = ball.force;
    output hinge_force = hinge.force;
    output hinge_torque = hinge.torque;
    output weld_force = weld.force;
    output weld_torque = weld.torque;
    initial { hinge.angle: 0.4 [rad], der(hinge.angle): 2 [rad/s], a.angular_velocity.x: 1 [rad/s], a.angular_velocity.z: -3 [rad/s] }
}";

#[test]
fn joints_of_the_tree_transmit_the_loads_of_energies() {
    let [a, b] = both(ENERGIES).map(|tape| {
        let state = tape.initial_state().expect("the accelerations are determined");
        named_outputs(&tape, &state)
    });
    for ((name, a), (_, b)) in a.iter().zip(&b) {
        assert!((a - b).abs() < 1e-9, "{name}: {a} in the tree, {b} as a constraint");
    }
}

/// A block that slides on a rough guide under its weight, which is an energy: it stops after v²/(2 μ g), and the guide carries m g. A weight
/// that is an energy is carried by a bracket.
#[test]
fn weights_as_energies_load_joints_and_their_friction() {
    let text = "mechanism Block in plane {
        body block { mass: 2 [kg], inertia: 0.01 [kg*m^2] }
        body hook { mass: 1 [kg], inertia: 0.1 [kg*m^2] }
        joint guide = prismatic(ground, block, axis: [1, 0]);
        joint bracket = fixed(block at [0.3, 0] [m], hook);
        potential = 2 [kg] * 9.81 [m/s^2] * block.position.y + 1 [kg] * 9.81 [m/s^2] * hook.position.y;
        force drag = friction(guide, coefficient: 0.3, velocity: 0 [m/s]);
        output carried = bracket.force.y;
        output moment = bracket.torque;
        output way = block.position.x;
        initial { der(guide.displacement): 1 [m/s] }
    }";
    for tape in both(text) {
        let run = tape.simulate().step(1e-3).until(0.5).run().unwrap_or_else(|error| panic!("{error}"));
        let found = named_outputs(&tape, run.last());
        let exact = [9.81, 0.0, 1.0 / (2.0 * 0.3 * 9.81)];
        for ((name, found), exact) in found.iter().zip(exact) {
            assert!((found - exact).abs() < 1e-9, "{name}: {found} for {exact}");
        }
    }
}

/// A rotor in a joint that closes a loop acts on both ends of its joint: M s̈ of the whole balances the force with its part,
///
/// ```text
/// (m + n² J) s̈ = P,   F = m s̈ − P = −n² J s̈
/// ```
///
/// of the slide that holds its first end.
#[test]
fn inner_joints_carry_the_rotors_of_closures() {
    let text = "mechanism Gripper in plane {
        gravity = [0, -10] [m/s^2];
        body lift { mass: 2 [kg] }
        body finger { mass: 3 [kg] }
        joint rail = prismatic(ground, lift, axis: [0, 1]);
        joint guide = prismatic(lift, finger, axis: [1, 0], rotor_inertia: 1 [kg*m^2], reduction: 2 [rad/m], cut: true);
        joint loose = free(ground, finger);
        force push = force(finger, [7, 0] [N]);
        output held = rail.force.x;
    }";
    for tape in both(text) {
        let state = tape.initial_state().expect("the accelerations are determined");
        let held = named_outputs(&tape, &state)[0].1;
        assert!((held + 4.0).abs() < 1e-12, "{held}");
    }
    let text = "mechanism Wrist in space {
        gravity = [-6, 8, -3] [m/s^2];
        body a { mass: 2.5 [kg], inertia: diagonal(0.55, 0.56, 0.52) [kg*m^2] }
        body b { mass: 1.3 [kg], com: [0.1, 0, 0] [m], inertia: diagonal(0.3, 0.35, 0.4) [kg*m^2] }
        body c { mass: 0.8 [kg], com: [0, 0.1, 0] [m], inertia: diagonal(0.1, 0.2, 0.15) [kg*m^2] }
        body d { mass: 0.6 [kg], com: [0, 0.1, 0] [m], inertia: diagonal(0.1, 0.2, 0.15) [kg*m^2] }
        joint base = revolute(ground, a, axis: [1, 2, 3]);
        joint hinge = revolute(a at [0.1, 0.6, 0] [m], b, axis: [0.3, 0.5, -1], rotor_inertia: 0.5 [kg*m^2], cut: true);
        joint ball = spherical(b at [0.2, 0, 0.3] [m], c at [0, 0, 0.2] [m], rotor_inertia: 0.2 [kg*m^2], cut: true);
        joint thread = screw(c at [0.1, 0.2, 0] [m], d, axis: [0, 1, 1], pitch: 0.1 [m/rad], rotor_inertia: 0.3 [kg*m^2], cut: true);
        joint b_loose = free(ground, b);
        joint c_loose = free(ground, c);
        joint d_loose = free(ground, d);
        output base_force = base.force;
        output base_torque = base.torque;
        output hinge_torque = hinge.torque;
        output ball_force = ball.force;
        output thread_torque = thread.torque;
        initial {
            base.angle: 0.2, der(base.angle): 0.3, hinge.angle: 0.1, der(hinge.angle): 0.4,
            ball.rotation: rpy(0.1, 0.2, 0.3), ball.angular_velocity: [1, -2, 0.5], thread.angle: 0.3, der(thread.angle): 3
        }
    }";
    let [cut, absolute] = both(text).map(|tape| {
        let state = tape.initial_state().expect("the accelerations are determined");
        named_outputs(&tape, &state)
    });
    let kept: Vec<String> = text
        .split("\n")
        .filter(|line| !line.contains("free("))
        .map(|line| line.replace(", cut: true", ""))
        .collect();
    let [tree, _] = both(&kept.join("\n")).map(|tape| {
        let state = tape.initial_state().expect("the accelerations are determined");
        named_outputs(&tape, &state)
    });
    for (((name, a), (_, b)), (_, c)) in cut.iter().zip(&absolute).zip(&tree) {
        assert!((a - b).abs() < 1e-9, "{name}: {a} in minimal coordinates, {b} in absolute ones");
        assert!((a - c).abs() < 1e-9, "{name}: {a} in closures, {c} in the tree");
    }
}
