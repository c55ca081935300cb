//! `<include file="…"/>` → the elements of that file.
//!
//! Invariant: elements of another file have the place of its `include`; an `include` that cannot be read stays, and
//! is an error in later stages.

use super::xml::{self, Element};
use super::{Import, decode};
use crate::diagnostics::{Diagnostic, Diagnostics};

/// Maximum depth of included files: deeper ones include each other in a circle.
const DEEPEST: usize = 8;

/// The element with the included elements.
pub(super) fn followed(root: Element, import: &Import, diagnostics: &mut Diagnostics) -> Element {
    inside(root, import, DEEPEST, diagnostics)
}

fn inside(mut element: Element, import: &Import, depth: usize, diagnostics: &mut Diagnostics) -> Element {
    let mut children = Vec::new();
    for child in std::mem::take(&mut element.children) {
        if child.tag != "include" {
            children.push(inside(child, import, depth, diagnostics));
            continue;
        }
        let read = match (child.attribute("file"), &import.folder) {
            (Some(file), Some(folder)) if depth > 0 => {
                let bytes = std::fs::read(folder.join(file)).map_err(|error| error.to_string());
                bytes
                    .and_then(|bytes| decode(&bytes))
                    .and_then(|text| xml::parse(&text).map_err(|(_, reason)| reason))
            }
            _ => Err("there is no folder to search".to_owned()),
        };
        match read {
            Ok(root) => {
                let root = inside(root.moved_to(child.place), import, depth - 1, diagnostics);
                children.extend(root.children);
            }
            Err(reason) => {
                let file = child.attribute("file").unwrap_or_default();
                let message = format!("cannot read `{file}`: {reason}");
                diagnostics.push(Diagnostic::error(child.place, message));
            }
        }
    }
    element.children = children;
    element
}
