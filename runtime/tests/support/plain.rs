//! Equations of motion as dense arrays.

use linkwork::Real;

/// NQ numbers in q, N velocities, G holonomic and K nonholonomic constraints, Y states.
///
/// M a + Gᵀλ + Dᵀψ = f,  g = 0,  k = 0,  y' = f_y.
#[allow(unused_variables)]
pub trait Plain<T: Real, const NQ: usize, const N: usize, const G: usize, const K: usize, const Y: usize> {
    /// Functions of (t, q).
    type At: Clone + core::fmt::Debug + Send + Sync;
    const VELOCITY_DEPENDENT: bool = false;
    const CONSTANT_MASS: bool = true;
    const TIME_EXPLICIT: bool = false;
    const VECTOR_SPACE: bool = true;

    fn at(&self, t: T, q: &[T; NQ]) -> Self::At;
    fn mass(&self, at: &Self::At) -> [[T; N]; N];
    fn applied(&self, at: &Self::At, v: &[T; N], y: &[T; Y]) -> [T; N];
    /// C = −∂f/∂v.
    fn damping(&self, at: &Self::At, v: &[T; N], y: &[T; Y]) -> [[T; N]; N] {
        [[T::zero(); N]; N]
    }
    /// ∂(M a − f)/∂q, f with its reactions.
    fn stiffness(
        &self,
        at: &Self::At,
        v: &[T; N],
        y: &[T; Y],
        a: &[T; N],
        l: &[T; G],
        p: &[T; K],
    ) -> [[T; N]; N];
    fn g(&self, at: &Self::At) -> [T; G] {
        [T::zero(); G]
    }
    fn g_q(&self, at: &Self::At) -> [[T; N]; G] {
        [[T::zero(); N]; G]
    }
    fn g_t(&self, at: &Self::At) -> [T; G] {
        [T::zero(); G]
    }
    /// γ_g with G a = γ_g.
    fn g_bias(&self, at: &Self::At, v: &[T; N]) -> [T; G] {
        [T::zero(); G]
    }
    fn k(&self, at: &Self::At, v: &[T; N]) -> [T; K] {
        [T::zero(); K]
    }
    fn k_v(&self, at: &Self::At) -> [[T; N]; K] {
        [[T::zero(); N]; K]
    }
    fn k_q(&self, at: &Self::At, v: &[T; N]) -> [[T; N]; K] {
        [[T::zero(); N]; K]
    }
    /// γ_k with D a = γ_k.
    fn k_bias(&self, at: &Self::At, v: &[T; N]) -> [T; K] {
        [T::zero(); K]
    }
    fn rates(&self, at: &Self::At, v: &[T; N], y: &[T; Y]) -> [T; Y] {
        [T::zero(); Y]
    }
    /// (kinetic, potential).
    fn energies(&self, at: &Self::At, v: &[T; N]) -> (T, T) {
        (T::zero(), T::zero())
    }
    fn begin(&self) -> ([T; NQ], [T; N], [T; Y]);

    // The configuration: a vector space unless a mechanism overrides this.

    fn plus(&self, q: &mut [T; NQ], by: &[T; N], carry: &mut [T; N]) {
        for i in 0..N {
            // Neumaier's branch-free two-sum: carry takes what the addition loses.
            let x = by[i] + carry[i];
            let sum = q[i] + x;
            let back = sum - q[i];
            carry[i] = (q[i] - (sum - back)) + (x - back);
            q[i] = sum;
        }
    }
    fn minus(&self, from: &[T; NQ], to: &[T; NQ]) -> [T; N] {
        core::array::from_fn(|i| to[i] - from[i])
    }
    fn tangent(&self, by: &[T; N], w: &[T; N]) -> [T; N] {
        *w
    }
    fn tangent_inverse(&self, by: &[T; N], w: &[T; N]) -> [T; N] {
        *w
    }
    fn commutator(&self, u: &[T; N], w: &[T; N]) -> [T; N] {
        [T::zero(); N]
    }
}
