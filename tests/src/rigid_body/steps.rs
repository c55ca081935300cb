//! One classical Runge–Kutta step, accurate enough to check the conservation of energy and momentum.
//!
//! Invariant: quaternions keep unit length.

use super::tree::Tree;

impl Tree {
    /// q' for a velocity: the velocity itself, and ½ q ∘ (0, Ω) for quaternions.
    pub fn rates(&self, q: &[f64], v: &[f64]) -> Vec<f64> {
        let mut rates = Vec::with_capacity(q.len());
        for (link, (at, rate)) in self.links.iter().zip(self.places()) {
            let plain = link.kind.quaternion().unwrap_or(link.kind.coordinates());
            rates.extend_from_slice(&v[rate..rate + plain]);
            if link.kind.quaternion().is_some() {
                let [w, x, y, z] = [0, 1, 2, 3].map(|i| q[at + plain + i]);
                let [a, b, c] = [0, 1, 2].map(|i| v[rate + plain + i] / 2.0);
                rates.extend([
                    -x * a - y * b - z * c,
                    w * a + y * c - z * b,
                    w * b + z * a - x * c,
                    w * c + x * b - y * a,
                ]);
            }
        }
        rates
    }

    /// A step of size h without efforts at the joints. `None` where M is not positive definite.
    pub fn step(&self, q: &mut [f64], v: &mut [f64], h: f64) -> Option<()> {
        let idle = vec![0.0; v.len()];
        let (from_q, from_v) = (q.to_vec(), v.to_vec());
        let mut stage = (from_q.clone(), from_v.clone());
        for (weight, next) in [(1.0 / 6.0, 0.5), (1.0 / 3.0, 0.5), (1.0 / 3.0, 1.0), (1.0 / 6.0, 0.0)] {
            let q_rate = self.rates(&stage.0, &stage.1);
            let v_rate = self.forward_dynamics(&stage.0, &stage.1, &idle)?;
            let along = |x: &mut [f64], from: &[f64], rate: &[f64], by: f64| {
                x.iter_mut().zip(from).zip(rate).for_each(|((x, from), rate)| *x = from + by * rate);
            };
            let sofar = (q.to_vec(), v.to_vec());
            along(q, &sofar.0, &q_rate, weight * h);
            along(v, &sofar.1, &v_rate, weight * h);
            along(&mut stage.0, &from_q, &q_rate, next * h);
            along(&mut stage.1, &from_v, &v_rate, next * h);
        }
        for (link, (at, _)) in self.links.iter().zip(self.places()) {
            if let Some(first) = link.kind.quaternion() {
                let quaternion = &mut q[at + first..at + first + 4];
                let length = quaternion.iter().map(|x| x * x).sum::<f64>().sqrt();
                quaternion.iter_mut().for_each(|x| *x /= length);
            }
        }
        Some(())
    }
}
