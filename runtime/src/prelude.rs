//! The items for building and simulating mechanisms: `use linkwork::prelude::*;`.

pub use crate::analysis::{Analyse, Motion, Stability};
pub use crate::conditionally_explicit::{
    CentralDifferences, ConditionallyExplicit, EighthDegree, FifthDegree, FourthDegree, SeventhDegree,
    SixthDegree, ThirdDegree,
};
pub use crate::dynamics::Dynamics;
pub use crate::generalized_alpha::{GeneralizedAlpha, WilsonTheta};
pub use crate::runge_kutta::{DormandPrince5, DormandPrince8, Kutta3, RungeKutta4};
pub use crate::simulation::{Event, Sampling, Simulate, Simulation};
pub use crate::solution::Solution;
pub use crate::stepper::{Sample, Start, Stepper};
pub use crate::{
    Assemble, Dense, Described, Energetic, Evaluate, Manifold, Mechanism, Real, Solve, Space, Unconstrained,
    Vector, WithInputs,
};
#[cfg(feature = "macros")]
pub use linkwork_macros::mechanism;
