//! Mechanisms without regressor, and the reasons.

use crate::{ARM, SLIDER_CRANK, regressor};
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
