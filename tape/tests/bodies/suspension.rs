//! A double wishbone suspension in absolute coordinates: a light tie rod beside a heavy chassis, with constraints whose rows have small
//! entries by accident at the start.

use linkwork::prelude::*;
use linkwork_compiler::{Options, compile};
use linkwork_tape::TapeParameters;
use std::str::FromStr;

const SUSPENSION: &str = "
    mechanism Wishbone in space {
        gravity = [0, 0, -9.81] [m/s^2];
        input bump [m];
        body chassis { mass: 300 [kg], inertia: diagonal(50, 60, 70) [kg*m^2] }
        body lower { mass: 5 [kg], com: [0, 0.2, 0] [m], inertia: diagonal(0.1, 0.05, 0.1) [kg*m^2] }
        body upper { mass: 3 [kg], com: [0, 0.15, 0] [m], inertia: diagonal(0.05, 0.03, 0.05) [kg*m^2] }
        body upright { mass: 12 [kg], com: [0, 0, 0] [m], inertia: diagonal(0.3, 0.4, 0.3) [kg*m^2] }
        body wheel { mass: 18 [kg], inertia: diagonal(0.5, 0.9, 0.5) [kg*m^2] }
        body tie { mass: 1 [kg], com: [0, 0.18, 0] [m], inertia: diagonal(0.02, 0.0004, 0.02) [kg*m^2] }
        joint heave = prismatic(ground, chassis, axis: [0, 0, 1]);
        joint inner_lower = revolute(chassis at [0, 0.3, -0.15] [m], lower, axis: [1, 0, 0]);
        joint inner_upper = revolute(chassis at [0, 0.35, 0.15] [m], upper, axis: [1, 0, 0]);
        joint ball_lower = spherical(lower at [0, 0.4, 0] [m], upright at [0, -0.05, -0.15] [m]);
        joint ball_upper = spherical(upper at [0, 0.32, 0] [m], upright at [0, -0.08, 0.14] [m]);
        joint rack = universal(chassis at [-0.12, 0.32, -0.05] [m], tie, axes: [[1, 0, 0], [0, 0, 1]]);
        joint tie_end = spherical(tie at [0, 0.36, 0] [m], upright at [-0.12, -0.06, -0.05] [m]);
        joint hub = revolute(upright, wheel, axis: [0, 1, 0]);
        force coil = spring(chassis at [0, 0.4, 0.4] [m], lower at [0, 0.3, 0] [m], stiffness: 40000 [N/m], length: 0.6 [m], damping: 2500 [N*s/m]);
        force tyre = force(upright, [0 [N], 0 [N], 200000 [N/m] * max(bump - upright.position.z - 0.02 [m], 0 [m]) ]);
        initial { heave.displacement: 0 [m], inner_lower.angle: ~0 [rad] }
        output wheel_z = wheel.position.z;
        output toe = upright.axis.y.x;
    }";

/// Of lengths of a metre: the errors of both formulations at this step.
const SAME: f64 = 1e-9;

/// The mass of the tie rod about its own axis is a sound pivot: entries that happen to be small do not count in the scales of constraints.
#[test]
fn a_light_rod_beside_a_heavy_body_is_no_weak_pivot() {
    let end = |coordinates: &str| {
        let text = SUSPENSION.replacen('{', &format!("{{ coordinates = {coordinates};"), 1);
        let tokens = FromStr::from_str(&text).expect("tokens");
        let program = compile(tokens, &Options::default()).programs.swap_remove(0);
        let m = TapeParameters::new(program).build().expect("a state");
        let run = m.simulate().step(1e-3).until(0.3).run().expect("a run");
        let report = run.report();
        assert_eq!(report.pivoted, 0, "{coordinates}: {} refined", report.refined);
        if coordinates == "absolute" {
            assert_eq!(report.refined, 0);
        }
        ["wheel_z", "toe"].map(|name| *run.output(name).expect("an output").last().expect("a sample"))
    };
    let (found, wanted) = (end("absolute"), end("minimal"));
    assert!(wanted[0].abs() > 0.01, "it moves: {wanted:?}");
    for (found, wanted) in found.iter().zip(&wanted) {
        assert!((found - wanted).abs() < SAME, "{found} instead of {wanted}");
    }
}
