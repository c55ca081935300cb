//! Lines and words on a sheet of SVG.
//!
//! Invariant: the backend counts whole pixels, so the sheet is drawn [`FINE`] times as large as it is shown;
//! all lengths here are in pixels as shown.

use crate::failure::Failure;
use plotters::backend::SVGBackend;
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, IntoDrawingArea};
use plotters::element::{Circle, PathElement, Rectangle, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontDesc, FontFamily, FontStyle, RGBColor, TextStyle};

/// Steps of a pixel.
const FINE: f64 = 10.0;
/// Width of a character relative to the size of its font; wide enough for the common sans-serif faces.
const WIDE: f64 = 0.6;

/// Size and weight of words.
#[derive(Clone, Copy, Debug)]
pub struct Font {
    /// Height in pixels.
    pub size: f64,
    /// Bold face.
    pub bold: bool,
    /// Colour.
    pub colour: RGBColor,
}

/// The alignment of a word.
#[derive(Clone, Copy, Debug)]
pub enum Anchor {
    /// Its left end, at half height.
    Left,
    /// Its right end, at half height.
    Right,
    /// Its middle.
    Middle,
}

/// A sheet to draw on.
pub struct Canvas<'a> {
    area: DrawingArea<SVGBackend<'a>, Shift>,
}

/// The largest length of a text, in pixels.
pub fn width(text: &str, font: Font) -> f64 {
    WIDE * font.size * text.chars().count() as f64
}

/// Draws a sheet and gives its SVG text.
pub fn sheet(
    size: (f64, f64),
    draw: impl FnOnce(&Canvas<'_>) -> Result<(), Failure>,
) -> Result<String, Failure> {
    let fine = (fine(size.0) as u32, fine(size.1) as u32);
    let mut svg = String::new();
    {
        let canvas = Canvas { area: SVGBackend::with_string(&mut svg, fine).into_drawing_area() };
        canvas.area.fill(&RGBColor(255, 255, 255)).map_err(undrawable)?;
        draw(&canvas)?;
        canvas.area.present().map_err(undrawable)?;
    }
    // The view box is in fine pixels, the size in pixels.
    let drawn = format!("width=\"{}\" height=\"{}\"", fine.0, fine.1);
    let shown = format!("width=\"{}\" height=\"{}\"", size.0, size.1);
    Ok(svg.replacen(&drawn, &shown, 1))
}

fn fine(length: f64) -> i32 {
    (length * FINE).round() as i32
}

fn undrawable(error: impl std::fmt::Display) -> Failure {
    Failure::run(format_args!("cannot draw the picture: {error}"))
}

impl Canvas<'_> {
    /// A line through points.
    pub fn line(&self, points: &[(f64, f64)], colour: RGBColor, thickness: f64) -> Result<(), Failure> {
        let points: Vec<(i32, i32)> = points.iter().map(|&(x, y)| (fine(x), fine(y))).collect();
        let style = colour.stroke_width(fine(thickness).unsigned_abs());
        self.area.draw(&PathElement::new(points, style)).map_err(undrawable)
    }

    /// A rectangle between opposite corners.
    pub fn fill(&self, a: (f64, f64), b: (f64, f64), colour: RGBColor) -> Result<(), Failure> {
        let corners = [(fine(a.0), fine(a.1)), (fine(b.0), fine(b.1))];
        self.area.draw(&Rectangle::new(corners, colour.filled())).map_err(undrawable)
    }

    /// A dot.
    pub fn dot(&self, at: (f64, f64), radius: f64, colour: RGBColor) -> Result<(), Failure> {
        self.area
            .draw(&Circle::new((fine(at.0), fine(at.1)), fine(radius), colour.filled()))
            .map_err(undrawable)
    }

    /// Words.
    pub fn text(&self, text: &str, at: (f64, f64), font: Font, anchor: Anchor) -> Result<(), Failure> {
        let style = if font.bold { FontStyle::Bold } else { FontStyle::Normal };
        let face = FontDesc::new(FontFamily::SansSerif, font.size * FINE, style);
        let across = match anchor {
            Anchor::Left => HPos::Left,
            Anchor::Right => HPos::Right,
            Anchor::Middle => HPos::Center,
        };
        let style = TextStyle::from(face).color(&font.colour).pos(Pos::new(across, VPos::Center));
        self.area.draw(&Text::new(text.to_owned(), (fine(at.0), fine(at.1)), style)).map_err(undrawable)
    }
}
