//! What is told of large code, at the place of its cause.
//!
//! Invariant: `unroll = always;` says that the length is known; nothing is told then.

use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::mechanics::Choice;
use crate::mechanics::multibody::{Obstacle, uniform};
use crate::model::{Model, Multibody, Unroll};
use crate::plan::Program;
use crate::{Loops, Options};

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
    let why = obstacle
        .map_or_else(String::new, |obstacle| format!("{} is not made of loops over links: ", obstacle.what));
    announce(&format!(
        "{why}the equations of `{}` with {velocities} velocities of joints are unrolled, \
         which takes time and memory that grow with the third power of that number",
        model.name
    ))
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
    let (name, velocities) = (&program.name, program.velocities.len());
    let size =
        format!("{operations} operations for {velocities} velocities, which rustc takes long to compile");
    let warning = match obstacle {
        Some(obstacle) => {
            let what =
                format!("{} is not made of loops: the unrolled code of `{name}` has {size}", obstacle.what);
            let warning = Diagnostic::warning(obstacle.span.unwrap_or_else(|| model.name.span()), what);
            warning.help("remove it if you can; `unroll = always;` accepts the unrolled code")
        }
        None => {
            let warning = Diagnostic::warning(model.name.span(), format!("the code of `{name}` has {size}"));
            warning.help(match uniform(model, choice).and_then(|uniform| uniform.emitted(model)) {
                Ok(_) => "`unroll = never;` makes it loops over its links; `unroll = always;` accepts the unrolled code",
                Err(_) => "`linkwork explain --cost` lists its parts; `unroll = always;` accepts it",
            })
        }
    };
    diagnostics.push(warning);
}

/// Tells that a large tree is unrolled, for callers that run it.
pub(crate) fn tell_unrolled(obstacle: &Obstacle, model: &Model, diagnostics: &mut Diagnostics) {
    let what = format!(
        "{} is not made of loops: everything but the solution of its linear systems is unrolled, which takes long",
        obstacle.what
    );
    let warning = Diagnostic::warning(obstacle.span.unwrap_or_else(|| model.name.span()), what);
    diagnostics.push(warning.help("remove it if you can; `unroll = always;` accepts the unrolled code"));
}
