//! Linkwork's compiler: the description of a mechanism in, specialised Rust out.
//!
//! ```text
//! tokens ─ syntax ─► Description ─ model ─► Model ─ mechanics ─► Equations ─ plan ─► Program ─ emit ─► Rust
//! ```
//!
//! One stage, one module, one call in [`compile`]. The same description gives the same bytes.
//!
//! | | |
//! |---|---|
//! | `build` (feature `build`) | `.mech` files and robots in a build script |
//! | [`expand`] | the macro |
//! | [`compile`], [`Options`], [`Compilation`], [`Program`] | descriptions to programs, for tools |
//! | [`diagnostics`] | mistakes and warnings with their places |
//! | `editor`, `format` (feature `build`) | what editors ask; the layout of a description |
//! | `robots` (feature `urdf`) | URDF and MJCF to descriptions |
//!
//! The modules of the stages are public for the tape and for tests of this workspace, and hidden here: they change without notice.

/// The build scripts of the documents compile.
#[cfg(all(doctest, feature = "urdf"))]
mod documents {
    #[doc = include_str!("../../docs/book/src/robot-files.md")]
    mod robot_files {}
}

pub mod diagnostics;
#[doc(hidden)]
pub mod emit;
#[doc(hidden)]
pub mod kinds;
#[doc(hidden)]
pub mod mechanics;
#[doc(hidden)]
pub mod model;
#[doc(hidden)]
pub mod plan;
#[doc(hidden)]
pub mod symbolic;
#[doc(hidden)]
pub mod syntax;
mod units;

#[cfg(feature = "build")]
pub mod build;
#[cfg(feature = "build")]
pub mod editor;
#[cfg(feature = "build")]
pub mod format;
#[cfg(feature = "urdf")]
mod mjcf;
#[cfg(feature = "urdf")]
pub mod robots;
#[cfg(feature = "urdf")]
mod urdf;

use diagnostics::{Diagnostic, Diagnostics, Reported, Severity};
use mechanics::Wanted;
#[doc(inline)]
pub use model::Formulation;
use model::Model;
#[doc(inline)]
pub use plan::{Drawing, Program, Writing};
use proc_macro2::TokenStream;
use std::collections::BTreeSet;
use std::str::FromStr;
use syntax::Description;

/// What may be set from outside.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// `const`s that replace those of the description: (name, number as text).
    pub constants: Vec<(String, String)>,
    /// `initial` says where to look for the start, and nothing that must hold there: for motions that are prescribed.
    pub guesses: bool,
    /// The name of a force that is left out: for what it contributes.
    pub without: Option<String>,
    /// Formulations instead of those that the description asks for, where it is written by bodies.
    pub formulations: Vec<Formulation>,
    /// How much of the equations is written as text into [`Program::readable`].
    pub equations: Writing,
    /// How much [`Program::picture`] has of what a viewer draws.
    pub drawing: Drawing,
}

/// What came of a compilation.
#[derive(Debug, Default)]
pub struct Compilation {
    /// Mechanisms without mistakes, as written.
    pub programs: Vec<Program>,
    /// Mechanisms with mistakes: enough of them to stand in for the uses of their names.
    pub broken: Vec<Broken>,
    /// Formulations that a mechanism does not have, beside one that it has.
    pub left_out: Vec<LeftOut>,
    /// Mistakes and warnings.
    pub diagnostics: Diagnostics,
}

/// A formulation that a mechanism does not have: it cannot be assembled, or asks for what these coordinates do not know.
#[derive(Clone, Debug)]
pub struct LeftOut {
    /// Its name.
    pub name: String,
    /// Its visibility.
    pub visibility: String,
    /// Why.
    pub reason: String,
}

/// The outside of a mechanism that does not compile. Its mistake is among the diagnostics: there is no stand-in without one.
#[derive(Clone, Debug)]
pub struct Broken {
    /// The witness of its mistake.
    pub reported: Reported,
    /// Its name.
    pub name: String,
    /// Its visibility.
    pub visibility: String,
    /// Names of its parameters, as identifiers.
    pub parameters: Vec<String>,
    /// Names of its inputs.
    pub inputs: Vec<String>,
}

/// The diagnostics of [`compile`], in a fraction of its time: no routine is planned.
pub fn check(tokens: TokenStream, options: &Options) -> Diagnostics {
    compile_for(tokens, options, Wanted::Diagnostics).diagnostics
}

/// Compiles all mechanisms of a token stream.
pub fn compile(tokens: TokenStream, options: &Options) -> Compilation {
    compile_for(tokens, options, Wanted::Programs)
}

fn compile_for(tokens: TokenStream, options: &Options, wanted: Wanted) -> Compilation {
    let mut result = Compilation::default();
    let diagnostics = &mut result.diagnostics;
    for description in syntax::parse(tokens, diagnostics) {
        match programs(&description, (options, wanted), diagnostics, &mut result.left_out) {
            Ok(programs) => result.programs.extend(programs),
            Err(reported) => {
                let (parameters, inputs) = Model::outline(&description, &options.constants);
                let broken = mechanism_names(&description).into_iter().map(|name| Broken {
                    reported,
                    name,
                    visibility: description.visibility.to_string(),
                    parameters: parameters.clone(),
                    inputs: inputs.clone(),
                });
                result.broken.extend(broken);
            }
        }
    }
    result
}

/// The programs of one description: one for each formulation that it asks for. One that cannot be assembled is left out,
/// with a warning, as long as another one can.
fn programs(
    description: &syntax::Description,
    (options, wanted): (&Options, Wanted),
    diagnostics: &mut Diagnostics,
    left_out: &mut Vec<LeftOut>,
) -> Result<Vec<Program>, Reported> {
    let (errors, known) = (diagnostics.errors(), diagnostics.len());
    let (mut programs, mut sound) = (Vec::new(), 0);
    let mut refused: Vec<(LeftOut, Diagnostics)> = Vec::new();
    let mut first = Some(Model::build(description, &options.constants, diagnostics)?);
    let mut formulations = first.as_ref().map(Model::formulations).unwrap_or_default();
    if !options.formulations.is_empty() && first.as_ref().is_some_and(|model| model.multibody.is_some()) {
        formulations.clone_from(&options.formulations);
    }
    for (number, &formulation) in formulations.iter().enumerate() {
        let mut model = match first.take() {
            Some(model) => model,
            // What is said twice about the description was said the first time.
            None => Model::build(description, &options.constants, &mut Diagnostics::new())?,
        };
        model.name = formulation.name_of(&model.name, number);
        if let (Some(name), Some(multibody)) = (&options.without, &mut model.multibody) {
            multibody.forces.retain(|force| force.name != *name);
        }
        if options.drawing != Drawing::Nothing && model.multibody.is_some() {
            model.picture = Some(model::Picture { drawing: options.drawing, ..model::Picture::default() });
        }
        mechanics::multibody::formulate(&mut model, formulation, diagnostics);
        if options.guesses {
            model.guess_the_start();
        }
        model.refuse_clashes(diagnostics)?;
        let equations = mechanics::derive(&mut model, wanted, diagnostics)?;
        let mut found = Diagnostics::new();
        let planned = match wanted {
            Wanted::Programs => plan::plan(&model, &equations, &mut found).map(Some),
            Wanted::Diagnostics => plan::check(&model, &equations, &mut found).map(|()| None),
        };
        match planned {
            Ok(program) => {
                // What holds in all coordinates is said once.
                diagnostics.append_new(found, known);
                sound += 1;
                let Some(mut program) = program else { continue };
                if options.equations != Writing::Nothing {
                    program.readable = plan::readable(&mut model.graph, &equations, options.equations);
                }
                programs.push(program);
            }
            Err(Reported { .. }) => {
                let errors = found.iter().filter(|one| one.severity == Severity::Error);
                let reason = errors.map(|one| one.message.as_str()).collect::<Vec<_>>().join("; ");
                let visibility = model.visibility.to_string();
                refused.push((LeftOut { name: model.name.to_string(), visibility, reason }, found));
            }
        }
    }
    let lenient = sound > 0 && diagnostics.errors() == errors;
    for (one, found) in refused {
        if lenient {
            diagnostics.warning(
                description.name.span(),
                format!("`{}` is left out, other coordinates are not: {}", one.name, one.reason),
            );
            left_out.push(one);
        } else {
            diagnostics.append_new(found, known);
        }
    }
    diagnostics.none_since(errors)?;
    if sound == 0 {
        let message = format!("`{}` has no formulation", description.name);
        let help = "choose `coordinates = minimal;` or `coordinates = absolute;`";
        return Err(diagnostics.refuse(Diagnostic::error(description.name.span(), message).help(help)));
    }
    Ok(programs)
}

/// What the mechanisms of a description are called: its name, and with a suffix for every further choice of
/// coordinates.
pub fn mechanism_names(description: &Description) -> Vec<String> {
    let chosen = description.formulations().into_iter().filter_map(Formulation::from_word).enumerate();
    let all: Vec<String> = chosen.map(|(k, one)| one.name_of(&description.name, k).to_string()).collect();
    if all.is_empty() { vec![description.name.to_string()] } else { all }
}

/// The macro: code for what compiles, an error at each mistake, a stand-in for what does not.
pub fn expand(tokens: TokenStream) -> TokenStream {
    let compilation = compile(tokens, &Options::default());
    let mut code: TokenStream = compilation.programs.iter().map(emit::emit).collect();
    code.extend(compilation.left_out.iter().map(LeftOut::marker));
    code.extend(compilation.broken.iter().map(Broken::stand_in));
    code.extend(compilation.diagnostics.to_compile_errors());
    if !compilation.diagnostics.has_errors() {
        code.extend(compilation.diagnostics.to_deprecations());
    }
    code
}

impl LeftOut {
    /// A type that says why there is no mechanism of this name, where somebody names it.
    fn marker(&self) -> TokenStream {
        let note = format!("this formulation is left out: {}", self.reason);
        let name = emit::type_name(&self.name);
        let text = format!(
            "#[allow(dead_code, non_camel_case_types)] #[deprecated(note = {note:?})] {} struct {name};",
            self.visibility
        );
        TokenStream::from_str(&text).unwrap_or_default()
    }
}

impl Broken {
    /// A mechanism of the same name with the same parameters and inputs, so that its uses make no
    /// follow-up errors. It never runs: the mistakes stop the compilation.
    fn stand_in(&self) -> TokenStream {
        use std::fmt::Write;
        let mut text = format!("{} mechanism {} {{ ", self.visibility, self.name);
        let mut taken = BTreeSet::new();
        // Names that are mistakes themselves stay out.
        let mut usable = |name: &String| !model::is_impossible(name) && taken.insert(name.clone());
        for parameter in self.parameters.iter().filter(|name| usable(name)) {
            let _ = write!(text, "param {parameter} = 0; ");
        }
        for input in self.inputs.iter().filter(|name| usable(name)) {
            let _ = write!(text, "input {input}; ");
        }
        let mut still = "still".to_owned();
        while taken.contains(&still) {
            still.push('_');
        }
        let _ = write!(text, "coordinate {still}; kinetic = der({still})^2 / 2; }}");
        let Ok(tokens) = TokenStream::from_str(&text) else { return TokenStream::new() };
        compile(tokens, &Options::default()).programs.iter().map(emit::emit).collect()
    }
}
