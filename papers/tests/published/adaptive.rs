//! Step sizes controlled by the error.

use linkwork::prelude::*;
use linkwork::solution::Report;
use linkwork_models::{Kepler, MotorPendulum, RigidPendulum};
use linkwork_papers::convergence::distance;
use linkwork_papers::reference::{benchmark, mechanism};

/// Error of a run with this tolerance, and what it cost.
type Run<'a> = &'a dyn Fn(f64) -> (f64, Report);

/// The error falls with the tolerance; every attempt is counted, refused ones too.
fn error_follows(tolerances: [f64; 4], run: Run<'_>) -> Vec<(f64, Report)> {
    let found: Vec<_> = tolerances.iter().map(|tolerance| run(*tolerance)).collect();
    for pair in found.windows(2) {
        assert!(pair[1].0 < 0.2 * pair[0].0, "{pair:?}");
        assert!(pair[1].1.steps > pair[0].1.steps, "{pair:?}");
    }
    for (_, report) in &found {
        assert!(report.rejected > 0 && report.rejected < report.steps / 8, "{report:?}");
        assert!(report.smallest_step < report.largest_step, "{report:?}");
        // One evaluation an attempt at least, and one more for the sample at the end.
        assert!(report.evaluations > report.steps + report.rejected, "{report:?}");
    }
    found
}

/// Kepler's orbit, eccentricity 1/2, closes after a period.
fn kepler(tolerance: f64, first: Option<f64>) -> (f64, Report) {
    let m = Kepler::default().build().unwrap();
    let mut simulation = m
        .simulate()
        .method(FifthDegree::default())
        .tolerance(tolerance, tolerance)
        .until(std::f64::consts::TAU)
        .output(Sampling::Ends);
    if let Some(first) = first {
        simulation = simulation.step(first);
    }
    let solution = simulation.run().unwrap();
    let error = distance(solution.last().q.as_slice(), solution.first().q.as_slice());
    (error, solution.report().clone())
}

/// Eight digits need some 1400 steps; with steps of fixed size twice as many.
#[test]
fn an_orbit() {
    let found = error_follows([1e-6, 1e-8, 1e-10, 1e-12], &|tolerance| kepler(tolerance, None));
    let (error, report) = &found[3];
    assert!(*error < 1e-8 && report.steps < 1700, "{error:e} {report:?}");
    // Forces that depend on positions only are evaluated once per attempt.
    assert_eq!(report.evaluations, report.steps + report.rejected + 1);
    let m = Kepler::default().build().unwrap();
    let h = std::f64::consts::TAU / (2 * report.steps) as f64;
    let fixed = m.simulate().step(h).until(std::f64::consts::TAU).run().unwrap();
    let fixed_error = distance(fixed.last().q.as_slice(), fixed.first().q.as_slice());
    assert!(*error < fixed_error, "{error:e}, fixed {fixed_error:e}");
}

/// A first step that is far too large is refused, because the exact start includes the derivative that the
/// method neglects.
#[test]
fn a_first_step_that_is_too_large() {
    let (error, report) = kepler(1e-10, Some(0.5));
    let (usual, _) = kepler(1e-10, Some(1e-3));
    assert!(report.smallest_step < 0.05, "{report:?}");
    assert!(error < 10.0 * usual, "{error:e}, with a good first step {usual:e}");
}

/// Constrained, with a singular mass matrix: IFToMM A01 at 10 s.
#[test]
fn a_dae() {
    let reference = benchmark("A01_simple_pendulum").unwrap().at(10.0, &["x", "y"]).unwrap();
    let expected = [-reference[0], reference[1]];
    let m = RigidPendulum::default().build().unwrap();
    error_follows([1e-5, 1e-7, 1e-9, 1e-11], &|tolerance| {
        let solution = m.simulate().tolerance(tolerance, tolerance).until(10.0).run().unwrap();
        assert!(solution.constraint_drift() < 1e-14);
        (distance(&solution.last().q.as_slice()[..2], &expected), solution.report().clone())
    });
}

/// The current decays at 100/s, which explicit Adams methods follow with steps of 3 ms at most: where the
/// tolerance would allow more, the error of the state keeps the step down.
#[test]
fn a_first_order_state() {
    let expected = mechanism("motor_pendulum").unwrap().at(2.0, &["theta", "current"]).unwrap();
    let m = MotorPendulum::default().build().unwrap();
    for tolerance in [1e-4, 1e-6, 1e-8, 1e-10] {
        let solution = m.simulate().tolerance(tolerance, tolerance).until(2.0).run().unwrap();
        let last = solution.last();
        let error = distance(&[last.q[0], last.y[0]], &expected);
        // The global error of two seconds; the angle has grown to 25 rad by then.
        assert!(error < 1e-6 + 10.0 * tolerance, "{error:e} at {tolerance:e}");
    }
}
