//! Outputs of forces against their laws in closed form and against Newton's law; lengths of springs as
//! positions.

use crate::tapes::tapes;
use crate::texts::{in_both, named_outputs};
use linkwork::prelude::*;
use linkwork::solution::State;
use linkwork_tape::Tape;

/// Rounding of some ten operations, and initial states that are closed to 1e-12.
const ROUNDING: f64 = 1e-10;

fn built(text: &str) -> Vec<Tape> {
    let all = tapes(text).into_iter();
    all.map(|one| one.build().unwrap_or_else(|error| panic!("{error}"))).collect()
}

/// The outputs at the start.
fn start(tape: &Tape) -> Vec<(String, f64)> {
    let state = tape.initial_state().unwrap_or_else(|error| panic!("{error}"));
    named_outputs(tape, &state)
}

#[track_caller]
fn near(all: &[(String, f64)], name: &str, exact: f64) {
    let found =
        all.iter().find(|(known, _)| known == name).unwrap_or_else(|| panic!("no `{name}`: {all:?}")).1;
    assert!((found - exact).abs() < ROUNDING * (1.0 + exact.abs()), "{name} is {found:?} for {exact:?}");
}

/// A particle at (0.3, 0.4) with the velocity (1, 2): ρ = 0.5 and ρ̇ = 2.2.
#[test]
fn springs_have_length_tension_and_force() {
    let text = "mechanism Tied in plane {
        particle ball { mass: 2 [kg] }
        joint flight = free(ground, ball);
        force rope = spring(ground, ball, stiffness: 10 [N/m], damping: 3 [N*s/m], length: 0.2 [m], tension: 4 [N]);
        force back = spring(ball, ground, stiffness: 10 [N/m]);
        output length = rope.length;
        output rate = der(rope.length);
        output tension = rope.tension;
        output pull = rope.force;
        output other = back.force;
        output millimetres [mm] = rope.length;
        initial { flight.x: 0.3 [m], flight.y: 0.4 [m], der(flight.x): 1 [m/s], der(flight.y): 2 [m/s] }
    }";
    for tape in built(&in_both(text)) {
        let all = start(&tape);
        let tension = 10.0 * 0.3 + 3.0 * 2.2 + 4.0;
        near(&all, "length", 0.5);
        near(&all, "rate", 2.2);
        near(&all, "tension", tension);
        near(&all, "pull[0]", -0.6 * tension);
        near(&all, "pull[1]", -0.8 * tension);
        // On the second end, which is the ground.
        near(&all, "other[0]", 3.0);
        near(&all, "other[1]", 4.0);
        near(&all, "millimetres", 500.0);
    }
}

/// On a guide, from either side of the point where the ends coincide.
#[test]
fn springs_on_a_line_have_a_length_on_both_sides() {
    for at in [0.25, -0.25_f64] {
        let text = format!(
            "mechanism Guided in plane {{
                body block {{ mass: 2 [kg], inertia: 0.1 [kg*m^2] }}
                joint guide = prismatic(ground, block, axis: [3, 4]);
                force rope = spring(ground, block, stiffness: 10 [N/m], damping: 3 [N*s/m], length: 0.1 [m]);
                output length = rope.length;
                output rate = der(rope.length);
                output tension = rope.tension;
                output pull = rope.force;
                initial {{ guide.displacement: {at:?} [m], der(guide.displacement): 2 [m/s] }}
            }}"
        );
        for tape in built(&in_both(&text)) {
            let (side, all) = (at.signum(), start(&tape));
            let tension = 10.0 * 0.15 + 3.0 * 2.0 * side;
            near(&all, "length", 0.25);
            near(&all, "rate", 2.0 * side);
            near(&all, "tension", tension);
            near(&all, "pull[0]", -0.6 * side * tension);
            near(&all, "pull[1]", -0.8 * side * tension);
        }
    }
}

/// Hunt and Crossley's law at a depth of 1 cm that grows by 0.2 m/s, with a slip of 3 m/s.
#[test]
fn contacts_have_a_force() {
    let text = "mechanism Struck in plane {
        body ball { mass: 2 [kg], inertia: 0.008 [kg*m^2] }
        joint flight = free(ground, ball);
        force floor = contact(ball, ground, stiffness: 1e4, radius: 0.1 [m], dissipation: 0.5 [s/m],
            friction: 0.3, velocity: 4 [m/s]);
        output push = floor.force;
        initial { flight.y: 0.09 [m], der(flight.x): 3 [m/s], der(flight.y): -0.2 [m/s] }
    }";
    for tape in built(&in_both(text)) {
        let normal = 1e4 * 1e-3 * (1.0 + 0.5 * 0.2);
        let all = start(&tape);
        near(&all, "push[0]", -0.3 * normal * 3.0 / 5.0);
        near(&all, "push[1]", normal);
    }
}

/// Forces along coordinates, in the axes of a body, and by a formula.
#[test]
fn efforts_and_given_forces() {
    let text = "mechanism Many in plane {
        gravity = [0, -10] [m/s^2];
        body arm { mass: 2 [kg], inertia: 0.1 [kg*m^2] }
        body slide { mass: 3 [kg], inertia: 0.1 [kg*m^2] }
        joint pivot = revolute(ground, arm);
        joint guide = prismatic(ground, slide, axis: [1, 0]);
        force coil = torsion_spring(pivot, stiffness: 5 [N*m/rad], damping: 0.1 [N*m*s/rad], rest: 0.1 [rad]);
        force motor = torque(pivot, 3 [N*m]);
        force pusher = torque(guide, 7 [N]);
        force drag = friction(guide, coefficient: 0.3, velocity: 4 [m/s]);
        force tip = force(arm at [0.2, 0] [m], [2, 0] [N], axes: body);
        force couple = torque(arm, -2 [N*m], reaction: slide);
        force hand = generalized(pivot.angle, 2 * 3 [N*m]);
        output coil_torque = coil.torque;
        output motor_torque = motor.torque;
        output pusher_force = pusher.force;
        output drag_force = drag.force;
        output tip_force = tip.force;
        output couple_torque = couple.torque;
        output hand_force = hand.force;
        initial { pivot.angle: 0.5 [rad], der(pivot.angle): 2 [rad/s], der(guide.displacement): 3 [m/s] }
    }";
    for tape in built(&in_both(text)) {
        let all = start(&tape);
        near(&all, "coil_torque", -5.0 * 0.4 - 0.1 * 2.0);
        near(&all, "motor_torque", 3.0);
        near(&all, "pusher_force", 7.0);
        // Only the weight of the slide loads the guide.
        near(&all, "drag_force", -0.3 * 30.0 * 3.0 / 5.0);
        near(&all, "tip_force[0]", 2.0 * 0.5_f64.cos());
        near(&all, "tip_force[1]", 2.0 * 0.5_f64.sin());
        near(&all, "couple_torque", -2.0);
        near(&all, "hand_force", 6.0);
    }
}

/// Newton's law of a body in space on which every kind of force between ends acts, turned and turning:
/// m c̈ = Σ F + m g, and Euler's of its centre of mass J ω̇ + ω × J ω = Σ T + Σ r × F about it.
#[test]
fn forces_add_up_to_newtons_law() {
    let text = "mechanism Loaded in space {
        gravity = [1, 2, -9] [m/s^2];
        body brick { mass: 2 [kg], inertia: diagonal(0.2, 0.2, 0.2) [kg*m^2] }
        frame hook = brick at [0.1, 0.2, -0.1] [m];
        joint flight = free(ground, brick);
        force rope = spring(ground at [1, 1, 1] [m], hook, stiffness: 20 [N/m], damping: 2 [N*s/m], length: 0.4 [m]);
        force seat = bushing(ground at [0.2, 0, 0] [m], brick, stiffness: [40, 90, 160] [N/m],
            torsional_stiffness: [2, 3, 4] [N*m/rad], damping: 1 [N*s/m], torsional_damping: 0.1 [N*m*s/rad]);
        force jet = force(brick, [3, 1, 2] [N], axes: body);
        force twist = torque(brick, [0.1, 0.2, 0.3] [N*m], axes: body);
        let arm = hook.position - brick.position;
        output newton = 2 * der(brick.velocity) - rope.force - seat.force - jet.force - 2 * [1, 2, -9] [m/s^2];
        output euler = 0.2 [kg*m^2] * der(brick.angular_velocity) - cross(arm, rope.force) - seat.torque - twist.torque;
        output pull = norm(rope.force) + norm(seat.force);
        initial {
            flight.x: 0.1 [m], flight.y: 0.3 [m], brick.rotation: rpy(0.3, -0.5, 0.7),
            brick.angular_velocity: [1, 2, 3] [rad/s], brick.velocity: [0.5, -1, 0.2] [m/s]
        }
    }";
    for tape in built(&in_both(&text.replace("2 * der", "2 [kg] * der").replace("2 * [1", "2 [kg] * [1"))) {
        let run = tape.simulate().method(RungeKutta4::projected()).step(1e-3).until(0.05).run();
        let run = run.unwrap_or_else(|error| panic!("{error}"));
        for state in run.samples() {
            let all = named_outputs(&tape, state);
            for (name, value) in &all[..6] {
                assert!(value.abs() < 1e-9, "{name} is {value:e}");
            }
            assert!(all[6].1 > 1.0, "forces act: {}", all[6].1);
        }
    }
}

/// Friction in a joint with two coordinates: μ |F| w/√(w² + ε²) with the slip w = (r φ̇, ṡ).
#[test]
fn friction_of_several_coordinates() {
    let text = "mechanism Sleeve in space {
        gravity = [0, 0, -10] [m/s^2];
        body sleeve { mass: 2 [kg], inertia: diagonal(0.2, 0.2, 0.2) [kg*m^2] }
        joint rod = cylindrical(ground, sleeve, axis: [1, 0, 0]);
        force drag = friction(rod, coefficient: 0.3, radius: 0.5 [m], velocity: 12 [m/s]);
        output along = drag.force;
        output about = drag.torque;
        initial { der(rod.angle): 8 [rad/s], der(rod.displacement): 3 [m/s] }
    }";
    for tape in built(&in_both(text)) {
        let all = start(&tape);
        // w = (4, 3), √(w² + ε²) = 13
        near(&all, "along", -0.3 * 20.0 * 3.0 / 13.0);
        near(&all, "about", -0.3 * 20.0 * 0.5 * 4.0 / 13.0);
    }
}

/// The attribute of sticking friction has the value of the friction itself, sliding and stuck.
#[test]
fn friction_that_sticks() {
    let text = "mechanism Block in plane {
        gravity = [0, -10] [m/s^2];
        body block { mass: 2 [kg], inertia: 0.1 [kg*m^2] }
        joint guide = prismatic(ground, block, axis: [1, 0]);
        input push [N];
        force hand = force(block, [push + 3 [N/s] * time, 0 [N]]);
        force drag = friction(guide, coefficient: 0.3, static: 0.4, velocity: 0 [m/s]);
        output twice = 2 * drag.force;
        output share = drag.force / drag.limit;
        initial { der(guide.displacement): 1 [m/s] }
    }";
    let tape = built(text).remove(0);
    let run = tape.simulate().method(RungeKutta4::projected()).step(0.01).until(1.5).run();
    let run = run.unwrap_or_else(|error| panic!("{error}"));
    let check = |state: &State<Tape>, force: f64| {
        let all = named_outputs(&tape, state);
        near(&all, "twice", 2.0 * force);
        near(&all, "share", force / 8.0);
        near(&all, "drag.force", force);
    };
    check(&run.samples()[1], -6.0);
    // At rest it balances the applied force.
    check(run.last(), -4.5);
}

/// A pendulum whose rod is the length of a spring without stiffness: r̈ = 0, φ̈ = −g sin φ/ℓ, and the multiplier is the
/// tension m (g cos φ + ℓ φ̇²) with the opposite sign.
#[test]
fn lengths_are_positions() {
    let text = "mechanism Pendulum in plane {
        gravity = [0, -10] [m/s^2];
        particle bob { mass: 2 [kg] }
        joint flight = free(ground, bob);
        force measure = spring(ground, bob, tension: 0 [N]);
        constraint rod: measure.length = 0.5 [m];
        output pull = multiplier(rod);
        output sideways = der(bob.velocity.x);
        initial { flight.x: 0.3 [m], flight.y: -0.4 [m], der(flight.x): 0.8 [m/s] }
    }";
    for tape in built(&in_both(text)) {
        let state = tape.initial_state().unwrap_or_else(|error| panic!("{error}"));
        let all = named_outputs(&tape, &state);
        // The velocity is (0.8, 0.6), which is at right angles to the rod: ℓ φ̇² = 2.
        let tension = 2.0 * (10.0 * 0.8 + 1.0 / 0.5);
        near(&all, "pull", tension);
        near(&all, "sideways", -0.6 * tension / 2.0);
    }
    let given = "mechanism Given in plane {
        particle bob { mass: 2 [kg] }
        joint guide = prismatic(ground, bob, axis: [1, 0]);
        force rope = spring(ground at [0, 0.4] [m], bob, stiffness: 1 [N/m]);
        output at = guide.displacement;
        initial { rope.length: 0.5 [m], guide.displacement: ~0.2 [m] }
    }";
    near(&start(&built(given)[0]), "at", 0.3);
}

/// The length of a spring follows from its ends alone, so that its own tension may contain it: a rope that is slack at first.
#[test]
fn a_rope_knows_its_own_length() {
    let rope = |length: &str, rate: &str| {
        format!(
            "mechanism Rope in plane {{ coordinates = [minimal, absolute];
                gravity = [0, -9.81] [m/s^2];
                particle m {{ mass: 1 [kg] }}
                joint f = free(ground, m);
                force s = spring(ground, m, tension: max(200 [N/m] * ({length} - 1 [m]), 0 [N]) + 2 [N*s/m] * {rate});
                initial {{ m.position: [0.3, -0.5] [m], der(f.x): 1 [m/s] }} }}"
        )
    };
    let end = |text: &str| -> Vec<Vec<f64>> {
        let built = tapes(text).into_iter().map(|parameters| parameters.build().expect("it builds"));
        let ends = built.map(|tape| {
            let run = tape.simulate().step(1e-3).until(1.0).run().unwrap_or_else(|error| panic!("{error}"));
            run.last().q.iter().copied().collect()
        });
        ends.collect()
    };
    let own = end(&rope("s.length", "der(s.length)"));
    let other = end(&rope("norm(m.position)", "dot(m.position, m.velocity) / norm(m.position)"));
    for (own, other) in own.iter().flatten().zip(other.iter().flatten()) {
        assert!((own - other).abs() < 1e-12, "{own} {other}");
    }
}
