//! Errors over the size of the steps: the double pendulum, the slider–crank and the four-link mechanism.
//!
//! Invariant: an error is √(Σ e²/n) over all steps of a run. The paper prints √(Σ e²)/n, which falls by h^1.5 for a method of
//! order 1.

use super::super::{Item, Sheet, failed, picture};
use super::{HEIGHT, logarithmic, output, published, steps, tape};
use linkwork::SeventhDegree;
use linkwork::half_implicit::{HalfImplicitEuler, ImplicitEuler};
use linkwork::symplectic::Rattle;
use linkwork_figures::failure::Failure;
use linkwork_figures::picture::chart::{Chart, Mark, Row, Series};
use linkwork_tape::Tape;
use std::fmt::Write;

/// Length of all runs, in s.
const UNTIL: f64 = 8.0;
/// The step size of the exact run of the double pendulum, in s; all others are multiples of it.
const FINE: f64 = 1e-4;
/// The step of RATTLE where it is exact, in s.
const COARSE: f64 = 1e-2;

/// Steps that are equal up to rounding are not smaller.
const SAME: f64 = 1.0 - 1e-9;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Method {
    Half,
    Full,
    Rattle,
}

impl Method {
    fn name(self) -> &'static str {
        match self {
            Self::Half => "half-implicit Euler",
            Self::Full => "implicit Euler",
            Self::Rattle => "RATTLE, order 2",
        }
    }
}

/// A compared quantity.
struct Panel {
    mechanism: &'static str,
    /// The quantity with its unit.
    quantity: &'static str,
    unit: &'static str,
    /// Whether all of the motion is prescribed.
    driven: bool,
    tape: Tape,
    /// The index of the quantity among the outputs.
    output: usize,
    /// Its exact values at all times.
    exact: Box<dyn Fn(f64) -> f64>,
    /// The errors of an independent program.
    rows: Vec<published::Error>,
}

impl Panel {
    fn error(&self, found: &[f64], h: f64) -> f64 {
        let squares = found.iter().enumerate().skip(1).map(|(i, x)| (x - (self.exact)(i as f64 * h)).powi(2));
        (squares.sum::<f64>() / (found.len() - 1) as f64).sqrt()
    }

    /// The error of a method.
    fn of(&self, method: Method, h: f64) -> Result<f64, Failure> {
        let last = steps(UNTIL, h);
        let found = match method {
            Method::Half => output(&self.tape, &HalfImplicitEuler::default(), h, last, self.output),
            Method::Full => output(&self.tape, &ImplicitEuler::default(), h, last, self.output),
            Method::Rattle => output(&self.tape, &Rattle, h, last, self.output),
        };
        Ok(self.error(&found?, h))
    }

    /// Writes the errors and returns their curves.
    fn chart(&self, smallest: f64, text: &mut String, csv: &mut String) -> Result<Chart, Failure> {
        let Self { mechanism, quantity, unit, .. } = self;
        let mut series = Vec::new();
        for (colour, method) in [Method::Half, Method::Full, Method::Rattle].into_iter().enumerate() {
            let name = method.name();
            if method == Method::Rattle && self.driven {
                // Writing to a string cannot fail.
                let _ = writeln!(
                    text,
                    "\n{name}: {:.1e} at h = {COARSE} s, as its velocities meet the constraints that drive all of the motion",
                    self.of(method, COARSE)?
                );
                continue;
            }
            let _ = writeln!(text, "\n{name}\n     h s   independent program           here");
            let (mut here, mut elsewhere) = (Vec::new(), Vec::new());
            // RATTLE has the steps of half-implicit Euler.
            let rows = self.rows.iter().filter(|row| row.half == (method != Method::Full));
            for published::Error { h, rms, .. } in rows.copied().filter(|row| row.h >= SAME * smallest) {
                let ours = self.of(method, h)?;
                let theirs = (method != Method::Rattle).then_some(rms);
                let shown = theirs.map_or(String::new(), |x| format!("{x:.4e}"));
                let _ = writeln!(text, "  {h:>6}   {shown:>19}   {ours:>12.4e}");
                let shown = theirs.map_or(String::new(), |x| format!("{x:e}"));
                let _ = writeln!(csv, "{mechanism},{quantity} [{unit}],{name},{h:e},{shown},{ours:e}");
                here.push((h, ours));
                elsewhere.extend(theirs.map(|x| (h, x)));
            }
            series.push(Series { name: name.into(), colour, mark: Mark::Dots, points: here });
            if !elsewhere.is_empty() {
                let name = if colour == 0 { "independent".into() } else { String::new() };
                series.push(Series { name, colour, mark: Mark::Crosses, points: elsewhere });
            }
        }
        let points = || series.iter().flat_map(|s| s.points.iter());
        Ok(Chart {
            x: logarithmic("step h", "s", points().map(|p| p.0))?,
            y: logarithmic(&format!("error of {quantity}"), unit, points().map(|p| p.1))?,
            series,
            areas: Vec::new(),
        })
    }
}

/// The runs of the convergence figures of the paper.
fn panels() -> Result<[Panel; 3], Failure> {
    let bars = tape(&published::double_bars().map_err(failed)?, &[], &[])?;
    let truth = output(&bars, &SeventhDegree::a(), FINE, steps(UNTIL, FINE), 1)?;
    Ok([
        Panel {
            mechanism: "double pendulum",
            quantity: "z of the lower bar",
            unit: "m",
            driven: false,
            tape: bars,
            output: 1,
            exact: Box::new(move |t| truth[steps(t, FINE) as usize]),
            rows: published::bar_errors().map_err(failed)?,
        },
        Panel {
            mechanism: "slider–crank",
            quantity: "the slider's velocity",
            unit: "m/s",
            driven: true,
            tape: tape(&published::slider_crank().map_err(failed)?, &[], &[])?,
            output: 0,
            exact: Box::new(|t| published::slider(t).1),
            rows: published::velocity_errors("slider_crank").map_err(failed)?,
        },
        Panel {
            mechanism: "four-link",
            quantity: "the coupler's z velocity",
            unit: "m/s",
            driven: true,
            tape: tape(&published::four_link().map_err(failed)?, &[], &[])?,
            output: 2,
            exact: Box::new(published::coupler_velocity_z),
            rows: published::velocity_errors("four_link").map_err(failed)?,
        },
    ])
}

/// RMS errors over 8 s.
pub fn convergence(item: &Item, smallest: f64) -> Result<Sheet, Failure> {
    let mut text = String::new();
    let mut csv = String::from("mechanism,quantity,method,step [s],independent program,here\n");
    let mut charts = Vec::new();
    for panel in panels()? {
        let Panel { mechanism, quantity, unit, .. } = &panel;
        let _ = writeln!(text, "{mechanism}: RMS error of {quantity} in {UNTIL} s, in {unit}");
        charts.push(panel.chart(smallest, &mut text, &mut csv)?);
        text.push('\n');
    }
    text.push_str(
        "Implicit Euler damps a chaotic motion: with steps above 1e-3 s the double pendulum follows a different\n\
         motion. In driven mechanisms both methods have vₙ = (x(tₙ) − x(tₙ₋₁))/h, whatever the forces: their curves coincide.\n",
    );
    let driven = charts.split_off(1);
    let rows = [Row { charts, height: HEIGHT }, Row { charts: driven, height: HEIGHT }];
    let notes = [
        "RMS errors in 8 s: double pendulum of thick bars above, slider–crank and four-link mechanism below."
            .to_owned(),
    ];
    let svg = picture(item, &rows, &notes)?;
    Ok(Sheet { text, csv, svg })
}
