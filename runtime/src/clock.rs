//! The clock of the machine, for wall times and snapshots every few seconds.
//!
//! Without the standard library there is none, and all durations are zero.

use core::time::Duration;

/// An instant of the clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WallClock {
    #[cfg(feature = "std")]
    at: std::time::Instant,
}

impl WallClock {
    /// Whether there is one.
    pub(crate) const EXISTS: bool = cfg!(feature = "std");

    /// The current instant.
    pub(crate) fn now() -> Self {
        Self {
            #[cfg(feature = "std")]
            at: std::time::Instant::now(),
        }
    }

    /// The duration since an earlier instant.
    pub(crate) fn since(self, earlier: Self) -> Duration {
        #[cfg(feature = "std")]
        return self.at.saturating_duration_since(earlier.at);
        #[cfg(not(feature = "std"))]
        {
            let _ = earlier;
            Duration::ZERO
        }
    }

    /// The duration since this instant.
    pub(crate) fn elapsed(self) -> Duration {
        Self::now().since(self)
    }
}
