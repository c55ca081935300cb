//! `linkwork simulate --checkpoint` and `--resume`: a run that is killed and resumed writes the files of an uninterrupted one.

use super::{Folder, linkwork, printed, refused};
use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Friction that sticks and slides repeatedly, events, and a table between the steps.
const RUBBING: &str = "mechanism Rubbing in plane {
    gravity = [0, -9.81] [m/s^2];
    body block { mass: 2 [kg] }
    joint slide = prismatic(ground, block, axis: [1, 0]);
    force rub = friction(slide, coefficient: 0.3, velocity: 0);
    force push = generalized(slide.displacement, 9 [N] * sin(3 * time / 1 [s]));
    input more [N];
    force pull = generalized(slide.displacement, more);
    output speed = der(slide.displacement);
    initial { slide.displacement: 0 [m], der(slide.displacement): 1 [m/s] }
}";

/// A report without its wall time.
fn without_time(report: &str) -> String {
    report.lines().filter(|line| !line.contains("wall time")).collect::<Vec<_>>().join("\n")
}

/// Runs with these arguments, killed after increasing times and resumed until one finishes: the report of that one, and
/// the number of kills.
fn in_pieces(folder: &Folder, arguments: &[&str]) -> (String, u32) {
    let checkpoint = folder.path("run.checkpoint");
    let shown = checkpoint.display().to_string();
    let (mut killed, mut patience) = (0, Duration::from_millis(20));
    loop {
        let mut all = [arguments, &["--checkpoint", &shown, "--checkpoint-every", "0.002"]].concat();
        if checkpoint.is_file() {
            all.extend(["--resume", shown.as_str()]);
        }
        let mut child = Command::new(env!("CARGO_BIN_EXE_linkwork"))
            .args(&all)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program can be started");
        std::thread::sleep(patience);
        // SIGKILL, where available; it has no effect on a child that has ended.
        if child.try_wait().expect("its state").is_none() {
            child.kill().expect("it can be killed");
        }
        let output = child.wait_with_output().expect("its output");
        if output.status.success() {
            return (String::from_utf8(output.stdout).expect("a report"), killed);
        }
        assert_eq!(output.status.code(), None, "{}", String::from_utf8_lossy(&output.stderr));
        killed += 1;
        patience = patience.mul_f64(1.3);
    }
}

/// Runs these cases whole and in pieces, and compares reports and tables.
fn compare(name: &str, cases: [&[&str]; 2]) {
    let folder = Folder::new(name);
    let file = folder.write("rubbing.mech", RUBBING);
    let (whole, pieces) = (folder.path("whole.csv"), folder.path("pieces.csv"));
    let more = ["--input", "more=sin(time)", "--record", "speed=0.2", "--record", "slide.displacement=1.5"];
    let mut deaths = 0;
    for case in cases {
        // If a part of a run makes no progress, the next one lasts longer.
        let arguments = |csv: &str| {
            [&["simulate", &file, "--until", "8", "--csv", csv][..], &more, case].concat().join("\n")
        };
        let all = arguments(&whole.display().to_string());
        let report = printed(&all.split('\n').collect::<Vec<_>>());
        let all = arguments(&pieces.display().to_string());
        let (other, killed) = in_pieces(&folder, &all.split('\n').collect::<Vec<_>>());
        assert_eq!(without_time(&report), without_time(&other), "{case:?}");
        assert!(fs::read(&whole).unwrap() == fs::read(&pieces).unwrap(), "{case:?}");
        assert!(report.contains("speed"), "{report}");
        deaths += killed;
        for name in ["run.checkpoint", "whole.csv", "pieces.csv"] {
            fs::remove_file(folder.path(name)).expect("it is there");
        }
    }
    assert!(deaths >= 4, "killed {deaths} times");
}

#[test]
fn a_run_that_is_killed_repeatedly_leaves_the_same_files() {
    compare(
        "killed",
        [
            &["--step", "5e-4", "--method", "generalized-alpha"],
            &["--step", "1e-3", "--method", "adams-bashforth-4", "--interval", "0.0033"],
        ],
    );
}

#[test]
fn tables_of_killed_runs_have_the_same_columns_and_rows() {
    compare(
        "killed-tables",
        [
            &["--tolerance", "1e-9", "--method", "dormand-prince-5", "--columns", "time,speed"],
            &["--step", "1e-3", "--every", "7"],
        ],
    );
}

/// The last checkpoint of a finished run reproduces its end; one of another run is refused with the difference, and a table that does
/// not belong to the checkpoint is not changed.
#[test]
fn checkpoints_of_other_runs_are_refused() {
    let folder = Folder::new("refused");
    let file = folder.write("rubbing.mech", RUBBING);
    let path = |name: &str| folder.path(name).display().to_string();
    let (csv, kept) = (path("run.csv"), path("run.checkpoint"));
    let run = ["simulate", &file, "--until", "1", "--csv", &csv];
    let report = printed(&[&run[..], &["--checkpoint", &kept, "--checkpoint-every", "0"]].concat());
    let table = fs::read(folder.path("run.csv")).unwrap();
    let again = printed(&[&run[..], &["--resume", &kept]].concat());
    assert_eq!(without_time(&report), without_time(&again));
    assert!(table == fs::read(folder.path("run.csv")).unwrap());

    let resume = ["--resume", &kept];
    let says = |arguments: &[&str], words: &str| {
        let message = refused(&[arguments, &resume].concat());
        assert!(message.contains(words) && message.contains("help:"), "{message}");
        assert!(table == fs::read(folder.path("run.csv")).unwrap(), "{words}");
    };
    let with = |more: &[&'static str], words: &str| says(&[&run[..], more].concat(), words);
    with(
        &["--step", "0.002"],
        "run.checkpoint`: the snapshot belongs to another run: the size of the steps: 0.001 in the snapshot, 0.002 here",
    );
    with(&["--method", "third-degree"], "the method");
    with(&["--input", "more=2"], "settings and inputs: none in the snapshot, more=2 here");
    with(&["--columns", "time"], "the columns of the table: all in the snapshot, time here");
    with(&["--every", "2"], "the samples of stream 1: every step in the snapshot, every 2 steps here");
    with(&["--record", "speed=0"], "event");
    let other = folder.write("other.mech", &RUBBING.replace("0.3", "0.31"));
    says(&["simulate", &other, "--until", "1", "--csv", &csv], "the description");
    let foreign = folder.write("foreign.csv", &"1,2,3\r\n".repeat(100_000));
    says(
        &["simulate", &file, "--until", "1", "--csv", &foreign],
        "is not the table that belongs to the checkpoint",
    );
    assert_eq!(fs::metadata(&foreign).unwrap().len(), 700_000);
    says(&["simulate", &file, "--until", "1", "--csv", &path("gone.csv")], "cannot continue the table");
    says(&["simulate", &file, "--until", "1", "--csv", "-"], "cannot be taken back");
    let message = refused(&[&run[..], &["--resume", &foreign]].concat());
    assert!(message.contains("is not a snapshot"), "{message}");
    let mut bytes = fs::read(folder.path("run.checkpoint")).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(folder.path("damaged"), bytes).unwrap();
    let message = refused(&[&run[..], &["--resume", &path("damaged")]].concat());
    assert!(message.contains("damaged"), "{message}");
    assert!(
        refused(&[&run[..], &["--resume", &path("none")]].concat()).contains("starts from the beginning")
    );
    let output = linkwork(&["simulate", &file, "--checkpoint-every", "3"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("--checkpoint"));
}
