//! `<asset>`: meshes, and the geoms that show them.
//!
//! MuJoCo subtracts `refpos` from the vertices of a mesh, rotates them back by `refquat`, and scales them. It moves the mesh into its principal
//! axes afterwards and its geom with it: the visual stays at the pose in the file.

use super::bodies::{Placed, placed};
use super::classes::Attributes;
use super::model::{Visual, VisualForm};
use super::orientation;
use super::read::Reader;
use crate::robots::xml::Element;
use std::path::Path;

impl Reader<'_> {
    /// Meshes that have a file.
    pub fn assets(&mut self, root: &Element) {
        let last = |name: &str| root.all("compiler").filter_map(|element| element.attribute(name)).last();
        let folder = last("meshdir").or(last("assetdir")).unwrap_or_default();
        let strips = last("strippath") == Some("true");
        for element in root.all("asset").flat_map(|assets| assets.all("mesh")) {
            let of = self.resolve(element, None);
            let Some(file) = of.get("file") else { continue };
            let path = Path::new(file);
            let stem = || path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
            let Some(name) = element.attribute("name").map(str::to_owned).or_else(stem) else { continue };
            let file = path.file_name().filter(|_| strips).map_or(path, Path::new);
            let [w, x, y, z] = self.some(&of, "refquat", orientation::NONE);
            let form = VisualForm::Mesh {
                file: Path::new(folder).join(file).to_string_lossy().into_owned(),
                scale: self.vector(&of, "scale", [1.0; 3]),
                origin: self.vector(&of, "refpos", [0.0; 3]),
                turned: orientation::normalised([w, -x, -y, -z]).unwrap_or(orientation::NONE),
            };
            self.meshes.insert(name, form);
        }
    }

    /// A geom that shows a mesh.
    pub fn mesh(&mut self, of: &Attributes<'_>, kind: &str, body: usize, at: Placed) {
        let place = of.element.place;
        // MuJoCo converts it to a shape of the size of the mesh.
        if !matches!(kind, "mesh" | "sdf") {
            return self.unread.note("geom of the size of a mesh", place);
        }
        let found = of.get("mesh").and_then(|name| self.meshes.get(name)).cloned();
        let Some(form) = found else { return self.unread.note("mesh without a file", place) };
        let (position, turned) = placed(at, (self.vector(of, "pos", [0.0; 3]), self.turned(of)));
        self.bodies[body].visuals.push(Visual { form, position, turned });
    }
}
