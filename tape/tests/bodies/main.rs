//! Mechanisms of bodies and joints on the tape: other coordinates, other descriptions and other places show the
//! same motion, what mechanics conserves is conserved, and on their constraints the derived equations are derivatives.

mod along;
mod balance;
mod closures;
mod coincident_ends;
mod constant_velocity;
mod contradictions;
mod dead_centre;
mod exerted;
mod formulations;
mod held_rotations;
mod invariance;
mod invariants;
mod loaded;
mod manifold;
mod mimic;
mod moving_bodies;
mod mujoco;
mod newton_euler;
mod null_space;
mod one_meaning;
mod random_bodies;
mod reactions;
mod redundant_loops;
mod rest;
mod resultant;
mod rubbing;
mod sound_plans;
mod steady;
mod sticking;
mod stiff;
mod switches;
mod tabulated_spring;
mod tapes;
mod texts;
mod turns;
