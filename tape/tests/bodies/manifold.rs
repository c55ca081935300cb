//! The derived equations of mechanisms of bodies against differences of what they were derived from, in
//! double-double arithmetic, where they hold: on the constraints, at the assembled state and during a motion.
//!
//! ```text
//! f'(0) = (f(h) − f(−h)) / 2h + O(h²),   h = 2⁻³⁰                                        (1)
//! ```
//! Configurations are moved by ⊞. G, the bias of the constraints, C = −∂f/∂v and K = ∂(M a − f)/∂q have all
//! their columns compared: also in directions that leave the constraints.

use crate::tapes::tapes;
use crate::texts::{in_both, with_items};
use linkwork::prelude::*;
use linkwork::scalar::DoubleDouble;
use linkwork::solution::State;
use linkwork::{Blocks, Weights};
use linkwork_tape::{Tape, TapePositionCache};
use nalgebra::{DMatrix, DVector};

type D = DoubleDouble;
type Model = Tape<D>;

/// States lie on the constraints within the rounding of f64, 1e-16 of sizes up to 1e3; so do derivatives.
const EXACT: f64 = 1e-11;
/// Step of the differences.
const STEP: f64 = 1.0 / (1_u64 << 30) as f64;

macro_rules! file {
    ($name:literal) => {
        include_str!(concat!("../../../models/mechanisms/", $name, ".mech")).to_owned()
    };
}

/// A state of the equations of motion.
#[derive(Clone)]
struct Point {
    t: D,
    q: DVector<D>,
    v: DVector<D>,
    y: DVector<D>,
    a: DVector<D>,
    l: DVector<D>,
    p: DVector<D>,
}

impl Point {
    fn new(state: &State<Tape>) -> Self {
        let exact = |x: &DVector<f64>| x.map(D::exact);
        Self {
            t: D::exact(state.t),
            q: exact(&state.q),
            v: exact(&state.v),
            y: exact(&state.y),
            a: exact(&state.a),
            l: exact(&state.lambda),
            p: exact(&state.psi),
        }
    }

    fn place(&self, m: &Model) -> TapePositionCache<D> {
        let mut placed = m.position_cache();
        m.place(&m.now(self.t), &self.q, &mut placed);
        placed
    }

    /// q ← q ⊞ h u.
    fn advance(&mut self, m: &Model, h: D, u: &DVector<D>) {
        let by = u.map(|x| x * h);
        m.advance(&mut self.q, &by, &mut zeros(u.len()));
    }
}

fn zeros(len: usize) -> DVector<D> {
    DVector::from_element(len, D::zero())
}

/// A vector of the contract at a state.
type Field = fn(&Model, &Point) -> DVector<D>;

fn holonomic(m: &Model, at: &Point) -> DVector<D> {
    let mut out = zeros(at.l.len());
    m.holonomic(&at.place(m), &mut out);
    out
}

fn holonomic_rate(m: &Model, at: &Point) -> DVector<D> {
    let mut out = zeros(at.l.len());
    m.holonomic_rate(&at.place(m), &at.v, &mut out);
    out
}

fn nonholonomic(m: &Model, at: &Point) -> DVector<D> {
    let mut out = zeros(at.p.len());
    m.nonholonomic(&at.place(m), &at.v, &mut out);
    out
}

fn force(m: &Model, at: &Point) -> DVector<D> {
    let mut out = zeros(at.v.len());
    m.force(&at.place(m), &at.v, &at.y, (&at.l, &at.p), &mut out);
    out
}

/// M a − f.
fn imbalance(m: &Model, at: &Point) -> DVector<D> {
    let mut out = zeros(at.v.len());
    m.mass_times(&at.place(m), &at.a, &mut out);
    Vector::axpy(&mut out, -D::one(), &force(m, at));
    out
}

/// (1): the rate of `field` along `shift`.
fn rate(m: &Model, at: &Point, field: Field, shift: impl Fn(&mut Point, D)) -> DVector<D> {
    let at_step = |h: f64| {
        let mut moved = at.clone();
        shift(&mut moved, D::exact(h));
        field(m, &moved)
    };
    at_step(STEP).zip_map(&at_step(-STEP), |after, before| (after - before) * D::exact(0.5 / STEP))
}

/// Time and position along the motion, velocity held.
fn drift(m: &Model, at: &mut Point, h: D) {
    let v = at.v.clone();
    at.t = at.t + h;
    at.advance(m, h, &v);
}

/// ∂field/∂x by columns, where `which` picks the vector x.
fn by_vector(
    m: &Model,
    at: &Point,
    field: Field,
    which: fn(&mut Point) -> &mut DVector<D>,
) -> Vec<DVector<D>> {
    let columns = which(&mut at.clone()).len();
    (0..columns).map(|j| rate(m, at, field, |p, h| which(p)[j] = which(p)[j] + h)).collect()
}

/// ∂field/∂q by columns, along ⊞.
fn by_configuration(m: &Model, at: &Point, field: Field) -> Vec<DVector<D>> {
    let along = |j: usize| {
        let mut direction = zeros(at.v.len());
        direction[j] = D::one();
        rate(m, at, field, move |p, h| p.advance(m, h, &direction))
    };
    (0..at.v.len()).map(along).collect()
}

/// Row by row, relative to the largest of all.
#[track_caller]
fn assert_near(found: &DVector<D>, expected: &DVector<D>, terms: f64, what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    let size = expected.iter().chain(found).map(|x| x.value().abs()).fold(terms, f64::max);
    assert!(size.is_finite(), "{what}: {found:?}");
    for (i, (x, y)) in found.iter().zip(expected).enumerate() {
        let error = (*x - *y).value().abs();
        assert!(error <= EXACT * size, "{what}, row {i}: {x:?} instead of {y:?}, {error:e} of {size:e}");
    }
}

/// The mechanism in both formulations, at its assembled state and at given times of its motion.
fn on_the_constraints(name: &str, text: &str, step: f64, until: f64, check: &impl Fn(&str, &Model, &Point)) {
    for parameters in tapes(&in_both(text)) {
        let m: Tape = parameters.build().unwrap_or_else(|error| panic!("{name}: {error}"));
        let run = m.simulate().method(DormandPrince8::projected()).step(step).until(until);
        let solution = run.output(Sampling::Ends).run().unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(solution.constraint_drift() < 1e-13, "{name}: {:e}", solution.constraint_drift());
        let lifted = m.with_scalar::<D>(&D::exact);
        for state in solution.samples() {
            let what = format!("{}, t = {}", m.names().mechanism, state.t);
            check(&what, &lifted, &Point::new(state));
        }
    }
}

/// Closed loops, one of them with a redundant equation, springs and dampers, free bodies, a rolling one.
fn everywhere(check: impl Fn(&str, &Model, &Point)) {
    let moving = "initial {
        base.angular_velocity: [1, -2, 0.5] [rad/s],
        der(hip[0][0].angle): 3 [rad/s], der(knee[1][0].angle): 4 [rad/s],
    }";
    on_the_constraints("Andrews", &file!("linkages/andrews_bodies"), 5e-5, 0.01, &check);
    on_the_constraints("Bricard", &file!("linkages/bricard"), 2.5e-2, 1.0, &check);
    on_the_constraints("governor", &file!("tops/governor"), 2.5e-4, 0.01, &check);
    on_the_constraints("four-bars", &file!("linkages/four_bars"), 5e-3, 0.3, &check);
    on_the_constraints("hexapod", &file!("robots/hexapod"), 5e-3, 0.1, &check);
    on_the_constraints("quadruped", &with_items(&file!("robots/quadruped"), moving), 1e-2, 0.1, &check);
    on_the_constraints("four-bar in space", &file!("linkages/spatial_four_bar"), 5e-3, 0.5, &check);
    on_the_constraints("disk", &file!("rolling/rolling_disk"), 1e-2, 0.5, &check);
}

#[test]
fn constraint_jacobians_are_those_of_the_constraints() {
    everywhere(|what, m, at| {
        let n = at.v.len();
        let placed = at.place(m);
        let mut moving = m.velocity_cache();
        m.moving(&placed, &at.v, &at.y, (&at.l, &at.p), &mut moving);
        let mut g = vec![D::zero(); at.l.len() * n];
        m.constraint_jacobian(&placed, &mut g);
        let mut d = vec![D::zero(); at.p.len() * n];
        m.velocity_jacobian(&placed, &moving, &mut d);
        let column = |dense: &[D], j: usize| {
            DVector::from_vec(dense.iter().skip(j).step_by(n).copied().collect::<Vec<D>>())
        };
        for (j, expected) in by_configuration(m, at, holonomic).iter().enumerate() {
            assert_near(&column(&g, j), expected, 1.0, &format!("{what}: column {j} of G"));
        }
        for (j, expected) in by_vector(m, at, holonomic_rate, |p| &mut p.v).iter().enumerate() {
            assert_near(&column(&g, j), expected, 1.0, &format!("{what}: column {j} of the rate's Jacobian"));
        }
        for (j, expected) in by_vector(m, at, nonholonomic, |p| &mut p.v).iter().enumerate() {
            assert_near(&column(&d, j), expected, 1.0, &format!("{what}: column {j} of D"));
        }
    });
}

#[test]
fn rates_and_biases_follow_the_motion() {
    everywhere(|what, m, at| {
        let along = |field: Field| rate(m, at, field, |p, h| drift(m, p, h));
        // Terms of the size of the velocity, and of its square, cancel.
        let speed = 1.0 + at.v.iter().map(|x| x.value().abs()).fold(0.0, f64::max);
        assert_near(&holonomic_rate(m, at), &along(holonomic), speed, &format!("{what}: dg/dt"));
        let (mut g, mut k) = (zeros(at.l.len()), zeros(at.p.len()));
        m.acceleration_bias(&at.place(m), &at.v, (&mut g, &mut k));
        assert_near(&-g, &along(holonomic_rate), speed * speed, &format!("{what}: bias of g"));
        assert_near(&-k, &along(nonholonomic), speed * speed, &format!("{what}: bias of k"));
    });
}

/// The weighted matrix by differences.
fn weighted(m: &Model, at: &Point, weights: &Weights<D>) -> DMatrix<D> {
    let (n, g) = (at.v.len(), at.l.len());
    let mut dense = DMatrix::from_element(n + g + at.p.len(), n + g + at.p.len(), D::zero());
    let mut add = |(row, column): (usize, usize), weight: D, columns: Vec<DVector<D>>| {
        for (j, entries) in columns.iter().enumerate() {
            for (i, entry) in entries.iter().enumerate() {
                dense[(row + i, column + j)] = dense[(row + i, column + j)] + weight * *entry;
            }
        }
    };
    add((0, 0), weights.mass, by_vector(m, at, imbalance, |p| &mut p.a));
    add((0, 0), -weights.damping, by_vector(m, at, force, |p| &mut p.v));
    add((0, 0), weights.stiffness, by_configuration(m, at, imbalance));
    add((0, n), -D::one(), by_vector(m, at, force, |p| &mut p.l));
    add((0, n + g), -D::one(), by_vector(m, at, force, |p| &mut p.p));
    add((n, 0), D::one(), by_configuration(m, at, holonomic));
    add((n + g, 0), weights.constraint_position, by_configuration(m, at, nonholonomic));
    add((n + g, 0), weights.constraint_velocity, by_vector(m, at, nonholonomic, |p| &mut p.v));
    for i in 0..n {
        add((i, i), weights.identity, vec![DVector::from_element(1, D::one())]);
    }
    dense
}

/// With A of differences and x that the mechanism's factors make of A's columns b, A x = b: also where constraints
/// are redundant and A has no inverse.
#[test]
fn weighted_matrices_have_the_blocks_they_should() {
    everywhere(|what, m, at| {
        let (n, g) = (at.v.len(), at.l.len());
        let weights = Weights {
            mass: D::exact(1.5),
            damping: D::exact(0.75),
            stiffness: D::exact(1.25),
            identity: D::exact(0.5),
            constraint_position: D::exact(2.0),
            constraint_velocity: D::exact(1.75),
        };
        let dense = weighted(m, at, &weights);
        let placed = at.place(m);
        let (mut moving, mut stiffness) = (m.velocity_cache(), m.stiffness_cache());
        m.moving(&placed, &at.v, &at.y, (&at.l, &at.p), &mut moving);
        m.stiffness(&placed, &at.v, &at.y, &at.a, (&at.l, &at.p), &mut stiffness);
        let blocks = Blocks {
            mass: &placed,
            columns: &placed,
            rows: &placed,
            moving: &moving,
            stiffness: Some(&stiffness),
        };
        let mut factors = m.factors();
        m.factor(weights, blocks, &mut factors);
        for j in 0..dense.ncols() {
            let right = dense.column(j).into_owned();
            let (mut a, mut l) = (right.rows(0, n).into_owned(), right.rows(n, g).into_owned());
            let mut p = right.rows(n + g, at.p.len()).into_owned();
            let solved = m.solve(&factors, &mut a, &mut l, &mut p);
            solved.unwrap_or_else(|singular| panic!("{what}: {singular:?}"));
            let x: Vec<D> = a.iter().chain(&l).chain(&p).copied().collect();
            for i in 0..dense.nrows() {
                let (mut sum, mut size) = (-right[i], 1.0);
                for (entry, x) in dense.row(i).iter().zip(&x) {
                    sum = sum + *entry * *x;
                    size += (*entry * *x).value().abs();
                }
                let error = sum.value().abs();
                assert!(
                    error <= EXACT * size,
                    "{what}: row {i} is off by {error:e} of {size:e} in column {j}"
                );
            }
        }
    });
}
