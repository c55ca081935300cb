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
//! If joints keep the ends on a line, d = s n with a unit vector n that does not depend on s (`lines`). Then
//! ρ = |s|, ρ̇ = sign(s) ṡ and d/ρ = sign(s) n, so that
//!
//! ```text
//! F_b = −(k s + c ṡ + (τ₀ − k ℓ) sign s) n                                                 (4)
//! V = ½ k (|s| − ℓ)²                                                                        (5)
//! ```
//! Spring and damper are linear and smooth at s = 0; the terms of natural length and extra tension jump
//! there, with the switching function s.
//!
//! Singular case: otherwise d has no direction if the points coincide. With ρ of (1) in `directions` the force
//! there is zero and grows to its full size within 1e-15 m, which no method can resolve: runs and linearisations
//! detect this by d·d, d·ḋ and ḋ·ḋ and name the spring.

use super::super::{Kinematics, Line, Load};
use super::directions::{length as regular_length, positive_square};
use super::law::{Attribute, Coefficient, ForceLaw, Setting};
use super::word::{self, ENDS, Word};
use super::{Effect, action_and_reaction, potential};
use crate::kinds::multibody::{Exertion, ForceKind, Mount, Multibody, Vector3};
use crate::kinds::argument::moving;
use crate::kinds::quantities::Quantity;
use crate::kinds::{Arguments, Given, Reader, fields};
use crate::symbolic::Node;
use crate::symbolic::algebra::{Algebra, Expr, Vector};

fields! {
    /// Along the line between two points: tension = stiffness·(distance − length) + damping·(rate) + extra.
    /// The extra term is the user's own expression (`tension: …`), positive if it pulls the points together.
    pub struct Spring {
        /// a and b.
        pub ends: Box<[Mount; 2]>,
    }
    arguments {
        /// k.
        pub stiffness: Node = moving(Quantity::STIFFNESS).or("0").not_negative(),
        /// c.
        pub damping: Node = moving(Quantity::DAMPING).or("0").not_negative(),
        /// ℓ.
        pub length: Node = moving(Quantity::LENGTH).or("0"),
        /// τ₀.
        pub tension: Node = moving(Quantity::FORCE).or("0"),
    }
}

/// `spring(end, end, stiffness: …)`
pub(super) const WORDS: &[Word] = &[Word::new(
    "spring",
    ENDS,
    &[Spring::ARGUMENTS],
    make,
    &["| `spring(end, end)` | `stiffness:`, `damping:`, `length:` (0), `tension:` an expression; pulls the ends together. If joints keep its ends on a line, it acts through the point where they coincide; otherwise it has no direction there, and a run that reaches that point ends with an error that names the spring |"],
)];

fn make<'d>(reader: &mut dyn Reader<'d>, arguments: &Arguments<'d>, name: &str) -> Option<ForceKind> {
    let ends = word::ends(reader, arguments, name);
    reader.at_least_one_of(arguments, &["stiffness", "damping", "tension"])?;
    Some(Spring::read(reader, arguments, &[], |_| ends)?.into())
}

impl ForceLaw for Spring {
    fn is_internal(&self) -> bool {
        true
    }

    /// Loads (2) and potential (3), or (4) and (5).
    fn effect(&self, kinematics: &mut dyn Kinematics, _: &Multibody) -> Effect {
        let Self { ends, stiffness, damping, length, tension } = self;
        effect(kinematics, ends, [*stiffness, *damping, *length, *tension])
    }

    fn attributes(&self, setting: &Setting<'_>) -> Vec<(&'static str, Attribute)> {
        let tension = Attribute::Number(Exertion::Tension, false);
        vec![("length", Attribute::Length), ("tension", tension), setting.force()]
    }

    fn coefficients(&mut self, _: &Setting<'_>) -> Vec<Coefficient<'_>> {
        vec![
            Coefficient::new("stiffness", &mut self.stiffness, Quantity::STIFFNESS.unit),
            Coefficient::new("damping", &mut self.damping, Quantity::DAMPING.unit),
        ]
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
pub(super) fn effect(kinematics: &mut dyn Kinematics, ends: &[Mount; 2], constants: [Node; 4]) -> Effect {
    let [_, jumping @ ..] = constants;
    let graph = kinematics.graph();
    let needs_direction = jumping.iter().any(|&x| !graph.is_zero(x));
    if needs_direction && let Some(line) = kinematics.line(ends) {
        return on_a_line(kinematics, ends, &line, constants);
    }
    let [positions, velocities] = of_ends(kinematics, ends);
    let algebra = &Algebra::new(kinematics.graph());
    let [stiffness, damping, length, tension] = algebra.array(constants);
    let [d, rate] = [positions, velocities].map(|of_ends| between(algebra, of_ends));
    // The parts of τ/ρ. That of the damper is c (d·ḋ)/ρ².
    let approach = d.dot(rate);
    let viscous = if damping.is_zero() { algebra.zero() } else { damping * (approach / positive_square(d)) };
    let (elastic, energy) = if length.is_zero() {
        (stiffness, stiffness * d.dot(d))
    } else {
        let distance = regular_length(d);
        let stretch = (distance - length).share();
        (stiffness * (stretch / distance), algebra.product(&[stiffness, stretch, stretch]))
    };
    let extra = if tension.is_zero() { algebra.zero() } else { tension / regular_length(d) };
    let pull = algebra.sum(&[elastic, viscous, extra]).share();
    let loads = along(ends, -pull * d);
    let potential = potential(energy / 2);
    let square = d.dot(d);
    let coincidence = needs_direction.then(|| [square, approach, rate.dot(rate)].map(Expr::node));
    let distance_squared = (!needs_direction).then_some(square.node());
    Effect { loads, potential, coincidence, distance_squared, ..Effect::default() }
}

/// (1), on a line with ρ = |s| and ρ̇ = sign(s) ṡ.
pub(super) fn tension(kinematics: &mut dyn Kinematics, ends: &[Mount; 2], constants: [Node; 4]) -> Node {
    let (distance, rate) = distance(kinematics, ends);
    let algebra = &Algebra::new(kinematics.graph());
    let [distance, rate] = algebra.array([distance, rate]);
    let [stiffness, damping, length, extra] = algebra.array(constants);
    algebra.sum(&[stiffness * (distance - length), damping * rate, extra]).node()
}

/// ρ and ρ̇.
pub(super) fn distance(kinematics: &mut dyn Kinematics, ends: &[Mount; 2]) -> (Node, Node) {
    if let Some(line) = kinematics.line(ends) {
        let algebra = &Algebra::new(kinematics.graph());
        let [s, rate] = algebra.array([line.along, line.rate]);
        let side = s.sign();
        return (s.abs().node(), (side * rate).node());
    }
    let [positions, velocities] = of_ends(kinematics, ends);
    let algebra = &Algebra::new(kinematics.graph());
    let [d, rate] = [positions, velocities].map(|of_ends| between(algebra, of_ends));
    let distance = regular_length(d);
    (distance.node(), (d.dot(rate) / distance).node())
}

/// (4) and (5).
fn on_a_line(
    kinematics: &mut dyn Kinematics,
    ends: &[Mount; 2],
    line: &Line,
    constants: [Node; 4],
) -> Effect {
    let algebra = &Algebra::new(kinematics.graph());
    let [stiffness, damping, length, tension] = algebra.array(constants);
    let ([s, rate], n) = (algebra.array([line.along, line.rate]), algebra.vector(&line.direction));
    let mut pull = vec![stiffness * s, damping * rate];
    let constant = tension - stiffness * length;
    if !constant.is_zero() {
        pull.push(constant * s.sign());
    }
    let push = (-algebra.sum(&pull)).share();
    let loads = along(ends, push * n);
    let distance = if length.is_zero() { s } else { s.abs() };
    let stretch = distance - length;
    let energy = algebra.product(&[stiffness, stretch, stretch]) / 2;
    Effect { loads, potential: potential(energy), ..Effect::default() }
}

/// The positions and the velocities of the ends.
fn of_ends(kinematics: &mut dyn Kinematics, ends: &[Mount; 2]) -> [[Vector3; 2]; 2] {
    let positions = [0, 1].map(|end| kinematics.pose(&ends[end]).position);
    let velocities = [0, 1].map(|end| kinematics.twist(&ends[end]).velocity);
    [positions, velocities]
}

/// The difference of the second and the first.
fn between<'g>(algebra: &'g Algebra<'g>, [a, b]: [Vector3; 2]) -> Vector<'g> {
    algebra.vector(&b) - algebra.vector(&a)
}

/// F_b, a force along the line, and F_a.
fn along(ends: &[Mount; 2], on_b: Vector<'_>) -> Vec<Load> {
    let nothing = on_b.algebra().zero_vector();
    action_and_reaction([&ends[0], &ends[1]], on_b, nothing, [nothing; 2])
}
