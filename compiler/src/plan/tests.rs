//! Plans against numbers: straight-line solves against dense ones, lowered expressions against the
//! graph's own evaluation.

use super::arena::{Arena, Operation, Source, Stage, Value};
use super::elimination::{Ldl, Lu, Matrix};
use super::numeric::Evaluator;
use super::pivots::{Order, Redundant, Unplanned, order};
use crate::symbolic::Constant;
use linkwork_numerics::complete_pivoting;
use linkwork_numerics::equilibration::equilibrate;

/// Straight-line and dense elimination round differently; well-conditioned systems agree to this.
const ROUNDING: f64 = 1e-11;

/// Fixed pseudo-random numbers in [−1, 1].
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}

/// A matrix whose entries are loads, with the numbers they stand for.
struct Example {
    arena: Arena,
    matrix: Matrix,
    numbers: Vec<f64>,
}

impl Example {
    /// Entry (i, j) is `number(i, j)`, structurally zero where that is `None`.
    fn new(size: usize, mut number: impl FnMut(usize, usize) -> Option<f64>) -> Self {
        let mut arena = Arena::default();
        let mut matrix = Matrix::zeros(size);
        let mut numbers = vec![0.0; size * size];
        for i in 0..size {
            for j in 0..size {
                if let Some(value) = number(i, j) {
                    numbers[i * size + j] = value;
                    let entry = arena.load(Source::Velocity(i * size + j));
                    matrix.add(&mut arena, i, j, entry);
                }
            }
        }
        Self { arena, matrix, numbers }
    }

    fn evaluate(&self, values: Vec<Value>, right: &[f64]) -> Vec<f64> {
        let load = |source| match source {
            Source::Velocity(i) => self.numbers[i],
            Source::RightHandSide(i) => right[i],
            _ => 0.0,
        };
        Evaluator::new(&self.arena, values).evaluate(&mut Vec::new(), &load)
    }

    fn assert_solved(&self, solution: Vec<Value>) {
        let right: Vec<f64> = (0..self.matrix.size).map(|i| 1.0 + i as f64).collect();
        let x = self.evaluate(solution, &right);
        let expected = complete_pivoting::solve(self.matrix.size, &self.numbers, &right);
        let expected = expected.expect("the example is regular");
        for (x, expected) in x.iter().zip(&expected) {
            assert!((x - expected).abs() <= ROUNDING * (1.0 + expected.abs()), "{x} instead of {expected}");
        }
    }
}

/// The numbers of the nonzeros of an example in dense samples.
fn nonzeros(example: &Example, samples: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let places = example.matrix.nonzeros();
    let of =
        |sample: &Vec<f64>| places.iter().map(|&(i, j, _)| sample[i * example.matrix.size + j]).collect();
    samples.iter().map(of).collect()
}

/// The order where no constraint is redundant.
fn ordered(example: &Example, samples: &[Vec<f64>]) -> Result<Order, Unplanned> {
    let plan = order(&example.arena, &example.matrix, &nonzeros(example, samples), &Redundant::default())?;
    assert!(plan.left.0.is_empty() && plan.left.1.is_empty());
    Ok(plan.order)
}

/// `[1 Gᵀ; G 0]` with three constraints of rank 2: the second and the third say the same, but each of them vanishes at one of
/// two samples. So neither has a pivot, and a block of rank 1 is left; with one sample alone, one of them.
#[test]
fn redundant_constraints_leave_a_block_where_a_row_vanishes() {
    let saddle = |turn: f64| {
        let g = [[1.0, 0.0, 0.0], [0.0, turn.cos(), 0.0], [0.0, turn.sin(), 0.0]];
        let mut matrix = vec![0.0; 36];
        for i in 0..3 {
            matrix[i * 6 + i] = 1.0;
            for j in 0..3 {
                (matrix[(3 + i) * 6 + j], matrix[j * 6 + 3 + i]) = (g[i][j], g[i][j]);
            }
        }
        matrix
    };
    let number = |at: f64, i: usize, j: usize| saddle(at)[i * 6 + j];
    let example = Example::new(6, |i, j| (number(0.3, i, j) != 0.0).then(|| number(0.3, i, j)));
    let redundant = Redundant { places: vec![3, 4, 5], deficiency: 1, sets: Vec::new() };
    let left = |samples: &[Vec<f64>]| {
        let samples = nonzeros(&example, samples);
        order(&example.arena, &example.matrix, &samples, &redundant).expect("it has a plan").left
    };
    assert_eq!(left(&[saddle(0.8)]).0.len(), 1);
    assert_eq!(left(&[saddle(0.05), saddle(1.5)]), (vec![4, 5], vec![4, 5]));
}

#[test]
fn lu_solves_sparse_unsymmetric_systems() {
    for seed in 0..20 {
        let mut numbers = Numbers(seed);
        let size = 3 + seed as usize % 7;
        let mut example = Example::new(size, |i, j| {
            let number = numbers.next();
            (i == j || number.abs() < 0.4).then_some(if i == j { 2.0 + number } else { number })
        });
        let sample = example.numbers.clone();
        let plan = ordered(&example, &[sample]).expect("a diagonal is there");
        let matrix = example.matrix.clone();
        let lu = Lu::factor(&mut example.arena, &matrix, plan);
        let solution = lu.solve(&mut example.arena);
        example.assert_solved(solution);
    }
}

/// Sparse symmetric matrices with pivots anywhere, every other one on the diagonal if possible: after a pivot beside the diagonal the
/// matrix that is left is not symmetric, though many of its entries are equal across the diagonal.
#[test]
fn lu_solves_symmetric_systems_with_pivots_beside_the_diagonal() {
    /// The least pivot.
    const LEAST: f64 = 0.2;
    let mut random = Numbers(23);
    let mut solved = 0;
    for size in 3..9 {
        for _ in 0..200 {
            let mut upper = vec![None; size * size];
            for entry in &mut upper {
                *entry = Some(random.next()).filter(|_| random.next() > 0.2);
            }
            let mut example = Example::new(size, |i, j| upper[i.min(j) * size + i.max(j)]);
            // Entries across the diagonal are one value.
            let (mut arena, mut matrix) = (Arena::default(), Matrix::zeros(size));
            for (i, j, _) in example.matrix.nonzeros() {
                let entry = arena.load(Source::Velocity(i.min(j) * size + i.max(j)));
                matrix.add(&mut arena, i, j, entry);
            }
            (example.arena, example.matrix) = (arena, matrix);
            let mut left = example.numbers.clone();
            let (mut rows, mut columns): (Vec<usize>, Vec<usize>) =
                ((0..size).collect(), (0..size).collect());
            let mut plan = Order::new();
            while !rows.is_empty() {
                let all = rows.iter().flat_map(|&r| columns.iter().map(move |&c| (r, c)));
                let mut large: Vec<(usize, usize)> =
                    all.filter(|&(r, c)| left[r * size + c].abs() > LEAST).collect();
                if plan.len() % 2 == 1 && large.iter().any(|(r, c)| r == c) {
                    large.retain(|(r, c)| r == c);
                }
                let Some(last) = large.len().checked_sub(1) else { break };
                let (r, c) = large[((random.next() + 1.0) / 2.0 * last as f64).round() as usize];
                rows.retain(|&i| i != r);
                columns.retain(|&j| j != c);
                for &i in &rows {
                    let factor = left[i * size + c] / left[r * size + c];
                    columns.iter().for_each(|&j| left[i * size + j] -= factor * left[r * size + j]);
                }
                plan.push((r, c));
            }
            if plan.len() == size {
                let lu = Lu::factor(&mut example.arena, &example.matrix, plan);
                let solution = lu.solve(&mut example.arena);
                example.assert_solved(solution);
                solved += 1;
            }
        }
    }
    assert!(solved > 100, "{solved}");
}

#[test]
fn ldl_solves_positive_definite_systems() {
    for seed in 0..10 {
        let mut numbers = Numbers(seed);
        let size = 2 + seed as usize % 6;
        let mut lower = vec![0.0; size * size];
        for i in 0..size {
            for j in 0..=i {
                lower[i * size + j] = if i == j { 1.5 } else { numbers.next() };
            }
        }
        let product = |i: usize, j: usize| (0..size).map(|k| lower[i * size + k] * lower[j * size + k]).sum();
        let mut example = Example::new(size, |i, j| Some(product(i, j)));
        let matrix = example.matrix.clone();
        let ldl = Ldl::factor(&mut example.arena, &matrix);
        let solution = ldl.solve(&mut example.arena);
        example.assert_solved(solution);
    }
}

/// `[M Gᵀ; G 0]` with a coordinate without mass: its own diagonal is not a pivot at any sample.
#[test]
fn massless_coordinates_follow_their_multipliers() {
    let numbers = [[2.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 0.7], [1.0, 0.0, 0.0, 0.0], [0.0, 0.7, 0.0, 0.0]];
    let structure = |i: usize, j: usize| (numbers[i][j] != 0.0 || (i, j) == (1, 1)).then_some(numbers[i][j]);
    let mut example = Example::new(4, structure);
    let sample = example.numbers.clone();
    let plan = ordered(&example, &[sample]).expect("regular");
    assert!(!plan.contains(&(1, 1)), "the massless diagonal entry was taken: {plan:?}");
    let matrix = example.matrix.clone();
    let lu = Lu::factor(&mut example.arena, &matrix, plan);
    let solution = lu.solve(&mut example.arena);
    example.assert_solved(solution);
}

/// `[M Gᵀ; G 0]` with two light coordinates that several constraints share with heavy ones. By their masses, 10⁻⁹ and 1,
/// nine digits of the reactions are lost, and the second one only shows once the first one is out of the way.
#[test]
fn light_coordinates_do_not_swamp_heavy_ones() {
    // (constraint, coordinates with their signs); coordinates 0 and 1 are light.
    let rows: [&[(usize, f64)]; 5] = [
        &[(0, 1.0), (2, -1.0)],
        &[(0, 0.8), (3, 0.6)],
        &[(0, 0.6), (1, 0.3), (4, 0.9)],
        &[(1, 1.0), (5, 0.7)],
        &[(1, -0.4), (6, 1.0)],
    ];
    let (n, light) = (7, 1e-9);
    let number = |i: usize, j: usize| -> Option<f64> {
        let (row, column) = (i.max(j), i.min(j));
        match row.checked_sub(n) {
            None => (i == j).then_some(if i < 2 { light * (1.0 + i as f64) } else { 1.0 }),
            Some(_) if column >= n => None,
            Some(g) => rows[g].iter().find(|(at, _)| *at == column).map(|(_, entry)| *entry),
        }
    };
    let mut example = Example::new(n + rows.len(), number);
    let sample = example.numbers.clone();
    let plan = ordered(&example, &[sample]).expect("regular");
    let matrix = example.matrix.clone();
    let lu = Lu::factor(&mut example.arena, &matrix, plan);
    let solution = lu.solve(&mut example.arena);
    example.assert_solved(solution);
}

/// A pivot must be large at every sample: entry (0, 0) vanishes at the second one.
#[test]
fn pivots_stay_away_from_zero_at_every_sample() {
    let mut example = Example::new(2, |i, j| Some([[1.0, 1.0], [1.0, -1.0]][i][j]));
    let samples = [vec![1.0, 1.0, 1.0, -1.0], vec![0.0, 1.0, 1.0, -1.0], vec![1.0, 1.0, 1.0, 0.0]];
    let plan = ordered(&example, &samples).expect("regular");
    assert!(plan[0] == (0, 1) || plan[0] == (1, 0), "{plan:?}");
    let matrix = example.matrix.clone();
    let lu = Lu::factor(&mut example.arena, &matrix, plan);
    let solution = lu.solve(&mut example.arena);
    example.assert_solved(solution);
}

#[test]
fn a_row_without_entries_has_no_pivot() {
    let example = Example::new(3, |i, j| (i != 1 && j != 1).then_some(1.0 + (i * 3 + j) as f64));
    let sample = example.numbers.clone();
    assert_eq!(ordered(&example, &[sample]), Err(Unplanned::NoPivot(1)));
}

#[test]
fn stages_follow_operands_and_literals_fold_exactly() {
    let mut arena = Arena::default();
    let mass = arena.load(Source::Parameter(0));
    let angle = arena.load(Source::Position(0));
    let rate = arena.load(Source::Velocity(0));
    let weight = arena.mul(mass, angle);
    assert_eq!(arena.stage(weight), Stage::Position);
    let product = arena.mul(weight, rate);
    assert_eq!(arena.stage(product), Stage::Motion);
    let third = arena.literal(Constant::ratio(1, 3));
    let three = arena.literal(Constant::integer(3));
    let one = arena.mul(third, three);
    assert_eq!(arena.as_literal(one), Some(Constant::ONE));
    let same = arena.mul(rate, weight);
    assert_eq!(same, product, "equal operations are one value");
    let difference = arena.sub(product, product);
    assert!(arena.is_zero(difference));
    let double = arena.neg(product);
    assert_eq!(arena.neg(double), product);
    assert!(matches!(arena.operation(double), Operation::Neg(_)));
}

#[test]
fn equilibration_levels_rows_and_columns() {
    let matrix = [1e6, 2e-3, 5e2, 0.0, 3e-9, 1e-4, 7.0, 0.0, 4e3];
    let (rows, columns) = equilibrate(3, &linkwork_numerics::equilibration::nonzeros(3, &matrix));
    for i in 0..3 {
        let largest = (0..3).fold(0.0_f64, |m, j| m.max((matrix[i * 3 + j] * rows[i] * columns[j]).abs()));
        // Six sweeps level to a few per cent.
        assert!((0.7..1.4).contains(&largest), "row {i}: {largest}");
    }
}
