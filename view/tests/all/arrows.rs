//! Frames, contacts and arrows: their numbers are those of closed forms and of what the description could ask for itself.

use crate::films::{built, compiled};
use linkwork::prelude::*;
use linkwork_compiler::Drawing;
use linkwork_compiler::plan::Acting;
use linkwork_tape::Tape;
use linkwork_view::{At, ColumnKind, Scene};

pub const YARD: &str = include_str!("../browser/yard.mech");

/// Rounding of sums of a few dozen products of numbers of order ten.
const ROUNDING: f64 = 1e-12;
/// The residual force of a ball at rest in a damped contact after two seconds, relative to its weight.
const AT_REST: f64 = 1e-6;

fn scene(tape: &Tape<f64>) -> Scene {
    let start = tape.poses().expect("a picture").at(tape.initial().0.as_slice());
    Scene::new(tape.program(), &tape.geometry(), &start).expect("its geometry")
}

/// The outputs that belong to an arrow at the end of a run.
fn of_arrow(tape: &Tape<f64>, force: usize, until: f64, step: f64) -> Vec<(usize, f64)> {
    let run = tape.simulate().method(FifthDegree::default()).step(step).until(until).run().expect("it runs");
    let mut found = Vec::new();
    for (k, named) in tape.program().output_names.iter().enumerate() {
        if let Some(ColumnKind::Force(of, component)) = ColumnKind::of_output(tape.program(), k)
            && of == force
        {
            found.push((component, *run.output(&named.name).expect("an output").last().expect("a sample")));
        }
    }
    found
}

#[test]
fn every_force_has_an_arrow() {
    let program = compiled(YARD, Drawing::Reactions, "");
    let own = program.output_names.len();
    let picture = program.picture.as_ref().expect("a picture");
    let names: Vec<&str> = picture.forces.iter().map(|force| force.name.as_str()).collect();
    assert_eq!(names, ["motor", "wind", "twist", "rope", "landing", "bearing"]);
    let place = |body, force, torque| Acting::Place { body: Some(body), force, torque };
    let acting: Vec<Acting> = picture.forces.iter().map(|force| force.acting).collect();
    assert_eq!(
        acting,
        [
            Acting::Joint { joint: 0, motion: 0 },
            place(0, true, false),
            place(1, false, true),
            place(1, true, false),
            Acting::Touch { ends: [Some(1), None] },
            Acting::Joint { joint: 0, motion: 1 },
        ]
    );
    // Three of the joint, one along it, three each of wind, twist, rope and contact, one of the bearing.
    assert_eq!((picture.own_outputs, own - picture.own_outputs), (14, 3 + 1 + 12 + 1));
    let kinds: Vec<Option<ColumnKind>> = (0..own).map(|k| ColumnKind::of_output(&program, k)).collect();
    assert!(kinds[..14].iter().all(|kind| *kind == Some(ColumnKind::Output)));
    assert_eq!(
        kinds[14..18],
        [
            Some(ColumnKind::Reaction(0, 0)),
            Some(ColumnKind::Reaction(0, 1)),
            Some(ColumnKind::Reaction(0, 2)),
            Some(ColumnKind::Force(0, 0)),
        ]
    );
    assert_eq!(kinds[21], Some(ColumnKind::Force(2, 3)), "the first of a torque");

    let tape = built(program);
    let scene = scene(&tape);
    let frames: Vec<(&str, Option<usize>)> =
        scene.frames.iter().map(|frame| (frame.name.as_str(), frame.place.body)).collect();
    assert_eq!(frames, [("slope", None), ("tip", Some(0))]);
    assert_eq!(scene.frames[1].place.position, [0.0, 0.0, -0.5]);
    assert!((scene.frames[1].place.rotation[1][1] + 1.0).abs() < ROUNDING);
    // z of the slope: turned by −15° about y.
    let (sine, cosine) = (-15_f64).to_radians().sin_cos();
    let At::Touch { radius, normal, .. } = &scene.forces[4].at else { panic!("{:?}", scene.forces[4]) };
    assert!((radius - 0.07).abs() < ROUNDING);
    assert!(normal.iter().zip([sine, 0.0, cosine]).all(|(a, b)| (a - b).abs() < ROUNDING), "{normal:?}");
}

/// Arrows have the numbers of outputs that the description writes itself, in minimal and in absolute coordinates.
#[test]
fn arrows_are_the_attributes_of_forces() {
    for coordinates in ["", "coordinates = absolute;"] {
        let tape = built(compiled(YARD, Drawing::Reactions, coordinates));
        let run =
            tape.simulate().method(FifthDegree::default()).step(1e-3).until(0.4).run().expect("it runs");
        let last = |name: &str| *run.output(name).expect("an output").last().expect("a sample");
        for (force, own) in [("landing", "landing_force"), ("rope", "rope_force"), ("wind", "wind_force")] {
            for (k, letter) in ["x", "y", "z"].iter().enumerate() {
                let (arrow, asked) = (last(&format!("{force}.force.{letter}")), last(&format!("{own}[{k}]")));
                assert!((arrow - asked).abs() <= ROUNDING, "{force} {letter}: {arrow} {asked}");
            }
        }
        let pushes = run.output("landing.force.z").expect("an output");
        assert!(pushes.iter().any(|force| *force > 1.0), "it never touches: {pushes:?}");
        // 0.5 sin(5 t)
        assert!((last("motor.torque") - 0.5 * 2_f64.sin()).abs() < ROUNDING);
        let wind = ["x", "y", "z"].map(|letter| last(&format!("wind.force.{letter}")));
        let size = wind.iter().map(|x| x * x).sum::<f64>().sqrt();
        assert!((size - 0.3_f64.hypot(0.6)).abs() < ROUNDING, "it turns with the body: {wind:?}");
    }
}

/// A ball at rest is held by its weight, upwards; a torque in the plane is about z; the effort along a slider is a force.
#[test]
fn arrows_add_up_to_newtons_law() {
    let text = "mechanism Floor in plane {
        gravity = [0, -9.81] [m/s^2];
        body ball { mass: 2 [kg], inertia: 0.01 [kg*m^2] }
        body block { mass: 3 [kg], inertia: 0.1 [kg*m^2] }
        joint flight = free(ground, ball);
        joint rail = prismatic(ground, block, axis: [1, 0]);
        force floor = contact(ball, ground, radius: 0.1 [m], stiffness: 1e5 [N/m^1.5], dissipation: 2 [s/m]);
        force turn = torque(ball, 0.01 [N*m]);
        force push = torque(rail, 5 [N]);
        force stay = bushing(ground at [0, 1] [m], block, stiffness: 40 [N/m], damping: 60 [N*s/m]);
        initial { flight.y: 0.1 [m] }
    }";
    let tape = built(compiled(text, Drawing::Reactions, ""));
    let floor = of_arrow(&tape, 0, 2.0, 1e-3);
    assert_eq!(floor.iter().map(|(component, _)| *component).collect::<Vec<_>>(), [0, 1]);
    assert!(floor[0].1.abs() < AT_REST && (floor[1].1 / (2.0 * 9.81) - 1.0).abs() < AT_REST, "{floor:?}");
    assert_eq!(of_arrow(&tape, 1, 0.1, 1e-3), [(5, 0.01)]);
    assert_eq!(of_arrow(&tape, 2, 0.1, 1e-3), [(0, 5.0)]);
    // At rest on its rail the block is pulled back by 5 N, and a metre up.
    let stay = of_arrow(&tape, 3, 20.0, 1e-2);
    assert_eq!(stay.iter().map(|(component, _)| *component).collect::<Vec<_>>(), [0, 1, 5]);
    assert!((stay[0].1 + 5.0).abs() < AT_REST && (stay[1].1 - 40.0).abs() < ROUNDING * 40.0, "{stay:?}");
}

/// Forces without an arrow are reported: friction that sticks, generalised forces, torques along one of three angles.
#[test]
fn omissions_are_reported() {
    let text = "mechanism Top in space {
        body top { mass: 1 [kg], inertia: diagonal(1, 1, 1) [kg*m^2] }
        body block { mass: 1 [kg], inertia: diagonal(1, 1, 1) [kg*m^2] }
        joint tip = spherical(ground, top, rotation: euler_zxz(turning, tilting, spinning));
        joint rail = prismatic(ground, block, axis: [1, 0, 0]);
        force drive = torque(tip.turning, 1 [N*m]);
        force brake = friction(rail, limit: 1 [N], velocity: 0);
        force pull = generalized(block.position.x, 1 [N]);
        initial { tip.tilting: 1 [rad] }
    }";
    let program = compiled(text, Drawing::Reactions, "");
    let picture = program.picture.as_ref().expect("a picture");
    assert_eq!(picture.forces.len(), 0);
    assert!(program.output_names.iter().all(|named| !named.name.starts_with("drive")));
    let scene = scene(&built(program));
    assert!(
        scene.notes.iter().any(|note| ["drive", "brake", "pull"].iter().all(|name| note.contains(name))),
        "{:?}",
        scene.notes
    );
}
