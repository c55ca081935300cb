//! Values → routines of the contract, each extracted at its stage.

use super::arena::{Arena, Instance, Source, Stage, Value};
use super::factorisation::{Block, Check, Factorisation};
use super::lowered::{Entries, Lowered};
use super::routine::{Banks, Instruction, Register, Routine, Scattered, Sharing, System};
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

    /// Roots straight from the configuration.
    pub(super) fn direct(&mut self, roots: &[Value]) -> Routine {
        self.motion(Sharing::Nothing, roots)
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
        (sizes, accelerates): (Dimensions, bool),
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
                accelerated: if accelerates { sizes.n } else { 0 },
                rows: left.of.rows,
                columns: left.of.columns,
                sets: left.of.sets,
                members: left.of.multipliers,
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
        let outputs = factor.outputs;
        let (factors, checked) = outputs.split_at(count);
        let checked: Vec<Option<Register>> = checked.iter().map(|output| output.register()).collect();
        let (pivots, references) = checked.split_at(planned.checks.len());
        factor.outputs = factors.into();
        // A pivot that is an exact zero has no register: the check then reads a literal zero.
        let zero = factor.instructions.len();
        if pivots.iter().any(Option::is_none) {
            let literal = Instruction::Literal(crate::symbolic::Constant::ZERO);
            factor.instructions = factor.instructions.iter().copied().chain([literal]).collect();
        }
        let checks = pivots.iter().zip(references.iter().copied()).enumerate();
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

    /// The numbers at some of that many places.
    fn scattered(
        &mut self,
        stage: Stage,
        sharing: Sharing,
        mut entries: Vec<(usize, Value)>,
        length: usize,
    ) -> Scattered {
        // Of entries at one place the last one counts.
        entries.reverse();
        entries.sort_by_key(|entry| entry.0);
        entries.dedup_by_key(|entry| entry.0);
        entries.retain(|entry| !self.arena.is_zero(entry.1));
        let roots: Vec<Option<Value>> = entries.iter().map(|entry| Some(entry.1)).collect();
        let routine = self.banks.extract(self.arena, stage, sharing, System::Saddle, &roots);
        Scattered { routine, places: entries.into_iter().map(|entry| entry.0).collect(), length }
    }

    pub(super) fn velocity_jacobian(&mut self, entries: &Entries, sizes: Dimensions) -> Scattered {
        let evaluated: Entries =
            entries.iter().map(|&(i, j, value)| (i, j, self.entry(value, true))).collect();
        let places = by_rows(0, &evaluated, sizes.n).collect();
        self.scattered(Stage::Matrix, Sharing::Everything, places, sizes.nonholonomic * sizes.n)
    }

    /// An evaluated matrix as used in blocks, dense, column by column: C from `moving`, K from `stiffness`.
    pub(super) fn evaluated(&mut self, instance: Instance, entries: &Entries, n: usize) -> Scattered {
        let transposed: Entries =
            entries.iter().map(|&(i, j, value)| (j, i, self.arena.at(instance, value))).collect();
        self.scattered(Stage::Matrix, Sharing::Everything, by_rows(0, &transposed, n).collect(), n * n)
    }

    /// Residuals of the conditions, then their Jacobian, row by row.
    pub(super) fn conditions(&mut self, lowered: &Lowered, n: usize) -> Scattered {
        self.with_jacobian(&lowered.conditions, &lowered.condition_jacobian, n)
    }

    /// Values, then their Jacobian, row by row.
    fn with_jacobian(&mut self, values: &[Value], jacobian: &Entries, n: usize) -> Scattered {
        let count = values.len();
        let first = values.iter().copied().enumerate();
        let entries = first.chain(by_rows(count, jacobian, n)).collect();
        self.scattered(Stage::Motion, Sharing::Known, entries, count * (1 + n))
    }

    /// L, d, D row by row, w.
    pub(super) fn measures(&mut self, length: Value, lowered: &Lowered, n: usize) -> Scattered {
        let count = lowered.deviations.len();
        let mut entries = vec![(0, length)];
        entries.extend(lowered.deviations.iter().enumerate().map(|(i, &d)| (1 + i, d)));
        entries.extend(by_rows(1 + count, &lowered.deviation_jacobian, n));
        let rates = 1 + count * (1 + n);
        entries.extend(lowered.deviation_rates.iter().enumerate().map(|(i, &w)| (rates + i, w)));
        let length = rates + lowered.deviation_rates.len();
        self.scattered(Stage::Motion, Sharing::Known, entries, length)
    }

    /// Position → h, ∂h/∂q row by row.
    pub(super) fn cosines(&mut self, lowered: &Lowered, n: usize) -> Scattered {
        self.with_jacobian(&lowered.cosines, &lowered.cosine_jacobian, n)
    }

    /// A matrix row by row.
    pub(super) fn matrix(&mut self, entries: &Entries, rows: usize, cols: usize) -> Scattered {
        let places = by_rows(0, entries, cols).collect();
        self.scattered(Stage::Motion, Sharing::Known, places, rows * cols)
    }

    /// A square matrix row by row, straight from the configuration.
    pub(super) fn direct_matrix(&mut self, entries: &Entries, n: usize) -> Scattered {
        self.scattered(Stage::Motion, Sharing::Nothing, by_rows(0, entries, n).collect(), n * n)
    }
}

/// The entries of a matrix of that many columns at the places that they have row by row, from the first one on.
fn by_rows(first: usize, entries: &Entries, cols: usize) -> impl Iterator<Item = (usize, Value)> {
    entries.iter().map(move |&(i, j, value)| (first + i * cols + j, value))
}
