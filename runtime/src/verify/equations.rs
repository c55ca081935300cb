//! Constraints, derivatives, masses and solves at one state.

use super::lifted::{
    D, Difference, Point, by_position, by_velocity, force, holonomic, holonomic_rate, imbalance, lifted,
    nonholonomic, rate,
};
use super::verification::Verification;
use crate::error::Row;
use crate::scalar::DoubleDouble;
use crate::solution::State;
use crate::{Mechanism, Real, Vector};
use alloc::format;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

/// The tolerance of constraints, relative to the size of the coordinates.
const CLOSED: f64 = 1e-9;
/// The tolerance of derivatives at states that satisfy the constraints to the rounding of f64.
const EXACT: f64 = 1e-11;
/// The tolerance of a solve, relative to the terms of its rows: more than rounding, because planned pivots may lose some digits.
const SOLVED: f64 = 1e-9;

/// The place of a comparison.
struct Site<'a, M: Mechanism> {
    m: &'a M,
    state: usize,
}

impl<M: Mechanism<Scalar = f64>> Site<'_, M> {
    fn row(&self, i: usize) -> String {
        Row::of_matrix(self.m, i).to_string()
    }

    fn at(&self, row: usize) -> String {
        format!("at {}, state {}", self.row(row), self.state)
    }

    fn place(&self, row: usize, column: usize) -> String {
        format!("at {} by {}, state {}", self.row(row), self.row(column), self.state)
    }
}

/// The largest |x|, and at least `floor`.
fn size<'a>(numbers: impl Iterator<Item = &'a D>, floor: f64) -> f64 {
    numbers.map(|x| x.value().abs()).fold(floor, Real::max)
}

/// Compares a column of derivatives with differences, relative to its largest entry and `floor`.
fn column<M: Mechanism<Scalar = f64>>(
    site: &Site<'_, M>,
    quantity: &str,
    (first, j): (usize, usize),
    (entries, differences, floor): (&[D], &[Difference], f64),
    found: &mut Verification,
) {
    let size = size(entries.iter().chain(differences.iter().map(|d| &d.value)), floor);
    for (i, (entry, difference)) in entries.iter().zip(differences).enumerate() {
        found.note(quantity, difference.error(*entry) / size, EXACT, || site.place(first + i, j));
    }
}

/// All comparisons at a state.
pub(super) fn check<M: Mechanism<Scalar = f64>>(
    m: &M,
    number: usize,
    state: &State<M>,
    found: &mut Verification,
) {
    let site = Site { m, state: number };
    let lifted_m = m.held(state.t).with_scalar::<DoubleDouble>(&D::exact);
    let at = Point::new(state);
    constraints(&site, &lifted_m, &at, found);
    jacobians(&site, &lifted_m, &at, found);
    stiffness_and_damping(&site, &lifted_m, &at, found);
    mass(&site, &lifted_m, &at, found);
    solves(&site, m, &lifted_m, state, found);
}

/// g = 0, dg/dt = 0, k = 0, relative to the sizes of coordinates and velocities.
fn constraints<M: Mechanism<Scalar = f64>, L: Mechanism<Scalar = D>>(
    site: &Site<'_, M>,
    m: &L,
    at: &Point<L>,
    found: &mut Verification,
) {
    let n = at.v.len();
    let (positions, speeds) = (size(at.q.as_slice().iter(), 1.0), size(at.v.as_slice().iter(), 1.0));
    let mut note = |first: usize, gaps: Vec<D>, size: f64| {
        for (i, gap) in gaps.iter().enumerate() {
            let error = gap.value().abs() / size;
            found.note("constraints and their rates", error, CLOSED, || site.at(first + i));
        }
    };
    note(n, holonomic(m, at), positions);
    note(n, holonomic_rate(m, at), positions * speeds);
    note(n + at.lambda.len(), nonholonomic(m, at), positions * speeds);
}

/// G, D, dg/dt, γ.
fn jacobians<M: Mechanism<Scalar = f64>, L: Mechanism<Scalar = D>>(
    site: &Site<'_, M>,
    m: &L,
    at: &Point<L>,
    found: &mut Verification,
) {
    let (n, holonomics) = (at.v.len(), at.lambda.len());
    let placed = at.place(m);
    let moving = at.moving(m, &placed);
    let (mut g, mut d) = (vec![D::zero(); holonomics * n], vec![D::zero(); at.psi.len() * n]);
    m.constraint_jacobian(&placed, &mut g);
    m.velocity_jacobian(&placed, &moving, &mut d);
    let entries = |dense: &[D], j: usize| -> Vec<D> { dense.iter().skip(j).step_by(n).copied().collect() };
    for j in 0..n {
        let differences = by_position(m, at, holonomic, j);
        column(site, "constraint Jacobian G", (n, j), (&entries(&g, j), &differences, 1.0), found);
        let differences = by_velocity(m, at, nonholonomic, j);
        column(site, "velocity Jacobian D", (n + holonomics, j), (&entries(&d, j), &differences, 1.0), found);
    }
    // Terms of the size of the velocity, and of its square, cancel.
    let speed = 1.0 + size(at.v.as_slice().iter(), 0.0);
    let mut along = |quantity: &str, first: usize, exact: Vec<D>, field, floor: f64| {
        let differences = rate(m, at, field, |point: &mut Point<L>, h| point.drift(m, h));
        let size = size(exact.iter(), floor);
        for (i, (exact, difference)) in exact.iter().zip(&differences).enumerate() {
            found.note(quantity, difference.error(*exact) / size, EXACT, || site.at(first + i));
        }
    };
    let (mut gamma_g, mut gamma_k) = (at.lambda.clone(), at.psi.clone());
    m.acceleration_bias(&placed, &at.v, (&mut gamma_g, &mut gamma_k));
    gamma_g.scale(-D::one());
    gamma_k.scale(-D::one());
    along("rate of the constraints dg/dt", n, holonomic_rate(m, at), holonomic, speed);
    let bias = "right-hand sides γ of the constraints";
    along(bias, n, gamma_g.as_slice().to_vec(), holonomic_rate, speed * speed);
    along(bias, n + holonomics, gamma_k.as_slice().to_vec(), nonholonomic, speed * speed);
}

/// C = −∂f/∂v and K = ∂(M a − f)/∂q.
fn stiffness_and_damping<M: Mechanism<Scalar = f64>, L: Mechanism<Scalar = D>>(
    site: &Site<'_, M>,
    m: &L,
    at: &Point<L>,
    found: &mut Verification,
) {
    let n = at.v.len();
    let placed = at.place(m);
    let (moving, mut stiffness) = (at.moving(m, &placed), m.stiffness_cache());
    m.stiffness(&placed, &at.v, &at.y, &at.a, at.reactions(), &mut stiffness);
    let (mut c, mut k) = (vec![D::zero(); n * n], vec![D::zero(); n * n]);
    m.damping_matrix(&placed, &moving, &mut c);
    m.stiffness_matrix(&placed, &stiffness, &mut k);
    // Terms of the size of the forces may cancel in a column.
    let floor = size(force(m, at).iter(), 1.0);
    for j in 0..n {
        let mut differences = by_velocity(m, at, force, j);
        for difference in &mut differences {
            difference.value = -difference.value;
        }
        column(site, "C = −∂f/∂v", (0, j), (&c[j * n..(j + 1) * n], &differences, floor), found);
        let differences = by_position(m, at, imbalance, j);
        column(site, "K = ∂(M a − f)/∂q", (0, j), (&k[j * n..(j + 1) * n], &differences, floor), found);
    }
}

/// M by its products with unit vectors.
fn mass<M: Mechanism<Scalar = f64>, L: Mechanism<Scalar = D>>(
    site: &Site<'_, M>,
    m: &L,
    at: &Point<L>,
    found: &mut Verification,
) {
    let n = at.v.len();
    let placed = at.place(m);
    let mut rows = vec![D::zero(); n * n];
    m.mass_matrix(&placed, &mut rows);
    let size = size(rows.iter(), f64::MIN_POSITIVE);
    for j in 0..n {
        let mut unit = L::Velocity::zeros(n);
        unit.as_mut_slice()[j] = D::one();
        let mut product = L::Velocity::zeros(n);
        m.mass_times(&placed, &unit, &mut product);
        for (i, product) in product.as_slice().iter().enumerate() {
            let error = (rows[i * n + j] - *product).value().abs() / size;
            found.note("mass matrix and M a", error, EXACT, || site.place(i, j));
        }
    }
}

/// Checks f = f₀ − B (λ, ψ).
fn affine<M: Mechanism<Scalar = f64>>(
    m: &M,
    placed: &M::PositionCache,
    moving: &M::VelocityCache,
    s: &State<M>,
) -> bool {
    let (mut force, mut applied, mut reaction) = (s.v.clone(), s.v.clone(), s.v.clone());
    m.force(placed, &s.v, &s.y, (&s.lambda, &s.psi), &mut force);
    m.applied_force(placed, &s.v, &s.y, &mut applied);
    m.reaction_force(placed, moving, (&s.lambda, &s.psi), &mut reaction);
    let terms = force.norm_l1() + applied.norm_l1() + reaction.norm_l1();
    force.axpy(-1.0, &applied);
    force.add(&reaction);
    m.flags().linear_reactions || force.magnitude() <= EXACT * terms
}

/// M a − f and J a − γ with the accelerations and reactions from the planned elimination, evaluated in double-double
/// arithmetic, relative to the sums of their terms.
fn solves<M: Mechanism<Scalar = f64>, L: Mechanism<Scalar = D>>(
    site: &Site<'_, M>,
    m: &M,
    lifted_m: &L,
    state: &State<M>,
    found: &mut Verification,
) {
    let mut placed = m.position_cache();
    m.place(&m.now(state.t), &state.q, &mut placed);
    let mut moving = m.velocity_cache();
    m.moving(&placed, &state.v, &state.y, (&state.lambda, &state.psi), &mut moving);
    if !affine(m, &placed, &moving, state) {
        found.leave_out("planned solves: forces are not affine in the multipliers");
        return;
    }
    let mut factors = m.saddle_factors();
    m.factor_saddle(&placed, &placed, &placed, &moving, &mut factors);
    let (mut a, mut lambda, mut psi) = (state.a.clone(), state.lambda.clone(), state.psi.clone());
    m.applied_force(&placed, &state.v, &state.y, &mut a);
    m.acceleration_bias(&placed, &state.v, (&mut lambda, &mut psi));
    if let Err(singular) = m.solve_saddle(&factors, &mut a, &mut lambda, &mut psi) {
        let row = site.row(singular.row);
        found
            .note("planned solves", f64::NAN, SOLVED, || format!("at {row}: singular, state {}", site.state));
        return;
    }
    let mut at: Point<L> = Point::new(state);
    at.a = lifted(a.as_slice());
    at.lambda = lifted(lambda.as_slice());
    at.psi = lifted(psi.as_slice());
    let n = at.v.len();
    let placed = at.place(lifted_m);
    let mut inertia = at.v.clone();
    lifted_m.mass_times(&placed, &at.a, &mut inertia);
    let terms = size(inertia.as_slice().iter().chain(force(lifted_m, &at).iter()), f64::MIN_POSITIVE);
    let mut applied = at.v.clone();
    lifted_m.applied_force(&placed, &at.v, &at.y, &mut applied);
    let terms = size(applied.as_slice().iter(), terms);
    for (i, left) in imbalance(lifted_m, &at).iter().enumerate() {
        found.note("planned solves", left.value().abs() / terms, SOLVED, || site.at(i));
    }
    // J a − γ is the derivative of the rates with v changing along a: one more derivative of the constraints themselves.
    let along = |field| {
        rate(lifted_m, &at, field, |point: &mut Point<L>, h| {
            point.drift(lifted_m, h);
            let a = point.a.clone();
            point.v.axpy(h, &a);
        })
    };
    let speed = 1.0 + size(at.v.as_slice().iter(), 0.0);
    let terms = size(at.a.as_slice().iter(), speed * speed);
    let left = along(holonomic_rate).into_iter().chain(along(nonholonomic));
    for (i, left) in left.enumerate() {
        let error = left.error(D::zero()) / terms;
        found.note("planned solves", error, SOLVED, || site.at(n + i));
    }
}
