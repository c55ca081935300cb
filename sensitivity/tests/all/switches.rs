//! Runs near switches of forces, and beyond them.

use super::adjoint::assert_forward;
use super::{MAIN, method, parameters, request};
use linkwork::Error;
use linkwork::prelude::*;
use linkwork_sensitivity::adjoint::{Gradient, GradientRequest, Objective, gradient};
use linkwork_sensitivity::{Inputs, Method, sensitivities};
use linkwork_tape::{Tape, TapeParameters};
use std::sync::Arc;

/// Rounding of a hundred steps, relative to numbers near one.
const ROUNDING: f64 = 1e-13;

fn backward(
    of: &TapeParameters,
    quantity: &str,
    by: &[&str],
    (method, step): (&'static Method, f64),
    inputs: Option<Inputs>,
) -> Result<Gradient, Error> {
    let by = by.iter().map(|name| (*name).to_owned()).collect();
    let of_what = Objective::Value(quantity.parse().expect("a quantity"));
    gradient(
        of,
        &GradientRequest {
            of: of_what,
            by,
            method,
            step,
            inputs,
            segments: None,
            native: linkwork_sensitivity::Native::default(),
            interrupt: None,
        },
    )
}

/// A bob turns in the middle of a step, 0.1 mm in front of a stop. The ends of that step are 0.6 mm in front of it, and the
/// second evaluation of the classical Runge–Kutta method is 0.4 mm behind it: a simulation holds the side of the stop, and evaluates without it.
#[test]
fn an_evaluation_within_a_step_may_be_after_a_switch() {
    let of = &parameters(
        "mechanism Turning {
        param mass = 2 [kg];
        param weight = 80 [N];
        param stiffness = 1e4 [N/m];
        param place = 0.0606 [m];
        coordinate x [m];
        kinetic = mass * der(x)^2 / 2;
        force fall = generalized(x, -weight);
        force stop = generalized(x, -if(x > place, stiffness * (x - place), 0 [N]));
        initial { x: 0 [m], der(x): 2.2 [m/s] }
    }",
    )[0];
    // Without the stop, x = v t − (weight/mass) t²/2, which the method integrates exactly: it turns at t = 0.055 s and x = 0.0605 m.
    let by = ["mass", "weight", "stiffness", "der(x)"];
    let found = backward(of, "x at 0.08", &by, (method("runge-kutta-4"), 0.01), None);
    let found = found.unwrap_or_else(|error| panic!("{error}"));
    let t = 0.08;
    let closed = [20.0 * t * t / 2.0, -t * t / 4.0, 0.0, t];
    assert!((found.value - (2.2 * t - 20.0 * t * t)).abs() < ROUNDING, "{found:?}");
    for (found, closed) in found.gradient.iter().zip(closed) {
        assert!((found - closed).abs() < ROUNDING, "{found} instead of {closed}");
    }
    for method in MAIN.map(method) {
        assert_forward(of, "x at 0.08", &by, (method, 0.01), None);
        assert_forward(of, "der(der(x)) at 0.06", &by, (method, 0.01), None);
    }
}

/// The force at 0.05 m jumps to zero; its piece before that place ends at 0.06 m, in the middle of a step: a simulation makes that step
/// without held sides.
#[test]
fn a_run_whose_forces_cannot_be_continued_is_refused() {
    let of = &parameters(
        "mechanism Ending {
        param mass = 2 [kg];
        param force = 1 [N];
        coordinate x [m];
        kinetic = mass * der(x)^2 / 2;
        force push = generalized(x, if(x < 0.05 [m], force * sqrt(1 - x / 0.06 [m]), 0 [N]));
        initial { x: 0 [m], der(x): 2 [m/s] }
    }",
    )[0];
    let run = (method("runge-kutta-4"), 0.02);
    let found = sensitivities(of, &request(&["x at 0.2"], &["mass"], run.0, run.1));
    assert_eq!(found.unwrap_or_else(|error| panic!("{error}")).switches, [0.0; 0]);
    let message = backward(of, "x at 0.2", &["mass"], run, None).expect_err("it is another run").to_string();
    assert!(
        message.contains("without holding the sides") && message.contains("help: use forward"),
        "{message}"
    );
}

/// A bob at rest at a switch, until it is pulled away: a simulation restarts there, which changes the steps of multistep methods.
#[test]
fn a_run_from_rest_at_a_switch_has_a_gradient_if_its_steps_are_those_of_the_simulation() {
    let of = &parameters(
        "mechanism Pulled {
        param mass = 2 [kg];
        param stiffness = 30 [N/m];
        input pull [N];
        coordinate x [m];
        kinetic = mass * der(x)^2 / 2;
        force spring = generalized(x, pull - if(x > 0 [m], stiffness * x, 0 [N]));
        initial { x: 0 [m], der(x): 0 [m/s] }
    }",
    )[0];
    let inputs: Inputs = Arc::new(|t| vec![if t > 0.0505 { 1e3 * (t - 0.0505).powi(3) } else { 0.0 }]);
    let by = ["mass", "stiffness"];
    for method in MAIN.map(method) {
        match method.name {
            "runge-kutta-4" | "dormand-prince-8" => {
                assert_forward(of, "x at 0.2", &by, (method, 0.01), Some(inputs.clone()));
            }
            _ => {
                let found = backward(of, "x at 0.2", &by, (method, 0.01), Some(inputs.clone()));
                let message = found.expect_err("it is another run").to_string();
                assert!(
                    message.contains("restarts its steps") && message.contains("help: use forward"),
                    "{message}"
                );
            }
        }
    }
}

/// A bob meets a spring that only pushes, at x = d and t = d/v: after that, x = d + v sin ω(t − d/v)/ω. Later steps return to
/// multiples of their size, except for a multiple that is near.
#[test]
fn quantities_after_a_switch_are_those_of_their_times() {
    let all = ["x at 0.04", "x at 0.06", "x at 0.1", "x at 0.2", "x at 0.3"];
    for (method, error) in [
        (method("fifth-degree"), 1e-7),
        (method("generalized-alpha"), 1e-4),
        (method("runge-kutta-4"), 1e-8),
        (method("dormand-prince-8"), 1e-12),
    ] {
        for place in [0.0502, 0.055, 0.0585] {
            let source = format!(
                "mechanism Pushed {{
                param mass = 2 [kg];
                param stiffness = 50 [N/m];
                coordinate x [m];
                kinetic = mass * der(x)^2 / 2;
                force stop = generalized(x, -if(x > {place} [m], stiffness * (x - {place} [m]), 0 [N]));
                initial {{ x: 0 [m], der(x): 1 [m/s] }}
            }}"
            );
            let found = sensitivities(&parameters(&source)[0], &request(&all, &["stiffness"], method, 0.01));
            let found = found.unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(found.switches.len(), 1);
            let (m, k) = (2.0_f64, 50.0_f64);
            let omega = (k / m).sqrt();
            for ((text, value), derivative) in all.iter().zip(&found.values).zip(&found.derivatives) {
                let t: f64 = text[5..].parse().expect("a time");
                let behind = (t - place).max(0.0);
                let (sine, cosine) = (omega * behind).sin_cos();
                let closed = t - behind + sine / omega;
                // The force is continuous: derivatives include all that they depend on.
                let slope = (behind * cosine / omega - sine / (omega * omega)) * omega / (2.0 * k);
                println!("{method:?} {place} {text}: {:.1e} {:.1e}", value - closed, derivative[0] - slope);
                assert!((value - closed).abs() < error, "{text}: {value} instead of {closed}");
                assert!((derivative[0] - slope).abs() < error, "{text}: {derivative:?} instead of {slope}");
            }
        }
    }
}

/// A bob passes through the other end of its spring, where the force has no direction: simulations end there.
#[test]
fn a_run_through_coinciding_ends_is_refused() {
    let of = &parameters(
        "mechanism Through in plane {
        param mass = 2 [kg];
        body bob { mass: mass, inertia: 1 [kg*m^2] }
        joint path = free(ground, bob);
        force pull = spring(ground, bob, stiffness: 3 [N/m], length: 0.1 [m]);
        initial { path.x: -0.0505 [m], der(path.x): 1 [m/s] }
    }",
    )[0];
    assert!(of.names().switches.is_empty());
    let forward = request(&["path.x at 0.1"], &["mass"], method("runge-kutta-4"), 0.01);
    assert!(matches!(sensitivities(of, &forward), Err(Error::Coincidence { .. })));
    let found = backward(of, "path.x at 0.1", &["mass"], (method("runge-kutta-4"), 0.01), None);
    assert!(matches!(found, Err(Error::Coincidence { .. })), "{found:?}");
}

/// A push that jumps where position and input together reach a limit, t²/2 + u(t) = c: the time of the jump changes with the rate of the input.
/// From f₀ = 1 N, dq(1)/dc = −(f₁ − f₀)(1 − τ)/(τ + u').
#[test]
fn inputs_move_with_the_times_of_switches() {
    let of = &parameters(
        "mechanism Pushed {
        param c = 0.5 [m];
        param low = 1 [N];
        input u [m];
        coordinate q [m];
        kinetic = 1 [kg] * der(q)^2 / 2;
        force push = generalized(q, if(q + u > c, 3 [N], low));
    }",
    )[0];
    type Input = fn(f64) -> f64;
    let cases: [(Input, f64, f64); 2] =
        [(|t| t, std::f64::consts::SQRT_2 - 1.0, 1.0), (|t| 0.5 * t * t, 0.5_f64.sqrt(), 0.5_f64.sqrt())];
    for (method, error) in [
        (method("fifth-degree"), 1e-8),
        (method("generalized-alpha"), 1e-5),
        (method("runge-kutta-4"), 1e-8),
        (method("dormand-prince-8"), 1e-8),
    ] {
        for (input, time, rate) in cases {
            let mut asked = request(&["q at 1"], &["c", "low"], method, 0.01);
            asked.inputs = Some(Arc::new(move |t| vec![input(t)]));
            let found = sensitivities(of, &asked).unwrap_or_else(|error| panic!("{error}"));
            let by_time = -2.0 * (1.0 - time);
            let closed = by_time / (time + rate);
            // Before the jump, q changes by τ²/2 with the push, which comes earlier by that.
            let before = time * time / 2.0;
            let by_low = before + time * (1.0 - time) - before * closed;
            let wanted = [closed, by_low];
            for (found, wanted) in found.derivatives[0].iter().zip(wanted) {
                assert!((found - wanted).abs() < error, "{method:?}, {time}: {found} instead of {wanted}");
            }
        }
    }
}

/// A quantity at the time of a switch is that of this time, not of the switch, which moves.
#[test]
fn quantities_at_a_switch_are_those_of_their_times() {
    let of = &parameters(
        "mechanism Filled {
        param rate = 1;
        state x = 1;
        state z = 0;
        coordinate q;
        kinetic = der(q)^2 / 2;
        der(x) = -rate;
        der(z) = max(x, 0);
        initial { x: 1, z: 0 }
    }",
    )[0];
    for method in ["fifth-degree", "runge-kutta-4", "dormand-prince-8"].map(method) {
        // By the rate −t and by the start 1 at every time; z = ½/rate of x² from there on.
        for all in [&["x at 1"][..], &["x at 0.5", "x at 1", "x at 1.5"], &["x at 1", "z at 1", "z at 1.5"]] {
            let found = sensitivities(of, &request(all, &["rate", "x"], method, 0.01));
            let found = found.unwrap_or_else(|error| panic!("{error}"));
            for (text, derivatives) in all.iter().zip(&found.derivatives) {
                let t: f64 = text[5..].parse().expect("a time");
                let wanted = if text.starts_with('x') { [-t, 1.0] } else { [-0.5, 1.0] };
                for (found, wanted) in derivatives.iter().zip(wanted) {
                    assert!((found - wanted).abs() < 1e-8, "{method:?}, {text}: {found} instead of {wanted}");
                }
            }
        }
    }
}

/// A push between two times that are parameters, and another one where the body passes a place that the first determines: the step from one switch to the next,
/// or back to the grid, continues with the derivatives after the first one.
///
/// ```text
/// v = t₂ − t₁ from t₂ on,   x = (T − t₁)²/2 − (T − t₂)²/2
/// ```
#[test]
fn derivatives_pass_several_switches_of_one_step() {
    let of = &parameters(
        "mechanism Pushed { param begin = 0.1234; param end = 0.1267; param place = 5e-6;
         coordinate x; coordinate z; mass_matrix = [[1, 0], [0, 1]];
         force = [if(time < begin, 0, if(time < end, 1, 0)), if(x < place, 0, 1)];
         output far = x; output next = z; }",
    )[0];
    let (begin, end, place): (f64, f64, f64) = (0.1234, 0.1267, 5e-6);
    for step in [1e-3, 1e-2, 5e-2] {
        for name in ["fifth-degree", "runge-kutta-4", "dormand-prince-8", "generalized-alpha"] {
            let by = ["begin", "end", "place"];
            let found = sensitivities(
                of,
                &request(&["far at 0.5", "far at 1", "next at 1"], &by, method(name), step),
            );
            let found = found.unwrap_or_else(|error| panic!("{name}: {error}"));
            // x = place at `passed`, within the push or after it; z = (T − passed)²/2.
            let width = end - begin;
            let (passed, slopes) = if 0.5 * width * width > place {
                let late = (2.0 * place).sqrt();
                (begin + late, [1.0, 0.0, 1.0 / late])
            } else {
                let late = (place - 0.5 * width * width) / width;
                (end + late, [late / width + 1.0, -late / width, 1.0 / width])
            };
            let wanted = [
                [-(0.5 - begin), 0.5 - end, 0.0],
                [-(1.0 - begin), 1.0 - end, 0.0],
                slopes.map(|slope| -(1.0 - passed) * slope),
            ];
            // Every method is exact for piecewise constant forces.
            for (found, wanted) in found.derivatives.iter().zip(wanted) {
                for (found, wanted) in found.iter().zip(wanted) {
                    let error = (found - wanted).abs() / wanted.abs().max(1.0);
                    assert!(error < 1e-9, "{name}, {step}: {found} instead of {wanted}");
                }
            }
        }
    }
}

/// The derivative of one quantity by one parameter.
fn derivative(of: &TapeParameters, quantity: &str, by: &str, method: &'static Method) -> f64 {
    let found = sensitivities(of, &request(&[quantity], &[by], method, 1e-3));
    found.unwrap_or_else(|error| panic!("{}: {error}", method.name)).derivatives[0][0]
}

/// Round numbers put switches on ends of steps but for rounding, where the time of the switch has derivatives too: closed forms.
#[test]
fn switches_on_ends_of_steps_have_derivatives() {
    let with = |text: &str, value: f64| parameters(&text.replace("VALUE", &format!("{value}"))).remove(0);
    for name in MAIN.into_iter().chain(["rattle", "heun-2"]) {
        let method = method(name);
        // Relative: linear and quadratic motions, which all of the methods integrate exactly.
        let near = |found: f64, wanted: f64, what: &str, value: f64| {
            assert!((found - wanted).abs() < 1e-8, "{name}, {what} with {value}: {found}, not {wanted}");
        };
        for n in 1..=9 {
            // Friction that slides without sticking: it turns at t = v₀/1.5, and v = −(T − v₀/1.5)/2 after that.
            let v0 = 0.09 * f64::from(n);
            let rubbing = "mechanism Rubbing { param v0 = VALUE; coordinate x; kinetic = der(x)^2 / 2;
                force g = generalized(x, -1 - 0.5 * sign(der(x))); initial { x: 0, der(x): v0 } }";
            near(derivative(&with(rubbing, v0), "der(x) at 0.6", "v0", method), 1.0 / 3.0, "friction", v0);
            // v = ∫ 1 dt until x = c + 0.25 from v = 1, with x = t + t²/2: v² = 1 + 2 (c + 0.25).
            let (t, c) = (0.05 * f64::from(n), 0.05 * f64::from(n));
            let place = t + t * t / 2.0 - 0.25;
            let relay = "mechanism Relay { param c = VALUE; coordinate x; kinetic = der(x)^2 / 2;
                force g = generalized(x, if(x - 0.25 < c, 1, 0)); initial { x: 0, der(x): 1 } }";
            near(
                derivative(&with(relay, place), "der(x) at 0.6", "c", method),
                1.0 / (1.0 + t),
                "relay",
                place,
            );
            // A force along y as soon as the velocity along x, t, is above c.
            let gate = "mechanism Gate { param c = VALUE; coordinate x; coordinate y; kinetic = (der(x)^2 + der(y)^2) / 2;
                force g = generalized(x, 1); force h = generalized(y, if(der(x) < c, 0, 1)); }";
            near(derivative(&with(gate, c), "der(y) at 0.6", "c", method), -1.0, "gate", c);
            // Three pulses of the length c.
            let pulses = "mechanism Pulses { param c = VALUE; coordinate x; kinetic = der(x)^2 / 2;
                force g = generalized(x, if(mod(time, 0.25) < c, 1, 0)); }";
            let c = 0.01 * f64::from(n);
            near(derivative(&with(pulses, c), "der(x) at 0.6", "c", method), 3.0, "pulses", c);
        }
    }
}

/// The time at which a drive begins to move: its position does not jump, also in derivatives.
#[test]
fn drives_that_begin_on_ends_of_steps_have_derivatives() {
    for name in MAIN {
        for begin in [0.2, 0.5, 0.503, 0.52, 0.554, 0.6] {
            for speed in [2.0, 20.0, 200.0] {
                let of = parameters(&format!(
                    "mechanism Ramp in plane {{ param begin = {begin} [s]; param speed = {speed} [rad/s];
                    body a {{ mass: 1 [kg], inertia: 1 [kg*m^2] }} joint p = revolute(ground, a);
                    constraint motor: p.angle = speed * max(time - begin, 0 [s]); }}"
                ));
                let found = derivative(&of[0], "p.angle at 0.9", "begin", method(name));
                assert!((found + speed).abs() < 1e-8 * speed, "{name}, {begin}, {speed}: {found}");
            }
        }
    }
}

/// By an exponent: the derivative of 0ⁿ is zero.
#[test]
fn powers_of_zero_have_derivatives_by_the_exponent() {
    let text = "mechanism Power { param n = 2; coordinate x; kinetic = der(x)^2 / 2; potential = x^2 / 2;
        force f = generalized(x, 0.5 - max(x, 0)^n); }";
    for name in MAIN {
        let of = &parameters(text)[0];
        let found = derivative(of, "x at 0.3", "n", method(name));
        // Central differences of runs with n = 2 ∓ 10⁻⁵ have this error.
        let wanted = {
            let x = |n: f64| {
                let moved = parameters(&text.replace("n = 2", &format!("n = {n}"))).remove(0);
                let m: Tape = moved.build().expect("it builds");
                let run = m.simulate().method(DormandPrince8::projected()).step(1e-3).until(0.3).run();
                run.expect("it runs").last().q[0]
            };
            (x(2.0 + 1e-5) - x(2.0 - 1e-5)) / 2e-5
        };
        assert!((found - wanted).abs() < 1e-9, "{name}: {found}, not {wanted}");
    }
}

/// A bead on a wire with a corner: x = k (v t + x₀) after it, k = (1 − s²)/(1 + s²) of slopes ∓s.
#[test]
fn corners_of_constraints_have_derivatives() {
    let of = parameters(
        "mechanism Wire in plane { param slope = 0.5; param x0 = -0.5 [m]; param v0 = 1 [m/s];
        particle bead { mass: 0.5 [kg] } joint rail = free(ground, bead);
        constraint wire: rail.y = slope * abs(rail.x); initial { rail.x: x0, der(rail.x): v0 } }",
    );
    let (k, dk) = (0.6, -4.0 * 0.5 / (1.25 * 1.25));
    for name in MAIN {
        for (by, wanted) in [("slope", 0.5 * dk), ("x0", k), ("v0", k)] {
            let found = derivative(&of[0], "rail.x at 1", by, method(name));
            assert!((found - wanted).abs() < 1e-8, "{name}, {by}: {found} instead of {wanted}");
        }
    }
}
