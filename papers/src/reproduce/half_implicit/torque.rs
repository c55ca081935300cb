//! The driving torque of the slider–crank with friction.

use super::super::{Item, Sheet, failed, picture};
use super::{HEIGHT, output, published, tape};
use linkwork::half_implicit::HalfImplicitEuler;
use linkwork_figures::failure::Failure;
use linkwork_figures::picture::chart::{Axis, Chart, Mark, Row, Series};
use linkwork_figures::picture::scale::Scale;
use std::fmt::Write;

/// The driving torque of the slider–crank over one revolution, with friction in its guide.
pub fn torque(item: &Item, _: f64) -> Result<Sheet, Failure> {
    /// The index of T among the outputs.
    const T: usize = 3;
    const H: f64 = 1e-3;
    let all = published::reference().map_err(failed)?;
    let text_of = published::slider_crank().map_err(failed)?;
    let mut text = String::from(
        "torque about +x on the crank, in N·m, half-implicit Euler, h = 1e-3 s: with friction from the guide force of the previous step\n\
         (lagging, as published), and with one Newton iteration for the current force (the default)\n",
    );
    let mut csv =
        String::from("friction,time [s],inverse dynamics [N m],lagging [N m],half-implicit Euler [N m]\n");
    let mut series = Vec::new();
    for (colour, friction) in [0.0, 0.2, 0.4].into_iter().enumerate() {
        let m = tape(&text_of, &[], &[("friction", friction)])?;
        let method = HalfImplicitEuler::default().own_reactions();
        let run = output(&m, &method, H, 1000, T)?;
        let lagging = output(&m, &method.lagged_reactions(), H, 1000, T)?;
        let columns = published::columns(&all["slider_crank"], &["t", &format!("T_mu{friction}")]);
        let truth: Vec<(f64, f64)> = columns.map_err(failed)?.iter().map(|row| (row[0], row[1])).collect();
        let at = |t: f64| (t / H).round() as usize;
        let _ = writeln!(text, "\nμ = {friction}\n     t s   inverse dynamics       lagging          here");
        for (t, exact) in &truth {
            let _ =
                writeln!(text, "  {t:>6}   {exact:>16.9}  {:>12.9}  {:>12.9}", lagging[at(*t)], run[at(*t)]);
        }
        for (i, (ours, lagging)) in run.iter().zip(&lagging).enumerate() {
            let t = i as f64 * H;
            let exact =
                truth.iter().find(|row| at(row.0) == i).map_or(String::new(), |row| format!("{}", row.1));
            let _ = writeln!(csv, "{friction},{t:.3},{exact},{lagging},{ours}");
        }
        // The first step has half the inertial part.
        let points = run.iter().enumerate().skip(1).map(|(i, torque)| (i as f64 * H, *torque)).collect();
        series.push(Series { name: format!("μ = {friction}"), colour, mark: Mark::Line, points });
        series.push(Series {
            name: if colour == 0 { "inverse dynamics".into() } else { String::new() },
            colour,
            mark: Mark::Crosses,
            points: truth,
        });
    }
    text.push_str(
        "\nThe first step, from consistent velocities, has half the inertial part. The lagging friction has errors of 5e-4 and 2e-3 N·m\n\
         away from the jumps, as published.\n",
    );
    let range = series.iter().flat_map(|s| s.points.iter().map(|p| p.1));
    let chart = Chart {
        x: Axis { name: "time".into(), unit: "s", scale: Scale::tight([0.0, 1.0].into_iter(), 11) },
        y: Axis { name: "driving torque".into(), unit: "N m", scale: Scale::linear(range, 8) },
        series,
        areas: Vec::new(),
    };
    let notes = ["Crosses are inverse dynamics in closed form.".to_owned()];
    let svg = picture(item, &[Row { charts: vec![chart], height: HEIGHT }], &notes)?;
    Ok(Sheet { text, csv, svg })
}
