//! Attributes that a format does not have, and the number of each.

use super::messages;
use super::xml::Element;
use crate::diagnostics::{Diagnostics, Place, did_you_mean};

/// Those so far.
#[derive(Default)]
pub(crate) struct Unknown {
    all: Vec<Attribute>,
}

/// An attribute that is unknown, with the first place and the number of places.
struct Attribute {
    tag: String,
    name: String,
    place: Place,
    count: usize,
    help: Option<String>,
}

impl Unknown {
    /// Notes the attributes of an element that are not among the `known` ones. Names with a prefix are XML's, such as `xml:base`.
    pub fn check(&mut self, element: &Element, known: &[&str]) {
        let wrong = |name: &str| !known.contains(&name) && !name.contains(':') && name != "xmlns";
        for (name, _) in element.attributes().filter(|&(name, _)| wrong(name)) {
            match self.all.iter_mut().find(|earlier| earlier.tag == element.tag && earlier.name == name) {
                Some(earlier) => earlier.count += 1,
                None => self.all.push(Attribute {
                    tag: element.tag.clone(),
                    name: name.to_owned(),
                    place: element.place_of(name),
                    count: 1,
                    help: did_you_mean(name, known.iter().copied()),
                }),
            }
        }
    }

    /// A warning for each of them.
    pub fn warn(self, diagnostics: &mut Diagnostics) {
        for Attribute { tag, name, place, count, help } in self.all {
            diagnostics.push(messages::unknown_attribute(place, &name, &tag, count, help));
        }
    }
}
