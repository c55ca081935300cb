//! IFToMM benchmark problems by their bodies: the largest step with which a method meets the criterion, and the time
//! of such a run.
//!
//! `cargo bench -p linkwork-tests --features bodies,criterion --bench iftomm`. Times are the fastest of many runs in one process;
//! errors are measured in runs of their own. `LINKWORK_FOUR_BARS=40` in the environment adds a long row of linkages, which takes
//! rustc half a minute.
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
    fn report<S: Stepper<M>>(&self, method: &S) {
        let finer = |d: u64| d + (d / 10).max(1);
        let mut division = 1;
        let mut before: Option<(u64, Errors)> = None;
        while division <= FINEST {
            let errors = self.errors(method, division).filter(|errors| self.good(errors));
            if let (Some((coarser, found)), Some(_)) = (before, errors) {
                let (h, milliseconds) = (self.interval / coarser as f64, 1e3 * self.seconds(method, coarser));
                println!(
                    "| {} | {} | {h:.2e} | {} | {:.1e} | {:.1e} | {milliseconds:.4} |",
                    self.name,
                    method.name(),
                    self.duration * coarser,
                    found.energy,
                    found.position
                );
                return;
            }
            before = errors.map(|errors| (division, errors));
            division = finer(division);
        }
        println!("| {} | {} | – | – | – | – | – |", self.name, method.name());
    }

    fn all(&self) {
        self.report(&FourthDegree::default());
        self.report(&FifthDegree::default());
        self.report(&SixthDegree::default());
        self.report(&SeventhDegree::default());
        self.report(&RungeKutta4::projected());
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

/// A02 with that number of linkages, to both precisions. (Off the parallelogram branch neither is reached.)
fn four_bars<M: Energetic<Scalar = f64>>(n: usize, m: M, duration: u64) -> Result<(), String> {
    let tips = rows(&benchmark(&format!("A02_four_bar_N{n}"))?, 1.0, duration, &["B0x", "B0y"])?;
    for position in [0.1, 1e-3] {
        Problem {
            name: &format!("A02, N = {n}, {position} m"),
            m: m.clone(),
            interval: 1.0,
            duration,
            energy: 0.1,
            position,
            expected: tips.clone(),
            observe: outputs,
        }
        .all();
    }
    Ok(())
}

fn main() -> Result<(), String> {
    let failed = |error: linkwork::Error| error.to_string();
    println!("| problem | method | h in s | steps | energy error in J | position error | ms |");
    println!("|---|---|---|---|---|---|---|");

    let swing = rows(&benchmark("A01_simple_pendulum")?, 1.0, 10, &["x", "y"])?;
    let a01 = Problem {
        name: "A01",
        m: hinged_pendulum::HingedPendulum::<f64>::default().build().map_err(failed)?,
        interval: 1.0,
        duration: 10,
        energy: 5e-5,
        position: f64::INFINITY,
        expected: swing,
        observe: outputs,
    };
    a01.all();

    four_bars(1, four_bars_1::FourBars::<f64>::default().build().map_err(failed)?, 10)?;
    four_bars(2, four_bars_2::FourBars::<f64>::default().build().map_err(failed)?, 10)?;
    #[cfg(long_row)]
    {
        let n = env!("LINKWORK_FOUR_BARS").parse().map_err(|error| format!("LINKWORK_FOUR_BARS: {error}"))?;
        four_bars(n, four_bars_long::FourBars::<f64>::default().build().map_err(failed)?, 20)?;
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
    Problem {
        name: "A03",
        m,
        interval: 0.005,
        duration: 10,
        energy: f64::INFINITY,
        position: 1e-6,
        expected: rows(&reference, 0.005, 10, &columns)?,
        observe: coordinates,
    }
    .all();

    let path = rows(&benchmark("A04_bricard")?, 0.5, 20, &["P3x", "P3y", "P3z"])?;
    Problem {
        name: "A04, minimal",
        m: bricard::Bricard::<f64>::default().build().map_err(failed)?,
        interval: 0.5,
        duration: 20,
        energy: 1e-3,
        position: 1e-3,
        expected: path.clone(),
        observe: outputs,
    }
    .all();
    Problem {
        name: "A04, absolute",
        m: bricard::BricardAbsolute::<f64>::default().build().map_err(failed)?,
        interval: 0.5,
        duration: 20,
        energy: 1e-3,
        position: 1e-3,
        expected: path,
        observe: outputs,
    }
    .all();

    let a05 = Problem {
        name: "A05",
        m: governor::Governor::<f64>::default().build().map_err(failed)?,
        interval: 0.25,
        duration: 40,
        energy: f64::INFINITY,
        position: 1e-5,
        expected: rows(&benchmark("A05_flyball")?, 0.25, 40, &["s"])?,
        observe: |m, s| outputs(m, s)[..1].to_vec(),
    };
    a05.all();
    a05.report(&ThirdDegree::default());
    a05.report(&GeneralizedAlpha::default());
    a05.report(&GeneralizedAlpha::default().index3());
    Ok(())
}
