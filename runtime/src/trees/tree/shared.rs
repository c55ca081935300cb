//! Coordinates that several links have in common, as those of couplings with `share: true`, and coordinates that constraints have (`saddle`).
//!
//! In the loops every link has coordinates of its own. With s for the unknowns that links have in common, l for all others, and a hat
//! for the unknowns of links,
//!
//! ```text
//! q̂_i = r_i q_s + c_i,   x̂_i = r_i x_s   of the links i that s moves:   x̂ = P x                     (1)
//! f = Pᵀ f̂,   A = Pᵀ Â P                                                                             (2)
//! ```
//! The elimination from the leaves to the ground leaves the links of s out: it finds, for given x_s, x_l and the efforts e that these
//! links need.
//!
//! ```text
//! [Â_ll Â_ls] [ x_l   ]   [r_l]
//! [Â_sl Â_ss] [ P x_s ] = [ e ]                                                                        (3)
//! W, S: x_l and Pᵀ e of r_l = 0 and the unit vectors of x_s                                            (4)
//! x = (x_l + W x_s, x_s)   with S x_s = r_s − Pᵀ e,   x_l and e of x_s = 0                             (5)
//! ```
//! S is the Schur complement of A_ll in A, which is positive definite if A is: no accuracy is lost in (5), whatever the inertias of links
//! with a common coordinate. ι of A counts once for each unknown: S_ss += (1 − Σ r_i²) ι                 (6)

use super::deferred::DeferredRoom;
use super::dependent::Dependent;
use super::saddle::{Closing, Saddle, SaddleRoom};
use super::{Rooms, Tree};
use crate::Real;
use crate::emitted::{KnownRank, WEAK_DIAGONAL};
use crate::trees::{Layout, Linkage};
use alloc::vec;
use alloc::vec::Vec;

/// Where the coordinates of links are among those of the mechanism.
#[derive(Debug)]
pub(super) struct Sharing<T> {
    /// q̂.
    coordinates: Vec<Own<T>>,
    /// v̂.
    velocities: Vec<Own<T>>,
    /// The number of v.
    count: usize,
    /// The velocities that several links have in common, or constraints have, ascending.
    common: Vec<usize>,
    /// The links that each of them moves.
    links: Vec<Vec<usize>>,
    /// Whether there are constraints.
    constrained: bool,
}

/// A coordinate or a velocity of a link.
#[derive(Debug)]
struct Own<T> {
    /// The one of the mechanism.
    of: usize,
    /// r_i and c_i, of those in common.
    moved: Option<[T; 2]>,
}

/// W and the factors of S of one matrix.
#[derive(Clone, Debug)]
pub(super) struct Border<T> {
    /// The columns of W.
    columns: Vec<T>,
    /// L and U of S row by row; S with constraints.
    s: Vec<T>,
    /// The factors with constraints.
    saddle: Saddle<T>,
    /// What redundant ones add.
    pub(super) dependent: Dependent<T>,
}

impl<T: Real> Border<T> {
    /// The rows of constraints that depend on others in a matrix of n velocities.
    pub(super) fn dependent(&self, n: usize) -> Vec<usize> {
        self.dependent.rows().iter().map(|row| n + row).collect()
    }
}

/// Of nothing.
impl<T> Default for Border<T> {
    fn default() -> Self {
        let (saddle, dependent) = (Saddle::default(), Dependent::default());
        Self { columns: Vec::new(), s: Vec::new(), saddle, dependent }
    }
}

impl<T: Real> Sharing<T> {
    /// Of a layout; `None` if every link has its own coordinates.
    pub(super) fn of(layout: &Layout, values: &[T]) -> Option<Self> {
        if layout.shared.is_empty() && layout.constrained.is_empty() {
            return None;
        }
        let [coordinates, velocities] = layout.places();
        let plain = |of: Vec<usize>| of.into_iter().map(|of| Own { of, moved: None }).collect::<Vec<_>>();
        let (mut coordinates, mut velocities) = (plain(coordinates), plain(velocities));
        let mut common: Vec<usize> = layout.shared.iter().map(|shared| shared.velocity).collect();
        let constrained =
            || layout.constrained.iter().map(|&link| (link, Linkage::<T>::range(&layout.links[link])));
        common.extend(constrained().flat_map(|(_, own)| own).map(|own| velocities[own].of));
        common.sort_unstable();
        common.dedup();
        let mut links = vec![Vec::new(); common.len()];
        for shared in &layout.shared {
            let link = &layout.links[shared.link];
            let moved = Some([values[shared.numbers], values[shared.numbers + 1]]);
            coordinates[link.coordinate as usize].moved = moved;
            velocities[link.velocity as usize].moved = moved;
            if let Ok(number) = common.binary_search(&shared.velocity) {
                links[number].push(shared.link);
            }
        }
        for (link, own) in constrained() {
            for own in own {
                let place = &mut velocities[own];
                if place.moved.is_none()
                    && let Ok(number) = common.binary_search(&place.of)
                {
                    place.moved = Some([T::one(), T::zero()]);
                    links[number].push(link);
                }
            }
        }
        let (_, count) = layout.sizes();
        let constrained = !layout.constrained.is_empty();
        Some(Self { coordinates, velocities, count, common, links, constrained })
    }

    /// The number of v.
    pub(super) fn velocities(&self) -> usize {
        self.count
    }

    /// The links whose coordinates are given.
    pub(super) fn links(&self) -> impl Iterator<Item = usize> {
        self.links.iter().flatten().copied()
    }

    /// The given velocities.
    pub(super) fn given(&self) -> &[usize] {
        &self.common
    }

    /// The velocities of links that are given, in the order of [`given`](Self::given), if constraints alone have them.
    pub(super) fn own_given(&self) -> Vec<usize> {
        let mut all = vec![0; self.common.len()];
        for (own, place) in self.velocities.iter().enumerate() {
            if let Ok(number) = self.common.binary_search(&place.of) {
                all[number] = own;
            }
        }
        all
    }

    /// These given velocities with all others of their links, ascending: a rotation in space about one axis changes the directions of the others.
    pub(super) fn of_whole_links(&self, given: &[usize], layout: &Layout) -> Vec<usize> {
        let links = given.iter().flat_map(|&one| &self.links[one]);
        let own = links.flat_map(|&link| Linkage::<T>::range(&layout.links[link]));
        let mut all: Vec<usize> =
            own.filter_map(|own| self.common.binary_search(&self.velocities[own].of).ok()).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The velocity of the mechanism for one of a link.
    pub(super) fn velocity_of(&self, own: usize) -> usize {
        self.velocities[own].of
    }

    /// The number of q̂.
    pub(super) fn own_coordinates(&self) -> usize {
        self.coordinates.len()
    }

    /// q̂, (1).
    pub(super) fn place(&self, q: &[T], own: &mut [T]) {
        for (x, place) in own.iter_mut().zip(&self.coordinates) {
            *x = match place.moved {
                Some([ratio, offset]) => ratio * q[place.of] + offset,
                None => q[place.of],
            };
        }
    }

    /// x̂, (1); nothing of nothing.
    pub(super) fn spread(&self, x: &[T], own: &mut Vec<T>) {
        own.clear();
        if !x.is_empty() {
            own.extend(self.velocities.iter().map(|place| match place.moved {
                Some([ratio, _]) => ratio * x[place.of],
                None => x[place.of],
            }));
        }
    }

    /// x of x̂, where every link has velocities of its own.
    pub(super) fn gather(&self, own: &[T], x: &mut [T]) {
        own.iter().zip(&self.velocities).for_each(|(&own, place)| x[place.of] = own);
    }

    /// Pᵀ of efforts, (2).
    fn sum(&self, own: &[T], out: &mut [T]) {
        for &common in &self.common {
            out[common] = T::zero();
        }
        for (&effort, place) in own.iter().zip(&self.velocities) {
            match place.moved {
                Some([ratio, _]) => out[place.of] = out[place.of] + ratio * effort,
                None => out[place.of] = effort,
            }
        }
    }

    /// The sum over the links of a common velocity of r_i² times something.
    fn weighed(&self, layout: &Layout, number: usize, of: impl Fn(usize) -> T) -> T {
        self.links[number].iter().fold(T::zero(), |sum, &link| {
            let ratio = match self.velocities[layout.links[link].velocity as usize].moved {
                Some([ratio, _]) => ratio,
                None => T::zero(),
            };
            sum + ratio * ratio * of(link)
        })
    }

    /// Redundant constraints in the whole matrix, for places of their rows.
    pub(super) fn block<'a>(&self, border: &'a Border<T>, places: &'a [usize]) -> Option<KnownRank<'a>> {
        let dependent = &border.dependent;
        (!dependent.is_empty()).then(|| dependent.block(self.count, places))
    }

    /// The row of the whole matrix for one of the system of given velocities and constraints.
    pub(super) fn row(&self, of_given: usize) -> usize {
        let beyond = of_given.checked_sub(self.common.len());
        beyond.map_or_else(|| self.common[of_given], |constraint| self.count + constraint)
    }

    /// Adds what (6) adds for a vector.
    fn count_once(&self, layout: &Layout, identity: T, x: &[T], out: &mut [T]) {
        if identity.magnitude() == 0.0 {
            return;
        }
        for (number, &common) in self.common.iter().enumerate() {
            let more = (T::one() - self.weighed(layout, number, |_| T::one())) * identity;
            out[common] = out[common] + more * x[common];
        }
    }
}

/// Vectors of links, kept from call to call.
#[derive(Debug)]
pub(super) struct OfLinks<T> {
    rates: [Vec<T>; 2],
    efforts: Vec<T>,
    solved: Vec<T>,
    /// A right-hand side of given velocities and constraints, and work space.
    given: Vec<T>,
    saddle: SaddleRoom<T>,
    pub(super) deferred: DeferredRoom<T>,
}

impl<T: Real> OfLinks<T> {
    pub(super) fn new() -> Self {
        Self {
            rates: [Vec::new(), Vec::new()],
            efforts: Vec::new(),
            solved: Vec::new(),
            given: Vec::new(),
            saddle: SaddleRoom::default(),
            deferred: DeferredRoom::default(),
        }
    }

    /// (1) of `saddle`, in place.
    fn solve_saddle(
        &mut self,
        (saddle, dependent): (&Saddle<T>, &Dependent<T>),
        given: &[usize],
        (x, lambda): (&mut [T], &mut [T]),
    ) {
        let Self { given: all, saddle: room, .. } = self;
        all.clear();
        all.extend(given.iter().map(|&own| x[own]).chain(lambda.iter().copied()));
        saddle.solve(dependent, all, room);
        let (of_given, of_constraints) = all.split_at(given.len());
        given.iter().zip(of_given).for_each(|(&own, &solved)| x[own] = solved);
        lambda.copy_from_slice(of_constraints);
    }
}

impl<T: Real> Tree<T> {
    /// The number of velocities of the mechanism.
    pub(super) fn velocities(&self) -> usize {
        self.sharing.as_ref().map_or_else(|| self.linkage.velocities(), Sharing::velocities)
    }

    /// Lends velocities or accelerations of links, (1).
    pub(super) fn spread<const N: usize, R>(
        &self,
        vectors: [&[T]; N],
        rooms: &mut Rooms<T>,
        work: impl FnOnce(&mut Rooms<T>, [&[T]; N]) -> R,
    ) -> R {
        let Some(sharing) = &self.sharing else { return work(rooms, vectors) };
        let mut all = core::mem::take(&mut rooms.of_links.rates);
        for (own, vector) in all.iter_mut().zip(vectors) {
            sharing.spread(vector, own);
        }
        let result = work(rooms, core::array::from_fn(|i| all.get(i).map_or(&[][..], |own| &own[..])));
        rooms.of_links.rates = all;
        result
    }

    /// Sums the efforts of links, (2).
    pub(super) fn summed(
        &self,
        out: &mut [T],
        rooms: &mut Rooms<T>,
        work: impl FnOnce(&mut Rooms<T>, &mut [T]),
    ) {
        let Some(sharing) = &self.sharing else { return work(rooms, out) };
        let mut own = core::mem::take(&mut rooms.of_links.efforts);
        own.resize(sharing.velocities.len(), T::zero());
        work(rooms, &mut own);
        sharing.sum(&own, out);
        rooms.of_links.efforts = own;
    }

    /// (6) of a product.
    pub(super) fn count_once(&self, identity: T, x: &[T], out: &mut [T]) {
        if let Some(sharing) = &self.sharing {
            sharing.count_once(&self.layout, identity, x, out);
        }
    }

    /// (4) with ι; `solve` is (3) for given x_s, in whose place it leaves e, and `size` what the pivot of a link would be with locked
    /// joints. The velocity of the first weak pivot.
    pub(super) fn border(
        &self,
        border: &mut Border<T>,
        (identity, closing): (T, Closing<'_, T>),
        size: impl Fn(usize) -> T,
        mut solve: impl FnMut(&mut [T]),
    ) -> Option<usize> {
        let sharing = self.sharing.as_ref()?;
        let (own, k) = (sharing.velocities.len(), sharing.common.len());
        let Border { columns, s, saddle, dependent } = border;
        for (all, count) in [(&mut *columns, k * own), (&mut *s, k * k)] {
            all.clear();
            all.resize(count, T::zero());
        }
        for (c, column) in columns.chunks_exact_mut(own).enumerate() {
            for (x, place) in column.iter_mut().zip(&sharing.velocities) {
                *x = match place.moved {
                    Some([ratio, _]) if place.of == sharing.common[c] => ratio,
                    _ => T::zero(),
                };
            }
            solve(column);
            let of_ones = T::one() - sharing.weighed(&self.layout, c, |_| T::one());
            s[k * c + c] = of_ones * identity;
            for (x, place) in column.iter_mut().zip(&sharing.velocities) {
                if let (Some([ratio, _]), Ok(row)) = (place.moved, sharing.common.binary_search(&place.of)) {
                    s[k * row + c] = s[k * row + c] + ratio * *x;
                    *x = T::zero();
                }
            }
        }
        if sharing.constrained {
            let zero = saddle.factor(k, s, closing, dependent)?;
            return Some(sharing.row(zero));
        }
        let mut weak = None;
        for c in 0..k {
            let pivot = s[k * c + c];
            let whole = sharing.weighed(&self.layout, c, &size);
            // NaN is not sound.
            let sound = pivot.smallest() > WEAK_DIAGONAL * whole.leading();
            if !sound {
                weak = weak.or(Some(sharing.common[c]));
            }
            for row in c + 1..k {
                let factor = s[k * row + c] / pivot;
                s[k * row + c] = factor;
                for column in c + 1..k {
                    s[k * row + column] = s[k * row + column] - factor * s[k * c + column];
                }
            }
        }
        weak
    }

    /// (5), in place.
    pub(super) fn solve_bordered(
        &self,
        Border { columns, s, saddle, dependent }: &Border<T>,
        (x, lambda): (&mut [T], &mut [T]),
        rooms: &mut Rooms<T>,
        solve: impl FnOnce(&mut Rooms<T>, &mut [T]),
    ) {
        let Some(sharing) = &self.sharing else { return solve(rooms, x) };
        let (own, k) = (sharing.velocities.len(), sharing.common.len());
        let mut solved = core::mem::take(&mut rooms.of_links.solved);
        solved.clear();
        solved.extend(sharing.velocities.iter().map(|place| match place.moved {
            Some(_) => T::zero(),
            None => x[place.of],
        }));
        solve(rooms, &mut solved);
        for (&solved, place) in solved.iter().zip(&sharing.velocities) {
            match place.moved {
                Some([ratio, _]) => x[place.of] = x[place.of] - ratio * solved,
                None => x[place.of] = solved,
            }
        }
        let common = &sharing.common;
        if sharing.constrained {
            rooms.of_links.solve_saddle((saddle, dependent), common, (x, lambda));
        } else {
            for row in 0..k {
                for column in 0..row {
                    x[common[row]] = x[common[row]] - s[k * row + column] * x[common[column]];
                }
            }
            for row in (0..k).rev() {
                for column in row + 1..k {
                    x[common[row]] = x[common[row]] - s[k * row + column] * x[common[column]];
                }
                x[common[row]] = x[common[row]] / s[k * row + row];
            }
        }
        for (column, &common) in columns.chunks_exact(own.max(1)).zip(common) {
            let amount = x[common];
            for (&more, place) in column.iter().zip(&sharing.velocities) {
                if place.moved.is_none() {
                    x[place.of] = x[place.of] + more * amount;
                }
            }
        }
        rooms.of_links.solved = solved;
    }
}
