//! Conservation by RATTLE over long runs: momentum and energy.

use super::reference::{distance, start};
use crate::support::{Anchored, FreeBody, RigidPendulum};
use linkwork::Energetic;
use linkwork::half_implicit::HalfImplicitEuler;
use linkwork::stepper::Stepper;
use linkwork::symplectic::Rattle;

/// R J w of a free body, by its quaternion.
fn momentum(m: &FreeBody, q: &[f64], w: &[f64]) -> [f64; 3] {
    let [a, b, c, d] = q else { panic!("{q:?}") };
    let [x, y, z] = [m.i1 * w[0], m.i2 * w[1], m.i3 * w[2]];
    // u + 2 a (r × u) + 2 r × (r × u) with r = (b, c, d).
    let once = [c * z - d * y, d * x - b * z, b * y - c * x];
    let twice = [c * once[2] - d * once[1], d * once[0] - b * once[2], b * once[1] - c * once[0]];
    core::array::from_fn(|i| [x, y, z][i] + 2.0 * (a * once[i] + twice[i]))
}

/// Energies at every step: |E − E₀| at most, in the first and in the last tenth of a run.
fn energies<M: Energetic<Scalar = f64>, S: Stepper<M>>(m: &M, method: &S, h: f64, steps: usize) -> [f64; 2] {
    let mut w = method.start(m, &start(m), h).unwrap();
    let (mut found, mut before) = ([0.0_f64; 2], None);
    for i in 0..steps {
        method.step(m, h, &mut w).unwrap();
        let s = method.sample(&w);
        let (kinetic, potential) = m.energy(s.at, s.v, s.y);
        let off = (kinetic + potential - *before.get_or_insert(kinetic + potential)).abs();
        if i < steps / 10 {
            found[0] = found[0].max(off);
        } else if i > steps / 10 * 9 {
            found[1] = found[1].max(off);
        }
    }
    found
}

/// A variational method keeps the momentum of a free body in space to rounding.
#[test]
fn momentum_of_a_free_body() {
    let m = FreeBody { weight: 0.0, ..FreeBody::default() };
    let mut w = Rattle.start(&m, &start(&m), 0.02).unwrap();
    let (mut before, mut worst) = (None, 0.0_f64);
    for _ in 0..100_000 {
        Rattle.step(&m, 0.02, &mut w).unwrap();
        let s = Rattle.sample(&w);
        let now = momentum(&m, s.q.as_slice(), s.v.as_slice());
        worst = linkwork::Real::max(worst, distance(&now, before.get_or_insert(now)));
    }
    // Of 8 N·m·s; rounding errors accumulate like √n.
    assert!(worst < 1e-12, "{worst:e}");
    let [first, last] = energies(&m, &Rattle, 0.02, 100_000);
    assert!(last < 1.01 * first && first < 1e-5, "{first:e} {last:e}");
}

/// A thousand seconds and more: the error neither grows nor shrinks, and is of order 2; with w × J w of the start of a step,
/// the method of order 1 gains energy on rotations, and is merely bounded without.
#[test]
fn energies_over_long_runs() {
    let top = FreeBody::default();
    let [first, last] = energies(&top, &Rattle, 0.01, 100_000);
    assert!(last < 1.05 * first, "{first:e} {last:e}");
    let [coarse, later] = energies(&top, &Rattle, 0.02, 100_000);
    assert!(later < 1.05 * coarse && (coarse / first - 4.0).abs() < 0.1, "{first:e} {coarse:e} {later:e}");
    let [_, lagging] = energies(&top, &HalfImplicitEuler::default(), 0.01, 5_000);
    assert!(lagging > 1e4 * first, "{first:e} {lagging:e}");

    let rod = RigidPendulum { rate: 0.5, inertia: 0.1, ..RigidPendulum::default() };
    let [first, last] = energies(&rod, &Rattle, 0.02, 100_000);
    assert!(last < 1.01 * first, "{first:e} {last:e}");
    let [before, after] = energies(&rod, &HalfImplicitEuler::default(), 0.02, 100_000);
    assert!(after < 1.01 * before && before > 30.0 * first, "{first:e} {before:e} {after:e}");

    let top = Anchored::default().build().unwrap();
    let [first, last] = energies(&top, &Rattle, 1e-3, 100_000);
    assert!(last < 1.05 * first, "{first:e} {last:e}");
    let [before, after] = energies(&top, &HalfImplicitEuler::default(), 1e-3, 1_000);
    assert!(after > 2.0 * before && before > 100.0 * first, "{first:e} {before:e} {after:e}");
}
