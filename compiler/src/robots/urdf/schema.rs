//! Attributes of the elements that have a part in the motion: a misspelt one would change the mechanism without a word.

use crate::diagnostics::Diagnostics;
use crate::robots::attributes::Unknown;
use crate::robots::xml::Element;

/// The attributes of an element in another one; `None` where it is not checked.
fn attributes(outer: &str, tag: &str) -> Option<&'static str> {
    Some(match (outer, tag) {
        ("robot", "link") => "name type",
        ("robot", "joint") => "name type",
        ("link", "inertial") => "",
        ("inertial" | "joint", "origin") => "xyz rpy quat_xyzw",
        ("inertial", "mass") => "value",
        ("inertial", "inertia") => "ixx ixy ixz iyy iyz izz",
        ("joint", "parent" | "child") => "link",
        ("joint", "axis") => "xyz",
        ("joint", "limit") => "lower upper effort velocity acceleration deceleration jerk",
        ("joint", "dynamics") => "damping friction",
        ("joint", "mimic") => "joint multiplier offset",
        _ => return None,
    })
}

/// A warning for each attribute that URDF does not have.
pub(super) fn check(root: &Element, diagnostics: &mut Diagnostics) {
    let mut unknown = Unknown::default();
    inside(root, &mut unknown);
    unknown.warn(diagnostics);
}

fn inside(outer: &Element, unknown: &mut Unknown) {
    for element in &outer.children {
        let Some(list) = attributes(&outer.tag, &element.tag) else { continue };
        let known: Vec<&str> = list.split_whitespace().collect();
        unknown.check(element, &known);
        inside(element, unknown);
    }
}
