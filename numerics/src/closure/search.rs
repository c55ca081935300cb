//! Closures of a mechanism from several starts, the nearest first.

use super::newton::{Level, Remaining, depend_everywhere, newton};
use super::{CLOSED, Gap, Layout, Open, Positions, Rows, nearest, rounded, starts};
use crate::RowSpace;

/// Sizes of nudges off a singular start.
const NUDGES: [f64; 2] = [1e-3, 1e-1];
/// The longest step of a continuation: of given angles in rad, of given lengths in characteristic ones.
const STRIDE: f64 = 0.35;
/// Steps of a continuation at most.
const STEPS: usize = 32;
/// Scattered starts.
const SCATTERED: usize = 16;
/// A search with more work than this, in numbers of the matrix times starts, has fewer starts.
const WORK: usize = 100_000;
/// Closures nearer to each other than this, in the norm of deviations, are the same.
const SAME: f64 = 1e-5;
/// Distances that differ by less are equal; then deviations decide, the first that differs, the larger.
const EQUAL: f64 = 1e-7;
/// A gap is named if it is at least this part of the largest.
const WORTH_NAMING: f64 = 1e-2;
/// Below this 1 + h counts as this: a guarded row stays finite where a joint is turned over.
const TURNED: f64 = 1e-3;

/// How hard it is looked for closures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// From the guess and what is known; elsewhere only if that fails.
    Known,
    /// From everywhere.
    Thorough,
}

/// A way in which the mechanism closes.
#[derive(Clone, Debug)]
pub struct Closure {
    /// q.
    pub position: Vec<f64>,
    /// d: how far joints are from the reference.
    pub deviations: Vec<f64>,
    /// |d|.
    pub distance: f64,
}

/// All that were found.
#[derive(Clone, Debug)]
pub struct Closures {
    /// The nearest first.
    pub found: Vec<Closure>,
    /// Whether given values were moved within their last decimal.
    pub rounded: bool,
}

/// Constraints and conditions as a level, rows that are sines guarded:
///
/// ```text
/// g̃ = g √(2/(1 + h))        g = sin θ, h = cos θ:   g̃ = 2 sin(θ/2),  1 away from zero at half a turn      (1)
/// ```
pub(super) struct Guarded<'a> {
    pub of: &'a mut dyn Positions,
    pub layout: &'a Layout,
    /// Positions at the start, which bound what counts as the size of a coordinate.
    pub first: Vec<f64>,
    /// What is subtracted from the equations on the way from another closure.
    pub offsets: Vec<f64>,
    /// Only constraints, no conditions.
    pub constraints_only: bool,
}

impl Guarded<'_> {
    fn new<'a>(of: &'a mut dyn Positions, layout: &'a Layout, first: &[f64]) -> Guarded<'a> {
        Guarded { of, layout, first: first.to_vec(), offsets: Vec::new(), constraints_only: false }
    }
}

impl Level for Guarded<'_> {
    fn evaluate(&mut self, q: &[f64]) -> Rows {
        let mut rows = self.of.equations(q);
        let columns = self.layout.columns;
        if !self.layout.guards.is_empty() {
            let cosines = self.of.cosines(q);
            for guard in &self.layout.guards {
                let (row, h) = (guard.row, cosines.values[guard.cosine]);
                let above = (1.0 + h).max(TURNED);
                let factor = (2.0 / above).sqrt();
                let value = rows.values[row];
                for j in 0..columns {
                    let slope =
                        if 1.0 + h > TURNED { cosines.jacobian[guard.cosine * columns + j] } else { 0.0 };
                    let entry = &mut rows.jacobian[row * columns + j];
                    *entry = factor * (*entry - value * slope / (2.0 * above));
                }
                rows.values[row] = factor * value;
            }
        }
        if self.constraints_only {
            rows.values.truncate(self.layout.constraints);
            rows.jacobian.truncate(self.layout.constraints * columns);
        }
        for (value, offset) in rows.values.iter_mut().zip(&self.offsets) {
            *value -= offset;
        }
        rows
    }

    fn displace(&mut self, q: &mut [f64], by: &[f64]) {
        self.of.displace(q, by);
    }

    fn sizes(&self, q: &[f64]) -> Vec<f64> {
        // An angle is no larger for its turns, nor a length for having run away.
        let plain = self.layout.plain();
        let size = |j: usize| {
            let unit = self.layout.unit(j);
            let Some(at) = plain[j].filter(|&at| at < q.len()) else { return unit };
            let first = unit.max(self.first.get(at).map_or(0.0, |x| x.abs()));
            if self.layout.is_turn(j) { first } else { unit.max(q[at].abs()).min(1e6 * first) }
        };
        (0..self.layout.columns).map(size).collect()
    }

    fn is_angle(&self, column: usize) -> bool {
        self.layout.is_turn(column)
    }

    fn rounding(&self) -> f64 {
        self.layout.rounding
    }
}

/// Joints that are turned over, by their cosines.
fn turned_over(of: &mut dyn Positions, layout: &Layout, q: &[f64]) -> Vec<usize> {
    if layout.guards.is_empty() {
        return Vec::new();
    }
    let cosines = of.cosines(q).values;
    // Not a number is turned over too.
    (0..cosines.len()).filter(|&i| cosines[i].is_nan() || cosines[i] <= 0.0).collect()
}

/// The search in hand.
struct Search<'a> {
    of: &'a mut dyn Positions,
    layout: &'a Layout,
    guess: Vec<f64>,
    free: Vec<bool>,
    closures: Vec<Closure>,
    /// The attempt that came nearest to being closed.
    best: Option<(Vec<f64>, Remaining)>,
    /// Closed with these joints turned over.
    turned: Vec<usize>,
}

/// Closures from `guess` and from what is known of others, in the order of their distance; `reference` is where
/// coordinates are if nothing is given.
///
/// # Errors
/// [`Open`] where there is none.
pub fn search(
    of: &mut dyn Positions,
    layout: &Layout,
    (guess, reference): (&[f64], &[f64]),
    known: &[Vec<f64>],
    effort: Effort,
) -> Result<Closures, Open> {
    let free = layout.free();
    let mut search = Search {
        of,
        layout,
        guess: guess.to_vec(),
        free,
        closures: Vec::new(),
        best: None,
        turned: Vec::new(),
    };
    search.start(guess.to_vec());
    for known in known {
        search.follow(known);
    }
    // Nothing is nearer than the reference itself.
    let exact = search.closures.first().is_some_and(|closure| closure.distance < SAME);
    if search.closures.is_empty() || (effort == Effort::Thorough && !exact) {
        search.elsewhere(reference, effort);
    }
    if search.closures.is_empty() {
        return search.rounded();
    }
    Ok(Closures { found: search.closures, rounded: false })
}

/// The closure that is reached from a position by the shortest steps. Given coordinates move only where the position
/// is closed but for [`GIVEN`](super::GIVEN).
///
/// # Errors
/// [`Open`].
pub fn settle(of: &mut dyn Positions, layout: &Layout, near: &[f64]) -> Result<Vec<f64>, Open> {
    let free = layout.free();
    let mut search = Search {
        of,
        layout,
        guess: near.to_vec(),
        free,
        closures: Vec::new(),
        best: None,
        turned: Vec::new(),
    };
    let mut found = None;
    for size in core::iter::once(0.0).chain(NUDGES) {
        let mut x = near.to_vec();
        let nudge = starts::nudge(layout, &search.free, size);
        search.of.displace(&mut x, &nudge);
        if let Some(x) = search.close(x) {
            found = Some(x);
            break;
        }
    }
    if let Some(x) = found {
        return Ok(x);
    }
    let mut x = near.to_vec();
    let mut level = Guarded::new(search.of, layout, near);
    let nearly = newton(&mut level, &mut x, &search.free).worst() <= super::GIVEN;
    if nearly && newton(&mut level, &mut x, &vec![true; layout.columns]).closed() {
        let turned = turned_over(search.of, layout, &x);
        return if turned.is_empty() { Ok(x) } else { Err(Open::TurnedOver(turned)) };
    }
    Err(search.open())
}

impl Search<'_> {
    /// Closes from a start and keeps what is found.
    fn start(&mut self, x: Vec<f64>) -> bool {
        let mut x = x;
        self.of.wind(&mut x);
        let Some(mut x) = self.close(x) else { return false };
        let (of, layout) = (&mut *self.of, self.layout);
        {
            let first = self.guess.clone();
            let mut along = x.clone();
            nearest_on(of, layout, &first, &self.free, &mut along);
            if turned_over(of, layout, &along).is_empty() {
                x = along;
            }
        }
        self.unwind(&mut x);
        let deviations = self.of.deviations(&x).values;
        let distance = deviations.iter().map(|d| d * d).sum::<f64>().sqrt();
        let closure = Closure { position: x, deviations, distance };
        let apart = |a: &Closure| {
            let between = a.deviations.iter().zip(&closure.deviations).map(|(a, b)| (a - b) * (a - b));
            between.sum::<f64>().sqrt()
        };
        if self.closures.iter().any(|known| apart(known) < SAME) {
            return true;
        }
        self.closures.push(closure);
        self.closures.sort_by(order);
        true
    }

    /// Newton's iteration from a start; `None` where it does not close, or turns a joint over.
    fn close(&mut self, mut x: Vec<f64>) -> Option<Vec<f64>> {
        let remaining = newton(&mut Guarded::new(self.of, self.layout, &self.guess), &mut x, &self.free);
        if remaining.closed() {
            let turned = turned_over(self.of, self.layout, &x);
            if turned.is_empty() {
                return Some(x);
            }
            if self.turned.is_empty() {
                self.turned = turned;
            }
            return None;
        }
        if self.best.as_ref().is_none_or(|(_, best)| remaining.worst() < best.worst()) {
            self.best = Some((x, remaining));
        }
        None
    }

    /// A known closure with the given values of this search.
    fn with_given(&self, known: &[f64]) -> Vec<f64> {
        let mut x = known.to_vec();
        for (j, coordinate) in self.layout.plain().into_iter().enumerate() {
            if let Some(at) = coordinate.filter(|_| !self.free[j]) {
                x[at] = self.guess[at];
            }
        }
        for &(first, column) in &self.layout.rotations {
            if !self.free[column] {
                x[first..first + 4].copy_from_slice(&self.guess[first..first + 4]);
            }
        }
        x
    }

    /// Around the guess, on the way from the reference, far away.
    fn elsewhere(&mut self, reference: &[f64], effort: Effort) {
        for size in NUDGES {
            let mut x = self.guess.clone();
            let nudge = starts::nudge(self.layout, &self.free, size);
            self.of.displace(&mut x, &nudge);
            self.start(x);
        }
        self.continued(reference);
        let rows = self.of.equations(&self.guess).values.len();
        let work = (rows * rows * self.layout.columns).max(1);
        let count = (WORK / work).clamp(2, SCATTERED);
        for number in 0..count {
            if effort == Effort::Known && !self.closures.is_empty() {
                return;
            }
            let mut x = self.guess.clone();
            let by = starts::scattered(self.layout, &self.free, number);
            self.of.displace(&mut x, &by);
            self.start(x);
        }
    }

    /// From a closure near the reference, where nothing is given, in steps to what is given.
    fn continued(&mut self, reference: &[f64]) {
        let all = vec![true; self.layout.columns];
        let mut x = reference.to_vec();
        let mut level = Guarded::new(self.of, self.layout, reference);
        level.constraints_only = true;
        let mut remaining = newton(&mut level, &mut x, &all);
        for size in NUDGES {
            if remaining.closed() {
                break;
            }
            x = reference.to_vec();
            let nudge = starts::nudge(self.layout, &all, size);
            level.of.displace(&mut x, &nudge);
            remaining = newton(&mut level, &mut x, &all);
        }
        if !remaining.closed() {
            return;
        }
        self.follow(&x);
    }

    /// From a position that closes other given values, or other parameters, in steps to those of this search:
    ///
    /// ```text
    /// r(q) = (1 − s) r(q₀),   given coordinates (1 − s) x₀ + s x,   s = 0 … 1                       (2)
    /// ```
    fn follow(&mut self, begun: &[f64]) {
        let wanted = self.with_given(begun);
        let open = Guarded::new(self.of, self.layout, &self.guess).evaluate(begun).values;
        let plain = self.layout.plain();
        let ways = plain.iter().enumerate().filter_map(|(j, at)| {
            at.filter(|_| !self.free[j]).map(|at| (wanted[at] - begun[at]).abs() / self.layout.unit(j))
        });
        let turned =
            if self.layout.rotations.iter().any(|&(_, column)| !self.free[column]) { 1.0 } else { 0.0 };
        let said = open.iter().skip(self.layout.constraints).map(|c| c.abs());
        let longest = ways.chain(said).fold(turned, f64::max);
        let steps = ((longest / STRIDE).ceil() as usize).clamp(1, STEPS);
        let mut x = begun.to_vec();
        for step in 1..steps {
            let part = step as f64 / steps as f64;
            // What is free stays where the last step left it.
            let mut next = x.clone();
            let way = starts::between(self.layout, begun, &wanted, part);
            for (j, coordinate) in plain.iter().enumerate() {
                if let Some(at) = coordinate.filter(|_| !self.free[j]) {
                    next[at] = way[at];
                }
            }
            for &(first, column) in &self.layout.rotations {
                if !self.free[column] {
                    next[first..first + 4].copy_from_slice(&way[first..first + 4]);
                }
            }
            self.of.wind(&mut next);
            let mut level = Guarded::new(self.of, self.layout, &self.guess);
            level.offsets = open.iter().map(|c| (1.0 - part) * c).collect();
            if !newton(&mut level, &mut next, &self.free).closed() {
                break;
            }
            x = next;
        }
        self.start(self.with_given(&x));
    }

    /// Free angles within half a turn of where they started, where that changes no equation.
    fn unwind(&mut self, x: &mut Vec<f64>) {
        let turn = core::f64::consts::TAU;
        let plain = self.layout.plain();
        let own = plain.iter().enumerate().filter(|(j, _)| self.free[*j] && self.layout.is_turn(*j));
        // Coordinates without directions remember the turns of angles.
        let coordinates = plain.len() + self.layout.rotations.len();
        let remembered = coordinates..x.len();
        let turning: Vec<usize> = own.filter_map(|(_, at)| *at).chain(remembered).collect();
        for at in turning {
            let mut turns = ((x[at] - self.guess[at]) / turn).round();
            // (−π, π].
            if x[at] - turns * turn - self.guess[at] <= -core::f64::consts::PI {
                turns -= 1.0;
            }
            if turns == 0.0 {
                continue;
            }
            let mut there = x.clone();
            there[at] -= turns * turn;
            self.of.wind(&mut there);
            let mut level = Guarded::new(self.of, self.layout, &self.guess);
            let (wound, unwound) = (level.evaluate(x).values, level.evaluate(&there).values);
            let same = wound.iter().zip(&unwound).all(|(a, b)| (a - b).abs() <= 1e-9 * (1.0 + a.abs()));
            if same && newton(&mut level, &mut there, &self.free).closed() {
                *x = there;
            }
        }
    }

    /// Given values may be decimals that were rounded: then they may move by half a unit of the last.
    fn rounded(mut self) -> Result<Closures, Open> {
        let near = self.best.as_ref().map(|(x, _)| x.clone());
        for start in [Some(self.guess.clone()), near].into_iter().flatten() {
            if let Some(x) = rounded::settle(self.of, self.layout, &self.guess, start)
                && turned_over(self.of, self.layout, &x).is_empty()
            {
                let deviations = self.of.deviations(&x).values;
                let distance = deviations.iter().map(|d| d * d).sum::<f64>().sqrt();
                let closure = Closure { position: x, deviations, distance };
                return Ok(Closures { found: vec![closure], rounded: true });
            }
        }
        Err(self.open())
    }

    /// Why nothing closes.
    fn open(&mut self) -> Open {
        let Some((x, remaining)) = self.best.take() else {
            return Open::TurnedOver(core::mem::take(&mut self.turned));
        };
        if !self.turned.is_empty() {
            return Open::TurnedOver(core::mem::take(&mut self.turned));
        }
        classify(&mut Guarded::new(self.of, self.layout, &self.guess), &x, &remaining, &self.free)
    }
}

/// Which equations stay open, and why.
pub(super) fn classify(level: &mut dyn Level, x: &[f64], remaining: &Remaining, free: &[bool]) -> Open {
    let rows = 0..remaining.gaps.len();
    let fixed: Vec<Gap> = rows
        .clone()
        .filter(|&i| remaining.relative[i] > super::GIVEN && !remaining.movable[i])
        .map(|i| remaining.gap(i))
        .collect();
    if !fixed.is_empty() && free.iter().any(|free| !free) {
        return Open::Given(fixed);
    }
    let least = (WORTH_NAMING * remaining.worst()).max(CLOSED);
    let open: Vec<usize> =
        rows.filter(|&i| remaining.relative[i] > least || remaining.relative[i].is_nan()).collect();
    let gaps = open.iter().map(|&i| remaining.gap(i)).collect();
    if open.len() > 1 && depend_everywhere(level, x, &open, free) {
        Open::Contradiction(gaps)
    } else {
        Open::Apart(gaps)
    }
}

/// Moves a closed position to the nearest on its manifold.
pub(super) fn nearest_on(
    of: &mut dyn Positions,
    layout: &Layout,
    first: &[f64],
    free: &[bool],
    x: &mut Vec<f64>,
) {
    let rows = of.equations(x);
    let space = RowSpace::rounded(&rows.jacobian, free, layout.rounding);
    if space.rank() == free.iter().filter(|free| **free).count() {
        return;
    }
    // Equations and deviations take turns at the mechanism.
    let cell = core::cell::RefCell::new(of);
    let mut level = Shared { of: &cell, layout, first };
    let mut deviations = |x: &[f64]| cell.borrow_mut().deviations(x);
    nearest::nearest(&mut level, &mut deviations, x, free);
}

/// [`Guarded`] over a mechanism that others look at too.
struct Shared<'a, 'b> {
    of: &'a core::cell::RefCell<&'b mut dyn Positions>,
    layout: &'a Layout,
    first: &'a [f64],
}

impl Shared<'_, '_> {
    fn with<R>(&self, work: impl FnOnce(&mut Guarded<'_>) -> R) -> R {
        let mut of = self.of.borrow_mut();
        work(&mut Guarded::new(&mut **of, self.layout, self.first))
    }
}

impl Level for Shared<'_, '_> {
    fn evaluate(&mut self, q: &[f64]) -> Rows {
        self.with(|guarded| guarded.evaluate(q))
    }

    fn displace(&mut self, q: &mut [f64], by: &[f64]) {
        self.of.borrow_mut().displace(q, by);
    }

    fn sizes(&self, q: &[f64]) -> Vec<f64> {
        self.with(|guarded| guarded.sizes(q))
    }

    fn is_angle(&self, column: usize) -> bool {
        self.layout.is_turn(column)
    }

    fn rounding(&self) -> f64 {
        self.layout.rounding
    }
}

/// By distance; equal distances by the first deviation that differs, the larger first.
fn order(a: &Closure, b: &Closure) -> core::cmp::Ordering {
    if (a.distance - b.distance).abs() > EQUAL * (1.0 + a.distance) {
        return a.distance.total_cmp(&b.distance);
    }
    let differs = a.deviations.iter().zip(&b.deviations).find(|(a, b)| (*a - *b).abs() > SAME);
    differs.map_or(core::cmp::Ordering::Equal, |(a, b)| b.total_cmp(a))
}
