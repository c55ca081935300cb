//! The reactions that are not unique where constraints are redundant.
//!
//! ```text
//! N = {λ: B λ = 0},      y not unique  ⇔  y(λ + N c) ≠ y(λ) for some c                        (1)
//! ```
//!
//! of a multiplier, or of an output that depends on multipliers: the reaction of a whole joint may be unique although its
//! components are not, or the other way round. (1) is decided on the manifold, where the rank is that of the motion.
//!
//! Forces that depend on reactions are part of B. If B has a larger rank than [G; D], how redundant constraints share their load changes these
//! forces, and the motion: N is then that of [G; D]ᵀ.

use super::arena::{Arena, Source, Value};
use super::freedom::Open;
use super::lowered::Lowered;
use super::messages;
use super::numeric::Evaluator;
use super::rank::ColumnSpace;
use super::sample::State;
use super::systems::Dimensions;
use crate::diagnostics::Diagnostics;
use crate::mechanics::Formulated;

/// An output that moves by less than this part of what single multipliers move it by does not depend on N.
const ROUNDING: f64 = 1e-7;
/// Number of states at which (1) is tested: at some, a reaction may be unique by chance.
const STATES: usize = 3;

/// Bᵀ, or [G; D], for evaluation at states.
struct Rows {
    places: Vec<(usize, usize)>,
    entries: Evaluator,
}

impl Rows {
    fn of(arena: &Arena, entries: impl Iterator<Item = (usize, usize, Value)>) -> Self {
        let (places, values) = entries.map(|(i, j, value)| ((i, j), value)).unzip();
        Self { places, entries: Evaluator::new(arena, values) }
    }

    fn space(&self, state: &State, scratch: &mut Vec<f64>, (rows, n): (usize, usize)) -> ColumnSpace {
        let values = self.entries.evaluate(scratch, &|source| state.load(source));
        let mut matrix = vec![0.0; rows * n];
        for (&(i, j), value) in self.places.iter().zip(values) {
            matrix[i * n + j] += value;
        }
        ColumnSpace::new(rows, n, &matrix)
    }
}

/// (1), at states of a walk along the manifold; `rank` is that of [G; D]. Also the indices of ranges of quantities that are not unique.
pub(super) fn open(
    arena: &Arena,
    lowered: &Lowered,
    sizes: Dimensions,
    walk: &[State],
    rank: usize,
) -> (Open, Vec<usize>) {
    let (n, rows) = (sizes.n, sizes.order() - sizes.n);
    if rank == rows {
        return (Open::default(), Vec::new());
    }
    let borders = Rows::of(arena, lowered.borders.iter().map(|&(i, j, value)| (j, i, value)));
    let below = lowered.velocity_jacobian.iter().map(|&(i, j, value)| (sizes.holonomic + i, j, value));
    let constraints = Rows::of(arena, lowered.jacobian.iter().copied().chain(below));
    let ranged = lowered.ranges.iter().step_by(3);
    let outputs: Vec<Value> = lowered.outputs.iter().chain(ranged).copied().collect();
    let (mut open, mut moved) = (vec![false; rows], vec![false; outputs.len()]);
    let mut motion = false;
    let outputs = Evaluator::new(arena, outputs);
    let mut scratch = Vec::new();
    let mut looked_at = 0;
    // The last states are the furthest from a start that may be special.
    for state in walk.iter().rev() {
        let mut space = borders.space(state, &mut scratch, (rows, n));
        if space.rank() < rank || looked_at == STATES {
            continue;
        }
        if space.rank() > rank {
            space = constraints.space(state, &mut scratch, (rows, n));
            if space.rank() != rank {
                continue;
            }
            motion = true;
        }
        looked_at += 1;
        let mut outputs_with = |by: &[f64]| {
            let load = |source| match source {
                Source::Holonomic(i) => state.load(source) + by[i],
                Source::Nonholonomic(i) => state.load(source) + by[sizes.holonomic + i],
                _ => state.load(source),
            };
            outputs.evaluate(&mut scratch, &load)
        };
        let before = outputs_with(&vec![0.0; rows]);
        let change = |after: &[f64]| -> Vec<f64> {
            after.iter().zip(&before).map(|(after, before)| (after - before).abs()).collect()
        };
        let mut each = vec![0.0; before.len()];
        for i in 0..rows {
            let unit: Vec<f64> = (0..rows).map(|j| f64::from(u8::from(i == j))).collect();
            let by_one = change(&outputs_with(&unit));
            each.iter_mut().zip(by_one).for_each(|(each, by_one)| *each += by_one);
        }
        for (i, open) in open.iter_mut().enumerate() {
            let Some(null) = space.vanishing(i) else { continue };
            *open = true;
            let by_null = change(&outputs_with(&null));
            for ((moved, by_null), each) in moved.iter_mut().zip(by_null).zip(&each) {
                *moved |= by_null > ROUNDING * each;
            }
        }
    }
    let marked = |all: &[bool]| (0..all.len()).filter(|&i| all[i]).collect();
    let (outputs, ranges) = moved.split_at(lowered.outputs.len());
    (Open { multipliers: marked(&open), outputs: marked(outputs), motion }, marked(ranges))
}

/// Reports ranges of quantities that are not unique.
pub(super) fn report(formulated: &Formulated<'_>, ranges: &[usize], diagnostics: &mut Diagnostics) {
    for range in ranges.iter().filter_map(|&number| formulated.ranges.get(number)) {
        diagnostics.push(messages::range_of_not_unique(range.span, &range.name));
    }
}
