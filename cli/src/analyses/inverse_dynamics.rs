//! `linkwork inverse-dynamics`: the efforts that a prescribed motion requires.
//!
//! ```text
//! M a + Gᵀλ = f,   left(q) − right(t) = 0          effort on `left` = −λ                        (1)
//! ```
//!
//! Every motion becomes a constraint of the description, so that its derivatives are exact, closed loops are closed, and
//! efforts are conjugate to them: a torque to an angle, a force to a position.

use super::samples::Samples;
use super::table::{number, table};
use crate::counted;
use crate::failure::Failure;
use crate::subject::Subject;
use crate::whole_file;
use linkwork::analysis::Motion;
use linkwork::prelude::*;
use linkwork_descriptions::report::time;
use linkwork_jit::Tape;

/// The motion, and the inputs that cause it.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    subject: Subject,
    /// A prescribed motion, in the language of descriptions: "hinge.angle = 0.5 [rad] * sin(2 [rad/s] * time)"; as many as
    /// there are degrees of freedom
    #[arg(long = "motion", value_name = "WHAT=EXPRESSION", required = true, value_parser = equation)]
    motions: Vec<Prescribed>,
    /// Inputs that produce the motion; by default, the efforts are those of a drive on each prescribed quantity
    #[arg(long, value_name = "INPUT,INPUT…", value_delimiter = ',')]
    actuated: Vec<String>,
    #[command(flatten)]
    samples: Samples,
}

/// `left = right`.
#[derive(Clone, Debug)]
struct Prescribed {
    left: String,
    right: String,
}

fn equation(text: &str) -> Result<Prescribed, String> {
    match text.split_once('=') {
        Some((left, right)) if !left.trim().is_empty() && !right.trim().is_empty() => {
            Ok(Prescribed { left: left.trim().into(), right: right.trim().into() })
        }
        _ => Err("write a motion as `quantity = expression`".to_owned()),
    }
}

/// One effort over time.
struct Effort {
    name: String,
    unit: String,
    values: Vec<f64>,
}

/// Writes the table, if requested, and returns the report.
pub fn inverse_dynamics(arguments: &Arguments) -> Result<String, Failure> {
    arguments.samples.check(&arguments.subject)?;
    let subject = &arguments.subject;
    if let Some(input) = subject.inputs.iter().find(|input| arguments.actuated.contains(&input.name)) {
        return Err(Failure::input(format_args!(
            "the values of the input `{}` are computed, and cannot be given\nhelp: omit it in --input or in --actuated",
            input.name
        )));
    }
    let description = subject.description()?;
    let named = |k: usize| format!("prescribed_{}", k + 1);
    let constraint =
        |(k, of): (usize, &Prescribed)| format!("constraint {}: {} = {};\n", named(k), of.left, of.right);
    let constraints: String = arguments.motions.iter().enumerate().map(constraint).collect();
    let driven = description.driven(subject.wanted.as_deref(), &constraints)?;
    let constants = subject.constants(&driven)?;
    let (tape, _) = subject.on_tape(&driven, constants)?;
    let motion = arguments.samples.motion(&tape)?;

    let efforts = if arguments.actuated.is_empty() {
        let columns = motion.table();
        let of = |(k, of): (usize, &Prescribed)| {
            let name = format!("multiplier({})", named(k));
            let column = columns.iter().find(|(column, _)| column.name == name);
            let (unit, values) = column.map_or((String::new(), Vec::new()), |(column, values)| {
                (column.unit.to_string(), values.iter().map(|l| -l).collect()) // (1)
            });
            Effort { name: of.left.clone(), unit, values }
        };
        arguments.motions.iter().enumerate().map(of).collect()
    } else {
        let constants = subject.constants(&description)?;
        let (free, _) = subject.on_tape(&description, constants)?;
        by_inputs(&free, &motion, &arguments.actuated)?
    };
    let times = motion.times();
    if let Some(path) = &arguments.samples.csv {
        whole_file::write(path, &csv(&times, &efforts))?;
    }
    Ok(whole_file::report(&arguments.samples.csv, report(&tape.names().mechanism, &times, &efforts)))
}

/// The values of inputs that cause the motion, of the mechanism without the prescribing constraints.
fn by_inputs(free: &Tape, motion: &Solution<Tape>, actuated: &[String]) -> Result<Vec<Effort>, Failure> {
    let names: Vec<&str> = actuated.iter().map(String::as_str).collect();
    let inputs = &free.names().inputs;
    let mut efforts: Vec<Effort> = Vec::new();
    for name in &names {
        let unit = inputs.iter().find(|input| input.name == *name).map(|input| input.unit.to_string());
        efforts.push(Effort { name: (*name).into(), unit: unit.unwrap_or_default(), values: Vec::new() });
    }
    for state in motion.samples() {
        let found = free.efforts(&Motion::from(state), &names)?;
        for effort in &mut efforts {
            let place = inputs.iter().position(|input| input.name == *effort.name);
            effort.values.extend(place.map(|place| found.inputs[place]));
        }
    }
    Ok(efforts)
}

fn report(mechanism: &str, times: &[f64], efforts: &[Effort]) -> String {
    let until = times.last().copied().unwrap_or(0.0);
    let headings = ["at the start", "largest size", "at the end", "unit"].map(String::from);
    let rows: Vec<(String, Vec<String>)> = efforts
        .iter()
        .map(|effort| {
            let values = &effort.values;
            let largest = values.iter().fold(0.0, |largest: f64, value| largest.max(value.abs()));
            let at = |value: Option<&f64>| number(value.copied().unwrap_or(f64::NAN));
            let cells = vec![at(values.first()), number(largest), at(values.last()), effort.unit.clone()];
            (effort.name.clone(), cells)
        })
        .collect();
    format!(
        "{mechanism}: efforts of the motion until t = {} s, {}\n\n{}",
        time(until),
        counted(times.len(), "sample"),
        table(&headings, &rows)
    )
}

fn csv(times: &[f64], efforts: &[Effort]) -> String {
    let heading = |effort: &Effort| match effort.unit.as_str() {
        "" => format!(",effort of {}", effort.name),
        unit => format!(",effort of {} [{unit}]", effort.name),
    };
    let mut text = format!("time [s]{}\n", efforts.iter().map(heading).collect::<String>());
    for (i, t) in times.iter().enumerate() {
        let cells: String = efforts.iter().map(|effort| format!(",{:?}", effort.values[i])).collect();
        text.push_str(&format!("{t:?}{cells}\n"));
    }
    text
}
