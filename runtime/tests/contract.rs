//! The contract that every stepper keeps, checked for every stepper by the same functions.
//!
//! `contract/every.rs` lists the steppers once; the other files are one promise each.

mod support;

#[path = "contract/bits.rs"]
mod bits;
#[path = "contract/energy.rs"]
mod energy;
#[path = "contract/erased.rs"]
mod erased;
#[path = "contract/every.rs"]
mod every;
#[path = "contract/failures.rs"]
mod failures;
#[path = "contract/first_rows.rs"]
mod first_rows;
#[path = "contract/orders.rs"]
mod orders;
#[path = "contract/polynomials.rs"]
mod polynomials;
#[path = "contract/reversed.rs"]
mod reversed;
#[path = "contract/short_steps.rs"]
mod short_steps;
