//! What is told before equations are unrolled that take long, and what is not.

use linkwork_compiler::{Loops, Options, compile};

/// A cable of bars between two supports.
fn cable(bars: usize, coordinates: &str) -> String {
    format!(
        "mechanism Cable in space {{ coordinates = {coordinates}; gravity = [0, 0, -9.81] [m/s^2];
        for i in 1..={bars} {{ body bar[i] {{ mass: 1 [kg], shape: box(size: [1, 0.1, 0.1] [m]) }} }}
        joint ball[1] = spherical(ground, bar[1] at [-0.5, 0, 0] [m]);
        for i in 2..={bars} {{ joint ball[i] = spherical(bar[i - 1] at [0.5, 0, 0] [m], bar[i] at [-0.5, 0, 0] [m]); }}
        joint end = spherical(bar[{bars}] at [0.5, 0, 0] [m], ground at [{bars} - 0.2, 0, 0] [m]); }}"
    )
}

/// Four-bars beside each other: no loop is long.
const ROW: &str = "mechanism Row in plane { for i in 1..=40 {
        body a[i] { mass: 1 [kg], shape: rod(length: 1 [m], along: [1, 0]) }
        body b[i] { mass: 1 [kg], shape: rod(length: 1 [m], along: [1, 0]) }
        body c[i] { mass: 1 [kg], shape: rod(length: 1 [m], along: [1, 0]) }
        joint p[i] = revolute(ground at [i, 0] [m], a[i] at [-0.5, 0] [m]);
        joint q[i] = revolute(a[i] at [0.5, 0] [m], b[i] at [-0.5, 0] [m]);
        joint r[i] = revolute(b[i] at [0.5, 0] [m], c[i] at [-0.5, 0] [m]);
        joint s[i] = revolute(ground at [i + 1, 0] [m], c[i] at [0.5, 0] [m]);
        initial { p[i].angle: 80 [deg], q[i].angle: ~-60 [deg] } } }";

/// A tree in absolute coordinates, whose equations have few terms.
const CHAIN: &str = "mechanism Chain in plane { coordinates = absolute;
        for i in 1..=130 { body a[i] { mass: 1 [kg], shape: rod(length: 1 [m], along: [1, 0]) } }
        joint p[1] = revolute(ground, a[1] at [-0.5, 0] [m]);
        for i in 2..=130 { joint p[i] = revolute(a[i - 1] at [0.5, 0] [m], a[i] at [-0.5, 0] [m]); } }";

/// The diagnostics of a compilation that ends before it takes long.
fn told(text: &str) -> Vec<String> {
    let options = Options { loops: Loops::Chosen, announce: Some(|_| false), ..Options::default() };
    let compiled = compile(text.parse().expect("tokens"), &options);
    compiled.diagnostics.iter().map(|one| one.message.clone()).collect()
}

#[test]
fn long_loops_in_joint_coordinates_are_announced() {
    let refused = "the equations of `Cable` were not unrolled";
    assert_eq!(told(&cable(20, "minimal")), [refused]);
    assert_eq!(told(&cable(20, "absolute")), [""; 0]);
    assert_eq!(told(&cable(6, "minimal")), [""; 0]);
}

#[test]
fn what_takes_a_short_time_is_not_announced() {
    for text in [ROW, CHAIN] {
        assert_eq!(told(text), [""; 0]);
    }
}
