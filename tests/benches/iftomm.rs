//! IFToMM benchmark problems by their bodies: the largest step with which a method meets the criterion, and the time
//! of such a run.
//!
//! `cargo bench -p linkwork-tests --features bodies --bench iftomm`, with `-- best` for the fastest method of each problem alone. Times are
//! the fastest of many runs in one process; errors are measured in runs of their own. `LINKWORK_FOUR_BARS=40` in the environment adds a long
//! row of linkages, which takes rustc half a minute.
//!
//! | problem | criterion |
//! |---|---|
//! | A01, 10 s | energy within 5e-5 J |
//! | A02 with N linkages, 10 s (N = 40: 20 s) | energy within 0.1 J, and the first tip within 0.1 m at the reference times; again with 1e-3 m |
//! | A03, 0.05 s | all angles within 1e-6 rad at the reference times |
//! | A04, 10 s | energy within 1e-3 J, and P3 within 1e-3 m at the reference times |
//! | A05, 10 s | the slider within 1e-5 m at the reference times |

#![allow(missing_docs)]

use linkwork::prelude::*;
use linkwork::stepper::Start;
use linkwork_papers::reference::{Trajectory, benchmark};
use std::hint::black_box;
use std::time::Instant;

mod andrews {
    include!(concat!(env!("OUT_DIR"), "/andrews_bodies.rs"));
}
mod four_bars_1 {
    include!(concat!(env!("OUT_DIR"), "/four_bars_1/four_bars.rs"));
}
mod four_bars_2 {
    include!(concat!(env!("OUT_DIR"), "/four_bars_2/four_bars.rs"));
}
#[cfg(long_row)]
mod four_bars_long {
    include!(concat!(env!("OUT_DIR"), "/four_bars_long/four_bars.rs"));
}
mod governor {
    include!(concat!(env!("OUT_DIR"), "/governor.rs"));
}
mod bricard {
    include!(concat!(env!("OUT_DIR"), "/bricard.rs"));
}
mod hinged_pendulum {
    include!(concat!(env!("OUT_DIR"), "/hinged_pendulum.rs"));
}

/// Runs of one setting that are timed.
const REPETITIONS: usize = 60;
/// Steps an interval of the reference, each a tenth more than the last.
const FINEST: u64 = 4000;

/// The criterion for a mechanism.
struct Problem<'a, M: Mechanism> {
    name: &'a str,
    m: M,
    /// Reference times are multiples of it, in s.
    interval: f64,
    /// In intervals.
    duration: u64,
    /// Largest energy error in J.
    energy: f64,
    /// Largest error of `observe`.
    position: f64,
    /// The time that was asked for, in ms.
    to_beat: Option<f64>,
    /// Expected values at each interval; the reference may lack some, but not the last.
    expected: Rows,
    observe: fn(&M, &Sample<'_, M>) -> Vec<f64>,
}

/// The errors of a run.
#[derive(Clone, Copy)]
struct Errors {
    energy: f64,
    position: f64,
}

/// A run that meets the criterion.
struct Run {
    h: f64,
    steps: u64,
    errors: Errors,
    milliseconds: f64,
}

/// The coarsest run of a method that meets the criterion, if there is one.
struct Found {
    method: String,
    run: Option<Run>,
}

/// What is printed.
#[derive(Clone, Copy, PartialEq)]
enum Table {
    /// All methods, with their errors.
    All,
    /// The fastest method of each problem.
    Best,
}

/// The larger one; NaN is the largest.
fn worse(a: f64, b: f64) -> f64 {
    if b > a || b.is_nan() { b } else { a }
}

impl<M: Energetic<Scalar = f64>> Problem<'_, M> {
    fn start(&self) -> Start<M> {
        let (q, v, y) = self.m.initial();
        Start { t: 0.0, q, v, y }
    }

    /// A run with `division` steps an interval; `None` where a step failed.
    fn errors<S: Stepper<M>>(&self, method: &S, division: u64) -> Option<Errors> {
        let h = self.interval / division as f64;
        let mut w = method.start(&self.m, &self.start(), h).ok()?;
        let (mut errors, mut first) = (Errors { energy: 0.0, position: 0.0 }, None);
        for n in 0..=self.duration * division {
            method.attempt(&self.m, h, &mut w).ok()?;
            let sample = method.sample(&w);
            let (kinetic, potential) = self.m.energy(sample.at, sample.v, sample.y);
            let energy = kinetic + potential;
            errors.energy = worse(errors.energy, (energy - *first.get_or_insert(energy)).abs());
            let expected = self.expected.get((n / division) as usize).and_then(Option::as_ref);
            if let Some(expected) = expected.filter(|_| n % division == 0) {
                for (found, expected) in (self.observe)(&self.m, &sample).iter().zip(expected) {
                    errors.position = worse(errors.position, (found - expected).abs());
                }
            }
            method.commit(&self.m, &mut w);
        }
        Some(errors)
    }

    fn good(&self, errors: &Errors) -> bool {
        errors.energy <= self.energy && errors.position <= self.position
    }

    /// The fastest run, in s.
    fn seconds<S: Stepper<M>>(&self, method: &S, division: u64) -> f64 {
        let h = self.interval / division as f64;
        let run = || {
            let began = Instant::now();
            let (m, method) = (black_box(&self.m), black_box(method));
            // The same run has met the criterion; one that ends early would count as a fast one.
            let started = method.start(m, &self.start(), h);
            let mut w = started.unwrap_or_else(|failure| panic!("{}: {failure:?}", self.name));
            for _ in 0..self.duration * division {
                method.step(m, h, &mut w).unwrap_or_else(|failure| panic!("{}: {failure:?}", self.name));
            }
            black_box(&mut w);
            began.elapsed().as_secs_f64()
        };
        (0..REPETITIONS).map(|_| run()).fold(f64::INFINITY, f64::min)
    }

    /// The coarsest run that meets the criterion; the next finer one must meet it too, to exclude chance.
    fn coarsest<S: Stepper<M>>(&self, method: &S) -> Found {
        let finer = |d: u64| d + (d / 10).max(1);
        let (mut division, mut run) = (1, None);
        let mut before: Option<(u64, Errors)> = None;
        while division <= FINEST {
            let errors = self.errors(method, division).filter(|errors| self.good(errors));
            if let (Some((coarser, errors)), Some(_)) = (before, errors) {
                let milliseconds = 1e3 * self.seconds(method, coarser);
                run = Some(Run {
                    h: self.interval / coarser as f64,
                    steps: self.duration * coarser,
                    errors,
                    milliseconds,
                });
                break;
            }
            before = errors.map(|errors| (division, errors));
            division = finer(division);
        }
        Found { method: method.name().to_string(), run }
    }

    fn all(&self) -> Vec<Found> {
        vec![
            self.coarsest(&FourthDegree::default()),
            self.coarsest(&FifthDegree::default()),
            self.coarsest(&SixthDegree::default()),
            self.coarsest(&SeventhDegree::default()),
            self.coarsest(&RungeKutta4::projected()),
        ]
    }

    /// The row of every method, or that of the fastest one.
    fn print(&self, table: Table, found: &[Found]) {
        let name = self.name;
        if table == Table::All {
            for Found { method, run } in found {
                match run {
                    Some(Run { h, steps, errors: Errors { energy, position }, milliseconds }) => println!(
                        "| {name} | {method} | {h:.2e} | {steps} | {energy:.1e} | {position:.1e} | {milliseconds:.4} |"
                    ),
                    None => println!("| {name} | {method} | – | – | – | – | – |"),
                }
            }
            return;
        }
        let runs = found.iter().filter_map(|found| found.run.as_ref().map(|run| (&found.method, run)));
        let best = runs.min_by(|(_, one), (_, other)| one.milliseconds.total_cmp(&other.milliseconds));
        let Some((method, Run { steps, milliseconds, .. })) = best else { return };
        let to_beat = self.to_beat.map_or(String::new(), |time| format!("{time} ms"));
        println!("| {name} | {method} | {steps} | {milliseconds:.4} ms | {to_beat} |");
    }
}

/// The outputs.
fn outputs<M: Mechanism<Scalar = f64>>(m: &M, s: &Sample<'_, M>) -> Vec<f64> {
    let mut out = M::Outputs::zeros(m.sizes().outputs);
    m.outputs(s.at, s.v, s.y, s.a, (s.lambda, s.psi), &mut out);
    out.as_slice().to_vec()
}

/// The coordinates.
fn coordinates<M: Mechanism<Scalar = f64>>(_: &M, s: &Sample<'_, M>) -> Vec<f64> {
    s.q.as_slice().to_vec()
}

/// Values at multiples of the interval.
type Rows = Vec<Option<Vec<f64>>>;

/// The columns at those multiples of the interval that the reference has.
fn rows(of: &Trajectory, interval: f64, duration: u64, columns: &[&str]) -> Result<Rows, String> {
    of.at(duration as f64 * interval, columns)?;
    Ok((0..=duration).map(|n| of.at(n as f64 * interval, columns).ok()).collect())
}

/// The precisions of A02 for the first tip in m, and the times in ms that were asked for.
type Precisions = [(f64, Option<f64>); 2];

/// A02 with that number of linkages, to both precisions. (Off the parallelogram branch neither is reached.)
fn four_bars<M: Energetic<Scalar = f64>>(
    (n, m): (usize, M),
    duration: u64,
    precisions: Precisions,
    table: Table,
) -> Result<(), String> {
    let tips = rows(&benchmark(&format!("A02_four_bar_N{n}"))?, 1.0, duration, &["B0x", "B0y"])?;
    for (position, to_beat) in precisions {
        let problem = Problem {
            name: &format!("A02, N = {n}, {duration} s, tip within {position} m"),
            m: m.clone(),
            interval: 1.0,
            duration,
            energy: 0.1,
            position,
            to_beat,
            expected: tips.clone(),
            observe: outputs,
        };
        problem.print(table, &problem.all());
    }
    Ok(())
}

fn main() -> Result<(), String> {
    let failed = |error: linkwork::Error| error.to_string();
    let table = if std::env::args().any(|argument| argument == "best") { Table::Best } else { Table::All };
    match table {
        Table::All => println!(
            "| problem | method | h in s | steps | energy error in J | position error | ms |\n|---|---|---|---|---|---|---|"
        ),
        Table::Best => println!("| problem | method | steps | time | to beat |\n|---|---|---|---|---|"),
    }

    let swing = rows(&benchmark("A01_simple_pendulum")?, 1.0, 10, &["x", "y"])?;
    let a01 = Problem {
        name: "A01, 10 s",
        m: hinged_pendulum::HingedPendulum::<f64>::default().build().map_err(failed)?,
        interval: 1.0,
        duration: 10,
        energy: 5e-5,
        position: f64::INFINITY,
        to_beat: Some(0.03),
        expected: swing,
        observe: outputs,
    };
    a01.print(table, &a01.all());

    let one = four_bars_1::FourBars::<f64>::default().build().map_err(failed)?;
    four_bars((1, one), 10, [(0.1, Some(0.4)), (1e-3, None)], table)?;
    let two = four_bars_2::FourBars::<f64>::default().build().map_err(failed)?;
    four_bars((2, two), 10, [(0.1, Some(1.0)), (1e-3, None)], table)?;
    #[cfg(long_row)]
    {
        let n = env!("LINKWORK_FOUR_BARS").parse().map_err(|error| format!("LINKWORK_FOUR_BARS: {error}"))?;
        let m = four_bars_long::FourBars::<f64>::default().build().map_err(failed)?;
        four_bars((n, m), 20, [(0.1, None), (1e-3, (n == 40).then_some(60.0))], table)?;
    }

    let m = andrews::AndrewsBodies::<f64>::default().build().map_err(failed)?;
    let reference = benchmark("A03_andrews_bari")?;
    let names: Vec<String> = m.names().coordinates.iter().map(|named| named.name.to_string()).collect();
    // `beta.angle` is the column `beta`, `theta.angle` the column `Theta`.
    let column = |name: &String| {
        let same = |column: &&String| Some(column.to_lowercase().as_str()) == name.split('.').next();
        reference.columns.iter().find(same).map(String::as_str).ok_or(format!("no column for `{name}`"))
    };
    let columns = names.iter().map(column).collect::<Result<Vec<_>, _>>()?;
    let a03 = Problem {
        name: "A03, 0.05 s",
        m,
        interval: 0.005,
        duration: 10,
        energy: f64::INFINITY,
        position: 1e-6,
        to_beat: Some(2.0),
        expected: rows(&reference, 0.005, 10, &columns)?,
        observe: coordinates,
    };
    a03.print(table, &a03.all());

    let path = rows(&benchmark("A04_bricard")?, 0.5, 20, &["P3x", "P3y", "P3z"])?;
    let minimal = Problem {
        name: "A04, minimal, 10 s",
        m: bricard::Bricard::<f64>::default().build().map_err(failed)?,
        interval: 0.5,
        duration: 20,
        energy: 1e-3,
        position: 1e-3,
        to_beat: Some(20.0),
        expected: path.clone(),
        observe: outputs,
    };
    minimal.print(table, &minimal.all());
    let absolute = Problem {
        name: "A04, absolute, 10 s",
        m: bricard::BricardAbsolute::<f64>::default().build().map_err(failed)?,
        interval: 0.5,
        duration: 20,
        energy: 1e-3,
        position: 1e-3,
        to_beat: Some(20.0),
        expected: path,
        observe: outputs,
    };
    absolute.print(table, &absolute.all());

    let a05 = Problem {
        name: "A05, 10 s",
        m: governor::Governor::<f64>::default().build().map_err(failed)?,
        interval: 0.25,
        duration: 40,
        energy: f64::INFINITY,
        position: 1e-5,
        to_beat: Some(20.0),
        expected: rows(&benchmark("A05_flyball")?, 0.25, 40, &["s"])?,
        observe: |m, s| outputs(m, s)[..1].to_vec(),
    };
    let others = [
        a05.coarsest(&ThirdDegree::default()),
        a05.coarsest(&GeneralizedAlpha::default()),
        a05.coarsest(&GeneralizedAlpha::default().index3()),
    ];
    a05.print(table, &a05.all().into_iter().chain(others).collect::<Vec<_>>());
    Ok(())
}
