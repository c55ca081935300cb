//! Attributes of bodies, frames, joints and forces in expressions.

use crate::diagnostics::{Diagnostic, Place};
use crate::syntax::{Expression, Segment};

/// `crank.position[0]`
pub(in crate::resolve) fn brackets_of_attribute(bracket: &Expression, member: &Segment) -> Diagnostic {
    Diagnostic::error(bracket.place, format!("an attribute takes no index and no unit: `.{member}`"))
        .help("components are `.x`, `.y` and `.z`")
}

/// `tip.rotation.x`
pub(in crate::resolve) fn row_or_column(member: &Segment, whole: &Expression, owner: &str) -> Diagnostic {
    let word = &member.name.text;
    let message = format!("`{whole}.{word}` is ambiguous: it may be a row or a column of the matrix");
    Diagnostic::error(member.place, message).help(format!(
        "the {word} axis of `{owner}` is `{owner}.axis.{word}`; rows and columns are `{owner}.rotation.row.{word}` and `{owner}.rotation.column.{word}`"
    ))
}

/// The friction of a contact, which is an output and no attribute.
pub(in crate::resolve) fn friction_of_contact(place: Place, name: &str) -> Diagnostic {
    Diagnostic::error(place, format!("`{name}.friction` cannot be used in expressions")).help(format!(
        "every run has the column `{name}.friction` without a declaration; \
         in an `output`, use the components of `{name}.force` along the plane"
    ))
}

/// Something else than a coordinate of a joint.
pub(in crate::resolve) fn not_a_joint_coordinate(expression: &Expression) -> Diagnostic {
    Diagnostic::error(expression.place, format!("`{expression}` is not a coordinate of a joint")).help(
        "write a joint that has one, `pivot`, or one of its coordinates, `pivot.angle`, `guide.displacement`",
    )
}

/// A joint without coordinates in place of its coordinate.
pub(in crate::resolve) fn joint_without_coordinate(expression: &Expression, joint: &str) -> Diagnostic {
    Diagnostic::error(expression.place, format!("joint `{joint}` has no coordinate"))
}

/// A joint with several coordinates in place of one.
pub(in crate::resolve) fn joint_with_coordinates(
    expression: &Expression,
    joint: &str,
    coordinates: &[String],
) -> Diagnostic {
    let each: Vec<String> = coordinates.iter().map(|word| format!("`{joint}.{word}`")).collect();
    Diagnostic::error(expression.place, format!("joint `{joint}` has {} coordinates", coordinates.len()))
        .help(format!("choose one of {}", each.join(", ")))
}
