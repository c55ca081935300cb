//! The messages of errors; those of a failed step are in `step`, those of analyses in `analysis`.
//!
//! Invariant: the messages about the initial state are those that the compiler has for the default parameters (`plan/messages`
//! there).

use super::{Clock, ControlError, Error, Row, gaps, lengths};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Coordinate(name) => write!(f, "coordinate `{name}`"),
            Self::Velocity(name) => write!(f, "velocity `{name}`"),
            Self::Constraint(name) => write!(f, "constraint `{name}`"),
            Self::State(name) => write!(f, "state `{name}`"),
            Self::Input(name) => write!(f, "input `{name}`"),
            Self::Outside(i) => write!(f, "row {i}"),
        }
    }
}

impl fmt::Display for ControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StepTooSmall { time, step, smallest } => write!(
                f,
                "the tolerance requires a step of {step:.3e} at t = {}, below the smallest allowed step {smallest:.3e}\n\
                 help: look for a discontinuity or a singular configuration there, loosen the tolerance, or let steps keep the smallest size \
                 (`clamp_to_smallest_step`, `--clamp`), whose errors are then larger",
                Clock(*time)
            ),
            Self::TooManySteps { time, limit } => write!(
                f,
                "the maximum number of steps, {limit}, was reached at t = {}\n\
                 help: raise `max_steps`",
                Clock(*time)
            ),
            Self::TurnedOver { time, joints } => {
                let quoted: Vec<String> = joints.iter().map(|joint| format!("`{joint}`")).collect();
                write!(f, "the step before t = {} turned ", Clock(*time))?;
                listed(f, &quoted)?;
                write!(f, " over: it jumped to another closure of the mechanism\nhelp: use smaller steps")
            }
            Self::EventNotANumber { time, event } => write!(
                f,
                "the event of `{event}` cannot be located: `{event}` is not a number at t = {}\n\
                 help: look for a quotient 0/0, or for a root or a logarithm of a negative number, in it",
                Clock(*time)
            ),
            Self::EndlessEvents { time, event } => write!(
                f,
                "the event of `{event}` repeats indefinitely at t = {}\n\
                 help: let it stop the run, or let its reset lead to rest",
                Clock(*time)
            ),
            Self::TooManyPeriods { time, switch, periods, step } => write!(
                f,
                "the forces switch {periods:.0} times in a step of {step:e} s at t = {}, and ever more often: `{switch}` jumps there each time\n\
                 help: look for a motion that diverges, or use smaller steps",
                Clock(*time)
            ),
            Self::JumpingConstraint { time, constraint } => write!(
                f,
                "the position that `{constraint}` prescribes jumps at t = {}: no motion follows it\n\
                 help: prescribe a continuous one, a ramp in a short time",
                Clock(*time)
            ),
            Self::StartOnCorner { time, constraint } => write!(
                f,
                "the start at t = {} is on a corner of `{constraint}`, and its velocities do not determine along which piece it continues\n\
                 help: start beside the corner",
                Clock(*time)
            ),
            Self::HeldInCorner { time, constraint } => write!(
                f,
                "the motion stops in a corner of `{constraint}` at t = {}: the forces on both pieces push it back into the corner\n\
                 help: round the corner",
                Clock(*time)
            ),
            Self::ViolatedConstraint { time, violation, is_redundant: true } => write!(
                f,
                "constraints, some of which are redundant, are violated at t = {}: {violation}\n\
                 help: they agree at the start, but not here: check dimensions and drives, or remove one; if the method drifts, use smaller \
                 steps or a method with projection",
                Clock(*time)
            ),
            Self::ViolatedConstraint { time, violation, .. } => write!(
                f,
                "the step to t = {} leaves the constraints: {violation}\n\
                 help: check the dimensions and the drives if the mechanism locks there; otherwise use smaller steps, or a method with \
                 projection",
                Clock(*time)
            ),
            Self::EndlessSwitches { time, switch } => write!(
                f,
                "`{switch}` switches back and forth at t = {}\n\
                 help: make it smooth (of friction, with a `velocity` below which it is regularised), or change the step size",
                Clock(*time)
            ),
        }
    }
}

/// `a`, `b` and `c`.
pub(crate) fn listed<T: fmt::Display>(f: &mut fmt::Formatter<'_>, items: &[T]) -> fmt::Result {
    for (i, item) in items.iter().enumerate() {
        let separator = match i {
            0 => "",
            _ if i + 1 == items.len() => " and ",
            _ => ", ",
        };
        write!(f, "{separator}{item}")?;
    }
    Ok(())
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parameter { mechanism, name, value, reason } => {
                write!(f, "parameter `{name}` of `{mechanism}` is {value:?}: {reason}")
            }
            Self::Unphysical { mechanism, reason, value } => {
                write!(f, "`{mechanism}` cannot be built: {reason} ({value:?})")
            }
            Self::Assembly { mechanism, gaps } => {
                write!(f, "`{mechanism}` cannot be assembled: the best attempt violates ")?;
                gaps::listed(f, gaps)?;
                write!(f, "\nhelp: check the dimensions, or give guesses: `initial {{ … : ~value }}`")
            }
            Self::Contradiction { gaps, .. } => {
                f.write_str("the constraints contradict each other: the best attempt violates ")?;
                gaps::listed(f, gaps)?;
                f.write_str(
                    "\nhelp: remove one of them, or choose parameters for which they can all be satisfied",
                )
            }
            Self::TurnedOver { mechanism, joints } => {
                let quoted: Vec<String> = joints.iter().map(|joint| format!("`{joint}`")).collect();
                write!(f, "`{mechanism}` can only be assembled with ")?;
                listed(f, &quoted)?;
                write!(
                    f,
                    " turned over\nhelp: reverse the axes of one of its ends, or check the initial values"
                )
            }
            Self::Initial { values, gaps, .. } if !values.is_empty() => gaps::contradiction(f, values, gaps),
            Self::Initial { mechanism, gaps, .. } => {
                write!(f, "the initial values given for `{mechanism}` violate ")?;
                gaps::listed(f, gaps)?;
                write!(
                    f,
                    "\nhelp: remove initial values that follow from others, or make them guesses: `~value`"
                )
            }
            Self::NotFinite { mechanism, row } => {
                write!(f, "the initial state of `{mechanism}` is not finite at {row}")
            }
            Self::Length { mechanism, length } => lengths::given(f, mechanism, length),
            Self::Parted { mechanism, lanes, cause } => write!(
                f,
                "the {lanes} runs of a pack of `{mechanism}` cannot be made at once: {cause} has a time of its own in each\n\
                 help: run each lane by itself, in f64, or all of them with `linkwork sweep`"
            ),
            Self::Lane { lane, error } => write!(f, "lane {lane}: {error}"),
            Self::Step(step) => write!(f, "{step}"),
            Self::Setting { what, value, reason } => write!(f, "`{what}` is {value}: {reason}"),
            Self::HeldTwice { frictions, time } => write!(
                f,
                "frictions `{}` hold the same motion at t = {time:?}: their shares at rest are not determined\n\
                 help: let one of them stick, and give the others a `velocity` below which they are regularised",
                frictions.join("`, `")
            ),
            Self::Paradox { friction, time } => write!(
                f,
                "friction `{friction}` has no unique value at t = {time:?}: the reaction that determines it grows with it \
                 (Painlevé's paradox)\nhelp: with rigid bodies and this coefficient no motion exists here; reduce the coefficient, or add compliance by a spring or a contact"
            ),
            Self::Coincidence { force, time } => write!(
                f,
                "the ends of `{force}` coincide at t = {}: the force has no direction there\n\
                 help: keep the ends apart, or connect its bodies by joints that keep the ends on a line",
                Clock(*time)
            ),
            Self::Control(control) => write!(f, "{control}"),
            Self::Analysis(analysis) => write!(f, "{analysis}"),
            Self::Unknown { what, name, known } => {
                write!(f, "there is no {what} `{name}`")?;
                if !known.is_empty() {
                    let quoted: Vec<String> = known.iter().map(|k| format!("`{k}`")).collect();
                    write!(f, "\nhelp: there are ")?;
                    listed(f, &quoted)?;
                }
                Ok(())
            }
            #[cfg(feature = "std")]
            Self::Io { path, .. } => write!(f, "cannot write `{}`", path.display()),
            #[cfg(feature = "std")]
            Self::Stream(_) => f.write_str("cannot write the table"),
            Self::Interrupted { time } => write!(f, "the run was interrupted at t = {} s", Clock(*time)),
            Self::Snapshot(error) => fmt::Display::fmt(error, f),
        }
    }
}
