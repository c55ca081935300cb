//! Benchmark problems: errors fall with the order of the method, down to nine digits and more.

use linkwork::SeventhDegree;
use linkwork::prelude::*;
use linkwork_papers::benchmark::{self, Benchmark};
use linkwork_papers::convergence::Convergence;

/// Relative errors below this are mixed with round-off.
const FLOOR: f64 = 1e-13;

/// Runs with these numbers of steps per interval show the order of the method, and the error of the best is at most `best`.
fn converges<M, S>(b: &Benchmark<M>, method: &S, divisions: [u64; 3], best: f64)
where
    M: Mechanism<Scalar = f64>,
    S: Stepper<M>,
{
    let what = format!("{}, {}", b.name, method.name());
    let mut convergence = Convergence::new();
    for division in divisions {
        let outcome = b.run(method, division).unwrap();
        convergence.record(b.interval / division as f64, outcome.error);
    }
    convergence.require_order(&what, f64::from(method.order()), FLOOR).unwrap();
    assert!(convergence.best() <= best, "{what}: {:?}", convergence.rows());
}

#[test]
fn pendulum() {
    let b = benchmark::pendulum().unwrap();
    converges(&b, &FifthDegree::default(), [100, 200, 400], 1e-9);
    converges(&b, &SeventhDegree::a(), [50, 100, 200], 1e-11);
    converges(&b, &RungeKutta4::default(), [200, 400, 800], 1e-10);
}

#[test]
fn cartesian_pendulum() {
    let b = benchmark::cartesian_pendulum().unwrap();
    converges(&b, &FifthDegree::default(), [400, 800, 1600], 2e-10);
    converges(&b, &SeventhDegree::a(), [100, 200, 400], 1e-11);
    converges(&b, &RungeKutta4::projected(), [400, 800, 1600], 1e-10);
}

#[test]
fn rigid_pendulum() {
    let b = benchmark::rigid_pendulum().unwrap();
    converges(&b, &FifthDegree::default(), [400, 800, 1600], 2e-10);
    converges(&b, &SeventhDegree::a(), [100, 200, 400], 1e-11);
    converges(&b, &RungeKutta4::projected(), [200, 400, 800], 1e-10);
}

#[test]
fn car_axis() {
    let b = benchmark::car_axis().unwrap();
    converges(&b, &FifthDegree::default(), [800, 1600, 3200], 1e-10);
    converges(&b, &SeventhDegree::a(), [200, 400, 800], 1e-11);
    converges(&b, &RungeKutta4::projected(), [800, 1600, 3200], 1e-10);
}

#[test]
fn andrews() {
    let b = benchmark::andrews().unwrap();
    converges(&b, &FifthDegree::default(), [200, 400, 800], 1e-9);
    converges(&b, &SeventhDegree::a(), [100, 200, 400], 1e-10);
    converges(&b, &RungeKutta4::projected(), [400, 800, 1600], 1e-11);
}

#[test]
fn double_pendulum() {
    let b = benchmark::double_pendulum().unwrap();
    converges(&b, &FifthDegree::default(), [100, 200, 400], 1e-9);
    converges(&b, &SeventhDegree::a(), [50, 100, 200], 1e-10);
    converges(&b, &RungeKutta4::default(), [100, 200, 400], 1e-9);
}

#[test]
fn kepler() {
    let b = benchmark::kepler().unwrap();
    converges(&b, &FifthDegree::default(), [200, 400, 800], 1e-9);
    converges(&b, &SeventhDegree::a(), [50, 100, 200], 1e-10);
    converges(&b, &RungeKutta4::default(), [100, 200, 400], 1e-9);
}

#[test]
fn skate() {
    let b = benchmark::skate().unwrap();
    converges(&b, &FifthDegree::default(), [50, 100, 200], 1e-9);
    converges(&b, &SeventhDegree::a(), [25, 50, 100], 1e-12);
    converges(&b, &RungeKutta4::projected(), [25, 50, 100], 1e-9);
}

#[test]
fn spinning_top() {
    let b = benchmark::spinning_top().unwrap();
    converges(&b, &FifthDegree::default(), [800, 1600, 3200], 1e-9);
    converges(&b, &SeventhDegree::a(), [200, 400, 800], 1e-9);
    converges(&b, &RungeKutta4::default(), [800, 1600, 3200], 1e-9);
}

#[test]
fn slider_crank() {
    let b = benchmark::slider_crank().unwrap();
    converges(&b, &FifthDegree::default(), [400, 800, 1600], 1e-9);
    converges(&b, &SeventhDegree::a(), [100, 200, 400], 1e-9);
    converges(&b, &RungeKutta4::projected(), [200, 400, 800], 1e-9);
}

/// The current decays at R/L = 100/s, which bounds the step of explicit Adams methods from above.
#[test]
fn motor_pendulum() {
    let b = benchmark::motor_pendulum().unwrap();
    converges(&b, &FifthDegree::default(), [400, 800, 1600], 1e-9);
    converges(&b, &SeventhDegree::a(), [400, 600, 800], 1e-11);
    converges(&b, &RungeKutta4::default(), [100, 200, 400], 1e-10);
}

/// Multipliers against the reference: those of the car axis have the opposite sign in the source.
#[test]
fn multipliers() {
    let b = benchmark::car_axis_multipliers().unwrap();
    converges(&b, &FifthDegree::default(), [200, 400, 800], 1e-6);
    converges(&b, &RungeKutta4::projected(), [200, 400, 800], 1e-6);
    let b = benchmark::andrews_multipliers().unwrap();
    converges(&b, &FifthDegree::default(), [100, 200, 400], 1e-6);
    converges(&b, &RungeKutta4::projected(), [400, 800, 1600], 1e-9);
}
