//! The factorisations of a program, and the solves with their factors.
//!
//! Invariant: a solve whose planned pivots are sound touches nothing but the factors; the matrix is made only where
//! they are not.

use super::body::{Bodies, Reading, nonzero};
use super::routines::doc;
use crate::plan::{Block, Check, Factorisation, Program};
use std::fmt::Write;

/// Routines of more operations than this are called, not inlined: a call costs nothing beside them, and
/// optimisers recurse too deeply in functions that swallow several of them.
const INLINED: usize = 500;
/// Optimisers inline routines of so few operations without being told.
const SHORT: usize = 8;

/// Matrices of so many rows are written row by row.
const ROWS: usize = 4;

/// The attribute of a function of so many operations.
pub fn inlining(operations: usize) -> &'static str {
    if operations <= SHORT {
        ""
    } else if operations <= INLINED {
        "#[inline] "
    } else {
        "#[inline(never)] "
    }
}

/// A system of a program: its factorisation, and the names of what belongs to it.
struct System<'a> {
    of: &'a Factorisation,
    /// The method that solves, and the field of the limits of its pivots.
    name: (&'static str, &'static str),
    /// The type of the factors: as the contract calls it, and as `shape!` does.
    factors: (&'static str, &'static str),
    /// What it is.
    matrix: String,
}

fn systems(program: &Program) -> [System<'_>; 2] {
    let constrained = program.order() > program.velocities.len();
    let matrix = |plain: &str, bordered: &str| {
        let size = program.order();
        format!("{} ({size} × {size})", if constrained { bordered } else { plain })
    };
    [
        System {
            of: &program.saddle,
            name: ("saddle", "saddle"),
            factors: ("SaddleFactors", "Saddle"),
            matrix: matrix("M", "[M B; G 0; D 0]"),
        },
        System {
            of: &program.bordered,
            name: ("weighted", "bordered"),
            factors: ("Factors", "Bordered"),
            matrix: matrix("μ M + r C + p K + ι I", "[μ M + r C + p K + ι I, B; G 0; D 0]"),
        },
    ]
}

/// `solve_saddle` and `solve` of the contract, by the functions of [`halves`].
pub fn solves(program: &Program) -> String {
    let (n, g) = (program.velocities.len(), program.holonomic_names.len());
    let k = program.order() - n - g;
    let list = |count: usize| (0..count).map(|i| i.to_string()).collect::<Vec<_>>().join(", ");
    let entries = format!("[{}], [{}], [{}]", list(n), list(g), list(k));
    let one = |solve: &str, empty: &str, system: &System<'_>| {
        let name = system.name.0;
        let block = if system.of.block.is_some() { format!(", {name}_block") } else { String::new() };
        let (factors, stored) = system.factors;
        format!(
            "solve!({solve}, {factors} = {stored}, {empty}, {name}_solve, {name}_matrix{block}; {entries});\n"
        )
    };
    let [saddle, weighted] = systems(program);
    one("solve_saddle", "saddle_factors", &saddle) + &one("solve", "factors", &weighted)
}

/// `factor_saddle` and `factor` of the contract.
pub fn factors(program: &Program, bodies: &Bodies<'_>) -> String {
    let [saddle, weighted] = systems(program);
    factor(
        &saddle,
        program.order(),
        bodies,
        "fn factor_saddle(&self, mass: &At<T>, columns: &At<T>, rows: &At<T>, c: &C<T>, into: &mut Saddle<T>)",
        "",
    ) + &factor(
        &weighted,
        program.order(),
        bodies,
        "fn factor(&self, w: Weights<T>, b: Blocks<'_, Self>, into: &mut Bordered<T>)",
        "blocks!(b => mass, columns, rows, c, k);",
    )
}

fn factor(system: &System<'_>, size: usize, bodies: &Bodies<'_>, head: &str, before: &str) -> String {
    let (of, (name, limits)) = (system.of, system.name);
    let kept: Vec<usize> =
        of.checks.iter().flat_map(|check| [Some(check.pivot), check.reference]).flatten().collect();
    let body = bodies.body_with(&of.factor, Reading::At, &kept);
    let check = |check: &Check| match check.reference {
        Some(entry) => {
            format!("is_sound_diagonal({}, {})", body.register(check.pivot), body.register(entry))
        }
        None => format!("{}: {}", check.step, body.register(check.pivot)),
    };
    let (by_entry, by_limit): (Vec<&Check>, Vec<&Check>) =
        of.checks.iter().partition(|check| check.reference.is_some());
    let mut checks: Vec<String> = by_entry.into_iter().map(check).collect();
    if !by_limit.is_empty() {
        let each: Vec<String> = by_limit.into_iter().map(check).collect();
        checks.push(format!("sound!(self.limits.{limits}; {})", each.join(", ")));
    }
    let sound = if checks.is_empty() { "true".to_owned() } else { checks.join(" && ") };
    let operations = of.factor.operations();
    let kept = match &of.block {
        None => format!("into.values = {}; into.sound = {sound};", body.array()),
        Some(block) => {
            let (k, slots) = (block.rows.len(), of.slots);
            let entries = bodies.body(&block.entries, Reading::Factors(of.stored()));
            let array = if block.rank == 0 { format!("[T::zero(); {}]", k * k) } else { entries.array() };
            format!(
                "into.values[..{slots}].copy_from_slice(&{}); let sound = {sound}; let factors = &*into;
                 let mut room = [T::zero(); {room}];
                 let full = {{ {} let mut entries = {array}; let mut copy = entries;
                 factor_block(&self.{name}_block(), (&mut entries, &mut copy), &mut room,
                 |rhs: [T; {size}], solution: [T; {size}]| self.{name}_backward(factors, rhs, solution)) }};
                 into.values[{slots}..].copy_from_slice(&room); into.sound = sound && full;",
                body.array(),
                entries.statements,
                room = block.room(),
            )
        }
    };
    format!(
        "{} {}{head} {{ {before} {} {kept} }}\n",
        doc(&format!("Factors of {}, pivots {:?}", system.matrix, of.order), &operations),
        inlining(operations.total()),
        body.statements,
    )
}

/// What the solves are made of: the planned solve, in halves where a block of known rank stands between them, and the
/// matrix for where its pivots are weak.
pub fn halves(program: &Program, bodies: &Bodies<'_>) -> String {
    let mut text = String::new();
    let size = program.order();
    for system in systems(program) {
        let (of, name, factors) = (system.of, system.name.0, system.factors.1);
        let operations = of.operations().1;
        let head = format!("fn {name}_solve(&self, factors: &{factors}<T>, rhs: [T; {size}]) -> [T; {size}]");
        let solution = doc(&format!("The solution with {}", system.matrix), &operations);
        let inline = inlining(operations.total());
        // Writing to a String cannot fail.
        if let Some(block) = &of.block {
            let _ = writeln!(
                text,
                "{solution} {inline}{head} {{ let block = self.{name}_block();
                 solve_block(&block, &factors.values[{}..], self.{name}_forward(factors, rhs),
                 |rhs: [T; {size}], solution: [T; {size}]| self.{name}_backward(factors, rhs, solution)) }}
                 fn {name}_block(&self) -> KnownRank<'_> {{ {} }}",
                of.slots,
                known_rank(block, size - block.multipliers),
            );
            for (routine, half, gives, solution) in [
                (&block.forward, "forward", "The right-hand side with all pivots eliminated", String::new()),
                (
                    &of.solve,
                    "backward",
                    "The solution from that of the block",
                    format!(", solution: [T; {size}]"),
                ),
            ] {
                let body = bodies.body(routine, Reading::Factors(of.stored()));
                let operations = routine.operations();
                let _ = writeln!(
                    text,
                    "{} {}fn {name}_{half}(&self, factors: &{factors}<T>, rhs: [T; {size}]{solution}) -> [T; {size}] \
                     {{ {} {} }}",
                    doc(gives, &operations),
                    inlining(operations.total()),
                    body.statements,
                    body.array(),
                );
            }
        } else {
            let body = bodies.body(&of.solve, Reading::Factors(of.slots));
            let _ = writeln!(text, "{solution} {inline}{head} {{ {} {} }}", body.statements, body.array());
        }
        let _ = writeln!(
            text,
            "fn {name}_matrix(&self, factors: &{factors}<T>, matrix: &mut [[T; {size}]; {size}]) {{ {} }}",
            filled(of, size, bodies)
        );
    }
    text
}

/// The block of a factorisation as an expression.
fn known_rank(block: &Block, velocities: usize) -> String {
    format!(
        "KnownRank {{ velocities: {velocities}, rows: &{:?}, columns: &{:?}, rank: {}, weights: &self.redundant }}",
        block.rows, block.columns, block.rank,
    )
}

/// Statements that set the entries of a `matrix` of zeros.
fn filled(of: &Factorisation, size: usize, bodies: &Bodies<'_>) -> String {
    let matrix = bodies.body(&of.matrix, Reading::Factors(of.stored()));
    if of.by_columns {
        // Symmetric: columns are rows.
        return format!(
            "for (at, row) in matrix.iter_mut().enumerate() {{ let mut rhs = [T::zero(); {size}];
             rhs[at] = T::one(); {} *row = {}; }}",
            matrix.statements,
            matrix.array(),
        );
    }
    if size <= ROWS {
        let rows = matrix.outputs.chunks(size).enumerate();
        let rows: String = rows.map(|(at, row)| format!("matrix[{at}] = [{}];", row.join(", "))).collect();
        return format!("{} {rows}", matrix.statements);
    }
    let entries = nonzero(&matrix.outputs)
        .map(|(at, entry)| format!("matrix[{}][{}] = {entry};", at / size, at % size));
    format!("{} {}", matrix.statements, entries.collect::<Vec<_>>().join(" "))
}
