//! Switches that fall on samples of a run to rounding, as round numbers make them.

use crate::tapes::tapes;
use linkwork::prelude::*;
use linkwork::stepper::Stepper;
use linkwork_tape::Tape;

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
