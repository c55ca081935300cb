//! Base parameters: the combinations of coefficients that the motions of a mechanism determine.
//!
//! ```text
//! Y = Y_b β,  β = [1 B] P⁻¹:     Y π = Y_b (β π)                                                        (1)
//! ```
//!
//! with Y stacked over random motions, its columns scaled to unit length. Columns are processed in order: if a part of a column is left
//! after projecting out the previous ones, it is a column of Y_b; otherwise it is a combination of them, which gives its column of B.
//! Masses come last, so that masses are grouped with inertias and first moments instead of the reverse.
//!
//! A column counts as zero if it is of the order of rounding of the terms of any column of the same unit: reactions cancel whole columns.
//!
//! Invariant: β depends on geometry alone, not on the values of the coefficients. A column for which it is not clear whether it is a
//! combination of others is an error.

use crate::messages;
use crate::regressor::{Regressor, Rows};
use crate::stacked::Stacked;
use linkwork::{Error, Named};
use nalgebra::{DMatrix, DVector};

/// A column of which less than this part of its length is left when others are projected out is a combination of them.
pub const SMALLEST: f64 = 1e-8;
/// Between this and [`SMALLEST`] the rank is not clear: rounding of combinations is a thousand times smaller.
const ROUNDING: f64 = 1e-11;
/// A column that is smaller than this part of its terms, or of those of another column of the same unit, is rounding.
pub(crate) const VANISHING: f64 = 1e-11;
/// Rounding of a column relative to its terms.
const TERMS: f64 = 1e-13;
/// Coefficients of combinations below this, of scaled columns, are rounding.
const NEGLIGIBLE: f64 = 1e-9;
/// Random motions for each coefficient, and their least number.
const MOTIONS: (usize, usize) = (3, 40);

/// The combinations of coefficients that can be identified from motions.
#[derive(Clone, Debug, PartialEq)]
pub struct BaseParameters {
    /// The columns of Y_b, ascending: each represents the base parameter of its row of β.
    pub kept: Vec<usize>,
    /// Columns without effect in all random motions.
    pub without_effect: Vec<usize>,
    /// β: base parameters × coefficients.
    pub groups: DMatrix<f64>,
    /// The smallest part left of kept columns, and the largest part left of the others, when the previous ones are projected out.
    pub clearance: [f64; 2],
}

impl BaseParameters {
    /// The base parameters of a mechanism, from random motions.
    ///
    /// # Errors
    /// As [`Regressor::random`] and [`Regressor::rows`]; columns of which it is not clear whether they depend on others.
    pub fn of(regressor: &Regressor) -> Result<Self, Error> {
        let instants = regressor.random((MOTIONS.0 * regressor.columns().len()).max(MOTIONS.1))?;
        let mut all = Vec::with_capacity(instants.len());
        for instant in &instants {
            // Each with its best independent coordinates, as many as the mechanism has degrees of freedom.
            let independent = regressor.independent(core::slice::from_ref(instant))?;
            all.push((regressor.rows(instant, &independent)?, independent));
        }
        let independent = all.first().map_or_else(Vec::new, |(_, independent)| independent.clone());
        all.retain(|(rows, _)| rows.matrix.nrows() == independent.len());
        let rows: Vec<Rows> = all.into_iter().map(|(rows, _)| rows).collect();
        Self::of_rows(&Stacked::of(independent, &rows, regressor.columns().len()), regressor.columns())
    }

    /// (1) for stacked rows.
    ///
    /// # Errors
    /// Columns of which it is not clear whether they depend on others.
    pub fn of_rows(stacked: &Stacked, columns: &[Named]) -> Result<Self, Error> {
        let (matrix, count) = (&stacked.matrix, columns.len());
        let largest = |j: usize| {
            let alike = (0..count).filter(|&k| columns[k].unit == columns[j].unit);
            alike.map(|k| stacked.terms[k]).fold(0.0, f64::max)
        };
        let size = |j: usize| {
            let size = matrix.column(j).norm();
            if size > VANISHING * largest(j) { size } else { 0.0 }
        };
        let sizes: Vec<f64> = (0..count).map(size).collect();
        let without_effect: Vec<usize> = (0..count).filter(|&j| sizes[j] == 0.0).collect();
        let last = |j: usize| columns[j].name.ends_with(".mass");
        let order = (0..count).filter(|&j| !last(j)).chain((0..count).filter(|&j| last(j)));
        // Kept columns with the directions that they add, and their coefficients along the previous directions.
        let (mut kept, mut directions): (Vec<usize>, Vec<DVector<f64>>) = (Vec::new(), Vec::new());
        let mut along = DMatrix::zeros(count, count);
        let mut clearance = [1.0, 0.0_f64];
        for j in order.filter(|&j| sizes[j] > 0.0) {
            let mut left = matrix.column(j) / sizes[j];
            // Twice, so that the remainder is orthogonal up to rounding.
            for _ in 0..2 {
                for (k, direction) in directions.iter().enumerate() {
                    let part = direction.dot(&left);
                    along[(k, j)] += part;
                    left.axpy(-part, direction, 1.0);
                }
            }
            let size = left.norm();
            if size > SMALLEST {
                along[(directions.len(), j)] = size;
                clearance[0] = f64::min(clearance[0], size);
                directions.push(left / size);
                kept.push(j);
            } else if size > ROUNDING.max(TERMS * stacked.terms[j] / sizes[j]) {
                return Err(messages::ambiguous(&columns[j].name, size));
            } else {
                clearance[1] = clearance[1].max(size);
            }
        }
        let rank = kept.len();
        let upper = DMatrix::from_fn(rank, rank, |i, k| if i <= k { along[(i, kept[k])] } else { 0.0 });
        let mut groups = DMatrix::zeros(rank, count);
        for j in (0..count).filter(|&j| sizes[j] > 0.0) {
            if let Some(k) = kept.iter().position(|&other| other == j) {
                groups[(k, j)] = 1.0;
                continue;
            }
            let mut combination = DVector::from_fn(rank, |i, _| along[(i, j)]);
            // Its diagonal is above the limit.
            upper.solve_upper_triangular_mut(&mut combination);
            for (k, part) in combination.iter().enumerate().filter(|(_, part)| part.abs() > NEGLIGIBLE) {
                groups[(k, j)] = part * sizes[j] / sizes[kept[k]];
            }
        }
        let mut sorted: Vec<usize> = (0..rank).collect();
        sorted.sort_by_key(|&k| kept[k]);
        let groups = DMatrix::from_fn(rank, count, |k, j| groups[(sorted[k], j)]);
        let kept = sorted.iter().map(|&k| kept[k]).collect();
        Ok(Self { kept, without_effect, groups, clearance })
    }

    /// β π.
    pub fn values(&self, coefficients: &[f64]) -> DVector<f64> {
        &self.groups * DVector::from_column_slice(coefficients)
    }

    /// Y_b.
    pub fn matrix(&self, matrix: &DMatrix<f64>) -> DMatrix<f64> {
        matrix.select_columns(&self.kept)
    }

    /// The base parameters as sums, with their units: `arm.inertia + 0.25*hand.mass`.
    pub fn names(&self, columns: &[Named]) -> Vec<Named> {
        let name = |k: usize| {
            let mut text = columns[self.kept[k]].name.to_string();
            for (j, column) in columns.iter().enumerate() {
                let part = self.groups[(k, j)];
                if j == self.kept[k] || part == 0.0 {
                    continue;
                }
                text += if part < 0.0 { " - " } else { " + " };
                let size = rounded(part.abs());
                if size != "1" {
                    text += &format!("{size}*");
                }
                text += &column.name;
            }
            text
        };
        let named = |k: usize| Named { name: name(k).into(), unit: columns[self.kept[k]].unit.clone() };
        (0..self.kept.len()).map(named).collect()
    }
}

/// Six significant digits, without trailing zeros.
fn rounded(x: f64) -> String {
    let text = format!("{x:.5e}");
    match text.parse::<f64>() {
        Ok(short) => format!("{short}"),
        Err(_) => text,
    }
}
