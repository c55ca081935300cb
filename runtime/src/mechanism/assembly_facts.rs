//! The data of a mechanism for its initial state in addition to the constraints.

use crate::Named;
use alloc::vec::Vec;

/// The data for the assembly of the initial state in addition to the constraints, with the numbers of elements of
/// [`assembly_measures`](crate::Assemble::assembly_measures).
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
    /// Whether each direction is an angle; missing ones are not.
    pub turns: &'a [bool],
    /// (holonomic constraint, index of the cosine of the angle whose sine it is).
    pub guards: &'a [(usize, usize)],
    /// Number of deviations d.
    pub deviations: usize,
    /// Number of cosines h.
    pub cosines: usize,
    /// Names of the conditions of `initial`: those of positions first; the others are linear in the velocities.
    pub conditions: &'a [Named],
    /// The number of conditions of positions.
    pub position_conditions: usize,
    /// The closures for the default parameters, the nearest first, as starting points of searches.
    pub closures: Vec<&'a [f64]>,
}

impl AssemblyFacts<'_> {
    /// Without the conditions of `initial`, which hold at the start only.
    pub(crate) fn without_conditions(self) -> Self {
        Self { conditions: &[], position_conditions: 0, ..self }
    }

    /// Conditions of velocities, with the tolerance of each.
    pub(crate) fn velocity_conditions(&self) -> (&[Named], &[f64]) {
        let first = self.position_conditions;
        let tolerances = self.condition_tolerances.get(first..).unwrap_or_default();
        (self.conditions.get(first..).unwrap_or_default(), tolerances)
    }

    /// The number of entries of [`assembly_measures`](crate::Assemble::assembly_measures) for n directions: L, d, D, w.
    pub(crate) fn measures(&self, n: usize) -> usize {
        1 + self.deviations * (n + 2)
    }
}
