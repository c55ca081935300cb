//! Checks of the equations of a mechanism against their definitions, for tests of the user's own mechanisms.
//!
//! ```
//! use linkwork::prelude::*;
//! use linkwork::verify::Verify;
//!
//! linkwork::mechanism! {
//!     /// A bob on a rigid rod, in Cartesian coordinates.
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
//!     let found = bob.verify()?.and(bob.verify_energy()?);
//!     assert!(found.passed(), "{found}");
//!     Ok(())
//! }
//! ```
//!
//! The states are the initial one and random ones near it, which satisfy all constraints. At each of them
//!
//! | quantity | against |
//! |---|---|
//! | constraints and their rates | zero |
//! | G, D, dg/dt and the right-hand sides γ | differences of g, dg/dt and k |
//! | C = −∂f/∂v, K = ∂(M a − f)/∂q | differences of M a − f |
//! | M | M a, and ∂²T/∂v² |
//! | planned solves | M a − f = 0 and G a = γ |
//! | the power of reactions | zero, if constraints do not depend on time |
//! | order of the fifth-degree method | 4, from runs with steps h, h/2, h/4, h/8 |
//!
//! Differences are taken in double-double arithmetic with steps h and h/2,
//!
//! ```text
//! D(h) = (F(h) − F(−h)) / 2h,   D = (4 D(h/2) − D(h))/3,   uncertainty 4 |D(h) − D(h/2)|,   h = 2⁻³⁰            (1)
//! ```
//!
//! so that derivatives are compared to 11 digits, and a kink within h makes the difference uncertain instead of wrong.

mod certificate;
mod energy;
mod equations;
mod lifted;
mod order;
mod states;
mod verification;

pub use certificate::{Certificate, Certified, certify};
pub use verification::{Check, Verification};

use crate::analysis::Dual;
use crate::error::Error;
use crate::scalar::DoubleDouble;
use crate::{Energetic, Mechanism};

/// The number of random states in addition to the initial one.
const RANDOM: usize = 5;

/// The checks of every mechanism.
pub trait Verify: Mechanism<Scalar = f64> + Sized {
    /// Compares derivatives, constraints, solves and the order of the default method with their definitions.
    ///
    /// # Errors
    /// As [`motion`](crate::analysis::Analyse::motion) at the initial state.
    fn verify(&self) -> Result<Verification, Error> {
        let mut found = Verification::new(self);
        for (number, state) in states::states(self, RANDOM)?.iter().enumerate() {
            equations::check(self, number, state, &mut found);
        }
        order::check(self, &mut found);
        Ok(found)
    }

    /// Compares the mass matrix with the kinetic energy, and the power of the reactions with zero.
    ///
    /// # Errors
    /// As [`verify`](Self::verify).
    fn verify_energy(&self) -> Result<Verification, Error>
    where
        Self: Energetic,
        Self::With<DoubleDouble>: Energetic,
    {
        let mut found = Verification::new(self);
        for (number, state) in states::states(self, RANDOM)?.iter().enumerate() {
            energy::check(self, number, state, &mut found);
        }
        Ok(found)
    }

    /// Compares the rate of the energy with zero: for mechanisms whose forces all have a potential.
    ///
    /// # Errors
    /// As [`verify`](Self::verify).
    fn verify_conservation(&self) -> Result<Verification, Error>
    where
        Self: Energetic,
        Self::With<Dual>: Energetic,
    {
        let mut found = Verification::new(self);
        for (number, state) in states::states(self, RANDOM)?.iter().enumerate() {
            energy::conserved(self, number, state, &mut found);
        }
        Ok(found)
    }
}

impl<M: Mechanism<Scalar = f64>> Verify for M {}
