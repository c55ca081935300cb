//! Linkages as trait objects, so that loops in f64 are compiled once, with this crate.

use crate::Real;
use crate::trees::articulated::{Bodies, SADDLE, Saddle};
use crate::trees::linearised::{Elimination, Open, Parts, Shape};
use crate::trees::linkage::Linkage;
use crate::trees::newton_euler::Loads;
use crate::trees::placement::FRAME;
use crate::trees::room::Room;
use crate::trees::spatial::Six;
use core::fmt::Debug;

/// The pose of every link relative to another.
pub type Frames<T> = [[T; FRAME]];

/// The computations of a [`Linkage`], which has their documentation. One call is one loop over all links.
#[allow(missing_docs)]
pub trait Engine<T: Real>: Debug + Send + Sync {
    fn place(&self, q: &[T], frames: &mut Frames<T>);
    fn poses(&self, frames: &Frames<T>, poses: &mut Frames<T>);
    fn twists(&self, frames: &Frames<T>, v: &[T], twists: &mut [Six<T>]);
    fn accelerations(
        &self,
        frames: &Frames<T>,
        moving: (&[Six<T>], &[T]),
        a: Option<&[T]>,
        out: &mut [Six<T>],
    );
    fn wrenches(
        &self,
        frames: &Frames<T>,
        moving: (&[Six<T>], &[Six<T>]),
        loads: Loads<'_, T>,
        out: &mut [Six<T>],
    );
    fn residual(
        &self,
        frames: &Frames<T>,
        v: &[T],
        a: Option<&[T]>,
        loads: Loads<'_, T>,
        room: &mut Room<T>,
        out: &mut [T],
    );
    fn mass_times(&self, frames: &Frames<T>, a: &[T], room: &mut Room<T>, out: &mut [T]);
    fn energy(&self, frames: &Frames<T>, v: &[T], poses: &Frames<T>, room: &mut Room<T>) -> (T, T);
    fn factor_mass(
        &self,
        frames: &Frames<T>,
        bodies: &mut Bodies<T>,
        into: &mut [[T; SADDLE]],
    ) -> Option<usize>;
    fn solve_mass(&self, factors: &[[T; SADDLE]], room: &mut Room<T>, x: &mut [T]);
}

/// The computations of weighted matrices ([`Parts`]). A trait of its own: a scalar that nobody solves with does not need its code.
#[allow(missing_docs)]
pub trait WeightedEngine<T: Real>: Debug + Send + Sync {
    fn weighted_times(&self, parts: &Parts<'_, T>, x: &[T], room: &mut Elimination<T>, out: &mut [T]);
    fn factor_weighted(
        &self,
        parts: &Parts<'_, T>,
        room: &mut Elimination<T>,
        into: (&mut [T], &mut Open<T>),
    ) -> Option<usize>;
    fn solve_weighted(&self, factors: (Shape, &[T], &Open<T>), room: &mut Elimination<T>, x: &mut [T]);
}

impl<T: Real> Engine<T> for Linkage<T> {
    fn place(&self, q: &[T], frames: &mut Frames<T>) {
        self.place(q, frames);
    }
    fn poses(&self, frames: &Frames<T>, poses: &mut Frames<T>) {
        self.poses(frames, poses);
    }
    fn twists(&self, frames: &Frames<T>, v: &[T], twists: &mut [Six<T>]) {
        self.twists(frames, v, twists);
    }
    fn accelerations(
        &self,
        frames: &Frames<T>,
        moving: (&[Six<T>], &[T]),
        a: Option<&[T]>,
        out: &mut [Six<T>],
    ) {
        self.accelerations(frames, moving, a, out);
    }
    fn wrenches(
        &self,
        frames: &Frames<T>,
        moving: (&[Six<T>], &[Six<T>]),
        loads: Loads<'_, T>,
        out: &mut [Six<T>],
    ) {
        self.wrenches_of_motion(frames, moving, loads, out);
    }
    fn residual(
        &self,
        frames: &Frames<T>,
        v: &[T],
        a: Option<&[T]>,
        loads: Loads<'_, T>,
        room: &mut Room<T>,
        out: &mut [T],
    ) {
        self.residual(frames, v, a, loads, room, out);
    }
    fn mass_times(&self, frames: &Frames<T>, a: &[T], room: &mut Room<T>, out: &mut [T]) {
        self.mass_times(frames, a, room, out);
    }
    fn energy(&self, frames: &Frames<T>, v: &[T], poses: &Frames<T>, room: &mut Room<T>) -> (T, T) {
        self.energy(frames, v, poses, room)
    }
    fn factor_mass(
        &self,
        frames: &Frames<T>,
        bodies: &mut Bodies<T>,
        into: &mut [[T; SADDLE]],
    ) -> Option<usize> {
        self.factor_mass(frames, bodies, Saddle { links: into })
    }
    fn solve_mass(&self, factors: &[[T; SADDLE]], room: &mut Room<T>, x: &mut [T]) {
        self.solve_mass(factors, room, x);
    }
}

impl<T: Real> WeightedEngine<T> for Linkage<T> {
    fn weighted_times(&self, parts: &Parts<'_, T>, x: &[T], room: &mut Elimination<T>, out: &mut [T]) {
        self.weighted_times(parts, x, room, out);
    }
    fn factor_weighted(
        &self,
        parts: &Parts<'_, T>,
        room: &mut Elimination<T>,
        into: (&mut [T], &mut Open<T>),
    ) -> Option<usize> {
        self.factor_weighted(parts, room, into)
    }
    fn solve_weighted(&self, factors: (Shape, &[T], &Open<T>), room: &mut Elimination<T>, x: &mut [T]) {
        self.solve_weighted(factors, room, x);
    }
}

/// The computations of M alone, the shape (1, 1) of weighted matrices: all that a scalar needs that only solves with M, such as a series of
/// time derivatives. Each shape takes as long to compile as all other loops together.
#[derive(Debug)]
pub(in crate::trees) struct OfMass<'a, T>(pub &'a Linkage<T>);

impl<T: Real> WeightedEngine<T> for OfMass<'_, T> {
    fn weighted_times(&self, parts: &Parts<'_, T>, x: &[T], room: &mut Elimination<T>, out: &mut [T]) {
        debug_assert_eq!(parts.shape(), Shape::OF_MASS);
        self.0.times::<1, 1>(parts, x, room, out);
    }
    fn factor_weighted(
        &self,
        parts: &Parts<'_, T>,
        room: &mut Elimination<T>,
        into: (&mut [T], &mut Open<T>),
    ) -> Option<usize> {
        debug_assert_eq!(parts.shape(), Shape::OF_MASS);
        self.0.factor::<1, 1>(parts, room, into)
    }
    fn solve_weighted(
        &self,
        (_, numbers, open): (Shape, &[T], &Open<T>),
        room: &mut Elimination<T>,
        x: &mut [T],
    ) {
        self.0.solve::<1, 1>((numbers, open), room, x);
    }
}

/// The loops of f64, compiled here: not generic and not inlined, so that no other crate compiles them again.
#[inline(never)]
pub(crate) fn of_f64(linkage: &Linkage<f64>) -> &dyn Engine<f64> {
    linkage
}

/// Those of weighted matrices.
#[inline(never)]
pub(crate) fn weighted_of_f64(linkage: &Linkage<f64>) -> &dyn WeightedEngine<f64> {
    linkage
}
