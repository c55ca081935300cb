//! Properties of a mechanism that a tape reports, and those that methods rely on.

use crate::tapes::tapes;
use linkwork::prelude::*;
use linkwork::symplectic::VelocityVerlet;
use linkwork_tape::{Conservative, Free, NotOfKind};

/// Coordinates are fixed if a constraint determines their value permanently.
#[test]
fn fixed_coordinates_are_distinguished_from_other_constraints() {
    let said = |text: &str| {
        let description = format!(
            "mechanism M {{ param place = 1; input u; coordinate x; coordinate y; \
             kinetic = (der(x)^2 + der(x) * der(y) + der(y)^2) / 2; \
             potential = (x - y)^2 + u * y * place; {text}; initial {{ x: ~0.5, y: ~1 }} }}"
        );
        let tape = tapes(&description).remove(0).build().unwrap_or_else(|error| panic!("{text}: {error}"));
        tape.is_of_kind::<Conservative>()
    };
    for fixed in ["constraint c: x = 0.5", "constraint c: 2 * x - place = 0; constraint d: y = 1"] {
        assert_eq!(said(fixed), Ok(()), "{fixed}");
    }
    for other in [
        "constraint c: x = 0.5 * time",
        "constraint c: x + y = 1.5",
        "constraint c: x^2 = 0.25",
        "constraint c: der(x) = 0",
    ] {
        assert_eq!(
            said(other),
            Err(NotOfKind("constraints that do more than fix single coordinates")),
            "{other}"
        );
    }
}

linkwork::mechanism! {
    /// Two masses on springs, coupled through the third, which is held.
    mechanism Clasped {
        param place = 0.25 [m];
        coordinate left [m];
        coordinate middle [m];
        coordinate right [m];
        kinetic = 1 [kg] * (der(left)^2 + der(left) * der(middle) + der(middle)^2);
        kinetic = 1 [kg] * (der(middle)^2 + der(middle) * der(right) + 2 * der(right)^2);
        potential = 30 [N/m] * (left^2 + (middle - left)^2 + (right - middle)^2);
        constraint clasp: middle = place;
        initial { left: 0.1 [m], right: 0.5 [m], der(right): 1 [m/s] }
    }
}

/// The same bits as emitted code, on a type that only knows that coordinates may be fixed.
#[test]
fn velocity_verlet_runs_with_fixed_coordinates_on_the_tape() {
    let native = Clasped::default().build().unwrap();
    let native = native.simulate().method(VelocityVerlet::default()).step(1e-2).until(2.0).run().unwrap();
    let taped = tapes(<Clasped as linkwork::Parameters>::SOURCE).remove(0).build().unwrap();
    assert_eq!(taped.is_of_kind::<Free>(), Err(NotOfKind("constraints")));
    let taped = taped.of_kind::<Conservative>().unwrap();
    let taped = taped.simulate().method(VelocityVerlet::default()).step(1e-2).until(2.0).run().unwrap();
    assert_eq!(native.report().iterations, taped.report().iterations);
    assert_eq!(native.samples().len(), taped.samples().len());
    for (a, b) in native.samples().iter().zip(taped.samples()) {
        let native = [a.q.as_slice(), a.v.as_slice(), a.a.as_slice(), a.lambda.as_slice()].concat();
        let taped = [b.q.as_slice(), b.v.as_slice(), b.a.as_slice(), b.lambda.as_slice()].concat();
        assert_eq!(native, taped, "at {} s", a.t);
        assert_eq!((a.q[1], a.v[1]), (0.25, 0.0));
    }
}
