//! The arguments of a joint, a force, a shape or a frame: ends by their place, everything else by name.

use super::reader::Scope;
use crate::diagnostics::Place;
use crate::syntax::{Expression, Name};

/// What a kind takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signature {
    /// What stands first, by its place, in words.
    pub places: &'static [&'static str],
    /// Names that must be there.
    pub required: &'static [&'static str],
    /// Names that may be there.
    pub optional: &'static [&'static str],
}

/// Arguments that fit a signature.
pub(crate) struct Arguments<'d> {
    /// The kind, for messages.
    pub kind: &'d Name,
    /// The whole call.
    pub place: Place,
    /// Where names are looked up.
    pub scope: Scope,
    /// What stands first.
    pub places: Vec<&'d Expression>,
    /// Whether all that is required is there, and nothing else.
    pub complete: bool,
    /// Everything else, by its name.
    pub named: Vec<(&'d Name, &'d Expression)>,
}

impl<'d> Arguments<'d> {
    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<&'d Expression> {
        self.named.iter().find(|(known, _)| known.text == name).map(|(_, value)| *value)
    }
}
