//! Pictures of artificial trajectories of every size: labels do not overlap and stay on the sheet.

use super::{WIDTH, draw};
use linkwork::solution::Report;
use linkwork_models::{Column, Quantity, Trajectory};

/// Waves of `coordinates` different sizes over `samples` instants.
fn waves(coordinates: usize, samples: usize, size: f64) -> Trajectory {
    let times: Vec<f64> = (0..samples).map(|i| 10.0 * i as f64 / (samples.max(2) - 1) as f64).collect();
    let column = |k: usize| Column {
        name: if k.is_multiple_of(3) { format!("a_rather_long_name[{k}]") } else { format!("x{k}") },
        unit: if k % 5 == 4 { "rad".into() } else { "m".into() },
        quantity: Quantity::Coordinate,
        values: times.iter().map(|t| size * (1.0 + k as f64) * (t * (1.0 + 0.1 * k as f64)).sin()).collect(),
    };
    Trajectory {
        mechanism: "Waves".into(),
        columns: (0..coordinates).map(column).collect(),
        balance: None,
        stiffness: None,
        energy: Some(times.iter().map(|t| 5.0 + 1e-9 * (3.0 * t).sin()).collect()),
        residual: Some(times.iter().map(|t| 1e-14 * (7.0 * t).sin().abs()).collect()),
        times,
        events: Vec::new(),
        report: Report::default(),
    }
}

/// (x, y, anchor, size, words) of every `<text>`.
fn words(svg: &str) -> Vec<(f64, f64, String, f64, String)> {
    let attribute = |tag: &str, name: &str| {
        let from = tag.find(&format!(" {name}=\"")).map(|at| at + name.len() + 3);
        let value = from.and_then(|from| tag[from..].split('"').next());
        value.unwrap_or_default().to_owned()
    };
    let number = |tag: &str, name: &str| attribute(tag, name).parse().unwrap_or(0.0) / 10.0;
    let of = |text: &str| {
        let (tag, rest) = text.split_once('>').unwrap_or((text, ""));
        let words = rest.split("</text>").next().unwrap_or_default().trim().to_owned();
        (number(tag, "x"), number(tag, "y"), attribute(tag, "text-anchor"), number(tag, "font-size"), words)
    };
    svg.split("<text").skip(1).map(of).filter(|(.., words)| !words.is_empty()).collect()
}

/// Left, right, top and bottom of words in a face of common width (half an em a letter).
fn extent((x, y, anchor, size, words): &(f64, f64, String, f64, String)) -> [f64; 4] {
    let width = 0.5 * size * words.chars().count() as f64;
    let left = match anchor.as_str() {
        "end" => x - width,
        "middle" => x - 0.5 * width,
        _ => *x,
    };
    [left, left + width, y - 0.5 * size, y + 0.5 * size]
}

#[test]
fn labels_do_not_overlap_at_any_size() {
    for (coordinates, samples, size) in [
        (1, 10, 1.0),
        (1, 1_000_000, 1e-7),
        (3, 500, 123_456.0),
        (7, 2000, 1.0),
        (20, 300, 0.02),
        (80, 50, 1.0),
    ] {
        let svg =
            draw(&waves(coordinates, samples, size), "a method, step 0.001 s").expect("it can be drawn");
        let words = words(&svg);
        assert!(words.len() > 15, "there are only {} words", words.len());
        for (i, word) in words.iter().enumerate() {
            let [left, right, top, bottom] = extent(word);
            assert!(left >= 0.0 && right <= WIDTH && top >= 0.0, "{word:?} leaves the sheet");
            for other in &words[..i] {
                let o = extent(other);
                let apart = right <= o[0] || o[1] <= left || bottom <= o[2] || o[3] <= top;
                assert!(apart, "{word:?} lies over {other:?} with {coordinates} coordinates");
            }
        }
        assert!(svg.len() < 600_000, "{} bytes with {samples} samples", svg.len());
    }
}

#[test]
fn omissions_are_stated() {
    let svg = draw(&waves(80, 50, 1.0), "").expect("it can be drawn");
    assert!(svg.contains("more curves are not shown"));
    assert!(!draw(&waves(20, 50, 1.0), "").expect("it can be drawn").contains("not shown"));
}

#[test]
fn one_sample_and_no_motion_are_drawn() {
    let mut still = waves(2, 1, 0.0);
    still.residual = Some(vec![0.0]);
    let svg = draw(&still, "").expect("it can be drawn");
    assert!(svg.contains("energy drift") && !svg.contains("NaN"));
}
