//! What stands still: mechanisms in which nothing can move, and motions that come to rest.

use crate::tapes::tapes;
use linkwork::conditionally_explicit::{FourthDegree, SeventhDegree, SixthDegree};
use linkwork::generalized_alpha::GeneralizedAlpha;
use linkwork::half_implicit::{HalfImplicitEuler, ImplicitEuler};
use linkwork::multistep::{AdamsBashforth4, Godunov3};
use linkwork::prelude::*;
use linkwork::runge_kutta::RungeKutta4;
use linkwork::stepper::Stepper;
use linkwork::symplectic::{Rattle, Shake};
use linkwork_tape::Tape;

/// What methods of every family make of a mechanism.
fn with_every_method(m: &Tape, step: f64, until: f64, look: &mut dyn FnMut(&str, &Solution<Tape>)) {
    fn one<S: Stepper<Tape>>(
        m: &Tape,
        method: S,
        (step, until): (f64, f64),
        look: &mut dyn FnMut(&str, &Solution<Tape>),
    ) {
        let name = Stepper::<Tape>::name(&method);
        let run = m.simulate().method(method).step(step).until(until).output(Sampling::Ends).run();
        look(&name, &run.unwrap_or_else(|error| panic!("{name}: {error}")));
    }
    let at = (step, until);
    one(m, FifthDegree::default(), at, look);
    one(m, ThirdDegree::default(), at, look);
    one(m, ThirdDegree::central_differences(), at, look);
    one(m, FourthDegree::default(), at, look);
    one(m, SixthDegree::default(), at, look);
    one(m, SeventhDegree::default(), at, look);
    one(m, RungeKutta4::projected(), at, look);
    one(m, DormandPrince8::projected(), at, look);
    one(m, AdamsBashforth4::projected(), at, look);
    one(m, Godunov3::projected(), at, look);
    one(m, Rattle, at, look);
    one(m, Shake, at, look);
    one(m, GeneralizedAlpha::default(), at, look);
    one(m, HalfImplicitEuler::default(), at, look);
    one(m, ImplicitEuler, at, look);
}

fn built(text: &str) -> Vec<Tape> {
    let built = tapes(text).into_iter().map(|p| p.build().unwrap_or_else(|error| panic!("{error}")));
    built.collect()
}

/// A particle and a body that are fixed to the ground have no velocities in minimal coordinates; the ground carries their
/// weight.
#[test]
fn what_cannot_move_shows_its_reaction() {
    let text = "mechanism Fixed in space {
        gravity = [0, 0, -10] [m/s^2];
        particle bead { mass: 2 [kg] }
        body block { mass: 3 [kg], inertia: diagonal(1, 2, 3) [kg*m^2], com: [0.5, 0, 0] [m] }
        joint held = fixed(ground at [1, 2, 3] [m], bead);
        joint clamp = fixed(ground, block);
        output pull = held.force.z;
        output load = clamp.force.z;
        output moment = clamp.torque.y;
    }";
    for m in built(text) {
        with_every_method(&m, 0.1, 1.0, &mut |name, solution| {
            let last = |output: &str| *solution.output(output).expect("it is there").last().expect("an end");
            for (found, expected) in [("pull", 20.0), ("load", 30.0), ("moment", -15.0)] {
                let value = last(found);
                assert!((value - expected).abs() < 1e-9, "{name}: {found} is {value}, not {expected}");
            }
        });
        let rest = m.equilibrium().expect("it rests");
        assert!(m.modes(&rest.state).expect("it has none").modes.is_empty());
    }
}
