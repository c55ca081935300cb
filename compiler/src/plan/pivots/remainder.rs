//! The matrix that is left during the elimination, and the best of its entries as the next pivot.
//!
//! Invariant: what a pivot changes (its rows, its columns, the block of dependent constraints) is ranked again at once, the rest stays as it is.

use super::samples::{ROUNDING, Sample};
use super::{Loss, Structure, VANISHED};
use std::collections::{BTreeMap, BTreeSet};

/// A pivot must reach this part of the largest entry of its column at every sample.
const THRESHOLD: f64 = 0.01;
/// An entry below this part at some sample is not a pivot unless no other entry is left.
const HOPELESS: f64 = 1e-6;
/// The same for pivots of dependent constraints that move with the state: which of these constraints are independent changes as
/// the mechanism moves, and between the samples a pivot must not come near zero. The block that is inverted at run time costs less.
const LASTING: f64 = 0.1;

/// Candidates are compared by (class, moves, fill, no unit, off the diagonal), then by place.
type Rank = (u8, u8, usize, bool, bool);

/// Entries of a row or a column: their numbers by column or row.
type Line = BTreeMap<usize, usize>;

/// The largest entries of each row and each column of a sample.
struct Largest {
    rows: Vec<f64>,
    columns: Vec<f64>,
    /// Rows whose largest entry has not vanished.
    alive: usize,
    /// Of the block of dependent constraints.
    block: f64,
}

/// The remaining rows and columns.
pub(super) struct Remainder<'a> {
    structure: &'a Structure,
    rows: Vec<Line>,
    columns: Vec<Line>,
    /// Remaining rows and columns, in order.
    left: (BTreeSet<usize>, BTreeSet<usize>),
    /// How many of these are not those of dependent constraints.
    independent: usize,
    fixed: Vec<bool>,
    unit: Vec<bool>,
    samples: Vec<(Sample, Largest)>,
    ranks: Vec<Rank>,
    queue: BTreeSet<(Rank, (usize, usize))>,
}

impl<'a> Remainder<'a> {
    pub fn new(structure: &'a Structure, samples: Vec<Sample>) -> Self {
        let n = structure.n;
        let (mut rows, mut columns) = (vec![Line::new(); n], vec![Line::new(); n]);
        for (entry, &(i, j)) in structure.places.iter().enumerate() {
            rows[i].insert(j, entry);
            columns[j].insert(i, entry);
        }
        let none = || Largest { rows: vec![0.0; n], columns: vec![0.0; n], alive: 0, block: 0.0 };
        let mut remainder = Self {
            structure,
            rows,
            columns,
            left: ((0..n).collect(), (0..n).collect()),
            independent: 2 * structure.dependent.iter().filter(|dependent| !**dependent).count(),
            fixed: structure.fixed.clone(),
            unit: structure.unit.clone(),
            samples: samples.into_iter().map(|sample| (sample, none())).collect(),
            ranks: vec![Rank::default(); structure.places.len()],
            queue: BTreeSet::new(),
        };
        (0..n).for_each(|i| remainder.measure_row(i));
        (0..n).for_each(|j| remainder.measure_column(j));
        remainder.measure_block();
        remainder.rank_all();
        remainder
    }

    /// The number of remaining rows.
    pub fn len(&self) -> usize {
        self.left.0.len()
    }

    /// Whether all remaining rows and columns are those of dependent constraints.
    pub fn is_block(&self) -> bool {
        self.independent == 0
    }

    /// The first remaining row.
    pub fn first_row(&self) -> usize {
        self.left.0.first().copied().unwrap_or_default()
    }

    /// The remaining rows and columns.
    pub fn left(self) -> (Vec<usize>, Vec<usize>) {
        (self.left.0.into_iter().collect(), self.left.1.into_iter().collect())
    }

    /// The best pivot and its class, 0 if it is large at every sample.
    pub fn best(&self) -> Option<(u8, (usize, usize))> {
        self.queue.first().map(|&((class, ..), place)| (class, place))
    }

    /// (1) of a pivot, where it is large.
    pub fn losses(&self, (r, c): (usize, usize)) -> impl Iterator<Item = Loss> {
        let entry = self.rows[r].get(&c).copied();
        entry
            .into_iter()
            .flat_map(|entry| self.samples.iter().filter_map(move |(sample, _)| sample.loss(entry)))
    }

    /// Eliminates a row and a column.
    pub fn eliminate(&mut self, (r, c): (usize, usize)) {
        let row = self.take_row(r);
        let Some(&pivot) = row.get(&c) else { return };
        let column = self.take_column(c);
        for (&i, &below) in &column {
            let factors: Vec<Option<f64>> =
                self.samples.iter().map(|(sample, _)| sample.factor(below, pivot)).collect();
            for (&j, &of_row) in row.iter().filter(|(j, _)| **j != c) {
                let entry = self.touched(i, j);
                for ((sample, _), factor) in self.samples.iter_mut().zip(&factors) {
                    if let Some(factor) = *factor {
                        sample.update(entry, factor, of_row, (r, c));
                    }
                }
            }
        }
        column.keys().for_each(|&i| self.measure_row(i));
        let crossed: Vec<usize> = row.keys().copied().filter(|&j| j != c).collect();
        crossed.iter().for_each(|&j| self.measure_column(j));
        let block = self.measure_block();
        column.keys().for_each(|&i| self.rank_row(i));
        // Those in the eliminated rows are done.
        for &j in &crossed {
            let others = self.columns[j].iter().filter(|(i, _)| !column.contains_key(i));
            let others: Vec<(usize, usize)> = others.map(|(&i, &entry)| (i, entry)).collect();
            others.into_iter().for_each(|(i, entry)| self.rank(i, j, entry));
        }
        if block {
            let dependent = |i: &&usize| self.structure.dependent[**i];
            let rows: Vec<usize> = self.left.0.iter().filter(dependent).copied().collect();
            rows.into_iter().for_each(|i| self.rank_row(i));
        }
    }

    /// Ignores samples whose remainder has vanished: they are singular.
    pub fn ignore_vanished(&mut self) {
        let before = self.samples.len();
        let empty = self.left.0.is_empty();
        self.samples.retain(|(_, largest)| empty || largest.alive > 0);
        if self.samples.len() < before {
            self.rank_all();
        }
    }

    /// Whether some remaining entry of some sample is larger than this.
    fn exceeds(&self, size: f64) -> bool {
        let mut samples = self.samples.iter();
        samples.any(|(_, largest)| self.left.0.iter().any(|&i| largest.rows[i] > size))
    }

    fn take_row(&mut self, r: usize) -> Line {
        let row = std::mem::take(&mut self.rows[r]);
        for (&j, &entry) in &row {
            self.queue.remove(&(self.ranks[entry], (r, j)));
            self.columns[j].remove(&r);
        }
        self.left.0.remove(&r);
        self.independent -= usize::from(!self.structure.dependent[r]);
        for (_, largest) in &mut self.samples {
            largest.alive -= usize::from(largest.rows[r] > VANISHED);
        }
        row
    }

    fn take_column(&mut self, c: usize) -> Line {
        let column = std::mem::take(&mut self.columns[c]);
        for (&i, &entry) in &column {
            self.queue.remove(&(self.ranks[entry], (i, c)));
            self.rows[i].remove(&c);
        }
        self.left.1.remove(&c);
        self.independent -= usize::from(!self.structure.dependent[c]);
        column
    }

    /// The entry at a place that an update changes.
    fn touched(&mut self, i: usize, j: usize) -> usize {
        if let Some(&entry) = self.rows[i].get(&j) {
            self.fixed[entry] = false;
            return entry;
        }
        let entry = self.ranks.len();
        self.rows[i].insert(j, entry);
        self.columns[j].insert(i, entry);
        self.fixed.push(false);
        self.unit.push(false);
        self.ranks.push(Rank::default());
        self.samples.iter_mut().for_each(|(sample, _)| sample.add_zero());
        entry
    }

    fn measure_row(&mut self, i: usize) {
        for (sample, largest) in &mut self.samples {
            let size = self.rows[i].values().fold(0.0_f64, |m, &entry| m.max(sample.size(entry)));
            let before = std::mem::replace(&mut largest.rows[i], size);
            largest.alive += usize::from(size > VANISHED);
            largest.alive -= usize::from(before > VANISHED);
        }
    }

    fn measure_column(&mut self, j: usize) {
        for (sample, largest) in &mut self.samples {
            largest.columns[j] =
                self.columns[j].values().fold(0.0_f64, |m, &entry| m.max(sample.size(entry)));
        }
    }

    /// Whether the largest entry of the block of dependent constraints has changed at some sample.
    fn measure_block(&mut self) -> bool {
        let Structure { deficiency, dependent, .. } = self.structure;
        if *deficiency == 0 {
            return false;
        }
        let rows = self.left.0.iter().filter(|i| dependent[**i]).map(|&i| &self.rows[i]);
        let entries =
            rows.flat_map(|row| row.iter().filter(|(j, _)| dependent[**j]).map(|(_, &entry)| entry));
        let entries: Vec<usize> = entries.collect();
        let mut changed = false;
        for (sample, largest) in &mut self.samples {
            let size = entries.iter().fold(0.0_f64, |m, &entry| m.max(sample.size(entry)));
            changed |= size != largest.block;
            largest.block = size;
        }
        changed
    }

    fn rank_all(&mut self) {
        self.queue.clear();
        let rows: Vec<usize> = self.left.0.iter().copied().collect();
        rows.into_iter().for_each(|i| self.rank_row(i));
    }

    fn rank_row(&mut self, i: usize) {
        let entries: Vec<(usize, usize)> = self.rows[i].iter().map(|(&j, &entry)| (j, entry)).collect();
        entries.into_iter().for_each(|(j, entry)| self.rank(i, j, entry));
    }

    /// Ranks an entry among the others.
    fn rank(&mut self, i: usize, j: usize, entry: usize) {
        let rank = self.rank_of(i, j, entry);
        let before = std::mem::replace(&mut self.ranks[entry], rank);
        self.queue.remove(&(before, (i, j)));
        self.queue.insert((rank, (i, j)));
    }

    fn rank_of(&self, i: usize, j: usize, entry: usize) -> Rank {
        let Structure { deficiency, dependent, negligible, .. } = self.structure;
        let of_block = *deficiency > 0 && dependent[i] && dependent[j];
        let of_dependent = *deficiency > 0 && (dependent[i] || dependent[j]);
        let (mut share, mut hopeless) = (1.0_f64, 0_u8);
        for (sample, largest) in &self.samples {
            let size = sample.size(entry);
            let bound = match of_block {
                false => largest.rows[i].min(largest.columns[j]),
                // As with complete pivoting: a row may vanish as a whole.
                true => largest.block,
            };
            let rounding = size <= *negligible || (of_dependent && size <= ROUNDING);
            let here = if bound > 0.0 && !rounding { size / bound } else { 0.0 };
            share = share.min(here);
            hopeless = hopeless.saturating_add(u8::from(here < HOPELESS));
        }
        let fixed = self.fixed[entry];
        let least = if of_dependent && !fixed { LASTING } else { THRESHOLD };
        let class = if share >= least {
            0
        } else if share >= HOPELESS {
            // The larger the better: worse classes for smaller shares.
            1 + (-(share / THRESHOLD).log10()).clamp(0.0, 60.0) as u8
        } else {
            // No other entry is left: prefer fewer fallbacks at run time.
            hopeless.saturating_add(100)
        };
        let fill = (self.rows[i].len() - 1) * (self.columns[j].len() - 1);
        let moving = match (fixed, i == j) {
            (true, _) => 0,
            (false, true) => 1,
            (false, false) => 2,
        };
        // An entry that no update has changed is still ±1. Coordinates before multipliers among equals.
        let is_unit = self.unit[entry] && fixed;
        (class, moving, fill, !is_unit, i != j)
    }
}

/// The number of pivots of a matrix until nothing above this part of its largest entry is left, with the least fill.
pub(super) fn rank(n: usize, places: &[(usize, usize)], entries: Vec<f64>, zero: f64) -> usize {
    let negligible = zero * entries.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    let structure = Structure {
        n,
        places: places.to_vec(),
        fixed: vec![false; places.len()],
        unit: vec![false; places.len()],
        dependent: vec![false; n],
        deficiency: 0,
        negligible,
    };
    let mut remainder = Remainder::new(&structure, vec![Sample::new(entries)]);
    let mut pivots = 0;
    while let Some((class, pivot)) = remainder.best() {
        if class > 0 && !remainder.exceeds(negligible) {
            break;
        }
        pivots += 1;
        remainder.eliminate(pivot);
    }
    pivots
}
