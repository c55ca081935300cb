//! The page contains the film: its unpacked numbers are those of the run.

use crate::films::{QUADRUPED, SLIDER_CRANK, built, compiled, film, frames, positions};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::GzDecoder;
use linkwork_compiler::Drawing;
use linkwork_view::{Film, Keyframes, Scene, decode};
use serde_json::Value;
use std::io::Read;

/// The tolerance of a picture: a hundred-thousandth of the scene.
const SHARE: f64 = 1e-5;
/// The budget of a page of ten seconds of the quadruped.
const MOST: usize = 1_000_000;

fn unpacked(page: &str, id: &str) -> Vec<u8> {
    let begin = format!("id=\"packed-{id}\">");
    let (_, rest) = page.split_once(&begin).expect("the part");
    let (text, _) = rest.split_once("</script>").expect("its end");
    let bytes = STANDARD.decode(text).expect("base64");
    let mut found = Vec::new();
    GzDecoder::new(bytes.as_slice()).read_to_end(&mut found).expect("gzip");
    found
}

fn scene(page: &str) -> Value {
    serde_json::from_slice(&unpacked(page, "scene")).expect("JSON")
}

/// The animation follows the run, from the bytes of the page.
#[test]
fn numbers_of_the_page_are_those_of_the_run() {
    let tape = built(compiled(QUADRUPED, Drawing::Places, ""));
    let times = frames(101, 100.0);
    let film = film(&tape, 5e-3, &times);
    let page = film.html().expect("a page");
    let (numbers, scene) = (unpacked(&page, "numbers"), scene(&page));
    let size = scene["size"].as_f64().expect("a size");
    let mut rest = numbers.as_slice();
    let all = positions(&tape, 5e-3, &times);
    let poses = tape.poses().expect("a picture");
    let bodies = scene["bodies"].as_array().expect("bodies").len();
    assert_eq!(bodies, 17);
    for body in 0..bodies {
        let columns: Vec<Vec<f64>> =
            (0..7).map(|_| decode(&mut rest, times.len()).expect("a column")).collect();
        for (frame, q) in all.iter().enumerate() {
            let pose = &poses.at(q)[12 * body..12 * body + 12];
            for k in 0..3 {
                assert!((columns[k][frame] - pose[k]).abs() < SHARE * size);
            }
            let [x, y, z, w] = [3, 4, 5, 6].map(|k: usize| columns[k][frame]);
            let first_row = [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)];
            assert!(first_row.iter().zip(&pose[3..6]).all(|(a, b)| (a - b).abs() < SHARE));
        }
    }
    for (column, q) in scene["columns"].as_array().expect("columns").iter().zip(0..) {
        let values = decode(&mut rest, times.len()).expect("a column");
        let largest = all.iter().fold(0.0, |most: f64, at| most.max(at[q].abs()));
        assert_eq!(column["name"], *tape.program().coordinates[q].name);
        assert!(values.iter().zip(&all).all(|(value, at)| (value - at[q]).abs() <= SHARE * largest));
    }
    assert!(rest.is_empty());
}

#[test]
fn ten_seconds_of_the_quadruped_are_less_than_a_megabyte() {
    let tape = built(compiled(QUADRUPED, Drawing::Places, ""));
    let page = film(&tape, 5e-3, &frames(1001, 100.0)).html().expect("a page");
    assert!(page.len() < MOST, "{}", page.len());
}

/// Texts of a description are text of the page and never markup.
#[test]
fn names_do_not_break_the_page() {
    let tape = built(compiled(SLIDER_CRANK, Drawing::Places, ""));
    let mut film = film(&tape, 1e-3, &frames(3, 100.0));
    let plain = film.html().expect("a page");
    film.scene.name = "</title><script>alert(1)</script>{{script}}".to_owned();
    film.scene.bodies[0].name = "</script><img src=x onerror=alert(1)>".to_owned();
    film.subtitle = "<b onclick=\"alert(1)\">".to_owned();
    let page = film.html().expect("a page");
    let count = |text: &str, what: &str| text.matches(what).count();
    for tag in ["<script", "</script>", "<img", "<b ", "<title>", "</title>", "<body>"] {
        assert_eq!(count(&page, tag), count(&plain, tag), "{tag}");
    }
    assert!(page.contains("<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;{{script}}</title>"));
    assert_eq!(scene(&page)["bodies"][0]["name"], film.scene.bodies[0].name.as_str());
    assert!(scene(&plain)["panel"]["docs"].as_str().expect("docs").contains("</script><b>"));
}

/// The page makes no requests: its policy forbids them, and it contains no address.
#[test]
fn a_page_loads_nothing() {
    let tape = built(compiled(SLIDER_CRANK, Drawing::Places, ""));
    let page = film(&tape, 1e-3, &frames(3, 100.0)).html().expect("a page");
    assert!(page.contains("default-src 'none'"));
    let (before, rest) = page.split_once("id=\"packed-three\"").expect("the scripts");
    for what in ["http:", "https:", "src=\"", "@import", "url("] {
        assert!(!before.contains(what), "{what}");
    }
    assert!(!rest.contains("src="));
}

/// A mechanism of energies has no bodies: the page states it.
#[test]
fn mechanisms_without_bodies_are_reported() {
    let program = compiled(
        "mechanism Oscillator { coordinate x [m]; kinetic = 1 [kg] * der(x)^2 / 2; potential = 2 [N/m] * x^2; initial { x: 1 [m] } }",
        Drawing::Reactions,
        "",
    );
    assert!(program.picture.is_none());
    let scene_of = Scene::new(&program, &[], &[]).expect("a scene");
    assert_eq!(scene_of.notes.len(), 1);
    let keyframes = Keyframes::new(vec![0.0], 0, |_| Vec::new()).expect("no poses");
    let film = Film { scene: scene_of, keyframes, columns: Vec::new(), subtitle: String::new() };
    let page = film.html().expect("a page");
    assert_eq!(scene(&page)["notes"][0], film.scene.notes[0].as_str());
    assert_eq!(scene(&page)["panel"]["freedoms"], 1);
}

/// Reactions are outputs after those of the description; couplings and free bodies have none.
#[test]
fn reactions_are_outputs() {
    let program = compiled(SLIDER_CRANK, Drawing::Reactions, "");
    let names: Vec<&str> = program.output_names.iter().map(|named| &*named.name).collect();
    assert_eq!(names[..3], ["piston", "pivot.force.x", "pivot.force.y"]);
    let picture = program.picture.as_ref().expect("a picture");
    assert_eq!(
        picture.joints.iter().map(|joint| joint.reaction).collect::<Vec<_>>(),
        [Some(1), Some(3), Some(5), Some(7)]
    );
    let quadruped = compiled(QUADRUPED, Drawing::Reactions, "");
    let picture = quadruped.picture.as_ref().expect("a picture");
    assert_eq!(picture.joints[0].reaction, None);
    // A torque on each of the twelve axes besides.
    assert_eq!(quadruped.output_names.len(), 3 * (picture.joints.len() - 1) + 12);
}
