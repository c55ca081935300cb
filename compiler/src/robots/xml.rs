//! XML as a tree of elements with their places.
//!
//! Invariant: text that is not XML is an error at its place; prefixes need no declaration, because nothing here depends on them.

use super::messages::reason;
use crate::diagnostics::Place;
use quick_xml::Reader;
use quick_xml::errors::IllFormedError;
use quick_xml::events::{BytesStart, Event};

/// Maximum nesting of elements: of bodies in MJCF, one for each link of a chain. Readers recurse.
const DEPTH: usize = 512;

/// An element with its contents.
#[derive(Debug)]
pub(crate) struct Element {
    /// Its tag, prefix included.
    pub tag: String,
    /// The place of its opening tag.
    pub place: Place,
    attributes: Vec<Attribute>,
    /// The elements in it, in order.
    pub children: Vec<Element>,
}

/// An attribute of an element.
#[derive(Debug)]
struct Attribute {
    name: String,
    value: String,
    /// From its name to the end of its value.
    place: Place,
}

impl Element {
    /// The value of an attribute.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|known| known.name == name).map(|known| known.value.as_str())
    }

    /// The place of an attribute; that of the element where it has none of this name.
    pub fn place_of(&self, name: &str) -> Place {
        self.attributes.iter().find(|known| known.name == name).map_or(self.place, |known| known.place)
    }

    /// All attributes, in order.
    pub fn attributes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.attributes.iter().map(|known| (known.name.as_str(), known.value.as_str()))
    }

    /// The same element from another file, at this place.
    pub fn moved_to(mut self, place: Place) -> Self {
        self.place = place;
        self.attributes.iter_mut().for_each(|known| known.place = place);
        self.children = self.children.into_iter().map(|child| child.moved_to(place)).collect();
        self
    }

    /// The first element of that tag in this one.
    pub fn child(&self, tag: &str) -> Option<&Self> {
        self.children.iter().find(|child| child.tag == tag)
    }

    /// All elements of that tag in this one.
    pub fn all<'a>(&'a self, tag: &'a str) -> impl Iterator<Item = &'a Self> {
        self.children.iter().filter(move |child| child.tag == tag)
    }
}

/// A syntax error: its place and its reason.
pub(crate) type Unreadable = (Place, String);

/// The root of a file.
///
/// # Errors
/// The first thing that is not XML.
pub(crate) fn parse(text: &str) -> Result<Element, Unreadable> {
    let mut reader = Reader::from_str(text);
    let mut open: Vec<Element> = Vec::new();
    let mut root = None;
    loop {
        let start = position(reader.buffer_position(), text);
        let event = reader.read_event();
        let place = Place::Bytes { start, end: position(reader.buffer_position(), text).max(start + 1) };
        let is_empty = matches!(event, Ok(Event::Empty(_)));
        match event {
            Err(error) => {
                return Err(unreadable(&error, place, position(reader.error_position(), text), text, &open));
            }
            Ok(Event::Start(tag) | Event::Empty(tag)) => {
                if root.is_some() && open.is_empty() {
                    return Err((place, reason::second_root()));
                }
                if open.len() == DEPTH {
                    return Err((place, reason::too_deep(DEPTH)));
                }
                open.push(element(&tag, place)?);
                if is_empty {
                    close(&mut open, &mut root);
                }
            }
            Ok(Event::End(_)) => close(&mut open, &mut root),
            Ok(Event::Eof) => break,
            Ok(_) => {}
        }
    }
    if let Some(left) = open.pop() {
        return Err((left.place, reason::not_closed(&left.tag)));
    }
    root.ok_or_else(|| (Place::Bytes { start: 0, end: 1 }, reason::no_element()))
}

/// A place of the reader as one between characters.
fn position(at: u64, text: &str) -> usize {
    let at = usize::try_from(at).unwrap_or(text.len()).min(text.len());
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// Adds the innermost open element to its parent.
fn close(open: &mut Vec<Element>, root: &mut Option<Element>) {
    // The reader has checked that there is one.
    let Some(done) = open.pop() else { return };
    match open.last_mut() {
        Some(outer) => outer.children.push(done),
        None => *root = Some(done),
    }
}

fn element(tag: &BytesStart<'_>, place: Place) -> Result<Element, Unreadable> {
    let name = String::from_utf8_lossy(tag.name().as_ref()).into_owned();
    let mut attributes = Vec::new();
    for attribute in tag.attributes() {
        let wrong = |why: &dyn std::fmt::Display| (place, reason::attribute(&name, why));
        let attribute = attribute.map_err(|error| wrong(&error))?;
        let value = attribute.unescape_value().map_err(|error| wrong(&error))?;
        let key = String::from_utf8_lossy(attribute.key.as_ref()).into_owned();
        let place = place_within(tag, attribute.key.as_ref(), &attribute.value, place);
        attributes.push(Attribute { name: key, value: value.into_owned(), place });
    }
    Ok(Element { tag: name, place, attributes, children: Vec::new() })
}

/// The place of an attribute, whose name and value are parts of the text of the tag; the tag begins with `<`.
fn place_within(tag: &BytesStart<'_>, name: &[u8], value: &[u8], of_tag: Place) -> Place {
    let Place::Bytes { start, end } = of_tag else { return of_tag };
    let from = |part: &[u8]| (part.as_ptr() as usize).checked_sub(tag.as_ptr() as usize);
    let (Some(first), Some(last)) = (from(name), from(value)) else { return of_tag };
    // With the quote behind the value.
    let place = (start + 1 + first, start + 1 + last + value.len() + 1);
    if first < last && place.1 <= end { Place::Bytes { start: place.0, end: place.1 } } else { of_tag }
}

/// An error of the reader, in the wording of these messages.
fn unreadable(error: &quick_xml::Error, place: Place, at: usize, text: &str, open: &[Element]) -> Unreadable {
    match error {
        quick_xml::Error::IllFormed(IllFormedError::MismatchedEndTag { expected, .. }) => {
            (place, reason::must_be_closed(expected))
        }
        quick_xml::Error::IllFormed(IllFormedError::UnmatchedEndTag(_)) => (place, reason::unexpected_end()),
        quick_xml::Error::IllFormed(IllFormedError::MissingEndTag(_)) if !open.is_empty() => {
            let left = &open[open.len() - 1];
            (left.place, reason::not_closed(&left.tag))
        }
        _ => {
            let width = text[at..].find('\n').unwrap_or(text.len() - at).max(1);
            (Place::Bytes { start: at, end: at + width }, error.to_string())
        }
    }
}
