//! Angles that are multiples of 90° except for rounding.

use super::Import;
use super::messages;
use super::pose::{nearly_quarter_turns, quarter_turns};
use crate::diagnostics::{Diagnostics, Place};

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
        diagnostics.push(messages::rounded_right_angles(place, self.count, first));
    }
}
