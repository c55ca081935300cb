//! Row spaces of numbers without parts, all of whose columns are free.
//!
//! These functions are compiled here, with the optimisation of this crate: generic ones are compiled where they are used, and the compiler of
//! descriptions is not optimised in all profiles.

use super::{NormalEquations, RowSpace, SparseRow};
use alloc::vec;
use alloc::vec::Vec;

/// The part of a direction that is orthogonal to all rows: [`RowSpace::free_part`].
pub fn free_part(jacobian: &[SparseRow<f64>], direction: Vec<f64>) -> Vec<f64> {
    let free = vec![true; direction.len()];
    RowSpace::new(jacobian, &free).free_part(direction)
}

/// The shortest δ with J δ = −r of that many columns: [`RowSpace::solve`].
pub fn shortest(jacobian: &[SparseRow<f64>], columns: usize, residual: &[f64]) -> Vec<f64> {
    RowSpace::new(jacobian, &vec![true; columns]).solve(residual)
}

/// Whether rows are surely independent: [`NormalEquations::independent`].
pub fn surely_independent(jacobian: &[SparseRow<f64>], columns: usize) -> bool {
    NormalEquations::independent(jacobian, &vec![true; columns]).is_some()
}
