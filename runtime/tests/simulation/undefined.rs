//! Quantities that are not a number are named: forces at rest, events.

// A mechanism whose force has no value at its start is warned of.
#![allow(deprecated)]

use linkwork::prelude::*;
use linkwork::simulation::Event;
use linkwork::stepper::StepFailure;
use linkwork::{Clock, Error, Row};

linkwork::mechanism! {
    /// Drag along the velocity, written with a norm.
    mechanism Dragged {
        coordinate x [m];
        coordinate y [m];
        kinetic = 1 [kg] * (der(x)^2 + der(y)^2) / 2;
        potential = 3 [N] * x;
        force drag_x = generalized(x, -2 [N*s^2/m^2] * norm([der(x), der(y)]) * der(x));
        force drag_y = generalized(y, -2 [N*s^2/m^2] * norm([der(x), der(y)]) * der(y));
    }

    /// Friction against the velocity, of a direction that it does not have at rest.
    mechanism Directed {
        coordinate x [m];
        coordinate y [m];
        kinetic = 1 [kg] * (der(x)^2 + der(y)^2) / 2;
        potential = 3 [N] * x;
        force along = generalized(x, -0.5 [N] * der(x) / norm([der(x), der(y)]));
        force across = generalized(y, -0.5 [N] * der(y) / norm([der(x), der(y)]));
    }

    /// A force that is a root, of what becomes negative when x passes 1 m; and an output that does.
    mechanism Rooted {
        param place = 1 [m];
        coordinate x [m];
        kinetic = 1 [kg] * der(x)^2 / 2;
        force pull = generalized(x, 2 [N] * sqrt(place / 1 [m] - x / 1 [m]));
        output depth = sqrt(0.5 - x / 1 [m]);
        initial { der(x): 1 [m/s] }
    }
}

fn step_error<M: Mechanism>(
    result: Result<Solution<M>, linkwork::simulation::RunError<M>>,
) -> linkwork::StepError {
    match result.expect_err("it fails").error {
        Error::Step(step) => *step,
        other => panic!("{other}"),
    }
}

/// A norm has a derivative at rest if it is multiplied by a factor that is zero there: v' = −3 + 2 v².
#[test]
fn drag_along_a_norm_starts_at_rest() {
    let m = Dragged::default().build().unwrap();
    let exact = -(1.5_f64).sqrt() * (6.0_f64.sqrt()).tanh();
    let by_tolerance = m.simulate().method(DormandPrince5::default()).tolerance(1e-10, 1e-10).until(1.0);
    let by_tolerance = by_tolerance.run().unwrap();
    assert!((by_tolerance.last().v[0] - exact).abs() < 1e-8, "{} for {exact}", by_tolerance.last().v[0]);
    let fifth = m.simulate().step(1e-2).until(1.0).run().unwrap();
    let implicit = m.simulate().method(GeneralizedAlpha::default()).step(1e-3).until(1.0).run().unwrap();
    for run in [fifth, implicit] {
        let error = (run.last().v[0] - exact).abs();
        assert!(error < 1e-5, "{}: {error:e}", run.report().method);
    }
}

#[test]
fn a_force_that_is_nan_is_named() {
    let m = Rooted { place: -0.1 }.build().unwrap();
    for error in [
        step_error(m.simulate().step(1e-2).until(1.0).run()),
        step_error(m.simulate().method(RungeKutta4::default()).step(1e-2).until(1.0).run()),
        step_error(m.simulate().method(GeneralizedAlpha::default()).step(1e-2).until(1.0).run()),
    ] {
        assert_eq!(
            (error.failure, &error.row),
            (StepFailure::ForceNotFinite { row: 0 }, &Row::Coordinate("x".into()))
        );
        assert!(error.to_string().contains("the force at coordinate `x` is not finite"), "{error}");
    }
}

#[test]
fn a_direction_at_rest_is_named() {
    let m = Directed::default().build().unwrap();
    for error in [
        step_error(m.simulate().step(1e-2).until(1.0).run()),
        step_error(m.simulate().method(DormandPrince5::default()).tolerance(1e-6, 1e-6).until(1.0).run()),
    ] {
        assert_eq!(error.failure, StepFailure::ForceNotFinite { row: 0 });
        let text = error.to_string();
        assert!(text.contains("help: look for a quotient 0/0") && !text.contains("smaller step"), "{text}");
    }
}

#[test]
fn an_event_on_nan_is_named() {
    let m = Rooted::default().build().unwrap();
    let run = m.simulate().record_at(Event::of("depth").at(0.3)).step(1e-2).until(2.0).run().unwrap_err();
    let text = run.error.to_string();
    assert!(
        text.contains("the event of `depth` cannot be located: `depth` is not a number at t = 0."),
        "{text}"
    );
    let partial = run.partial.unwrap();
    assert!(partial.last().q[0] <= 0.5 && partial.last().q[0] > 0.45, "{}", partial.last().q[0]);
}

/// 59 steps of 1 ms are 0.059000000000000004 s.
#[test]
fn times_of_messages_are_rounded() {
    let m = Rooted::default().build().unwrap();
    let run = m.simulate().step(1e-3).until(0.1).max_steps(59).run().unwrap_err();
    assert!(run.error.to_string().contains("was reached at t = 0.059"), "{}", run.error);
    assert_eq!(Clock(59.0 * 1e-3).to_string(), "0.059");
    assert_eq!(Clock(1e-12).to_string(), "1e-12");
}
