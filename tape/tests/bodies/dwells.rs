//! Cams that dwell under a follower with friction that sticks: its velocity becomes zero by the cam, so that friction has no say in that.

use crate::dead_centre::{both, last, run};
use linkwork::half_implicit::ImplicitEuler;
use linkwork::prelude::*;

/// A follower that a driven cam lifts within 1 rad, and keeps there.
const DRIVEN: &str = "mechanism Driven in plane { coordinates = [minimal, absolute];
    gravity = [0, -9.81] [m/s^2];
    param rise = 0.02 [m];
    body disc { mass: 1 [kg], inertia: 0.01 [kg*m^2] }
    body follower { mass: 0.5 [kg], inertia: 0.001 [kg*m^2] }
    joint shaft = revolute(ground, disc);
    joint guide = prismatic(ground, follower, axis: [0, 1]);
    constraint motor: shaft.angle = 3 [rad/s] * time;
    constraint cam: guide.displacement = if(shaft.angle < 1, PIECE, rise);
    force rub = friction(guide, limit: 2 [N], velocity: 0);
    output height = guide.displacement; output rate = der(guide.displacement); output effort = rub.force; }";

/// A disc that turns freely, and lifts and lowers its follower by 0.02 m within 2 rad of each turn.
const FREE: &str = "mechanism Free in plane { coordinates = [minimal, absolute];
    body disc { mass: 1 [kg], inertia: 0.01 [kg*m^2] }
    body follower { mass: 0.5 [kg], inertia: 0.001 [kg*m^2] }
    joint shaft = revolute(ground, disc);
    joint guide = prismatic(ground, follower, axis: [0, 1]);
    let turned = mod(shaft.angle, 2 * pi);
    constraint cam: guide.displacement
        = if(turned < 1, 0 [m], if(turned < 3, 0.02 [m] * (turned - 1)^2 * (3 - turned)^2, 0 [m]));
    force rub = friction(guide, limit: 0.2 [N], velocity: 0);
    output angle = shaft.angle; output speed = der(shaft.angle); output effort = rub.force;
    initial { der(shaft.angle): 4 [rad/s] } }";

/// Junctions whose accelerations jump, whose rates of acceleration jump, and whose velocities jump. During the dwell, friction is not determined,
/// and none acts.
#[test]
fn a_dwell_stops_a_follower_with_friction() {
    let pieces =
        ["rise * (1 - cos(pi * shaft.angle)) / 2", "rise * (1 - (1 - shaft.angle)^3)", "rise * shaft.angle"];
    for piece in pieces {
        for model in both(&DRIVEN.replace("PIECE", piece)) {
            for step in [1e-3, 0.01, 0.023] {
                let runs = [
                    run(&model, FifthDegree::default(), step, 1.0),
                    run(&model, FourthDegree::default(), step, 1.0),
                    run(&model, RungeKutta4::projected(), step, 1.0),
                    run(&model, ImplicitEuler::default(), step, 1.0),
                ];
                for solution in runs {
                    let method = &solution.report().method;
                    for (name, expected) in [("height", 0.02), ("rate", 0.0), ("effort", 0.0)] {
                        let found = last(&solution, name);
                        assert!(
                            (found - expected).abs() < 1e-12,
                            "{piece}, {method}, {step}: {name} = {found}"
                        );
                    }
                }
            }
        }
    }
}

/// After two turns friction has taken F s of the energy J ω²/2, with s = 0.08 m up and down: ω² = 16 − 3.2 (rad/s)². The Euler methods
/// have velocities beside the constraints where the follower reverses, and friction does not stop the disc there.
#[test]
fn friction_of_a_follower_brakes_a_disc() {
    let exact = f64::sqrt(16.0 - 3.2);
    for model in both(FREE) {
        let errors = |step: f64| {
            let runs = [
                run(&model, FifthDegree::default(), step, 2.6),
                run(&model, FourthDegree::default(), step, 2.6),
                run(&model, RungeKutta4::projected(), step, 2.6),
                run(&model, ImplicitEuler::default(), step, 2.6),
            ];
            runs.map(|solution| {
                assert!(
                    (last(&solution, "angle") - 9.7).abs() < 0.4 && last(&solution, "effort").abs() < 1e-12
                );
                (last(&solution, "speed") - exact).abs()
            })
        };
        let (coarse, fine) = (errors(8e-3), errors(2e-3));
        let bounds = [(3e-6, 100.0), (1.2e-4, 30.0), (5e-8, 100.0), (0.15, 3.5)];
        for (k, (most, ratio)) in bounds.into_iter().enumerate() {
            assert!(coarse[k] < most && coarse[k] > ratio * fine[k], "{k}: {coarse:?} {fine:?}");
        }
    }
}
