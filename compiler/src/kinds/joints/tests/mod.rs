//! Every joint at random poses against the purpose of its equations: numbers of [`numbers`], joints of
//! [`cases`].

mod cases;
mod constant_velocity;
pub mod numbers;
mod rolling_wheels;
mod samples;

use super::*;
use crate::kinds::Frame;
use crate::kinds::multibody::JointId;
use crate::symbolic::algebra::{Algebra, Vector};
use cases::{Case, all};
use numbers::{Place, Random, rank, turned};

/// A constraint that holds is zero up to the rounding of a few products of numbers below 20.
const ROUNDING: f64 = 1e-12;
/// Central differences with the step 1e-5 of functions whose third derivatives are below 100.
const DIFFERENCES: f64 = 1e-8;
const STEP: f64 = 1e-5;

/// `second` after a small motion, which is given in the axes of `first`.
fn moved(first: &Place, second: &Place, by: &[f64; 6]) -> Place {
    let turn = |x: [f64; 3]| first.turn(&x);
    let (shift, angle) = (turn([by[0], by[1], by[2]]), turn([by[3], by[4], by[5]]));
    Place {
        position: core::array::from_fn(|i| second.position[i] + shift[i]),
        rotation: numbers::product(&turned(&angle), &second.rotation),
    }
}

/// The frame after a motion.
fn frame_after(graph: &mut Graph, motion: &Motion, q: &[Node]) -> Pose {
    let algebra = &Algebra::new(graph);
    Frame::moved(motion, false, &algebra.exprs(q)).nodes()
}

/// The directions in which `second` may move.
fn directions(planar: bool) -> &'static [usize] {
    if planar { &[0, 1, 5] } else { &[0, 1, 2, 3, 4, 5] }
}

/// The change of the residuals along a motion of `second`: by differences of positions, or, where they are
/// linear in velocities, by the velocity.
fn slopes(case: &Case, first: &Place, second: &Place, along: &[f64; 6]) -> Vec<f64> {
    let rest = [0.0; 12];
    let at = |step: f64| {
        let by = along.map(|x| step * x);
        case.residuals(first, &moved(first, second, &by), &rest)
    };
    let (ahead, behind, here) = (at(STEP), at(-STEP), case.residuals(first, second, &rest));
    let turn = |k: usize| first.turn(&[along[k], along[k + 1], along[k + 2]]);
    let (velocity, spin) = (turn(0), turn(3));
    let mut twists = [0.0; 12];
    twists[6..9].copy_from_slice(&velocity);
    twists[9..12].copy_from_slice(&spin);
    let moving = case.residuals(first, second, &twists);
    (0..here.len())
        .map(|i| {
            if case.equations[i].holonomic {
                (ahead[i] - behind[i]) / (2.0 * STEP)
            } else {
                moving[i] - here[i]
            }
        })
        .collect()
}

#[test]
fn motions_satisfy_the_equations_and_their_coordinates_are_recovered() {
    let mut random = Random(1);
    for mut case in all() {
        for _ in 0..20 {
            let (first, second, coordinates) = case.sample(&mut random);
            for (residual, equation) in
                case.residuals(&first, &second, &[0.0; 12]).iter().zip(&case.equations)
            {
                assert!(residual.abs() < ROUNDING, "{}: {} is {residual:e}", case.name, equation.label);
            }
            for (k, (expected, read)) in coordinates.iter().zip(case.coordinates(&first, &second)).enumerate()
            {
                // The angle of a screw divides by its pitch; angles near gimbal lock lose a digit or two.
                assert!(
                    (expected - read).abs() < 100.0 * ROUNDING,
                    "{}: coordinate {k} is {read}, not {expected}",
                    case.name
                );
            }
        }
    }
}

#[test]
fn a_joint_has_a_motion_for_each_coordinate_and_an_equation_for_each_constrained_freedom() {
    let mut random = Random(2);
    for mut case in all() {
        let all = directions(case.planar).len();
        // A particle has no rotation that its joint could leave free.
        let rotations = match case.kind {
            JointKind::Point(Point {}) if case.planar => 1,
            JointKind::Point(Point {}) => 3,
            _ => 0,
        };
        let left = case.kind.freedoms(case.planar) + rotations;
        assert_eq!(case.equations.len() + left, all, "{}", case.name);
        for _ in 0..5 {
            let (first, second, _) = case.sample(&mut random);
            let columns: Vec<Vec<f64>> = directions(case.planar)
                .iter()
                .map(|&k| {
                    let mut along = [0.0; 6];
                    along[k] = 1.0;
                    slopes(&case, &first, &second, &along)
                })
                .collect();
            // Rows are unit vectors except for the contact's levers: far from dependent means pivots near 1.
            assert_eq!(rank(columns, 0.1), case.equations.len(), "{}", case.name);
        }
        if let Some(steps) = steps(&case.kind, &mut case.graph, case.planar) {
            let sizes = steps.iter().filter(|step| step.first).map(|step| step.motion.sizes());
            let (coordinates, velocities) = sizes.fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
            assert_eq!(coordinates, case.kind.coordinates(case.planar).len(), "{}", case.name);
            assert_eq!(velocities, case.kind.freedoms(case.planar), "{}", case.name);
        }
    }
}

#[test]
fn equations_of_a_joint_have_different_labels() {
    for case in all() {
        let mut labels: Vec<_> = case.equations.iter().map(|equation| equation.label).collect();
        let count = labels.len();
        labels.sort_unstable();
        labels.dedup();
        assert_eq!(labels.len(), count, "{}", case.name);
    }
}

#[test]
fn reactions_have_the_power_of_the_multipliers() {
    let mut random = Random(3);
    for mut case in all() {
        for _ in 0..5 {
            let (first, second, _) = case.sample(&mut random);
            let multipliers: Vec<f64> = case.equations.iter().map(|_| random.within(-1.0, 1.0)).collect();
            let wrench = case.reaction(&first, &second, &multipliers);
            let mut along = [0.0; 6];
            for &k in directions(case.planar) {
                along[k] = random.within(-1.0, 1.0);
            }
            let power: f64 = wrench.iter().zip(&along).map(|(f, v)| f * v).sum();
            let slopes = slopes(&case, &first, &second, &along);
            let expected: f64 = -multipliers.iter().zip(&slopes).map(|(l, r)| l * r).sum::<f64>();
            assert!((power - expected).abs() < DIFFERENCES, "{}: {power} is not {expected}", case.name);
        }
    }
}

#[test]
fn a_subspace_is_the_velocity_of_its_motion() {
    let mut random = Random(4);
    for mut case in all() {
        // Gives the parameters values.
        case.sample(&mut random);
        let mut graph = Graph::new();
        let Some(motions) = case.make_motions(&mut graph) else { continue };
        for motion in motions.into_iter().filter(|motion| !matches!(motion, Motion::Quaternion)) {
            let coordinate = graph.symbol("q0");
            let at = graph.node(coordinate);
            let pose = frame_after(&mut graph, &motion, &[at]);
            let subspace = motion::subspace(&mut graph, &motion);
            let q = random.within(-3.0, 3.0);
            let place = |step: f64| case.place(&graph, &pose, &[q + step]);
            let (ahead, behind, here) = (place(STEP), place(-STEP), place(0.0));
            let [velocity, spin] = [&subspace[0].velocity, &subspace[0].angular_velocity]
                .map(|vector| here.turn(&case.values(&graph, vector, &[q])));
            let skew = turned(&spin.map(|x| STEP * x));
            let turned_on = numbers::product(&skew, &here.rotation);
            for (i, expected) in velocity.iter().enumerate() {
                let slope = (ahead.position[i] - behind.position[i]) / (2.0 * STEP);
                assert!((slope - expected).abs() < DIFFERENCES, "{}", case.name);
            }
            // A rotation about a fixed axis continues as the rotation by its angular velocity.
            for (x, y) in ahead.rotation.concat().iter().zip(turned_on.concat()) {
                assert!((x - y).abs() < ROUNDING, "{}: {:e}", case.name, x - y);
            }
        }
    }
}

#[test]
fn the_rotation_of_a_quaternion_changes_with_its_angular_velocity() {
    let mut graph = Graph::new();
    let symbols: Vec<_> = (0..4).map(|k| graph.symbol(&format!("q{k}"))).collect();
    let nodes: Vec<Node> = symbols.iter().map(|&s| graph.node(s)).collect();
    let pose = frame_after(&mut graph, &Motion::Quaternion, &nodes);
    let subspace = motion::subspace(&mut graph, &Motion::Quaternion);
    let mut random = Random(5);
    let q = random.quaternion();
    for (k, twist) in subspace.iter().enumerate() {
        let omega = graph.evaluate(&twist.angular_velocity, &|_| 0.0);
        let (w, v) = (q[0], [q[1], q[2], q[3]]);
        // 2 q' = q (0, ω)
        let across = numbers::cross(&v, &[omega[0], omega[1], omega[2]]);
        let along: f64 = (0..3).map(|i| v[i] * omega[i]).sum();
        let rate: [f64; 4] = core::array::from_fn(|i| match i {
            0 => -along / 2.0,
            i => (w * omega[i - 1] + across[i - 1]) / 2.0,
        });
        let at = |step: f64| -> Vec<f64> {
            let values: Vec<f64> = (0..4).map(|i| q[i] + step * rate[i]).collect();
            graph.evaluate(&pose.rotation.concat(), &|s| values[s.index()])
        };
        let (ahead, behind, here) = (at(STEP), at(-STEP), at(0.0));
        // R' = R [ω]×: its column j is R (ω × e_j)
        for j in 0..3 {
            let mut unit = [0.0; 3];
            unit[j] = 1.0;
            let turned = numbers::cross(&[omega[0], omega[1], omega[2]], &unit);
            for i in 0..3 {
                let slope = (ahead[3 * i + j] - behind[3 * i + j]) / (2.0 * STEP);
                let expected: f64 = (0..3).map(|m| here[3 * i + m] * turned[m]).sum();
                assert!((slope - expected).abs() < DIFFERENCES, "component {k}");
            }
        }
    }
}

#[test]
fn drives_hold_after_any_number_of_turns() {
    let mut random = Random(6);
    for mut case in all() {
        let names = case.kind.coordinates(case.planar);
        for (index, (name, angle)) in names.iter().enumerate() {
            let (first, second, coordinates) = case.sample(&mut random);
            for shift in [0.0, 0.3] {
                let turns = if *angle && case.name != "screw" { 6.0 } else { 0.0 };
                let prescribed = coordinates[index] + turns * core::f64::consts::TAU - shift;
                let error = case.drive(index, prescribed, &first, &second) - shift;
                // sin and cos of 40 are known to 40 units of rounding.
                assert!(error.abs() < 100.0 * ROUNDING, "{} {name}: {error:e}", case.name);
            }
        }
    }
}

#[test]
fn gears_and_racks_couple_coordinates() {
    let mut graph = Graph::new();
    let symbols: Vec<_> = ["driver", "driven", "ratio", "offset"].iter().map(|n| graph.symbol(n)).collect();
    let nodes: Vec<Node> = symbols.iter().map(|&s| graph.node(s)).collect();
    let coordinates = [(JointId(0), 0), (JointId(1), 0)];
    let [driver, driven] = coordinates;
    let gear = Gear { driver, driven, ratio: nodes[2], offset: nodes[3] };
    let rack = RackPinion { pinion: driver, rack: driven, radius: nodes[2] };
    let [gear, rack] = [JointKind::from(gear), rack.into()].map(|kind| {
        let algebra = &Algebra::new(&mut graph);
        let [driver, driven] = algebra.array([nodes[0], nodes[1]]);
        let equation = kind.equation_of_coordinates(driver, driven, "rad");
        equation.expect("the equation of a coupling")
    });
    // driven = ratio·driver − offset; rack = radius·pinion
    let values = [1.5, 2.75, 2.0, 0.25];
    assert_eq!(graph.evaluate(&[gear.residual], &|s| values[s.index()]), [0.0]);
    let values = [1.5, 3.0, 2.0, 0.25];
    assert_eq!(graph.evaluate(&[rack.residual], &|s| values[s.index()]), [0.0]);
    assert_eq!((gear.unit, rack.unit), ("rad", "m"));
}

#[test]
fn perpendiculars_are_right_handed_and_orthonormal() {
    let mut random = Random(7);
    let mut graph = Graph::new();
    let symbols: Vec<_> = (0..3).map(|k| graph.symbol(&format!("n{k}"))).collect();
    let parameters: [Node; 3] = core::array::from_fn(|k| graph.node(symbols[k]));
    let o = graph.zero();
    // Every choice of components that are the number zero, but not all three.
    for zeros in 0..7_usize {
        let axis: Vector3 = core::array::from_fn(|k| if zeros >> k & 1 == 1 { o } else { parameters[k] });
        let [u, v] = {
            let algebra = &Algebra::new(&mut graph);
            directions::perpendiculars(algebra.vector(&axis)).map(Vector::nodes)
        };
        for _ in 0..20 {
            let raw: [f64; 3] =
                core::array::from_fn(|k| if zeros >> k & 1 == 1 { 0.0 } else { random.within(-1.0, 1.0) });
            let n = numbers::normalised(&raw);
            let value = |x: &Vector3| -> [f64; 3] {
                let all = graph.evaluate(x, &|s| n[s.index()]);
                [all[0], all[1], all[2]]
            };
            let (u, v) = (value(&u), value(&v));
            let across = numbers::cross(&u, &v);
            let dot = |a: &[f64; 3], b: &[f64; 3]| -> f64 { (0..3).map(|i| a[i] * b[i]).sum() };
            assert!((dot(&u, &u) - 1.0).abs() < ROUNDING && dot(&u, &v).abs() < ROUNDING);
            assert!((0..3).all(|i| (across[i] - n[i]).abs() < ROUNDING), "{zeros:03b}: {across:?} {n:?}");
        }
    }
}
