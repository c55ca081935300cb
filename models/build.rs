//! Extracts the descriptions that are written in the macro from their file. With the feature `compiled` it also compiles
//! every file in `mechanisms/`, and writes `compiled.rs`, which includes the results.

use std::path::Path;

/// The first and the last line of a description in the macro.
const OPENING: &str = "linkwork::mechanism! {\n";
const CLOSING: &str = "\n}\n";
/// Its indentation.
const INDENT: &str = "    ";

/// The descriptions in a file of Rust, as files of their own would have them, with the names of their mechanisms.
fn descriptions(file: &str) -> Vec<(String, String)> {
    let calls = file.split(OPENING).skip(1).filter_map(|rest| rest.split(CLOSING).next());
    let named = |call: &str| {
        let lines = call.lines().map(|line| line.strip_prefix(INDENT).unwrap_or(line));
        let text = lines.collect::<Vec<_>>().join("\n") + "\n";
        let name = text.split("pub mechanism ").nth(1).and_then(|rest| rest.split_whitespace().next());
        (name.unwrap_or_default().to_owned(), text)
    };
    calls.map(named).collect()
}

/// `CartesianPendulum` → `cartesian_pendulum`.
fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let by_macro = "src/by_macro.rs";
    println!("cargo::rerun-if-changed={by_macro}");
    println!("cargo::rerun-if-changed=mechanisms");
    let out = std::env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?;
    for (name, text) in descriptions(&std::fs::read_to_string(by_macro)?) {
        std::fs::write(Path::new(&out).join(format!("{}.mech", snake_case(&name))), text)?;
    }
    #[cfg(feature = "compiled")]
    compiled::write(Path::new(&out))?;
    Ok(())
}

#[cfg(feature = "compiled")]
mod compiled {
    use std::fmt::Write;
    use std::path::{Path, PathBuf};

    /// The descriptions in a folder and in those below it, by name.
    fn files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
        let mut found = Vec::new();
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                found.extend(files(&path)?);
            } else if path.extension().is_some_and(|extension| extension == "mech") {
                found.push(path);
            }
        }
        found.sort();
        Ok(found)
    }

    /// Compiles all of them.
    pub fn write(out: &Path) -> Result<(), Box<dyn std::error::Error>> {
        let files = files(Path::new("mechanisms"))?;
        let mut included = String::new();
        for file in &files {
            let name = file.file_stem().unwrap_or_default().to_string_lossy();
            writeln!(included, "include!(concat!(env!(\"OUT_DIR\"), \"/{name}.rs\"));")?;
        }
        std::fs::write(out.join("compiled.rs"), included)?;
        files
            .iter()
            .fold(linkwork_compiler::build::Build::new(), linkwork_compiler::build::Build::file)
            .compile();
        Ok(())
    }
}
