//! Coulomb friction that sticks.
//!
//! ```text
//! slips w = a ṡ in one direction or several, e the effort along w, N what presses, μ and μ₀ the coefficients:
//!     slides   e = −μ N w/|w|                                                                           (1)
//!     sticks   w = 0  for as long as that takes |e| ≤ μ₀ N,  then begins to slide along d = −e/|e|      (2)
//! ```
//!
//! for one slip with sign w instead of w/|w|, whose side a run holds; for several with d instead of w/|w| if a run holds it
//! (at the root of w, and for the step that reaches it). N may depend on the accelerations and on e: then it is an
//! expression of multipliers, and (1) is solved together with them. Power: −μ N |w| ≤ 0. With μ = 0
//! it only sticks.
//!
//! For a slip with a velocity of its own, the effort acts along it, and is transmitted to the bodies (`slips`).

use super::super::{Kinematics, Load, Slipping};
use super::{Effect, word};
use crate::diagnostics::Diagnostic;
use crate::kinds::multibody::JointId;
use crate::kinds::{Arguments, Reader};
use crate::symbolic::algebra::{Algebra, Expr};
use crate::symbolic::{Function, Graph, Node, Relation};

/// A friction that holds some velocities together.
#[derive(Clone, Debug)]
pub struct Hold {
    /// Its name among others of the same force: the coordinate of its joint.
    pub of: Option<String>,
    /// The velocities.
    pub along: Along,
    /// (1) along each of them.
    pub efforts: Vec<Node>,
    /// μ₀ N.
    pub limit: Node,
    /// SI unit of efforts and limit.
    pub unit: &'static str,
}

/// The velocities that friction holds.
#[derive(Clone, Debug)]
pub enum Along {
    /// A coordinate of a joint in the tree.
    Coordinate(JointId, usize),
    /// These slips of the force.
    Slips(std::ops::Range<usize>),
}

impl Hold {
    /// Whether it holds this coordinate of a joint in the tree.
    pub fn is_along(&self, wanted: usize) -> bool {
        matches!(self.along, Along::Coordinate(_, k) if k == wanted)
    }
}

/// The limits of a law: μ N and μ₀ N.
#[derive(Clone, Copy)]
pub struct Limits {
    /// Of sliding.
    pub sliding: Node,
    /// Of sticking.
    pub sticking: Node,
}

/// Friction along one coordinate of a joint, where N times an arm is the effort and the slip is ṡ.
pub fn along_coordinate(
    kinematics: &mut dyn Kinematics,
    (id, coordinate): (JointId, usize),
    first: usize,
    limits: Limits,
    arm: Node,
    (of, turns): (Option<String>, bool),
) -> Effect {
    let (position, rate) = kinematics.joint_coordinate(id, coordinate);
    let slip = kinematics.slip(first);
    let algebra = &Algebra::new(kinematics.graph());
    let rate = algebra.expr(slip.map_or(rate, |slip| slip.rate));
    let [sliding, sticking, arm] = algebra.array([limits.sliding, limits.sticking, arm]);
    let limit = sticking * arm;
    let effort = opposing(sliding * arm, limit, rate.sign());
    let along =
        if slip.is_some() { Along::Slips(first..first + 1) } else { Along::Coordinate(id, coordinate) };
    let effort = effort.node();
    let on_joint = |effort| Load::OnJoint { joint: id, coordinate, effort };
    let load = match slip {
        None => on_joint(effort),
        Some(Slipping { velocity, multiplier, .. }) => {
            Load::OnSlip { velocity, effort, transmitted: vec![on_joint(multiplier)] }
        }
    };
    let unit = if turns { "N*m" } else { "N" };
    Effect {
        loads: vec![load],
        slips: if slip.is_some() { vec![position] } else { Vec::new() },
        holds: vec![Hold { of, along, efforts: vec![effort], limit: limit.node(), unit }],
        ..Effect::default()
    }
}

/// Friction along the resultant of slips w, each with a velocity of its own; `transmit` converts their efforts to loads on
/// the bodies.
pub fn along_resultant(
    kinematics: &mut dyn Kinematics,
    first: usize,
    w: &[Node],
    limits: Limits,
    transmit: impl Fn(usize, Expr<'_>) -> Vec<Load>,
) -> Effect {
    let seen: Vec<Slipping> = (first..first + w.len()).filter_map(|k| kinematics.slip(k)).collect();
    let algebra = &Algebra::new(kinematics.graph());
    let [sliding, fixed] = algebra.array([limits.sliding, limits.sticking]);
    let rates: Vec<Expr<'_>> = seen.iter().map(|slip| algebra.expr(slip.rate)).collect();
    let held: Vec<Expr<'_>> = seen.iter().map(|slip| algebra.expr(slip.direction)).collect();
    let directions = directions(algebra, &rates, &held);
    let mut loads = Vec::new();
    let mut efforts = Vec::new();
    for (k, (slip, direction)) in seen.iter().zip(directions).enumerate() {
        let effort = match w {
            [_] => opposing(sliding, fixed, direction),
            _ => -(sliding * direction),
        };
        let effort = effort.node();
        let transmitted = transmit(k, algebra.expr(slip.multiplier));
        loads.push(Load::OnSlip { velocity: slip.velocity, effort, transmitted });
        efforts.push(effort);
    }
    let along = Along::Slips(first..first + w.len());
    let hold = Hold { of: None, along, efforts, limit: limits.sticking, unit: "N" };
    Effect { loads, slips: w.to_vec(), holds: vec![hold], ..Effect::default() }
}

/// (1) along one slip with the side s = sign w. Without friction in motion it is zero, as s³ − s, which contains the side:
/// a run locates the roots of w only where the equations contain it, and there the slip may stick.
fn opposing<'g>(sliding: Expr<'g>, sticking: Expr<'g>, side: Expr<'g>) -> Expr<'g> {
    if sliding.is_zero() && !sticking.is_zero() {
        return side.powi(3) - side;
    }
    -(sliding * side)
}

/// d if it is held, otherwise w/|w|, and zero for w = 0; for one slip its sign.
fn directions<'g>(algebra: &'g Algebra<'g>, w: &[Expr<'g>], held: &[Expr<'g>]) -> Vec<Expr<'g>> {
    if let [w] = *w {
        return vec![w.sign()];
    }
    let (zero, one) = (algebra.zero(), algebra.one());
    let square = algebra.dot(w, w).share();
    // x = 0 is a piece without extent, which a run need not locate. There the derivatives vanish, too.
    let moves = square.compare(Relation::Ne, zero);
    let safe = moves.select(square, one);
    let reciprocal = moves.select(safe.sqrt().powi(-1), zero).share();
    let is_held = algebra.dot(held, held).compare(Relation::Ne, zero);
    w.iter().zip(held).map(|(&w, &held)| is_held.select(held, w * reciprocal)).collect()
}

/// Whether friction sticks: with a `velocity` that is the number 0, then with the coefficient `static`, or with that of
/// sliding if it is not less. Any other velocity must be positive.
pub(super) fn settle(
    reader: &mut dyn Reader<'_>,
    arguments: &Arguments<'_>,
    sticking: &mut Option<Node>,
    velocity: Node,
    sliding: Node,
) -> Option<()> {
    let sticks = reader.graph().is_zero(velocity);
    if !sticks {
        let help = "give a positive velocity; for friction that sticks, write `velocity: 0`, not a parameter";
        word::expect_positive(reader, arguments, "velocity", velocity, help)?;
    }
    if let (false, Some(given)) = (sticks, arguments.get("static")) {
        return reader.report(
            Diagnostic::error(given.place, "regularised friction does not stick").help("add `velocity: 0`"),
        );
    }
    *sticking = sticks.then(|| sticking.map_or(sliding, |given| not_less(reader.graph(), given, sliding)));
    Some(())
}

/// max (μ₀, μ): what holds less than it brakes would slide and stop at once.
fn not_less(graph: &mut Graph, at_rest: Node, sliding: Node) -> Node {
    match graph.is_zero(sliding) {
        true => at_rest,
        false => graph.call(Function::Max, &[at_rest, sliding]),
    }
}
