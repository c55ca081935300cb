//! Texts of random small mechanisms given by energies.

use proptest::prelude::*;

/// A factor between 1/2 and 5/2 that depends on the position, or an amplitude.
fn trigonometric(n: usize) -> impl Strategy<Value = String> {
    (0..n, 0..4_u8, 1..9_u32).prop_map(|(i, kind, tenths)| {
        let amplitude = f64::from(tenths) / 10.0;
        match kind {
            0 => format!("{amplitude} * sin(q{i})"),
            1 => format!("{amplitude} * cos(q{i})"),
            2 => format!("(1.5 + {amplitude} * cos(q{i}))"),
            _ => format!("{amplitude}"),
        }
    })
}

/// The square of a linear combination of velocities with factors that depend on the position.
fn square(n: usize) -> impl Strategy<Value = String> {
    let terms = prop::collection::vec((trigonometric(n), 0..n), 1..=n);
    (terms, prop::bool::ANY).prop_map(|(terms, rheonomic)| {
        let mut sum: Vec<String> = terms.iter().map(|(f, j)| format!("{f} * der(q{j})")).collect();
        if rheonomic {
            sum.push("0.2 * cos(time)".to_owned());
        }
        format!("m * ({})^2 / 2", sum.join(" + "))
    })
}

/// A constraint that holds at q = 0 and t = 0 and has q0 in it to first order.
fn constraint(n: usize) -> impl Strategy<Value = String> {
    (trigonometric(n), 0..n, prop::bool::ANY).prop_map(|(f, j, rheonomic)| {
        let time = if rheonomic { "sin(time) / 4" } else { "0" };
        format!("2 * sin(q0) + {f} * q{j} + q{j}^2 / 3 = {time}")
    })
}

/// One to three coordinates, squares of linear combinations of velocities, potentials, and a constraint now and then.
pub fn mechanism() -> impl Strategy<Value = String> {
    (1..=3_usize).prop_flat_map(|n| {
        let squares = prop::collection::vec(square(n), 1..=3);
        let potentials = prop::collection::vec((trigonometric(n), 0..n), 0..=3);
        let constraint = prop::option::of(constraint(n));
        (squares, potentials, constraint).prop_map(move |(squares, potentials, constraint)| {
            let mut text = String::from("mechanism Random { param m = 1.3; ");
            for i in 0..n {
                text += &format!("coordinate q{i}; kinetic = 0.4 * der(q{i})^2; ");
            }
            squares.iter().for_each(|square| text += &format!("kinetic = {square}; "));
            potentials.iter().for_each(|(f, j)| text += &format!("potential = {f} * q{j}^2 + q{j} / 2; "));
            if let Some(constraint) = constraint.filter(|_| n > 1) {
                text += &format!("constraint held: {constraint}; ");
            }
            text + "}"
        })
    })
}
