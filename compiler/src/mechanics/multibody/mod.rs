//! Bodies, joints and forces → coordinates, mass matrix, forces and loop constraints, in the formulation
//! that the user chose.
//!
//! | file | what it holds |
//! |---|---|
//! | `tree`, `link`, `motion_state` | the spanning tree of joints, and how its links move |
//! | `recursion`, `articulated` | mass matrix, forces and accelerations of the tree |
//! | `closures` | joints that close loops, as constraints |
//! | `effects`, `efforts` | what forces and constraints put on bodies |
//! | `uniform`, `places`, `signals`, `across` | a large tree as tables instead, for loops over its links |
//! | `given`, `determined` | its start, from values of bodies |
//! | `closing` | its constraints, as a mechanism of their own |

mod across;
mod articulated;
mod attributes;
mod axes;
mod closing;
mod closures;
mod coordinates;
mod determined;
mod deviations;
mod effects;
mod efforts;
mod energy_loads;
mod formulate;
mod given;
mod inertia;
mod limits;
mod lines;
mod link;
mod loads;
mod motion_state;
mod particles;
mod picture;
mod picture_outputs;
mod places;
mod poses;
mod reactions;
mod recursion;
mod reference;
mod rotors;
mod sections;
mod shared;
mod shifts;
mod signals;
mod slips;
mod stage;
mod tree;
mod turns;
mod uniform;

pub use across::{Laws, OF_A_BODY, OF_TWO_BODIES, Watched};
pub use closing::{ClosingLinks, constraints_alone, names_multiplier, refuse_particles};
pub use formulate::{Choice, formulate};
pub use signals::{Reaction, Signal};
pub use tree::{Owner, coupled_velocities};
pub use uniform::{Direction, Elementary, NUMBERS, Obstacle, SharedLink, Uniform, UniformLink, uniform};

use crate::kinds::{Equation, Kinematics, Line, Load, Motion, Pose, Slipping, Twist, forces, joints};
use crate::symbolic::vectors;
