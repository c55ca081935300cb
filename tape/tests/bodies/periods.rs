//! Cams whose profile repeats with `mod`, with steps that are long beside its period: a run shortens them, and finds every corner.

use crate::dead_centre::{both, close, last, run};
use linkwork::prelude::*;
use linkwork::simulation::Sampling;
use linkwork::symplectic::Rattle;
use linkwork_tape::Tape;

/// A saw-tooth of 0.02 m with 0.2 rad up and 0.2 rad down; its slope is ±0.1 m/rad.
const SAW: &str = "mechanism Saw in plane { coordinates = [minimal, absolute];
    body disc { mass: 1 [kg], inertia: 0.01 [kg*m^2] }
    body follower { mass: 0.5 [kg], inertia: 0.001 [kg*m^2] }
    joint shaft = revolute(ground, disc);
    joint guide = prismatic(ground, follower, axis: [0, 1]);
    MOTOR
    constraint cam: guide.displacement = 0.02 [m] * abs(mod(shaft.angle, 0.4) - 0.2) / 0.2;
    output angle = shaft.angle; output height = guide.displacement; output rate = der(guide.displacement);
    output speed = der(shaft.angle);
    initial { START } }";

fn saws(motor: &str, start: &str) -> Vec<Tape> {
    both(&SAW.replace("MOTOR", motor).replace("START", start))
}

/// Runs by methods that satisfy constraints ahead of their steps, and others: the given outputs at the end.
fn check(model: &Tape, steps: &[f64], until: f64, expected: &[(&str, f64)]) {
    for &step in steps {
        let runs = [
            run(model, FifthDegree::default(), step, until),
            run(model, ThirdDegree::central_differences(), step, until),
            run(model, RungeKutta4::projected(), step, until),
            run(model, Rattle, step, until),
        ];
        for solution in runs {
            for &(name, expected) in expected {
                close(last(&solution, name), expected, 1e-9);
            }
        }
    }
}

/// At 4 rad/s a period lasts for 0.1 s.
#[test]
fn a_driven_cam_has_every_corner() {
    for model in saws("constraint motor: shaft.angle = 4 [rad/s] * time;", "") {
        // 3.996 rad are 0.004 rad before the end of the tenth period.
        check(&model, &[0.01, 0.05, 0.0667, 0.1, 0.23], 0.999, &[("height", 0.0196), ("rate", 0.4)]);
        let solution = run(&model, FifthDegree::default(), 0.1, 0.999);
        let corners = solution.switches().iter().map(|t| (t / 0.05).round());
        let mut corners: Vec<f64> = corners.collect();
        corners.dedup();
        assert_eq!(corners, (1..20).map(f64::from).collect::<Vec<f64>>());
    }
}

/// At each corner the follower turns back. With J = 0.01 kg m² and m s² = 0.005 kg m² the impulse leaves the part
/// (J − m s²)/(J + m s²) = 1/3 of the speed: 0.1 rad at 4 rad/s, 0.2 rad at 4/3 rad/s, 0.2 rad at 4/9 rad/s, and 3/8 s at 4/27 rad/s.
#[test]
fn a_free_disc_loses_speed_at_every_corner() {
    for model in saws("", "shaft.angle: 0.1 [rad], der(shaft.angle): 4 [rad/s]") {
        let expected = [("angle", 0.6 + 0.375 * 4.0 / 27.0), ("speed", 4.0 / 27.0)];
        check(&model, &[0.01, 0.05, 0.1, 0.5], 1.0, &expected);
    }
}

/// With a tolerance, steps grow along the straight pieces.
#[test]
fn steps_with_a_tolerance_follow_the_period() {
    for model in saws("constraint motor: shaft.angle = 4 [rad/s] * time;", "") {
        let run = model.simulate().method(FifthDegree::default()).tolerance(1e-6, 1e-6).until(0.999).run();
        let solution = run.unwrap_or_else(|error| panic!("{error}"));
        close(last(&solution, "height"), 0.0196, 1e-9);
        close(last(&solution, "rate"), 0.4, 1e-6);
    }
}

/// A drive that repeats in time, and one that becomes faster: 15 rad at 24.5 rad/s are half-way through a tooth.
#[test]
fn drives_that_repeat_or_become_faster_have_every_corner() {
    let text = "mechanism Swing in plane { coordinates = [minimal, absolute];
        body disc { mass: 1 [kg], inertia: 1 [kg*m^2] }
        joint shaft = revolute(ground, disc);
        constraint drive: shaft.angle = abs(mod(time / 1 [s] + 0.01, 0.1) - 0.05);
        output angle = shaft.angle; output speed = der(shaft.angle); }";
    for model in both(text) {
        check(&model, &[0.01, 0.06, 0.11, 0.3], 1.98, &[("angle", 0.04), ("speed", 1.0)]);
    }
    let motor = "constraint motor: shaft.angle = 0.5 [rad/s] * time + 10 [rad/s^2] * time^2;";
    for model in saws(motor, "") {
        check(&model, &[0.01, 0.05, 0.3], 1.2, &[("angle", 15.0), ("height", 0.0), ("speed", 24.5)]);
    }
}

/// Forces of the state: 1 N m from zero within each tenth of a radian of another body, 1/2 on average.
#[test]
fn forces_of_the_state_have_every_period() {
    let text = "mechanism Teeth in plane { coordinates = [minimal, absolute];
        body disc { mass: 1 [kg], inertia: 1 [kg*m^2] } body other { mass: 1 [kg], inertia: 1 [kg*m^2] }
        joint shaft = revolute(ground, disc); joint wheel = revolute(ground, other);
        force f = torque(shaft, 1 [N*m] * mod(wheel.angle, 0.1) / 0.1);
        output speed = der(shaft.angle);
        initial { der(wheel.angle): 1 [rad/s] } }";
    for model in both(text) {
        for step in [0.01, 0.11, 0.25] {
            let run = model.simulate().step(step).until(1.98).output(Sampling::Ends).run();
            let solution = run.unwrap_or_else(|error| panic!("{error}"));
            close(last(&solution, "speed"), 19.0 * 0.05 + 0.08 * 0.08 / 0.2, 1e-9);
        }
    }
}

/// Corners of |sin(7.8 φ + 0.1)| at 4 rad/s: 7.8 · 4 t + 0.1 = k π, up to five of them within a step; and a step over a narrow bump.
#[test]
fn corners_of_curves_within_a_step_are_found() {
    let text = SAW.replace("abs(mod(shaft.angle, 0.4) - 0.2) / 0.2", "abs(sin(7.8 * shaft.angle + 0.1))");
    let bump =
        SAW.replace("abs(mod(shaft.angle, 0.4) - 0.2) / 0.2", "max(1, 1 + (0.01 - (shaft.angle - 1.03)^2))");
    let motor = "constraint motor: shaft.angle = 4 [rad/s] * time;";
    let sine = (1..=6).map(|k| (f64::from(k) * std::f64::consts::PI - 0.1) / 31.2).collect::<Vec<f64>>();
    for (text, corners) in [(text, sine), (bump, vec![0.93 / 4.0, 1.13 / 4.0])] {
        for model in both(&text.replace("MOTOR", motor).replace("START", "")) {
            for step in [0.01, 0.06, 0.15, 0.35] {
                let runs = [
                    run(&model, FifthDegree::default(), step, 0.7),
                    run(&model, RungeKutta4::projected(), step, 0.7),
                ];
                for solution in runs {
                    let found = solution.switches();
                    assert!(found.len() == corners.len(), "{step}: {found:?}, not {corners:?}");
                    found.iter().zip(&corners).for_each(|(found, t)| close(*found, *t, 1e-9));
                }
            }
        }
    }
}

/// x'' = 100 x diverges by a factor of 22026 a second: with `floor(x)` in a force, steps would be shorter without end. It ends where 256 periods are in a
/// step. A motion that is as fast from its start on does not.
#[test]
fn a_diverging_count_of_periods_is_an_error() {
    let text = |rate: f64, start: &str| {
        format!(
            "mechanism Counted {{ coordinate x; kinetic = der(x)^2 / 2; potential = -{rate:?} * x^2 / 2;
                force f = generalized(x, 1e-9 * floor(x)); initial {{ {start} }} }}"
        )
    };
    let model = |text: &str| crate::tapes::tapes(text).remove(0).build().expect("it builds");
    let step = 1e-3;
    let diverging = model(&text(100.0, "x: 0.1, der(x): 1"));
    let failed = diverging.simulate().method(RungeKutta4::projected()).step(step).until(10.0).run().err();
    let Some(linkwork::Error::Control(linkwork::ControlError::TooManyPeriods {
        time,
        periods,
        step: of,
        switch,
    })) = failed.map(|failed| failed.error)
    else {
        panic!("no error")
    };
    // v = exp(10 t): 256 in a step at 2.56e5 /s.
    close(time, (2.56e5_f64).ln() / 10.0, 1e-4);
    assert!(periods >= 256.0 && of == step && switch == "floor(x)", "{periods}, {switch}");
    let steady = model(&text(0.0, "der(x): 3e5"));
    let solution = steady.simulate().method(RungeKutta4::projected()).step(step).until(5e-3).run();
    close(solution.unwrap_or_else(|error| panic!("{error}")).last().q[0], 1500.0, 1e-6);
}
