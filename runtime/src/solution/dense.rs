//! Dense output: the state between two samples.
//!
//! Invariant: at the samples the polynomials have the values, first and (on a vector space) second derivatives of the samples.

use super::State;
use crate::error::{Error, Row, StepError};
use crate::runge_kutta::Index1;
use crate::unknowns::Unknowns;
use crate::{Mechanism, Real, Vector};
use alloc::boxed::Box;

/// Space for evaluations between samples, for repeated use.
#[derive(Clone, Debug)]
pub(crate) struct Interpolator<M: Mechanism> {
    at: M::PositionCache,
    index1: Index1<M>,
    found: Unknowns<M>,
    zero: M::Velocity,
    rates: [M::States; 2],
}

impl<M: Mechanism> Interpolator<M> {
    pub(crate) fn new(m: &M, like: &State<M>) -> Self {
        let mut zero = like.v.clone();
        zero.fill(M::Scalar::zero());
        Self {
            at: m.position_cache(),
            index1: Index1::new(m, zero.len()),
            found: Unknowns::first_guess(m, zero.len()),
            zero,
            rates: [like.y.clone(), like.y.clone()],
        }
    }

    /// The state at `t`, between the samples `a` and `b`. With s = (t − t_a)/h and δ from q_a to q_b:
    ///
    /// ```text
    /// Ω(s) = δ (10s³ − 15s⁴ + 6s⁵) + h v_a (s − 6s³ + 8s⁴ − 3s⁵) + h v_b (−4s³ + 7s⁴ − 3s⁵)
    ///        + h²/2 a_a (s² − 3s³ + 3s⁴ − s⁵) + h²/2 a_b (s³ − 2s⁴ + s⁵)        vector space     (1)
    /// Ω(s) = δ (3s² − 2s³) + h v_a (s − 2s² + s³) + h dexp⁻¹_δ(v_b) (s³ − s²)      manifold         (2)
    /// q = q_a ⊞ Ω,   v = dexp_Ω(Ω'/h)                                                           (3)
    /// ```
    pub(crate) fn between(
        &mut self,
        m: &M,
        a: &State<M>,
        b: &State<M>,
        t: M::Scalar,
    ) -> Result<State<M>, Error> {
        let h = b.t - a.t;
        let s = (t - a.t) / h;
        let mut state = a.clone();
        let mut delta = self.zero.clone();
        m.difference(&a.q, &b.q, &mut delta);
        let (mut omega, mut rate) = (self.zero.clone(), self.zero.clone());
        if m.flags().vector_space {
            for (x, [w, dw]) in [&delta, &a.v, &b.v, &a.a, &b.a].into_iter().zip(quintic(s, h)) {
                omega.axpy(w, x);
                rate.axpy(dw, x);
            }
        } else {
            let mut end = self.zero.clone();
            m.dexp_inverse(&delta, &b.v, &mut end);
            for (x, [w, dw]) in [&delta, &a.v, &end].into_iter().zip(cubic(s, h)) {
                omega.axpy(w, x);
                rate.axpy(dw, x);
            }
        }
        rate.scale(h.recip());
        // (3)
        m.advance(&mut state.q, &omega, &mut self.zero.clone());
        if m.flags().vector_space {
            state.v = rate;
        } else {
            m.dexp(&omega, &rate, &mut state.v);
        }
        if m.flags().states {
            for (sample, rates) in [a, b].into_iter().zip(&mut self.rates) {
                m.place(&m.now(sample.t), &sample.q, &mut self.at);
                m.state_rates(&self.at, &sample.v, &sample.y, rates);
            }
            let [[w, _], [w_a, _], [w_b, _]] = cubic(s, h);
            state.y.axpy(-w, &a.y);
            state.y.axpy(w, &b.y);
            state.y.axpy(w_a, &self.rates[0]);
            state.y.axpy(w_b, &self.rates[1]);
        }
        state.t = t;
        self.solve(m, &mut state)?;
        Ok(state)
    }

    /// The sample `a` at a switch, whose acceleration is that of the step before it, with the one for which (1) to `b` is of degree 4:
    ///
    /// ```text
    /// a_a = (12 δ − 6 h (v_a + v_b))/h² + a_b        vector space                                   (4)
    /// ```
    pub(crate) fn departing(&mut self, m: &M, a: &State<M>, b: &State<M>) -> State<M> {
        let mut state = a.clone();
        if m.flags().vector_space {
            let h = b.t - a.t;
            let (each, both) = (M::Scalar::exact(12.0) / (h * h), M::Scalar::exact(-6.0) / h);
            let mut delta = self.zero.clone();
            m.difference(&a.q, &b.q, &mut delta);
            state.a = b.a.clone();
            state.a.axpy(each, &delta);
            state.a.axpy(both, &a.v);
            state.a.axpy(both, &b.v);
        }
        state
    }

    /// Accelerations and multipliers at (t, q, v, y).
    pub(crate) fn solve(&mut self, m: &M, state: &mut State<M>) -> Result<(), Error> {
        m.place(&m.now(state.t), &state.q, &mut self.at);
        self.found.lambda.copy_from(&state.lambda);
        self.found.psi.copy_from(&state.psi);
        self.index1.solve(m, &self.at, &state.v, &state.y, &mut self.found).map_err(|failure| {
            Error::Step(Box::new(StepError {
                method: "dense output".into(),
                time: state.t.value(),
                step: 0.0,
                number: 0,
                row: Row::of_failure(m, &failure),
                failure,
                stiff: None,
            }))
        })?;
        state.a.copy_from(&self.found.a);
        state.lambda.copy_from(&self.found.lambda);
        state.psi.copy_from(&self.found.psi);
        Ok(())
    }
}

/// Weights of δ, v_a, v_b, a_a and a_b in (1), each with its derivative with respect to s.
fn quintic<T: Real>(s: T, h: T) -> [[T; 2]; 5] {
    let c = T::exact;
    let (s2, half) = (s * s, c(0.5) * h * h);
    let s3 = s2 * s;
    let (s4, s5) = (s2 * s2, s2 * s3);
    [
        [c(10.0) * s3 - c(15.0) * s4 + c(6.0) * s5, c(30.0) * (s2 - c(2.0) * s3 + s4)],
        [
            h * (s - c(6.0) * s3 + c(8.0) * s4 - c(3.0) * s5),
            h * (c(1.0) - c(18.0) * s2 + c(32.0) * s3 - c(15.0) * s4),
        ],
        [h * (c(7.0) * s4 - c(4.0) * s3 - c(3.0) * s5), h * (c(28.0) * s3 - c(12.0) * s2 - c(15.0) * s4)],
        [
            half * (s2 - c(3.0) * s3 + c(3.0) * s4 - s5),
            half * (c(2.0) * s - c(9.0) * s2 + c(12.0) * s3 - c(5.0) * s4),
        ],
        [half * (s3 - c(2.0) * s4 + s5), half * (c(3.0) * s2 - c(8.0) * s3 + c(5.0) * s4)],
    ]
}

/// Weights of δ, v_a and v_b in (2), each with its derivative with respect to s.
fn cubic<T: Real>(s: T, h: T) -> [[T; 2]; 3] {
    let c = T::exact;
    let s2 = s * s;
    let s3 = s2 * s;
    [
        [c(3.0) * s2 - c(2.0) * s3, c(6.0) * (s - s2)],
        [h * (s - c(2.0) * s2 + s3), h * (c(1.0) - c(4.0) * s + c(3.0) * s2)],
        [h * (s3 - s2), h * (c(3.0) * s2 - c(2.0) * s)],
    ]
}
