//! Random motions: a random walk over the configurations that satisfy the constraints.
//!
//! ```text
//! q ← q with independent entries moved by at most 1 rad, 0.3 m;   |v| ≤ 3 rad/s, 1 m/s;   |a| ≤ 10 rad/s², 5 m/s²      (1)
//! ```
//!
//! each uniform; the dependent entries follow from them. The rank of a regressor does not depend on these sizes. If the dependent entries
//! cannot be computed, the step is halved.
//!
//! Invariant: the same number of motions of the same mechanism gives the same motions on every machine.

use crate::instant::Instant;
use crate::messages;
use crate::regressor::Regressor;
use linkwork::analysis::Analyse;
use linkwork::{Described, Error, Manifold};
use nalgebra::DVector;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

/// Halvings of a step that fails before it is given up.
const HALVINGS: usize = 6;
/// The largest number of rejected steps for each accepted one.
const GIVEN_UP: usize = 4;

struct Random(ChaCha8Rng);

impl Random {
    /// Uniform in [−1, 1).
    fn number(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}

impl Regressor {
    /// A number of random motions, beginning at the initial state.
    ///
    /// # Errors
    /// Constraints that leave no motion at the start, or from which too few steps of the walk return to the constraints.
    pub fn random(&self, count: usize) -> Result<Vec<Instant>, Error> {
        let mut random = Random(ChaCha8Rng::seed_from_u64(1));
        let tape = self.tape();
        let lengths: Vec<bool> = (0..tape.sizes().velocities).map(|i| self.effort(i).unit == "N").collect();
        let size = |i: usize, [angle, length]: [f64; 2]| if lengths[i] { length } else { angle };
        let start = tape.initial_state()?;
        let mut here = Instant::initial(tape).moved(&(&start).into());
        let mut all = Vec::with_capacity(count);
        let mut tries = 0;
        while all.len() < count && tries < GIVEN_UP * count + GIVEN_UP {
            tries += 1;
            let motion = here.motion(tape);
            let independent = tape.free_directions(&motion, None)?.independent;
            let mut step = DVector::zeros(here.v.len());
            let mut next = here.clone();
            for &i in &independent {
                step[i] = size(i, [1.0, 0.3]) * random.number();
                next.v[i] = size(i, [3.0, 1.0]) * random.number();
                next.a[i] = size(i, [10.0, 5.0]) * random.number();
            }
            next.inputs.iter_mut().for_each(|input| *input = random.number());
            let found = (0..HALVINGS).find_map(|halvings| {
                let mut q = motion.q.clone();
                let step = &step * 0.5_f64.powi(halvings as i32);
                tape.advance(&mut q, &step, &mut DVector::zeros(step.len()));
                self.following(&Instant { q: q.as_slice().to_vec(), ..next.clone() }, &independent).ok()
            });
            if let Some(next) = found {
                here = next.clone();
                all.push(next);
            }
        }
        // Several times as many motions as columns are asked for: half of them determine the rank.
        if 2 * all.len() < count { Err(messages::too_few_motions(all.len(), count)) } else { Ok(all) }
    }
}
