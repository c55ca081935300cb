//! The family of Störmer's positions: leapfrog, Beeman's method and velocity Verlet.

use super::reference::{distance, start, state, trajectory};
use crate::support::{FreeBody, Pendulum, VanDerPol};
use linkwork::runge_kutta::DormandPrince8;
use linkwork::stepper::Stepper;
use linkwork::symplectic::{Beeman, Leapfrog, StormerVerlet, VelocityVerlet};
use linkwork::{Energetic, Mechanism};

const Q: usize = 0;
const V: usize = 1;

/// Rounding errors of numbers of order one after some hundred steps.
const ROUNDING: f64 = 1e-12;

fn pendulum() -> Pendulum {
    Pendulum { angle: 0.4, rate: 1.2, ..Pendulum::default() }
}

/// Leapfrog is velocity Verlet, for any steps.
#[test]
fn leapfrog_is_velocity_verlet() {
    fn run<S: Stepper<Pendulum>>(method: &S) -> Vec<f64> {
        let m = pendulum();
        let mut w = method.start(&m, &start(&m), 0.01).unwrap();
        let mut found = Vec::new();
        for i in 0..200 {
            let h = 0.01 * (1.0 + 0.5 * f64::from(i).sin());
            method.step(&m, h, &mut w).unwrap();
            let s = method.sample(&w);
            found.extend([s.t, s.q[0], s.v[0], s.a[0]]);
        }
        found
    }
    assert!(distance(&run(&Leapfrog::default()), &run(&VelocityVerlet::default())) < ROUNDING);
}

/// Leapfrog steps from velocity to velocity: v_{n+½} − v_{n−½} = h a_n, and samples are in the middle.
#[test]
fn leapfrog_leaps() {
    let (m, h) = (pendulum(), 0.02);
    let method = Leapfrog::default();
    let mut w = method.start(&m, &start(&m), h).unwrap();
    let mut samples = Vec::new();
    for _ in 0..50 {
        method.step(&m, h, &mut w).unwrap();
        let s = method.sample(&w);
        samples.push([s.q[0], s.v[0], s.a[0]]);
    }
    for three in samples.windows(3) {
        let halves = [(three[1][0] - three[0][0]) / h, (three[2][0] - three[1][0]) / h];
        assert!((halves[1] - halves[0] - h * three[1][2]).abs() < ROUNDING);
        assert!((0.5 * (halves[0] + halves[1]) - three[1][1]).abs() < ROUNDING);
    }
}

/// The same motion in positions, except for the start, which differs.
#[test]
fn positions_are_those_of_stormer() {
    let (m, h) = (pendulum(), 0.02);
    let beeman = trajectory(&m, &Beeman, h, 100, 100);
    for method in [trajectory(&m, &StormerVerlet::default(), h, 100, 100), beeman] {
        for three in method[Q].windows(3) {
            let force = -m.gravity / m.length * three[1].cos();
            // Differences of positions contain their rounding errors.
            assert!((three[2] - 2.0 * three[1] + three[0] - h * h * force).abs() < 1e-14, "{three:?}");
        }
    }
}

/// Errors fall with h² in q and v. Velocities computed from positions, (q_{n+1} − q_{n−1})/2h + …, agree to the third order.
#[test]
fn orders() {
    let m = pendulum();
    let truth = trajectory(&m, &DormandPrince8::default(), 1e-3, 1000, 10);
    let errors =
        |part: usize, h: f64, n: usize| distance(&trajectory(&m, &Beeman, h, n, 10)[part], &truth[part]);
    for part in [Q, V] {
        let order = (errors(part, 0.01, 100) / errors(part, 0.005, 200)).log2();
        assert!((order - 2.0).abs() < 0.1, "part {part}: {order}");
    }
    // q' at t_n of the polynomial through q_{n−2} … q_{n+2} has an error of h⁴ and represents the velocity of the motion through them.
    let gap = |h: f64, n: usize| {
        let found = trajectory(&m, &Beeman, h, n, n);
        let beside = |i: usize| {
            let q = |k: usize| found[Q][i + k - 2];
            ((q(0) - q(4)) / 12.0 + (q(3) - q(1)) * 2.0 / 3.0) / h - found[V][i]
        };
        (2..n - 2).map(|i| beside(i).abs()).fold(0.0, linkwork::Real::max)
    };
    let order = (gap(0.02, 100) / gap(0.01, 200)).log2();
    assert!((order - 3.0).abs() < 0.15, "{order}");
    // The start by a_{−1} = a_0 alone would be off by h² once: the first velocities show that there is no such error.
    let first = |h: f64| {
        let exact = trajectory(&m, &DormandPrince8::default(), h / 10.0, 10, 1)[V][0];
        (state(&m, &Beeman, h, 1)[V][0] - exact).abs()
    };
    let order = (first(0.02) / first(0.01)).log2();
    assert!((order - 3.0).abs() < 0.2, "{order}");
}

/// Order 2 remains where forces depend on velocities, on rotations, and where steps change.
#[test]
fn beeman_everywhere() {
    fn order<M: Mechanism<Scalar = f64> + linkwork::Unconstrained>(m: &M) -> f64 {
        let truth = trajectory(m, &DormandPrince8::default(), 1e-3, 1000, 10);
        let error = |h: f64, n: usize| {
            let found = trajectory(m, &Beeman, h, n, 10);
            distance(&found[Q], &truth[Q]).max(distance(&found[V], &truth[V]))
        };
        (error(0.005, 200) / error(0.0025, 400)).log2()
    }
    for order in [order(&VanDerPol::default()), order(&FreeBody::default())] {
        assert!((order - 2.0).abs() < 0.2, "{order}");
    }
    let m = pendulum();
    let truth = state(&m, &DormandPrince8::default(), 1e-3, 1000);
    let error = |n: u32| {
        let mut w = Beeman.start(&m, &start(&m), 1.0 / f64::from(n)).unwrap();
        // Alternating steps of 2/3 and 4/3 of 1/n: n of them to t = 1, and one more that completes the sample.
        for i in 0..=n {
            let h = if i % 2 == 0 { 2.0 } else { 4.0 } / (3.0 * f64::from(n));
            Beeman.step(&m, h, &mut w).unwrap();
        }
        let s = Beeman.sample(&w);
        assert!((s.t - 1.0).abs() < 1e-12);
        (s.q[0] - truth[Q][0]).abs().max((s.v[0] - truth[V][0]).abs())
    };
    let order = (error(200) / error(400)).log2();
    assert!((order - 2.0).abs() < 0.1, "{order}");
}

/// Energies from Beeman's velocities vary less than those of velocity Verlet on the same positions.
#[test]
fn energies_of_beeman_vary_less() {
    fn spread<S: Stepper<Pendulum>>(method: &S) -> f64 {
        let m = pendulum();
        let mut w = method.start(&m, &start(&m), 0.05).unwrap();
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        for _ in 0..2000 {
            method.step(&m, 0.05, &mut w).unwrap();
            let s = method.sample(&w);
            let (kinetic, potential) = m.energy(s.at, s.v, s.y);
            (least, most) = (least.min(kinetic + potential), most.max(kinetic + potential));
        }
        most - least
    }
    let (beeman, verlet) = (spread(&Beeman), spread(&VelocityVerlet::default()));
    // Three quarters of them, at steps of a fortieth of a period.
    assert!(beeman < 0.8 * verlet, "{beeman:e} against {verlet:e}");
}
