//! The state in which an emitted mechanism starts.

use super::{Given, assemble_model};
use crate::mechanism::Mechanism;
use crate::{Error, Real};
use nalgebra::SVector;

/// The state that `build()` assembled: configuration, velocities, first-order states, and initial guesses of the
/// multipliers.
#[derive(Clone, Debug)]
pub struct Initial<T, const N: usize, const V: usize, const Y: usize, const G: usize, const K: usize> {
    /// q.
    pub q: SVector<T, N>,
    /// v.
    pub v: SVector<T, V>,
    /// y.
    pub y: SVector<T, Y>,
    /// λ.
    pub lambda: SVector<T, G>,
    /// ψ.
    pub psi: SVector<T, K>,
}

impl<T: Real, const N: usize, const V: usize, const Y: usize, const G: usize, const K: usize>
    Initial<T, N, V, Y, G, K>
{
    /// Zeros.
    pub fn zeros() -> Self {
        Self {
            q: SVector::from([T::zero(); N]),
            v: SVector::from([T::zero(); V]),
            y: SVector::from([T::zero(); Y]),
            lambda: SVector::from([T::zero(); G]),
            psi: SVector::from([T::zero(); K]),
        }
    }

    /// The initial state of a model, assembled from this one; `reference` is the configuration for entries that are not given.
    ///
    /// # Errors
    /// As [`assemble_model`].
    pub fn assembled<M>(&self, m: &M, reference: [T; N], given: Given<'_>) -> Result<Self, Error>
    where
        M: Mechanism<
                Configuration = SVector<T, N>,
                Velocity = SVector<T, V>,
                States = SVector<T, Y>,
                Scalar = T,
            >,
    {
        let (q, v, y) = assemble_model(m, (self.q, self.v, self.y), &SVector::from(reference), given)?;
        Ok(Self { q, v, y, ..self.clone() })
    }

    /// Over another scalar.
    pub fn map<S: Real>(&self, lift: &dyn Fn(T) -> S) -> Initial<S, N, V, Y, G, K> {
        Initial {
            q: lifted(self.q.data.0[0], lift).into(),
            v: lifted(self.v.data.0[0], lift).into(),
            y: lifted(self.y.data.0[0], lift).into(),
            lambda: lifted(self.lambda.data.0[0], lift).into(),
            psi: lifted(self.psi.data.0[0], lift).into(),
        }
    }
}

/// Numbers over another scalar.
pub fn lifted<T: Real, S: Real, const N: usize>(all: [T; N], lift: &dyn Fn(T) -> S) -> [S; N] {
    let mut over = [S::zero(); N];
    for (over, x) in over.iter_mut().zip(all) {
        *over = lift(x);
    }
    over
}
