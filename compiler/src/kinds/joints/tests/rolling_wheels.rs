//! Rolling against motions whose closed form is known.

use super::super::*;
use super::numbers::{Place, cross, product, turned};
use super::{DIFFERENCES, ROUNDING, STEP};
use crate::kinds::joints::Rolling;

/// The residuals of a joint with numbers for everything.
fn residuals(
    kind: &dyn Fn(&mut Graph) -> JointKind,
    planar: bool,
    places: [&Place; 2],
    twists: [[f64; 6]; 2],
) -> Vec<f64> {
    let mut graph = Graph::new();
    let kind = kind(&mut graph);
    let mut values = Vec::new();
    let mut number = |graph: &mut Graph, x: f64| {
        let symbol = graph.symbol(&format!("number {}", values.len()));
        values.push((symbol, x));
        graph.node(symbol)
    };
    let poses = places.map(|place| Pose {
        position: place.position.map(|x| number(&mut graph, x)),
        rotation: place.rotation.map(|row| row.map(|x| number(&mut graph, x))),
    });
    let twists = twists.map(|twist| {
        let all = twist.map(|x| number(&mut graph, x));
        Twist { velocity: [all[0], all[1], all[2]], angular_velocity: [all[3], all[4], all[5]] }
    });
    let twists = Some((&twists[0], &twists[1]));
    let equations = equations(&kind, planar, &mut graph, &poses[0], &poses[1], twists);
    let nodes: Vec<Node> = equations.iter().map(|equation| equation.residual).collect();
    let of = |symbol| values.iter().find(|(s, _)| *s == symbol).map_or(f64::NAN, |(_, x)| *x);
    graph.evaluate(&nodes, &of)
}

/// A place as a function of the time → its twist, by differences.
fn twist(place: &dyn Fn(f64) -> Place, t: f64) -> [f64; 6] {
    let (ahead, behind, here) = (place(t + STEP), place(t - STEP), place(t));
    let slope = |a: f64, b: f64| (a - b) / (2.0 * STEP);
    // [ω]× = R' Rᵀ
    let spin: [[f64; 3]; 3] = core::array::from_fn(|i| {
        core::array::from_fn(|j| {
            (0..3).map(|k| slope(ahead.rotation[i][k], behind.rotation[i][k]) * here.rotation[j][k]).sum()
        })
    });
    let v: [f64; 3] = core::array::from_fn(|i| slope(ahead.position[i], behind.position[i]));
    [v[0], v[1], v[2], spin[2][1], spin[0][2], spin[1][0]]
}

const GROUND: Place =
    Place { position: [0.0; 3], rotation: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] };
const RADIUS: f64 = 0.5;

fn on_the_floor(axis: Option<usize>) -> impl Fn(&mut Graph) -> JointKind {
    move |graph| {
        let identity = crate::symbolic::vectors::identity(graph);
        let radius = graph.constant(crate::symbolic::Constant::ratio(1, 2));
        JointKind::Rolling(Rolling { normal: identity[2], axis: axis.map(|k| identity[k]), radius })
    }
}

/// A disk of radius r leaning by β, its contact on a circle of radius ρ: where the circle is traversed
/// with ψ', the disk turns about its axis with r φ' = ρ ψ' relative to the leaning plane, because the contact
/// travels the same length on the circle and on the rim.
#[test]
fn a_leaning_disk_on_a_circle_rolls_by_the_length_of_its_track() {
    let (rho, lean, rate) = (2.0, 0.4, 1.3);
    for (factor, rolls) in [(1.0, true), (1.1, false)] {
        let place = move |t: f64| {
            let psi = rate * t;
            let phi = factor * rho / RADIUS * psi;
            // The axis of the disk is its y axis; upright (β = 0) it points at the centre of the circle.
            let frame = product(&turned(&[0.0, 0.0, psi]), &turned(&[0.0, -lean, 0.0]));
            let to_axis = turned(&[0.0, 0.0, core::f64::consts::FRAC_PI_2]);
            let spun = product(&to_axis, &turned(&[0.0, phi, 0.0]));
            let rotation = product(&frame, &spun);
            let reach = rho - RADIUS * lean.sin();
            Place { position: [reach * psi.cos(), reach * psi.sin(), RADIUS * lean.cos()], rotation }
        };
        for t in [0.0, 0.3, 1.9] {
            let slip =
                residuals(&on_the_floor(Some(1)), false, [&GROUND, &place(t)], [[0.0; 6], twist(&place, t)]);
            assert!(slip[0].abs() < ROUNDING, "height {:e}", slip[0]);
            let size = slip[1].hypot(slip[2]);
            // Ten per cent more spin slips by ten per cent of the velocity of the contact.
            let expected = if rolls { 0.0 } else { 0.1 * rho * rate };
            assert!((size - expected).abs() < DIFFERENCES, "slip {size:e} at {t}");
        }
    }
}

/// v = r ω, for a wheel in the plane that rolls along x with its centre above the line y = 0.
#[test]
fn a_wheel_in_the_plane_advances_by_its_radius_times_its_angle() {
    let kind = |graph: &mut Graph| {
        let identity = crate::symbolic::vectors::identity(graph);
        let radius = graph.constant(crate::symbolic::Constant::ratio(1, 2));
        JointKind::Rolling(Rolling { normal: identity[1], axis: Some(identity[2]), radius })
    };
    let wheel = Place { position: [0.7, RADIUS, 0.0], rotation: turned(&[0.0, 0.0, 0.9]) };
    for (v, omega, slip) in [(1.5, -3.0, 0.0), (1.5, 0.0, 1.5), (0.0, 3.0, 1.5)] {
        let motion = [v, 0.0, 0.0, 0.0, 0.0, omega];
        let found = residuals(&kind, true, [&GROUND, &wheel], [[0.0; 6], motion]);
        assert_eq!(found, [0.0, slip]);
    }
}

/// A ball between two moving plates: here on a plate that carries it along as one rigid body, and one
/// that turns under it. Slip does not depend on the observer.
#[test]
fn slip_depends_on_the_two_bodies_alone() {
    let plate = Place { position: [0.2, -0.1, 0.3], rotation: turned(&[0.5, -0.8, 0.3]) };
    let ball = plate.then(&Place { position: [0.4, 0.9, RADIUS], rotation: turned(&[1.0, 0.2, -0.4]) });
    let (v, omega) = ([0.3, -0.5, 0.9], [1.1, 0.4, -0.7]);
    let rigid = |place: &Place| -> [f64; 6] {
        let lever = cross(&omega, &place.position);
        [v[0] + lever[0], v[1] + lever[1], v[2] + lever[2], omega[0], omega[1], omega[2]]
    };
    let kind = on_the_floor(None);
    let carried = residuals(&kind, false, [&plate, &ball], [rigid(&plate), rigid(&ball)]);
    assert!(carried.iter().all(|r| r.abs() < ROUNDING), "{carried:?}");
    let alone = [0.2, 0.7, -0.3, 0.8, -0.2, 0.5];
    let watched: [f64; 6] = core::array::from_fn(|i| alone[i] + rigid(&ball)[i]);
    let seen = residuals(&kind, false, [&plate, &ball], [rigid(&plate), watched]);
    let still = residuals(&kind, false, [&plate, &ball], [[0.0; 6], alone]);
    assert!(seen.iter().zip(&still).all(|(a, b)| (a - b).abs() < ROUNDING), "{seen:?} {still:?}");
}
