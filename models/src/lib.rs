//! A library of well-known mechanisms, each with its description as text.
//!
//! [`registry`] lists them; the text of an entry compiles unchanged, in `mechanism!` as well as
//! in a `.mech` file.
//!
//! A few are `mechanism!` calls in one file of this crate; the others are files in `mechanisms/`, by topic. With the feature
//! `compiled` all of them are types of this crate, too. Descriptions with `coordinates = [minimal, absolute]` define two
//! mechanisms; an entry stands for the first one.

#[cfg(feature = "compiled")]
mod by_macro;
#[cfg(feature = "compiled")]
mod compiled;
mod packed;
mod run;
mod table;
mod trajectory;

#[cfg(feature = "compiled")]
pub use by_macro::*;
#[cfg(feature = "compiled")]
pub use compiled::*;
pub use packed::{LaneRows, packed};
pub use run::{Energy, RunOptions, State, TakeSnapshot, adaptive, fixed};
pub use table::{Begin, Destination, Rows, Table};
pub use trajectory::{Column, Passage, Quantity, Trajectory, Unexplained};

/// A mechanism of the library.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Name on the command line: lower case, words joined by underscores.
    pub name: &'static str,
    /// A summary in one line.
    pub summary: &'static str,
    /// Its description in the mechanism language.
    pub source: &'static str,
}

/// Every mechanism of the library, in alphabetical order.
pub fn registry() -> &'static [Entry] {
    ENTRIES
}

/// The entry called `name`.
pub fn find(name: &str) -> Option<&'static Entry> {
    ENTRIES.iter().find(|entry| entry.name == name)
}

macro_rules! source {
    ($name:literal by_macro) => {
        // The build script has taken it from the file of the macros.
        include_str!(concat!(env!("OUT_DIR"), "/", $name, ".mech"))
    };
    ($name:literal $topic:literal) => {
        include_str!(concat!("../mechanisms/", $topic, "/", $name, ".mech"))
    };
}

macro_rules! entries {
    ($($name:literal $place:tt: $summary:literal;)*) => {
        [$(Entry { name: $name, summary: $summary, source: source!($name $place) }),*]
    };
}

static ENTRIES: &[Entry] = &entries! {
    "andrews" "linkages": "Andrews' squeezing mechanism: seven bodies, three loops (IFToMM A03)";
    "andrews_bodies" "linkages": "Andrews' squeezing mechanism by its bodies and joints (IFToMM A03)";
    "bricard" "linkages": "Bricard's mechanism: six hinges in a loop, one equation too many (IFToMM A04)";
    "car_axis" "vehicles": "car axis over a bumpy road: index 3, rheonomic (Bari test set)";
    "cartesian_pendulum" by_macro: "simple pendulum in Cartesian coordinates, an index-3 DAE";
    "chain" "pendulums": "chain of spinning bars on spherical joints";
    "door" "linkages": "door on two hinges: five redundant equations";
    "double_bars" "pendulums": "double pendulum of thick bars, in space";
    "double_pendulum" by_macro: "double pendulum of point masses, chaotic";
    "forced_oscillator" "test_problems": "undamped oscillator under a harmonic force, closed form";
    "four_bars" "linkages": "row of four-bar linkages that pass singular positions (IFToMM A02)";
    "four_link" "linkages": "four-link mechanism in space, driven";
    "free_rigid_body" "tops": "free rigid body that turns over (Dzhanibekov)";
    "free_slider_crank" "linkages": "slider-crank in space, left to gravity and its inertia";
    "governor" "tops": "flyball governor, stiff (IFToMM A05)";
    "hexapod" "robots": "Stewart platform on six driven legs";
    "hinged_pendulum" "pendulums": "simple pendulum as a body on a hinge (IFToMM A01)";
    "jay" "test_problems": "test problem with nonlinear multipliers and a nonlinear nonholonomic constraint";
    "kepler" by_macro: "planet around a fixed sun, eccentricity 0.5";
    "knife_edge" "rolling": "skate on an incline as a body: nonholonomic, closed form";
    "lattice" "linkages": "square lattice of pinned rods: loops everywhere";
    "motor_pendulum" "pendulums": "pendulum driven by a direct-current motor: a first-order state";
    "oscillator" by_macro: "damped forced oscillator, given by its matrices";
    "panda" "robots": "seven-axis arm Panda with a torque on every axis";
    "pendulum" by_macro: "simple pendulum in its angle (IFToMM A01)";
    "quadruped" "robots": "quadruped Solo12: twelve driven axes on a free base";
    "quaternion_top" "tops": "heavy top as a body on a ball joint, on SO(3)";
    "rigid_pendulum" "pendulums": "pendulum as a plane body with two pin constraints, singular mass matrix";
    "rolling_disk" "rolling": "disk that rolls on a plane: nonholonomic";
    "scissor_lift" "linkages": "scissor lift of n stages that comes down against the friction of its pins";
    "skate" "rolling": "skate on an incline: nonholonomic, closed form";
    "slider_crank" "linkages": "slider-crank of rigid bodies, its loop closed from the angle of the crank";
    "slider_crank_cartesian" "linkages": "slider-crank in nine Cartesian coordinates with eight constraints";
    "spatial_four_bar" "linkages": "four-bar linkage with parallel hinges described in space: three redundant equations";
    "spatial_slider_crank" by_macro: "slider-crank in space, driven, with friction in the guide";
    "spinning_top" "tops": "Lagrange's heavy top in ZXZ Euler angles";
    "top" "tops": "heavy top as a body on a ball joint, in ZXZ Euler angles";
};
