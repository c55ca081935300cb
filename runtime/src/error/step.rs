//! The messages of failed steps: cause, place, time, and help.
//!
//! Invariant: every message has a `help:` with an action, unless the failure itself implies it.

use super::lengths::HELP;
use super::{Clock, StepError};
use super::{StepFailure, Stiffness};
use core::fmt;

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { method, time, step, number, failure, row, stiff } = self;
        write!(f, "`{method}` failed at t = {} in step {} of size {step:?}: ", Clock(*time), number + 1)?;
        match failure {
            StepFailure::Singular { .. } | StepFailure::SingularWithin { .. } if stiff.is_some() => {
                write!(f, "the equations of motion are singular at {row}\nhelp: {}", Smaller(stiff.as_ref()))
            }
            StepFailure::Singular { .. } if *number == 0 => write!(
                f,
                "the equations of motion are singular at {row}\n\
                 help: a coordinate without mass must be determined by a constraint, and constraints must be independent"
            ),
            // They were regular at the start.
            StepFailure::Singular { .. } | StepFailure::SingularWithin { .. } => write!(
                f,
                "the equations of motion are singular at {row}\n\
                 help: the constraints have become dependent in this configuration, or the steps are too large: {}",
                Smaller(None)
            ),
            // A value that is not finite is no divergence.
            StepFailure::Diverged { residual, .. } if !residual.is_finite() => {
                write!(f, "{row} is no longer a finite number\nhelp: {}", Smaller(stiff.as_ref()))
            }
            StepFailure::Diverged { iterations, residual, .. } => {
                let plural = if *iterations == 1 { "" } else { "s" };
                write!(
                    f,
                    "no convergence at {row} after {iterations} iteration{plural} (last correction {residual:.3e})"
                )?;
                write!(f, "\nhelp: {}", Smaller(stiff.as_ref()))
            }
            StepFailure::NotFinite { .. } | StepFailure::StateNotFinite { .. } => {
                write!(f, "{row} is no longer a finite number\nhelp: {}", Smaller(stiff.as_ref()))
            }
            StepFailure::InputNotFinite { .. } => write!(
                f,
                "{row} is not a finite number within the step\n\
                 help: inputs need finite values from the start to the end of a run"
            ),
            StepFailure::ForceNotFinite { .. } => write!(
                f,
                "the force at {row} is not finite in the last state before the failure\n\
                 help: look for a quotient 0/0, or for a root or a logarithm of a negative number, in what acts there"
            ),
            StepFailure::StepSize => write!(f, "the step size must be positive and finite"),
            StepFailure::Length { .. } => write!(f, "{failure}\nhelp: {HELP}"),
            StepFailure::Parted => {
                f.write_str("the runs of a pack take different branches\nhelp: run them one by one, in f64")
            }
            StepFailure::OwnReaction { .. } => write!(
                f,
                "`force` contains the multiplier of {row}, and lagged reactions are those that follow from the constraint itself\n\
                 help: use the method without `lagged_reactions` (`half-implicit-euler`), or remove the multiplier from `force`"
            ),
        }
    }
}

/// The help for a step that does not converge.
struct Smaller<'a>(Option<&'a Stiffness>);

impl fmt::Display for Smaller<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(stiff) = self.0 else {
            return f.write_str(
                "use a smaller step, or a method with error control (`tolerance`, `--tolerance`)",
            );
        };
        write!(
            f,
            "the mechanism is stiff for steps of this size: {stiff}; use generalized-alpha, or steps below {:.1e} s",
            stiff.longest_step()
        )
    }
}
