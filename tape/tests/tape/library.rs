//! Compiled code of the library against the tape over a short run, model by model.

use linkwork::conditionally_explicit::FifthDegree;
use linkwork::{Error, Parameters};
use linkwork_compiler::Options;
use linkwork_models::*;
use linkwork_tape::{Tape, TapeParameters};

/// Seconds: small enough for the stiffest model.
const STEP: f64 = 2e-5;
/// Steps of a run.
const STEPS: u32 = 100;
/// Round-off of some hundred steps, relative to the largest value of all columns of a kind.
const ROUND_OFF: f64 = 1e-11;
/// Velocities come from positions over the step: 1e-16/2e-5 a step, and a digit.
const ROUND_OFF_OF_RATES: f64 = 5e-11;
/// Accelerations and multipliers come from positions over the square of the step: 1e-16/(2e-5)², and some digits.
const MAGNIFIED: f64 = 1e-5;

fn options(progress: &mut dyn FnMut(f64)) -> RunOptions<'_> {
    RunOptions { step: Some(STEP), balance: true, ..RunOptions::new(STEP * f64::from(STEPS), progress) }
}

/// The first mechanism of an entry's text, on the tape.
fn taped(entry: &Entry) -> Result<Trajectory, Error> {
    let tokens = entry.source.parse().expect("the text lexes");
    let mut compiled = linkwork_compiler::compile(tokens, &Options::default());
    assert!(!compiled.programs.is_empty(), "`{}` does not compile", entry.name);
    let tape = TapeParameters::new(compiled.programs.remove(0)).build()?;
    let energy = if tape.has_energy() { Energy::known() } else { Energy::kinetic() };
    adaptive(&tape, FifthDegree::default(), energy, options(&mut |_| ()))
}

/// The error of the energy balance after a second with steps of 1 ms, in J; 2.5e-4 J of the spatial four-bar linkage is the most.
const BALANCED: f64 = 1e-3;

/// The balance of energy of every model: the work explains the change of the energy.
#[test]
fn the_library_keeps_its_balance_of_energy() {
    for entry in registry() {
        let tokens = entry.source.parse().expect("the text lexes");
        let mut compiled = linkwork_compiler::compile(tokens, &Options::default());
        let tape: Tape = TapeParameters::new(compiled.programs.remove(0)).build().expect("it builds");
        let energy = if tape.has_energy() { Energy::known() } else { Energy::kinetic() };
        // Stiff, and fast.
        let fast = ["andrews", "andrews_bodies", "governor"].contains(&entry.name);
        let (step, until) = if fast { (2e-5, 0.02) } else { (1e-3, 1.0) };
        let mut progress = |_| ();
        let options = RunOptions { step: Some(step), until, ..options(&mut progress) };
        let run = adaptive(&tape, FifthDegree::default(), energy, options);
        let run = run.unwrap_or_else(|error| panic!("{}: {error}", entry.name));
        let balance = run.balance.expect("it was asked for");
        assert!(balance.growth.is_none(), "{}: {balance:?}", entry.name);
        assert!(balance.error < BALANCED, "{}: {balance:?}", entry.name);
    }
}

/// The largest value of the columns of a kind.
fn size(trajectory: &Trajectory, kind: Quantity) -> f64 {
    let columns = trajectory.columns.iter().filter(|column| column.quantity == kind);
    columns.flat_map(|column| &column.values).fold(0.0, |largest: f64, value| largest.max(value.abs()))
}

/// A run of compiled code compared with one of its text on the tape.
fn assert_equal_motions<P>(name: &str, energy: Energy<P::Model>)
where
    P: Parameters<Scalar = f64> + Default,
{
    let entry = with_this_source(name, P::SOURCE);
    let model = P::default().build().unwrap_or_else(|error| panic!("`{name}`: {error}"));
    let compiled = adaptive(&model, FifthDegree::default(), energy, options(&mut |_| ()))
        .unwrap_or_else(|error| panic!("`{name}`: {error}"));
    let taped = taped(entry).unwrap_or_else(|error| panic!("`{name}` on the tape: {error}"));
    assert_eq!(compiled.mechanism, taped.mechanism);
    assert_eq!(compiled.times, taped.times);
    assert_eq!(compiled.columns.len(), taped.columns.len());
    for (x, y) in compiled.columns.iter().zip(&taped.columns) {
        assert_eq!((&x.name, &x.unit), (&y.name, &y.unit));
        let tolerance = match x.quantity {
            Quantity::Coordinate | Quantity::State => ROUND_OFF,
            Quantity::Velocity => ROUND_OFF_OF_RATES,
            Quantity::Acceleration | Quantity::Multiplier | Quantity::Output => MAGNIFIED,
        };
        let allowed = tolerance * size(&compiled, x.quantity).max(1.0);
        assert!(allowed.is_finite(), "`{name}`, {}", x.name);
        for (t, (x_t, y_t)) in compiled.times.iter().zip(x.values.iter().zip(&y.values)) {
            let off = (x_t - y_t).abs();
            assert!(off <= allowed, "`{name}`, {} at {t} s: {off:e} > {allowed:e}", x.name);
        }
    }
}

/// The entry of a compiled mechanism, which is compiled from its text.
fn with_this_source(name: &str, source: &str) -> &'static Entry {
    let entry = find(name).unwrap_or_else(|| panic!("no `{name}`"));
    // They are indented differently.
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words(entry.source).ends_with(&words(source)), "`{name}`: text and source differ");
    entry
}

/// Reports of runs of one mechanism of each sort: with constraints, with states, nonholonomic, on a manifold, driven. `agreement` compares
/// the bits of steps and of all routines for every other one, without what a simulation adds to them.
#[test]
fn compiled_models_move_like_their_descriptions() {
    assert_equal_motions::<CartesianPendulum>("cartesian_pendulum", Energy::known());
    assert_equal_motions::<MotorPendulum>("motor_pendulum", Energy::known());
    assert_equal_motions::<Oscillator>("oscillator", Energy::kinetic());
    assert_equal_motions::<QuaternionTop>("quaternion_top", Energy::known());
    assert_equal_motions::<Skate>("skate", Energy::known());
    assert_equal_motions::<SliderCrankCartesian>("slider_crank_cartesian", Energy::known());
}

#[test]
fn compiled_models_have_the_texts_of_the_library() {
    for (name, source) in [
        ("andrews", Andrews::<f64>::SOURCE),
        ("car_axis", CarAxis::<f64>::SOURCE),
        ("double_pendulum", DoublePendulum::<f64>::SOURCE),
        ("jay", Jay::<f64>::SOURCE),
        ("kepler", Kepler::<f64>::SOURCE),
        ("pendulum", Pendulum::<f64>::SOURCE),
        ("rigid_pendulum", RigidPendulum::<f64>::SOURCE),
        ("spinning_top", SpinningTop::<f64>::SOURCE),
    ] {
        with_this_source(name, source);
    }
}

#[test]
fn names_are_unique_sorted_and_found() {
    assert!(registry().windows(2).all(|pair| pair[0].name < pair[1].name));
    for entry in registry() {
        assert_eq!(find(entry.name).map(|found| found.summary), Some(entry.summary));
        assert!(entry.source.starts_with("/// "), "`{}` is not documented", entry.name);
        let camel: String = entry.name.split('_').map(|word| word[..1].to_uppercase() + &word[1..]).collect();
        assert!(
            [" {", " in plane {", " in space {"]
                .iter()
                .any(|setting| entry.source.contains(&format!("pub mechanism {camel}{setting}"))),
            "`{}` does not declare {camel}",
            entry.name
        );
    }
    assert!(find("perpetuum_mobile").is_none());
}
