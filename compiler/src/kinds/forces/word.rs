//! The word of a force in descriptions: its arguments, its constructor, its lines in the documentation.

use crate::kinds::multibody::{Check, ForceKind, Mount};
use crate::kinds::{Arguments, Declared, Reader, Signature, messages};
use crate::symbolic::Node;

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

/// Refuses a given number that is not positive: for the default parameters here, for others in `build()`. One that
/// changes with the motion is not known.
pub(super) fn expect_positive(
    reader: &mut dyn Reader<'_>,
    arguments: &Arguments<'_>,
    name: &str,
    value: Node,
    help: &str,
) -> Option<()> {
    let Some(place) = arguments.get(name).map(|given| given.place) else { return Some(()) };
    let Some(number) = reader.at_defaults(value) else { return Some(()) };
    if number <= 0.0 {
        return reader.report(messages::number_not_positive(place, name, &arguments.owner, number, help));
    }
    let message = messages::not_positive(name, &arguments.owner);
    reader.check(Check { value, strict: true, message, span: place.ends().0 }, place)
}
