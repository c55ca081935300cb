//! Y π + y₀ compared with M a − f₀ of the unchanged description, without reactions.

use crate::{ARM, ROUNDING, SLIDER_CRANK, SPATIAL, programs, regressors};
use linkwork::WithInputs;
use linkwork::analysis::{Analyse, Motion};
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
    let (of_minimal, of_absolute) = (
        linkwork_regressor::Instant::initial(minimal.tape()),
        linkwork_regressor::Instant::initial(absolute.tape()),
    );
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
