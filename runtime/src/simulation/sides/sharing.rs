//! Several frictions that hold one motion: the distribution of their efforts.
//!
//! Their efforts are not unique: only their effect on the motion is. Those that hold independent slips stick; the others
//! rest, because the motion does, with a held part of their friction (`balance`). The efforts are those of the smallest
//! Σ (e/L)² if they use at most half of every limit; otherwise each in turn has the largest possible effort, in the order of the description.
//! When a sticking one reaches its limit, efforts are distributed again; a slip begins when no distribution can hold it.
//! Feet of one body hold almost one motion, and count as holding one. Where all of them together are at their limits, what distinguishes them decides: distributions
//! that do not end take them as independent, and those that micro-slip as sliding.
//! A friction without a sliding value has an effort only while it sticks: it is the last in turn, and holds what the others leave.
//!
//! If some of them act along a resultant, as those of contacts in space, `resultants` distributes all.
//!
//! Invariant: slips remain at rest while efforts within the limits can hold them.

use super::balance::{Balance, Role};
use super::elimination::is_regular;
use super::response::Response;
use super::resultants::DEPENDENT_ALONG_RESULTANTS;
use super::{Carried, Crossing, NOTHING, Sides, Switch, fastest, length, rounding, rounding_of_slips};
use crate::error::Error;
use crate::solution::State;
use crate::stepper::{Sample, Start};
use crate::{Grip, Mechanism, Real, Vector};
use alloc::string::String;
use alloc::vec::Vec;
use nalgebra::{DMatrix, DVector};

/// The part of every limit that least-squares efforts leave unused.
const RESERVE: f64 = 0.5;
/// Slips that others hold rest below this part of the largest velocity, or of 1 SI unit: feet of a body that rocks micro-slip by its rate times its lean.
const CREEPS: f64 = 1e-6;
/// The part of its limit that a friction leaves unused which has reached it: the others then hold the motion, or nothing does. If it reaches
/// its limit once more at the same switch, or without progress of the run, the efforts of the method differ more than that from those of a
/// distribution, and the part grows, up to a largest one.
const MARGIN: f64 = 1e-9;
const GROWTH: f64 = 10.0;
const LARGEST: f64 = 1e-4;
/// Slips whose own part of the response is less than this hold one motion (ε of `balance`).
const DEPENDENT: f64 = 1e-6;
/// Such slips rest below this part of the terms of their rates.
pub(super) const RESTING: f64 = 1e-4;
/// The largest number of distributions if limits depend on the efforts.
const ATTEMPTS: u32 = 20;
/// After this many, margins have grown to the largest, and still the friction that holds one motion for others exceeds its limit: what it
/// holds beyond theirs is the difference between slips of [`DEPENDENT`]. From then on they are independent, and what micro-slips slides.
const LOOSE: u32 = 10;

/// w' = β + A e of some slips.
pub(super) struct Terms {
    /// A.
    pub(super) answers: DMatrix<f64>,
    /// β.
    pub(super) rates: DVector<f64>,
    /// α₀ of each.
    pub(super) alone: Vec<f64>,
}

impl<M: Mechanism> Sides<M> {
    /// All frictions that stick, or rest because others stick.
    pub(super) fn at_rest(&self) -> Vec<usize> {
        let rests =
            |&grip: &usize| self.is_held_at_rest(grip) && self.carried[grip] != Carried::ByConstraints;
        (0..self.grips.len()).filter(rests).collect()
    }

    /// Whether there are several of these.
    pub(in super::super) fn several_at_rest(&self) -> bool {
        self.at_rest().len() > 1
    }

    /// Whether efforts can be distributed between several of these, or one of them acts along a resultant, while limits do not depend on efforts.
    pub(in super::super) fn are_coupled(&self, m: &M) -> bool {
        let resting = self.at_rest();
        m.flags().linear_reactions && (resting.len() > 1 || self.any_along_resultant(&resting))
    }

    /// Whether distributions along resultants do not end at one switch: what a method needs differs from what they find. Those beyond their limits
    /// slide then.
    pub(in super::super) fn is_undecided(&self) -> bool {
        self.shared > LOOSE && self.any_along_resultant(&self.at_rest())
    }

    /// A friction has reached its limit; others may replace its effort.
    pub(in super::super) fn exhaust(&mut self, grip: usize) {
        if self.stalled > 0 || self.shared > 0 {
            self.widen(grip);
        }
        self.margins[grip] = self.margins[grip].max(MARGIN);
        self.uneven = true;
    }

    /// Whether a sticking friction is beyond its limit, or has reached it and still needs all of it, in the last evaluated outputs: efforts that
    /// the others cannot take from it grow at once.
    pub(super) fn is_exhausted(&self, grip: usize) -> bool {
        let limit = self.outputs.as_slice()[self.grips[grip].limit].value();
        let reserve = if self.margins[grip] > 0.0 { 0.5 * MARGIN * limit } else { 0.0 };
        self.held[self.grips[grip].held] > 0.0 && self.last_excess(grip) > -reserve
    }

    /// Increases the margin of a friction that has one: what began to slide with it was still held.
    pub(super) fn widen(&mut self, grip: usize) {
        self.margins[grip] = (self.margins[grip] * GROWTH).min(LARGEST);
    }

    /// Resets the margins of slips that move: those that only began to, and are held again at the same time, keep theirs.
    pub(super) fn forget_margins(&mut self) {
        for grip in 0..self.grips.len() {
            if !self.is_held_at_rest(grip) {
                self.margins[grip] = 0.0;
            }
        }
    }

    /// Whether a friction has reached its limit since the last distribution of efforts.
    pub(in super::super) fn is_uneven(&self) -> bool {
        self.uneven
    }

    /// Whether some frictions rest because others stick.
    pub(in super::super) fn any_carried(&self) -> bool {
        self.carried.contains(&Carried::ByOthers)
    }

    /// Whether several of the frictions at rest hold one motion: without them, their slips do not move independently. The solves of a method
    /// may not find that, to rounding.
    pub(in super::super) fn any_redundant(&mut self, m: &mut M, start: &Start<M>) -> bool {
        let resting = self.at_rest();
        if resting.len() < 2 {
            return false;
        }
        let Some(response) = self.without(m, start, &resting) else { return false };
        let Some((answers, alone)) = response.effects(m, &self.slips_of(&resting)) else { return false };
        let dependent =
            if self.any_along_resultant(&resting) { DEPENDENT_ALONG_RESULTANTS } else { DEPENDENT };
        !is_regular(answers, alone, dependent)
    }

    /// The slips of these frictions.
    pub(super) fn slips_of(&self, grips: &[usize]) -> Vec<(Grip, usize)> {
        let of = |&grip: &usize| (0..self.grips[grip].count).map(move |k| (self.grips[grip], k));
        grips.iter().flat_map(of).collect()
    }

    /// Distributes the efforts of all frictions at rest, whose velocities become zero; returns those at rest then, `None` if only one is.
    ///
    /// # Errors
    /// [`Error::HeldTwice`] for several frictions.
    pub(in super::super) fn share_out(
        &mut self,
        m: &mut M,
        start: &mut Start<M>,
    ) -> Result<Option<Vec<usize>>, Error> {
        self.uneven = false;
        let mut resting = self.at_rest();
        if resting.len() < 2 && !self.are_coupled(m) {
            return Ok(None);
        }
        let frictions: Vec<String> = resting.iter().map(|&grip| self.name(m, Switch::Limit(grip))).collect();
        let time = start.t.value();
        self.shared += 1;
        if self.shared > ATTEMPTS {
            return Err(Error::HeldTwice { frictions, time });
        }
        let before = start.v.clone();
        if self.are_apart() {
            self.slide_apart(&mut resting, &before);
        }
        for &grip in &resting {
            self.rest_along(grip, start);
        }
        if self.any_along_resultant(&resting) {
            let shared = self.share_along_resultants(m, start, resting, &before);
            return shared.map(Some).ok_or(Error::HeldTwice { frictions, time });
        }
        // A friction that slips has its sliding value from here on, which leaves more to the others.
        loop {
            if resting.is_empty() {
                m.hold(&self.held);
                return Ok(Some(resting));
            }
            let Some((balance, sliding)) = self.balance_of(m, start, &mut resting) else {
                return Err(Error::HeldTwice { frictions, time });
            };
            let Some(found) = balance.solve() else { return Err(Error::HeldTwice { frictions, time }) };
            let mut slipped = Vec::new();
            for (index, &grip) in resting.iter().enumerate() {
                if found.rates[index] != 0.0 {
                    // What micro-slips continues to.
                    let w = self.part(grip, &before)[0];
                    let ahead = if self.is_rounding(w, &before) { found.rates[index] } else { w };
                    self.slide(grip, [ahead, 0.0, 0.0]);
                    slipped.push(grip);
                }
            }
            if !slipped.is_empty() {
                resting.retain(|grip| !slipped.contains(grip));
                continue;
            }
            // Without a sliding value there is no part of it.
            let is_exerted = |efforts: &DVector<f64>| {
                (0..resting.len()).all(|i| {
                    let can = sliding[i] > 0.0 || found.roles[i] == Role::Holds;
                    can || balance.share(i, efforts[i]).abs() <= rounding::<M::Scalar>()
                })
            };
            let least = balance.least(&found).filter(|efforts| {
                let shares = efforts.iter().enumerate().map(|(i, e)| balance.share(i, *e).abs());
                shares.fold(0.0, Real::max) <= RESERVE && is_exerted(efforts)
            });
            let efforts = least.as_ref().unwrap_or(&found.efforts);
            if !is_exerted(efforts) {
                return Err(Error::HeldTwice { frictions, time });
            }
            for (index, &grip) in resting.iter().enumerate() {
                let holds = found.roles[index] == Role::Holds;
                let share = if sliding[index] > 0.0 { -efforts[index] / sliding[index] } else { 0.0 };
                self.give_share(grip, [if share == 0.0 { NOTHING } else { share }, 0.0, 0.0]);
                self.held[self.grips[grip].held] = if holds { 1.0 } else { 0.0 };
                self.carried[grip] = if holds { Carried::No } else { Carried::ByOthers };
            }
            m.hold(&self.held);
            return Ok(Some(resting));
        }
    }

    /// Whether slips that almost depend on each other are independent ([`LOOSE`]).
    pub(super) fn are_apart(&self) -> bool {
        self.shared.max(self.stalled) > LOOSE
    }

    /// Those of these frictions that micro-slip slide as they do.
    fn slide_apart(&mut self, resting: &mut Vec<usize>, v: &M::Velocity) {
        resting.retain(|&grip| {
            let w = self.part(grip, v);
            let rests = self.is_rounding(length(&w), v);
            if !rests {
                self.slide(grip, w);
            }
            rests
        });
    }

    /// The response without all frictions at rest, in the last evaluated outputs, and the friction of each while it slides; those without any are
    /// moved to the end.
    pub(super) fn released(
        &mut self,
        m: &mut M,
        start: &Start<M>,
        resting: &mut [usize],
    ) -> Option<(Response<M>, Vec<f64>)> {
        let mut hold_all = |share: f64, m: &mut M| {
            resting.iter().for_each(|&grip| self.give_share(grip, [share, 0.0, 0.0]));
            m.hold(&self.held);
        };
        let force_of = |m: &M, response: &Response<M>| {
            let (mut at, mut force) = (m.position_cache(), response.a.clone());
            m.place(&m.now(start.t), &start.q, &mut at);
            m.force(&at, &start.v, &start.y, (&response.lambda, &response.psi), &mut force);
            force
        };
        hold_all(NOTHING, m);
        let response = Response::of(m, start)?;
        let without = force_of(m, &response);
        hold_all(1.0, m);
        let with = force_of(m, &response);
        hold_all(NOTHING, m);
        let (lambda, psi) = (&response.lambda, &response.psi);
        m.outputs(&response.at, &start.v, &start.y, &response.a, (lambda, psi), &mut self.outputs);
        let slides = |grip: &usize| {
            let k = self.grips[*grip].velocity;
            (without.as_slice()[k] - with.as_slice()[k]).value()
        };
        resting.sort_by_key(|grip| slides(grip) <= 0.0);
        let sliding = resting.iter().map(slides).collect();
        Some((response, sliding))
    }

    /// The terms of the rates of these slips, in a response without their friction.
    pub(super) fn terms_of(&self, m: &M, response: &Response<M>, resting: &[usize]) -> Option<Terms> {
        let slips = self.slips_of(resting);
        let (answers, alone) = response.effects(m, &slips)?;
        let rate = |(of, k): &(Grip, usize)| response.a.as_slice()[of.velocity + k].value();
        Some(Terms { answers, rates: DVector::from_iterator(slips.len(), slips.iter().map(rate)), alone })
    }

    /// All frictions at rest with unknown efforts, and the friction of each while it slides; those without any are moved to the end.
    fn balance_of(
        &mut self,
        m: &mut M,
        start: &Start<M>,
        resting: &mut [usize],
    ) -> Option<(Balance, Vec<f64>)> {
        let (response, sliding) = self.released(m, start, resting)?;
        let Terms { answers, rates, alone } = self.terms_of(m, &response, resting)?;
        let (apart, rounding) = (self.are_apart(), rounding::<M::Scalar>());
        let margin = |grip: usize| if apart { self.margins[grip].min(MARGIN) } else { self.margins[grip] };
        let balance = Balance {
            answers,
            rates,
            limits: resting.iter().map(|&grip| self.whole_limit(grip) * (1.0 - margin(grip))).collect(),
            alone,
            dependent: if apart { rounding } else { DEPENDENT },
            resting: if apart { rounding } else { RESTING },
            rounding,
        };
        Some((balance, sliding))
    }

    /// Checks slips that something else holds at rest after a step: their motion begins at the previous sample.
    pub(super) fn check_carried(&mut self, before: &State<M>, sample: &Sample<'_, M>) {
        for grip in 0..self.grips.len() {
            let rests = match self.carried[grip] {
                Carried::No => continue,
                Carried::ByOthers if self.grips[grip].count > 1 => self.creep_along_resultant(sample.v),
                Carried::ByOthers => CREEPS * fastest::<M>(sample.v),
                Carried::ByConstraints => rounding_of_slips::<M>(sample.v),
            };
            let w = self.part(grip, sample.v);
            if length(&w) > rests {
                let (step, at) = (sample.t - before.t, Some(before.clone()));
                let switch = Switch::Leave(grip, w[0] > 0.0);
                self.crossed.push(Crossing { switch, before: before.clone(), step, at });
            }
        }
    }
}
