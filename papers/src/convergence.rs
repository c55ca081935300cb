//! The order of convergence from errors at several step sizes.
//!
//! Invariant: errors at the level of round-off are excluded.

/// Errors of one quantity at several step sizes.
#[derive(Clone, Debug, Default)]
pub struct Convergence {
    rows: Vec<(f64, f64)>,
}

impl Convergence {
    /// No measurements yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the error of a run with step size `h`.
    pub fn record(&mut self, h: f64, error: f64) {
        self.rows.push((h, error));
    }

    /// The recorded pairs (h, error).
    pub fn rows(&self) -> &[(f64, f64)] {
        &self.rows
    }

    /// The smallest error.
    pub fn best(&self) -> f64 {
        self.rows.iter().map(|row| row.1).fold(f64::INFINITY, f64::min)
    }

    /// The slope of ln(error) against ln(h), by least squares over the rows whose error exceeds `floor` (about
    /// a hundred times the round-off of the run). `None` if fewer than two rows are left, or if an error is not finite.
    pub fn order(&self, floor: f64) -> Option<f64> {
        if self.rows.iter().any(|row| !row.1.is_finite()) {
            return None;
        }
        let points: Vec<(f64, f64)> =
            self.rows.iter().filter(|row| row.1 > floor).map(|row| (row.0.ln(), row.1.ln())).collect();
        if points.len() < 2 {
            return None;
        }
        let n = points.len() as f64;
        let mean_x = points.iter().map(|p| p.0).sum::<f64>() / n;
        let mean_y = points.iter().map(|p| p.1).sum::<f64>() / n;
        let covariance: f64 = points.iter().map(|p| (p.0 - mean_x) * (p.1 - mean_y)).sum();
        let variance: f64 = points.iter().map(|p| (p.0 - mean_x) * (p.0 - mean_x)).sum();
        (variance > 0.0).then(|| covariance / variance)
    }

    /// Checks that the order measured above `floor` is at least `expected` − 0.15 (the asymptotic range is never
    /// reached exactly). The message lists all rows.
    pub fn require_order(&self, what: &str, expected: f64, floor: f64) -> Result<(), String> {
        match self.order(floor) {
            Some(order) if order >= expected - ORDER_SLACK => Ok(()),
            Some(order) => Err(format!("{what}: order {order:.2}, expected {expected}: {:?}", self.rows)),
            None => Err(format!("{what}: no order can be measured above {floor:e}: {:?}", self.rows)),
        }
    }
}

/// The largest difference by which a measured order may be below the theoretical one: after a few halvings of h above round-off, higher-order terms have this size.
pub const ORDER_SLACK: f64 = 0.15;

/// max |aᵢ − bᵢ|, infinite if a value is not finite or the lengths differ.
pub fn distance(a: &[f64], b: &[f64]) -> f64 {
    if a.len() != b.len() {
        return f64::INFINITY;
    }
    let mut largest = 0.0;
    for (x, y) in a.iter().zip(b) {
        let d = (x - y).abs();
        if !d.is_finite() {
            return f64::INFINITY;
        }
        largest = linkwork::Real::max(largest, d);
    }
    largest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_power_law_shows_its_exponent() {
        let mut c = Convergence::new();
        for k in 1..6 {
            let h = 0.1 / f64::from(1 << k);
            c.record(h, 3.0 * h * h * h * h);
        }
        assert!((c.order(0.0).unwrap() - 4.0).abs() < 1e-12);
        assert!(c.require_order("position", 4.0, 0.0).is_ok());
        assert!(c.require_order("position", 5.0, 0.0).is_err());
    }

    #[test]
    fn round_off_and_failures_do_not_count() {
        let mut c = Convergence::new();
        c.record(1e-2, 1e-4);
        c.record(1e-3, 1e-6);
        c.record(1e-4, 3e-7);
        assert!((c.order(5e-7).unwrap() - 2.0).abs() < 1e-12);
        assert_eq!(c.order(1e-5), None);
        c.record(1e-1, f64::NAN);
        assert_eq!(c.order(0.0), None);
        assert_eq!(distance(&[1.0, f64::NAN], &[1.0, 2.0]), f64::INFINITY);
        assert_eq!(distance(&[1.0, 2.0], &[1.5, 2.0]), 0.5);
    }
}
