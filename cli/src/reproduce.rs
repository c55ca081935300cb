//! `linkwork reproduce`: runs the program `linkwork-reproduce` of the crate `linkwork-papers`, which is built separately.
//!
//! Invariant: arguments, output and exit code are those of that program.

use linkwork_figures::failure::{self, Failure};
use std::env::{self, consts::EXE_SUFFIX};
use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The arguments of the command.
#[derive(clap::Args)]
pub struct Arguments {
    /// A name of `linkwork reproduce list`, `list` itself, or `all`, and options: `linkwork reproduce --help` shows them
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, required = true, value_name = "NAME")]
    arguments: Vec<OsString>,
}

/// Runs the program, and ends as it does.
pub fn reproduce(arguments: &Arguments) -> ExitCode {
    let program = match next_to_this_program() {
        Ok(program) => program,
        Err(failure) => return failure::end(Err(failure)),
    };
    match Command::new(&program).args(&arguments.arguments).status() {
        // Without an exit code: ended by a signal.
        Ok(status) => status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1).into(),
        Err(error) => failure::end(Err(cannot_run(&program, &error))),
    }
}

/// The path of the program: in the folder of this one.
fn next_to_this_program() -> Result<PathBuf, Failure> {
    let this = env::current_exe()
        .map_err(|error| Failure::run(format_args!("cannot find the folder of this program: {error}")))?;
    Ok(this.with_file_name(format!("linkwork-reproduce{EXE_SUFFIX}")))
}

fn cannot_run(program: &Path, error: &std::io::Error) -> Failure {
    let program = program.display();
    Failure::input(match error.kind() {
        ErrorKind::NotFound => format!(
            "cannot find the program `{program}`\nhelp: `cargo build --release -p linkwork-papers` builds it"
        ),
        _ => format!("cannot run `{program}`: {error}"),
    })
}
