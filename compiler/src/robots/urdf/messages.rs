//! Messages of URDF, side by side: the file, its links, its joints, their tree.
//!
//! Invariant: what is in backticks is text of the file. `of` is complete, with backticks: "the joint `hinge`".

use crate::diagnostics::{Diagnostic, Place, did_you_mean};

/// A file that is not expanded.
pub(super) fn xacro(place: Place) -> Diagnostic {
    Diagnostic::error(place, "this is not URDF yet: it contains xacro macros")
        .help("convert it with `xacro` first")
}

/// A link or a joint without a name.
pub(super) fn no_name(place: Place, tag: &str) -> Diagnostic {
    Diagnostic::error(place, format!("this is not URDF: a `{tag}` has no `name`"))
}

/// A joint without its type or one of its ends.
pub(super) fn incomplete_joint(place: Place, of: &str, part: &str) -> Diagnostic {
    Diagnostic::error(place, format!("this is not URDF: {of} has no `{part}`"))
}

/// A `mimic` without the joint that is followed.
pub(super) fn mimics_nothing(place: Place, of: &str) -> Diagnostic {
    Diagnostic::error(place, format!("this is not URDF: the `mimic` of {of} names no `joint`"))
}

/// A joint of no known type.
pub(super) fn unknown_type<'a>(
    place: Place,
    of: &str,
    word: &str,
    known: impl Iterator<Item = &'a str>,
) -> Diagnostic {
    Diagnostic::error(place, format!("{of} has the unknown type `{word}`"))
        .maybe_help(did_you_mean(word, known))
}

/// An element without one of its numbers.
pub(super) fn no_value(place: Place, tag: &str, of: &str, name: &str) -> Diagnostic {
    Diagnostic::error(place, format!("the `{tag}` of {of} has no `{name}`"))
}

/// A text that is not a number or a vector. `what` is which of them.
pub(super) fn not_a_value(place: Place, name: &str, of: &str, what: &str, text: &str) -> Diagnostic {
    Diagnostic::error(place, format!("`{name}` of {of} is not a {what}: `{text}`"))
}

/// An origin that is turned by angles and by a quaternion.
pub(super) fn two_rotations(place: Place, of: &str) -> Diagnostic {
    Diagnostic::error(place, format!("the `origin` of {of} has both `rpy` and `quat_xyzw`"))
        .help("give one of the two")
}

/// A number of a link or a joint that is infinite, or not a number.
pub(super) fn not_finite(place: Place, name: &str) -> Diagnostic {
    Diagnostic::error(place, format!("`{name}` has a number that is not finite"))
}

/// Mass properties without the mass.
pub(super) fn no_mass(place: Place, of: &str) -> Diagnostic {
    Diagnostic::error(place, format!("{of} has no `mass`"))
}

/// Mass properties with a mass alone.
pub(super) fn no_inertia(place: Place, of: &str) -> Diagnostic {
    Diagnostic::warning(place, format!("{of} has no `inertia`: it is treated as a point mass"))
}

/// Mass properties with an inertia alone.
pub(super) fn inertia_without_mass(place: Place, of: &str) -> Diagnostic {
    Diagnostic::warning(place, format!("{of} has an inertia but no mass"))
}

/// An inertia without some of its products.
pub(super) fn omitted_products(place: Place, of: &str, names: &[&str]) -> Diagnostic {
    Diagnostic::warning(place, format!("{of} omits `{}`, which default to zero", names.join("`, `")))
}

/// A link with mass properties after the first ones.
pub(super) fn another_inertial(place: Place, link: &str) -> Diagnostic {
    Diagnostic::warning(place, format!("`{link}` has another `inertial`: only the first one is used"))
}

/// A visual that cannot be drawn. `tag` is its shape.
pub(super) fn visual_ignored(place: Place, tag: &str, link: &str) -> Diagnostic {
    Diagnostic::warning(place, format!("a `{tag}` of `{link}` is ignored: it has no size or origin"))
}

/// A joint whose axis is zero.
pub(super) fn no_direction(place: Place, joint: &str) -> Diagnostic {
    Diagnostic::error(place, format!("the axis of `{joint}` has no direction: it is zero"))
}

/// Friction that would accelerate.
pub(super) fn negative_friction(place: Place, of: &str) -> Diagnostic {
    Diagnostic::warning(place, format!("the friction of {of} is negative, and ignored"))
}

/// Damping or friction of a joint with several coordinates.
pub(super) fn losses_ignored(place: Place, of: &str) -> Diagnostic {
    Diagnostic::warning(
        place,
        format!("damping and friction of {of} are ignored: the joint does not have exactly one coordinate"),
    )
}

/// A rotor on a joint with several coordinates, or on none.
pub(super) fn rotor_ignored(place: Place, of: &str) -> Diagnostic {
    Diagnostic::warning(
        place,
        format!("{of} has a rotor, but its joint does not have exactly one coordinate"),
    )
}

/// A limit that is not a number.
pub(super) fn limit_not_a_number(place: Place, name: &str, of: &str, text: &str) -> Diagnostic {
    Diagnostic::warning(place, format!("the limit `{name}` of {of} is not a number: `{text}`"))
}

/// A lower limit above the upper one.
pub(super) fn limits_in_wrong_order(place: Place, of: &str) -> Diagnostic {
    Diagnostic::warning(place, format!("the limits of {of} are in the wrong order, and ignored"))
}

/// Limits that leave one position.
pub(super) fn equal_limits(place: Place, of: &str) -> Diagnostic {
    Diagnostic::warning(place, format!("the limits of {of} are equal, and ignored: the joint could not move"))
        .help("omit `lower` and `upper` if it has no limits, or make it `fixed` if it does not move")
}

/// A limit that is finite and one that is not.
pub(super) fn one_limit(place: Place, of: &str) -> Diagnostic {
    Diagnostic::warning(place, format!("the limits of {of} are on one side only, and ignored"))
}

/// Limits of a joint that turns without them.
pub(super) fn limits_of_continuous(place: Place, of: &str) -> Diagnostic {
    Diagnostic::warning(place, format!("the limits of {of} are ignored: a `continuous` joint has none"))
        .help("make it `revolute` if they hold")
}

/// Limits of a joint with several coordinates.
pub(super) fn limits_of_several(place: Place, of: &str) -> Diagnostic {
    Diagnostic::warning(
        place,
        format!("the limits of {of} are ignored: the joint does not have exactly one coordinate"),
    )
}

/// A joint that is fixed and follows another one.
pub(super) fn fixed_mimics(place: Place, joint: &str, driver: &str) -> Diagnostic {
    Diagnostic::warning(place, format!("`{joint}` is fixed: `mimic` of `{driver}` has no effect"))
}

/// A joint that follows none of the file.
pub(super) fn mimics_unknown<'a>(
    place: Place,
    joint: &str,
    driver: &str,
    known: impl Iterator<Item = &'a str>,
) -> Diagnostic {
    Diagnostic::error(place, format!("`{joint}` mimics `{driver}`, which is not a joint"))
        .maybe_help(did_you_mean(driver, known))
}

/// A joint that follows itself.
pub(super) fn mimics_itself(place: Place, joint: &str) -> Diagnostic {
    Diagnostic::error(place, format!("`{joint}` mimics itself"))
}

/// A joint that follows one with several coordinates.
pub(super) fn mimics_several(place: Place, joint: &str, driver: &str) -> Diagnostic {
    Diagnostic::error(
        place,
        format!("`{joint}` mimics `{driver}`, which does not have exactly one coordinate"),
    )
}

/// A joint with several coordinates that follows another one.
pub(super) fn cannot_mimic(place: Place, joint: &str) -> Diagnostic {
    Diagnostic::error(
        place,
        format!("`{joint}` cannot mimic another joint: it does not have exactly one coordinate"),
    )
}

/// A moment of inertia that is less than zero by no more than the rounding of the program that wrote the file.
pub(super) fn rounded_moment(place: Place, link: &str) -> Diagnostic {
    Diagnostic::warning(
        place,
        format!("a moment of inertia of `{link}` is negative by rounding: it is taken as zero"),
    )
}

/// A file without links.
pub(super) fn no_links(place: Place) -> Diagnostic {
    Diagnostic::error(place, "the robot has no links")
}

/// An end of a joint that is no link. `end` is "parent" or "child".
pub(super) fn unknown_link<'a>(
    place: Place,
    end: &str,
    joint: &str,
    name: &str,
    known: impl Iterator<Item = &'a str>,
) -> Diagnostic {
    Diagnostic::error(place, format!("the {end} of `{joint}` is not a link: `{name}`"))
        .maybe_help(did_you_mean(name, known))
}

/// A link that two joints carry.
pub(super) fn two_parents(again: Place, link: &str, first: Place) -> Diagnostic {
    Diagnostic::error(again, format!("`{link}` is the child of two joints"))
        .label("child again here")
        .related(first, "first child here")
        .help("URDF describes trees only: close loops with a joint in the .mech file")
}

/// Links that carry each other.
pub(super) fn own_ancestor(place: Place, link: &str) -> Diagnostic {
    Diagnostic::error(place, format!("`{link}` is an ancestor of itself"))
}

/// Joints that carry all links.
pub(super) fn no_root(place: Place) -> Diagnostic {
    Diagnostic::error(place, "every link is the child of a joint")
        .help("one link must not be the child of any joint")
}

/// Two links that no joint carries.
pub(super) fn two_roots(place: Place, [first, second]: [&str; 2], first_place: Place) -> Diagnostic {
    Diagnostic::error(place, format!("neither `{first}` nor `{second}` is the child of a joint"))
        .related(first_place, "the other one")
}

/// A floating base of a robot that stands on the world.
pub(super) fn world_floats(place: Place) -> Diagnostic {
    Diagnostic::error(place, "`world` is the ground and cannot float")
        .help("remove it from the file, or import with a fixed base")
}

/// A robot of fixed links.
pub(super) fn nothing_moves(place: Place, base_is_fixed: bool) -> Diagnostic {
    let floating = "`linkwork import --floating` (`base` of `Import`) lets it move freely";
    Diagnostic::warning(place, "no link of the robot moves: all are fixed to the ground")
        .maybe_help(base_is_fixed.then(|| floating.to_owned()))
}

/// A link that moves without any mass.
pub(super) fn massless(place: Place, link: &str) -> Diagnostic {
    Diagnostic::error(place, format!("`{link}` moves, but neither it nor its descendants have a mass"))
        .help("give it an `<inertial>`, or make its joint `fixed`")
}
