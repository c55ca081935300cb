//! A film as glTF 2.0 (binary): a node for each body with an animation, meshes below it.
//!
//! Source: Khronos, *glTF 2.0 Specification*, 2021 (ISO/IEC 12113:2022): sections 3.6 (buffers), 3.11 (animations), 4.4 (GLB).
//!
//! glTF has y upwards and metres: a mechanism in space is turned by −90° about x, one in the plane stays as it is. Springs and lines,
//! plots and forces are no part of the file.
//!
//! Invariant: numbers are little-endian f32; every view of the buffer begins at a multiple of four bytes.

use crate::Film;
use crate::mesh::Mesh;
use crate::solids::{Form, Role, Solid};
use serde_json::{Value, json};

/// Component types and targets of the specification.
const FLOAT: u32 = 5126;
const UNSIGNED_SHORT: u32 = 5123;
const VERTICES: u32 = 34962;
const INDICES: u32 = 34963;
/// z upwards becomes y upwards: x, y, z, w.
const UPRIGHT: [f64; 4] = [-std::f64::consts::FRAC_1_SQRT_2, 0.0, 0.0, std::f64::consts::FRAC_1_SQRT_2];
/// Magic number, version and lengths; type and length of a chunk.
const HEADER: usize = 12;
const CHUNK: usize = 8;
/// Colours of the parts (linear), with what they are called.
const COLOURS: [(&str, [f32; 3]); 4] = [
    ("body", [0.15, 0.28, 0.50]),
    ("second body", [0.35, 0.42, 0.50]),
    ("joint", [0.03, 0.04, 0.05]),
    ("redundant joint", [0.75, 0.08, 0.04]),
];

/// The buffer with what is said of it.
#[derive(Default)]
struct Buffer {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Buffer {
    fn view(&mut self, bytes: impl IntoIterator<Item = u8>, target: Option<u32>) -> usize {
        let begin = self.bytes.len();
        self.bytes.extend(bytes);
        let mut view = json!({ "buffer": 0, "byteOffset": begin, "byteLength": self.bytes.len() - begin });
        if let Some(target) = target {
            view["target"] = json!(target);
        }
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        self.views.push(view);
        self.views.len() - 1
    }

    /// Rows of N numbers; the least and the greatest ones are told.
    fn rows<const N: usize>(&mut self, rows: &[[f32; N]], target: Option<u32>) -> usize {
        let bytes: Vec<u8> = rows.iter().flatten().flat_map(|x| x.to_le_bytes()).collect();
        let view = self.view(bytes, target);
        let edge = |pick: fn(f32, f32) -> f32| -> Vec<f32> {
            (0..N).map(|k| rows.iter().map(|row| row[k]).reduce(pick).unwrap_or(0.0)).collect()
        };
        let kind = ["SCALAR", "VEC2", "VEC3", "VEC4"][N - 1];
        self.accessors.push(json!({
            "bufferView": view, "componentType": FLOAT, "count": rows.len(), "type": kind,
            "min": edge(f32::min), "max": edge(f32::max),
        }));
        self.accessors.len() - 1
    }

    fn indices(&mut self, all: &[u16]) -> usize {
        let view = self.view(all.iter().flat_map(|k| k.to_le_bytes()), Some(INDICES));
        self.accessors.push(json!({
            "bufferView": view, "componentType": UNSIGNED_SHORT, "count": all.len(), "type": "SCALAR",
        }));
        self.accessors.len() - 1
    }
}

impl Film {
    /// The bytes of a `.glb` file.
    pub fn gltf(&self) -> Vec<u8> {
        let mut buffer = Buffer::default();
        let scene = &self.scene;
        let mut used: Vec<(usize, usize)> = scene.solids.iter().map(|solid| self.look(solid)).collect();
        used.sort_unstable();
        used.dedup();
        let meshes = meshes(&mut buffer, &used);
        // The ground, the bodies, their solids.
        let mut nodes = vec![json!({ "name": "ground" })];
        if !scene.planar {
            nodes[0]["rotation"] = json!(UPRIGHT);
        }
        let mut below: Vec<Vec<usize>> = vec![Vec::new(); 1 + scene.bodies.len()];
        for (number, body) in scene.bodies.iter().enumerate() {
            let (position, turned) = self.keyframes.pose(0, number);
            below[0].push(nodes.len());
            nodes.push(json!({ "name": body.name, "translation": position, "rotation": turned }));
        }
        for solid in &scene.solids {
            below[solid.body.map_or(0, |body| body + 1)].push(nodes.len());
            let scale = match solid.form {
                Form::Box(sides) => sides,
                Form::Cylinder(radius, length) => [radius, radius, length],
                Form::Sphere(radius) => [radius; 3],
            };
            nodes.push(json!({
                "mesh": used.iter().position(|look| *look == self.look(solid)),
                "translation": solid.position, "rotation": solid.rotation, "scale": scale,
            }));
        }
        for (node, children) in below.iter().enumerate().filter(|(_, children)| !children.is_empty()) {
            nodes[node]["children"] = json!(children);
        }
        let materials = COLOURS.map(|(name, [r, g, b])| {
            json!({ "name": name, "pbrMetallicRoughness": {
                "baseColorFactor": [r, g, b, 1.0], "metallicFactor": 0.1, "roughnessFactor": 0.6,
            } })
        });
        let mut document = json!({
            "asset": { "version": "2.0", "generator": concat!("Linkwork ", env!("CARGO_PKG_VERSION")) },
            "scene": 0,
            "scenes": [{ "name": scene.name, "nodes": [0] }],
            "nodes": nodes,
        });
        if !scene.solids.is_empty() {
            document["meshes"] = json!(meshes);
            document["materials"] = json!(materials);
        }
        if self.keyframes.times().len() > 1 && !scene.bodies.is_empty() {
            document["animations"] = json!([self.animation(&mut buffer)]);
        }
        document["bufferViews"] = json!(buffer.views);
        document["accessors"] = json!(buffer.accessors);
        document["buffers"] = json!([{ "byteLength": buffer.bytes.len() }]);
        container(document.to_string().into_bytes(), buffer.bytes)
    }

    /// Colour and form.
    fn look(&self, solid: &Solid) -> (usize, usize) {
        let colour = match solid.role {
            Role::Joint(joint) => 2 + usize::from(self.scene.joints[joint].redundant),
            _ => solid.body.map_or(1, |body| body % 2),
        };
        let form = match solid.form {
            Form::Box(..) => 0,
            Form::Cylinder(..) => 1,
            Form::Sphere(..) => 2,
        };
        (colour, form)
    }

    fn animation(&self, buffer: &mut Buffer) -> Value {
        let frames = self.keyframes.times().len();
        let times: Vec<[f32; 1]> = self.keyframes.times().iter().map(|t| [*t as f32]).collect();
        let input = buffer.rows(&times, None);
        let (mut samplers, mut channels) = (Vec::new(), Vec::new());
        for body in 0..self.scene.bodies.len() {
            let poses = (0..frames).map(|frame| self.keyframes.pose(frame, body));
            let (places, turns): (Vec<[f32; 3]>, Vec<[f32; 4]>) = poses
                .map(|(position, turned)| (position.map(|x| x as f32), turned.map(|x| x as f32)))
                .unzip();
            let outputs =
                [("translation", buffer.rows(&places, None)), ("rotation", buffer.rows(&turns, None))];
            for (path, output) in outputs {
                channels
                    .push(json!({ "sampler": samplers.len(), "target": { "node": body + 1, "path": path } }));
                samplers.push(json!({ "input": input, "output": output, "interpolation": "LINEAR" }));
            }
        }
        json!({ "name": "motion", "samplers": samplers, "channels": channels })
    }
}

/// The forms in the colours that are used.
fn meshes(buffer: &mut Buffer, used: &[(usize, usize)]) -> Vec<Value> {
    let forms = [("box", Mesh::cube()), ("cylinder", Mesh::cylinder()), ("sphere", Mesh::sphere())];
    let stored: Vec<_> = forms
        .into_iter()
        .enumerate()
        .map(|(number, (name, mesh))| {
            // What no node shows would be noise.
            used.iter().any(|(_, form)| *form == number).then(|| {
                let position = buffer.rows(&mesh.positions, Some(VERTICES));
                let normal = buffer.rows(&mesh.normals, Some(VERTICES));
                (name, position, normal, buffer.indices(&mesh.triangles))
            })
        })
        .collect();
    let mesh = |&(material, form): &(usize, usize)| {
        let (name, position, normal, indices) = stored[form].as_ref()?;
        Some(json!({ "name": name, "primitives": [{
            "attributes": { "POSITION": position, "NORMAL": normal }, "indices": indices, "material": material,
        }] }))
    };
    used.iter().filter_map(mesh).collect()
}

/// Header and two chunks.
fn container(mut json: Vec<u8>, binary: Vec<u8>) -> Vec<u8> {
    json.resize(json.len().next_multiple_of(4), b' ');
    let length = HEADER + 2 * CHUNK + json.len() + binary.len();
    let mut bytes = Vec::with_capacity(length);
    bytes.extend(b"glTF");
    let number = |n: usize, bytes: &mut Vec<u8>| bytes.extend((n as u32).to_le_bytes());
    number(2, &mut bytes);
    number(length, &mut bytes);
    number(json.len(), &mut bytes);
    bytes.extend(b"JSON");
    bytes.extend(json);
    number(binary.len(), &mut bytes);
    bytes.extend(b"BIN\0");
    bytes.extend(binary);
    bytes
}
