//! `linkwork view`: pages and glTF of runs, tables and initial states.

use super::{FALL, Folder, linkwork, printed, refused};
use std::fs;

const CRANK: &str = include_str!("../../../view/tests/browser/slider_crank.mech");
const BOUNCE: &str = include_str!("../../../view/tests/browser/bounce.mech");

/// A rotor that makes 24 turns a second: 0.75 rad between keyframes.
const ROTOR: &str = "
pub mechanism Spin in plane {
    body rotor { mass: 1 [kg], inertia: 0.01 [kg*m^2] }
    joint axle = revolute(ground, rotor at [-0.1, 0] [m]);
    output rate = der(axle.angle);
    initial { axle.angle: 0, der(axle.angle): 150 [rad/s] }
}
";

#[test]
fn a_run_becomes_a_page_and_gltf() {
    let folder = Folder::new("view");
    let file = folder.write("crank.mech", CRANK);
    let (page, glb) = (folder.path("crank.html"), folder.path("crank.glb"));
    let (to, other) = (page.display().to_string(), glb.display().to_string());
    let text = printed(&["view", &file, "-o", &to, "--gltf", &other, "--until", "0.5"]);
    assert!(text.contains("101 of 3 bodies") && text.contains("step 0.001 s"), "{text}");
    let page = fs::read_to_string(page).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.trim_end().ends_with("</html>"));
    assert_eq!(fs::read(glb).unwrap()[..4], *b"glTF");
    assert_eq!(folder.files(), ["crank.glb", "crank.html", "crank.mech"]);
    // A long run has fewer frames per second, unless a rate is given.
    let text = printed(&["view", &file, "-o", &to, "--until", "100", "--step", "0.01", "--reactions", "off"]);
    assert!(text.contains("2001 of 3 bodies"), "{text}");
}

/// The bytes of the page, without the line with their source, are those of the run.
#[test]
fn a_table_gives_the_frames_of_its_run() {
    let folder = Folder::new("view-table");
    let file = folder.write("crank.mech", CRANK);
    let csv = folder.path("run.csv").display().to_string();
    let [from, run] = ["from.glb", "run.glb"].map(|name| folder.path(name).display().to_string());
    printed(&["simulate", &file, "--until", "0.5", "--csv", &csv, "--interval", "0.005"]);
    let text = printed(&["view", &file, "--from", &csv, "--gltf", &from]);
    assert!(text.contains("from run.csv") && text.contains("101 of 3 bodies"), "{text}");
    printed(&["view", &file, "--until", "0.5", "--gltf", &run]);
    assert_eq!(fs::read(&from).unwrap(), fs::read(&run).unwrap());
    let still = printed(&["view", &file, "--still", "--gltf", &run]);
    assert!(still.contains("1 of 3 bodies"), "{still}");

    // A frame every tenth of a second, and the last line.
    for (until, frames) in [("0.55", "7 of 3 bodies"), ("0.505", "6 of 3 bodies")] {
        printed(&["simulate", &file, "--until", until, "--csv", &csv, "--interval", "0.005"]);
        let text = printed(&["view", &file, "--from", &csv, "--gltf", &from, "--rate", "10"]);
        assert!(text.contains(frames), "{text}");
    }
}

/// A keyframe just before the end of a run is left out; the first and the last one never are.
#[test]
fn the_end_of_a_run_is_no_keyframe_too_many() {
    let folder = Folder::new("view-end");
    let file = folder.write("crank.mech", CRANK);
    let to = folder.path("crank.glb").display().to_string();
    for (until, frames) in
        [("0.1000001", "21 of 3"), ("0.103", "22 of 3"), ("0.001", "2 of 3"), ("0.00500001", "2 of 3")]
    {
        let text = printed(&["view", &file, "--gltf", &to, "--until", until]);
        assert!(text.contains(frames), "{until}: {text}");
    }
}

/// What happens between keyframes is noted, for the command and on the page: a body that turns too far, and a push that no keyframe shows.
#[test]
fn what_keyframes_do_not_show_is_noted() {
    let folder = Folder::new("view-between");
    let page = folder.path("page.html").display().to_string();
    let csv = folder.path("run.csv").display().to_string();
    let rotor = folder.write("rotor.mech", ROTOR);
    let turns = "`rotor` turns by at least 0.750 rad between two keyframes";
    let text = printed(&["view", &rotor, "-o", &page, "--until", "0.5"]);
    assert!(text.contains(turns) && text.contains("Use a larger `--rate`.\n"), "{text}");
    let text = printed(&["view", &rotor, "-o", &page, "--until", "20"]);
    assert!(text.contains("1.50 rad") && text.contains("or a shorter `--until`."), "{text}");
    let text = printed(&["view", &rotor, "-o", &page, "--until", "0.5", "--rate", "500"]);
    assert!(!text.contains("note:"), "{text}");
    // A table has the lines between its keyframes.
    printed(&["simulate", &rotor, "--until", "0.5", "--csv", &csv]);
    let text = printed(&["view", &rotor, "-o", &page, "--from", &csv]);
    assert!(text.contains(turns) && text.contains("a table with more lines"), "{text}");
    let text = printed(&["view", &rotor, "-o", &page, "--from", &csv, "--rate", "1000"]);
    assert!(!text.contains("note:"), "{text}");

    let bounce = folder.write("bounce.mech", BOUNCE);
    // Ten steps of a contact.
    let run = ["--until", "0.35", "--step", "5e-5"];
    let text = printed(&[&["view", &bounce, "-o", &page], &run[..]].concat());
    // 1748 N and the weight: k δ^1.5, with 2/5 k δ^2.5 = m g h. The largest one of a step is a little less.
    for name in ["push", "hit.force"] {
        assert!(text.contains(&format!("`{name}` reaches 174")), "{text}");
    }
    assert_eq!(text.matches("(0 N at keyframes)").count(), 2, "{text}");
    let text = printed(&[&["view", &bounce, "-o", &page, "--rate", "20000"], &run[..]].concat());
    assert!(!text.contains("note:"), "{text}");
    printed(&[&["simulate", &bounce, "--csv", &csv], &run[..]].concat());
    let text = printed(&["view", &bounce, "-o", &page, "--from", &csv]);
    assert!(text.contains("`push` reaches 174") && text.contains("(0 N at keyframes)."), "{text}");
}

#[test]
fn unsuitable_tables_are_refused() {
    let folder = Folder::new("view-refused");
    let file = folder.write("crank.mech", CRANK);
    let page = folder.path("crank.html").display().to_string();
    for (table, words) in [
        ("time [s],x [m]\n0,1\n", "there is no column `pivot.angle`"),
        ("x [m]\n1\n", "there is no column `time`"),
        ("time [s],pivot.angle [rad],pin.angle [rad],wrist.angle [rad]\n", "it has no lines"),
        (
            "time,pivot.angle,pin.angle,wrist.angle\n0,0,0,nought\n",
            "line 2, column `wrist.angle`: `nought` is not a number",
        ),
        (
            "time,pivot.angle,pin.angle,wrist.angle\n0,0,0,0\n-1,0,0,0\n",
            "times must increase: -1 s follows 0 s",
        ),
        ("time,pivot.angle,pin.angle,wrist.angle\n0,0,0,NaN\n", "is not finite at t = 0"),
    ] {
        let csv = folder.write("run.csv", table);
        let output = linkwork(&["view", &file, "--from", &csv, "-o", &page]);
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && message.contains(words), "{message}");
    }
    for (bad, words) in [
        (&[][..], "--output"),
        (&["-o", &page, "--method", "rk"][..], "there is no method `rk`"),
        (&["-o", &page, "--rate", "0"][..], "positive"),
        (&["-o", &page, "--still", "--until", "1"][..], "cannot be used with"),
        (&["-o", &file][..], "it is an input of this command"),
    ] {
        let message = refused(&[&["view", &file], bad].concat());
        assert!(message.contains(words), "{message}");
    }
    assert_eq!(folder.files(), ["crank.mech", "run.csv"]);
}

/// A mechanism of energies has no bodies: the page has plots, and glTF would be empty.
#[test]
fn mechanisms_without_bodies_have_plots() {
    let folder = Folder::new("view-energies");
    let file = folder.write("fall.mech", FALL);
    let page = folder.path("fall.html").display().to_string();
    let text = printed(&["view", &file, "-o", &page, "--until", "1"]);
    assert!(text.contains("has no bodies to draw"), "{text}");
    let glb = folder.path("fall.glb").display().to_string();
    assert!(refused(&["view", &file, "--gltf", &glb]).contains("omit --gltf"));
    assert_eq!(folder.files(), ["fall.html", "fall.mech"]);
}

/// Springs that are too fast for the default method are run with another, which is reported; a given method is kept.
#[test]
fn stiff_mechanisms_are_run_with_another_method() {
    let folder = Folder::new("view-stiff");
    let page = folder.path("governor.html").display().to_string();
    let text = printed(&["view", "governor", "-o", &page, "--until", "0.2", "--step", "0.01"]);
    assert!(text.contains("was used") && text.contains("generalized"), "{text}");
    let named =
        ["view", "governor", "-o", &page, "--until", "0.2", "--step", "0.01", "--method", "fifth-degree"];
    let output = linkwork(&named);
    assert!(!String::from_utf8_lossy(&output.stdout).contains("was used"));
}

/// Forces are shown for a complete table and for the initial state; otherwise the reason is reported.
#[test]
fn arrows_of_tables_and_of_the_start() {
    let folder = Folder::new("view-arrows");
    let file = folder.write("crank.mech", CRANK);
    let csv = folder.path("run.csv").display().to_string();
    let [run, page] = ["run.html", "from.html"].map(|name| folder.path(name).display().to_string());
    let short = ["--until", "0.2"];
    printed(&[&["simulate", &file, "--csv", &csv, "--interval", "0.005"], &short[..]].concat());
    let text = printed(&["view", &file, "--from", &csv, "-o", &page]);
    assert!(!text.contains("not shown"), "{text}");
    // The numbers of the page are those of the run, to the byte: poses, outputs, reactions, forces.
    printed(&[&["view", &file, "-o", &run], &short[..]].concat());
    let numbers = |path: &str| {
        let page = fs::read_to_string(path).unwrap();
        let (_, rest) = page.split_once("id=\"packed-numbers\">").unwrap();
        rest.split_once('<').unwrap().0.to_owned()
    };
    assert_eq!(numbers(&page), numbers(&run));
    printed(&[
        "simulate",
        &file,
        "--until",
        "0.2",
        "--csv",
        &csv,
        "--columns",
        "time,pivot.angle,pin.angle,wrist.angle",
    ]);
    let text = printed(&["view", &file, "--from", &csv, "-o", &page]);
    assert!(text.contains("the table does not contain all velocities"), "{text}");
    let still = printed(&["view", &file, "--still", "-o", &page]);
    assert!(!still.contains("note:"), "{still}");

    let inputs = folder.write(
        "driven.mech",
        &CRANK
            .replace("output piston", "input drive [N*m]; force motor = torque(pivot, drive); output piston"),
    );
    printed(&["simulate", &inputs, "--until", "0.2", "--csv", &csv, "--input", "drive=3*time"]);
    let text = printed(&["view", &inputs, "--from", &csv, "-o", &page]);
    assert!(text.contains("a table has no inputs"), "{text}");
    let text = printed(&["view", &inputs, "--from", &csv, "-o", &page, "--input", "drive=3*time"]);
    assert!(!text.contains("not shown"), "{text}");
}

/// A robot is drawn as in its files, also in the mechanism that was imported from it.
#[test]
fn robots_have_their_meshes() {
    let folder = Folder::new("view-robot");
    let arm = concat!(env!("CARGO_MANIFEST_DIR"), "/../view/tests/browser/robot/arm.urdf");
    let page = folder.path("arm.html").display().to_string();
    let output = linkwork(&["view", arm, "-o", &page, "--until", "0.1"]);
    // Meshes are drawn, or their notes say why they are not.
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.contains("meshes          3")
            && text.contains("`meshes/tool.dae` is not drawn: the format must be STL or OBJ"),
        "{text}"
    );
    let file = folder.write("arm.mech", &printed(&["import", arm]));
    let text = printed(&["view", &file, "-o", &page, "--still"]);
    assert!(!text.contains("meshes"), "{text}");
    let text = printed(&["view", &file, "-o", &page, "--still", "--looks", arm]);
    assert!(text.contains("meshes          3"), "{text}");
    let floating = folder.write("floating.mech", &printed(&["import", arm, "--floating"]));
    let text = printed(&["view", &floating, "-o", &page, "--still", "--looks", arm]);
    assert!(text.contains("meshes          3") && !text.contains("not bodies"), "{text}");
    let other = folder.write("crank.mech", CRANK);
    let text = printed(&["view", &other, "-o", &page, "--still", "--looks", arm]);
    assert!(text.contains("`upper`") && text.contains("not bodies of this mechanism"), "{text}");
}
