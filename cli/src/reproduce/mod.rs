//! `linkwork reproduce`: published tables and pictures, made again beside the published numbers.
//!
//! Invariant: mechanism, method and samples of a table come from `linkwork_models::published`, where the tests
//! take them too; nothing that is printed as ours is typed.

mod half_implicit;
mod motions;
mod radii;
mod tables;

use crate::failure::Failure;
use crate::picture::chart::{Row, charts};
use crate::simulate::positive;
use crate::whole_file;
use std::fmt::Write;
use std::path::PathBuf;

/// What to reproduce.
#[derive(clap::Args)]
pub struct Arguments {
    /// A name of `linkwork reproduce list`, `list` itself, or `all`
    name: String,
    /// Write <name>.csv and <name>.svg into this folder
    #[arg(long, value_name = "FOLDER")]
    into: Option<PathBuf>,
    /// Leave out cells with smaller steps than this, in s; the published ones go down to 1e-8, which takes half a minute for each
    #[arg(long, value_name = "H", default_value = "1e-6", value_parser = positive, allow_negative_numbers = true)]
    smallest_step: f64,
}

/// What there is.
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

/// Everything that can be reproduced, in the order of the papers.
const ITEMS: [Item; 19] = [
    Item {
        name: "table-1",
        title: "central differences, classical and reformulated: energy error of the pendulum",
        source: CONDITIONALLY_EXPLICIT,
        make: tables::energies,
    },
    Item {
        name: "table-2",
        title: "third degree, α = 4/3 and 2: energy error of the pendulum",
        source: CONDITIONALLY_EXPLICIT,
        make: tables::energies,
    },
    Item {
        name: "table-3",
        title: "third degree: limits of stability",
        source: CONDITIONALLY_EXPLICIT,
        make: radii::third_degree,
    },
    Item {
        name: "table-4",
        title: "fourth degree, α = 5/4, 1/4 and 3/4: energy error of the pendulum",
        source: CONDITIONALLY_EXPLICIT,
        make: tables::energies,
    },
    Item {
        name: "table-5",
        title: "fourth degree, α = 5/4: spectral radius, and when a forced motion is destroyed",
        source: CONDITIONALLY_EXPLICIT,
        make: radii::five_quarters,
    },
    Item {
        name: "table-6",
        title: "fifth degree, (4/5, 1, 1, 1): energy error of the pendulum",
        source: CONDITIONALLY_EXPLICIT,
        make: tables::energies,
    },
    Item {
        name: "table-7",
        title: "fifth degree, (1.62, …): energy error of the spinning top",
        source: CONDITIONALLY_EXPLICIT,
        make: tables::energies,
    },
    Item {
        name: "table-8",
        title: "Kutta's third order: energy error of the spinning top",
        source: CONDITIONALLY_EXPLICIT,
        make: tables::energies,
    },
    Item {
        name: "table-9",
        title: "Kutta's third order at index 1: energy error and drift of the rigid pendulum",
        source: CONDITIONALLY_EXPLICIT,
        make: tables::energies,
    },
    Item {
        name: "table-10",
        title: "Kutta's third order with projected positions: energy error of the rigid pendulum",
        source: CONDITIONALLY_EXPLICIT,
        make: tables::energies,
    },
    Item {
        name: "table-11",
        title: "fifth degree, all ones, at index 3: energy error of the rigid pendulum",
        source: CONDITIONALLY_EXPLICIT,
        make: tables::energies,
    },
    Item {
        name: "section-4.3",
        title: "forced oscillator at steps of 2.1, 2, 1.54 and 1.15: on both sides of the limits, for Figures 5 and 6",
        source: CONDITIONALLY_EXPLICIT,
        make: motions::near_the_limits,
    },
    Item {
        name: "fourth-degree-radii",
        title: "fourth degree: spectral radii of the published sets, and their limits",
        source: CONDITIONALLY_EXPLICIT,
        make: radii::fourth_degree,
    },
    Item {
        name: "section-5.2",
        title: "fourth degree, α = 5/4, under a force of 10 rad/s: a motion that is destroyed",
        source: CONDITIONALLY_EXPLICIT,
        make: motions::destroyed,
    },
    Item {
        name: "fifth-degree-radii",
        title: "fifth degree: spectral radii of the published sets, and the limit 0.6",
        source: CONDITIONALLY_EXPLICIT,
        make: radii::fifth_degree,
    },
    Item {
        name: "fifth-degree-long-run",
        title: "fifth degree, (4/5, 1, 1, 1): the pendulum for 4000 s",
        source: CONDITIONALLY_EXPLICIT,
        make: motions::long_pendulum,
    },
    Item {
        name: "half-implicit-convergence",
        title: "half-implicit and implicit Euler: errors of the double pendulum of thick bars",
        source: HALF_IMPLICIT,
        make: half_implicit::convergence,
    },
    Item {
        name: "half-implicit-torque",
        title: "half-implicit Euler: driving torque of the slider–crank with friction",
        source: HALF_IMPLICIT,
        make: half_implicit::torque,
    },
    Item {
        name: "half-implicit-chain",
        title: "half-implicit and implicit Euler: iterations and time of a step for chains of 1 to 32 links",
        source: HALF_IMPLICIT,
        make: half_implicit::chains,
    },
];

const CONDITIONALLY_EXPLICIT: &str = "Fernández de Bustos et al., Mathematics 12 (2024) 2862";
const HALF_IMPLICIT: &str = "Fang, Kissel, Zhang, Negrut 2023, half-implicit symplectic Euler";

/// Makes the item again, writes its files, and gives its text.
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
    for item in &chosen {
        for path in [file(item, "csv"), file(item, "svg")].into_iter().flatten() {
            whole_file::check(&path)?;
        }
    }
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

/// A picture under the name of the item, with its source below.
fn picture(item: &Item, rows: &[Row], notes: &[String]) -> Result<String, Failure> {
    let notes: Vec<String> = notes.iter().cloned().chain([format!("After {}.", item.source)]).collect();
    charts(item.name, item.title, rows, &notes)
}

/// A run that is published here as sound: what fails is ours to explain.
fn failed(message: String) -> Failure {
    Failure::run(message)
}
