//! Kinematics of driven mechanisms: first-order states along the motion, and where a drive ends.

use crate::tapes::tapes;
use linkwork::Error;
use linkwork::analysis::AnalysisError;
use linkwork::prelude::*;

/// A lag on a driven crank, F' = (p − F)/τ: F = p (1 − exp(−t/τ)), by as many steps as that needs between two samples.
#[test]
fn states_do_not_depend_on_the_times_of_samples() {
    for (lag, until) in [(3e-3, 0.1), (0.2, 1.0), (5.0, 1.0)] {
        let text = format!(
            "mechanism Lagging in plane {{
                body crank {{ mass: 1 [kg], inertia: 0.1 [kg*m^2] }}
                joint pivot = revolute(ground, crank);
                state F [N] = 0;
                der(F) = (10 [N] - F) / {lag:?} [s];
                force load = force(crank at [0, 0.1] [m], [F, 0 [N]]);
                constraint motor: pivot.angle = 6 [rad/s] * time;
            }}"
        );
        let tape = tapes(&text).remove(0).build().expect("it builds");
        for step in [0.1, 0.01, 1e-3] {
            let motion =
                tape.kinematics().step(step).until(until).run().unwrap_or_else(|error| panic!("{error}"));
            for state in motion.samples() {
                let exact = 10.0 * (1.0 - (-state.t / lag).exp());
                let found = state.y.as_slice()[0];
                assert!((found - exact).abs() < 1e-7, "{lag}, {step}: {found}, not {exact} at {}", state.t);
            }
        }
    }
}

/// A rate that jumps within the first change of its state: F = t − 0.5 s from there on.
#[test]
fn jumps_of_rates_may_be_between_samples() {
    let text = "mechanism Jumping in plane {
        body crank { mass: 1 [kg], inertia: 0.1 [kg*m^2] }
        joint pivot = revolute(ground, crank);
        state F [N*s] = 0;
        der(F) = if(time < 0.5 [s], 0 [N], 1 [N]);
        constraint motor: pivot.angle = 6 [rad/s] * time;
    }";
    let tape = tapes(text).remove(0).build().expect("it builds");
    for step in [0.5, 0.3, 0.07] {
        let motion = tape.kinematics().step(step).until(1.0).run().unwrap_or_else(|error| panic!("{error}"));
        let found = motion.last().y.as_slice()[0];
        assert!((found - 0.5).abs() < 1e-7, "{step}: {found}");
    }
}

/// Two links of 1 m whose end is drawn away from 1.8 m at 0.5 m/s are straight at 0.4 s. No sample comes after that, whether or not one
/// falls on it.
#[test]
fn a_drive_ends_at_its_dead_centre() {
    let text = "mechanism Drawn in plane {
        body a { mass: 1 [kg], inertia: 0.1 [kg*m^2] }
        body b { mass: 1 [kg], inertia: 0.1 [kg*m^2] }
        body c { mass: 1 [kg] }
        joint p = revolute(ground, a);
        joint q = revolute(a at [1, 0] [m], b);
        joint s = revolute(b at [1, 0] [m], c);
        joint g = prismatic(ground, c, axis: [1, 0]);
        constraint drawn: g.displacement = 1.8 [m] + 0.5 [m/s] * time;
        initial { p.angle: ~0.4 }
    }";
    for parameters in tapes(text) {
        let tape = parameters.build().expect("it builds");
        for step in [0.002, 0.005, 0.007, 0.01, 0.02, 0.03, 0.1] {
            match tape.kinematics().step(step).until(1.0).run() {
                Err(Error::Analysis(AnalysisError::Locked { time, .. })) => {
                    assert!((time - 0.4).abs() < 1e-6, "{step}: {time}");
                }
                other => panic!("{step}: {:?}", other.map(|motion| motion.last().q.clone())),
            }
        }
    }
}

/// A crank of 0.1 m and a rod of 0.3 m whose slider is driven inside of its stroke, in steps of up to several periods of the drive: the crank
/// stays on its side, at cos θ = (a² + x² − b²)/(2 a x).
#[test]
fn a_driven_slider_keeps_its_crank_on_one_side() {
    for (rate, step, until) in
        [(3.0, 0.6, 5.0), (3.0, 2.0, 4.0), (150.0, 0.01, 0.3), (200.0, 0.01, 0.3), (400.0, 0.01, 0.2)]
    {
        let text = format!(
            "mechanism Slider in plane {{
                body crank {{ mass: 1.2 [kg], com: [0.05, 0] [m], inertia: 0.002 [kg*m^2] }}
                body rod {{ mass: 0.6 [kg], com: [0.15, 0] [m], inertia: 0.006 [kg*m^2] }}
                body slider {{ mass: 2 [kg] }}
                joint j1 = revolute(ground, crank);
                joint j2 = revolute(crank at [0.1, 0] [m], rod);
                joint j3 = revolute(rod at [0.3, 0] [m], slider);
                joint g = prismatic(ground, slider, axis: [1, 0]);
                constraint motor: g.displacement = 0.3 [m] + 0.09 [m] * sin({rate:?} [rad/s] * time);
                output x = slider.position.x;
                initial {{ j1.angle: ~70 [deg] }}
            }}"
        );
        let tape = tapes(&text).remove(0).build().expect("it builds");
        let motion =
            tape.kinematics().step(step).until(until).run().unwrap_or_else(|error| panic!("{error}"));
        for (angle, state) in motion.series("j1.angle").expect("an angle").iter().zip(motion.samples()) {
            let x = 0.3 + 0.09 * (rate * state.t).sin();
            let exact = ((0.01 + x * x - 0.09) / (0.2 * x)).acos();
            assert!((angle - exact).abs() < 1e-9, "{rate}, {step}: {angle}, not {exact} at {}", state.t);
        }
    }
}

/// A knife edge that goes forwards along x at 1 m/s and turns at 0.3 rad/s: y' = tan a, y = −ln(cos a)/0.3. Its position is integrated.
#[test]
fn a_knife_edge_is_driven_by_its_prescribed_freedoms() {
    let text = "mechanism Sleigh {
        param m = 2 [kg]; param J = 0.1 [kg*m^2];
        coordinate x [m]; coordinate y [m]; coordinate a [rad];
        kinetic = m*(der(x)^2 + der(y)^2)/2 + J*der(a)^2/2;
        constraint blade: der(x)*sin(a) = der(y)*cos(a);
        constraint forwards: x = 1 [m/s] * time;
        constraint turning: a = 0.3 [rad/s] * time;
    }";
    let tape = tapes(text).remove(0).build().expect("it builds");
    for step in [0.01, 0.5, 2.0] {
        let motion = tape.kinematics().step(step).until(2.0).run().unwrap_or_else(|error| panic!("{error}"));
        for state in motion.samples() {
            let a = 0.3 * state.t;
            let exact = -a.cos().ln() / 0.3;
            let found = state.q.as_slice()[1];
            assert!((found - exact).abs() < 1e-8, "{step}: {found}, not {exact} at {}", state.t);
            // m y'' = ψ cos a, the component of −Dᵀψ, of which the blade bears all: y'' = 0.3/cos² a.
            let blade = state.psi.as_slice()[0];
            let force = 2.0 * 0.3 / a.cos().powi(2);
            assert!((blade * a.cos() - force).abs() < 1e-7, "{blade} at {}", state.t);
        }
    }
}

/// A disk that rolls upright, steered: its centre has the velocity of the rolling along its heading ψ = t²/2. Positions on a manifold.
#[test]
fn a_steered_disk_rolls_along_its_heading() {
    let text = "mechanism Disk in space {
        body disk { mass: 2 [kg], inertia: diagonal(0.045, 0.09, 0.045) [kg*m^2] }
        joint fr = free(ground at [0, 0, 0.3] [m], disk, rotation: euler_zxy(yaw, lean, spin));
        joint roll = rolling(ground, disk, radius: 0.3 [m], axis: [0, 1, 0]);
        constraint steering: fr.yaw = 0.5 [rad/s^2] * time^2;
        constraint upright: fr.lean = 0;
        constraint motor: fr.spin = 10 [rad/s] * time;
        output x = disk.position.x;
        output y = disk.position.y;
    }";
    for parameters in tapes(text) {
        let tape = parameters.build().expect("it builds");
        let motion = tape.kinematics().step(0.05).until(1.5).run().unwrap_or_else(|error| panic!("{error}"));
        // Simpson's rule for 3 m/s along (cos ψ, sin ψ).
        let count = 3000;
        let h = 1.5 / f64::from(count);
        let sum = |of: fn(f64) -> f64| -> f64 {
            let weight = |i: i32| {
                if i == 0 || i == count {
                    1.0
                } else if i % 2 == 1 {
                    4.0
                } else {
                    2.0
                }
            };
            (0..=count).map(|i| weight(i) * of(0.5 * (h * f64::from(i)).powi(2))).sum::<f64>() * h
        };
        let exact = [sum(f64::cos), sum(f64::sin)];
        for (name, exact) in [("x", exact[0]), ("y", exact[1])] {
            let found = motion.output(name).unwrap_or_else(|error| panic!("{error}"));
            let found = found[found.len() - 1];
            assert!((found - exact).abs() < 1e-7, "{found}, not {exact}");
        }
    }
}

/// The third crank of a parallelogram is redundant: without a drive the mechanism is free, not locked.
#[test]
fn redundant_constraints_prescribe_nothing() {
    let text = "mechanism Parallelogram in plane {
        body a { mass: 1 [kg], inertia: 0.1 [kg*m^2] }
        body b { mass: 1 [kg], inertia: 0.1 [kg*m^2] }
        body c { mass: 1 [kg], inertia: 0.1 [kg*m^2] }
        body d { mass: 1 [kg], inertia: 0.1 [kg*m^2] }
        joint p = revolute(ground, a);
        joint q = revolute(a at [0, 1] [m], b);
        joint r = revolute(b at [2, 0] [m], d at [0, 1] [m]);
        joint s = revolute(ground at [2, 0] [m], d);
        joint t = revolute(ground at [1, 0] [m], c);
        joint u = revolute(b at [1, 0] [m], c at [0, 1] [m]);
        initial { p.angle: 10 [deg] }
    }";
    for parameters in tapes(text) {
        let tape = parameters.build().expect("it builds");
        match tape.kinematics().step(0.1).until(1.0).run() {
            Err(Error::Analysis(AnalysisError::Freedom { free, .. })) => {
                assert_eq!(free.len(), 1, "{free:?}")
            }
            other => panic!("{:?}", other.map(|motion| motion.last().q.clone())),
        }
    }
}

/// A drive pulls a knife edge sideways from 1 s on: one of these two is named, with that time, and no other constraint.
#[test]
fn a_drive_that_contradicts_a_knife_edge_is_named() {
    let text = "mechanism Sleigh {
        coordinate x [m]; coordinate y [m]; coordinate a [rad]; coordinate z [m];
        kinetic = (der(x)^2 + der(y)^2 + der(z)^2) * 1 [kg] / 2 + 0.1 [kg*m^2] * der(a)^2 / 2;
        constraint height: z = 1 [m];
        constraint blade: der(x)*sin(a) = der(y)*cos(a);
        constraint forwards: der(x) = 1 [m/s];
        constraint sideways: der(y) = 1 [m/s^2] * max(time - 1 [s], 0 [s]);
        constraint turning: a = 0;
    }";
    let tape = tapes(text).remove(0).build().expect("it builds");
    match tape.kinematics().step(0.1).until(2.0).run() {
        Err(Error::Analysis(AnalysisError::Locked { time, row, .. })) => {
            assert!((time - 1.0).abs() < 1e-6, "{time}");
            let named = row.to_string();
            assert!(["blade", "sideways"].iter().any(|name| named.contains(name)), "{named}");
        }
        other => panic!("{:?}", other.map(|motion| motion.last().q.clone())),
    }
}
