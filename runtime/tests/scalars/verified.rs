//! `verify;` in a mechanism creates a test in this crate, and `Verify` reports a missing derivative.

use linkwork::prelude::*;
use linkwork::verify::Verify;

linkwork::mechanism! {
    /// A pendulum on a slider: its test is `cart_is_verified`.
    pub mechanism Cart in plane {
        gravity = [0, -9.81] [m/s^2];
        param length = 0.7 [m];
        body slider { mass: 2 [kg] }
        body bob { mass: 0.5 [kg], inertia: 0.02 [kg*m^2] }
        joint guide = prismatic(ground, slider, axis: [1, 0]);
        joint hinge = revolute(slider, bob at [0 [m], length]);
        initial { hinge.angle: 0.3 [rad], der(guide.displacement): 0.2 [m/s] }
        freedoms = 2;
        conserves energy;
        verify;
    }
}

linkwork::mechanism! {
    /// A bob on a constant-velocity joint, pulled by a table with a parameter in it: its tests are `knuckle_is_verified` and
    /// `knuckle_absolute_is_verified`.
    pub mechanism Knuckle in space {
        coordinates = [minimal, absolute];
        gravity = [0, 0, -9.81] [m/s^2];
        param most = 40 [N];
        body shaft { mass: 1 [kg], inertia: diagonal(2e-3, 3e-3, 4e-3) [kg*m^2] }
        body bob { mass: 2 [kg], com: [0, 0.02, -0.3] [m], inertia: diagonal(0.02, 0.03, 0.01) [kg*m^2] }
        joint bearing = revolute(ground, shaft, axis: [0, 0, 1]);
        joint knuckle = constant_velocity(shaft at [0.1, 0, 0] [m], bob, axis: [0, 0, 1]);
        force coil = tabulated_spring(ground at [0.5, 0, -0.3] [m], bob at [0, 0, -0.4] [m], elongations: [-0.2, 0, 0.05, 0.3] [m],
            tensions: [-15 [N], 0 [N], 8 [N], most], length: 0.3 [m]);
        initial { der(bearing.angle): 1 [rad/s], knuckle.first_angle: 0.4, knuckle.second_angle: -0.3 }
        freedoms = 3;
        conserves energy;
        verify;
    }
}

/// A drag whose derivative is lost: the value is right, but a number without derivatives.
fn drag<T: Real>(v: T) -> T {
    T::exact(-v.value() * v.value().abs())
}

linkwork::mechanism! {
    pub mechanism Falling {
        coordinate z [m];
        function drag(v [m/s]) -> [N] = crate::scalars::verified::drag;
        kinetic = 1 [kg] * der(z)^2 / 2;
        potential = 9.81 [N] * z;
        force brake = generalized(z, drag(der(z)));
        initial { der(z): -2 [m/s] }
    }
}

#[test]
fn a_lost_derivative_is_named() {
    let found = Falling::<f64>::default().build().expect("it builds").verify().expect("it has accelerations");
    let failed: Vec<&str> = found.failed().map(|check| check.quantity.as_str()).collect();
    assert!(failed.contains(&"C = −∂f/∂v"), "{found}");
    assert!(found.to_string().contains("coordinate `z`"), "{found}");
}

/// A track without its slope.
fn bump<T: Real>(x: T) -> T {
    T::exact(0.1 * x.value() * x.value())
}

linkwork::mechanism! {
    pub mechanism OnTrack {
        coordinate x [m];
        coordinate y [m];
        function bump(x [m]) -> [m] = crate::scalars::verified::bump;
        kinetic = 1 [kg] * (der(x)^2 + der(y)^2) / 2;
        potential = 9.81 [N] * y;
        constraint track: y = bump(x);
        initial { x: 1 [m], der(x): 0.5 [m/s] }
    }
}

#[test]
fn a_lost_slope_of_a_constraint_is_named() {
    let found = OnTrack::<f64>::default().build().expect("it builds").verify().expect("it has accelerations");
    let jacobian = found.failed().find(|check| check.quantity == "constraint Jacobian G");
    assert!(jacobian.is_some_and(|check| check.place.contains("`track` by coordinate `x`")), "{found}");
}

/// x'' = −x: rounding of f64 and the error of the method, against the closed form.
#[test]
fn certificates_bound_the_errors() {
    linkwork::mechanism! {
        mechanism Oscillator {
            coordinate x;
            kinetic = der(x)^2 / 2;
            potential = x^2 / 2;
            initial { x: 1 }
        }
    }
    let model = Oscillator::<f64>::default().build().expect("it builds");
    let (h, until) = (0.01, 10.0);
    let certificate = linkwork::verify::certify(&model, &FifthDegree::default(), h, until).expect("it runs");
    assert!(certificate.order_shows, "{certificate}");
    let x = &certificate.numbers[0];
    let error = (x.value - until.cos()).abs();
    // The estimate of the method's error is sharp: to a tenth, for an order of 4 and halved steps.
    assert!((error / x.method - 1.0).abs() < 0.1, "{error:e}: {certificate}");
    assert!(x.rounding > 0.0 && x.rounding < 1e-13, "{certificate}");
    assert!((x.digits_by_method() + (x.method / x.value.abs()).log10()).abs() < 1e-12);
}
