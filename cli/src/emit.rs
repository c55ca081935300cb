//! `linkwork emit`: the code of a mechanism, in Rust, in C or for CasADi.

use crate::failure::Failure;
use crate::whole_file;
use linkwork::prelude::*;
use linkwork::solution::multiplier_units;
use linkwork_compiler::{Loops, Program};
use linkwork_descriptions::formula::Setting;
use linkwork_descriptions::{Constants, Description};
use linkwork_export::Built;
use linkwork_export::c::{self, Code};
use linkwork_export::casadi::{self, Module};
use linkwork_tape::{Tape, TapeParameters};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The arguments of the command.
#[derive(clap::Args)]
pub struct Arguments {
    /// A model of the library, a .mech file, or a robot in URDF or MJCF
    mechanism: String,
    /// Set a `const` of the description, as `name=formula`, in SI units whatever the declared unit
    #[arg(long = "set", value_name = "NAME=FORMULA")]
    settings: Vec<Setting>,
    /// Write a header and a source file in C99 into this folder instead: routines, forward dynamics, a step of fixed size
    #[arg(long, value_name = "FOLDER")]
    c: Option<PathBuf>,
    /// Write a module of Python into this folder instead: routines and forward dynamics as expressions of CasADi
    #[arg(long, value_name = "FOLDER", conflicts_with = "c")]
    casadi: Option<PathBuf>,
    /// The mechanism to take from a description with several, for C and CasADi (default for models: the first one)
    #[arg(long = "mechanism", value_name = "NAME")]
    wanted: Option<String>,
}

/// The formatted Rust code of every mechanism of the description, or a report on files in another language.
pub fn emit(arguments: &Arguments) -> Result<String, Failure> {
    let description = crate::description::find(&arguments.mechanism)?;
    let constants = description.constants(&arguments.settings, arguments.wanted.as_deref())?;
    let (Some(folder), to_c) = (arguments.c.as_ref().or(arguments.casadi.as_ref()), arguments.c.is_some())
    else {
        if arguments.wanted.is_some() {
            return Err(Failure::input(
                "`--mechanism` applies to `--c` and `--casadi`: Rust is printed for all mechanisms",
            ));
        }
        return rust(&description, &constants);
    };
    let program = description.compile_one(&constants.texts, arguments.wanted.as_deref())?;
    description.all_constant(&constants, arguments.wanted.as_deref())?;
    let (program, built) = built(program)?;
    let (files, notes) = if to_c {
        let Code { stem, renamed, header, source, left_out } =
            c::code(&program, &built).map_err(Failure::input)?;
        let notes = notes(&stem, renamed, &left_out);
        (vec![(format!("{stem}.h"), header), (format!("{stem}.c"), source)], notes)
    } else {
        let Module { stem, renamed, text, left_out } =
            casadi::module(&program, &built).map_err(Failure::input)?;
        let notes = notes(&stem, renamed, &left_out);
        (vec![(format!("{stem}.py"), text)], notes)
    };
    written(folder, &files, &notes, &arguments.mechanism)
}

fn rust(description: &Description, constants: &Constants<'_>) -> Result<String, Failure> {
    let programs = description.clone().with_loops(Loops::Emitted).compile(&constants.texts)?;
    description.all_constant(constants, None)?;
    linkwork_compiler::build::rust(&programs).map_err(Failure::run)
}

/// The numbers of a built mechanism.
fn built(program: Program) -> Result<(Program, Built), Failure> {
    let declared = TapeParameters::new(program);
    let names = &declared.names().parameters;
    let parameters = names.iter().filter_map(|named| declared.get(&named.name)).collect();
    let tape: Tape = declared.build().map_err(Failure::run)?;
    let (q, v, y) = tape.initial();
    let reactions = tape.initial_reactions();
    let built = Built {
        parameters,
        start: (q.as_slice().to_vec(), v.as_slice().to_vec(), y.as_slice().to_vec()),
        pivot_limits: tape.saddle_pivot_limits().to_vec(),
        redundant: tape.redundant_weights().to_vec(),
        reactions: [reactions.0.as_slice(), reactions.1.as_slice()].concat(),
        multiplier_units: multiplier_units(&tape),
    };
    Ok((tape.program().clone(), built))
}

/// What differs from expectations: another name of the files, parts that are not included.
fn notes(stem: &str, renamed: Option<String>, left_out: &[String]) -> Vec<String> {
    let renamed = renamed.map(|reason| format!("named `{stem}`: {reason}"));
    renamed.into_iter().chain(left_out.iter().map(|left| format!("not included: {left}"))).collect()
}

/// Writes files and reports their contents.
fn written(
    folder: &Path,
    files: &[(String, String)],
    notes: &[String],
    read: &str,
) -> Result<String, Failure> {
    std::fs::create_dir_all(folder).map_err(|error| {
        Failure::input(format!("cannot create the folder `{}`: {error}", folder.display()))
    })?;
    let paths: Vec<PathBuf> = files.iter().map(|(name, _)| folder.join(name)).collect();
    let read = crate::description::files(read);
    whole_file::check(&paths, read.iter().map(String::as_str))?;
    let texts = files.iter().map(|(_, text)| text.as_str());
    whole_file::write_all(&paths.iter().cloned().zip(texts).collect::<Vec<_>>())?;
    let mut text = String::new();
    for (path, (_, what)) in paths.iter().zip(files) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "wrote {} ({} lines)", path.display(), what.lines().count());
    }
    for note in notes {
        let _ = writeln!(text, "{note}");
    }
    Ok(text)
}
