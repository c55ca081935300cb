//! A film as one self-contained page that needs no network.
//!
//! ```text
//! page.html = frame, style, scripts as text │ three.js, scene (JSON), numbers, meshes: gzip, base64
//! ```
//! Invariant: no text of the description is markup of the page. Names are in the compressed JSON and are inserted
//! as text of elements; the title is escaped. The content security policy of the page forbids every request.

use crate::coding::encode;
use crate::keyframes::QUANTUM;
use crate::solids::{Form, Role};
use crate::{At, ColumnKind, Film, Triangles};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use std::io::Write;

const FRAME: &str = include_str!("../page/page.html");
const STYLE: &str = include_str!("../page/page.css");
/// The scripts, in the order in which they run.
const SCRIPTS: [&str; 10] = [
    include_str!("../page/load.js"),
    include_str!("../page/curves.js"),
    include_str!("../page/motion.js"),
    include_str!("../page/stage.js"),
    include_str!("../page/drawing.js"),
    include_str!("../page/arrows.js"),
    include_str!("../page/contacts.js"),
    include_str!("../page/plots.js"),
    include_str!("../page/panel.js"),
    include_str!("../page/main.js"),
];
const THREE: &str = include_str!("../vendor/three.min.js");

/// The width of a mesh in quanta: a quantum is a fortieth of a pixel if the mesh fills a screen.
const OF_MESHES: f64 = 1e5;
/// The quantum of a column relative to its largest value: far below the resolution of a plot.
const OF_COLUMNS: f64 = 2.0 * QUANTUM;

impl Film {
    /// The text of the page.
    ///
    /// # Errors
    /// Those of the compression, which can only be caused by lack of memory.
    pub fn html(&self) -> std::io::Result<String> {
        let mut numbers = Vec::new();
        self.keyframes.encode(self.scene.size, &mut numbers);
        for column in &self.columns {
            let largest = column.values.iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
            let quantum = if largest > 0.0 { OF_COLUMNS * largest } else { 1.0 };
            // Values that are not finite are kept.
            let finite = column.values.iter().all(|x| x.is_finite());
            encode(&column.values, if finite { quantum } else { 0.0 }, &mut numbers);
        }
        let mut meshes = Vec::new();
        self.scene.simplified.iter().for_each(|mesh| encode_mesh(mesh, &mut meshes));
        let parts = [
            ("{{title}}", escaped(&self.scene.name)),
            ("{{style}}", STYLE.to_owned()),
            ("{{script}}", SCRIPTS.concat()),
            ("{{three}}", packed(THREE.as_bytes())?),
            ("{{scene}}", packed(self.json().to_string().as_bytes())?),
            ("{{numbers}}", packed(&numbers)?),
            ("{{meshes}}", packed(&meshes)?),
        ];
        let mut page = String::new();
        let mut rest = FRAME;
        // From front to back, so that inserted text is not searched again.
        for (mark, text) in parts {
            let (before, after) = rest.split_once(mark).unwrap_or((rest, ""));
            page.push_str(before);
            page.push_str(&text);
            rest = after;
        }
        page.push_str(rest);
        Ok(page)
    }

    fn json(&self) -> Value {
        let scene = &self.scene;
        let place = |place: &crate::Place| json!({ "body": place.body, "position": place.position, "rotation": place.rotation });
        let bodies = scene.bodies.iter().map(|body| json!({ "name": body.name, "com": body.com }));
        let solids = scene.solids.iter().map(|solid| {
            let (form, measures) = match solid.form {
                Form::Box(sides) => ("box", sides.to_vec()),
                Form::Cylinder(radius, length) => ("cylinder", vec![radius, length]),
                Form::Sphere(radius) => ("sphere", vec![radius]),
                Form::Ellipsoid(axes) => ("ellipsoid", axes.to_vec()),
                Form::Mesh(number) => ("mesh", vec![number as f64]),
            };
            let (role, joint) = match solid.role {
                Role::Shape => ("shape", None),
                Role::Stick => ("stick", None),
                Role::Joint(joint) => ("joint", Some(joint)),
            };
            json!({
                "body": solid.body, "role": role, "joint": joint, "form": form, "measures": measures,
                "position": solid.position, "rotation": solid.rotation, "ball": scene.ball(solid),
            })
        });
        let joints = scene.joints.iter().map(|joint| {
            json!({
                "name": joint.name, "ends": joint.ends.each_ref().map(place), "fixed": joint.fixed,
                "axes": joint.motions, "flies": joint.is_free(), "free": joint.turns_freely,
                "redundant": joint.redundant,
            })
        });
        let lines = scene
            .lines
            .iter()
            .map(|line| json!({ "name": line.name, "ends": line.ends.each_ref().map(place) }));
        let columns = self.columns.iter().map(|column| {
            let (kind, of, component) = match column.kind {
                ColumnKind::Coordinate => ("coordinate", None, None),
                ColumnKind::Output => ("output", None, None),
                ColumnKind::Reaction(joint, component) => ("reaction", Some(joint), Some(component)),
                ColumnKind::Force(force, component) => ("force", Some(force), Some(component)),
            };
            json!({ "name": column.name, "unit": column.unit, "kind": kind, "of": of, "component": component })
        });
        let frames =
            scene.frames.iter().map(|frame| json!({ "name": frame.name, "place": place(&frame.place) }));
        let forces = scene.forces.iter().map(|force| match &force.at {
            At::Place(at) => json!({ "name": force.name, "place": place(at) }),
            At::Touch { center, radius, plane, normal } => json!({
                "name": force.name,
                "touch": { "center": place(center), "radius": radius, "plane": place(plane), "normal": normal },
            }),
            At::Joint(joint, motion) => {
                json!({ "name": force.name, "joint": joint, "motion": motion, "turns": scene.joints[*joint].motions[*motion].0 })
            }
        });
        let meshes = scene.simplified.iter().map(|mesh| json!([mesh.vertices.len(), mesh.triangles.len()]));
        json!({
            "name": scene.name, "subtitle": self.subtitle, "planar": scene.planar, "size": scene.size,
            "notes": scene.notes, "panel": scene.panel.json(), "times": self.keyframes.times(),
            "bodies": bodies.collect::<Vec<_>>(), "solids": solids.collect::<Vec<_>>(),
            "joints": joints.collect::<Vec<_>>(), "lines": lines.collect::<Vec<_>>(),
            "columns": columns.collect::<Vec<_>>(), "frames": frames.collect::<Vec<_>>(),
            "forces": forces.collect::<Vec<_>>(), "meshes": meshes.collect::<Vec<_>>(),
        })
    }
}

/// x of all vertices, then y, z, and the first, second and third corners of the triangles.
fn encode_mesh(mesh: &Triangles, out: &mut Vec<u8>) {
    let bounds = mesh.bounds();
    let widest = (0..3).map(|k| bounds[1][k] - bounds[0][k]).fold(0.0, f64::max);
    for k in 0..3 {
        let values: Vec<f64> = mesh.vertices.iter().map(|vertex| f64::from(vertex[k])).collect();
        encode(&values, widest / OF_MESHES, out);
    }
    for k in 0..3 {
        let values: Vec<f64> = mesh.triangles.iter().map(|triangle| f64::from(triangle[k])).collect();
        encode(&values, 1.0, out);
    }
}

fn packed(bytes: &[u8]) -> std::io::Result<String> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    gzip.write_all(bytes)?;
    Ok(STANDARD.encode(gzip.finish()?))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
