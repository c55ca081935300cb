//! Executors of the routines of a tape: the interpreter ([`Code`] itself), or native code.

use crate::code::{Code, Registers};
use crate::frame::Frame;
use core::fmt::Debug;
use linkwork::Real;
use std::sync::Mutex;

/// An executable routine.
///
/// Invariant: all executors give the bits of the interpreter, except for the bits of NaN.
pub trait Executor: Debug + Send + Sync + Sized + 'static {
    /// Its scalar.
    type Scalar: Real;
    /// Options of the preparation, the same for all routines of a tape.
    type Options: Copy + Debug + Send + Sync;

    /// Prepares a routine.
    fn new(code: Code<Self::Scalar>, options: Self::Options) -> Self;

    /// The routine itself.
    fn code(&self) -> &Code<Self::Scalar>;

    /// Runs the routine on the banks of the frame: the first outputs go to `first`, those after the split of the code to
    /// `second`. The registers are work space.
    fn run(
        &self,
        frame: &Frame<'_, Self::Scalar>,
        registers: &Mutex<Registers<Self::Scalar>>,
        first: &mut [Self::Scalar],
        second: &mut [Self::Scalar],
    );

    /// Called when a mechanism is built, for a routine that steps may run: what they need is prepared, so that they allocate nothing.
    fn expect_runs(&self) {}

    /// Called before a loop over the links of a tree runs in place of a routine.
    #[inline]
    fn in_loops() {}

    /// The number of outputs.
    fn len(&self) -> usize {
        self.code().outputs().map(<[_]>::len).iter().sum()
    }

    /// Whether it has no outputs.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
