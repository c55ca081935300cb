//! What is told of large code, at the place of its cause.
//!
//! Invariant: `unroll = always;` says that the length is known; nothing is told then.

use crate::diagnostics::Diagnostics;
use crate::mechanics::Choice;
use crate::mechanics::multibody::{Obstacle, coupled_velocities, uniform};
use crate::model::{Formulation, Model, Multibody, Unroll};
use crate::plan::{Program, Tables};
use crate::{Loops, Options, messages};
use proc_macro2::Span;

/// More operations than these in all routines are large code: some 40 000 lines, for which rustc takes ten seconds or more.
const LARGE: usize = 40_000;

/// The numbers of joint velocities of a tree from which its unrolled equations are announced: in space, and in the plane, as
/// loops are chosen. So many take some seconds, and twice as many up to a minute or more.
const ANNOUNCED: [usize; 2] = [24, 40];

/// The numbers of coupled velocities ([`coupled_velocities`]) from which unrolled loops in joint coordinates are announced: in space, and in the
/// plane. Such loops take some three seconds or more; cables of 12 balls and of 141 pins are the first.
const COUPLED: [usize; 2] = [600, 10_000];

/// The number of velocities of all joints.
pub(crate) fn freedoms(multibody: &Multibody) -> usize {
    multibody.joints.iter().map(|joint| joint.kind.freedoms(multibody.planar)).sum()
}

/// A loop closes where there are more joints than bodies.
fn is_tree(multibody: &Multibody) -> bool {
    multibody.joints.len() <= multibody.bodies.len()
}

/// Announces that the equations of a large tree, or of long loops in joint coordinates, are about to be unrolled, with the reason if it is the
/// description; whether they shall be. In absolute coordinates equations have few terms; `tables` has their linear systems.
pub(crate) fn announced(
    model: &Model,
    (choice, tables): (&Choice, Tables),
    obstacle: Option<&Obstacle>,
    options: &Options,
) -> bool {
    let (Some(announce), Some(multibody)) = (options.announce, &model.multibody) else { return true };
    let absolute = choice.formulation == Formulation::Absolute;
    let (velocities, tree) = (freedoms(multibody), is_tree(multibody));
    let few = velocities < ANNOUNCED[usize::from(multibody.planar)];
    let short = absolute && (!tree || tables != Tables::Never);
    if few || short || matches!(model.claims.unroll, Some((Unroll::Always, _))) {
        return true;
    }
    let name = model.name.to_string();
    if tree {
        let what = obstacle.map(|obstacle| obstacle.what.as_str());
        return announce(&messages::about_to_unroll(&name, velocities, what));
    }
    coupled_velocities(&mut model.graph.clone(), multibody) < COUPLED[usize::from(multibody.planar)]
        || announce(&messages::about_to_unroll_loops(&name, velocities))
}

/// Tells that the emitted code of a program is large.
pub(crate) fn tell(
    program: &Program,
    obstacle: Option<&Obstacle>,
    (model, choice): (&Model, &Choice),
    options: &Options,
    diagnostics: &mut Diagnostics,
) {
    let accepted = matches!(model.claims.unroll, Some((Unroll::Always, _)));
    if accepted || options.loops != Loops::Emitted || !model.claims.budget.is_empty() {
        return;
    }
    let operations: usize = program.operations().iter().map(|(_, count)| count.total()).sum();
    if operations <= LARGE {
        return;
    }
    let (name, size) = (&program.name, (operations, program.velocities.len()));
    diagnostics.push(match obstacle {
        Some(obstacle) => messages::large_unrolled(place(obstacle, model), &obstacle.what, name, size),
        None => {
            let loops = uniform(model, choice).is_ok();
            messages::large(model.name.span(), name, size, loops)
        }
    });
}

/// Tells that a large tree in joint coordinates is unrolled, for callers that run it.
pub(crate) fn tell_unrolled(
    obstacle: &Obstacle,
    (model, choice): (&Model, &Choice),
    diagnostics: &mut Diagnostics,
) {
    let tree = model.multibody.as_ref().is_some_and(is_tree);
    if !tree || choice.formulation == Formulation::Absolute {
        return;
    }
    diagnostics.push(messages::unrolled(place(obstacle, model), &obstacle.what));
}

/// The place of an obstacle; the mechanism, if it is not one.
fn place(obstacle: &Obstacle, model: &Model) -> Span {
    obstacle.span.unwrap_or_else(|| model.name.span())
}
