//! The heavy top of the reference file: a body of 15 kg that turns about a fixed point, started with 150 rad/s.
//!
//! There the axis of the top is y of the body and R₀ = 1; here it is the third axis, so that the body's axes are
//! x, −z and y, and R₀ turns by −90° about x.

use crate::support::FreeBody;
use linkwork::prelude::*;
use linkwork::runge_kutta::*;

fn top() -> FreeBody {
    FreeBody {
        i1: 15.234375,
        i2: 15.234375,
        i3: 0.46875,
        weight: 15.0 * 9.81,
        tilt: -core::f64::consts::FRAC_PI_2,
        w1: 0.0,
        w2: 4.61538,
        w3: 150.0,
    }
}

/// Rᵀ of a unit quaternion: rows are the world's axes in the body.
fn world_y(q: &[f64]) -> [f64; 3] {
    let (w, x, y, z) = (q[0], q[1], q[2], q[3]);
    [2.0 * (x * y + w * z), w * w - x * x + y * y - z * z, 2.0 * (y * z - w * x)]
}

/// The angular velocity about the world's y.
fn about_y(q: &[f64], w: &[f64]) -> f64 {
    world_y(q).iter().zip(w).map(|(r, w)| r * w).sum()
}

fn at_the_end<S: Stepper<FreeBody>>(method: S, t: f64, steps: u32) -> f64 {
    let end = super::run(&top(), method, t, steps);
    about_y(end.last().q.as_slice(), end.last().v.as_slice())
}

const EXACT: f64 = -106.163_804_143_124_45;

#[test]
fn published_values() {
    let found = at_the_end(RungeKutta4::default(), 2.0, 2000);
    assert!((found + 106.166_519_664_420_32).abs() < 2e-9, "{found}");
    let found = at_the_end(Butcher6::default(), 2.0, 2000);
    assert!((found + 106.163_804_958_437_31).abs() < 2e-9, "{found}");
    let found = at_the_end(RungeKutta4::default(), 2.0, 20_000);
    assert!((found + 106.163_806_197_515_78).abs() < 2e-9, "{found}");
    let found = at_the_end(DormandPrince8::default(), 2.0, 2000);
    assert!((found - EXACT).abs() < 2e-9, "{found}");
    let found = at_the_end(DormandPrince8::default(), 0.01, 10);
    assert!((found - 149.847_393_954_074_46).abs() < 1e-10, "{found}");
}

#[test]
fn the_state_at_two_seconds() {
    let end = super::run(&top(), DormandPrince8::default(), 2.0, 2000);
    let (q, w) = (end.last().q, end.last().v);
    let body = [w[0], w[2], -w[1]];
    for (found, expected) in body.iter().zip([0.122_233_219_497_394_2, 150.0, -5.855_624_589_205_458]) {
        assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
    }
    // The tip is the third axis of the body.
    let tip = [
        2.0 * (q[1] * q[3] + q[0] * q[2]),
        2.0 * (q[2] * q[3] - q[0] * q[1]),
        q[0] * q[0] - q[1] * q[1] - q[2] * q[2] + q[3] * q[3],
    ];
    let expected = [-0.150_416_822_745_641_8, -0.724_165_591_636_895_7, -0.673_022_269_560_444_1];
    for (found, expected) in tip.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-10, "{found} is not {expected}");
    }
}

/// The rotation vector of q ⊗ q₀⁻¹ with its angle in [0, 2π].
fn rotation_vector(q: &[f64], q0: &[f64]) -> [f64; 3] {
    let [a0, a1, a2, a3] = [q[0], q[1], q[2], q[3]];
    let [b0, b1, b2, b3] = [q0[0], -q0[1], -q0[2], -q0[3]];
    let w = a0 * b0 - a1 * b1 - a2 * b2 - a3 * b3;
    let v = [
        a0 * b1 + a1 * b0 + a2 * b3 - a3 * b2,
        a0 * b2 - a1 * b3 + a2 * b0 + a3 * b1,
        a0 * b3 + a1 * b2 - a2 * b1 + a3 * b0,
    ];
    let sine = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt();
    let scale = if sine == 0.0 { 2.0 } else { 2.0 * sine.atan2(w) / sine };
    v.map(|x| scale * x)
}

/// Dormand–Prince 5(4) with the error measured as the reference does: plain differences of rotation vectors from the
/// start, and six entries of free translations that are exact.
#[test]
fn steps_of_dormand_prince() {
    let (m, method) = (top(), DormandPrince5::default());
    let (q0, v, y) = m.initial();
    let (absolute, largest, end) = (1e-10, 1e-3, 2.0);
    let (mut t, mut h, mut accepted, mut rejected) = (0.0, largest, 0, 0);
    let mut w = method.start(&m, &Start { t, q: q0, v, y }, h).unwrap();
    while t < end - 1e-12 {
        let size: f64 = if t + h > end { end - t } else { h };
        method.attempt(&m, size, &mut w).unwrap();
        let lower = method.second_end(&m, &w);
        let mut higher = lower.clone();
        method.between(&m, 1.0, &mut w, &mut higher).unwrap();
        let (a, b) = (
            rotation_vector(higher.q.as_slice(), q0.as_slice()),
            rotation_vector(lower.q.as_slice(), q0.as_slice()),
        );
        let rotations = a.iter().zip(b).map(|(a, b)| a - b);
        let velocities = higher.v.iter().zip(lower.v.iter()).map(|(a, b)| a - b);
        let sum: f64 = rotations.chain(velocities).map(|e| (e / absolute) * (e / absolute)).sum();
        let error = (sum / 12.0).sqrt().max(1e-12);
        let optimal = size * error.powf(-0.2);
        h = (0.9 * optimal).min(2.0 * size).min(largest);
        if error > 1.0 {
            rejected += 1;
        } else {
            method.commit(&m, &mut w);
            t += size;
            accepted += 1;
        }
    }
    assert_eq!((accepted, rejected), (8517, 1));
}

/// The same run by the library: its errors are increments in the tangent space, and there are six entries, not twelve.
#[test]
fn the_library_takes_as_many() {
    let m = top();
    let run = m.simulate().method(DormandPrince5::default()).tolerance(1e-10 * 2.0_f64.sqrt(), 0.0);
    let run = run.step(1e-3).step_limits(1e-8, 1e-3).until(2.0).output(Sampling::Ends).run().unwrap();
    let (report, last) = (run.report(), run.last());
    // The last two steps share the rest of the run.
    assert!(report.steps.abs_diff(8517) <= 2 && report.rejected == 1, "{report}");
    assert!((about_y(last.q.as_slice(), last.v.as_slice()) - EXACT).abs() < 1e-6);
}
