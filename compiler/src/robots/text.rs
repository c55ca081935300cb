//! Numbers, vectors and bodies as text of the language.
//!
//! Invariant: a number is the shortest decimal that reads back as itself.

use super::pose::Vector;
use super::solid::Solid;

/// `[1, 2, 3]`
pub(crate) fn vector(v: Vector) -> String {
    format!("[{}]", v.map(number).join(", "))
}

/// The shortest decimal that reads back as the number.
pub(crate) fn number(x: f64) -> String {
    if x == 0.0 {
        "0".to_owned()
    } else if (1e-4..1e6).contains(&x.abs()) {
        format!("{x}")
    } else {
        format!("{x:e}")
    }
}

/// `1 body`, `2 bodies`
pub(crate) fn counted(count: usize, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}

/// Names of robots may hold anything.
pub(crate) fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() || c == '`' { ' ' } else { c }).collect()
}

/// The properties of a body that has neither mass nor inertia.
pub(crate) fn massless() -> &'static str {
    "mass: 0 [kg], inertia: diagonal(0, 0, 0) [kg*m^2], allow: massless"
}

/// The properties of a body, one line each; its centre of mass always, or only where it is not the origin.
pub(crate) fn mass_properties(solid: &Solid, centre: bool) -> Vec<String> {
    let mut lines = vec![format!("mass: {} [kg],", number(solid.mass))];
    if solid.com != [0.0; 3] || centre {
        lines.push(format!("com: {} [m],", vector(solid.com)));
    }
    let i = &solid.inertia;
    if i[0][1] == 0.0 && i[0][2] == 0.0 && i[1][2] == 0.0 {
        let (x, y, z) = (number(i[0][0]), number(i[1][1]), number(i[2][2]));
        lines.push(format!("inertia: diagonal({x}, {y}, {z}) [kg*m^2],"));
    } else {
        let rows = i.map(vector);
        lines.push(format!("inertia: [{}] [kg*m^2],", rows.join(", ")));
    }
    let allowed = match (solid.is_unphysical(), solid.mass == 0.0) {
        (true, true) => Some("allow: [unphysical_inertia, massless],"),
        (true, false) => Some("allow: unphysical_inertia,"),
        (false, true) => Some("allow: massless,"),
        (false, false) => None,
    };
    lines.extend(allowed.map(str::to_owned));
    lines
}
