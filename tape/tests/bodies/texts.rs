//! Texts of mechanisms with items and outputs that tests add, and the values of those outputs.
//!
//! Invariant: a text is changed only by items that do not affect the motion.

use linkwork::solution::State;
use linkwork::{Described, Evaluate, Vector};
use linkwork_tape::Tape;

/// The mechanism called `name` among the macro calls of a Rust source.
pub fn within(source: &str, name: &str) -> String {
    let calls = source.split("linkwork::mechanism! {\n").skip(1).filter_map(|rest| rest.split("\n}").next());
    let found = calls.into_iter().find(|text| text.contains(&format!("mechanism {name} ")));
    found.unwrap_or_else(|| panic!("no mechanism `{name}`")).to_owned()
}

/// The text with items added at its end.
pub fn with_items(text: &str, items: &str) -> String {
    let end = text.rfind('}').expect("a mechanism ends with a brace");
    format!("{}\n{items}\n}}\n", &text[..end])
}

/// The text of a mechanism of bodies in minimal and in absolute coordinates.
pub fn in_both(text: &str) -> String {
    if text.contains("coordinates = [minimal, absolute];") {
        return text.to_owned();
    }
    if text.contains("coordinates = absolute;") {
        return text.replace("coordinates = absolute;", "coordinates = [minimal, absolute];");
    }
    let start =
        [" in space {", " in plane {"].into_iter().find_map(|word| Some(text.find(word)? + word.len()));
    let (head, rest) = text.split_at(start.expect("a mechanism of bodies"));
    format!("{head} coordinates = [minimal, absolute]; {rest}")
}

/// Outputs `probe0`, `probe1`, … with these expressions.
pub fn outputs(expressions: &[String]) -> String {
    let numbered = expressions.iter().enumerate();
    numbered.map(|(i, expression)| format!("output probe{i} = {expression};\n")).collect()
}

/// Items and expressions for the pose and the motion of a body: in space the positions of
/// its origin, of [`NEAR`] and of [`FAR`], velocity and angular velocity; in the plane position, velocity, angle and
/// its rate; of a particle position and velocity.
pub fn probes(body: &str, space: bool, particle: bool) -> (String, Vec<String>) {
    let axes: &[&str] = if space { &["x", "y", "z"] } else { &["x", "y"] };
    let of = |what: &str| axes.iter().map(|axis| format!("{what}.{axis}")).collect::<Vec<String>>();
    let (mut items, mut expressions) = (String::new(), of(&format!("{body}.position")));
    if space && !particle {
        let name: String = body.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
        for (word, [x, y, z]) in [("near", NEAR), ("far", FAR)] {
            items += &format!("frame {word}_{name} = {body} at [{x:?}, {y:?}, {z:?}];\n");
            expressions.extend(of(&format!("{word}_{name}.position")));
        }
    }
    expressions.extend(of(&format!("{body}.velocity")));
    if space && !particle {
        expressions.extend(of(&format!("{body}.angular_velocity")));
    } else if !particle {
        expressions.extend([format!("{body}.angle"), format!("{body}.angular_velocity")]);
    }
    (items, expressions)
}

/// A point of a body off its origin, in m.
pub const NEAR: [f64; 3] = [0.5, 0.3, -0.4];
/// Another one.
pub const FAR: [f64; 3] = [-0.2, 0.6, 0.3];

/// All outputs at a state, by their names.
pub fn named_outputs(m: &Tape, state: &State<Tape>) -> Vec<(String, f64)> {
    let mut at = m.position_cache();
    m.place(&m.now(state.t), &state.q, &mut at);
    let mut all: nalgebra::DVector<f64> = Vector::zeros(m.sizes().outputs);
    m.outputs(&at, &state.v, &state.y, &state.a, (&state.lambda, &state.psi), &mut all);
    m.names().outputs.iter().map(|named| named.name.to_string()).zip(all.iter().copied()).collect()
}

/// The outputs `probe0`, `probe1`, … at a state.
pub fn probed(m: &Tape, state: &State<Tape>) -> Vec<f64> {
    let is_probe =
        |name: &str| name.strip_prefix("probe").is_some_and(|number| number.parse::<usize>().is_ok());
    let all = named_outputs(m, state).into_iter();
    all.filter(|(name, _)| is_probe(name)).map(|(_, value)| value).collect()
}
