//! The methods by name, each ready to run a mechanism on the tape.
//!
//! Invariant: the first method is the default, the one that models of the library run with natively.

use crate::failure::Failure;
use linkwork::conditionally_explicit::{
    FifthDegree, FourthDegree, SeventhDegree, SixthDegree, Starting, ThirdDegree,
};
use linkwork::generalized_alpha::GeneralizedAlpha;
use linkwork::half_implicit::{HalfImplicitEuler, ImplicitEuler};
use linkwork::multistep::{AdamsBashforth4, AdamsBashforthMoulton4, Godunov3, Godunov4};
use linkwork::runge_kutta::{
    BogackiShampine3, Butcher6, DormandPrince5, DormandPrince8, ExplicitEuler, Kutta3, Midpoint, RungeKutta4,
    Verner6,
};
use linkwork::solution::Solution;
use linkwork::stability::{FixedStep, OneStep, TestEquation};
use linkwork::stepper::Stepper;
use linkwork::symplectic::Rattle;
use linkwork::{Error, Mechanism};
use linkwork_models::{Energy, RunOptions, Trajectory, adaptive, fixed};
use linkwork_tape::Tape;

/// A method of the command line.
#[derive(Clone, Copy)]
pub struct Method {
    /// Its name.
    pub name: &'static str,
    /// What it is, and when to use it, in one line.
    pub summary: &'static str,
    /// Its order, for forces that do not depend on velocities.
    pub order: fn() -> u32,
    /// What a step costs.
    pub cost: &'static str,
    /// Does it estimate its error, so that `--tolerance` makes sense?
    pub adaptive: bool,
    /// Runs a mechanism.
    pub run: fn(&Tape, RunOptions<'_>) -> Result<Trajectory, Error>,
    /// Its step as a matrix, for methods whose steps of fixed size can be judged on the test equation.
    pub fixed_step: Option<fn() -> Box<dyn FixedStep>>,
}

/// The order that a method has on the test equation.
fn order(method: &impl Stepper<TestEquation<false>>) -> u32 {
    method.order()
}

/// A row for a method with an error estimate.
macro_rules! adaptive {
    ($name:literal, $method:expr, $summary:literal) => {
        Method {
            name: $name,
            summary: $summary,
            order: || order(&$method),
            cost: "1 force",
            adaptive: true,
            run: |tape, options| adaptive(tape, $method.starting(start(tape)), energy(tape), options),
            fixed_step: Some(|| Box::new($method)),
        }
    };
}

/// A row for a Runge–Kutta or multistep method: projected onto constraints where there are some.
macro_rules! projected {
    ($name:literal, $method:ty, $cost:literal, $summary:literal) => {
        projected!($name, $method, $cost, $summary, fixed, false, OneStep(<$method>::index1()))
    };
    ($name:literal, $method:ty, $cost:literal, $summary:literal, embedded) => {
        projected!($name, $method, $cost, $summary, adaptive, true, OneStep(<$method>::index1()))
    };
    ($name:literal, $method:ty, $cost:literal, $summary:literal, multistep) => {
        projected!($name, $method, $cost, $summary, fixed, false, <$method>::default())
    };
    ($name:literal, $method:ty, $cost:literal, $summary:literal, $drive:ident, $adaptive:literal, $judged:expr) => {
        Method {
            name: $name,
            summary: $summary,
            order: || order(&<$method>::index1()),
            cost: $cost,
            adaptive: $adaptive,
            run: |tape, options| {
                let sizes = tape.sizes();
                if sizes.holonomic + sizes.nonholonomic > 0 {
                    $drive(tape, <$method>::projected(), energy(tape), options)
                } else {
                    $drive(tape, <$method>::index1(), energy(tape), options)
                }
            },
            fixed_step: Some(|| Box::new($judged)),
        }
    };
}

/// A row for a method that takes every mechanism in fixed steps.
macro_rules! implicit {
    ($name:literal, $method:expr, $judged:expr, $summary:literal) => {
        Method {
            name: $name,
            summary: $summary,
            order: || order(&$method),
            cost: "1 solve or more",
            adaptive: false,
            run: |tape, options| fixed(tape, $method, energy(tape), options),
            fixed_step: Some(|| Box::new($judged)),
        }
    };
}

/// Every method, the default first.
pub const METHODS: &[Method] = &[
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
    projected!(
        "dormand-prince-5",
        DormandPrince5,
        "6 forces",
        "5(4), projected onto constraints: the first choice for smooth motion and a tolerance",
        embedded
    ),
    projected!(
        "dormand-prince-8",
        DormandPrince8,
        "12 forces",
        "8(5,3), projected onto constraints: for tight tolerances and references",
        embedded
    ),
    projected!(
        "bogacki-shampine-3",
        BogackiShampine3,
        "3 forces",
        "3(2), projected onto constraints: for loose tolerances",
        embedded
    ),
    projected!("verner-6", Verner6, "8 forces", "6(5), projected onto constraints", embedded),
    projected!("runge-kutta-4", RungeKutta4, "4 forces", "classical, order 4, projected onto constraints"),
    projected!("kutta-3", Kutta3, "3 forces", "order 3, projected onto constraints"),
    projected!("butcher-6", Butcher6, "7 forces", "order 6, projected onto constraints"),
    projected!("midpoint", Midpoint, "2 forces", "Runge's, order 2, projected onto constraints"),
    projected!("explicit-euler", ExplicitEuler, "1 force", "order 1: gains energy; for comparison"),
    projected!(
        "adams-bashforth-4",
        AdamsBashforth4,
        "1 force",
        "order 4, projected onto constraints: for expensive forces and little oscillation",
        multistep
    ),
    projected!(
        "adams-bashforth-moulton-4",
        AdamsBashforthMoulton4,
        "2 forces",
        "order 4 with a corrector, projected onto constraints: for expensive forces",
        multistep
    ),
    projected!(
        "godunov-3",
        Godunov3,
        "1 force",
        "GE3/AB2, order 2, projected onto constraints: oscillations with little damping",
        multistep
    ),
    projected!(
        "godunov-4",
        Godunov4,
        "1 force",
        "GE4/AB3, order 3, projected onto constraints: oscillations with little damping",
        multistep
    ),
    implicit!(
        "rattle",
        Rattle,
        OneStep(Rattle),
        "velocity Verlet, symplectic, constraints at both levels: long runs without dissipation"
    ),
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
