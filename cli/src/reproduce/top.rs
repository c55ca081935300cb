//! The motion of the spinning top whose energies Tables 7 and 8 hold.
//!
//! Invariant: what the angles are compared with comes from other programs, in other coordinates.

use super::{Item, Sheet, failed, picture};
use crate::failure::Failure;
use crate::picture::chart::{Axis, Chart, Mark, Row, Series};
use crate::picture::scale::Scale;
use linkwork::runge_kutta::Kutta3;
use linkwork::stepper::Stepper;
use linkwork::{FifthDegree, Starting};
use linkwork_models::published::run::{initial, walk};
use linkwork_models::published::top::{ANGLES_AT_10_S, attitudes, in_turn_of};
use linkwork_models::{SpinningTop, SpinningTopModel};
use std::fmt::Write;

const HEIGHT: f64 = 190.0;
const UNTIL: f64 = 10.0;
/// The step of the curves, in s.
const SHOWN: f64 = 1e-3;
const ANGLES: [&str; 3] = ["precession φ", "nutation θ", "spin ψ"];

/// φ, θ and ψ at t_n = n h, n = 0 … 10 s/h.
fn angles<S: Stepper<SpinningTopModel>>(method: &S, h: f64) -> Result<Vec<[f64; 3]>, Failure> {
    let m = SpinningTop::default().build()?;
    let mut found = Vec::new();
    let last = (UNTIL / h).round() as u64;
    walk(&m, method, &initial(&m), h, last, |_, sample| found.push([sample.q[0], sample.q[1], sample.q[2]]))
        .map_err(failed)?;
    Ok(found)
}

/// One of the methods that are shown.
type Run = fn(f64) -> Result<Vec<[f64; 3]>, Failure>;

const METHODS: [(&str, Run); 4] = [
    ("degree 5, (1.62, …), as published", |h| {
        angles(&FifthDegree::paper_top().starting(Starting::ZeroHigher), h)
    }),
    ("degree 5, (1.62, …), exact start", |h| angles(&FifthDegree::paper_top(), h)),
    ("Kutta 3", |h| angles(&Kutta3::default(), h)),
    ("degree 5, E, the default here", |h| angles(&FifthDegree::default(), h)),
];

/// Angles over ten seconds, and at their end.
pub fn motion(item: &Item, smallest: f64) -> Result<Sheet, Failure> {
    let [phi, theta, psi] = ANGLES_AT_10_S;
    let mut text = format!(
        "angles after 10 s, in rad\n\n  {:<36}     h s             φ             θ             ψ   largest error\n  {:<36}         {phi:>13.8} {theta:>13.10} {psi:>13.8}\n",
        "method", "independent program"
    );
    for (name, run) in METHODS {
        for h in [1e-2, 1e-3, 1e-4] {
            if h < (1.0 - 1e-9) * smallest {
                continue;
            }
            let [phi, theta, psi] = run(h)?.last().copied().ok_or_else(|| failed("no step".into()))?;
            let errors =
                [phi, theta, psi].into_iter().zip(ANGLES_AT_10_S).map(|(x, exact)| (x - exact).abs());
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "  {name:<36}  {h:>6.0e} {phi:>13.8} {theta:>13.10} {psi:>13.8}   {:>13.1e}",
                errors.fold(0.0, linkwork::Real::max)
            );
        }
    }
    text.push_str(
        "\nThe start with zero higher derivatives, that of the paper, leaves φ and ψ of order 2, though the energy shows order 4.\n",
    );
    let curves = METHODS[0].1(SHOWN)?;
    let truth = attitudes().map_err(failed)?;
    let nearest = |t: f64| curves[((t / SHOWN).round() as usize).min(curves.len() - 1)];
    let mut csv = String::from("time [s],phi [rad],theta [rad],psi [rad]\n");
    for (i, [phi, theta, psi]) in curves.iter().enumerate().step_by(10) {
        let _ = writeln!(csv, "{},{phi},{theta},{psi}", i as f64 * SHOWN);
    }
    let mut rows = Vec::new();
    for (k, name) in ANGLES.into_iter().enumerate() {
        let points: Vec<(f64, f64)> =
            curves.iter().enumerate().step_by(5).map(|(i, angles)| (i as f64 * SHOWN, angles[k])).collect();
        let crosses = truth.iter().map(|(t, angles)| (*t, in_turn_of(angles[k], nearest(*t)[k])));
        let series = vec![
            Series { name: METHODS[0].0.into(), colour: 0, mark: Mark::Line, points: points.clone() },
            Series { name: "quaternions".into(), colour: 1, mark: Mark::Crosses, points: crosses.collect() },
        ];
        rows.push(Row {
            charts: vec![Chart {
                x: Axis { name: "time".into(), unit: "s", scale: Scale::tight([0.0, UNTIL].into_iter(), 11) },
                y: Axis {
                    name: name.into(),
                    unit: "rad",
                    scale: Scale::linear(points.into_iter().map(|p| p.1), 6),
                },
                series,
                areas: Vec::new(),
            }],
            height: HEIGHT,
        });
    }
    let notes = [format!(
        "h = {SHOWN} s. Crosses are an integration of the quaternion by another program; its whole turns are ours."
    )];
    let svg = picture(item, &rows, &notes)?;
    Ok(Sheet { text, csv, svg })
}
