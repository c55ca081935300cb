//! The numbers of operations of the functions of some mechanisms, as a table in Markdown.
//!
//! `cargo run --release -p linkwork-tests --example operations`, with `-- file.mech …` for other mechanisms. What `place`
//! computes is counted in the first three columns: all of them begin at (t, q).
//!
//! | column | routines of the contract |
//! |---|---|
//! | mass matrix | `place`, `mass_matrix` |
//! | inverse dynamics | `place`, `residual`: M a − f, f with the reactions |
//! | forward dynamics | `place`, `applied_force`, `acceleration_bias`, `factor_saddle`, `solve_saddle` |
//! | C, K | `moving`, `stiffness`: the derivatives of M a − f with respect to v and q, after `place` |

use linkwork_compiler::build::compile_text;
use linkwork_compiler::{Options, Program};

/// Descriptions of the library.
const LIBRARY: [(&str, &str); 4] = [
    ("panda.mech", include_str!("../../models/mechanisms/robots/panda.mech")),
    ("spatial_slider_crank", linkwork_models::SpatialSliderCrank::<f64>::SOURCE),
    ("andrews_bodies.mech", include_str!("../../models/mechanisms/linkages/andrews_bodies.mech")),
    ("bricard.mech", include_str!("../../models/mechanisms/linkages/bricard.mech")),
];

fn row(program: &Program) -> String {
    let all = program.operations();
    let sum = |names: &[&str]| -> usize {
        all.iter().filter(|(name, _)| names.contains(name)).map(|(_, count)| count.total()).sum()
    };
    format!(
        "| {} | {} | {} | {} | {} | {} | {} | {} |",
        program.name,
        program.velocities.len(),
        program.order() - program.velocities.len(),
        sum(&["now", "place", "mass_matrix"]),
        sum(&["now", "place", "residual"]),
        sum(&["now", "place", "applied_force", "acceleration_bias", "factor_saddle", "solve_saddle"]),
        sum(&["moving"]),
        sum(&["stiffness"]),
    )
}

fn main() -> Result<(), String> {
    println!(
        "| mechanism | velocities | constraints | mass matrix | inverse dynamics | forward dynamics | C | K |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let files: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let mut texts: Vec<(String, String)> = Vec::new();
    for file in files {
        let text =
            std::fs::read_to_string(&file).map_err(|error| format!("cannot read `{file}`: {error}"))?;
        texts.push((file, text));
    }
    if texts.is_empty() {
        texts.extend(LIBRARY.map(|(name, text)| (name.to_owned(), text.to_owned())));
    }
    for (name, text) in &texts {
        let compiled = compile_text(name, text, &Options::default(), false)?;
        compiled.programs.iter().for_each(|program| println!("{}", row(program)));
    }
    Ok(())
}
