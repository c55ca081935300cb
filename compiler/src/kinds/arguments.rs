//! The arguments of a joint, a force, a shape or a frame: ends by position, all others by name.

use super::argument::Declared;
use super::reader::Scope;
use crate::diagnostics::Place;
use crate::syntax::{Expression, Name};

/// The arguments of a kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signature {
    /// The positional arguments, in words.
    pub places: &'static [&'static str],
    /// The named arguments: lists in this order.
    pub named: &'static [&'static [Declared]],
    /// One of these names that does not exist in the plane.
    pub without: Option<&'static str>,
}

impl Signature {
    /// Positional arguments, and lists of named ones.
    pub const fn new(places: &'static [&'static str], named: &'static [&'static [Declared]]) -> Self {
        Self { places, named, without: None }
    }

    /// All named arguments. Kinds of the same word may have arguments of the same name.
    pub fn declared(&self) -> impl Iterator<Item = &'static Declared> + use<> {
        let without = self.without;
        let all = self.named.iter().copied().flatten();
        all.filter(move |declared| declared.place.is_none() && Some(declared.name) != without)
    }

    /// Required names.
    pub fn required(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.once(true)
    }

    /// Optional names.
    pub fn optional(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.once(false)
    }

    /// Required or optional names, each once.
    fn once(&self, required: bool) -> impl Iterator<Item = &'static str> + use<> {
        let signature = *self;
        let first = move |(at, declared): (usize, &'static Declared)| {
            let again = signature.declared().take(at).any(|earlier| earlier.name == declared.name);
            (declared.required == required && !again).then_some(declared.name)
        };
        self.declared().enumerate().filter_map(first)
    }

    /// All names: required ones first.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.required().chain(self.optional())
    }
}

/// Arguments declared only by name, required and optional: they are read elsewhere.
macro_rules! named {
    ($($required:literal),*; $($optional:literal),*) => {
        &[
            $($crate::kinds::Declared::new($required, true),)*
            $($crate::kinds::Declared::new($optional, false),)*
        ]
    };
}

pub(crate) use named;

/// Arguments that match a signature.
pub(crate) struct Arguments<'d> {
    /// The kind, for messages.
    pub kind: &'d Name,
    /// Their owner, for messages: joint `pivot`.
    pub owner: String,
    /// The whole call.
    pub place: Place,
    /// Where names are looked up.
    pub scope: Scope,
    /// The positional arguments.
    pub places: Vec<&'d Expression>,
    /// Whether all required arguments are given, and no unknown ones.
    pub complete: bool,
    /// The named arguments.
    pub named: Vec<(&'d Name, &'d Expression)>,
}

impl<'d> Arguments<'d> {
    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<&'d Expression> {
        self.named.iter().find(|(known, _)| known.text == name).map(|(_, value)| *value)
    }
}
