//! Equations of motion linearised about a state, and reduced to independent coordinates.
//!
//! ```text
//! M δa + C δv + K δq + B δλ = F_y δy + F_u δu          δq' = δv + [δq, v]             (1)
//! G δq = 0                                              holonomic, position            (2)
//! J δv + R δq = 0           J = [G; D], R = ∂(g_t + G v, k)/∂q                         (3)
//! J δa + P_v δv + P_q δq = 0                            P = ∂(J a − γ)                 (4)
//! ```
//!
//! The rows of slips are added to (2) (see `slips`). (2) leaves independent δqᵢ with δq = Z δqᵢ, (3) independent δvᵢ with δv = Z_v δvᵢ + X δqᵢ, and (4)
//! δa = Z_v δaᵢ + Y_v δvᵢ + Y_q δqᵢ. With Wᵀ B = 0 (W = Z_v where B = Jᵀ), (1) becomes
//!
//! ```text
//! Wᵀ M Z_v δaᵢ + Wᵀ(C Z_v + M Y_v) δvᵢ + Wᵀ(K Z + C X + M Y_q) δqᵢ = Wᵀ F_y δy + Wᵀ F_u δu   (5)
//! ```
//!
//! Independent coordinates are a choice among the coordinates themselves, so (5) also holds along a motion, where
//! the null space rotates. Invariant: all derivatives are exact (dual numbers).

use super::given::state_fits;
use super::motion::{name, solve};
use super::point::unloaded;
use super::row_space::RowSpace;
use super::slips::Slips;
use super::steady::SteadyMotion;
use super::tangent::{By, Extent, Of, Tangent};
use super::{AnalysisError, Dual};
use crate::coincidence::apart;
use crate::error::{Error, Row};
use crate::scalar::Taylor;
use crate::solution::State;
use crate::{Evaluate, Mechanism, Named, Names, Vector, WithInputs};
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::vec::Vec;
use nalgebra::DMatrix;

/// A linearised mechanism; see [`Analyse::linearize`](super::Analyse::linearize).
///
/// Its state is x = (δqᵢ, δvᵢ, δy): independent displacements and velocities, and first-order states.
/// On a manifold displacements are along ⊞.
#[derive(Clone, Debug)]
pub struct Linearization {
    /// M, n × n.
    pub mass: DMatrix<f64>,
    /// C = −∂f/∂v, n × n.
    pub damping: DMatrix<f64>,
    /// K = ∂(M a − f)/∂q with the reactions in f, n × n.
    pub stiffness: DMatrix<f64>,
    /// J = [G; D], the Jacobians of the holonomic and nonholonomic constraints.
    pub constraints: DMatrix<f64>,
    /// B = −∂f/∂(λ, ψ): Jᵀ where reactions are automatic.
    pub borders: DMatrix<f64>,
    /// The velocities of the independent displacements δqᵢ, ascending.
    pub independent: Vec<usize>,
    /// The independent velocities; fewer than displacements if there are nonholonomic constraints.
    pub independent_velocities: Vec<usize>,
    /// Z: δq = Z δqᵢ.
    pub displacements: DMatrix<f64>,
    /// Z_v: all velocities from the independent ones.
    pub velocities: DMatrix<f64>,
    /// Wᵀ M Z_v of equation (5).
    pub reduced_mass: DMatrix<f64>,
    /// Wᵀ(C Z_v + M Y_v).
    pub reduced_damping: DMatrix<f64>,
    /// Wᵀ(K Z + C X + M Y_q).
    pub reduced_stiffness: DMatrix<f64>,
    /// A of x' = A x + B u.
    pub system: DMatrix<f64>,
    /// B of x' = A x + B u; without columns from [`Analyse::linearize`](super::Analyse::linearize).
    pub input: DMatrix<f64>,
    /// C of z = C x + D u for the outputs z.
    pub output: DMatrix<f64>,
    /// D of z = C x + D u.
    pub feedthrough: DMatrix<f64>,
    pub(super) names: Names,
}

/// Everything as a linear function of (δqᵢ, δvᵢ, δy, δu).
struct Maps {
    q: DMatrix<f64>,
    v: DMatrix<f64>,
    y: DMatrix<f64>,
    u: DMatrix<f64>,
    a: DMatrix<f64>,
    independent: DMatrix<f64>,
    reactions: DMatrix<f64>,
}

/// Linearises with inputs held.
pub(super) fn linearize<M: Mechanism<Scalar = f64>>(m: &M, state: &State<M>) -> Result<Linearization, Error> {
    Ok(reduced(m, state, None)?.linearization)
}

/// A linearisation with its parts.
pub(super) struct Reduced {
    /// The linearisation.
    pub(super) linearization: Linearization,
    /// (δq, δv, δy) from (δqᵢ, δvᵢ, δy).
    pub(super) embedding: DMatrix<f64>,
    /// The choice of independent coordinates.
    pub(super) chart: Chart,
}

/// The dependent displacements and velocities.
pub(super) struct Chart {
    positions: Vec<usize>,
    velocities: Vec<usize>,
}

impl Reduced {
    /// The rows of (δq, δv, δy) that are independent.
    pub(super) fn picked(&self, all: &DMatrix<f64>) -> DMatrix<f64> {
        let Linearization { independent, independent_velocities, mass, .. } = &self.linearization;
        let n = mass.nrows();
        let rows = independent.iter().copied().chain(independent_velocities.iter().map(|i| n + i));
        let rows: Vec<usize> = rows.chain(2 * n..all.nrows()).collect();
        all.select_rows(&rows)
    }
}

/// Linearises with inputs held, in the given independent coordinates if there are any.
pub(super) fn reduced<M: Mechanism<Scalar = f64>>(
    m: &M,
    state: &State<M>,
    chart: Option<&Chart>,
) -> Result<Reduced, Error> {
    state_fits(m, state)?;
    apart(m, state.t, &state.q, &state.v, &state.y)?;
    let lifted = m.held(state.t).with_scalar::<Dual>(&Taylor::constant);
    let tangent =
        Tangent::new(&lifted, state, Extent::Whole { inputs: 0 }, |_| lifted.now(Dual::constant(state.t)));
    reduce(m, state, &tangent, chart)
}

/// Linearises with respect to the inputs too.
pub(super) fn linearize_inputs<M>(m: &M, state: &State<M>) -> Result<Linearization, Error>
where
    M: WithInputs<Scalar = f64>,
    M::With<Dual>: WithInputs,
{
    state_fits(m, state)?;
    apart(m, state.t, &state.q, &state.v, &state.y)?;
    let m = &m.held(state.t);
    let lifted = m.with_scalar::<Dual>(&Taylor::constant);
    let values = m.input_values(&m.inputs());
    let now = |seed: Option<usize>| {
        let part = |i: usize| f64::from(seed == Some(i));
        let values: Vec<Dual> = values.iter().enumerate().map(|(i, u)| Dual::new([*u, part(i)])).collect();
        lifted.now_with(Dual::constant(state.t), &lifted.inputs_of(&values))
    };
    let tangent = Tangent::new(&lifted, state, Extent::Whole { inputs: values.len() }, now);
    Ok(reduce(m, state, &tangent, None)?.linearization)
}

/// A block that picks entry `rows[k]` in column `from + k`.
fn pick(height: usize, width: usize, rows: &[usize], from: usize) -> DMatrix<f64> {
    let mut picked = DMatrix::zeros(height, width);
    for (k, &row) in rows.iter().enumerate() {
        picked[(row, from + k)] = 1.0;
    }
    picked
}

/// Equations (2) to (5).
fn reduce<M: Mechanism<Scalar = f64>>(
    m: &M,
    state: &State<M>,
    d: &Tangent,
    chart: Option<&Chart>,
) -> Result<Reduced, Error> {
    let undefined = d.undefined(Of::Motion).map(|row| Row::of_matrix(m, row));
    let undefined = undefined.or_else(|| d.undefined(Of::States).map(|row| Row::of_state(m, row)));
    if let Some(row) = undefined {
        return Err(AnalysisError::Undefined { mechanism: name(m), time: state.t, row }.into());
    }
    let mass = d.block(Of::Motion, By::Acceleration);
    let damping = d.block(Of::Motion, By::Velocity);
    let stiffness = d.block(Of::Motion, By::Position);
    let borders = d.block(Of::Motion, By::Reactions);
    let rows = d.block(Of::Rates, By::Velocity);
    let n = mass.nrows();
    let slips = Slips::of(m);
    let placed = slips.displacement_rows(&rows, m.sizes().holonomic);

    let rank = rows.nrows().saturating_sub(m.sizes().redundancy);
    let space = |rows, dependent: Option<&[usize]>| match dependent {
        None => RowSpace::on_manifold_eliminating(rows, rank, &slips.velocities),
        Some(dependent) => RowSpace::with_dependent(rows, dependent),
    };
    let positions = space(&placed, chart.map(|chart| &chart.positions[..]));
    let velocities = space(&rows, chart.map(|chart| &chart.velocities[..]));
    let (z, z_v) = (positions.null_space(), velocities.null_space());
    let w = unloaded(&borders, &rows, &z_v).transpose();
    let (n_q, n_v, n_y) = (z.ncols(), z_v.ncols(), state.y.len());
    let n_u = d.block(Of::Motion, By::Inputs).ncols();
    let (x, width) = (n_q + n_v + n_y, n_q + n_v + n_y + n_u);
    let all: Vec<usize> = (0..n_y.max(n_u)).collect();

    let q = &z * pick(n_q, width, &all_below(n_q), 0); // (2)
    let y = pick(n_y, width, &all[..n_y], n_q + n_v);
    let u = pick(n_u, width, &all[..n_u], x);
    let follow = velocities.particular(&(-d.block(Of::Rates, By::Position) * &q));
    let v = &z_v * pick(n_v, width, &all_below(n_v), n_q) + follow; // (3)
    let moved = d.block(Of::Accelerations, By::Position) * &q + d.block(Of::Accelerations, By::Velocity) * &v;
    let follow = velocities.particular(&-moved); // (4)
    let load = -(&damping * &v)
        - &stiffness * &q
        - d.block(Of::Motion, By::States) * &y
        - d.block(Of::Motion, By::Inputs) * &u;
    let reduced_mass = &w * &mass * &z_v;
    let right = &w * (&load - &mass * &follow);
    let independent = solve(&reduced_mass, &right).map_err(|k| {
        let row = Row::of_matrix(m, velocities.independent().get(k).copied().unwrap_or(usize::MAX));
        AnalysisError::Singular { mechanism: name(m), time: state.t, row }
    })?; // (5)
    let a = &z_v * &independent + follow;
    let reactions = RowSpace::new(&borders).shortest(&(load - &mass * &a));
    let maps = Maps { q, v, y, u, a, independent, reactions };

    let system = rates(m, state, d, &maps, &positions);
    let outputs = d.block(Of::Outputs, By::Position) * &maps.q
        + d.block(Of::Outputs, By::Velocity) * &maps.v
        + d.block(Of::Outputs, By::States) * &maps.y
        + d.block(Of::Outputs, By::Acceleration) * &maps.a
        + d.block(Of::Outputs, By::Reactions) * &maps.reactions
        + d.block(Of::Outputs, By::Inputs) * &maps.u;
    debug_assert_eq!((system.nrows(), n), (x, state.v.len()));
    let (height, ny) = (2 * n + n_y, 2 * n);
    let mut embedding = DMatrix::zeros(height, x);
    embedding.rows_mut(0, n).copy_from(&maps.q.columns(0, x));
    embedding.rows_mut(n, n).copy_from(&maps.v.columns(0, x));
    embedding.rows_mut(ny, n_y).copy_from(&maps.y.columns(0, x));
    let chart =
        Chart { positions: positions.dependent().to_vec(), velocities: velocities.dependent().to_vec() };
    let linearization = Linearization {
        reduced_damping: -right.columns(n_q, n_v),
        reduced_stiffness: -right.columns(0, n_q),
        reduced_mass,
        system: system.columns(0, x).clone_owned(),
        input: system.columns(x, n_u).clone_owned(),
        output: outputs.columns(0, x).clone_owned(),
        feedthrough: outputs.columns(x, n_u).clone_owned(),
        mass,
        damping,
        stiffness,
        constraints: rows,
        borders,
        independent: positions.independent().to_vec(),
        independent_velocities: velocities.independent().to_vec(),
        displacements: z,
        velocities: z_v,
        names: without_turns(m),
    };
    Ok(Reduced { linearization, embedding, chart })
}

/// The names without those of turn counters, which are no displacements.
fn without_turns<M: Mechanism>(m: &M) -> Names {
    let mut names = m.names().clone();
    let moving = names.coordinates.len() - m.sizes().turns.min(names.coordinates.len());
    names.coordinates = names.coordinates[..moving].to_vec().into();
    names
}

fn all_below(n: usize) -> Vec<usize> {
    (0..n).collect()
}

/// x' as a function of (x, u).
fn rates<M: Mechanism<Scalar = f64>>(
    m: &M,
    state: &State<M>,
    d: &Tangent,
    maps: &Maps,
    positions: &RowSpace,
) -> DMatrix<f64> {
    let n = state.v.len();
    let mut transport = DMatrix::zeros(n, n);
    if !m.flags().vector_space || state.q.len() != n {
        let (mut unit, mut out) = (M::Velocity::zeros(n), M::Velocity::zeros(n));
        for k in 0..n {
            unit.fill(0.0);
            unit.as_mut_slice()[k] = 1.0;
            m.bracket(&unit, &state.v, &mut out);
            transport.column_mut(k).copy_from_slice(out.as_slice());
        }
    }
    let displacement = &maps.v + transport * &maps.q; // δq' of (1)
    let states = d.block(Of::States, By::Position) * &maps.q
        + d.block(Of::States, By::Velocity) * &maps.v
        + d.block(Of::States, By::States) * &maps.y
        + d.block(Of::States, By::Inputs) * &maps.u;
    let (n_q, n_v) = (positions.independent().len(), maps.independent.nrows());
    let mut all = DMatrix::zeros(n_q + n_v + states.nrows(), maps.q.ncols());
    for (k, &i) in positions.independent().iter().enumerate() {
        all.row_mut(k).copy_from(&displacement.row(i));
    }
    all.rows_mut(n_q, n_v).copy_from(&maps.independent);
    all.rows_mut(n_q + n_v, states.nrows()).copy_from(&states);
    all
}

/// A displacement: the coordinate on a vector space, `integral(…)` of the velocity elsewhere.
pub(super) fn displacement(names: &Names, i: usize) -> Named {
    let same = names.coordinates.len() == names.velocities.len();
    match (names.coordinates.get(i).filter(|_| same), names.velocities.get(i)) {
        (Some(coordinate), _) => coordinate.clone(),
        (None, Some(velocity)) => {
            let inner = velocity.name.strip_prefix("der(").and_then(|name| name.strip_suffix(')'));
            let name = inner.map_or_else(|| format!("integral({})", velocity.name), Into::into);
            let unit = velocity.unit.strip_suffix("/s").unwrap_or(&velocity.unit).to_owned();
            Named { name: name.into(), unit: unit.into() }
        }
        (None, None) => Named { name: format!("displacement[{i}]").into(), unit: "".into() },
    }
}

impl Linearization {
    /// The same in axes that rotate with a steady motion, where A is constant along it: its eigenvalues do not depend on the choice of
    /// coordinates. Unchanged if the motion is not steady.
    pub fn turning_with(mut self, motion: &SteadyMotion) -> Self {
        if motion.is_steady() && motion.turning.shape() == self.system.shape() {
            self.system -= &motion.turning;
        }
        self
    }

    /// Names and units of the independent displacements δqᵢ.
    pub fn independent_names(&self) -> Vec<Named> {
        self.independent.iter().map(|&i| displacement(&self.names, i)).collect()
    }

    /// Names and units of all displacements δq: the rows of [`displacements`](Self::displacements) and of mode shapes.
    pub fn displacement_names(&self) -> Vec<Named> {
        (0..self.mass.nrows()).map(|i| displacement(&self.names, i)).collect()
    }

    /// Names and units of x: displacements, velocities, first-order states.
    pub fn state_names(&self) -> Vec<Named> {
        let velocity = |&i: &usize| match self.names.velocities.get(i) {
            Some(named) => named.clone(),
            None => Named { name: format!("velocity[{i}]").into(), unit: "".into() },
        };
        let mut all = self.independent_names();
        all.extend(self.independent_velocities.iter().map(velocity));
        all.extend(self.names.states.iter().cloned());
        all
    }

    /// Names and units of the inputs: the columns of [`input`](Self::input).
    pub fn input_names(&self) -> Vec<Named> {
        self.names.inputs.iter().take(self.input.ncols()).cloned().collect()
    }

    /// Names and units of the outputs: the rows of [`output`](Self::output).
    pub fn output_names(&self) -> Vec<Named> {
        self.names.outputs.to_vec()
    }

    /// The number of holonomic and nonholonomic constraints that are redundant at this position.
    pub fn redundant(&self) -> usize {
        self.constraints.nrows() - (self.mass.nrows() - self.independent_velocities.len())
    }
}
