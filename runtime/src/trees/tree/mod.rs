//! A tree of bodies with its forces and outputs: the equations of the contract as loops over links.
//!
//! ```text
//! place       stamp, frames                                               (12 numbers a link)
//! moving      stamp, twists, ∂e/∂q̇, ∂w/∂V                                 (6 numbers a link, 9 an effort, 36 a wrench)
//! stiffness   stamp, twists, accelerations, wrenches, ∂e/∂q, ∂w/∂η, ∂w/∂V (18 numbers a link, 9 an effort, 72 a wrench)
//! of a force between bodies besides: ∂w/∂V of both (72 numbers), in stiffness ∂w/∂η of both before it
//! ```
//! The stamp identifies the call of `place` of these numbers. C and K belong to one configuration; M of the same one is eliminated with
//! them, and M of another one separately, exactly (`linearised`).
//!
//! Invariant: with the feature `std` nothing is allocated in a step after the first use of each work space, except for dense matrices and weak factors.

mod acting;
mod deferred;
mod dependent;
mod evaluate;
mod factors;
mod pairs;
mod parts;
mod reactions;
mod saddle;
mod shared;
mod signals;
mod watched;

use acting::Acting;
pub use acting::Laws;
pub use evaluate::Place;
pub use factors::Factors;
use pairs::Derivatives;
pub use saddle::{Closing, Redundancy};
use shared::{OfLinks, Sharing};

use super::layout::Numbers;
use super::{
    Bodies as Articulated, Constrained, Elimination, Engine, FRAME, Kind, Layout, Linkage, Matrix, Members,
    Room, Six, Vector,
};
use crate::Real;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicUsize, Ordering};
#[cfg(feature = "std")]
use std::sync::Mutex;

/// Numbers of calls of `place`.
static STAMPS: AtomicUsize = AtomicUsize::new(1);

/// Every scalar holds the integers below: they come again after as many calls, when no result of the former call is left.
const STAMPS_OF_F32: usize = 1 << 24;

/// A tree of bodies with its numbers.
#[derive(Debug)]
pub struct Tree<T: Real> {
    linkage: Linkage<T>,
    /// See [`Numbers`].
    values: Vec<T>,
    layout: Arc<Layout>,
    /// If several links have a coordinate in common.
    sharing: Option<Sharing<T>>,
    /// Kept from call to call.
    #[cfg(feature = "std")]
    rooms: Mutex<Vec<Rooms<T>>>,
}

/// Space for one call.
#[derive(Debug)]
struct Rooms<T> {
    room: Room<T>,
    /// Along joints.
    efforts: Acting<T, 3>,
    /// On bodies.
    wrenches: Acting<T, 6>,
    /// Of forces between bodies.
    pairs: Derivatives<T>,
    poses: Vec<[T; FRAME]>,
    twists: Vec<Six<T>>,
    accelerations: Vec<Six<T>>,
    /// What the joint of every link transmits.
    transmitted: Vec<Six<T>>,
    signals: Vec<T>,
    exerted: Vec<T>,
    of_links: OfLinks<T>,
    articulated: Option<Articulated<T>>,
    elimination: Option<Elimination<T>>,
    arguments: Vec<T>,
    results: Vec<T>,
}

impl<T: Real> Tree<T> {
    /// A tree.
    pub fn new(layout: &Arc<Layout>, numbers: Numbers<T>) -> Self {
        let Numbers { gravity, kinds, values } = numbers;
        let [driven, loaded] = [true, false].map(|along_joints| acted(layout, along_joints));
        let sharing = Sharing::of(layout, &values);
        let mut links = layout.links.clone();
        if let Some(sharing) = &sharing {
            let mut own = links.to_vec();
            sharing.links().for_each(|link| own[link].given = true);
            links = own.into();
        }
        let pairs = pairs::of(layout);
        let constrained = match &sharing {
            Some(sharing) => deferred::on_ways((&links, &kinds), &pairs, sharing, layout),
            None => Constrained::default(),
        };
        let linkage = Linkage { links, kinds, gravity, loaded, driven, pairs, constrained };
        Self {
            linkage,
            values,
            sharing,
            layout: layout.clone(),
            #[cfg(feature = "std")]
            rooms: Mutex::default(),
        }
    }

    /// The same tree over another scalar.
    pub fn lifted<S: Real>(&self, lift: &dyn Fn(T) -> S) -> Tree<S> {
        let vector = |x: &Vector<T>| x.map(lift);
        let matrix = |x: &Matrix<T>| x.map(|row| row.map(lift));
        let kind = |kind: &Kind<T>| Kind {
            rotation: matrix(&kind.rotation),
            position: vector(&kind.position),
            aligned: kind.aligned,
            axis: vector(&kind.axis),
            pitch: lift(kind.pitch),
            mass: lift(kind.mass),
            moment: vector(&kind.moment),
            inertia: matrix(&kind.inertia),
            rotor: lift(kind.rotor),
        };
        let numbers = Numbers {
            gravity: vector(&self.linkage.gravity),
            kinds: self.linkage.kinds.iter().map(kind).collect(),
            values: self.values.iter().map(|&x| lift(x)).collect(),
        };
        Tree::new(&self.layout, numbers)
    }

    /// Its structure.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    fn engine(&self) -> &dyn Engine<T> {
        T::loops(&self.linkage)
    }

    fn links(&self) -> usize {
        self.linkage.len()
    }

    /// The number of derivatives of efforts and wrenches.
    fn slopes(&self) -> usize {
        9 * self.linkage.efforts() + 36 * self.linkage.wrenches() + pairs::NUMBERS * self.linkage.pairs.len()
    }

    /// Lends room to a call: without the standard library it is allocated.
    #[cfg(not(feature = "std"))]
    fn lent<R>(&self, work: impl FnOnce(&mut Rooms<T>) -> R) -> R {
        work(&mut self.make_rooms())
    }

    /// Lends room to a call.
    #[cfg(feature = "std")]
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
        let laws = &self.layout.laws;
        let arguments = laws.iter().map(Members::arguments).max();
        let results = laws.iter().map(|law| law.loads().max(law.slopes())).max();
        Rooms {
            room: Room::new(n),
            efforts: Acting::new(self.linkage.efforts()),
            wrenches: Acting::new(self.linkage.wrenches()),
            pairs: Derivatives::new(self.linkage.pairs.len()),
            poses: Vec::new(),
            twists: Vec::new(),
            accelerations: Vec::new(),
            transmitted: Vec::new(),
            signals: Vec::new(),
            exerted: Vec::new(),
            of_links: OfLinks::new(),
            articulated: None,
            elimination: None,
            arguments: vec![o; arguments.unwrap_or(0)],
            results: vec![o; results.unwrap_or(0)],
        }
    }

    /// The number of values that [`place`](Self::place) stores.
    fn placed(&self) -> usize {
        1 + FRAME * self.links() + self.sharing.as_ref().map_or(0, Sharing::own_coordinates)
    }

    /// The poses of links relative to their parents.
    fn frames<'a>(&self, at: Place<'a, T>) -> &'a [[T; FRAME]] {
        at.values.get(1..1 + FRAME * self.links()).unwrap_or_default().as_chunks().0
    }

    /// The coordinates of links.
    fn coordinates<'a>(&self, at: Place<'a, T>) -> &'a [T] {
        if self.sharing.is_none() {
            at.q
        } else {
            at.values.get(1 + FRAME * self.links()..).unwrap_or_default()
        }
    }

    /// The number of values that [`moving`](Self::moving) stores.
    fn moving_numbers(&self) -> usize {
        1 + 6 * self.links() + self.slopes()
    }

    /// The number of values that [`stiffness`](Self::stiffness) stores.
    fn stiffness_numbers(&self) -> usize {
        let by_velocity = 36 * self.linkage.wrenches() + pairs::NUMBERS * self.linkage.pairs.len();
        1 + 18 * self.links() + self.slopes() + by_velocity
    }

    /// The poses of all links relative to their parents.
    pub fn place(&self, q: &[T], values: &mut Vec<T>) {
        values.resize(self.placed(), T::zero());
        let Some((stamp, numbers)) = values.split_first_mut() else { return };
        *stamp = next_stamp();
        let (frames, own) = numbers.split_at_mut(FRAME * self.links());
        let q = match &self.sharing {
            None => q,
            Some(sharing) => {
                sharing.place(q, own);
                own
            }
        };
        self.engine().place(q, frames.as_chunks_mut().0);
    }

    /// M a.
    pub fn mass_times(&self, at: Place<'_, T>, a: &[T], out: &mut [T]) {
        self.lent(|rooms| self.product_with_mass(at, a, rooms, out));
    }

    fn product_with_mass(&self, at: Place<'_, T>, a: &[T], rooms: &mut Rooms<T>, out: &mut [T]) {
        self.spread([a], rooms, |rooms, [a]| {
            self.summed(out, rooms, |rooms, out| {
                self.engine().mass_times(self.frames(at), a, &mut rooms.room, out);
            });
        });
    }
}

/// The numbers of links on which laws act, across their joints or on their bodies, in the order of the laws; empty if none do.
fn acted(layout: &Layout, along_joints: bool) -> Vec<Option<u32>> {
    let laws = layout.laws.iter().filter(|law| law.along_joints() == along_joints);
    let members = laws.flat_map(|law| &law.members);
    let mut links = members.flat_map(|member| [Some(member.link), member.second]).flatten().peekable();
    if links.peek().is_none() {
        return Vec::new();
    }
    let mut numbers = vec![None; layout.links.len()];
    let mut next = 0;
    for link in links {
        if numbers[link].is_none() {
            numbers[link] = Some(next);
            next += 1;
        }
    }
    numbers
}

/// A number that no other call of `place` has whose results are still in use.
fn next_stamp<T: Real>() -> T {
    let number = STAMPS.fetch_add(1, Ordering::Relaxed);
    let stamp = T::exact(number as f64);
    if stamp.value() == number as f64 { stamp } else { T::exact((number % STAMPS_OF_F32) as f64) }
}
