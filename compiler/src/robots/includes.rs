//! `<include file="…"/>` → the elements of that file.
//!
//! Invariant: elements of another file have the place of its `include`; an `include` that cannot be read is an error.

use super::messages::{self, reason};
use super::xml::{self, Element};
use super::{Import, decode};
use crate::diagnostics::{Diagnostic, Diagnostics, Place};
use std::path::{Path, PathBuf};

/// A file that is being read.
struct Open {
    /// As an `include` names it.
    name: String,
    /// Its place on the disk.
    path: PathBuf,
}

/// The element with the included elements, and the included files; `None` where one of them cannot be read.
pub(super) fn followed(
    root: Element,
    import: &Import,
    diagnostics: &mut Diagnostics,
) -> Option<(Element, Vec<PathBuf>)> {
    let before = diagnostics.errors();
    let mut files = Files { folder: import.folder.as_deref(), open: Vec::new(), read: Vec::new() };
    let root = files.inside(root, diagnostics);
    (diagnostics.errors() == before).then_some((root, files.read))
}

/// The files of a description.
struct Files<'a> {
    /// Where they are searched.
    folder: Option<&'a Path>,
    /// Those that are being read, the innermost last.
    open: Vec<Open>,
    /// All that were included.
    read: Vec<PathBuf>,
}

impl Files<'_> {
    /// An element of the innermost file with the included elements.
    fn inside(&mut self, mut element: Element, diagnostics: &mut Diagnostics) -> Element {
        let mut children = Vec::new();
        for child in std::mem::take(&mut element.children) {
            if child.tag != "include" {
                children.push(self.inside(child, diagnostics));
                continue;
            }
            let Some(file) = child.attribute("file") else {
                diagnostics.push(messages::includes_nothing(child.place));
                continue;
            };
            match self.read(file, child.place) {
                Ok((root, path)) => {
                    self.read.push(path.clone());
                    self.open.push(Open { name: file.to_owned(), path });
                    let root = self.inside(root.moved_to(child.place), diagnostics);
                    self.open.pop();
                    children.extend(root.children);
                }
                Err(mistake) => diagnostics.push(*mistake),
            }
        }
        element.children = children;
        element
    }

    /// The root of a file that is included at `place`, and its place on the disk, or what is wrong.
    fn read(&self, file: &str, place: Place) -> Result<(Element, PathBuf), Box<Diagnostic>> {
        let cannot = |reason: &str| Box::new(messages::cannot_read(place, file, reason));
        let folder = self.folder.ok_or_else(|| cannot(&reason::no_folder()))?;
        let path = folder.join(file);
        // The same file may be named in several ways.
        let path = path.canonicalize().unwrap_or(path);
        if let Some(first) = self.open.iter().position(|earlier| earlier.path == path) {
            let between: Vec<&str> = self.open[first + 1..].iter().map(|one| one.name.as_str()).collect();
            return Err(Box::new(messages::includes_itself(place, file, &between)));
        }
        let bytes = std::fs::read(&path).map_err(|error| cannot(&error.to_string()))?;
        let text = decode(&bytes).map_err(|reason| cannot(&reason))?;
        let root = xml::parse(&text).map_err(|(_, reason)| cannot(&reason))?;
        Ok((root, path))
    }
}
