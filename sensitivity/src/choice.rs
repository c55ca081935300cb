//! The use of native code by adjoints.

use linkwork_jit::Mode;

/// The least steps that may be worth native code: fewer always take less time than to compile them.
pub(crate) const STEPS: u64 = 200;

/// The use of native code by adjoints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Native {
    /// For what takes more time without it than its compilation, where the host supports it.
    #[default]
    WhereFaster,
    /// In all runs, where the host supports it.
    Always,
    /// Never.
    Off,
}

impl Native {
    /// What it means for so many steps.
    pub(crate) fn mode(self, steps: u64) -> Mode {
        if self.reason(steps).is_some() { Mode::Interpreted } else { Mode::Native }
    }

    /// Why so many steps are interpreted, if they are.
    pub(crate) fn reason(self, steps: u64) -> Option<String> {
        match self {
            Self::Off => Some("native code is disabled".to_owned()),
            Self::WhereFaster if steps < STEPS => Some(too_few(steps)),
            _ => linkwork_jit::host().err(),
        }
    }
}

/// The reason why so many steps are interpreted.
pub(crate) fn too_few(steps: u64) -> String {
    format!("{steps} steps take less time than to compile them")
}
