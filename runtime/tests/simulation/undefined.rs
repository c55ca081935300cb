//! Quantities that are not a number are named: forces at rest, events, inputs of analyses.

// A mechanism whose force has no value at its start is warned of.
#![allow(deprecated)]

use linkwork::analysis::AnalysisError;
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

    /// A mass on a spring, pushed at once and through a lag.
    mechanism Pushed {
        coordinate x [m];
        input push [N];
        input slow [N];
        state lag [N];
        der(lag) = (slow - lag) / 0.1 [s];
        kinetic = 1 [kg] * der(x)^2 / 2;
        potential = 2 [N/m] * x^2;
        force onto = generalized(x, push + lag);
        initial { x: 1 [m] }
    }

    /// Two bars on hinges.
    mechanism Bars in plane {
        gravity = [0, -9.81] [m/s^2];
        body upper { mass: 3 [kg], com: [0.2, 0] [m], inertia: 0.04 [kg*m^2] }
        body lower { mass: 2 [kg], com: [0.15, 0] [m], inertia: 0.02 [kg*m^2] }
        joint shoulder = revolute(ground, upper);
        joint elbow = revolute(upper at [0.4, 0] [m], lower);
        initial { shoulder.angle: 0.3 [rad], elbow.angle: 0.7 [rad] }
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

/// The row of an analysis for which a value is not finite.
fn row_of(error: Error) -> Row {
    match error {
        Error::Analysis(AnalysisError::NotFinite { row, .. }) => row,
        other => panic!("{other}"),
    }
}

#[test]
fn analyses_name_inputs_that_are_not_finite() {
    let mut m = Pushed::default().build().unwrap();
    let at_rest = Start::initial(&m);
    let Start { t, q, v, y } = at_rest.clone();
    let motion = Motion { t, q, v, a: [0.0].into(), y };
    for bad in [f64::NAN, f64::INFINITY] {
        // An input that acts on a state alone affects no acceleration.
        m.set_inputs(PushedInputs { push: 0.0, slow: bad });
        assert_eq!(row_of(m.equilibrium().unwrap_err()), Row::Input("slow".into()));
        assert!(m.initial_state().is_ok());
        m.set_inputs(PushedInputs { push: bad, slow: 0.0 });
        let push = Row::Input("push".into());
        assert_eq!(row_of(m.equilibrium().unwrap_err()), push);
        assert_eq!(row_of(m.initial_state().unwrap_err()), push);
        assert_eq!(row_of(m.motion(&at_rest).unwrap_err()), push);
        assert_eq!(row_of(m.efforts(&motion, &["slow"]).unwrap_err()), push);
        assert!(m.efforts(&motion, &["push"]).is_ok());
    }
    let text = m.initial_state().unwrap_err().to_string();
    assert!(text.starts_with("input `push` of `Pushed` is not a finite number at t = 0.0\nhelp:"), "{text}");
}

#[test]
fn analyses_name_states_and_forces_that_are_not_finite() {
    let m = Pushed::default().build().unwrap();
    let start = Start { q: [f64::NAN].into(), ..Start::initial(&m) };
    assert_eq!(row_of(m.motion(&start).unwrap_err()), Row::Coordinate("x".into()));
    let start = Start { y: [f64::INFINITY].into(), ..Start::initial(&m) };
    assert_eq!(row_of(m.motion(&start).unwrap_err()), Row::State("lag".into()));
    // Finite values, but the root of a negative number.
    let m = Rooted { place: -0.1 }.build().unwrap();
    for error in [m.initial_state().unwrap_err(), m.equilibrium().unwrap_err()] {
        let Error::Analysis(AnalysisError::Undefined { row, .. }) = &error else { panic!("{error}") };
        assert_eq!(row, &Row::Coordinate("x".into()));
        assert!(error.to_string().contains("help: look for a quotient 0/0"), "{error}");
    }
}

#[test]
fn dynamics_of_values_that_are_not_finite_are_not_singular() {
    let m = Bars::default().build().unwrap();
    let mut dynamics = Dynamics::new(&m);
    let start = Start { q: [f64::NAN; 2].into(), ..Start::initial(&m) };
    for held in [false, true] {
        if held {
            dynamics.hold(&m, 0.0);
        }
        let error = dynamics.forward(&m, &start, &[0.0; 2].into()).unwrap_err();
        let AnalysisError::NotFinite { row, .. } = &error else { panic!("{error}") };
        assert_eq!(row, &Row::Coordinate("shoulder.angle".into()));
    }
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
