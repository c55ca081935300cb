//! The argument `<model or file.mech>`, or a text, to compiled programs.
//!
//! Invariant: errors in a description are shown with their lines; warnings are printed and
//! do not stop the compilation.

use crate::Reporter;
use crate::formula::{Setting, Values, given_once};
use crate::robot;
use linkwork_compiler::build::{compile_text, constant_names, freedom_of_text, with_items};
use linkwork_compiler::plan::Named;
use linkwork_compiler::robots::{Import, Look, is_robot};
use linkwork_compiler::{Drawing, Formulation, Loops, Options, Program, Writing};
use linkwork_figures::failure::Failure;
use linkwork_models::{Entry, find, registry};
use linkwork_tape::TapeParameters;
use std::fs;
use std::path::Path;

/// The prefix of watched outputs in the text.
const WATCHED: &str = "watched_quantity_";

/// The names of the columns of a motion.
pub fn columns(program: &Program) -> Vec<String> {
    let names = |all: &[Named]| -> Vec<String> { all.iter().map(|named| named.name.to_string()).collect() };
    let mut columns = vec!["time".to_owned()];
    columns.extend(names(&program.coordinates));
    let velocities = names(&program.velocities);
    columns.extend(velocities.iter().map(|velocity| format!("der({velocity})")));
    columns.extend(velocities);
    columns.extend(names(&program.states));
    let constraints = [names(&program.holonomic_names), names(&program.nonholonomic_names)].concat();
    columns.extend(constraints.iter().map(|constraint| format!("multiplier({constraint})")));
    columns.extend(names(&program.output_names));
    columns
}

/// A loaded description.
#[derive(Clone, Debug)]
pub struct Description {
    /// The name of its text in messages with lines of it.
    name: String,
    /// The file, which other messages name.
    file: String,
    text: String,
    /// The model of the library, if it is one.
    pub entry: Option<&'static Entry>,
    /// Whether `initial` contains guesses only.
    guesses: bool,
    /// The part of the equations that is written as text.
    equations: Writing,
    /// The part of a picture that is compiled.
    drawing: Drawing,
    /// The visual shapes of a robot.
    looks: Vec<Look>,
    /// Whether mass properties and coefficients of forces are parameters of their own.
    coefficients: bool,
    /// Attributes that are additional outputs, under their own names.
    watched: Vec<String>,
    /// Formulations instead of its own.
    formulations: Vec<Formulation>,
    /// The only mechanism that is compiled.
    only: Option<String>,
    /// Whether trees of bodies become loops, which tapes support.
    loops: Loops,
    /// Whether an exceeded budget is a warning.
    lenient_budgets: bool,
    /// Whether statements that are checked are left out: of a copy with other freedoms.
    unclaimed: bool,
    /// The output of warnings.
    reporter: Reporter,
}

/// Settings divided into constants of the description and parameters.
#[derive(Debug)]
pub struct Constants<'a> {
    /// Names and values of the constants, in the compiler's form.
    pub texts: Vec<(String, String)>,
    /// Settings of parameters.
    pub left: Vec<&'a Setting>,
    /// Values of the constants.
    pub values: Values,
}

impl Description {
    /// A text; `name` is its name in messages.
    pub fn of_text(name: impl Into<String>, text: impl Into<String>, reporter: Reporter) -> Self {
        let name = name.into();
        Self {
            file: name.clone(),
            name,
            text: text.into(),
            entry: None,
            guesses: false,
            equations: Writing::Nothing,
            drawing: Drawing::Nothing,
            looks: Vec::new(),
            coefficients: false,
            watched: Vec::new(),
            formulations: Vec::new(),
            only: None,
            loops: Loops::Never,
            lenient_budgets: false,
            unclaimed: false,
            reporter,
        }
    }

    /// A robot from a file, imported with the options `import`.
    ///
    /// # Errors
    /// The file cannot be read, or does not describe a mechanism.
    pub fn of_robot(file: &str, import: &Import, reporter: Reporter) -> Result<Self, Failure> {
        let (text, looks) = robot::read(file, import, reporter)?;
        let imported = Self::of_text(format!("{file}, imported"), text, reporter);
        Ok(Self { looks, file: file.to_owned(), ..imported })
    }

    /// Loads a model of the library, or a file; `.urdf` and `.xml` (MJCF) files are imported.
    ///
    /// # Errors
    /// An unknown model, or a file that cannot be read.
    pub fn find(argument: &str, reporter: Reporter) -> Result<Self, Failure> {
        if let Some(entry) = find(argument) {
            let description = Self::of_text(format!("{argument}.mech"), entry.source, reporter);
            return Ok(Self { entry: Some(entry), ..description });
        }
        let path = Path::new(argument);
        if path.extension().is_none() && path.components().count() < 2 && !path.is_file() {
            let names = registry().iter().map(|entry| entry.name);
            return Err(Failure::unknown("model", argument, names));
        }
        if is_robot(path) {
            return Self::of_robot(argument, &Import::default(), reporter);
        }
        match fs::read_to_string(path) {
            Ok(text) => Ok(Self::of_text(argument, text, reporter)),
            Err(error) => Err(Failure::input(format_args!("cannot read `{argument}`: {error}"))),
        }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The visual shapes of a robot, if the description is one.
    pub fn looks(&self) -> &[Look] {
        &self.looks
    }

    /// The same description with one mechanism whose motion constraints prescribe: `initial` then contains guesses only.
    pub fn driven(&self, wanted: Option<&str>, constraints: &str) -> Result<Self, Failure> {
        let Some(text) = with_items(&self.text, wanted, constraints) else {
            // Mistakes of the text, or of the name, are reported by the compilation.
            self.compile_one(&[], wanted)?;
            return Err(Failure::input(format_args!("`{}` contains no mechanism", self.file)));
        };
        let name = format!("{}, driven", self.name);
        Ok(Self { name, text, guesses: true, unclaimed: true, ..self.clone() })
    }

    /// The same description with these quantities watched: one that is not a column of the motion becomes an output of that
    /// name, if it is an expression of the mechanism.
    pub fn watching(
        &self,
        constants: &[(String, String)],
        wanted: Option<&str>,
        names: &[&str],
    ) -> Result<Option<Self>, Failure> {
        // Attributes of bodies, frames and joints have a dot.
        if !names.iter().any(|name| name.contains('.')) {
            return Ok(None);
        }
        // Its warnings are those of the compilation for the run.
        let quiet = Self { reporter: self.reporter.silent(), ..self.clone() };
        let program = quiet.with_loops(Loops::Chosen).compile_one(constants, wanted)?;
        let columns = columns(&program);
        let mut watched: Vec<String> = Vec::new();
        for name in names {
            if !columns.iter().any(|column| column == name) && !watched.iter().any(|known| known == name) {
                watched.push((*name).to_owned());
            }
        }
        let items: String =
            watched.iter().enumerate().map(|(k, name)| format!("output {WATCHED}{k} = {name};\n")).collect();
        let Some(text) = with_items(&self.text, wanted, &items).filter(|_| !watched.is_empty()) else {
            return Ok(None);
        };
        let this = Self { text, watched, ..self.clone() };
        // Mistakes are the same in loops, and are found without unrolling a large tree.
        let (constants, loops) = (constants.to_vec(), Loops::Chosen);
        let (announce, only) = (Some(self.reporter.announce), wanted.map(str::to_owned));
        let options =
            Options { constants, guesses: self.guesses, loops, announce, only, ..Options::default() };
        if compile_text(&this.name, &this.text, &options, false).is_err() {
            let all = columns.iter().map(String::as_str);
            let wrong = this.watched.iter().find(|name| !self.has(&options.constants, wanted, name));
            return Err(Failure::unknown("quantity", wrong.unwrap_or(&this.watched[0]), all));
        }
        Ok(Some(this))
    }

    /// Whether this is a quantity of the mechanism that can be an output.
    pub fn has(&self, constants: &[(String, String)], wanted: Option<&str>, quantity: &str) -> bool {
        let (constants, loops) = (constants.to_vec(), Loops::Chosen);
        let (announce, only) = (Some(self.reporter.announce), wanted.map(str::to_owned));
        let options = Options { constants, loops, announce, only, ..Options::default() };
        with_items(&self.text, wanted, &format!("output {WATCHED}0 = {quantity};"))
            .is_some_and(|text| compile_text(&self.name, &text, &options, false).is_ok())
    }

    /// One mechanism of the description in these formulations, with these quantities as outputs, and with no others. Its warnings are those
    /// of the description, which are reported there, or of what this changes: none is reported.
    pub fn in_formulations(
        &self,
        wanted: &str,
        formulations: &[Formulation],
        quantities: &[String],
    ) -> Option<Self> {
        let outputs = quantities.iter().enumerate();
        let items: String =
            outputs.map(|(k, quantity)| format!("output {WATCHED}{k} = {quantity};\n")).collect();
        let text = with_items(&self.text, Some(wanted), &items)?;
        let (watched, formulations) = (quantities.to_vec(), formulations.to_vec());
        let reporter = self.reporter.silent();
        let only = Some(wanted.to_owned());
        // A budget is for the formulation that the description asks for.
        Some(Self { text, watched, formulations, only, reporter, lenient_budgets: true, ..self.clone() })
    }

    /// Which settings are constants of the description, with their values. Formulas may use constants
    /// that were set before them.
    pub fn constants<'a>(
        &self,
        settings: &'a [Setting],
        wanted: Option<&str>,
    ) -> Result<Constants<'a>, Failure> {
        given_once("--set", settings)?;
        let declared = self.constant_names(wanted);
        let (mut texts, mut left, mut values) = (Vec::new(), Vec::new(), Values::default());
        for setting in settings {
            if declared.contains(&setting.name) {
                let value = values.evaluate(setting)?;
                values.set(&setting.name, value);
                texts.push((setting.name.clone(), format!("{value}")));
            } else {
                left.push(setting);
            }
        }
        Ok(Constants { texts, left, values })
    }

    /// The `const`s that may be set: those of the mechanism `wanted`, or of all.
    pub fn constant_names(&self, wanted: Option<&str>) -> Vec<String> {
        constant_names(&self.text, wanted)
    }

    /// The same description, compiled with its equations as text.
    pub fn with_equations(self, equations: Writing) -> Self {
        Self { equations, ..self }
    }

    /// The same description, whose programs may be loops over the links of a large tree: for tapes, which run them.
    pub fn with_loops(self, loops: Loops) -> Self {
        Self { loops, ..self }
    }

    /// The same description, as it is emitted, to show what it costs: an exceeded budget is a warning.
    pub fn for_costs(self) -> Self {
        Self { loops: Loops::Emitted, lenient_budgets: true, ..self }
    }

    /// The same description, compiled with the data for a viewer.
    pub fn with_drawing(self, drawing: Drawing) -> Self {
        Self { drawing, ..self }
    }

    /// The same description, compiled with mass properties of bodies and coefficients of forces as parameters.
    pub fn with_coefficients(self) -> Self {
        Self { coefficients: true, ..self }
    }

    fn options(&self, constants: &[(String, String)]) -> Options {
        Options {
            constants: constants.to_vec(),
            guesses: self.guesses,
            formulations: self.formulations.clone(),
            only: self.only.clone(),
            equations: self.equations,
            drawing: self.drawing,
            coefficients: self.coefficients,
            loops: self.loops,
            lenient_budgets: self.lenient_budgets,
            unclaimed: self.unclaimed,
            announce: Some(self.reporter.announce),
            ..Options::default()
        }
    }

    /// Compiles all mechanisms of the description.
    pub fn compile(&self, constants: &[(String, String)]) -> Result<Vec<Program>, Failure> {
        let options = self.options(constants);
        let compiled = compile_text(&self.name, &self.text, &options, self.reporter.colour);
        let compiled = compiled.map_err(|snippets| Failure::mistakes(snippets.as_str()))?;
        if !compiled.warnings.is_empty() {
            (self.reporter.report)(&compiled.warnings);
        }
        if compiled.programs.is_empty() {
            return Err(Failure::input(format_args!("`{}` contains no mechanism", self.file)));
        }
        let mut programs = compiled.programs;
        let watched = |output: &Named| -> Option<Named> {
            let number = output.name.strip_prefix(WATCHED)?;
            // A vector has an output for each component.
            let (number, component) = number.split_at(number.find('[').unwrap_or(number.len()));
            let name = self.watched.get(number.parse::<usize>().ok()?)?;
            Some(Named { name: format!("{name}{component}").into(), ..output.clone() })
        };
        for program in &mut programs {
            let names = program.output_names.iter();
            program.output_names = names.map(|name| watched(name).unwrap_or_else(|| name.clone())).collect();
        }
        Ok(programs)
    }

    /// Compiles the mechanism called `wanted`, whatever the others of the description are, or the only one: the first of its formulations if it
    /// has several, as a note states, and the first one of a model of the library.
    pub fn compile_one(
        &self,
        constants: &[(String, String)],
        wanted: Option<&str>,
    ) -> Result<Program, Failure> {
        let only = wanted.map(str::to_owned).or_else(|| self.only.clone());
        let mut programs = Self { only, ..self.clone() }.compile(constants)?;
        let names: Vec<String> = programs.iter().map(|program| program.name.clone()).collect();
        let at = match wanted {
            Some(wanted) => names
                .iter()
                .position(|name| name == wanted)
                .ok_or_else(|| Failure::unknown("mechanism", wanted, names.iter().map(String::as_str)))?,
            // A model of the library is the first mechanism: the one in minimal coordinates.
            None if names.len() == 1 || self.entry.is_some() => 0,
            // One mechanism in several formulations is the first of them, too.
            None if programs.iter().all(|program| program.source == programs[0].source) => {
                let others: Vec<String> = names[1..].iter().map(|name| format!("`{name}`")).collect();
                (self.reporter.report)(&format!(
                    "note: using `{}`, the first formulation in `{}`\nhelp: {} takes {}\n",
                    names[0],
                    self.file,
                    self.reporter.option,
                    others.join(" or ")
                ));
                0
            }
            None => {
                let all: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
                return Err(Failure::input(format_args!(
                    "`{}` contains several mechanisms: {}\nhelp: choose one with {}",
                    self.file,
                    all.join(", "),
                    self.reporter.option
                )));
            }
        };
        Ok(programs.swap_remove(at))
    }

    /// The mechanism called `name` with a weight for each of its forces ([`Options::weights`]), if it compiles.
    pub fn compile_weighted(&self, constants: &[(String, String)], name: &str) -> Option<Program> {
        let options = Options { weights: true, only: Some(name.to_owned()), ..self.options(constants) };
        let compiled = compile_text(&self.name, &self.text, &options, false).ok()?;
        compiled.programs.into_iter().find(|program| program.name == name)
    }

    /// Determines with the values of these parameters which constraints are redundant and which reactions are not unique, if that may differ
    /// from what holds with the default ones. If the mechanism does not compile with them, reports say that it is of the defaults.
    pub fn determine_redundancy(&self, constants: &[(String, String)], parameters: &mut TapeParameters) {
        if !parameters.redundancy_is_declared() {
            return;
        }
        let program = parameters.program();
        let options = Options { unclaimed: true, ..self.options(constants) };
        let found = freedom_of_text(&self.text, &options, &program.name, parameters.values());
        let names = program.holonomic_names.iter().chain(&program.nonholonomic_names);
        let as_planned =
            |all: &Vec<String>| names.map(|named| &*named.name).eq(all.iter().map(String::as_str));
        // Other closures of loops have other constraints.
        if let Some((freedom, _)) = found.filter(|(_, constraints)| as_planned(constraints)) {
            parameters.determined(freedom);
        }
    }

    /// Reports settings that are not constants, where only constants are allowed.
    pub fn all_constant(&self, constants: &Constants<'_>, wanted: Option<&str>) -> Result<(), Failure> {
        match constants.left.first() {
            Some(setting) => {
                let names = self.constant_names(wanted);
                Err(Failure::unknown("constant", &setting.name, names.iter().map(String::as_str)))
            }
            None => Ok(()),
        }
    }
}
