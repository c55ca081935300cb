//! Factors of M and of weighted matrices, and solves with them.

use super::saddle::Closing;
use super::shared::Border;
use super::{Place, Rooms, Sharing, Tree};
use crate::emitted::{KnownRank, Workspace, fallback_into, redundant_fallback_into};
use crate::trees::{
    Bodies as Articulated, Elimination, OfMass, Open, Parts, SADDLE, Shape, WeightedEngine, size_in_mass,
    size_in_weighted,
};
use crate::{Fallback, Real, Singular, Weights};
use alloc::vec;
use alloc::vec::Vec;

/// Matrices of more rows are not made dense.
const DENSE: usize = 3000;

/// Factors of a matrix of more rows that have a weak pivot are taken if they give back a vector to this share of its size.
const GIVEN_BACK: f64 = 1e-6;

/// Factors of M or of a weighted matrix.
#[derive(Clone, Debug)]
pub struct Factors<T> {
    pub(super) values: Vec<T>,
    /// Whether all pivots were large enough.
    sound: bool,
    /// The first row whose pivot is weak.
    weak: Option<usize>,
    /// What given coordinates and constraints add.
    pub(super) border: Border<T>,
    /// Forces between bodies on their ways.
    pub(super) open: Open<T>,
    /// The dense matrix, if its factors are not to be trusted.
    work: Vec<T>,
    /// Space for [`Closing`].
    closing: Vec<T>,
}

impl<T: Real> Factors<T> {
    /// No numbers yet: a workspace may have factors that its run does not use. Solves with them return an error.
    fn empty() -> Self {
        Self {
            values: Vec::new(),
            sound: false,
            weak: None,
            border: Border::default(),
            open: Open::default(),
            work: Vec::new(),
            closing: Vec::new(),
        }
    }

    /// Takes the space for [`Closing`], for the time of a factorisation.
    pub fn lend_closing(&mut self) -> Vec<T> {
        core::mem::take(&mut self.closing)
    }

    /// Gives it back.
    pub fn give_back(&mut self, closing: Vec<T>) {
        self.closing = closing;
    }

    /// Notes whether factors are to be trusted as they are.
    fn note(&mut self, weak: Option<usize>) {
        self.sound = weak.is_none();
        self.weak = weak;
    }
}

/// The factors of links, behind their shape.
pub(super) fn of_links<T>(values: &[T]) -> &[T] {
    values.get(HEAD..).unwrap_or_default()
}

/// In front of the factors of a weighted matrix: the rows and parts of their shape.
const HEAD: usize = 2;

impl<T: Real> Tree<T> {
    /// Empty factors of M.
    pub fn saddle_factors(&self) -> Factors<T> {
        Factors::empty()
    }

    /// Empty factors of the weighted matrix.
    pub fn factors(&self) -> Factors<T> {
        Factors::empty()
    }

    /// Factors of M. Never fails: [`solve_mass`](Self::solve_mass) handles weak pivots.
    pub fn factor_mass(&self, mass: Place<'_, T>, closing: Closing<'_, T>, into: &mut Factors<T>) {
        if self.deferring().is_some() {
            let zero = T::zero();
            let weights = Weights {
                mass: T::one(),
                damping: zero,
                stiffness: zero,
                identity: zero,
                constraint_position: zero,
                constraint_velocity: zero,
            };
            let parts = self.parts(weights, mass, &[], None);
            return self.with_loops_of_mass(|loops| self.factor_parts(loops, &parts, closing, into));
        }
        self.lent(|rooms| {
            let n = self.links();
            let articulated = rooms.articulated.get_or_insert_with(|| Articulated::new(&self.linkage));
            into.values.resize(SADDLE * n, T::zero());
            let links: &mut [[T; SADDLE]] = into.values.as_chunks_mut().0;
            let weak = self.engine().factor_mass(self.frames(mass), articulated, links);
            let of_common = self.border(
                &mut into.border,
                (T::zero(), closing),
                |link| size_in_mass(&links[link]),
                |x| self.engine().solve_mass(links, &mut rooms.room, x),
            );
            into.note(self.first_weak(weak, of_common));
            if into.weak.is_some() {
                self.dense(|x, out| self.product_with_mass(mass, x, rooms, out), closing, into);
            }
        });
    }

    /// The velocity of a weak pivot: one of links, or one that they have in common.
    fn first_weak(&self, of_links: Option<usize>, common: Option<usize>) -> Option<usize> {
        let own = |velocity| self.sharing.as_ref().map_or(velocity, |sharing| sharing.velocity_of(velocity));
        of_links.map(own).or(common)
    }

    /// A matrix whose factors are not to be trusted, column by column of its products, as rows.
    fn dense(&self, mut times: impl FnMut(&[T], &mut [T]), closing: Closing<'_, T>, into: &mut Factors<T>) {
        let given = self.sharing.as_ref().map_or(&[][..], Sharing::given);
        let n = self.velocities();
        let order = n + closing.rows.len() / given.len().max(1);
        into.work.clear();
        if order > DENSE {
            return;
        }
        into.work.resize(order * order, T::zero());
        let (mut unit, mut column) = (vec![T::zero(); n], vec![T::zero(); n]);
        for j in 0..n {
            unit[j] = T::one();
            times(&unit, &mut column);
            unit[j] = T::zero();
            for (i, &entry) in column.iter().enumerate() {
                into.work[i * order + j] = entry;
            }
        }
        if order == n {
            return;
        }
        for (k, &i) in given.iter().enumerate() {
            for (&more, &j) in closing.stiffness.iter().skip(given.len() * k).zip(given) {
                into.work[i * order + j] = into.work[i * order + j] + more;
            }
            for row in 0..order - n {
                into.work[i * order + n + row] = closing.columns[given.len() * row + k];
                into.work[(n + row) * order + i] = closing.rows[given.len() * row + k];
            }
        }
    }

    /// M⁻¹ x in place; with constraints (x, λ) of the saddle matrix.
    ///
    /// # Errors
    /// A singular matrix.
    pub fn solve_mass(
        &self,
        factors: &Factors<T>,
        x: &mut [T],
        lambda: &mut [T],
    ) -> Result<Fallback, Singular> {
        if self.deferring().is_some() {
            return self.with_loops_of_mass(|loops| self.solve_by(loops, factors, (x, lambda)));
        }
        self.solved(factors, (x, lambda), |rooms, x| {
            self.solve_bordered(&factors.border, x, rooms, |rooms, x| {
                self.engine().solve_mass(factors.values.as_chunks().0, &mut rooms.room, x);
            });
        })
    }

    fn solved(
        &self,
        factors: &Factors<T>,
        (x, lambda): (&mut [T], &mut [T]),
        fast: impl Fn(&mut Rooms<T>, (&mut [T], &mut [T])),
    ) -> Result<Fallback, Singular> {
        self.lent(|rooms| {
            if factors.sound {
                fast(rooms, (x, lambda));
                return Ok(if factors.weak.is_some() { Fallback::Refined } else { Fallback::None });
            }
            let (n, order) = (x.len(), x.len() + lambda.len());
            if factors.work.len() < order * order {
                return Err(Singular { row: factors.weak.unwrap_or(0) });
            }
            let matrix = &factors.work[..order * order];
            if lambda.is_empty() {
                return solve_dense(matrix, x, &mut |x| fast(rooms, (x, &mut [])));
            }
            let mut all: Vec<T> = x.iter().chain(&*lambda).copied().collect();
            let places = factors.border.dependent(n);
            let block = self.sharing.as_ref().and_then(|sharing| sharing.block(&factors.border, &places));
            let fallback = solve_dense_of_rank(matrix, &mut all, block, &mut |all| {
                fast(rooms, all.split_at_mut(n));
            })?;
            x.copy_from_slice(&all[..n]);
            lambda.copy_from_slice(&all[n..]);
            Ok(fallback)
        })
    }

    /// Factors of the weighted matrix.
    pub fn factor(
        &self,
        weights: Weights<T>,
        (mass, columns): (Place<'_, T>, Place<'_, T>),
        (moving, stiffness): (&[T], Option<&[T]>),
        closing: Closing<'_, T>,
        into: &mut Factors<T>,
    ) {
        let mut parts = self.parts(weights, columns, moving, stiffness);
        if mass.stamp() != columns.stamp() {
            parts.mass_frames = Some(self.frames(mass));
        }
        let of_columns = |stamp: Option<&T>| stamp.is_none_or(|&stamp| stamp == columns.stamp());
        let damped = weights.damping.magnitude() != 0.0;
        if !of_columns(moving.first().filter(|_| damped))
            || !of_columns(stiffness.and_then(|all| all.first()))
        {
            // C or K of another configuration than B: no method uses this.
            into.note(Some(0));
            into.work.clear();
            return;
        }
        self.factor_parts(T::weighted_loops(&self.linkage), &parts, closing, into);
    }

    /// What computes with M by the loops of weighted matrices. Those of f64 are there with all shapes; nothing is compiled for the other branch.
    fn with_loops_of_mass<R>(&self, run: impl FnOnce(&dyn WeightedEngine<T>) -> R) -> R {
        if const { T::IS_F64 } { run(T::weighted_loops(&self.linkage)) } else { run(&OfMass(&self.linkage)) }
    }

    fn factor_parts(
        &self,
        loops: &dyn WeightedEngine<T>,
        parts: &Parts<'_, T>,
        closing: Closing<'_, T>,
        into: &mut Factors<T>,
    ) {
        self.lent(|rooms| {
            let shape = parts.shape();
            into.values.resize(HEAD + shape.stride() * self.links(), T::zero());
            self.defer((parts, &closing), rooms, into);
            let (head, numbers) = into.values.split_at_mut(HEAD);
            head.copy_from_slice(&[shape.rows, shape.parts].map(|count| T::exact(count as f64)));
            let elimination = self.elimination(rooms);
            let weak = loops.factor_weighted(parts, elimination, (numbers, &mut into.open));
            let of_common = match self.deferring() {
                Some(sharing) => self.factor_dependent(sharing, &closing, (loops, shape, rooms), into),
                None => self.border(
                    &mut into.border,
                    (parts.identity, closing),
                    |link| size_in_weighted(shape, &numbers[shape.stride() * link..]),
                    |x| loops.solve_weighted((shape, numbers, &into.open), elimination, x),
                ),
            };
            into.note(self.first_weak(weak, of_common));
            if into.weak.is_some() {
                if self.velocities() > DENSE && closing.rows.is_empty() {
                    into.sound = self.gives_back(loops, parts, into, rooms);
                }
                if !into.sound {
                    self.dense(|x, out| self.weighted_product(loops, parts, (x, out), rooms), closing, into);
                }
            }
        });
    }

    /// Whether factors with a weak pivot are accurate: A⁻¹ A x = x to [`GIVEN_BACK`] for a fixed quasi-random x.
    fn gives_back(
        &self,
        loops: &dyn WeightedEngine<T>,
        parts: &Parts<'_, T>,
        factors: &Factors<T>,
        rooms: &mut Rooms<T>,
    ) -> bool {
        let n = self.velocities();
        let golden = 0.618_033_988_749_895;
        let x: Vec<T> = (1..=n).map(|i| T::exact(2.0 * ((i as f64 * golden) % 1.0) - 1.0)).collect();
        let mut back = vec![T::zero(); n];
        self.weighted_product(loops, parts, (&x, &mut back), rooms);
        self.solve_weighted(loops, factors, rooms, (&mut back, &mut []));
        // NaN is not close.
        x.iter().zip(&back).all(|(&x, &back)| (x - back).magnitude() <= GIVEN_BACK)
    }

    pub(super) fn elimination<'a>(&self, rooms: &'a mut Rooms<T>) -> &'a mut Elimination<T> {
        rooms.elimination.get_or_insert_with(|| Elimination::new(&self.linkage))
    }

    /// The inverse of the weighted matrix times x, in place; with constraints times (x, λ).
    ///
    /// # Errors
    /// A singular matrix.
    pub fn solve(&self, factors: &Factors<T>, x: &mut [T], lambda: &mut [T]) -> Result<Fallback, Singular> {
        self.solve_by(T::weighted_loops(&self.linkage), factors, (x, lambda))
    }

    fn solve_by(
        &self,
        loops: &dyn WeightedEngine<T>,
        factors: &Factors<T>,
        x: (&mut [T], &mut [T]),
    ) -> Result<Fallback, Singular> {
        self.solved(factors, x, |rooms, x| self.solve_weighted(loops, factors, rooms, x))
    }

    fn solve_weighted(
        &self,
        loops: &dyn WeightedEngine<T>,
        factors: &Factors<T>,
        rooms: &mut Rooms<T>,
        x: (&mut [T], &mut [T]),
    ) {
        let Some((head, numbers)) = factors.values.split_at_checked(HEAD) else { return };
        let shape = Shape { rows: head[0].value() as usize, parts: head[1].value() as usize };
        if self.deferring().is_some() {
            let of_links = (loops, (shape, numbers, &factors.open));
            return self.solve_deferred(of_links, &factors.border, rooms, x);
        }
        self.solve_bordered(&factors.border, x, rooms, |rooms, x| {
            let factors = (shape, numbers, &factors.open);
            loops.solve_weighted(factors, self.elimination(rooms), x);
        });
    }
}

/// A solve by a dense matrix with pivoting, if a check of the factors fails.
fn solve_dense<T: Real>(
    matrix: &[T],
    x: &mut [T],
    fast: &mut dyn FnMut(&mut [T]),
) -> Result<Fallback, Singular> {
    solve_dense_of_rank(matrix, x, None, fast)
}

/// The same with redundant constraints.
fn solve_dense_of_rank<T: Real>(
    matrix: &[T],
    x: &mut [T],
    block: Option<KnownRank<'_>>,
    fast: &mut dyn FnMut(&mut [T]),
) -> Result<Fallback, Singular> {
    let n = x.len();
    let zeros = || vec![T::zero(); n];
    let (mut lu, mut right, mut residual) = (vec![T::zero(); n * n], zeros(), zeros());
    let (mut scales, mut rows, mut columns) = (vec![1.0; n], vec![0; n], vec![0; n]);
    let work = Workspace {
        lu: &mut lu,
        right: &mut right,
        residual: &mut residual,
        scales: &mut scales,
        rows: &mut rows,
        columns: &mut columns,
    };
    match block {
        Some(block) => redundant_fallback_into(matrix, x, work, &block, fast),
        None => fallback_into(matrix, x, work, fast),
    }
}
