//! Curves over any axis: rows of charts on one sheet, with a common headline and notes below.
//!
//! Invariant: nothing leaves the rectangle of a chart; curves are clipped to its scales, and a
//! number that is not finite is a gap.

use super::canvas::{Anchor, Canvas, Font, sheet, width};
use super::panel::{GREY, INK, PALETTE, margin};
use super::scale::Scale;
use super::{HEADLINE, SUBTITLE, WIDTH};
use crate::failure::Failure;
use plotters::style::RGBColor;

const AXIS: RGBColor = RGBColor(150, 150, 150);
const GRID: RGBColor = RGBColor(228, 228, 228);
/// Areas of the plane that are marked.
const AREA: RGBColor = RGBColor(205, 226, 240);
const LABEL: Font = Font { size: 12.0, bold: false, colour: GREY };
const NAME: Font = Font { size: 13.0, bold: false, colour: INK };
const TITLE: Font = Font { size: 13.0, bold: true, colour: INK };
/// Above the charts, with the headline.
const TOP: f64 = 72.0;
/// Right margin, and between neighbours.
const RIGHT: f64 = 30.0;
/// Height of a line of words.
const LINE: f64 = 19.0;
/// Below a chart: labels and name of its horizontal axis, and room before the next.
const BELOW: f64 = 56.0;
/// The sign before a name in the legend.
const SIGN: f64 = 22.0;
const THICK: f64 = 1.8;
/// Half the size of a mark.
const MARK: f64 = 3.2;
/// The overlap of areas, in pixels.
const SEAM: f64 = 0.4;
/// Pixels of a dash and of the following gap.
const DASH: f64 = 6.0;

/// The mark of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A line through them.
    Line,
    /// A dashed line through them.
    Dashes,
    /// A line with a dot at each.
    Dots,
    /// A dashed line with a dot at each.
    DashedDots,
    /// A cross at each: reference values.
    Crosses,
}

/// One curve.
#[derive(Clone, Debug)]
pub struct Series {
    /// Its name in the legend; none if empty.
    pub name: String,
    /// The index of the colour in the palette; beyond its end, colours repeat.
    pub colour: usize,
    /// Its mark.
    pub mark: Mark,
    /// Its points.
    pub points: Vec<(f64, f64)>,
}

/// A horizontal or vertical axis.
#[derive(Clone, Debug)]
pub struct Axis {
    /// Its quantity.
    pub name: String,
    /// The unit, empty for ratios.
    pub unit: &'static str,
    /// Its scale.
    pub scale: Scale,
}

impl Axis {
    fn title(&self) -> String {
        let unit = self.scale.unit(self.unit);
        if unit.is_empty() { self.name.clone() } else { format!("{} [{unit}]", self.name) }
    }
}

/// A rectangle of the plane: (left, right, bottom, top) in the units of the axes.
pub type Area = (f64, f64, f64, f64);

/// One chart.
#[derive(Clone, Debug)]
pub struct Chart {
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis, whose name is the title.
    pub y: Axis,
    /// The curves.
    pub series: Vec<Series>,
    /// Areas behind them.
    pub areas: Vec<Area>,
}

/// Charts side by side.
#[derive(Clone, Debug)]
pub struct Row {
    /// From left to right, of equal widths.
    pub charts: Vec<Chart>,
    /// Height of the parts with curves, in pixels.
    pub height: f64,
}

/// Width of the part with curves of each of `count` charts side by side, in pixels.
pub fn plot_width(count: usize) -> f64 {
    (WIDTH - count as f64 * (margin() + RIGHT)) / count as f64
}

/// The sheet as SVG.
pub fn charts(headline: &str, subtitle: &str, rows: &[Row], notes: &[String]) -> Result<String, Failure> {
    let heights: Vec<f64> = rows.iter().map(Row::whole_height).collect();
    let height = TOP + heights.iter().sum::<f64>() + LINE * notes.len() as f64 + 8.0;
    sheet((WIDTH, height.ceil()), |canvas| {
        canvas.text(headline, (margin(), 28.0), HEADLINE, Anchor::Left)?;
        canvas.text(subtitle, (margin(), 52.0), SUBTITLE, Anchor::Left)?;
        let mut top = TOP;
        for (row, height) in rows.iter().zip(&heights) {
            let words = height - row.height - BELOW;
            for (i, chart) in row.charts.iter().enumerate() {
                let left = margin() + i as f64 * (plot_width(row.charts.len()) + margin() + RIGHT);
                let place = Place { left, right: left + plot_width(row.charts.len()), top, words };
                chart.draw(canvas, place, row.height)?;
            }
            top += height;
        }
        for (i, note) in notes.iter().enumerate() {
            canvas.text(note, (margin(), top + i as f64 * LINE), SUBTITLE, Anchor::Left)?;
        }
        Ok(())
    })
}

/// The position of a chart, in pixels: `words` is the height of title and legend.
#[derive(Clone, Copy)]
struct Place {
    left: f64,
    right: f64,
    top: f64,
    words: f64,
}

impl Row {
    fn whole_height(&self) -> f64 {
        let wide = plot_width(self.charts.len());
        let lines = self.charts.iter().map(|chart| chart.flow(wide).1).max().unwrap_or(1);
        lines as f64 * LINE + 6.0 + self.height + BELOW
    }
}

impl Chart {
    fn named(&self) -> impl Iterator<Item = &Series> {
        self.series.iter().filter(|series| !series.name.is_empty())
    }

    /// Places of the names: (line, left end), and the number of lines.
    fn flow(&self, wide: f64) -> (Vec<(usize, f64)>, usize) {
        let (mut line, mut x) = (0, width(&self.y.title(), TITLE) + 18.0);
        let places = self.named().map(|series| {
            let needed = SIGN + 6.0 + width(&series.name, NAME);
            if x + needed > wide && x > 0.0 {
                (line, x) = (line + 1, 0.0);
            }
            let at = (line, x);
            x += needed + 14.0;
            at
        });
        let places: Vec<(usize, f64)> = places.collect();
        let lines = places.last().map_or(0, |(line, _)| *line) + 1;
        (places, lines)
    }

    fn draw(&self, canvas: &Canvas<'_>, place: Place, height: f64) -> Result<(), Failure> {
        let Place { left, right, top, words } = place;
        canvas.text(&self.y.title(), (left, top + 0.5 * LINE), TITLE, Anchor::Left)?;
        for (series, (line, x)) in self.named().zip(self.flow(right - left).0) {
            let (x, y) = (left + x, top + (line as f64 + 0.5) * LINE);
            series.show(canvas, &[(x, y), (x + 0.5 * SIGN, y), (x + SIGN, y)])?;
            canvas.text(&series.name, (x + SIGN + 6.0, y), NAME, Anchor::Left)?;
        }
        let bottom = top + words + height;
        let across = |at: f64| left + at * (right - left);
        let up = |at: f64| bottom - at * height;
        for &(x0, x1, y0, y1) in &self.areas {
            let (x, y) = (&self.x.scale, &self.y.scale);
            let corner = |x: f64, y: f64| (across(x), up(y));
            let (left, low) = corner(x.place(x0), y.place(y0));
            let (right, high) = corner(x.place(x1), y.place(y1));
            // Neighbours overlap a little; otherwise the background would be visible between them.
            canvas.fill((left, (low + SEAM).min(bottom)), (right, high), AREA)?;
        }
        for (at, label) in self.y.scale.ticks() {
            canvas.line(&[(left, up(at)), (right, up(at))], GRID, 1.0)?;
            canvas.text(&label, (left - 7.0, up(at)), LABEL, Anchor::Right)?;
        }
        for (at, label) in self.x.scale.ticks() {
            let x = across(at);
            canvas.line(&[(x, bottom), (x, up(1.0))], GRID, 1.0)?;
            canvas.line(&[(x, bottom), (x, bottom + 4.0)], AXIS, 1.0)?;
            canvas.text(&label, (x, bottom + 13.0), LABEL, Anchor::Middle)?;
        }
        canvas.line(&[(left, up(1.0)), (left, bottom), (right, bottom)], AXIS, 1.0)?;
        let title = self.x.title();
        canvas.text(&title, (0.5 * (left + right), bottom + 32.0), SUBTITLE, Anchor::Middle)?;
        for series in &self.series {
            let places = series.points.iter().map(|&(x, y)| (self.x.scale.raw(x), self.y.scale.raw(y)));
            let places: Vec<(f64, f64)> = places.collect();
            for piece in pieces(&places, series.mark == Mark::Crosses) {
                let points: Vec<(f64, f64)> = piece.into_iter().map(|(x, y)| (across(x), up(y))).collect();
                series.show(canvas, &points)?;
            }
        }
        Ok(())
    }
}

impl Series {
    /// Draws points, given in pixels, with the mark of the series.
    fn show(&self, canvas: &Canvas<'_>, points: &[(f64, f64)]) -> Result<(), Failure> {
        let colour = PALETTE[self.colour % PALETTE.len()];
        match self.mark {
            Mark::Line => canvas.line(points, colour, THICK)?,
            Mark::Dashes | Mark::DashedDots => {
                dashes(points).iter().try_for_each(|dash| canvas.line(dash, colour, THICK))?;
            }
            Mark::Dots => canvas.line(points, colour, THICK)?,
            Mark::Crosses => {
                // The legend shows the middle one of three points.
                let shown = if points.len() == 3 { &points[1..2] } else { points };
                for &(x, y) in shown {
                    canvas.line(&[(x - MARK, y - MARK), (x + MARK, y + MARK)], colour, THICK)?;
                    canvas.line(&[(x - MARK, y + MARK), (x + MARK, y - MARK)], colour, THICK)?;
                }
            }
        }
        if matches!(self.mark, Mark::Dots | Mark::DashedDots) {
            points.iter().try_for_each(|&point| canvas.dot(point, MARK, colour))?;
        }
        Ok(())
    }
}

/// The parts of a polyline in the unit square; single points (`alone`) are not joined.
fn pieces(points: &[(f64, f64)], alone: bool) -> Vec<Vec<(f64, f64)>> {
    let inside = |&(x, y): &(f64, f64)| (0.0..=1.0).contains(&x) && (0.0..=1.0).contains(&y);
    if alone || points.len() == 1 {
        return points.iter().filter(|point| inside(point)).map(|&point| vec![point]).collect();
    }
    let mut all: Vec<Vec<(f64, f64)>> = Vec::new();
    for pair in points.windows(2) {
        let Some((from, to)) = clipped(pair[0], pair[1]) else { continue };
        match all.last_mut() {
            Some(piece) if piece.last() == Some(&from) => piece.push(to),
            _ => all.push(vec![from, to]),
        }
    }
    all
}

/// The part of a line within the unit square (Liang and Barsky); `None` if there is none.
fn clipped(a: (f64, f64), b: (f64, f64)) -> Option<((f64, f64), (f64, f64))> {
    if ![a.0, a.1, b.0, b.1].iter().all(|x| x.is_finite()) {
        return None;
    }
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let (mut from, mut to) = (0.0_f64, 1.0_f64);
    for (step, room) in [(-dx, a.0), (dx, 1.0 - a.0), (-dy, a.1), (dy, 1.0 - a.1)] {
        if step == 0.0 {
            if room < 0.0 {
                return None;
            }
        } else if step < 0.0 {
            from = from.max(room / step);
        } else {
            to = to.min(room / step);
        }
    }
    // Kept ends are not changed, so that pieces join.
    let at = |t: f64| (a.0 + t * dx, a.1 + t * dy);
    (from <= to).then(|| (if from > 0.0 { at(from) } else { a }, if to < 1.0 { at(to) } else { b }))
}

/// A polyline in dashes.
fn dashes(points: &[(f64, f64)]) -> Vec<Vec<(f64, f64)>> {
    let mut all = vec![points.first().copied().into_iter().collect::<Vec<_>>()];
    let (mut drawing, mut left) = (true, DASH);
    for pair in points.windows(2) {
        let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
        let length = (x1 - x0).hypot(y1 - y0);
        let mut done = 0.0;
        while length - done > left {
            done += left;
            let at = (x0 + (x1 - x0) * done / length, y0 + (y1 - y0) * done / length);
            if drawing {
                all.last_mut().into_iter().for_each(|dash| dash.push(at));
            } else {
                all.push(vec![at]);
            }
            (drawing, left) = (!drawing, DASH);
        }
        left -= length - done;
        if drawing {
            all.last_mut().into_iter().for_each(|dash| dash.push((x1, y1)));
        }
    }
    all.retain(|dash| dash.len() > 1);
    all
}

#[cfg(test)]
mod tests {
    use super::{clipped, dashes, pieces};

    #[test]
    fn lines_end_at_the_frame() {
        assert_eq!(clipped((0.5, 0.5), (0.5, 2.0)), Some(((0.5, 0.5), (0.5, 1.0))));
        assert_eq!(clipped((-1.0, 0.5), (3.0, 0.5)), Some(((0.0, 0.5), (1.0, 0.5))));
        assert_eq!(clipped((-1.0, 0.5), (-0.1, 0.7)), None);
        let nan = f64::NAN;
        let points = [(0.0, 0.0), (0.1, 0.1), (nan, nan), (0.5, 0.5), (0.6, 1.4), (0.9, 1.4), (1.0, 0.2)];
        let found = pieces(&points, false);
        assert_eq!(found.len(), 3, "{found:?}");
        assert_eq!(found[0], [(0.0, 0.0), (0.1, 0.1)]);
        assert!(found.iter().flatten().all(|&(x, y)| x <= 1.0 && y <= 1.0), "{found:?}");
        assert_eq!(pieces(&points, true).len(), 4);
    }

    #[test]
    fn dashes_leave_gaps_of_their_length() {
        let found = dashes(&[(0.0, 0.0), (9.0, 0.0), (20.0, 0.0)]);
        assert_eq!(found, [vec![(0.0, 0.0), (6.0, 0.0)], vec![(12.0, 0.0), (18.0, 0.0)]]);
    }
}
