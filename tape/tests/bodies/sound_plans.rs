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

/// A scissor lift in space on revolute joints: three redundant constraints a stage, and the turn of each rod about itself is a coordinate that
/// is lighter than the others by the square of the radius.
fn lift(stages: usize, radius: &str) -> String {
    format!(
        "mechanism Lift in space {{
            coordinates = absolute;
            const n = {stages};
            gravity = [0, 0, -9.81] [m/s^2];
            for i in 1..=n {{
                body left[i] {{ mass: 5 [kg], shape: rod(length: 2 [m], radius: {radius} [m], along: [1, 0, 0]) }}
                body right[i] {{ mass: 5 [kg], shape: rod(length: 2 [m], radius: {radius} [m], along: [1, 0, 0]) }}
                joint pin[i] = revolute(left[i], right[i], axis: [0, -1, 0], damping: 200 [N*m*s/rad]);
            }}
            joint foot = revolute(ground, left[1] at [-1, 0, 0] [m], axis: [0, -1, 0]);
            joint shoe = point_on_plane(ground, right[1] at [1, 0, 0] [m], normal: [0, 0, 1]);
            for i in 2..=n {{
                joint west[i] = revolute(right[i - 1] at [-1, 0, 0] [m], left[i] at [-1, 0, 0] [m], axis: [0, -1, 0]);
                joint east[i] = revolute(left[i - 1] at [1, 0, 0] [m], right[i] at [1, 0, 0] [m], axis: [0, -1, 0]);
            }}
            output height = left[n].position.z;
            initial {{ foot.angle: 50 [deg] }}
            for i in 1..=n {{ initial {{ pin[i].angle: ~-100 [deg] }} }}
            for i in 2..=n {{ initial {{ west[i].angle: ~100 [deg] }} }}
        }}"
    )
}

/// The thickness of rods changes neither the motion in their plane nor whether pivots are accurate.
#[test]
fn thin_rods_keep_their_pivots() {
    let height = |radius: &str| {
        let parameters = tapes(&lift(4, radius)).remove(0);
        let m: Tape = parameters.build().unwrap_or_else(|error| panic!("radius {radius} m: {error}"));
        let run =
            m.simulate().step(1e-3).until(0.05).run().unwrap_or_else(|error| panic!("{radius}: {error}"));
        let report = run.report();
        assert_eq!((report.refined, report.pivoted), (0, 0), "radius {radius} m: {report}");
        run.output("height").expect("it is there").last().copied().expect("it has samples")
    };
    let thick = height("0.02");
    // The rods' inertia about the axes of the pins is m (3 r² + l²) / 12.
    for radius in ["0.001", "0.0005"] {
        let thin = height(radius);
        assert!(
            (thick - thin).abs() < 1e-3 && thin < 4.0 * 50_f64.to_radians().sin() * 2.0,
            "{thick} and {thin}"
        );
    }
}

/// A slider-crank in space of solid material: the same motion from a thousandth of a millimetre to a kilometre, without fallbacks.
#[test]
fn pivots_do_not_depend_on_the_size_of_a_mechanism() {
    let text = |size: &str| {
        format!(
            "mechanism Crank in space {{
                coordinates = absolute;
                const size = {size};
                body a {{ mass: 1000 * size^3, com: [0.1 * size, 0.02 * size, 0] [m], inertia: diagonal(10 * size^5, 10 * size^5, 10 * size^5) [kg*m^2] }}
                body b {{ mass: 2000 * size^3, inertia: diagonal(10 * size^5, 50 * size^5, 50 * size^5) [kg*m^2] }}
                body c {{ mass: 1000 * size^3, inertia: diagonal(10 * size^5, 10 * size^5, 10 * size^5) [kg*m^2] }}
                joint drive = revolute(ground, a, axis: [0, 1, 0.1]);
                joint ball = spherical(a at [0.3 * size, 0, 0] [m], b at [-0.5 * size, 0, 0] [m]);
                joint cross = universal(b at [0.5 * size, 0, 0] [m], c, axes: [[0, 1, 0], [0, 0, 1]]);
                joint guide = prismatic(ground at [0, 0.1 * size, 0] [m], c, axis: [1, 0, 0]);
                output turn = drive.angle;
                initial {{ drive.angle: 30 [deg], der(drive.angle): 1 [rad/s] }}
            }}"
        )
    };
    let turns = ["1e-6", "1e-3", "1", "1e3"].map(|size| {
        let m: Tape =
            tapes(&text(size)).remove(0).build().unwrap_or_else(|error| panic!("size {size} m: {error}"));
        let run =
            m.simulate().step(1e-3).until(0.3).run().unwrap_or_else(|error| panic!("{size} m: {error}"));
        let report = run.report();
        assert_eq!((report.refined, report.pivoted), (0, 0), "size {size} m: {report}");
        run.output("turn").expect("it is there").last().copied().expect("it has samples")
    });
    assert!(turns.iter().all(|turn| (turn - turns[2]).abs() < 1e-9), "{turns:?}");
}
