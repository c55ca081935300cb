//! Switches of the forces are located: no step crosses one, methods keep their order, and events close to them
//! are found where they are.

use crate::tapes::tapes;
use linkwork::prelude::*;
use linkwork::solution::Solution;
use linkwork::symplectic::Rattle;
use linkwork::{ControlError, Error};
use linkwork_tape::Tape;

/// x'' = −x − sign x from 1: between the switches a swing about ∓1. Its quarter period is acos(1/2) = π/3.
const KINKED: &str = "mechanism Kinked { coordinate x; kinetic = der(x)^2 / 2; potential = x^2 / 2 + abs(x);
    initial { x: 1 } }";

/// x'' = −x − 0.1 sign x' from 1: every half swing loses 0.2 of the amplitude.
const RUBBED: &str =
    "mechanism Rubbed { coordinate x; mass_matrix = [[1]]; force = [-x - 0.1 * sign(der(x))];
    initial { x: 1 } }";

/// Piecewise constant in time, by all the functions that switch.
const TIMED: &str = "mechanism Timed { coordinate x; coordinate y; mass_matrix = [[1, 0], [0, 1]];
    force = [if(time < 0.333, 1, -2), max(time, 0.777) + min(y, 0.1)]; initial { x: 0, y: 0 } }";

/// A brake that stops the motion, which then stays on x' = 0.
const BRAKED: &str = "mechanism Braked { coordinate x; mass_matrix = [[1]]; force = [-sign(der(x))];
    initial { der(x): 0.5 } }";

/// Functions of a ramp that ends exactly on their own switch: from t = 1/2 on the first three forces are 1, the last always.
const RAMPED: &str = "mechanism Ramped { coordinate a; coordinate b; coordinate c; coordinate d;
    mass_matrix = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]];
    force = [floor(min(2*time, 1)), if(min(2*time, 1) < 1, 0, 1), 1 + sign(min(2*time, 1) - 1), -floor(max(-2*time, -1))];
    initial { a: 0, b: 0, c: 0, d: 0 } }";

/// Up and down a staircase: x'' = −floor x from 0.5 with the velocity 5. V = n (n − 1)/2 + n (x − n) for n = floor x.
const STAIRS: &str = "mechanism Stairs { coordinate x; mass_matrix = [[1]]; force = [-floor(x)];
    initial { x: 0.5, der(x): 5 } }";

/// A square wave: 1 in the first 0.15 s of each 0.4 s, else −2; and a saw-tooth.
const WAVES: &str =
    "mechanism Waves { coordinate x [m]; coordinate y [m]; mass_matrix = [[1 [kg], 0], [0, 1 [kg]]];
    force = [if(mod(time, 0.4 [s]) < 0.15 [s], 1 [N], -2 [N]), mod(time, 0.4 [s]) * 5 [N/s]];
    initial { x: 0 [m], y: 0 [m] } }";

fn model(text: &str) -> Tape {
    tapes(text).remove(0).build().expect("it builds")
}

fn run<S: Stepper<Tape>>(model: &Tape, method: S, step: f64, until: f64) -> Solution<Tape> {
    let run = model.simulate().method(method).step(step).until(until).run();
    run.unwrap_or_else(|error| panic!("{error}"))
}

/// x'' = −x − sign x at time t: in each half period 2π/3 a swing about ∓1 from the top, 2 cos − 1.
fn kinked(t: f64) -> f64 {
    let third = std::f64::consts::FRAC_PI_3;
    let half = (t / (2.0 * third)).round();
    let side = if half % 2.0 == 0.0 { 1.0 } else { -1.0 };
    side * (2.0 * (t - 2.0 * third * half).cos() - 1.0)
}

/// Errors at 10 s, after ten switches, of two steps of which neither meets a switch.
#[track_caller]
fn order<S: Stepper<Tape> + Clone>(method: S, step: f64, expected: f64) {
    let model = model(KINKED);
    let error = |step: f64| {
        let solution = run(&model, method.clone(), step, 10.0);
        assert_eq!(solution.report().slid, 0);
        (solution.last().q.as_slice()[0] - kinked(10.0)).abs()
    };
    let (coarse, fine) = (error(step), error(step / 4.0));
    let found = (coarse / fine).log2() / 2.0;
    // Orders are measured to a third where the phase of the grid relative to the switches varies.
    assert!((found - expected).abs() < 0.34, "{}: order {found} from {coarse:e}, {fine:e}", method.name());
}

#[test]
fn methods_keep_their_order_across_switches() {
    order(RungeKutta4::projected(), 0.05, 4.0);
    order(GeneralizedAlpha::default(), 0.02, 2.0);
    order(Rattle, 0.02, 2.0);
    // The start of each piece is exact to the order of the method.
    order(FifthDegree::default(), 0.02, 4.0);
}

/// Runge–Kutta's formulas are exact for forces that are constant in time, and for the tolerance of an adaptive run.
#[test]
fn steps_end_where_forces_switch_in_time() {
    let model = model(TIMED);
    let expected = |t: f64| 0.5 * t * t - 1.5 * (t - 0.333) * (t - 0.333);
    let solution = run(&model, RungeKutta4::projected(), 0.1, 1.0);
    assert!((solution.last().q.as_slice()[0] - expected(1.0)).abs() < 1e-14);
    let times: Vec<f64> = solution.samples().iter().map(|state| state.t).collect();
    for switch in [0.333, 0.777] {
        assert!(times.iter().any(|t| (t - switch).abs() < 1e-13), "{switch} is not among {times:?}");
    }
    // After a switch the run returns to its grid.
    for n in [0, 1, 2, 3, 5, 6, 7, 9, 10] {
        let on_grid = f64::from(n) * 0.1;
        assert!(times.contains(&on_grid), "{on_grid} is not among {times:?}");
    }
    let adaptive =
        model.simulate().method(DormandPrince5::projected()).tolerance(1e-9, 1e-9).until(1.0).run();
    let adaptive = adaptive.unwrap_or_else(|error| panic!("{error}"));
    assert!((adaptive.last().q.as_slice()[0] - expected(1.0)).abs() < 1e-12);
    assert_eq!(adaptive.report().rejected, 0, "a located switch rejects no step");
}

/// Forces are constant between the steps of a staircase: energy is conserved to rounding, in every run across them.
#[test]
fn steps_end_at_the_steps_of_a_staircase() {
    let energy = |x: f64, v: f64| {
        let n = x.floor();
        0.5 * v * v + n * (n - 1.0) / 2.0 + n * (x - n)
    };
    let model = model(STAIRS);
    for step in [0.1, 0.01] {
        let solution = run(&model, RungeKutta4::projected(), step, 20.0);
        assert_eq!(solution.report().slid, 0);
        let crossed = solution.samples().windows(2);
        let crossed =
            crossed.filter(|pair| pair[0].q.as_slice()[0].floor() != pair[1].q.as_slice()[0].floor());
        assert!(crossed.count() > 20, "it goes up and down");
        for state in solution.samples() {
            let (x, v) = (state.q.as_slice()[0], state.v.as_slice()[0]);
            // A switch is located within rounding of the time.
            assert!((energy(x, v) - 12.5).abs() < 1e-11, "{x} {v}: {:e}", energy(x, v) - 12.5);
        }
    }
}

/// The remainder of the time makes forces periodic; Runge–Kutta's formulas are exact for them.
#[test]
fn remainders_make_periodic_forces() {
    let solution = run(&model(WAVES), RungeKutta4::projected(), 0.03, 2.0);
    let (q, v) = (solution.last().q.as_slice(), solution.last().v.as_slice());
    // In each period the velocity changes by 0.15 − 0.5 and 5·0.4²/2, and the place, from rest, by the same law.
    let (speed, rise) = (0.15 - 2.0 * 0.25, 0.4);
    let (place, height) = (0.5 * 0.15 * 0.15 + 0.15 * 0.25 - 0.25 * 0.25, 5.0 * 0.4_f64.powi(3) / 6.0);
    let periods = [0.0, 1.0, 2.0, 3.0, 4.0];
    let x: f64 = periods.iter().map(|n| n * speed * 0.4 + place).sum();
    let y: f64 = periods.iter().map(|n| n * rise * 0.4 + height).sum();
    assert!((v[0] - 5.0 * speed).abs() < 1e-13 && (q[0] - x).abs() < 1e-13, "{} {}, {x}", v[0], q[0]);
    assert!((v[1] - 5.0 * rise).abs() < 1e-13 && (q[1] - y).abs() < 1e-13, "{} {}, {y}", v[1], q[1]);
}

/// Pulses of 0.1 s and ramps of 0.3 s, whose switches are at times of the grid except for rounding: each is the end of a step, not a slide.
#[test]
fn switches_at_times_of_the_grid_are_not_slides() {
    let text = "mechanism Pulse { coordinate x [m]; kinetic = 2 [kg] * der(x)^2 / 2;
        force f = generalized(x, if(mod(time, 0.4 [s]) < 0.1 [s], 5 [N], 0 [N]) + mod(time, 0.3 [s]) * 1 [N/s]); }";
    let model = model(text);
    for step in [5e-4, 1e-3, 2e-3] {
        for (until, impulse) in
            [(0.55, 2.0 * 0.5 + 0.045 + 0.25 * 0.25 / 2.0), (2.0, 5.0 * 0.5 + 6.0 * 0.045 + 0.02)]
        {
            let solution = run(&model, RungeKutta4::projected(), step, until);
            assert_eq!(solution.report().slid, 0, "{step}");
            let v = solution.last().v.as_slice()[0];
            assert!((v - impulse / 2.0).abs() < 1e-12, "{v}, not {}, with steps of {step}", impulse / 2.0);
            // All of the energy is work.
            let balance = solution.balance();
            assert!(balance.error < 1e-12 && (balance.work - v * v).abs() < 1e-12, "{balance:?}");
        }
    }
}

/// A force that ends at 0.5 s: work, and states within the step that begins there, take the force of its own side.
#[test]
fn a_step_after_a_switch_begins_with_its_own_force() {
    let text = "mechanism Pushed { coordinate x [m]; kinetic = 2 [kg] * der(x)^2 / 2;
        force f = generalized(x, if(time < 0.5 [s], 10 [N], 0 [N])); }";
    let model = model(text);
    let x = |t: f64| 0.5 * 5.0 * 0.25 + 2.5 * (t - 0.5);
    for step in [0.1, 0.03] {
        let solution = run(&model, FifthDegree::default(), step, 2.0);
        let balance = solution.balance();
        assert!((balance.work - 6.25).abs() < 1e-12 && balance.error < 1e-12, "{balance:?}");
        let every = model.simulate().step(step).output(Sampling::Interval(0.013)).until(2.0).run();
        let every = every.unwrap_or_else(|error| panic!("{error}"));
        // Samples far apart: the power jumps within an interval, with a kink there.
        assert!(every.balance().error < 1e-2, "{:?}", every.balance());
        let after = every.samples().iter().filter(|state| state.t > 0.5).cloned();
        let between = (1..40).map(|n| solution.at(0.5 + 0.004 * f64::from(n)).expect("it is covered"));
        for state in after.chain(between) {
            let (found, v) = (state.q.as_slice()[0], state.v.as_slice()[0]);
            assert!((found - x(state.t)).abs() < 1e-12 && (v - 2.5).abs() < 1e-12, "{} {found} {v}", state.t);
        }
    }
}

/// The velocity vanishes at every multiple of π, where its sign in the force switches too.
#[test]
fn events_at_a_switch_are_found_on_it() {
    let model = model(RUBBED);
    let stop = |skip: u64, step: f64| {
        let event = if skip == 0 { Event::of("der(x)").rising() } else { Event::of("der(x)").falling() };
        let solution =
            model.simulate().method(DormandPrince8::projected()).stop_at(event).step(step).until(9.0);
        let solution = solution.run().unwrap_or_else(|error| panic!("{error}"));
        let last = solution.last();
        (last.t, last.q.as_slice()[0])
    };
    let pi = std::f64::consts::PI;
    for step in [0.1, 0.01] {
        for (skip, t, x) in [(0, pi, -0.8), (1, 2.0 * pi, 0.6)] {
            let found = stop(skip, step);
            assert!((found.0 - t).abs() < 1e-10 && (found.1 - x).abs() < 1e-10, "{found:?}, not {t}, {x}");
        }
    }
    let all = model.simulate().method(DormandPrince8::projected()).record_at(Event::of("der(x)"));
    let solution = all.step(0.1).until(9.0).run().unwrap_or_else(|error| panic!("{error}"));
    let times: Vec<f64> = solution.events().iter().map(|event| event.state.t).collect();
    assert_eq!(times.len(), 2, "{times:?}");
    assert!((times[0] - pi).abs() < 1e-10 && (times[1] - 2.0 * pi).abs() < 1e-10, "{times:?}");
}

/// Steps along a switch are counted, and the run continues; it rests up to the effect of
/// one step at full force.
#[test]
fn motion_along_a_switch_is_counted() {
    let model = model(BRAKED);
    let solution = run(&model, RungeKutta4::projected(), 1e-2, 2.0);
    assert!(solution.report().slid > 0);
    assert!(solution.report().to_string().contains("along a switch"), "{}", solution.report());
    let (x, v) = (solution.last().q.as_slice()[0], solution.last().v.as_slice()[0]);
    assert!((x - 0.125).abs() < 1e-2 && v.abs() < 2e-2, "{x} {v}");
}

/// After the switch of the ramp its value lies exactly on the switches of the others, and remains there.
#[test]
fn a_ramp_may_end_on_another_switch() {
    let model = model(RAMPED);
    for step in [0.1, 0.07] {
        for solution in
            [run(&model, RungeKutta4::projected(), step, 1.0), run(&model, FifthDegree::default(), step, 1.0)]
        {
            let q = solution.last().q.as_slice();
            let off = q.iter().zip([0.125, 0.125, 0.125, 0.5]).map(|(q, x)| (q - x).abs());
            assert!(off.fold(0.0, f64::max) < 1e-12, "{q:?}");
        }
    }
}

/// A drive whose velocity jumps exerts an impulse: a pendulum that hangs on a crank which begins to turn at once continues with the velocities
/// of a plain start there, in the order of the method, and the energy of the impulse counts as work.
#[test]
fn drives_whose_velocity_jumps_exert_an_impulse() {
    let text = |law: &str, initial: &str| {
        format!(
            "mechanism Jerked in plane {{ coordinates = [minimal, absolute]; gravity = [0, -9.81] [m/s^2];
             body crank {{ mass: 1 [kg], inertia: 0.1 [kg*m^2] }} body bob {{ mass: 1 [kg], inertia: 0.01 [kg*m^2] }}
             joint pivot = revolute(ground, crank); joint pin = revolute(crank at [0.2, 0] [m], bob at [0, 0.3] [m]);
             constraint drive: pivot.angle = {law}; output swing = pin.angle; initial {{ {initial} }} }}"
        )
    };
    // At rest until 0.25 s: the absolute angle of the bob keeps its velocity but for the impulse through the pin, at (0, 0.3) m from its centre:
    // with the pin's velocity u = (0, 0.4) m/s upwards, along the line through the centre, the bob moves with it and does not turn.
    let jerked = tapes(&text(
        "if(time < 0.25 [s], 0, 2 [rad/s] * (time - 0.25 [s]))",
        "pivot.angle: 0 [rad], pin.angle: 0 [rad]",
    ));
    let plain = tapes(&text(
        "2 [rad/s] * time",
        "pivot.angle: 0 [rad], pin.angle: 0 [rad], der(pin.angle): -2 [rad/s]",
    ));
    for (jerked, plain) in jerked.into_iter().zip(plain) {
        let (jerked, plain) = (jerked.build().expect("it builds"), plain.build().expect("it builds"));
        let swing = |m: &Tape, until: f64, step: f64| {
            let run =
                m.simulate().method(FifthDegree::default()).step(step).until(until).run().expect("it runs");
            let balance = run.balance();
            assert!(balance.error < 1e-7, "{balance:?}");
            *run.series("swing").expect("an output").last().expect("a sample")
        };
        let expected = swing(&plain, 0.6, 5e-4);
        for step in [2e-3, 3e-3] {
            let error = (swing(&jerked, 0.85, step) - expected).abs();
            assert!(error < 1e-8, "{step}: {error:e}");
        }
    }
}

#[test]
fn drives_whose_position_jumps_are_an_error() {
    let models = tapes(
        "mechanism Thrown in plane { coordinates = [minimal, absolute]; body arm { mass: 1 [kg], inertia: 1 [kg*m^2] }
         joint hinge = revolute(ground, arm); constraint drive: hinge.angle = if(time < 0.25 [s], 0, 1); }",
    );
    for model in models {
        let model = model.build().expect("it builds");
        let failed = model.simulate().step(1e-2).until(1.0).run().map(|_| ()).expect_err("it jumps");
        let Error::Control(ControlError::JumpingConstraint { time, constraint }) = &failed.error else {
            panic!("{failed}")
        };
        assert!((time - 0.25).abs() < 1e-12 && constraint == "drive", "{failed}");
        assert!(
            failed.to_string().starts_with("the position that `drive` prescribes jumps at t = 0.25"),
            "{failed}"
        );
    }
}
