//! Every method by name: forward derivatives against differences of runs in f64, and adjoints against forward derivatives.
//!
//! Runs are those of `linkwork_methods::METHODS`, whose steps are compiled apart from those in numbers with derivatives.

use super::adjoint::{DRIVEN, assert_backward};
use super::{SLIDER_CRANK, parameters, request};
use linkwork::WithInputs;
use linkwork::simulation::Sampling;
use linkwork_jit::{Mode, Tape};
use linkwork_methods::{METHODS, Method, Variant};
use linkwork_models::RunOptions;
use linkwork_sensitivity::{Inputs, Quantity, sensitivities};
use linkwork_tape::TapeParameters;
use std::sync::Arc;

/// Derivatives minus differences, relative to the largest of a row: see [`CHANGE`].
const AGREES: f64 = 1e-8;
/// Differences of order six with steps of this size relative to a variable: (10⁻³)⁶ in theory, and rounding and tolerances of iterations,
/// 1e-12, over 1e-3.
const CHANGE: f64 = 1e-3;

/// Two bobs on springs that stiffen, one bound to the other: constant masses, forces of positions.
const SPRINGS: &str = "mechanism Springs {
    param first = 1.3 [kg];
    param second = 0.4 [kg];
    param stiffness = 25 [N/m];
    param cubic = 40 [N/m^3];
    param coupling = 11 [N/m];
    coordinate x [m];
    coordinate y [m];
    kinetic = first * der(x)^2 / 2 + second * der(y)^2 / 2;
    potential = stiffness * x^2 / 2 + cubic * x^4 / 4 + coupling * (y - x)^2 / 2;
    initial { x: 0.3 [m], y: -0.2 [m], der(x): -1.1 [m/s], der(y): 0.7 [m/s] }
}";

/// A spinning body on a ball joint: rotations in space, a unit quaternion and reactions in absolute coordinates.
const TOP: &str = "mechanism Top in space {
    coordinates = [minimal, absolute];
    gravity = [0, 0, -9.81] [m/s^2];
    param mass = 0.8 [kg];
    param arm = 0.15 [m];
    param polar = 1.5e-3 [kg*m^2];
    body top { mass: mass, inertia: diagonal(1e-3 [kg*m^2], 1e-3 [kg*m^2], polar) }
    joint tip = spherical(ground, top at [0, 0, -arm]);
    frame head = top at [0, 0, arm];
    output height = head.position.z;
    output side = head.position.x;
    initial { tip.angular_velocity: [0.4, 0.2, 12] [rad/s] }
}";

/// A sledge on a slope whose blade does not slip: nonholonomic.
const SLEDGE: &str = "mechanism Sledge {
    param mass = 1.5 [kg];
    param inertia = 0.3 [kg*m^2];
    param slope = 4 [m/s^2];
    coordinate x [m];
    coordinate y [m];
    coordinate turn [rad];
    kinetic = mass * (der(x)^2 + der(y)^2) / 2 + inertia * der(turn)^2 / 2;
    potential = -mass * slope * x;
    constraint blade: der(y) * cos(turn) = der(x) * sin(turn);
    initial { turn: 0.5 [rad], der(turn): 1.4 [rad/s] }
}";

/// A quantity at the end of a run in f64.
fn end(
    of: &TapeParameters,
    quantity: &Quantity,
    (method, step): (&Method, f64),
    inputs: &Option<Inputs>,
) -> f64 {
    let mut tape: Tape =
        linkwork_jit::build(of.clone(), Mode::Interpreted).unwrap_or_else(|error| panic!("{error}"));
    match inputs.clone() {
        Some(inputs) => tape = tape.driven_by(move |t| inputs(t)),
        None => tape.set_inputs(tape.inputs_of(&[])),
    }
    let mut silent = |_| ();
    let step = Some(step);
    let options = RunOptions { step, sampling: Sampling::Ends, ..RunOptions::new(quantity.at, &mut silent) };
    let run = (method.run)(&tape, &Variant::default(), options);
    let run = run.unwrap_or_else(|error| panic!("{}: {error}", method.name));
    let column = run.columns.iter().find(|column| column.name == quantity.name);
    *column.and_then(|column| column.values.last()).expect("a column")
}

/// The derivative with respect to a parameter, from six runs:
/// f' = (45 (f₁ − f₋₁) − 9 (f₂ − f₋₂) + f₃ − f₋₃)/(60 h).
fn difference(
    of: &TapeParameters,
    quantity: &Quantity,
    name: &str,
    run: (&Method, f64),
    inputs: &Option<Inputs>,
) -> f64 {
    let value = of.get(name).expect("a parameter");
    let h = CHANGE * value.abs();
    let at = |times: f64| {
        let mut moved = of.clone();
        moved.set(name, value + times * h);
        end(&moved, quantity, run, inputs)
    };
    let weighted = [(1.0, 45.0), (2.0, -9.0), (3.0, 1.0)];
    weighted.iter().map(|(times, weight)| weight * (at(*times) - at(-times))).sum::<f64>() / (60.0 * h)
}

/// Every method that supports a mechanism; all others refuse it. Returns how many do.
fn assert_all(source: &str, of_what: &str, by: &[&str], step: f64, inputs: Option<Inputs>) -> usize {
    let mut count = 0;
    for of in parameters(source) {
        let tape =
            linkwork_jit::build(of.clone(), Mode::Interpreted).unwrap_or_else(|error| panic!("{error}"));
        for method in METHODS {
            let mut asked = request(&[of_what], by, method, step);
            asked.inputs.clone_from(&inputs);
            let found = sensitivities(&of, &asked);
            if let Err(refused) = method.check(&tape, &Variant::default()) {
                let message = found.expect_err("it is not supported").to_string();
                let (_, reason) = refused.split_once("does not").expect("a reason");
                assert!(message.contains(reason), "{message} is not {refused}");
                continue;
            }
            count += 1;
            let found = found.unwrap_or_else(|error| panic!("{}: {error}", method.name));
            for (quantity, row) in asked.of.iter().zip(&found.derivatives) {
                let size = row.iter().fold(0.0, |size: f64, x| size.max(x.abs()));
                for (name, derivative) in by.iter().zip(row) {
                    let wanted = difference(&of, quantity, name, (method, step), &inputs);
                    let apart = (derivative - wanted).abs() / size;
                    println!(
                        "{} {}: {quantity} by {name}, apart {apart:.1e}",
                        of.program().name,
                        method.name
                    );
                    assert!(apart < AGREES, "{}: {derivative} instead of {wanted}", method.name);
                }
            }
            assert_backward(&[Some(7)], &of, &found, of_what, by, (method, step), inputs.clone());
        }
    }
    assert!(count > 0);
    count
}

#[test]
fn all_methods_have_derivatives_of_forces_of_positions() {
    let by = ["first", "second", "stiffness", "cubic", "coupling"];
    assert_eq!(assert_all(SPRINGS, "y at 0.3", &by, 0.01, None), METHODS.len());
}

#[test]
fn methods_have_derivatives_of_states_and_of_forces_of_velocities() {
    let command: Inputs = Arc::new(|t| vec![3.0 * (2.0 * t).sin()]);
    let by = ["cart_mass", "length", "damping", "delay"];
    // A slower actuator, with which every method is stable at this step: differences of unstable runs resolve less.
    let source = DRIVEN.replace("delay = 0.05 [s]", "delay = 0.2 [s]");
    assert_ne!(source, DRIVEN);
    assert_all(&source, "angle at 0.2", &by, 0.005, Some(command));
}

#[test]
fn methods_have_derivatives_of_closed_loops() {
    let by = ["crank_length", "rod_length", "slider_mass", "damping"];
    assert_all(SLIDER_CRANK, "piston at 0.06", &by, 0.004, None);
}

#[test]
fn methods_have_derivatives_of_rotations_in_space() {
    assert_all(TOP, "side at 0.12", &["mass", "arm", "polar"], 0.008, None);
}

#[test]
fn methods_have_derivatives_of_nonholonomic_constraints() {
    assert_all(SLEDGE, "y at 0.25", &["mass", "inertia", "slope"], 0.01, None);
}
