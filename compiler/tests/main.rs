//! The tests of the compiler: one binary, since each costs the time to link the compiler once more.

#[cfg(feature = "build")]
mod editing;
#[cfg(feature = "build")]
mod entry_points;
mod mistakes;
mod model;
mod nesting;
mod symbolic;
mod syntax;
#[cfg(feature = "urdf")]
mod urdf;
