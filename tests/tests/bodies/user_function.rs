//! A user function in Rust against the same formula in the language.

use linkwork::prelude::*;
use linkwork_tests::user_function::{Well, WellInRust};

/// Forces need the first derivative of the well, the method's matrix the second and that of the drag. Both runs
/// do the same arithmetic up to rounding errors, which grow little over 200 steps.
#[test]
fn a_function_in_rust_gives_the_motion_of_its_formula() {
    let rust = WellInRust::default().build().unwrap();
    let formula = Well::default().build().unwrap();
    let rust = rust.simulate().method(FifthDegree::default()).step(1e-2).until(2.0).run().unwrap();
    let formula = formula.simulate().method(FifthDegree::default()).step(1e-2).until(2.0).run().unwrap();
    let (rust, formula) = (rust.last(), formula.last());
    let difference = (rust.q[0] - formula.q[0]).abs().max((rust.v[0] - formula.v[0]).abs());
    assert!(difference < 1e-12, "{difference:e}");
    assert!(rust.q[0] < 0.9, "it has moved: {}", rust.q[0]);
}
