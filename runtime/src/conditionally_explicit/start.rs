//! The first prediction: y_k = hᵏ x⁽ᵏ⁾/k! at t₀, in three ways. If there is no series for the first one (exact derivatives), the second
//! one (from accelerations) is used instead.
//!
//! Invariant: a start fills p_k *at* t₀, and the first step is a step like any other; so x_1 satisfies the
//! constraints, and a restart is a start.

use super::{ConditionallyExplicit, Starting, Workspace};
use crate::exact_start::{Derivatives, derivatives_of_start};
use crate::runge_kutta::Index1;
use crate::stability::factorial;
use crate::stepper::{Start, StepFailure, check_start};
use crate::unknowns::Unknowns;
use crate::vector::first_not_finite;
use crate::{Mechanism, Real, Vector};
use alloc::vec;
use alloc::vec::Vec;

impl<const DEGREE: usize> ConditionallyExplicit<DEGREE> {
    pub(super) fn begin<M: Mechanism>(
        &self,
        m: &M,
        from: &Start<M>,
        h: M::Scalar,
    ) -> Result<Workspace<M, DEGREE>, StepFailure> {
        check_start(m, from)?;
        let mut w = Workspace::new(m, from, h, self.s(), self.l[2]);
        match self.starting {
            Starting::Exact if m.flags().analytic && exact(m, from, &mut w) => {}
            // Lanes may differ.
            Starting::Exact if m.flags().analytic && M::Scalar::DECIDING > 1 => {
                return Err(StepFailure::Parted);
            }
            Starting::Exact if m.flags().analytic => {
                let around = Accelerations::around(m, from, &w);
                around.or_else(|_| Accelerations::after(m, from, &w))?.describe(&mut w);
            }
            // Inputs that are functions of time need not continue before t₀: a ramp that begins there, √t.
            Starting::Exact | Starting::FromAccelerations => {
                Accelerations::after(m, from, &w)?.describe(&mut w);
            }
            Starting::ZeroHigher => zero_higher(m, from, &mut w)?,
        }
        w.complete();
        w.begins(m, from);
        if !m.flags().constrained() && !m.flags().velocity_dependent && m.flags().constant_mass {
            let at = &w.instants[0].at;
            m.factor_saddle(at, at, at, &w.moving, &mut w.saddle);
        }
        Ok(w)
    }
}

/// The largest ratio of a term of the series to all previous terms.
const GROWTH: f64 = 100.0;

/// Whether a series of the motion describes a step. With y_k = hᵏ q⁽ᵏ⁾/k!, it does not if
///
/// ```text
/// |y_k| > 100 max(|y_1|, …, |y_{k−1}|) > 0   for some k,
/// ```
///
/// which is the behaviour of the regularised length of a vector that begins at zero (|v| v of a body at
/// rest, |F| of a bearing without load).
fn describes_a_step<M: Mechanism>(h: M::Scalar, all: &Derivatives<M>) -> bool {
    (0..M::Scalar::DECIDING).all(|lane| {
        let (mut largest, mut scale) = (0.0_f64, 1.0);
        for (k, velocity) in all.velocity.iter().enumerate() {
            scale *= h.magnitude() / (k + 1) as f64;
            let term =
                velocity.as_slice().iter().fold(0.0, |most, x| f64::max(most, x.decisive(lane))) * scale;
            if largest > 0.0 && term > GROWTH * largest {
                return false;
            }
            largest = largest.max(term);
        }
        true
    })
}

/// All D derivatives, exact; `false` if there are none, or none that describe a step.
fn exact<M: Mechanism, const DEGREE: usize>(m: &M, from: &Start<M>, w: &mut Workspace<M, DEGREE>) -> bool {
    let d = DEGREE - 1;
    // A failure here occurs again, with its own error, in the start from accelerations.
    let Ok(all) = derivatives_of_start(m, from, d + 1) else { return false };
    if !describes_a_step(w.h, &all) {
        return false;
    }
    let mut scale = M::Scalar::one(); // hᵏ/k!
    for k in 1..DEGREE {
        scale = scale * w.h / M::Scalar::exact(k as f64);
        w.p[k].axpy(scale, &all.velocity[k - 1]);
        w.z[k].axpy(scale, &all.states[k]);
    }
    w.old_delta.axpy(scale * w.h, &all.velocity[d]); // h^(D+1) x^(D+1)/D!
    w.old_gap.axpy(M::Scalar::exact(factorial(d)) * scale * w.h, &all.states[d + 1]); // h^(D+1) y^(D+1)
    w.lambda.copy_from(&all.holonomic[0]);
    w.psi.copy_from(&all.nonholonomic[0]);
    w.a.copy_from(&all.velocity[1]);
    true
}

/// v₀ and a₀, and nothing else.
fn zero_higher<M: Mechanism, const DEGREE: usize>(
    m: &M,
    from: &Start<M>,
    w: &mut Workspace<M, DEGREE>,
) -> Result<(), StepFailure> {
    let mut trial = Trial::new(m, from);
    let (a, rate) = trial.derivatives(m)?;
    w.p[1].axpy(w.h, &from.v);
    w.p[2].axpy(M::Scalar::exact(0.5) * w.h * w.h, &a);
    w.z[1].axpy(w.h, &rate);
    w.lambda.copy_from(&trial.dynamics.lambda);
    w.psi.copy_from(&trial.dynamics.psi);
    w.a.copy_from(&a);
    Ok(())
}

/// Accelerations and rates of first-order states near t₀, at κ = (t − t₀)/h: at −m … m, m = ⌊D/2⌋ (with states ⌈D/2⌉), or at
/// 0, ¼ … m/2.
///
/// Each point is reached by half-steps (quarter-steps) of the classical Runge–Kutta method, on the index-1 form if there are constraints.
struct Accelerations<M: Mechanism> {
    points: Vec<f64>,
    samples: Vec<(M::Velocity, M::States)>,
    /// At t₀.
    middle: Trial<M>,
}

impl<M: Mechanism> Accelerations<M> {
    /// On both sides of t₀.
    fn around<const DEGREE: usize>(
        m: &M,
        from: &Start<M>,
        w: &Workspace<M, DEGREE>,
    ) -> Result<Self, StepFailure> {
        let mut this = Self::at_start(m, from)?;
        for sign in [1.0, -1.0] {
            let mut trial = this.middle.clone();
            let half = M::Scalar::exact(0.5 * sign) * w.h;
            for i in 0..side::<M, DEGREE>(m) {
                trial.runge_kutta(m, half)?;
                trial.runge_kutta(m, half)?;
                this.points.push(sign * (i + 1) as f64);
                this.samples.push(trial.derivatives(m)?);
            }
        }
        Ok(this)
    }

    /// After t₀ alone, as many points, closer to each other: at its end a polynomial errs more than in its middle.
    fn after<const DEGREE: usize>(
        m: &M,
        from: &Start<M>,
        w: &Workspace<M, DEGREE>,
    ) -> Result<Self, StepFailure> {
        let mut this = Self::at_start(m, from)?;
        let mut trial = this.middle.clone();
        for i in 1..=2 * side::<M, DEGREE>(m) {
            trial.runge_kutta(m, M::Scalar::exact(0.25) * w.h)?;
            this.points.push(0.25 * i as f64);
            this.samples.push(trial.derivatives(m)?);
        }
        Ok(this)
    }

    fn at_start(m: &M, from: &Start<M>) -> Result<Self, StepFailure> {
        let mut middle = Trial::new(m, from);
        let first = middle.derivatives(m)?;
        Ok(Self { points: vec![0.0], samples: vec![first], middle })
    }

    /// The polynomial Σ c_j κʲ through all points: y_{j+2} = h² c_j/((j+1)(j+2)); for states z_{j+1} = h c_j/(j+1). The first neglected
    /// coefficients estimate its error: Δ ≈ (D+1) y_{D+1}, Δ_y ≈ (D+1)! z_{D+1}.
    fn describe<const DEGREE: usize>(&self, w: &mut Workspace<M, DEGREE>) {
        let d = DEGREE - 1;
        let basis = lagrange(&self.points);
        w.lambda.copy_from(&self.middle.dynamics.lambda);
        w.psi.copy_from(&self.middle.dynamics.psi);
        w.a.copy_from(&self.samples[0].0);
        w.p[1].axpy(w.h, &self.middle.v);
        for ((a, rate), polynomial) in self.samples.iter().zip(&basis) {
            for (j, c) in polynomial.iter().enumerate() {
                if j + 2 <= d {
                    let scale = M::Scalar::exact(c / ((j + 1) * (j + 2)) as f64) * w.h * w.h;
                    w.p[j + 2].axpy(scale, a);
                }
                if j + 1 == d {
                    w.old_delta.axpy(M::Scalar::exact(c / d as f64) * w.h * w.h, a);
                }
                if j == d {
                    w.old_gap.axpy(M::Scalar::exact(c * factorial(d)) * w.h, rate);
                }
                if j < d {
                    w.z[j + 1].axpy(M::Scalar::exact(c / (j + 1) as f64) * w.h, rate);
                }
            }
        }
    }
}

/// m: the points on one side.
fn side<M: Mechanism, const DEGREE: usize>(m: &M) -> usize {
    let d = DEGREE - 1;
    if m.flags().states { d.div_ceil(2) } else { d / 2 }
}

/// Coefficients of the polynomials that are 1 at one of the points and 0 at the others.
fn lagrange(points: &[f64]) -> Vec<Vec<f64>> {
    let basis = |j: usize| {
        let mut polynomial = vec![0.0; points.len()];
        polynomial[0] = 1.0;
        for i in (0..points.len()).filter(|&i| i != j) {
            for k in (0..points.len()).rev() {
                let lower = if k > 0 { polynomial[k - 1] } else { 0.0 };
                polynomial[k] = (lower - points[i] * polynomial[k]) / (points[j] - points[i]);
            }
        }
        polynomial
    };
    (0..points.len()).map(basis).collect()
}

/// A separate state, with the workspace for its derivatives.
#[derive(Clone)]
struct Trial<M: Mechanism> {
    t: M::Scalar,
    q: M::Configuration,
    v: M::Velocity,
    y: M::States,
    at: M::PositionCache,
    dynamics: Unknowns<M>,
    index1: Index1<M>,
}

impl<M: Mechanism> Trial<M> {
    fn new(m: &M, from: &Start<M>) -> Self {
        let n = from.v.len();
        Self {
            t: from.t,
            q: from.q.clone(),
            v: from.v.clone(),
            y: from.y.clone(),
            at: m.position_cache(),
            dynamics: Unknowns::first_guess(m, n),
            index1: Index1::new(m, n),
        }
    }

    /// (a, y') at this state.
    fn derivatives(&mut self, m: &M) -> Result<(M::Velocity, M::States), StepFailure> {
        m.place(&m.now(self.t), &self.q, &mut self.at);
        self.index1.solve(m, &self.at, &self.v, &self.y, &mut self.dynamics)?;
        if let Some(row) = first_not_finite(self.dynamics.a.as_slice()) {
            return Err(StepFailure::NotFinite { row });
        }
        let mut rate = self.y.clone();
        m.state_rates(&self.at, &self.v, &self.y, &mut rate);
        Ok((self.dynamics.a.clone(), rate))
    }

    /// One step of the classical Runge–Kutta method, q = q₀ ⊞ δ with δ' = dexp⁻¹_δ(v).
    fn runge_kutta(&mut self, m: &M, h: M::Scalar) -> Result<(), StepFailure> {
        /// (c_i, b_i); stage i starts from stage i − 1 alone.
        const STAGES: [(f64, f64); 4] =
            [(0.0, 1.0 / 6.0), (0.5, 1.0 / 3.0), (0.5, 1.0 / 3.0), (1.0, 1.0 / 6.0)];
        let (t, q, v, y) = (self.t, self.q.clone(), self.v.clone(), self.y.clone());
        let zero = M::Velocity::zeros(v.len());
        let (mut path, mut slope, mut a, mut rate) = (zero.clone(), zero.clone(), zero.clone(), y.clone());
        let (mut path_sum, mut v_sum, mut y_sum) = (zero.clone(), v.clone(), y.clone());
        let moved = |by: &M::Velocity| {
            let (mut q, mut carry) = (q.clone(), zero.clone());
            m.advance(&mut q, by, &mut carry);
            q
        };
        for (c, b) in STAGES {
            let (ch, bh) = (M::Scalar::exact(c) * h, M::Scalar::exact(b) * h);
            path.fill(M::Scalar::zero());
            path.axpy(ch, &slope);
            self.t = t + ch;
            self.q = moved(&path);
            self.v.copy_from(&v);
            self.v.axpy(ch, &a);
            self.y.copy_from(&y);
            if c > 0.0 {
                self.y.axpy(ch, &rate);
            }
            (a, rate) = self.derivatives(m)?;
            m.dexp_inverse(&path, &self.v, &mut slope);
            path_sum.axpy(bh, &slope);
            v_sum.axpy(bh, &a);
            y_sum.axpy(bh, &rate);
        }
        self.t = t + h;
        self.q = moved(&path_sum);
        self.v = v_sum;
        self.y = y_sum;
        Ok(())
    }
}
