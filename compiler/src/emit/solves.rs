//! The factorisations of a program, and the solves with their factors.
//!
//! Invariant: a solve whose planned pivots are sound touches nothing but the factors; the matrix is made only where
//! they are not.

use super::body::{Bodies, Reading, nonzero};
use crate::plan::{Check, Factorisation, Program};
use std::fmt::Write;

/// Routines of more operations than this are called, not inlined: a call costs nothing beside them, and
/// optimisers recurse too deeply in functions that swallow several of them.
const INLINED: usize = 500;

/// What stands behind `#[inline`.
pub fn inlining(operations: usize) -> &'static str {
    if operations > INLINED { "(never)" } else { "" }
}

/// Methods that factor and solve, of the saddle matrix and of the bordered matrix.
pub fn solves(program: &Program, bodies: &Bodies<'_>, text: &mut String) {
    let saddle = &program.saddle;
    factor(
        (saddle, "saddle_limits"),
        bodies,
        "fn factor_saddle(&self, mass: &Self::Placed, columns: &Self::Placed, rows: &Self::Placed, \
         moving: &Self::Moving, into: &mut Self::SaddleFactors)",
        "",
        text,
    );
    solve((saddle, "solve_saddle", "SaddleFactors"), program, bodies, text);
    let bordered = &program.bordered;
    factor(
        (bordered, "limits"),
        bodies,
        "fn factor(&self, weights: Weights<T>, blocks: Blocks<'_, Self>, into: &mut Self::Factors)",
        "let Blocks { mass, columns, rows, moving, stiffness } = blocks; let none; \
         let stiffness = match stiffness { Some(stiffness) => stiffness, None => { none = Values::zeros(); &none } };",
        text,
    );
    solve((bordered, "solve", "Factors"), program, bodies, text);
}

fn factor(
    (of, limits): (&Factorisation, &str),
    bodies: &Bodies<'_>,
    head: &str,
    before: &str,
    text: &mut String,
) {
    let kept: Vec<usize> =
        of.checks.iter().flat_map(|check| [Some(check.pivot), check.reference]).flatten().collect();
    let body = bodies.body_with(&of.factor, Reading::At, &kept);
    let check = |check: &Check| match check.reference {
        Some(entry) => {
            format!("is_sound_diagonal({}, {})", body.register(check.pivot), body.register(entry))
        }
        None => format!("is_sound({}, self.{limits}[{}])", body.register(check.pivot), check.step),
    };
    let checks: Vec<String> = of.checks.iter().map(check).collect();
    let sound = if checks.is_empty() { "true".to_owned() } else { checks.join(" && ") };
    let operations = of.factor.operations();
    let _ = writeln!(
        text,
        "#[doc = \" {} operations, {} divisions; pivots (row, column): {:?}.\"] #[inline{}] #[allow(unused_variables)] \
         {head} {{ {before} {} into.values = {}; into.sound = {sound}; }}",
        operations.total(),
        operations.divisions,
        of.order,
        inlining(operations.total()),
        body.statements,
        body.array(),
    );
}

/// `name` solves with factors of the type `factors`.
fn solve(
    (of, name, factors): (&Factorisation, &str, &str),
    program: &Program,
    bodies: &Bodies<'_>,
    text: &mut String,
) {
    let (n, g) = (program.velocities.len(), program.holonomic_names.len());
    let size = program.order();
    let reading = Reading::Factors(of.slots);
    let solve = bodies.body(&of.solve, reading);
    let operations = of.solve.operations();
    let place = |i: usize| match i {
        i if i < n => format!("a.data.0[0][{i}]"),
        i if i < n + g => format!("l.data.0[0][{}]", i - n),
        i => format!("p.data.0[0][{}]", i - n - g),
    };
    let reads: Vec<String> = (0..size).map(place).collect();
    let writes: Vec<String> =
        reads.iter().enumerate().map(|(i, place)| format!("{place} = x[{i}];")).collect();
    let fill = format!("|matrix: &mut [[T; {size}]; {size}]| {{ {} }}", filled(of, size, bodies));
    let solved = match &of.residual {
        None => {
            format!(
                "if factors.sound {{ fast(&mut x); Rescue::None }} else {{ rescue({fill}, &mut x, fast)? }}"
            )
        }
        Some(residual) => {
            let residual = bodies.body(residual, reading);
            format!(
                "{{ let residual = |solution: [T; {size}], rhs: [T; {size}]| -> [T; {size}] {{ {} {} }}; \
                 if proximal({n}, &mut x, fast, residual) {{ Rescue::None }} \
                 else {{ proximal_rescue({fill}, &mut x, residual)? }} }}",
                residual.statements,
                residual.array(),
            )
        }
    };
    let _ = writeln!(
        text,
        "#[doc = \" {} operations.\"] #[inline{}] #[allow(unused_variables)] \
         fn {name}(&self, factors: &Self::{factors}, a: &mut Self::Velocity, l: &mut Self::Holonomic, \
         p: &mut Self::Nonholonomic) -> ::core::result::Result<Rescue, Singular> {{ \
         let mut x: [T; {size}] = [{}]; \
         let fast = |x: &mut [T; {size}]| {{ let rhs = *x; {} *x = {}; }}; \
         let rescued = {solved}; {} Ok(rescued) }}",
        operations.total(),
        inlining(operations.total()),
        reads.join(", "),
        solve.statements,
        solve.array(),
        writes.join(" "),
    );
}

/// Statements that set the entries of a `matrix` of zeros.
fn filled(of: &Factorisation, size: usize, bodies: &Bodies<'_>) -> String {
    let matrix = bodies.body(&of.matrix, Reading::Factors(of.slots));
    if of.by_columns {
        // Symmetric: columns are rows.
        return format!(
            "for (at, row) in matrix.iter_mut().enumerate() {{ let mut rhs = [T::zero(); {size}]; \
             rhs[at] = T::one(); {} *row = {}; }}",
            matrix.statements,
            matrix.array(),
        );
    }
    let entries = nonzero(&matrix.outputs)
        .map(|(at, entry)| format!("matrix[{}][{}] = {entry};", at / size, at % size));
    format!("{} {}", matrix.statements, entries.collect::<Vec<_>>().join(" "))
}
