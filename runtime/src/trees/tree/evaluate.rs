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

impl<T: Real> Place<'_, T> {
    /// The number of the call of `place`.
    pub(super) fn stamp(self) -> T {
        self.values.first().copied().unwrap_or_else(T::zero)
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
        let moving = [v, a.unwrap_or_default()];
        self.lent(|rooms| {
            self.spread(moving, rooms, |rooms, [v, accelerated]| {
                self.run_laws(laws, Wanted::Loads, (at, v), rooms);
                self.summed(out, rooms, |rooms, out| {
                    let Rooms { efforts, wrenches, room, .. } = rooms;
                    let loads = Loads { wrenches: &wrenches.loads, efforts: &efforts.loads };
                    let a = a.map(|_| accelerated);
                    self.engine().residual(self.frames(at), v, a, loads, room, out);
                });
            });
        });
    }

    /// What C is made of.
    pub fn moving(&self, laws: &impl Laws<T>, at: Place<'_, T>, v: &[T], out: &mut Vec<T>) {
        out.resize(self.moving_numbers(), T::zero());
        self.lent(|rooms| {
            self.spread([v], rooms, |rooms, [v]| {
                self.run_laws(laws, Wanted::Slopes, (at, v), rooms);
                let (stamp, numbers) = stamped(at, out);
                *stamp.1 = stamp.0;
                let (twists, slopes) = numbers.split_at_mut(6 * self.links());
                self.engine().twists(self.frames(at), v, twists.as_chunks_mut().0);
                let rest = write(&rooms.efforts.by_velocity, slopes);
                let rest = write(&rooms.wrenches.by_velocity, rest);
                rooms.pairs.write_by_velocity(rest);
            });
        });
    }

    /// What K is made of.
    pub fn stiffness(&self, laws: &impl Laws<T>, at: Place<'_, T>, v: &[T], a: &[T], out: &mut Vec<T>) {
        out.resize(self.stiffness_numbers(), T::zero());
        self.lent(|rooms| {
            self.spread([v, a], rooms, |rooms, [v, a]| {
                self.run_laws(laws, Wanted::Slopes, (at, v), rooms);
                let (stamp, numbers) = stamped(at, out);
                *stamp.1 = stamp.0;
                let six = 6 * self.links();
                let (twists, rest) = numbers.split_at_mut(six);
                let (accelerations, rest) = rest.split_at_mut(six);
                let (wrenches, slopes) = rest.split_at_mut(six);
                let twists = twists.as_chunks_mut().0;
                let accelerations = accelerations.as_chunks_mut().0;
                let frames = self.frames(at);
                self.engine().twists(frames, v, twists);
                self.engine().accelerations(frames, (twists, v), Some(a), accelerations);
                let moving = (&*twists, &*accelerations);
                let loads = Loads { wrenches: &rooms.wrenches.loads, efforts: &[] };
                self.engine().wrenches(frames, moving, loads, wrenches.as_chunks_mut().0);
                let rest = write(&rooms.efforts.by_position, slopes);
                let rest = write(&rooms.wrenches.by_position, rest);
                let rest = rooms.pairs.write_by_position(rest);
                // With the coordinates the twists change in the axes of links.
                let rest = write(&rooms.wrenches.by_velocity, rest);
                rooms.pairs.write_by_velocity(rest);
            });
        });
    }

    /// Kinetic and potential energy.
    pub fn energy(&self, laws: &impl Laws<T>, at: Place<'_, T>, v: &[T]) -> (T, T) {
        self.lent(|rooms| {
            self.spread([v], rooms, |rooms, [v]| {
                let of_forces = self.run_laws(laws, Wanted::Loads, (at, v), rooms);
                let frames = self.frames(at);
                rooms.poses.resize(self.links(), [T::zero(); FRAME]);
                self.engine().poses(frames, &mut rooms.poses);
                let (kinetic, potential) = self.engine().energy(frames, v, &rooms.poses, &mut rooms.room);
                (kinetic, potential + of_forces)
            })
        })
    }
}

/// The stamp of a place with its destination, and the numbers after it.
fn stamped<'a, T: Real>(at: Place<'_, T>, out: &'a mut [T]) -> ((T, &'a mut T), &'a mut [T]) {
    let (first, numbers) = out.split_at_mut(1);
    ((at.stamp(), &mut first[0]), numbers)
}
