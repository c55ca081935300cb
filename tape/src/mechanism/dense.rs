//! Dense matrices.

use crate::bodies::placed;
use crate::codes::ScatteredCode;
use crate::executor::Executor;
use crate::frame::{Array, Frame, FrameAtRest};
use crate::kind::Kind;
use crate::states::{TapePositionCache, TapeTimeCache, TapeValues};
use crate::tape::Tape;
use linkwork::trees::Constraints;
use linkwork::{Dense, Evaluate, Nonzero, Real};
use nalgebra::DVector;

impl<T: Real, K: Kind, E: Executor<Scalar = T>> Tape<T, K, E> {
    /// The entries of a matrix of as many columns as there are velocities that are no planned zeros.
    pub(crate) fn nonzeros(&self, matrix: &ScatteredCode<E>, frame: &Frame<'_, T>) -> Vec<Nonzero<T>> {
        let n = self.program.velocities.len();
        self.run_nonzeros(matrix, frame).map(|(place, x)| (place / n, place % n, x)).collect()
    }
}

impl<T: Real, K: Kind, E: Executor<Scalar = T>> Dense for Tape<T, K, E> {
    fn mass_matrix(&self, at: &TapePositionCache<T>, out: &mut [T]) {
        if let Some(bodies) = self.bodies() {
            return bodies.matrix([1.0, 0.0, 0.0], placed(at), (&[], None), out);
        }
        self.run_scattered(&self.codes.mass_matrix, &self.frame_at_rest(at), out);
    }
    fn mass_matrix_at(
        &self,
        now: &TapeTimeCache<T>,
        q: &DVector<T>,
        at: &mut TapePositionCache<T>,
        out: &mut [T],
    ) {
        let Some(code) = &self.codes.mass_matrix_at else {
            self.place(now, q, at);
            return self.mass_matrix(at, out);
        };
        let frame = FrameAtRest::at_rest(&self.constants).at_time(now).at(q.as_slice());
        self.run_scattered(code, &frame, out);
    }
    fn mass_nonzeros(&self, at: &TapePositionCache<T>) -> Option<Vec<Nonzero<T>>> {
        let known = self.bodies().is_none();
        known.then(|| self.nonzeros(&self.codes.mass_matrix, &self.frame_at_rest(at)))
    }
    fn jacobian_nonzeros(&self, at: &TapePositionCache<T>) -> Option<Vec<Nonzero<T>>> {
        if let Some(closed) = &self.closing {
            return Some(closed.nonzeros(at));
        }
        Some(self.nonzeros(&self.codes.constraint_jacobian, &self.frame_at_rest(at)))
    }
    fn damping_matrix(&self, at: &TapePositionCache<T>, moving: &TapeValues<T>, out: &mut [T]) {
        if let Some(bodies) = self.bodies() {
            return bodies.matrix([0.0, 1.0, 0.0], placed(at), (&moving.values, None), out);
        }
        let frame = self.frame(at).with(Array::VelocityCache, &moving.values);
        self.run_scattered(&self.codes.damping_matrix, &frame, out);
    }
    fn stiffness_matrix(&self, at: &TapePositionCache<T>, stiffness: &TapeValues<T>, out: &mut [T]) {
        if let Some(bodies) = self.bodies() {
            bodies.matrix([0.0, 0.0, 1.0], placed(at), (&[], Some(&stiffness.values)), out);
            if let Some(closed) = &self.closing {
                closed.add_stiffness(&stiffness.closing, self.program.velocities.len(), out);
            }
            return;
        }
        let frame = self.frame(at).with(Array::StiffnessCache, &stiffness.values);
        self.run_scattered(&self.codes.stiffness_matrix, &frame, out);
    }
    fn damping_times(
        &self,
        at: &TapePositionCache<T>,
        moving: &TapeValues<T>,
        x: &DVector<T>,
        out: &mut DVector<T>,
    ) -> bool {
        let Some(bodies) = self.bodies() else { return false };
        bodies.times([0.0, 1.0, 0.0], placed(at), (&moving.values, None), (x.as_slice(), out.as_mut_slice()));
        true
    }
    fn stiffness_times(
        &self,
        at: &TapePositionCache<T>,
        stiffness: &TapeValues<T>,
        x: &DVector<T>,
        out: &mut DVector<T>,
    ) -> bool {
        let Some(bodies) = self.bodies() else { return false };
        bodies.times(
            [0.0, 0.0, 1.0],
            placed(at),
            (&[], Some(&stiffness.values)),
            (x.as_slice(), out.as_mut_slice()),
        );
        if let Some(closed) = &self.closing {
            closed.add_stiffness_times(&stiffness.closing, x.as_slice(), out.as_mut_slice());
        }
        true
    }
    fn constraint_jacobian(&self, at: &TapePositionCache<T>, out: &mut [T]) {
        if let Some(closed) = &self.closing {
            return closed.dense_jacobian(at, self.program.velocities.len(), out);
        }
        self.run_scattered(&self.codes.constraint_jacobian, &self.frame_at_rest(at), out);
    }
    fn velocity_jacobian(&self, at: &TapePositionCache<T>, moving: &TapeValues<T>, out: &mut [T]) {
        let frame = self.frame(at).with(Array::VelocityCache, &moving.values);
        self.run_scattered(&self.codes.velocity_jacobian, &frame, out);
    }
}
