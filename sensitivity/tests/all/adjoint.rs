//! Adjoint gradients compared with forward derivatives of the same method: they are equal except for rounding.

use super::{BRICARD, MAIN, SLIDER_CRANK, method, oscillator, parameters, request};
use linkwork::Error;
use linkwork_sensitivity::adjoint::{Gradient, GradientRequest, Measured, Objective, gradient, gradients};
use linkwork_sensitivity::{Inputs, Method, Native, Sensitivities, sensitivities};
use linkwork_tape::TapeParameters;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Rounding of runs of a hundred steps and of their iterations, relative to the largest derivative.
const ROUNDING: f64 = 1e-11;
/// Native code sums adjoints in another order: rounding of their largest sum.
const AGREES: f64 = 1e-12;
/// Runs of as many steps have few that are recorded.
const LONG: u64 = 20;
/// A sum of squares adds the rounding of as many forward derivatives.
const SUM: f64 = 1e-10;

/// A cart with a pendulum on a spring and a damper, driven by an input, with a first-order actuator.
pub const DRIVEN: &str = "mechanism Cart {
    param cart_mass = 1.3 [kg];
    param bob_mass = 0.4 [kg];
    param length = 0.7 [m];
    param stiffness = 25 [N/m];
    param damping = 0.8 [N*s/m];
    param delay = 0.05 [s];
    input command [N];
    coordinate x [m];
    coordinate angle [rad];
    state push [N];
    der(push) = (command - push) / delay;
    kinetic = cart_mass * der(x)^2 / 2 + bob_mass * (der(x)^2 + 2 * length * cos(angle) * der(x) * der(angle) + length^2 * der(angle)^2) / 2;
    potential = stiffness * x^2 / 2 - bob_mass * 9.81 [m/s^2] * length * cos(angle);
    force drive = generalized(x, push - damping * der(x));
    initial { x: 0.1 [m], angle: 0.6 [rad], der(angle): -1.1 [rad/s], push: 0.3 [N] }
}";

fn backward(
    of: &TapeParameters,
    objective: Objective,
    by: &[&str],
    (method, step): (&'static Method, f64),
    (inputs, segments, native): (Option<Inputs>, Option<usize>, Native),
) -> Gradient {
    let by = by.iter().map(|name| (*name).to_owned()).collect();
    let asked =
        GradientRequest { of: objective, by, method, step, inputs, segments, native, interrupt: None };
    gradient(of, &asked).unwrap_or_else(|error| panic!("{} {method:?}: {error}", of.program().name))
}

/// Numbers of segments of a run.
const SEGMENTS: [Option<usize>; 4] = [None, Some(1), Some(7), Some(usize::MAX)];

pub fn assert_forward(
    of: &TapeParameters,
    quantity: &str,
    by: &[&str],
    run: (&'static Method, f64),
    inputs: Option<Inputs>,
) {
    assert_forward_in(&SEGMENTS, of, quantity, by, run, inputs);
}

/// The same with these numbers of segments, interpreted, and with seven in native code.
fn assert_forward_in(
    choices: &[Option<usize>],
    of: &TapeParameters,
    quantity: &str,
    by: &[&str],
    (method, step): (&'static Method, f64),
    inputs: Option<Inputs>,
) {
    let mut asked = request(&[quantity], by, method, step);
    asked.inputs.clone_from(&inputs);
    let forward = sensitivities(of, &asked).unwrap_or_else(|error| panic!("{error}"));
    assert_backward(choices, of, &forward, quantity, by, (method, step), inputs);
}

/// Gradients of a quantity, the only one of these forward derivatives.
pub fn assert_backward(
    choices: &[Option<usize>],
    of: &TapeParameters,
    forward: &Sensitivities,
    quantity: &str,
    by: &[&str],
    (method, step): (&'static Method, f64),
    inputs: Option<Inputs>,
) {
    let objective = Objective::Value(quantity.parse().expect("a quantity"));
    let size = forward.derivatives[0].iter().fold(0.0, |size: f64, x| size.max(x.abs()));
    let choices = choices.iter().map(|segments| (*segments, Native::Off));
    let mut interpreted: Option<Gradient> = None;
    for (segments, native) in choices.chain([(Some(7), Native::Always)]) {
        let found = backward(of, objective.clone(), by, (method, step), (inputs.clone(), segments, native));
        let apart = found.gradient.iter().zip(&forward.derivatives[0]).map(|(b, f)| (b - f).abs() / size);
        let apart = apart.fold(0.0, f64::max);
        println!(
            "{} {method:?} {segments:?} {native:?}: {quantity} apart {apart:.1e}, from its tangent {:.1e}, recorded {}, {} of {} steps native, {:?}",
            of.program().name,
            found.apart,
            found.recorded,
            found.native,
            found.steps,
            found.interpreted,
        );
        assert!(apart < ROUNDING, "{by:?}: {:?} instead of {:?}", found.gradient, forward.derivatives[0]);
        assert!((found.value - forward.values[0]).abs() <= ROUNDING * (1.0 + forward.values[0].abs()));
        assert_eq!((&found.unit, &found.at), (&forward.of[0].1, &forward.at));
        // 5e-14 is what rounding leaves of the longest run here; ten times that.
        assert!(found.apart < ROUNDING);
        match (&interpreted, native) {
            (Some(interpreted), Native::Always) => {
                let apart =
                    found.gradient.iter().zip(&interpreted.gradient).map(|(b, f)| (b - f).abs() / size);
                let apart = apart.fold(0.0, f64::max);
                assert!(
                    apart < AGREES,
                    "native {:?}, interpreted {:?}",
                    found.gradient,
                    interpreted.gradient
                );
                assert_eq!(found.value.to_bits(), interpreted.value.to_bits());
                // Segments with steps of rare kinds are recorded, and those with states in implicit steps, whose differences are not operations.
                let host = linkwork_jit::host().is_ok();
                assert!(found.steps < LONG || !host || found.native > 0, "{found:?}");
            }
            _ => interpreted = Some(found),
        }
    }
}

#[test]
fn a_slider_crank_has_the_gradient_of_forward_derivatives() {
    for of in parameters(SLIDER_CRANK) {
        for method in MAIN.map(method) {
            let by =
                ["crank_length", "rod_length", "slider_mass", "damping", "pivot.angle", "der(pivot.angle)"];
            // Absolute coordinates have no angle of the pivot: `initial` gives a condition.
            let by = if of.program().name.ends_with("Absolute") { &by[..4] } else { &by[..] };
            assert_forward(&of, "piston at 0.2", by, (method, 0.002), None);
        }
    }
}

/// Segments are those of any mechanism: one number of them suffices here, where steps are dear.
#[test]
fn bricards_mechanism_has_the_gradient_of_forward_derivatives() {
    for of in parameters(BRICARD) {
        for method in ["fifth-degree", "generalized-alpha", "runge-kutta-4"].map(method) {
            assert_forward_in(&[Some(7)], &of, "x at 0.2", &["mass", "weight"], (method, 0.01), None);
        }
    }
}

#[test]
fn a_driven_cart_has_the_gradient_of_forward_derivatives() {
    let of = &parameters(DRIVEN)[0];
    let command: Inputs = Arc::new(|t| vec![3.0 * (2.0 * t).sin()]);
    let by = [
        "cart_mass",
        "bob_mass",
        "length",
        "stiffness",
        "damping",
        "delay",
        "x",
        "angle",
        "der(x)",
        "der(angle)",
        "push",
    ];
    for method in MAIN.map(method) {
        for quantity in ["angle at 0.5", "der(der(x)) at 0.35", "push at 0"] {
            assert_forward(of, quantity, &by, (method, 0.005), Some(command.clone()));
        }
    }
}

/// A force with all functions, each side of |x|, min, max and `if` once: where one is left, there is no adjoint.
const FUNCTIONS: &str = "mechanism Functions {
    param a = 0.7;
    param b = 1.3;
    param c = 2.2;
    coordinate x;
    coordinate y;
    kinetic = der(x)^2 / 2 + der(y)^2 / 2;
    potential = 4 * x^2 + 3 * y^2;
    force first = generalized(x, tan(a * y / 3) + asin(a * y / 2) - acos(y / 3) + atan(b * x) + sinh(a * y) - cosh(b * x) + tanh(c * y));
    force second = generalized(y, exp(a * x) - ln(c + y) + sqrt(b + x^2) + abs(a * x) - abs(y - b) + min(a * x, b * y) - min(y, c * x) + max(c * x, x * y) - max(y, x) + atan2(b + x, c - y) + hypot(a * x, b));
    force third = generalized(y, (b + x^2)^(a + y) - (c + x)^3 / c + if(x < 0.1 * a, a * y, b * x) - if(x < 2 * b, c * y, x));
    initial { x: 0.4, y: -0.3, der(x): 0.5, der(y): 0.8 }
}";

#[test]
fn every_function_has_the_gradient_of_forward_derivatives() {
    let of = &parameters(FUNCTIONS)[0];
    for method in ["runge-kutta-4", "generalized-alpha"].map(method) {
        for quantity in ["x at 0.25", "y at 0.25"] {
            assert_forward(of, quantity, &["a", "b", "c", "x", "der(y)"], (method, 0.01), None);
        }
    }
}

/// x = x₀ cos ωt with ω² = k/m, and J = Σ w (x(t_k) − x̂_k)²: in closed form, derived independently.
#[test]
fn a_sum_of_squares_has_the_gradient_of_its_closed_form() {
    let source = &oscillator(0.3, 0.0);
    let of = &parameters(source)[0];
    let (m, k, x0) = (2.0_f64, 18.0_f64, 0.3);
    let omega = (k / m).sqrt();
    let (mut value, mut closed) = (0.0, [0.0; 3]);
    let mut all = Vec::new();
    // Not in the order of time.
    for i in [5_u32, 1, 2, 4, 3, 0] {
        let (t, measured, weight) = (0.3 * f64::from(i), 0.1 - 0.05 * f64::from(i), 1.0 + f64::from(i));
        let quantity = format!("x at {t}").parse().expect("a quantity");
        all.push(Measured { quantity, value: measured, weight });
        let (sine, cosine) = (omega * t).sin_cos();
        let deviation = x0 * cosine - measured;
        value += weight * deviation * deviation;
        let by_omega = -x0 * t * sine;
        let slopes = [-by_omega * omega / (2.0 * m), by_omega * omega / (2.0 * k), cosine];
        for (closed, slope) in closed.iter_mut().zip(slopes) {
            *closed += 2.0 * weight * deviation * slope;
        }
    }
    let by = ["mass", "stiffness", "x"];
    for native in [Native::Off, Native::Always] {
        let run = (method("dormand-prince-8"), 0.01);
        let found = backward(of, Objective::Deviations(all.clone()), &by, run, (None, None, native));
        assert!((found.value - value).abs() < SUM, "{} instead of {value}", found.value);
        for (found, closed) in found.gradient.iter().zip(closed) {
            assert!((found - closed).abs() < SUM, "{found} instead of {closed}");
        }
        // Steps with measured values are a kind of their own.
        let recorded = found.steps - found.native;
        assert!(native == Native::Off || linkwork_jit::host().is_err() || recorded <= 3, "{found:?}");
    }
}

/// x = x₀ cos ωt with ω² = k, where `initial` gives x by the parameter x₀: the derivatives by both are cos ωt.
#[test]
fn an_initial_value_keeps_its_dependence_on_a_parameter() {
    let source = "mechanism Al {
        param x0 = 0.4;
        param k = 1;
        coordinate x;
        kinetic = der(x)^2 / 2;
        potential = k * x^2 / 2;
        initial { x: x0 }
    }";
    let of = &parameters(source)[0];
    let (x0, end) = (0.4, 0.5_f64);
    for by in [["x0", "x", "k"], ["x", "x0", "k"]] {
        let run = (method("dormand-prince-8"), 0.01);
        assert_forward(of, "x at 0.5", &by, run, None);
        let objective = Objective::Value("x at 0.5".parse().expect("a quantity"));
        let found = backward(of, objective, &by, run, (None, None, Native::Off));
        let closed = [end.cos(), end.cos(), -x0 * end * end.sin() / 2.0];
        for (found, closed) in found.gradient.iter().zip(closed) {
            assert!((found - closed).abs() < ROUNDING, "{found} instead of {closed}");
        }
        assert_eq!(found.at, [x0, x0, 1.0]);
    }
}

/// A double pendulum whose masses and inertias are proportional to a parameter does not move otherwise with another value of it: forward and backward,
/// the derivative is rounding.
#[test]
fn a_derivative_that_is_zero_has_an_adjoint() {
    let source = "mechanism Same in plane {
        gravity = [0, -9.81] [m/s^2];
        param mass = 1.3 [kg];
        body first { mass: mass, com: [0.3, 0.01] [m], inertia: mass * 0.21 [m^2] }
        body second { mass: 0.7 * mass, com: [0.21, 0] [m], inertia: mass * 0.13 [m^2] / 7 }
        joint one = revolute(ground, first);
        joint two = revolute(first at [0.6, 0] [m], second);
        initial { one.angle: 20 [deg], two.angle: 33 [deg] }
    }";
    let of = &parameters(source)[0];
    let objective = Objective::Value("one.angle at 0.5".parse().expect("a quantity"));
    for of_method in MAIN.map(method) {
        for native in [Native::Off, Native::Always] {
            let found = backward(of, objective.clone(), &["mass"], (of_method, 0.005), (None, None, native));
            assert!(found.gradient[0].abs() < ROUNDING, "{of_method:?}: {found:?}");
            assert!(found.value.abs() > 0.1, "{found:?}");
        }
    }
}

/// The slider of a slider–crank does not turn: its angle, a difference of equal numbers, depends on nothing.
#[test]
fn a_quantity_that_remains_zero_has_an_adjoint() {
    let source = "mechanism Straight in plane {
        param l = 0.35 [m];
        param a = 0.15 [m];
        body crank { mass: 1.2 [kg], inertia: 2.25e-3 [kg*m^2] }
        body rod { mass: 1.3 [kg], inertia: 6.125e-3 [kg*m^2] }
        body slider { mass: 2 [kg] }
        joint pivot = revolute(ground, crank at [-a / 2, 0 [m]]);
        joint pin = revolute(crank at [a / 2, 0 [m]], rod at [-l / 2, 0 [m]]);
        joint wrist = revolute(rod at [l / 2, 0 [m]], slider);
        joint guide = prismatic(ground, slider, axis: [0.6, 0.8]);
        output turned = slider.angle;
        initial { pivot.angle: 30 [deg], der(pivot.angle): 6 [rad/s] }
    }";
    let of = &parameters(source)[0];
    for quantity in ["turned at 0.1", "turned at 0"] {
        let objective = Objective::Value(quantity.parse().expect("a quantity"));
        let run = (method("fifth-degree"), 0.005);
        let found = backward(of, objective, &["l", "a"], run, (None, None, Native::Off));
        assert!(found.gradient.iter().all(|slope| slope.abs() < ROUNDING), "{quantity}: {found:?}");
    }
}

#[test]
fn runs_without_adjoint_are_refused() {
    let refused = |source: &str, of: Objective, by: &[&str], step: f64| {
        let by = by.iter().map(|name| (*name).to_owned()).collect();
        let asked = GradientRequest {
            of,
            by,
            method: method("runge-kutta-4"),
            step,
            inputs: None,
            segments: None,
            native: Native::default(),
            interrupt: None,
        };
        gradient(&parameters(source)[0], &asked).expect_err("it has no meaning").to_string()
    };
    let at = |text: &str| Objective::Value(text.parse().expect("a quantity"));
    let stopped = "mechanism Pushed {
        param mass = 2 [kg];
        coordinate x [m];
        kinetic = mass * der(x)^2 / 2;
        force stop = generalized(x, -if(x > 0.05 [m], 30 [N/m] * (x - 0.05 [m]), 0 [N]));
        initial { x: 0 [m], der(x): 1 [m/s] }
    }";
    let message = refused(stopped, at("x at 0.1"), &["mass"], 0.01);
    assert!(
        message.contains("switches at t = 0.05") && message.contains("help: use forward derivatives"),
        "{message}"
    );
    let rubbed = "mechanism Rubbed in plane {
        body block { mass: 2 [kg], inertia: 1 [kg*m^2] }
        joint guide = prismatic(ground, block, axis: [1, 0]);
        force rub = friction(guide.displacement, limit: 3 [N], velocity: 0);
        param weight = 1 [N];
        force pull = generalized(guide.displacement, weight);
        initial { der(guide.displacement): 1 [m/s] }
    }";
    let message = refused(rubbed, at("guide.displacement at 0.1"), &["weight"], 0.01);
    assert!(message.contains("friction that sticks") && message.contains("help:"), "{message}");
    let message = refused(SLIDER_CRANK, at("piston at 0.1"), &["damping"], 0.03);
    assert!(message.contains("no step of 0.03 s ends there"), "{message}");
    assert!(refused(SLIDER_CRANK, at("pistn at 0.1"), &["damping"], 0.01).contains("pistn"));
    assert!(refused(SLIDER_CRANK, at("piston at 0.1"), &["dampng"], 0.01).contains("dampng"));
    assert!(refused(SLIDER_CRANK, at("piston at 0.1"), &[], 0.01).contains("at least one"));
    assert!(refused(SLIDER_CRANK, at("piston at 0.1"), &["damping", "damping"], 0.01).contains("twice"));
    assert!(refused(SLIDER_CRANK, at("piston at 0.1"), &["damping"], -0.01).contains("positive"));
    assert!(
        refused(SLIDER_CRANK, Objective::Deviations(Vec::new()), &["damping"], 0.01)
            .contains("one measured value")
    );
}

/// The bars of a parallelogram turn at a constant rate, and lie on one line up to 10⁻⁵ rad after 20 steps.
#[test]
fn a_run_whose_steps_a_simulation_shortens_is_refused() {
    let of = &parameters(
        "mechanism Parallelogram in plane {
        param mass = 1 [kg];
        body left { mass: mass, shape: rod(length: 1 [m], along: [0, 1]) }
        body right { mass: mass, shape: rod(length: 1 [m], along: [0, 1]) }
        body coupler { mass: 1 [kg], shape: rod(length: 1 [m], along: [1, 0]) }
        joint first = revolute(ground at [0, 0] [m], left at [0, -0.5] [m]);
        joint second = revolute(ground at [1, 0] [m], right at [0, -0.5] [m]);
        joint third = revolute(left at [0, 0.5] [m], coupler at [-0.5, 0] [m]);
        joint fourth = revolute(right at [0, 0.5] [m], coupler at [0.5, 0] [m]);
        initial { first.angle: 0 [rad], der(first.angle): -1.5707863 [rad/s] }
    }",
    )[0];
    let asked = GradientRequest {
        of: Objective::Value("first.angle at 1.2".parse().expect("a quantity")),
        by: vec!["mass".to_owned()],
        method: method("runge-kutta-4"),
        step: 0.05,
        inputs: None,
        segments: None,
        native: Native::default(),
        interrupt: None,
    };
    let message = gradient(of, &asked).expect_err("it is another run").to_string();
    assert!(message.contains("steps were shortened at singular configurations"), "{message}");
}

/// A bob on its way to a stop 5 cm ahead: it arrives there after 0.05 s.
#[test]
fn a_run_that_ends_before_a_switch_has_a_gradient() {
    let of = &parameters(
        "mechanism Approaching {
        param mass = 2 [kg];
        param drag = 0.1 [N*s/m];
        coordinate x [m];
        kinetic = mass * der(x)^2 / 2;
        force stop = generalized(x, -if(x > 0.05 [m], 30 [N/m] * (x - 0.05 [m]), 0 [N]));
        force friction = generalized(x, -drag * der(x));
        initial { x: 0 [m], der(x): 1 [m/s] }
    }",
    )[0];
    for method in MAIN.map(method) {
        // The step after the second of them would pass the stop.
        for quantity in ["x at 0.02", "der(x) at 0.04"] {
            assert_forward(of, quantity, &["mass", "drag", "der(x)"], (method, 0.01), None);
        }
    }
}

/// If interrupted before they begin, both directions end at once; otherwise they agree for several quantities.
#[test]
fn gradients_of_several_quantities_can_be_interrupted() {
    let of = &parameters(SLIDER_CRANK)[0];
    let mut asked = request(
        &["piston at 0.1", "der(pivot.angle) at 0.2"],
        &["rod_length", "damping"],
        method("runge-kutta-4"),
        0.01,
    );
    let forward = sensitivities(of, &asked).unwrap_or_else(|error| panic!("{error}"));
    let over = Arc::new(AtomicBool::new(false));
    asked.interrupt = Some(over.clone());
    let (backward, computed) = gradients(of, &asked).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((&backward.of, &backward.by, &backward.at), (&forward.of, &forward.by, &forward.at));
    assert!(computed.apart < ROUNDING, "{computed:?}");
    // 10 and 20 steps are not worth a compilation.
    assert_eq!((computed.steps, computed.native), (30, 0));
    assert!(computed.interpreted.is_some_and(|reason| reason.contains("10 steps take less time")));
    for (forward, backward) in forward.derivatives.iter().flatten().zip(backward.derivatives.iter().flatten())
    {
        assert!((forward - backward).abs() < ROUNDING * forward.abs(), "{forward} {backward}");
    }
    over.store(true, Ordering::Relaxed);
    assert!(matches!(gradients(of, &asked), Err(Error::Interrupted { time: 0.0 })));
    assert!(matches!(sensitivities(of, &asked), Err(Error::Interrupted { .. })));
}
