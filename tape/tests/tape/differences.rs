//! Differences in double-double arithmetic, and comparisons of a tape with them.
//!
//! ```text
//! f'(0) = (f(h) − f(−h)) / 2h + O(h²),   h = 2⁻³⁰                                        (1)
//! ```
//! Rounding leaves 1e-21 of (1) and truncation 1e-18, so a wrong term is detected wherever it exceeds the
//! tolerance relative to the terms it is added to. Differences of differences would leave 1e-12 of the kinetic energy,
//! which hides equations whose terms nearly cancel. So the inner ones are taken with h = 1: the kinetic energy is
//! of second degree in the velocities, and (1) has no truncation then.

use crate::states::Point as AnyPoint;
use linkwork::scalar::DoubleDouble;
use linkwork::{Energetic, Evaluate, Real, Vector, WithInputs};
use linkwork_tape::{Tape, TapePositionCache, TapeValues};
use nalgebra::DVector;

pub type D = DoubleDouble;
pub type Model = Tape<D>;
pub type Point = AnyPoint<Model>;

/// Constants of a mechanism are rounded to f64 one by one (m l² apart from m and l), which moves terms
/// against each other by some 1e-16 of their size, and differences of differences by more.
pub const EXACT: f64 = 1e-11;
/// Step of the differences.
pub const STEP: f64 = 1.0 / (1_u64 << 30) as f64;

pub fn place(m: &Model, at: &Point) -> TapePositionCache<D> {
    let mut placed = m.position_cache();
    m.place(&m.now_with(at.t, &at.u), &at.q, &mut placed);
    placed
}

pub fn moving(m: &Model, at: &Point) -> TapeValues<D> {
    let mut moving = m.velocity_cache();
    m.moving(&place(m, at), &at.v, &at.y, (&at.l, &at.p), &mut moving);
    moving
}

pub fn stiffness(m: &Model, at: &Point) -> TapeValues<D> {
    let mut stiffness = m.stiffness_cache();
    m.stiffness(&place(m, at), &at.v, &at.y, &at.a, (&at.l, &at.p), &mut stiffness);
    stiffness
}

/// A vector of the contract at a point.
pub type Field = fn(&Model, &Point) -> DVector<D>;

pub fn zeros(len: usize) -> DVector<D> {
    DVector::from_element(len, D::zero())
}

pub fn holonomic(m: &Model, at: &Point) -> DVector<D> {
    let mut out = zeros(at.l.len());
    m.holonomic(&place(m, at), &mut out);
    out
}

pub fn holonomic_rate(m: &Model, at: &Point) -> DVector<D> {
    let mut out = zeros(at.l.len());
    m.holonomic_rate(&place(m, at), &at.v, &mut out);
    out
}

pub fn nonholonomic(m: &Model, at: &Point) -> DVector<D> {
    let mut out = zeros(at.p.len());
    m.nonholonomic(&place(m, at), &at.v, &mut out);
    out
}

pub fn force(m: &Model, at: &Point) -> DVector<D> {
    let mut out = zeros(at.v.len());
    m.force(&place(m, at), &at.v, &at.y, (&at.l, &at.p), &mut out);
    out
}

/// M a.
pub fn mass_times(m: &Model, at: &Point) -> DVector<D> {
    let mut out = zeros(at.v.len());
    m.mass_times(&place(m, at), &at.a, &mut out);
    out
}

/// M a − f.
pub fn imbalance(m: &Model, at: &Point) -> DVector<D> {
    let mut out = mass_times(m, at);
    out.axpy(-D::one(), &force(m, at));
    out
}

/// T and V.
pub fn energy(m: &Model, at: &Point) -> DVector<D> {
    let (kinetic, potential) = m.energy(&place(m, at), &at.v, &at.y);
    DVector::from_vec(vec![kinetic, potential])
}

/// (1): the rate of `field` along `shift`.
pub fn rate(m: &Model, at: &Point, field: Field, shift: impl Fn(&mut Point, D)) -> DVector<D> {
    difference(m, at, field, STEP, shift)
}

/// The right side of (1) with step h = `step`.
fn difference(m: &Model, at: &Point, field: Field, step: f64, shift: impl Fn(&mut Point, D)) -> DVector<D> {
    let at_step = |h: f64| {
        let mut moved = at.clone();
        shift(&mut moved, D::exact(h));
        field(m, &moved)
    };
    let (mut after, before) = (at_step(step), at_step(-step));
    after.axpy(-D::one(), &before);
    after.scale(D::exact(0.5 / step));
    after
}

/// Time and position along the motion, velocity held.
pub fn drift(at: &mut Point, h: D) {
    let v = at.v.clone();
    at.t = at.t + h;
    at.q.axpy(h, &v);
}

/// Time, position and velocity along the motion.
pub fn motion(at: &mut Point, h: D) {
    drift(at, h);
    let a = at.a.clone();
    at.v.axpy(h, &a);
}

/// ∂field/∂x column by column; `which` picks the vector x of the point.
pub fn jacobian(
    m: &Model,
    at: &Point,
    field: Field,
    which: fn(&mut Point) -> &mut DVector<D>,
) -> Vec<DVector<D>> {
    let len = which(&mut at.clone()).len();
    (0..len).map(|j| rate(m, at, field, |p, h| which(p)[j] = which(p)[j] + h)).collect()
}

#[track_caller]
pub fn assert_near(found: &[D], expected: &[D], name: &str, what: &str) {
    assert_near_terms(found, expected, 0.0, name, what);
}

/// The same where terms of the given size may cancel to nothing.
#[track_caller]
pub fn assert_near_terms(found: &[D], expected: &[D], terms: f64, name: &str, what: &str) {
    assert_eq!(found.len(), expected.len(), "{name}: {what}");
    let size = expected.iter().chain(found).map(|x| x.magnitude()).fold(terms, f64::max);
    assert!(size.is_finite(), "{name}: {what}: {found:?}");
    for (i, (x, y)) in found.iter().zip(expected).enumerate() {
        let error = (*x - *y).magnitude();
        assert!(error <= EXACT * size, "{name}: {what} {i} is {x:?} instead of {y:?}");
    }
}

/// ∂T/∂v, by (1) with h = 1.
pub fn momentum(m: &Model, at: &Point) -> DVector<D> {
    DVector::from_fn(at.v.len(), |j, _| difference(m, at, energy, 1.0, |p, h| p.v[j] = p.v[j] + h)[0])
}

/// Jacobi's energy v·∂T/∂v − T + V: T + V where T consists of squares of velocities.
pub fn jacobi(m: &Model, at: &Point) -> DVector<D> {
    let energies = energy(m, at);
    let momentum = momentum(m, at);
    let power = momentum.iter().zip(at.v.iter()).fold(D::zero(), |sum, (p, v)| sum + *p * *v);
    DVector::from_vec(vec![power - energies[0] + energies[1]])
}

/// Lagrange's equations, directly from the energies, where `other` are the other terms of the description:
///
/// ```text
/// M a − f₀ = d/dt ∂T/∂v − ∂T/∂q + ∂V/∂q − Q,      T = ½ v·M v + p₀·v + T₀
/// ```
pub fn assert_lagrange(name: &str, m: &Model, at: &Point, other: &DVector<D>) {
    let mut still = at.clone();
    still.v.fill(D::zero());
    let mut moving = at.clone();
    moving.a = at.v.clone();
    let at_rest = momentum(m, &still);
    let (mut impulse, energies) = (mass_times(m, &moving), (energy(m, at)[0], energy(m, &still)[0]));
    let mut kinetic = energies.1;
    for ((p, p0), v) in impulse.iter().zip(at_rest.iter()).zip(at.v.iter()) {
        kinetic = kinetic + (*p * D::exact(0.5) + *p0) * *v;
    }
    impulse.axpy(D::one(), &at_rest);
    assert_near(momentum(m, at).as_slice(), impulse.as_slice(), name, "momentum");
    assert_near(&[energies.0], &[kinetic], name, "kinetic energy");

    let mut free = at.clone();
    free.l.fill(D::zero());
    free.p.fill(D::zero());
    let mut expected = rate(m, at, momentum, motion);
    let mut terms = expected.magnitude();
    for (j, column) in jacobian(m, at, energy, |p| &mut p.q).iter().enumerate() {
        expected[j] = expected[j] - column[0] + column[1];
        terms = terms.max(column.magnitude());
    }
    expected.axpy(-D::one(), other);
    assert_near_terms(imbalance(m, &free).as_slice(), expected.as_slice(), terms, name, "M a - f, row");
}
