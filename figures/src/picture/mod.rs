//! A trajectory as a picture: coordinates and states by unit, the drift of the energy, the residual of the
//! constraints, one panel below the other over a common time axis.
//!
//! Invariant: a picture has at least one panel, and as many samples as it has pixels at most.

mod canvas;
pub mod chart;
pub mod contour;
mod panel;
pub mod scale;
mod thinning;

use crate::failure::Failure;
use canvas::{Anchor, Canvas, Font, sheet};
use linkwork_models::{Column, Quantity, Trajectory};
use panel::{Columns, Curve, GREY, INK, PALETTE, Panel, margin};
use scale::Scale;
use thinning::Keep;

/// Width of a picture, in pixels.
const WIDTH: f64 = 900.0;
/// Right margin, half a label of the time axis wide.
const RIGHT: f64 = 34.0;
const TOP: f64 = 74.0;
/// Below a panel.
const BETWEEN: f64 = 16.0;
/// Below the last panel, with the labels of the time axis.
const BOTTOM: f64 = 52.0;
/// The largest number of panels of coordinates and states: a note names the omitted ones.
const MOST_PANELS: usize = 6;
/// Height of the curves of a panel of coordinates, and of those below it.
const TALL: f64 = 180.0;
const FLAT: f64 = 96.0;
/// Ticks of the time axis, of a tall panel, of a flat one.
const TIME_TICKS: usize = 11;
const TALL_TICKS: usize = 6;
const FLAT_TICKS: usize = 4;
const HEADLINE: Font = Font { size: 20.0, bold: true, colour: INK };
const SUBTITLE: Font = Font { size: 13.0, bold: false, colour: GREY };

/// The picture as SVG. `subtitle` describes the run.
pub fn draw(trajectory: &Trajectory, subtitle: &str) -> Result<String, Failure> {
    let drift: Option<Vec<f64>> =
        trajectory.energy.as_ref().map(|energy| energy.iter().map(|e| e - energy[0]).collect());
    let (mut panels, left_out) = quantities(trajectory);
    if let Some(drift) = &drift {
        panels.push(Panel {
            title: "energy drift E \u{2212} E₀".into(),
            unit: "J".into(),
            scale: Scale::linear(drift.iter().copied(), FLAT_TICKS),
            curves: vec![Curve { name: String::new(), values: drift, keep: Keep::Both }],
            plot: FLAT,
        });
    }
    if let Some(residual) = &trajectory.residual {
        panels.push(residuals(residual));
    }
    let columns = Columns { left: margin(), right: WIDTH - RIGHT };
    let note = if left_out > 0 { format!("{left_out} more curves are not shown") } else { String::new() };
    let heights: f64 = panels.iter().map(|panel| panel.height(columns) + BETWEEN).sum();
    let size = (WIDTH, (TOP + heights - BETWEEN + BOTTOM).ceil());
    sheet(size, |canvas| {
        canvas.text(&trajectory.mechanism, (columns.left, 28.0), HEADLINE, Anchor::Left)?;
        canvas.text(subtitle, (columns.left, 52.0), SUBTITLE, Anchor::Left)?;
        canvas.text(&note, (columns.left, size.1 - 14.0), SUBTITLE, Anchor::Left)?;
        stack(canvas, &panels, columns, &trajectory.times)?;
        Ok(())
    })
}

/// The panels from top to bottom, and the name of the time axis.
fn stack(canvas: &Canvas<'_>, panels: &[Panel<'_>], columns: Columns, times: &[f64]) -> Result<(), Failure> {
    let time = Scale::tight(times.iter().copied(), TIME_TICKS);
    let mut top = TOP;
    for (i, panel) in panels.iter().enumerate() {
        panel.draw(canvas, columns, top, times, &time, i + 1 == panels.len())?;
        top += panel.height(columns) + BETWEEN;
    }
    let name = format!("time [{}]", time.unit("s"));
    canvas.text(&name, (0.5 * (columns.left + columns.right), top - BETWEEN + 34.0), SUBTITLE, Anchor::Middle)
}

/// Coordinates, then states; those of one unit together, as many in a panel as there are colours. Also
/// returns the number of omitted ones.
fn quantities(trajectory: &Trajectory) -> (Vec<Panel<'_>>, usize) {
    let mut panels = Vec::new();
    let mut left_out = 0;
    for (quantity, title) in [(Quantity::Coordinate, "coordinates"), (Quantity::State, "states")] {
        let mut units: Vec<&str> = Vec::new();
        for column in trajectory.of(quantity) {
            if !units.contains(&column.unit.as_str()) {
                units.push(&column.unit);
            }
        }
        for unit in units {
            let same: Vec<&Column> = trajectory.of(quantity).filter(|column| column.unit == unit).collect();
            let count = same.len().div_ceil(PALETTE.len());
            // Panels of equal numbers of curves.
            for part in same.chunks(same.len().div_ceil(count.max(1)).max(1)) {
                if panels.len() == MOST_PANELS {
                    left_out += part.len();
                    continue;
                }
                let values = part.iter().flat_map(|column| column.values.iter().copied());
                panels.push(Panel {
                    title: title.into(),
                    unit: unit.into(),
                    scale: Scale::linear(values, TALL_TICKS),
                    curves: part
                        .iter()
                        .map(|c| Curve { name: c.name.clone(), values: &c.values, keep: Keep::Both })
                        .collect(),
                    plot: TALL,
                });
            }
        }
    }
    (panels, left_out)
}

/// The largest residual; without powers of ten where every one is zero.
fn residuals(residual: &[f64]) -> Panel<'_> {
    let scale = Scale::logarithmic(residual.iter().copied(), FLAT_TICKS);
    Panel {
        title: "largest residual of a constraint".into(),
        unit: String::new(),
        scale: scale.unwrap_or_else(|| Scale::linear(residual.iter().copied(), FLAT_TICKS)),
        curves: vec![Curve { name: String::new(), values: residual, keep: Keep::Largest }],
        plot: FLAT,
    }
}

#[cfg(test)]
mod tests;
