//! `linkwork modes`: frequencies, damping and shapes.

use super::table::{heading, number, table};
use super::{Arguments, caution, position};
use crate::failure::Failure;
use linkwork::analysis::{Complex, Mode};
use linkwork::prelude::*;
use linkwork_methods::analyses;

/// Parts of a shape below this are rounding.
const NOTHING: f64 = 1e-9;

/// The report.
pub fn modes(arguments: &Arguments) -> Result<String, Failure> {
    let (tape, state, about) = arguments.state()?;
    let motion = analyses::steady_motion(&tape, &state)?;
    let found =
        analyses::linearize(&tape, &state)?.turning_with(&motion).modes().map_err(linkwork::Error::from)?;
    let mut text = format!("{}: modes about {about}\n\n", tape.names().mechanism);
    text.push_str(&position(&tape, &state));
    text.push_str(caution(&motion));
    if found.modes.is_empty() {
        text.push_str(
            "\nthere are no modes: the mechanism has neither a degree of freedom nor a first-order state\n",
        );
        return Ok(text);
    }
    text.push('\n');
    let headings = ["frequency [Hz]", "damping ratio", "eigenvalue [1/s]"].map(String::from);
    let row = |(k, mode): (usize, &Mode)| {
        let entries = vec![number(mode.frequency()), number(rounded(mode.damping_ratio())), eigenvalue(mode)];
        (format!("{}", k + 1), entries)
    };
    let rows: Vec<(String, Vec<String>)> = found.modes.iter().enumerate().map(row).collect();
    text.push_str(&table(&headings, &rows));

    text.push_str("\nshapes (magnitude, and phase where it is neither 0° nor 180°)\n");
    let headings: Vec<String> = (1..=found.modes.len()).map(|k| k.to_string()).collect();
    let displaced = found
        .displacements
        .iter()
        .enumerate()
        .map(|(i, named)| (heading(named), found.modes.iter().map(|mode| part(mode.shape[i])).collect()));
    let states =
        found.states.iter().enumerate().map(|(i, named)| {
            (heading(named), found.modes.iter().map(|mode| part(mode.states[i])).collect())
        });
    let rows: Vec<(String, Vec<String>)> = displaced.chain(states).collect();
    text.push_str(&table(&headings, &rows));
    Ok(text)
}

/// 0 for rounding errors.
fn rounded(x: f64) -> f64 {
    if x.abs() < NOTHING { 0.0 } else { x }
}

fn eigenvalue(mode: &Mode) -> String {
    let Complex { re, im } = mode.eigenvalue;
    let re = if re.abs() < NOTHING * im.abs() { 0.0 } else { re };
    let re = number(re);
    if mode.oscillates() { format!("{} ± {}i", re.trim(), number(im).trim()) } else { re }
}

fn part(z: Complex<f64>) -> String {
    let size = z.norm();
    if size < NOTHING {
        return "0".into();
    }
    if z.im.abs() < NOTHING * size.max(1.0) {
        return format!("{:.8}", z.re);
    }
    format!("{size:.8} ∠ {:.3}°", z.arg().to_degrees())
}
