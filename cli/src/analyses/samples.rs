//! The samples of a prescribed motion.

use crate::failure::Failure;
use crate::subject::Subject;
use crate::whole_file;
use linkwork::prelude::*;
use linkwork_figures::argument::positive;
use linkwork_jit::Tape;
use std::path::PathBuf;

/// Instants, and a file for their results.
#[derive(clap::Args)]
pub struct Samples {
    /// The time between two samples, in s
    #[arg(long, value_name = "H", default_value = "0.01", value_parser = positive, allow_hyphen_values = true)]
    step: f64,
    /// The time of the last sample, in s
    #[arg(long, value_name = "T", default_value = "1", value_parser = positive, allow_hyphen_values = true)]
    until: f64,
    /// Write the results at all samples to a table; `-` is standard output, and the report then goes to standard error
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
}

impl Samples {
    /// Checks that the file can be written, before anything is computed.
    pub fn check(&self, subject: &Subject) -> Result<(), Failure> {
        whole_file::check_all(&self.csv, [], subject.files().iter().map(String::as_str))
    }

    /// The motion of a driven mechanism.
    pub fn motion(&self, tape: &Tape) -> Result<Solution<Tape>, Failure> {
        Ok(tape.kinematics().step(self.step).until(self.until).run()?)
    }
}
