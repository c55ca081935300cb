//! `linkwork simulate --csv`: tables that are written during the run.

use super::{ENDS, FALL, Folder, linkwork, printed, refused, table};
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

/// The report of a large mechanism is one to read, and says where the rest of its numbers are.
#[test]
fn reports_of_large_mechanisms_are_short() {
    let of = |links: &str| {
        printed(&["simulate", "chain", "--set", &format!("n={links}"), "--step", "1e-4", "--until", "2e-4"])
    };
    // A ball has three velocities.
    let (whole, short) = (of("100"), of("200"));
    assert!(whole.contains("ball[100].angular_velocity.z") && !whole.contains('…'), "{whole}");
    assert!(short.contains("  … 500 more velocities: --csv FILE writes all of them\n"), "{short}");
    assert!(
        short.contains(" more coordinates: ") && short.contains("tip_z") && short.lines().count() < 220,
        "{short}"
    );
}

/// x = −gravity t²/2 at the requested times; every sample, every third, one every 0.25 s.
#[test]
fn lines_and_columns_are_the_requested_ones() {
    let folder = Folder::new("streams");
    let file = folder.write("fall.mech", FALL);
    let csv = folder.path("fall.csv");
    let path = csv.display().to_string();
    let of = |more: &[&str]| {
        printed(&[&["simulate", &file, "--until", "1", "--csv", &path][..], more].concat());
        table(&csv)
    };
    let (header, all) = of(&["--step", "0.1"]);
    assert_eq!(header, ["time [s]", "x [m]", "der(x) [m/s]", "der(der(x)) [m/s^2]", "falling [m/s]"]);
    assert_eq!(all.len(), 11);
    let (_, third) = of(&["--step", "0.1", "--every", "3"]);
    assert_eq!(third, [0, 3, 6, 9, 10].map(|n: usize| all[n].clone()));
    let chosen = ["--columns", "falling,time,x", "--interval", "0.25"];
    for steps in [["--step", "0.1"], ["--tolerance", "1e-9"]] {
        let (header, rows) = of(&[&steps[..], &chosen].concat());
        assert_eq!(header, ["falling [m/s]", "time [s]", "x [m]"]);
        assert_eq!(rows.len(), 5);
        for (n, row) in rows.iter().enumerate() {
            let t = n as f64 * 0.25;
            let expected = [-10.0 * t, t, -5.0 * t * t];
            assert!(row.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9), "{row:?}");
        }
    }
    assert_eq!(folder.files(), ["fall.csv", "fall.mech"]);

    for (bad, words) in [
        (&["--columns", "tiem"][..], "`tiem`"),
        (&["--every", "0"], "--every"),
        (&["--interval", "-1"], "positive"),
        (&["--every", "2", "--interval", "1"], "cannot be used with"),
    ] {
        let message = refused(&[&["simulate", &file, "--csv", &path][..], bad].concat());
        assert!(message.contains(words), "{message}");
    }
    // A refused run does not change the table of another run.
    assert_eq!(table(&csv).1.len(), 5);
    assert!(refused(&["simulate", &file, "--every", "2"]).contains("--csv"));
}

#[test]
fn the_table_goes_to_standard_output_and_the_report_to_standard_error() {
    let folder = Folder::new("pipe");
    let file = folder.write("fall.mech", FALL);
    let path = folder.path("fall.csv").display().to_string();
    let arguments = ["simulate", &file, "--until", "1", "--step", "0.01", "--csv"];
    printed(&[&arguments[..], &[&path]].concat());
    let output = linkwork(&[&arguments[..], &["-"]].concat());
    assert!(output.status.success());
    assert_eq!(String::from_utf8(output.stdout).unwrap(), fs::read_to_string(&path).unwrap());
    let report = String::from_utf8(output.stderr).unwrap();
    assert!(report.contains("state at t = 1 s") && report.starts_with("Fall"), "{report}");
}

/// A reader that closes the pipe ends a long run, which is not a failure.
#[test]
fn a_reader_may_close_the_pipe() {
    let folder = Folder::new("closed");
    let file = folder.write("fall.mech", FALL);
    let mut child = Command::new(env!("CARGO_BIN_EXE_linkwork"))
        .args(["simulate", &file, "--until", "1e6", "--step", "1e-3", "--csv", "-"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program can be started");
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    reader.read_line(&mut line).expect("a line");
    assert!(line.starts_with("time [s],x [m]"), "{line}");
    drop(reader);
    assert!(child.wait().expect("it ends").success());
}

/// The table of a failed run contains its results in complete lines.
#[test]
fn the_table_of_a_failed_run_ends_at_the_failure() {
    let folder = Folder::new("failing");
    let file = folder.write("ends.mech", ENDS);
    let csv = folder.path("ends.csv");
    let path = csv.display().to_string();
    let output = linkwork(&["simulate", &file, "--until", "1", "--step", "0.01", "--csv", &path]);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    let (_, rows) = table(&csv);
    let last = rows.last().expect("there are samples");
    assert!(rows.len() >= 50 && last[0] > 0.48 && last[0] < 0.5 + 1e-9, "{last:?}");
}
