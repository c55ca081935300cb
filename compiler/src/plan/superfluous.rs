//! Joints that add no constraint to those of others: an extra weld, a second hinge on the same axis.
//!
//! ```text
//! rank of [G; D] without the rows of the joint  =  rank of [G; D]                              (1)
//! ```
//!
//! A loop with more equations than it needs is not such a case: there (1) holds for single rows, but for no whole joint. Two hinges of a
//! door are not a mistake either: they are at different places and share the load.

use super::arena::Value;
use super::freedom::{Constrained, joint_of};
use super::messages;
use super::numeric::Evaluator;
use super::rank::ColumnSpace;
use super::sample::State;
use crate::diagnostics::Diagnostics;
use crate::model::{Joint, JointKind};

impl Constrained<'_> {
    /// Warns of joints with (1) at all states of a walk along the manifold where the rank is that of the motion; of
    /// several that could replace each other of the last.
    pub(super) fn superfluous_joints(&self, walk: &[State], rank: usize, diagnostics: &mut Diagnostics) {
        let rows = self.sizes.holonomic + self.sizes.nonholonomic;
        let Some(multibody) = self.formulated.multibody.as_ref().filter(|_| rank < rows) else { return };
        let n = self.sizes.n;
        let lowered = self.lowered;
        let of_positions = lowered.jacobian.iter().map(|&(i, j, value)| (i, j, value));
        let of_velocities =
            lowered.velocity_jacobian.iter().map(|&(i, j, value)| (i + self.sizes.holonomic, j, value));
        let entries: Vec<(usize, usize, Value)> = of_positions.chain(of_velocities).collect();
        let evaluator = Evaluator::new(self.arena, entries.iter().map(|entry| entry.2).collect());
        let mut scratch = Vec::new();
        let matrices: Vec<Vec<f64>> = walk
            .iter()
            .map(|state| {
                let values = evaluator.evaluate(&mut scratch, &|source| state.load(source));
                let mut matrix = vec![0.0; rows * n];
                for (&(i, j, _), value) in entries.iter().zip(values) {
                    matrix[i * n + j] += value;
                }
                matrix
            })
            .filter(|matrix| ColumnSpace::new(rows, n, matrix).rank() == rank)
            .collect();
        let kinds = [true, false].into_iter();
        let names: Vec<&str> = kinds
            .flat_map(|kind| self.formulated.constraints.iter().filter(move |c| c.holonomic == kind))
            .map(|constraint| joint_of(&constraint.name))
            .collect();
        let mut left: Vec<usize> = (0..rows).collect();
        for (number, joint) in multibody.joints.iter().enumerate().rev() {
            let same_place = |other: &Joint| (&other.first, &other.second) == (&joint.first, &joint.second);
            let mut others = multibody.joints[..number].iter();
            if !matches!(joint.kind, JointKind::Fixed(_)) && !others.any(same_place) {
                continue;
            }
            let without: Vec<usize> = left.iter().copied().filter(|&row| names[row] != joint.name).collect();
            let needless = |matrix: &Vec<f64>| {
                let some: Vec<f64> =
                    without.iter().flat_map(|&row| &matrix[row * n..(row + 1) * n]).copied().collect();
                ColumnSpace::new(without.len(), n, &some).rank() == rank
            };
            if without.len() == left.len() || matrices.is_empty() || !matrices.iter().all(needless) {
                continue;
            }
            left = without;
            let Some(constraint) =
                self.formulated.constraints.iter().find(|c| joint_of(&c.name) == joint.name)
            else {
                continue;
            };
            diagnostics.push(messages::redundant_joint(constraint.span, &joint.name));
        }
    }
}
