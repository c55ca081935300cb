//! Starts on corners: initial velocities are those of the piece along which the motion goes on.

use crate::dead_centre::{both, close, last, run};
use crate::tapes::tapes;
use linkwork::generalized_alpha::GeneralizedAlpha;
use linkwork::half_implicit::ImplicitEuler;
use linkwork::prelude::*;
use linkwork::solution::Solution;
use linkwork::symplectic::Rattle;
use linkwork_tape::Tape;

fn first(solution: &Solution<Tape>, name: &str) -> f64 {
    *solution.series(name).expect("an output").first().expect("a sample")
}

fn runs(model: &Tape, step: f64, until: f64) -> [Solution<Tape>; 3] {
    [
        run(model, FifthDegree::default(), step, until),
        run(model, RungeKutta4::projected(), step, until),
        run(model, GeneralizedAlpha::default(), step, until),
    ]
}

/// A cart that follows a drive with a corner at the start, with a load that slides on it freely.
fn carts(drive: &str, initial: &str) -> String {
    format!(
        "mechanism Start in plane {{ coordinates = [minimal, absolute];
         body cart {{ mass: 2 [kg] }} body load {{ mass: 1.5 [kg] }}
         joint rail = prismatic(ground, cart, axis: [1, 0]);
         joint guide = prismatic(cart, load, axis: [1, 0]);
         constraint drive: rail.displacement = {drive} * 0.7 [m/s];
         output x = rail.displacement; output s = guide.displacement; output u = der(rail.displacement); output w = der(guide.displacement);
         initial {{ {initial} }} }}"
    )
}

const SPELLINGS: [&str; 5] = [
    "abs(time)",
    "max(time, -time)",
    "max(-time, time)",
    "if(time < 0 [s], -time, time)",
    "if(time > 0 [s], time, -time)",
];

/// Whatever the spelling, the load keeps its velocity relative to the cart, that of `initial` or rest, and no work is done after the start.
#[test]
fn what_a_drive_carries_keeps_its_initial_velocity() {
    for (initial, relative) in
        [("", 0.0), ("der(guide.displacement): 0 [m/s]", 0.0), ("der(guide.displacement): 0.2 [m/s]", 0.2)]
    {
        for model in SPELLINGS.iter().flat_map(|drive| both(&carts(drive, initial))) {
            for solution in runs(&model, 2e-3, 0.5) {
                close(first(&solution, "u"), 0.7, 1e-12);
                close(first(&solution, "w"), relative, 1e-12);
                for (name, expected) in [("x", 0.35), ("s", 0.5 * relative), ("u", 0.7), ("w", relative)] {
                    close(last(&solution, name), expected, 1e-10);
                }
                close(solution.balance().work, 0.0, 1e-10);
            }
        }
    }
}

/// The velocity after the corner may be given; that before it, or none of both, contradicts the drive: for the defaults, and for other parameters.
#[test]
fn the_velocity_after_a_corner_of_the_time_may_be_given() {
    for drive in SPELLINGS {
        for model in both(&carts(drive, "der(rail.displacement): 0.7 [m/s]")) {
            close(last(&run(&model, FifthDegree::default(), 2e-3, 0.5), "x"), 0.35, 1e-10);
        }
        for other in ["0", "-0.7"] {
            let text = carts(drive, &format!("der(rail.displacement): {other} [m/s]"));
            let found = linkwork_compiler::compile(
                text.parse().expect("it lexes"),
                &linkwork_compiler::Options::default(),
            );
            let messages: Vec<String> = found.diagnostics.iter().map(|found| found.text()).collect();
            let is_refused = |text: &String| text.contains("`der(rail.displacement)` cannot be satisfied");
            assert!(
                found.programs.is_empty() && messages.iter().all(is_refused),
                "{drive}, {other}: {messages:?}"
            );
        }
        let text = carts(drive, "der(rail.displacement): speed")
            .replace("body cart", "param speed = 0.7 [m/s]; body cart");
        for mut parameters in tapes(&text) {
            assert!(parameters.clone().build().is_ok());
            for other in [0.0, -0.7] {
                assert!(parameters.set("speed", other));
                assert!(parameters.clone().build().is_err(), "{drive}: {other}");
            }
        }
    }
}

/// A cam with a corner at the start, rising by 0.3 m/rad ahead and by 0.09/0.7 m/rad behind: the given velocity of the shaft decides on the piece, in
/// both directions, and the shaft keeps it, because inertias are constant along a piece.
#[test]
fn a_given_velocity_decides_on_the_piece_of_a_cam() {
    for (cam, back) in [
        (
            "if(mod(shaft.angle, 1) < 0.3, 0.3 [m] * mod(shaft.angle, 1), 0.09 [m] * (1 - mod(shaft.angle, 1)) / 0.7)",
            0.09 / 0.7,
        ),
        ("if(shaft.angle > 0 [rad], 0.3 [m] * shaft.angle, -0.1 [m] * shaft.angle)", 0.1),
        ("if(shaft.angle < 0 [rad], -0.1 [m] * shaft.angle, 0.3 [m] * shaft.angle)", 0.1),
        ("0.2 [m] * abs(shaft.angle) + 0.1 [m] * shaft.angle", 0.1),
        ("max(0.3 [m] * shaft.angle, -0.1 [m] * shaft.angle)", 0.1),
    ] {
        for (speed, slope) in [(4.0, 0.3), (-4.0, -back)] {
            let models = both(&format!(
                "mechanism Cam in plane {{ coordinates = [minimal, absolute];
                 body disc {{ mass: 1 [kg], inertia: 0.1 [kg*m^2] }}
                 body follower {{ mass: 1 [kg], inertia: 0.001 [kg*m^2] }}
                 body rider {{ mass: 0.5 [kg], inertia: 0.001 [kg*m^2] }}
                 joint shaft = revolute(ground, disc);
                 joint guide = prismatic(ground, follower, axis: [0, 1]);
                 joint seat = prismatic(follower, rider, axis: [0, 1]);
                 constraint cam: guide.displacement = {cam};
                 output angle = shaft.angle; output y = guide.displacement; output s = seat.displacement;
                 output speed = der(shaft.angle); output rate = der(guide.displacement); output slip = der(seat.displacement);
                 initial {{ der(shaft.angle): {speed:?} [rad/s], der(seat.displacement): 0 [m/s] }} }}"
            ));
            for model in models {
                for solution in runs(&model, 2e-3, 0.05) {
                    let expected = [
                        ("angle", 0.05 * speed),
                        ("y", 0.05 * speed * slope),
                        ("s", 0.0),
                        ("speed", speed),
                        ("rate", speed * slope),
                        ("slip", 0.0),
                    ];
                    for (name, expected) in expected {
                        close(last(&solution, name), expected, 1e-9);
                    }
                    close(first(&solution, "rate"), speed * slope, 1e-12);
                }
            }
        }
    }
}

/// A bead on a wire with a corner that moves at 0.7 m/s, y = |x − 0.7 t|/2: from the corner on it is faster or slower than that, and keeps its velocity.
#[test]
fn a_given_velocity_decides_on_the_piece_of_a_moving_wire() {
    for (speed, rate) in [(2.0, 0.65), (0.2, 0.25), (-1.0, 0.85)] {
        let models = both(&format!(
            "mechanism Moving in plane {{ coordinates = [minimal, absolute];
             particle bead {{ mass: 0.5 [kg] }}
             joint rail = free(ground, bead);
             constraint wire: rail.y = abs(rail.x - 0.7 [m/s] * time) / 2;
             output x = rail.x; output y = rail.y; output u = der(rail.x); output w = der(rail.y);
             initial {{ rail.x: 0 [m], der(rail.x): {speed:?} [m/s] }} }}"
        ));
        for model in models {
            for solution in runs(&model, 2e-3, 0.1) {
                for (name, expected) in [("x", 0.1 * speed), ("y", 0.1 * rate), ("u", speed), ("w", rate)] {
                    close(last(&solution, name), expected, 1e-10);
                }
            }
        }
    }
}

/// A bead at a corner of a wire, whose middle direction, that of |x| = 0, is perpendicular to a piece: no equation with both has a solution. Beside it a
/// block sticks.
#[test]
fn a_start_on_a_corner_leaves_along_a_piece_at_right_angles_to_the_mean() {
    for (wire, speed, slope) in [
        ("-rail.x + 2 * abs(rail.x)", 1.5, 1.0),
        ("-rail.x + 2 * abs(rail.x)", -1.5, -3.0),
        ("-rail.x + 2 * max(rail.x, -rail.x)", 1.5, 1.0),
        ("rail.x + 2 * abs(rail.x)", -1.5, -1.0),
        ("rail.x - 2 * abs(rail.x)", 1.5, -1.0),
        ("rail.x / 2 - 2.5 * abs(rail.x)", 1.5, -2.0),
    ] {
        let models = both(&format!(
            "mechanism Wire in plane {{ coordinates = [minimal, absolute];
             particle bead {{ mass: 0.5 [kg] }} body block {{ mass: 2 [kg] }}
             joint rail = free(ground, bead); joint floor = prismatic(ground, block, axis: [1, 0]);
             constraint wire: rail.y = {wire};
             force rubbing = friction(floor.displacement, limit: 3 [N], velocity: 0 [m/s]);
             force pull = generalized(floor.displacement, 2 [N]);
             output x = rail.x; output y = rail.y; output u = der(rail.x); output w = der(rail.y); output s = floor.displacement;
             initial {{ rail.x: 0 [m], der(rail.x): {speed:?} [m/s], der(floor.displacement): 0 [m/s] }} }}"
        ));
        for model in models {
            let others = [
                run(&model, ThirdDegree::default(), 2e-3, 0.1),
                run(&model, Rattle, 2e-3, 0.1),
                run(&model, ImplicitEuler::default(), 2e-3, 0.1),
            ];
            for solution in runs(&model, 2e-3, 0.1).iter().chain(&others) {
                close(first(solution, "u"), speed, 1e-12);
                close(first(solution, "w"), speed * slope, 1e-12);
                for (name, expected) in [
                    ("x", 0.1 * speed),
                    ("y", 0.1 * speed * slope),
                    ("u", speed),
                    ("w", speed * slope),
                    ("s", 0.0),
                ] {
                    close(last(solution, name), expected, 1e-10);
                }
            }
        }
    }
}

/// A follower that is lifted, from the lowest point of a cam: both pieces lift it, and the shaft takes the slower way, or the one that is guessed, whatever the
/// spelling.
#[test]
fn velocities_that_fit_both_pieces_take_the_one_nearest_to_rest() {
    for cam in [
        "if(shaft.angle > 0 [rad], 0.3 [m] * shaft.angle, -0.1 [m] * shaft.angle)",
        "if(shaft.angle >= 0 [rad], 0.3 [m] * shaft.angle, -0.1 [m] * shaft.angle)",
        "if(shaft.angle < 0 [rad], -0.1 [m] * shaft.angle, 0.3 [m] * shaft.angle)",
        "0.2 [m] * abs(shaft.angle) + 0.1 [m] * shaft.angle",
        "max(0.3 [m] * shaft.angle, -0.1 [m] * shaft.angle)",
    ] {
        let lift = "der(guide.displacement): lift";
        for (guess, lift, speed) in [
            (lift.to_string(), 1.2, 4.0),
            (format!("{lift}, der(shaft.angle): ~-10 [rad/s]"), 1.2, -12.0),
            (format!("{lift}, der(shaft.angle): ~10 [rad/s]"), 1.2, 4.0),
        ] {
            let text = format!(
                "mechanism Cam in plane {{ coordinates = [minimal, absolute]; param lift = 0.9 [m/s];
                 body disc {{ mass: 1 [kg], inertia: 0.1 [kg*m^2] }} body follower {{ mass: 1 [kg], inertia: 0.001 [kg*m^2] }}
                 joint shaft = revolute(ground, disc); joint guide = prismatic(ground, follower, axis: [0, 1]);
                 constraint cam: guide.displacement = {cam};
                 output speed = der(shaft.angle); output rate = der(guide.displacement);
                 initial {{ shaft.angle: 0 [rad], {guess} }} }}"
            );
            // For the default parameters, and for others.
            let default = both(&text.replace("lift = 0.9", &format!("lift = {lift}")));
            let other = tapes(&text).into_iter().map(|mut parameters| {
                assert!(parameters.set("lift", lift));
                parameters.build().expect("a start")
            });
            for model in default.into_iter().chain(other) {
                for solution in runs(&model, 2e-3, 0.02) {
                    close(first(&solution, "rate"), lift, 1e-12);
                    close(first(&solution, "speed"), speed, 1e-11);
                    close(last(&solution, "speed"), speed, 1e-9);
                }
            }
        }
    }
}

/// A drive that is written for all times but that of the start: the velocity is that after it, whatever piece the one time is on. A pole there keeps its own piece.
#[test]
fn a_drive_starts_with_the_velocities_beside_an_exceptional_time() {
    for drive in [
        "if(time != 0 [s], time, 0 [s])",
        "if(time == 0 [s], 0 [s], time)",
        "if(!(time == 0 [s]), time, 0 [s])",
        "if(2 * time != 0 [s], time, 0 [s])",
    ] {
        for initial in ["", "der(rail.displacement): 0.7 [m/s]"] {
            for model in both(&carts(drive, initial)) {
                for solution in runs(&model, 2e-3, 0.5) {
                    close(first(&solution, "u"), 0.7, 1e-12);
                    close(last(&solution, "u"), 0.7, 1e-10);
                    close(last(&solution, "x"), 0.35, 1e-10);
                }
            }
        }
    }
    for model in both(&carts("if(time != 0 [s], sin(2 * time / 1 [s]) / time, 2 [1/s]) * 1 [s^2]", "")) {
        close(last(&run(&model, RungeKutta4::projected(), 2e-3, 0.5), "x"), 0.7 * 1_f64.sin() / 0.5, 1e-9);
    }
}
