//! The exact derivatives of all equations of a mechanism with respect to all variables at one instant, by dual numbers.
//!
//! Invariant: derivatives with respect to the position are along q ⊞ δ at δ = 0; the blocks are in the order of
//! [`Of`] and [`By`].

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
#[derive(Clone, Copy)]
pub(super) enum By {
    Position,
    Velocity,
    States,
    Acceleration,
    Reactions,
    Inputs,
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

impl Tangent {
    /// Differentiates `lifted`, the mechanism over dual numbers, at `state`; `now` evaluates time and inputs,
    /// with the dual part 1 in the input of that index.
    pub(super) fn new<M, L>(
        lifted: &L,
        state: &State<M>,
        inputs: usize,
        now: impl Fn(Option<usize>) -> L::TimeCache,
    ) -> Self
    where
        M: Mechanism<Scalar = f64>,
        L: Mechanism<Scalar = Dual>,
    {
        let Sizes { velocities: n, holonomic, nonholonomic, states, outputs, .. } = lifted.sizes();
        let c = holonomic + nonholonomic;
        let rows = ends::<6>(&[n, c, c, states, outputs]);
        let columns = ends::<7>(&[n, n, states, n, c, inputs]);
        let mut all = DMatrix::zeros(rows[5], columns[6]);
        for k in 0..columns[6] {
            let block = (0..6).find(|b| k < columns[b + 1]).unwrap_or(5);
            let seed = |wanted: usize| (block == wanted).then(|| k - columns[block]);
            let now = now(seed(5));
            let reaction =
                |from: usize, to: usize| seed(4).filter(|s| (from..to).contains(s)).map(|s| s - from);
            let variables = Variables {
                by: seeded(&vec![0.0; n], seed(0)),
                v: seeded(state.v.as_slice(), seed(1)),
                y: seeded(state.y.as_slice(), seed(2)),
                a: seeded(state.a.as_slice(), seed(3)),
                lambda: seeded(state.lambda.as_slice(), reaction(0, holonomic)),
                psi: seeded(state.psi.as_slice(), reaction(holonomic, c)),
            };
            let q = seeded(state.q.as_slice(), None);
            all.set_column(k, &rates_of_change(lifted, &now, q, &variables));
        }
        Self { all, rows, columns }
    }

    /// One block.
    pub(super) fn block(&self, of: Of, by: By) -> DMatrix<f64> {
        let (row, column) = (of as usize, by as usize);
        let (top, left) = (self.rows[row], self.columns[column]);
        let (height, width) = (self.rows[row + 1] - top, self.columns[column + 1] - left);
        self.all.view((top, left), (height, width)).clone_owned()
    }
}

/// All variables except time, inputs and the base point.
struct Variables<L: Mechanism> {
    by: L::Velocity,
    v: L::Velocity,
    y: L::States,
    a: L::Velocity,
    lambda: L::Holonomic,
    psi: L::Nonholonomic,
}

/// The dual parts of all equations.
fn rates_of_change<L: Mechanism<Scalar = Dual>>(
    m: &L,
    now: &L::TimeCache,
    mut q: L::Configuration,
    variables: &Variables<L>,
) -> DVector<f64> {
    let Variables { by, v, y, a, lambda, psi } = variables;
    let sizes = m.sizes();
    let n = v.len();
    m.advance(&mut q, by, &mut L::Velocity::zeros(n));
    let mut at = m.position_cache();
    m.place(now, &q, &mut at);
    let mut all: Vec<Dual> = Vec::new();

    let (mut inertia, mut force) = (L::Velocity::zeros(n), L::Velocity::zeros(n));
    m.mass_times(&at, a, &mut inertia);
    m.force(&at, v, y, (lambda, psi), &mut force);
    all.extend(inertia.as_slice().iter().zip(force.as_slice()).map(|(i, f)| *i - *f));

    let mut g = L::Holonomic::zeros(sizes.holonomic);
    let mut k = L::Nonholonomic::zeros(sizes.nonholonomic);
    m.holonomic_rate(&at, v, &mut g);
    m.nonholonomic(&at, v, &mut k);
    all.extend(g.as_slice().iter().chain(k.as_slice()));

    let mut moving = m.velocity_cache();
    m.moving(&at, v, y, (lambda, psi), &mut moving);
    let zero = Dual::constant(0.0);
    let mut rows = vec![zero; (sizes.holonomic + sizes.nonholonomic) * n];
    let (holonomic, nonholonomic) = rows.split_at_mut(sizes.holonomic * n);
    m.constraint_jacobian(&at, holonomic);
    m.velocity_jacobian(&at, &moving, nonholonomic);
    m.acceleration_bias(&at, v, (&mut g, &mut k));
    let bias = g.as_slice().iter().chain(k.as_slice());
    all.extend(
        rows.chunks(n.max(1))
            .zip(bias)
            .map(|(row, bias)| row.iter().zip(a.as_slice()).fold(-*bias, |sum, (j, a)| sum + *j * *a)),
    );

    let mut rates = L::States::zeros(sizes.states);
    m.state_rates(&at, v, y, &mut rates);
    all.extend(rates.as_slice());
    let mut outputs = L::Outputs::zeros(sizes.outputs);
    m.outputs(&at, v, y, a, (lambda, psi), &mut outputs);
    all.extend(outputs.as_slice());
    DVector::from_iterator(all.len(), all.iter().map(|x| x.coefficient(1)))
}
