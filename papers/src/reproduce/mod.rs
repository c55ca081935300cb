//! `linkwork reproduce`: published tables and figures, reproduced next to the published numbers.
//!
//! Invariant: mechanism, method and samples of a table come from this crate, as in the tests;
//! every number that is printed as ours is computed.

mod constrained;
mod godunov;
mod half_implicit;
mod items;
mod jay;
mod motions;
mod newmark;
mod newmark_damping;
mod plane;
mod radii;
mod tables;
mod top;

use items::ITEMS;
use linkwork_figures::argument::positive;
use linkwork_figures::failure::Failure;
use linkwork_figures::picture::chart::{Row, charts};
use linkwork_figures::whole_file;
use std::fmt::Write;
use std::path::PathBuf;

/// The arguments of the command.
#[derive(clap::Args)]
pub struct Arguments {
    /// A name of `linkwork reproduce list`, `list` itself, or `all`
    name: String,
    /// Write `NAME.csv` and `NAME.svg` into this folder
    #[arg(long, value_name = "FOLDER")]
    into: Option<PathBuf>,
    /// Omit cells with smaller steps than this, in s; the smallest published step is 1e-8, which takes half a minute per cell
    #[arg(long, value_name = "H", default_value = "1e-6", value_parser = positive, allow_hyphen_values = true)]
    smallest_step: f64,
}

/// A table or figure.
struct Item {
    name: &'static str,
    title: &'static str,
    source: &'static str,
    make: fn(&Item, f64) -> Result<Sheet, Failure>,
}

/// Text, data and picture of an item.
struct Sheet {
    text: String,
    csv: String,
    svg: String,
}

/// Reproduces the item, writes its files, and returns its text.
pub fn reproduce(arguments: &Arguments) -> Result<String, Failure> {
    if arguments.name == "list" {
        return Ok(list());
    }
    let chosen: Vec<&Item> = if arguments.name == "all" {
        ITEMS.iter().collect()
    } else {
        let names = ITEMS.iter().map(|item| item.name);
        let found = ITEMS.iter().find(|item| item.name == arguments.name);
        vec![found.ok_or_else(|| Failure::unknown("table or picture", &arguments.name, names))?]
    };
    let file = |item: &Item, extension: &str| {
        arguments.into.as_ref().map(|folder| folder.join(format!("{}.{extension}", item.name)))
    };
    let files =
        |item: &&Item| [file(item, "csv"), file(item, "svg")].into_iter().flatten().collect::<Vec<_>>();
    let written: Vec<PathBuf> = chosen.iter().flat_map(files).collect();
    whole_file::check(&written, [])?;
    let mut text = String::new();
    for item in chosen {
        let sheet = (item.make)(item, arguments.smallest_step)?;
        if let (Some(csv), Some(svg)) = (file(item, "csv"), file(item, "svg")) {
            whole_file::write(&csv, &sheet.csv)?;
            whole_file::write(&svg, &sheet.svg)?;
        }
        // Writing to a string cannot fail.
        let _ = write!(text, "{}: {}\n{}\n\n{}\n", item.name, item.title, item.source, sheet.text);
    }
    Ok(text.trim_end().to_owned() + "\n")
}

fn list() -> String {
    let mut text = String::new();
    let width = ITEMS.iter().map(|item| item.name.len()).max().unwrap_or(0);
    let mut source = "";
    for item in &ITEMS {
        if item.source != source {
            source = item.source;
            let _ = writeln!(text, "{source}");
        }
        let _ = writeln!(text, "  {:width$}  {}", item.name, item.title);
    }
    text.push_str("  all\n");
    text
}

/// A figure titled with the name of the item, with its source below.
fn picture(item: &Item, rows: &[Row], notes: &[String]) -> Result<String, Failure> {
    let notes: Vec<String> = notes.iter().cloned().chain([format!("After {}.", item.source)]).collect();
    charts(item.name, item.title, rows, &notes)
}

/// The failure of a run that is expected to succeed.
fn failed(message: String) -> Failure {
    Failure::run(message)
}
