//! `linkwork simulate --parquet`: tables of numbers that are written during the run.

use super::{ENDS, FALL, Folder, linkwork, printed, refused, table};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// A table that was read.
struct Read {
    names: Vec<String>,
    rows: Vec<Vec<f64>>,
    /// Rows of each group.
    groups: Vec<i64>,
    units: String,
}

fn read(path: &Path) -> Read {
    let file = SerializedFileReader::new(File::open(path).expect("a table")).expect("a table of Parquet");
    let metadata = file.metadata();
    let columns = metadata.file_metadata().schema_descr().columns();
    let names = columns.iter().map(|column| column.name().to_owned()).collect();
    let pairs = metadata.file_metadata().key_value_metadata().expect("metadata");
    let units = pairs.iter().find(|pair| pair.key == "units").and_then(|pair| pair.value.clone());
    let groups = metadata.row_groups().iter().map(|group| group.num_rows()).collect();
    let number = |field: &Field| match field {
        Field::Double(number) => *number,
        other => panic!("{other:?} is not a number"),
    };
    let rows = file.get_row_iter(None).expect("rows");
    let rows =
        rows.map(|row| row.expect("a row").get_column_iter().map(|(_, field)| number(field)).collect());
    Read { names, rows: rows.collect(), groups, units: units.expect("units") }
}

fn bits(rows: &[Vec<f64>]) -> Vec<Vec<u64>> {
    rows.iter().map(|row| row.iter().map(|number| number.to_bits()).collect()).collect()
}

/// The columns, the lines and the bits of `--csv`.
#[test]
fn a_table_of_parquet_has_the_numbers_of_the_lines() {
    let folder = Folder::new("parquet");
    let file = folder.write("fall.mech", FALL);
    let (csv, parquet) = (folder.path("fall.csv"), folder.path("fall.parquet"));
    let (to_csv, to_parquet) = (csv.display().to_string(), parquet.display().to_string());
    let run = ["simulate", &file, "--until", "1", "--set", "gravity=9.81"];
    let cases: [&[&str]; 5] = [
        &["--step", "0.01"],
        &["--step", "0.01", "--every", "7"],
        &["--tolerance", "1e-9", "--interval", "0.03"],
        &["--tolerance", "1e-9", "--columns", "falling,time"],
        &["--step", "0.01", "--method", "generalized-alpha", "--stop", "x=-1"],
    ];
    for case in cases {
        printed(&[&run[..], &["--csv", &to_csv], case].concat());
        printed(&[&run[..], &["--parquet", &to_parquet], case].concat());
        let (header, rows) = table(&csv);
        let found = read(&parquet);
        assert_eq!(found.names, header);
        assert!(rows.len() > 4 && bits(&found.rows) == bits(&rows), "{case:?}");
    }
    printed(&[&run[..], &["--parquet", &to_parquet]].concat());
    let units = r#"{"time [s]":"s","x [m]":"m","der(x) [m/s]":"m/s","der(der(x)) [m/s^2]":"m/s^2","falling [m/s]":"m/s"}"#;
    let parsed = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("JSON");
    assert_eq!(parsed(&read(&parquet).units), parsed(units));
    assert_eq!(folder.files(), ["fall.csv", "fall.mech", "fall.parquet"]);
}

/// A group of rows is written when it is full, so that no more rows are kept.
#[test]
fn rows_are_written_in_groups() {
    let folder = Folder::new("parquet-groups");
    let file = folder.write("fall.mech", FALL);
    let parquet = folder.path("fall.parquet");
    let to = parquet.display().to_string();
    printed(&["simulate", &file, "--until", "7", "--step", "1e-4", "--columns", "time,x", "--parquet", &to]);
    let found = read(&parquet);
    assert_eq!(found.groups, [65_536, 70_001 - 65_536]);
    let far = found.rows.iter().enumerate().map(|(n, row)| (row[0] - n as f64 * 1e-4).abs());
    assert!(far.fold(0.0, f64::max) < 1e-12);
}

/// A failed run has the rows up to its failure; one that did not start does not change an earlier table.
#[test]
fn the_table_of_a_failed_run_is_complete_up_to_the_failure() {
    let folder = Folder::new("parquet-failing");
    let file = folder.write("ends.mech", ENDS);
    let parquet = folder.path("ends.parquet");
    let to = parquet.display().to_string();
    let run = ["simulate", &file, "--until", "1", "--step", "0.01", "--parquet", &to];
    let output = linkwork(&run);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    let before = fs::read(&parquet).expect("a table");
    let rows = read(&parquet).rows;
    let last = rows.last().expect("there are samples");
    assert!(rows.len() >= 50 && last[0] > 0.48 && last[0] < 0.5 + 1e-9, "{last:?}");
    let message = refused(&[&run[..], &["--columns", "tiem"]].concat());
    assert!(message.contains("`tiem`"), "{message}");
    assert!(fs::read(&parquet).expect("a table") == before);
    assert_eq!(folder.files(), ["ends.mech", "ends.parquet"]);
}

/// A killed run leaves the earlier table, and a temporary file beside it.
#[test]
fn a_killed_run_leaves_the_earlier_table() {
    let folder = Folder::new("parquet-killed");
    let file = folder.write("fall.mech", FALL);
    let to = folder.write("fall.parquet", "before");
    let mut child = Command::new(env!("CARGO_BIN_EXE_linkwork"))
        .args(["simulate", &file, "--until", "1e6", "--step", "1e-3", "--parquet", &to])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program can be started");
    let partial = format!("fall.parquet.{}.partial", child.id());
    while !folder.files().contains(&partial) && child.try_wait().expect("its state").is_none() {
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    assert_eq!(folder.files(), ["fall.mech".to_owned(), "fall.parquet".to_owned(), partial]);
    assert_eq!(fs::read_to_string(&to).expect("the earlier file"), "before");
}

#[test]
fn what_cannot_be_a_table_of_parquet_is_refused() {
    let folder = Folder::new("parquet-refused");
    let file = folder.write("fall.mech", FALL);
    let path = |name: &str| folder.path(name).display().to_string();
    let (csv, parquet, kept) = (path("run.csv"), path("run.parquet"), path("run.checkpoint"));
    let capitals = path("RUN.PARQUET");
    for (arguments, words) in [
        (&["simulate", &file, "--csv", &parquet][..], format!("help: `--parquet {parquet}`")),
        (&["simulate", &file, "--csv", &capitals], format!("help: `--parquet {capitals}`")),
        (&["simulate", &file, "--parquet", &csv], format!("help: `--csv {csv}`")),
        (&["simulate", &file, "--parquet", &parquet, "--csv", &csv], "cannot be used with".into()),
        (&["simulate", &file, "--parquet", "-"], "only tables and JSON go to standard output".into()),
        (
            &["simulate", &file, "--parquet", &parquet, "--checkpoint", &kept],
            "help: write the table with --csv".into(),
        ),
        (
            &["simulate", &file, "--parquet", &parquet, "--resume", &kept],
            "help: write the table with --csv".into(),
        ),
        (&["simulate", &file, "--parquet", &parquet, "--columns", "x,time,x"], "`x` twice".into()),
        (&["simulate", &file, "--interval", "0.1"], "--parquet".into()),
        (&["linearize", &file, "--csv", &parquet], "`linkwork simulate --parquet`".into()),
        (
            &["sensitivity", &file, "--of", "x at 1", "--by", "mass", "--csv", &parquet],
            "not be a table of Parquet".into(),
        ),
    ] {
        let message = refused(arguments);
        assert!(message.contains(&words), "{arguments:?}: {message}");
    }
    assert_eq!(folder.files(), ["fall.mech"]);
}

/// A table of Parquet shows the motion that the lines of `--csv` show.
#[test]
fn a_table_of_parquet_gives_the_frames_of_its_run() {
    let folder = Folder::new("parquet-view");
    let file = folder.write(
        "swing.mech",
        "mechanism Swing in plane { gravity = [0, -10] [m/s^2]; body bar { mass: 1 [kg], inertia: 1 [kg*m^2], com: [1, 0] [m] }
            joint hinge = revolute(ground, bar); output height = bar.position.y; }",
    );
    let paths = ["run.csv", "run.parquet", "csv.glb", "parquet.glb", "part.parquet"];
    let [csv, parquet, of_csv, of_parquet, part] = paths.map(|name| folder.path(name).display().to_string());
    printed(&["simulate", &file, "--until", "1", "--csv", &csv]);
    printed(&["simulate", &file, "--until", "1", "--parquet", &parquet]);
    printed(&["view", &file, "--from", &csv, "--gltf", &of_csv]);
    let text = printed(&["view", &file, "--from", &parquet, "--gltf", &of_parquet]);
    assert!(text.contains("from run.parquet"), "{text}");
    assert!(fs::read(&of_parquet).expect("a file") == fs::read(&of_csv).expect("a file"));
    printed(&["simulate", &file, "--until", "1", "--columns", "time", "--parquet", &part]);
    let missing = refused(&["view", &file, "--from", &part, "--gltf", &of_parquet]);
    assert!(missing.contains("there is no column `hinge.angle`"), "{missing}");
    fs::write(&part, b"PAR1, and nothing else").expect("a file");
    let broken = refused(&["view", &file, "--from", &part, "--gltf", &of_parquet]);
    assert!(broken.contains("cannot read `") && broken.contains("part.parquet`"), "{broken}");
}
