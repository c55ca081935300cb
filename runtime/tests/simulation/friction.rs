//! Sticking friction in compiled code: along one coordinate and along a resultant.

use linkwork::prelude::*;

linkwork::mechanism! {
    /// A block on an incline, and a sleeve that turns and slides on a horizontal shaft.
    mechanism Rough in space {
        coordinates = [minimal, absolute];
        gravity = [0, 0, -9.81] [m/s^2];
        body block { mass: 2 [kg], inertia: diagonal(0.1, 0.1, 0.1) [kg*m^2] }
        joint incline = prismatic(ground, block, axis: [4, 0, 3]);
        force drag = friction(incline, coefficient: 0.8, velocity: 0);
        body sleeve { mass: 2 [kg], inertia: diagonal(0.02, 1, 1) [kg*m^2] }
        joint shaft = cylindrical(ground, sleeve, axis: [1, 0, 0]);
        force rub = friction(shaft, coefficient: 0.25, radius: 0.1 [m], velocity: 0);
        output up = incline.displacement;
        output along = shaft.displacement;
        output turned = shaft.angle;
        initial {
            der(incline.displacement): 2 [m/s], der(shaft.displacement): 0.8 [m/s], der(shaft.angle): 6 [rad/s]
        }
    }
}

/// Errors of positions at rest, in rounding units of the scalar; positions are up to 0.9 m and 1.2 rad.
const ROUNDINGS: f64 = 5e4;
/// The same in single precision, in which forces that balance to rounding let a block creep: 1.2e-7·9.81 m/s²·(2 s)²/2 in 2 s.
const SINGLE_ROUNDINGS: f64 = 50.0;

fn check<M: Mechanism>(model: &M, until: f64, roundings: f64) {
    let run = model.simulate().method(RungeKutta4::projected()).step(0.01).until(until);
    let solution = run.run().unwrap();
    let up = 2.0 / (9.81 * (0.6 + 0.8 * 0.8));
    let way = 1.0 / (2.0 * 0.25 * 9.81);
    for (name, expected) in [("up", up), ("along", 0.8 * way), ("turned", 6.0 * way)] {
        let found = solution.series(name).unwrap().last().unwrap().value();
        let error = (found - expected).abs();
        assert!(error < roundings * M::Scalar::epsilon(), "{name}: {found}, not {expected}: {error:e}");
    }
    assert_eq!((solution.report().pivoted, solution.report().slid), (0, 0));
}

#[test]
fn compiled_code_sticks() {
    check(&Rough::default().build().unwrap(), 50.0, ROUNDINGS);
    check(&RoughAbsolute::default().build().unwrap(), 50.0, ROUNDINGS);
}

#[test]
fn compiled_code_sticks_in_single_precision() {
    let single = |x: f64| x as f32;
    check(&Rough::default().build().unwrap().with_scalar(&single), 2.0, SINGLE_ROUNDINGS);
    check(&RoughAbsolute::default().build().unwrap().with_scalar(&single), 2.0, SINGLE_ROUNDINGS);
}

/// A velocity that has come to rest is zero except for rounding: it passes zero once. The step in the report is the one
/// that was given, and all work in the balance is that of friction.
fn rests_once<M: Energetic<Scalar = f64>>(model: &M, rates: [&str; 3])
where
    M::With<linkwork::analysis::Dual>: Energetic,
{
    for h in [1e-2, 1e-3] {
        let run = rates.iter().fold(model.simulate(), |run, rate| run.record_at(Event::of(*rate)));
        let solution = run.step(h).until(3.0).run().unwrap();
        let passed: Vec<&str> = solution.events().iter().map(|event| event.quantity.as_str()).collect();
        assert_eq!(passed, rates, "{h}: {:?}", solution.report());
        assert_eq!(solution.report().step, Some(h));
        let balance = solution.balance();
        assert!(solution.switches().len() >= 2 && balance.error < 1e-9, "{h}: {balance:?}");
    }
}

#[test]
fn friction_at_rest_crosses_no_further_event() {
    let model = Rough::default().build().unwrap();
    rests_once(&model, ["der(incline.displacement)", "der(rub.slip.angle)", "der(rub.slip.displacement)"]);
    let model = RoughAbsolute::default().build().unwrap();
    rests_once(&model, ["der(block.x)", "der(sleeve.x)", "sleeve.own_angular_velocity.x"]);
}
