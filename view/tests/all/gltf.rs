//! glTF read back: the container, the description of the bytes in its JSON, and the animation.

use crate::films::{HEXAPOD, SLIDER_CRANK, built, compiled, film, frames};
use linkwork_compiler::Drawing;
use serde_json::Value;

/// Rounding of f32.
const SINGLE: f64 = 1e-6;

/// The JSON and the buffer.
fn read(bytes: &[u8]) -> (Value, Vec<u8>) {
    let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes")) as usize;
    assert_eq!(&bytes[..4], b"glTF");
    assert_eq!((number(4), number(8)), (2, bytes.len()));
    let json = number(12);
    assert_eq!(&bytes[16..20], b"JSON");
    let binary = 20 + json;
    assert_eq!(&bytes[binary + 4..binary + 8], b"BIN\0");
    assert_eq!(binary + 8 + number(binary), bytes.len());
    assert_eq!((json % 4, number(binary) % 4), (0, 0));
    let document = serde_json::from_slice(&bytes[20..binary]).expect("JSON");
    (document, bytes[binary + 8..].to_vec())
}

/// The f32 of an accessor.
fn numbers(document: &Value, buffer: &[u8], accessor: &Value) -> Vec<f32> {
    let accessor = &document["accessors"][accessor.as_u64().expect("a number") as usize];
    assert_eq!(accessor["componentType"], 5126);
    let view = &document["bufferViews"][accessor["bufferView"].as_u64().expect("a view") as usize];
    let place = |what: &str| view[what].as_u64().expect("a place") as usize;
    let bytes = &buffer[place("byteOffset")..place("byteOffset") + place("byteLength")];
    bytes.chunks_exact(4).map(|four| f32::from_le_bytes(four.try_into().expect("four bytes"))).collect()
}

/// A bar from end to end.
fn reaches(joint: &linkwork_view::Joint) -> bool {
    let slides = joint.motions.iter().filter(|(turns, _)| !turns).count();
    !joint.fixed && (slides == 1 || joint.motions.is_empty() && !joint.turns_freely)
}

/// A spring reaches from its first end to its second in every frame, and does not flip over.
#[test]
fn springs_reach_from_end_to_end() {
    let tape = built(compiled(SLIDER_CRANK, Drawing::Places, ""));
    let film = film(&tape, 1e-3, &frames(101, 100.0));
    let (document, buffer) = read(&film.gltf());
    let nodes = document["nodes"].as_array().expect("nodes");
    let number = nodes.iter().position(|node| node["name"] == "buffer").expect("the spring");
    let animation = &document["animations"][0];
    let of = |path: &str| {
        let channels = animation["channels"].as_array().expect("channels");
        let wanted =
            |channel: &&Value| channel["target"]["node"] == number && channel["target"]["path"] == path;
        let sampler = channels.iter().find(wanted).expect("a channel")["sampler"].as_u64().expect("a number");
        numbers(&document, &buffer, &animation["samplers"][sampler as usize]["output"])
    };
    let (places, turns, scales) = (of("translation"), of("rotation"), of("scale"));
    let mut before: Option<[f32; 4]> = None;
    for frame in 0..101 {
        let slider = film.keyframes.pose(frame, 2).0;
        let turned: [f32; 4] = turns[4 * frame..4 * frame + 4].try_into().expect("four");
        let [x, y, z, w] = turned.map(f64::from);
        let along = [2.0 * (x * z + y * w), 2.0 * (y * z - x * w), 1.0 - 2.0 * (x * x + y * y)];
        let length = f64::from(scales[3 * frame + 2]);
        for k in 0..3 {
            let middle = f64::from(places[3 * frame + k]);
            let (first, second) = (middle - length / 2.0 * along[k], middle + length / 2.0 * along[k]);
            assert!(
                (first - [1.0, 0.0, 0.0][k]).abs() < SINGLE && (second - slider[k]).abs() < SINGLE,
                "{frame}"
            );
        }
        if let Some(before) = before {
            let product: f32 = before.iter().zip(turned).map(|(a, b)| a * b).sum();
            assert!(product > 0.9, "{frame}: {product}");
        }
        before = Some(turned);
    }
}

#[test]
fn the_animation_is_the_motion() {
    for (text, step) in [(SLIDER_CRANK, 1e-3), (HEXAPOD, 1e-3)] {
        let tape = built(compiled(text, Drawing::Places, ""));
        let film = film(&tape, step, &frames(51, 100.0));
        let (document, buffer) = read(&film.gltf());
        let nodes = document["nodes"].as_array().expect("nodes");
        let animation = &document["animations"][0];
        let channels = animation["channels"].as_array().expect("channels");
        let spans = film.scene.lines.len() + film.scene.joints.iter().filter(|joint| reaches(joint)).count();
        assert_eq!(channels.len(), 2 * film.scene.bodies.len() + 3 * spans);
        for channel in channels.iter().take(2 * film.scene.bodies.len()) {
            let node = channel["target"]["node"].as_u64().expect("a node") as usize;
            let body = film.scene.bodies.iter().position(|body| nodes[node]["name"] == body.name.as_str());
            let body = body.expect("a body");
            let sampler = &animation["samplers"][channel["sampler"].as_u64().expect("a sampler") as usize];
            let (times, values) = (
                numbers(&document, &buffer, &sampler["input"]),
                numbers(&document, &buffer, &sampler["output"]),
            );
            assert_eq!(times.len(), film.keyframes.times().len());
            let width = values.len() / times.len();
            for (frame, found) in values.chunks_exact(width).enumerate() {
                let (position, turned) = film.keyframes.pose(frame, body);
                let wanted = if width == 3 { position.to_vec() } else { turned.to_vec() };
                assert!(found.iter().zip(&wanted).all(|(a, b)| (f64::from(*a) - b).abs() < SINGLE));
            }
        }
        // Every solid is a node with a mesh, on its body.
        let meshes = nodes.iter().filter(|node| node.get("mesh").is_some()).count();
        assert_eq!(meshes, film.scene.solids.len() + spans);
        assert_eq!(nodes.len(), 1 + film.scene.bodies.len() + meshes);
        let views = document["bufferViews"].as_array().expect("views");
        let end =
            |view: &Value| view["byteOffset"].as_u64().zip(view["byteLength"].as_u64()).map(|(a, b)| a + b);
        assert!(views.iter().all(|view| end(view).is_some_and(|end| end <= buffer.len() as u64)));
        assert_eq!(document["buffers"][0]["byteLength"], buffer.len());
    }
}

#[test]
fn a_still_has_no_animation() {
    let tape = built(compiled(SLIDER_CRANK, Drawing::Places, ""));
    let (document, _) = read(&film(&tape, 1e-3, &[0.0]).gltf());
    assert!(document.get("animations").is_none());
}
