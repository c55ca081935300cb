//! Tables 1 to 11, cell by cell, with the tolerances of the reference file.
//!
//! `cargo run --release -p linkwork-papers --features results --example results -- published all` runs all of them whole: here cells of
//! 10⁹ steps (h = 1e-8 in Tables 1 and 2) are left out, and where 10⁷ steps or more are held to a bound of round-off alone, the first second is
//! held to a tenth of the bound for all ten.

use linkwork_papers::cells::{Cell, Tolerance, divergences};
use linkwork_papers::run::Errors;
use linkwork_papers::tables::{
    DURATION, Experiment, Steps, energy_tables, spectral_radii, stability_limits, time_to_divergence,
};

/// The smallest step size; a tenth of it would take ten times as long as all other tests together.
const SMALLEST_STEP: f64 = 0.9e-7;
/// Round-off of steps of at most this size, in s, is bounded over [`SHORTER`]; in Tables 1 and 2, of order two, truncation shows down to 1e-6.
fn many_steps(table: &str) -> f64 {
    if matches!(table, "table1" | "table2") { 1.1e-7 } else { 1.1e-6 }
}
/// In s: a million steps show round-off that grows, if it does; those of 1e-5 s run for all ten.
const SHORTER: f64 = 1.0;
/// Projections and Newton's iterations leave constraints this small, in m²: a few rounding units.
const SATISFIED: f64 = 1e-14;

/// The steps of a cell. Drift, where a table has it, is not proportional to time: it is that of all ten seconds.
fn steps(table: &str, cell: &Cell) -> Steps {
    let whole = Steps::of_size(cell.argument);
    let bounded = matches!(cell.tolerance, Tolerance::UpperBound(_)) && cell.drift.is_none();
    if bounded && cell.argument <= many_steps(table) { Steps { duration: SHORTER, ..whole } } else { whole }
}

/// Runs all cells of a table and passes them to `check` as well.
fn reproduce(key: &str, cells: usize, check: impl Fn(&Experiment, &Cell, &Errors) -> Result<(), String>) {
    let mut compared = 0;
    let mut wrong = Vec::new();
    for experiment in energy_tables().unwrap().iter().filter(|experiment| experiment.table == key) {
        for cell in experiment.cells.iter().filter(|cell| cell.argument >= SMALLEST_STEP) {
            compared += 1;
            let steps = steps(key, cell);
            let outcome = (experiment.run)(steps).and_then(|found| {
                // At the end, if it grows at the same rate.
                let energy = found.energy * (DURATION / steps.duration);
                cell.check(energy).and_then(|()| check(experiment, cell, &found))
            });
            wrong.extend(outcome.err());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(compared, cells, "cells of {key}");
}

/// Nothing but the energy.
fn energy(_: &Experiment, _: &Cell, _: &Errors) -> Result<(), String> {
    Ok(())
}

/// The constraint holds to rounding.
fn satisfied(_: &Experiment, cell: &Cell, found: &Errors) -> Result<(), String> {
    if found.drift <= SATISFIED {
        Ok(())
    } else {
        Err(format!("{}: drift {:e} at {:e}", cell.place, found.drift, cell.argument))
    }
}

#[test]
fn table_1_central_differences() {
    reproduce("table1", 10, |experiment, cell, found| {
        // Cancellation occurs where the table shows it, and only there.
        let cancels = matches!(cell.tolerance, Tolerance::Range(..));
        if cancels == (experiment.column == "classical" && cell.argument < 5e-5) {
            return Ok(());
        }
        Err(format!("{} at {:e}: {:e}", cell.place, cell.argument, found.energy))
    });
}

#[test]
fn table_2_third_degree() {
    reproduce("table2", 10, energy);
}

#[test]
fn table_3_stability_limits() {
    for (alpha, cell, limit) in stability_limits().unwrap() {
        cell.check(limit).unwrap_or_else(|e| panic!("α = {alpha}: {e}"));
    }
}

#[test]
fn table_4_fourth_degree() {
    reproduce("table4", 15, energy);
}

#[test]
fn table_5_spectral_radii() {
    for (cell, radius) in spectral_radii().unwrap() {
        cell.check(radius).unwrap();
    }
}

/// The times at which the weight set of Table 5 diverges on a forced motion (error above 0.2 m): the reference's times, with the
/// higher derivatives zero at the start, under a force of 10 rad/s.
#[test]
fn table_5_times_to_divergence() {
    for row in divergences().unwrap() {
        let destroyed = time_to_divergence(row.step, 1.1 * row.reproduced).unwrap();
        // Growth turns a rounding difference into a fraction of a period.
        assert!((destroyed / row.reproduced - 1.0).abs() < 1e-3, "{row:?}: {destroyed} s");
    }
}

/// Round-off stays at the last digits of E however small the step is, while the published sums
/// lose four digits more (1.8e-11).
#[test]
fn table_6_fifth_degree() {
    reproduce("table6", 6, |_, cell, found| {
        if matches!(cell.tolerance, Tolerance::UpperBound(_))
            && (found.energy.is_nan() || found.energy > 2e-13)
        {
            return Err(format!("{:e} at {:e}", found.energy, cell.argument));
        }
        Ok(())
    });
}

#[test]
fn table_7_spinning_top() {
    reproduce("table7", 4, energy);
}

#[test]
fn table_8_spinning_top_runge_kutta() {
    reproduce("table8", 4, energy);
}

/// Index 1 without projection drifts; the drift is held to the tolerance of the energy, and where that is
/// round-off, to the reference's.
#[test]
fn table_9_index_1() {
    reproduce("table9", 5, |_, cell, found| {
        let expected = cell.drift.ok_or("no drift")?;
        let good = match cell.tolerance {
            Tolerance::RelativeToReproduced(r) => (found.drift / expected - 1.0).abs() <= r,
            // The reference's drift carries 0.14 % of round-off here.
            Tolerance::RelativeToTruncation(_) => (found.drift / expected - 1.0).abs() <= 2e-3,
            _ => found.drift <= expected,
        };
        if good {
            return Ok(());
        }
        Err(format!("drift {:e} at {:e}, reference {expected:e}", found.drift, cell.argument))
    });
}

#[test]
fn table_10_projection_of_the_position() {
    reproduce("table10", 5, satisfied);
}

#[test]
fn table_11_index_3() {
    reproduce("table11", 5, satisfied);
}

#[test]
fn cells_reject_wrong_numbers() {
    let cells = linkwork_papers::cells::table("table1", Some("classical")).unwrap();
    assert_eq!(cells.len(), 6);
    assert!(cells[0].check(2.00492e-5).is_ok());
    assert!(cells[0].check(2.006e-5).is_err());
    assert!(cells[5].check(1e-9).is_err(), "cancellation must show");
    assert!(cells[5].check(f64::NAN).is_err());
    let limits = linkwork_papers::cells::table("table3", None).unwrap();
    assert!(limits[2].check((4.0_f64 / 3.0).sqrt()).is_ok());
    assert!(linkwork_papers::cells::table("table2", Some("alpha=1")).is_err());
}
