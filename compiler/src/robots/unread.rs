//! Elements that have no part in a mechanism, and the number of each.

use super::messages;
use crate::diagnostics::{Diagnostics, Place};

/// The names so far.
#[derive(Default)]
pub(crate) struct Unread {
    tags: Vec<(String, usize)>,
    first: Option<Place>,
}

impl Unread {
    /// One more.
    pub fn note(&mut self, tag: &str, place: Place) {
        self.first.get_or_insert(place);
        match self.tags.iter_mut().find(|(known, _)| known == tag) {
            Some((_, count)) => *count += 1,
            None => self.tags.push((tag.to_owned(), 1)),
        }
    }

    /// A warning that lists them.
    pub fn warn(self, diagnostics: &mut Diagnostics) {
        let Some(first) = self.first else { return };
        diagnostics.push(messages::not_imported(first, &self.tags));
    }
}
