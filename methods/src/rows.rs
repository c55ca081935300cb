//! One row for every method.
//!
//! Invariant: a row supports the mechanisms that its types support. `METHODS` and `Method::lifted` are made from the same rows.

use super::erased::Erased;
use super::kinds_of_rows::*;
use super::lifted::Lifted;
use super::marching::March;
use super::{Family, Method, Variants};
use linkwork::conditionally_explicit::{
    CentralDifferences, EighthDegree, FifthDegree, FourthDegree, SeventhDegree, SixthDegree, ThirdDegree,
};
use linkwork::generalized_alpha::{GeneralizedAlpha, WilsonTheta};
use linkwork::half_implicit::{HalfImplicitEuler, ImplicitEuler};
use linkwork::multistep::{
    AdamsBashforth2, AdamsBashforth3, AdamsBashforth4, AdamsBashforth5, AdamsBashforthMoulton4, Godunov3,
    Godunov4, Godunov5, Godunov5Moulton, ImplicitGodunov2, ImplicitGodunov3, ImplicitGodunov4,
    ImplicitGodunov5,
};
use linkwork::runge_kutta::{
    BogackiShampine3, Butcher6, CashKarp5, DormandPrince5, DormandPrince8, ExplicitEuler, Fehlberg4, Heun2,
    Heun3, Kutta3, Midpoint, Ralston2, RungeKutta4, ThreeEighths, Verner6,
};
#[cfg(feature = "stability")]
use linkwork::stability::OneStep;
use linkwork::symplectic::{Beeman, Leapfrog, Rattle, Shake, SymplecticEuler, VelocityVerlet, Yoshida4};
use linkwork_jit::Tape;
use linkwork_tape::{Any, Conservative, Executor, Flat, Free, Held, NotOfKind};

rows![
    nordsieck!("fifth-degree", 5, FifthDegree::default(), "order 4, weights E: the default"),
    nordsieck!(
        "third-degree",
        3,
        ThirdDegree::default(),
        "order 2, Störmer's method: positions are one order more accurate"
    ),
    nordsieck!("fourth-degree", 4, FourthDegree::default(), "order 3, Gear's 4-value method"),
    nordsieck!("sixth-degree", 6, SixthDegree::default(), "order 5, for fixed steps"),
    nordsieck!("seventh-degree", 7, SeventhDegree::default(), "order 6, for fixed steps"),
    nordsieck!(
        "eighth-degree",
        8,
        EighthDegree::default(),
        NO_CONSTRAINTS,
        Free,
        "order 7, for fixed steps; unstable on constraints"
    ),
    nordsieck!(
        "fifth-degree-a",
        5,
        FifthDegree::a(),
        "weights A: tolerates the largest changes of the step size"
    ),
    nordsieck!("fifth-degree-f", 5, FifthDegree::f(), "weights F: the largest stability limit"),
    nordsieck!(
        "fifth-degree-paper",
        5,
        FifthDegree::paper(),
        "the published weights: unstable, for reproducing tables"
    ),
    nordsieck!(
        "central-differences",
        3,
        ThirdDegree::central_differences(),
        "order 2: central differences without cancellation at small steps"
    ),
    row!(
        ConditionallyExplicit,
        "classical-central-differences",
        "1 force",
        FLAT,
        Flat,
        new,
        false,
        |_tape| CentralDifferences,
        CentralDifferences,
        CentralDifferences,
        "order 2, with cancellation at small steps: for comparison"
    ),
    runge_kutta!(
        "dormand-prince-5",
        DormandPrince5,
        "6 forces",
        embedded,
        "5(4): the first choice for smooth motion and a tolerance"
    ),
    runge_kutta!(
        "dormand-prince-8",
        DormandPrince8,
        "12 forces",
        embedded,
        "8(5,3): for tight tolerances and references"
    ),
    runge_kutta!("bogacki-shampine-3", BogackiShampine3, "3 forces", embedded, "3(2): for loose tolerances"),
    runge_kutta!("fehlberg-4", Fehlberg4, "6 forces", embedded, "4(5): the classical pair, for comparison"),
    runge_kutta!("cash-karp-5", CashKarp5, "6 forces", embedded, "5(4): an alternative to Dormand–Prince"),
    runge_kutta!("verner-6", Verner6, "8 forces", embedded, "6(5): between Dormand–Prince 5 and 8"),
    runge_kutta!(
        "runge-kutta-4",
        RungeKutta4,
        "4 forces",
        "classical, order 4: the first choice for fixed steps of smooth motion"
    ),
    runge_kutta!("three-eighths", ThreeEighths, "4 forces", "the 3/8 rule, order 4"),
    runge_kutta!("butcher-6", Butcher6, "7 forces", "order 6, for accurate fixed steps"),
    runge_kutta!("kutta-3", Kutta3, "3 forces", "order 3"),
    runge_kutta!("heun-3", Heun3, "3 forces", "order 3"),
    runge_kutta!("heun-2", Heun2, "2 forces", "order 2, the explicit trapezoidal rule"),
    runge_kutta!("ralston-2", Ralston2, "2 forces", "order 2 with the smallest error bound"),
    runge_kutta!("midpoint", Midpoint, "2 forces", "the midpoint rule, order 2"),
    runge_kutta!("explicit-euler", ExplicitEuler, "1 force", "order 1: gains energy; for comparison"),
    multistep!(
        "adams-bashforth-2",
        AdamsBashforth2,
        "1 force",
        "order 2: gains energy slowly; for damped motion"
    ),
    multistep!(
        "adams-bashforth-3",
        AdamsBashforth3,
        "1 force",
        "order 3: for expensive forces, stable up to ωh = 0.72"
    ),
    multistep!(
        "adams-bashforth-4",
        AdamsBashforth4,
        "1 force",
        "order 4: for expensive forces and little oscillation"
    ),
    multistep!(
        "adams-bashforth-5",
        AdamsBashforth5,
        "1 force",
        "order 5: for expensive forces, small steps and damping"
    ),
    multistep!(
        "adams-bashforth-moulton-4",
        AdamsBashforthMoulton4,
        "2 forces",
        "order 4 with a corrector: for expensive forces"
    ),
    multistep!("godunov-3", Godunov3, "1 force", "GE3/AB2, order 2: oscillations with little damping"),
    multistep!("godunov-4", Godunov4, "1 force", "GE4/AB3, order 3: oscillations with little damping"),
    multistep!("godunov-5", Godunov5, "1 force", "GE5/AB4, order 4: unstable at every step, for comparison"),
    multistep!(
        "godunov-5-moulton",
        Godunov5Moulton,
        "2 forces",
        "GE5/ABM4, order 4: unstable at every step, for comparison"
    ),
    backward!(
        "godunov-implicit-2",
        ImplicitGodunov2,
        "GI2/BDF1, order 1, A-stable: stiff motion, strongly damped"
    ),
    backward!("godunov-implicit-3", ImplicitGodunov3, "GI3/BDF2, order 2, A-stable: stiff motion"),
    backward!(
        "godunov-implicit-4",
        ImplicitGodunov4,
        "GI4/BDF3, order 3, A(87°)-stable, undamped motion grows for ωh < 1.29: stiff, damped motion"
    ),
    backward!(
        "godunov-implicit-5",
        ImplicitGodunov5,
        "GI5/BDF4, order 4, A(80°)-stable, undamped motion grows for ωh < 2.81: stiff, damped motion"
    ),
    symplectic!(
        "symplectic-euler",
        SymplecticEuler,
        "1 force",
        "order 1, bounded energy error: the cheapest"
    ),
    symplectic!(
        "velocity-verlet",
        VelocityVerlet,
        "1 force",
        "order 2, the motion of Störmer–Verlet and leapfrog: long runs without dissipation"
    ),
    row!(
        Symplectic,
        "leapfrog",
        "1 force",
        POSITIONS,
        Conservative,
        new,
        false,
        |_tape| Leapfrog::default(),
        Leapfrog::with_last_velocity(),
        Leapfrog::default(),
        "order 2, velocity Verlet with velocities at half steps: one vector addition fewer per step"
    ),
    row!(
        Symplectic,
        "beeman",
        "1 force",
        HELD,
        Held,
        new,
        false,
        |_tape| Beeman,
        Beeman,
        Beeman,
        "order 2, the positions of velocity Verlet with more accurate velocities: also for forces that depend on velocities (2 forces)"
    ),
    symplectic!(
        "yoshida-4",
        Yoshida4,
        "3 forces",
        "order 4, three steps of Verlet: long, accurate runs without dissipation"
    ),
    row!(
        Symplectic,
        "rattle",
        "2 solves or more",
        "any mechanism",
        Any,
        new,
        false,
        |_tape| Rattle,
        OneStep(Rattle),
        Rattle,
        "velocity Verlet with constraints on positions and velocities: long runs without dissipation"
    ),
    row!(
        Symplectic,
        "shake",
        "1 solve or more",
        "any mechanism",
        Any,
        new,
        false,
        |_tape| Shake,
        OneStep(Shake),
        Shake,
        "Störmer's method with constraints on positions: cheaper than RATTLE, velocities violate the constraints by O(h²)"
    ),
    row!(
        Implicit,
        "generalized-alpha",
        "1 solve or more",
        "any mechanism",
        Any,
        estimating,
        true,
        |_tape| GeneralizedAlpha::default(),
        GeneralizedAlpha::default(),
        GeneralizedAlpha::default(),
        "order 2, ρ∞ = 0.8, stabilised index 2: for stiff mechanisms"
    ),
    implicit!(
        "generalized-alpha-index-3",
        GeneralizedAlpha::default().index3(),
        "order 2, ρ∞ = 0.8, index 3: one solve per step"
    ),
    implicit!(
        "trapezoidal",
        radius(1.0),
        "the trapezoidal rule (generalized-α with ρ∞ = 1), order 2, stabilised index 2: no numerical damping"
    ),
    implicit!(
        "trapezoidal-index-2",
        GeneralizedAlpha::trapezoidal_index2(),
        "the trapezoidal rule with constraints on velocities only, order 2: one solve per step, positions drift by O(h²)"
    ),
    implicit!(
        "hht",
        hht(-0.1),
        "HHT-α with α = −0.1, order 2: structural dynamics, slight numerical damping of high frequencies"
    ),
    implicit!(
        "newmark",
        GeneralizedAlpha::average_acceleration(),
        "average acceleration, order 2: no numerical damping"
    ),
    row!(
        Implicit,
        "newmark-linear",
        "1 solve or more",
        NO_CONSTRAINTS,
        Free,
        new,
        false,
        |_tape| GeneralizedAlpha::linear_acceleration(),
        GeneralizedAlpha::linear_acceleration(),
        GeneralizedAlpha::linear_acceleration(),
        "linear acceleration, order 2, stable up to ωh = √12: accurate at small steps"
    ),
    row!(
        Implicit,
        "newmark-explicit",
        "1 solve or more",
        NO_CONSTRAINTS,
        Free,
        new,
        false,
        |_tape| GeneralizedAlpha::stormer(),
        GeneralizedAlpha::stormer(),
        GeneralizedAlpha::stormer(),
        "β = 0, γ = ½, order 2, stable up to ωh = 2: explicit where forces do not depend on velocities"
    ),
    row!(
        Implicit,
        "newmark-theta-0",
        "1 solve or more",
        NO_CONSTRAINTS,
        Free,
        new,
        false,
        |_tape| newmark(0.0),
        newmark(0.0),
        newmark(0.0),
        "ϑ₁ = ϑ₂ = 0 (β = γ = 0), order 1, explicit: undamped motion grows; for comparison"
    ),
    row!(
        Implicit,
        "newmark-theta-25",
        "1 solve or more",
        NO_CONSTRAINTS,
        Free,
        new,
        false,
        |_tape| newmark(0.25),
        newmark(0.25),
        newmark(0.25),
        "ϑ₁ = ϑ₂ = ¼ (β = ⅛, γ = ¼), order 1: undamped motion grows; for comparison"
    ),
    implicit!(
        "newmark-theta-75",
        newmark(0.75),
        "ϑ₁ = ϑ₂ = ¾ (β = ⅜, γ = ¾), order 1, A-stable: numerical damping, roots −1 and −⅓ as ωh → ∞"
    ),
    implicit!(
        "newmark-theta-100",
        newmark(1.0),
        "ϑ₁ = ϑ₂ = 1 (β = ½, γ = 1), order 1, A-stable: stronger numerical damping, roots −1 and 0 as ωh → ∞"
    ),
    row!(
        Implicit,
        "wilson-theta",
        "1 solve or more",
        NO_CONSTRAINTS,
        Free,
        new,
        false,
        |_tape| WilsonTheta::default(),
        WilsonTheta::default(),
        WilsonTheta::default(),
        "θ = 1.42, order 2, A-stable: overshoots at large steps; for comparison"
    ),
    implicit!(
        "half-implicit-euler",
        HalfImplicitEuler::default(),
        OneStep(HalfImplicitEuler::default()),
        "order 1, index 3, forces at the start of the step, joint friction with one Newton iteration for the new reactions: cheap, bounded energy error"
    ),
    implicit!(
        "half-implicit-euler-lagged",
        HalfImplicitEuler::default().lagged_reactions(),
        OneStep(HalfImplicitEuler::default()),
        "the same with joint friction from the reactions of the previous step, as published: an additional error of O(h) where friction changes"
    ),
    implicit!(
        "implicit-euler",
        ImplicitEuler::default(),
        OneStep(ImplicitEuler::default()),
        "order 1, index 3: strong numerical damping"
    ),
    implicit!(
        "implicit-euler-frozen",
        ImplicitEuler::default().frozen(),
        OneStep(ImplicitEuler::default().frozen()),
        "the same with the Newton matrix of the start of each step, as published: more iterations, each cheaper; for comparison"
    ),
];
