//! Messages of robots in both formats, side by side. Each format has its own besides.
//!
//! Invariant: what is in backticks is text of the file.

use super::text::counted;
use crate::diagnostics::{Diagnostic, Place};

/// A text that is not XML. `format` is that which it seems to be in.
pub(super) fn not_the_format(place: Place, format: &str, reason: &str) -> Diagnostic {
    Diagnostic::error(place, format!("this is not {format}: {reason}"))
}

/// A root element of no known format.
pub(super) fn unknown_root(place: Place, tag: &str) -> Diagnostic {
    if tag == "mujocoinclude" {
        return Diagnostic::error(
            place,
            "this is a part of a robot in MJCF: the root element is `mujocoinclude`",
        )
        .help("import the file that includes it");
    }
    Diagnostic::error(place, format!("this is not URDF: the root element is `{tag}`, not `robot`"))
        .help("the root element of MJCF is `mujoco`")
}

/// An `include` without its file.
pub(super) fn includes_nothing(place: Place) -> Diagnostic {
    Diagnostic::error(place, "an `include` has no `file`")
}

/// An included file that cannot be read.
pub(super) fn cannot_read(place: Place, file: &str, reason: &str) -> Diagnostic {
    Diagnostic::error(place, format!("cannot read `{file}`: {reason}"))
}

/// A file that is included while it is read; `between` are the files on the way.
pub(super) fn includes_itself(place: Place, file: &str, between: &[&str]) -> Diagnostic {
    let by = match between {
        [] => String::new(),
        files => format!(" by way of `{}`", files.join("`, `")),
    };
    Diagnostic::error(place, format!("`{file}` includes itself{by}"))
}

/// An attribute that the format does not have. `help` is the nearest known one.
pub(super) fn unknown_attribute(
    first: Place,
    name: &str,
    tag: &str,
    count: usize,
    help: Option<String>,
) -> Diagnostic {
    let times = if count == 1 { String::new() } else { format!(" ({count} times)") };
    Diagnostic::warning(first, format!("`{name}` is not an attribute of `{tag}`, and ignored{times}"))
        .maybe_help(help)
}

/// Elements that have no part in a mechanism, with the number of each.
pub(super) fn not_imported(first: Place, tags: &[(String, usize)]) -> Diagnostic {
    let all: Vec<String> = tags.iter().map(|(tag, count)| format!("`{tag}` ({count})")).collect();
    Diagnostic::warning(first, format!("not imported: {}", all.join(", "))).label("first occurrence")
}

/// Angles of the file that are rounded, such as 1.57.
pub(super) fn rounded_right_angles(place: Place, count: usize, first: f64) -> Diagnostic {
    let angles = counted(count, "angle", "angles");
    let are = if count == 1 { "is a multiple" } else { "are multiples" };
    Diagnostic::warning(place, format!("{angles} such as {first} {are} of 90 deg up to rounding")).help(
        "`linkwork import --right-angles` (`right_angles` of `Import`) makes them exact, and their terms vanish",
    )
}

/// Two elements with one name. `kind` is "links", "bodies".
pub(super) fn named_twice(again: Place, kind: &str, name: &str, first: Place) -> Diagnostic {
    Diagnostic::error(again, format!("two {kind} are named `{name}`"))
        .label("named again")
        .related(first, "named first")
}

/// A body or a link with a negative mass.
pub(super) fn negative_mass(place: Place, name: &str) -> Diagnostic {
    Diagnostic::error(place, format!("the mass of `{name}` is negative"))
}

/// A body or a link with a negative moment of inertia about one of its axes.
pub(super) fn negative_moment(place: Place, name: &str) -> Diagnostic {
    Diagnostic::error(place, format!("a moment of inertia of `{name}` is negative"))
}

/// A body or a link with an inertia that no body has: the text of the mechanism allows it.
pub(super) fn unphysical_inertia(place: Place, name: &str) -> Diagnostic {
    Diagnostic::warning(place, format!("the inertia of `{name}` is unphysical"))
        .label("a principal moment is negative or larger than the sum of the others")
        .help("the mechanism accepts it (`allow: unphysical_inertia`); its mass matrix may be indefinite")
}

/// The reasons why a file cannot be read.
pub(super) mod reason {
    use std::fmt::Display;

    /// An `include` in a text that is not in a folder.
    pub fn no_folder() -> String {
        "there is no folder to search".to_owned()
    }

    /// Bytes that are not text in their encoding.
    pub fn wrong_encoding(name: &str) -> String {
        format!("it is not written in {name}; say how in its first line: `<?xml encoding=\"…\"?>`")
    }

    /// An encoding that nobody knows.
    pub fn unknown_encoding(label: &str) -> String {
        format!("its encoding `{label}` is not supported")
    }

    /// A text without elements.
    pub fn no_element() -> String {
        "no element found".to_owned()
    }

    /// An element after the root.
    pub fn second_root() -> String {
        "unexpected second root element".to_owned()
    }

    /// Elements in one another beyond a limit.
    pub fn too_deep(limit: usize) -> String {
        format!("elements are nested more than {limit} levels deep")
    }

    /// An element without its end.
    pub fn not_closed(tag: &str) -> String {
        format!("`{tag}` is not closed")
    }

    /// The end of an element around one that is open.
    pub fn must_be_closed(tag: &str) -> String {
        format!("`{tag}` must be closed before this")
    }

    /// The end of no element.
    pub fn unexpected_end() -> String {
        "unexpected closing tag".to_owned()
    }

    /// An attribute in a form that is not that of XML.
    pub fn attribute(tag: &str, why: &dyn Display) -> String {
        format!("an attribute of `{tag}`: {why}")
    }
}
