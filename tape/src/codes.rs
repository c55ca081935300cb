//! A program's routines, prepared for one scalar.

use crate::code::Code;
use linkwork::__private::KnownRank;
use linkwork::Real;
use linkwork_compiler::Program;
use linkwork_compiler::plan::{Block, Check, Factorisation};

/// A planned factorisation as code.
#[derive(Debug)]
pub(crate) struct Solver<T> {
    pub(crate) factor: Code<T>,
    pub(crate) checks: Vec<Check>,
    pub(crate) solve: Code<T>,
    pub(crate) matrix: Code<T>,
    /// Does `matrix` give columns of the (symmetric) matrix, one for each unit vector on the right?
    pub(crate) by_columns: bool,
    pub(crate) block: Option<BlockCode<T>>,
    pub(crate) slots: usize,
    pub(crate) order: Vec<(usize, usize)>,
}

impl<T: Real> Solver<T> {
    pub(crate) fn new(planned: &Factorisation) -> Self {
        Self {
            factor: Code::new(&planned.factor),
            checks: planned.checks.clone(),
            solve: Code::new(&planned.solve),
            matrix: Code::new(&planned.matrix),
            by_columns: planned.by_columns,
            block: planned.block.as_ref().map(BlockCode::new),
            slots: planned.slots,
            order: planned.order.clone(),
        }
    }
}

/// A block of known rank as code.
#[derive(Debug)]
pub(crate) struct BlockCode<T> {
    pub(crate) plan: Block,
    pub(crate) entries: Code<T>,
    pub(crate) forward: Code<T>,
}

impl<T: Real> BlockCode<T> {
    fn new(planned: &Block) -> Self {
        Self {
            plan: planned.clone(),
            entries: Code::new(&planned.entries),
            forward: Code::new(&planned.forward),
        }
    }

    /// What it takes to invert it.
    pub(crate) fn known_rank<'a>(&'a self, velocities: usize, weights: &'a [f64]) -> KnownRank<'a> {
        let Block { rows, columns, rank, .. } = &self.plan;
        KnownRank { velocities, rows, columns, rank: *rank, weights }
    }
}

/// Every routine in one scalar.
#[derive(Debug)]
pub(crate) struct Codes<T> {
    pub(crate) constants: Code<T>,
    pub(crate) initial: Code<T>,
    pub(crate) now: Code<T>,
    pub(crate) place: Code<T>,
    pub(crate) mass_times: Code<T>,
    pub(crate) applied_force: Code<T>,
    pub(crate) force: Code<T>,
    pub(crate) residual: Code<T>,
    pub(crate) reaction_force: Code<T>,
    pub(crate) holonomic: Code<T>,
    pub(crate) holonomic_rate: Code<T>,
    pub(crate) nonholonomic: Code<T>,
    pub(crate) acceleration_bias: Code<T>,
    pub(crate) moving: Code<T>,
    pub(crate) stiffness: Code<T>,
    pub(crate) state_rates: Code<T>,
    pub(crate) outputs: Code<T>,
    pub(crate) switches: Code<T>,
    pub(crate) ranges: Code<T>,
    pub(crate) energy: Option<Code<T>>,
    pub(crate) mass_matrix: Code<T>,
    pub(crate) damping_matrix: Code<T>,
    pub(crate) stiffness_matrix: Code<T>,
    pub(crate) constraint_jacobian: Code<T>,
    pub(crate) velocity_jacobian: Code<T>,
    pub(crate) saddle: Solver<T>,
    pub(crate) bordered: Solver<T>,
    pub(crate) conditions: Code<T>,
    pub(crate) turns: Code<T>,
    /// What the initial state is found with, where something has to be assembled.
    pub(crate) assembly: Option<AssemblyCode<T>>,
    pub(crate) checks: Code<T>,
    /// Runs of plain coordinates: (first coordinate, first velocity, how many).
    pub(crate) plain_runs: Vec<(usize, usize, usize)>,
}

/// What the initial state is found with.
#[derive(Debug)]
pub(crate) struct AssemblyCode<T> {
    pub(crate) measures: Code<T>,
    pub(crate) guarding: Code<T>,
    pub(crate) orientation: Code<T>,
    pub(crate) reference: Code<T>,
}

impl<T: Real> Codes<T> {
    pub(crate) fn new(program: &Program) -> Self {
        Self {
            constants: Code::new(&program.constants),
            initial: Code::new(&program.initial),
            now: Code::new(&program.now),
            place: Code::new(&program.place),
            mass_times: Code::new(&program.mass_times),
            applied_force: Code::new(&program.applied_force),
            force: Code::new(&program.force),
            residual: Code::new(&program.residual),
            reaction_force: Code::new(&program.reaction_force),
            holonomic: Code::new(&program.holonomic),
            holonomic_rate: Code::new(&program.holonomic_rate),
            nonholonomic: Code::new(&program.nonholonomic),
            acceleration_bias: Code::new(&program.acceleration_bias),
            moving: Code::new(&program.moving),
            stiffness: Code::new(&program.stiffness),
            state_rates: Code::new(&program.state_rates),
            outputs: Code::new(&program.outputs),
            switches: Code::new(&program.switches),
            ranges: Code::new(&program.ranges),
            energy: program.energy.as_ref().map(Code::new),
            mass_matrix: Code::new(&program.mass_matrix),
            damping_matrix: Code::new(&program.damping_matrix),
            stiffness_matrix: Code::new(&program.stiffness_matrix),
            constraint_jacobian: Code::new(&program.constraint_jacobian),
            velocity_jacobian: Code::new(&program.velocity_jacobian),
            saddle: Solver::new(&program.saddle),
            bordered: Solver::new(&program.bordered),
            conditions: Code::new(&program.conditions),
            turns: Code::new(&program.turns),
            assembly: program.assembly.as_ref().map(|assembly| AssemblyCode {
                measures: Code::new(&assembly.measures),
                guarding: Code::new(&assembly.guarding),
                orientation: Code::new(&assembly.orientation),
                reference: Code::new(&assembly.reference),
            }),
            checks: Code::new(&program.checks),
            plain_runs: program.plain_runs(),
        }
    }
}
