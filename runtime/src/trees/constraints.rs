//! The constraints of a tree: a mechanism of their own, whose coordinates are some of those of the tree.
//!
//! With c for these coordinates, P for their places, and a mechanism of unit masses without forces on which the constraints act:
//!
//! ```text
//! q_c = Pᵀ q,  v_c = Pᵀ v,   g(q) = g_c(q_c),   G = G_c Pᵀ,   Gᵀ λ = P (G_cᵀ λ),   ∂(Gᵀ λ)/∂q = P K_c Pᵀ         (1)
//! ```

use super::{Closing, Redundancy};
use crate::Mechanism;
use crate::emitted::{KnownRank, RedundantSet, redundant_weights};
use crate::scales::dependent_rows;
use crate::{NameList, Real, Vector};
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Debug;
use core::marker::PhantomData;

/// As many numbers need no allocation.
const FEW: usize = 64;

/// Constraints as the loops over links take them.
pub trait Constraints: Clone + Debug + Send + Sync {
    /// The numbers.
    type Scalar: Real;
    /// What depends on (t, q).
    type Place: Clone + Debug + Send + Sync;

    /// Where their velocities are among those of the tree, ascending.
    fn velocities(&self) -> &[usize];
    /// How many there are.
    fn count(&self) -> usize;
    /// G_c row by row.
    fn jacobian(&self, at: &Self::Place, out: &mut [Self::Scalar]);
    /// Which of them are redundant.
    fn redundancy(&self) -> Redundancy<'_>;
    /// Stores K_c of these multipliers, column by column; what follows in `out` is work space.
    fn stiffness(&self, at: &Self::Place, lambda: &[Self::Scalar], out: &mut Vec<Self::Scalar>);

    /// G row by row, of all `n` velocities of the tree.
    fn dense_jacobian(&self, at: &Self::Place, n: usize, out: &mut [Self::Scalar]) {
        let (m, zero) = (self.velocities().len(), Self::Scalar::zero());
        self.jacobian(at, &mut out[..m * self.count()]);
        // The last row first: a row of the tree begins where its own one does, or behind it.
        let (mut few, mut many) = ([zero; FEW], Vec::new());
        let own = if m <= FEW {
            &mut few[..m]
        } else {
            many.resize(m, zero);
            &mut many[..]
        };
        for row in (0..self.count()).rev() {
            own.copy_from_slice(&out[m * row..m * (row + 1)]);
            self.spread(own, n, &mut out[n * row..n * (row + 1)]);
        }
    }

    /// Rows of numbers for the velocities of constraints as rows for all `n` of the tree.
    fn spread(&self, own: &[Self::Scalar], n: usize, out: &mut [Self::Scalar]) {
        let rows = own.chunks_exact(self.velocities().len().max(1));
        for (row, all) in rows.zip(out.chunks_exact_mut(n.max(1))) {
            all.fill(Self::Scalar::zero());
            self.velocities().iter().zip(row).for_each(|(&place, &x)| all[place] = x);
        }
    }

    /// The entries of stored K: row, column, number.
    fn stiffness_entries<'a>(
        &'a self,
        stored: &'a [Self::Scalar],
    ) -> impl Iterator<Item = (usize, usize, Self::Scalar)> + 'a {
        let places = self.velocities();
        let columns = places.iter().zip(stored.chunks_exact(places.len().max(1)));
        columns.flat_map(move |(&column, of_column)| {
            places.iter().zip(of_column).map(move |(&row, &entry)| (row, column, entry))
        })
    }

    /// Adds K x.
    fn add_stiffness_times(&self, stored: &[Self::Scalar], x: &[Self::Scalar], out: &mut [Self::Scalar]) {
        for (row, column, entry) in self.stiffness_entries(stored) {
            out[row] = out[row] + entry * x[column];
        }
    }

    /// Adds K to a matrix of the tree, column by column.
    fn add_stiffness(&self, stored: &[Self::Scalar], n: usize, out: &mut [Self::Scalar]) {
        for (row, column, entry) in self.stiffness_entries(stored) {
            out[column * n + row] = out[column * n + row] + entry;
        }
    }

    /// The constraints of a matrix, with a multiple of stored K if it has one.
    fn closing<'a>(
        &'a self,
        (columns, rows): (&Self::Place, &Self::Place),
        stiffness: Option<(Self::Scalar, &[Self::Scalar])>,
        room: &'a mut Vec<Self::Scalar>,
    ) -> Closing<'a, Self::Scalar> {
        let m = self.velocities().len();
        let entries = m * self.count();
        let square = if stiffness.is_some() { m * m } else { 0 };
        let places = if core::ptr::eq(columns, rows) { 1 } else { 2 };
        room.clear();
        room.resize(places * entries + square, Self::Scalar::zero());
        let (jacobians, matrix) = room.split_at_mut(places * entries);
        let (of_columns, of_rows) = jacobians.split_at_mut(entries);
        self.jacobian(columns, of_columns);
        if places > 1 {
            self.jacobian(rows, of_rows);
        }
        if let Some((weight, stored)) = stiffness {
            for (j, of_column) in stored.chunks_exact(m.max(1)).take(m).enumerate() {
                of_column.iter().enumerate().for_each(|(i, &entry)| matrix[m * i + j] = weight * entry);
            }
        }
        let (columns, rows) = (&*of_columns, if places > 1 { &*of_rows } else { &*of_columns });
        Closing { columns, rows, stiffness: matrix, redundant: self.redundancy() }
    }
}

/// The constraints of an emitted description.
pub trait Closes: Constraints {
    /// λ.
    type Holonomic: Vector<Self::Scalar>;

    /// Their names.
    fn names(&self) -> NameList;
    /// An empty place.
    fn place_cache(&self) -> Self::Place;
    /// Evaluates what depends on (t, q).
    fn place(&self, t: Self::Scalar, q: &[Self::Scalar], at: &mut Self::Place);
    /// g.
    fn holonomic(&self, at: &Self::Place, out: &mut Self::Holonomic);
    /// dg/dt.
    fn holonomic_rate(&self, at: &Self::Place, v: &[Self::Scalar], out: &mut Self::Holonomic);
    /// γ.
    fn acceleration_bias(&self, at: &Self::Place, v: &[Self::Scalar], out: &mut Self::Holonomic);
    /// Adds a multiple of Gᵀ λ.
    fn add_reaction(
        &self,
        at: &Self::Place,
        lambda: &Self::Holonomic,
        share: Self::Scalar,
        out: &mut [Self::Scalar],
    );
    /// Constraints that are sines of angles, with the indices of the cosines, and the number of these.
    fn guards(&self) -> (&[(usize, usize)], usize) {
        (&[], 0)
    }
    /// The cosines, and their slopes of all `n` velocities of the tree row by row.
    fn assembly_cosines(&self, at: &Self::Place, n: usize, out: &mut [Self::Scalar]) {
        let _ = (at, n, out);
    }
    /// The cosines alone.
    fn orientation_cosines(&self, at: &Self::Place, out: &mut [Self::Scalar]) {
        let _ = (at, out);
    }
    /// Writes the assembled start of their coordinates and velocities into that of the tree.
    fn start(&self, q: &mut [Self::Scalar], v: &mut [Self::Scalar]);
}

/// Which constraints of a mechanism are redundant.
#[derive(Clone, Debug, Default)]
pub struct Dependence {
    planned: usize,
    weights: Vec<f64>,
    rows: Vec<usize>,
}

impl Dependence {
    /// Of a mechanism of constraints, at its start.
    pub fn of<M: Mechanism>(m: &M) -> Self {
        let sizes = m.sizes();
        let planned = sizes.redundancy;
        if planned == 0 {
            return Self::default();
        }
        let (n, count) = (sizes.velocities, sizes.holonomic);
        let [rows, multipliers]: [Vec<usize>; 2] = [(n..n + count).collect(), (0..count).collect()];
        let set = RedundantSet { rows: count, columns: count, multipliers: count, deficiency: planned };
        let block = KnownRank {
            velocities: n,
            rows: &rows,
            columns: &rows,
            sets: &[set],
            multipliers: &multipliers,
            accelerated: 0,
            weights: &[],
        };
        let mut weights = vec![0.0; 2 * count + 2];
        redundant_weights(m, &block, &mut weights);
        Self { planned, weights, rows: dependent_rows(m, planned) }
    }

    /// For a matrix.
    pub fn lend(&self) -> Redundancy<'_> {
        Redundancy { planned: self.planned, weights: &self.weights, rows: &self.rows }
    }
}

/// No constraints.
#[derive(Clone, Copy, Debug)]
pub struct Unclosed<T>(PhantomData<T>);

impl<T> Unclosed<T> {
    /// None.
    pub const NONE: Self = Self(PhantomData);
}

impl<T: Real> Constraints for Unclosed<T> {
    type Scalar = T;
    type Place = ();
    fn velocities(&self) -> &[usize] {
        &[]
    }
    fn count(&self) -> usize {
        0
    }
    fn jacobian(&self, (): &(), _: &mut [T]) {}
    fn redundancy(&self) -> Redundancy<'_> {
        Redundancy::default()
    }
    fn stiffness(&self, (): &(), _: &[T], _: &mut Vec<T>) {}
}

impl<T: Real> Closes for Unclosed<T> {
    type Holonomic = nalgebra::SVector<T, 0>;
    fn names(&self) -> NameList {
        NameList::EMPTY
    }
    fn place_cache(&self) {}
    fn place(&self, _: T, _: &[T], (): &mut ()) {}
    fn holonomic(&self, (): &(), _: &mut Self::Holonomic) {}
    fn holonomic_rate(&self, (): &(), _: &[T], _: &mut Self::Holonomic) {}
    fn acceleration_bias(&self, (): &(), _: &[T], _: &mut Self::Holonomic) {}
    fn add_reaction(&self, (): &(), _: &Self::Holonomic, _: T, _: &mut [T]) {}
    fn start(&self, _: &mut [T], _: &mut [T]) {}
}

/// The constraints of an emitted mechanism.
#[derive(Clone, Debug)]
pub struct Closed<C> {
    model: C,
    coordinates: &'static [usize],
    velocities: &'static [usize],
    redundant: Arc<Dependence>,
}

impl<C: Mechanism> Closed<C> {
    /// Of a mechanism of constraints, and the places of its coordinates and velocities.
    pub fn new(model: C, [coordinates, velocities]: [&'static [usize]; 2]) -> Self {
        let redundant = Arc::new(Dependence::of(&model));
        Self { model, coordinates, velocities, redundant }
    }

    /// The same over another scalar.
    pub fn lifted<S: Real>(&self, lift: &dyn Fn(C::Scalar) -> S) -> Closed<C::With<S>> {
        let Self { coordinates, velocities, .. } = *self;
        let redundant = self.redundant.clone();
        Closed { model: self.model.with_scalar(lift), coordinates, velocities, redundant }
    }

    fn part<V: Vector<C::Scalar>>(all: &[C::Scalar], places: &[usize]) -> V {
        let mut own = V::zeros(places.len());
        own.as_mut_slice().iter_mut().zip(places).for_each(|(own, &place)| *own = all[place]);
        own
    }
}

impl<C: Mechanism> Constraints for Closed<C> {
    type Scalar = C::Scalar;
    type Place = C::PositionCache;
    fn velocities(&self) -> &[usize] {
        self.velocities
    }
    fn count(&self) -> usize {
        self.model.sizes().holonomic
    }
    fn jacobian(&self, at: &C::PositionCache, out: &mut [C::Scalar]) {
        self.model.constraint_jacobian(at, out);
    }
    fn redundancy(&self) -> Redundancy<'_> {
        self.redundant.lend()
    }
    fn stiffness(&self, at: &C::PositionCache, lambda: &[C::Scalar], out: &mut Vec<C::Scalar>) {
        let m = self.velocities.len();
        let rest = C::Velocity::zeros(m);
        let mut reactions = C::Holonomic::zeros(lambda.len());
        reactions.as_mut_slice().copy_from_slice(lambda);
        let (y, none) = (C::States::zeros(0), C::Nonholonomic::zeros(0));
        let mut path = self.model.stiffness_cache();
        self.model.stiffness(at, &rest, &y, &rest, (&reactions, &none), &mut path);
        out.resize(m * m, C::Scalar::zero());
        self.model.stiffness_matrix(at, &path, out);
    }
}

impl<C: Mechanism> Closes for Closed<C> {
    type Holonomic = C::Holonomic;
    fn names(&self) -> NameList {
        self.model.names().holonomic.clone()
    }
    fn place_cache(&self) -> C::PositionCache {
        self.model.position_cache()
    }
    fn place(&self, t: C::Scalar, q: &[C::Scalar], at: &mut C::PositionCache) {
        self.model.place(&self.model.now(t), &Self::part(q, self.coordinates), at);
    }
    fn holonomic(&self, at: &C::PositionCache, out: &mut C::Holonomic) {
        self.model.holonomic(at, out);
    }
    fn holonomic_rate(&self, at: &C::PositionCache, v: &[C::Scalar], out: &mut C::Holonomic) {
        self.model.holonomic_rate(at, &Self::part(v, self.velocities), out);
    }
    fn acceleration_bias(&self, at: &C::PositionCache, v: &[C::Scalar], out: &mut C::Holonomic) {
        let mut none = C::Nonholonomic::zeros(0);
        self.model.acceleration_bias(at, &Self::part(v, self.velocities), (out, &mut none));
    }
    fn add_reaction(
        &self,
        at: &C::PositionCache,
        lambda: &C::Holonomic,
        share: C::Scalar,
        out: &mut [C::Scalar],
    ) {
        let (mut own, none) = (C::Velocity::zeros(self.velocities.len()), C::Nonholonomic::zeros(0));
        // The reactions of such a mechanism do not depend on velocities.
        self.model.reaction_force(at, &self.model.velocity_cache(), (lambda, &none), &mut own);
        for (&place, &own) in self.velocities.iter().zip(own.as_slice()) {
            out[place] = out[place] + share * own;
        }
    }
    fn guards(&self) -> (&[(usize, usize)], usize) {
        let facts = self.model.assembly();
        (facts.guards, facts.cosines)
    }
    fn assembly_cosines(&self, at: &C::PositionCache, n: usize, out: &mut [C::Scalar]) {
        let (_, cosines) = self.guards();
        let mut own = vec![C::Scalar::zero(); cosines * (1 + self.velocities.len())];
        self.model.assembly_cosines(at, &mut own);
        let (values, slopes) = own.split_at(cosines);
        out[..cosines].copy_from_slice(values);
        self.spread(slopes, n, &mut out[cosines..]);
    }
    fn orientation_cosines(&self, at: &C::PositionCache, out: &mut [C::Scalar]) {
        self.model.orientation_cosines(at, out);
    }
    fn start(&self, q: &mut [C::Scalar], v: &mut [C::Scalar]) {
        let (own_q, own_v, _) = self.model.initial();
        self.coordinates.iter().zip(own_q.as_slice()).for_each(|(&place, &x)| q[place] = x);
        self.velocities.iter().zip(own_v.as_slice()).for_each(|(&place, &x)| v[place] = x);
    }
}
