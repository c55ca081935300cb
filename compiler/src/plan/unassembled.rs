//! Why the initial state cannot be assembled.
//!
//! Invariant: something is always reported, the equations that stay open if there are any.

use super::blame::Blame;
use super::freedom::{Constrained, joint_of};
use super::messages::{self, Violated};
use super::start::{Named, Unknown};
use crate::diagnostics::{Diagnostics, Reported};
use linkwork_numerics::closure::{Gap, Open};
use proc_macro2::Span;

impl Constrained<'_> {
    /// Constraints that stay open.
    pub(super) fn report(&self, open: &Open, unknown: Unknown, diagnostics: &mut Diagnostics) -> Reported {
        let equations = self.equations(unknown);
        let gaps = match open {
            Open::Given(gaps) | Open::Contradiction(gaps) | Open::Apart(gaps) => gaps,
            Open::TurnedOver(cosines) => return self.report_turned_over(cosines, &equations, diagnostics),
        };
        let Some((first, others)) = gaps.split_first() else { return self.unassembled(diagnostics) };
        let named = |gap: &Gap| (equations[gap.row].span, equations[gap.row].name.as_str());
        let (at, name) = (named(first), self.formulated.name.to_string());
        let violated = violated(gaps, &equations);
        let others: Vec<messages::Equation<'_>> = others.iter().map(named).collect();
        diagnostics.refuse(match open {
            Open::Given(_) => messages::given_values_violate(at, &name, &violated, &others),
            Open::Contradiction(_) => messages::constraints_contradict(at, &violated, &others),
            _ => messages::not_assembled(at, &name, &violated, &others),
        })
    }

    /// Values of `initial` that exclude each other, with the constraints that stay open.
    pub(super) fn report_values(
        &self,
        blamed: &Blame,
        unknown: Unknown,
        diagnostics: &mut Diagnostics,
    ) -> Reported {
        let Some((last, others)) = blamed.values.split_last() else {
            return self.unassembled(diagnostics);
        };
        let equations = self.equations(unknown);
        let constraints = equations.len() - self.given_conditions(unknown);
        let gaps = match &blamed.open {
            Open::Given(gaps) | Open::Contradiction(gaps) | Open::Apart(gaps) => gaps.as_slice(),
            Open::TurnedOver(_) => &[],
        };
        let through: Vec<Gap> = gaps.iter().copied().filter(|gap| gap.row < constraints).collect();
        diagnostics.refuse(messages::values_contradict(last, others, &violated(&through, &equations)))
    }

    /// The number of equations of a level that are conditions of `initial`.
    fn given_conditions(&self, unknown: Unknown) -> usize {
        match unknown {
            Unknown::Position => self.conditions.positions,
            Unknown::Velocity => self.conditions.order.len() - self.conditions.positions,
        }
    }

    /// No single equation is the cause.
    pub(super) fn unassembled(&self, diagnostics: &mut Diagnostics) -> Reported {
        let name = &self.formulated.name;
        diagnostics.refuse(messages::unassembled(name.span(), &name.to_string()))
    }

    fn report_turned_over(
        &self,
        cosines: &[usize],
        equations: &[Named],
        diagnostics: &mut Diagnostics,
    ) -> Reported {
        let turned = self.guards.iter().filter(|(_, cosine)| cosines.contains(cosine));
        let mut joints: Vec<(&str, Span)> = Vec::new();
        for &(row, _) in turned {
            let joint = joint_of(&equations[row].name);
            if !joints.iter().any(|(known, _)| *known == joint) {
                joints.push((joint, equations[row].span));
            }
        }
        let Some((_, span)) = joints.first() else { return self.unassembled(diagnostics) };
        let names: Vec<&str> = joints.iter().map(|(joint, _)| *joint).collect();
        diagnostics.refuse(messages::turned_over(*span, &self.formulated.name.to_string(), &names))
    }
}

/// The equations of gaps, joints once with their largest gap.
fn violated<'e>(gaps: &[Gap], equations: &'e [Named]) -> Vec<Violated<'e>> {
    let mut named: Vec<Violated<'e>> = Vec::new();
    for gap in gaps {
        let Named { name, unit, .. } = &equations[gap.row];
        let known = named
            .iter_mut()
            .find(|(known, _, of)| joint_of(known) == joint_of(name) && of == unit && name.contains('.'));
        match known {
            Some((_, value, _)) if value.abs() >= gap.value.abs() => {}
            Some(known) => (known.0, known.1) = (name.clone(), gap.value),
            None => named.push((name.clone(), gap.value, unit)),
        }
    }
    named
}
