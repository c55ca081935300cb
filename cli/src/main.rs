//! The `linkwork` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    linkwork_cli::main()
}
