//! Forces → loads on mounts, joints and quantities, and the potential energies that go with them.
//!
//! | file | force | potential | vanishes or is singular |
//! |---|---|---|---|
//! | `spring` | along the line between two points | ½ k (ρ − ℓ)² | distance zero: a kink on a line, no direction elsewhere |
//! | `tabulated_spring` | the same with a table of tensions over elongations | its integral | as `spring`; f‴ jumps at the points |
//! | `torsion_spring` | on a coordinate | ½ k (q − q₀)² | never |
//! | `bushing` | springs and dampers in the axes of one end | ½ dᵀK d + Σ Gᵢ(1 − Rᵢᵢ) | torque ends at half a turn |
//! | `contact` | a sphere on a plane, Hunt–Crossley | k d^(e+1)/(e + 1) | switches at depth zero |
//! | `friction` | Coulomb in a joint, from its reaction | none | regularised at rest, or sticks (`sticking`) |
//! | `dry_friction` | of constant size along a coordinate | none | regularised at rest, or sticks (`sticking`) |
//! | `stop` | back into the limits of a coordinate | ½ k d² | switches at depth zero |
//! | `applied` | given forces, torques and efforts | none | never |
//!
//! A kind is one file and one line of the table below: its struct inside `fields!` (its expressions, and the reading of its
//! arguments), its words in descriptions (`word`), and its law (`law`).
//!
//! `directions` divides by lengths that may vanish.
//!
//! Invariants: loads are in the axes of the ground and complete (the potential only reports the energy and is
//! never differentiated); the loads of a force between two bodies sum to zero force and zero
//! moment; in the plane forces have z = 0 and torques are about z. A potential is the energy of the force
//! for constant coefficients; a stiffness that changes with the motion does work that is not part of the
//! potential.

mod directions;
mod law;
mod sticking;
#[cfg(test)]
mod tests;
mod word;

use super::table::kinds;
use super::{Kinematics, Load};
use crate::kinds::multibody::{Exertion, Force, Mount};
use crate::symbolic::algebra::{Algebra, Expr, Vector};
use crate::symbolic::{Graph, Node};
pub use directions::length;
pub use law::{Attribute, Coefficient, Drawn, ForceLaw, Setting, Sticks, Within};
pub use sticking::{Along, Hold};
pub(crate) use word::Word;

kinds! {
    /// A force. Scalars may contain attributes, inputs, states and the time.
    ForceKind: ForceLaw;
    spring: Spring;
    tabulated_spring: TabulatedSpring;
    torsion_spring: TorsionSpring;
    applied: AtPoint, OnBody, OnJoint, Generalized;
    friction: Friction;
    dry_friction: DryFriction;
    bushing: Bushing;
    contact: Contact;
    stop: Stop;
}

/// The effect of a force.
#[derive(Clone, Debug, Default)]
pub struct Effect {
    /// Its loads.
    pub loads: Vec<Load>,
    /// Its potential energies, in J.
    pub potential: Vec<Node>,
    /// d·d, d·ḋ and ḋ·ḋ of the vector d whose direction it uses.
    pub coincidence: Option<[Node; 3]>,
    /// d·d of the vector d between ends that need no direction: it has no effect if they always coincide.
    pub distance_squared: Option<Node>,
    /// The position or velocity that each of its slips with a velocity of its own follows.
    pub slips: Vec<Node>,
    /// Friction that sticks.
    pub holds: Vec<Hold>,
    /// The depth of a contact or an end stop, positive during contact.
    pub depth: Option<Node>,
    /// A quantity that should stay within limits for the law to be valid.
    pub within: Option<Within>,
}

impl Effect {
    /// Multiplies all that it exerts. Loads that a multiplier transmits are proportional to it already.
    pub(crate) fn scale(&mut self, graph: &mut Graph, factor: Node) {
        let mut scale = |node: &mut Node| *node = graph.mul(factor, *node);
        for load in &mut self.loads {
            match load {
                Load::OnMount { force, torque, .. } => {
                    force.iter_mut().chain(torque.iter_mut()).for_each(&mut scale);
                }
                Load::OnJoint { effort, .. }
                | Load::OnSlip { effort, .. }
                | Load::OnQuantity { effort, .. } => {
                    scale(effort);
                }
            }
        }
        self.potential.iter_mut().for_each(&mut scale);
        for hold in &mut self.holds {
            hold.efforts.iter_mut().chain([&mut hold.limit]).for_each(&mut scale);
        }
    }
}

/// The requested effort of a force; `None` for sticking friction along a velocity of the tree, which follows
/// from the motion.
pub fn exerted(
    force: &Force,
    effect: &Effect,
    what: Exertion,
    kinematics: &mut dyn Kinematics,
) -> Option<Node> {
    let zero = kinematics.graph().zero();
    // The first load on a mount is that on the second end.
    let loads: Vec<&Load> = effect.loads.iter().flat_map(on_bodies).collect();
    let on_second = {
        let algebra = &Algebra::new(kinematics.graph());
        let mut mounts = loads.iter().filter_map(|load| match load {
            Load::OnMount { at, force, torque } => Some((at, algebra.vector(force), algebra.vector(torque))),
            _ => None,
        });
        mounts.next().map(|(second, mut force, mut torque)| {
            for (_, more, turn) in mounts.filter(|(at, ..)| *at == second) {
                force += more;
                torque += turn;
            }
            (force.nodes(), torque.nodes())
        })
    };
    let along = |wanted: usize| {
        loads.iter().find_map(|load| match load {
            Load::OnJoint { coordinate, effort, .. } if *coordinate == wanted => Some(*effort),
            _ => None,
        })
    };
    match what {
        Exertion::Limit => effect.holds.first().map(|hold| hold.limit),
        // Friction that holds a velocity of the tree follows from the motion.
        Exertion::Effort(k) if effect.holds.iter().any(|hold| hold.is_along(k)) => None,
        Exertion::Tension => Some(force.kind.tension(kinematics).unwrap_or(zero)),
        Exertion::Length => force.kind.line().map(|ends| spring::distance(kinematics, ends).0),
        Exertion::Force(k) => Some(on_second.map_or(zero, |(force, _)| force[k])),
        Exertion::Torque(k) => Some(on_second.map_or(zero, |(_, torque)| torque[k])),
        Exertion::Effort(k) => Some(along(k).unwrap_or(zero)),
    }
}

/// The force and torque of a load on the bodies.
fn on_bodies(load: &Load) -> &[Load] {
    match load {
        Load::OnSlip { transmitted, .. } => transmitted,
        _ => std::slice::from_ref(load),
    }
}

impl Effect {
    /// Both.
    fn plus(mut self, other: Self) -> Self {
        self.loads.extend(other.loads);
        self.potential.extend(other.potential);
        self.slips.extend(other.slips);
        self.holds.extend(other.holds);
        self.coincidence = self.coincidence.or(other.coincidence);
        self.distance_squared = self.distance_squared.or(other.distance_squared);
        self
    }

    /// Loads without a potential.
    fn of(loads: Vec<Load>) -> Self {
        Self { loads, ..Self::default() }
    }
}

/// A force F and a torque T on `second` and their reaction on `first`, where F acts on both at the point
/// at the distances `arms` from their origins:
/// ```text
/// on second:  F,  T + r₂ × F          on first:  −F,  −T − r₁ × F
/// ```
fn action_and_reaction<'g>(
    [first, second]: [&Mount; 2],
    force: Vector<'g>,
    torque: Vector<'g>,
    arms: [Vector<'g>; 2],
) -> Vec<Load> {
    let [on_first, on_second] = arms.map(|arm| torque + arm.cross(force));
    let on = |mount: &Mount, force: Vector<'g>, torque: Vector<'g>| Load::OnMount {
        at: mount.clone(),
        force: force.nodes(),
        torque: torque.nodes(),
    };
    vec![on(second, force, on_second), on(first, -force, -on_first)]
}

/// A torque on `second` and its reaction on `first`.
fn torque_pair(ends: [&Mount; 2], torque: Vector<'_>) -> Vec<Load> {
    let nothing = torque.algebra().zero_vector();
    action_and_reaction(ends, nothing, torque, [nothing; 2])
}

/// A potential energy, unless it is the number 0.
fn potential(energy: Expr<'_>) -> Vec<Node> {
    if energy.is_zero() { Vec::new() } else { vec![energy.node()] }
}
