//! What counts as an equilibrium: what falls freely is not in balance, however large the forces elsewhere are.

use crate::tapes::tapes;
use linkwork::prelude::*;
use linkwork_tape::Tape;

fn built(text: &str) -> Vec<Tape> {
    tapes(text).into_iter().map(|p| p.build().unwrap_or_else(|error| panic!("{error}"))).collect()
}

/// A body on a spring and, beside it, one that nothing carries.
fn beside(mass: f64, stiffness: f64, light: f64, start: f64) -> String {
    format!(
        "mechanism Beside in plane {{
            coordinates = [minimal, absolute];
            gravity = [0, -9.81] [m/s^2];
            body heavy {{ mass: {mass} [kg], inertia: 1 [kg*m^2] }}
            body light {{ mass: {light} [kg], inertia: 1 [kg*m^2] }}
            joint a = prismatic(ground, heavy, axis: [0.6, 0.8]);
            joint b = prismatic(ground, light, axis: [0, 1]);
            force f = torsion_spring(a, stiffness: {stiffness} [N/m]);
            initial {{ a.displacement: {start} [m] }}
        }}"
    )
}

#[test]
fn a_body_that_falls_is_named_whatever_acts_elsewhere() {
    for (mass, stiffness, light, start) in [
        (1.0, 1e2, 1.0, 0.0),
        // A weight of 1e-4 N beside 1e7 N, beside a start with 1e8 N, and beside a stiffness of 1e13 N/m.
        (1e6, 1e7, 1e-5, 0.0),
        (1.0, 1e8, 1e-5, 1.0),
        (1.0, 1e13, 1e-3, 0.0),
    ] {
        for m in built(&beside(mass, stiffness, light, start)) {
            let error = m.equilibrium().map(|_| ()).expect_err("nothing carries the light body").to_string();
            let named = error.contains("`b.displacement` by") || error.contains("`light.y` by");
            assert!(named && error.starts_with("no equilibrium of `Beside"), "{error}");
        }
    }
    // A slide that leans by 1e-10 rad carries all of the weight but 1e-10 of it.
    for axis in ["[1, 1e-10]", "[1, 0]"] {
        let text = format!(
            "mechanism Slide in plane {{
                coordinates = [minimal, absolute];
                gravity = [0, -9.81] [m/s^2];
                body a {{ mass: 1 [kg], inertia: 1 [kg*m^2] }}
                joint j = prismatic(ground, a, axis: {axis});
            }}"
        );
        for m in built(&text) {
            assert_eq!(m.equilibrium().is_ok(), axis == "[1, 0]", "{axis}");
        }
    }
}

/// A torque 5 x + 2 x³ on a slide that turns with the first body, and a body that falls: the search ended 10⁵⁹ m away, with 10¹⁵² N.
#[test]
fn a_search_that_runs_away_finds_nothing() {
    for falls in ["joint jc = free(ground, c);", ""] {
        let body = "body c { mass: 1, inertia: diagonal(0.1, 0.1, 0.1) }";
        let text = format!(
            "mechanism Away in space {{
                gravity = [0, 0, -9.81];
                body a {{ mass: 1, inertia: diagonal(0.1, 0.1, 0.1) }}
                body b {{ mass: 1, inertia: diagonal(0.1, 0.1, 0.1) }}
                body d {{ mass: 1, inertia: diagonal(0.1, 0.1, 0.1) }}
                {}
                joint ja = revolute(ground, a at [0.3, 0.1, 0.2], axis: [0.5, -0.7, 0.6]);
                joint jb = prismatic(a at [0.2, 0.1, 0], b, axis: [0.1, 0.6, 0.3]);
                joint jd = prismatic(b, d, axis: [0.2, 0.1, 0.9]);
                {falls}
                force f1 = torsion_spring(jd, stiffness: 5, torque: 2 * jd.displacement^3);
                initial {{ ja.angle: 0.3, jb.displacement: -0.5 }}
            }}",
            if falls.is_empty() { "" } else { body }
        );
        for m in built(&text) {
            match m.equilibrium() {
                Ok(found) => {
                    assert!(falls.is_empty() && found.residual < 1e-6, "{:?}", found.state.q);
                    assert!(found.state.q.iter().all(|q| q.abs() < 1e6), "{:?}", found.state.q);
                }
                Err(error) => assert!(error.to_string().contains("unbalanced"), "{error}"),
            }
        }
    }
}

/// A state that integrates a constant, beside one that changes by 1e12 a second.
#[test]
fn a_state_that_grows_is_named() {
    let text = "mechanism Grows {
        coordinate x [m]; state y; state w;
        kinetic = 1 [kg] * der(x)^2 / 2; potential = 1 [N/m] * x^2 / 2;
        der(y) = -1e12 [1/s] * y;
        der(w) = 1 [1/s];
        initial { y: 1 }
    }";
    let error = built(text).remove(0).equilibrium().map(|_| ()).expect_err("w grows").to_string();
    assert!(error.contains("`der(w)` by 1.000e0"), "{error}");
}

/// Large forces, pretension, cancellation, and stiffness that vanishes: rounding of large forces is no force.
#[test]
fn large_forces_are_in_balance_up_to_rounding() {
    // x = −m g/k along the slide, with m g cos 0.8 along it.
    for (mass, stiffness) in [(1e6, 1e7), (1e-3, 1e8), (1e3, 1e-1)] {
        let text = beside(mass, stiffness, 1.0, 0.0)
            .replace("force f", "force g = torsion_spring(b, stiffness: 10 [N/m], torque: 1e7 [N]); force f");
        for m in built(&text) {
            let found = m.equilibrium().unwrap_or_else(|error| panic!("{mass} {stiffness}: {error}"));
            let wanted = -mass * 9.81 * 0.8 / stiffness;
            let q = &found.state.q;
            let [first, second] = if q.len() == 2 { [q[0], q[1]] } else { [q[0] * 0.6 + q[1] * 0.8, q[4]] };
            assert!((first - wanted).abs() < 1e-9 * (1.0 + wanted.abs()), "{first}, not {wanted}");
            let wanted = (1e7 - 9.81) / 10.0;
            assert!((second - wanted).abs() < 1e-6, "{second}, not {wanted}");
        }
    }
    // Two free bodies that a spring joins, with a force of 1e7 N between them: no displacement changes their sum.
    let pair = "mechanism Pair in plane {
        coordinates = [minimal, absolute];
        body a { mass: 1 [kg], inertia: 1 [kg*m^2] }
        body b { mass: 1 [kg], inertia: 1 [kg*m^2] }
        joint ja = free(ground, a);
        joint jb = prismatic(a at [0.1, 0.2] [m], b at [0.3, 0.7] [m], axis: [0.6, 0.8]);
        force f = torsion_spring(jb, stiffness: 1e3 [N/m], torque: 1e7 [N]);
        force g = spring(a at [0.5, 0.1] [m], b at [0.2, 0.3] [m], stiffness: 1e3 [N/m], length: 0.3 [m]);
        initial { ja.x: 0.3 [m], ja.angle: 0.7 [rad] }
    }";
    for m in built(pair) {
        let found = m.equilibrium().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(found.stability, Stability::Neutral);
        // Corrections end at 1e-12 of the forces.
        assert!(found.residual < 1e-12 * 1e7, "{}", found.residual);
    }
    // V = x⁴ beside a stiff spring.
    let quartic = "mechanism Quartic {
        coordinate x [m]; coordinate y [m];
        kinetic = 1 [kg] * (der(x)^2 + der(y)^2) / 2;
        potential = 1 [J/m^4] * x^4 + 1e6 [N/m] * y^2 / 2;
        initial { x: 1 [m], y: 0.1 [m] }
    }";
    let found = built(quartic).remove(0).equilibrium().unwrap_or_else(|error| panic!("{error}"));
    assert!(found.state.q.iter().all(|q| q.abs() < 1e-3), "{:?}", found.state.q);
}
