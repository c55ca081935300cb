//! Adams', Godunov's and symplectic methods: limits of stability, constraints that hold.

use super::run;
use crate::support::RigidPendulum;
use linkwork::multistep::*;
use linkwork::stability::{FixedStep, OneStep, spectral_radius, stability_limit};
use linkwork::symplectic::*;

#[test]
fn constraints_hold() {
    let rod = RigidPendulum { rate: 0.5, inertia: 0.1, ..RigidPendulum::default() };
    assert!(run(&rod, AdamsBashforth4::projected(), 2.0, 400).constraint_drift() < 1e-14);
    assert!(run(&rod, Rattle, 2.0, 400).constraint_drift() < 1e-14);
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
        (stability_limit(&OneStep(SymplecticEuler::with_last_velocity()), 0.0).unwrap(), 2.0),
        (stability_limit(&OneStep(VelocityVerlet::with_last_velocity()), 0.0).unwrap(), 2.0),
        // The first root of the trace of three Verlet steps: 1.5734.
        (stability_limit(&OneStep(Yoshida4::with_last_velocity()), 0.0).unwrap(), 1.573_4),
    ] {
        assert!((limit - expected).abs() < 1e-4, "{limit} instead of {expected}");
    }
}
