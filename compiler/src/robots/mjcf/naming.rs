//! Names that the file gives: each is that of one element of its kind, and references find no others.

use super::read::Reader;
use crate::diagnostics::Place;
use crate::robots::messages::named_twice;
use crate::robots::xml::Element;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Names by kind (`bodies`, `joints` …), with their places.
pub(super) type Given = BTreeMap<(&'static str, String), Place>;

/// The kind of bodies: the world is one of them.
pub(super) const BODIES: &str = "bodies";

/// The name of an element, if the file gives one; to MuJoCo an empty one is none.
pub(super) fn given(element: &Element) -> Option<&str> {
    element.attribute("name").filter(|name| !name.is_empty())
}

impl Reader<'_> {
    /// Notes the name of an element. Two of a kind with the same name are a mistake, as in MuJoCo.
    pub fn claim(&mut self, kind: &'static str, element: &Element) {
        let Some(name) = given(element) else { return };
        match self.given.entry((kind, name.to_owned())) {
            Entry::Occupied(first) => {
                self.diagnostics.push(named_twice(element.place_of("name"), kind, name, *first.get()));
            }
            Entry::Vacant(free) => {
                free.insert(element.place_of("name"));
            }
        }
    }
}
