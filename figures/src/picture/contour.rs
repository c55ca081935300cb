//! The domain where a function of the plane is negative: areas to fill and the line around them.
//!
//! Invariant: values are taken at the nodes of a grid, and the line is linear between them; nodes without a
//! finite value belong to no area.

use super::chart::Area;

/// Values at the nodes of a regular grid, rows from the bottom.
pub struct Grid {
    /// Left, right, bottom, top.
    extent: Area,
    columns: usize,
    rows: usize,
    values: Vec<f64>,
}

impl Grid {
    /// Samples f(x, y) at (columns + 1)(rows + 1) nodes of an extent that is symmetric about y = 0; f is too,
    /// and `rows` even, so that only half of the nodes are computed.
    pub fn symmetric(extent: Area, (columns, rows): (usize, usize), f: impl Fn(f64, f64) -> f64) -> Self {
        let (left, right, bottom, top) = extent;
        let x = |i: usize| left + (right - left) * i as f64 / columns as f64;
        let y = |j: usize| if 2 * j == rows { 0.0 } else { bottom + (top - bottom) * j as f64 / rows as f64 };
        let upper: Vec<Vec<f64>> =
            (rows / 2..=rows).map(|j| (0..=columns).map(|i| f(x(i), y(j))).collect()).collect();
        let values = (0..=rows).flat_map(|j| upper[j.abs_diff(rows / 2)].clone()).collect();
        Self { extent, columns, rows, values }
    }

    fn value(&self, i: usize, j: usize) -> f64 {
        self.values[j * (self.columns + 1) + i]
    }

    fn point(&self, i: f64, j: f64) -> (f64, f64) {
        let (left, right, bottom, top) = self.extent;
        let (x, y) = (i / self.columns as f64, j / self.rows as f64);
        (left + x * (right - left), bottom + y * (top - bottom))
    }

    /// The cells around negative nodes, joined along rows.
    pub fn areas(&self) -> Vec<Area> {
        let mut areas = Vec::new();
        let (left, right, bottom, top) = self.extent;
        for j in 0..=self.rows {
            let mut i = 0;
            while i <= self.columns {
                let first = i;
                while i <= self.columns && self.value(i, j) < 0.0 {
                    i += 1;
                }
                if i > first {
                    let (x0, y0) = self.point(first as f64 - 0.5, j as f64 - 0.5);
                    let (x1, y1) = self.point(i as f64 - 0.5, j as f64 + 0.5);
                    areas.push((x0.max(left), x1.min(right), y0.max(bottom), y1.min(top)));
                }
                i += 1;
            }
        }
        areas
    }

    /// Pieces of the line f = 0, from cell to cell (marching triangles, which have no ambiguous case).
    pub fn border(&self) -> Vec<[(f64, f64); 2]> {
        let mut pieces = Vec::new();
        for j in 0..self.rows {
            for i in 0..self.columns {
                let corners = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)];
                for triangle in [[0, 1, 2], [0, 2, 3]] {
                    let nodes = triangle.map(|k: usize| corners[k]);
                    if nodes.iter().all(|&(i, j)| self.value(i, j).is_finite()) {
                        pieces.extend(self.cut(nodes));
                    }
                }
            }
        }
        pieces
    }

    fn cut(&self, nodes: [(usize, usize); 3]) -> Option<[(f64, f64); 2]> {
        let mut ends = Vec::with_capacity(2);
        for (a, b) in [(0, 1), (1, 2), (2, 0)] {
            let ((i0, j0), (i1, j1)) = (nodes[a], nodes[b]);
            let (f0, f1) = (self.value(i0, j0), self.value(i1, j1));
            if (f0 < 0.0) != (f1 < 0.0) {
                let t = f0 / (f0 - f1);
                let between = |from: usize, to: usize| from as f64 + t * (to as f64 - from as f64);
                ends.push(self.point(between(i0, i1), between(j0, j1)));
            }
        }
        ends.try_into().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::Grid;

    #[test]
    fn a_circle_is_a_circle() {
        let grid = Grid::symmetric((-2.0, 2.0, -2.0, 2.0), (80, 80), |x, y| x * x + y * y - 1.0);
        let border = grid.border();
        let length: f64 = border.iter().map(|[a, b]| (b.0 - a.0).hypot(b.1 - a.1)).sum();
        assert!((length / std::f64::consts::TAU - 1.0).abs() < 1e-3, "{length}");
        assert!(border.iter().flatten().all(|p| (p.0.hypot(p.1) - 1.0).abs() < 1e-3));
        let area: f64 = grid.areas().iter().map(|(a, b, c, d)| (b - a) * (d - c)).sum();
        assert!((area / std::f64::consts::PI - 1.0).abs() < 0.02, "{area}");
    }
}
