//! Estimation of base parameters from measured motions.
//!
//! ```text
//! min |Y_b x − b|²,   b = τ − y₀                                                                        (1)
//! σ² = |Y_b x − b|²/(rows − parameters),   var x = σ² (Y_bᵀ Y_b)⁻¹                                     (2)
//! ```
//!
//! by orthogonal factors of Y_b with columns of unit length. Rows of an instant have equal weights, N and N m alike. (2) assumes errors in b alone
//! that are independent of each other: errors of accelerations also affect Y_b, and bias estimates towards zero.
//!
//! Invariant: if a motion does not determine some base parameters, the error names them.

use crate::base::{BaseParameters, VANISHING};
use crate::messages;
use crate::stacked::Stacked;
use linkwork::{Error, Named};
use nalgebra::{DMatrix, DVector};

/// The largest condition number: beyond it, estimates from measured numbers have no correct digits, and those from exact numbers few.
const WORST: f64 = 1e10;
/// Parameters with at least this share in the weakest combination are named.
const NAMED: f64 = 0.3;

/// Estimates of base parameters from a motion.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// The estimates x.
    pub values: DVector<f64>,
    /// Standard deviations of (2); NaN if there are as many parameters as rows.
    pub deviations: DVector<f64>,
    /// The root mean square of Y_b x − b.
    pub residual: f64,
    /// The condition number of Y_b with columns of unit length: the largest amplification of relative errors of b.
    pub condition: f64,
}

impl Estimate {
    /// Solves (1) for stacked rows.
    ///
    /// # Errors
    /// Fewer rows than base parameters; a motion that does not determine some of them.
    pub fn of(base: &BaseParameters, stacked: &Stacked, columns: &[Named]) -> Result<Self, Error> {
        let (matrix, right) = (base.matrix(&stacked.matrix), stacked.right());
        let (rows, count) = matrix.shape();
        if rows < count {
            return Err(messages::too_short(rows, count));
        }
        let names = base.names(columns);
        let sizes: Vec<f64> = matrix.column_iter().map(|column| column.norm()).collect();
        let vanishes = |k: usize| sizes[k] <= VANISHING * stacked.terms[base.kept[k]];
        if let Some(k) = (0..count).find(|&k| vanishes(k)) {
            return Err(messages::no_effect(&names[k].name));
        }
        let scaled = DMatrix::from_fn(rows, count, |i, k| matrix[(i, k)] / sizes[k]);
        let factors = scaled.qr();
        let upper = factors.r();
        let singular = upper.clone().svd(false, true);
        let values = singular.singular_values.as_slice();
        let (largest, smallest) = values
            .iter()
            .fold((0.0, f64::INFINITY), |(most, least): (f64, f64), x| (most.max(*x), least.min(*x)));
        let condition = largest / smallest;
        if condition.is_nan() || condition > WORST {
            let weakest = values.iter().position(|x| *x == smallest).unwrap_or(0);
            let directions = singular.v_t.unwrap_or_else(|| DMatrix::identity(count, count));
            let together: Vec<&str> = (0..count)
                .filter(|&k| directions[(weakest, k)].abs() > NAMED)
                .map(|k| &*names[k].name)
                .collect();
            return Err(messages::same_effect(condition, &together));
        }
        let mut x = factors.q().transpose() * &right;
        // The condition is finite: so is R⁻¹.
        upper.solve_upper_triangular_mut(&mut x);
        let x = DVector::from_fn(count, |k, _| x[k] / sizes[k]);
        let left = (&matrix * &x - right).norm_squared();
        let mut inverse = DMatrix::identity(count, count);
        upper.solve_upper_triangular_mut(&mut inverse);
        let variance = left / (rows - count) as f64;
        let deviations =
            DVector::from_fn(count, |k, _| (variance * inverse.row(k).norm_squared()).sqrt() / sizes[k]);
        Ok(Self { values: x, deviations, residual: (left / rows as f64).sqrt(), condition })
    }
}
