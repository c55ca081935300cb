//! The signals that outputs are made of.

use super::{Bodies, Rooms, frames};
use crate::states::TapePositionCache;
use linkwork::Real;
use linkwork_cells::{FRAME, Vector};
use linkwork_compiler::plan::CellSignal;

impl<T: Real> Bodies<T> {
    /// The signals of outputs.
    pub(crate) fn signals(&self, at: &TapePositionCache<T>, v: &[T], a: &[T], out: &mut Vec<T>) {
        let Some(cells) = self.cells() else { return };
        out.clear();
        let needs_poses = |signal: &CellSignal| {
            matches!(signal, CellSignal::Point { .. } | CellSignal::Axis { .. } | CellSignal::Spin { .. })
        };
        self.lent(|rooms| {
            let n = self.links();
            let zero = [T::zero(); 6];
            if cells.signals.iter().any(needs_poses) {
                rooms.poses.resize(n, [T::zero(); FRAME]);
                rooms.twists.resize(n, zero);
                rooms.accelerations.resize(n, zero);
                self.engine.poses(frames(at), &mut rooms.poses);
                self.engine.twists(frames(at), v, &mut rooms.twists);
                self.engine.accelerations(frames(at), (&rooms.twists, v), Some(a), &mut rooms.accelerations);
            }
            let gravity = self.engine.linkage().gravity;
            for signal in &cells.signals {
                out.push(self.signal(signal, (&at.q, v, a), rooms, gravity));
            }
        });
    }

    fn signal(
        &self,
        signal: &CellSignal,
        (q, v, a): (&[T], &[T], &[T]),
        rooms: &Rooms<T>,
        gravity: Vector<T>,
    ) -> T {
        let three = |at: usize| [self.table[at], self.table[at + 1], self.table[at + 2]];
        let pose = |link: Option<usize>| {
            link.map_or_else(linkwork_cells::Frame::ground, |link| {
                linkwork_cells::Frame::of(&rooms.poses[link])
            })
        };
        let row = |link: Option<usize>, component: usize, x: Vector<T>| {
            let row = pose(link).rotation[component];
            row[0] * x[0] + row[1] * x[1] + row[2] * x[2]
        };
        match *signal {
            CellSignal::Coordinate { number, negative } => {
                if negative {
                    -q[number]
                } else {
                    q[number]
                }
            }
            CellSignal::Velocity(number) => v[number],
            CellSignal::Acceleration(number) => a[number],
            CellSignal::Axis { link, direction, component } => row(link, component, three(direction)),
            CellSignal::Spin { link: None, .. } => T::zero(),
            CellSignal::Spin { link: Some(link), component, order } => {
                let of = if order == 1 { &rooms.twists[link] } else { &rooms.accelerations[link] };
                row(Some(link), component, [of[0], of[1], of[2]])
            }
            CellSignal::Point { link, at, component, order: 0 } => {
                pose(link).position[component] + row(link, component, three(at))
            }
            CellSignal::Point { link: None, .. } => T::zero(),
            CellSignal::Point { link: Some(link), at, component, order } => {
                let r = three(at);
                let [wx, wy, wz, vx, vy, vz] = rooms.twists[link];
                let (w, o) = ([wx, wy, wz], [vx, vy, vz]);
                let velocity = plus(o, cross(w, r));
                if order == 1 {
                    return row(Some(link), component, velocity);
                }
                // A of the link's origin is α and the rate of v in the link's axes: v̇ = a − ω × v, with a counted from free fall.
                let [ax, ay, az, bx, by, bz] = rooms.accelerations[link];
                let classical = plus(plus([bx, by, bz], cross([ax, ay, az], r)), cross(w, velocity));
                row(Some(link), component, classical) + gravity[component]
            }
        }
    }
}

fn plus<T: Real>(a: Vector<T>, b: Vector<T>) -> Vector<T> {
    core::array::from_fn(|i| a[i] + b[i])
}

fn cross<T: Real>(a: Vector<T>, b: Vector<T>) -> Vector<T> {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
