//! The methods by name, each ready to run a mechanism on the tape.
//!
//! Invariant: the first method is the default, the one that models of the library run with natively.

use crate::failure::Failure;
use linkwork::conditionally_explicit::{
    FifthDegree, FourthDegree, SeventhDegree, SixthDegree, Starting, ThirdDegree,
};
use linkwork::generalized_alpha::GeneralizedAlpha;
use linkwork::half_implicit::{HalfImplicitEuler, ImplicitEuler};
use linkwork::runge_kutta::{Kutta3, RungeKutta4};
use linkwork::solution::Solution;
use linkwork::stability::{FixedStep, OneStep};
use linkwork::{Error, Mechanism};
use linkwork_models::{Energy, RunOptions, Trajectory, adaptive, fixed};
use linkwork_tape::Tape;

/// A method of the command line.
#[derive(Clone, Copy)]
pub struct Method {
    /// Its name.
    pub name: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// Does it estimate its error, so that `--tolerance` makes sense?
    pub adaptive: bool,
    /// Runs a mechanism.
    pub run: fn(&Tape, RunOptions<'_>) -> Result<Trajectory, Error>,
    /// Its step as a matrix, for methods whose steps of fixed size can be judged on the test equation.
    pub fixed_step: Option<fn() -> Box<dyn FixedStep>>,
}

/// A row for a method with an error estimate.
macro_rules! adaptive {
    ($name:literal, $method:expr, $summary:literal) => {
        Method {
            name: $name,
            summary: $summary,
            adaptive: true,
            run: |tape, options| adaptive(tape, $method.starting(start(tape)), energy(tape), options),
            fixed_step: Some(|| Box::new($method)),
        }
    };
}

/// A row for a Runge–Kutta method: projected onto constraints where there are some.
macro_rules! projected {
    ($name:literal, $method:ty, $summary:literal) => {
        Method {
            name: $name,
            summary: $summary,
            adaptive: false,
            run: |tape, options| {
                let sizes = tape.sizes();
                if sizes.holonomic + sizes.nonholonomic > 0 {
                    fixed(tape, <$method>::projected(), energy(tape), options)
                } else {
                    fixed(tape, <$method>::index1(), energy(tape), options)
                }
            },
            fixed_step: Some(|| Box::new(OneStep(<$method>::index1()))),
        }
    };
}

/// A row for a method that takes every mechanism in fixed steps.
macro_rules! implicit {
    ($name:literal, $method:expr, $judged:expr, $summary:literal) => {
        Method {
            name: $name,
            summary: $summary,
            adaptive: false,
            run: |tape, options| fixed(tape, $method, energy(tape), options),
            fixed_step: Some(|| Box::new($judged)),
        }
    };
}

/// Every method, the default first.
pub const METHODS: [Method; 16] = [
    adaptive!(
        "fifth-degree",
        FifthDegree::default(),
        "conditionally explicit, order 4, weights E: the default"
    ),
    adaptive!("third-degree", ThirdDegree::default(), "conditionally explicit, order 2, Störmer"),
    adaptive!(
        "fourth-degree",
        FourthDegree::default(),
        "conditionally explicit, order 3, Gear's 4-value method"
    ),
    adaptive!("sixth-degree", SixthDegree::default(), "conditionally explicit, order 5, for fixed steps"),
    adaptive!("seventh-degree", SeventhDegree::default(), "conditionally explicit, order 6, for fixed steps"),
    adaptive!("fifth-degree-a", FifthDegree::a(), "weights A: takes the roughest changes of step"),
    adaptive!("fifth-degree-f", FifthDegree::f(), "weights F: the widest limit of stability"),
    adaptive!(
        "fifth-degree-paper",
        FifthDegree::paper(),
        "the published weights: unstable, for reproducing tables"
    ),
    adaptive!(
        "central-differences",
        ThirdDegree::central_differences(),
        "order 2, without their cancellation"
    ),
    projected!("runge-kutta-4", RungeKutta4, "classical, order 4, projected onto constraints"),
    projected!("kutta-3", Kutta3, "order 3, projected onto constraints"),
    implicit!(
        "generalized-alpha",
        GeneralizedAlpha::default(),
        GeneralizedAlpha::default(),
        "implicit, order 2, ρ∞ = 0.8, stabilised index 2: for stiff mechanisms"
    ),
    implicit!(
        "generalized-alpha-index-3",
        GeneralizedAlpha::default().index3(),
        GeneralizedAlpha::default().index3(),
        "implicit, order 2, ρ∞ = 0.8, index 3: one solve a step"
    ),
    implicit!(
        "newmark",
        GeneralizedAlpha::average_acceleration(),
        GeneralizedAlpha::average_acceleration(),
        "implicit, order 2, average acceleration: no damping"
    ),
    implicit!(
        "half-implicit-euler",
        HalfImplicitEuler::default(),
        OneStep(HalfImplicitEuler::default()),
        "order 1, index 3, forces at the start of a step: cheap, bounded energy error"
    ),
    implicit!(
        "implicit-euler",
        ImplicitEuler,
        OneStep(ImplicitEuler),
        "implicit, order 1, index 3: damps everything"
    ),
];

/// The default method.
pub fn default() -> &'static Method {
    &METHODS[0]
}

/// The method of that name.
pub fn find(name: &str) -> Result<&'static Method, Failure> {
    let names = METHODS.iter().map(|method| method.name);
    METHODS.iter().find(|method| method.name == name).ok_or_else(|| Failure::unknown("method", name, names))
}

/// Inputs that are a function of time are known by their values alone.
fn start(tape: &Tape) -> Starting {
    if tape.is_driven() { Starting::FromAccelerations } else { Starting::Exact }
}

/// How a tape tells its energy, if its description has one.
fn energy(tape: &Tape) -> Energy<Tape> {
    if tape.has_energy() { Some(Solution::energy) } else { None }
}
