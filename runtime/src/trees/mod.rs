//! Trees of bodies in time and memory proportional to the number of bodies: numbers in tables, one loop for all links.
//!
//! A link is one elementary motion (a rotation, a translation, a screw, a quaternion) with the body that it carries. Numbers that many
//! links have in common (offsets, axes, mass properties) are stored once in a table of [`Kind`]s; a [`Link`] has the index of its kind, its
//! parent, and the indices of its coordinates. No code is generated for the motion of a mechanism: the machine code of a loop over the
//! links is the same for a chain of 8 and of 100 000.
//!
//! | file | contents |
//! |---|---|
//! | `placement` | transformations from link to link, poses in the ground's axes |
//! | `places` | where contributions of children are summed |
//! | `newton_euler` | M a − f, M a, twists, energies |
//! | `articulated` | M a = r |
//! | `linearised` | (mass·M + damping·C + stiffness·K + identity·1) x, and its inverse; M of this or another configuration |
//! | `layout`, `tree` | a tree with the forces of its joints and its outputs, and coordinates that links have in common: the methods of the contract |
//! | `constraints` | closed loops, couplings and drives, as a mechanism of their own |
//! | `progression` | long lists in emitted code |
//! | `model` | [`Model`], the mechanism of emitted code whose description is a tree of many bodies |
//!
//! Twists and wrenches are six numbers, (angular, linear) about the origin of a link in its own axes. With X the twist of the parent
//! as the link would have it, S the directions of the link's motion (constant in its axes), × the product of twists and ×* that of a
//! twist and a wrench:
//!
//! ```text
//! V = X V_p + S q̇                                             V of the ground: 0                     (1)
//! A = X A_p + S q̈ + V × S q̇                                  A of the ground: (0, −g)               (2)
//! F = I A + V ×* I V − w + Σ Xᵀ F of its children             w: what acts on its body from outside  (3)
//! M a − f = Sᵀ F + J_rotor q̈ − e                              e: efforts along its coordinates       (4)
//! ```
//! (Featherstone, *Rigid Body Dynamics Algorithms*, 5.3.)
//!
//! Forces are inputs: the caller stores wrenches, efforts and their derivatives in [`Loads`] and [`Slopes`].
//!
//! Invariants: parents come before their children; only [`Room::new`], [`Bodies::new`], [`Elimination::new`] and the first use of the latter allocate.

mod articulated;
mod constraints;
mod declared;
mod engine;
mod growing;
mod layout;
mod linearised;
mod linkage;
mod model;
mod newton_euler;
mod placement;
mod places;
mod progression;
mod room;
mod scaled;
mod spatial;
mod tree;

pub(crate) use articulated::size_in_mass;
pub use articulated::{Bodies, SADDLE, Saddle};
pub use constraints::{Closed, Closes, Constraints, Dependence, Unclosed};
pub use declared::{check_count, description, tree, tree_inputs};
use engine::OfMass;
pub use engine::{Engine, Frames, WeightedEngine};
pub(crate) use engine::{of_f64, weighted_of_f64};
pub use growing::{Checked, check_part, growing, tabled};
pub use layout::{Layout, Member, Members, NUMBERS, Numbers, Reaction, Shared, Signal, Watched};
pub(crate) use linearised::size_in_weighted;
pub use linearised::{Constrained, Elimination, Instant, OfPair, Open, Parts, Shape, Slopes};
pub use linkage::{GROUND, Kind, Link, Linkage, Motion};
pub use model::{Description, DescriptionWithInputs, Model, VelocityIndependent, WithoutQuaternions};
pub use newton_euler::Loads;
pub use placement::{FRAME, Frame};
pub use progression::{Run, decimals, followers, links, members, names, pairs, repeated, run, signals};
pub use room::Room;
pub use spatial::{Matrix, Six, Square, Vector};
pub use tree::{Closing, Factors, Laws, Place, Redundancy, Tree};
