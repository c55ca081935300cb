//! Poses of bodies over time.
//!
//! ```text
//! quantum of positions   δ = 2e-6 L       L the size of the scene: an error of 1e-6 L at most      (1)
//! quantum of rotations   δ = 2e-6         of components of unit quaternions                        (2)
//! ```
//! Invariant: the quaternion of a body is continuous: of q and −q, the same rotation, the one with a positive product with the previous frame.

use crate::coding::encode;
use crate::rotation::{Quaternion, Vector, quaternion};

/// δ relative to the size of the scene, and of quaternions.
pub(crate) const QUANTUM: f64 = 2e-6;
/// Numbers of a position and a rotation matrix.
pub(crate) const NUMBERS: usize = 12;

/// The last interval, relative to the one before, below which its first keyframe is superfluous.
const CROWDED: f64 = 0.1;

/// The last keyframe but one, if the last one follows at once: polynomials through both would magnify the rounding of poses near the end.
/// It is never the first one.
pub fn crowded(times: &[f64]) -> Option<usize> {
    let [.., before, superfluous, last] = times else { return None };
    let interval = last - superfluous;
    (interval > 0.0 && interval < CROWDED * (superfluous - before)).then(|| times.len() - 2)
}

/// Poses of bodies over time.
#[derive(Clone, Debug)]
pub struct Keyframes {
    times: Vec<f64>,
    /// Frame by frame, body by body.
    poses: Vec<(Vector, Quaternion)>,
    bodies: usize,
}

/// An error in poses.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)] // documented by the variants
pub enum BadPoses {
    /// There are no keyframes, or a keyframe does not have twelve numbers for each body.
    Count { frame: usize, wanted: usize, found: usize },
    /// A number is not finite.
    NotFinite { body: usize, time: f64 },
    /// A time is before the previous one, or is not finite.
    Time { before: f64, time: f64 },
}

impl std::error::Error for BadPoses {}

impl Keyframes {
    /// The keyframes from the position (3 numbers) and the rotation matrix (9, row by row) of each body at every time.
    ///
    /// # Errors
    /// [`BadPoses`].
    pub fn new(
        times: Vec<f64>,
        bodies: usize,
        mut at: impl FnMut(usize) -> Vec<f64>,
    ) -> Result<Self, BadPoses> {
        let mut poses: Vec<(Vector, Quaternion)> = Vec::with_capacity(times.len() * bodies);
        if times.is_empty() {
            return Err(BadPoses::Count { frame: 0, wanted: NUMBERS * bodies, found: 0 });
        }
        let mut before = f64::NEG_INFINITY;
        for (frame, &time) in times.iter().enumerate() {
            if !(time >= before && time.is_finite()) {
                return Err(BadPoses::Time { before, time });
            }
            before = time;
            let numbers = at(frame);
            if numbers.len() != NUMBERS * bodies {
                return Err(BadPoses::Count { frame, wanted: NUMBERS * bodies, found: numbers.len() });
            }
            for (body, pose) in numbers.chunks_exact(NUMBERS).enumerate() {
                if !pose.iter().all(|x| x.is_finite()) {
                    return Err(BadPoses::NotFinite { body, time });
                }
                let (position, rotation) = split(pose);
                let mut turned = quaternion(&rotation);
                let earlier = frame.checked_sub(1).map(|earlier| poses[earlier * bodies + body].1);
                if earlier.is_some_and(|q| q.iter().zip(&turned).map(|(a, b)| a * b).sum::<f64>() < 0.0) {
                    turned = turned.map(|x| -x);
                }
                poses.push((position, turned));
            }
        }
        Ok(Self { times, poses, bodies })
    }

    /// The times, in nondecreasing order.
    pub fn times(&self) -> &[f64] {
        &self.times
    }

    /// The number of bodies.
    pub fn bodies(&self) -> usize {
        self.bodies
    }

    /// Position and unit quaternion (x, y, z, w) of a body at a frame.
    pub fn pose(&self, frame: usize, body: usize) -> ([f64; 3], [f64; 4]) {
        self.poses[frame * self.bodies + body]
    }

    /// Encodes, for each body, x, y, z of the position and x, y, z, w of the quaternion over time.
    pub(crate) fn encode(&self, size: f64, out: &mut Vec<u8>) {
        let frames = self.times.len();
        for body in 0..self.bodies {
            for k in 0..7 {
                let value = |frame: usize| {
                    let (position, turned) = self.pose(frame, body);
                    if k < 3 { position[k] } else { turned[k - 3] }
                };
                let values: Vec<f64> = (0..frames).map(value).collect();
                encode(&values, if k < 3 { QUANTUM * size } else { QUANTUM }, out);
            }
        }
    }
}

/// The position and the rotation matrix of twelve numbers.
pub(crate) fn split(pose: &[f64]) -> (Vector, [[f64; 3]; 3]) {
    let number = |k: usize| pose[k];
    ([0, 1, 2].map(number), [[3, 4, 5].map(number), [6, 7, 8].map(number), [9, 10, 11].map(number)])
}
