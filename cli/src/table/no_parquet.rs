//! `--parquet FILE` in a program that was compiled without the feature `parquet`.

use crate::failure::Failure;
use linkwork_models::Destination;
use std::path::Path;

/// Reports how to get a program that can write the table.
///
/// # Errors
/// Always.
pub fn destination(_: &Path) -> Result<Destination<'_>, Failure> {
    Err(Failure::input(
        "this program was compiled without Parquet; compile it with `--features parquet`\nhelp: `cargo install --path cli --profile dist --features full,parquet` installs it",
    ))
}
