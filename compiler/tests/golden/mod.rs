//! The code of five mechanisms, read like source: what a change does to generated code is in its difference.
//!
//! `LINKWORK_GOLDEN=write cargo test -p linkwork-compiler --features build --test all golden` writes the files again.

use linkwork_compiler::build::{compile_text, rust};
use linkwork_compiler::{Loops, Options};
use std::path::{Path, PathBuf};

/// The folder of the golden files.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// The code of the first formulation of a description.
fn code(description: &str) -> String {
    let path = folder().join(description);
    let text = std::fs::read_to_string(&path).expect("a description");
    let options = Options { loops: Loops::Emitted, ..Options::default() };
    let compiled = compile_text(description, &text, &options, false).expect("no mistakes");
    rust(&compiled.programs[..1]).expect("Rust")
}

/// The code of a description is that of its golden file.
fn check(name: &str, description: &str) {
    let path = folder().join(name).with_extension("rs");
    let code = code(description);
    if std::env::var_os("LINKWORK_GOLDEN").is_some_and(|wanted| wanted == "write") {
        std::fs::write(&path, &code).expect("a place to write");
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    let first = golden.lines().zip(code.lines()).position(|(golden, code)| golden != code);
    let line = first.unwrap_or_else(|| golden.lines().count().min(code.lines().count()));
    let at = |text: &str| text.lines().nth(line).unwrap_or("the end").to_owned();
    assert!(
        golden == code,
        "{}:{}: `{}` was `{}`; LINKWORK_GOLDEN=write writes the files again",
        path.display(),
        line + 1,
        at(&code),
        at(&golden)
    );
}

#[test]
fn golden_pendulum() {
    check("pendulum", "pendulum.mech");
}

#[test]
fn golden_cartesian_pendulum() {
    check("cartesian_pendulum", "cartesian_pendulum.mech");
}

#[test]
fn golden_slider_crank() {
    check("slider_crank", "slider_crank.mech");
}

#[test]
fn golden_bricard() {
    check("bricard", "../../../models/mechanisms/linkages/bricard.mech");
}

/// Loops over links, as many as the program is started with.
#[test]
fn golden_row() {
    check("row", "row.mech");
}

/// The simplest mechanism with a constraint: what does not vary is not written out.
#[test]
fn generated_code_is_short() {
    let lines = |name: &str| code(name).lines().count();
    assert!(lines("cartesian_pendulum.mech") <= 300, "{}", lines("cartesian_pendulum.mech"));
    // 60 % of the 1554 lines that it had while every method was written out.
    assert!(lines("slider_crank.mech") <= 932, "{}", lines("slider_crank.mech"));
}
