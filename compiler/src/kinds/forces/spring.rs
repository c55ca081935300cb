//! Spring and damper along the line between two points a and b.
//!
//! ```text
//! d = p_b − p_a,  ρ = |d|,  ρ̇ = d·ḋ/ρ
//! τ = k (ρ − ℓ) + c ρ̇ + τ₀                    tension, positive where it pulls together   (1)
//! F_a = (τ/ρ) d,   F_b = −F_a                 along the line: no moment                    (2)
//! V = ½ k (ρ − ℓ)²,   ∂V/∂d = k (ρ − ℓ) d/ρ                                                (3)
//! power of damper: −c ρ̇²
//! ```
//! Natural length ℓ ≡ 0: k (ρ − ℓ) d/ρ = k d and V = ½ k d·d without a root, regular everywhere; so is all
//! of the spring where c ≡ 0 and τ₀ ≡ 0.
//!
//! Where joints keep the ends on a line, d = s n with a unit vector n that does not depend on s (`lines`). Then
//! ρ = |s|, ρ̇ = sign(s) ṡ and d/ρ = sign(s) n, so that
//!
//! ```text
//! F_b = −(k s + c ṡ + (τ₀ − k ℓ) sign s) n                                                 (4)
//! V = ½ k (|s| − ℓ)²                                                                        (5)
//! ```
//! Spring and damper are linear and go through s = 0; what is left of natural length and extra tension jumps
//! there, which the switching function s tells.
//!
//! Singular case: elsewhere d has no direction where the points coincide. With ρ of (1) in `directions` the force
//! there is zero and grows to its full size within 1e-15 m, which no method can follow: runs and linearisations
//! look for that place by d·d, d·ḋ and ḋ·ḋ and name the spring.

use super::super::{Kinematics, Line};
use crate::symbolic::vectors::{dot, scale, sub, zero};
use super::directions::{length as regular_length, positive_square};
use super::law::{Attribute, ForceLaw, Setting};
use super::word::{self, ENDS, Word};
use super::{Effect, action_and_reaction, half};
use crate::kinds::multibody::{Exertion, ForceKind, Mount, Multibody};
use crate::kinds::argument::moving;
use crate::kinds::quantities::Quantity;
use crate::kinds::{Arguments, Given, Reader, fields};
use crate::symbolic::{Function, Node};

fields! {
    /// Along the line between two points: tension = stiffness·(distance − length) + damping·(rate) + extra.
    /// The extra term is the user's own expression (`tension: …`), positive where it pulls the points together.
    pub struct Spring {
        /// a and b.
        pub ends: Box<[Mount; 2]>,
    }
    arguments {
        /// k.
        pub stiffness: Node = moving(Quantity::STIFFNESS).or(0).not_negative(),
        /// c.
        pub damping: Node = moving(Quantity::DAMPING).or(0),
        /// ℓ.
        pub length: Node = moving(Quantity::LENGTH).or(0),
        /// τ₀.
        pub tension: Node = moving(Quantity::FORCE).or(0),
    }
}

/// `spring(end, end, stiffness: …)`
pub(super) const WORDS: &[Word] = &[Word::new(
    "spring",
    ENDS,
    &[Spring::ARGUMENTS],
    make,
    &["| `spring(end, end)` | `stiffness:`, `damping:`, `length:` (0), `tension:` an expression; pulls the ends together. Where joints keep its ends on a line it goes through the point where they coincide; elsewhere it has no direction there, and a run that comes to that point is an error that names it |"],
)];

fn make<'d>(reader: &mut dyn Reader<'d>, arguments: &Arguments<'d>, name: &str) -> Option<ForceKind> {
    let ends = word::ends(reader, arguments, name);
    reader.some_of(arguments, &["stiffness", "damping", "tension"])?;
    Some(Spring::read(reader, arguments, &[], |_| ends)?.into())
}

impl ForceLaw for Spring {
    /// Loads (2) and potential (3), or (4) and (5).
    fn effect(&self, kinematics: &mut dyn Kinematics, _: &Multibody) -> Effect {
        let Self { ends, stiffness, damping, length, tension } = self;
        effect(kinematics, ends, [*stiffness, *damping, *length, *tension])
    }

    fn attributes(&self, setting: &Setting<'_>) -> Vec<(&'static str, Attribute)> {
        let tension = Attribute::Number(Exertion::Tension, false);
        vec![("length", Attribute::Length), ("tension", tension), setting.force()]
    }

    fn line(&self) -> Option<&[Mount; 2]> {
        Some(&self.ends)
    }

    /// (1)
    fn tension(&self, kinematics: &mut dyn Kinematics) -> Option<Node> {
        let Self { ends, stiffness, damping, length, tension } = self;
        Some(self::tension(kinematics, ends, [*stiffness, *damping, *length, *tension]))
    }
}

/// Loads (2) and potential (3), or (4) and (5); constants k, c, ℓ, τ₀.
pub(super) fn effect(
    kinematics: &mut dyn Kinematics,
    ends: &[Mount; 2],
    [stiffness, damping, length, tension]: [Node; 4],
) -> Effect {
    let graph = kinematics.graph();
    let needs_direction = [damping, length, tension].iter().any(|&x| !graph.is_zero(x));
    if needs_direction && let Some(line) = kinematics.line(ends) {
        return on_a_line(kinematics, ends, &line, [stiffness, damping, length, tension]);
    }
    let [a, b] = [0, 1].map(|end| kinematics.pose(&ends[end]).position);
    let velocities = [0, 1].map(|end| kinematics.twist(&ends[end]).velocity);
    let graph = kinematics.graph();
    let d = sub(graph, &b, &a);
    let rate = sub(graph, &velocities[1], &velocities[0]);
    // c (d·ḋ)/ρ² is the damper's part of τ/ρ.
    let approach = dot(graph, &d, &rate);
    let viscous = if graph.is_zero(damping) {
        graph.zero()
    } else {
        let square = positive_square(graph, &d);
        let by_square = graph.div(approach, square);
        graph.mul(damping, by_square)
    };
    let (elastic, energy) = if graph.is_zero(length) {
        let square = dot(graph, &d, &d);
        (stiffness, graph.mul(stiffness, square))
    } else {
        let distance = regular_length(graph, &d);
        let stretch = graph.sub(distance, length);
        let stretch = graph.share(stretch);
        let by_distance = graph.div(stretch, distance);
        (graph.mul(stiffness, by_distance), graph.product(&[stiffness, stretch, stretch]))
    };
    let extra = if graph.is_zero(tension) {
        graph.zero()
    } else {
        let distance = regular_length(graph, &d);
        graph.div(tension, distance)
    };
    // −τ/ρ of (2): the pull on b.
    let pull = graph.sum(&[elastic, viscous, extra]);
    let pull = graph.share(pull);
    let push = graph.neg(pull);
    let on_b = scale(graph, push, &d);
    let nothing = zero(graph);
    let loads = action_and_reaction(graph, [&ends[0], &ends[1]], &on_b, &nothing, &[nothing; 2]);
    let energy = half(graph, energy);
    let potential = if graph.is_zero(energy) { Vec::new() } else { vec![energy] };
    let square = dot(graph, &d, &d);
    let coincidence = needs_direction.then(|| [square, approach, dot(graph, &rate, &rate)]);
    let distance_squared = (!needs_direction).then_some(square);
    Effect { loads, potential, coincidence, distance_squared, ..Effect::default() }
}

/// (1); on a line with ρ = |s| and ρ̇ = sign(s) ṡ.
pub(super) fn tension(
    kinematics: &mut dyn Kinematics,
    ends: &[Mount; 2],
    [stiffness, damping, length, extra]: [Node; 4],
) -> Node {
    let (distance, rate) = distance(kinematics, ends);
    let graph = kinematics.graph();
    let stretch = graph.sub(distance, length);
    let elastic = graph.mul(stiffness, stretch);
    let viscous = graph.mul(damping, rate);
    graph.sum(&[elastic, viscous, extra])
}

/// ρ and ρ̇.
pub(super) fn distance(kinematics: &mut dyn Kinematics, ends: &[Mount; 2]) -> (Node, Node) {
    if let Some(line) = kinematics.line(ends) {
        let graph = kinematics.graph();
        let side = graph.call(Function::Sign, &[line.along]);
        return (graph.call(Function::Abs, &[line.along]), graph.mul(side, line.rate));
    }
    let [a, b] = [0, 1].map(|end| kinematics.pose(&ends[end]).position);
    let velocities = [0, 1].map(|end| kinematics.twist(&ends[end]).velocity);
    let graph = kinematics.graph();
    let d = sub(graph, &b, &a);
    let rate = sub(graph, &velocities[1], &velocities[0]);
    let distance = regular_length(graph, &d);
    let approach = dot(graph, &d, &rate);
    (distance, graph.div(approach, distance))
}

/// (4) and (5).
fn on_a_line(
    kinematics: &mut dyn Kinematics,
    ends: &[Mount; 2],
    line: &Line,
    [stiffness, damping, length, tension]: [Node; 4],
) -> Effect {
    let graph = kinematics.graph();
    let elastic = graph.mul(stiffness, line.along);
    let viscous = graph.mul(damping, line.rate);
    let slack = graph.mul(stiffness, length);
    let constant = graph.sub(tension, slack);
    let mut pull = vec![elastic, viscous];
    if !graph.is_zero(constant) {
        let side = graph.call(Function::Sign, &[line.along]);
        pull.push(graph.mul(constant, side));
    }
    let pull = graph.sum(&pull);
    let push = graph.neg(pull);
    let push = graph.share(push);
    let on_b = scale(graph, push, &line.direction);
    let nothing = zero(graph);
    let loads = action_and_reaction(graph, [&ends[0], &ends[1]], &on_b, &nothing, &[nothing; 2]);
    let distance = if graph.is_zero(length) { line.along } else { graph.call(Function::Abs, &[line.along]) };
    let stretch = graph.sub(distance, length);
    let energy = graph.product(&[stiffness, stretch, stretch]);
    let energy = half(graph, energy);
    let potential = if graph.is_zero(energy) { Vec::new() } else { vec![energy] };
    Effect { loads, potential, ..Effect::default() }
}
