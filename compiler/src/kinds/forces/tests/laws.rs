//! Forces against formulas worked out by hand, and where they are singular.

use super::super::super::Load;
use super::super::Effect;
use super::stage::{Stage, decimal};
use super::{ROUNDING, Random};
use crate::kinds::forces::{AtPoint, Bushing, Contact, Generalized, OnBody, OnJoint, Spring};
use crate::kinds::joints::Revolute;
use crate::kinds::multibody::{ForceKind, JointKind, Mount, Vector3};
use crate::symbolic::{Node, Symbol};

/// Force and torque of the load on a mount.
fn on(effect: &Effect, mount: &Mount) -> Vec<Node> {
    let found = effect.loads.iter().find_map(|load| match load {
        Load::OnMount { at, force, torque } if at == mount => Some((force, torque)),
        _ => None,
    });
    let (force, torque): (&Vector3, &Vector3) = found.expect("a load on the mount");
    force.iter().chain(torque).copied().collect()
}

/// All motions zero except those given.
fn place(stage: &mut Stage, given: &[(&str, f64)]) {
    for (symbol, rate) in stage.motion.clone() {
        stage.values.insert(symbol, 0.0);
        stage.values.insert(rate, 0.0);
    }
    given.iter().for_each(|(name, value)| stage.set(name, *value));
}

fn close(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (a, b) in found.iter().zip(expected) {
        assert!((a - b).abs() <= ROUNDING * (1.0 + b.abs()), "{found:?}, not {expected:?}");
    }
}

/// From the origin of the ground to that of body 0.
fn tie(stage: &mut Stage, [k, c, length, tension]: [f64; 4]) -> (Effect, Mount) {
    let ends = Box::new([stage.origin(None), stage.origin(Some(0))]);
    let moving = ends[1].clone();
    let [stiffness, damping, length, tension] =
        [k, c, length, tension].map(|x| if x == 0.0 { stage.graph.zero() } else { stage.number(x) });
    (stage.effect(ForceKind::Spring(Spring { ends, stiffness, damping, length, tension })), moving)
}

#[test]
fn a_spring_pulls_by_its_stretch_its_rate_and_the_added_force() {
    let mut stage = Stage::new(false);
    let (effect, end) = tie(&mut stage, [100.0, 7.0, 0.4, 11.0]);
    // At distance 0.5 along (0.6, 0, 0.8), with the rate 0.6·2 + 0.8·(−1) = 0.4.
    place(
        &mut stage,
        &[("p0.0", 0.3), ("p0.2", 0.4), ("der(p0.0)", 2.0), ("der(p0.1)", 9.0), ("der(p0.2)", -1.0)],
    );
    let tension = 100.0 * 0.1 + 7.0 * 0.4 + 11.0;
    close(&stage.evaluate(&on(&effect, &end)), &[-0.6 * tension, 0.0, -0.8 * tension, 0.0, 0.0, 0.0]);
    close(&stage.evaluate(&effect.potential), &[0.5]);
}

#[test]
fn springs_of_zero_distance_have_finite_forces_and_derivatives() {
    for constants in [[100.0, 0.0, 0.0, 0.0], [100.0, 7.0, 0.0, 0.0], [100.0, 7.0, 0.4, 11.0]] {
        let mut stage = Stage::new(false);
        let (effect, end) = tie(&mut stage, constants);
        let loads = on(&effect, &end);
        let symbols: Vec<Symbol> = stage.motion.iter().flat_map(|m| [m.0, m.1]).collect();
        let mut slopes = Vec::new();
        for &load in &loads {
            slopes.extend(stage.graph.gradient(load, &symbols));
        }
        place(&mut stage, &[("der(p0.0)", 1.0)]);
        assert_eq!(stage.evaluate(&loads), [0.0; 6]);
        assert!(stage.evaluate(&slopes).iter().all(|x| x.is_finite()));
        // The limit of the whole tension is reached at once.
        place(&mut stage, &[("p0.1", 1e-7)]);
        let tension = 100.0 * (1e-7 - constants[2]) + constants[3];
        let found = stage.evaluate(&loads);
        assert!((found[1] + tension).abs() < 1e-12, "{found:?}, not {tension}");
    }
}

#[test]
fn a_spring_without_length_has_no_square_root() {
    let mut stage = Stage::new(false);
    let (effect, end) = tie(&mut stage, [100.0, 0.0, 0.0, 0.0]);
    let nodes: Vec<Node> = on(&effect, &end).into_iter().chain(effect.potential.iter().copied()).collect();
    for node in nodes {
        assert!(!stage.graph.infix(node).contains("sqrt"), "{}", stage.graph.infix(node));
    }
    place(&mut stage, &[("p0.0", 0.2), ("p0.1", -0.1)]);
    close(&stage.evaluate(&on(&effect, &end)), &[-20.0, 10.0, 0.0, 0.0, 0.0, 0.0]);
}

#[test]
fn follower_forces_rotate_with_the_body() {
    let mut stage = Stage::new(false);
    let at = stage.origin(Some(0));
    let vector = stage.vector([3.0, 0.0, 1.0]);
    place(&mut stage, &[("a0.2", std::f64::consts::FRAC_PI_2)]);
    for (follow, expected) in [(true, [0.0, 3.0, 1.0]), (false, [3.0, 0.0, 1.0])] {
        let effect = stage.effect(ForceKind::AtPoint(AtPoint { at: at.clone(), force: vector, follow }));
        let none = [0.0; 3];
        close(&stage.evaluate(&on(&effect, &at)), &[expected, none].concat());
        let reaction = Some(stage.origin(Some(1)));
        let effect =
            stage.effect(ForceKind::OnBody(OnBody { body: at.clone(), reaction, torque: vector, follow }));
        close(&stage.evaluate(&on(&effect, &at)), &[none, expected].concat());
        let back = expected.map(|x| -x);
        close(&stage.evaluate(&on(&effect, &stage.origin(Some(1)))), &[none, back].concat());
    }
}

/// A bushing from the ground to body 0.
fn mounted(stage: &mut Stage) -> (Effect, Mount) {
    let ends = Box::new([stage.origin(None), stage.origin(Some(0))]);
    let moving = ends[1].clone();
    let [stiffness, damping, torsional_stiffness, torsional_damping] =
        [[90.0, 40.0, 150.0], [2.0, 5.0, 1.0], [7.0, 12.0, 3.0], [0.4, 0.1, 0.6]].map(|v| stage.vector(v));
    let kind =
        ForceKind::Bushing(Bushing { ends, stiffness, damping, torsional_stiffness, torsional_damping });
    (stage.effect(kind), moving)
}

#[test]
fn a_bushing_is_linear_in_small_motions_and_a_sine_in_large_rotations_about_an_axis() {
    let mut stage = Stage::new(false);
    let (effect, end) = mounted(&mut stage);
    let loads = on(&effect, &end);
    // The angles are rotations about x, then y, then z; the effect of the order is of second order in them.
    let small = 1e-6;
    place(
        &mut stage,
        &[
            ("p0.0", 2.0 * small),
            ("p0.1", -small),
            ("p0.2", small),
            ("a0.0", small),
            ("a0.1", 3.0 * small),
            ("a0.2", -2.0 * small),
        ],
    );
    let expected = [-180.0, 40.0, -150.0, -7.0, -36.0, 6.0];
    for (found, expected) in stage.evaluate(&loads).iter().zip(expected) {
        assert!((found - expected * small).abs() < 100.0 * small * small, "{found}, not {expected}e-6");
    }
    for (k, stiffness) in [7.0, 12.0, 3.0].into_iter().enumerate() {
        for angle in [0.5_f64, 1.5, 3.0] {
            place(&mut stage, &[(&format!("a0.{k}"), angle), (&format!("der(a0.{k})"), 2.0)]);
            let mut torque = [0.0; 6];
            torque[3 + k] = -stiffness * angle.sin() - [0.4, 0.1, 0.6][k] * 2.0;
            close(&stage.evaluate(&loads), &torque);
            close(&stage.evaluate(&effect.potential), &[stiffness * (1.0 - angle.cos())]);
        }
    }
}

#[test]
fn the_energy_of_a_rotated_bushing_is_that_of_the_quaternion() {
    // ½ Σ κᵢ (2 nᵢ sin ½θ)² for the rotation by θ about n = (2, 3, 6)/7, against angles about x, y, z.
    let mut stage = Stage::new(false);
    let (effect, _) = mounted(&mut stage);
    let (theta, n) = (1.1_f64, [2.0 / 7.0, 3.0 / 7.0, 6.0 / 7.0]);
    let r = super::super::super::joints::tests::numbers::turned(&n.map(|x| x * theta));
    let (about_y, about_z, about_x) = ((-r[2][0]).asin(), r[1][0].atan2(r[0][0]), r[2][1].atan2(r[2][2]));
    place(&mut stage, &[("a0.0", about_x), ("a0.1", about_y), ("a0.2", about_z)]);
    let kappa = [7.0, 12.0, 3.0];
    let twice = n.map(|x| 2.0 * x * (theta / 2.0).sin());
    let expected: f64 = (0..3).map(|i| 0.5 * kappa[i] * twice[i] * twice[i]).sum();
    close(&stage.evaluate(&effect.potential), &[expected]);
}

/// A sphere of radius 0.3 at the origin of body 0 on the plane z = 0 (y = 0 in the plane).
fn ball(stage: &mut Stage) -> (Effect, Mount) {
    let (point, plane) = (stage.origin(Some(0)), stage.origin(None));
    let normal = stage.vector(if stage.multibody.planar { [0.0, 1.0, 0.0] } else { [0.0, 0.0, 1.0] });
    let kind = ForceKind::Contact(Contact {
        point: point.clone(),
        plane,
        normal,
        radius: decimal(&mut stage.graph, "0.3"),
        stiffness: decimal(&mut stage.graph, "1000"),
        exponent: decimal(&mut stage.graph, "1.5"),
        dissipation: decimal(&mut stage.graph, "0.5"),
        friction: decimal(&mut stage.graph, "0.2"),
        velocity: decimal(&mut stage.graph, "0.01"),
        sticking: None,
    });
    (stage.effect(kind), point)
}

#[test]
fn a_ball_on_a_plane_follows_hunt_and_crossley() {
    for planar in [false, true] {
        let mut stage = Stage::new(planar);
        let (effect, point) = ball(&mut stage);
        let loads = on(&effect, &point);
        let up = if planar { 1 } else { 2 };
        let (height, fall) = (format!("p0.{up}"), format!("der(p0.{up})"));
        // Spinning about an axis normal to x: the contact point moves along x.
        let spin = if planar { "der(a0.2)" } else { "der(a0.1)" };
        let spin_sign = if planar { 1.0 } else { -1.0 };
        let slip = 2.0 + spin_sign * 0.3 * 4.0;
        for (z, rate) in [(0.26, -0.5), (0.26, 0.5), (0.28, 0.0)] {
            place(&mut stage, &[(&height, z), (&fall, rate), ("der(p0.0)", 2.0), (spin, 4.0)]);
            let depth: f64 = 0.3 - z;
            let pressure = 1000.0 * depth.powf(1.5) * (1.0 - 0.5 * rate);
            let drag = -0.2 * pressure * slip / (slip * slip + 1e-4_f64).sqrt();
            let mut expected = [0.0; 6];
            expected[0] = drag;
            expected[up] = pressure;
            // (−r n) × F_t: about z by r F_x in the plane; about y by −r F_x in space.
            expected[if planar { 5 } else { 4 }] = spin_sign * 0.3 * drag;
            close(&stage.evaluate(&loads), &expected);
            close(&stage.evaluate(&effect.potential), &[1000.0 * depth.powf(2.5) / 2.5]);
        }
        // It does not pull when the sphere leaves faster than 1/α, and is zero above the plane.
        for (z, rate) in [(0.26, 2.5), (0.31, -1.0), (0.3, -1.0)] {
            place(&mut stage, &[(&height, z), (&fall, rate), ("der(p0.0)", 2.0)]);
            assert!(stage.evaluate(&loads).iter().all(|x| *x == 0.0));
        }
    }
}

#[test]
fn an_open_contact_has_derivatives_of_every_order() {
    let mut stage = Stage::new(false);
    let (effect, point) = ball(&mut stage);
    let symbol = stage.graph.symbol("p0.2");
    let mut node = on(&effect, &point)[2];
    for _ in 0..3 {
        node = stage.graph.derivative(node, symbol);
        for z in [0.5, 0.3] {
            place(&mut stage, &[("p0.2", z)]);
            assert_eq!(stage.evaluate(&[node]), [0.0]);
        }
    }
    // N‴ = −k e(e − 1)(e − 2) δ^(e−3) inside.
    place(&mut stage, &[("p0.2", 0.26)]);
    let expected = 1000.0 * 1.5 * 0.5 * 0.5 * 0.04_f64.powf(-1.5);
    close(&stage.evaluate(&[node]), &[expected]);
}

#[test]
fn given_efforts_are_applied_unchanged() {
    let mut stage = Stage::new(false);
    let effort = stage.number(5.0);
    let axis = stage.vector([0.0, 0.0, 1.0]);
    let joint = stage.joint(JointKind::Revolute(Revolute { axis }));
    let effect = stage.effect(ForceKind::OnJoint(OnJoint { joint, coordinate: 2, effort }));
    let symbol = stage.graph.symbol("q2");
    let generalized = stage.effect(ForceKind::Generalized(Generalized { attribute: symbol, value: effort }));
    let mut random = Random(5);
    stage.shake(&mut random);
    for effect in [effect, generalized] {
        assert!(effect.potential.is_empty());
        let (forces, _) = stage.generalized(&effect);
        let values = stage.evaluate(&forces);
        let expected: Vec<f64> = stage.motion.iter().map(|m| if m.0 == symbol { 5.0 } else { 0.0 }).collect();
        close(&values, &expected);
    }
}
