//! The motion of the spinning top of Tables 7 and 8.
//!
//! Invariant: the reference angles come from other programs, in other coordinates.

use super::plane::square_rows;
use super::{Item, Sheet, failed, picture};
use crate::run::{initial, walk};
use crate::top::{ANGLES_AT_10_S, attitudes, in_turn_of};
use linkwork::runge_kutta::Kutta3;
use linkwork::stepper::Stepper;
use linkwork::{FifthDegree, Starting};
use linkwork_figures::failure::Failure;
use linkwork_figures::picture::chart::{Axis, Chart, Mark, Row, Series};
use linkwork_figures::picture::scale::Scale;
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
        "\nThe start with zero higher derivatives, that of the paper, limits φ and ψ to order 2, although the energy shows order 4.\n",
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
        "h = {SHOWN} s. Crosses are an integration of the quaternion by another program, with our whole turns added."
    )];
    let svg = picture(item, &rows, &notes)?;
    Ok(Sheet { text, csv, svg })
}

/// Half the width of the picture of [`from_above`], in m: the centre of the top is 0.05 m from its tip.
const HALF: f64 = 0.05;

/// The horizontal position of the centre of the top relative to its tip, in m: with the angles ZXZ the axis is (sin φ sin θ, −cos φ sin θ, cos θ).
fn above([phi, theta, _]: [f64; 3], length: f64) -> (f64, f64) {
    (length * phi.sin() * theta.sin(), -length * phi.cos() * theta.sin())
}

/// The path of the centre of the top in the horizontal plane: Figure 11.
pub fn from_above(item: &Item, _: f64) -> Result<Sheet, Failure> {
    let length = SpinningTop::default().length;
    let truth = attitudes().map_err(failed)?;
    let mut text = String::from(
        "horizontal position of the centre of the top in 10 s, h = 1e-3 s: largest distance from the quaternions of another program, in m\n\n",
    );
    let mut csv = String::from("method,time [s],x [m],y [m]\n");
    let mut charts = Vec::new();
    for (name, run) in [METHODS[0], METHODS[2], METHODS[3]] {
        let curve = run(SHOWN)?;
        let path: Vec<(f64, f64)> = curve.iter().map(|angles| above(*angles, length)).collect();
        let crosses: Vec<(f64, f64)> = truth.iter().map(|(_, angles)| above(*angles, length)).collect();
        let distance = |t: f64, (x, y): (f64, f64)| {
            let (a, b) = path[((t / SHOWN).round() as usize).min(path.len() - 1)];
            (a - x).hypot(b - y)
        };
        let far = truth.iter().zip(&crosses).map(|((t, _), place)| distance(*t, *place));
        let _ = writeln!(text, "  {name:<36}  {:.1e}", far.fold(0.0, linkwork::Real::max));
        for (i, (x, y)) in path.iter().enumerate().step_by(10) {
            let _ = writeln!(csv, "\"{name}\",{},{x:e},{y:e}", i as f64 * SHOWN);
        }
        let axis = |name: &str| Axis {
            name: name.into(),
            unit: "m",
            scale: Scale::tight([-HALF, HALF].into_iter(), 6),
        };
        charts.push(Chart {
            x: axis("x"),
            y: axis(&format!("y, {name}")),
            series: vec![
                Series { name: String::new(), colour: 0, mark: Mark::Line, points: path },
                Series { name: String::new(), colour: 1, mark: Mark::Crosses, points: crosses },
            ],
            areas: Vec::new(),
        });
    }
    let notes =
        ["From above, h = 1e-3 s, 10 s. Crosses are an integration of the quaternion by another program."
            .to_owned()];
    let svg = picture(item, &square_rows(&charts, 3), &notes)?;
    Ok(Sheet { text, csv, svg })
}
