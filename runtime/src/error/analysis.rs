//! The errors of analyses, with the names of the description.
//!
//! Invariant: the style of [`Error`](crate::Error): the first line states the fact, `help:` says what to do.

use super::{Clock, Gap, Row, WrongLength, lengths, listed};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// Why an analysis has no result.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum AnalysisError {
    /// The equations of motion do not determine an acceleration.
    Singular {
        /// The mechanism.
        mechanism: String,
        /// Time, in s.
        time: f64,
        /// Where.
        row: Row,
    },
    /// A value of a given state, or an input, is NaN or infinite.
    NotFinite {
        /// The mechanism.
        mechanism: String,
        /// Time, in s.
        time: f64,
        /// The coordinate, velocity, state or input.
        row: Row,
    },
    /// The equations of motion have no finite value at a state that is finite.
    Undefined {
        /// The mechanism.
        mechanism: String,
        /// Time, in s.
        time: f64,
        /// Where.
        row: Row,
    },
    /// A vector has another length than those of the mechanism that it was given to.
    Length {
        /// The mechanism.
        mechanism: String,
        /// The vector, with both lengths.
        length: WrongLength,
    },
    /// The mechanism has constraints, which the function does not support.
    Constrained {
        /// The mechanism.
        mechanism: String,
    },
    /// Multipliers that enter the forces nonlinearly were not found.
    Reactions {
        /// The mechanism.
        mechanism: String,
        /// Time, in s.
        time: f64,
    },
    /// A kinematic analysis of a mechanism that is not completely driven.
    Freedom {
        /// The mechanism.
        mechanism: String,
        /// Time, in s.
        time: f64,
        /// A choice of coordinates that stay free.
        free: Vec<Row>,
    },
    /// A driven mechanism cannot continue: it is at a singular position, or it locks.
    Locked {
        /// The mechanism.
        mechanism: String,
        /// Time, in s.
        time: f64,
        /// The constraint that is contradictory or redundant there.
        row: Row,
    },
    /// A state or motion violates the constraints.
    Inconsistent {
        /// The mechanism.
        mechanism: String,
        /// The constraints, with their residuals.
        gaps: Vec<Gap>,
    },
    /// These entries of the velocities, one or more, do not determine the motion.
    Undetermined {
        /// The mechanism.
        mechanism: String,
        /// Time, in s.
        time: f64,
        /// The entries.
        independent: Vec<Row>,
    },
    /// No position was found where all forces are in balance.
    NoEquilibrium {
        /// The mechanism.
        mechanism: String,
        /// Unbalanced forces at the best position, rates of states and of constraints at rest.
        gaps: Vec<Gap>,
    },
    /// Forces are in balance only where constraints are violated, which touch at the initial configuration alone.
    Touching {
        /// The mechanism.
        mechanism: String,
        /// The constraints, with their violations.
        gaps: Vec<Gap>,
    },
    /// The inputs cannot cause the motion.
    Unreachable {
        /// The mechanism.
        mechanism: String,
        /// Forces that the inputs cannot balance.
        gaps: Vec<Gap>,
    },
    /// Forces are not affine in an input.
    NotAffine {
        /// The mechanism.
        mechanism: String,
        /// The input.
        input: String,
    },
    /// Undamped modes of a mechanism whose reduced matrices are not symmetric, or whose reduced
    /// mass matrix is not positive definite.
    NotConservative {
        /// The mechanism.
        mechanism: String,
        /// What is wrong.
        reason: &'static str,
    },
    /// The iteration for eigenvalues did not converge.
    Eigenvalues {
        /// The mechanism.
        mechanism: String,
    },
}

impl fmt::Display for AnalysisError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Singular { mechanism, time, row } => write!(
                f,
                "the equations of motion of `{mechanism}` are singular at {row} at t = {}\n\
                 help: a coordinate without mass must be determined by a constraint",
                Clock(*time)
            ),
            Self::NotFinite { mechanism, time, row } => write!(
                f,
                "{row} of `{mechanism}` is not a finite number at t = {}\n\
                 help: the state and the inputs of an analysis need finite values",
                Clock(*time)
            ),
            Self::Undefined { mechanism, time, row } => write!(
                f,
                "the equations of motion of `{mechanism}` have no finite value at {row} at t = {}\n\
                 help: look for a quotient 0/0, or for a root or a logarithm of a negative number, in what acts there",
                Clock(*time)
            ),
            Self::Length { mechanism, length } => lengths::given(f, mechanism, length),
            Self::Constrained { mechanism } => write!(
                f,
                "`{mechanism}` has constraints, so its accelerations are not independent\n\
                 help: use `motion` to solve with constraints, and `linearize` for derivatives with constraints"
            ),
            Self::Reactions { mechanism, time } => write!(
                f,
                "no reactions of `{mechanism}` were found at t = {}: its forces depend on them nonlinearly\n\
                 help: give guesses in `initial`, such as `multiplier(name): value`",
                Clock(*time)
            ),
            Self::Freedom { mechanism, time, free } => {
                write!(
                    f,
                    "the motion of `{mechanism}` is not fully prescribed at t = {}: it leaves free ",
                    Clock(*time)
                )?;
                listed(f, free)?;
                write!(
                    f,
                    "\nhelp: prescribe them by constraints that depend on `time`, or simulate the dynamics"
                )
            }
            Self::Locked { mechanism, time, row } => write!(
                f,
                "the driven motion of `{mechanism}` cannot continue at t = {}: {row} fails\n\
                 help: the mechanism locks there or is in a singular configuration; check the dimensions and the drives",
                Clock(*time)
            ),
            Self::Inconsistent { mechanism, gaps } => {
                write!(f, "the motion given for `{mechanism}` violates ")?;
                listed(f, gaps)
            }
            Self::Undetermined { mechanism, time, independent } => {
                write!(f, "the motion of `{mechanism}` does not follow from ")?;
                listed(f, independent)?;
                write!(
                    f,
                    " alone at t = {}\nhelp: name other coordinates, one for each degree of freedom",
                    Clock(*time)
                )
            }
            Self::NoEquilibrium { mechanism, gaps } => {
                write!(f, "no equilibrium of `{mechanism}` was found")?;
                if !gaps.is_empty() {
                    f.write_str(": the best configuration leaves unbalanced ")?;
                    listed(f, gaps)?;
                }
                f.write_str("\nhelp: start closer to it, or constrain the coordinates that move away")
            }
            Self::Touching { mechanism, gaps } => {
                write!(
                    f,
                    "no equilibrium of `{mechanism}` was found: where its forces are in balance, its constraints are violated: "
                )?;
                listed(f, gaps)?;
                f.write_str(
                    "\nhelp: fewer constraints are independent at the initial configuration than around it: start at another one, or check the dimensions",
                )
            }
            Self::Unreachable { mechanism, gaps } => {
                write!(f, "the inputs of `{mechanism}` cannot produce this motion: they leave unbalanced ")?;
                listed(f, gaps)?;
                write!(f, "\nhelp: add an input that acts there, or choose another motion")
            }
            Self::NotAffine { mechanism, input } => write!(
                f,
                "the forces of `{mechanism}` are not affine in input `{input}`, so efforts cannot be solved for\n\
                 help: declare the force or torque itself as an input"
            ),
            Self::NotConservative { mechanism, reason } => write!(
                f,
                "`{mechanism}` has no undamped modes here: {reason}\nhelp: use the damped modes, which need no symmetry"
            ),
            Self::Eigenvalues { mechanism } => {
                write!(
                    f,
                    "the eigenvalues of `{mechanism}` were not found\nhelp: look for parameters of very different magnitudes"
                )
            }
        }
    }
}

impl core::error::Error for AnalysisError {}
