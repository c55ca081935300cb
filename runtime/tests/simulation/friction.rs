//! Friction that sticks in compiled code: along one coordinate and along a resultant.

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

fn check<M: Mechanism<Scalar = f64>>(model: &M) {
    let solution = model.simulate().method(RungeKutta4::projected()).step(0.01).until(50.0).run().unwrap();
    let up = 2.0 / (9.81 * (0.6 + 0.8 * 0.8));
    let way = 1.0 / (2.0 * 0.25 * 9.81);
    for (name, expected) in [("up", up), ("along", 0.8 * way), ("turned", 6.0 * way)] {
        let found = *solution.series(name).unwrap().last().unwrap();
        assert!((found - expected).abs() < 1e-11, "{name}: {found}, not {expected}");
    }
    assert_eq!((solution.report().pivoted, solution.report().slid), (0, 0));
}

#[test]
fn compiled_code_sticks() {
    check(&Rough::default().build().unwrap());
    check(&RoughAbsolute::default().build().unwrap());
}
