//! The word of a force in descriptions: what it takes, what it makes, its lines in the documentation.

use crate::kinds::multibody::ForceKind;
use crate::kinds::{Arguments, Reader, Signature};

/// A word of the language for a force.
pub(crate) struct Word {
    /// The word.
    pub name: &'static str,
    /// What it takes.
    pub signature: Signature,
    /// What it makes of its arguments and of the name of the force; `None` is a reported mistake.
    pub make: Make,
    /// Its lines of the table in `docs/language.md`.
    pub rows: &'static [&'static str],
}

/// What makes a force.
pub(crate) type Make = for<'d> fn(&mut dyn Reader<'d>, &Arguments<'d>, &str) -> Option<ForceKind>;

/// Of forces between two points.
pub(super) const ENDS: &[&str] = &["an end", "another end"];

impl Word {
    /// A word with the arguments that stand first, that must and that may be there.
    pub const fn new(
        name: &'static str,
        places: &'static [&'static str],
        required: &'static [&'static str],
        optional: &'static [&'static str],
        make: Make,
        rows: &'static [&'static str],
    ) -> Self {
        Self { name, signature: Signature { places, required, optional }, make, rows }
    }
}
