//! Forces between bodies that several joints join, or none, in loops over links: against the same trees unrolled, and closed forms.

use crate::loops::{close, factored, moved, same, tape};
use linkwork::Fallback;
use linkwork::prelude::*;
use linkwork_compiler::{Loops, Options, compile};
use std::str::FromStr;

/// Newton's iterations end at rounding, for any solver.
const MOVED: f64 = 1e-9;

/// Every force between two ends, between bodies on one way to the ground, on different ones, and on others.
const REACHING: &str = "
    mechanism Reaching in space {
        const n = 4;
        gravity = [1, -2, -9] [m/s^2];
        param k = 30 [N/m];
        param arm = 0.1 [m];
        input pull [N];
        for i in 1..=n { body link[i] { mass: (1 + 0.1 * i) [kg], com: [0.1, 0.2, 0.3] [m], inertia: diagonal(0.2, 0.3, 0.4) [kg*m^2] } }
        body side { mass: 0.8 [kg], com: [0, 0.1, 0] [m], inertia: diagonal(0.1, 0.12, 0.15) [kg*m^2] }
        body away { mass: 0.9 [kg], com: [0.1, 0, 0.1] [m], inertia: diagonal(0.1, 0.12, 0.15) [kg*m^2] }
        joint pin[1] = revolute(ground, link[1], axis: [1, 2, 2]);
        joint pin[2] = spherical(link[1] at [0.4, 0, 0] [m], link[2]);
        joint pin[3] = universal(link[2] at [0.4, 0, 0] [m], link[3], axes: [[1, 0, 0], [0, 1, 0]]);
        joint pin[4] = revolute(link[4] at [0.1, 0, 0] [m], link[3] at [0.4, 0, 0.1] [m], axis: [0, 3, 4]);
        joint branch = revolute(link[1] at [0, 0.3, 0] [m], side, axis: [0, 1, 1]);
        joint loose = free(ground, away);
        frame seat = fixed(link[4] at [0.1, 0.2, 0.3] [m], rotation: rpy(10, 20, 30 [deg]));
        force muscle = spring(link[1] at [0.1, 0.3, 0] [m], link[3] at [0.3, 0, 0.1] [m], stiffness: k, damping: 2 [N*s/m], length: 0.3 [m]);
        force cable = spring(side at [0.1, 0.2, 0] [m], seat, tension: pull + 5 [N] * link[4].position.x / 1 [m] + 1 [N] * sin(3 [rad/s] * time));
        force plain = spring(away, link[2] at [0.3, 0, 0.1] [m], stiffness: 40 [N/m]);
        force pad = bushing(link[2] at [0.1, 0, 0.2] [m], seat, stiffness: [10, 20, 30] [N/m], damping: 0.4 [N*s/m], torsional_stiffness: [1, 2, 3] [N*m/rad], torsional_damping: 0.3 [N*m*s/rad]);
        force progressive = tabulated_spring(away at [0, 0.1, 0] [m], side, elongations: [0, 0.1, 0.3] [m], tensions: [0, 20, 90] [N], length: 0.2 [m]);
        force wheel = torque(away, [0.1, 0.2, -0.3] [N*m] * side.position.x / 1 [m], reaction: side, axes: body);
        force near = contact(away at [0.1, 0, 0] [m], seat, normal: [0, 0.6, 0.8], radius: 1.5 [m], stiffness: 400 [N/m^1.5], dissipation: 0.4 [s/m], friction: 0.3, velocity: 2 [m/s]);
        force far = contact(side, seat, radius: 1e-3 [m], stiffness: 400 [N/m^1.5]);
        force other = contact(link[1] at [arm, 0, 0 [m]], link[3], radius: 2 [m], stiffness: 50 [N/m], exponent: 1);
        output tip = link[4].position;
        output stretch = muscle.length + progressive.length;
        output pulled = muscle.tension + cable.tension;
        output pushed = near.force;
        output turned = pad.torque;
    }";

/// In the plane: a free body on a tether, and bars whose next but one is sprung.
const TETHER: &str = "
    mechanism Tether in plane {
        const n = 5;
        gravity = [0, -9.81] [m/s^2];
        for i in 1..=n { body bar[i] { mass: 1 [kg], shape: rod(length: 1 [m]) } }
        body buoy { mass: 0.5 [kg], inertia: 0.02 [kg*m^2] }
        joint pin[1] = revolute(ground, bar[1] at [-0.5, 0] [m]);
        for i in 2..=n { joint pin[i] = revolute(bar[i - 1] at [0.5, 0] [m], bar[i] at [-0.5, 0] [m], damping: 0.1 [N*m*s/rad]); }
        joint loose = free(ground, buoy);
        for i in 3..=n { force skip[i] = spring(bar[i - 2] at [0, 0.1] [m], bar[i] at [0, 0.1] [m], stiffness: (100 + i) [N/m], damping: 1 [N*s/m], length: 0.5 [m]); }
        force line = spring(bar[n] at [0.5, 0] [m], buoy at [0.05, 0] [m], stiffness: 50 [N/m]);
        force hull = contact(buoy, bar[2], normal: [0.6, 0.8], radius: 0.6 [m], stiffness: 300 [N/m^1.5], friction: 0.2, velocity: 0.05 [m/s]);
        output tip = bar[n].position;
        output hit = hull.force;
        initial { buoy.position: [4, 0.3] [m] }
    }";

#[test]
fn forces_between_bodies_are_the_same_in_loops() {
    for (name, text) in [("space", REACHING), ("plane", TETHER)] {
        assert!(same(name, text), "{name} is made of loops");
        let [loops, unrolled] = ["never", "always"].map(|unroll| tape(text, unroll).expect("it compiles"));
        let method = GeneralizedAlpha::default();
        let [found, wanted] = [&loops, &unrolled].map(|m| moved(m, &method, (1e-3, 100)));
        close(&format!("{name}: q"), &found.0, &wanted.0, MOVED);
        close(&format!("{name}: v"), &found.1, &wanted.1, MOVED);
        let [found, wanted] = [&loops, &unrolled].map(|m| moved(m, &FifthDegree::default(), (1e-3, 100)));
        close(&format!("{name}, explicit: q"), &found.0, &wanted.0, MOVED);
    }
}
