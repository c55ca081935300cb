//! `linkwork fmt`: formats descriptions.
//!
//! Invariant: a file is written whole or not at all, and only where something changes; a file with unbalanced brackets is not changed.

use crate::failure::Failure;
use crate::{check, whole_file};
use linkwork_compiler::format::format;
use std::path::Path;

/// The arguments of the command.
#[derive(clap::Args)]
pub struct Arguments {
    /// .mech files; `-` reads standard input and writes standard output
    #[arg(required = true)]
    files: Vec<String>,
    /// Only list the files that are not formatted, and exit with code 1 if there are any
    #[arg(long)]
    check: bool,
}

/// Formats all files that can be formatted; returns the text of `-`, or the list of `--check`.
pub fn fmt(arguments: &Arguments) -> Result<String, Failure> {
    let (mut shown, mut refused, mut changed) = (String::new(), String::new(), 0);
    for file in &arguments.files {
        let text = match check::read(file).and_then(|bytes| {
            String::from_utf8(bytes)
                .map_err(|error| std::io::Error::new(std::io::ErrorKind::InvalidData, error))
        }) {
            Ok(text) => text,
            Err(error) => {
                refused.push_str(&format!("error: cannot read `{file}`: {error}\n"));
                continue;
            }
        };
        let laid_out = match format(&text) {
            Ok(laid_out) => laid_out,
            Err(found) => {
                refused.push_str(&found.render(file, &text, false));
                continue;
            }
        };
        let changes = laid_out != text;
        changed += usize::from(changes);
        match (arguments.check, file.as_str()) {
            (true, _) if changes => shown.push_str(&format!("{file}\n")),
            (true, _) => {}
            (false, "-") => shown.push_str(&laid_out),
            (false, _) if changes => whole_file::write(Path::new(file), &laid_out)?,
            (false, _) => {}
        }
    }
    if !refused.is_empty() {
        crate::failure::print(&shown)?;
        return Err(Failure::text(&refused));
    }
    if arguments.check && changed > 0 {
        crate::failure::print(&shown)?;
        let files = if changed == 1 { "1 file is".to_owned() } else { format!("{changed} files are") };
        return Err(Failure::run(format_args!("{files} not formatted\nhelp: run `linkwork fmt`")));
    }
    Ok(shown)
}
