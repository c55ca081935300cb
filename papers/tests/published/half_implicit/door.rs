//! RATTLE and SHAKE on a door whose second hinge is redundant: five redundant constraints.

use super::*;
use linkwork::symplectic::{Rattle, Shake};

/// Velocities and multipliers at 0.5 s.
fn end<S: Stepper<Tape>>(m: &Tape, method: &S, h: f64) -> [Vec<f64>; 2] {
    let last = step_of(0.5, h) as u64;
    let mut found = [Vec::new(), Vec::new()];
    walk(m, method, &initial(m), h, last, |n, s| {
        if n == last {
            found = [s.v.as_slice().to_vec(), s.lambda.as_slice().to_vec()];
        }
    })
    .unwrap();
    found
}

/// Order 2 in velocities, and in the smallest of the equivalent multipliers.
#[test]
fn redundant_constraints() {
    let m = tape(&published::absolute("door").unwrap(), &[], &[]);
    assert_eq!(m.sizes().redundancy, 5);
    let truth = end(&m, &RungeKutta4::projected(), 1e-3);
    let check = |name: &str, found: [[Vec<f64>; 2]; 2]| {
        for part in 0..2 {
            let errors = [0, 1].map(|i: usize| {
                let pairs = found[i][part].iter().zip(&truth[part]);
                pairs.map(|(a, b)| (a - b).abs()).fold(0.0, linkwork::Real::max)
            });
            close(&format!("{name}, part {part}, {errors:?}"), (errors[0] / errors[1]).log2(), 2.0, 0.05);
        }
    };
    check("RATTLE", [2e-2, 1e-2].map(|h| end(&m, &Rattle, h)));
    check("SHAKE", [2e-2, 1e-2].map(|h| end(&m, &Shake, h)));
}
