//! A factor for every force, to determine its contribution to the motion.
//!
//! ```text
//! f = f_g + Σ w_i f_i,   w_i = 1              f_g: gravity and inertia, f_i: the force i of bodies           (1)
//! ```
//!
//! Coordinates, constraints and states are those of the mechanism for all w: they do not change where w_i = 0, in contrast
//! to a description without the force i.
//!
//! Invariant: parameters of the description keep their places, and the weights follow them, in the order of the forces.

use super::{Claims, Model, Parameter};

impl Model {
    /// The same mechanism with (1). Outputs, ranges and claims, which do not enter the motion, are omitted.
    pub(crate) fn with_weights(mut self) -> Self {
        self.outputs.clear();
        self.ranges.clear();
        self.claims = Claims { unroll: self.claims.unroll, ..Claims::default() };
        let Some(multibody) = &mut self.multibody else { return self };
        for force in &mut multibody.forces {
            // A name with a blank cannot occur in a description.
            let name = format!("weight of {}", force.name);
            let symbol = self.graph.symbol(&name);
            force.weight = Some(self.graph.node(symbol));
            let default = self.graph.one();
            let (span, unit) = (force.span, String::new());
            self.parameters.push(Parameter { name, span, symbol, default, unit, docs: Vec::new() });
        }
        self
    }
}
