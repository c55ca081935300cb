//! A film as glTF 2.0 (binary): a node for each body with an animation, meshes below it, and one for each spring.
//!
//! Source: Khronos, *glTF 2.0 Specification*, 2021 (ISO/IEC 12113:2022): sections 3.6 (buffers), 3.11 (animations), 4.4 (GLB).
//!
//! glTF has y upwards and metres: a mechanism in space is rotated by −90° about x, one in the plane is not. Springs, and joints between
//! two places, are nodes that move and stretch. The file has no axes, frames, traces, arrows and plots.
//!
//! Invariant: numbers are little-endian f32; every view of the buffer begins at a multiple of four bytes.

use crate::Film;
use crate::coil::{Span, Stretch, coil};
use crate::mesh::Mesh;
use crate::rotation::Vector;
use crate::solids::{Form, Role, Solid};
use serde_json::{Value, json};

/// Component types and targets of the specification.
const FLOAT: u32 = 5126;
const UNSIGNED_SHORT: u32 = 5123;
const UNSIGNED_INT: u32 = 5125;
const VERTICES: u32 = 34962;
const INDICES: u32 = 34963;
/// The rotation from z upwards to y upwards: x, y, z, w.
const UPRIGHT: [f64; 4] = [-std::f64::consts::FRAC_1_SQRT_2, 0.0, 0.0, std::f64::consts::FRAC_1_SQRT_2];
/// Magic number, version and lengths; type and length of a chunk.
const HEADER: usize = 12;
const CHUNK: usize = 8;
/// Colours of the parts (linear), with their names.
const COLOURS: [(&str, [f32; 3]); 5] = [
    ("body", [0.15, 0.28, 0.50]),
    ("second body", [0.35, 0.42, 0.50]),
    ("joint", [0.03, 0.04, 0.05]),
    ("redundant joint", [0.75, 0.08, 0.04]),
    ("spring", [0.01, 0.16, 0.15]),
];
const SPRING: usize = 4;
/// The number of forms that solids share, before coils and meshes.
const FORMS: usize = 3;

/// The buffer with its views and accessors.
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

    /// Rows of N numbers, with their minima and maxima.
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

    /// Indices of meshes with any number of vertices.
    fn wide_indices(&mut self, all: &[[u32; 3]]) -> usize {
        let view = self.view(all.iter().flatten().flat_map(|k| k.to_le_bytes()), Some(INDICES));
        self.accessors.push(json!({
            "bufferView": view, "componentType": UNSIGNED_INT, "count": 3 * all.len(), "type": "SCALAR",
        }));
        self.accessors.len() - 1
    }
}

impl Film {
    /// The bytes of a `.glb` file.
    pub fn gltf(&self) -> Vec<u8> {
        let mut buffer = Buffer::default();
        let scene = &self.scene;
        let spans: Vec<(Span, Vec<Stretch>)> = self
            .spans()
            .into_iter()
            .map(|span| {
                let all = self.stretches(&span);
                (span, all)
            })
            .collect();
        let mut used: Vec<(usize, usize)> = scene.solids.iter().map(|solid| self.look(solid)).collect();
        used.extend(spans.iter().map(|(span, _)| self.look_of_span(span)));
        used.sort_unstable();
        used.dedup();
        let meshes = self.meshes(&mut buffer, &used, &spans);
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
                Form::Ellipsoid(axes) => axes,
                Form::Mesh(_) => [1.0; 3],
            };
            nodes.push(json!({
                "mesh": used.iter().position(|look| *look == self.look(solid)),
                "translation": solid.position, "rotation": solid.rotation, "scale": scale,
            }));
        }
        let first_span = nodes.len();
        for (span, stretches) in &spans {
            below[0].push(nodes.len());
            let Stretch { translation, rotation, scale } = &stretches[0];
            nodes.push(json!({
                "name": span.name, "mesh": used.iter().position(|look| *look == self.look_of_span(span)),
                "translation": translation, "rotation": rotation, "scale": scale,
            }));
        }
        for (node, children) in below.iter().enumerate().filter(|(_, children)| !children.is_empty()) {
            nodes[node]["children"] = json!(children);
        }
        let materials = COLOURS.map(|(name, [r, g, b])| {
            json!({ "name": name, "pbrMetallicRoughness": {
                "baseColorFactor": [r, g, b, 1.0], "metallicFactor": 0.1, "roughnessFactor": 0.6,
            }, "doubleSided": !scene.meshes.is_empty() })
        });
        let mut document = json!({
            "asset": { "version": "2.0", "generator": concat!("Linkwork ", env!("CARGO_PKG_VERSION")) },
            "scene": 0,
            "scenes": [{ "name": scene.name, "nodes": [0] }],
            "nodes": nodes,
        });
        if !used.is_empty() {
            document["meshes"] = json!(meshes);
            document["materials"] = json!(materials);
        }
        if self.keyframes.times().len() > 1 && !scene.bodies.is_empty() {
            document["animations"] = json!([self.animation(&mut buffer, &spans, first_span)]);
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
            Form::Sphere(..) | Form::Ellipsoid(..) => 2,
            Form::Mesh(number) => FORMS + 1 + number,
        };
        (colour, form)
    }

    /// The same for an element between two places.
    fn look_of_span(&self, span: &Span) -> (usize, usize) {
        match span.joint {
            None => (SPRING, FORMS),
            Some(joint) => (2 + usize::from(self.scene.joints[joint].redundant), 1),
        }
    }

    fn animation(&self, buffer: &mut Buffer, spans: &[(Span, Vec<Stretch>)], first_span: usize) -> Value {
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
        for (number, (_, stretches)) in spans.iter().enumerate() {
            let single = |of: fn(&Stretch) -> Vector| -> Vec<[f32; 3]> {
                stretches.iter().map(|stretch| of(stretch).map(|x| x as f32)).collect()
            };
            let turns: Vec<[f32; 4]> =
                stretches.iter().map(|stretch| stretch.rotation.map(|x| x as f32)).collect();
            let outputs = [
                ("translation", buffer.rows(&single(|stretch| stretch.translation), None)),
                ("rotation", buffer.rows(&turns, None)),
                ("scale", buffer.rows(&single(|stretch| stretch.scale), None)),
            ];
            for (path, output) in outputs {
                let target = json!({ "node": first_span + number, "path": path });
                channels.push(json!({ "sampler": samplers.len(), "target": target }));
                samplers.push(json!({ "input": input, "output": output, "interpolation": "LINEAR" }));
            }
        }
        json!({ "name": "motion", "samplers": samplers, "channels": channels })
    }

    /// The used combinations of form and colour.
    fn meshes(
        &self,
        buffer: &mut Buffer,
        used: &[(usize, usize)],
        spans: &[(Span, Vec<Stretch>)],
    ) -> Vec<Value> {
        // The wire of a coil is round for the length of the first spring at the start.
        let drawn_out = spans.iter().find(|(span, _)| span.joint.is_none());
        let drawn_out = drawn_out.map_or(1.0, |(span, all)| all[0].scale[2] / span.radius);
        let of_form = |form: usize| match form {
            0 => ("box", Mesh::cube()),
            1 => ("cylinder", Mesh::cylinder()),
            2 => ("sphere", Mesh::sphere()),
            _ => ("coil", coil(drawn_out)),
        };
        let mut stored: Vec<(usize, &str, Value, usize)> = Vec::new();
        let mut meshes = Vec::new();
        for &(material, form) in used {
            let known = stored.iter().position(|(known, ..)| *known == form);
            let at = known.unwrap_or_else(|| {
                let (name, attributes, indices) = match form.checked_sub(FORMS + 1) {
                    // Without normals each triangle is shaded flat, as in mesh files.
                    Some(number) => {
                        let mesh = &self.scene.meshes[number];
                        let position = buffer.rows(&mesh.vertices, Some(VERTICES));
                        ("mesh", json!({ "POSITION": position }), buffer.wide_indices(&mesh.triangles))
                    }
                    None => {
                        let (name, mesh) = of_form(form);
                        let position = buffer.rows(&mesh.positions, Some(VERTICES));
                        let normal = buffer.rows(&mesh.normals, Some(VERTICES));
                        let attributes = json!({ "POSITION": position, "NORMAL": normal });
                        (name, attributes, buffer.indices(&mesh.triangles))
                    }
                };
                stored.push((form, name, attributes, indices));
                stored.len() - 1
            });
            let (_, name, attributes, indices) = &stored[at];
            meshes.push(json!({ "name": name, "primitives": [{
                "attributes": attributes, "indices": indices, "material": material,
            }] }));
        }
        meshes
    }
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
