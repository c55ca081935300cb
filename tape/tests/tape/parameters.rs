//! Other parameters for existing routines: the bits of a tape that is built with them.

use crate::tapes::tapes;
use linkwork::WithInputs;
use linkwork::prelude::*;
use linkwork_tape::{Tape, TapeParameters};

const CRANK: &str = "
    mechanism Crank in plane {
        gravity = [0, -9.81] [m/s^2];
        param length = 0.15 [m];
        param rod_length = 0.35 [m];
        body crank { mass: 1.2 [kg], inertia: 2e-3 [kg*m^2] }
        body rod { mass: 0.6 [kg], inertia: 6e-3 [kg*m^2] }
        joint pivot = revolute(ground, crank at [-length / 2, 0 [m]]);
        joint pin = revolute(crank at [length / 2, 0 [m]], rod at [-rod_length / 2, 0 [m]]);
        joint guide = point_on_line(ground, rod at [rod_length / 2, 0 [m]], axis: [1, 0]);
        input drive [N*m];
        force motor = torque(pivot, drive);
        initial { pivot.angle: 30 [deg], der(pivot.angle): 6 [rad/s] }
    }";

fn parameters() -> TapeParameters {
    tapes(CRANK).into_iter().next().expect("a mechanism")
}

fn end(tape: &Tape<f64>) -> Vec<u64> {
    let run = tape.simulate().method(FifthDegree::default()).step(1e-3).until(0.3).run().expect("it runs");
    let last = run.last();
    last.q.iter().chain(last.v.iter()).map(|x| x.to_bits()).collect()
}

#[test]
fn other_parameters_give_the_bits_of_another_tape() {
    let mut base = parameters().build().expect("it can be assembled");
    base.set_inputs(vec![0.7]);
    for (length, rod) in [(0.15, 0.35), (0.2, 0.31), (0.05, 1.0)] {
        let mut own = parameters();
        assert!(own.set("length", length) && own.set("rod_length", rod));
        let mut own = own.build().expect("it can be assembled");
        own.set_inputs(vec![0.7]);
        let shared = base.with_parameters(&[length, rod]).expect("it can be assembled");
        assert_eq!(end(&shared), end(&own), "{length} {rod}");
    }
    // The first one is unchanged.
    assert_eq!(end(&base), end(&base.with_parameters(&[0.15, 0.35]).expect("it can be assembled")));
}

#[test]
fn parameters_of_another_number_are_refused() {
    let base = parameters().build().expect("it can be assembled");
    assert!(matches!(base.with_parameters(&[0.15]), Err(linkwork::Error::Setting { .. })));
    assert!(base.with_parameters(&[f64::NAN, 0.35]).is_err());
    // A rod that is too short closes no loop.
    assert!(base.with_parameters(&[0.5, 0.01]).is_err());
}
