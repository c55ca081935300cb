//! `linkwork regressor`: equations of motion as linear functions of masses, inertias and coefficients of forces.
//!
//! ```text
//! Y(q, v, a) π + y₀ = τ
//! ```
//!
//! Invariant: files contain the same instants as the report.

mod consistent;
mod files;
mod instants;
mod motion;

use crate::analyses::table::{number, table};
use crate::counted;
use crate::failure::Failure;
use crate::subject::Subject;
use crate::whole_file;
use linkwork::Error;
use linkwork_figures::argument::name;
use linkwork_regressor::{BaseParameters, Estimate, Instant, Regressor, Stacked};
use std::fmt::Write;
use std::path::PathBuf;

/// The report shows rows for no more instants than this.
const SHOWN: usize = 1;

/// The arguments of the command.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    subject: Subject,
    /// One instant: coordinates, rates and accelerations in SI units, `"angle=0.3, der(angle)=1, der(der(angle))=-2"`; those that are
    /// not given are the initial ones, and zero accelerations. In closed loops, dependent ones are computed
    #[arg(long, value_name = "NAME=VALUE, …", value_delimiter = ',', conflicts_with = "motion")]
    at: Vec<String>,
    /// A table of a measured motion, in the format of `simulate --csv`: time, coordinates, rates, accelerations, inputs (`drive`) or efforts
    /// (`effort of pivot.angle`). Base parameters are estimated from it, unless all efforts are zero
    #[arg(long, value_name = "FILE.csv")]
    motion: Option<PathBuf>,
    /// Independent coordinates, one for each degree of freedom: rows are efforts along them, and in closed loops all others are computed
    /// from them
    #[arg(long, value_name = "NAME,NAME…", value_parser = name, value_delimiter = ',')]
    independent: Vec<String>,
    #[command(flatten)]
    files: files::Files,
}

/// The results for files and the report.
pub struct Found {
    pub regressor: Regressor,
    pub instants: Vec<Instant>,
    pub stacked: Stacked,
    pub base: BaseParameters,
    pub estimate: Option<Estimate>,
}

/// Writes the requested files, and returns the report.
pub fn regressor(arguments: &Arguments) -> Result<String, Failure> {
    let subject = &arguments.subject;
    let motion = arguments.motion.as_ref().map(|path| path.to_string_lossy());
    let read = subject.files();
    arguments.files.check(read.iter().map(String::as_str).chain(motion.as_deref()))?;
    let description = subject.description()?.with_coefficients();
    let constants = subject.constants(&description)?;
    let program = description.compile_one(&constants.texts, subject.wanted.as_deref())?;
    let from = program.parameters.len() - program.coefficients.count;
    if let Some(name) = subject.set_among(program.parameters[from..].iter().map(|one| &*one.name)) {
        return Err(Failure::input(format_args!(
            "`{name}` follows from the description and cannot be set\nhelp: give it there as a parameter, and set that"
        )));
    }
    let (parameters, inputs) = subject.parameters(program, constants)?;
    let regressor = Regressor::new(parameters)?;
    let independent: Vec<usize> =
        arguments.independent.iter().map(|name| regressor.velocity(name)).collect::<Result<_, Error>>()?;
    let independent = Some(independent).filter(|all| !all.is_empty());
    let mut measured = match &arguments.motion {
        Some(path) => motion::read(path, &regressor, independent.as_deref(), inputs.as_ref())?,
        None => {
            let (instant, follows) =
                instants::at(&arguments.at, &regressor, independent.as_deref(), inputs.as_ref())?;
            motion::Measured { instants: vec![instant], lines: Vec::new(), follows }
        }
    };
    let followed = |independent: &[usize]| {
        let names: Vec<String> = independent.iter().map(|&i| regressor.effort(i).name.to_string()).collect();
        format!(
            "taken from the table: {}; all other coordinates, rates and accelerations follow from them",
            names.join(", ")
        )
    };
    let mut note = measured.follows.as_deref().filter(|_| arguments.motion.is_some()).map(followed);
    let mut independent = independent.or(measured.follows);
    let at = |i: usize| measured.lines.get(i).map_or_else(String::new, |line| format!("line {line}: "));
    let refused = |(i, error)| Failure::run(format!("{}{error}", at(i)));
    let stacked = match Stacked::new(&regressor, &measured.instants, independent.as_deref()) {
        // A run violates the constraints by the error of its method.
        Err((_, error)) if !measured.lines.is_empty() && consistent::violates(&error) => {
            let found = consistent::completed(&regressor, &measured.instants).map_err(|(i, error)| {
                Failure::run(format!("{}{error}\nhelp: {}", at(i), consistent::HELP))
            })?;
            note = Some(format!(
                "{}\nthe table violates the constraints: columns change by {:.1e} of their largest entries, at most",
                followed(&found.independent),
                found.change
            ));
            (measured.instants, independent) = (found.instants, Some(found.independent));
            Stacked::new(&regressor, &measured.instants, independent.as_deref()).map_err(refused)?
        }
        outcome => outcome.map_err(refused)?,
    };
    let base = BaseParameters::of(&regressor)?;
    let driven = stacked.efforts != stacked.offset;
    let estimate = match arguments.motion {
        Some(_) if driven => Some(Estimate::of(&base, &stacked, regressor.columns())?),
        // A free motion has a factor in common: the least squares would be zeros.
        Some(_) => {
            let lines = note.get_or_insert_default();
            *lines += if lines.is_empty() { "" } else { "\n" };
            *lines += NOTHING_ACTS;
            None
        }
        None => None,
    };
    let found = Found { regressor, instants: measured.instants, stacked, base, estimate };
    arguments.files.write(&found)?;
    Ok(whole_file::report(arguments.files.texts(), report(&found, note.as_deref())))
}

/// A number of degrees of freedom.
fn freedom(count: usize) -> String {
    format!("{} of freedom", counted(count, "degree"))
}

/// Why there is no estimate.
const NOTHING_ACTS: &str = "no estimate: all efforts are zero, and a motion without efforts determines base parameters up to a common factor\nhelp: give \
    inputs, or columns `effort of …`";

fn report(found: &Found, note: Option<&str>) -> String {
    let Found { regressor, instants, stacked, base, estimate } = found;
    let columns = regressor.columns();
    let mut text = format!(
        "{}: {}, {}; {}, {}\n",
        linkwork::Described::names(regressor.tape()).mechanism,
        counted(columns.len(), "coefficient"),
        counted(base.kept.len(), "base parameter"),
        freedom(stacked.independent.len()),
        counted(instants.len(), "instant")
    );
    // Writing to a string cannot fail.
    let _ = match note {
        Some(note) => writeln!(text, "{note}"),
        None => Ok(()),
    };
    let efforts: Vec<linkwork::Named> = stacked.independent.iter().map(|&i| regressor.effort(i)).collect();
    if instants.len() <= SHOWN {
        let mut headings = vec!["value".to_owned(), "unit".to_owned()];
        headings.extend(efforts.iter().map(|effort| format!("{} [{}]", effort.name, effort.unit)));
        let mut rows: Vec<(String, Vec<String>)> = Vec::new();
        for (j, column) in columns.iter().enumerate() {
            let mut cells = vec![number(regressor.values()[j]), column.unit.to_string()];
            cells.extend((0..efforts.len()).map(|i| number(stacked.matrix[(i, j)])));
            rows.push((column.name.to_string(), cells));
        }
        let mut last = |name: &str, of: &nalgebra::DVector<f64>| {
            let mut cells = vec![String::new(), String::new()];
            cells.extend(of.iter().map(|x| number(*x)));
            rows.push((name.to_owned(), cells));
        };
        last("y₀", &stacked.offset);
        let whole =
            &stacked.matrix * nalgebra::DVector::from_column_slice(regressor.values()) + &stacked.offset;
        last("Y π + y₀", &whole);
        let _ = write!(text, "\nrows of the regressor, efforts along\n{}", table(&headings, &rows));
    }
    let _ = write!(
        text,
        "\nbase parameters, the combinations of coefficients that motions determine\n{}",
        parameters(found)
    );
    if let Some(estimate) = estimate {
        let _ = writeln!(
            text,
            "\n{}, residual {:.3e} (root mean square), condition {:.1e}; deviations are due to errors in efforts alone",
            counted(stacked.matrix.nrows(), "row"),
            estimate.residual,
            estimate.condition
        );
    }
    let mut list = |what: &str, names: &[String]| {
        if !names.is_empty() {
            let _ = writeln!(text, "\n{what}: {}", names.join(", "));
        }
    };
    let without: Vec<String> = base.without_effect.iter().map(|&j| columns[j].name.to_string()).collect();
    list("without effect in random motions", &without);
    list("part of y₀, because they change with the motion", regressor.moving());
    text
}

fn parameters(found: &Found) -> String {
    let Found { regressor, base, estimate, .. } = found;
    let mut headings = vec!["description".to_owned()];
    if estimate.is_some() {
        headings.extend(["estimate", "deviation"].map(String::from));
    }
    headings.push("unit".to_owned());
    let values = base.values(regressor.values());
    let rows: Vec<(String, Vec<String>)> = base
        .names(regressor.columns())
        .iter()
        .enumerate()
        .map(|(k, named)| {
            let mut cells = vec![number(values[k])];
            if let Some(estimate) = estimate {
                cells.extend([number(estimate.values[k]), format!("{:.1e}", estimate.deviations[k])]);
            }
            cells.push(named.unit.to_string());
            (named.name.to_string(), cells)
        })
        .collect();
    table(&headings, &rows)
}
