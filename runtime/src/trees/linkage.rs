//! A tree of links: numbers that links have in common, and those of each link.

use crate::Real;
use crate::trees::linearised::Constrained;
use crate::trees::spatial::{Matrix, Six, Vector, cross, dot, plus, scaled, six, turned, with};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

/// The parent of links that are connected to the ground.
pub const GROUND: u32 = u32::MAX;

/// The motion of a link relative to its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// By one angle about an axis.
    Rotation,
    /// By one length along an axis.
    Translation,
    /// By one angle about an axis, and by pitch·angle along it.
    Screw,
    /// By a unit quaternion (w, x, y, z), with the angular velocity in the axes of the link.
    Quaternion,
}

impl Motion {
    /// The number of velocities.
    #[inline(always)]
    pub fn freedoms(self) -> usize {
        if self == Self::Quaternion { 3 } else { 1 }
    }

    /// The number of coordinates.
    #[inline(always)]
    pub fn coordinates(self) -> usize {
        if self == Self::Quaternion { 4 } else { 1 }
    }
}

/// The numbers that links may have in common.
#[derive(Clone, Debug)]
pub struct Kind<T> {
    /// From the parent's frame to the one in which the motion begins: its axes (columns).
    pub rotation: Matrix<T>,
    /// Its origin.
    pub position: Vector<T>,
    /// Whether its axes are those of the parent.
    pub aligned: bool,
    /// The axis of the motion, a unit vector; reversed if the joint is traversed backwards.
    pub axis: Vector<T>,
    /// Length by angle of a screw.
    pub pitch: T,
    /// The mass of the link.
    pub mass: T,
    /// h = m c, from the origin of the link in its axes.
    pub moment: Vector<T>,
    /// The inertia about the origin of the link.
    pub inertia: Matrix<T>,
    /// The contribution of a rotor to the inertia along the link's own velocity.
    pub rotor: T,
}

impl<T: Real> Kind<T> {
    /// No mass, in the axes of the parent, at its origin; the motion has no axis.
    pub fn zeros() -> Self {
        let (o, i) = (T::zero(), T::one());
        Self {
            rotation: [[i, o, o], [o, i, o], [o, o, i]],
            position: [o; 3],
            aligned: true,
            axis: [o; 3],
            pitch: o,
            mass: o,
            moment: [o; 3],
            inertia: [[o; 3]; 3],
            rotor: o,
        }
    }

    /// From its numbers in a table, [`NUMBERS`](super::NUMBERS) of them.
    pub fn of_numbers(numbers: &[T], aligned: bool) -> Self {
        let three = |at: usize| [numbers[at], numbers[at + 1], numbers[at + 2]];
        Self {
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
    }
}

/// One link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The parent link, or [`GROUND`].
    pub parent: u32,
    /// Its numbers.
    pub kind: u32,
    /// Its first coordinate.
    pub coordinate: u32,
    /// Its first velocity.
    pub velocity: u32,
    /// Its motion.
    pub motion: Motion,
    /// Whether several links have its coordinate in common, or constraints have it: solves take its unknowns as given, and leave the efforts that it
    /// needs in their place. [`Tree`](super::Tree) sets it.
    pub given: bool,
}

/// A tree of links with its numbers.
#[derive(Clone, Debug)]
pub struct Linkage<T> {
    /// Parents first.
    pub links: Arc<[Link]>,
    /// The common data of links.
    pub kinds: Vec<Kind<T>>,
    /// The acceleration of free fall, in the axes of the ground.
    pub gravity: Vector<T>,
    /// The index of the external wrench of every link, if it may have one that depends on its pose or motion; empty if no link has one.
    pub loaded: Vec<Option<u32>>,
    /// The index of the external efforts of every link, if it may have some; empty if no link has any.
    pub driven: Vec<Option<u32>>,
    /// The links of each force between two bodies that one motion does not join.
    pub pairs: Vec<[usize; 2]>,
    /// Constraints that are eliminated with the links, whose velocities are [`given`](Link::given).
    pub constrained: Constrained,
}

impl<T: Real> Linkage<T> {
    /// The number of links.
    #[inline]
    pub fn len(&self) -> usize {
        self.links.len()
    }

    /// Whether there are no links.
    pub fn is_empty(&self) -> bool {
        self.links.is_empty()
    }

    /// The number of velocities.
    pub fn velocities(&self) -> usize {
        self.links.iter().map(|link| link.motion.freedoms()).sum()
    }

    /// The number of links with external wrenches.
    pub fn wrenches(&self) -> usize {
        self.loaded.iter().flatten().count()
    }

    /// The number of links with external efforts.
    pub fn efforts(&self) -> usize {
        self.driven.iter().flatten().count()
    }

    /// The index of the external wrench of a link.
    #[inline(always)]
    pub(crate) fn wrench_on(&self, link: usize) -> Option<usize> {
        self.loaded.get(link).copied().flatten().map(|number| number as usize)
    }

    /// The index of the external efforts of a link.
    #[inline(always)]
    pub(crate) fn efforts_on(&self, link: usize) -> Option<usize> {
        self.driven.get(link).copied().flatten().map(|number| number as usize)
    }

    #[inline(always)]
    pub(crate) fn kind(&self, link: &Link) -> &Kind<T> {
        &self.kinds[link.kind as usize]
    }

    /// (0, −g).
    #[inline(always)]
    pub(crate) fn falling(&self) -> Six<T> {
        six([T::zero(); 3], self.gravity.map(|g| -g))
    }

    /// S x.
    #[inline(always)]
    pub(crate) fn along(&self, link: &Link, x: &[T]) -> Six<T> {
        let kind = self.kind(link);
        let zero = [T::zero(); 3];
        match link.motion {
            Motion::Rotation => six(scaled(x[0], kind.axis), zero),
            Motion::Translation => six(zero, scaled(x[0], kind.axis)),
            Motion::Screw => {
                let turning = scaled(x[0], kind.axis);
                six(turning, scaled(kind.pitch, turning))
            }
            Motion::Quaternion => six([x[0], x[1], x[2]], zero),
        }
    }

    /// The k-th column of S.
    #[inline(always)]
    pub(crate) fn direction(&self, link: &Link, k: usize) -> Six<T> {
        let mut unit = [T::zero(); 3];
        unit[k] = T::one();
        self.along(link, &unit)
    }

    /// Sᵀ of a wrench, of which the first [`Motion::freedoms`] numbers count.
    #[inline(always)]
    pub(crate) fn efforts_of(&self, link: &Link, wrench: &Six<T>) -> Vector<T> {
        let kind = self.kind(link);
        let (torque, force) = ([wrench[0], wrench[1], wrench[2]], [wrench[3], wrench[4], wrench[5]]);
        let zero = T::zero();
        match link.motion {
            Motion::Rotation => [dot(kind.axis, torque), zero, zero],
            Motion::Translation => [dot(kind.axis, force), zero, zero],
            Motion::Screw => [dot(kind.axis, torque) + kind.pitch * dot(kind.axis, force), zero, zero],
            Motion::Quaternion => torque,
        }
    }

    /// I V: (I ω + h × v, m v + ω × h).
    #[inline(always)]
    pub(crate) fn momentum(kind: &Kind<T>, twist: &Six<T>) -> Six<T> {
        let (w, v) = ([twist[0], twist[1], twist[2]], [twist[3], twist[4], twist[5]]);
        let angular = plus(turned(&kind.inertia, w), cross(kind.moment, v));
        six(angular, with(cross(w, kind.moment), kind.mass, v))
    }

    /// The numbers of the velocities of a link.
    #[inline(always)]
    pub(crate) fn range(link: &Link) -> Range<usize> {
        let first = link.velocity as usize;
        first..first + link.motion.freedoms()
    }

    /// The velocities of a link among all.
    #[inline(always)]
    pub(crate) fn own<'a>(link: &Link, all: &'a [T]) -> &'a [T] {
        &all[Self::range(link)]
    }
}
