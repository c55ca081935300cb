//! The picture of an analysed method: radius, damping and period error over Ω; domain of stability and order
//! star in the plane of λh.
//!
//! Invariant: both axes of the plane have one scale, so that a circle is a circle.

use super::{SAMPLES, limited, sizes};
use crate::failure::Failure;
use crate::picture::chart::{Area, Axis, Chart, Mark, Row, Series, charts, plot_width};
use crate::picture::scale::Scale;
use linkwork_figures::plane::in_the_plane;
use linkwork_figures::stability::{Row as Sample, StabilityAnalysis};

/// Radii and errors are shown up to these.
const RADIUS: f64 = 2.0;
const DAMPING: f64 = 0.5;
const PERIOD: f64 = 0.5;
/// Heights of the charts over Ω, in pixels.
const TALL: f64 = 220.0;
const FLAT: f64 = 200.0;
/// Columns and rows of the samples in the plane.
const COLUMNS: usize = 150;
const MESH: usize = 180;
/// Half the height of the plane that is shown, in multiples of the largest limit; its width relative to
/// its height, and the part of it to the left.
const BEYOND: f64 = 1.25;
const ASPECT: f64 = 0.8;
const TO_THE_LEFT: f64 = 0.65;
/// Half the height without a limit, and its largest value.
const PLANE: f64 = 6.0;

/// The picture as SVG.
pub fn draw(
    analysis: &StabilityAnalysis<'_>,
    name: &str,
    summary: &str,
    until: f64,
) -> Result<String, Failure> {
    let mut radius = Vec::new();
    let mut damping = Vec::new();
    let mut period = Vec::new();
    for (colour, (zeta, _)) in analysis.limits.iter().enumerate() {
        let rows: Vec<(f64, Sample)> =
            sizes(until, SAMPLES).map(|omega_h| (omega_h, analysis.at(omega_h, *zeta))).collect();
        let series = |value: fn(&Sample) -> f64| Series {
            name: format!("ζ = {zeta}"),
            colour,
            mark: Mark::Line,
            points: rows.iter().map(|(omega_h, row)| (*omega_h, value(row))).collect(),
        };
        radius.push(series(|row| row.radius));
        if *zeta <= 1.0 {
            let exact = sizes(until, SAMPLES).map(|omega_h| (omega_h, (-zeta * omega_h).exp())).collect();
            let name = format!("exact, ζ = {zeta}");
            radius.push(Series { name, colour, mark: Mark::Dashes, points: exact });
        }
        damping.push(series(|row| row.damping));
        period.push(series(|row| row.period_error));
    }
    let chart = |name: &str, series: Vec<Series>, (low, high): (f64, f64), most: usize| Chart {
        x: Axis { name: "Ω = ωh".into(), unit: "", scale: Scale::tight([0.0, until].into_iter(), most) },
        y: Axis {
            name: name.into(),
            unit: "",
            scale: Scale::linear(within(&series, low, high).into_iter(), 6),
        },
        series,
        areas: Vec::new(),
    };
    let mut rows = vec![
        Row { charts: vec![chart("spectral radius ρ", radius, (0.0, RADIUS), 11)], height: TALL },
        Row {
            charts: vec![
                chart("damping ζ̄ − ζ", damping, (-DAMPING, DAMPING), 6),
                chart("period error T̄/T − 1", period, (-PERIOD, PERIOD), 6),
            ],
            height: FLAT,
        },
    ];
    let extent = plane(analysis);
    let shade = |title: &str, f: &dyn Fn(f64, f64) -> f64| in_the_plane(title, extent, (COLUMNS, MESH), f);
    let mut plane = vec![shade("domain of stability, ρ < 1", &|x, y| analysis.growth(x, y))];
    let mut notes = vec![
        "λh and its conjugate are the eigenvalues of the test equation: Ω = |λh|, ζ = −cos arg λh."
            .to_owned(),
    ];
    if analysis.one_step {
        plane.push(shade("order star, |R(λh)| < |exp(λh)|", &|x, y| analysis.star(x, y)));
    } else {
        let all = chart("modulus of each root, ζ = 0", moduli(analysis, until), (0.0, RADIUS), 6);
        plane.push(Chart { y: Axis { scale: Scale::tight([0.0, 1.5].into_iter(), 9), ..all.y }, ..all });
        notes.push("A method with several roots has no order star: its roots are shown instead.".into());
    }
    rows.push(Row { charts: plane, height: plot_width(2) / ASPECT });
    let limits = analysis.limits.iter().map(|(zeta, limit)| format!("ζ = {zeta}: {}", limited(*limit)));
    let limits: Vec<String> = limits.collect();
    notes.push(format!("Limits of Ω: {}. Class: {}.", limits.join("; "), analysis.class));
    charts(name, summary, &rows, &notes)
}

/// The largest, the second, … modulus of a root over Ω.
fn moduli(analysis: &StabilityAnalysis<'_>, until: f64) -> Vec<Series> {
    let samples: Vec<(f64, Vec<f64>)> =
        sizes(until, SAMPLES).map(|omega_h| (omega_h, analysis.moduli(omega_h))).collect();
    let count = samples.iter().map(|(_, moduli)| moduli.len()).max().unwrap_or(0);
    let series = |k: usize| Series {
        name: String::new(),
        colour: k,
        mark: Mark::Line,
        points: samples.iter().filter_map(|(omega_h, all)| Some((*omega_h, *all.get(k)?))).collect(),
    };
    // The largest is drawn last: it decides.
    (0..count).rev().map(series).collect()
}

/// The numbers of the curves between two bounds, which belong to every scale if anything lies beyond.
fn within(series: &[Series], low: f64, high: f64) -> Vec<f64> {
    let values = series.iter().flat_map(|series| &series.points).map(|&(_, y)| y);
    values.filter(|y| y.is_finite()).map(|y| y.clamp(low, high)).chain([0.0]).collect()
}

/// The part of the plane that holds the domain.
fn plane(analysis: &StabilityAnalysis<'_>) -> Area {
    let largest = (0..=9).map(|i| analysis.along(90.0 + 10.0 * f64::from(i))).filter(|l| l.is_finite());
    let largest = largest.fold(0.0, f64::max);
    let half = if largest > 0.0 { (BEYOND * largest).min(PLANE) } else { PLANE };
    let wide = 2.0 * half * ASPECT;
    (-TO_THE_LEFT * wide, (1.0 - TO_THE_LEFT) * wide, -half, half)
}
