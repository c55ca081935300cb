//! The factorisations of a program, and the solves with their factors.
//!
//! Invariant: a solve whose planned pivots are sound touches nothing but the factors; the matrix is made only where
//! they are not.

use super::body::{Bodies, Reading, nonzero};
use crate::plan::{Block, Check, Factorisation, Program};
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
        (saddle, "saddle_limits", "solve_saddle"),
        program.order(),
        bodies,
        "fn factor_saddle(&self, mass: &Self::PositionCache, columns: &Self::PositionCache, rows: &Self::PositionCache, \
         moving: &Self::VelocityCache, into: &mut Self::SaddleFactors)",
        "",
        text,
    );
    solve((saddle, "solve_saddle", "SaddleFactors"), program, bodies, text);
    let bordered = &program.bordered;
    factor(
        (bordered, "limits", "solve"),
        program.order(),
        bodies,
        "fn factor(&self, weights: Weights<T>, blocks: Blocks<'_, Self>, into: &mut Self::Factors)",
        "let Blocks { mass, columns, rows, moving, stiffness } = blocks; let none; \
         let stiffness = match stiffness { Some(stiffness) => stiffness, None => { none = Values::zeros(); &none } };",
        text,
    );
    solve((bordered, "solve", "Factors"), program, bodies, text);
}

fn factor(
    (of, limits, name): (&Factorisation, &str, &str),
    size: usize,
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
    let kept = match &of.block {
        None => format!("into.values = {}; into.sound = {sound};", body.array()),
        Some(block) => {
            let (k, slots) = (block.rows.len(), of.slots);
            let entries = bodies.body(&block.entries, Reading::Factors(of.stored()));
            let array = if block.rank == 0 { format!("[T::zero(); {}]", k * k) } else { entries.array() };
            format!(
                "into.values[..{slots}].copy_from_slice(&{}); let sound = {sound}; let factors = &*into; \
                 let mut room = [T::zero(); {room}]; \
                 let full = {{ {} let mut entries = {array}; let mut copy = entries; \
                 factor_block(&{}, (&mut entries, &mut copy), &mut room, \
                 |rhs: [T; {size}], solution: [T; {size}]| self.{name}_backward(factors, rhs, solution)) }}; \
                 into.values[{slots}..].copy_from_slice(&room); into.sound = sound && full;",
                body.array(),
                entries.statements,
                known_rank(block, size - block.multipliers),
                room = block.room(),
            )
        }
    };
    let _ = writeln!(
        text,
        "#[doc = \" {} operations, {} divisions; pivots (row, column): {:?}.\"] #[inline{}] #[allow(unused_variables)] \
         {head} {{ {before} {} {kept} }}",
        operations.total(),
        operations.divisions,
        of.order,
        inlining(operations.total()),
        body.statements,
    );
}

/// The block of a factorisation as an expression.
fn known_rank(block: &Block, velocities: usize) -> String {
    format!(
        "KnownRank {{ velocities: {velocities}, rows: &{:?}, columns: &{:?}, rank: {}, weights: &self.redundant }}",
        block.rows, block.columns, block.rank,
    )
}

/// The halves of solves, before and after a block of known rank.
pub fn halves(program: &Program, bodies: &Bodies<'_>, text: &mut String) {
    let size = program.order();
    for (of, name) in [(&program.saddle, "solve_saddle"), (&program.bordered, "solve")] {
        let Some(block) = &of.block else { continue };
        for (routine, half, solution) in [
            (&block.forward, "forward", String::new()),
            (&of.solve, "backward", format!(", solution: [T; {size}]")),
        ] {
            let body = bodies.body(routine, Reading::Factors(of.stored()));
            let operations = routine.operations().total();
            let _ = writeln!(
                text,
                "impl<T: Real> {}Model<T> {{ #[doc = \" {operations} operations.\"] #[inline{}] #[allow(unused_variables)] \
                 fn {name}_{half}(&self, factors: &Factors<T, {}>, rhs: [T; {size}]{solution}) -> [T; {size}] \
                 {{ {} {} }} }}",
                program.name,
                inlining(operations),
                of.stored(),
                body.statements,
                body.array(),
            );
        }
    }
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
    let operations = of.operations().1;
    let place = |i: usize| match i {
        i if i < n => format!("a.data.0[0][{i}]"),
        i if i < n + g => format!("l.data.0[0][{}]", i - n),
        i => format!("p.data.0[0][{}]", i - n - g),
    };
    let reads: Vec<String> = (0..size).map(place).collect();
    let writes: Vec<String> =
        reads.iter().enumerate().map(|(i, place)| format!("{place} = x[{i}];")).collect();
    let fill = format!("|matrix: &mut [[T; {size}]; {size}]| {{ {} }}", filled(of, size, bodies));
    let (fast, solved) = match &of.block {
        None => {
            let solve = bodies.body(&of.solve, Reading::Factors(of.slots));
            let fast = format!("let rhs = *x; {} *x = {};", solve.statements, solve.array());
            let solved = format!(
                "if factors.sound {{ fast(&mut x); Fallback::None }} else {{ fallback({fill}, &mut x, fast)? }}"
            );
            (fast, solved)
        }
        Some(_) => {
            let fast = format!(
                "*x = solve_block(&block, &factors.values[{}..], self.{name}_forward(factors, *x), \
                 |rhs: [T; {size}], solution: [T; {size}]| self.{name}_backward(factors, rhs, solution));",
                of.slots,
            );
            let solved = format!(
                "if factors.sound {{ fast(&mut x); Fallback::None }} \
                 else {{ redundant_fallback({fill}, &mut x, &block, fast)? }}"
            );
            (fast, solved)
        }
    };
    let block = of.block.as_ref().map_or_else(String::new, |block| {
        format!("let block = {};", known_rank(block, size - block.multipliers))
    });
    let _ = writeln!(
        text,
        "#[doc = \" {} operations.\"] #[inline{}] #[allow(unused_variables)] \
         fn {name}(&self, factors: &Self::{factors}, a: &mut Self::Velocity, l: &mut Self::Holonomic, \
         p: &mut Self::Nonholonomic) -> ::core::result::Result<Fallback, Singular> {{ {block} \
         let mut x: [T; {size}] = [{}]; \
         let fast = |x: &mut [T; {size}]| {{ {fast} }}; \
         let done = {solved}; {} Ok(done) }}",
        operations.total(),
        inlining(operations.total()),
        reads.join(", "),
        writes.join(" "),
    );
}

/// Statements that set the entries of a `matrix` of zeros.
fn filled(of: &Factorisation, size: usize, bodies: &Bodies<'_>) -> String {
    let matrix = bodies.body(&of.matrix, Reading::Factors(of.stored()));
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
