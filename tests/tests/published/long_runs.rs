//! A thousand seconds of the constrained pendulum: what the weights decide.

use linkwork::prelude::*;
use linkwork_models::{CartesianPendulum, RigidPendulum};
use linkwork_tests::run::{Errors, energy_run};

const STEP: f64 = 0.01;
/// Steps of ten seconds, and of a thousand.
const SHORT: u64 = 1_000;
const LONG: u64 = 100_000;
/// |g| in m² or m: a few rounding units of the coordinates, after Newton's iteration.
const SATISFIED: f64 = 1e-14;
/// The pendulum has 9.81 J between its highest and its lowest point; this is no longer an oscillation.
const DESTROYED: f64 = 1.0;

fn cartesian<S: Stepper<linkwork_models::CartesianPendulumModel>>(
    method: &S,
    steps: u64,
) -> Result<Errors, String> {
    let m = CartesianPendulum::default().build().map_err(|e| e.to_string())?;
    energy_run(&m, method, STEP, steps, |q| (q[0] * q[0] + q[1] * q[1] - 1.0).abs())
}

fn rigid<S: Stepper<linkwork_models::RigidPendulumModel>>(method: &S, steps: u64) -> Result<Errors, String> {
    let m = RigidPendulum::default().build().map_err(|e| e.to_string())?;
    energy_run(&m, method, STEP, steps, |q| (q[0] - q[2].sin()).abs().max((q[1] + q[2].cos()).abs()))
}

/// The energy error of a thousand seconds is hardly more than that of ten, and constraints do not drift.
fn bounded(short: Errors, long: Errors) {
    assert!(long.energy < 2.0 * short.energy, "{short:?}, {long:?}");
    assert!(long.energy < 1e-5 * 9.81, "{long:?}");
    assert!(long.drift <= SATISFIED, "{long:?}");
}

#[test]
fn the_default_stays_bounded() {
    let method = FifthDegree::default();
    bounded(cartesian(&method, SHORT).unwrap(), cartesian(&method, LONG).unwrap());
    bounded(rigid(&method, SHORT).unwrap(), rigid(&method, LONG).unwrap());
}

/// The run ends with a failed step or with another energy.
fn blows_up(run: Result<Errors, String>) {
    if let Ok(errors) = run {
        assert!(!(errors.energy < DESTROYED), "{errors:?}");
    }
}

/// The published weights look well for ten seconds, and are unstable for every step size.
#[test]
fn published_weights_blow_up() {
    for method in [FifthDegree::paper(), FifthDegree::all_ones()] {
        assert!(cartesian(&method, SHORT).unwrap().energy < 1e-3);
        assert!(rigid(&method, SHORT).unwrap().energy < 1e-3);
        blows_up(cartesian(&method, LONG));
        blows_up(rigid(&method, LONG));
    }
}
