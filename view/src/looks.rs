//! Visual shapes of robots: their mesh files.
//!
//! ```text
//! parts/arm.stl            relative to the folder of the robot's file
//! package://arm/arm.stl    in a folder `arm` that contains that file or is next to a folder that does, or in a given folder of packages;
//!                          model://arm/arm.stl likewise
//! file:///data/arm.stl     an absolute path
//! ```
//! Invariant: there is a note with the reason for every mesh that cannot be read; nothing is loaded from a network.

use crate::messages;
use crate::rotation::{Matrix, Vector, apply, quaternion};
use crate::solids::{Form, Role, Solid};
use crate::triangles::Triangles;
use linkwork_compiler::robots::{Look, LookForm};
use std::io::Cursor;
use std::path::{Path, PathBuf};

/// Visual shapes with their meshes.
#[derive(Clone, Debug, Default)]
pub struct Dress {
    /// Bodies by name, with their visual shapes; `None` is the ground.
    pub(crate) visuals: Vec<(Option<String>, Solid)>,
    /// Meshes, one for each file with its scale.
    pub(crate) meshes: Vec<Triangles>,
    /// Notes about meshes that could not be read.
    pub(crate) notes: Vec<String>,
}

impl Dress {
    /// Reads the meshes of a robot whose file is in `folder`; `packages` are folders of packages.
    pub fn read(looks: &[Look], folder: &Path, packages: &[PathBuf]) -> Self {
        let mut dress = Self::default();
        // The meshes read so far, by file name and transformation.
        let mut known: Vec<(&LookForm, Option<usize>)> = Vec::new();
        for look in looks {
            let form = match &look.form {
                LookForm::Box(sides) => Some(Form::Box(*sides)),
                LookForm::Cylinder { radius, length } => Some(Form::Cylinder(*radius, *length)),
                LookForm::Ellipsoid([a, b, c]) if a == b && b == c => Some(Form::Sphere(*a)),
                LookForm::Ellipsoid(axes) => Some(Form::Ellipsoid(*axes)),
                LookForm::Mesh { file, .. } => {
                    let found = known.iter().find(|(form, _)| **form == look.form).map(|(_, number)| *number);
                    let number = found.unwrap_or_else(|| {
                        let read = locate(file, folder, packages).and_then(|path| read(&path));
                        let number = match read {
                            Ok(mesh) => {
                                dress.meshes.push(placed(&mesh, &look.form));
                                Some(dress.meshes.len() - 1)
                            }
                            Err(reason) => {
                                dress.notes.push(messages::no_mesh(file, &reason));
                                None
                            }
                        };
                        known.push((&look.form, number));
                        number
                    });
                    number.map(Form::Mesh)
                }
            };
            let Some(form) = form else { continue };
            let rotation = quaternion(&look.rotation);
            let solid = Solid { body: None, role: Role::Shape, form, position: look.position, rotation };
            dress.visuals.push((look.body.clone(), solid));
        }
        dress
    }

    /// The number of meshes.
    pub fn meshes(&self) -> usize {
        self.meshes.len()
    }
}

/// The mesh in m, in the axes of its visual; a scale that mirrors reverses the order of corners.
fn placed(mesh: &Triangles, form: &LookForm) -> Triangles {
    let LookForm::Mesh { scale, origin, turned, .. } = form else { return mesh.clone() };
    let (origin, turned): (&Vector, &Matrix) = (origin, turned);
    let moved = |vertex: [f32; 3]| {
        let seen = apply(turned, &[0, 1, 2].map(|k| f64::from(vertex[k]) - origin[k]));
        [0, 1, 2].map(|k| (scale[k] * seen[k]) as f32)
    };
    let mirrors = scale.iter().product::<f64>() < 0.0;
    let facing = |[a, b, c]: [u32; 3]| if mirrors { [a, c, b] } else { [a, b, c] };
    Triangles {
        vertices: mesh.vertices.iter().copied().map(moved).collect(),
        triangles: mesh.triangles.iter().copied().map(facing).collect(),
    }
}

/// The path of a file that a robot refers to.
fn locate(named: &str, folder: &Path, packages: &[PathBuf]) -> Result<PathBuf, String> {
    let in_package = named.strip_prefix("package://").or_else(|| named.strip_prefix("model://"));
    if let Some(path) = in_package {
        let package = path.split('/').next().unwrap_or_default();
        // The parent of a folder with the name of the package contains the package.
        let around = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        let all = packages.iter().map(PathBuf::as_path).chain(around.ancestors());
        let places = all.flat_map(|place| {
            let inside = place.ends_with(package).then(|| place.parent()).flatten();
            inside.into_iter().chain([place])
        });
        let found = places.map(|place| place.join(path)).find(|path| path.is_file());
        return found.ok_or_else(|| messages::no_package(package));
    }
    if let Some((scheme, rest)) = named.split_once("://") {
        return match scheme {
            "file" => Ok(PathBuf::from(rest)),
            _ => Err(messages::scheme(scheme)),
        };
    }
    Ok(folder.join(named))
}

/// The triangles of an STL or OBJ file, by its extension.
fn read(path: &Path) -> Result<Triangles, String> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
    if !matches!(ending.as_str(), "stl" | "obj") {
        return Err(messages::format_of(&ending));
    }
    let bytes = std::fs::read(path).map_err(|error| messages::unreadable(path, &error))?;
    let mesh = if ending == "stl" { stl(bytes) } else { obj(&bytes) };
    let mesh = mesh.map_err(|error| messages::malformed(&ending, &error))?;
    if mesh.triangles.is_empty() { Err(messages::NO_TRIANGLES.to_owned()) } else { Ok(mesh) }
}

/// Bytes before the triangles of a binary STL, and of each of them.
const STL: (usize, usize) = (84, 50);

fn stl(mut bytes: Vec<u8>) -> Result<Triangles, String> {
    let count = bytes.get(80..84).and_then(|four| <[u8; 4]>::try_from(four).ok()).map(u32::from_le_bytes);
    if count.is_some_and(|count| bytes.len() == STL.0 + STL.1 * count as usize) {
        // Some programs begin the header of a binary file with the keyword of text files, `solid`.
        bytes[..5].fill(0);
    }
    let mut cursor = Cursor::new(bytes);
    let reader = stl_io::create_stl_reader(&mut cursor).map_err(|error| error.to_string())?;
    let corners: Result<Vec<_>, _> =
        reader.map(|triangle| triangle.map(|triangle| triangle.vertices.map(|vertex| vertex.0))).collect();
    corners.map(Triangles::of_corners).map_err(|error| error.to_string())
}

fn obj(mut bytes: &[u8]) -> Result<Triangles, String> {
    let options = tobj::LoadOptions {
        triangulate: true,
        ignore_points: true,
        ignore_lines: true,
        ..Default::default()
    };
    // Colours are ignored.
    let (models, _) = tobj::load_obj_buf(&mut bytes, &options, |_| Err(tobj::LoadError::OpenFileFailed))
        .map_err(|error| error.to_string())?;
    let corner = |mesh: &tobj::Mesh, index: u32| -> Option<[f32; 3]> {
        let at = 3 * index as usize;
        mesh.positions.get(at..at + 3)?.try_into().ok()
    };
    let mut corners = Vec::new();
    for model in &models {
        for triangle in model.mesh.indices.chunks_exact(3) {
            let [Some(a), Some(b), Some(c)] = [0, 1, 2].map(|k| corner(&model.mesh, triangle[k])) else {
                return Err(messages::NO_VERTEX.to_owned());
            };
            corners.push([a, b, c]);
        }
    }
    Ok(Triangles::of_corners(corners))
}
