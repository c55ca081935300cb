//! Columns of a pendulum and of an arm with two links, by Lagrange's equations written down by hand.
//!
//! With the first moments (x, y) and the inertia I of a link about its joint, and s, c the sine and cosine of its angle in the ground:
//! ```text
//! pendulum   τ = I a + g (x c − y s)
//! arm        link 2 alone as a pendulum about the elbow, which accelerates by l (−s₁ a₁ − c₁ v₁², c₁ a₁ − s₁ v₁²)
//! ```

use crate::{ARM, ROUNDING, column, regressor};
use linkwork_regressor::{Instant, Stacked};

const G: f64 = 9.81;

#[test]
fn a_pendulum_has_the_columns_of_its_equation() {
    let regressor = regressor(
        "mechanism Pendulum in plane {
            gravity = [0, -9.81] [m/s^2];
            body bob { mass: 0.5 [kg], com: [0.1, -0.4] [m], inertia: 2e-3 [kg*m^2] }
            joint hinge = revolute(ground, bob, damping: 0.1 [N*m*s/rad]);
            force back = torsion_spring(hinge, stiffness: 2 [N*m/rad], rest: 0.1 [rad]);
            initial { hinge.angle: 0.3 [rad] }
        }",
    );
    let names: Vec<(&str, &str)> = regressor.columns().iter().map(|c| (&*c.name, &*c.unit)).collect();
    let wanted = [
        ("bob.mass", "kg"),
        ("bob.first_moment.x", "kg*m"),
        ("bob.first_moment.y", "kg*m"),
        ("bob.inertia", "kg*m^2"),
        ("back.stiffness", "N*m/rad"),
        ("hinge.damping", "N*m*s/rad"),
    ];
    assert_eq!(names, wanted);
    let about_origin = 2e-3 + 0.5 * (0.1 * 0.1 + 0.4 * 0.4);
    let values = [0.5, 0.05, -0.2, about_origin, 2.0, 0.1];
    for (value, wanted) in regressor.values().iter().zip(values) {
        assert!((value - wanted).abs() < 1e-15, "{value}, not {wanted}");
    }
    let (q, v, a) = (0.7_f64, 1.3, -2.1);
    let instant = Instant { q: vec![q], v: vec![v], a: vec![a], ..Instant::initial(regressor.tape()) };
    let rows = regressor.rows(&instant, &[0]).expect("rows");
    let wanted = [0.0, G * q.cos(), -G * q.sin(), a, q - 0.1, v];
    for (j, wanted) in wanted.into_iter().enumerate() {
        assert!((rows.matrix[(0, j)] - wanted).abs() < ROUNDING, "{}: {}", names[j].0, rows.matrix[(0, j)]);
    }
    assert_eq!(rows.offset[0], 0.0);
    assert_eq!((&*regressor.effort(0).name, &*regressor.effort(0).unit), ("hinge.angle", "N*m"));
}

#[test]
fn an_arm_has_the_columns_of_lagranges_equations() {
    let regressor = regressor(ARM);
    let (l, q, v, a) = (0.5, [0.4_f64, -0.9], [1.1, 0.6], [-0.7, 2.3]);
    let inputs = [0.8, -0.3];
    let instant = Instant {
        q: q.to_vec(),
        v: v.to_vec(),
        a: a.to_vec(),
        inputs: inputs.to_vec(),
        ..Instant::initial(regressor.tape())
    };
    let rows = regressor.rows(&instant, &[0, 1]).expect("rows");
    let (s1, c1) = q[0].sin_cos();
    let (s2, c2) = (q[0] + q[1]).sin_cos();
    let (w, alpha) = (v[0] + v[1], a[0] + a[1]);
    // The acceleration of the elbow, less that of free fall.
    let elbow = [l * (-s1 * a[0] - c1 * v[0] * v[0]), l * (c1 * a[0] - s1 * v[0] * v[0]) + G];
    // A first moment h of the lower link, turned into the ground; what is needed is the rate of momentum h ω.
    let momentum = |h: [f64; 2]| [-h[1] * alpha - h[0] * w * w, h[0] * alpha - h[1] * w * w];
    let cross = |r: [f64; 2], f: [f64; 2]| r[0] * f[1] - r[1] * f[0];
    let to_elbow = [l * c1, l * s1];
    let of_moment = |h: [f64; 2]| {
        let about_elbow = cross(h, elbow);
        [about_elbow + cross(to_elbow, momentum(h)), about_elbow]
    };
    let slip = |v: f64| v / (v * v + 1e-6_f64).sqrt();
    let wanted = [
        ("upper.mass", [0.0, 0.0]),
        ("upper.first_moment.x", [G * c1, 0.0]),
        ("upper.first_moment.y", [-G * s1, 0.0]),
        ("upper.inertia", [a[0], 0.0]),
        ("lower.mass", [cross(to_elbow, elbow), 0.0]),
        ("lower.first_moment.x", of_moment([c2, s2])),
        ("lower.first_moment.y", of_moment([-s2, c2])),
        ("lower.inertia", [alpha, alpha]),
        ("elbow.rotor_inertia", [0.0, a[1]]),
        ("back.stiffness", [0.0, q[1] - 0.4]),
        ("shoulder.damping", [v[0], 0.0]),
        ("shoulder.friction", [slip(v[0]), 0.0]),
    ];
    assert_eq!(wanted.len(), regressor.columns().len());
    for (name, column_of) in wanted {
        let j = column(regressor.columns(), name);
        for (i, wanted) in column_of.into_iter().enumerate() {
            let found = rows.matrix[(i, j)];
            assert!((found - wanted).abs() < ROUNDING * 10.0, "{name}[{i}]: {found}, not {wanted}");
        }
    }
    for (offset, input) in rows.offset.iter().zip(inputs).take(2) {
        assert!((offset + input).abs() < ROUNDING, "y₀ is what inputs do, {offset}");
    }
}

/// The order in which independent coordinates are given changes nothing: rows stand in that of the labels.
#[test]
fn rows_have_the_order_of_their_labels() {
    let regressor = regressor(ARM);
    let instant = Instant {
        q: vec![0.4, -0.9],
        v: vec![1.1, 0.6],
        a: vec![-0.7, 2.3],
        efforts: vec![5.0, 7.0],
        ..Instant::initial(regressor.tape())
    };
    let stacked = |independent: &[usize]| {
        Stacked::new(&regressor, std::slice::from_ref(&instant), Some(independent)).expect("rows")
    };
    let (ascending, descending) = (stacked(&[0, 1]), stacked(&[1, 0]));
    assert_eq!(ascending, descending);
    let labels = descending.independent.iter().map(|&i| regressor.effort(i).name.to_string());
    let labels: Vec<String> = labels.collect();
    assert_eq!(labels, ["shoulder.angle", "elbow.angle"]);
    assert_eq!(descending.efforts.as_slice(), [5.0, 7.0]);
    // Only the row of the elbow has the spring about it, at its angle less that of rest.
    let spring = column(regressor.columns(), "back.stiffness");
    for (row, label) in labels.iter().enumerate() {
        let wanted = if label == "elbow.angle" { -0.9 - 0.4 } else { 0.0 };
        assert!((descending.matrix[(row, spring)] - wanted).abs() < ROUNDING, "{label}");
    }
}
