//! The arguments of a joint, a force, a shape or a frame: ends by their place, everything else by name.

use super::argument::Declared;
use super::reader::Scope;
use crate::diagnostics::Place;
use crate::syntax::{Expression, Name};

/// What a kind takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signature {
    /// What stands first, by its place, in words.
    pub places: &'static [&'static str],
    /// What has a name: lists that follow one another.
    pub named: &'static [&'static [Declared]],
    /// One of these names that does not exist in the plane, there.
    pub without: Option<&'static str>,
}

impl Signature {
    /// What stands first, and lists of what has a name.
    pub const fn new(places: &'static [&'static str], named: &'static [&'static [Declared]]) -> Self {
        Self { places, named, without: None }
    }

    /// Everything that has a name. Kinds of one word may have arguments of the same name.
    pub fn declared(&self) -> impl Iterator<Item = &'static Declared> + use<> {
        let without = self.without;
        let all = self.named.iter().copied().flatten();
        all.filter(move |declared| declared.place.is_none() && Some(declared.name) != without)
    }

    /// Names that must be there.
    pub fn required(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.once(true)
    }

    /// Names that may be there.
    pub fn optional(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.once(false)
    }

    /// Names that must be there, or those that may be, each once.
    fn once(&self, required: bool) -> impl Iterator<Item = &'static str> + use<> {
        let signature = *self;
        let first = move |(at, declared): (usize, &'static Declared)| {
            let again = signature.declared().take(at).any(|earlier| earlier.name == declared.name);
            (declared.required == required && !again).then_some(declared.name)
        };
        self.declared().enumerate().filter_map(first)
    }

    /// All names: those that must be there, then the others.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.required().chain(self.optional())
    }
}

/// Arguments by their names alone, which must be there and which may: something else reads them.
macro_rules! named {
    ($($required:literal),*; $($optional:literal),*) => {
        &[
            $($crate::kinds::Declared::new($required, true),)*
            $($crate::kinds::Declared::new($optional, false),)*
        ]
    };
}

pub(crate) use named;

/// Arguments that fit a signature.
pub(crate) struct Arguments<'d> {
    /// The kind, for messages.
    pub kind: &'d Name,
    /// What has them, for messages: joint `pivot`.
    pub owner: String,
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
