//! Evaluated states of a tape: the emitted code's arrays as vectors.

use linkwork::trees::Factors;

/// The time stage.
#[derive(Debug)]
pub struct TapeTimeCache<T> {
    /// t.
    pub t: T,
    /// Inputs at t.
    pub u: Vec<T>,
    /// Values of the time stage.
    pub values: Vec<T>,
}

/// A copy into existing memory, without allocation.
impl<T: Clone> Clone for TapeTimeCache<T> {
    fn clone(&self) -> Self {
        Self { t: self.t.clone(), u: self.u.clone(), values: self.values.clone() }
    }

    fn clone_from(&mut self, from: &Self) {
        self.t.clone_from(&from.t);
        copy_into(&from.u, &mut self.u);
        copy_into(&from.values, &mut self.values);
    }
}

/// A copy into existing memory; most of them are of few numbers or of none.
#[inline]
pub(crate) fn copy_into<T: Clone>(from: &[T], to: &mut Vec<T>) {
    if to.len() != from.len() {
        to.clear();
        to.extend_from_slice(from);
    } else if !from.is_empty() {
        to.clone_from_slice(from);
    }
}

/// The position stage.
#[derive(Clone, Debug)]
pub struct TapePositionCache<T> {
    /// The instant.
    pub now: TapeTimeCache<T>,
    /// The configuration.
    pub q: Vec<T>,
    /// Values of the position stage.
    pub values: Vec<T>,
    /// Those of the constraints of a large tree.
    pub closing: Option<Box<TapePositionCache<T>>>,
}

/// Evaluated entries of a matrix.
#[derive(Clone, Debug)]
pub struct TapeValues<T> {
    /// The entries, as planned.
    pub values: Vec<T>,
    /// K of the constraints of a large tree, column by column, and what it is made of.
    pub closing: Vec<T>,
}

/// Factors of a matrix.
#[derive(Clone, Debug)]
pub struct TapeFactors<T> {
    /// The numbers, as planned.
    pub values: Vec<T>,
    /// Whether all pivots were large enough.
    pub sound: bool,
    /// The values of the pivot checks.
    pub checked: Vec<T>,
    /// Those of a large tree, instead of everything else.
    pub tree: Option<Factors<T>>,
    /// Space for a block of known rank while it is inverted, and for solves with it.
    pub work: Vec<T>,
}
