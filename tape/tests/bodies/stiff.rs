//! Stiff mechanisms: their stiffness, its place, and the message of a failed step.

use crate::tapes::tapes;
use linkwork::analysis::DMatrix;
use linkwork::prelude::*;
use linkwork_compiler::{Loops, Options};
use linkwork_tape::{Tape, TapeParameters};

/// Rates by power iteration, relative.
const RATE: f64 = 0.02;

fn both(text: &str) -> Vec<Tape> {
    let built = tapes(text).into_iter().map(|p| p.build().unwrap_or_else(|error| panic!("{error}")));
    built.collect()
}

fn first(text: &str) -> Tape {
    both(text).remove(0)
}

/// A cart on a slow spring carries a load on a fast one, with a damper or without.
fn carts(stiffness: f64, damping: f64) -> Vec<Tape> {
    both(&format!(
        "mechanism Carts in plane {{
            coordinates = [minimal, absolute];
            body cart {{ mass: 3 [kg], inertia: 1 [kg*m^2] }}
            body load {{ mass: 2 [kg], inertia: 1 [kg*m^2] }}
            joint track = prismatic(ground, cart, axis: [1, 0]);
            joint slot = prismatic(cart, load, axis: [1, 0]);
            force slow = torsion_spring(track, stiffness: 10 [N/m], damping: 0.1 [N*s/m]);
            force fast = torsion_spring(slot, stiffness: {stiffness:?} [N/m], damping: {damping:?} [N*s/m]);
            initial {{ track.displacement: 0.1 [m], slot.displacement: 1e-3 [m] }}
        }}"
    ))
}

/// ω² = k (1/m + 1/M) and c (1/m + 1/M), for any coordinates; in minimal ones the joint has its name.
#[test]
fn the_fastest_force_has_its_rate_and_name() {
    let inverse = 1.0 / 3.0 + 1.0 / 2.0;
    for (stiffness, damping, rate, damps) in
        [(1e6, 1.0, (1e6 * inverse).sqrt(), false), (100.0, 3e4, 3e4 * inverse, true)]
    {
        for (m, named) in carts(stiffness, damping).iter().zip([true, false]) {
            let solution =
                m.simulate().step(1e-6).until(2e-6).run().unwrap_or_else(|error| panic!("{error}"));
            let found = solution.stiffness().expect("it moves");
            assert!((found.rate - rate).abs() < RATE * rate, "{found:?}, not {rate}");
            assert_eq!(found.damping, damps, "{found:?}");
            assert!(!named || found.to_string().contains("`slot"), "{found}");
            assert!(found.exceeds(1.0 / rate) && !found.exceeds(0.4 / rate));
        }
    }
}

/// The error of steps that fail because of fast forces states this, in both formulations; generalized-α succeeds, and the load follows the cart.
#[test]
fn a_failed_step_says_that_the_mechanism_is_stiff() {
    for (stiffness, damping) in [(1e9, 1.0), (1e9, 1e7), (1.0, 1e8)] {
        for m in carts(stiffness, damping) {
            let failure = m.simulate().step(1e-3).until(2.0).run().expect_err("it is too fast").to_string();
            assert!(failure.contains("stiff for steps of this size: the "), "{failure}");
            assert!(failure.contains("use generalized-alpha, or steps below"), "{failure}");
            let run = m.simulate().method(GeneralizedAlpha::default()).step(1e-3).until(2.0).run();
            let last = run.unwrap_or_else(|error| panic!("{error}")).last().v.amax();
            // ω = √(10/5) 1/s with ζ = 0.007, from 0.1 m (and a millimetre that the load may add): x' = −0.0428 m/s at 2 s.
            assert!((last - 0.0428).abs() < 1e-3, "{last}");
        }
    }
}

/// The displacements of cart and load (on the cart) after a time, by the exponential of the matrix of their equations.
fn exact(stiffness: f64, damping: f64, time: f64) -> [f64; 2] {
    let mass = DMatrix::from_row_slice(2, 2, &[5.0, 2.0, 2.0, 2.0]);
    let inverse = mass.try_inverse().expect("masses are positive");
    let springs = &inverse * DMatrix::from_row_slice(2, 2, &[10.0, 0.0, 0.0, stiffness]);
    let dampers = &inverse * DMatrix::from_row_slice(2, 2, &[0.1, 0.0, 0.0, damping]);
    let mut system = DMatrix::zeros(4, 4);
    system.view_mut((0, 2), (2, 2)).fill_with_identity();
    system.view_mut((2, 0), (2, 2)).copy_from(&-springs);
    system.view_mut((2, 2), (2, 2)).copy_from(&-dampers);
    let moved = (system * time).exp();
    [0, 1].map(|i| moved[(i, 0)] * 0.1 + moved[(i, 1)] * 1e-3)
}

/// Generalized-α follows a tolerance through the fast decay at the start and the slow oscillation after it: errors fall with the
/// tolerance, and steps do not depend on the rate of the fast force, 8e3 or 8e5 1/s.
#[test]
fn generalized_alpha_follows_a_tolerance() {
    for damping in [1e4, 1e6] {
        let model = carts(1e4, damping).remove(0);
        let expected = exact(1e4, damping, 2.0);
        let mut errors = Vec::new();
        for tolerance in [1e-5, 1e-7] {
            let run = model
                .simulate()
                .method(GeneralizedAlpha::default())
                .tolerance(tolerance, 0.0)
                .until(2.0)
                .run();
            let run = run.unwrap_or_else(|error| panic!("{error}"));
            let found = run.last().q.as_slice();
            let error = f64::hypot(found[0] - expected[0], found[1] - expected[1]);
            // Some fifty steps of this error each, and the fast decay among them.
            assert!(error < 100.0 * tolerance, "{damping:e}, {tolerance:e}: {error:e}");
            assert!(run.report().steps < 20_000, "{damping:e}, {tolerance:e}: {} steps", run.report().steps);
            assert!(
                run.report().largest_step > 100.0 / (5.0 / 6.0 * damping),
                "{}",
                run.report().largest_step
            );
            errors.push(error);
        }
        assert!(errors[1] < 0.2 * errors[0], "{errors:?}");
    }
}

/// A ball of 2 kg on a contact: linear with √(k/m) = 1000 1/s, which steps of 1e-3 s do not resolve and steps of 1e-4 s do;
/// Hertz's, which is named at the depth of half a step, k_H = 1.5 k √d with d = v h/2 and v = √(2 g z).
#[test]
fn unresolved_contacts_are_reported() {
    let ball = |exponent: &str, stiffness: f64| {
        let text = format!(
            "mechanism Ball in plane {{ gravity = [0, -10] [m/s^2];
            particle ball {{ mass: 2 [kg] }}
            joint flight = free(ground, ball);
            force floor = contact(ball, ground, stiffness: {stiffness} [N/m^{exponent}], exponent: {exponent});
            initial {{ flight.y: 0.2 [m] }} }}"
        );
        both(&text).remove(0)
    };
    let close = |found: f64, expected: f64, tolerance: f64| {
        assert!((found / expected - 1.0).abs() < tolerance, "{found:?}, not {expected:?}");
    };
    let run = |m: &Tape, step: f64| {
        let run = m.simulate().method(RungeKutta4::projected()).step(step).until(0.5).run();
        run.unwrap_or_else(|error| panic!("{error}")).report().clone()
    };
    let linear = ball("1", 2e6);
    let report = run(&linear, 1e-3);
    let found = report.unresolved.as_ref().expect("steps that are too long");
    close(found.rate, 1000.0, 0.02);
    close(found.time, 0.2, 1e-4);
    let said = "the contact `floor` has the rate √(k/m) = 1.0e3 1/s at t = 0.200000 s, which steps of 1.0e-3 s do not resolve";
    assert!(report.to_string().contains(said), "{report}");
    assert_eq!(run(&linear, 1e-4).unresolved, None);
    assert_eq!(run(&ball("1", 2e2), 1e-3).unresolved, None);
    let hertz = ball("1.5", 1e8);
    let found = run(&hertz, 1e-3).unresolved.expect("steps that are too long");
    close(found.rate, (1.5 * 1e8 * (2.0 * 0.5e-3_f64).sqrt() / 2.0).sqrt(), 0.02);
    assert_eq!(run(&hertz, 1e-5).unresolved, None);
    assert_eq!(run(&ball("1.5", 1e4), 1e-3).unresolved, None);
}

/// A motor with L/R = 0.25 ms: the state with its rate; the other state, of another unit and a thousand times larger, is slow.
#[test]
fn a_fast_state_has_its_rate_and_name() {
    let text = "mechanism Motor in plane {
        body rotor { mass: 0.1 [kg], inertia: 2e-4 [kg*m^2] }
        joint shaft = revolute(ground, rotor);
        state i [A];
        state heat [J];
        der(i) = (12 [V] - 0.8 [ohm] * i - 0.05 [V*s/rad] * der(shaft.angle)) / 0.2 [mH];
        der(heat) = 0.8 [ohm] * i^2 - heat / 20 [s];
        force m = torque(shaft, 0.05 [N*m/A] * i);
        initial { i: 1 [A], heat: 1000 [J] }
    }";
    let m = first(text);
    let state = m.initial_state().unwrap_or_else(|error| panic!("{error}"));
    let found = m.fastest_answer(&state).expect("it responds");
    assert!((found.rate - 4000.0).abs() < RATE * 4000.0, "{found:?}");
    assert_eq!(found.to_string(), "state `i` has the rate 4.0e3 1/s (time constant 2.5e-4 s)");
}

/// Accelerations with the weight 0 of a force are those without the force, and with all weights 1 those of the description: unrolled, in loops,
/// and where the description without friction has other coordinates.
#[test]
fn weights_leave_forces_out() {
    let springs = "mechanism Springs in plane { gravity = [0, -9.81] [m/s^2];
        body cart { mass: 3 [kg], inertia: 1 [kg*m^2] }
        body load { mass: 2 [kg], inertia: 1 [kg*m^2] }
        joint track = prismatic(ground, cart, axis: [1, 0]);
        joint arm = revolute(cart, load at [0, 0.4] [m]);
        force slow = torsion_spring(track, stiffness: 10 [N/m]);
        force fast = torsion_spring(arm, stiffness: 30 [N*m/rad], damping: 2 [N*m*s/rad]);
        initial { track.displacement: 0.1 [m], arm.angle: 0.3 [rad], der(arm.angle): 1 [rad/s] } }";
    let rubbing = "mechanism Rubbing in plane { gravity = [0, -9.81] [m/s^2];
        body trolley { mass: 3 [kg] }
        particle load { mass: 12 [kg] }
        joint rail = prismatic(ground, trolley, axis: [1, 0]);
        joint fly = free(ground, load);
        joint rope = rod(trolley, load, length: 1 [m]);
        force fast = friction(rail, coefficient: 0.02);
        force slow = force(trolley, [2, 0] [N]);
        initial { fly.x: 0.1 [m], fly.y: ~-1 [m], rail.displacement: 0 [m], der(rail.displacement): 0.3 [m/s] } }";
    let acceleration = |m: &Tape, name: &str| {
        let at =
            m.names().velocities.iter().position(|named| named.name == name).expect("the velocity exists");
        m.initial_state().unwrap_or_else(|error| panic!("{error}")).a[at]
    };
    for (text, loops, velocities) in [
        (springs, Loops::Never, ["der(arm.angle)"; 2]),
        (springs, Loops::Always, ["der(arm.angle)"; 2]),
        (rubbing, Loops::Never, ["der(trolley.x)", "der(rail.displacement)"]),
    ] {
        let options = Options { weights: true, loops, ..Options::default() };
        let compiled = linkwork_compiler::compile(text.parse().expect("the text lexes"), &options);
        let parameters = TapeParameters::new(compiled.programs.into_iter().next().expect("it compiles"));
        let program = parameters.program();
        assert_eq!(program.cells.is_some(), loops == Loops::Always);
        let whole = first(text);
        let built = parameters.clone().build().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(built.names().velocities, whole.names().velocities);
        let [in_all, alone] = velocities;
        let found = acceleration(&built, in_all);
        assert!((found - acceleration(&whole, in_all)).abs() < 1e-12 * found.abs(), "{found}");
        let fast = program.forces.iter().position(|force| force == "fast").expect("the force exists");
        let weight = program.parameters[program.weight(fast)].name.clone();
        let mut without = parameters.clone();
        assert!(without.set(&weight, 0.0), "{weight}");
        let found = acceleration(&without.build().unwrap_or_else(|error| panic!("{error}")), in_all);
        let line = text.lines().find(|line| line.contains("force fast")).expect("the force exists");
        let expected = acceleration(&first(&text.replace(line, "")), alone);
        assert!((found - expected).abs() < 1e-12 * expected.abs(), "{found}, not {expected}");
    }
}
