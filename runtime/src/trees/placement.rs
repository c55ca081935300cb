//! The poses of links relative to their parents and to the ground.
//!
//! ```text
//! R = R_offset R_motion(q),   p = p_offset + R_offset p_motion(q)                                     (1)
//! V ↦ X V = (Rᵀω, Rᵀ(v + ω × p)),   F ↦ Xᵀ F = (R τ + p × R f, R f)                                  (2)
//! ```
//! with the motions of `kinds/joints/motion` of the compiler:
//!
//! ```text
//! rotation     R = c 1 + (1 − c) n nᵀ + s [n]×,   p = 0                                               (3)
//! translation  R = 1,                             p = q n
//! screw        R of (3),                          p = pitch q n
//! quaternion   R = 1 + 2 w [u]× + 2 [u]×²,        p = 0,   q = (w, u)
//! ```

use crate::Real;
use crate::trees::linkage::{Link, Linkage, Motion};
use crate::trees::spatial::{
    Matrix, Six, Vector, angular, cross, linear, minus, plus, product, scaled, six, transposed, turned,
    turned_back, with,
};

/// The number of values of a [`Frame`].
pub const FRAME: usize = 12;

/// The pose of a link relative to its parent, or to the ground.
#[derive(Clone, Copy, Debug)]
pub struct Frame<T> {
    /// Its axes (columns).
    pub rotation: Matrix<T>,
    /// Its origin.
    pub position: Vector<T>,
}

impl<T: Real> Frame<T> {
    /// From its numbers: R row by row, p.
    #[inline(always)]
    pub fn of(numbers: &[T; FRAME]) -> Self {
        let [a, b, c, d, e, f, g, h, i, x, y, z] = *numbers;
        Self { rotation: [[a, b, c], [d, e, f], [g, h, i]], position: [x, y, z] }
    }

    /// Its numbers.
    #[inline(always)]
    pub fn numbers(&self) -> [T; FRAME] {
        let ([[a, b, c], [d, e, f], [g, h, i]], [x, y, z]) = (self.rotation, self.position);
        [a, b, c, d, e, f, g, h, i, x, y, z]
    }

    /// That of the ground.
    pub fn ground() -> Self {
        let (o, l) = (T::zero(), T::one());
        Self { rotation: [[l, o, o], [o, l, o], [o, o, l]], position: [o; 3] }
    }

    /// First `inner`, then this one.
    #[inline(always)]
    pub fn after(&self, inner: &Self) -> Self {
        let rotation = product(&self.rotation, &inner.rotation);
        Self { rotation, position: plus(self.position, turned(&self.rotation, inner.position)) }
    }

    /// As another frame has this one; both relative to the same.
    pub(crate) fn seen_from(&self, other: &Self) -> Self {
        let rotation = product(&transposed(&other.rotation), &self.rotation);
        Self { rotation, position: turned_back(&other.rotation, minus(self.position, other.position)) }
    }

    /// X V of (2).
    #[inline(always)]
    pub(crate) fn down(&self, twist: &Six<T>) -> Six<T> {
        let w = angular(twist);
        let v = plus(linear(twist), cross(w, self.position));
        six(turned_back(&self.rotation, w), turned_back(&self.rotation, v))
    }

    /// Xᵀ F of (2).
    #[inline(always)]
    pub(crate) fn up(&self, wrench: &Six<T>) -> Six<T> {
        let force = turned(&self.rotation, linear(wrench));
        let torque = turned(&self.rotation, angular(wrench));
        six(plus(torque, cross(self.position, force)), force)
    }
}

impl<T: Real> Linkage<T> {
    /// (1) of every link.
    pub fn place(&self, q: &[T], frames: &mut [[T; FRAME]]) {
        for (link, frame) in self.links.iter().zip(frames) {
            *frame = self.frame(link, &q[link.coordinate as usize..]).numbers();
        }
    }

    /// (1)
    #[inline(always)]
    fn frame(&self, link: &Link, q: &[T]) -> Frame<T> {
        let kind = self.kind(link);
        let rotation = match link.motion {
            Motion::Rotation | Motion::Screw => about(kind.axis, q[0]),
            Motion::Quaternion => of_quaternion([q[0], q[1], q[2], q[3]]),
            Motion::Translation => kind.rotation,
        };
        let rotation = match link.motion {
            Motion::Translation => rotation,
            _ if kind.aligned => rotation,
            _ => product(&kind.rotation, &rotation),
        };
        let position = match link.motion {
            Motion::Translation => plus(kind.position, scaled(q[0], turned(&kind.rotation, kind.axis))),
            Motion::Screw => with(kind.position, kind.pitch * q[0], turned(&kind.rotation, kind.axis)),
            _ => kind.position,
        };
        Frame { rotation, position }
    }

    /// The pose of every link relative to the ground.
    pub fn poses(&self, frames: &[[T; FRAME]], poses: &mut [[T; FRAME]]) {
        for (i, (link, frame)) in self.links.iter().zip(frames).enumerate() {
            poses[i] = match poses.get(link.parent as usize) {
                Some(parent) => Frame::of(parent).after(&Frame::of(frame)).numbers(),
                None => *frame,
            };
        }
    }
}

/// (3)
fn about<T: Real>(n: Vector<T>, angle: T) -> Matrix<T> {
    let (s, c) = angle.sin_cos();
    let versine = T::one() - c;
    let [x, y, z] = n;
    let [vx, vy, vz] = scaled(versine, n);
    let (xy, xz, yz) = (vx * y, vx * z, vy * z);
    let [sx, sy, sz] = scaled(s, n);
    [[c + vx * x, xy - sz, xz + sy], [xy + sz, c + vy * y, yz - sx], [xz - sy, yz + sx, c + vz * z]]
}

fn of_quaternion<T: Real>([w, x, y, z]: [T; 4]) -> Matrix<T> {
    let one = T::one();
    let double = |a: T| a + a;
    [
        [one - double(y * y + z * z), double(x * y - w * z), double(x * z + w * y)],
        [double(x * y + w * z), one - double(x * x + z * z), double(y * z - w * x)],
        [double(x * z - w * y), double(y * z + w * x), one - double(x * x + y * y)],
    ]
}
