//! Equilibria on a kink of the potential, where a force jumps: |x| at x = 0.
//!
//! Stiffness says nothing of displacements across a kink. There, with forces F(δ) along free displacements δ and a switching function z of positions,
//!
//! ```text
//! lim F(ε δ)·δ > 0 for some δ                              the potential decreases along δ: unstable                     (7)
//! lim F(±ε ∇z)·(±∇z) < 0, one kink, Nᵀ K N with ∇z·N = 0   decides as K does where there is no kink                      (8)
//! ε → 0
//! ```
//!
//! Invariant: nothing is judged by a stiffness that does not hold; what neither decides is undecided.

use super::stability::{Stability, ZERO};
use super::trial::Trial;
use super::{Search, norms};
use crate::analysis::row_space::RowSpace;
use crate::{Mechanism, Real, Space, Vector};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use nalgebra::{DMatrix, DVector};

/// Displacements for gradients, relative to 1 + |q|; those for forces are this part of them, and this part of that.
pub(super) const SIZE: f64 = 1e-6;
pub(super) const SHORT: f64 = 1e-2;
/// A function is on its switch if it is smaller than this part of its change in a displacement.
pub(super) const ON: f64 = 1e-3;
/// A force jumps if this part of its change remains in the short displacement, and is more than this part of the forces.
pub(super) const REMAINS: f64 = 0.5;
const JUMPS: f64 = 1e-9;
/// A force along a displacement that is less than this part of the jump decides nothing.
pub(super) const DECIDES: f64 = 1e-3;

/// What is known of an equilibrium on a kink.
pub(super) struct Kinks {
    /// The switching functions.
    pub(super) names: Vec<String>,
    pub(super) stability: Stability,
}

/// Forces along free displacements, their size, and switching functions.
struct Beside {
    force: DVector<f64>,
    size: f64,
    switches: Vec<f64>,
}

/// The force on one side of a kink, and across it.
struct Kink {
    switch: usize,
    /// Of z, along free displacements, of largest entry 1.
    gradient: DVector<f64>,
    jump: f64,
}

impl<M: Mechanism<Scalar = f64>> Search<'_, M> {
    /// The kinks at an equilibrium, if any.
    pub(super) fn kinks(&self, found: &Trial<M>) -> Option<Kinks> {
        let (sides, n_q) = (self.m.sizes().sides, found.n_q());
        if sides == 0 || n_q == 0 {
            return None;
        }
        let sizes = norms::<M>(&found.state.q, found.state.v.len());
        let size = SIZE * (1.0 + sizes.amax());
        let unit = |i: usize| DVector::from_fn(n_q, |j, _| f64::from(u8::from(i == j)));
        let here = self.switches(found);
        let mut gradients = DMatrix::zeros(sides, n_q);
        for i in 0..n_q {
            let [ahead, behind] =
                [self.beside(found, &(unit(i) * size))?, self.beside(found, &(unit(i) * -size))?];
            (0..sides).for_each(|k| gradients[(k, i)] = ahead.switches[k] - behind.switches[k]);
        }
        let mut kinks = Vec::new();
        for (k, here) in here.iter().enumerate().take(sides) {
            let change = gradients.row(k).amax();
            if change == 0.0 || here.abs() > ON * change {
                continue;
            }
            let gradient = gradients.row(k).transpose() / change;
            let jump = |size: f64| {
                let [ahead, behind] =
                    [self.beside(found, &(&gradient * size))?, self.beside(found, &(&gradient * -size))?];
                let least = JUMPS * ahead.size.max(behind.size);
                Some(Some((ahead.force - behind.force).amax()).filter(|jump| *jump > least).unwrap_or(0.0))
            };
            let (long, short) = (jump(SHORT * size)?, jump(SHORT * SHORT * size)?);
            if short > 0.0 && short >= REMAINS * long {
                kinks.push(Kink { switch: k, gradient, jump: short });
            }
        }
        let names = kinks.iter().map(|kink| self.m.names().switches[kink.switch].name.to_string()).collect();
        let largest = kinks.iter().map(|kink| kink.jump).reduce(f64::max)?;
        let along = |direction: &DVector<f64>| {
            let there = self.beside(found, &(direction * (SHORT * SHORT * size)))?;
            (there.force.len() == n_q)
                .then(|| there.force.dot(direction) / (largest * direction.norm_squared()))
        };
        let stability = self.judged(found, &kinks, &along).unwrap_or(Stability::Undecided);
        Some(Kinks { names, stability })
    }

    /// (7) and (8), with the force along a displacement relative to the jumps; `None` where they do not decide.
    fn judged(
        &self,
        found: &Trial<M>,
        kinks: &[Kink],
        along: &dyn Fn(&DVector<f64>) -> Option<f64>,
    ) -> Option<Stability> {
        let n_q = found.n_q();
        let k = found.condensed();
        // A single displacement has a potential.
        if !found.state.y.is_empty() || (n_q > 1 && !found.is_symmetric(&k)) {
            return None;
        }
        let units = (0..n_q).map(|i| DVector::from_fn(n_q, |j, _| f64::from(u8::from(i == j))));
        let directions: Vec<DVector<f64>> =
            kinks.iter().map(|kink| kink.gradient.clone()).chain(units).flat_map(|d| [-&d, d]).collect();
        let forces: Option<Vec<f64>> = directions.iter().map(along).collect();
        let forces = forces?;
        if forces.iter().any(|force| *force > DECIDES) {
            return Some(Stability::Unstable);
        }
        let [kink] = kinks else {
            return (n_q == 1 && forces.iter().all(|force| *force < -DECIDES)).then_some(Stability::Stable);
        };
        if forces.iter().take(2).any(|force| *force > -DECIDES) {
            return None;
        }
        let row = DMatrix::from_row_slice(1, n_q, kink.gradient.as_slice());
        let tangent = RowSpace::new(&row).null_space();
        if tangent.is_empty() {
            return Some(Stability::Stable);
        }
        let restricted = tangent.transpose() * &k * &tangent;
        let half = (&restricted + restricted.transpose()) * 0.5;
        let eigenvalues = half.symmetric_eigenvalues();
        let largest = eigenvalues.iter().fold(0.0_f64, |most, mu| Real::max(most, mu.abs()));
        Some(if eigenvalues.iter().any(|mu| *mu < -ZERO * largest) {
            Stability::Unstable
        } else if eigenvalues.iter().any(|mu| *mu <= ZERO * ZERO * largest) {
            Stability::Neutral
        } else {
            Stability::Stable
        })
    }

    /// Forces and switching functions at a free displacement.
    fn beside(&self, found: &Trial<M>, along: &DVector<f64>) -> Option<Beside> {
        let mut by = DVector::zeros(along.len() + found.state.y.len());
        by.rows_mut(0, along.len()).copy_from(along);
        let there = self.displaced(found, &by)?;
        Some(Beside {
            force: &found.unloaded * &there.force,
            size: there.scale.force,
            switches: self.switches(&there),
        })
    }

    /// All switching functions.
    pub(super) fn switches(&self, at: &Trial<M>) -> Vec<f64> {
        let (m, state) = (self.m, &at.state);
        let mut place = m.position_cache();
        m.place(&m.now(self.t), &state.q, &mut place);
        let count = m.sizes().switches;
        let mut all = <M as Space>::Switches::zeros(count + 3 * m.names().coincidences.len());
        m.switches(&place, &state.v, &state.y, &mut all);
        all.as_slice().iter().take(count).copied().collect()
    }
}
