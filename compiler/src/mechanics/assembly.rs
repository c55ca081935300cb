//! The functions that determine the initial state besides the constraints: conditions, deviations, cosines.

use super::{SparseMatrix, Symbols};
use crate::mechanics::{Condition, ConditionLevel, Formulated};
use crate::symbolic::{Graph, Node};

/// Equations of the initial state: those between positions first, then those that are linear in velocities.
#[derive(Clone, Debug, Default)]
pub struct Conditions {
    /// The number of equations between positions.
    pub positions: usize,
    /// Number of each in the model.
    pub order: Vec<usize>,
    /// Their residuals.
    pub residuals: Vec<Node>,
    /// Derivatives along the directions of the configuration (positions), by the velocities (velocities).
    pub jacobian: SparseMatrix,
}

impl Conditions {
    pub(super) fn derive(graph: &mut Graph, symbols: &Symbols, given: &[Condition]) -> Self {
        let of_level = |level: ConditionLevel| -> Vec<usize> {
            (0..given.len()).filter(|&i| given[i].level == level).collect()
        };
        let (positions, velocities) =
            (of_level(ConditionLevel::Position), of_level(ConditionLevel::Velocity));
        let residuals = |numbers: &[usize]| numbers.iter().map(|&i| given[i].residual).collect::<Vec<_>>();
        let (of_positions, of_velocities) = (residuals(&positions), residuals(&velocities));
        let mut jacobian = SparseMatrix::along(graph, &of_positions, &symbols.tangent);
        let below = SparseMatrix::jacobian(graph, &of_velocities, &symbols.velocities);
        jacobian.rows += below.rows;
        jacobian.entries.extend(below.entries.iter().map(|&(i, j, e)| (positions.len() + i, j, e)));
        Self {
            positions: positions.len(),
            order: [positions, velocities].concat(),
            residuals: [of_positions, of_velocities].concat(),
            jacobian,
        }
    }

    /// Half a unit of the last decimal of each, in order.
    pub fn tolerances(&self, given: &[Condition]) -> Vec<f64> {
        self.order.iter().map(|&i| given[i].tolerance).collect()
    }
}

/// The distance of the configuration from the reference, and whether joints are turned by half a turn. Empty where nothing has to be
/// assembled.
#[derive(Clone, Debug, Default)]
pub struct Measures {
    /// The characteristic length.
    pub length: Option<Node>,
    /// d.
    pub deviations: Vec<Node>,
    /// The rates of d where velocities are guessed.
    pub rates: Vec<Node>,
    /// D.
    pub deviation_jacobian: SparseMatrix,
    /// h.
    pub cosines: Vec<Node>,
    /// ∂h/∂q.
    pub cosine_jacobian: SparseMatrix,
    /// (holonomic constraint, cosine).
    pub guards: Vec<(usize, usize)>,
}

impl Measures {
    pub(super) fn derive(formulated: &mut Formulated<'_>, symbols: &Symbols) -> Self {
        if formulated.constraints.is_empty() && formulated.conditions.is_empty() && !formulated.measured {
            return Self::default();
        }
        let mut cosines: Vec<Node> = Vec::new();
        let mut guards = Vec::new();
        for (row, constraint) in formulated.constraints.iter().filter(|c| c.holonomic).enumerate() {
            let Some(cosine) = constraint.cosine else { continue };
            let known = cosines.iter().position(|&known| known == cosine).unwrap_or_else(|| {
                cosines.push(cosine);
                cosines.len() - 1
            });
            guards.push((row, known));
        }
        let deviations: Vec<Node> = formulated.deviations.iter().map(|d| d.value).collect();
        let rates = formulated.deviations.iter().map(|d| d.rate).collect();
        let graph = &mut formulated.graph;
        let deviation_jacobian = SparseMatrix::along(graph, &deviations, &symbols.tangent);
        let cosine_jacobian = SparseMatrix::along(graph, &cosines, &symbols.tangent);
        Self {
            length: Some(formulated.length),
            deviations,
            rates,
            deviation_jacobian,
            cosines,
            cosine_jacobian,
            guards,
        }
    }
}
