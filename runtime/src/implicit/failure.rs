//! The failure of an iteration, from its last corrections (da, dλ, dψ), which are the rows of a bordered matrix.

use crate::runge_kutta::largest;
use crate::stepper::StepFailure;
use crate::{Mechanism, Real, Space, Vector};

/// The corrections of all unknowns.
type Corrections<'a, M> =
    (&'a <M as Space>::Velocity, &'a <M as Space>::Holonomic, &'a <M as Space>::Nonholonomic);

fn rows<'a, M: Mechanism>((a, lambda, psi): Corrections<'a, M>) -> impl Iterator<Item = M::Scalar> + 'a {
    a.as_slice().iter().chain(lambda.as_slice()).chain(psi.as_slice()).copied()
}

/// The row with the largest size; the first NaN before any number.
fn worst(sizes: impl Iterator<Item = f64>) -> usize {
    sizes.enumerate().fold((0.0, 0), largest).1
}

/// An iteration that did not converge, by the row with the largest correction.
#[cold]
pub(crate) fn diverged<M: Mechanism>(
    last: Corrections<'_, M>,
    iterations: u32,
    residual: f64,
) -> StepFailure {
    StepFailure::Diverged { iterations, residual, row: worst(rows::<M>(last).map(Real::magnitude)) }
}

/// The first correction that is NaN.
#[cold]
pub(crate) fn not_finite<M: Mechanism>(last: Corrections<'_, M>) -> StepFailure {
    StepFailure::NotFinite { row: rows::<M>(last).position(|x| !x.is_finite()).unwrap_or(0) }
}

#[cfg(test)]
mod tests {
    use super::worst;

    #[test]
    fn the_worst_row_is_the_largest_or_the_first_nan() {
        assert_eq!(worst([1.0, 3.0, 2.0].into_iter()), 1);
        assert_eq!(worst([1.0, 0.5, f64::NAN, 5.0, f64::NAN].into_iter()), 2);
        assert_eq!(worst([1.0, f64::INFINITY].into_iter()), 1);
        assert_eq!(worst(core::iter::empty()), 0);
    }
}
