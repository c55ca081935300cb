//! Corners of wires: which piece a bead takes, where it stops, and where both pieces hold it; and starts on corners.

use crate::dead_centre::{both, close, last, run};
use linkwork::prelude::*;
use linkwork::symplectic::Rattle;
use linkwork::{ControlError, Error};
use linkwork_tape::Tape;

/// A bead of 0.5 kg on a wire, under some gravity.
fn beads(wire: &str, gravity: &str, start: &str) -> Vec<Tape> {
    both(&format!(
        "mechanism Wire in plane {{ coordinates = [minimal, absolute]; gravity = [{gravity}] [m/s^2];
         particle bead {{ mass: 0.5 [kg] }}
         joint rail = free(ground, bead);
         constraint wire: {wire};
         output x = rail.x; output y = rail.y; output u = der(rail.x); output w = der(rail.y);
         initial {{ {start} }} }}"
    ))
}

/// A shaft that follows a function of the time.
fn drives(angle: &str) -> Vec<Tape> {
    both(&format!(
        "mechanism Drive in plane {{ coordinates = [minimal, absolute];
         body disc {{ mass: 1 [kg], inertia: 0.5 [kg*m^2] }}
         joint shaft = revolute(ground, disc);
         constraint drive: shaft.angle = {angle};
         output angle = shaft.angle; output speed = der(shaft.angle); }}"
    ))
}

fn check(model: &Tape, step: f64, until: f64, expected: &[(&str, f64)]) {
    let runs = [
        run(model, FifthDegree::default(), step, until),
        run(model, RungeKutta4::projected(), step, until),
        run(model, GeneralizedAlpha::default(), step, until),
        run(model, Rattle, step, until),
    ];
    for solution in runs {
        for &(name, expected) in expected {
            close(last(&solution, name), expected, 1e-8);
        }
    }
}

fn errors(model: &Tape, step: f64) -> [ControlError; 4] {
    let failed = [
        model.simulate().method(FifthDegree::default()).step(step).until(1.0).run().map(|_| ()),
        model.simulate().method(RungeKutta4::projected()).step(step).until(1.0).run().map(|_| ()),
        model.simulate().method(GeneralizedAlpha::default()).step(step).until(1.0).run().map(|_| ()),
        model.simulate().method(Rattle).step(step).until(1.0).run().map(|_| ()),
    ];
    failed.map(|failed| match failed.expect_err("it has no motion").error {
        Error::Control(control) => control,
        other => panic!("{other}"),
    })
}

/// Nothing of its velocity is along the next piece; gravity leads on from there, or back.
#[test]
fn a_bead_stops_in_a_right_angle_and_goes_on() {
    let right = "max(rail.x, rail.y) = 0";
    let start = "rail.x: -0.5 [m], rail.y: 0 [m], der(rail.x): 1 [m/s]";
    for model in beads(right, "0, 0", start) {
        check(&model, 0.0234, 1.0, &[("x", 0.0), ("y", 0.0), ("u", 0.0), ("w", 0.0)]);
    }
    // Pushed into the corner, it rests on the next piece.
    for model in beads(right, "1, 0", start) {
        check(&model, 0.0234, 1.0, &[("x", 0.0), ("y", 0.0), ("u", 0.0), ("w", 0.0)]);
    }
    // −1/2 + t + t²/2 = 0
    let at = -1.0 + 2.0_f64.sqrt();
    for model in beads(right, "1, -2", start) {
        let left = 1.0 - at;
        check(&model, 0.0234, 1.0, &[("x", 0.0), ("y", -left * left), ("w", -2.0 * left)]);
    }
    // −1/2 + t − 0.1 t² = 0, and back along the first piece.
    let at = (1.0 - 0.8_f64.sqrt()) / 0.2;
    for model in beads(right, "-0.2, 1", start) {
        let left = 1.0 - at;
        check(&model, 0.0234, 1.0, &[("x", -0.1 * left * left), ("y", 0.0), ("u", -0.2 * left)]);
    }
}

/// The velocity along the next piece would lead back: both pieces stop the bead.
#[test]
fn a_bead_stops_in_an_acute_corner() {
    for model in beads("rail.y = 2 * abs(rail.x)", "0, 0", "rail.x: -0.5 [m], der(rail.x): 1 [m/s]") {
        for step in [0.01, 0.0234] {
            check(&model, step, 1.0, &[("x", 0.0), ("y", 0.0), ("u", 0.0), ("w", 0.0)]);
        }
        let solution = run(&model, FifthDegree::default(), 0.01, 1.0);
        close(solution.balance().work, -1.25, 1e-10);
    }
}

/// At the bottom of a wire gravity leads back from both pieces: at right angles, at acute ones, and from a start at rest there.
#[test]
fn a_bead_that_both_pieces_hold_is_an_error() {
    let start = "rail.x: -0.5 [m], der(rail.x): 1 [m/s]";
    // −1/2 + t + a t²/2 = 0 with a = 2 s/(1 + s²) for the slope s.
    for (slope, along) in [(1.0, 1.0), (2.0, 0.8)] {
        let at = (f64::sqrt(1.0 + along) - 1.0) / along;
        for model in beads(&format!("rail.y = {slope} * abs(rail.x)"), "0, -2", start) {
            for error in errors(&model, 0.01) {
                let ControlError::HeldInCorner { time, constraint } = error else { panic!("{error}") };
                assert!((time - at).abs() < 1e-9 && constraint == "wire", "{time} {at}");
            }
        }
    }
    for model in beads("rail.y = abs(rail.x) / 2", "1, -3", "rail.x: 0 [m]") {
        for error in errors(&model, 0.01) {
            assert!(matches!(error, ControlError::HeldInCorner { time: 0.0, .. }), "{error}");
        }
    }
}

/// A start at rest on a corner leaves it along the piece on which gravity leads away; on a peak it may leave along both.
#[test]
fn a_start_at_rest_on_a_corner_leaves_it() {
    for (gravity, along) in [("3, -1", 1.0), ("-3, -1", -1.0)] {
        for model in beads("rail.y = abs(rail.x) / 2", gravity, "rail.x: 0 [m]") {
            // (3 − 1/2)/(1 + 1/4) = 2 m/s²
            check(&model, 0.01, 0.5, &[("x", 0.25 * along), ("y", 0.125), ("u", along), ("w", 0.5)]);
        }
    }
    for model in beads("rail.y = -abs(rail.x) / 2", "0, -3", "rail.x: 0 [m]") {
        for error in errors(&model, 0.01) {
            assert!(matches!(error, ControlError::StartOnCorner { .. }), "{error}");
        }
    }
}

/// The velocity of a start on a corner of the time is that after it.
#[test]
fn a_drive_starts_with_the_velocity_after_its_corner() {
    for angle in ["abs(sin(3 * time / 1 [s]))", "abs(sin(-3 * time / 1 [s]))"] {
        for model in drives(angle) {
            let solution = run(&model, FifthDegree::default(), 1e-3, 0.5);
            close(*solution.series("speed").expect("a column").first().expect("a sample"), 3.0, 1e-12);
            close(last(&solution, "angle"), 1.5_f64.sin(), 1e-9);
            close(last(&solution, "speed"), 3.0 * 1.5_f64.cos(), 1e-9);
            // J ω²/2 is less at the end.
            let work = 0.25 * 9.0 * (1.5_f64.cos().powi(2) - 1.0);
            close(solution.balance().work, work, 1e-8);
        }
    }
}

/// A driven cam that starts on a corner and enters the piece before it; a free bead whose given velocity decides on its piece, alone or
/// with that across it.
#[test]
fn a_start_on_a_corner_of_the_state_has_the_velocity_of_its_piece() {
    let text = "mechanism Saw in plane { coordinates = [minimal, absolute];
        body disc { mass: 1 [kg], inertia: 0.01 [kg*m^2] }
        body follower { mass: 0.5 [kg], inertia: 0.001 [kg*m^2] }
        joint shaft = revolute(ground, disc);
        joint guide = prismatic(ground, follower, axis: [0, 1]);
        constraint motor: shaft.angle = -4 [rad/s] * time;
        constraint cam: guide.displacement = 0.02 [m] * abs(mod(shaft.angle, 0.4) - 0.2) / 0.2;
        output height = guide.displacement; output rate = der(guide.displacement); }";
    for model in both(text) {
        check(&model, 0.01, 0.02, &[("height", 0.012), ("rate", -0.4)]);
        let solution = run(&model, FifthDegree::default(), 0.01, 0.02);
        close(*solution.series("rate").expect("a column").first().expect("a sample"), -0.4, 1e-12);
    }
    let ahead = "rail.x: 0 [m], der(rail.x): 1 [m/s]";
    for model in beads("rail.y = if(rail.x < 0 [m], -rail.x, rail.x) / 2", "0, 0", ahead) {
        check(&model, 0.01, 0.2, &[("x", 0.2), ("y", 0.1), ("u", 1.0), ("w", 0.5)]);
    }
    for wire in ["rail.y = abs(rail.x) / 2", "rail.y = if(rail.x < 0 [m], -rail.x, rail.x) / 2"] {
        for back in ["der(rail.x): -1 [m/s]", "der(rail.x): -1 [m/s], der(rail.y): 0.5 [m/s]"] {
            for model in beads(wire, "0, 0", &format!("rail.x: 0 [m], {back}")) {
                check(&model, 0.01, 0.2, &[("x", -0.2), ("y", 0.1), ("u", -1.0), ("w", 0.5)]);
            }
        }
    }
}
