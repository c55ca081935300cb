//! Recursions of a tree against its mass matrix: M a = r from leaf to root and back, M a, ½ vᵀM v.

use super::model;
use linkwork_compiler::diagnostics::Diagnostics;
use linkwork_compiler::mechanics::{Articulated, Choice, Drawing, Formulated, formulate};
use linkwork_compiler::model::{Formulation, Model};
use linkwork_compiler::symbolic::{Node, Symbol};

/// Two computations of the same number, with some hundred operations on matrices with condition numbers below 1e4.
const ROUNDING: f64 = 1e-11;

/// Every kind of motion, coordinate axes and others, joints passed backwards, branches, a light link.
const TREE: &str = r"
    mechanism Tree in space {
        gravity = [1, -2, -9.81] [m/s^2];
        param pitch = 0.07 [m];
        body base { mass: 3 [kg], com: [0.1, 0.2, -0.1] [m], inertia: diagonal(0.3, 0.4, 0.5) [kg*m^2] }
        body arm { mass: 2 [kg], com: [0.3, 0, 0.1] [m],
            inertia: [[0.2, 0.01, 0.02], [0.01, 0.25, 0.03], [0.02, 0.03, 0.22]] [kg*m^2] }
        body slide { mass: 1.5 [kg], com: [0, 0.1, 0] [m], inertia: diagonal(0.1, 0.12, 0.13) [kg*m^2] }
        body nut { mass: 0.5 [kg], com: [0, 0.03, 0.2] [m], inertia: diagonal(0.02, 0.03, 0.04) [kg*m^2] }
        body ball { mass: 0.8 [kg], com: [0.1, -0.1, 0.2] [m], inertia: diagonal(0.05, 0.06, 0.07) [kg*m^2] }
        body shaft { mass: 0.7 [kg], inertia: diagonal(0.03, 0.05, 0.04) [kg*m^2] }
        body tip { mass: 0.4 [kg], com: [0, 0, 0.3] [m], inertia: diagonal(0.01, 0.02, 0.015) [kg*m^2] }
        body leg { mass: 0.6 [kg], com: [0.2, 0, 0] [m], inertia: diagonal(0.02, 0.02, 0.03) [kg*m^2] }
        joint floating = free(ground, base);
        joint shoulder = revolute(base at [0, 0, 0.4] [m], arm, axis: [0.6, 0, 0.8]);
        joint rail = prismatic(slide at [0, 0.2, 0] [m], arm at [0.5, 0, 0] [m], axis: [0, 0.8, 0.6]);
        joint thread = screw(slide at [0.1, 0, 0.3] [m], nut, axis: [0, 0, 1], pitch: pitch);
        joint socket = spherical(ball at [0, 0, -0.2] [m], base at [0.3, 0, 0] [m]);
        joint cardan = universal(ball at [0.1, 0, 0] [m], shaft, axes: [[1, 0, 0], [0, 1, 0]]);
        joint sleeve = cylindrical(shaft, tip at [0, 0.1, 0] [m], axis: [0, 0, 1]);
        joint hip = revolute(leg at [0.2, 0, 0] [m], base at [0, -0.3, 0] [m], axis: [0, 1, 0]);
    }
";

/// In the plane: both motions, forwards and backwards, a branch.
const PLANE: &str = r"
    mechanism Plane in plane {
        gravity = [0, -9.81] [m/s^2];
        body cart { mass: 2 [kg] }
        body arm { mass: 1 [kg], com: [0.2, 0.1] [m], inertia: 0.3 [kg*m^2] }
        body fore { mass: 0.5 [kg], com: [0.1, 0] [m], inertia: 0.1 [kg*m^2] }
        body bead { mass: 0.3 [kg], inertia: 0.01 [kg*m^2] }
        body kite { mass: 0.4 [kg], com: [0, 0.1] [m], inertia: 0.02 [kg*m^2] }
        joint guide = prismatic(ground, cart, axis: [1, 0]);
        joint pivot = revolute(cart, arm at [-0.3, 0] [m]);
        joint elbow = revolute(fore at [-0.2, 0] [m], arm at [0.4, 0] [m]);
        joint wire = prismatic(arm, bead, axis: [0.6, 0.8]);
        joint loose = free(cart, kite);
    }
";

/// The model in minimal coordinates.
fn formulated(model: &Model) -> Formulated<'_> {
    let (formulation, drawing) = (Formulation::Minimal, Drawing::Nothing);
    let choice = Choice { formulation, number: 0, drawing, guesses: false, moving: None };
    formulate(model, &choice, &mut Diagnostics::default()).expect("no clash")
}

/// Its mass matrix and its recursions.
fn tree(model: &Formulated<'_>) -> (Vec<(usize, usize, Node)>, Articulated) {
    let bodies = model.bodies.clone().expect("bodies");
    (bodies.mass, bodies.articulated.expect("an unconstrained tree"))
}

/// Numbers in [−1, 1] by the place of a symbol; quaternions have length one.
fn numbers(model: &Formulated<'_>, seed: u64) -> Vec<f64> {
    let number = |at: usize| {
        let mut z = (seed << 32 ^ at as u64).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    };
    let mut all: Vec<f64> = (0..model.graph.symbol_count()).map(number).collect();
    for rotation in &model.rotations {
        let own: Vec<usize> =
            (0..4).map(|k| model.coordinates[rotation.coordinate + k].position.index()).collect();
        let length = own.iter().map(|&at| all[at] * all[at]).sum::<f64>().sqrt();
        own.iter().for_each(|&at| all[at] /= length);
    }
    for parameter in &model.model.parameters {
        all[parameter.symbol.index()] = model.graph.evaluate(&[parameter.default], &|_| f64::NAN)[0];
    }
    all
}

/// Compares everything at some states.
fn check(text: &str, n: usize) {
    let described = model(text);
    let model = formulated(&described);
    let (mass, tree) = tree(&model);
    assert_eq!(tree.solution.len(), n);
    for seed in 0..5 {
        let numbers = numbers(&model, seed);
        let at = |symbol: Symbol| numbers[symbol.index()];
        let all = |nodes: &[Node]| model.graph.evaluate(nodes, &at);
        let entries = all(&mass.iter().map(|&(_, _, node)| node).collect::<Vec<_>>());
        let times = |x: &[f64]| {
            let mut product = vec![0.0; n];
            for (&(i, j, _), entry) in mass.iter().zip(&entries) {
                product[i] += entry * x[j];
            }
            product
        };
        let agree = |what: &str, found: &[f64], expected: &[f64]| {
            let scale = expected.iter().fold(1.0_f64, |m, x| m.max(x.abs()));
            assert!(scale.is_finite(), "{what}, state {seed}: {expected:?}");
            for (i, (x, y)) in found.iter().zip(expected).enumerate() {
                assert!((x - y).abs() <= ROUNDING * scale, "{what}, row {i}, state {seed}: {x} is not {y}");
            }
        };
        let a = all(&tree.solution);
        let right: Vec<f64> = tree.right.iter().map(|&symbol| at(symbol)).collect();
        let larger = a.iter().fold(1.0_f64, |m, x| m.max(x.abs()));
        let scaled: Vec<f64> = a.iter().map(|x| x / larger).collect();
        let expected: Vec<f64> = right.iter().map(|x| x / larger).collect();
        agree("M a = r", &times(&scaled), &expected);
        let accelerations: Vec<f64> = model.velocities.iter().map(|v| at(v.acceleration)).collect();
        agree("M a", &all(&tree.mass_times), &times(&accelerations));
        let v: Vec<f64> = model.velocities.iter().map(|v| at(v.symbol)).collect();
        let twice: f64 = times(&v).iter().zip(&v).map(|(p, v)| p * v).sum();
        agree("T", &all(&[tree.kinetic]), &[twice / 2.0]);
        // M is positive definite: so is every D, and no pivot exceeds what it is compared with.
        for (i, &(pivot, locked)) in tree.pivots.iter().enumerate() {
            let both = all(&[pivot, locked]);
            assert!(both[0] > 0.0 && both[0] <= both[1] * (1.0 + ROUNDING), "pivot {i}: {both:?}");
        }
    }
}

#[test]
fn every_motion_in_space() {
    check(TREE, 6 + 1 + 1 + 1 + 3 + 2 + 2 + 1);
}

#[test]
fn every_motion_in_the_plane() {
    check(PLANE, 1 + 1 + 1 + 1 + 3);
}

#[test]
fn at_gimbal_lock_a_pivot_vanishes() {
    let text = "mechanism Locked in space {
        body rotor { mass: 1 [kg], inertia: diagonal(0.1, 0.2, 0.3) [kg*m^2] }
        joint gimbals = spherical(ground, rotor, rotation: euler_zxz(precession, nutation, spin));
    }";
    let described = model(text);
    let model = formulated(&described);
    let (_, tree) = tree(&model);
    let nutation = model.coordinates.iter().position(|c| c.name.contains("nutation")).expect("the angle");
    let nutation = model.coordinates[nutation].position;
    let smallest = |angle: f64| {
        let at = |symbol: Symbol| if symbol == nutation { angle } else { 0.3 };
        let share = |&(pivot, locked): &(Node, Node)| {
            let both = model.graph.evaluate(&[pivot, locked], &at);
            both[0] / both[1]
        };
        tree.pivots.iter().map(share).fold(f64::INFINITY, f64::min)
    };
    assert!(smallest(1.0) > 0.1);
    // sin²θ·J against J.
    assert!(smallest(1e-3) < 1e-5);
    assert!(smallest(0.0).abs() < 1e-15);
}

#[test]
fn constraints_and_masses_of_the_description_prevent_it() {
    let text = TREE.replace("joint hip", "constraint held: shoulder.angle = 0.1; joint hip");
    assert!(formulated(&model(&text)).bodies.expect("bodies").articulated.is_none());
}
