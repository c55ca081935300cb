//! RATTLE and SHAKE: order 2 on mechanisms of every kind, conservation over long runs, and reversal.

use super::orders::{expect, fine, pendulum_as_dae};
use super::reference::{distance, start, state, trajectory};
use super::work::allocations;
use crate::support::{
    Anchored, AnchoredModel, FreeBody, MotorPendulum, Nonlinear, Pendulum, RepeatedRod, RigidPendulum, Skate,
    SkateInBowl, VanDerPol,
};
use linkwork::half_implicit::HalfImplicitEuler;
use linkwork::stepper::{Start, StepFailure, Stepper};
use linkwork::symplectic::{Rattle, Shake};
use linkwork::{Mechanism, SeventhDegree, Vector};

const Q: usize = 0;
const V: usize = 1;
const LAMBDA: usize = 2;
const Y: usize = 4;

fn orders<M: Mechanism<Scalar = f64>>(m: &M, h: f64, truth: &[Vec<f64>], parts: &[usize]) {
    expect(m, &Rattle, 2, h, truth, parts, 1e-12);
    expect(m, &Shake, 2, h, truth, parts, 1e-12);
}

/// Forces that depend on velocities, rotations, first-order states and constraints of both kinds.
#[test]
fn second_order_everywhere() {
    let m = Pendulum { angle: 0.3, rate: 0.7, ..Pendulum::default() };
    orders(&m, 0.01, &fine(&m, &SeventhDegree::gear7()), &[Q, V]);
    let m = VanDerPol::default();
    orders(&m, 0.01, &fine(&m, &SeventhDegree::gear7()), &[Q, V]);
    let m = MotorPendulum::default();
    orders(&m, 0.005, &fine(&m, &SeventhDegree::gear7()), &[Q, V, Y]);
    let m = RigidPendulum { inertia: 0.3, angle: 1.0, rate: 0.5, ..RigidPendulum::default() };
    orders(&m, 0.01, &pendulum_as_dae(&m), &[Q, V, LAMBDA]);
    let m = RigidPendulum { sway: 0.2, inertia: 0.3, ..RigidPendulum::default() };
    orders(&m, 0.01, &fine(&m, &SeventhDegree::a()), &[Q, V, LAMBDA]);
    let m = Skate::default();
    orders(&m, 0.01, &fine(&m, &SeventhDegree::a()), &[Q, V]);
    let m = SkateInBowl::default();
    let truth = fine(&m, &SeventhDegree::a());
    orders(&m, 0.01, &truth, &[Q, V]);
    orders(&Nonlinear(m), 0.01, &truth, &[Q, V]);
}

/// On SO(3) the half-implicit method of order 1 evaluates the gyroscopic term with a lag.
#[test]
fn second_order_on_rotations() {
    for weight in [0.0, 3.0] {
        let m = FreeBody { weight, ..FreeBody::default() };
        orders(&m, 0.01, &fine(&m, &SeventhDegree::gear7()), &[Q, V]);
    }
    let m = Anchored::default().build().unwrap();
    orders(&m, 5e-4, &trajectory(&m, &SeventhDegree::a(), 1e-4, 10_000, 10), &[Q, V]);
}

/// The distance from the start after `n` steps and as many back with reversed velocities.
fn back<M: Mechanism<Scalar = f64>, S: Stepper<M>>(m: &M, method: &S, h: f64, n: usize) -> f64 {
    let from = start(m);
    let at_end = |from: &Start<M>| {
        let mut w = method.start(m, from, h).unwrap();
        for _ in 0..n {
            method.step(m, h, &mut w).unwrap();
        }
        method.attempt(m, h, &mut w).unwrap();
        let s = method.sample(&w);
        let mut turned: Start<M> = Start { t: 0.0, q: s.q.clone(), v: s.v.clone(), y: s.y.clone() };
        turned.v.scale(-1.0);
        turned
    };
    let home = at_end(&at_end(&from));
    distance(home.q.as_slice(), from.q.as_slice()).max(distance(home.v.as_slice(), from.v.as_slice()))
}

#[test]
fn backward_steps_return_to_the_start() {
    let top = Anchored::default().build().unwrap();
    let rod = RigidPendulum { inertia: 0.3, angle: 1.0, rate: 0.5, ..RigidPendulum::default() };
    let skate = Skate::default();
    let homes = [
        back(&FreeBody::default(), &Rattle, 0.02, 100),
        back(&rod, &Rattle, 0.02, 100),
        back(&top, &Rattle, 1e-3, 100),
        back(&skate, &Rattle, 0.02, 100),
    ];
    assert!(homes.iter().all(|off| *off < 1e-13), "{homes:?}");
    assert!(back(&top, &HalfImplicitEuler::default(), 1e-3, 100) > 0.1);
}

/// Largest |g| and |dg/dt| over a run.
fn residuals<M: Mechanism<Scalar = f64>, S: Stepper<M>>(m: &M, method: &S, h: f64, steps: usize) -> [f64; 2] {
    let mut w = method.start(m, &start(m), h).unwrap();
    let mut g = M::Holonomic::zeros(m.sizes().holonomic);
    let mut found = [0.0_f64; 2];
    for _ in 0..steps {
        method.step(m, h, &mut w).unwrap();
        let s = method.sample(&w);
        m.holonomic(s.at, &mut g);
        found[0] = found[0].max(g.magnitude());
        m.holonomic_rate(s.at, s.v, &mut g);
        found[1] = found[1].max(g.magnitude());
    }
    found
}

/// RATTLE satisfies both levels; SHAKE has the same positions, with velocities to O(h²).
#[test]
fn levels_of_constraints() {
    let rod = RigidPendulum { inertia: 0.3, angle: 1.0, rate: 0.5, ..RigidPendulum::default() };
    let both = [state(&rod, &Rattle, 0.01, 100), state(&rod, &Shake, 0.01, 100)];
    assert!(distance(&both[0][Q], &both[1][Q]) < 1e-14, "{both:?}");
    let [position, velocity] = residuals(&rod, &Rattle, 0.01, 100);
    assert!(position < 1e-15 && velocity < 2e-15, "{position:e} {velocity:e}");
    let [position, coarse] = residuals(&rod, &Shake, 0.01, 100);
    let [_, fine] = residuals(&rod, &Shake, 0.005, 200);
    assert!(position < 1e-15 && (coarse / fine - 4.0).abs() < 0.1, "{position:e} {coarse:e} {fine:e}");
    // A repeated rod, without a statement of the compiler that it is redundant.
    let rods = RepeatedRod::default();
    assert_eq!(Rattle.start(&rods, &start(&rods), 0.01).err(), Some(StepFailure::Singular { row: 3 }));
}

#[test]
fn bad_steps_no_allocation() {
    let m = RigidPendulum { inertia: 0.3, ..RigidPendulum::default() };
    let mut rattle = Rattle.start(&m, &start(&m), 0.01).unwrap();
    let mut shake = Shake.start(&m, &start(&m), 0.01).unwrap();
    for h in [0.0, -0.01, f64::NAN, f64::INFINITY] {
        assert_eq!(Rattle.attempt(&m, h, &mut rattle), Err(StepFailure::StepSize));
        assert_eq!(Rattle.start(&m, &start(&m), h).err(), Some(StepFailure::StepSize));
        assert_eq!(Shake.attempt(&m, h, &mut shake), Err(StepFailure::StepSize));
        assert_eq!(Shake.start(&m, &start(&m), h).err(), Some(StepFailure::StepSize));
    }
    // No iteration converges with so long a step.
    assert!(matches!(Rattle.attempt(&m, 1e6, &mut rattle), Err(StepFailure::Diverged { .. })));
    let nowhere = FreeBody { weight: f64::NAN, ..FreeBody::default() };
    assert_eq!(Rattle.start(&nowhere, &start(&nowhere), 0.01).err(), Some(StepFailure::NotFinite { row: 0 }));
    let top = Anchored { spin: 10.0 }.build().unwrap();
    let found = [
        allocations(&Pendulum::default(), &Rattle),
        allocations(&m, &Rattle),
        allocations(&MotorPendulum::default(), &Rattle),
        allocations(&FreeBody::default(), &Rattle),
        allocations(&Nonlinear(SkateInBowl::default()), &Rattle),
        allocations(&top, &Rattle),
        allocations(&m, &Shake),
        allocations(&MotorPendulum::default(), &Shake),
        allocations(&top, &Shake),
    ];
    assert_eq!(found, [0; 9]);
}

/// An attempt that is not committed changes nothing, not even a bit.
#[test]
fn refused_attempts_leave_no_trace() {
    fn check<S: Stepper<AnchoredModel>>(method: &S) {
        let m = Anchored::default().build().unwrap();
        let mut once = method.start(&m, &start(&m), 1e-3).unwrap();
        let mut twice = once.clone();
        for _ in 0..20 {
            method.step(&m, 1e-3, &mut once).unwrap();
            method.attempt(&m, 3e-3, &mut twice).unwrap();
            method.attempt(&m, 1e-3, &mut twice).unwrap();
            method.commit(&m, &mut twice);
            let (a, b) = (method.sample(&once), method.sample(&twice));
            assert_eq!((a.t, a.q, a.v, a.a, a.lambda), (b.t, b.q, b.v, b.a, b.lambda));
        }
    }
    check(&Rattle);
    check(&Shake);
}
