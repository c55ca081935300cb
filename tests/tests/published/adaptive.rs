//! Step sizes that follow from the error: Kepler's orbit, eccentricity 1/2.

use linkwork::prelude::*;
use linkwork_models::Kepler;
use linkwork_tests::convergence::distance;

/// (relative error after one orbit, accepted steps, rejected steps)
fn orbit(tolerance: f64, orbits: f64) -> (f64, u64, u64) {
    let m = Kepler::default().build().unwrap();
    let solution = m
        .simulate()
        .method(FifthDegree::default())
        .tolerance(tolerance, tolerance)
        .until(orbits * std::f64::consts::TAU)
        .output(Sampling::Ends)
        .run()
        .unwrap();
    let error = distance(solution.last().q.as_slice(), solution.first().q.as_slice());
    (error, solution.report().steps, solution.report().rejected)
}

#[test]
fn explore() {
    for orbits in [1.0, 3.0] {
        for t in [1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12] {
            println!("{orbits} {t:e} {:?}", orbit(t, orbits));
        }
    }
}
