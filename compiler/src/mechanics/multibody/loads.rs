//! Loads → wrenches on links and generalised forces.
//!
//! ```text
//! force F, torque T at a mount:   on its link f = Rᵀ F, τ = Rᵀ T + r × f        r: mount from the link's origin  (1)
//!                                 (in the plane F, T + (p_mount − p_link) × F: links keep the ground's axes)
//! effort e along a quantity s:    Q_j = e ∂s/∂q_j                                                                (2)
//! effort e along a slip:          Q_j = e of its own velocity j
//! ```

use super::Load;
use super::attributes::Scene;
use super::motion_state::local_pose;
use super::recursion::Wrench;
use super::tree::Tree;
use crate::model::{Mount, Quantity, Vector3};
use crate::symbolic::algebra::Algebra;
use crate::symbolic::{Graph, Node, Symbol};

/// The sum of all loads.
pub struct Applied {
    /// On each link.
    pub wrenches: Vec<Option<Wrench>>,
    /// Generalised forces, velocity by velocity.
    pub generalized: Vec<Node>,
}

/// The directions of the configuration space, velocity by velocity: (position symbol, coefficient).
pub type Tangent = Vec<Vec<(Symbol, Node)>>;

impl Applied {
    /// No loads.
    pub fn none(graph: &Graph, tree: &Tree, velocities: usize) -> Self {
        Self { wrenches: vec![None; tree.links.len()], generalized: vec![graph.zero(); velocities] }
    }

    /// Adds a load.
    pub fn add(&mut self, graph: &mut Graph, scene: &Scene<'_>, load: &Load) {
        match load {
            Load::OnMount { at, force, torque } => self.on_mount(graph, scene, at, force, torque),
            Load::OnJoint { joint, coordinate, effort } => match scene.tree_numbers(*joint, *coordinate) {
                Some((_, velocity)) => {
                    self.generalized[velocity] = graph.add(self.generalized[velocity], *effort);
                }
                None => {
                    let quantity = scene.quantity(graph, &Quantity::Joint(*joint, *coordinate), 0);
                    self.along(graph, &scene.tangent, quantity, *effort);
                }
            },
            Load::OnSlip { velocity, effort, .. } => {
                self.generalized[*velocity] = graph.add(self.generalized[*velocity], *effort);
            }
            Load::OnQuantity { quantity, effort } => self.along(graph, &scene.tangent, *quantity, *effort),
        }
    }

    /// (1)
    fn on_mount(
        &mut self,
        graph: &mut Graph,
        scene: &Scene<'_>,
        at: &Mount,
        force: &Vector3,
        torque: &Vector3,
    ) {
        let (Some(link), local) = local_pose(graph, &scene.tree, at) else { return };
        let pose = &scene.motion.poses[link];
        let algebra = &Algebra::new(graph);
        let (force, torque) = (algebra.vector(force), algebra.vector(torque));
        let wrench = if scene.multibody.planar {
            let arm = scene.frame(algebra, at).position - algebra.vector(&pose.position);
            Wrench { force, torque: torque + arm.cross(force) }
        } else {
            let mut arm = algebra.vector(&local.position);
            if let Some(turned) = scene.axes.turned(link) {
                arm = algebra.matrix(&turned.whole) * arm;
            }
            let axes = scene.axes.carrier(&scene.tree, link).map(|axes| &scene.motion.poses[axes].rotation);
            let back = axes.map_or(algebra.identity(), |axes| algebra.matrix(axes).transposed());
            let (force, torque) = (back * force, back * torque);
            Wrench { force, torque: torque + arm.cross(force) }
        };
        let wrench = match self.wrenches[link] {
            Some(others) => others.expressions(algebra) + wrench,
            None => wrench,
        };
        self.wrenches[link] = Some(wrench.nodes());
    }

    /// (2)
    fn along(&mut self, graph: &mut Graph, tangent: &Tangent, quantity: Node, effort: Node) {
        for (j, direction) in tangent.iter().enumerate() {
            let slope = slope(graph, direction, quantity);
            let algebra = &Algebra::new(graph);
            let [e, slope, others] = [effort, slope, self.generalized[j]].map(|node| algebra.expr(node));
            self.generalized[j] = (others + e * slope).node();
        }
    }
}

/// The derivative of an expression along a direction of the configuration space.
pub fn slope(graph: &mut Graph, direction: &[(Symbol, Node)], quantity: Node) -> Node {
    let rate = |symbol: Symbol| direction.iter().find(|(s, _)| *s == symbol).map(|&(_, c)| c);
    graph.directional_derivatives(&[quantity], &rate)[0]
}
