//! A step that failed, in words: what, where, when, and what helps.
//!
//! Invariant: every text has a `help:` that names something to do, but where the failure says it itself.

use super::{Clock, StepError};
use super::{StepFailure, Stiffness};
use core::fmt;

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { method, time, step, number, failure, row, stiff } = self;
        write!(f, "`{method}` failed at t = {} in step {} of size {step:?}: ", Clock(*time), number + 1)?;
        match failure {
            StepFailure::Singular { .. } if stiff.is_some() => {
                write!(f, "the equations of motion are singular at {row}\nhelp: {}", Smaller(stiff.as_ref()))
            }
            StepFailure::Singular { .. } if *number == 0 => write!(
                f,
                "the equations of motion are singular at {row}\n\
                 help: a coordinate without mass must be held by a constraint, and constraints must not repeat each other"
            ),
            // They were regular at the start.
            StepFailure::Singular { .. } => write!(
                f,
                "the equations of motion are singular at {row}\n\
                 help: the mechanism has come to a position where its constraints repeat each other, or the steps are too large \
                 to follow it: {}",
                Smaller(None)
            ),
            // What is not finite has not diverged: it never was a number.
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
                 help: inputs need values from the start of a run to its end"
            ),
            StepFailure::ForceNotFinite { .. } => write!(
                f,
                "the force at {row} is not a finite number in the last state before it\n\
                 help: look for a quotient 0/0, or for a root or a logarithm of a negative number, in what acts there"
            ),
            StepFailure::StepSize => write!(f, "the size of a step must be positive and finite"),
            StepFailure::Parted => {
                f.write_str("the runs of a pack go on in different ways\nhelp: run them one by one, in f64")
            }
            StepFailure::OwnReaction { .. } => write!(
                f,
                "`force` says itself how {row} acts, and reactions that lag are those that follow from the constraint\n\
                 help: take the method without `lagged_reactions` (`half-implicit-euler`), or leave the multiplier out of `force`"
            ),
        }
    }
}

/// What helps a step that does not converge.
struct Smaller<'a>(Option<&'a Stiffness>);

impl fmt::Display for Smaller<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(stiff) = self.0 else {
            return f.write_str("try a smaller step, or steps by tolerance (`tolerance`, `--tolerance`)");
        };
        write!(
            f,
            "the mechanism is stiff for steps of this size: {stiff}; take generalized-alpha, or steps below {:.1e} s",
            stiff.longest_step()
        )
    }
}
