//! `.mech` files → Rust, for build scripts; and the text of a file → programs, for the command line.
//!
//! Invariant: the code for a file is the code that the macro generates from the same text.
//!
//! ```no_run
//! // build.rs
//! linkwork_compiler::build::Build::new().file("src/crane.mech").constant("n", 40).compile();
//! ```
//! ```text
//! // src/lib.rs
//! include!(concat!(env!("OUT_DIR"), "/crane.rs"));
//! ```
//!
//! With the feature `urdf`, `Build::robot("robot.urdf")` compiles a robot described in URDF, or in MJCF (`.xml`).

use crate::diagnostics::{Diagnostic, Diagnostics, Mistakes, Severity, nearest, position};
use crate::plan::Freedom;
use crate::{
    Compilation, Cost, Loops, Options, Program, check, compile as compile_tokens, emit, freedom_with, syntax,
};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// The compiled text of a file.
#[derive(Debug)]
pub struct Text {
    /// The mechanisms, as written.
    pub programs: Vec<Program>,
    /// Warnings as snippets, empty if there are none.
    pub warnings: String,
}

/// Compiles the text of a `.mech` file; `file` names it in messages.
///
/// # Errors
/// Snippets with all mistakes, in the style of rustc.
pub fn compile_text(file: &str, text: &str, options: &Options, colour: bool) -> Result<Text, Mistakes> {
    let (programs, diagnostics) = diagnose(text, options);
    let rendered = diagnostics.render(file, text, colour);
    if diagnostics.has_errors() {
        Err(Mistakes::of(rendered))
    } else {
        Ok(Text { programs, warnings: rendered })
    }
}

/// All diagnostics of the text of a `.mech` file, as [`diagnose`], in a fraction of its time.
pub fn check_text(text: &str, options: &Options) -> Diagnostics {
    compiled(text, |tokens| Compilation { diagnostics: check(tokens, options), ..Compilation::default() }).1
}

/// The freedom of the mechanism called `name` with these values of its parameters instead of the defaults, and the names of its
/// constraints. `None` if it does not compile with them.
pub fn freedom_of_text(
    text: &str,
    options: &Options,
    name: &str,
    values: &[f64],
) -> Option<(Freedom, Vec<String>)> {
    let (tokens, complete) = syntax::text::read(text, &mut Diagnostics::new());
    freedom_with(tokens, options, name, values).filter(|_| complete)
}

/// The programs of the text of a `.mech` file, as far as it compiles, and all diagnostics.
pub fn diagnose(text: &str, options: &Options) -> (Vec<Program>, Diagnostics) {
    compiled(text, |tokens| compile_tokens(tokens, options))
}

fn compiled(text: &str, compile: impl FnOnce(TokenStream) -> Compilation) -> (Vec<Program>, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let (tokens, complete) = syntax::text::read(text, &mut diagnostics);
    // A text without tokens has already reported its mistake; what lacks its end may lack anything.
    if (tokens.is_empty() || !complete) && diagnostics.has_errors() {
        return (Vec::new(), diagnostics);
    }
    let mut compilation = compile(tokens);
    // After an invalid character the parser reports another mistake, also at the end of the mechanism.
    let refused: Vec<_> = diagnostics.iter().map(|mistake| mistake.place.bytes()).collect();
    compilation.diagnostics.retain(|found| {
        let start = found.place.bytes().start;
        let behind = !refused.is_empty() && start >= text.len();
        !behind && !refused.iter().any(|range| range.contains(&start))
    });
    diagnostics.append(compilation.diagnostics);
    (compilation.programs, diagnostics)
}

/// The formatted Rust code of some programs.
///
/// # Errors
/// If the emitted tokens are not Rust, which is a bug of this crate.
pub fn rust(programs: &[Program]) -> Result<String, Mistakes> {
    emit::text(programs).map_err(Mistakes::of)
}

/// What a program costs, with the lines and bytes of its Rust.
///
/// # Errors
/// As [`rust`].
pub fn cost(program: &Program) -> Result<Cost, Mistakes> {
    emit::cost(program).map_err(Mistakes::of)
}

/// Compiles `.mech` files in a build script.
#[derive(Clone, Debug)]
pub struct Build {
    files: Vec<File>,
    options: Options,
}

/// A file with its format.
#[derive(Clone, Debug)]
struct File {
    path: PathBuf,
    #[cfg(feature = "urdf")]
    robot: Option<crate::robots::Import>,
}

impl Default for Build {
    fn default() -> Self {
        Self { files: Vec::new(), options: Options { loops: Loops::Emitted, ..Options::default() } }
    }
}

impl Build {
    /// No files yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file; the path is relative to the package.
    #[must_use]
    pub fn file(mut self, path: impl AsRef<Path>) -> Self {
        self.files.push(File {
            path: path.as_ref().to_owned(),
            #[cfg(feature = "urdf")]
            robot: None,
        });
        self
    }

    /// Adds a robot described in URDF or MJCF, as recognised by its root element; the path is relative to the package.
    #[cfg(feature = "urdf")]
    #[must_use]
    pub fn robot(self, path: impl AsRef<Path>) -> Self {
        self.robot_with(path, crate::robots::Import::default())
    }

    /// The same with settings: a floating base, motors, another name.
    #[cfg(feature = "urdf")]
    #[must_use]
    pub fn robot_with(mut self, path: impl AsRef<Path>, import: crate::robots::Import) -> Self {
        self.files.push(File { path: path.as_ref().to_owned(), robot: Some(import) });
        self
    }

    /// Replaces the value of a `const` (in SI units) in all files that declare it.
    #[must_use]
    pub fn constant(mut self, name: &str, value: impl ToString) -> Self {
        self.options.constants.push((name.to_owned(), value.to_string()));
        self
    }

    /// Writes `OUT_DIR/<stem>.rs` for every `<stem>.mech` (or `.urdf`, `.xml`) and declares the dependencies to cargo.
    ///
    /// Mistakes are written to the standard error and end the build script with exit code 1.
    pub fn compile(self) {
        let directory = |name: &str| std::env::var_os(name).map(PathBuf::from);
        let (Some(package), Some(out)) = (directory("CARGO_MANIFEST_DIR"), directory("OUT_DIR")) else {
            eprintln!("error: `Build::compile` runs only in build scripts: `OUT_DIR` is not set");
            std::process::exit(1);
        };
        match self.compile_in(&package, &out) {
            Ok(messages) => print!("{messages}"),
            Err(mistakes) => {
                eprintln!("{mistakes}");
                std::process::exit(1);
            }
        }
    }

    /// The same between any two folders, without ending the process; returns the lines for cargo.
    ///
    /// # Errors
    /// All mistakes of all files, rendered.
    pub fn compile_in(&self, package: &Path, out: &Path) -> Result<String, Mistakes> {
        let colour = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        let (mut lines, mut mistakes) = (String::new(), String::new());
        let mut constants: Vec<String> = Vec::new();
        let mut written: Vec<PathBuf> = Vec::new();
        for file in &self.files {
            let path = package.join(&file.path);
            lines.push_str(&format!("cargo::rerun-if-changed={}\n", path.display()));
            let name = file.path.display().to_string();
            let target = out.join(file.path.with_extension("rs").file_name().unwrap_or_default());
            if written.contains(&target) {
                mistakes.push_str(&format!("error: two files would be written to `{}`\n", target.display()));
                continue;
            }
            let outcome = std::fs::read(&path)
                .map_err(|error| format!("error: cannot read `{name}`: {error}\n"))
                .and_then(|bytes| file.description(&path, &name, bytes, colour))
                .and_then(|(text, warnings)| {
                    lines.push_str(&warnings);
                    constants.extend(constant_names(&text, None));
                    self.translate(&name, &text, colour)
                })
                .and_then(|(code, warnings)| {
                    lines.push_str(&warnings);
                    std::fs::write(&target, code)
                        .map_err(|error| format!("error: cannot write `{}`: {error}\n", target.display()))
                });
            if let Err(mistake) = outcome {
                mistakes.push_str(&mistake);
            }
            written.push(target);
        }
        if mistakes.is_empty() {
            mistakes.push_str(&self.unknown_constants(&constants));
        }
        if mistakes.is_empty() { Ok(lines) } else { Err(Mistakes::of(mistakes)) }
    }

    /// The code of one file, and its warnings as lines for cargo.
    fn translate(&self, name: &str, text: &str, colour: bool) -> Result<(String, String), String> {
        let (programs, diagnostics) = diagnose(text, &self.options);
        if diagnostics.has_errors() {
            return Err(diagnostics.render(name, text, colour));
        }
        let lines = warnings(&diagnostics, name, text);
        let code = rust(&programs).map_err(|error| format!("error: {name}: {error}\n"))?;
        Ok((format!("// Compiled from `{name}`.\n\n{code}"), lines))
    }

    fn unknown_constants(&self, known: &[String]) -> String {
        let unknown = self.options.constants.iter().filter(|(name, _)| !known.contains(name));
        unknown
            .map(|(name, _)| {
                let meant = nearest(name, known.iter().map(String::as_str));
                let help = meant.map_or(String::new(), |meant| format!("help: did you mean `{meant}`?\n"));
                format!("error: no mechanism has a `const {name}`\n{help}")
            })
            .collect()
    }
}

impl File {
    /// The text in the mechanism language, and warnings as lines for cargo.
    fn description(
        &self,
        path: &Path,
        name: &str,
        bytes: Vec<u8>,
        colour: bool,
    ) -> Result<(String, String), String> {
        let unreadable = |error: &dyn std::fmt::Display| format!("error: cannot read `{name}`: {error}\n");
        #[cfg(feature = "urdf")]
        if let Some(import) = &self.robot {
            let text = crate::robots::decode(&bytes).map_err(|error| unreadable(&error))?;
            let folder = import.folder.clone().or_else(|| path.parent().map(Path::to_owned));
            let import = crate::robots::Import { folder, ..import.clone() };
            let robot = crate::robots::mech(name, &text, &import, colour)?;
            return Ok((robot.text, warnings(&robot.warnings, name, &text)));
        }
        let _ = (colour, path);
        let text = String::from_utf8(bytes).map_err(|error| unreadable(&error))?;
        Ok((text, String::new()))
    }
}

/// Warnings as lines for cargo.
fn warnings(diagnostics: &Diagnostics, name: &str, text: &str) -> String {
    let warnings = diagnostics.iter().filter(|found| found.severity == Severity::Warning);
    warnings.map(|found| format!("cargo::warning={}\n", one_line(found, name, text))).collect()
}

/// Compiles files without further settings: `compile(["crane.mech", "gripper.mech"])`.
pub fn compile<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>) {
    paths.into_iter().fold(Build::new(), |build, path| build.file(path)).compile();
}

/// The `const`s of a text that may be set from outside: those of the mechanism `wanted`, or of all mechanisms if there is none of this name.
pub fn constant_names(text: &str, wanted: Option<&str>) -> Vec<String> {
    let mut ignored = Diagnostics::ignored();
    let tokens = syntax::text::tokens(text, &mut ignored);
    let mut descriptions = syntax::parse(tokens, &mut ignored);
    if let Some(at) = wanted.and_then(|wanted| descriptions.iter().position(|one| one.is(wanted))) {
        descriptions = vec![descriptions.swap_remove(at)];
    }
    descriptions.iter().flat_map(syntax::Description::constant_names).collect()
}

/// A text with additional items in one of its mechanisms: the one named `wanted` (or whose name is its beginning, if it has several
/// formulations), or the first. `None` if there is none.
pub fn with_items(text: &str, wanted: Option<&str>, items: &str) -> Option<String> {
    let mut found = Vec::new();
    ends_of_mechanisms(syntax::text::tokens(text, &mut Diagnostics::ignored()), &mut found);
    // The longest name that fits: `Crane` is not `CraneWithHook`. The first of equal ones.
    let end = match wanted {
        None => found.first()?.1,
        Some(wanted) => {
            found.retain(|(name, _)| wanted.starts_with(name.as_str()));
            found.iter().rev().max_by_key(|(name, _)| name.len())?.1
        }
    };
    Some(format!("{}{items}{}", text.get(..end)?, text.get(end..)?))
}

/// The names of all mechanisms, also of those within `mechanism! { … }`, with the places of their closing braces.
fn ends_of_mechanisms(tokens: TokenStream, found: &mut Vec<(String, usize)>) {
    let mut name: Option<String> = None;
    let mut after_keyword = false;
    for token in tokens {
        match token {
            TokenTree::Ident(word) if after_keyword => {
                name = Some(word.to_string());
                after_keyword = false;
            }
            TokenTree::Ident(word) => after_keyword = word == "mechanism",
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => match name.take() {
                Some(name) => found.push((name, group.span_close().byte_range().start)),
                None if std::mem::take(&mut after_keyword) => ends_of_mechanisms(group.stream(), found),
                None => {}
            },
            _ => {}
        }
    }
}

/// `file:line:column: message; help: …`
fn one_line(found: &Diagnostic, file: &str, text: &str) -> String {
    let (line, column) = position(text, found.place.bytes().start);
    let helps: String = found.helps.iter().map(|help| format!("; help: {help}")).collect();
    format!("{file}:{line}:{column}: {}{helps}", found.message)
}
