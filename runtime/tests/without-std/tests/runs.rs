//! Motions of mechanisms built without the standard library.

use without_std::{hold, slide, swing};

/// A quarter of the circle after T/4 by the closed form of a pendulum let go at the horizontal:
/// the height after 1 s, from the complete elliptic integral and Jacobi's functions, y = −ℓ cos θ with
/// sin(θ/2) = k cd(ω t, k²), k = sin 45°, ω = √(g/ℓ).
#[test]
fn a_pendulum_swings() {
    let (height, drift) = swing().expect("it runs");
    let omega = (9.81_f64 / 0.5).sqrt();
    let half = 0.5_f64.sqrt() * cd(omega, 0.5);
    let expected = -0.5 * (1.0 - 2.0 * half * half);
    // O(h⁵) with h = 1e-3.
    assert!((height - expected).abs() < 1e-8, "{height} {expected}");
    assert!(drift < 1e-14, "{drift}");
}

/// cd(u, m) = cn/dn by the descending Landen (arithmetic–geometric mean) recursion.
fn cd(u: f64, m: f64) -> f64 {
    let (mut a, mut b) = (vec![1.0], (1.0 - m).sqrt());
    let mut c = vec![m.sqrt()];
    while c[c.len() - 1].abs() > 1e-16 {
        let last = a[a.len() - 1];
        c.push((last - b) / 2.0);
        a.push((last + b) / 2.0);
        b = (last * b).sqrt();
    }
    let n = a.len() - 1;
    let mut phi = 2.0_f64.powi(n as i32) * a[n] * u;
    let mut before = phi;
    for i in (1..=n).rev() {
        before = phi;
        phi = (phi + (c[i] / a[i] * phi.sin()).asin()) / 2.0;
    }
    let (cn, dn) = (phi.cos(), phi.cos() / (before - phi).cos());
    cn / dn
}

/// Energy is conserved to the order of the method, and the loop stays closed.
#[test]
fn a_slider_crank_slides() {
    let (piston, energy, drift) = slide().expect("it runs");
    assert!((0.2..=0.5).contains(&piston), "{piston}");
    // O(h⁵) with h = 1e-3, at an energy of some joules.
    assert!(energy < 1e-8, "{energy}");
    assert!(drift < 1e-14, "{drift}");
}

/// The controller holds the crank where its torque is that of the weight: 4 (target − q) = m g r cos q.
#[test]
fn a_crank_is_held() {
    let angle = hold(0.5).expect("it runs");
    let left = 4.0 * (0.5 - angle) - 0.4 * 9.81 * 0.1 * angle.cos();
    // What is left of the transient after 1 s.
    assert!(left.abs() < 0.02, "{angle} {left}");
}
