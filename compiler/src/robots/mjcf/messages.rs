//! Messages of MJCF, side by side: attributes and names, settings, bodies, joints, mass properties, equalities, actuators.
//!
//! Invariant: what is in backticks is text of the file.

use crate::diagnostics::{Diagnostic, Place, did_you_mean};
use crate::robots::text::counted;
use crate::robots::xml::Element;

/// A text that is not numbers.
pub(super) fn not_numbers(element: &Element, name: &str, text: &str) -> Diagnostic {
    let message = format!("`{name}` of `{}` is not a list of numbers: `{text}`", element.tag);
    Diagnostic::error(element.place_of(name), message)
}

/// Another number of numbers. `of` is complete, with backticks; `count` is a word.
pub(super) fn not_so_many(place: Place, name: &str, of: &str, count: &str) -> Diagnostic {
    Diagnostic::error(place, format!("`{name}` of {of} does not have {count} numbers"))
}

/// Numbers in place of one.
pub(super) fn only_first(element: &Element, name: &str) -> Diagnostic {
    let message = format!("only the first number of `{name}` of `{}` is used", element.tag);
    Diagnostic::warning(element.place_of(name), message)
}

/// Numbers that are no rotation.
pub(super) fn not_a_rotation(element: &Element, name: &str) -> Diagnostic {
    Diagnostic::error(element.place_of(name), format!("`{name}` of `{}` is not a rotation", element.tag))
}

/// A word that is neither of the two that switch something on and off.
pub(super) fn neither(element: &Element, name: &str, [on, off]: [&str; 2], found: &str) -> Diagnostic {
    let message = format!("`{name}` of `{}` must be `{on}` or `{off}`, not `{found}`", element.tag);
    Diagnostic::error(element.place_of(name), message)
}

/// A word of `compiler` that is none of the known ones.
pub(super) fn not_a_keyword(place: Place, name: &str, known: &[&str], found: &str) -> Diagnostic {
    let message = format!("`{name}` of `compiler` must be one of `{}`, not `{found}`", known.join("`, `"));
    Diagnostic::error(place, message)
}

/// A number of `compiler`, or two, that cannot be read.
pub(super) fn not_a_setting(place: Place, name: &str, count: usize, found: &str) -> Diagnostic {
    let what = if count == 1 { "a number" } else { "two numbers" };
    Diagnostic::error(place, format!("`{name}` of `compiler` must be {what}, not `{found}`"))
}

/// A class that the file does not contain.
pub(super) fn no_class<'a>(place: Place, name: &str, known: impl Iterator<Item = &'a str>) -> Diagnostic {
    Diagnostic::error(place, format!("there is no class `{name}`")).maybe_help(did_you_mean(name, known))
}

/// A class in another one without a name.
pub(super) fn nameless_class(place: Place) -> Diagnostic {
    Diagnostic::error(place, "a nested `default` has no `class`")
}

/// A name of something that the file does not contain. `kind` is "body", "joint", "site".
pub(super) fn unknown_name<'a>(
    element: &Element,
    attribute: &str,
    kind: &str,
    name: &str,
    known: impl Iterator<Item = &'a str>,
) -> Diagnostic {
    let message = format!("`{attribute}` of `{}` is not a {kind}: `{name}`", element.tag);
    Diagnostic::error(element.place_of(attribute), message).maybe_help(did_you_mean(name, known))
}

/// `--floating`, which is for files that do not state it.
pub(super) fn floating(place: Place) -> Diagnostic {
    Diagnostic::warning(
        place,
        "`--floating` (`base` of `Import`) has no effect: MJCF specifies which bodies float",
    )
    .help("give the first body a `<freejoint/>`")
}

/// Coordinates of early versions of MuJoCo.
pub(super) fn global_coordinates(place: Place) -> Diagnostic {
    Diagnostic::error(place, "global coordinates are not supported")
        .help("MuJoCo has removed them: save the file with a version that converts them")
}

/// An `eulerseq` that is none.
pub(super) fn not_a_sequence(place: Place, word: &str) -> Diagnostic {
    Diagnostic::error(place, format!("`{word}` is not a sequence of three axes"))
}

/// A medium that exerts forces.
pub(super) fn medium_ignored(place: Place, name: &str) -> Diagnostic {
    let message = format!("the medium of the model (`{name}`) is ignored: its drag is not modelled");
    Diagnostic::warning(place, message)
}

/// An element from which MuJoCo makes bodies.
pub(super) fn not_expanded(element: &Element) -> Diagnostic {
    let message = format!("`{}` is not supported, and the mechanism is incomplete without it", element.tag);
    Diagnostic::error(element.place, message).help(match element.tag.as_str() {
        "include" => "the file that it names cannot be located",
        _ => "write the expanded model with MuJoCo: `mujoco.mj_saveLastXML`",
    })
}

/// A property of joints or bodies that flags disable. `property` and `owners` are complete.
pub(super) fn property_left_out(place: Place, flags: &[&str], property: &str, owners: &str) -> Diagnostic {
    left_out(place, flags, &format!("the {property} of {owners} is"))
}

/// Things that a flag disables: their number, and what they are.
pub(super) fn all_left_out(
    place: Place,
    flag: &str,
    (count, one, several): (usize, &str, &str),
) -> Diagnostic {
    let verb = if count == 1 { "is" } else { "are" };
    left_out(place, &[flag], &format!("{} {verb}", counted(count, one, several)))
}

fn left_out(place: Place, flags: &[&str], what: &str) -> Diagnostic {
    let verb = if flags.len() == 1 { "is" } else { "are" };
    let flags = flags.join("` and `");
    Diagnostic::warning(place, format!("`{flags}` {verb} disabled in `<flag>`: {what} left out"))
}

/// A body that others move at will.
pub(super) fn mocap(place: Place, body: &str) -> Diagnostic {
    Diagnostic::warning(place, format!("`{body}` is a mocap body in MuJoCo: here it is fixed"))
}

/// A free body whose frame MuJoCo would move. `word` asks for it, with backticks.
pub(super) fn not_aligned(place: Place, word: &str, joint: &str, body: &str) -> Diagnostic {
    let message = format!(
        "{word} is ignored for `{joint}`: its coordinates are those of the frame of `{body}`, not of its centre of mass"
    );
    Diagnostic::warning(place, message)
}

/// A body that moves without mass.
pub(super) fn massless(place: Place, body: &str) -> Diagnostic {
    Diagnostic::warning(place, format!("`{body}` moves but has no mass"))
        .help("give it an `<inertial>`, or geoms with a mass")
}

/// A body without the mass that a bound would raise.
pub(super) fn nothing_to_bound(place: Place, body: &str) -> Diagnostic {
    let message = format!("`{body}` has no mass: the bounds of `<compiler>` do not give it one");
    Diagnostic::warning(place, message)
}

/// An inertia with products below its bound.
pub(super) fn not_bounded(place: Place, body: &str) -> Diagnostic {
    Diagnostic::warning(place, format!("the inertia of `{body}` is less than `boundinertia`, and kept"))
}

/// Gravity that is compensated with the wrong sign, and that MuJoCo leaves out.
pub(super) fn negative_compensation(place: Place, body: &str) -> Diagnostic {
    let message = format!(
        "`gravcomp` of `{body}` is negative and adds to its weight: MuJoCo ignores it unless `gravcomp` of another body is positive"
    );
    Diagnostic::warning(place, message)
}

/// Gravity that is compensated at a joint by actuators of which none is on.
pub(super) fn compensated_without_actuator(place: Place, joint: &str) -> Diagnostic {
    let message = format!(
        "gravity is compensated at `{joint}`: MuJoCo leaves it out with `actuatorgravcomp` where no actuator is on"
    );
    Diagnostic::warning(place, message)
}

/// A mass fixed to the world that has a part in the total.
pub(super) fn fixed_mass_counts(place: Place, body: &str) -> Diagnostic {
    let message = format!(
        "`settotalmass` counts the mass of `{body}`, which is fixed to the world: MuJoCo leaves it out where `fusestatic` fuses them"
    );
    Diagnostic::warning(place, message)
}

/// A joint in the world.
pub(super) fn joint_of_world(place: Place) -> Diagnostic {
    Diagnostic::error(place, "the world has no joints").help("move it into the `body` that it moves")
}

/// A free joint with others, or of a body on another one.
pub(super) fn free_joint_inside(place: Place, joint: &str) -> Diagnostic {
    let message = format!("`{joint}` is a free joint: it must be the only joint of a body of the world");
    Diagnostic::error(place, message)
}

/// A joint of no known type.
pub(super) fn not_a_joint_type(place: Place, word: &str) -> Diagnostic {
    Diagnostic::error(place, format!("`{word}` is not a joint type"))
}

/// A joint whose axis is zero.
pub(super) fn no_direction(place: Place, joint: &str) -> Diagnostic {
    Diagnostic::error(place, format!("the axis of `{joint}` has no direction"))
}

/// A property that is not imported.
pub(super) fn without_counterpart(place: Place, word: &str, of: &str) -> Diagnostic {
    ignored(place, word, of, "")
}

/// A property of a joint with several coordinates.
pub(super) fn not_of_several(place: Place, word: &str, joint: &str) -> Diagnostic {
    ignored(place, word, joint, ": the joint does not have exactly one coordinate")
}

/// A rotor of a free joint.
pub(super) fn rotor_of_free(place: Place, joint: &str) -> Diagnostic {
    ignored(place, "armature", joint, ": a free body has no rotor")
}

/// A limit of a ball joint.
pub(super) fn limit_of_ball(place: Place, joint: &str) -> Diagnostic {
    Diagnostic::warning(place, format!("the limit of the ball joint `{joint}` is ignored"))
}

/// Limits that hold for sure and are in the wrong order.
pub(super) fn empty_range(place: Place, word: &str, of: &str) -> Diagnostic {
    let message = format!("`{word}` of `{of}` does not go from a smaller number to a larger one");
    Diagnostic::error(place, message)
}

/// Limits that hold where they are an interval, and are none.
pub(super) fn empty_range_ignored(place: Place, word: &str, of: &str) -> Diagnostic {
    ignored(place, word, of, ", as in MuJoCo: it does not go from a smaller number to a larger one")
}

/// Limits that do not hold. `owner` is a joint or an actuator.
pub(super) fn range_is_off(place: Place, word: &str, of: &str, (owner, limited): (&str, &str)) -> Diagnostic {
    let why = format!(": `autolimits` of `<compiler>` is off, and the {owner} has no `{limited}`");
    ignored(place, word, of, &why)
}

/// A control with a range of its own and that of its joint.
pub(super) fn two_ranges(place: Place, actuator: &str) -> Diagnostic {
    Diagnostic::error(place, format!("`{actuator}` has both `ctrlrange` and `inheritrange`"))
}

/// A control with the range of a joint or a tendon that has none.
pub(super) fn nothing_to_inherit(place: Place, actuator: &str) -> Diagnostic {
    ignored(place, "inheritrange", actuator, ": what it acts on has no limits")
}

/// The compensation of gravity counts among the efforts of a joint in MuJoCo.
pub(super) fn limit_without_gravity(place: Place, joint: &str) -> Diagnostic {
    let message =
        format!("`actuatorfrcrange` of `{joint}` limits its actuators, but not the compensation of gravity");
    Diagnostic::warning(place, message)
}

/// A property that is ignored; `why` is empty, or begins with a comma or a colon.
fn ignored(place: Place, word: &str, of: &str, why: &str) -> Diagnostic {
    Diagnostic::warning(place, format!("`{word}` of `{of}` is ignored{why}"))
}

/// A body with several mass properties.
pub(super) fn several_inertials(place: Place, body: &str) -> Diagnostic {
    Diagnostic::error(place, format!("`{body}` has more than one `inertial`"))
}

/// Mass properties without the mass or its place.
pub(super) fn incomplete_inertial(place: Place, body: &str) -> Diagnostic {
    Diagnostic::error(place, format!("the `inertial` of `{body}` has no `mass` or no `pos`"))
}

/// A matrix of inertia with a rotation. `other` is its attribute.
pub(super) fn turned_inertia(place: Place, body: &str, other: &str) -> Diagnostic {
    let message = format!("`fullinertia` of `{body}` is in the axes of the body, and `{other}` turns them");
    Diagnostic::error(place, message).help("give one of the two, or `diaginertia` in the turned axes")
}

/// A matrix of inertia and principal moments.
pub(super) fn two_inertias(place: Place, body: &str) -> Diagnostic {
    Diagnostic::error(place, format!("`{body}` has both `fullinertia` and `diaginertia`"))
}

/// A matrix of inertia that is not positive semidefinite.
pub(super) fn negative_principal_moment(place: Place, body: &str) -> Diagnostic {
    Diagnostic::error(place, format!("a principal moment of inertia of `{body}` is negative"))
}

/// A negative mass or density, which is `what`.
pub(super) fn negative_geom(place: Place, what: &str, geom: Option<&str>, body: &str) -> Diagnostic {
    let geom = geom.map_or_else(|| "a geom".to_owned(), |geom| format!("the geom `{geom}`"));
    Diagnostic::error(place, format!("the {what} of {geom} of `{body}` is negative"))
}

/// A body with the mass of a mesh.
pub(super) fn mass_of_mesh(place: Place, body: &str) -> Diagnostic {
    Diagnostic::error(place, format!("`{body}` takes its mass from a mesh, which is not read"))
        .help("give the body an `<inertial>`; MuJoCo writes it with `saveinertial=\"true\"` in `<compiler>`")
}

/// A geom of no known type.
pub(super) fn not_a_geom_type(place: Place, word: &str) -> Diagnostic {
    Diagnostic::error(place, format!("`{word}` is not a geom type"))
}

/// A geom of which a size is missing, zero or negative.
pub(super) fn no_size(place: Place, kind: &str, needed: usize) -> Diagnostic {
    let numbers =
        if needed == 1 { "a positive number".to_owned() } else { format!("{needed} positive numbers") };
    Diagnostic::error(place, format!("the `size` of a `{kind}` must be {numbers}"))
}

/// Equalities, which MuJoCo approximates.
pub(super) fn equalities_are_exact(place: Place) -> Diagnostic {
    Diagnostic::warning(place, "equalities hold exactly here; in MuJoCo they are soft")
}

/// An equality that is switched off.
pub(super) fn not_active(element: &Element, name: Option<&str>) -> Diagnostic {
    let what = name.map_or_else(|| format!("a `{}`", element.tag), |name| format!("`{name}`"));
    Diagnostic::warning(element.place, format!("{what} is not active, and ignored"))
}

/// An equality of bodies that are fixed on each other.
pub(super) fn connects_fixed(place: Place, name: &str) -> Diagnostic {
    let message = format!("`{name}` connects bodies that do not move relative to each other");
    Diagnostic::warning(place, message)
}

/// An equality of a joint with several coordinates.
pub(super) fn not_one_coordinate(element: &Element, attribute: &str, joint: &str) -> Diagnostic {
    let message =
        format!("`{attribute}` of `{}` does not have exactly one coordinate: `{joint}`", element.tag);
    Diagnostic::error(element.place_of(attribute), message)
}

/// An equality of a joint with itself.
pub(super) fn couples_itself(element: &Element, joint: &str) -> Diagnostic {
    Diagnostic::error(element.place_of("joint2"), format!("`{}` couples `{joint}` with itself", element.tag))
        .help("name two joints, or remove `joint2` to fix the joint")
}

/// An actuator on nothing.
pub(super) fn acts_on_nothing(element: &Element) -> Diagnostic {
    let message = format!("`{}` has nothing to act on: it has no `joint`", element.tag);
    Diagnostic::error(element.place, message)
}

/// A servo with two coefficients of the rate.
pub(super) fn two_dampings(place: Place) -> Diagnostic {
    Diagnostic::error(place, "a `position` has both `kv` and `dampratio`")
}

/// A tendon of nothing.
pub(super) fn empty_tendon(place: Place) -> Diagnostic {
    Diagnostic::error(place, "a `fixed` tendon has no `joint`")
}

/// A tendon with a joint that does not have exactly one coordinate.
pub(super) fn tendon_of_several(place: Place) -> Diagnostic {
    Diagnostic::warning(
        place,
        "the tendon is ignored: one of its joints does not have exactly one coordinate",
    )
}

/// A property of a rotor that turns with a tendon.
pub(super) fn of_tendon_ignored(place: Place, word: &str, actuator: &str) -> Diagnostic {
    ignored(place, word, actuator, ": it acts on a tendon")
}

/// A delay of the control.
pub(super) fn delay_ignored(place: Place, actuator: &str) -> Diagnostic {
    Diagnostic::warning(place, format!("`delay` of the actuator `{actuator}` is ignored"))
}

/// An actuator without a counterpart. `reason` is one of [`why`].
pub(super) fn actuator_ignored(place: Place, actuator: &str, reason: &str) -> Diagnostic {
    Diagnostic::warning(place, format!("the actuator `{actuator}` is ignored: {reason}"))
}

/// The reasons why an actuator is ignored.
pub(super) mod why {
    /// Transmissions other than joints.
    pub const TENDON: &str = "it acts on a tendon that is not imported";
    pub const SLIDER_CRANK: &str = "it acts on a slider-crank";
    pub const SITE: &str = "it acts on a site";
    pub const BODY: &str = "it acts on a body";
    /// A ball joint or a free one.
    pub const SEVERAL_COORDINATES: &str = "its joint does not have exactly one coordinate";
    /// `actuatorgroupdisable`
    pub const GROUP_IS_OFF: &str = "its group is in `actuatorgroupdisable` of `<option>`";
    /// Muscles, motors with a circuit and so on.
    pub const KIND: &str = "actuators of this kind are not supported";
    pub const KIND_OF_CLASS: &str = "the defaults of its class are those of a kind that is not supported";
    /// Controls of another meaning.
    pub const INPUT: &str = "its `input` is not supported";
    /// Filters and integrators.
    pub const TIME_CONSTANT: &str = "it has a state of its own (`timeconst`)";
    pub const DYNAMICS: &str = "it has a state of its own (`dyntype`)";
    /// Functions of other forms.
    pub const GAIN: &str = "its gain is neither fixed nor affine";
    pub const BIAS: &str = "its bias is not affine";
    /// MuJoCo computes a coefficient from the mass matrix.
    pub const DAMPING_RATIO: &str = "its `dampratio` depends on the inertia of the whole model";
}
