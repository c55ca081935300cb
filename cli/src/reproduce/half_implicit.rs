//! Half-implicit and implicit Euler on the mechanisms of their paper: convergence, torques, chains.
//!
//! Invariant: mechanisms are in absolute coordinates, as in the paper, and on the tape; the numbers beside ours are
//! those of independent programs.

use super::{Item, Sheet, failed, picture};
use crate::failure::Failure;
use crate::picture::chart::{Axis, Chart, Mark, Row, Series};
use crate::picture::scale::Scale;
use linkwork::half_implicit::{HalfImplicitEuler, ImplicitEuler};
use linkwork::stepper::{Sample, Stepper};
use linkwork::symplectic::Rattle;
use linkwork::{Mechanism, SeventhDegree, Vector};
use linkwork_compiler::Options;
use linkwork_compiler::build::compile_text;
use linkwork_models::published::half_implicit as published;
use linkwork_models::published::run::{initial, walk};
use linkwork_tape::{Tape, TapeParameters};
use std::fmt::Write;
use std::time::Instant;

const HEIGHT: f64 = 320.0;

/// The only mechanism of a text.
fn tape(text: &str, constants: &[(&str, &str)], parameters: &[(&str, f64)]) -> Result<Tape, Failure> {
    let constants = constants.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let compiled =
        compile_text("half-implicit.mech", text, &Options { constants, ..Options::default() }, false)
            .map_err(failed)?;
    let program = compiled.programs.into_iter().next();
    let mut declared = TapeParameters::new(program.ok_or_else(|| Failure::run("no mechanism"))?);
    for (name, value) in parameters {
        if !declared.set(name, *value) {
            return Err(Failure::run(format!("no parameter `{name}`")));
        }
    }
    Ok(declared.build()?)
}

/// One output at t_n = n h, n = 0 … `last`.
fn output<S: Stepper<Tape>>(
    m: &Tape,
    method: &S,
    h: f64,
    last: u64,
    which: usize,
) -> Result<Vec<f64>, Failure> {
    let mut all = Vector::zeros(m.sizes().outputs);
    let mut found = Vec::new();
    let visit = |_: u64, s: &Sample<'_, Tape>| {
        m.outputs(s.at, s.v, s.y, s.a, (s.l, s.p), &mut all);
        found.push(all[which]);
    };
    walk(m, method, &initial(m), h, last, visit).map_err(failed)?;
    Ok(found)
}

fn logarithmic(name: &str, unit: &'static str, data: impl Iterator<Item = f64>) -> Result<Axis, Failure> {
    let scale = Scale::logarithmic(data, 6).ok_or_else(|| Failure::run("there is nothing to draw"))?;
    Ok(Axis { name: name.into(), unit, scale })
}

/// RMS errors of z of the lower bar over 8 s.
pub fn convergence(item: &Item, smallest: f64) -> Result<Sheet, Failure> {
    /// z among the outputs.
    const Z: usize = 1;
    /// Steps of the exact run; all others are multiples of it.
    const FINE: f64 = 1e-4;
    const UNTIL: f64 = 8.0;
    let m = tape(&published::double_bars().map_err(failed)?, &[], &[])?;
    let steps = |h: f64| (UNTIL / h).round() as u64;
    let truth = output(&m, &SeventhDegree::a(), FINE, steps(FINE), Z)?;
    let error = |found: &[f64], h: f64| {
        let stride = (h / FINE).round() as usize;
        let squares = found.iter().enumerate().skip(1).map(|(i, z)| (z - truth[i * stride]).powi(2));
        (squares.sum::<f64>() / (found.len() - 1) as f64).sqrt()
    };
    let all = published::reference().map_err(failed)?;
    let table = all["double_pendulum_convergence"]["rows"].as_array().cloned().unwrap_or_default();
    let mut text = String::from("RMS error of z of the lower bar in 8 s, in m\n");
    let mut csv = String::from("method,step [s],independent program [m],here [m]\n");
    let mut series = Vec::new();
    for (colour, (key, name)) in
        [("HI", "half-implicit Euler"), ("FI", "implicit Euler"), ("", "RATTLE, order 2")]
            .into_iter()
            .enumerate()
    {
        let _ = writeln!(text, "\n{name}\n     h s   independent program           here");
        let (mut here, mut elsewhere) = (Vec::new(), Vec::new());
        let of = if key.is_empty() { "HI" } else { key };
        for row in table.iter().filter(|row| row[0] == of) {
            let h = published::number(&row[1]).map_err(failed)?;
            let theirs =
                if key.is_empty() { None } else { Some(published::number(&row[2]).map_err(failed)?) };
            if h < (1.0 - 1e-9) * smallest {
                continue;
            }
            let run = match key {
                "HI" => output(&m, &HalfImplicitEuler::default(), h, steps(h), Z)?,
                "FI" => output(&m, &ImplicitEuler, h, steps(h), Z)?,
                _ => output(&m, &Rattle, h, steps(h), Z)?,
            };
            let ours = error(&run, h);
            let shown = theirs.map_or(String::new(), |x| format!("{x:.4e}"));
            // Writing to a string cannot fail.
            let _ = writeln!(text, "  {h:>6}   {shown:>19}   {ours:>12.4e}");
            let shown = theirs.map_or(String::new(), |x| format!("{x:e}"));
            let _ = writeln!(csv, "{name},{h:e},{shown},{ours:e}");
            here.push((h, ours));
            elsewhere.extend(theirs.map(|x| (h, x)));
        }
        series.push(Series { name: name.into(), colour, mark: Mark::Dots, points: here });
        let points = elsewhere;
        if !points.is_empty() {
            series.push(Series { name: format!("{key}, independent"), colour, mark: Mark::Crosses, points });
        }
    }
    text.push_str("\nImplicit Euler damps a chaotic motion: with steps above 1e-3 s the error is that of another motion.\n");
    let points = || series.iter().flat_map(|s| s.points.iter());
    let chart = Chart {
        x: logarithmic("step h", "s", points().map(|p| p.0))?,
        y: logarithmic("RMS error of z", "m", points().map(|p| p.1))?,
        series,
        areas: Vec::new(),
    };
    let notes = ["Double pendulum of thick bars, 8 s.".to_owned()];
    let svg = picture(item, &[Row { charts: vec![chart], height: HEIGHT }], &notes)?;
    Ok(Sheet { text, csv, svg })
}

/// The torque that turns the slider–crank, over a turn, with friction in its guide.
pub fn torque(item: &Item, _: f64) -> Result<Sheet, Failure> {
    /// T among the outputs.
    const T: usize = 3;
    const H: f64 = 1e-3;
    let all = published::reference().map_err(failed)?;
    let text_of = published::slider_crank().map_err(failed)?;
    let mut text = String::from("torque about +x on the crank, in N·m, half-implicit Euler, h = 1e-3 s\n");
    let mut csv = String::from("friction,time [s],inverse dynamics [N m],half-implicit Euler [N m]\n");
    let mut series = Vec::new();
    for (colour, friction) in [0.0, 0.2, 0.4].into_iter().enumerate() {
        let run = output(
            &tape(&text_of, &[], &[("friction", friction)])?,
            &HalfImplicitEuler::default(),
            H,
            1000,
            T,
        )?;
        let columns = published::columns(&all["slider_crank"], &["t", &format!("T_mu{friction}")]);
        let truth: Vec<(f64, f64)> = columns.map_err(failed)?.iter().map(|row| (row[0], row[1])).collect();
        let at = |t: f64| (t / H).round() as usize;
        let _ = writeln!(text, "\nμ = {friction}\n     t s   inverse dynamics          here");
        for (t, exact) in &truth {
            let _ = writeln!(text, "  {t:>6}   {exact:>16.9}  {:>12.9}", run[at(*t)]);
        }
        for (i, ours) in run.iter().enumerate() {
            let t = i as f64 * H;
            let exact =
                truth.iter().find(|row| at(row.0) == i).map_or(String::new(), |row| format!("{}", row.1));
            let _ = writeln!(csv, "{friction},{t:.3},{exact},{ours}");
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
        "\nThe first step, from consistent velocities, has half the inertial part. Friction is that of the present force of the\n\
         guide; the paper has that of the step before, with errors of 5e-4 and 2e-3 N·m.\n",
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

/// Mean iterations of a step, and its time in s.
fn effort<S: Stepper<Tape>>(m: &Tape, method: &S, h: f64, steps: u32) -> Result<(f64, f64), Failure> {
    let wrong = |failure| failed(format!("{}: {failure:?}", method.name()));
    let mut w = method.start(m, &initial(m), h).map_err(wrong)?;
    let began = Instant::now();
    let mut total = 0;
    for _ in 0..steps {
        total += method.step(m, h, &mut w).map_err(wrong)?.iterations;
    }
    let steps = f64::from(steps);
    Ok((f64::from(total) / steps, began.elapsed().as_secs_f64() / steps))
}

/// Chains of 1 to 32 links: iterations and time of a step.
pub fn chains(item: &Item, _: f64) -> Result<Sheet, Failure> {
    const H: f64 = 1e-3;
    const STEPS: u32 = 3000;
    const KEY: &str = "chain h1e-3 3 s (HI tol1e-7, FI tol1e-5) N=1,2,4,6,8,16,32";
    const LINKS: [&str; 6] = ["1", "2", "4", "8", "16", "32"];
    /// Where these are in the row of the reference.
    const PLACES: [usize; 6] = [0, 1, 2, 4, 5, 6];
    let all = published::reference().map_err(failed)?;
    let counts =
        &all["iterations (8 s; ours quasi-Newton, ours full Newton, published data file)"][KEY]["HI"];
    let counts = published::numbers(counts).map_err(failed)?;
    let source = published::absolute("chain").map_err(failed)?;
    let mut text = String::from(
        "3 s at h = 1e-3 s; iterations of half-implicit Euler until 1e-7, as in the paper, of implicit Euler until rounding\n\n\
         links   independent program       here   implicit   half-implicit µs   implicit µs   ratio\n",
    );
    let mut csv = String::from(
        "links,iterations (independent program),iterations,iterations (implicit),time of a step [s],time of a step (implicit) [s]\n",
    );
    let mut curves: [Vec<(f64, f64)>; 4] = Default::default();
    for (links, place) in LINKS.into_iter().zip(PLACES) {
        let m = tape(&source, &[("n", links)], &[])?;
        let half = effort(&m, &HalfImplicitEuler::default().tolerance(1e-7), H, STEPS)?;
        let full = effort(&m, &ImplicitEuler, H, STEPS)?;
        let theirs = counts.get(place).copied().unwrap_or(f64::NAN);
        let _ = writeln!(
            text,
            "{links:>5}   {theirs:>19.3}   {:>8.3}   {:>8.3}   {:>16.2}   {:>11.2}   {:>5.2}",
            half.0,
            full.0,
            half.1 * 1e6,
            full.1 * 1e6,
            full.1 / half.1
        );
        let _ = writeln!(csv, "{links},{theirs},{},{},{:e},{:e}", half.0, full.0, half.1, full.1);
        let n: f64 = links.parse().map_err(Failure::run)?;
        for (curve, y) in curves.iter_mut().zip([theirs, half.0, half.1, full.1]) {
            curve.push((n, y));
        }
    }
    text.push_str("\nTimes are those of the tape, on this machine. The paper has a ratio of about 2.2.\n");
    let [theirs, iterations, time, implicit] = curves;
    let count = |name: &str, colour, mark, points| Series { name: name.into(), colour, mark, points };
    let axis = || Axis { name: "links".into(), unit: "", scale: Scale::tight([0.0, 32.0].into_iter(), 9) };
    let times = time.iter().chain(&implicit).map(|p| p.1);
    let rows = [Row {
        charts: vec![
            Chart {
                x: axis(),
                y: Axis {
                    name: "iterations".into(),
                    unit: "",
                    scale: Scale::tight([0.0, 4.0].into_iter(), 5),
                },
                series: vec![
                    count("half-implicit Euler", 0, Mark::Dots, iterations),
                    count("independent program", 1, Mark::Crosses, theirs),
                ],
                areas: Vec::new(),
            },
            Chart {
                x: axis(),
                y: logarithmic("time of a step", "s", times)?,
                series: vec![
                    count("half-implicit Euler", 0, Mark::Dots, time),
                    count("implicit Euler", 2, Mark::Dots, implicit),
                ],
                areas: Vec::new(),
            },
        ],
        height: HEIGHT,
    }];
    let svg = picture(item, &rows, &["Chains of spinning bars, h = 1e-3 s, 3 s, on the tape.".to_owned()])?;
    Ok(Sheet { text, csv, svg })
}
