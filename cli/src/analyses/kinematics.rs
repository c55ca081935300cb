//! `linkwork kinematics`: the motion prescribed by constraints, and the required efforts.

use super::samples::Samples;
use super::{lines, marked_multipliers};
use crate::failure::{self, Failure};
use crate::subject::Subject;
use crate::whole_file;
use linkwork::prelude::*;
use linkwork_descriptions::report::time;

/// The arguments of the command.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    subject: Subject,
    #[command(flatten)]
    samples: Samples,
}

/// Writes the table, if requested, and returns the report.
pub fn kinematics(arguments: &Arguments) -> Result<String, Failure> {
    arguments.samples.check(&arguments.subject)?;
    let tape = arguments.subject.tape()?;
    let motion = arguments.samples.motion(&tape)?;
    match &arguments.samples.csv {
        Some(path) if whole_file::is_standard_output(path) => {
            let mut table = Vec::new();
            motion.write_table(&mut table).map_err(Failure::run)?;
            failure::print(&String::from_utf8_lossy(&table))?;
        }
        Some(path) => motion.write_csv(path)?,
        None => {}
    }
    let (names, last) = (tape.names(), motion.last());
    let mut text = format!("{}: driven until t = {} s\n\n", names.mechanism, time(last.t));
    let (units, note) = marked_multipliers(&tape);
    let (holonomic, nonholonomic) = units.split_at(names.holonomic.len());
    let own = |list: &[linkwork::Named]| list.iter().map(|named| named.unit.to_string()).collect::<Vec<_>>();
    for (title, named, units, values) in [
        ("coordinates", &names.coordinates, own(&names.coordinates), last.q.as_slice()),
        ("velocities", &names.velocities, own(&names.velocities), last.v.as_slice()),
        ("states", &names.states, own(&names.states), last.y.as_slice()),
        ("multipliers", &names.holonomic, holonomic.to_vec(), last.lambda.as_slice()),
        ("multipliers of velocities", &names.nonholonomic, nonholonomic.to_vec(), last.psi.as_slice()),
    ] {
        if !values.is_empty() {
            let rows = named.iter().zip(values).zip(&units);
            let rows = rows.map(|((named, value), unit)| (named.name.as_ref(), *value, unit.as_str()));
            text.push_str(&format!("{title} at the end\n{}\n", lines(rows)));
        }
    }
    if let Some(note) = note {
        text.push_str(&format!("  redundant  {note}\n\n"));
    }
    let report = motion.report();
    text.push_str(&format!("  samples  {}\n  steps    {}\n", motion.samples().len(), report.steps));
    if report.rejected > 0 {
        text.push_str(&format!("  halved   {}\n", report.rejected));
    }
    Ok(whole_file::report(&arguments.samples.csv, text))
}
