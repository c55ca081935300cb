//! The two bordered systems of a mechanism: put together, ordered at sampled states, factored and solved
//! straight-line.
//!
//! ```text
//! saddle     [ M  B ; G  0 ; D  0 ]                                    each block at its own instant
//! bordered   [ m M + c C + k K + e I   B ; G  0 ; a k_q + b D  0 ]
//! ```
//!
//! Where constraints are permanently redundant, the elimination leaves a block of known rank (see [`pivots`]), which is inverted at
//! run time.

use super::arena::{Arena, Instance, Source, Stage, Value, Weight};
use super::articulated::{lifted_entries, operations};
use super::elimination::{Ldl, Lu, Matrix};
use super::lowered::Lowered;
use super::massless::no_inertia;
use super::messages;
use super::numeric::Evaluator;
use super::pivots::{self, Redundant, Unplanned};
use super::program::Flags;
use super::redundant_sets::BySets;
use super::sample::State;
use super::table::{Table, Tables};
use crate::diagnostics::{Diagnostics, Reported};
use crate::mechanics::Formulated;

/// A solution is one if it leaves less than this part of the largest term: wrong factors leave parts of the order of one.
const SOLVED: f64 = 1e-3;

/// The numbers of coordinates and constraints.
#[derive(Clone, Copy)]
pub(super) struct Dimensions {
    pub(super) n: usize,
    pub(super) holonomic: usize,
    pub(super) nonholonomic: usize,
}

impl Dimensions {
    pub(super) fn order(self) -> usize {
        self.n + self.holonomic + self.nonholonomic
    }
}

/// Factors and solution of one system, still in the arena.
pub(super) struct Planned {
    pub(super) order: pivots::Order,
    pub(super) matrix: Whole,
    /// (pivot, scale).
    pub(super) checks: Vec<(Value, Option<Value>)>,
    pub(super) solution: Vec<Value>,
    /// The remainder of the elimination, where constraints are redundant; `solution` is then its second half.
    pub(super) block: Option<Left>,
    /// The elimination as tables; there is then no `solution`.
    pub(super) table: Option<Table>,
}

/// A block without planned pivots.
pub(super) struct Left {
    pub(super) of: BySets,
    pub(super) rank: usize,
    /// Row by row; empty if the rank is 0.
    pub(super) entries: Vec<Option<Value>>,
    /// The first half of the solution: the right-hand side with all pivots eliminated.
    pub(super) forward: Vec<Value>,
}

/// The matrix of a system, for refinement and the pivoted fallback.
pub(super) enum Whole {
    /// Its entries.
    Entries(Matrix),
    /// Its product with the right-hand side.
    Product(Vec<Value>),
}

/// The two linear systems of a mechanism.
pub(super) struct Systems<'a> {
    pub(super) arena: &'a mut Arena,
    pub(super) sizes: Dimensions,
    pub(super) states: &'a [State],
    pub(super) lowered: &'a Lowered,
    /// Redundant constraints.
    pub(super) redundant: &'a Redundant,
    /// Which systems are tables.
    pub(super) tables: Tables,
}

impl Systems<'_> {
    /// Whether the saddle matrix can be factorised. The bordered matrix contains it and then can be, too.
    pub(super) fn check(
        mut self,
        formulated: &Formulated<'_>,
        flags: Flags,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Reported> {
        self.accelerates(formulated, diagnostics)?;
        if self.unconstrained() && flags.symmetric_mass {
            return Ok(());
        }
        let matrix = self.saddle_matrix();
        let order = self.order(&matrix);
        order.map(drop).map_err(|reason| report_unplanned(formulated, self.sizes, reason, diagnostics))
    }

    fn unconstrained(&self) -> bool {
        self.sizes.order() == self.sizes.n
    }

    /// Every coordinate has a mass, or a constraint.
    fn accelerates(
        &self,
        formulated: &Formulated<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Reported> {
        let lowered = self.lowered;
        let moved = [&lowered.jacobian, &lowered.velocity_jacobian].into_iter().flatten().map(|&(_, j, _)| j);
        let mut has_part = vec![false; self.sizes.n];
        lowered.mass.iter().map(|&(i, _, _)| i).chain(moved).for_each(|k| has_part[k] = true);
        match has_part.iter().position(|has| !has) {
            Some(row) => Err(report_singular(formulated, self.sizes, row, diagnostics)),
            None => Ok(()),
        }
    }

    pub(super) fn factorise(
        mut self,
        formulated: &Formulated<'_>,
        flags: Flags,
        diagnostics: &mut Diagnostics,
    ) -> Result<(Planned, Planned), Reported> {
        let matrix = self.saddle_matrix();
        self.accelerates(formulated, diagnostics)?;
        let unconstrained = self.unconstrained();
        let saddle = if unconstrained && flags.symmetric_mass {
            Ok(self.symmetric(matrix))
        } else {
            self.gauss(matrix)
        };
        let by_bodies = matches!(&saddle, Ok(Planned { matrix: Whole::Product(_), .. }));
        let matrix = self.bordered_matrix(by_bodies);
        let bordered = self.gauss(matrix);
        match (saddle, bordered) {
            (Ok(saddle), Ok(bordered)) => Ok((saddle, bordered)),
            (Err(reason), _) | (_, Err(reason)) => {
                Err(report_unplanned(formulated, self.sizes, reason, diagnostics))
            }
        }
    }

    /// `[M B; G 0; D 0]`.
    fn saddle_matrix(&mut self) -> Matrix {
        let mut matrix = Matrix::zeros(self.sizes.order());
        for &(i, j, value) in &self.lowered.mass {
            let entry = self.arena.at(Instance::Mass, value);
            matrix.add(self.arena, i, j, entry);
        }
        self.add_borders(&mut matrix, None);
        matrix
    }

    /// `[m M + c C + k K + e I, B; G, 0; a k_q + b D, 0]`.
    fn bordered_matrix(&mut self, by_bodies: bool) -> Matrix {
        let mut matrix = Matrix::zeros(self.sizes.order());
        let lowered = self.lowered;
        let mass = match by_bodies {
            true => lifted_entries(self.arena, &lowered.applied, &lowered.mass),
            false => {
                let at =
                    |&(i, j, value): &(usize, usize, Value)| (i, j, self.arena.at(Instance::Mass, value));
                lowered.mass.iter().map(at).collect()
            }
        };
        for (i, j, value) in mass {
            let weight = self.arena.load(Source::Weight(Weight::Mass));
            let entry = self.arena.mul(weight, value);
            matrix.add(self.arena, i, j, entry);
        }
        let blocks = [
            (Weight::Damping, Instance::VelocityCache, &lowered.damping),
            (Weight::Stiffness, Instance::StiffnessCache, &lowered.stiffness),
        ];
        for (weight, instance, entries) in blocks {
            for &(i, j, value) in entries {
                let entry = self.weighted(weight, instance, value);
                matrix.add(self.arena, i, j, entry);
            }
        }
        for i in 0..self.sizes.n {
            let identity = self.arena.load(Source::Weight(Weight::Identity));
            matrix.add(self.arena, i, i, identity);
        }
        for &(i, j, value) in &lowered.position_jacobian {
            let entry = self.weighted(Weight::ConstraintPosition, Instance::StiffnessCache, value);
            matrix.add(self.arena, self.sizes.n + self.sizes.holonomic + i, j, entry);
        }
        self.add_borders(&mut matrix, Some(Weight::ConstraintVelocity));
        matrix
    }

    fn weighted(&mut self, weight: Weight, instance: Instance, value: Value) -> Value {
        let weight = self.arena.load(Source::Weight(weight));
        let entry = self.arena.at(instance, value);
        self.arena.mul(weight, entry)
    }

    fn add_borders(&mut self, matrix: &mut Matrix, velocity_weight: Option<Weight>) {
        let lowered = self.lowered;
        let n = self.sizes.n;
        for &(i, j, value) in &lowered.borders {
            let entry = self.block(Instance::Columns, value);
            matrix.add(self.arena, i, n + j, entry);
        }
        for &(i, j, value) in &lowered.jacobian {
            let entry = self.block(Instance::Rows, value);
            matrix.add(self.arena, n + i, j, entry);
        }
        for &(i, j, value) in &lowered.velocity_jacobian {
            let mut entry = self.block(Instance::Rows, value);
            if let Some(weight) = velocity_weight {
                let weight = self.arena.load(Source::Weight(weight));
                entry = self.arena.mul(weight, entry);
            }
            matrix.add(self.arena, n + self.sizes.holonomic + i, j, entry);
        }
    }

    /// An entry of B, G or D at its instance; entries that depend on the velocity are evaluated.
    fn block(&mut self, instance: Instance, value: Value) -> Value {
        let moves = self.arena.stage(value) >= Stage::Motion;
        self.arena.at(if moves { Instance::VelocityCache } else { instance }, value)
    }

    /// The order of elimination, by the matrix at the sampled states.
    fn order(&mut self, matrix: &Matrix) -> Result<pivots::Plan, Unplanned> {
        let nonzeros = matrix.nonzeros();
        let evaluator = Evaluator::new(self.arena, nonzeros.iter().map(|e| e.2).collect());
        let mut scratch = Vec::new();
        let sample = |state: &State| evaluator.evaluate(&mut scratch, &|source| state.load(source));
        let samples: Vec<pivots::Numbers> = self.states.iter().map(sample).collect();
        pivots::order(self.arena, matrix, &samples, self.redundant)
    }

    fn gauss(&mut self, matrix: Matrix) -> Result<Planned, Unplanned> {
        let plan = self.order(&matrix)?;
        if self.tables != Tables::Never && plan.left.0.is_empty() {
            let places = matrix.nonzeros().iter().map(|&(i, j, _)| (i, j)).collect();
            let table = Some(Table::new(places, &plan.order)).filter(|table| table.is_chosen(self.tables));
            if table.is_some() {
                let (matrix, checks, solution) = (Whole::Entries(matrix), Vec::new(), Vec::new());
                return Ok(Planned { order: plan.order, matrix, checks, solution, block: None, table });
            }
        }
        let lu = Lu::factor(self.arena, &matrix, plan.order);
        let (solution, block) = if plan.left.0.is_empty() {
            let solution = lu.solve(self.arena);
            debug_assert!(self.is_solved(&matrix, &solution), "the factors are those of another matrix");
            (solution, None)
        } else {
            let n = self.sizes.n;
            let of = BySets::new(plan.left, self.redundant, (n, self.sizes.order() - n));
            let rank = of.rows.len() - self.redundant.deficiency;
            let entries = if rank == 0 { Vec::new() } else { lu.block(&of.rows, &of.columns) };
            let forward = lu.forward(self.arena);
            (lu.backward_from_loads(self.arena), Some(Left { of, rank, entries, forward }))
        };
        let checks = lu.pivots.iter().map(|&pivot| (pivot, None)).collect();
        let matrix = Whole::Entries(matrix);
        Ok(Planned { order: lu.order, matrix, checks, solution, block, table: None })
    }

    /// Whether A x = b at one of the sampled states, but for rounding, whose growth the order of elimination bounds. (Some may be singular.)
    fn is_solved(&self, matrix: &Matrix, solution: &[Value]) -> bool {
        let nonzeros = matrix.nonzeros();
        let wanted = nonzeros.iter().map(|entry| entry.2).chain(solution.iter().copied()).collect();
        let evaluator = Evaluator::new(self.arena, wanted);
        let right = |i: usize| 1.0 + i as f64 / matrix.size as f64;
        let judged = self.states.iter().filter_map(|state| {
            let load = |source| match source {
                Source::RightHandSide(i) => right(i),
                other => state.load(other),
            };
            let numbers = evaluator.evaluate(&mut Vec::new(), &load);
            let (entries, x) = numbers.split_at(nonzeros.len());
            let mut left: Vec<f64> = (0..matrix.size).map(|i| -right(i)).collect();
            let mut largest = 1.0_f64;
            for (&(i, j, _), entry) in nonzeros.iter().zip(entries) {
                left[i] += entry * x[j];
                largest = largest.max((entry * x[j]).abs());
            }
            let worst = left.iter().fold(0.0_f64, |worst, left| worst.max(left.abs()));
            numbers.iter().all(|number| number.is_finite()).then_some(worst / largest)
        });
        // The first state decides, as a rule.
        let mut unknown = true;
        for residual in judged {
            if residual <= SOLVED {
                return true;
            }
            unknown = false;
        }
        unknown
    }

    /// LDLᵀ, or the recursion from leaf to root if that takes fewer operations.
    fn symmetric(&mut self, matrix: Matrix) -> Planned {
        let entries = self.cholesky(matrix);
        let Some(tree) = &self.lowered.articulated else { return entries };
        let applied = &self.lowered.applied;
        let leaf_to_root = tree.plan(self.arena, applied);
        let cost = |planned: &Planned| {
            let checks = planned.checks.iter().flat_map(|&(pivot, reference)| [Some(pivot), reference]);
            let roots: Vec<Value> = planned.solution.iter().copied().chain(checks.flatten()).collect();
            operations(self.arena, applied, &roots)
        };
        if cost(&leaf_to_root) < cost(&entries) { leaf_to_root } else { entries }
    }

    fn cholesky(&mut self, matrix: Matrix) -> Planned {
        let ldl = Ldl::factor(self.arena, &matrix);
        let solution = ldl.solve(self.arena);
        let diagonal = |&k: &usize| matrix.get(k, k);
        let checks = ldl.order.iter().zip(&ldl.pivots).map(|(k, &p)| (p, diagonal(k))).collect();
        let order = ldl.order.iter().map(|&k| (k, k)).collect();
        Planned { order, matrix: Whole::Entries(matrix), checks, solution, block: None, table: None }
    }
}

/// Why the bordered matrix has no order of elimination.
fn report_unplanned(
    formulated: &Formulated<'_>,
    sizes: Dimensions,
    reason: Unplanned,
    diagnostics: &mut Diagnostics,
) -> Reported {
    match reason {
        Unplanned::NoPivot(row) => report_singular(formulated, sizes, row, diagnostics),
        Unplanned::NoRank => diagnostics.refuse(messages::badly_scaled(formulated.name.span())),
    }
}

/// Why row `row` of the bordered matrix has no pivot.
fn report_singular(
    formulated: &Formulated<'_>,
    sizes: Dimensions,
    row: usize,
    diagnostics: &mut Diagnostics,
) -> Reported {
    let ordered = [true, false].into_iter();
    let mut constraints =
        ordered.flat_map(|kind| formulated.constraints.iter().filter(move |c| c.holonomic == kind));
    let of_constraint = row.checked_sub(sizes.n).and_then(|row| constraints.nth(row));
    if let Some(constraint) = of_constraint {
        return diagnostics.refuse(messages::redundant_constraint(constraint.span, &constraint.name));
    }
    match formulated.velocities.get(row) {
        Some(velocity) => {
            let multibody = formulated.multibody.as_ref();
            diagnostics.refuse(no_inertia(
                (&velocity.name, &velocity.unit),
                velocity.span,
                multibody,
                &formulated.graph,
            ))
        }
        None => diagnostics.refuse(messages::singular(formulated.name.span())),
    }
}
