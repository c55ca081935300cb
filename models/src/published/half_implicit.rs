//! The half-implicit and fully implicit methods of Fang, Kissel, Zhang and Negrut (2023): their mechanisms in absolute
//! coordinates, and the numbers of independent programs.
//!
//! Invariant: a text that has lost what is replaced in it is an error, never another mechanism.

pub use super::methods::{columns, number, numbers, rows};
use serde_json::Value;

/// Where the published law of friction goes.
const RUBBING: &str = "force rubbing = friction(guide, coefficient: friction, velocity: 1e-3 [m/s]);";
/// −μ |N| sign ẋ with N the vertical force of the guide alone; `friction` counts the horizontal one as well.
const PUBLISHED_RUBBING: &str = "
    force rubbing = force(slider, [-(friction * abs(guide.force.z) * sign(der(guide.displacement))), 0 [N], 0 [N]]);
    output slider_v = der(guide.displacement);
    output guide_z = guide.force.z;";

fn replaced(text: &str, old: &str, new: &str) -> Result<String, String> {
    if text.contains(old) { Ok(text.replace(old, new)) } else { Err(format!("no `{old}` in\n{text}")) }
}

/// The text of a mechanism of the library, in absolute coordinates.
///
/// # Errors
/// There is none of that name, or it is not of bodies in space.
pub fn absolute(name: &str) -> Result<String, String> {
    let entry = crate::find(name).ok_or_else(|| format!("no mechanism `{name}`"))?;
    let text = entry.source.replace("coordinates = [minimal, absolute];", "");
    replaced(&text, " in space {", " in space { coordinates = absolute;")
}

/// The double pendulum of thick bars; outputs y, z, y', z' of the lower bar.
///
/// # Errors
/// The library has changed.
pub fn double_bars() -> Result<String, String> {
    let last = "output lower_z = lower.position.z;";
    let more = "\n    output lower_vy = lower.velocity.y;\n    output lower_vz = lower.velocity.z;";
    replaced(&absolute("double_bars")?, last, &format!("{last}{more}"))
}

/// Haug's slider–crank with the published friction; outputs x' of the slider, N, x, T.
///
/// # Errors
/// The library has changed.
pub fn slider_crank() -> Result<String, String> {
    replaced(&absolute("spatial_slider_crank")?, RUBBING, PUBLISHED_RUBBING)
}

/// The four-link mechanism; outputs velocity and position of the coupler, T.
///
/// # Errors
/// The library has changed.
pub fn four_link() -> Result<String, String> {
    let first = "output coupler_x";
    let velocities =
        ["x", "y", "z"].map(|axis| format!("output coupler_v{axis} = coupler.velocity.{axis};\n"));
    replaced(&absolute("four_link")?, first, &format!("{}{first}", velocities.concat()))
}

/// The reference numbers.
///
/// # Errors
/// The file is malformed.
pub fn reference() -> Result<Value, String> {
    super::methods::part("half_implicit")
}
