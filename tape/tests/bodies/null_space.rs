//! Solves through the null space of the constraints compared with the planned saddle solves, on closed loops in both formulations.

use crate::tapes::tapes;
use linkwork::prelude::*;
use linkwork::runge_kutta::ExplicitEuler;
use linkwork::scalar::DoubleDouble;

/// Accelerations and multipliers of the first step.
fn first<M: Mechanism, S: Stepper<M>>(m: &M, method: &S) -> [Vec<f64>; 2] {
    let (q, v, y) = m.initial();
    let h = M::Scalar::exact(1e-5);
    let mut w = method.start(m, &Start { t: M::Scalar::zero(), q, v, y }, h).unwrap();
    method.attempt(m, h, &mut w).unwrap();
    let sample = method.sample(&w);
    let values = |x: &[M::Scalar]| x.iter().map(|x| x.value()).collect::<Vec<f64>>();
    let multipliers = [values(sample.lambda.as_slice()), values(sample.psi.as_slice())].concat();
    [values(sample.a.as_slice()), multipliers]
}

/// The largest difference, relative to the largest number.
fn off(found: &[f64], truth: &[f64]) -> f64 {
    let size = truth.iter().fold(0.0, |most: f64, a| linkwork::Real::max(most, a.abs()));
    let most = found.iter().zip(truth).map(|(a, b)| (a - b).abs()).fold(0.0, linkwork::Real::max);
    if size > 0.0 { most / size } else { most }
}

/// Compared with the solution in twice the precision, both forms are accurate to 1e-11 of the largest number, the null space to 1e-12.
#[test]
fn both_forms_are_accurate_on_closed_loops() {
    for text in [
        include_str!("../../../models/mechanisms/linkages/andrews_bodies.mech"),
        include_str!("../../../models/mechanisms/linkages/bricard.mech"),
        include_str!("../../../models/mechanisms/tops/governor.mech"),
    ] {
        for one in tapes(text) {
            let m = one.build().unwrap();
            let name = m.names().mechanism.clone();
            let sizes = m.sizes();
            let truth = first(&m.with_scalar(&DoubleDouble::from), &ExplicitEuler::index1());
            let saddle = first(&m, &ExplicitEuler::index1());
            let through = first(&m, &ExplicitEuler::index1().null_space());
            for (what, k) in [("accelerations", 0), ("multipliers", 1)] {
                let errors = [off(&saddle[k], &truth[k]), off(&through[k], &truth[k])];
                assert!(
                    sizes.holonomic == 0 || saddle != through,
                    "{name}: another form has another rounding"
                );
                assert!(errors[0] < 1e-10 && errors[1] < 1e-11, "{name}: {what} {errors:?}");
            }
        }
    }
}
