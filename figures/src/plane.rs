//! Parts of the plane of λh.

use crate::picture::chart::{Area, Axis, Chart, Mark, Series};
use crate::picture::contour::Grid;
use crate::picture::scale::Scale;

/// A chart of where f < 0, for an f that is the same at λh and its conjugate.
pub fn in_the_plane(title: &str, extent: Area, mesh: (usize, usize), f: &dyn Fn(f64, f64) -> f64) -> Chart {
    let grid = Grid::symmetric(extent, mesh, f);
    let border = grid.border().into_iter().map(|ends| Series {
        name: String::new(),
        colour: 0,
        mark: Mark::Line,
        points: ends.to_vec(),
    });
    let (left, right, bottom, top) = extent;
    Chart {
        x: Axis { name: "Re λh".into(), unit: "", scale: Scale::tight([left, right].into_iter(), 7) },
        y: Axis {
            name: format!("Im λh: {title}"),
            unit: "",
            scale: Scale::tight([bottom, top].into_iter(), 9),
        },
        series: border.collect(),
        areas: grid.areas(),
    }
}
