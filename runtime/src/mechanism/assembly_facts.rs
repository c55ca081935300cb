//! What a mechanism knows of its initial state beside the constraints.

use crate::Named;
use alloc::vec::Vec;

/// What the initial state is found with beside the constraints, and how the numbers of
/// [`assembly_measures`](crate::Assemble::assembly_measures) are counted.
#[derive(Clone, Debug, Default)]
pub struct AssemblyFacts<'a> {
    /// Half a unit of the last decimal of given positions, direction by direction; missing ones are 0.
    pub position_tolerances: &'a [f64],
    /// The same of velocities.
    pub velocity_tolerances: &'a [f64],
    /// The same of conditions, in their order.
    pub condition_tolerances: &'a [f64],
    /// (first coordinate, first velocity) of every unit quaternion.
    pub rotations: &'a [(usize, usize)],
    /// Which directions are angles; missing ones are not.
    pub turns: &'a [bool],
    /// (holonomic constraint, number of the cosine of the angle whose sine it is).
    pub guards: &'a [(usize, usize)],
    /// Number of deviations d.
    pub deviations: usize,
    /// Number of cosines h.
    pub cosines: usize,
    /// Names of the conditions of `initial`: those between positions first; the others are linear in the velocities.
    pub conditions: &'a [Named],
    /// How many are between positions.
    pub position_conditions: usize,
    /// How the mechanism closes for its default parameters, the nearest first: where searches start.
    pub closures: Vec<&'a [f64]>,
}

impl AssemblyFacts<'_> {
    /// Without the conditions of `initial`, which hold at the start alone.
    pub(crate) fn without_conditions(self) -> Self {
        Self { conditions: &[], position_conditions: 0, ..self }
    }

    /// Conditions between velocities, and how far each may be off.
    pub(crate) fn velocity_conditions(&self) -> (&[Named], &[f64]) {
        let first = self.position_conditions;
        let tolerances = self.condition_tolerances.get(first..).unwrap_or_default();
        (self.conditions.get(first..).unwrap_or_default(), tolerances)
    }

    /// How many numbers [`assembly_measures`](crate::Assemble::assembly_measures) has in n directions: L, d, D, w.
    pub(crate) fn measures(&self, n: usize) -> usize {
        1 + self.deviations * (n + 2)
    }
}
