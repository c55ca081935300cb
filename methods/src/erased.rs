//! A method with its type erased: the driver of simulations is compiled once per kind of tape instead of once per method.
//!
//! Invariant: a run makes the same steps as with the concrete type; only the calls are dynamic.

use linkwork::Mechanism;
use linkwork::snapshot::{SnapshotError, Transfer};
use linkwork::stepper::{
    ErrorEstimate, Sample, Start, StepFailure, StepReport, StepRules, Stepper, Tolerance,
};
use std::sync::Arc;

/// Some method for mechanisms of type `M`.
#[derive(Clone)]
pub struct Erased<M: Mechanism>(Arc<dyn Method<M> + Send + Sync>);

/// A method that can be sent to another thread with its workspace.
pub trait Sendable<M: Mechanism>: Stepper<M, Workspace: Send> + Clone + Send + Sync + 'static {}

impl<M: Mechanism, S: Stepper<M, Workspace: Send> + Clone + Send + Sync + 'static> Sendable<M> for S {}

impl<M: Mechanism + 'static> Erased<M> {
    /// A method for steps of fixed size.
    pub fn new<S: Sendable<M>>(method: S) -> Self {
        Self(Arc::new(Typed { method, error: None, rules: None }))
    }

    /// A method that estimates its error.
    pub fn estimating<S: ErrorEstimate<M> + Sendable<M>>(method: S) -> Self {
        Self(Arc::new(Typed { method, error: Some(S::error), rules: Some(S::rules) }))
    }
}

trait Method<M: Mechanism> {
    fn name(&self) -> String;
    fn order(&self) -> u32;
    fn order_for(&self, m: &M) -> u32;
    fn start(&self, m: &M, from: &Start<M>, h: M::Scalar) -> Result<Workspace<M>, StepFailure>;
    fn rules(&self) -> Option<StepRules>;
    fn supports_stiff_forces(&self) -> bool;
}

/// The workspace of some method, with the method.
pub struct Workspace<M: Mechanism>(Box<dyn Run<M> + Send>);

impl<M: Mechanism> Clone for Workspace<M> {
    fn clone(&self) -> Self {
        self.0.copied()
    }
}

trait Run<M: Mechanism> {
    fn attempt(&mut self, m: &M, h: M::Scalar) -> Result<StepReport, StepFailure>;
    fn commit(&mut self, m: &M);
    fn complete(&mut self, m: &M) -> Result<Option<StepReport>, StepFailure>;
    fn target(&self) -> Option<&M::PositionCache>;
    fn sample(&self) -> Sample<'_, M>;
    fn error(&self, m: &M, tolerance: &Tolerance) -> Option<f64>;
    fn transfer(&mut self, m: &M, over: &mut Transfer<'_>) -> Result<(), SnapshotError>;
    fn copied(&self) -> Workspace<M>;
}

type Estimate<M, S> = fn(&S, &M, &<S as Stepper<M>>::Workspace, &Tolerance) -> f64;

struct Typed<M: Mechanism, S: Stepper<M>> {
    method: S,
    error: Option<Estimate<M, S>>,
    rules: Option<fn(&S) -> StepRules>,
}

impl<M: Mechanism + 'static, S: Sendable<M>> Method<M> for Typed<M, S> {
    fn name(&self) -> String {
        self.method.name()
    }

    fn order(&self) -> u32 {
        self.method.order()
    }

    fn order_for(&self, m: &M) -> u32 {
        self.method.order_for(m)
    }

    fn start(&self, m: &M, from: &Start<M>, h: M::Scalar) -> Result<Workspace<M>, StepFailure> {
        let workspace = self.method.start(m, from, h)?;
        let running = Running { method: self.method.clone(), error: self.error, workspace };
        Ok(Workspace(Box::new(running)))
    }

    fn rules(&self) -> Option<StepRules> {
        self.rules.map(|rules| rules(&self.method))
    }

    fn supports_stiff_forces(&self) -> bool {
        self.method.supports_stiff_forces()
    }
}

struct Running<M: Mechanism, S: Stepper<M>> {
    method: S,
    error: Option<Estimate<M, S>>,
    workspace: S::Workspace,
}

impl<M: Mechanism + 'static, S: Sendable<M>> Run<M> for Running<M, S> {
    fn attempt(&mut self, m: &M, h: M::Scalar) -> Result<StepReport, StepFailure> {
        self.method.attempt(m, h, &mut self.workspace)
    }

    fn commit(&mut self, m: &M) {
        self.method.commit(m, &mut self.workspace);
    }

    fn complete(&mut self, m: &M) -> Result<Option<StepReport>, StepFailure> {
        self.method.complete(m, &mut self.workspace)
    }

    fn target(&self) -> Option<&M::PositionCache> {
        self.method.target(&self.workspace)
    }

    fn sample(&self) -> Sample<'_, M> {
        self.method.sample(&self.workspace)
    }

    fn error(&self, m: &M, tolerance: &Tolerance) -> Option<f64> {
        self.error.map(|error| error(&self.method, m, &self.workspace, tolerance))
    }

    fn transfer(&mut self, m: &M, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        self.method.transfer(m, &mut self.workspace, over)
    }

    fn copied(&self) -> Workspace<M> {
        let (method, workspace) = (self.method.clone(), self.workspace.clone());
        Workspace(Box::new(Self { method, error: self.error, workspace }))
    }
}

impl<M: Mechanism> Stepper<M> for Erased<M> {
    type Workspace = Workspace<M>;

    fn name(&self) -> String {
        self.0.name()
    }

    fn order(&self) -> u32 {
        self.0.order()
    }

    fn order_for(&self, m: &M) -> u32 {
        self.0.order_for(m)
    }

    fn supports_stiff_forces(&self) -> bool {
        self.0.supports_stiff_forces()
    }

    fn start(&self, m: &M, from: &Start<M>, h: M::Scalar) -> Result<Workspace<M>, StepFailure> {
        self.0.start(m, from, h)
    }

    fn attempt(&self, m: &M, h: M::Scalar, w: &mut Workspace<M>) -> Result<StepReport, StepFailure> {
        w.0.attempt(m, h)
    }

    fn commit(&self, m: &M, w: &mut Workspace<M>) {
        w.0.commit(m);
    }

    fn complete(&self, m: &M, w: &mut Workspace<M>) -> Result<Option<StepReport>, StepFailure> {
        w.0.complete(m)
    }

    fn transfer(&self, m: &M, w: &mut Workspace<M>, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        w.0.transfer(m, over)
    }

    fn target<'a>(&self, w: &'a Workspace<M>) -> Option<&'a M::PositionCache> {
        w.0.target()
    }

    fn sample<'a>(&self, w: &'a Workspace<M>) -> Sample<'a, M> {
        w.0.sample()
    }
}

/// A method without an estimate gives NaN, which no tolerance accepts, and steps of fixed size; rows of such methods are not
/// run with a tolerance.
impl<M: Mechanism> ErrorEstimate<M> for Erased<M> {
    fn error(&self, m: &M, w: &Workspace<M>, tolerance: &Tolerance) -> f64 {
        w.0.error(m, tolerance).unwrap_or(f64::NAN)
    }

    fn rules(&self) -> StepRules {
        let fixed =
            StepRules { exponent: f64::from(self.0.order()), growth: 1.0, hold: u32::MAX, safety: 1.0 };
        self.0.rules().unwrap_or(fixed)
    }
}
