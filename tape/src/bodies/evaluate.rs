//! Forces, residuals, energies, and what C and K are made of.

use super::{Bodies, Rooms, frames};
use crate::code::Registers;
use crate::executor::Executor;
use crate::frame::Frame;
use crate::states::{TapePositionCache, TapeTimeCache};
use linkwork::Real;
use linkwork_cells::{FRAME, Loads, Matrix};
use std::sync::Mutex;

/// The executor of the laws.
pub(crate) struct Laws<'a, T: Real, E> {
    pub(crate) codes: &'a [E],
    pub(crate) constants: &'a [T],
    pub(crate) registers: &'a Mutex<Registers<T>>,
}

impl<T: Real> Bodies<T> {
    /// Efforts and other results of all laws; the potential energy.
    fn run_laws<E: Executor<Scalar = T>>(
        &self,
        laws: &Laws<'_, T, E>,
        (now, q, v): (&TapeTimeCache<T>, &[T], &[T]),
        rooms: &mut Rooms<T>,
    ) -> T {
        let mut potential = T::zero();
        let Some(cells) = self.cells().filter(|cells| !cells.laws.is_empty()) else { return potential };
        let zero = [T::zero(); 3];
        rooms.efforts.fill(zero);
        rooms.by_position.fill([zero; 3]);
        rooms.by_velocity.fill([zero; 3]);
        let linkage = self.engine.linkage();
        for (law, code) in cells.laws.iter().zip(laws.codes) {
            let (coordinates, d) = law.sizes;
            let arguments = &mut rooms.arguments[..coordinates + d + law.own];
            let results = &mut rooms.results[..d + 1 + 2 * d * d];
            for &(link, own) in &law.members {
                let Some(number) = linkage.driven[link] else { continue };
                let at = &linkage.links[link];
                let (first, velocity) = (at.coordinate as usize, at.velocity as usize);
                arguments[..coordinates].copy_from_slice(&q[first..first + coordinates]);
                arguments[coordinates..coordinates + d].copy_from_slice(&v[velocity..velocity + d]);
                arguments[coordinates + d..].copy_from_slice(&self.table[own..own + law.own]);
                let frame =
                    Frame { now: Some(now), position: arguments, ..Frame::of_constants(laws.constants) };
                code.run(&frame, laws.registers, results, &mut []);
                let number = number as usize;
                for i in 0..d {
                    rooms.efforts[number][i] = rooms.efforts[number][i] + results[i];
                    for j in 0..d {
                        let at = d + 1 + d * i + j;
                        let slopes =
                            (&mut rooms.by_position[number][i][j], &mut rooms.by_velocity[number][i][j]);
                        *slopes.0 = *slopes.0 + results[at];
                        *slopes.1 = *slopes.1 + results[at + d * d];
                    }
                }
                potential = potential + results[d];
            }
        }
        potential
    }

    /// f.
    pub(crate) fn force<E: Executor<Scalar = T>>(
        &self,
        laws: &Laws<'_, T, E>,
        at: &TapePositionCache<T>,
        v: &[T],
        out: &mut [T],
    ) {
        self.residual(laws, at, v, None, out);
        for x in out {
            *x = -*x;
        }
    }

    /// M a − f; −f without a.
    pub(crate) fn residual<E: Executor<Scalar = T>>(
        &self,
        laws: &Laws<'_, T, E>,
        at: &TapePositionCache<T>,
        v: &[T],
        a: Option<&[T]>,
        out: &mut [T],
    ) {
        self.lent(|rooms| {
            self.run_laws(laws, (&at.now, &at.q, v), rooms);
            let loads = Loads { wrenches: &[], efforts: &rooms.efforts };
            self.engine.residual(frames(at), v, a, loads, &mut rooms.room, out);
        });
    }

    pub(crate) fn moving<E: Executor<Scalar = T>>(
        &self,
        laws: &Laws<'_, T, E>,
        at: &TapePositionCache<T>,
        v: &[T],
        out: &mut [T],
    ) {
        self.lent(|rooms| {
            self.run_laws(laws, (&at.now, &at.q, v), rooms);
            let (stamp, numbers) = stamped(at, out);
            *stamp.1 = stamp.0;
            let (twists, slopes) = numbers.split_at_mut(6 * self.links());
            self.engine.twists(frames(at), v, twists.as_chunks_mut().0);
            write(&rooms.by_velocity, slopes);
        });
    }

    pub(crate) fn stiffness<E: Executor<Scalar = T>>(
        &self,
        laws: &Laws<'_, T, E>,
        at: &TapePositionCache<T>,
        v: &[T],
        a: &[T],
        out: &mut [T],
    ) {
        self.lent(|rooms| {
            self.run_laws(laws, (&at.now, &at.q, v), rooms);
            let (stamp, numbers) = stamped(at, out);
            *stamp.1 = stamp.0;
            let six = 6 * self.links();
            let (twists, rest) = numbers.split_at_mut(six);
            let (accelerations, rest) = rest.split_at_mut(six);
            let (wrenches, slopes) = rest.split_at_mut(six);
            let twists = twists.as_chunks_mut().0;
            let accelerations = accelerations.as_chunks_mut().0;
            self.engine.twists(frames(at), v, twists);
            self.engine.accelerations(frames(at), (twists, v), Some(a), accelerations);
            let moving = (&*twists, &*accelerations);
            self.engine.wrenches(frames(at), moving, Loads::NONE, wrenches.as_chunks_mut().0);
            write(&rooms.by_position, slopes);
        });
    }

    pub(crate) fn energy<E: Executor<Scalar = T>>(
        &self,
        laws: &Laws<'_, T, E>,
        at: &TapePositionCache<T>,
        v: &[T],
    ) -> (T, T) {
        self.lent(|rooms| {
            let of_forces = self.run_laws(laws, (&at.now, &at.q, v), rooms);
            rooms.poses.resize(self.links(), [T::zero(); FRAME]);
            self.engine.poses(frames(at), &mut rooms.poses);
            let (kinetic, potential) = self.engine.energy(frames(at), v, &rooms.poses, &mut rooms.room);
            (kinetic, potential + of_forces)
        })
    }
}

/// The stamp of a place with its destination, and the numbers after it.
fn stamped<'a, T: Real>(at: &TapePositionCache<T>, out: &'a mut [T]) -> ((T, &'a mut T), &'a mut [T]) {
    let (first, numbers) = out.split_at_mut(1);
    ((at.values[0], &mut first[0]), numbers)
}

fn write<T: Real>(slopes: &[Matrix<T>], into: &mut [T]) {
    for (slope, into) in slopes.iter().zip(into.as_chunks_mut::<9>().0) {
        into.copy_from_slice(slope.as_flattened());
    }
}
