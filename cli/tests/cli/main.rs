//! The program from outside: its output, its files, and its errors for invalid input.

mod analyses;
mod beginning;
mod book;
mod checkpoints;
mod editing;
mod emit;
mod events;
mod explain;
mod fmu;
mod language_server;
mod parquet;
mod regressor;
mod reproduce;
mod sensitivity;
mod snapshots;
mod stiff;
mod streams;
mod sweep;
mod tools;
mod variants;
mod verify;
mod view;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder of its own for one test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("linkwork-cli-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("the temporary folder can be made");
        Self(path)
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        fs::write(&path, text).expect("the file can be written");
        path.display().to_string()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("the folder can be read");
        let mut names: Vec<String> = entries
            .filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned()))
            .collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder that is not removed is not a failure of the test.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn linkwork(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_linkwork")).args(arguments).output().expect("the program can be started")
}

/// The output of a successful run.
fn printed(arguments: &[&str]) -> String {
    let output = linkwork(arguments);
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "linkwork {} failed:\n{message}", arguments.join(" "));
    String::from_utf8(output.stdout).expect("the output is text")
}

/// The message of a run that is refused with exit code 2, and prints nothing else.
fn refused(arguments: &[&str]) -> String {
    let output = linkwork(arguments);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "linkwork {}:\n{message}", arguments.join(" "));
    assert!(output.stdout.is_empty(), "{}", String::from_utf8_lossy(&output.stdout));
    message
}

/// The number after the words at the beginning of a line.
fn number(text: &str, beginning: &str) -> f64 {
    let line = text.lines().find(|line| line.trim_start().starts_with(beginning));
    let line = line.unwrap_or_else(|| panic!("no line begins with `{beginning}`:\n{text}"));
    let rest = line.trim_start().trim_start_matches(beginning);
    let word = rest.split_whitespace().next().unwrap_or_default();
    word.parse().unwrap_or_else(|_| panic!("`{word}` is not a number in `{line}`"))
}

fn table(path: &Path) -> (Vec<String>, Vec<Vec<f64>>) {
    let text = fs::read_to_string(path).expect("the table can be read");
    let mut lines = text.lines();
    let header = lines.next().unwrap_or_default().split(',').map(String::from).collect();
    let row = |line: &str| line.split(',').map(|x| x.parse().expect("a number")).collect();
    (header, lines.map(row).collect())
}

/// x'' = √(0.5 − t): no number beyond t = 0.5.
const ENDS: &str = "mechanism Ends {
    coordinate x [m];
    kinetic = 1 [kg] * der(x)^2 / 2;
    force push = generalized(x, 1 [N] * sqrt(0.5 - time / 1 [s]));
    initial { x: 0 [m] }
}";

/// A free fall from rest: x = −gravity t²/2, exactly what methods of order 2 and more compute.
const FALL: &str = "
mechanism Fall {
    const n = 1;
    param gravity = 10 [m/s^2];
    param mass = 2 [kg];
    coordinate x [m];
    kinetic = n * mass * der(x)^2 / 2;
    potential = n * mass * gravity * x;
    output falling = n * der(x);
    initial { x: 0 [m] }
}
";

#[test]
fn list_names_models_and_methods() {
    let text = printed(&["list"]);
    for name in ["pendulum", "andrews", "fifth-degree", "runge-kutta-4"] {
        assert!(
            text.lines().any(|line| line.trim_start().starts_with(&format!("{name} "))),
            "{name} is not in\n{text}"
        );
    }
}

#[test]
fn models_of_the_library_run_as_native_code_with_the_numbers_of_the_interpreter() {
    let arguments = ["simulate", "pendulum", "--step", "1e-3", "--until", "2"];
    let native = printed(&arguments);
    assert!(native.starts_with("Pendulum (native code)"), "{native}");
    let interpreted = printed(&[&arguments[..], &["--native", "off"]].concat());
    assert!(interpreted.starts_with("Pendulum (interpreted)"), "{interpreted}");
    let numbers = |text: &str| -> Vec<String> {
        text.lines().skip(1).filter(|line| !line.contains("wall time")).map(str::to_owned).collect()
    };
    assert_eq!(numbers(&native), numbers(&interpreted));
    assert!(number(&native, "energy drift") < 1e-8, "{native}");
    assert!(native.contains("2 000"), "{native}");
}

#[test]
fn every_model_and_every_method_runs() {
    let list = printed(&["list"]);
    let (models, methods) = list.split_once("\nmethods\n").expect("models, then methods");
    let first = |line: &str| line.split_whitespace().next().unwrap_or_default().to_owned();
    for model in models.lines().skip(1).map(first).filter(|name| !name.is_empty()) {
        let text = printed(&["simulate", &model, "--step", "1e-5", "--until", "1e-3"]);
        assert!(number(&text, "steps") >= 100.0, "{text}");
    }
    let (mut held, mut free) = (0, 0);
    for method in methods.lines().map(first) {
        let run = |model| {
            ["simulate", model, "--method", &method, "--step", "1e-3", "--until", "0.1"].map(String::from)
        };
        let run = |model| linkwork(&run(model).iter().map(String::as_str).collect::<Vec<_>>());
        let text = |output: &Output| String::from_utf8_lossy(&output.stdout).into_owned();
        let minimal = run("pendulum");
        assert!(minimal.status.success(), "{method}: {}", String::from_utf8_lossy(&minimal.stderr));
        assert!(number(&text(&minimal), "energy drift") < 1e-2, "{method}");
        // A method accepts the constraints, or reports that it does not.
        let constrained = run("cartesian_pendulum");
        if constrained.status.success() {
            let text = text(&constrained);
            // At index 2 the rod stretches by the error of the rule: x² + y² is off by h² v²/4, and v < 1 m/s.
            let drift = if method.ends_with("index-2") { 2.5e-7 } else { 1e-7 };
            assert!(number(&text, "constraint drift") < drift, "{method}:\n{text}");
            assert!(number(&text, "energy drift") < 1e-2, "{method}:\n{text}");
            held += 1;
        } else {
            let message = String::from_utf8_lossy(&constrained.stderr).into_owned();
            let said = format!("error: the method `{method}` does not support constraints");
            assert!(message.starts_with(&said), "{message}");
            assert!(message.contains("which `CartesianPendulum` has\nhelp: use "), "{message}");
            free += 1;
        }
    }
    assert!(held > 40 && free > 10, "{held} methods take constraints, {free} do not");
}

#[test]
fn files_run_through_the_tape_and_formulas_set_parameters() {
    let folder = Folder::new("files");
    let file = folder.write("fall.mech", FALL);
    let csv = folder.path("fall.csv");
    let text = printed(&[
        "simulate",
        &file,
        "--set",
        "mass=2*pi",
        "--set",
        "gravity = mass/pi + sqrt(4)",
        "--set",
        "n=4/2",
        "--until",
        "3",
        "--step",
        "0.1",
        "--csv",
        &csv.display().to_string(),
    ]);
    assert!(text.starts_with("Fall (native code)"), "{text}");
    // gravity = 4, n = 2: x = −18, output falling = −24.
    assert!((number(&text, "x ") + 18.0).abs() < 1e-9, "{text}");
    assert!((number(&text, "falling ") + 24.0).abs() < 1e-9, "{text}");
    let (header, rows) = table(&csv);
    assert_eq!(header[..3], ["time [s]", "x [m]", "der(x) [m/s]"]);
    assert_eq!(rows.len(), 31);
    assert!(rows.iter().all(|row| (row[1] + 2.0 * row[0] * row[0]).abs() < 1e-9));
    assert_eq!(folder.files(), ["fall.csv", "fall.mech"]);
}

/// m ẍ = A sin 2t from rest: x = (A/4m)(2t − sin 2t); and a push that does not change: x = F t²/2m.
#[test]
fn inputs_are_formulas_of_time() {
    let folder = Folder::new("inputs");
    let text = "mechanism Cart { param mass = 2 [kg]; param amplitude = 3 [N]; input drive [N]; input wind [N]; \
                coordinate x [m]; kinetic = mass * der(x)^2 / 2; \
                force push = generalized(x, drive + wind); }";
    let file = folder.write("cart.mech", text);
    let x = |inputs: &[&str]| {
        let mut arguments = vec!["simulate", &file, "--until", "2"];
        inputs.iter().for_each(|input| arguments.extend(["--input", input]));
        number(&printed(&arguments), "x ")
    };
    let wave = 3.0 / 8.0 * (4.0 - 4.0_f64.sin());
    assert!((x(&["drive = amplitude*sin(2*time)"]) - wave).abs() < 1e-9);
    assert_eq!(x(&["drive=amplitude"]), 3.0);
    assert!((x(&["wind=2", "drive=amplitude*sin(2*time)"]) - wave - 2.0).abs() < 1e-9);
    assert_eq!(x(&[]), 0.0);

    let refusal = |input: &str| refused(&["simulate", &file, "--input", input]);
    assert!(refusal("drove=1").contains("did you mean `drive`?"));
    assert!(refusal("drive=amplitud*time").contains("did you mean `amplitude`?"));
    assert!(refusal("drive=2*").contains("cannot read `2*`"));
    assert!(refused(&["simulate", "pendulum", "--input", "drive=1"]).contains("no input is defined"));
}

#[test]
fn parameters_of_native_models_can_be_set() {
    let text = printed(&[
        "simulate",
        "kepler",
        "--set",
        "eccentricity=1/10",
        "--until",
        "6.283185307179586",
        "--step",
        "1e-2",
    ]);
    assert!(text.starts_with("Kepler (native code)"), "{text}");
    // After one period the planet is back at x = 1 − e.
    assert!((number(&text, "x ") - 0.9).abs() < 1e-5, "{text}");
}

#[test]
fn redundant_constraints_are_named_by_their_joints() {
    let text = printed(&["simulate", "door", "--until", "0.1"]);
    let line = text
        .lines()
        .find(|line| line.trim_start().starts_with("redundant"))
        .unwrap_or_else(|| panic!("{text}"));
    assert!(line.contains(" 5 of 5 in `upper`; reactions"), "{line}");
    assert!(!printed(&["simulate", "hinged_pendulum", "--until", "0.1"]).contains("redundant"));
}

#[test]
fn a_tolerance_controls_the_steps() {
    let text = printed(&["simulate", "kepler", "--tolerance", "1e-9,1e-9", "--until", "6.283185307179586"]);
    assert!((number(&text, "x ") - 0.5).abs() < 1e-4, "{text}");
    assert!(text.contains(" … "), "the steps vary\n{text}");
    let message = refused(&["simulate", "kepler", "--method", "runge-kutta-4", "--tolerance", "1e-9"]);
    assert!(message.contains("does not estimate its error"), "{message}");
}

#[test]
fn a_picture_is_drawn() {
    let folder = Folder::new("picture");
    let svg = folder.path("swing.svg");
    printed(&["simulate", "cartesian_pendulum", "--until", "2", "--plot", &svg.display().to_string()]);
    let text = fs::read_to_string(&svg).expect("the picture is there");
    assert!(text.starts_with("<svg") && text.trim_end().ends_with("</svg>"));
    for words in
        ["CartesianPendulum", "coordinates [m]", "energy drift", "residual", "time [s]", "step 0.001 s"]
    {
        assert!(text.contains(words), "`{words}` is missing");
    }
    assert!(text.matches("<polyline").count() >= 4);
    assert_eq!(folder.files(), ["swing.svg"]);
}

#[test]
fn the_nearest_name_is_suggested_for_a_misspelt_one() {
    let message = refused(&["simulate", "pendulun"]);
    assert!(
        message.contains("there is no model `pendulun`") && message.contains("did you mean `pendulum`?"),
        "{message}"
    );
    let message = refused(&["simulate", "pendulum", "--method", "fith-degree"]);
    assert!(message.contains("no method `fith-degree`") && message.contains("`fifth-degree`"), "{message}");
    let message = refused(&["simulate", "pendulum", "--set", "lenght=2"]);
    assert!(message.contains("no parameter `lenght`") && message.contains("`length`"), "{message}");
    let message = refused(&["simulate", "pendulum", "--set", "length=2*mas"]);
    assert!(message.contains("`mas`") && message.contains("`mass`"), "{message}");
    let message = refused(&["explain", "andrew"]);
    assert!(message.contains("`andrews`"), "{message}");
}

#[test]
fn input_files_are_not_overwritten() {
    let folder = Folder::new("own");
    let csv = folder.path("out.csv").display().to_string();
    let read = folder.write("fall.mech", FALL);
    assert!(refused(&["simulate", &read, "--csv", &read]).contains("it is an input of this command"));
    assert_eq!(fs::read_to_string(&read).expect("it is still there"), FALL);
    assert!(
        refused(&["simulate", &read, "--csv", &csv, "--plot", &csv])
            .contains("it is the file of two results")
    );
    assert_eq!(folder.files(), ["fall.mech"]);
}

/// What a robot includes, and its meshes, are inputs too.
#[test]
fn the_parts_of_a_robot_are_not_overwritten() {
    let folder = Folder::new("parts");
    let part = "<mujoco><worldbody><body name=\"rod\"><joint axis=\"1 0 0\"/>
        <inertial pos=\"0 0 -0.5\" mass=\"1\" diaginertia=\"0.1 0.1 0.01\"/>
        <geom type=\"capsule\" size=\"0.02\" fromto=\"0 0 0 0 0 -1\"/><geom type=\"mesh\" mesh=\"bob\"/></body></worldbody></mujoco>";
    let included = folder.write("rod.xml", part);
    let mesh = folder.write("bob.stl", "solid bob\nendsolid bob\n");
    let whole =
        "<mujoco><asset><mesh name=\"bob\" file=\"bob.stl\"/></asset><include file=\"rod.xml\"/></mujoco>";
    let robot = folder.write("robot.xml", whole);
    for file in [&included, &mesh] {
        for arguments in [
            &["simulate", &robot, "--csv", file][..],
            &["view", &robot, "-o", file],
            &["linearize", &robot, "--json", file],
        ] {
            assert!(refused(arguments).contains("it is an input of this command"), "{arguments:?}");
        }
    }
    assert_eq!(fs::read_to_string(&included).expect("it is still there"), part);
}

#[test]
fn bad_input_leaves_no_file() {
    let folder = Folder::new("bad");
    let csv = folder.path("out.csv").display().to_string();
    let svg = folder.path("out.svg").display().to_string();
    let files = ["--csv", csv.as_str(), "--plot", svg.as_str()];
    for bad in [
        &["simulate", "pendulum", "--set", "length=0/0"][..],
        &["simulate", "pendulum", "--set", "length"],
        &["simulate", "pendulum", "--step", "-1"],
        &["simulate", "pendulum", "--step", "0"],
        &["simulate", "pendulum", "--until", "nan"],
        &["simulate", "pendulum", "--tolerance", "1e-6,2"],
        &["simulate", "pendulum", "--until", "1e300", "--step", "1e-300"],
        &["simulate", "nothing/there.mech"],
    ] {
        let message = refused(&[bad, &files[..]].concat());
        assert!(message.starts_with("error: "), "{message}");
    }
    let nowhere = folder.path("missing/out.csv").display().to_string();
    assert!(refused(&["simulate", "pendulum", "--csv", &nowhere]).contains("cannot write"));
    assert!(
        refused(&["simulate", "pendulum", "--plot", &folder.0.display().to_string()])
            .contains("it is a folder")
    );
    assert!(folder.files().is_empty(), "{:?}", folder.files());
}

#[test]
fn a_failed_run_keeps_old_pictures_and_its_table_up_to_the_failure() {
    let folder = Folder::new("fails");
    // The constraint cannot be satisfied after t = 1: the pendulum's rod vanishes.
    let file = folder.write(
        "vanishing.mech",
        "mechanism Vanishing {
            coordinate x = 1; coordinate y;
            kinetic = (der(x)^2 + der(y)^2) / 2;
            constraint rod: x^2 + y^2 = 1 - time;
            initial { x: 1, y: 0 }
        }",
    );
    let (csv, svg) = (folder.write("old.csv", "old"), folder.write("old.svg", "old"));
    let output = linkwork(&["simulate", &file, "--csv", &csv, "--plot", &svg, "--until", "2"]);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(message.contains("failed at t = "), "{message}");
    assert_eq!(fs::read_to_string(&svg).expect("it is still there"), "old");
    let (header, rows) = table(Path::new(&csv));
    assert_eq!(header[0], "time");
    assert!(rows.iter().all(|row| row.len() == header.len() && row[0] <= 1.0), "{rows:?}");
    assert!(rows.last().is_some_and(|row| row[0] > 0.9), "{message}");
    assert_eq!(folder.files(), ["old.csv", "old.svg", "vanishing.mech"]);
}

#[test]
fn mistakes_in_files_are_reported_with_their_lines() {
    let folder = Folder::new("mistakes");
    let file = folder.write("wrong.mech", &FALL.replace("mass * gravity * x", "mass * gravty * x"));
    for command in ["simulate", "emit", "explain"] {
        let message = refused(&[command, &file]);
        assert!(message.contains("gravty") && message.contains("wrong.mech:8:"), "{message}");
        assert!(message.contains("gravity"), "{message}");
    }
    let two = folder.write("two.mech", &format!("{FALL}{}", FALL.replace("Fall", "Drop")));
    let message = refused(&["simulate", &two]);
    assert!(message.contains("several mechanisms: `Fall`, `Drop`"), "{message}");
    assert!(printed(&["simulate", &two, "--mechanism", "Drop", "--until", "0.1"]).starts_with("Drop"));
    assert!(refused(&["emit", &file.replace("wrong", "two"), "--set", "m=2"]).contains("no constant `m`"));
}

#[test]
fn robots_are_imported() {
    let folder = Folder::new("import");
    let arm = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/urdf/arm.urdf");
    let text = printed(&["import", arm, "--motors", "--name", "picker"]);
    assert!(text.contains("pub mechanism Picker in space {"), "{text}");
    assert!(text.contains("input axis_1_torque [N*m];"), "{text}");
    assert!(printed(&["import", arm, "--floating"]).contains("= free(ground, base_link);"));
    assert!(printed(&["import", arm, "--fixed"]).contains("frame base_link = fixed(ground);"));
    let shown = refused(&[
        "import",
        &folder.write("two.urdf", "<robot><link name=\"a\"/><link name=\"a\"/></robot>"),
    ]);
    assert!(shown.contains("error: two links are named `a`") && shown.contains("two.urdf:1:"), "{shown}");
    assert!(refused(&["import", "nowhere.urdf"]).contains("cannot read `nowhere.urdf`"));
}
