//! `linkwork view`: a mechanism in, an animation out, as a page or as glTF.
//!
//! Invariant: poses are those of the run, the table or the initial state; nothing is simulated twice.

mod steps;

use crate::failure::Failure;
use crate::methods::{self, Variant};
use crate::progress::Progress;
use crate::simulate::{Outcome, STEP, tolerance};
use crate::subject::{Subject, Switch};
use crate::switching::{better, too_stiff};
use crate::view_looks;
use crate::view_motion::{self, Motion, initial, of_table};
use crate::whole_file;
use linkwork::Clock;
use linkwork::simulation::Sampling;
use linkwork::stepper::Tolerance;
use linkwork_compiler::{Drawing, Program};
use linkwork_descriptions::report::{steps, time};
use linkwork_figures::argument::positive;
use linkwork_jit::Tape;
use linkwork_models::{Destination, Quantity, RunOptions, Table, Trajectory};
use linkwork_view::{BadPoses, Between, Column, ColumnKind, Dress, Film, Keyframes, Scene, crowded};
use std::borrow::Cow;
use std::fmt::Write;
use std::path::PathBuf;
use steps::Steps;

/// The default number of frames per second.
const RATE: f64 = 200.0;
/// The largest number of frames unless the user gives a rate.
const FRAMES: f64 = 2000.0;
/// The same with a rate: pages and files of more are too large to be shown.
const MOST: f64 = 1e6;

/// What happens between keyframes is read from all steps of a run, or from every n-th one so that there are no more than these.
const LOOKS: f64 = 50_000.0;

/// The arguments of the command.
#[derive(clap::Args)]
#[command(group = clap::ArgGroup::new("written").args(["output", "gltf"]).required(true).multiple(true))]
pub struct Arguments {
    #[command(flatten)]
    subject: Subject,
    /// The page to write: one file that needs no network
    #[arg(short, long, value_name = "FILE.html")]
    output: Option<PathBuf>,
    /// Write the motion as glTF 2.0, beside a page or alone
    #[arg(long, value_name = "FILE.glb")]
    gltf: Option<PathBuf>,
    /// Take the motion from a table that `linkwork simulate` wrote for this mechanism with `--csv` or `--parquet`
    #[arg(long, value_name = "FILE.csv|FILE.parquet", conflicts_with_all = ["still", "method", "step", "until", "tolerance"])]
    from: Option<PathBuf>,
    /// Show only the initial state
    #[arg(long, conflicts_with_all = ["method", "step", "until", "tolerance"])]
    still: bool,
    /// The method (see `linkwork list`) [default: auto: the fifth degree, or generalized-alpha if the mechanism is too stiff for it]
    #[arg(long, value_name = "NAME")]
    method: Option<String>,
    /// Size of a step (of the first one, with --tolerance), in s [default: 0.001]
    #[arg(long, value_name = "H", value_parser = positive, allow_hyphen_values = true)]
    step: Option<f64>,
    /// End of the run, in s
    #[arg(long, value_name = "T", default_value = "10", value_parser = positive, allow_hyphen_values = true)]
    until: f64,
    /// Control the step size by the estimated error: an absolute tolerance, or absolute and relative
    #[arg(long, value_name = "ATOL[,RTOL]", value_parser = tolerance, allow_hyphen_values = true)]
    tolerance: Option<Tolerance>,
    /// Keyframes per second, between which the page interpolates; for a table, no more than its lines [default: 200, or fewer so that
    /// there are at most 2000]
    #[arg(long, value_name = "N", value_parser = positive, allow_hyphen_values = true)]
    rate: Option<f64>,
    /// Show the forces and torques of joints and force elements on the page
    #[arg(long, value_enum, value_name = "on|off", default_value = "on", hide_possible_values = true)]
    reactions: Switch,
    /// Draw the visual shapes of this robot, from which the mechanism was imported; those of a .urdf or .xml file that is the mechanism
    /// itself are drawn without this option. Meshes are STL and OBJ files
    #[arg(long, value_name = "FILE.urdf|FILE.xml")]
    looks: Option<String>,
    /// A folder with packages, for meshes named `package://…`, in addition to the folders around the file of the robot
    #[arg(long, value_name = "FOLDER")]
    packages: Vec<PathBuf>,
}

/// Computes the animation, writes the files, and reports their contents.
pub fn view(arguments: &Arguments) -> Result<String, Failure> {
    let subject = &arguments.subject;
    let table = arguments.from.as_ref().map(|path| path.to_string_lossy());
    let mut read = subject.files();
    read.extend(table.map(Cow::into_owned));
    read.extend(arguments.looks.iter().flat_map(|robot| crate::description::files(robot)));
    let written = arguments.output.iter().chain(&arguments.gltf);
    whole_file::check(written, read.iter().map(String::as_str))?;
    if let Some(folder) = arguments.packages.iter().find(|folder| !folder.is_dir()) {
        return Err(Failure::input(format_args!("`{}`, of --packages, is not a folder", folder.display())));
    }
    let drawing = match arguments.reactions {
        Switch::On => Drawing::Reactions,
        Switch::Off => Drawing::Places,
    };
    let description = subject.description()?.with_drawing(drawing);
    let constants = subject.constants(&description)?;
    let (tape, _) = subject.on_tape(&description, constants)?;
    let motion = match &arguments.from {
        Some(path) => of_table(path, &tape, arguments.rate.unwrap_or(RATE), !subject.inputs.is_empty())?,
        None if arguments.still => initial(&tape)?,
        None => run(arguments, &tape)?,
    };
    let dress = view_looks::read(
        subject.file(),
        &description,
        arguments.looks.as_deref(),
        &arguments.packages,
        tape.program(),
    )?;
    let meshes = dress.meshes();
    let help = match arguments.from {
        Some(_) => "remove the lines of the table from there on",
        None => "end the animation before, with --until",
    };
    let (film, notes) = (film(&tape, &motion, dress, help)?, &motion.notes);
    if arguments.gltf.is_some() && film.scene.bodies.is_empty() {
        return Err(Failure::input(
            "glTF shows bodies only, and this mechanism is described without bodies\nhelp: omit --gltf: the page shows its plots",
        ));
    }
    let mut text = format!("{}\n\n", film.scene.name);
    let frames = film.keyframes.times().len();
    let mut line = |name: &str, value: &str| {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "  {name:<16}{value}");
    };
    line("motion", &film.subtitle);
    let bodies = film.keyframes.bodies();
    line("keyframes", &format!("{frames} of {bodies} {}", if bodies == 1 { "body" } else { "bodies" }));
    if meshes > 0 {
        line("meshes", &meshes.to_string());
    }
    if let Some(path) = &arguments.output {
        let page = film.html().map_err(Failure::run)?;
        whole_file::write(path, &page)?;
        line("page", &format!("{} ({} kB)", path.display(), page.len().div_ceil(1000)));
    }
    if let Some(path) = &arguments.gltf {
        let bytes = film.gltf();
        whole_file::write_bytes(path, &bytes)?;
        line("glTF", &format!("{} ({} kB)", path.display(), bytes.len().div_ceil(1000)));
    }
    for note in notes.iter().chain(&film.scene.notes) {
        let _ = write!(text, "\nnote: {note}\n");
    }
    Ok(text)
}

/// A simulation.
fn run(arguments: &Arguments, tape: &Tape) -> Result<Motion, Failure> {
    let named =
        arguments.method.as_deref().filter(|name| *name != methods::AUTO).map(methods::find).transpose()?;
    let method = named.unwrap_or(methods::default());
    if arguments.tolerance.is_some() {
        method.check_tolerance("--tolerance").map_err(Failure::input)?;
    }
    method.check(tape, &Variant::default()).map_err(Failure::input)?;
    let rate = arguments.rate.unwrap_or(RATE.min(FRAMES / arguments.until));
    if rate * arguments.until > MOST {
        return Err(Failure::input(format_args!(
            "{:.0} keyframes are too many: the limit is {MOST:.0}\nhelp: use a smaller --rate, or end earlier, with --until",
            rate * arguments.until
        )));
    }
    let step = match arguments.tolerance {
        Some(_) => arguments.step,
        None => Some(arguments.step.unwrap_or(STEP)),
    };
    let looks = match step {
        Some(step) if arguments.tolerance.is_none() => {
            (arguments.until / step / LOOKS).ceil().max(1.0) as u64
        }
        _ => 1,
    };
    let shown = view_motion::columns(tape.program());
    let names: Vec<String> =
        std::iter::once("time".to_owned()).chain(shown.iter().map(|column| column.name.clone())).collect();
    let attempt = |method: &methods::Method, tolerance| -> (Outcome, Between) {
        let mut progress = Progress::new();
        let mut show = |done| progress.show(done);
        let mut watch = Steps::new(tape, &shown, 1.0 / rate);
        let options = RunOptions {
            step,
            tolerance,
            sampling: Sampling::Interval(1.0 / rate),
            balance: true,
            table: Some(Table {
                to: Destination::Text(Box::new(&mut watch)),
                sampling: Sampling::Every(looks),
                columns: Some(&names),
            }),
            ..RunOptions::new(arguments.until, &mut show)
        };
        let outcome = (method.run)(tape, &Variant::default(), options);
        (outcome, watch.between())
    };
    let (mut outcome, mut between) = attempt(method, arguments.tolerance);
    let mut notes = Vec::new();
    if let Some(why) = too_stiff(&outcome, arguments.tolerance, step).filter(|_| named.is_none()) {
        let implicit = methods::for_stiff()?;
        let (again, of_it) = attempt(implicit, None);
        if again.as_ref().is_ok_and(|trajectory| better(trajectory, &outcome)) {
            notes.push(format!("{why}: `{}` was used", implicit.name));
            (outcome, between) = (again, of_it);
        }
    }
    let trajectory = outcome?;
    let report = &trajectory.report;
    let end = trajectory.times.last().copied().unwrap_or(0.0);
    let subtitle = format!("{}, step {}, until {} s", report.method, steps(&trajectory), time(end));
    let mut columns = columns(&trajectory, tape.program());
    let mut times = trajectory.times;
    if let Some(frame) = crowded(&times) {
        times.remove(frame);
        for column in &mut columns {
            column.values.remove(frame);
        }
    }
    let help = match arguments.rate {
        None if rate < RATE => "Use a larger `--rate`, or a shorter `--until`.",
        _ => "Use a larger `--rate`.",
    };
    let lost = between.notes(&tape.program().bodies, &columns, help);
    Ok(Motion { times, columns, subtitle, notes, lost })
}

/// Coordinates and outputs, those of arrows with them.
fn columns(trajectory: &Trajectory, program: &Program) -> Vec<Column> {
    let of = |quantity| trajectory.columns.iter().filter(move |column| column.quantity == quantity);
    let named = |kind, column: &linkwork_models::Column| Column {
        name: column.name.clone(),
        unit: column.unit.clone(),
        kind,
        values: column.values.clone(),
    };
    let coordinates = of(Quantity::Coordinate).map(|column| named(ColumnKind::Coordinate, column));
    let outputs = of(Quantity::Output).enumerate();
    let outputs = outputs.filter_map(|(k, column)| Some(named(ColumnKind::of_output(program, k)?, column)));
    coordinates.chain(outputs).collect()
}

/// The scene with the poses at all times.
fn film(tape: &Tape, motion: &Motion, dress: Dress, help: &str) -> Result<Film, Failure> {
    let program = tape.program();
    let coordinates: Vec<&Column> =
        motion.columns.iter().filter(|column| column.kind == ColumnKind::Coordinate).collect();
    let poses = tape.poses();
    let bodies = poses.as_ref().map_or(0, |_| program.bodies.len());
    let at = |frame: usize| {
        let q: Vec<f64> = coordinates.iter().map(|column| column.values[frame]).collect();
        poses.as_ref().map_or_else(Vec::new, |poses| poses.at(&q))
    };
    let keyframes = Keyframes::new(motion.times.clone(), bodies, at).map_err(|error| match error {
        BadPoses::NotFinite { body, time } => Failure::run(format_args!(
            "the pose of the body `{}` is not finite at t = {} s\nhelp: {help}",
            program.bodies[body],
            Clock(time)
        )),
        error => Failure::run(error),
    })?;
    let mut scene = Scene::dressed(program, &tape.geometry(), &keyframes, dress).map_err(Failure::run)?;
    scene.show_redundant(tape.freedom());
    scene.notes.extend(motion.lost.iter().cloned());
    Ok(Film { scene, keyframes, columns: motion.columns.clone(), subtitle: motion.subtitle.clone() })
}
