//! Vectors of another length than those of their mechanism.
//!
//! A mechanism with loops over links, or on a tape, has vectors whose lengths are known at run time only: the state of one chain
//! may be given to another. Invariant: lengths are checked before anything is evaluated.

use crate::{Mechanism, Sizes};
use core::fmt;

/// A vector that belongs to a mechanism.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VectorName {
    /// A configuration q.
    Configuration,
    /// A velocity v.
    Velocity,
    /// First-order states y.
    States,
    /// An acceleration a.
    Acceleration,
    /// Holonomic multipliers λ.
    Holonomic,
    /// Nonholonomic multipliers ψ.
    Nonholonomic,
    /// Efforts of actuators.
    Efforts,
    /// The vectors of a workspace, by their number of velocities.
    Workspace,
}

impl fmt::Display for VectorName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Configuration => "`q`",
            Self::Velocity => "`v`",
            Self::States => "`y`",
            Self::Acceleration => "`a`",
            Self::Holonomic => "`lambda`",
            Self::Nonholonomic => "`psi`",
            Self::Efforts => "`efforts`",
            Self::Workspace => "the workspace",
        })
    }
}

/// A vector whose length is not that of its mechanism.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongLength {
    /// The vector.
    pub vector: VectorName,
    /// The number of its entries.
    pub found: usize,
    /// The number of entries that the mechanism requires.
    pub expected: usize,
}

impl WrongLength {
    /// Checks one length.
    #[inline]
    pub(crate) fn unless(vector: VectorName, found: usize, expected: usize) -> Result<(), Self> {
        if found == expected { Ok(()) } else { Err(Self { vector, found, expected }) }
    }

    /// Checks the vectors of a state.
    #[inline]
    pub(crate) fn in_state<M: Mechanism>(
        m: &M,
        q: &[M::Scalar],
        v: &[M::Scalar],
        y: &[M::Scalar],
    ) -> Result<(), Self> {
        let Sizes { coordinates, velocities, states, .. } = m.sizes();
        Self::unless(VectorName::Configuration, q.len(), coordinates)?;
        Self::unless(VectorName::Velocity, v.len(), velocities)?;
        Self::unless(VectorName::States, y.len(), states)
    }
}

impl fmt::Display for WrongLength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { vector, found, expected } = self;
        if *vector == VectorName::Workspace {
            return write!(f, "{vector} has {found} velocities instead of {expected}");
        }
        let entries = if *found == 1 { "entry" } else { "entries" };
        write!(f, "{vector} has {found} {entries} instead of {expected}")
    }
}

/// What to do about it.
pub(super) const HELP: &str =
    "states and workspaces fit the mechanism that they were made for: begin with its `Start::initial`";

/// The message for a vector that was given to a mechanism.
pub(super) fn given(f: &mut fmt::Formatter<'_>, mechanism: &str, length: &WrongLength) -> fmt::Result {
    write!(f, "a vector given for `{mechanism}` has the wrong length: {length}\nhelp: {HELP}")
}
