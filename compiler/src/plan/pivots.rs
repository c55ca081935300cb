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
//! weak pivot, and it is eliminated by one of its constraints before the others.

//!
//! **Redundant constraints.** Where some of them repeat others, the matrix of N rows has the rank N − ρ wherever the
//! mechanism moves. The elimination stops where no pivot is large at every sample and only rows and columns of
//! dependent constraints are left: a block of k rows and known rank k − ρ, which is inverted at run time. It stops at k = ρ at
//! the latest, and then there is nothing to invert. A number that is only rounding is never a pivot.

use super::arena::{Arena, Stage, Value};
use super::dense;
use super::elimination::Matrix;

/// A pivot must reach this part of the largest entry of its column at every sample.
const THRESHOLD: f64 = 0.01;
/// An entry below this part at some sample is not a pivot unless no other entry is left.
const HOPELESS: f64 = 1e-6;
/// Four digits lost to (1) are worth another order: at five, the check at run time has every solve fall back.
const LOST: f64 = 1e4;
/// Another order must save a digit.
const WORTH: f64 = 0.1;
/// Number of orders that are tried: lighter coordinates may conceal light ones.
const ATTEMPTS: usize = 4;

/// The same for pivots of dependent constraints that move with the state: which of these constraints are independent changes as
/// the mechanism moves, and between the samples a pivot must not come near zero. The block that is inverted at run time costs less.
const LASTING: f64 = 0.1;
/// Entries of equilibrated matrices below this are rounding where constraints are redundant.
const ROUNDING: f64 = 1e-7;
/// Entries of G and D below this part of the largest are rounding, so that no scale makes them large.
const NEGLIGIBLE: f64 = 1e-12;

/// Pivots in the order of elimination: (row, column).
pub type Order = Vec<(usize, usize)>;

/// Redundant constraints in a matrix.
#[derive(Clone, Debug, Default)]
pub struct Redundant {
    /// Rows, and columns, of constraints that depend on others.
    pub places: Vec<usize>,
    /// Rows less the rank: ρ.
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

/// Plans the elimination; `samples` are numeric matrices, row by row. Fails with the row that is left
/// without a pivot if the matrix is singular by structure.
pub fn order(
    arena: &Arena,
    matrix: &Matrix,
    samples: &[Vec<f64>],
    redundant: &Redundant,
) -> Result<Plan, usize> {
    let n = matrix.size;
    let cleaned: Vec<Vec<f64>> = samples.iter().map(|sample| clean(n, sample, redundant)).collect();
    let regular: Vec<&Vec<f64>> =
        cleaned.iter().filter(|sample| is_regular(n, sample, redundant.deficiency)).collect();
    let structure = Structure::new(arena, matrix, redundant);
    let mut weights = vec![1.0; n];
    let mut best = structure.attempt(&regular, &weights)?;
    let mut losses = best.losses.clone();
    for _ in 1..ATTEMPTS {
        if !heavier(&mut weights, &losses) {
            break;
        }
        let next = structure.attempt(&regular, &weights)?;
        losses.clone_from(&next.losses);
        if next.worst() < WORTH * best.worst() {
            best = next;
        }
    }
    Ok(best.plan)
}

/// The sample with zeros for rounding in the rows and columns of dependent constraints.
fn clean(n: usize, sample: &[f64], redundant: &Redundant) -> Vec<f64> {
    let is_dependent = |i: usize| redundant.places.binary_search(&i).is_ok();
    let of_constraints = |at: &usize| is_dependent(at / n) || is_dependent(at % n);
    let largest = (0..n * n).filter(of_constraints).fold(0.0_f64, |m, at| m.max(sample[at].abs()));
    let entry = |at: usize| {
        let rounding = of_constraints(&at) && sample[at].abs() <= NEGLIGIBLE * largest;
        if rounding { 0.0 } else { sample[at] }
    };
    (0..n * n).map(entry).collect()
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
    /// The pivot with the largest term.
    to: (usize, usize),
}

/// An order and its cost at the samples.
struct Attempt {
    plan: Plan,
    losses: Vec<Loss>,
}

impl Attempt {
    fn worst(&self) -> f64 {
        self.losses.iter().fold(LOST, |m, loss| m.max(loss.size))
    }
}

/// The scales of a sample whose diagonal counts with these weights.
fn scales(n: usize, sample: &[f64], weights: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let mut weighted = sample.to_vec();
    weights.iter().enumerate().for_each(|(i, weight)| weighted[i * n + i] *= weight);
    dense::equilibrate(n, &weighted)
}

fn apply(n: usize, sample: &[f64], (rows, columns): &(Vec<f64>, Vec<f64>)) -> Vec<f64> {
    (0..n * n).map(|at| sample[at] * rows[at / n] * columns[at % n]).collect()
}

/// A sample at which the rank of the matrix is not N − ρ does not count for pivots: there it is singular, or the
/// constraints are independent (the mechanism is assembled in another way).
pub(super) fn is_regular(n: usize, sample: &[f64], deficiency: usize) -> bool {
    let scaled = apply(n, sample, &scales(n, sample, &vec![1.0; n]));
    let finite = scaled.iter().all(|x| x.is_finite());
    match deficiency {
        0 => finite && dense::solve(n, &scaled, &vec![0.0; n]).is_some(),
        _ => finite && dense::rank(n, &scaled, ROUNDING) + deficiency == n,
    }
}

/// A sample on its way through the elimination.
struct Sample {
    /// The rest of the scaled matrix.
    entries: Vec<f64>,
    /// The largest term of every entry, and its pivot.
    terms: Vec<(f64, Option<(usize, usize)>)>,
}

impl Sample {
    fn new(entries: Vec<f64>) -> Self {
        let terms = entries.iter().map(|entry| (entry.abs(), None)).collect();
        Self { entries, terms }
    }

    /// (1), if it is large and another pivot's doing.
    fn loss(&self, place: usize) -> Option<Loss> {
        let (largest, from) = self.terms[place];
        let size = largest / self.entries[place].abs();
        from.filter(|_| size > LOST && size.is_finite()).map(|to| Loss { size, to })
    }

    fn eliminate(&mut self, n: usize, (r, c): (usize, usize), rows: &[usize], columns: &[usize]) {
        for &i in rows {
            let factor = self.entries[i * n + c] / self.entries[r * n + c];
            if factor == 0.0 || !factor.is_finite() {
                continue;
            }
            for &j in columns {
                let term = factor * self.entries[r * n + j];
                self.entries[i * n + j] -= term;
                let largest = &mut self.terms[i * n + j];
                if term.abs() > largest.0 {
                    *largest = (term.abs(), Some((r, c)));
                }
            }
        }
    }

    /// The largest remaining entry.
    fn largest(&self, n: usize, rows: &[usize], columns: &[usize]) -> f64 {
        let left = rows.iter().flat_map(|&i| columns.iter().map(move |&j| i * n + j));
        left.fold(0.0_f64, |m, place| m.max(self.entries[place].abs()))
    }
}

/// The symbolic structure of a matrix.
struct Structure {
    n: usize,
    /// Not zero.
    pattern: Vec<bool>,
    /// Entries that no update has touched and that are not functions of the state: if they are large at
    /// the samples, they are large everywhere. Not what couples two masses: their own entries are the pivots that keep M
    /// symmetric.
    fixed: Vec<bool>,
    /// ±1.
    unit: Vec<bool>,
    /// Whether the row (and the column) belongs to a dependent constraint.
    dependent: Vec<bool>,
    deficiency: usize,
}

impl Structure {
    fn new(arena: &Arena, matrix: &Matrix, redundant: &Redundant) -> Self {
        let n = matrix.size;
        let has_mass = |i: usize| matrix.entries[i * n + i].is_some();
        let is_fixed = |at: usize| {
            let couples_masses = at / n != at % n && has_mass(at / n) && has_mass(at % n);
            let known = |value: Value| arena.stage(value) <= Stage::Parameters;
            !couples_masses && matrix.entries[at].is_some_and(known)
        };
        let is_unit = |entry: &Option<_>| {
            let literal = entry.and_then(|value| arena.as_literal(value));
            literal.is_some_and(|c| c.is_one() || c.neg().is_one())
        };
        Self {
            n,
            pattern: matrix.entries.iter().map(Option::is_some).collect(),
            fixed: (0..n * n).map(is_fixed).collect(),
            unit: matrix.entries.iter().map(is_unit).collect(),
            dependent: (0..n).map(|i| redundant.places.binary_search(&i).is_ok()).collect(),
            deficiency: redundant.deficiency,
        }
    }

    /// The samples, scaled; dependent constraints by one scale at all of them, so that a vanishing one is visible.
    fn scaled_samples(&self, samples: &[&Vec<f64>], weights: &[f64]) -> Vec<Vec<f64>> {
        let n = self.n;
        let mut all: Vec<(Vec<f64>, Vec<f64>)> =
            samples.iter().map(|sample| scales(n, sample, weights)).collect();
        for i in (0..n).filter(|&i| self.deficiency > 0 && self.dependent[i]) {
            let others = (0..n).filter(|&j| !self.dependent[j]);
            let (mut row, mut column) = (0.0_f64, 0.0_f64);
            for (sample, (rows, columns)) in samples.iter().zip(&all) {
                row = others.clone().fold(row, |m, j| m.max(sample[i * n + j].abs() * columns[j]));
                column = others.clone().fold(column, |m, j| m.max(sample[j * n + i].abs() * rows[j]));
            }
            for (rows, columns) in &mut all {
                rows[i] = if row > 0.0 { 1.0 / row } else { 1.0 };
                columns[i] = if column > 0.0 { 1.0 / column } else { 1.0 };
            }
        }
        samples.iter().zip(&all).map(|(sample, scales)| apply(n, sample, scales)).collect()
    }

    /// The order for these weights of the diagonal.
    fn attempt(&self, samples: &[&Vec<f64>], weights: &[f64]) -> Result<Attempt, usize> {
        let n = self.n;
        let (mut pattern, mut fixed) = (self.pattern.clone(), self.fixed.clone());
        let mut numeric: Vec<Sample> =
            self.scaled_samples(samples, weights).into_iter().map(Sample::new).collect();
        let (mut rows, mut columns): (Vec<usize>, Vec<usize>) = ((0..n).collect(), (0..n).collect());
        let (mut order, mut losses) = (Vec::with_capacity(n), Vec::new());
        while rows.len() > self.deficiency {
            let chosen = self.choose((&rows, &columns), &pattern, &fixed, &numeric);
            let is_block = rows.iter().chain(&columns).all(|&i| self.dependent[i]);
            if is_block && chosen.is_none_or(|(class, _)| class > 0) {
                break;
            }
            let Some((_, (r, c))) = chosen else { return Err(rows[0]) };
            order.push((r, c));
            losses.extend(numeric.iter().filter_map(|sample| sample.loss(r * n + c)));
            rows.retain(|&row| row != r);
            columns.retain(|&column| column != c);
            for &i in &rows {
                for &j in &columns {
                    if pattern[i * n + c] && pattern[r * n + j] {
                        pattern[i * n + j] = true;
                        fixed[i * n + j] = false;
                    }
                }
            }
            for sample in &mut numeric {
                sample.eliminate(n, (r, c), &rows, &columns);
            }
            // A sample whose remainder has vanished is singular there and is ignored.
            numeric.retain(|sample| rows.is_empty() || sample.largest(n, &rows, &columns) > 1e-9);
        }
        if let Some(&row) = rows.iter().find(|&&row| !self.dependent[row]) {
            return Err(row);
        }
        Ok(Attempt { plan: Plan { order, left: (rows, columns) }, losses })
    }

    /// The best pivot and its class, 0 if it is large at every sample.
    fn choose(
        &self,
        (rows, columns): (&[usize], &[usize]),
        pattern: &[bool],
        fixed: &[bool],
        numeric: &[Sample],
    ) -> Option<(u8, (usize, usize))> {
        let n = self.n;
        let row_counts: Vec<usize> =
            rows.iter().map(|&i| columns.iter().filter(|&&j| pattern[i * n + j]).count()).collect();
        let column_counts: Vec<usize> =
            columns.iter().map(|&j| rows.iter().filter(|&&i| pattern[i * n + j]).count()).collect();
        // The largest entry of each remaining row and column, sample by sample.
        let largest: Vec<(Vec<f64>, Vec<f64>)> = numeric
            .iter()
            .map(|sample| {
                let of_row = |i: &usize| sample.largest(n, &[*i], columns);
                let of_column = |j: &usize| sample.largest(n, rows, &[*j]);
                (rows.iter().map(of_row).collect(), columns.iter().map(of_column).collect())
            })
            .collect();
        let of_block =
            |all: &[usize]| all.iter().copied().filter(|&i| self.dependent[i]).collect::<Vec<usize>>();
        let block = (of_block(rows), of_block(columns));
        let largest_of_block: Vec<f64> = match self.deficiency {
            0 => vec![0.0; numeric.len()],
            _ => numeric.iter().map(|sample| sample.largest(n, &block.0, &block.1)).collect(),
        };
        // Candidates are compared by (class, moves, fill, no unit, off the diagonal).
        type Candidate = ((u8, usize, usize, bool, bool), (usize, usize));
        let mut best: Option<Candidate> = None;
        for (at_row, &i) in rows.iter().enumerate() {
            for (at_column, &j) in columns.iter().enumerate() {
                if !pattern[i * n + j] {
                    continue;
                }
                let of_block = self.deficiency > 0 && self.dependent[i] && self.dependent[j];
                let of_dependent = self.deficiency > 0 && (self.dependent[i] || self.dependent[j]);
                let (mut share, mut hopeless) = (1.0_f64, 0_u8);
                for ((sample, (of_rows, of_columns)), of_block_here) in
                    numeric.iter().zip(&largest).zip(&largest_of_block)
                {
                    let size = sample.entries[i * n + j].abs();
                    let bound = match of_block {
                        false => of_rows[at_row].min(of_columns[at_column]),
                        // As with complete pivoting: a row may vanish as a whole.
                        true => *of_block_here,
                    };
                    let rounding = of_dependent && size <= ROUNDING;
                    let here = if bound > 0.0 && !rounding { size / bound } else { 0.0 };
                    share = share.min(here);
                    hopeless = hopeless.saturating_add(u8::from(here < HOPELESS));
                }
                let least = if of_dependent && !fixed[i * n + j] { LASTING } else { THRESHOLD };
                let class = if share >= least {
                    0
                } else if share >= HOPELESS {
                    // The larger the better: worse classes for smaller shares.
                    1 + (-(share / THRESHOLD).log10()).clamp(0.0, 60.0) as u8
                } else {
                    // No other entry is left: prefer fewer fallbacks at run time.
                    hopeless.saturating_add(100)
                };
                let fill = (row_counts[at_row] - 1) * (column_counts[at_column] - 1);
                let moving = match (fixed[i * n + j], i == j) {
                    (true, _) => 0,
                    (false, true) => 1,
                    (false, false) => 2,
                };
                // An entry that no update has changed is still ±1. Coordinates before multipliers among equals.
                let is_unit = self.unit[i * n + j] && fixed[i * n + j];
                let key = (class, moving, fill, !is_unit, i != j);
                if best.is_none_or(|(known, _)| key < known) {
                    best = Some((key, (i, j)));
                }
            }
        }
        best.map(|((class, ..), place)| (class, place))
    }
}
