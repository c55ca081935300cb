//! Planned pivots are accurate over a second of motion of every mechanism of the library, in all its formulations.

use crate::tapes::tapes;
use crate::texts::in_both;
use linkwork::prelude::*;
use linkwork::solution::Report;
use linkwork_models::registry;
use linkwork_tape::Tape;

/// Mechanisms with steps that fall back, and their largest fraction.
const FALLING_BACK: [(&str, f64); 6] = [
    // They pass positions in which the constraints are dependent: no order has accurate pivots near them.
    ("FourBars", 0.01),
    ("FourBarsAbsolute", 0.01),
    // It falls so far that pivots which are large at the start vanish.
    ("Lattice", 0.02),
    ("LatticeAbsolute", 0.02),
    // A component of the crank's axis is a pivot, which vanishes at each quarter turn.
    ("SpatialSliderCrankAbsolute", 0.01),
    ("FreeSliderCrankAbsolute", 0.01),
];

/// Steps with which both methods are stable, in s.
fn step(name: &str) -> f64 {
    match name {
        "governor" => 3e-4,
        "andrews" | "andrews_bodies" => 1e-4,
        _ => 2e-3,
    }
}

fn assert_sound(report: &Report, name: &str) {
    let allowed = FALLING_BACK.iter().find(|(known, _)| *known == name).map_or(0.0, |(_, share)| *share);
    let fallbacks = report.refined + report.pivoted;
    assert!(fallbacks as f64 <= allowed * report.steps as f64, "{name}: {report}");
}

#[test]
fn no_ordinary_motion_falls_back() {
    for entry in registry() {
        let bodies = [" in space {", " in plane {"].iter().any(|words| entry.source.contains(words));
        let text = if bodies { in_both(entry.source) } else { entry.source.to_owned() };
        for parameters in tapes(&text) {
            let m: Tape = parameters.build().unwrap_or_else(|error| panic!("{}: {error}", entry.name));
            let name = m.names().mechanism.clone();
            // One method solves with the weighted matrix, the other one with M and its borders.
            let weighted =
                m.simulate().method(FifthDegree::default()).step(step(entry.name)).until(1.0).run();
            let weighted = weighted.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_sound(weighted.report(), &name);
            let plain = m.simulate().method(RungeKutta4::projected()).step(step(entry.name)).until(1.0).run();
            let plain = plain.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_sound(plain.report(), &name);
        }
    }
}
