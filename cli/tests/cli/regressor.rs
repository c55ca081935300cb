//! `linkwork regressor`: the example of the book, and errors.

use super::{Folder, linkwork, printed, refused, table};

/// The description of the chapter.
fn of_the_book() -> String {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/book/src/regressor.md");
    let text = std::fs::read_to_string(page).expect("the chapter");
    text.split("```mech\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next())
        .expect("a description")
        .to_owned()
}

/// The chapter's commands: a run is the measured motion, of which base parameters are found to rounding, from all columns and from those of the crank.
#[test]
fn the_example_of_the_book_is_identified_from_its_motion() {
    let folder = Folder::new("regressor");
    let file = folder.write("press.mech", &of_the_book());
    let path = |name: &str| folder.path(name).display().to_string();
    let (run, json, rows, arrays) = (path("run.csv"), path("found.json"), path("rows.csv"), path("rows.npz"));
    let drive = "drive=2*sin(5*time)+1.5*cos(8*time)";
    printed(&[
        "simulate",
        &file,
        "--input",
        drive,
        "--until",
        "2",
        "--every",
        "5",
        "--method",
        "dormand-prince-8",
        "--csv",
        &run,
    ]);
    let text = printed(&[
        "regressor",
        &file,
        "--motion",
        &run,
        "--input",
        drive,
        "--json",
        &json,
        "--csv",
        &rows,
        "--npz",
        &arrays,
    ]);
    assert!(text.contains("base parameters") && text.contains("estimate"), "{text}");
    let found: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(&json).expect("a file")).expect("JSON");
    let numbers = |of: &serde_json::Value| -> Vec<f64> {
        of.as_array().expect("a list").iter().map(|x| x.as_f64().expect("a number")).collect()
    };
    let estimates = numbers(&found["estimate"]["values"]);
    let base = found["base"].as_array().expect("a list");
    assert_eq!(base.len(), estimates.len());
    for (one, estimate) in base.iter().zip(&estimates) {
        let value = one["value"].as_f64().expect("a number");
        // Rounding, amplified by a condition of some hundreds.
        assert!((value - estimate).abs() < 1e-8 * (1.0 + value.abs()), "{one}: {estimate}");
    }
    // Y π + y₀ = τ, in the table, where the efforts of the motor are in y₀.
    let pi: Vec<f64> = found["coefficients"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| one["value"].as_f64().expect("a number"))
        .collect();
    let rows = std::fs::read_to_string(&rows).expect("a table");
    let mut lines = rows.lines();
    assert_eq!(lines.next().expect("a header").split(',').count(), 3 + pi.len() + 2);
    for line in lines.take(50) {
        let numbers: Vec<f64> = line.split(',').skip(3).map(|x| x.parse().expect("a number")).collect();
        let (row, rest) = numbers.split_at(pi.len());
        let sum: f64 = row.iter().zip(&pi).map(|(y, x)| y * x).sum::<f64>() + rest[0];
        let size: f64 = row.iter().zip(&pi).map(|(y, x)| (y * x).abs()).sum::<f64>() + rest[0].abs();
        assert!((sum - rest[1]).abs() < 1e-9 * size, "{sum} of {size}");
    }
    assert!(std::fs::metadata(&arrays).expect("arrays").len() > 1000);

    // Only for the crank: the rest follows, and the report states this.
    let (header, lines) = table(&folder.path("run.csv"));
    let crank = ["time", "pivot.angle", "der(pivot.angle)", "der(der(pivot.angle))"];
    let places: Vec<usize> = crank
        .iter()
        .map(|name| header.iter().position(|h| h.split(" [").next() == Some(name)).expect("a column"))
        .collect();
    let mut measured = format!("{}\n", crank.join(","));
    for line in &lines {
        measured +=
            &format!("{}\n", places.iter().map(|&k| format!("{:?}", line[k])).collect::<Vec<_>>().join(","));
    }
    let short = folder.write("crank.csv", &measured);
    let text = printed(&["regressor", &file, "--motion", &short, "--input", drive]);
    assert!(text.contains("taken from the table: pivot.angle"), "{text}");

    // A run with the default method violates the constraints by its error.
    let (start, step) =
        (["simulate", &file, "--input", drive, "--until", "0.5"], ["--step", "2e-3", "--csv", &run]);
    printed(&[&start[..], &step].concat());
    let text = printed(&["regressor", &file, "--motion", &run, "--input", drive]);
    assert!(
        text.contains("taken from the table: pivot.angle") && text.contains("violates the constraints"),
        "{text}"
    );
    let line = text.lines().find(|line| line.trim_start().starts_with("back.stiffness")).expect("a line");
    let estimate: f64 = line.split_whitespace().nth(2).expect("a column").parse().expect("a number");
    assert!((estimate - 120.0).abs() < 0.1, "{text}");
    // Another motion is refused, with its line.
    let (header, mut lines) = table(&folder.path("run.csv"));
    let angle = header.iter().position(|name| name.starts_with("pin.angle")).expect("a column");
    lines[128][angle] += 0.5;
    let mut broken = format!("{}\n", header.join(","));
    for line in &lines {
        broken += &format!("{}\n", line.iter().map(|x| format!("{x:?}")).collect::<Vec<_>>().join(","));
    }
    let output =
        linkwork(&["regressor", &file, "--motion", &folder.write("broken.csv", &broken), "--input", drive]);
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("line 130: the motion given") && message.contains("--independent"), "{message}");
}

#[test]
fn the_report_shows_the_rows_of_one_instant() {
    let folder = Folder::new("regressor_at");
    let file = folder.write("press.mech", &of_the_book());
    let at = "pivot.angle=0.5, der(pivot.angle)=3, der(der(pivot.angle))=-2";
    let text = printed(&["regressor", &file, "--at", at]);
    assert!(text.contains("pivot.angle [N*m]") && text.contains("Y π + y₀"), "{text}");
    assert!(text.contains("without effect"), "{text}");
}

#[test]
fn mechanisms_without_regressor_are_refused() {
    let folder = Folder::new("regressor_refused");
    let file = folder.write("press.mech", &of_the_book());
    let text = refused(&["regressor", &file, "--set", "ram.mass=3"]);
    assert!(text.contains("`ram.mass` follows from the description"), "{text}");
    let short = folder.write("short.csv", "time,pivot.angle\n0,0.5\n");
    let text = refused(&["regressor", &file, "--motion", &short]);
    assert!(text.contains("1 degree of freedom") || text.contains("an input"), "{text}");
    let text = refused(&["regressor", &file, "--independent", "pivot.angel"]);
    assert!(text.contains("there is no coordinate `pivot.angel`"), "{text}");
    let plain = folder.write(
        "energy.mech",
        "mechanism Rod { coordinate angle [rad]; kinetic = 1 [kg*m^2] * der(angle)^2 / 6; potential = 0 [J] * angle; }",
    );
    let output = linkwork(&["regressor", &plain]);
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("has no bodies"));
}

/// Zeros solve the equations of a free motion, whatever its mechanism.
#[test]
fn a_motion_without_efforts_has_no_estimate() {
    let folder = Folder::new("free");
    let run = folder.path("run.csv").display().to_string();
    printed(&["simulate", "hinged_pendulum", "--until", "0.2", "--every", "10", "--csv", &run]);
    let text = printed(&["regressor", "hinged_pendulum", "--motion", &run]);
    assert!(text.contains("no estimate: all efforts are zero"), "{text}");
    assert!(!text.contains("deviation"), "{text}");
}
