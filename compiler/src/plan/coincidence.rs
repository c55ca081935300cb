//! Forces along the line between two points that coincide: they have no direction there, or do nothing.
//!
//! Invariant: coincidence everywhere is an error; coincidence at the start only is a warning, because a run may start elsewhere.

use super::arena::{Arena, Value};
use super::lowered::Lowered;
use super::messages;
use super::numeric::Evaluator;
use super::sample::State;
use crate::diagnostics::{Diagnostics, Reported};
use crate::mechanics::Formulated;

/// Ends nearer than this coincide, as at run time.
const COINCIDENT: f64 = 1e-7;

/// Reports such forces at states on the manifold, the initial one first.
pub(super) fn report(
    formulated: &Formulated<'_>,
    arena: &Arena,
    lowered: &Lowered,
    states: &[State],
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    if states.is_empty() {
        return Ok(());
    }
    for (force, [_, always]) in formulated.undirected.iter().zip(met(arena, &lowered.undirected, 1, states)) {
        if always {
            diagnostics.push(messages::exerts_nothing(force.span, &force.name));
        }
    }
    let before = diagnostics.errors();
    for (force, [at_start, always]) in
        formulated.coincidences.iter().zip(met(arena, &lowered.coincidences, 3, states))
    {
        if always {
            diagnostics.push(messages::always_coincide(force.span, &force.name));
        } else if at_start {
            diagnostics.push(messages::coincide_at_start(force.span, &force.name));
        }
    }
    diagnostics.none_since(before)
}

/// Whether ends coincide at the first state, and at all of them: of each force with `stride` values, the first of which is d·d.
fn met(arena: &Arena, values: &[Value], stride: usize, states: &[State]) -> Vec<[bool; 2]> {
    let evaluator = Evaluator::new(arena, values.to_vec());
    let mut scratch = Vec::new();
    let mut met = vec![[true; 2]; values.len() / stride];
    for (number, state) in states.iter().enumerate() {
        let values = evaluator.evaluate(&mut scratch, &|source| state.load(source));
        for (met, values) in met.iter_mut().zip(values.chunks_exact(stride)) {
            let here = values[0] < COINCIDENT * COINCIDENT;
            *met = [if number == 0 { here } else { met[0] }, met[1] && here];
        }
    }
    met
}
