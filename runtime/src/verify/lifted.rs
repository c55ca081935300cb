//! A mechanism and a state of it in double-double arithmetic, and differences of its evaluations.

use crate::scalar::DoubleDouble;
use crate::solution::State;
use crate::{Mechanism, Real, Vector};
use alloc::vec::Vec;

/// The scalar of differences.
pub(super) type D = DoubleDouble;

/// Step of the differences (1) of the module.
const STEP: f64 = 1.0 / (1_u64 << 30) as f64;

/// If F jumps by J, D(h) = J/2h and D(h/2) = J/h, so that the D of (1) is 7/6 J/h: less than four times their difference.
const KINK: f64 = 4.0;

/// A vector of a mechanism over [`D`].
pub(super) fn lifted<V: Vector<D>>(x: &[f64]) -> V {
    let mut out = V::zeros(x.len());
    for (out, x) in out.as_mut_slice().iter_mut().zip(x) {
        *out = D::exact(*x);
    }
    out
}

/// A state of the equations of motion.
pub(super) struct Point<L: Mechanism<Scalar = D>> {
    pub(super) t: D,
    pub(super) q: L::Configuration,
    pub(super) v: L::Velocity,
    pub(super) y: L::States,
    pub(super) a: L::Velocity,
    pub(super) lambda: L::Holonomic,
    pub(super) psi: L::Nonholonomic,
}

impl<L: Mechanism<Scalar = D>> Clone for Point<L> {
    fn clone(&self) -> Self {
        Self {
            t: self.t,
            q: self.q.clone(),
            v: self.v.clone(),
            y: self.y.clone(),
            a: self.a.clone(),
            lambda: self.lambda.clone(),
            psi: self.psi.clone(),
        }
    }
}

impl<L: Mechanism<Scalar = D>> Point<L> {
    pub(super) fn new<M: Mechanism<Scalar = f64>>(state: &State<M>) -> Self {
        Self {
            t: D::exact(state.t),
            q: lifted(state.q.as_slice()),
            v: lifted(state.v.as_slice()),
            y: lifted(state.y.as_slice()),
            a: lifted(state.a.as_slice()),
            lambda: lifted(state.lambda.as_slice()),
            psi: lifted(state.psi.as_slice()),
        }
    }

    pub(super) fn place(&self, m: &L) -> L::PositionCache {
        let mut placed = m.position_cache();
        m.place(&m.now(self.t), &self.q, &mut placed);
        placed
    }

    /// C, B and D.
    pub(super) fn moving(&self, m: &L, placed: &L::PositionCache) -> L::VelocityCache {
        let mut moving = m.velocity_cache();
        m.moving(placed, &self.v, &self.y, self.reactions(), &mut moving);
        moving
    }

    pub(super) fn reactions(&self) -> (&L::Holonomic, &L::Nonholonomic) {
        (&self.lambda, &self.psi)
    }

    /// q ← q ⊞ h u.
    pub(super) fn advance(&mut self, m: &L, h: D, u: &L::Velocity) {
        let mut by = u.clone();
        by.scale(h);
        m.advance(&mut self.q, &by, &mut L::Velocity::zeros(u.len()));
    }

    /// Time and position along the motion, velocity held.
    pub(super) fn drift(&mut self, m: &L, h: D) {
        let v = self.v.clone();
        self.t = self.t + h;
        self.advance(m, h, &v);
    }
}

/// A vector that a mechanism evaluates at a state.
pub(super) type Field<L> = fn(&L, &Point<L>) -> Vec<D>;

/// A derivative by differences.
pub(super) struct Difference {
    pub(super) value: D,
    /// 4 |D(h) − D(h/2)|: truncation, or a nearby kink.
    pub(super) uncertainty: f64,
}

impl Difference {
    /// The error of a derivative beyond the uncertainty; NaN is propagated.
    pub(super) fn error(&self, exact: D) -> f64 {
        let beyond = (exact - self.value).value().abs() - self.uncertainty;
        if beyond < 0.0 { 0.0 } else { beyond }
    }
}

/// (1) of the module: the rate of `field` along `shift`.
pub(super) fn rate<L: Mechanism<Scalar = D>>(
    m: &L,
    at: &Point<L>,
    field: Field<L>,
    shift: impl Fn(&mut Point<L>, D),
) -> Vec<Difference> {
    let at_step = |h: f64| {
        let mut moved = at.clone();
        shift(&mut moved, D::exact(h));
        field(m, &moved)
    };
    let central = |h: f64| -> Vec<D> {
        let (after, before) = (at_step(h), at_step(-h));
        after.iter().zip(&before).map(|(after, before)| (*after - *before) * D::exact(0.5 / h)).collect()
    };
    let (coarse, fine) = (central(STEP), central(0.5 * STEP));
    let both = coarse.iter().zip(&fine);
    both.map(|(coarse, fine)| Difference {
        value: (D::exact(4.0) * *fine - *coarse) / D::exact(3.0),
        uncertainty: KINK * (*fine - *coarse).value().abs(),
    })
    .collect()
}

/// ∂field/∂q along the tangent direction with index j.
pub(super) fn by_position<L: Mechanism<Scalar = D>>(
    m: &L,
    at: &Point<L>,
    field: Field<L>,
    j: usize,
) -> Vec<Difference> {
    let mut direction = L::Velocity::zeros(at.v.len());
    direction.as_mut_slice()[j] = D::one();
    rate(m, at, field, |point, h| point.advance(m, h, &direction))
}

/// ∂field/∂v with respect to the velocity with index j.
pub(super) fn by_velocity<L: Mechanism<Scalar = D>>(
    m: &L,
    at: &Point<L>,
    field: Field<L>,
    j: usize,
) -> Vec<Difference> {
    rate(m, at, field, |point, h| {
        let v = point.v.as_mut_slice();
        v[j] = v[j] + h;
    })
}

/// g.
pub(super) fn holonomic<L: Mechanism<Scalar = D>>(m: &L, at: &Point<L>) -> Vec<D> {
    let mut out = at.lambda.clone();
    m.holonomic(&at.place(m), &mut out);
    out.as_slice().to_vec()
}

/// dg/dt.
pub(super) fn holonomic_rate<L: Mechanism<Scalar = D>>(m: &L, at: &Point<L>) -> Vec<D> {
    let mut out = at.lambda.clone();
    m.holonomic_rate(&at.place(m), &at.v, &mut out);
    out.as_slice().to_vec()
}

/// k.
pub(super) fn nonholonomic<L: Mechanism<Scalar = D>>(m: &L, at: &Point<L>) -> Vec<D> {
    let mut out = at.psi.clone();
    m.nonholonomic(&at.place(m), &at.v, &mut out);
    out.as_slice().to_vec()
}

/// f.
pub(super) fn force<L: Mechanism<Scalar = D>>(m: &L, at: &Point<L>) -> Vec<D> {
    let mut out = at.v.clone();
    m.force(&at.place(m), &at.v, &at.y, at.reactions(), &mut out);
    out.as_slice().to_vec()
}

/// M a − f.
pub(super) fn imbalance<L: Mechanism<Scalar = D>>(m: &L, at: &Point<L>) -> Vec<D> {
    let mut out = at.v.clone();
    m.mass_times(&at.place(m), &at.a, &mut out);
    out.as_slice().iter().zip(force(m, at)).map(|(inertia, force)| *inertia - force).collect()
}
