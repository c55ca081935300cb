//! The published tables, cell by cell, with the tolerances that the reference file states.

use super::reference::{energy_error_and_configuration, number, reference, start, state};
use crate::support::{Pendulum, RigidPendulum, Top};
use linkwork::stepper::Stepper;
use linkwork::{CentralDifferences, FifthDegree, FourthDegree, Starting, ThirdDegree};
use serde_json::Value;

/// Cells with more steps than this are left to the command line, so that the suite stays fast.
const LARGEST_RUN: f64 = 2.0e6;

/// Every cell that is not too long, for 10 s of the horizontal pendulum.
fn compare<S: Stepper<Pendulum>>(cells: &Value, method: &S) {
    let m = Pendulum::default();
    let mut compared = 0;
    for cell in cells.as_array().unwrap() {
        let h = number(&cell["h"]);
        let steps = 10.0 / h;
        if steps > LARGEST_RUN {
            continue;
        }
        let found = energy_error_and_configuration(&m, method, h, steps.round() as usize - 2).0;
        check(cell, found, &format!("{} at h = {h}", method.name()));
        compared += 1;
    }
    assert!(compared > 0);
}

/// One cell against its tolerance.
fn check(cell: &Value, found: f64, what: &str) {
    let tolerance = &cell["rust_tolerance"];
    if let Some(range) = tolerance["range"].as_array() {
        let (low, high) = (number(&range[0]), number(&range[1]));
        assert!((low..=high).contains(&found), "{what}: {found:e} not in {low:e} … {high:e}");
    } else if let Some(bound) = tolerance["upper_bound"].as_f64() {
        assert!(found <= bound, "{what}: {found:e} above {bound:e}");
    } else {
        let (expected, relative) =
            (number(&cell["reproduced"]), number(&tolerance["relative_to_reproduced"]));
        let off = (found / expected - 1.0).abs();
        assert!(off <= relative, "{what}: {found:e} instead of {expected:e}, off by {off:e}");
    }
}

#[test]
fn table_1() {
    let table = &reference("conditionally_explicit_tables")["table1"];
    compare(&table["classical"], &CentralDifferences);
    compare(&table["reformulated"], &ThirdDegree::central_differences().starting(Starting::ZeroHigher));
}

#[test]
fn table_2() {
    let table = &reference("conditionally_explicit_tables")["table2"];
    compare(&table["alpha=4/3"], &ThirdDegree::four_thirds().starting(Starting::ZeroHigher));
    compare(&table["alpha=2"], &ThirdDegree::two().starting(Starting::ZeroHigher));
}

#[test]
fn table_4() {
    let table = &reference("conditionally_explicit_tables")["table4"];
    compare(&table["alpha=5/4"], &FourthDegree::paper_five_quarters().starting(Starting::ZeroHigher));
    compare(&table["alpha=1/4"], &FourthDegree::paper_quarter().starting(Starting::ZeroHigher));
    compare(&table["alpha=3/4"], &FourthDegree::paper_three_quarters().starting(Starting::ZeroHigher));
}

#[test]
fn table_6() {
    let table = &reference("conditionally_explicit_tables")["table6"];
    compare(table, &FifthDegree::paper().starting(Starting::ZeroHigher));
}

/// Compensated sums move the floor of round-off from 1e-11 to below 1e-14 and keep it there.
#[test]
fn compensated_sums_have_a_low_floor() {
    let method = FifthDegree::paper().starting(Starting::ZeroHigher);
    for h in [1e-4, 1e-5] {
        let found =
            energy_error_and_configuration(&Pendulum::default(), &method, h, (10.0 / h) as usize - 2).0;
        assert!(found < 2e-14, "{found:e} at h = {h}");
    }
}

/// The spinning top, implicit in the velocity: the paper's best set from its start with zero jerk.
#[test]
fn table_7() {
    let m = Top::default();
    let method = FifthDegree::paper_top().starting(Starting::ZeroHigher);
    for cell in reference("conditionally_explicit_tables")["table7"].as_array().unwrap() {
        let h = number(&cell["h"]);
        let found = energy_error_and_configuration(&m, &method, h, (10.0 / h).round() as usize - 2).0;
        check(cell, found, &format!("h = {h}"));
    }
}

/// The top's angles after 10 s, by the default set and an exact start, to the reference's digits.
#[test]
fn top_after_ten_seconds() {
    let end = state(&Top::default(), &FifthDegree::default(), 2e-4, 50_000);
    for (found, expected) in end[0].iter().zip([41.89272347, 0.5246094544, 90.992003909]) {
        assert!((found - expected).abs() < 1e-8, "{found} instead of {expected}");
    }
}

#[test]
fn table_11() {
    let m = RigidPendulum { angle: core::f64::consts::FRAC_PI_2, ..RigidPendulum::default() };
    let method = FifthDegree::all_ones().starting(Starting::ZeroHigher);
    let file = reference("conditionally_explicit_tables");
    for cell in file["table11"].as_array().unwrap() {
        let h = number(&cell["h"]);
        if 10.0 / h > LARGEST_RUN {
            continue;
        }
        let mut w = method.start(&m, &start(&m), h).unwrap();
        let (mut worst, mut drift) = (0.0_f64, 0.0_f64);
        for _ in 0..(10.0 / h).round() as usize - 1 {
            method.step(&m, h, &mut w).unwrap();
            let s = method.sample(&w);
            let energy = 0.5 * (s.v[0] * s.v[0] + s.v[1] * s.v[1]) + 9.81 * s.q[1];
            worst = linkwork::Real::max(worst, energy.abs());
            drift = drift.max((s.q[0] * s.q[0] + s.q[1] * s.q[1] - 1.0).abs());
        }
        check(cell, worst, &format!("h = {h}"));
        assert!(drift < 4e-15, "drift {drift:e} at h = {h}");
    }
}
