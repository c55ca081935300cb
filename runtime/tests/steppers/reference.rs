//! Reference numbers from `papers/reference`, and runs for comparison.

use linkwork::stepper::{Start, Stepper};
use linkwork::{Energetic, Mechanism};
use serde_json::Value;
use std::path::Path;

/// A file of `papers/reference`.
pub fn reference(name: &str) -> Value {
    let mut above =
        Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(|folder| folder.join("papers/reference"));
    let folder = above.find(|folder| folder.is_dir()).expect("`papers` lies in the workspace");
    let path = folder.join(name).with_extension("json");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    serde_json::from_str(&text).unwrap()
}

/// A number of a reference file.
pub fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("not a number: {value}"))
}

/// The initial values that a mechanism is built with.
pub fn start<M: Mechanism<Scalar = f64>>(m: &M) -> Start<M> {
    let (q, v, y) = m.initial();
    Start { t: 0.0, q, v, y }
}

/// The largest |E_n − E_0| over the samples n = 1 … `last` of a run, and q at the last one.
pub fn energy_error_and_configuration<M, S>(m: &M, method: &S, h: f64, last: usize) -> (f64, M::Configuration)
where
    M: Energetic<Scalar = f64>,
    S: Stepper<M>,
{
    let mut w = method.start(m, &start(m), h).unwrap();
    let mut first = 0.0;
    let mut worst = 0.0_f64;
    for n in 0..=last {
        method.step(m, h, &mut w).unwrap();
        let sample = method.sample(&w);
        let (kinetic, potential) = m.energy(sample.at, sample.v, sample.y);
        let energy = kinetic + potential;
        if n == 0 {
            first = energy;
        }
        worst = linkwork::Real::max(worst, (energy - first).abs());
    }
    (worst, method.sample(&w).q.clone())
}

/// q, v, λ, ψ and y at the instant n h.
pub fn state<M, S>(m: &M, method: &S, h: f64, n: usize) -> Vec<Vec<f64>>
where
    M: Mechanism<Scalar = f64>,
    S: Stepper<M>,
{
    trajectory(m, method, h, n, 1)
}

/// q, v, λ, ψ and y at `samples` instants up to n h, one after the other in each of the five vectors.
pub fn trajectory<M, S>(m: &M, method: &S, h: f64, n: usize, samples: usize) -> Vec<Vec<f64>>
where
    M: Mechanism<Scalar = f64>,
    S: Stepper<M>,
{
    use linkwork::Vector;
    let mut w = method.start(m, &start(m), h).unwrap();
    let mut found = vec![Vec::new(); 5];
    for i in 0..=n {
        method.step(m, h, &mut w).unwrap();
        if i == 0 || i % (n / samples) != 0 {
            continue;
        }
        let s = method.sample(&w);
        assert!((s.t - i as f64 * h).abs() < 1e-12 * (1.0 + s.t));
        found[0].extend_from_slice(s.q.as_slice());
        found[1].extend_from_slice(s.v.as_slice());
        found[2].extend_from_slice(s.lambda.as_slice());
        found[3].extend_from_slice(s.psi.as_slice());
        found[4].extend_from_slice(s.y.as_slice());
    }
    found
}

/// The largest difference of two vectors.
pub fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).fold(0.0, |m: f64, (a, b)| linkwork::Real::max(m, (a - b).abs()))
}
