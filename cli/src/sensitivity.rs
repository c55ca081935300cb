//! `linkwork sensitivity`: exact derivatives of a run with respect to parameters and initial values.

use crate::failure::Failure;
use crate::methods;
use crate::subject::{Subject, Switch, note_derivatives};
use crate::whole_file;
use linkwork_compiler::Loops;
use linkwork_figures::argument::{name, positive};
use linkwork_sensitivity::adjoint::{Computed, gradients};
use linkwork_sensitivity::{Native, Quantity, Request, Sensitivities, sensitivities};
use std::fmt::Write;
use std::path::PathBuf;

/// The arguments of the command.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    subject: Subject,
    /// Quantities, each at a time in s: `"piston at 1, der(angle) at 0.5"`; columns of the table of a run, and attributes of bodies and joints
    #[arg(long, value_name = "NAME at T, …", value_delimiter = ',', required = true)]
    of: Vec<Quantity>,
    /// Parameters, and initial coordinates, rates (`der(angle)`) and states that `initial` gives
    #[arg(long, value_name = "NAME,NAME…", value_parser = name, value_delimiter = ',', required = true)]
    by: Vec<String>,
    /// The method, any of `linkwork list`
    #[arg(long, value_name = "NAME", default_value = "fifth-degree")]
    method: String,
    /// Size of the steps, in s
    #[arg(long, value_name = "H", default_value = "0.001", value_parser = positive, allow_hyphen_values = true)]
    step: f64,
    /// Use the adjoint method: one backward pass for each quantity, whatever the number of parameters; for steps of fixed size and forces
    /// that do not switch
    #[arg(long)]
    adjoint: bool,
    /// Write values and derivatives to a table; `-` is standard output, and the report then goes to standard error
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
}

/// The report.
pub fn sensitivity(arguments: &Arguments) -> Result<String, Failure> {
    let subject = &arguments.subject;
    whole_file::check_all(&arguments.csv, [], subject.files().iter().map(String::as_str))?;
    for name in &arguments.by {
        if let Some(formula) = subject.formula_with(name) {
            return Err(Failure::input(format_args!(
                "`{formula}` depends on `{name}`, but formulas are evaluated once, without derivatives\nhelp: make it a `let` or an expression of the description"
            )));
        }
    }
    let description = subject.description()?;
    let constants = subject.constants(&description)?;
    let quantities: Vec<&str> = arguments.of.iter().map(|quantity| quantity.name.as_str()).collect();
    let watching = description.watching(&constants.texts, subject.wanted.as_deref(), &quantities)?;
    let description = watching.unwrap_or(description).with_loops(Loops::Chosen);
    let program = description.compile_one(&constants.texts, subject.wanted.as_deref())?;
    let (parameters, inputs) = subject.parameters(program, constants)?;
    note_derivatives(&parameters, &arguments.by);
    let request = Request {
        of: arguments.of.clone(),
        by: arguments.by.clone(),
        method: methods::find(&arguments.method)?,
        step: arguments.step,
        inputs,
        native: if subject.native == Switch::Off { Native::Off } else { Native::WhereFaster },
        interrupt: None,
    };
    let (found, backward) = if arguments.adjoint {
        let (found, computed) = gradients(&parameters, &request)?;
        (found, Some(computed))
    } else {
        (sensitivities(&parameters, &request)?, None)
    };
    if let Some(path) = &arguments.csv {
        whole_file::write(path, &table(&found).map_err(Failure::run)?)?;
    }
    let mut text = report(&parameters.names().mechanism, arguments, &found);
    if let Some(computed) = backward {
        text += &adjoint(&computed);
    }
    Ok(whole_file::report(&arguments.csv, text))
}

/// How adjoints were computed.
fn adjoint(Computed { apart, steps, native, interpreted, .. }: &Computed) -> String {
    let by = match interpreted {
        None => format!("{native} of {steps} steps in native code"),
        Some(reason) if *native == 0 => format!("interpreted: {reason}"),
        Some(reason) => format!("{native} of {steps} steps in native code, the others interpreted: {reason}"),
    };
    format!(
        "\nadjoint: one backward pass through the steps for each quantity; in one direction, its derivative differs by {apart:.1e} from the forward one\n  {by}\n"
    )
}

fn report(mechanism: &str, arguments: &Arguments, found: &Sensitivities) -> String {
    let mut text = format!("{mechanism}: {}, steps of {} s\n", arguments.method, arguments.step);
    let width = found.by.iter().map(|named| named.name.chars().count()).max().unwrap_or(0);
    for (((quantity, unit), value), row) in found.of.iter().zip(&found.values).zip(&found.derivatives) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "\n{} at {} s = {value:.12e} {unit}", quantity.name, quantity.at);
        for ((named, derivative), at) in found.by.iter().zip(row).zip(&found.at) {
            let over = if named.unit == "1" || named.unit.is_empty() {
                String::new()
            } else {
                format!(" per {}", named.unit)
            };
            let _ = writeln!(
                text,
                "  by {:width$}  {derivative:>20.12e} {unit}{over}, at {at} {}",
                named.name, named.unit
            );
        }
    }
    if !found.switches.is_empty() {
        let times: Vec<String> = found.switches.iter().take(5).map(|t| format!("{t:.6}")).collect();
        let more = if found.switches.len() > 5 { " …" } else { "" };
        let _ = writeln!(
            text,
            "\nforces switch at t = {}{more} s: derivatives at later times include the changes of these times, with the error of the method",
            times.join(", ")
        );
    }
    if found.is_partial {
        text += "\nwarning: derivatives lack a part after switches: friction along a resultant begins and ends along a direction without\n  derivatives, and so does a motion along a switch\n";
    }
    text
}

/// One line for each quantity.
fn table(found: &Sensitivities) -> Result<String, Box<dyn std::error::Error>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut header =
        vec!["quantity".to_owned(), "unit".to_owned(), "time [s]".to_owned(), "value".to_owned()];
    header.extend(found.by.iter().map(|named| format!("by {} [{}]", named.name, named.unit)));
    writer.write_record(&header)?;
    for (((quantity, unit), value), row) in found.of.iter().zip(&found.values).zip(&found.derivatives) {
        let mut line =
            vec![quantity.name.clone(), unit.clone(), format!("{:?}", quantity.at), format!("{value:?}")];
        line.extend(row.iter().map(|derivative| format!("{derivative:?}")));
        writer.write_record(&line)?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}
