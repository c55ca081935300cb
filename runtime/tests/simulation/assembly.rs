//! Assembly of initial states.

use crate::support::{RepeatedRod, RigidPendulum, SkateInBowl};
use linkwork::assemble::{Given, assemble};
use linkwork::prelude::*;
use linkwork::{Error, Mechanism};
use nalgebra::SVector;

fn vector<const N: usize>(entries: [f64; N]) -> SVector<f64, N> {
    SVector::from(entries)
}

#[test]
fn the_angle_determines_the_other_coordinates() {
    let m = RigidPendulum { sway: 0.3, ..RigidPendulum::default() };
    let guess = (vector([0.0, -1.0, 0.3]), vector([0.0, 0.0, 2.0]), vector([]));
    let given = Given { positions: &[false, false, true], velocities: &[false, false, true] };
    let (q, v, _) = assemble(&m, guess, given).unwrap();
    let (s, c) = 0.3_f64.sin_cos();
    assert_eq!((q[2], v[2]), (0.3, 2.0));
    assert!((q[0] - s).abs() < 1e-15 && (q[1] + c).abs() < 1e-15);
    // The pivot moves at 2·0.3 m/s at t = 0.
    assert!((v[0] - 2.0 * c - 0.6).abs() < 1e-14 && (v[1] - 2.0 * s).abs() < 1e-14);
}

#[test]
fn free_values_stay_near_the_guess() {
    let guess = (vector([0.9, -0.5, 1.0]), vector([0.1, 0.2, 0.3]), vector([]));
    let (q, v, _) = assemble(&RigidPendulum::default(), guess, Given::default()).unwrap();
    assert!((q[0] - q[2].sin()).abs() < 1e-15 && (q[1] + q[2].cos()).abs() < 1e-15);
    assert!((q - guess.0).norm() < 0.1, "moved by {}", (q - guess.0).norm());
    // Velocities: the orthogonal projection onto G v = 0, whose null space is n = (cos θ, sin θ, 1).
    let n = vector([q[2].cos(), q[2].sin(), 1.0]);
    let nearest = n * (guess.1.dot(&n) / n.dot(&n));
    assert!((v - nearest).norm() < 1e-14);
}

#[test]
fn a_consistent_start_is_left_alone() {
    for angle in [0.1, 1.0, 2.0] {
        let m = RigidPendulum { angle, rate: 0.7, ..RigidPendulum::default() };
        let (q, v, _) = assemble(&m, m.initial(), Given::default()).unwrap();
        assert!((q - m.initial().0).norm() < 1e-15 && (v - m.initial().1).norm() < 1e-15);
    }
}

#[test]
fn nonholonomic_velocities_are_assembled() {
    let m = SkateInBowl::default();
    let guess = (vector([1.0, 0.5, 0.0, 0.4]), vector([1.0, 1.0, 0.0, 0.0]), vector([]));
    let given = Given { positions: &[true, true, false, true], velocities: &[true] };
    let (q, v, _) = assemble(&m, guess, given).unwrap();
    assert!((q[2] - 0.5 - 0.25 * 0.25).abs() < 1e-15);
    assert_eq!(v[0], 1.0);
    assert!((v[1] - 0.4_f64.tan()).abs() < 1e-14);
    assert!((v[2] - 1.0 - 0.25 * v[1] - 0.2).abs() < 1e-14);
}

#[test]
fn given_values_that_contradict_each_other() {
    let m = RigidPendulum::default();
    let guess = (vector([0.5, -1.0, 0.3]), vector([0.0, 0.0, 0.0]), vector([]));
    let given = Given { positions: &[true; 3], velocities: &[] };
    let error = assemble(&m, guess, given).unwrap_err();
    let Error::Initial { values, gaps, .. } = &error else { panic!("{error}") };
    // Two of the three are already too many.
    assert_eq!(values, &["x", "y"]);
    assert!(!gaps.is_empty() && gaps.iter().all(|gap| gap.name.starts_with("along_")), "{error}");
    let said = "the initial values of `x` and `y` contradict each other: the best attempt violates `along_";
    assert!(error.to_string().starts_with(said), "{error}");
    assert!(error.to_string().ends_with("remove one of them, or make it a guess: `y: ~…`"));
}

#[test]
fn rounded_decimals_are_accepted() {
    let m = RigidPendulum::default();
    let guess = (vector([0.479426, -0.877583, 0.5]), vector([0.0, 0.0, 0.0]), vector([]));
    let (q, ..) = assemble(&m, guess, Given { positions: &[true; 3], velocities: &[] }).unwrap();
    assert!((q - guess.0).amax() < 1e-6);
    assert!((q[0] - q[2].sin()).abs() < 1e-15 && (q[1] + q[2].cos()).abs() < 1e-15);
}

#[test]
fn constraints_that_cannot_be_assembled_are_named() {
    // A rod of 1 m does not reach x = 2 m.
    let m = RigidPendulum::default();
    let guess = (vector([2.0, -1.0, 0.3]), vector([0.0, 0.0, 0.0]), vector([]));
    let error = assemble(&m, guess, Given { positions: &[true], velocities: &[] }).unwrap_err();
    let Error::Initial { mechanism, values, gaps } = &error else { panic!("{error}") };
    assert_eq!((mechanism.as_str(), gaps.len(), gaps[0].name.as_str()), ("RigidPendulum", 1, "along_x"));
    assert_eq!(values, &["x"]);
    assert!(gaps[0].value.abs() >= 1.0 - 1e-6, "{error}");
}

#[test]
fn repeated_constraints_are_accepted_if_they_agree() {
    let guess = (vector([0.9, 0.3]), vector([1.0, 1.0]), vector([]));
    let (q, v, _) = assemble(&RepeatedRod::default(), guess, Given::default()).unwrap();
    assert!((q.norm() - 1.0).abs() < 1e-15 && q.dot(&v).abs() < 1e-15);
    let error = assemble(&RepeatedRod { mismatch: 1e-3, ..RepeatedRod::default() }, guess, Given::default());
    let Error::Contradiction { gaps, .. } = error.unwrap_err() else { panic!("contradictory constraints") };
    assert!(gaps.iter().any(|g| g.name == "rod" || g.name == "again"));
    let open = gaps.iter().map(|g| g.value.abs()).fold(0.0, linkwork::Real::max);
    assert!(open > 4e-4 && open < 4e-3, "gap {open}");
}

#[test]
fn a_guess_where_the_gradient_vanishes() {
    let (q, ..) = assemble(
        &RepeatedRod::default(),
        (vector([0.0, 0.0]), vector([0.0, 0.0]), vector([])),
        Given::default(),
    )
    .unwrap();
    assert!((q.norm() - 1.0).abs() < 1e-14);
}

/// The square of the distance from the origin: no placeholder with values above 0.7 reaches that of the rod.
pub fn square<T: linkwork::Real>(x: T, y: T) -> T {
    x * x + y * y
}

/// The lift of a cam.
pub fn lift<T: linkwork::Real>(angle: T) -> T {
    T::exact(0.1) * angle.sin() * (T::one() + T::exact(0.3) * angle.cos())
}

linkwork::mechanism! {
    /// A bob on a rod whose length a function in Rust measures.
    pub mechanism RodInRust {
        function square(x [m], y [m]) -> [m^2] = crate::simulation::assembly::square;
        coordinate x [m];
        coordinate y [m];
        kinetic = 2 [kg] * (der(x)^2 + der(y)^2) / 2;
        potential = 20 [N] * y;
        constraint rod: square(x, y) = 0.25 [m^2];
        initial { x: 0.3 [m], y: ~-0.3 [m], der(x): 1 [m/s] }
    }

    /// The same in the language.
    pub mechanism Rod {
        coordinate x [m];
        coordinate y [m];
        kinetic = 2 [kg] * (der(x)^2 + der(y)^2) / 2;
        potential = 20 [N] * y;
        constraint rod: x^2 + y^2 = 0.25 [m^2];
        initial { x: 0.3 [m], y: ~-0.3 [m], der(x): 1 [m/s] }
    }

    /// A follower on a cam in Rust.
    pub mechanism CamInRust in plane {
        function lift(angle [rad]) -> [m] = crate::simulation::assembly::lift;
        gravity = [0, -10] [m/s^2];
        body cam { mass: 1 [kg], inertia: 0.2 [kg*m^2] }
        body follower { mass: 3 [kg] }
        joint shaft = revolute(ground, cam);
        joint guide = prismatic(ground, follower, axis: [0, 1]);
        constraint contact: guide.displacement = lift(shaft.angle);
        initial { shaft.angle: 0.5 [rad], der(shaft.angle): 8 [rad/s] }
    }

    /// The same in the language.
    pub mechanism Cam in plane {
        gravity = [0, -10] [m/s^2];
        body cam { mass: 1 [kg], inertia: 0.2 [kg*m^2] }
        body follower { mass: 3 [kg] }
        joint shaft = revolute(ground, cam);
        joint guide = prismatic(ground, follower, axis: [0, 1]);
        constraint contact: guide.displacement = 0.1 [m] * sin(shaft.angle) * (1 + 0.3 * cos(shaft.angle));
        initial { shaft.angle: 0.5 [rad], der(shaft.angle): 8 [rad/s] }
    }
}

/// Positions, velocities and multipliers of two runs agree: closures are found to 1e-12, and the difference grows little.
fn same<A, B>(rust: A, formula: B)
where
    A: Mechanism<Scalar = f64>,
    B: Mechanism<Scalar = f64>,
{
    let rust = rust.simulate().method(FifthDegree::default()).step(5e-3).until(2.0).run().unwrap();
    let formula = formula.simulate().method(FifthDegree::default()).step(5e-3).until(2.0).run().unwrap();
    for (a, b) in rust.samples().iter().zip(formula.samples()) {
        let all = [
            (a.q.as_slice(), b.q.as_slice()),
            (a.v.as_slice(), b.v.as_slice()),
            (a.lambda.as_slice(), b.lambda.as_slice()),
        ];
        for (x, y) in all.iter().flat_map(|(x, y)| x.iter().zip(y.iter())) {
            assert!((x - y).abs() < 1e-8 * (1.0 + y.abs()), "t = {}: {x} {y}", a.t);
        }
    }
    assert!((rust.last().q.as_slice()[0] - rust.first().q.as_slice()[0]).abs() > 0.01, "it moves");
}

#[test]
fn functions_in_rust_may_occur_in_constraints() {
    let rod = RodInRust::default().build().unwrap();
    let (q, v, _) = rod.initial();
    assert!((q[1] + 0.4).abs() < 1e-11 && (v[1] - 0.75).abs() < 1e-11, "{q:?} {v:?}");
    same(rod, Rod::default().build().unwrap());
    same(CamInRust::default().build().unwrap(), Cam::default().build().unwrap());
}

mechanism! {
    /// A rigid structure: it has no velocities.
    mechanism Clamped in space {
        gravity = [0, 0, -10] [m/s^2];
        body block { mass: 3 [kg], inertia: diagonal(1, 2, 3) [kg*m^2], com: [0.5, 0, 0] [m] }
        joint clamp = fixed(ground, block);
        output load = clamp.force.z;
        output moment = clamp.torque.y;
    }
}

/// Its reactions are its weight and the moment of its weight.
#[test]
fn mechanisms_without_freedom_run_and_have_reactions() {
    let model = Clamped::default().build().expect("it assembles");
    let solution = model.simulate().step(0.1).until(1.0).run().expect("it runs");
    for (output, expected) in [("load", 30.0), ("moment", -15.0)] {
        let values = solution.output(output).expect("an output");
        assert!(values.iter().all(|value| (value - expected).abs() < 1e-12), "{output}: {values:?}");
    }
}
