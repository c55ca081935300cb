//! Linkwork's compiler: translates the description of a mechanism to specialised Rust.
//!
//! ```text
//! tokens ─ syntax ─► Description ─ resolve ─► Model ─ mechanics ─► Formulated ─► Equations ─ plan ─► Program ─ emit ─► Rust
//! ```
//!
//! Each stage is one module and one call in [`compile`]. The output is deterministic.
//!
//! | | |
//! |---|---|
//! | `build` (feature `build`) | `.mech` files and robots in a build script |
//! | [`expand`] | the macro |
//! | [`compile`], [`Options`], [`Compilation`], [`Program`] | descriptions to programs, for tools |
//! | [`diagnostics`] | errors and warnings with their positions |
//! | `editor`, `format` (feature `build`) | queries of editors; the formatter |
//! | `robots` (feature `urdf`) | URDF and MJCF to descriptions |
//!
//! The modules of the stages are public for the tape and for tests of this workspace, and hidden here: they may change without notice.

/// The build scripts in the documentation compile.
#[cfg(all(doctest, feature = "urdf"))]
mod documents {
    #[doc = include_str!("../../docs/book/src/robot-files.md")]
    mod robot_files {}
}

mod budget;
mod compile;
mod counted;
pub mod diagnostics;
#[doc(hidden)]
pub mod emit;
mod identifier;
#[doc(hidden)]
pub mod kinds;
mod large;
#[doc(hidden)]
pub mod mechanics;
mod messages;
#[doc(hidden)]
pub mod model;
mod names;
#[doc(hidden)]
pub mod plan;
#[doc(hidden)]
pub mod resolve;
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
pub mod robots;

#[doc(inline)]
pub use compile::{check, compile, freedom_with};
use diagnostics::{Diagnostics, Reported};
#[doc(hidden)]
pub use linkwork_symbolic as symbolic;
#[doc(inline)]
pub use model::Formulation;
#[doc(inline)]
pub use plan::{Cost, Drawing, Program, Writing};
use proc_macro2::TokenStream;
use std::collections::BTreeSet;
use std::str::FromStr;
use syntax::Description;

/// Options of a compilation.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// `const`s that replace those of the description: (name, number as text).
    pub constants: Vec<(String, String)>,
    /// Whether all values in `initial` are only guesses: for prescribed motions.
    pub guesses: bool,
    /// The name of the only mechanism that is compiled, if the text has it: mistakes and settings of the others do not matter.
    pub only: Option<String>,
    /// Every force of bodies is multiplied by a parameter of its own ([`Program::weight`]), to determine its contribution; outputs, ranges
    /// and claims are omitted.
    pub weights: bool,
    /// Formulations instead of those of the description, if it consists of bodies.
    pub formulations: Vec<Formulation>,
    /// Mass properties of bodies and coefficients of forces become parameters of their own, after those of the description
    /// ([`Program::coefficients`]): the equations of motion are affine in them.
    pub coefficients: bool,
    /// The part of the equations that is written as text to [`Program::readable`].
    pub equations: Writing,
    /// The part of a drawing in [`Program::picture`].
    pub drawing: Drawing,
    /// Whether trees of bodies become loops over their links ([`Program::cells`]), for callers that can run these.
    pub loops: Loops,
    /// Whether an exceeded budget is a warning instead of an error, for callers that show the costs.
    pub lenient_budgets: bool,
    /// Whether the description is a changed copy: statements that are checked (`freedoms`, `conserves energy`, `budget`) are of the original.
    pub unclaimed: bool,
    /// Receives a line of text before the equations of a large tree are unrolled, which takes seconds to minutes, and returns whether they shall be.
    pub announce: Option<fn(&str) -> bool>,
}

/// Whether trees of bodies become loops over their links.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Loops {
    /// Never: all code is unrolled.
    #[default]
    Never,
    /// For large trees; large linear systems of other mechanisms become tables ([`plan::Factorisation::table`]), for callers that can
    /// run these.
    Chosen,
    /// For large trees, for emission: linear systems stay straight-line code.
    Emitted,
    /// For all trees, if possible; linear systems of other mechanisms are tables.
    Always,
    /// Never: equations are unrolled, with tables for all their linear systems.
    Tables,
}

/// The result of a compilation.
#[derive(Debug, Default)]
pub struct Compilation {
    /// Mechanisms without mistakes, as written.
    pub programs: Vec<Program>,
    /// Mechanisms with mistakes, with the data for stand-ins.
    pub broken: Vec<Broken>,
    /// Omitted formulations of mechanisms that have another one.
    pub left_out: Vec<LeftOut>,
    /// Mistakes and warnings.
    pub diagnostics: Diagnostics,
}

/// An omitted formulation: it cannot be assembled, or the description uses quantities that it does not have.
#[derive(Clone, Debug)]
pub struct LeftOut {
    /// Its name.
    pub name: String,
    /// Its visibility.
    pub visibility: String,
    /// The reason.
    pub reason: String,
}

/// The public items of a mechanism that does not compile. Its mistake is among the diagnostics: there is no stand-in without one.
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

/// The names of the mechanisms of a description: its name, and with a suffix for every further choice of
/// coordinates.
pub fn mechanism_names(description: &Description) -> Vec<String> {
    let chosen = description.formulations().into_iter().filter_map(Formulation::from_word).enumerate();
    let all: Vec<String> = chosen.map(|(k, one)| one.name_of(&description.name, k).to_string()).collect();
    if all.is_empty() { vec![description.name.to_string()] } else { all }
}

/// The macro: code for mechanisms that compile, an error at each mistake, and stand-ins for the others.
pub fn expand(tokens: TokenStream) -> TokenStream {
    let compilation = compile(tokens.clone(), &Options { loops: Loops::Emitted, ..Options::default() });
    let Compilation { programs, broken, left_out, diagnostics } = &compilation;
    // Only functions are compared with the text.
    let paths = match programs.iter().all(|program| program.functions.is_empty()) {
        true => emit::Paths::default(),
        false => emit::Paths::of(tokens),
    };
    // Beside the mistake that is reported, a struct without a possible name of its own would cause many errors.
    let (sound, mut emitted) = (!diagnostics.has_errors(), BTreeSet::new());
    let mut is_free = |name: &str| {
        sound || (names::is_possible(name, compilation.names()) && emitted.insert(name.to_owned()))
    };
    let mut code = TokenStream::new();
    for program in programs.iter().filter(|program| is_free(&program.name)) {
        code.extend(emit::emit_with(program, &paths));
    }
    code.extend(left_out.iter().filter(|one| is_free(&one.name)).map(LeftOut::marker));
    code.extend(broken.iter().filter(|one| is_free(&one.name)).map(Broken::stand_in));
    code.extend(diagnostics.to_compile_errors());
    if sound {
        code.extend(diagnostics.to_deprecations());
    }
    code
}

impl Compilation {
    /// The names of all mechanisms.
    fn names(&self) -> impl Iterator<Item = &str> {
        let programs = self.programs.iter().map(|one| one.name.as_str());
        let left_out = self.left_out.iter().map(|one| one.name.as_str());
        programs.chain(left_out).chain(self.broken.iter().map(|one| one.name.as_str()))
    }
}

impl LeftOut {
    /// A type whose uses report why there is no mechanism of this name.
    fn marker(&self) -> TokenStream {
        let note = format!("this formulation was skipped: {}", self.reason);
        let name = emit::type_name(&self.name);
        let text = format!(
            "#[allow(dead_code, non_camel_case_types)] #[deprecated(note = {note:?})] {} struct {name};",
            self.visibility
        );
        TokenStream::from_str(&text).unwrap_or_default()
    }
}

impl Broken {
    /// A mechanism of the same name with the same parameters and inputs, so that its uses cause no
    /// follow-up errors. It never runs: the mistakes stop the compilation.
    fn stand_in(&self) -> TokenStream {
        use std::fmt::Write;
        let mut text = format!("{} mechanism {} {{ ", self.visibility, self.name);
        let mut taken = BTreeSet::new();
        // Names that are mistakes themselves are omitted.
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
