//! The index-2 form of generalized-α: constraints of velocities alone, and the trapezoidal rule among its members.

use super::orders::{expect, fine};
use super::reference::start;
use crate::support::{RigidPendulum, SkateInBowl};
use linkwork::GeneralizedAlpha;
use linkwork::runge_kutta::DormandPrince8;
use linkwork::stepper::{StepFailure, Stepper};
use linkwork::{Described, Mechanism, Vector};

linkwork::mechanism! {
    /// A top in the coordinates of a free body: a rotation and a position, tied to the ground at its tip.
    mechanism TiedTop in space {
        gravity = [0, 0, -9.81] [m/s^2];
        coordinates = absolute;
        body rotor { mass: 2 [kg], com: [0, 0, 0.3] [m], inertia: diagonal(0.05, 0.06, 0.04) [kg*m^2] }
        joint tip = spherical(ground, rotor);
        initial {
            tip.rotation: euler_zxz(0.4 [rad], 0.9 [rad], 0.2 [rad]),
            tip.angular_velocity: [0.5, -0.3, 6] [rad/s],
        }
    }
}

linkwork::mechanism! {
    /// A bob on a rod, whose length is a quadratic constraint.
    mechanism Bob {
        coordinate x [m];
        coordinate y [m];
        kinetic = 1.5 [kg] * (der(x)^2 + der(y)^2);
        potential = 29.43 [N] * y;
        constraint rod: x^2 + y^2 = 1 [m^2];
        initial { x: 1 [m], y: 0 [m], der(y): 0.5 [m/s] }
    }
}

const Q: usize = 0;
const V: usize = 1;
const LAMBDA: usize = 2;
const PSI: usize = 3;

/// Tolerance of the equations: rounding errors of numbers of order one, divided by the step for rates.
const HELD: f64 = 1e-12;

fn trapezoidal() -> GeneralizedAlpha {
    GeneralizedAlpha::trapezoidal_index2()
}

/// The largest |g| and |g'|, |k| of each `part` of the run.
fn off<M: Mechanism<Scalar = f64>>(
    m: &M,
    method: &GeneralizedAlpha,
    h: f64,
    part: usize,
    parts: usize,
) -> Vec<[f64; 2]> {
    let mut w = method.start(m, &start(m), h).unwrap();
    let sizes = m.sizes();
    let (mut g, mut k) = (M::Holonomic::zeros(sizes.holonomic), M::Nonholonomic::zeros(sizes.nonholonomic));
    let mut found = vec![[0.0_f64; 2]; parts];
    for i in 0..=part * parts {
        method.step(m, h, &mut w).unwrap();
        let s = method.sample(&w);
        let worst = &mut found[(i.max(1) - 1) / part];
        m.holonomic(s.at, &mut g);
        worst[0] = worst[0].max(g.norm_l1());
        m.holonomic_rate(s.at, s.v, &mut g);
        m.nonholonomic(s.at, s.v, &mut k);
        worst[1] = worst[1].max(g.norm_l1()).max(k.norm_l1());
    }
    found
}

/// Motion and multipliers are of order 2 with all kinds of constraints, and on rotations.
#[test]
fn orders() {
    let skate = SkateInBowl::default();
    let truth = fine(&skate, &DormandPrince8::projected());
    let half = GeneralizedAlpha::with_spectral_radius(0.5).unwrap();
    for method in [trapezoidal(), trapezoidal().projected_index2(), half.index2(), half.projected_index2()] {
        expect(&skate, &method, 2, 0.005, &truth, &[Q, V, LAMBDA, PSI], 1e-10);
    }
    let top = TiedTop::default().build().unwrap();
    assert!(!<TiedTopModel as Described>::FLAGS.vector_space && top.sizes().holonomic == 3);
    let truth = fine(&top, &DormandPrince8::projected());
    for method in [trapezoidal(), trapezoidal().projected_index2(), half.index2()] {
        expect(&top, &method, 2, 0.005, &truth, &[Q, V, LAMBDA], 1e-10);
    }
}

/// One mechanism without holonomic constraints in three forms: one method.
#[test]
fn forms_differ_in_holonomic_constraints_only() {
    use super::reference::{distance, state};
    use crate::support::Skate;
    let m = Skate::default();
    let [index2, index3] =
        [trapezoidal(), trapezoidal().index3()].map(|method| state(&m, &method, 0.01, 100));
    for part in [Q, V, PSI] {
        assert!(distance(&index2[part], &index3[part]) < HELD, "part {part}");
    }
}

/// Velocities satisfy the constraints; positions drift by O(h²) and no further in a periodic motion.
#[test]
fn drift() {
    let m = RigidPendulum { angle: 1.0, rate: 0.5, inertia: 0.1, ..RigidPendulum::default() };
    // Two hundred periods of about two seconds in ten parts.
    let long = off(&m, &trapezoidal(), 0.02, 2000, 10);
    assert!(long.iter().all(|worst| worst[1] < HELD), "{long:?}");
    assert!(long[9][0] < 1.05 * long[0][0] && long[0][0] > 1e-6, "{long:?}");
    let finer = off(&m, &trapezoidal(), 0.01, 4000, 1)[0];
    let order = (long[0][0] / finer[0]).log2();
    assert!((order - 2.0).abs() < 0.1, "{order}");
    // With damping and a nonholonomic constraint as well.
    let [coarse, fine] =
        [(0.02, 50), (0.01, 100)].map(|(h, n)| off(&SkateInBowl::default(), &trapezoidal(), h, n, 1)[0]);
    assert!(((coarse[0] / fine[0]).log2() - 2.0).abs() < 0.3 && coarse[1] < HELD, "{coarse:?} {fine:?}");
}

/// Of |q|² = 1 the rule leaves exactly h²/4 (|v_0|² − |v_n|²): with v·q = 0 at both ends of a step,
/// |q₁|² − |q₀|² = (q₁ − q₀)·(q₁ + q₀) = h/2 (v₀·q₁ + v₁·q₀) = h²/4 (|v₀|² − |v₁|²).
#[test]
fn drift_of_a_rod_in_closed_form() {
    let m = Bob::default().build().unwrap();
    let h = 0.02;
    let mut w = trapezoidal().start(&m, &start(&m), h).unwrap();
    let mut largest = 0.0_f64;
    for _ in 0..1000 {
        trapezoidal().step(&m, h, &mut w).unwrap();
        let s = trapezoidal().sample(&w);
        let expected = 0.25 * h * h * (0.25 - s.v.dot(s.v));
        let off = s.q.dot(s.q) - 1.0;
        assert!((off - expected).abs() < HELD, "t = {}: {off:e} instead of {expected:e}", s.t);
        largest = linkwork::Real::max(largest, off.abs());
    }
    assert!(largest > 1e-3, "{largest}");
}

/// A start that is off g by ε keeps it, without reactions of ε/h².
#[test]
fn starts_off_the_constraints() {
    let m = RigidPendulum { angle: 1.0, rate: 0.5, inertia: 0.1, ..RigidPendulum::default() };
    let (h, off) = (0.01, 1e-6);
    let reaction = |method: GeneralizedAlpha, off: f64| {
        let mut from = start(&m);
        from.q[0] += off;
        let mut w = method.start(&m, &from, h).unwrap();
        for _ in 0..2 {
            method.step(&m, h, &mut w).unwrap();
        }
        method.sample(&w).lambda[0]
    };
    let change = |method| (reaction(method, off) - reaction(method, 0.0)).abs();
    // Gravity and inertia forces change by this.
    assert!(change(trapezoidal()) < 100.0 * off, "{:e}", change(trapezoidal()));
    assert!(change(trapezoidal().index3()) > off / (h * h), "{:e}", change(trapezoidal().index3()));
}

#[test]
fn projection() {
    for h in [0.05, 0.02] {
        let m = RigidPendulum { angle: 1.0, rate: 0.5, sway: 0.3, ..RigidPendulum::default() };
        let worst = off(&m, &trapezoidal().projected_index2(), h, 200, 1)[0];
        assert!(worst[0] < HELD && worst[1] < HELD, "{worst:?}");
        let worst = off(&SkateInBowl::default(), &trapezoidal().projected_index2(), h, 100, 1)[0];
        assert!(worst[0] < HELD && worst[1] < HELD, "{worst:?}");
        let worst =
            off(&TiedTop::default().build().unwrap(), &trapezoidal().projected_index2(), h, 100, 1)[0];
        assert!(worst[0] < HELD && worst[1] < 10.0 * HELD, "{worst:?}");
    }
}

/// The trapezoidal rule is its name: q₁ = q₀ + h/2 (v₀ + v₁), v₁ = v₀ + h/2 (v̇₀ + v̇₁) where configurations are numbers.
#[test]
fn the_rule() {
    let m = SkateInBowl::default();
    let (method, h) = (trapezoidal(), 0.02);
    let mut w = method.start(&m, &start(&m), h).unwrap();
    let mut before: Option<[Vec<f64>; 3]> = None;
    for _ in 0..20 {
        method.step(&m, h, &mut w).unwrap();
        let s = method.sample(&w);
        let now = [s.q.as_slice(), s.v.as_slice(), s.a.as_slice()].map(<[f64]>::to_vec);
        if let Some(before) = before {
            for level in 0..2 {
                for i in 0..now[level].len() {
                    let gap = now[level][i]
                        - before[level][i]
                        - 0.5 * h * (before[level + 1][i] + now[level + 1][i]);
                    assert!(gap.abs() < HELD, "level {level}, {i}: {gap:e}");
                }
            }
        }
        before = Some(now);
    }
}

/// Newton's iteration includes the change of G: it takes about as many solves as that for g itself, where steps are long.
#[test]
fn iterations() {
    let m = RigidPendulum { angle: 1.0, rate: 0.5, inertia: 0.1, ..RigidPendulum::default() };
    let count = |method: GeneralizedAlpha| -> Result<u32, StepFailure> {
        let mut w = method.start(&m, &start(&m), 0.1)?;
        (0..50).map(|_| Ok(method.step(&m, 0.1, &mut w)?.iterations)).sum()
    };
    let damped = GeneralizedAlpha::with_spectral_radius(0.5).unwrap();
    let (index2, index3) = (count(damped.index2()).unwrap(), count(damped.index3()).unwrap());
    assert!(10 * index2 <= 11 * index3, "{index2} against {index3}");
}
