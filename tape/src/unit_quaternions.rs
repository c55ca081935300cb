//! Configurations from elsewhere: their quaternions must have the norm 1, for which alone the equations of motion hold.
//!
//! Invariant: a quaternion of norm 1 up to rounding keeps its bits.

use crate::executor::Executor;
use crate::kind::Kind;
use crate::tape::Tape;
use linkwork::Error;

/// The largest error of the norm of a quaternion that was typed or measured: about five digits.
const GIVEN: f64 = 1e-5;
/// That of the quaternion of a motion.
const ROUNDING: f64 = 1e-14;

impl<K: Kind, E: Executor<Scalar = f64>> Tape<f64, K, E> {
    /// Divides each quaternion of a configuration by its norm, which must be 1 to about five digits. `what` is the configuration in messages.
    ///
    /// # Errors
    /// [`Error::Setting`] with the components of a quaternion of another norm.
    pub fn normalise(&self, what: &'static str, q: &mut [f64]) -> Result<(), Error> {
        for &(at, _) in &self.program.rotations {
            let Some(quaternion) = q.get_mut(at..at + 4) else { continue };
            let norm = quaternion.iter().map(|x| x * x).sum::<f64>().sqrt();
            let apart = (norm - 1.0).abs();
            if apart.is_nan() || apart > GIVEN {
                let named = self.names.coordinates.iter().skip(at).zip(&*quaternion);
                let value: Vec<String> = named.map(|(named, x)| format!("{} = {x}", named.name)).collect();
                let reason = format!(
                    "these are the components of a unit quaternion, whose norm is 1, not {norm:.6}\nhelp: divide them by their norm"
                );
                return Err(Error::Setting { what, value: value.join(", "), reason });
            }
            if apart > ROUNDING {
                quaternion.iter_mut().for_each(|x| *x /= norm);
            }
        }
        Ok(())
    }
}
