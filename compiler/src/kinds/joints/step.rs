//! The motions of a joint, each with its coordinate.

use super::{JointKind, Motion};
use crate::symbolic::{Constant, Graph, Node};

/// One motion of a joint.
pub struct Step {
    /// What it is.
    pub motion: Motion,
    /// Index of its (first) coordinate among the joint's.
    pub component: usize,
    /// The motion's own coordinate as a fraction of the joint's; `None` for 1.
    pub ratio: Option<Node>,
    /// Whether no previous step has this coordinate.
    pub first: bool,
}

/// The motions from `first` to `second`; `None` for joints that are constraints only.
pub fn steps(kind: &JointKind, graph: &mut Graph, planar: bool) -> Option<Vec<Step>> {
    let motions = kind.motions(graph, planar)?;
    let mut steps: Vec<Step> = Vec::new();
    let mut next = 0;
    for (number, motion) in motions.into_iter().enumerate() {
        let (component, ratio) = match kind.moved_by().and_then(|all| all.get(number)) {
            Some(&(component, (numerator, denominator))) => {
                let whole = numerator == denominator;
                let ratio = (!whole).then(|| graph.constant(Constant::ratio(numerator, denominator)));
                (component, ratio)
            }
            None => (next, None),
        };
        next += motion.sizes().0;
        let first = steps.iter().all(|step| step.component != component);
        steps.push(Step { motion, component, ratio, first });
    }
    Some(steps)
}
