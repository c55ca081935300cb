//! The tape against emitted code, the derived equations against differences, solves whose plan fails, and
//! emitted code in every scalar.

mod agreement;
mod body_forces;
mod clock_train;
mod derivatives;
mod differences;
mod emitted_closed;
mod emitted_loops;
mod energies;
#[path = "../evaluations.rs"]
mod evaluations;
mod every_function;
mod fallback;
mod functions;
mod kinds;
mod library;
mod long_routines;
mod moving_roots;
mod parameters;
mod random_mechanisms;
mod redundant;
mod routines;
mod scalars;
mod singular;
mod states;
#[path = "../bodies/tapes.rs"]
mod tapes;
mod verify;
