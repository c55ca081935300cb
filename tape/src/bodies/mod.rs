//! A large tree of bodies, with loops over links instead of the routines of other mechanisms.
//!
//! ```text
//! place       stamp, frames                                       (12 numbers a link)
//! moving      stamp, twists, ∂e/∂q̇                                (6 numbers a link, 9 an effort)
//! stiffness   stamp, twists, accelerations, wrenches, ∂e/∂q       (18 numbers a link, 9 an effort)
//! ```
//! The stamp identifies the call of `place` of these numbers. C and K belong to one configuration; M of the same one is eliminated with
//! them, and M of another one separately, exactly (`linearised` of `linkwork-cells`).
//!
//! Invariant: nothing is allocated in a step after the first use of each work space, except for dense matrices and weak factors.

mod evaluate;
mod factors;
mod parts;
mod signals;

pub(crate) use evaluate::Laws;

use crate::states::TapePositionCache;
use linkwork::Real;
use linkwork_cells::{
    Bodies as Articulated, Elimination, Engine, FRAME, Kind, Link, Linkage, Matrix, Motion, Room, Six,
    Vector, engine,
};
use linkwork_compiler::Program;
use linkwork_compiler::plan::{CellLink, Cells, Elementary, GRAVITY, NUMBERS};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// Numbers of calls of `place`; f64 holds all that there will be.
static STAMPS: AtomicU64 = AtomicU64::new(1);

/// The data of a large tree in addition to its program.
#[derive(Debug)]
pub(crate) struct Bodies<T: Real> {
    engine: Box<dyn Engine<T>>,
    /// All numbers that parameters decide; see [`Cells::table`].
    table: Vec<T>,
    program: Arc<Program>,
    rooms: Mutex<Vec<Rooms<T>>>,
}

/// Space for one call.
#[derive(Debug)]
struct Rooms<T> {
    room: Room<T>,
    efforts: Vec<Vector<T>>,
    by_position: Vec<Matrix<T>>,
    by_velocity: Vec<Matrix<T>>,
    poses: Vec<[T; FRAME]>,
    twists: Vec<Six<T>>,
    accelerations: Vec<Six<T>>,
    articulated: Option<Articulated<T>>,
    elimination: Option<Elimination<T>>,
    arguments: Vec<T>,
    results: Vec<T>,
}

impl<T: Real> Bodies<T> {
    /// The tree of a program, from the numbers of its table.
    pub(crate) fn new(program: &Arc<Program>, cells: &Cells, table: Vec<T>) -> Self {
        let zero = T::zero();
        let of_kind = |(numbers, &aligned): (&[T], &bool)| {
            let three = |at: usize| [numbers[at], numbers[at + 1], numbers[at + 2]];
            Kind {
                rotation: [three(0), three(3), three(6)],
                position: three(9),
                aligned,
                axis: three(12),
                pitch: numbers[15],
                mass: numbers[16],
                moment: three(17),
                inertia: [three(20), three(23), three(26)],
                rotor: numbers[29],
            }
        };
        let kinds = table.get(GRAVITY..).unwrap_or_default().chunks_exact(NUMBERS).zip(&cells.aligned);
        let kinds: Vec<Kind<T>> = kinds.map(of_kind).collect();
        let mut driven = vec![None; cells.links.len()];
        let mut next = 0;
        for &(link, _) in cells.laws.iter().flat_map(|law| &law.members) {
            if driven[link].is_none() {
                driven[link] = Some(next);
                next += 1;
            }
        }
        let gravity = match table[..] {
            [x, y, z, ..] => [x, y, z],
            _ => [zero; 3],
        };
        let loaded = vec![None; cells.links.len()];
        let links = cells.links.iter().map(link).collect();
        let linkage = Linkage { links, kinds, gravity, loaded, driven };
        Self { engine: engine(linkage), table, program: program.clone(), rooms: Mutex::default() }
    }

    /// The same tree over another scalar.
    pub(crate) fn lifted<S: Real>(&self, lift: &dyn Fn(T) -> S) -> Option<Bodies<S>> {
        let cells = self.program.cells.as_ref()?;
        Some(Bodies::new(&self.program, cells, self.table.iter().map(|&x| lift(x)).collect()))
    }

    fn cells(&self) -> Option<&Cells> {
        self.program.cells.as_ref()
    }

    fn links(&self) -> usize {
        self.engine.linkage().len()
    }

    fn driven(&self) -> usize {
        self.engine.linkage().efforts()
    }

    /// Lends room to a call.
    fn lent<R>(&self, work: impl FnOnce(&mut Rooms<T>) -> R) -> R {
        let taken = self.rooms.lock().ok().and_then(|mut all| all.pop());
        let mut rooms = taken.unwrap_or_else(|| self.make_rooms());
        let result = work(&mut rooms);
        if let Ok(mut all) = self.rooms.lock() {
            all.push(rooms);
        }
        result
    }

    fn make_rooms(&self) -> Rooms<T> {
        let (n, o) = (self.links(), T::zero());
        let laws = self.cells().map_or(&[][..], |cells| &cells.laws);
        let arguments = laws.iter().map(|law| law.sizes.0 + law.sizes.1 + law.own).max();
        let results = laws.iter().map(|law| law.sizes.1 + 1 + 2 * law.sizes.1 * law.sizes.1).max();
        let driven = self.driven();
        Rooms {
            room: Room::new(n),
            efforts: vec![[o; 3]; driven],
            by_position: vec![[[o; 3]; 3]; driven],
            by_velocity: vec![[[o; 3]; 3]; driven],
            poses: Vec::new(),
            twists: Vec::new(),
            accelerations: Vec::new(),
            articulated: None,
            elimination: None,
            arguments: vec![o; arguments.unwrap_or(0)],
            results: vec![o; results.unwrap_or(0)],
        }
    }

    /// The number of values that `place` stores.
    pub(crate) fn placed(&self) -> usize {
        1 + FRAME * self.links()
    }

    /// The number of values that `moving` stores.
    pub(crate) fn moving_numbers(&self) -> usize {
        1 + 6 * self.links() + 9 * self.driven()
    }

    /// The number of values that `stiffness` stores.
    pub(crate) fn stiffness_numbers(&self) -> usize {
        1 + 18 * self.links() + 9 * self.driven()
    }

    pub(crate) fn place(&self, q: &[T], values: &mut [T]) {
        let Some((stamp, numbers)) = values.split_first_mut() else { return };
        *stamp = T::exact(STAMPS.fetch_add(1, Ordering::Relaxed) as f64);
        self.engine.place(q, numbers.as_chunks_mut().0);
    }

    pub(crate) fn mass_times(&self, at: &TapePositionCache<T>, a: &[T], out: &mut [T]) {
        self.lent(|rooms| self.engine.mass_times(frames(at), a, &mut rooms.room, out));
    }
}

fn frames<T: Real>(at: &TapePositionCache<T>) -> &[[T; FRAME]] {
    at.values.get(1..).unwrap_or_default().as_chunks().0
}

fn link(link: &CellLink) -> Link {
    Link {
        parent: link.parent.map_or(linkwork_cells::GROUND, |parent| parent as u32),
        kind: link.kind as u32,
        coordinate: link.coordinate as u32,
        velocity: link.velocity as u32,
        motion: match link.motion {
            Elementary::Rotation => Motion::Rotation,
            Elementary::Translation => Motion::Translation,
            Elementary::Screw => Motion::Screw,
            Elementary::Quaternion => Motion::Quaternion,
        },
    }
}
