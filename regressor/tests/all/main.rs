//! Regressors compared with closed forms and with evaluations of the equations of motion, and in identifications.

mod base;
mod closed_forms;
mod identification;
mod refused;
mod residuals;

use linkwork::Named;
use linkwork::analysis::Motion;
use linkwork_compiler::{Options, Program};
use linkwork_regressor::{Instant, Regressor};
use linkwork_tape::{Tape, TapeParameters};

/// Rounding of the terms of an equation of motion.
const ROUNDING: f64 = 1e-12;

/// Two links in the plane, each with its centre of mass off its axis.
const ARM: &str = "mechanism Arm in plane {
    gravity = [0, -9.81] [m/s^2];
    param length = 0.5 [m];
    body upper { mass: 2 [kg], com: [0.2, 0.03] [m], inertia: 0.05 [kg*m^2] }
    body lower { mass: 1.5 [kg], com: [0.15, -0.02] [m], inertia: 0.02 [kg*m^2] }
    joint shoulder = revolute(ground, upper, damping: 0.3 [N*m*s/rad], friction: 0.2 [N*m]);
    joint elbow = revolute(upper at [length, 0 [m]], lower, rotor_inertia: 1e-4 [kg*m^2], reduction: 50);
    input first [N*m];
    input second [N*m];
    force of_shoulder = torque(shoulder, first);
    force of_elbow = torque(elbow, second);
    force back = torsion_spring(elbow, stiffness: 3 [N*m/rad], rest: 0.4 [rad]);
    initial { shoulder.angle: 0.3 [rad], elbow.angle: 0.5 [rad] }
}";

/// A crank driven by a motor, with every kind of element of a plane loop.
const SLIDER_CRANK: &str = "mechanism SliderCrank in plane {
    coordinates = [minimal, absolute];
    gravity = [0, -9.81] [m/s^2];
    body crank { mass: 1.2 [kg], com: [0.07, 0.01] [m], inertia: 2.25e-3 [kg*m^2] }
    body rod { mass: 0.6 [kg], com: [0.17, -0.01] [m], inertia: 6e-3 [kg*m^2] }
    body slider { mass: 2 [kg], inertia: 1e-3 [kg*m^2] }
    joint pivot = revolute(ground, crank, damping: 0.05 [N*m*s/rad]);
    joint pin = revolute(crank at [0.15, 0] [m], rod);
    joint wrist = revolute(rod at [0.35, 0] [m], slider);
    joint guide = prismatic(ground, slider, axis: [1, 0]);
    force return_spring = spring(ground at [1, 0] [m], slider, stiffness: 120 [N/m], damping: 4 [N*s/m], length: 0.4 [m]);
    input drive [N*m];
    force motor = torque(pivot, drive);
    initial { pivot.angle: 30 [deg], der(pivot.angle): 6 [rad/s], pin.angle: ~-45 [deg] }
}";

/// Three bodies in space: a quaternion, an axis aslant, a displacement, a bushing and a table.
const SPATIAL: &str = "mechanism Spatial in space {
    coordinates = [minimal, absolute];
    gravity = [0.5, -0.3, -9.81] [m/s^2];
    body base { mass: 3 [kg], com: [0.1, -0.05, 0.02] [m],
        inertia: [[0.08, 0.004, -0.003], [0.004, 0.07, 0.002], [-0.003, 0.002, 0.09]] [kg*m^2] }
    body arm { mass: 1.4 [kg], com: [0.02, 0.2, -0.03] [m], inertia: diagonal(0.03, 0.01, 0.035) [kg*m^2] }
    body hand { mass: 0.7 [kg], com: [0.05, 0, 0.1] [m], inertia: diagonal(0.004, 0.005, 0.003) [kg*m^2] }
    joint ball = spherical(ground, base);
    joint hinge = revolute(base at [0.3, 0.1, 0] [m], arm, axis: [0.6, 0, 0.8], damping: 0.02 [N*m*s/rad], friction: 0.1 [N*m]);
    joint rail = prismatic(arm at [0, 0.4, 0] [m], hand at [0, 0, -0.05] [m], axis: [0, 0.8, 0.6], rotor_inertia: 0.3 [kg]);
    force mount = bushing(ground at [0.2, 0, 0.5] [m], arm at [0, 0.1, 0] [m], stiffness: [90, 40, 150] [N/m],
        damping: [2, 5, 1] [N*s/m], torsional_stiffness: 7 [N*m/rad], torsional_damping: 0.4 [N*m*s/rad]);
    force band = tabulated_spring(ground at [1, 0, 0] [m], hand, elongations: [-1, 0, 0.5, 2] [m], tensions: [-3, 0, 20, 90] [N], length: 0.5 [m]);
    force touch = contact(hand, ground, stiffness: 1e3 [N/m^1.5], radius: 0.6 [m], friction: 0.2, dissipation: 0.1 [s/m]);
    input wind [N];
    force gust = force(hand at [0.1, 0, 0] [m], [wind, 0 [N], 2 * wind]);
}";

/// The programs of a text, with coefficients or as they are.
fn programs(source: &str, coefficients: bool) -> Vec<Program> {
    let options = Options { coefficients, ..Options::default() };
    let text = linkwork_compiler::build::compile_text("regressor", source, &options, false);
    text.unwrap_or_else(|text| panic!("{text}")).programs
}

fn regressors(source: &str) -> Vec<Regressor> {
    let all = programs(source, true).into_iter().map(TapeParameters::new);
    all.map(|parameters| Regressor::new(parameters).expect("a regressor")).collect()
}

fn regressor(source: &str) -> Regressor {
    regressors(source).swap_remove(0)
}

/// The column of that name.
fn column(columns: &[Named], name: &str) -> usize {
    let names = || columns.iter().map(|column| &*column.name).collect::<Vec<_>>();
    columns.iter().position(|column| column.name == name).unwrap_or_else(|| panic!("{name} in {:?}", names()))
}

/// The instant of a motion.
fn instant(motion: &Motion<Tape>, inputs: &[f64]) -> Instant {
    let vector = |x: &nalgebra::DVector<f64>| x.as_slice().to_vec();
    Instant {
        time: motion.t,
        q: vector(&motion.q),
        v: vector(&motion.v),
        a: vector(&motion.a),
        states: vector(&motion.y),
        inputs: inputs.to_vec(),
        efforts: vec![0.0; motion.v.len()],
    }
}
