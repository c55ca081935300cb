//! The signature of a step: a number from the routines that it runs, in their order.
//!
//! Two steps with the same signature make as many iterations. Signatures of different steps differ except with a probability of about 10⁻¹⁹.

use core::hash::{Hash, Hasher};
use linkwork::Real;
use linkwork_tape::Code;
use std::cell::Cell;
use std::collections::hash_map::DefaultHasher;

thread_local! {
    static SIGNATURE: Cell<u64> = const { Cell::new(0) };
}

/// The number of a routine, the same for all scalars.
pub fn of<T: Real>(code: &Code<T>) -> u64 {
    let mut hasher = DefaultHasher::new();
    code.instructions().hash(&mut hasher);
    code.outputs().hash(&mut hasher);
    hasher.finish()
}

/// A routine runs.
#[inline]
pub fn mix(routine: u64) {
    // An odd factor without a pattern, as in multiplicative hashing.
    SIGNATURE.set((SIGNATURE.get().rotate_left(5) ^ routine).wrapping_mul(0x9e37_79b9_7f4a_7c15));
}

/// A loop over the links of a tree, instead of a routine: another number without a pattern.
#[inline]
pub fn mix_loop() {
    mix(0xd1b5_4a32_d192_ed03);
}

/// The signature since the last call, which begins another.
pub fn take() -> u64 {
    SIGNATURE.replace(0)
}
