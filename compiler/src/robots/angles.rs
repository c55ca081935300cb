//! Angles that are multiples of 90° except for rounding.

use super::Import;
use super::pose::{nearly_quarter_turns, quarter_turns};
use super::text::counted;
use crate::diagnostics::{Diagnostic, Diagnostics, Place};

/// Replaces them by the exact angle, if requested, and otherwise counts them.
pub(crate) struct RightAngles {
    wanted: bool,
    first: Option<f64>,
    count: usize,
}

impl RightAngles {
    /// Whether that is requested.
    pub fn new(import: &Import) -> Self {
        Self { wanted: import.right_angles, first: None, count: 0 }
    }

    /// An angle in rad, or the multiple of a right angle that it approximates.
    pub fn take(&mut self, angle: f64) -> f64 {
        let rounded = nearly_quarter_turns(angle).filter(|_| quarter_turns(angle).is_none());
        match rounded {
            Some(turns) if self.wanted => turns as f64 * std::f64::consts::FRAC_PI_2,
            Some(_) => {
                self.first.get_or_insert(angle);
                self.count += 1;
                angle
            }
            None => angle,
        }
    }

    /// A warning that lists them.
    pub fn warn(self, place: Place, diagnostics: &mut Diagnostics) {
        let Some(first) = self.first else { return };
        let angles = counted(self.count, "angle", "angles");
        let are = if self.count == 1 { "is a multiple" } else { "are multiples" };
        let message = format!("{angles} such as {first} {are} of 90 deg up to rounding");
        let help = "`linkwork import --right-angles` (`right_angles` of `Import`) makes them exact, and their terms vanish";
        diagnostics.push(Diagnostic::warning(place, message).help(help));
    }
}
