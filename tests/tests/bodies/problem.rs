//! A benchmark problem: a text of bodies and joints in its formulations, and what it must show at which time.
//!
//! Invariant: expected values come from the reference alone, and values found are outputs that are added to the
//! text, so that nothing depends on which coordinates the compiler chose.

use linkwork::prelude::*;
use linkwork_compiler::Options;
use linkwork_compiler::build::compile_text;
use linkwork_papers::convergence::{Convergence, ORDER_SLACK};
use linkwork_papers::reference::Trajectory;
use linkwork_tape::{Tape, TapeParameters};

/// Relative errors below this are mixed with rounding.
const FLOOR: f64 = 1e-12;

/// Columns of the reference at some time → expected values.
pub type Column<'a> = dyn Fn(&str) -> f64 + 'a;

/// A mechanism in its formulations, with its reference.
pub struct Problem {
    name: &'static str,
    /// One tape a formulation.
    pub tapes: Vec<Tape>,
    /// All times of the reference are multiples of this, in s.
    interval: f64,
    /// (time in intervals, expected values).
    rows: Vec<(u64, Vec<f64>)>,
    /// The largest |expected| of each value.
    sizes: Vec<f64>,
}

/// How far a run was off.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// The largest difference to the reference, relative to the largest value of its column.
    pub relative: f64,
    /// The largest difference to the reference.
    pub absolute: f64,
    /// Largest drift of the energy over all steps, in J.
    pub energy: f64,
}

/// What runs with steps of several sizes must show.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// Steps an interval of the reference.
    pub divisions: [u64; 3],
    /// The smallest and the largest order that errors may show; never less than the order of the method, less
    /// [`ORDER_SLACK`].
    pub orders: (f64, f64),
    /// The error of the best run, relative to the largest value, is at most this.
    pub best: f64,
}

/// What the IFToMM library asks of a solution.
#[derive(Clone, Copy, Debug)]
pub struct Criterion {
    /// Largest drift of the energy, in J.
    pub energy: f64,
    /// Largest error of anything that is compared, in SI units.
    pub position: f64,
}

/// The text of a mechanism of the library.
pub fn library(name: &str) -> &'static str {
    linkwork_models::find(name).map(|entry| entry.source).unwrap_or_else(|| panic!("no mechanism `{name}`"))
}

/// The text with items added at its end.
pub fn with_items(text: &str, items: &str) -> String {
    let end = text.rfind('}').expect("a mechanism ends with a brace");
    format!("{}{items}\n}}\n", &text[..end])
}

/// The text in minimal and in absolute coordinates.
pub fn in_both(text: &str) -> String {
    const BOTH: &str = "coordinates = [minimal, absolute];";
    if text.contains(BOTH) { text.to_owned() } else { text.replacen('{', &format!("{{ {BOTH}"), 1) }
}

/// The larger one; NaN is the largest.
fn worse(a: f64, b: f64) -> f64 {
    if b > a || b.is_nan() { b } else { a }
}

impl Problem {
    /// Joins the formulations of a text, and constants that replace its own, with a reference up to a time. The
    /// values of `expressions` are to be what `expected` makes of the columns.
    pub fn new(
        name: &'static str,
        (text, constants): (&str, &[(&str, usize)]),
        (trajectory, interval, until): (Result<Trajectory, String>, f64, f64),
        expressions: &[&str],
        expected: impl Fn(&Column<'_>) -> Vec<f64>,
    ) -> Self {
        let trajectory = trajectory.unwrap_or_else(|error| panic!("{name}: {error}"));
        let outputs = expressions.iter().enumerate().map(|(i, of)| format!("output compared{i} = {of};\n"));
        let text = with_items(text, &outputs.collect::<String>());
        let constants = constants.iter().map(|(name, value)| ((*name).to_owned(), value.to_string()));
        let options = Options { constants: constants.collect(), ..Options::default() };
        let compiled = compile_text(name, &text, &options, false);
        let programs = compiled.unwrap_or_else(|mistakes| panic!("{mistakes}")).programs;
        let built = |program| TapeParameters::new(program).build();
        let tapes = programs.into_iter().map(built).collect::<Result<Vec<_>, _>>();
        let tapes = tapes.unwrap_or_else(|error| panic!("{name}: {error}"));
        let rows = trajectory.times().into_iter().filter(|t| *t <= until).map(|t| {
            let multiple = (t / interval).round();
            assert!((multiple * interval - t).abs() < 1e-12, "{name}: {t} is no multiple of {interval}");
            let column =
                |column: &str| trajectory.at(t, &[column]).unwrap_or_else(|e| panic!("{name}: {e}"))[0];
            let values = expected(&column);
            assert_eq!(values.len(), expressions.len(), "{name}");
            (multiple as u64, values)
        });
        let rows: Vec<(u64, Vec<f64>)> = rows.collect();
        let largest = |i: usize| rows.iter().map(|row| row.1[i].abs()).fold(0.0, linkwork::Real::max);
        let sizes: Vec<f64> = (0..expressions.len()).map(largest).collect();
        assert!(rows.len() > 1 && sizes.iter().all(|size| *size > 0.0), "{name}: the reference says nothing");
        Self { name, tapes, interval, rows, sizes }
    }

    /// A run with that number of steps per interval.
    pub fn run<S: Stepper<Tape>>(&self, tape: &Tape, method: S, division: u64) -> Outcome {
        let what = format!("{}, {}, {}", tape.names().mechanism, method.name(), division);
        let end = self.rows[self.rows.len() - 1].0;
        let (step, until) = (self.interval / division as f64, end as f64 * self.interval);
        let run = tape.simulate().method(method).step(step).until(until).run();
        let solution = run.unwrap_or_else(|error| panic!("{}: {what}: {error}", self.name));
        let samples = solution.samples();
        assert_eq!(samples.len() as u64, end * division + 1, "{}: {what}", self.name);
        let mut outcome = Outcome { relative: 0.0, absolute: 0.0, energy: solution.energy_drift() };
        for (multiple, expected) in &self.rows {
            let state = &samples[(multiple * division) as usize];
            let mut at = tape.position_cache();
            tape.place(&tape.now(state.t), &state.q, &mut at);
            let mut outputs = <Tape as Space>::Outputs::zeros(tape.sizes().outputs);
            tape.outputs(&at, &state.v, &state.y, &state.a, (&state.lambda, &state.psi), &mut outputs);
            // Those that were added come last.
            let found = &outputs.as_slice()[outputs.len() - expected.len()..];
            for ((found, expected), size) in found.iter().zip(expected).zip(&self.sizes) {
                let off = (found - expected).abs();
                outcome.absolute = worse(outcome.absolute, off);
                outcome.relative = worse(outcome.relative, off / size);
            }
        }
        outcome
    }

    /// In every formulation the error decreases as in the table.
    pub fn converges<S: Stepper<Tape> + Copy>(&self, method: S, table: Table) {
        let Table { divisions, orders: (least, most), best } = table;
        let order = f64::from(method.order());
        assert!(least >= order - ORDER_SLACK, "{}: {} is of order {order}", self.name, method.name());
        for tape in &self.tapes {
            let what = format!("{}, {}, {}", self.name, tape.names().mechanism, method.name());
            let mut convergence = Convergence::new();
            for division in divisions {
                let outcome = self.run(tape, method, division);
                convergence.record(self.interval / division as f64, outcome.relative);
            }
            let (found, rows) = (convergence.order(FLOOR), convergence.rows());
            let as_stated = found.is_some_and(|found| (least..=most).contains(&found));
            assert!(as_stated, "{what}: order {found:?} is not in {least} to {most}: {rows:?}");
            assert!(convergence.best() <= best, "{what}: {best:e} is not reached: {rows:?}");
        }
    }

    /// In every formulation the error of a run with that number of steps per interval is at most `best` of the largest value.
    pub fn reaches<S: Stepper<Tape> + Copy>(&self, method: S, division: u64, best: f64) {
        for tape in &self.tapes {
            let outcome = self.run(tape, method, division);
            let what = format!("{}, {}, {}", self.name, tape.names().mechanism, method.name());
            assert!(outcome.relative <= best, "{what}, {division} steps: {outcome:?} for {best:e}");
        }
    }

    /// In every formulation a run with that number of steps per interval satisfies the criterion.
    pub fn meets<S: Stepper<Tape> + Copy>(&self, method: S, division: u64, criterion: Criterion) {
        for tape in &self.tapes {
            let outcome = self.run(tape, method, division);
            let what = format!("{}, {}, {}", self.name, tape.names().mechanism, method.name());
            let met = outcome.energy <= criterion.energy && outcome.absolute <= criterion.position;
            assert!(met, "{what}, {division} steps: {outcome:?} for {criterion:?}");
        }
    }
}
