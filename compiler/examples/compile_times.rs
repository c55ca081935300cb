//! Compile times of mechanisms, as a table; the example `operations` of the crate of tests counts what is compiled.
//!
//! ```text
//! cargo run --release -p linkwork-compiler --features build --example compile_times -- models/mechanisms/robots/panda.mech
//! ```
//!
//! For every mechanism, a program is generated that builds it and runs it with the fifth-degree method from an exact start;
//! the time is that of one `cargo build --release` of this program after its dependencies have been built. `chain.mech?n=64` sets a `const`.

use linkwork_compiler::build::{compile_text, rust};
use linkwork_compiler::{Loops, Options, Program};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;
use std::{env, fs};

/// A program around the code of one mechanism.
fn main_of(program: &Program, code: &str) -> String {
    let name = &program.name;
    let code = code.replace("pub struct", "struct").replace("pub type", "type");
    format!(
        "//! Runs one mechanism.\nuse linkwork::prelude::*;\n{code}\n\
         fn main() -> Result<(), Box<dyn std::error::Error>> {{\n\
         let model = {name}::default().build()?;\n\
         let solution = model.simulate().step(1e-3).until(1.0).run()?;\n\
         println!(\"{{:?}}\", solution.last().q);\nOk(())\n}}\n"
    )
}

/// Seconds that `cargo build --release` takes.
fn build(folder: &Path, bin: &str) -> Result<f64, Box<dyn Error>> {
    let start = Instant::now();
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    let cargo = cargo.args(["build", "--release", "--quiet", "--bin", bin]).current_dir(folder);
    let done = cargo.env("CARGO_TARGET_DIR", folder.join("target")).status()?;
    if done.success() {
        Ok(start.elapsed().as_secs_f64())
    } else {
        Err(format!("`{bin}` does not compile").into())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize()?;
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let folder = target.join("compile_times");
    let programs = folder.join("src/bin");
    fs::create_dir_all(&programs)?;
    let runtime = root.join("runtime");
    fs::write(
        folder.join("Cargo.toml"),
        format!(
            "[package]\nname = \"compile_times\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
             [dependencies]\nlinkwork = {{ path = {:?} }}\n",
            runtime.display().to_string()
        ),
    )?;
    fs::create_dir_all(folder.join(".cargo"))?;
    for file in ["Cargo.lock", ".cargo/config.toml"] {
        fs::copy(root.join(file), folder.join(file))?;
    }
    fs::write(programs.join("nothing.rs"), "//! Nothing.\nuse linkwork as _;\nfn main() {}\n")?;
    build(&folder, "nothing")?;

    println!("| mechanism | Linkwork | rustc and linker |\n|---|---|---|");
    for argument in env::args().skip(1) {
        let (path, setting) = argument.split_once('?').unwrap_or((&argument, ""));
        let constants = setting.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
        let options = Options {
            constants: constants.into_iter().collect(),
            loops: Loops::Emitted,
            ..Options::default()
        };
        let text = fs::read_to_string(path)?;
        let start = Instant::now();
        let compiled = compile_text(path, &text, &options, false)?;
        let seconds = start.elapsed().as_secs_f64() / compiled.programs.len() as f64;
        for program in compiled.programs {
            let start = Instant::now();
            let code = rust(std::slice::from_ref(&program))?;
            let seconds = seconds + start.elapsed().as_secs_f64();
            let bin = program.name.to_lowercase();
            fs::write(programs.join(format!("{bin}.rs")), main_of(&program, &code))?;
            let rustc = build(&folder, &bin)?;
            let setting = if setting.is_empty() { String::new() } else { format!(", {setting}") };
            println!("| {}{setting} | {seconds:.2} s | {rustc:.1} s |", program.name);
        }
    }
    Ok(())
}
