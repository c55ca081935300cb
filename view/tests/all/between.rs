//! What a motion does between its keyframes is noted: turns and peaks, and only where they are lost.

use linkwork_view::{Between, Column, ColumnKind, crowded};

const HELP: &str = "Use more of them.";
/// The time between keyframes, in s.
const INTERVAL: f64 = 5e-3;

fn column(name: &str, unit: &str, kind: ColumnKind, values: &[f64]) -> Column {
    Column { name: name.to_owned(), unit: unit.to_owned(), kind, values: values.to_vec() }
}

/// A body at the origin that is turned about z.
fn pose(angle: f64) -> [f64; 12] {
    let (sine, cosine) = angle.sin_cos();
    [0.0, 0.0, 0.0, cosine, -sine, 0.0, sine, cosine, 0.0, 0.0, 0.0, 1.0]
}

/// The notes on two bodies, of which the second one rests, in a second of steps of this size.
fn turning(angle: impl Fn(f64) -> f64, step: f64, interval: f64) -> Vec<String> {
    let mut between = Between::new(2, &[]);
    let mut frames = 1_u32;
    for k in 0..=(1.0 / step).round() as u32 {
        let time = f64::from(k) * step;
        between.step(time, &[pose(angle(time)), pose(1.0)].concat(), &[]);
        while interval * f64::from(frames) <= time {
            between.keyframe(interval * f64::from(frames));
            frames += 1;
        }
    }
    between.notes(&["rotor".to_owned(), "frame".to_owned()], &[], HELP)
}

#[test]
fn turns_that_are_too_far_for_keyframes_are_noted() {
    // 0.6 and 0.4 rad between keyframes.
    let notes = turning(|t| 120.0 * t, 1e-3, INTERVAL);
    assert_eq!(notes.len(), 1);
    assert!(notes[0].starts_with("`rotor` turns by at least 0.600 rad between two keyframes"), "{notes:?}");
    assert!(notes[0].ends_with(HELP), "{notes:?}");
    assert!(turning(|t| 80.0 * t, 1e-3, INTERVAL).is_empty());
    // Whole turns between keyframes are counted.
    let notes = turning(|t| 1100.0 * t, 1e-3, 0.5);
    assert!(notes[0].contains("by at least 550 rad"), "{notes:?}");
    // There and back: 40 periods between keyframes, of 4·0.01 rad each.
    let notes = turning(|t| 0.01 * (std::f64::consts::TAU * 400.0 * t).sin(), 1e-5, 0.1);
    assert!(notes[0].contains("by at least 1.60 rad"), "{notes:?}");
    // Steps of 0.4 rad, and of 2 rad, across many keyframes of which each is a tenth of them.
    assert!(turning(|t| 8.0 * t, 0.05, INTERVAL).is_empty());
    assert!(turning(|t| 40.0 * t, 0.05, INTERVAL).is_empty());
}

/// The first body is the one that turns most.
#[test]
fn all_bodies_are_counted() {
    let mut between = Between::new(3, &[]);
    for time in [0.0_f64, 1.0] {
        between.step(time, &[pose(0.7 * time), pose(0.9 * time), pose(0.1)].concat(), &[]);
    }
    let notes = between.notes(&["a", "b", "c"].map(str::to_owned), &[], HELP);
    assert!(notes[0].starts_with("`b` (and another body) turns by at least 0.900 rad"), "{notes:?}");
}

/// The note on peaks, with keyframes that show `shown` of an arrow and its output, and steps that reach `peak`.
fn peak(shown: f64, peak: f64) -> Vec<String> {
    let columns = |values: &[f64]| {
        vec![
            column("height", "m", ColumnKind::Coordinate, values),
            column("push", "N", ColumnKind::Output, values),
            column("hit.force.x", "N", ColumnKind::Force(0, 0), values),
            column("hit.force.y", "N", ColumnKind::Force(0, 1), values),
            column("hit.torque.z", "N*m", ColumnKind::Force(0, 5), values),
        ]
    };
    let mut between = Between::new(0, &columns(&[]));
    // A coordinate, and a torque without a peak, have none.
    for (time, value) in [(0.0, shown), (1.0, peak), (2.0, shown)] {
        between.step(time, &[], &[10.0 * value, value, 0.6 * value, 0.8 * value, 1.0]);
    }
    let mut at_keyframes = columns(&[shown; 2]);
    for (column, factor) in at_keyframes.iter_mut().zip([10.0, 1.0, 0.6, 0.8]) {
        column.values.iter_mut().for_each(|value| *value *= factor);
    }
    at_keyframes[4].values = vec![1.0; 2];
    between.notes(&[], &at_keyframes, HELP)
}

#[test]
fn forces_and_outputs_between_keyframes_are_noted() {
    let wanted = "Between keyframes `push` reaches 1749 N (0 N at keyframes), `hit.force` reaches 1749 N (0 N at keyframes). Use more of them.";
    assert_eq!(peak(0.0, 1749.0), [wanted]);
    assert!(peak(10.0, -12.0)[0].contains("`hit.force` reaches 12.0 N (10.0 N at keyframes)"));
    // Nothing is lost, or too little to be noted.
    assert!(peak(10.0, 9.0).is_empty());
    assert!(peak(10.0, 10.9).is_empty());
    assert!(peak(10.0, f64::NAN).is_empty());
    // Rounding; and a peak that is as small where there is nothing at keyframes.
    assert!(peak(2e-16, 3e-16).is_empty());
    assert!(peak(0.0, 1e-12)[0].contains("`push` reaches 1.00e-12 N (0 N at keyframes)"));
}

/// What is too small for an arrow beside others of its unit is not noted, and four values are not all named.
#[test]
fn small_and_many_values_are_not_named() {
    let names = ["a", "b", "c", "d", "e"];
    let columns: Vec<Column> =
        names.iter().map(|name| column(name, "N", ColumnKind::Output, &[0.0, 0.0])).collect();
    let mut between = Between::new(0, &columns);
    for (time, value) in [(0.0, 0.0), (1.0, 5e-6), (2.0, 0.0)] {
        between.step(time, &[], &[value, value, value, value, 1e-4 * value]);
    }
    let notes = between.notes(&[], &columns, HELP);
    assert!(notes[0].contains("`c` reaches 5.00e-6 N (0 N at keyframes), and another value is larger."));
    assert!(!notes[0].contains("`d`") && !notes[0].contains("`e`"), "{notes:?}");
}

/// The last keyframe is kept, and so is the first one.
#[test]
fn a_keyframe_just_before_the_last_one_is_superfluous() {
    assert_eq!(crowded(&[0.0, 0.1, 0.2, 0.2 + 1e-7]), Some(2));
    assert_eq!(crowded(&[0.0, 0.1, 0.109]), Some(1));
    assert_eq!(crowded(&[0.0, 0.1, 0.15]), None);
    assert_eq!(crowded(&[0.0, 1e-9]), None);
    assert_eq!(crowded(&[0.0]), None);
    assert_eq!(crowded(&[]), None);
    // A jump is two keyframes at one time.
    assert_eq!(crowded(&[0.0, 0.1, 0.1]), None);
}
