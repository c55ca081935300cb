//! Triangles that share their vertices: meshes from files, complete and simplified.
//!
//! ```text
//! coarse: the vertices in a cell of a grid are merged to their mean; triangles with two corners in one cell are removed   (1)
//! ```
//! Source: Rossignac and Borrel, *Multi-resolution 3D approximations for rendering complex scenes*, 1993.
//!
//! Invariant: every index is valid; every vertex is finite and belongs to a triangle.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// A mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Triangles {
    /// Vertices, in the units of the file.
    pub vertices: Vec<[f32; 3]>,
    /// Anticlockwise as seen from outside.
    pub triangles: Vec<[u32; 3]>,
}

impl Triangles {
    /// Triangles from corners, three by three; equal corners become one vertex, and triangles without area or with numbers that are not finite
    /// are omitted.
    pub(crate) fn of_corners(corners: impl IntoIterator<Item = [[f32; 3]; 3]>) -> Self {
        let (mut mesh, mut known) = (Self::default(), HashMap::new());
        for triangle in corners {
            if !triangle.iter().flatten().all(|x| x.is_finite()) {
                continue;
            }
            // −0 and 0 are the same position.
            let keys = triangle.map(|corner| corner.map(|x| (x + 0.0).to_bits()));
            if keys[0] == keys[1] || keys[1] == keys[2] || keys[2] == keys[0] {
                continue;
            }
            let mut numbers = [0; 3];
            for ((number, key), corner) in numbers.iter_mut().zip(keys).zip(triangle) {
                *number = match known.entry(key) {
                    Entry::Occupied(found) => *found.get(),
                    Entry::Vacant(free) => {
                        mesh.vertices.push(corner);
                        *free.insert(mesh.vertices.len() as u32 - 1)
                    }
                };
            }
            mesh.triangles.push(numbers);
        }
        mesh
    }

    /// (1) with cells of this size.
    pub(crate) fn coarse(&self, cell: f64) -> Self {
        let (mut sums, mut known): (Vec<([f64; 3], f64)>, _) = (Vec::new(), HashMap::new());
        let of_cell: Vec<u32> = (self.vertices.iter())
            .map(|vertex| {
                let key = vertex.map(|x| (f64::from(x) / cell).floor() as i64);
                let number = *known.entry(key).or_insert_with(|| {
                    sums.push(([0.0; 3], 0.0));
                    sums.len() - 1
                });
                let (sum, count) = &mut sums[number];
                sum.iter_mut().zip(vertex).for_each(|(sum, x)| *sum += f64::from(*x));
                *count += 1.0;
                number as u32
            })
            .collect();
        let means: Vec<[f32; 3]> =
            sums.iter().map(|(sum, count)| sum.map(|total| (total / count) as f32)).collect();
        let mut seen = HashMap::new();
        let corners = self.triangles.iter().filter_map(|triangle| {
            let numbers = triangle.map(|vertex| of_cell[vertex as usize]);
            let mut sorted = numbers;
            sorted.sort_unstable();
            // Both sides of a thin wall may coincide: one of them is kept.
            let new = seen.insert(sorted, ()).is_none();
            new.then(|| numbers.map(|number| means[number as usize]))
        });
        Self::of_corners(corners)
    }

    /// The smallest and the largest coordinates; zeros without vertices.
    pub(crate) fn bounds(&self) -> [[f64; 3]; 2] {
        let edge = |k: usize, pick: fn(f32, f32) -> f32| {
            f64::from(self.vertices.iter().map(|vertex| vertex[k]).reduce(pick).unwrap_or(0.0))
        };
        [f32::min, f32::max].map(|pick| [0, 1, 2].map(|k| edge(k, pick)))
    }
}

#[cfg(test)]
mod tests {
    use super::Triangles;

    /// A square of n by n small squares in the xy plane.
    fn sheet(n: u16) -> Triangles {
        let at = |i: u16, j: u16| [f32::from(i) / f32::from(n), f32::from(j) / f32::from(n), 0.0];
        let squares = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
        Triangles::of_corners(squares.flat_map(|(i, j)| {
            let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            [[a, b, c], [a, c, d]]
        }))
    }

    fn area(mesh: &Triangles) -> f64 {
        let of = |triangle: &[u32; 3]| {
            let [a, b, c] = triangle.map(|vertex| mesh.vertices[vertex as usize].map(f64::from));
            ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2.0
        };
        mesh.triangles.iter().map(of).sum()
    }

    #[test]
    fn vertices_are_shared() {
        let sheet = sheet(10);
        assert_eq!((sheet.vertices.len(), sheet.triangles.len()), (121, 200));
        assert_eq!(sheet.bounds(), [[0.0; 3], [1.0, 1.0, 0.0]]);
        let bad = [[[0.0; 3], [0.0, -0.0, 0.0], [1.0, 0.0, 0.0]], [[f32::NAN; 3], [0.0; 3], [1.0; 3]]];
        assert_eq!(Triangles::of_corners(bad), Triangles::default());
    }

    /// A simplified sheet has the same orientation, and loses a border of at most half a cell.
    #[test]
    fn coarse_meshes_keep_their_shape() {
        let coarse = sheet(64).coarse(0.1);
        assert!(coarse.triangles.len() <= 2 * 11 * 11 && coarse.triangles.len() > 100);
        let found = area(&coarse);
        assert!(found > 0.9 * 0.9 && found <= 1.0, "{found}");
        assert!(coarse.triangles.iter().flatten().all(|vertex| (*vertex as usize) < coarse.vertices.len()));
    }
}
