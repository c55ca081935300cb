//! The `linkwork` program as a library: lists, analyses, simulates, plots, explains, emits and imports mechanisms.
//!
//! Invariant: results go to stdout, everything else to stderr; invalid input ends with exit code 2, a
//! failed run with 1, and neither leaves a file.

mod analyses;
mod certify;
mod check;
mod checkpoint;
mod compare;
mod description;
mod emit;
mod explain;
mod fmt;
#[cfg(feature = "fmu")]
mod fmu;
mod heading;
mod import;
#[cfg(not(all(
    feature = "fmu",
    feature = "lsp",
    feature = "regressor",
    feature = "sensitivity",
    feature = "stability",
    feature = "sweep"
)))]
mod left_out;
mod list;
#[cfg(feature = "lsp")]
mod lsp;
mod methods;
mod new;
mod npz;
mod progress;
#[cfg(feature = "regressor")]
mod regressor;
mod reproduce;
#[cfg(feature = "sensitivity")]
mod sensitivity;
mod simulate;
#[cfg(feature = "stability")]
mod stability;
mod stiffest;
mod subject;
#[cfg(feature = "sweep")]
mod sweep;
mod switching;
mod table;
mod variations;
mod verify;
mod view;
mod view_looks;
mod view_motion;
mod view_table;
mod warnings;

use clap::{Parser, Subcommand};
use linkwork_figures::{failure, picture, whole_file};
use std::process::ExitCode;

// Commands that take long to compile may be omitted; `left_out` then reports how to get them.
#[cfg(not(feature = "fmu"))]
use left_out::fmu;
#[cfg(not(feature = "lsp"))]
use left_out::lsp;
#[cfg(not(feature = "regressor"))]
use left_out::regressor;
#[cfg(not(feature = "sensitivity"))]
use left_out::sensitivity;
#[cfg(not(feature = "stability"))]
use left_out::stability;
#[cfg(not(feature = "sweep"))]
use left_out::sweep;

/// Simulates mechanisms: from the library, or described in .mech files.
#[derive(Parser)]
#[command(name = "linkwork", version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

/// The output of the program without arguments.
const BEGINNING: &str = "\
linkwork: mechanisms described in a few lines, compiled and simulated

to get started
  linkwork simulate pendulum --plot pendulum.svg   runs a model of the library, reports and plots its motion
  linkwork explain spinning_top                    shows coordinates, equations and costs of a model or a .mech file
  linkwork new crane                               writes a crate with two mechanisms, ready for `cargo run --release`

`linkwork list` names all models and methods, `linkwork help` all commands, `linkwork help simulate` the options of one
";

#[derive(Subcommand)]
enum Command {
    /// Create a crate with a mechanism in the macro and one in a file.
    New(new::Arguments),
    /// List the models of the library, and the methods.
    List,
    /// List the methods with their order, the cost of a step, and their use.
    Methods {
        /// Print them as a page of the documentation
        #[arg(long)]
        markdown: bool,
    },
    /// Simulate a mechanism and report the results.
    Simulate(simulate::Arguments),
    /// Animate a mechanism: one page for a browser, or glTF.
    View(view::Arguments),
    /// Run a mechanism for many values of its parameters, on all cores; an interrupted sweep can be resumed.
    Sweep(sweep::Arguments),
    /// Compute exact derivatives of a run with respect to parameters and initial values.
    Sensitivity(sensitivity::Arguments),
    /// Analyse a method: spectral radius, stability limits, numerical damping, period error, stability domain.
    Stability(stability::Arguments),
    /// Compare methods on a mechanism: error at the end against wall time and evaluations.
    Compare(compare::Arguments),
    /// Show the work that methods need for given errors, from tables of `linkwork compare --csv`.
    Work(compare::WorkArguments),
    /// Find an equilibrium of a mechanism, and its stability.
    Equilibrium(subject::Subject),
    /// List natural frequencies, damping ratios and mode shapes.
    Modes(analyses::Arguments),
    /// Show the linearised equations of motion, reduced to independent coordinates.
    Linearize(analyses::Linearized),
    /// Compute the motion of a fully driven mechanism, with the efforts of its drives.
    Kinematics(analyses::Driven),
    /// Compute the efforts that a prescribed motion requires.
    InverseDynamics(analyses::Prescribed),
    /// Write the equations of motion as linear functions of masses, inertias and force coefficients, and estimate them from a measured motion.
    Regressor(regressor::Arguments),
    /// Reproduce published tables and figures, next to the published numbers.
    #[command(disable_help_flag = true)]
    Reproduce(reproduce::Arguments),
    /// Separate the rounding errors of a run from the errors of the method.
    Certify(certify::Arguments),
    /// Compare the derived equations of a mechanism with their definitions, and its formulations with each other.
    Verify(verify::Arguments),
    /// Print the Rust code that a description compiles to, or write it in C or for CasADi.
    Emit(emit::Arguments),
    /// Write a functional mock-up unit (FMI 2.0 or 3.0) for co-simulation and model exchange.
    Fmu(fmu::Arguments),
    /// Show what the compiler knows about a mechanism: coordinates, equations, sparsity, operation counts.
    Explain(explain::Arguments),
    /// Check descriptions: report all errors and warnings of all files.
    Check(check::Arguments),
    /// Format descriptions: indentation, spaces, one item per line; comments and tokens are kept.
    Fmt(fmt::Arguments),
    /// Run a language server over standard input and output: diagnostics, hover, completion, rename, formatting.
    Lsp(lsp::Arguments),
    /// Translate a robot from URDF or MJCF to a description.
    Import(import::Arguments),
}

/// Runs the command that the arguments of the process name.
pub fn main() -> ExitCode {
    let Some(command) = Arguments::parse().command else {
        return failure::end(Ok(BEGINNING.to_owned()));
    };
    let result = match command {
        Command::New(arguments) => new::new(&arguments),
        Command::List => Ok(list::list()),
        Command::Methods { markdown } => Ok(if markdown { methods::markdown() } else { methods::table() }),
        Command::Simulate(arguments) => simulate::simulate(&arguments),
        Command::View(arguments) => view::view(&arguments),
        Command::Sweep(arguments) => sweep::sweep(&arguments),
        Command::Sensitivity(arguments) => sensitivity::sensitivity(&arguments),
        Command::Stability(arguments) => stability::stability(&arguments),
        Command::Compare(arguments) => compare::compare(&arguments),
        Command::Work(arguments) => compare::work(&arguments),
        Command::Equilibrium(subject) => analyses::equilibrium(&subject),
        Command::Modes(arguments) => analyses::modes(&arguments),
        Command::Linearize(arguments) => analyses::linearize(&arguments),
        Command::Kinematics(arguments) => analyses::kinematics(&arguments),
        Command::InverseDynamics(arguments) => analyses::inverse_dynamics(&arguments),
        Command::Regressor(arguments) => regressor::regressor(&arguments),
        Command::Reproduce(arguments) => return reproduce::reproduce(&arguments),
        Command::Certify(arguments) => certify::certify(&arguments),
        Command::Verify(arguments) => verify::verify(&arguments),
        Command::Emit(arguments) => emit::emit(&arguments),
        Command::Fmu(arguments) => fmu::fmu(&arguments),
        Command::Explain(arguments) => explain::explain(&arguments),
        Command::Check(arguments) => check::check(&arguments),
        Command::Fmt(arguments) => fmt::fmt(&arguments),
        Command::Lsp(arguments) => lsp::lsp(&arguments),
        Command::Import(arguments) => import::import(&arguments),
    };
    failure::end(result)
}

/// A number with what it counts: `1 run`, `2 runs`.
fn counted(count: impl ToString, what: &str) -> String {
    let count = count.to_string();
    let plural = if count == "1" { "" } else { "s" };
    format!("{count} {what}{plural}")
}
