//! Mechanisms without regressor, and the reasons.

use crate::{ARM, SLIDER_CRANK, SPATIAL, regressor};
use linkwork_compiler::Options;
use linkwork_regressor::{BaseParameters, Estimate, Instant, Stacked};

/// The message of a compilation with coefficients.
fn mistakes(source: &str) -> String {
    let options = Options { coefficients: true, ..Options::default() };
    match linkwork_compiler::build::compile_text("regressor", source, &options, false) {
        Ok(_) => panic!("it compiles"),
        Err(text) => text.to_string(),
    }
}

#[test]
fn friction_of_a_reaction_is_refused_with_its_name() {
    let text = mistakes(
        "mechanism Block in plane {
            gravity = [0, -9.81] [m/s^2];
            body block { mass: 1 [kg], inertia: 0.1 [kg*m^2] }
            joint guide = prismatic(ground, block, axis: [1, 0]);
            force rubbing = friction(guide, coefficient: 0.3);
        }",
    );
    assert!(text.contains("`rubbing` follows from a reaction"), "{text}");
    assert!(text.contains("friction(joint, limit: …)"), "{text}");
}

#[test]
fn energies_without_bodies_are_refused() {
    let text = mistakes(
        "mechanism Rod { coordinate angle [rad]; kinetic = 1 [kg*m^2] * der(angle)^2 / 6; potential = 0 [J] * angle; }",
    );
    assert!(text.contains("has no bodies"), "{text}");
}

/// A force that moves with the mechanism has no constant stiffness: it is reported, and part of y₀.
#[test]
fn coefficients_that_change_with_the_motion_are_reported() {
    let regressor = regressor(
        "mechanism Soft in plane {
            body bob { mass: 1 [kg], inertia: 0.1 [kg*m^2] }
            joint hinge = revolute(ground, bob);
            force back = torsion_spring(hinge, stiffness: 2 [N*m/rad] * (1 + hinge.angle^2), damping: 0.1 [N*m*s/rad]);
        }",
    );
    assert_eq!(regressor.moving(), ["back.stiffness"]);
    assert!(regressor.columns().iter().any(|column| column.name == "back.damping"));
    let instant = Instant { q: vec![0.5], v: vec![0.0], a: vec![0.0], ..Instant::initial(regressor.tape()) };
    let rows = regressor.rows(&instant, &[0]).expect("rows");
    assert!((rows.offset[0] - 2.0 * 1.25 * 0.5).abs() < 1e-14);
}

#[test]
fn motions_that_violate_constraints_or_determine_nothing_are_refused() {
    let loops = regressor(SLIDER_CRANK);
    let mut broken = Instant::initial(loops.tape());
    broken.q[1] += 0.01;
    let (_, error) = Stacked::new(&loops, &[broken], Some(&[0])).expect_err("it does not close");
    assert!(error.to_string().contains("violates"), "{error}");
    let wrong = Instant { q: vec![0.0], ..Instant::initial(loops.tape()) };
    let error = loops.rows(&wrong, &[0]).expect_err("too few numbers");
    assert!(error.to_string().contains("`SliderCrank` has"), "{error}");

    let arm = regressor(ARM);
    let base = BaseParameters::of(&arm).expect("base parameters");
    let still: Vec<Instant> = (0..40)
        .map(|i| Instant { q: vec![0.01 * f64::from(i), 0.3], ..Instant::initial(arm.tape()) })
        .collect();
    let stacked = Stacked::new(&arm, &still, None).expect("rows");
    let error = Estimate::of(&base, &stacked, arm.columns()).expect_err("nothing moves");
    assert!(error.to_string().contains("no effect in this motion"), "{error}");
}

/// A closure with the slider upside down satisfies the constraints, of which one is the sine of its angle.
#[test]
fn joints_that_are_turned_over_are_refused() {
    let loops = regressor(SLIDER_CRANK);
    let start = Instant::initial(loops.tape());
    let crank = loops.velocity("pivot.angle").expect("the crank");
    let wrist = loops.velocity("wrist.angle").expect("the wrist");
    assert!(loops.rows(&start, &[crank]).is_ok());
    let mut over = start;
    over.q[wrist] += std::f64::consts::PI;
    for error in [loops.rows(&over, &[crank]).err(), loops.following(&over, &[crank]).err()] {
        let text = error.expect("it is turned over").to_string();
        assert!(text.contains("`guide` turned over"), "{text}");
    }
}

#[test]
fn quaternions_without_unit_norm_are_refused_and_nearly_unit_ones_normalised() {
    let regressor = regressor(SPATIAL);
    let all: Vec<usize> = (0..5).collect();
    let start = Instant::initial(regressor.tape());
    let (at, _) = regressor.tape().program().rotations[0];
    let exact = regressor.rows(&start, &all).expect("rows");
    for factor in [0.0, 2.0, 0.999] {
        let mut scaled = start.clone();
        scaled.q[at..at + 4].iter_mut().for_each(|x| *x *= factor);
        let text = regressor.rows(&scaled, &all).expect_err("another norm").to_string();
        assert!(text.contains("ball.rotation.w = ") && text.contains("whose norm is 1, not"), "{text}");
    }
    let mut near = start;
    near.q[at..at + 4].iter_mut().for_each(|x| *x *= 1.0 + 5e-6);
    let found = regressor.rows(&near, &all).expect("rows of the unit quaternion");
    assert!((found.matrix - exact.matrix).amax() < 1e-11);
}

/// Coordinates with a velocity of their own are known by both names, also beside a quaternion.
#[test]
fn names_of_coordinates_are_those_of_their_velocities() {
    let regressor = regressor(SPATIAL);
    for name in ["hinge.angle", "der(hinge.angle)"] {
        assert_eq!(regressor.velocity(name).expect("the hinge"), 3, "{name}");
    }
    assert_eq!((&*regressor.effort(3).name, &*regressor.effort(3).unit), ("hinge.angle", "N*m"));
    assert_eq!((&*regressor.effort(4).name, &*regressor.effort(4).unit), ("rail.displacement", "N"));
    let error = regressor.velocity("ball.rotation.w").expect_err("it has no velocity of its own");
    assert!(error.to_string().contains("`hinge.angle`"), "{error}");
}

/// Without instants there are no rows, but as many coordinates as ever.
#[test]
fn no_instants_have_no_rows() {
    for (source, freedoms) in [(ARM, 2), (SLIDER_CRANK, 1)] {
        let stacked = Stacked::new(&regressor(source), &[], None).expect("no rows");
        assert_eq!((stacked.independent.len(), stacked.matrix.nrows()), (freedoms, 0));
    }
}
