//! Calls of expensive functions by a stepper, on this thread.

use core::cell::Cell;

/// Calls since [`reset`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub place: u32,
    pub factor: u32,
    pub solve: u32,
    pub force: u32,
}

thread_local! {
    static COUNTS: Cell<Counts> = const { Cell::new(Counts { place: 0, factor: 0, solve: 0, force: 0 }) };
}

/// Counts one call.
#[inline]
pub fn count(change: impl Fn(&mut Counts)) {
    COUNTS.with(|cell| {
        let mut counts = cell.get();
        change(&mut counts);
        cell.set(counts);
    });
}

/// The calls so far; resets them.
pub fn reset() -> Counts {
    COUNTS.with(|cell| cell.replace(Counts::default()))
}
