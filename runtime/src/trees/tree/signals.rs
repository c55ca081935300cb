//! The signals that outputs are made of.

use super::acting::Wanted;
use super::{Laws, Place, Rooms, Tree};
use crate::Real;
use crate::trees::spatial::{angular, cross, dot, linear, plus};
use crate::trees::{FRAME, Frame, Loads, Signal, Vector};

impl<T: Real> Tree<T> {
    /// Lends the signals of outputs to `read`, followed by the numbers in `beside`.
    pub fn signals<R>(
        &self,
        laws: &impl Laws<T>,
        at: Place<'_, T>,
        (v, a): (&[T], &[T]),
        beside: &[T],
        read: impl FnOnce(&[T]) -> R,
    ) -> R {
        self.lent(|rooms| {
            self.spread([v, a], rooms, |rooms, moving| {
                self.fill_signals(laws, at, moving, rooms);
                rooms.signals.extend_from_slice(beside);
                read(&rooms.signals)
            })
        })
    }

    /// The signals at velocities and accelerations of links.
    fn fill_signals(&self, laws: &impl Laws<T>, at: Place<'_, T>, [v, a]: [&[T]; 2], rooms: &mut Rooms<T>) {
        let some = |wanted: fn(&Signal) -> bool| self.layout.signals.iter().any(wanted);
        let reactions = some(|signal| matches!(signal, Signal::Reaction(_)));
        let n = self.links();
        let zero = [T::zero(); 6];
        let frames = self.frames(at);
        if reactions {
            self.run_laws(laws, Wanted::Loads, (at, v), rooms);
        }
        if reactions
            || some(|signal| {
                matches!(signal, Signal::Point { .. } | Signal::Axis { .. } | Signal::Spin { .. })
            })
        {
            rooms.poses.resize(n, [T::zero(); FRAME]);
            rooms.twists.resize(n, zero);
            rooms.accelerations.resize(n, zero);
            self.engine().poses(frames, &mut rooms.poses);
            self.engine().twists(frames, v, &mut rooms.twists);
            self.engine().accelerations(frames, (&rooms.twists, v), Some(a), &mut rooms.accelerations);
        }
        if reactions {
            rooms.transmitted.resize(n, zero);
            let loads = Loads { wrenches: &rooms.wrenches.loads, efforts: &[] };
            let moving = (&rooms.twists[..], &rooms.accelerations[..]);
            self.engine().wrenches(frames, moving, loads, &mut rooms.transmitted);
        }
        if some(|signal| matches!(signal, Signal::Load(_))) {
            rooms.exerted.clear();
            self.each_member(laws, Wanted::Loads, (at, v), rooms, |law, _, rooms| {
                let loads = &rooms.results[..law.loads()];
                rooms.exerted.extend_from_slice(&loads[law.loads() - law.watched.exerted..]);
            });
        }
        let gravity = self.linkage.gravity;
        let q = self.coordinates(at);
        let mut signals = core::mem::take(&mut rooms.signals);
        signals.clear();
        let all = self.layout.signals.iter();
        signals.extend(all.map(|signal| self.signal(signal, (q, v, a), rooms, gravity)));
        rooms.signals = signals;
    }

    fn signal(
        &self,
        signal: &Signal,
        (q, v, a): (&[T], &[T], &[T]),
        rooms: &Rooms<T>,
        gravity: Vector<T>,
    ) -> T {
        let three = |at: usize| [self.values[at], self.values[at + 1], self.values[at + 2]];
        let pose =
            |link: Option<usize>| link.map_or_else(Frame::ground, |link| Frame::of(&rooms.poses[link]));
        let row =
            |link: Option<usize>, component: usize, x: Vector<T>| dot(pose(link).rotation[component], x);
        match *signal {
            Signal::Coordinate { number, negative } => {
                if negative {
                    -q[number]
                } else {
                    q[number]
                }
            }
            Signal::Velocity(number) => v[number],
            Signal::Acceleration(number) => a[number],
            Signal::Load(number) => rooms.exerted[number],
            Signal::Reaction(reaction) => self.reaction(reaction, &rooms.poses, &rooms.transmitted),
            Signal::Axis { link, direction, component } => row(link, component, three(direction)),
            Signal::Spin { link: None, .. } => T::zero(),
            Signal::Spin { link: Some(link), component, order } => {
                let of = if order == 1 { &rooms.twists[link] } else { &rooms.accelerations[link] };
                row(Some(link), component, [of[0], of[1], of[2]])
            }
            Signal::Point { link, at, component, order: 0 } => {
                pose(link).position[component] + row(link, component, three(at))
            }
            Signal::Point { link: None, .. } => T::zero(),
            Signal::Point { link: Some(link), at, component, order } => {
                let r = three(at);
                let w = angular(&rooms.twists[link]);
                let velocity = plus(linear(&rooms.twists[link]), cross(w, r));
                if order == 1 {
                    return row(Some(link), component, velocity);
                }
                // A of the link's origin is α and the rate of v in the link's axes: v̇ = a − ω × v, with a counted from free fall.
                let a = &rooms.accelerations[link];
                let classical = plus(plus(linear(a), cross(angular(a), r)), cross(w, velocity));
                row(Some(link), component, classical) + gravity[component]
            }
        }
    }
}
