//! Energies that jump where a switch in them changes: their forces are impulses, which runs do not exert.
//!
//! ```text
//! p = ∂T/∂v jumps with the time or a coordinate:   M⁺ v⁺ = M⁻ v⁻ + (p⁻ − p⁺ at v = 0)                     (1)
//! V jumps with a coordinate:                        T⁺ + V⁺ = T⁻ + V⁻                                     (2)
//! ```
//!
//! Whether an expression jumps is found at roots of its switching functions, for the default parameters and arbitrary states: a piecewise expression whose pieces
//! meet does not.

use super::messages;
use super::switches::switching_functions;
use super::{Formulated, Symbols};
use crate::diagnostics::Diagnostics;
use crate::symbolic::{Graph, Node, Symbol};
use proc_macro2::Span;
use std::collections::BTreeMap;

/// Attempts to find a root of a switching function in one variable, from other states.
const ATTEMPTS: usize = 8;
/// Intervals in which roots are sought, from minus to plus this value (from zero for the time), in SI units.
const INTERVALS: usize = 64;
const REACH: f64 = 10.0;
/// Halvings of the interval with a root.
const HALVINGS: usize = 60;
/// The distance of both sides from a root.
const BESIDE: f64 = 1e-12;
/// Values on both sides of a root that differ by more than this part differ by a jump.
const JUMPS: f64 = 1e-6;

/// Warns of energies that jump, (1) and (2); `places` are those of T and V.
pub(super) fn warn(
    formulated: &mut Formulated<'_>,
    symbols: &Symbols,
    (momentum, potential): (&[Node], Node),
    places: [Option<Span>; 2],
    diagnostics: &mut Diagnostics,
) {
    let with_time: Vec<Symbol> = symbols.positions.iter().copied().chain([symbols.time]).collect();
    let parameters = parameters(formulated);
    let graph = &mut formulated.graph;
    if let Some(place) = places[0].filter(|_| jumps(graph, symbols, &parameters, momentum, &with_time)) {
        diagnostics.push(messages::kinetic_jumps(place));
    }
    if let Some(place) =
        places[1].filter(|_| jumps(graph, symbols, &parameters, &[potential], &symbols.positions))
    {
        diagnostics.push(messages::potential_jumps(place));
    }
}

/// The default values of the parameters: each may depend on those before it.
fn parameters(formulated: &Formulated<'_>) -> BTreeMap<Symbol, f64> {
    let mut values = BTreeMap::new();
    for parameter in &formulated.model.parameters {
        let value = |symbol: Symbol| values.get(&symbol).copied().unwrap_or(0.0);
        let default = formulated.graph.evaluate(&[parameter.default], &value)[0];
        values.insert(parameter.symbol, default);
    }
    values
}

/// Whether one of these expressions jumps where a switching function has a root in one of these variables.
fn jumps(
    graph: &mut Graph,
    symbols: &Symbols,
    parameters: &BTreeMap<Symbol, f64>,
    expressions: &[Node],
    variables: &[Symbol],
) -> bool {
    let functions = switching_functions(graph, expressions);
    let functions: Vec<Node> = functions.into_iter().filter(|&of| symbols.moves(graph, of)).collect();
    let graph = &*graph;
    let state = |attempt: usize, symbol: Symbol| {
        // Multiples of the golden ratio have no pattern.
        let number = symbol.index() * ATTEMPTS + attempt + 1;
        let arbitrary = || 4.0 * ((number as f64 * 0.618_033_988_749_894_9) % 1.0 - 0.5);
        parameters.get(&symbol).copied().unwrap_or_else(arbitrary)
    };
    functions.into_iter().any(|function| {
        let own = variables.iter().filter(|&&variable| graph.depends_on(function, variable));
        let mut places = own.flat_map(|&variable| (0..ATTEMPTS).map(move |attempt| (variable, attempt)));
        // One root of each function tells: pieces that meet at an arbitrary state meet at all.
        let found = places.find_map(|(variable, attempt)| {
            let first = if variable == symbols.time { 0.0 } else { -REACH };
            let ends = root(graph, function, (variable, first), &|symbol| state(attempt, symbol))?;
            Some((variable, attempt, ends))
        });
        found.is_some_and(|(variable, attempt, ends)| {
            let [before, after] = ends.map(|end| {
                let value = |symbol| if symbol == variable { end } else { state(attempt, symbol) };
                graph.evaluate(expressions, &value)
            });
            let jumps = |(a, b): (&f64, &f64)| (a - b).abs() > JUMPS * (1.0 + a.abs().max(b.abs()));
            before.iter().zip(&after).any(jumps)
        })
    })
}

/// Both sides of a root of a function of one variable, from a first value on.
fn root(
    graph: &Graph,
    function: Node,
    (variable, first): (Symbol, f64),
    state: &dyn Fn(Symbol) -> f64,
) -> Option<[f64; 2]> {
    let value = |at: f64| {
        graph.evaluate(&[function], &|symbol| if symbol == variable { at } else { state(symbol) })[0]
    };
    let at = |k: usize| first + (REACH - first) * k as f64 / INTERVALS as f64;
    let mut before = value(at(0));
    for k in 1..=INTERVALS {
        let after = value(at(k));
        if before * after < 0.0 {
            let (mut low, mut high) = (at(k - 1), at(k));
            for _ in 0..HALVINGS {
                let middle = 0.5 * (low + high);
                if value(middle) * before > 0.0 { low = middle } else { high = middle }
            }
            // The root itself may be of either side.
            return Some([low - BESIDE, high + BESIDE]);
        }
        before = after;
    }
    None
}
