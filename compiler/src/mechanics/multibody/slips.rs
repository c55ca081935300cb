//! Slips of friction that sticks, as velocities of their own.
//!
//! Friction that sticks holds a velocity of the mechanism at zero (`mechanics::grips`). A joint of the tree has the
//! velocity of its coordinate. Elsewhere (in a joint that is a constraint, in several directions at once, in a contact)
//! the slip w(q, v) is not a velocity of the mechanism, and a coordinate x without mass that follows it makes it one:
//!
//! ```text
//! along a coordinate s of a joint:   x − s(q) = 0                holonomic, x begins where s does                     (1)
//! any other slip:                    ẋ − w(q, v) = 0             nonholonomic, x is the way since the start           (2)
//! row of x:                          0 = e − λ                   e the friction, λ the multiplier of (1) or (2)       (3)
//! ```
//!
//! By (3) the reaction of the constraint brings e to the bodies. Where friction sticks, its row becomes ẍ = 0, and λ is
//! what that takes: the effort that is compared with the limit.
//!
//! Invariant: slips follow all other coordinates except those that count turns; those of one force are adjacent.

use super::Slipping;
use super::forces::Sticks;
use super::joints::Slips;
use super::tree::Tree;
use crate::mechanics::Formulated;
use crate::model::{
    Certainty, Constraint, Coordinate, ForceKind, Initial, JointId, Multibody, Target, Velocity,
};
use crate::symbolic::{Graph, Node, Symbol};
use proc_macro2::Span;

/// The slip of a force along one direction.
#[derive(Clone, Debug)]
pub struct Slip {
    /// The number of its force.
    pub force: usize,
    /// `drag.slip`, or `drag.slip.x` of several.
    pub name: String,
    /// Number of its coordinate.
    pub coordinate: usize,
    /// Number of its velocity.
    pub velocity: usize,
    /// The velocity in (1), else (2).
    pub follows: Option<(JointId, usize)>,
    position: Symbol,
    rate: Symbol,
    multiplier: Symbol,
    direction: Symbol,
    span: Span,
    unit: &'static str,
}

/// A slip that a force needs: its label, the unit of x, the velocity in (1).
type Wanted = (String, &'static str, Option<(JointId, usize)>);

/// Every slip that a force needs.
fn wanted(multibody: &Multibody, tree: &Tree, kind: &ForceKind) -> Vec<Wanted> {
    let unit = |turns: bool| if turns { "rad" } else { "m" };
    let joint = match kind.sticks() {
        Some(Sticks::InJoint(joint)) => joint,
        Some(Sticks::Along(joint, coordinate)) => {
            let names = multibody.joints[joint.0].kind.coordinates(multibody.planar);
            return match names.get(coordinate) {
                Some((name, turns)) if !tree.has_velocity(joint, coordinate) => {
                    vec![(name.clone(), unit(*turns), Some((joint, coordinate)))]
                }
                _ => Vec::new(),
            };
        }
        Some(Sticks::OnPlane) => {
            let axes: &[&str] = if multibody.planar { &["x"] } else { &["x", "y"] };
            return axes.iter().map(|&axis| (axis.to_owned(), "m", None)).collect();
        }
        None => return Vec::new(),
    };
    let described = &multibody.joints[joint.0];
    let Slips::Along(groups) = described.kind.slips() else {
        return ["x", "y", "z"].map(|axis| (axis.to_owned(), "m", None)).to_vec();
    };
    let names = described.kind.coordinates(multibody.planar);
    let mut all = Vec::new();
    for group in groups {
        match *group {
            [k] if tree.has_velocity(joint, *k) => {}
            [k] => all.push((names[*k].0.clone(), unit(names[*k].1), Some((joint, *k)))),
            several => all.extend(several.iter().map(|&k| (names[k].0.clone(), "m", None))),
        }
    }
    all
}

/// Declares the slips of all forces that need some.
pub fn declare(formulated: &mut Formulated<'_>, multibody: &Multibody, tree: &Tree) -> Vec<Slip> {
    let mut slips = Vec::new();
    for (number, force) in multibody.forces.iter().enumerate() {
        let wanted = wanted(multibody, tree, &force.kind);
        let alone = wanted.len() == 1;
        for (label, unit, follows) in wanted {
            let name =
                if alone { format!("{}.slip", force.name) } else { format!("{}.slip.{label}", force.name) };
            let graph = &mut formulated.graph;
            let slip = Slip {
                force: number,
                coordinate: formulated.coordinates.len(),
                velocity: formulated.velocities.len(),
                follows,
                position: graph.symbol(&name),
                rate: graph.symbol(&format!("der({name})")),
                multiplier: graph.symbol(&format!("multiplier({name})")),
                // A name with a blank cannot occur in a description.
                direction: graph.symbol(&format!("direction of {name}")),
                span: force.span,
                unit,
                name,
            };
            let reference = graph.zero();
            let (name, span, docs) = (slip.name.clone(), slip.span, Vec::new());
            formulated.coordinates.push(Coordinate {
                name: name.clone(),
                span,
                position: slip.position,
                unit: unit.to_owned(),
                docs: docs.clone(),
                reference,
            });
            let acceleration = formulated.graph.symbol(&format!("der(der({name}))"));
            let (symbol, unit) = (slip.rate, format!("{unit}/s"));
            formulated.velocities.push(Velocity {
                name: format!("der({name})"),
                span,
                symbol,
                acceleration,
                unit,
                docs,
                reference,
            });
            slips.push(slip);
        }
    }
    slips
}

/// The ways (2) begin where `initial` says, else at zero, since no constraint holds them.
pub fn begin(formulated: &mut Formulated<'_>, slips: &[Slip]) {
    for slip in slips.iter().filter(|slip| slip.follows.is_none()) {
        let target = Target::Position(slip.coordinate);
        if !formulated.initial.iter().any(|entry| entry.target == target) {
            let (value, certainty) = (formulated.graph.zero(), Certainty::Given { tolerance: 0.0 });
            formulated.initial.push(Initial { target, value, certainty, span: slip.span });
        }
    }
}

impl Slip {
    /// The part that a force uses.
    pub fn seen(&self, graph: &mut Graph) -> Slipping {
        Slipping {
            rate: graph.node(self.rate),
            multiplier: graph.node(self.multiplier),
            direction: graph.node(self.direction),
            velocity: self.velocity,
        }
    }

    /// Its label among the slips of the force.
    pub fn label(&self) -> &str {
        self.name.rsplit_once('.').map_or(&self.name, |(_, label)| label)
    }

    /// λ.
    pub fn multiplier(&self) -> Symbol {
        self.multiplier
    }

    /// The symbol of the direction that is held.
    pub fn direction(&self) -> Symbol {
        self.direction
    }

    /// (1) of what is measured, or (2) of a slip.
    pub fn constraint(&self, formulated: &mut Formulated<'_>, measured: Node) -> Constraint {
        let graph = &mut formulated.graph;
        let holonomic = self.follows.is_some();
        let own = graph.node(if holonomic { self.position } else { self.rate });
        let residual = graph.sub(own, measured);
        Constraint {
            name: self.name.clone(),
            span: self.span,
            residual,
            holonomic,
            rheonomic: graph.depends_on(residual, formulated.model.time),
            multiplier: self.multiplier,
            automatic: true,
            unit: if holonomic { self.unit.to_owned() } else { format!("{}/s", self.unit) },
            docs: Vec::new(),
            cosine: None,
        }
    }
}
