//! Spectral radii and limits of stability: Tables 3 and 5, and the sets of degree 4 and 5.
//!
//! Invariant: limits and radii come from the stepper applied to the test equation.

use super::{Item, Sheet, failed, picture};
use crate::cells::{divergences, limits_in_text};
use crate::tables::{spectral_radii, stability_limits, time_to_divergence};
use linkwork::stability::{FixedStep, spectral_radius, stability_limit};
use linkwork::{FifthDegree, FourthDegree, ThirdDegree};
use linkwork_figures::failure::Failure;
use linkwork_figures::picture::chart::{Axis, Chart, Mark, Row, Series};
use linkwork_figures::picture::scale::Scale;
use std::fmt::Write;

const SAMPLES: usize = 440;
const HEIGHT: f64 = 320.0;
/// A run is stopped after this multiple of the published time.
const PATIENCE: f64 = 2.0;

/// A weight set with its name in the picture, and its published limit.
struct Set {
    name: String,
    method: Box<dyn FixedStep>,
    published: Option<f64>,
}

fn radius(method: &dyn FixedStep, omega_h: f64) -> Result<f64, Failure> {
    spectral_radius(method, omega_h, 0.0).map_err(|e| failed(format!("{e:?}")))
}

/// Curves of ρ over Ω up to `until`, with the published limits as crosses.
fn sheet(
    item: &Item,
    sets: &[Set],
    extent: (f64, f64, f64),
    text: String,
    note: &str,
) -> Result<Sheet, Failure> {
    let mut csv = String::from(COLUMNS);
    let chart = curves(sets, extent, &mut csv)?;
    let svg = picture(item, &[Row { charts: vec![chart], height: HEIGHT }], &[note.to_owned()])?;
    Ok(Sheet { text, csv, svg })
}

/// The columns of the data.
const COLUMNS: &str = "set,omega h,spectral radius\n";

/// One chart of them.
fn curves(sets: &[Set], (until, low, high): (f64, f64, f64), csv: &mut String) -> Result<Chart, Failure> {
    let omega = |i: usize| until * i as f64 / SAMPLES as f64;
    let mut series = Vec::new();
    for (colour, set) in sets.iter().enumerate() {
        let mut points = Vec::new();
        for i in 1..=SAMPLES {
            let rho = radius(&*set.method, omega(i))?;
            // Writing to a string cannot fail.
            let _ = writeln!(csv, "\"{}\",{},{rho:e}", set.name, omega(i));
            points.push((omega(i), rho));
        }
        series.push(Series { name: set.name.clone(), colour, mark: Mark::Line, points });
    }
    for (colour, set) in sets.iter().enumerate() {
        if let Some(limit) = set.published {
            series.push(Series {
                name: format!("published limit {limit}"),
                colour,
                mark: Mark::Crosses,
                points: vec![(limit, 1.0)],
            });
        }
    }
    Ok(Chart {
        x: Axis { name: "Ω = ωh".into(), unit: "", scale: Scale::tight([0.0, until].into_iter(), 11) },
        y: Axis {
            name: "spectral radius ρ".into(),
            unit: "",
            scale: Scale::tight([low, high].into_iter(), 8),
        },
        series,
        areas: Vec::new(),
    })
}

/// The sets of Figures 4, 7 and 9: degree 3, 4 and 5, and all of them in one chart.
pub fn in_one_picture(item: &Item, _: f64) -> Result<Sheet, Failure> {
    let third = |name: &str, method: ThirdDegree| Set {
        name: name.into(),
        method: Box::new(method),
        published: None,
    };
    let fifth = |name: &str, method: FifthDegree| Set {
        name: name.into(),
        method: Box::new(method),
        published: None,
    };
    let degrees = || {
        [
            (
                "Figure 4, degree 3",
                vec![
                    third("3: α = 1", ThirdDegree::central_differences()),
                    third("3: α = 4/3", ThirdDegree::four_thirds()),
                    third("3: α = 2", ThirdDegree::two()),
                ],
            ),
            (
                "Figure 7, degree 4",
                vec![
                    fourth("4: α = 1/4", FourthDegree::paper_quarter(), None),
                    fourth("4: α = 3/4", FourthDegree::paper_three_quarters(), None),
                    fourth("4: α = 5/4", FourthDegree::paper_five_quarters(), None),
                ],
            ),
            (
                "Figure 9, degree 5",
                vec![
                    fifth("5: (4/5, 1, 1, 1)", FifthDegree::paper()),
                    fifth("5: (1, 1, 1, 1)", FifthDegree::all_ones()),
                ],
            ),
        ]
    };
    let mut text = String::from(
        "spectral radii of the published sets of degree 3, 4 and 5 (the pictures of Figures 4, 7 and 9)\n",
    );
    let mut csv = String::from(COLUMNS);
    let mut rows = Vec::new();
    let mut all = Vec::new();
    for (title, sets) in degrees() {
        let _ = writeln!(
            text,
            "\n{title}\n  set                   limit of Ω     ρ at 0.1          at 0.5          at 1            at 1.5"
        );
        for set in &sets {
            let limit = stability_limit(&*set.method, 0.0).map_err(|e| failed(format!("{e:?}")))?;
            let _ = write!(text, "  {:<20}  {limit:<10.7}", set.name);
            for omega_h in [0.1, 0.5, 1.0, 1.5] {
                let _ = write!(text, "  {:>14.10}", radius(&*set.method, omega_h)?);
            }
            text.push('\n');
        }
        rows.push(Row { charts: vec![curves(&sets, (2.2, 0.8, 1.6), &mut csv)?], height: HEIGHT });
        all.extend(sets);
    }
    // The same data again.
    let mut again = String::new();
    rows.push(Row { charts: vec![curves(&all, (2.2, 0.8, 1.6), &mut again)?], height: HEIGHT });
    text.push_str("\nA limit of 0 means that the set is unstable at every step size.\n");
    let note =
        "Undamped test equation. Degree 3, 4 and 5 from above, and all of them in one chart at the end."
            .to_owned();
    let svg = picture(item, &rows, &[note])?;
    Ok(Sheet { text, csv, svg })
}

/// Table 3.
pub fn third_degree(item: &Item, _: f64) -> Result<Sheet, Failure> {
    let mut text = String::from("limits of Ω = ωh\n\n      α   published            here\n");
    let mut sets = Vec::new();
    let methods = [ThirdDegree::central_differences(), ThirdDegree::four_thirds(), ThirdDegree::two()];
    for ((alpha, cell, limit), method) in stability_limits().map_err(failed)?.into_iter().zip(methods) {
        let words = if cell.check(limit).is_ok() { "agrees with the closed form" } else { "differs" };
        let _ = writeln!(text, "  {alpha:>5}  {:>10}  {limit:>14.10}  {words}", cell.published);
        sets.push(Set {
            name: format!("α = {alpha}"),
            method: Box::new(method),
            published: Some(cell.published),
        });
    }
    text.push_str("\nThe published digits are truncated: √(12/5) = 1.54919…, √(4/3) = 1.15470….\n");
    sheet(item, &sets, (2.3, 0.0, 2.0), text, "Undamped test equation. Crosses are the published limits.")
}

/// Table 5.
pub fn five_quarters(item: &Item, smallest: f64) -> Result<Sheet, Failure> {
    let mut text =
        String::from("spectral radius, α = 5/4\n\n      Ω          published               here\n");
    let mut csv = String::from("omega h,published radius,radius,published time [s],time [s]\n");
    let mut here = Vec::new();
    let mut published = Vec::new();
    let cells = spectral_radii().map_err(failed)?;
    let mut times = String::from(
        "\ntime at which a forced motion diverges (force of 10 rad/s, error above 0.2 m), in s\n\n    h s   published  independent program        here\n",
    );
    for ((cell, radius), row) in cells.iter().zip(divergences().map_err(failed)?) {
        let words = if cell.check(*radius).is_ok() { "agrees" } else { "differs" };
        let _ = writeln!(text, "  {:>5}  {:>17}  {radius:>17.15}  {words}", cell.argument, cell.published);
        here.push((cell.argument, radius - 1.0));
        published.push((cell.argument, cell.published - 1.0));
        let time = if row.step >= smallest {
            time_to_divergence(row.step, PATIENCE * row.published).map_err(failed)?
        } else {
            f64::NAN
        };
        let shown = if time.is_finite() { format!("{time:.2}") } else { "not run".into() };
        let _ =
            writeln!(times, "  {:>5}  {:>10}  {:>19}  {shown:>10}", row.step, row.published, row.reproduced);
        let cell_text = if time.is_finite() { time.to_string() } else { String::new() };
        let _ =
            writeln!(csv, "{},{},{radius:e},{},{cell_text}", cell.argument, cell.published, row.published);
    }
    text.push_str(&times);
    text.push_str(
        "\nThe published times are orders of magnitude: the duration of the growth ρⁿ depends on the initial amplitude of the growing\n\
         mode, here that of a start with zero higher derivatives.\n",
    );
    let method = FourthDegree::paper_five_quarters();
    let sweep = (0..=80).map(|i| 10.0_f64.powf(-3.2 + 2.4 * f64::from(i) / 80.0));
    let curve: Result<Vec<(f64, f64)>, Failure> = sweep.map(|o| Ok((o, radius(&method, o)? - 1.0))).collect();
    let series = vec![
        Series { name: "here".into(), colour: 0, mark: Mark::Line, points: curve? },
        Series { name: "published".into(), colour: 1, mark: Mark::Crosses, points: published },
    ];
    let scale = |low: f64, high: f64, most| {
        Scale::logarithmic([low, high].into_iter(), most)
            .ok_or_else(|| Failure::run("there is nothing to draw"))
    };
    let chart = Chart {
        x: Axis { name: "Ω = ωh".into(), unit: "", scale: scale(1e-4, 1.0, 6)? },
        y: Axis { name: "growth ρ − 1 in a step".into(), unit: "", scale: scale(1e-8, 1.0, 9)? },
        series,
        areas: Vec::new(),
    };
    let note = "The set is unstable at every step size: ρ = 1 + Ω²/3 + Ω⁴/18 + ….".to_owned();
    let svg = picture(item, &[Row { charts: vec![chart], height: HEIGHT }], &[note])?;
    Ok(Sheet { text, csv, svg })
}

/// Limits of sets: the published text, the correct value, and the limit from the stepper.
fn limits(sets: &[Set], key: &str) -> Result<String, Failure> {
    let mut text = String::from("limits of Ω = ωh from the stepper\n\n");
    for set in sets {
        let limit = stability_limit(&*set.method, 0.0).map_err(|e| failed(format!("{e:?}")))?;
        let limit =
            if limit == 0.0 { "0: unstable at every step size".into() } else { format!("{limit:.10}") };
        let published = set.published.map_or(String::new(), |x| format!("published {x}"));
        let _ = writeln!(text, "  {:<28}  {limit:<32}  {published}", set.name);
    }
    text.push_str("\nin the text, and what an independent program found\n\n");
    for (set, published, right) in limits_in_text().map_err(failed)? {
        if set.starts_with(key) {
            let _ = writeln!(text, "  {set}: published {published}; found {right}");
        }
    }
    Ok(text)
}

fn fourth(name: &str, method: FourthDegree, published: Option<f64>) -> Set {
    Set { name: name.into(), method: Box::new(method), published }
}

/// The published limit of a set in the text, if it is a number.
fn in_text(key: &str) -> Result<Option<f64>, Failure> {
    let all = limits_in_text().map_err(failed)?;
    Ok(all.iter().find(|(set, ..)| set == key).and_then(|(_, published, _)| published.parse().ok()))
}

/// The published sets of degree 4.
pub fn fourth_degree(item: &Item, _: f64) -> Result<Sheet, Failure> {
    let (alpha, beta, gamma) = (1.25, 1.0 / 3.0, 0.5);
    let moved = FourthDegree::with_weights([alpha, beta, gamma + 5e-4]);
    let both = FourthDegree::with_weights([alpha, beta + 0.01, gamma + 5e-4]);
    let sets = [
        fourth("(1/4, 1/3, 1/2)", FourthDegree::paper_quarter(), in_text("G4(1/4,1/3,1/2)")?),
        fourth("(3/4, 1/3, 1/2)", FourthDegree::paper_three_quarters(), in_text("G4(3/4,1/3,1/2)")?),
        fourth("(5/4, 1/3, 1/2)", FourthDegree::paper_five_quarters(), None),
        fourth("(5/4, 1/3, 0.5005)", moved, None),
        fourth("(5/4, 0.3433, 0.5005)", both, in_text("G4(5/4,1/3+0.01,1/2+0.0005)")?),
        fourth("(3/2, 5/6, 1), Gear", FourthDegree::gear4(), None),
    ];
    let text = limits(&sets, "G4")?
        + "\nγ = 1/2 has a parasitic root on the unit circle, which leaves it for every Ω with α = 5/4. The set (3/2, 5/6, 1)\nkeeps the order and is stable. α = 3/4 keeps a root at −1 up to √3, where rounding of a double root ends the search\na little early.\n";
    sheet(item, &sets, (2.0, 0.8, 1.6), text, "Undamped test equation. Crosses are the published limits.")
}

/// The published sets of degree 5.
pub fn fifth_degree(item: &Item, _: f64) -> Result<Sheet, Failure> {
    let set = |name: &str, method: FifthDegree, published| Set {
        name: name.into(),
        method: Box::new(method),
        published,
    };
    let sets = [
        set("(4/5, 1, 1, 1), published", FifthDegree::paper(), in_text("G5(4/5,1,1,1)")?),
        set("(1, 1, 1, 1), published", FifthDegree::all_ones(), None),
        set("(1.62, …), published", FifthDegree::paper_top(), None),
        set("E, the default here", FifthDegree::e(), None),
        set("A", FifthDegree::a(), None),
        set("F", FifthDegree::f(), None),
    ];
    let text = limits(&sets, "G5")?
        + "\n(4/5, 1, 1, 1) and (1, 1, 1, 1) are unstable at every step size: a root leaves the unit circle like −(1 + 4Ω²/15)\nand −(1 + Ω²/3). The principal root of (1.62, …) grows from its limit on. Runs of ten seconds do not show either.\n";
    sheet(item, &sets, (2.0, 0.8, 1.6), text, "Undamped test equation. The cross is the published limit.")
}
