//! Domains of stability of the implicit pairs: A(α), the imaginary axis, roots at infinity.

use super::plane::{analyse, square_rows};
use super::{Item, Sheet, failed, last, picture, radius};
use crate::godunov::{implicit as pairs, reference};
use crate::methods::number;
use linkwork::stability::FixedStep;
use linkwork_figures::failure::Failure;
use linkwork_figures::plane::in_the_plane;
use std::fmt::Write;

/// Half the width of a chart, and its grid.
const HALF: f64 = 5.0;
const MESH: (usize, usize) = (100, 100);
/// |λh| that represents infinity.
const INFINITY: f64 = 1e6;
/// Sizes |λh| at which A(α) is checked: instability to the left of the imaginary axis occurs closer to zero.
const SIZES: u32 = 80;
/// Iterations of the ternary search for a maximum.
const THIRDS: u32 = 16;
const LARGEST: f64 = 4.0;
/// A radius up to 1 + this counts as 1 with rounding.
const ROUNDING: f64 = 1e-11;

/// The largest radius of a step in a direction of damping, in degrees from the negative real axis.
fn worst(method: &dyn FixedStep, angle: f64) -> Result<f64, Failure> {
    let size = |i: f64| LARGEST * i / f64::from(SIZES);
    let at = |i: f64| radius(method, size(i), 180.0 - angle);
    let (mut worst, mut place) = (0.0, 0.0);
    for i in (1..=SIZES).map(f64::from) {
        let found = at(i)?;
        if found > worst {
            (worst, place) = (found, i);
        }
    }
    // Between its neighbours the radius has one maximum.
    let (mut low, mut high) = ((place - 1.0).max(1.0), place + 1.0);
    for _ in 0..THIRDS {
        let (left, right) = ((2.0 * low + high) / 3.0, (low + 2.0 * high) / 3.0);
        if at(left)? < at(right)? { low = left } else { high = right }
    }
    Ok(worst.max(at(0.5 * (low + high))?))
}

/// α of A(α)-stability, 90 where it is A-stable.
fn angle(method: &dyn FixedStep) -> Result<f64, Failure> {
    let stable = |angle| Ok(worst(method, angle)? <= 1.0 + ROUNDING);
    if stable(90.0)? { Ok(90.0) } else { last((60.0, 90.0), stable) }
}

/// The Ω from which undamped motion decays; 0 if it decays for all Ω.
fn decay_limit(method: &dyn FixedStep) -> Result<f64, Failure> {
    let grows = |omega_h: f64| Ok(radius(method, omega_h, 90.0)? > 1.0 + ROUNDING);
    if grows(1.0)? { last((1.0, LARGEST), grows) } else { Ok(0.0) }
}

/// Domains with the published numbers.
pub fn implicit(item: &Item, _: f64) -> Result<Sheet, Failure> {
    let known = reference().map_err(failed)?;
    let of = |key: &str| number(&known[key]).map_err(failed);
    let fourth = [of("GI4_unstable_on_imag_axis_below")?, of("GI4/BDF3_A(alpha)_deg")?];
    let fifth = [of("GI5_unstable_on_imag_axis_below")?, of("GI5/BDF4_A(alpha)_deg")?];
    // (undamped motion grows below, α, largest root at infinity); the last as printed with three digits.
    let theirs = [
        (0.0, 90.0, 0.0),
        (0.0, 90.0, 1.0 / 3.0),
        (fourth[0], fourth[1], 0.426),
        (fifth[0], fifth[1], 0.561),
    ];
    let mut text = String::from(
        "in the independent program, and here\n\n            undamped motion grows below       A(α) [degrees]        root at infinity\n",
    );
    let mut csv = String::from(
        "pair,undamped motion grows below (independent program),here,alpha [degrees] (independent program),here,root at infinity (independent program),here\n",
    );
    let mut charts = Vec::new();
    for (pair, theirs) in pairs().map_err(failed)?.iter().zip(theirs) {
        let method = &*pair.method;
        let ours = (decay_limit(method)?, angle(method)?, radius(method, INFINITY, 120.0)?);
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "  {}  {:>13.8}  {:>13.8}    {:>9.5}  {:>9.5}    {:>8.3}  {:>8.4}",
            pair.name, theirs.0, ours.0, theirs.1, ours.1, theirs.2, ours.2
        );
        let _ = writeln!(
            csv,
            "{},{},{},{},{},{},{}",
            pair.name, theirs.0, ours.0, theirs.1, ours.1, theirs.2, ours.2
        );
        let analysis = analyse(method)?;
        charts.push(in_the_plane(pair.name, (-HALF, HALF, -HALF, HALF), MESH, &|x, y| analysis.growth(x, y)));
    }
    text.push_str(
        "\nin the text: some are A-stable, none is L-stable. This is confirmed. GI2/BDF1 and GI3/BDF2 are A-stable; the root 1 of\n\
         every pair, omitted here, exists at every step size.\n",
    );
    let note = "Without the root 1 of every pair. λh and its conjugate are the pair of the test equation."
        .to_owned();
    let svg = picture(item, &square_rows(&charts, 2), &[note])?;
    Ok(Sheet { text, csv, svg })
}
