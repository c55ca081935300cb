//! The matrix in numbers, at one state each.

use super::remainder::rank;
use super::{LOST, Loss, Redundant};
use linkwork_numerics::complete_pivoting;
use linkwork_numerics::equilibration::{Scales, equilibrate};

/// Entries of equilibrated matrices below this are rounding where constraints are redundant.
pub(super) const ROUNDING: f64 = 1e-7;
/// Where light coordinates stand beside heavy ones, pivots that are not rounding may be as small as the last of these: at the first limit that
/// leaves the known rank, it does.
const ROUNDINGS: [f64; 4] = [ROUNDING, 1e-8, 1e-9, 1e-10];
/// Entries of G and D below this part of the largest are rounding, so that no scale makes them large.
const NEGLIGIBLE: f64 = 1e-12;
/// A pivot below this part of the largest entry makes a matrix singular to working accuracy.
const SINGULAR: f64 = 1e-12;
/// Larger matrices are eliminated with the least fill, not with the largest pivot.
pub(super) const LARGE: usize = 256;

/// The rank of a matrix up to this size is found dense if at least one entry of this many is not zero.
const LARGEST: usize = 1024;
const FULL: usize = 16;

/// The numbers of all nonzeros of a matrix.
pub type Numbers = Vec<f64>;

/// The sample with zeros for rounding in the rows and columns of dependent constraints.
pub(super) fn clean(n: usize, places: &[(usize, usize)], sample: &Numbers, redundant: &Redundant) -> Numbers {
    let mut is_dependent = vec![false; n];
    redundant.places.iter().for_each(|&i| is_dependent[i] = true);
    let of_constraints = |&(i, j): &(usize, usize)| is_dependent[i] || is_dependent[j];
    let constraints = places.iter().zip(sample).filter(|(place, _)| of_constraints(place));
    let largest = constraints.fold(0.0_f64, |m, (_, x)| m.max(x.abs()));
    let entry = |(place, &x): (&(usize, usize), &f64)| {
        let rounding = of_constraints(place) && x.abs() <= NEGLIGIBLE * largest;
        if rounding { 0.0 } else { x }
    };
    places.iter().zip(sample).map(entry).collect()
}

/// The scales of a sample whose diagonal counts with these weights.
pub(super) fn scales(n: usize, places: &[(usize, usize)], sample: &Numbers, weights: &[f64]) -> Scales {
    let weighted = |(&(i, j), &x): (&(usize, usize), &f64)| (i, j, if i == j { x * weights[i] } else { x });
    let entries: Vec<(usize, usize, f64)> = places.iter().zip(sample).map(weighted).collect();
    equilibrate(n, &entries)
}

/// D_r A D_c.
pub(super) fn scale_by(places: &[(usize, usize)], sample: &Numbers, (rows, columns): &Scales) -> Numbers {
    places.iter().zip(sample).map(|(&(i, j), x)| x * rows[i] * columns[j]).collect()
}

/// A sample at which the rank of the matrix is not N − ρ does not count for pivots: there it is singular, or the
/// constraints are independent (the mechanism is assembled in another way).
pub(in crate::plan) fn is_regular(
    n: usize,
    places: &[(usize, usize)],
    sample: &Numbers,
    deficiency: usize,
) -> bool {
    let scaled = scale_by(places, sample, &scales(n, places, sample, &vec![1.0; n]));
    let finite = scaled.iter().all(|x| x.is_finite());
    let dense = n <= LARGE || (n <= LARGEST && places.len() * FULL >= n * n);
    if !finite {
        return false;
    }
    let mut whole = Vec::new();
    if dense {
        whole.resize(n * n, 0.0);
        places.iter().zip(&scaled).for_each(|(&(i, j), x)| whole[i * n + j] = *x);
    }
    let rank_at = |zero: f64| match dense {
        true => complete_pivoting::rank(n, &whole, zero),
        false => rank(n, places, scaled.clone(), zero),
    };
    match (deficiency, dense) {
        (0, true) => complete_pivoting::solve(n, &whole, &vec![0.0; n]).is_some(),
        (0, false) => rank_at(SINGULAR) == n,
        // Above the known rank, a smaller limit does not help.
        _ => {
            let mut ranks = ROUNDINGS.iter().map(|&zero| rank_at(zero) + deficiency);
            ranks.find(|&rows| rows >= n) == Some(n)
        }
    }
}

/// All samples on their way through the elimination; entries have numbers that the remaining matrix gives.
pub(super) struct Samples {
    /// The rest of the scaled matrices: the numbers of one entry at all samples, entry by entry.
    entries: Vec<f64>,
    /// The largest term of each, and its origin.
    terms: Vec<(f64, Option<(usize, usize)>)>,
    /// All samples, of which some are ignored.
    count: usize,
    /// Those that count.
    pub kept: Vec<usize>,
}

impl Samples {
    pub fn new(samples: &[Numbers]) -> Self {
        let (count, length) = (samples.len(), samples.first().map_or(0, Vec::len));
        let of_entry = |entry: usize| samples.iter().map(move |sample| sample[entry]);
        let entries: Vec<f64> = (0..length).flat_map(of_entry).collect();
        let terms = entries.iter().map(|entry| (entry.abs(), None)).collect();
        Self { entries, terms, count, kept: (0..count).collect() }
    }

    /// The numbers of an entry.
    pub fn of(&self, entry: usize) -> &[f64] {
        &self.entries[entry * self.count..(entry + 1) * self.count]
    }

    /// A zero that an update is about to change.
    pub fn add_zero(&mut self) {
        self.entries.resize(self.entries.len() + self.count, 0.0);
        self.terms.resize(self.terms.len() + self.count, (0.0, None));
    }

    /// (1), where it is large and another pivot's doing.
    pub fn losses(&self, entry: usize) -> impl Iterator<Item = Loss> {
        self.kept.iter().filter_map(move |&sample| {
            let (largest, from) = self.terms[entry * self.count + sample];
            let size = largest / self.of(entry)[sample].abs();
            from.filter(|_| size > LOST && size.is_finite()).map(|to| Loss { size, to })
        })
    }

    /// a_ic / a_rc of each sample; 0 where it changes nothing.
    pub fn factors(&self, below: usize, pivot: usize, factors: &mut Vec<f64>) {
        factors.clear();
        let quotients = self.of(below).iter().zip(self.of(pivot)).map(|(below, pivot)| below / pivot);
        factors.extend(quotients.map(|factor| if factor.is_finite() { factor } else { 0.0 }));
    }

    /// What a pivot at a place passes on to its terms at each sample: the place, or for the diagonal of a multiplier, which had no number of its
    /// own, the origin of its largest term.
    pub fn origins(&self, pivot: usize, place: (usize, usize), of_multiplier: bool) -> Vec<(usize, usize)> {
        let terms = &self.terms[pivot * self.count..(pivot + 1) * self.count];
        terms.iter().map(|(_, origin)| origin.filter(|_| of_multiplier).unwrap_or(place)).collect()
    }

    /// a_ij ← a_ij − factor·a_rj, for a pivot with these origins.
    pub fn update(&mut self, entry: usize, factors: &[f64], of_row: usize, origins: &[(usize, usize)]) {
        let (to, by) = (entry * self.count, of_row * self.count);
        for (sample, (factor, origin)) in factors.iter().zip(origins).enumerate() {
            let term = factor * self.entries[by + sample];
            // Where the factor is zero, too: a difference of zero changes nothing.
            self.entries[to + sample] -= term;
            let largest = &mut self.terms[to + sample];
            if term.abs() > largest.0 {
                *largest = (term.abs(), Some(*origin));
            }
        }
    }
}
