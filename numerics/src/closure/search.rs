//! Closures of a mechanism from several starts, the nearest first.

mod elsewhere;

use super::guarded::{Guarded, turned_over};
use super::newton::{Level, Remaining, depend_everywhere, gaps, newton};
use super::{CLOSED, Gap, Layout, Open, Positions, nearest, rounded, starts};
use crate::RowSpace;
#[cfg(not(feature = "std"))]
use crate::elementary::Float;
use alloc::vec;
use alloc::vec::Vec;
use elsewhere::FURTHER;

/// Sizes of perturbations of a singular start.
const PERTURBATIONS: [f64; 2] = [1e-3, 1e-1];
/// With this many directions, starts far away close to nothing: none are made where a closure is known.
const MANY: usize = 100;
/// Closures nearer to each other than this, in the norm of deviations, are the same.
const SAME: f64 = 1e-5;
/// A closed position is compared with its neighbours at this distance along the closures, in units of the columns: it may be where the distance
/// is stationary without being the smallest, or one of many that are equally near.
const ASIDE: f64 = 3e-2;
/// Closures that are equally near and farther apart than this, in the norm of deviations, are different ones of a continuum: an isolated one
/// is found again more accurately than this.
const BESIDE: f64 = 1e-3;
/// Directions of the neighbours.
const DIRECTIONS: usize = 2;
/// Comparisons with neighbours at most that have led to a nearer closure.
const DESCENTS: usize = 4;
/// Distances that differ by less are equal; then deviations decide, the first that differs, the larger.
const EQUAL: f64 = 1e-7;
/// A gap is named if it is at least this part of the largest.
const WORTH_NAMING: f64 = 1e-2;

/// The effort of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// From the guess and known closures; from other starts only if that fails.
    Known,
    /// From everywhere.
    Thorough,
}

/// A closed position.
#[derive(Clone, Debug)]
pub struct Closure {
    /// q.
    pub position: Vec<f64>,
    /// d, the deviations of joints from the reference.
    pub deviations: Vec<f64>,
    /// |d|.
    pub distance: f64,
    /// d of another closure nearby that is as near to the reference, where the nearest is not isolated: then one of a continuum is taken.
    pub beside: Option<Vec<f64>>,
}

/// All closures that were found.
#[derive(Clone, Debug)]
pub struct Closures {
    /// The nearest first.
    pub found: Vec<Closure>,
    /// Whether given values were moved within their last decimal.
    pub rounded: bool,
}

/// The state of a search.
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
    let mut search = Search::new(of, layout, guess);
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
/// is closed except for [`GIVEN`](super::GIVEN).
///
/// # Errors
/// [`Open`].
pub fn settle(of: &mut dyn Positions, layout: &Layout, near: &[f64]) -> Result<Vec<f64>, Open> {
    let mut search = Search::new(of, layout, near);
    let mut found = None;
    for size in core::iter::once(0.0).chain(PERTURBATIONS) {
        let mut x = near.to_vec();
        let perturbation = starts::perturbation(layout, &search.free, size);
        search.of.displace(&mut x, &perturbation);
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

/// Whether constraints are closed at a position, and no joint is turned over.
///
/// # Errors
/// [`Open`].
pub fn check(of: &mut dyn Positions, layout: &Layout, q: &[f64]) -> Result<(), Open> {
    let mut level = Guarded { constraints_only: true, ..Guarded::new(of, layout, q) };
    let free = layout.free();
    let remaining = gaps(&mut level, q, &free);
    if !remaining.closed() {
        return Err(classify(&mut level, q, &remaining, &free));
    }
    let turned = turned_over(of, layout, q);
    if turned.is_empty() { Ok(()) } else { Err(Open::TurnedOver(turned)) }
}

impl Search<'_> {
    fn new<'a>(of: &'a mut dyn Positions, layout: &'a Layout, guess: &[f64]) -> Search<'a> {
        Search {
            of,
            layout,
            guess: guess.to_vec(),
            free: layout.free(),
            closures: Vec::new(),
            best: None,
            turned: Vec::new(),
        }
    }

    /// A closed position with its distance.
    fn closure(&mut self, position: Vec<f64>) -> Closure {
        let deviations = self.of.deviations(&position).values;
        let distance = deviations.iter().map(|d| d * d).sum::<f64>().sqrt();
        Closure { position, deviations, distance, beside: None }
    }

    /// Closes from a start and keeps what is found.
    fn start(&mut self, x: Vec<f64>) -> bool {
        let mut x = x;
        self.of.wind(&mut x);
        let Some(mut x) = self.close(x) else { return false };
        let mut along = x.clone();
        let mut beside = None;
        if self.nearest(&mut along) {
            beside = self.compared(&mut along);
        }
        if turned_over(self.of, self.layout, &along).is_empty() {
            x = along;
        }
        self.unwind(&mut x);
        // A rotation beyond half a turn is taken only where no other closes: equations that contain entries of a quaternion
        // distinguish it from the same rotation by less than half a turn.
        let beyond = self.is_beyond(&x);
        if beyond && !self.closures.is_empty() {
            return true;
        }
        if !beyond {
            let mut closures = core::mem::take(&mut self.closures);
            closures.retain(|known| !self.is_beyond(&known.position));
            self.closures = closures;
        }
        let closure = Closure { beside, ..self.closure(x) };
        // Those of one continuum count once.
        let one_of = |known: &Closure| {
            known.beside.is_some() && closure.beside.is_some() && equally_near(known, &closure)
        };
        if self.closures.iter().any(|known| apart(known, &closure) < SAME || one_of(known)) {
            return true;
        }
        self.closures.push(closure);
        self.closures.sort_by(order);
        true
    }

    /// Moves a closed position to the nearest on its manifold; `true` if there is freedom, and the distance is stationary there.
    fn nearest(&mut self, x: &mut Vec<f64>) -> bool {
        let rows = self.of.equations(x);
        let space = RowSpace::rounded(&rows.jacobian, &self.free, self.layout.rounding);
        if space.rank() == self.free.iter().filter(|free| **free).count() {
            return false;
        }
        let mut level = Guarded::new(self.of, self.layout, &self.guess);
        nearest::nearest(&mut level, x, &self.free)
    }

    /// Compares a nearest position with a neighbour: where that leads to a nearer one, which is then taken, the distance was only stationary;
    /// where it leads to another one that is equally near, its deviations are returned.
    fn compared(&mut self, x: &mut Vec<f64>) -> Option<Vec<f64>> {
        let mut descents = 0;
        let mut direction = 0;
        while direction < DIRECTIONS && descents < DESCENTS {
            let here = self.closure(x.clone());
            if here.distance < SAME || self.layout.columns >= MANY {
                return None;
            }
            let mut there = x.clone();
            // No directions of other starts: from those the nearest may have been reached.
            let aside = starts::scattered(self.layout, &self.free, FURTHER + direction);
            let aside: Vec<f64> = aside.iter().map(|by| ASIDE * by).collect();
            self.of.displace(&mut there, &aside);
            self.of.wind(&mut there);
            direction += 1;
            let mut level = Guarded::new(self.of, self.layout, &self.guess);
            if !newton(&mut level, &mut there, &self.free).closed() {
                continue;
            }
            if !nearest::nearest(&mut level, &mut there, &self.free) {
                continue;
            }
            let other = self.closure(there);
            if equally_near(&here, &other) {
                if apart(&here, &other) > BESIDE {
                    return Some(other.deviations);
                }
            } else if other.distance < here.distance {
                *x = other.position;
                (direction, descents) = (0, descents + 1);
            }
        }
        None
    }

    /// Newton's iteration from a start; `None` where it does not close, or turns a joint by half a turn.
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

    /// Whether a rotation is more than half a turn from where it started, and equations distinguish that from less: they contain entries of
    /// its quaternion, whose sign changes nothing else.
    fn is_beyond(&mut self, x: &[f64]) -> bool {
        let beyond = |&(first, _): &(usize, usize)| {
            let pairs = x[first..first + 4].iter().zip(&self.guess[first..first + 4]);
            pairs.map(|(a, b)| a * b).sum::<f64>() < 0.0
        };
        let there: Vec<usize> = self.layout.rotations.iter().filter(|at| beyond(at)).map(|at| at.0).collect();
        there.into_iter().any(|first| {
            let mut other = x.to_vec();
            other[first..first + 4].iter_mut().for_each(|entry| *entry = -*entry);
            let mut level = Guarded::new(self.of, self.layout, &self.guess);
            let (here, there) = (level.evaluate(x).values, level.evaluate(&other).values);
            !same(&here, &there)
        })
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
            if same(&wound, &unwound) && newton(&mut level, &mut there, &self.free).closed() {
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
                return Ok(Closures { found: vec![self.closure(x)], rounded: true });
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

/// The equations that stay open, and the reason.
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

/// Whether equations have the same values.
fn same(a: &[f64], b: &[f64]) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-9 * (1.0 + a.abs()))
}

/// The distance between two closures.
fn apart(a: &Closure, b: &Closure) -> f64 {
    let between = a.deviations.iter().zip(&b.deviations).map(|(a, b)| (a - b) * (a - b));
    between.sum::<f64>().sqrt()
}

fn equally_near(a: &Closure, b: &Closure) -> bool {
    (a.distance - b.distance).abs() <= EQUAL * (1.0 + a.distance)
}

/// By distance; equal distances by the first deviation that differs, the larger first.
fn order(a: &Closure, b: &Closure) -> core::cmp::Ordering {
    if !equally_near(a, b) {
        return a.distance.total_cmp(&b.distance);
    }
    let differs = a.deviations.iter().zip(&b.deviations).find(|(a, b)| (*a - *b).abs() > SAME);
    differs.map_or(core::cmp::Ordering::Equal, |(a, b)| b.total_cmp(a))
}
