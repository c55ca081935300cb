//! Motions over time: on both sides of a stability limit, and until they diverge.
//!
//! Invariant: a motion is shown by the largest modulus in each of as many intervals as the picture can
//! resolve; exact solutions are closed forms.

use super::{Item, Sheet, failed, picture};
use crate::run::{initial, walk};
use linkwork::stability::stability_limit;
use linkwork::stepper::{Sample, Start, Stepper};
use linkwork::{Energetic, Evaluate, FifthDegree, FourthDegree, Mechanism, Starting, ThirdDegree};
use linkwork_figures::failure::Failure;
use linkwork_figures::picture::chart::{Axis, Chart, Mark, Row, Series};
use linkwork_figures::picture::scale::Scale;
use linkwork_models::{ForcedOscillator, ForcedOscillatorModel, Pendulum, PendulumModel};
use std::fmt::Write;

const HEIGHT: f64 = 190.0;
/// Intervals in which the largest value is kept.
const BINS: u64 = 300;
/// A run that reaches this value, in m or J, is stopped.
const DIVERGED: f64 = 1e6;

/// The largest |error| of x''= −x + sin(ω_b t) in each interval, as (time, error).
fn oscillator<S: Stepper<ForcedOscillatorModel>>(
    method: &S,
    forcing: f64,
    h: f64,
    until: f64,
) -> Result<Vec<(f64, f64)>, Failure> {
    let m = ForcedOscillator { forcing, ..Default::default() }.build()?;
    let exact = |t: f64| (forcing * t).sin() / (1.0 - forcing * forcing);
    envelope(&m, method, &initial(&m), (h, until), &|t, sample| sample.q[0] - exact(t))
}

/// A motion as (time, largest |value|) of each interval.
pub struct Followed {
    pub points: Vec<(f64, f64)>,
    /// The step that failed, in words, if one did before the motion diverged.
    pub failure: Option<String>,
}

/// The largest |value| of each interval, up to divergence or the end of the run.
fn envelope<M, S>(
    m: &M,
    method: &S,
    from: &Start<M>,
    span: (f64, f64),
    value: &dyn Fn(f64, &Sample<'_, M>) -> f64,
) -> Result<Vec<(f64, f64)>, Failure>
where
    M: Mechanism<Scalar = f64>,
    S: Stepper<M>,
{
    let Followed { points, failure } = followed(m, method, from, span, value);
    failure.map_or(Ok(points), |message| Err(failed(message)))
}

/// The largest |value| of each interval, with steps of h until the end, until divergence, or until a step fails.
pub fn followed<M, S>(
    m: &M,
    method: &S,
    from: &Start<M>,
    (h, until): (f64, f64),
    value: &dyn Fn(f64, &Sample<'_, M>) -> f64,
) -> Followed
where
    M: Mechanism<Scalar = f64>,
    S: Stepper<M>,
{
    let steps = (until / h).round() as u64;
    let width = steps.div_ceil(BINS).max(1);
    let mut points: Vec<(f64, f64)> = Vec::new();
    let mut diverged = false;
    let walked = walk(m, method, from, h, steps, |n, sample| {
        let t = n as f64 * h;
        let size = value(t, sample).abs();
        diverged |= size.is_nan() || size > DIVERGED;
        if diverged || n == 0 {
            return;
        }
        if (n - 1).is_multiple_of(width) {
            points.push((t, size));
        } else if let Some(last) = points.last_mut() {
            last.1 = linkwork::Real::max(last.1, size);
        }
    });
    // A motion that diverges may end with a failed step: this is shown.
    Followed { points, failure: walked.err().filter(|_| !diverged) }
}

/// One curve in a separate chart: (title, unit, points).
type Panel = (String, &'static str, Vec<(f64, f64)>);

/// Curves over time on logarithmic axes, one below the other.
fn sheet(item: &Item, panels: &[Panel], text: String, notes: &[String]) -> Result<Sheet, Failure> {
    beside(item, panels, 1, text, notes)
}

/// The same, with a given number per row.
fn beside(
    item: &Item,
    panels: &[Panel],
    columns: usize,
    text: String,
    notes: &[String],
) -> Result<Sheet, Failure> {
    let mut csv = String::from("motion,time [s],largest error\n");
    let mut charts = Vec::new();
    for (colour, (title, unit, points)) in panels.iter().enumerate() {
        for (t, error) in points {
            // Writing to a string cannot fail.
            let _ = writeln!(csv, "\"{title}\",{t},{error:e}");
        }
        let scale = Scale::logarithmic(points.iter().map(|&(_, error)| error), 6);
        let end = points.last().map_or(1.0, |&(t, _)| t);
        charts.push(Chart {
            x: Axis {
                name: "time".into(),
                unit: "s",
                scale: Scale::tight([0.0, end].into_iter(), if columns == 1 { 11 } else { 4 }),
            },
            y: Axis {
                name: title.clone(),
                unit,
                scale: scale.ok_or_else(|| Failure::run("there is nothing to draw"))?,
            },
            series: vec![Series { name: String::new(), colour, mark: Mark::Line, points: points.clone() }],
            areas: Vec::new(),
        });
    }
    let rows: Vec<Row> =
        charts.chunks(columns).map(|charts| Row { charts: charts.to_vec(), height: HEIGHT }).collect();
    let svg = picture(item, &rows, notes)?;
    Ok(Sheet { text, csv, svg })
}

/// The error at the end, or the time of divergence.
fn end(points: &[(f64, f64)], until: f64) -> String {
    match points.last() {
        Some(&(t, _)) if t < 0.98 * until => format!("above {DIVERGED:.0e} soon after {t:.0} s"),
        Some(&(_, error)) => format!("{error:.3e} at the end"),
        None => "diverged at once".into(),
    }
}

/// Section 4.3: ω = 1, ω_b = 0.01 rad/s.
pub fn near_the_limits(item: &Item, _: f64) -> Result<Sheet, Failure> {
    const UNTIL: f64 = 1e3;
    /// Step sizes within this relative distance of the limit count as the limit: a double root is accurate to √ε.
    const AT: f64 = 1e-6;
    let methods = [
        ("1", ThirdDegree::central_differences()),
        ("4/3", ThirdDegree::four_thirds()),
        ("2", ThirdDegree::two()),
    ];
    let mut text = String::from(
        "x'' = −x + sin(0.01 t), error of the position in m, 1000 s: every α with every step\n\n",
    );
    let mut panels: Vec<Panel> = Vec::new();
    for h in [2.1, 2.0, 1.54, 1.15] {
        for (alpha, method) in methods {
            let limit = stability_limit(&method, 0.0).map_err(|e| failed(format!("{e:?}")))?;
            let side = match h / limit - 1.0 {
                x if x.abs() < AT => "at the limit",
                x if x > 0.0 => "beyond the limit",
                _ => "below the limit",
            };
            let points = oscillator(&method.starting(Starting::ZeroHigher), 0.01, h, UNTIL)?;
            let _ =
                writeln!(text, "  α = {alpha:<4} h = {h:<5} {side:<17} {limit:.4}   {}", end(&points, UNTIL));
            panels.push((format!("α = {alpha}, h = {h} s"), "m", points));
        }
    }
    text.push_str(
        "\nRuns beyond the limit diverge, runs below it do not. At the limit itself (α = 1, h = 2) two roots meet\n\
         at −1, and the error grows linearly (6.7e-4 m after 1000 s).\n",
    );
    let notes =
        ["The largest error in each of 300 intervals; steps of 2.1 s above, of 1.15 s below.".to_owned()];
    beside(item, &panels, methods.len(), text, &notes)
}

/// Section 5.2: ω = 1, ω_b = 10 rad/s, α = 5/4.
pub fn diverging(item: &Item, _: f64) -> Result<Sheet, Failure> {
    let published = FourthDegree::paper_five_quarters().starting(Starting::ZeroHigher);
    let gear = FourthDegree::gear4().starting(Starting::ZeroHigher);
    let mut text = String::from("x'' = −x + sin(10 t), error of the position in m\n\n");
    let mut panels: Vec<Panel> = Vec::new();
    for (name, method, h, until) in [
        ("(5/4, 1/3, 1/2)", published, 0.1, 500.0),
        ("(5/4, 1/3, 1/2)", published, 0.01, 6000.0),
        ("(3/2, 5/6, 1)", gear, 0.1, 500.0),
    ] {
        let points = oscillator(&method, 10.0, h, until)?;
        let _ = writeln!(text, "  {name:<16} h = {h:<5} {until:>5} s  {}", end(&points, until));
        panels.push((format!("error, {name}, h = {h} s"), "m", points));
    }
    text.push_str(
        "\nThe published set grows by 1 + Ω²/3 in every step; Gear's set of the same degree is stable, and its error is bounded.\n",
    );
    let notes = ["The largest error in each of 300 intervals.".to_owned()];
    sheet(item, &panels, text, &notes)
}

/// The pendulum with the published fifth-degree set, and with the default.
pub fn long_pendulum(item: &Item, _: f64) -> Result<Sheet, Failure> {
    const UNTIL: f64 = 4000.0;
    let m = Pendulum::default().build()?;
    let from = initial(&m);
    let mut at = m.position_cache();
    m.place(&m.now(from.t), &from.q, &mut at);
    let total = |(kinetic, potential): (f64, f64)| kinetic + potential;
    let first = total(m.energy(&at, &from.v, &from.y));
    let mut text = String::from("pendulum, energy error in J, 4000 s\n\n");
    let mut panels: Vec<Panel> = Vec::new();
    for (name, method) in
        [("(4/5, 1, 1, 1)", FifthDegree::paper()), ("E, the default here", FifthDegree::e())]
    {
        for h in [0.02, 0.01] {
            let energy = |_: f64, sample: &Sample<'_, PendulumModel>| {
                total(m.energy(sample.at, sample.v, sample.y)) - first
            };
            let points = envelope(&m, &method.starting(Starting::ZeroHigher), &from, (h, UNTIL), &energy)?;
            let _ = writeln!(text, "  {name:<20} h = {h:<5}  {}", end(&points, UNTIL));
            panels.push((format!("energy error, {name}, h = {h} s"), "J", points));
        }
    }
    text.push_str("\nThe ten seconds of Table 6 are too short to show that the published set is unstable.\n");
    let notes = ["The largest error in each of 300 intervals.".to_owned()];
    sheet(item, &panels, text, &notes)
}
