//! The conditionally explicit methods and the stability module against published and reference numbers.

mod support;

#[path = "steppers/by_hand.rs"]
mod by_hand;
#[path = "steppers/control.rs"]
mod control;
#[path = "steppers/generalized_alpha.rs"]
mod generalized_alpha;
#[path = "steppers/half_implicit.rs"]
mod half_implicit;
#[path = "steppers/index2.rs"]
mod index2;
#[path = "steppers/limits.rs"]
mod limits;
#[path = "steppers/long_runs.rs"]
mod long_runs;
#[path = "steppers/orders.rs"]
mod orders;
#[path = "steppers/rattle.rs"]
mod rattle;
#[path = "steppers/reference.rs"]
mod reference;
#[path = "steppers/stability.rs"]
mod stability;
#[path = "steppers/tables.rs"]
mod tables;
#[path = "steppers/verlet.rs"]
mod verlet;
#[path = "steppers/work.rs"]
mod work;
