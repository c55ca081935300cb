//! Forces along the line between two points that coincide: they have no direction there.
//!
//! Invariant: what coincides everywhere is a mistake; what coincides at the start alone is a warning, for a run may start elsewhere.

use super::arena::Arena;
use super::lowered::Lowered;
use super::numeric::Evaluator;
use super::sample::State;
use crate::diagnostics::{Diagnostic, Diagnostics, Reported};
use crate::model::Model;

/// Ends nearer than this coincide, as at run time.
const COINCIDENT: f64 = 1e-7;

/// Tells of such forces at states on the manifold, the initial one first.
pub(super) fn told(
    model: &Model,
    arena: &Arena,
    lowered: &Lowered,
    states: &[State],
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let evaluator = Evaluator::new(arena, lowered.coincidences.clone());
    let mut scratch = Vec::new();
    let mut coincide = |state: &State| -> Vec<bool> {
        let values = evaluator.evaluate(arena, &mut scratch, &|source| state.load(source));
        values.chunks_exact(3).map(|products| products[0] < COINCIDENT * COINCIDENT).collect()
    };
    let Some((start, others)) = states.split_first().filter(|_| !model.coincidences.is_empty()) else {
        return Ok(());
    };
    let at_start = coincide(start);
    let mut always = at_start.clone();
    for state in others {
        always.iter_mut().zip(coincide(state)).for_each(|(always, here)| *always &= here);
    }
    let before = diagnostics.errors();
    for ((force, at_start), always) in model.coincidences.iter().zip(at_start).zip(always) {
        if always {
            let what = format!("the ends of `{}` coincide wherever the mechanism moves", force.name);
            let mistake = Diagnostic::error(force.span, what).label("a force without a direction");
            diagnostics.push(mistake.help("let it act between points that move apart"));
        } else if at_start {
            let what = format!(
                "the ends of `{}` coincide in the initial configuration: the force has no direction there",
                force.name
            );
            let help = "start elsewhere, or join its bodies so that its ends move on a line";
            diagnostics.push(Diagnostic::warning(force.span, what).help(help));
        }
    }
    diagnostics.none_since(before)
}
