//! Values → routines of the contract, each extracted at its stage.

use super::arena::{Arena, Instance, Source, Stage, Value};
use super::factorisation::{Block, Check, Factorisation};
use super::lowered::{Entries, Lowered};
use super::routine::{Banks, Instruction, Routine, Sharing, System};
use super::systems::{Dimensions, Planned, Whole};

/// Takes routines out of the arena.
pub(super) struct Extraction<'a> {
    pub(super) arena: &'a mut Arena,
    pub(super) banks: &'a mut Banks,
}

impl Extraction<'_> {
    pub(super) fn routine(&mut self, stage: Stage, sharing: Sharing, roots: &[Value]) -> Routine {
        let roots: Vec<Option<Value>> = roots.iter().map(|&root| Some(root)).collect();
        self.banks.extract(self.arena, stage, sharing, System::Saddle, &roots)
    }

    pub(super) fn motion(&mut self, sharing: Sharing, roots: &[Value]) -> Routine {
        self.routine(Stage::Motion, sharing, roots)
    }

    /// Entries of an evaluated matrix in the order of their slots.
    pub(super) fn entries_of_matrix(&mut self, sharing: Sharing, roots: &[Value]) -> Routine {
        let roots: Vec<Option<Value>> = roots.iter().map(|&root| Some(root)).collect();
        self.banks.extract_root_by_root(self.arena, Stage::Motion, sharing, System::Saddle, &roots)
    }

    pub(super) fn factorisation(
        &mut self,
        system: System,
        planned: Planned,
        sizes: Dimensions,
    ) -> Factorisation {
        if let (Some(table), Whole::Entries(matrix)) = (planned.table, &planned.matrix) {
            let roots: Vec<Option<Value>> =
                matrix.nonzeros().iter().map(|&(.., value)| Some(value)).collect();
            let factor = self.banks.extract(self.arena, Stage::Matrix, Sharing::Everything, system, &roots);
            return Factorisation {
                factor,
                slots: table.stored(),
                table: Some(table),
                order: planned.order,
                ..Factorisation::default()
            };
        }
        let solution: Vec<Option<Value>> = planned.solution.iter().map(|&x| Some(x)).collect();
        let all = Sharing::Everything;
        let solve = self.banks.extract(self.arena, Stage::Solve, all, system, &solution);
        let (matrix, by_columns) = match &planned.matrix {
            Whole::Entries(matrix) => {
                (self.banks.extract(self.arena, Stage::Solve, all, system, &matrix.entries()), false)
            }
            Whole::Product(product) => {
                let product: Vec<Option<Value>> = product.iter().map(|&x| Some(x)).collect();
                (self.banks.extract(self.arena, Stage::Solve, Sharing::Known, system, &product), true)
            }
        };
        let block = planned.block.map(|left| {
            let forward: Vec<Option<Value>> = left.forward.into_iter().map(Some).collect();
            Block {
                entries: self.banks.extract(self.arena, Stage::Solve, all, system, &left.entries),
                forward: self.banks.extract(self.arena, Stage::Solve, all, system, &forward),
                multipliers: sizes.order() - sizes.n,
                rows: left.rows,
                columns: left.columns,
                rank: left.rank,
            }
        });
        let slots = match system {
            System::Saddle => &self.banks.saddle,
            System::Bordered => &self.banks.bordered,
        };
        let count = slots.len();
        let mut roots: Vec<Option<Value>> = slots.values().iter().map(|&v| Some(v)).collect();
        roots.extend(planned.checks.iter().map(|&(pivot, _)| Some(pivot)));
        roots.extend(planned.checks.iter().map(|&(_, reference)| reference));
        let mut factor = self.banks.extract(self.arena, Stage::Matrix, all, system, &roots);
        let references = factor.outputs.split_off(count + planned.checks.len());
        let pivots = factor.outputs.split_off(count);
        // A pivot that is an exact zero has no register: the check then reads a literal zero.
        let zero = factor.instructions.len();
        if pivots.iter().any(Option::is_none) {
            factor.instructions.push(Instruction::Literal(crate::symbolic::Constant::ZERO));
        }
        let checks = pivots.iter().zip(references).enumerate();
        let checks = checks.filter_map(|(step, (pivot, reference))| {
            let pivot = pivot.unwrap_or(zero);
            let literal = matches!(factor.instructions[pivot], Instruction::Literal(c) if !c.is_zero());
            (!literal).then_some(Check { step, pivot, reference })
        });
        let checks = checks.collect();
        Factorisation {
            order: planned.order,
            checks,
            factor,
            solve,
            matrix,
            by_columns,
            block,
            slots: count,
            table: None,
        }
    }

    pub(super) fn mass_times(&mut self, mass: &Entries, n: usize) -> Routine {
        let products = self.times(mass, n, Source::Acceleration, false);
        self.motion(Sharing::Everything, &products)
    }

    pub(super) fn reaction_force(&mut self, borders: &Entries, sizes: Dimensions) -> Routine {
        let multiplier = |j| match j < sizes.holonomic {
            true => Source::Holonomic(j),
            false => Source::Nonholonomic(j - sizes.holonomic),
        };
        let products = self.times(borders, sizes.n, multiplier, true);
        self.routine(Stage::Matrix, Sharing::Everything, &products)
    }

    /// A·x, where entries of A that move come evaluated if `evaluated`.
    fn times(
        &mut self,
        entries: &Entries,
        rows: usize,
        x: impl Fn(usize) -> Source,
        evaluated: bool,
    ) -> Vec<Value> {
        let mut sums = vec![self.arena.zero(); rows];
        for &(i, j, value) in entries {
            let entry = self.entry(value, evaluated);
            let x = self.arena.load(x(j));
            let product = self.arena.mul(entry, x);
            sums[i] = self.arena.add(sums[i], product);
        }
        sums
    }

    fn entry(&mut self, value: Value, evaluated: bool) -> Value {
        if evaluated && self.arena.stage(value) >= Stage::Motion {
            self.arena.at(Instance::VelocityCache, value)
        } else {
            value
        }
    }

    pub(super) fn velocity_jacobian(&mut self, entries: &Entries, sizes: Dimensions) -> Routine {
        let evaluated: Entries =
            entries.iter().map(|&(i, j, value)| (i, j, self.entry(value, true))).collect();
        let roots = dense_roots(&evaluated, sizes.nonholonomic, sizes.n);
        let all = Sharing::Everything;
        self.banks.extract(self.arena, Stage::Matrix, all, System::Saddle, &roots)
    }

    /// An evaluated matrix as used in blocks, dense, column by column: C from `moving`, K from `stiffness`.
    pub(super) fn evaluated(&mut self, instance: Instance, entries: &Entries, n: usize) -> Routine {
        let transposed: Entries =
            entries.iter().map(|&(i, j, value)| (j, i, self.arena.at(instance, value))).collect();
        let roots = dense_roots(&transposed, n, n);
        self.banks.extract(self.arena, Stage::Matrix, Sharing::Everything, System::Saddle, &roots)
    }

    /// Residuals of the conditions, then their Jacobian, row by row.
    pub(super) fn conditions(&mut self, lowered: &Lowered, n: usize) -> Routine {
        let mut roots: Vec<Option<Value>> = lowered.conditions.iter().map(|&c| Some(c)).collect();
        roots.extend(dense_roots(&lowered.condition_jacobian, lowered.conditions.len(), n));
        self.banks.extract(self.arena, Stage::Motion, Sharing::Known, System::Saddle, &roots)
    }

    /// L, d, D row by row, w.
    pub(super) fn measures(&mut self, length: Value, lowered: &Lowered, n: usize) -> Routine {
        let mut roots = vec![Some(length)];
        roots.extend(lowered.deviations.iter().map(|&d| Some(d)));
        roots.extend(dense_roots(&lowered.deviation_jacobian, lowered.deviations.len(), n));
        roots.extend(lowered.deviation_rates.iter().map(|&w| Some(w)));
        self.banks.extract(self.arena, Stage::Motion, Sharing::Known, System::Saddle, &roots)
    }

    /// Position → h, ∂h/∂q row by row.
    pub(super) fn cosines(&mut self, lowered: &Lowered, n: usize) -> Routine {
        let mut roots: Vec<Option<Value>> = lowered.cosines.iter().map(|&h| Some(h)).collect();
        roots.extend(dense_roots(&lowered.cosine_jacobian, lowered.cosines.len(), n));
        self.banks.extract(self.arena, Stage::Motion, Sharing::Known, System::Saddle, &roots)
    }

    pub(super) fn dense(&mut self, entries: &Entries, rows: usize, cols: usize) -> Routine {
        let roots = dense_roots(entries, rows, cols);
        self.banks.extract(self.arena, Stage::Motion, Sharing::Known, System::Saddle, &roots)
    }
}

fn dense_roots(entries: &Entries, rows: usize, cols: usize) -> Vec<Option<Value>> {
    let mut roots = vec![None; rows * cols];
    for &(i, j, value) in entries {
        roots[i * cols + j] = Some(value);
    }
    roots
}
