//! Why the initial state cannot be assembled: the messages, side by side.
//!
//! Invariant: `build()` has the same messages for other parameters (`error/messages` of the runtime).

use super::blame::Blame;
use super::freedom::{Constrained, joint_of};
use super::start::{Named, Unknown};
use crate::diagnostics::{Diagnostic, Diagnostics, Reported};
use linkwork_numerics::closure::{Gap, Open};
use proc_macro2::Span;

impl Constrained<'_> {
    /// Constraints that stay open.
    pub(super) fn report(&self, open: &Open, unknown: Unknown, diagnostics: &mut Diagnostics) -> Reported {
        let equations = self.equations(unknown);
        let name = &self.formulated.name;
        let (gaps, message, help) = match open {
            Open::Given(gaps) => (
                gaps,
                format!("the initial values given for `{name}` violate {}", listed(gaps, &equations)),
                "remove initial values that follow from others, or make them guesses: `~value`",
            ),
            Open::Contradiction(gaps) => (
                gaps,
                format!(
                    "the constraints contradict each other: the best attempt violates {}",
                    listed(gaps, &equations)
                ),
                "remove one of them, or choose parameters for which they can all be satisfied",
            ),
            Open::Apart(gaps) => (
                gaps,
                format!(
                    "`{name}` cannot be assembled: the best attempt violates {}",
                    listed(gaps, &equations)
                ),
                "check the dimensions, or give guesses: `initial { … : ~value }`",
            ),
            Open::TurnedOver(cosines) => return self.report_turned_over(cosines, &equations, diagnostics),
        };
        let Some(first) = gaps.first() else { return self.unassembled(diagnostics) };
        let mut mistake = Diagnostic::error(equations[first.row].span, message).help(help);
        for gap in gaps.iter().skip(1) {
            mistake = mistake.related(equations[gap.row].span, format!("`{}`", equations[gap.row].name));
        }
        diagnostics.refuse(mistake)
    }

    /// Values of `initial` that exclude each other, with the constraints that stay open.
    pub(super) fn report_values(
        &self,
        blamed: &Blame,
        unknown: Unknown,
        diagnostics: &mut Diagnostics,
    ) -> Reported {
        let all: Vec<String> = blamed.values.iter().map(|(name, _)| format!("`{name}`")).collect();
        let Some(((last, place), others)) = blamed.values.split_last() else {
            return self.unassembled(diagnostics);
        };
        let (of, help) = match all.as_slice() {
            [one] => (
                format!("the initial value of {one} cannot be satisfied"),
                format!("remove it, or make it a guess: `{last}: ~…`"),
            ),
            [rest @ .., final_one] => (
                format!("the initial values of {} and {final_one} contradict each other", rest.join(", ")),
                format!("remove one of them, or make it a guess: `{last}: ~…`"),
            ),
            [] => return self.unassembled(diagnostics),
        };
        let equations = self.equations(unknown);
        let constraints = equations.len() - self.given_conditions(unknown);
        let gaps = match &blamed.open {
            Open::Given(gaps) | Open::Contradiction(gaps) | Open::Apart(gaps) => gaps.as_slice(),
            Open::TurnedOver(_) => &[],
        };
        let through: Vec<Gap> = gaps.iter().copied().filter(|gap| gap.row < constraints).collect();
        let message = if through.is_empty() {
            of
        } else {
            format!("{of}: the best attempt violates {}", listed(&through, &equations))
        };
        let mut mistake = Diagnostic::error(*place, message).help(help);
        for (name, place) in others {
            mistake = mistake.related(*place, format!("`{name}` is given"));
        }
        diagnostics.refuse(mistake)
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
        let message = format!("`{}` cannot be assembled", self.formulated.name);
        let help = "check the dimensions, or give guesses: `initial { … : ~value }`";
        diagnostics.refuse(Diagnostic::error(self.formulated.name.span(), message).help(help))
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
        let names: Vec<String> = joints.iter().map(|(joint, _)| format!("`{joint}`")).collect();
        let message = format!(
            "`{}` can only be assembled with {} turned over",
            self.formulated.name,
            names.join(" and ")
        );
        let help = "reverse the axes of one of its ends, or check the initial values";
        diagnostics.refuse(Diagnostic::error(*span, message).help(help))
    }
}

/// `a` by 1.0e-1 m and `b` by …, joints once with their largest gap.
fn listed(gaps: &[Gap], equations: &[Named]) -> String {
    let mut named: Vec<(String, f64, &str)> = Vec::new();
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
    let of = |(name, value, unit): &(String, f64, &str)| {
        if !value.is_finite() {
            return format!("`{name}`, which is not defined there");
        }
        let space = if unit.is_empty() { "" } else { " " };
        format!("`{name}` by {value:.3e}{space}{unit}")
    };
    let all: Vec<String> = named.iter().map(of).collect();
    match all.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}
