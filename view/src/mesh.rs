//! Triangles of a unit box, cylinder and sphere, for glTF files.
//!
//! Invariant: normals point outwards and triangles are anticlockwise as seen from outside; a form is a mesh scaled by its measures.

use std::f32::consts::PI;

/// Sides of a cylinder and of the equator of a sphere.
const SIDES: u16 = 24;
/// Rings of a sphere.
const RINGS: u16 = 12;

/// Vertices with normals, and triangles.
#[derive(Debug, Default)]
pub(crate) struct Mesh {
    pub positions: Vec<[f32; 3]>,
    pub normals: Vec<[f32; 3]>,
    pub triangles: Vec<u16>,
}

impl Mesh {
    pub fn vertex(&mut self, position: [f32; 3], normal: [f32; 3]) -> u16 {
        self.positions.push(position);
        self.normals.push(normal);
        (self.positions.len() - 1) as u16
    }

    /// Two triangles.
    pub fn quad(&mut self, [a, b, c, d]: [u16; 4]) {
        self.triangles.extend([a, b, c, a, c, d]);
    }

    /// Sides of length 1.
    pub fn cube() -> Self {
        let mut mesh = Self::default();
        for k in 0..3 {
            for side in [-1.0, 1.0] {
                let mut normal = [0.0; 3];
                normal[k] = side;
                let corner = |u: f32, v: f32| {
                    let mut at = [0.0; 3];
                    (at[k], at[(k + 1) % 3], at[(k + 2) % 3]) = (0.5 * side, 0.5 * u * side, 0.5 * v);
                    at
                };
                let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
                let vertices = corners.map(|(u, v)| mesh.vertex(corner(u, v), normal));
                mesh.quad(vertices);
            }
        }
        mesh
    }

    /// Radius 1, length 1 along z.
    pub fn cylinder() -> Self {
        let mut mesh = Self::default();
        let around = |k: u16| (2.0 * PI * f32::from(k) / f32::from(SIDES)).sin_cos();
        for k in 0..SIDES {
            let ((s0, c0), (s1, c1)) = (around(k), around(k + 1));
            let lower =
                [mesh.vertex([c0, s0, -0.5], [c0, s0, 0.0]), mesh.vertex([c1, s1, -0.5], [c1, s1, 0.0])];
            let upper =
                [mesh.vertex([c1, s1, 0.5], [c1, s1, 0.0]), mesh.vertex([c0, s0, 0.5], [c0, s0, 0.0])];
            mesh.quad([lower[0], lower[1], upper[0], upper[1]]);
            for side in [-1.0, 1.0] {
                let normal = [0.0, 0.0, side];
                let center = mesh.vertex([0.0, 0.0, 0.5 * side], normal);
                let ends =
                    [mesh.vertex([c0, s0, 0.5 * side], normal), mesh.vertex([c1, s1, 0.5 * side], normal)];
                let [a, b] = if side > 0.0 { ends } else { [ends[1], ends[0]] };
                mesh.triangles.extend([center, a, b]);
            }
        }
        mesh
    }

    /// Radius 1.
    pub fn sphere() -> Self {
        let mut mesh = Self::default();
        for ring in 0..=RINGS {
            let (sine, cosine) = (PI * f32::from(ring) / f32::from(RINGS)).sin_cos();
            for k in 0..=SIDES {
                let (s, c) = (2.0 * PI * f32::from(k) / f32::from(SIDES)).sin_cos();
                let at = [sine * c, sine * s, cosine];
                mesh.vertex(at, at);
            }
        }
        let row = SIDES + 1;
        for ring in 0..RINGS {
            for k in 0..SIDES {
                let above = ring * row + k;
                let below = above + row;
                // At the poles a quadrangle is one triangle.
                if ring > 0 {
                    mesh.triangles.extend([above, below, above + 1]);
                }
                if ring + 1 < RINGS {
                    mesh.triangles.extend([above + 1, below, below + 1]);
                }
            }
        }
        mesh
    }
}

#[cfg(test)]
mod tests {
    use super::Mesh;

    /// Volume by the divergence theorem, Σ a·(b × c)/6: positive if triangles are anticlockwise as seen from outside.
    fn volume(mesh: &Mesh) -> f32 {
        let corner = |k: &u16| mesh.positions[usize::from(*k)];
        mesh.triangles
            .chunks_exact(3)
            .map(|t| {
                let ([a, b, c], [d, e, f], [g, h, i]) = (corner(&t[0]), corner(&t[1]), corner(&t[2]));
                (a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)) / 6.0
            })
            .sum()
    }

    /// The part of the volume that inscribed polygons of 24 sides and 12 rings lack.
    const INSCRIBED: f32 = 0.04;

    #[test]
    fn volumes_are_those_of_the_solids() {
        for (mesh, wanted) in [
            (Mesh::cube(), 1.0),
            (Mesh::cylinder(), core::f32::consts::PI),
            (Mesh::sphere(), 4.0 / 3.0 * core::f32::consts::PI),
        ] {
            let found = volume(&mesh);
            assert!(found <= wanted * 1.0001 && found > wanted * (1.0 - INSCRIBED), "{found} {wanted}");
            for (position, normal) in mesh.positions.iter().zip(&mesh.normals) {
                assert!(position.iter().zip(normal).map(|(a, b)| a * b).sum::<f32>() > 0.0);
            }
        }
    }
}
