//! What runs the routines of a tape: the interpreter ([`Code`] itself), or native code made of them.

use crate::code::{Code, Registers};
use crate::frame::Frame;
use core::fmt::Debug;
use linkwork::Real;
use std::sync::Mutex;

/// A routine that is ready to run.
///
/// Invariant: whatever runs it gives the bits of the interpreter (one NaN is as good as another).
pub trait Executor: Debug + Send + Sync + Sized + 'static {
    /// The numbers that it works with.
    type Scalar: Real;
    /// How routines are prepared; one for all routines of a tape.
    type Options: Copy + Debug + Send + Sync;

    /// Prepares a routine.
    fn new(code: Code<Self::Scalar>, options: Self::Options) -> Self;

    /// The routine itself.
    fn code(&self) -> &Code<Self::Scalar>;

    /// Runs the routine on the banks of the frame: the first outputs go to `first`, those behind the split of the code to
    /// `second`. The registers are room for what is in between.
    fn run(
        &self,
        frame: &Frame<'_, Self::Scalar>,
        registers: &Mutex<Registers<Self::Scalar>>,
        first: &mut [Self::Scalar],
        second: &mut [Self::Scalar],
    );

    /// How many outputs it has.
    fn len(&self) -> usize {
        self.code().outputs().map(<[_]>::len).iter().sum()
    }

    /// Has it no outputs?
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
