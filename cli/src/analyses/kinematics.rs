//! `linkwork kinematics`: the motion that constraints prescribe, and the efforts that it takes.

use super::lines;
use crate::failure::Failure;
use crate::simulate::positive;
use crate::subject::Subject;
use crate::whole_file;
use linkwork::prelude::*;
use std::path::PathBuf;

/// What to move.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    subject: Subject,
    /// The time between two samples, in s
    #[arg(long, value_name = "H", default_value = "0.01", value_parser = positive, allow_negative_numbers = true)]
    step: f64,
    /// The time of the last sample, in s
    #[arg(long, value_name = "T", default_value = "1", value_parser = positive, allow_negative_numbers = true)]
    until: f64,
    /// Write all samples to a table: coordinates, velocities, accelerations, states, multipliers, outputs
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
}

/// Writes the table, if it is wanted, and gives the report.
pub fn kinematics(arguments: &Arguments) -> Result<String, Failure> {
    if let Some(path) = &arguments.csv {
        whole_file::check(path)?;
    }
    let tape = arguments.subject.tape()?;
    let motion = tape.kinematics().step(arguments.step).until(arguments.until).run()?;
    if let Some(path) = &arguments.csv {
        motion.write_csv(path)?;
    }
    let (names, last) = (tape.names(), motion.last());
    let mut text = format!("{}: driven until t = {} s\n\n", names.mechanism, last.t);
    for (title, named, values) in [
        ("coordinates", &names.coordinates, last.q.as_slice()),
        ("velocities", &names.velocities, last.v.as_slice()),
        ("states", &names.states, last.y.as_slice()),
        ("multipliers", &names.holonomic, last.l.as_slice()),
        ("multipliers of velocities", &names.nonholonomic, last.p.as_slice()),
    ] {
        if !values.is_empty() {
            // Of constraints the names have the unit of the equation, not that of the multiplier.
            let unit = |unit| if title.starts_with("multipliers") { "" } else { unit };
            let rows = named.iter().zip(values);
            let rows = rows.map(|(named, value)| (named.name.as_ref(), *value, unit(named.unit.as_ref())));
            text.push_str(&format!("{title} at the end\n{}\n", lines(rows)));
        }
    }
    let report = motion.report();
    text.push_str(&format!("  samples  {}\n  steps    {}\n", motion.samples().len(), report.steps));
    if report.rejected > 0 {
        text.push_str(&format!("  halved   {}\n", report.rejected));
    }
    Ok(text)
}
