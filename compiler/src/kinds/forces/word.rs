//! The word of a force in descriptions: its arguments, its constructor, its lines in the documentation.

use crate::kinds::multibody::{ForceKind, Mount};
use crate::kinds::{Arguments, Declared, Reader, Signature};

/// A word of the language for a force.
pub(crate) struct Word {
    /// The word.
    pub name: &'static str,
    /// Its arguments.
    pub signature: Signature,
    /// Its constructor from its arguments and the name of the force; `None` is a reported mistake.
    pub make: Make,
    /// Its lines of the table in `docs/language.md`.
    pub rows: &'static [&'static str],
}

/// The constructor of a force.
pub(crate) type Make = for<'d> fn(&mut dyn Reader<'d>, &Arguments<'d>, &str) -> Option<ForceKind>;

/// The positional arguments of forces between two points.
pub(super) const ENDS: &[&str] = &["an end", "another end"];

impl Word {
    /// A word with positional arguments, and lists of named ones.
    pub const fn new(
        name: &'static str,
        places: &'static [&'static str],
        named: &'static [&'static [Declared]],
        make: Make,
        rows: &'static [&'static str],
    ) -> Self {
        Self { name, signature: Signature::new(places, named), make, rows }
    }
}

/// The ends of a force between two points.
pub(super) fn ends<'d>(
    reader: &mut dyn Reader<'d>,
    arguments: &Arguments<'d>,
    name: &str,
) -> Option<(Box<[Mount; 2]>,)> {
    let (first, second) = reader.ends(arguments, name)?;
    Some((Box::new([first, second]),))
}
