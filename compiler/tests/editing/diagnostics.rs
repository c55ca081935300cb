//! Editors and `linkwork check` get the diagnostics of the compiler without a plan of its routines.

use linkwork_compiler::Options;
use linkwork_compiler::build::{check_text, diagnose};
use std::path::{Path, PathBuf};

/// All descriptions below a folder of the project.
fn descriptions(folder: &str) -> Vec<PathBuf> {
    let mut pending = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder)];
    let mut found = Vec::new();
    while let Some(path) = pending.pop() {
        if path.is_dir() {
            let inside = std::fs::read_dir(&path).expect("a folder");
            pending.extend(inside.map(|entry| entry.expect("an entry").path()));
        } else if path.extension().is_some_and(|ending| ending == "mech") {
            found.push(path);
        }
    }
    found.sort();
    found
}

#[test]
fn mistakes_and_warnings_are_the_same_without_a_plan() {
    let (models, mistakes) = (descriptions("models/mechanisms"), descriptions("compiler/tests/corpus"));
    assert!(models.len() > 10 && mistakes.len() > 80, "{} and {}", models.len(), mistakes.len());
    for path in models.iter().chain(&mistakes) {
        let text = std::fs::read_to_string(path).expect("a description");
        let name = path.display().to_string();
        let (_, found) = diagnose(&text, &Options::default());
        let told = check_text(&text, &Options::default());
        assert_eq!(told.render(&name, &text, false), found.render(&name, &text, false), "{name}");
    }
}
