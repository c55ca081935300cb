//! The double pendulum of thick bars: reference motion, regression numbers, errors, energies.
//!
//! The reference has the thick bars of the mechanism; the ODE that is published with the paper has slender ones, which
//! alone moves bar 2 by up to 1.4e-2 m in 8 s.

use super::*;
use linkwork::SeventhDegree;
use linkwork::symplectic::Rattle;

/// y, z, y', z' of the lower bar, then the energy: columns of [`outputs`].
const Z: usize = 1;
const ENERGY: usize = 4;
/// Steps of the reference run, in s: its errors are below 2e-10 up to 10 s.
const FINE: f64 = 1e-3;

fn bars() -> Tape {
    tape(&published::double_bars().unwrap(), &[], &[])
}

/// A numerical check of the reference in other coordinates than those it was computed in.
#[test]
fn reference_motion() {
    let all = reference();
    let truth = columns(&all["double_pendulum_thick"], &["t", "bar2_y", "bar2_z", "bar2_vy", "bar2_vz"]);
    let run = outputs(&bars(), &SeventhDegree::a(), FINE, step_of(10.0, FINE));
    assert_eq!(truth.len(), 21);
    for row in truth {
        for (i, expected) in row[1..].iter().enumerate() {
            close(&format!("t = {}, column {i}", row[0]), run[step_of(row[0], FINE)][i], *expected, 2e-10);
        }
    }
}

/// Twelve digits of positions, velocities and energies.
#[test]
fn regression() {
    let (m, all) = (bars(), reference());
    for (h, size) in [(1e-2, "h=0.01"), (1e-3, "h=0.001")] {
        let last = step_of(2.0, h);
        let runs = [
            ("HI", outputs(&m, &HalfImplicitEuler::default(), h, last)),
            ("FI", outputs(&m, &ImplicitEuler::default(), h, last)),
        ];
        for (method, run) in runs {
            for (t, time) in [(0.1, "0.1"), (1.0, "1.0"), (2.0, "2.0")] {
                let row = &all["double_pendulum_regression"][format!("{method} {size}")][time];
                let found = &run[step_of(t, h)];
                let what = format!("{method}, {size}, t = {time}");
                for i in 0..2 {
                    close(&what, found[i], number(&row["bar2_r"][i + 1]), 2e-10);
                    close(&what, found[2 + i], number(&row["bar2_v"][i + 1]), 2e-9);
                }
                // Energies have ten digits.
                let energy = number(&row["E_minus_E0"]);
                close(&what, found[ENERGY] - run[0][ENERGY], energy, 1e-9 * energy.abs().max(10.0));
            }
        }
    }
}

/// RMS errors of z over 8 s, and E − E₀ at t = 1 … 10 s.
#[test]
fn errors_and_energies() {
    let (m, all) = (bars(), reference());
    let truth = outputs(&m, &SeventhDegree::a(), FINE, step_of(8.0, FINE));
    let published = all["double_pendulum_convergence"]["rows"].as_array().unwrap();
    let energies = &all["double_pendulum_energy_minus_E0_at_t_1..10"];
    for (h, size) in [(1e-2, "h=1e-2"), (1e-3, "h=1e-3")] {
        let last = step_of(10.0, h);
        let runs = [
            ("HI", outputs(&m, &HalfImplicitEuler::default(), h, last)),
            ("FI", outputs(&m, &ImplicitEuler::default(), h, last)),
        ];
        for (method, run) in runs {
            let row = published.iter().find(|row| row[0] == method && number(&row[1]) == h).unwrap();
            let error = |i: usize| run[i][Z] - truth[i * step_of(h, FINE)][Z];
            let found = rms((1..=step_of(8.0, h)).map(error));
            // Iterations of the reference that end before rounding leave 8e-4 at h = 1e-2.
            close(&format!("{method}, {size}: rms"), found / number(&row[2]), 1.0, 1e-3);
            let row = published::numbers(&energies[format!("{method} {size}")]).unwrap();
            assert_eq!(row.len(), 10);
            for (i, expected) in row.iter().enumerate() {
                let found = run[step_of((i + 1) as f64, h)][ENERGY] - run[0][ENERGY];
                // Four decimals are printed.
                close(&format!("{method}, {size}: energy at {} s", i + 1), found, *expected, 1e-4);
            }
            let largest =
                run.iter().map(|s| (s[ENERGY] - run[0][ENERGY]).abs()).fold(0.0, linkwork::Real::max);
            let bound = if method == "HI" { 2480.0 * h } else { 1500.0 };
            assert!(largest < bound, "{method}, {size}: {largest}");
        }
    }
}

/// RATTLE is the method of order 2 of this kind: errors and energy errors fall by 100 from 1e-2 to 1e-3.
#[test]
fn second_order() {
    let m = bars();
    let truth = outputs(&m, &SeventhDegree::a(), FINE, step_of(8.0, FINE));
    let found = [1e-2, 1e-3].map(|h| {
        let run = outputs(&m, &Rattle, h, step_of(8.0, h));
        let error = |i: usize| run[i][Z] - truth[i * step_of(h, FINE)][Z];
        let energy = run.iter().map(|s| (s[ENERGY] - run[0][ENERGY]).abs()).fold(0.0, linkwork::Real::max);
        [rms((1..run.len()).map(error)), energy]
    });
    for (coarse, fine) in found[0].iter().zip(found[1]) {
        close("orders", (coarse / fine).log10(), 2.0, 0.02);
    }
    // Half-implicit Euler: 2.09e-3 m and 2.45 J.
    assert!(found[1][0] < 7e-5 && found[1][1] < 1.3e-2, "{found:?}");
}
