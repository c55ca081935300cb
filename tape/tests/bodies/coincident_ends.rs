//! Forces along the line between two points, where the points coincide: motions along a line pass, others are
//! errors that name the force.

use crate::tapes::tapes;
use linkwork::Error;
use linkwork::analysis::Analyse;
use linkwork::prelude::*;
use linkwork::solution::Solution;
use linkwork_compiler::Options;
use linkwork_tape::{Tape, TapeParameters};

/// A slide with spring and damper whose ends coincide at the start.
const SLIDE: &str = "mechanism Slide in plane { coordinates = [minimal, absolute];
    body block { mass: 2 [kg], inertia: 0.1 [kg*m^2] }
    joint guide = prismatic(ground, block, axis: [3, 4]);
    force tie = spring(ground, block, stiffness: 8 [N/m], damping: 0.4 [N*s/m]);
    initial { guide.displacement: 0 [m], der(guide.displacement): 1 [m/s] } }";

/// A damper along an arm that turns, across two slides in series, from the second to the ground.
const TELESCOPE: &str = "mechanism Telescope in plane { coordinates = [minimal, absolute];
    body arm { mass: 1 [kg], inertia: 0.2 [kg*m^2] }
    body inner { mass: 1 [kg], inertia: 0.1 [kg*m^2] }
    body tip { mass: 2 [kg], inertia: 0.1 [kg*m^2] }
    joint pivot = revolute(ground, arm);
    joint first = prismatic(arm, inner, axis: [1, 0]);
    joint second = prismatic(tip, inner, axis: [1, 0]);
    constraint lock: first.displacement = 0 [m];
    constraint turn: pivot.angle = 0 [rad];
    force tie = spring(ground, tip, stiffness: 8 [N/m], damping: 0.4 [N*s/m]);
    output x = tip.position.x;
    initial { second.displacement: 0 [m], der(second.displacement): -1 [m/s] } }";

/// Two kilograms on 8 N/m and 0.4 N·s/m from x = 0 at 1 m/s: e^(−ζωt) sin(ω't)/ω' with ω = 2, ζ = 0.05.
fn closed_form(t: f64) -> f64 {
    let (frequency, ratio) = (2.0, 0.05_f64);
    let damped = frequency * (1.0 - ratio * ratio).sqrt();
    (-ratio * frequency * t).exp() * (damped * t).sin() / damped
}

fn built(text: &str) -> Vec<Tape> {
    tapes(text).into_iter().map(|parameters| parameters.build().expect("it builds")).collect()
}

/// The last value of a column.
fn last(solution: &Solution<Tape>, name: &str) -> f64 {
    let series = solution.series(name).expect("a column");
    *series.last().expect("a sample")
}

fn close(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() < tolerance, "{found:?}, not {expected:?}");
}

#[test]
fn a_damped_spring_goes_through_coincident_ends_on_a_line() {
    for (text, column) in [(SLIDE, "block.position"), (TELESCOPE, "x")] {
        for model in built(text) {
            let name = model.names().mechanism.clone();
            let x = |solution: &Solution<Tape>| match column {
                "x" => last(solution, "x"),
                _ if name.ends_with("Absolute") => last(solution, "block.x") / 0.6,
                _ => last(solution, "guide.displacement"),
            };
            let expected = closed_form(2.0);
            // The default method is of order 4, the others of order 4 and 2; h = 1e-3.
            let run = model.simulate().step(1e-3).until(2.0).run();
            close(x(&run.unwrap_or_else(|error| panic!("{name}: {error}"))), expected, 1e-11);
            let run = model.simulate().method(RungeKutta4::projected()).step(1e-3).until(2.0).run();
            close(x(&run.unwrap_or_else(|error| panic!("{name}: {error}"))), expected, 1e-11);
            let run = model.simulate().method(GeneralizedAlpha::default()).step(1e-3).until(2.0).run();
            close(x(&run.unwrap_or_else(|error| panic!("{name}: {error}"))), expected, 2e-6);
        }
    }
}

/// ω = 2 rad/s and ζ = c/(2√(k m)) = 0.05, from the derivatives at the point where the ends coincide.
#[test]
fn modes_at_coincident_ends_on_a_line_are_damped() {
    for model in built(SLIDE) {
        let modes = model.modes(&model.initial_state().expect("a state")).expect("modes");
        close(modes.modes[0].damping_ratio(), 0.05, 1e-12);
        close(modes.modes[0].frequency(), 2.0 / std::f64::consts::TAU, 1e-12);
    }
}

/// A particle with 1 m/s from a place 1 m to the left of the anchor of a damper: it passes through the anchor.
fn particle(start: &str) -> Tape {
    let text = format!(
        "mechanism Tethered in plane {{ particle bob {{ mass: 2 [kg] }} joint flight = free(ground, bob);
         force tether = spring(ground, bob, stiffness: 8 [N/m], damping: 0.4 [N*s/m]); initial {{ {start} }} }}"
    );
    let compiled = linkwork_compiler::compile(text.parse().expect("tokens"), &Options::default());
    let found: Vec<String> = compiled.diagnostics.iter().map(|found| found.message.clone()).collect();
    let coincide =
        "the ends of `tether` coincide in the initial configuration: the force has no direction there";
    assert_eq!(
        found,
        if start.contains("flight.x") && !start.contains("der(flight.x)") { vec![] } else { vec![coincide] }
    );
    let program = compiled.programs.into_iter().next().expect("a warning only");
    TapeParameters::new(program).build().expect("it builds")
}

#[track_caller]
fn named(error: &Error, at: impl Fn(f64) -> bool) {
    let Error::Coincidence { force, time } = error else { panic!("{error}") };
    assert!(force == "tether" && at(*time), "{error}");
    assert!(error.to_string().contains("the ends of `tether` coincide"), "{error}");
}

#[test]
fn coincident_ends_off_a_line_are_named() {
    let model = particle("der(flight.x): 1 [m/s]");
    named(&model.simulate().step(1e-3).until(1.0).run().expect_err("no direction").error, |t| t == 0.0);
    named(
        &model.modes(&model.initial_state().expect("a state")).map(|_| ()).expect_err("no direction"),
        |t| t == 0.0,
    );
    // In flight, between two samples: it would pass the anchor after π/ω = 0.785 s.
    let model = particle("flight.x: -1 [m]");
    let failed = model.simulate().step(1e-3).until(1.0).run().expect_err("no direction");
    named(&failed.error, |t| (t - 0.79).abs() < 0.05);
    // Also in 20 steps a period.
    let failed = model.simulate().step(0.15).until(2.0).run().expect_err("no direction");
    named(&failed.error, |t| (t - 0.85).abs() < 0.1);
    // Next to the anchor there is a direction.
    let model = particle("flight.x: -1 [m], der(flight.y): 0.1 [m/s]");
    model.simulate().step(1e-3).until(1.0).run().expect("it passes");
}

/// Two masses on a spring vibrate along their line, and turn back far from each other: r = ℓ + A cos ωt, ω² = 2k/m. In steps of 1 ms and in
/// 20 steps a period; the rates at right angles are zero, or of the size of rounding.
#[test]
fn masses_on_a_spring_vibrate_along_their_line() {
    let (length, frequency) = (1.0, 10.0_f64);
    for (start, amplitude) in [("right.x: 1.9 [m]", 0.9), ("right.x: 0.42 [m], right.y: 0.56 [m]", -0.3)] {
        let text = format!(
            "mechanism Dumbbell in plane {{ particle a {{ mass: 2 [kg] }} particle b {{ mass: 2 [kg] }}
             joint left = free(ground, a); joint right = free(ground, b);
             force tie = spring(a, b, stiffness: 100 [N/m], length: {length} [m]);
             output distance = norm(b.position - a.position); initial {{ {start} }} }}"
        );
        for model in built(&text) {
            for (step, tolerance) in [(1e-3, 1e-8), (std::f64::consts::TAU / frequency / 20.0, 1e-2)] {
                let run =
                    model.simulate().step(step).until(2.0).run().unwrap_or_else(|error| panic!("{error}"));
                close(last(&run, "distance"), length + amplitude * (2.0 * frequency).cos(), tolerance);
            }
        }
    }
}

/// A spring of natural length 0.5 m on a slide, across the point where its ends coincide: a kink in a force that
/// is linear on both sides. From 1.2 m it comes to −1.2 m and returns.
#[test]
fn a_spring_of_some_length_swings_through_its_own_fixed_end() {
    let text = "mechanism Kink in plane { coordinates = [minimal, absolute];
        body block { mass: 2 [kg], inertia: 0.1 [kg*m^2] }
        joint guide = prismatic(ground, block, axis: [1, 0]);
        force tie = spring(ground, block, stiffness: 8 [N/m], length: 0.5 [m]);
        output x = block.position.x; initial { guide.displacement: 1.2 [m] } }";
    // With ω = 2 and amplitude 0.7 about 0.5: a quarter swing takes the time from 0.7 to −0.5.
    let quarter = (-0.5_f64 / 0.7).acos() / 2.0;
    for model in built(text) {
        let run = model.simulate().method(RungeKutta4::projected()).step(1e-2).until(4.0 * quarter).run();
        let run = run.unwrap_or_else(|error| panic!("{error}"));
        close(last(&run, "x"), 1.2, 1e-8);
        let run = model.simulate().step(2e-3).until(2.0 * quarter).run();
        close(last(&run.unwrap_or_else(|error| panic!("{error}")), "x"), -1.2, 1e-9);
    }
}

/// The end of a run of one second at steps of 1 ms.
fn after_a_second<S: Stepper<Tape>>(model: &Tape, method: S) -> (f64, f64) {
    let run = model.simulate().method(method).step(1e-3).until(1.0).run();
    let run = run.unwrap_or_else(|error| panic!("{error}"));
    let state = run.last();
    (state.q.as_slice()[0], state.v.as_slice()[0])
}

/// Drag by the square of the speed from rest, where the speed has no derivative: v = tanh t, x = ln cosh t along a
/// direction in the plane; written with `norm` and with `hypot`.
#[test]
fn bodies_start_from_rest_under_quadratic_drag() {
    for speed in ["norm([der(x), der(y)])", "hypot(der(x), der(y))"] {
        let text = format!(
            "mechanism Drag {{ coordinate x; coordinate y; mass_matrix = [[1, 0], [0, 1]];
             force = [0.6 - {speed} * der(x), 0.8 - {speed} * der(y)]; }}"
        );
        let model = built(&text).remove(0);
        let expected = (0.6 * 1.0_f64.cosh().ln(), 0.6 * 1.0_f64.tanh());
        let check = |found: (f64, f64), tolerance: f64| {
            close(found.0, expected.0, tolerance);
            close(found.1, expected.1, tolerance);
        };
        check(after_a_second(&model, FifthDegree::default()), 1e-8);
        check(after_a_second(&model, RungeKutta4::projected()), 1e-11);
        check(after_a_second(&model, GeneralizedAlpha::default()), 1e-6);
    }
}

/// A bearing whose load begins at zero: |F| = √5 t N, and the friction 0.1 · 0.1 m · |F| takes √5/200 rad/s in a
/// second, √5/600 rad of the 3 rad. No series describes |F| at the start, for any regularisation.
#[test]
fn the_load_of_a_bearing_begins_at_zero() {
    let text = "mechanism Loaded in plane { coordinates = [minimal, absolute];
        body wheel { mass: 1 [kg], inertia: 1 [kg*m^2] } joint axle = revolute(ground, wheel);
        force pull = force(wheel, [time, 2 * time] * 1 [N/s]);
        force drag = friction(axle, coefficient: 0.1, radius: 0.1 [m], velocity: 1e-6 [rad/s]);
        output angle = axle.angle; initial { der(axle.angle): 3 [rad/s] } }";
    let expected = 3.0 - 5.0_f64.sqrt() / 600.0;
    for model in built(text) {
        let run = model.simulate().step(1e-3).until(1.0).run().unwrap_or_else(|error| panic!("{error}"));
        close(last(&run, "angle"), expected, 1e-8);
        let run = model.simulate().method(RungeKutta4::projected()).step(1e-3).until(1.0).run();
        close(last(&run.unwrap_or_else(|error| panic!("{error}")), "angle"), expected, 1e-11);
    }
}
