//! Tabulated springs in runs: a straight table is a spring, energy is conserved across the points of a table, runs report when
//! they leave it, and mistakes in a table are reported.

use crate::tapes::tapes;
use crate::texts::{in_both, named_outputs};
use linkwork::prelude::*;
use linkwork_compiler::Options;
use linkwork_tape::Tape;

/// Of sums of some ten terms along a thousand steps.
const ROUNDING: f64 = 1e-11;

fn built(text: &str) -> Vec<Tape> {
    let all = tapes(&in_both(text)).into_iter();
    all.map(|one| one.build().unwrap_or_else(|error| panic!("{error}"))).collect()
}

/// A particle in the plane on that force.
fn hanging(force: &str) -> String {
    format!(
        "mechanism Hanging in plane {{
            gravity = [0, -9.81] [m/s^2];
            particle load {{ mass: 2 [kg] }}
            joint fly = free(ground, load);
            force coil = {force};
            output tension = coil.tension;
            output length = coil.length;
            initial {{ fly.x: 0.1 [m], fly.y: -0.5 [m], der(fly.x): 0.4 [m/s] }}
        }}"
    )
}

/// Stiffening, soft when it is pressed.
const TABLE: &str = "tabulated_spring(ground, load, elongations: [-200, -50, 0, 50, 120, 260] [mm],
    tensions: [-15, -8, 0, 14, 40, 150] [N], length: 0.4 [m])";

#[test]
fn a_straight_table_is_a_spring() {
    let straight = "tabulated_spring(ground, load, elongations: [-0.3, 0.1, 0.2, 0.7] [m], tensions: [-60, 20, 40, 140] [N],
        length: 0.4 [m], damping: 1.5 [N*s/m])";
    let spring = "spring(ground, load, stiffness: 200 [N/m], length: 0.4 [m], damping: 1.5 [N*s/m])";
    let run = |text: &str| -> Vec<Vec<(String, f64)>> {
        let run = |tape: Tape| {
            let run = tape.simulate().method(RungeKutta4::projected()).step(1e-3).until(1.0).run();
            let run = run.unwrap_or_else(|error| panic!("{error}"));
            named_outputs(&tape, run.last())
        };
        built(&hanging(text)).into_iter().map(run).collect()
    };
    for (one, other) in run(straight).iter().zip(&run(spring)) {
        for ((name, a), (_, b)) in one.iter().zip(other) {
            assert!((a - b).abs() < ROUNDING * (1.0 + b.abs()), "{name}: {a} and {b}");
        }
    }
}

/// Steps of order eight end where the third derivative of the force jumps: energy is conserved although they are long.
#[test]
fn energy_is_kept_through_the_points() {
    for tape in built(&hanging(TABLE)) {
        let run = tape.simulate().method(DormandPrince8::projected()).step(1e-2).until(3.0).run();
        let run = run.unwrap_or_else(|error| panic!("{error}"));
        assert!(run.energy_drift() < 1e-8, "{:e}", run.energy_drift());
        assert!(run.report().excursions.is_empty(), "{:?}", run.report().excursions);
    }
}

#[test]
fn a_run_reports_when_it_has_left_the_table() {
    let short = TABLE.replace(", 120, 260] [mm]", ", 90] [mm]").replace(", 40, 150] [N]", ", 27] [N]");
    for tape in built(&hanging(&short)) {
        let run = tape.simulate().method(RungeKutta4::projected()).step(1e-3).until(1.0).run();
        let run = run.unwrap_or_else(|error| panic!("{error}"));
        let excursions = &run.report().excursions;
        assert_eq!(excursions.len(), 1, "{excursions:?}");
        let text = excursions[0].to_string();
        assert!(text.contains("coil.elongation"), "{text}");
    }
}

/// On a guide through the point where the ends coincide: the pull reverses there.
#[test]
fn on_a_guide_it_goes_through_the_other_end() {
    let text = "mechanism Guided in plane {
        body block { mass: 2 [kg], inertia: 0.1 [kg*m^2] }
        joint guide = prismatic(ground, block, axis: [1, 0]);
        force rope = tabulated_spring(ground, block, elongations: [0, 0.1, 0.3] [m], tensions: [5, 20, 30] [N]);
        output pull = rope.force;
        initial { guide.displacement: 0.2 [m] }
    }";
    for tape in built(text) {
        let run = tape.simulate().method(DormandPrince8::projected()).step(2e-3).until(1.0).run();
        let run = run.unwrap_or_else(|error| panic!("{error}"));
        assert!(run.energy_drift() < 1e-9, "{:e}", run.energy_drift());
        let least = run.samples().iter().map(|state| state.q[0]).fold(f64::INFINITY, f64::min);
        assert!(least < -0.19, "{least}");
    }
}

#[test]
fn implicit_methods_have_its_derivatives() {
    for tape in built(&hanging(TABLE)) {
        let mut ends = Vec::new();
        let implicit = tape.simulate().method(GeneralizedAlpha::default()).step(2e-4).until(0.5).run();
        let explicit = tape.simulate().method(DormandPrince8::projected()).step(1e-2).until(0.5).run();
        for run in [implicit.map(|run| run.last().clone()), explicit.map(|run| run.last().clone())] {
            ends.push(named_outputs(&tape, &run.unwrap_or_else(|error| panic!("{error}"))));
        }
        // Second order with 2500 steps.
        for ((name, a), (_, b)) in ends[0].iter().zip(&ends[1]) {
            assert!((a - b).abs() < 1e-4 * (1.0 + b.abs()), "{name}: {a} and {b}");
        }
    }
}

#[track_caller]
fn says(force: &str, message: &str) {
    let tokens = hanging(force).parse().expect("the text lexes");
    let found = linkwork_compiler::compile(tokens, &Options::default()).diagnostics;
    let texts: Vec<String> = found.iter().map(|found| found.text()).collect();
    assert!(texts.iter().any(|text| text.contains(message)), "{texts:#?}");
}

#[test]
fn mistakes_in_tables_are_reported() {
    let of = |x: &str, y: &str| format!("tabulated_spring(ground, load, elongations: {x}, tensions: {y})");
    says(
        &of("[0, 2, 1] [mm]", "[0, 1, 2] [N]"),
        "elongation 3 in the table of `coil` is not greater than the one before it",
    );
    says(
        &of("[0, 2, 2] [mm]", "[0, 1, 2] [N]"),
        "elongation 3 in the table of `coil` is not greater than the one before it",
    );
    says(&of("[0, 2] [mm]", "[0, 1, 2] [N]"), "the table of `coil` has 2 elongations and 3 tensions");
    says(&of("[0] [mm]", "[0] [N]"), "the table of `coil` has fewer than two points");
    says(&of("[0, 2] [N]", "[0, 1] [N]"), "`elongations`");
    says(&of("2 [mm]", "[0, 1] [N]"), "`elongations` must be an array of numbers, not a number");
    says(&of("[0, fly.x]", "[0, 1] [N]"), "`elongations`");
    says("tabulated_spring(ground, load, elongations: [0, 1] [m])", "`tabulated_spring` needs `tensions`");
}
