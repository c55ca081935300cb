//! Bad input is a typed failure, and valid results are kept.

use super::erased::{Run, start};
use super::every::{Row, constrained, flat};
use crate::support::{Pendulum, Plain, RepeatedRod, RigidPendulum, hand_written::hand_written};
use linkwork::runge_kutta::RungeKutta4;
use linkwork::simulation::Simulate;
use linkwork::stepper::{Start, StepFailure};
use linkwork::{Error, Mechanism, Real, Vector};

/// Steps that cannot be made.
const BAD: [f64; 5] = [0.0, -0.01, f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
const H: f64 = 0.01;

/// Every number of a sample, as bits.
fn bits<M: Mechanism<Scalar = f64>>(run: &dyn Run<M>) -> Vec<u64> {
    let s = run.sample();
    let numbers = [
        s.q.as_slice(),
        s.v.as_slice(),
        s.a.as_slice(),
        s.y.as_slice(),
        s.lambda.as_slice(),
        s.psi.as_slice(),
    ];
    [s.t].into_iter().chain(numbers.concat()).map(f64::to_bits).collect()
}

/// Bad steps are [`StepFailure::StepSize`] from the first one on, leave the sample unchanged, and do not affect the next steps.
fn bad_steps<M: Mechanism<Scalar = f64>>(m: &M, rows: Vec<Row<M>>) {
    for Row { method, .. } in rows {
        let name = method.name();
        for h in BAD {
            let first = method.start(m, &start(m), h).and_then(|mut run| run.attempt(m, h));
            assert_eq!(first, Err(StepFailure::StepSize), "{name}: start with {h}");
        }
        let mut plagued = method.start(m, &start(m), H).unwrap();
        let mut quiet = method.start(m, &start(m), H).unwrap();
        for _ in 0..10 {
            let before = bits(&*plagued);
            for h in BAD {
                assert_eq!(plagued.attempt(m, h), Err(StepFailure::StepSize), "{name}: step of {h}");
            }
            assert_eq!(bits(&*plagued), before, "{name}: the sample has changed");
            plagued.step(m, H).unwrap();
            quiet.step(m, H).unwrap();
            assert_eq!(bits(&*plagued), bits(&*quiet), "{name}: bad steps leave a trace");
        }
    }
}

#[test]
fn steps_without_constraints() {
    bad_steps(&Pendulum::default(), flat());
}

#[test]
fn steps_with_constraints() {
    bad_steps(&RigidPendulum { inertia: 0.1, ..RigidPendulum::default() }, constrained());
}

/// Rounding errors that a refused attempt may leave in methods that rescale their history.
const RESCALED: f64 = 1e-12;

/// Attempts that are not committed do not change the state, for any size.
fn refused_attempts<M: Mechanism<Scalar = f64>>(m: &M, rows: Vec<Row<M>>) {
    let mut wrong = Vec::new();
    for Row { method, rescaling, .. } in rows {
        let mut once = method.start(m, &start(m), H).unwrap();
        let mut twice = method.start(m, &start(m), H).unwrap();
        let mut off = 0.0_f64;
        for _ in 0..20 {
            once.step(m, H).unwrap();
            twice.attempt(m, 2.0 * H).unwrap();
            twice.step(m, H).unwrap();
            for (a, b) in bits(&*once).into_iter().zip(bits(&*twice)) {
                let (a, b) = (f64::from_bits(a), f64::from_bits(b));
                off = off.max((a - b).abs() / (1.0 + a.abs()));
            }
        }
        let allowed = if rescaling { RESCALED } else { 0.0 };
        // NaN is wrong too.
        let same = off <= allowed;
        if !same {
            wrong.push(format!("{}: {off:.1e}", method.name()));
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", m.names().mechanism, wrong.join("\n"));
}

#[test]
fn refused_attempts_without_constraints() {
    refused_attempts(&Pendulum { rate: 0.5, ..Pendulum::default() }, flat());
}

#[test]
fn refused_attempts_with_constraints() {
    refused_attempts(&RigidPendulum { inertia: 0.1, sway: 0.3, ..RigidPendulum::default() }, constrained());
}

/// What a start, or the first attempt after it, fails with.
fn failures<M: Mechanism<Scalar = f64>>(
    m: &M,
    rows: Vec<Row<M>>,
    from: &Start<M>,
    expected: impl Fn(StepFailure) -> bool,
) {
    let mut wrong = Vec::new();
    for Row { method, .. } in rows {
        let found = method.start(m, from, H).and_then(|mut run| run.attempt(m, H));
        if !found.is_err_and(&expected) {
            wrong.push(format!("{}: {found:?}", method.name()));
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", m.names().mechanism, wrong.join("\n"));
}

#[test]
fn starts_that_are_not_finite() {
    let m = Pendulum::default();
    for bad in [f64::NAN, f64::INFINITY] {
        for (q, v) in [(bad, 0.0), (0.0, bad)] {
            let from = Start { t: 0.0, q: [q].into(), v: [v].into(), y: [].into() };
            failures(&m, flat(), &from, |f| f == StepFailure::NotFinite { row: 0 });
        }
    }
    let m = RigidPendulum { inertia: 0.1, ..RigidPendulum::default() };
    for row in 0..3 {
        let mut from = start(&m);
        from.v[row] = f64::NAN;
        failures(&m, constrained(), &from, |f| matches!(f, StepFailure::NotFinite { .. }));
    }
}

#[test]
fn singular_masses() {
    let m = Pendulum { length: 0.0, ..Pendulum::default() };
    failures(&m, flat(), &start(&m), |f| f == StepFailure::Singular { row: 0 });
}

#[test]
fn dependent_constraints() {
    let m = RepeatedRod::default();
    failures(&m, constrained(), &start(&m), |f| matches!(f, StepFailure::Singular { .. }));
}

hand_written! {
    /// (1 − x) x'' = 0: the mass vanishes at x = 1.
    Melting { speed = 1.0 }
    sizes 1 1 0 0 0, total 1;
    coordinates ["x" "m"];
    holonomic [];
    nonholonomic [];
    states [];
    marks [Clamped, Unconstrained, VectorSpace, Separable, Stateless];
}

impl<T: Real> Plain<T, 1, 1, 0, 0, 0> for Melting<T> {
    type At = T;
    const CONSTANT_MASS: bool = false;
    fn at(&self, _t: T, q: &[T; 1]) -> T {
        q[0]
    }
    fn mass(&self, at: &T) -> [[T; 1]; 1] {
        [[if at.value() < 1.0 { T::one() - *at } else { T::zero() }]]
    }
    fn applied(&self, _at: &T, _v: &[T; 1], _y: &[T; 0]) -> [T; 1] {
        [T::zero()]
    }
    fn stiffness(&self, _: &T, _: &[T; 1], _: &[T; 0], a: &[T; 1], _: &[T; 0], _: &[T; 0]) -> [[T; 1]; 1] {
        [[-a[0]]]
    }
    fn begin(&self) -> ([T; 1], [T; 1], [T; 0]) {
        ([T::zero()], [self.speed], [])
    }
}

/// A mass that vanishes during a run ends it there: the sample is the last valid state, and a second attempt
/// fails as the first one did.
#[test]
fn masses_that_vanish_on_the_way() {
    let m = Melting::default();
    // x = 1 is passed between two instants, so that rounding decides nothing.
    let h = 0.0997;
    let mut wrong = Vec::new();
    for Row { method, .. } in flat() {
        let mut run = method.start(&m, &start(&m), h).unwrap();
        let failure = (0..30).find_map(|_| run.step(&m, h).err());
        let (sample, t) = (bits(&*run), run.sample().t);
        let again = run.attempt(&m, h).err();
        let good = sample.iter().all(|x| f64::from_bits(*x).is_finite()) && (0.8..1.2).contains(&t);
        if failure != Some(StepFailure::Singular { row: 0 })
            || again != failure
            || !good
            || bits(&*run) != sample
        {
            let all: Vec<f64> = sample.into_iter().map(f64::from_bits).collect();
            wrong.push(format!("{}: {failure:?}, then {again:?} with {all:?}", method.name()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The error of the first step of a run.
fn first_step<M: Mechanism>(
    run: Result<linkwork::solution::Solution<M>, linkwork::simulation::RunError<M>>,
) -> linkwork::StepError {
    match run.expect_err("it fails").error {
        Error::Step(step) if step.number == 0 => *step,
        other => panic!("{other}"),
    }
}

/// A mass that is regular at the start, and vanishes within the first step, is a matter of the step.
#[test]
fn first_steps_that_are_too_large() {
    let m = Melting::default();
    let step = first_step(m.simulate().method(RungeKutta4::default()).step(3.0).until(6.0).run());
    assert_eq!(step.failure, StepFailure::SingularWithin { row: 0 });
    assert!(step.to_string().contains("or the steps are too large: use a smaller step"), "{step}");
    let m = Pendulum { length: 0.0, ..Pendulum::default() };
    let step = first_step(m.simulate().method(RungeKutta4::default()).step(1e-2).until(1.0).run());
    assert_eq!(step.failure, StepFailure::Singular { row: 0 });
    assert!(step.to_string().contains("help: a coordinate without mass must be determined"), "{step}");
}
