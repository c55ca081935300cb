//! Friction in every joint that has a reaction, against Coulomb's law by hand.

use super::super::super::Load;
use super::super::Effect;
use super::stage::Stage;
use super::{ROUNDING, Random, everywhere};
use crate::kinds::forces::{DryFriction, Friction};
use crate::kinds::joints::{
    Cylindrical, Free, Planar, Point, Prismatic, Revolute, Screw, Spherical, Universal,
};
use crate::kinds::multibody::{ForceKind, JointKind, RotationCoordinates};
use crate::symbolic::Node;

const COEFFICIENT: f64 = 0.3;
const RADIUS: f64 = 0.05;
const WIDTH: f64 = 0.02;

fn in_joint(stage: &mut Stage, kind: JointKind) -> Effect {
    let joint = stage.joint(kind);
    let [coefficient, radius, velocity] = [COEFFICIENT, RADIUS, WIDTH].map(|x| stage.number(x));
    stage.effect(ForceKind::Friction(Friction { joint, coefficient, radius, velocity, sticking: None }))
}

/// |F| √-regularised slip of the given rates.
fn law(force: f64, rate: f64, speed_square: f64) -> f64 {
    -COEFFICIENT * force * rate / (speed_square + WIDTH * WIDTH).sqrt()
}

#[test]
fn friction_opposes_each_coordinate_with_its_arm() {
    let mut random = Random(23);
    let axes =
        |stage: &mut Stage| [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|a| stage.vector(a));
    // For each coordinate: which slide together with it, each with the arm of its slip, and the arm of the moment.
    type Together = &'static [(usize, f64)];
    type Expected = &'static [(usize, Together, f64)];
    type Make = fn([[Node; 3]; 3], Node) -> JointKind;
    // On a cylinder the slip along the axis and that around it add up to one, at most μ |F| along it.
    const RESULTANT: Together = &[(0, RADIUS), (1, 1.0)];
    const IN_PLANE: Together = &[(0, 1.0), (1, 1.0)];
    let joints: [(Make, Expected); 6] = [
        (|a, _| JointKind::Revolute(Revolute { axis: a[2] }), &[(0, &[(0, 1.0)], RADIUS)]),
        (|a, pitch| JointKind::Screw(Screw { axis: a[2], pitch }), &[(0, &[(0, 1.0)], RADIUS)]),
        (|a, _| JointKind::Prismatic(Prismatic { axis: a[0] }), &[(0, &[(0, 1.0)], 1.0)]),
        (
            |a, _| JointKind::Cylindrical(Cylindrical { axis: a[2] }),
            &[(0, RESULTANT, RADIUS), (1, RESULTANT, 1.0)],
        ),
        (
            |a, _| JointKind::Universal(Universal { axes: [a[0], a[1]] }),
            &[(0, &[(0, 1.0)], RADIUS), (1, &[(1, 1.0)], RADIUS)],
        ),
        (
            |a, _| JointKind::Planar(Planar { axes: a }),
            &[(0, IN_PLANE, 1.0), (1, IN_PLANE, 1.0), (2, &[(2, 1.0)], RADIUS)],
        ),
    ];
    for (make, expected) in joints {
        let mut stage = Stage::new(false);
        let (axes, pitch) = (axes(&mut stage), stage.number(0.1));
        let kind = make(axes, pitch);
        let guide = matches!(kind, JointKind::Prismatic(_));
        let effect = in_joint(&mut stage, kind);
        assert_eq!(effect.loads.len(), expected.len());
        let mut nodes: Vec<Node> = (0..3).map(|k| stage.joint_rate(k)).collect();
        for k in 0..3 {
            let symbol = stage.graph.symbol(&format!("reaction{k}"));
            nodes.push(stage.graph.node(symbol));
        }
        for (load, &(number, ..)) in effect.loads.iter().zip(expected) {
            let Load::OnJoint { coordinate, effort, .. } = load else { panic!("along a coordinate") };
            assert_eq!(*coordinate, number);
            nodes.push(*effort);
        }
        everywhere(&mut stage, &mut random, &nodes, |values| {
            let (rates, rest) = values.split_at(3);
            let (f, efforts) = rest.split_at(3);
            let force = if guide { f[1].abs() } else { (f[0] * f[0] + f[1] * f[1] + f[2] * f[2]).sqrt() };
            for (effort, &(number, together, arm)) in efforts.iter().zip(expected) {
                let slips = together.iter().map(|&(k, arm)| arm * rates[k]);
                let square = slips.map(|slip| slip * slip).sum();
                let own = together.iter().find(|slip| slip.0 == number).map_or(0.0, |slip| slip.1);
                let by_hand = arm * law(force, own * rates[number], square);
                assert!((effort - by_hand).abs() < ROUNDING, "{effort}, not {by_hand}");
            }
        });
    }
}

#[test]
fn friction_of_a_ball_joint_opposes_the_angular_velocity_on_both_bodies() {
    let mut stage = Stage::new(false);
    let effect =
        in_joint(&mut stage, JointKind::Spherical(Spherical { rotation: RotationCoordinates::Group }));
    let [Load::OnMount { torque, .. }, Load::OnMount { .. }] = &effect.loads[..] else { panic!("a pair") };
    let torque = *torque;
    let resultant = stage.resultant(&effect.loads);
    let [power, _] = stage.power(&effect);
    let nodes: Vec<Node> = torque.into_iter().chain(resultant).chain([power]).collect();
    let mut random = Random(29);
    for _ in 0..20 {
        stage.shake(&mut random);
        // Body 1 spins about z only, body 0 not: ω = (0, 0, 2).
        for k in 0..3 {
            stage.set(&format!("der(a0.{k})"), 0.0);
            stage.set(&format!("der(a1.{k})"), if k == 2 { 2.0 } else { 0.0 });
        }
        let reaction = [3.0, -4.0, 12.0];
        (0..3).for_each(|k| stage.set(&format!("reaction{k}"), reaction[k]));
        let values = stage.evaluate(&nodes);
        let expected = RADIUS * law(13.0, 2.0, 4.0);
        for (k, by_hand) in
            [0.0, 0.0, expected].into_iter().chain([0.0; 6]).chain([2.0 * expected]).enumerate()
        {
            assert!((values[k] - by_hand).abs() < ROUNDING, "{k}: {}, not {by_hand}", values[k]);
        }
    }
}

#[test]
fn friction_is_smooth_at_rest_and_without_load() {
    for guide in [false, true] {
        let mut stage = Stage::new(false);
        let axis = stage.vector([1.0, 0.0, 0.0]);
        let kind = if guide {
            JointKind::Prismatic(Prismatic { axis })
        } else {
            JointKind::Revolute(Revolute { axis })
        };
        let effect = in_joint(&mut stage, kind);
        let Load::OnJoint { effort, .. } = effect.loads[0] else { panic!("along a coordinate") };
        let of = ["der(q0)", "reaction0", "reaction1", "reaction2"].map(|name| stage.graph.symbol(name));
        let mut nodes = vec![effort];
        nodes.extend(stage.graph.gradient(effort, &of));
        let mut random = Random(31);
        stage.shake(&mut random);
        for (rate, reaction) in [(0.0, 2.0), (1.0, 0.0), (0.0, 0.0)] {
            stage.set("der(q0)", rate);
            (0..3).for_each(|k| stage.set(&format!("reaction{k}"), reaction));
            let values = stage.evaluate(&nodes);
            // |F|_δ is 1e-15 N of no force.
            assert!(values[0].abs() < 1e-15);
            assert!(values.iter().all(|x| x.is_finite()), "{values:?}");
        }
    }
}

#[test]
fn joints_without_equations_have_no_friction() {
    let mut stage = Stage::new(false);
    for kind in [JointKind::Point(Point {}), JointKind::Free(Free { rotation: RotationCoordinates::Group })] {
        assert!(in_joint(&mut stage, kind).loads.is_empty());
    }
}

/// With the number 0 as sliding friction the effort is zero, and yet contains the side of the slip, which a run locates.
#[test]
fn friction_that_only_sticks_keeps_its_side() {
    let mut stage = Stage::new(false);
    let axis = stage.vector([1.0, 0.0, 0.0]);
    let joint = stage.joint(JointKind::Prismatic(Prismatic { axis }));
    let (limit, most) = (stage.graph.zero(), stage.number(6.0));
    let friction = DryFriction { joint, coordinate: 0, limit, velocity: limit, sticking: Some(most) };
    let effect = stage.effect(ForceKind::DryFriction(friction));
    let Load::OnJoint { effort, .. } = effect.loads[0] else { panic!("along a coordinate") };
    assert!(!stage.graph.is_zero(effort));
    let nodes = [effort, effect.holds[0].limit];
    for rate in [-2.0, 0.0, 0.3] {
        stage.set("der(q0)", rate);
        assert_eq!(stage.evaluate(&nodes), [0.0, 6.0]);
    }
}
