//! Linkwork: mechanisms described in a few lines, compiled to specialised Rust, integrated by generic
//! steppers.
//!
//! ```
//! use linkwork::prelude::*;
//!
//! linkwork::mechanism! {
//!     /// A bob on a rigid rod, in Cartesian coordinates: an index-3 DAE.
//!     pub mechanism Bob {
//!         param length = 1 [m];
//!         coordinate x [m];
//!         coordinate y [m];
//!         kinetic = 1 [kg] * (der(x)^2 + der(y)^2) / 2;
//!         potential = 9.81 [N] * y;
//!         constraint rod: x^2 + y^2 = length^2;
//!         initial { x: length, y: 0 [m] }
//!     }
//! }
//!
//! fn main() -> Result<(), linkwork::Error> {
//!     let bob = Bob { length: 0.5, ..Default::default() }.build()?;
//!     let solution = bob.simulate().method(FifthDegree::default()).step(1e-3).until(2.0).run()?;
//!     assert!(solution.energy_drift() < 1e-7);
//!     assert!(solution.constraint_drift() < 1e-14);
//!     Ok(())
//! }
//! ```
//!
//! | module | contents |
//! |---|---|
//! | [`mechanism`](mod@mechanism) | the contract between generated code and steppers |
//! | [`stepper`] | the trait of time-stepping methods |
//! | [`conditionally_explicit`] | the Nordsieck family of degree 3 to 8, for ODEs and index-3 DAEs |
//! | [`generalized_alpha`] | Newmark, Wilson-θ, HHT-α and generalized-α, for stiff mechanisms, ODEs and DAEs |
//! | [`half_implicit`] | half-implicit and implicit Euler, first order, index 3 |
//! | [`runge_kutta`] | explicit Runge–Kutta methods, with and without projection |
//! | [`multistep`] | Adams' and Godunov's methods |
//! | [`symplectic`] | symplectic Euler, Verlet, leapfrog, Beeman, Yoshida, RATTLE, SHAKE |
//! | [`simulation`], [`solution`] | runs of a mechanism, and their results |
//! | [`snapshot`] | the complete state of a run, as bytes |
//! | [`rotation`] | unit quaternions as a Lie group, in every scalar |
//! | [`analysis`] | kinematics, inverse dynamics, equilibria, linearisation, modes, power |
//! | [`dynamics`] | inverse and forward dynamics with their derivatives, for loops without allocation |
//! | [`verify`] | checks of the equations of a mechanism against their definitions |
//! | [`assemble`] | the initial state from given values |
//! | [`exact_start`] | exact time derivatives of any order |
//! | [`stability`] | spectral radius, limits and roots of every fixed-step method |
//! | [`trees`] | trees of any number of bodies, in loops over their links |
//! | [`packs`] | several runs at once, bit-identical to single runs |
//! | [`scalar`] | f64, f32, Taylor, double-double, dual numbers, SIMD packs |

#![no_std]

extern crate alloc;
#[cfg(all(feature = "std", not(test)))]
extern crate std;
#[cfg(test)]
#[macro_use]
extern crate std;

#[cfg(not(any(feature = "std", feature = "libm")))]
compile_error!("without the feature `std`, the elementary functions come from `libm`: enable that feature");

/// The programs in the documentation compile and run.
#[cfg(doctest)]
mod documents {
    #[doc = include_str!("../../README.md")]
    mod readme {}
    #[doc = include_str!("../../docs/library.md")]
    mod library {}
    #[doc = include_str!("../../docs/book/src/production.md")]
    mod production {}
    #[doc = include_str!("../../docs/book/src/long-runs.md")]
    mod long_runs {}
}

pub mod analysis;
pub mod assemble;
mod clock;
mod coincidence;
pub mod conditionally_explicit;
mod convergence;
pub mod dynamics;
mod emitted;
mod error;
pub mod exact_start;
pub mod generalized_alpha;
pub mod half_implicit;
mod implicit;
mod instances;
pub mod mechanism;
pub mod multistep;
mod names;
pub mod packs;
pub mod prelude;
mod reactions;
mod real;
pub mod rotation;
pub mod runge_kutta;
pub mod scalar;
mod scales;
pub mod simulation;
mod singular_values;
pub mod snapshot;
pub mod solution;
pub mod stability;
pub mod stepper;
mod stiffness;
mod swings;
pub mod symplectic;
mod transfer;
pub mod trees;
mod unknowns;
mod vector;
pub mod verify;

pub use assemble::{AssemblyReport, assembly_report};
pub use conditionally_explicit::{
    CentralDifferences, ConditionallyExplicit, EighthDegree, FifthDegree, FourthDegree, SeventhDegree,
    SixthDegree, Starting, ThirdDegree,
};
pub use dynamics::Dynamics;
pub use error::{Clock, ControlError, Error, Gap, Row, StepError, VectorName, WrongLength};
pub use generalized_alpha::{GeneralizedAlpha, WilsonTheta};
#[cfg(feature = "macros")]
pub use linkwork_macros::mechanism;
pub use mechanism::*;
pub use reactions::smallest_reactions;
pub use real::Real;
pub use vector::Vector;

// Emitted code refers to `::linkwork::…`, also inside this crate.
extern crate self as linkwork;

/// Items that generated code refers to; not for users.
#[doc(hidden)]
pub mod __private {
    pub use crate::coincidence::Coincidences;
    pub use crate::emitted::*;
    pub use crate::instances::instances;
    pub use crate::simulation::{Clearance, sides_at_start, take_impulse};
    pub use crate::trees::check_count;

    /// What emitted code uses of the prelude: the user's crate may have other meanings of these names, or no prelude.
    mod known {
        pub use core::clone::Clone as _;
        pub use core::convert::{From as _, Into as _, TryFrom as _};
        pub use core::default::Default as _;
        pub use core::iter::{Extend as _, Iterator as _};
        pub use core::option::Option::{None, Some};
        pub use core::result::Result::Ok;
    }

    /// The names that emitted code of trees uses without a path.
    pub mod emitted_tree {
        pub use super::known::*;
        pub use crate::emitted::{
            Error, Lists, Named, Names, Parameters, Real, TimeCache, Vec, check_body, store, vec,
        };
        pub use crate::trees::{
            Description, Kind, Layout, Members, Motion, Numbers, Reaction, Shared, Signal,
            VelocityIndependent, Watched, WithoutQuaternions, check_part, decimals, description, followers,
            growing, links, members, names, pairs, repeated, run, signals, tabled, tree, tree_inputs,
        };
    }

    /// The names that emitted code uses without a path.
    pub mod emitted {
        pub use super::known::*;
        pub use crate::emitted::{
            Assemble, Blocks, Dense, Energetic, Error, Evaluate, Factors, Given, Grip, Initial, KnownRank,
            Limits, Manifold, Named, Real, RedundantSet, SVector, Solve, TimeCache, Values, Weights,
            add_compensated, assembly, blocks, caches, check_body, check_parameters, factor_block, facts,
            held_inputs, inputs, is_sound_diagonal, parameters, redundant_weights, rotations, shape, solve,
            solve_block, sound, store, store_entries, turns, zero,
        };
    }
}
