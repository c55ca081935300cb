//! Accelerations and multipliers from (t, q, v, y), for constraints of any rank.
//!
//! Invariant: among the multipliers that redundant constraints do not determine, those of the smallest Euclidean
//! norm are chosen; accelerations do not depend on that choice.

use super::AnalysisError;
use super::given::{fits, not_finite};
use super::point::{Point, both, dense, least_reactions, unloaded, vector};
use super::row_space::{RowSpace, column, only};
use crate::convergence::{Convergence, imbalance};
use crate::error::{Error, Row};
use crate::solution::State;
use crate::stepper::Start;
use crate::{Mechanism, Vector};
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;
use nalgebra::{DMatrix, DVector};

/// Newton iterations for reactions that enter the forces nonlinearly.
const ITERATIONS: usize = 50;
/// Reactions have converged when their relative change is less than this.
const SETTLED: f64 = 1e-13;
/// The number of rounding units of the forces that counts as rounding.
const NOISE: f64 = 4.0;
/// A pivot of the equilibrated reduced mass matrix below this counts as zero.
const PIVOT: f64 = 1e-12;

/// The accelerations and multipliers of
///
/// ```text
/// M a + B (λ, ψ) = f₀,   J a = γ        B = Jᵀ where reactions are automatic       (1)
/// a = a_c + Z α,  J a_c = γ,  J Z = 0,  Wᵀ B = 0:   (Wᵀ M Z) α = Wᵀ (f − M a_c)    (2)
/// ```
pub(super) fn complete<M: Mechanism<Scalar = f64>>(m: &M, start: &Start<M>) -> Result<State<M>, Error> {
    let Start { t, q, v, y } = start;
    fits(m, (q, v, y))?;
    // NaN in the state or in an input has no result.
    let because = |error: AnalysisError| not_finite(m, (*t, *t), (q, v, y)).unwrap_or(error);
    let point = Point::new(m, *t, q);
    let mass = point.mass();
    let bias = point.bias(v);
    let (lambda, psi) = m.initial_reactions();
    let mut reactions = both(&lambda, &psi);
    let mut last = f64::INFINITY;
    // Reactions of unloaded joints are rounding: the criterion is then the effect of their changes on the forces.
    let mut convergence = Convergence::of::<f64>(NOISE);
    for _ in 0..ITERATIONS {
        let (lambda, psi) = point.reactions(&reactions);
        let moving = point.moving(v, y, &lambda, &psi);
        let (borders, rows) = (point.borders(&moving), point.rows(&moving));
        // Newton: f(λ) − B (λ⁺ − λ) for f(λ⁺).
        let force = point.force(v, y, &lambda, &psi) + &borders * &reactions;
        let space = RowSpace::on_manifold(&rows, point.rank());
        let free = space.null_space();
        let unloaded = unloaded(&borders, &rows, &free);
        let constrained = only(&space.particular(&column(&bias)));
        let reduced = unloaded.transpose() * &mass * &free;
        let right = unloaded.transpose() * (&force - &mass * &constrained);
        let alpha = match solve(&reduced, &column(&right)) {
            Ok(alpha) => only(&alpha),
            Err(k) => {
                let row = Row::of_matrix(m, space.independent().get(k).copied().unwrap_or(usize::MAX));
                return Err(because(AnalysisError::Singular { mechanism: name(m), time: *t, row }).into());
            }
        };
        let a = constrained + &free * alpha;
        let next = least_reactions(&borders, &(&force - &mass * &a));
        let change = (&next - &reactions).amax();
        let forces = force.lp_norm(1) + (&borders * &next).lp_norm(1);
        convergence.note(imbalance((&borders * (&next - &reactions)).lp_norm(1), forces));
        reactions = next;
        let size = reactions.amax();
        let all = a.iter().chain(reactions.iter());
        if let Some(row) = all.clone().position(|x| !x.is_finite()) {
            // Reactions are not finite because forces are not.
            let row = force.iter().position(|x| !x.is_finite()).unwrap_or(row);
            let row = Row::of_matrix(m, row);
            return Err(because(AnalysisError::Undefined { mechanism: name(m), time: *t, row }).into());
        }
        // The last digits of an affine system may keep changing.
        let settled = change <= SETTLED * size || (change <= 1e-9 * size && change >= last);
        if m.flags().linear_reactions || settled || convergence.reached() || convergence.rounding() {
            let (lambda, psi) = point.reactions(&reactions);
            return Ok(State {
                t: *t,
                q: q.clone(),
                v: v.clone(),
                a: vector(a.as_slice()),
                lambda,
                psi,
                y: y.clone(),
            });
        }
        last = change;
    }
    Err(because(AnalysisError::Reactions { mechanism: name(m), time: *t }).into())
}

/// The name of a mechanism.
pub(super) fn name<M: Mechanism>(m: &M) -> String {
    m.names().mechanism.to_string()
}

/// Solves A x = b by LU with complete pivoting after equilibration.
///
/// # Errors
/// The column without a pivot if A is not square or singular.
pub(super) fn solve(a: &DMatrix<f64>, b: &DMatrix<f64>) -> Result<DMatrix<f64>, usize> {
    let (rows, n) = a.shape();
    if rows != n {
        return Err(rows.min(n).min(n.saturating_sub(1)));
    }
    if n == 0 {
        return Ok(b.clone());
    }
    let inverse = |size: f64| if size > 0.0 { 1.0 / size } else { 1.0 };
    let across: Vec<f64> = a.row_iter().map(|row| inverse(row.amax())).collect();
    let mut scaled = DMatrix::from_fn(n, n, |i, k| across[i] * a[(i, k)]);
    let down: Vec<f64> = scaled.column_iter().map(|column| inverse(column.amax())).collect();
    for (k, scale) in down.iter().enumerate() {
        scaled.column_mut(k).scale_mut(*scale);
    }
    let lu = scaled.full_piv_lu();
    let upper = lu.u();
    let sound = |i: usize| upper[(i, i)].abs() > PIVOT;
    if let Some(i) = (0..n).find(|&i| !sound(i)) {
        // Complete pivoting permuted columns; the one at index i has no pivot.
        let mut places = DMatrix::from_fn(1, n, |_, k| k as f64);
        lu.q().permute_columns(&mut places);
        return Err(places[(0, i)] as usize);
    }
    let right = DMatrix::from_fn(n, b.ncols(), |i, k| across[i] * b[(i, k)]);
    let mut x = lu.solve(&right).ok_or(n - 1)?;
    for (k, scale) in down.iter().enumerate() {
        x.row_mut(k).scale_mut(*scale);
    }
    Ok(x)
}

/// The velocity nearest to `guess` that satisfies all constraints at a position: Newton's iteration on
/// (G v + g_t, k) = 0, which needs one step if k is linear. The second result is the residual, relative to the size of its terms.
pub(super) fn velocity<M: Mechanism<Scalar = f64>>(
    point: &Point<'_, M>,
    guess: &M::Velocity,
    y: &M::States,
) -> (M::Velocity, DVector<f64>) {
    let mut v = guess.clone();
    let mut remaining = DVector::zeros(point.constraints());
    for _ in 0..4 {
        let rows = point.unloaded_rows(&v, y);
        let residual = point.rates(&v);
        let step = only(&RowSpace::on_manifold(&rows, point.rank()).shortest(&column(&-residual)));
        v = vector((dense(&v) + step).as_slice());
        let after = point.rates(&v);
        remaining = DVector::from_fn(rows.nrows(), |i, _| {
            let terms: f64 = rows.row(i).iter().zip(v.as_slice()).map(|(j, v)| (j * v).abs()).sum();
            after[i] / (terms + rows.row(i).amax())
        });
    }
    (v, remaining)
}
