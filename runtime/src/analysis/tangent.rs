//! The exact derivatives of all equations of a mechanism with respect to all variables at one instant, by dual numbers.
//!
//! Invariant: derivatives with respect to the position are along q ⊞ δ at δ = 0; the blocks are in the order of
//! [`Of`] and [`By`]; a block that is not computed has no rows or no columns.

use super::Dual;
use crate::solution::State;
use crate::{Mechanism, Sizes, Vector};
use alloc::vec;
use alloc::vec::Vec;
use nalgebra::{DMatrix, DVector};

/// The differentiated equation.
#[derive(Clone, Copy)]
pub(super) enum Of {
    /// M a − f.
    Motion,
    /// (g_t + G v, k).
    Rates,
    /// (G, D) a − γ.
    Accelerations,
    /// f_y.
    States,
    /// The outputs.
    Outputs,
}

/// The variable of a derivative.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum By {
    Position,
    Velocity,
    States,
    Acceleration,
    Reactions,
    Inputs,
}

impl By {
    const ALL: [Self; 6] =
        [Self::Position, Self::Velocity, Self::States, Self::Acceleration, Self::Reactions, Self::Inputs];

    /// Whether the variable decides on where bodies are, and on the time.
    fn places(self) -> bool {
        matches!(self, Self::Position | Self::Inputs)
    }
}

/// The matrix of all first derivatives.
pub(super) struct Tangent {
    all: DMatrix<f64>,
    rows: [usize; 6],
    columns: [usize; 7],
}

fn ends<const N: usize>(lengths: &[usize]) -> [usize; N] {
    let mut ends = [0; N];
    for (i, length) in lengths.iter().enumerate() {
        ends[i + 1] = ends[i] + length;
    }
    ends
}

/// A vector with the dual part 1 at index `seed`.
fn seeded<S: Vector<Dual>>(x: &[f64], seed: Option<usize>) -> S {
    let mut lifted = S::zeros(x.len());
    for (i, (lifted, x)) in lifted.as_mut_slice().iter_mut().zip(x).enumerate() {
        *lifted = Dual::new([*x, f64::from(seed == Some(i))]);
    }
    lifted
}

/// What is differentiated.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// Everything, with respect to this number of inputs too.
    Whole { inputs: usize },
    /// The motion and the states, with respect to position and states.
    Statics,
}

impl Tangent {
    /// Differentiates `lifted`, the mechanism over dual numbers, at `state`; `now` evaluates time and inputs,
    /// with the dual part 1 in the input of that index.
    pub(super) fn new<M, L>(
        lifted: &L,
        state: &State<M>,
        extent: Extent,
        now: impl Fn(Option<usize>) -> L::TimeCache,
    ) -> Self
    where
        M: Mechanism<Scalar = f64>,
        L: Mechanism<Scalar = Dual>,
    {
        let Sizes { velocities: n, holonomic, nonholonomic, states, outputs, .. } = lifted.sizes();
        let c = holonomic + nonholonomic;
        let (rows, columns) = match extent {
            Extent::Whole { inputs } => {
                (ends::<6>(&[n, c, c, states, outputs]), ends::<7>(&[n, n, states, n, c, inputs]))
            }
            Extent::Statics => (ends::<6>(&[n, 0, 0, states, 0]), ends::<7>(&[n, 0, states, 0, 0, 0])),
        };
        let mut all = DMatrix::zeros(rows[5], columns[6]);
        // Most variables leave all bodies in their places.
        let here = placed(lifted, &now(None), state, None);
        for by in By::ALL {
            let first = columns[by as usize];
            for k in first..columns[by as usize + 1] {
                let seed = |wanted: By| (by == wanted).then_some(k - first);
                let reaction = |from: usize, to: usize| {
                    seed(By::Reactions).filter(|s| (from..to).contains(s)).map(|s| s - from)
                };
                let variables = Variables {
                    by,
                    v: seeded(state.v.as_slice(), seed(By::Velocity)),
                    y: seeded(state.y.as_slice(), seed(By::States)),
                    a: seeded(state.a.as_slice(), seed(By::Acceleration)),
                    lambda: seeded(state.lambda.as_slice(), reaction(0, holonomic)),
                    psi: seeded(state.psi.as_slice(), reaction(holonomic, c)),
                };
                let there =
                    by.places().then(|| placed(lifted, &now(seed(By::Inputs)), state, seed(By::Position)));
                let at = there.as_ref().unwrap_or(&here);
                all.set_column(k, &rates_of_change(lifted, (at, &variables), extent));
            }
        }
        Self { all, rows, columns }
    }

    /// The first row of these equations with a derivative that is not finite.
    pub(super) fn undefined(&self, of: Of) -> Option<usize> {
        let row = of as usize;
        (self.rows[row]..self.rows[row + 1]).position(|i| self.all.row(i).iter().any(|x| !x.is_finite()))
    }

    /// One block.
    pub(super) fn block(&self, of: Of, by: By) -> DMatrix<f64> {
        let (row, column) = (of as usize, by as usize);
        let (top, left) = (self.rows[row], self.columns[column]);
        let (height, width) = (self.rows[row + 1] - top, self.columns[column + 1] - left);
        self.all.view((top, left), (height, width)).clone_owned()
    }
}

/// The bodies at q ⊞ δ, with the dual part 1 in one entry of δ.
fn placed<M, L>(m: &L, now: &L::TimeCache, state: &State<M>, seed: Option<usize>) -> L::PositionCache
where
    M: Mechanism<Scalar = f64>,
    L: Mechanism<Scalar = Dual>,
{
    let n = state.v.len();
    let mut q = seeded(state.q.as_slice(), None);
    m.advance(&mut q, &seeded(&vec![0.0; n], seed), &mut L::Velocity::zeros(n));
    let mut at = m.position_cache();
    m.place(now, &q, &mut at);
    at
}

/// All variables except time, inputs and the position, and which one has a dual part.
struct Variables<L: Mechanism> {
    by: By,
    v: L::Velocity,
    y: L::States,
    a: L::Velocity,
    lambda: L::Holonomic,
    psi: L::Nonholonomic,
}

/// The dual parts of the equations.
fn rates_of_change<L: Mechanism<Scalar = Dual>>(
    m: &L,
    (at, variables): (&L::PositionCache, &Variables<L>),
    extent: Extent,
) -> DVector<f64> {
    let Variables { by, v, y, a, lambda, psi } = variables;
    let sizes = m.sizes();
    let whole = extent != Extent::Statics;
    let n = v.len();
    let mut all: Vec<Dual> = Vec::new();

    // M a depends on places and on a alone, f on everything but a.
    let (mut inertia, mut force) = (L::Velocity::zeros(n), L::Velocity::zeros(n));
    if by.places() || *by == By::Acceleration {
        m.mass_times(at, a, &mut inertia);
    }
    if *by != By::Acceleration {
        m.force(at, v, y, (lambda, psi), &mut force);
    }
    all.extend(inertia.as_slice().iter().zip(force.as_slice()).map(|(i, f)| *i - *f));

    if whole && sizes.holonomic + sizes.nonholonomic > 0 {
        of_constraints(m, (at, variables), &mut all);
    }
    let mut rates = L::States::zeros(sizes.states);
    m.state_rates(at, v, y, &mut rates);
    all.extend(rates.as_slice());
    if whole && sizes.outputs > 0 {
        let mut outputs = L::Outputs::zeros(sizes.outputs);
        m.outputs(at, v, y, a, (lambda, psi), &mut outputs);
        all.extend(outputs.as_slice());
    }
    DVector::from_iterator(all.len(), all.iter().map(|x| x.coefficient(1)))
}

/// The rates and accelerations of constraints.
fn of_constraints<L: Mechanism<Scalar = Dual>>(
    m: &L,
    (at, variables): (&L::PositionCache, &Variables<L>),
    all: &mut Vec<Dual>,
) {
    let Variables { v, y, a, lambda, psi, .. } = variables;
    let (sizes, n) = (m.sizes(), v.len());
    let mut g = L::Holonomic::zeros(sizes.holonomic);
    let mut k = L::Nonholonomic::zeros(sizes.nonholonomic);
    m.holonomic_rate(at, v, &mut g);
    m.nonholonomic(at, v, &mut k);
    all.extend(g.as_slice().iter().chain(k.as_slice()));

    let mut moving = m.velocity_cache();
    m.moving(at, v, y, (lambda, psi), &mut moving);
    let zero = Dual::constant(0.0);
    let mut rows = vec![zero; (sizes.holonomic + sizes.nonholonomic) * n];
    let (holonomic, nonholonomic) = rows.split_at_mut(sizes.holonomic * n);
    m.constraint_jacobian(at, holonomic);
    m.velocity_jacobian(at, &moving, nonholonomic);
    m.acceleration_bias(at, v, (&mut g, &mut k));
    let bias = g.as_slice().iter().chain(k.as_slice());
    all.extend(
        rows.chunks(n.max(1))
            .zip(bias)
            .map(|(row, bias)| row.iter().zip(a.as_slice()).fold(-*bias, |sum, (j, a)| sum + *j * *a)),
    );
}
