//! What is told of large code, at the place of its cause.
//!
//! Invariant: `unroll = always;` says that the length is known; nothing is told then.

use crate::diagnostics::Diagnostics;
use crate::mechanics::Choice;
use crate::mechanics::multibody::{Obstacle, uniform};
use crate::model::{Model, Multibody, Unroll};
use crate::plan::Program;
use crate::{Loops, Options, messages};
use proc_macro2::Span;

/// More operations than these in all routines are large code: some 40 000 lines, for which rustc takes ten seconds or more.
const LARGE: usize = 40_000;

/// The numbers of joint velocities of a tree from which its unrolled equations are announced: in space, and in the plane, as
/// loops are chosen. So many take some seconds, and twice as many up to a minute or more.
const ANNOUNCED: [usize; 2] = [24, 40];

/// The number of velocities of all joints.
pub(crate) fn freedoms(multibody: &Multibody) -> usize {
    multibody.joints.iter().map(|joint| joint.kind.freedoms(multibody.planar)).sum()
}

/// Announces that the equations of a large tree are about to be unrolled, with the reason if it is the description; whether they shall be.
pub(crate) fn announced(model: &Model, obstacle: Option<&Obstacle>, options: &Options) -> bool {
    let (Some(announce), Some(multibody)) = (options.announce, &model.multibody) else { return true };
    // A loop closes where there are more joints than bodies: its equations have few terms.
    let tree = multibody.joints.len() <= multibody.bodies.len();
    let accepted = matches!(model.claims.unroll, Some((Unroll::Always, _)));
    let velocities = freedoms(multibody);
    if !tree || accepted || velocities < ANNOUNCED[usize::from(multibody.planar)] {
        return true;
    }
    let what = obstacle.map(|obstacle| obstacle.what.as_str());
    announce(&messages::about_to_unroll(&model.name.to_string(), velocities, what))
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
            let loops = uniform(model, choice).and_then(|uniform| uniform.emitted(model));
            messages::large(model.name.span(), name, size, loops.is_ok())
        }
    });
}

/// Tells that a large tree is unrolled, for callers that run it.
pub(crate) fn tell_unrolled(obstacle: &Obstacle, model: &Model, diagnostics: &mut Diagnostics) {
    diagnostics.push(messages::unrolled(place(obstacle, model), &obstacle.what));
}

/// The place of an obstacle; the mechanism, if it is not one.
fn place(obstacle: &Obstacle, model: &Model) -> Span {
    obstacle.span.unwrap_or_else(|| model.name.span())
}
