//! Isolated singular configurations (IFToMM A02): where the bars of a parallelogram lie on one line, the constraints
//! lose rank and two branches of the motion meet. A run whose step ends exactly there must stay on its own.

use crate::states::tape;
use linkwork::Vector;
use linkwork::prelude::*;
use linkwork::stepper::{Start, Stepper};
use linkwork_tape::Tape;

/// How far bars may be off the parallelogram, in m.
const ON_BRANCH: f64 = 1e-10;
/// How near to the singular configuration a step ends, in m: rounding after some thirty steps, which grows where the
/// constraints lose rank.
const HIT: f64 = 4e-12;
/// The step that ends there.
const HITTING: u64 = 30;

/// The row of four-bar linkages of the language's description: cranks upright, couplers between their tips.
fn four_bars(n: usize, coordinates: &str) -> Tape {
    let text = format!(
        "mechanism FourBars in plane {{
            const n = {n};
            coordinates = {coordinates};
            gravity = [0, -9.81] [m/s^2];
            for i in 0..=n {{
                body crank[i] {{ mass: 1 [kg], shape: rod(length: 1 [m], along: [0, 1]) }}
                joint pivot[i] = revolute(ground at [i, 0] [m], crank[i] at [0, -0.5] [m]);
                frame tip[i] = crank[i] at [0, 0.5] [m];
                output x[i] = tip[i].position.x;
                output y[i] = tip[i].position.y;
            }}
            for i in 0..n {{
                body coupler[i] {{ mass: 1 [kg], shape: rod(length: 1 [m], along: [1, 0]) }}
                joint left[i] = revolute(crank[i] at [0, 0.5] [m], coupler[i] at [-0.5, 0] [m]);
                joint right[i] = revolute(crank[i + 1] at [0, 0.5] [m], coupler[i] at [0.5, 0] [m]);
            }}
            initial {{ pivot[0].angle: 0 [rad], der(pivot[0].angle): -1 [rad/s] }}
        }}"
    );
    tape(&text).build().unwrap()
}

/// The tips (x, y) of the cranks after that number of steps; `None` where the last one fails.
fn tips<S: Stepper<Tape>>(m: &Tape, method: &S, steps: u64, h: f64) -> Option<Vec<f64>> {
    let (q, v, y) = m.initial();
    let mut w = method.start(m, &Start { t: 0.0, q, v, y }, h).unwrap();
    for _ in 1..steps {
        method.step(m, h, &mut w).unwrap();
    }
    method.attempt(m, h, &mut w).ok()?;
    let (sample, target) = (method.sample(&w), method.target(&w).unwrap());
    let mut out = Vector::zeros(m.sizes().outputs);
    m.outputs(target, sample.v, sample.y, sample.a, (sample.lambda, sample.psi), &mut out);
    Some(out.as_slice().to_vec())
}

/// The step size with which the bars lie on one line after [`HITTING`] steps.
fn hitting<S: Stepper<Tape>>(m: &Tape, method: &S, near: f64) -> f64 {
    // Projections fail at an exact hit.
    let height = |h: f64| tips(m, method, HITTING, h).map_or(0.0, |tips| tips[1]);
    let (mut a, mut b) = (0.999 * near, near);
    let (mut at_a, mut at_b) = (height(a), height(b));
    for _ in 0..40 {
        if at_b.abs() <= HIT {
            break;
        }
        let next = b - at_b * (b - a) / (at_b - at_a);
        (a, at_a) = (b, at_b);
        b = next;
        at_b = height(b);
    }
    assert!(at_b.abs() <= HIT, "no step size hits the singular configuration: {b} leaves {at_b}");
    b
}

/// The largest distance of a tip from its place by the first one and the parallelogram.
fn off_branch(tips: &[f64]) -> f64 {
    let offs = tips.chunks(2).enumerate().map(|(i, tip)| {
        let (x, y) = (tip[0] - tips[0] - i as f64, tip[1] - tips[1]);
        x.hypot(y)
    });
    offs.fold(0.0, linkwork::Real::max)
}

fn assert_same_branch<S: Stepper<Tape> + Copy>(n: usize, coordinates: &str, method: S) {
    let m = four_bars(n, coordinates);
    let what = format!("n = {n}, {coordinates}, {}", method.name());
    // The time to the horizontal, (θ')² = 1 + 2 (g/L) w (1 − cos θ) with w = (m-weighted heights)/(inertia): all cranks
    // have the same angle and couplers do not rotate. Trapezia in θ are enough for a first guess.
    let w = ((n + 1) as f64 / 2.0 + n as f64) / ((n + 1) as f64 / 3.0 + n as f64);
    let slowness = |theta: f64| 1.0 / (1.0 + 2.0 * 9.81 * w * (1.0 - theta.cos())).sqrt();
    let d = core::f64::consts::FRAC_PI_2 / 1000.0;
    let time: f64 =
        (0..1000).map(|i| 0.5 * d * (slowness(d * i as f64) + slowness(d * (i + 1) as f64))).sum();
    let h = hitting(&m, &method, time / HITTING as f64);
    // Through the lowest position, past the other horizontal position and back to the top.
    let solution = m.simulate().method(method).step(h).until(4.0 * HITTING as f64 * h).run().unwrap();
    let report = solution.report();
    assert!(report.avoided >= 1 && report.avoided <= 4, "{what}: {report}");
    assert_eq!(solution.samples().len() as u64, 4 * HITTING + 1, "{what}");
    let mut off: f64 = 0.0;
    for state in solution.samples() {
        let mut at = m.position_cache();
        m.place(&m.now(state.t), &state.q, &mut at);
        let mut out = Vector::zeros(m.sizes().outputs);
        m.outputs(&at, &state.v, &state.y, &state.a, (&state.lambda, &state.psi), &mut out);
        off = off.max(off_branch(out.as_slice()));
    }
    assert!(off <= ON_BRANCH, "{what}: {off:e} m off the parallelogram, {report}");
}

#[test]
fn exact_hits_stay_on_the_parallelogram() {
    for coordinates in ["minimal", "absolute"] {
        for n in 1..=2 {
            assert_same_branch(n, coordinates, FifthDegree::default());
            assert_same_branch(n, coordinates, RungeKutta4::projected());
        }
    }
}
