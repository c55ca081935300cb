//! The cost of an error: evaluations of the forces and wall time, interpolated between the runs on both sides of it.
//!
//! Invariant: an error counts as reached where two consecutive runs are below it, or the finest one is; a single
//! run that happens to be near the exact solution does not count.
//!
//! The curve of a method is a polyline through its runs in the logarithms of error and work. Between a run with
//! the error e₁ > ε and the work w₁ and the next finer one with e₂ ≤ ε and w₂,
//!
//! ```text
//! w(ε) = w₁ (w₂/w₁)^p,    p = ln(e₁/ε)/ln(e₁/e₂)
//! ```

use super::{Outcome, Runs, listing};
use crate::failure::Failure;
use crate::methods::METHODS;
use linkwork_descriptions::report::grouped;
use linkwork_figures::argument::positive;
use std::fmt::Write;
use std::path::PathBuf;

/// A run without error has this one, so that it has a logarithm.
const LEAST: f64 = 1e-300;

/// The arguments of the command.
#[derive(clap::Args)]
pub struct Arguments {
    /// Tables that `linkwork compare --csv` wrote, one for each mechanism
    #[arg(value_name = "FILE.csv", required = true)]
    tables: Vec<PathBuf>,
    /// Relative errors at the end of a run
    #[arg(long, value_name = "E,E…", value_parser = positive, value_delimiter = ',', allow_hyphen_values = true,
          default_value = "1e-3,1e-6,1e-9")]
    errors: Vec<f64>,
    /// Print a table in Markdown
    #[arg(long)]
    markdown: bool,
}

/// Reads the tables and shows the work of all methods side by side.
pub fn work(arguments: &Arguments) -> Result<String, Failure> {
    let columns = arguments.tables.iter().map(|path| {
        let name = path.file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned());
        Ok((name, listing::read(path)?))
    });
    let table = Table::new(&arguments.errors, columns.collect::<Result<_, Failure>>()?);
    Ok(if arguments.markdown { table.markdown() } else { table.text() })
}

/// The work for an error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Work {
    /// Evaluations of the forces.
    evaluations: f64,
    /// Wall time in s.
    seconds: f64,
    /// Whether this is only an upper bound, because no coarser run succeeded.
    bound: bool,
}

/// Whether two consecutive runs are below all of the errors, if there are any.
pub fn reached(outcomes: &[Result<Outcome, (f64, String)>], errors: &[f64]) -> bool {
    let Some(least) = errors.iter().copied().reduce(f64::min) else { return false };
    let mut last = outcomes.iter().rev().take(2);
    let mut below = || last.next().is_some_and(|run| run.as_ref().is_ok_and(|run| run.error <= least));
    below() && below()
}

/// The work with which a method reaches the error; `None` if no run does.
fn work_for(outcomes: &[Result<Outcome, (f64, String)>], error: f64) -> Option<Work> {
    let below = |run: &Result<Outcome, (f64, String)>| run.as_ref().is_ok_and(|run| run.error <= error);
    let first = (0..outcomes.len())
        .find(|&i| below(&outcomes[i]) && outcomes.get(i + 1).is_none_or(below))
        .and_then(|i| Some((i, outcomes[i].as_ref().ok()?)));
    let (i, fine) = first?;
    let coarse = i.checked_sub(1).and_then(|i| outcomes[i].as_ref().ok()).filter(|run| run.error > error);
    let evaluations = fine.evaluations as f64;
    let Some(coarse) = coarse else {
        return Some(Work { evaluations, seconds: fine.seconds, bound: true });
    };
    let part = (coarse.error / error).ln() / (coarse.error / fine.error.max(LEAST)).ln();
    let between = |coarse: f64, fine: f64| coarse * (fine / coarse).powf(part);
    Some(Work {
        evaluations: between(coarse.evaluations as f64, evaluations),
        seconds: between(coarse.seconds, fine.seconds),
        bound: false,
    })
}

/// Methods by mechanisms and errors.
pub struct Table {
    errors: Vec<f64>,
    /// Name of a mechanism with its runs.
    pub columns: Vec<(String, Vec<Runs>)>,
}

impl Table {
    /// From these runs.
    pub fn new(errors: &[f64], columns: Vec<(String, Vec<Runs>)>) -> Self {
        Self { errors: errors.to_vec(), columns }
    }

    /// Mechanism and error of every pair of columns.
    fn headings(&self) -> Vec<String> {
        let headings = self.columns.iter().flat_map(|(name, _)| {
            let several = self.errors.len() > 1;
            self.errors.iter().map(move |e| if several { format!("{name}, {e:e}") } else { name.clone() })
        });
        headings.collect()
    }

    /// The methods with runs of any mechanism, with evaluations and ms for every heading: empty if the method does not support the
    /// mechanism, `-` if it does not reach the error.
    fn rows(&self) -> Vec<(&'static str, Vec<[String; 2]>)> {
        let of = |name| {
            let cells = self.columns.iter().flat_map(move |(_, all)| {
                let runs = all.iter().find(|runs| runs.method.name == name);
                self.errors.iter().map(move |&error| match runs.map(|runs| work_for(&runs.outcomes, error)) {
                    None => [String::new(), String::new()],
                    Some(None) => ["-".into(), "-".into()],
                    Some(Some(work)) => {
                        let bound = if work.bound { "≤ " } else { "" };
                        [
                            format!("{bound}{}", count(work.evaluations)),
                            format!("{bound}{}", digits(1e3 * work.seconds)),
                        ]
                    }
                })
            });
            cells.collect::<Vec<_>>()
        };
        let rows = METHODS.iter().map(|method| (method.name, of(method.name)));
        rows.filter(|(_, cells)| cells.iter().any(|[evaluations, _]| !evaluations.is_empty())).collect()
    }

    /// For the terminal.
    pub fn text(&self) -> String {
        let (headings, rows) = (self.headings(), self.rows());
        let title = "work for an error of";
        let wide = rows.iter().map(|(name, _)| name.len()).fold(title.len(), usize::max);
        let widths: Vec<usize> = headings.iter().map(|heading| heading.chars().count().max(22)).collect();
        let mut text = format!("  {title:wide$}");
        for (heading, width) in headings.iter().zip(&widths) {
            // Writing to a string cannot fail.
            let _ = write!(text, "  {heading:>width$}");
        }
        let _ = write!(text, "\n  {:wide$}", "");
        for width in &widths {
            let _ = write!(text, "  {:>width$}", "evaluations         ms");
        }
        text.push('\n');
        for (name, cells) in rows {
            let _ = write!(text, "  {name:wide$}");
            for ([evaluations, time], width) in cells.iter().zip(&widths) {
                let _ = write!(text, "  {:>width$}", format!("{evaluations:>11}{time:>11}"));
            }
            text.push('\n');
        }
        text
    }

    /// For a page.
    pub fn markdown(&self) -> String {
        let mut text = String::from("| method |");
        for heading in self.headings() {
            // Writing to a string cannot fail.
            let _ = write!(text, " {heading}: evaluations | ms |");
        }
        text.push_str("\n|---|");
        text.push_str(&"---:|---:|".repeat(self.headings().len()));
        text.push('\n');
        for (name, cells) in self.rows() {
            let _ = write!(text, "| `{name}` |");
            for [evaluations, time] in cells {
                let _ = write!(text, " {evaluations} | {time} |");
            }
            text.push('\n');
        }
        text
    }
}

/// Three digits of a count: 12 300.
fn count(x: f64) -> String {
    let unit = 10.0_f64.powf((x.max(1.0).log10().floor() - 2.0).max(0.0));
    grouped(((x / unit).round() * unit) as u64)
}

/// Three digits.
fn digits(x: f64) -> String {
    let decimals = (2.0 - x.max(1e-9).log10().floor()).max(0.0) as usize;
    format!("{x:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::{Outcome, count, digits, reached, work_for};

    fn run(step: f64, error: f64) -> Result<Outcome, (f64, String)> {
        let evaluations = (100.0 / step).round() as u64;
        Ok(Outcome { step, error, seconds: 1e-6 / step, evaluations, solves: 0, steps: evaluations })
    }

    /// error = step², so that √ε is the step.
    #[test]
    fn work_lies_on_the_line_between_two_runs() {
        let runs: Vec<_> = [0.1, 0.05, 0.025].map(|h| run(h, h * h)).into();
        let work = work_for(&runs, 1.6e-3).expect("0.025 is fine enough");
        assert!((work.evaluations - 100.0 / 0.04).abs() < 1e-9 && !work.bound, "{work:?}");
        assert!((work.seconds - 1e-6 / 0.04).abs() < 1e-15, "{work:?}");
        assert_eq!(work_for(&runs, 1e-4), None);
        let all = work_for(&runs, 0.02).expect("all are fine enough");
        assert!(all.bound && all.evaluations == 1000.0 && (all.seconds - 1e-5).abs() < 1e-18, "{all:?}");
    }

    #[test]
    fn a_lucky_run_does_not_count() {
        let runs = vec![
            Err((0.2, "lost".into())),
            run(0.1, 1e-9),
            run(0.05, 1e-2),
            run(0.025, 1e-4),
            run(0.0125, 1e-6),
        ];
        let work = work_for(&runs, 1e-3).expect("the last two are fine enough");
        assert!((work.evaluations - 2000.0 * 2.0_f64.sqrt()).abs() < 1e-9, "{work:?}");
        assert!(reached(&runs, &[1e-3, 1.0]) && !reached(&runs, &[1e-3, 1e-5]) && !reached(&runs, &[]));
        assert!(!reached(&runs[..2], &[1e-3]));
    }

    #[test]
    fn numbers_have_three_digits() {
        assert_eq!([count(12_345.0), count(99.6), count(1_999.6)], ["12 300", "100", "2 000"]);
        assert_eq!(
            [digits(0.012_34), digits(1.234), digits(123.4), digits(1234.0)],
            ["0.0123", "1.23", "123", "1234"]
        );
    }
}
