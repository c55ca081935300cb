//! A library of well-known mechanisms, each with its description as text.
//!
//! [`registry`] lists them; the text of an entry compiles as it stands, in `mechanism!` as well as
//! in a `.mech` file.

/// A mechanism of the library.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Name on the command line: lower case, words joined by underscores.
    pub name: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// Its description in the mechanism language.
    pub source: &'static str,
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
    ($($name:literal: $summary:literal;)*) => {
        [$(Entry {
            name: $name,
            summary: $summary,
            source: include_str!(concat!("../mechanisms/", $name, ".mech")),
        }),*]
    };
}

static ENTRIES: [Entry; 14] = entries! {
    "andrews": "Andrews' squeezing mechanism: seven bodies, three loops (IFToMM A03)";
    "car_axis": "car axis over a bumpy road: index 3, rheonomic (Bari test set)";
    "cartesian_pendulum": "simple pendulum in Cartesian coordinates, an index-3 DAE";
    "double_pendulum": "double pendulum of point masses, chaotic";
    "forced_oscillator": "undamped oscillator under a harmonic force, closed form";
    "jay": "test problem with nonlinear multipliers and a nonlinear nonholonomic constraint";
    "kepler": "planet around a fixed sun, eccentricity 0.5";
    "motor_pendulum": "pendulum driven by a direct-current motor: a first-order state";
    "oscillator": "damped forced oscillator, given by its matrices";
    "pendulum": "simple pendulum in its angle (IFToMM A01)";
    "rigid_pendulum": "pendulum as a plane body with two pin constraints, singular mass matrix";
    "skate": "skate on an incline: nonholonomic, closed form";
    "slider_crank_cartesian": "slider-crank in nine Cartesian coordinates with eight constraints";
    "spinning_top": "Lagrange's heavy top in ZXZ Euler angles";
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_sorted_and_found() {
        assert!(
            registry()
                .windows(2)
                .all(|pair| pair[0].name < pair[1].name)
        );
        for entry in registry() {
            assert_eq!(
                find(entry.name).map(|found| found.summary),
                Some(entry.summary)
            );
            assert!(
                entry.source.starts_with("/// "),
                "`{}` is not documented",
                entry.name
            );
            let camel: String = entry
                .name
                .split('_')
                .map(|word| word[..1].to_uppercase() + &word[1..])
                .collect();
            assert!(
                entry.source.contains(&format!("pub mechanism {camel} {{")),
                "`{}` does not declare {camel}",
                entry.name
            );
        }
        assert!(find("perpetuum_mobile").is_none());
    }
}
