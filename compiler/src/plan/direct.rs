//! Routines that begin at the configuration, for callers that evaluate nothing else there: controllers that want M a − f, or M, alone.
//!
//! `place` computes what any routine after it may read: for inverse dynamics it computes M, for M the terms of gravity. A direct routine
//! computes what it needs, and stores nothing.
//!
//! Invariant: it computes the same values of the arena as `place` with the routine after it, and so the same bits.

use super::extraction::Extraction;
use super::lowered::Lowered;
use super::routine::{Routine, Scattered};
use super::systems::Dimensions;

/// A direct routine is kept if it saves at least this part of the operations …
const PART: f64 = 0.2;
/// … and this many: it is code that is written and compiled in addition.
const LEAST: usize = 100;

/// Direct routines, where they are worth their code.
#[derive(Clone, Debug, Default)]
pub struct Direct {
    /// M a − f.
    pub residual: Option<Routine>,
    /// M dense.
    pub mass_matrix: Option<Scattered>,
}

impl Direct {
    /// None for a mechanism with constraints: its dynamics need more than these.
    pub(super) fn new(
        extract: &mut Extraction<'_>,
        lowered: &Lowered,
        sizes: Dimensions,
        place: &Routine,
        (residual, mass_matrix): (&Routine, &Scattered),
    ) -> Self {
        if sizes.order() > sizes.n {
            return Self::default();
        }
        let worthwhile = |direct: &Routine, after: &Routine| {
            let [direct, place, after] = [direct, place, after].map(|routine| routine.operations().total());
            let saved = (place + after).saturating_sub(direct);
            saved >= LEAST && saved as f64 >= PART * (place + after) as f64
        };
        let of_residual = extract.direct(&lowered.residual);
        let of_mass = extract.direct_matrix(&lowered.mass, sizes.n);
        Self {
            residual: worthwhile(&of_residual, residual).then_some(of_residual),
            mass_matrix: worthwhile(&of_mass.routine, &mass_matrix.routine).then_some(of_mass),
        }
    }
}
