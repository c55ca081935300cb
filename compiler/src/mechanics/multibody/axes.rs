//! The axes in which the recursions express the vectors of a link: its own, or those of its carrier.
//!
//! ```text
//! own axes        vectors of a neighbour are turned by R at every joint, what is fixed in the link is constant      (1)
//! carrier's axes  neighbours agree; what is fixed in the link is turned, by S = rotation(n, Σφ) S₀                  (2)
//! ```
//! (2) is for links whose rotations have one axis n: they merge, so that S is one rotation by the sum of their angles. n is a
//! coordinate direction of those axes, and S₀ contains only parameters. In space a chain of parallel axes is a group
//! whose links are all expressed in the axes of the carrier of the first; in the plane that is the ground, and all links are in
//! the group.
//!
//! Which of the two takes fewer operations depends on the constants of the links: (1) for short chains of slender links, (2)
//! for long ones and for bodies whose centres of mass and inertias have no zeros.

use super::attributes::Scene;
use super::inertia;
use super::motion_state::MotionState;
use super::recursion::Recursion;
use super::tree::{Link, Tree};
use super::{Motion, Pose};
use crate::mechanics::Formulated;
use crate::model::Matrix3;
use crate::symbolic::algebra::Algebra;
use crate::symbolic::rotations::{self, direction};
use crate::symbolic::{Graph, Node, SymbolSet};

/// Limit in percent of the work of M a − f with merged rotations: constants of a link are rotated there, and not once for
/// all as in M and f. The derivatives by velocities and positions become shorter by more than that, because merged rotations have one derivative.
const OF_INVERSE: usize = 105;

/// S of (2).
#[derive(Clone, Debug)]
pub(super) struct Turned {
    /// S.
    pub whole: Matrix3,
    /// S₀.
    pub settled: Matrix3,
    /// The direction n, and sine and cosine of the angle about it; in the plane it is z.
    pub about: Option<(usize, Node, Node)>,
}

/// The axes of all links: (2) where there is an entry, else (1).
#[derive(Clone, Debug)]
pub(super) struct Axes(Vec<Option<Turned>>);

impl Axes {
    /// The default: (2) in the plane, (1) in space.
    pub fn usual(planar: bool, motion: &MotionState) -> Self {
        let turned = |pose: &Pose| {
            let whole = pose.rotation;
            planar.then_some(Turned { whole, settled: whole, about: None })
        };
        Self(motion.poses.iter().map(turned).collect())
    }

    /// (2) in space, for chains of at least two parallel axes; `None` where there is none.
    fn merged(graph: &mut Graph, links: &[Link], positions: &[Node]) -> Option<Self> {
        let algebra = &Algebra::new(graph);
        let mut axes: Vec<Option<Turned>> = Vec::new();
        let mut angles = vec![algebra.zero(); links.len()];
        for (number, link) in links.iter().enumerate() {
            axes.push(None);
            let Motion::Rotation { axis } = &link.motion else { continue };
            let before = link.parent.and_then(|parent| axes[parent].as_ref());
            let offset = algebra.matrix(&link.offset.rotation);
            let settled = before.map_or(offset, |before| algebra.matrix(&before.settled) * offset);
            let n = settled * algebra.vector(axis);
            let Some(k) = direction(n) else { continue };
            let parent = match before {
                Some(before) if before.about.is_some_and(|(own, ..)| own == k) => link.parent,
                // The axes of the carrier turn about another direction.
                Some(_) => continue,
                None if leads(algebra, links, number) => None,
                None => continue,
            };
            let q = algebra.exprs(&algebra.with(|graph| link.coordinates(graph, positions)));
            let own = n[k] * if link.reversed { -q[0] } else { q[0] };
            angles[number] = parent.map_or(own, |parent| angles[parent] + own);
            let (sine, cosine) = (angles[number].sin(), angles[number].cos());
            let whole = rotations::about(algebra.unit_vector(k), sine, cosine) * settled;
            axes[number] = Some(Turned {
                whole: whole.nodes(),
                settled: settled.nodes(),
                about: Some((k, sine.node(), cosine.node())),
            });
        }
        axes.iter().any(Option::is_some).then_some(Self(axes))
    }

    /// S of a link that is expressed in the axes of its carrier.
    pub fn turned(&self, link: usize) -> Option<&Turned> {
        self.0[link].as_ref()
    }

    /// The link whose own axes a link is written in; `None` is the ground.
    pub fn carrier(&self, tree: &Tree, link: usize) -> Option<usize> {
        let mut at = Some(link);
        while let Some(link) = at.filter(|&link| self.turned(link).is_some()) {
            at = tree.links[link].parent;
        }
        at
    }
}

/// Uses merged rotations where M and f take no more work with them, and M a − f about as much. Planned programs are not
/// compared, which would take as long as a second compilation: where the estimate holds, programs have fewer operations
/// (docs/performance.md has the counts).
pub(super) fn choose(formulated: &mut Formulated<'_>, scene: &mut Scene<'_>) {
    let multibody = scene.multibody;
    if multibody.planar {
        return;
    }
    // A rejected attempt leaves the graph unchanged.
    let graph = &mut formulated.graph.clone();
    let own = formulated.velocities.iter().take(scene.tree.velocities);
    let accelerations: Vec<Node> = own.map(|velocity| graph.node(velocity.acceleration)).collect();
    let Some(merged) = Axes::merged(graph, &scene.tree.links, &scene.positions) else { return };
    let set = |nodes: &[Node]| nodes.iter().flat_map(|&node| graph.symbols(node)).collect::<SymbolSet>();
    let (q, v) = (set(&scene.positions), set(&scene.velocities));
    let known = q.union(&v).union(&set(&accelerations));
    let own = inertia::of_links(graph, multibody, &scene.tree);
    let grouped = inertia::regrouped(graph, false, &scene.tree, &own);
    let loads = vec![None; scene.tree.links.len()];
    let mut work = |axes: &Axes| {
        let recursion = Recursion::new(graph, scene, &grouped, axes);
        let still = vec![graph.zero(); accelerations.len()];
        let gravity = &multibody.gravity;
        let force = recursion.inverse_dynamics(graph, gravity, &scene.velocities, &still, &loads);
        let whole = recursion.inverse_dynamics(graph, gravity, &scene.velocities, &accelerations, &loads);
        let mass: Vec<Node> = recursion.mass_matrix(graph).into_iter().map(|(.., entry)| entry).collect();
        let forward = [mass, force].concat();
        (graph.work(&forward, &known), graph.work(&whole, &known))
    };
    let (usual, other) = (work(&scene.axes), work(&merged));
    if other.0 <= usual.0 && 100 * other.1 <= OF_INVERSE * usual.1 {
        let rates = (scene.positions.as_slice(), scene.velocities.as_slice());
        let graph = &mut formulated.graph;
        let merged = Axes::merged(graph, &scene.tree.links, &scene.positions);
        scene.motion = MotionState::new(graph, false, &scene.tree, rates, merged.as_ref());
        scene.axes = merged.unwrap_or_else(|| Axes::usual(false, &scene.motion));
    }
}

/// Whether a link carries one that turns about a parallel axis.
fn leads<'g>(algebra: &'g Algebra<'g>, links: &[Link], number: usize) -> bool {
    let Motion::Rotation { axis } = &links[number].motion else { return false };
    let own = direction(algebra.vector(axis));
    links.iter().filter(|link| link.parent == Some(number)).any(|link| match &link.motion {
        Motion::Rotation { axis } => {
            let turned = algebra.matrix(&link.offset.rotation) * algebra.vector(axis);
            own.is_some() && direction(turned) == own
        }
        _ => false,
    })
}
