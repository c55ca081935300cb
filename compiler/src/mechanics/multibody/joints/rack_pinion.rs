//! Rack and pinion: an angle that moves a displacement.
//!
//! ```text
//! r θ − s = 0                                                                                      (1)
//! ```
//!
//! One equation between two joints: the gear of ratio r. The multiplier is the force between the teeth: it
//! puts −r λ on the angle and λ on the displacement. Singular case: *no radius*, r = 0, which holds the rack.

use super::gear::gear;
use crate::mechanics::multibody::Equation;
use crate::symbolic::{Graph, Node};

/// Equation (1): rack = radius·pinion.
pub fn rack_pinion(graph: &mut Graph, pinion: Node, rack: Node, radius: Node) -> Equation {
    let none = graph.zero();
    let equation = gear(graph, pinion, rack, radius, none, "m");
    Equation { label: "mesh", ..equation }
}
