//! Equations → [`Program`]: which routines, in which stage, with which elimination.
//!
//! Invariant: nothing is computed in a stage that an earlier one could have computed, except cheap
//! arithmetic that only rarely called routines need.

mod arena;
mod dense;
mod elimination;
mod lower;
mod numeric;
mod program;
mod routine;
mod sample;
#[cfg(test)]
mod tests;

pub use arena::{Instance, Weight};
pub use program::{Check, Factorisation, Flags, Lengths, Named, Pattern, Program, Readable, WEIGHTS};
pub use routine::{Bank, Instruction, Operations, Register, Routine};

use crate::diagnostics::Diagnostics;
use crate::mechanics::{Equations, SparseMatrix};
use crate::model::{Model, Target};
use crate::symbolic::{Graph, Node};
use arena::{Arena, Source, Stage, Value};
use elimination::{Ldl, Lu, Matrix};
use lower::Lowering;
use numeric::Evaluator;
use routine::{Banks, Sharing, System};
use sample::{Sampled, State, assembled_states};

/// A sparse matrix of values.
type Entries = Vec<(usize, usize, Value)>;

/// Everything of the equations, lowered.
struct Lowered {
    mass: Entries,
    applied: Vec<Value>,
    force: Vec<Value>,
    holonomic: Vec<Value>,
    nonholonomic: Vec<Value>,
    jacobian: Entries,
    velocity_jacobian: Entries,
    position_jacobian: Entries,
    rate: Vec<Value>,
    bias: Vec<Value>,
    borders: Entries,
    damping: Entries,
    stiffness: Entries,
    rates: Vec<Value>,
    outputs: Vec<Value>,
    energy: Option<(Value, Value)>,
    switches: Vec<Value>,
    defaults: Vec<Value>,
    initial: Vec<Value>,
}

/// Plans all routines of a mechanism.
pub fn plan(model: &Model, equations: &Equations, diagnostics: &mut Diagnostics) -> Option<Program> {
    let mut arena = Arena::default();
    let lowered = lower(model, equations, &mut arena);
    let flags = flags(model, equations, &arena, &lowered);
    let sizes = Dimensions {
        n: model.coordinates.len(),
        holonomic: lowered.holonomic.len(),
        nonholonomic: lowered.nonholonomic.len(),
    };
    let states = assembled_states(
        &arena,
        &Sampled {
            defaults: &lowered.defaults,
            initial: &lowered.initial[..sizes.n],
            holonomic: &lowered.holonomic,
            jacobian: &lowered.jacobian,
            mass: &lowered.mass,
        },
    );
    let systems = Systems { arena: &mut arena, sizes, states: &states, lowered: &lowered };
    let (saddle, bordered) = systems.factorise(model, flags, diagnostics)?;

    let mut banks = Banks::default();
    let mut extract = Extraction { arena: &mut arena, banks: &mut banks };
    // Matrices first: they force slots; then what every step calls; then the rest.
    let saddle = extract.factorisation(System::Saddle, saddle);
    let bordered = extract.factorisation(System::Bordered, bordered);
    let reaction_force = extract.reaction_force(&lowered.borders, sizes);
    let velocity_jacobian = extract.velocity_jacobian(&lowered.velocity_jacobian, sizes);
    let moving_roots: Vec<Value> = extract.banks.moving.values().to_vec();
    let moving = extract.motion(Sharing::Everything, &moving_roots);
    let mass_times = extract.mass_times(&lowered.mass, sizes.n);
    let applied_force = extract.motion(Sharing::Everything, &lowered.applied);
    let nonholonomic = extract.motion(Sharing::Everything, &lowered.nonholonomic);
    let state_rates = extract.motion(Sharing::Everything, &lowered.rates);
    extract.banks.settle_positions(extract.arena);
    let force = extract.motion(Sharing::Known, &lowered.force);
    let holonomic = extract.motion(Sharing::Known, &lowered.holonomic);
    let holonomic_rate = extract.motion(Sharing::Known, &lowered.rate);
    let acceleration_bias = extract.motion(Sharing::Known, &lowered.bias);
    let stiffness_roots: Vec<Value> = extract.banks.stiffness.values().to_vec();
    let stiffness = extract.motion(Sharing::Known, &stiffness_roots);
    let outputs = extract.motion(Sharing::Known, &lowered.outputs);
    let switches = extract.motion(Sharing::Known, &lowered.switches);
    let energy = lowered.energy.map(|(t, v)| extract.motion(Sharing::Known, &[t, v]));
    let mass_matrix = extract.dense(&lowered.mass, sizes.n, sizes.n);
    let constraint_jacobian = extract.dense(&lowered.jacobian, sizes.holonomic, sizes.n);
    let placed_roots: Vec<Value> = extract.banks.placed.values().to_vec();
    let place = extract.routine(Stage::Position, Sharing::Everything, &placed_roots);
    let now_roots: Vec<Value> = extract.banks.now.values().to_vec();
    let now = extract.routine(Stage::Time, Sharing::Everything, &now_roots);
    let constant_roots: Vec<Value> = extract.banks.constants.values().to_vec();
    let constants = extract.routine(Stage::Parameters, Sharing::Everything, &constant_roots);
    let initial = extract.routine(Stage::Parameters, Sharing::Everything, &lowered.initial);
    let defaults = lowered.defaults.iter();
    let defaults =
        defaults.map(|&d| extract.routine(Stage::Parameters, Sharing::Everything, &[d])).collect();

    let lengths = Lengths {
        constants: banks.constants.len(),
        now: banks.now.len(),
        placed: banks.placed.len(),
        moving: banks.moving.len(),
        stiffness: banks.stiffness.len(),
    };
    let is_given = |target: &dyn Fn(usize) -> Target| {
        (0..sizes.n).map(|i| model.initial.iter().any(|g| g.target == target(i))).collect()
    };
    let names_of = |holonomic: bool| {
        let of_kind = model.constraints.iter().filter(|c| c.holonomic == holonomic);
        of_kind.map(|c| named(&c.name, &c.unit, &c.docs)).collect()
    };
    Some(Program {
        name: model.name.to_string(),
        visibility: model.visibility.to_string(),
        docs: model.docs.clone(),
        source: model.source.clone(),
        parameters: model.parameters.iter().map(|p| named(&p.name, &p.unit, &p.docs)).collect(),
        defaults,
        coordinates: model.coordinates.iter().map(|c| named(&c.name, &c.unit, &c.docs)).collect(),
        velocity_units: model.coordinates.iter().map(|c| c.velocity_unit.clone()).collect(),
        holonomic_names: names_of(true),
        nonholonomic_names: names_of(false),
        states: model.states.iter().map(|s| named(&s.name, &s.unit, &s.docs)).collect(),
        inputs: model.inputs.iter().map(|u| named(&u.name, &u.unit, &u.docs)).collect(),
        output_names: model.outputs.iter().map(|o| named(&o.name, &o.unit, &o.docs)).collect(),
        flags,
        lengths,
        given_positions: is_given(&Target::Position),
        given_velocities: is_given(&Target::Velocity),
        initial,
        constants,
        now,
        place,
        mass_times,
        applied_force,
        force,
        reaction_force,
        holonomic,
        holonomic_rate,
        nonholonomic,
        acceleration_bias,
        moving,
        stiffness,
        state_rates,
        outputs,
        switches,
        energy,
        mass_matrix,
        constraint_jacobian,
        velocity_jacobian,
        saddle,
        bordered,
        patterns: patterns(equations),
        readable: readable(&model.graph, equations),
    })
}

fn named(name: &str, unit: &str, docs: &[String]) -> Named {
    Named { name: name.to_owned(), unit: unit.to_owned(), docs: docs.to_vec() }
}

fn lower(model: &Model, equations: &Equations, arena: &mut Arena) -> Lowered {
    let mut lowering = Lowering::new(&model.graph, &equations.symbols);
    let constraints = &equations.constraints;
    let bias: Vec<Node> =
        constraints.holonomic_bias.iter().chain(&constraints.nonholonomic_bias).copied().collect();
    let defaults: Vec<Node> = model.parameters.iter().map(|p| p.default).collect();
    let mut vector = |nodes: &[Node]| -> Vec<Value> {
        nodes.iter().map(|&node| lowering.lower(arena, node)).collect()
    };
    let defaults = vector(&defaults);
    let applied = vector(&equations.applied);
    let force = vector(&equations.force);
    let holonomic = vector(&constraints.holonomic);
    let nonholonomic = vector(&constraints.nonholonomic);
    let rate = vector(&constraints.rate);
    let bias = vector(&bias);
    let rates = vector(&equations.rates);
    let outputs = vector(&equations.outputs);
    let switches = vector(&equations.switches);
    let energy = equations.energy.map(|(t, v)| {
        let both = vector(&[t, v]);
        (both[0], both[1])
    });
    let initial = initial_nodes(model);
    let initial = initial.iter().map(|node| match node {
        Some(node) => lowering.lower(arena, *node),
        None => arena.zero(),
    });
    let initial = initial.collect();
    let mut matrix = |matrix: &SparseMatrix| -> Entries {
        let entries = matrix.entries.iter();
        entries.map(|&(i, j, node)| (i, j, lowering.lower(arena, node))).collect()
    };
    Lowered {
        mass: matrix(&equations.mass),
        jacobian: matrix(&constraints.jacobian),
        velocity_jacobian: matrix(&constraints.velocity_jacobian),
        position_jacobian: matrix(&constraints.position_jacobian),
        borders: matrix(&equations.borders),
        damping: matrix(&equations.damping),
        stiffness: matrix(&equations.stiffness),
        applied,
        force,
        holonomic,
        nonholonomic,
        rate,
        bias,
        rates,
        outputs,
        energy,
        switches,
        defaults,
        initial,
    }
}

/// Guess of (q, v, y, λ, ψ) at the start: what `initial` gives, else the reference, else zero.
fn initial_nodes(model: &Model) -> Vec<Option<Node>> {
    let given = |target: Target| model.initial.iter().find(|g| g.target == target).map(|g| g.value);
    let mut nodes = Vec::new();
    for (i, coordinate) in model.coordinates.iter().enumerate() {
        nodes.push(given(Target::Position(i)).or(Some(coordinate.reference)));
    }
    for i in 0..model.coordinates.len() {
        nodes.push(given(Target::Velocity(i)));
    }
    for (i, state) in model.states.iter().enumerate() {
        nodes.push(given(Target::State(i)).or(Some(state.reference)));
    }
    for holonomic in [true, false] {
        let of_kind = model.constraints.iter().filter(|c| c.holonomic == holonomic);
        nodes.extend(of_kind.map(|c| given(Target::Multiplier(c.multiplier))));
    }
    nodes
}

fn flags(model: &Model, equations: &Equations, arena: &Arena, lowered: &Lowered) -> Flags {
    let graph = &model.graph;
    let moves = |entries: &Entries| entries.iter().any(|e| arena.stage(e.2) >= Stage::Motion);
    let multipliers = equations.symbols.multipliers();
    let is_nonlinear =
        |node: Node| multipliers.iter().any(|&multiplier| graph.depends_on(node, multiplier));
    let constraints = &equations.constraints;
    let vectors = [
        &equations.force,
        &constraints.holonomic,
        &constraints.nonholonomic,
        &equations.rates,
    ];
    let mut all = vectors.into_iter().flatten().copied().chain(equations.mass.nodes());
    let of_time: Vec<_> =
        equations.symbols.inputs.iter().chain([&equations.symbols.time]).copied().collect();
    Flags {
        velocity_dependent: !lowered.damping.is_empty(),
        constant_mass: lowered.mass.iter().all(|e| arena.stage(e.2) <= Stage::Parameters),
        symmetric_mass: equations.mass.is_symmetric(),
        borders_move: moves(&lowered.borders) || moves(&lowered.velocity_jacobian),
        linear_reactions: !equations.borders.nodes().any(is_nonlinear),
        time_explicit: all.any(|node| of_time.iter().any(|&t| graph.depends_on(node, t))),
        smooth: equations.switches.is_empty(),
    }
}

/// How many coordinates and constraints.
#[derive(Clone, Copy)]
struct Dimensions {
    n: usize,
    holonomic: usize,
    nonholonomic: usize,
}

impl Dimensions {
    fn order(self) -> usize {
        self.n + self.holonomic + self.nonholonomic
    }
}

/// Factors and solution of one system, still in the arena.
struct Planned {
    order: elimination::Order,
    matrix: Matrix,
    /// (pivot, what it is compared with).
    checks: Vec<(Value, Option<Value>)>,
    solution: Vec<Value>,
}

/// The two linear systems of a mechanism.
struct Systems<'a> {
    arena: &'a mut Arena,
    sizes: Dimensions,
    states: &'a [State],
    lowered: &'a Lowered,
}

impl Systems<'_> {
    fn factorise(
        mut self,
        model: &Model,
        flags: Flags,
        diagnostics: &mut Diagnostics,
    ) -> Option<(Planned, Planned)> {
        let matrix = self.saddle_matrix();
        let unconstrained = self.sizes.order() == self.sizes.n;
        let saddle = if unconstrained && flags.symmetric_mass {
            Ok(self.cholesky(matrix))
        } else {
            self.gauss(matrix)
        };
        let matrix = self.bordered_matrix();
        let bordered = self.gauss(matrix);
        match (saddle, bordered) {
            (Ok(saddle), Ok(bordered)) => Some((saddle, bordered)),
            (Err(row), _) | (_, Err(row)) => {
                report_singular(model, self.sizes, row, diagnostics);
                None
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
    fn bordered_matrix(&mut self) -> Matrix {
        let mut matrix = Matrix::zeros(self.sizes.order());
        let lowered = self.lowered;
        let blocks = [
            (Weight::Mass, Instance::Mass, &lowered.mass),
            (Weight::Damping, Instance::Moving, &lowered.damping),
            (Weight::Stiffness, Instance::Stiffness, &lowered.stiffness),
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
            let entry = self.weighted(Weight::ConstraintPosition, Instance::Stiffness, value);
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

    /// An entry of B, G or D at its instance; what moves with the velocity comes evaluated.
    fn block(&mut self, instance: Instance, value: Value) -> Value {
        let moves = self.arena.stage(value) >= Stage::Motion;
        self.arena.at(if moves { Instance::Moving } else { instance }, value)
    }

    fn gauss(&mut self, matrix: Matrix) -> Result<Planned, usize> {
        let nonzeros = matrix.nonzeros();
        let evaluator = Evaluator::new(self.arena, nonzeros.iter().map(|e| e.2).collect());
        let mut scratch = Vec::new();
        let sample = |state: &State| {
            let values = evaluator.evaluate(self.arena, &mut scratch, &|source| state.load(source));
            let mut dense = vec![0.0; matrix.size * matrix.size];
            for (&(i, j, _), value) in nonzeros.iter().zip(values) {
                dense[i * matrix.size + j] = value;
            }
            dense
        };
        let samples: Vec<Vec<f64>> = self.states.iter().map(sample).collect();
        let order = elimination::order(self.arena, &matrix, &samples)?;
        let lu = Lu::factor(self.arena, &matrix, order);
        let solution = lu.solve(self.arena);
        let checks = lu.pivots.iter().map(|&pivot| (pivot, None)).collect();
        Ok(Planned { order: lu.order, matrix, checks, solution })
    }

    fn cholesky(&mut self, matrix: Matrix) -> Planned {
        let ldl = Ldl::factor(self.arena, &matrix);
        let solution = ldl.solve(self.arena);
        let diagonal = |&k: &usize| matrix.entries[k * matrix.size + k];
        let checks = ldl.order.iter().zip(&ldl.pivots).map(|(k, &p)| (p, diagonal(k))).collect();
        let order = ldl.order.iter().map(|&k| (k, k)).collect();
        Planned { order, matrix, checks, solution }
    }
}

fn report_singular(model: &Model, sizes: Dimensions, row: usize, diagnostics: &mut Diagnostics) {
    if row < sizes.n {
        let coordinate = &model.coordinates[row];
        let what = format!("singular mass matrix: nothing accelerates `{}`", coordinate.name);
        diagnostics.error(coordinate.span, what);
        return;
    }
    let ordered = [true, false].into_iter();
    let mut constraints =
        ordered.flat_map(|kind| model.constraints.iter().filter(move |c| c.holonomic == kind));
    if let Some(constraint) = constraints.nth(row - sizes.n) {
        let what = format!("constraint `{}` is redundant or acts on nothing", constraint.name);
        diagnostics.error(constraint.span, what);
    }
}

/// Takes routines out of the arena.
struct Extraction<'a> {
    arena: &'a mut Arena,
    banks: &'a mut Banks,
}

impl Extraction<'_> {
    fn routine(&mut self, stage: Stage, sharing: Sharing, roots: &[Value]) -> Routine {
        let roots: Vec<Option<Value>> = roots.iter().map(|&root| Some(root)).collect();
        self.banks.extract(self.arena, stage, sharing, System::Saddle, &roots)
    }

    fn motion(&mut self, sharing: Sharing, roots: &[Value]) -> Routine {
        self.routine(Stage::Motion, sharing, roots)
    }

    fn factorisation(&mut self, system: System, planned: Planned) -> Factorisation {
        let solution: Vec<Option<Value>> = planned.solution.iter().map(|&x| Some(x)).collect();
        let all = Sharing::Everything;
        let solve = self.banks.extract(self.arena, Stage::Solve, all, system, &solution);
        let entries = &planned.matrix.entries;
        let matrix = self.banks.extract(self.arena, Stage::Solve, all, system, entries);
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
        Factorisation { order: planned.order, checks, factor, solve, matrix, slots: count }
    }

    fn mass_times(&mut self, mass: &Entries, n: usize) -> Routine {
        let products = self.times(mass, n, |j| Source::Acceleration(j), false);
        self.motion(Sharing::Everything, &products)
    }

    fn reaction_force(&mut self, borders: &Entries, sizes: Dimensions) -> Routine {
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
            self.arena.at(Instance::Moving, value)
        } else {
            value
        }
    }

    fn velocity_jacobian(&mut self, entries: &Entries, sizes: Dimensions) -> Routine {
        let evaluated: Entries =
            entries.iter().map(|&(i, j, value)| (i, j, self.entry(value, true))).collect();
        let roots = dense_roots(&evaluated, sizes.nonholonomic, sizes.n);
        let all = Sharing::Everything;
        self.banks.extract(self.arena, Stage::Matrix, all, System::Saddle, &roots)
    }

    fn dense(&mut self, entries: &Entries, rows: usize, cols: usize) -> Routine {
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

fn patterns(equations: &Equations) -> Vec<(&'static str, Pattern)> {
    let of = |matrix: &SparseMatrix| Pattern {
        rows: matrix.rows,
        cols: matrix.cols,
        nonzeros: matrix.entries.iter().map(|&(i, j, _)| (i, j)).collect(),
    };
    let constraints = &equations.constraints;
    vec![
        ("M", of(&equations.mass)),
        ("G", of(&constraints.jacobian)),
        ("D", of(&constraints.velocity_jacobian)),
        ("C", of(&equations.damping)),
        ("K", of(&equations.stiffness)),
    ]
}

fn readable(graph: &Graph, equations: &Equations) -> Readable {
    let text = |&node: &Node| (graph.infix(node), graph.latex(node));
    let all = |nodes: &[Node]| nodes.iter().map(text).collect();
    Readable {
        mass: equations
            .mass
            .entries
            .iter()
            .map(|&(i, j, node)| (i, j, graph.infix(node), graph.latex(node)))
            .collect(),
        force: all(&equations.applied),
        holonomic: all(&equations.constraints.holonomic),
        nonholonomic: all(&equations.constraints.nonholonomic),
        rates: all(&equations.rates),
    }
}
