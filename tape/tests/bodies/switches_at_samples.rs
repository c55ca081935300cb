//! Switches that fall on samples of a run to rounding, as round numbers make them.

use crate::tapes::tapes;
use linkwork::half_implicit::ImplicitEuler;
use linkwork::prelude::*;
use linkwork::simulation::RunError;
use linkwork::stepper::Stepper;
use linkwork_tape::Tape;

type Outcome = Result<Solution<Tape>, RunError<Tape>>;

fn model(text: &str) -> Tape {
    tapes(text).remove(0).build().expect("it builds")
}

/// The first state at the end of a run.
fn last<S: Stepper<Tape>>(text: &str, method: S, until: f64) -> f64 {
    let run = model(text).simulate().method(method).step(1e-3).until(until).run();
    run.unwrap_or_else(|error| panic!("{error}")).last().y.as_slice()[0]
}

/// A tank that is drained at 0.3 kg/s until 0.5 kg are left, at 5 s: there the level remains on the switch, on either side of it by rounding.
#[test]
fn a_valve_closes_at_its_level() {
    for level in [0.5, 0.2, 1.1, 1.97] {
        let text = format!(
            "mechanism Tank {{
                coordinate x [m]; kinetic = 1 [kg] * der(x)^2 / 2; potential = 5 [N/m] * x^2 / 2;
                state m [kg]; der(m) = if(m > {level} [kg], -0.3 [kg/s], 0 [kg/s]);
                initial {{ x: 1 [m], m: 2 [kg] }}
            }}"
        );
        let check = |found: f64, what: &str| {
            // Rounding of 5000 steps.
            assert!((found - level).abs() < 1e-12, "{what}: {found} instead of {level}");
        };
        check(last(&text, FifthDegree::default(), 6.0), "fifth degree");
        check(last(&text, SeventhDegree::default(), 6.0), "seventh degree");
        check(last(&text, RungeKutta4::projected(), 6.0), "Runge–Kutta");
        check(last(&text, GeneralizedAlpha::default(), 6.0), "generalized-α");
    }
}

/// Pulses of 9 ms every 10 ms: a gap of one step, whose end is that of the period.
#[test]
fn pulses_and_gaps_as_long_as_a_step_are_kept() {
    for (period, on, until, wanted) in
        [(10, 9, 1.0, 0.9), (10, 1, 1.0, 0.1), (3, 1, 0.999, 0.333), (4, 3, 1.0, 0.75), (7, 2, 0.7, 0.2)]
    {
        let text = format!(
            "mechanism Pulses {{
                coordinate x [m]; kinetic = 1 [kg] * der(x)^2 / 2;
                state n [s]; der(n) = if(mod(time, {period} [ms]) < {on} [ms], 1, 0);
            }}"
        );
        let check = |found: f64, what: &str| {
            assert!(
                (found - wanted).abs() < 1e-12,
                "{what}, {on} of {period} ms: {found} instead of {wanted}"
            );
        };
        check(last(&text, FifthDegree::default(), until), "fifth degree");
        check(last(&text, RungeKutta4::projected(), until), "Runge–Kutta");
        check(last(&text, GeneralizedAlpha::default(), until), "generalized-α");
    }
}

/// A saw-tooth whose integral reaches 3 at the end of its sixth tooth, where it stands still: from then on the rate of z is 2.
#[test]
fn a_quantity_that_comes_to_rest_on_a_switch_has_left_its_side() {
    let text = "mechanism Teeth {
        coordinate x [m]; kinetic = 1 [kg] * der(x)^2 / 2;
        input u;
        state z; der(z) = if(s > 3, 2 [1/s], 1 [1/s]) + u * 1 [1/s];
        state s; der(s) = mod(time, 0.1 [s]) / 0.01 [s^2];
    }";
    let model = model(text);
    let driven = model.driven_by(|t| vec![0.1 * t.sin()]);
    let run = driven.simulate().step(1e-3).until(1.0).run().unwrap_or_else(|error| panic!("{error}"));
    let (found, wanted) = (run.last().y.as_slice()[0], 1.4 + 0.1 * (1.0 - 1.0_f64.cos()));
    assert!((found - wanted).abs() < 1e-9, "{found} instead of {wanted}");
}

/// A force of 1 N up to a speed of 1 m/s, at 1 s: then the speed stays on the switch. 0.5 J of work, and no error.
#[test]
fn work_is_that_of_the_held_side() {
    let text = "mechanism Limited {
        coordinate x [m]; kinetic = 1 [kg] * der(x)^2 / 2;
        force f = generalized(x, if(der(x) <= 1 [m/s], 1 [N], 0 [N]));
    }";
    for until in [1.0, 1.5, 3.0] {
        let run =
            model(text).simulate().step(1e-3).until(until).run().unwrap_or_else(|error| panic!("{error}"));
        let balance = run.balance();
        assert!((balance.work - 0.5).abs() < 1e-12, "{until}: {} J", balance.work);
        assert!(balance.error < 1e-12, "{until}: {:e} J", balance.error);
    }
}

/// A valve that has closed, with its level on the switch for the rest of the run, leaves the quadrature of the work of a damper as it is.
#[test]
fn samples_on_a_switch_keep_the_order_of_work() {
    let errors = ["m > 0.5 [kg]", "m > -9 [kg]"].map(|while_open| {
        let text = format!(
            "mechanism Tank {{
                coordinate x [m]; kinetic = 1 [kg] * der(x)^2 / 2; potential = 5 [N/m] * x^2 / 2;
                dissipation = 0.3 [N*s/m] * der(x)^2 / 2;
                state m [kg]; der(m) = if({while_open}, -0.3 [kg/s], 0 [kg/s]);
                initial {{ x: 1 [m], m: 2 [kg] }}
            }}"
        );
        let run =
            model(&text).simulate().step(1e-2).until(9.0).run().unwrap_or_else(|error| panic!("{error}"));
        run.balance().error
    });
    assert!(errors[0] < 2.0 * errors[1], "{errors:?}");
}

/// A force of n N in the n-th tenth of a second, which would change at the end of the run: work = change of the energy.
#[test]
fn a_run_may_end_on_a_switch() {
    let text = "mechanism Stairs {
        coordinate x [m]; kinetic = 1 [kg] * der(x)^2 / 2;
        force f = generalized(x, 1 [N] * floor(time / 0.1 [s]));
    }";
    let run = model(text).simulate().step(1e-3).until(2.0).run().unwrap_or_else(|error| panic!("{error}"));
    let balance = run.balance();
    assert!((balance.work - 180.5).abs() < 1e-9 && balance.error < 1e-9, "{balance:?}");
}

/// The change of the first state at the end of a run in steps of this size, by three methods and by error control.
fn by_all(text: &str, (step, until): (f64, f64), wanted: f64) {
    fn end<S: Stepper<Tape>>(text: &str, method: S, (step, until): (f64, f64)) -> f64 {
        let run = model(text).simulate().method(method).step(step).until(until).run();
        run.unwrap_or_else(|error| panic!("{error}")).last().y.as_slice()[0]
    }
    let at = (step, until);
    let controlled = model(text)
        .simulate()
        .method(DormandPrince8::projected())
        .step(step)
        .tolerance(1e-8, 1e-8)
        .until(until)
        .run()
        .unwrap_or_else(|error| panic!("{error}"));
    let found = [
        end(text, FifthDegree::default(), at),
        end(text, RungeKutta4::projected(), at),
        end(text, GeneralizedAlpha::default(), at),
        controlled.last().y.as_slice()[0],
    ];
    for (number, found) in found.into_iter().enumerate() {
        assert!(
            (found - wanted).abs() < 1e-11,
            "method {number}, steps of {step} s: {found} instead of {wanted}"
        );
    }
}

/// Steps that end on roots of a pulse, or contain an even number of them, as values at samples alone do not tell.
#[test]
fn pulses_within_a_step_are_found() {
    let pulses = |law: &str| {
        format!(
            "mechanism Pulses {{
                coordinate x [m]; kinetic = 1 [kg] * der(x)^2 / 2;
                state n [s]; der(n) = {law};
            }}"
        )
    };
    let modulated = pulses("if(mod(time, 0.01 [s]) < 0.003 [s], 1, 0)");
    for step in [1e-3, 1e-2, 1.37e-2, 1.8e-2, 2e-2, 5e-2, 0.1] {
        by_all(&modulated, (step, 1.0), 0.3);
    }
    // Both edges, and every root, on samples.
    let alternating = pulses("if(mod(floor(time / 0.1 [s]), 2) < 0.5, 1, -1)");
    for step in [0.01, 0.1, 0.2, 0.25] {
        by_all(&alternating, (step, 10.1), 0.1);
    }
    let sine = pulses("sign(sin(2 * pi * time / 0.1 [s]))");
    for step in [0.01, 0.05, 0.1, 0.13] {
        by_all(&sine, (step, 10.03), 0.03);
    }
    by_all(&pulses("floor(time / 0.1 [s])"), (0.1, 2.0), 19.0);
    by_all(&pulses("floor(time / 0.1 [s])"), (0.3, 2.0), 19.0);
    // One pulse in a step: its function is not of the time alone, but it has returned where the other one switches.
    let limited = "mechanism Limited {
        coordinate x [m]; kinetic = 1 [kg] * der(x)^2 / 2;
        state n [s]; der(n) = if(mod(time, 0.01 [s]) / 1 [s] < r, 1, 0);
        state r; der(r) = 0;
        initial { r: 0.003 }
    }";
    for step in [1e-2, 2e-2] {
        by_all(limited, (step, 1.0), 0.3);
    }
}

/// A pulse on every joint of a row, unrolled and in loops over links.
#[test]
fn pulses_within_a_step_are_found_in_loops() {
    let end = |unroll: &str| {
        let text = format!(
            "mechanism Row in plane {{
                {unroll}
                for i in 1..=12 {{ body b[i] {{ mass: 1 [kg], inertia: 0.1 [kg*m^2] }} }}
                joint j[1] = revolute(ground, b[1]);
                for i in 2..=12 {{ joint j[i] = revolute(b[i - 1] at [0.5, 0] [m], b[i]); }}
                for i in 1..=12 {{
                    force f[i] = torque(j[i], if(mod(time, 0.01 [s]) < 0.003 [s], 0.2 [N*m], 0 [N*m]));
                }}
            }}"
        );
        let run =
            model(&text).simulate().step(2e-2).until(0.2).run().unwrap_or_else(|error| panic!("{error}"));
        run.last().q.as_slice().to_vec()
    };
    let (loops, unrolled) = (end("unroll = never;"), end("unroll = always;"));
    for (a, b) in loops.iter().zip(&unrolled) {
        assert!((a - b).abs() < 1e-12, "{a} and {b}");
    }
    assert!(loops[11].abs() > 1e-4);
}

/// Two links in a plane that stands obliquely in space, so that their velocity across it is rounding.
fn tilted(force: &str, more: &str) -> String {
    format!(
        "mechanism Tilted in space {{
            coordinates = [minimal, absolute];
            gravity = [0, 0, -9.81] [m/s^2];
            body upper {{ mass: 1.3 [kg], inertia: diagonal(0.03, 0.03, 0.01) [kg*m^2], com: [0, 0, -0.5] [m] }}
            body lower {{ mass: 1.3 [kg], inertia: diagonal(0.03, 0.03, 0.01) [kg*m^2], com: [0, 0, -0.5] [m] }}
            joint pivot = revolute(ground, upper, axis: [0.8, -0.6, 0]);
            joint tip = revolute(upper at [0, 0, -1] [m], lower, axis: [0.8, -0.6, 0]);
            {more}
            let across = lower.velocity.x * 0.8 - lower.velocity.y * 0.6;
            let drag = -0.2 [kg/m] * across * {force};
            force resistance = force(lower, [0.8 * drag, -0.6 * drag, 0]);
            initial {{ pivot.angle: 1 [rad], tip.angle: 0.5 [rad] }}
        }}"
    )
}

/// A function that is rounding crosses its root at every other sample, but is a switch for the first times only.
#[test]
fn rounding_is_no_switch() {
    for parameters in tapes(&tilted("abs(across)", "")) {
        let m: Tape = parameters.build().expect("it builds");
        for step in [1e-2_f64, 1e-3] {
            let count = (2.0 / step).round() as u64;
            let check = |of: Outcome| {
                let solution = of.unwrap_or_else(|error| panic!("{error}"));
                // Two steps for each crossing that follows others at a distance, and one for a part that rounding leaves at the end; all
                // crossings were a quarter of the steps and more.
                let (steps, name) = (solution.report().steps, &solution.report().method);
                assert!(steps <= count + 20, "{name}: {steps}");
                assert!(solution.switches().len() <= 10, "{name}: {:?}", solution.switches());
            };
            let simulated = || m.simulate().step(step).until(2.0);
            check(simulated().method(FifthDegree::default()).run());
            check(simulated().method(DormandPrince8::projected()).run());
            check(simulated().method(GeneralizedAlpha::default()).run());
        }
    }
}

/// A switch shortly after a sample, or before one, makes a short step: its reactions are those of the motion, and do no work.
#[test]
fn a_short_step_has_reactions_and_does_no_work() {
    for drive in ["", "constraint motor: pivot.angle = 1 [rad] + 0.5 [rad] * sin(3 [rad/s] * time);"] {
        let of = tapes(&tilted(
            "if(time < switches, across, 2 * across)",
            &format!("param switches = 0.5 [s]; {drive}"),
        ))
        .pop()
        .expect("it is absolute");
        let run = |at: f64, method: &dyn Fn(&Tape) -> Outcome| {
            let mut of = of.clone();
            assert!(of.set("switches", at), "it is a parameter");
            let m: Tape = of.build().expect("it builds");
            method(&m).unwrap_or_else(|error| panic!("{error}"))
        };
        type Run<'a> = (&'a str, f64, &'a dyn Fn(&Tape) -> Outcome);
        let methods: [Run<'_>; 3] = [
            ("fifth degree", 1e-4, &|m| {
                m.simulate().method(FifthDegree::default()).step(1e-2).until(1.0).run()
            }),
            ("implicit Euler", 0.1, &|m| {
                m.simulate()
                    .method(linkwork::half_implicit::ImplicitEuler::default())
                    .step(1e-2)
                    .until(1.0)
                    .run()
            }),
            ("generalized-α", 1e-2, &|m| {
                m.simulate().method(GeneralizedAlpha::default()).step(1e-2).until(1.0).run()
            }),
        ];
        for (name, within, method) in methods {
            // Without a switch beside a sample.
            let usual = run(0.5, method);
            let (error, work) = (usual.balance().error, usual.balance().work);
            for at in [0.5 + 1e-8, 0.5 + 1e-6, 0.51 - 1e-6, 0.51 - 1e-8] {
                let solution = run(at, method);
                let balance = solution.balance();
                // The method begins anew at the switch.
                assert!(balance.error < 2.0 * error + 1e-6, "{name}, {at}: {balance:?}, not {error}");
                assert!(
                    (balance.work - work).abs() < 0.02 * work.abs() + 1e-9,
                    "{name}, {at}: {balance:?}, not {work}"
                );
                let index =
                    solution.samples().iter().position(|s| s.t >= at - 1e-12).expect("a row at the switch");
                let [before, there] = [&solution.samples()[index - 1], &solution.samples()[index]];
                for (found, other) in there.lambda.iter().zip(before.lambda.iter()) {
                    let largest = before.lambda.amax();
                    // The reactions change over a step by a hundredth, and have the error of the method.
                    assert!(
                        (found - other).abs() < (0.06 + within) * largest,
                        "{name}, {at}: {found}, {other}"
                    );
                }
            }
        }
    }
}

/// A row at a switch has the forces of its accelerations: a reaction is that of the motion before it, and neither leaves a range nor passes
/// a level that it does not have on either side.
#[test]
fn a_row_at_a_switch_obeys_newton() {
    let text = "mechanism Pushed in plane {
        body a { mass: 1 [kg], inertia: 0.1 [kg*m^2] }
        body b { mass: 1 [kg], inertia: 0.1 [kg*m^2] }
        joint j = revolute(ground, a at [-0.5, 0] [m]);
        joint k = revolute(a at [0.5, 0] [m], b at [-0.5, 0] [m]);
        force f = force(b, [if(time < 0.1 [s], 1 [N], 3 [N]), 0 [N]]);
        output r = j.force.x;
        output inertia = der(der(a.position.x)) * 1 [kg] + der(der(b.position.x)) * 1 [kg];
        output applied = f.force.x;
        range j.force.x: -2.5 [N] .. 0 [N];
        initial { k.angle: 0.5 [rad] }
    }";
    let m = model(text);
    let check = |of: Outcome| {
        let solution = of.unwrap_or_else(|error| panic!("{error}"));
        let [r, inertia, applied] =
            ["r", "inertia", "applied"].map(|name| solution.series(name).expect("an output"));
        for (n, state) in solution.samples().iter().enumerate() {
            // Newton's law for both bodies.
            let residual = r[n] + applied[n] - inertia[n];
            assert!(residual.abs() < 1e-9, "{} at {}: {residual}", solution.report().method, state.t);
        }
        assert!(solution.report().excursions.is_empty(), "{}", solution.report());
        assert!(solution.last().t == 0.2, "{}", solution.report());
    };
    for sampling in [Sampling::EveryStep, Sampling::Interval(0.05)] {
        let run =
            || m.simulate().step(0.01).output(sampling).until(0.2).stop_at(Event::of("r").at(-2.6).falling());
        check(run().method(FifthDegree::default()).run());
        check(run().method(RungeKutta4::projected()).run());
        check(run().method(GeneralizedAlpha::default()).run());
    }
}

/// Charges of 1e-18 C are no rounding, though they are less than that of the coordinates.
#[test]
fn small_quantities_switch() {
    let text = "mechanism Charge {
        coordinate x [m]; kinetic = 1 [kg] * der(x)^2 / 2; potential = 5 [N/m] * x^2 / 2;
        state c [C]; der(c) = if(c < 1e-18 [C], 1e-18 [C/s], -1 [1/s] * c);
        state n [s]; der(n) = if(c * cos(20 [1/s] * time) > 0 [C], 1, 0);
        initial { x: 1 [m], c: 1e-19 [C] }
    }";
    let run = model(text).simulate().method(RungeKutta4::projected()).step(1e-3).until(0.8).run();
    let run = run.unwrap_or_else(|error| panic!("{error}"));
    // cos 20 t is positive until π/40, and then from 3π/40 to 5π/40 and so on.
    let turns: Vec<f64> = (0..6).map(|n| (2.0 * f64::from(n) + 1.0) * std::f64::consts::PI / 40.0).collect();
    let wanted = turns[0] + (turns[2] - turns[1]) + (turns[4] - turns[3]) + (0.8 - turns[5]).max(0.0);
    assert!(
        (run.last().y.as_slice()[1] - wanted).abs() < 1e-9,
        "{}, not {wanted}",
        run.last().y.as_slice()[1]
    );
}

/// x'' = f − 4 x from rest at x₀, with f = 1 before the switch and 3 after it.
fn pushed(at: f64, t: f64) -> (f64, f64) {
    let from = |(x, v): (f64, f64), f: f64, t: f64| {
        let (x, cos, sin) = (x - f / 4.0, (2.0 * t).cos(), (2.0 * t).sin());
        (f / 4.0 + x * cos + v / 2.0 * sin, v * cos - 2.0 * x * sin)
    };
    let before = |t| from((0.1, 0.0), 1.0, t);
    if t < at { before(t) } else { from(before(at), 3.0, t - at) }
}

/// Steps pass over a time of the grid that is less than a quarter of a step behind a switch. It has a sample nevertheless, which changes no
/// other one.
#[test]
fn times_just_behind_a_switch_have_samples() {
    for (at, step) in [(0.0199, 1e-3), (0.0199, 2e-3), (0.01999, 1e-3), (0.0198, 1e-3), (0.01965, 2e-3)] {
        let text = format!(
            "mechanism Pushed {{
                coordinate x [m]; kinetic = 0.5 [kg] * der(x)^2; potential = 2 [N/m] * x^2;
                force f = generalized(x, if(time < {at} [s], 1 [N], 3 [N])); output force = f.force;
                initial {{ x: 0.1 [m] }}
            }}"
        );
        let m = model(&text);
        let run = || m.simulate().step(step).until(0.04);
        let check = |of: Outcome, ends: Outcome, error: f64| {
            let solution = of.unwrap_or_else(|error| panic!("{error}"));
            let (times, method) = (solution.times(), &solution.report().method);
            assert!(times.is_sorted_by(|a, b| a < b), "{method}: {times:?}");
            let count = (0.04 / step).round() as usize;
            for n in 0..=count {
                let time = n as f64 * step;
                assert!(times.contains(&time), "{method}: {time} is not in {times:?}");
            }
            // And the switch.
            assert_eq!(times.len(), count + 2, "{method}: {times:?}");
            let forces = solution.series("force").expect("an output");
            for (state, force) in solution.samples().iter().zip(forces) {
                let (x, v) = pushed(at, state.t);
                let far = (state.q[0] - x).abs().max((state.v[0] - v).abs());
                assert!(far < error, "{method}: {far} at {}", state.t);
                let (before, after) = (1.0, 3.0);
                let expected = if state.t < at { before } else { after };
                assert!(
                    force == expected || (state.t - at).abs() < 1e-12,
                    "{method}: {force} at {}",
                    state.t
                );
                assert!((state.a[0] + 4.0 * x - force).abs() < 10.0 * error, "{method}: {}", state.a[0]);
            }
            let ends = ends.unwrap_or_else(|error| panic!("{error}"));
            assert_eq!((solution.last().q[0], solution.last().v[0]), (ends.last().q[0], ends.last().v[0]));
        };
        let ends = || run().output(Sampling::Ends);
        check(run().method(FifthDegree::default()).run(), ends().method(FifthDegree::default()).run(), 1e-11);
        check(
            run().method(RungeKutta4::projected()).run(),
            ends().method(RungeKutta4::projected()).run(),
            1e-11,
        );
        let implicit = GeneralizedAlpha::default;
        check(run().method(implicit()).run(), ends().method(implicit()).run(), 1e-5);
        // A table that is written during the run has the same rows.
        let mut rows = Vec::new();
        let stream = run().output(Sampling::Ends).stream(Sampling::EveryStep, |_, sample| {
            rows.push(sample.t);
            Ok(())
        });
        stream.run().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(rows, run().run().unwrap_or_else(|error| panic!("{error}")).times());
    }
}

/// Reactions at such a time are those of the equations of motion, of which Euler's method has the multiple (1 + h/h')/2 after a step of
/// another size: Newton's law for the link of mass 1 kg.
#[test]
fn reactions_just_behind_a_switch_are_those_of_the_motion() {
    let m = model(
        "mechanism Link in plane { gravity = [0, -9.81] [m/s^2]; coordinates = absolute;
         body link { mass: 1 [kg], inertia: 0.1 [kg*m^2] }
         joint pin = revolute(ground, link at [-0.3, 0] [m]);
         force motor = torque(pin, if(time < 0.01995 [s], 8, -8) * 1 [N*m]);
         output x = der(der(link.position.x)); output y = der(der(link.position.y)); output push = pin.force;
         initial { pin.angle: 30 [deg], der(pin.angle): 6 [rad/s] } }",
    );
    let solution = m.simulate().method(ImplicitEuler::default()).step(1e-3).until(0.03).run();
    let solution = solution.unwrap_or_else(|error| panic!("{error}"));
    let row = solution.times().iter().position(|&t| t == 0.02).expect("a sample");
    let [x, y, across, up] =
        ["x", "y", "push[0]", "push[1]"].map(|name| solution.series(name).expect("an output")[row]);
    assert!((across - x).abs() < 1e-9 && (up - y - 9.81).abs() < 1e-9, "{across} {x}, {up} {y}");
}
