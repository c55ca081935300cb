//! The scalars of emitted code, and their uses.
//!
//! Invariant: every type here implements [`Real`](crate::Real) with the same meaning, so that a
//! mechanism, its steppers and its linear solves are written once.
//!
//! | scalar | use it for | cost against f64 |
//! |---|---|---|
//! | `f64` | simulation | 1 |
//! | `f32` | embedded targets, previews; tolerances of steppers must be loosened to ~1e-5 | ≤ 1 |
//! | [`Taylor<T, K>`](Taylor) | time derivatives of any order at one instant, such as the exact start of a multistep method | ~K²/2 |
//! | [`DoubleDouble`] | reference solutions with 30 digits, measured orders of convergence beyond f64's rounding | ~20 |
//! | `num_dual::Dual64` (feature `num-dual`) | sensitivity to one parameter or initial value | ~2 |
//! | `num_dual::DualSVec64<N>` (feature `num-dual`) | sensitivities to N parameters in one run | ~1 + N |
//! | `wide::f64x4` (feature `wide`) | ensembles: four parameter sets or initial states per run | ~1 for four runs |
//! | `Pack` (feature `wide`) | the same, with each run bit-identical to a single run | ~1 for four runs, except for functions |
//!
//! Scalars can be nested: `Taylor<DoubleDouble, 9>` starts a reference solution,
//! `Taylor<Dual64, 9>` starts a sensitivity run, `Taylor<f64x4, 9>` an ensemble.
//!
//! # Rules
//!
//! - **Decisions are made on the leading part.** `if`, `abs`, `sign`, `min` and `max` use the
//!   real part of a dual number and the coefficient of τ⁰ of a series. The other parts belong
//!   to the selected branch; a jump between branches has no derivative, and none is reported.
//! - **Packs evaluate both branches** of every decision and select one for each lane. The worst lane determines
//!   the step size and the number of Newton iterations of an ensemble.
//! - **Packs have one time.** What a run locates in time (switches, sticking friction, events) has a time of its own in each lane:
//!   [`simulate`](crate::simulation::Simulate::simulate) refuses packs of such runs ([`Error::Parted`](crate::Error::Parted)). Run each lane
//!   by itself, or use `linkwork sweep`.
//! - **Constants** arrive as a pair (hi, lo), so that 9.81 is 9.81 to the last digit of every scalar.
//! - **Parts of a constant are zero.** A function of a dual number or a series that does not vary
//!   does not vary either, even if the function has no derivative: √x of a constant 0 is 0.
//!   If x does vary, derivatives are infinite or NaN.
//! - **NaN is propagated:** [`min`](crate::Real::min), [`max`](crate::Real::max) and
//!   [`sign`](crate::Real::sign) of a NaN are NaN. Comparisons with NaN are false.
//! - **Reproducibility:** f64 uses the functions of the platform, with the feature `libm` those of the crate `libm`, which give
//!   the same bits on every machine; packs use those of `wide` (within a few units in the last place of f64's),
//!   [`DoubleDouble`] starts from f64's functions and corrects them.

mod double_double;
mod double_double_functions;
#[cfg(feature = "num-dual")]
mod dual;
mod float;
#[cfg(feature = "wide")]
mod pack;
mod taylor;
mod taylor_functions;
#[cfg(feature = "wide")]
mod wide;

pub use double_double::DoubleDouble;
#[cfg(feature = "wide")]
pub use pack::Pack;
pub use taylor::Taylor;
