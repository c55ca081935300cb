//! Emitted code of trees with constraints against the tape, to the last bit.

use crate::emitted_loops::{same, tape};
use linkwork::Described;
use linkwork::prelude::*;

linkwork::mechanism! {
    /// Arms on a base that floats, with a rod, a ball, a gear and a drive.
    pub mechanism Arms in space {
        unroll = never;
        gravity = [1, -2, -9] [m/s^2];
        param reach = 0.6 [m];
        param rate = 2 [rad/s];
        body base { mass: 3 [kg], inertia: diagonal(0.3, 0.4, 0.5) [kg*m^2] }
        for i in 1..=3 {
            body left[i] { mass: (1 + 0.1 * i) [kg], com: [0.1, 0.02, 0.03] [m], inertia: diagonal(0.02, 0.03, 0.04) [kg*m^2] }
            body right[i] { mass: 1 [kg], com: [0.1, 0, 0] [m], inertia: diagonal(0.02, 0.03, 0.04) [kg*m^2] }
        }
        body bar { mass: 0.4 [kg], inertia: diagonal(0.01, 0.01, 0.002) [kg*m^2] }
        joint loose = free(ground, base);
        joint l[1] = revolute(base at [0, 0.2, 0] [m], left[1], axis: [0, 1, 0], damping: 0.1 [N*m*s/rad]);
        joint l[2] = revolute(left[1] at [0.3, 0, 0] [m], left[2], axis: [0, 3, 4]);
        joint l[3] = revolute(left[3] at [0.1, 0, 0] [m], left[2] at [0.3, 0, 0] [m], axis: [1, 0, 0]);
        joint r[1] = revolute(base at [0, -0.2, 0] [m], right[1], axis: [0, 1, 0]);
        joint r[2] = universal(right[1] at [0.3, 0, 0] [m], right[2], axes: [[1, 0, 0], [0, 1, 0]]);
        joint r[3] = revolute(right[2] at [0.3, 0, 0] [m], right[3], axis: [0, 0, 1]);
        joint hang = spherical(right[1] at [0.1, 0, -0.1] [m], bar);
        joint tie = rod(bar at [0, 0.1, -0.3] [m], right[3] at [0.1, 0, 0] [m], length: reach);
        joint link = rod(left[1] at [0.2, 0.1, 0.1] [m], left[3] at [0, 0.1, 0] [m], length: 0.35 [m]);
        joint gear = gear(l[1], r[1], ratio: 1.5);
        constraint turn: l[2].angle = 0.3 * sin(rate * time);
        force muscle = spring(left[1] at [0, 0, 0.1] [m], right[2], stiffness: 30 [N/m], damping: 2 [N*s/m], length: 0.3 [m]);
        force coil = torsion_spring(r[3], stiffness: 4 [N*m/rad]);
        output tip = left[3].position;
        output stretch = muscle.length;
        output motor = -multiplier(turn);
        initial { loose.rotation.w: 1, der(loose.x): 0.3 [m/s] }
    }
}

linkwork::mechanism! {
    /// A closed row of bars, a slider that is driven, and a tail; without parameters.
    pub mechanism Five in plane {
        unroll = never;
        const n = 4;
        gravity = [0, -9.81] [m/s^2];
        for i in 1..=n { body bar[i] { mass: (1 + 0.1 * i) [kg], shape: rod(length: 0.6 [m]) } }
        body tail { mass: 0.5 [kg], shape: rod(length: 0.4 [m]) }
        body cart { mass: 2 [kg] , inertia: 0.1 [kg*m^2] }
        joint pin[1] = revolute(ground, bar[1] at [-0.3, 0] [m]);
        for i in 2..=n { joint pin[i] = revolute(bar[i - 1] at [0.3, 0] [m], bar[i] at [-0.3, 0] [m], damping: 0.1 [N*m*s/rad]); }
        joint end = revolute(bar[n] at [0.3, 0] [m], ground at [1, 0] [m]);
        joint back = revolute(bar[2] at [0.3, 0] [m], tail at [-0.2, 0] [m]);
        joint rail = prismatic(ground at [0, -1] [m], cart, axis: [1, 0]);
        constraint pulled: rail.displacement = 0.1 [m] * sin(3 [rad/s] * time) + 0.2 [m/s] * time;
        force band = spring(cart, tail at [0.2, 0] [m], stiffness: 20 [N/m]);
        output tip = tail.position;
        initial { pin[1].angle: 80 [deg], pin[2].angle: -50 [deg] }
    }
}

linkwork::mechanism! {
    /// A four-bar linkage modelled in space, with redundant constraints.
    pub mechanism Redundant in space {
        unroll = never;
        gravity = [1, 2, -9] [m/s^2];
        param reach = 0.6 [m];
        body base { mass: 5 [kg], inertia: diagonal(0.3, 0.4, 0.5) [kg*m^2] }
        body a { mass: 1 [kg], com: [0.2, 0, 0] [m], inertia: diagonal(0.01, 0.02, 0.02) [kg*m^2] }
        body b { mass: 0.8 [kg], com: [0.3, 0, 0.05] [m], inertia: diagonal(0.01, 0.02, 0.02) [kg*m^2] }
        body c { mass: 1.2 [kg], com: [0.2, 0.02, 0] [m], inertia: diagonal(0.01, 0.02, 0.02) [kg*m^2] }
        body arm { mass: 0.7 [kg], com: [0.1, 0, 0] [m], inertia: diagonal(0.01, 0.02, 0.02) [kg*m^2] }
        joint loose = free(ground, base);
        joint p1 = revolute(base at [0.1, 0, 0] [m], a, axis: [0, 0, 1], damping: 0.1 [N*m*s/rad]);
        joint p2 = revolute(a at [0.4, 0, 0] [m], b, axis: [0, 0, 1]);
        joint p3 = revolute(base at [0.7, 0.1, 0] [m], c, axis: [0, 0, 1]);
        joint p4 = revolute(b at [reach, 0 [m], 0 [m]], c at [0.5, 0, 0] [m], axis: [0, 0, 1]);
        joint p5 = revolute(b at [0.3, 0.1, 0] [m], arm, axis: [0, 1, 1]);
        constraint level: p5.angle = 0.4 * sin(2 [rad/s] * time);
        constraint again: 2 * p5.angle = 0.8 * sin(2 [rad/s] * time);
        output tip = arm.position;
        output motor = multiplier(level);
        initial { p1.angle: 80 [deg], p2.angle: ~-70 [deg], p3.angle: ~70 [deg], der(p1.angle): 2 [rad/s] }
    }
}

#[test]
fn emitted_constraints_have_the_same_bits() {
    let source = Arms::<f64>::SOURCE;
    same(&Arms::default().build().expect("a start"), &tape(source, &[]));
    let moved = Arms { reach: 0.63, rate: 1.5 }.build().expect("a start");
    let mut parameters = linkwork_tape::TapeParameters::new(tape(source, &[]).program().clone());
    parameters.set("reach", 0.63);
    parameters.set("rate", 1.5);
    same(&moved, &parameters.build().expect("a start"));
    same(&Redundant::default().build().expect("a start"), &tape(Redundant::<f64>::SOURCE, &[]));
    same(&Five::default().build().expect("a start"), &tape(Five::<f64>::SOURCE, &[]));
}

/// Runs of emitted code and of the tape, and names of constraints in both.
#[test]
fn emitted_constraints_move_alike() {
    let model = Arms::default().build().expect("a start");
    let tape = tape(Arms::<f64>::SOURCE, &[]);
    let names = |all: &linkwork::NameList| all.iter().map(|one| one.name.to_string()).collect::<Vec<_>>();
    assert_eq!(names(&model.names().holonomic), names(&tape.names().holonomic));
    let [found, wanted] = [
        model.simulate().step(1e-3).until(0.2).run().expect("a run").last().q.as_slice().to_vec(),
        tape.simulate().step(1e-3).until(0.2).run().expect("a run").last().q.as_slice().to_vec(),
    ];
    assert_eq!(found, wanted);
    let drift = model.simulate().method(RungeKutta4::projected()).step(1e-3).until(0.2).run().expect("a run");
    assert!(drift.constraint_drift() < 1e-12);
}
