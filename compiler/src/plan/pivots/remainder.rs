//! The matrix that is left during the elimination, and the best of its entries as the next pivot.
//!
//! Invariant: what a pivot changes (its rows, its columns, the block of dependent constraints) is ranked again at once, the rest stays as it is.

use super::samples::{LARGE, ROUNDING, Samples};
use super::{Loss, Structure, VANISHED};
use std::collections::BTreeSet;

/// A pivot must reach this part of the largest entry of its column at every sample.
const THRESHOLD: f64 = 0.01;
/// An entry below this part at some sample is not a pivot unless no other entry is left.
const HOPELESS: f64 = 1e-6;
/// The same for pivots of dependent constraints that move with the state: which of these constraints are independent changes as
/// the mechanism moves, and between the samples a pivot must not come near zero. The block that is inverted at run time costs less.
const LASTING: f64 = 0.1;

/// Candidates are compared by (class, moves, fill, no unit, off the diagonal), then by place.
type Rank = (u8, u8, usize, bool, bool);

/// Entries of a row or a column: (column or row, number), in order.
type Line = Vec<(usize, usize)>;

fn find(line: &Line, at: usize) -> Option<usize> {
    line.binary_search_by_key(&at, |entry| entry.0).ok().map(|place| line[place].1)
}

fn insert(line: &mut Line, at: usize, entry: usize) {
    let place = line.partition_point(|other| other.0 < at);
    line.insert(place, (at, entry));
}

fn remove(line: &mut Line, at: usize) {
    line.retain(|entry| entry.0 != at);
}

/// The largest entries at each sample.
struct Largest {
    /// Of each row: all samples, row by row.
    rows: Vec<f64>,
    /// Of each column.
    columns: Vec<f64>,
    /// How many rows have an entry that has not vanished.
    alive: Vec<usize>,
    /// Of the block of dependent constraints.
    block: Vec<f64>,
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
    samples: Samples,
    count: usize,
    largest: Largest,
    ranks: Vec<Rank>,
    /// The best entry of each row, and its column.
    best: Vec<Option<(Rank, usize)>>,
    /// The same, in order.
    queue: BTreeSet<(Rank, (usize, usize))>,
}

impl<'a> Remainder<'a> {
    pub fn new(structure: &'a Structure, samples: Samples) -> Self {
        let n = structure.n;
        let (mut rows, mut columns) = (vec![Line::new(); n], vec![Line::new(); n]);
        for (entry, &(i, j)) in structure.places.iter().enumerate() {
            rows[i].push((j, entry));
            columns[j].push((i, entry));
        }
        let count = samples.kept.len();
        let mut remainder = Self {
            structure,
            rows,
            columns,
            left: ((0..n).collect(), (0..n).collect()),
            independent: 2 * structure.dependent.iter().filter(|dependent| !**dependent).count(),
            fixed: structure.fixed.clone(),
            unit: structure.unit.clone(),
            samples,
            count,
            largest: Largest {
                rows: vec![0.0; n * count],
                columns: vec![0.0; n * count],
                alive: vec![0; count],
                block: vec![0.0; count],
            },
            ranks: vec![Rank::default(); structure.places.len()],
            best: vec![None; n],
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
        find(&self.rows[r], c).into_iter().flat_map(|entry| self.samples.losses(entry))
    }

    /// Eliminates a row and a column.
    pub fn eliminate(&mut self, (r, c): (usize, usize)) {
        let mut row = self.take_row(r);
        let Some(pivot) = find(&row, c) else { return };
        remove(&mut row, c);
        let column = self.take_column(c);
        let origins = self.samples.origins(pivot, (r, c), r == c && !self.structure.has_mass[r]);
        let mut factors = Vec::with_capacity(self.count);
        for &(i, below) in &column {
            self.samples.factors(below, pivot, &mut factors);
            for &(j, of_row) in &row {
                let entry = self.touched(i, j);
                self.samples.update(entry, &factors, of_row, &origins);
            }
        }
        column.iter().for_each(|&(i, _)| self.measure_row(i));
        row.iter().for_each(|&(j, _)| self.measure_column(j));
        let block = self.measure_block();
        column.iter().for_each(|&(i, _)| self.rank_row(i));
        // Entries of the rows above are ranked already.
        for &(j, _) in &row {
            let crossing = std::mem::take(&mut self.columns[j]);
            let others = crossing.iter().filter(|(i, _)| find(&column, *i).is_none());
            others.for_each(|&(i, entry)| self.rank_one(i, j, entry, crossing.len()));
            self.columns[j] = crossing;
        }
        if block {
            let dependent = |i: &&usize| self.structure.dependent[**i];
            let rows: Vec<usize> = self.left.0.iter().filter(dependent).copied().collect();
            rows.into_iter().for_each(|i| self.rank_row(i));
        }
    }

    /// Ignores samples whose remainder has vanished: they are singular. Whether there are any.
    pub fn ignore_vanished(&mut self) -> bool {
        if self.left.0.is_empty() {
            return false;
        }
        let before = self.samples.kept.len();
        self.samples.kept.retain(|&sample| self.largest.alive[sample] > 0);
        let vanished = self.samples.kept.len() < before;
        if vanished {
            self.rank_all();
        }
        vanished
    }

    /// Whether some remaining entry of some sample is larger than this.
    fn exceeds(&self, size: f64) -> bool {
        let mut rows = self.left.0.iter();
        rows.any(|&i| {
            self.largest.rows[i * self.count..(i + 1) * self.count].iter().any(|largest| *largest > size)
        })
    }

    fn take_row(&mut self, r: usize) -> Line {
        let row = std::mem::take(&mut self.rows[r]);
        row.iter().for_each(|&(j, _)| remove(&mut self.columns[j], r));
        self.set_best(r, None);
        self.left.0.remove(&r);
        self.independent -= usize::from(!self.structure.dependent[r]);
        self.measure_row(r);
        row
    }

    fn take_column(&mut self, c: usize) -> Line {
        let column = std::mem::take(&mut self.columns[c]);
        column.iter().for_each(|&(i, _)| remove(&mut self.rows[i], c));
        self.left.1.remove(&c);
        self.independent -= usize::from(!self.structure.dependent[c]);
        column
    }

    /// The entry at a place that an update changes.
    fn touched(&mut self, i: usize, j: usize) -> usize {
        if let Some(entry) = find(&self.rows[i], j) {
            self.fixed[entry] = false;
            return entry;
        }
        let entry = self.ranks.len();
        insert(&mut self.rows[i], j, entry);
        insert(&mut self.columns[j], i, entry);
        self.fixed.push(false);
        self.unit.push(false);
        self.ranks.push(Rank::default());
        self.samples.add_zero();
        entry
    }

    fn measure_row(&mut self, i: usize) {
        let largest = &mut self.largest.rows[i * self.count..(i + 1) * self.count];
        for (alive, size) in self.largest.alive.iter_mut().zip(&*largest) {
            *alive -= usize::from(*size > VANISHED);
        }
        measure(&self.samples, &self.rows[i], largest);
        for (alive, size) in self.largest.alive.iter_mut().zip(&*largest) {
            *alive += usize::from(*size > VANISHED);
        }
    }

    fn measure_column(&mut self, j: usize) {
        measure(
            &self.samples,
            &self.columns[j],
            &mut self.largest.columns[j * self.count..(j + 1) * self.count],
        );
    }

    /// Whether the largest entry of the block of dependent constraints has changed at some sample.
    fn measure_block(&mut self) -> bool {
        let Structure { deficiency, dependent, .. } = self.structure;
        if *deficiency == 0 {
            return false;
        }
        let rows = self.left.0.iter().filter(|i| dependent[**i]).map(|&i| &self.rows[i]);
        let entries: Line = rows.flat_map(|row| row.iter().filter(|(j, _)| dependent[*j]).copied()).collect();
        let mut block = vec![0.0; self.count];
        measure(&self.samples, &entries, &mut block);
        let changed = self.samples.kept.iter().any(|&sample| block[sample] != self.largest.block[sample]);
        self.largest.block = block;
        changed
    }

    fn rank_all(&mut self) {
        let rows: Vec<usize> = self.left.0.iter().copied().collect();
        rows.into_iter().for_each(|i| self.rank_row(i));
    }

    /// Ranks all entries of a row.
    fn rank_row(&mut self, i: usize) {
        let row = std::mem::take(&mut self.rows[i]);
        let mut best = None;
        for &(j, entry) in &row {
            let rank = self.rank_of((i, j), entry, (row.len(), self.columns[j].len()));
            self.ranks[entry] = rank;
            if best.is_none_or(|(known, _)| rank < known) {
                best = Some((rank, j));
            }
        }
        self.rows[i] = row;
        self.set_best(i, best);
    }

    /// Ranks one entry of a row anew.
    fn rank_one(&mut self, i: usize, j: usize, entry: usize, of_column: usize) {
        let rank = self.rank_of((i, j), entry, (self.rows[i].len(), of_column));
        self.ranks[entry] = rank;
        let best = match self.best[i] {
            Some((known, at)) if at == j && rank > known => {
                // Another one may be better now.
                self.rows[i].iter().map(|&(j, entry)| (self.ranks[entry], j)).min()
            }
            Some((known, at)) if at != j => Some((known, at).min((rank, j))),
            _ => Some((rank, j)),
        };
        self.set_best(i, best);
    }

    fn set_best(&mut self, i: usize, best: Option<(Rank, usize)>) {
        let before = std::mem::replace(&mut self.best[i], best);
        if before == best {
            return;
        }
        if let Some((rank, j)) = before {
            self.queue.remove(&(rank, (i, j)));
        }
        if let Some((rank, j)) = best {
            self.queue.insert((rank, (i, j)));
        }
    }

    fn rank_of(&self, (i, j): (usize, usize), entry: usize, (row, column): (usize, usize)) -> Rank {
        let Structure { deficiency, dependent, negligible, .. } = self.structure;
        let of_block = *deficiency > 0 && dependent[i] && dependent[j];
        let of_dependent = *deficiency > 0 && (dependent[i] || dependent[j]);
        let smallest = if of_dependent { negligible.max(ROUNDING) } else { *negligible };
        let numbers = self.samples.of(entry);
        let of_rows = &self.largest.rows[i * self.count..(i + 1) * self.count];
        let of_columns = &self.largest.columns[j * self.count..(j + 1) * self.count];
        let (mut share, mut hopeless) = (1.0_f64, 0_u8);
        for &sample in &self.samples.kept {
            let size = numbers[sample].abs();
            let bound = match of_block {
                false => of_rows[sample].min(of_columns[sample]),
                // As with complete pivoting: a row may vanish as a whole.
                true => self.largest.block[sample],
            };
            let rounding = size <= smallest;
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
        let moving = if self.structure.n > LARGE {
            // The symmetry of a large matrix keeps its fill low.
            if i == j { 0 } else { 1 + u8::from(!fixed) }
        } else {
            match (fixed, i == j) {
                (true, _) => 0,
                (false, true) => 1,
                (false, false) => 2,
            }
        };
        // An entry that no update has changed is still ±1. Coordinates before multipliers among equals.
        let is_unit = self.unit[entry] && fixed;
        (class, moving, (row - 1) * (column - 1), !is_unit, i != j)
    }
}

/// The largest of some entries at each sample.
fn measure(samples: &Samples, entries: &Line, largest: &mut [f64]) {
    largest.fill(0.0);
    for &(_, entry) in entries {
        for (largest, x) in largest.iter_mut().zip(samples.of(entry)) {
            *largest = largest.max(x.abs());
        }
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
        has_mass: vec![false; n],
        dependent: vec![false; n],
        deficiency: 0,
        negligible,
    };
    let mut remainder = Remainder::new(&structure, Samples::new(&[entries]));
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
