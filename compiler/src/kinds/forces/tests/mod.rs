//! Every force at random motions on a [`Stage`]: loads against the gradient of the potential, action against
//! reaction, dissipation, values worked out by hand, and the singular places.

mod friction;
mod laws;
mod stage;
mod tabulated_spring;

use super::super::joints::tests::numbers::Random;
use super::Effect;
use crate::kinds::forces::{Bushing, Contact, Spring, TorsionSpring};
use crate::kinds::joints::Revolute;
use crate::kinds::multibody::{ForceKind, JointKind};
use crate::symbolic::Node;
use stage::{Stage, decimal};

/// Rounding of some hundred operations with numbers up to a few hundred.
const ROUNDING: f64 = 1e-11;

/// The terms that a force has.
#[derive(Clone, Copy, PartialEq)]
enum Terms {
    Elastic,
    All,
}

fn spring(
    stage: &mut Stage,
    random: &mut Random,
    length: f64,
    terms: Terms,
    ends: [Option<usize>; 2],
) -> ForceKind {
    let ends = Box::new(ends.map(|body| stage.mount(body, random)));
    let stiffness = stage.number(120.0);
    let damping = if terms == Terms::All { stage.number(3.0) } else { stage.graph.zero() };
    let length = if length == 0.0 { stage.graph.zero() } else { stage.number(length) };
    let tension = stage.graph.zero();
    ForceKind::Spring(Spring { ends, stiffness, damping, length, tension })
}

fn bushing(stage: &mut Stage, random: &mut Random, terms: Terms, ends: [Option<usize>; 2]) -> ForceKind {
    let ends = Box::new(ends.map(|body| stage.mount(body, random)));
    let planar = stage.multibody.planar;
    let (in_plane, about) = if planar { ([1.0, 1.0, 0.0], [0.0, 0.0, 1.0]) } else { ([1.0; 3], [1.0; 3]) };
    let mut times = |values: [f64; 3], mask: [f64; 3]| stage.vector([0, 1, 2].map(|k| values[k] * mask[k]));
    let stiffness = times([90.0, 40.0, 150.0], in_plane);
    let torsional_stiffness = times([7.0, 12.0, 3.0], about);
    let none = times([0.0; 3], about);
    let [damping, torsional_damping] = match terms {
        Terms::Elastic => [none; 2],
        Terms::All => [times([2.0, 5.0, 1.0], in_plane), times([0.4, 0.1, 0.6], about)],
    };
    ForceKind::Bushing(Bushing { ends, stiffness, damping, torsional_stiffness, torsional_damping })
}

fn contact(
    stage: &mut Stage,
    random: &mut Random,
    exponent: &str,
    terms: Terms,
    ends: [Option<usize>; 2],
) -> ForceKind {
    let [point, plane] = ends.map(|body| stage.mount(body, random));
    let normal = if stage.multibody.planar { [0.6, 0.8, 0.0] } else { [2.0 / 7.0, 3.0 / 7.0, 6.0 / 7.0] };
    let normal = stage.vector(normal);
    let zero = stage.graph.zero();
    let all = terms == Terms::All;
    ForceKind::Contact(Contact {
        point,
        plane,
        normal,
        radius: stage.number(1.5),
        stiffness: stage.number(200.0),
        exponent: decimal(&mut stage.graph, exponent),
        dissipation: if all { stage.number(0.4) } else { zero },
        friction: if all { stage.number(0.3) } else { zero },
        velocity: stage.number(0.01),
        sticking: None,
    })
}

/// Forces between two bodies, or a body and the ground, in plane or space.
fn cases(terms: Terms) -> Vec<(String, Stage, Effect)> {
    let mut random = Random(7);
    let mut cases = Vec::new();
    for planar in [false, true] {
        for ends in [[Some(0), Some(1)], [None, Some(2)], [Some(1), None]] {
            let mut add = |name: &str, make: &mut dyn FnMut(&mut Stage, &mut Random) -> ForceKind| {
                let mut stage = Stage::new(planar);
                let kind = make(&mut stage, &mut random);
                let effect = stage.effect(kind);
                cases.push((format!("{name}, planar: {planar}, ends: {ends:?}"), stage, effect));
            };
            add("spring", &mut |stage, random| spring(stage, random, 0.8, terms, ends));
            add("spring without length", &mut |stage, random| spring(stage, random, 0.0, terms, ends));
            add("tabulated spring", &mut |stage, random| tabulated_spring::make(stage, random, terms, ends));
            add("bushing", &mut |stage, random| bushing(stage, random, terms, ends));
            add("contact", &mut |stage, random| contact(stage, random, "1.5", terms, ends));
            add("contact 2.2", &mut |stage, random| contact(stage, random, "2.2", terms, ends));
        }
    }
    cases
}

/// At random motions: the values of nodes, the first of them somewhere not zero.
fn everywhere(stage: &mut Stage, random: &mut Random, nodes: &[Node], mut check: impl FnMut(&[f64])) {
    for _ in 0..40 {
        stage.shake(random);
        let values = stage.evaluate(nodes);
        assert!(values.iter().all(|x| x.is_finite()));
        check(&values);
    }
}

#[test]
fn conservative_forces_are_minus_the_gradient_of_their_potential() {
    let mut random = Random(11);
    for (name, mut stage, effect) in cases(Terms::Elastic) {
        assert_eq!(effect.potential.len(), 1, "{name}");
        let (of_loads, gradient) = stage.generalized(&effect);
        let count = of_loads.len();
        let nodes: Vec<Node> = of_loads.into_iter().chain(gradient).collect();
        let mut acting = 0;
        everywhere(&mut stage, &mut random, &nodes, |values| {
            let (loads, slopes) = values.split_at(count);
            acting += usize::from(loads.iter().any(|x| x.abs() > 1.0));
            for (q, (load, slope)) in loads.iter().zip(slopes).enumerate() {
                assert!((load - slope).abs() < ROUNDING * 100.0, "{name}: {q}: {load}, not {slope}");
            }
        });
        assert!(acting >= 5, "{name} acts in {acting} of 40 places");
    }
}

#[test]
fn a_spring_on_a_coordinate_is_minus_the_gradient_of_its_potential_and_dissipates() {
    let mut stage = Stage::new(false);
    let axis = stage.vector([0.0, 0.0, 1.0]);
    let joint = stage.joint(JointKind::Revolute(Revolute { axis }));
    let [stiffness, damping, rest] = [30.0, 2.0, 0.4].map(|x| stage.number(x));
    let extra = stage.graph.zero();
    let effect = stage.effect(ForceKind::TorsionSpring(TorsionSpring {
        joint,
        coordinate: 1,
        stiffness,
        damping,
        rest,
        extra,
    }));
    let [power, drift] = stage.power(&effect);
    let rate = stage.joint_rate(1);
    let mut random = Random(3);
    everywhere(&mut stage, &mut random, &[power, drift, rate], |values| {
        // Power = −V̇ − c q̇².
        let expected = -values[1] - 2.0 * values[2] * values[2];
        assert!((values[0] - expected).abs() < ROUNDING);
    });
}

#[test]
fn action_equals_reaction() {
    let mut random = Random(13);
    for (name, mut stage, effect) in cases(Terms::All) {
        let resultant = stage.resultant(&effect.loads);
        everywhere(&mut stage, &mut random, &resultant, |values| {
            // Levers times forces of some hundreds.
            for (k, x) in values.iter().enumerate() {
                assert!(x.abs() < ROUNDING * 100.0, "{name}: {k}: {x:e}");
            }
        });
    }
}

#[test]
fn dampers_and_friction_dissipate_energy() {
    let mut random = Random(17);
    for (name, mut stage, effect) in cases(Terms::All) {
        let power = stage.power(&effect);
        let mut taken = 0.0;
        everywhere(&mut stage, &mut random, &power, |values| {
            let gain = values[0] + values[1];
            // Power and the rate of the potential are up to some thousands.
            assert!(gain < ROUNDING * 1000.0, "{name} feeds {gain:e}");
            taken -= gain;
        });
        assert!(taken > 1.0, "{name} takes {taken:e} only");
    }
}

#[test]
fn in_the_plane_loads_stay_in_the_plane() {
    for (name, stage, effect) in cases(Terms::All) {
        if !stage.multibody.planar {
            continue;
        }
        for load in &effect.loads {
            let super::Load::OnMount { force, torque, .. } = load else { panic!("{name}: loads on mounts") };
            let outside = [force[2], torque[0], torque[1]];
            assert!(outside.iter().all(|&x| stage.graph.is_zero(x)), "{name}");
        }
    }
}
