//! A heavy symmetric or asymmetric top on SO(3): the configuration is a unit quaternion, velocities
//! are body angular velocities.

use super::Plain;
use super::hand_written::hand_written;
use linkwork::Real;

hand_written! {
    /// I w' = (I w) × w − m g l e₃ × Rᵀ z, with `weight` = m g l.
    FreeBody { i1 = 1.0, i2 = 1.5, i3 = 2.0, weight = 3.0, tilt = 0.5, w1 = 0.3, w2 = -0.2, w3 = 4.0 }
    sizes 4 3 0 0 0, total 3;
    coordinates ["w1" "rad", "w2" "rad", "w3" "rad"];
    holonomic [];
    nonholonomic [];
    states [];
    marks [Clamped, Unconstrained, Stateless];
}

pub fn cross<T: Real>(a: &[T; 3], b: &[T; 3]) -> [T; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// Σ cₖ xᵏ.
fn polynomial<T: Real>(c: &[f64], x: T) -> T {
    c.iter().rev().fold(T::zero(), |sum, c| sum * x + T::exact(*c))
}

/// a + b s + c s', entry by entry.
fn combine<T: Real>(a: &[T; 3], s: T, b: &[T; 3], r: T, c: &[T; 3]) -> [T; 3] {
    core::array::from_fn(|i| a[i] + s * b[i] + r * c[i])
}

fn square<T: Real>(a: &[T; 3]) -> T {
    a[0] * a[0] + a[1] * a[1] + a[2] * a[2]
}

/// 1/(2k + `from`)! with alternating signs: Taylor series that hold to rounding for angles below 2.
fn alternating(from: u32) -> [f64; 11] {
    core::array::from_fn(|k| {
        let factorial: f64 = (1..=2 * k as u32 + from).map(f64::from).product();
        if k % 2 == 0 { 1.0 / factorial } else { -1.0 / factorial }
    })
}

/// (1 − (x/2) cot(x/2))/x² in x², good to 1e-13 for x < 0.5.
const INVERSE: [f64; 6] =
    [1.0 / 12.0, 1.0 / 720.0, 1.0 / 30240.0, 1.0 / 1209600.0, 1.0 / 47900160.0, 691.0 / 1307674368000.0];

impl<T: Real> Plain<T, 4, 3, 0, 0, 0> for FreeBody<T> {
    /// Rᵀ z, the vertical in the body.
    type At = [T; 3];
    const VELOCITY_DEPENDENT: bool = true;
    const VECTOR_SPACE: bool = false;
    fn at(&self, _t: T, q: &[T; 4]) -> [T; 3] {
        let two = T::exact(2.0);
        [
            two * (q[1] * q[3] - q[0] * q[2]),
            two * (q[2] * q[3] + q[0] * q[1]),
            q[0] * q[0] - q[1] * q[1] - q[2] * q[2] + q[3] * q[3],
        ]
    }
    fn mass(&self, _at: &[T; 3]) -> [[T; 3]; 3] {
        let z = T::zero();
        [[self.i1, z, z], [z, self.i2, z], [z, z, self.i3]]
    }
    fn applied(&self, at: &[T; 3], w: &[T; 3], _y: &[T; 0]) -> [T; 3] {
        let spin = cross(&[self.i1 * w[0], self.i2 * w[1], self.i3 * w[2]], w);
        // −weight e₃ × u = weight (u₂, −u₁, 0)
        [spin[0] + self.weight * at[1], spin[1] - self.weight * at[0], spin[2]]
    }
    fn damping(&self, _at: &[T; 3], w: &[T; 3], _y: &[T; 0]) -> [[T; 3]; 3] {
        let z = T::zero();
        let (a, b, c) = (self.i3 - self.i2, self.i1 - self.i3, self.i2 - self.i1);
        [[z, a * w[2], a * w[1]], [b * w[2], z, b * w[0]], [c * w[1], c * w[0], z]]
    }
    fn stiffness(
        &self,
        at: &[T; 3],
        _v: &[T; 3],
        _y: &[T; 0],
        _a: &[T; 3],
        _l: &[T; 0],
        _p: &[T; 0],
    ) -> [[T; 3]; 3] {
        // δu = u × δ
        let (w, z) = (self.weight, T::zero());
        [[w * at[2], z, -(w * at[0])], [z, w * at[2], -(w * at[1])], [z, z, z]]
    }
    fn energies(&self, at: &[T; 3], w: &[T; 3]) -> (T, T) {
        let kinetic = self.i1 * w[0] * w[0] + self.i2 * w[1] * w[1] + self.i3 * w[2] * w[2];
        (T::exact(0.5) * kinetic, self.weight * at[2])
    }
    fn begin(&self) -> ([T; 4], [T; 3], [T; 0]) {
        let (s, c) = (T::exact(0.5) * self.tilt).sin_cos();
        ([c, s, T::zero(), T::zero()], [self.w1, self.w2, self.w3], [])
    }

    /// q ⊗ exp(δ/2).
    fn plus(&self, q: &mut [T; 4], by: &[T; 3], carry: &mut [T; 3]) {
        let d = combine(by, T::one(), carry, T::zero(), by);
        *carry = [T::zero(); 3];
        let quarter = T::exact(0.25) * square(&d);
        let (s, w) =
            (T::exact(0.5) * polynomial(&alternating(1), quarter), polynomial(&alternating(0), quarter));
        let (x, y, z) = (s * d[0], s * d[1], s * d[2]);
        *q = [
            q[0] * w - q[1] * x - q[2] * y - q[3] * z,
            q[0] * x + q[1] * w + q[2] * z - q[3] * y,
            q[0] * y - q[1] * z + q[2] * w + q[3] * x,
            q[0] * z + q[1] * y - q[2] * x + q[3] * w,
        ];
    }
    /// 2 log(from⁻¹ ⊗ to).
    fn minus(&self, from: &[T; 4], to: &[T; 4]) -> [T; 3] {
        let (a, b) = (from, to);
        let w = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
        let v = [
            a[0] * b[1] - a[1] * b[0] - a[2] * b[3] + a[3] * b[2],
            a[0] * b[2] - a[2] * b[0] - a[3] * b[1] + a[1] * b[3],
            a[0] * b[3] - a[3] * b[0] - a[1] * b[2] + a[2] * b[1],
        ];
        let sine = square(&v).sqrt();
        let scale = if sine.leading() == 0.0 { T::exact(2.0) } else { T::exact(2.0) * sine.atan2(w) / sine };
        core::array::from_fn(|i| scale * v[i])
    }
    /// w − (1 − cos x)/x² δ × w + (x − sin x)/x³ δ × (δ × w).
    fn tangent(&self, by: &[T; 3], w: &[T; 3]) -> [T; 3] {
        let (x2, once) = (square(by), cross(by, w));
        combine(
            w,
            -polynomial(&alternating(2), x2),
            &once,
            polynomial(&alternating(3), x2),
            &cross(by, &once),
        )
    }
    /// w + δ × w / 2 + (1 − (x/2) cot(x/2))/x² δ × (δ × w).
    fn tangent_inverse(&self, by: &[T; 3], w: &[T; 3]) -> [T; 3] {
        let once = cross(by, w);
        combine(w, T::exact(0.5), &once, polynomial(&INVERSE, square(by)), &cross(by, &once))
    }
    fn commutator(&self, u: &[T; 3], w: &[T; 3]) -> [T; 3] {
        cross(u, w)
    }
}
