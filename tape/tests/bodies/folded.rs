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
