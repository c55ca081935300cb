//! Order stars: the regions where the principal root is smaller than e^(λh). Orders and poles.

use super::plane::{analyse, square_rows};
use super::{Item, Sheet, failed, picture};
use crate::godunov::{explicit, implicit};
use linkwork::stability::FixedStep;
use linkwork_figures::failure::Failure;
use linkwork_figures::picture::chart::Chart;
use linkwork_figures::plane::in_the_plane;
use std::fmt::Write;

/// Half the width of a chart, and its grid.
const HALF: f64 = 1.6;
const MESH: (usize, usize) = (90, 90);
/// The explicit pairs with their orders, without GE5, which is unstable.
const EXPLICIT: [(&str, u32); 2] = [("GE3/AB2", 2), ("GE4/AB3", 3)];
/// Orders of the implicit pairs, as measured by the independent program.
const IMPLICIT: [u32; 4] = [1, 2, 3, 4];

fn star(name: &str, method: &dyn FixedStep) -> Result<(Chart, f64), Failure> {
    let analysis = analyse(method)?;
    let chart = in_the_plane(name, (-HALF, HALF, -HALF, HALF), MESH, &|x, y| analysis.star(x, y));
    Ok((chart, analysis.order()))
}

/// Stars of six pairs.
pub fn order_stars(item: &Item, _: f64) -> Result<Sheet, Failure> {
    let mut text = String::from(
        "orders of convergence, and λh of the pole of x'' = λ² x: in the independent program, and here\n\n  pair      order     here         pole        here\n",
    );
    let mut csv = String::from("pair,order,order here,pole,pole here\n");
    let mut charts = Vec::new();
    for pair in explicit().map_err(failed)? {
        let Some((_, order)) = EXPLICIT.iter().find(|(name, _)| *name == pair.name) else { continue };
        let (chart, found) = star(pair.name, &*pair.method)?;
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {:<8}  {order:>5}  {found:>7.3}         none", pair.name);
        let _ = writeln!(csv, "{},{order},{found},,", pair.name);
        charts.push(chart);
    }
    for (pair, order) in implicit().map_err(failed)?.iter().zip(IMPLICIT) {
        let (chart, found) = star(pair.name, &*pair.method)?;
        let pole = (pair.pole)().map_err(failed)?;
        let _ = writeln!(
            text,
            "  {:<8}  {order:>5}  {found:>7.3}   {:>10.7}  {pole:>10.7}",
            pair.name, pair.published_pole
        );
        let _ = writeln!(csv, "{},{order},{found},{},{pole}", pair.name, pair.published_pole);
        charts.push(chart);
    }
    text.push_str(
        "\nOrders are one less than the label of GE and GI. The poles of the text are confirmed.\n\
         A star shows the root nearest to e^(λh): it changes sheets where two roots are equally near.\n",
    );
    let notes = [
        "Where the principal root is smaller than |e^(λh)|, with λh and its conjugate; it changes sheets where two"
            .to_owned(),
        "roots are equally near to e^(λh).".to_owned(),
    ];
    let svg = picture(item, &square_rows(&charts, 3), &notes)?;
    Ok(Sheet { text, csv, svg })
}
