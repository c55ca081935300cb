//! Closures of a linkage that can also fold onto itself.
//!
//! Peaucellier's cell: arms a from O, a rhombus of sides s between them, and a crank c about a point at the distance c from O, so that
//! the near corner draws a circle through O and the far corner a straight line
//!
//! ```text
//! x = (a² − s²)/(2c)                                                                                  (1)
//! ```
//!
//! Where the arms coincide the far corner is anywhere on a circle: a branch with one more freedom, where most searches end.

use crate::tapes::tapes;
use crate::texts::named_outputs;
use linkwork::prelude::*;

/// Rounding of positions in m, after a run too: the constraint holds at every step.
const ROUNDING: f64 = 1e-12;
/// The formulations after a run of fourth order, in m.
const SAME: f64 = 1e-8;

fn cell(crank: i32) -> String {
    // The arms lie at some ten degrees on either side of half the angle of the crank.
    let (lower, upper) = (crank / 2 - 10, crank / 2 + 10);
    format!(
        "mechanism Cell in plane {{
            coordinates = [minimal, absolute];
            gravity = [0, -9.81] [m/s^2];
            const arm = 0.5; const side = 0.2; const reach = 0.16;
            body lower {{ mass: 0.5 [kg], inertia: 0.01 [kg*m^2] }}
            body upper {{ mass: 0.5 [kg], inertia: 0.01 [kg*m^2] }}
            body crank {{ mass: 0.2 [kg], inertia: 0.001 [kg*m^2] }}
            for i in 0..2 {{
                body near[i] {{ mass: 0.2 [kg], inertia: 0.001 [kg*m^2] }}
                body far[i] {{ mass: 0.2 [kg], inertia: 0.001 [kg*m^2] }}
            }}
            joint o1 = revolute(ground, lower at [-arm / 2, 0] [m]);
            joint o2 = revolute(ground, upper at [-arm / 2, 0] [m]);
            joint q = revolute(ground at [reach, 0] [m], crank at [-reach / 2, 0] [m]);
            joint a1 = revolute(lower at [arm / 2, 0] [m], near[0] at [-side / 2, 0] [m]);
            joint b1 = revolute(crank at [reach / 2, 0] [m], near[0] at [side / 2, 0] [m]);
            joint a2 = revolute(upper at [arm / 2, 0] [m], near[1] at [-side / 2, 0] [m]);
            joint b2 = revolute(crank at [reach / 2, 0] [m], near[1] at [side / 2, 0] [m]);
            joint c1 = revolute(lower at [arm / 2, 0] [m], far[0] at [-side / 2, 0] [m]);
            joint c2 = revolute(upper at [arm / 2, 0] [m], far[1] at [-side / 2, 0] [m]);
            joint d = revolute(far[0] at [side / 2, 0] [m], far[1] at [side / 2, 0] [m]);
            frame tip = fixed(far[0] at [side / 2, 0] [m]);
            output x = tip.position.x;
            output y = tip.position.y;
            initial {{ q.angle: {crank} [deg], o1.angle: ~{lower} [deg], o2.angle: ~{upper} [deg], c1.angle: ~40 [deg] }}
        }}"
    )
}

/// (1) at the start and after a fifth of a second, with one freedom, in both formulations.
#[test]
fn the_far_corner_of_a_cell_draws_a_straight_line() {
    let line = (0.5 * 0.5 - 0.2 * 0.2) / (2.0 * 0.16);
    for crank in [-25, 0, 10, 25, 30] {
        let ends: Vec<f64> = tapes(&cell(crank))
            .into_iter()
            .map(|parameters| {
                let m = parameters.build().expect("it closes");
                assert_eq!(m.program().freedom.degrees_of_freedom, 1, "{}: {crank}", m.names().mechanism);
                let run = m.simulate().step(1e-4).until(0.2).run().expect("a run");
                let [first, last] = [run.samples().first(), run.samples().last()].map(|state| {
                    let outputs = named_outputs(&m, state.expect("a state"));
                    let x = outputs[0].1;
                    assert!((x - line).abs() <= ROUNDING, "{}: {crank}: {x}", m.names().mechanism);
                    outputs[1].1
                });
                assert!((first - last).abs() > 1e-3, "it moves");
                last
            })
            .collect();
        assert!((ends[0] - ends[1]).abs() <= SAME, "{crank}: {ends:?}");
    }
}

/// Bennett's linkage; where its crank is at 180°, two of its redundant rows vanish.
fn bennett(more: &str) -> String {
    let side = 0.4 * 35.0_f64.to_radians().sin() / 50.0_f64.to_radians().sin();
    format!(
        "mechanism Bennett in space {{
            coordinates = [minimal, absolute];
            gravity = [0, 0, -9.81] [m/s^2];
            for i in 1..=3 {{
                body link[i] {{ mass: 1 [kg], inertia: diagonal(0.02, 0.03, 0.025) [kg*m^2], com: [0.1, 0.02, 0.03] [m] }}
            }}
            frame e0 = fixed(ground at [0.4, 0, 0] [m], rotation: rpy(50 [deg], 0, 0));
            frame e1 = fixed(link[1] at [{side:?}, 0, 0] [m], rotation: rpy(35 [deg], 0, 0));
            frame e2 = fixed(link[2] at [0.4, 0, 0] [m], rotation: rpy(50 [deg], 0, 0));
            frame e3 = fixed(link[3] at [{side:?}, 0, 0] [m], rotation: rpy(35 [deg], 0, 0));
            joint crank = revolute(e0, link[1], axis: [0, 0, 1]);
            joint j1 = revolute(e1, link[2], axis: [0, 0, 1]);
            joint j2 = revolute(e2, link[3], axis: [0, 0, 1]);
            joint last = revolute(e3, ground, axis: [0, 0, 1]);
            output spin = link[3].angular_velocity.z;
            {more}
        }}"
    )
}

/// It is driven through 180° and starts beside it and there, with the same efforts in both formulations.
#[test]
fn redundant_rows_may_vanish_on_the_way() {
    for start in [170.0, 179.9, 179.999, 180.0, 180.000_01, 180.000_1, 180.01, 190.0] {
        let drive = format!(
            "param start = {start:?} [deg]; constraint drive: crank.angle = start + 100 [deg/s] * time;
             output effort = -multiplier(drive);"
        );
        let ends: Vec<[f64; 2]> = tapes(&bennett(&drive))
            .into_iter()
            .map(|model| {
                let model = model.build().unwrap_or_else(|error| panic!("{start}: {error}"));
                let motion = model.kinematics().step(0.01).until(0.2).run();
                let motion = motion.unwrap_or_else(|error| panic!("{start}: {error}"));
                ["effort", "spin"]
                    .map(|name| *motion.series(name).expect("an output").last().expect("a sample"))
            })
            .collect();
        assert!((0..2).all(|k| (ends[0][k] - ends[1][k]).abs() < 1e-6), "{start}: {ends:?}");
    }
}

/// A spring that rests there leaves one mode.
#[test]
fn redundant_rows_that_vanish_leave_the_mode() {
    let spring = "force spring = torsion_spring(crank, stiffness: 30 [N*m/rad], rest: 180 [deg]);
        initial { crank.angle: 150 [deg] }";
    let rates: Vec<f64> = tapes(&bennett(spring).replace("-9.81", "0"))
        .into_iter()
        .map(|model| {
            let model = model.build().expect("it builds");
            let found = model.equilibrium().unwrap_or_else(|error| panic!("{error}"));
            let modes = found.linearization.modes().expect("modes").modes;
            assert_eq!(modes.len(), 1);
            modes[0].eigenvalue.im
        })
        .collect();
    assert!((rates[0] - rates[1]).abs() < 1e-7 * rates[0] && rates[0] > 1.0, "{rates:?}");
}
