//! The clock of the machine, for wall times and snapshots every few seconds.
//!
//! Without the standard library there is none: no time passes.

use core::time::Duration;

/// A moment by the clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WallClock {
    #[cfg(feature = "std")]
    at: std::time::Instant,
}

impl WallClock {
    /// Whether there is one.
    pub(crate) const EXISTS: bool = cfg!(feature = "std");

    /// This moment.
    pub(crate) fn now() -> Self {
        Self {
            #[cfg(feature = "std")]
            at: std::time::Instant::now(),
        }
    }

    /// What has passed since an earlier moment.
    pub(crate) fn since(self, earlier: Self) -> Duration {
        #[cfg(feature = "std")]
        return self.at.saturating_duration_since(earlier.at);
        #[cfg(not(feature = "std"))]
        {
            let _ = earlier;
            Duration::ZERO
        }
    }

    /// What has passed since this moment.
    pub(crate) fn elapsed(self) -> Duration {
        Self::now().since(self)
    }
}
