//! Whether a simulation would make the same steps as a chain.
//!
//! A simulation holds the side s of every switching function φ of a force: all evaluations of a step, also those beyond a root of φ, are those of the smooth
//! piece of the force on that side. It ends a step at a root that it sees by the signs of φ at the ends of steps, and shortens
//! steps that would end in a singular configuration. A chain holds the sides of the start. A simulation makes the same steps if at all of their ends
//!
//! ```text
//! φ_n s > 0                                                                                         (1)
//! ```
//!
//! no ends of a force coincide, no joint turns over, and no step ends where the constraints lose rank. Otherwise the run is doubtful (`other`).
//! Functions without a side (`mechanics::switches` of the compiler) do not end steps. A simulation does not detect a φ that touches zero between two ends.
//!
//! Invariant: the simulation of a run that is not doubtful has no switch, holds all sides of the start, shortens no step, and does not fail.

use linkwork::__private::{Clearance, Coincidences};
use linkwork::stepper::{StepReport, Stepper};
use linkwork::{Fallback, Mechanism, Real, Vector};

/// Monitors the steps of a chain.
pub struct Watch<M: Mechanism> {
    clearance: Clearance,
    coincidences: Coincidences<M>,
    values: M::Switches,
    cosines: Vec<M::Scalar>,
    /// s.
    sides: Vec<f64>,
    doubtful: bool,
}

impl<M: Mechanism> Watch<M> {
    /// For a new run on these sides.
    pub fn new(m: &M, sides: &[f64]) -> Self {
        let (names, count) = (m.names(), m.sizes().switches);
        Self {
            clearance: Clearance::new(),
            coincidences: Coincidences::new(m),
            values: M::Switches::zeros(count + 3 * names.coincidences.len()),
            cosines: vec![M::Scalar::zero(); m.assembly().cosines],
            sides: sides.to_vec(),
            doubtful: false,
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
        self.doubtful |= self.coincidences.look(m, sample.t, (sample.at, sample.v, sample.y)).is_err();
        if !self.sides.is_empty() {
            m.switches(sample.at, sample.v, sample.y, &mut self.values);
            let mut pairs = self.values.as_slice().iter().zip(&self.sides);
            self.doubtful |= !pairs.all(|(value, side)| value.value() * side > 0.0);
        }
    }

    /// Whether a simulation might make other steps.
    pub fn is_doubtful(&self) -> bool {
        self.doubtful
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use linkwork::runge_kutta::RungeKutta4;
    use linkwork::stepper::Start;
    use linkwork_tape::{Tape, TapeParameters};

    /// A bar on a hinge in absolute coordinates: the equations of the hinge hold for the reversed axis, too.
    const HINGED: &str = "mechanism Hinged in space {
        coordinates = absolute;
        body bar { mass: 1 [kg], inertia: diagonal(0.1, 0.2, 0.2) [kg*m^2] }
        joint hinge = revolute(ground, bar, axis: [0, 0, 1]);
    }";

    #[test]
    fn a_joint_that_is_turned_over_is_doubtful() {
        let compiled = linkwork_compiler::build::compile_text("hinged", HINGED, &Default::default(), false);
        let program = compiled.unwrap_or_else(|text| panic!("{text}")).programs.swap_remove(0);
        let m: Tape = TapeParameters::new(program).build().unwrap_or_else(|error| panic!("{error}"));
        let method = RungeKutta4::projected();
        let is_doubtful = |start: &Start<Tape>| {
            let mut w = method.start(&m, start, 0.01).expect("accelerations");
            let report = method.attempt(&m, 0.01, &mut w).expect("a step");
            let mut watch = Watch::new(&m, &[]);
            assert!(!watch.cosines.is_empty());
            watch.look(&m, &method, &w, &report, false);
            watch.is_doubtful()
        };
        let mut start = Start::initial(&m);
        assert!(!is_doubtful(&start));
        // Half a turn about x.
        let quaternion = start.q.len() - 4;
        start.q.as_mut_slice()[quaternion..].copy_from_slice(&[0.0, 1.0, 0.0, 0.0]);
        assert!(is_doubtful(&start));
    }
}
