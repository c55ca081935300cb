//! The commands for writing descriptions.

use super::{Folder, linkwork, printed};
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

const WRONG: &str = "mechanism A {
    // ä takes two bytes
    coordinate x [m];
    kinetic = 1 [kg] * der(x)^2 / 2;
    let a = x + time;
    output o = lenght;
}
";
const RIGHT: &str = "mechanism B { param spare = 1; coordinate x; kinetic = der(x)^2 / 2; }\n";

/// The output of the program for this standard input.
fn with_input(arguments: &[&str], input: &str) -> (Option<i32>, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_linkwork"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program can be started");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    (output.status.code(), String::from_utf8(output.stdout).expect("text"))
}

#[test]
fn check_reports_all_diagnostics_of_all_files() {
    let folder = Folder::new("check");
    let (wrong, right) = (folder.write("wrong.mech", WRONG), folder.write("right.mech", RIGHT));
    let robot = folder.write("broken.urdf", "<robot name=\"r\"><link name=\"a\"/><link name=\"a\"/></robot>");
    let output = linkwork(&["check", &wrong, &right, &robot, "none.mech"]);
    let shown = String::from_utf8(output.stdout).expect("text");
    assert_eq!(output.status.code(), Some(1), "{shown}");
    for words in
        ["cannot add `s` to `m`", "cannot find `lenght`", "parameter `spare` is never used", "broken.urdf:1:"]
    {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    assert!(shown.contains("cannot read `none.mech`"), "{shown}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("in 4 files"));
    let output = linkwork(&["check", &right]);
    assert!(output.status.success() && String::from_utf8_lossy(&output.stdout).contains("never used"));
    assert_eq!(with_input(&["check", "-"], WRONG).0, Some(1));
}

#[test]
fn check_reports_ranges_for_editors() {
    let folder = Folder::new("check-json");
    let file = folder.write("wrong.mech", WRONG);
    let output = linkwork(&["check", "--json", &file]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).expect("text");
    let found: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    assert_eq!(found.len(), 2, "{text}");
    let of = |message: &str| found.iter().find(|one| one["message"] == message).expect(message);
    let one = of("cannot find `lenght`");
    assert_eq!((&one["file"], &one["severity"]), (&file.as_str().into(), &"error".into()));
    let start = WRONG.find("lenght").expect("the place") as u64;
    assert_eq!(one["range"]["start"], start);
    assert_eq!(one["range"]["end"], start + 6);
    assert_eq!((&one["range"]["line"], &one["range"]["column"]), (&6.into(), &16.into()));
    assert_eq!(one["label"], "not declared");
    assert!(one["helps"][0].as_str().is_some_and(|help| help.contains("declare it")), "{one}");
    let both = of("cannot add `s` to `m`");
    assert_eq!(both["labels"].as_array().map(Vec::len), Some(2), "{both}");
    assert_eq!(both["labels"][1]["text"], "`s`");
}

#[test]
fn fmt_formats_files_and_standard_input() {
    let folder = Folder::new("fmt");
    let laid_out = "mechanism B {\n    param spare = 1;\n    coordinate x;\n    kinetic = der(x)^2 / 2;\n}\n";
    let file = folder.write("right.mech", RIGHT);
    let output = linkwork(&["fmt", "--check", &file]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("{file}\n"));
    assert_eq!(fs::read_to_string(&file).expect("a text"), RIGHT);
    assert_eq!(printed(&["fmt", &file]), "");
    assert_eq!(fs::read_to_string(&file).expect("a text"), laid_out);
    assert_eq!(printed(&["fmt", "--check", &file]), "");
    assert_eq!(with_input(&["fmt", "-"], RIGHT), (Some(0), laid_out.to_owned()));
    // A file that cannot be split into tokens is not changed, and the others are formatted nevertheless.
    let broken = folder.write("broken.mech", "mechanism A{ let a = (1; }");
    let other = folder.write("other.mech", RIGHT);
    let output = linkwork(&["fmt", &broken, &other]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("`(` is not closed"));
    assert_eq!(fs::read_to_string(&broken).expect("a text"), "mechanism A{ let a = (1; }");
    assert_eq!(fs::read_to_string(&other).expect("a text"), laid_out);
}

#[test]
fn fmt_tells_all_errors_and_formats_the_other_files() {
    let folder = Folder::new("fmt-errors");
    let broken = folder.write("broken.mech", "mechanism A{ let a = (1; }");
    // Its name leaves no room for the longer one of the file that would replace it.
    let long = folder.write(&format!("{}.mech", "a".repeat(250)), RIGHT);
    let protected = folder.write("protected.mech", RIGHT);
    let mut permissions = fs::metadata(&protected).expect("a file").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&protected, permissions).expect("a file of the test");
    let other = folder.write("other.mech", RIGHT);
    let output = linkwork(&["fmt", &broken, &long, &protected, "none.mech", &other]);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{message}");
    for words in [
        "`(` is not closed",
        &format!("cannot write `{long}`: "),
        &format!("cannot write `{protected}`: it is read-only"),
        "cannot read `none.mech`",
    ] {
        assert!(message.contains(words), "{words}: {message}");
    }
    assert_eq!(fs::read_to_string(&long).expect("a text"), RIGHT);
    assert_eq!(fs::read_to_string(&protected).expect("a text"), RIGHT);
    assert!(fs::metadata(&protected).expect("a file").permissions().readonly());
    assert_ne!(fs::read_to_string(&other).expect("a text"), RIGHT);
    assert_eq!(folder.files().len(), 4, "{:?}", folder.files());
    // Nothing has to be written to a protected file that is formatted, or that is only looked at.
    let output = linkwork(&["fmt", "--check", &protected]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("{protected}\n"));
    assert!(!String::from_utf8_lossy(&output.stderr).contains("read-only"));
}

#[test]
fn fmt_changes_descriptions_alone() {
    let folder = Folder::new("fmt-others");
    let robot = "<robot name=\"r\">\n  <link   name=\"a\"/>\n</robot>\n";
    let program = "def f(x):\n        return   x\n";
    for (name, text, words) in [
        ("arm.urdf", robot, "arm.urdf` is not a .mech file\nhelp: `linkwork import "),
        ("arm.xml", robot, "arm.xml` is not a .mech file\nhelp: `linkwork import "),
        ("plan.py", program, "plan.py` is not a .mech file\nhelp: `linkwork fmt -` "),
        ("mech", RIGHT, "mech` is not a .mech file"),
        ("robot.mech", robot, "expected `mechanism`, found `<`"),
        ("program.mech", program, "expected `mechanism`, found `def`"),
        ("split.mech", "mechanism A {\n  let a = b. .c;\n}", "the text cannot be formatted"),
    ] {
        let file = folder.write(name, text);
        for arguments in [&["fmt", &file][..], &["fmt", "--check", &file]] {
            let output = linkwork(arguments);
            let message = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{name}: {message}");
            assert!(message.contains(words), "{name}: {message}");
            assert!(output.stdout.is_empty(), "{name}");
            assert_eq!(fs::read_to_string(&file).expect("a text"), text, "{name}");
        }
    }
    let split = linkwork(&["fmt", &folder.path("split.mech").display().to_string()]);
    assert!(String::from_utf8_lossy(&split.stderr).contains("split.mech:2:12"));
    assert_eq!(with_input(&["fmt", "-"], robot), (Some(1), String::new()));
}

#[test]
fn fmt_keeps_line_ends() {
    let folder = Folder::new("fmt-line-ends");
    let file = folder.write("b.mech", &format!("// B\r\n{RIGHT}"));
    assert_eq!(printed(&["fmt", &file]), "");
    let laid_out = fs::read_to_string(&file).expect("a text");
    assert!(laid_out.starts_with("// B\r\nmechanism B {\r\n    param spare = 1;\r\n"), "{laid_out:?}");
    assert_eq!(laid_out.matches('\n').count(), laid_out.matches("\r\n").count());
    assert_eq!(printed(&["fmt", "--check", &file]), "");
}
