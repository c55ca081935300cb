//! Magnitudes that are valid but probably not intended.
//!
//! ```text
//! k = √(max_i J_ii / m),   S = max |x| over centres of mass, ends of joints and measures of shapes         (1)
//! ```
//!
//! k is the radius of gyration: how far from its centre a body has its mass. Where it is far beyond the size S of the
//! mechanism, an inertia in kg·mm² was likely taken for one in kg·m² (k a thousand times too large). A mechanism without lengths
//! counts as one of 10 m.

use super::messages;
use crate::model::{JointId, Vector3};
use crate::resolve::resolver::Resolver;
use crate::symbolic::Node;

/// k beyond that multiple of S is suspicious.
const FAR: f64 = 100.0;
/// S in m where a description has no lengths.
const UNKNOWN: f64 = 10.0;

impl<'d> Resolver<'d> {
    /// Warns of suspicious magnitudes with the default parameters.
    pub fn magnitudes(&mut self) {
        let mut size = 0.0_f64;
        for number in 0..self.parts.joints.len() {
            let Some(joint) = self.parts.joint(JointId(number)) else { continue };
            for end in [joint.first.position, joint.second.position] {
                size = size.max(self.norm(end));
            }
        }
        for number in 0..self.parts.bodies.len() {
            let Some(body) = &self.parts.bodies[number].body else { continue };
            let measures: Vec<Node> = body.shapes.iter().flat_map(|shape| &shape.measures).copied().collect();
            size = size.max(self.norm(body.com));
            for measure in measures {
                size = size.max(self.at_defaults(measure).map_or(0.0, f64::abs));
            }
        }
        if !size.is_finite() {
            return;
        }
        let known = size > 0.0;
        let size = if known { size } else { UNKNOWN };
        for number in 0..self.parts.bodies.len() {
            let Some(body) = &self.parts.bodies[number].body else { continue };
            let (mass, inertia) = (body.mass, body.inertia);
            let moments = [0, 1, 2].map(|i| self.at_defaults(inertia[i][i]).unwrap_or(0.0));
            let Some(mass) = self.at_defaults(mass).filter(|mass| *mass > 0.0) else { continue };
            let radius = (moments.iter().fold(0.0_f64, |most, j| most.max(*j)) / mass).sqrt();
            if let Some(body) = self.parts.bodies[number].body.as_ref().filter(|_| radius > FAR * size) {
                let size = known.then_some(size);
                let warning = messages::large_inertia(body.span, &body.name, radius, size);
                self.report::<()>(warning);
            }
        }
    }

    fn norm(&mut self, place: Vector3) -> f64 {
        let squares = place.map(|x| self.at_defaults(x).map_or(0.0, |x| x * x));
        squares.iter().sum::<f64>().sqrt()
    }
}
