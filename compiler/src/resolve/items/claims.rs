//! `verify;`, `freedoms = 1;`, `conserves energy;` → [`Claims`]: what the user states of a mechanism, to be checked.

use crate::diagnostics::Diagnostic;
use crate::model::Claims;
use crate::resolve::resolver::{Instance, Resolver};
use crate::syntax::ItemKind;

impl<'d> Resolver<'d> {
    /// The statements among the items.
    pub fn claims(&mut self, instances: &[Instance<'d>]) -> Claims {
        let mut claims = Claims::default();
        for instance in instances {
            match &instance.item.kind {
                ItemKind::Verify => claims.verify = true,
                ItemKind::Conserves(what) => claims.energy = Some(what.span),
                ItemKind::Freedoms(value) => {
                    let Some(freedoms) = self.integer(value, instance.scope) else { continue };
                    let Ok(freedoms) = usize::try_from(freedoms) else {
                        let message = format!("a mechanism cannot have {freedoms} degrees of freedom");
                        self.report::<()>(
                            Diagnostic::error(value.place, message)
                                .help("give a whole number that is not negative"),
                        );
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
}
