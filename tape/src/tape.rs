//! An interpreted mechanism: its state, and the execution of its routines.

use crate::bodies::Acting;
use crate::closed::Closed;
use crate::code::{Code, Registers};
use crate::codes::{BlockCode, Codes, ScatteredCode, Solver, checked, scatter};
use crate::executor::Executor;
use crate::frame::{Array, Frame, FrameAtRest, MovingFrame, SolvingFrame};
use crate::freedom::Known;
use crate::kind::{Any, Kind};
use crate::opening::Opening;
use crate::sparse;
use crate::states::{TapeFactors, TapePositionCache, TapeTimeCache};
use linkwork::__private::rotations::Parts;
use linkwork::__private::{
    Workspace, fallback_into, is_sound, is_sound_diagonal, redundant_fallback_into, refine_into,
};
use linkwork::trees::Tree;
use linkwork::{Fallback, Flags, Grip, Names, Real, Singular};
use linkwork_compiler::Program;
use linkwork_compiler::plan::{Factorisation, Table};
use nalgebra::DVector;
use smallvec::SmallVec;
use std::fmt;
use std::marker::PhantomData;
use std::sync::{Arc, Mutex};

/// Inputs as a function of time.
#[derive(Clone)]
pub(crate) struct Driver<T>(pub(crate) Arc<dyn Fn(T) -> Vec<T> + Send + Sync>);

/// A function cannot be printed.
impl<T> fmt::Debug for Driver<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Driver")
    }
}

/// A mechanism that is executed without rustc. `K` are the properties that its type guarantees: none, unless set by [`of_kind`](Self::of_kind).
/// `E` executes its routines: the interpreter by default, or native code of another crate.
#[derive(Debug)]
pub struct Tape<T: Real = f64, K: Kind = Any, E: Executor<Scalar = T> = Code<T>> {
    pub(crate) program: Arc<Program>,
    pub(crate) names: Arc<Names>,
    pub(crate) grips: Arc<[Grip]>,
    /// The flags, which every step reads.
    pub(crate) flags: Flags,
    pub(crate) codes: Arc<Codes<E>>,
    pub(crate) constants: Vec<T>,
    pub(crate) inputs: Vec<T>,
    /// Inputs that are a function of time instead.
    pub(crate) driver: Option<Driver<T>>,
    pub(crate) start: (DVector<T>, DVector<T>, DVector<T>),
    pub(crate) reactions: (DVector<T>, DVector<T>),
    pub(crate) saddle_limits: Vec<f64>,
    pub(crate) limits: Vec<f64>,
    /// The data of redundant constraints from `build()`.
    pub(crate) redundant: Vec<f64>,
    pub(crate) opening: Arc<Opening>,
    /// What is known of redundant constraints.
    pub(crate) known: Known,
    /// Space for intermediate results, so that nothing allocates inside a step.
    pub(crate) registers: Mutex<Registers<T>>,
    /// The loops over links of a large tree.
    pub(crate) bodies: Option<Arc<Tree<T>>>,
    /// Its constraints.
    pub(crate) closing: Option<Arc<Closed<T, E>>>,
    pub(crate) kind: PhantomData<K>,
}

impl<T: Real, K: Kind, E: Executor<Scalar = T>> Clone for Tape<T, K, E> {
    fn clone(&self) -> Self {
        Self {
            program: self.program.clone(),
            names: self.names.clone(),
            grips: self.grips.clone(),
            flags: self.flags,
            codes: self.codes.clone(),
            constants: self.constants.clone(),
            inputs: self.inputs.clone(),
            driver: self.driver.clone(),
            start: self.start.clone(),
            reactions: self.reactions.clone(),
            saddle_limits: self.saddle_limits.clone(),
            limits: self.limits.clone(),
            redundant: self.redundant.clone(),
            opening: self.opening.clone(),
            known: self.known.clone(),
            registers: Mutex::default(),
            bodies: self.bodies.clone(),
            closing: self.closing.clone(),
            kind: PhantomData,
        }
    }
}

impl<T: Real, K: Kind, E: Executor<Scalar = T>> Tape<T, K, E> {
    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The same mechanism with inputs as a function of time, at all times that a method uses.
    ///
    /// [`WithInputs::driven`](linkwork::WithInputs::driven) does the same for every mechanism by a type of its own;
    /// this one keeps the type, so that a program compiles its methods once. Such inputs have no derivatives: runs do not start from exact
    /// ones.
    pub fn driven_by(self, inputs: impl Fn(T) -> Vec<T> + Send + Sync + 'static) -> Self {
        let flags = Flags { time_explicit: true, analytic: false, ..self.flags };
        Self { driver: Some(Driver(Arc::new(inputs))), flags, ..self }
    }

    /// These inputs, followed by the held sides.
    pub(crate) fn with_sides(&self, inputs: &[T]) -> Vec<T> {
        let count = self.program.inputs.len();
        let given = inputs.iter().copied().chain(core::iter::repeat(T::zero())).take(count);
        given.chain(self.inputs[count..].iter().copied()).collect()
    }

    /// Whether its inputs are a function of time.
    pub fn is_driven(&self) -> bool {
        self.driver.is_some()
    }

    /// Whether forces jump on their own: they switch, friction sticks, or a force has no direction where its ends coincide.
    pub fn forces_switch(&self) -> bool {
        let program = &self.program;
        program.sides > 0 || !program.grips.is_empty() || !program.coincidence_names.is_empty()
    }

    /// The executors of its routines, one for each.
    pub fn executors(&self) -> Vec<&E> {
        self.codes.all()
    }

    /// The least pivots of the saddle matrix that straight-line factors are trusted with, step by step of its elimination.
    pub fn saddle_pivot_limits(&self) -> &[f64] {
        &self.saddle_limits
    }

    /// The scales of constraints, the weights of their reactions, whether the planned sets of redundant ones are those of these parameters (1 or 0), and how many are redundant; empty if the description
    /// has no redundant constraints.
    pub fn redundant_weights(&self) -> &[f64] {
        self.closing.as_ref().map_or(&self.redundant, |closed| closed.weights())
    }

    /// Whether the description has energies.
    pub fn has_energy(&self) -> bool {
        self.codes.energy.is_some()
    }

    /// q ⊞ δ, without what counts turns.
    pub(crate) fn displace(&self, q: &mut DVector<T>, by: &DVector<T>, carry: &mut DVector<T>) {
        self.parts().advance(q.as_mut_slice(), by.as_slice(), carry.as_mut_slice());
    }

    /// The parts of a configuration.
    pub(crate) fn parts(&self) -> Parts<'_> {
        Parts { plain: &self.codes.plain_runs, rotations: &self.program.rotations }
    }

    #[inline]
    pub(crate) fn run(&self, code: &E, frame: &Frame<'_, T>, out: &mut [T]) {
        // The time stage is empty in most mechanisms.
        if out.is_empty() {
            return;
        }
        code.run(frame, &self.registers, out, &mut []);
    }

    /// The same of a routine for numbers most of which are zeros.
    pub(crate) fn run_scattered(&self, scattered: &ScatteredCode<E>, frame: &Frame<'_, T>, out: &mut [T]) {
        let (found, _) = out.split_at_mut(scattered.places.len());
        self.run(&scattered.code, frame, found);
        scatter(&scattered.places, out);
    }

    /// These numbers without the zeros, with their places.
    pub(crate) fn run_nonzeros<'a>(
        &self,
        scattered: &'a ScatteredCode<E>,
        frame: &Frame<'_, T>,
    ) -> impl Iterator<Item = (usize, T)> + use<'a, T, K, E> {
        let mut found = vec![T::zero(); scattered.places.len()];
        self.run(&scattered.code, frame, &mut found);
        scattered.places.iter().copied().zip(found)
    }

    /// The loops of a large tree, which take the place of a routine.
    #[inline]
    pub(crate) fn bodies(&self) -> Option<&Tree<T>> {
        let bodies = self.bodies.as_deref()?;
        E::in_loops();
        Some(bodies)
    }

    /// Numbers of a cache; those of a large tree are allocated where they are first evaluated, since not every method uses all caches.
    pub(crate) fn cached(&self, count: usize) -> Vec<T> {
        if self.bodies().is_some() { Vec::new() } else { vec![T::zero(); count] }
    }

    /// The laws of a large tree at an instant.
    pub(crate) fn acting<'a>(&'a self, now: &'a TapeTimeCache<T>) -> Acting<'a, T, E> {
        let codes = self.codes.cells.as_ref().map_or(&[][..], |(_, laws)| laws);
        let inputs = self.program.inputs.len();
        Acting { codes, constants: &self.constants, registers: &self.registers, now, inputs }
    }

    /// For routines that depend on neither velocity nor reactions.
    pub(crate) fn frame_at_rest<'a>(&'a self, at: &'a TapePositionCache<T>) -> FrameAtRest<'a, T> {
        FrameAtRest::at_rest(&self.constants).placed(at)
    }

    pub(crate) fn frame<'a>(&'a self, at: &'a TapePositionCache<T>) -> MovingFrame<'a, T> {
        MovingFrame::moving(&self.constants).placed(at)
    }

    pub(crate) fn moving_frame<'a>(
        &'a self,
        at: &'a TapePositionCache<T>,
        v: &'a DVector<T>,
        y: &'a DVector<T>,
        reactions: (&'a DVector<T>, &'a DVector<T>),
    ) -> MovingFrame<'a, T> {
        self.frame(at)
            .with(Array::Velocity, v.as_slice())
            .with(Array::State, y.as_slice())
            .with(Array::Holonomic, reactions.0.as_slice())
            .with(Array::Nonholonomic, reactions.1.as_slice())
    }

    pub(crate) fn factor_with(
        &self,
        solver: &Solver<E>,
        limits: &[f64],
        frame: &Frame<'_, T>,
        into: &mut TapeFactors<T>,
    ) {
        if let Some(table) = &solver.table {
            let given = &mut into.values[..table.nonzeros.len()];
            solver.factor.run(frame, &self.registers, given, &mut []);
            into.sound = sparse::factor(table, &mut into.values, limits, &mut into.work);
            return;
        }
        let (slots, room) = into.values.split_at_mut(solver.slots);
        solver.factor.run(frame, &self.registers, slots, &mut into.checked);
        let mut checked = &into.checked[..];
        into.sound = solver.checks.iter().all(|check| match (check.reference, checked) {
            (None, [pivot, rest @ ..]) => {
                checked = rest;
                is_sound(*pivot, limits[check.step])
            }
            (Some(_), [pivot, entry, rest @ ..]) => {
                checked = rest;
                is_sound_diagonal(*pivot, *entry)
            }
            // All values of checks are there.
            _ => false,
        });
        if let Some(block) = &solver.block {
            into.sound &= self.factor_block(solver, block, slots, room, &mut into.work);
        }
    }

    pub(crate) fn empty_factors(&self, planned: &Factorisation) -> TapeFactors<T> {
        let work = planned
            .block
            .as_ref()
            .map_or(0, |block| 2 * block.rows.len() * block.rows.len() + 3 * self.program.order());
        let work = planned.table.as_ref().map_or(work, Table::order);
        let zeros = |count: usize| vec![T::zero(); count];
        TapeFactors {
            values: zeros(planned.stored()),
            sound: false,
            tree: None,
            checked: zeros(checked(planned)),
            work: zeros(work),
        }
    }

    fn factor_block(
        &self,
        solver: &Solver<E>,
        block: &BlockCode<E>,
        factors: &[T],
        room: &mut [T],
        work: &mut [T],
    ) -> bool {
        let (order, square) = (self.program.order(), block.plan.rows.len() * block.plan.rows.len());
        let (entries, work) = work.split_at_mut(square);
        let (copy, work) = work.split_at_mut(square);
        let (right, work) = work.split_at_mut(order);
        let (solution, out) = work.split_at_mut(order);
        let frame = SolvingFrame::solving(&self.constants, factors);
        self.run(&block.entries, &frame, entries);
        let backward = |right: &[T], solution: &[T], x: &mut [T]| {
            let frame = SolvingFrame::solving(&self.constants, factors)
                .with(Array::RightHandSide, right)
                .with(Array::Solution, solution);
            self.run_solve(solver, &frame, x);
        };
        let known = block.known_rank(self.program.velocities.len(), &self.redundant);
        known.factor_into((entries, copy), room, [right, solution, out], backward)
    }

    fn run_solve(&self, solver: &Solver<E>, frame: &Frame<'_, T>, x: &mut [T]) {
        let velocities = self.program.velocities.len().min(x.len());
        let (a, multipliers) = x.split_at_mut(velocities);
        solver.solve.run(frame, &self.registers, a, multipliers);
    }

    /// The solution for a right-hand side with sound factors.
    fn solve_sound(&self, solver: &Solver<E>, factors: &TapeFactors<T>, right: &[T], x: &mut [T]) {
        if let Some(table) = &solver.table {
            let mut steps: Few<T> = SmallVec::from_elem(T::zero(), right.len());
            return sparse::solve((table, &solver.order), &factors.values, right, &mut steps, x);
        }
        let (slots, room) = factors.values.split_at(solver.slots);
        let frame = SolvingFrame::solving(&self.constants, slots).with(Array::RightHandSide, right);
        let Some(block) = &solver.block else {
            self.run_solve(solver, &frame, x);
            return;
        };
        // Two more vectors: see below.
        let (mut eliminated, mut solution) = (right.to_vec(), right.to_vec());
        self.run(&block.forward, &frame, &mut eliminated);
        let backward = |right: &[T], solution: &[T], x: &mut [T]| {
            self.run_solve(
                solver,
                &frame.with(Array::RightHandSide, right).with(Array::Solution, solution),
                x,
            );
        };
        let known = block.known_rank(self.program.velocities.len(), &self.redundant);
        known.solve_into(room, &eliminated, &mut solution, x, backward);
    }

    pub(crate) fn solve_with(
        &self,
        solver: &Solver<E>,
        factors: &TapeFactors<T>,
        parts: [&mut DVector<T>; 3],
    ) -> Result<Fallback, Singular> {
        let [a, l, p] = parts.map(|part| part.as_mut_slice());
        let order = a.len() + l.len() + p.len();
        let (mut few, mut many);
        let right = if order <= FEW {
            few = [T::zero(); FEW];
            &mut few[..order]
        } else {
            many = Few::from_elem(T::zero(), order);
            &mut many[..]
        };
        let mut rest = &mut right[..];
        for part in [&*a, &*l, &*p] {
            let (to, others) = rest.split_at_mut(part.len());
            to.iter_mut().zip(part).for_each(|(to, from)| *to = *from);
            rest = others;
        }
        let one_kind = l.is_empty() || p.is_empty();
        if factors.sound && one_kind && solver.table.is_none() && solver.block.is_none() {
            // Straight-line code writes the solution where it belongs.
            let factors = &factors.values[..solver.slots];
            let frame = SolvingFrame::solving(&self.constants, factors).with(Array::RightHandSide, right);
            solver.solve.run(&frame, &self.registers, a, if l.is_empty() { p } else { l });
            return Ok(Fallback::None);
        }
        self.solve_otherwise(solver, factors, [a, l, p], right)
    }

    /// The same with multipliers of both kinds, by tables, with a block of known rank, or with factors that are not accurate.
    fn solve_otherwise(
        &self,
        solver: &Solver<E>,
        factors: &TapeFactors<T>,
        parts: [&mut [T]; 3],
        right: &mut [T],
    ) -> Result<Fallback, Singular> {
        let [a, l, p] = parts;
        let mut x: Few<T> = SmallVec::from_slice(right);
        let fallback = if factors.sound {
            self.solve_sound(solver, factors, right, &mut x);
            Fallback::None
        } else if self.refined_by_table(solver, factors, right, &mut x) {
            Fallback::Refined
        } else {
            let matrix = self.matrix(solver, factors);
            let mut space = Space::new(right);
            x.copy_from_slice(right);
            let mut fast = |b: &mut [T]| {
                let right = b.to_vec();
                self.solve_sound(solver, factors, &right, b);
            };
            let work = space.lend(right);
            match &solver.block {
                Some(block) => {
                    let known = block.known_rank(a.len(), &self.redundant);
                    redundant_fallback_into(&matrix, &mut x, work, &known, &mut fast)?
                }
                None => fallback_into(&matrix, &mut x, work, &mut fast)?,
            }
        };
        let mut from = 0;
        for part in [a, l, p] {
            part.copy_from_slice(&x[from..from + part.len()]);
            from += part.len();
        }
        Ok(fallback)
    }

    /// Whether refinement with the sparse matrix of a table gives the solution; `false` without a table.
    fn refined_by_table(
        &self,
        solver: &Solver<E>,
        factors: &TapeFactors<T>,
        right: &[T],
        x: &mut [T],
    ) -> bool {
        let Some(table) = &solver.table else { return false };
        let mut residual = right.to_vec();
        let mut fast = |b: &mut [T]| {
            let right = b.to_vec();
            self.solve_sound(solver, factors, &right, b);
        };
        refine_into(&sparse::rows(table, &factors.values), x, (right, &mut residual), &mut fast)
    }

    fn matrix(&self, solver: &Solver<E>, factors: &TapeFactors<T>) -> Vec<T> {
        if let Some(table) = &solver.table {
            return sparse::dense(table, &factors.values);
        }
        let mut matrix = vec![T::zero(); self.program.order() * self.program.order()];
        let frame = SolvingFrame::solving(&self.constants, &factors.values);
        if !solver.by_columns {
            self.run(&solver.matrix, &frame, &mut matrix);
            return matrix;
        }
        let order = self.program.order();
        for (at, row) in matrix.chunks_mut(order.max(1)).enumerate() {
            let mut unit = vec![T::zero(); order];
            unit[at] = T::one();
            self.run(&solver.matrix, &frame.with(Array::RightHandSide, &unit), row);
        }
        matrix
    }
}

/// As many numbers as a system has unknowns; few of them need no allocation.
type Few<T> = SmallVec<[T; 64]>;
/// Fewer still, which are set to zero in a few instructions.
const FEW: usize = 16;

/// Space for a fallback.
struct Space<T> {
    lu: Vec<T>,
    residual: Vec<T>,
    scales: Vec<f64>,
    rows: Vec<usize>,
    columns: Vec<usize>,
}

impl<T: Real> Space<T> {
    fn new(right: &[T]) -> Self {
        let order = right.len();
        Self {
            lu: vec![T::zero(); order * order],
            residual: right.to_vec(),
            scales: vec![1.0; order],
            rows: vec![0; order],
            columns: vec![0; order],
        }
    }

    fn lend<'a>(&'a mut self, right: &'a mut [T]) -> Workspace<'a, T> {
        let Self { lu, residual, scales, rows, columns } = self;
        Workspace { lu, right, residual, scales, rows, columns }
    }
}
