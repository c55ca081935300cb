//! Two published problems: Kepler's orbit, and the spinning top in Euler's angles.

use super::Plain;
use super::hand_written::hand_written;
use linkwork::Real;

hand_written! {
    /// x'' = −x/r³, from the pericentre of an orbit of semi-axis 1: period 2π.
    Kepler { eccentricity = 0.5 }
    sizes 2 2 0 0 0, total 2;
    coordinates ["x" "m", "y" "m"];
    holonomic [];
    nonholonomic [];
    states [];
    marks [Clamped, Unconstrained, VectorSpace, Separable, Stateless];
}

impl<T: Real> Plain<T, 2, 2, 0, 0, 0> for Kepler<T> {
    /// (x, y)
    type At = [T; 2];
    fn at(&self, _t: T, q: &[T; 2]) -> [T; 2] {
        *q
    }
    fn mass(&self, _at: &[T; 2]) -> [[T; 2]; 2] {
        [[T::one(), T::zero()], [T::zero(), T::one()]]
    }
    fn applied(&self, at: &[T; 2], _v: &[T; 2], _y: &[T; 0]) -> [T; 2] {
        let square = at[0] * at[0] + at[1] * at[1];
        let scale = -(square * square.sqrt()).recip();
        [scale * at[0], scale * at[1]]
    }
    fn stiffness(
        &self,
        at: &[T; 2],
        _v: &[T; 2],
        _y: &[T; 0],
        _a: &[T; 2],
        _l: &[T; 0],
        _p: &[T; 0],
    ) -> [[T; 2]; 2] {
        let square = at[0] * at[0] + at[1] * at[1];
        let cube = (square * square.sqrt()).recip();
        let fifth = T::exact(3.0) * cube / square;
        let mixed = -(fifth * at[0] * at[1]);
        [[cube - fifth * at[0] * at[0], mixed], [mixed, cube - fifth * at[1] * at[1]]]
    }
    fn energies(&self, at: &[T; 2], v: &[T; 2]) -> (T, T) {
        let kinetic = T::exact(0.5) * (v[0] * v[0] + v[1] * v[1]);
        (kinetic, -(at[0] * at[0] + at[1] * at[1]).sqrt().recip())
    }
    fn begin(&self) -> ([T; 2], [T; 2], [T; 0]) {
        let (near, far) = (T::one() - self.eccentricity, T::one() + self.eccentricity);
        ([near, T::zero()], [T::zero(), (far / near).sqrt()], [])
    }
}

hand_written! {
    /// A symmetric top with angles (φ, θ, ψ) in the sequence Z X Z: I_xx = I_yy, `weight` = m g l.
    Top { ixx = 5e-5, izz = 2e-4, weight = 0.02 * 9.81 * 0.05, spin = 4.0 * core::f64::consts::PI }
    sizes 3 3 0 0 0, total 3;
    coordinates ["phi" "rad", "theta" "rad", "psi" "rad"];
    holonomic [];
    nonholonomic [];
    states [];
    marks [Clamped, Unconstrained, VectorSpace, Stateless];
}

impl<T: Real> Plain<T, 3, 3, 0, 0, 0> for Top<T> {
    /// (sin θ, cos θ)
    type At = (T, T);
    const VELOCITY_DEPENDENT: bool = true;
    fn at(&self, _t: T, q: &[T; 3]) -> (T, T) {
        q[1].sin_cos()
    }
    /// The equations are solved for the accelerations.
    fn mass(&self, _at: &(T, T)) -> [[T; 3]; 3] {
        let (o, z) = (T::one(), T::zero());
        [[o, z, z], [z, o, z], [z, z, o]]
    }
    fn applied(&self, &(s, c): &(T, T), v: &[T; 3], _y: &[T; 0]) -> [T; 3] {
        let two = T::exact(2.0);
        let w3 = v[2] + v[0] * c;
        let phi = v[1] * (self.izz * w3 - two * self.ixx * v[0] * c) / (self.ixx * s);
        let theta = v[0] * v[0] * s * c - self.izz / self.ixx * w3 * v[0] * s + self.weight * s / self.ixx;
        [phi, theta, v[0] * v[1] * s - phi * c]
    }
    fn damping(&self, &(s, c): &(T, T), v: &[T; 3], _y: &[T; 0]) -> [[T; 3]; 3] {
        let two = T::exact(2.0);
        let (w3, ratio, below) = (v[2] + v[0] * c, self.izz / self.ixx, (self.ixx * s).recip());
        let phi = [
            v[1] * c * (self.izz - two * self.ixx) * below,
            (self.izz * w3 - two * self.ixx * v[0] * c) * below,
            v[1] * self.izz * below,
        ];
        let theta = [two * v[0] * s * c - ratio * s * (w3 + v[0] * c), T::zero(), -(ratio * v[0] * s)];
        let psi = [v[1] * s - c * phi[0], v[0] * s - c * phi[1], -(c * phi[2])];
        [phi.map(|x| -x), theta.map(|x| -x), psi.map(|x| -x)]
    }
    fn stiffness(
        &self,
        &(s, c): &(T, T),
        v: &[T; 3],
        _y: &[T; 0],
        _a: &[T; 3],
        _l: &[T; 0],
        _p: &[T; 0],
    ) -> [[T; 3]; 3] {
        let (two, z) = (T::exact(2.0), T::zero());
        let (w3, ratio) = (v[2] + v[0] * c, self.izz / self.ixx);
        // φ'' = θ' u/s with u = ratio w3 − 2 φ' c; everything depends on θ alone.
        let u = ratio * w3 - two * v[0] * c;
        let u_theta = (two - ratio) * v[0] * s;
        let phi = v[1] * (u_theta * s - u * c) / (s * s);
        let theta = v[0] * v[0] * (c * c - s * s)
            + ratio * v[0] * (v[0] * s * s - w3 * c)
            + self.weight * c / self.ixx;
        let psi = v[0] * v[1] * c - phi * c + v[1] * u;
        [[z, -phi, z], [z, -theta, z], [z, -psi, z]]
    }
    fn energies(&self, &(s, c): &(T, T), v: &[T; 3]) -> (T, T) {
        let w3 = v[2] + v[0] * c;
        let across = v[1] * v[1] + v[0] * v[0] * s * s;
        (T::exact(0.5) * (self.ixx * across + self.izz * w3 * w3), self.weight * c)
    }
    fn begin(&self) -> ([T; 3], [T; 3], [T; 0]) {
        let z = T::zero();
        ([z, T::exact(core::f64::consts::FRAC_PI_6), z], [z, z, self.spin], [])
    }
}
