//! The elimination with constraints: the velocities that they have, and their multipliers, as unknowns whose elimination is deferred.
//!
//! A link whose velocities constraints have is not eliminated with its joint. Its x and the multipliers λ of its constraints are unknowns u of the
//! links on the ways from there to the link (or the ground) on which the ways of a constraint meet:
//!
//! ```text
//! δF = P z + π + Σ Q u,   U z + Σ T u = τ                                                              (1)
//! ```
//! A link i whose x is deferred leaves P and the parts of other unknowns as they are, and adds its own:
//!
//! ```text
//! Q_p += Xᵀ Q,        U_p += U X̃,          T_ux += U W         of unknowns u from beyond it
//! Q_x += Xᵀ L,        U_x += Sᵀ P X̃,       T_xx += D,   T_xu += Sᵀ Q_u,   τ_x += r − Sᵀ π              (2)
//! T_xλ += G_colᵀ,     T_λx += G_row,       T_xx' += γ H                 of its constraints
//! ```
//! A joint on these ways that constraints do not have is eliminated as before, with (7) and (8) completed by
//!
//! ```text
//! b = D⁻¹ Sᵀ Q,   a = U W D⁻¹,   x = … − Σ b u
//! Q_p += Xᵀ (Q − L b),   U_p += (U − a Sᵀ P) X̃,   T_p += T − U W b,   τ_p += τ − a (r − Sᵀ π)          (3)
//! ```
//! The unknowns c whose equations are complete at a link are eliminated there, o being the others:
//!
//! ```text
//! u_c = T_cc⁻¹ (τ_c − U_c z − T_co u_o)
//! P −= Q_c T_cc⁻¹ U_c,     π += Q_c T_cc⁻¹ τ_c,      Q_o −= Q_c T_cc⁻¹ T_co                            (4)
//! U_o −= T_oc T_cc⁻¹ U_c,  τ_o −= T_oc T_cc⁻¹ τ_c,   T_oo −= T_oc T_cc⁻¹ T_co
//! ```
//! by complete pivoting, for each group of unknowns that are complete together ([`Structure`]); what a group leaves goes on to the next one of the same
//! link, or with (2) or (3) to the parent. The work is that of the ways, whatever the number of constraints: two loops of which one carries the
//! other share an elimination, loops side by side do not.
//!
//! Forces between bodies beside constraints are unknowns y like the others: with the action A (−1 or Y) and E of `pair`, the ends of a force add
//!
//! ```text
//! Q_y += A,   T_yy += 1        where y acts              U_y −= E         where it is given             (5)
//! ```

mod factor;
mod meeting;
mod solve;
mod structure;
mod unknowns;

pub(super) use solve::Solving;
pub(in crate::trees) use structure::Structure;

use crate::Real;
use crate::trees::Closing;
use alloc::sync::Arc;
use alloc::vec::Vec;
use structure::Group;
pub use unknowns::Constrained;
use unknowns::What;

/// The numbers of (1) to (4) of all links, which solves read.
#[derive(Clone, Debug)]
pub(in crate::trees) struct Deferred<T> {
    /// Of no unknowns without.
    structure: Option<Arc<Structure>>,
    numbers: Vec<T>,
    /// The coefficients of constraints.
    coefficients: Vec<T>,
    /// The order of rows and columns of T_cc, at the place of their unknown.
    order: [Vec<usize>; 2],
    /// Their scales; those of rows are the sizes of the terms of their diagonal entry before.
    scales: [Vec<f64>; 2],
    /// The first unknown without a sound pivot.
    pub(in crate::trees) weak: Option<usize>,
    work: [Vec<T>; 2],
}

impl<T> Default for Deferred<T> {
    fn default() -> Self {
        let (numbers, coefficients) = (Vec::new(), Vec::new());
        let (order, scales) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
        let work = [Vec::new(), Vec::new()];
        Self { structure: None, numbers, coefficients, order, scales, weak: None, work }
    }
}

/// Other contents, in the same memory.
fn zeros<X: Clone>(all: &mut Vec<X>, count: usize, zero: X) {
    all.clear();
    all.resize(count, zero);
}

impl<T: Real> Deferred<T> {
    /// Begins with the coefficients of constraints, all other numbers being zero.
    pub(in crate::trees) fn begin(&mut self, structure: &Arc<Structure>, closing: &Closing<'_, T>) {
        let m = structure.velocities();
        let entry = |of: &[T], row: usize, column: usize| of[m * row + column];
        self.coefficients.clear();
        self.coefficients.extend(structure.terms().map(|term| match term.what {
            What::Row { constraint, velocity } => entry(closing.rows, constraint, velocity),
            What::Column { constraint, velocity } => entry(closing.columns, constraint, velocity),
            What::Stiffness(_) if closing.stiffness.is_empty() => T::zero(),
            What::Stiffness([row, column]) => entry(closing.stiffness, row, column),
        }));
        zeros(&mut self.numbers, structure.numbers(), T::zero());
        self.weak = None;
        self.order.iter_mut().for_each(|all| zeros(all, structure.entries(), 0));
        self.scales.iter_mut().for_each(|all| zeros(all, structure.entries(), 0.0));
        if !self.structure.as_ref().is_some_and(|own| Arc::ptr_eq(own, structure)) {
            self.structure = Some(structure.clone());
        }
    }

    /// No unknowns.
    pub(in crate::trees) fn clear(&mut self) {
        self.structure = None;
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.structure.is_none()
    }

    /// The numbers of unknowns, and of unknowns at all links.
    pub(super) fn sizes(&self) -> (usize, usize) {
        self.structure.as_ref().map_or((0, 0), |structure| (structure.unknowns(), structure.entries()))
    }
}

/// The places of the numbers of a group with m unknowns: Q (two rows of wrenches), U (four parts of z), a and b, T row by row.
#[derive(Clone, Copy, Debug)]
struct Places {
    first: usize,
    m: usize,
}

impl Places {
    const fn of(group: &Group) -> Self {
        Self { first: group.first, m: group.count }
    }
    const fn count(m: usize) -> usize {
        42 * m + m * m
    }
    fn q(self, unknown: usize, row: usize) -> usize {
        self.first + 12 * unknown + 6 * row
    }
    fn u(self, unknown: usize, part: usize) -> usize {
        self.first + 12 * self.m + 24 * unknown + 6 * part
    }
    fn a(self, unknown: usize) -> usize {
        self.first + 36 * self.m + 6 * unknown
    }
    fn b(self, unknown: usize) -> usize {
        self.a(unknown) + 3
    }
    fn t(self, row: usize, column: usize) -> usize {
        self.first + 42 * self.m + self.m * row + column
    }
}

/// Six numbers.
fn six_at<T: Real>(numbers: &[T], at: usize) -> [T; 6] {
    core::array::from_fn(|k| numbers[at + k])
}
