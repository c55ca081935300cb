//! Whether a simulation would make the same steps as a chain.
//!
//! A simulation ends steps at switches of forces, the roots of switching functions φ, which it sees by the signs of φ at the ends of steps, and shortens
//! steps that would end in a singular configuration. It makes the same steps if at all of their ends
//!
//! ```text
//! φ_n s > |φ_n − φ_{n−1}|,   s = sign φ_0                                                             (1)
//! ```
//!
//! no ends of a force coincide, no joint turns over, and no step ends where the constraints lose rank. Otherwise the run is doubtful. The margin of
//! (1) is for stages within a step, which a simulation evaluates on the held side of φ; φ that touches zero between two ends passes it unseen.
//!
//! Invariant: the simulation of a run that is not doubtful has no switch, shortens no step, and does not fail.

use linkwork::__private::{Clearance, Coincidences};
use linkwork::stepper::{StepReport, Stepper};
use linkwork::{Fallback, Mechanism, Real, Vector};

/// Monitors the steps of a chain.
pub struct Watch<M: Mechanism> {
    clearance: Clearance,
    coincidences: Coincidences<M>,
    values: M::Switches,
    cosines: Vec<M::Scalar>,
    /// φ at the last sample; empty before the first.
    last: Vec<f64>,
    /// φ_0.
    first: Vec<f64>,
    /// The number of φ.
    count: usize,
    doubtful: bool,
}

impl<M: Mechanism> Watch<M> {
    /// For a new run.
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
            // Contacts need the simulation.
            doubtful: count > 0 && !names.contacts.is_empty(),
        }
    }

    /// Checks an attempt; the last one may end in a singular configuration.
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

    /// Checks (1), and stores φ_n.
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

    /// Whether a simulation might make other steps.
    pub fn is_doubtful(&self) -> bool {
        self.doubtful
    }
}
