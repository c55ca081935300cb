//! The linear systems of steps.

use crate::bodies::placed;
use crate::executor::Executor;
use crate::frame::{Array, Frame};
use crate::kind::Kind;
use crate::states::{TapeFactors, TapePositionCache, TapeValues};
use crate::tape::Tape;
use linkwork::trees::{Closing, Constraints, Factors};
use linkwork::{Blocks, Fallback, Real, Singular, Solve, Weights};
use nalgebra::DVector;

impl<T: Real, K: Kind, E: Executor<Scalar = T>> Solve for Tape<T, K, E> {
    type SaddleFactors = TapeFactors<T>;
    type Factors = TapeFactors<T>;
    fn saddle_factors(&self) -> TapeFactors<T> {
        match self.bodies() {
            Some(bodies) => of_tree(bodies.saddle_factors()),
            None => self.empty_factors(&self.program.saddle),
        }
    }
    fn factors(&self) -> TapeFactors<T> {
        match self.bodies() {
            Some(bodies) => of_tree(bodies.factors()),
            None => self.empty_factors(&self.program.bordered),
        }
    }
    fn factor_saddle(
        &self,
        mass: &TapePositionCache<T>,
        columns: &TapePositionCache<T>,
        rows: &TapePositionCache<T>,
        moving: &TapeValues<T>,
        into: &mut TapeFactors<T>,
    ) {
        if let Some(bodies) = self.bodies() {
            let Some(into) = &mut into.tree else { return };
            let mut room = into.lend_closing();
            let closing = match &self.closing {
                Some(closed) => closed.closing((columns, rows), None, &mut room),
                None => Closing::NONE,
            };
            bodies.factor_mass(placed(mass), closing, into);
            into.give_back(room);
            return;
        }
        let frame = Frame::of_constants(&self.constants)
            .placed_apart([mass, columns, rows])
            .with(Array::VelocityCache, &moving.values);
        self.factor_with(&self.codes.saddle, &self.saddle_limits, &frame, into);
    }
    fn solve_saddle(
        &self,
        factors: &TapeFactors<T>,
        a: &mut DVector<T>,
        l: &mut DVector<T>,
        p: &mut DVector<T>,
    ) -> Result<Fallback, Singular> {
        if let Some((bodies, factors)) = self.bodies().zip(factors.tree.as_ref()) {
            return bodies.solve_mass(factors, a.as_mut_slice(), l.as_mut_slice());
        }
        self.solve_with(&self.codes.saddle, factors, [a, l, p])
    }
    fn factor(&self, weights: Weights<T>, blocks: Blocks<'_, Self>, into: &mut TapeFactors<T>) {
        if let Some(bodies) = self.bodies() {
            let stiffness = blocks.stiffness.map(|stiffness| &stiffness.values[..]);
            let caches = (&blocks.moving.values[..], stiffness);
            let Some(into) = &mut into.tree else { return };
            let mut room = into.lend_closing();
            let closing = match &self.closing {
                Some(closed) => {
                    let stiffness = blocks.stiffness.map(|stored| (weights.stiffness, &stored.closing[..]));
                    closed.closing((blocks.columns, blocks.rows), stiffness, &mut room)
                }
                None => Closing::NONE,
            };
            bodies.factor(weights, (placed(blocks.mass), placed(blocks.columns)), caches, closing, into);
            into.give_back(room);
            return;
        }
        let weights = weights.to_array();
        let stiffness = blocks.stiffness.map_or(&self.codes.no_stiffness, |stiffness| &stiffness.values);
        let frame = Frame::of_constants(&self.constants)
            .placed_apart([blocks.mass, blocks.columns, blocks.rows])
            .with(Array::VelocityCache, &blocks.moving.values)
            .with(Array::StiffnessCache, stiffness)
            .with(Array::Weights, &weights);
        self.factor_with(&self.codes.bordered, &self.limits, &frame, into);
    }
    fn solve(
        &self,
        factors: &TapeFactors<T>,
        a: &mut DVector<T>,
        l: &mut DVector<T>,
        p: &mut DVector<T>,
    ) -> Result<Fallback, Singular> {
        if let Some((bodies, factors)) = self.bodies().zip(factors.tree.as_ref()) {
            return bodies.solve(factors, a.as_mut_slice(), l.as_mut_slice());
        }
        self.solve_with(&self.codes.bordered, factors, [a, l, p])
    }
}

/// The factors of a large tree.
fn of_tree<T: Real>(factors: Factors<T>) -> TapeFactors<T> {
    let (values, checked, work) = (Vec::new(), Vec::new(), Vec::new());
    TapeFactors { values, sound: false, checked, tree: Some(factors), work }
}
