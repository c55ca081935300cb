//! Steps of a run in native code, forward and in reverse.
//!
//! The reverse pass of an adjoint repeats each step. Instead of recording every one of them, a step is traced once (`trace`), and its trace becomes
//! native code for its values and for its adjoints (`program`, `reverse`), which repeats all other steps of the same kind (`replay`).
//! Kinds are told apart by the routines that a step runs (`signature`), so that each has the iterations of its steps.
//!
//! | file | contents |
//! |---|---|
//! | `signature` | the routines of a step, as a number |
//! | `trace` | a step as data |
//! | `straight` | straight-line code under construction |
//! | `derivatives` | derivatives of functions as code |
//! | `reverse` | straight-line code in reverse |
//! | `program` | a step as native code |
//! | `places` | where code reads and writes |
//! | `worth` | whether the code of a step is worth its compilation |
//! | `replay` | the segments of a run |
//! | `tangent` | routines with tangents as native code, for the forward pass |
//!
//! Invariant: a segment counts only if it ends in the bits in which the run did, and its adjoints are finite. All others are recorded, as without
//! native code.

pub mod derivatives;
pub mod places;
pub mod program;
pub mod replay;
pub mod reverse;
pub mod signature;
pub mod straight;
pub mod tangent;
pub mod trace;
pub mod worth;
