//! The conditionally explicit methods and the stability module against published and reference numbers.

mod by_hand;
mod control;
mod generalized_alpha;
mod half_implicit;
mod index2;
mod limits;
mod orders;
mod rattle;
mod reference;
mod stability;
mod unequal_steps;
mod verlet;
mod work;
