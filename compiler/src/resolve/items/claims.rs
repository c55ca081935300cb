//! `verify;`, `freedoms = 1;`, `conserves energy;`, `budget { … }` → [`Claims`]: statements about a mechanism that are checked;
//! and `unroll = …;`, which is kept.

use crate::diagnostics::{Diagnostic, nearest};
use crate::model::{Budget, Claims, Unroll};
use crate::resolve::expressions::value::Scalar;
use crate::resolve::resolver::{Instance, Resolver};
use crate::syntax::{Expression, ItemKind, Name};

/// The quantity that a budget limits.
pub const LIMITS: [&str; 2] = ["operations", "lines"];

/// The help for what is no number of degrees of freedom.
const COUNTED: &str = "give a whole number that is not negative, made of literals and `const`s";

/// The help for what is no number of a budget.
const WHOLE: &str = "a budget is a positive whole number without a unit, made of literals and `const`s";

impl<'d> Resolver<'d> {
    /// The statements among the items.
    pub fn claims(&mut self, instances: &[Instance<'d>]) -> Claims {
        let mut claims = Claims::default();
        for instance in instances {
            match &instance.item.kind {
                ItemKind::Verify => claims.verify = true,
                ItemKind::Budget(limits) => {
                    if limits.is_empty() {
                        let message = "this budget limits nothing";
                        let help = "write `budget { operations: 5000, lines: 20000 }`, or one of them";
                        self.report::<()>(Diagnostic::error(instance.item.keyword, message).help(help));
                    }
                    for (what, value) in limits {
                        self.limit(what, value, instance, &mut claims.budget);
                    }
                }
                ItemKind::Unroll(word) => match claims.unroll {
                    Some((_, earlier)) => self.given_twice("unroll", word.span.into(), earlier.into()),
                    None => {
                        let unroll = if word.text == "always" { Unroll::Always } else { Unroll::Never };
                        claims.unroll = Some((unroll, word.span));
                    }
                },
                ItemKind::Conserves(what) => claims.energy = Some(what.span),
                ItemKind::Freedoms(value) => {
                    let Some(freedoms) = self.whole_number(value, instance.scope, COUNTED) else {
                        continue;
                    };
                    let Ok(freedoms) = usize::try_from(freedoms) else {
                        let message = format!("a mechanism cannot have {freedoms} degrees of freedom");
                        self.report::<()>(Diagnostic::error(value.place, message).help(COUNTED));
                        continue;
                    };
                    match claims.freedoms {
                        Some((_, earlier)) => self.given_twice("freedoms", value.place, earlier),
                        None => claims.freedoms = Some((freedoms, value.place)),
                    }
                }
                _ => {}
            }
        }
        claims
    }

    /// `operations: 5000` of a budget.
    fn limit(&mut self, what: &Name, value: &'d Expression, instance: &Instance<'d>, budget: &mut Budget) {
        let word = what.text.as_str();
        let limit = match word {
            "operations" => &mut budget.operations,
            "lines" => &mut budget.lines,
            _ => {
                let help = match nearest(word, LIMITS) {
                    Some(meant) => format!("did you mean `{meant}`?"),
                    None => "a budget limits `operations` and `lines`".to_owned(),
                };
                self.report::<()>(
                    Diagnostic::error(what.span, format!("a budget does not limit `{word}`")).help(help),
                );
                return;
            }
        };
        let Some(number) = self.whole_number(value, instance.scope, WHOLE) else { return };
        let has_unit = |scalar: Scalar| scalar.dimension.is_some_and(|dimension| !dimension.is_none());
        if self.scalar(value, instance.scope).is_some_and(has_unit) {
            let message = format!("a budget of {word} has no unit: `{value}`");
            self.report::<()>(Diagnostic::error(value.place, message).help(WHOLE));
            return;
        }
        let Some(number) = usize::try_from(number).ok().filter(|&number| number > 0) else {
            let message = format!("a budget of {number} {word} allows no code at all");
            self.report::<()>(Diagnostic::error(value.place, message).help(WHOLE));
            return;
        };
        match *limit {
            Some((_, earlier)) => self.given_twice(word, value.place, earlier),
            None => *limit = Some((number, value.place)),
        }
    }
}
