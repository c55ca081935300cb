//! Equilibria: all forces in balance, all constraints satisfied, first-order states constant.
//!
//! ```text
//! f(t, q, 0, y, λ, ψ) = 0,   g(t, q) = 0,   f_y(t, q, 0, y) = 0                    (1)
//! ```
//!
//! At a position with g = 0 the unknowns are independent displacements z (δq = Z z, slips as in `slips`) and states: with Wᵀ B = 0,
//!
//! ```text
//! F = (Wᵀ f, f_y),   F' (z, δy) = −F,   F' = [ −WᵀKZ  WᵀF_y ; ∂f_y/∂q Z  ∂f_y/∂y ]  (2)
//! ```
//!
//! First Newton's iteration, damped by the natural monotonicity test: a step of length θ is accepted if the
//! next simplified correction is shorter (P. Deuflhard, *Newton Methods for Nonlinear Problems*, Springer 2004,
//! section 3.3). If it fails (for a vanishing stiffness, for example), a descent along the forces, scaled with
//! the absolute values of the eigenvalues of the stiffness, leads to a stable equilibrium (3).
//!
//! Forces are in balance if F is small relative to the largest forces (4). Near an equilibrium these may be rounding
//! themselves: then F is rounding if no correction shortens the next one any more, and only its part that no displacement changes
//! is compared with the size of forces:
//!
//! ```text
//! |F| ≤ τ S,   S = max (|B (λ, ψ)| + |f|) at the first position and here                                (4)
//! |F + F' (z, δy)| ≤ τ S    with the shortest (z, δy) of (2), where |(z, δy)| is small and does not decrease   (5)
//! ```
//!
//! Both compare all forces with the largest ones: `balance` looks at each of them.
//!
//! Invariant: the result satisfies (1) to rounding, or is an error that names the unbalanced forces.

mod balance;
mod kinks;
mod sides;
mod stability;
mod trial;
mod violated;

use super::given::not_finite;
use super::linearize::Linearization;
use super::motion::name;
use super::point::{Point, both, dense, moved, nearest_reactions, norms, unloaded, vector};
use super::row_space::{RowSpace, column, only};
use super::slips::Slips;
use super::tangent::{By, Extent, Of, Tangent};
use super::{AnalysisError, Dual};
use crate::assemble::assemble_near;
use crate::error::{Error, Gap, Row};
use crate::scalar::Taylor;
use crate::solution::State;
use crate::stepper::Start;
use crate::{Evaluate, Mechanism, Named, Vector};
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;
use balance::{Beginning, Unbalanced};
#[cfg(not(feature = "std"))]
use linkwork_numerics::elementary::Float;
use nalgebra::{DMatrix, DVector};
pub use stability::Stability;
use stability::judge;
use trial::{SMALL, Scale, Trial};

/// Newton's iterations.
const ITERATIONS: usize = 60;
/// Descent steps along the forces.
const DESCENTS: usize = 500;
/// The largest step, in rad, or relative to 1 + |q|.
const LONGEST: f64 = 0.5;
/// After a correction of this relative size, the error is its square.
const CLOSE: f64 = 1e-9;
/// The smallest θ.
const SHORTEST: f64 = 1e-5;
/// Corrections of this relative size may remain where Newton's iteration converges slowly.
const NEAR: f64 = 1e-3;
/// τ of (4) and (5).
const BALANCED: f64 = 1e-9;
/// Above this part of S, Newton's iteration continues as long as corrections decrease.
const EXACT: f64 = 1e-12;
/// Corrections of this relative size that do not decrease may be rounding (5).
const ROUNDED: f64 = 1e-11;
/// The number of these iterations, and the smallest of their θ.
const POLISHING: usize = 20;
const DAMPED: f64 = 0.125;

/// An equilibrium.
#[derive(Clone, Debug)]
pub struct Equilibrium<M: Mechanism> {
    /// The state, with v = a = 0 and the reactions (the smallest ones for redundant constraints).
    pub state: State<M>,
    /// max |f| over the coordinates, each force in its own unit.
    pub residual: f64,
    /// The number of Newton iterations and of descent steps along the forces.
    pub iterations: usize,
    /// Eigenvalues of the reduced stiffness relative to the reduced mass: squares of angular frequencies in 1/s², ascending.
    /// (Relative to the unit matrix if the reduced mass is not positive definite.) First-order states follow quasi-statically.
    /// Empty if the reduced stiffness is not symmetric (forces without a potential) or not square (nonholonomic constraints), or if
    /// states integrate and so follow no position: the stability follows from the eigenvalues of the linearised motion alone.
    pub stiffness: Vec<f64>,
    /// The stability of an equilibrium.
    pub stability: Stability,
    /// The switching functions on which forces jump at this position, as that of a potential |x| at x = 0: the stiffness does not hold across them.
    /// Those of velocities, at rest, are here if the forces drive.
    pub kinks: Vec<String>,
    /// The switching functions on which the stiffness, the damping or rates of states jump at this position, as the stiffness of a potential x |x| + x² at x = 0: the
    /// linearisation holds on one side of them.
    pub bends: Vec<String>,
    /// The equations of motion about this position.
    pub linearization: Linearization,
}

impl<M: Mechanism> Equilibrium<M> {
    /// Names and units of the independent coordinates.
    pub fn independent_names(&self) -> Vec<Named> {
        self.linearization.independent_names()
    }
}

/// The equilibrium near a state.
pub(super) fn equilibrium<M: Mechanism<Scalar = f64>>(
    m: &M,
    near: &Start<M>,
) -> Result<Equilibrium<M>, Error> {
    let rest = M::Velocity::zeros(near.v.len());
    let slips = Slips::of(m);
    let search =
        Search { m, t: near.t, slips, lifted: m.held(near.t).with_scalar::<Dual>(&Taylor::constant) };
    let (q, _, y) = assemble_positions(m, near)?;
    let slip = Point::new(m, near.t, &q).rates(&rest);
    let moving = (m.sizes().holonomic..slip.len()).find(|&i| slip[i].abs() > 1e-12);
    if let Some(i) = moving {
        let point = Point::new(m, near.t, &q);
        let named = point.constraint(i).map(|n| (n.name.to_string(), n.unit.to_string())).unwrap_or_default();
        let gaps = vec![Gap { name: named.0, value: slip[i], unit: named.1 }];
        return Err(AnalysisError::NoEquilibrium { mechanism: name(m), gaps }.into());
    }
    let first = search.trial(&q, &y)?;
    if let Some(row) = undefined(m, &first) {
        let error = AnalysisError::Undefined { mechanism: name(m), time: near.t, row };
        return Err(not_finite(m, (near.t, near.t), (&q, &rest, &y)).unwrap_or(error).into());
    }
    let beginning = Beginning::of(&first);
    let (mut best, mut iterations, found) = search.newton(first)?;
    if !(found && search.in_balance(&best, &beginning)) {
        let mut nearest = Unbalanced::of(m, &best);
        let second = search.trial(&q, &y)?;
        let (descended, steps, settled) = search.descend(second)?;
        nearest = nearest.or(Unbalanced::of(m, &descended));
        iterations += steps;
        let (polished, steps, now_found) = search.newton(descended)?;
        iterations += steps;
        let found = now_found || settled && search.ends(&polished);
        if !(found && search.in_balance(&polished, &beginning)) {
            let gaps = nearest.or(Unbalanced::of(m, &polished)).gaps;
            return Err(AnalysisError::NoEquilibrium { mechanism: name(m), gaps }.into());
        }
        best = polished;
    }
    violated::satisfied(m, &q, &best)?;
    let corrected = search.corrected(&best);
    let (kinks, sides) = (search.kinks(&best), search.sides(&best));
    judge(m, best, (corrected.as_ref(), kinks, sides), iterations)
}

/// The first force or rate of a state that is not finite, where a search begins: no correction leads away from there.
fn undefined<M: Mechanism<Scalar = f64>>(m: &M, first: &Trial<M>) -> Option<Row> {
    let force = first.force.iter().position(|x| !x.is_finite()).map(|row| Row::of_matrix(m, row));
    let rates = first.open.iter().skip(first.unloaded.nrows());
    force.or_else(|| rates.enumerate().find(|(_, x)| !x.is_finite()).map(|(row, _)| Row::of_state(m, row)))
}

fn assemble_positions<M: Mechanism<Scalar = f64>>(
    m: &M,
    near: &Start<M>,
) -> Result<crate::assemble::Assembled<M>, Error> {
    // Moving constraints do not matter for statics: the velocity is assembled and discarded.
    assemble_near(m, near.t, (near.q.clone(), near.v.clone(), near.y.clone()), false)
}

/// The mechanism at rest at one time.
struct Search<'m, M: Mechanism> {
    m: &'m M,
    t: f64,
    slips: Slips,
    lifted: M::With<Dual>,
}

impl<M: Mechanism<Scalar = f64>> Search<'_, M> {
    /// The trial at a position that satisfies g = 0.
    fn trial(&self, q: &M::Configuration, y: &M::States) -> Result<Trial<M>, Error> {
        let point = Point::new(self.m, self.t, q);
        let rest = M::Velocity::zeros(point.sizes.velocities);
        let (lambda, psi) = self.m.initial_reactions();
        let mut reactions = both(&lambda, &psi) * 0.0;
        if !self.m.flags().linear_reactions {
            reactions = both(&lambda, &psi);
        }
        let mut open = f64::INFINITY;
        let (mut borders, mut rows) = (DMatrix::zeros(0, 0), DMatrix::zeros(0, 0));
        // Reactions that minimise |f|: one step if f is affine in them.
        for _ in 0..30 {
            let (lambda, psi) = point.reactions(&reactions);
            let moving = point.moving(&rest, y, &lambda, &psi);
            (borders, rows) = (point.borders(&moving), point.rows(&moving));
            let next = &reactions + nearest_reactions(&borders, &point.force(&rest, y, &lambda, &psi));
            let (lambda, psi) = point.reactions(&next);
            let left = point.force(&rest, y, &lambda, &psi).norm();
            if left.is_nan() || left >= 0.999_999 * open {
                break;
            }
            (open, reactions) = (left, next);
        }
        let (lambda, psi) = point.reactions(&reactions);
        let force = point.force(&rest, y, &lambda, &psi);
        let rates = point.state_rates(&rest, y);
        let eliminating =
            |rows| RowSpace::on_manifold_eliminating(rows, point.rank(), &self.slips.velocities);
        let unloaded = unloaded(&borders, &rows, &eliminating(&rows).null_space()).transpose();
        let free = eliminating(&self.slips.displacement_rows(&rows, point.sizes.holonomic)).null_space();
        let rank = RowSpace::on_manifold(&point.position_rows(), point.rank()).rank();
        let reacting = &borders * &reactions;
        let scale = Scale { force: reacting.amax() + force.amax(), rate: rates.amax() };
        let reduced = &unloaded * &force;
        let open =
            DVector::from_iterator(reduced.len() + rates.len(), reduced.iter().chain(rates.iter()).copied());
        let state = State { t: self.t, q: q.clone(), v: rest.clone(), a: rest, lambda, psi, y: y.clone() };
        let now = self.lifted.now(Dual::constant(self.t));
        let tangent = Tangent::new(&self.lifted, &state, Extent::Statics, |_| now.clone());
        let stiff = (tangent.block(Of::Motion, By::Position) * SMALL).amax();
        let reacting = reacting.map(f64::abs);
        Ok(Trial { state, open, force, reacting, scale, first: scale, stiff, rank, free, unloaded, tangent })
    }

    /// The trial at a displacement; `None` if the constraints cannot be satisfied nearby.
    fn displaced(&self, from: &Trial<M>, by: &DVector<f64>) -> Option<Trial<M>> {
        let n_q = from.n_q();
        let along = &from.free * by.rows(0, n_q);
        let mut q = moved(self.m, &from.state.q, &along);
        let sizes = norms::<M>(&q, along.len());
        let now = self.m.now(self.t);
        for iteration in 0.. {
            let point = Point::under(self.m, &now, &q);
            let step =
                only(&RowSpace::of_rank(&point.position_rows(), from.rank).shortest(&column(&-point.gaps())));
            q = moved(self.m, &q, &step);
            let relative = (0..step.len())
                .fold(0.0_f64, |most, i| crate::Real::max(most, step[i].abs() / (1.0 + sizes[i])));
            if relative <= CLOSE {
                break;
            }
            if iteration >= 12 || !relative.is_finite() {
                return None;
            }
        }
        let y = dense(&from.state.y) + by.rows(n_q, by.len() - n_q);
        let mut trial = self.trial(&q, &vector(y.as_slice())).ok()?;
        (trial.scale, trial.first) = (trial.scale.or(from.first), from.first);
        trial.open.iter().all(|x| x.is_finite()).then_some(trial)
    }

    /// The largest θ ≤ 1 for which no coordinate moves further than [`LONGEST`], and the relative size of the whole step.
    fn length(&self, from: &Trial<M>, step: &DVector<f64>) -> (f64, f64) {
        let along = &from.free * step.rows(0, from.n_q());
        let sizes = norms::<M>(&from.state.q, along.len());
        let far = (0..along.len())
            .fold(0.0_f64, |most, i| crate::Real::max(most, along[i].abs() / (1.0 + sizes[i])));
        (if far > LONGEST { LONGEST / far } else { 1.0 }, far)
    }

    /// Relative size of the change of states in a step.
    fn change(&self, from: &Trial<M>, step: &DVector<f64>) -> f64 {
        let n_q = from.n_q();
        let y = from.state.y.as_slice();
        y.iter()
            .enumerate()
            .fold(0.0_f64, |most, (i, y)| crate::Real::max(most, step[n_q + i].abs() / (1.0 + y.abs())))
    }

    /// Damped Newton iteration on (2): the final trial, the number of iterations, and whether it is an equilibrium.
    fn newton(&self, mut here: Trial<M>) -> Result<(Trial<M>, usize, bool), Error> {
        for iteration in 0..ITERATIONS {
            let factors = RowSpace::new(&here.derivative());
            let correction = |open: &DVector<f64>| only(&factors.shortest(&column(&-open)));
            let step = correction(&here.open);
            let (limit, far) = self.length(&here, &step);
            if far <= CLOSE && self.change(&here, &step) <= CLOSE {
                let last = self.displaced(&here, &step);
                let end = last.filter(|last| last.open.norm() <= here.open.norm()).unwrap_or(here);
                let (end, more, balanced) = self.polished(end);
                return Ok((end, iteration + more, balanced));
            }
            match self.shortened(&here, &step, &factors, (limit, SHORTEST)) {
                Some(next) => here = next,
                None => return Ok((here, iteration, false)),
            }
        }
        let balanced = self.ends(&here);
        Ok((here, ITERATIONS, balanced))
    }

    /// The next correction of Newton's iteration.
    fn correction(&self, here: &Trial<M>) -> DVector<f64> {
        only(&RowSpace::new(&here.derivative()).shortest(&column(&-&here.open)))
    }

    /// The trial after a correction of any size.
    fn corrected(&self, here: &Trial<M>) -> Option<Trial<M>> {
        let step = self.correction(here);
        let (limit, _) = self.length(here, &step);
        self.displaced(here, &(step * limit))
    }

    /// Whether (4) holds where the next correction is small: forces that vanish far away are not in balance.
    fn ends(&self, here: &Trial<M>) -> bool {
        let step = self.correction(here);
        here.balanced(BALANCED) && self.length(here, &step).1 <= NEAR && self.change(here, &step) <= NEAR
    }

    /// The trial after the longest of θ, θ/2, θ/4 … `shortest` times a correction that makes the next one shorter.
    fn shortened(
        &self,
        here: &Trial<M>,
        step: &DVector<f64>,
        factors: &RowSpace,
        (mut theta, shortest): (f64, f64),
    ) -> Option<Trial<M>> {
        while theta >= shortest {
            if let Some(next) = self.displaced(here, &(step * theta)) {
                // W of this position, so that both corrections are in the same coordinates.
                let reduced = &here.unloaded * &next.force;
                let rates = next.rates();
                let open =
                    DVector::from_iterator(here.open.len(), reduced.iter().chain(rates.iter()).copied());
                if only(&factors.shortest(&column(&-open))).norm() <= (1.0 - 0.25 * theta) * step.norm() {
                    return Some(next);
                }
            }
            theta *= 0.5;
        }
        None
    }

    /// Newton's iteration near a solution until (4) holds with the smaller tolerance or corrections do not decrease, the number of
    /// iterations, and whether (4) or (5) holds.
    fn polished(&self, mut here: Trial<M>) -> (Trial<M>, usize, bool) {
        for iteration in 0..POLISHING {
            if here.balanced(EXACT) {
                return (here, iteration, true);
            }
            let factors = RowSpace::new(&here.derivative());
            let step = only(&factors.shortest(&column(&-&here.open)));
            match self.shortened(&here, &step, &factors, (1.0, DAMPED)) {
                Some(next) => here = next,
                None => {
                    let small = self.length(&here, &step).1.max(self.change(&here, &step)) <= ROUNDED;
                    let balanced = here.balanced(BALANCED) || small && here.is_rounding(&step);
                    return (here, iteration, balanced);
                }
            }
        }
        let balanced = here.balanced(BALANCED);
        (here, POLISHING, balanced)
    }

    /// Descends along the forces (3): z = Σ φᵢ (φᵢᵀ Wᵀf) / |μᵢ| with the eigenpairs of the stiffness, halved until
    /// the forces at its end do not point backwards.
    fn descend(&self, mut here: Trial<M>) -> Result<(Trial<M>, usize, bool), Error> {
        for iteration in 0..DESCENTS {
            let mass = {
                let w = &here.unloaded;
                let mass = Point::new(self.m, self.t, &here.state.q).mass();
                if w.nrows() != here.n_q() {
                    return Ok((here, iteration, false));
                }
                w * mass * &here.free
            };
            let n_q = here.n_q();
            let reduced = here.open.rows(0, n_q).clone_owned();
            let pairs = here.spectrum(&mass);
            let largest = pairs.iter().fold(0.0_f64, |most, (mu, _)| crate::Real::max(most, mu.abs()));
            let floor = (1e-4 * largest).max(f64::MIN_POSITIVE.sqrt());
            let mut step = DVector::zeros(n_q + here.state.y.len());
            for (mu, shape) in &pairs {
                let along = shape.dot(&reduced) / mu.abs().max(floor);
                step.rows_mut(0, n_q).axpy(along, shape, 1.0);
            }
            // States follow quasi-statically.
            let n_y = here.state.y.len();
            if n_y > 0 {
                let all = here.derivative();
                let rates = here.open.rows(n_q, n_y) + all.view((n_q, 0), (n_y, n_q)) * step.rows(0, n_q);
                let follow = RowSpace::new(&all.view((n_q, n_q), (n_y, n_y)).clone_owned());
                step.rows_mut(n_q, n_y).copy_from(&only(&follow.shortest(&column(&-rates))));
            }
            let (limit, far) = self.length(&here, &step);
            if far <= CLOSE && self.change(&here, &step) <= CLOSE {
                return Ok((here, iteration, true));
            }
            // Without stiffness, only the limit determines the length.
            step *= limit;
            let before = reduced.dot(&step.rows(0, n_q));
            let mut theta = 1.0;
            let next = loop {
                if theta < SHORTEST {
                    return Ok((here, iteration, false));
                }
                match self.displaced(&here, &(&step * theta)) {
                    Some(next) if (&here.unloaded * &next.force).dot(&step.rows(0, n_q)) >= -0.5 * before => {
                        break next;
                    }
                    _ => theta *= 0.5,
                }
            };
            here = next;
        }
        Ok((here, DESCENTS, false))
    }
}
