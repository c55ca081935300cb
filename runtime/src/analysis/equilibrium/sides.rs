//! Equilibria on switches across which forces are continuous, but stiffness or damping is not, and on switches of velocities with forces that
//! jump: one linearisation does not describe the motions nearby.
//!
//! With the normals n of the switching functions along free displacements and velocities, a sector is σ with σₖ nₖ·δ > 0 for each of
//! them. It has its own stiffness K, damping C and force F, as δ → 0:
//!
//! ```text
//! δ = s a, a = M⁻¹ F_σ, with σₖ nₖ·a > 0 for all velocities k      the force drives a motion out of rest: unstable           (10)
//! K_σ φ = μ M φ, μ < 0, φ or −φ in the sector                      the potential decreases along it: unstable                (11)
//! K_σ > 0 and C_σ ≥ 0 in all sectors                               T + V does not increase, and is positive: stable          (12)
//! K_σ > 0 and C_σ < 0 in all sectors                               T + V increases: unstable                                 (13)
//! ```
//!
//! For one switch every φ lies in the sector, up to its sign. (11) to (13) need a potential, no gyroscopic forces and no states; without them
//! a real eigenvalue that grows, with a motion in its own sector, is unstable. Whatever remains is undecided: sectors that are stable
//! each may drive each other.

use super::kinks::{DECIDES, ON, REMAINS, SHORT, SIZE};
use super::stability::{GYROSCOPIC, Stability, ZERO};
use super::trial::Trial;
use super::{Search, norms};
use crate::analysis::eigen::symmetric;
use crate::analysis::linearize::{Chart, Linearization, reduced};
use crate::analysis::point::{Point, vector};
use crate::analysis::row_space::{RowSpace, column, only};
use crate::{Mechanism, Vector};
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use nalgebra::{DMatrix, DVector};

/// Stiffness, damping or a force jumps if [`REMAINS`] of its change remains in the short displacement, and is more than this part of it.
const JUMPS: f64 = 1e-6;
/// More switches at one position decide nothing.
const SWITCHES: usize = 4;

/// What is known of an equilibrium on such switches.
pub(super) struct Sides {
    /// The switching functions on which stiffness or damping jump, and those on which forces drive.
    pub(super) bends: Vec<String>,
    pub(super) drives: Vec<String>,
    pub(super) stability: Stability,
}

/// A switching function that is zero at rest: its normal along free displacements (then free velocities), of largest entry 1.
struct Side {
    switch: usize,
    normal: DVector<f64>,
}

impl Side {
    fn of_velocity(&self, n: usize) -> bool {
        self.normal.rows(n, n).amax() > 0.0
    }
}

/// σ, and a displacement or velocity in its sector, of largest entry 1.
type Sector = (DVector<f64>, DVector<f64>);

/// The motions beside an equilibrium.
struct Beside<'s, 'm, M: Mechanism<Scalar = f64>> {
    search: &'s Search<'m, M>,
    found: &'s Trial<M>,
    chart: Chart,
    /// The unit of displacements, and of velocities.
    size: f64,
    n: usize,
}

impl<M: Mechanism<Scalar = f64>> Search<'_, M> {
    /// What the sectors of an equilibrium say; `None` if nothing jumps, or where free displacements and velocities differ.
    pub(super) fn sides(&self, found: &Trial<M>) -> Option<Sides> {
        let n = found.n_q();
        if self.m.sizes().switches == 0 || n == 0 || found.unloaded.nrows() != n {
            return None;
        }
        let sizes = norms::<M>(&found.state.q, found.state.v.len());
        let chart = reduced(self.m, &found.state, None).ok()?.chart;
        let beside = Beside { search: self, found, chart, size: SIZE * (1.0 + sizes.amax()), n };
        let (mut bends, mut dry) = (Vec::new(), Vec::new());
        for side in beside.sides()? {
            let jumps = beside.jumps(&side)?;
            if jumps && side.of_velocity(n) {
                dry.push(side);
            } else if !jumps && beside.bends(&side)? {
                // Where forces jump at a position, `kinks` decides.
                bends.push(side);
            }
        }
        let names = |sides: &[Side]| -> Vec<String> {
            let of = |side: &Side| self.m.names().switches[side.switch].name.to_string();
            sides.iter().map(of).collect()
        };
        let driven = beside.driven(&dry);
        let bent = if bends.is_empty() { None } else { Some(beside.judged(&bends)) };
        let stability = match (driven, bent) {
            (None, None) => return None,
            (Some(Stability::Unstable), _) | (_, Some(Stability::Unstable)) => Stability::Unstable,
            (Some(_), _) => Stability::Undecided,
            (None, Some(bent)) => bent,
        };
        let drives = if driven.is_some() { names(&dry) } else { Vec::new() };
        Some(Sides { bends: names(&bends), drives, stability })
    }
}

impl<M: Mechanism<Scalar = f64>> Beside<'_, '_, M> {
    /// The trial displaced, and free velocities, by the halves of `along`.
    fn moved(&self, along: &DVector<f64>) -> Option<Trial<M>> {
        let mut by = DVector::zeros(self.n + self.found.state.y.len());
        by.rows_mut(0, self.n).copy_from(&along.rows(0, self.n));
        let mut there = self.search.displaced(self.found, &by)?;
        there.state.v = vector((&there.free * along.rows(self.n, self.n)).as_slice());
        Some(there)
    }

    /// The switching functions that are zero at rest, with normals in displacements or in velocities; equal normals are one.
    fn sides(&self) -> Option<Vec<Side>> {
        let here = self.search.switches(self.found);
        let mut normals = DMatrix::zeros(here.len(), 2 * self.n);
        for i in 0..2 * self.n {
            let unit = DVector::from_fn(2 * self.n, |j, _| if i == j { self.size } else { 0.0 });
            let [ahead, behind] =
                [self.moved(&unit)?, self.moved(&-unit)?].map(|there| self.search.switches(&there));
            (0..here.len()).for_each(|k| normals[(k, i)] = ahead[k] - behind[k]);
        }
        let mut sides: Vec<Side> = Vec::new();
        for (switch, here) in here.iter().enumerate() {
            let mut normal = normals.row(switch).transpose();
            // A function of both has its sign from the velocity.
            if normal.rows(self.n, self.n).amax() > 0.0 {
                normal.rows_mut(0, self.n).fill(0.0);
            }
            let change = normal.amax();
            if change == 0.0 || !change.is_finite() || here.abs() > ON * change {
                continue;
            }
            normal /= change;
            let parallel = |other: &Side| {
                let most = (1.0 - ZERO) * other.normal.norm() * normal.norm();
                other.normal.dot(&normal).abs() >= most
            };
            if !sides.iter().any(parallel) {
                sides.push(Side { switch, normal });
            }
        }
        Some(sides)
    }

    /// F in a direction of displacements and velocities.
    fn force(&self, along: &DVector<f64>) -> Option<DVector<f64>> {
        let there = self.moved(along)?;
        let state = &there.state;
        let point = Point::new(self.search.m, self.search.t, &state.q);
        Some(&self.found.unloaded * point.force(&state.v, &state.y, &state.lambda, &state.psi))
    }

    /// Whether forces jump there.
    fn jumps(&self, side: &Side) -> Option<bool> {
        let jump = |size: f64| {
            let [ahead, behind] = [self.force(&(&side.normal * size))?, self.force(&(&side.normal * -size))?];
            Some(((&ahead - &behind).amax(), ahead.amax().max(behind.amax())))
        };
        // Velocities are zero exactly, positions up to rounding.
        let size = if side.of_velocity(self.n) { SHORT * self.size } else { self.size };
        let (long, short) = (jump(size)?, jump(SHORT * size)?);
        Some(short.0 > JUMPS * short.1 && short.0 >= REMAINS * long.0)
    }

    /// The linearisation in a direction.
    fn linearized(&self, along: &DVector<f64>) -> Option<Linearization> {
        let there = self.moved(along)?;
        Some(reduced(self.search.m, &there.state, Some(&self.chart)).ok()?.linearization)
    }

    /// Whether K, C or the rates of states jump there.
    fn bends(&self, side: &Side) -> Option<bool> {
        let of =
            |l: &Linearization| [l.reduced_stiffness.clone(), l.reduced_damping.clone(), l.system.clone()];
        let jump = |size: f64| {
            let (ahead, behind) = (
                of(&self.linearized(&(&side.normal * size))?),
                of(&self.linearized(&(&side.normal * -size))?),
            );
            let both = ahead.iter().zip(&behind);
            Some(both.map(|(a, b)| ((a - b).amax(), a.amax().max(b.amax()))).collect::<Vec<_>>())
        };
        let (long, short) = (jump(self.size)?, jump(SHORT * self.size)?);
        Some(
            long.iter()
                .zip(&short)
                .any(|(long, short)| short.0 > JUMPS * short.1 && short.0 >= REMAINS * long.0),
        )
    }

    /// The sectors of some sides.
    fn sectors(&self, sides: &[Side]) -> Vec<Sector> {
        let rows = DMatrix::from_fn(sides.len(), 2 * self.n, |k, j| sides[k].normal[j]);
        let space = RowSpace::new(&rows);
        let mut sectors = Vec::new();
        for mask in 0_u32..1 << sides.len() {
            let signs = DVector::from_fn(sides.len(), |k, _| if mask >> k & 1 == 0 { 1.0 } else { -1.0 });
            let along = only(&space.shortest(&column(&signs)));
            if (&rows * &along).iter().zip(signs.iter()).all(|(z, sign)| z * sign > 0.5) {
                let size = along.amax();
                sectors.push((signs, along / size));
            }
        }
        sectors
    }

    /// (10): unstable, or undecided where a force drives with its own velocity, and others brake.
    fn driven(&self, dry: &[Side]) -> Option<Stability> {
        if dry.is_empty() {
            return None;
        }
        if dry.len() > SWITCHES {
            return Some(Stability::Undecided);
        }
        let free = self.found.free.clone();
        let mass = &self.found.unloaded
            * Point::new(self.search.m, self.search.t, &self.found.state.q).mass()
            * &free;
        let inverse = mass.lu();
        let mut jumps = vec![0.0; dry.len()];
        let mut rates = Vec::new();
        for (signs, along) in self.sectors(dry) {
            let Some(a) =
                self.force(&(along * (SHORT * SHORT * self.size))).and_then(|force| inverse.solve(&force))
            else {
                return Some(Stability::Undecided);
            };
            let outward: Vec<f64> = dry
                .iter()
                .zip(signs.iter())
                .map(|(side, sign)| sign * side.normal.rows(self.n, self.n).dot(&a))
                .collect();
            jumps.iter_mut().zip(&outward).for_each(|(jump, rate)| *jump += rate);
            rates.push(outward);
        }
        let largest = rates.iter().flatten().fold(0.0_f64, |most, rate| most.max(rate.abs()));
        let leaves = |rates: &Vec<f64>| rates.iter().all(|rate| *rate > DECIDES * largest);
        if rates.iter().any(leaves) {
            return Some(Stability::Unstable);
        }
        jumps.iter().any(|jump| *jump > DECIDES * largest).then_some(Stability::Undecided)
    }

    /// (11) to (13).
    fn judged(&self, bends: &[Side]) -> Stability {
        if bends.len() > SWITCHES {
            return Stability::Undecided;
        }
        let sectors = self.sectors(bends);
        let linearized: Option<Vec<Linearization>> =
            sectors.iter().map(|(_, along)| self.linearized(&(along * (SHORT * self.size)))).collect();
        let Some(linearized) = linearized else { return Stability::Undecided };
        let moves = bends.iter().any(|side| side.of_velocity(self.n));
        let first = &linearized[0].reduced_stiffness;
        let stiff = linearized.iter().fold(0.0_f64, |most, l| most.max(l.reduced_stiffness.amax()));
        let braking = linearized.iter().fold(0.0_f64, |most, l| most.max(l.reduced_damping.amax()));
        let potential = linearized.iter().all(|l| {
            let (k, c) = (&l.reduced_stiffness, &l.reduced_damping);
            (self.n == 1 || self.found.is_symmetric(k))
                && (c - c.transpose()).amax() <= GYROSCOPIC * braking
                && (!moves || (k - first).amax() <= JUMPS * stiff)
        });
        if potential && self.found.state.y.is_empty() {
            self.conservative(bends, (&sectors, &linearized), braking)
        } else if sectors.iter().zip(&linearized).any(|((signs, _), l)| self.grows(bends, signs, l)) {
            Stability::Unstable
        } else {
            Stability::Undecided
        }
    }

    /// Whether a motion, given by displacements and velocities, lies in a sector.
    fn within(&self, bends: &[Side], signs: &DVector<f64>, motion: &DVector<f64>) -> bool {
        let size = motion.amax();
        let inside = |side: &Side, sign: f64| {
            let z = sign * side.normal.dot(motion);
            // A displacement of a potential has no velocity.
            z >= -ZERO * size
        };
        let signed = |s: f64| bends.iter().zip(signs.iter()).all(|(side, sign)| inside(side, s * sign));
        signed(1.0) || signed(-1.0)
    }

    fn conservative(
        &self,
        bends: &[Side],
        (sectors, linearized): (&[Sector], &[Linearization]),
        braking: f64,
    ) -> Stability {
        let half = |x: &DMatrix<f64>| (x + x.transpose()) * 0.5;
        let pairs = |l: &Linearization| {
            let k = half(&l.reduced_stiffness);
            symmetric(&half(&l.reduced_mass), &k)
                .or_else(|| symmetric(&DMatrix::identity(self.n, self.n), &k))
                .unwrap_or_default()
        };
        let spectra: Vec<Vec<(f64, DVector<f64>)>> = linearized.iter().map(pairs).collect();
        let squares = || spectra.iter().flatten().map(|(mu, _)| *mu);
        let largest = squares().fold(0.0_f64, |most, mu| most.max(mu.abs()));
        let mut falls = false;
        for ((signs, _), spectrum) in sectors.iter().zip(&spectra) {
            for (_, shape) in spectrum.iter().filter(|(mu, _)| *mu < -ZERO * largest) {
                let mut motion = DVector::zeros(2 * self.n);
                motion.rows_mut(0, self.n).copy_from(shape);
                if self.within(bends, signs, &motion) {
                    return Stability::Unstable;
                }
                falls = true;
            }
        }
        let drags = linearized.iter().flat_map(|l| {
            half(&l.reduced_damping).symmetric_eigenvalues().iter().copied().collect::<Vec<f64>>()
        });
        let drags: Vec<f64> = drags.collect();
        let floats = squares().any(|mu| mu <= ZERO * ZERO * largest);
        if falls || spectra.iter().any(Vec::is_empty) {
            Stability::Undecided
        } else if drags.iter().all(|c| *c >= -GYROSCOPIC * braking) {
            if floats { Stability::Neutral } else { Stability::Stable }
        } else if drags.iter().all(|c| *c < -GYROSCOPIC * braking) {
            Stability::Unstable
        } else {
            Stability::Undecided
        }
    }

    /// Whether a real eigenvalue of a sector grows with a motion in it.
    fn grows(&self, bends: &[Side], signs: &DVector<f64>, l: &Linearization) -> bool {
        let Ok(modes) = l.modes() else { return false };
        let fastest = modes.modes.iter().fold(0.0_f64, |most, mode| most.max(mode.eigenvalue.norm()));
        modes.modes.iter().any(|mode| {
            let lambda = mode.eigenvalue;
            if lambda.im != 0.0 || lambda.re <= ZERO * fastest {
                return false;
            }
            let shape: Vec<f64> = l.independent.iter().map(|&i| mode.shape[i].re).collect();
            let motion = DVector::from_fn(2 * self.n, |i, _| {
                if i < self.n { shape[i] } else { lambda.re * shape[i - self.n] }
            });
            self.within(bends, signs, &motion)
        })
    }
}
