//! What a run watches of the forces.

use super::acting::Wanted;
use super::{Laws, Members, Place, Tree};
use crate::Real;

impl<T: Real> Tree<T> {
    /// Switching functions of members, then d·d, d·ḋ and ḋ·ḋ of those whose ends may coincide. `shared` is the number of switching
    /// functions that all laws share, which `out` begins with and which are not written.
    pub fn switches(&self, laws: &impl Laws<T>, at: Place<'_, T>, v: &[T], (shared, out): (usize, &mut [T])) {
        let all = &self.layout.laws;
        let count = |of: &dyn Fn(&Members) -> usize| -> usize {
            all.iter().map(|law| of(law) * law.members.len()).sum()
        };
        let mut sided = shared;
        let mut others = sided + count(&|law| law.watched.sides);
        let mut ends = shared + count(&|law| law.watched.switches);
        if others == ends && ends == out.len() && sided == others {
            return;
        }
        self.lent(|rooms| {
            self.spread([v], rooms, |rooms, [v]| {
                self.each_member(laws, Wanted::Loads, (at, v), rooms, |law, _, rooms| {
                    let watched = &rooms.results[law.velocities + 1..];
                    let (with, rest) = watched.split_at(law.watched.sides);
                    let (without, rest) = rest.split_at(law.watched.switches - law.watched.sides);
                    put(with, &mut sided, out);
                    put(without, &mut others, out);
                    if law.watched.coincidence {
                        put(&rest[..3], &mut ends, out);
                    }
                });
            });
        });
    }

    /// Quantities of members with their limits, then the depths of contacts with zeros. `first` is the number of those that `out` begins
    /// with and which are not written.
    pub fn ranges(
        &self,
        laws: &impl Laws<T>,
        at: Place<'_, T>,
        v: &[T],
        (first, out): (usize, &mut [[T; 3]]),
    ) {
        if first == out.len() {
            return;
        }
        let with = self.layout.laws.iter().filter(|law| law.watched.range);
        let (mut range, mut contact) = (first, first + with.map(|law| law.members.len()).sum::<usize>());
        let zero = T::zero();
        self.lent(|rooms| {
            self.spread([v], rooms, |rooms, [v]| {
                self.each_member(laws, Wanted::Loads, (at, v), rooms, |law, _, rooms| {
                    let of = &law.watched;
                    let skipped = of.switches + if of.coincidence { 3 } else { 0 };
                    let mut rest = &rooms.results[law.velocities + 1 + skipped..];
                    if let (true, [value, least, most, after @ ..]) = (of.range, rest) {
                        out[range] = [*value, *least, *most];
                        range += 1;
                        rest = after;
                    }
                    if let (true, [depth, ..]) = (of.contact, rest) {
                        out[contact] = [*depth, zero, zero];
                        contact += 1;
                    }
                });
            });
        });
    }
}

/// Writes values at a place, which moves behind them.
fn put<T: Copy>(values: &[T], place: &mut usize, out: &mut [T]) {
    out[*place..*place + values.len()].copy_from_slice(values);
    *place += values.len();
}
