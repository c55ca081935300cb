//! The stacked rows of many instants.
//!
//! Invariant: rows of an instant stand together, in the order of the instants; within one they are in the order of the independent
//! coordinates.

use crate::instant::Instant;
use crate::regressor::{Regressor, Rows};
use linkwork::Error;
use nalgebra::{DMatrix, DVector};

/// Y π = b, with b = τ − y₀.
#[derive(Clone, Debug, PartialEq)]
pub struct Stacked {
    /// The independent velocities, ascending: every instant has as many rows, in this order.
    pub independent: Vec<usize>,
    /// Y.
    pub matrix: DMatrix<f64>,
    /// The length of each column of |W|ᵀ |Y|, to which its rounding is relative.
    pub terms: Vec<f64>,
    /// y₀.
    pub offset: DVector<f64>,
    /// τ: efforts along the independent coordinates in addition to the forces of the description.
    pub efforts: DVector<f64>,
}

impl Stacked {
    /// Rows of all instants; without `independent` the best-conditioned independent coordinates are chosen. The order of those given does not
    /// matter.
    ///
    /// # Errors
    /// As [`Regressor::rows`], with the number of the instant.
    pub fn new(
        regressor: &Regressor,
        instants: &[Instant],
        independent: Option<&[usize]>,
    ) -> Result<Self, (usize, Error)> {
        let mut independent = match independent {
            Some(independent) => independent.to_vec(),
            None => regressor.independent_at(instants)?,
        };
        // The order of rows.
        independent.sort_unstable();
        let all = regressor.all_rows(instants, &independent)?;
        Ok(Self::of(independent, &all, regressor.columns().len()))
    }

    /// Stacked rows of instants, which may have different independent coordinates.
    pub(crate) fn of(independent: Vec<usize>, all: &[Rows], columns: usize) -> Self {
        let each = independent.len();
        let mut terms = vec![0.0_f64; columns];
        let mut matrix = DMatrix::zeros(each * all.len(), columns);
        let (mut offset, mut efforts) = (DVector::zeros(each * all.len()), DVector::zeros(each * all.len()));
        for (i, rows) in all.iter().enumerate() {
            matrix.rows_mut(each * i, each).copy_from(&rows.matrix);
            for (sum, column) in terms.iter_mut().zip(rows.terms.column_iter()) {
                *sum = sum.hypot(column.norm());
            }
            offset.rows_mut(each * i, each).copy_from(&rows.offset);
            efforts.rows_mut(each * i, each).copy_from(&rows.efforts);
        }
        Self { independent, matrix, terms, offset, efforts }
    }

    /// b = τ − y₀.
    pub fn right(&self) -> DVector<f64> {
        &self.efforts - &self.offset
    }
}
