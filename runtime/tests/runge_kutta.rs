//! Explicit Runge–Kutta methods: orders on every kind of mechanism, published tables, failures.

mod clamped;
mod embedded;
mod families;
mod heavy_top;
mod null_space;
mod tableaus;

use crate::support::{Nonlinear, Pendulum, RigidPendulum, Skate, SkateInBowl, bent};
use core::marker::PhantomData;
use linkwork::prelude::*;
use linkwork::runge_kutta::{EuclideanPosition, Plain, Projected, Treats, Unprojected};
use linkwork::scalar::{DoubleDouble, Taylor};
use linkwork::stepper::StepFailure;
use linkwork::{Error, Row};
use std::f64::consts::FRAC_PI_2;

/// A measured order may be off by this much where errors are far above rounding.
const ORDER: f64 = 0.15;

fn run<M: Mechanism<Scalar = f64>, S: Stepper<M>>(m: &M, method: S, t: f64, steps: u32) -> Solution<M> {
    let step = t / f64::from(steps);
    m.simulate().method(method).step(step).until(t).output(Sampling::Ends).run().unwrap()
}

/// Largest difference between the final (q, v, y) of two runs.
fn distance<M: Mechanism<Scalar = f64>>(a: &Solution<M>, b: &Solution<M>) -> f64 {
    let all = |s: &Start<M>| [s.q.as_slice(), s.v.as_slice(), s.y.as_slice()].concat();
    let (a, b) = (all(&a.final_state()), all(&b.final_state()));
    a.iter().zip(&b).map(|(a, b)| (a - b).abs()).fold(0.0, linkwork::Real::max)
}

fn assert_order(measured: f64, expected: f64) {
    assert!((measured - expected).abs() < ORDER, "order {measured}, expected {expected}");
}

#[test]
fn pendulum_against_the_benchmark() {
    // IFToMM A01 at t = 1 s, mirrored: there the pendulum starts at x = −1.
    let last = run(&Pendulum::default(), RungeKutta4::default(), 1.0, 4000).last().clone();
    let (s, c) = last.q[0].sin_cos();
    assert!((-c - 9.862_917_511_318_753e-1).abs() < 1e-11 && (s + 1.650_108_531_255_411_7e-1).abs() < 1e-11);
    let velocity = [last.v[0] * s, last.v[0] * c];
    assert!((velocity[0] - 2.969_055_159_163_158e-1).abs() < 1e-11);
    assert!((velocity[1] - 1.774_643_641_112_655_6).abs() < 1e-11);
}

/// The pendulum that starts from the horizontal, in (x, y, θ) with θ from the vertical.
fn horizontal() -> RigidPendulum {
    RigidPendulum { angle: FRAC_PI_2, ..RigidPendulum::default() }
}

#[test]
fn multipliers_are_the_force_in_the_rod() {
    // f = Gᵀλ-form: λ = f − M a at the mass point, and |λ| = m (g cos θ + θ'²).
    let m = RigidPendulum { angle: 1.0, rate: 0.7, ..RigidPendulum::default() };
    let solution = m.simulate().method(RungeKutta4::projected()).step(1e-2).until(1.0).run().unwrap();
    for s in solution.samples() {
        let tension = m.gravity * s.q[2].cos() + s.v[2] * s.v[2];
        assert!((s.lambda[0] - tension * s.q[2].sin()).abs() < 1e-12 * m.gravity);
        assert!((s.lambda[1] + tension * s.q[2].cos()).abs() < 1e-12 * m.gravity);
    }
    assert_eq!(solution.multiplier("along_y").unwrap()[3], solution.samples()[3].lambda[1]);
}

#[test]
fn rheonomic_constraints_hold_with_massless_coordinates() {
    let m = RigidPendulum { sway: 0.3, ..RigidPendulum::default() };
    let end = run(&m, RungeKutta4::projected(), 2.0, 200);
    assert!(end.constraint_drift() < 1e-14, "drift {}", end.constraint_drift());
}

#[test]
fn nonholonomic_constraints_hold() {
    let m = SkateInBowl::default();
    let drift = |method| run(&m, method, 1.0, 100).constraint_drift();
    assert!(drift(RungeKutta4::projected()) < 1e-14);
    let left = run(&m, RungeKutta4::index1(), 1.0, 100).constraint_drift();
    assert!(left > 1e-12 && left < 1e-6, "index 1 drifts a little, by {left}");
}

#[test]
fn skate_against_its_closed_form() {
    let m = Skate::default();
    let c = m.gravity * m.incline.sin() / (2.0 * m.turn * m.turn);
    let last = run(&m, RungeKutta4::projected(), 3.0, 3000).last().clone();
    let (s, k) = (m.turn * 3.0).sin_cos();
    assert!((last.q[0] - c * s * s).abs() < 1e-10);
    assert!((last.q[1] - c * (m.turn * 3.0 - s * k)).abs() < 1e-10);
}

#[test]
fn reactions_that_are_not_linear() {
    // The same motion with multipliers on a bent scale: λ = κ + κ³/400.
    let (plain, curved) = (SkateInBowl::default(), Nonlinear(SkateInBowl::default()));
    let a = run(&plain, RungeKutta4::projected(), 1.0, 100);
    let b = run(&curved, RungeKutta4::projected(), 1.0, 100);
    for (x, y) in a.last().q.iter().zip(b.last().q.iter()) {
        assert!((x - y).abs() < 1e-13);
    }
    assert!((a.last().lambda[0] - bent(b.last().lambda[0])).abs() < 1e-11);
    assert!(b.report().iterations > a.report().iterations);
}

/// max |E − E₀| and max |x² + y² − L²| over every step of 10 s.
fn drifts<S: Stepper<RigidPendulum>>(method: S, h: f64) -> (f64, f64) {
    let m = horizontal();
    let (mut energy, mut length, mut start) = (0.0_f64, 0.0_f64, None);
    let run = m.simulate().method(method).step(h).until(10.0).output(Sampling::Ends);
    let observed = run.observe(|s| {
        let (kinetic, potential) = m.energy(s.at, s.v, s.y);
        let first = *start.get_or_insert(kinetic + potential);
        energy = energy.max((kinetic + potential - first).abs());
        length = length.max((s.q[0] * s.q[0] + s.q[1] * s.q[1] - 1.0).abs());
    });
    observed.run().unwrap();
    (energy, length)
}

#[test]
fn mass_weighted_projection_keeps_the_constraints_and_the_order() {
    let [coarse, fine] = [1e-2, 5e-3].map(|h| drifts(RungeKutta4::projected(), h));
    assert!(coarse.1 < 1e-15 && fine.1 < 1e-15);
    assert_order((coarse.0 / fine.0).log2(), 4.0);
}

#[test]
fn a_singular_mass_matrix_is_an_error_with_a_name() {
    let error = Pendulum { length: 0.0, ..Pendulum::default() }
        .simulate()
        .method(RungeKutta4::default())
        .step(1e-2)
        .until(1.0)
        .run()
        .unwrap_err();
    assert!(error.partial.is_none());
    let Error::Step(step) = error.error else { panic!("{}", error.error) };
    assert_eq!(step.failure, StepFailure::Singular { row: 0 });
    assert_eq!(step.row, Row::Coordinate("theta".into()));
    assert_eq!((step.time, step.number, step.method.as_str()), (0.0, 0, "RungeKutta4"));
    assert!(
        step.to_string().starts_with("`RungeKutta4` failed at t = 0.0 in step 1 of size 0.01: "),
        "{step}"
    );
}

#[test]
fn parameters_that_are_not_finite_end_in_an_error() {
    let error = Pendulum { gravity: f64::NAN, ..Pendulum::default() }
        .simulate()
        .method(RungeKutta4::default())
        .step(1e-2)
        .until(1.0)
        .run()
        .unwrap_err();
    let Error::Step(step) = error.error else { panic!("{}", error.error) };
    assert_eq!(step.failure, StepFailure::ForceNotFinite { row: 0 });
}

/// `Treats` for one treatment and mechanism, as a value: the inherent method has priority where the bound holds.
struct Pair<C, M>(PhantomData<(C, M)>);
trait Otherwise {
    fn suits(&self) -> bool {
        false
    }
}
impl<C, M> Otherwise for Pair<C, M> {}
impl<M: Mechanism, C: Treats<M>> Pair<C, M> {
    fn suits(&self) -> bool {
        true
    }
}

#[test]
fn plain_methods_do_not_take_constrained_mechanisms() {
    assert!(Pair::<Plain, Pendulum>(PhantomData).suits());
    assert!(!Pair::<Plain, RigidPendulum>(PhantomData).suits());
    assert!(!Pair::<Plain, Skate>(PhantomData).suits());
    assert!(Pair::<Unprojected, RigidPendulum>(PhantomData).suits());
    assert!(Pair::<Projected, RigidPendulum>(PhantomData).suits());
    assert!(Pair::<EuclideanPosition, RigidPendulum>(PhantomData).suits());
}

#[test]
fn other_scalars_run_the_same_code() {
    // Twice the digits: rounding in f64 is all that differs.
    let m = RigidPendulum { rate: 0.5, ..RigidPendulum::default() };
    let exact = m.with_scalar(&|x| DoubleDouble::from(x));
    let fine = exact.simulate().method(RungeKutta4::projected()).step(1.0 / 128.0).until(1.0).run().unwrap();
    let f64s = m.simulate().method(RungeKutta4::projected()).step(1.0 / 128.0).until(1.0).run().unwrap();
    for (a, b) in fine.last().q.iter().zip(f64s.last().q.iter()) {
        assert!((a.value() - b).abs() < 1e-14);
    }
    assert!(fine.constraint_drift() < 1e-30, "{:e}", fine.constraint_drift());
}

#[test]
fn a_series_in_a_parameter_is_a_sensitivity() {
    // ε in g = 9.81 + ε: coefficient 1 of the result is its derivative, projections included.
    let end = |gravity: f64| {
        let m = RigidPendulum { gravity, rate: 0.5, ..RigidPendulum::default() };
        run(&m, RungeKutta4::projected(), 1.0, 200).last().q[2]
    };
    let plain = RigidPendulum { rate: 0.5, ..RigidPendulum::default() };
    let mut m = plain.with_scalar(&Taylor::<f64, 2>::constant);
    m.gravity = Taylor::variable(plain.gravity);
    let series = m.simulate().method(RungeKutta4::projected()).step(1.0 / 200.0).until(1.0).run().unwrap();
    let difference = (end(9.81 + 1e-4) - end(9.81 - 1e-4)) / 2e-4;
    assert!((series.last().q[2].coefficient(1) - difference).abs() < 1e-8 * difference.abs().max(1.0));
    assert!(series.constraint_drift() < 1e-14);
}
