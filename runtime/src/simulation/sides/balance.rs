//! Efforts of several frictions at rest, each within its limit, and the slips that begin:
//!
//! ```text
//! w' = β + A e,   |e_i| ≤ L_i:      w'_i = 0,  or  e_i = −L_i sign w'_i                                               (1)
//! ```
//!
//! with the effect A_ij of a unit of e_j on slip i (`response`). Frictions are added one after the other, each with the effort for which its own
//! w' is zero while those of the previous ones are unchanged: principal pivoting (R. W. Cottle, G. B. Dantzig, 1968), as D. Baraff (1994) uses it for
//! contacts. For A symmetric and positive semidefinite (1) are the conditions of the minimum of ½ eᵀ A e + βᵀ e within the limits, so that
//! w' is unique. Constraints leave a small part of the response α₀ of `response`, with rounding relative to α₀:
//!
//! ```text
//! |δA_ij| ≤ ε √(α₀_i α₀_j),   |δ(cᵀ A c)| ≤ ε Σ c_i² α₀_i                                                             (2)
//! ```
//!
//! where c is a change of efforts that leaves all slips but one at rest. Slips of one motion, w'_i ~ √A_ii, are at rest together, or none of them:
//!
//! ```text
//! |δw'_i| ≤ √A_ii max_j ε (|β_j| + Σ_k |A_jk e_k| + α₀_j L_j)/√A_jj                                                   (3)
//! ```
//!
//! Contacts of one body on ground that yields hold almost one motion: the effort that holds one of them apart from the others is c times as large as one
//! that moves it. Such slips count as those of one motion if c is large (ε = 10⁻⁶ in (2)), and rest while they micro-slip (ε = 10⁻⁴ in (3)).
//!
//! If several frictions hold one motion, A is singular and e is not unique: the first of them has the largest possible effort, the next one
//! the remainder.

use crate::Real;
use alloc::vec::Vec;
use nalgebra::{DMatrix, DVector};

/// The largest number of changes for each friction.
const CHANGES: usize = 50;

/// The state of a friction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// It holds its slip, with an effort within its limit.
    Holds,
    /// Others hold its slip at rest; its effort is not unique.
    Rests,
    /// It is at its limit.
    Full,
}

/// The terms of (1), with their scales.
pub(super) struct Balance {
    /// A.
    pub(super) answers: DMatrix<f64>,
    /// β.
    pub(super) rates: DVector<f64>,
    /// L.
    pub(super) limits: Vec<f64>,
    /// α₀ of each.
    pub(super) alone: Vec<f64>,
    /// ε of (2) for slips of one motion.
    pub(super) dependent: f64,
    /// ε of (3) for these.
    pub(super) resting: f64,
    /// w' below this part of its terms is rounding.
    pub(super) rounding: f64,
}

/// Efforts, the rates of the slips, and the states of the frictions.
pub(super) struct Found {
    pub(super) efforts: DVector<f64>,
    pub(super) rates: DVector<f64>,
    pub(super) roles: Vec<Role>,
}

/// The end of a change of efforts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// The slip of the added friction is at rest.
    Rest,
    /// This one is at its limit.
    Limit(usize),
    /// The slip of this one, which was at its limit, comes to rest.
    Held(usize),
}

impl Balance {
    /// The change of the efforts of the holding frictions that keeps their slips at rest while this one changes by 1.
    fn following(&self, holding: &[usize], index: usize) -> Option<DVector<f64>> {
        let n = holding.len();
        let block = DMatrix::from_fn(n, n, |i, j| self.answers[(holding[i], holding[j])]);
        let right = DVector::from_fn(n, |i, _| -self.answers[(holding[i], index)]);
        let change = if n == 0 { right } else { block.full_piv_lu().solve(&right)? };
        let mut all = DVector::zeros(self.limits.len());
        all[index] = 1.0;
        holding.iter().zip(change.iter()).for_each(|(&k, change)| all[k] = *change);
        Some(all)
    }

    /// The rounding error of slip i for these efforts (2).
    fn rounding_of(&self, index: usize, efforts: &DVector<f64>) -> f64 {
        let scale = |(e, alone): (&f64, &f64)| e.abs() * Real::sqrt(alone * self.alone[index]);
        self.rounding * efforts.iter().zip(&self.alone).map(scale).sum::<f64>()
    }

    /// Whether its slip can move while those of `holding` do not.
    fn is_free(&self, holding: &[usize], index: usize) -> Option<bool> {
        let change = self.following(holding, index)?;
        let own = (self.answers.row(index) * &change)[0];
        Some(own > self.rounding_of_change(&change))
    }

    /// The rounding error of cᵀ A c (2).
    fn rounding_of_change(&self, change: &DVector<f64>) -> f64 {
        self.dependent * change.iter().zip(&self.alone).map(|(c, alone)| c * c * alone).sum::<f64>()
    }

    /// The factor of the rounding errors (3) of a slip, which may move apart from others or not.
    fn looser(&self, free: bool) -> f64 {
        if free { 1.0 } else { self.resting / self.rounding }
    }

    /// w', and its rounding error (3).
    fn rates_of(&self, efforts: &DVector<f64>) -> (DVector<f64>, DVector<f64>) {
        let rates = &self.rates + &self.answers * efforts;
        let mut terms = DVector::from_fn(rates.len(), |i, _| {
            let pushes: f64 = (0..rates.len()).map(|j| (self.answers[(i, j)] * efforts[j]).abs()).sum();
            self.rounding * (self.rates[i].abs() + pushes + self.alone[i] * self.limits[i])
        });
        let moves = |i: usize| self.answers[(i, i)] > self.rounding * self.alone[i];
        let size = |i: usize| Real::sqrt(self.answers[(i, i)]);
        let common = (0..rates.len()).filter(|&i| moves(i)).map(|i| terms[i] / size(i)).fold(0.0, f64::max);
        for i in (0..rates.len()).filter(|&i| moves(i)) {
            terms[i] = common * size(i);
        }
        (rates, terms)
    }

    /// (1); `None` if no solution was found, which is possible if the matrix is not positive semidefinite.
    pub(super) fn solve(&self) -> Option<Found> {
        let n = self.limits.len();
        let mut efforts = DVector::zeros(n);
        let mut roles: Vec<Role> = Vec::with_capacity(n);
        let mut changes = 0;
        for index in 0..n {
            roles.push(Role::Rests);
            loop {
                changes += 1;
                if changes > CHANGES * n {
                    return None;
                }
                let holding: Vec<usize> = (0..index).filter(|&k| roles[k] == Role::Holds).collect();
                // One whose slip another held at rest replaces it when that one is at its limit.
                let freed = (0..index).filter(|&k| roles[k] == Role::Rests);
                let freed: Vec<usize> =
                    freed.filter(|&k| self.is_free(&holding, k) == Some(true)).take(1).collect();
                if let [freed] = freed[..] {
                    roles[freed] = Role::Holds;
                    continue;
                }
                let (rates, rounding) = self.rates_of(&efforts);
                let free = self.is_free(&holding, index)?;
                if rates[index].abs() <= rounding[index] * self.looser(free) {
                    if free {
                        roles[index] = Role::Holds;
                    }
                    break;
                }
                let change = self.following(&holding, index)? * -rates[index].signum();
                let answer = &self.answers * &change;
                let (mut length, mut end) = (f64::INFINITY, End::Rest);
                let mut shorten = |at: f64, by: End| {
                    if at < length {
                        (length, end) = (at.max(0.0), by);
                    }
                };
                if -answer[index] * rates[index].signum() > self.rounding_of_change(&change) {
                    shorten(-rates[index] / answer[index], End::Rest);
                }
                for k in holding.into_iter().chain([index]).filter(|&k| change[k] != 0.0) {
                    let limit = self.limits[k] * change[k].signum();
                    shorten((limit - efforts[k]) / change[k], End::Limit(k));
                }
                for k in (0..index).filter(|&k| roles[k] == Role::Full) {
                    // At its limit e_k w'_k ≤ 0. A rate within rounding counts, too: that of another slip of the same motion may be beyond its
                    // own, smaller one, and both come to rest together.
                    let side = f64::signum(efforts[k]);
                    let rate = f64::min(side * rates[k], 0.0);
                    if side * answer[k] > self.rounding_of(k, &change) {
                        shorten(-rate / (side * answer[k]), End::Held(k));
                    }
                }
                if !length.is_finite() {
                    return None;
                }
                efforts.axpy(length, &change, 1.0);
                // A friction whose slip comes to rest at the same time remains at its limit.
                let (rates, rounding) = self.rates_of(&efforts);
                if let End::Held(k) = end {
                    let holding: Vec<usize> =
                        (0..index).filter(|&of| of == k || roles[of] == Role::Holds).collect();
                    if rates[index].abs() <= rounding[index] * self.looser(self.is_free(&holding, index)?) {
                        end = End::Rest;
                    }
                }
                match end {
                    End::Rest => {
                        roles[index] = Role::Holds;
                        break;
                    }
                    End::Limit(k) => {
                        efforts[k] = self.limits[k] * change[k].signum();
                        roles[k] = Role::Full;
                        if k == index {
                            break;
                        }
                    }
                    End::Held(k) => roles[k] = Role::Holds,
                }
            }
        }
        let (mut rates, rounding) = self.rates_of(&efforts);
        for (k, rate) in rates.iter_mut().enumerate() {
            // What holds is at rest, if only to the tolerance of slips of one motion.
            if roles[k] == Role::Holds || rate.abs() <= rounding[k] * self.looser(roles[k] == Role::Full) {
                *rate = 0.0;
            }
        }
        // At its limit, at rest, and held by nothing else: it holds, too.
        for k in (0..n).filter(|&k| roles[k] == Role::Full && rates[k] == 0.0).collect::<Vec<usize>>() {
            let holding: Vec<usize> = (0..n).filter(|&k| roles[k] == Role::Holds).collect();
            if self.is_free(&holding, k)? {
                roles[k] = Role::Holds;
            }
        }
        Some(Found { efforts, rates, roles })
    }

    /// Among the efforts that hold all slips, those of the smallest Σ (e_i/L_i)².
    pub(super) fn least(&self, found: &Found) -> Option<DVector<f64>> {
        let of = |role: Role| (0..self.limits.len()).filter(move |&k| found.roles[k] == role);
        let holding: Vec<usize> = of(Role::Holds).collect();
        let open: Vec<usize> = (0..self.limits.len()).filter(|k| !holding.contains(k)).collect();
        let shares = DVector::from_fn(self.limits.len(), |i, _| self.share(i, found.efforts[i]));
        // r = r₀ + T z with a unit of each free part.
        let mut columns = Vec::with_capacity(open.len());
        for &k in &open {
            let change = self.following(&holding, k)? * self.limits[k];
            columns.push(DVector::from_fn(self.limits.len(), |i, _| self.share(i, change[i])));
        }
        if columns.is_empty() {
            return Some(found.efforts.clone());
        }
        let t = DMatrix::from_columns(&columns);
        let by = (t.transpose() * &t).cholesky()?.solve(&(t.transpose() * &shares));
        let least = shares - t * by;
        Some(DVector::from_fn(self.limits.len(), |i, _| least[i] * self.limits[i]))
    }

    /// e_i/L_i.
    pub(super) fn share(&self, index: usize, effort: f64) -> f64 {
        if self.limits[index] > 0.0 { effort / self.limits[index] } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::{Balance, Role};
    use nalgebra::{DMatrix, DVector};
    use std::prelude::v1::*;

    fn balance(rows: &[&[f64]], rates: &[f64], limits: &[f64]) -> Balance {
        let n = rates.len();
        let answers = DMatrix::from_fn(n, n, |i, j| rows[i][j]);
        let alone = vec![1.0; n];
        Balance {
            answers,
            rates: DVector::from_column_slice(rates),
            limits: limits.to_vec(),
            alone,
            dependent: 1e-12,
            resting: 1e-12,
            rounding: 1e-12,
        }
    }

    /// (1), of any solution.
    fn check(balance: &Balance) -> (Vec<f64>, Vec<Role>) {
        let found = balance.solve().expect("a solution");
        let rates = &balance.rates + &balance.answers * &found.efforts;
        for i in 0..balance.limits.len() {
            let (e, limit) = (found.efforts[i], balance.limits[i]);
            assert!(e.abs() <= limit * (1.0 + 1e-14), "{e} beyond {limit}");
            assert!((rates[i] - found.rates[i]).abs() < 1e-11);
            assert!(rates[i].abs() < 1e-11 || e == -limit * rates[i].signum(), "{i}: {rates:?}, {e}");
            assert!(found.roles[i] == Role::Full || rates[i].abs() < 1e-11);
        }
        (found.efforts.as_slice().to_vec(), found.roles)
    }

    /// One motion, w₂ = 2 w₁: both limits together hold β = −(L₁ + 2 L₂), and no more.
    #[test]
    fn frictions_share_one_motion() {
        let rows: [&[f64]; 2] = [&[1.0, 2.0], &[2.0, 4.0]];
        let at = |beta: f64| balance(&rows, &[beta, 2.0 * beta], &[1.0, 0.5]);
        assert_eq!(check(&at(-0.8)), (vec![0.8, 0.0], vec![Role::Holds, Role::Rests]));
        let (efforts, roles) = check(&at(-1.6));
        assert!(efforts[0] == 1.0 && (efforts[1] - 0.3).abs() < 1e-15);
        assert_eq!(roles, [Role::Full, Role::Holds]);
        assert_eq!(check(&at(-2.5)), (vec![1.0, 0.5], vec![Role::Full, Role::Full]));
        assert_eq!(check(&at(0.0)), (vec![0.0, 0.0], vec![Role::Holds, Role::Rests]));
        // For e₁ + 2 e₂ = 0.8 the smallest e₁² + 4 e₂² has e₁ = 2 e₂.
        let least = at(-0.8);
        let efforts = least.least(&least.solve().expect("a solution")).expect("an answer");
        assert!((efforts[0] - 0.4).abs() < 1e-15 && (efforts[1] - 0.2).abs() < 1e-15, "{efforts}");
    }

    /// Both limits are reached at once: 1.6 needs all of the first and 0.3 of the second, whichever of them comes to rest first.
    #[test]
    fn friction_at_its_limit_does_not_hold() {
        for slack in [0.0, 1e-15, -1e-15] {
            let rows: [&[f64]; 2] = [&[2.0, 4.0 + slack], &[4.0, 8.0 + 2.0 * slack]];
            let found = balance(&rows, &[-3.2, -6.4], &[1.0, 0.5]).solve().expect("a solution");
            assert_eq!(found.roles, [Role::Full, Role::Holds]);
        }
    }

    /// A slip that cannot be held, one that nothing moves, and one that is almost independent.
    #[test]
    fn dead_centres_and_motions_that_are_held_by_other_friction() {
        let rows: [&[f64]; 3] = [&[0.0; 3], &[0.0; 3], &[0.0, 0.0, 2.0]];
        let (efforts, roles) = check(&balance(&rows, &[3.0, 0.0, -1.0], &[1.0, 1.0, 2.0]));
        assert_eq!(efforts, [-1.0, 0.0, 0.5]);
        assert_eq!(roles, [Role::Full, Role::Rests, Role::Holds]);
    }

    /// Random positive semidefinite matrices of every rank.
    #[test]
    fn every_balance_is_found() {
        let mut seed = 1_u64;
        let mut random = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
        };
        for round in 0..2000 {
            let n = 1 + round % 6;
            let rank = 1 + (round / 6) % n;
            let motions = DMatrix::from_fn(n, rank, |_, _| random());
            let force = DVector::from_fn(rank, |_, _| 2.0 * random());
            let limits: Vec<f64> = (0..n).map(|_| random().abs()).collect();
            let answers = &motions * motions.transpose();
            let alone: Vec<f64> = (0..n).map(|i| answers[(i, i)]).collect();
            check(&Balance {
                answers,
                rates: motions * force,
                limits,
                alone,
                dependent: 1e-12,
                resting: 1e-12,
                rounding: 1e-12,
            });
        }
    }
}
