//! First steps: the program without arguments, a new crate, the first of several formulations.

use super::{Folder, linkwork, printed, refused};
use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn without_arguments_the_first_commands_are_shown() {
    let text = printed(&[]);
    let commands: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("  linkwork ")?.split_once("   "))
        .map(|it| it.0)
        .collect();
    assert_eq!(commands.len(), 3, "{text}");
    // The commands and models exist.
    for command in commands {
        let mut words: Vec<&str> = command.split_whitespace().collect();
        let last = words.len() - 1;
        match words[0] {
            "simulate" => words.truncate(2),
            "new" => words[last] = "not a name",
            _ => {}
        }
        let output = linkwork(&words);
        let message = String::from_utf8_lossy(&output.stderr);
        let expected = if words[0] == "new" { Some(2) } else { Some(0) };
        assert_eq!(output.status.code(), expected, "{command}: {message}");
        assert!(!message.contains("unrecognized"), "{command}: {message}");
    }
}

const SEVERAL: &str = "
mechanism Arm in plane {
    coordinates = [absolute, minimal];
    body bar { mass: 2 [kg], com: [0.5, 0] [m], inertia: 0.25 [kg*m^2] }
    joint hinge = revolute(ground, bar);
}
";

#[test]
fn the_first_of_several_formulations_runs_and_is_named() {
    let folder = Folder::new("formulations");
    let file = folder.write("arm.mech", SEVERAL);
    let run = |more: &[&str]| linkwork(&[&["simulate", &file, "--until", "0.01"], more].concat());
    let first = run(&[]);
    let (text, note) = (String::from_utf8_lossy(&first.stdout), String::from_utf8_lossy(&first.stderr));
    assert!(text.starts_with("Arm (native code)") && text.contains("bar.x "), "{text}");
    assert_eq!(note.matches("note: using `Arm`, the first formulation in").count(), 1, "{note}");
    assert!(note.contains("help: --mechanism takes `ArmMinimal`"), "{note}");
    // A motion is added to the text, but the file is that of the user.
    let driven = ["inverse-dynamics", &file, "--motion", "hinge.angle = 1 [rad/s] * time", "--until", "0.01"];
    let note = String::from_utf8_lossy(&linkwork(&driven).stderr).into_owned();
    assert!(note.contains(&format!("the first formulation in `{file}`")), "{note}");
    let other = run(&["--mechanism", "ArmMinimal"]);
    let (text, note) = (String::from_utf8_lossy(&other.stdout), String::from_utf8_lossy(&other.stderr));
    assert!(text.starts_with("ArmMinimal (native code)") && !text.contains("bar.x "), "{text}");
    assert!(!note.contains("note:"), "{note}");
    // Several mechanisms have no default.
    let both = folder.write("both.mech", &format!("{SEVERAL}{}", SEVERAL.replace("Arm", "Leg")));
    assert!(refused(&["simulate", &both, "--until", "0.01"]).contains("contains several mechanisms"));
    // A constant of another mechanism cannot be set for this one.
    let counted = folder.write("counted.mech", &format!("{SEVERAL}mechanism Row {{ const parts = 2; }}"));
    let message = refused(&["simulate", &counted, "--mechanism", "ArmMinimal", "--set", "parts=3"]);
    assert!(message.contains("there is no parameter `parts`"), "{message}");
}

/// A manifest that cargo reads, dependencies that it finds, and no files where the crate cannot be created. The program and the mechanism of the
/// crate are an example of the tests (`template`), which compiles and runs them.
#[test]
fn a_new_crate_is_complete() {
    let folder = Folder::new("new");
    let target = folder.path("crane");
    let shown = target.display().to_string();
    let checkout = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").display().to_string();
    let text = printed(&["new", &shown, "--path", &checkout]);
    assert!(text.contains("the crate `crane`") && text.contains("cargo run --release"), "{text}");
    for file in [
        "Cargo.toml",
        ".gitignore",
        ".cargo/config.toml",
        "build.rs",
        "src/main.rs",
        "mechanisms/slider_crank.mech",
    ] {
        assert!(target.join(file).is_file(), "{file}");
    }
    let flag = |path: &Path| {
        let text = fs::read_to_string(path.join(".cargo/config.toml")).expect("settings of cargo");
        text.lines().find(|line| line.starts_with("rustflags")).map(str::to_owned)
    };
    assert!(flag(&target).is_some_and(|line| line.contains("no-vectorize-slp")));
    assert_eq!(flag(&target), flag(checkout.as_ref()), "the flags of this repository");

    // The same versions as here: cargo finds them without a network.
    fs::copy(Path::new(&checkout).join("Cargo.lock"), target.join("Cargo.lock")).expect("a lock file");
    let tree = Command::new(env!("CARGO"))
        .args(["tree", "--offline", "--prefix", "none"])
        .current_dir(&target)
        .output()
        .expect("cargo starts");
    let (found, message) = (String::from_utf8_lossy(&tree.stdout), String::from_utf8_lossy(&tree.stderr));
    assert!(tree.status.success(), "{message}");
    for package in ["crane", "linkwork", "linkwork-macros", "linkwork-compiler"] {
        assert!(found.lines().any(|line| line.starts_with(&format!("{package} v"))), "{package}: {found}");
    }

    assert!(refused(&["new", &shown]).contains("already exists"));
    let inside = |name: &str| folder.path(name).display().to_string();
    assert!(refused(&["new", &inside("1st")]).contains("begins with a letter"));
    assert!(refused(&["new", &inside("linkwork")]).contains("belongs to another crate"));
    assert!(refused(&["new", &inside("arm"), "--path", &shown]).contains("is not a checkout of Linkwork"));
    assert_eq!(folder.files(), ["crane"]);
}

#[test]
fn a_new_crate_inside_a_workspace_does_not_join_it() {
    let folder = Folder::new("workspace");
    folder.write("Cargo.toml", "[workspace]\nmembers = []\n");
    let output = linkwork(&["new", &folder.path("crane").display().to_string()]);
    assert!(output.status.success() && String::from_utf8_lossy(&output.stderr).contains("does not join it"));
    let manifest = fs::read_to_string(folder.path("crane").join("Cargo.toml")).expect("a manifest");
    assert!(manifest.ends_with("[workspace]\n"), "{manifest}");
}
