//! The mechanism of a command, with the settings of the user: arguments → description → tape.
//!
//! Invariant: every command finds, sets and drives a mechanism in the same way.

use crate::failure::Failure;
use crate::warnings::print_once;
use clap::ValueEnum;
use linkwork::{Described, Names, WithInputs};
use linkwork_compiler::plan::{Bank, Instruction, Named, Routine};
use linkwork_compiler::{Loops, Program};
use linkwork_descriptions::formula::{Setting, TimeFunction, Values, given_once};
use linkwork_descriptions::{Constants, Description};
use linkwork_jit::{Mode, Tape};
use linkwork_tape::TapeParameters;
use std::io::Write;
use std::sync::{Arc, Once};

/// No more parameters than this are named in a note.
const NOTED: usize = 3;

/// Inputs as a function of time, in the order of their names.
#[cfg(any(feature = "regressor", feature = "sensitivity"))]
pub type Inputs = Arc<dyn Fn(f64) -> Vec<f64> + Send + Sync>;

/// The mechanism, and its settings.
#[derive(clap::Args)]
pub struct Subject {
    /// A model of the library (see `linkwork list`), a .mech file, or a robot in URDF or MJCF
    mechanism: String,
    /// The mechanism to take from a description with several (default for models: the first one)
    #[arg(long = "mechanism", value_name = "NAME")]
    pub wanted: Option<String>,
    /// Set a parameter, or a `const` of the description, to the value of a formula, in SI units whatever the declared
    /// unit; earlier names, `pi` and `e` may be used
    #[arg(long = "set", value_name = "NAME=FORMULA")]
    settings: Vec<Setting>,
    /// Give an input, in SI units whatever the declared unit, as a formula of `time` (in s; 0 in analyses of one state) and
    /// the parameters; inputs that are not given are zero
    #[arg(long = "input", value_name = "NAME=FORMULA")]
    pub inputs: Vec<Setting>,
    /// Run the routines of the mechanism as native code, generated for those that run so often that it pays, or interpret all of them: the same
    /// numbers to the last bit, up to three times slower
    #[arg(long, value_enum, value_name = "on|off", default_value = "on", hide_possible_values = true)]
    pub native: Switch,
}

/// On or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Switch {
    On,
    Off,
}

impl Switch {
    /// The execution of routines.
    fn mode(self) -> Mode {
        static REPORTED: Once = Once::new();
        match (self, linkwork_jit::host()) {
            (Self::Off, _) => Mode::Interpreted,
            (Self::On, Ok(())) => Mode::WherePaid,
            (Self::On, Err(reason)) => {
                // Notes are dropped if standard error is closed.
                REPORTED.call_once(|| {
                    let mut note =
                        format!("note: native code is not available: {reason}; mechanisms are interpreted\n");
                    if cfg!(not(feature = "native")) {
                        note += "help: `cargo install --path cli --profile dist --features full` installs the program with native code\n";
                    }
                    let _ = std::io::stderr().write_all(note.as_bytes());
                });
                Mode::Interpreted
            }
        }
    }
}

impl Subject {
    /// The file that is read, unless it is a model of the library.
    pub fn file(&self) -> &str {
        &self.mechanism
    }

    /// The files that are read with it.
    pub fn files(&self) -> Vec<String> {
        crate::description::files(&self.mechanism)
    }

    /// Settings and inputs, as they were written.
    pub fn formulas(&self) -> Vec<String> {
        let all = self.settings.iter().chain(&self.inputs);
        all.map(|setting| format!("{}={}", setting.name, setting.formula)).collect()
    }

    /// The settings among these names.
    #[cfg(any(feature = "regressor", feature = "sweep"))]
    pub fn set_among<'a>(&self, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
        let mut names = names;
        names.find(|name| self.settings.iter().any(|setting| setting.name == *name))
    }

    /// A setting or input whose formula has this name in it.
    #[cfg(any(feature = "sensitivity", feature = "sweep"))]
    pub fn formula_with(&self, name: &str) -> Option<String> {
        let part = |letter: char| letter.is_alphanumeric() || "_.[]".contains(letter);
        let has = |setting: &&Setting| setting.formula.split(|letter| !part(letter)).any(|word| word == name);
        let found = self.settings.iter().chain(&self.inputs).find(has)?;
        Some(format!("{}={}", found.name, found.formula))
    }

    /// The model of the library, or the file.
    pub fn description(&self) -> Result<Description, Failure> {
        crate::description::find(&self.mechanism)
    }

    /// The settings, sorted into constants of the description and parameters.
    pub fn constants(&self, description: &Description) -> Result<Constants<'_>, Failure> {
        description.constants(&self.settings, self.wanted.as_deref())
    }

    /// The mechanism on the tape, and the values for formulas.
    pub fn on_tape(
        &self,
        description: &Description,
        constants: Constants<'_>,
    ) -> Result<(Tape, Values), Failure> {
        self.on_tape_varied(description, constants, &[])
    }

    /// The same for runs in which these parameters are varied.
    pub fn on_tape_varied(
        &self,
        description: &Description,
        constants: Constants<'_>,
        varied: &[String],
    ) -> Result<(Tape, Values), Failure> {
        let description = description.clone().with_loops(Loops::Chosen);
        let program = description.compile_one(&constants.texts, self.wanted.as_deref())?;
        let set = constants.left.iter().map(|setting| setting.name.clone());
        let changed: Vec<String> = set.chain(varied.iter().cloned()).collect();
        let (tape, values) = self.taped(&description, program, constants)?;
        note_defaults(tape.program(), &|name| values.get(name), &changed);
        Ok((tape, values))
    }

    /// A program of the description on the tape.
    pub fn taped(
        &self,
        description: &Description,
        program: Program,
        constants: Constants<'_>,
    ) -> Result<(Tape, Values), Failure> {
        let Constants { texts, left, values } = constants;
        let mut parameters = TapeParameters::new(program);
        let values = settled(&mut parameters, &left, values)?;
        description.determine_redundancy(&texts, &mut parameters);
        built(parameters, values, &self.inputs, self.native.mode())
    }

    /// The parameters of the same mechanism with a weight for each of its forces, and its inputs at the start.
    pub fn weighted(&self, description: &Description, tape: &Tape) -> Option<(TapeParameters, Vec<f64>)> {
        let Constants { texts, left, values } = self.constants(description).ok()?;
        let description = description.clone().with_loops(Loops::Chosen);
        let program = description.compile_weighted(&texts, &tape.program().name)?;
        let mut parameters = TapeParameters::new(program);
        let values = settled(&mut parameters, &left, values).ok()?;
        let names = parameters.names().inputs.iter().map(|named| named.name.to_string()).collect();
        let inputs = functions(names, &self.inputs, values).ok()?;
        Some((parameters, at(&inputs, 0.0)))
    }

    /// The parameters as they are set, and the inputs if there are any.
    #[cfg(any(feature = "regressor", feature = "sensitivity"))]
    pub fn parameters(
        &self,
        program: Program,
        constants: Constants<'_>,
    ) -> Result<(TapeParameters, Option<Inputs>), Failure> {
        let Constants { left, values, .. } = constants;
        let mut parameters = TapeParameters::new(program);
        let values = settled(&mut parameters, &left, values)?;
        let names: Vec<String> =
            parameters.names().inputs.iter().map(|named| named.name.to_string()).collect();
        let inputs = functions(names, &self.inputs, values)?;
        let driven = inputs.iter().any(Option::is_some);
        Ok((parameters, driven.then(|| Arc::new(move |t: f64| at(&inputs, t)) as Inputs)))
    }

    /// The same from the beginning.
    pub fn tape(&self) -> Result<Tape, Failure> {
        let description = self.description()?;
        let constants = self.constants(&description)?;
        Ok(self.on_tape(&description, constants)?.0)
    }
}

/// A tape with its parameters and inputs, and the values of all parameters.
fn built(
    tape: TapeParameters,
    values: Values,
    inputs: &[Setting],
    mode: Mode,
) -> Result<(Tape, Values), Failure> {
    let names = tape.names().inputs.iter().map(|named| named.name.to_string()).collect();
    let inputs = functions(names, inputs, values.clone())?;
    let mut tape = linkwork_jit::build(tape, mode)?;
    if inputs.iter().flatten().all(|input| input.constant) {
        tape.set_inputs(at(&inputs, 0.0));
    } else {
        note_kinks(tape.names(), &inputs);
        tape = tape.driven_by(move |t| at(&inputs, t));
    }
    Ok((tape, values))
}

/// Sets parameters, and gives the values of all of them.
fn settled(tape: &mut TapeParameters, settings: &[&Setting], mut values: Values) -> Result<Values, Failure> {
    let names: Vec<String> = tape.names().parameters.iter().map(|named| named.name.to_string()).collect();
    for name in &names {
        if let Some(value) = tape.get(name) {
            values.set(name, value);
        }
    }
    let known: Vec<&str> = names.iter().map(String::as_str).collect();
    evaluated(settings, &known, &mut values, |name, value| {
        tape.set(name, value);
    })?;
    for caution in tape.cautions() {
        print_once(&format!("warning: with these parameters, {caution}\n"));
    }
    Ok(values)
}

/// Notes parameters that derivatives by others leave out, because they enter their defaults alone.
pub fn note_derivatives(parameters: &TapeParameters, by: &[String]) {
    note_defaults(parameters.program(), &|name| parameters.get(name), by);
}

/// Notes parameters that keep their values although the defaults from which theirs are computed are changed.
fn note_defaults(program: &Program, value_of: &dyn Fn(&str) -> Option<f64>, changed: &[String]) {
    let kept = kept_defaults(program, changed);
    let Some((first, _)) = kept.first() else { return };
    let mut text = String::new();
    for (named, source) in kept.iter().take(NOTED) {
        let unit = if named.unit.is_empty() { String::new() } else { format!(" {}", named.unit) };
        let value = value_of(&named.name).unwrap_or_default();
        text += &format!(
            "note: the default of `{0}` is computed from the default of `{source}`: `{0}` stays {value}{unit}\n",
            named.name
        );
    }
    if kept.len() > NOTED {
        text +=
            &format!("note: the same is true of {} more\n", crate::counted(kept.len() - NOTED, "parameter"));
    }
    print_once(&format!("{text}help: give `{}`, too, or make it a `let` of the description\n", first.name));
}

/// The parameters that are not changed and whose defaults are computed from a changed one, with that one.
fn kept_defaults<'a>(program: &'a Program, changed: &[String]) -> Vec<(&'a Named, &'a str)> {
    let parameters = &program.parameters;
    let is_among = |named: &Named| changed.iter().any(|name| *name == named.name);
    let is_changed = |place: usize| parameters.get(place).is_some_and(is_among);
    let source = |default: &Routine| {
        default.instructions.iter().find_map(|instruction| match instruction {
            Instruction::Load(Bank::Parameter(place)) if is_changed(*place) => Some(*place),
            _ => None,
        })
    };
    let all = parameters.iter().zip(&program.defaults).filter(|(named, _)| !is_among(named));
    all.filter_map(|(named, default)| Some((named, &*parameters[source(default)?].name))).collect()
}

/// Warns of inputs that are not smooth: a run does not know where.
fn note_kinks(names: &Names, inputs: &[Option<TimeFunction>]) {
    for (named, input) in names.inputs.iter().zip(inputs) {
        let Some(function) = input.as_ref().and_then(TimeFunction::not_smooth) else { continue };
        print_once(&format!(
            "warning: steps do not end where `{function}` in the formula of the input `{}` jumps or has a kink: their order is lost there\n\
             help: write it into the description as a function of `time`, where such switches are located, or take small steps\n",
            named.name
        ));
    }
}

/// The inputs in order, as functions of time; `None` is zero.
fn functions(
    names: Vec<String>,
    settings: &[Setting],
    values: Values,
) -> Result<Vec<Option<TimeFunction>>, Failure> {
    given_once("--input", settings)?;
    let values = Arc::new(values);
    let mut inputs = vec![None; names.len()];
    for setting in settings {
        let Some(place) = names.iter().position(|name| *name == setting.name) else {
            return Err(Failure::unknown("input", &setting.name, names.iter().map(String::as_str)));
        };
        inputs[place] = Some(values.function(setting)?);
    }
    Ok(inputs)
}

/// The values of the inputs at time t.
fn at(inputs: &[Option<TimeFunction>], t: f64) -> Vec<f64> {
    inputs.iter().map(|input| input.as_ref().map_or(0.0, |input| input.at(t))).collect()
}

/// The values of the settings, each formula with the values known by then; `set` applies each one.
pub fn evaluated(
    settings: &[&Setting],
    known: &[&str],
    values: &mut Values,
    mut set: impl FnMut(&str, f64),
) -> Result<Vec<(String, f64)>, Failure> {
    let mut parameters = Vec::new();
    for setting in settings {
        if !known.contains(&setting.name.as_str()) {
            return Err(Failure::unknown("parameter", &setting.name, known.iter().copied()));
        }
        let value = values.evaluate(setting)?;
        values.set(&setting.name, value);
        set(&setting.name, value);
        parameters.push((setting.name.clone(), value));
    }
    Ok(parameters)
}
