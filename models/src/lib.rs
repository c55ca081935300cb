//! A library of well-known mechanisms, each with its description as text.
//!
//! [`registry`] lists them; the text of an entry compiles unchanged, in `mechanism!` as well as
//! in a `.mech` file.
//!
//! A few are `mechanism!` calls in one file of this crate; the others are files in `mechanisms/`, by topic, which the build
//! script compiles. Both are used in the same way. Descriptions with `coordinates = [minimal, absolute]` define two
//! mechanisms; an entry runs the first one.

mod by_macro;
mod compiled;
mod run;
mod trajectory;

pub use by_macro::*;
pub use compiled::*;
pub use run::{Energy, RunOptions, State, Table, TakeSnapshot, adaptive, fixed};
pub use trajectory::{Column, Passage, Quantity, Trajectory};

use linkwork::{Error, Parameters};

/// Runs a mechanism of the library.
pub type Run = fn(RunOptions<'_>) -> Result<Trajectory, Error>;

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
    /// Builds it and runs it with the default method as compiled code: one mechanism of each sort. The others would take
    /// every program that lists the library as long again to compile; there is their code, and the tape.
    pub run: Option<Run>,
}

/// Every mechanism of the library, in alphabetical order.
pub fn registry() -> &'static [Entry] {
    ENTRIES
}

/// The entry called `name`.
pub fn find(name: &str) -> Option<&'static Entry> {
    ENTRIES.iter().find(|entry| entry.name == name)
}

macro_rules! entries {
    (@interpreted $mechanism:ident) => { None };
    (@$native:ident $mechanism:ident) => { Some(run::$native::<$mechanism<f64>>) };
    ($($name:literal $mechanism:ident $native:ident: $summary:literal;)*) => {
        [$(Entry {
            name: $name,
            summary: $summary,
            source: <$mechanism<f64> as Parameters>::SOURCE,
            declared: run::declared::<$mechanism<f64>>,
            run: entries!(@$native $mechanism),
        }),*]
    };
}

static ENTRIES: &[Entry] = &entries! {
    "andrews" Andrews native_with_energy: "Andrews' squeezing mechanism: seven bodies, three loops (IFToMM A03)";
    "andrews_bodies" AndrewsBodies interpreted: "Andrews' squeezing mechanism by its bodies and joints (IFToMM A03)";
    "bricard" Bricard interpreted: "Bricard's mechanism: six hinges in a loop, one equation too many (IFToMM A04)";
    "car_axis" CarAxis native_with_energy: "car axis over a bumpy road: index 3, rheonomic (Bari test set)";
    "cartesian_pendulum" CartesianPendulum native_with_energy: "simple pendulum in Cartesian coordinates, an index-3 DAE";
    "chain" Chain interpreted: "chain of spinning bars on spherical joints";
    "door" Door interpreted: "door on two hinges: five redundant equations";
    "double_bars" DoubleBars interpreted: "double pendulum of thick bars, in space";
    "double_pendulum" DoublePendulum native_with_energy: "double pendulum of point masses, chaotic";
    "forced_oscillator" ForcedOscillator interpreted: "undamped oscillator under a harmonic force, closed form";
    "four_bars" FourBars interpreted: "row of four-bar linkages that pass singular positions (IFToMM A02)";
    "four_link" FourLink interpreted: "four-link mechanism in space, driven";
    "free_rigid_body" FreeRigidBody interpreted: "free rigid body that turns over (Dzhanibekov)";
    "free_slider_crank" FreeSliderCrank interpreted: "slider-crank in space, left to gravity and its inertia";
    "governor" Governor interpreted: "flyball governor, stiff (IFToMM A05)";
    "hexapod" Hexapod interpreted: "Stewart platform on six driven legs";
    "hinged_pendulum" HingedPendulum interpreted: "simple pendulum as a body on a hinge (IFToMM A01)";
    "jay" Jay native_without_energy: "test problem with nonlinear multipliers and a nonlinear nonholonomic constraint";
    "kepler" Kepler native_with_energy: "planet around a fixed sun, eccentricity 0.5";
    "knife_edge" KnifeEdge interpreted: "skate on an incline as a body: nonholonomic, closed form";
    "motor_pendulum" MotorPendulum native_with_energy: "pendulum driven by a direct-current motor: a first-order state";
    "oscillator" Oscillator native_without_energy: "damped forced oscillator, given by its matrices";
    "panda" Panda interpreted: "seven-axis arm Panda with a torque on every axis";
    "pendulum" Pendulum native_with_energy: "simple pendulum in its angle (IFToMM A01)";
    "quadruped" Quadruped interpreted: "quadruped Solo12: twelve driven axes on a free base";
    "quaternion_top" QuaternionTop native_with_energy: "heavy top as a body on a ball joint, on SO(3)";
    "rigid_pendulum" RigidPendulum native_with_energy: "pendulum as a plane body with two pin constraints, singular mass matrix";
    "rolling_disk" RollingDisk interpreted: "disk that rolls on a plane: nonholonomic";
    "skate" Skate native_with_energy: "skate on an incline: nonholonomic, closed form";
    "slider_crank" SliderCrank interpreted: "slider-crank of rigid bodies, its loop closed from the angle of the crank";
    "slider_crank_cartesian" SliderCrankCartesian native_with_energy: "slider-crank in nine Cartesian coordinates with eight constraints";
    "spatial_four_bar" SpatialFourBar interpreted: "four-bar linkage with parallel hinges described in space: three redundant equations";
    "spatial_slider_crank" SpatialSliderCrank interpreted: "slider-crank in space, driven, with friction in the guide";
    "spinning_top" SpinningTop native_with_energy: "Lagrange's heavy top in ZXZ Euler angles";
    "top" Top interpreted: "heavy top as a body on a ball joint, in ZXZ Euler angles";
};
