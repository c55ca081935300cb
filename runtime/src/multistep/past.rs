//! The history of a multistep method, and its formulas.
//!
//! Invariant: instants are in the order from the newest, one step of size `h` apart; the first is t_n.

use super::{Carrier, Formula, numbers};
use crate::error::SnapshotError;
use crate::stepper::Start;
use crate::transfer::Transfer;
use crate::{Mechanism, Real, Vector};
use alloc::vec;
use alloc::vec::Vec;

/// One instant: the point, and its slopes.
#[derive(Clone, Debug)]
pub(super) struct Instant<M: Mechanism> {
    pub(super) q: M::Configuration,
    pub(super) v: M::Velocity,
    pub(super) a: M::Velocity,
    /// y'.
    pub(super) rates: M::States,
}

/// The history of a run.
#[derive(Clone, Debug)]
pub(super) struct Past<M: Mechanism> {
    instants: Vec<Instant<M>>,
    /// The number of known instants.
    filled: usize,
    /// Their distance.
    h: M::Scalar,
    predictor: Vec<M::Scalar>,
    corrector: Vec<M::Scalar>,
    position: Vec<M::Scalar>,
    /// d_j, and κ.
    offset: M::Velocity,
    kappa: M::Velocity,
    rates: M::States,
}

impl<M: Mechanism> Past<M> {
    pub(super) fn new<F: Formula>(from: &Start<M>) -> Self {
        Self {
            predictor: numbers(F::PREDICTOR),
            corrector: F::CORRECTOR.map_or_else(Vec::new, numbers),
            position: F::POSITION.map_or_else(Vec::new, numbers),
            ..Self::of_length(from, F::PAST)
        }
    }

    /// A history of a given length, without formulas.
    pub(super) fn of_length(from: &Start<M>, instants: usize) -> Self {
        let (mut zero, mut still) = (from.v.clone(), from.y.clone());
        zero.fill(M::Scalar::zero());
        still.fill(M::Scalar::zero());
        let instant = Instant { q: from.q.clone(), v: zero.clone(), a: zero.clone(), rates: still.clone() };
        Self {
            instants: vec![instant; instants],
            filled: 0,
            h: M::Scalar::zero(),
            predictor: Vec::new(),
            corrector: Vec::new(),
            position: Vec::new(),
            offset: zero.clone(),
            kappa: zero,
            rates: still,
        }
    }

    /// Adds t_n of the carrier as the newest instant.
    pub(super) fn push(&mut self, carrier: &Carrier<M>) {
        self.instants.rotate_right(1);
        let (new, first) = (&mut self.instants[0], &carrier.stages[0]);
        new.q.copy_from(&carrier.here.q);
        new.v.copy_from(&first.q);
        new.a.copy_from(&first.v);
        new.rates.copy_from(&first.y);
        self.filled = (self.filled + 1).min(self.instants.len());
    }

    /// Replaces the history by the instants t_{n−1}, t_{n−2} ….
    pub(super) fn remember(&mut self, older: impl Iterator<Item = Instant<M>>, h: M::Scalar) {
        self.filled = 0;
        for (place, instant) in self.instants.iter_mut().zip(older) {
            *place = instant;
            self.filled += 1;
        }
        self.h = h;
    }

    /// Writes to a snapshot or reads from it.
    pub(super) fn transfer(&mut self, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        for instant in &mut self.instants {
            over.vector(&mut instant.q)?;
            over.vector(&mut instant.v)?;
            over.vector(&mut instant.a)?;
            over.vector(&mut instant.rates)?;
        }
        over.count(&mut self.filled)?;
        self.filled = self.filled.min(self.instants.len());
        over.real(&mut self.h)
    }

    /// The number of known instants at distances h.
    pub(super) fn known(&self, h: M::Scalar) -> usize {
        if self.h == h { self.filled } else { 1 }
    }

    /// Records that a step of size h was accepted.
    pub(super) fn accept(&mut self, h: M::Scalar) {
        self.filled = self.known(h);
        self.h = h;
    }

    /// Equations (1) and (2), to the end of the carrier.
    pub(super) fn predict(&mut self, m: &M, h: M::Scalar, carrier: &mut Carrier<M>) {
        let here = &self.instants[0].q;
        let by = &mut carrier.increment;
        by.q.fill(M::Scalar::zero());
        by.v.fill(M::Scalar::zero());
        by.y.fill(M::Scalar::zero());
        for (j, (instant, b)) in self.instants.iter().zip(&self.predictor).enumerate() {
            let b = h * *b;
            by.v.axpy(b, &instant.a);
            by.y.axpy(b, &instant.rates);
            if self.position.is_empty() {
                if j == 0 || m.flags().vector_space {
                    by.q.axpy(b, &instant.v);
                } else {
                    m.difference(here, &instant.q, &mut self.offset);
                    m.dexp_inverse(&self.offset, &instant.v, &mut self.kappa);
                    by.q.axpy(b, &self.kappa);
                }
            }
        }
        if let [w0, _, older @ ..] = self.position.as_slice() {
            by.q.axpy(h * h / *w0, &self.instants[0].a);
            for (w, instant) in older.iter().zip(&self.instants[1..]) {
                m.difference(here, &instant.q, &mut self.offset);
                by.q.axpy(-(*w / *w0), &self.offset);
            }
        }
        carrier.end.set_displaced(m, &carrier.here, h, (&by.q, &by.v, &by.y));
    }

    /// The contributions of the history to q_{n+1} − q_n and v_{n+1} − v_n in Σ w_j q_{n+1−j} = h² a and Σ α_j v_{n+1−j} = h a, whose
    /// weights add up to 0.
    pub(super) fn sum(
        &mut self,
        m: &M,
        (w, alpha): (&[M::Scalar], &[M::Scalar]),
        (of_q, of_v): (&mut M::Velocity, &mut M::Velocity),
    ) {
        of_q.fill(M::Scalar::zero());
        of_v.fill(M::Scalar::zero());
        let here = &self.instants[0];
        for (j, instant) in self.instants.iter().enumerate().skip(1) {
            m.difference(&here.q, &instant.q, &mut self.offset);
            of_q.axpy(-(w[j + 1] / w[0]), &self.offset);
            if let Some(alpha_j) = alpha.get(j + 1) {
                let share = -(*alpha_j / alpha[0]);
                of_v.axpy(share, &instant.v);
                of_v.axpy(-share, &here.v);
            }
        }
    }

    /// Equation (3), with accelerations of the carrier at its predicted end.
    pub(super) fn correct(&mut self, m: &M, h: M::Scalar, carrier: &mut Carrier<M>) {
        let Some((first, others)) = self.corrector.split_first() else { return };
        let (here, by) = (&self.instants[0].q, &mut carrier.increment);
        let adams = self.position.is_empty();
        if adams {
            m.dexp_inverse(&by.q, &carrier.end.v, &mut self.kappa);
            by.q.copy_from(&self.kappa);
            by.q.scale(h * *first);
        }
        by.v.copy_from(&carrier.scratch.a);
        by.v.scale(h * *first);
        if m.flags().states {
            m.state_rates(&carrier.at_end, &carrier.end.v, &carrier.end.y, &mut self.rates);
            by.y.copy_from(&self.rates);
            by.y.scale(h * *first);
        }
        for (instant, b) in self.instants.iter().zip(others) {
            let b = h * *b;
            by.v.axpy(b, &instant.a);
            by.y.axpy(b, &instant.rates);
            if adams {
                m.difference(here, &instant.q, &mut self.offset);
                m.dexp_inverse(&self.offset, &instant.v, &mut self.kappa);
                by.q.axpy(b, &self.kappa);
            }
        }
        carrier.end.set_displaced(m, &carrier.here, h, (&by.q, &by.v, &by.y));
        (carrier.placed, carrier.solved) = (false, false);
    }
}
