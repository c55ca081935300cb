//! Magnitudes that are valid but probably not intended.
//!
//! ```text
//! k = √(max_i J_ii / m),   S = max |x| over centres of mass, ends of joints and measures of shapes         (1)
//! ```
//!
//! k is the radius of gyration: how far from its centre a body has its mass. Where it is far beyond the size S of the
//! mechanism, an inertia in kg·mm² was likely taken for one in kg·m² (k a thousand times too large). A mechanism without lengths
//! counts as one of 10 m.

use crate::diagnostics::Diagnostic;
use crate::model::{Mount, Vector3};
use crate::resolve::resolver::{Progress, Resolver};

/// k beyond that multiple of S is suspicious.
const FAR: f64 = 100.0;
/// S in m where a description has no lengths.
const UNKNOWN: f64 = 10.0;

impl<'d> Resolver<'d> {
    /// Warns of suspicious magnitudes with the default parameters.
    pub fn magnitudes(&mut self) {
        let bodies: Vec<_> = self.parts.bodies.iter().filter_map(|entry| entry.body.clone()).collect();
        let joints: Vec<_> = self
            .parts
            .joints
            .iter()
            .filter_map(|entry| match &entry.progress {
                Progress::Done(Some(joint)) => Some(joint.clone()),
                _ => None,
            })
            .collect();
        let mut size = 0.0_f64;
        let ends = |mount: &Mount| mount.position;
        let places = joints.iter().flat_map(|joint| [ends(&joint.first), ends(&joint.second)]);
        let measures = bodies.iter().flat_map(|body| body.shapes.iter().flat_map(|shape| &shape.measures));
        let measures: Vec<_> = measures.copied().collect();
        for place in places.chain(bodies.iter().map(|body| body.com)) {
            size = size.max(self.norm(place));
        }
        for measure in measures {
            size = size.max(self.at_defaults(measure).map_or(0.0, f64::abs));
        }
        if !size.is_finite() {
            return;
        }
        let known = size > 0.0;
        let size = if known { size } else { UNKNOWN };
        for body in bodies {
            let moments: Vec<f64> = (0..3).filter_map(|i| self.at_defaults(body.inertia[i][i])).collect();
            let Some(mass) = self.at_defaults(body.mass).filter(|mass| *mass > 0.0) else { continue };
            let radius = (moments.iter().fold(0.0_f64, |most, j| most.max(*j)) / mass).sqrt();
            if radius > FAR * size {
                let of = format!("the inertia of `{}` is that of a mass", body.name);
                let message = match known {
                    true => {
                        format!("{of} {radius:.3} m away from its centre, in a mechanism of {size:.3} m")
                    }
                    false => format!("{of} {radius:.1e} m away from its centre"),
                };
                self.report::<()>(
                    Diagnostic::warning(body.span, message)
                        .label("far too large for its mass?")
                        .help("check the unit: 1 [kg*mm^2] is 1e-6 [kg*m^2]"),
                );
            }
        }
    }

    fn norm(&mut self, place: Vector3) -> f64 {
        let squares = place.map(|x| self.at_defaults(x).map_or(0.0, |x| x * x));
        squares.iter().sum::<f64>().sqrt()
    }
}
