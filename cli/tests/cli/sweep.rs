//! `linkwork sweep`: rows are the runs of `simulate`, for any number of shards and threads.

use super::{FALL, Folder, linkwork, printed, refused};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Names and texts of the tables of a folder.
fn tables(folder: &Path) -> BTreeMap<String, String> {
    let entries =
        fs::read_dir(folder).expect("the folder can be read").map(|entry| entry.expect("an entry").path());
    let tables = entries.filter(|path| path.extension().is_some_and(|extension| extension == "csv"));
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    tables.map(|path| (name(&path), fs::read_to_string(&path).expect("a table"))).collect()
}

/// x = −g t²/2 of a fall: kept at the end, and as extremes.
#[test]
fn rows_are_closed_forms() {
    let folder = Folder::new("sweep");
    let file = folder.write("fall.mech", FALL);
    let into = folder.path("runs");
    let to = into.display().to_string();
    let arguments = ["sweep", &file, "--vary", "gravity=1..10:4", "--vary", "mass=1,2", "--step", "0.1"];
    let more =
        ["--until", "2", "--keep", "x,min(falling),mean(x),time,der(x)", "--into", &to, "--chunk", "3"];
    let text = printed(&[&arguments[..], &more].concat());
    assert!(text.contains("Fall (8 runs)") && text.contains("energy          balance not checked"), "{text}");
    let tables = tables(&into);
    assert_eq!(tables.len(), 3);
    let mut run = 0;
    for text in tables.values() {
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some("run,gravity,mass,x,min(falling),mean(x),time,der(x),failure,warning"));
        for line in lines {
            let fields: Vec<&str> = line.split(',').collect();
            let number = |k: usize| fields[k].parse::<f64>().expect("a number");
            let (g, mass) = (1.0 + 3.0 * f64::from(run / 2), 1.0 + f64::from(run % 2));
            // The trapezoidal rule over steps of 0.1 s has the error g T h²/12 / T.
            let mean = -g * 4.0 / 6.0 - g * 0.01 / 12.0;
            let wanted = [f64::from(run), g, mass, -2.0 * g, -2.0 * g, mean, 2.0, -2.0 * g];
            for (k, wanted) in wanted.into_iter().enumerate() {
                assert!((number(k) - wanted).abs() < 1e-9, "{line}: {k}, {wanted}");
            }
            assert_eq!(fields[8..], ["", ""]);
            run += 1;
        }
    }
    assert_eq!(run, 8);
}

/// Shards, threads, packs, native and interpreted code, and a second start: the same bytes.
#[test]
fn bytes_do_not_depend_on_shards_threads_and_packs() {
    let folder = Folder::new("sweep-shards");
    let file =
        folder.write("crank.mech", include_str!("../../../models/mechanisms/linkages/slider_crank.mech"));
    let sweep = |into: &str, more: &[&str]| {
        let into = folder.path(into);
        let to = into.display().to_string();
        let arguments =
            ["sweep", &file, "--random", "crank_length~normal(0.15,0.01)", "--samples", "12", "--latin"];
        let rest = [
            "--until",
            "0.5",
            "--keep",
            "piston,max(load[0]),rms(rod.position.x)",
            "--chunk",
            "5",
            "--into",
            &to,
        ];
        let text = printed(&[&arguments[..], &rest, more].concat());
        (tables(&into), text)
    };
    let (wanted, text) = sweep("one", &["--threads", "1"]);
    assert_eq!(wanted.len(), 3);
    assert!(text.contains("0 of the new runs"), "{text}");
    // Twelve runs in tables of five: the rest of a table is computed in a pack, too, except a single run.
    assert!(text.contains("at once         four runs (3 packs)"), "{text}");
    assert_eq!(sweep("two", &["--threads", "2"]).0, wanted);
    assert_eq!(sweep("two", &[]).1.matches("12 runs").count(), 2, "existing tables are not computed again");
    for shard in ["1/2", "2/2"] {
        sweep("three", &["--shard", shard]);
    }
    assert_eq!(sweep("three", &[]).0, wanted);
    let (alone, text) = sweep("four", &["--native", "off"]);
    assert_eq!(alone, wanted);
    assert!(text.contains("one run: packs of four are not available with interpreted code"), "{text}");
    let (alone, text) = sweep("five", &["--packs", "off"]);
    assert_eq!(alone, wanted);
    assert!(text.contains("at once         one run: --packs off\n"), "{text}");
    // Files that something else has emptied or cut are computed again.
    let names: Vec<&String> = wanted.keys().collect();
    fs::write(folder.path("two").join(names[0]), "").expect("a table");
    let cut = &wanted[names[1]];
    fs::write(folder.path("two").join(names[1]), &cut[..cut.len() - 2]).expect("a table");
    let (mended, text) = sweep("two", &[]);
    assert!(text.contains("already there   2 runs\n  damaged         2 tables, computed again"), "{text}");
    assert_eq!(mended, wanted);
    let (other, _) = sweep("one", &["--seed", "1"]);
    assert_eq!(other.len(), 6);
}

/// A killed process leaves complete tables; the same command computes the others, with the bytes of an uninterrupted one.
#[test]
fn a_killed_sweep_is_resumed() {
    let folder = Folder::new("sweep-killed");
    let file = folder.write("fall.mech", FALL);
    let arguments = |into: &str| {
        let to = folder.path(into).display().to_string();
        let runs = ["sweep", &file, "--vary", "gravity=1..10:200", "--until", "2"];
        let tables = ["--chunk", "10", "--threads", "1", "--into", &to];
        [&runs[..], &tables].concat().into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let mut child = Command::new(env!("CARGO_BIN_EXE_linkwork"))
        .args(arguments("killed"))
        .stdout(Stdio::null())
        .spawn()
        .expect("the program can be started");
    let into = folder.path("killed");
    let count = || if into.is_dir() { tables(&into).len() } else { 0 };
    while count() < 2 && child.try_wait().expect("it can be asked").is_none() {
        // Short beside the time of a table, and no load beside the process.
        std::thread::sleep(Duration::from_millis(1));
    }
    // It may have ended at this moment.
    let _ = child.kill();
    child.wait().expect("it ends");
    let left = tables(&into);
    let whole = |text: &String| text.lines().count() == 11 && text.ends_with('\n');
    assert!(left.values().all(whole));
    let text = printed(&arguments("killed").iter().map(String::as_str).collect::<Vec<_>>());
    assert!(text.contains(&format!("{} runs in", 200 - 10 * left.len())), "{text}");
    printed(&arguments("other").iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(tables(&into), tables(&folder.path("other")));
    assert_eq!(tables(&into).len(), 20);
}

/// A row with parameters of its own is the run with these parameters set.
#[test]
fn a_row_equals_the_run_of_simulate() {
    let folder = Folder::new("sweep-simulate");
    let file =
        folder.write("crank.mech", include_str!("../../../models/mechanisms/linkages/slider_crank.mech"));
    let list = folder.write("list.csv", "rod_length [m],crank_length [m]\n0.35,0.15\n0.4, 0.12\n");
    let to = folder.path("runs").display().to_string();
    printed(&[
        "sweep",
        &file,
        "--list",
        &list,
        "--until",
        "0.5",
        "--keep",
        "piston,pivot.angle",
        "--into",
        &to,
    ]);
    let table = tables(&folder.path("runs")).into_values().next().expect("a table");
    let csv = folder.path("run.csv").display().to_string();
    for (line, (rod, crank)) in table.lines().skip(1).zip([("0.35", "0.15"), ("0.4", "0.12")]) {
        let set = [format!("rod_length={rod}"), format!("crank_length={crank}")];
        let columns = ["--csv", &csv, "--columns", "piston,pivot.angle", "--method", "fifth-degree"];
        let run = ["simulate", &file, "--until", "0.5", "--set", &set[0], "--set", &set[1]];
        printed(&[&run[..], &columns].concat());
        let run = fs::read_to_string(&csv).expect("a table");
        let last = run.lines().last().expect("a line");
        assert!(line.contains(&format!(",{last},")), "{line}\n{last}");
    }
}

/// Values of a list are in the units of its headers, and in SI units where there are none; the rows are those of values in SI units.
#[test]
fn lists_have_units() {
    let folder = Folder::new("sweep-units");
    let file = folder.write("fall.mech", FALL);
    let sweep = |name: &str, text: &str| {
        let list = folder.write(&format!("{name}.csv"), text);
        let into = folder.path(name);
        let to = into.display().to_string();
        printed(&["sweep", &file, "--list", &list, "--until", "0.1", "--keep", "x", "--into", &to]);
        tables(&into)
    };
    let with_units = sweep("units", "gravity [cm/s^2],mass [g]\n981,2000\n70, 300\n");
    let in_si = sweep("si", "gravity,mass\n9.81,2\n0.7,0.3\n");
    assert_eq!(with_units, in_si, "the same names and the same bytes");
    let table = with_units.into_values().next().expect("a table");
    let rows: Vec<&str> = table.lines().collect();
    assert!(rows[1].starts_with("0,9.81,2.0,") && rows[2].starts_with("1,0.7,0.3,"), "{table}");
    assert_eq!(sweep("one", "mass,gravity [m/s^2]\n0.3,0.7\n").len(), 1);
    let to = folder.path("refused").display().to_string();
    for (header, words) in [
        ("mass [m]", "column `mass [m]`: `m` is not a unit of `mass`\nhelp: the SI unit of `mass` is `kg`"),
        ("mass [kgg]", "column `mass [kgg]`: cannot find unit `kgg`"),
        ("mass [kgg]", "help: the SI unit of `mass` is `kg`"),
        ("mas [kg]", "did you mean `mass`?"),
        ("n [m]", "`n` is a `const`"),
    ] {
        let list = folder.write("refused.csv", &format!("{header}\n1\n"));
        let message = refused(&["sweep", &file, "--list", &list, "--into", &to]);
        assert!(message.contains(words), "{header}: {message}");
    }
    assert!(!folder.path("refused").exists());
}

/// Columns of a table have names of their own.
#[test]
fn columns_of_the_same_name_are_refused() {
    let folder = Folder::new("sweep-columns");
    let text = "mechanism Names { param run = 1 [kg]; param k = 2 [N/m]; coordinate x [m];
        kinetic = run * der(x)^2 / 2; potential = k * x^2 / 2; output failure = x; }";
    let file = folder.write("names.mech", text);
    let into = folder.path("runs");
    let to = into.display().to_string();
    let sweep = ["sweep", &file, "--until", "0.1", "--into", &to];
    let own = "every table has the columns `run`, `failure` and `warning`";
    for (bad, words) in [
        (&["--vary", "run=1,2"][..], "a varied parameter cannot be called `run`"),
        (&["--vary", "run=1,2"][..], own),
        (&["--vary", "k=1,2"][..], "a kept quantity cannot be called `failure`"),
        (&["--vary", "k=1,2", "--keep", "failure"][..], own),
        (&["--vary", "k=1,2", "--keep", "x, x"][..], "two columns of the table would be called `x`"),
    ] {
        let message = refused(&[&sweep[..], bad].concat());
        assert!(message.contains(words), "{bad:?}: {message}");
    }
    assert!(!into.exists());
    printed(&[&sweep[..], &["--vary", "k=1,2", "--keep", "final(failure),x,final(x)"]].concat());
    let table = tables(&into).into_values().next().expect("a table");
    assert!(table.starts_with("run,k,final(failure),x,final(x),failure,warning\n"), "{table}");
}

/// A parameter whose default is computed from a changed one keeps its value, which a note says.
#[test]
fn computed_defaults_are_noted() {
    let folder = Folder::new("sweep-defaults");
    let text = "mechanism Rods { param a = 0.3 [m]; param b = 2 * a; coordinate x [m];
        kinetic = 1 [kg] * der(x)^2 / 2; output length = a + b; }";
    let file = folder.write("rods.mech", text);
    let to = folder.path("runs").display().to_string();
    let note =
        "note: the default of `b` is computed from the default of `a`: `b` stays 0.6 m\nhelp: give `b`, too,";
    let sweep = ["sweep", &file, "--until", "0.1", "--into", &to];
    for (arguments, noted) in [
        ([&sweep[..], &["--vary", "a=0.3,0.4"]].concat(), true),
        ([&sweep[..], &["--vary", "a=0.3,0.4", "--vary", "b=1,2"]].concat(), false),
        ([&sweep[..], &["--vary", "b=1,2", "--set", "a=0.4"]].concat(), false),
        ([&sweep[..], &["--vary", "b=1,2"]].concat(), false),
        (vec!["simulate", &file, "--until", "0.1", "--set", "a=0.4"], true),
        (vec!["simulate", &file, "--until", "0.1", "--set", "a=0.4", "--set", "b=2*a"], false),
    ] {
        let output = linkwork(&arguments);
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {message}");
        assert_eq!(message.contains(note), noted, "{arguments:?}: {message}");
        assert_eq!(message.contains("note: the default of"), noted, "{arguments:?}: {message}");
    }
    // The note says what the runs have: 0.4 + 0.6.
    let all = tables(&folder.path("runs"));
    assert!(all.values().any(|table| table.contains("\n1,0.4,1.0,,")), "{all:?}");
}

/// Failed runs have a row with the reason, and the others have their results.
#[test]
fn failed_runs_have_rows() {
    let folder = Folder::new("sweep-failures");
    let file =
        folder.write("crank.mech", include_str!("../../../models/mechanisms/linkages/slider_crank.mech"));
    let to = folder.path("runs").display().to_string();
    // A rod that is too short for the crank closes no loop.
    let text =
        printed(&["sweep", &file, "--vary", "rod_length=0.35,0.05,0.4", "--until", "0.1", "--into", &to]);
    assert!(text.contains("1 of the new runs"), "{text}");
    let table = tables(&folder.path("runs")).into_values().next().expect("a table");
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), 4);
    assert!(lines[1].ends_with(",,") && lines[3].ends_with(",,"), "{table}");
    assert!(lines[2].starts_with("1,0.05,,,,") && lines[2].len() > 30, "{table}");
}

#[test]
fn invalid_sweeps_are_refused() {
    let folder = Folder::new("sweep-refused");
    let file = folder.write("fall.mech", FALL);
    let list = folder.write("list.csv", "gravity\n1\nmuch\n");
    let to = folder.path("runs").display().to_string();
    for (bad, words) in [
        (&[][..], "no parameter is varied"),
        (&["--vary", "gravty=1,2"][..], "did you mean `gravity`?"),
        (&["--vary", "n=1,2"][..], "`n` is a `const`"),
        (&["--vary", "gravity=1..2"][..], "number of values is missing"),
        (&["--vary", "gravity=1,2", "--keep", "max(hight)"][..], "there is no quantity `hight`"),
        (
            &["--vary", "gravity=1,2", "--keep", "max(hypot(x,hight))"],
            "there is no quantity `hypot(x,hight)`",
        ),
        (
            &["--vary", "gravity=1,2", "--random", "gravity~normal(9,1)", "--samples", "3"][..],
            "is varied twice",
        ),
        (&["--random", "gravity~normal(9,1)"][..], "--samples"),
        (&["--vary", "gravity=1,2", "--set", "mass=gravity*2"][..], "formulas are evaluated once"),
        (&["--vary", "gravity=1,2", "--shard", "3/2"][..], "3/64"),
        (&["--vary", "gravity=1,2", "--method", "rk"][..], "there is no method `rk`"),
        (&["--vary", "gravity=1,2", "--set", "gravity=3"][..], "also given by --set"),
        (&["--vary", "gravity=1,2", "--seed", "3"][..], "--random"),
        (&["--vary", "gravity=1,2", "--threads", "-1"][..], "invalid value '-1'"),
        (&["--vary", "gravity=1..2:100000000000"][..], "from 1 to 16777215"),
        (
            &["--vary", "gravity=1,2", "--set", "mass=2", "--set", "mass=3"][..],
            "`--set mass=…` is given twice",
        ),
        (&["--list", &list][..], "line 3: `much` is not a number"),
    ] {
        let message = refused(&[&["sweep", &file, "--into", &to], bad].concat());
        assert!(message.contains(words), "{bad:?}: {message}");
    }
    assert_eq!(folder.files(), ["fall.mech", "list.csv"]);
    let blocked = folder.write("blocked", "");
    let below = folder.path("blocked").join("runs").display().to_string();
    for into in [&blocked, &below] {
        let message = refused(&["sweep", &file, "--vary", "gravity=1,2", "--into", into]);
        assert!(message.contains(&format!("`{blocked}` is not a folder")), "{message}");
        assert!(!message.contains("finished files are kept"), "{message}");
    }
}

/// Parquet tables have the numbers of the lines, the format's marks in their first and last four bytes, and the same bytes for any threads.
#[test]
fn tables_are_written_as_parquet_too() {
    let folder = Folder::new("sweep-parquet");
    let file = folder.write("fall.mech", FALL);
    let sweep = |into: &str, more: &[&str]| {
        let into = folder.path(into);
        let to = into.display().to_string();
        let arguments = ["sweep", &file, "--vary", "gravity=1..10:7", "--until", "0.5", "--step", "0.1"];
        let rest = ["--chunk", "3", "--format", "parquet", "--into", &to];
        let text = printed(&[&arguments[..], &rest, more].concat());
        let entries = fs::read_dir(&into).expect("the folder can be read");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        let tables = paths.filter(|path| path.extension().is_some_and(|extension| extension == "parquet"));
        let read = |path: std::path::PathBuf| {
            (path.file_name().map(ToOwned::to_owned), fs::read(path).expect("a table"))
        };
        (tables.map(read).collect::<BTreeMap<_, _>>(), text)
    };
    let (whole, text) = sweep("one", &[]);
    assert!(text.contains("-*.parquet"), "{text}");
    assert_eq!(whole.len(), 3);
    assert!(whole.values().all(|bytes| bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1")));
    sweep("two", &["--shard", "2/2", "--threads", "1"]);
    assert_eq!(sweep("two", &["--shard", "1/2"]).0, whole);
    assert!(sweep("two", &[]).1.contains("already there   7 runs"));
    let refused = refused(&["sweep", &file, "--vary", "gravity=1,2", "--into", "x", "--format", "xlsx"]);
    assert!(refused.contains("`csv` or `parquet`"), "{refused}");
}
