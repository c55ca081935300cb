//! The tabulated spring against a natural cubic spline that is computed otherwise: all coefficients of all pieces
//! at once, from the conditions that define it.

use super::stage::{Stage, decimal};
use super::{ROUNDING, Random, Terms};
use crate::kinds::forces::TabulatedSpring;
use crate::kinds::multibody::ForceKind;

const TABLE: [[f64; 2]; 5] = [[-0.25, -30.0], [0.0, 0.0], [0.125, 8.0], [0.5, 90.0], [0.75, 70.0]];
/// ℓ.
const LENGTH: f64 = 0.5;

/// For the tests of all forces.
pub fn make(stage: &mut Stage, random: &mut Random, terms: Terms, ends: [Option<usize>; 2]) -> ForceKind {
    let ends = Box::new(ends.map(|body| stage.mount(body, random)));
    let table = TABLE.iter().map(|point| point.map(|x| stage.number(x))).collect();
    let damping = if terms == Terms::All { stage.number(2.0) } else { stage.graph.zero() };
    let length = stage.number(LENGTH);
    TabulatedSpring { ends, table, damping, length }.into()
}

/// Gaussian elimination with row exchanges.
fn solve(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    let n = rows.len();
    for k in 0..n {
        let best = (k..n).max_by(|&a, &b| rows[a][k].abs().total_cmp(&rows[b][k].abs())).expect("a row");
        rows.swap(k, best);
        for i in k + 1..n {
            let factor = rows[i][k] / rows[k][k];
            let (above, below) = rows.split_at_mut(i);
            for (x, y) in below[0][k..].iter_mut().zip(&above[k][k..]) {
                *x -= factor * y;
            }
        }
    }
    let mut x = vec![0.0; n];
    for k in (0..n).rev() {
        let known: f64 = (k + 1..n).map(|j| rows[k][j] * x[j]).sum();
        x[k] = (rows[k][n] - known) / rows[k][k];
    }
    x
}

/// Powers of x, their derivatives of that order: the coefficient of each of the four.
fn powers(x: f64, order: usize) -> [f64; 4] {
    core::array::from_fn(|k| {
        if k < order {
            return 0.0;
        }
        let factor: f64 = (0..order).map(|i| (k - i) as f64).product();
        factor * x.powi((k - order) as i32)
    })
}

/// The four coefficients (of powers of x) of each piece: values at both ends, two continuous derivatives, and zero ones of
/// second order at the ends of the table.
fn coefficients() -> Vec<[f64; 4]> {
    let pieces = TABLE.len() - 1;
    let mut rows: Vec<Vec<f64>> = Vec::new();
    let mut row = |terms: &[(usize, f64, usize, f64)], right: f64| {
        let mut all = vec![0.0; 4 * pieces + 1];
        for &(piece, x, order, sign) in terms {
            for (k, value) in powers(x, order).into_iter().enumerate() {
                all[4 * piece + k] += sign * value;
            }
        }
        all[4 * pieces] = right;
        rows.push(all);
    };
    for piece in 0..pieces {
        let [[left, low], [right, high]] = [TABLE[piece], TABLE[piece + 1]];
        row(&[(piece, left, 0, 1.0)], low);
        row(&[(piece, right, 0, 1.0)], high);
        if piece > 0 {
            for order in [1, 2] {
                row(&[(piece, left, order, 1.0), (piece - 1, left, order, -1.0)], 0.0);
            }
        }
    }
    row(&[(0, TABLE[0][0], 2, 1.0)], 0.0);
    row(&[(pieces - 1, TABLE[pieces][0], 2, 1.0)], 0.0);
    solve(rows).chunks(4).map(|piece| [piece[0], piece[1], piece[2], piece[3]]).collect()
}

/// f, continued along its last tangents.
fn force(x: f64) -> f64 {
    let all = coefficients();
    let at = |piece: usize, x: f64, order: usize| -> f64 {
        powers(x, order).iter().zip(all[piece]).map(|(p, c)| p * c).sum()
    };
    let last = TABLE.len() - 1;
    let (least, most) = (TABLE[0][0], TABLE[last][0]);
    if x < least {
        return at(0, least, 0) + at(0, least, 1) * (x - least);
    }
    if x > most {
        return at(last - 1, most, 0) + at(last - 1, most, 1) * (x - most);
    }
    let piece = (0..last).find(|&i| x <= TABLE[i + 1][0]).expect("a piece");
    at(piece, x, 0)
}

/// ∫ f from 0 to x: two-point Gauss quadrature, which is exact for the cubic pieces, from point to point.
fn energy(x: f64) -> f64 {
    let mut ends: Vec<f64> =
        TABLE.iter().map(|point| point[0]).filter(|p| *p > x.min(0.0) && *p < x.max(0.0)).collect();
    ends.extend([x.min(0.0), x.max(0.0)]);
    ends.sort_by(f64::total_cmp);
    let whole: f64 = ends
        .windows(2)
        .map(|pair| {
            let (middle, half) = ((pair[0] + pair[1]) / 2.0, (pair[1] - pair[0]) / 2.0);
            let off = half / 3.0_f64.sqrt();
            half * (force(middle - off) + force(middle + off))
        })
        .sum();
    if x < 0.0 { -whole } else { whole }
}

#[test]
fn tension_and_energy_are_those_of_the_natural_spline_inside_and_beyond_the_table() {
    for exact in [false, true] {
        let mut stage = Stage::new(false);
        let ends = Box::new([stage.origin(None), stage.origin(Some(0))]);
        let number = |stage: &mut Stage, x: f64| {
            if exact { decimal(&mut stage.graph, &x.to_string()) } else { stage.number(x) }
        };
        let table = TABLE.map(|point| point.map(|x| number(&mut stage, x))).to_vec();
        let length = number(&mut stage, LENGTH);
        let damping = stage.graph.zero();
        let spring = TabulatedSpring { ends, table, damping, length };
        let effect = stage.effect(spring.into());
        let within = effect.within.clone().expect("limits");
        let super::super::super::Load::OnMount { force: on_body, .. } = &effect.loads[0] else {
            unreachable!("a load on a mount")
        };
        // Where no elongation of the table is the number zero, the energy is zero at the first point.
        let from = if exact { 0.0 } else { energy(TABLE[0][0]) };
        let mut nodes = vec![on_body[0], effect.potential[0], within.value];
        nodes.extend(within.limits);
        for step in 0..=60 {
            // From ρ = 0.05 on, through points of the table.
            let x = -0.45 + f64::from(step) * 0.025;
            for (symbol, rate) in stage.motion.clone() {
                stage.values.insert(symbol, 0.0);
                stage.values.insert(rate, 0.0);
            }
            stage.set("p0.0", x + LENGTH);
            let found = stage.evaluate(&nodes);
            let expected = [-force(x), energy(x) - from, x, TABLE[0][0], TABLE[TABLE.len() - 1][0]];
            for (found, expected) in found.iter().zip(expected) {
                assert!((found - expected).abs() < ROUNDING * 100.0, "{x}: {found} is not {expected}");
            }
        }
    }
}
