//! One panel: curves over time, with axes, ticks and a legend that flows in lines.
//!
//! Invariant: nothing leaves the panel's rectangle, whose height is [`Panel::height`].

use super::canvas::{Anchor, Canvas, Font, width};
use super::scale::{LONGEST, Scale};
use super::thinning::{Keep, thinned};
use crate::failure::Failure;
use plotters::style::RGBColor;

/// Distinguishable with every kind of colour vision (Okabe and Ito, 2008), without their yellow, which
/// is hardly visible on white.
pub const PALETTE: [RGBColor; 6] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
];
/// Words.
pub const INK: RGBColor = RGBColor(40, 40, 40);
/// Secondary text.
pub const GREY: RGBColor = RGBColor(110, 110, 110);
const AXIS: RGBColor = RGBColor(150, 150, 150);
const GRID: RGBColor = RGBColor(228, 228, 228);
const LABEL: Font = Font { size: 12.0, bold: false, colour: GREY };
const NAME: Font = Font { size: 13.0, bold: false, colour: INK };
const TITLE: Font = Font { size: 13.0, bold: true, colour: INK };
/// Height of a line of words.
const LINE: f64 = 19.0;
/// Between two words of a line.
const SPACE: f64 = 18.0;
/// The stroke before a name in the legend.
const STROKE: f64 = 18.0;
/// Between the words and the curves.
const GAP: f64 = 5.0;
/// Up to this many samples are also shown as dots.
const DOTS: usize = 40;
/// Thickness of the last curve, and how much thicker is the one before.
const THIN: f64 = 1.3;
const THICKER: f64 = 0.25;
/// Pixels between the points of an envelope; other curves keep the extremes of every pixel.
const ENVELOPE: f64 = 3.0;

/// A curve.
pub struct Curve<'a> {
    /// Its name in the legend; empty if the title suffices.
    pub name: String,
    /// One value for each time.
    pub values: &'a [f64],
    /// The selection of points if there are many.
    pub keep: Keep,
}

/// A panel before it has a place.
pub struct Panel<'a> {
    /// Its quantity.
    pub title: String,
    /// The unit of its numbers.
    pub unit: String,
    /// At most as many as the palette has colours.
    pub curves: Vec<Curve<'a>>,
    /// The vertical axis.
    pub scale: Scale,
    /// Height of the part with the curves, in pixels.
    pub plot: f64,
}

/// Left and right ends of the parts with curves, and of the sheet.
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    /// The beginning of the time axis.
    pub left: f64,
    /// Its end.
    pub right: f64,
}

/// The left margin for the longest tick label.
pub fn margin() -> f64 {
    LONGEST as f64 * 0.6 * LABEL.size + 10.0
}

impl Panel<'_> {
    fn heading(&self) -> String {
        let unit = self.scale.unit(&self.unit);
        if unit.is_empty() { self.title.clone() } else { format!("{} [{unit}]", self.title) }
    }

    /// Places of the names: (line, left end).
    fn flow(&self, columns: Columns) -> Vec<(usize, f64)> {
        let mut line = 0;
        let mut x = columns.left + width(&self.heading(), TITLE) + SPACE;
        let place = |curve: &Curve<'_>| {
            let needed = STROKE + 6.0 + width(&curve.name, NAME);
            if x + needed > columns.right && x > columns.left {
                (line, x) = (line + 1, columns.left);
            }
            let at = (line, x);
            x += needed + SPACE;
            at
        };
        self.curves.iter().filter(|curve| !curve.name.is_empty()).map(place).collect()
    }

    /// Height with words, without the labels of the time axis.
    pub fn height(&self, columns: Columns) -> f64 {
        let lines = self.flow(columns).last().map_or(0, |(line, _)| *line) + 1;
        lines as f64 * LINE + GAP + self.plot
    }

    /// Draws the panel below `top`; `time` is the common axis, whose labels are drawn if `last`.
    pub fn draw(
        &self,
        canvas: &Canvas<'_>,
        columns: Columns,
        top: f64,
        times: &[f64],
        time: &Scale,
        last: bool,
    ) -> Result<(), Failure> {
        self.draw_words(canvas, columns, top)?;
        let bottom = top + self.height(columns);
        let (left, right) = (columns.left, columns.right);
        let across = |place: f64| left + place * (right - left);
        let up = |place: f64| bottom - place * self.plot;
        for (place, label) in self.scale.ticks() {
            canvas.line(&[(left, up(place)), (right, up(place))], GRID, 1.0)?;
            canvas.text(&label, (left - 7.0, up(place)), LABEL, Anchor::Right)?;
        }
        for (place, label) in time.ticks() {
            let x = across(place);
            canvas.line(&[(x, bottom), (x, bottom - self.plot)], GRID, 1.0)?;
            if last {
                canvas.line(&[(x, bottom), (x, bottom + 4.0)], AXIS, 1.0)?;
                canvas.text(&label, (x, bottom + 13.0), LABEL, Anchor::Middle)?;
            }
        }
        canvas.line(&[(left, bottom - self.plot), (left, bottom), (right, bottom)], AXIS, 1.0)?;
        for (i, (curve, colour)) in self.curves.iter().zip(PALETTE).enumerate() {
            // Later curves are thinner, so that covered ones stay visible.
            let thickness = THIN + THICKER * (self.curves.len() - 1 - i) as f64;
            let stretch = if curve.keep == Keep::Both { 1.0 } else { ENVELOPE };
            let bins = ((right - left) / stretch) as usize;
            let kept = thinned(times, curve.values, bins, curve.keep);
            let points: Vec<(f64, f64)> = kept
                .into_iter()
                .map(|i| (across(time.place(times[i])), up(self.scale.place(curve.values[i]))))
                .collect();
            canvas.line(&points, colour, thickness)?;
            if points.len() <= DOTS {
                points.iter().try_for_each(|&point| canvas.dot(point, 2.5, colour))?;
            }
        }
        Ok(())
    }

    fn draw_words(&self, canvas: &Canvas<'_>, columns: Columns, top: f64) -> Result<(), Failure> {
        canvas.text(&self.heading(), (columns.left, top + 0.5 * LINE), TITLE, Anchor::Left)?;
        let named = self.curves.iter().zip(PALETTE).filter(|(curve, _)| !curve.name.is_empty());
        for ((curve, colour), (line, x)) in named.zip(self.flow(columns)) {
            let y = top + (line as f64 + 0.5) * LINE;
            canvas.line(&[(x, y), (x + STROKE, y)], colour, 3.0)?;
            canvas.text(&curve.name, (x + STROKE + 6.0, y), NAME, Anchor::Left)?;
        }
        Ok(())
    }
}
