//! `<default>`: attributes of elements of a class that the elements do not set themselves.
//!
//! Invariant: a class contains the attributes of the classes around it. Of several rotations the innermost counts, and a list of numbers
//! that is shorter than that of the class around it keeps the others, as in MuJoCo.

use super::messages;
use crate::diagnostics::Diagnostics;
use crate::robots::xml::Element;
use std::collections::BTreeMap;

/// Attributes of the elements of one tag.
type OfTag = BTreeMap<String, String>;
/// Attributes by tag.
type ByTag = BTreeMap<String, OfTag>;

/// A class.
#[derive(Clone, Default)]
struct Class<'e> {
    attributes: ByTag,
    /// Its own actuators, in order: each changes the gain and the bias that the one before it leaves.
    actuators: Vec<&'e Element>,
    /// The class around it.
    around: Option<String>,
}

/// All classes of a file.
#[derive(Default)]
pub(super) struct Classes<'e> {
    classes: BTreeMap<String, Class<'e>>,
}

/// The name of the outermost class where the file gives none.
pub(super) const MAIN: &str = "main";

/// Actuators of all kinds share the defaults of what they have in common, such as `gear`.
pub(super) const ACTUATORS: [&str; 12] = [
    "general",
    "motor",
    "position",
    "velocity",
    "intvelocity",
    "damper",
    "orientation",
    "pid",
    "cylinder",
    "muscle",
    "adhesion",
    "dcmotor",
];

/// The attributes that rotate an element, in the order in which MuJoCo reads them.
pub(super) const ROTATIONS: [&str; 5] = ["quat", "axisangle", "euler", "xyaxes", "zaxis"];

/// Lists that may be shorter than those of the class around them.
pub(super) const PARTIAL: [&str; 3] = ["size", "stiffness", "damping"];

/// The words of a list, and those beyond its end of the list that it replaces.
pub(super) fn completed(text: &str, replaced: &str) -> String {
    let beyond = replaced.split_whitespace().skip(text.split_whitespace().count());
    text.split_whitespace().chain(beyond).collect::<Vec<_>>().join(" ")
}

/// The tag under which the defaults of an element are.
fn shared(tag: &str) -> &str {
    if ACTUATORS.contains(&tag) { "general" } else { tag }
}

impl<'e> Classes<'e> {
    /// The classes of the outermost `<default>` elements.
    pub fn read(root: &'e Element, diagnostics: &mut Diagnostics) -> Self {
        let mut all = Self::default();
        all.classes.insert(MAIN.to_owned(), Class::default());
        for element in root.all("default") {
            let name = element.attribute("class").unwrap_or(MAIN);
            all.class(element, name, ByTag::new(), None, diagnostics);
            if name != MAIN {
                // Elements without a class have the outermost one, regardless of its name. There is none around it.
                let outermost = all.classes.get(name).cloned().unwrap_or_default();
                all.classes.insert(MAIN.to_owned(), Class { around: None, ..outermost });
            }
        }
        all
    }

    /// Reads a class; `attributes` are those of the class `around` it.
    fn class(
        &mut self,
        element: &'e Element,
        name: &str,
        mut attributes: ByTag,
        around: Option<&str>,
        diagnostics: &mut Diagnostics,
    ) {
        // A class that is opened again keeps its attributes.
        let begun = || Class { around: around.map(str::to_owned), ..Class::default() };
        let mut own = self.classes.get(name).cloned().unwrap_or_else(begun);
        for (tag, known) in std::mem::take(&mut own.attributes) {
            attributes.entry(tag).or_default().extend(known);
        }
        for part in element.children.iter().filter(|part| part.tag != "default") {
            if ACTUATORS.contains(&part.tag.as_str()) {
                own.actuators.push(part);
                let share = part.attribute("inheritrange").and_then(|share| share.trim().parse::<f64>().ok());
                if part.attribute("ctrlrange").is_some() && share.is_some_and(|share| share > 0.0) {
                    diagnostics.push(messages::two_ranges(part.place_of("inheritrange"), name));
                }
            }
            let of_tag = attributes.entry(shared(&part.tag).to_owned()).or_default();
            if part.attributes().any(|(key, _)| ROTATIONS.contains(&key)) {
                ROTATIONS.iter().for_each(|key| _ = of_tag.remove(*key));
            }
            for (key, value) in part.attributes() {
                let outer = of_tag.get(key).filter(|_| PARTIAL.contains(&key));
                let value = outer.map_or_else(|| value.to_owned(), |outer| completed(value, outer));
                of_tag.insert(key.to_owned(), value);
            }
        }
        own.attributes.clone_from(&attributes);
        self.classes.insert(name.to_owned(), own);
        for inner in element.all("default") {
            match inner.attribute("class") {
                Some(inside) => self.class(inner, inside, attributes.clone(), Some(name), diagnostics),
                None => diagnostics.push(messages::nameless_class(inner.place)),
            }
        }
    }

    /// The class that an attribute names, if there is one.
    pub fn known<'a>(
        &self,
        element: &'a Element,
        attribute: &str,
        diagnostics: &mut Diagnostics,
    ) -> Option<&'a str> {
        let name = element.attribute(attribute)?;
        if self.classes.contains_key(name) {
            return Some(name);
        }
        let known = self.classes.keys().map(String::as_str);
        diagnostics.push(messages::no_class(element.place_of(attribute), name, known));
        None
    }

    /// The class around a class.
    pub fn around(&self, name: &str) -> Option<&str> {
        self.classes.get(name).and_then(|class| class.around.as_deref())
    }

    /// The actuators of a class itself.
    pub fn actuators(&self, name: &str) -> &[&'e Element] {
        self.classes.get(name).map(|class| class.actuators.as_slice()).unwrap_or_default()
    }

    /// An element with the defaults of its class; `around` is the `childclass` in effect.
    pub fn resolve<'a>(
        &'a self,
        element: &'a Element,
        around: Option<&str>,
        diagnostics: &mut Diagnostics,
    ) -> Attributes<'a> {
        self.resolve_as(element, shared(&element.tag), around, diagnostics)
    }

    /// The same for an element whose defaults have another tag.
    pub fn resolve_as<'a>(
        &'a self,
        element: &'a Element,
        tag: &str,
        around: Option<&str>,
        diagnostics: &mut Diagnostics,
    ) -> Attributes<'a> {
        let own = self.known(element, "class", diagnostics);
        let class = self.classes.get(own.or(around).unwrap_or(MAIN));
        Attributes { element, defaults: class.and_then(|class| class.attributes.get(tag)) }
    }
}

/// The attributes of an element, its class included.
#[derive(Clone, Copy)]
pub(super) struct Attributes<'a> {
    /// The element.
    pub element: &'a Element,
    defaults: Option<&'a OfTag>,
}

impl<'a> Attributes<'a> {
    /// Of an element that has no class.
    pub fn plain(element: &'a Element) -> Self {
        Self { element, defaults: None }
    }

    /// The value of an attribute.
    pub fn get(&self, name: &str) -> Option<&'a str> {
        self.element.attribute(name).or_else(|| self.of_class(name))
    }

    /// The value of an attribute in the class.
    pub fn of_class(&self, name: &str) -> Option<&'a str> {
        self.defaults.and_then(|all| all.get(name)).map(String::as_str)
    }

    /// The first of these that the element has, or else its class.
    pub fn first_of(&self, names: &[&'static str]) -> Option<&'static str> {
        let own = names.iter().find(|name| self.element.attribute(name).is_some());
        own.or_else(|| names.iter().find(|name| self.get(name).is_some())).copied()
    }
}
