//! Newton–Euler from the ground to the leaves and back: (1) to (4) of the crate.

use crate::Real;
use crate::trees::linkage::{GROUND, Link, Linkage};
use crate::trees::placement::{FRAME, Frame};
use crate::trees::room::Room;
use crate::trees::spatial::{Six, Vector, bracket, dot, minus, on_wrench, plus, turned, work};

/// The external forces.
#[derive(Clone, Copy, Debug)]
pub struct Loads<'a, T> {
    /// w, in the axes of each link about its origin, in the order of [`Linkage::loaded`].
    pub wrenches: &'a [Six<T>],
    /// e, in the order of [`Linkage::driven`].
    pub efforts: &'a [Vector<T>],
}

impl<T> Loads<'_, T> {
    /// Nothing.
    pub const NONE: Self = Self { wrenches: &[], efforts: &[] };
}

/// (1) of one link, whose own twist is known.
#[inline(always)]
fn twist<T: Real>(link: &Link, frame: &Frame<T>, own: Six<T>, before: &[Six<T>]) -> Six<T> {
    match link.parent {
        GROUND => own,
        parent => plus(frame.down(&before[parent as usize]), own),
    }
}

impl<T: Real> Linkage<T> {
    /// V of every link, (1).
    pub fn twists(&self, frames: &[[T; FRAME]], v: &[T], twists: &mut [Six<T>]) {
        for (i, (link, frame)) in self.links.iter().zip(frames).enumerate() {
            let own = self.along(link, Self::own(link, v));
            twists[i] = twist(link, &Frame::of(frame), own, twists);
        }
    }

    /// A of every link from V, (2); that of the ground is (0, −g), or zero without gravity.
    pub fn accelerations(
        &self,
        frames: &[[T; FRAME]],
        (twists, v): (&[Six<T>], &[T]),
        a: Option<&[T]>,
        accelerations: &mut [Six<T>],
    ) {
        let falling = self.falling();
        for (i, (link, frame)) in self.links.iter().zip(frames).enumerate() {
            let own = self.along(link, Self::own(link, v));
            accelerations[i] =
                self.acceleration(link, &Frame::of(frame), (&twists[i], &own), a, &falling, accelerations);
        }
    }

    /// (2) of one link, whose own twist is known.
    #[inline(always)]
    fn acceleration(
        &self,
        link: &Link,
        frame: &Frame<T>,
        (twist, own): (&Six<T>, &Six<T>),
        a: Option<&[T]>,
        falling: &Six<T>,
        before: &[Six<T>],
    ) -> Six<T> {
        let parent = if link.parent == GROUND { falling } else { &before[link.parent as usize] };
        let carried = plus(frame.down(parent), bracket(twist, own));
        match a {
            Some(a) => plus(carried, self.along(link, Self::own(link, a))),
            None => carried,
        }
    }

    /// (3) of one link without its children.
    #[inline(always)]
    fn wrench(
        &self,
        i: usize,
        link: &Link,
        twist: &Six<T>,
        acceleration: &Six<T>,
        loads: Loads<'_, T>,
    ) -> Six<T> {
        let kind = self.kind(link);
        let momentum = Self::momentum(kind, twist);
        let wrench = plus(Self::momentum(kind, acceleration), on_wrench(twist, &momentum));
        match self.wrench_on(i).and_then(|number| loads.wrenches.get(number)) {
            Some(load) => minus(wrench, *load),
            None => wrench,
        }
    }

    /// F of every link from V and A, (3).
    pub fn wrenches_of_motion(
        &self,
        frames: &[[T; FRAME]],
        (twists, accelerations): (&[Six<T>], &[Six<T>]),
        loads: Loads<'_, T>,
        wrenches: &mut [Six<T>],
    ) {
        for (i, link) in self.links.iter().enumerate() {
            wrenches[i] = self.wrench(i, link, &twists[i], &accelerations[i], loads);
        }
        self.gather(frames, wrenches);
    }

    /// Adds to every wrench those of the children.
    pub(crate) fn gather(&self, frames: &[[T; FRAME]], wrenches: &mut [Six<T>]) {
        for i in (0..self.len()).rev() {
            self.hand_on(i, frames, wrenches);
        }
    }

    /// Adds the wrench of link i, to which those of its children have been added, to that of its parent, and returns it.
    #[inline]
    fn hand_on(&self, i: usize, frames: &[[T; FRAME]], wrenches: &mut [Six<T>]) -> Six<T> {
        let (wrench, parent) = (wrenches[i], self.links[i].parent);
        if parent != GROUND {
            let up = Frame::of(&frames[i]).up(&wrench);
            wrenches[parent as usize] = plus(wrenches[parent as usize], up);
        }
        wrench
    }

    /// M a − f, (4); without a it is −f. One loop outwards and one back: long trees do not fit into the caches.
    pub fn residual(
        &self,
        frames: &[[T; FRAME]],
        v: &[T],
        a: Option<&[T]>,
        loads: Loads<'_, T>,
        room: &mut Room<T>,
        out: &mut [T],
    ) {
        let Room { first: twists, second: accelerations, third: wrenches } = room;
        let falling = self.falling();
        for (i, (link, frame)) in self.links.iter().zip(frames).enumerate() {
            let (frame, own) = (Frame::of(frame), self.along(link, Self::own(link, v)));
            let moving = twist(link, &frame, own, twists);
            let accelerated = self.acceleration(link, &frame, (&moving, &own), a, &falling, accelerations);
            wrenches[i] = self.wrench(i, link, &moving, &accelerated, loads);
            (twists[i], accelerations[i]) = (moving, accelerated);
        }
        for (i, link) in self.links.iter().enumerate().rev() {
            let efforts = self.efforts_of(link, &self.hand_on(i, frames, wrenches));
            let outside = self.efforts_on(i).and_then(|number| loads.efforts.get(number));
            let first = link.velocity as usize;
            for k in 0..link.motion.freedoms() {
                let mut effort = efforts[k];
                if let Some(outside) = outside {
                    effort = effort - outside[k];
                }
                if let Some(a) = a {
                    effort = effort + self.kind(link).rotor * a[first + k];
                }
                out[first + k] = effort;
            }
        }
    }

    /// M a: (2) to (4) at rest, without gravity.
    pub fn mass_times(&self, frames: &[[T; FRAME]], a: &[T], room: &mut Room<T>, out: &mut [T]) {
        let Room { first: accelerations, third: wrenches, .. } = room;
        for (i, (link, frame)) in self.links.iter().zip(frames).enumerate() {
            let own = self.along(link, Self::own(link, a));
            let acceleration = twist(link, &Frame::of(frame), own, accelerations);
            wrenches[i] = Self::momentum(self.kind(link), &acceleration);
            accelerations[i] = acceleration;
        }
        for (i, link) in self.links.iter().enumerate().rev() {
            let efforts = self.efforts_of(link, &self.hand_on(i, frames, wrenches));
            let first = link.velocity as usize;
            for k in 0..link.motion.freedoms() {
                out[first + k] = efforts[k] + self.kind(link).rotor * a[first + k];
            }
        }
    }

    /// (T, V): ½ Σ V·I V + ½ Σ J_rotor q̇², −Σ g·(m p + R h) with the poses in the ground's axes.
    pub fn energy(&self, frames: &[[T; FRAME]], v: &[T], poses: &[[T; FRAME]], room: &mut Room<T>) -> (T, T) {
        let twists = &mut room.first;
        self.twists(frames, v, twists);
        let (mut kinetic, mut potential) = (T::zero(), T::zero());
        for ((link, twist), pose) in self.links.iter().zip(&*twists).zip(poses) {
            let kind = self.kind(link);
            kinetic = kinetic + work(twist, &Self::momentum(kind, twist));
            for &rate in Self::own(link, v) {
                kinetic = kinetic + kind.rotor * rate * rate;
            }
            let pose = Frame::of(pose);
            let height = dot(self.gravity, turned(&pose.rotation, kind.moment));
            potential = potential - (height + kind.mass * dot(self.gravity, pose.position));
        }
        (T::exact(0.5) * kinetic, potential)
    }
}
