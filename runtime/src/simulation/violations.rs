//! Checks that constraints stay satisfied.
//!
//! A method satisfies as many constraints as are independent at the start. Redundant ones follow from these in a mechanism whose constraints
//! agree; constraints that touch at the start alone (a line that is tangent to a circle, two drives with one velocity at t = 0) do not. If there are
//! redundant ones,
//!
//! ```text
//! |g_i| ≤ δ |G_i| s + 10 |g_i(t₀)|,   |k_i| ≤ δ |D_i| s_v + 10 |k_i(t₀)|                                   (1)
//! ```
//!
//! with the norms of the rows at the start, and the largest coordinate s and velocity s_v of the samples before; δ leaves room for the drift of
//! methods without projection. Where a mechanism locks, Newton's iteration may end anywhere, also on its constraints:
//!
//! ```text
//! |q| ≤ 10⁶ (max(s, 1) + h s_v)                                                                           (2)
//! ```

use crate::error::{ControlError, Error, Gap};
use crate::stepper::Sample;
use crate::{Mechanism, Real, Vector};
use alloc::boxed::Box;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

/// δ of (1).
const CONTRADICTED: f64 = 1e-2;
/// The factor of (2): a step that is so much too long has no meaning, however well the constraints hold at its end.
const FAR: f64 = 1e6;
/// Rows that are shorter than this part of the longest count as if they had this length.
const SHORT: f64 = 1e-3;
/// The smallest s and s_v, in SI units.
const SMALLEST: f64 = 1e-2;

/// The check of a run.
pub(super) struct Violations<M: Mechanism> {
    /// Of a mechanism with constraints, from the first sample on.
    limits: Option<Box<Limits<M>>>,
}

struct Limits<M: Mechanism> {
    holonomic: M::Holonomic,
    nonholonomic: M::Nonholonomic,
    /// |G_i| or |D_i|, and ten times the residual at the start.
    rows: Vec<(f64, f64)>,
    /// s and s_v.
    largest: [f64; 2],
    /// The time of the last sample.
    time: f64,
}

impl<M: Mechanism> Violations<M> {
    pub(super) fn new() -> Self {
        Self { limits: None }
    }

    /// An error if (1) or (2) does not hold, in any lane.
    pub(super) fn look(&mut self, m: &M, sample: &Sample<'_, M>) -> Result<(), Error> {
        if !m.flags().constrained() {
            return Ok(());
        }
        let is_first = self.limits.is_none();
        let limits = self.limits.get_or_insert_with(|| Box::new(Limits::new(m, sample)));
        limits.look(m, sample, is_first)
    }
}

impl<M: Mechanism> Limits<M> {
    fn new(m: &M, sample: &Sample<'_, M>) -> Self {
        let sizes = m.sizes();
        let mut limits = Self {
            holonomic: M::Holonomic::zeros(sizes.holonomic),
            nonholonomic: M::Nonholonomic::zeros(sizes.nonholonomic),
            rows: Vec::new(),
            largest: [SMALLEST; 2],
            time: sample.t.value(),
        };
        limits.evaluate(m, sample);
        // Without redundant constraints (1) is not checked, and the rows of large mechanisms are not evaluated.
        let count = sizes.holonomic + sizes.nonholonomic;
        let norms = if sizes.redundancy > 0 { row_norms(m, sample) } else { vec![1.0; count] };
        limits.rows = norms.into_iter().zip(limits.residuals().map(|x| 10.0 * x)).collect();
        limits
    }

    fn evaluate(&mut self, m: &M, sample: &Sample<'_, M>) {
        m.holonomic(sample.at, &mut self.holonomic);
        m.nonholonomic(sample.at, sample.v, &mut self.nonholonomic);
    }

    /// The last evaluated |g_i|, then |k_i|.
    fn residuals(&self) -> impl Iterator<Item = f64> + '_ {
        self.holonomic.as_slice().iter().chain(self.nonholonomic.as_slice()).map(|x| x.magnitude())
    }

    fn look(&mut self, m: &M, sample: &Sample<'_, M>, is_first: bool) -> Result<(), Error> {
        let is_redundant = m.sizes().redundancy > 0;
        let now = [sample.q.as_slice(), sample.v.as_slice()].map(largest);
        let [s, s_v] = self.largest;
        let step = (sample.t.value() - self.time).abs();
        let is_far = !is_first && now[0] > FAR * (f64::max(s, 1.0) + step * s_v);
        (self.largest, self.time) = ([f64::max(s, now[0]), f64::max(s_v, now[1])], sample.t.value());
        if !is_redundant && !is_far {
            return Ok(());
        }
        self.evaluate(m, sample);
        let count = self.holonomic.as_slice().len();
        let (mut worst, mut most) = (None, 0.0);
        for (i, (residual, (row, at_start))) in self.residuals().zip(&self.rows).enumerate() {
            let size = if i < count { s } else { s_v };
            let excess = residual / (CONTRADICTED * row * size + at_start);
            if excess > most {
                (worst, most) = (Some((i, residual)), excess);
            }
        }
        let Some((i, value)) = worst.filter(|_| most > 1.0 || is_far) else { return Ok(()) };
        let names = m.names();
        let named = names.holonomic.iter().chain(names.nonholonomic.iter()).nth(i);
        let (name, unit) = named.map(|of| (of.name.to_string(), of.unit.to_string())).unwrap_or_default();
        let violation = Gap { name, value, unit };
        Err(ControlError::ViolatedConstraint { time: sample.t.value(), violation, is_redundant }.into())
    }
}

fn largest<T: Real>(of: &[T]) -> f64 {
    of.iter().fold(0.0, |most, x| f64::max(most, x.magnitude()))
}

/// |G_i|, then |D_i|; at least [`SHORT`] of the largest.
fn row_norms<M: Mechanism>(m: &M, sample: &Sample<'_, M>) -> Vec<f64> {
    let sizes = m.sizes();
    let n = sizes.velocities;
    let mut squares = vec![0.0; sizes.holonomic + sizes.nonholonomic];
    let (holonomic, nonholonomic) = squares.split_at_mut(sizes.holonomic);
    let square = |row: &[M::Scalar]| row.iter().map(|x| x.magnitude() * x.magnitude()).sum::<f64>();
    if let Some(nonzeros) = m.jacobian_nonzeros(sample.at) {
        nonzeros.into_iter().for_each(|(row, _, x)| holonomic[row] += x.magnitude() * x.magnitude());
    } else {
        let mut rows = vec![M::Scalar::zero(); sizes.holonomic * n];
        m.constraint_jacobian(sample.at, &mut rows);
        holonomic.iter_mut().zip(rows.chunks(n)).for_each(|(sum, row)| *sum = square(row));
    }
    if sizes.nonholonomic > 0 {
        let mut rows = vec![M::Scalar::zero(); sizes.nonholonomic * n];
        let mut moving = m.velocity_cache();
        m.moving(sample.at, sample.v, sample.y, (sample.lambda, sample.psi), &mut moving);
        m.velocity_jacobian(sample.at, &moving, &mut rows);
        nonholonomic.iter_mut().zip(rows.chunks(n)).for_each(|(sum, row)| *sum = square(row));
    }
    // Redundant rows of a folded loop vanish.
    let shortest = SHORT * SHORT * squares.iter().copied().fold(0.0, f64::max);
    squares
        .into_iter()
        .map(|square| if shortest > 0.0 { Real::sqrt(square.max(shortest)) } else { 1.0 })
        .collect()
}
