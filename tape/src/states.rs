//! Evaluated states of a tape: the emitted code's arrays as vectors.

/// What time and inputs decide.
#[derive(Clone, Debug)]
pub struct TapeTimeCache<T> {
    /// t.
    pub t: T,
    /// Inputs at t.
    pub u: Vec<T>,
    /// Values of the time stage.
    pub values: Vec<T>,
}

/// What (t, q) decides.
#[derive(Clone, Debug)]
pub struct TapePositionCache<T> {
    /// The instant.
    pub now: TapeTimeCache<T>,
    /// The configuration.
    pub q: Vec<T>,
    /// Values of the position stage.
    pub values: Vec<T>,
}

/// Evaluated entries of a matrix.
#[derive(Clone, Debug)]
pub struct TapeValues<T> {
    /// The entries, as planned.
    pub values: Vec<T>,
}

/// Factors of a matrix.
#[derive(Clone, Debug)]
pub struct TapeFactors<T> {
    /// The numbers, as planned.
    pub values: Vec<T>,
    /// Were all pivots large enough?
    pub sound: bool,
    /// Room for a block of known rank while it is inverted, and for solves with it.
    pub work: Vec<T>,
}
