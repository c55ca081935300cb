//! A library of well-known mechanisms, each with its description as text.
//!
//! [`registry`] lists them; the text of an entry compiles as it stands, in `mechanism!` as well as
//! in a `.mech` file.
//!
//! Half of the descriptions are `mechanism!` calls in this crate, half are `.mech` files that the build
//! script compiles; in use they do not differ.

mod cartesian_pendulum;
mod compiled;
mod double_pendulum;
mod kepler;
mod oscillator;
mod pendulum;
#[cfg(feature = "published")]
pub mod published;
mod rigid_pendulum;
mod run;
mod spinning_top;
mod trajectory;

pub use cartesian_pendulum::{CartesianPendulum, CartesianPendulumModel};
pub use compiled::*;
pub use double_pendulum::{DoublePendulum, DoublePendulumModel};
pub use kepler::{Kepler, KeplerModel};
pub use oscillator::{Oscillator, OscillatorModel};
pub use pendulum::{Pendulum, PendulumModel};
pub use rigid_pendulum::{RigidPendulum, RigidPendulumModel};
pub use run::{Energy, RunOptions, adaptive, fixed};
pub use spinning_top::{SpinningTop, SpinningTopModel};
pub use trajectory::{Column, Quantity, Trajectory};

use linkwork::{Error, Parameters};

/// A mechanism of the library.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Name on the command line: lower case, words joined by underscores.
    pub name: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// Its description in the mechanism language.
    pub source: &'static str,
    /// Names of its parameters with their declared values, in the order of declaration.
    pub declared: fn() -> Vec<(&'static str, f64)>,
    /// Builds it and runs it with the default method.
    pub run: fn(RunOptions<'_>) -> Result<Trajectory, Error>,
}

/// Every mechanism of the library, in alphabetical order.
pub fn registry() -> &'static [Entry] {
    &ENTRIES
}

/// The entry called `name`.
pub fn find(name: &str) -> Option<&'static Entry> {
    ENTRIES.iter().find(|entry| entry.name == name)
}

macro_rules! entries {
    ($($name:literal $mechanism:ident $native:ident: $summary:literal;)*) => {
        [$(Entry {
            name: $name,
            summary: $summary,
            source: <$mechanism<f64> as Parameters>::SOURCE,
            declared: run::declared::<$mechanism<f64>>,
            run: run::$native::<$mechanism<f64>>,
        }),*]
    };
}

static ENTRIES: [Entry; 14] = entries! {
    "andrews" Andrews native_with_energy: "Andrews' squeezing mechanism: seven bodies, three loops (IFToMM A03)";
    "car_axis" CarAxis native_with_energy: "car axis over a bumpy road: index 3, rheonomic (Bari test set)";
    "cartesian_pendulum" CartesianPendulum native_with_energy: "simple pendulum in Cartesian coordinates, an index-3 DAE";
    "double_pendulum" DoublePendulum native_with_energy: "double pendulum of point masses, chaotic";
    "forced_oscillator" ForcedOscillator native_with_energy: "undamped oscillator under a harmonic force, closed form";
    "jay" Jay native_without_energy: "test problem with nonlinear multipliers and a nonlinear nonholonomic constraint";
    "kepler" Kepler native_with_energy: "planet around a fixed sun, eccentricity 0.5";
    "motor_pendulum" MotorPendulum native_with_energy: "pendulum driven by a direct-current motor: a first-order state";
    "oscillator" Oscillator native_without_energy: "damped forced oscillator, given by its matrices";
    "pendulum" Pendulum native_with_energy: "simple pendulum in its angle (IFToMM A01)";
    "rigid_pendulum" RigidPendulum native_with_energy: "pendulum as a plane body with two pin constraints, singular mass matrix";
    "skate" Skate native_with_energy: "skate on an incline: nonholonomic, closed form";
    "slider_crank_cartesian" SliderCrankCartesian native_with_energy: "slider-crank in nine Cartesian coordinates with eight constraints";
    "spinning_top" SpinningTop native_with_energy: "Lagrange's heavy top in ZXZ Euler angles";
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_sorted_and_found() {
        assert!(registry().windows(2).all(|pair| pair[0].name < pair[1].name));
        for entry in registry() {
            assert_eq!(find(entry.name).map(|found| found.summary), Some(entry.summary));
            assert!(entry.source.starts_with("/// "), "`{}` is not documented", entry.name);
            let camel: String =
                entry.name.split('_').map(|word| word[..1].to_uppercase() + &word[1..]).collect();
            assert!(
                entry.source.contains(&format!("pub mechanism {camel} {{")),
                "`{}` does not declare {camel}",
                entry.name
            );
        }
        assert!(find("perpetuum_mobile").is_none());
    }
}
