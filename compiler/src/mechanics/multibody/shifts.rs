//! Translations of free branches that place the points of `initial` without turning: (6) of `deviations`.
//!
//! Invariant: only branches whose first joint leaves all motions from the ground, or whose first body no joint places, are shifted.

use super::attributes::Scene;
use super::coordinates::{Known, Placed};
use super::joints::Free;
use super::reference::Reference;
use super::tree::Owner;
use super::vectors;
use crate::model::{BodyId, Carrier, JointId, JointKind};
use crate::symbolic::algebra::Algebra;
use crate::symbolic::vectors::Vector3;
use crate::symbolic::{Graph, Node};

/// Of each branch: components of the translation in the axes of the ground, and of its rate.
pub struct Shifts(Vec<(Owner, [[Option<Node>; 3]; 2])>);

impl Shifts {
    pub fn new(graph: &mut Graph, scene: &Scene<'_>, reference: &Reference, known: &Known) -> Self {
        let mut all = Self(Vec::new());
        for placed in &known.placed {
            let &Placed { body, ref point, order, component, value } = placed;
            let Some(owner) = free_root(scene, reference, body) else { continue };
            if order > 1 || all.of(owner).is_some_and(|shift| shift[order][component].is_some()) {
                continue;
            }
            let multibody = scene.multibody;
            let turned = multibody.turned.iter().find(|turned| turned.mount.carrier == Carrier::Body(body));
            // A given rotation of the body at a joint is about the joint.
            let about = match owner {
                Owner::Joint(id) if multibody.joints[id.0].second.carrier == Carrier::Body(body) => {
                    multibody.joints[id.0].second.position
                }
                _ => vectors::zero(graph),
            };
            let (position, velocity) = reference.point(graph, body, (point, &about), turned);
            let there = [position, velocity][order][component];
            let moved = graph.sub(value, there);
            let shift = match all.0.iter_mut().find(|(known, _)| *known == owner) {
                Some((_, shift)) => shift,
                None => {
                    all.0.push((owner, [[None; 3]; 2]));
                    let last = all.0.len() - 1;
                    &mut all.0[last].1
                }
            };
            shift[order][component] = Some(moved);
        }
        all
    }

    fn of(&self, owner: Owner) -> Option<&[[Option<Node>; 3]; 2]> {
        self.0.iter().find(|(known, _)| *known == owner).map(|(_, shift)| shift)
    }

    /// The translation and its rate of a body that no joint places, in the axes of the ground.
    pub fn of_body(&self, graph: &Graph, id: BodyId) -> [Vector3; 2] {
        let shift = self.of(Owner::Body(id)).copied().unwrap_or_default();
        shift.map(|of| of.map(|component| component.unwrap_or(graph.zero())))
    }

    /// The same along the coordinates of a free joint, in the axes of its first end; `None` if its branch is not shifted, or if `initial` gives
    /// some of its displacements.
    pub fn of_joint(
        &self,
        graph: &mut Graph,
        scene: &Scene<'_>,
        id: JointId,
        known: &Known,
    ) -> Option<[Vector3; 2]> {
        let shift = *self.of(Owner::Joint(id))?;
        let lengths = if scene.multibody.planar { 2 } else { 3 };
        let zero = graph.zero();
        let given = |order: usize| {
            (0..lengths).any(|k| {
                let of = known.joints.get(&(id.0, k)).copied().unwrap_or_default();
                [of.0, of.1][order].is_some()
            })
        };
        let axes = scene.multibody.joints[id.0].first.rotation;
        let algebra = &Algebra::new(graph);
        let along = |order: usize| {
            if given(order) {
                return algebra.zero_vector().nodes();
            }
            let shift = shift[order].map(|component| component.unwrap_or(zero));
            (algebra.matrix(&axes).transposed() * algebra.vector(&shift)).nodes()
        };
        Some([along(0), along(1)])
    }
}

/// What moves the branch of a body freely from the ground, if anything does.
fn free_root(scene: &Scene<'_>, reference: &Reference, body: BodyId) -> Option<Owner> {
    let root = reference.root(body)?;
    let Owner::Joint(id) = root.owner else { return Some(root.owner) };
    let (joint, planar) = (&scene.multibody.joints[id.0], scene.multibody.planar);
    let all = JointKind::from(Free::default()).freedoms(planar);
    let free = joint.kind.freedoms(planar) == all && joint.first.carrier == Carrier::Ground && !root.reversed;
    free.then_some(root.owner)
}
