//! Linearisations where a function has a corner that the motion does not have.

use crate::tapes::tapes;
use linkwork::prelude::*;
use linkwork_tape::Tape;

/// ω and the damping ratios of the modes about the start, those at zero left out.
fn modes(text: &str) -> Vec<(f64, f64)> {
    let tape: Tape = tapes(text).remove(0).build().expect("it builds");
    let state = tape.initial_state().expect("a state");
    let modes = tape.linearize(&state).expect("a linearisation").modes().expect("modes").modes;
    let found = modes.iter().map(|mode| (mode.eigenvalue.norm(), mode.damping_ratio()));
    found.filter(|(omega, _)| *omega > 1e-6).collect()
}

/// A mass between two springs that only push, both just touching, in four spellings: k = 4 N/m on either side, so ω = 2 rad/s; and 5 N/m
/// beside 4 N/m, so ω = 3 rad/s.
#[test]
fn both_sides_of_a_tie_have_one_derivative() {
    for (law, omega) in [
        ("potential = 4 [N/m] * (max(x, 0 [m])^2 + min(x, 0 [m])^2) / 2;", 2.0),
        ("potential = 4 [N/m] * (max(0 [m], x)^2 + min(0 [m], x)^2) / 2;", 2.0),
        ("potential = 2 [N/m] * abs(x)^2;", 2.0),
        ("potential = 2 [N/m] * abs(x) * abs(-x);", 2.0),
        ("force f = generalized(x, -4 [N/m] * x - 5 [N/m] * max(x, 0 [m]) - 5 [N/m] * min(x, 0 [m]));", 3.0),
        ("force f = generalized(x, -4 [N/m] * x - 5 [N/m] * max(0 [m], x) - 5 [N/m] * min(x, 0 [m]));", 3.0),
    ] {
        let found = modes(&format!(
            "mechanism Between {{ coordinate x [m]; kinetic = 1 [kg] * der(x)^2 / 2; {law} }}"
        ));
        assert_eq!(found.len(), 1, "{law}");
        assert!((found[0].0 - omega).abs() < 1e-12 && found[0].1.abs() < 1e-12, "{law}: {found:?}");
    }
}

/// A cart at the end of its ramp, exactly at a sample: the speed is 2 (b − a) a, not zero.
#[test]
fn a_drive_has_its_velocity_at_a_corner() {
    let text = "mechanism Drive in plane {
        param a = 0.3 [s]; param b = 0.8 [s];
        body cart { mass: 1 [kg] }
        joint rail = prismatic(ground, cart, axis: [1, 0]);
        constraint drive: rail.displacement = 1 [m/s^2] * max(0 [s], min(time, b) - a)^2 + 2 [m/s^2] * (b - a) * max(0 [s], time - b);
    }";
    let tape = tapes(text).remove(0).build().expect("it builds");
    let motion = tape.kinematics().step(0.1).until(1.0).run().unwrap_or_else(|error| panic!("{error}"));
    for state in motion.samples() {
        let wanted = 2.0 * (state.t.clamp(0.3, 0.8) - 0.3);
        assert!((state.v.as_slice()[0] - wanted).abs() < 1e-12, "{} at {}", state.v.as_slice()[0], state.t);
    }
}

/// Friction that sticks is absent from a linearisation: a puck on a spring, 50 N/m on 2 kg and 1 N·m/rad on 0.03 kg·m².
#[test]
fn friction_along_a_resultant_does_not_damp_at_rest() {
    let found = modes(
        "mechanism Puck in space {
            gravity = [0, 0, -9.81] [m/s^2];
            body t { mass: 2 [kg], inertia: diagonal(0.02, 0.02, 0.03) [kg*m^2] }
            joint f = planar(ground, t, normal: [0, 0, 1]);
            force fr = friction(f, coefficient: 0.4, radius: 0.1 [m], velocity: 0 [m/s]);
            force k = bushing(ground, t, stiffness: 50 [N/m], torsional_stiffness: 1 [N*m/rad]);
        }",
    );
    let mut omegas: Vec<f64> = found.iter().map(|(omega, _)| *omega).collect();
    omegas.sort_by(f64::total_cmp);
    assert!(found.iter().all(|(_, damping)| damping.abs() < 1e-9), "{found:?}");
    for (found, wanted) in omegas.iter().zip([5.0, 5.0, (1.0_f64 / 0.03).sqrt()]) {
        assert!((found - wanted).abs() < 1e-9, "{omegas:?}");
    }
    assert_eq!(omegas.len(), 3);
}

/// With a state that integrates, ω² of the position alone has no meaning: it is not given, and the motion decides on stability.
#[test]
fn a_state_that_integrates_follows_no_position() {
    let text = "mechanism Held {
        coordinate x [m]; state i [m*s];
        kinetic = 1 [kg] * der(x)^2 / 2; dissipation = 3 [N*s/m] * der(x)^2 / 2;
        force f = generalized(x, -5 [N/m] * x - 2 [N/(m*s)] * i);
        der(i) = x;
    }";
    let tape = tapes(text).remove(0).build().expect("it builds");
    let found = tape.equilibrium().expect("an equilibrium");
    assert!(found.stiffness.is_empty(), "{:?}", found.stiffness);
    assert_eq!(found.stability, Stability::Stable);
}

/// A free particle in a magnetic potential that depends on time, m v²/2 + b(t) v: v is 1 − b/m, and nothing is unstable.
#[test]
fn linear_terms_of_the_kinetic_energy_are_no_growth() {
    let text = "mechanism Charged {
        coordinate x [m];
        kinetic = 1 [kg] * der(x)^2 / 2 + 2 [N*s] * (1 - time / 1 [s]) * der(x);
        initial { der(x): -1 [m/s] }
    }";
    let tape = tapes(text).remove(0).build().expect("it builds");
    let run = tape.simulate().step(1e-3).until(2.0).run().unwrap_or_else(|error| panic!("{error}"));
    assert!((run.last().v.as_slice()[0] - 3.0).abs() < 1e-12);
    assert_eq!(run.balance().growth, None);
}
