//! Mechanisms of bodies and joints on the tape: other coordinates, other descriptions and other places give the
//! same motion, conserved quantities are conserved, and on their constraints the derived equations are derivatives.

use linkwork_tape_steppers as _;

mod allocations;
mod along;
mod balance;
mod closures;
mod coincident_ends;
mod constant_velocity;
mod contradictions;
mod corners;
mod dead_centre;
mod driven;
#[path = "../evaluations.rs"]
mod evaluations;
mod exerted;
mod folded;
mod formulations;
mod guesses;
mod held_rotations;
mod impact;
mod invariance;
mod invariants;
mod loaded;
mod loops;
mod loops_start;
mod manifold;
mod many_loops;
mod mimic;
mod moving_bodies;
mod mujoco;
mod newton_euler;
mod null_space;
mod one_meaning;
mod particles;
mod random_bodies;
mod reacting_loops;
mod reactions;
mod redundant_loops;
mod rest;
mod resultant;
mod rubbing;
mod shared_friction;
mod shared_loops;
mod sound_plans;
mod steady;
mod sticking;
mod stiff;
mod suspension;
mod switches;
mod switches_at_samples;
mod tables;
mod tabulated_spring;
mod tapes;
mod texts;
mod turns;
mod watched_loops;
