//! What the laws exert, with its derivatives.

use super::pairs::Between;
use super::{Members, Place, Rooms, Tree};
use crate::Real;
use crate::trees::{FRAME, Frame, Member};
use alloc::vec;
use alloc::vec::Vec;

/// The forces along the coordinates of joints, and on bodies.
pub trait Laws<T> {
    /// The loads of a law for one member from its coordinates, its velocities, its values and its sides
    /// ([`Members`](crate::trees::Members)).
    fn loads(&self, number: usize, arguments: &[T], results: &mut [T]);
    /// Its slopes.
    fn slopes(&self, number: usize, arguments: &[T], results: &mut [T]);
    /// The held sides of the switching functions: those that all laws share, then those of members, law by law.
    fn sides(&self) -> &[T] {
        &[]
    }
}

/// What is wanted of the laws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Efforts and energies, and what is watched.
    Loads,
    /// Efforts and energies, and their derivatives.
    Slopes,
}

/// Efforts along joints (N = 3, of which a joint uses its own) or wrenches on bodies (N = 6), in the order of
/// [`Linkage::driven`](crate::trees::Linkage) and `loaded`.
#[derive(Debug)]
pub(super) struct Acting<T, const N: usize> {
    pub(super) loads: Vec<[T; N]>,
    pub(super) by_position: Vec<[[T; N]; N]>,
    pub(super) by_velocity: Vec<[[T; N]; N]>,
}

impl<T: Real, const N: usize> Acting<T, N> {
    pub(super) fn new(count: usize) -> Self {
        let zero = [T::zero(); N];
        Self {
            loads: vec![zero; count],
            by_position: vec![[zero; N]; count],
            by_velocity: vec![[zero; N]; count],
        }
    }

    fn clear(&mut self, wanted: Wanted) {
        let zero = [T::zero(); N];
        self.loads.fill(zero);
        if wanted == Wanted::Loads {
            return;
        }
        self.by_position.fill([zero; N]);
        self.by_velocity.fill([zero; N]);
    }

    /// Adds the results of a law of `d` velocities.
    fn add(&mut self, number: usize, (d, wanted): (usize, Wanted), results: &[T]) {
        for i in 0..d {
            self.loads[number][i] = self.loads[number][i] + results[i];
            if wanted == Wanted::Loads {
                continue;
            }
            for j in 0..d {
                let at = d + 1 + d * i + j;
                let slopes = (&mut self.by_position[number][i][j], &mut self.by_velocity[number][i][j]);
                *slopes.0 = *slopes.0 + results[at];
                *slopes.1 = *slopes.1 + results[at + d * d];
            }
        }
    }
}

/// Writes derivatives, and returns the space after them.
pub(super) fn write<'a, T: Real, const N: usize>(slopes: &[[[T; N]; N]], into: &'a mut [T]) -> &'a mut [T] {
    let (own, rest) = into.split_at_mut(N * N * slopes.len());
    for (row, into) in slopes.as_flattened().iter().zip(own.as_chunks_mut::<N>().0) {
        *into = *row;
    }
    rest
}

impl<T: Real> Tree<T> {
    /// Efforts and wrenches of all laws at velocities of links, with their derivatives if these are wanted; the potential energy.
    pub(super) fn run_laws(
        &self,
        laws: &impl Laws<T>,
        wanted: Wanted,
        moving: (Place<'_, T>, &[T]),
        rooms: &mut Rooms<T>,
    ) -> T {
        let mut potential = T::zero();
        rooms.efforts.clear(wanted);
        rooms.wrenches.clear(wanted);
        let linkage = &self.linkage;
        let mut pair = 0;
        self.each_member(laws, wanted, moving, rooms, |law, member, rooms| {
            let (d, results) = (law.velocities, &rooms.results);
            if let Some(second) = member.second {
                let links = [member.link, second];
                let [Some(first), Some(second)] = links.map(|link| linkage.wrench_on(link)) else { return };
                let [own, other] = links.map(|link| Frame::of(&rooms.poses[link]));
                let pose = own.seen_from(&other);
                let of = Between { pair, wrenches: [first, second], reacts: member.reacts, pose, wanted };
                of.add(results, &mut rooms.wrenches, &mut rooms.pairs);
                pair += 1;
            } else if law.along_joints() {
                let Some(number) = linkage.efforts_on(member.link) else { return };
                rooms.efforts.add(number, (d, wanted), results);
            } else {
                let Some(number) = linkage.wrench_on(member.link) else { return };
                rooms.wrenches.add(number, (d, wanted), results);
            }
            potential = potential + results[d];
        });
        potential
    }

    /// Runs the laws for all their members with the velocities of links, law by law, and lends the results.
    pub(super) fn each_member(
        &self,
        laws: &impl Laws<T>,
        wanted: Wanted,
        (at, v): (Place<'_, T>, &[T]),
        rooms: &mut Rooms<T>,
        mut read: impl FnMut(&Members, &Member, &mut Rooms<T>),
    ) {
        if !self.layout.laws.iter().all(Members::along_joints) {
            rooms.poses.resize(self.links(), [T::zero(); FRAME]);
            rooms.twists.resize(self.links(), [T::zero(); 6]);
            self.engine().poses(self.frames(at), &mut rooms.poses);
            self.engine().twists(self.frames(at), v, &mut rooms.twists);
        }
        let q = self.coordinates(at);
        let count: usize = self.layout.laws.iter().map(|law| law.watched.sides * law.members.len()).sum();
        // Those that all laws share come first.
        let shared = laws.sides().len().saturating_sub(count);
        let mut sides = &laws.sides()[shared..];
        for (which, law) in self.layout.laws.iter().enumerate() {
            let (coordinates, d) = (law.coordinates, law.velocities);
            for member in &law.members {
                let arguments = &mut rooms.arguments[..law.arguments()];
                let (positions, rest) = arguments.split_at_mut(coordinates);
                let (velocities, rest) = rest.split_at_mut(d);
                if law.along_joints() {
                    let of = &self.linkage.links[member.link];
                    positions.copy_from_slice(&q[of.coordinate as usize..][..coordinates]);
                    velocities.copy_from_slice(&v[of.velocity as usize..][..d]);
                } else {
                    let bodies = [Some(member.link), member.second].into_iter().flatten();
                    let places = positions.as_chunks_mut::<FRAME>().0.iter_mut();
                    let places = places.zip(velocities.as_chunks_mut::<6>().0);
                    for (body, (pose, twist)) in bodies.zip(places) {
                        (*pose, *twist) = (rooms.poses[body], rooms.twists[body]);
                    }
                }
                let (values, held) = rest.split_at_mut(law.own);
                values.copy_from_slice(&self.values[member.values..member.values + law.own]);
                if !held.is_empty() {
                    let (own, later) = sides.split_at(held.len().min(sides.len()));
                    held.fill(T::zero());
                    held[..own.len()].copy_from_slice(own);
                    sides = later;
                }
                match wanted {
                    Wanted::Loads => laws.loads(which, arguments, &mut rooms.results[..law.loads()]),
                    Wanted::Slopes => laws.slopes(which, arguments, &mut rooms.results[..law.slopes()]),
                }
                read(law, member, rooms);
            }
        }
    }
}
