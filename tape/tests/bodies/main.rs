//! Mechanisms of bodies and joints on the tape: other coordinates, other descriptions and other places show the
//! same motion, and what mechanics conserves is conserved.

mod formulations;
mod invariance;
mod invariants;
mod moving_bodies;
mod random_bodies;
mod texts;
