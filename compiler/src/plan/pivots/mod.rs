//! Sparse matrix and samples of it → order of elimination.
//!
//! Pivots may lie anywhere, so a coordinate without mass is eliminated through the constraint that
//! carries it (the 2 × 2 pivot of a saddle matrix is two such pivots). A pivot must be large at
//! every sample (threshold pivoting on the equilibrated matrices). Among those, what only parameters
//! determine comes first (except a coupling of two masses), then the diagonal, which mass keeps positive, and last what
//! moves with the state and may vanish between the samples; within such a class the one with the least fill
//! (Markowitz 1957), and among those ±1, which needs no multiplication.
//!
//! **Fixed coordinates.** So a coordinate q_c that a constraint fixes (`q_c = …`, a row of G with one constant entry) is
//! eliminated with its multiplier before all others. Nothing is updated: the rest of M is M_ff, its row and column
//! removed, and the multiplier is the reaction:
//!
//! ```text
//! a_c = γ,   M_ff a_f = f_f − M_fc γ,   λ = f_c − M_cf a_f − M_cc γ                            (2)
//! ```
//!
//! **Light coordinates beside heavy ones.** Scales by mass make every mass a pivot of size one. Where several constraints share
//! a light coordinate (the turn of a rod about its own axis, m) with heavy ones (M), its elimination fills them with terms
//! 1/m, of which the pivot of the last one keeps 1/M only:
//!
//! ```text
//! loss of pivot p_k = max(|a_kk|, |l_ki u_ik| for all i < k) / |p_k|                                      (1)
//! ```
//!
//! is how many times the rounding of its terms is magnified, and no scale of rows and columns changes it. Where (1) costs too
//! many digits, the coordinate of the largest term counts as that much heavier when the matrix is scaled: then its mass is a
//! weak pivot, and it is eliminated by one of its constraints before the others. A term of a multiplier's pivot g²/m counts for the
//! coordinate whose mass m it stems from. Where rods are alike, the next one is the lightest then, so that several orders are tried.
//!
//! **Redundant constraints.** Where some of them repeat others, the matrix of N rows has the rank N − ρ wherever the
//! mechanism moves. The elimination stops where no pivot is large at every sample and only rows and columns of
//! dependent constraints are left: a block of k rows and known rank k − ρ, which is inverted at run time. It stops at k = ρ at
//! the latest, and then there is nothing to invert. A number that is only rounding is never a pivot.
//!
//! The remaining matrix and its samples are sparse, and what a pivot does not touch is not looked at again, so that the order of a mechanism
//! with thousands of loops is found in a time that follows its topology.

mod remainder;
mod samples;

pub(super) use samples::{Numbers, is_regular};

use super::arena::{Arena, Stage, Value};
use super::elimination::Matrix;
use remainder::Remainder;
use samples::{LARGE, Samples, clean, scale_by, scales};

/// Four digits lost to (1) are worth another order: at five, the check at run time has every solve fall back.
const LOST: f64 = 1e4;
/// Another order must save a digit.
const WORTH: f64 = 0.1;
/// Number of orders that are tried: lighter coordinates may conceal light ones.
const ATTEMPTS: usize = 12;
/// A sample whose remainder is smaller than this has become singular.
const VANISHED: f64 = 1e-9;

/// Pivots in the order of elimination: (row, column).
pub type Order = Vec<(usize, usize)>;

/// Redundant constraints in a matrix.
#[derive(Clone, Debug, Default)]
pub struct Redundant {
    /// Rows, and columns, of constraints that depend on others.
    pub places: Vec<usize>,
    /// Rows less the rank: ρ.
    pub deficiency: usize,
    /// Sets of rows that depend on each other and on no others; none if that is not known.
    pub sets: Vec<DependentRows>,
}

/// Rows, and columns, that depend on each other.
#[derive(Clone, Debug)]
pub struct DependentRows {
    /// Their places.
    pub places: Vec<usize>,
    /// Rows less their rank.
    pub deficiency: usize,
}

/// An order of elimination and its remainder.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The pivots.
    pub order: Order,
    /// Rows and columns of the remaining block, both sorted. Its rank is their number minus ρ.
    pub left: (Vec<usize>, Vec<usize>),
}

/// Why there is no order of elimination.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unplanned {
    /// The matrix is singular by structure: this row is left without a pivot.
    NoPivot(usize),
    /// At no sample does the matrix have the rank N − ρ.
    NoRank,
}

/// Plans the elimination; `samples` are the numbers of the nonzeros of the matrix.
///
/// # Errors
/// [`Unplanned`].
pub fn order(
    arena: &Arena,
    matrix: &Matrix,
    samples: &[Numbers],
    redundant: &Redundant,
) -> Result<Plan, Unplanned> {
    let structure = Structure::new(arena, matrix, redundant);
    let (n, places) = (structure.n, &structure.places);
    let cleaned: Vec<Numbers> = samples.iter().map(|sample| clean(n, places, sample, redundant)).collect();
    let mut weights = vec![1.0; n];
    let mut regular: Vec<&Numbers> = cleaned.iter().collect();
    let mut best = match structure.attempt_on_all(&regular, &weights) {
        Some(attempt) => attempt,
        None => {
            regular.retain(|sample| is_regular(n, places, sample, redundant.deficiency));
            structure.attempt(&regular, &weights)?
        }
    };
    let mut losses = best.losses.clone();
    for _ in 1..ATTEMPTS {
        if !heavier(&mut weights, &losses) {
            break;
        }
        // Too heavy coordinates may leave no pivot at all; the best order so far has all.
        let Ok(next) = structure.attempt(&regular, &weights) else { break };
        losses.clone_from(&next.losses);
        if losses.is_empty() || next.worst() < WORTH * best.worst() {
            best = next;
        }
    }
    Ok(best.plan)
}

/// Makes coordinates heavier that cost digits; `false` if none does.
fn heavier(weights: &mut [f64], losses: &[Loss]) -> bool {
    let mut factors = vec![1.0_f64; weights.len()];
    for loss in losses {
        let (row, column) = loss.to;
        if row == column {
            factors[row] = factors[row].max(loss.size);
        }
    }
    weights.iter_mut().zip(&factors).for_each(|(weight, factor)| *weight *= factor);
    factors.iter().any(|factor| *factor > 1.0)
}

/// (1) beyond [`LOST`].
#[derive(Clone, Copy, Debug)]
struct Loss {
    size: f64,
    /// The pivot with the largest term, or the mass that its own largest term stems from.
    to: (usize, usize),
}

/// An order and its cost at the samples.
struct Attempt {
    plan: Plan,
    losses: Vec<Loss>,
    /// Whether every pivot is large at every sample, which none of them then is singular at.
    large: bool,
}

impl Attempt {
    fn worst(&self) -> f64 {
        self.losses.iter().fold(LOST, |m, loss| m.max(loss.size))
    }
}

/// The symbolic structure of a matrix.
struct Structure {
    n: usize,
    /// The nonzeros, row by row.
    places: Vec<(usize, usize)>,
    /// Nonzeros that are not functions of the state: if they are large at
    /// the samples, they are large everywhere, as long as no update touches them. Not what couples two masses: their own entries are
    /// the pivots that keep M symmetric.
    fixed: Vec<bool>,
    /// ±1.
    unit: Vec<bool>,
    /// Whether the row has an entry on the diagonal.
    has_mass: Vec<bool>,
    /// Whether the row (and the column) belongs to a dependent constraint.
    dependent: Vec<bool>,
    deficiency: usize,
    /// Entries up to this size are no pivots as long as there are others.
    negligible: f64,
}

impl Structure {
    fn new(arena: &Arena, matrix: &Matrix, redundant: &Redundant) -> Self {
        let n = matrix.size;
        let entries = matrix.nonzeros();
        let mut has_mass = vec![false; n];
        entries.iter().filter(|(i, j, _)| i == j).for_each(|&(i, ..)| has_mass[i] = true);
        let is_fixed = |&(i, j, value): &(usize, usize, Value)| {
            let couples_masses = i != j && has_mass[i] && has_mass[j];
            !couples_masses && arena.stage(value) <= Stage::Parameters
        };
        let is_unit = |&(_, _, value): &(usize, usize, Value)| {
            arena.as_literal(value).is_some_and(|c| c.is_one() || c.neg().is_one())
        };
        Self {
            n,
            places: entries.iter().map(|&(i, j, _)| (i, j)).collect(),
            fixed: entries.iter().map(is_fixed).collect(),
            unit: entries.iter().map(is_unit).collect(),
            has_mass,
            dependent: (0..n).map(|i| redundant.places.binary_search(&i).is_ok()).collect(),
            deficiency: redundant.deficiency,
            negligible: 0.0,
        }
    }

    /// The samples, scaled; dependent constraints by one scale at all of them, so that a vanishing one is visible.
    fn scaled_samples(&self, samples: &[&Numbers], weights: &[f64]) -> Vec<Numbers> {
        let n = self.n;
        let mut all: Vec<(Vec<f64>, Vec<f64>)> =
            samples.iter().map(|sample| scales(n, &self.places, sample, weights)).collect();
        if self.deficiency > 0 {
            let (mut of_rows, mut of_columns) = (vec![0.0_f64; n], vec![0.0_f64; n]);
            for (sample, (rows, columns)) in samples.iter().zip(&all) {
                for (&(i, j), x) in self.places.iter().zip(*sample) {
                    if !self.dependent[j] {
                        of_rows[i] = of_rows[i].max(x.abs() * columns[j]);
                    }
                    if !self.dependent[i] {
                        of_columns[j] = of_columns[j].max(x.abs() * rows[i]);
                    }
                }
            }
            let scale = |largest: f64| if largest > 0.0 { 1.0 / largest } else { 1.0 };
            for i in (0..n).filter(|&i| self.dependent[i]) {
                for (rows, columns) in &mut all {
                    rows[i] = scale(of_rows[i]);
                    columns[i] = scale(of_columns[i]);
                }
            }
        }
        samples.iter().zip(&all).map(|(sample, scales)| scale_by(&self.places, sample, scales)).collect()
    }

    /// The order of a large matrix without redundant constraints, if all of its pivots are large at all samples: then none of these is singular,
    /// which takes an elimination of each to find otherwise.
    fn attempt_on_all(&self, samples: &[&Numbers], weights: &[f64]) -> Option<Attempt> {
        let finite = || samples.iter().all(|sample| sample.iter().all(|x| x.is_finite()));
        if self.n <= LARGE || self.deficiency > 0 || !finite() {
            return None;
        }
        self.attempt(samples, weights).ok().filter(|attempt| attempt.large)
    }

    /// The order for these weights of the diagonal.
    fn attempt(&self, samples: &[&Numbers], weights: &[f64]) -> Result<Attempt, Unplanned> {
        let mut remainder = Remainder::new(self, Samples::new(&self.scaled_samples(samples, weights)));
        let (mut order, mut losses) = (Vec::with_capacity(self.n), Vec::new());
        let mut large = true;
        while remainder.len() > self.deficiency {
            let chosen = remainder.best();
            if remainder.is_block() && chosen.is_none_or(|(class, _)| class > 0) {
                break;
            }
            let Some((class, pivot)) = chosen else { return Err(Unplanned::NoPivot(remainder.first_row())) };
            large &= class == 0;
            order.push(pivot);
            losses.extend(remainder.losses(pivot));
            remainder.eliminate(pivot);
            large &= !remainder.ignore_vanished();
        }
        let (rows, columns) = remainder.left();
        if let Some(&row) = rows.iter().find(|&&row| !self.dependent[row]) {
            return Err(if samples.is_empty() { Unplanned::NoRank } else { Unplanned::NoPivot(row) });
        }
        Ok(Attempt { plan: Plan { order, left: (rows, columns) }, losses, large })
    }
}
