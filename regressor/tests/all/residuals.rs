//! Y π + y₀ compared with M a − f₀ of the unchanged description, without reactions.

use crate::{ARM, ROUNDING, SLIDER_CRANK, SPATIAL, programs, regressor, regressors};
use linkwork::WithInputs;
use linkwork::analysis::{Analyse, Motion};
use linkwork_regressor::Instant;
use linkwork_tape::TapeParameters;
use nalgebra::DVector;

/// Every mechanism in every formulation, at random motions.
#[test]
fn rows_are_the_equations_of_motion() {
    for source in [ARM, SLIDER_CRANK, SPATIAL] {
        for (regressor, plain) in regressors(source).into_iter().zip(programs(source, false)) {
            let name = plain.name.clone();
            let mut plain = TapeParameters::new(plain).build().expect("the mechanism");
            let instants = regressor.random(30).expect("motions");
            assert_eq!(instants.len(), 30, "{name}");
            for instant in instants {
                plain.set_inputs(instant.inputs.clone());
                let vector = |x: &[f64]| DVector::from_column_slice(x);
                let motion = Motion {
                    t: instant.time,
                    q: vector(&instant.q),
                    v: vector(&instant.v),
                    a: vector(&instant.a),
                    y: vector(&instant.states),
                };
                let free = plain.free_directions(&motion, None).expect("free directions");
                let wanted = free.efforts.transpose() * plain.inverse_dynamics(&motion);
                let rows = regressor.rows(&instant, &free.independent).expect("rows");
                let found = &rows.matrix * vector(regressor.values()) + &rows.offset;
                let size = plain.inverse_dynamics(&motion).amax() * free.efforts.amax();
                let apart = (&found - &wanted).amax();
                assert!(apart < 100.0 * ROUNDING * (1.0 + size), "{name}: {apart:e} of {size:e}");
            }
        }
    }
}

/// The rows of a loop in minimal and in absolute coordinates are the same, because they are along the same coordinate.
#[test]
fn rows_do_not_depend_on_the_formulation() {
    let all = regressors(SLIDER_CRANK);
    let [minimal, absolute] = all.as_slice() else { panic!("two formulations") };
    let counts = [minimal, absolute].map(|one| one.columns().to_vec());
    assert_eq!(counts[0], counts[1]);
    // Both begin at the same place; along the angle of the crank the motion is the same.
    let (of_minimal, of_absolute) = (Instant::initial(minimal.tape()), Instant::initial(absolute.tape()));
    let crank =
        [minimal.velocity("pivot.angle"), absolute.velocity("crank.angle")].map(|i| i.expect("the crank"));
    let mut rows = Vec::new();
    for ((regressor, mut instant), i) in
        [(minimal, of_minimal), (absolute, of_absolute)].into_iter().zip(crank)
    {
        (instant.v[i], instant.a[i]) = (3.0, -11.0);
        let instant = regressor.following(&instant, &[i]).expect("the rest follows");
        rows.push(regressor.rows(&instant, &[i]).expect("rows").matrix);
    }
    let apart = (&rows[0] - &rows[1]).amax();
    assert!(apart < 1e-9 * rows[0].amax(), "{apart:e}");
}

/// At rest the effort about a vertical axis is zero: all terms cancel, and what is left of them is rounding. Alone, there is no other row.
#[test]
fn rows_without_effect_are_rows() {
    let tilt = "body arm { mass: 1.4 [kg], com: [0.02, 0.2, -0.03] [m], inertia: diagonal(0.03, 0.01, 0.035) [kg*m^2] }
        joint tilt = revolute(column at [0.3, 0.1, 0.5] [m], arm, axis: [0.6, 0.8, 0]);";
    for (more, coordinates) in [("", 1), (tilt, 2)] {
        // An axis aslant in the ground.
        let source = format!(
            "mechanism Turret in space {{
                gravity = [0, -5.886, -7.848] [m/s^2];
                body column {{ mass: 3 [kg], com: [0.1, -0.05, 0.4] [m], inertia: diagonal(0.08, 0.07, 0.09) [kg*m^2] }}
                joint pan = revolute(ground, column, axis: [0, 0.6, 0.8]);
                {more}
            }}"
        );
        let turret = regressor(&source);
        for i in 0..20 {
            let q = [0.37 * f64::from(i) - 3.0, 1.1 - 0.29 * f64::from(i)][..coordinates].to_vec();
            let instant = Instant { q, ..Instant::initial(turret.tape()) };
            let independent: Vec<usize> = (0..coordinates).collect();
            let size = turret.rows(&instant, &independent).expect("rows at rest").matrix.row(0).amax();
            assert!(size < ROUNDING * 100.0, "{size:e}");
        }
    }
}
