//! Whether a simulation would make the steps of a chain.
//!
//! A simulation ends steps where forces pass from one piece to another, at roots of switching functions φ, and shortens those that would end in a
//! singular configuration. It makes the steps of a chain if at all of their ends
//!
//! ```text
//! φ_n s > |φ_n − φ_{n−1}|,   s = sign φ_0                                                             (1)
//! ```
//!
//! no ends of a force coincide, no joint turns over, and no step ends where the constraints lose rank. Otherwise it is in doubt.
//!
//! Invariant: a simulation of which there is no doubt has no switch, shortens no step, and does not fail.

use linkwork::__private::{Clearance, Coincidences};
use linkwork::stepper::{StepReport, Stepper};
use linkwork::{Fallback, Mechanism, Real, Vector};

/// Looks at the steps of a chain.
pub struct Watch<M: Mechanism> {
    clearance: Clearance,
    coincidences: Coincidences<M>,
    values: M::Switches,
    cosines: Vec<M::Scalar>,
    /// φ at the last sample; empty before the first.
    last: Vec<f64>,
    /// φ_0.
    first: Vec<f64>,
    /// How many φ there are.
    count: usize,
    doubtful: bool,
}

impl<M: Mechanism> Watch<M> {
    /// Of a run that begins.
    pub fn new(m: &M) -> Self {
        let (names, count) = (m.names(), m.sizes().switches);
        Self {
            clearance: Clearance::new(),
            coincidences: Coincidences::new(m),
            values: M::Switches::zeros(count + 3 * names.coincidences.len()),
            cosines: vec![M::Scalar::zero(); m.assembly().cosines],
            last: Vec::new(),
            first: Vec::new(),
            count,
            // What contacts do is left to the simulation.
            doubtful: count > 0 && !names.contacts.is_empty(),
        }
    }

    /// Looks at an attempt; a run ends where it was told to, singular or not.
    pub fn look<S: Stepper<M>>(
        &mut self,
        m: &M,
        method: &S,
        w: &S::Workspace,
        report: &StepReport,
        is_last: bool,
    ) {
        if self.doubtful {
            return;
        }
        if !is_last && m.flags().holonomic && report.fallback != Fallback::None {
            self.doubtful = self.clearance.meets(m, method, w);
        }
        let sample = method.sample(w);
        if !self.cosines.is_empty() {
            m.orientation_cosines(sample.at, &mut self.cosines);
            self.doubtful |= !self.cosines.iter().all(|cosine| cosine.value() > 0.0);
        }
        if self.count > 0 {
            self.doubtful |= self.coincidences.look(m, sample.t, (sample.at, sample.v, sample.y)).is_err();
            m.switches(sample.at, sample.v, sample.y, &mut self.values);
            self.doubtful |= !self.stays();
        }
    }

    /// (1), and φ_n is the last one from now on.
    fn stays(&mut self) -> bool {
        let now = self.values.as_slice()[..self.count].iter().map(|x| x.value());
        if self.first.is_empty() {
            self.first.extend(now);
            self.last.clone_from(&self.first);
            return self.first.iter().all(|x| x.abs() > 0.0);
        }
        let pairs = now.zip(self.last.iter_mut().zip(&self.first));
        pairs.fold(true, |stays, (now, (last, first))| {
            let before = core::mem::replace(last, now);
            stays && now * first.signum() > (now - before).abs()
        })
    }

    /// Might a simulation make other steps?
    pub fn is_doubtful(&self) -> bool {
        self.doubtful
    }
}
