//! Solves of redundant constraints: exact motion and the smallest reactions.
//!
//! ```text
//! K x = b,   K = [ H  B ; G  0 ]       G has dependent rows                                   (1)
//! K_E = [ H  B ; G  −E ],   x₀ = K_E⁻¹ b,   x ← x + K_E⁻¹ (b − K x)                           (2)
//! E = ε w²/m   on the dependent rows,   ε = 10⁻⁷                                             (3)
//! ```
//!
//! (2) is the proximal point iteration: it shrinks what is wrong by ε/(σ + ε) each time, σ ≥ the smallest
//! nonzero eigenvalue of G H⁻¹ B in units of 1/m, so two solves are usual. As it starts from zero and B = Gᵀ, the
//! multipliers stay in the range of E⁻¹ G: of all that act the same, they have the smallest Σ (w_i λ_i)².
//!
//! **The norm.** w_i turns a multiplier into a force: a constraint in mᵖ has w_i = Lᵖ⁻¹, so that one in
//! metres counts by its force and one in radians by its moment over L. L, the characteristic length, is the largest
//! |∂g_i/∂q_j| between constraints and coordinates whose units differ by one metre, at the assembled initial
//! state: the longest lever arm of a constraint. It is 1 m where there is none. m is the reciprocal of the largest
//! Σ_j (G_ij/w_i)²/M_jj.
//!
//! Invariant: which iterations are made depends on nothing but the numbers, so that emitted code and the
//! tape agree bit for bit.

use super::pivoted::{self, Stack, Workspace};
use crate::Real;
use crate::mechanism::{Mechanism, Named, Rescue, Singular, Sizes};

/// ε. Much smaller, rounding (a share of 10⁻¹⁶/ε) spoils the multipliers; much larger, it takes more solves.
const EPSILON: f64 = 1e-7;
/// Solves at most; two to four where masses and lever arms are not worlds apart.
const SOLVES: usize = 8;
/// A correction that has not even shrunk by this factor in the end comes from factors that are no good.
const STUCK: f64 = 0.5;

/// (2) on slices; `n` rows are coordinates. `false` where the factors are no good: then x is b again.
pub fn proximal_into<T: Real>(
    n: usize,
    x: &mut [T],
    (right, step): (&mut [T], &mut [T]),
    mut fast: impl FnMut(&mut [T]),
    mut residual: impl FnMut(&[T], &[T], &mut [T]),
) -> bool {
    let extent = |x: &[T]| {
        x.iter().fold((0.0_f64, true), |(m, finite), x| (m.max(x.magnitude()), finite && x.is_finite()))
    };
    right.copy_from_slice(x);
    fast(x);
    let (motion, reactions) = (extent(&x[..n]).0, extent(&x[n..]).0);
    let (mut shrinking, mut contraction) = (f64::INFINITY, 1.0);
    let (mut first, mut last) = (f64::INFINITY, f64::INFINITY);
    for solve in 1..SOLVES {
        residual(x, right, step);
        fast(step);
        for (x, step) in x.iter_mut().zip(&*step) {
            *x = *x + *step;
        }
        let ((moved, finite), (reacted, also)) = (extent(&step[..n]), extent(&step[n..]));
        if !(finite && also) {
            break;
        }
        if solve == 1 {
            first = moved;
            shrinking = if motion > 0.0 { moved / motion } else { 0.0 };
            // What a solve leaves of the multipliers; the motion follows them.
            contraction = if reactions > 0.0 { reacted / reactions } else { 0.0 };
        }
        let left = (0..solve).fold(contraction, |left, _| left * contraction);
        if moved * shrinking <= T::epsilon() * motion || left <= T::epsilon() {
            return true;
        }
        last = moved;
    }
    if last <= STUCK * first {
        return true;
    }
    x.copy_from_slice(right);
    false
}

/// (2) on arrays.
#[inline]
pub fn proximal<T: Real, const N: usize>(
    n: usize,
    x: &mut [T; N],
    fast: impl Fn(&mut [T; N]),
    residual: impl Fn([T; N], [T; N]) -> [T; N],
) -> bool {
    let (mut right, mut step) = ([T::zero(); N], [T::zero(); N]);
    let fast = |b: &mut [T]| {
        if let Ok(b) = b.try_into() {
            fast(b);
        }
    };
    proximal_into(n, x, (&mut right, &mut step), fast, on_slices(residual))
}

/// A residual of arrays, for slices of their length.
fn on_slices<T: Real, const N: usize>(
    residual: impl Fn([T; N], [T; N]) -> [T; N],
) -> impl FnMut(&[T], &[T], &mut [T]) {
    move |x: &[T], right: &[T], left: &mut [T]| {
        if let (Ok(x), Ok(right)) = (x.try_into(), right.try_into()) {
            left.copy_from_slice(&residual(x, right));
        }
    }
}

/// (solution, right-hand side) → what is left of the equations.
pub type Residual<'a, T> = dyn FnMut(&[T], &[T], &mut [T]) + 'a;

/// (2) with a pivoted LU of K_E, for the rare solve whose planned pivots are no good.
///
/// # Errors
/// [`Singular`] where pivoting finds no pivot either.
pub fn proximal_rescue_into<T: Real>(
    matrix: &[T],
    x: &mut [T],
    work: Workspace<'_, T>,
    residual: &mut Residual<'_, T>,
) -> Result<Rescue, Singular> {
    let n = x.len();
    let Workspace { lu, right, residual: step, scales, rows, columns } = work;
    right.copy_from_slice(x);
    x.fill(T::zero());
    for _ in 0..SOLVES {
        residual(x, right, step);
        lu.copy_from_slice(matrix);
        scales.fill(1.0);
        pivoted::solve(n, lu, step, scales, (rows, columns))?;
        for (x, step) in x.iter_mut().zip(&*step) {
            *x = *x + *step;
        }
    }
    Ok(Rescue::Pivoted)
}

/// [`proximal_rescue_into`] with the matrix, whose entries `fill` sets where they are not zero, and all work space on
/// the stack.
///
/// # Errors
/// [`Singular`].
#[cold]
#[inline(never)]
pub fn proximal_rescue<T: Real, const N: usize>(
    fill: impl FnOnce(&mut [[T; N]; N]),
    x: &mut [T; N],
    residual: impl Fn([T; N], [T; N]) -> [T; N],
) -> Result<Rescue, Singular> {
    let mut stack = Stack::new(fill);
    let (matrix, work) = stack.lend();
    proximal_rescue_into(matrix, x, work, &mut on_slices(residual))
}

/// (3) at the initial state, for the dependent rows of [G; D], then 1/(n M_ii) of the n coordinates with mass.
pub fn proximal_weights<M: Mechanism>(m: &M, dependent: &[usize], out: &mut [f64]) {
    let scales = Scales::new(m);
    let (mass, jacobian) = (&scales.masses, &scales.jacobian);
    let n = mass.len();
    let mut largest = 0.0_f64;
    for (row, w) in jacobian.chunks(n.max(1)).zip(&scales.forces) {
        let terms = row.iter().zip(mass).filter(|(_, mass)| **mass > 0.0);
        let size: f64 = terms.map(|(g, mass)| (g / w) * (g / w) / mass).sum();
        largest = largest.max(size);
    }
    let reciprocal_mass = if largest > 0.0 && largest.is_finite() { largest } else { 1.0 };
    let count = mass.iter().filter(|mass| **mass > 0.0).count().max(1) as f64;
    let (rows, masses) = out.split_at_mut(dependent.len().min(out.len()));
    for (out, &row) in rows.iter_mut().zip(dependent) {
        let w = scales.forces.get(row).copied().unwrap_or(1.0);
        *out = EPSILON * w * w * reciprocal_mass;
    }
    for (out, mass) in masses.iter_mut().zip(mass) {
        *out = if *mass > 0.0 { 1.0 / (count * mass) } else { 0.0 };
    }
}

/// Lengths and forces by which constraints are compared, at the initial state.
pub(crate) struct Scales {
    /// [G; D], row by row.
    pub(crate) jacobian: Vec<f64>,
    /// L.
    pub(crate) length: f64,
    /// w.
    pub(crate) forces: Vec<f64>,
    /// What makes a length of a displacement: 1 in metres, L in radians.
    pub(crate) displacements: Vec<f64>,
    /// M_ii.
    pub(crate) masses: Vec<f64>,
}

impl Scales {
    pub(crate) fn new<M: Mechanism>(m: &M) -> Self {
        let Sizes { velocities: n, holonomic, nonholonomic, .. } = m.sizes();
        let (q, v, y) = m.initial();
        let mut at = m.unplaced();
        m.place(&m.now(M::Scalar::zero()), &q, &mut at);
        let mut moving = m.unmoved();
        let (l, p) = m.initial_reactions();
        m.moving(&at, &v, &y, (&l, &p), &mut moving);
        let zero = M::Scalar::zero();
        let mut rows = vec![zero; (holonomic + nonholonomic) * n];
        let (g, d) = rows.split_at_mut(holonomic * n);
        m.constraint_jacobian(&at, g);
        m.velocity_jacobian(&at, &moving, d);
        let jacobian: Vec<f64> = rows.iter().map(|x| x.value()).collect();
        let mut mass = vec![zero; n * n];
        m.mass_matrix(&at, &mut mass);
        let masses: Vec<f64> = (0..n).map(|i| mass[i * n + i].value()).collect();

        let names = m.names();
        let metres_of = |named: Option<&Named>| named.map_or(0.0, |named| metres(&named.unit));
        let constraints: Vec<f64> =
            names.holonomic.iter().chain(names.nonholonomic.iter()).map(|c| metres(&c.unit)).collect();
        let coordinates: Vec<f64> = (0..n).map(|j| metres_of(names.velocities.get(j))).collect();
        let mut length = 0.0_f64;
        for (row, p) in jacobian.chunks(n.max(1)).zip(&constraints) {
            for (entry, c) in row.iter().zip(&coordinates) {
                if p - c == 1.0 && entry.is_finite() {
                    length = length.max(entry.abs());
                }
            }
        }
        let length = if length > 0.0 { length } else { 1.0 };
        Self {
            jacobian,
            length,
            forces: constraints.iter().map(|p| length.powf(p - 1.0)).collect(),
            displacements: coordinates.iter().map(|c| length.powf(1.0 - c)).collect(),
            masses,
        }
    }
}

/// The exponent of the metre in a unit: 2 of `m^2`, −1 of `1/m`, 0 of `rad`.
fn metres(unit: &str) -> f64 {
    let (mut sum, mut sign) = (0.0, 1.0);
    let mut rest = unit;
    while !rest.is_empty() {
        let mut depth = 0;
        let end = rest.char_indices().find(|&(_, c)| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth == 0 && (c == '*' || c == '/')
        });
        let (factor, tail) = match end {
            Some((at, _)) => rest.split_at(at),
            None => (rest, ""),
        };
        let (symbol, exponent) = factor.split_once('^').unwrap_or((factor, "1"));
        if symbol == "m" {
            let exponent = exponent.trim_matches(['(', ')']);
            let value = match exponent.split_once('/') {
                Some((above, below)) => above.parse::<f64>().unwrap_or(0.0) / below.parse().unwrap_or(1.0),
                None => exponent.parse().unwrap_or(0.0),
            };
            sum += sign * value;
        }
        // `a/b*c` is not written: whatever follows a slash is below it.
        sign = if tail.starts_with('/') { -1.0 } else { 1.0 };
        rest = tail.get(1..).unwrap_or("");
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::metres;

    #[test]
    fn metres_in_units() {
        let all = [("m", 1.0), ("m^2", 2.0), ("rad", 0.0), ("m/s", 1.0), ("1/m", -1.0), ("", 0.0)];
        for (unit, exponent) in all {
            assert_eq!(metres(unit), exponent, "{unit}");
        }
        assert_eq!(metres("kg*m^2/s^2"), 2.0);
        assert_eq!(metres("m^(3/2)/s"), 1.5);
        assert_eq!(metres("mol/rad"), 0.0);
    }
}
