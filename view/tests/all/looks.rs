//! Meshes of robots: found, read, simplified on the page, and complete in glTF.

use crate::films::{film, frames};
use linkwork::Assemble;
use linkwork_compiler::build::compile_text;
use linkwork_compiler::robots::{Import, mech};
use linkwork_compiler::{Drawing, Options};
use linkwork_tape::{Tape, TapeParameters};
use linkwork_view::{Dress, Form, Keyframes, Scene};
use std::fs;
use std::path::{Path, PathBuf};

/// f32.
const SINGLE: f32 = 1e-6;

/// A folder that is removed with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("linkwork-looks-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        Self(folder)
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Files that remain in the folder for temporary files are harmless.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A tetrahedron with corners at the origin and at 1, 2 and 3 along the axes.
const CORNERS: [[f32; 3]; 4] = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 3.0]];
const SIDES: [[usize; 3]; 4] = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];

fn binary_stl(header: &[u8], triangles: &[[[f32; 3]; 3]]) -> Vec<u8> {
    let mut bytes = vec![b' '; 80];
    bytes[..header.len()].copy_from_slice(header);
    bytes.extend((triangles.len() as u32).to_le_bytes());
    for triangle in triangles {
        bytes.extend([0; 12]);
        bytes.extend(triangle.iter().flatten().flat_map(|x| x.to_le_bytes()));
        bytes.extend([0, 0]);
    }
    bytes
}

fn tetrahedron() -> Vec<[[f32; 3]; 3]> {
    SIDES.iter().map(|side| side.map(|k| CORNERS[k])).collect()
}

fn text_stl() -> String {
    let side = |triangle: &[[f32; 3]; 3]| {
        let corners: String = triangle.iter().map(|[x, y, z]| format!("vertex {x} {y} {z}\n")).collect();
        format!("facet normal 0 0 0\nouter loop\n{corners}endloop\nendfacet\n")
    };
    format!("solid part\n{}endsolid part\n", tetrahedron().iter().map(side).collect::<String>())
}

const OBJ: &str = "mtllib none.mtl\no part\nusemtl red\nv 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

/// A robot of one arm with these visuals.
fn urdf(visuals: &str) -> String {
    format!(
        "<robot name='r'><link name='world'/><link name='arm'>
           <inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial>{visuals}</link>
         <joint name='hinge' type='continuous'><parent link='world'/><child link='arm'/><axis xyz='0 1 0'/></joint></robot>"
    )
}

fn mesh(file: &str, more: &str) -> String {
    format!("<visual><geometry><mesh filename='{file}' {more}/></geometry></visual>")
}

/// The robot, dressed.
fn dressed(text: &str, folder: &Path, packages: &[PathBuf]) -> (Tape<f64>, Scene) {
    let robot = mech("r.urdf", text, &Import::default(), false).expect("a robot");
    let options = Options { drawing: Drawing::Places, ..Options::default() };
    let compiled = compile_text("r.mech", &robot.text, &options, false).expect("no mistake");
    let tape = TapeParameters::new(compiled.programs.into_iter().next().expect("a mechanism")).build();
    let tape = tape.expect("it can be assembled");
    let start = tape.poses().expect("a picture").at(tape.initial().0.as_slice());
    let dress = Dress::read(&robot.looks, folder, packages);
    let bodies = tape.program().bodies.len();
    let still = Keyframes::new(vec![0.0], bodies, |_| start.clone()).expect("poses");
    let scene = Scene::dressed(tape.program(), &tape.geometry(), &still, dress).expect("its geometry");
    (tape, scene)
}

#[test]
fn files_are_found_and_read() {
    let folder = Folder::new("found");
    folder.write("robots/arm/meshes/a.stl", &binary_stl(b"made by a test", &tetrahedron()));
    folder.write("robots/arm/meshes/solid.STL", &binary_stl(b"solid of bytes", &tetrahedron()));
    folder.write("robots/arm/urdf/text.stl", text_stl().as_bytes());
    folder.write("robots/hand/b.obj", OBJ.as_bytes());
    folder.write("elsewhere/far/c.obj", OBJ.as_bytes());
    folder.write("robots/arm/urdf/broken.stl", b"nothing");
    let absolute = format!("file://{}", folder.0.join("robots/hand/b.obj").display());
    let files = [
        "package://arm/meshes/a.stl",
        "package://arm/meshes/solid.STL",
        "text.stl",
        "../../hand/b.obj",
        "model://hand/b.obj",
        &absolute,
        "package://far/c.obj",
    ];
    let visuals: String = files.iter().map(|file| mesh(file, "")).collect();
    let (_, scene) =
        dressed(&urdf(&visuals), &folder.0.join("robots/arm/urdf"), &[folder.0.join("elsewhere")]);
    assert!(scene.notes.is_empty(), "{:?}", scene.notes);
    assert_eq!(scene.meshes.len(), files.len());
    for mesh in &scene.meshes {
        assert_eq!((mesh.vertices.len(), mesh.triangles.len()), (4, 4));
        for side in SIDES {
            let wanted = side.map(|k| CORNERS[k]);
            let rounds = |[a, b, c]: [[f32; 3]; 3]| [[a, b, c], [b, c, a], [c, a, b]];
            let found = mesh.triangles.iter().map(|triangle| triangle.map(|k| mesh.vertices[k as usize]));
            assert!(found.into_iter().any(|found| rounds(found).contains(&wanted)), "{mesh:?}");
        }
    }
    let on_arm =
        scene.solids.iter().filter(|solid| matches!(solid.form, Form::Mesh(_)) && solid.body == Some(0));
    assert_eq!(on_arm.count(), files.len());

    // Omitted parts are reported, each with its reason; the rest is drawn.
    let bad = [
        "none.stl",
        "package://nowhere/a.stl",
        "a.dae",
        "https://example.org/a.stl",
        "broken.stl",
        "text.stl",
    ];
    let visuals: String = bad.iter().map(|file| mesh(file, "")).collect();
    let (_, scene) = dressed(&urdf(&visuals), &folder.0.join("robots/arm/urdf"), &[]);
    let reasons = [
        "cannot read",
        "the package `nowhere` is not in a folder above",
        "the format must be STL or OBJ, not `.dae`",
        "`https:` is not supported",
        "it is not in STL format",
    ];
    assert_eq!((scene.meshes.len(), scene.notes.len()), (1, reasons.len()), "{:?}", scene.notes);
    for (note, (file, reason)) in scene.notes.iter().zip(bad.iter().zip(reasons)) {
        assert!(note.contains(file) && note.contains(reason), "{note}");
    }
}

/// A mirroring scale reverses the triangles, so that they still face outwards.
#[test]
fn scales_are_those_of_the_file() {
    let folder = Folder::new("scaled");
    folder.write("a.obj", OBJ.as_bytes());
    let (_, scene) = dressed(&urdf(&mesh("a.obj", "scale='0.5 0.5 -1'")), &folder.0, &[]);
    let mesh = &scene.meshes[0];
    let volume: f32 = mesh
        .triangles
        .iter()
        .map(|triangle| {
            let [a, b, c] = triangle.map(|k| mesh.vertices[k as usize]);
            let cross = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
            cross.iter().zip(c).map(|(x, y)| x * y).sum::<f32>() / 6.0
        })
        .sum();
    // 1/6 · 1 · 2 · 3, by 0.5 · 0.5 · 1.
    assert!((volume - 0.25).abs() < SINGLE, "{volume}");
}

/// A page stays small for any meshes, and states it; glTF has all triangles.
#[test]
fn large_meshes_are_coarse_on_the_page() {
    let folder = Folder::new("large");
    // A sphere of 320 by 320 quadrangles.
    let n = 320_u16;
    let at = |i: u16, j: u16| {
        let (s, c) = (std::f32::consts::PI * f32::from(i) / f32::from(n)).sin_cos();
        let (t, u) = (std::f32::consts::TAU * f32::from(j % n) / f32::from(n)).sin_cos();
        [s * u, s * t, c]
    };
    let mut triangles = Vec::new();
    for i in 0..n {
        for j in 0..n {
            let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    folder.write("ball.stl", &binary_stl(b"", &triangles));
    let (tape, scene) = dressed(&urdf(&mesh("ball.stl", "")), &folder.0, &[]);
    let all = scene.meshes[0].triangles.len();
    assert!(all > 200_000, "{all}");
    assert!(scene.notes.iter().any(|note| note.contains(&format!("of the {all}"))), "{:?}", scene.notes);
    let mut film = film(&tape, 1e-2, &frames(3, 100.0));
    film.scene = scene;
    let page = film.html().expect("a page").len();
    assert!(page < 1_000_000, "{page}");
    assert!(film.gltf().len() > 12 * all);
}
