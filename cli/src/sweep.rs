//! `linkwork sweep`: tables of many runs of a mechanism with varied parameters.
//!
//! Invariant: a run is that of `linkwork simulate` with the same method, step and parameters; no run is lost.

mod list;

use crate::counted;
use crate::failure::Failure;
use crate::methods::{self, Variant};
use crate::progress::Progress;
use crate::simulate::tolerance;
use crate::subject::{Subject, Switch};
use linkwork::stepper::Tolerance;
use linkwork::{Described, Error};
use linkwork_descriptions::Description;
use linkwork_descriptions::description::columns;
use linkwork_figures::argument::positive;
use linkwork_sweep::{
    Axis, BadRuns, Design, Drawing, Format, Keep, Keeps, List, Options, Plan, Random, Runs, Shard,
    SweepError, Together,
};
use list::Table;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// The default number of runs per file.
const CHUNK: &str = "1000";

/// The arguments of the command.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    subject: Subject,
    /// Values of a parameter in SI units: 50 from 0.1 to 0.5 (`length=0.1..0.5:50`), or a list (`length=0.1,0.2`); the values of several parameters are combined
    #[arg(long, value_name = "NAME=VALUES")]
    vary: Vec<Axis>,
    /// Random values in SI units: `mass~normal(mean,deviation)`, `uniform(min,max)`, `lognormal(mean,deviation)` of the logarithm,
    /// `triangular(min,max,mode)`
    #[arg(long, value_name = "NAME~LAW", requires = "samples")]
    random: Vec<Random>,
    /// The number of samples of random values (for each combination of the other values)
    #[arg(long, value_name = "N", requires = "random", value_parser = clap::value_parser!(u64).range(1..), allow_hyphen_values = true)]
    samples: Option<u64>,
    /// Draw random values as a Latin hypercube: one in each of as many equal shares as there are runs
    #[arg(long, requires = "random")]
    latin: bool,
    /// The seed of random values: each is determined by the seed, its name and the number of the run
    #[arg(long, value_name = "N", default_value = "0", requires = "random", allow_hyphen_values = true)]
    seed: u64,
    /// Values from a table with a column for each parameter and a line for each run, in the unit of the header (`length [mm]`), or in
    /// SI units where the header has no unit
    #[arg(long, value_name = "FILE.csv")]
    list: Option<PathBuf>,
    /// What to keep of a run, separated by commas: a quantity at the end (`piston`, or `final(piston)`), or its `initial`, `min`, `max`,
    /// `mean` or `rms` over the steps
    /// [default: all outputs, else all coordinates, at the end]
    #[arg(long, value_name = "WHAT,WHAT…")]
    keep: Vec<Keeps>,
    /// The folder for the tables; tables that exist are not computed again
    #[arg(long, value_name = "FOLDER")]
    into: PathBuf,
    /// The format of the tables: `csv` or `parquet`
    #[arg(long, value_name = "FORMAT", default_value = "csv", value_parser = Format::named)]
    format: Format,
    /// Compute one part of the runs: `3/64` is the third of 64 parts
    #[arg(long, value_name = "K/N", default_value = "1/1")]
    shard: Shard,
    /// Number of threads; 0: one for each core
    #[arg(long, value_name = "N", default_value = "0", allow_hyphen_values = true)]
    threads: usize,
    /// Number of runs in a table
    #[arg(long, value_name = "N", default_value = CHUNK, value_parser = clap::value_parser!(u64).range(1..=1_000_000), allow_hyphen_values = true)]
    chunk: u64,
    /// Compute four runs at once where possible, or one by one: the same tables to the last byte, about half as fast
    #[arg(long, value_enum, value_name = "on|off", default_value = "on", hide_possible_values = true)]
    packs: Switch,
    /// The method (see `linkwork list`)
    #[arg(long, value_name = "NAME", default_value = "fifth-degree")]
    method: String,
    /// Size of a step (of the first one, with --tolerance), in s [default: 0.001]
    #[arg(long, value_name = "H", value_parser = positive, allow_hyphen_values = true)]
    step: Option<f64>,
    /// End of each run, in s
    #[arg(long, value_name = "T", default_value = "10", value_parser = positive, allow_hyphen_values = true)]
    until: f64,
    /// Check the energy balance of each run, and warn of energy that grows without work or that work does not explain; a run takes ten times as long or more
    #[arg(long)]
    balance: bool,
    /// Control the step size by the estimated error: an absolute tolerance, or absolute and relative
    #[arg(long, value_name = "ATOL[,RTOL]", value_parser = tolerance, allow_hyphen_values = true)]
    tolerance: Option<Tolerance>,
}

impl Arguments {
    /// All runs, with these values of `--list`.
    fn design(&self, list: List) -> Result<Design, Failure> {
        let drawing = if self.latin { Drawing::Latin } else { Drawing::Independent };
        let (axes, random) = (self.vary.clone(), self.random.clone());
        Design::new(list, axes, random, self.samples, self.seed, drawing).map_err(Failure::input)
    }
}

/// Computes the runs, and returns a report.
pub fn sweep(arguments: &Arguments) -> Result<String, Failure> {
    let subject = &arguments.subject;
    let method = methods::find(&arguments.method)?;
    if arguments.tolerance.is_some() {
        method.check_tolerance("--tolerance").map_err(Failure::input)?;
    }
    let table = arguments.list.as_deref().map(Table::read).transpose()?;
    // Mistakes are reported before the mechanism is compiled, which units need.
    let as_written = table.as_ref().map(Table::as_written).transpose()?;
    let design = arguments.design(as_written.unwrap_or_default())?;
    let description = subject.description()?;
    let constants = subject.constants(&description)?;
    let keep: Vec<Keep> = arguments.keep.iter().flat_map(|keeps| keeps.0.clone()).collect();
    let quantities: Vec<&str> = keep.iter().map(|keep| keep.quantity.as_str()).collect();
    let watching = description.watching(&constants.texts, subject.wanted.as_deref(), &quantities)?;
    let description = watching.as_ref().unwrap_or(&description);
    let (tape, values) = subject.on_tape_varied(description, constants, design.names())?;
    let in_si = table.map(|table| table.in_si(&tape.program().parameters)).transpose()?.flatten();
    let design = in_si.map_or(Ok(design), |list| arguments.design(list))?;
    method.check(&tape, &Variant::default()).map_err(Failure::input)?;
    for name in design.names() {
        if subject.set_among(std::iter::once(name.as_str())).is_some() {
            return Err(Failure::input(format_args!(
                "`{name}` is varied, and also given by --set\nhelp: remove one of the two"
            )));
        }
        if let Some(formula) = subject.formula_with(name) {
            return Err(Failure::input(format_args!(
                "`{formula}` depends on `{name}`, which is varied, but formulas are evaluated once, before the runs\nhelp: make it a `let` or an expression of the description"
            )));
        }
    }
    let all = columns(tape.program());
    let names = tape.program().parameters.iter();
    let start: Vec<f64> = names.map(|named| values.get(&named.name).unwrap_or_default()).collect();
    let options = Options {
        method,
        step: arguments.step,
        tolerance: arguments.tolerance,
        until: arguments.until,
        balance: arguments.balance,
        packs: arguments.packs == Switch::On,
    };
    let runs = Runs::new((tape.clone(), start), &design, (&keep, &all), options);
    let runs = runs.map_err(|error| refused(error, description))?;
    let names = runs.kept();
    let facts = runs.facts(&subject.formulas().join(", "), description.text());
    let plan = Plan {
        design: &design,
        facts: &facts,
        kept: &names,
        chunk: arguments.chunk,
        shard: arguments.shard,
        threads: arguments.threads,
        folder: &arguments.into,
        format: arguments.format,
    };
    let never = AtomicBool::new(false);
    let some = |_: u64, varied: &[Vec<f64>]| runs.outcomes(varied, None);
    let began = Instant::now();
    let mut bar = Progress::new();
    let shown =
        |progress: linkwork_sweep::Progress| bar.show(progress.done as f64 / progress.of.max(1) as f64);
    let totals = plan.run_at_once(&never, runs.at_once(), some, shown);
    drop(bar);
    let totals = totals.map_err(|error| match error {
        SweepError::NotFolder(_) => Failure::input(error),
        error => Failure::run(error),
    })?;
    let seconds = began.elapsed().as_secs_f64();
    let mut text = format!("{} ({})\n\n", tape.names().mechanism, counted(design.runs(), "run"));
    let mut line = |name: &str, value: String| text += &format!("  {name:<16}{value}\n");
    line("kept", names.join(", "));
    line(
        "computed",
        format!(
            "{} in {seconds:.2} s ({:.0} a second)",
            counted(totals.computed, "run"),
            totals.computed as f64 / seconds
        ),
    );
    if totals.computed > 0 {
        line(
            "at once",
            match runs.together() {
                Together::Packs { of: 0, .. } => {
                    "one run: no table had several left that could be assembled".to_owned()
                }
                Together::Packs { computed, of } if computed == of => {
                    format!("four runs ({})", counted(of, "pack"))
                }
                Together::Packs { computed, of } => {
                    format!(
                        "four runs in {computed} of {of} packs that were tried; the other runs one by one"
                    )
                }
                Together::Alone(reason) => format!("one run: packs of four are not available with {reason}"),
                Together::Off => "one run: --packs off".to_owned(),
            },
        );
    }
    line("already there", counted(totals.existing, "run"));
    if totals.damaged > 0 {
        line("damaged", format!("{}, computed again", counted(totals.damaged, "table")));
    }
    line("failed", format!("{} of the new runs: see the column `failure`", totals.failed));
    if totals.warned > 0 {
        line("warnings", format!("{} of the new runs: see the column `warning`", totals.warned));
    }
    if !arguments.balance {
        line("energy", "balance not checked: --balance checks it".to_owned());
    }
    line(
        "tables",
        arguments
            .into
            .join(format!("{}-*.{}", totals.fingerprint, arguments.format.extension()))
            .display()
            .to_string(),
    );
    Ok(text)
}

/// A name that is not a parameter or a quantity, or that is not free; constants are compiled in.
fn refused(error: BadRuns, description: &Description) -> Failure {
    let BadRuns::Unknown(error) = error else { return Failure::input(error) };
    let Error::Unknown { what, name, known } = error else { return error.into() };
    if what == "parameter" && description.constant_names(None).contains(&name) {
        return Failure::input(format_args!(
            "`{name}` is a `const`, which is compiled in\nhelp: make it a `param`, or run a sweep for each value, with `--set {name}=…`"
        ));
    }
    Failure::unknown(what, &name, known.iter().map(String::as_str))
}
