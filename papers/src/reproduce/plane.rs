//! Square charts of the plane of λh.
//!
//! Invariant: both axes have one scale, so that a circle is a circle.

use super::failed;
use linkwork::stability::FixedStep;
use linkwork_figures::failure::Failure;
use linkwork_figures::picture::chart::{Chart, Row, plot_width};
use linkwork_figures::stability::StabilityAnalysis;

/// The method with its class and its undamped stability limit.
pub fn analyse(method: &dyn FixedStep) -> Result<StabilityAnalysis<'_>, Failure> {
    StabilityAnalysis::new(method, &[0.0]).map_err(|e| failed(format!("{e:?}")))
}

/// λh and its conjugate.
pub fn mirrored(size: f64, degrees: f64) -> [(f64, f64); 2] {
    let (sine, cosine) = degrees.to_radians().sin_cos();
    [(size * cosine, size * sine), (size * cosine, -size * sine)]
}

/// Rows of `beside` square charts, whose number must divide evenly: charts in a shorter row would be wider.
pub fn square_rows(charts: &[Chart], beside: usize) -> Vec<Row> {
    let rows = charts.chunks(beside);
    rows.map(|charts| Row { charts: charts.to_vec(), height: plot_width(beside) }).collect()
}
