//! Mechanisms of the library with a loop in every cell, against their equations of motion in as many angles as they have freedoms.

use crate::loops::moved;
use linkwork::prelude::*;
use linkwork_compiler::{Loops, Options, compile};
use linkwork_tape::{Tape, TapeParameters};
use std::str::FromStr;

const G: f64 = 9.81;
/// Of angles, in rad: the errors of the method with these steps.
const SAME: f64 = 1e-8;

fn model(name: &str, n: usize, loops: Loops, edit: impl Fn(String) -> String) -> Tape {
    let text = edit(linkwork_models::find(name).expect("a model of the library").source.to_owned());
    let constants = vec![("n".to_owned(), n.to_string())];
    let options = Options { constants, loops, ..Options::default() };
    let program = compile(FromStr::from_str(&text).expect("tokens"), &options).programs.swap_remove(0);
    TapeParameters::new(program).build().unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Runge and Kutta's fourth order for angles and speeds.
fn integrate(
    (mut angles, mut speeds): (Vec<f64>, Vec<f64>),
    accelerations: impl Fn(&[f64], &[f64]) -> Vec<f64>,
    (step, steps): (f64, usize),
) -> (Vec<f64>, Vec<f64>) {
    let along = |x: &[f64], h: f64, k: &[f64]| x.iter().zip(k).map(|(x, k)| x + h * k).collect::<Vec<f64>>();
    for _ in 0..steps {
        let mut slopes = vec![(speeds.clone(), accelerations(&angles, &speeds))];
        for h in [step / 2.0, step / 2.0, step] {
            let (of_angles, of_speeds) = slopes.last().expect("a stage");
            let (there, faster) = (along(&angles, h, of_angles), along(&speeds, h, of_speeds));
            let next = accelerations(&there, &faster);
            slopes.push((faster, next));
        }
        for ((of_angles, of_speeds), weight) in slopes.iter().zip([1.0, 2.0, 2.0, 1.0]) {
            angles = along(&angles, weight * step / 6.0, of_angles);
            speeds = along(&speeds, weight * step / 6.0, of_speeds);
        }
    }
    (angles, speeds)
}

fn place(m: &Tape, name: &str) -> usize {
    m.names().coordinates.iter().position(|named| named.name == name).expect("a coordinate")
}

/// Both bars of stage i have their middles at (cos θ, (2i − 1) sin θ) m:
///
/// ```text
/// I θ̈ + I'/2 θ̇² = −2 m g n² cos θ − 4 c n θ̇,   I = 2 m (n sin² θ + S cos² θ) + 2 n J,   S = Σ (2i − 1)² = n (4n² − 1)/3
/// ```
#[test]
fn a_scissor_lift_comes_down_by_its_closed_form() {
    let (n, mass, friction, step, steps) = (4_usize, 5.0, 200.0, 1e-3, 300);
    const ABSOLUTE: &str = "coordinates = absolute;";
    let ways = [
        (Loops::Always, "left[1].angle", ABSOLUTE),
        (Loops::Never, "left[1].angle", ABSOLUTE),
        (Loops::Never, "foot.angle", ""),
    ];
    let count = n as f64;
    let (squares, inertia) = (count * (4.0 * count * count - 1.0) / 3.0, mass / 3.0);
    let acceleration = |angle: &[f64], speed: &[f64]| {
        let ((sin, cos), speed) = (angle[0].sin_cos(), speed[0]);
        let whole = 2.0 * mass * (count * sin * sin + squares * cos * cos) + 2.0 * count * inertia;
        let half_of_slope = 2.0 * mass * (count - squares) * sin * cos;
        let load = -2.0 * mass * G * count * count * cos - 4.0 * friction * count * speed;
        vec![(load - half_of_slope * speed * speed) / whole]
    };
    let start = (vec![50.0_f64.to_radians()], vec![0.0]);
    let (angle, _) = integrate(start, acceleration, (step, steps));
    assert!(angle[0] < 0.85, "it comes down: {}", angle[0]);
    for (loops, coordinate, coordinates) in ways {
        let m = model("scissor_lift", n, loops, |text| text.replace(ABSOLUTE, coordinates));
        let (q, _) = moved(&m, &FifthDegree::default(), (step, steps));
        let found = q[place(&m, coordinate)];
        assert!((found - angle[0]).abs() < SAME, "{coordinate}: {found} instead of {}", angle[0]);
    }
}

/// All rods of a column are parallel to its first, and all rods of a row: with 2 n angles φ and unit vectors e(φ) along them, the middle of
/// rod r is Σ_c a_rc e(φ_c), and with B = Σ_r m aᵀ a
///
/// ```text
/// Σ_d (B_cd cos(φ_c − φ_d) + δ_cd (n + 1) J) φ̈_d = −Σ_d B_cd sin(φ_c − φ_d) φ̇_d² − m g Σ_r a_rc cos φ_c
/// ```
#[test]
fn a_lattice_moves_as_its_parallels() {
    let (n, step, steps) = (3_usize, 1e-3, 200);
    let mut middles: Vec<Vec<f64>> = Vec::new();
    let to_node = |i: usize, j: usize| -> Vec<f64> {
        (0..2 * n).map(|c| f64::from(u8::from(if c < n { c < i } else { c - n < j }))).collect()
    };
    let mut add = |i: usize, j: usize, along: usize| {
        let mut row = to_node(i, j);
        row[along] += 0.5;
        middles.push(row);
    };
    for one in 0..n {
        for other in 0..=n {
            add(one, other, one);
            add(other, one, n + one);
        }
    }
    let shared = |c: usize, d: usize| middles.iter().map(|row| row[c] * row[d]).sum::<f64>();
    let weight: Vec<f64> = (0..2 * n).map(|c| middles.iter().map(|row| row[c]).sum::<f64>() * G).collect();
    let accelerations = |angles: &[f64], speeds: &[f64]| {
        let all = 2 * n;
        let mass = nalgebra::DMatrix::from_fn(all, all, |c, d| {
            let own = if c == d { (n + 1) as f64 / 12.0 } else { 0.0 };
            shared(c, d) * (angles[c] - angles[d]).cos() + own
        });
        let load = nalgebra::DVector::from_fn(all, |c, _| {
            let whirl = |d: usize| shared(c, d) * (angles[c] - angles[d]).sin() * speeds[d] * speeds[d];
            -(0..all).map(whirl).sum::<f64>() - weight[c] * angles[c].cos()
        });
        mass.lu().solve(&load).expect("masses are positive").as_slice().to_vec()
    };
    let right = std::f64::consts::FRAC_PI_2;
    let start = (0..2 * n).map(|c| if c < n { 0.0 } else { right }).collect();
    let (angles, _) = integrate((start, vec![0.0; 2 * n]), accelerations, (step, steps));
    assert!(angles[0] < -0.1, "it turns: {}", angles[0]);
    for loops in [Loops::Always, Loops::Never] {
        let m = model("lattice", n, loops, |text| text);
        let (q, _) = moved(&m, &FifthDegree::default(), (step, steps));
        for (c, angle) in angles.iter().enumerate() {
            // The first and the last rod of each family of parallels.
            let (names, turned) = match c < n {
                true => ([format!("across[{c}].angle"), format!("across[{}].angle", c + n * n)], 0.0),
                false => {
                    let first = (n + 1) * (c - n);
                    ([format!("up[{first}].angle"), format!("up[{}].angle", first + n)], right)
                }
            };
            for name in names {
                let found = q[place(&m, &name)] + turned;
                assert!((found - angle).abs() < SAME, "{name}: {found} instead of {angle}");
            }
        }
    }
}
