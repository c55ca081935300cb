//! Equations of motion without reactions, and motions from independent coordinates.
//!
//! ```text
//! J = [G; D],  J Z = 0,  Z_i = 1,  Wᵀ B = 0,  W_i = 1:      Wᵀ (M a − f₀) = Wᵀ τ                         (1)
//! q ← q ⊞ δ,  J δ = −g,  δ_i = 0;   J δ = −(ġ, k),  v ← v + δ;   J δ = γ − J a,  a ← a + δ               (2)
//! ```
//!
//! with the independent entries i of velocities, the unit matrix 1, and the borders B = −∂f/∂(λ, ψ), which are Jᵀ where reactions are
//! automatic: W is Z then. Efforts τ along the independent coordinates alone are Wᵀ τ themselves.
//!
//! Invariant: constraints may be redundant. (2) does not change independent entries.

use super::AnalysisError;
use super::given::motion_fits;
use super::inverse_dynamics::{Motion, check};
use super::motion::name;
use super::point::{Point, dense, moved, norms, vector};
use super::row_space::{RowSpace, column, only};
use crate::Mechanism;
use crate::error::{Error, Row};
use alloc::vec::Vec;
use nalgebra::{DMatrix, DVector};

/// Newton's iterations of (2).
const ITERATIONS: usize = 50;
/// The iteration ends at corrections smaller than this, relative to the coordinates.
const CLOSE: f64 = 1e-13;
/// Pivots below this part of the largest count as zero: the independent coordinates then do not determine the others.
const PIVOT: f64 = 1e-9;

/// Z and W of (1).
#[derive(Clone, Debug, PartialEq)]
pub struct FreeDirections {
    /// The independent entries of velocities, ascending: one for each degree of freedom.
    pub independent: Vec<usize>,
    /// Z, velocities × degrees of freedom.
    pub velocities: DMatrix<f64>,
    /// W, velocities × degrees of freedom.
    pub efforts: DMatrix<f64>,
}

/// (1) for a motion that satisfies the constraints.
pub(super) fn free_directions<M: Mechanism<Scalar = f64>>(
    m: &M,
    motion: &Motion<M>,
    independent: Option<&[usize]>,
) -> Result<FreeDirections, Error> {
    motion_fits(m, motion)?;
    let point = Point::new(m, motion.t, &motion.q);
    check(m, &point, motion)?;
    let none = point.no_reactions();
    let moving = point.moving(&motion.v, &motion.y, &none.0, &none.1);
    let (rows, borders) = (point.rows(&moving), point.borders(&moving));
    let space = match independent {
        None => RowSpace::on_manifold(&rows, point.rank()),
        Some(independent) => space_of(&point, &rows, motion.t, independent, RowSpace::on_manifold)?,
    };
    let velocities = space.null_space();
    let transposed = borders.transpose();
    let efforts = if (&transposed - &rows).amax() <= 1e-14 * rows.amax() {
        velocities.clone()
    } else {
        RowSpace::with_dependent(&transposed, space.dependent()).null_space()
    };
    if !(velocities.iter().chain(efforts.iter()).all(|x| x.is_finite())) {
        return Err(undetermined(m, motion.t, space.independent()));
    }
    Ok(FreeDirections { independent: space.independent().to_vec(), velocities, efforts })
}

/// The rows, factored with the given independent entries, of the rank on the manifold or near it.
fn space_of<M: Mechanism<Scalar = f64>>(
    point: &Point<'_, M>,
    rows: &DMatrix<f64>,
    time: f64,
    independent: &[usize],
    factored: fn(&DMatrix<f64>, usize) -> RowSpace,
) -> Result<RowSpace, Error> {
    let refused = || undetermined(point.m, time, independent);
    let rank = factored(rows, point.rank()).rank();
    let free = |k: &usize| !independent.contains(k);
    let others: Vec<usize> = (0..rows.ncols()).filter(free).collect();
    if others.len() != rank {
        return Err(refused());
    }
    // Pivoting among the dependent columns.
    let chosen = DMatrix::from_fn(rows.nrows(), rank, |i, k| rows[(i, others[k])]);
    let order = factored(&chosen, point.rank());
    if order.rank() < rank || order.smallest_pivot() < PIVOT {
        return Err(refused());
    }
    let dependent: Vec<usize> = order.dependent().iter().map(|&k| others[k]).collect();
    Ok(RowSpace::with_dependent(rows, &dependent))
}

fn undetermined<M: Mechanism>(m: &M, time: f64, independent: &[usize]) -> Error {
    let independent = independent.iter().map(|&i| Row::of_matrix(m, i)).collect();
    AnalysisError::Undetermined { mechanism: name(m), time, independent }.into()
}

/// (2) from a nearby motion.
pub(super) fn following<M: Mechanism<Scalar = f64>>(
    m: &M,
    motion: &Motion<M>,
    independent: &[usize],
) -> Result<Motion<M>, Error> {
    motion_fits(m, motion)?;
    let Motion { t, q, v, a, y } = motion.clone();
    let now = m.now(t);
    let mut motion = Motion { t, q, v, a, y };
    let holonomic = m.sizes().holonomic;
    for _ in 0..ITERATIONS {
        let point = Point::under(m, &now, &motion.q);
        let gaps = point.gaps();
        if holonomic == 0 {
            break;
        }
        let none = point.no_reactions();
        let rows = point.rows(&point.moving(&motion.v, &motion.y, &none.0, &none.1));
        let mut right = DVector::zeros(rows.nrows());
        right.rows_mut(0, holonomic).copy_from(&-gaps);
        // Beside the manifold redundant rows are not redundant.
        let space = space_of(&point, &rows, t, independent, RowSpace::of_rank)?;
        let step = only(&space.particular(&column(&right)));
        let sizes = norms::<M>(&motion.q, step.len());
        motion.q = moved(m, &motion.q, &step);
        if step.iter().zip(sizes.iter()).all(|(x, size)| x.abs() <= CLOSE * (1.0 + size)) {
            break;
        }
    }
    let point = Point::under(m, &now, &motion.q);
    let none = point.no_reactions();
    // Nonholonomic constraints may be nonlinear in v.
    for _ in 0..ITERATIONS {
        let rows = point.rows(&point.moving(&motion.v, &motion.y, &none.0, &none.1));
        let space = space_of(&point, &rows, t, independent, RowSpace::on_manifold)?;
        let step = only(&space.particular(&column(&-point.rates(&motion.v))));
        let settled = step.amax() <= CLOSE * (1.0 + dense(&motion.v).amax());
        motion.v = vector((dense(&motion.v) + step).as_slice());
        if settled {
            break;
        }
    }
    let rows = point.rows(&point.moving(&motion.v, &motion.y, &none.0, &none.1));
    let space = space_of(&point, &rows, t, independent, RowSpace::on_manifold)?;
    let left = point.bias(&motion.v) - &rows * dense(&motion.a);
    let step = only(&space.particular(&column(&left)));
    motion.a = vector((dense(&motion.a) + step).as_slice());
    check(m, &point, &motion)?;
    Ok(motion)
}
