//! The rigid pendulum of Tables 9 to 11 over time: energy error, constraint drift, and the weight set that diverges.
//!
//! Invariant: methods and starts are those of the tables; the default method is added.

use super::motions::{Followed, followed};
use super::{Item, Sheet, failed, picture};
use crate::run::initial;
use crate::tables::energy_tables;
use linkwork::runge_kutta::Kutta3;
use linkwork::stepper::{Sample, Stepper};
use linkwork::{Energetic, Evaluate, FifthDegree, Starting};
use linkwork_figures::failure::Failure;
use linkwork_figures::picture::chart::{Axis, Chart, Mark, Row, Series};
use linkwork_figures::picture::scale::Scale;
use linkwork_models::{RigidPendulum, RigidPendulumModel};
use std::fmt::Write;

const HEIGHT: f64 = 220.0;
/// The step of all runs, in s: the largest of the tables.
const H: f64 = 1e-2;
/// Ten seconds, as in the tables, and a thousand.
const SHORT: f64 = 10.0;
const LONG: f64 = 1e3;
/// The pendulum exchanges 9.81 J of energy: with an error of this size, in J, the run counts as diverged.
const DIVERGED: f64 = 1.0;
/// Smaller values are shown as this one.
const LEAST: f64 = 1e-17;

/// Energy error in J and |x² + y² − L²| in m².
struct Motion {
    /// (time, largest value) in each interval.
    curves: [Vec<(f64, f64)>; 2],
    /// The step that failed, if one did.
    failure: Option<String>,
}

impl Motion {
    fn largest(&self) -> [f64; 2] {
        self.curves
            .each_ref()
            .map(|curve| curve.iter().fold(0.0, |most, &(_, x)| if x <= most { most } else { x }))
    }

    /// Its result in words.
    fn end(&self) -> String {
        let [energy, drift] = self.largest();
        let errors = format!("energy error {energy:.2e} J, drift {drift:.1e} m²");
        let diverged = self.curves[0].iter().find(|(_, error)| *error > DIVERGED);
        match (diverged, &self.failure) {
            (Some((t, _)), _) => format!("diverged soon after {t:.0} s"),
            (None, Some(failure)) => format!("diverged: {failure}; before that {errors}"),
            (None, None) => errors,
        }
    }
}

fn motion<S: Stepper<RigidPendulumModel>>(method: &S, until: f64) -> Result<Motion, Failure> {
    let m = RigidPendulum::default().build()?;
    let from = initial(&m);
    let mut at = m.position_cache();
    m.place(&m.now(from.t), &from.q, &mut at);
    let total = |(kinetic, potential): (f64, f64)| kinetic + potential;
    let first = total(m.energy(&at, &from.v, &from.y));
    let energy = |_: f64, s: &Sample<'_, RigidPendulumModel>| total(m.energy(s.at, s.v, s.y)) - first;
    let drift = |_: f64, s: &Sample<'_, RigidPendulumModel>| s.q[0] * s.q[0] + s.q[1] * s.q[1] - 1.0;
    let run = |value: &dyn Fn(f64, &Sample<'_, RigidPendulumModel>) -> f64| {
        let Followed { points, failure } = followed(&m, method, &from, (H, until), value);
        (points.into_iter().map(|(t, x)| (t, x.max(LEAST))).collect(), failure)
    };
    let ((energy, failure), (drift, _)) = (run(&energy), run(&drift));
    Ok(Motion { curves: [energy, drift], failure })
}

/// Key of its table if it has one, name, and its motion until a time.
type Method = (Option<&'static str>, &'static str, fn(f64) -> Result<Motion, Failure>);

const METHODS: [Method; 4] = [
    (Some("table9"), "Kutta 3, index 1", |until| motion(&Kutta3::index1(), until)),
    (Some("table10"), "Kutta 3, projected positions", |until| {
        motion(&Kutta3::euclidean_position_projection(), until)
    }),
    (Some("table11"), "degree 5, all ones", |until| {
        motion(&FifthDegree::all_ones().starting(Starting::ZeroHigher), until)
    }),
    (None, "degree 5, E, the default here", |until| motion(&FifthDegree::default(), until)),
];

/// Published energy error and drift in ten seconds.
fn published(table: &str) -> Result<[f64; 2], Failure> {
    let experiments = energy_tables().map_err(failed)?;
    let experiment = experiments.iter().find(|experiment| experiment.table == table);
    let cells = experiment.into_iter().flat_map(|experiment| &experiment.cells);
    let cell = cells.into_iter().find(|cell| (cell.argument / H - 1.0).abs() < 1e-9);
    let cell = cell.ok_or_else(|| failed(format!("{table} has no row of {H} s")))?;
    Ok([cell.published, cell.published_drift.unwrap_or(f64::NAN)])
}

/// Energy error and drift of all methods, in charts one below the other.
fn charts(found: &[Motion], until: f64) -> Result<Vec<Row>, Failure> {
    let rows = [("energy error", "J"), ("|x² + y² − L²|", "m^2")].into_iter().enumerate().map(
        |(k, (name, unit))| {
            let series =
                found.iter().zip(METHODS).enumerate().map(|(colour, (motion, (_, name, _)))| Series {
                    name: if k == 0 { name.into() } else { String::new() },
                    colour,
                    mark: Mark::Line,
                    points: motion.curves[k].clone(),
                });
            let series: Vec<Series> = series.collect();
            let scale = Scale::logarithmic(series.iter().flat_map(|s| s.points.iter().map(|p| p.1)), 7);
            Ok(Row {
                charts: vec![Chart {
                    x: Axis {
                        name: "time".into(),
                        unit: "s",
                        scale: Scale::tight([0.0, until].into_iter(), 11),
                    },
                    y: Axis {
                        name: name.into(),
                        unit,
                        scale: scale.ok_or_else(|| Failure::run("there is nothing to draw"))?,
                    },
                    series,
                    areas: Vec::new(),
                }],
                height: HEIGHT,
            })
        },
    );
    rows.collect()
}

/// Ten seconds and a thousand.
pub fn pendulum(item: &Item, _: f64) -> Result<Sheet, Failure> {
    let of = |until: f64| METHODS.iter().map(|(_, _, run)| run(until)).collect::<Result<Vec<_>, Failure>>();
    let (short, long) = (of(SHORT)?, of(LONG)?);
    let mut text = format!(
        "rigid pendulum, h = {H} s\n\n  largest in {SHORT} s                  energy error J            |x² + y² − L²| m²\n  {:<30}   published        here   published        here\n",
        "method"
    );
    let shown = |x: f64| if x.is_finite() { format!("{x:.2e}") } else { String::new() };
    for ((table, name, _), motion) in METHODS.iter().zip(&short) {
        let [energy, drift] = motion.largest();
        let [theirs, theirs_drift] = table.map_or(Ok([f64::NAN; 2]), published)?;
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "  {name:<30}  {:>10}  {:>10}  {:>10}  {:>10}",
            shown(theirs),
            shown(energy),
            shown(theirs_drift),
            shown(drift)
        );
    }
    let _ = writeln!(text, "\n  in {LONG} s");
    for ((_, name, _), motion) in METHODS.iter().zip(&long) {
        let _ = writeln!(text, "  {name:<30}  {}", motion.end());
    }
    text.push_str(
        "\nThe tables omit the last two steps, which are included here. The set of Table 11 is unstable at every step size; ten\n\
         seconds are too short to show it. With Kutta's method the energy drifts: at index 1, where the pendulum leaves its circle,\n\
         and with projected positions, where it stays on the circle.\n",
    );
    let mut csv = String::from("method,until [s],time [s],energy error [J],drift [m^2]\n");
    for (until, found) in [(SHORT, &short), (LONG, &long)] {
        for ((_, name, _), Motion { curves: [energy, drift], .. }) in METHODS.iter().zip(found) {
            for ((t, energy), (_, drift)) in energy.iter().zip(drift) {
                let _ = writeln!(csv, "\"{name}\",{until},{t},{energy:e},{drift:e}");
            }
        }
    }
    let rows: Vec<Row> = charts(&short, SHORT)?.into_iter().chain(charts(&long, LONG)?).collect();
    let notes = [format!(
        "h = {H} s; the largest value in each of 300 intervals. Ten seconds above, a thousand below."
    )];
    let svg = picture(item, &rows, &notes)?;
    Ok(Sheet { text, csv, svg })
}
