//! The constraints of a large tree: a tape of their own, whose coordinates are some of those of the tree ([`Constraints`]).

use crate::executor::Executor;
use crate::frame::{Array, FrameAtRest, MovingFrame};
use crate::kind::Any;
use crate::states::{TapePositionCache, TapeTimeCache, copy_into};
use crate::tape::Tape;
use linkwork::trees::{Constraints, Dependence, Redundancy};
use linkwork::{Assemble, Evaluate, Real};
use linkwork_compiler::plan;
use nalgebra::DVector;
use smallvec::SmallVec;
use std::sync::Arc;

/// As many numbers as constraints have coordinates, in most mechanisms.
type Few<T> = SmallVec<[T; 64]>;

/// The constraints of a large tree.
#[derive(Debug)]
pub(crate) struct Closed<T: Real, E: Executor<Scalar = T>> {
    pub(crate) tape: Tape<T, Any, E>,
    /// Where its coordinates and velocities are among those of the tree.
    pub(crate) coordinates: Arc<[usize]>,
    pub(crate) velocities: Arc<[usize]>,
    redundant: Arc<Dependence>,
}

impl<T: Real, E: Executor<Scalar = T>> Clone for Closed<T, E> {
    fn clone(&self) -> Self {
        let (coordinates, velocities) = (self.coordinates.clone(), self.velocities.clone());
        Self { tape: self.tape.clone(), coordinates, velocities, redundant: self.redundant.clone() }
    }
}

/// The numbers at these places.
fn gathered<T: Copy>(all: &[T], places: &[usize]) -> Few<T> {
    places.iter().map(|&place| all[place]).collect()
}

impl<T: Real, E: Executor<Scalar = T>> Constraints for Closed<T, E> {
    type Scalar = T;
    type Place = TapePositionCache<T>;

    fn velocities(&self) -> &[usize] {
        &self.velocities
    }

    fn count(&self) -> usize {
        self.tape.program.holonomic_names.len()
    }

    fn jacobian(&self, at: &TapePositionCache<T>, out: &mut [T]) {
        let frame = self.tape.frame_at_rest(Self::of(at));
        self.tape.run_scattered(&self.tape.codes.constraint_jacobian, &frame, out);
    }

    fn redundancy(&self) -> Redundancy<'_> {
        self.redundant.lend()
    }

    fn stiffness(&self, at: &TapePositionCache<T>, lambda: &[T], out: &mut Vec<T>) {
        let (n, tape) = (self.order(), &self.tape);
        let rest = Few::from_elem(T::zero(), n);
        out.resize(n * n + tape.program.lengths.stiffness, T::zero());
        let (matrix, entries) = out.split_at_mut(n * n);
        let at = Self::of(at);
        let frame: MovingFrame<'_, T> = tape.frame(at);
        let moving = frame.with(Array::Velocity, &rest).with(Array::Holonomic, lambda);
        tape.run(&tape.codes.stiffness, &moving.with(Array::Acceleration, &rest), entries);
        tape.run_scattered(&tape.codes.stiffness_matrix, &frame.with(Array::StiffnessCache, entries), matrix);
    }
}

impl<T: Real, E: Executor<Scalar = T>> Closed<T, E> {
    /// With a planned mechanism of constraints.
    pub(crate) fn new(planned: &plan::Closing, tape: Tape<T, Any, E>) -> Self {
        let (coordinates, velocities) = (planned.coordinates[..].into(), planned.velocities[..].into());
        let redundant = Arc::new(Dependence::of(&tape));
        Self { tape, coordinates, velocities, redundant }
    }

    /// The same with other values of parameters; the weights of redundant constraints are those of the former ones.
    pub(crate) fn with_tape(&self, tape: Tape<T, Any, E>) -> Self {
        Self { tape, ..self.clone() }
    }

    /// The same over another scalar.
    pub(crate) fn lifted<S: Real>(&self, lift: &dyn Fn(T) -> S) -> Closed<S, crate::code::Code<S>> {
        Closed {
            tape: linkwork::Mechanism::with_scalar(&self.tape, lift),
            coordinates: self.coordinates.clone(),
            velocities: self.velocities.clone(),
            redundant: self.redundant.clone(),
        }
    }

    /// The weights of redundant constraints.
    pub(crate) fn weights(&self) -> &[f64] {
        self.redundant.lend().weights
    }

    fn order(&self) -> usize {
        self.velocities.len()
    }

    fn of(at: &TapePositionCache<T>) -> &TapePositionCache<T> {
        at.closing.as_deref().unwrap_or(at)
    }

    /// Evaluates what depends on (t, q).
    pub(crate) fn place(&self, now: &TapeTimeCache<T>, q: &[T], at: &mut Option<Box<TapePositionCache<T>>>) {
        let at = at.get_or_insert_with(|| Box::new(self.tape.position_cache()));
        self.tape.now_into(now.t, &mut at.now);
        copy_into(&gathered(q, &self.coordinates), &mut at.q);
        let mut values = core::mem::take(&mut at.values);
        let frame = FrameAtRest::at_rest(&self.tape.constants).at_time(&at.now).at(&at.q);
        self.tape.run(&self.tape.codes.place, &frame, &mut values);
        at.values = values;
    }

    /// g.
    pub(crate) fn holonomic(&self, at: &TapePositionCache<T>, out: &mut [T]) {
        self.tape.run(&self.tape.codes.holonomic, &self.tape.frame_at_rest(Self::of(at)), out);
    }

    /// dg/dt.
    pub(crate) fn holonomic_rate(&self, at: &TapePositionCache<T>, v: &[T], out: &mut [T]) {
        let v = gathered(v, &self.velocities);
        let frame = self.tape.frame(Self::of(at)).with(Array::Velocity, &v);
        self.tape.run(&self.tape.codes.holonomic_rate, &frame, out);
    }

    /// γ.
    pub(crate) fn acceleration_bias(&self, at: &TapePositionCache<T>, v: &[T], out: &mut [T]) {
        let v = gathered(v, &self.velocities);
        let frame = self.tape.frame(Self::of(at)).with(Array::Velocity, &v);
        self.tape.codes.acceleration_bias.run(&frame, &self.tape.registers, out, &mut []);
    }

    /// Adds a multiple of Gᵀ λ.
    pub(crate) fn add_reaction(&self, at: &TapePositionCache<T>, lambda: &[T], share: T, out: &mut [T]) {
        let mut own = Few::from_elem(T::zero(), self.order());
        let frame = self.tape.frame(Self::of(at)).with(Array::Holonomic, lambda);
        self.tape.run(&self.tape.codes.reaction_force, &frame, &mut own);
        for (&place, &own) in self.velocities.iter().zip(&own) {
            out[place] = out[place] + share * own;
        }
    }

    /// The nonzeros of G: row, velocity of the tree, number.
    pub(crate) fn nonzeros(&self, at: &TapePositionCache<T>) -> Vec<(usize, usize, T)> {
        let frame = self.tape.frame_at_rest(Self::of(at));
        let found = self.tape.nonzeros(&self.tape.codes.constraint_jacobian, &frame);
        found.into_iter().map(|(row, own, x)| (row, self.velocities[own], x)).collect()
    }

    /// [`Assemble::assembly_cosines`] of all velocities of the tree.
    pub(crate) fn assembly_cosines(&self, at: &TapePositionCache<T>, of_tree: usize, out: &mut [T]) {
        let cosines = self.tape.assembly().cosines;
        let mut own = vec![T::zero(); cosines * (1 + self.order())];
        self.tape.assembly_cosines(Self::of(at), &mut own);
        let (values, slopes) = own.split_at(cosines);
        out[..cosines].copy_from_slice(values);
        self.spread(slopes, of_tree, &mut out[cosines..]);
    }

    /// [`Assemble::orientation_cosines`].
    pub(crate) fn orientation_cosines(&self, at: &TapePositionCache<T>, out: &mut [T]) {
        self.tape.orientation_cosines(Self::of(at), out);
    }

    /// Writes its state into that of the tree.
    pub(crate) fn put(&self, (q, v): (&DVector<T>, &DVector<T>), all: (&mut DVector<T>, &mut DVector<T>)) {
        self.coordinates.iter().zip(q.iter()).for_each(|(&place, &x)| all.0[place] = x);
        self.velocities.iter().zip(v.iter()).for_each(|(&place, &x)| all.1[place] = x);
    }

    /// Its state as a part of that of the tree.
    pub(crate) fn part(&self, q: &DVector<T>, v: &DVector<T>) -> (DVector<T>, DVector<T>) {
        let vector = |all: &DVector<T>, places: &[usize]| {
            DVector::from_iterator(places.len(), places.iter().map(|&place| all[place]))
        };
        (vector(q, &self.coordinates), vector(v, &self.velocities))
    }
}
