//! Godunov's methods for positions with Adams' or backward differences for velocities.
//!
//! Invariant: everything comes from the stepper applied to the test equation, without the root 1 that every pair has
//! because x' = v is never enforced; the other numbers are those of an independent program, and of the text.

mod damping;
mod explicit;
mod implicit;
mod order_stars;
mod plain;

pub use damping::damping;
pub use explicit::explicit;
pub use implicit::implicit;
pub use order_stars::order_stars;
pub use plain::plain;

use super::{Item, Sheet, failed, picture, plane};
use linkwork::stability::{FixedStep, spectral_radius};
use linkwork_figures::failure::Failure;

/// ρ at |λh| and arg λh.
fn radius(method: &dyn FixedStep, size: f64, degrees: f64) -> Result<f64, Failure> {
    let zeta = if degrees == 90.0 { 0.0 } else { -degrees.to_radians().cos() };
    spectral_radius(method, size, zeta).map_err(|e| failed(format!("{e:?}")))
}

/// The argument between two bounds at which a condition that holds at the lower one ceases to hold.
fn last(
    (mut low, mut high): (f64, f64),
    holds: impl Fn(f64) -> Result<bool, Failure>,
) -> Result<f64, Failure> {
    /// Bisections, which are the bits of the result.
    const HALVINGS: u32 = 30;
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        if holds(middle)? {
            low = middle;
        } else {
            high = middle;
        }
    }
    Ok(low)
}
