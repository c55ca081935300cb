//! [`Description`] → [`Model`]: names and units resolved, repetitions unrolled, constants folded,
//! every expression a node of one graph.
//!
//! Invariant: a model satisfies all checks of this stage. Every independent mistake of a
//! description is reported in one run; a description with a mistake gives no model.

mod bodies;
mod expressions;
mod items;
mod known;
mod messages;
mod resolver;
mod scopes;
mod survey;
mod words;

pub use items::claims::LIMITS;
pub use known::{Known, known};
use resolver::Resolver;
pub use words::{Argument, Words};

use crate::diagnostics::{Diagnostics, Reported};
use crate::model::{Coefficients, Level, Model, State, plain_name};
use crate::syntax::Description;

/// Resolves a description. `overrides` replace the values of `const`s: name and number (SI).
///
/// Mistakes and warnings go to `diagnostics`; there is a model if there were no mistakes.
///
/// # Errors
/// The witness of a mistake.
pub fn resolve(
    description: &Description,
    overrides: &[(String, String)],
    diagnostics: &mut Diagnostics,
) -> Result<Model, Reported> {
    let mut resolver = Resolver::new(description, overrides);
    let instances = resolver.unroll(&description.items);
    resolver.declare(&instances);
    resolver.parts(&instances);
    let constraints = resolver.constraints(&instances);
    let dynamics = resolver.dynamics(&instances);
    resolver.body_forces(&instances);
    let rates = resolver.rates();
    let outputs = resolver.outputs(&instances);
    let ranges = resolver.ranges(&instances);
    let initial = resolver.initial(&instances);
    resolver.magnitudes();
    let claims = resolver.claims(&instances);
    let level = resolver.check_levels(&instances);
    let before = diagnostics.errors();
    let finished = resolver.finish(diagnostics);
    diagnostics.none_since(before)?;
    if let Some(reported) = description.incomplete {
        return Err(reported);
    }
    let (Some(dynamics), Some(level)) = (dynamics, level) else {
        return Err(unresolved(description, diagnostics));
    };
    if level == Level::Bodies && finished.multibody.is_none() {
        return Err(unresolved(description, diagnostics));
    }
    let mut model = Model {
        name: description.name.clone(),
        visibility: description.visibility.clone(),
        docs: description.docs.clone(),
        graph: finished.graph,
        time: finished.time,
        parameters: finished.parameters,
        inputs: finished.inputs,
        states: finished.states.into_iter().zip(rates).map(|(state, rate)| State { rate, ..state }).collect(),
        coordinates: finished.coordinates,
        velocities: finished.velocities,
        constraints,
        dynamics,
        outputs,
        initial,
        ranges,
        functions: finished.functions,
        multibody: finished.multibody,
        level,
        coefficients: Coefficients::default(),
        claims,
        source: description.source.clone(),
        warnings: Vec::new(),
    };
    items::constraints::decide_reactions(&mut model);
    model.warnings = items::checks::warnings(&model);
    model.warnings.iter().for_each(|warning| diagnostics.push(warning.clone()));
    model.check();
    Ok(model)
}

/// The names of the parameters and of the inputs of a description that may have mistakes, as
/// identifiers: those that its repetitions declare, and those that are lost by a mistake in their declaration.
pub fn outline(description: &Description, overrides: &[(String, String)]) -> (Vec<String>, Vec<String>) {
    let mut resolver = Resolver::new(description, overrides);
    resolver.unroll(&description.items);
    let found = resolver.finish(&mut Diagnostics::ignored());
    let all = |declared: Vec<String>, written: Vec<String>| {
        let mut names: Vec<String> = declared.iter().map(|name| plain_name(name)).collect();
        let lost = written.into_iter().filter(|name| {
            let indexed = format!("{name}[");
            !declared.iter().any(|known| known == name || known.starts_with(&indexed))
        });
        names.extend(lost);
        names
    };
    (
        all(found.parameters.into_iter().map(|p| p.name).collect(), description.parameter_names()),
        all(found.inputs.into_iter().map(|u| u.name).collect(), description.input_names()),
    )
}

/// A stage returned neither a result nor a message.
fn unresolved(description: &Description, diagnostics: &mut Diagnostics) -> Reported {
    let name = &description.name;
    diagnostics.refuse(messages::unresolved(name.span(), &format!("`{name}`")))
}
