//! Several runs at once: a method that starts every lane of a pack as a single run.
//!
//! A step of a pack does the operations of a step for all lanes at once, in the same order (`scalar::Pack`, feature `wide`). A start differs: the
//! available and used derivatives depend on the run. So each lane starts in f64, and the results
//! of the starts are joined, number by number, as a snapshot is read.
//!
//! Runs with switches, sticking friction or events are not made at once ([`Error::Parted`](crate::Error::Parted)): these have a time of
//! their own in each lane.
//!
//! Invariant: lane i of a run is bit-identical to the run of mechanism i in f64, or the run ends with an error, or its report counts
//! fallbacks to pivoting: then the lanes must be run one by one.

use crate::error::SnapshotError;
use crate::stepper::{Sample, Start, StepFailure, StepReport, Stepper, check_start};
use crate::transfer::Transfer;
use crate::{Mechanism, Real, Vector};
use alloc::string::String;
use alloc::vec::Vec;

/// A method for packs of runs of these mechanisms.
#[derive(Clone, Copy, Debug)]
pub struct Joined<'a, M, S> {
    /// The method that starts every lane.
    starting: S,
    /// The method that makes the steps, with a minimal start, whose result is replaced.
    stepping: S,
    mechanisms: &'a [M],
}

impl<'a, M, S> Joined<'a, M, S> {
    /// The method `starting` for a pack of these mechanisms, one for each lane. `stepping` is the same method with a start that needs
    /// only accelerations.
    pub fn new(starting: S, stepping: S, mechanisms: &'a [M]) -> Self {
        Self { starting, stepping, mechanisms }
    }
}

/// One lane of the start of a pack.
fn lane_of<M: Mechanism<Scalar = f64>, P: Mechanism>(from: &Start<P>, lane: usize) -> Start<M> {
    fn one<T: Real, V: Vector<T>, W: Vector<f64>>(x: &V, lane: usize) -> W {
        let mut one = W::zeros(x.len());
        one.as_mut_slice().iter_mut().zip(x.as_slice()).for_each(|(one, x)| *one = x.lane(lane));
        one
    }
    Start { t: from.t.lane(lane), q: one(&from.q, lane), v: one(&from.v, lane), y: one(&from.y, lane) }
}

impl<M, P, S> Stepper<P> for Joined<'_, M, S>
where
    M: Mechanism<Scalar = f64>,
    P: Mechanism,
    S: Stepper<M> + Stepper<P>,
{
    type Workspace = <S as Stepper<P>>::Workspace;

    fn name(&self) -> String {
        Stepper::<P>::name(&self.stepping)
    }
    fn order(&self) -> u32 {
        Stepper::<P>::order(&self.stepping)
    }
    fn supports_stiff_forces(&self) -> bool {
        Stepper::<P>::supports_stiff_forces(&self.stepping)
    }
    fn start(&self, m: &P, from: &Start<P>, h: P::Scalar) -> Result<Self::Workspace, StepFailure> {
        if self.mechanisms.len() != P::Scalar::LANES {
            return Err(StepFailure::Parted);
        }
        check_start(m, from)?;
        let mut lanes: Vec<Vec<u8>> = Vec::with_capacity(self.mechanisms.len());
        for (lane, mechanism) in self.mechanisms.iter().enumerate() {
            let from = lane_of::<M, P>(from, lane);
            let mut w = Stepper::<M>::start(&self.starting, mechanism, &from, h.lane(lane))?;
            let mut bytes = Vec::new();
            Stepper::<M>::transfer(&self.starting, mechanism, &mut w, &mut Transfer::writing(&mut bytes))
                .map_err(|_| StepFailure::Parted)?;
            lanes.push(bytes);
        }
        let mut w = Stepper::<P>::start(&self.stepping, m, from, h)?;
        let lanes: Vec<&[u8]> = lanes.iter().map(Vec::as_slice).collect();
        let mut over = Transfer::joining(&lanes);
        // Lanes with starts of different kinds continue differently.
        Stepper::<P>::transfer(&self.stepping, m, &mut w, &mut over).map_err(|_| StepFailure::Parted)?;
        over.end().map_err(|_| StepFailure::Parted)?;
        Ok(w)
    }
    #[inline]
    fn attempt(&self, m: &P, h: P::Scalar, w: &mut Self::Workspace) -> Result<StepReport, StepFailure> {
        self.stepping.attempt(m, h, w)
    }
    #[inline]
    fn commit(&self, m: &P, w: &mut Self::Workspace) {
        self.stepping.commit(m, w);
    }
    #[inline]
    fn complete(&self, m: &P, w: &mut Self::Workspace) -> Result<Option<StepReport>, StepFailure> {
        self.stepping.complete(m, w)
    }
    #[inline]
    fn target<'a>(&self, w: &'a Self::Workspace) -> Option<&'a P::PositionCache> {
        Stepper::<P>::target(&self.stepping, w)
    }
    fn transfer(&self, m: &P, w: &mut Self::Workspace, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        self.stepping.transfer(m, w, over)
    }
    #[inline]
    fn sample<'a>(&self, w: &'a Self::Workspace) -> Sample<'a, P> {
        Stepper::<P>::sample(&self.stepping, w)
    }
}
