//! The criteria of the IFToMM library of benchmark problems, at coarse steps of the default method.

use crate::problem::{Criterion, Problem, in_both, library, with_items};
use linkwork::prelude::*;
use linkwork_papers::reference::benchmark;

/// No criterion.
const ANY: f64 = f64::INFINITY;

#[test]
fn pendulum() {
    let all = Problem::new(
        "A01",
        (library("hinged_pendulum"), &[]),
        (benchmark("A01_simple_pendulum"), 1.0, 10.0),
        &["end.position.x", "end.position.y"],
        |column| ["x", "y"].map(column).to_vec(),
    );
    all.meets(FifthDegree::default(), 100, Criterion { energy: 5e-5, position: ANY });
}

/// Rows of four-bar linkages pass the positions in which all bars lie on one line some ten times, and stay
/// parallelograms.
#[test]
fn rows_of_four_bars() {
    let all = |n, until: f64, text: &str| {
        Problem::new(
            "A02",
            (text, &[("n", n)]),
            (benchmark(&format!("A02_four_bar_N{n}")), 1.0, until),
            &["tip.position.x", "tip.position.y"],
            |column| ["B0x", "B0y"].map(column).to_vec(),
        )
    };
    let text = library("four_bars");
    let two = all(2, 10.0, &in_both(text));
    two.meets(FifthDegree::default(), 25, Criterion { energy: 0.1, position: 0.1 });
    two.meets(FifthDegree::default(), 50, Criterion { energy: 0.1, position: 1e-3 });
    let forty = all(40, 20.0, text);
    forty.meets(FifthDegree::default(), 25, Criterion { energy: 0.1, position: 0.1 });
    forty.meets(FifthDegree::default(), 50, Criterion { energy: 0.1, position: 1e-3 });
    forty.meets(SeventhDegree::a(), 200, Criterion { energy: 0.1, position: 1e-8 });
    let forty = all(40, 20.0, &text.replacen('{', "{ coordinates = absolute;", 1));
    forty.meets(FifthDegree::default(), 50, Criterion { energy: 0.1, position: 1e-3 });
}

#[test]
fn andrews() {
    let all = Problem::new(
        "A03",
        (&with_items(library("andrews_bodies"), "frame f = k1 at [0.007, 0] [m];"), &[]),
        (benchmark("A03_andrews_bari"), 0.005, 0.05),
        &["f.position.x", "f.position.y"],
        |column| ["F_x", "F_y"].map(column).to_vec(),
    );
    all.meets(FifthDegree::default(), 100, Criterion { energy: ANY, position: 1e-6 });
}

#[test]
fn bricard() {
    let all = Problem::new(
        "A04",
        (library("bricard"), &[]),
        (benchmark("A04_bricard"), 0.5, 10.0),
        &["p3_point.position.x", "p3_point.position.y", "p3_point.position.z"],
        |column| ["P3x", "P3y", "P3z"].map(column).to_vec(),
    );
    all.meets(FifthDegree::default(), 20, Criterion { energy: 1e-3, position: 1e-3 });
}

/// The fastest eigenvalue, −8000/s, bounds the step of an explicit method; at the coarsest ones the error is 1e-8 m.
#[test]
fn governor() {
    let mut all = Problem::new(
        "A05",
        (library("governor"), &[]),
        (benchmark("A05_flyball"), 0.001, 10.0),
        &["guide.displacement"],
        |column| vec![column("s")],
    );
    all.tapes.truncate(1);
    all.meets(FifthDegree::default(), 8, Criterion { energy: ANY, position: 1e-5 });
}
