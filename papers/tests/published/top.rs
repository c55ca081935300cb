//! The motion of the spinning top against an integration of its quaternion by another program.

use linkwork::prelude::*;
use linkwork_models::SpinningTop;
use linkwork_papers::top::{ANGLES_AT_10_S, attitudes, in_turn_of};

/// In rad: what the nine digits of the angles after ten seconds leave, and the run adds.
const CLOSE: f64 = 1e-8;

#[test]
fn angles_are_those_of_the_quaternion() {
    let m = SpinningTop::default().build().unwrap();
    let run = m.simulate().method(linkwork::SeventhDegree::a()).step(2.5e-4).until(10.0).run().unwrap();
    let truth = attitudes().unwrap();
    assert_eq!(truth.len(), 12);
    for (t, angles) in truth {
        let state = run.samples().iter().find(|sample| (sample.t - t).abs() < 1e-9).unwrap();
        for (found, exact) in state.q.as_slice().iter().zip(angles) {
            assert!((found - in_turn_of(exact, *found)).abs() < CLOSE, "t = {t}: {found} and {exact}");
        }
    }
    for (found, exact) in run.last().q.as_slice().iter().zip(ANGLES_AT_10_S) {
        assert!((found - exact).abs() < CLOSE, "{found} instead of {exact}");
    }
}
