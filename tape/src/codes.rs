//! A program's routines, prepared for one scalar.

use crate::code::Code;
use crate::executor::Executor;
use crate::functions::{Functions, Linker};
use crate::partials::{Motion, has_all_lengths};
use linkwork::__private::KnownRank;
use linkwork::exact_start::LENGTHS;
use linkwork::scalar::Taylor;
use linkwork::{Error, Real};
use linkwork_compiler::Program;
use linkwork_compiler::plan::{
    Block, Check, Factorisation, OutputRegister, Register, Routine, Scattered, Table,
};
use linkwork_compiler::symbolic::UserFunction;
use std::any::{Any, TypeId};
use std::collections::BTreeSet;
use std::iter;
use std::sync::{Arc, Mutex, PoisonError};

/// A planned factorisation as code.
#[derive(Debug)]
pub(crate) struct Solver<E> {
    pub(crate) factor: E,
    pub(crate) checks: Vec<Check>,
    /// Accelerations, then multipliers.
    pub(crate) solve: E,
    pub(crate) matrix: E,
    /// Whether `matrix` computes columns of the (symmetric) matrix, one for each unit vector on the right.
    pub(crate) by_columns: bool,
    pub(crate) block: Option<BlockCode<E>>,
    pub(crate) slots: usize,
    pub(crate) order: Vec<(usize, usize)>,
    /// The elimination, if it is made by tables.
    pub(crate) table: Option<Table>,
}

impl<E: Executor> Solver<E> {
    fn new(planned: &Factorisation, velocities: usize, linker: &Linker<'_>, options: E::Options) -> Self {
        // The checked registers are outputs after the factors.
        let split = planned.factor.outputs.len();
        let checked = planned.checks.iter().flat_map(registers_of).map(OutputRegister::from);
        let outputs = planned.factor.outputs.iter().copied().chain(checked).collect();
        let factor = Routine { outputs, ..planned.factor.clone() };
        let in_two = |routine: &Routine, split| E::new(Code::linked(routine, split, linker), options);
        Self {
            factor: in_two(&factor, split),
            checks: planned.checks.clone(),
            solve: in_two(&planned.solve, velocities),
            matrix: in_two(&planned.matrix, planned.matrix.outputs.len()),
            by_columns: planned.by_columns,
            block: planned.block.as_ref().map(|block| BlockCode::new(block, linker, options)),
            slots: planned.slots,
            order: planned.order.clone(),
            table: planned.table.clone(),
        }
    }
}

/// The registers of a check.
fn registers_of(check: &Check) -> impl Iterator<Item = Register> + use<> {
    iter::once(check.pivot).chain(check.reference)
}

/// The number of values of all checks.
pub(crate) fn checked(planned: &Factorisation) -> usize {
    planned.checks.iter().flat_map(registers_of).count()
}

/// A block of known rank as code.
#[derive(Debug)]
pub(crate) struct BlockCode<E> {
    pub(crate) plan: Block,
    pub(crate) entries: E,
    pub(crate) forward: E,
}

impl<E: Executor> BlockCode<E> {
    fn new(planned: &Block, linker: &Linker<'_>, options: E::Options) -> Self {
        let whole = |routine: &Routine| E::new(Code::linked(routine, routine.outputs.len(), linker), options);
        Self { plan: planned.clone(), entries: whole(&planned.entries), forward: whole(&planned.forward) }
    }

    /// The data for its inversion.
    pub(crate) fn known_rank<'a>(&'a self, velocities: usize, weights: &'a [f64]) -> KnownRank<'a> {
        let &Block { ref rows, ref columns, ref sets, members: ref multipliers, accelerated, .. } =
            &self.plan;
        KnownRank { velocities, rows, columns, sets, multipliers, accelerated, weights }
    }
}

/// A routine for numbers most of which are exact zeros as code.
#[derive(Debug)]
pub(crate) struct ScatteredCode<E> {
    /// What computes the others.
    pub(crate) code: E,
    /// Their places, in order.
    pub(crate) places: Vec<usize>,
}

/// Moves numbers from the beginning of a slice to their places, which are in order, and sets all others to zero.
pub(crate) fn scatter<T: Real>(places: &[usize], out: &mut [T]) {
    // From the end: no place is before the number that belongs there.
    let mut end = out.len();
    for (number, &place) in places.iter().enumerate().rev() {
        let value = out[number];
        out[place + 1..end].fill(T::zero());
        out[place] = value;
        end = place;
    }
    out[..end].fill(T::zero());
}

/// Every routine in one scalar.
#[derive(Debug)]
pub(crate) struct Codes<E: Executor> {
    pub(crate) constants: E,
    pub(crate) initial: E,
    pub(crate) now: E,
    pub(crate) place: E,
    pub(crate) mass_times: E,
    pub(crate) applied_force: E,
    pub(crate) force: E,
    pub(crate) residual: E,
    /// The same straight from the configuration.
    pub(crate) residual_at: Option<E>,
    pub(crate) reaction_force: E,
    pub(crate) holonomic: E,
    pub(crate) holonomic_rate: E,
    pub(crate) nonholonomic: E,
    pub(crate) acceleration_bias: E,
    pub(crate) moving: E,
    pub(crate) stiffness: E,
    pub(crate) state_rates: E,
    pub(crate) outputs: E,
    pub(crate) switches: E,
    pub(crate) ranges: E,
    pub(crate) energy: Option<E>,
    pub(crate) mass_matrix: ScatteredCode<E>,
    /// The same straight from the configuration.
    pub(crate) mass_matrix_at: Option<ScatteredCode<E>>,
    pub(crate) damping_matrix: ScatteredCode<E>,
    pub(crate) stiffness_matrix: ScatteredCode<E>,
    pub(crate) constraint_jacobian: ScatteredCode<E>,
    pub(crate) velocity_jacobian: ScatteredCode<E>,
    pub(crate) saddle: Solver<E>,
    pub(crate) bordered: Solver<E>,
    pub(crate) conditions: ScatteredCode<E>,
    pub(crate) turns: E,
    /// The routines of assembly, if something has to be assembled.
    pub(crate) assembly: Option<AssemblyCode<E>>,
    pub(crate) checks: E,
    /// For a large tree: its table, and loads and slopes of each law of forces.
    pub(crate) cells: Option<(E, Vec<[E; 2]>)>,
    /// The routines of its constraints.
    pub(crate) closing: Option<Arc<Self>>,
    /// Runs of plain coordinates: (first coordinate, first velocity, how many).
    pub(crate) plain_runs: Vec<(usize, usize, usize)>,
    /// K and k_q of methods that have none: zeros.
    pub(crate) no_stiffness: Vec<E::Scalar>,
    /// The functions of the user's, and those of them that the routines call.
    pub(crate) functions: Functions,
    called: BTreeSet<UserFunction>,
    /// The same routines for other scalars, created on first use: starts from exact derivatives need them, in each run of a sweep.
    lifted: Mutex<Vec<(TypeId, Arc<dyn Any + Send + Sync>)>>,
}

/// The routines of assembly.
#[derive(Debug)]
pub(crate) struct AssemblyCode<E> {
    pub(crate) measures: ScatteredCode<E>,
    pub(crate) guarding: ScatteredCode<E>,
    pub(crate) orientation: E,
    pub(crate) reference: E,
}

impl<E: Executor> Codes<E> {
    /// The block with the most sets of redundant constraints.
    pub(crate) fn block_of_sets(&self) -> Option<&BlockCode<E>> {
        let blocks = [&self.saddle, &self.bordered].into_iter().filter_map(|solver| solver.block.as_ref());
        blocks.max_by_key(|block| block.plan.sets.len())
    }

    /// Those of a program. Calls of functions that are not registered for this scalar are NaN: see [`check`](Self::check).
    pub(crate) fn new(program: &Program, functions: &Functions, options: E::Options) -> Self {
        let linker = Linker::new(program, functions);
        let in_two = |routine: &Routine, split| E::new(Code::linked(routine, split, &linker), options);
        let whole = |routine: &Routine| in_two(routine, routine.outputs.len());
        let scattered = |routine: &Scattered| ScatteredCode {
            code: whole(&routine.routine),
            places: routine.places.clone(),
        };
        let holonomic = program.holonomic_names.len();
        let codes = Self {
            constants: whole(&program.constants),
            initial: whole(&program.initial),
            now: whole(&program.now),
            place: whole(&program.place),
            mass_times: whole(&program.mass_times),
            applied_force: whole(&program.applied_force),
            force: whole(&program.force),
            residual: whole(&program.residual),
            residual_at: program.direct.residual.as_ref().map(whole),
            reaction_force: whole(&program.reaction_force),
            holonomic: whole(&program.holonomic),
            holonomic_rate: whole(&program.holonomic_rate),
            nonholonomic: whole(&program.nonholonomic),
            acceleration_bias: in_two(&program.acceleration_bias, holonomic),
            moving: whole(&program.moving),
            stiffness: whole(&program.stiffness),
            state_rates: whole(&program.state_rates),
            outputs: whole(&program.outputs),
            switches: whole(&program.switches),
            ranges: whole(&program.ranges),
            energy: program.energy.as_ref().map(whole),
            mass_matrix: scattered(&program.mass_matrix),
            mass_matrix_at: program.direct.mass_matrix.as_ref().map(scattered),
            damping_matrix: scattered(&program.damping_matrix),
            stiffness_matrix: scattered(&program.stiffness_matrix),
            constraint_jacobian: scattered(&program.constraint_jacobian),
            velocity_jacobian: scattered(&program.velocity_jacobian),
            saddle: Solver::new(&program.saddle, program.velocities.len(), &linker, options),
            bordered: Solver::new(&program.bordered, program.velocities.len(), &linker, options),
            conditions: scattered(&program.conditions),
            turns: whole(&program.turns),
            assembly: program.assembly.as_ref().map(|assembly| AssemblyCode {
                measures: scattered(&assembly.measures),
                guarding: scattered(&assembly.guarding),
                orientation: whole(&assembly.orientation),
                reference: whole(&assembly.reference),
            }),
            checks: whole(&program.checks),
            cells: program.cells.as_ref().map(|cells| {
                let laws = cells.laws.iter().map(|law| [&law.loads, &law.slopes].map(whole));
                (whole(&cells.table), laws.collect())
            }),
            closing: program
                .closing
                .as_ref()
                .map(|closing| Arc::new(Self::new(&closing.program, functions, options))),
            plain_runs: program.plain_runs(),
            no_stiffness: vec![E::Scalar::zero(); program.lengths.stiffness],
            functions: functions.clone(),
            called: BTreeSet::new(),
            lifted: Mutex::default(),
        };
        Self { called: linker.called(), ..codes }
    }

    /// Checks that all functions that the routines call are registered for this scalar.
    ///
    /// # Errors
    /// Those that are not.
    pub(crate) fn check(&self) -> Result<(), Error> {
        self.functions.check::<E::Scalar>(&self.called)
    }

    /// Whether the routines call functions of the user's.
    pub(crate) fn call_functions(&self) -> bool {
        !self.called.is_empty()
    }

    /// Whether the routines can be run in series of time: whether all functions that they call are registered for these.
    pub(crate) fn analytic(&self) -> bool {
        self.called.iter().all(|function| {
            let short = self.functions.pointer::<Taylor<E::Scalar, { LENGTHS[0] }>>(*function).is_some();
            let middle = self.functions.pointer::<Taylor<E::Scalar, { LENGTHS[1] }>>(*function).is_some();
            let all = self.functions.pointer::<Motion<E::Scalar>>(*function).is_some();
            all && (short && middle || !has_all_lengths::<E::Scalar>())
        })
    }

    /// The routines for another scalar, interpreted.
    pub(crate) fn lifted<S: Real>(&self, program: &Program) -> Arc<Codes<Code<S>>> {
        // The contents are complete even if a thread panicked while holding the lock.
        let mut lifted = self.lifted.lock().unwrap_or_else(PoisonError::into_inner);
        let known = lifted.iter().find(|(scalar, _)| *scalar == TypeId::of::<S>());
        if let Some(Ok(codes)) = known.map(|(_, codes)| codes.clone().downcast()) {
            return codes;
        }
        let codes = Arc::new(Codes::<Code<S>>::new(program, &self.functions, ()));
        lifted.push((TypeId::of::<S>(), codes.clone()));
        codes
    }

    /// Prepares the routines that steps run. Those of the start and of the tables of a large tree run once.
    pub(crate) fn expect_runs(&self) {
        let table = self.cells.as_ref().map(|(table, _)| table);
        let once = [Some(&self.constants), Some(&self.initial), table];
        let repeated = |routine: &&E| !once.iter().flatten().any(|once| std::ptr::eq(*once, *routine));
        self.all().into_iter().filter(repeated).for_each(E::expect_runs);
        if let Some(closing) = &self.closing {
            closing.expect_runs();
        }
    }

    /// Every routine.
    pub(crate) fn all(&self) -> Vec<&E> {
        let mut all = vec![
            &self.constants,
            &self.initial,
            &self.now,
            &self.place,
            &self.mass_times,
            &self.applied_force,
            &self.force,
            &self.residual,
            &self.reaction_force,
            &self.holonomic,
            &self.holonomic_rate,
            &self.nonholonomic,
            &self.acceleration_bias,
            &self.moving,
            &self.stiffness,
            &self.state_rates,
            &self.outputs,
            &self.switches,
            &self.ranges,
            &self.mass_matrix.code,
            &self.damping_matrix.code,
            &self.stiffness_matrix.code,
            &self.constraint_jacobian.code,
            &self.velocity_jacobian.code,
            &self.conditions.code,
            &self.turns,
            &self.checks,
        ];
        all.extend(self.energy.iter().chain(&self.residual_at));
        all.extend(self.mass_matrix_at.iter().map(|matrix| &matrix.code));
        all.extend(
            self.cells.iter().flat_map(|(table, laws)| std::iter::once(table).chain(laws.as_flattened())),
        );
        for solver in [&self.saddle, &self.bordered] {
            all.extend([&solver.factor, &solver.solve, &solver.matrix]);
            all.extend(solver.block.iter().flat_map(|block| [&block.entries, &block.forward]));
        }
        all.extend(self.assembly.iter().flat_map(|assembly| {
            let AssemblyCode { measures, guarding, orientation, reference } = assembly;
            [&measures.code, &guarding.code, orientation, reference]
        }));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::scatter;

    #[test]
    fn numbers_move_to_their_places() {
        for (places, expected) in [
            (&[1_usize, 2, 5][..], [0.0, 1.0, 2.0, 0.0, 0.0, 3.0, 0.0]),
            (&[], [0.0; 7]),
            (&[0, 1, 2, 3, 4, 5, 6], [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]),
        ] {
            let mut out: [f64; 7] = core::array::from_fn(|i| i as f64 + 1.0);
            scatter(places, &mut out);
            assert_eq!(out, expected);
        }
    }
}
