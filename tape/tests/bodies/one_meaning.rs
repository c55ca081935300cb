//! One name, one meaning: angular velocities, rotations and axes of bodies, against the formulas of rotations.

use crate::tapes::tapes;
use crate::texts::{in_both, named_outputs};
use linkwork::prelude::*;
use linkwork_tape::Tape;
use nalgebra::{Matrix3, Rotation3, Vector3};

/// Places of bodies that assembly closes, relative.
const ASSEMBLED: f64 = 1e-11;

fn built(text: &str) -> Vec<Tape> {
    let all = tapes(&in_both(text)).into_iter();
    all.map(|one| one.build().unwrap_or_else(|error| panic!("{error}"))).collect()
}

/// A brick whose place is given by `rpy()` of the body itself, then of a frame on it, and a frame on the ground.
#[test]
fn rotations_of_bodies_and_frames_are_initial_values() {
    let (own, seat) = ([0.4, -2.9, 1.1], [0.3, 0.2, -0.5]);
    let matrix = |[r, p, y]: [f64; 3]| *Rotation3::from_euler_angles(r, p, y).matrix();
    for (given, exact) in [("brick", matrix(own)), ("tool", matrix(own) * matrix(seat).transpose())] {
        for joint in ["free(ground, brick)", "spherical(ground, brick at [0.1, 0, 0] [m])"] {
            let text = format!(
                "mechanism Brick in space {{
                    body brick {{ mass: 1 [kg], com: [0.1, 0.2, 0] [m], inertia: diagonal(0.1, 0.2, 0.3) [kg*m^2] }}
                    frame tool = fixed(brick at [0.2, 0, 0] [m], rotation: rpy(0.3, 0.2, -0.5));
                    frame wall = fixed(ground, rotation: rpy(0.3, 0.2, -0.5));
                    joint base = {joint};
                    output row = brick.rotation.row.y;
                    output column = brick.rotation.column.z;
                    output axis = brick.axis.x;
                    output wall_axis = wall.axis.z;
                    output wall_row = wall.rotation.row.x;
                    output ground_rates = brick.angular_velocity;
                    output own_rates = brick.own_angular_velocity;
                    initial {{ {given}.rotation: rpy(0.4, -2.9, 1.1), brick.angular_velocity: [1, 2, 3] [rad/s] }}
                }}"
            );
            for tape in built(&text) {
                let state = tape.initial_state().unwrap_or_else(|error| panic!("{error}"));
                let all = named_outputs(&tape, &state);
                let seen = |name: &str| {
                    let of = |k: usize| {
                        let name = format!("{name}[{k}]");
                        all.iter().find(|(known, _)| *known == name).expect("the output is there").1
                    };
                    Vector3::new(of(0), of(1), of(2))
                };
                let near = |name: &str, exact: Vector3<f64>| {
                    let found = seen(name);
                    assert!(
                        (found - exact).norm() < ASSEMBLED,
                        "{given}, {joint}: {name} is {found:?} for {exact:?}"
                    );
                };
                near("row", exact.row(1).transpose());
                near("column", exact.column(2).into());
                near("axis", exact.column(0).into());
                let wall: Matrix3<f64> = matrix(seat);
                near("wall_axis", wall.column(2).into());
                near("wall_row", wall.row(0).transpose());
                let spin = Vector3::new(1.0, 2.0, 3.0);
                near("ground_rates", spin);
                near("own_rates", exact.transpose() * spin);
                // The columns of a body's velocities are named as those in its own axes.
                let names = tape.names();
                assert!(names.velocities.iter().all(|named| !named.name.starts_with("brick.angular")));
                let own =
                    names.velocities.iter().position(|named| named.name == "brick.own_angular_velocity.x");
                if let Some(own) = own {
                    assert!((state.v[own] - (exact.transpose() * spin).x).abs() < ASSEMBLED);
                }
            }
        }
    }
}

/// Moments are in N*m: multipliers of joints, and of constraints on the sine of an angle.
#[test]
fn moments_are_in_newton_metres() {
    let text = "mechanism Door in space { coordinates = absolute;
        body leaf { mass: 1 [kg], inertia: diagonal(0.1, 0.2, 0.3) [kg*m^2] }
        joint hinge = revolute(ground, leaf, axis: [0, 0, 1]);
    }";
    let tape = tapes(text).remove(0).build().expect("it builds");
    let run = tape.simulate().step(1e-2).until(0.1).run().unwrap_or_else(|error| panic!("{error}"));
    let table = run.table();
    let unit = |name: &str| {
        table.iter().find(|(named, _)| named.name == name).map(|(named, _)| named.unit.to_string())
    };
    assert_eq!(unit("multiplier(hinge.x)").as_deref(), Some("N"));
    assert_eq!(unit("multiplier(hinge.tilt_1)").as_deref(), Some("N*m"));
}

/// A circular orbit is steady in polar coordinates, and in Cartesian ones in axes that turn with it; an elliptic one is not.
#[test]
fn a_linearisation_that_changes_is_reported() {
    let unsteadiness = |text: &str| {
        let tape = tapes(text).remove(0).build().unwrap_or_else(|error| panic!("{error}"));
        let state = tape.initial_state().unwrap_or_else(|error| panic!("{error}"));
        tape.unsteadiness(&state).unwrap_or_else(|error| panic!("{error}"))
    };
    let polar = "mechanism Orbit { coordinate r = 1; coordinate phi;
        kinetic = (der(r)^2 + r^2 * der(phi)^2) / 2; potential = -1 / r;
        initial { r: 1, der(phi): 1 } }";
    let cartesian = "mechanism Orbit { coordinate x; coordinate y;
        kinetic = (der(x)^2 + der(y)^2) / 2; potential = -1 / sqrt(x^2 + y^2);
        initial { x: 1, y: 0, der(y): 1 } }";
    assert!(unsteadiness(polar) < 1e-7, "{}", unsteadiness(polar));
    assert!(unsteadiness(cartesian) < 1e-7, "{}", unsteadiness(cartesian));
    let elliptic = cartesian.replace("der(y): 1", "der(y): 1.2");
    // Ten times what still counts as steady.
    assert!(unsteadiness(&elliptic) > 1e-2, "{}", unsteadiness(&elliptic));
}
