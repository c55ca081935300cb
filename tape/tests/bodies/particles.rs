//! Particles have no axes: what they carry moves in the same way in both formulations, and angles at them do not count in the initial state.

use crate::tapes::tapes;
use crate::texts::named_outputs;
use linkwork::prelude::*;
use linkwork_tape::TapeParameters;

/// Differences of positions after a second, in m and rad.
const SAME: f64 = 1e-8;
/// A start at the reference, to rounding.
const EXACT: f64 = 1e-12;

/// The outputs of both formulations at the start.
fn at_the_start(text: &str) -> Vec<Vec<(String, f64)>> {
    let all = tapes(text);
    assert_eq!(all.len(), 2);
    let outputs = |parameters: TapeParameters| {
        let tape = parameters.build().unwrap_or_else(|error| panic!("{error}"));
        let state = tape.initial_state().unwrap_or_else(|error| panic!("{error}"));
        named_outputs(&tape, &state)
    };
    all.into_iter().map(outputs).collect()
}

/// A load that hangs on a trolley: (M + m) x'' + m l (φ'' cos φ − φ'² sin φ) = 0, and l x'' cos φ + (l² + I/m) φ'' + g l sin φ = −c φ'/m.
#[test]
fn a_trolley_carries_a_load() {
    let text = "mechanism Crane in plane {
        coordinates = [minimal, absolute];
        gravity = [0, -9.81] [m/s^2];
        particle trolley { mass: 2 [kg] }
        body load { mass: 1 [kg], inertia: 0.1 [kg*m^2] }
        joint rail = prismatic(ground, trolley, axis: [1, 0]);
        joint hook = revolute(trolley, load at [0, 1] [m], damping: 0.3 [N*m*s/rad]);
        output at = trolley.position.x;
        output angle = hook.angle;
        initial { hook.angle: 0.5, der(hook.angle): 1 }
    }";
    // Classical Runge-Kutta steps of the equations above.
    let rates = |[_, phi, dx, dphi]: [f64; 4]| {
        let (sine, cosine) = phi.sin_cos();
        let (a, b, d) = (3.0, cosine, 1.1);
        let (right_x, right_phi) = (dphi * dphi * sine, -9.81 * sine - 0.3 * dphi);
        let determinant = a * d - b * b;
        [dx, dphi, (right_x * d - b * right_phi) / determinant, (a * right_phi - b * right_x) / determinant]
    };
    let mut y = [0.0, 0.5, 0.0, 1.0];
    let h = 1e-3;
    for _ in 0..1000 {
        let along = |y: [f64; 4], k: [f64; 4], by: f64| core::array::from_fn(|i| y[i] + by * k[i]);
        let k1 = rates(y);
        let k2 = rates(along(y, k1, h / 2.0));
        let k3 = rates(along(y, k2, h / 2.0));
        let k4 = rates(along(y, k3, h));
        y = core::array::from_fn(|i| y[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]));
    }
    let all = tapes(text);
    assert_eq!(all.len(), 2);
    for parameters in all {
        let tape = parameters.build().unwrap_or_else(|error| panic!("{error}"));
        let run = tape.simulate().step(1e-3).until(1.0).run().unwrap_or_else(|error| panic!("{error}"));
        let found = named_outputs(&tape, run.last());
        assert!((found[0].1 - y[0]).abs() < SAME && (found[1].1 - y[1]).abs() < SAME, "{found:?} for {y:?}");
    }
}

/// The particle moves in the axes of a frame that is turned; where it is pinned to the body no angle is measured.
#[test]
fn a_pinned_particle_leaves_the_start_at_the_reference() {
    let text = "mechanism Pinned in plane {
        coordinates = [minimal, absolute];
        body plate { mass: 1 [kg], inertia: 0.2 [kg*m^2] }
        particle bead { mass: 2 [kg] }
        joint fly = free(ground at [0.3, 0.4] [m], plate);
        frame rail = fixed(ground at [0.3, 0.9] [m], rotation: -1.2);
        joint glide = free(rail, bead);
        joint pin = revolute(plate at [0, 0.5] [m], bead, cut: true);
        output at = plate.position;
        output angle = plate.angle;
    }";
    for found in at_the_start(text) {
        for (wanted, (name, value)) in [0.3, 0.4, 0.0].into_iter().zip(&found) {
            assert!((value - wanted).abs() < EXACT, "{name} is {value}");
        }
    }
}

/// A particle that balances on a rod: the rod pushes the ground by its weight, in the axes of the ground in both formulations.
#[test]
fn reactions_at_a_particle_are_in_the_axes_of_the_ground() {
    let text = "mechanism Balanced in plane {
        coordinates = [minimal, absolute];
        gravity = [0, -9.81] [m/s^2];
        particle bead { mass: 2 [kg] }
        frame rail = fixed(ground at [0.3, 0.9] [m], rotation: -1.2);
        joint glide = free(rail, bead);
        joint stand = rod(bead, ground at [0.3, 0] [m], length: 0.9 [m]);
        output push = stand.force;
    }";
    for found in at_the_start(text) {
        for (wanted, (name, value)) in [0.0, -2.0 * 9.81].into_iter().zip(&found) {
            assert!((value - wanted).abs() < 1e3 * EXACT, "{name} is {value}");
        }
    }
}

/// A joint without constraints may name a particle first: its coordinates are those of the ground from the particle.
#[test]
fn a_free_particle_is_named_first() {
    let text = "mechanism Falling in space {
        coordinates = [minimal, absolute];
        gravity = [0, 0, -9.81] [m/s^2];
        particle stone { mass: 2 [kg] }
        joint fall = free(stone, ground);
        output at = stone.position;
        output from = [fall.x, fall.y, fall.z];
        initial { fall.x: 1 [m], der(fall.y): 3 [m/s], fall.z: -5 [m] }
    }";
    let all = tapes(text);
    assert_eq!(all.len(), 2);
    for parameters in all {
        let tape = parameters.build().unwrap_or_else(|error| panic!("{error}"));
        let run = tape.simulate().step(1e-3).until(0.5).run().unwrap_or_else(|error| panic!("{error}"));
        let at = [-1.0, -1.5, 5.0 - 9.81 * 0.125];
        let wanted = at.into_iter().chain(at.map(|x| -x));
        for (wanted, (name, value)) in wanted.zip(named_outputs(&tape, run.last())) {
            assert!((value - wanted).abs() < SAME, "{name} is {value}, not {wanted}");
        }
    }
}

/// Axes of a particle that nothing turns are those of the ground: x'' = −k/m x along a rail in a bushing that is softer across.
#[test]
fn a_bushing_in_the_axes_of_a_particle() {
    let text = "mechanism Guided in plane {
        coordinates = [minimal, absolute];
        particle bead { mass: 2 [kg] }
        joint rail = prismatic(ground, bead, axis: [1, 0]);
        force mount = bushing(bead, ground at [0, 0.1] [m], stiffness: [50, 20] [N/m]);
        output at = bead.position.x;
        initial { rail.displacement: 0.2 [m] }
    }";
    for parameters in tapes(text) {
        let tape = parameters.build().unwrap_or_else(|error| panic!("{error}"));
        let run = tape.simulate().step(1e-3).until(1.0).run().unwrap_or_else(|error| panic!("{error}"));
        let at = named_outputs(&tape, run.last())[0].1;
        assert!((at - 0.2 * 5.0_f64.cos()).abs() < SAME, "{at}");
    }
}
