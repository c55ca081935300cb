//! Packs against single runs: every lane has the bits of its single run, or the pack is given up.

use crate::tapes::tapes;
use linkwork::conditionally_explicit::{FifthDegree, Starting};
use linkwork::packs::Joined;
use linkwork::scalar::Pack;
use linkwork::simulation::Sampling;
use linkwork::solution::TableColumns;
use linkwork::{Assemble, Dense, Described, Evaluate, Real};
use linkwork_jit::{Mode, Native, Tape};
use linkwork_models::{Energy, LaneRows, RunOptions, Trajectory, find, fixed, packed, registry};
use linkwork_tape::{Routines, runs_in_packs};

/// Four of them, whose parameters differ by some percent.
fn four(tape: &Tape, declared: &[f64]) -> Vec<Tape> {
    let other = |lane: usize| {
        let values: Vec<f64> = declared
            .iter()
            .enumerate()
            .map(|(i, x)| x * (1.0 + 0.02 * lane as f64 * (1.0 + i as f64).sin()))
            .collect();
        // Loops with some of the lengths do not close.
        tape.with_parameters(&values).unwrap_or_else(|_| tape.clone())
    };
    (0..Pack::LANES).map(other).collect()
}

fn options(step: f64, progress: &mut dyn FnMut(f64)) -> RunOptions<'_> {
    RunOptions { step: Some(step), ..RunOptions::new(60.0 * step, progress) }
}

/// The four runs as one; rows that are taken during the run are those of the trajectories.
fn at_once(routines: &Routines<Native<Pack>>, lanes: &[Tape], step: f64) -> Option<Vec<Trajectory>> {
    let pack = routines.join(lanes)?;
    let method = FifthDegree::default();
    let method = Joined::new(method, method.starting(Starting::ZeroHigher), lanes);
    let all = TableColumns::new(&lanes[0], None).expect("all columns").named().to_vec();
    let columns: Vec<String> = all.into_iter().map(|column| column.name.into_owned()).collect();
    let mut taken = vec![Vec::new(); lanes.len()];
    let mut take = |lane: usize, row: &[f64]| taken[lane].push(row.to_vec());
    let rows = LaneRows { sampling: Sampling::EveryStep, columns: &columns, take: &mut take };
    let runs = packed(&pack, lanes, method, |_| Energy::kinetic(), options(step, &mut |_| ()), Some(rows))?;
    for (run, rows) in runs.iter().zip(&taken) {
        let series = [&run.times].into_iter().chain(run.columns.iter().map(|column| &column.values));
        for ((k, values), name) in series.enumerate().zip(&columns) {
            let taken: Vec<u64> = rows.iter().map(|row| row[k].to_bits()).collect();
            assert_eq!(taken, values.iter().map(|x| x.to_bits()).collect::<Vec<_>>(), "{name}");
        }
    }
    Some(runs)
}

fn alone(tape: &Tape, step: f64) -> Result<Trajectory, linkwork::Error> {
    fixed(tape, FifthDegree::default(), Energy::kinetic(), options(step, &mut |_| ()))
}

#[track_caller]
fn assert_same(name: &str, x: &Trajectory, y: &Trajectory) {
    let bits = |values: &[f64]| values.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&x.times), bits(&y.times), "{name}");
    for (x, y) in x.columns.iter().zip(&y.columns) {
        assert_eq!(bits(&x.values), bits(&y.values), "{name}: {}", x.name);
    }
}

#[test]
fn packed_runs_of_the_library_have_the_bits_of_single_runs() {
    let (mut made, mut iterated) = (Vec::new(), 0);
    for entry in registry() {
        for parameters in tapes(entry.source) {
            let name = format!("`{}` of {}", parameters.names().mechanism, entry.name);
            let declared = parameters.values().to_vec();
            let tape = linkwork_jit::build(parameters, Mode::Native).expect("it builds");
            if runs_in_packs(tape.program()).is_err() {
                continue;
            }
            let lanes = four(&tape, &declared);
            for (step, mode) in [(1e-3, Mode::Native), (1e-5, Mode::WherePaid)] {
                let routines = Routines::new(&tape, mode);
                let Some(runs) = at_once(&routines, &lanes, step) else { continue };
                for (lane, run) in runs.iter().enumerate() {
                    let single = alone(&lanes[lane], step).unwrap_or_else(|error| panic!("{name}: {error}"));
                    assert_same(&format!("{name}, lane {lane}, {step}"), run, &single);
                    // Lanes that have converged before others keep their values.
                    iterated += u32::from(run.report.iterations > single.report.iterations);
                }
                made.push(name.clone());
            }
        }
    }
    made.dedup();
    println!("{} mechanisms, {iterated} lanes that waited: {made:?}", made.len());
    assert!(made.len() >= 15 && iterated > 0, "{iterated} waited: {made:?}");
}

/// A lane that fails does not affect the others: the pack is given up.
#[test]
fn packs_with_a_failing_lane_are_given_up() {
    let text = "pub mechanism M { param k = 1 [1/s^2]; coordinate x [m]; kinetic = 0.5 [kg] * der(x)^2;
                force pull = generalized(x, -1 [kg*m] * k * sqrt(x / 1 [m])); initial { x: 1 [m] } }";
    let tape = linkwork_jit::build(tapes(text).remove(0), Mode::Native).expect("it builds");
    let routines = Routines::new(&tape, Mode::Native);
    let lanes: Vec<Tape> =
        [0.1, 0.2, 0.3, 40.0].map(|k| tape.with_parameters(&[k]).expect("it builds")).into();
    // The last one reaches the root of a negative number.
    assert!(alone(&lanes[3], 1e-2).is_err() && alone(&lanes[0], 1e-2).is_ok());
    assert!(at_once(&routines, &lanes, 1e-2).is_none());
    assert!(at_once(&routines, &[&lanes[..3], &lanes[..1]].concat(), 1e-2).is_some());
    // Another number of lanes, and another program.
    assert!(routines.join(&lanes[..3]).is_none());
    let other = linkwork_jit::build(tapes(text).remove(0), Mode::Native).expect("it builds");
    assert!(routines.join(&[other.clone(), other.clone(), other.clone(), other]).is_none());
}

/// Matrices of packs of states, and the reasons for which there are no packs of runs.
#[test]
fn rotations_and_switches_run_alone() {
    for (name, reason) in [("quaternion_top", "rotations in space"), ("skate", "nonholonomic constraints")] {
        let source = find(name).unwrap_or_else(|| panic!("no `{name}`")).source;
        let tape = linkwork_jit::build(tapes(source).remove(0), Mode::Native).expect("it builds");
        assert_eq!(runs_in_packs(tape.program()), Err(reason), "{name}");
        // Its routines are packed nevertheless.
        let routines = Routines::<Native<Pack>>::new(&tape, Mode::Native);
        let pack = routines.join(&[0; 4].map(|_| tape.clone())).expect("four lanes");
        let n = tape.sizes().velocities;
        let (mut of_pack, mut of_one) = (vec![Pack::zero(); n * n], vec![0.0; n * n]);
        let (mut at, mut at_one) = (pack.position_cache(), tape.position_cache());
        pack.place(&pack.now(Pack::zero()), &pack.initial().0, &mut at);
        tape.place(&tape.now(0.0), &tape.initial().0, &mut at_one);
        pack.mass_matrix(&at, &mut of_pack);
        tape.mass_matrix(&at_one, &mut of_one);
        for (pack, one) in of_pack.iter().zip(&of_one) {
            assert_eq!(pack.to_array().map(f64::to_bits), [one.to_bits(); 4], "{name}");
        }
        assert!(routines.executors().iter().any(|native| native.runs() == linkwork_jit::Runs::Native));
    }
}
