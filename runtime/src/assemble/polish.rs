//! The last digits and the parts of a scalar other than f64: the Gauss–Newton iteration in that scalar, from a
//! state whose f64 values are converged.
//!
//! Invariant: given entries keep all their parts, so the parts of the others are derivatives with respect to the given values.

use super::levels::{identity, position_rows, velocity_rows};
use super::{AssemblyFacts, Given, Nearest};
use crate::{Mechanism, Real, Vector};
use alloc::vec;
use alloc::vec::Vec;
use linkwork_numerics::{RowSpace, Scalar, sparse_rows};

/// The largest number of iterations. Parts of free coordinates converge linearly.
const ITERATIONS: usize = 300;
/// The iteration ends at corrections below this many rounding units.
const STILL: f64 = 16.0;

/// A scalar of the runtime as one of the numerics.
#[derive(Clone, Copy)]
struct Part<T>(T);

macro_rules! operator {
    ($trait:ident, $function:ident) => {
        impl<T: Real> core::ops::$trait for Part<T> {
            type Output = Self;
            fn $function(self, other: Self) -> Self {
                Self(self.0.$function(other.0))
            }
        }
    };
}
operator!(Add, add);
operator!(Sub, sub);
operator!(Mul, mul);
operator!(Div, div);

impl<T: Real> core::ops::Neg for Part<T> {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl<T: Real> Scalar for Part<T> {
    const PLAIN: bool = T::IS_F64;
    fn zero() -> Self {
        Self(T::zero())
    }
    fn is_zero(mut self) -> bool {
        let mut zero = true;
        self.0.parts(&mut |part| zero &= *part == 0.0);
        zero
    }
    fn sqrt(self) -> Self {
        Self(self.0.sqrt())
    }
    fn leading(self) -> f64 {
        self.0.leading()
    }
    fn epsilon() -> f64 {
        T::epsilon()
    }
}

fn parts<T: Real>(values: &[T]) -> Vec<Part<T>> {
    values.iter().map(|x| Part(*x)).collect()
}

/// δ with J δ = −r and minimal |D δ + d|.
fn step<T: Real>((values, jacobian): (&[T], &[T]), (d, slopes): (&[T], &[T]), free: &[bool]) -> Vec<T> {
    let rows = |matrix: &[T]| sparse_rows(&parts(matrix), free.len());
    let space = RowSpace::new(&rows(jacobian), free);
    let step = space.minimise(&parts(values), &rows(slopes), &parts(d), free);
    step.into_iter().map(|x| x.0).collect()
}

/// D v − w.
fn deviations<T: Real>(slopes: &[T], v: &[T], rates: &[T]) -> Vec<T> {
    let dot = |row: &[T]| row.iter().zip(v).fold(T::zero(), |sum, (a, b)| sum + *a * *b);
    slopes.chunks(v.len().max(1)).zip(rates).map(|(row, w)| dot(row) - *w).collect()
}

fn add<T: Real>(to: &mut [T], by: &[T]) {
    to.iter_mut().zip(by).for_each(|(to, by)| *to = *to + *by);
}

fn free_of(given: &[bool], n: usize) -> Vec<bool> {
    (0..n).map(|i| !given.get(i).copied().unwrap_or(false)).collect()
}

/// Largest entry, all parts.
fn largest<T: Real>(values: &[T]) -> f64 {
    values.iter().fold(0.0, |m, x| Real::max(m, x.magnitude()))
}

/// Monitors corrections until they vanish or no longer decrease.
struct Settling {
    last: f64,
}

impl Settling {
    fn is_over(&mut self, correction: f64, size: f64, epsilon: f64) -> bool {
        let over = !correction.is_finite()
            || correction <= STILL * epsilon * (1.0 + size)
            || (correction >= self.last && correction <= 1e6 * epsilon * (1.0 + size));
        self.last = correction;
        over
    }
}

/// The position with all its parts; not finite if the parts of free coordinates are not.
pub(super) fn positions<M: Mechanism>(
    m: &M,
    now: &M::TimeCache,
    mut q: M::Configuration,
    given: Given<'_>,
    (facts, nearest): (&AssemblyFacts<'_>, Nearest),
) -> M::Configuration {
    // In f64 the search already has all digits.
    if M::Scalar::IS_F64 {
        return q;
    }
    let n = m.sizes().velocities;
    let free = free_of(given.positions, n);
    let d = facts.deviations;
    let mut measures = vec![M::Scalar::zero(); facts.measures(n)];
    let mut at = m.position_cache();
    let mut settling = Settling { last: f64::INFINITY };
    for _ in 0..ITERATIONS {
        m.place(now, &q, &mut at);
        let (values, jacobian) = position_rows(m, &at, facts);
        let wanted: (&[_], &[_]) = match nearest {
            Nearest::Reference => {
                m.assembly_measures(&at, &mut measures);
                (&measures[1..=d], &measures[1 + d..1 + d + d * n])
            }
            // The shortest step.
            Nearest::Start => (&[], &[]),
        };
        let by = step((&values, &jacobian), wanted, &free);
        let mut along = M::Velocity::zeros(n);
        along.as_mut_slice().copy_from_slice(&by);
        m.advance(&mut q, &along, &mut M::Velocity::zeros(n));
        if settling.is_over(largest(&by), largest(q.as_slice()), M::Scalar::epsilon()) {
            break;
        }
    }
    q
}

/// The velocity with all its parts; not finite if the parts of free entries are not.
pub(super) fn velocities<M: Mechanism>(
    m: &M,
    at: &M::PositionCache,
    (start, mut v): (&M::Velocity, M::Velocity),
    y: &M::States,
    given: Given<'_>,
    (facts, nearest): (&AssemblyFacts<'_>, Nearest),
) -> M::Velocity {
    // In f64 the search already has all digits.
    if M::Scalar::IS_F64 {
        return v;
    }
    let n = v.len();
    let free = free_of(given.velocities, n);
    // D and w: deviations from rest or from guesses, or from the starting point of the search.
    let (slopes, rates) = match nearest {
        Nearest::Reference => {
            let d = facts.deviations;
            let mut measures = vec![M::Scalar::zero(); facts.measures(n)];
            m.assembly_measures(at, &mut measures);
            (measures[1 + d..1 + d + d * n].to_vec(), measures[1 + d + d * n..].to_vec())
        }
        Nearest::Start => (identity(n), start.as_slice().to_vec()),
    };
    let mut moving = m.velocity_cache();
    let mut settling = Settling { last: f64::INFINITY };
    for _ in 0..ITERATIONS {
        let (values, jacobian) = velocity_rows(m, at, &v, y, facts, &mut moving);
        let wanted = deviations(&slopes, v.as_slice(), &rates);
        let by = step((&values, &jacobian), (&wanted, &slopes), &free);
        add(v.as_mut_slice(), &by);
        if settling.is_over(largest(&by), largest(v.as_slice()), M::Scalar::epsilon()) {
            break;
        }
    }
    v
}
