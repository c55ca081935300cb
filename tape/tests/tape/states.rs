//! Text → tape, and random states at which mechanisms are compared.
//!
//! Invariant: numbers depend on the seed and on the sizes of the mechanism only, so that two forms of one
//! mechanism are compared in the same state.

use crate::tapes::tapes;
use linkwork::{Mechanism, Real, Sizes, Vector};
use linkwork_tape::TapeParameters;

/// The tape of the only mechanism of a text.
pub fn tape(text: &str) -> TapeParameters {
    let mut tapes = tapes(text);
    assert_eq!(tapes.len(), 1, "one mechanism a text: {text}");
    tapes.remove(0)
}

/// Fixed pseudo-random numbers in [−1, 1] (Knuth's generator).
pub struct Numbers(u64);

impl Numbers {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Self {
        let mut numbers = Self(seed);
        // Neighbouring seeds begin with similar numbers.
        for _ in 0..8 {
            numbers.next();
        }
        numbers
    }

    /// The next one.
    pub fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    /// The next `count`.
    pub fn take(&mut self, count: usize) -> Vec<f64> {
        (0..count).map(|_| self.next()).collect()
    }
}

/// A vector of that length with the numbers that `of` makes.
pub fn vector<T: Real, V: Vector<T>>(len: usize, mut of: impl FnMut(usize) -> f64) -> V {
    let mut vector = V::zeros(len);
    for (i, x) in vector.as_mut_slice().iter_mut().enumerate() {
        *x = T::exact(of(i));
    }
    vector
}

/// All parts of the equations of motion, not necessarily on the constraints.
#[derive(Debug)]
pub struct Point<M: Mechanism> {
    pub t: M::Scalar,
    pub u: Vec<M::Scalar>,
    pub q: M::Configuration,
    pub v: M::Velocity,
    pub y: M::States,
    pub a: M::Velocity,
    pub l: M::Holonomic,
    pub p: M::Nonholonomic,
}

impl<M: Mechanism> Clone for Point<M> {
    fn clone(&self) -> Self {
        Self {
            t: self.t,
            u: self.u.clone(),
            q: self.q.clone(),
            v: self.v.clone(),
            y: self.y.clone(),
            a: self.a.clone(),
            l: self.l.clone(),
            p: self.p.clone(),
        }
    }
}

impl<M: Mechanism> Point<M> {
    /// The initial state, with random accelerations, multipliers and inputs.
    pub fn initial(m: &M, seed: u64) -> Self {
        let (q, v, y) = m.initial();
        Self { t: M::Scalar::zero(), q, v, y, ..Self::random(m, seed, 0.0) }
    }

    /// Random: positions within `spread` of the initial ones, everything else in [−2, 2].
    pub fn random(m: &M, seed: u64, spread: f64) -> Self {
        let Sizes { holonomic, nonholonomic, states, inputs, .. } = m.sizes();
        let (q, v, _) = m.initial();
        let mut numbers = Numbers::new(seed);
        let t = M::Scalar::exact(0.5 + 0.5 * numbers.next());
        let near = numbers.take(q.len());
        let near = vector(q.len(), |i| q.as_slice()[i].value() + spread * near[i]);
        let mut random = |len: usize| -> Vec<f64> { numbers.take(len).iter().map(|x| 2.0 * x).collect() };
        let (u, velocity, y, a) = (random(inputs), random(v.len()), random(states), random(v.len()));
        let (l, p) = (random(holonomic), random(nonholonomic));
        Self {
            t,
            u: u.iter().map(|&x| M::Scalar::exact(x)).collect(),
            q: near,
            v: vector(v.len(), |i| velocity[i]),
            y: vector(states, |i| y[i]),
            a: vector(v.len(), |i| a[i]),
            l: vector(holonomic, |i| l[i]),
            p: vector(nonholonomic, |i| p[i]),
        }
    }
}
