//! The factorisations of a program, and the solves with their factors.
//!
//! Invariant: a solve whose planned pivots are sound uses only the factors; the matrix is evaluated only if
//! they are not.

use super::body::{Bodies, Body, Reading, nonzero};
use super::routines::{doc, function};
use super::tokens::{block, lex, list, number, numbers};
use crate::plan::{Block, Check, Factorisation, Program, Routine};
use proc_macro2::{Group, Ident, TokenStream};
use quote::{format_ident, quote};

/// Routines of more operations than this are called, not inlined: the cost of a call is negligible, and
/// optimisers recurse too deeply in functions with several inlined ones.
const INLINED: usize = 500;
/// Optimisers inline routines of so few operations without an attribute.
const SHORT: usize = 8;

/// Matrices with at least this many rows are written row by row.
const ROWS: usize = 4;

/// The attribute of a function by its number of operations.
pub fn inlining(operations: usize) -> TokenStream {
    if operations <= SHORT {
        TokenStream::new()
    } else if operations <= INLINED {
        quote! { #[inline] }
    } else {
        quote! { #[inline(never)] }
    }
}

/// A system of a program: its factorisation, and its names.
struct System<'a> {
    of: &'a Factorisation,
    /// Its number of rows.
    size: usize,
    /// The prefix of the names of its own methods.
    name: &'static str,
    /// The field of the limits of its pivots.
    limits: Ident,
    /// The type of the factors, as named by `shape!`.
    factors: Ident,
    /// Its description.
    matrix: String,
}

impl System<'_> {
    /// The name of one of its methods.
    fn method(&self, part: &str) -> Ident {
        format_ident!("{}_{part}", self.name)
    }
}

fn systems(program: &Program) -> [System<'_>; 2] {
    let size = program.order();
    let constrained = size > program.velocities.len();
    let matrix = |plain: &str, bordered: &str| {
        format!("{} ({size} × {size})", if constrained { bordered } else { plain })
    };
    [
        System {
            of: &program.saddle,
            size,
            name: "saddle",
            limits: format_ident!("saddle"),
            factors: format_ident!("Saddle"),
            matrix: matrix("M", "[M B; G 0; D 0]"),
        },
        System {
            of: &program.bordered,
            size,
            name: "weighted",
            limits: format_ident!("bordered"),
            factors: format_ident!("Bordered"),
            matrix: matrix("μ M + r C + p K + ι I", "[μ M + r C + p K + ι I, B; G 0; D 0]"),
        },
    ]
}

/// The function of the block with the most sets of redundant constraints.
pub fn block_of_sets(program: &Program) -> Ident {
    let [saddle, weighted] = systems(program);
    let sets = |system: &System<'_>| system.of.block.as_ref().map_or(0, |block| block.sets.len());
    if sets(&saddle) < sets(&weighted) { weighted.method("block") } else { saddle.method("block") }
}

/// `solve_saddle` and `solve` of the contract, by the functions of [`halves`].
pub fn solves(program: &Program) -> TokenStream {
    let (n, g) = (program.velocities.len(), program.holonomic_names.len());
    let k = program.order() - n - g;
    let [a, lambda, psi] = [n, g, k].map(|count| numbers(0..count));
    let entries = quote! { [#a], [#lambda], [#psi] };
    let [saddle, weighted] = systems(program).map(|system| {
        let (planned, matrix) = (system.method("solve"), system.method("matrix"));
        let block = system.of.block.as_ref().map(|_| system.method("block"));
        let block = block.map(|block| quote! { , #block });
        quote! { #planned, #matrix #block }
    });
    quote! {
        emitted::solve!(solve_saddle, SaddleFactors = Saddle, saddle_factors, #saddle; #entries);
        emitted::solve!(solve, Factors = Bordered, factors, #weighted; #entries);
    }
}

/// `factor_saddle` and `factor` of the contract.
pub fn factors(program: &Program, bodies: &Bodies<'_>) -> TokenStream {
    let [saddle, weighted] = systems(program);
    let blocks = quote! { emitted::blocks!(b => mass, columns, rows, c, k); };
    let (doc_of_saddle, inline_saddle, saddle) = factor(&saddle, TokenStream::new(), bodies);
    let (doc_of_weighted, inline_weighted, weighted) = factor(&weighted, blocks, bodies);
    quote! {
        #doc_of_saddle
        #inline_saddle
        fn factor_saddle(&self, mass: &At<T>, columns: &At<T>, rows: &At<T>, c: &C<T>, into: &mut Saddle<T>) #saddle
        #doc_of_weighted
        #inline_weighted
        fn factor(&self, w: Weights<T>, b: Blocks<'_, Self>, into: &mut Bordered<T>) #weighted
    }
}

/// A factorisation function: its documentation, its attribute, and its body, which begins with `before`.
fn factor(
    system: &System<'_>,
    mut before: TokenStream,
    bodies: &Bodies<'_>,
) -> (TokenStream, TokenStream, Group) {
    let of = system.of;
    let kept: Vec<usize> =
        of.checks.iter().flat_map(|check| [Some(check.pivot), check.reference]).flatten().collect();
    let body = bodies.body_with(&of.factor, Reading::At, &kept);
    let sound = sound(system, &body);
    let values = list(&body.outputs);
    before.extend(body.statements);
    let rest = match &of.block {
        None => quote! {
            into.values = [#values];
            into.sound = #sound;
        },
        Some(block) => {
            let (slots, full) = (number(of.slots), factored_block(system, block, bodies));
            let room = number(block.room());
            quote! {
                into.values[..#slots].copy_from_slice(&[#values]);
                let sound = #sound;
                let factors = &*into;
                let mut room = [T::zero(); #room];
                let full = { #full };
                into.values[#slots..].copy_from_slice(&room);
                into.sound = sound && full;
            }
        }
    };
    let operations = of.factor.operations();
    let doc = doc(&format!("Factors of {}, pivots {:?}", system.matrix, of.order), &operations);
    (doc, inlining(operations.total()), block(before, rest))
}

/// Whether all pivots of a factorisation are sound: relative to their entries, or by limits.
fn sound(system: &System<'_>, body: &Body) -> TokenStream {
    let (by_entry, by_limit): (Vec<&Check>, Vec<&Check>) =
        system.of.checks.iter().partition(|check| check.reference.is_some());
    let register = |register: usize| lex(body.register(register));
    let mut checks: Vec<TokenStream> = Vec::new();
    for check in by_entry {
        let (pivot, entry) = (register(check.pivot), check.reference.map(register));
        checks.push(quote! { is_sound_diagonal(#pivot, #entry) });
    }
    if !by_limit.is_empty() {
        let limits = &system.limits;
        let step = by_limit.iter().map(|check| number(check.step));
        let pivot = by_limit.iter().map(|check| register(check.pivot));
        checks.push(quote! { emitted::sound!(self, #limits; #(#step: #pivot),*) });
    }
    if checks.is_empty() {
        quote! { true }
    } else {
        quote! { #(#checks)&&* }
    }
}

/// The factors of a block of known rank, into `room`; whether it has that rank.
fn factored_block(system: &System<'_>, block: &Block, bodies: &Bodies<'_>) -> TokenStream {
    let Body { statements, outputs, .. } = bodies.body(&block.entries, Reading::Factors(system.of.stored()));
    let (size, count) = (number(system.size), number(block.rows.len() * block.rows.len()));
    let values = list(&outputs);
    let entries = if block.rank == 0 {
        quote! { [T::zero(); #count] }
    } else {
        quote! { [#values] }
    };
    let (known_rank, backward) = (system.method("block"), system.method("backward"));
    quote! {
        #statements
        let mut entries = #entries;
        let mut copy = entries;
        factor_block(
            &self.#known_rank(),
            (&mut entries, &mut copy),
            &mut room,
            |rhs: [T; #size], solution: [T; #size]| self.#backward(factors, rhs, solution)
        )
    }
}

/// The parts of the solves: the planned solve, in halves around a block of known rank if there is one, and the
/// matrix in case its pivots are weak.
pub fn halves(program: &Program, bodies: &Bodies<'_>) -> TokenStream {
    let each = systems(program).map(|system| {
        let solve = match &system.of.block {
            Some(block) => solve_around(&system, block, bodies),
            None => solve(&system, bodies),
        };
        let matrix = matrix(&system, bodies);
        quote! { #solve #matrix }
    });
    quote! { #(#each)* }
}

/// The planned solve.
fn solve(system: &System<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let head = solve_head(system);
    let Body { statements, outputs, .. } = bodies.body(&system.of.solve, Reading::Factors(system.of.slots));
    let solution = list(&outputs);
    let body = block(statements, quote! { [#solution] });
    quote! { #head #body }
}

fn solve_head(system: &System<'_>) -> TokenStream {
    let operations = system.of.operations().1;
    let doc = doc(&format!("The solution with {}", system.matrix), &operations);
    let inline = inlining(operations.total());
    let (name, factors, size) = (system.method("solve"), &system.factors, number(system.size));
    quote! {
        #doc
        #inline
        fn #name(&self, factors: &#factors<T>, rhs: [T; #size]) -> [T; #size]
    }
}

/// The planned solve in halves around a block of known rank, the block and the halves.
fn solve_around(system: &System<'_>, block: &Block, bodies: &Bodies<'_>) -> TokenStream {
    let head = solve_head(system);
    let (factors, size, slots) = (&system.factors, number(system.size), number(system.of.slots));
    let [name, forward, backward] = ["block", "forward", "backward"].map(|part| system.method(part));
    let known_rank = known_rank(block, system.size - block.multipliers);
    let half = |routine: &Routine, gives: &str, head: TokenStream| {
        function(bodies, routine, Reading::Factors(system.of.stored()), gives, head, |outputs| {
            let outputs = list(outputs);
            quote! { [#outputs] }
        })
    };
    let forward_half = half(
        &block.forward,
        "The right-hand side with all pivots eliminated",
        quote! { fn #forward(&self, factors: &#factors<T>, rhs: [T; #size]) -> [T; #size] },
    );
    let backward_half = half(
        &system.of.solve,
        "The solution from that of the block",
        quote! { fn #backward(&self, factors: &#factors<T>, rhs: [T; #size], solution: [T; #size]) -> [T; #size] },
    );
    quote! {
        #head {
            let block = self.#name();
            solve_block(
                &block,
                &factors.values[#slots..],
                self.#forward(factors, rhs),
                |rhs: [T; #size], solution: [T; #size]| self.#backward(factors, rhs, solution)
            )
        }
        fn #name(&self) -> KnownRank<'_> {
            #known_rank
        }
        #forward_half
        #backward_half
    }
}

/// The block of a factorisation as an expression.
fn known_rank(block: &Block, velocities: usize) -> TokenStream {
    let [velocities, accelerated] = [velocities, block.accelerated].map(number);
    let [rows, columns, multipliers] =
        [&block.rows, &block.columns, &block.members].map(|list| numbers(list.iter().copied()));
    let sets = block.sets.iter().map(|set| {
        let [rows, columns, multipliers, deficiency] =
            [set.rows, set.columns, set.multipliers, set.deficiency].map(number);
        quote! {
            RedundantSet { rows: #rows, columns: #columns, multipliers: #multipliers, deficiency: #deficiency }
        }
    });
    quote! {
        KnownRank {
            velocities: #velocities,
            rows: &[#rows],
            columns: &[#columns],
            sets: &[#(#sets),*],
            multipliers: &[#multipliers],
            accelerated: #accelerated,
            weights: &self.redundant
        }
    }
}

/// The function that sets the entries of a `matrix` of zeros.
fn matrix(system: &System<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let (name, factors, size) = (system.method("matrix"), &system.factors, number(system.size));
    let entries = entries(system.of, system.size, bodies);
    quote! {
        fn #name(&self, factors: &#factors<T>, matrix: &mut [[T; #size]; #size]) #entries
    }
}

/// The body of a function that sets the entries of a `matrix` of zeros.
fn entries(of: &Factorisation, size: usize, bodies: &Bodies<'_>) -> Group {
    let Body { statements, outputs, .. } = bodies.body(&of.matrix, Reading::Factors(of.stored()));
    if of.by_columns {
        let (size, column) = (number(size), list(&outputs));
        // Symmetric: columns are rows.
        let each = quote! {
            for (at, row) in matrix.iter_mut().enumerate() {
                let mut rhs = [T::zero(); #size];
                rhs[at] = T::one();
                #statements
                *row = [#column];
            }
        };
        return block(each, TokenStream::new());
    }
    if size <= ROWS {
        let (at, row) = ((0..size).map(number), outputs.chunks(size.max(1)).map(list));
        return block(statements, quote! { #(matrix[#at] = [#row];)* });
    }
    let entries =
        nonzero(&outputs).map(|(at, entry)| format!("matrix[{}][{}] = {entry};", at / size, at % size));
    block(statements, lex(&entries.collect::<String>()))
}
