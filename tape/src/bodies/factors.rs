//! Factors of M and of weighted matrices, and solves with them.

use super::{Bodies, Rooms, frames};
use crate::states::{TapeFactors, TapePositionCache};
use linkwork::__private::{Workspace, fallback_into};
use linkwork::{Fallback, Real, Singular, Weights};
use linkwork_cells::{Bodies as Articulated, Elimination, Parts, SADDLE, Shape};

/// Matrices of more rows are not made dense.
const DENSE: usize = 3000;

/// Factors of a matrix of more rows that have a weak pivot are taken if they give back a vector to this share of its size.
const GIVEN_BACK: f64 = 1e-6;

/// In front of the factors of a weighted matrix: the rows and parts of their shape.
const HEAD: usize = 2;

impl<T: Real> Bodies<T> {
    /// Empty factors of M.
    pub(crate) fn saddle_factors(&self) -> TapeFactors<T> {
        let values = vec![T::zero(); SADDLE * self.links()];
        TapeFactors { values, sound: false, checked: vec![T::zero()], work: Vec::new() }
    }

    /// Empty factors of the weighted matrix.
    pub(crate) fn factors(&self) -> TapeFactors<T> {
        let values = vec![T::zero(); HEAD + Shape { rows: 1, parts: 2 }.stride() * self.links()];
        TapeFactors { values, sound: false, checked: vec![T::zero()], work: Vec::new() }
    }

    pub(crate) fn factor_mass(&self, mass: &TapePositionCache<T>, into: &mut TapeFactors<T>) {
        self.lent(|rooms| {
            let n = self.links();
            let articulated = rooms.articulated.get_or_insert_with(|| Articulated::new(n));
            let weak = self.engine.factor_mass(frames(mass), articulated, into.values.as_chunks_mut().0);
            note(weak, into);
            if weak.is_some() {
                let times =
                    |x: &[T], out: &mut [T]| self.engine.mass_times(frames(mass), x, &mut rooms.room, out);
                self.dense(times, into);
            }
        });
    }

    /// A matrix whose factors are not to be trusted, column by column of its products, as rows.
    fn dense(&self, mut times: impl FnMut(&[T], &mut [T]), into: &mut TapeFactors<T>) {
        let n = self.program.velocities.len();
        into.work.clear();
        if n > DENSE {
            return;
        }
        into.work.resize(n * n, T::zero());
        let (mut unit, mut column) = (vec![T::zero(); n], vec![T::zero(); n]);
        for j in 0..n {
            unit[j] = T::one();
            times(&unit, &mut column);
            unit[j] = T::zero();
            for (i, &entry) in column.iter().enumerate() {
                into.work[i * n + j] = entry;
            }
        }
    }

    pub(crate) fn solve_mass(&self, factors: &TapeFactors<T>, x: &mut [T]) -> Result<Fallback, Singular> {
        self.solved(factors, x, |rooms, x| {
            self.engine.solve_mass(factors.values.as_chunks().0, &mut rooms.room, x);
        })
    }

    fn solved(
        &self,
        factors: &TapeFactors<T>,
        x: &mut [T],
        fast: impl Fn(&mut Rooms<T>, &mut [T]),
    ) -> Result<Fallback, Singular> {
        self.lent(|rooms| {
            if factors.sound {
                fast(rooms, x);
                return Ok(if weak_row(factors).is_some() { Fallback::Refined } else { Fallback::None });
            }
            let n = x.len();
            if factors.work.len() < n * n {
                return Err(Singular { row: weak_row(factors).unwrap_or(0) });
            }
            solve_dense(&factors.work[..n * n], x, &mut |x| fast(rooms, x))
        })
    }

    /// Factors of the weighted matrix.
    pub(crate) fn factor(
        &self,
        weights: Weights<T>,
        (mass, columns): (&TapePositionCache<T>, &TapePositionCache<T>),
        (moving, stiffness): (&[T], Option<&[T]>),
        into: &mut TapeFactors<T>,
    ) {
        let mut parts = self.parts(weights, &columns.values, moving, stiffness);
        if mass.values[0] != columns.values[0] {
            parts.mass_frames = Some(frames(mass));
        }
        let of_columns = |stamp: Option<&T>| stamp.is_none_or(|&stamp| stamp == columns.values[0]);
        let damped = weights.damping.magnitude() != 0.0;
        if !of_columns(moving.first().filter(|_| damped))
            || !of_columns(stiffness.and_then(|all| all.first()))
        {
            // C or K of another configuration than B: no method uses this.
            note(Some(0), into);
            into.work.clear();
            return;
        }
        self.lent(|rooms| {
            let elimination = self.elimination(rooms);
            let shape = parts.shape();
            into.values.resize(HEAD + shape.stride() * self.links(), T::zero());
            let (head, numbers) = into.values.split_at_mut(HEAD);
            head.copy_from_slice(&[shape.rows, shape.parts].map(|count| T::exact(count as f64)));
            let weak = self.engine.factor_weighted(&parts, elimination, numbers);
            note(weak, into);
            if weak.is_some() {
                if self.program.velocities.len() > DENSE {
                    into.sound = self.gives_back(&parts, (shape, &into.values[HEAD..]), elimination);
                }
                if !into.sound {
                    let times =
                        |x: &[T], out: &mut [T]| self.engine.weighted_times(&parts, x, elimination, out);
                    self.dense(times, into);
                }
            }
        });
    }

    /// Whether factors with a weak pivot are accurate: A⁻¹ A x = x to [`GIVEN_BACK`] for a fixed quasi-random x.
    fn gives_back(
        &self,
        parts: &Parts<'_, T>,
        factors: (Shape, &[T]),
        elimination: &mut Elimination<T>,
    ) -> bool {
        let n = self.program.velocities.len();
        let golden = 0.618_033_988_749_895;
        let x: Vec<T> = (1..=n).map(|i| T::exact(2.0 * ((i as f64 * golden) % 1.0) - 1.0)).collect();
        let mut back = vec![T::zero(); n];
        self.engine.weighted_times(parts, &x, elimination, &mut back);
        self.engine.solve_weighted(factors, elimination, &mut back);
        // NaN is not close.
        x.iter().zip(&back).all(|(&x, &back)| (x - back).magnitude() <= GIVEN_BACK)
    }

    pub(super) fn elimination<'a>(&self, rooms: &'a mut Rooms<T>) -> &'a mut Elimination<T> {
        rooms.elimination.get_or_insert_with(|| Elimination::new(self.engine.linkage()))
    }

    pub(crate) fn solve(&self, factors: &TapeFactors<T>, x: &mut [T]) -> Result<Fallback, Singular> {
        self.solved(factors, x, |rooms, x| {
            let Some((head, numbers)) = factors.values.split_at_checked(HEAD) else { return };
            let shape = Shape { rows: head[0].value() as usize, parts: head[1].value() as usize };
            self.engine.solve_weighted((shape, numbers), self.elimination(rooms), x);
        })
    }
}

/// Whether factors are to be trusted as they are, and the first row whose pivot is weak: counted from 1, because 0 stands for none.
fn note<T: Real>(weak: Option<usize>, into: &mut TapeFactors<T>) {
    into.sound = weak.is_none();
    into.checked[0] = T::exact(weak.map_or(0.0, |row| 1.0 + row as f64));
}

fn weak_row<T: Real>(factors: &TapeFactors<T>) -> Option<usize> {
    (factors.checked[0].value() as usize).checked_sub(1)
}

/// A solve by a dense matrix with pivoting, if a check of the factors fails.
fn solve_dense<T: Real>(
    matrix: &[T],
    x: &mut [T],
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
    fallback_into(matrix, x, work, fast)
}
