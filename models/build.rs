//! Compiles every file in `mechanisms/`, and writes `compiled.rs`, which includes what comes of them.

use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The descriptions in a folder and in those below it, by name.
fn descriptions(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(descriptions(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "mech") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let files = descriptions(Path::new("mechanisms"))?;
    println!("cargo::rerun-if-changed=mechanisms");
    let mut included = String::new();
    for file in &files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        writeln!(included, "include!(concat!(env!(\"OUT_DIR\"), \"/{name}.rs\"));")?;
    }
    let out = PathBuf::from(std::env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?);
    std::fs::write(out.join("compiled.rs"), included)?;
    files
        .iter()
        .fold(linkwork_compiler::build::Build::new(), linkwork_compiler::build::Build::file)
        .compile();
    Ok(())
}
