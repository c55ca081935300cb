//! Joints that are not part of the tree → constraints, each with its multipliers.

use super::attributes::Scene;
use super::efforts::along_coordinate;
use super::{Equation, joints};
use crate::model::{Constraint, Coupling, Joint, JointId, JointKind, Mount, Multibody, Quantity, Vector3};
use crate::symbolic::algebra::Algebra;
use crate::symbolic::{Author, Graph, Node, Symbol};

/// A joint as constraints.
pub struct Closure {
    /// The joint.
    pub joint: JointId,
    /// Its equations.
    pub equations: Vec<Equation>,
    /// The multiplier of each.
    pub multipliers: Vec<Symbol>,
}

/// All joints that are not in the tree.
pub struct Closures(pub Vec<Closure>);

impl Closures {
    /// The equations of every joint that carries no coordinates.
    pub fn new(graph: &mut Graph, scene: &Scene<'_>) -> Self {
        let multibody = scene.multibody;
        let closing = (0..multibody.joints.len()).filter(|&i| !scene.tree.in_tree[i]);
        let closures = closing.map(|i| {
            let joint = JointId(i);
            let before = graph.write_for(Author::joint(i));
            let equations = equations(graph, scene, joint);
            graph.write_for(before);
            let name = &multibody.joints[i].name;
            let multipliers =
                equations.iter().map(|e| graph.symbol(&format!("multiplier({name}.{})", e.label))).collect();
            Closure { joint, equations, multipliers }
        });
        Self(closures.collect())
    }

    /// The closure of a joint, if it is one.
    pub fn of(&self, joint: JointId) -> Option<&Closure> {
        self.0.iter().find(|closure| closure.joint == joint)
    }

    /// As constraints of the model.
    pub fn constraints(&self, graph: &Graph, time: Symbol, multibody: &Multibody) -> Vec<Constraint> {
        let mut constraints = Vec::new();
        for closure in &self.0 {
            let joint = &multibody.joints[closure.joint.0];
            for (equation, &multiplier) in closure.equations.iter().zip(&closure.multipliers) {
                constraints.push(Constraint {
                    name: format!("{}.{}", joint.name, equation.label),
                    span: joint.span,
                    residual: equation.residual,
                    holonomic: equation.holonomic,
                    rheonomic: graph.depends_on(equation.residual, time),
                    multiplier,
                    automatic: true,
                    unit: equation.unit.to_owned(),
                    docs: joint.docs.clone(),
                    cosine: equation.cosine,
                });
            }
        }
        constraints
    }
}

impl Closure {
    /// The force and torque that the joint exerts on its second end, in the axes of the first; those that a coupling
    /// exerts on the second end of the driven joint, in the axes of that joint's first. There, by
    /// r = i x₁ − x₂ − x₀, the effort along x₂ is λ.
    pub fn reaction(&self, graph: &mut Graph, scene: &Scene<'_>) -> (Vector3, Vector3) {
        let joint = &scene.multibody.joints[self.joint.0];
        if let (Some(Coupling { driven: (driven, coordinate), .. }), Some(&multiplier)) =
            (joint.kind.coupling(), self.multipliers.first())
        {
            let effort = graph.node(multiplier);
            return along_coordinate(graph, scene, driven, coordinate, effort);
        }
        let (first, second) = scene.ends(graph, &joint.first, &joint.second);
        let multipliers: Vec<Node> = self.multipliers.iter().map(|&l| graph.node(l)).collect();
        joints::reaction(&held(scene, joint), scene.multibody.planar, graph, &first, &second, &multipliers)
    }
}

/// The equations of a joint where one end is a particle, which has no rotation.
fn held(scene: &Scene<'_>, joint: &Joint) -> JointKind {
    let is_particle = |mount: &Mount| scene.multibody.is_particle(mount.carrier);
    if !is_particle(&joint.first) && !is_particle(&joint.second) {
        return joint.kind.clone();
    }
    joint.kind.on_a_particle().unwrap_or_else(|| joint.kind.clone())
}

/// The unit of a joint's coordinate.
fn unit_of(multibody: &Multibody, (joint, k): (JointId, usize)) -> &'static str {
    let coordinates = multibody.joints[joint.0].kind.coordinates(multibody.planar);
    if coordinates.get(k).is_some_and(|(_, angle)| *angle) { "rad" } else { "m" }
}

fn equations(graph: &mut Graph, scene: &Scene<'_>, id: JointId) -> Vec<Equation> {
    let multibody = scene.multibody;
    let joint = &multibody.joints[id.0];
    let coordinate =
        |graph: &mut Graph, of: &(JointId, usize)| scene.quantity(graph, &Quantity::Joint(of.0, of.1), 0);
    if let Some(Coupling { driver, driven, .. }) = joint.kind.coupling() {
        let (a, b) = (coordinate(graph, &driver), coordinate(graph, &driven));
        let (unit, algebra) = (unit_of(multibody, driven), &Algebra::new(graph));
        let [a, b] = algebra.array([a, b]);
        return joint.kind.equation_of_coordinates(a, b, unit).into_iter().collect();
    }
    if joint.kind.needs_twists() {
        // Slip is a velocity: poses and twists in the axes of the ground.
        let motion = &scene.motion;
        let first = motion.pose(graph, &scene.tree, &joint.first);
        let second = motion.pose(graph, &scene.tree, &joint.second);
        let twists =
            (motion.twist(graph, &scene.tree, &joint.first), motion.twist(graph, &scene.tree, &joint.second));
        let twists = Some((&twists.0, &twists.1));
        return joints::equations(&joint.kind, multibody.planar, graph, &first, &second, twists);
    }
    let (first, second) = scene.ends(graph, &joint.first, &joint.second);
    let kind = &held(scene, joint);
    joints::equations(kind, multibody.planar, graph, &first, &second, None)
}
