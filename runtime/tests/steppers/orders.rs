//! Measured orders of convergence beyond the contract suite: massless coordinates, rolling alone, reactions
//! that enter nonlinearly, and the start.
//!
//! Errors are the largest of ten instants in the first second, against the seventh degree at a finer
//! step or against closed forms; an order is the slope of the error between h and h/2.

use super::reference::{distance, state, trajectory};
use crate::support::{FreeBody, MotorPendulum, Nonlinear, Pendulum, RigidPendulum, Skate, SkateInBowl, bent};
use linkwork::stepper::Stepper;
use linkwork::{
    EighthDegree, FifthDegree, FourthDegree, Mechanism, SeventhDegree, SixthDegree, Starting, ThirdDegree,
};

/// Slopes are at most this much below the order: errors are not yet pure powers of h.
const SLACK: f64 = 0.3;
/// Instants at which errors are taken.
const SAMPLES: usize = 10;
/// Parts of a state.
const Q: usize = 0;
const V: usize = 1;
const LAMBDA: usize = 2;
const PSI: usize = 3;
const Y: usize = 4;

/// The motion over a second, as exact as a method can compute it.
pub fn fine<M: Mechanism<Scalar = f64>, S: Stepper<M>>(m: &M, method: &S) -> Vec<Vec<f64>> {
    trajectory(m, method, 5e-4, 2000, SAMPLES)
}

/// A closed form at the same instants.
pub fn closed_form(at: impl Fn(f64) -> [Vec<f64>; 5]) -> Vec<Vec<f64>> {
    let mut truth = vec![Vec::new(); 5];
    for i in 1..=SAMPLES {
        for (part, x) in truth.iter_mut().zip(at(i as f64 / SAMPLES as f64)) {
            part.extend(x);
        }
    }
    truth
}

/// Asserts the order in the named parts, unless errors come down to `floor` between the two runs.
pub fn expect<M, S>(m: &M, method: &S, order: u32, h: f64, truth: &[Vec<f64>], parts: &[usize], floor: f64)
where
    M: Mechanism<Scalar = f64>,
    S: Stepper<M>,
{
    let steps = (1.0 / h).round() as usize;
    let coarse = trajectory(m, method, h, steps, SAMPLES);
    let fine = trajectory(m, method, 0.5 * h, 2 * steps, SAMPLES);
    for &part in parts {
        let (rough, good) = (distance(&coarse[part], &truth[part]), distance(&fine[part], &truth[part]));
        let slope = (rough / good).log2();
        assert!(
            slope > f64::from(order) - SLACK || (rough > floor && good < floor),
            "{}, part {part}: order {slope:.2} instead of {order} (errors {rough:e}, {good:e})",
            method.name()
        );
    }
}

/// The order of every set that is stable on every mechanism.
macro_rules! every_set {
    ($m:expr, $truth:expr, $parts:expr, $floor:expr) => {
        every_set!(@each $m, $truth, $parts, $floor;
            ThirdDegree::central_differences() => 2, 0.01;
            ThirdDegree::stormer() => 2, 0.01;
            ThirdDegree::four_thirds() => 2, 0.01;
            ThirdDegree::two() => 2, 0.01;
            FourthDegree::gear4() => 3, 0.01;
            FourthDegree::three_fifths() => 3, 0.005;
            FourthDegree::three_quarters() => 3, 0.01;
            FourthDegree::three_halves() => 3, 0.01;
            FourthDegree::two() => 3, 0.01;
            FifthDegree::gear5() => 4, 0.01;
            FifthDegree::a() => 4, 0.01;
            FifthDegree::b() => 4, 0.01;
            FifthDegree::c() => 4, 0.01;
            FifthDegree::d() => 4, 0.01;
            FifthDegree::e() => 4, 0.01;
            FifthDegree::f() => 4, 0.01;
            FifthDegree::paper() => 4, 0.01;
            FifthDegree::all_ones() => 4, 0.01;
            SixthDegree::gear6() => 5, 0.01;
            SixthDegree::a() => 5, 0.005;
            SeventhDegree::a() => 6, 0.01;
        )
    };
    (@each $m:expr, $truth:expr, $parts:expr, $floor:expr; $($method:expr => $order:literal, $h:literal;)*) => {
        $(expect($m, &$method, $order, $h, $truth, $parts, $floor);)*
    };
}

/// The paper's sets that lose an order, or half of it.
#[test]
fn unstable_sets() {
    let m = Pendulum { angle: 0.3, rate: 0.7, ..Pendulum::default() };
    let truth = fine(&m, &SeventhDegree::gear7());
    expect(&m, &FourthDegree::paper_quarter(), 3, 0.005, &truth, &[Q], 1e-12);
    expect(&m, &FourthDegree::paper_three_quarters(), 3, 0.005, &truth, &[Q], 1e-12);
    expect(&m, &FifthDegree::paper_top(), 3, 0.01, &truth, &[Q, V], 1e-8);
}

/// Positions gain an order where O2 holds and forces depend on positions only, if the start is accurate enough:
/// at the horizontal, x⁽ᴰ⁺¹⁾, which the exact start does not contain, is zero for D = 2, 3 and 4.
#[test]
fn positions_of_stormer() {
    let m = Pendulum::default();
    let truth = fine(&m, &SeventhDegree::gear7());
    expect(&m, &ThirdDegree::stormer(), 3, 0.01, &truth, &[Q], 1e-12);
    expect(&m, &FourthDegree::gear4(), 4, 0.01, &truth, &[Q], 1e-12);
    expect(&m, &FifthDegree::gear5(), 5, 0.01, &truth, &[Q], 1e-12);
}

/// The rigid pendulum has the motion of the pendulum, turned by a quarter, and λ = f − M a.
pub fn pendulum_as_dae(m: &RigidPendulum) -> Vec<Vec<f64>> {
    let inertia = 1.0 + m.inertia;
    let quarter = core::f64::consts::FRAC_PI_2;
    let minimal = Pendulum { gravity: 9.81 / inertia, length: 1.0, angle: m.angle - quarter, rate: m.rate };
    let found = fine(&minimal, &SeventhDegree::gear7());
    let mut truth = vec![Vec::new(); 5];
    for (angle, rate) in found[Q].iter().zip(&found[V]) {
        let (angle, rate) = (angle + quarter, *rate);
        let (s, c) = angle.sin_cos();
        let turn = -9.81 / inertia * s;
        let (ax, ay) = (turn * c - rate * rate * s, turn * s + rate * rate * c);
        truth[Q].extend([s, -c, angle]);
        truth[V].extend([rate * c, rate * s, rate]);
        truth[LAMBDA].extend([-ax, -9.81 - ay]);
    }
    truth
}

/// The angle has no inertia: M is singular.
#[test]
fn massless_coordinates() {
    let m = RigidPendulum { angle: 1.0, rate: 0.5, ..RigidPendulum::default() };
    let truth = pendulum_as_dae(&m);
    every_set!(&m, &truth, &[Q, V, LAMBDA], 5e-9);
}

#[test]
fn nonholonomic() {
    let m = Skate::default();
    let fall = m.gravity * m.incline.sin();
    let (c, w) = (fall / (2.0 * m.turn * m.turn), m.turn);
    let truth = closed_form(|t| {
        let (sine, cosine) = (w * t).sin_cos();
        let speed = 2.0 * c * w * sine;
        // x'' + ψ sin φ = g sin α
        let psi = (fall - 2.0 * c * w * w * (cosine * cosine - sine * sine)) / sine;
        [
            vec![c * sine * sine, c * (w * t - sine * cosine), w * t],
            vec![speed * cosine, speed * sine, w],
            vec![],
            vec![psi],
            vec![],
        ]
    });
    every_set!(&m, &truth, &[Q, V, PSI], 1e-10);
}

/// Reactions that enter the forces nonlinearly make the same motion, with λ = s(κ).
#[test]
fn nonlinear_reactions() {
    let m = RigidPendulum { angle: 1.0, rate: 0.5, ..RigidPendulum::default() };
    let plain = state(&m, &FifthDegree::default(), 0.01, 100);
    let bent_state = state(&Nonlinear(m), &FifthDegree::default(), 0.01, 100);
    assert!(distance(&plain[Q], &bent_state[Q]) < 1e-12 && distance(&plain[V], &bent_state[V]) < 1e-11);
    let multipliers: Vec<f64> = bent_state[LAMBDA].iter().map(|k| bent(*k)).collect();
    assert!(distance(&plain[LAMBDA], &multipliers) < 1e-9);
    let bowl = SkateInBowl::default();
    let truth = state(&bowl, &FifthDegree::default(), 0.01, 100);
    let found = state(&Nonlinear(bowl), &FifthDegree::default(), 0.01, 100);
    assert!(distance(&truth[Q], &found[Q]) < 1e-12 && distance(&truth[V], &found[V]) < 1e-11);
}

/// The paper's start makes every degree second order; accelerations after the start keep the order.
#[test]
fn starts_decide_the_order() {
    let m = Pendulum { angle: 0.3, rate: 0.7, ..Pendulum::default() };
    let truth = fine(&m, &SeventhDegree::gear7());
    let zero = FifthDegree::default().starting(Starting::ZeroHigher);
    let coarse = trajectory(&m, &zero, 1e-3, 1000, SAMPLES);
    let slope = (distance(&coarse[Q], &truth[Q]) / distance(&fine(&m, &zero)[Q], &truth[Q])).log2();
    assert!((slope - 2.0).abs() < 0.2, "order {slope}");

    let fitted = Starting::FromAccelerations;
    expect(&m, &ThirdDegree::default().starting(fitted), 2, 0.01, &truth, &[Q, V], 1e-12);
    expect(&m, &FourthDegree::default().starting(fitted), 3, 0.01, &truth, &[Q, V], 1e-12);
    expect(&m, &FifthDegree::default().starting(fitted), 4, 0.01, &truth, &[Q, V], 1e-12);
    expect(&m, &SixthDegree::default().starting(fitted), 5, 0.005, &truth, &[Q, V], 1e-12);
    expect(&m, &SeventhDegree::gear7().starting(fitted), 6, 0.02, &truth, &[Q, V], 1e-11);
}

/// The same with constraints, on a manifold, and with first-order states.
#[test]
fn fitted_start_everywhere() {
    let method = FifthDegree::default().starting(Starting::FromAccelerations);
    let rod = RigidPendulum { angle: 1.0, rate: 0.5, ..RigidPendulum::default() };
    expect(&rod, &method, 4, 0.01, &pendulum_as_dae(&rod), &[Q, V, LAMBDA], 5e-9);
    let bowl = SkateInBowl::default();
    let truth = fine(&bowl, &SeventhDegree::a());
    expect(&bowl, &method, 4, 0.01, &truth, &[Q, V, LAMBDA, PSI], 1e-8);
    let top = FreeBody::default();
    expect(&top, &method, 4, 0.01, &fine(&top, &SeventhDegree::gear7()), &[Q, V], 1e-12);
    let motor = MotorPendulum::default();
    expect(&motor, &method, 4, 0.01, &fine(&motor, &EighthDegree::default()), &[Q, V, Y], 1e-12);
}

/// All weights 1 is the degree below with w_k = 1/(D−k), w_0 = 1 + 1/D.
#[test]
fn degenerate_sets() {
    let m = Pendulum { angle: 0.3, rate: 0.7, ..Pendulum::default() };
    let start = Starting::ZeroHigher;
    let fourth = state(&m, &FourthDegree::with_weights([1.0; 3]).starting(start), 1e-2, 300);
    let third = state(&m, &ThirdDegree::with_weights([4.0 / 3.0, 0.5]).starting(start), 1e-2, 300);
    assert!(distance(&fourth[Q], &third[Q]) < 1e-12 && distance(&fourth[V], &third[V]) < 1e-11);
    let fifth = state(&m, &FifthDegree::all_ones().starting(start), 1e-2, 300);
    let fourth = state(&m, &FourthDegree::paper_five_quarters().starting(start), 1e-2, 300);
    assert!(distance(&fifth[Q], &fourth[Q]) < 1e-12 && distance(&fifth[V], &fourth[V]) < 1e-11);
}
