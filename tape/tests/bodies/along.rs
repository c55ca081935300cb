//! Properties of joints along their coordinates: rotors, limits with stops, dry friction, and couplings that share a
//! coordinate, against closed forms and against the same mechanism described in another way.

use crate::tapes::tapes;
use crate::texts::named_outputs;
use linkwork::prelude::*;
use linkwork_tape::Tape;
use nalgebra::DMatrix;

fn model(text: &str) -> Tape {
    tapes(text).remove(0).build().unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[track_caller]
fn close(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance * expected.abs().max(1.0), "{found:?}, not {expected:?}");
}

/// Accelerations at the initial state, and M there.
fn at_start(m: &Tape) -> (Vec<f64>, DMatrix<f64>) {
    let state = m.initial_state().unwrap_or_else(|error| panic!("{error}"));
    let n = m.sizes().velocities;
    let mut at = m.position_cache();
    m.place(&m.now(state.t), &state.q, &mut at);
    let mut mass = vec![0.0; n * n];
    m.mass_matrix(&at, &mut mass);
    (state.a.as_slice().to_vec(), DMatrix::from_row_slice(n, n, &mass))
}

/// A chain with a joint of each kind; `rotors` are arguments of its joints.
fn chain(rotors: [&str; 4]) -> String {
    let [a, b, c, d] = rotors;
    format!(
        "mechanism Chain in space {{ gravity = [1, -2, -9.81] [m/s^2];
        body one {{ mass: 2 [kg], com: [0.1, 0.2, -0.1] [m], inertia: diagonal(0.05, 0.06, 0.07) [kg*m^2] }}
        body two {{ mass: 1.5 [kg], com: [-0.2, 0.1, 0.05] [m], inertia: diagonal(0.03, 0.04, 0.05) [kg*m^2] }}
        body three {{ mass: 1.2 [kg], com: [0.1, -0.1, 0.15] [m], inertia: diagonal(0.02, 0.04, 0.03) [kg*m^2] }}
        body four {{ mass: 0.7 [kg], com: [0.05, 0.1, 0.1] [m], inertia: diagonal(0.01, 0.02, 0.015) [kg*m^2] }}
        joint j1 = revolute(ground, one, axis: [0, 0, 1]{a});
        joint j2 = revolute(one at [0.3, 0, 0.1] [m], two, axis: [0.6, 0.8, 0]{b});
        joint j3 = prismatic(two at [0, 0.2, 0] [m], three, axis: [1, 0, 0]{c});
        joint j4 = screw(four, three at [0.1, 0, 0.2] [m], axis: [0, 1, 0], pitch: 0.05 [m/rad]{d});
        initial {{ j1.angle: 0.3, der(j1.angle): 1.1 [rad/s], j2.angle: -0.7, der(j2.angle): 0.9 [rad/s],
            j3.displacement: 0.2 [m], der(j3.displacement): -0.6 [m/s], j4.angle: 0.5, der(j4.angle): 2 [rad/s] }} }}"
    )
}

/// Only M changes, by n² J: all other terms are the same with and without rotors. The recursions agree with the
/// matrix.
#[test]
fn rotors_add_to_the_diagonal_of_the_mass_matrix() {
    let plain = model(&chain(["", "", "", ""]));
    let rotors = [
        ", rotor_inertia: 0.3 [kg*m^2]",
        ", rotor_inertia: 2e-3 [kg*m^2], reduction: 12",
        ", rotor_inertia: 1e-3 [kg*m^2], reduction: 30 [rad/m]",
        ", rotor_inertia: 4e-3 [kg*m^2], reduction: -5",
    ];
    let turned = model(&chain(rotors));
    let ((a, m), (b, n)) = (at_start(&plain), at_start(&turned));
    let added = [0.3, 2e-3 * 144.0, 1e-3 * 900.0, 4e-3 * 25.0];
    for i in 0..4 {
        for j in 0..4 {
            let expected = m[(i, j)] + if i == j { added[i] } else { 0.0 };
            close(n[(i, j)], expected, 1e-14);
        }
    }
    let vector = |a: &[f64]| nalgebra::DVector::from_row_slice(a);
    let (forces, same) = (m * vector(&a), n * vector(&b));
    for (force, same) in forces.iter().zip(&same) {
        close(*same, *force, 1e-12);
    }
}

/// A pendulum with a rotor: (I + m l² + n² J) φ'' = −m g l sin φ, in every formulation, and its energy is conserved.
#[test]
fn a_pendulum_with_a_rotor() {
    let text =
        "mechanism Pendulum in plane { gravity = [0, -9.81] [m/s^2]; coordinates = [minimal, absolute];
        body rod { mass: 2 [kg], com: [0.5, 0] [m], inertia: 0.1 [kg*m^2] }
        joint pivot = revolute(ground, rod, rotor_inertia: 1e-3 [kg*m^2], reduction: 20);
        output acceleration = der(der(pivot.angle));
        initial { pivot.angle: -0.4 } }";
    for one in tapes(text) {
        let m = one.build().unwrap_or_else(|error| panic!("{error}"));
        let state = m.initial_state().unwrap_or_else(|error| panic!("{error}"));
        let found = named_outputs(&m, &state).into_iter().find(|(name, _)| name == "acceleration");
        let expected = -2.0 * 9.81 * 0.5 * 0.4_f64.cos() / (0.1 + 2.0 * 0.25 + 1e-3 * 400.0);
        close(found.expect("an output").1, expected, 1e-12);
        let run = m.simulate().method(RungeKutta4::projected()).step(1e-3).until(1.0).run();
        let run = run.unwrap_or_else(|error| panic!("{error}"));
        assert!(run.energy_drift() < 1e-9, "{:e}", run.energy_drift());
    }
}

/// The rotor of a joint has the same effect whichever joint of the loop is cut.
#[test]
fn rotors_in_joints_that_close_loops() {
    let text = |cut: &str, other: &str| {
        format!(
            "mechanism Bars in plane {{ gravity = [0, -9.81] [m/s^2];
            body crank {{ mass: 1 [kg], com: [0.2, 0] [m], inertia: 0.02 [kg*m^2] }}
            body coupler {{ mass: 2 [kg], com: [0.5, 0] [m], inertia: 0.2 [kg*m^2] }}
            body rocker {{ mass: 1.5 [kg], com: [0.35, 0] [m], inertia: 0.06 [kg*m^2] }}
            joint a = revolute(ground, crank);
            joint b = revolute(crank at [0.4, 0], coupler, rotor_inertia: 0.03 [kg*m^2], reduction: 4{cut});
            joint c = revolute(coupler at [1, 0], rocker at [0.7, 0]{other});
            joint d = revolute(ground at [1, 0], rocker);
            output acceleration = der(der(a.angle));
            initial {{ a.angle: 1.1, der(a.angle): 2 [rad/s], b.angle: ~-0.8 }} }}"
        )
    };
    let found = |text: String| {
        let m = model(&text);
        let state = m.initial_state().unwrap_or_else(|error| panic!("{error}"));
        let found = named_outputs(&m, &state).into_iter().find(|(name, _)| name == "acceleration");
        found.expect("an output").1
    };
    let (in_tree, cut) = (found(text("", ", cut: true")), found(text(", cut: true", "")));
    close(cut, in_tree, 1e-10);
    let without = found(text("", ", cut: true").replace("rotor_inertia: 0.03", "rotor_inertia: 0"));
    assert!((without - in_tree).abs() > 0.1, "{without} {in_tree}");
}

/// A block of 2 kg with 3 m/s between stops of 800 N/m at ±0.5 m: without losses it returns after half a period
/// π √(m/k) = π/20 s with its initial speed, at most √(m/k) v beyond the stop.
#[test]
fn stops_reverse_the_motion() {
    let text = |dissipation: &str| {
        format!(
            "mechanism Block in plane {{ body block {{ mass: 2 [kg], inertia: 0.1 [kg*m^2] }}
            joint guide = prismatic(ground, block, axis: [1, 0], limits: -0.5 [m] .. 0.5 [m],
                stops: stop(stiffness: 800 [N/m]{dissipation}));
            initial {{ der(guide.displacement): 3 [m/s] }} }}"
        )
    };
    let run = |text: &str, until: f64| {
        let m = model(text);
        let run = m.simulate().method(DormandPrince8::projected()).step(5e-3).until(until).run();
        run.unwrap_or_else(|error| panic!("{error}"))
    };
    let contact = std::f64::consts::PI / 20.0;
    let elastic = run(&text(""), 0.5 / 3.0 + contact + 0.1);
    let last = elastic.last();
    close(last.v.as_slice()[0], -3.0, 1e-9);
    close(last.q.as_slice()[0], 0.5 - 0.3, 1e-9);
    assert!(elastic.energy_drift() < 1e-9, "{:e}", elastic.energy_drift());
    let [excursion] = elastic.report().excursions.as_slice() else { panic!("one limit is left") };
    assert_eq!((excursion.name.as_str(), excursion.limits), ("guide.displacement", [-0.5, 0.5]));
    // The deepest step is a part of one away from the deepest point.
    close(excursion.furthest, 0.5 + 3.0 / 20.0, 2e-4);
    assert!((excursion.time - 0.5 / 3.0).abs() <= 5e-3 + 1e-12, "{excursion}");
    let said = elastic.report().to_string();
    assert!(said.contains("guide.displacement leaves its limits -0.5 .. 0.5 m at t = 0.1"), "{said}");
    // The loss for small dissipation: ∮ k d χ ḋ² dt = (2/3) χ m v³ to first order in χ.
    let lossy = run(&text(", dissipation: 1e-3 [s/m]"), 0.5 / 3.0 + contact + 0.1);
    let v = lossy.last().v.as_slice()[0];
    let lost = 0.5 * 2.0 * (9.0 - v * v);
    close(lost, 2.0 / 3.0 * 1e-3 * 2.0 * 27.0, 0.01);
    // Within its limits nothing is reported.
    let inside = run(&text("").replace("3 [m/s]", "0.4 [m/s]"), 1.0);
    assert!(inside.report().excursions.is_empty());
}

/// Limits of a joint that carries no coordinates, over more than a turn.
#[test]
fn limits_hold_in_every_formulation() {
    let text = "mechanism Wheel in space { coordinates = [minimal, absolute];
        body wheel { mass: 1 [kg], inertia: diagonal(0.1, 0.1, 0.2) [kg*m^2] }
        param most = 7;
        joint axle = revolute(ground, wheel, axis: [0, 0, 1], limits: -1 .. most);
        initial { der(axle.angle): 4 [rad/s] } }";
    for one in tapes(text) {
        let m = one.build().unwrap_or_else(|error| panic!("{error}"));
        let run = m.simulate().method(RungeKutta4::projected()).step(0.01).until(2.0).run();
        let run = run.unwrap_or_else(|error| panic!("{error}"));
        let [excursion] = run.report().excursions.as_slice() else { panic!("one limit is left") };
        close(excursion.furthest, 8.0, 1e-9);
        assert_eq!(excursion.furthest_time, 2.0);
        close(excursion.time, 1.76, 1e-12);
    }
}

/// A bar that is released where it is level turns at the bottom with ω² = 2 m g l/(I + m l²), and its pivot pulls with
/// m (g + l ω²): 30 + 3·12/0.52 N, in any coordinates; elements of a repetition are distinguished.
#[test]
fn expressions_have_ranges_in_every_formulation() {
    let text = "mechanism Bar in plane { coordinates = [minimal, absolute]; gravity = [0, -10] [m/s^2];
        param most = 50 [N];
        body bar { mass: 3 [kg], com: [0.4, 0] [m], inertia: 0.04 [kg*m^2] }
        joint pivot = revolute(ground, bar);
        frame tip[0] = bar at [0.5, 0] [m];
        frame tip[1] = bar at [1, 0] [m];
        range pivot.force.y: -most .. most;
        for i in 0..2 { range norm(tip[i].velocity): 0 [m/s] .. 4 [m/s]; }
        range pivot.angle: -180 [deg] .. 0 [deg];
        initial { pivot.angle: 0 [rad] } }";
    let squared = 2.0 * 3.0 * 10.0 * 0.4 / (0.04 + 3.0 * 0.16);
    for one in tapes(text) {
        let m = one.build().unwrap_or_else(|error| panic!("{error}"));
        let run = m.simulate().method(RungeKutta4::projected()).step(1e-3).until(0.6).run();
        let run = run.unwrap_or_else(|error| panic!("{error}"));
        let [force, speed] = run.report().excursions.as_slice() else {
            panic!("{:#?}", run.report().excursions)
        };
        let limits = (force.name.as_str(), speed.name.as_str(), force.limits, speed.limits);
        assert_eq!(limits, ("pivot.force.y", "norm(tip[i].velocity) (i = 1)", [-50.0, 50.0], [0.0, 4.0]));
        // A step passes within ω h/2 = 3e-3 rad of the bottom.
        close(force.furthest, 30.0 + 3.0 * 0.4 * squared, 1e-4);
        close(speed.furthest, squared.sqrt(), 1e-4);
    }
}

/// Friction of 4 N on 2 kg at 3 m/s: rest after 1.5 s and 2.25 m, and it holds a pull of 3 N, not one of 5 N.
#[test]
fn dry_friction_of_a_given_size() {
    let block = |joint: &str, items: &str, v: &str| {
        format!(
            "mechanism Block in plane {{ body block {{ mass: 2 [kg], inertia: 0.1 [kg*m^2] }}
            joint guide = prismatic(ground, block, axis: [1, 0]{joint}); {items}
            initial {{ der(guide.displacement): {v} [m/s] }} }}"
        )
    };
    let end = |text: &str| {
        let m = model(text);
        let run = m.simulate().method(RungeKutta4::projected()).step(0.01).until(2.0).run();
        let last = run.unwrap_or_else(|error| panic!("{error}")).last().clone();
        (last.q.as_slice()[0], last.v.as_slice()[0])
    };
    let sticking = "force drag = friction(guide, limit: 4 [N], velocity: 0 [m/s]);";
    let (x, v) = end(&block("", sticking, "3"));
    close(x, 2.25, 1e-10);
    assert_eq!(v, 0.0);
    let pulled = |pull: &str| format!("{sticking} force pull = torque(guide, {pull} [N]);");
    assert_eq!(end(&block("", &pulled("3"), "0")), (0.0, 0.0));
    close(end(&block("", &pulled("5"), "0")).0, 0.5 * 0.5 * 4.0, 1e-10);
    // Regularised: v' = −(F/m) v/√(v² + ε²), of the joint itself; F/m until v is some ε.
    let (x, v) = end(&block(", friction: 4 [N]", "", "6"));
    close(v, 2.0, 1e-6);
    close(x, 8.0, 1e-6);
}

/// Two wheels and a slide on a rotating platform, with couplings that share a coordinate or are constraints.
fn train(shared: &str) -> String {
    format!(
        "mechanism Train in space {{ gravity = [1, -2, -9.81] [m/s^2];
        body base {{ mass: 5 [kg], com: [0.1, 0, 0.1] [m], inertia: diagonal(0.5, 0.6, 0.4) [kg*m^2] }}
        body driver {{ mass: 1 [kg], com: [0.05, 0.02, 0] [m], inertia: diagonal(0.02, 0.02, 0.04) [kg*m^2] }}
        body wheel {{ mass: 1.5 [kg], com: [0.02, -0.05, 0.1] [m], inertia: diagonal(0.03, 0.05, 0.06) [kg*m^2] }}
        body on_wheel {{ mass: 0.5 [kg], com: [0.1, 0, 0] [m], inertia: diagonal(0.01, 0.02, 0.02) [kg*m^2] }}
        body slide {{ mass: 0.8 [kg], com: [0.02, 0.03, -0.05] [m], inertia: diagonal(0.02, 0.03, 0.025) [kg*m^2] }}
        joint turn = revolute(ground, base, axis: [0, 0.6, 0.8]);
        joint third = revolute(wheel at [0, 0.1, 0] [m], on_wheel, axis: [1, 0, 0], rotor_inertia: 0.01 [kg*m^2]);
        joint pinion = revolute(base at [0.3, 0, 0.1] [m], driver, axis: [0, 0, 1], damping: 0.2 [N*m*s]);
        joint second = revolute(wheel, base at [-0.2, 0.3, 0] [m], axis: [0.6, 0, 0.8]);
        joint rack = prismatic(base at [0, 0, 0.3] [m], slide, axis: [0, 1, 0], rotor_inertia: 0.4 [kg]);
        joint follow = gear(second.angle, third.angle, ratio: 0.7{shared});
        joint mesh = gear(pinion.angle, second.angle, ratio: -1.5, offset: 0.2{shared});
        joint teeth = rack_pinion(pinion.angle, rack.displacement, radius: 0.2 [m]{shared});
        force pull = torque(third, 0.5 [N*m]); force push = spring(ground, slide, stiffness: 30 [N/m]);
        output a1 = der(der(turn.angle)); output a2 = der(der(pinion.angle)); output a3 = der(der(second.angle));
        output a4 = der(der(third.angle)); output a5 = der(der(rack.displacement)); output at = third.angle;
        output f1 = second.torque.x; output f2 = rack.force.z; output f3 = turn.torque.y;
        initial {{ turn.angle: 0.4, der(turn.angle): 0.9 [rad/s], pinion.angle: 0.6, der(pinion.angle): 2 [rad/s] }} }}"
    )
}

/// A shared coordinate and a constraint give the same motion, reactions and energy; with the shared one nothing is
/// constrained.
#[test]
fn couplings_that_share_a_coordinate() {
    let (tied, free) = (model(&train("")), model(&train(", shared: true")));
    assert_eq!((tied.sizes().velocities, tied.sizes().holonomic), (5, 3));
    assert_eq!((free.sizes().velocities, free.sizes().holonomic), (2, 0));
    let outputs = |m: &Tape, state: &_| named_outputs(m, state);
    let run = |m: &Tape| {
        let run = m.simulate().method(DormandPrince8::projected()).step(2e-3).until(1.0).run();
        run.unwrap_or_else(|error| panic!("{error}"))
    };
    let (of_tied, of_free) = (run(&tied), run(&free));
    for (one, other) in [(of_tied.first(), of_free.first()), (of_tied.last(), of_free.last())] {
        for ((name, x), (_, y)) in outputs(&tied, one).iter().zip(outputs(&free, other)) {
            assert!((x - y).abs() < 1e-9 * x.abs().max(1.0), "{name}: {x} and {y}");
        }
    }
    // (1) of the couplings: third = 0.7 second, second = −1.5 pinion − 0.2.
    let at = outputs(&free, of_free.first()).into_iter().find(|(name, _)| name == "at");
    close(at.expect("an output").1, 0.7 * (-1.5 * 0.6 - 0.2), 1e-14);
    let energies = [of_tied.energy(), of_free.energy()];
    let (one, other) = (energies[0].last().expect("a sample"), energies[1].last().expect("a sample"));
    close(*one, *other, 1e-9);
}

/// The effort of a coupling is a multiplier: if it is used, the coupling stays a constraint. In absolute coordinates all are.
#[test]
fn couplings_whose_reaction_is_requested_stay_constraints() {
    let asked = train(", shared: true").replace("output at", "output mesh_torque = mesh.torque.z; output at");
    let m = model(&asked);
    assert_eq!((m.sizes().velocities, m.sizes().holonomic), (3, 1));
    let absolute = train(", shared: true").replace("gravity =", "coordinates = absolute; gravity =");
    let (m, free) = (model(&absolute), model(&train(", shared: true")));
    let state = |m: &Tape| m.initial_state().unwrap_or_else(|error| panic!("{error}"));
    for ((name, x), (_, y)) in named_outputs(&m, &state(&m)).iter().zip(named_outputs(&free, &state(&free))) {
        assert!((x - y).abs() < 1e-9 * x.abs().max(1.0), "{name}: {x} and {y}");
    }
}
