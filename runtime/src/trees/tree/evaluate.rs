//! Forces, residuals, energies, and what C and K are made of.

use super::{Rooms, Tree};
use crate::Real;
use crate::trees::{FRAME, Loads, Matrix};

/// The forces along the coordinates of joints.
pub trait Laws<T> {
    /// The results of a law for one member: e, V, ∂e/∂q, ∂e/∂q̇, from its coordinates, its velocities and its values
    /// ([`Members`](crate::trees::Members)).
    fn law(&self, number: usize, arguments: &[T], results: &mut [T]);
}

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
    /// Efforts and other results of all laws; the potential energy.
    fn run_laws(&self, laws: &impl Laws<T>, (q, v): (&[T], &[T]), rooms: &mut Rooms<T>) -> T {
        let mut potential = T::zero();
        if self.layout.laws.is_empty() {
            return potential;
        }
        let zero = [T::zero(); 3];
        rooms.efforts.fill(zero);
        rooms.by_position.fill([zero; 3]);
        rooms.by_velocity.fill([zero; 3]);
        let linkage = &self.linkage;
        for (which, law) in self.layout.laws.iter().enumerate() {
            let (coordinates, d) = (law.coordinates, law.velocities);
            let arguments = &mut rooms.arguments[..law.arguments()];
            let results = &mut rooms.results[..law.results()];
            for &(link, own) in &law.members {
                let Some(number) = linkage.driven[link] else { continue };
                let at = &linkage.links[link];
                let (first, velocity) = (at.coordinate as usize, at.velocity as usize);
                arguments[..coordinates].copy_from_slice(&q[first..first + coordinates]);
                arguments[coordinates..coordinates + d].copy_from_slice(&v[velocity..velocity + d]);
                arguments[coordinates + d..].copy_from_slice(&self.values[own..own + law.own]);
                laws.law(which, arguments, results);
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
    pub fn force(&self, laws: &impl Laws<T>, at: Place<'_, T>, v: &[T], out: &mut [T]) {
        self.residual(laws, at, v, None, out);
        for x in out {
            *x = -*x;
        }
    }

    /// M a − f; −f without a.
    pub fn residual(&self, laws: &impl Laws<T>, at: Place<'_, T>, v: &[T], a: Option<&[T]>, out: &mut [T]) {
        self.lent(|rooms| {
            self.run_laws(laws, (at.q, v), rooms);
            let loads = Loads { wrenches: &[], efforts: &rooms.efforts };
            self.engine().residual(at.frames(), v, a, loads, &mut rooms.room, out);
        });
    }

    /// What C is made of.
    pub fn moving(&self, laws: &impl Laws<T>, at: Place<'_, T>, v: &[T], out: &mut [T]) {
        self.lent(|rooms| {
            self.run_laws(laws, (at.q, v), rooms);
            let (stamp, numbers) = stamped(at, out);
            *stamp.1 = stamp.0;
            let (twists, slopes) = numbers.split_at_mut(6 * self.links());
            self.engine().twists(at.frames(), v, twists.as_chunks_mut().0);
            write(&rooms.by_velocity, slopes);
        });
    }

    /// What K is made of.
    pub fn stiffness(&self, laws: &impl Laws<T>, at: Place<'_, T>, v: &[T], a: &[T], out: &mut [T]) {
        self.lent(|rooms| {
            self.run_laws(laws, (at.q, v), rooms);
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
            self.engine().wrenches(at.frames(), moving, Loads::NONE, wrenches.as_chunks_mut().0);
            write(&rooms.by_position, slopes);
        });
    }

    /// Kinetic and potential energy.
    pub fn energy(&self, laws: &impl Laws<T>, at: Place<'_, T>, v: &[T]) -> (T, T) {
        self.lent(|rooms| {
            let of_forces = self.run_laws(laws, (at.q, v), rooms);
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

fn write<T: Real>(slopes: &[Matrix<T>], into: &mut [T]) {
    for (slope, into) in slopes.iter().zip(into.as_chunks_mut::<9>().0) {
        into.copy_from_slice(slope.as_flattened());
    }
}
