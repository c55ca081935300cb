//! Reactions of joints in loops over links: against the same trees unrolled, and against closed forms.

use crate::loops::{same, tape};
use crate::texts::named_outputs;
use linkwork::prelude::*;

/// The reactions of every joint of a tree, forwards and backwards, beside forces of every sort.
const JOINTS: &str = "
    mechanism Joints in space {
        gravity = [1, -2, -9] [m/s^2];
        param offset = 0.3 [m];
        input drive [N*m];
        body a { mass: 1 [kg], com: [0.1, 0.2, 0.3] [m], inertia: diagonal(0.2, 0.3, 0.4) [kg*m^2] }
        body b { mass: 2 [kg], com: [-0.1, 0.2, 0] [m], inertia: diagonal(0.3, 0.3, 0.4) [kg*m^2] }
        body c { mass: 1.5 [kg], inertia: diagonal(0.2, 0.25, 0.4) [kg*m^2] }
        body d { mass: 0.5 [kg], com: [0.1, 0, 0] [m], inertia: diagonal(0.1, 0.12, 0.15) [kg*m^2] }
        body e { mass: 0.7 [kg], inertia: diagonal(0.1, 0.12, 0.15) [kg*m^2] }
        body f { mass: 0.9 [kg], inertia: diagonal(0.1, 0.12, 0.15) [kg*m^2] }
        body g { mass: 0.8 [kg], inertia: diagonal(0.1, 0.12, 0.15) [kg*m^2] }
        body h { mass: 0.6 [kg], inertia: diagonal(0.1, 0.12, 0.15) [kg*m^2] }
        body tool { mass: 0.4 [kg], com: [0, 0.1, 0] [m], inertia: diagonal(0.01, 0.02, 0.03) [kg*m^2] }
        frame seat = fixed(a at [0, 0, 0.2] [m], rotation: rpy(10, 20, 30 [deg]));
        frame wall = fixed(ground at [0 [m], offset, 0 [m]], rotation: rpy(40, 50, 60 [deg]));
        joint pivot = revolute(wall, a at [0.1, 0, 0] [m], axis: [1, 2, 2], damping: 0.3 [N*m*s/rad], rotor_inertia: 0.02 [kg*m^2]);
        joint ball = spherical(b at [0.1, 0, 0.2] [m], seat);
        joint bolt = screw(b at [0, 0.4, 0] [m], c, axis: [0, 1, 1], pitch: 0.1 [m/rad]);
        joint slide = prismatic(d at [0.3, 0, 0] [m], c, axis: [0, 3, 4], rotor_inertia: 0.1 [kg]);
        joint cross = universal(a at [0.5, 0, 0] [m], e, axes: [[1, 0, 0], [0, 1, 0]]);
        joint both = cylindrical(e at [0, 0, 0.4] [m], f, axis: [0, 0, 1]);
        joint away = free(ground, g);
        joint floor = planar(h, g at [0, 0.1, 0.2] [m], normal: [0, 0.6, 0.8]);
        joint weld = fixed(f at [0, 0, 0.3] [m], tool);
        force coil = torsion_spring(pivot, stiffness: 30 [N*m/rad], rest: 0.2 [rad], damping: 0.1 [N*m*s/rad]);
        force rubber = bushing(ground, a, stiffness: 100 [N/m], torsional_stiffness: [10, 20, 30] [N*m/rad], torsional_damping: 0.4 [N*m*s/rad]);
        force pull = spring(ground at [0.1, 0.2, 0] [m], d at [0.3, 0, 0.1] [m], stiffness: 40 [N/m]);
        force motor = torque(cross.second_angle, drive + 0.1 [N*m] * sin(3 [rad/s] * time));
        force spin = torsion_spring(both.displacement, stiffness: 20 [N/m]);
        force wind = force(tool at [0, 0, 0.1] [m], [1 [N], drive / (0.5 [m]), 3 [N]]);
        initial { pivot.angle: 0.3 [rad], der(slide.displacement): 0.2 [m/s], away.angular_velocity: [1, 2, 3] [rad/s] }
        OUTPUTS
    }";

/// Joints in the plane, one of them backwards, with a load at the end.
const PLANE: &str = "
    mechanism Plane in plane {
        const n = 6;
        gravity = [0.5, -9.81] [m/s^2];
        for i in 1..=n { body bar[i] { mass: (1 + 0.1 * i) [kg], com: [0.1, 0.05] [m], inertia: 0.1 [kg*m^2] } }
        frame tilted = fixed(ground at [0.2, 0.1] [m], rotation: 30 [deg]);
        joint pin[1] = revolute(tilted, bar[1] at [-0.5, 0] [m]);
        joint pin[2] = revolute(bar[2] at [-0.5, 0] [m], bar[1] at [0.5, 0] [m], damping: 0.1 [N*m*s/rad]);
        joint pin[3] = prismatic(bar[2] at [0.5, 0] [m], bar[3], axis: [0.6, 0.8]);
        joint pin[4] = prismatic(bar[4], bar[3] at [0.3, 0] [m], axis: [0.6, 0.8]);
        for i in 5..=n { joint pin[i] = revolute(bar[i - 1] at [0.5, 0] [m], bar[i] at [-0.5, 0] [m]); }
        force pull = spring(ground at [3, 0] [m], bar[n], stiffness: 50 [N/m]);
        force kick = force(bar[4] at [0.1, 0.2] [m], [1 [N/s] * time, 2 [N]]);
        OUTPUTS
    }";

/// Particles on rails, one on the other, and a load on the last one.
const PARTICLES: &str = "
    mechanism Crane in space {
        gravity = [0, 0.5, -9.81] [m/s^2];
        frame wall = fixed(ground at [0.2, 0.1, 0] [m], rotation: rpy(10, 20, 30 [deg]));
        particle bridge { mass: 5 [kg] }
        particle trolley { mass: 2 [kg] }
        particle bob { mass: 1 [kg] }
        body load { mass: 3 [kg], inertia: diagonal(0.1, 0.2, 0.25) [kg*m^2] }
        joint track = prismatic(wall, bridge, axis: [0, 0.6, 0.8]);
        joint rail = prismatic(bridge, trolley, axis: [1, 0, 0]);
        joint hook = universal(trolley, load at [0, 0, 1] [m], axes: [[1, 0, 0], [0, 1, 0]]);
        joint groove = prismatic(load at [0.1, 0, 0] [m], bob, axis: [0, 0.6, 0.8]);
        OUTPUTS
    }";

/// The text with the reactions of joints as outputs.
fn with_reactions(text: &str, joints: &[&str]) -> String {
    let output = |(i, joint): (usize, &&str)| {
        format!("output force_{i} = {joint}.force; output torque_{i} = {joint}.torque;")
    };
    let outputs: String = joints.iter().enumerate().map(output).collect();
    text.replace("OUTPUTS", &outputs)
}

#[test]
fn reactions_are_those_of_unrolled_trees() {
    let pins: Vec<String> = (1..=6).map(|i| format!("pin[{i}]")).collect();
    let plane: Vec<&str> = pins.iter().map(String::as_str).collect();
    let crane = ["track", "rail", "hook", "groove"];
    let space = ["pivot", "ball", "bolt", "slide", "cross", "both", "away", "floor"];
    for (name, text, joints) in
        [("Joints", JOINTS, &space[..]), ("Plane", PLANE, &plane), ("Crane", PARTICLES, &crane)]
    {
        let text = with_reactions(text, joints);
        assert!(same(name, &text), "{name} has reactions in loops");
    }
}

/// A spring between the ground and a body acts on the body where the reaction of the joint between them is named, and has ranges, too.
#[test]
fn springs_beside_a_joint_are_no_reaction() {
    let text = "mechanism Beside in plane {
        gravity = [0, -9.81] [m/s^2];
        for i in 1..=3 { body bar[i] { mass: 2 [kg], inertia: 0.1 [kg*m^2] } }
        joint pin[1] = revolute(ground, bar[1] at [-0.5, 0] [m]);
        for i in 2..=3 { joint pin[i] = revolute(bar[i - 1] at [0.5, 0] [m], bar[i] at [-0.5, 0] [m]); }
        force stay = spring(ground at [0, 1] [m], bar[1] at [0.4, 0] [m], stiffness: 200 [N/m], length: 0.3 [m]);
        force strap = spring(bar[2] at [0, 0.2] [m], bar[3] at [0, 0.2] [m], stiffness: 100 [N/m], length: 0.3 [m]);
        force tie = spring(bar[1] at [0, 0.2] [m], bar[2] at [0, 0.2] [m], stiffness: 100 [N/m], length: 0.3 [m]);
        output first = pin[1].force;
        output last = pin[PIN].force;
        output lever = stay.tension;
        range pin[1].force.y: -500 [N] .. 500 [N];
    }";
    // The reaction of the joint beside the strap needs what it exerts on both, as a force between bodies.
    for pin in ["pin[1]", "pin[3]"] {
        assert!(same("Beside", &text.replace("pin[PIN]", pin)), "{pin}");
    }
}

/// A pendulum of length l at φ from the vertical, with speed ω: −m g cos φ − m l ω² along the rod, on the pendulum, whatever its length;
/// m g sin φ J/(J + m l²) across it.
#[test]
fn a_pendulum_pulls_its_pivot() {
    let (m, l, inertia, g, phi, omega) = (2.0, 0.7, 0.3, 9.81, 0.6_f64, 3.0_f64);
    let text = format!(
        "mechanism Pendulum in plane {{
            gravity = [0, -{g}] [m/s^2];
            body bob {{ mass: {m} [kg], inertia: {inertia} [kg*m^2] }}
            joint pivot = revolute(ground, bob at [0, {l}] [m]);
            output pull = pivot.force;
            output turn = pivot.torque;
            initial {{ pivot.angle: {phi} [rad], der(pivot.angle): {omega} [rad/s] }}
        }}"
    );
    let pendulum = tape(&text, "never").expect("a loop");
    let state = pendulum.initial_state().expect("a start");
    let found: Vec<f64> = named_outputs(&pendulum, &state).into_iter().map(|(_, value)| value).collect();
    // The rod points from the pivot to the bob along (sin φ, −cos φ); the reaction on the bob is towards the pivot.
    let along = -(m * g * phi.cos() + m * l * omega * omega);
    let across = m * g * phi.sin() * inertia / (inertia + m * l * l);
    let wanted = [along * phi.sin() + across * phi.cos(), -along * phi.cos() + across * phi.sin(), 0.0];
    for (found, wanted) in found.iter().zip(wanted) {
        assert!((found - wanted).abs() < 1e-12 * m * g * l, "{found} for {wanted}");
    }
}

/// A beam of ten bodies on prismatic joints, at rest against stiff efforts: every joint carries the weight beyond it and its moment.
#[test]
fn a_cantilever_carries_its_weight() {
    let text = "mechanism Cantilever in space {
        const n = 10;
        gravity = [0, 0, -10] [m/s^2];
        for i in 1..=n { body part[i] { mass: 1 [kg], com: [0.5, 0, 0] [m], inertia: diagonal(0.1, 0.1, 0.1) [kg*m^2] } }
        joint slot[1] = prismatic(ground, part[1], axis: [1, 0, 0]);
        for i in 2..=n { joint slot[i] = prismatic(part[i - 1] at [1, 0, 0] [m], part[i], axis: [1, 0, 0]); }
        for i in 1..=n { output carried[i] = slot[i].force; output moment[i] = slot[i].torque; }
    }";
    let beam = tape(text, "never").expect("loops");
    let state = beam.initial_state().expect("a start");
    for (number, value) in named_outputs(&beam, &state).into_iter().enumerate() {
        let (i, component) = (number / 6, number % 6);
        // On the part: its joint holds k parts up, whose centres are 0.5, 1.5, … m from it; r × F about y is −x F.
        let k = (10 - i) as f64;
        let wanted = match component {
            2 => 10.0 * k,
            4 => -10.0 * k * k / 2.0,
            _ => 0.0,
        };
        assert!((value.1 - wanted).abs() < 1e-9, "{} = {} for {wanted}", value.0, value.1);
    }
}
