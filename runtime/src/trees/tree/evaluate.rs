//! Forces, residuals, energies, and what C and K are made of.

use super::acting::{Wanted, write};
use super::{Laws, Rooms, Tree};
use crate::Real;
use crate::trees::{FRAME, Loads};
use alloc::vec::Vec;

/// A configuration, and what [`Tree::place`] stored for it.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a, T> {
    /// The configuration.
    pub q: &'a [T],
    /// The stored numbers.
    pub values: &'a [T],
}

impl<'a, T: Real> Place<'a, T> {
    /// The number of the call of `place`.
    pub(super) fn stamp(self) -> T {
        self.values.first().copied().unwrap_or_else(T::zero)
    }

    /// The poses of links relative to their parents.
    pub(super) fn frames(self) -> &'a [[T; FRAME]] {
        self.values.get(1..).unwrap_or_default().as_chunks().0
    }
}

impl<T: Real> Tree<T> {
    /// f.
    pub fn force(&self, laws: &impl Laws<T>, at: Place<'_, T>, v: &[T], out: &mut [T]) {
        self.residual(laws, at, v, None, out);
        for x in out {
            *x = -*x;
        }
    }

    /// M a − f; −f without a.
    pub fn residual(&self, laws: &impl Laws<T>, at: Place<'_, T>, v: &[T], a: Option<&[T]>, out: &mut [T]) {
        self.lent(|rooms| {
            self.run_laws(laws, Wanted::Loads, (at, v), rooms);
            let Rooms { efforts, wrenches, room, .. } = rooms;
            let loads = Loads { wrenches: &wrenches.loads, efforts: &efforts.loads };
            self.engine().residual(at.frames(), v, a, loads, room, out);
        });
    }

    /// What C is made of.
    pub fn moving(&self, laws: &impl Laws<T>, at: Place<'_, T>, v: &[T], out: &mut Vec<T>) {
        out.resize(self.moving_numbers(), T::zero());
        self.lent(|rooms| {
            self.run_laws(laws, Wanted::Slopes, (at, v), rooms);
            let (stamp, numbers) = stamped(at, out);
            *stamp.1 = stamp.0;
            let (twists, slopes) = numbers.split_at_mut(6 * self.links());
            self.engine().twists(at.frames(), v, twists.as_chunks_mut().0);
            let rest = write(&rooms.efforts.by_velocity, slopes);
            write(&rooms.wrenches.by_velocity, rest);
        });
    }

    /// What K is made of.
    pub fn stiffness(&self, laws: &impl Laws<T>, at: Place<'_, T>, v: &[T], a: &[T], out: &mut Vec<T>) {
        out.resize(self.stiffness_numbers(), T::zero());
        self.lent(|rooms| {
            self.run_laws(laws, Wanted::Slopes, (at, v), rooms);
            let (stamp, numbers) = stamped(at, out);
            *stamp.1 = stamp.0;
            let six = 6 * self.links();
            let (twists, rest) = numbers.split_at_mut(six);
            let (accelerations, rest) = rest.split_at_mut(six);
            let (wrenches, slopes) = rest.split_at_mut(six);
            let twists = twists.as_chunks_mut().0;
            let accelerations = accelerations.as_chunks_mut().0;
            self.engine().twists(at.frames(), v, twists);
            self.engine().accelerations(at.frames(), (twists, v), Some(a), accelerations);
            let moving = (&*twists, &*accelerations);
            let loads = Loads { wrenches: &rooms.wrenches.loads, efforts: &[] };
            self.engine().wrenches(at.frames(), moving, loads, wrenches.as_chunks_mut().0);
            let rest = write(&rooms.efforts.by_position, slopes);
            let rest = write(&rooms.wrenches.by_position, rest);
            // With the coordinates the twists change in the axes of links.
            write(&rooms.wrenches.by_velocity, rest);
        });
    }

    /// Kinetic and potential energy.
    pub fn energy(&self, laws: &impl Laws<T>, at: Place<'_, T>, v: &[T]) -> (T, T) {
        self.lent(|rooms| {
            let of_forces = self.run_laws(laws, Wanted::Loads, (at, v), rooms);
            rooms.poses.resize(self.links(), [T::zero(); FRAME]);
            self.engine().poses(at.frames(), &mut rooms.poses);
            let (kinetic, potential) = self.engine().energy(at.frames(), v, &rooms.poses, &mut rooms.room);
            (kinetic, potential + of_forces)
        })
    }
}

/// The stamp of a place with its destination, and the numbers after it.
fn stamped<'a, T: Real>(at: Place<'_, T>, out: &'a mut [T]) -> ((T, &'a mut T), &'a mut [T]) {
    let (first, numbers) = out.split_at_mut(1);
    ((at.stamp(), &mut first[0]), numbers)
}
