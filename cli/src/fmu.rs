//! `linkwork fmu`: a mechanism as a functional mock-up unit.

use crate::failure::Failure;
use crate::whole_file;
use linkwork_compiler::Loops;
use linkwork_descriptions::formula::Setting;
use linkwork_figures::argument::positive;
use linkwork_fmu::unit::Settings;
use linkwork_fmu::{Loader, Unit, Version};
use linkwork_tape::TapeParameters;
use std::fmt::Write;
use std::path::PathBuf;

/// The arguments of the command.
#[derive(clap::Args)]
pub struct Arguments {
    /// A model of the library, a .mech file, or a robot in URDF or MJCF
    mechanism: String,
    /// The archive to write
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// The version of the standard: most programs import 2
    #[arg(long, default_value = "2", value_parser = ["2", "3"])]
    fmi: String,
    /// Set a parameter or a `const` of the description, as `name=formula`, in SI units whatever the declared unit
    #[arg(long = "set", value_name = "NAME=FORMULA")]
    settings: Vec<Setting>,
    /// The mechanism to take from a description with several
    #[arg(long = "mechanism", value_name = "NAME")]
    wanted: Option<String>,
    /// The method of co-simulation [default: `fifth-degree`, or `dormand-prince-5` if there are inputs or forces that switch]
    #[arg(long)]
    method: Option<String>,
    /// The largest step of co-simulation, in s: longer communication steps are divided
    #[arg(long, value_name = "H", default_value = "0.001", value_parser = positive, allow_hyphen_values = true)]
    step: f64,
    /// The default stop time for importers, in s
    #[arg(long, value_name = "T", default_value = "10", value_parser = positive, allow_hyphen_values = true)]
    until: f64,
    /// The shared library to include, if it is not in the folder of the program
    #[arg(long, value_name = "FILE")]
    library: Option<PathBuf>,
}

/// Writes the archive, and reports its contents.
pub fn fmu(arguments: &Arguments) -> Result<String, Failure> {
    if let Some(name) = &arguments.method {
        crate::methods::find(name)?;
    }
    let loader = Loader::find(arguments.library.as_deref())?;
    let library = loader.path.to_string_lossy();
    let read = crate::description::files(&arguments.mechanism);
    whole_file::check([&arguments.output], read.iter().map(String::as_str).chain([&*library]))?;
    let description = crate::description::find(&arguments.mechanism)?;
    let constants = description.constants(&arguments.settings, arguments.wanted.as_deref())?;
    let looped = description.clone().with_loops(Loops::Chosen);
    let program = looped.compile_one(&constants.texts, arguments.wanted.as_deref())?;
    let mut parameters = TapeParameters::new(program.clone());
    let mut values = constants.values;
    let names = parameters.names().parameters.to_vec();
    for named in &names {
        if let Some(value) = parameters.get(&named.name) {
            values.set(&named.name, value);
        }
    }
    let mut changed = Vec::new();
    for setting in &constants.left {
        let value = values.evaluate(setting)?;
        if !parameters.set(&setting.name, value) {
            let known = names.iter().map(|named| &*named.name);
            return Err(Failure::unknown("parameter", &setting.name, known));
        }
        values.set(&setting.name, value);
        changed.push((setting.name.clone(), value));
    }
    let settings = Settings {
        text: description.text().to_owned(),
        mechanism: Some(program.name.clone()),
        constants: constants.texts,
        parameters: changed,
        method: arguments.method.clone(),
        step: arguments.step,
        until: arguments.until,
        version: if arguments.fmi == "3" { Version::Three } else { Version::Two },
    };
    let unit = Unit::of_program(program, settings).map_err(|fault| Failure::input(fault.text))?;
    let bytes = linkwork_fmu::write(&unit, &loader)?;
    whole_file::write_bytes(&arguments.output, &bytes)?;
    Ok(report(arguments, &unit, bytes.len()))
}

fn report(arguments: &Arguments, unit: &Unit, size: usize) -> String {
    let count = |what: usize, one: &str| format!("{what} {one}{}", if what == 1 { "" } else { "s" });
    let layout = &unit.layout;
    let mut text = format!(
        "{}: FMI {}.0, {}, {}, {}; {:.1} MB\nco-simulation by `{}` in steps of {:?} s at most\n",
        arguments.output.display(),
        arguments.fmi,
        count(unit.parameters.names().parameters.len(), "parameter"),
        count(unit.parameters.names().inputs.len(), "input"),
        count(layout.outputs().count(), "output"),
        size as f64 / 1e6,
        unit.method.name,
        arguments.step
    );
    let _ = match unit.not_exchangeable() {
        Some(reason) => writeln!(text, "no model exchange: {reason}"),
        None => writeln!(
            text,
            "model exchange with {} and {}",
            count(layout.states.len(), "continuous state"),
            count(layout.indicators.len(), "event indicator")
        ),
    };
    text
}
