//! The forces of a mechanism → loads and potentials in the chosen coordinates.

use super::attributes::Scene;
use super::closures::Closures;
use super::forces::{Along, Hold, Within};
use super::lines;
use super::particles;
use super::slips::Slip;
use super::{Kinematics, Line, Load, Pose, Slipping, Twist, forces};
use crate::mechanics::{Coincidence, Contact, StickingFriction, Undirected};
use crate::model::{Exertion, Force, JointId, Mount, Multibody, Quantity, Range, Vector3};
use crate::symbolic::{Author, Graph, Node, Symbol};
use std::collections::BTreeMap;

/// The effects of all forces.
pub struct Effects {
    /// Their loads.
    pub loads: Vec<Load>,
    /// The force that each load is of.
    pub authors: Vec<Author>,
    /// Their potential energies.
    pub potentials: Vec<Node>,
    /// Forces without a direction where their ends coincide.
    pub coincidences: Vec<Coincidence>,
    /// Forces that need no direction between their ends.
    pub undirected: Vec<Undirected>,
    /// Contacts and end stops.
    pub contacts: Vec<Contact>,
    /// Quantities that should stay within limits.
    pub ranges: Vec<Range>,
    /// Friction that sticks.
    pub sticking: Vec<StickingFriction>,
    /// The velocities that slips with a velocity of their own follow, in the order of the scene.
    pub slips: Vec<Node>,
    /// Forces and torques that they exert, if requested, except sticking friction along a velocity of the tree.
    pub exerted: BTreeMap<Symbol, Node>,
}

/// Reactions of joints in the tree that do not depend on how the mechanism accelerates.
pub type Known = BTreeMap<JointId, (Vector3, Vector3)>;

/// The loads of the forces that are `wanted`, attributes replaced by their values.
pub fn all_loads(
    graph: &mut Graph,
    scene: &Scene<'_>,
    closures: &Closures,
    values: &BTreeMap<Symbol, Node>,
    known: &Known,
    wanted: &dyn Fn(&Force) -> bool,
) -> Effects {
    let mut all = Effects {
        loads: Vec::new(),
        authors: Vec::new(),
        potentials: Vec::new(),
        coincidences: Vec::new(),
        undirected: Vec::new(),
        contacts: Vec::new(),
        ranges: Vec::new(),
        sticking: Vec::new(),
        slips: Vec::new(),
        exerted: BTreeMap::new(),
    };
    let mut values = values.clone();
    // Reactions of joints that are constraints.
    for attribute in &scene.multibody.attributes {
        let (joint, k, torque) = match attribute.quantity {
            Quantity::ReactionForce(joint, k) => (joint, k, false),
            Quantity::ReactionTorque(joint, k) => (joint, k, true),
            _ => continue,
        };
        if let Some(closure) = closures.of(joint) {
            let reaction = closure.reaction(graph, scene);
            let reaction = particles::in_axes_of_first(graph, scene, joint, reaction);
            values.insert(attribute.symbol, if torque { reaction.1[k] } else { reaction.0[k] });
        }
    }
    for (number, force) in scene.multibody.forces.iter().enumerate().filter(|(_, force)| wanted(force)) {
        let author = Author::force(number);
        let before = graph.write_for(author);
        let force = replaced(graph, force, &values);
        let slips: Vec<&Slip> = scene.slips.iter().filter(|slip| slip.force == number).collect();
        let mut view = View { graph, scene, closures, known, slips: &slips };
        let mut effect = force.kind.effect(&mut view, scene.multibody);
        if let Some(weight) = force.weight {
            effect.scale(view.graph, weight);
        }
        for attribute in &scene.multibody.attributes {
            if let Quantity::Exerted(name, what) = &attribute.quantity
                && *name == force.name
                && let Some(value) = forces::exerted(&force, &effect, *what, &mut view)
            {
                all.exerted.insert(attribute.symbol, value);
            }
        }
        all.sticking.extend(effect.holds.iter().filter_map(|hold| sticking(scene, &force, hold, &slips)));
        all.slips.extend(&effect.slips);
        let contact = effect.depth.map(|depth| Contact { name: force.name.clone(), depth });
        all.contacts.extend(contact);
        all.ranges.extend(effect.within.map(|Within { word, value, limits, unit }| Range {
            name: format!("{}.{word}", force.name),
            span: force.span,
            unit: unit.to_owned(),
            value,
            limits,
        }));
        all.loads.extend(effect.loads);
        all.authors.resize(all.loads.len(), author);
        all.potentials.extend(effect.potential);
        all.coincidences.extend(effect.coincidence.map(|products| Coincidence {
            name: force.name.clone(),
            span: force.span,
            products,
        }));
        all.undirected.extend(effect.distance_squared.map(|distance_squared| Undirected {
            name: force.name.clone(),
            span: force.span,
            distance_squared,
        }));
        graph.write_for(before);
    }
    for load in &mut all.loads {
        if let Load::OnQuantity { quantity, .. } = load {
            *quantity = graph.substitute(*quantity, &|symbol| values.get(&symbol).copied());
        }
    }
    all
}

/// Sticking friction, by the indices of velocities.
fn sticking(scene: &Scene<'_>, force: &Force, hold: &Hold, slips: &[&Slip]) -> Option<StickingFriction> {
    let (velocity, directions, labels) = match &hold.along {
        Along::Coordinate(joint, k) => (scene.tree_numbers(*joint, *k)?.1, Vec::new(), Vec::new()),
        Along::Slips(range) => {
            let own = &slips[range.clone()];
            let several = own.len() > 1;
            let directions = own.iter().filter(|_| several).map(|slip| slip.direction()).collect();
            let labels = own.iter().filter(|_| several).map(|slip| slip.label().to_owned()).collect();
            (own.first()?.velocity, directions, labels)
        }
    };
    let name = match &hold.of {
        Some(of) => format!("{}.{of}", force.name),
        None => force.name.clone(),
    };
    let requested = scene.multibody.attributes.iter().find(|attribute| match &attribute.quantity {
        Quantity::Exerted(name, Exertion::Effort(k)) => *name == force.name && hold.is_along(*k),
        _ => false,
    });
    Some(StickingFriction {
        name,
        requested: requested.map(|attribute| attribute.symbol),
        span: force.span,
        velocity,
        efforts: hold.efforts.clone(),
        directions,
        labels,
        limit: hold.limit,
        lifts: force.kind.lifts(),
        unit: hold.unit.to_owned(),
    })
}

/// Every expression of the forces.
pub fn expressions(multibody: &Multibody) -> impl Iterator<Item = Node> + '_ {
    multibody.forces.iter().flat_map(|force| {
        let mut all = Vec::new();
        force.nodes(&mut all);
        all
    })
}

/// The force with attributes replaced.
fn replaced(graph: &mut Graph, force: &Force, values: &BTreeMap<Symbol, Node>) -> Force {
    let mut force = force.clone();
    force.kind.each(&mut |node| {
        *node = graph.substitute(*node, &|symbol| values.get(&symbol).copied());
    });
    force
}

/// The scene as forces see it.
struct View<'g, 's, 'm> {
    graph: &'g mut Graph,
    scene: &'s Scene<'m>,
    closures: &'s Closures,
    known: &'s Known,
    slips: &'s [&'s Slip],
}

impl Kinematics for View<'_, '_, '_> {
    fn graph(&mut self) -> &mut Graph {
        self.graph
    }

    fn pose(&mut self, mount: &Mount) -> Pose {
        self.scene.motion.pose(self.graph, &self.scene.tree, mount)
    }

    fn twist(&mut self, mount: &Mount) -> Twist {
        self.scene.motion.twist(self.graph, &self.scene.tree, mount)
    }

    fn joint_coordinate(&mut self, joint: JointId, coordinate: usize) -> (Node, Node) {
        let quantity = Quantity::Joint(joint, coordinate);
        (self.scene.quantity(self.graph, &quantity, 0), self.scene.quantity(self.graph, &quantity, 1))
    }

    fn reaction(&mut self, joint: JointId) -> (Vector3, Vector3) {
        match self.closures.of(joint) {
            Some(closure) => closure.reaction(self.graph, self.scene),
            // Other joints whose reaction a force needs are closures.
            None => {
                let nothing = super::vectors::zero(self.graph);
                self.known.get(&joint).copied().unwrap_or((nothing, nothing))
            }
        }
    }

    fn slip(&mut self, number: usize) -> Option<Slipping> {
        self.slips.get(number).map(|slip| slip.seen(self.graph))
    }

    fn line(&mut self, ends: &[Mount; 2]) -> Option<Line> {
        lines::line(self.graph, self.scene, ends)
    }
}
