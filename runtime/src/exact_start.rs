//! The exact time derivatives of a motion at one instant, of any order, for ODEs and DAEs.
//!
//! The mechanism is lifted to truncated Taylor series in τ = t − t₀ and the index-1 equations
//!
//! ```text
//! [ M  B ] [ a    ]   [ f₀  ]
//! [ G  0 ] [ λ, ψ ] = [ γ_g ]      y' = f_y(t, q, v, y)                                       (1)
//! [ D  0 ]            [ γ_k ]
//! ```
//!
//! are solved once for each coefficient. Invariant: before pass k the series of q, v and y are
//! correct up to τᵏ; then so are a, λ, ψ and y' after it, and vₖ₊₁ = aₖ/(k+1), yₖ₊₁ = y'ₖ/(k+1) (2)
//! prepare the next pass. Terms beyond τᵏ are not used.
//!
//! Series of K terms take about K²/2 multiplications for each of the mechanism, so that passes with few terms are cheaper: the first four
//! have 4, which are all that the fifth degree needs without states; the next two have 6. Every length is compiled on its own; a mechanism
//! whose compilation its user pays for has one ([`Mechanism::SERIES_OF_ALL_LENGTHS`]).
//!
//! Configurations may be manifolds: q(τ) = q₀ ⊞ δ(τ) with δ' = dexp⁻¹_δ(v), δ(0) = 0 (3); on a vector
//! space δ' = v.
//!
//! Series are not divided by series: terms of τᵏ have aₖ and λₖ only with the matrices of the start,
//!
//! ```text
//! [ M₀  B₀ ] [ aₖ ]     [ M a + B λ − f₀ ]
//! [ G₀  0  ] [ λₖ ] = − [ G a − γ_g      ]ₖ   with aₖ = 0 and λₖ = 0 on the right                (4)
//! ```
//!
//! so that the matrix is factored once, in numbers, and residuals are all that is evaluated in series. Mechanisms with nonholonomic or redundant
//! constraints, or reactions that enter the forces nonlinearly, solve (1) in series.
//!
//! The start determines the order of a multistep method: with zero jerk, every degree falls to order 2.

use crate::convergence::{Convergence, imbalance};
use crate::error::WrongLength;
use crate::runge_kutta::NOISE;
use crate::scalar::Taylor;
use crate::stepper::{Start, StepFailure};
use crate::{Flags, Mechanism, Real, Vector};
use alloc::vec::Vec;
use core::ops::Range;

/// The highest order of [`derivatives`].
pub const LARGEST_ORDER: usize = 8;

/// Coefficients of a series: orders 0 … 8.
pub(crate) const TERMS: usize = LARGEST_ORDER + 1;

/// The lengths of the series, where passes use several ([`Mechanism::SERIES_OF_ALL_LENGTHS`]).
pub const LENGTHS: [usize; 3] = [4, 6, TERMS];

/// Newton iterations for reactions that enter the forces nonlinearly (friction): beyond these the
/// equations have no solution nearby.
const LARGEST_ITERATIONS: u32 = 30;

/// Derivatives with respect to time at the start of a motion.
#[derive(Clone, Debug)]
pub struct Derivatives<M: Mechanism> {
    /// v, a, jerk …: entry i is dⁱv/dtⁱ, which is q⁽ⁱ⁺¹⁾ on a vector space; `order` entries.
    pub velocity: Vec<M::Velocity>,
    /// λ, λ' …; `order` entries.
    pub holonomic: Vec<M::Holonomic>,
    /// ψ, ψ' …; `order` entries.
    pub nonholonomic: Vec<M::Nonholonomic>,
    /// y, y', y'' …; `order` + 1 entries.
    pub states: Vec<M::States>,
}

/// The derivatives q⁽¹⁾ … q⁽ᵒʳᵈᵉʳ⁾ of the motion through the state `start`, with those of the
/// multipliers and first-order states, exact up to rounding.
///
/// The state must satisfy the constraints g = 0, dg/dt = 0 and k = 0; the derivatives then
/// continue a motion that does. `order` is at most [`LARGEST_ORDER`]; higher orders are reduced to it,
/// as the lengths of the result show.
///
/// It must not be used if [`Flags::analytic`](crate::Flags::analytic) is false: inputs that are known in f64 only
/// would count as constants. If f has kinks (`if`, `abs` …), the derivatives are those of the
/// branch of the start.
///
/// # Errors
///
/// [`StepFailure::Singular`] if the saddle matrix is singular at the start,
/// [`StepFailure::Diverged`] if forces depend on the multipliers nonlinearly and Newton's iteration
/// does not converge, [`StepFailure::NotFinite`] if a derivative is infinite or NaN, [`StepFailure::Length`] for the state of another
/// mechanism.
pub fn derivatives<M: Mechanism>(
    m: &M,
    start: &Start<M>,
    order: usize,
) -> Result<Derivatives<M>, StepFailure> {
    let order = order.min(LARGEST_ORDER);
    let known = known(m, start, order)?;
    Ok(Derivatives {
        velocity: first_derivatives(&known.v, order),
        holonomic: first_derivatives(&known.lambda, order),
        nonholonomic: first_derivatives(&known.psi, order),
        states: first_derivatives(&known.y, order + 1),
    })
}

/// As many derivatives of the velocity as [`derivatives`] has, those of the states if there are states, and the values of the multipliers: what a
/// start needs. Without states this takes one pass less, that with the longest series.
pub(crate) fn derivatives_of_start<M: Mechanism>(
    m: &M,
    start: &Start<M>,
    order: usize,
) -> Result<Derivatives<M>, StepFailure> {
    let order = order.min(LARGEST_ORDER);
    let known = known(m, start, if m.flags().states { order } else { order.saturating_sub(1).max(1) })?;
    Ok(Derivatives {
        velocity: first_derivatives(&known.v, order),
        holonomic: first_derivatives(&known.lambda, 1),
        nonholonomic: first_derivatives(&known.psi, 1),
        states: first_derivatives(&known.y, order + 1),
    })
}

/// The coefficients that this many passes find.
fn known<M: Mechanism>(m: &M, start: &Start<M>, count: usize) -> Result<Known<M::Scalar>, StepFailure> {
    WrongLength::in_state(m, start.q.as_slice(), start.v.as_slice(), start.y.as_slice())?;
    let mut known = Known::new(start);
    let mut saddle = (!solves_in_series(m.flags())).then(|| Saddle::at(m, start));
    if M::SERIES_OF_ALL_LENGTHS {
        const SHORT: usize = LENGTHS[0];
        const MIDDLE: usize = LENGTHS[1];
        passes::<M, SHORT>(m, start, 0..count.min(SHORT), &mut saddle, &mut known)?;
        passes::<M, MIDDLE>(m, start, SHORT..count.min(MIDDLE), &mut saddle, &mut known)?;
        passes::<M, TERMS>(m, start, MIDDLE..count, &mut saddle, &mut known)?;
    } else {
        passes::<M, TERMS>(m, start, 0..count, &mut saddle, &mut known)?;
    }
    Ok(known)
}

/// Whether (1) is solved in series: reactions are then not those of (4), or D a is not known as a difference of rates.
const fn solves_in_series(flags: Flags) -> bool {
    flags.nonholonomic || flags.redundant || (flags.holonomic && !flags.linear_reactions)
}

/// The matrix of (4), factored.
struct Saddle<'m, M: Mechanism> {
    mechanism: &'m M,
    factors: M::SaddleFactors,
    /// The right-hand side, then the solution.
    a: M::Velocity,
    lambda: M::Holonomic,
    psi: M::Nonholonomic,
}

impl<'m, M: Mechanism> Saddle<'m, M> {
    fn at(mechanism: &'m M, start: &Start<M>) -> Self {
        let m = mechanism;
        let mut at = m.position_cache();
        m.place(&m.now(start.t), &start.q, &mut at);
        let (lambda, psi) = m.initial_reactions();
        let (mut moving, mut factors) = (m.velocity_cache(), m.saddle_factors());
        if m.flags().borders_move {
            m.moving(&at, &start.v, &start.y, (&lambda, &psi), &mut moving);
        }
        m.factor_saddle(&at, &at, &at, &moving, &mut factors);
        Self { mechanism, factors, a: Vector::zeros(start.v.len()), lambda, psi }
    }

    /// aₖ and λₖ from the residuals of the motion without them, (4).
    fn solve<const K: usize>(
        &mut self,
        k: usize,
        residuals: [&[Taylor<M::Scalar, K>]; 2],
    ) -> Result<[&[M::Scalar]; 2], StepFailure> {
        for (right, residuals) in
            [self.a.as_mut_slice(), self.lambda.as_mut_slice()].into_iter().zip(residuals)
        {
            for (right, residual) in right.iter_mut().zip(residuals) {
                *right = -residual.coefficient(k);
            }
        }
        solved(self.mechanism.solve_saddle(&self.factors, &mut self.a, &mut self.lambda, &mut self.psi))?;
        Ok([self.a.as_slice(), self.lambda.as_slice()])
    }
}

/// Passes with series of K terms, from what the passes before them have found.
fn passes<M: Mechanism, const K: usize>(
    m: &M,
    start: &Start<M>,
    passes: Range<usize>,
    saddle: &mut Option<Saddle<'_, M>>,
    known: &mut Known<M::Scalar>,
) -> Result<(), StepFailure> {
    if passes.is_empty() {
        return Ok(());
    }
    let mut motion = Motion::new(m.with_scalar::<Taylor<M::Scalar, K>>(&Taylor::constant), start);
    motion.resume(known);
    for k in passes {
        motion.prepare(k, &start.q);
        match saddle {
            Some(saddle) => motion.solve_by_residuals(k, saddle)?,
            // A constant, so that nothing is compiled for mechanisms that never do.
            None if const { solves_in_series(M::FLAGS) } => motion.solve(k)?,
            None => debug_assert!(false, "`flags` are within `FLAGS`"),
        }
        motion.extend(k, known)?;
    }
    motion.leave(known);
    Ok(())
}

/// The coefficients that passes have found, for each entry.
struct Known<T> {
    /// Empty before the first pass: zeros.
    path: Vec<Coefficients<T>>,
    v: Vec<Coefficients<T>>,
    y: Vec<Coefficients<T>>,
    lambda: Vec<Coefficients<T>>,
    psi: Vec<Coefficients<T>>,
}

/// Those of τ⁰ … τ⁸.
type Coefficients<T> = [T; TERMS];

impl<T: Real> Known<T> {
    /// The values of a state; the multipliers are those that the mechanism begins with.
    fn new<M: Mechanism<Scalar = T>>(from: &Start<M>) -> Self {
        let constants = |x: &[T]| x.iter().map(|&x| *Taylor::constant(x).coefficients()).collect();
        Self {
            path: Vec::new(),
            v: constants(from.v.as_slice()),
            y: constants(from.y.as_slice()),
            lambda: Vec::new(),
            psi: Vec::new(),
        }
    }
}

/// A motion as power series of time, and the workspace for its coefficients.
struct Motion<L: Mechanism> {
    mechanism: L,
    now: L::TimeCache,
    at: L::PositionCache,
    /// δ.
    path: L::Velocity,
    v: L::Velocity,
    y: L::States,
    a: L::Velocity,
    lambda: L::Holonomic,
    psi: L::Nonholonomic,
}

impl<T: Real, const K: usize, L: Mechanism<Scalar = Taylor<T, K>>> Motion<L> {
    fn new<M: Mechanism<Scalar = T>>(mechanism: L, from: &Start<M>) -> Self {
        let velocities = from.v.len();
        let (lambda, psi) = mechanism.initial_reactions();
        Self {
            now: mechanism.now(Taylor::variable(from.t)),
            at: mechanism.position_cache(),
            path: Vector::zeros(velocities),
            v: constant(&from.v),
            y: constant(&from.y),
            a: Vector::zeros(velocities),
            lambda,
            psi,
            mechanism,
        }
    }

    /// Takes what is known, up to its last term.
    fn resume(&mut self, known: &Known<T>) {
        /// The first coefficients of `from`, if there are any.
        fn series<T: Real, const K: usize>(from: &[Coefficients<T>], to: &mut [Taylor<T, K>]) {
            for (to, from) in to.iter_mut().zip(from) {
                to.coefficients_mut().copy_from_slice(&from[..K]);
            }
        }
        series(&known.path, self.path.as_mut_slice());
        series(&known.v, self.v.as_mut_slice());
        series(&known.y, self.y.as_mut_slice());
        series(&known.lambda, self.lambda.as_mut_slice());
        series(&known.psi, self.psi.as_mut_slice());
        // (2), the other way
        for (a, v) in self.a.as_mut_slice().iter_mut().zip(self.v.as_slice()) {
            for k in 1..K {
                a.coefficients_mut()[k - 1] = v.coefficient(k) * T::exact(k as f64);
            }
        }
    }

    /// Keeps what later passes need and do not compute.
    fn leave(&self, known: &mut Known<T>) {
        fn all<T: Real, const K: usize>(series: &[Taylor<T, K>]) -> Vec<Coefficients<T>> {
            let of = |series: &Taylor<T, K>| core::array::from_fn(|i| series.coefficient(i));
            series.iter().map(of).collect()
        }
        known.path = all(self.path.as_slice());
        known.lambda = all(self.lambda.as_slice());
        known.psi = all(self.psi.as_slice());
    }

    /// The mechanism where the series of q are correct up to τᵏ.
    fn prepare<Q: Vector<T>>(&mut self, k: usize, start: &Q) {
        if k > 0 {
            let mut rate = self.path.clone();
            self.mechanism.dexp_inverse(&self.path, &self.v, &mut rate); // (3)
            integrate(rate.as_slice(), k - 1, coefficients(&mut self.path));
        }
        let mut q = constant(start);
        let mut carry = Vector::zeros(self.path.len());
        self.mechanism.advance(&mut q, &self.path, &mut carry);
        self.mechanism.place(&self.now, &q, &mut self.at);
    }

    /// Coefficient k + 1 of v and y from coefficient k of a and y'.
    fn extend(&mut self, k: usize, known: &mut Known<T>) -> Result<(), StepFailure> {
        let mut state_rates = self.y.clone();
        self.mechanism.state_rates(&self.at, &self.v, &self.y, &mut state_rates);
        let found = [self.a.as_slice(), self.lambda.as_slice(), self.psi.as_slice(), state_rates.as_slice()];
        if let Some(row) = first_not_finite(found, k) {
            return Err(StepFailure::NotFinite { row });
        }
        // (2)
        integrate(self.a.as_slice(), k, coefficients(&mut self.v));
        integrate(state_rates.as_slice(), k, coefficients(&mut self.y));
        // Later passes have longer series.
        integrate(self.a.as_slice(), k, known.v.iter_mut().map(|x| &mut x[..]));
        integrate(state_rates.as_slice(), k, known.y.iter_mut().map(|x| &mut x[..]));
        Ok(())
    }

    /// (4) at the current series of q, v and y.
    fn solve_by_residuals<M: Mechanism<Scalar = T>>(
        &mut self,
        k: usize,
        saddle: &mut Saddle<'_, M>,
    ) -> Result<(), StepFailure> {
        let Self { mechanism: m, at, v, y, a, lambda, psi, .. } = self;
        set_coefficients(a, k, core::iter::repeat(&T::zero()));
        set_coefficients(lambda, k, core::iter::repeat(&T::zero()));
        let mut forces = Vector::zeros(a.len());
        m.residual(at, v, y, a, (lambda, psi), &mut forces);
        let mut closures: L::Holonomic = Vector::zeros(lambda.len());
        if m.flags().holonomic {
            // G a − γ_g, where rates are G v + ∂g/∂t.
            let minus = -Taylor::constant(T::one());
            let (mut bias, mut none) = (lambda.clone(), psi.clone());
            m.holonomic_rate(at, a, &mut closures);
            m.acceleration_bias(at, v, (&mut bias, &mut none));
            closures.axpy(minus, &bias);
            if m.flags().time_explicit {
                m.holonomic_rate(at, &Vector::zeros(a.len()), &mut bias);
                closures.axpy(minus, &bias);
            }
        }
        let [found, reactions] = saddle.solve(k, [Vector::as_slice(&forces), closures.as_slice()])?;
        set_coefficients(a, k, found);
        set_coefficients(lambda, k, reactions);
        Ok(())
    }

    /// (1) at the current series of q, v and y, in series.
    fn solve(&mut self, k: usize) -> Result<(), StepFailure> {
        let Self { mechanism: m, at, v, y, a, lambda, psi, .. } = self;
        let (mut moving, mut factors) = (m.velocity_cache(), m.saddle_factors());
        if m.flags().linear_reactions {
            if m.flags().borders_move {
                m.moving(at, v, y, (lambda, psi), &mut moving);
            }
            m.applied_force(at, v, y, a);
            m.acceleration_bias(at, v, (lambda, psi));
            m.factor_saddle(at, at, at, &moving, &mut factors);
            return solved(m.solve_saddle(&factors, a, lambda, psi));
        }
        // Newton: f(λ) − B (λ⁺ − λ) for f(λ⁺), from the multipliers of the pass before.
        let (mut reaction, mut next_lambda, mut next_psi) = (a.clone(), lambda.clone(), psi.clone());
        let mut remaining = None;
        let blur = crate::reactions::blur(m);
        let mut failure = (f64::NAN, 0);
        // Multipliers of unloaded joints are rounding: the criterion is then the effect of their changes on the forces.
        let mut convergence = Convergence::of::<T>(NOISE);
        for _ in 0..LARGEST_ITERATIONS {
            m.moving(at, v, y, (lambda, psi), &mut moving);
            m.force(at, v, y, (lambda, psi), a);
            m.reaction_force(at, &moving, (lambda, psi), &mut reaction);
            a.add(&reaction);
            let forces = norm_l1(a, k) + norm_l1(&reaction, k);
            m.acceleration_bias(at, v, (&mut next_lambda, &mut next_psi));
            m.factor_saddle(at, at, at, &moving, &mut factors);
            solved(m.solve_saddle(&factors, a, &mut next_lambda, &mut next_psi))?;

            let old = [lambda.as_slice(), psi.as_slice()];
            let new = [next_lambda.as_slice(), next_psi.as_slice()];
            let size;
            (failure, size) = changes(old, new, v.len(), k)?;
            let minus = -Taylor::constant(T::one());
            lambda.axpy(minus, &next_lambda);
            psi.axpy(minus, &next_psi);
            m.reaction_force(at, &moving, (lambda, psi), &mut reaction);
            convergence.note(imbalance(norm_l1(&reaction, k), forces));
            lambda.copy_from(&next_lambda);
            psi.copy_from(&next_psi);
            let balanced = convergence.reached() || convergence.rounding();
            let close = failure.0 <= blur * T::epsilon().sqrt() * size || balanced;
            // Newton's iteration squares the error: two iterations after half of the digits are correct, all
            // digits of all coefficients have converged.
            remaining = match remaining {
                None if close => Some(2_u32),
                None => None,
                Some(1) => return Ok(()),
                Some(n) => Some(n - 1),
            };
        }
        let (residual, row) = failure;
        Err(StepFailure::Diverged { iterations: LARGEST_ITERATIONS, residual, row })
    }
}

/// The result of a solve as that of a step.
fn solved(outcome: Result<crate::Fallback, crate::Singular>) -> Result<(), StepFailure> {
    outcome.map(drop).map_err(|singular| StepFailure::Singular { row: singular.row })
}

/// The largest coefficient up to τᵏ (NaN if any is NaN).
fn up_to<T: Real, const K: usize>(x: &Taylor<T, K>, k: usize) -> f64 {
    x.coefficients()[..=k].iter().fold(0.0, |largest, c| Real::max(largest, c.magnitude()))
}

/// Σ of the largest coefficients up to τᵏ of the entries.
fn norm_l1<T: Real, const K: usize, V: Vector<Taylor<T, K>>>(x: &V, k: usize) -> f64 {
    x.as_slice().iter().fold(0.0, |sum, x| sum + up_to(x, k))
}

/// xₖ₊₁ ← ẋₖ / (k + 1), for the coefficients of every entry that has that one.
fn integrate<'x, T: Real + 'x, const K: usize>(
    rate: &[Taylor<T, K>],
    k: usize,
    x: impl Iterator<Item = &'x mut [T]>,
) {
    let divisor = T::exact((k + 1) as f64);
    for (x, rate) in x.zip(rate) {
        if let Some(next) = x.get_mut(k + 1) {
            *next = rate.coefficient(k) / divisor;
        }
    }
}

/// Coefficient k of every entry ← a number.
fn set_coefficients<'x, T: Real + 'x, const K: usize, V: Vector<Taylor<T, K>>>(
    x: &mut V,
    k: usize,
    to: impl IntoIterator<Item = &'x T>,
) {
    for (x, to) in x.as_mut_slice().iter_mut().zip(to) {
        x.coefficients_mut()[k] = *to;
    }
}

/// The coefficients of every entry.
fn coefficients<T: Real, const K: usize, V: Vector<Taylor<T, K>>>(
    x: &mut V,
) -> impl Iterator<Item = &mut [T]> {
    x.as_mut_slice().iter_mut().map(|x| &mut x.coefficients_mut()[..])
}

/// The vector of constant series.
fn constant<T: Real, const K: usize, V: Vector<T>, S: Vector<Taylor<T, K>>>(x: &V) -> S {
    let mut series = S::zeros(x.len());
    for (s, x) in series.as_mut_slice().iter_mut().zip(x.as_slice()) {
        *s = Taylor::constant(*x);
    }
    series
}

/// The first derivatives at τ = 0, beginning with the value: dⁱx/dτⁱ = i! cᵢ.
fn first_derivatives<T: Real, V: Vector<T>>(series: &[Coefficients<T>], count: usize) -> Vec<V> {
    let all = (0..count).map(|i| {
        let mut x = V::zeros(series.len());
        for (x, coefficients) in x.as_mut_slice().iter_mut().zip(series) {
            *x = Taylor::new(*coefficients).derivative(i);
        }
        x
    });
    all.collect()
}

/// The first entry of all with a coefficient up to τᵏ that is not finite.
fn first_not_finite<T: Real, const K: usize>(all: [&[Taylor<T, K>]; 4], k: usize) -> Option<usize> {
    all.concat().iter().position(|x| !up_to(x, k).is_finite())
}

/// The largest change up to τᵏ with its row, and the largest new coefficient, of entries whose rows begin at an offset.
fn changes<T: Real, const K: usize>(
    old: [&[Taylor<T, K>]; 2],
    new: [&[Taylor<T, K>]; 2],
    first_row: usize,
    k: usize,
) -> Result<((f64, usize), f64), StepFailure> {
    let (mut largest, mut size) = ((0.0, 0), 0.0_f64);
    for (i, (old, new)) in old.concat().iter().zip(&new.concat()).enumerate() {
        size = Real::max(size, up_to(new, k));
        let change = up_to(&(*new - *old), k);
        if !change.is_finite() {
            return Err(StepFailure::NotFinite { row: first_row + i });
        }
        if change > largest.0 {
            largest = (change, first_row + i);
        }
    }
    Ok((largest, size))
}
