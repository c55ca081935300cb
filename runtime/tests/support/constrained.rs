//! A rigid pendulum in absolute coordinates, a skate on an incline, a skate in a bowl that heaves.

use super::Plain;
use super::hand_written::hand_written;
use linkwork::Real;

hand_written! {
    /// (x, y, θ) of a body at the end of a rod, m = 1 kg:
    /// g = (x − L sin θ, y + L cos θ), which hangs at θ = 0. `inertia` may be zero.
    ///
    /// `sway` s moves the pivot by (s sin(2 t), 0).
    RigidPendulum { gravity = 9.81, length = 1.0, inertia = 0.0, angle = 1.0, rate = 0.0, sway = 0.0 }
    sizes 3 3 2 0 0, total 5;
    coordinates ["x" "m", "y" "m", "theta" "rad"];
    holonomic ["along_x", "along_y"];
    nonholonomic [];
    states [];
}

/// (x, y, θ, sin θ, cos θ, t)
#[derive(Clone, Copy, Debug)]
pub struct OnRod<T> {
    x: T,
    y: T,
    s: T,
    c: T,
    t: T,
}

impl<T: Real> RigidPendulum<T> {
    /// ω of the pivot's sway.
    fn two() -> T {
        T::exact(2.0)
    }
}

impl<T: Real> Plain<T, 3, 3, 2, 0, 0> for RigidPendulum<T> {
    type At = OnRod<T>;
    const TIME_EXPLICIT: bool = true;
    #[inline]
    fn at(&self, t: T, q: &[T; 3]) -> OnRod<T> {
        let (s, c) = q[2].sin_cos();
        OnRod { x: q[0], y: q[1], s, c, t }
    }
    #[inline]
    fn mass(&self, _at: &OnRod<T>) -> [[T; 3]; 3] {
        let (o, z) = (T::one(), T::zero());
        [[o, z, z], [z, o, z], [z, z, self.inertia]]
    }
    #[inline]
    fn applied(&self, _at: &OnRod<T>, _v: &[T; 3], _y: &[T; 0]) -> [T; 3] {
        [T::zero(), -self.gravity, T::zero()]
    }
    fn stiffness(
        &self,
        at: &OnRod<T>,
        _v: &[T; 3],
        _y: &[T; 0],
        _a: &[T; 3],
        l: &[T; 2],
        _p: &[T; 0],
    ) -> [[T; 3]; 3] {
        // (Gᵀλ)_θ = −L cos θ λ₁ − L sin θ λ₂
        let z = T::zero();
        [[z, z, z], [z, z, z], [z, z, self.length * (at.s * l[0] - at.c * l[1])]]
    }
    #[inline]
    fn g(&self, at: &OnRod<T>) -> [T; 2] {
        let pivot = self.sway * (Self::two() * at.t).sin();
        [at.x - self.length * at.s - pivot, at.y + self.length * at.c]
    }
    #[inline]
    fn g_q(&self, at: &OnRod<T>) -> [[T; 3]; 2] {
        let (o, z) = (T::one(), T::zero());
        [[o, z, -(self.length * at.c)], [z, o, -(self.length * at.s)]]
    }
    fn g_t(&self, at: &OnRod<T>) -> [T; 2] {
        [-(self.sway * Self::two() * (Self::two() * at.t).cos()), T::zero()]
    }
    fn g_bias(&self, at: &OnRod<T>, v: &[T; 3]) -> [T; 2] {
        let turn = self.length * v[2] * v[2];
        let pivot = self.sway * Self::two() * Self::two() * (Self::two() * at.t).sin();
        [-(turn * at.s) - pivot, turn * at.c]
    }
    fn energies(&self, at: &OnRod<T>, v: &[T; 3]) -> (T, T) {
        let kinetic = v[0] * v[0] + v[1] * v[1] + self.inertia * v[2] * v[2];
        (T::exact(0.5) * kinetic, self.gravity * at.y)
    }
    fn begin(&self) -> ([T; 3], [T; 3], [T; 0]) {
        let (s, c) = self.angle.sin_cos();
        let along = self.length * self.rate;
        let pivot_rate = self.sway * Self::two();
        (
            [self.length * s, -(self.length * c), self.angle],
            [along * c + pivot_rate, along * s, self.rate],
            [],
        )
    }
}

hand_written! {
    /// A skate (x, y, φ) on an incline along x: k = x' sin φ − y' cos φ, m = 1 kg.
    ///
    /// From rest and with φ = w t it does not slide down but sideways: with c = g sin α / (2 w²),
    /// x = c sin²(w t), y = c (w t − sin(w t) cos(w t)).
    Skate { gravity = 9.81, incline = 0.5, inertia = 1.0, turn = 2.0 }
    sizes 3 3 0 1 0, total 4;
    coordinates ["x" "m", "y" "m", "phi" "rad"];
    holonomic [];
    nonholonomic ["sideways"];
    states [];
}

impl<T: Real> Plain<T, 3, 3, 0, 1, 0> for Skate<T> {
    /// (sin φ, cos φ)
    type At = (T, T);
    fn at(&self, _t: T, q: &[T; 3]) -> (T, T) {
        q[2].sin_cos()
    }
    fn mass(&self, _at: &Self::At) -> [[T; 3]; 3] {
        let (o, z) = (T::one(), T::zero());
        [[o, z, z], [z, o, z], [z, z, self.inertia]]
    }
    fn applied(&self, _at: &Self::At, _v: &[T; 3], _y: &[T; 0]) -> [T; 3] {
        [self.gravity * self.incline.sin(), T::zero(), T::zero()]
    }
    fn stiffness(
        &self,
        at: &Self::At,
        _v: &[T; 3],
        _y: &[T; 0],
        _a: &[T; 3],
        _l: &[T; 0],
        p: &[T; 1],
    ) -> [[T; 3]; 3] {
        let z = T::zero();
        [[z, z, at.1 * p[0]], [z, z, at.0 * p[0]], [z, z, z]]
    }
    fn k(&self, at: &Self::At, v: &[T; 3]) -> [T; 1] {
        [v[0] * at.0 - v[1] * at.1]
    }
    fn k_v(&self, at: &Self::At) -> [[T; 3]; 1] {
        [[at.0, -at.1, T::zero()]]
    }
    fn k_q(&self, at: &Self::At, v: &[T; 3]) -> [[T; 3]; 1] {
        [[T::zero(), T::zero(), v[0] * at.1 + v[1] * at.0]]
    }
    fn k_bias(&self, at: &Self::At, v: &[T; 3]) -> [T; 1] {
        [-(v[2] * (v[0] * at.1 + v[1] * at.0))]
    }
    fn energies(&self, _at: &Self::At, v: &[T; 3]) -> (T, T) {
        let kinetic = v[0] * v[0] + v[1] * v[1] + self.inertia * v[2] * v[2];
        (T::exact(0.5) * kinetic, T::zero())
    }
    fn begin(&self) -> ([T; 3], [T; 3], [T; 0]) {
        let z = T::zero();
        ([z, z, z], [z, z, self.turn], [])
    }
}

hand_written! {
    /// A skate (x, y, z, φ) in a bowl that heaves, with drag: every kind of term at once.
    ///
    /// g = z − x²/2 − y²/4 − s sin(2 t),  k = x' sin φ − y' cos φ,  f = (0, 0, −g, 0) − d v, m = 1 kg.
    SkateInBowl { gravity = 9.81, heave = 0.1, inertia = 1.0, turn = 1.5, drag = 0.2 }
    sizes 4 4 1 1 0, total 6;
    coordinates ["x" "m", "y" "m", "z" "m", "phi" "rad"];
    holonomic ["bowl"];
    nonholonomic ["sideways"];
    states [];
}

/// (t, x, y, z, sin φ, cos φ)
#[derive(Clone, Copy, Debug)]
pub struct InBowl<T> {
    t: T,
    x: T,
    y: T,
    z: T,
    s: T,
    c: T,
}

impl<T: Real> Plain<T, 4, 4, 1, 1, 0> for SkateInBowl<T> {
    type At = InBowl<T>;
    const VELOCITY_DEPENDENT: bool = true;
    const TIME_EXPLICIT: bool = true;
    fn at(&self, t: T, q: &[T; 4]) -> InBowl<T> {
        let (s, c) = q[3].sin_cos();
        InBowl { t, x: q[0], y: q[1], z: q[2], s, c }
    }
    fn mass(&self, _at: &InBowl<T>) -> [[T; 4]; 4] {
        let (o, z) = (T::one(), T::zero());
        [[o, z, z, z], [z, o, z, z], [z, z, o, z], [z, z, z, self.inertia]]
    }
    fn applied(&self, _at: &InBowl<T>, v: &[T; 4], _y: &[T; 0]) -> [T; 4] {
        let d = self.drag;
        [-(d * v[0]), -(d * v[1]), -self.gravity - d * v[2], -(d * v[3])]
    }
    fn damping(&self, _at: &InBowl<T>, _v: &[T; 4], _y: &[T; 0]) -> [[T; 4]; 4] {
        let (d, z) = (self.drag, T::zero());
        [[d, z, z, z], [z, d, z, z], [z, z, d, z], [z, z, z, d]]
    }
    fn stiffness(
        &self,
        at: &InBowl<T>,
        _v: &[T; 4],
        _y: &[T; 0],
        _a: &[T; 4],
        l: &[T; 1],
        p: &[T; 1],
    ) -> [[T; 4]; 4] {
        let z = T::zero();
        [[-l[0], z, z, at.c * p[0]], [z, -(T::exact(0.5) * l[0]), z, at.s * p[0]], [z, z, z, z], [z, z, z, z]]
    }
    fn g(&self, at: &InBowl<T>) -> [T; 1] {
        let bowl = T::exact(0.5) * at.x * at.x + T::exact(0.25) * at.y * at.y;
        [at.z - bowl - self.heave * (T::exact(2.0) * at.t).sin()]
    }
    fn g_q(&self, at: &InBowl<T>) -> [[T; 4]; 1] {
        [[-at.x, -(T::exact(0.5) * at.y), T::one(), T::zero()]]
    }
    fn g_t(&self, at: &InBowl<T>) -> [T; 1] {
        [-(T::exact(2.0) * self.heave * (T::exact(2.0) * at.t).cos())]
    }
    fn g_bias(&self, at: &InBowl<T>, v: &[T; 4]) -> [T; 1] {
        let heave = T::exact(4.0) * self.heave * (T::exact(2.0) * at.t).sin();
        [v[0] * v[0] + T::exact(0.5) * v[1] * v[1] - heave]
    }
    fn k(&self, at: &InBowl<T>, v: &[T; 4]) -> [T; 1] {
        [v[0] * at.s - v[1] * at.c]
    }
    fn k_v(&self, at: &InBowl<T>) -> [[T; 4]; 1] {
        [[at.s, -at.c, T::zero(), T::zero()]]
    }
    fn k_q(&self, at: &InBowl<T>, v: &[T; 4]) -> [[T; 4]; 1] {
        [[T::zero(), T::zero(), T::zero(), v[0] * at.c + v[1] * at.s]]
    }
    fn k_bias(&self, at: &InBowl<T>, v: &[T; 4]) -> [T; 1] {
        [-(v[3] * (v[0] * at.c + v[1] * at.s))]
    }
    fn begin(&self) -> ([T; 4], [T; 4], [T; 0]) {
        // At (1, 0) with φ = 0 and speed 1 along x: z = 1/2, z' = x x' + 2 s.
        let (o, z) = (T::one(), T::zero());
        let climb = o + T::exact(2.0) * self.heave;
        ([o, z, T::exact(0.5), z], [o, z, climb, self.turn], [])
    }
}
