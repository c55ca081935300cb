//! A stepper without its type: checks are compiled once for a mechanism, not once for a pair.

use linkwork::Mechanism;
use linkwork::stepper::{Sample, Start, StepFailure, StepReport, Stepper};

/// A method for mechanisms of type `M`.
pub trait Method<M: Mechanism> {
    fn name(&self) -> String;
    fn order(&self) -> u32;
    fn start<'a>(&'a self, m: &M, from: &Start<M>, h: M::Scalar) -> Result<Box<dyn Run<M> + 'a>, StepFailure>
    where
        M: 'a;
}

/// A method with its workspace.
pub trait Run<M: Mechanism> {
    fn attempt(&mut self, m: &M, h: M::Scalar) -> Result<StepReport, StepFailure>;
    fn commit(&mut self, m: &M);
    fn sample(&self) -> Sample<'_, M>;
}

impl<M: Mechanism> dyn Run<M> + '_ {
    /// One whole step.
    pub fn step(&mut self, m: &M, h: M::Scalar) -> Result<StepReport, StepFailure> {
        let report = self.attempt(m, h)?;
        self.commit(m);
        Ok(report)
    }
}

struct Running<'a, M: Mechanism, S: Stepper<M>> {
    method: &'a S,
    workspace: S::Workspace,
}

impl<M: Mechanism, S: Stepper<M>> Method<M> for S {
    fn name(&self) -> String {
        Stepper::name(self)
    }
    fn order(&self) -> u32 {
        Stepper::order(self)
    }
    fn start<'a>(&'a self, m: &M, from: &Start<M>, h: M::Scalar) -> Result<Box<dyn Run<M> + 'a>, StepFailure>
    where
        M: 'a,
    {
        let workspace = Stepper::start(self, m, from, h)?;
        Ok(Box::new(Running { method: self, workspace }))
    }
}

impl<M: Mechanism, S: Stepper<M>> Run<M> for Running<'_, M, S> {
    fn attempt(&mut self, m: &M, h: M::Scalar) -> Result<StepReport, StepFailure> {
        self.method.attempt(m, h, &mut self.workspace)
    }
    fn commit(&mut self, m: &M) {
        self.method.commit(m, &mut self.workspace);
    }
    fn sample(&self) -> Sample<'_, M> {
        self.method.sample(&self.workspace)
    }
}

/// The initial values that a mechanism is built with.
pub fn start<M: Mechanism<Scalar = f64>>(m: &M) -> Start<M> {
    let (q, v, y) = m.initial();
    Start { t: 0.0, q, v, y }
}
