//! Constraints that cannot be satisfied where a motion or a search goes: errors that name them, not motions without them.

use crate::tapes::tapes;
use linkwork::analysis::AnalysisError;
use linkwork::prelude::*;
use linkwork::runge_kutta::DormandPrince8 as Eighth;
use linkwork::{ControlError, Error};

/// A line that touches a circle at the start.
const TANGENT: &str = "mechanism Tangent { coordinate x [m]; coordinate y [m];
    kinetic = 1 [kg] * (der(x)^2 + der(y)^2) / 2; potential = 9.81 [N] * y + 3 [N] * x;
    constraint circle: x^2 + y^2 = 1 [m^2]; constraint line: 3 * x - 4 * y = 5 [m];
    initial { x: 0.6 [m], y: -0.8 [m] } }";

/// Two drives with one velocity at the start.
const DRIVEN_TWICE: &str = "mechanism Twice { coordinate x [m]; kinetic = 1 [kg] * der(x)^2 / 2;
    constraint one: x = 0.1 [m] * sin(2 [rad/s] * time); constraint other: x = 0.2 [m/s] * time; }";

/// A Scotch yoke that its drive pulls to the end of its stroke of 0.1 m at t = 1/2 s.
const YOKE: &str = "mechanism Yoke in plane {
    body crank { mass: 1 [kg], inertia: 0.01 [kg*m^2], com: [0.05, 0] [m] }
    body yoke { mass: 2 [kg], inertia: 0.01 [kg*m^2] }
    joint axle = revolute(ground, crank);
    joint slot = point_on_line(yoke, crank at [0.1, 0] [m], axis: [0, 1]);
    joint guide = prismatic(ground, yoke, axis: [1, 0]);
    constraint drive: guide.displacement = 0.05 [m] + 0.1 [m/s] * time;
    initial { axle.angle: ~60 [deg] } }";

#[test]
fn constraints_that_agree_at_the_start_alone_are_an_error() {
    for (text, latest) in [(TANGENT, 0.4), (DRIVEN_TWICE, 0.4)] {
        let model = tapes(text).remove(0).build().expect("it builds");
        let failed = model.simulate().step(1e-3).until(1.0).run().map(|_| ()).expect_err("no motion");
        let Error::Control(ControlError::ViolatedConstraint { time, violation, is_redundant }) =
            &failed.error
        else {
            panic!("{failed}")
        };
        assert!(*is_redundant && *time < latest && !violation.name.is_empty(), "{failed}");
        assert!(
            failed
                .to_string()
                .starts_with("constraints, some of which are redundant, are violated at t = 0."),
            "{failed}"
        );
        // The samples until then are kept.
        assert!(failed.partial.is_some_and(|kept| kept.samples().len() > 10));
    }
}

#[test]
fn no_method_runs_through_a_lock() {
    let model = tapes(YOKE).remove(0).build().expect("it builds");
    let time_of = |error: &Error| match error {
        Error::Control(ControlError::ViolatedConstraint { time, is_redundant: false, .. }) => *time,
        Error::Step(failed) => failed.time,
        other => panic!("{other}"),
    };
    macro_rules! fails {
        ($($method:expr),*) => { $({
            let run = model.simulate().method($method).step(1e-3).until(1.0).run();
            let failed = run.map(|_| ()).expect_err("it locks");
            assert!((time_of(&failed.error) - 0.5).abs() < 1e-2, "{failed}");
            let kept = failed.partial.expect("samples");
            let angles = kept.series("axle.angle").expect("a column");
            assert!(angles.iter().all(|angle| angle.abs() < 1.1), "{:?}", kept.report().method);
        })* };
    }
    fails!(
        Eighth::projected(),
        DormandPrince5::projected(),
        RungeKutta4::projected(),
        FifthDegree::default(),
        GeneralizedAlpha::default()
    );
}

/// Rods whose lengths are just right: they meet where nothing holds the particle.
#[test]
fn no_equilibrium_violates_constraints() {
    let rods = "mechanism Rods { coordinate x [m]; coordinate y [m];
        kinetic = 1 [kg] * (der(x)^2 + der(y)^2) / 2; potential = 9.81 [N] * y;
        constraint left: x^2 + y^2 = 1 [m^2]; constraint right: (x - 2 [m])^2 + y^2 = 1 [m^2];
        initial { x: 1 [m], y: 0 [m] } }";
    for text in [rods, TANGENT] {
        let model = linkwork_tape::TapeParameters::new(
            linkwork_compiler::compile(text.parse().expect("tokens"), &linkwork_compiler::Options::default())
                .programs
                .remove(0),
        );
        let error = model.build().expect("it builds").equilibrium().map(|_| ()).expect_err("there is none");
        let Error::Analysis(AnalysisError::Touching { gaps, .. }) = &error else { panic!("{error}") };
        assert!(!gaps.is_empty(), "{error}");
    }
}

/// Forces of higher order: neither stable nor unstable to first order, from either side.
#[test]
fn stiffness_that_vanishes_is_neutral() {
    for power in [3, 4] {
        for start in [0.3, -0.3] {
            let text = format!(
                "mechanism Flat {{ coordinate x [m]; coordinate y [m]; kinetic = 1 [kg] * (der(x)^2 + der(y)^2) / 2;
                 potential = 3 [J/m^{power}] * x^{power} + 5 [N/m] * y^2; initial {{ x: {start} [m], y: 0.1 [m] }} }}"
            );
            let model = tapes(&text).remove(0).build().expect("it builds");
            let found = model.equilibrium().unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(found.stability, linkwork::analysis::Stability::Neutral, "{power}, {start}");
            assert!(
                found.stiffness[0].abs() < 1e-7 && (found.stiffness[1] - 10.0).abs() < 1e-9,
                "{:?}",
                found.stiffness
            );
        }
    }
}
