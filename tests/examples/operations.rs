//! The numbers of operations of the functions of some mechanisms, as a table in Markdown.
//!
//! `cargo run --release -p linkwork-tests --example operations`, with `-- file.mech …` for other mechanisms, whose paths are from the root of the
//! project. With `-- emitted file.mech …` it counts all routines and the lines of Rust; `chain.mech?n=7` sets a `const`. Tests compare the
//! tables of documents, and find those that no command writes. What `place` computes is counted in the first three columns: all of them begin at (t, q).
//!
//! | column | routines of the contract |
//! |---|---|
//! | mass matrix | `mass_matrix_at`, or `place`, `mass_matrix` where it does not exist |
//! | inverse dynamics | `residual_at`, or `place`, `residual`: M a − f, f with the reactions |
//! | forward dynamics | `place`, `applied_force`, `acceleration_bias`, `factor_saddle`, `solve_saddle` |
//! | C, K | `moving`, `stiffness`: the derivatives of M a − f with respect to v and q, after `place` |

use linkwork_compiler::build::{compile_text, rust};
use linkwork_compiler::{Loops, Options, Program};

/// Descriptions of the library.
const LIBRARY: [(&str, &str); 4] = [
    ("panda.mech", include_str!("../../models/mechanisms/robots/panda.mech")),
    ("spatial_slider_crank", linkwork_models::SpatialSliderCrank::<f64>::SOURCE),
    ("andrews_bodies.mech", include_str!("../../models/mechanisms/linkages/andrews_bodies.mech")),
    ("bricard.mech", include_str!("../../models/mechanisms/linkages/bricard.mech")),
];

fn row(program: &Program) -> String {
    let all = program.operations();
    let sum = |names: &[&str]| -> usize {
        all.iter().filter(|(name, _)| names.contains(name)).map(|(_, count)| count.total()).sum()
    };
    // Straight from the configuration where there is such a routine.
    let directly = |direct: &'static str, after: &[&str]| -> usize {
        match all.iter().any(|(name, _)| *name == direct) {
            true => sum(&["now", direct]),
            false => sum(&["now", "place"]) + sum(after),
        }
    };
    format!(
        "| {} | {} | {} | {} | {} | {} | {} | {} |",
        program.name,
        program.velocities.len(),
        program.order() - program.velocities.len(),
        directly("mass_matrix_at", &["mass_matrix"]),
        directly("residual_at", &["residual"]),
        sum(&["now", "place", "applied_force", "acceleration_bias", "factor_saddle", "solve_saddle"]),
        sum(&["moving"]),
        sum(&["stiffness"]),
    )
}

/// The numbers of the contract's functions.
fn functions(texts: &[(String, String)]) -> Result<String, String> {
    let mut table =
        "| mechanism | velocities | constraints | mass matrix | inverse dynamics | forward dynamics | C | K |\n\
         |---|---|---|---|---|---|---|---|\n"
            .to_owned();
    for (name, text) in texts {
        let compiled = compile_text(name, text, &Options::default(), false)?;
        compiled.programs.iter().for_each(|program| table.push_str(&format!("{}\n", row(program))));
    }
    Ok(table)
}

/// What is emitted as Rust: loops over the links of large trees.
fn emitted(files: &[String]) -> Result<String, String> {
    let mut table =
        "| mechanism | operations of all routines | generated lines |\n|---|---|---|\n".to_owned();
    for argument in files {
        let (file, setting) = argument.split_once('?').unwrap_or((argument, ""));
        let constants = setting.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
        let constants = constants.into_iter().collect();
        let options = Options { constants, loops: Loops::Emitted, ..Options::default() };
        let setting = if setting.is_empty() { String::new() } else { format!(", {setting}") };
        for program in compile_text(file, &text(file)?, &options, false)?.programs {
            let operations = program.cost().total().operations;
            let lines = rust(std::slice::from_ref(&program))?.lines().count();
            table.push_str(&format!("| {}{setting} | {operations} | {lines} |\n", program.name));
        }
    }
    Ok(table)
}

/// A description; its path is from the root of the project.
fn text(file: &str) -> Result<String, String> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file);
    std::fs::read_to_string(path).map_err(|error| format!("cannot read `{file}`: {error}"))
}

/// What the program prints.
fn table(arguments: &[String]) -> Result<String, String> {
    match arguments {
        [] => functions(&LIBRARY.map(|(name, text)| (name.to_owned(), text.to_owned()))),
        [word, files @ ..] if word == "emitted" => emitted(files),
        files => {
            let read = |file: &String| text(file).map(|text| (file.clone(), text));
            functions(&files.iter().map(read).collect::<Result<Vec<_>, _>>()?)
        }
    }
}

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    print!("{}", table(&arguments)?);
    Ok(())
}

#[cfg(test)]
mod tests {
    const DOCUMENTS: [(&str, &str); 2] = [
        ("docs/results.md", include_str!("../../docs/results.md")),
        ("docs/performance.md", include_str!("../../docs/performance.md")),
    ];

    /// The number of the first line of a table that stands outside of the comments between which `tables` writes.
    fn by_hand(document: &str) -> Option<usize> {
        let mut written = false;
        for (index, line) in document.lines().map(str::trim).enumerate() {
            if line == "<!-- end -->" {
                written = false;
            } else if ["<!-- exact: ", "<!-- measured: "].iter().any(|opening| line.starts_with(opening)) {
                written = true;
            } else if line.starts_with('|') && !written {
                return Some(index + 1);
            }
        }
        None
    }

    /// A table that is copied by hand grows old.
    #[test]
    fn every_table_is_written_by_a_command() {
        for (path, document) in DOCUMENTS {
            if let Some(line) = by_hand(document) {
                panic!(
                    "{path}, line {line}: this table has no command; put it between `<!-- measured: … -->` and `<!-- end -->`"
                );
            }
        }
    }

    #[test]
    fn tables_by_hand_are_found() {
        let (command, table, end) = ("<!-- measured: true -->\n", "\n| a |\n|---|\n", "\n<!-- end -->\n");
        assert_eq!(by_hand(&format!("{command}{table}{end}")), None);
        assert_eq!(by_hand(&format!("{command}{table}{end}{table}")), Some(8));
        assert_eq!(by_hand(table), Some(2));
    }

    /// The tables of documents are those that the program prints.
    #[test]
    fn documents_have_these_counts() {
        const COMMAND: &str = "<!-- exact: cargo run --release -p linkwork-tests --example operations";
        let blocks = DOCUMENTS.iter().flat_map(|(_, document)| document.split(COMMAND).skip(1));
        for block in blocks {
            let (arguments, rest) = block.split_once("-->").expect("the end of a command");
            let (written, _) = rest.split_once("<!-- end -->").expect("the end of a table");
            let arguments = arguments.split_whitespace().filter(|argument| *argument != "--");
            let arguments: Vec<String> = arguments.map(|argument| argument.replace('"', "")).collect();
            let printed = super::table(&arguments).expect("a table");
            assert_eq!(written.trim(), printed.trim(), "`tests/examples/tables.rs` writes it: {arguments:?}");
        }
    }
}
