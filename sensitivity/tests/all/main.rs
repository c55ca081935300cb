//! Derivatives of runs compared with differences in double-double arithmetic, and with closed forms.

mod adjoint;
mod examples;
mod functions;
mod kept;
mod methods;
mod switches;
mod trees;

use linkwork::prelude::*;
use linkwork::scalar::DoubleDouble;
use linkwork_sensitivity::{Method, Quantity, Request, Sensitivities, sensitivities};
use linkwork_tape::{Tape, TapeParameters};

/// A slider–crank whose loop is closed at the start; its lengths change the closure, and all that follows.
const SLIDER_CRANK: &str = "mechanism SliderCrank in plane {
    coordinates = [minimal, absolute];
    gravity = [0, -9.81] [m/s^2];
    param crank_length = 0.15 [m];
    param rod_length = 0.35 [m];
    param slider_mass = 2 [kg];
    param damping = 3 [N*s/m];
    body crank { mass: 1.2 [kg], com: [crank_length / 2, 0], inertia: 2.25e-3 [kg*m^2] }
    body rod { mass: 0.6 [kg], com: [rod_length / 2, 0], inertia: 6e-3 [kg*m^2] }
    body slider { mass: slider_mass, inertia: 1e-3 [kg*m^2] }
    joint pivot = revolute(ground, crank);
    joint pin = revolute(crank at [crank_length, 0], rod);
    joint wrist = revolute(rod at [rod_length, 0], slider);
    joint guide = prismatic(ground, slider, axis: [1, 0]);
    force damper = spring(ground, slider, stiffness: 40 [N/m], length: 0.3 [m], damping: damping);
    output piston = guide.displacement;
    initial { pivot.angle: 30 [deg], der(pivot.angle): 6 [rad/s], pin.angle: ~-45 [deg] }
}";

/// Bricard's mechanism, one equation too many: masses and the speed of the first hinge.
const BRICARD: &str = "mechanism Bricard in space {
    coordinates = [minimal, absolute];
    param mass = 1 [kg];
    param weight = 9.81 [m/s^2];
    gravity = [0, -weight, 0 [m/s^2]];
    body rod1 { mass: mass, shape: box(size: [1, 0.1, 0.1] [m]) }
    body rod2 { mass: 1 [kg], shape: box(size: [0.1, 1, 0.1] [m]) }
    body rod3 { mass: 1 [kg], shape: box(size: [0.1, 0.1, 1] [m]) }
    body rod4 { mass: 1 [kg], shape: box(size: [1, 0.1, 0.1] [m]) }
    body rod5 { mass: mass, shape: box(size: [0.1, 1, 0.1] [m]) }
    joint p1 = revolute(ground, rod1 at [-0.5, 0, 0] [m], axis: [0, 1, 0]);
    joint p2 = revolute(rod1 at [0.5, 0, 0] [m], rod2 at [0, 0.5, 0] [m], axis: [0, 0, 1]);
    joint p3 = revolute(rod2 at [0, -0.5, 0] [m], rod3 at [0, 0, -0.5] [m], axis: [1, 0, 0]);
    joint p4 = revolute(rod3 at [0, 0, 0.5] [m], rod4 at [0.5, 0, 0] [m], axis: [0, 1, 0]);
    joint p5 = revolute(rod4 at [-0.5, 0, 0] [m], rod5 at [0, -0.5, 0] [m], axis: [0, 0, 1]);
    joint p6 = revolute(ground at [0, 0, 1] [m], rod5 at [0, 0.5, 0] [m], axis: [1, 0, 0]);
    frame corner = rod2 at [0, -0.5, 0] [m];
    output x = corner.position.x;
    output y = corner.position.y;
    initial { p1.angle: 0 [rad], der(p1.angle): 0.5 [rad/s] }
}";

/// Derivatives minus differences, relative to the largest of a row: rounding of runs in f64 and of their iterations.
const ROUNDING: f64 = 1e-9;
/// Central differences of this size in 31 digits: 1e-20 relative, and rounding of 1e-21.
const DIFFERENCE: f64 = 1e-10;

/// m ẍ = −k x from x₀ and v₀.
fn oscillator(x0: f64, v0: f64) -> String {
    format!(
        "mechanism Oscillator {{
        param mass = 2 [kg];
        param stiffness = 18 [N/m];
        coordinate x [m];
        kinetic = mass * der(x)^2 / 2;
        potential = stiffness * x^2 / 2;
        initial {{ x: {x0} [m], der(x): {v0} [m/s] }}
    }}"
    )
}

/// The methods of most tests; all are in `methods`.
const MAIN: [&str; 4] = ["fifth-degree", "generalized-alpha", "runge-kutta-4", "dormand-prince-8"];

/// The method of that name.
fn method(name: &str) -> &'static Method {
    linkwork_methods::find(name).unwrap_or_else(|| panic!("no method is {name}"))
}

fn parameters(source: &str) -> Vec<TapeParameters> {
    let options = linkwork_compiler::Options::default();
    let text = linkwork_compiler::build::compile_text("sensitivity", source, &options, false);
    text.unwrap_or_else(|text| panic!("{text}")).programs.into_iter().map(TapeParameters::new).collect()
}

fn request(of: &[&str], by: &[&str], method: &'static Method, step: f64) -> Request {
    let of = of.iter().map(|text| text.parse().expect("a quantity at a time")).collect();
    Request {
        of,
        by: by.iter().map(|name| (*name).to_owned()).collect(),
        method,
        step,
        inputs: None,
        native: linkwork_sensitivity::Native::default(),
        interrupt: None,
    }
}

/// A quantity of the run in double-double arithmetic whose variable is moved by `by`.
fn moved(
    of: &TapeParameters,
    quantity: &Quantity,
    name: &str,
    by: f64,
    method: &'static Method,
    step: f64,
) -> DoubleDouble {
    let lift = |x: &f64| DoubleDouble::exact(*x);
    let mut values: Vec<DoubleDouble> = of.values().iter().map(lift).collect();
    let names = of.names();
    let place = |list: &[linkwork::Named]| list.iter().position(|named| named.name == name);
    let by = DoubleDouble::exact(by);
    if let Some(i) = place(&names.parameters) {
        values[i] = values[i] + by;
    }
    let tape: Tape<DoubleDouble> = of
        .build_lifted(&values, |q, v, _| {
            if let Some(i) = place(&names.coordinates) {
                q[i] = q[i] + by;
            } else if let Some(i) = place(&names.velocities) {
                v[i] = v[i] + by;
            }
        })
        .unwrap_or_else(|error| panic!("{error}"));
    let simulation = tape.simulate();
    let simulation = simulation.step(step).until(quantity.at);
    let solution = match method.name {
        "fifth-degree" => simulation.method(FifthDegree::default()).run(),
        "generalized-alpha" => simulation.method(GeneralizedAlpha::default()).run(),
        "runge-kutta-4" => simulation.method(RungeKutta4::projected()).run(),
        "dormand-prince-8" => simulation.method(DormandPrince8::projected()).run(),
        other => unreachable!("{other} is not of `MAIN`"),
    };
    let solution = solution.unwrap_or_else(|error| panic!("{error}"));
    *solution.series(&quantity.name).expect("a column").last().expect("an end")
}

fn assert_differences(of: &TapeParameters, request: &Request) -> Sensitivities {
    let found = sensitivities(of, request).unwrap_or_else(|error| panic!("{error}"));
    for (quantity, row) in request.of.iter().zip(&found.derivatives) {
        let size = row.iter().fold(1.0, |size: f64, x| size.max(x.abs()));
        for (name, derivative) in request.by.iter().zip(row) {
            let end = |by: f64| moved(of, quantity, name, by, request.method, request.step);
            let difference = ((end(DIFFERENCE) - end(-DIFFERENCE)).value()) / (2.0 * DIFFERENCE);
            let apart = (derivative - difference).abs() / size;
            println!(
                "{} {:?}: {quantity} by {name}: {derivative:.12e}, apart {apart:.1e}",
                of.program().name,
                request.method
            );
            assert!(apart < ROUNDING, "{quantity} by {name}: {derivative} instead of {difference}");
        }
    }
    found
}

/// Lengths change how the loop closes; the pin's angle follows from `initial`.
#[test]
fn a_slider_crank_has_the_derivatives_of_differences() {
    for of in parameters(SLIDER_CRANK) {
        for method in MAIN.map(method) {
            let by =
                ["crank_length", "rod_length", "slider_mass", "damping", "pivot.angle", "der(pivot.angle)"];
            // Absolute coordinates have no angle of the pivot: `initial` gives a condition.
            let by = if of.program().name.ends_with("Absolute") { &by[..4] } else { &by[..] };
            assert_differences(&of, &request(&["piston at 0.2"], by, method, 0.002));
        }
        // The start alone, and a time that is not the end of a step.
        let by = ["crank_length", "rod_length"];
        let found =
            assert_differences(&of, &request(&["piston at 0.0513"], &by, method("fifth-degree"), 0.002));
        assert_eq!(found.of[0].1, "m");
        // x = r cos φ + √(l² − r² sin² φ).
        let start = sensitivities(&of, &request(&["piston at 0"], &by, method("fifth-degree"), 0.002));
        let start = start.unwrap_or_else(|error| panic!("{error}"));
        let (r, l, (sine, cosine)) = (0.15_f64, 0.35_f64, 30_f64.to_radians().sin_cos());
        let root = (l * l - (r * sine).powi(2)).sqrt();
        let closed = [cosine - r * sine * sine / root, l / root];
        for (found, closed) in start.derivatives[0].iter().zip(closed) {
            assert!((found - closed).abs() < 1e-13, "{found} instead of {closed}");
        }
    }
}

#[test]
fn bricards_mechanism_has_the_derivatives_of_differences() {
    for of in parameters(BRICARD) {
        for method in ["fifth-degree", "dormand-prince-8"].map(method) {
            let by = if of.program().name.ends_with("Absolute") {
                &["mass", "weight"][..]
            } else {
                &["mass", "weight", "der(p1.angle)"][..]
            };
            assert_differences(&of, &request(&["x at 0.4", "y at 0.4"], by, method, 0.01));
        }
    }
}

/// x = x₀ cos ωt + v₀ sin ωt/ω with ω² = k/m: derivatives with respect to all variables, in closed form.
#[test]
fn an_oscillator_has_the_derivatives_of_its_closed_form() {
    let source = &oscillator(0.3, -0.4);
    let of = &parameters(source)[0];
    let by = ["mass", "stiffness", "x", "der(x)"];
    let found = sensitivities(of, &request(&["x at 1.7"], &by, method("dormand-prince-8"), 0.01));
    let found = found.unwrap_or_else(|error| panic!("{error}"));
    let (m, k, x, v, t) = (2.0_f64, 18.0_f64, 0.3, -0.4, 1.7);
    let omega = (k / m).sqrt();
    let (sine, cosine) = (omega * t).sin_cos();
    // ∂/∂ω of x cos ωt + v sin ωt/ω.
    let slope = -x * t * sine + v * (t * cosine / omega - sine / (omega * omega));
    let closed = [-slope * omega / (2.0 * m), slope * omega / (2.0 * k), cosine, sine / omega];
    for ((name, found), closed) in by.iter().zip(&found.derivatives[0]).zip(closed) {
        // The error of the method.
        assert!((found - closed).abs() < 1e-12, "{name}: {found} instead of {closed}");
    }
    assert_eq!(found.at, [2.0, 18.0, 0.3, -0.4]);
    assert!((found.values[0] - (x * cosine + v * sine / omega)).abs() < 1e-13);
}

/// Inputs as functions of time are constant data; a spring that only pushes switches, which is reported.
#[test]
fn inputs_drive_and_switches_are_reported() {
    let source = "mechanism Pushed {
        param mass = 2 [kg];
        input push [N];
        coordinate x [m];
        kinetic = mass * der(x)^2 / 2;
        force drive = generalized(x, push - if(x > 0.05 [m], 30 [N/m] * (x - 0.05 [m]), 0 [N]));
    }";
    let of = &parameters(source)[0];
    let mut asked = request(&["x at 0.2", "x at 1"], &["mass"], method("runge-kutta-4"), 0.01);
    asked.inputs = Some(std::sync::Arc::new(|t| vec![1.0 + t]));
    let found = sensitivities(of, &asked).unwrap_or_else(|error| panic!("{error}"));
    // x = (t²/2 + t³/6)/m before the stop is met.
    let closed = (0.02 + 0.008 / 6.0) / 2.0;
    assert!(
        (found.values[0] - closed).abs() < 1e-15 && (found.derivatives[0][0] + closed / 2.0).abs() < 1e-15
    );
    assert!(
        !found.switches.is_empty() && found.switches.iter().all(|t| (0.4..0.5).contains(t)),
        "{:?}",
        found.switches
    );
}

/// The last step before a switch ends at a root that moves with the parameter: rounding of its short repetitions is that of derivatives too.
#[test]
fn implicit_methods_have_derivatives_across_a_switch_of_a_loop() {
    let source = "mechanism Crank in plane {
        gravity = [0, -9.81] [m/s^2];
        param a = 0.15 [m];
        body crank { mass: 1.2 [kg], inertia: 2.25e-3 [kg*m^2] }
        body rod { mass: 0.6 [kg], inertia: 6.125e-3 [kg*m^2] }
        body slider { mass: 2 [kg] }
        joint pivot = revolute(ground, crank at [-a / 2, 0 [m]]);
        joint pin = revolute(crank at [a / 2, 0 [m]], rod at [-0.175, 0] [m]);
        joint wrist = revolute(rod at [0.175, 0] [m], slider);
        joint guide = prismatic(ground, slider, axis: [1, 0]);
        force s = spring(ground at [0.6, 0] [m], slider,
            stiffness: 100 [N/m] * (1 + 0.1 * sign(guide.displacement - 0.4 [m])), length: 0 [m]);
        output piston = guide.displacement;
        initial { pivot.angle: 30 [deg], der(pivot.angle): 6 [rad/s] }
    }";
    let of = &parameters(source)[0];
    let by = |name: &str| {
        let asked = request(&["piston at 0.5"], &["a"], method(name), 1e-3);
        let found = sensitivities(of, &asked).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(found.switches.len(), 1, "{name}");
        found.derivatives[0][0]
    };
    let wanted = by("fifth-degree");
    for name in ["generalized-alpha", "hht", "newmark", "rattle"] {
        assert!((by(name) / wanted - 1.0).abs() < 1e-3, "{name}: {} instead of {wanted}", by(name));
    }
    // Of first order.
    for name in ["half-implicit-euler", "implicit-euler"] {
        assert!((by(name) / wanted - 1.0).abs() < 0.04, "{name}: {} instead of {wanted}", by(name));
    }
}

#[test]
fn quantities_without_derivative_are_refused() {
    let of = &parameters(SLIDER_CRANK)[0];
    let refused = |of_what: &[&str], by: &[&str]| {
        let refused = sensitivities(of, &request(of_what, by, method("fifth-degree"), 0.01));
        refused.expect_err("it has no meaning").to_string()
    };
    assert!(refused(&["piston at 0.1"], &["pin.angle"]).contains("`initial` does not give it"));
    assert!(refused(&["piston at 0.1"], &["crank_lenth"]).contains("crank_lenth"));
    assert!(refused(&["pistn at 0.1"], &["crank_length"]).contains("pistn"));
    assert!(refused(&[], &["crank_length"]).contains("at least one quantity"));
    for text in ["piston", "piston at soon", " at 1", "piston at -1", "piston at inf"] {
        assert!(text.parse::<Quantity>().is_err(), "{text}");
    }
}
