//! Linearisations about steady motions: published eigenvalues and closed forms, for any coordinates.

use crate::tapes::tapes;
use crate::texts::in_both;
use linkwork::analysis::Complex;
use linkwork::prelude::*;
use linkwork_tape::Tape;

/// Eigenvalues by differences over a thousandth of the motion's time, relative.
const SAME: f64 = 1e-7;

/// The bicycle of Meijaard, Papadopoulos, Ruina and Schwab, Proc. R. Soc. A 463 (2007) 1955, Table 1: x forward, z down. All
/// frames are parallel to the ground's where it runs upright and straight.
const BICYCLE: &str = "mechanism Bicycle in space {
    gravity = [0, 0, 9.81] [m/s^2];
    param speed = 5 [m/s];
    body frame { mass: 85 [kg], com: [0.3, 0, -0.9] [m], inertia: [[9.2, 0, 2.4], [0, 11, 0], [2.4, 0, 2.8]] [kg*m^2] }
    body fork { mass: 4 [kg], com: [-0.2, 0, -0.7] [m],
        inertia: [[0.05892, 0, -0.00756], [0, 0.06, 0], [-0.00756, 0, 0.00708]] [kg*m^2] }
    body rear { mass: 2 [kg], inertia: diagonal(0.0603, 0.12, 0.0603) [kg*m^2] }
    body front { mass: 3 [kg], inertia: diagonal(0.1405, 0.28, 0.1405) [kg*m^2] }
    joint flight = free(ground, frame);
    joint steering = revolute(frame at [1.1, 0, 0] [m], fork, axis: [sin(pi / 10), 0, cos(pi / 10)]);
    joint rear_hub = revolute(frame at [0, 0, -0.3] [m], rear, axis: [0, 1, 0]);
    joint front_hub = revolute(fork at [-0.08, 0, -0.35] [m], front, axis: [0, 1, 0]);
    joint rear_wheel = rolling(ground, rear, radius: 0.3 [m], normal: [0, 0, -1], axis: [0, 1, 0]);
    joint front_wheel = rolling(ground, front, radius: 0.35 [m], normal: [0, 0, -1], axis: [0, 1, 0]);
    initial { steering.angle: 0 [rad], der(steering.angle): 0 [rad/s], frame.velocity: [speed, 0, 0],
        frame.angular_velocity: [0, 0, 0] [rad/s], frame.position: [0, 0, 0] [m], frame.rotation: rpy(0, 0, 0) }
}";

#[track_caller]
fn has(tape: &Tape, expected: &[Complex<f64>], tolerance: f64) {
    let state = tape.initial_state().unwrap_or_else(|error| panic!("{error}"));
    let motion = tape.steady_motion(&state).unwrap_or_else(|error| panic!("{error}"));
    assert!(motion.is_steady(), "{}", motion.change());
    let modes = tape.modes(&state).unwrap_or_else(|error| panic!("{error}"));
    let found: Vec<Complex<f64>> = modes.modes.iter().map(|mode| mode.eigenvalue).collect();
    for wanted in expected {
        let off = found.iter().map(|one| (one - wanted).norm()).fold(f64::INFINITY, f64::min);
        assert!(off < tolerance * wanted.norm(), "{wanted} is not among {found:?}");
    }
    // The others displace along the motion: zero, as well as the root of the rounding unit allows.
    let others = found.iter().filter(|one| expected.iter().all(|wanted| (*one - wanted).norm() > 1e-3));
    assert!(others.clone().all(|one| one.norm() < 1e-2), "{found:?}");
}

/// The published eigenvalues at 5 m/s: weave, capsize and caster. In absolute coordinates the wheels' own axes turn.
#[test]
fn a_bicycle_has_the_published_eigenvalues() {
    for parameters in tapes(&in_both(BICYCLE)) {
        let tape = parameters.build().unwrap_or_else(|error| panic!("{error}"));
        let expected = [
            Complex::new(-14.078_389_692_798_22, 0.0),
            Complex::new(-0.775_341_882_195_845, 4.464_867_713_788_229),
            Complex::new(-0.322_866_429_004_087, 0.0),
        ];
        has(&tape, &expected, SAME);
    }
}

/// A top of J = diag(A, A, C), m and l that precesses with Ω at the angle θ nutates with ω² = (C n/A − 2 Ω cos θ)² + Ω² sin² θ, where n
/// is its spin and Ω² cos θ − Ω C n/A + m g l/A = 0. A quaternion's axes spin with it, Euler's angles do not.
#[test]
fn a_top_nutates_about_its_precession() {
    let (a, c, load, theta, precession) = (0.5, 0.2, 2.0 * 10.0 * 0.3, 0.6_f64, 2.0_f64);
    let momentum = precession * theta.cos() + load / (a * precession); // C n/A
    let square = (momentum - 2.0 * precession * theta.cos()).powi(2) + (precession * theta.sin()).powi(2);
    let spin = momentum * a / c - precession * theta.cos();
    let body = format!(
        "gravity = [0, 0, -10] [m/s^2];
        body top {{ mass: 2 [kg], com: [0, 0, 0.3] [m], inertia_about: origin, inertia: diagonal({a}, {a}, {c}) [kg*m^2] }}"
    );
    // ω in the ground's axes, the top leaning towards −y about x.
    let omega = format!(
        "top.rotation: rpy({theta:?}, 0, 0), top.angular_velocity: [0, {:?}, {:?}] [rad/s]",
        -spin * theta.sin(),
        precession + spin * theta.cos()
    );
    let quaternion = format!(
        "mechanism Top in space {{ {body} joint tip = spherical(ground, top); initial {{ {omega} }} }}"
    );
    let euler = format!(
        "mechanism Top in space {{ {body}
            joint tip = spherical(ground, top, rotation: euler_zxz(precession, nutation, spin));
            initial {{ tip.nutation: {theta:?} [rad], der(tip.nutation): 0 [rad/s],
                der(tip.precession): {precession:?} [rad/s], der(tip.spin): {spin:?} [rad/s] }} }}"
    );
    for text in [in_both(&quaternion), euler] {
        for parameters in tapes(&text) {
            let tape = parameters.build().unwrap_or_else(|error| panic!("{error}"));
            has(&tape, &[Complex::new(0.0, square.sqrt())], SAME);
            let state = tape.initial_state().unwrap_or_else(|error| panic!("{error}"));
            let motion = tape.steady_motion(&state).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(motion.turns(), text.contains("absolute"), "only the axes of the quaternion spin");
        }
    }
}

/// A circular orbit under r^−2 has the radial frequency of its circulation, in Cartesian coordinates too.
#[test]
fn an_orbit_is_steady_in_cartesian_coordinates() {
    let text = "mechanism Orbit { coordinate x; coordinate y;
        kinetic = (der(x)^2 + der(y)^2) / 2; potential = -1 / sqrt(x^2 + y^2);
        initial { x: 1, y: 0, der(y): 1 } }";
    let tape = tapes(text).remove(0).build().unwrap_or_else(|error| panic!("{error}"));
    has(&tape, &[Complex::new(0.0, 1.0)], SAME);
    // The linearisation of a pendulum at its lowest point with a velocity is constant for an instant only.
    let swing = "mechanism Swing { coordinate phi; kinetic = der(phi)^2 / 2; potential = -10 * cos(phi);
        initial { phi: 0, der(phi): 3 } }";
    let tape = tapes(swing).remove(0).build().unwrap_or_else(|error| panic!("{error}"));
    let state = tape.initial_state().unwrap_or_else(|error| panic!("{error}"));
    let motion = tape.steady_motion(&state).unwrap_or_else(|error| panic!("{error}"));
    assert!(!motion.is_steady() && motion.change() > 1e-2, "{}", motion.change());
    // Nor is one that is released at rest elsewhere steady; at its lowest point at rest it is an equilibrium.
    for (phi, rests) in [("0.17", false), ("0", true)] {
        let text = swing.replace("phi: 0, der(phi): 3", &format!("phi: {phi}, der(phi): 0"));
        let tape = tapes(&text).remove(0).build().unwrap_or_else(|error| panic!("{error}"));
        let state = tape.initial_state().unwrap_or_else(|error| panic!("{error}"));
        let motion = tape.steady_motion(&state).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(motion.is_steady(), rests, "{phi}: {}", motion.change());
    }
}

/// A load at rest on ropes whose tension grows from zero: its linearisation is that without the growth, in axes at rest. (Rotating axes
/// would take up a part of the growth.)
#[test]
fn forces_that_depend_on_the_time_turn_no_axes_at_rest() {
    let text = |rate: f64| {
        format!(
            "mechanism Hanging in plane {{
                gravity = [0, -9.81] [m/s^2];
                particle load {{ mass: 1 [kg] }}
                joint fly = free(ground, load);
                force rope = spring(ground, load, stiffness: 100 [N/m], length: 0.9 [m], damping: 20 [N*s/m]);
                force stay = spring(ground at [1, 0.5] [m], load, stiffness: 40 [N/m], length: 1.2 [m], damping: 20 [N*s/m],
                    tension: {rate} [N/s] * time);
                initial {{ fly.x: 0.2 [m], fly.y: -1.001 [m] }}
            }}"
        )
    };
    let [found, wanted] = [6.0, 0.0].map(|rate| {
        let mut all = tapes(&text(rate));
        let tape = all.swap_remove(0).build().unwrap_or_else(|error| panic!("{error}"));
        let state = tape.equilibrium().unwrap_or_else(|error| panic!("{error}")).state;
        let motion = tape.steady_motion(&state).unwrap_or_else(|error| panic!("{error}"));
        assert!(!motion.turns());
        tape.linearize(&state).unwrap_or_else(|error| panic!("{error}")).turning_with(&motion).system
    });
    assert!((found - &wanted).amax() < 1e-9 * wanted.amax());
}
