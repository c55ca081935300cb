//! Motions that rest in a corner, corners close to each other, and corners to which a motion returns ever faster.

use crate::dead_centre::{both, close, last, run};
use linkwork::generalized_alpha::GeneralizedAlpha;
use linkwork::half_implicit::HalfImplicitEuler;
use linkwork::prelude::*;
use linkwork::solution::Solution;
use linkwork::symplectic::Rattle;
use linkwork::{ControlError, Error};
use linkwork_tape::Tape;

/// A disc of 0.01 kg·m² with a follower of 2 kg; the corners of these cams are acute in the metric of the masses.
fn gates(cam: &str, torque: &str, start: f64) -> Vec<Tape> {
    both(&format!(
        "mechanism Gate in plane {{ coordinates = [minimal, absolute];
         body disc {{ mass: 1 [kg], inertia: 0.01 [kg*m^2] }}
         body follower {{ mass: 2 [kg], inertia: 0.001 [kg*m^2] }}
         joint shaft = revolute(ground, disc);
         joint guide = prismatic(ground, follower, axis: [0, 1]);
         constraint cam: guide.displacement = {cam};
         force motor = torque(shaft, {torque});
         output angle = shaft.angle; output speed = der(shaft.angle);
         initial {{ shaft.angle: {start:?} [rad], der(shaft.angle): 10 [rad/s] }} }}"
    ))
}

fn all(model: &Tape, step: f64, until: f64) -> [Solution<Tape>; 7] {
    [
        run(model, ThirdDegree::default(), step, until),
        run(model, FifthDegree::default(), step, until),
        run(model, SixthDegree::default(), step, until),
        run(model, RungeKutta4::projected(), step, until),
        run(model, GeneralizedAlpha::default(), step, until),
        run(model, HalfImplicitEuler::default(), step, until),
        run(model, Rattle, step, until),
    ]
}

/// Both pieces stop it, and nothing moves it from there: neither rounding nor the period of `mod`, which may begin in the corner. The impulses take
/// the energy J ω²/2 + m v²/2.
#[test]
fn a_motion_rests_in_an_acute_corner() {
    let fall = 0.09 / 0.7 * 10.0;
    for (cam, start, energy) in [
        ("0.1 [m] * abs(shaft.angle - 1 [rad])", 0.3, 1.5),
        ("if(shaft.angle < 2 [rad], 0.1 [m] * abs(shaft.angle - 1 [rad]), 0.1 [m])", 0.3, 1.5),
        ("if(mod(shaft.angle, 2 * pi) < 2, 0.1 [m] * abs(mod(shaft.angle, 2 * pi) - 1), 0.1 [m])", 0.5, 1.5),
        (
            "if(mod(shaft.angle, 1) < 0.3, 0.3 [m] * mod(shaft.angle, 1), 0.09 [m] * (1 - mod(shaft.angle, 1)) / 0.7)",
            0.5,
            0.5 + fall * fall,
        ),
    ] {
        for model in gates(cam, "0 [N*m]", start) {
            for solution in [1e-3, 2e-3].into_iter().flat_map(|step| all(&model, step, 0.4)) {
                close(last(&solution, "angle"), 1.0, 1e-9);
                close(last(&solution, "speed"), 0.0, 1e-9);
                close(solution.balance().work, -energy, 1e-9);
                close(solution.balance().error, 0.0, 1e-9);
            }
        }
    }
}

/// A torque that begins later moves it from there on either side: T/(J + m s²) = ±1 rad/s².
#[test]
fn a_motion_leaves_the_corner_in_which_it_rests() {
    for sign in [1.0, -1.0] {
        let torque = format!("if(time < 0.3 [s], 0, {:?}) * 1 [N*m]", 0.03 * sign);
        for model in gates("0.1 [m] * abs(shaft.angle - 1 [rad])", &torque, 0.3) {
            for (step, solution) in
                [1e-3, 2e-3].into_iter().flat_map(|step| all(&model, step, 0.5).map(|run| (step, run)))
            {
                // The Euler method is of the first order.
                close(last(&solution, "angle"), 1.0 + 0.02 * sign, 0.2 * step);
                close(last(&solution, "speed"), 0.2 * sign, 1e-8);
            }
        }
    }
}

/// Corners of two drives within steps of any size, |t − 1/3| and |t − 1/3 + ε|, and two of one drive.
#[test]
fn corners_close_to_each_other_are_passed() {
    for gap in [1e-9, 3e-9, 1e-8, 1e-7] {
        let models = both(&format!(
            "mechanism Near in plane {{ coordinates = [minimal, absolute];
             body cart {{ mass: 2 [kg] }} body load {{ mass: 2 [kg] }} body third {{ mass: 1 [kg] }}
             joint rail = prismatic(ground, cart, axis: [1, 0]);
             joint lift = prismatic(ground, load, axis: [0, 1]);
             joint way = prismatic(ground, third, axis: [0, 1]);
             constraint a: rail.displacement = abs(time - 1 [s] / 3) * 1 [m/s];
             constraint b: lift.displacement = abs(time - 1 [s] / 3 + {gap:?} [s]) * 1 [m/s];
             constraint c: way.displacement = (abs(time - 1 [s] / 3) + abs(time - 1 [s] / 3 + {gap:?} [s])) * 1 [m/s];
             output x = rail.displacement; output y = lift.displacement; output z = way.displacement;
             output u = der(rail.displacement); output w = der(lift.displacement); output s = der(way.displacement); }}"
        ));
        for model in models {
            for solution in [0.05, 0.01, 5e-3].into_iter().flat_map(|step| all(&model, step, 0.5)) {
                let x = 0.5 - 1.0 / 3.0;
                for (name, expected) in
                    [("x", x), ("y", x + gap), ("z", 2.0 * x + gap), ("u", 1.0), ("w", 1.0), ("s", 2.0)]
                {
                    close(last(&solution, name), expected, 1e-11);
                }
            }
        }
    }
}

/// In the bottom of a wire it returns after times that shrink by the factor cos 2α = 3/5: at rest at 4 √(1/3.924 s⁻²), by every method.
#[test]
fn a_motion_that_returns_ever_faster_is_held() {
    let models = both(
        "mechanism Vee in plane { coordinates = [minimal, absolute]; gravity = [0, -9.81] [m/s^2];
         particle bead { mass: 0.5 [kg] }
         joint rail = free(ground, bead);
         constraint wire: rail.y = abs(rail.x) / 2;
         initial { rail.x: -0.5 [m] } }",
    );
    let end = 4.0 * (1.0_f64 / 3.924).sqrt();
    for model in models {
        for step in [1e-2, 1e-3] {
            let failed = [
                (
                    model.simulate().method(FifthDegree::default()).step(step).until(3.0).run().map(|_| ()),
                    2e-2 * step,
                ),
                (
                    model.simulate().method(RungeKutta4::projected()).step(step).until(3.0).run().map(|_| ()),
                    2e-2 * step,
                ),
                (
                    model
                        .simulate()
                        .method(HalfImplicitEuler::default())
                        .step(step)
                        .until(3.0)
                        .run()
                        .map(|_| ()),
                    50.0 * step,
                ),
            ];
            for (failed, tolerance) in failed {
                let Error::Control(ControlError::HeldInCorner { time, constraint }) =
                    failed.expect_err("it is held").error
                else {
                    panic!("another error")
                };
                assert!(constraint == "wire");
                close(time, end, tolerance);
            }
        }
    }
}

/// A push that switches on leads the bead away from the corner in which it rests, along the piece to its left: by every method, however the corner is
/// written. x = c − ½ (F/m) t²/(1 + s²) with the slope s = −1.254 there.
#[test]
fn a_push_leads_away_from_a_corner() {
    const CORNER: f64 = 0.4137441;
    let spelled = [
        "2.625*max(rail.x - 0.4137441 [m], 0 [m])",
        "2.625*if(rail.x < 0.4137441 [m], 0 [m], rail.x - 0.4137441 [m])",
        "1.3125*(abs(rail.x - 0.4137441 [m]) + rail.x - 0.4137441 [m])",
    ];
    for bend in spelled {
        let models = both(&format!(
            "mechanism Wire in plane {{ coordinates = [minimal, absolute];
             particle bead {{ mass: 0.5 [kg] }}
             joint rail = free(ground, bead);
             constraint wire: rail.y = -1.254*rail.x + {bend};
             force push = force(bead, [if(time < 0.35 [s], 0, -1.7) * 1 [N], 0 [N]]);
             output x = rail.x;
             initial {{ rail.x: 0.1137441 [m], der(rail.x): 1.5 [m/s] }} }}"
        ));
        let expected = CORNER - 0.5 * 1.7 / 0.5 / (1.0 + 1.254 * 1.254) * 0.2 * 0.2;
        for model in models {
            for step in [1e-3, 2e-3] {
                let run = || model.simulate().step(step).until(0.55);
                let ends = [
                    (run().method(Rattle).run(), 1e-8),
                    (run().method(RungeKutta4::projected()).run(), 1e-8),
                    (run().method(FifthDegree::default()).run(), 1e-8),
                    (run().method(HalfImplicitEuler::default()).run(), 0.2 * step),
                ];
                for (solution, tolerance) in ends {
                    let solution = solution.unwrap_or_else(|error| panic!("{error}"));
                    close(last(&solution, "x"), expected, tolerance);
                }
            }
        }
    }
}
