//! Several frictions at rest, of which some act along a resultant, as those of contacts in space.
//!
//! The four feet of a box hold three motions of the ground plane with eight slips. So single slips are held: where one friction holds only some of its slips, each
//! other one has a part of its sliding friction, as those have that hold none. Efforts are those of `cones`. One friction alone that acts along a
//! resultant slides in the direction that `cones` finds, too.
//!
//! Invariant: as that of `sharing`.

use super::cones::{Cones, Grasp};
use super::elimination::Open;
use super::response::Response;
use super::sharing::{RESTING, Terms};
use super::{Carried, NOTHING, Sides, rounding, rounding_of_slips};
use crate::simulation::impulse;
use crate::simulation::slides::length;
use crate::stepper::Start;
use crate::{Mechanism, Real};
use alloc::vec::Vec;
use nalgebra::DVector;

/// Slips that others hold rest below this, in m/s, the default of friction that is regularised: directions of slower slips relax faster than steps resolve.
/// They are at rest again below half of it.
const CREEPS_ALONG_RESULTANTS: f64 = 1e-3;
/// Slips whose own part of the response is less than this hold one motion (ε of `cones`): a body may lean in two directions.
pub(super) const DEPENDENT_ALONG_RESULTANTS: f64 = 1e-3;

impl<M: Mechanism> Sides<M> {
    /// Whether one of these frictions acts along a resultant.
    pub(super) fn any_along_resultant(&self, grips: &[usize]) -> bool {
        grips.iter().any(|&grip| self.grips[grip].count > 1)
    }

    /// Whether a friction along a resultant begins to slide in a direction that a distribution finds.
    pub(super) fn begins_along_resultant(&self, m: &M, grip: usize) -> bool {
        self.grips[grip].count > 1 && m.flags().linear_reactions
    }

    /// Slips that others hold rest below this, beside these velocities.
    pub(super) fn creep_along_resultant(&self, v: &M::Velocity) -> f64 {
        CREEPS_ALONG_RESULTANTS.max(rounding_of_slips::<M>(v))
    }

    /// Distributes the efforts of these frictions as `share_out` does; `before` are the velocities before they came to rest. `None` if no distribution is found.
    pub(super) fn share_along_resultants(
        &mut self,
        m: &mut M,
        start: &Start<M>,
        mut resting: Vec<usize>,
        before: &M::Velocity,
    ) -> Option<Vec<usize>> {
        // A friction that slips has its sliding value from here on, which leaves more to the others.
        while !resting.is_empty() {
            let (response, sliding) = self.released(m, start, &mut resting)?;
            let cones = self.cones_of(m, &response, &resting)?;
            let (efforts, grasps) = cones.solve()?;
            if grasps.iter().all(|grasp| matches!(grasp, Grasp::Rests(_))) {
                self.give_shares(&resting, (&efforts, &grasps), &sliding)?;
                break;
            }
            let grasps = sliding_on(cones, grasps, &sliding)?;
            self.slide_off(m, (start, before), &mut resting, &grasps);
        }
        m.hold(&self.held);
        Some(resting)
    }

    /// Those of these frictions that slide do so: along what they moved with before, or what is left of it if they have stopped across their direction only.
    fn slide_off(
        &mut self,
        m: &mut M,
        (start, before): (&Start<M>, &M::Velocity),
        resting: &mut Vec<usize>,
        grasps: &[Grasp],
    ) {
        let mut slipped = Vec::new();
        for (&grip, grasp) in resting.iter().zip(grasps) {
            if let Grasp::Slides(ahead) = *grasp {
                self.slide(grip, ahead);
                self.slide_with(grip, before);
                slipped.push(grip);
            }
        }
        m.hold(&self.held);
        let mut left = start.clone();
        impulse::stop(m, &mut left);
        for &grip in &slipped {
            self.slide_with(grip, &left.v);
        }
        resting.retain(|grip| !slipped.contains(grip));
    }

    /// Makes a friction slide along these velocities, unless its slip is rounding.
    fn slide_with(&mut self, grip: usize, v: &M::Velocity) {
        let w = self.part(grip, v);
        let size = length(&w);
        if !self.is_rounding(size, v) {
            self.slide(grip, w.map(|w| w / size));
        }
    }

    /// Holds the slips of these frictions that are to be held, and gives the others their efforts; `None` if one that exerts nothing while it slides
    /// cannot have its effort.
    fn give_shares(
        &mut self,
        resting: &[usize],
        (efforts, grasps): (&DVector<f64>, &[Grasp]),
        sliding: &[f64],
    ) -> Option<()> {
        let mut first = 0;
        for ((&grip, grasp), &slides) in resting.iter().zip(grasps).zip(sliding) {
            let Grasp::Rests(held) = *grasp else { return None };
            let count = self.grips[grip].count;
            let mut share = [0.0; 3];
            for k in (0..count).filter(|&k| !held[k]) {
                let effort = efforts[first + k];
                // Without a sliding value there is no part of it.
                if slides <= 0.0 && effort.abs() > rounding::<M::Scalar>() * self.whole_limit(grip) {
                    return None;
                }
                share[k] = if slides > 0.0 && effort != 0.0 { -effort / slides } else { NOTHING };
            }
            first += count;
            self.give_share(grip, share);
            if held.contains(&true) {
                self.hold_slips(grip, held.map(|held| !held));
            }
            let all = held[..count].iter().all(|&held| held);
            self.carried[grip] = if all { Carried::No } else { Carried::ByOthers };
        }
        Some(())
    }

    /// The terms of `cones`.
    fn cones_of(&self, m: &M, response: &Response<M>, resting: &[usize]) -> Option<Cones> {
        let Terms { answers, rates, alone } = self.terms_of(m, response, resting)?;
        let (apart, rounding) = (self.are_apart(), rounding::<M::Scalar>());
        Some(Cones {
            answers,
            rates,
            alone,
            counts: resting.iter().map(|&grip| self.grips[grip].count).collect(),
            limits: resting.iter().map(|&grip| self.whole_limit(grip) * (1.0 - self.margins[grip])).collect(),
            // The slips of one friction are apart.
            dependent: if apart || resting.len() == 1 { rounding } else { DEPENDENT_ALONG_RESULTANTS },
            resting: if apart { rounding } else { RESTING },
        })
    }

    /// Frictions along resultants that micro-slip while others of the same motion stick are held by these: the direction of their friction would be
    /// arbitrary.
    pub(super) fn join_creeping(&mut self, m: &mut M, start: &Start<M>) {
        let creep = 0.5 * self.creep_along_resultant(&start.v);
        let creeping: Vec<usize> =
            self.sliding_grips().filter(|&grip| length(&self.part(grip, &start.v)) <= creep).collect();
        let resting = self.at_rest();
        if creeping.is_empty() || resting.is_empty() {
            return;
        }
        let all = [&resting[..], &creeping].concat();
        let Some(response) = self.without(m, start, &all) else { return };
        let Some((answers, scales)) = response.effects(m, &self.slips_of(&all)) else { return };
        let mut open = Open { answers, scales };
        let mut first = self.slips_of(&resting).len();
        while open.hold(0..first, DEPENDENT_ALONG_RESULTANTS).is_some() {}
        for grip in creeping {
            let mut own = first..first + self.grips[grip].count;
            first = own.end;
            if !own.any(|slip| open.is_free(slip, DEPENDENT_ALONG_RESULTANTS)) {
                self.give_share(grip, [NOTHING, 0.0, 0.0]);
                self.carried[grip] = Carried::ByOthers;
                self.uneven = true;
            }
        }
        m.hold(&self.held);
    }
}

/// What frictions do of which some slide: directions are those with the friction of sliding.
fn sliding_on(mut cones: Cones, mut grasps: Vec<Grasp>, sliding: &[f64]) -> Option<Vec<Grasp>> {
    let slides = |grasp: &Grasp| matches!(grasp, Grasp::Slides(_));
    for ((limit, grasp), &sliding) in cones.limits.iter_mut().zip(&grasps).zip(sliding) {
        if slides(grasp) {
            *limit = Real::min(*limit, sliding);
        }
    }
    let (_, moving) = cones.solve()?;
    for (grasp, moving) in grasps.iter_mut().zip(moving).filter(|(_, moving)| slides(moving)) {
        *grasp = moving;
    }
    Some(grasps)
}
