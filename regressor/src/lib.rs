//! The regressor: equations of motion as affine functions of masses, first moments, inertias and coefficients of forces.
//!
//! ```text
//! M a − f₀ = Y(t, q, v, a, y, u) π + y₀(t, q, v, y, u)                                                  (1)
//! Wᵀ (Y π + y₀) = Wᵀ τ           free of reactions, on closed loops and with rolling, too               (2)
//! Y P = Y_b (β π),   β = [1, B]  only the base parameters β π of all motions together can be found      (3)
//! ```
//!
//! π has for each body its mass m, its first moments h = m c and its inertia about the origin of its axes, for each rotor n² J, and the
//! coefficients that forces are linear in (stiffnesses, damping, sizes of dry friction, tensions of tables): a program that was compiled with
//! [`Options::coefficients`](https://docs.rs/linkwork-compiler) has them as parameters. W spans the directions in which reactions do
//! no work ([`FreeDirections`](linkwork::analysis::FreeDirections)), τ are efforts of actuators that are not part of the description.
//!
//! | file | contents |
//! |---|---|
//! | `regressor` | [`Regressor`]: the columns of (1), exact by dual numbers |
//! | `regressor/affine` | the check that equations are affine in π |
//! | `instant` | [`Instant`]: one state with its accelerations |
//! | `continued` | instants of which the independent entries are known, one after the other |
//! | `stacked` | [`Stacked`]: the rows (2) of many instants |
//! | `random` | random motions that satisfy the constraints |
//! | `base` | [`BaseParameters`]: (3), after Gautier |
//! | `estimate` | [`Estimate`]: base parameters from measured motions, by least squares |
//! | `messages` | messages |
//!
//! Invariant: equations that are not affine in π are an error: every row is compared with the equations of motion at other values of π.
//!
//! Gautier, Numerical calculation of the base inertial parameters of robots, J. Robotic Systems 8 (1991) 485; Khalil and Dombre,
//! *Modeling, Identification and Control of Robots*, 9.4 and 12.

mod base;
mod continued;
mod estimate;
mod instant;
mod messages;
mod random;
mod regressor;
mod stacked;

pub use base::{BaseParameters, SMALLEST};
pub use estimate::Estimate;
pub use instant::Instant;
pub use regressor::{Regressor, Rows};
pub use stacked::Stacked;
