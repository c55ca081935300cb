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
use linkwork_descriptions::report::{Redundancy, time};
use linkwork_figures::argument::name;
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
    #[arg(long, value_name = "INPUT,INPUT…", value_parser = name, value_delimiter = ',')]
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
    /// Whether it is one of many equivalent ones.
    is_open: bool,
}

/// Writes the table, if requested, and returns the report.
pub fn inverse_dynamics(arguments: &Arguments) -> Result<String, Failure> {
    arguments.samples.check(&arguments.subject)?;
    let subject = &arguments.subject;
    let actuated = &arguments.actuated;
    if let Some((_, twice)) = actuated.iter().enumerate().find(|(k, name)| actuated[..*k].contains(name)) {
        return Err(Failure::input(format_args!("--actuated names `{twice}` twice")));
    }
    if let Some(input) = subject.inputs.iter().find(|input| arguments.actuated.contains(&input.name)) {
        return Err(Failure::input(format_args!(
            "the values of the input `{}` are computed, and cannot be given\nhelp: omit it in --input or in --actuated",
            input.name
        )));
    }
    let description = subject.description()?;
    let drives = drives(&arguments.motions, description.text());
    let constraint =
        |(name, of): &(String, &Prescribed)| format!("constraint {name}: {} = {};\n", of.left, of.right);
    let constraints: String = drives.iter().map(constraint).collect();
    let driven = description.driven(subject.wanted.as_deref(), &constraints)?;
    let constants = subject.constants(&driven)?;
    let (tape, _) = subject.on_tape(&driven, constants)?;
    let motion = arguments.samples.motion(&tape);
    let motion = motion.map_err(|failure| failure.reworded(|text| as_given(text, &drives)))?;

    let mut note = None;
    let efforts = if arguments.actuated.is_empty() {
        let (columns, redundancy) = (motion.table(), Redundancy::of(&tape));
        let of = |(drive, of): &(String, &Prescribed)| {
            let name = format!("multiplier({drive})");
            let column = columns.iter().find(|(column, _)| column.name == name);
            let (unit, values) = column.map_or((String::new(), Vec::new()), |(column, values)| {
                (column.unit.to_string(), values.iter().map(|l| -l).collect()) // (1)
            });
            let is_open = redundancy.is_open_multiplier(drive);
            Effort { name: of.left.clone(), unit, values, is_open }
        };
        let efforts: Vec<Effort> = drives.iter().map(of).collect();
        if efforts.iter().any(|effort| effort.is_open) {
            note = redundancy.note().map(|note| as_given(&note, &drives));
        }
        efforts
    } else {
        let constants = subject.constants(&description)?;
        let (free, _) = subject.on_tape(&description, constants)?;
        by_inputs(&free, &motion, &arguments.actuated)?
    };
    let times = motion.times();
    if let Some(path) = &arguments.samples.csv {
        whole_file::write(path, &csv(&times, &efforts))?;
    }
    let report = report(&tape.names().mechanism, &times, &efforts, note.as_deref());
    Ok(whole_file::report(&arguments.samples.csv, report))
}

/// The motions with the names of their constraints, which are not among the words of the description: `motion_of_hinge_angle`.
fn drives<'m>(motions: &'m [Prescribed], text: &str) -> Vec<(String, &'m Prescribed)> {
    let mut all: Vec<(String, &Prescribed)> = Vec::new();
    for motion in motions {
        let words = motion.left.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        let name = ["motion_of"].into_iter().chain(words).collect::<Vec<_>>().join("_");
        let is_free = |name: &String| !text.contains(name) && all.iter().all(|(known, _)| known != name);
        let mut numbered = (2..).map(|k| format!("{name}_{k}"));
        let free = Some(name.clone()).filter(is_free).or_else(|| numbered.find(is_free));
        all.push((free.unwrap_or(name), motion));
    }
    all
}

/// A text in which motions are named as they were given.
fn as_given(text: &str, drives: &[(String, &Prescribed)]) -> String {
    let given = |text: String, (name, of): &(String, &Prescribed)| {
        text.replace(&format!("`{name}`"), &format!("`{} = {}`", of.left, of.right))
    };
    drives.iter().fold(text.to_owned(), given)
}

/// The values of inputs that cause the motion, of the mechanism without the prescribing constraints.
fn by_inputs(free: &Tape, motion: &Solution<Tape>, actuated: &[String]) -> Result<Vec<Effort>, Failure> {
    let names: Vec<&str> = actuated.iter().map(String::as_str).collect();
    let inputs = &free.names().inputs;
    let mut efforts: Vec<Effort> = Vec::new();
    for name in &names {
        let unit = inputs.iter().find(|input| input.name == *name).map(|input| input.unit.to_string());
        let unit = unit.unwrap_or_default();
        efforts.push(Effort { name: (*name).into(), unit, values: Vec::new(), is_open: false });
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

fn report(mechanism: &str, times: &[f64], efforts: &[Effort], note: Option<&str>) -> String {
    let until = times.last().copied().unwrap_or(0.0);
    let headings = ["at the start", "largest size", "at the end", "unit"].map(String::from);
    let rows: Vec<(String, Vec<String>)> = efforts
        .iter()
        .map(|effort| {
            let values = &effort.values;
            let largest = values.iter().fold(0.0, |largest: f64, value| largest.max(value.abs()));
            let at = |value: Option<&f64>| number(value.copied().unwrap_or(f64::NAN));
            let unit = if effort.is_open { format!("{} *", effort.unit) } else { effort.unit.clone() };
            let cells = vec![at(values.first()), number(largest), at(values.last()), unit];
            (effort.name.clone(), cells)
        })
        .collect();
    let note = note.map_or_else(String::new, |note| format!("\nredundant: {note}\n"));
    format!(
        "{mechanism}: efforts of the motion until t = {} s, {}\n\n{}{note}",
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
