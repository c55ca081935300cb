//! Constraints with switches of the state, cams and bent wires: they are located as switches of forces are, methods keep their order, and
//! where the velocity jumps it is that along the next piece.

use crate::tapes::tapes;
use linkwork::prelude::*;
use linkwork::solution::Solution;
use linkwork::symplectic::Rattle;
use linkwork::{ControlError, Error};
use linkwork_tape::Tape;

/// A bead on a wire with a corner, y = |x|/2.
const WIRE: &str = "mechanism Wire in plane { coordinates = [minimal, absolute];
    particle bead { mass: 0.5 [kg] }
    joint rail = free(ground, bead);
    constraint wire: rail.y = abs(rail.x) / 2;
    output x = rail.x; output y = rail.y; output u = der(rail.x); output w = der(rail.y);
    initial { rail.x: -0.5 [m], der(rail.x): 1 [m/s] } }";

/// A follower that rests for 1 rad of each turn of its cam, rises and falls within 2 rad, with accelerations that jump.
const CAM: &str = "mechanism Cam in plane { coordinates = [minimal, absolute];
    param rise = 0.02 [m];
    body disc { mass: 1 [kg], inertia: 0.01 [kg*m^2] }
    body follower { mass: 0.5 [kg], inertia: 0.001 [kg*m^2] }
    joint shaft = revolute(ground, disc);
    joint guide = prismatic(ground, follower, axis: [0, 1]);
    let turned = mod(shaft.angle, 2 * pi);
    constraint cam: guide.displacement
        = if(turned < 1, 0 [m], if(turned < 3, rise * (turned - 1)^2 * (3 - turned)^2, 0 [m]));
    initial { der(shaft.angle): 4 [rad/s] } }";

fn run<S: Stepper<Tape>>(model: &Tape, method: S, step: f64, until: f64) -> Solution<Tape> {
    let run = model.simulate().method(method).step(step).until(until).run();
    run.unwrap_or_else(|error| panic!("{error}"))
}

/// Along the second piece the velocity is the part of the first one in its direction: (1, −1/2)·(1, 1/2)/(5/4) = 3/5 of it, from the
/// corner at t = 1/2 s on. The impulse takes 1 − (3/5)² of the energy of 5/16 J.
#[test]
fn a_bead_takes_the_corner_of_a_wire() {
    for model in tapes(WIRE) {
        let model = model.build().expect("it builds");
        for step in [1e-2, 0.0234] {
            let runs = [
                run(&model, FifthDegree::default(), step, 1.0),
                run(&model, RungeKutta4::projected(), step, 1.0),
                run(&model, GeneralizedAlpha::default(), step, 1.0),
                run(&model, Rattle, step, 1.0),
            ];
            for solution in runs {
                let method = &solution.report().method;
                let end = |name: &str| *solution.series(name).expect("a column").last().expect("a sample");
                for (name, expected) in [("x", 0.3), ("y", 0.15), ("u", 0.6), ("w", 0.3)] {
                    assert!((end(name) - expected).abs() < 1e-10, "{method}, {step}: {name} = {}", end(name));
                }
                let balance = solution.balance();
                assert!((balance.work + 0.2).abs() < 1e-10 && balance.error < 1e-10, "{method}: {balance:?}");
            }
        }
    }
}

/// Two and a half turns: a quarter of the step divides the error by 256.
#[test]
fn methods_keep_their_order_on_a_cam() {
    let ends: Vec<f64> = tapes(CAM)
        .into_iter()
        .map(|model| {
            let model = model.build().expect("it builds");
            let end = |step: f64| {
                let solution = run(&model, RungeKutta4::projected(), step, 4.0);
                *solution.series("shaft.angle").expect("a column").last().expect("a sample")
            };
            let [coarse, fine, exact] = [5e-3, 1.25e-3, 5e-4].map(end);
            let ratio = (coarse - exact).abs() / (fine - exact).abs();
            assert!(ratio > 64.0, "{ratio}: {coarse} {fine} {exact}");
            let fifth = run(&model, FifthDegree::default(), 1e-3, 4.0);
            let fifth = *fifth.series("shaft.angle").expect("a column").last().expect("a sample");
            assert!((fifth - exact).abs() < 1e-8, "{fifth} {exact}");
            exact
        })
        .collect();
    assert!((ends[0] - ends[1]).abs() < 1e-9 && ends[0] > 15.0, "{ends:?}");
}

/// The rows before and after a jump satisfy the constraint on their own sides of it.
#[test]
fn rows_at_corners_satisfy_their_own_piece() {
    let text = "mechanism Skate { coordinate x [m]; coordinate y [m]; coordinate a [rad];
        kinetic = 2 [kg] * (der(x)^2 + der(y)^2) / 2 + 0.1 [kg*m^2] * der(a)^2 / 2; potential = -4 [N] * x;
        let heading = a + if(x > 1 [m], 0.3, 0) + if(y > 0.5 [m], -0.2, 0);
        constraint blade: der(x) * sin(heading) = der(y) * cos(heading);
        initial { der(x): 0.5 [m/s], der(a): 0.7 [rad/s] } }";
    let model = tapes(text).remove(0).build().expect("it builds");
    let solution = run(&model, RungeKutta4::projected(), 1e-3, 1.0);
    assert_eq!(solution.switches().len(), 2);
    assert!(solution.constraint_drift() < 1e-12, "{}", solution.constraint_drift());
}

#[test]
fn a_cam_whose_position_jumps_is_an_error() {
    let text = CAM.replace("(3 - turned)^2", "1");
    for model in tapes(&text) {
        let model = model.build().expect("it builds");
        let failed = model.simulate().step(1e-2).until(4.0).run().map(|_| ()).expect_err("it jumps");
        let Error::Control(ControlError::JumpingConstraint { constraint, .. }) = &failed.error else {
            panic!("{failed}")
        };
        assert!(constraint == "cam", "{failed}");
    }
}
