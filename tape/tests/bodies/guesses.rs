//! Guesses of `initial`, which a start is near, and decimals, which are kept to half a unit of the last one.

use crate::closures::{CLOSED_FORM, FOUR_BAR, SAME, assert_same, built, four_bar, start};
use crate::tapes::tapes;
use linkwork::Assemble;
use linkwork::prelude::Simulate;

/// Rates given with decimals change within half a unit of the last one, in every formulation, and this is reported.
#[test]
fn typed_rates_are_rounded() {
    let driven = FOUR_BAR.replace(
        "initial { a.angle: phi }",
        "constraint drive: a.angle - phi = 2.10004 [rad/s] * time;
    initial { der(a.angle): 2.100 [rad/s] }",
    );
    for parameters in tapes(&driven) {
        let tape = built(&parameters, &[]);
        assert!(tape.closures().unwrap().rounded, "{:?}", tape.initial().1);
        let exact = tapes(&driven.replace("2.100 [rad/s] }", "2.10004 [rad/s] }"));
        assert!(!built(&exact[0], &[]).closures().unwrap().rounded);
    }
}

/// A guess of a rate has the same weight as rest of the other joints: a + b = 0 with a guess of 3 rad/s for a
/// has min (a' − 3)² + b'² at a' = 1.5 rad/s.
#[test]
fn guessed_rates() {
    let text = "mechanism Turned in plane { coordinates = [minimal, absolute];
        body first { mass: 1 [kg], inertia: 0.2 [kg*m^2] }
        body second { mass: 5 [kg], inertia: 0.3 [kg*m^2] }
        joint a = revolute(ground, first at [-0.4, 0] [m]);
        joint b = revolute(ground at [1, 0] [m], second at [0, 0.3] [m]);
        constraint opposite: a.angle + b.angle = 0;
        output rate = der(a.angle);
        initial { a.angle: 0.3 [rad], der(a.angle): ~3 [rad/s] }
    }";
    for parameters in tapes(text) {
        let all = start(&built(&parameters, &[]));
        assert!((all[0].1 - 1.5).abs() < CLOSED_FORM, "{all:?}");
    }
}

/// A free body at a given place is not turned and not moved along the plane, however far it is: joints at its centre of mass have no arms, and
/// the distance from the reference is that of the place.
#[test]
fn a_body_far_away_is_not_turned() {
    for far in [0.05, 0.2, 5.0, 1e3, 1e6] {
        let plane = format!(
            "mechanism Flat in plane {{ coordinates = [minimal, absolute];
                body a {{ mass: 1 [kg], inertia: 1 [kg*m^2] }}
                joint f = free(ground, a);
                initial {{ a.position.y: {far} [m], a.velocity.y: 3 [m/s] }} }}"
        );
        let space = format!(
            "mechanism Ball in space {{ coordinates = [minimal, absolute];
                body a {{ mass: 1 [kg], inertia: diagonal(1, 2, 3) [kg*m^2] }}
                joint f = free(ground, a);
                initial {{ a.position: [0, {far}, 0] [m] }} }}"
        );
        for parameters in [tapes(&plane), tapes(&space)].concat() {
            let tape = built(&parameters, &[]);
            let (q, v, _) = tape.initial();
            let mut wanted = vec![0.0; q.len()];
            wanted[1] = far;
            if q.len() == 7 {
                wanted[3] = 1.0;
            }
            for (found, wanted) in q.iter().zip(&wanted) {
                assert!((found - wanted).abs() < CLOSED_FORM * wanted.max(1.0), "{far}: {q:?}");
            }
            let wanted = if q.len() == 7 { 0.0 } else { 3.0 };
            assert!(
                v.iter().enumerate().all(|(k, x)| (x - if k == 1 { wanted } else { 0.0 }).abs() < 1e-12),
                "{v:?}"
            );
        }
    }
}

/// A joint beside the point that `initial` places, and a centre of mass beside both, do not turn a free body: the shortest displacement
/// from zero would be that of the body turned about, the joint ahead. The rate of the angle moves the body about the joint.
#[test]
fn a_joint_beside_the_given_point_does_not_turn_a_body() {
    for far in [0.05, 1.0, 20.0, 1e4] {
        for certainty in ["", "~"] {
            let plane = format!(
                "mechanism Flat in plane {{ coordinates = [minimal, absolute];
                    body a {{ mass: 1 [kg], inertia: 1 [kg*m^2], com: [0.2, 0.1] [m] }}
                    joint f = free(ground, a at [0.01, 0] [m]);
                    output angle = a.angle; output turning = a.angular_velocity; output x = a.position.x; output y = f.y; output v = der(f.y);
                    initial {{ a.position: {certainty}[-5, {far}] [m], a.velocity.y: 3 [m/s] }} }}"
            );
            let space = format!(
                "mechanism Ball in space {{ coordinates = [minimal, absolute];
                    body a {{ mass: 1 [kg], inertia: diagonal(1, 2, 3) [kg*m^2], com: [0.2, 0.1, 0] [m] }}
                    frame base = fixed(ground at [0.3, 0, 0] [m], rotation: rpy(0.3, 0, 0));
                    joint f = free(base, a at [0.01, 0, 0] [m]);
                    output angle = f.rotation.z; output turning = a.angular_velocity.x; output x = a.position.x; output y = a.position.y; output v = a.velocity.y;
                    initial {{ a.position: {certainty}[-5, {far}, 0] [m], a.velocity.y: 3 [m/s] }} }}"
            );
            for parameters in [tapes(&plane), tapes(&space)].concat() {
                let tape = built(&parameters, &[]);
                let run = tape.simulate().step(1e-9).until(1e-9).run().unwrap();
                for (name, wanted) in [("angle", 0.0), ("turning", 0.0), ("x", -5.0), ("y", far), ("v", 3.0)]
                {
                    let found = run.output(name).unwrap()[0];
                    assert!(
                        (found - wanted).abs() < 1e-9 * f64::abs(wanted).max(1.0),
                        "{far} {certainty}: {name} {found}"
                    );
                }
            }
        }
    }
    let spun = "mechanism Spun in plane { coordinates = [minimal, absolute];
        body a { mass: 1 [kg], inertia: 1 [kg*m^2] }
        joint f = free(ground, a at [0.1, 0] [m]);
        output x = der(f.x); output y = der(f.y); output turning = a.angular_velocity;
        initial { a.position: [3, 4] [m], der(f.angle): 2 [rad/s] } }";
    for parameters in tapes(spun) {
        let run = built(&parameters, &[]).simulate().step(1e-9).until(1e-9).run().unwrap();
        for (name, wanted) in [("x", 0.0), ("y", 0.0), ("turning", 2.0)] {
            let found = run.output(name).unwrap()[0];
            assert!((found - wanted).abs() < 1e-9, "{name}: {found}");
        }
    }
}

/// Points of one body, and the hand of a robot with a free base, are placed and moved without turning anything.
#[test]
fn free_branches_are_placed_without_turning() {
    let bodies = "body b { mass: 1 [kg], inertia: 1 [kg*m^2], com: [0.1, 0] [m] }
        body arm { mass: 1 [kg], inertia: 0.1 [kg*m^2] }
        joint f = free(ground, b at [0, 0.2] [m]);
        joint j = revolute(b at [0.5, 0] [m], arm at [-0.3, 0] [m]);
        frame h = b at [1, 0] [m]; frame hand = arm at [0.3, 0.1] [m];
        output angle = b.angle; output bent = j.angle; output spin = b.angular_velocity; output bends = der(j.angle);";
    for initial in [
        "h.position: [3, 4] [m], b.velocity: [0, 2] [m/s]",
        "b.position.x: 3 [m], h.position.y: 4 [m], b.velocity.x: 1 [m/s], h.velocity.y: 2 [m/s]",
        "hand.position: [3, 4] [m], hand.velocity: [0, 1] [m/s]",
        "hand.position: ~[3, 4] [m]",
    ] {
        let text = format!(
            "mechanism M in plane {{ coordinates = [minimal, absolute]; {bodies} initial {{ {initial} }} }}"
        );
        for parameters in tapes(&text) {
            let run = built(&parameters, &[]).simulate().step(1e-9).until(1e-9).run().unwrap();
            for name in ["angle", "bent", "spin", "bends"] {
                let found = run.output(name).unwrap()[0];
                assert!(found.abs() < 1e-9, "{initial}: {name} {found}");
            }
        }
    }
}

/// Guesses of bodies count also where nothing else is to be found; what is free goes there, since its displacement is measured from there.
#[test]
fn guesses_of_a_free_body() {
    let text = "mechanism Guessed in plane { coordinates = [minimal, absolute];
        body a { mass: 1 [kg], inertia: 1 [kg*m^2] }
        joint f = free(ground, a);
        initial { a.position.x: ~3 [m] } }";
    for parameters in tapes(text) {
        let (q, ..) = built(&parameters, &[]).initial();
        let wanted = [3.0, 0.0, 0.0];
        assert!(q.iter().zip(wanted).all(|(found, wanted)| (found - wanted).abs() < CLOSED_FORM), "{q:?}");
    }
}

/// A contact that sticks has a slip of its own, whose rate is no rate of a joint: a ball that is thrown does not spin.
#[test]
fn a_thrown_ball_does_not_spin() {
    for (height, sticks) in [(5.0, "velocity: 0"), (0.0999, "velocity: 0"), (0.0999, "velocity: 0.001")] {
        let text = format!(
            "mechanism Thrown in plane {{ coordinates = [minimal, absolute];
                body b {{ mass: 1 [kg], shape: disk(radius: 0.1 [m]) }}
                joint f = free(ground, b);
                force c = contact(b, ground, stiffness: 1e5 [N/m], exponent: 1, radius: 0.1 [m], friction: 0.2, {sticks} [m/s]);
                initial {{ f.y: {height} [m], der(f.x): 4 [m/s] }} }}"
        );
        for parameters in tapes(&text) {
            let (_, v, _) = built(&parameters, &[]).initial();
            let wanted = [4.0, 0.0, 0.0, -4.0];
            assert!(v.iter().zip(wanted).all(|(found, wanted)| (found - wanted).abs() < 1e-12), "{v:?}");
        }
    }
}

/// Values with `~` are starting points of the search; decimals are kept to half a unit of the last.
#[test]
fn guesses_and_typed_decimals() {
    let driven = |initial: &str| {
        FOUR_BAR
            .replace(
                "initial { a.angle: phi }",
                &format!("constraint drive: a.angle = 1.62526 + phi; {initial}"),
            )
            .replace("phi = 90 [deg]", "phi = 0")
    };
    // 1.62526 rad are 93.1205°.
    for value in ["~93 [deg]", "93.1 [deg]", "93.12 [deg]", "~80 [deg]"] {
        for parameters in tapes(&driven(&format!("initial {{ a.angle: {value} }}"))) {
            let found = start(&built(&parameters, &[]));
            assert!((found[0].1 - 1.62526).abs() < 1e-9, "{value}: {found:?}");
        }
    }
    let refused = driven("initial { a.angle: 93.0 [deg] }").parse().expect("tokens");
    let compiled = linkwork_compiler::compile(refused, &Default::default());
    assert!(compiled.programs.is_empty());
    // The guess determines the closure.
    for (guess, sign) in [("~60 [deg]", 1.0), ("~-150 [deg]", -1.0)] {
        let text = FOUR_BAR.replace("a.angle: phi", &format!("a.angle: phi, b.angle: {guess}"));
        for parameters in tapes(&text) {
            let found = start(&built(&parameters, &[]));
            let expected = four_bar(90_f64.to_radians());
            let nearest = expected.iter().map(|q| q[0]).fold(f64::NAN, |best, q| {
                let wanted = if sign > 0.0 { 60_f64 } else { -150_f64 }.to_radians();
                let off = |x: f64| 1.0 - (x - wanted).cos();
                if best.is_nan() || off(q) < off(best) { q } else { best }
            });
            assert!((found[1].1 - nearest).sin().abs() < CLOSED_FORM, "{guess}: {found:?}, not {nearest}");
        }
    }
}

/// Two bars of 1 m on balls between supports 1.6 m apart: the elbow is on a circle about the line of the supports, and each bar may turn
/// about its own axis. The guesses are rotations that close the loop, about one axis k perpendicular to the bars at zero. Deviations of the
/// balls are angles from zero. They do not change, to first order, when everything turns about the line of the supports, nor when a bar
/// turns about its own axis, which is perpendicular to k: of all starts the guess itself is the nearest.
#[test]
fn rotations_of_bodies_and_frames_are_guessed() {
    let text = "mechanism Elbow in space { coordinates = [minimal, absolute];
        body one { mass: 1 [kg], inertia: diagonal(0.01, 0.1, 0.1) [kg*m^2] }
        body two { mass: 1 [kg], inertia: diagonal(0.01, 0.1, 0.1) [kg*m^2] }
        joint first = spherical(ground, one at [-0.5, 0, 0] [m]);
        joint elbow = spherical(one at [0.5, 0, 0] [m], two at [-0.5, 0, 0] [m]);
        joint last = spherical(two at [0.5, 0, 0] [m], ground at [1.6, 0, 0] [m]);
        frame tip = one at [0.5, 0, 0] [m];
        frame middle = two at [0, 0, 0.1] [m];
        output at = tip.position;
        output axis = middle.axis.y;
        initial { one.rotation: GUESS axis_angle([0, 0.8, 0.6], acos(0.8)), middle.rotation: GUESS axis_angle([0, 0.8, 0.6], -acos(0.8)) }
    }";
    // [1, 0, 0] and [0, 1, 0] turned about k by the angle whose cosine is 0.8, forth and back.
    let tip = [0.8, 0.36, -0.48];
    let axis = [0.36, 0.8 + 0.2 * 0.64, 0.2 * 0.48];
    for guess in ["~", ""] {
        for parameters in tapes(&text.replace("GUESS ", guess)) {
            let found = start(&built(&parameters, &[]));
            for ((name, found), expected) in found.iter().zip(tip.into_iter().chain(axis)) {
                assert!((found - expected).abs() < SAME, "{guess}: {name} is {found}, not {expected}");
            }
        }
    }
    let nothing = text.split("initial").next().expect("a text").to_owned() + "}";
    let elsewhere = start(&built(&tapes(&nothing)[0], &[]));
    assert!((elsewhere[1].1 - tip[1]).hypot(elsewhere[2].1 - tip[2]) > 0.1, "{elsewhere:?}");
}

/// A guess of a direction has no length: it counts as much in millimetres as in kilometres.
#[test]
fn directions_are_guessed_at_every_scale() {
    let text = |unit: &str| {
        format!(
            "mechanism Elbow in space {{ coordinates = [minimal, absolute];
            body one {{ mass: 1 [kg], inertia: diagonal(0.01, 0.1, 0.1) [kg*{unit}^2] }}
            body two {{ mass: 1 [kg], inertia: diagonal(0.01, 0.1, 0.1) [kg*{unit}^2] }}
            joint first = spherical(ground, one at [-0.5, 0, 0] [{unit}]);
            joint elbow = spherical(one at [0.5, 0, 0] [{unit}], two at [-0.5, 0, 0] [{unit}]);
            joint last = spherical(two at [0.5, 0, 0] [{unit}], ground at [1.6, 0, 0] [{unit}]);
            frame tip = one at [0.5, 0, 0] [{unit}];
            output along = tip.axis.x;
            initial {{ tip.axis.x: ~[0.8, 0.36, -0.48] }} }}"
        )
    };
    let all =
        ["mm", "m", "km"].map(|unit| tapes(&text(unit)).iter().map(|p| start(&built(p, &[]))).collect());
    let [small, middle, large]: [Vec<_>; 3] = all;
    for found in [&middle[1], &small[0], &small[1], &large[0], &large[1]] {
        assert_same("scale", &middle[0], found);
    }
    for ((name, found), expected) in middle[0].iter().zip([0.8, 0.36, -0.48]) {
        // Squares of the guess count a hundred times as much as those of the joints, whose angles are 37 and 74 degrees.
        assert!((found - expected).abs() < 0.02, "{name} is {found}, not {expected}");
    }
}

/// The position of a body on a free joint whose angles have names.
#[test]
fn positions_beside_named_angles_are_taken() {
    let text = "mechanism Thrown in space { coordinates = [minimal, absolute];
        body c { mass: 2 [kg], inertia: diagonal(0.1, 0.2, 0.1) [kg*m^2] }
        joint way = free(ground, c, rotation: euler_xyz(p, q, r));
        output z = c.position.z;
        output rate = der(c.position.y);
        initial { c.position: [0.5, 0, 1] [m], c.velocity: [0, 3, 0] [m/s] }
    }";
    for parameters in tapes(text) {
        let all = start(&built(&parameters, &[]));
        assert!((all[0].1 - 1.0).abs() < CLOSED_FORM && (all[1].1 - 3.0).abs() < CLOSED_FORM, "{all:?}");
    }
}
