//! Angles that are computed from poses count their turns: springs, gears, events, outputs and dense output in absolute
//! coordinates and on joints that close loops, against closed forms.

use crate::tapes::tapes;
use crate::texts::{in_both, named_outputs};
use linkwork::half_implicit::HalfImplicitEuler;
use linkwork::multistep::AdamsBashforth4;
use linkwork::prelude::*;
use linkwork::solution::State;
use linkwork::symplectic::Rattle;
use linkwork_tape::Tape;

fn built(text: &str) -> Vec<Tape> {
    let all = tapes(&in_both(text)).into_iter();
    all.map(|one| one.build().unwrap_or_else(|error| panic!("{error}"))).collect()
}

fn output(tape: &Tape, state: &State<Tape>, name: &str) -> f64 {
    let all = named_outputs(tape, state);
    all.iter().find(|(n, _)| n == name).unwrap_or_else(|| panic!("no output {name}")).1
}

/// A flywheel on a clock spring, started with 24 rad/s: θ = 24/ω sin(ω t), ω = √(c/J) = 1 rad/s, almost four turns
/// each way. In space it turns about a slanted axis that is not a principal one of its frame.
fn flywheel(space: bool, cut: bool) -> String {
    let (word, inertia, axis) = if space {
        ("space", "diagonal(0.5, 0.5, 0.5)", ", axis: [0.48, 0.6, 0.64]")
    } else {
        ("plane", "0.5", "")
    };
    let cut = if cut { ", cut: true" } else { "" };
    format!(
        "mechanism Flywheel in {word} {{
            body wheel {{ mass: 2 [kg], inertia: {inertia} [kg*m^2] }}
            joint axle = revolute(ground, wheel{axis}{cut});
            force clock = torsion_spring(axle, stiffness: 0.5 [N*m/rad]);
            output turned = axle.angle;
            initial {{ der(axle.angle): 24 [rad/s] }}
        }}"
    )
}

/// The error of a method of order 4 and more after three seconds at h = 1e-3, in rad.
const FOURTH_ORDER: f64 = 1e-8;

#[test]
fn a_clock_spring_winds_for_many_turns() {
    for (space, cut) in [(false, false), (false, true), (true, false), (true, true)] {
        for tape in built(&flywheel(space, cut)) {
            let run = tape.simulate().step(1e-3).until(3.0).run().unwrap_or_else(|error| panic!("{error}"));
            let turned = run.series("turned").expect("the output is there");
            for (t, angle) in run.times().iter().zip(&turned) {
                let exact = 24.0 * t.sin();
                assert!(
                    (angle - exact).abs() < FOURTH_ORDER,
                    "space {space}, cut {cut}: {angle} for {exact} at {t}"
                );
            }
        }
    }
}

/// The same by methods with projection, iteration and history, with rejected steps.
#[test]
fn every_kind_of_method_counts_turns() {
    for space in [false, true] {
        let [_, absolute] = built(&flywheel(space, false)).try_into().expect("two formulations");
        let end = |run: Result<Solution<Tape>, linkwork::simulation::RunError<Tape>>,
                   what: &str,
                   tolerance: f64| {
            let run = run.unwrap_or_else(|error| panic!("{what}: {error}"));
            let angle = output(&absolute, run.last(), "turned");
            let exact = 24.0 * 3.0_f64.sin();
            assert!((angle - exact).abs() < tolerance, "space {space}, {what}: {angle} for {exact}");
        };
        let of = || absolute.simulate().step(1e-3).until(3.0);
        end(of().method(RungeKutta4::projected()).run(), "Runge–Kutta", FOURTH_ORDER);
        end(of().method(AdamsBashforth4::projected()).run(), "Adams", 1e-6);
        // Second order: h² ω² t/24 of the amplitude, and the error of rotations.
        end(of().method(GeneralizedAlpha::default()).run(), "generalized-α", 1e-3);
        end(of().method(Rattle).run(), "RATTLE", 1e-3);
        // First order.
        end(of().method(HalfImplicitEuler::default()).run(), "half-implicit Euler", 0.1);
        let adaptive =
            absolute.simulate().until(3.0).method(DormandPrince5::projected()).tolerance(1e-9, 1e-9);
        end(adaptive.run(), "Dormand–Prince", 1e-5);
        // Two radians a step and more.
        let coarse = absolute.simulate().step(0.1).until(3.0).method(RungeKutta4::projected());
        end(coarse.run(), "coarse steps", 0.05);
    }
}

/// Events, resets and dense output see the turns: the wheel passes 20 rad where 24 sin t = 20, and is reflected by an elastic stop
/// there.
#[test]
fn events_and_dense_output_see_turns() {
    for tape in built(&flywheel(true, false)) {
        let at = (20.0_f64 / 24.0).asin();
        let run = tape.simulate().step(1e-3).until(1.5).record_at(Event::of("turned").at(20.0));
        let run = run.run().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(run.events().len(), 1);
        let found = run.events()[0].state.t;
        assert!((found - at).abs() < 1e-9, "{found} for {at}");
        for t in [0.1234, 0.777, 1.4321] {
            let state = run.at(t).unwrap_or_else(|error| panic!("{error}"));
            let (angle, exact) = (output(&tape, &state, "turned"), 24.0 * t.sin());
            assert!((angle - exact).abs() < 1e-7, "{angle} for {exact}");
        }
        // After the stop it retraces its motion: 24 sin(2 t₁ − t).
        let back = |state: &mut Start<Tape>| {
            for v in state.v.iter_mut() {
                *v = -*v;
            }
        };
        let stop = Event::of("turned").at(20.0).rising();
        let run = tape.simulate().step(1e-3).until(1.8).reset_at(stop, back);
        let run = run.run().unwrap_or_else(|error| panic!("{error}"));
        let (angle, exact) = (output(&tape, run.last(), "turned"), 24.0 * (2.0 * at - 1.8).sin());
        assert!((angle - exact).abs() < 1e-6, "{angle} for {exact}");
    }
}

/// Two wheels with a ratio that is not a whole number either way, and the second on the frame of a third: torque τ on the
/// driver gives φ'' = τ/(J₁ + i² J₂), for any ratio.
#[test]
fn gears_of_any_ratio_turn_for_many_turns() {
    for (space, ratio) in [(false, 20.0 / 15.0), (true, 20.0 / 15.0), (true, -7.0 / 3.0), (false, 0.3)] {
        let (word, inertia, axis) = if space {
            ("space", "diagonal(0.02, 0.02, 0.02)", ", axis: [0.48, 0.6, 0.64]")
        } else {
            ("plane", "0.02", "")
        };
        let text = format!(
            "mechanism Train in {word} {{
                body pinion {{ mass: 1 [kg], inertia: {inertia} [kg*m^2] }}
                body wheel {{ mass: 1 [kg], inertia: {inertia} [kg*m^2] }}
                joint first = revolute(ground, pinion{axis});
                joint second = revolute(ground, wheel{axis});
                joint mesh = gear(first.angle, second.angle, ratio: {ratio:?}, offset: 0.4);
                force motor = torque(first, 0.5 [N*m]);
                output driver = first.angle;
                output driven = second.angle;
                initial {{ first.angle: 7, der(first.angle): 2 [rad/s] }}
            }}"
        );
        for tape in built(&text) {
            let run = tape.simulate().step(1e-3).until(2.0).run().unwrap_or_else(|error| panic!("{error}"));
            let (driver, driven) = (output(&tape, run.last(), "driver"), output(&tape, run.last(), "driven"));
            let exact = 7.0 + 2.0 * 2.0 + 0.5 / (0.02 * (1.0 + ratio * ratio)) * 2.0;
            assert!((driver - exact).abs() < 1e-7, "space {space}, ratio {ratio}: {driver} for {exact}");
            let exact = ratio * exact - 0.4;
            assert!((driven - exact).abs() < 1e-7, "space {space}, ratio {ratio}: {driven} for {exact}");
        }
    }
}

/// A rotor that turns by a turn and a half in every step, about a fixed axis: its turns are counted nevertheless.
#[test]
fn steps_of_more_than_a_turn_are_counted() {
    for space in [false, true] {
        let text = flywheel(space, false)
            .replace("stiffness: 0.5", "stiffness: 0")
            .replace("24 [rad/s]", "100 [rad/s]");
        for tape in built(&text) {
            let run = tape.simulate().method(RungeKutta4::projected()).step(0.1).until(2.0).run();
            let run = run.unwrap_or_else(|error| panic!("{error}"));
            let angle = output(&tape, run.last(), "turned");
            assert!((angle - 200.0).abs() < 1e-9, "space {space}: {angle}");
        }
    }
}
