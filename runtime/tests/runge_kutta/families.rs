//! Adams', Godunov's and symplectic methods: orders, limits of stability, energy, reversibility, no allocation.

use super::{distance, run};
use crate::support::{DampedOscillator, FreeBody, MotorPendulum, Pendulum, RigidPendulum, SkateInBowl};
use linkwork::multistep::*;
use linkwork::prelude::*;
use linkwork::stability::{FixedStep, OneStep, spectral_radius, stability_limit};
use linkwork::symplectic::*;

/// Measured orders may be off by this: the next order still shows.
const ORDER: (f64, f64) = (-0.3, 0.7);

fn check<M: Mechanism<Scalar = f64>, S: Stepper<M> + Copy>(m: &M, method: S, t: f64, n: u32) {
    let exact = run(m, DormandPrince8::projected(), t, 1200);
    let error = |n| distance(&run(m, method, t, n), &exact);
    let measured = (error(n) / error(2 * n)).log2();
    let (name, order) = (method.name(), f64::from(method.order()));
    assert!(
        (ORDER.0..ORDER.1).contains(&(measured - order)),
        "`{name}` on {}: {measured}",
        m.names().mechanism
    );
}

#[test]
fn orders_of_multistep_methods() {
    let pendulum = Pendulum { rate: 0.5, ..Pendulum::default() };
    let motor = MotorPendulum::default();
    macro_rules! all {
        ($($method:ident, $n:literal);*) => {$(
            check(&pendulum, $method::default(), 2.0, $n);
            check(&motor, $method::default(), 2.0, $n);
        )*};
    }
    all!(AdamsBashforth2, 1000; AdamsBashforth3, 800; AdamsBashforth4, 400; AdamsBashforth5, 300;
        AdamsBashforthMoulton4, 300; Godunov3, 1000; Godunov4, 600);
    check(&DampedOscillator::default(), AdamsBashforth3::default(), 3.0, 600);
    check(&DampedOscillator::default(), Godunov4::default(), 3.0, 600);
}

#[test]
fn multistep_methods_on_rotations_and_constraints() {
    let body = FreeBody::default();
    check(&body, AdamsBashforth3::default(), 1.0, 400);
    check(&body, AdamsBashforthMoulton4::default(), 1.0, 200);
    check(&body, Godunov4::default(), 1.0, 400);
    let pendulum = RigidPendulum { rate: 0.5, inertia: 0.1, ..RigidPendulum::default() };
    check(&pendulum, AdamsBashforth4::projected(), 2.0, 400);
    check(&pendulum, AdamsBashforth4::index1(), 2.0, 400);
    assert!(run(&pendulum, AdamsBashforth4::projected(), 2.0, 400).constraint_drift() < 1e-14);
    check(&SkateInBowl::default(), AdamsBashforth3::projected(), 1.0, 400);
}

/// Limits |λh| along rays at φ, ζ = −cos φ.
#[test]
fn limits_of_multistep_methods() {
    let rows: [(&dyn FixedStep, [f64; 3]); 4] = [
        (&Godunov3::default(), [2.0, 0.828_427_12, 0.472_135_95]),
        (&AdamsBashforth3::default(), [0.723_627_23, 0.608_420_62, 0.545_454_55]),
        (&Godunov4::default(), [1.632_993_16, 0.495_279_23, 0.265_517_11]),
        (&AdamsBashforth4::default(), [0.429_987_08, 0.346_206_96, 0.3]),
    ];
    for (i, (method, limits)) in rows.into_iter().enumerate() {
        for (zeta, expected) in [0.0, 0.5, 1.0].into_iter().zip(limits) {
            let found = stability_limit(method, zeta).unwrap();
            // A radius 1e-11 outside of the circle counts as on it.
            assert!((found - expected).abs() < 2e-5, "row {i}, ζ = {zeta}: {found} instead of {expected}");
        }
    }
    for omega_h in [0.1, 0.2] {
        assert!(spectral_radius(&Godunov5::default(), omega_h, 0.0).unwrap() > 1.0 + 1e-4);
        assert!(spectral_radius(&Godunov5Moulton::default(), omega_h, 0.0).unwrap() > 1.0 + 1e-4);
    }
    // The parasitic root of GE5 is −1 − 3q²/16 + …
    let radius = spectral_radius(&Godunov5::default(), 0.1, 0.0).unwrap();
    assert!((radius - 1.001_880_066_561_756_9).abs() < 1e-9, "{radius}");
}

#[test]
fn orders_of_implicit_godunov_methods() {
    let damped = DampedOscillator::default();
    check(&damped, ImplicitGodunov2::default(), 3.0, 4000);
    check(&damped, ImplicitGodunov3::default(), 3.0, 1000);
    check(&damped, ImplicitGodunov4::default(), 3.0, 500);
    check(&damped, ImplicitGodunov5::default(), 3.0, 300);
    let pendulum = Pendulum { rate: 0.5, ..Pendulum::default() };
    check(&pendulum, ImplicitGodunov3::default(), 2.0, 1000);
    check(&pendulum, ImplicitGodunov4::default(), 2.0, 500);
}

/// Undamped: GI2 and GI3 are stable, GI4 and GI5 beyond √(5/3) and √(95/12).
#[test]
fn implicit_godunov_methods_on_the_imaginary_axis() {
    let radius = |method: &dyn FixedStep, omega_h: f64| spectral_radius(method, omega_h, 0.0).unwrap();
    for omega_h in [0.05, 0.3, 1.0, 3.0, 30.0, 1e3] {
        assert!(radius(&ImplicitGodunov2::default(), omega_h) < 1.0 + 1e-7, "GI2 at {omega_h}");
        assert!(radius(&ImplicitGodunov3::default(), omega_h) < 1.0 + 1e-7, "GI3 at {omega_h}");
    }
    for (method, limit) in [
        (&ImplicitGodunov4::default() as &dyn FixedStep, (5.0_f64 / 3.0).sqrt()),
        (&ImplicitGodunov5::default(), (95.0_f64 / 12.0).sqrt()),
    ] {
        assert!(radius(method, 0.5 * limit) > 1.0 + 1e-4 && radius(method, 0.999 * limit) > 1.0 + 1e-6);
        assert!(radius(method, 1.001 * limit) < 1.0 + 1e-7);
    }
}

/// GI2/BDF1 and GI3/BDF2 are A-stable; GI4/BDF3 and GI5/BDF4 within 87.418° and 80.236° of the negative real axis.
/// At infinity the largest roots are 0, 1/3, 0.426 and 0.561.
#[test]
fn implicit_godunov_methods_with_damping() {
    let worst = |method: &dyn FixedStep, degrees: f64| {
        let zeta = degrees.to_radians().cos();
        let sizes = (1..=400).map(|k| 0.02 * f64::from(k));
        sizes.map(|o| spectral_radius(method, o, zeta).unwrap()).fold(0.0, f64::max)
    };
    for degrees in [0.0, 30.0, 60.0, 85.0, 89.0] {
        assert!(worst(&ImplicitGodunov2::default(), degrees) < 1.0, "GI2 at {degrees}°");
        assert!(worst(&ImplicitGodunov3::default(), degrees) < 1.0, "GI3 at {degrees}°");
    }
    for (method, angle) in
        [(&ImplicitGodunov4::default() as &dyn FixedStep, 87.418), (&ImplicitGodunov5::default(), 80.236)]
    {
        assert!(worst(method, angle - 0.1) < 1.0 && worst(method, angle + 0.1) > 1.0);
    }
    for (method, expected) in [
        (&ImplicitGodunov2::default() as &dyn FixedStep, 0.0),
        (&ImplicitGodunov3::default(), 1.0 / 3.0),
        (&ImplicitGodunov4::default(), 0.426_4),
        (&ImplicitGodunov5::default(), 0.560_9),
    ] {
        let found = spectral_radius(method, 1e4, 0.5).unwrap();
        assert!((found - expected).abs() < 1e-3, "{found} instead of {expected}");
    }
}

#[test]
fn limits_of_symplectic_methods() {
    for (limit, expected) in [
        (stability_limit(&OneStep(SymplecticEuler::default()), 0.0).unwrap(), 2.0),
        (stability_limit(&OneStep(VelocityVerlet::default()), 0.0).unwrap(), 2.0),
        // The first root of the trace of three Verlet steps: 1.5734.
        (stability_limit(&OneStep(Yoshida4::default()), 0.0).unwrap(), 1.573_4),
    ] {
        assert!((limit - expected).abs() < 1e-4, "{limit} instead of {expected}");
    }
}

#[test]
fn orders_of_symplectic_methods() {
    let pendulum = Pendulum { rate: 0.5, ..Pendulum::default() };
    check(&pendulum, SymplecticEuler::default(), 2.0, 2000);
    check(&pendulum, VelocityVerlet::default(), 2.0, 400);
    check(&pendulum, Yoshida4::default(), 2.0, 200);
    let rod = RigidPendulum { rate: 0.5, inertia: 0.1, ..RigidPendulum::default() };
    check(&rod, Rattle, 2.0, 400);
    check(&RigidPendulum { sway: 0.3, ..rod }, Rattle, 2.0, 400);
    assert!(run(&rod, Rattle, 2.0, 400).constraint_drift() < 1e-14);
}

/// The largest energy error in the first and in the last tenth of a run.
fn energies<M: Energetic<Scalar = f64>, S: Stepper<M>>(m: &M, method: S, h: f64, t: f64) -> (f64, f64) {
    let (mut first, mut last, mut start) = (0.0_f64, 0.0_f64, None);
    let run = m.simulate().method(method).step(h).until(t).output(Sampling::Ends);
    let observed = run.observe(|s| {
        let (kinetic, potential) = m.energy(s.at, s.v, s.y);
        let off = (kinetic + potential - *start.get_or_insert(kinetic + potential)).abs();
        if s.t < 0.1 * t {
            first = first.max(off);
        } else if s.t > 0.9 * t {
            last = last.max(off);
        }
    });
    observed.run().unwrap();
    (first, last)
}

#[test]
fn energy_stays_where_it_is() {
    let pendulum = Pendulum { rate: 0.5, ..Pendulum::default() };
    let rod = RigidPendulum { rate: 0.5, inertia: 0.1, ..RigidPendulum::default() };
    for (first, last) in [
        energies(&pendulum, SymplecticEuler::default(), 0.01, 500.0),
        energies(&pendulum, VelocityVerlet::default(), 0.02, 1000.0),
        energies(&pendulum, Yoshida4::default(), 0.05, 1000.0),
        energies(&rod, Rattle, 0.02, 500.0),
    ] {
        assert!(last < 1.05 * first, "{last:e} after {first:e}");
    }
    // A method of the same order that is not symplectic drifts.
    let (first, last) = energies(&pendulum, linkwork::runge_kutta::Midpoint::default(), 0.01, 500.0);
    assert!(last > 3.0 * first, "{last:e} after {first:e}");
}

#[test]
fn what_goes_forth_comes_back() {
    fn back<M: Mechanism<Scalar = f64>, S: Stepper<M> + Copy>(m: &M, method: S) -> f64 {
        let (q, v, _) = m.initial();
        let mut turned = run(m, method, 2.0, 100).final_state();
        turned.t = 0.0;
        turned.v.scale(-1.0);
        let home =
            m.simulate().method(method).from(turned).step(0.02).until(2.0).run().unwrap().final_state();
        let apart = |a: &[f64], b: &[f64], sign: f64| {
            a.iter().zip(b).map(|(a, b)| (a - sign * b).abs()).fold(0.0, f64::max)
        };
        apart(home.q.as_slice(), q.as_slice(), 1.0).max(apart(home.v.as_slice(), v.as_slice(), -1.0))
    }
    let pendulum = Pendulum { rate: 0.5, ..Pendulum::default() };
    assert!(back(&pendulum, VelocityVerlet::default()) < 1e-13);
    assert!(back(&pendulum, Yoshida4::default()) < 1e-13);
    let rod = RigidPendulum { rate: 0.5, inertia: 0.1, ..RigidPendulum::default() };
    assert!(back(&rod, Rattle) < 1e-11);
    assert!(back(&pendulum, RungeKutta4::default()) > 1e-9);
}

fn allocations<M: Mechanism<Scalar = f64>, S: Stepper<M>>(m: &M, method: &S) -> u64 {
    let (q, v, y) = m.initial();
    let mut w = method.start(m, &Start { t: 0.0, q, v, y }, 0.01).unwrap();
    let counts = allocation_counter::measure(|| {
        for i in 0..100 {
            if i % 10 == 3 {
                method.attempt(m, 0.02, &mut w).unwrap();
            }
            method.step(m, 0.01, &mut w).unwrap();
        }
    });
    counts.count_total
}

#[test]
fn steps_do_not_allocate() {
    let found = [
        allocations(&MotorPendulum::default(), &AdamsBashforthMoulton4::default()),
        allocations(&FreeBody::default(), &Godunov4::default()),
        allocations(&SkateInBowl::default(), &AdamsBashforth3::projected()),
        allocations(&Pendulum::default(), &Yoshida4::default()),
        allocations(&RigidPendulum::default(), &Rattle),
    ];
    assert_eq!(found, [0; 5]);
}

#[test]
fn refused_attempts_leave_no_trace() {
    let m = Pendulum { rate: 0.5, ..Pendulum::default() };
    let (q, v, y) = m.initial();
    let start = Start { t: 0.0, q, v, y };
    let method = AdamsBashforth4::default();
    let mut once = method.start(&m, &start, 1e-2).unwrap();
    let mut twice = method.start(&m, &start, 1e-2).unwrap();
    for _ in 0..20 {
        method.step(&m, 1e-2, &mut once).unwrap();
        method.attempt(&m, 3e-2, &mut twice).unwrap();
        method.attempt(&m, 1e-2, &mut twice).unwrap();
        method.commit(&m, &mut twice);
        let (a, b) = (method.sample(&once), method.sample(&twice));
        assert_eq!((a.t, a.q, a.v, a.a), (b.t, b.q, b.v, b.a));
    }
}
