//! A pendulum, a damped oscillator, van der Pol's oscillator, a pendulum with a motor.

use super::Plain;
use super::hand_written::hand_written;
use linkwork::Real;

hand_written! {
    /// θ'' = −(g/L) cos θ with θ from the horizontal; m = 1 kg.
    Pendulum { gravity = 9.81, length = 1.0, angle = 0.0, rate = 0.0 }
    sizes 1 1 0 0 0, total 1;
    coordinates ["theta" "rad"];
    holonomic [];
    nonholonomic [];
    states [];
    marks [Clamped, Unconstrained, VectorSpace, Separable, Stateless];
}

impl<T: Real> Plain<T, 1, 1, 0, 0, 0> for Pendulum<T> {
    /// (sin θ, cos θ)
    type At = (T, T);
    #[inline]
    fn at(&self, _t: T, q: &[T; 1]) -> (T, T) {
        q[0].sin_cos()
    }
    #[inline]
    fn mass(&self, _at: &Self::At) -> [[T; 1]; 1] {
        [[self.length * self.length]]
    }
    #[inline]
    fn applied(&self, at: &Self::At, _v: &[T; 1], _y: &[T; 0]) -> [T; 1] {
        [-(self.gravity * self.length * at.1)]
    }
    fn stiffness(
        &self,
        at: &Self::At,
        _v: &[T; 1],
        _y: &[T; 0],
        _a: &[T; 1],
        _l: &[T; 0],
        _p: &[T; 0],
    ) -> [[T; 1]; 1] {
        [[-(self.gravity * self.length * at.0)]]
    }
    fn energies(&self, at: &Self::At, v: &[T; 1]) -> (T, T) {
        let speed = self.length * v[0];
        (T::exact(0.5) * speed * speed, self.gravity * self.length * at.0)
    }
    fn begin(&self) -> ([T; 1], [T; 1], [T; 0]) {
        ([self.angle], [self.rate], [])
    }
}

hand_written! {
    /// x'' = −ω² x − 2 ζ ω x'.
    DampedOscillator { omega = 2.0, zeta = 0.1, position = 1.0, velocity = 0.5 }
    sizes 1 1 0 0 0, total 1;
    coordinates ["x" "m"];
    holonomic [];
    nonholonomic [];
    states [];
    marks [Clamped, Unconstrained, VectorSpace, Stateless];
}

impl<T: Real> Plain<T, 1, 1, 0, 0, 0> for DampedOscillator<T> {
    type At = T;
    const VELOCITY_DEPENDENT: bool = true;
    fn at(&self, _t: T, q: &[T; 1]) -> T {
        q[0]
    }
    fn mass(&self, _at: &T) -> [[T; 1]; 1] {
        [[T::one()]]
    }
    fn applied(&self, at: &T, v: &[T; 1], _y: &[T; 0]) -> [T; 1] {
        [-(self.omega * self.omega * *at + T::exact(2.0) * self.zeta * self.omega * v[0])]
    }
    fn damping(&self, _at: &T, _v: &[T; 1], _y: &[T; 0]) -> [[T; 1]; 1] {
        [[T::exact(2.0) * self.zeta * self.omega]]
    }
    fn stiffness(
        &self,
        _at: &T,
        _v: &[T; 1],
        _y: &[T; 0],
        _a: &[T; 1],
        _l: &[T; 0],
        _p: &[T; 0],
    ) -> [[T; 1]; 1] {
        [[self.omega * self.omega]]
    }
    fn energies(&self, at: &T, v: &[T; 1]) -> (T, T) {
        let half = T::exact(0.5);
        (half * v[0] * v[0], half * self.omega * self.omega * *at * *at)
    }
    fn begin(&self) -> ([T; 1], [T; 1], [T; 0]) {
        ([self.position], [self.velocity], [])
    }
}

hand_written! {
    /// x'' = μ (1 − x²) x' − x.
    VanDerPol { mu = 1.0, position = 2.0, velocity = 0.0 }
    sizes 1 1 0 0 0, total 1;
    coordinates ["x" "m"];
    holonomic [];
    nonholonomic [];
    states [];
    marks [Clamped, Unconstrained, VectorSpace, Stateless];
}

impl<T: Real> Plain<T, 1, 1, 0, 0, 0> for VanDerPol<T> {
    type At = T;
    const VELOCITY_DEPENDENT: bool = true;
    fn at(&self, _t: T, q: &[T; 1]) -> T {
        q[0]
    }
    fn mass(&self, _at: &T) -> [[T; 1]; 1] {
        [[T::one()]]
    }
    fn applied(&self, at: &T, v: &[T; 1], _y: &[T; 0]) -> [T; 1] {
        [self.mu * (T::one() - *at * *at) * v[0] - *at]
    }
    fn damping(&self, at: &T, _v: &[T; 1], _y: &[T; 0]) -> [[T; 1]; 1] {
        [[-(self.mu * (T::one() - *at * *at))]]
    }
    fn stiffness(
        &self,
        at: &T,
        v: &[T; 1],
        _y: &[T; 0],
        _a: &[T; 1],
        _l: &[T; 0],
        _p: &[T; 0],
    ) -> [[T; 1]; 1] {
        [[T::one() + T::exact(2.0) * self.mu * *at * v[0]]]
    }
    fn begin(&self) -> ([T; 1], [T; 1], [T; 0]) {
        ([self.position], [self.velocity], [])
    }
}

hand_written! {
    /// A pendulum that a motor turns: θ'' = −(g/L) cos θ + y,  τ y' = sin(w t) − y − θ'.
    ///
    /// One first-order state, time explicit.
    MotorPendulum { gravity = 9.81, tau = 0.3, frequency = 3.0, angle = 0.2, rate = 0.4, torque = 0.5 }
    sizes 1 1 0 0 1, total 1;
    coordinates ["theta" "rad"];
    holonomic [];
    nonholonomic [];
    states ["torque"];
    marks [Clamped, Unconstrained, VectorSpace];
}

impl<T: Real> Plain<T, 1, 1, 0, 0, 1> for MotorPendulum<T> {
    /// (t, sin θ, cos θ)
    type At = (T, T, T);
    const TIME_EXPLICIT: bool = true;
    fn at(&self, t: T, q: &[T; 1]) -> Self::At {
        let (s, c) = q[0].sin_cos();
        (t, s, c)
    }
    fn mass(&self, _at: &Self::At) -> [[T; 1]; 1] {
        [[T::one()]]
    }
    fn applied(&self, at: &Self::At, _v: &[T; 1], y: &[T; 1]) -> [T; 1] {
        [y[0] - self.gravity * at.2]
    }
    fn stiffness(
        &self,
        at: &Self::At,
        _v: &[T; 1],
        _y: &[T; 1],
        _a: &[T; 1],
        _l: &[T; 0],
        _p: &[T; 0],
    ) -> [[T; 1]; 1] {
        [[-(self.gravity * at.1)]]
    }
    fn rates(&self, at: &Self::At, v: &[T; 1], y: &[T; 1]) -> [T; 1] {
        [((self.frequency * at.0).sin() - y[0] - v[0]) / self.tau]
    }
    fn begin(&self) -> ([T; 1], [T; 1], [T; 1]) {
        ([self.angle], [self.rate], [self.torque])
    }
}
