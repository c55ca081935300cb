//! `verify;`, `freedoms = 1;`, `conserves energy;`, `budget { … }` → [`Claims`]: statements about a mechanism that are checked;
//! and `unroll = …;`, which is kept.

use super::messages::{self, BUDGETED, COUNTED};
use crate::model::{Budget, Claims, Unroll};
use crate::resolve::expressions::value::Scalar;
use crate::resolve::resolver::{Instance, Resolver};
use crate::syntax::{Expression, ItemKind, Name};

/// The quantity that a budget limits.
pub const LIMITS: [&str; 2] = ["operations", "lines"];

impl<'d> Resolver<'d> {
    /// The statements among the items.
    pub fn claims(&mut self, instances: &[Instance<'d>]) -> Claims {
        let mut claims = Claims::default();
        for instance in instances {
            match &instance.item.kind {
                ItemKind::Verify => claims.verify = true,
                ItemKind::Budget(limits) => {
                    if limits.is_empty() {
                        self.report::<()>(messages::empty_budget(instance.item.keyword));
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
                        self.report::<()>(messages::negative_freedoms(value, freedoms));
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
                self.report::<()>(messages::unlimited(what, &LIMITS));
                return;
            }
        };
        let Some(number) = self.whole_number(value, instance.scope, BUDGETED) else { return };
        let has_unit = |scalar: Scalar| scalar.dimension.is_some_and(|dimension| !dimension.is_none());
        if self.scalar(value, instance.scope).is_some_and(has_unit) {
            self.report::<()>(messages::budget_with_unit(value, word));
            return;
        }
        let Some(number) = usize::try_from(number).ok().filter(|&number| number > 0) else {
            self.report::<()>(messages::budget_of_nothing(value, number, word));
            return;
        };
        match *limit {
            Some((_, earlier)) => self.given_twice(word, value.place, earlier),
            None => *limit = Some((number, value.place)),
        }
    }
}
