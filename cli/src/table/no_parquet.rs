//! `--parquet FILE`, and tables of Parquet to be read, in a program that was compiled without the feature `parquet`.

use crate::failure::Failure;
use crate::view_table::lines::Opened;
use linkwork_models::Destination;
use std::fs::File;
use std::path::Path;

/// Reports how to get a program that can write the table.
///
/// # Errors
/// Always.
pub fn destination(_: &Path) -> Result<Destination<'_>, Failure> {
    Err(Failure::input(WITHOUT))
}

/// The same of a program that can read a table.
///
/// # Errors
/// Always.
pub fn numbers(_: File) -> Result<Opened, String> {
    Err(WITHOUT.to_owned())
}

const WITHOUT: &str = "this program was compiled without Parquet; compile it with `--features parquet`\nhelp: `cargo install --path cli --profile dist --features full,parquet` installs it";
