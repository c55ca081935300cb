//! `linkwork stability`: the behaviour of a method on the test equation x'' = −ω² x − 2ζω x' with steps of one size.
//!
//! Invariant: every number comes from the stepper itself, applied to unit states of the test equation.

mod pictures;

use crate::failure::Failure;
use crate::{methods, whole_file};
use linkwork::stability::FixedStep;
use linkwork_figures::stability::StabilityAnalysis;
use std::fmt::Write;
use std::path::PathBuf;
use std::str::FromStr;

/// Ω of the table in the text.
const ROWS: usize = 12;
/// Samples of the table in the file and of the curves.
const SAMPLES: usize = 400;
/// Directions of λh in the text, in degrees.
const DIRECTIONS: [f64; 7] = [90.0, 95.0, 100.0, 120.0, 135.0, 150.0, 180.0];

/// The arguments of the command.
#[derive(clap::Args)]
pub struct Arguments {
    /// The method (see `linkwork list`)
    #[arg(required_unless_present = "weights")]
    method: Option<String>,
    /// Analyse the conditionally explicit method with these weights w0,w1,… instead, numbers or fractions: two for degree 3, up to seven
    /// for degree 8
    #[arg(long, value_name = "W,W…", conflicts_with = "method", allow_hyphen_values = true)]
    weights: Option<String>,
    /// Damping ratios ζ of the test equation, besides 0
    #[arg(long, value_name = "Z,Z…", value_parser = ratio, allow_hyphen_values = true, value_delimiter = ',')]
    damping: Vec<f64>,
    /// The largest Ω = ωh of tables and curves [default: 1.25 times the limit]
    #[arg(long, value_name = "OMEGA", value_parser = positive, allow_hyphen_values = true)]
    until: Option<f64>,
    /// Write radius, damping and period error over Ω to a table; `-` is standard output, and the report then goes to standard error
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Draw them, with the domain of stability and the order star
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
}

fn positive(text: &str) -> Result<f64, String> {
    match f64::from_str(text) {
        Ok(value) if value > 0.0 && value <= 1e4 => Ok(value),
        _ => Err("it must be a positive number, at most 10000".into()),
    }
}

fn ratio(text: &str) -> Result<f64, String> {
    match f64::from_str(text) {
        Ok(value) if (0.0..=1e3).contains(&value) => Ok(value),
        _ => Err("a damping ratio is a number from 0 to 1000".into()),
    }
}

/// Analyses the method, writes the files, and gives the text.
pub fn stability(arguments: &Arguments) -> Result<String, Failure> {
    let (name, summary, method) = chosen(arguments)?;
    whole_file::check_all(&arguments.csv, &arguments.plot, [])?;
    let mut ratios = vec![0.0];
    for &ratio in &arguments.damping {
        if !ratios.contains(&ratio) {
            ratios.push(ratio);
        }
    }
    let analysis = StabilityAnalysis::new(&*method, &ratios).map_err(|e| cannot(&name, &e))?;
    let until = arguments.until.unwrap_or_else(|| analysis.default_range());
    if let Some(path) = &arguments.csv {
        whole_file::write(path, &csv(&analysis, until))?;
    }
    if let Some(path) = &arguments.plot {
        whole_file::write(path, &pictures::draw(&analysis, &name, &summary, until)?)?;
    }
    Ok(whole_file::report(&arguments.csv, text(&analysis, &name, &summary, until)))
}

/// Name, summary and step of the requested method.
fn chosen(arguments: &Arguments) -> Result<(String, String, Box<dyn FixedStep>), Failure> {
    let Some(name) = &arguments.method else {
        let text = arguments.weights.as_deref().unwrap_or_default();
        let weights = crate::variations::numbers(text).ok_or_else(|| {
            Failure::input(format_args!("`{text}` are not weights: write numbers or fractions, `9/4,2,3/2`"))
        })?;
        let name = weights.iter().map(f64::to_string).collect::<Vec<_>>().join(", ");
        let summary = format!("conditionally explicit, degree {}", weights.len() + 1);
        let step = methods::Weights::of(&weights).map_err(Failure::input)?.fixed_step();
        return Ok((format!("({name})"), summary, step));
    };
    let method = methods::find(name)?;
    match method.fixed_step {
        Some(step) => Ok((name.clone(), method.summary.into(), step())),
        None => {
            let known: Vec<String> = methods::METHODS
                .iter()
                .filter(|method| method.fixed_step.is_some())
                .map(|method| format!("`{}`", method.name))
                .collect();
            Err(Failure::input(format_args!(
                "`{name}` has no steps of fixed size, which the analysis needs\nhelp: use one of {}",
                known.join(", ")
            )))
        }
    }
}

fn cannot(name: &str, failure: &linkwork::stepper::StepFailure) -> Failure {
    Failure::run(format_args!("`{name}` fails on the test equation: {failure:?}"))
}

/// Ω of `count` samples up to `until`.
fn sizes(until: f64, count: usize) -> impl Iterator<Item = f64> {
    (1..=count).map(move |i| until * i as f64 / count as f64)
}

fn text(analysis: &StabilityAnalysis<'_>, name: &str, summary: &str, until: f64) -> String {
    let mut text = format!("{name}: {summary}\n\n");
    // Writing to a string cannot fail.
    let _ = writeln!(text, "  class              {}", analysis.class);
    for (zeta, limit) in &analysis.limits {
        let _ = writeln!(text, "  {:<18} Ω = ωh {}", format!("limit at ζ = {zeta}"), limited(*limit));
    }
    let _ = writeln!(text, "  parasitic roots    {}", analysis.parasitic);
    if let Some(largest) = analysis.constrained {
        let verdict = if largest < 1.0 { "stable" } else { "unstable" };
        let _ =
            writeln!(text, "  σ-roots            {largest:.4} at most, {verdict} on constraints of index 3");
    }
    let _ = writeln!(text, "\nlimits of |λh| along arg λh (λ and its conjugate)");
    for degrees in DIRECTIONS {
        let _ = writeln!(text, "  {degrees:>5}°  {}", limited(analysis.along(degrees)));
    }
    let _ = writeln!(text, "\nsteps of Ω = ωh up to {until:.4}");
    for (zeta, _) in &analysis.limits {
        let _ = writeln!(text, "  ζ = {zeta}\n         Ω     radius ρ      damping ζ̄ − ζ    period error");
        for omega_h in sizes(until, ROWS) {
            let row = analysis.at(omega_h, *zeta);
            let number =
                |x: f64| if x.is_finite() { format!("{x:>14.6e}") } else { format!("{:>14}", "—") };
            let radius = if row.radius < 1e3 {
                format!("{:>12.9}", row.radius)
            } else {
                format!("{:>12.4e}", row.radius)
            };
            let _ = writeln!(
                text,
                "  {omega_h:>8.4}  {radius}  {}  {}",
                number(row.damping),
                number(row.period_error)
            );
        }
    }
    text
}

/// A limit in words.
fn limited(limit: f64) -> String {
    if limit == 0.0 {
        "0 (unstable for every step size)".into()
    } else if limit.is_finite() {
        format!("≤ {limit:.8}")
    } else {
        "no limit up to 20".into()
    }
}

fn csv(analysis: &StabilityAnalysis<'_>, until: f64) -> String {
    let mut text = String::from("damping ratio,omega h,spectral radius,numerical damping,period error\n");
    for (zeta, _) in &analysis.limits {
        for omega_h in sizes(until, SAMPLES) {
            let row = analysis.at(omega_h, *zeta);
            // Cells without a number stay empty.
            let cell = |x: f64| if x.is_finite() { format!("{x:e}") } else { String::new() };
            let _ = writeln!(
                text,
                "{zeta},{omega_h},{},{},{}",
                cell(row.radius),
                cell(row.damping),
                cell(row.period_error)
            );
        }
    }
    text
}
