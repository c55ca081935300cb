//! `<default>`: attributes of elements of a class that the elements do not set themselves.
//!
//! Invariant: a class contains the attributes of the classes around it.

use crate::diagnostics::{Diagnostic, Diagnostics, nearest};
use crate::robots::xml::Element;
use std::collections::BTreeMap;

/// Attributes of the elements of one tag.
type OfTag = BTreeMap<String, String>;
/// Attributes by tag.
type Class = BTreeMap<String, OfTag>;

/// All classes of a file.
#[derive(Default)]
pub(super) struct Classes {
    classes: BTreeMap<String, Class>,
}

/// The name of the outermost class where the file gives none.
pub(super) const MAIN: &str = "main";

/// Actuators share their defaults: each shortcut sets the same ones in MuJoCo.
pub(super) const ACTUATORS: [&str; 6] = ["general", "motor", "position", "velocity", "intvelocity", "damper"];

impl Classes {
    /// The classes of the outermost `<default>` elements.
    pub fn read(root: &Element, diagnostics: &mut Diagnostics) -> Self {
        let mut all = Self::default();
        all.classes.insert(MAIN.to_owned(), Class::new());
        for element in root.all("default") {
            let name = element.attribute("class").unwrap_or(MAIN);
            all.class(element, name, Class::new(), diagnostics);
            if name != MAIN {
                // Elements without a class have the outermost one, regardless of its name.
                let outermost = all.classes.get(name).cloned().unwrap_or_default();
                all.classes.insert(MAIN.to_owned(), outermost);
            }
        }
        all
    }

    fn class(&mut self, element: &Element, name: &str, mut own: Class, diagnostics: &mut Diagnostics) {
        // A class that is opened again keeps its attributes.
        if let Some(known) = self.classes.get(name) {
            for (tag, attributes) in known {
                own.entry(tag.clone()).or_default().extend(attributes.clone());
            }
        }
        for part in element.children.iter().filter(|part| part.tag != "default") {
            let tag = if ACTUATORS.contains(&part.tag.as_str()) { "general" } else { part.tag.as_str() };
            let attributes = own.entry(tag.to_owned()).or_default();
            for (key, value) in part.attributes() {
                attributes.insert(key.to_owned(), value.to_owned());
            }
        }
        self.classes.insert(name.to_owned(), own.clone());
        for inner in element.all("default") {
            match inner.attribute("class") {
                Some(name) => self.class(inner, name, own.clone(), diagnostics),
                None => {
                    let message = "a nested `default` has no `class`";
                    diagnostics.push(Diagnostic::error(inner.place, message));
                }
            }
        }
    }

    /// An element with the defaults of its class; `around` is the `childclass` in effect.
    pub fn resolve<'a>(
        &'a self,
        element: &'a Element,
        around: Option<&str>,
        diagnostics: &mut Diagnostics,
    ) -> Attributes<'a> {
        let tag = if ACTUATORS.contains(&element.tag.as_str()) { "general" } else { element.tag.as_str() };
        self.resolve_as(element, tag, around, diagnostics)
    }

    /// The same for an element whose defaults have another tag.
    pub fn resolve_as<'a>(
        &'a self,
        element: &'a Element,
        tag: &str,
        around: Option<&str>,
        diagnostics: &mut Diagnostics,
    ) -> Attributes<'a> {
        let name = element.attribute("class").or(around).unwrap_or(MAIN);
        let class = self.classes.get(name);
        if class.is_none() {
            let meant = nearest(name, self.classes.keys().map(String::as_str));
            let help = meant.map(|meant| format!("did you mean `{meant}`?"));
            let message = format!("there is no class `{name}`");
            diagnostics.push(Diagnostic::error(element.place, message).maybe_help(help));
        }
        Attributes { element, defaults: class.and_then(|class| class.get(tag)) }
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
        let of_class = || self.defaults.and_then(|all| all.get(name)).map(String::as_str);
        self.element.attribute(name).or_else(of_class)
    }

    /// The first of these that the element has, or else its class.
    pub fn first_of(&self, names: &[&'static str]) -> Option<&'static str> {
        let own = names.iter().find(|name| self.element.attribute(name).is_some());
        own.or_else(|| names.iter().find(|name| self.get(name).is_some())).copied()
    }
}
