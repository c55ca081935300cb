//! The use of native code by adjoints.

use linkwork_jit::Mode;

/// Fewer steps take less time than to compile them.
const STEPS: u64 = 200;

/// The use of native code by adjoints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Native {
    /// In runs of at least 200 steps, where the host supports it: fewer steps take less time than to compile them.
    #[default]
    WhereFaster,
    /// In all runs, where the host supports it.
    Always,
    /// Never.
    Off,
}

impl Native {
    /// What it means for a run.
    pub(crate) fn mode(self, steps: u64) -> Mode {
        if self.reason(steps).is_some() { Mode::Interpreted } else { Mode::Native }
    }

    /// Why a run is interpreted, if it is.
    pub(crate) fn reason(self, steps: u64) -> Option<String> {
        match self {
            Self::Off => Some("native code is disabled".to_owned()),
            Self::WhereFaster if steps < STEPS => {
                Some(format!("{steps} steps take less time than to compile them"))
            }
            _ => linkwork_jit::host().err(),
        }
    }
}
