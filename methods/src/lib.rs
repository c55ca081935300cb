//! The methods by name, each ready to run a mechanism on the tape.
//!
//! Invariant: the first method is the default, the one that models of the library run with natively.

pub mod analyses;
mod erased;
mod kinds_of_rows;
mod lifted;
mod marching;
mod rows;
mod table;
mod variant;

pub use erased::{Erased, Workspace};
pub use lifted::Lifted;
pub use marching::{Instant, Marching};
pub use rows::METHODS;
pub use table::{markdown, table};
pub use variant::{Variant, Variants, Weights};

#[cfg(feature = "stability")]
use linkwork::stability::FixedStep;
use linkwork::stepper::Start;
use linkwork::{Described, Error};
use linkwork_jit::Tape;
use linkwork_models::{RunOptions, Trajectory};
use linkwork_tape::NotOfKind;
use std::fmt;

/// Starts a run that advances one step at a time.
pub type Begin = fn(&Tape, Start<Tape>, f64) -> Result<Box<dyn Marching>, Error>;

/// A method of the command line.
#[derive(Clone, Copy)]
pub struct Method {
    /// Its family.
    pub family: Family,
    /// Its name.
    pub name: &'static str,
    /// Its description and use, in one line.
    pub summary: &'static str,
    /// Its order, for forces that do not depend on velocities.
    pub order: fn() -> u32,
    /// The cost of a step.
    pub cost: &'static str,
    /// Which mechanisms it supports.
    pub mechanisms: &'static str,
    /// Whether it supports this one.
    pub fits: fn(&Tape) -> Result<(), NotOfKind>,
    /// Whether it estimates its error, so that `--tolerance` applies.
    pub adaptive: bool,
    /// Whether it supports other weights, or other treatments of constraints.
    pub variants: Variants,
    /// Runs a mechanism.
    pub run: fn(&Tape, &Variant, RunOptions<'_>) -> Result<Trajectory, Error>,
    /// Starts a run that advances one step at a time: mechanism, state, step size.
    pub begin: Begin,
    /// Its step as a matrix, for methods with steps of fixed size that can be analysed on the test equation.
    #[cfg(feature = "stability")]
    pub fixed_step: Option<fn() -> Box<dyn FixedStep>>,
}

/// Methods with common equations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// The conditionally explicit family.
    ConditionallyExplicit,
    /// Explicit Runge–Kutta methods.
    RungeKutta,
    /// Adams' and Godunov's methods.
    Multistep,
    /// Symplectic methods, RATTLE and SHAKE.
    Symplectic,
    /// Implicit methods.
    Implicit,
}

impl Family {
    /// In the order of the table.
    pub const ALL: [Self; 5] =
        [Self::ConditionallyExplicit, Self::RungeKutta, Self::Multistep, Self::Symplectic, Self::Implicit];

    /// A heading.
    pub fn title(self) -> &'static str {
        match self {
            Self::ConditionallyExplicit => "Conditionally explicit",
            Self::RungeKutta => "Explicit Runge–Kutta",
            Self::Multistep => "Multistep",
            Self::Symplectic => "Symplectic",
            Self::Implicit => "Implicit",
        }
    }
}

/// Its name.
impl fmt::Debug for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Method {
    /// An error for a tolerance, which the user calls `option`, with a method without error estimate.
    ///
    /// # Errors
    /// The reason, and an alternative.
    pub fn check_tolerance(&self, option: &str) -> Result<(), String> {
        if self.adaptive {
            return Ok(());
        }
        Err(format!(
            "the method `{}` does not estimate its error, so it has no error control\nhelp: omit {option}, or use `{}`",
            self.name,
            default().name
        ))
    }

    /// An error for a mechanism that the method does not support.
    ///
    /// # Errors
    /// The reason, and an alternative.
    pub fn check(&self, tape: &Tape, variant: &Variant) -> Result<(), String> {
        let fits = variant.weights.map_or_else(|| (self.fits)(tape), |weights| weights.fits(tape));
        let Err(NotOfKind(what)) = fits else { return Ok(()) };
        Err(format!("the method `{}` {}", self.name, self.does_not_support(what, &tape.names().mechanism)))
    }

    /// What the method lacks for this mechanism, and the methods that support it.
    fn does_not_support(&self, what: &str, mechanism: &str) -> String {
        let instead = match what {
            what if what.starts_with("constraints") && self.family == Family::Symplectic => {
                "`rattle`, which is velocity Verlet with constraints"
            }
            "constraints" => "`fifth-degree`, `generalized-alpha`, `rattle` or a Runge–Kutta method",
            "forces that depend on velocities" => "`fifth-degree` or `dormand-prince-5`",
            _ => "`fifth-degree` or `generalized-alpha`",
        };
        format!("does not support {what}, which `{mechanism}` has\nhelp: use {instead}")
    }
}

/// The value of `--method` for the choice between the two below: the default.
pub const AUTO: &str = "auto";

/// The method for mechanisms that are too stiff for the default.
pub const FOR_STIFF: &str = "generalized-alpha";

/// The default method.
pub fn default() -> &'static Method {
    &METHODS[0]
}

/// The method of that name.
pub fn find(name: &str) -> Option<&'static Method> {
    METHODS.iter().find(|method| method.name == name)
}
