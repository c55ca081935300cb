//! Emitted code in every scalar: parameters and initial values that are numbers of that kind.

use crate::clock_train::ClockTrain;
use crate::tapes::tapes;
use linkwork::prelude::*;
use linkwork::scalar::{DoubleDouble, Taylor};
use linkwork::stepper::Start;
use linkwork::{EighthDegree, Parameters};
use linkwork_models::{DoorAbsolute, FreeSliderCrank, Pendulum, RigidPendulum, SpinningTop, find};
use linkwork_tape::Tape;
use num_dual::Dual64;
use wide::f64x4;

/// The mechanism of the declared parameters, each lifted.
trait Lifted {
    type Of<T: Real>: Parameters<Scalar = T>;

    /// `lift` gets the name of a parameter and its declared value.
    fn lifted<T: Real>(lift: impl Fn(&str, f64) -> T) -> Self::Of<T>;
}

macro_rules! lifted {
    ($($mechanism:ident { $($parameter:ident),* })*) => {
        $(impl Lifted for $mechanism {
            type Of<T: Real> = $mechanism<T>;

            fn lifted<T: Real>(lift: impl Fn(&str, f64) -> T) -> $mechanism<T> {
                let declared = $mechanism::default();
                $mechanism { $($parameter: lift(stringify!($parameter), declared.$parameter)),* }
            }
        })*
    };
}

lifted! {
    ClockTrain { stiffness, inertia }
    DoorAbsolute { stiffness, damping }
    FreeSliderCrank { speed }
    Pendulum { mass, length, gravity }
    RigidPendulum { mass, length, inertia, gravity }
    SpinningTop { mass, length, transverse, axial, gravity }
}

/// q, v and λ after steps of fixed size. The method makes them alone: a simulation would be compiled for each mechanism in each scalar.
fn end<P: Parameters>(parameters: P, steps: u32, until: f64) -> Vec<P::Scalar> {
    let model = parameters.build().expect("it builds");
    let (method, step) = (FifthDegree::default(), Real::exact(until / f64::from(steps)));
    let mut w = method.start(&model, &Start::initial(&model), step).expect("it starts");
    for _ in 0..steps {
        method.step(&model, step, &mut w).unwrap_or_else(|failure| panic!("{failure}"));
    }
    // The attempt of one more step solves at the end.
    method.attempt(&model, step, &mut w).unwrap_or_else(|failure| panic!("{failure}"));
    let last = method.sample(&w);
    [last.q.as_slice(), last.v.as_slice(), last.lambda.as_slice()].concat()
}

#[track_caller]
fn assert_near(found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    for (i, (x, y)) in found.iter().zip(expected).enumerate() {
        assert!((x - y).abs() <= tolerance * (1.0 + y.abs()), "entry {i} is {x:?} instead of {y:?}");
    }
}

/// Single precision: the same motion up to the rounding of a hundred steps with seven digits.
#[test]
fn single_precision_follows_double_precision() {
    fn check<M: Lifted>(until: f64, tolerance: f64) {
        let single = end(M::lifted(|_, x| x as f32), 100, until);
        let double = end(M::lifted(|_, x| x), 100, until);
        let single: Vec<f64> = single.iter().map(|&x| f64::from(x)).collect();
        assert_near(&single, &double, tolerance);
    }
    check::<Pendulum>(1.0, 1e-5);
    check::<RigidPendulum>(1.0, 1e-3);
    check::<SpinningTop>(0.3, 1e-3);
    check::<ClockTrain>(1.0, 1e-3);
    // Closed by bodies; five equations of the door are redundant.
    check::<DoorAbsolute>(1.0, 1e-3);
    check::<FreeSliderCrank>(0.5, 1e-3);
}

/// Loops of bodies in single precision, for any closure: redundant equations, unit quaternions, a mechanism whose masses are
/// grams. Positions have rounding, velocities come from positions over the step; constraints hold.
#[test]
fn closed_loops_of_bodies_run_in_single_precision() {
    /// Units of rounding of the largest position, after [`STEPS`] steps.
    const UNITS: f64 = 30.0;
    const STEPS: f64 = 100.0;
    /// Units of rounding of the largest position, or of 1, which constraints may leave.
    const CLOSED: f64 = 10.0;
    fn check(m: &Tape, method: impl Stepper<Tape> + Stepper<Tape<f32>> + Copy, until: f64) {
        let rounding = f64::from(f32::EPSILON);
        let (name, step) = (&m.names().mechanism, until / STEPS);
        let run = m.simulate().method(method).step(step).until(until).run();
        let double = run.unwrap_or_else(|error| panic!("{name}: {error}"));
        let single = m.with_scalar::<f32>(&|x| x as f32);
        let run = single.simulate().method(method).step(step).until(until).run();
        let found = run.unwrap_or_else(|error| panic!("{name} in single precision: {error}"));
        let (last, expected) = (found.last(), double.last());
        let off = |found: &[f32], expected: &[f64]| {
            let differences = found.iter().zip(expected).map(|(x, y)| (f64::from(*x) - y).abs());
            differences.fold(0.0, Real::max)
        };
        let size = Real::max(1.0, expected.q.amax());
        let unit = rounding * size;
        let q = off(last.q.as_slice(), expected.q.as_slice()) / unit;
        let v = off(last.v.as_slice(), expected.v.as_slice()) / (unit / step + rounding * expected.v.amax());
        let drift = found.constraint_drift() / unit;
        assert!(q <= UNITS && v <= UNITS, "{name}: {q} and {v} units of rounding");
        assert!(drift <= CLOSED, "{name}: constraints are off by {drift} units of rounding");
        // The run is in single precision.
        assert!(q > 0.0, "{name}");
    }
    for (name, until) in [
        ("andrews_bodies", 2e-3),
        ("bricard", 0.5),
        ("door", 1.0),
        ("four_bars", 0.2),
        ("free_slider_crank", 0.5),
        ("spatial_four_bar", 0.1),
    ] {
        let text = find(name).unwrap_or_else(|| panic!("no `{name}`")).source;
        for parameters in tapes(text) {
            let m = parameters.build().unwrap_or_else(|error| panic!("{name}: {error}"));
            check(&m, FifthDegree::default(), until);
            check(&m, GeneralizedAlpha::default(), until);
        }
    }
}

/// Dual numbers carry the derivative with respect to a parameter through assembly, start, steps and Newton's
/// iteration; central differences have 1e-10 of truncation and 1e-10 of rounding.
#[test]
fn dual_numbers_are_derivatives_of_the_motion() {
    fn check<M: Lifted>(parameter: &str, until: f64) {
        let dual = end(
            M::lifted(|name, x| {
                let x = Dual64::from(x);
                if name == parameter { x.derivative() } else { x }
            }),
            200,
            until,
        );
        let values: Vec<f64> = dual.iter().map(|x| x.re).collect();
        let slopes: Vec<f64> = dual.iter().map(|x| x.eps).collect();
        assert_near(&values, &end(M::lifted(|_, x| x), 200, until), 1e-11);
        let moved = |by: f64| {
            end(M::lifted(|name, x| if name == parameter { x * (1.0 + by) } else { x }), 200, until)
        };
        let declared = M::lifted(|_, x| x);
        let index = <M::Of<f64> as Parameters>::index(parameter).expect("a parameter");
        let size = declared.get(index).expect("a parameter");
        const RELATIVE: f64 = 1e-5;
        let (after, before) = (moved(RELATIVE), moved(-RELATIVE));
        let expected: Vec<f64> =
            after.iter().zip(&before).map(|(a, b)| (a - b) / (2.0 * RELATIVE * size)).collect();
        assert!(expected.iter().any(|x| x.abs() > 1e-2), "nothing depends on {parameter}: {expected:?}");
        assert_near(&slopes, &expected, 1e-6);
    }
    check::<Pendulum>("length", 1.0);
    check::<Pendulum>("gravity", 1.0);
    check::<RigidPendulum>("length", 1.0);
    check::<RigidPendulum>("mass", 1.0);
    check::<SpinningTop>("length", 0.3);
    check::<SpinningTop>("axial", 0.3);
    check::<ClockTrain>("stiffness", 1.0);
    check::<ClockTrain>("inertia", 1.0);
}

/// Four runs in one: each lane is the run of its own parameters.
#[test]
fn packs_are_four_runs() {
    fn check<M: Lifted>(parameter: &str, until: f64) {
        let factors = [1.0, 0.9, 1.2, 1.05];
        let pack = end(
            M::lifted(|name, x| {
                let x = f64x4::splat(x);
                if name == parameter { x * f64x4::new(factors) } else { x }
            }),
            200,
            until,
        );
        for (lane, factor) in factors.iter().enumerate() {
            let single = end(M::lifted(|name, x| if name == parameter { factor * x } else { x }), 200, until);
            let lane: Vec<f64> = pack.iter().map(|x| x.to_array()[lane]).collect();
            // Functions of packs differ in the last digits.
            assert_near(&lane, &single, 1e-11);
        }
    }
    check::<Pendulum>("length", 1.0);
    check::<RigidPendulum>("length", 1.0);
    check::<SpinningTop>("mass", 0.3);
    check::<ClockTrain>("stiffness", 1.0);
}

/// Seventh order and small steps: in f64 the energy drift is rounding, in double-double
/// arithmetic truncation.
#[test]
fn double_double_converges_beyond_the_rounding_of_f64() {
    fn drift<T: Real>() -> f64 {
        let model = Pendulum::lifted(|_, x| T::exact(x)).build().expect("it builds");
        let solution = model.simulate().method(EighthDegree::default()).step(2.5e-4).until(2.0).run();
        solution.unwrap_or_else(|error| panic!("{error:?}")).energy_drift()
    }
    let (double, double_double) = (drift::<f64>(), drift::<DoubleDouble>());
    assert!(double > 1e-16, "f64 drifts by {double:e} J");
    assert!(double_double < 1e-3 * double, "{double_double:e} J in double-double, {double:e} J in f64");
}

/// Along q(τ) = q + v τ + a τ²/2 a residual is a series in τ, whose coefficients are the constraint, its rate and
/// half of G a − γ.
#[test]
fn series_are_constraints_at_all_levels() {
    type Series = Taylor<f64, 3>;
    let model = RigidPendulum::lifted(|_, x| x).build().expect("it builds");
    let (q, v, a) = ([0.6, -0.9, 0.4], [0.3, 1.1, -0.7], [2.0, -0.5, 0.25]);
    let series = model.with_scalar::<Series>(&Series::exact);
    let tau = Series::new([0.0, 1.0, 0.0]);
    let mut path = series.initial().0;
    for i in 0..3 {
        let [q, v, a] = [q[i], v[i], a[i] / 2.0].map(Series::exact);
        path[i] = q + (v + a * tau) * tau;
    }
    let mut at = series.position_cache();
    series.place(&series.now(tau), &path, &mut at);
    let mut residual = [Series::zero(); 2].into();
    series.holonomic(&at, &mut residual);

    let mut at = model.position_cache();
    model.place(&model.now(0.0), &q.into(), &mut at);
    let (mut g, mut rate, mut bias, mut none) =
        ([0.0; 2].into(), [0.0; 2].into(), [0.0; 2].into(), [].into());
    model.holonomic(&at, &mut g);
    model.holonomic_rate(&at, &v.into(), &mut rate);
    model.acceleration_bias(&at, &v.into(), (&mut bias, &mut none));
    let mut jacobian = [0.0; 6];
    model.constraint_jacobian(&at, &mut jacobian);
    for i in 0..2 {
        let product: f64 = (0..3).map(|j| jacobian[3 * i + j] * a[j]).sum();
        let expected = [g[i], rate[i], (product - bias[i]) / 2.0];
        for (k, expected) in expected.into_iter().enumerate() {
            let found = residual[i].coefficient(k);
            assert!(
                (found - expected).abs() <= 1e-15,
                "constraint {i}, level {k}: {found} instead of {expected}"
            );
        }
    }
}
