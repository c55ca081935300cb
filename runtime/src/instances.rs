//! Instances of generic functions that every program with a mechanism in f64 needs, compiled here, with the runtime.
//!
//! A crate takes an instance from a crate that it depends on, if that has one and little is optimised (`opt-level` 0 and 1: debug
//! builds and tests). Else, and for all other scalars, it compiles its own.

use crate::assemble::by_lanes;
use crate::emitted::fallback_into;
use crate::exact_start::TERMS;
use crate::runge_kutta::NullSpace;
use crate::scalar::Taylor;

/// Never called. It is not inlined, so that it is compiled here, with everything it refers to.
#[inline(never)]
pub fn instances() -> [*const (); 4] {
    [
        fallback_into::<f64> as *const (),
        fallback_into::<Taylor<f64, TERMS>> as *const (),
        NullSpace::<f64>::solve_placed as *const (),
        by_lanes::<f64> as *const (),
    ]
}
